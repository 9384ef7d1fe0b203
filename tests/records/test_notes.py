"""Comments, marks, cash and computed notes: put in once, whatever is asked twice."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from acquire_cli.engine.scoring import totals
from acquire_cli.notation.findings import ERROR
from acquire_cli.records.canon import canonical
from acquire_cli.records.game import open_game
from acquire_cli.records.notes import NoSuchTurn, Request, annotated, problem
from acquire_cli.records.replay import check, steps
from tests.engine.support import examples
from tests.formats.generated import game
from tests.records.played import GAME, Played, from_position, open_ends, plays, read, text

FEW = examples(30)


def put(record: str, **request: object) -> str:
    lines, found = annotated(read(record), Request(**request))  # type: ignore[arg-type]
    assert lines is not None, (record, found)
    return "\n".join(lines) + "\n"


def turns(record: str) -> list[str]:
    return record.split("\n\n", 1)[1].splitlines()


@given(plays(), st.sampled_from(("whole", "position", "open")), st.integers(1, 20))
@FEW
def test_notes_are_replaced_not_repeated_and_go_without_a_trace(
    played: Played, kind: str, number: int
) -> None:
    if kind == "open":
        texts = list(open_ends(played, number))
    else:
        texts = [text(played) if kind == "whole" else from_position(played, number)]
    for record in texts:
        plain, _ = canonical(read(record))
        noted = put(record, notes=True)
        assert put(noted, notes=True) == noted
        assert put(noted, notes=False).splitlines() == plain
        assert canonical(read(noted))[0] == noted.splitlines()
        assert not [f for f in check(read(noted)) if f.severity == ERROR]
        without = [line for line in noted.splitlines() if not line.startswith("#%")]
        assert without == plain


@given(plays())
@FEW
def test_the_leader_of_the_notes_leads(played: Played) -> None:
    """The sums kept from turn to turn are those of an account from nothing."""
    noted = read(put(text(played), notes=True))
    game, found = open_game(noted)
    assert game is not None
    for step in steps(game, found):
        for note in step.turn.after:
            told = re.fullmatch(r"% lead: (\S+) (\d+), before (\S+) (\d+)", note)
            if told:
                money = dict(zip(game.names.handles, totals(game.state), strict=True))
                assert money[told[1]] == int(told[2]) == max(money.values())
                assert money[told[3]] == int(told[4])


MERGER = """\
acquire 1
ruleset: classic@1
players: ann bob cid
position: 2TT1CCC4/12/12/12/12/12/12/12/12 ann buy ann:200:T3:? bob:900:T1C2:? cid:300:C2:? bag:?

1 ann
2 bob 5A CxT T:bob-s1,ann-s1t2 +C
3 cid 1I
"""


def test_what_the_notes_say() -> None:
    """Two tiles of Tower go to Continental; by the chart 2000 and 1000, 200 a share."""
    assert turns(put(MERGER, notes=True)) == [
        "1 ann",
        "2 bob 5A CxT T:bob-s1,ann-s1t2 +C",
        "#% first merger: C takes T of 2: ann 2000, bob 1000; bob sells for 200, ann sells for 200",
        "#% majority: C bob (before bob and cid)",
        "3 cid 1I",
        "#% no money: cid has 300, the cheapest share costs 800",
    ]


def test_a_comment_is_put_once() -> None:
    once = put(GAME, at=2, comment="  why there? ")
    assert "2 bob 9D # why there?\n" in once
    assert put(once, at=2, comment="why there?") == once
    twice = put(once, at=2, comment="why, indeed")
    assert "2 bob 9D # why there?\n# why, indeed\n3 ann" in twice
    assert put(twice, at=2, comment="why there?") == twice
    assert put(twice, at=2, comment="why, indeed") == twice
    assert put(put(GAME, at=2, comment="a # b"), at=2, comment="a # b").count("a # b") == 1


def test_a_comment_before_the_first_turn() -> None:
    once = put(GAME, at=0, comment="at the club")
    assert "# at the club\n\n1 ann" in once
    assert put(once, at=0, comment="at the club") == once


def test_marks_and_cash() -> None:
    once = put(GAME, at=3, marks=("!?", "@1:20", "%+300"), cash=True)
    assert once.endswith("3 ann 3C=T +TTT =5400 !? @1:20 %+300\n")
    assert put(once, at=3, marks=("!?", "@1:20", "%+300"), cash=True) == once
    other = put(once, at=3, marks=("??", "@2:00"))
    assert other.endswith("=5400 ?? @2:00 %+300\n")
    assert put(other, at=3, marks=("none",)).endswith("=5400 @2:00 %+300\n")


def test_a_false_assertion_is_put_right_and_others_stay() -> None:
    wrong = GAME.replace("+TTT", "+TTT =1 =bob:6000")
    assert put(wrong, at=3, cash=True).endswith("3 ann 3C=T +TTT =5400 =bob:6000\n")
    named = GAME.replace("+TTT", "+TTT =ann:1")
    assert put(named, at=3, cash=True).endswith("3 ann 3C=T +TTT =5400\n")


def test_notes_stand_between_the_turn_and_the_comments_below_it() -> None:
    record = MERGER.replace("+C\n", "+C # so it goes\n# and so on\n#% an old one\n")
    noted = put(record, notes=True)
    assert "+C # so it goes\n#% first merger" in noted
    assert "and cid)\n# and so on\n3 cid" in noted
    assert "old one" not in noted
    # What a person writes is no note, even if it begins alike.
    mine = put(GAME, at=3, comment="% of what?")
    mine = put(mine, at=3, comment="% of that!")
    assert "# % of that!\n" in put(mine, notes=False)


def test_comments_of_the_author_stay_where_they_are() -> None:
    record = "# one\nacquire 1\n# two\nplayers: ann bob\nseed: friday-42\n# three\n\n1 ann 3D # x\n"
    record += "# four\nresult: unfinished\n# five\n"
    for request in ({"notes": True}, {"notes": False}, {"at": 1, "marks": ("!",)}):
        shown = put(record, **request)
        assert re.findall("# ([a-z]+)", shown) == ["one", "two", "three", "x", "four", "five"]


@pytest.mark.parametrize(
    ("request_", "said"),
    [
        (Request(1, "a\nb"), "control character"),
        (Request(1, "a\x1b[2Jb"), "control character"),
        (Request(1, "a\x9bb"), "control character"),
        (Request(1, "\u2028"), "control character"),
        (Request(1, "a\udc80"), "control character"),
        (Request(1, " \t"), "empty"),
        (Request(1, "x" * 5000), "at most"),
        (Request(1, marks=("!!!",)), "is no mark"),
        (Request(1, marks=("@",)), "is no mark"),
        (Request(1, marks=("%a b",)), "is no mark"),
        (Request(1, marks=("@a#b",)), "is no mark"),
        (Request(1, marks=("@\x07",)), "is no mark"),
        (Request(1, marks=("!", "?")), "one mark of each kind"),
        (Request(0, marks=("!",)), "belong to a turn"),
        (Request(0, cash=True), "belong to a turn"),
    ],
)
def test_requests_that_are_refused(request_: Request, said: str) -> None:
    assert said in problem(request_)


def test_requests_that_are_not() -> None:
    for request in (Request(1, "tab\there, ünïcode 日本"), Request(1, marks=("??", "@1", "%x"))):
        assert problem(request) == ""


def test_a_turn_is_annotated_and_what_was_read_stays_as_it_was_written() -> None:
    for marked in (Request(at=3, comment="x"), Request(at=3, marks=("!",)), Request(at=3)):
        record = read(GAME)
        annotated(record, marked)
        assert record.turns[2].text == GAME.splitlines()[-1]
    told = GAME.replace("3C=T +TTT", "3C=T ~+TTTT")
    noted, found = annotated(read(told), Request(at=3, comment="four", notes=True))
    assert noted is not None
    assert "3 ann 3C=T ~+TTTT # four" in noted
    assert [f.text for f in found if f.line == 7] == [told.splitlines()[-1]]


def test_a_turn_that_is_not_there() -> None:
    one = GAME[: GAME.index("2 bob")]
    with pytest.raises(NoSuchTurn, match="has 1 turn, none is 5"):
        annotated(read(one), Request(at=5, comment="x"))
    with pytest.raises(NoSuchTurn, match="has 3 turns, none is 4"):
        annotated(read(GAME), Request(4, "x"))
    with pytest.raises(NoSuchTurn, match="not over"):
        annotated(read(GAME + "4 bob ..\n"), Request(4, cash=True))


def test_a_game_that_breaks_a_rule_is_left_alone() -> None:
    broken = GAME.replace("+TTT", "+TTTT")
    for request in (Request(1, "x"), Request(3, cash=True), Request(notes=True)):
        lines, found = annotated(read(broken), request)
        assert lines is None
        assert [f.code for f in found] == ["E-too-many"]


def test_tiles_set_aside_in_another_order_are_put_in_order() -> None:
    lines = game(1)
    ordered = "\n".join(lines)
    lax = ordered.replace(" x2C,6C", " x6C,2C")
    assert lax != ordered
    assert put(lax, notes=True) == put(ordered, notes=True)
