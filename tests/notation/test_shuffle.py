"""The vectors of `notation/shuffle.json`: an implementation of their own, and the engine's.

Run as a program it writes the file: ``python -m tests.notation.test_shuffle --write``.
"""

import hashlib
import json
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from acquire_cli.engine.bag import shuffled
from acquire_cli.engine.squares import names

FILE = Path(__file__).parents[2] / "notation" / "shuffle.json"
BOARDS = ((9, 12), (10, 10), (2, 2), (26, 40))
SEEDS = (
    "friday-42",
    "Friday-42",
    "0",
    "",
    "a seed with blanks",
    "Zoë",  # one code point
    "Zoe\u0308",  # two: nothing is normalized
    "牌 №7",
    "\U0001f3b2\U0001f0cf",
    "x" * 200,
)


def words(seed: str) -> Iterator[int]:
    """The 32-bit words of the specification, one after the other."""
    n = 0
    while True:
        block = hashlib.sha256("\n".join(("acquire-bag-1", seed, str(n))).encode()).digest()
        for at in range(0, 32, 4):
            yield block[at] << 24 | block[at + 1] << 16 | block[at + 2] << 8 | block[at + 3]
        n += 1


def bag(seed: str, rows: int, cols: int) -> list[str]:
    """The bag as section 14 of the specification says, step by step."""
    tiles = [f"{col}{'ABCDEFGHIJKLMNOPQRSTUVWXYZ'[row]}" for row in range(rows)
             for col in range(1, cols + 1)]  # fmt: skip
    stream = words(seed)
    k = len(tiles) - 1
    while k >= 1:
        w = next(stream)
        while w >= 2**32 - 2**32 % (k + 1):
            w = next(stream)
        j = w % (k + 1)
        tiles[k], tiles[j] = tiles[j], tiles[k]
        k -= 1
    return tiles


def vectors() -> dict[str, object]:
    return {
        "algorithm": "sha256-1",
        "vectors": [
            {"seed": seed, "rows": rows, "columns": cols, "bag": " ".join(bag(seed, rows, cols))}
            for rows, cols in BOARDS
            for seed in (SEEDS if rows < 26 else SEEDS[:2])
        ],
    }


SAID = json.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else {"vectors": []}


def test_the_file_is_what_the_specification_says() -> None:
    assert vectors() == SAID
    assert len(SAID["vectors"]) > 30


@pytest.mark.parametrize("vector", SAID["vectors"], ids=lambda v: f"{v['rows']}-{v['seed'][:9]!a}")
def test_the_engine_deals_the_same(vector: dict) -> None:
    name = names(vector["rows"], vector["columns"])
    dealt = [name[t] for t in shuffled(vector["seed"], len(name))]
    assert dealt == vector["bag"].split(" ")
    assert sorted(dealt) == sorted(name)


if __name__ == "__main__" and "--write" in sys.argv:
    FILE.write_text(json.dumps(vectors(), ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
