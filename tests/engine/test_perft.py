"""How many lines of play there are, counted by the engine, by the slow rules, and written down."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest

from acquire_cli.engine import codes as c
from acquire_cli.engine.game import legal, play
from acquire_cli.engine.state import State
from tests.engine import slow
from tests.engine.support import deal, position, rules

TABLE = tomllib.loads((Path(__file__).parent / "perft.toml").read_text(encoding="utf-8"))


def start(row: dict[str, Any]) -> State:
    """A deal, and from it so many plies, each the first, the middle or the last of the actions in
    turn, by number; or a position of which the phase is told."""
    table = rules(row["ruleset"], **row.get("rules", {}))
    if "board" in row:
        return position(table, row["board"], *row["seats"], bag=row["bag"])
    s = deal(table, row["players"], row["seed"])
    for ply in range(row["after"]):
        actions = sorted(legal(s))
        if actions == [c.A_END, 1 << 4 | c.A_END]:
            actions = actions[:1]
        assert play(s, actions[(ply % 3) * (len(actions) - 1) // 2]) == c.OK
    return s


def lines(s: State, depth: int, rule: Callable[[State], Iterable[int]]) -> int:
    if depth == 0:
        return 1
    count = 0
    for action in rule(s):
        after = s.copy()
        assert play(after, action) == c.OK
        count += lines(after, depth - 1, rule)
    return count


@pytest.mark.parametrize("row", TABLE["count"], ids=lambda row: row["name"])
def test_lines(row: dict[str, Any]) -> None:
    s = start(row)
    assert lines(s, len(row["lines"]), slow.legal) == row["lines"][-1]
    for depth, count in enumerate(row["lines"], start=1):
        assert lines(s, depth, legal) == count


def test_the_table_has_every_ruleset() -> None:
    assert {row["ruleset"] for row in TABLE["count"]} >= {
        "three-bonus",
        "classic",
        "whole-hand",
        "founder-cash",
        "grand-hotel",
    }
