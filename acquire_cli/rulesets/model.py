"""What a ruleset is once it is loaded: frozen values without behaviour beyond equality.

Money is whole dollars, sizes are numbers of tiles, words are those of the notation (``"rows"``,
``"first+second"``, ``"before-dead"``). Nothing here reads files or checks anything; see
:mod:`acquire_cli.rulesets.load`. Defining a slotted dataclass takes about a millisecond of every
start, so that only what the engine holds is one; the rest are named tuples.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

MAX_SQUARES = 1040
"""The largest board, 26 rows of 40 columns; also the open end of a price chart's last row."""

COLOURS = ("red", "orange", "yellow", "green", "cyan", "blue", "purple", "pink", "brown", "grey")
"""The colours a chain may have; a display maps them to what its terminal can show."""


@dataclass(frozen=True, slots=True)
class Chain:
    """One hotel chain: its letter in the notation, its name, its tier of the chart, its colour."""

    letter: str
    name: str
    tier: str
    colour: str


@dataclass(frozen=True, slots=True)
class Bracket:
    """The sizes ``low..high`` (both included) of one tier: the price of a share and the bonuses.

    ``third`` is 0 where the ruleset pays two bonuses.
    """

    low: int
    high: int
    price: int
    first: int
    second: int
    third: int


Chart = tuple[tuple[Bracket, ...], ...]
"""Brackets by chain, in the order of the ruleset's chains, from size 2 upwards without a gap."""

Tables = tuple[tuple[str, Chart], ...]
"""A chart under each bonus table that it has, ``"two"`` and ``"three"``, for any board."""


@dataclass(frozen=True, slots=True)
class Ruleset:
    """Every number and every named choice that a game is played by.

    ``chains`` go from cheap to expensive, which is the order of letters everywhere; ``chart`` has
    one tuple of brackets a chain, the last bracket ending at the number of squares. ``tables``
    keeps the chart once for each bonus table that it has (``"two"``, ``"three"``), the last
    bracket open to :data:`MAX_SQUARES`, so that an override may choose the other one.
    """

    name: str
    revision: int
    title: str
    rows: int
    cols: int
    chains: tuple[Chain, ...]
    chart: Chart
    min_players: int
    max_players: int
    cash: int
    hand: int
    start_order: str
    turn_order: str
    shares: int
    bonuses: str
    sole_holder: str
    rounding: str
    founder_none: str
    max_buys: int
    safe: int
    end: int
    all_safe_end: str
    dead: str
    draw: str
    bank_holder: str
    stall: str
    holdings: str
    tables: Tables = field(default=(), repr=False)

    def __hash__(self) -> int:
        """Hash a few scalars only: a ruleset is a cache key, and its chart is long."""
        return hash((self.name, self.revision, self.rows, self.cols, self.safe, self.end))


class Origin(NamedTuple):
    """Where a value comes from.

    ``origin`` is ``"text"`` (the rule text speaks), ``"default"`` (it is silent, or the value is
    inherited) or ``"file"`` (a user's own file says so); ``note`` says the rest in a few words.
    """

    origin: str
    note: str


class Problem(NamedTuple):
    """One thing wrong with a ruleset: the key, what is wrong, what would be allowed (or ``""``)."""

    key: str
    message: str
    allowed: str = ""

    def __str__(self) -> str:
        said = f"{self.key}: {self.message}" if self.key else self.message
        return f"{said} (allowed: {self.allowed})" if self.allowed else said


class RulesetError(Exception):
    """A ruleset that is not to be had, with every problem found and not only the first.

    ``where`` is the file (``""`` for an override or a name), ``line`` the line of a syntax error
    (0 elsewhere).
    """

    def __init__(self, problems: tuple[Problem, ...], where: str = "", line: int = 0) -> None:
        super().__init__(problems, where, line)
        self.problems = problems
        self.where = where
        self.line = line

    def __str__(self) -> str:
        place = self.where.replace("\n", "\\n") + (f":{self.line}" if self.line else "")
        lead = f"{place}: " if place else ""
        return "\n".join(f"{lead}{problem}" for problem in self.problems)
