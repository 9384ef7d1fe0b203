"""Sessions for the tests of the prompt, and the program behind a terminal."""

from collections.abc import Sequence
from io import BytesIO

from acquire_cli.engine import codes as c
from acquire_cli.engine.state import State
from acquire_cli.notation.choices import action_text
from acquire_cli.notation.findings import Finding
from acquire_cli.notation.reader import read_games
from acquire_cli.records.replay import check
from acquire_cli.repl.opening import new_game, resume
from acquire_cli.repl.seats import parse_seats
from acquire_cli.repl.session import Session

MERGER = """\
acquire 1
ruleset: classic@1
players: ann bob cid
position: {position}
"""
# 6F merges Tower (3) into Imperial (4); Luxor lies apart. ann, bob hold both, cid holds Tower.
BOARD = "12/12/LL10/12/12/2TTT1III3/7I4/12/12"
POSITION = (
    BOARD + " ann place ann:6000:L1T4I3:6F,1A,2A,12I,12H,1E "
    "bob:6000:T3I2:1B,2B,3B,9A,10A,11A cid:6000:T1:1I,2I,3I,4I,10I,8I bag:?"
)


def at(text: str, players: str | None = None) -> Session:
    """The session that a record's text leads to."""
    seats = None if players is None else parse_seats(players)
    return resume(text.encode(), "game.acq", {}, seats=seats).session


def merger(players: str | None = None, position: str = POSITION) -> Session:
    """ann is to place; 6F would merge."""
    return at(MERGER.format(position=position), players)


def dealt(players: str = "ann,bob", seed: str = "one", ruleset: str = "classic") -> Session:
    """A new game."""
    return new_game(parse_seats(players), ruleset, [], seed, "2026-01-01", {}).session


def findings(session: Session) -> list[Finding]:
    """What ``validate`` says of the session's record."""
    records = list(read_games(BytesIO(session.text().encode()), "game.acq"))
    assert len(records) >= 1
    return check(records[-1])


def typed(s: State, session: Session, action: int) -> str:
    """How a person types an action, step by step."""
    word = action_text(s, action, session.names).lower()
    kind = action & 15
    if kind == c.A_FOUND:
        return word.partition("=")[2]
    if kind == c.A_DISPOSE:
        return word.partition("-")[2]
    if kind == c.A_BUY:
        return word.removeprefix("+") or "-"
    return {"go on": "-", "done": "-"}.get(word, word)


def say(session: Session, *lines: str) -> list[str]:
    """Type lines that must be accepted; all that was replied."""
    out: list[str] = []
    for line in lines:
        reply = session.do(line)
        assert not reply.refused, (line, reply.refused, reply.hint)
        out += reply.lines
    return out


def last_line(session: Session) -> str:
    """The record's last turn."""
    return session.open_text() or [x for x in session.now.lines if x[:1].isdigit()][-1]


def run_computers(session: Session) -> Sequence[str]:
    """Let the computer players move until a person has to decide."""
    out: list[str] = []
    while session.waiting:
        out += session.step().lines
    return out
