"""The same at a real terminal, where the streams of a process decide what a terminal is."""

import re
from pathlib import Path

import pytest

from tests.commands.terminal import Terminal
from tests.hostile.evil import EVIL, GOOD, WHOLE, bytes_of

# What the program itself sends: colours, how far a run of more than a second has got, and for the
# prompt what moves the cursor and asks for it.
OWN = re.compile(rb"\x1b\[[0-9;]*m|\r\x1b\[K(?:(?:[0-9]+ %, )?[0-9,]+ games, [0-9,]+ a second)?")
PROMPT = re.compile(rb"\x1b\[[0-9;?]*[A-Za-z]|\x1b[=>78]|\r|\x07|\x08")


def sent(folder: Path, *arguments: str, keys: bytes = b"") -> tuple[int, bytes]:
    """What a command whose three streams are a terminal sends there; its exit code as well."""
    with Terminal(folder, *arguments) as terminal:
        if keys:
            terminal.until("tile>")
            terminal.press(keys.decode())
        return terminal.ended(), terminal.raw


@pytest.mark.parametrize(
    ("command", "code"),
    [
        ("fmt F", 1),
        ("view --comments ann F", 1),
        ("filter turns>=0 F", 0),
        ("annotate --notes F", 1),
        ("validate F", 1),
        ("replay F", 1),
        ("standings F", 1),
        ("diff F G", 2),
        ("convert F", 1),
        ("filter turns>=0 F -o /dev/tty", 0),
    ],
)
def test_a_terminal_is_sent_nothing_to_obey(tmp_path: Path, command: str, code: int) -> None:
    breaking = ("clears the screen", "C1 string", "a title", "no UTF-8")
    hiding = ("right to left", "isolates", "zero width", "line separators", "tags")
    everything = WHOLE.replace("{e}", " ".join(EVIL[name] for name in hiding))
    refused = "".join(WHOLE.replace("{e}", EVIL[name]) for name in breaking)
    (tmp_path / "F").write_bytes(bytes_of(everything + refused))
    (tmp_path / "G").write_bytes(bytes_of(GOOD))
    ended, seen = sent(tmp_path, *command.split())
    assert ended == code, seen
    text = OWN.sub(b"", seen).replace(b"\r\n", b"\n").decode()
    assert "\\u202e" in text  # it is told, in letters
    assert {ascii(char) for char in text if not char.isprintable() and char not in "\n\t"} == set()


def test_the_prompt_sends_nothing_to_obey_either(tmp_path: Path) -> None:
    evil = " ".join(EVIL[name] for name in ("right to left", "isolates", "zero width", "tags"))
    text = WHOLE.replace("bob={e}", "bob=random").replace("@{e} %{e}", "# {e}")
    text = text[: text.index("# end")].replace("{e}", evil) + f"5 ann .. # {evil}\n"
    (tmp_path / "F").write_bytes(bytes_of(text))
    keys = b"log\rmoves\rstandings\rboard\rzed\rquit\r"
    code, seen = sent(tmp_path, "play", "F", keys=keys)
    assert code == 0, seen
    shown = PROMPT.sub(b"", OWN.sub(b"", seen)).decode()
    assert "\\u202e" in shown
    assert "'zed' is no command" in shown
    assert {ascii(char) for char in shown if not char.isprintable() and char not in "\n\t"} == set()
