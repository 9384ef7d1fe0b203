"""Reading a stream of bytes into records, one game at a time.

Nothing closes a game: the magic line opens one, blank lines mean nothing, a truncated file is a
valid unfinished game, and reading goes on at the next line after an error. Memory is bounded by
one game, time is linear in the bytes.
"""

import re
from collections.abc import Iterable, Iterator
from typing import BinaryIO, Final, NamedTuple

from acquire_cli.notation.findings import ERROR, WARNING, Finding
from acquire_cli.notation.lexer import BLANKS, NO_HANDLES, small
from acquire_cli.notation.parse import TurnError, parse_turn
from acquire_cli.notation.record import Header, Record, listed_handles

MAX_LINE: Final = 65_536
MAX_LINES: Final = 20_000

KNOWN_HEADERS: Final = (
    "ruleset",
    "rules",
    "players",
    "name",
    "event",
    "site",
    "date",
    "round",
    "start",
    "first",
    "hand",
    "view",
    "commit",
    "shuffle",
    "seed",
    "bag",
    "position",
)
"""The keys of the notation, in canonical order; ``name`` and ``hand`` stand for ``name.HANDLE``."""

MAGIC: Final = re.compile(rb"[ \t]*acquire[ \t]+([0-9]{1,6})[ \t]*\r*\n?", re.IGNORECASE)
_HEADER: Final = re.compile(r"[ \t]*([A-Za-z][A-Za-z0-9_.-]*)[ \t]*:[ \t]*(.*)")
# The C1 controls too: a terminal may take U+009B for the start of a command.
_CONTROL: Final = re.compile("[\x00-\x08\x0a-\x1f\x7f-\x9f]")
_UNCLEAN: Final = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f]")
_PRINTED: Final = b"\n" + bytes(range(32, 127))
"""What most records consist of."""

BOM: Final = b"\xef\xbb\xbf"
_HANDLE: Final = re.compile(r"[a-z][a-z0-9_]{1,11}")


class Cut(NamedTuple):
    """A game cut from a stream and not read yet; whoever reads it gives the record it has there.

    ``raw`` are its lines, ``preface`` those above a stream's first magic line. ``number`` says
    which game of the stream it is, ``line`` which line it begins with, both from 1; ``opened``
    that this is a magic line, ``long`` that there are more lines than are read.
    """

    raw: bytes
    number: int
    line: int
    preface: bytes
    opened: bool
    long: bool


def read_games(stream: BinaryIO, file: str = "") -> Iterator[Record]:
    """The games of a stream, in order, as they come."""
    for cut in cut_games(stream):
        yield read_cut(cut, file)


def cut_games(stream: BinaryIO) -> Iterator[Cut]:
    """The same games before they are read, for whoever has them read elsewhere."""
    number = 0
    line = 0
    first = 1
    lines: list[bytes] = []
    opened = False
    preface = b""
    while True:
        raw = stream.readline(MAX_LINE + 2)
        if not raw:
            break
        line += 1
        if len(raw) > MAX_LINE and not raw.endswith(b"\n"):
            raw = _skip_rest(stream, raw)
        if 48 <= raw[0] <= 57:  # a digit: a turn, and most lines are one
            if len(lines) <= MAX_LINES:
                lines.append(raw)
            elif not opened:
                lines[-1] = raw
            continue
        if raw[:3] == BOM:  # on any line: files are joined with cat
            raw = raw[3:]
        if raw[:8].lstrip()[:1] in b"aA" and MAGIC.fullmatch(raw):
            if opened or has_text(lines):
                number += 1
                yield _cut(lines, number, first, preface, opened)
                preface = b""
            else:
                preface = b"".join(lines)
            lines = [raw]
            first = line
            opened = True
        elif len(lines) <= MAX_LINES:
            lines.append(raw)
        elif not opened and has_text([raw]):
            lines[-1] = raw
    if opened or has_text(lines):
        number += 1
        yield _cut(lines, number, first, preface, opened)


def _cut(lines: list[bytes], number: int, line: int, preface: bytes, opened: bool) -> Cut:
    long = len(lines) > MAX_LINES
    raw = b"".join(lines[:MAX_LINES] if long else lines)
    return Cut(raw, number, line, preface, opened, long)


def _skip_rest(stream: BinaryIO, raw: bytes) -> bytes:
    """Skip what is left of a line too long to be read, in constant memory.

    What stands for it is as long, and is a comment, or text, or neither, as that was.
    """
    first = raw.lstrip(b" \t")[:1]
    while not raw.endswith(b"\n"):
        more = stream.readline(MAX_LINE)
        if not more:
            break
        raw = more
    return first + b" " * (MAX_LINE + 1) + b"\n"


def has_text(lines: Iterable[bytes]) -> bool:
    """Whether anything but blanks and comments stands there; no line has its byte order mark."""
    return any(line.strip(b" \t\r\n")[:1] not in (b"", b"#") for line in lines)


def read_cut(cut: Cut, file: str = "") -> Record:
    """The record of a game that was cut."""
    raw = cut.raw
    first = cut.line
    record = Record(file, cut.number, first)
    builder = _Builder(record)
    preface = _lines(cut.preface)
    record.lost = cut.long or len(preface) > MAX_LINES
    if len(preface) > MAX_LINES:
        builder.too_many(MAX_LINES + 1)
    for at, comment in enumerate(preface):
        record.above.append(_as_text(comment))
        record.lost = record.lost or _too_long(comment)
        comment_text = (builder.decoded(comment, at + 1) or "").strip(BLANKS)
        if comment_text:
            record.preface.append(comment_text[1:].rstrip(BLANKS))
    try:
        text = raw.decode("utf-8")
        clean = not raw.translate(None, _PRINTED) or not _UNCLEAN.search(text)
    except UnicodeDecodeError:
        text = ""
        clean = False
    if len(raw) > MAX_LINE and max(map(len, _lines(raw))) > MAX_LINE:
        clean = False
    if not cut.opened:
        builder.skipping = True
        lines = _lines(raw)
        # None where it comes after more lines than are read.
        at = next((at for at, line in enumerate(lines) if has_text([line])), len(lines))
        shown = lines[at] if at < len(lines) else b""
        record.findings.append(builder.finding("E-magic", _say_magic(), first + at, shown))
    if clean:
        texts = text.split("\n")
        if texts and not texts[-1]:
            texts.pop()
        record.raw = texts
        if cut.opened:
            builder.magic(texts[0], first)
            builder.take_all(texts[1:], first + 1)
        else:
            builder.take_all(texts, first)
    else:
        for at, line in enumerate(_lines(raw)):
            record.lost = record.lost or _too_long(line)
            record.raw.append(_as_text(line))
            decoded = builder.decoded(line, first + at)
            if decoded is None:
                continue
            if at == 0 and cut.opened:
                builder.magic(decoded, first)
            else:
                builder.take(decoded, first + at)
    if cut.long:
        builder.too_many(first + MAX_LINES)
    builder.close()
    return record


def _lines(raw: bytes) -> list[bytes]:
    """Lines with their ends; only a line feed ends one."""
    lines = [line + b"\n" for line in raw.split(b"\n")]
    last = lines.pop()[:-1]
    if last:
        lines.append(last)
    return lines


def is_text(raw: bytes) -> bool:
    """Whether a line can be read at all: it is not too long, is UTF-8 and has no control
    character."""
    try:
        text = raw.decode("utf-8").rstrip("\r\n")
    except UnicodeDecodeError:
        return False
    return not _too_long(raw) and _CONTROL.search(text) is None


def _as_text(raw: bytes) -> str:
    """A line as it stands, whatever it holds."""
    return raw.removesuffix(b"\n").decode("utf-8", "surrogateescape")


def _too_long(raw: bytes) -> bool:
    return len(raw.rstrip(b"\r\n")) > MAX_LINE


def _say_magic() -> str:
    return "a game begins with the line 'acquire 1'; this belongs to none"


def _decode(raw: bytes) -> str:
    return raw.decode("utf-8", "replace")


class _Builder:
    """Takes the lines of one game, one after the other."""

    def __init__(self, record: Record) -> None:
        self.record = record
        self.above: list[str] = []
        self.playing = False
        self.skipping = False
        self.seen: set[str] = set()
        self.handles: frozenset[str] = frozenset()

    def finding(
        self,
        code: str,
        message: str,
        line: int,
        text: "str | bytes",
        start: int = 0,
        length: int = 0,
        severity: str = ERROR,
        hint: str = "",
    ) -> Finding:
        if isinstance(text, bytes):
            text = _decode(text).rstrip("\r\n")
        length = length or max(1, len(text.rstrip()) - start)
        return Finding(
            code,
            message,
            self.record.file,
            line,
            start + 1,
            length,
            hint,
            text,
            severity,
            self.record.number,
        )

    def too_many(self, line: int) -> None:
        """There are more lines than are read: from this one on."""
        message = f"a game has at most {MAX_LINES:,} lines"
        self.record.findings.append(self.finding("E-game-long", message, line, b""))

    def decoded(self, raw: bytes, line: int) -> str | None:
        """The text of a line that is not plain, or None with a finding."""
        if self.skipping:
            return None
        text = self._decoded(raw, line)
        if text is None and self.playing and self.record.broken < 0:
            self.record.broken = len(self.record.turns)
        return text

    def _decoded(self, raw: bytes, line: int) -> str | None:
        found = self.record.findings
        if _too_long(raw):
            found.append(
                self.finding("E-line-long", f"the line has more than {MAX_LINE:,} bytes", line, "")
            )
            return None
        try:
            text = raw.decode("utf-8").rstrip("\r\n")
        except UnicodeDecodeError as error:
            shown = raw.decode("utf-8", "replace").rstrip("\r\n")
            at = len(raw[: error.start].decode("utf-8", "replace"))
            found.append(self.finding("E-utf8", "these bytes are not UTF-8", line, shown, at, 1))
            return None
        control = _CONTROL.search(text)
        if control:
            code = ord(control.group())
            found.append(
                self.finding(
                    "E-control",
                    f"a control character (U+{code:04X}) has no place in a record",
                    line,
                    text,
                    control.start(),
                    1,
                )
            )
            return None
        return text

    def magic(self, text: str, line: int) -> None:
        version = text.split()[1]
        if version.lstrip("0") != "1":
            self.skipping = True
            self.record.findings.append(
                self.finding(
                    "E-version", f"version {version} of the format cannot be read", line, text
                )
            )

    def take_all(self, texts: list[str], line: int) -> None:
        """Take lines one after the other; most are turns, so those go the short way."""
        turns = self.record.turns
        for text in texts:
            if self.playing and "0" <= text[:1] <= "9" and self.record.result is None:
                try:
                    turn = parse_turn(text, self.handles)
                except TurnError as error:
                    self._bad_turn(error, text, line)
                else:
                    turn.line = line
                    turn.text = text
                    turns.append(turn)
            else:
                self.take(text, line)
            line += 1

    def take(self, text: str, line: int) -> None:
        if self.skipping:
            return
        if self.playing and text and 48 <= ord(text[0]) <= 57:
            self._turn(text, line)
            return
        stripped = text.strip(BLANKS)
        if not stripped:
            return
        if stripped[0] == "#":
            self._comment(stripped[1:])
            return
        header = _HEADER.fullmatch(text)
        if header and len(header.group(1)) > 1 and header.group(1).lower() not in self.handles:
            self._header(header, text, line)
            return
        if self.playing or self._is_turn(stripped):
            self._turn(text, line)
            return
        message = "this is neither a header nor a turn"
        hint = self._meant(stripped)
        self.record.findings.append(self.finding("E-header", message, line, text, hint=hint))

    def _is_turn(self, stripped: str) -> bool:
        word = stripped.replace("\t", " ").split(" ", 1)[0]
        return "0" <= word[0] <= "9" or small(word) in self.handles or word in (".", "-")

    def _meant(self, stripped: str) -> str:
        """What a line before the first turn that is nothing may have been meant for."""
        word, _, rest = stripped.replace("\t", " ").partition(" ")
        if small(word) in KNOWN_HEADERS:
            return f"a header has a colon: {small(word)}: {rest.strip()}"
        if not self.handles:
            return "a turn can be told once there is a line like `players: ann bob`"
        return f"a turn begins with its number or with one of {' '.join(self.record.handles)}"

    def _comment(self, text: str) -> None:
        record = self.record
        if record.result is not None:
            record.closing.append(text)
        elif record.turns:
            turn = record.turns[-1]
            if turn.after:
                turn.after.append(text)
            else:
                turn.after = [text]
        else:
            self.above.append(text)

    def _header(self, found: "re.Match[str]", text: str, line: int) -> None:
        record = self.record
        key = found.group(1).lower()
        header = Header(key, found.group(2).rstrip(BLANKS), line, found.start(2) + 1, text)
        start = found.start(1)
        if key == "result":
            if record.result is not None:
                record.findings.append(
                    self.finding("E-header-twice", "a game has one result", line, text, start, 6)
                )
                return
            record.result = header
            return
        if self.playing or record.result is not None:
            record.findings.append(
                self.finding(
                    "E-header-late",
                    f"{key}: stands after the first turn",
                    line,
                    text,
                    start,
                    len(key),
                )
            )
            return
        if key in self.seen:
            record.findings.append(
                self.finding("E-header-twice", f"{key}: stands twice", line, text, start, len(key))
            )
            return
        self.seen.add(key)
        header.above = self.above
        self.above = []
        record.headers.append(header)
        base = key.partition(".")[0]
        if not (base in KNOWN_HEADERS and (base in ("name", "hand")) == ("." in key)):
            if not key.startswith("x-"):
                record.findings.append(
                    self.finding(
                        "W-header",
                        f"{key}: is not a header of the notation; it is kept",
                        line,
                        text,
                        start,
                        len(key),
                        WARNING,
                        "keys of your own begin with x-",
                    )
                )
        elif key == "players":
            self._players(header)

    def _players(self, header: Header) -> None:
        handles: dict[str, None] = {}
        for found in listed_handles(header.value):
            handle = found.group().lower()
            problem = ""
            hint = "two to twelve of a-z, 0-9 and _, the first a letter"
            if not (found.group().isascii() and _HANDLE.fullmatch(handle)):
                problem = f"{found.group()!r} is no handle"
                first = handle.replace("\t", " ").partition(" ")[0]
                if first != handle and _HANDLE.fullmatch(first) and first not in NO_HANDLES:
                    hint = (
                        f"a handle has no blank: {first}; the whole name is a header of its own, "
                        f"name.{first}: {' '.join(found.group().split())}"
                    )
            elif handle in NO_HANDLES:
                problem = f"{handle!r} is a word of the notation, no handle"
            elif handle in handles:
                problem = f"{handle} stands there twice"
            if problem:
                self.record.findings.append(
                    self.finding(
                        "E-players",
                        problem,
                        header.line,
                        header.text,
                        header.column - 1 + found.start(),
                        len(found.group()),
                        hint=hint,
                    )
                )
            else:
                handles[handle] = None
        self.record.handles = list(handles)
        self.handles = frozenset(handles)
        for other in self.record.headers:
            if other.key in self.handles:
                start = other.text.lower().index(other.key)
                message = f"{other.key} is a player, and no header"
                self.record.findings.append(
                    self.finding("E-header", message, other.line, other.text, start, len(other.key))
                )

    def _turn(self, text: str, line: int) -> None:
        record = self.record
        if not self.playing:
            self.playing = True
            record.opening = self.above
            self.above = []
        if record.result is not None:
            record.findings.append(
                self.finding("E-after-result", "a turn stands after the result", line, text)
            )
            return
        try:
            turn = parse_turn(text, self.handles)
        except TurnError as error:
            self._bad_turn(error, text, line)
            return
        turn.line = line
        turn.text = text
        record.turns.append(turn)

    def _bad_turn(self, error: TurnError, text: str, line: int) -> None:
        record = self.record
        if record.broken < 0:
            record.broken = len(record.turns)
        record.findings.append(
            self.finding(
                error.code, error.message, line, text, error.start, error.length, hint=error.hint
            )
        )

    def close(self) -> None:
        record = self.record
        if self.above:
            record.opening += self.above
