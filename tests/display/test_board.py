"""Boards and tables: what stands where, in how many columns, with and without colour."""

import re

import pytest

from acquire_cli.display.board import Look, board_columns, board_lines, position_lines
from acquire_cli.display.tables import aligned, formats, tabulated
from acquire_cli.engine.tables import rules_for
from acquire_cli.notation.position import parse_position
from acquire_cli.notation.resolve import Names
from acquire_cli.rulesets.load import load, names, override

BOARD = "2o9/12/3TT2x4/12/LL10/12/12/12/12"
SIX = ("ann", "bob", "cid", "dee", "eve", "a_long_handl")
COLOUR = re.compile(r"\x1b\[[0-9;]*m")


def shown(look: Look, words: dict[str, str] | None = None, board: str = BOARD) -> list[str]:
    rules = rules_for(override(load("classic"), words or {}))
    players = " ".join(f"{handle}:19{at}00:L1T{at}W4:?,?" for at, handle in enumerate(SIX))
    placed = parse_position(f"{board} bob place {players} bag:?", rules)
    return position_lines(placed.state, Names(rules, placed.handles), look, [2])


def test_letters_for_chains_o_for_loose_x_for_set_aside_brackets_for_the_last() -> None:
    lines = shown(Look())
    assert lines[0].startswith("   1  2  3  4  5  6  7  8  9 10 11 12 ")
    assert lines[1].startswith("A  .  . [o] .  .  .  .  .  .  .  .  .")
    assert lines[3].startswith("C  .  .  .  T  T  .  .  x  .  .  .  .")
    assert lines[5].startswith("E  L  L  .")
    assert lines[13].split() == [">", "bob", "19,100", "1", "1", ".", ".", "4", ".", ".", "20,000"]
    assert lines[-1].startswith("bob is to place a tile;")


@pytest.mark.parametrize("ruleset", names())
def test_six_players_fit_a_terminal_of_80_by_24(ruleset: str) -> None:
    rules = rules_for(load(ruleset))
    hands = [",".join(f"{col}{row}" for col in (10, 11, 12, 7, 8, 9)) for row in "DEFGHI"]
    first, second = (chain.letter for chain in load(ruleset).chains[:2])
    players = " ".join(
        f"{handle}:100000:{first}4{second}3:{hand}" for handle, hand in zip(SIX, hands, strict=True)
    )
    board = f"2{first}{first}8/12/2{second}{second}8/12/12/12/12/12/12"
    placed = parse_position(f"{board} ann place {players} bag:?", rules)
    lines = position_lines(placed.state, Names(rules, placed.handles), Look())
    assert max(map(len, lines)) <= 80
    assert len(lines) <= 20


def test_colour_adds_nothing_but_colour() -> None:
    plain = shown(Look())
    coloured = shown(Look(color=True))
    assert coloured != plain
    assert [COLOUR.sub("", line).rstrip() for line in coloured] == plain


def test_every_line_of_the_board_is_as_wide_as_is_said() -> None:
    for words, board in (
        ({}, BOARD),
        ({"board": "3x3"}, "3/3/3"),
        ({"board": "26x40"}, "/".join(["40"] * 26)),
        ({"board": "12x25"}, "/".join(["25"] * 12)),
    ):
        rules = rules_for(override(load("classic"), words))
        placed = parse_position(f"{board} ann place ann:1:-:? bob:1:-:? bag:?", rules)
        lines = board_lines(placed.state, Look())
        assert {len(line) for line in lines} == {board_columns(placed.state)}


def test_a_wide_board_has_the_chains_below() -> None:
    lines = shown(Look(columns=60))
    assert lines[0] == "   1  2  3  4  5  6  7  8  9 10 11 12"
    assert lines[11].split() == ["chain", "size", "price", "safe", "bank"]


def test_columns_are_aligned_by_what_is_seen() -> None:
    lines = aligned([["名前", "1"], ["ab", "22"], [("x", "red"), ""]], ["who", "n"], "<")
    assert lines == ["who    n", "名前   1", "ab    22", "x"]


@pytest.mark.parametrize("format", formats())
def test_every_format_of_tabulate_shows_every_cell_as_text(format: str) -> None:
    text = tabulated(
        [["ann", "1E5", "0042"], ["b\x1b[1m", "-1", ""]], ["who", "a", "b"], ["who"], format
    )
    assert "1E5" in text
    assert "0042" in text
    assert "\x1b" not in text


def test_a_bar_in_a_name_does_not_end_its_cell() -> None:
    text = tabulated([["a|b"]], ["who"], ["who"], "github")
    assert "a\\|b" in text
    assert "&lt;i&gt;" in tabulated([["<i>"]], ["who"], ["who"], "unsafehtml")
