"""Buying shares: up to three in all, from the supply, for cash (edge case 15)."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from acquire_cli.engine.board import note_supply
from acquire_cli.engine.codes import (
    BUY,
    E_BOUGHT,
    OK,
    R_CASH,
    R_NO_CHAIN,
    R_NOT_ON_BOARD,
    R_PHASE,
    R_SUPPLY,
    R_TOO_MANY,
)
from acquire_cli.engine.state import State
from acquire_cli.engine.tables import EVERY_CHAIN, ON_BOARD
from acquire_cli.engine.turn import end_judged

if TYPE_CHECKING:
    from mypy_extensions import i64


def begin_buying(s: State) -> None:
    """The placement is settled; judge the end on the board as it lies now (edge case 16)."""
    s.phase = BUY
    s.actor = s.turn
    s.tile = -1
    judge_end(s)


def judge_end(s: State) -> None:
    """Note whether the end may be declared on this board."""
    rules = s.rules
    safe = s.safe
    if safe == 0 and rules.size_end_is_safe:
        s.can_end = False
    elif _longest(s, safe if rules.size_end_is_safe else s.active) >= rules.end:
        s.can_end = True
    elif rules.all_safe_end == ON_BOARD:
        s.can_end = safe != 0 and safe == s.active
    elif rules.all_safe_end == EVERY_CHAIN:
        s.can_end = safe == rules.every
    else:
        s.can_end = False


def _longest(s: State, chains: int) -> int:
    """The size of the largest of some chains."""
    size = s.size
    most = 0
    for chain in s.rules.mask_chains[chains]:
        if size[chain] > most:
            most = size[chain]
    return most


def buy_actions(s: State) -> Sequence[int]:
    """Every basket that supply and cash allow, the empty one first."""
    rules = s.rules
    baskets = rules.baskets(s.offered)
    cash = s.cash[s.turn]
    # Cash may be more than a number of the machine holds, so whatever meets it is none.
    ample: int = s.dearest * rules.max_buys
    if cash >= ample:
        if s.scarce == 0:
            return baskets.actions
        cash = ample
    return baskets.affordable(s.price, s.bank, s.scarce != 0, s.dearest, cash)


def basket_cost(s: State, basket: int) -> int:
    """What a basket costs at the prices of this phase."""
    cost = 0
    for chain in range(s.rules.chains):
        price: int = s.price[chain]
        cost += (basket >> (3 * chain) & 7) * price
    return cost


def buy(s: State, basket: int) -> int:
    """Buy a basket (three bits a chain); a refused one changes nothing."""
    if s.phase != BUY:
        return R_PHASE
    if basket:
        rules = s.rules
        if basket < 0 or basket >> (3 * rules.chains):
            return R_NO_CHAIN
        active: i64 = s.active
        bank = s.bank
        price = s.price
        shares: i64 = 0
        cost: i64 = 0
        short = False
        rest: i64 = basket
        chain: i64 = 0
        while rest:
            count: i64 = rest & 7
            if count:
                if not active >> chain & 1:
                    return R_NOT_ON_BOARD
                if bank[chain] < count:
                    short = True
                shares += count
                each: i64 = price[chain]
                cost += count * each
            rest >>= 3
            chain += 1
        if shares > rules.max_buys:
            return R_TOO_MANY
        if short:
            return R_SUPPLY
        player = s.turn
        due: int = cost
        if due > s.cash[player]:
            return R_CASH
        s.cash[player] -= due
        held = s.shares
        at: i64 = player * rules.chains
        rest = basket
        chain = 0
        while rest:
            count = rest & 7
            if count:
                left = bank[chain] - count
                bank[chain] = left
                if left < rules.max_buys:
                    note_supply(s, chain)
                held[at + chain] = held[at + chain] + count
            rest >>= 3
            chain += 1
        if s.log is not None:
            s.log.append((E_BOUGHT, player, basket, cost))
    end_judged(s)
    return OK
