"""Completion: legal words only, each with what it does, and quick."""

import time
from statistics import median

import pytest
from prompt_toolkit.completion import CompleteEvent
from prompt_toolkit.document import Document

from acquire_cli.repl.completer import TurnCompleter
from acquire_cli.repl.completing import completions
from acquire_cli.repl.lexer import styled
from acquire_cli.repl.session import Session
from acquire_cli.rulesets.load import names
from tests.repl.support import at, dealt, merger, run_computers, say


def words(session: Session, typed: str) -> list[str]:
    return [choice.text for choice in completions(session, typed)]


def test_tiles_with_what_they_do() -> None:
    session = merger()
    found = dict(completions(session, ""))
    assert found == {
        "1a": "alone",
        "2a": "alone",
        "1e": "alone",
        "6f": "merges I+T",
        "12h": "alone",
        "12i": "alone",
    }
    assert words(session, "12") == ["12h", "12i"]
    assert words(session, "3") == []


def test_the_rest_of_a_turn_in_one_line() -> None:
    session = merger()
    assert words(session, "1a ")[:6] == ["l", "ll", "lll", "llt", "ill", "lt"]
    assert "s2t2" in words(session, "6f ")
    assert "iii" not in words(session, "6f ")
    assert words(session, "3c ") == []
    assert words(session, "1a l ") == []


def test_baskets_in_any_order_of_letters() -> None:
    session = merger()
    say(session, "1a")
    assert "it" in words(session, "i")
    assert "til" in words(session, "ti")
    assert "+ti" in words(session, "+t")
    assert all(len(word) <= 3 for word in words(session, "") if word.isalpha() and word != "end")
    assert "end" not in words(session, "")


def test_dispositions() -> None:
    session = merger()
    say(session, "6f")
    found = dict(completions(session, ""))
    assert found["s4"] == "1,200"
    assert found["s2t2"] == "600, 1 I"
    assert found["-"] == "keep 4"
    assert len(found) == 5 + 3 + 1


def test_commands_by_name() -> None:
    session = merger()
    assert words(session, "sta") == ["standings"]
    assert words(session, "un") == ["undo"]
    assert words(session, "board ") == []


@pytest.mark.parametrize("ruleset", names())
def test_every_completion_is_legal(ruleset: str) -> None:
    session = dealt("ann,bob:random", "legal", ruleset)
    for _ in range(60):
        run_computers(session)
        if session.over:
            break
        text = session.text()
        found = [choice.text for choice in completions(session, "")]
        assert found
        for word in found[:40]:
            again = at(text)
            assert not again.do(word).refused, word
        say(session, found[len(found) // 2])


def test_within_thirty_milliseconds() -> None:
    """Of the processor, and in the middle: the slowest by the clock tells how busy a machine is."""
    session = dealt("ann,bob:random,cid:random", "quick")
    taken = []
    for _ in range(40):
        run_computers(session)
        if session.over:
            break
        first = completions(session, "")[0].text
        for typed in ("", first[:1], first + " ", first + " l"):
            taken.append(min(_timed(session, typed) for _ in range(3)))
        say(session, first)
    assert median(taken) < 0.03
    assert max(taken) < 0.3


def _timed(session: Session, typed: str) -> float:
    before = time.process_time()
    completions(session, typed)
    return time.process_time() - before


def test_prompt_toolkit_is_given_the_same() -> None:
    session = merger()
    found = list(TurnCompleter(session).get_completions(Document("6f s"), CompleteEvent()))
    assert {entry.text for entry in found} >= {"s1", "s4", "s2t2"}
    assert {entry.start_position for entry in found} == {-1}


def test_highlighting_is_the_lexers() -> None:
    session = merger()
    line = "6F IxT T:ann-s2t2 +IIL x7b end # so"
    pieces = styled(line, session)
    assert "".join(text for _, text, *_ in pieces) == line
    styles = {text: style for style, text, *_ in pieces}
    assert styles["6F"] == "class:tile"
    assert styles["IxT"] == "class:merger"
    assert styles["T:ann-s2t2"] == "class:clause"
    assert styles["+IIL"] == "class:buys"
    assert styled("undo", session) == [("class:command", "undo")]
    assert styled("1a iil", session)[-1] == ("class:buys", "iil")
