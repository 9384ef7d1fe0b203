"""Patterns for positions, held against a search square by square."""

import time
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from acquire_cli.engine import codes as c
from acquire_cli.engine.state import State
from acquire_cli.engine.tables import rules_for
from acquire_cli.records.filter_position import Pattern, PatternError, glob
from acquire_cli.rulesets.load import load, override

RULES = rules_for(override(load("classic"), {"board": "5x4"}))
LETTERS = [chain.letter for chain in RULES.ruleset.chains]
SIGNS = "".join(LETTERS) + "oxOX?.#@2"


def board(seed: int, rules: object = RULES) -> State:
    state = State(RULES, 2)
    rng = Random(seed)
    state.cells = [rng.choice((0, 1, c.LOOSE, c.EMPTY, c.EMPTY, 9)) for _ in range(20)]
    return state


def fits(sign: str, code: int) -> bool:
    if sign == "?":
        return True
    if sign == ".":
        return code == c.EMPTY
    if sign == "#":
        return code < c.LOOSE
    if sign == "@":
        return code <= c.LOOSE
    if sign in "oO":
        return code == c.LOOSE
    if sign in "xX":
        return code == c.ASIDE_SQUARE
    return sign.upper() in LETTERS and code == LETTERS.index(sign.upper())


def spread(row: str) -> str:
    return "".join("." * int(sign) if sign.isdigit() else sign for sign in row)


def piece_lies(text: str, state: State) -> bool:
    rows = [spread(row) for row in text.split("/")]
    height, width = len(rows), max(map(len, rows))
    return any(
        all(
            fits(sign, state.cells[(top + y) * RULES.cols + left + x])
            for y, row in enumerate(rows)
            for x, sign in enumerate(row)
        )
        for top in range(RULES.rows - height + 1)
        for left in range(RULES.cols - width + 1)
    )


def row_is(row: str, cells: bytes) -> bool:
    if not row:
        return not cells
    if row[0] == "*":
        return any(row_is(row[1:], cells[k:]) for k in range(len(cells) + 1))
    return bool(cells) and fits(row[0], cells[0]) and row_is(row[1:], cells[1:])


PIECES = st.lists(st.text(SIGNS, min_size=1, max_size=4), min_size=1, max_size=4).map("/".join)


@settings(max_examples=300, deadline=None)
@given(PIECES, st.integers(0, 10_000))
def test_a_piece_lies_where_a_search_finds_it(text: str, seed: int) -> None:
    state = board(seed)
    assert Pattern(text, False)(state, ["ann", "bob"]) == piece_lies(text, state)


ROWS = st.lists(st.text(SIGNS + "**", min_size=1, max_size=6), min_size=5, max_size=5)


@settings(max_examples=300, deadline=None)
@given(ROWS, st.integers(0, 10_000))
def test_a_whole_board_fits_row_by_row(rows: list[str], seed: int) -> None:
    state = board(seed)
    for at, row in enumerate(rows):
        rest = ["*"] * 5
        rest[at] = row
        cells = bytes(state.cells[at * RULES.cols : (at + 1) * RULES.cols])
        wanted = row_is(spread(row), cells)
        assert Pattern("/".join(rest), True)(state, ["ann", "bob"]) == wanted


def test_boards_of_other_sizes_never_fit_and_break_nothing() -> None:
    state = board(1)
    assert not Pattern("?????", False)(state, ["ann", "bob"])
    assert not Pattern("/".join("??????"), False)(state, ["ann", "bob"])
    assert not Pattern("*/*/*/*", True)(state, ["ann", "bob"])
    assert Pattern("*/*/*/*/*", True)(state, ["ann", "bob"])
    assert Pattern("*", False)(state, ["ann", "bob"])


def test_further_words_are_words_of_the_position() -> None:
    state = board(1)
    for text, answer in (
        ("* place", True),
        ("* PLACE ann", True),
        ("* buy", False),
        ("* bob:6000:-:*", True),
        ("* bob:6?00:-:*", True),
        ("* bob:6000", False),
        ("? ann:*", True),
    ):
        assert Pattern(text, False)(state, ["ann", "bob"]) is answer, text


@pytest.mark.parametrize("text", ["", " ", "L*", "L//T", "/", "é", "L-", "/".join("L" * 65)])
def test_what_is_no_pattern(text: str) -> None:
    with pytest.raises(PatternError) as caught:
        Pattern(text, False)
    assert caught.value.length >= 1


@settings(max_examples=200, deadline=None)
@given(st.text("ab*?", max_size=8), st.text("ab", max_size=8))
def test_a_glob_is_what_a_search_says(pattern: str, text: str) -> None:
    def says(pattern: str, text: str) -> bool:
        if not pattern:
            return not text
        if pattern[0] == "*":
            return any(says(pattern[1:], text[k:]) for k in range(len(text) + 1))
        return bool(text) and pattern[0] in ("?", text[0]) and says(pattern[1:], text[1:])

    assert bool(glob(pattern).fullmatch(text)) == says(pattern, text)


def test_patterns_take_no_time_to_despair() -> None:
    start = time.process_time()
    assert not glob("*a" * 2000 + "b").fullmatch("a" * 5000)
    state = board(3)
    state.cells = [c.EMPTY] * 20
    hopeless = "/".join(["*.*.*.*.*.*.*L"] * 5)
    assert not Pattern(hopeless, True)(state, ["ann", "bob"])
    assert time.process_time() - start < 2
