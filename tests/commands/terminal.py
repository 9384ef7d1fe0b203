"""The program behind a real terminal: a pseudo-terminal, and pyte to see what stands there."""

import fcntl
import os
import pty
import select
import signal
import struct
import termios
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from threading import Condition, Thread
from types import TracebackType
from typing import IO, NoReturn

import pyte

from tests.commands.program import BARE, PLAIN, PYTHON

ROOT = Path(__file__).resolve().parents[2]


def at_terminal(
    folder: Path,
    command: Sequence[str],
    environment: Mapping[str, str],
    window: bytes = b"",
    err: IO[bytes] | None = None,
) -> "tuple[int, int, list[object]]":
    """Start a program whose three streams are a terminal, its own, of the size ``window``; only
    standard error can be a file.

    Its process, our end of the terminal, and the state that the terminal was in before.
    """
    ours, theirs = pty.openpty()
    if window:
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, window)
    before = termios.tcgetattr(theirs)
    pid = os.fork()
    if pid == 0:
        _become(theirs, folder, command, environment, err)
    os.close(theirs)
    return pid, ours, before


def _become(
    terminal: int,
    folder: Path,
    command: Sequence[str],
    environment: Mapping[str, str],
    err: IO[bytes] | None,
) -> NoReturn:
    try:
        os.login_tty(terminal)
        if err is not None:
            os.dup2(err.fileno(), 2)
        os.chdir(folder)
        os.execve(command[0], command, environment)
    finally:  # never a second process that goes on with the tests
        os._exit(127)


class Terminal:
    """A running `acquire`."""

    def __init__(
        self,
        folder: Path,
        *arguments: str,
        rows: int = 24,
        columns: int = 80,
        variables: Mapping[str, str] | None = None,
        bare: bool = False,
        command: Sequence[str] = (),
        err: IO[bytes] | None = None,
    ) -> None:
        """``arguments`` are those of `acquire`, or ``command`` is another; ``err`` takes standard
        error away from the terminal. ``bare`` leaves out what measures coverage,
        which a user's process does not carry: where its time is taken, and where an interrupt comes
        at any moment and would find that too."""
        self.screen = pyte.Screen(columns, rows)
        self._stream = pyte.ByteStream(self.screen)
        self.code: int | None = None
        self.lost = False
        self.raw = b""
        self.seconds = 0.0  # of processor time, once it has ended
        environment = (BARE if bare else PLAIN) | {
            "TERM": "xterm-256color",
            "HOME": str(folder),
            "PYTHONPATH": str(ROOT),
            **(variables or {}),
        }
        command = command or [PYTHON, "-m", "acquire_cli", *arguments]
        self.pid, self.handle, self.before = at_terminal(
            folder, command, environment, _window(rows, columns), err
        )
        # Where the cursor is, which prompt-toolkit asks before it draws the bar; it complains of a
        # terminal that takes long to answer, whatever the test does meanwhile.
        self.screen.write_process_input = self.press
        self._changed = Condition()
        self._seen = 0  # of what was read
        self._over = False  # nothing more can be read
        self._woken, self._wake = os.pipe()
        self._reader = Thread(target=self._read_all, daemon=True)
        self._reader.start()

    def __enter__(self) -> "Terminal":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        if self.code is None:
            os.kill(self.pid, signal.SIGKILL)
            os.waitpid(self.pid, 0)
        if not self.lost:
            self.lose()

    def lose(self) -> None:
        """Take the terminal away, as when its window is closed."""
        os.write(self._wake, b".")
        self._reader.join()
        for handle in (self.handle, self._woken, self._wake):
            os.close(handle)
        self.lost = True

    def resize(self, rows: int, columns: int) -> None:
        """Another size of the window."""
        with self._changed:
            fcntl.ioctl(self.handle, termios.TIOCSWINSZ, _window(rows, columns))
            self.screen.resize(rows, columns)

    def press(self, keys: str) -> None:
        """Press keys."""
        os.write(self.handle, keys.encode())

    def until(self, seen: "str | Callable[[str], object]", seconds: float = 20) -> str:
        """Read until something stands on the screen; the screen.

        More may be on its way: whatever is to be seen has to be waited for.
        """
        end = time.monotonic() + seconds
        while True:
            shown = self.text()
            if seen.rstrip() in shown if isinstance(seen, str) else seen(shown):
                return shown
            if not self.read(max(0.0, end - time.monotonic())):
                raise AssertionError(f"{seen!r} does not come up:\n{self.text()}")

    def quiet(self, seconds: float) -> None:
        """Read until nothing has come for so long."""
        while self.read(seconds):
            pass

    def restored(self) -> bool:
        """Whether the terminal is as it was before the program began."""
        return termios.tcgetattr(self.handle)[:4] == self.before[:4]

    def ended(self, seconds: float = 30) -> int:
        """Read to the end, which has to come in time; the exit code."""
        end = time.monotonic() + seconds
        while self.read(max(0.0, end - time.monotonic())):
            pass
        while True:
            gone, status, used = os.wait4(self.pid, os.WNOHANG)
            if gone:
                break
            if time.monotonic() > end:
                raise AssertionError(f"does not end:\n{self.text()}")
            time.sleep(0.01)
        self.seconds = used.ru_utime + used.ru_stime
        self.code = os.waitstatus_to_exitcode(status)
        return self.code

    def read(self, seconds: float) -> bool:
        """Wait for what comes next; whether anything has come since the last look."""
        with self._changed:
            self._changed.wait_for(lambda: len(self.raw) > self._seen or self._over, seconds)
            came = len(self.raw) > self._seen
            self._seen = len(self.raw)
        return came

    def text(self) -> str:
        """The lines of the screen, without spaces at their ends."""
        with self._changed:
            return "\n".join(line.rstrip() for line in self.screen.display) + "\n"

    def _read_all(self) -> None:
        while self._woken not in select.select([self.handle, self._woken], [], [])[0]:
            try:
                data = os.read(self.handle, 1 << 16)
            except OSError:
                data = b""
            with self._changed:
                self.raw += data
                self._stream.feed(data)
                self._over = not data
                self._changed.notify_all()
            if not data:
                return
        with self._changed:
            self._over = True
            self._changed.notify_all()


def _window(rows: int, columns: int) -> bytes:
    return struct.pack("HHHH", rows, columns, 0, 0)
