"""A ruleset turned into tables: neighbours, prices, bonuses, classes of placement, baskets.

Built once a ruleset and shared by every position played under it. Money in whole dollars.
"""

from typing import TYPE_CHECKING, Any, Final

from acquire_cli.engine.codes import (
    A_BUY,
    A_DISPOSE,
    A_PLACE,
    ALONE,
    BLOCKED,
    CHAIN_BITS,
    DEAD,
    DISPOSE_SHIFT,
    FOUNDS,
    GROWS,
    LOOSE_BIT,
    MERGES,
)
from acquire_cli.rulesets.model import Ruleset

if TYPE_CHECKING:
    # Whole numbers of the machine in what is compiled; interpreted they are never met.
    from mypy_extensions import i64

ONCE: Final = 0
OPTIONAL: Final = 1
REPEAT: Final = 2
WHOLE_HAND: Final = 3
NEVER: Final = 4
DEAD_WORDS: Final = ("once", "optional", "repeat", "whole-hand", "never")

ON_BOARD: Final = 0
EVERY_CHAIN: Final = 1
NO_ALL_SAFE: Final = 2
ALL_SAFE_WORDS: Final = ("on-board", "seven", "never")

BANK_NEVER: Final = 0
BANK_TWO: Final = 1
BANK_ALWAYS: Final = 2
BANK_WORDS: Final = ("never", "two-players", "always")


MOST_KEPT: Final = 200_000
"""Actions kept in a table that grows as positions ask for it; beyond it the table starts anew."""

MASK_CHAINS: "Final[tuple[tuple[i64, ...], ...]]" = tuple(
    tuple(c for c in range(7) if mask >> c & 1) for mask in range(128)
)
"""The chains in each mask, in chart order."""

LAST_CHAIN: Final = bytes([max(0, mask.bit_length() - 1) for mask in range(128)])
"""The last chain in each mask: the only one, where it holds one."""


class Baskets:
    """Every purchase of up to ``most`` shares of some chains, in the order of the chains.

    L comes after nothing, then LL, LLL, LLT, LT …: a basket stands before all that begin with it.
    Of each ``chain`` tells which its last share is of, ``count`` how many shares of that chain it
    has, ``shares`` how many in all, and ``after`` where the next basket stands that does not begin
    with it. ``affordable`` is called so often that it takes numbers from ``ready`` as they are,
    without looking at them; that is what Any is for.
    """

    __slots__ = ("actions", "after", "chain", "count", "most", "ready", "shares")

    def __init__(self, most: int, mask: int) -> None:
        self.most: Final[int] = most
        steps: list[tuple[int, int, int, int]] = [(A_BUY, 0, 0, 0)]
        after: list[int] = [0]
        if most:
            _longer(steps, after, MASK_CHAINS[mask], steps[0], most)
        self.actions: Final[tuple[int, ...]] = tuple([step[0] for step in steps])
        self.ready: Final[list[Any]] = list(self.actions)
        self.chain: Final[bytes] = bytes([step[1] for step in steps])
        self.count: Final[bytes] = bytes([step[2] for step in steps])
        self.shares: Final[bytes] = bytes([step[3] for step in steps])
        self.after: Final[list[int]] = after

    def affordable(
        self, price: "list[i64]", bank: "list[i64]", scarce: bool, dearest: "i64", cash: int
    ) -> list[int]:
        """Those that cash pays, of which no share costs more than ``dearest``.

        Where shares are ``scarce`` there are only those that the bank has.
        """
        ready = self.ready
        chains = self.chain
        counts = self.count
        shares = self.shares
        after = self.after
        most: i64 = self.most
        left: list[i64] = [cash] * self.most
        # What is left after one share, after two; of more, few rulesets sell.
        one: i64 = 0
        two: i64 = 0
        out: list[Any] = [ready[0]]
        end: i64 = len(ready)
        at: i64 = 1
        while at < end:
            held: i64 = shares[at]
            chain: i64 = chains[at]
            if scarce and bank[chain] < counts[at]:
                at = after[at]
                continue
            rest: i64 = price[chain]
            if held == 1:
                rest = cash - rest
                one = rest
            elif held == 2:
                rest = one - rest
                two = rest
            elif held == 3:
                rest = two - rest
            else:
                rest = left[held - 2] - rest
            if rest < 0:
                at = after[at]
            elif held == most:
                out.append(ready[at])
                at += 1
            elif rest >= dearest * (most - held) and not scarce:
                # All that begin with it can be paid as well.
                last: i64 = after[at]
                out += ready[at:last]
                at = last
            else:
                if held > 2:
                    left[held - 1] = rest
                out.append(ready[at])
                at += 1
        return out


def _longer(
    steps: list[tuple[int, int, int, int]],
    after: list[int],
    chains: "tuple[i64, ...]",
    start: tuple[int, int, int, int],
    most: int,
) -> None:
    """Add the baskets that begin with ``start``: action, last chain, how many of it, how many."""
    basket, last, held, shares = start
    for at, chain in enumerate(chains):
        longer = (basket + (16 << 3 * chain), chain, held + 1 if chain == last else 1, shares + 1)
        place = len(steps)
        steps.append(longer)
        after.append(0)
        if shares + 1 < most:
            _longer(steps, after, chains[at:], longer, most)
        after[place] = len(steps)


class Rules:
    """What the engine needs of a ruleset, as small integers and tables."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset: Final = ruleset
        self.rows: Final[int] = ruleset.rows
        self.cols: Final[int] = ruleset.cols
        self.squares: Final[int] = ruleset.rows * ruleset.cols
        self.chains: Final[int] = len(ruleset.chains)
        self.every: Final[int] = (1 << len(ruleset.chains)) - 1
        self.cash: Final[int] = ruleset.cash
        self.hand: Final[int] = ruleset.hand
        self.shares: Final[int] = ruleset.shares
        self.safe: Final[int] = ruleset.safe
        self.end: Final[int] = ruleset.end
        self.max_buys: Final[int] = ruleset.max_buys
        self.dead: Final[int] = DEAD_WORDS.index(ruleset.dead)
        self.dead_leave: Final[bool] = ruleset.dead in ("once", "optional", "repeat")
        self.draw_first: Final[bool] = ruleset.draw == "before-dead"
        self.all_safe_end: Final[int] = ALL_SAFE_WORDS.index(ruleset.all_safe_end)
        self.bank_holder: Final[int] = BANK_WORDS.index(ruleset.bank_holder)
        self.sole_third: Final[bool] = ruleset.sole_holder == "first+third"
        self.round_up: Final[bool] = ruleset.rounding == "up"
        self.founder_cash: Final[bool] = ruleset.founder_none == "cash"
        self.stall_placement: Final[bool] = ruleset.stall == "no-placement"
        self.by_columns: Final[bool] = ruleset.start_order == "columns"
        self.by_closeness: Final[bool] = ruleset.turn_order == "closeness"
        self.neighbours: Final[tuple[tuple[i64, ...], ...]] = _neighbours(
            ruleset.rows, ruleset.cols
        )
        self.price: Final[tuple[tuple[int, ...], ...]] = _by_size(ruleset, "price")
        self.first: Final[tuple[tuple[int, ...], ...]] = _by_size(ruleset, "first")
        self.second: Final[tuple[tuple[int, ...], ...]] = _by_size(ruleset, "second")
        self.third: Final[tuple[tuple[int, ...], ...]] = _by_size(ruleset, "third")
        self.mask_chains: Final[tuple[tuple[i64, ...], ...]] = MASK_CHAINS
        self.size_end_is_safe: Final[bool] = ruleset.end >= ruleset.safe
        self.placing: Final[list[Any]] = [square << 4 | A_PLACE for square in range(self.squares)]
        self._kinds: dict[int, bytes] = {}
        self._baskets: list[Baskets | None] = [None] * 128
        self._disposals: dict[int, tuple[int, ...]] = {}
        self._disposals_kept = 0

    def kinds(self, safe_mask: int, active_mask: int) -> bytes:
        """The class of a placement (ALONE..DEAD) by the mask of what the square touches.

        Edge cases 2 and 5: two safe chains make a tile dead whatever else it touches; with every
        chain on the board a tile that touches only loose tiles is blocked.
        """
        full = active_mask == self.every
        key = safe_mask << 1 | full
        found = self._kinds.get(key)
        if found is None:
            found = bytes([_kind(mask, safe_mask, full) for mask in range(256)])
            self._kinds[key] = found
        return found

    def baskets(self, mask: int) -> Baskets:
        """Every A_BUY action for shares of the chains in ``mask``."""
        found = self._baskets[mask]
        if found is None:
            found = Baskets(self.max_buys, mask)
            self._baskets[mask] = found
        return found

    def disposals(self, held: int, most_traded: int) -> tuple[int, ...]:
        """Every A_DISPOSE action with ``held`` shares when at most ``most_traded`` may be given."""
        key = held << 10 | most_traded
        found = self._disposals.get(key)
        if found is None:
            found = tuple(
                [
                    (sold << DISPOSE_SHIFT | traded) << 4 | A_DISPOSE
                    for traded in range(0, most_traded + 1, 2)
                    for sold in range(held - traded + 1)
                ]
            )
            self._disposals_kept += len(found)
            if self._disposals_kept > MOST_KEPT:
                self._disposals.clear()
                self._disposals_kept = len(found)
            self._disposals[key] = found
        return found


def _kind(mask: int, safe_mask: int, full: bool) -> int:
    chains = mask & CHAIN_BITS
    if chains == 0:
        if not mask & LOOSE_BIT:
            return ALONE
        return BLOCKED if full else FOUNDS
    if chains & (chains - 1) == 0:
        return GROWS
    safe = chains & safe_mask
    return DEAD if safe & (safe - 1) else MERGES


def _neighbours(rows: int, cols: int) -> "tuple[tuple[i64, ...], ...]":
    out: list[tuple[i64, ...]] = []
    for row in range(rows):
        for col in range(cols):
            square = row * cols + col
            near: list[i64] = []
            if row > 0:
                near.append(square - cols)
            if col > 0:
                near.append(square - 1)
            if col < cols - 1:
                near.append(square + 1)
            if row < rows - 1:
                near.append(square + cols)
            out.append(tuple(near))
    return tuple(out)


def _by_size(ruleset: Ruleset, column: str) -> tuple[tuple[int, ...], ...]:
    """One figure of the chart, a chain, by size 0..squares; 0 below two tiles."""
    out: list[tuple[int, ...]] = []
    for brackets in ruleset.chart:
        figures = [0] * (ruleset.rows * ruleset.cols + 1)
        for bracket in brackets:
            value = int(getattr(bracket, column))
            for size in range(bracket.low, min(bracket.high, len(figures) - 1) + 1):
                figures[size] = value
        out.append(tuple(figures))
    return tuple(out)


_COMPILED: dict[Ruleset, Rules] = {}


def rules_for(ruleset: Ruleset) -> Rules:
    """The tables of a ruleset, built on first use and kept while they are few."""
    rules = _COMPILED.get(ruleset)
    if rules is None:
        if len(_COMPILED) >= 64:
            _COMPILED.clear()
        rules = Rules(ruleset)
        _COMPILED[ruleset] = rules
    return rules
