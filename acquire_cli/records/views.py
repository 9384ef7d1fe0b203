"""A record as one player, or the table, may see it (edge case 20): a record by itself.

What is shown: everything played, the start tiles, the player's own first hand and own draws, tiles
set aside and the bank's, since those are face up. What is not: the bag, the seed it was made from,
the salt of a commitment, other hands and other draws.

Comments, judgements (``!?``, ``%``) and headers that the notation does not know are the words of
somebody who may have seen everything, so they go unless they are asked for: a view that lacks a
remark can be mended, one that has told a hand cannot.
"""

from typing import Final

from acquire_cli.engine import codes as c
from acquire_cli.engine.view import seen_by
from acquire_cli.notation.findings import ERROR, Finding
from acquire_cli.notation.position import position_text
from acquire_cli.notation.reader import KNOWN_HEADERS
from acquire_cli.notation.record import Header, Record
from acquire_cli.notation.turn import Turn
from acquire_cli.notation.writer import comment_text, header_order, header_text, turn_text
from acquire_cli.records.canon import (
    MAGIC,
    foot_lines,
    header_value,
    log_for,
    plain_text,
    result_value,
)
from acquire_cli.records.game import Game, Library, open_game
from acquire_cli.records.replay import Step, advance, open_at, steps, take_notes

FULL: Final = "full"
TABLE: Final = "table"

_HIDDEN = ("bag", "seed", "shuffle", "hand", "view", "start", "position", "ruleset")
"""Headers that are left out, or made anew."""


def view(
    record: Record,
    who: str,
    library: Library | None = None,
    at: int | None = None,
    remarks: bool = False,
) -> tuple[list[str] | None, list[Finding]]:
    """The canonical lines of what ``who`` (a handle, or ``table``) may know, and what was found.

    ``at`` shows the record as it was after that turn. ``remarks`` keeps comments, judgements and
    unknown headers. The lines are None where the record cannot be played to the end of what is to
    be shown; a record that breaks a rule is not cut short silently.

    A view of another player's view is the table's: nothing more of it is known.
    """
    game, found = open_game(record, library)
    found = record.findings + found
    if game is None or any(f.severity == ERROR for f in record.findings):
        return None, found
    source = record.value("view", FULL).lower()
    if source not in (FULL, who):
        who = TABLE
    player = game.names.player.get(who, -1) if who != TABLE else -1
    lines = _head(game, who, player, remarks)
    last = len(record.turns) if at is None else min(at, len(record.turns))
    if last:
        lines.append("")
        written = None if remarks else _as_they_stand(game, player, last, found)
        if written is None:
            written = _anew(record, library, player, last, remarks, found)
        if written is None:
            return None, found
        lines += written
    if last < len(record.turns):
        return lines, found
    if remarks:
        lines += foot_lines(record)
    elif record.result is not None:
        lines += header_text(Header("result", ""), result_value(record.result))
    return lines, found


def _head(game: Game, who: str, player: int, remarks: bool) -> list[str]:
    """Everything above the first turn; ``game.state`` is the first position."""
    record = game.record
    shown = Record(record.file, record.number, record.line)
    shown.handles = record.handles
    for header in record.headers:
        kept = _header(game, header, remarks)
        if kept is not None:
            shown.headers.append(kept)
    for key, value in _made(game, who, player):
        header = Header(key, value)
        old = record.get(key)
        if remarks and old is not None:
            header.above = old.above
        shown.headers.append(header)
    lines = [comment_text(text) for text in record.preface] if remarks else []
    lines.append(MAGIC)
    for header in header_order(shown):
        lines += header_text(header, header.value)
    if remarks:
        lines += [comment_text(text) for text in record.opening]
    return lines


def _header(game: Game, header: Header, remarks: bool) -> Header | None:
    """A header as it may be seen, or None."""
    base = header.key.partition(".")[0]
    known = base in KNOWN_HEADERS and (base in ("name", "hand")) == ("." in header.key)
    if base in _HIDDEN if known else not remarks:
        return None
    value = header_value(game, header) if known else header.value
    if header.key == "commit":
        value = value.split()[0]  # the salt would open the bag to whoever tries a few
    shown = Header(header.key, value)
    if remarks:
        shown.above = header.above
    return shown


def _made(game: Game, who: str, player: int) -> list[tuple[str, str]]:
    """The headers that a view has for those of the whole record: key and value."""
    state = game.state
    record = game.record
    tile = game.names.tile
    ruleset = game.rules.ruleset
    made = [("ruleset", f"{ruleset.name}@{ruleset.revision}"), ("view", who)]
    if record.get("position") is not None:
        return [*made, ("position", position_text(seen_by(state, player), game.names.handles))]
    start = record.get("start")
    if start is not None:
        made.append(("start", header_value(game, start)))
    elif game.dealt:
        first = zip(record.handles, state.bag, strict=False)
        made.append(("start", " ".join(f"{handle}={tile[t]}" for handle, t in first)))
    if player >= 0 and state.hands[player]:
        hand = [tile[t] for t in state.hands[player]] + ["?"] * state.unknown[player]
        made.append((f"hand.{who}", " ".join(hand)))
    return made


def _as_they_stand(game: Game, player: int, last: int, found: list[Finding]) -> list[str] | None:
    """The turns' lines where they are canonical as they are, which most are; else None.

    A turn that only places, founds or buys is compared with its own words; one that merges is
    written from the log. On any doubt all are written the long way.
    """
    record = game.record
    if 0 <= record.broken < last:
        return None
    state = game.state
    tile = game.names.tile
    lines: list[str] = []
    for turn in record.turns[:last]:
        text = plain_text(turn)
        words = text if turn.drew is None else f"{text} ^{','.join(turn.drew)}"
        log = log_for(game, turn, turn.text == words)
        state.log = log
        mover = state.turn
        drawn = state.drawn
        gone = state.gone
        if advance(game, turn) is not None or (turn.open and game.played < len(record.turns)):
            return None
        if log is not None:
            lines += _turn(game, Step(game.played, mover, turn, log), player, False)
            continue
        if (gone or turn.aside) and [tile[t] for t in gone] != turn.aside:
            return None
        uncounted = turn.drew is not None and not game.counted
        if drawn and (uncounted or (mover == player and max(drawn) >= 0)):
            own = mover == player
            text += " ^" + ",".join([tile[t] if own and t >= 0 else "?" for t in drawn])
        lines.append(text)
    found += take_notes(game)
    return lines


def _anew(
    record: Record,
    library: Library | None,
    player: int,
    last: int,
    remarks: bool,
    found: list[Finding],
) -> list[str] | None:
    """The turns' lines as they were played; None, and why, where they do not get to ``last``."""
    game, _ = open_game(record, library)
    assert game is not None
    lines: list[str] = []
    for step in steps(game, found):
        lines += _turn(game, step, player, remarks)
        if step.number == last:
            return lines
    return None


def _turn(game: Game, step: Step, player: int, remarks: bool) -> list[str]:
    """A turn's line, and with ``remarks`` the comments below it.

    Which tiles were drawn is the player's own business. How many went into a hand that nobody has
    counted is told of everybody, or the bag would be lost.
    """
    turn = step.turn
    log = step.log
    at = open_at(game, step)
    if not remarks and (turn.glyph or turn.evaluation):
        turn = _unjudged(turn)
    uncounted = turn.drew is not None and not game.counted
    own = step.player == player
    draws = uncounted or (own and any(e[0] == c.E_DREW and e[2] >= 0 for e in log))
    if not own:
        log = [(*e[:2], -1) if e[0] == c.E_DREW else e for e in log]
        if at is not None and at.aside:
            at = at.copy()
            at.aside = [t for t in at.aside if game.names.tile[t] in turn.aside]
    text = turn_text(step.number, step.player, log, game.names, turn, at, draws)
    if not remarks:
        return [text]
    if turn.comment is not None:
        text += " " + comment_text(turn.comment)
    return [text] + [comment_text(line) for line in turn.after]


def _unjudged(turn: Turn) -> Turn:
    """The same turn without what somebody thought of it."""
    new = turn.copy()
    new.glyph = ""
    new.evaluation = ""
    return new
