"""The two doors of the engine: what may be done, and doing it.

``legal(s)`` and ``play(s, action)`` read the same tables: an action is in ``legal(s)`` exactly
when ``play(s, action)`` returns 0.
"""

from collections.abc import Sequence

from acquire_cli.engine.codes import (
    A_ASIDE,
    A_BANK,
    A_BUY,
    A_DISPOSE,
    A_DONE,
    A_END,
    A_FOUND,
    A_NEXT,
    A_PASS,
    A_PLACE,
    A_REDRAW,
    A_SURVIVOR,
    ASIDE,
    BANK,
    BUY,
    DISPOSE,
    END,
    FOUND,
    NEXT,
    OVER,
    PLACE,
    R_OVER,
    R_PHASE,
    SURVIVOR,
)
from acquire_cli.engine.merger import (
    bank_actions,
    choose_next,
    choose_survivor,
    dispose,
    dispose_actions,
    next_actions,
    survivor_actions,
    tell_bank_tile,
)
from acquire_cli.engine.placement import (
    found,
    found_actions,
    no_placement,
    place,
    place_actions,
    redraw,
    tell_redraw,
)
from acquire_cli.engine.purchase import buy, buy_actions
from acquire_cli.engine.state import State
from acquire_cli.engine.turn import (
    aside_actions,
    aside_done,
    choose_aside,
    end_actions,
    end_or_go_on,
)


def legal(s: State) -> Sequence[int]:
    """Every action that ``s.actor`` may take now; empty when the game is over."""
    phase = s.phase
    if phase == PLACE:
        return place_actions(s)
    if phase == BUY:
        return buy_actions(s)
    if phase == DISPOSE:
        return dispose_actions(s)
    if phase == FOUND:
        return found_actions(s)
    if phase == END:
        return end_actions()
    if phase == SURVIVOR:
        return survivor_actions(s)
    if phase == NEXT:
        return next_actions(s)
    if phase == ASIDE:
        return aside_actions(s)
    if phase == BANK:
        return bank_actions(s)
    return ()


def play(s: State, action: int) -> int:
    """Take an action: 0, or the number of a refusal (``codes.R_…``) and nothing has changed."""
    kind = action & 15
    payload = action >> 4
    if s.phase == OVER:
        return R_OVER
    if kind == A_PLACE:
        return place(s, payload)
    if kind == A_BUY:
        return buy(s, payload)
    if kind == A_DISPOSE:
        return dispose(s, payload)
    if kind == A_FOUND:
        return found(s, payload)
    if kind == A_END:
        return end_or_go_on(s, payload)
    if kind == A_SURVIVOR:
        return choose_survivor(s, payload)
    if kind == A_NEXT:
        return choose_next(s, payload)
    if kind == A_ASIDE:
        return tell_redraw(s, payload) if s.phase == PLACE else choose_aside(s, payload)
    if kind == A_BANK:
        return tell_bank_tile(s, payload)
    if payload:
        return R_PHASE
    if kind == A_PASS:
        return no_placement(s)
    if kind == A_REDRAW:
        return redraw(s)
    if kind == A_DONE:
        return aside_done(s)
    return R_PHASE
