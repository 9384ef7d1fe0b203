"""JSON documents and JSON lines of records, read from any bytes and written.

JSON lines: an object with ``"type": "game"`` and what stands above the turns, then one with
``"type": "turn"`` a turn, then, where there is a result, one with ``"type": "result"``. Whatever
cannot be read is a finding; reading goes on with the next game that begins a line. Memory is
bounded by one game.
"""

import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import BinaryIO, NamedTuple

from msgspec import DecodeError, Raw, ValidationError
from msgspec.json import Decoder, Encoder, schema_components

from acquire_cli.formats.document_record import FormError, path_of, record_of
from acquire_cli.formats.escape import escaped
from acquire_cli.formats.plain_turn import PlainLine, PlainTurn, turn_of
from acquire_cli.formats.record_document import document_of, header_lines, turn_line
from acquire_cli.formats.record_form import SCHEMA, Document, Head, Line, Text, TurnLine
from acquire_cli.notation.findings import Finding
from acquire_cli.notation.reader import MAX_LINES
from acquire_cli.notation.record import Record
from acquire_cli.notation.turn import Turn

MAX_DOCUMENT = 1 << 22
"""Bytes of a document, or of a line of JSON lines."""

MAX_DEPTH = 16
MAX_FOUND = 20
"""So many lines of a game that cannot be read are told."""


class GameLine(Head, tag_field="type", tag="game"):
    """The first line of a game."""


class TurnOfGame(TurnLine, tag_field="type", tag="turn"):
    """A line for a turn."""


class ResultLine(Line, tag_field="type", tag="result"):
    """The line for the result; ``comments`` stand below it."""

    value: Text
    comments: list[Text] = []  # noqa: RUF012  a Struct copies it


class _Outline(Document, kw_only=True):
    """A document whose turns are still to be decoded."""

    turns: list[Raw] = []  # type: ignore[assignment]  # noqa: RUF012


_encode = Encoder().encode
_whole_document = Decoder(Document).decode
_outline = Decoder(_Outline).decode
_turn = Decoder(TurnLine).decode
_plain_turn = Decoder(PlainTurn).decode
_plain_line = Decoder(PlainLine).decode
_line = Decoder(GameLine | TurnOfGame | ResultLine).decode
_AnyTurn = TurnLine | Turn
_UNDECODABLE = (DecodeError, UnicodeDecodeError, RecursionError)
_TOO_LARGE = f"more than {MAX_DOCUMENT:,} bytes for a game"
_SIGNS = re.compile(rb'"(?:[^"\\]++|\\.)*+(?:"|\\?$)|[{}\[\]]')
_OPENING = (b"{", b"[")
_CLOSING = (b"}", b"]")
_PATH = re.compile(r"(.*?)(?: - at `(.*)`)?", re.DOTALL)
_BYTE = re.compile(r"\(byte ([0-9]+)\)")


def schema() -> dict[str, object]:
    """The JSON Schema of documents and lines; `notation/record.schema.json` is made from it."""
    forms = (Document, GameLine, TurnOfGame, ResultLine)
    _, made = schema_components(forms, ref_template="#/$defs/{name}")
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A record of the game Acquire, schema 1",
        "description": "One game as one document, without loss: what was written, turn by turn, "
        "and nothing that follows from it. What a turn does not have is left out. As JSON lines a "
        "game is a GameLine, a TurnOfGame for each turn and, where there is a result, a "
        "ResultLine.",
        "$ref": "#/$defs/Document",
        "$defs": made,
    }


class Read(NamedTuple):
    """A game that was read: its record (None: it could not be), the line it begins in, what is
    wrong with it, and the lines it was gathered from where it came as JSON lines."""

    record: Record | None
    line: int
    found: list[Finding]
    lines: "_Gathered | None" = None

    def placed(self, found: list[Finding]) -> list[Finding]:
        """Findings of the record with their place in the JSON."""
        return [self._placed(one) for one in found]

    def _placed(self, found: Finding) -> Finding:
        assert self.record is not None
        line, path = self.line, path_of(self.record, found)
        if self.lines is not None:
            line, path = self.lines.place(path)
        return found._replace(file=f"{found.file}:{line}:{path}", line=0)


# ---- writing ----


def document_text(record: Record) -> str:
    """The document of a record, on one line."""
    return _text(_encode(document_of(record))) + "\n"


def lines_text(record: Record) -> str:
    """A record as JSON lines."""
    head = GameLine(
        schema=SCHEMA,
        preface=record.preface,
        headers=header_lines(record),
        comments=record.opening,
    )
    lines = [_encode(head)]
    lines += [_encode(turn_line(turn, TurnOfGame)) for turn in record.turns]
    if record.result is not None:
        lines.append(_encode(ResultLine(record.result.value, record.closing)))
    lines.append(b"")
    return "\n".join(_text(line) for line in lines)


def _text(encoded: bytes) -> str:
    """Encoded JSON as text in which nothing stands that a terminal might obey."""
    return escaped(encoded.decode("utf-8"))


# ---- documents ----


def read_documents(stream: BinaryIO, file: str = "") -> Iterator[Read]:
    """The games of a stream of documents, one after the other, laid out in any way."""
    number = 0
    cutter = _Cutter()
    for line, raw in _numbered(stream):
        if len(raw) > MAX_DOCUMENT:
            yield _refused(file, line, number + 1, _TOO_LARGE)
            return
        if cutter.depth == 0 and raw[:1] == b"{" and raw.rstrip()[-1:] == b"}":
            # Mostly a line is a document.
            with suppress(*_UNDECODABLE):
                made, turns = _document(raw)
                number += 1
                cutter.lost = False
                yield _made(made, turns, line, file, number)
                continue
        for start, whole, wrong in cutter.cut(raw, line):
            number += 1
            yield (
                _refused(file, start, number, wrong)
                if wrong
                else _read_document(whole, start, file, number)
            )
        if cutter.stopped:
            return
    if cutter.depth:
        yield _read_document(b"".join(cutter.parts), cutter.start, file, number + 1)


def _read_document(raw: bytes, line: int, file: str, number: int) -> Read:
    try:
        made, turns = _document(raw)
    except _UNDECODABLE as error:
        return Read(None, line, [_wrong(error, raw, file, line, number)])
    return _made(made, turns, line, file, number)


def _document(raw: bytes) -> tuple[Document, list[_AnyTurn]]:
    """A document and its turns; what is wrong is said with its place in the whole."""
    try:
        outline = _outline(raw)
        return outline, [_plain(_plain_turn, one) or _turn(one) for one in outline.turns]
    except _UNDECODABLE:
        made = _whole_document(raw)
        return made, [*made.turns]


def _plain(decode: Callable[[bytes], PlainTurn], raw: bytes) -> Turn | None:
    """A turn that has what most have; None where it is none."""
    try:
        return turn_of(decode(raw))
    except _UNDECODABLE:
        return None


def _made(made: Document, turns: list[_AnyTurn], line: int, file: str, number: int) -> Read:
    try:
        record = record_of(made, turns, made.result, made.closing)
    except FormError as fault:
        return _refused(file, line, number, f"{fault.message} ({fault.path})")
    _place(record, file, number)
    return Read(record, line, [])


def _place(record: Record, file: str, number: int) -> None:
    record.file = file
    record.number = number
    record.findings = [one._replace(file=file, game=number) for one in record.findings]


def _refused(file: str, line: int, number: int, message: str) -> Read:
    return Read(None, line, [Finding("E-json", message, file, line, game=number)])


def _numbered(stream: BinaryIO) -> Iterator[tuple[int, bytes]]:
    """The lines of a stream with their numbers; one that is too long, in part, is the last."""
    line = 0
    while raw := stream.readline(MAX_DOCUMENT + 1):
        line += 1
        if line == 1 and raw[:3] == b"\xef\xbb\xbf":
            raw = raw[3:]
        yield line, raw


class _Cutter:
    """Cuts lines into whole objects; a string of JSON never goes on in the next line.

    ``lost`` says that something else than an object was found, so that no more is said of it until
    the next object begins a line; ``stopped`` that nothing more can be told apart.
    """

    def __init__(self) -> None:
        self.parts: list[bytes] = []
        self.size = 0
        self.depth = 0
        self.start = 1
        self.lost = False
        self.stopped = False

    def cut(self, raw: bytes, line: int) -> Iterator[tuple[int, bytes, str]]:
        """The line an object begins in, the object (it may be none), and why it cannot be read."""
        if self.lost and raw[:1] != b"{":
            return
        self.lost = False
        at = 0
        for sign in _SIGNS.finditer(raw):
            mark = sign.group()
            if self.depth == 0:
                if mark != b"{" or raw[at : sign.start()].strip():
                    break
                self.start = line
                at = sign.start()
            if mark in _OPENING:
                self.depth += 1
                if self.depth > MAX_DEPTH:
                    self._stop()
                    yield line, b"", f"more than {MAX_DEPTH} lists and objects in each other"
                    return
            elif mark in _CLOSING:
                self.depth -= 1
                if self.depth == 0:
                    yield self.start, b"".join([*self.parts, raw[at : sign.end()]]), ""
                    self.parts = []
                    self.size = 0
                    at = sign.end()
        if self.depth == 0:
            if raw[at:].strip():
                self.lost = True
                yield line, b"", "an object is expected here, a document for each game"
            return
        self.parts.append(raw[at:])
        self.size += len(raw) - at
        if self.size > MAX_DOCUMENT:
            self._stop()
            yield self.start, b"", _TOO_LARGE

    def _stop(self) -> None:
        self.stopped = True
        self.depth = 0


def _wrong(error: Exception, raw: bytes, file: str, line: int, number: int) -> Finding:
    """A finding for JSON that cannot be decoded, at its place."""
    if isinstance(error, RecursionError):
        return Finding("E-json", "too many lists and objects within each other", file, line)
    message = str(error)
    column = 1
    path = ""
    if isinstance(error, ValidationError):
        found = _PATH.fullmatch(message)
        if found is not None:
            message, path = found.group(1), found.group(2) or "$"
        message = f"{message} ({path})"
    at = _BYTE.search(message)
    if isinstance(error, UnicodeDecodeError):
        message, offset = "these bytes are not UTF-8", error.start
    else:
        offset = min(int(at.group(1)), len(raw)) if at is not None else -1
        if "truncated" in message and not path:
            offset = len(raw.rstrip())
    if offset >= 0:
        before = raw[:offset]
        line += before.count(b"\n")
        column = len(before[before.rfind(b"\n") + 1 :].decode("utf-8", "replace")) + 1
        message = _BYTE.sub("", message).strip()
    return Finding("E-json", message, file, line, column, game=number)


# ---- lines ----


class _Gathered:
    """The lines of one game as they come."""

    def __init__(self, head: GameLine | None, line: int, number: int) -> None:
        self.head = head
        self.line = line
        self.number = number
        self.turns: list[_AnyTurn] = []
        self.lines: list[int] = []
        self.result: ResultLine | None = None
        self.result_line = line
        self.found: list[Finding] = []

    def take(self, made: _AnyTurn | ResultLine, line: int, file: str) -> None:
        wrong = ""
        if self.head is None:
            wrong = "a line of type game is expected first"
        elif self.result is not None:
            wrong = "nothing of a game stands after its result"
        elif len(self.turns) > MAX_LINES:
            wrong = f"a game has at most {MAX_LINES:,} turns"
        if wrong:
            if not self.found:
                self.found.append(Finding("E-json", wrong, file, line, game=self.number))
        elif isinstance(made, ResultLine):
            self.result = made
            self.result_line = line
        else:
            self.turns.append(made)
            self.lines.append(line)

    def read(self, file: str) -> Read:
        """The game as a record."""
        if self.head is None or self.found:
            return Read(None, self.line, self.found)
        result = self.result
        try:
            record = record_of(
                self.head,
                self.turns,
                result.value if result is not None else None,
                result.comments if result is not None else [],
            )
        except FormError as fault:
            line, path = self.place(fault.path)
            return _refused(file, line, self.number, f"{fault.message} ({path})")
        _place(record, file, self.number)
        return Read(record, self.line, [], self)

    def place(self, path: str) -> tuple[int, str]:
        """The line of a path of a whole document, and the path in that line."""
        found = re.fullmatch(r"\$\.turns\[([0-9]+)\](.*)", path)
        if found is not None:
            return self.lines[int(found.group(1))], "$" + found.group(2)
        if path in ("$.result", "$.closing"):
            return self.result_line, "$.value" if path == "$.result" else "$.comments"
        return self.line, path


def read_lines(stream: BinaryIO, file: str = "") -> Iterator[Read]:
    """The games of a stream of JSON lines."""
    game: _Gathered | None = None
    number = 0
    for line, raw in _numbered(stream):
        if len(raw) <= MAX_DOCUMENT and not raw.strip():
            continue
        if game is not None and len(raw) <= MAX_DOCUMENT:
            plain = _plain(_plain_line, raw)
            if plain is not None:
                game.take(plain, line, file)
                continue
        made: GameLine | TurnOfGame | ResultLine | None = None
        wrong: Finding | None = None
        if len(raw) > MAX_DOCUMENT:
            wrong = Finding("E-json", _TOO_LARGE, file, line)
        else:
            try:
                made = _line(raw)
            except _UNDECODABLE as error:
                wrong = _wrong(error, raw, file, line, number)
        if game is None or isinstance(made, GameLine):
            if game is not None:
                yield game.read(file)
            number += 1
            game = _Gathered(made if isinstance(made, GameLine) else None, line, number)
        if wrong is not None:
            if len(game.found) < MAX_FOUND:
                game.found.append(wrong._replace(game=number))
            if len(raw) > MAX_DOCUMENT:
                break
        elif made is not None and not isinstance(made, GameLine):
            game.take(made, line, file)
    if game is not None:
        yield game.read(file)
