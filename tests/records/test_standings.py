"""Standings: rows of a game, ties, games not over, sums over games."""

import io
from pathlib import Path

import pytest
from hypothesis import given

from acquire_cli.engine.scoring import ranks
from acquire_cli.notation.reader import read_games
from acquire_cli.records.game import open_game
from acquire_cli.records.standings import Row, play_through, rows
from acquire_cli.rulesets.load import load
from tests.engine.support import examples
from tests.records.played import Played, plays, text

SMALL = Path(__file__).parents[1] / "commands" / "cases" / "small.acq"


def table(words: str) -> list[Row]:
    [record] = read_games(io.BytesIO(words.encode()), "x.acq")
    game, found = open_game(record)
    assert game is not None, found
    play_through(game, found)
    return rows(game)


def at(position: str, result: str = "", ruleset: str = "classic@1") -> list[Row]:
    return table(
        f"acquire 1\nruleset: {ruleset}\nplayers: ann bob cid\nname.bob: Bob B.\n"
        f"position: {position} bag:?\n{result}"
    )


LEVEL = "LL10/12/12/12/12/12/12/12/12 ann place ann:5000:L2:? bob:5000:L2:? cid:7000:-:?"


def test_equal_money_is_an_equal_rank() -> None:
    level = at(LEVEL.replace("cid:7000", "cid:100"))
    assert [(row.rank, row.player, row.total, row.gap) for row in level] == [
        (1, "ann", 6900, 0),
        (1, "bob", 6900, 0),
        (3, "cid", 100, 6800),
    ]
    assert [(row.bonuses, row.worth, row.shares) for row in level[:1]] == [(1500, 400, {"L": 2})]
    assert [row.name for row in level] == ["ann", "Bob B.", "cid"]


def test_a_game_that_is_not_over_is_scored_as_it_stands() -> None:
    [first, *_] = at(LEVEL)
    assert (first.reason, first.finished, first.turns) == ("unfinished", False, 0)
    [first, *_] = at(LEVEL, "result: abandoned\n")
    assert (first.reason, first.finished) == ("abandoned", False)
    [first, *_] = at(LEVEL, "result: declared\n")
    assert (first.reason, first.finished) == ("unfinished", False)


def test_where_nobody_counts_the_hands_the_record_says_that_they_are_empty() -> None:
    [first, *_] = at(LEVEL, "result: exhausted\n")
    assert (first.reason, first.finished) == ("exhausted", True)


@examples(40)
@given(plays())
def test_totals_are_cash_bonuses_and_worth(played: Played) -> None:
    found = table(text(played))
    assert [row.rank for row in found] == ranks([row.total for row in found])
    assert [row.total for row in found] == sorted((row.total for row in found), reverse=True)
    for row in found:
        assert row.total == row.cash + row.bonuses + row.worth
        assert row.gap == found[0].total - row.total
    assert sum(row.share for row in found) == pytest.approx(len(found), abs=1e-5)
    assert sorted(row.order for row in found) == list(range(1, len(found) + 1))
    assert {row.seat for row in found} == {row.order for row in found}


def test_net_agrees_with_an_independent_sum() -> None:
    """Prices and bonuses looked up in the chart itself, three chains, a tie and a lone holder."""
    board = "LL2TTTTT3/12/AAAAAAAAAAAA/12/12/12/12/12/12"
    found = at(f"{board} ann place ann:100:L5T2:? bob:200:L5T3A1:? cid:300:L1:?")
    ruleset = load("classic")
    letters = [chain.letter for chain in ruleset.chains]

    def bracket(letter: str, size: int) -> tuple[int, int, int]:
        chart = ruleset.chart[letters.index(letter)]
        [line] = [line for line in chart if line.low <= size <= line.high]
        return line.price, line.first, line.second

    lux, first, second = bracket("L", 2)
    half = -(-(first + second) // 200) * 100
    tower, most, next_most = bracket("T", 5)
    american, all_of_it, and_this = bracket("A", 12)
    assert {row.player: row.total for row in found} == {
        "ann": 100 + 5 * lux + half + 2 * tower + next_most,
        "bob": 200 + 5 * lux + half + 3 * tower + most + american + all_of_it + and_this,
        "cid": 300 + lux,
    }


MERGER = "TT2LL6/12/2A9/2A9/12/12/12/12/12 ann place ann:6000:{}:? bob:6000:{}:? cid:6000:{}:?"


def paid(ann: str, bob: str, cid: str, turns: str, rules: str = "bonuses=two") -> list[str | None]:
    """What each was paid in the first merger; A2 and L2 stand apart, T2 one tile from L2."""
    words = f"acquire 1\nruleset: classic@1\nrules: {rules}\nplayers: bob ann cid\n"
    words += f"position: {MERGER.format(ann, bob, cid)} bag:?\n\n{turns}\n"
    return [row.first_merger for row in sorted(table(words), key=lambda row: row.player)]


def test_who_was_paid_in_the_first_merger() -> None:
    # 3A joins Tower and nothing; 4A then joins Tower, of three tiles, and Luxor.
    turns = "1 ann 3A\n2 bob 4A {}"
    assert paid("L2", "L3", "-", turns.format("L:bob-k3,ann-k2")) == ["second", "first", "unpaid"]
    assert paid("L2", "L2", "L1", turns.format("L:bob-k2,cid-k1,ann-k2")) == [
        "first",
        "first",
        "unpaid",
    ]
    assert paid("L2", "-", "-", turns.format("L:ann-k2")) == ["first", "unpaid", "unpaid"]
    assert paid("L3", "L2", "L1", turns.format("L:bob-k2,cid-k1,ann-k3"), "bonuses=three") == [
        "first",
        "second",
        "third",
    ]
    # Nobody holds a share: nobody is paid, and it is no first merger.
    assert paid("-", "-", "-", turns.format("")) == [None, None, None]
    assert paid("-", "-", "-", "1 ann 9I") == [None, None, None]


def test_seat_order_and_share() -> None:
    found = at("12/12/12/12/12/12/12/12/12 ann place ann:1000:-:? bob:2000:-:? cid:6000:-:?")
    assert [(row.player, row.seat, row.order, row.share) for row in found] == [
        ("cid", 3, 3, 2.0),
        ("bob", 2, 2, 0.666667),
        ("ann", 1, 1, 0.333333),
    ]
