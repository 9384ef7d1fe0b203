"""Files in and out: the inputs a command was given, and the file that `-o` names.

An input that cannot be read is a message and an exit code, and the inputs after it are still read.
An output appears whole or not at all.
"""

import errno
import io
import os
import stat
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import BinaryIO, TextIO, cast

from acquire_cli.commands import exits
from acquire_cli.commands.environment import Environment, GuardedFile, OutputError
from acquire_cli.commands.signals import stopping_tidily
from acquire_cli.display.clean import printable_lines

BUFFER = 1 << 16


class Inputs:
    """The files of a command line, opened one after the other as binary streams.

    `-` is standard input, which is read only where it is named.

        inputs = Inputs(environment, files)
        for name, stream in inputs:
            ...
        return inputs.code(answer)
    """

    def __init__(self, environment: Environment, names: Sequence[str]) -> None:
        self.environment = environment
        self.names = names
        self.unreadable = 0
        self._stdin_used = False

    def __iter__(self) -> Iterator[tuple[str, BinaryIO]]:
        """Yields (name, stream); the stream is closed when the next one is asked for.

        One that breaks off while it is read raises an OSError that carries its name: catch it and
        call `refuse` to go on with the next.
        """
        for name in self.names:
            try:
                stream = self._open(name)
            except OSError as error:
                self.refuse(name, error)
                continue
            try:
                yield name, stream
            finally:
                if name != "-":
                    stream.close()

    def refuse(self, name: str, error: OSError) -> None:
        """Report an input that could not be read, and remember it for the exit code."""
        self.unreadable += 1
        self.environment.say(f"{name or repr(name)}: {reason(error)}")

    def code(self, answer: int = exits.YES) -> int:
        """The exit code: the answer, unless something could not be read."""
        return exits.UNREADABLE if self.unreadable else answer

    def _open(self, name: str) -> BinaryIO:
        if name != "-":
            return io.BufferedReader(_NamedFile(name, "rb"), BUFFER)
        if self._stdin_used:
            raise OSError(errno.EINVAL, "standard input was already read", name)
        if self.environment.stdin is None:
            raise OSError(errno.EBADF, "standard input is closed", name)
        self._stdin_used = True
        return self.environment.stdin


class _NamedFile(io.FileIO):
    """A file whose read errors carry its name, which the system leaves out."""

    def readinto(self, buffer: "bytearray | memoryview") -> int | None:  # type: ignore[override]
        try:
            return super().readinto(buffer)
        except OSError as error:
            raise OSError(error.errno, error.strerror, self.name) from error

    def readall(self) -> bytes:
        try:
            return super().readall()
        except OSError as error:
            raise OSError(error.errno, error.strerror, self.name) from error


def _text_into(file: "str | int") -> TextIO:
    return io.TextIOWrapper(
        io.BufferedWriter(cast(io.RawIOBase, GuardedFile(file, "w")), BUFFER),
        encoding="utf-8",
        errors="surrogateescape",
        newline="\n",
    )


@contextmanager
def destination(
    environment: Environment, path: str | None, *, overwrite: bool = True, records: bool = False
) -> Iterator[TextIO]:
    """The text stream that `-o PATH` names; standard output for None and `-`.

    A regular file is written beside its place and moved there when the block ends well, so whoever
    looks sees the old content or the new, never half. Mode and, where permitted, owner of an
    existing file are kept, and a symbolic link stays a link. A device or pipe is written straight,
    and so is what is open already (`/dev/stdout`, `/dev/fd/3`), from where it stands.
    With `overwrite=False` an existing file is refused. `records=True` is for text that is passed on
    as it stands in a record: on a terminal, and only there, its control characters are spelt out.
    Raises OSError with PATH as its filename.
    """
    if path is None or path == "-":
        yield _spelt_out(environment.stdout, records)
        return
    if not path:
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), path)
    try:
        handle = _open_already(path)
        if handle == 1:
            yield _spelt_out(environment.stdout, records)
            return
        if handle is not None or _is_device(path):
            with _text_into(path if handle is None else os.dup(handle)) as out:
                yield _spelt_out(out, records)
            return
        target = os.path.realpath(path)
        if not overwrite and os.path.lexists(path):
            raise FileExistsError(errno.EEXIST, "File exists; --force overwrites it", path)
        with stopping_tidily(), _beside(target) as (temporary, stream):
            yield stream
            stream.flush()
            _like_existing(stream.fileno(), target)
            os.fsync(stream.fileno())
            stream.close()
            _move(temporary, target, overwrite=overwrite)
        _sync_folder(os.path.dirname(target))
    except OutputError as error:
        raise OSError(error.errno, str(error), path) from error
    except OSError as error:
        if error.filename is None or _is_ours(error.filename, path):
            raise OSError(error.errno, error.strerror, path) from error
        raise


def written_at_once(path: str | None) -> bool:
    """Whether what goes to `-o PATH` is there as it comes, not when all of it is: on standard
    output, on a device, in a pipe."""
    return path is None or path == "-" or _open_already(path) is not None or _is_device(path)


_HANDLES = {"/dev/stdout": 1, "/dev/stderr": 2}
_FOLDERS = ("/dev/fd/", "/proc/self/fd/")


def _open_already(path: str) -> int | None:
    """The number of the process's own open file that a path names."""
    path = os.path.normpath(path)
    for folder in _FOLDERS:
        number = path.removeprefix(folder)
        if number != path and number.isascii() and number.isdecimal() and len(number) < 10:
            return int(number)
    return _HANDLES.get(path)


def _is_device(path: str) -> bool:
    return os.path.exists(path) and not os.path.isfile(path)


class _SpeltOut(io.TextIOBase):
    """A terminal that is sent what stands in records, and obeys nothing of it."""

    def __init__(self, terminal: TextIO) -> None:
        self._terminal = terminal

    def writable(self) -> bool:
        return True

    def write(self, text: str) -> int:
        self._terminal.write(printable_lines(text))
        return len(text)

    def flush(self) -> None:
        self._terminal.flush()


def _spelt_out(stream: TextIO, records: bool) -> TextIO:
    return cast(TextIO, _SpeltOut(stream)) if records and stream.isatty() else stream


def reason(error: OSError) -> str:
    """What went wrong, without the number and the file name."""
    return error.strerror or str(error) or type(error).__name__


@contextmanager
def _beside(target: str) -> Iterator[tuple[str, TextIO]]:
    """A new file in the folder of `target`: its path, and a text stream into it.

    It goes away if this ends badly, at whatever moment: its name is known before it is made.
    """
    folder = os.path.dirname(target)
    temporary = ""
    mode = 0o666
    with suppress(OSError):
        mode = stat.S_IMODE(os.stat(target).st_mode)  # nobody else is to see a private one
    try:
        for attempt in range(100):
            temporary = os.path.join(folder, f".acquire-{os.getpid()}-{attempt}.tmp")
            try:
                handle = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
                stream = _text_into(handle)
                break
            except FileExistsError:
                temporary = ""
        else:
            raise FileExistsError(errno.EEXIST, "no free name for a temporary file", folder)
        with stream:
            yield temporary, stream
    except BaseException:
        if temporary:
            with suppress(OSError):
                os.unlink(temporary)
        raise


def _is_ours(filename: object, path: str) -> bool:
    name = os.fsdecode(filename) if isinstance(filename, str | bytes) else ""
    return name == path or os.path.basename(name).startswith(f".acquire-{os.getpid()}-")


def _like_existing(handle: int, target: str) -> None:
    try:
        old = os.stat(target)
    except FileNotFoundError:
        return
    if hasattr(os, "fchown"):
        with suppress(OSError):
            os.fchown(handle, old.st_uid, old.st_gid)
        os.fchmod(handle, stat.S_IMODE(old.st_mode))


def _move(temporary: str, target: str, *, overwrite: bool) -> None:
    if overwrite:
        os.replace(temporary, target)
        return
    try:
        os.link(temporary, target)  # fails if somebody was faster; a rename would not
    except FileExistsError:
        raise
    except OSError:  # a file system without links
        if os.path.lexists(target):
            raise FileExistsError(errno.EEXIST, "File exists", target) from None
        os.replace(temporary, target)
    else:
        os.unlink(temporary)


def _sync_folder(folder: str) -> None:
    """Make the move itself survive a power cut, where the system can."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
