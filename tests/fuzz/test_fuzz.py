"""The targets of the long fuzzing in the suite: all seeds, and a few hundred mutations of them.

`make fuzz` goes on where this stops. What it finds is put into `fuzz/cases/TARGET/`, which are
seeds, and so is tried here ever after.
"""

from functools import cache
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from fuzz.seeds import CASES, seeds
from fuzz.targets import TARGETS

FEW = {"records": 40, "json": 60}


@cache
def begun(target: str) -> tuple[bytes, ...]:
    return tuple(sorted(seeds(target), key=len))


@pytest.mark.parametrize("target", TARGETS)
def test_seeds(target: str) -> None:
    found = begun(target)
    assert len(found) > 1
    for data in found if len(found) < 300 else Random(target).sample(found, 300):
        TARGETS[target](data)
    for path in sorted((CASES / target).glob("*")):
        TARGETS[target](path.read_bytes())


def mutated(data: bytes, other: bytes, rng: Random) -> bytes:
    """Some bytes changed, cut out, doubled, or taken from elsewhere; often whole words or lines."""
    for _ in range(rng.randint(1, 5)):
        kind = rng.random()
        at = rng.randrange(len(data) + 1)
        to = min(len(data), at + rng.choice((0, 1, 1, 2, 5, 20)))
        if kind < 0.3:
            data = data[:at] + bytes([rng.randrange(256)]) + data[to:]
        elif kind < 0.5:
            sign = rng.choice((b"\n", b" ", b",", b"="))
            parts, there = data.split(sign), other.split(sign)
            parts[rng.randrange(len(parts))] = rng.choice(there)
            data = sign.join(parts)
        elif kind < 0.7:
            begin = rng.randrange(len(other) + 1)
            data = data[:at] + other[begin : begin + rng.randrange(30)] + data[to:]
        elif kind < 0.85:
            words = data.split(b" ")
            rng.shuffle(words) if len(words) < 8 else words.insert(
                rng.randrange(len(words)), rng.choice(words)
            )
            data = b" ".join(words)
        else:
            data = data[:at] + data[to:]
    return data


@pytest.mark.parametrize("target", TARGETS)
def test_mutations(target: str) -> None:
    found = begun(target)

    @settings(
        max_examples=FEW.get(target, 100),
        deadline=None,
        database=None,
        derandomize=True,
        suppress_health_check=list(HealthCheck),
    )
    @given(st.integers(0, len(found) - 1), st.integers(0, len(found) - 1), st.integers(0, 2**32))
    def attempt(one: int, other: int, seed: int) -> None:
        TARGETS[target](mutated(found[one], found[other], Random(seed)))

    attempt()


@pytest.mark.parametrize("target", TARGETS)
def test_any_bytes(target: str) -> None:
    @settings(max_examples=60, deadline=None, database=None, derandomize=True)
    @given(st.binary(max_size=300))
    def attempt(data: bytes) -> None:
        TARGETS[target](data)

    attempt()
