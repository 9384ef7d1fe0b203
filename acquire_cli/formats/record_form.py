"""The form of a record as JSON: `notation/record.schema.json` is made from it.

It holds what was written, turn by turn, and nothing that follows from it. What a turn does not have
is left out.
"""

from typing import Annotated, Final, Literal

from msgspec import Meta, Struct

SCHEMA: Final = 1

Text = Annotated[str, Meta(pattern="^[^\\u0000-\\u0008\\u000a-\\u001f\\u007f-\\u009f]*$")]
Key = Annotated[str, Meta(pattern="^[a-z][a-z0-9_.-]+$")]
Handle = Annotated[str, Meta(pattern="^[a-z][a-z0-9_]{1,11}$")]
Tile = Annotated[str, Meta(pattern="^(0|[1-9][0-9]{0,2})[A-Z]$")]
TileOrUnknown = Annotated[str, Meta(pattern="^((0|[1-9][0-9]{0,2})[A-Z]|\\?)$")]
Placement = Annotated[str, Meta(pattern="^((0|[1-9][0-9]{0,2})[A-Z]|\\.)$")]
Letter = Annotated[str, Meta(pattern="^[A-Z]$")]
Letters = Annotated[str, Meta(pattern="^[A-Z]*$")]
Word = Annotated[str, Meta(pattern="^[^ \\t\\n\\r\\f\\v#]+$")]
Count = Annotated[int, Meta(ge=0, le=999_999)]
Number = Annotated[int, Meta(ge=1, le=999_999_999)]
Money = Annotated[int, Meta(ge=-999_999_999_999, le=999_999_999_999)]
Irregularity = Literal["pass", "buys", "end", "kept", "draws"]
Glyph = Literal["!!", "!", "!?", "?!", "?", "??"]


class Line(Struct, omit_defaults=True, forbid_unknown_fields=True, gc=False):
    """An object of the document."""


class HeaderLine(Line, omit_defaults=True):
    """A header, with the comment lines above it."""

    key: Key
    value: Text
    comments: list[Text] = []


class Holder(Line):
    """What one holder does with the shares of a defunct chain."""

    player: Handle | None = None
    sold: Count = 0
    traded: Count = 0
    kept: Count | None = None


class Disposition(Line):
    """A defunct chain, the bank's tile, and what its holders do."""

    chain: Letter | None = None
    bank: TileOrUnknown | None = None
    holders: list[Holder] = []


class Assertion(Line):
    """Cash that somebody is said to have after the turn; without a player, who has played it."""

    cash: Money
    player: Handle | None = None


class Adjustment(Line):
    """Money or shares that moved against the rules: one of the three; without a player, to or from
    who has played the turn."""

    player: Handle | None = None
    money: Money | None = None
    given: Letters | None = None
    taken: Letters | None = None


class TurnLine(Line):
    """A turn as it is written: its words in the order of the notation; ``looked`` is an ``x``
    without tiles.

    ``irregular`` says which of them were so though a rule was broken; ``left`` are tiles that left
    the hand though they had to stay.
    """

    number: Number | None = None
    player: Handle | None = None
    redraws: list[list[TileOrUnknown]] = []
    tile: Placement | None = None
    founded: Letter | None = None
    survivor: Letter | None = None
    defunct: Letters | None = None
    dispositions: list[Disposition] = []
    buys: Letters | None = None
    end: bool = False
    aside: list[TileOrUnknown] = []
    looked: bool = False
    drew: list[TileOrUnknown] | None = None
    asserted: list[Assertion] = []
    mark: Glyph | None = None
    clock: Word | None = None
    evaluation: Word | None = None
    open: bool = False
    comment: Text | None = None
    comments: list[Text] = []
    irregular: list[Irregularity] = []
    adjusted: list[Adjustment] = []
    left: list[Tile] = []


class Head(Line):
    """What stands above the first turn: ``preface`` above the magic line, ``comments`` between the
    headers and the turns."""

    schema: Literal[1]
    preface: list[Text] = []
    headers: list[HeaderLine] = []
    comments: list[Text] = []


class Document(Head, kw_only=True):
    """A whole game; ``closing`` are the comments below the result."""

    turns: list[TurnLine] = []
    result: Text | None = None
    closing: list[Text] = []
