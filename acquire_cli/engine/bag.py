"""The bag from a seed, algorithm ``sha256-1``: any program in any language deals the same game."""

from collections.abc import Callable
from importlib import import_module
from typing import Protocol


class Digest(Protocol):
    """What is needed of a hash object."""

    def digest(self) -> bytes: ...


ALGORITHM = "sha256-1"


def _sha256(places: tuple[str, ...] = ("_sha2", "_sha256")) -> Callable[[bytes], Digest]:
    """SHA-256 from the small built-in module where there is one.

    ``hashlib`` loads the system's cryptography first, which costs more than the shuffle.
    """
    for name in places:
        try:
            function: Callable[[bytes], Digest] = import_module(name).sha256
            return function
        except (ImportError, AttributeError):
            continue
    from hashlib import sha256

    return sha256


def shuffled(seed: str, squares: int) -> tuple[int, ...]:
    """The squares ``0..squares-1`` in the order in which they are drawn.

    The words are those of SHA-256 over ``acquire-bag-1`` LF *seed* LF *n* for n = 0, 1, 2 …, each
    digest read as eight big-endian 32-bit words. For k from the last index down to 1 a word w is
    taken, skipped while w ≥ 2³² - (2³² mod (k+1)), and the tiles k and w mod (k+1) change places.
    """
    # Only a game dealt from a seed pays for the import.
    from struct import unpack

    sha256 = _sha256()

    head = b"acquire-bag-1\n" + seed.encode("utf-8") + b"\n"
    tiles = list(range(squares))
    words: list[int] = []
    block = 0
    for k in range(squares - 1, 0, -1):
        limit = (1 << 32) - (1 << 32) % (k + 1)
        while True:
            if not words:
                digest = sha256(head + str(block).encode("ascii")).digest()
                words = list(unpack(">8I", digest))
                words.reverse()
                block += 1
            word = words.pop()
            if word < limit:
                break
        other = word % (k + 1)
        tiles[k], tiles[other] = tiles[other], tiles[k]
    return tuple(tiles)
