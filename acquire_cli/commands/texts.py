"""What becomes of each game's text, written out one after the other or back into its file."""

import errno
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import BinaryIO, cast

from acquire_cli.commands import exits
from acquire_cli.commands.environment import Environment
from acquire_cli.commands.output import Inputs, destination, reason, written_at_once
from acquire_cli.commands.report import report
from acquire_cli.notation.findings import Finding
from acquire_cli.notation.lexer import BLANKS
from acquire_cli.notation.record import Record

HELD = 1_000_000
"""Bytes of a new text that wait in memory."""

Text = tuple[str | None, list[Finding]]
"""A game's text, and the findings that keep it as it stands; None where not all of it is held."""

TextsOf = Callable[[BinaryIO, str], Iterator[Text]]
"""The texts of the games of a stream; the name is that of the file, `-` standard input."""


class _LostError(Exception):
    """A game of which not all was held cannot be passed on."""


def text_of(record: Record, lines: list[str] | None, found: list[Finding]) -> Text:
    """A game's canonical lines as text; where there are none, the game as it stands."""
    if lines is not None:
        return "\n".join(lines) + "\n", []
    if record.lost:
        return None, found
    return "\n".join(_as_it_stands(record)) + "\n", found


def _as_it_stands(record: Record) -> list[str]:
    """The lines of a game that is left alone, without empty ones at its end."""
    lines = record.above + record.raw
    while lines and not lines[-1].strip(BLANKS + "\r"):
        lines.pop()
    return lines


def write_out(
    environment: Environment, inputs: Inputs, texts: TextsOf, output: str | None, force: bool
) -> int:
    """Write the games to where `-o` says; the exit code."""
    answer = exits.YES
    cut_short = written_at_once(output)
    end = "the output ends before it" if cut_short else f"{output} is not written"
    try:
        with destination(environment, output, overwrite=force, records=True) as out:
            first = True
            for file, stream in inputs:
                try:
                    for text, found in texts(stream, file):
                        if found:
                            answer = exits.NO
                            report(environment, found)
                        if text is None:
                            game = f"{file}: game {found[0].game}"
                            raise _LostError(f"{game} is too long to be passed on, {end}")
                        out.write(text if first else "\n" + text)
                        first = False
                except OSError as error:
                    inputs.refuse(file, error)
    except _LostError as error:
        environment.say(str(error))
        return exits.UNREADABLE
    return inputs.code(answer)


def write_back(
    environment: Environment, inputs: Inputs, texts: TextsOf, check: bool = False
) -> int:
    """Write each file anew that changes, if all its games could be read; the exit code.

    With `check` none is written, and the names of those that would be are the output. A file
    without a game is left alone.
    """
    answer = exits.YES
    for file, stream in inputs:
        with _NewText(file) as new:
            try:
                fate = _formed(environment, stream, texts, file, None if check else new)
                if fate and not check:
                    stream.close()  # some systems put nothing in the place of an open file
                    _put_back(environment, new, file)
            except OSError as error:
                inputs.refuse(file, error)
                continue
        if not fate:
            answer = exits.NO if fate is None else answer
        elif check:
            answer = exits.NO
            with destination(environment, None, records=True) as out:
                out.write(f"{file}\n")
    return inputs.code(answer)


def _formed(
    environment: Environment,
    stream: BinaryIO,
    texts: TextsOf,
    file: str,
    new: "_NewText | None",
) -> bool | None:
    """Whether the text of a file changes, None where a game could not be read; ``new`` takes it.

    Raises OSError where a game is too long to be held, or the new text.
    """
    from hashlib import sha256

    before, after = sha256(), sha256()
    watched = cast(BinaryIO, _Watched(stream, before.update))
    good = True
    between = ""
    for text, found in texts(watched, file):
        if found:
            good = False
            report(environment, found)
        if text is None:
            said = f"game {found[0].game} is too long to be held, the file is left alone"
            raise OSError(errno.EFBIG, said, file)
        data = (between + text).encode("utf-8", "surrogateescape")
        between = "\n"
        after.update(data)
        if new is not None:
            new.write(data)
    if not good:
        return None
    return bool(between) and before.digest() != after.digest()


def _put_back(environment: Environment, new: "_NewText", file: str) -> None:
    """Put a text in the place of a file. Raises OSError."""
    if not os.path.isfile(file):
        raise OSError(errno.EINVAL, "no regular file, so it cannot be written back", file)
    with destination(environment, file) as out:
        for data in new.read():
            out.write(data.decode("utf-8", "surrogateescape"))


class _NewText:
    """The new text of a file, game by game: a long one waits on disk, not in memory.

    What fails there is an OSError that names the file and the folder.
    """

    def __init__(self, file: str) -> None:
        from tempfile import SpooledTemporaryFile

        self._file = file
        self._held = SpooledTemporaryFile(HELD)  # noqa: SIM115  closed by us, whatever it says
        self._lengths: list[int] = []

    def __enter__(self) -> "_NewText":
        return self

    def __exit__(self, kind: object, value: object, trace: object) -> None:
        with suppress(OSError):  # what it could not write is written nowhere
            self._held.close()

    def write(self, data: bytes) -> None:
        with self._named():
            self._held.write(data)
        self._lengths.append(len(data))

    def read(self) -> Iterator[bytes]:
        """What was written, in the same pieces."""
        with self._named():
            self._held.seek(0)
        for length in self._lengths:
            with self._named():
                data = self._held.read(length)
            yield data

    @contextmanager
    def _named(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            from tempfile import gettempdir

            said = f"no room for its new text in {gettempdir()}: {reason(error)}"
            raise OSError(error.errno, said, self._file) from error


class _Watched:
    """A stream whose lines are noted as they are read; nobody reads but by lines."""

    def __init__(self, stream: BinaryIO, note: Callable[[bytes], None]) -> None:
        self._stream = stream
        self._note = note

    def readline(self, size: int = -1, /) -> bytes:
        line = self._stream.readline(size)
        self._note(line)
        return line

    def __getattr__(self, name: str) -> object:
        """Where it stands, say."""
        return getattr(self._stream, name)
