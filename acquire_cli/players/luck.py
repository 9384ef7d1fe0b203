"""A player's own luck: the same for the same view, whatever was played before."""

from hashlib import sha256
from random import Random

from acquire_cli.engine.state import State


def luck(seed: str, seat: int, view: State) -> Random:
    """A generator for one decision, drawn from the game's seed, the seat and the view.

    Nothing is carried from one decision to the next, so a game that is taken up again from its
    record goes on as it would have. What lies hidden has no part in it.
    """
    said = (
        seed,
        seat,
        bytes(view.cells),
        view.cash,
        view.shares,
        sorted(view.hands[view.actor]),
        view.bag_left,
        view.turn,
        view.actor,
        view.phase,
        view.defunct,
        view.survivor,
        view.aside,
        view.idle,
    )
    return Random(int.from_bytes(sha256(repr(said).encode("utf-8")).digest(), "big"))
