"""Whole games by number: rules, players and every choice follow from it, in any process."""

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from acquire_cli.engine import codes as c
from acquire_cli.engine.game import legal, play
from acquire_cli.engine.scoring import totals
from acquire_cli.engine.setup import Start, begin
from acquire_cli.engine.state import State
from acquire_cli.engine.tables import Rules, rules_for
from acquire_cli.notation.resolve import Names
from acquire_cli.notation.writer import turn_text
from acquire_cli.rulesets.load import load, names, override
from acquire_cli.rulesets.model import RulesetError
from tests.engine.support import BOARDS, KNOBS, moved

HANDLES = ("ann", "bob", "cid", "dee", "eve", "flo")


class Plan(NamedTuple):
    """What game ``number`` is played by."""

    number: int
    ruleset: str
    words: tuple[tuple[str, str], ...]
    players: int


def plan(number: int) -> Plan:
    """Rulesets and numbers of players in turn; every second game with up to four knobs turned."""
    rulesets = names()
    ruleset = rulesets[number % len(rulesets)]
    players = 2 + number // len(rulesets) % 5
    rng = Random(f"knobs {number}")
    words: dict[str, str] = {}
    if rng.random() < 0.5:
        for key in rng.sample(list(KNOBS), rng.randint(0, 4)):
            words[key] = rng.choice(KNOBS[key])
        if rng.random() < 0.5:
            words["board"] = rng.choice([board for board in BOARDS if board != "2x2"])
    return Plan(number, ruleset, tuple(words.items()), players)


class Whole(NamedTuple):
    """A game from its first tile to its last, and the record of it."""

    plan: Plan
    rules: Rules
    start: Start
    actions: list[int]
    text: str
    last: State
    happened: Counter[str]


def begun(plan: Plan) -> tuple[Rules, list[int], Start] | None:
    """The tables, the bag and the start; None where such a game cannot be."""
    try:
        rules = rules_for(override(load(plan.ruleset), dict(plan.words)))
    except RulesetError:
        return None
    bag = list(range(rules.squares))
    Random(f"bag {plan.number}").shuffle(bag)
    start = begin(rules, plan.players, bag)
    return (rules, bag, start) if isinstance(start, Start) else None


def choose(rng: Random, s: State) -> int:
    """Any action; the end is seldom declared, and half of the tiles are such as build."""
    actions = legal(s)
    if s.phase == c.END:
        return actions[rng.random() < 0.1]
    if s.phase == c.PLACE and rng.random() < 0.5:
        actions = [a for a in actions if a & 15 == c.A_PLACE and s.touch[a >> 4]] or actions
    return actions[int(rng.random() * len(actions))]


def whole(plan: Plan) -> Whole | None:
    """Play a game and write it down, with the money of each action held against its events."""
    ready = begun(plan)
    if ready is None:
        return None
    rules, bag, start = ready
    s = start.state.copy()
    handles = HANDLES[: plan.players]
    words = Names(rules, [handles[seat] for seat in start.order])
    happened: Counter[str] = Counter()
    lines = [*head(plan, rules, bag, words), ""]
    actions: list[int] = []
    rng = Random(f"choices {plan.number}")
    s.log = []
    number = 0
    mover = s.turn
    while s.phase != c.OVER:
        action = choose(rng, s)
        before, seen = s.cash[:], len(s.log)
        assert play(s, action) == c.OK
        actions.append(action)
        assert [a + b for a, b in zip(before, moved(s.log[seen:], s.players), strict=True)] == (
            s.cash
        )
        if s.phase == c.OVER or (s.phase == c.PLACE and action & 15 != c.A_REDRAW):
            number += 1
            happened.update(_names(s.log))
            lines.append(turn_text(number, mover, s.log, words))
            s.log = []
            mover = s.turn
        assert len(actions) < 20_000, "the game does not end"
    said = dict(zip(words.handles, totals(s), strict=True))
    result = " ".join(f"{handle}={said[handle]}" for handle in handles)
    lines.append(f"result: {c.REASON_NAMES[s.reason]} {result}")
    happened.update(games=1, turns=number, actions=len(actions))
    happened[c.REASON_NAMES[s.reason]] += 1
    return Whole(plan, rules, start, actions, "\n".join(lines) + "\n", s, happened)


def head(plan: Plan, rules: Rules, bag: list[int], words: Names) -> Iterator[str]:
    yield "acquire 1"
    yield f"ruleset: {plan.ruleset}@{rules.ruleset.revision}"
    if plan.words:
        # In the order of the knobs, which is that of the canonical form.
        from acquire_cli.rulesets.knobs import KNOBS as ORDER

        given = dict(plan.words)
        pairs = [f"{knob.key}={given[knob.key]}" for knob in ORDER if knob.key in given]
        yield "rules: " + " ".join(pairs)
    yield "players: " + " ".join(HANDLES[: plan.players])
    yield "bag: " + " ".join(words.tile[square] for square in bag)


_COUNTED = {c.E_FOUNDED: "founded", c.E_DISPOSED: "disposals", c.E_BONUS: "bonuses"}


def _names(log: list[tuple[int, ...]]) -> Iterator[str]:
    for event in log:
        if event[0] in _COUNTED:
            yield _COUNTED[event[0]]
