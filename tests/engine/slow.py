"""The rules a second time, slowly and by other means: what may be done, found by trying.

Reads a position's public facts only (cells, hands, money, shares), none of the engine's tables.
"""

from __future__ import annotations

from itertools import combinations_with_replacement, product

from acquire_cli.engine import codes as c
from acquire_cli.engine.state import State


def near(rows: int, cols: int, square: int) -> set[int]:
    row, col = divmod(square, cols)
    around = {(row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)}
    return {r * cols + k for r, k in around if 0 <= r < rows and 0 <= k < cols}


def groups(s: State) -> list[set[int]]:
    """Connected tiles of one kind: each chain's, or loose ones."""
    rows, cols = s.rules.rows, s.rules.cols
    left = {t for t in range(rows * cols) if s.cells[t] <= c.LOOSE}
    out = []
    while left:
        group = {left.pop()}
        front = set(group)
        while front:
            front = {
                n for t in front for n in near(rows, cols, t) & left if s.cells[n] == s.cells[t]
            }
            left -= front
            group |= front
        out.append(group)
    return out


def sizes(s: State) -> list[int]:
    """Tiles of each chain, counted on the board; every chain in one piece."""
    out = [0] * s.rules.chains
    for group in groups(s):
        code = s.cells[next(iter(group))]
        if code < c.LOOSE:
            assert out[code] == 0, "a chain in two pieces"
            out[code] = len(group)
    return out


def price(s: State, chain: int, size: int) -> int:
    for bracket in s.rules.ruleset.chart[chain]:
        if bracket.low <= size <= bracket.high:
            return bracket.price
    raise AssertionError(size)


def class_of(s: State, square: int) -> int:
    """What a tile would do on an empty square (edge cases 1 to 5)."""
    around = [s.cells[n] for n in near(s.rules.rows, s.rules.cols, square)]
    size = sizes(s)
    chains = {code for code in around if code < c.LOOSE}
    if len(chains) >= 2:
        safe = [chain for chain in chains if size[chain] >= s.rules.ruleset.safe]
        return c.DEAD if len(safe) >= 2 else c.MERGES
    if chains:
        return c.GROWS
    if c.LOOSE in around:
        return c.BLOCKED if all(size) else c.FOUNDS
    return c.ALONE


def legal(s: State) -> set[int]:
    """Every legal action where all hands are known and the bag is."""
    return {payload << 4 | kind for kind, payload in _legal(s)}


def _legal(s: State) -> set[tuple[int, int]]:
    hand = s.hands[s.turn]
    chains = range(s.rules.chains)
    size = sizes(s)
    if s.phase == c.PLACE:
        good = {t for t in hand if class_of(s, t) in (c.ALONE, c.FOUNDS, c.GROWS, c.MERGES)}
        if good:
            return {(c.A_PLACE, t) for t in good}
        whole = s.rules.ruleset.dead == "whole-hand" and s.bag_left > 0 and len(hand) > 0
        return {(c.A_REDRAW if whole else c.A_PASS, 0)}
    if s.phase == c.FOUND:
        return {(c.A_FOUND, chain) for chain in chains if size[chain] == 0}
    if s.phase == c.SURVIVOR:
        touched = {s.cells[n] for n in near(s.rules.rows, s.rules.cols, s.tile)} - {c.LOOSE}
        touched -= {c.EMPTY, c.ASIDE_SQUARE}
        most = max(size[chain] for chain in touched)
        return {(c.A_SURVIVOR, chain) for chain in touched if size[chain] == most}
    if s.phase == c.NEXT:
        waiting = [chain for chain in chains if s.pending >> chain & 1]
        most = max(size[chain] for chain in waiting)
        return {(c.A_NEXT, chain) for chain in waiting if size[chain] == most}
    if s.phase == c.DISPOSE:
        held = s.shares[s.actor * len(chains) + s.defunct]
        return {
            (c.A_DISPOSE, sold << 10 | given)
            for sold, given in product(range(held + 1), repeat=2)
            if sold + given <= held and given % 2 == 0 and given // 2 <= s.bank[s.survivor]
        }
    if s.phase == c.BUY:
        return {(c.A_BUY, code) for code in baskets(s, size)}
    if s.phase == c.END:
        return {(c.A_END, 0), (c.A_END, 1)}
    if s.phase == c.ASIDE:
        last = s.aside[-1] if s.aside else -1
        choice = {t for t in hand if t > last and class_of(s, t) == c.DEAD}
        return {(c.A_DONE, 0)} | {(c.A_ASIDE, t) for t in choice}
    assert s.phase == c.OVER
    return set()


def baskets(s: State, size: list[int]) -> set[int]:
    on_board = [chain for chain in range(s.rules.chains) if size[chain]]
    out = set()
    for count in range(s.rules.ruleset.max_buys + 1):
        for basket in combinations_with_replacement(on_board, count):
            cost = sum(price(s, chain, size[chain]) for chain in basket)
            if cost <= s.cash[s.turn] and all(
                basket.count(chain) <= s.bank[chain] for chain in basket
            ):
                out.add(sum(1 << 3 * chain for chain in basket))
    return out


def end_may_be_declared(s: State) -> bool:
    size = sizes(s)
    ruleset = s.rules.ruleset
    if max(size) >= ruleset.end:
        return True
    there = [n for n in size if n]
    if ruleset.all_safe_end == "never" or not there or min(there) < ruleset.safe:
        return False
    return ruleset.all_safe_end == "on-board" or len(there) == len(size)
