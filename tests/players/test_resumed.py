"""A game taken up again goes on as it would have, on every machine."""

import subprocess
import sys
from pathlib import Path

import pytest

from acquire_cli.engine import codes as c
from acquire_cli.engine.game import play
from acquire_cli.players.player import NAMES, Player, decide, make
from acquire_cli.players.sharp import Sharp
from tests.players.support import dealt, played, table

ROOT = Path(__file__).resolve().parents[2]

SCRIPT = """
from tests.players.support import dealt, played, table
from acquire_cli.players.sharp import Sharp
start = dealt("hash", 3)
seats = table(["random", "steady", "random"], "hash", start.order)
seats[0] = Sharp("hash", start.order[0], playouts=8)
print(played(start, seats))
"""


@pytest.mark.parametrize("name", NAMES)
def test_players_made_anew_for_every_decision_play_the_same_game(name: str) -> None:
    def new(seat: int) -> Player:
        return Sharp("anew", seat, playouts=8) if name == "sharp" else make(name, "anew", seat)

    start = dealt("anew", 3)
    once = played(start, [new(seat) for seat in start.order])
    again = dealt("anew", 3)
    state = again.state
    actions = []
    while state.phase != c.OVER:
        player = new(again.order[state.actor])
        actions.append(decide(player, state))
        play(state, actions[-1])
    assert actions == once


def test_another_seed_plays_another_game() -> None:
    games = []
    for seed in ("one", "two"):
        start = dealt("same deal")
        games.append(played(start, table(["random"] * 4, seed, start.order)))
    assert games[0] != games[1]


def test_the_hash_seed_of_python_has_no_part_in_it() -> None:
    said = set()
    for hash_seed in ("0", "1", "77"):
        done = subprocess.run(
            [sys.executable, "-c", SCRIPT],
            cwd=ROOT,
            env={"PYTHONHASHSEED": hash_seed, "PYTHONPATH": str(ROOT)},
            capture_output=True,
            text=True,
            check=True,
        )
        said.add(done.stdout)
    assert len(said) == 1
