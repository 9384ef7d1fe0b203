"""How strong the computer players are: one challenger against a table of another kind.

Wins are shares of wins: those level at the top share the game. The seat of the challenger goes
round, every game is dealt from its own seed, and the same games are played on every machine. Times
are of the processor, a decision of the challenger.

    python bench/strength.py                 the whole table (about half an hour on two cores)
    python bench/strength.py --games 40 --sharp-games 8
"""

import argparse
import os
import sys
import time
from multiprocessing import Pool
from pathlib import Path
from statistics import mean, median, stdev
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from acquire_cli.engine import codes as c
from acquire_cli.engine.bag import shuffled
from acquire_cli.engine.game import play
from acquire_cli.engine.scoring import totals
from acquire_cli.engine.setup import Start, begin
from acquire_cli.engine.tables import rules_for
from acquire_cli.players.player import decide, make
from acquire_cli.rulesets.load import load, names


class Match(NamedTuple):
    """One challenger against a table of others of one kind."""

    challenger: str
    field: str
    ruleset: str
    players: int
    games: int
    goal: float


class Outcome(NamedTuple):
    """One game: the challenger's share of the win, his money over the table's mean, his times."""

    share: float
    over_mean: float
    milliseconds: list[float]
    actions: int


def one_game(task: tuple[Match, int]) -> Outcome:
    """Play game number ``task[1]`` of a match."""
    match, number = task
    rules = rules_for(load(match.ruleset))
    seed = f"strength-{number}"
    start = begin(rules, match.players, bag=shuffled(seed, rules.squares))
    assert isinstance(start, Start)
    state = start.state
    seat = number % match.players
    mine = start.order.index(seat)
    table = [make(match.challenger if k == seat else match.field, seed, k) for k in start.order]
    times: list[float] = []
    actions = 0
    while state.phase != c.OVER:
        actor = state.actor
        before = time.process_time()
        action = decide(table[actor], state)
        if actor == mine:
            times.append(1000 * (time.process_time() - before))
        refused = play(state, action)
        assert not refused, refused
        actions += 1
    money = totals(state)
    top = max(money)
    share = 1 / money.count(top) if money[mine] == top else 0.0
    return Outcome(share, money[mine] - mean(money), times, actions)


def matches(games: int, sharp_games: int) -> list[Match]:
    """The table: the two promises first, then the other pairs, rulesets and numbers of players."""
    out = [
        Match("steady", "random", "classic", 4, games, 0.90),
        Match("sharp", "steady", "classic", 4, sharp_games, 0.45),
        Match("sharp", "random", "classic", 4, sharp_games // 4, 0.0),
        Match("steady", "sharp", "classic", 4, sharp_games // 8, 0.0),
        Match("random", "steady", "classic", 4, games // 4, 0.0),
    ]
    others = [name for name in names() if name != "classic"]
    out += [Match("steady", "random", name, 4, games // 4, 0.0) for name in others]
    out += [Match("sharp", "steady", name, 4, sharp_games // 8, 0.0) for name in others]
    for players in (2, 3, 6):
        out.append(Match("steady", "random", "classic", players, games // 4, 0.0))
        out.append(Match("sharp", "steady", "classic", players, sharp_games // 8, 0.0))
    return [match for match in out if match.games > 0]


def line(match: Match, outcomes: list[Outcome], seconds: float) -> str:
    """One row of the table."""
    shares = [outcome.share for outcome in outcomes]
    times = [t for outcome in outcomes for t in outcome.milliseconds]
    won = mean(shares)
    error = 2 * stdev(shares) / len(shares) ** 0.5 if len(shares) > 1 else 1.0
    goal = "" if not match.goal else f"{match.goal:.0%} {'met' if won >= match.goal else 'MISSED'}"
    return (
        f"{match.challenger:8} {match.players - 1} {match.field:8} {match.ruleset:18}"
        f"{match.games:6} {sum(shares):8.1f} {won:7.1%} ±{error:6.1%} {1 / match.players:6.0%}"
        f" {mean(outcome.over_mean for outcome in outcomes):9,.0f}"
        f" {median(times):8.2f} {max(times):8.1f} {seconds:7.0f}  {goal}"
    )


HEAD = (
    f"{'player':8} {'against':10} {'ruleset':18}{'games':>6} {'wins':>8} {'share':>7} {'2 s.e.':>7}"
    f" {'chance':>6} {'over mean':>9} {'ms med':>8} {'ms max':>8} {'seconds':>7}  goal"
)


def main() -> int:
    """Print the table row by row; 1 when a promise is not kept."""
    parser = argparse.ArgumentParser(description="How strong the computer players are.")
    parser.add_argument("--games", type=int, default=400, help="games of steady against random")
    parser.add_argument("--sharp-games", type=int, default=160, help="games of sharp")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--only", type=int, default=0, help="no more than the first rows")
    given = parser.parse_args()
    rows = matches(given.games, given.sharp_games)
    kept = True
    print(HEAD, flush=True)
    with Pool(given.jobs) as pool:
        for match in rows[: given.only or len(rows)]:
            began = time.monotonic()
            tasks = [(match, number) for number in range(match.games)]
            outcomes = pool.map(one_game, tasks, chunksize=1)
            print(line(match, outcomes, time.monotonic() - began), flush=True)
            kept = kept and mean(outcome.share for outcome in outcomes) >= match.goal
    return 0 if kept else 1


if __name__ == "__main__":
    sys.exit(main())
