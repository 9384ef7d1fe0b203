"""Every question of the prompt against a list of odd words: each is refused with a reason."""

from collections.abc import Callable

import pytest

from acquire_cli.engine import codes as c
from acquire_cli.repl.completing import completions
from acquire_cli.repl.session import Session
from acquire_cli.repl.table import command_of
from tests.repl.support import at, findings, say

RECORD = """\
acquire 1
ruleset: {ruleset}
{rules}players: ann bob cid
position: {board} ann place ann:6000:{ann}:{hand} bob:6000:{bob}:? cid:6000:-:? bag:?
"""
REST = "1A,2A,12G,12H,12I"
FOUNDING = "12/12/12/12/4o7/12/12/12/12"
EQUAL = "12/12/12/12/2LL1TT5/12/12/12/12"
THREE = "12/4I7/4I7/4I7/2LL1TT5/12/12/12/12"
LARGER = "12/12/12/12/2LL1TTT4/12/12/12/12"
LONG = "LLLLLLLLLLL1/12/12/12/12/12/12/12/12"
SAFE = "LLLLLLLLLLL1/12/TTTTTTTTTTT1/12/12/12/12/12/12"


def asked(
    board: str,
    hand: str,
    *lines: str,
    ann: str = "L2T1",
    bob: str = "T1",
    ruleset: str = "classic@1",
    rules: str = "",
) -> Session:
    text = RECORD.format(board=board, hand=hand, ann=ann, bob=bob, ruleset=ruleset, rules=rules)
    session = at(text)
    say(session, *lines)
    return session


QUESTIONS: dict[int, Callable[[], Session]] = {
    c.PLACE: lambda: asked(FOUNDING, f"6E,{REST}", ann="-", bob="-"),
    c.FOUND: lambda: asked(FOUNDING, f"6E,{REST}", "6e", ann="-", bob="-"),
    c.SURVIVOR: lambda: asked(EQUAL, f"5E,{REST}", "5e"),
    c.NEXT: lambda: asked(THREE, f"5E,{REST}", "5e", bob="T1I1"),
    c.BANK: lambda: asked(LARGER, f"5E,{REST}", "5e", rules="rules: bank-holder=always\n"),
    c.DISPOSE: lambda: asked(LARGER, f"5E,{REST}", "5e", bob="T1L3"),
    c.BUY: lambda: asked(LARGER, f"8H,{REST}", "8h", bob="T1L3"),
    c.END: lambda: asked(LONG, "12I,12H,12G,12F,12E,12D", "12i", "l", ann="L2", bob="-"),
    c.ASIDE: lambda: asked(
        SAFE, "12I,12H,5B,6B,7B,1H", "12i", "-", "-", ann="L1", ruleset="founder-cash@1"
    ),
}

# Letters of no chain, alone, several, with signs; tiles that there are not; words for another
# question; signs that are none; letters outside ASCII that look like others.
WORDS = """
z zz lz zl zzz xl tlx xx lxz zxl lxl lx= llll lllll = == =zz l= ^ l^ l^zz z^1a t^3a ^99z : l: z:
l:s1, l:zed-s1 l:ann- l:ann-s l:ann-s99 zed-s1 ann-s99 bob ann zed 0 00 1 1. -1 99 99) s99 t1 s1t1
t3 s1s1s1s1 k99 x1a x99z x1a, x, 99z 0a 1001a 5e= 5e=z 5e=zz +z ++ +l+l +1 ~ ~. ~end ~+lll ~x ~zed+1
-- end,end .. ! ? !! ?? @ @1 % %1 & é ☃ \u212a \u212a0 ſ1 İ l\u0301 \u0661 \u0661a nul none keepall
"""
ODD = WORDS.split()
ODD += [
    "l,t",
    "l;t",
    "ann ann",
    "bob l",
    "zed l",
    "end end",
    "1 bob",
    "0 ann",
    "99 ann 1a",
]
ODD += ["l =5", "1a 2a 3a", "z z z", "s1 s1 s1 s1", "end x99z", "= l", "l = l", "lta", "tlll"]

TAKEN = {
    (c.PLACE, "~."),
}
"""What is no odd word at one question: ``~.`` tells of a broken rule."""


@pytest.mark.parametrize("phase", QUESTIONS)
def test_the_session_asks_what_it_is_to_ask(phase: int) -> None:
    session = QUESTIONS[phase]()
    assert session.state.phase == phase
    assert session.actor == "ann"


@pytest.mark.parametrize("phase", QUESTIONS)
def test_odd_words_are_refused_and_change_nothing(phase: int) -> None:
    session = QUESTIONS[phase]()
    now, text = session.now, session.text()
    for word in ODD:
        if (phase, word) in TAKEN or command_of(word, session.short) is not None:
            continue
        reply = session.do(word)
        assert reply.refused, word
        assert session.now is now, word
        assert session.text() == text, word
        said = reply.refused + " " + reply.hint
        assert reply.hint or word == "l =5" or "that leave the hand" in said, (word, said)
        assert len(reply.refused) < 160, (word, said)
        assert not {"-1", "None", "called -", "something else"} & {said, *said.split()} - {word}, (
            said
        )
        assert said.isprintable(), word


@pytest.mark.parametrize("phase", QUESTIONS)
def test_completion_takes_whatever_stands_there(phase: int) -> None:
    session = QUESTIONS[phase]()
    now = session.now
    legal = {choice.text for choice in completions(session, "")}
    assert legal
    for word in [*ODD, *sorted(legal)]:
        for typed in (
            *(word[:n] for n in range(1, len(word) + 1)),
            word + " ",
            word + " z",
            word + " l ",
        ):
            assert all(choice.text for choice in completions(session, typed)), typed
        assert session.now is now


@pytest.mark.parametrize("phase", QUESTIONS)
def test_what_completion_offers_is_taken(phase: int) -> None:
    offered = [choice.text for choice in completions(QUESTIONS[phase](), "")]
    for word in offered[:40]:
        session = QUESTIONS[phase]()
        reply = session.do(word)
        assert reply.changed, (word, reply)


IRREGULAR = [
    "~.",
    "~. ~end",
    "6e=l ~end",
    "6e=l l ~end",
    "6e=l ~+llll",
    "1a ~bob+500",
    "6e=l ~bob+l l",
    "1a ~x12i",
    "1 ann 6E=L ~+LLLL ~end",
    "1. 6e=l ~+llll # four",
    "1 ann 6E=L ~bob+500 ..",
]


@pytest.mark.parametrize("line", IRREGULAR)
def test_what_broke_a_rule_is_told_with_its_whole_turn(line: str) -> None:
    session = QUESTIONS[c.PLACE]()
    say(session, line)
    found = findings(session)
    assert {finding.code for finding in found} == {"W-irregular"}
    assert len(found) == line.count("~")
    again = at(session.text())
    assert again.text() == session.text()
    assert again.state.phase == session.state.phase


def test_in_the_middle_of_a_turn_the_whole_line_tells_it_too() -> None:
    session = QUESTIONS[c.BUY]()
    refused = session.do("l ~end")
    assert refused.refused == "what broke a rule is told with its whole turn"
    assert refused.hint == "a whole turn begins as in 1 ann 8H"
    say(session, "1 ann 8H ~+LLLL")
    assert [f.code for f in findings(session)] == ["W-irregular"]


TILE = {c.FOUND: "6e", c.SURVIVOR: "5e", c.NEXT: "5e", c.BANK: "5e", c.DISPOSE: "5e", c.BUY: "8h"}


def unplayed(phase: int) -> Session:
    """The session before the tile that leads to a question."""
    session = QUESTIONS[phase]()
    say(session, "undo!")
    assert session.state.phase == c.PLACE
    return session


@pytest.mark.parametrize("phase", TILE)
def test_behind_the_tile_a_word_answers_what_the_tile_asks(phase: int) -> None:
    tile = TILE[phase]
    offered = [choice.text for choice in completions(unplayed(phase), tile + " ")]
    stepwise = [choice.text for choice in completions(QUESTIONS[phase](), "")]
    assert offered == stepwise
    for word in offered[:12]:
        one, two = unplayed(phase), QUESTIONS[phase]()
        assert one.do(f"{tile} {word}").changed, word
        assert two.do(word).changed, word
        if word != "-" or phase != c.DISPOSE:  # in a line a lone - is no purchase, keeping is asked
            assert one.text() == two.text(), word


def test_a_whole_turn_word_by_word_in_one_line() -> None:
    for line in ("6e t ttt", "ann 6E T +TTT # three", "6e=t ttt", "6e t t t t"):
        session = QUESTIONS[c.FOUND]()
        say(session, "undo", line)
        assert session.now.lines[-1].startswith("1 ann 6E=T +TTT")
    session = QUESTIONS[c.FOUND]()
    say(session, "undo")
    assert session.do("6e z").refused.startswith("no chain is called Z")
    assert session.do("6e t x").refused
    assert session.do("6e t tttt").refused == "at most 3 shares may be bought in a turn"
    assert session.open_text() == ""
