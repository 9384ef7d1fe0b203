"""What one player may know of a position (edge case 20)."""

from acquire_cli.engine.codes import ASIDE
from acquire_cli.engine.state import State


def seen_by(s: State, player: int) -> State:
    """A copy with every other hand and the bag hidden; counts stay known.

    ``player`` -1 is the table: no hand is seen. Discards, holdings and cash are public.
    """
    view = s.copy()
    for other in range(view.players):
        if other != player:
            if view.unknown[other] >= 0:
                view.unknown[other] += len(view.hands[other])
            view.hands[other] = []
    view.bag = ()
    view.bag_at = 0
    view.told = []
    if view.turn != player:
        view.drawn = [-1] * len(view.drawn)
        if view.phase == ASIDE:
            # Not laid open yet: whoever looks on does not know which of the hand are dead.
            view.aside = []
    return view
