"""Nothing in a record reaches a terminal that the terminal would obey, or that hides something.

What a person reads and JSON hold no such character wherever they go; text that is passed on as it
stands in a record (`fmt`, `view`, `annotate`, `filter`, `convert --to acq`) goes unchanged into a
file or a pipe, and spelt out to a terminal.
"""

import json
import os
import re
from pathlib import Path

import pytest

from acquire_cli.display.clean import printable
from tests.hostile.calls import COMMANDS, run
from tests.hostile.evil import EVIL, GOOD, PLACES, bytes_of, record

PASSES_ON = ("fmt", "view", "annotate", "filter", "convert")
PIPED = ("right to left", "clears the screen", "no UTF-8")
"""What is sent to a pipe, too, in a short run."""

LONG = bool(os.environ.get("ACQUIRE_LONG"))
_COLOUR = re.compile(r"\x1b\[[0-9;]*m")


def unclean(text: str, terminal: bool = False) -> set[str]:
    """What a terminal might obey; the program's own colours aside."""
    if terminal:
        text = _COLOUR.sub("", text)
    return {ascii(char) for char in text if not char.isprintable() and char not in "\n\t"}


def pairs() -> list[tuple[str, str]]:
    """Every evil in the record that has it everywhere, and every place with a few evils."""
    few = tuple(EVIL) if LONG else ("C1", "right to left")
    out = [("all at once", evil) for evil in EVIL]
    return out + [(place, evil) for place in list(PLACES)[1:] for evil in few]


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_no_command_sends_it_on(tmp_path: Path, command: list[str]) -> None:
    passes_on = command[0] in PASSES_ON
    for place, evil in pairs():
        files = {"F": record(place, evil), "G": bytes_of(GOOD)}
        for terminal in (True, False) if LONG or evil in PIPED else (True,):
            done = run(tmp_path, command, terminal, files)
            where = f"{place}, {evil}, {'terminal' if terminal else 'pipe'}:\n{done}"
            assert done.code in (0, 1, 2), where
            assert not unclean(done.err, terminal), where
            assert "Traceback" not in done.err, where
            if terminal or not passes_on:
                assert not unclean(done.out, terminal), where
            if "json" in command and "--from" not in command and done.out:
                json.loads(done.out)
                assert not unclean(done.out), where


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_names_of_files_are_no_better(tmp_path: Path, command: list[str]) -> None:
    for name in ("\x1b[2J\x07", "\u202ecod\u2066", "\udcff\x9b", "a\nacquire: b", "--help", "-"):
        text = GOOD if name != "--help" else GOOD.replace("2B=L", "9Z")
        (tmp_path / name).write_bytes(bytes_of(text))
        words = [f"./{name}" if word in ("F", "./F") else word for word in command]
        for terminal in (False, True):
            done = run(tmp_path, words, terminal, {"G": bytes_of(GOOD)})
            assert done.code in (0, 1, 2), (name, done)
            assert "Traceback" not in done.err
            assert not unclean(done.err, terminal), (name, done)
            assert "\nacquire: b" not in done.err, (name, done)
            if terminal or command[0] not in ("fmt", "filter"):  # scripts read names from these
                assert not unclean(done.out, terminal), (name, done)


def test_what_is_passed_on_is_passed_on_unchanged(tmp_path: Path) -> None:
    for evil in ("right to left", "zero width", "tags", "line separators", "wide"):
        data = record("all at once", evil)
        done = run(tmp_path, ["filter", "turns>0", "F"], False, {"F": data})
        assert bytes_of(done.out) == data
        shown = run(tmp_path, ["filter", "turns>0", "F"], True, {"F": data})
        assert shown.out == "\n".join(map(printable, data.decode().split("\n")))
        once = run(tmp_path, ["fmt", "F"], False, {"F": data})
        assert EVIL[evil] in once.out
        back = run(tmp_path, ["convert", "F"], False, {"F": bytes_of(once.out)})
        (tmp_path / "J").write_text(back.out)
        again = run(tmp_path, ["convert", "--from", "json", "--to", "acq", "J"], False, {})
        assert again.out == once.out


RULESET = """name = "own"
base = "classic"
title = "T{e}"
chains = [["A", "Al{e}", "cheap", "red"], ["B", "Be", "ch{e}eap", "green{e}"]]
safe = {{ value = 11, origin = "text{e}", note = "n{e}" }}
"k{e}" = 1
[chart."cheap{e}"]
sizes = ["2{e}"]
"""


GOOD_RULESET = "\n".join(
    RULESET.replace("{e}", "").replace("{{", "{").replace("}}", "}").splitlines()[:5]
).encode()


@pytest.mark.parametrize("line", range(8))
def test_rulesets_are_no_better(tmp_path: Path, line: int) -> None:
    for evil in ("\\u001b[2J", "\\u009b", "\\u202e", "\u202e", "\u2028", "\ufeff"):
        lines = RULESET.replace("{e}", "\0").replace("{{", "{").replace("}}", "}").splitlines()
        lines = [text.replace("\0", evil if at == line else "") for at, text in enumerate(lines)]
        if line != 5:
            del lines[5]  # a key that is not known
        data = "\n".join(lines if line > 5 else lines[:5]).encode()
        if line < 5 and evil == "\ufeff":
            assert run(tmp_path, ["rules", "show", "./F"], False, {"F": GOOD_RULESET}).code == 0
        for command in (["rules", "show", "./F"], ["rules", "diff", "./F", "classic"]):
            for form in ([], ["--format", "json"]):
                for terminal in (False, True):
                    done = run(tmp_path, command + form, terminal, {"F": data})
                    assert done.code in (0, 1, 2), done
                    assert not unclean(done.out + done.err, terminal), done


def test_a_flood_of_marks_makes_no_flood_of_columns(tmp_path: Path) -> None:
    """A name of a thousand wide or combining characters is cut where there are columns."""
    for evil in ("combining flood", "wide"):
        done = run(tmp_path, ["standings", "F"], True, {"F": record("all at once", evil)})
        assert max(map(len, done.out.split("\n"))) < 3_500
