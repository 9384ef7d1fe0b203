"""A player is offered exactly what is legal, in every phase of every ruleset, and takes it."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from acquire_cli.engine import codes as c
from acquire_cli.engine.game import legal, play
from acquire_cli.engine.refusals import Refusal
from acquire_cli.engine.setup import begin
from acquire_cli.engine.state import State
from acquire_cli.engine.tables import rules_for
from acquire_cli.players.player import NAMES, decide, make, options
from acquire_cli.players.sharp import Sharp
from acquire_cli.rulesets.load import load, names
from tests.players.support import dealt, played, table


@pytest.mark.parametrize("ruleset", names())
def test_the_view_offers_what_is_legal(ruleset: str) -> None:
    phases = set()
    for seed in range(12):
        rng = Random(seed)
        state = dealt(f"view {seed}", 2 + seed % 5, ruleset).state
        while state.phase != c.OVER:
            assert state.phase != c.BANK
            phases.add(state.phase)
            view, actions = options(state)
            assert actions == sorted(legal(state))
            assert view.unknown[view.actor] == 0
            hidden = [p for p in range(view.players) if p != view.actor]
            assert all(view.hands[p] == [] for p in hidden)
            assert not view.bag
            play(state, rng.choice(actions))
    assert {c.PLACE, c.FOUND, c.SURVIVOR, c.DISPOSE, c.BUY} <= phases


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("ruleset", names())
def test_whole_games_of_every_ruleset_finish(ruleset: str, players: int) -> None:
    def look(state: State, action: int) -> None:
        assert action in legal(state)

    seats = [NAMES[k % 2] for k in range(players)]
    start = dealt("finish", players, ruleset)
    played(start, table(seats, "finish", start.order), look)
    assert start.state.reason != c.NOT_OVER


@pytest.mark.parametrize("ruleset", names())
def test_sharp_finishes_games_of_every_ruleset(ruleset: str) -> None:
    for players in (2, 3):
        start = dealt("finish", players, ruleset)
        played(start, [Sharp("finish", k, playouts=4) for k in start.order])
        assert start.state.reason != c.NOT_OVER


@given(
    seed=st.integers(0, 10**6),
    ruleset=st.sampled_from(names()),
    knobs=st.fixed_dictionaries(
        {},
        optional={
            "dead": st.sampled_from(["once", "optional", "repeat", "whole-hand", "never"]),
            "draw": st.sampled_from(["before-dead", "after-dead"]),
            "max_buys": st.sampled_from(["0", "1", "7"]),
            "shares": st.sampled_from(["1", "9"]),
            "hand": st.sampled_from(["1", "12"]),
            "cash": st.sampled_from(["0", "100000"]),
            "board": st.sampled_from(["5x6", "12x12"]),
            "safe": st.sampled_from(["3", "6"]),
            "bank_holder": st.sampled_from(["never", "two-players", "always"]),
            "founder_none": st.sampled_from(["nothing", "cash"]),
        },
    ),
    players=st.integers(2, 6),
)
@settings(max_examples=25, deadline=None)
def test_games_with_strange_knobs_finish(
    seed: int, ruleset: str, knobs: dict[str, str], players: int
) -> None:
    start = dealt(str(seed), players, ruleset, **knobs)
    seats = [("random", "steady", "sharp")[k % 3] for k in range(players)]
    made = [
        Sharp(str(seed), k, playouts=4) if seats[k] == "sharp" else make(seats[k], str(seed), k)
        for k in start.order
    ]
    played(start, made, lambda state, action: None)


def test_alone_at_the_table() -> None:
    for name in NAMES:
        start = dealt("alone", 1, min_players="1", board="6x6")
        player = Sharp("alone", 0, playouts=4) if name == "sharp" else make(name, "alone", 0)
        played(start, [player])


def test_nobody_decides_without_a_hand_or_after_the_end() -> None:
    rules = rules_for(load("classic"))
    start = begin(rules, 3, starts=(0, 20, 40))
    assert not isinstance(start, Refusal)
    with pytest.raises(ValueError, match="own hand"):
        decide(make("steady", "s", 0), start.state)
    state = dealt("over", 2).state
    state.phase = c.OVER
    with pytest.raises(ValueError, match="over"):
        decide(make("random", "s", 0), state)
    state.phase = c.BANK
    with pytest.raises(ValueError, match="bank"):
        decide(make("random", "s", 0), state)
    with pytest.raises(ValueError, match="no computer player"):
        make("deep", "s", 0)
