"""Killed, asked to stop, left by its terminal: what was there stays, what was begun goes away."""

import os
import signal
import subprocess
import time
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from random import Random
from shutil import rmtree

import pytest

from acquire_cli.repl.signals import Signals
from tests.commands.program import BARE, PLAIN, PYTHON, unread, wait_until
from tests.commands.terminal import Terminal
from tests.faults.writing import GAME, ROOT

ENVIRONMENT = PLAIN | {"PYTHONPATH": str(ROOT)}
KILLED = BARE | {"PYTHONPATH": str(ROOT)}


def started(
    folder: Path, *arguments: str, variables: Mapping[str, str] = ENVIRONMENT
) -> "subprocess.Popen[bytes]":
    return subprocess.Popen(
        [PYTHON, "-m", "acquire_cli", *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=folder,
        env=dict(variables),
    )


def many(folder: Path) -> bytes:
    """A file that is long in being written."""
    data = (GAME.read_bytes().replace(b" +", b"  +") + b"\n") * 60
    (folder / "F").write_bytes(data)
    return data


def temporary(folder: Path) -> list[str]:
    return [path.name for path in folder.iterdir() if path.name.endswith(".tmp")]


def test_kill_leaves_the_old_file_or_the_new(tmp_path: Path) -> None:
    """Whenever it comes. What it was writing is left beside, under a name that says so."""
    old = many(tmp_path)
    assert started(tmp_path, "fmt", "-w", "F").wait() == 0
    new = (tmp_path / "F").read_bytes()
    assert new != old
    rng = Random(5)
    seen = set()
    for _ in range(10):
        (tmp_path / "F").write_bytes(old)
        process = started(tmp_path, "fmt", "-w", "F", variables=KILLED)
        end = time.monotonic() + 20
        if rng.random() < 0.7:  # as it is being written
            while not temporary(tmp_path) and process.poll() is None and time.monotonic() < end:
                time.sleep(0.0005)
        else:
            time.sleep(rng.random() * 0.5)
        process.kill()
        process.communicate()
        now = (tmp_path / "F").read_bytes()
        assert now in (old, new)
        seen.add(now)
        for name in temporary(tmp_path):
            assert name.startswith(".acquire-")
            (tmp_path / name).unlink()
    assert old in seen


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
@pytest.mark.parametrize(
    "command", ["fmt -o OUT --force F -", "convert -o OUT --force F -", "fmt -o NEW -"]
)
def test_asked_to_stop_it_leaves_nothing_behind(
    tmp_path: Path, number: signal.Signals, command: str
) -> None:
    """In the middle of its output, waiting for more input."""
    many(tmp_path)
    (tmp_path / "OUT").write_text("old\n")
    process = started(tmp_path, *command.split())
    assert process.stdin is not None
    process.stdin.write(GAME.read_bytes())
    process.stdin.flush()
    wait_until(lambda: temporary(tmp_path) and not unread(process.stdin))
    process.send_signal(number)
    _, err = process.communicate(timeout=30)
    assert process.returncode == 128 + number, err
    assert b"Traceback" not in err
    assert sorted(path.name for path in tmp_path.iterdir()) == ["F", "OUT"]
    assert (tmp_path / "OUT").read_text() == "old\n"


def test_a_signal_that_is_ignored_stays_ignored(tmp_path: Path) -> None:
    """Under nohup a lost terminal ends nothing."""
    process = subprocess.Popen(
        ["sh", "-c", "trap '' HUP; exec \"$1\" -m acquire_cli fmt -o OUT -", "sh", PYTHON],
        stdin=subprocess.PIPE,
        cwd=tmp_path,
        env=ENVIRONMENT,
    )
    wait_until(lambda: temporary(tmp_path))
    process.send_signal(signal.SIGHUP)
    process.communicate(GAME.read_bytes(), timeout=30)
    assert process.returncode == 0
    assert (tmp_path / "OUT").read_bytes().startswith(b"acquire 1\n")


def until_full(process: "subprocess.Popen[bytes]") -> None:
    """Wait until the pipe to us takes no more."""
    held = [0]
    while held[-1] < 40_000 or held[-1] > held[-2]:
        assert len(held) < 200
        time.sleep(0.2)
        held.append(unread(process.stdout))


def test_a_stop_is_not_kept_waiting_by_who_does_not_read(tmp_path: Path) -> None:
    """The pipe is full; the game is in its record."""
    process = started(tmp_path, *PLAY)
    assert process.stdin is not None
    with suppress(BlockingIOError):
        os.set_blocking(process.stdin.fileno(), False)
        for _ in range(2000):
            os.write(process.stdin.fileno(), b"board\n")
    until_full(process)
    process.send_signal(signal.SIGTERM)
    assert process.wait(30) == 128 + signal.SIGTERM
    process.communicate()
    assert (tmp_path / "g.acq").read_text().startswith("acquire 1\n")


def test_a_game_that_is_nowhere_else_is_shown_to_who_reads_late(tmp_path: Path) -> None:
    (tmp_path / "away").mkdir()
    process = started(tmp_path, "play", "away/g.acq", "-p", "ann,bob", "--seed", "x")
    assert process.stdin is not None
    assert process.stdout is not None
    record = tmp_path / "away" / "g.acq"
    wait_until(record.exists)
    moves = started(tmp_path, "moves", "--step", str(record)).communicate()[0].split()
    rmtree(tmp_path / "away")
    process.stdin.write(moves[0] + b"\n" + b"board\n" * 2000)
    process.stdin.flush()
    until_full(process)
    process.send_signal(signal.SIGTERM)
    time.sleep(0.5)
    out, _ = process.communicate(timeout=30)
    assert process.returncode == 128 + signal.SIGTERM
    shown = out.partition(b"Its record, to be copied:")[2]
    assert b"\nseed: x\n" in shown
    assert shown.rstrip().endswith(moves[0])


PLAY = ("play", "g.acq", "-p", "ann,bob:random", "--seed", "x")


@pytest.mark.parametrize("more", [(), ("--plain",)])
def test_stopped_at_the_prompt_the_terminal_is_as_before(
    tmp_path: Path, more: tuple[str, ...]
) -> None:
    with Terminal(tmp_path, *PLAY, *more) as terminal:
        terminal.until("tile> ")
        assert terminal.restored() == bool(more)  # there is something to put back
        os.kill(terminal.pid, signal.SIGTERM)
        assert terminal.ended() == 128 + signal.SIGTERM
        assert terminal.restored()
    assert (tmp_path / "g.acq").read_text().startswith("acquire 1\n")
    assert not temporary(tmp_path)


@pytest.mark.parametrize("more", [(), ("--plain",)])
def test_the_terminal_is_lost(tmp_path: Path, more: tuple[str, ...]) -> None:
    """The window is closed: the game is in its record, and no process is left behind."""
    with Terminal(tmp_path, *PLAY, *more) as terminal:
        terminal.until("tile> ")
        terminal.lose()
        assert terminal.ended() == 128 + signal.SIGHUP
    text = (tmp_path / "g.acq").read_text()
    assert text.startswith("acquire 1\n")
    assert started(tmp_path, "validate", "g.acq").wait(30) == 0
    assert not temporary(tmp_path)


def test_the_terminal_of_a_walk_is_lost(tmp_path: Path) -> None:
    """There is nothing left to put back, and nothing to say."""
    with (
        (tmp_path / "said").open("wb") as said,
        Terminal(
            tmp_path, "replay", "--step", str(GAME), variables={"PYTHONPATH": str(ROOT)}, err=said
        ) as terminal,
    ):
        terminal.until("0/71")
        terminal.lose()
        assert terminal.ended() == 128 + signal.SIGHUP
    assert (tmp_path / "said").read_bytes() == b""


def test_a_walk_leaves_a_signal_that_is_ignored_alone(tmp_path: Path) -> None:
    script = 'trap \'\' HUP; exec "$0" -m acquire_cli replay --step "$1"'
    command = ["/bin/sh", "-c", script, PYTHON, str(GAME)]
    with Terminal(tmp_path, command=command) as terminal:
        terminal.until("0/71")
        os.kill(terminal.pid, signal.SIGHUP)
        terminal.press("\x1b[C")
        terminal.until("1/71")
        os.kill(terminal.pid, signal.SIGTERM)
        assert terminal.ended() == 128 + signal.SIGTERM
        assert terminal.restored()


def test_a_stop_that_comes_with_other_signals_is_heeded(tmp_path: Path) -> None:
    """Within the same millisecond as a Ctrl-C, a new size, a key."""
    for number in range(12):
        with Terminal(tmp_path, *PLAY, bare=True) as terminal:
            terminal.until("tile> ")
            if number % 3 == 0:
                terminal.press("s9999\r")
                time.sleep(number / 1000)
            os.kill(terminal.pid, (signal.SIGINT, signal.SIGWINCH)[number % 2])
            stop = (signal.SIGTERM, signal.SIGHUP)[number // 2 % 2]
            os.kill(terminal.pid, stop)
            assert terminal.ended() == 128 + stop
            assert terminal.restored()
        (tmp_path / "g.acq").unlink()


@pytest.mark.parametrize("call", ["whole", "held"])
def test_what_comes_while_it_must_not_is_raised_afterwards(call: str) -> None:
    done = []

    def come(signals: Signals, number: int) -> None:
        with getattr(signals, call)():
            signal.raise_signal(number)
            done.append(number)

    with Signals() as signals:
        with pytest.raises(KeyboardInterrupt):
            come(signals, signal.SIGINT)
        with signals.held(), pytest.raises(KeyboardInterrupt), signals.free():
            signal.raise_signal(signal.SIGINT)
        with pytest.raises(SystemExit) as stopped:
            come(signals, signal.SIGTERM)
    assert stopped.value.code == 128 + signal.SIGTERM
    # A Ctrl-C waits for what is held, being asked to stop only for what must be whole.
    assert done == [signal.SIGINT, signal.SIGTERM][: 2 if call == "whole" else 1]


def test_what_is_raised_as_an_object_is_put_away_is_raised_later(
    capsys: pytest.CaptureFixture[str],
) -> None:
    class Odd:
        def __init__(self, number: int) -> None:
            self.number = number

        def __del__(self) -> None:
            signal.raise_signal(self.number)

    with Signals() as signals:
        for number, kind in ((signal.SIGINT, KeyboardInterrupt), (signal.SIGTERM, SystemExit)):
            odd = Odd(number)
            del odd
            with pytest.raises(kind):
                signals.check()
    assert capsys.readouterr().err == ""
