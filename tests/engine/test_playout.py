"""Playouts by chance: the same everywhere for a seed, legal to the end, fair dice."""

from collections import Counter

import pytest

from acquire_cli.engine import codes as c
from acquire_cli.engine.game import legal
from acquire_cli.engine.playout import Dice, play_out, shuffled
from acquire_cli.engine.scoring import totals
from acquire_cli.engine.setup import Start, begin
from acquire_cli.engine.state import State
from acquire_cli.engine.tables import rules_for
from acquire_cli.rulesets.load import load, names


def dealt(dice: Dice, name: str = "classic", players: int = 4) -> State:
    rules = rules_for(load(name))
    start = begin(rules, players, shuffled(rules.squares, dice))
    assert isinstance(start, Start)
    return start.state


def test_the_dice_are_those_of_park_and_miller() -> None:
    """From 1, the 10,000th number of the generator of 1993 is 399268537."""
    dice = Dice(0)
    for _ in range(10_000):
        dice.below(2)
    assert dice._at == 399268537


def test_each_number_below_is_as_likely_as_the_next() -> None:
    dice = Dice(7)
    for count in (1, 2, 6, 7, 108):
        met = Counter(dice.below(count) for _ in range(count * 1_000))
        assert set(met) == set(range(count))
        assert all(800 < times < 1_200 for times in met.values())


def test_each_order_is_as_likely_as_the_next() -> None:
    dice = Dice(3)
    met = Counter(tuple(shuffled(4, dice)) for _ in range(24_000))
    assert len(met) == 24
    assert all(850 < times < 1_150 for times in met.values())
    assert shuffled(0, dice) == []


@pytest.mark.parametrize("name", names())
def test_a_game_is_played_to_its_end(name: str) -> None:
    dice = Dice(11)
    s = dealt(dice, name)
    s.log = []
    decisions = play_out(s, dice)
    assert s.phase == c.OVER
    assert list(legal(s)) == []
    assert decisions > 100
    assert s.log[-1] == (c.E_OVER, s.reason)


def test_a_seed_says_everything() -> None:
    first, second, other = (dealt(Dice(seed)) for seed in (5, 5, 6))
    counts = [play_out(s, Dice(seed)) for s, seed in ((first, 9), (second, 9), (other, 9))]
    assert counts[0] == counts[1]
    assert first.cash == second.cash
    assert first.cells == second.cells
    assert (other.cash, other.cells) != (first.cash, first.cells)


@pytest.mark.parametrize("name", names())
def test_money_beyond_what_a_machine_counts_moves_all_the_same(name: str) -> None:
    """The same dice give the same game whether the rich have thousands or forty digits."""
    rich, richer = dealt(Dice(2), name), dealt(Dice(2), name)
    rich.cash[:] = [10**9] * 4
    richer.cash[:] = [10**40] * 4
    assert play_out(rich, Dice(3)) == play_out(richer, Dice(3))
    assert [cash - 10**9 for cash in totals(rich)] == [cash - 10**40 for cash in totals(richer)]
