"""A long run: so many whole games against all laws, on all processors, taken up where it stopped.

    python -m tests.laws.soak --games 100000 [--jobs 2] [--seconds 3600] [--blocks build/soak.jsonl]

A block of games is a line of the blocks file, so a run that was stopped goes on after the blocks
that are there; the table at the end is of all of them. A game is known by its number:
`--first N --games 1` plays game N alone. The digest is of every record and document in order, the
same for any number of jobs, in any process, for any hash seed.
"""

import argparse
import json
import os
import sys
import time
import traceback
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from hashlib import sha256
from pathlib import Path
from typing import Any

BLOCK = 250


def block(first: int, size: int) -> dict[str, Any]:
    """Hold some games against the laws."""
    from tests.laws.games import plan, whole
    from tests.laws.laws import hold

    counts: dict[str, Counter[str]] = {}
    failures: list[str] = []
    digest = sha256()
    begun = time.process_time()
    for number in range(first, first + size):
        one = plan(number)
        key = f"{one.ruleset} {one.players}"
        try:
            game = whole(one)
            if game is None:
                counts.setdefault(key, Counter())["cannot be"] += 1
                continue
            digest.update(hold(game))
        except Exception as error:
            where = traceback.extract_tb(error.__traceback__)[-1]
            failures.append(f"game {number}: {type(error).__name__} {where.name}: {error}"[:500])
        else:
            counts.setdefault(key, Counter()).update(game.happened)
    return {
        "first": first,
        "size": size,
        "seconds": round(time.process_time() - begun, 2),
        "digest": digest.hexdigest(),
        "counts": counts,
        "failures": failures,
    }


def blocks(first: int, games: int) -> Iterator[tuple[int, int]]:
    for at in range(first, first + games, BLOCK):
        yield at, min(BLOCK, first + games - at)


def run(first: int, games: int, jobs: int, seconds: float, path: Path | None) -> list[Any]:
    """The blocks, those that were there already and those that could be done in time."""
    done: dict[tuple[int, int], Any] = {}
    wanted = list(blocks(first, games))
    if path is not None and path.exists():
        for line in path.read_text().splitlines():
            found = json.loads(line)
            if (found["first"], found["size"]) in wanted:
                done[found["first"], found["size"]] = found
    left = iter([item for item in wanted if item not in done])
    end = time.monotonic() + seconds
    if path is not None:
        path.parent.mkdir(parents=True, exist_ok=True)
    with ProcessPoolExecutor(jobs) as pool:
        waiting = {
            pool.submit(block, *item) for _, item in zip(range(2 * jobs), left, strict=False)
        }
        while waiting:
            for future in as_completed(list(waiting)):
                waiting.discard(future)
                found = future.result()
                done[found["first"], found["size"]] = found
                if path is not None:
                    with path.open("a") as out:
                        out.write(json.dumps(found) + "\n")
                item = next(left, None) if time.monotonic() < end else None
                if item is not None:
                    waiting.add(pool.submit(block, *item))
                if sys.stderr.isatty():
                    sys.stderr.write(f"\r{len(done)} of {len(wanted)} blocks")
    return [done[item] for item in wanted if item in done]


def table(found: list[Any]) -> str:
    """The figures in Markdown: a row a ruleset and number of players."""
    rows: dict[str, Counter[str]] = {}
    for one in found:
        for key, counts in one["counts"].items():
            rows.setdefault(key, Counter()).update(counts)
    heads = ("games", "turns", "actions", "founded", "bonuses", "disposals")
    ends = ("declared", "exhausted", "stalled", "cannot be")
    lines = [
        "| ruleset | players | " + " | ".join((*heads, *ends)) + " |",
        "|---|--:|" + "--:|" * len((*heads, *ends)),
    ]
    total: Counter[str] = Counter()
    for key in sorted(rows):
        total.update(rows[key])
        ruleset, players = key.split(" ")
        cells = [f"{rows[key][name]:,}" for name in (*heads, *ends)]
        lines.append(f"| {ruleset} | {players} | " + " | ".join(cells) + " |")
    lines.append("| all | | " + " | ".join(f"{total[name]:,}" for name in (*heads, *ends)) + " |")
    return "\n".join(lines)


def digest(found: list[Any]) -> str:
    return sha256("".join(one["digest"] for one in found).encode()).hexdigest()


def main() -> int:
    parser = argparse.ArgumentParser(prog="soak", description="Whole games against all laws.")
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--seconds", type=float, default=3_600, help="begin no block after that")
    parser.add_argument("--blocks", type=Path, default=None)
    asked = parser.parse_args()
    found = run(asked.first, asked.games, asked.jobs, asked.seconds, asked.blocks)
    failures = [line for one in found for line in one["failures"]]
    print(table(found))
    print()
    games = sum(one["size"] for one in found)
    print(f"{games:,} of {asked.games:,} games, {len(failures)} broke a law.")
    print(f"{sum(one['seconds'] for one in found):,.0f} seconds of processor time.")
    print(f"Digest: {digest(found)}")
    for line in failures:
        print(line)
    return 1 if failures or games < asked.games else 0


if __name__ == "__main__":
    sys.exit(main())
