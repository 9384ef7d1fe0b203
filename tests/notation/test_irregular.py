"""What is said of a broken rule, and of a mark that cannot be: the sentence and the word."""

from io import BytesIO

import pytest

from acquire_cli.notation.reader import read_games
from acquire_cli.records.replay import check

HEAD = "acquire 1\nruleset: classic@1\n"
REST = "/12/12/12/12/12"
PLAIN = f"5LLLLL2/12/12/o1AA8{REST} ann place ann:5000:L3:9I,1I bob:0:L20:8I,7I bag:?"
DEAD = "1LLLLLLLLLLL/T11/TTTTTTTTTTT1" + REST + "/12"
HELD = DEAD + " ann place ann:0:-:9I,1A bob:0:-:8I,7I bag:?"
HIDDEN = DEAD + " ann place ann:0:-:?,? bob:0:-:8I,7I bag:?"


def said(turn: str, position: str = PLAIN, rules: str = "") -> tuple[str, str, str]:
    """The first thing that is found: its code, its sentence, and what the carets stand below."""
    text = f"{HEAD}rules: hand=2{rules}\nplayers: ann bob\nposition: {position}\n\n{turn}\n"
    [record] = read_games(BytesIO(text.encode()))
    first, *_ = check(record)
    return first.code, first.message, first.text[first.column - 1 : first.column - 1 + first.length]


@pytest.mark.parametrize(
    ("turn", "position", "rules", "sentence"),
    [
        ("~.", PLAIN, "", "no tile is placed, though who has a legal tile must place one"),
        ("9I ~bob+500", PLAIN, "", "bob is given 500 that no rule gives"),
        ("9I ~-500", PLAIN, "", "ann has to give 500 that no rule takes"),
        ("9I ~ann+l", PLAIN, "", "ann is given shares (L) that no rule gives"),
        ("9I ~bob-L", PLAIN, "", "bob has to give shares (L) that no rule takes"),
        ("9I ~+AAAA", PLAIN, "", "4 shares are bought, a turn allows 3"),
        (
            "9I ~end",
            PLAIN,
            "",
            "the end is declared too early: no chain has 41 tiles (the largest has 5), "
            "L, A are not safe",
        ),
        ("9I ~x1i", PLAIN, "", "1I set aside, though a tile that is not dead stays in the hand"),
        (
            "9I ~x1I",
            PLAIN,
            " dead=never",
            "1I set aside, though a dead tile, too, stays in the hand",
        ),
        ("9I ~x", HELD, "", "a dead tile stays in the hand, though it has to leave"),
        ("9I ~^", PLAIN, "", "no tile is drawn, though the hand is not full"),
    ],
)
def test_what_is_said_of_a_rule_that_was_broken(
    turn: str, position: str, rules: str, sentence: str
) -> None:
    code, message, at = said(f"1 ann {turn}", position, rules)
    assert (code, message) == ("W-irregular", sentence)
    assert at == turn.rsplit(maxsplit=1)[-1]


@pytest.mark.parametrize(
    ("turn", "position", "code", "sentence", "at"),
    [
        ("9I ~bob-500", PLAIN, "E-cash", "bob has 0, 500 cannot have been taken", "~bob-500"),
        (
            "9I ~ann+LLL",
            PLAIN,
            "E-supply",
            "the bank has not so many shares: LLL",
            "~ann+LLL",
        ),
        (
            "9I ~-LLLL",
            PLAIN,
            "E-held",
            "ann does not hold so many shares: LLLL",
            "~-LLLL",
        ),
        (
            "9I ~+AAAAAAA",
            PLAIN.replace("ann:5000", "ann:100"),
            "E-cash",
            "the shares cost 2,100, cash is 100",
            "~+AAAAAAA",
        ),
        ("9I ~zed+500", PLAIN, "E-handle", "no player is called zed", "~zed+500"),
        (
            "9I ~x1A",
            HELD,
            "E-irregular",
            "1A is dead and may leave the hand, so no rule is broken: write x1A",
            "~x1A",
        ),
        ("9I ~x4D", PLAIN, "E-occupied", "4D is on the board already", "~x4D"),
        (
            "9I ~x2A",
            HELD,
            "E-occupied",
            "2A is on the board already",
            "~x2A",
        ),
        ("9I ~x9Z", PLAIN, "E-no-square", "the board has no square 9Z", "~x9Z"),
        ("9I ~x1I ~x9Z", PLAIN, "E-no-square", "the board has no square 9Z", "~x9Z"),
        ("9I ~x1I ~x9Z ~x4D", PLAIN, "E-no-square", "the board has no square 9Z", "~x9Z"),
        (
            "9I ~x",
            f"LLLLLLLLLLL1/12/AA10{REST}/12 ann place ann:0:-:9I,1I bob:0:-:8I,7I bag:?",
            "E-irregular",
            "no dead tile had to leave the hand, so no rule is broken",
            "~x",
        ),
        ("9I ~x1I,9Z ~x4D", PLAIN, "E-no-square", "the board has no square 9Z", "~x1I,9Z"),
        (
            "~. ~^",
            HIDDEN,
            "E-irregular",
            "nothing was to be drawn, so no rule is broken",
            "~^",
        ),
    ],
)
def test_what_is_said_of_a_mark_that_cannot_be(
    turn: str, position: str, code: str, sentence: str, at: str
) -> None:
    assert said(f"1 ann {turn}", position) == (code, sentence, at)


def test_a_square_that_is_the_first_of_the_board_is_on_the_board() -> None:
    position = PLAIN.replace("5LLLLL2", "LLLLL7")
    assert said("1 ann 9I ~x1A", position)[:2] == ("E-occupied", "1A is on the board already")
