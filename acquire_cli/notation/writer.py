"""Writing: the one canonical text of a turn, a header, a record.

A turn is written from what happened (the engine's log), not from how it was spelled, so whatever
was left out or written another way comes out whole. Marks and comments come from the ``Turn``.
"""

from collections.abc import Sequence

from acquire_cli.engine import codes as c
from acquire_cli.engine.state import State
from acquire_cli.engine.tables import WHOLE_HAND
from acquire_cli.notation.lexer import BLANKS
from acquire_cli.notation.reader import KNOWN_HEADERS
from acquire_cli.notation.record import Header, Record
from acquire_cli.notation.resolve import Names
from acquire_cli.notation.turn import Turn

Log = Sequence[tuple[int, ...]]


def turn_text(
    number: int,
    player: int,
    log: Log,
    name: Names,
    turn: Turn | None = None,
    open_at: State | None = None,
    draws: bool = False,
) -> str:
    """The canonical line of a turn, without its comment.

    ``log`` is what the engine logged in it. ``turn`` gives the marks. ``open_at`` is the state in
    which an open turn stops (the line then ends in ``..``). ``draws`` writes the tiles drawn, if
    there are any: the caller knows whether a bag tells them.
    """
    words = [str(number), name.handles[player]]
    placed = ""
    redraws: list[list[str]] = []
    merger = ""
    clauses: dict[int, str] = {}
    parts: dict[int, list[str]] = {}
    buys = ""
    aside: list[str] = []
    drew: list[str] = []
    end = ""
    moved: list[str] = []
    left: list[str] = []
    broken = -1
    kept = undrawn = False
    last = -1
    for event in log:
        kind = event[0]
        if kind == c.E_PLACED:
            placed = name.tile[event[2]]
        elif kind == c.E_PASSED:
            placed = "~." if broken == c.I_PASS else "."
        elif kind == c.E_FOUNDED:
            placed += "=" + name.letters[event[2]]
        elif kind == c.E_MERGED:
            merger = name.letters[event[1]] + "x"
        elif kind == c.E_DEFUNCT:
            merger += name.letters[event[1]]
            parts[event[1]] = []
        elif kind == c.E_BANK:
            if event[2] >= 0:
                clauses[event[1]] = "^" + name.tile[event[2]]
        elif kind == c.E_DISPOSED:
            parts[event[2]].append(_part(name.handles[event[1]], event[4], event[5], event[6]))
        elif kind == c.E_BOUGHT:
            buys = "+" + name.basket_letters(event[2])
            if broken == c.I_BUYS:
                buys = "~" + buys
        elif kind == c.E_DECLARED:
            end = "~end" if broken == c.I_END else "end"
        elif kind == c.E_IRREGULAR:
            kept = kept or event[2] == c.I_KEPT
            undrawn = undrawn or event[2] == c.I_DRAWS
        elif kind == c.E_ADJUSTED:
            _, who, money, basket, sign = event
            what = str(abs(money)) if money else name.basket_letters(basket)
            moved.append(f"~{name.handles[who]}{'+' if sign > 0 else '-'}{what}")
        elif kind == c.E_ASIDE:
            if broken == c.I_ASIDE:
                left.append(name.tile[event[2]])
            elif name.rules.dead != WHOLE_HAND:
                aside.append(name.tile[event[2]])
            elif last == c.E_ASIDE:
                redraws[-1].append(name.tile[event[2]])
            else:
                redraws.append([name.tile[event[2]]])
        elif kind == c.E_DREW:
            drew.append(name.tile[event[2]] if event[2] >= 0 else "?")
        last = kind
        broken = event[2] if kind == c.E_IRREGULAR else -1
    words += ["x" + ",".join(tiles) for tiles in redraws]
    if placed:
        words.append(placed)
    if merger:
        words.append(merger)
    for chain, holders in parts.items():
        clause = name.letters[chain] + clauses.get(chain, "")
        if holders:
            clause += ":" + ",".join(holders)
        if len(clause) > 1:
            words.append(clause)
    words += moved
    if buys:
        words.append(buys)
    elif open_at is not None and open_at.phase == c.END:
        words.append("+")
    if end:
        words.append(end)
    if left:
        words.append("~x" + ",".join(left))
    if kept:
        words.append("~x")
    if open_at is not None and open_at.phase == c.ASIDE:
        aside += [name.tile[t] for t in open_at.aside]
    if aside or (open_at is not None and open_at.phase == c.ASIDE):
        words.append("x" + ",".join(aside))
    if draws and drew:
        words.append("^" + ",".join(drew))
    if undrawn:
        words.append("~^")
    if turn is not None:
        words += marks(turn, name.handles[player])
    if open_at is not None:
        words.append("..")
    return " ".join(words)


def tells_draws(log: Log, s: State, player: int) -> bool:
    """Whether what a turn drew tells anything: a tile, or how many an uncounted hand took."""
    counted = s.unknown[player] >= 0
    return any(e[0] == c.E_DREW and (e[2] >= 0 or not counted) for e in log)


def _part(handle: str, sold: int, traded: int, kept: int) -> str:
    text = handle + "-"
    if sold:
        text += f"s{sold}"
    if traded:
        text += f"t{traded}"
    if kept:
        text += f"k{kept}"
    return text


def marks(turn: Turn, handle: str) -> list[str]:
    """Cash assertions (the player's own first), glyph, clock, evaluation."""
    words = [f"={amount}" for who, amount in turn.cash if who in ("", handle)]
    words += [f"={who}:{amount}" for who, amount in turn.cash if who not in ("", handle)]
    return words + [mark for mark in (turn.glyph, turn.clock, turn.evaluation) if mark]


def comment_text(comment: str) -> str:
    """A comment as it follows a turn or stands on its own line."""
    return "#" + comment.rstrip(BLANKS)


def header_order(record: Record) -> list[Header]:
    """The headers in canonical order: the notation's own, then the unknown ones as found."""
    seats = {handle: i for i, handle in enumerate(record.handles)}

    def place(entry: tuple[int, Header]) -> tuple[int, int, int]:
        at, header = entry
        base, _, rest = header.key.partition(".")
        if base in KNOWN_HEADERS and (base in ("name", "hand")) == bool(rest):
            return KNOWN_HEADERS.index(base), seats.get(rest, len(seats)), at
        return len(KNOWN_HEADERS), 0, at

    return [header for _, header in sorted(enumerate(record.headers), key=place)]


def header_text(header: Header, value: str) -> list[str]:
    """A header's lines: the comments above it, then the header."""
    lines = [comment_text(text) for text in header.above]
    lines.append(f"{header.key}: {value}".rstrip(BLANKS))
    return lines
