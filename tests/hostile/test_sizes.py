"""Time and memory in proportion: whatever the record, so many bytes take so much, and not more.

Processor time is counted, which a busy machine does not stretch; memory is what the process held
at most. A run takes every shape at once, each as a file of its own.
"""

import json
import os
from pathlib import Path

import pytest

from tests.hostile.sizes import GAME, HEAD, RECORDS, fill, took

SIZE = 1_000_000 if os.environ.get("ACQUIRE_LONG") else 5_000
CALLS = """
validate FILES
validate -p -j 2 FILES
fmt FILES
replay FILES
replay --format jsonl --events FILES
moves FILES
view ann FILES
annotate --notes FILES
filter --turns --verbose number>0 FILES
filter --dedupe turns>=0 FILES
convert FILES
"""


@pytest.fixture(scope="module")
def shapes(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("shapes")
    for number, make in enumerate(RECORDS.values()):
        (folder / f"{number:02}.acq").write_bytes(make(SIZE))
    return folder


@pytest.mark.parametrize("call", CALLS.strip().splitlines())
def test_records_of_every_shape(shapes: Path, call: str) -> None:
    files = sorted(path.name for path in shapes.glob("*.acq"))
    total = sum((shapes / name).stat().st_size for name in files)
    assert len(files) == len(RECORDS)
    words = [word for part in call.split() for word in (files if part == "FILES" else [part])]
    done = took(shapes, *words)
    assert done.code in (0, 1), done
    assert done.seconds < 3 + 8 * total / 1e6, done
    assert done.memory < 80e6 + 10 * SIZE, done
    assert done.out < 1_000_000 + 60 * total, done


def test_each_shape_alone_and_twice_as_much(tmp_path: Path) -> None:
    """What costs most for its bytes: games of one line, each with a finding. Twice as many take
    twice the time and no more memory."""
    sizes = (80_000, 160_000)
    for size in sizes:
        (tmp_path / str(size)).write_bytes(RECORDS["games of one line"](size))
    for command in ("validate", "fmt"):
        one, two = (took(tmp_path, command, str(size)) for size in sizes)
        assert two.seconds < 3 * one.seconds + 0.5, (command, one, two)
        assert two.memory < one.memory + 4e6, (command, one, two)


def long_turns() -> dict[str, str]:
    """Turns as long as a line may be, of words that can be true: on a board of 1,040 squares, by
    players of whose hands nothing is known."""
    tiles = [f"{col + 1}{chr(65 + row)}" for row in range(26) for col in range(40)]
    return {
        "irregular": "~. " + "~+1 " * 14_000 + " ".join(f"~x{tile}" for tile in tiles[:1_000]),
        "set aside": ". " + "x" + ",".join(tiles * 12),
        "drawn": ". ^" + ",".join(tiles * 12),
        "redrawn": " ".join(f"x{tile}" for tile in tiles * 10) + " .",
        "cash": ". " + "=bob:6000 " * 6_000,
    }


@pytest.mark.parametrize("kind", long_turns())
@pytest.mark.parametrize("command", ["validate -q", "fmt", "convert --to csv"])
def test_a_long_turn_is_judged_in_time(tmp_path: Path, command: str, kind: str) -> None:
    head = "acquire 1\nruleset: classic@1\nrules: board=26x40\nplayers: ann bob\n"
    board = "/".join(["40"] * 26)
    start = f"position: {board} ann place ann:6000:-:? bob:6000:-:? bag:?\n\n"
    (tmp_path / "F").write_text(f"{head}{start}1 ann {long_turns()[kind]}\n")
    done = took(tmp_path, *command.split(), "F")
    assert done.code in (0, 1, 2), done
    assert b"Traceback" not in done.err
    assert done.seconds < 6, done


@pytest.mark.parametrize("command", ["validate", "fmt", "filter turns>0", "convert", "view table"])
def test_a_line_without_end_is_not_held(tmp_path: Path, command: str) -> None:
    """Thirty megabytes in one line, in less memory than that."""
    (tmp_path / "F").write_bytes(fill(GAME + b"# ", b"a ", 30_000_000))
    done = took(tmp_path, *command.split(), "F", address_space=1 << 28)
    # What is not held cannot be passed on, and `fmt` does not pass on the rest as if it were all.
    assert done.code in ((2,) if command == "fmt" else (0, 1)), done
    assert done.seconds < 3
    assert done.memory < (100e6 if command == "filter turns>0" else 60e6), done


def test_a_million_headers_and_comments_are_not_held(tmp_path: Path) -> None:
    (tmp_path / "F").write_bytes(b"".join([HEAD, b"x-a: b\n" * 1_000_000, b"#\n" * 1_000_000]))
    done = took(tmp_path, "validate", "--max-errors", "3", "F", address_space=1 << 28)
    assert done.code == 1
    assert done.memory < 60e6
    assert done.seconds < 8


FOREIGN = {
    "lists": lambda n: b"[" * n,
    "closed lists": lambda n: b"[" * (n // 2) + b"]" * (n // 2),
    "objects": lambda n: b'{"a":' * (n // 5),
    "a nested header": lambda n: b'{"schema":1,"headers":' + b"[" * n + b"]" * n + b"}",
    "a long number": lambda n: b'{"schema":' + b"9" * n + b"}",
    "a long exponent": lambda n: b'{"schema":1e' + b"9" * n + b"}",
    "a long fraction": lambda n: b'{"schema":0.' + b"0" * n + b"1}",
    "empty objects": lambda n: b"[" + b"{}," * (n // 3) + b"{}]",
    "lines of objects": lambda n: b"{}\n" * (n // 3),
    "lines of nothing": lambda n: b"null\n" * (n // 5),
    "a string": lambda n: b'"' + b"a" * n + b'"',
    "halves of pairs": lambda n: b'"' + rb"\ud800" * (n // 6) + b'"',
    "keys": lambda n: b"{" + b",".join(b'"k%d":1' % at for at in range(n // 12)) + b"}",
    "one key": lambda n: b'{"a":1' + b',"a":1' * (n // 6) + b"}",
    "blanks": lambda n: b" " * n,
    "empty lines": lambda n: b"\n" * n,
    "NULs": lambda n: b"\0" * n,
    "no text": lambda n: b"\xff" * n,
    "no lines": lambda n: b"a,b,c " * (n // 6),
}


@pytest.mark.parametrize("form", ["json", "jsonl", "tlstyer-text", "tlstyer-jsonl"])
def test_documents_of_every_shape(tmp_path: Path, form: str) -> None:
    files = []
    for number, make in enumerate(FOREIGN.values()):
        files.append(f"{number:02}")
        (tmp_path / files[-1]).write_bytes(make(SIZE))
    done = took(tmp_path, "convert", "--from", form, "--to", "acq", *files)
    assert done.code == 1, done
    assert done.seconds < 3 + 8 * len(files) * SIZE / 1e6, done
    assert done.memory < 80e6 + 20 * SIZE, done


def test_numbers_too_long_to_be_numbers_are_findings(tmp_path: Path) -> None:
    """Python itself refuses to read a number of more than 4,300 digits: no such error comes out."""
    for name, make in RECORDS.items():
        if "long" in name or "position" in name:
            (tmp_path / "F").write_bytes(make(60_000))
            done = took(tmp_path, "validate", "--format", "json", "F")
            assert done.code == 1, (name, done)
            found = json.loads((tmp_path / "out").read_text())
            assert found, name
            assert all(finding["code"][1] == "-" for finding in found)


@pytest.mark.parametrize(
    "expression",
    [
        "(" * 5_000,
        "not " * 5_000 + "turns>0",
        "(" * 5_000 + "turns>0" + ")" * 5_000,
        " and ".join(["turns>0"] * 5_000),
        " or ".join(["(turns>0"] * 2_000) + ")" * 2_000,
        "turns>" + "9" * 100_000,
        "turns>-" + "9" * 5_000,
        "event~" + "*a" * 5_000,
        "event~" + "?" * 50_000,
        'event="' + "a" * 100_000,
        "event~" + "[" * 5_000,
        "pattern~" + "/" * 5_000,
        "\x00turns>0",
        "\u202eturns>0",
    ],
    ids=range(14),
)
def test_expressions(tmp_path: Path, expression: str) -> None:
    """A question out of all proportion is answered or refused, and no more than that."""
    from tests.hostile.calls import run
    from tests.hostile.test_terminal import unclean

    text = HEAD + b"event: " + b"a" * 3_000 + b"\n\n1 ann 2B\n"
    for more in ([], ["--turns"]):
        done = run(tmp_path, ["filter", *more, expression, "F"], True, {"F": text})
        assert done.code in (0, 1, 2), done.err[:500]
        assert not unclean(done.err, True)
        assert len(done.err) < 2_000 + 3 * len(expression)
