"""The session: what is typed, what comes of it, and what is never asked."""

import re

import pytest

from acquire_cli.engine import codes as c
from acquire_cli.notation.position import position_text
from acquire_cli.repl.bar import bar_lines
from acquire_cli.repl.completing import completions
from tests.repl.support import POSITION, at, dealt, findings, last_line, merger, run_computers, say


def test_a_turn_in_one_line_is_echoed_in_canonical_form() -> None:
    session = merger("ann,bob:steady,cid:steady")
    replies = say(session, "f6 S2t2 ltl")
    assert session.state.actor == 1
    assert session.open_text() == "1 ann 6F IxT T:ann-s2t2 .. # then +LLT"
    replies += run_computers(session)
    assert "cannot buy +LLT any more: T is not on the board" in " ".join(replies)


def test_what_is_announced_is_done_once_the_others_have_decided() -> None:
    session = merger("ann,bob:random,cid:random")
    say(session, "6f t:s2t2 iil # so")
    assert session.open_text() == "1 ann 6F IxT T:ann-s2t2 .. # so; then +IIL"
    assert not findings(session)
    session = at(session.text())
    run_computers(session)
    line = session.now.lines[0]
    assert line.startswith("1 ann 6F IxT T:ann-s2t2,bob-")
    assert line.endswith(" +IIL # so")
    assert not findings(session)


def test_step_by_step_each_holder_is_asked_in_order() -> None:
    session = merger()
    say(session, "6f")
    assert session.state.phase == c.DISPOSE
    assert session.actor == "ann"
    assert "ann holds 4 Tower" in session.question()[0]
    say(session, "s2t2")
    assert session.actor == "bob"
    say(session, "-")
    assert session.actor == "cid"
    say(session, "s1")
    assert session.actor == "ann"
    assert session.state.phase == c.BUY
    say(session, "iil")
    assert last_line(session) == "1 ann 6F IxT T:ann-s2t2,bob-k3,cid-s1 +IIL"
    assert not findings(session)


def test_all_holders_in_one_line() -> None:
    session = merger()
    say(session, "6f t:ann-s2t2,bob-s1,cid-k1 iil")
    assert last_line(session) == "1 ann 6F IxT T:ann-s2t2,bob-s1k2,cid-k1 +IIL"


def test_several_words_in_the_middle_of_a_turn() -> None:
    session = merger()
    say(session, "6f t:s4", "t:bob-s3,cid-s1 ii")
    assert last_line(session) == "1 ann 6F IxT T:ann-s4,bob-s3,cid-s1 +II"


@pytest.mark.parametrize("word", ["s2t2", "t2s2", "S2T2", "t:s2t2", "ann-s2t2", "t:ann-s2t2"])
def test_ways_to_dispose(word: str) -> None:
    session = merger()
    say(session, "6f", word)
    assert session.open_text() == "1 ann 6F IxT T:ann-s2t2 .."


@pytest.mark.parametrize("word", ["-", "k", "k4", "keep", "."])
def test_ways_to_keep_all(word: str) -> None:
    session = merger()
    say(session, "6f", word)
    assert session.open_text() == "1 ann 6F IxT T:ann-k4 .."


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("7f", "7F is on the board"),
        ("3a", "3A is not in the hand"),
        ("6f=l", "6F does not found a chain"),
        ("6f txi", "T is not among the largest"),
        ("6f s1t3", "traded two for one"),
        ("6f s9", "4 shares of T are held"),
        ("6f s4 bob-s9", "bob"),
        ("6f s4 bob-s3 cid-s1 iiii", "at most 3"),
        ("6f s4 bob-s3 cid-s1 ttt", "T is not on the board"),
        ("6f s4 bob-s3 cid-s1 zz", "no chain is called Z"),
        ("6f s4 bob-s3 cid-s1 ii end", "the end cannot be declared"),
        ("1a - =5", "ann has 6,000 after this turn, not 5"),
        ("1a =6000", "cash is asserted on the line that ends a turn"),
        ("1a 2a", "one placement"),
        ("iil", "a tile is to be placed first"),
        ("-", "a player with a tile that can be played must place one"),
        ("bob 1b", "it is the turn of ann"),
        ("7 ann 1a", "this is turn 1, not turn 7"),
        ("bogus!", "no part of a turn"),
        ("99z", "the board has no square 99Z"),
        ("end", "a tile is to be placed first"),
        ("..", "a tile is to be placed first"),
    ],
)
def test_a_refusal_says_why_and_changes_nothing(line: str, why: str) -> None:
    session = merger()
    now = session.now
    text = session.text()
    reply = session.do(line)
    assert why in reply.refused
    assert session.now is now
    assert session.text() == text


def test_numbered_lines_are_lines_of_a_record() -> None:
    session = merger()
    say(session, "1 ann 6F IxT T:ann-s2t2,bob-k3,cid-s1 +IIL !? # cheap")
    assert session.now.lines == ("1 ann 6F IxT T:ann-s2t2,bob-k3,cid-s1 +IIL !? # cheap",)
    refused = session.do("2 bob 1B IxT")
    assert "merges nothing" in refused.refused
    say(session, "2 bob 1B")
    assert session.actor == "cid"


def test_a_numbered_line_that_lacks_a_choice_is_refused() -> None:
    session = merger()
    assert "has not disposed" in session.do("1 ann 6F").refused
    say(session, "1 ann 6F ..")
    assert session.open_text() == "1 ann 6F IxT .."
    say(session, "1 ann 6F IxT T:ann-s4 ..")
    refused = session.do("1 ann 6F IxT T:ann-k4,bob-k3,cid-k1")
    assert "gone another way" in refused.refused


def test_marks_and_comments_are_kept() -> None:
    session = merger()
    say(session, "1a !? # why not", "-")
    assert session.now.lines == ("1 ann 1A !? # why not",)


FOUNDING = "o11/12/12/12/12/12/12/12/12 ann place ann:{cash}:-:2A,3C bob:6000:-:? bag:?"


def test_founding_by_one_letter() -> None:
    session = at(
        "acquire 1\nruleset: classic@1\nplayers: ann bob\nposition: "
        + FOUNDING.format(cash=6000)
        + "\n"
    )
    say(session, "2a")
    assert "L T at 200" in session.question()[0]
    say(session, "i iii")
    assert last_line(session) == "1 ann 2A=I +III"


def test_nothing_to_buy_is_not_asked() -> None:
    session = at(
        "acquire 1\nruleset: classic@1\nplayers: ann bob\nposition: "
        + FOUNDING.format(cash=100)
        + "\n"
    )
    say(session, "2a=l")
    assert session.now.number == 2
    session = dealt()
    first = session.names.tile[session.state.hands[0][0]]
    say(session, first)
    assert session.now.number == 2


def test_the_last_chain_left_is_not_asked() -> None:
    board = "o1LL1TT1AA2/12/FF1WW1CC4/12/12/12/12/12/12"
    session = at(
        "acquire 1\nruleset: classic@1\nplayers: ann bob\n"
        f"position: {board} ann place ann:6000:-:1B,12I bob:6000:-:? bag:?\n"
    )
    reply = session.do("1b")
    assert not reply.refused


EQUAL = "LL1TT7/12/12/12/12/12/12/12/12 ann place ann:6000:L1T1:3A,12I bob:6000:-:? bag:?"


def test_equal_chains_ask_for_the_survivor() -> None:
    session = at(f"acquire 1\nruleset: classic@1\nplayers: ann bob\nposition: {EQUAL}\n")
    say(session, "3a")
    assert session.state.phase == c.SURVIVOR
    assert "which survives, L or T?" in session.question()[0]
    assert "Z" in session.do("z").refused
    say(session, "l")
    assert session.open_text() == "1 ann 3A LxT .."
    say(session, "undo", "tx")
    assert session.open_text() == "1 ann 3A TxL .."


ENDING = "LLLLLLLLLLL1/12/12/12/12/12/12/12/12 ann place ann:6000:L1:12I,12H bob:6000:-:? bag:?"


def test_the_end_is_asked_step_by_step_and_not_in_one_line() -> None:
    text = f"acquire 1\nruleset: classic@1\nplayers: ann bob\nposition: {ENDING}\n"
    session = at(text)
    say(session, "12i", "l")
    assert session.state.phase == c.END
    assert "end, or - to go on" in session.question()[0]
    assert session.do("maybe").refused
    say(session, "-")
    assert session.actor == "bob"
    session = at(text)
    say(session, "12i l")
    assert session.actor == "bob"
    session = at(text)
    say(session, "12i l end")
    assert session.over
    # The share that was bought costs 700; two at 700 and both bonuses come in.
    assert session.text().endswith("\nresult: declared ann=17200 bob=6000\n")
    assert not findings(session)
    assert session.do("12h").refused


def test_undo_and_redo_leave_no_trace() -> None:
    session = merger()
    empty = session.text()
    say(session, "6f", "s2t2")
    text = session.text()
    say(session, "undo")
    assert session.open_text() == "1 ann 6F IxT .."
    say(session, "u")
    assert session.text() == empty
    assert session.do("undo").refused
    say(session, "redo", "r")
    assert session.text() == text
    assert session.do("redo").refused


def test_undo_stops_where_a_tile_was_drawn() -> None:
    session = dealt("ann,bob", "one")
    tiles = [session.names.tile[t] for t in session.state.hands[0]]
    before = session.text()
    say(session, tiles[0])
    refused = session.do("undo")
    assert "hidden" in refused.refused
    say(session, "undo!")
    assert session.text() == before


def test_undo_goes_back_past_computer_players() -> None:
    session = dealt("ann,bob:steady,cid:steady", "one")
    run_computers(session)
    number = session.now.number
    tile = session.names.tile[session.state.hands[session.state.actor][0]]
    say(session, tile)
    run_computers(session)
    if session.actor == "ann" and session.now.number == number:
        say(session, "-")
        run_computers(session)
    assert session.do("undo").refused
    say(session, "undo!")
    assert session.now.number == number
    assert session.actor == "ann"


def test_a_new_step_forgets_what_was_undone() -> None:
    session = merger()
    say(session, "6f", "undo", "1a")
    assert session.do("redo").refused


def test_every_command_answers_at_every_phase() -> None:
    session = merger()
    for line in ("6f", "s1", "s1", "s1", "-"):
        for word in ("?", "board", "hand", "prices", "standings", "moves", "log", "log 3"):
            reply = session.do(word)
            assert reply.lines
            assert not reply.refused
            assert not reply.changed
        assert session.do("why").refused == "no computer player is at the table"
        say(session, line)


def test_only_the_hand_of_who_decides_is_shown() -> None:
    session = merger()
    shown = "\n".join(say(session, "hand", "board"))
    assert "6F" in shown
    assert "9A" not in shown
    say(session, "6f", "-")
    shown = "\n".join(say(session, "hand"))
    assert "9A" in shown
    assert "12I" not in shown


def test_what_is_drawn_is_never_told() -> None:
    session = dealt("ann,bob", "one")
    hand = set(session.state.hands[0])
    tile = session.names.tile[session.state.hands[0][0]]
    replies = say(session, tile)
    drawn = [session.names.tile[t] for t in session.state.hands[0] if t not in hand]
    assert drawn
    assert drawn[0] not in " ".join(replies)


def test_the_seats_of_computers_are_kept_in_the_record() -> None:
    session = dealt("ann,bob:steady,cid:random", "two")
    assert "\nx-players: bob=steady cid=random\n" in session.text()
    again = at(session.text())
    assert again.computers == session.computers


def test_nobody_moves_for_a_computer_player() -> None:
    session = merger("ann,bob:steady,cid")
    assert "disposes of T itself" in session.do("6f s4 bob-s3 cid-s1").refused
    say(session, "6f s4")
    assert "moves itself" in session.do("s3").refused
    run_computers(session)
    assert session.actor == "cid"


def test_why_tells_the_reasons_of_the_computers() -> None:
    session = dealt("ann,bob:steady,cid:random", "two")
    assert session.do("why").refused == "no computer player has moved since your last step"
    assert session.actor == "ann"
    say(session, session.names.tile[session.state.hands[session.state.actor][0]])
    run_computers(session)
    assert any(line.startswith(("bob: I ", "cid: I ")) for line in say(session, "why"))


def test_a_hint_is_a_legal_move() -> None:
    session = merger()
    line = say(session, "hint")[0]
    word, _, why = line.partition(": ")
    assert why.startswith("I ")
    say(session, word)


def test_a_game_written_by_hand_goes_on() -> None:
    session = at(
        "acquire 1\nruleset: classic@1\nplayers: ann bob\nfirst: bob\n\n1 bob f6\n2 ann 1a\n"
    )
    assert session.actor == "bob"
    assert "any tile not seen yet" in session.question()[0]
    say(session, "6g=l lll")
    assert session.now.lines == ("1 bob f6", "2 ann 1a", "3 bob 6G=L +LLL")
    assert not [f for f in findings(session) if f.severity == "error"]
    assert session.do("6f").refused


def test_a_torn_last_line_is_left_out() -> None:
    from acquire_cli.repl.opening import resume

    text = "acquire 1\nruleset: classic@1\nplayers: ann bob\nfirst: ann\n\n1 ann 6F\n2 bo"
    opened = resume(text.encode(), "x", {})
    assert "torn" in opened.notes[0]
    assert opened.session.now.lines == ("1 ann 6F",)


def test_other_games_in_the_file_are_left_as_they_are() -> None:
    other = "acquire 1\nplayers: xx yy\nfirst: xx\n1 xx 5a   # lax\n\n\n"
    mine = "# mine\nacquire 1\nruleset: classic@1\nplayers: ann bob\nfirst: ann\n\n1 ann 6F\n"
    session = at(other + mine)
    assert session.text() == other + mine
    say(session, "6h")
    assert session.text() == other + mine + "2 bob 6H\n"


def test_a_game_that_is_over_can_be_looked_at() -> None:
    session = dealt("ann:random,bob:random", "three")
    run_computers(session)
    again = at(session.text())
    assert again.over
    assert again.text() == session.text()
    assert again.do("standings").lines
    assert "over" in again.do("5g").refused


def test_open_turn_goes_on_in_the_middle_of_a_merger() -> None:
    session = merger()
    say(session, "6f", "s2t2")
    again = at(session.text())
    assert again.actor == "bob"
    assert position_text(again.state, again.names.handles) == position_text(
        session.state, session.names.handles
    )
    say(again, "undo")
    assert again.text() == merger().text()


HOTEL = (
    "acquire 1\nruleset: grand-hotel@1\nplayers: ann bob\nposition: "
    + POSITION.rpartition(" cid:")[0]
    + " bag:?\n"
)


def test_the_bank_s_tile_is_asked_where_no_bag_tells_it() -> None:
    session = at(HOTEL)
    assert "nobody holds" not in " ".join(say(session, "6f"))
    assert "the bank draws a tile for T" in session.question()[0]
    assert session.do("1a").refused
    assert session.do("-").refused
    assert "it counts as 5 Tower" in " ".join(say(session, "5c"))
    say(session, "s2", "t2")
    assert session.do("iil ^1a").refused
    say(session, "iil ^7b")
    assert last_line(session) == "1 ann 6F IxT T^5C:ann-s2k2,bob-t2k1 +IIL ^7B"
    assert not findings(session)


def test_tiles_drawn_stand_at_the_end_of_a_turn() -> None:
    session = at(HOTEL)
    assert "the bank draws a tile for T" in session.do("6f ^7b").refused  # one of the bag's
    say(session, "6f", "5c")
    assert "ends the turn" in session.do("s2 ^7b").refused


def test_a_chain_may_be_called_by_its_name() -> None:
    session = dealt(seed="saturday")
    say(session, "5g=Luxor luxor +Luxor # so Luxor it is")
    assert last_line(session) == "1 ann 5G=L +LL # so Luxor it is"
    session = dealt(seed="saturday")
    say(session, "5g", "tower", "tower tower")
    assert last_line(session) == "1 ann 5G=T +TT"


def test_a_hint_keeps_within_the_screen() -> None:
    session = dealt(seed="saturday")
    lines = session.do("hint").lines
    assert len(lines) > 1
    assert all(len(line) <= session.look.columns for line in lines)


ASKED_WHICH = (
    "acquire 1\nruleset: classic@1\nplayers: ann bob\nposition: "
    "2AA1CC5/4F7/4F7/12/12/12/12/12/12 ann place ann:6000:A1F1:5A,?,?,?,?,? bob:6000:F1:? bag:?\n"
    "\n1 ann 5A Cx ..\n"
)


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("q", ""),  # nor a letter, but a command
        ("aq", "'aq' is no command and no turn"),
        ("cxq", "no chain is called Q"),
        ("cxaq", "no chain is called Q"),
        ("acquire", "'acquire' is no command and no turn"),
        ("acquire 1", "'acquire' is no command and no turn"),
        ("cxaf 1", "a number alone has no place here: 1"),
    ],
)
def test_letters_of_no_chain_where_the_next_is_named(line: str, why: str) -> None:
    session = at(ASKED_WHICH)
    completions(session, line + " ")
    reply = session.do(line)
    assert why in reply.refused
    assert (reply.wish == "quit") == (line == "q")
    assert "-1" not in reply.refused
    assert not reply.changed


def test_money_is_written_in_one_way() -> None:
    session = merger("ann,bob:steady,cid:steady")
    shown: list[str] = []
    for line in ("hint", "6f", "s4", "prices", "standings", "board", "hand", "-", "why", "prices"):
        reply = session.do(line)
        assert reply.refused == "", line
        shown += [*reply.lines, *session.question(), *session.screen(), *bar_lines(session, 80)]
        while session.waiting:
            shown += session.step().lines
            shown += [*session.do("why").lines, *session.question()]
    text = "\n".join(shown)
    assert len(re.findall(r"\b\d{1,2},\d{3}\b", text)) > 50
    assert re.findall(r"\$\d|\b\d{4,}\b", text) == []


@pytest.mark.parametrize(
    "words", ["+LLL ..", "+LLL =5400 ..", "+LLL ! .. # so", "+ ..", "+LLL ..\n# below"]
)
def test_an_open_turn_with_nothing_left_to_decide_is_closed(words: str) -> None:
    """Others follow, and only the last turn of a record may be open."""
    head = "acquire 1\nruleset: classic@1\nplayers: ann bob\nstart: ann=1B bob=5B\n\n"
    session = at(f"{head}1 ann 2B=L {words}\n")
    assert not findings(session)
    closed = f"{head}1 ann 2B=L {words}\n".replace(" + ..", "").replace(" ..", "")
    assert session.text() == closed
    say(session, "4b=t", "-")
    assert not findings(session)
    assert session.now.number == 3
    again = at(session.text())
    assert again.text() == session.text()
    assert " .." not in again.text()
