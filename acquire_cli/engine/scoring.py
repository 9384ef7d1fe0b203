"""Bonuses, and what everybody is worth if the game ends here. Money in whole dollars."""

from typing import TYPE_CHECKING, NamedTuple

from acquire_cli.engine.codes import BANK
from acquire_cli.engine.state import State
from acquire_cli.engine.tables import Rules

if TYPE_CHECKING:
    from mypy_extensions import i64


def split(total: int, among: int, round_up: bool) -> int:
    """One share of a bonus split ``among`` holders, to a whole hundred (edge case 19).

    Rounded up, or to the nearest hundred with an exact fifty going up; a bonus that is not split
    is paid as it is.
    """
    if among == 1:
        return total
    if round_up:
        return -(-total // (100 * among)) * 100
    return (2 * total + 100 * among) // (200 * among) * 100


def bonuses(rules: Rules, held: list[int], chain: int, size: int) -> list[int]:
    """What each of ``held`` (shares a holder) is paid for a chain of ``size`` tiles.

    With two bonuses the third is 0, so one procedure serves both: those level for first share
    first + second and the next rank has the third; those level for second share second + third;
    those level for third share it. A sole holder takes first + second, or first + third where
    the ruleset says so (text 000).
    """
    most: i64 = 0
    next_most: i64 = 0
    third_most: i64 = 0
    top: i64 = 0
    runners: i64 = 0
    thirds: i64 = 0
    for count in held:
        shares: i64 = count
        if shares == 0:
            continue
        if shares > most:
            third_most, thirds = next_most, runners
            next_most, runners = most, top
            most, top = shares, 1
        elif shares == most:
            top += 1
        elif shares > next_most:
            third_most, thirds = next_most, runners
            next_most, runners = shares, 1
        elif shares == next_most:
            runners += 1
        elif shares > third_most:
            third_most, thirds = shares, 1
        elif shares == third_most:
            thirds += 1
    if top == 0:
        return [0] * len(held)
    first = rules.first[chain][size]
    second = rules.second[chain][size]
    third = rules.third[chain][size]
    rest = 0
    third_each = 0
    if top > 1:
        each = split(first + second, top, rules.round_up)
        if third and runners:
            rest = split(third, runners, rules.round_up)
    elif runners == 0:
        each = first + (third if rules.sole_third else second)
    else:
        each = first
        if runners > 1:
            rest = split(second + third, runners, rules.round_up)
        else:
            rest = second
            if third and thirds:
                third_each = split(third, thirds, rules.round_up)
    paid: list[int] = []
    for count in held:
        shares = count
        if shares == 0:
            paid.append(0)
        elif shares == most:
            paid.append(each)
        elif shares == next_most:
            paid.append(rest)
        elif shares == third_most:
            paid.append(third_each)
        else:
            paid.append(0)
    return paid


class Account(NamedTuple):
    """What a chain brings each player: the bonus he is ``paid``, and a ``price`` a share held."""

    chain: int
    held: list[int]
    paid: list[int]
    price: int


def _paid_already(s: State) -> int:
    """The chains, a bit each, whose bonus the merger under way has paid."""
    if s.survivor < 0:
        return 0
    settled = s.merging & ~s.pending & ~(1 << s.survivor)
    if s.phase == BANK:
        settled &= ~(1 << s.defunct)
    return settled


def accounts(s: State) -> list[Account]:
    """Those of every chain on the board, if the game were scored at this point (edge case 18).

    The bank is no holder in the final account (edge case 14). In the middle of a merger the defunct
    chains are still on the board; a bonus that has been paid is not paid again.
    """
    rules = s.rules
    settled = _paid_already(s)
    out: list[Account] = []
    for chain in rules.mask_chains[s.active]:
        size = s.size[chain]
        held = s.shares[chain :: rules.chains]
        if settled >> chain & 1:
            paid = [0] * s.players
        else:
            paid = bonuses(rules, held, chain, size)
        out.append(Account(chain, held, paid, rules.price[chain][size]))
    return out


def totals(s: State) -> list[int]:
    """Each player's money if the game were scored at this point."""
    out = s.cash[:]
    for _, held, paid, price in accounts(s):
        for who in range(s.players):
            out[who] += paid[who] + held[who] * price
    return out


def ranks(money: list[int]) -> list[int]:
    """Ranks with ties: equal money is an equal rank (1, 1, 3)."""
    return [1 + sum(other > mine for other in money) for mine in money]
