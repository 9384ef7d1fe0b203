"""Playing a record's turns, one after the other: the longest valid prefix and the first fault.

Everything that looks at a game goes through ``advance``: validation, replay, standings, writing.
"""

import re
from collections.abc import Container, Iterator
from typing import Final, NamedTuple

from acquire_cli.engine import codes as c
from acquire_cli.engine.scoring import totals
from acquire_cli.engine.state import State
from acquire_cli.notation.findings import ERROR, WARNING, Finding
from acquire_cli.notation.lexer import CASH, NUMBER, OPEN, locate, small
from acquire_cli.notation.record import Header, Record
from acquire_cli.notation.resolve import Fault, play_turn
from acquire_cli.notation.turn import Turn
from acquire_cli.records.game import Game, Library, at_header, open_game

REASONS: Final = ("declared", "exhausted", "stalled", "abandoned", "unfinished")
_TOTAL: Final = re.compile(r"([a-z][a-z0-9_]{1,11})=(-?\d{1,12})", re.IGNORECASE | re.ASCII)
_SEPARATED: Final = r"=-?\d{1,3}(,\d{3})+(?!\d)"
"""Thousands with commas, looked for only where a total is wrong."""


class Step(NamedTuple):
    """A turn that was played: its number, who played it (in turn order), what happened."""

    number: int
    player: int
    turn: Turn
    log: list[tuple[int, ...]]


def at_turn(
    record: Record,
    turn: Turn,
    number: int,
    code: str,
    message: str,
    kind: str = "",
    which: int = 0,
    hint: str = "",
) -> Finding:
    """A finding at a token of a turn line, the ``which``-th of its kind."""
    span = locate(turn.text, kind, which, record.handles)
    return _at_span(record, turn, number, code, message, span, hint)


def _at_span(
    record: Record,
    turn: Turn,
    number: int,
    code: str,
    message: str,
    span: tuple[int, int],
    hint: str = "",
    severity: str = ERROR,
) -> Finding:
    """A finding at a place of a turn line, its start (from 0) and length."""
    start, length = span
    return Finding(
        code,
        message,
        record.file,
        turn.line,
        start + 1,
        length,
        hint,
        turn.text,
        severity,
        record.number,
        number,
    )


_TELLING: Final = (
    "E-turn",
    "E-irregular",
    "E-not-largest",
    "E-no-end",
    "E-aside",
    "E-must-redraw",
)
"""Faults whose message says all there is; what could come next in the turn is beside the point."""


def advance(game: Game, turn: Turn) -> Finding | None:
    """Play the next turn of a record on ``game.state``; on a fault, say what and where.

    After a fault the state is where the turn stopped; nobody should go on from there.
    """
    number = game.played + 1
    state = game.state
    if turn.number and turn.number != number:
        message = f"turn {turn.number} stands where turn {number} comes"
        return at_turn(game.record, turn, number, "E-number", message, NUMBER)
    player = state.turn
    if turn.drew is not None:
        game.counted = state.unknown[player] >= 0
    fault = play_turn(state, turn, game.names)
    if fault is not None:
        return _finding(game, turn, number, fault)
    game.played = number
    if turn.irregular is not None:
        _note(game, turn, number, player)
    if turn.cash:
        return _check_cash(game, turn, number, player)
    return None


def _finding(game: Game, turn: Turn, number: int, fault: Fault) -> Finding:
    from acquire_cli.notation.choices import expected  # only a faulty game pays for it

    hint = "" if fault.code in _TELLING else expected(game.state, game.names)
    return at_turn(
        game.record, turn, number, fault.code, fault.message, fault.kind, fault.which, hint
    )


def _note(game: Game, turn: Turn, number: int, player: int) -> None:
    """Keep count of the money that moved against the rules, and a warning for each ``~``."""
    from acquire_cli.notation.irregular import warnings

    assert turn.irregular is not None
    for moved in turn.irregular.moved:
        game.moved[game.names.player[moved.handle] if moved.handle else player] += moved.money
    for token, said in warnings(game.state, turn, game.names, player):
        span = token.start, token.end - token.start
        game.noted.append(
            _at_span(game.record, turn, number, "W-irregular", said, span, severity=WARNING)
        )


def take_notes(game: Game) -> list[Finding]:
    """The warnings about irregular turns since they were last taken."""
    noted, game.noted = game.noted, []
    return noted


def _check_cash(game: Game, turn: Turn, number: int, player: int) -> Finding | None:
    for which, (handle, amount) in enumerate(turn.cash):
        who = game.names.player.get(handle, -1) if handle else player
        if who < 0:
            message = f"no player is called {handle}"
            return at_turn(game.record, turn, number, "E-handle", message, CASH, which)
        if game.state.cash[who] != amount:
            message = (
                f"{game.names.handles[who]} has {game.state.cash[who]} after this turn, "
                f"not {amount}"
            )
            more = amount - game.state.cash[who]
            moved = f"~{game.names.handles[who]}{more:+d}"
            hint = f"money that moved against the rules: {moved}, before the shares that are bought"
            if abs(more) >= 10**12:  # which is more than a record holds
                hint = ""
            return at_turn(game.record, turn, number, "E-assert", message, CASH, which, hint)
    return None


def is_soft(finding: Finding) -> bool:
    """Whether the game goes on after a finding: an assertion that fails changes nothing."""
    return finding.code == "E-assert" or finding.severity == WARNING


def open_at(game: Game, step: Step) -> State | None:
    """The position in which an open turn stops, once it is played; None for a turn that is over."""
    state = game.state
    stops = step.turn.open and state.phase != c.OVER and state.turn == step.player
    return state if stops else None


def steps(game: Game, found: list[Finding], logged: bool = True) -> Iterator[Step]:
    """The turns of a game that can be played, in order; what stops or disturbs it is ``found``.

    ``game.state`` is the position after each step as it is yielded.
    """
    record = game.record
    turns = record.turns
    count = len(turns)
    for at, turn in enumerate(turns):
        if at == record.broken:
            return
        if turn.open and at + 1 < count:
            message = "only the last turn of a game can be open"
            found.append(at_turn(record, turn, at + 1, "E-open", message, OPEN))
            return
        state = game.state
        log: list[tuple[int, ...]] = []
        if logged:
            state.log = log
        player = state.turn
        finding = advance(game, turn)
        if game.noted:
            found += take_notes(game)
        if finding is not None:
            found.append(finding)
            if not is_soft(finding):
                return
        yield Step(at + 1, player, turn, log)


def check(record: Record, library: Library | None = None) -> list[Finding]:
    """Every finding of a game, in the order of its lines: what ``acquire validate`` says."""
    game, found = open_game(record, library)
    found = record.findings + found
    if game is not None:
        found += _check_turns(game)
    if len(found) > 1:
        found.sort(key=lambda f: (f.line, f.column))
    return found


def _check_turns(game: Game) -> list[Finding]:
    found: list[Finding] = []
    record = game.record
    played = 0
    if record.broken < 0 and not any(t.open for t in record.turns[:-1]):
        # The plain case, without a generator between the turns.
        for turn in record.turns:
            finding = advance(game, turn)
            if finding is not None:
                found.append(finding)
                if not is_soft(finding):
                    return take_notes(game) + found
            played += 1
        found = take_notes(game) + found
    else:
        for _ in steps(game, found, logged=False):
            played += 1
    if played == len(record.turns) and record.broken < 0:
        found += check_result(game)
    return found


def _meant(header: Header) -> str:
    """What to write instead where a total may be wrong for its form."""
    separated = re.search(_SEPARATED, header.value, re.ASCII) is not None
    return "amounts are written without separators: ann=6000" if separated else ""


def check_result(game: Game) -> list[Finding]:
    """Recompute the result and compare it with the one that stands there."""
    record = game.record
    header = record.result
    if header is None:
        return []
    state = game.state
    words = [(m.group(), m.start()) for m in re.finditer(r"[^ \t,]+", header.value)]
    reason = small(words[0][0]) if words else ""
    if reason not in REASONS:
        hint = "one of " + ", ".join(REASONS)
        message = "result: begins with the reason of the end"
        return [at_header(record, header, "E-result", message, 0, max(1, len(reason)), hint)]
    found: list[Finding] = []
    over = c.REASON_NAMES[state.reason]
    if state.phase == c.OVER:
        if reason != over:
            message = f"the game ended as {over}, not as {reason}"
            found.append(at_header(record, header, "E-result", message, 0, len(reason)))
    elif reason in ("declared", "exhausted", "stalled") and not (
        reason != "declared" and min(state.unknown) < 0
    ):
        message = f"the turns do not get to an end that is {reason}"
        found.append(at_header(record, header, "E-result", message, 0, len(reason)))
    money = totals(state)
    if game.corrected:  # what is said to be the result is the real money
        money = [a + b for a, b in zip(money, game.moved, strict=True)]
    money = game.seat_totals(money)
    seen: set[str] = set()
    for word, start in words[1:]:
        match = _TOTAL.fullmatch(word)
        handle = match.group(1).lower() if match else ""
        if match is None or handle not in record.handles or handle in seen:
            message = f"{word!r} is no total: HANDLE=AMOUNT, each player once"
            found.append(
                at_header(record, header, "E-result", message, start, len(word), _meant(header))
            )
            continue
        seen.add(handle)
        real = money[record.handles.index(handle)]
        if int(match.group(2)) != real:
            message = f"{handle} has {real}, not {int(match.group(2))}"
            found.append(
                at_header(record, header, "E-result", message, start, len(word), _meant(header))
            )
    missing = [handle for handle in record.handles if handle not in seen]
    if seen and missing and not found:
        message = f"the total of {' '.join(missing)} is missing"
        found.append(at_header(record, header, "E-result", message))
    return found


def positions_before(
    record: Record, numbers: Container[int], library: Library | None = None
) -> dict[int, str]:
    """The positions before some turns, as text; without those that the game does not get to."""
    from acquire_cli.notation.position import position_text

    game, found = open_game(record, library)
    if game is None:
        return {}
    handles = game.names.handles
    positions = {1: position_text(game.state, handles)} if 1 in numbers else {}
    for step in steps(game, found, logged=False):
        if step.number + 1 in numbers:
            positions[step.number + 1] = position_text(game.state, handles)
    return positions
