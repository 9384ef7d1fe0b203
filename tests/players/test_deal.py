"""Deals of the hidden tiles keep to everything that is known."""

from random import Random

import pytest

from acquire_cli.engine import codes as c
from acquire_cli.engine.game import legal, play
from acquire_cli.engine.view import seen_by
from acquire_cli.players.deal import deal, hidden_tiles
from acquire_cli.rulesets.load import names
from tests.players.support import dealt


@pytest.mark.parametrize("ruleset", names())
def test_every_tile_is_dealt_once_and_counts_are_kept(ruleset: str) -> None:
    for seed in range(6):
        rng = Random(seed)
        state = dealt(f"deal {seed}", 2 + seed % 5, ruleset).state
        while state.phase != c.OVER:
            view = seen_by(state, state.actor)
            hidden = sorted(
                [t for p, hand in enumerate(state.hands) if p != state.actor for t in hand]
                + list(state.bag[state.bag_at :])
            )
            assert hidden_tiles(view) == hidden
            world = deal(view, rng)
            assert [len(hand) for hand in world.hands] == [len(hand) for hand in state.hands]
            assert world.bag_left == state.bag_left == len(world.bag)
            assert world.hands[state.actor] == state.hands[state.actor]
            assert not any(world.unknown)
            out = [t for hand in world.hands for t in hand] + list(world.bag)
            assert sorted(out) == sorted(hidden + state.hands[state.actor])
            play(state, rng.choice(legal(state)))


def test_a_hand_nobody_counted_is_dealt_up_to_the_limit() -> None:
    view = seen_by(dealt("uncounted", 3).state, 0)
    view.unknown = [0, -1, -1]
    view.bag_left = -1
    world = deal(view, Random(1))
    assert [len(hand) for hand in world.hands] == [6, 6, 6]
    assert world.bag_left == 108 - 3 - 18
