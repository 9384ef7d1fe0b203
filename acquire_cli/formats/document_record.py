"""The record that a JSON document stands for, and its canonical text."""

import re
from collections.abc import Iterable
from io import BytesIO

from acquire_cli.formats.record_form import Disposition, Head, TurnLine
from acquire_cli.formats.turn_words import words_of
from acquire_cli.notation.findings import Finding
from acquire_cli.notation.lexer import BLANKS
from acquire_cli.notation.reader import read_games
from acquire_cli.notation.record import Record
from acquire_cli.notation.turn import Clause, Irregular, Moved, Part, Turn
from acquire_cli.notation.writer import comment_text
from acquire_cli.records.canon import canonical
from acquire_cli.records.game import Library


class FormError(Exception):
    """What the form allows and a record cannot hold: a sentence, and the path to it."""

    def __init__(self, message: str, path: str) -> None:
        super().__init__(message)
        self.message = message
        self.path = path


def record_of(
    head: Head, turns: Iterable[TurnLine | Turn], result: str | None, closing: list[str]
) -> Record:
    """The record that objects stand for, its lines counted as in ``path_of``. Raises FormError.

    A turn that is one already is taken as it is.
    """
    lines = ["acquire 1"]
    keys: set[str] = set()
    for at, header in enumerate(head.headers):
        if header.key in keys or header.key == "result":
            raise FormError(
                f"{header.key!r} cannot be the key of this header", f"$.headers[{at}].key"
            )
        keys.add(header.key)
        lines.append(f"{header.key}: {header.value}".rstrip(BLANKS))
    if result is not None:
        lines.append(f"result: {result}")
    at = _unclean(lines)
    if at >= 0:
        raise FormError(_CONTROL, _path(at, len(keys)))
    [record] = read_games(BytesIO("\n".join(lines).encode("utf-8")))
    if len(record.headers) != len(head.headers) or (record.result is None) != (result is None):
        raise FormError("a key is the handle of a player", "$.headers")
    for made, header in zip(record.headers, head.headers, strict=True):
        made.above = _comments(header.comments, "$.headers")
    record.preface = _comments(head.preface, "$.preface")
    record.opening = _comments(head.comments, "$.comments")
    record.closing = _comments(closing, "$.closing")
    record.turns = [
        turn if isinstance(turn, Turn) else _turn(turn, f"$.turns[{at}]")
        for at, turn in enumerate(turns)
    ]
    at = _unclean([turn.text for turn in record.turns])
    if at >= 0:
        raise FormError(_CONTROL, f"$.turns[{at}]")
    return record


_UNCLEAN = re.compile("[\x00-\x08\x0a-\x1f\x7f-\x9f]")
_CONTROL = "a control character has no place in a record"


def _unclean(texts: list[str]) -> int:
    """Which text has a control character, -1 where none has."""
    if "".join(texts).isprintable():  # mostly, and asked quickly
        return -1
    return next((at for at, text in enumerate(texts) if _UNCLEAN.search(text)), -1)


def _path(line: int, headers: int) -> str:
    if line == 0:
        return "$"
    return f"$.headers[{line - 1}]" if line <= headers else "$.result"


def path_of(record: Record, found: Finding) -> str:
    """Where in its document a finding of a record lies that ``record_of`` has made."""
    if found.turn:
        return f"$.turns[{found.turn - 1}]"
    return _path(max(0, found.line - 1), len(record.headers))


def _comments(texts: list[str], path: str) -> list[str]:
    if _unclean(texts) >= 0:
        raise FormError(_CONTROL, path)
    return [text.rstrip(BLANKS) for text in texts]


def _turn(line: TurnLine, path: str) -> Turn:
    """A turn of whatever words it may have."""
    if (line.defunct is not None and not line.survivor) or (line.founded and not line.tile):
        raise FormError("a turn cannot have one without the other", path)
    turn = Turn()
    turn.number = line.number or 0
    turn.handle = line.player or ""
    turn.redraws = line.redraws
    turn.tile = line.tile or ""
    turn.founded = line.founded or ""
    if line.survivor:
        turn.survivor = line.survivor
        turn.defunct = line.defunct or ""
    if line.dispositions:
        turn.clauses = [_clause(given, path) for given in line.dispositions]
    if line.buys is not None:
        turn.buys = "".join(sorted(line.buys))
    turn.declared = line.end
    turn.aside = line.aside
    turn.looked = line.looked
    turn.drew = line.drew
    if line.asserted:
        turn.cash = [(given.player or "", given.cash) for given in line.asserted]
    turn.glyph = line.mark or ""
    if line.clock:
        turn.clock = "@" + line.clock
    if line.evaluation:
        turn.evaluation = "%" + line.evaluation
    turn.open = line.open
    if line.irregular or line.adjusted or line.left:
        turn.irregular = _irregular(line, path)
    if line.comment is not None:
        [turn.comment] = _comments([line.comment], path + ".comment")
    if line.comments:
        turn.after = _comments(line.comments, path + ".comments")
    turn.text = words_of(turn)
    return turn


def _clause(given: Disposition, path: str) -> Clause:
    if not (given.holders or given.bank):
        raise FormError("a disposition without holders and without a bank's tile", path)
    parts = [
        Part(
            holder.player or "",
            holder.sold,
            holder.traded,
            -1 if holder.kept is None else holder.kept,
        )
        for holder in given.holders
    ]
    return Clause(given.chain or "", given.bank or "", parts)


def _irregular(line: TurnLine, path: str) -> Irregular:
    marked = line.irregular
    there = {"pass": line.tile == ".", "end": line.end, "buys": bool(line.buys)}
    if len(set(marked)) < len(marked) or not all(there.get(what, True) for what in marked):
        raise FormError("what is irregular has to be there, and is said once", path)
    moved = []
    for one in line.adjusted:
        if sum(map(bool, (one.money, one.given, one.taken))) != 1:
            raise FormError("an adjustment has one of money, given and taken", path)
        if one.given and not one.player:
            raise FormError("shares that are given need the player's handle", path)
        given, taken = ("".join(sorted(letters or "")) for letters in (one.given, one.taken))
        moved.append(Moved(one.player or "", one.money or 0, given, taken))
    return Irregular(
        tuple(moved),
        "pass" in marked,
        "buys" in marked,
        "end" in marked,
        tuple(line.left),
        "kept" in marked,
        "draws" in marked,
    )


def text_of(record: Record, library: Library | None = None) -> tuple[list[str], list[Finding]]:
    """The canonical lines of a record made by ``record_of``, and what is wrong with it.

    A game that breaks a rule is written as it stands.
    """
    lines, found = canonical(record, library, judged=True)
    if lines is not None:
        return lines, found
    lines = [comment_text(text) for text in record.preface]
    lines.append("acquire 1")
    for header in record.headers:
        lines += [comment_text(text) for text in header.above]
        lines.append(f"{header.key}: {header.value}".rstrip(BLANKS))
    lines += [comment_text(text) for text in record.opening]
    if record.turns:
        lines.append("")
    for turn in record.turns:
        lines.append(turn.text)
        lines += [comment_text(text) for text in turn.after]
    if record.result is not None:
        lines.append(f"result: {record.result.value}")
    lines += [comment_text(text) for text in record.closing]
    return lines, found
