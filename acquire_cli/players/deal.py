"""Deals of what a player cannot see: whole positions that his view leaves possible."""

from random import Random

from acquire_cli.engine.codes import EMPTY
from acquire_cli.engine.state import State


def hidden_tiles(view: State) -> list[int]:
    """The tiles that nobody has shown, in reading order: in other hands or in the bag.

    Tiles that were set aside are on record, as are those the bank has drawn.
    """
    seen = set(view.bank_tiles)
    for hand in view.hands:
        seen.update(hand)
    return [t for t, code in enumerate(view.cells) if code == EMPTY and t not in seen]


def deal(view: State, rng: Random) -> State:
    """A position as it may be behind ``view``: every hand and the order of the bag filled in.

    Hands keep the number of tiles they are known to have; a hand of which not even that is known
    is dealt up to the limit. The rest is the bag.
    """
    tiles = hidden_tiles(view)
    rng.shuffle(tiles)
    s = view.copy()
    at = 0
    for player in range(s.players):
        wanted = s.unknown[player]
        if wanted < 0:
            wanted = max(0, s.rules.hand - len(s.hands[player]))
        if wanted:
            s.hands[player] += tiles[at : at + wanted]
            at += wanted
        s.unknown[player] = 0
    s.bag = tuple(tiles[at:])
    s.bag_at = 0
    s.bag_left = len(s.bag)
    return s
