"""What lies hidden changes nothing in what a player does."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from acquire_cli.engine import codes as c
from acquire_cli.engine.game import legal, play
from acquire_cli.engine.state import State
from acquire_cli.players.player import NAMES, Player, decide, make
from acquire_cli.players.sharp import Sharp
from acquire_cli.rulesets.load import names
from tests.players.support import dealt


def quick(name: str, seed: str, seat: int) -> Player:
    """A player as the table makes it, but for ``sharp``, which is given fewer playouts."""
    return Sharp(seed, seat, playouts=6) if name == "sharp" else make(name, seed, seat)


def rearranged(state: State, rng: Random) -> State:
    """The same position as its actor sees it, with the hidden tiles dealt anew."""
    other = state.copy()
    places = [p for p in range(state.players) if p != state.actor]
    tiles = [t for p in places for t in state.hands[p]] + list(state.bag[state.bag_at :])
    rng.shuffle(tiles)
    for p in places:
        count = len(state.hands[p])
        other.hands[p], tiles = tiles[:count], tiles[count:]
    other.bag = tuple(tiles)
    other.bag_at = 0
    rng.shuffle(other.hands[state.actor])
    return other


@given(
    seed=st.integers(0, 10**6),
    steps=st.integers(0, 160),
    ruleset=st.sampled_from(names()),
    players=st.integers(2, 6),
)
@settings(max_examples=40, deadline=None)
def test_no_player_depends_on_what_it_cannot_see(
    seed: int, steps: int, ruleset: str, players: int
) -> None:
    rng = Random(seed)
    state = dealt(str(seed), players, ruleset).state
    for _ in range(steps):
        if state.phase == c.OVER:
            return
        play(state, rng.choice(legal(state)))
    if state.phase == c.OVER:
        return
    chosen = {}
    for name in NAMES:
        player = quick(name, "any", state.actor)
        chosen[name] = (decide(player, state), player.why())
    for _ in range(5):
        other = rearranged(state, rng)
        for name in NAMES:
            player = quick(name, "any", state.actor)
            assert (decide(player, other), player.why()) == chosen[name], name


@pytest.mark.parametrize("name", NAMES)
def test_the_view_is_a_copy_that_a_player_cannot_play_with(name: str) -> None:
    state = dealt("kept").state
    for _ in range(30):
        before = (bytes(state.cells), state.cash[:], state.hands[state.actor][:], state.phase)
        action = decide(quick(name, "kept", state.actor), state)
        assert before == (
            bytes(state.cells),
            state.cash,
            state.hands[state.actor],
            state.phase,
        )
        play(state, action)
