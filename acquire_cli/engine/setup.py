"""How a game begins: start tiles, who plays first, the first hands.

A game with a bag is dealt from it; a table record tells the start tiles (or not even those) and
perhaps some hands. Either way the number of tiles in each hand and in the bag is known.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from acquire_cli.engine.board import lay_loose
from acquire_cli.engine.refusals import Refusal, of_players
from acquire_cli.engine.squares import names
from acquire_cli.engine.state import State
from acquire_cli.engine.tables import Rules


class Start(NamedTuple):
    """The first position, and the seat of each player in turn order."""

    state: State
    order: tuple[int, ...]


def seat_order(rules: Rules, starts: Sequence[int]) -> tuple[int, ...]:
    """Who plays when: the seat of each player in turn order.

    The nearest start tile goes first: read row by row, or by the lowest number and then the lowest
    letter (text 004). The others follow by seats, or by closeness (text 000).
    """
    near = list(starts)
    if rules.by_columns:
        near = [t % rules.cols * rules.rows + t // rules.cols for t in starts]
    if rules.by_closeness:
        return tuple([near.index(distance) for distance in sorted(near)])
    return _from(near.index(min(near)), len(starts))


def _from(first: int, players: int) -> tuple[int, ...]:
    return tuple([(first + k) % players for k in range(players)])


def begin(
    rules: Rules,
    players: int,
    bag: Sequence[int] | None = None,
    starts: Sequence[int] | None = None,
    first: int | None = None,
    hands: Mapping[int, Sequence[int]] | None = None,
) -> Start | Refusal:
    """The first position of a game.

    ``bag`` is the draw order as far as it is known (-1 an unknown tile), ``starts`` the start tile
    of each seat, ``first`` the seat that begins, ``hands`` the first hand of some seats. With a bag
    the rest follows from it, and what is given besides must agree.
    """
    refusal = of_players(rules, players)
    if refusal is not None:
        return refusal
    if players > rules.squares:
        return Refusal("E-players", f"{players} players on {rules.squares} squares")
    known = tuple(bag) if bag is not None else ()
    if len(known) > rules.squares:
        return Refusal("E-bag", f"{len(known)} tiles, the board has {rules.squares} squares")
    if bag is not None and starts is None:
        starts = known[:players]
        if len(starts) < players or -1 in starts:
            return Refusal("E-start", "the start tiles are not known: the bag leaves them open")
    if starts is not None:
        if len(starts) != players or -1 in starts:
            return Refusal("E-start", f"start tiles of all {players} players, or of none")
        for drawn, placed in zip(known, starts, strict=False):
            if drawn != placed and drawn >= 0:
                return Refusal("E-start", "the start tiles are not the first tiles of the bag")
        order = seat_order(rules, starts)
        if first is not None and order[0] != first:
            return Refusal("E-first", "by the start tiles another player begins")
    else:
        order = _from(first or 0, players)
    s = State(rules, players)
    at = 0
    if starts is not None:
        for square in starts:
            lay_loose(s, square)
        at = players
    left = rules.squares - at
    for player, seat in enumerate(order):
        size = min(rules.hand, left)
        left -= size
        tiles: Sequence[int] = known[at : at + size]
        at += size
        told = hands.get(seat) if hands else None
        if told is not None:
            if len(told) != size:
                return Refusal("E-hand", f"{len(told)} tiles in a hand that holds {size}")
            agreed = _agreed(tiles, told)
            if len(agreed) > size:
                return Refusal("E-hand", "the hand is not the one that the bag deals")
            tiles = agreed
        s.hands[player] = [t for t in tiles if t >= 0]
        s.unknown[player] = size - len(s.hands[player])
    s.bag = known
    s.bag_at = min(at, len(known))
    s.bag_left = left
    twice = _twice(s, starts or ())
    if twice >= 0:
        name = names(rules.rows, rules.cols)
        return Refusal("E-tile-twice", f"{name[twice]} stands there twice")
    return Start(s, order)


def _twice(s: State, starts: Sequence[int]) -> int:
    """A tile that is dealt to two places, or -1."""
    tiles = [*s.bag[s.bag_at :], *starts]
    for hand in s.hands:
        tiles += hand
    met = [False] * s.rules.squares
    for square in tiles:
        if square >= 0:
            if met[square]:
                return square
            met[square] = True
    return -1


def _agreed(dealt: Sequence[int], told: Sequence[int]) -> list[int]:
    """The known tiles of both lists, the dealt ones first: too many where the two disagree."""
    sure = [t for t in dealt if t >= 0]
    return sure + [t for t in told if t >= 0 and t not in sure]
