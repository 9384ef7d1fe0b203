"""Positions of random games, in every phase and seen by everybody, as text and back."""

import random
from collections import Counter
from collections.abc import Iterator

import pytest

from acquire_cli.engine import codes as c
from acquire_cli.engine.game import legal, play
from acquire_cli.engine.setup import Start, begin
from acquire_cli.engine.state import State
from acquire_cli.engine.tables import Rules, rules_for
from acquire_cli.engine.view import seen_by
from acquire_cli.notation.position import PositionError, parse_position, position_text
from acquire_cli.rulesets import load

HANDLES = ("ann", "bob", "cid", "dee", "eve", "idle")
# Small boards are crowded: dead tiles, mergers, empty bags and stalls come soon.
CROWDED = {"board": "6x7", "safe": "4", "end": "20"}
TABLES = [
    (name, over)
    for name in load.names()
    for over in ({}, CROWDED, {**CROWDED, "dead": "repeat"}, {**CROWDED, "dead": "whole-hand"})
] + [
    ("classic", {**CROWDED, "dead": "optional", "bank-holder": "always", "draw": "after-dead"}),
    ("grand-hotel", {**CROWDED, "bank-holder": "always", "dead": "never", "hand": "3"}),
    ("classic", {"board": "2x9", "safe": "2", "end": "5", "hand": "1"}),
]


def rules_of(table: tuple[str, dict[str, str]]) -> Rules:
    return rules_for(load.override(load.load(table[0]), table[1]))


def random_game(rules: Rules, players: int, rng: random.Random) -> Iterator[State]:
    """Every position of a game whose players choose without thinking, but seldom end it."""
    bag = list(range(rules.squares))
    rng.shuffle(bag)
    began = begin(rules, players, bag)
    assert isinstance(began, Start)
    s = began.state
    while s.phase != c.OVER:
        yield s
        actions = list(legal(s))
        if s.phase == c.END and rng.random() < 0.9:
            actions = actions[:1]
        assert play(s, rng.choice(actions)) == 0
    yield s


def same_again(s: State, players: int) -> None:
    handles = HANDLES[:players]
    text = position_text(s, handles)
    try:
        placed = parse_position(text, s.rules)
    except PositionError as error:
        raise AssertionError((text, error.problems)) from error
    assert placed.handles == handles
    assert position_text(placed.state, handles) == text
    assert sorted(legal(placed.state)) == sorted(legal(s)), text


@pytest.mark.parametrize("table", TABLES, ids=lambda t: t[0] + "-" + "-".join(t[1].values()))
def test_positions_come_back_the_same(table: tuple[str, dict[str, str]]) -> None:
    rng = random.Random(str(table))
    rules = rules_of(table)
    seen: Counter[int] = Counter()
    for players in (2, 3, 4, 6):
        if rules.squares < players * (rules.hand + 1):
            continue
        for s in random_game(rules, players, rng):
            seen[s.phase] += 1
            # The common phases now and then, the rare ones always.
            if s.phase in (c.PLACE, c.BUY, c.DISPOSE) and rng.random() < 0.6:
                continue
            same_again(s, players)
            for player in (-1, s.actor, (s.turn + 1) % players):
                same_again(seen_by(s, player), players)
    assert seen[c.OVER]


def test_every_phase_comes_up() -> None:
    rng = random.Random(7)
    # The bank's tile is asked for only where the bag is not known: see the table records below.
    seen: set[int] = {c.BANK}
    for table in TABLES * 4:
        seen.update(s.phase for s in random_game(rules_of(table), 2, rng))
        if len(seen) == len(c.PHASE_NAMES):
            return
    raise AssertionError(seen)


def test_a_game_goes_on_from_its_text_as_from_itself() -> None:
    rng = random.Random(11)
    for table in TABLES:
        rules = rules_of(table)
        for s in random_game(rules, 2, rng):
            if rng.random() < 0.03 and s.phase != c.OVER:
                other = parse_position(position_text(s, HANDLES[:2]), rules).state
                one = s.copy()
                luck = random.Random(1)
                for _ in range(40):
                    if one.phase == c.OVER:
                        break
                    action = luck.choice(sorted(legal(one)))
                    assert play(one, action) == 0
                    assert play(other, action) == 0
                    assert position_text(one, HANDLES[:2]) == position_text(other, HANDLES[:2])


def table_game(rules: Rules, players: int, rng: random.Random) -> Iterator[State]:
    """A game of which only the table is known: any tile may turn up, the bank's tile is told."""
    began = begin(rules, players)
    assert isinstance(began, Start)
    s = began.state
    for _ in range(400):
        yield s
        if s.phase == c.OVER:
            return
        actions = list(legal(s))
        assert play(s, rng.choice(actions)) == 0


def test_positions_of_table_records_come_back_the_same() -> None:
    rng = random.Random(3)
    seen: Counter[int] = Counter()
    for table in TABLES:
        rules = rules_of(table)
        for players in (2, 3):
            if rules.squares < players * (rules.hand + 1):
                continue
            for s in table_game(rules, players, rng):
                seen[s.phase] += 1
                if s.phase == c.PLACE and s.aside:
                    continue  # in the middle of telling a hand: a position is before any redraw
                if seen[s.phase] < 400 or rng.random() < 0.2:
                    same_again(s, players)
    assert seen[c.BANK] > 9


def test_a_chosen_tile_is_read_in_either_order() -> None:
    """`b1` is also a possible handle, as it stands for a mergemaker in other phases."""
    rules = rules_for(load.load("founder-cash"))
    board = "CCCCCCCCCCCC/12/AAAAAAAAAAAA/12/12/12/12/12/12"
    text = board + " ann aside:{} ann:6000:-:6? bob:6000:-:? bag:?"
    want = position_text(parse_position(text.format("1B"), rules).state, HANDLES[:2])
    for lax in ("b1", "B1", "1b", "01B"):
        assert position_text(parse_position(text.format(lax), rules).state, HANDLES[:2]) == want
    with pytest.raises(PositionError):
        parse_position(text.format("bob"), rules)


@pytest.mark.parametrize("bag", ["-", "3A", "3A,?", "3A,2?", "?,3A", "?,3A,?"])
def test_what_is_known_of_a_bag_is_written_and_the_rest_counted(bag: str) -> None:
    count = sum(2 if word == "2?" else 1 for word in bag.split(",") if word != "-")
    free = 7 - 2 - count
    board = f"AA{count}{'x' * free}" if count else f"AA{'x' * free}"
    text = f"{board}/xxxxxxx/xxxxxxx/xxxxxxx ann place ann:0:-:- bob:0:-:- bag:{bag}"
    rules = rules_of(("classic", {"board": "4x7"}))
    assert position_text(parse_position(text, rules).state, ("ann", "bob")) == text


def test_a_position_has_four_words_at_least() -> None:
    rules = rules_of(("classic", {}))
    for text, code in (("12/12 ann place", "E-position-text"), (ALONE, "E-players")):
        with pytest.raises(PositionError) as caught:
            parse_position(text, rules)
        assert [problem[0] for problem in caught.value.problems] == [code]


ALONE = "12/12/12/12/12/12/12/12/12 ann place ann:0:-:?"
