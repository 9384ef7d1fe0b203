"""The price charts: pinned figures, the shared table of published figures, other boards."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from acquire_cli.rulesets import charts, load
from acquire_cli.rulesets.knobs import KNOBS
from acquire_cli.rulesets.model import MAX_SQUARES, Bracket, Problem, Ruleset

SHARED = Path(__file__).resolve().parents[2].parent / "shared" / "data" / "charts.json"
SIZES = [(2, 2), (3, 3), (4, 4), (5, 5), (6, 10), (11, 20), (21, 30), (31, 40), (41, 108)]
STEPS = {"cheap": 0, "medium": 100, "expensive": 200}
# The second of three bonuses goes by the price alone, and is no multiple of it.
SECOND_OF_THREE = {
    200: 1500,
    300: 2200,
    400: 3000,
    500: 3700,
    600: 4200,
    700: 5000,
    800: 5700,
    900: 6200,
    1000: 7000,
    1100: 7700,
    1200: 8200,
}


def at(ruleset: Ruleset, letter: str, size: int) -> Bracket:
    index = [chain.letter for chain in ruleset.chains].index(letter)
    (found,) = [b for b in ruleset.chart[index] if b.low <= size <= b.high]
    return found


@pytest.mark.parametrize("name", load.names())
def test_every_figure_follows_from_the_tier(name: str) -> None:
    ruleset = load.load(name)
    for chain, brackets in zip(ruleset.chains, ruleset.chart, strict=True):
        assert [(b.low, b.high) for b in brackets] == SIZES
        for place, b in enumerate(brackets):
            assert b.price == 200 + 100 * place + STEPS[chain.tier]
            assert b.first == 10 * b.price
            if ruleset.bonuses == "two":
                assert (b.second, b.third) == (5 * b.price, 0)
            else:
                assert (b.second, b.third) == (SECOND_OF_THREE[b.price], 5 * b.price)


@pytest.mark.parametrize(
    ("name", "letter", "size", "figures"),
    [
        ("classic", "W", 12, (800, 8000, 4000, 0)),  # the example of text 001
        ("classic", "L", 2, (200, 2000, 1000, 0)),
        ("classic", "T", 10, (600, 6000, 3000, 0)),
        ("classic", "A", 11, (800, 8000, 4000, 0)),
        ("classic", "I", 41, (1200, 12000, 6000, 0)),
        ("classic", "C", 108, (1200, 12000, 6000, 0)),
        ("three-bonus", "W", 2, (200, 2000, 1500, 1000)),
        ("three-bonus", "I", 5, (600, 6000, 4200, 3000)),
        ("three-bonus", "T", 41, (1200, 12000, 8200, 6000)),
        ("tycoon", "L", 40, (900, 9000, 6200, 4500)),
    ],
)
def test_pinned(name: str, letter: str, size: int, figures: tuple[int, ...]) -> None:
    b = at(load.load(name), letter, size)
    assert (b.price, b.first, b.second, b.third) == figures


@pytest.mark.parametrize(
    ("table", "name"),
    [("classic", "classic"), ("three-bonus", "three-bonus"), ("three-bonus", "tycoon")],
)
def test_against_the_published_figures(table: str, name: str) -> None:
    if not SHARED.is_file():
        pytest.skip("the published charts lie outside this checkout")
    published = json.loads(SHARED.read_text(encoding="utf-8"))[table]
    ruleset = load.load(name)
    for chain, brackets in zip(ruleset.chains, ruleset.chart, strict=True):
        ours = [
            [b.low, None if b.high == 108 else b.high, b.price, b.first, b.second]
            + ([b.third] if table == "three-bonus" else [])
            for b in brackets
        ]
        assert ours == published[chain.tier]


def test_clip_to_small_and_large_boards() -> None:
    whole = load.load("classic").tables[0][1]
    assert [b[-1].high for b in whole] == [MAX_SQUARES] * 7
    assert [(b.low, b.high) for b in charts.clip(whole, 4)[0]] == [(2, 2), (3, 3), (4, 4)]
    assert charts.clip(whole, 25)[0][-1] == Bracket(21, 25, 800, 8000, 4000, 0)
    assert charts.clip(whole, 30)[0][-1] == Bracket(21, 30, 800, 8000, 4000, 0)
    assert charts.clip(whole, MAX_SQUARES) == whole


def read(**columns: object) -> list[Problem]:
    problems: list[Problem] = []
    table: dict[str, object] = {
        "sizes": ["2", "3+"],
        "low": {"price": [100, 200], "two": {"first": [1000, 2000], "second": [500, 1000]}},
        **columns,
    }
    assert (charts.read(table, problems) is None) == bool(problems)
    return problems


def test_a_chart_that_is_good() -> None:
    assert read() == []


@pytest.mark.parametrize(
    ("sizes", "word"),
    [
        ([], "no list"),
        ("2+", "no list"),
        (None, "no list"),
        ([2, "3+"], "no size"),
        (["3", "4+"], "leaves a gap"),
        (["2", "4+"], "leaves a gap"),
        (["2", "2+"], "overlaps"),
        (["2-5", "4+"], "overlaps"),
        (["5-2", "6+"], "no size"),
        (["2", "3"], "must be open"),
        (["2+", "3+"], "is not the last"),
        (["2", "3-+"], "no size"),
        (["2", "3-4+"], "no size"),
        (["2", "²+"], "no size"),
        (["2-9999", "10000+"], "no size"),
        (["02", "3+"], "no size"),
        (["-2", "3+"], "no size"),
    ],
)
def test_sizes_that_are_bad(sizes: object, word: str) -> None:
    problems = read(sizes=sizes)
    assert [p.key for p in problems] == ["chart.sizes"]
    assert word in problems[0].message


@pytest.mark.parametrize(
    ("tier", "keys"),
    [
        (3, ["chart.low"]),
        ({}, ["chart.low.price", "chart.low"]),
        ({"price": [100, 200]}, ["chart.low"]),
        ({"price": [100, 200], "two": 5}, ["chart.low.two"]),
        ({"price": [100, 200], "two": {}}, ["chart.low.two.first", "chart.low.two.second"]),
        (
            {"price": [100], "two": {"first": [True, 50], "second": [-100, 10**9], "fourth": []}},
            [
                "chart.low.price",
                "chart.low.two.fourth",
                "chart.low.two.first",
                "chart.low.two.first",
                "chart.low.two.second",
                "chart.low.two.second",
            ],
        ),
        ({"price": 1, "four": {}, "two": {"first": [0, 0], "second": [0, 0]}}, None),
    ],
)
def test_tiers_that_are_bad(tier: object, keys: list[str] | None) -> None:
    expected = keys if keys is not None else ["chart.low.four", "chart.low.price"]
    assert [p.key for p in read(low=tier)] == expected


def test_names_of_tiers() -> None:
    assert [p.key for p in read(**{"A b": {}, "x" * 17: {}})] == [
        "chart.'A b'",
        "chart." + "x" * 17,
    ]
    problems: list[Problem] = []
    assert charts.read({"sizes": ["2+"]}, problems) is None
    assert [p.key for p in problems] == ["chart"]


def test_what_shares_cost_is_a_number_of_the_machine() -> None:
    """The compiled engine reckons prices of shares in 63 bits."""
    most = {knob.key: knob.high for knob in KNOBS}
    assert most["shares"] > 0
    assert most["max-buys"] > 0
    # A chain's shares sold at once; as many of each of seven chains as one word can hold.
    assert charts.MAX_MONEY * max(most["shares"], 7 * 7, most["max-buys"]) < 2**63
