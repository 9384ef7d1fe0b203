"""Cutting a stream into games without reading them, for whoever needs only part of each.

A piece holds the bytes of one game as they stand, so that it can be passed on unchanged, its head
looked at alone, or the whole given to the reader. Pieces are the games that ``read_games`` finds,
in the same order and with the same numbers: what a magic line is, is the reader's to say. The
reader itself goes line by line, and forgets what is beyond its limits; a piece keeps every byte,
and is found by the word alone, several times as fast. Memory is bounded by one game.
"""

import re
from collections.abc import Iterator
from io import BytesIO
from typing import BinaryIO, NamedTuple

from acquire_cli.notation.reader import BOM, MAGIC, MAX_LINE, has_text, is_text, read_games
from acquire_cli.notation.record import Record

MAX_GAME = 1 << 23
"""Bytes of a game; a larger one is cut off, which its piece says."""

_CHUNK = 1 << 18
_WORD = b"acquire"
# A line that begins with a digit can only be a turn, and no header stands below one.
_TURN = re.compile(rb"\n[0-9][^\n]*")
_HEAD = re.compile(rb"acquire 1\n((?:[a-z][a-z0-9_.-]+: [^ \t\n][^\n]*\n)+)(?:\n*[0-9]|\n*$)")
_PLAYERS = re.compile(r"[a-z][a-z0-9_]{1,11}(?: [a-z][a-z0-9_]{1,11})*")


class Piece(NamedTuple):
    """One game: its bytes, comments above a file's first magic line included; the number of their
    first line; which game of the stream it is, from 1; whether all of it is there."""

    raw: bytes
    line: int
    number: int
    whole: bool


def split(stream: BinaryIO) -> Iterator[Piece]:
    """The games of a stream, in order, as they come."""
    # What has come already is looked at before more is waited for.
    read = getattr(stream, "read1", stream.read)
    front = b""  # of a game that is cut: what is kept of its lines so far
    held = b""
    scanned = 0
    line = 1
    dropped = 0
    number = 0
    opened = cut = False
    while True:
        chunk = read(_CHUNK)
        held += chunk
        end = held.rfind(b"\n", scanned) + 1 if chunk else len(held)
        start = 0
        for boundary in _magic_lines(held, scanned, end):
            raw = front + held[start:boundary]
            if opened or _says(raw):
                number += 1
                yield Piece(raw[:MAX_GAME], line, number, not cut and len(raw) <= MAX_GAME)
                line += raw.count(b"\n") + dropped
                front = b""
                dropped = 0
                cut = False
                start = boundary
            opened = True
        if start:
            held = held[start:]
        if not chunk:
            break
        scanned = max(scanned, end) - start
        # The line under way may be the next game's first, unless it is too long for that.
        endless = len(held) > MAX_GAME and len(held) - scanned > MAX_LINE + 2
        if cut or scanned > MAX_GAME or endless:
            cut = True
            room = MAX_GAME - len(front)
            front += held[: min(scanned, room)]
            dropped += held.count(b"\n", room, scanned)
            held = held[scanned : scanned + MAX_LINE + 3]
            scanned = 0
    raw = front + held
    if opened or _says(raw):
        yield Piece(raw[:MAX_GAME], line, number + 1, not cut and len(raw) <= MAX_GAME)


def _magic_lines(held: bytes, start: int, end: int) -> Iterator[int]:
    """Where the magic lines begin between two line starts."""
    small = held[start:end].lower()
    at = small.find(_WORD)
    while at >= 0:
        begin = small.rfind(b"\n", 0, at) + 1
        stop = small.find(b"\n", at) + 1 or len(small)
        if _is_magic(small[begin:stop]):
            yield start + begin
        at = small.find(_WORD, stop)


def _is_magic(line: bytes) -> bool:
    if len(line) > MAX_LINE and not (len(line) <= MAX_LINE + 2 and line.endswith(b"\n")):
        return False
    return MAGIC.fullmatch(line.removeprefix(BOM)) is not None


def _says(raw: bytes) -> bool:
    """Whether anything but blanks and comments stands there."""
    return has_text(line.removeprefix(BOM) for line in raw.split(b"\n"))


def read_whole(piece: Piece, file: str = "") -> Record:
    """The record of a piece as the reader gives it; its lines count from the first of the piece."""
    record = next(read_games(BytesIO(piece.raw), file))
    record.number = piece.number
    return record


def read_head(piece: Piece, file: str = "") -> Record:
    """The record of a piece without its turns and its result: what the headers say."""
    head = piece.raw
    for turn in _TURN.finditer(piece.raw):
        if is_text(turn.group().removeprefix(b"\n")):  # else the reader passes it over
            head = piece.raw[: turn.start() + 1]
            break
    if not _says(head):  # turns that belong to no game
        head = piece.raw
    return read_whole(piece._replace(raw=head), file)


def head_values(piece: Piece) -> tuple[dict[str, str], list[str]]:
    """The values of a piece's headers by key, and the handles of its players in seat order."""
    plain = _plain_head(piece.raw)
    if plain is not None:
        return plain
    record = read_head(piece)
    return {header.key: header.value for header in record.headers}, record.handles


def _plain_head(raw: bytes) -> tuple[dict[str, str], list[str]] | None:
    """The same from a head in canonical form, without the reader; None where it is not quite so."""
    found = _HEAD.match(raw)
    if found is None or found.end() >= MAX_LINE:
        return None
    try:
        text = found.group(1).decode("utf-8")
    except UnicodeDecodeError:
        return None
    if not text.replace("\n", " ").isprintable():
        return None
    values: dict[str, str] = {}
    for line in text.split("\n"):
        key, _, value = line.partition(": ")
        if key in values:
            return None
        values[key] = value.rstrip(" ")
    values.pop("", None)
    players = values.get("players", "")
    handles = players.split(" ")
    if (
        "result" in values
        or _PLAYERS.fullmatch(players) is None
        or len(set(handles)) < len(handles)
        or not values.keys().isdisjoint(handles)
    ):
        return None
    return values, handles
