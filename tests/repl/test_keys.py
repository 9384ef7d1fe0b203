"""Keys that come while no line is asked for wait for the next prompt, unseen."""

import os
import pty
import select
import termios
import time
from pathlib import Path

import pytest

from acquire_cli.repl import keys
from tests.commands.terminal import ROOT, Terminal
from tests.repl.support import MERGER, POSITION


def test_a_terminal_hands_them_on_and_shows_nothing() -> None:
    ours, theirs = pty.openpty()
    before = termios.tcgetattr(theirs)
    with keys.kept(theirs):
        os.write(ours, b"6f\x04")
        seen = b""
        while len(seen) < 3:
            assert select.select([theirs], [], [], 10)[0], seen
            seen += os.read(theirs, 10)
        assert seen == b"6f\x04"
        assert not select.select([ours], [], [], 0.05)[0]
    assert termios.tcgetattr(theirs) == before
    os.close(ours)
    os.close(theirs)


def test_a_signal_as_the_modes_are_set_leaves_them_as_they_were(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ours, theirs = pty.openpty()
    before = termios.tcgetattr(theirs)
    modes = termios.tcsetattr

    def interrupted(*arguments: object) -> None:
        modes(*arguments)  # type: ignore[arg-type]
        monkeypatch.undo()
        raise KeyboardInterrupt

    monkeypatch.setattr(termios, "tcsetattr", interrupted)
    with pytest.raises(KeyboardInterrupt), keys.kept(theirs):
        raise AssertionError
    assert termios.tcgetattr(theirs) == before
    os.close(ours)
    os.close(theirs)


def test_a_terminal_that_goes_away_is_not_put_back() -> None:
    ours, theirs = pty.openpty()
    with keys.kept(theirs):
        os.close(theirs)
    os.close(ours)


def test_what_is_no_terminal_is_left_alone() -> None:
    out, into = os.pipe()
    with keys.kept(out):
        os.write(into, b"6f\n")
    assert os.read(out, 10) == b"6f\n"
    os.close(out)
    os.close(into)


def test_an_end_of_input_as_a_computer_player_thinks(tmp_path: Path) -> None:
    """A slow one, so that it is thinking whenever the key comes."""
    (tmp_path / "sitecustomize.py").write_text(
        "import time\n"
        "from acquire_cli.repl.session import Session\n"
        "def slow(self, step=Session.step):\n"
        "    time.sleep(1)\n"
        "    return step(self)\n"
        "Session.step = slow\n"
    )
    path = f"{tmp_path}{os.pathsep}{ROOT}"
    seats = ("--players", "ann,bob:sharp", "--seed", "friday")
    with Terminal(tmp_path, "play", "g.acq", *seats, variables={"PYTHONPATH": path}) as played:
        played.until("1 ann tile> ")
        begun = time.monotonic()
        played.press("2f\r")
        played.until("bob is thinking")
        played.press("bo\x04\x08\x08\x04")
        assert played.ended() == 0
        assert time.monotonic() - begun >= 1
        assert played.restored()
    assert b"^D" not in played.raw
    assert b"thinking \xe2\x80\xa6bo" not in played.raw


@pytest.mark.parametrize("plain", [(), ("--plain",)])
def test_what_one_has_pressed_does_not_answer_for_the_next(
    tmp_path: Path, plain: tuple[str, ...]
) -> None:
    (tmp_path / "m.acq").write_text(MERGER.format(position=POSITION))
    with Terminal(tmp_path, "play", "m.acq", *plain) as played:
        played.until("Press Enter when only ann looks.")
        played.press("\r")
        played.until("1 ann tile>")
        played.press("6f\r")
        played.until("1 ann dispose>")
        played.press("s4\r\r\r")
        played.until("Press Enter when only bob looks.")
        played.quiet(0.5)
        assert "bob dispose>" not in played.text()
        played.press("\r")
        played.until("1 bob dispose>")
        played.press("\x04")
        assert played.ended() == 0


def test_no_key_suspends_or_kills_between_two_prompts() -> None:
    ours, theirs = pty.openpty()
    with keys.kept(theirs):
        special = termios.tcgetattr(theirs)[6]
        assert special[termios.VSUSP] == special[termios.VQUIT] == keys.no_key(theirs)
        os.write(ours, b"\x1a\x1c")
        assert os.read(theirs, 1) == b"\x1a"
    os.close(ours)
    os.close(theirs)
