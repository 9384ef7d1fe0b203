"""What a position promises each player: cash, and chains at the size they may yet reach.

Money is in dollars, as floats, because promises are averages.
"""

from collections.abc import Sequence
from math import exp
from typing import Final, NamedTuple

from acquire_cli.engine.codes import EMPTY
from acquire_cli.engine.state import State
from acquire_cli.engine.tables import Rules

STAGES: Final = 8
"""A game is cut into so many stages by the tiles left in the bag; stage 0 is the last."""

ROWS: Final = 50_000
"""How many rows of gains a book keeps, some ten megabytes."""

NO_GAIN: Final = [0.0]
"""The row of a chain of which nothing can be bought."""


class Taste(NamedTuple):
    """The weights by which a position is judged; the figures were found by playing matches."""

    growth: float = 16.0  # tiles a chain may still take in with a full bag
    bonus: float = 0.75  # how sure a bonus is
    lead: float = 3.0  # the lead in shares that lasts three times in four
    kept: float = 900.0  # a share of a chain off the board, with a full bag
    reserve: float = 2000.0  # cash that a player had better have (tip 3)
    thirst: float = 1.0  # what a dollar missing from the reserve costs
    rivals: float = 1.0  # what the others have counts against me
    leader: float = 0.5  # and so much of that is the best of them


class Book:
    """One ruleset's chart as promises, by stage, chain and size."""

    def __init__(self, rules: Rules, taste: Taste) -> None:
        self.rules = rules
        self.taste = taste
        self.share = Stages(taste.growth, rules.price)
        bonus = taste.bonus
        self.first = Stages(taste.growth, _scaled(rules.first, bonus))
        seconds = zip(rules.second, rules.third, strict=True)
        both = tuple(tuple(a + b for a, b in zip(*rows, strict=True)) for rows in seconds)
        self.second = Stages(taste.growth, _scaled(both, bonus))
        self.rows: dict[tuple[object, ...], list[float]] = {}
        self.kept = [taste.kept * stage / STAGES for stage in range(STAGES + 1)]
        self.reserve = [taste.reserve * min(1.0, 2 * stage / STAGES) for stage in range(STAGES + 1)]
        # How likely a lead of so many shares lasts; a negative lead counts from the list's end.
        leads = [*range(rules.shares + 1), *range(-rules.shares, 0)]
        self.odds = [1.0 / (1.0 + exp(-lead / taste.lead)) for lead in leads]
        self.sure = [0.5 if not lead else float(lead > 0) for lead in leads]


def _scaled(figures: tuple[tuple[int, ...], ...], by: float) -> tuple[tuple[float, ...], ...]:
    return tuple(tuple(figure * by for figure in row) for row in figures)


class Stages(dict[int, list[list[float]]]):
    """One figure of the chart by stage, chain and size, a stage worked out when it is reached.

    A figure is half what it is now, half what it may become.
    """

    def __init__(self, growth: float, figures: Sequence[Sequence[float]]) -> None:
        self._growth = growth
        self._figures = figures

    def __missing__(self, stage: int) -> list[list[float]]:
        grown = int(self._growth * stage / STAGES + 0.5)
        table = []
        for row in self._figures:
            later = [*row[grown:], *[row[-1]] * grown]
            table.append([0.5 * (now + then) for now, then in zip(row, later, strict=False)])
            # A single tile is no chain.
            table[-1][:2] = [0.0, 0.0]
        self[stage] = table
        return table


_BOOKS: dict[tuple[int, Taste], Book] = {}


def book_for(rules: Rules, taste: Taste) -> Book:
    """The book of a ruleset, written on first use."""
    key = (id(rules), taste)
    book = _BOOKS.get(key)
    if book is None or book.rules is not rules:
        if len(_BOOKS) >= 32:
            _BOOKS.clear()
        book = Book(rules, taste)
        _BOOKS[key] = book
    return book


def stage_of(s: State) -> int:
    """The stage of the game, ``STAGES`` at the start and 0 when the bag is empty."""
    more = s.bag_left
    if more < 0:
        # A table record that does not tell how many tiles the hands hold.
        more = max(0, s.cells.count(EMPTY) - s.players * s.rules.hand)
    return -(-more * STAGES // s.rules.squares)


def stakes(book: Book, stage: int, chain: int, size: int, held: list[int]) -> list[float]:
    """What the holdings ``held`` (shares a player) of a chain of ``size`` tiles promise."""
    share = book.share[stage][chain][size]
    out = [count * share for count in held]
    order = sorted(held, reverse=True)
    if not order[0]:
        return out
    order += (0, 0)
    first = book.first[stage][chain][size]
    second = book.second[stage][chain][size]
    sold_out = sum(held) == book.rules.shares
    odds = book.sure if sold_out else book.odds
    for p, mine in enumerate(held):
        if mine:
            rival, third = order[0], order[1]
            if mine == rival:
                rival, third = third, order[2]
            elif mine == third:
                third = order[2]
            win = odds[mine - rival]
            lose = (1.0 - win) * odds[mine - third]
            if not rival:
                # Nobody else holds any as yet: the second bonus would be his as well.
                lose += 0.5 * win
            out[p] += win * first + lose * second
    return out


def holders(s: State, chain: int) -> list[int]:
    """Shares of one chain, a player."""
    return s.shares[chain :: s.rules.chains]


def promises(book: Book, s: State) -> list[float]:
    """What each player has to expect: cash, and every chain that he holds."""
    out = [float(money) for money in s.cash]
    stage = stage_of(s)
    kept = book.kept[stage]
    for chain in range(s.rules.chains):
        held = holders(s, chain)
        if s.active >> chain & 1:
            for p, stake in enumerate(stakes(book, stage, chain, s.size[chain], held)):
                out[p] += stake
        else:
            for p, count in enumerate(held):
                out[p] += kept * count
    reserve = book.reserve[stage]
    for p, cash in enumerate(s.cash):
        if cash < reserve:
            out[p] -= book.taste.thirst * (reserve - cash)
    return out


def weights(book: Book, amounts: list[float], player: int) -> tuple[float, ...]:
    """How each player's money counts for ``player``: his own 1, the others' below 0.

    The best of the others counts for more than the rest.
    """
    others = len(amounts) - 1
    if others < 1:
        return (1.0,)
    taste = book.taste
    each = taste.rivals * (1.0 - taste.leader) / others
    out = [-each] * len(amounts)
    out[player] = 1.0
    best = max((p for p in range(len(amounts)) if p != player), key=lambda p: amounts[p])
    out[best] -= taste.rivals * taste.leader
    return tuple(out)


def weigh(weight: Sequence[float], amounts: list[float]) -> float:
    """The amounts added up by their weights."""
    return sum(w * amount for w, amount in zip(weight, amounts, strict=True))


def gains(book: Book, weight: tuple[float, ...], s: State) -> list[list[float]]:
    """What 0, 1 … shares of each chain add to the balance of who is buying, their price paid.

    ``weight`` says how each player's money counts for him; a row ends where supply or cash do.
    Rows are kept and given out again, for looking ahead meets the same holdings over and over:
    they are not to be changed.
    """
    me = s.turn
    rules = s.rules
    stage = stage_of(s)
    cash = s.cash[me]
    known = book.rows
    out = [NO_GAIN] * rules.chains
    for chain in rules.mask_chains[s.active]:
        size = s.size[chain]
        price = rules.price[chain][size]
        most = cash // price
        if most > rules.max_buys:
            most = rules.max_buys
        if most > s.bank[chain]:
            most = s.bank[chain]
        if not most:
            continue
        held = s.shares[chain :: rules.chains]
        key = (weight, me, stage, chain, size, most, *held)
        row = known.get(key)
        if row is None:
            row = [0.0]
            before = _balance(book, stage, chain, size, held, weight)
            for count in range(1, most + 1):
                held[me] += 1
                after = _balance(book, stage, chain, size, held, weight)
                row.append(after - before - count * price)
            if len(known) >= ROWS:
                known.clear()
            known[key] = row
        out[chain] = row
    return out


def _balance(
    book: Book, stage: int, chain: int, size: int, held: list[int], weight: tuple[float, ...]
) -> float:
    """The stakes in a chain, weighed and added up."""
    order = sorted(held, reverse=True)
    if not order[0]:
        return 0.0
    order += (0, 0)
    top, next_, last = order[:3]
    share = book.share[stage][chain][size]
    first = book.first[stage][chain][size]
    second = book.second[stage][chain][size]
    odds = book.sure if sum(held) == book.rules.shares else book.odds
    out = 0.0
    for p, mine in enumerate(held):
        if mine:
            rival = top
            third = next_
            if mine == top:
                rival = next_
                third = last
            elif mine == next_:
                third = last
            win = odds[mine - rival]
            lose = (1.0 - win) * odds[mine - third]
            if not rival:
                lose += 0.5 * win
            out += weight[p] * (mine * share + win * first + lose * second)
    return out
