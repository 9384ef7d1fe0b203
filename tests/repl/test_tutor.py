"""The tutor objects to what is clearly worse, and to nothing else."""

import pytest

from acquire_cli.engine import codes as c
from acquire_cli.players.sharp import Sharp
from acquire_cli.repl.session import Session
from acquire_cli.repl.tutor import Tutor, actions_of
from tests.repl.support import at, merger, say

BUYING = (
    "acquire 1\nruleset: classic@1\nplayers: ann bob\nposition: "
    "LLLLLLLLLL2/12/IIIIIIIII3/12/12/12/12/12/12 ann buy ann:3000:L1:12I,12H,5B,7H,1H,3F "
    "bob:6000:L1I2:? bag:?\n"
)


def taught(session: Session) -> Session:
    session.tutor = Tutor("seed", playouts=40)
    return session


def test_a_poor_move_is_doubted_and_nothing_changes() -> None:
    session = taught(at(BUYING))
    now = session.now
    reply = session.do("-")
    assert reply.thinking
    assert not reply.changed
    assert session.now is now
    assert "looks better than -" in " ".join(reply.lines)
    assert len(say(session, "show")) == 2
    assert session.doubted
    assert session.do("anyway").changed
    assert session.now.number == 2


def test_rethink_and_another_move() -> None:
    session = taught(at(BUYING))
    assert session.do("-").thinking
    assert not session.do("rethink").changed
    assert not session.doubted
    assert session.do("-").thinking
    assert session.do("-").changed  # the same again means it
    session = taught(at(BUYING))
    better = session.do("-").lines[0].split()[1]
    assert session.do(better).changed


def test_a_look_around_is_no_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    session = taught(at(BUYING))
    monkeypatch.setattr(session.tutor, "doubt", lambda *_: ["Tutor: no."])
    assert session.do("-").thinking
    for look in (
        "board",
        "hand",
        "prices",
        "standings",
        "log",
        "moves",
        "help",
        "?",
        "hint",
        "why",
    ):
        session.do(look)
        assert session.doubted, look
    assert session.do("anyway").changed
    assert not session.doubted


def test_a_forced_move_is_not_doubted() -> None:
    text = BUYING.replace("ann buy", "ann place").replace("12I,12H,5B,7H,1H,3F", "12I")
    session = taught(at(text))
    assert session.do("12i").changed
    assert not session.doubted


def test_the_decisions_of_a_line_are_found_again() -> None:
    session = merger()
    before = session.now
    say(session, "6f", "s2t2", "-", "s1")
    after = session.now
    found = actions_of(before.base, after.log, after.state)
    assert [action & 15 for action in found] == [c.A_PLACE, c.A_DISPOSE, c.A_DISPOSE, c.A_DISPOSE]


def test_what_the_hint_has_advised_is_not_doubted(monkeypatch: pytest.MonkeyPatch) -> None:
    session = taught(at(BUYING))
    monkeypatch.setattr(session.tutor, "doubt", lambda *_: ["Tutor: no."])
    advised = session.do("hint").lines[0].split(":")[0]
    assert session.do("-").thinking
    session.do("rethink")
    assert session.do(advised).changed


def test_what_is_better_on_some_deals_only_is_not_said(monkeypatch: pytest.MonkeyPatch) -> None:
    session = taught(at(BUYING))
    monkeypatch.setattr(Sharp, "compare", lambda *_: (900.0, 1000.0))
    assert session.do("-").changed
