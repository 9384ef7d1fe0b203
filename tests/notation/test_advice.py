"""What people write instead of what was meant: the finding says how it is written."""

import pytest

from acquire_cli.records.replay import check
from tests.records.played import read

HEAD = "acquire 1\nruleset: classic\nplayers: ann bob\n"


@pytest.mark.parametrize(
    ("line", "code", "said"),
    [
        ("ruleset classic", "E-header", "a header has a colon: ruleset: classic"),
        ("robert 3c", "E-header", "with one of ann bob"),
        ("1 ann 2b=luxor", "E-token", "with its letter, as in 6G=L"),
        ("1 ann 2b=lu", "E-token", "with its letter, as in 6G=L"),
        ("1 ann 2bb=l", "E-token", ""),
        ("1 ann 2b = l", "E-token", "no space stands beside ="),
        ("1 ann 2b =l", "E-token", "no space stands before ="),
        ("1 ann 3b T: bob-s1", "E-token", "no space stands behind the colon"),
        ("1.ann 2b=l", "E-token", "a space stands behind the number"),
        ("1 ann 2b=l +3l", "E-token", "one letter each"),
        ("1 ann 2b=l 3l", "E-token-twice", "one letter each"),
        ("1 ann 2b=l l3", "E-token-twice", "one letter each"),
        ("1 ann 2b=l 12c", "E-token-twice", ""),
        ("1 ann plays 2b=l", "E-order", "'plays' before it is taken for shares"),
        ("1 ann +l 2b=l", "E-order", ""),
        ("1 ann 2b=l =5,400", "E-token", "without signs and separators"),
        ("1 ann 2b=l =5.400", "E-token", "without signs and separators"),
        ("1 ann 2b=l =ann:5,400", "E-token", "without signs and separators"),
        ("1 ann 2b=l $5400", "E-token", "without signs and separators"),
        ("1 ann 2b=l =ANN:5,400", "E-token", "without signs and separators"),
        ("1 ann 2b=l +3L", "E-token", "one letter each"),
        ("1.Ann 2b=l", "E-token", "a space stands behind the number"),
        ("1 ann 2b=l abc!", "E-token", ""),
        ("1 ann 5d 6d", "E-token-twice", ""),
        ("1 ann: 1b", "E-token", ""),
        ("1 ann 1b=l =luxor", "E-token", ""),
        ("1 ann 2b=l 7:", "E-token", ""),
        ("1 ann 2b=l, lll", "E-token", "nothing but spaces"),
        ("1 ann 2b=l !!!!", "E-token", ""),
    ],
)
def test_what_was_meant(line: str, code: str, said: str) -> None:
    [finding] = read(HEAD + line + "\n").findings
    assert finding.code == code
    assert said in finding.hint
    assert bool(said) == bool(finding.hint)


def test_a_turn_before_there_are_players() -> None:
    found = read("acquire 1\nruleset: classic\nann 3c\n").findings
    assert any("players: ann bob" in finding.hint for finding in found)


def test_a_chain_s_name_where_letters_stand_for_shares() -> None:
    [finding] = check(read(HEAD + "start: ann=1B bob=5B\n1 ann 2b=l\n2 bob 9i luxor\n"))
    assert finding.code == "E-no-chain"
    assert finding.message == "one letter a share: L is Luxor, +LL two of it"


def test_one_largest_chain_is_the_largest() -> None:
    turns = "1 ann 2b=l lll\n2 bob 4b=t\n3 ann 1a\n4 bob 3b TxL\n"
    [finding] = check(read(HEAD + "start: ann=1B bob=5B\n" + turns))
    assert finding.message == "T is not among the largest chains; L is"
    assert finding.hint == ""
