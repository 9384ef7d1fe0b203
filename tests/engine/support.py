"""What the tests of the engine share: rulesets with overrides, deals, positions drawn as text."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import NamedTuple

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from acquire_cli.engine import codes as c
from acquire_cli.engine.bag import shuffled
from acquire_cli.engine.claim import Claim, Seat, from_claim
from acquire_cli.engine.game import legal, play
from acquire_cli.engine.history import History
from acquire_cli.engine.setup import Start, begin
from acquire_cli.engine.squares import numbers
from acquire_cli.engine.state import State
from acquire_cli.engine.tables import Rules, rules_for
from acquire_cli.rulesets.load import load, names, override

LONG = bool(os.environ.get("ACQUIRE_LONG"))


def examples(few: int) -> settings:
    """So many examples, always the same ones; forty times as many, new ones, in a long run."""
    return settings(
        max_examples=few * 40 if LONG else few,
        derandomize=not LONG,
        deadline=None,
        database=None,
        suppress_health_check=list(HealthCheck),
    )


def rules(name: str = "classic", **words: str) -> Rules:
    """The tables of a ruleset with overrides, ``max_buys="7"`` standing for ``max-buys=7``."""
    return rules_for(override(load(name), {k.replace("_", "-"): v for k, v in words.items()}))


def deal(table: Rules, players: int, seed: str) -> State:
    start = begin(table, players, shuffled(seed, table.squares))
    assert isinstance(start, Start)
    return start.state


# ---- random games ----


class Deal(NamedTuple):
    """A game to be played at random: how it is set up, and the seed of every choice in it."""

    name: str
    words: tuple[tuple[str, str], ...]
    players: int
    seed: int

    def begin(self) -> State:
        table = rules_for(override(load(self.name), dict(self.words)))
        bag = list(range(table.squares))
        Random(self.seed).shuffle(bag)
        start = begin(table, self.players, bag)
        assert isinstance(start, Start), start
        return start.state


KNOBS: Mapping[str, Sequence[str]] = {
    "cash": ("0", "500", "1500", "1000000"),
    "hand": ("1", "2", "12"),
    "start-order": ("rows", "columns"),
    "turn-order": ("seats", "closeness"),
    "shares": ("1", "2", "5", "99"),
    "rounding": ("up", "nearest"),
    "founder-none": ("nothing", "cash"),
    "max-buys": ("0", "1", "2", "7"),
    "safe": ("2", "3", "5", "9999"),
    "end": ("2", "6", "9999"),
    "all-safe-end": ("on-board", "seven", "never"),
    "dead": ("once", "optional", "repeat", "whole-hand", "never"),
    "draw": ("before-dead", "after-dead"),
    "bank-holder": ("never", "two-players", "always"),
    "stall": ("no-change", "no-placement"),
}
BOARDS = ("9x12", "9x12", "10x10", "5x5", "2x2", "2x3", "4x40")


@st.composite
def deals(draw: st.DrawFn) -> Deal:
    """Every ruleset, up to four knobs turned, boards of several sizes, one to six players."""
    words = {"min-players": "1", "board": draw(st.sampled_from(BOARDS))}
    for key in draw(st.lists(st.sampled_from(list(KNOBS)), max_size=4, unique=True)):
        words[key] = draw(st.sampled_from(KNOBS[key]))
    name = draw(st.sampled_from(names()))
    most = 4 if words["board"] == "2x2" else 6
    players = draw(st.integers(1, most))
    return Deal(name, tuple(words.items()), players, draw(st.integers(0, 2**32)))


def choose(rng: Random, s: State, actions: Sequence[int]) -> int:
    """Any action, but the end is seldom declared, so that games go on into their last turns."""
    if s.phase == c.END:
        return actions[rng.random() < 0.1]
    return actions[int(rng.random() * len(actions))]


def random_game(s: State, seed: int, most: int = 20_000) -> Iterator[int]:
    """Play ``s`` to its end at random, giving each action before it is played."""
    rng = Random(seed)
    for _ in range(most):
        actions = legal(s)
        if not actions:
            assert s.phase == c.OVER
            return
        action = choose(rng, s, actions)
        yield action
        assert play(s, action) == c.OK
    raise AssertionError("the game does not end")


# ---- positions drawn as text ----


def squares(table: Rules, text: str) -> list[int]:
    """``6F,7G,?`` as squares, ``?`` an unknown tile."""
    number = numbers(table.rows, table.cols)
    return [-1 if word == "?" else number[word] for word in text.split(",") if word]


def square(name: str, table: Rules | None = None) -> int:
    rows, cols = (table.rows, table.cols) if table else (9, 12)
    return numbers(rows, cols)[name]


def chain(table: Rules, letter: str) -> int:
    return [one.letter for one in table.ruleset.chains].index(letter)


def cells(table: Rules, board: str) -> list[int]:
    """``AA1CC/5o`` as cells; what is left out at the end of a row or of the board is empty."""
    codes = {one.letter: i for i, one in enumerate(table.ruleset.chains)}
    codes |= {"o": c.LOOSE, "x": c.ASIDE_SQUARE, ".": c.EMPTY}
    out: list[int] = []
    for row in board.split("/"):
        line: list[int] = []
        number = ""
        for sign in row + " ":
            if sign.isdigit():
                number += sign
                continue
            line += [c.EMPTY] * int(number or 0)
            number = ""
            if sign != " ":
                line.append(codes[sign])
        assert len(line) <= table.cols, row
        out += line + [c.EMPTY] * (table.cols - len(line))
    return out + [c.EMPTY] * (table.squares - len(out))


def seat(table: Rules, text: str) -> Seat:
    """``cash:shares:hand`` as ``6000:A3C1:6F,?``; a hand ``*`` is one that nobody has counted."""
    cash, shares, hand = text.split(":")
    held = [0] * table.chains
    at = 0
    while at < len(shares):
        end = at + 1
        while end < len(shares) and shares[end].isdigit():
            end += 1
        held[chain(table, shares[at])] = int(shares[at + 1 : end])
        at = end
    return Seat(int(cash), held, None if hand == "*" else squares(table, hand))


def claim(
    table: Rules,
    board: str,
    *seats: str,
    phase: int = c.PLACE,
    turn: int = 0,
    actor: int | None = None,
    bag: str | None = None,
    tile: str = "",
    survivor: str = "",
    queue: str = "",
    bank_tiles: str = "",
    aside: str = "",
    idle: int = -1,
) -> Claim:
    """A claim drawn as text; a bag that ends in ``+`` goes on with unknown tiles."""
    told = Claim(cells(table, board), [seat(table, text) for text in seats])
    told.phase = phase
    told.turn = turn
    told.actor = turn if actor is None else actor
    told.bag = None if bag is None else squares(table, bag.removesuffix("+"))
    told.tile = square(tile, table) if tile else -1
    told.survivor = chain(table, survivor) if survivor else -1
    told.queue = [chain(table, letter) for letter in queue]
    told.bank_tiles = squares(table, bank_tiles)
    told.aside = squares(table, aside)
    told.idle = idle
    if told.bag is not None and bag is not None and bag.endswith("+"):
        left = list(told.cells).count(c.EMPTY) - len(told.bag) - len(told.bank_tiles)
        for one in told.seats:
            left -= table.hand if one.hand is None else len(one.hand)
        told.bag = [*told.bag, *[-1] * left]
    return told


def position(table: Rules, board: str, *seats: str, **rest: object) -> State:
    """The state of such a claim, which has to be a good one."""
    s = from_claim(table, claim(table, board, *seats, **rest))  # type: ignore[arg-type]
    assert isinstance(s, State), s
    return s


def wrong(table: Rules, board: str, *seats: str, **rest: object) -> str:
    """What is wrong with such a claim, which has to be a bad one."""
    problems = from_claim(table, claim(table, board, *seats, **rest))  # type: ignore[arg-type]
    assert isinstance(problems, list)
    assert problems
    return "; ".join(problem.text for problem in problems)


# ---- actions, and what a state holds ----


def place(name: str, table: Rules | None = None) -> int:
    return square(name, table) << 4 | c.A_PLACE


def aside(name: str) -> int:
    return square(name) << 4 | c.A_ASIDE


def found(table: Rules, letter: str) -> int:
    return chain(table, letter) << 4 | c.A_FOUND


def survivor(table: Rules, letter: str) -> int:
    return chain(table, letter) << 4 | c.A_SURVIVOR


def following(table: Rules, letter: str) -> int:
    return chain(table, letter) << 4 | c.A_NEXT


def bank_tile(name: str) -> int:
    return (square(name) + 1) << 4 | c.A_BANK


def dispose(sold: int = 0, traded: int = 0) -> int:
    return (sold << c.DISPOSE_SHIFT | traded) << 4 | c.A_DISPOSE


def buy(table: Rules, letters: str = "") -> int:
    return sum(1 << 3 * chain(table, letter) for letter in letters) << 4 | c.A_BUY


END = 1 << 4 | c.A_END
GO_ON = c.A_END
NO_TILE = c.A_PASS
NOTHING = c.A_BUY


def take(s: State, *actions: int) -> State:
    """Play actions that all have to be accepted."""
    for action in actions:
        assert action in legal(s), (action & 15, action >> 4)
        assert play(s, action) == c.OK
    return s


# A compiled class has no __slots__ to ask.
SLOTS = [n for n in dir(State) if n[:2] != "__" and not callable(getattr(State, n))]


def slots(s: State) -> dict[str, object]:
    """Everything a state holds, as values that a later change does not reach."""
    out: dict[str, object] = {}
    for name in SLOTS:
        value = getattr(s, name)
        if name == "rules":
            value = id(value)
        elif name == "hands":
            value = tuple(tuple(hand) for hand in value)
        elif isinstance(value, (list, bytearray)):
            value = tuple(value)
        out[name] = value
    return out


def held(s: State, player: int, letter: str) -> int:
    return s.shares[player * s.rules.chains + chain(s.rules, letter)]


def moved(log: list[tuple[int, ...]], players: int) -> list[int]:
    """The money of each player that the events account for."""
    out = [0] * players
    for event in log:
        if event[0] == c.E_FOUNDED:
            out[event[1]] += event[5]
        elif event[0] == c.E_BONUS and event[2] >= 0:
            out[event[2]] += event[3]
        elif event[0] == c.E_DISPOSED:
            out[event[1]] += event[7]
        elif event[0] == c.E_BOUGHT:
            out[event[1]] -= event[3]
    return out


def undone(s: State, action: int) -> None:
    """Undo after play is identity, redo after undo is play."""
    before = slots(s)
    history = History(s.copy())
    after = s.copy()
    assert play(after, action) == c.OK
    assert slots(s) == before, "a copy is not independent"
    assert history.play(action) == c.OK
    assert slots(history.state) == slots(after)
    assert history.undo()
    assert slots(history.state) == before
    assert history.redo()
    assert slots(history.state) == slots(after)
