"""Expressions over games and turns: what they mean, what binds to what, where they go wrong."""

from io import BytesIO
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from acquire_cli.notation.split import split
from acquire_cli.records.filter import MAX_DEPTH, MAX_LENGTH, ExpressionError, Filter
from acquire_cli.records.filter_facts import ENDED, HEAD, LOGGED, TURNS, GameFacts
from acquire_cli.records.filter_fields import BARE, EXAMPLES, FIELDS, TURN, language_help
from acquire_cli.records.filter_values import MEANINGS, OPERATORS
from tests.formats.generated import game

ROOT = Path(__file__).parents[2]

MERGER = """acquire 1
ruleset: classic@1
players: ann bob cid
name.ann: Ann Lee
event: Spring Club
date: 2026-11-29
round: 10
x-table: 7
position: 2TT1II5/12/1CC9/12/12/12/12/12/12 ann place ann:6000:T3:? bob:5000:I5:? \
cid:8000:C1:? bag:?

1 ann 8A +IT
2 bob 5A IxT T:ann-s4 +III # what a merger
3 cid 1C +C ?!
result: abandoned
"""


def facts(text: str, file: str = "a.acq") -> GameFacts:
    [piece] = split(BytesIO(text.encode("utf-8")))
    return GameFacts(piece, file)


def holds(expression: str, text: str = MERGER) -> bool:
    asked = Filter(expression)
    one = facts(text)
    if asked.needs > HEAD:
        one.play(None, asked.needs, asked.looks)
    return asked.matches(one)


def turns(expression: str, text: str = MERGER) -> list[int]:
    asked = Filter(expression, by_turn=True)
    one = facts(text)
    one.play(None, asked.needs, asked.looks)
    return [turn.number for turn in one.turns if asked.matches_turn(one, turn)]


def test_the_game_of_these_tests_is_played_to_its_end() -> None:
    one = facts(MERGER)
    one.play()
    assert one.played == 3
    assert not one.broken(), one.findings()


@pytest.mark.parametrize(
    "expression",
    [
        "ruleset=classic",
        "ruleset=CLASSIC@1",
        "ruleset!=classic@2",
        "ruleset~lass",
        "event~club",
        "event='spring club'",
        'event="SPRING CLUB"',
        "site=''",
        "site!=x",
        "date=2026",
        "date=2026-11",
        "date=2026-11-29",
        "date>=2026-01 and date<=2026-11 and date<2027 and date>2025",
        "date~11-29",
        "round>9 and round<11",
        "header.x-table=7 and header.x-table>6.5",
        "header.other=''",
        "players=3 and players>=3 and players<=3 and players!=4",
        "file~a.acq and game=1",
        "turns=3",
        "reason=abandoned and not finished",
        "winner=bob",
        "not tie",
        "not broken",
        "player=ann",
        "PLAYER = ann AND Rank=3",
        "name~lee and seat=1",
        "name=bob",
        "player~i and seat=3",
        "order=1 and player=ann",
        "cash<=2600",
        "merged=2 and merged>=1 and not merged>2",
        "survivor=I and defunct=T",
        "buys=TI and buys=it and buys~i and buys~II and not buys~TT",
        "buys=III and spent=2400",
        "tile=8A and tile=a5 and tile!=1A",
        "effect=merges and effect=grows and not effect=founds",
        "not founded=T",
        "bonus=3000 and not bonus>3000",
        "mark='?!' and mark!='!!'",
        "comment~'A MERGER'",
        "text~IxT",
        "number=3 and not number>3",
        "not end",
        "turn.cash<=2600 and turn.player=bob",
    ],
)
def test_what_is_so(expression: str) -> None:
    assert holds(expression)
    assert not holds(f"not ({expression})")


@pytest.mark.parametrize(
    "expression",
    [
        "ruleset=classic@2",
        "ruleset=lassic",
        "event=club",
        "site<x",
        "site~x",
        "date<2026-11",
        "date>2026",
        "round=1",
        "winner=ann",
        "player=dee",
        "seat=4",
        "rank=4",
        "founded=T",
        "merged>=3",
        "broken",
    ],
)
def test_what_is_not_so(expression: str) -> None:
    assert not holds(expression)


# ---- what binds to what ----


@pytest.mark.parametrize(
    ("expression", "answer"),
    [
        # bob wins; cid has the third seat
        ("player=bob and rank=1", True),
        ("player=ann and rank=1", False),
        ("rank=1 and players=3 and player=bob", True),
        ("player=ann and (rank=1 or rank=3)", True),
        ("player=ann and (rank=1 or seat=2)", False),
        ("rank=1 and (player=ann or player=bob)", True),
        ("rank=1 and (player=ann or player=cid)", False),
        ("rank=1 and ((player=ann and seat=1) or player=cid)", False),
        ("player=ann and rank=3 and player=bob and rank=1", False),
        ("(player=ann and rank=3) and (player=bob and rank=1)", True),
        ("player=ann and (player=bob and rank=1)", True),
        ("not player=dee", True),
        ("not player=ann", False),
        ("not player=dee and not player=eve", True),
        ("not player=dee and not player=bob", False),
        ("players=3 and not player=ann", False),
        ("rank=1 and not player=ann", True),
        ("rank=1 and not player=bob", False),
        ("player=bob and not rank=1", False),
        ("player=bob and not rank=2", True),
        ("not (player=ann and rank=1)", True),
        ("not (player=bob and rank=1)", False),
        ("not (player=dee or player=eve)", True),
        ("player=ann or rank=9", True),
        ("player!=bob and rank=1", False),
        ("player=ann and (rank=9 or merged=2)", True),
        ("player=dee and (rank=9 or merged=2)", False),
        # turns
        ("turn.player=bob and turn.merged=2", True),
        ("turn.player=ann and turn.merged=2", False),
        ("turn.player=ann and merged=2", True),
        ("turn.player=ann and (turn.merged=2 or turn.buys=TI)", True),
        ("(turn.player=ann and turn.buys=TI) and (turn.player=bob and turn.buys=III)", True),
        ("turn.player=ann and turn.buys=TI and turn.player=bob", False),
        ("turn.merged=2 and not turn.player=ann", True),
        ("turn.merged=2 and not turn.player=bob", False),
        ("not turn.player=dee", True),
        ("not turn.merged=2", False),
        ("turn.rank=1 and turn.merged=2", True),
        ("buys=TI and merged=2", True),
        ("turn.buys=TI and turn.merged=2", False),
        # both
        ("player=ann and turn.player=bob", True),
        ("player=ann and rank=3 and turn.player=bob and turn.merged=2", True),
        ("rank=1 and turn.merged=2 and (turn.player=ann or player=bob)", True),
        ("rank=1 and turn.merged=2 and (turn.player=ann or player=ann)", False),
    ],
)
def test_questions_joined_by_and_are_about_one_player_and_one_turn(
    expression: str, answer: bool
) -> None:
    assert holds(expression) is answer


@pytest.mark.parametrize(
    ("expression", "numbers"),
    [
        ("merged>=2", [2]),
        ("turn.merged>=2", [2]),
        ("player=ann", [1]),
        ("not player=ann", [2, 3]),
        ("rank=1", [2]),
        ("seat=3 and buys=C", [3]),
        ("player=ann and merged=2", []),
        ("buys~I", [1, 2]),
        ("(buys~I and player=ann) and (merged=0 and rank=3)", [1]),
        ("(buys~I and player=ann) or mark='?!'", [1, 3]),
        ("number<3 and ruleset=classic", [1, 2]),
        ("cash<=2600", [2]),
        ("turns=3", [1, 2, 3]),
        ("position~IIIIII", [2, 3]),
        ("position~TT.III", [1]),
    ],
)
def test_asked_of_turns_everything_is_about_that_turn(expression: str, numbers: list[int]) -> None:
    assert turns(expression) == numbers


def test_one_player_for_an_and_against_all_players_one_by_one() -> None:
    one = facts(MERGER)
    one.play()
    questions = {
        "player=ann": lambda seat: one.handles[seat] == "ann",
        "player=bob": lambda seat: one.handles[seat] == "bob",
        "rank=1": lambda seat: one.rank[seat] == 1,
        "rank=3": lambda seat: one.rank[seat] == 3,
        "seat=2": lambda seat: seat == 1,
        "cash>5000": lambda seat: one.cash[seat] > 5000,
    }
    seats = range(3)
    for first, second, third in product(questions, repeat=3):
        a, b, c = questions[first], questions[second], questions[third]
        for text, wanted in (
            (f"{first} and {second} and {third}", any(a(s) and b(s) and c(s) for s in seats)),
            (f"{first} and ({second} or {third})", any(a(s) and (b(s) or c(s)) for s in seats)),
            (f"{first} and not ({second} or {third})", any(
                a(s) and not (b(s) or c(s)) for s in seats
            )),
            (f"{first} and ({second} and {third})", any(map(a, seats)) and any(
                b(s) and c(s) for s in seats
            )),
            (f"not {first} and not {second}", not any(map(a, seats)) and not any(map(b, seats))),
            (f"{first} and {second} or {third}", any(a(s) and b(s) for s in seats) or any(
                map(c, seats)
            )),
        ):  # fmt: skip
            assert Filter(text).matches(one) == wanted, text


# ---- how far a game is looked into ----


def test_headers_alone_do_not_read_a_turn() -> None:
    for name, field in FIELDS.items():
        if field.needs == HEAD:
            value = {"number": "1", "date": "2026"}.get(field.kind, "xx")
            assert Filter(f"{name}={value}").needs == HEAD
    assert Filter("turns>80 and winner=ann").needs == ENDED
    assert Filter("turn.player=ann").needs == TURNS
    assert Filter("date=2026 and founded=T").needs == LOGGED
    broken = MERGER.replace("1 ann 8A +IT", "1 ann nonsense $$")
    assert holds("player=ann and event~club and date=2026", broken)


def test_of_a_broken_game_the_valid_prefix_counts() -> None:
    broken = MERGER.replace("3 cid 1C", "3 cid 2C")
    assert holds("broken and turns=2 and merged=2 and reason=unfinished", broken)
    assert not holds("buys=C", broken)
    nothing = MERGER.replace("ruleset: classic@1", "ruleset: nothing@1")
    assert holds("broken and turns=0 and ruleset=nothing", nothing)
    for never in ("rank=1", "reason=abandoned", "total>0", "winner!=ann", "position~?", "tie"):
        assert not holds(never, nothing)
    assert holds("not rank=1 and player=ann", nothing)
    assert not holds("player=ann", "no game\n")


def test_facts_agree_with_the_text_of_generated_games() -> None:
    for seed in range(30):
        lines = game(seed, players=3 + seed % 3)
        text = "\n".join(lines)
        words = [line.split() for line in lines if line[:1].isdigit()]
        mergers = [word for line in words for word in line[3:4] if word[1:2] == "x"]
        most = max((len(word) - 1 for word in mergers), default=0)
        assert holds(f"merged={most}", text)
        assert not holds(f"merged>{most}", text)
        assert turns("merged>0", text) == [
            int(line[0]) for line in words if line[3:4] and line[3][1:2] == "x"
        ]
        assert turns("turn.founded=T", text) == [
            int(line[0]) for line in words if line[2].endswith("=T")
        ]
        assert turns("buys=LLL", text) == [int(line[0]) for line in words if "+LLL" in line]
        assert holds(f"turns={len(words)}", text)
        reason, *said = lines[-1].split()[1:]
        assert holds(f"reason={reason} and finished", text)
        for word in said:
            handle, money = word.split("=")
            assert holds(f"player={handle} and total={money}", text)
        best = max(int(word.split("=")[1]) for word in said)
        winners = [word.split("=")[0] for word in said if int(word.split("=")[1]) == best]
        assert all(holds(f"winner={handle}", text) for handle in winners)
        assert holds("tie", text) == (len(winners) > 1)
        assert not holds("broken", text)


# ---- expressions that cannot be read ----


@pytest.mark.parametrize(
    ("text", "start", "length", "expected"),
    [
        ("", 0, 1, "a question"),
        ("   ", 0, 1, "a question"),
        ("foundd=T", 0, 6, "founded"),
        ("founded", 7, 1, "one of = != after founded"),
        ("founded=", 8, 1, "a value after founded="),
        ("founded= and tie", 9, 3, "a value after founded="),
        ("founded<T", 7, 1, "one of = !="),
        ("founded=Tow", 8, 3, "the letter of a chain"),
        ("founded='T", 8, 1, "the closing quote"),
        ("(tie", 4, 1, "a closing parenthesis"),
        ("tie)", 3, 1, "the end of the expression"),
        ("tie tie", 4, 3, "and, or, or the end"),
        ("tie and", 7, 1, "a question"),
        ("tie and or tie", 8, 2, "a question"),
        ("not", 3, 1, "a question"),
        ("()", 1, 1, "a question"),
        ("tie=yes", 3, 1, "nothing: tie stands alone"),
        ("turns>many", 6, 4, "a whole number"),
        ("turns>1_000", 6, 5, "a whole number"),
        ("date>=2026-1", 6, 6, "a date"),
        ("ruleset='a b'", 8, 5, "a ruleset"),
        ("reason=won", 7, 3, "declared"),
        ("winner=a", 7, 1, "a handle"),
        ("tile=66", 5, 2, "a tile"),
        ("buys=L1", 5, 2, "letters"),
        ("position~LL*", 11, 1, ""),
        ("position~'LL/L!'", 14, 1, ""),
        ("position~LL//L", 12, 1, ""),
        ("position=''", 10, 1, ""),
        ("position>L", 8, 1, "one of = ~"),
        ("tie and & tie", 8, 1, "a field"),
        ("founded==T", 8, 1, "founded=T"),
        ("founded == T", 9, 1, "founded= and a value"),
        ("players=>3", 8, 1, "players>=3"),
        ("players=<3", 8, 1, "players<=3"),
        ("founded<>T", 7, 1, "one of = !="),
        ("players<>3", 8, 1, "players!=3"),
        ("founded=~T", 8, 1, "a value after founded="),
        ("winner=~a", 7, 1, "winner~a"),
        ("players===", 8, 1, "players= and a value"),
        ("header.=x", 0, 7, "a field"),
    ],
)
def test_a_bad_expression_says_where_and_what_was_expected(
    text: str, start: int, length: int, expected: str
) -> None:
    with pytest.raises(ExpressionError) as caught:
        Filter(text)
    assert (caught.value.start, caught.value.length) == (start, length)
    assert expected in caught.value.expected
    assert caught.value.message


def test_depth_and_length_are_bounded() -> None:
    for text in (
        "(" * 10_000 + "tie",
        "not " * 4_000 + "tie",
        "(not " * 3_000 + "tie",
        "tie or " * 5_000 + "tie",
        "(" * (MAX_DEPTH + 1) + "tie" + ")" * (MAX_DEPTH + 1),
    ):
        with pytest.raises(ExpressionError):
            Filter(text)
    assert holds("not " * MAX_DEPTH + "merged=2")
    assert holds("(" * MAX_DEPTH + "merged=2" + ")" * MAX_DEPTH)
    wide = " or ".join(["turns=9"] * (MAX_LENGTH // 12)) + " or turns=3"
    assert holds(wide)
    assert holds(wide.replace(" or ", " and ").replace("9", "3"))
    deep = "player=ann and (rank=9 or " * 20 + "rank=3" + ")" * 20
    assert holds(deep)


SOME = "and or not ( ) tie player = ~ ann turn.buys position L ' \" LL/? date >= 2026 rank 1 * é"
WORDS = st.sampled_from([*SOME.split(), " ", "header.xy", "\n", "\x00"])


@settings(max_examples=400, deadline=None)
@given(st.lists(WORDS, max_size=14).map(" ".join) | st.text(max_size=40), st.booleans())
def test_any_text_is_a_question_or_a_place_in_it(text: str, by_turn: bool) -> None:
    wrong: ExpressionError | None = None
    try:
        asked = Filter(text, by_turn)
    except ExpressionError as error:
        wrong = error
    if wrong is not None:
        assert 0 <= wrong.start <= len(text)
        assert wrong.length >= 1
        return
    one = facts(MERGER)
    one.play(None, LOGGED, asked.looks)
    answers = [asked.matches_turn(one, turn) for turn in one.turns] if by_turn else []
    assert all(answer in (True, False) for answer in answers or [asked.matches(one)])


# ---- what help says ----


def test_the_examples_of_help_can_be_read() -> None:
    for example in EXAMPLES:
        Filter(example)


def test_help_names_every_field_operator_and_kind() -> None:
    text = language_help()
    for name, field in FIELDS.items():
        assert name in text or "." + name.partition(".")[2] in text
        assert field.kind in MEANINGS
        assert field.kind in OPERATORS
    assert set(BARE.values()) <= {name for name, f in FIELDS.items() if f.about == TURN}
    assert max(map(len, text.splitlines())) <= 76


# ---- the same game ----


def digest(text: str) -> bytes:
    one = facts(text)
    one.play(started=True)
    return one.digest()


LAX = MERGER.replace("1 ann 8A +IT", "1 a8 it   # cheap").replace("2 bob", "2: BOB")
LAX = LAX.replace("IxT T:ann-s4 +III", "s4  i ii").replace("\n", "\r\n").replace("event", "site")


@pytest.mark.parametrize(
    "other",
    [
        LAX,
        MERGER.replace("name.ann: Ann Lee\n", "").replace("2026", "2025"),
        MERGER.replace("result: abandoned\n", ""),
        MERGER.replace("ruleset: classic@1", "ruleset: Classic\nrules: cash=6000"),
        "\n# above\n" + MERGER + "# below\n",
    ],
)
def test_what_was_played_is_the_same_whatever_its_spelling(other: str) -> None:
    assert digest(other) == digest(MERGER)


@pytest.mark.parametrize(
    "other",
    [
        MERGER.replace("+IT", "+II"),
        MERGER.replace("ann-s4", "ann-k4"),
        MERGER.replace("cid 1C", "cid 1D"),
        MERGER.replace("3 cid 1C +C ?!\n", ""),
        MERGER.replace("bob:5000", "bob:5100"),
        MERGER.replace("players: ann bob cid", "players: bob cid ann"),
        MERGER.replace("classic@1", "classic@1\nrules: safe=12"),
        MERGER.replace("cid", "dee"),
        MERGER.replace("3 cid 1C", "3 cid 2C"),
        MERGER.replace("classic@1", "nothing@1"),
    ],
)
def test_what_was_played_differs(other: str) -> None:
    assert digest(other) != digest(MERGER)


def test_broken_games_differ_by_what_follows() -> None:
    broken = MERGER.replace("3 cid 1C", "3 cid 2C")
    assert digest(broken) == digest(broken.replace("3 cid 2C", "3  cid 2C"))
    assert digest(broken) != digest(broken.replace("3 cid 2C", "3 cid 3C"))
    unread = MERGER.replace("3 cid 1C", "3 cid $$")
    assert digest(unread) != digest(unread.replace("$$", "&&"))
