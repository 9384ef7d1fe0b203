"""Turn lines taken apart: the fast way and the long way, and every lax spelling."""

import contextlib
import random
import re
from collections.abc import Callable
from itertools import combinations_with_replacement, islice
from pathlib import Path
from string import ascii_uppercase

import pytest

from acquire_cli.notation import lexer, parse
from acquire_cli.notation.parse import TurnError, parse_turn
from acquire_cli.notation.turn import Moved, Turn
from tests.notation.test_spec import words

ROOT = Path(__file__).parents[2]
HANDLES = frozenset({"ann", "bob", "cid", "dee", "eve", "fay"})
_LINE = re.compile(r"(?m)^\d+ [a-z]+ [^\n]+$")
LINES = sorted(
    {
        line
        for folder in ("games", "notation/cases", "tests/rules/cases")
        for path in (ROOT / folder).rglob("*.acq")
        for line in _LINE.findall(path.read_text(encoding="utf-8", errors="replace"))
    }
)


def outcome(taken: Callable[[], Turn]) -> object:
    """A turn as values, or where and why there is none."""
    try:
        return words(taken())
    except TurnError as error:
        return error.code, error.start


def both_ways(line: str) -> bool:
    """Whether a line is a turn; the fast ways and the long way must come to the same."""
    fast = outcome(lambda: parse_turn(line, HANDLES))
    assert fast == outcome(lambda: parse._long_way(line, HANDLES)), line
    return isinstance(fast, dict)


def test_the_fast_way_and_the_long_way_agree_on_every_line() -> None:
    assert len(LINES) > 200
    assert sum(map(both_ways, LINES)) > 300


def respelled(turn: Turn) -> str:
    """How the words of a turn are written canonically, those of most turns."""
    out = [str(turn.number), turn.handle, turn.tile + (turn.founded and "=" + turn.founded)]
    if turn.survivor:
        out.append(f"{turn.survivor}x{turn.defunct}")
    for clause in turn.clauses:
        parts = []
        for part in clause.parts:
            amounts = (("s", part.sold), ("t", part.traded), ("k", part.kept))
            said = "".join(f"{letter}{amount}" for letter, amount in amounts if amount > 0)
            parts.append(f"{part.handle}-{said}")
        out.append(clause.chain + (":" + ",".join(parts) if parts else ""))
    if turn.buys:
        out.append("+" + turn.buys)
    if turn.declared:
        out.append("end")
    if turn.aside:
        out.append("x" + ",".join(turn.aside))
    return " ".join(out)


def test_a_plain_turn_stands_as_it_is_written() -> None:
    """Met for the first time or with words that are known; and what stands so is plain."""
    plain = 0
    for _ in range(2):
        for line in LINES:
            with contextlib.suppress(TurnError):
                turn = parse_turn(line, HANDLES)
                if turn.plain:
                    assert line == respelled(turn)
                    plain += 1
                elif line == respelled(turn):
                    # Only what cannot be: clauses without a merger, a merger of nothing.
                    assert (turn.clauses and not turn.survivor) or turn.defunct == "", line
    assert plain > 300


def test_they_agree_on_mutations_too() -> None:
    rng = random.Random(20_261_129)
    taken = 0
    for _ in range(20_000):
        line = rng.choice(LINES)
        for _ in range(rng.randint(1, 2)):
            at = rng.randrange(len(line) + 1)
            way = rng.randrange(4)
            if way == 0:
                line = line[:at] + line[at + rng.randint(1, 3) :]
            elif way == 1:
                other = rng.choice(LINES)
                begin = rng.randrange(len(other))
                line = line[:at] + other[begin : begin + rng.randint(1, 6)] + line[at:]
            elif way == 2:
                line = line[:at] + rng.choice("0123456789 ABCILTWFx^:,-=+?.skt") + line[at:]
            else:
                line = line[:at] + line[at : at + 1].swapcase() + line[at + 1 :]
        taken += both_ways(line)
    assert taken > 1_000


@pytest.mark.parametrize(
    "line",
    [
        "1 ann 3A CxA A:ann-k4 C",  # a lone letter is a purchase, no clause without holders
        "1 ann .=L",
        "1 ann 6F IxT T",
        "123456789012 ann 6F",
        "1" * 5_000 + " ann 6F",
        "1 ann 6F IxT T:bob-s" + "1" * 5_000,
        "1 ann 6F IxT T:bob-",
        "1 ann 6F IxT T^5C:bob-s0",
        "1 zoe 6F",
    ],
)
def test_what_only_looks_canonical_goes_the_long_way(line: str) -> None:
    both_ways(line)


def test_an_amount_that_is_known_is_one_of_a_part_and_of_nothing_else() -> None:
    parse_turn("1 ann 6F IxT T:ann-s2", HANDLES)
    assert both_ways("1 ann 6F IxT T:bob-s2")
    assert not both_ways("1 ann 6F IxT T:bob-n-s2")
    assert not both_ways("1 ann 6F IxT T:\n")


def test_what_is_remembered_of_words_is_bounded_and_what_is_not_is_read_all_the_same() -> None:
    """More handles, numbers, tiles, purchases and amounts than are remembered, each met twice."""
    chains = "ACFILTW"
    count = parse.KNOWN + 200
    baskets = combinations_with_replacement(ascii_uppercase, 4)
    letters = ["".join(basket) for basket in islice(baskets, count)]
    for _ in range(2):
        for n in range(count):
            handle = f"p{n}"
            tile = f"{n % 99 + 1}{chr(65 + n // 99 % 26)}"
            founded = f"={chains[n % 7]}" if n % 2 else ""
            buys = letters[n]
            turn = parse_turn(f"{n + 1} {handle} {tile}{founded} +{buys}", {handle})
            assert (turn.number, turn.handle, turn.tile) == (n + 1, handle, tile)
            assert (turn.founded, turn.buys) == (founded[1:], buys)
            amounts = f"s{n % 70 + 1}t{n // 70 + 1}"
            gone = f"{tile},{n // 99 + 1}A"
            merger = f"{n + 1} {handle} {tile} Cx{buys} A:{handle}-{amounts} x{gone}"
            turn = parse_turn(merger, {handle})
            assert (turn.survivor, turn.defunct, ",".join(turn.aside)) == ("C", buys, gone)
            [part] = turn.clauses[0].parts
            assert (part.handle, part.sold, part.traded) == (handle, n % 70 + 1, n // 70 + 1)
    kept = [
        value
        for name, value in vars(parse).items()
        if isinstance(value, dict | set) and name.isupper()
    ]
    assert [len(value) for value in kept] == [parse.KNOWN] * 7


# Each line is the same turn as the canonical one.
LAX = {
    "7 ann 6F": ["7 ANN f6", "7. ann F6", "7: Ann 6f", "7) ann 06F", "007 ann f06", "7\tann\t6F "],
    "7 ann 6F=L": ["7 ann f6=l", "7 ann 6f=L"],
    "7 ann .": ["7 ann -", "7 ann pass", "7 Ann PASS"],
    "7 ann 6F +IIL": [
        "7 ann 6F iil",
        "7 ann 6F lii",
        "7 ann 6F + I I L",
        "7 ann 6F +I +I +L",
        "7 ann 6F +il i",
        "7 ann 6F i + l i",
    ],
    "7 ann 6F IxTC T:bob-s2t2,ann-k1": [
        "7 ann 6F ixtc t:bob-s2t2,ann-k1",
        "7 ann 6F IXTC T:BOB-T2S2,Ann-K1",
        "7 ann 6F ixtc T:bob-s1t2s1,ann-k1",
    ],
    "7 ann 6F IxT T^5C:bob-s2": ["7 ann 6F ixt t^c5:bob-s2", "7 ann 6F ixt T^5c:Bob-S2"],
    "7 ann 6F IxT T^5C": ["7 ann 6f ixt t^C5"],
    "7 ann 6F x7B,8C": ["7 ann 6F X7b,c8", "7 ann 6F xb7 x8c"],
    "7 ann x1A,2A 6F": ["7 ann xa1,a2 f6"],
    "7 ann 6F ^7B,?": ["7 ann 6F ^b7,?", "7 ann 6F ^7b ^?"],
    "7 ann 6F +L end": ["7 ann 6F l END", "7 ann 6F end +L", "7 ann 6F +L End"],
    "7 ann 6F =4200 =bob:100 !? @3m %+1": ["7 ann 6f =4200 =BOB:100 !? @3m %+1"],
    "7 ann ..": ["7  ANN .. "],
    "7 ann 6F # x": ["7 ann 6F# x  ", "7 ann 6F\t# x\t"],
}


@pytest.mark.parametrize(("canonical", "lax"), [(k, v) for k, row in LAX.items() for v in row])
def test_a_lax_spelling_is_the_canonical_turn(canonical: str, lax: str) -> None:
    assert words(parse_turn(lax, HANDLES)) == words(parse_turn(canonical, HANDLES))


@pytest.mark.parametrize(
    ("line", "code", "start"),
    [
        ("7 ann 6F 7G", "E-token-twice", 9),
        ("7 ann 6F end end", "E-token-twice", 13),
        ("7 ann 6F ! ?", "E-token-twice", 11),
        ("7 ann 6F .. ..", "E-token-twice", 12),
        ("7 ann 6F IxT IxC", "E-token-twice", 13),
        ("7 ann +L 6F", "E-order", 9),
        ("7 ann 6F ! =200", "E-order", 11),
        ("7 ann 6F 8", "E-token", 9),
        ("7 ann 6F wh4t", "E-token", 9),
        ("7 ann 6F T:", "E-token", 9),
        ("7 ann 6F T:bob", "E-token", 9),
        ("7 ann 6F x", "", 0),  # a purchase; that there is no chain X is the game's to say
        ("7 ann \u0666F", "E-token", 6),
        ("7 ann 6\u212a", "E-token", 6),
        ("7 ann\u00a06F", "E-token", 2),
        ("0 ann 6F", "E-number", 0),
        ("000 ann 6F", "E-number", 0),
        ("7 zoe 6F", "E-handle", 2),
        ("7 ZOE 6F", "E-handle", 2),
        ("zoe 6F +L", "E-handle", 0),
        ("7 axel 6F", "E-handle", 2),
        ("7 s2t2 f6", "E-handle", 2),
    ],
)
def test_what_is_no_turn_says_where(line: str, code: str, start: int) -> None:
    if not code:
        parse_turn(line, HANDLES)
        return
    with pytest.raises(TurnError) as caught:
        parse_turn(line, HANDLES)
    assert (caught.value.code, caught.value.start) == (code, start)
    assert str(caught.value) == caught.value.message


def test_a_handle_may_look_like_anything() -> None:
    players = frozenset({"f6", "axel", "pass", "x1a", "s2t2", "iil"})
    for handle in players:
        turn = parse_turn(f"1 {handle} 6F iil", players)
        assert (turn.handle, turn.tile, turn.buys) == (handle, "6F", "IIL")


@pytest.mark.parametrize(
    ("line", "kind", "which", "word"),
    [
        ("1 ann 6F iil", lexer.BUYS, 0, "iil"),
        ("1 ann 6F +I L", lexer.BUYS, 0, "+I"),
        ("1 axel 6F ixt t:axel-s2", lexer.MERGER, 0, "ixt"),
        ("1 ann 6F ixt s2 s3", lexer.CLAUSE, 1, "s3"),
        ("1 ann 6F IXT S2 S3", lexer.CLAUSE, 1, "S3"),
        ("1 ann s2 ixt", lexer.TILE, 0, "s2"),
        ("1 ann # 6F", lexer.TILE, 0, "1 ann"),
        ("ann 6F iil", lexer.WORD, 0, "ann"),
        ("ann 6F iil", lexer.TILE, 0, "6F"),
        ("1 6F iil", lexer.TILE, 0, "6F"),
        ("6F iil", lexer.TILE, 0, "6F"),
        ("1 f6 6F", lexer.TILE, 0, "6F"),
        ("1 f6 6F", lexer.WORD, 0, "f6"),
        ("7 ann 6F", lexer.NUMBER, 0, "7"),
        ("  ann 6F # x", lexer.BUYS, 0, "ann 6F"),
    ],
)
def test_where_a_token_is(line: str, kind: str, which: int, word: str) -> None:
    start, length = lexer.locate(line, kind, which, {"ann", "axel", "f6"})
    assert line[start : start + length] == word


@pytest.mark.parametrize(
    ("kind", "line"),
    [(lexer.WORD, ""), (lexer.TILE, ""), (lexer.NUMBER, ""), (lexer.TILE, "# 1 ann 6F")],
)
def test_where_no_word_stands_the_beginning_of_the_line_is_pointed_at(kind: str, line: str) -> None:
    assert lexer.locate(line, kind, 0, {"ann"}) == (0, 1)


def test_the_first_token_of_a_kind_is_meant_if_none_is_named() -> None:
    assert lexer.locate("1 ann 6F ixt s2 s3", lexer.CLAUSE) == (13, 2)
    assert lexer.irregular_at("1 ann 6F ~bob+500 ~cid+500", "moved") == 0
    assert lexer.irregular_at("1 ann 6F ~bob+500 ~cid+500 ~+LLLL", "buys") == 2
    assert lexer.aside_at("1 ann 6F x1A x2A", 1, {"ann"}) == 1


def test_what_nobody_says_of_a_turn_and_of_what_moved() -> None:
    turn = parse_turn("7 ann 6F")
    assert (turn.line, turn.text) == (0, "")
    assert Moved("ann") == Moved("ann", 0, "", "")


@pytest.mark.parametrize(
    ("line", "tile", "skipped", "which"),
    [
        ("1 ann 6F x1A,2A x3A", 0, 0, 0),
        ("1 ann 6F x1A,2A x3A", 1, 0, 0),
        ("1 ann 6F x1A,2A x3A", 2, 0, 1),
        ("1 ann x1A,2A 6F x3A,4A x5A", 0, 1, 1),
        ("1 ann x1A,2A 6F x3A,4A x5A", 2, 1, 2),
        ("1 ann 6F x x1A", 0, 0, 1),
        ("1 ann 6F x? x1A", 0, 0, 0),
        ("1 xa1 6F x1A,2A x3A", 2, 0, 1),
        ("xa1 6F x1A,2A x3A", 2, 0, 1),
        ("1 ann xa1 6F x2A", 1, 0, 1),
        ("1 x1A 6F x2A", 1, 0, 1),
        ("1 ann 6F x1A", 9, 0, 0),
    ],
)
def test_which_word_holds_a_tile_that_is_set_aside(
    line: str, tile: int, skipped: int, which: int
) -> None:
    """A word that looks like one is a player's handle in his place, and nowhere else."""
    assert lexer.aside_at(line, tile, {"ann", "xa1"}, skipped) == which


@pytest.mark.parametrize("line", ["1 Zoe 2B=L +LL", "zoe 2b=l ll", "1. ZOE B2=L +L +L"])
def test_where_nobody_is_known_the_first_word_is_a_player(line: str) -> None:
    turn = parse_turn(line, frozenset())
    assert (turn.handle, turn.tile, turn.founded, turn.buys) == ("zoe", "2B", "L", "LL")


def test_where_nobody_is_known_a_player_has_two_letters_at_least() -> None:
    turn = parse_turn("al 2b")
    assert (turn.handle, turn.tile) == ("al", "2B")
    turn = parse_turn("l")
    assert (turn.handle, turn.buys) == ("", "L")


def test_where_nobody_is_known_a_tile_is_no_player() -> None:
    for line in ("1 2B", "2b", "-", "1 .."):
        assert parse_turn(line, frozenset()).handle == ""
