"""Laying tiles and joining groups on the board."""

from typing import TYPE_CHECKING

from acquire_cli.engine.codes import CHAIN_BITS, EMPTY, LOOSE, LOOSE_BIT
from acquire_cli.engine.state import State

if TYPE_CHECKING:
    from mypy_extensions import i64


def is_unseen(s: State, square: int) -> bool:
    """Whether a tile may still be among those nobody has been shown."""
    if s.cells[square] != EMPTY or square in s.bank_tiles or square in s.told:
        return False
    for hand in s.hands:
        if square in hand:
            return False
    for at in range(s.bag_at, len(s.bag)):
        if s.bag[at] == square:
            return False
    return True


def unseen(s: State) -> list[int]:
    """The tiles nobody has been shown, in reading order: those of which ``is_unseen`` is true."""
    shown = set(s.bank_tiles)
    shown.update(s.told)
    shown.update(s.bag[s.bag_at :])
    for hand in s.hands:
        shown.update(hand)
    cells = s.cells
    return [t for t in range(s.rules.squares) if cells[t] == EMPTY and t not in shown]


def unaccounted(s: State) -> int:
    """How many tiles are in the bag and in hands whose tiles nobody has counted, together."""
    left = s.cells.count(EMPTY) - len(s.bank_tiles)
    for player in range(s.players):
        left -= len(s.hands[player])
        if s.unknown[player] > 0:
            left -= s.unknown[player]
    return left


def count_hands(s: State) -> None:
    """Count the hands that nobody has counted, where the number of their tiles follows.

    It does if no tile is left, or if the bag is counted and there is one such hand, or the tiles
    that are left fill all of them or none.
    """
    rest = unaccounted(s)
    if s.bag_left < 0:
        if rest:
            return
        s.bag_left = 0
    rest -= s.bag_left
    hands = [player for player in range(s.players) if s.unknown[player] < 0]
    room = sum([s.rules.hand - len(s.hands[player]) for player in hands])
    if rest == 0 or rest == room:
        for player in hands:
            s.unknown[player] = s.rules.hand - len(s.hands[player]) if rest else 0
    elif len(hands) == 1 and 0 < rest < room:
        s.unknown[hands[0]] = rest


# Written out rather than with ``|=``: compiled, that looks each number up as an object.


def lay_loose(s: State, square: int) -> None:
    """Put a tile on the board that belongs to no chain (for now)."""
    s.cells[square] = LOOSE
    _mark(s, square, LOOSE_BIT)


def _mark(s: State, square: "i64", bit: "i64") -> None:
    """Let the neighbours of a square know what lies on it."""
    touch = s.touch
    for near in s.rules.neighbours[square]:
        beside = touch[near]
        if not beside & bit:
            touch[near] = beside | bit


def extend(s: State, square: int, chain: int) -> None:
    """Lay ``square`` as part of ``chain``, with every loose tile connected to it (edge case 4)."""
    cells = s.cells
    touch = s.touch
    place: i64 = chain
    bit: i64 = 1 << place
    if not touch[square] & LOOSE_BIT and cells[square] != LOOSE:
        cells[square] = place
        _mark(s, square, bit)
        resize(s, chain, s.size[chain] + 1)
        return
    neighbours = s.rules.neighbours
    cells[square] = place
    group: list[i64] = [square]
    for at in group:
        for near in neighbours[at]:
            beside = touch[near]
            if not beside & bit:
                touch[near] = beside | bit
            if cells[near] == LOOSE:
                cells[near] = place
                group.append(near)
    for at in group:
        for near in neighbours[at]:
            if touch[near] & LOOSE_BIT:
                for other in neighbours[near]:
                    if cells[other] == LOOSE:
                        break
                else:
                    touch[near] = touch[near] & CHAIN_BITS
    resize(s, chain, s.size[chain] + len(group))


def resize(s: State, chain: int, size: int) -> None:
    """Note a chain's new size and price, and whether it is on the board and safe."""
    rules = s.rules
    s.size[chain] = size
    price: i64 = rules.price[chain][size]
    if price != s.price[chain]:
        _reprice(s, chain, price)
    place: i64 = chain
    bit: i64 = 1 << place
    if not s.active & bit:
        s.active |= bit
        note_supply(s, chain)
        if size >= rules.safe:
            s.safe |= bit
        s.kind = rules.kinds(s.safe, s.active)
    elif size >= rules.safe and not s.safe & bit:
        s.safe |= bit
        s.kind = rules.kinds(s.safe, s.active)


def _reprice(s: State, chain: int, price: "i64") -> None:
    prices = s.price[:]
    before = prices[chain]
    prices[chain] = price
    s.price = prices
    if price > s.dearest:
        s.dearest = price
    elif before == s.dearest:
        dearest: i64 = 0
        for each in prices:
            if each > dearest:
                dearest = each
        s.dearest = dearest


def note_supply(s: State, chain: int) -> None:
    """Note whether the bank has shares of a chain on the board, and whether they are few."""
    place: i64 = chain
    bit: i64 = 1 << place
    left = s.bank[chain]
    s.offered &= ~bit
    s.scarce &= ~bit
    if left and s.active & bit:
        s.offered |= bit
        if left < s.rules.max_buys:
            s.scarce |= bit


def take_over(s: State, gone: int, into: int, tile: int) -> None:
    """Turn every tile of the chain ``gone`` into one of ``into``; ``gone`` leaves the board.

    ``tile``, which merges them, lies beside ``gone``.
    """
    left: i64 = gone
    taken: i64 = into
    old: i64 = 1 << left
    new: i64 = 1 << taken
    cells = s.cells
    touch = s.touch
    neighbours = s.rules.neighbours
    # ``tile`` is no part of either yet: the way leads over it to each tile of the chain beside it.
    group: list[i64] = [tile]
    for at in group:
        for near in neighbours[at]:
            beside = touch[near]
            if beside & old:
                touch[near] = beside & ~old | new
            if cells[near] == left:
                cells[near] = taken
                group.append(near)
    s.size[into] += s.size[gone]
    s.size[gone] = 0
    _reprice(s, gone, 0)
    s.active &= ~old
    s.safe &= ~old
    s.offered &= ~old
    s.scarce &= ~old
