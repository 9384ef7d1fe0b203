"""Turns that have what most have and no more, decoded without a pattern for each of their words.

Patterns take most of the time that a document takes. What is refused here, or is no plain turn,
is decoded once more by its whole form, which also says what is wrong.
"""

from functools import lru_cache
from re import compile
from typing import Final

from msgspec import Struct

from acquire_cli.engine.squares import names
from acquire_cli.notation.turn import Turn

_TILES: Final = frozenset(names(26, 40))
"""The tiles of every board that there can be."""


_LETTERS: Final = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
_HANDLE: Final = compile("[a-z][a-z0-9_]{1,11}")


class PlainTurn(Struct, forbid_unknown_fields=True, gc=False):
    """The fields of a turn that places, buys, and sets dead tiles aside."""

    number: int
    player: str
    tile: str
    founded: str | None = None
    buys: str | None = None
    end: bool = False
    aside: list[str] = []


class PlainLine(PlainTurn, tag_field="type", tag="turn"):
    """The same as a line of JSON lines."""


def turn_of(line: PlainTurn) -> Turn | None:
    """The turn, None where a word has not its form."""
    number, player, tile, founded, buys = (
        line.number,
        line.player,
        line.tile,
        line.founded,
        line.buys,
    )
    if not (0 < number < 1_000_000_000 and (tile in _TILES or tile == ".") and _is_handle(player)):
        return None
    turn = Turn()
    turn.number = number
    turn.handle = player
    turn.tile = tile
    text = f"{number} {player} {tile}"
    if founded is not None:
        if founded not in _LETTERS:
            return None
        turn.founded = founded
        text += "=" + founded
    if buys is not None:
        turn.buys = buys = _sorted(buys)
        if not buys:
            return None
        text += " +" + buys
    if line.end:
        turn.declared = True
        text += " end"
    if line.aside:
        if not _TILES.issuperset(line.aside):
            return None
        turn.aside = line.aside
        text += " x" + ",".join(line.aside)
    turn.text = text
    turn.plain = True
    return turn


@lru_cache(256)
def _is_handle(word: str) -> bool:
    return _HANDLE.fullmatch(word) is not None


@lru_cache(1024)
def _sorted(letters: str) -> str:
    """Letters in order, "" where they are none."""
    return "".join(sorted(letters)) if _LETTERS.issuperset(letters) else ""
