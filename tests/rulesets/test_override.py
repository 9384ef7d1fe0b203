"""Single values set beside the name of a ruleset, as the header of a record does."""

from __future__ import annotations

import itertools

import pytest

from acquire_cli.rulesets import load
from acquire_cli.rulesets.knobs import KNOBS, Knob
from acquire_cli.rulesets.load import override
from acquire_cli.rulesets.model import Bracket, RulesetError

CLASSIC = load.load("classic")


def refused(words: dict[str, str], name: str = "classic") -> dict[str, str]:
    with pytest.raises(RulesetError) as caught:
        override(load.load(name), words)
    return {problem.key: problem.allowed for problem in caught.value.problems}


def test_nothing_and_the_same_value_change_nothing() -> None:
    assert override(CLASSIC, {}) is CLASSIC
    assert override(CLASSIC, {"safe": "11"}) == CLASSIC


def test_single_values() -> None:
    changed = override(CLASSIC, {"safe": "10", "dead": "repeat"})
    assert (changed.safe, changed.dead, changed.draw) == (10, "repeat", CLASSIC.draw)
    assert (changed.name, changed.revision, changed.chart) == ("classic", 1, CLASSIC.chart)
    assert CLASSIC.safe == 11
    assert changed != CLASSIC


def test_the_same_override_is_the_same_object() -> None:
    assert override(CLASSIC, {"end": "40"}) is override(CLASSIC, {"end": "40"})


GOOD = {
    "board": "2x2 9x12 26x40 10x10",
    "min-players": "1 2 6",
    "max-players": "2 6",
    "cash": "0 100 1000000",
    "hand": "1 12",
    "start-order": "rows columns",
    "turn-order": "seats closeness",
    "shares": "1 99",
    "bonuses": "two three",
    "sole-holder": "first+second",
    "rounding": "up nearest",
    "founder-none": "nothing cash",
    "max-buys": "0 7",
    "safe": "2 9999",
    "end": "2 9999",
    "all-safe-end": "on-board seven never",
    "dead": "once optional repeat whole-hand never",
    "draw": "before-dead after-dead",
    "bank-holder": "never two-players always",
    "stall": "no-change no-placement",
    "holdings": "open closed",
}
BAD = {
    "board": "1x12 9x1 27x2 2x41 9X12 9x 9*12 09x12 9x12x1 -9x12 9x\u0661\u0662 12",
    "min-players": "0 7 -1 two",
    "max-players": "0 7 1",
    "cash": "50 6050 1000100 -100 6_000 6000.0 1e3 +6000",
    "hand": "0 13",
    "shares": "0 100 025 \u00b2",
    "max-buys": "8 -1",
    "safe": "1 10000 0xb 9999999999999999999999",
    "end": "1 10000",
    "sole-holder": "first second first+second+third",
    "all-safe-end": "eight onboard",
}


def test_the_lists_of_words_know_every_knob() -> None:
    assert list(GOOD) == [knob.key for knob in KNOBS]


@pytest.mark.parametrize(("key", "word"), [(k, w) for k, v in GOOD.items() for w in v.split()])
def test_words_that_are_good(key: str, word: str) -> None:
    assert str(load.values(override(CLASSIC, {key: word}))[key]) == word


@pytest.mark.parametrize(("key", "word"), [(k, w) for k, v in BAD.items() for w in v.split()])
def test_words_that_are_bad(key: str, word: str) -> None:
    problems = refused({key: word})
    assert all(problems.values())
    if (key, word) != ("max-players", "1"):
        assert list(problems) == [key]


@pytest.mark.parametrize("knob", KNOBS, ids=lambda knob: knob.key)
def test_no_knob_takes_nothing_or_nonsense(knob: Knob) -> None:
    for word in ("", " ", "\0", "nonsense", "ROWS", f"{knob.default} "):
        assert refused({knob.key: word}) == {knob.key: knob.allowed}


def test_the_order_of_words_does_not_matter() -> None:
    words = {"bonuses": "three", "sole-holder": "first+third", "board": "10x10", "min-players": "1"}
    results = {override(CLASSIC, dict(some)) for some in itertools.permutations(words.items())}
    assert len(results) == 1


def test_bonuses_choose_the_table_of_the_chart() -> None:
    three = override(CLASSIC, {"bonuses": "three"})
    assert three.chart == load.load("tycoon").chart
    assert override(three, {"bonuses": "two"}) == CLASSIC


def test_board_fits_the_chart() -> None:
    larger = override(CLASSIC, {"board": "10x20"})
    assert (larger.rows, larger.cols) == (10, 20)
    assert {brackets[-1].high for brackets in larger.chart} == {200}
    smaller = override(larger, {"board": "4x5"})
    assert smaller.chart[0][-1] == Bracket(11, 20, 700, 7000, 3500, 0)
    assert override(smaller, {"board": "9x12"}) == CLASSIC


def test_pairs() -> None:
    assert refused({"sole-holder": "first+third"}) == {"sole-holder": "first+second"}
    assert refused({"bonuses": "two"}, "three-bonus") == {"sole-holder": "first+second"}
    good = override(load.load("three-bonus"), {"bonuses": "two", "sole-holder": "first+second"})
    assert good.chart[0][0] == Bracket(2, 2, 200, 2000, 1000, 0)
    assert refused({"min-players": "5", "max-players": "4"}) == {"min-players": "1..4"}


def test_every_problem_at_once() -> None:
    problems = refused({"safe": "x", "colour": "red", "dead": "Once", "sole-holder": "first+third"})
    assert list(problems) == ["safe", "colour", "dead", "sole-holder"]
    assert problems["safe"] == "2..9999"
    assert problems["dead"] == "once, optional, repeat, whole-hand, never"
    assert problems["colour"].startswith("board, min-players, ")


def test_a_ruleset_made_by_hand_keeps_its_only_chart() -> None:
    from dataclasses import replace

    bare = replace(CLASSIC, tables=())
    assert override(bare, {"board": "3x3"}).chart[0][-1].high == 9
    with pytest.raises(RulesetError):
        override(bare, {"bonuses": "three"})
