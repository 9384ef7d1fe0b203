"""What can be wrong with a turn or a position, each with its code and the word it is said of."""

from io import BytesIO

import pytest

from acquire_cli.engine import codes as c
from acquire_cli.engine.game import play
from acquire_cli.notation import lexer
from acquire_cli.notation.choices import choices
from acquire_cli.notation.parse import parse_turn
from acquire_cli.notation.position import PositionError, parse_position, position_text
from acquire_cli.notation.reader import read_games
from acquire_cli.notation.resolve import Names, play_turn
from acquire_cli.records.replay import check
from tests.engine.support import rules

TOUCHING = (
    "2AA1CC5/4F7/4F7/12/12/12/12/12/12 ann place ann:6000:A1F1:5A,?,?,?,?,? bob:6000:F1:? bag:?"
)
UNEQUAL = (
    "1AAA1CCCC3/4F7/4F7/12/12/12/12/12/12 ann place ann:6000:A1F1:5A,?,?,?,?,? bob:6000:F1:? bag:?"
)
QUIET = "12/12/12/12/12/12/12/12/12 ann place ann:6000:-:5A,?,?,?,?,? bob:6000:-:? bag:?"
SAFE = (
    "CCCCCCCCCCC1/12/AAAAAAAAAAA1/12/12/12/12/12/12 ann place "
    "ann:6000:-:5E,1B,2B,7H,9H,11H bob:6000:-:? bag:?"
)


def found(head: str, *turns: str) -> list[tuple[str, str]]:
    """The errors: the code, and what the carets stand below."""
    text = f"acquire 1\nruleset: classic@1\n{head}\n\n" + "\n".join(turns) + "\n"
    [record] = read_games(BytesIO(text.encode()))
    return [
        (f.code, f.text[f.column - 1 : f.column - 1 + f.length])
        for f in check(record)
        if f.severity == "error"
    ]


FULL_BAG = "1AA1CCx/xxxxxxx/xxxxxxx/xxxxxxx ann place ann:0:C2:4A bob:0:A1C1:- bag:1A"
EMPTY_BAG = "AA1CCxx/xxxxxxx/xxxxxxx/xxxxxxx ann place ann:0:C2:3A bob:0:A1C1:- bag:-"
LAST_UNKNOWN = (
    "CCCCCCCCCCC1/12/AAAAAAAAAAA1/12/12/12/12/12/12 ann place ann:6000:-:5E,? bob:6000:-:? bag:?"
)
PARTLY_KNOWN = (
    "12/12/12/12/12/12/12/12/12 ann place ann:0:-:5A,?,?,?,?,? bob:0:-:?,?,?,?,?,? bag:?,6A,94?"
)
# Who holds one unknown tile and draws none can tell of one dead tile.
ONE_LOOK = "AA1CCxx/AA1CCxx/AA1CCxx/xxxxxx1 ann place ann:0:-:7D,? bob:0:-:?,? bag:-"
REPEAT = "rules: board=4x7 hand=2 safe=2 dead=repeat\n"
BANK = "rules: bank-holder=always\n"
SMALL_BANK = "rules: board=4x7 hand=1 bank-holder=always\n"
WHOLE = "rules: dead=whole-hand\n"


@pytest.mark.parametrize(
    ("rules", "position", "turn", "code", "at"),
    [
        ("", TOUCHING, "1 ann 5A CxQ", "E-no-chain", "CxQ"),
        ("", TOUCHING, "1 ann 5A QxA", "E-no-chain", "QxA"),
        ("", TOUCHING, "1 ann 5A WxA", "E-not-merging", "WxA"),
        ("", TOUCHING, "1 ann 5A CxAA", "E-defunct", "CxAA"),
        ("", TOUCHING, "1 ann 5A CxC", "E-defunct", "CxC"),
        ("", TOUCHING, "1 ann 5A CxF A:ann-k1", "E-holder", "CxF"),
        ("", TOUCHING, "1 ann 5A CxAF A:ann-k1 F:ann-k1,bob-k1 Q:bob-k1", "E-no-chain", "Q:bob-k1"),
        ("", TOUCHING, "1 ann 5A CxAF A:ann-k1 A^9I F:ann-k1,bob-k1", "E-bank-tile", "A^9I"),
        ("", TOUCHING, "1 ann 5A CxAF A^9I:ann-k1 F:ann-k1,bob-k1", "E-bank-tile", "A^9I:ann-k1"),
        ("", TOUCHING, "1 ann 5A CxAF A^99I:ann-k1 F:ann-k1,bob-k1", "E-no-square", "A^99I:ann-k1"),
        (BANK, TOUCHING, "1 ann 5A CxAF A^9I:ann-k1 F:ann-k1", "E-bank-none", "F:ann-k1"),
        (BANK, TOUCHING, "1 ann 5A CxAF A^99I:ann-k1", "E-no-square", "A^99I:ann-k1"),
        (BANK, TOUCHING, "1 ann 5A CxAF A^5A:ann-k1", "E-bank-tile", "A^5A:ann-k1"),
        (BANK, TOUCHING, "1 ann 5A CxAF A^9I:ann-k1 F^9I:ann-k1", "E-bank-tile", "F^9I:ann-k1"),
        ("", UNEQUAL, "1 ann 5A QxA", "E-no-chain", "QxA"),
        ("", UNEQUAL, "1 ann 5A CxF", "E-not-next", "CxF"),
        ("", SAFE.replace(" place ", " buy "), "1 ann .", "E-phase", "."),
        ("", SAFE.replace(" place ", " buy "), "1 ann 5E", "E-phase", "5E"),
        ("", UNEQUAL, "1 ann 5A LxA", "E-not-merging", "LxA"),
        ("", UNEQUAL, "1 ann 5A CxAF A:ann-k0", "E-parts", "A:ann-k0"),
        ("", TOUCHING, "1 ann 5A CxAF A^1A:ann-k1 F:ann-k1,bob-k1", "E-bank-tile", "A^1A:ann-k1"),
        ("", UNEQUAL, "1 ann 5A CxFA", "E-not-next", "CxFA"),
        ("", TOUCHING, "1 ann 5A CxAF A^9I ..", "E-holder", "A^9I"),
        ("", QUIET, "1 zed 5A", "E-handle", "zed"),
        ("", QUIET, "1 bob 5A", "E-turn", "bob"),
        ("", QUIET, "1 ann x99A 5A", "E-no-redraw", "x99A"),
        (WHOLE, QUIET, "1 ann x99A 5A", "E-no-square", "x99A"),
        ("", QUIET, "1 ann 5A x99A", "E-aside", "x99A"),
        ("", SAFE, "1 ann 5E x99A", "E-no-square", "x99A"),
        ("", SAFE, "1 ann 5E x?", "E-no-square", "x?"),
        ("rules: dead=never\n", SAFE, "1 ann 5E x1B,1B", "E-aside", "x1B,1B"),
        ("rules: dead=never\n", SAFE, "1 ann 5E x1B x2B", "E-aside", "x1B"),
        (WHOLE, SAFE, "1 ann 5E x1B x2B", "E-aside", "x1B"),
        ("", SAFE, "1 ann 5E end x1B x2B", "E-aside", "x1B"),
        ("", UNEQUAL, "1 ann 9I CxA", "E-no-merger", "CxA"),
        ("", UNEQUAL.replace("1AAA1C", "2AA1C"), "1 ann 5A", "E-incomplete", "5A"),
        ("", SAFE, "1 ann 5E x1B,7H", "E-not-dead", "x1B,7H"),
        ("", QUIET, "1 ann 5A ^99A", "E-no-square", "^99A"),
        ("", QUIET, "1 ann 5A ^5A", "E-drawn", "^5A"),
        ("", QUIET, "1 ann 5A ^6A,6A", "E-drawn", "^6A,6A"),
        ("", QUIET, "1 ann 5A ^6A,7A", "E-drawn", "^6A,7A"),
        ("", QUIET, "1 ann 5A +LLLLLLLL", "E-too-many", "+LLLLLLLL"),
        ("", QUIET, "1 ann 5A +LLLLTTTT", "E-not-on-board", "+LLLLTTTT"),
        ("", SAFE, "1 ann 5E ^1B", "E-drawn", "^1B"),
        ("", TOUCHING, "1 ann 9I ^3A", "E-drawn", "^3A"),
        ("", PARTLY_KNOWN, "1 ann 5A ^6A", "E-drawn", "^6A"),
        (SMALL_BANK, EMPTY_BAG, "1 ann 3A CxA A^6A:bob-k1", "E-bank-tile", "A^6A:bob-k1"),
        ("rules: hand=2\n", LAST_UNKNOWN, "1 ann 5E x1B,2B,3B", "E-not-in-hand", "x1B,2B,3B"),
        (REPEAT, ONE_LOOK, "1 ann 7D x3A,3B,3C", "E-aside", "x3A,3B,3C"),
        (REPEAT, ONE_LOOK, "1 ann 7D x9Z,9Z", "E-no-square", "x9Z,9Z"),
        ("", QUIET, "1 ann 5A ~bob+500 ~zed+500", "E-handle", "~zed+500"),
    ],
)
def test_a_turn_is_refused_at_its_word(
    rules: str, position: str, turn: str, code: str, at: str
) -> None:
    errors = found(f"{rules}players: ann bob\nposition: {position}", turn)
    assert errors[0] == (code, at)


LUXOR = (
    "1AAA1LLLL3/4F7/4F7/12/12/12/12/12/12 ann place ann:6000:A1F1:5A,?,?,?,?,? bob:6000:F1:? bag:?"
)
NONE_DEAD = "AA1CCxx/AA1CCxx/xxxxxxx/xxxxxx1 ann place ann:0:-:7D bob:0:-:3A,3B bag:-"
DRAWING = "12/12/12/12/12/12/12/12/12 ann place ann:0:-:5A,?,?,?,?,? bob:0:-:?,?,?,?,?,? bag:1A,95?"
ALL_KNOWN = "2/2 ann place ann:0:-:2B bob:0:-:1B bag:1A,2A"
FOUNDING = UNEQUAL.replace("/12 ann", "/7o4 ann")
LOWER = (
    "12/12/CCCCCCCCCCC1/12/AAAAAAAAAAA1/12/12/12/12 ann buy "
    "ann:6000:-:1D,2D,1A,7H,9H,11H bob:6000:-:? bag:?"
)
BUYING = SAFE.replace(" place ", " buy ")
FIRST = "1LLLLLLLLLLL/T11/TTTTTTTTTTT1/12/12/12/12/12/12 ann place ann:0:-:{} bob:0:-:?,? bag:?"


@pytest.mark.parametrize(
    ("rules", "position", "turn", "sentence"),
    [
        (
            "",
            UNEQUAL,
            "1 ann 5A CxAF A:ann-s1k3",
            "ann holds 1 A, not the 4 sold, traded and kept",
        ),
        ("", UNEQUAL, "1 ann 5A CxAA", "A is named twice"),
        ("", UNEQUAL, "1 ann 5A CxAW", "W takes no part in this merger"),
        ("", UNEQUAL, "1 ann 5A CxC", "C survives, it is not taken"),
        (
            "",
            UNEQUAL,
            "1 ann 5A CxAF A:ann-k1,bob-k1 F:ann-k1,bob-k1",
            "bob disposes of no A in this merger",
        ),
        ("", TOUCHING.replace("ann:6000", "ann:100"), "1 ann 9I +AA", "the shares cost 600, cash"),
        ("", UNEQUAL, "1 ann 5A CxAF A:ann-t1023", "ann: 1 share of A is held, 1023 are disposed"),
        ("", UNEQUAL, "1 ann 5A CxAF A:ann-t1024", "ann: 1 share of A is held, 1024 are disposed"),
        ("", UNEQUAL, "1 ann 5A CxAF A:ann-s2t9998", "ann: 1 share of A is held, 10000 are"),
        ("", UNEQUAL, "1 ann 5A CxAF A:ann-t2000k1", "ann holds 1 A, not the 2001 sold"),
        (
            "",
            TOUCHING,
            "1 ann 5A CxAF A:ann-k1 F:ann-k1,bob-k1 bob-k1",
            "bob disposes of no shares of the defunct chain",
        ),
        (SMALL_BANK, EMPTY_BAG, "1 ann 3A CxA A^6A:bob-k1", "the bag was empty, the bank drew no"),
        (SMALL_BANK, FULL_BAG, "1 ann 4A CxA A^6A:bob-k1", "the bank drew 1A for A"),
        ("", UNEQUAL, "1 ann 9I CxA", "9I merges nothing"),
        ("", DRAWING, "1 ann 5A ^9I", "1A is drawn, not 9I"),
        ("", DRAWING.replace("bag:1A,95?", "bag:?,1A,94?"), "1 ann 5A ^1A", "1A cannot be drawn"),
        ("rules: board=2x2 hand=1\n", ALL_KNOWN, "1 ann 2B ^1B", "1A is drawn, not 1B"),
        (WHOLE, SAFE.replace("5E,1B,2B,7H,9H,11H", "?"), "1 ann x12I ..", "12I can be played"),
        ("", LUXOR, "1 ann 5A LxF", "A is larger and is settled earlier"),
        ("", LUXOR, "1 ann 5A LxFA", "A is larger and is settled earlier"),
        ("", TOUCHING, "1 ann 5A CxAF A:ann-k1 F^9I:ann-k1,bob-k1", "the bank draws no tile in"),
        ("", FOUNDING, "1 ann 9I=C", "C cannot be founded, it is on the board"),
        ("", QUIET, "1 ann 5A +AL", "L, A are not on the board, their shares cannot be bought"),
        ("", SAFE, "1 ann 5E x12I", "12I does not join two safe chains, it stays in the hand"),
        (REPEAT, NONE_DEAD, "1 ann 7D x3A", "the dead tiles that leave the hand: none"),
        ("", BUYING, "1 ann x1B,12I", "12I does not join two safe chains; the dead tiles that"),
        ("", LOWER, "1 ann x1A", "1A does not join two safe chains; the dead tiles that"),
        ("", SAFE, "1 ann 5E x1B", "the dead tiles that leave the hand: 1B,2B"),
        ("", BUYING, "1 ann x12I", "12I does not join two safe chains; the dead tiles that"),
    ],
)
def test_what_is_said_of_a_turn(rules: str, position: str, turn: str, sentence: str) -> None:
    text = (
        f"acquire 1\nruleset: classic@1\n{rules}players: ann bob\nposition: {position}\n\n{turn}\n"
    )
    [record] = read_games(BytesIO(text.encode()))
    first = next(f for f in check(record) if f.severity == "error")
    assert first.message.startswith(sentence)


def test_a_clause_without_a_chain_is_that_of_the_chain_without_a_clause() -> None:
    head = f"players: ann bob\nposition: {TOUCHING}"
    assert found(head, "1 ann 5A CxAF F:ann-k1,bob-k1 k1") == []


def test_a_hand_that_is_known_is_set_aside_without_being_told() -> None:
    board = "AA1CCxx/AA1CCxx/xxxxxxx/xxxxxx1 ann place ann:0:-:3A bob:0:-:3B bag:7D"
    rules = "rules: board=4x7 hand=1 safe=2 dead=whole-hand"
    assert found(f"{rules}\nplayers: ann bob\nposition: {board}", "1 ann 7D") == []
    twice = board.replace("/xxxxxxx/", "/AA1CCxx/").replace("bag:", "bag:3C,")
    assert found(f"{rules}\nplayers: ann bob\nposition: {twice}", "1 ann 7D") == []


@pytest.mark.parametrize("hand", ["9I,1A", "9I,?"])
def test_the_first_square_of_the_board_is_set_aside_like_any_other(hand: str) -> None:
    head = f"rules: hand=2\nplayers: ann bob\nposition: {FIRST.format(hand)}"
    assert found(head, "1 ann 9I x1A") == []
    whole = head.replace("hand=2", "hand=2 dead=whole-hand").replace("9I,", "3B,")
    assert found(whole, "1 ann x1A,3B ..") == []


def test_a_hand_set_aside_may_be_told_in_any_order() -> None:
    text = SAFE.replace("5E,1B,2B,7H,9H,11H", "?,?,?,?,?,?")
    head = f"rules: dead=whole-hand\nplayers: ann bob\nposition: {text}"
    assert found(head, "1 ann x4B,6B,2B,1B,3B,5B 5E") == []


def test_what_was_told_of_draws_that_nobody_made_is_forgotten() -> None:
    state, handles = parse_position(QUIET, rules())
    name = Names(rules(), handles)
    fault = play_turn(state, parse_turn("1 ann 5A ^6A,7A"), name)
    assert fault is not None
    assert fault.code == "E-drawn"
    assert "7A" in list(choices(state, name))


@pytest.mark.parametrize(
    ("hand", "turn"),
    [("9I", "1 ann 9I x1A,2B"), ("9H,9I", "1 ann 9H ~x9I x1A,2B,3B")],
)
def test_a_dead_tile_that_was_drawn_is_told_behind_those_that_left_before(
    hand: str, turn: str
) -> None:
    size = hand.count(",") + 1
    position = FIRST.format(hand).replace("?,?", ",".join("?" * size))
    head = f"rules: hand={size} dead=repeat\nplayers: ann bob\nposition: {position}"
    assert found(head, turn) == []


def test_a_turn_stops_at_the_second_chain_for_which_the_bank_drew() -> None:
    head = f"{BANK}players: ann bob\nposition: {UNEQUAL}"
    assert found(head, "1 ann 5A CxAF A^9I:ann-k1 F^8I ..") == []


def test_a_clause_without_a_chain_that_nobody_asked_for_is_about_the_defunct_one() -> None:
    state, handles = parse_position(TOUCHING, rules())
    turn = parse_turn("1 ann 5A CxAF A:ann-k1 F:ann-k1,bob-k1 bob-k1", handles)
    fault = play_turn(state, turn, Names(rules(), handles))
    assert fault is not None
    assert fault.code == "E-no-holder"
    assert "the defunct chain" in fault.message


def test_a_turn_after_the_last_is_refused() -> None:
    errors = found(f"players: ann bob\nposition: {SAFE}", "1 ann 5E end", "2 bob 5A")
    assert [code for code, _ in errors] == ["E-over"]


def whole(phase: str, rest: str = "", seats: str = "ann:6000:-:? bob:6000:-:?") -> str:
    return f"2AA1CC5/4F7/4F7/12/12/12/12/12/12 ann {phase} {seats} bag:?{rest}"


NOBODY = "12/12/12/12/12/12/12/12/12 ann place bag:?"


@pytest.mark.parametrize(
    ("position", "at"),
    [
        (whole("place", " idle:x"), "idle:x"),
        (whole("place").replace("/4F7/4F7/", "/4!7/4F7/"), "!"),
        (whole("place").replace("/4F7/4F7/", "/4Q7/4F7/"), "Q"),
        (whole("place").replace("/12/12/12 ann", "/12/12/9 ann"), "9"),
        (whole("place", " idle:1234567"), "idle:1234567"),
        (whole("nonsense"), "nonsense"),
        (whole("place@5A"), "place@5A"),
        (whole("found"), "found"),
        (whole("dispose@5A"), "dispose@5A"),
        (whole("place@:CxA"), "place@:CxA"),
        (whole("dispose@99A:CxA"), "dispose@99A:CxA"),
        (whole("dispose@5A:CxQ"), "dispose@5A:CxQ"),
        (whole("dispose@5A:CxA:zed"), "dispose@5A:CxA:zed"),
        (whole("buy:7A"), "buy:7A"),
        (whole("place", seats="ann:6000:-:? bob:6000:-:1A,99Z"), "99Z"),
        (whole("place", seats="ann:6000:-:? bob:6000:-:Z,1A"), "Z"),
        (whole("place", seats="ann:6000:-:? bob:x:-:?"), "bob:x:-:?"),
        (whole("place", seats="ann:6000:-:? ann:6000:-:?"), "ann"),
        (whole("place", seats="ann:6000:-:? bag_:6000:-:? end:1:-:?"), "end"),
        (NOBODY, NOBODY),
    ],
)
def test_a_position_is_refused_at_its_word(position: str, at: str) -> None:
    errors = found(f"players: ann bob\nposition: {position}")
    assert [code for code, _ in errors][:1] == ["E-position-text"]
    assert at in [text for _, text in errors]


def test_a_bag_that_is_known_knows_what_is_drawn() -> None:
    head = "players: ann bob\nseed: saturday"
    assert found(head, "1 ann 5G=L ^5D") == []
    assert found(head, "1 ann 5G=L ^8I") == [("E-drawn", "^8I")]
    assert found(head, "1 ann 5G=L ^5D,9I") == [("E-drawn", "^5D,9I")]


def test_more_tiles_than_there_are_squares_are_not_gathered() -> None:
    many = ",".join("?" * 400)
    errors = found(
        "players: ann bob\nposition: " + whole("place", seats=f"ann:1:-:{many} bob:1:-:?")
    )
    assert errors[0][0] == "E-position"


TINY = "2/2 ann place ann:0:-:{} bob:0:-:{} bag:{}"


@pytest.mark.parametrize("hand", ["-", "?"])
@pytest.mark.parametrize("bag", ["?,?,?,?", "4?"])
def test_a_bag_holds_as_many_tiles_as_there_are_squares(hand: str, bag: str) -> None:
    placed = parse_position(TINY.format(hand, hand, bag), rules(board="2x2", hand="1"))
    assert placed.state.bag_left == 4


@pytest.mark.parametrize("hand", ["-", "?"])
@pytest.mark.parametrize("bag", ["?,?,?,?,?", "5?", "?,?,?,?,?,?,?", "9999?"])
def test_of_more_tiles_in_the_bag_than_there_are_squares_one_is_counted(
    hand: str, bag: str
) -> None:
    with pytest.raises(PositionError) as caught:
        parse_position(TINY.format(hand, hand, bag), rules(board="2x2", hand="1"))
    [(code, message, *_)] = caught.value.problems
    assert (code, message) == ("E-position", "5 tiles in hands and bag, 4 are left")


@pytest.mark.parametrize("bag", ["?,1A", "1?,1A"])
def test_the_record_tells_of_a_bag_that_is_partly_known(bag: str) -> None:
    tables = rules(board="2x2", hand="1")
    state, handles = parse_position(TINY.format("2B", "1B", bag), tables)
    assert play_turn(state, parse_turn("1 ann 2B ^2A"), Names(tables, handles)) is None
    assert position_text(state, handles) == "2/1o bob place ann:0:-:2A bob:0:-:1B bag:1A"


def test_a_row_of_the_wrong_length_is_named() -> None:
    with pytest.raises(PositionError) as caught:
        parse_position("2/1 ann place ann:0:-:? bob:0:-:? bag:?", rules(board="2x2"))
    [(_, message, *_)] = caught.value.problems
    assert message == "row B has 1 squares, the board has 2"


def test_the_first_square_of_the_board_may_be_one_that_is_being_set_aside() -> None:
    text = FIRST.format("?").replace(" place ", " aside:1A ")
    state, handles = parse_position(text, rules())
    assert position_text(state, handles).split()[2] == "aside:1A"


def test_a_game_that_is_over_has_no_turn() -> None:
    placed = parse_position(SAFE.replace(" place ", " over "), rules())
    fault = play_turn(placed.state, parse_turn("1 ann 5E"), Names(rules(), placed.handles))
    assert fault is not None
    assert fault.code == "E-over"


@pytest.mark.parametrize(("handle", "code"), [("zed", "E-handle"), ("bob", "E-turn"), ("ann", "")])
def test_a_turn_read_before_the_players_were_known_is_that_of_one_of_them(
    handle: str, code: str
) -> None:
    placed = parse_position(SAFE, rules())
    fault = play_turn(placed.state, parse_turn(f"1 {handle} 5E"), Names(rules(), placed.handles))
    assert (fault.code if fault else "") == code


def test_nobody_passes_with_a_hand_that_is_half_set_aside() -> None:
    text = SAFE.replace(":5E,1B,2B,7H,9H,11H", ":?")
    placed = parse_position(text, rules(dead="whole-hand"))
    name = Names(placed.state.rules, placed.handles)
    assert play(placed.state, name.square["1B"] << 4 | c.A_ASIDE) == c.OK
    turn = parse_turn("1 ann ~.")
    fault = play_turn(placed.state, turn, name)
    assert fault is not None
    assert (fault.code, fault.kind, fault.which) == ("E-must-redraw", lexer.IRREGULAR, 0)
