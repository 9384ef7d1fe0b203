"""Fair play between people who do not trust whoever deals: a promised bag, a seed of all words.

A commitment is the digest of the bag and a salt, told before the first turn; once the salt is told
too, anybody can see that the bag was not changed on the way. What it proves, and what not, is in
acquire-fairplay(7).
"""

from collections.abc import Iterable, Mapping
from typing import Final

from acquire_cli.notation.record import Record
from acquire_cli.records.game import Library, open_game

PROVED: Final = "proved"
SEALED: Final = "sealed"
BROKEN: Final = "broken"


def digest(bag: Iterable[str], salt: str) -> str:
    """What is promised: SHA-256 of ``acquire-commit-1`` LF *salt* LF *bag*, in hexadecimal.

    The bag is all its tiles by their canonical names in the order of drawing, with single spaces
    between them. Without the salt, whoever lacks a few tiles only could try them out.
    """
    from hashlib import sha256

    return sha256(f"acquire-commit-1\n{salt}\n{' '.join(bag)}".encode()).hexdigest()


def promise(record: Record, library: Library | None = None) -> str:
    """Whether the commitment of a record is proved, still sealed, or broken; "" where it has none.

    It is sealed while the salt or a tile of the bag is not told. One that cannot be read, or of a
    game that cannot be set up, is broken.
    """
    if record.get("commit") is None:
        return ""
    game, found = open_game(record, library)
    if game is None or any(f.code in ("E-commit", "E-value") for f in found):
        return BROKEN
    bag = game.state.bag
    if len(record.value("commit").split()) < 2 or len(bag) < game.rules.squares or -1 in bag:
        return SEALED
    return PROVED


class MixError(Exception):
    """Words that cannot be mixed, and why."""


def mixed(handles: Iterable[str], words: Mapping[str, str]) -> str:
    """A seed of the words of all players: ``ann=blue bob=moon``, in seat order.

    It is the seed as it stands in the record, so each player finds his own word in it, and the bag
    follows from it. A word has no blanks, so that no two mixes look the same. Raises MixError.
    """
    seats = list(handles)
    for handle, word in words.items():
        if handle not in seats:
            raise MixError(f"no player is called {handle}")
        if not word:
            raise MixError(f"the word of {handle} is empty")
        if not word.isprintable() or word != "".join(word.split()):
            raise MixError(f"the word of {handle} has a blank or a sign that cannot be seen in it")
    missing = [handle for handle in seats if handle not in words]
    if missing:
        raise MixError(f"the word of {' '.join(missing)} is missing")
    return " ".join(f"{handle}={words[handle]}" for handle in seats)
