"""Who sits where: ``--players ann,bob:steady`` and the record's ``x-players: bob=steady``."""

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from acquire_cli.notation.lexer import NO_HANDLES
from acquire_cli.notation.record import listed_handles
from acquire_cli.players.player import NAMES

HEADER: Final = "x-players"
PERSON: Final = "human"
"""What may stand in place of a computer player where a person plays."""
OTHERS: Final = "ada:steady,bob:steady,cyd:steady"
"""Whom somebody meets who has not said whom."""


class Seat(NamedTuple):
    """A player's handle, and the computer player that plays it ("" a person)."""

    handle: str
    computer: str


class SeatsError(ValueError):
    """Seats that cannot be read; the message is a sentence."""


def parse_seats(text: str) -> list[Seat]:
    """Read ``ann,bob:steady,cid:human``, in seat order. Raises SeatsError."""
    seats: list[Seat] = []
    words = [found.group() for found in listed_handles(" ".join(text.split()))]
    if not words:
        raise SeatsError("nobody is named")
    for word in words:
        if " " in word:
            raise SeatsError(f"{word!r} is no handle: a handle has no blank")
        handle, colon, computer = word.lower().partition(":")
        if computer == PERSON:
            computer = ""
        elif colon and computer not in NAMES:
            raise SeatsError(
                f"no computer player is called {computer!r} (there are {', '.join(NAMES)}; "
                f"a person is {PERSON}, or nothing: {handle or 'ann'})"
            )
        if not re.fullmatch(r"[a-z][a-z0-9_]{1,11}", handle) or handle in NO_HANDLES:
            raise SeatsError(
                f"{handle!r} is no handle: two to twelve of a-z, 0-9 and _, the first a letter"
            )
        if any(handle == seat.handle for seat in seats):
            raise SeatsError(f"{handle} sits at the table twice")
        seats.append(Seat(handle, computer))
    return seats


def default_seats(login: str) -> list[Seat]:
    """The table of somebody who has not said who plays: that one, and three computer players."""
    others = parse_seats(OTHERS)
    try:
        first = parse_seats(login)[:1]
    except SeatsError:
        first = []
    if not first or first[0].computer or first[0] in [Seat(s.handle, "") for s in others]:
        first = [Seat("player", "")]
    return [*first, *others]


def header_value(seats: Sequence[Seat]) -> str:
    """The record's note of which seats are computers; "" where none is."""
    return " ".join(f"{seat.handle}={seat.computer}" for seat in seats if seat.computer)


def from_header(value: str, handles: Sequence[str]) -> tuple[dict[str, str], list[str]]:
    """Which handles are computers by the record's note, and what in it cannot be followed."""
    computers: dict[str, str] = {}
    odd: list[str] = []
    for word in re.findall(r"[^ \t,]+", value.lower()):
        handle, _, computer = word.partition("=")
        if handle in handles and computer in NAMES:
            computers[handle] = computer
        elif handle not in handles or computer != PERSON:
            odd.append(word)
    return computers, odd
