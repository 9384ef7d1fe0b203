"""What several games come to: a line a player, a seat, or whoever was paid in the first merger.

Everything is summed in whole numbers, so the order of the games changes nothing; memory grows with
the players (and the heats), not with the games.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Any, Final, NamedTuple

from acquire_cli.records.standings import PAID, Row

PLACES: Final = 6
"""The most players a game has."""

DEFAULT_POINTS: Final = "4,2,1,0"
DEFAULT_TIE_BREAK: Final = "wins,share"

# A win, or points, shared by one to six players are whole numbers of sixtieths.
_PARTS: Final = 60
_MILLI: Final = 1000
_SHARE: Final = 10**12


class Line(NamedTuple):
    """A player (or a seat, ...) over several games.

    ``wins`` counts a win shared by k as 1/k; ``mean_share`` is the mean share of the table's money,
    from 0 to 1, and ``adjusted_share`` the same times the number of players: 1 is an even share in
    a group of any size. Ties share the ``points`` of the places they take. ``even_wins`` are the
    wins if all had won equally often; ``rank_1`` to ``rank_6`` how often that rank was theirs.
    ``rank`` is the place in the table and None where it ranks nobody; ``heat`` None is all games.
    Fractions are rounded to six places.
    """

    player: str
    games: int
    wins: float
    mean_rank: float
    total: int
    mean_share: float
    points: float
    adjusted_share: float
    even_wins: float
    rank: int | None
    heat: str | None
    rank_1: int
    rank_2: int
    rank_3: int
    rank_4: int
    rank_5: int
    rank_6: int


class Sums:
    """The sums of one line; ``points`` are thousandths of sixtieths."""

    __slots__ = (
        "adjusted",
        "even",
        "finishes",
        "games",
        "points",
        "ranks",
        "share",
        "total",
        "wins",
    )

    def __init__(self) -> None:
        self.games = 0
        self.wins = 0
        self.even = 0
        self.points = 0
        self.ranks = 0
        self.total = 0
        self.share = 0
        self.adjusted = 0
        self.finishes = [0] * PLACES

    def line(self, name: str, heat: str | None) -> Line:
        """The line as it is shown, without a rank."""
        games = self.games
        return Line(
            name,
            games,
            round(self.wins / _PARTS, 6),
            round(self.ranks / games, 6),
            self.total,
            round(self.share / games / _SHARE, 6),
            round(self.points / _PARTS / _MILLI, 6),
            round(self.adjusted / games / _SHARE, 6),
            round(self.even / _PARTS, 6),
            None,
            heat,
            *self.finishes,
        )


TIE_BREAKS: Final[dict[str, tuple[str, Callable[[Line], Any]]]] = {
    "wins": ("wins, shared ones as fractions", lambda line: line.wins),
    "share": ("mean share of the money, adjusted", lambda line: line.adjusted_share),
    "money": ("all the money", lambda line: line.total),
    "rank": ("mean rank, the lower the better", lambda line: -line.mean_rank),
    "mean-points": ("points a game", lambda line: _mean(line.points, line.games)),
    "mean-money": ("money a game", lambda line: Fraction(line.total, line.games)),
    "games": ("games played", lambda line: line.games),
}
"""What may decide between equal points: a meaning, and what is compared, the larger first."""

BY: Final[dict[str, Callable[[Row], str]]] = {
    "player": lambda row: row.name,
    "seat": lambda row: str(row.seat),
    "order": lambda row: str(row.order),
    "first-merger": lambda row: row.first_merger or "none",
}
"""What a line can be about."""

_FIRST_MERGER: Final = (*PAID[1:], PAID[0], "none")


def _mean(points: float, games: int) -> float:
    return round(points / games, 6)


def parse_points(text: str) -> tuple[int, ...]:
    """Points of each rank, ``4,2,1,0``, in thousandths. Raises ValueError with a sentence."""
    words = text.split(",")
    if not 1 <= len(words) <= PLACES:
        raise ValueError(f"points are those of one to {PLACES} ranks, as in {DEFAULT_POINTS}")
    for word in words:
        if not re.fullmatch(r"[0-9]{1,6}(?:\.[0-9]{1,3})?", word, re.ASCII):
            raise ValueError(f"{word!r} is no number of points: up to three decimals, as in 2.5")
    return tuple(int(Fraction(word) * _MILLI) for word in words)


def parse_tie_break(text: str) -> tuple[str, ...]:
    """What decides between equal points, in order; "" nothing does. Raises ValueError."""
    words = tuple(text.lower().split(",")) if text else ()
    for word in words:
        if word not in TIE_BREAKS:
            raise ValueError(f"no tie-break is called {word!r}; there are {', '.join(TIE_BREAKS)}")
    return words


def points_of(rank: int, tied: int, points: Sequence[int]) -> int:
    """What each of ``tied`` players on a rank gets: an equal part of the places they take.

    In sixtieths of the unit of ``points``; a place beyond the list has none.
    """
    return sum(points[rank - 1 : rank - 1 + tied]) * _PARTS // tied


class Tally:
    """Sums up games as they come.

    A player is the same in two games when the name is, or the handle where there is no name.
    """

    def __init__(
        self,
        points: Sequence[int] = parse_points(DEFAULT_POINTS),
        tie_break: Sequence[str] = parse_tie_break(DEFAULT_TIE_BREAK),
        by: str = "player",
    ) -> None:
        self.games = 0
        self._points = points
        self._tie_break = tie_break
        self._by = by
        self._label = BY[by]
        self._sums: dict[str, Sums] = {}

    def add(self, table: Sequence[Row]) -> None:
        """Take in the rows of one game."""
        self.games += 1
        money = sum(row.total for row in table)
        players = len(table)
        tied = [0] * (players + 1)
        for row in table:
            tied[row.rank] += 1
        for row in table:
            sums = self._sums.get(self._label(row))
            if sums is None:
                sums = self._sums[self._label(row)] = Sums()
            total, whole = (row.total, money) if money > 0 else (1, players)
            sums.games += 1
            sums.wins += _PARTS // tied[1] if row.rank == 1 else 0
            sums.even += _PARTS // players
            sums.points += points_of(row.rank, tied[row.rank], self._points)
            sums.ranks += row.rank
            sums.total += row.total
            sums.share += total * _SHARE // whole
            sums.adjusted += total * players * _SHARE // whole
            sums.finishes[row.rank - 1] += 1

    def lines(self, heat: str | None = None) -> list[Line]:
        """Players by points, then by what breaks ties; equal ones by name, with an equal rank.

        Lines that are not about players are in the order of what they are about, without a rank.
        """
        out = [sums.line(name, heat) for name, sums in self._sums.items()]
        if self._by == "first-merger":
            return sorted(out, key=lambda line: _FIRST_MERGER.index(line.player))
        if self._by != "player":
            return sorted(out, key=lambda line: int(line.player))
        keys = [lambda line: line.points, *[TIE_BREAKS[word][1] for word in self._tie_break]]
        out.sort(key=lambda line: line.player)
        out.sort(key=lambda line: tuple(key(line) for key in keys), reverse=True)
        ranked: list[Line] = []
        rank = 0
        before: tuple[Any, ...] | None = None
        for at, line in enumerate(out, 1):
            worth = tuple(key(line) for key in keys)
            if worth != before:
                rank, before = at, worth
            ranked.append(line._replace(rank=rank))
        return ranked


class Tournament:
    """The tally of all games, and one of each heat."""

    def __init__(self, make: Callable[[], Tally]) -> None:
        self._make = make
        self.all = make()
        self.heats: dict[str, Tally] = {}

    def add(self, table: Sequence[Row], heat: str | None = None) -> None:
        """Take in the rows of one game; ``heat`` is where it belongs, None where nobody asks."""
        self.all.add(table)
        if heat is not None:
            tally = self.heats.get(heat)
            if tally is None:
                tally = self.heats[heat] = self._make()
            tally.add(table)

    def tables(self) -> Iterator[tuple[str | None, Tally]]:
        """The heats in order, numbers in words by their size, then all games (None)."""
        yield from sorted(self.heats.items(), key=lambda entry: _natural(entry[0]))
        yield None, self.all


def _natural(text: str) -> list[tuple[int, int, str]]:
    parts = re.split(r"([0-9]{1,9})", text)
    return [(0, int(part), part) if at % 2 else (1, 0, part) for at, part in enumerate(parts)]


def tally(tables: Iterable[Sequence[Row]]) -> list[Line]:
    """The lines of several games at once."""
    tally = Tally()
    for table in tables:
        tally.add(table)
    return tally.lines()
