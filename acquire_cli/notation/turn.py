"""A turn as it is written: words taken apart, nothing judged."""

from typing import Final, NamedTuple


class Part:
    """What one holder does with his shares; -1 where the text leaves a number out."""

    __slots__ = ("handle", "kept", "sold", "traded")

    def __init__(self, handle: str, sold: int, traded: int, kept: int) -> None:
        self.handle = handle
        self.sold = sold
        self.traded = traded
        self.kept = kept


class Clause:
    """A defunct chain's clause: the bank's tile ("" where none is written) and the parts."""

    __slots__ = ("bank_tile", "chain", "parts")

    def __init__(self, chain: str, bank_tile: str, parts: list[Part]) -> None:
        self.chain = chain
        self.bank_tile = bank_tile
        self.parts = parts


class Moved(NamedTuple):
    """Money or shares that moved against the rules: ``money`` signed, or letters of shares that
    the bank gave or took. The handle is "" for the player himself."""

    handle: str
    money: int = 0
    given: str = ""
    taken: str = ""


class Irregular(NamedTuple):
    """What a turn marks with ``~`` as having been so although a rule was broken.

    ``passed``, ``bought`` and ``declared`` are about the turn's placement, buys and end; ``left``
    are tiles set aside that had to stay, ``kept`` dead ones that had to leave, ``undrawn`` that no
    tile was drawn.
    """

    moved: tuple[Moved, ...] = ()
    passed: bool = False
    bought: bool = False
    declared: bool = False
    left: tuple[str, ...] = ()
    kept: bool = False
    undrawn: bool = False


# Most turns have none of these, so they share them; nobody changes a list in place.
NO_WORDS: Final[list[str]] = []
NO_LISTS: Final[list[list[str]]] = []
NO_CLAUSES: Final[list[Clause]] = []
NO_CASH: Final[list[tuple[str, int]]] = []

FIELDS: Final = (
    "after",
    "aside",
    "buys",
    "cash",
    "clauses",
    "clock",
    "comment",
    "declared",
    "defunct",
    "drew",
    "evaluation",
    "founded",
    "glyph",
    "handle",
    "irregular",
    "line",
    "looked",
    "number",
    "open",
    "plain",
    "redraws",
    "survivor",
    "text",
    "tile",
)
"""The names of what a turn holds."""


class Turn:
    """One turn line.

    Tiles are canonical names (``6F``; ``.`` no placement; "" where the placement is left out),
    chains are capital letters, buys a sorted string of them (None where no purchase is written).
    ``redraws`` are the hands set aside before the placement, ``aside`` the tiles set aside after
    it (``looked``: an ``x`` without tiles, none is chosen yet), ``drew`` the tiles drawn (None
    where not written). ``cash`` holds (handle, amount), the
    handle "" for the player himself. ``comment`` is what follows ``#`` on the line (None: no
    comment), ``after`` the comment lines below. ``plain`` says that ``text`` is how these
    words, as they stand, are written canonically. What a turn does not have stands in the class, so
    that making one costs little.
    """

    line: int = 0
    text: str = ""
    number: int = 0
    handle: str = ""
    redraws: list[list[str]] = NO_LISTS
    tile: str = ""
    founded: str = ""
    survivor: str = ""
    defunct: str = ""
    clauses: list[Clause] = NO_CLAUSES
    buys: str | None = None
    declared: bool = False
    aside: list[str] = NO_WORDS
    looked: bool = False
    drew: list[str] | None = None
    open: bool = False
    plain: bool = False
    irregular: Irregular | None = None
    cash: list[tuple[str, int]] = NO_CASH
    glyph: str = ""
    clock: str = ""
    evaluation: str = ""
    comment: str | None = None
    after: list[str] = NO_WORDS

    def copy(self) -> "Turn":
        """Another turn of the same words."""
        new = Turn()
        for field in FIELDS:
            setattr(new, field, getattr(self, field))
        return new
