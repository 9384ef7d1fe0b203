"""What a computer player is, the table of those there are, and the one way to ask them."""

from collections.abc import Sequence
from typing import Protocol

from acquire_cli.engine.codes import BANK
from acquire_cli.engine.game import legal
from acquire_cli.engine.state import State
from acquire_cli.engine.view import seen_by

NAMES = ("random", "steady", "sharp")


class Player(Protocol):
    """Somebody who decides, knowing only what his seat may know.

    A player keeps nothing between decisions but the reason for the last one: the same view gives
    the same choice, so that a game taken up again goes on as it would have.
    """

    def choose(self, view: State, actions: Sequence[int]) -> int:
        """One of ``actions`` for ``view.actor``, whose hand is the only one known in ``view``."""
        ...

    def why(self) -> str:
        """One sentence on the last choice."""
        ...


def make(name: str, seed: str, seat: int) -> Player:
    """The player called ``name``; ``seed`` is the game's, ``seat`` tells its players apart.

    Raises ``ValueError`` for a name that is not in ``NAMES``.
    """
    if name == "random":
        from acquire_cli.players.chance import Chance

        return Chance(seed, seat)
    if name == "steady":
        from acquire_cli.players.steady import Steady

        return Steady(seed, seat)
    if name == "sharp":
        from acquire_cli.players.sharp import Sharp

        return Sharp(seed, seat)
    raise ValueError(f"no computer player is called {name!r}")


def options(state: State) -> tuple[State, list[int]]:
    """The view of who has to decide, and what may be done, in an order that tells nothing.

    Raises ``ValueError`` where nobody at the table decides (the game is over, or the bank is to
    draw a tile that only the record can tell), and where the actor's own hand is not all known.
    """
    if state.phase == BANK:
        raise ValueError("the bank draws a tile: no player decides that")
    view = seen_by(state, state.actor)
    if view.unknown[view.actor] != 0:
        raise ValueError("a computer player has to know its own hand")
    # A hand stands in the order it was drawn in, which two records of one game need not share.
    view.hands[view.actor].sort()
    actions = sorted(legal(view))
    if not actions:
        raise ValueError("the game is over")
    return view, actions


def decide(player: Player, state: State) -> int:
    """The action of the player whose decision it is, chosen from the view of that seat alone."""
    view, actions = options(state)
    return player.choose(view, actions)
