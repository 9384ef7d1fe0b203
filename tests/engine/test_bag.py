"""The bag from a seed, against the words of the algorithm worked out anew."""

from __future__ import annotations

import hashlib
import struct
import sys
from collections.abc import Iterator
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from acquire_cli.engine import bag
from tests.engine.support import examples


def words(seed: str) -> Iterator[int]:
    number = 0
    while True:
        text = f"acquire-bag-1\n{seed}\n{number}"
        yield from struct.unpack(">8I", hashlib.sha256(text.encode()).digest())
        number += 1


def dealt(seed: str, squares: int) -> tuple[list[int], int]:
    """The bag and the number of words that were skipped."""
    tiles = [*range(squares)]
    stream = words(seed)
    skipped = 0
    for last in reversed(range(1, squares)):
        word = next(stream)
        while word >= 2**32 - 2**32 % (last + 1):
            word = next(stream)
            skipped += 1
        chosen = word % (last + 1)
        tiles[chosen], tiles[last] = tiles[last], tiles[chosen]
    return tiles, skipped


@examples(60)
@given(st.text(max_size=40), st.integers(1, 1040))
def test_any_seed(seed: str, squares: int) -> None:
    assert list(bag.shuffled(seed, squares)) == dealt(seed, squares)[0]


@pytest.mark.parametrize("seed", ["friday-42", "", "Grand Hôtel", "a\nb"])
def test_a_bag_holds_every_tile_once(seed: str) -> None:
    assert sorted(bag.shuffled(seed, 108)) == list(range(108))


def test_the_digest_where_the_small_module_is_missing() -> None:
    for places in ((), ("no_such_module",), ("math",), ("_sha2", "_sha256")):
        assert bag._sha256(places)(b"x").digest() == hashlib.sha256(b"x").digest()


def test_the_digest_is_that_of_the_first_module_there_is(monkeypatch: pytest.MonkeyPatch) -> None:
    small = SimpleNamespace(sha256=lambda text: None)
    monkeypatch.setitem(sys.modules, "small_module", small)
    assert bag._sha256(("no_such_module", "small_module")) is small.sha256


def test_pinned_bags() -> None:
    assert bag.shuffled("friday-42", 8) == (0, 2, 3, 5, 4, 6, 1, 7)
    assert bag.shuffled("x", 1) == (0,)


def test_a_word_at_the_limit_is_skipped(monkeypatch: pytest.MonkeyPatch) -> None:
    """2³² mod 3 is 1, so that for three tiles the last word of all is one too many."""

    class Digest:
        def digest(self) -> bytes:
            return struct.pack(">8I", 2**32 - 1, 1, 0, 0, 0, 0, 0, 0)

    small = SimpleNamespace(sha256=lambda text: Digest())
    monkeypatch.setitem(sys.modules, "_sha2", small)
    assert bag.shuffled("any", 3) == (2, 0, 1)


# On the largest board about one bag in eight thousand has a word that is skipped.
@pytest.mark.parametrize("seed", ["seed-26586", "seed-28360"])
def test_a_skipped_word(seed: str) -> None:
    tiles, skipped = dealt(seed, 1040)
    assert skipped == 1
    assert list(bag.shuffled(seed, 1040)) == tiles
