"""Every cell of the table of rulesets, and every value with its origin."""

from __future__ import annotations

import os

import pytest

from acquire_cli.rulesets import load
from acquire_cli.rulesets.knobs import BY_KEY, KNOBS
from acquire_cli.rulesets.model import COLOURS, Ruleset, RulesetError

CLASSIC: dict[str, int | str] = {
    "board": "9x12",
    "min-players": 2,
    "max-players": 6,
    "cash": 6000,
    "hand": 6,
    "start-order": "rows",
    "turn-order": "seats",
    "shares": 25,
    "bonuses": "two",
    "sole-holder": "first+second",
    "rounding": "up",
    "founder-none": "nothing",
    "max-buys": 3,
    "safe": 11,
    "end": 41,
    "all-safe-end": "on-board",
    "dead": "once",
    "draw": "before-dead",
    "bank-holder": "never",
    "stall": "no-change",
    "holdings": "open",
}
TABLE: dict[str, dict[str, int | str]] = {
    "classic": CLASSIC,
    "three-bonus": {
        **CLASSIC,
        "turn-order": "closeness",
        "shares": 24,
        "bonuses": "three",
        "sole-holder": "first+third",
        "safe": 10,
        "end": 38,
        "draw": "after-dead",
    },
    "whole-hand": {**CLASSIC, "rounding": "nearest", "dead": "whole-hand"},
    "founder-cash": {**CLASSIC, "founder-none": "cash", "dead": "optional"},
    "grand-hotel": {
        **CLASSIC,
        "start-order": "columns",
        "all-safe-end": "seven",
        "dead": "optional",
        "bank-holder": "two-players",
    },
    "tycoon": {**CLASSIC, "bonuses": "three"},
    "corporations-1999": CLASSIC,
}
CHAINS = {
    "classic": "Luxor Tower / American Festival Worldwide / Continental Imperial",
    "three-bonus": "Worldwide Sackson / Festival Imperial American / Continental Tower",
    "whole-hand": "Luxor Tower / American Festival Worldwide / Continental Imperial",
    "founder-cash": "Luxor Tower / American Festival Worldwide / Continental Imperial",
    "grand-hotel": "Luxor Tower / American Festival Worldwide / Continental Imperial",
    "tycoon": "Luxor Tower / American Festival Worldwide / Continental Imperial",
    "corporations-1999": "Sackson Zeta / Hydra Fusion America / Phoenix Quantum",
}
# What each rule text itself says; the rest is a default.
TEXT = {
    "classic": "board cash hand shares bonuses sole-holder rounding founder-none max-buys safe end "
    "all-safe-end dead chains chart",
    "three-bonus": "board min-players max-players cash hand start-order turn-order shares bonuses "
    "sole-holder rounding founder-none max-buys safe end all-safe-end dead draw chains",
    "whole-hand": "hand turn-order bonuses sole-holder rounding safe dead",
    "founder-cash": "board hand turn-order shares founder-none max-buys safe dead draw",
    "grand-hotel": "cash hand start-order bonuses sole-holder max-buys safe end all-safe-end "
    "bank-holder",
    "tycoon": "",
    "corporations-1999": "",
}


def test_names_are_those_of_the_table() -> None:
    assert load.names() == tuple(sorted(TABLE))


@pytest.mark.parametrize("name", TABLE)
def test_every_value(name: str) -> None:
    assert load.values(load.load(name)) == TABLE[name]


@pytest.mark.parametrize("name", TABLE)
def test_chains_and_tiers(name: str) -> None:
    tiers = dict(zip(("cheap", "medium", "expensive"), CHAINS[name].split(" / "), strict=True))
    expected = [(word[0], word, tier) for tier, words in tiers.items() for word in words.split()]
    chains = load.load(name).chains
    assert [(chain.letter, chain.name, chain.tier) for chain in chains] == expected
    assert len({chain.colour for chain in chains}) == 7
    assert {chain.colour for chain in chains} <= set(COLOURS)


@pytest.mark.parametrize("name", TABLE)
def test_every_value_has_its_origin(name: str) -> None:
    origins = load.origins(name)
    assert list(origins) == [*BY_KEY, "chains", "chart"]
    assert {key for key, (origin, _) in origins.items() if origin == "text"} == set(
        TEXT[name].split()
    )
    assert all(origin in ("text", "default") and note for origin, note in origins.values())


@pytest.mark.parametrize("name", TABLE)
def test_revision_and_title(name: str) -> None:
    ruleset = load.load(name)
    assert (ruleset.name, ruleset.revision) == (name, 1)
    assert ruleset.title


def test_colours_of_classic_are_those_of_its_text() -> None:
    colours = {chain.name: chain.colour for chain in load.load("classic").chains}
    assert colours == {
        "Luxor": "red",
        "Tower": "yellow",
        "American": "blue",
        "Festival": "green",
        "Worldwide": "brown",
        "Continental": "cyan",
        "Imperial": "purple",
    }


def test_defaults_of_the_knobs_are_classic() -> None:
    assert {knob.key: knob.default for knob in KNOBS} == CLASSIC


def test_a_ruleset_is_loaded_once_and_is_a_key() -> None:
    classic = load.load("classic")
    assert load.load("classic") is classic
    rulesets: dict[Ruleset, str] = {load.load(name): name for name in load.names()}
    assert rulesets[classic] == "classic"
    assert len(rulesets) == len(TABLE)
    with pytest.raises(AttributeError):
        classic.safe = 12  # type: ignore[misc]


@pytest.mark.parametrize("word", ["", "clasic", "classic.tom", "..", "CLASSIC", "a\0b", "charts"])
def test_a_name_that_is_none(word: str) -> None:
    with pytest.raises(RulesetError) as caught:
        load.load(word)
    (problem,) = caught.value.problems
    assert problem.allowed == ", ".join(load.names())


def test_every_shipped_file_sets_what_it_should_by_itself() -> None:
    """A rule text's file states every knob, so that a change of classic cannot move it."""
    for name, text in TEXT.items():
        data = load.parse(_shipped(name), name)
        stated = set(data) & set(BY_KEY)
        assert stated == set(BY_KEY) if text else stated < set(BY_KEY)


def _shipped(name: str) -> bytes:
    with open(os.path.join(load.DATA, f"{name}.toml"), "rb") as stream:
        return stream.read()
