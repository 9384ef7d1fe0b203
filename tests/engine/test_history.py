"""Undo and redo: what comes back is the position as it was, with its log."""

import pytest

from acquire_cli.engine import codes as c
from acquire_cli.engine.history import History
from tests.engine.support import buy, place, position, rules, slots

SEATS = ("6000::1A,1B,1C,1D,1E,1F", "6000::?,?,?,?,?,?")


def begun(log: bool) -> History:
    s = position(rules(), "5AA/12", *SEATS)
    if log:
        s.log = [(c.E_OVER, 0)]
    return History(s)


@pytest.mark.parametrize("log", [False, True], ids=["without a log", "with a log"])
def test_each_action_is_taken_back_and_taken_again(log: bool) -> None:
    past = begun(log)
    said = past.state.log
    seen = [(slots(past.state), list(said or ()))]
    for action in (place("1B"), buy(rules(), "AA"), place("9I"), buy(rules())):
        assert past.play(action) == c.OK
        seen.append((slots(past.state), list(said or ())))
    assert len(past) == 4
    for earlier in reversed(seen[:-1]):
        assert past.undo()
        assert (slots(past.state), list(said or ())) == earlier
        assert past.state.log is said
    assert len(past) == 0
    assert not past.undo()
    for later in seen[1:]:
        assert past.redo()
        assert (slots(past.state), list(said or ())) == later
    assert len(past) == 4
    assert not past.redo()


def test_another_action_forgets_what_had_been_undone() -> None:
    past = begun(log=False)
    assert past.play(place("1B")) == c.OK
    assert past.undo()
    assert past.play(place("1C")) == c.OK
    assert not past.redo()


def test_what_is_refused_is_no_part_of_the_past() -> None:
    past = begun(log=True)
    assert past.play(place("1B")) == c.OK
    assert past.undo()
    before = slots(past.state)
    assert past.play(place("2B")) == c.R_NOT_IN_HAND
    assert slots(past.state) == before
    assert len(past) == 0
    assert past.redo()
    assert past.play(place("1C")) == c.R_PHASE
    assert len(past) == 1
