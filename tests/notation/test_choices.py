"""What may be written next, phase by phase: the words, and the sentence a finding ends with."""

import pytest

from acquire_cli.notation.choices import choices, expected
from acquire_cli.notation.position import parse_position
from acquire_cli.notation.resolve import Names
from tests.engine.support import rules

SMALL = {"board": "4x7", "hand": "2"}
BEFORE = "AA1CC2/2F4/2F4/7 ann"
MERGING = "AAoCC2/2F4/2F4/7 ann"
SAFE = "AAAAAAAAAAA1/12/CCCCCCCCCCC1/12/12/12/12/12/12 ann"
ALL = "LL2TT2AA2/12/FF2WW2CC2/12/II10/12/o11/12/12 ann"


def asked(words: dict[str, str], text: str) -> tuple[str, str]:
    """All choices of a position with a stroke between them, and the sentence."""
    table = rules(**words)
    placed = parse_position(text, table)
    name = Names(table, placed.handles)
    return " | ".join(choices(placed.state, name)), expected(placed.state, name)


@pytest.mark.parametrize(
    ("words", "position", "wanted", "sentence"),
    [
        pytest.param(
            SMALL,
            f"{BEFORE} place ann:0:-:7D,3A bob:0:-:1D,2D bag:?",
            "3A | 7D",
            "legal: 3A 7D",
            id="a-tile-in-reading-order",
        ),
        pytest.param(
            SMALL,
            "CC5/7/7/7 ann place ann:0:-:?,? bob:0:-:?,? bag:"
            "1B,2B,3B,4B,5B,6B,7B,1C,2C,3C,4C,5C,6C,7C,1D,2D,3D,4D,5D,6D,7D,3A",
            "4A | 5A | 6A | 7A",
            "legal: any tile not seen yet that is neither dead nor blocked",
            id="an-unknown-hand",
        ),
        pytest.param(
            SMALL,
            f"{BEFORE} place ann:0:-:7D,? bob:0:-:?,? bag:?",
            None,
            "legal: 7D (known to be in the hand)",
            id="a-hand-known-in-part",
        ),
        pytest.param(
            {"hand": "1"},
            f"{SAFE} place ann:0:-:5B bob:0:-:1I bag:?",
            ".",
            "legal: .",
            id="no-tile",
        ),
        pytest.param(
            {"hand": "1"},
            f"{ALL} place ann:0:-:2G bob:0:-:1I bag:?",
            ".",
            "legal: .",
            id="no-tile-while-it-is-blocked",
        ),
        pytest.param(
            {"dead": "whole-hand", "hand": "2"},
            f"{SAFE} place ann:0:-:5B,4B bob:0:-:1I,2I bag:?",
            "x4B,5B",
            "legal: x4B,5B",
            id="a-hand-drawn-anew",
        ),
        pytest.param(
            SMALL | {"dead": "whole-hand", "safe": "2"},
            "AA1CCxx/AA1CCxx/xxxxxxx/xxxxxx1 ann place ann:0:-:1? bob:0:-:1? bag:?",
            "7D | x3A | x3B",
            "legal: any tile not seen yet that is neither dead nor blocked",
            id="an-unknown-hand-that-may-be-drawn-anew",
        ),
        pytest.param(
            SMALL,
            "oo5/7/7/2FF3 ann found@2A ann:0:-:? bob:0:-:? bag:?",
            "2A=L | 2A=T | 2A=A | 2A=W | 2A=C | 2A=I",
            "legal: 2A=L 2A=T 2A=A 2A=W 2A=C 2A=I",
            id="a-chain-off-the-board",
        ),
        pytest.param(
            SMALL,
            f"{MERGING} survivor@3A ann:0:A3:? bob:0:-:? bag:?",
            "Ax | Fx | Cx",
            "legal: Ax Fx Cx",
            id="the-survivor",
        ),
        pytest.param(
            SMALL,
            f"{MERGING} next@3A:FxAC ann:0:A3C1:? bob:0:-:? bag:?",
            "FxA | FxC",
            "legal: FxA FxC",
            id="the-next-defunct-chain",
        ),
        pytest.param(
            SMALL | {"bank_holder": "always"},
            "AAoCC2/7/7/1ooo3 ann bank@3A:CxA ann:0:A3:7D,6D bob:0:-:1D,1C "
            "bag:?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?",
            "A^6A | A^7A | A^1B | A^2B | A^3B | A^4B | A^5B | A^6B | A^7B | A^2C | A^3C | A^4C | "
            "A^5C | A^6C | A^7C | A^5D",
            "legal: A^6A A^7A A^1B A^2B A^3B A^4B A^5B A^6B A^7B A^2C A^3C A^4C A^5C A^6C A^7C "
            "A^5D",
            id="the-bank's-tile",
        ),
        pytest.param(
            SMALL | {"bank_holder": "always"},
            "AAoCC2/xxxxxxx/xxxxxxx/xxxxxxx ann bank@3A:CxA ann:0:A3:? bob:0:-:? bag:?",
            "- | A^6A | A^7A",
            "legal: - A^6A A^7A",
            id="the-bank's-tile-if-there-is-one",
        ),
        pytest.param(
            SMALL,
            f"{MERGING} dispose@3A:FxCA ann:0:A2C3:? bob:0:C1:? bag:?",
            "C:ann-k3 | C:ann-s1k2 | C:ann-s2k1 | C:ann-s3 | C:ann-t2k1 | C:ann-s1t2",
            "ann holds 3 C: sell s0 to s3, trade t0 to t2 (even), keep the rest",
            id="shares-of-a-defunct-chain",
        ),
        pytest.param(
            SMALL | {"max_buys": "1"},
            f"{BEFORE} buy ann:1000:A9:? bob:0:F25:? bag:?",
            "+ | +A | +C",
            "at most 1 of A at 300 (16 left), C at 400 (25 left); cash 1,000",
            id="shares",
        ),
        pytest.param(
            SMALL,
            "o6/7/7/7 ann buy ann:1000:A9:? bob:0:F25:? bag:?",
            "+",
            "no chain is on the board, nothing can be bought",
            id="no-shares",
        ),
        pytest.param(
            {},
            "FF10/12/12/12/12/12/12/12/12 ann buy ann:1000:-:? bob:0:F25:? bag:?",
            "+",
            "the bank has no share of a chain that is on the board",
            id="no-shares-left",
        ),
        pytest.param(
            {},
            f"{SAFE} end ann:0:-:? bob:0:-:? bag:?",
            "go on | end",
            "legal: go on end",
            id="the-end",
        ),
        pytest.param(
            {"dead": "optional"},
            f"{SAFE} aside ann:0:-:3B,5B,1I,2I,3I bob:0:-:? bag:?",
            "done | x3B | x5B",
            "legal: done x3B x5B",
            id="dead-tiles",
        ),
        pytest.param({}, f"{SAFE} over ann:0:-:? bob:0:-:? bag:?", "", "", id="the-game-is-over"),
    ],
)
def test_what_may_be_written_and_the_sentence_about_it(
    words: dict[str, str], position: str, wanted: str | None, sentence: str
) -> None:
    written, said = asked(words, position)
    assert wanted is None or written == wanted
    assert said == sentence


@pytest.mark.parametrize(("tiles", "more"), [(23, ""), (24, ""), (25, " …"), (26, " …")])
def test_a_sentence_names_two_dozen_choices(tiles: int, more: str) -> None:
    gone = "x" * (30 - tiles)
    board = f"AAoCC2/{gone}{7 - len(gone)}/7/7/7"
    text = f"{board} ann bank@3A:CxA ann:0:A3:- bob:0:-:- bag:" + ",".join("?" * tiles)
    written, said = asked({"board": "5x7", "bank_holder": "always"}, text)
    words = written.split(" | ")
    assert len(words) == tiles
    assert said == "legal: " + " ".join(words[:24]) + more
