"""Whole games through the session, by computer players and by typing, in every ruleset."""

from random import Random

import pytest

from acquire_cli.engine import codes as c
from acquire_cli.engine.game import legal
from acquire_cli.notation.position import position_text
from acquire_cli.repl.session import Session
from acquire_cli.rulesets.load import names
from tests.repl.support import at, dealt, findings, run_computers, typed

SEATS = (
    "ann:random,bob:random",
    "ann:steady,bob:random,cid:random,dee:random",
    "ann:random,bob:random,cid:random,dee:random,eve:random,fay:random",
)


@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("ruleset", names())
def test_computer_players_play_a_valid_game(ruleset: str, seats: str) -> None:
    session = dealt(seats, "whole", ruleset)
    steps = 0
    while session.waiting:
        session.step()
        steps += 1
        assert steps < 2000
        if steps % 9 == 0:
            _same_from_the_record(session)
    assert session.over
    assert not findings(session)
    _same_from_the_record(session)


def _same_from_the_record(session: Session) -> None:
    text = session.text()
    again = at(text)
    assert again.text() == text
    handles = session.names.handles
    assert position_text(again.state, handles) == position_text(session.state, handles)


TYPED = (
    "ann,bob",
    "ann,bob,cid",
    "ann,bob,cid,dee,eve",
    "ann,bob:random",
    "ann:random,bob,cid:random,dee",
    "ann:random,bob:random,cid:random,dee:random,eve:random,fay",
)


@pytest.mark.parametrize("seats", TYPED)
@pytest.mark.parametrize("ruleset", names())
def test_a_game_typed_step_by_step(ruleset: str, seats: str) -> None:
    """By people alone, and by people and computer players who decide in each other's turns."""
    session = dealt(seats, f"typed {seats.count(',') + 1}", ruleset)
    rng = Random(f"{ruleset} {seats}")
    for _ in range(3000):
        if session.over:
            break
        if session.waiting:
            assert session.step().changed
            continue
        s = session.state
        actions = list(legal(s))
        if s.phase == c.END:
            action = rng.choice([a for a in actions if rng.random() < 0.2 or not a >> 4] or actions)
        else:
            action = rng.choice(actions)
        if action & 15 == c.A_ASIDE:
            line = "x" + session.names.tile[action >> 4].lower()
        else:
            line = typed(s, session, action)
        number = session.now.number
        reply = session.do(line)
        assert not reply.refused, (line, reply, session.open_text())
        assert reply.changed
        if rng.random() < 0.1 and session.now.number == number:
            run_computers(session)
            now = session.now
            assert not session.do("undo!").refused
            assert not session.do("redo").refused
            assert session.now is now
        if rng.random() < 0.05:
            _same_from_the_record(session)
    assert session.over
    assert not findings(session)


END_NEAR = """\
acquire 1
ruleset: classic@1
players: ann bob
position: LLLLLLLLLLLL/LLLLLLLLLLLL/LLLLLLLLLLLL/LLLLL7/12/4TTT5/12/12/12 bob place \
ann:6000:T3:10I,11I,12I,1I,2I,3I bob:{cash}:L5:5E bag:?
"""


def test_a_computer_player_that_buys_nothing_before_the_end_may_be_declared() -> None:
    """Right after somebody else's disposition, which has been told, its decision tells nothing."""
    nothing = 0
    for cash in range(1000, 5000, 100):  # each is another game for it
        session = at(END_NEAR.format(cash=cash), "ann,bob:random")
        run_computers(session)
        assert session.actor == "ann"
        said = session.do("s3").lines
        while session.waiting:
            bought = session.state.phase == c.BUY
            lines = session.step().lines
            nothing += bought and session.state.phase == c.END and not lines
            said = (*said, *lines)
        text = " ".join(said)
        assert text.count("ann sells 3 Tower") == 1
        assert ("bob declares the end" in text) == session.over
    assert nothing


def test_what_was_taken_back_is_not_told() -> None:
    """A computer player's turn is told at its end; taken back before that, it is told once."""
    halfway = 0
    for seed in range(20):
        told = []
        for back in (False, True):
            session = dealt("ann,bob:random", f"back {seed}")
            run_computers(session)
            line = typed(session.state, session, legal(session.state)[0])
            lines = session.do(line).lines
            if back and session.waiting:
                session.step()
                halfway += session.waiting
                assert not session.do("undo!").refused
                lines = session.do(line).lines
            told.append([*lines, *run_computers(session)])
        assert told[0] == told[1]
    assert halfway


@pytest.mark.parametrize("ruleset", names())
def test_a_game_typed_as_the_lines_of_its_record(ruleset: str) -> None:
    """Canonical lines, numbered or not, typed at the session play the same game."""
    session = dealt("ann:random,bob:random,cid:random", "lines", ruleset)
    run_computers(session)
    lines = session.now.lines
    numbered = dealt("ann,bob,cid", "lines", ruleset)
    for line in lines:
        if numbered.now.log:  # what the rules forced is in the record already
            assert line.startswith(numbered.open_text().removesuffix(" .."))
        assert not numbered.do(line.lower()).refused, line
    assert numbered.now.lines == lines
    assert numbered.over
    short = dealt("ann,bob,cid", "lines", ruleset)
    for line in lines:
        if short.state.phase == c.PLACE:
            reply = short.do(line.split(" ", 2)[2].lower())
        else:
            reply = short.do(line)
        assert not reply.refused, (line, reply)
        number = int(line.split()[0])
        while not short.over and short.now.number == number:
            short.do("-")
    assert short.now.lines == lines


@pytest.mark.parametrize("seed", ["one", "two"])
def test_the_same_seed_plays_the_same_game(seed: str) -> None:
    seats = "ann:steady,bob:random,cid:steady"
    first = dealt(seats, seed)
    run_computers(first)
    again = dealt(seats, seed)
    while again.waiting:
        again.step()
        again = at(again.text())  # taken up again after every single decision
    assert again.text() == first.text()
