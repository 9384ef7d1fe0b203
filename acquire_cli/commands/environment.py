"""The process as a command sees it: streams, terminal, colour, clock, paths.

One object holds all of it, and nothing else in the package looks at the process.
`Environment.of_process()` makes the real one; a test builds its own from `io.StringIO` and a dict.
Kept free of heavy imports, since every start pays for it.
"""

import io
import os
import sys
import time
from collections.abc import Callable, Mapping
from datetime import datetime
from pathlib import Path
from typing import BinaryIO, Final, Literal, TextIO, cast

from acquire_cli.display.clean import printable, width, wrapped

ColorChoice = Literal["auto", "always", "never"]

PACKAGE: Final = Path(__file__).resolve().parent.parent


class OutputError(Exception):
    """What is written to refused a write; `errno` says why.

    Deliberately no OSError: it passes through code that handles the errors of inputs and goes on
    with the next, for what was lost would be missing from a file that looks whole. `main` can tell
    a full disk behind `>` from one behind `-o`, which becomes an OSError with the file's name.
    """

    def __init__(self, errno: int | None) -> None:
        self.errno = errno
        super().__init__(os.strerror(errno) if errno else "the stream is closed")


class GuardedFile(io.FileIO):
    """The raw end of an output. Called once a buffer, so the guard costs nothing a line."""

    def write(self, data: "bytes | bytearray | memoryview") -> int:  # type: ignore[override]
        try:
            while (count := cast(int | None, super().write(data))) is None:
                # Whoever shares the descriptor made it non-blocking: wait until it takes more.
                from select import select

                select([], [self], [])
            return count
        except OSError as error:
            raise OutputError(error.errno) from error


class PatientFile(io.FileIO):
    """The raw end of standard input, which whoever shares it may have made non-blocking: what is
    not there yet is no end."""

    def readinto(self, buffer: "bytearray | memoryview") -> int | None:  # type: ignore[override]
        try:
            while (count := super().readinto(buffer)) is None:
                from select import select

                select([self], [], [])
            return count
        except OSError as error:
            raise OSError(error.errno, error.strerror, "standard input") from error


class _NoOutput(io.TextIOBase):
    """Stands in for a standard output that was closed before the program began (`>&-`)."""

    def writable(self) -> bool:
        return True

    def write(self, text: str) -> int:
        import errno

        raise OutputError(errno.EBADF)


class Environment:
    """What a command may know of the process.

    stdin      bytes, None if there is none
    stdout     data: UTF-8 whatever the locale, since records are
    stderr     messages
    variables  the environment variables
    color_choice  what `--color` said; commands ask `color`
    """

    __slots__ = ("clock", "color_choice", "now", "stderr", "stdin", "stdout", "variables")

    def __init__(
        self,
        *,
        stdin: BinaryIO | None = None,
        stdout: TextIO | None = None,
        stderr: TextIO | None = None,
        variables: Mapping[str, str] | None = None,
        clock: Callable[[], float] = time.monotonic,
        now: Callable[[], datetime] = datetime.now,
    ) -> None:
        self.stdin = stdin
        self.stdout: TextIO = stdout if stdout is not None else io.StringIO()
        self.stderr: TextIO = stderr if stderr is not None else io.StringIO()
        self.variables: Mapping[str, str] = variables if variables is not None else {}
        self.clock = clock
        self.now = now
        self.color_choice: ColorChoice = "auto"

    @classmethod
    def of_process(cls) -> "Environment":
        """The real process.

        A descriptor 0, 1 or 2 that came closed is filled, so that no file opened later lands on
        it.
        """
        if sys.stdin is None or sys.stdout is None or sys.stderr is None:
            while os.open(os.devnull, os.O_RDWR) < 3:
                pass
        return cls(
            stdin=_patient_stdin(),
            stdout=_guarded_stdout(),
            stderr=sys.stderr or io.StringIO(),
            variables=os.environ,
        )

    # ---- the terminal ----

    @property
    def stdin_is_terminal(self) -> bool:
        return _is_terminal(self.stdin)

    @property
    def stdout_is_terminal(self) -> bool:
        return _is_terminal(self.stdout)

    @property
    def stderr_is_terminal(self) -> bool:
        return _is_terminal(self.stderr)

    @property
    def color(self) -> bool:
        """Is standard output coloured?

        `--color` decides; then NO_COLOR, FORCE_COLOR and CLICOLOR_FORCE; then the terminal.
        """
        if self.color_choice != "auto":
            return self.color_choice == "always"
        if self.variables.get("NO_COLOR"):
            return False
        for name in ("FORCE_COLOR", "CLICOLOR_FORCE"):
            if self.variables.get(name, "0") not in ("", "0"):
                return True
        if self.variables.get("CLICOLOR") == "0" or self.variables.get("TERM") == "dumb":
            return False
        return self.stdout_is_terminal

    @property
    def utf8(self) -> bool:
        """Does the locale promise that a terminal shows more than ASCII?"""
        for name in ("LC_ALL", "LC_CTYPE", "LANG"):
            locale = self.variables.get(name, "")
            if locale:
                return locale.lower().replace("-", "").endswith("utf8")
        return False

    @property
    def width(self) -> int:
        """Columns of the terminal: COLUMNS, else what the terminal says, else 80."""
        return self._columns(self.stdout)

    @property
    def height(self) -> int:
        """Rows of the terminal, 24 where it does not say."""
        try:
            return os.get_terminal_size(self.stdout.fileno()).lines or 24
        except (OSError, ValueError):
            return 24

    @property
    def message_columns(self) -> int:
        """Columns at hand for messages, 0 where no terminal shows them and lines stay whole."""
        return max(40, self._columns(self.stderr)) if self.stderr_is_terminal else 0

    def _columns(self, stream: TextIO) -> int:
        columns = self.variables.get("COLUMNS", "")
        if columns.isascii() and columns.isdigit() and len(columns) < 10 and int(columns) > 0:
            return int(columns)
        try:
            return os.get_terminal_size(stream.fileno()).columns or 80
        except (OSError, ValueError):
            return 80

    @property
    def processors(self) -> int:
        """How many processors this process may use."""
        if hasattr(os, "sched_getaffinity"):
            return len(os.sched_getaffinity(0)) or 1
        return os.cpu_count() or 1

    # ---- messages ----

    def say(self, message: str) -> None:
        """One line on standard error: `acquire: MESSAGE`.

        Control characters in it are spelt out, never sent.
        """
        self.show("acquire: " + message.replace("\n", "\\n"))

    def show(self, text: str) -> None:
        """Several lines on standard error, as they are but for control characters.

        A terminal is given lines that fit, broken between words; anything else is searched line
        by line.
        """
        lines = [printable(line) for line in text.split("\n")]
        columns = self.message_columns
        if columns:
            lines = [part for line in lines for part in _fitting(line, columns)]
        self._to_stderr("\n".join(lines) + "\n")

    def _to_stderr(self, text: str) -> None:
        """A message that cannot be delivered is no reason to fail: the exit code still speaks."""
        try:
            self.stderr.write(text)
            self.stderr.flush()
        except (OSError, ValueError):
            discard(self.stderr)

    @property
    def debug(self) -> bool:
        return self.variables.get("ACQUIRE_DEBUG", "") not in ("", "0")

    # ---- paths ----

    @property
    def config_dir(self) -> Path | None:
        return self._base("XDG_CONFIG_HOME", ".config")

    @property
    def data_dir(self) -> Path | None:
        return self._base("XDG_DATA_HOME", ".local/share")

    @property
    def state_dir(self) -> Path | None:
        return self._base("XDG_STATE_HOME", ".local/state")

    def _base(self, variable: str, below_home: str) -> Path | None:
        """The program's folder under an XDG base, not created; None for a user without a home.

        A relative path in the variable is ignored, as the XDG specification asks.
        """
        base = self.variables.get(variable, "")
        if not os.path.isabs(base):
            home = self.home
            if home is None:
                return None
            base = os.path.join(home, below_home)
        return Path(base, "acquire")

    @property
    def home(self) -> str | None:
        """The user's own folder: HOME, else what the system knows of the user."""
        home = self.variables.get("HOME", "")
        if os.path.isabs(home):
            return home
        try:
            import pwd

            home = pwd.getpwuid(os.getuid()).pw_dir
        except (ImportError, KeyError, AttributeError):
            home = os.path.expanduser("~")
        return home if os.path.isabs(home) else None


def _fitting(line: str, columns: int) -> list[str]:
    if width(line) <= columns:
        return [line]
    text = line.lstrip(" ")
    return wrapped(text, columns, " " * (len(line) - len(text)))


def shipped(name: str) -> Path:
    """The folder `notation` or `games`:

    inside an installed package, beside the package in a checkout.
    """
    installed = PACKAGE / "data" / name
    return installed if installed.is_dir() else PACKAGE.parent / name


def discard(stream: TextIO) -> None:
    """Point the descriptor of a broken stream at the null device.

    What is left in its buffer then goes nowhere, and the interpreter has nothing to complain about
    while it shuts down.
    """
    try:
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, stream.fileno())
        os.close(null)
    except (OSError, ValueError):
        pass


def discard_if_stuck(stream: TextIO, seconds: float) -> None:
    """Discard a stream that takes nothing within so many seconds: whoever is asked to stop does not
    wait for it longer."""
    from select import select

    try:
        ready = select([], [stream], [], seconds)[1]
    except (OSError, ValueError):  # nothing of the system's
        return
    if not ready:
        discard(stream)


def _patient_stdin() -> BinaryIO | None:
    buffer = getattr(sys.stdin, "buffer", None)
    raw = getattr(buffer, "raw", None)
    if not isinstance(raw, io.FileIO):
        return buffer
    return io.BufferedReader(PatientFile(raw.fileno(), "rb", closefd=False))


def _guarded_stdout() -> TextIO:
    stream: TextIO | None = sys.stdout
    if stream is None:
        return cast(TextIO, _NoOutput())
    if stream is not cast(TextIO | None, sys.__stdout__):
        return stream  # somebody captures it, a test for one
    stream.flush()
    raw: io.RawIOBase = GuardedFile(stream.fileno(), "wb", closefd=False)
    return io.TextIOWrapper(
        io.BufferedWriter(raw, 1 << 16),
        encoding="utf-8",
        errors="surrogateescape",
        newline="\n",
        line_buffering=raw.isatty(),
    )


def _is_terminal(stream: BinaryIO | TextIO | None) -> bool:
    try:
        return stream is not None and stream.isatty()
    except ValueError:  # closed
        return False
