"""Whole games in the suite: few of them, and the same in every process. The long run is `soak`."""

import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from acquire_cli.rulesets.load import names
from tests.laws.games import plan, whole
from tests.laws.laws import EVERY, hold
from tests.laws.soak import BLOCK, block, digest, run, table

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize("part", range(7))
def test_every_law_holds(part: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each law often enough that it is held against games of every ruleset."""
    monkeypatch.setitem(EVERY, "slow", 10)
    monkeypatch.setitem(EVERY, "views", 10)
    monkeypatch.setitem(EVERY, "undo", 10)
    found = block(1_000_000 + part * 35, 35)
    assert not found["failures"]
    assert sum(counts["games"] for counts in found["counts"].values()) == 35


def test_the_games_are_of_every_kind() -> None:
    plans = [plan(number) for number in range(700)]
    assert {one.ruleset for one in plans} == set(names())
    assert {one.players for one in plans} == {2, 3, 4, 5, 6}
    assert len({(one.ruleset, one.players) for one in plans}) == 35
    happened: Counter[str] = Counter()
    for one in plans[:105]:
        game = whole(one)
        assert game is not None
        hold(game) if one.number < 10 else None
        happened.update(game.happened)
    assert happened["declared"] > 10
    assert happened["exhausted"] > 5
    assert happened["bonuses"] > happened["games"]


SCRIPT = """
import sys
from tests.laws.soak import digest, run
print(digest(run(0, 24, int(sys.argv[1]), 999, None)))
"""


def test_the_same_in_any_process_with_any_hash_seed_and_any_number_of_jobs() -> None:
    seen = set()
    for seed, jobs in (("0", 1), ("1", 2), ("4711", 1)):
        done = subprocess.run(
            [sys.executable, "-c", SCRIPT, str(jobs)],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT)},
            capture_output=True,
            text=True,
            check=True,
        )
        seen.add(done.stdout)
    assert len(seen) == 1


def test_a_run_that_was_stopped_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "blocks.jsonl"
    assert BLOCK > 6
    none = run(0, 6, 1, -1, path)
    assert len(none) == 1, "what was begun is finished"
    again = run(0, 6, 1, 999, path)
    assert again == none
    assert len(path.read_text().splitlines()) == 1
    assert "| all |" in table(again)
    assert len(digest(again)) == 64
