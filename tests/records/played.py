"""Games played at random and written down, for the tests that work on records."""

from collections.abc import Iterator
from io import BytesIO
from random import Random
from typing import NamedTuple

from hypothesis import strategies as st

from acquire_cli.engine import codes as c
from acquire_cli.engine.game import legal, play
from acquire_cli.engine.setup import Start, begin
from acquire_cli.engine.state import State
from acquire_cli.engine.tables import Rules, rules_for
from acquire_cli.notation.position import position_text
from acquire_cli.notation.reader import read_games
from acquire_cli.notation.record import Record
from acquire_cli.notation.resolve import Names
from acquire_cli.notation.writer import turn_text
from acquire_cli.records.game import Game, open_game
from acquire_cli.records.replay import steps
from acquire_cli.rulesets.load import load, names, override

HANDLES = ("ann", "bob", "cid", "dee", "eve", "flo")
HEAD = "acquire 1\nruleset: classic@1\nplayers: ann bob\nseed: friday-42\n"
GAME = HEAD + "1 ann 3D\n2 bob 9D\n3 ann 3C=T +TTT\n"


class Played(NamedTuple):
    """A game to be played at random: its rules, and the seed of every choice in it."""

    ruleset: str
    words: tuple[tuple[str, str], ...]
    players: int
    seed: int

    @property
    def rules(self) -> Rules:
        return rules_for(override(load(self.ruleset), dict(self.words)))

    def bag(self) -> list[int]:
        tiles = list(range(self.rules.squares))
        Random(self.seed).shuffle(tiles)
        return tiles


@st.composite
def plays(draw: st.DrawFn) -> Played:
    """Every ruleset, every ``dead`` mode, boards of several sizes, small sizes made safe early."""
    words = {
        "board": draw(st.sampled_from(("9x12", "9x12", "10x10", "5x5", "3x4"))),
        "dead": draw(st.sampled_from(("once", "optional", "repeat", "whole-hand", "never"))),
        "safe": draw(st.sampled_from(("2", "3", "4", "11"))),
    }
    if draw(st.booleans()):
        words["draw"] = draw(st.sampled_from(("before-dead", "after-dead")))
    if draw(st.booleans()):
        words["bank-holder"] = draw(st.sampled_from(("always", "never")))
    if draw(st.booleans()):
        words["hand"] = draw(st.sampled_from(("1", "2", "3")))
    players = draw(st.integers(2, 6))
    if words["board"] == "3x4":
        players = min(players, 3)
    return Played(draw(st.sampled_from(names())), tuple(words.items()), players, draw(SEEDS))


SEEDS = st.integers(0, 2**32)


def head(played: Played, bag: list[int], extra: str = "") -> str:
    """The headers of a record with a bag."""
    rules = played.rules
    tile = Names(rules, HANDLES).tile
    return (
        f"acquire 1\nruleset: {played.ruleset}@{rules.ruleset.revision}\n"
        f"rules: {' '.join(f'{key}={word}' for key, word in played.words)}\n"
        f"players: {' '.join(HANDLES[: played.players])}\n"
        f"bag: {' '.join(tile[t] for t in bag)}\n{extra}\n"
    )


def choose(rng: Random, s: State) -> int:
    """Any legal action, but the end is seldom declared, and tiles that build are preferred."""
    actions = list(legal(s))
    if s.phase == c.END:
        return actions[rng.random() < 0.1]
    if s.phase == c.PLACE and rng.random() < 0.7:
        built = [a for a in actions if a & 15 == c.A_PLACE and s.touch[a >> 4]]
        actions = built or actions
    return rng.choice(actions)


def turns(played: Played, most: int = 500) -> Iterator[tuple[int, str]]:
    """The turns as they are played: (number, line). A last line that ends in ``..`` is open."""
    rules = played.rules
    start = begin(rules, played.players, played.bag())
    assert isinstance(start, Start)
    s, order = start
    yield from go_on(s, Names(rules, [HANDLES[seat] for seat in order]), played.seed, most)


def go_on(s: State, name: Names, seed: int, most: int = 500) -> Iterator[tuple[int, str]]:
    """The turns that follow a position, chosen at random."""
    rng = Random(seed)
    number = 0
    while s.phase != c.OVER and number < most:
        number += 1
        s.log = []
        player = s.turn
        while True:
            assert play(s, choose(rng, s)) == c.OK
            if s.phase == c.OVER or s.turn != player or (s.phase == c.PLACE and s.players == 1):
                break
        yield number, turn_text(number, player, s.log, name)


def text(played: Played, most: int = 500) -> str:
    """The whole record."""
    return head(played, played.bag()) + "".join(line + "\n" for _, line in turns(played, most))


def open_ends(played: Played, within: int) -> Iterator[str]:
    """The record of turn ``within`` at each of its decisions: its last line is open."""
    rules = played.rules
    start = begin(rules, played.players, played.bag())
    assert isinstance(start, Start)
    s, order = start
    name = Names(rules, [HANDLES[seat] for seat in order])
    before = head(played, played.bag())
    for number, line in go_on(s, name, played.seed, within - 1):
        assert number < within
        before += line + "\n"
    rng = Random(played.seed)
    s.log = []
    player = s.turn
    while s.phase != c.OVER and s.turn == player:
        yield before + turn_text(within, player, s.log, name, open_at=s) + "\n"
        assert play(s, choose(rng, s)) == c.OK


def from_position(played: Played, skipped: int, most: int = 500) -> str:
    """The record of the game from the position after ``skipped`` turns on."""
    rules = played.rules
    start = begin(rules, played.players, played.bag())
    assert isinstance(start, Start)
    s, order = start
    name = Names(rules, [HANDLES[seat] for seat in order])
    for _ in go_on(s, name, played.seed, skipped):
        pass
    if s.phase == c.OVER:
        return text(played)
    top = head(played, []).replace("bag:", "position: " + position_text(s, name.handles))
    return top + "".join(line + "\n" for _, line in go_on(s, name, played.seed + 1, most))


def read(text: str) -> Record:
    """The one game of a text."""
    [record] = read_games(BytesIO(text.encode()), "game")
    return record


def opened(text: str) -> Game:
    """The game of a text before its first turn; its headers have to be good."""
    game, found = open_game(read(text))
    assert game is not None, found
    return game


def public(s: State) -> tuple[object, ...]:
    """Everything about a position that everybody may know."""
    return (
        bytes(s.cells),
        s.size[:],
        s.bank[:],
        s.cash[:],
        s.shares[:],
        s.phase,
        s.turn,
        s.actor,
        s.reason,
        s.bag_left,
        [
            len(hand) + unknown if unknown >= 0 else None
            for hand, unknown in zip(s.hands, s.unknown, strict=True)
        ],
        s.bank_tiles[:],
        s.bank_drew[:],
        s.can_end,
    )


def positions(text: str) -> list[tuple[tuple[object, ...], list[set[int]]]]:
    """What is public, and the known tiles of each hand, before the first turn and after each."""
    game = opened(text)
    found: list[object] = []
    out = [(public(game.state), [set(hand) for hand in game.state.hands])]
    for _ in steps(game, found):  # type: ignore[arg-type]
        out.append((public(game.state), [set(hand) for hand in game.state.hands]))
    assert all(finding.code == "W-irregular" for finding in found), found  # type: ignore[attr-defined]
    return out
