"""Deals and games for the tests of computer players."""

from collections.abc import Callable, Sequence

from acquire_cli.engine import codes as c
from acquire_cli.engine.bag import shuffled
from acquire_cli.engine.game import play
from acquire_cli.engine.setup import Start, begin
from acquire_cli.engine.state import State
from acquire_cli.engine.tables import rules_for
from acquire_cli.players.player import Player, decide, make
from acquire_cli.rulesets.load import load, override


def dealt(seed: str, players: int = 4, ruleset: str = "classic", **knobs: str) -> Start:
    """The first position of a game."""
    rules = rules_for(override(load(ruleset), {k.replace("_", "-"): v for k, v in knobs.items()}))
    start = begin(rules, players, bag=shuffled(seed, rules.squares))
    assert isinstance(start, Start), start
    return start


def table(names: Sequence[str], seed: str, order: Sequence[int]) -> list[Player]:
    """The players in turn order, ``names`` by seat."""
    return [make(names[seat], seed, seat) for seat in order]


def played(
    start: Start, players: Sequence[Player], look: Callable[[State, int], None] | None = None
) -> list[int]:
    """Play a game to its end; the actions. ``look`` sees each position and what was chosen."""
    state = start.state
    actions = []
    while state.phase != c.OVER:
        action = decide(players[state.actor], state)
        if look is not None:
            look(state, action)
        assert play(state, action) == c.OK
        actions.append(action)
        assert len(actions) < 5000
    return actions
