"""What happened at a table although the rules forbid it, where the game can go on from it.

Only what keeps the laws that always hold: each tile is in one place, shares come from the supply
and go back to it, nobody's cash is below zero, the board is one that the rules could have made.
Each of these breaks one rule and no other, and logs that it was broken. ``legal`` knows none of
them, and ``game.play`` leads to none.
"""

from acquire_cli.engine.board import is_unseen, note_supply
from acquire_cli.engine.codes import (
    ASIDE_SQUARE,
    BUY,
    E_ADJUSTED,
    E_BOUGHT,
    E_IRREGULAR,
    E_PASSED,
    END,
    I_ASIDE,
    I_BUYS,
    I_DRAWS,
    I_END,
    I_KEPT,
    I_PASS,
    LOOSE,
    OK,
    PLACE,
    R_CASH,
    R_GONE,
    R_HELD,
    R_MUST_REDRAW,
    R_NO_END,
    R_NO_SQUARE,
    R_NOT_IN_HAND,
    R_NOT_ON_BOARD,
    R_OCCUPIED,
    R_PHASE,
    R_SUPPLY,
)
from acquire_cli.engine.purchase import basket_cost, begin_buying
from acquire_cli.engine.state import State
from acquire_cli.engine.turn import draw_up, end_judged, end_or_go_on, next_turn, set_aside


def _note(s: State, broken: int) -> None:
    if s.log is not None:
        s.log.append((E_IRREGULAR, s.turn, broken))


def pass_over(s: State) -> int:
    """No tile is placed, though one could be; shares may be bought."""
    if s.phase != PLACE:
        return R_PHASE
    if s.aside:
        return R_MUST_REDRAW
    _note(s, I_PASS)
    if s.log is not None:
        s.log.append((E_PASSED, s.turn))
    begin_buying(s)
    return OK


def adjust(s: State, player: int, money: int, basket: int, sign: int) -> int:
    """Money or shares (three bits a chain) that the bank gave (``sign`` 1) or took (-1)."""
    if s.phase != BUY:
        return R_PHASE
    chains = s.rules.chains
    at = player * chains
    if s.cash[player] + sign * money < 0:
        return R_CASH
    for chain in range(chains):
        count = basket >> (3 * chain) & 7
        if sign > 0 and s.bank[chain] < count:
            return R_SUPPLY
        if sign < 0 and s.shares[at + chain] < count:
            return R_HELD
    _move(s, player, sign * money, basket, sign)
    if s.log is not None:
        s.log.append((E_ADJUSTED, player, sign * money, basket, sign))
    return OK


def _move(s: State, player: int, money: int, basket: int, sign: int) -> None:
    """Money to a player, and shares with it (``sign`` 1) or from him (-1); judged before."""
    s.cash[player] += money
    at = player * s.rules.chains
    for chain in range(s.rules.chains):
        count = sign * (basket >> (3 * chain) & 7)
        s.bank[chain] -= count
        note_supply(s, chain)
        s.shares[at + chain] += count


def buy_beyond(s: State, basket: int) -> int:
    """Buy more shares than a turn allows; the supply, the cash and the chains hold all the same."""
    if s.phase != BUY:
        return R_PHASE
    short = False
    for chain in range(s.rules.chains):
        count = basket >> (3 * chain) & 7
        if count and not s.active >> chain & 1:
            return R_NOT_ON_BOARD
        if s.bank[chain] < count:
            short = True
    if short:
        return R_SUPPLY
    cost = basket_cost(s, basket)
    if cost > s.cash[s.turn]:
        return R_CASH
    _move(s, s.turn, -cost, basket, 1)
    _note(s, I_BUYS)
    if s.log is not None:
        s.log.append((E_BOUGHT, s.turn, basket, cost))
    end_judged(s)
    return OK


def put_aside(s: State, square: int) -> int:
    """A tile of the hand leaves the game, whatever it would do; before the hand is filled."""
    if s.phase != BUY:
        return R_PHASE
    if square < 0 or square >= s.rules.squares:
        return R_NO_SQUARE
    player = s.turn
    if square not in s.hands[player]:
        cell = s.cells[square]
        if cell == ASIDE_SQUARE:
            return R_GONE
        if cell <= LOOSE:
            return R_OCCUPIED
        if s.unknown[player] == 0 or not is_unseen(s, square):
            return R_NOT_IN_HAND
    _note(s, I_ASIDE)
    set_aside(s, player, [square])
    return OK


def ask_anyway(s: State) -> None:
    """Let the turn stop after the purchase as if the end could be declared."""
    s.can_end = True


def declare(s: State) -> int:
    """Declare the end too early."""
    if s.phase != END:
        return R_NO_END
    _note(s, I_END)
    return end_or_go_on(s, 1)


def keep_dead(s: State) -> int:
    """The end of the turn without a look at dead tiles that ought to leave."""
    if s.phase != END:
        return R_PHASE
    _note(s, I_KEPT)
    draw_up(s, s.turn)
    next_turn(s)
    return OK


def withhold(s: State) -> int:
    """Draw nothing from here on, as if the bag were empty, until ``restore`` gets the answer."""
    _note(s, I_DRAWS)
    left = s.bag_left
    s.bag_left = 0
    return left


def restore(s: State, left: int) -> None:
    """Tiles can be drawn again."""
    s.bag_left = left
