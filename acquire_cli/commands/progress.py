"""How far a long run has got: on standard error, on a terminal only, after a second."""

import io
import os
from collections.abc import Callable, Sequence
from typing import BinaryIO, TextIO, cast

from acquire_cli.commands.environment import Environment

AFTER = 1.0
EVERY = 0.2


class Progress:
    """A line that is drawn over and over, and gone when the run ends.

    From `begin` to `end` whatever else is written to a terminal takes the line away first, and the
    line is not drawn where something else stands in its place.
    """

    def __init__(self, environment: Environment, files: Sequence[str]) -> None:
        self.environment = environment
        self.files = files
        self.active = environment.stderr_is_terminal and environment.variables.get("TERM") != "dumb"
        self.shown = False
        self.games = 0
        self.total = 0
        self.read = 0
        self._streams = (environment.stdout, environment.stderr)
        self._others: list[_Shared] = []
        self._stream: BinaryIO | None = None

    def begin(self) -> None:
        """Watch what is written from now on."""
        if not self.active:
            return
        environment = self.environment
        self.total = sum(map(_size, self.files))
        self.begun = environment.clock()
        self.next = self.begun + AFTER
        out, err = self._streams
        if environment.stdout_is_terminal:
            environment.stdout = self._watched(out)
        environment.stderr = self._watched(err)

    def _watched(self, stream: TextIO) -> TextIO:
        shared = _Shared(stream, self.close)
        self._others.append(shared)
        return cast(TextIO, shared)

    def end(self) -> None:
        """Take the line away for good."""
        if self.active:
            self.close()
            self.environment.stdout, self.environment.stderr = self._streams

    def reads(self, stream: BinaryIO) -> None:
        """Note which stream is read now."""
        self._stream = stream

    def has_read(self) -> None:
        """Note that no more of the stream is wanted."""
        if self.active:
            self.read += self._position()
            self._stream = None

    def add(self) -> None:
        """Note that one more game is done."""
        if not self.active:
            return
        self.games += 1
        now = self.environment.clock()
        if now < self.next:
            return
        self.next = now + EVERY
        if any(other.within_line for other in self._others):
            return
        read = self.read + self._position()
        share = f"{min(100, 100 * read // self.total)} %, " if self.total else ""
        rate = self.games / max(now - self.begun, 0.001)
        self._draw(f"{share}{self.games:,} games, {rate:,.0f} a second")
        self.shown = True

    def close(self) -> None:
        """Take the line away, until it is drawn again."""
        if self.shown:
            self._draw("")
            self.shown = False

    def _draw(self, text: str) -> None:
        stderr = self._streams[1]
        try:
            stderr.write("\r\x1b[K" + text)
            stderr.flush()
        except (OSError, ValueError):
            self.active = False
            self.environment.stdout, self.environment.stderr = self._streams

    def _position(self) -> int:
        """How much of the stream has been read; 0 for one that cannot tell."""
        try:
            return self._stream.tell() if self._stream is not None else 0
        except (OSError, ValueError):
            return 0


class _Shared(io.TextIOBase):
    """A terminal on which the line may stand."""

    def __init__(self, terminal: TextIO, clear: Callable[[], None]) -> None:
        self._terminal = terminal
        self._clear = clear
        self.within_line = False

    def writable(self) -> bool:
        return True

    def isatty(self) -> bool:
        return True

    def fileno(self) -> int:
        return self._terminal.fileno()

    def write(self, text: str) -> int:
        if text:
            self._clear()
            self._terminal.write(text)
            self.within_line = not text.endswith("\n")
        return len(text)

    def flush(self) -> None:
        self._terminal.flush()


def _size(file: str) -> int:
    try:
        return os.stat(file).st_size if file != "-" else 0
    except OSError:
        return 0
