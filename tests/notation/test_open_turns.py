"""A turn put away at any decision, written and read again, goes on where it stopped."""

import random
from collections import Counter

import pytest

from acquire_cli.engine import codes as c
from acquire_cli.engine.game import legal, play
from acquire_cli.engine.setup import Start, begin
from acquire_cli.engine.state import State
from acquire_cli.engine.tables import REPEAT, WHOLE_HAND
from acquire_cli.notation.parse import parse_turn
from acquire_cli.notation.position import position_text
from acquire_cli.notation.resolve import Names, play_turn
from acquire_cli.notation.writer import turn_text
from tests.notation.ebnf import matches
from tests.notation.test_position_text import HANDLES, TABLES, rules_of


def read(before: State, text: str, name: Names, handles: tuple[str, ...]) -> str:
    """The position after a turn line, as text."""
    state = before.copy()
    fault = play_turn(state, parse_turn(text, handles), name)
    assert fault is None, (text, fault, position_text(before, handles))
    return position_text(state, handles)


@pytest.mark.parametrize("dealt", [True, False], ids=["dealt", "public"])
@pytest.mark.parametrize("table", TABLES, ids=lambda t: t[0] + "-" + "-".join(t[1].values()))
def test_a_turn_goes_on_where_it_stopped(table: tuple[str, dict[str, str]], dealt: bool) -> None:
    rules = rules_of(table)
    rng = random.Random(f"{table} {dealt}")
    handles = HANDLES[:3]
    if rules.squares < 3 * (rules.hand + 1):
        handles = HANDLES[:2]
    bag = list(range(rules.squares))
    rng.shuffle(bag)
    began = begin(rules, len(handles), bag if dealt else None)
    assert isinstance(began, Start)
    s = began.state
    name = Names(rules, handles)
    seen: Counter[int] = Counter()
    for number in range(1, 400):
        if s.phase == c.OVER:
            break
        before = s.copy()
        player = s.turn
        s.log = []
        while s.phase != c.OVER and s.turn == player:
            actions = list(legal(s))
            if s.phase == c.END and rng.random() < 0.9:
                actions = actions[:1]
            # Forced facts are taken as read: a redraw, the last name that is left.
            forced = s.phase == c.PLACE and rules.dead == WHOLE_HAND and (s.aside or s.log)
            forced = forced or (s.phase == c.FOUND and len(actions) == 1)
            # A look that is over is told from one that is not only by the tiles of the next.
            forced = forced or (s.phase == c.ASIDE and rules.dead == REPEAT and len(s.gone) > 0)
            # Where no further tile can be chosen the turn is over.
            forced = forced or (s.phase == c.ASIDE and len(actions) == 1 and len(s.aside) > 0)
            if not forced:
                seen[s.phase] += 1
                text = turn_text(number, player, s.log, name, None, s, not dealt)
                assert matches("canonical-turn", text), text
                assert read(before, text, name, handles) == position_text(s, handles), text
            assert play(s, rng.choice(actions)) == 0
        text = turn_text(number, player, s.log, name, None, None, not dealt)
        assert matches("canonical-turn", text), text
        assert read(before, text, name, handles) == position_text(s, handles), text
    assert seen[c.PLACE] > 3
    assert seen[c.BUY] > 3
