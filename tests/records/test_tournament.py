"""Tournaments: tables worked out by hand, and what holds for any games in any order."""

from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from acquire_cli.engine.scoring import ranks
from acquire_cli.records.standings import Row
from acquire_cli.records.tournament import (
    BY,
    TIE_BREAKS,
    Line,
    Tally,
    Tournament,
    parse_points,
    parse_tie_break,
    points_of,
    tally,
)
from tests.engine.support import examples
from tests.records.test_standings import SMALL, table


def game(*results: tuple[str, int], merger: dict[str, str] | None = None) -> list[Row]:
    """The rows of a game from names in seat order and totals; seats in turn order."""
    totals = [total for _, total in results]
    money = sum(totals)
    made = [
        Row(
            *("x.acq", 1, "classic@1", "declared", True, 30),
            *(name, name, rank, total, total, {}, 0, 0, max(totals) - total),
            *(seat, seat, len(totals) * total / money if money else 1.0),
            None if merger is None else merger.get(name, "unpaid"),
        )
        for seat, ((name, total), rank) in enumerate(zip(results, ranks(totals), strict=True), 1)
    ]
    return sorted(made, key=lambda row: row.rank)


def by_name(lines: list[Line]) -> dict[str, Line]:
    return {line.player: line for line in lines}


# Groups of three, four and five:
#   three  ann 50  bob 30  cid 20          100 in all
#   four   ann 30  bob 30  dee 30  eve 10  100: a tie of three
#   five   cid 40  dee 20  eve 20  fay 15  ann 5    100: a tie of two
# Points 4,2,1,0: three 4 2 1; four (4+2+1)/3 each and 0; five 4, (2+1)/2 each, 0, 0.
THREE = game(("ann", 50), ("bob", 30), ("cid", 20))
FOUR = game(("ann", 30), ("bob", 30), ("dee", 30), ("eve", 10))
FIVE = game(("cid", 40), ("dee", 20), ("eve", 20), ("fay", 15), ("ann", 5))


def test_groups_of_three_four_and_five() -> None:
    lines = tally([THREE, FOUR, FIVE])
    third = 0.333333
    # ann: (50 + 30 + 5)/100/3; adjusted (150 + 120 + 25)/100/3.
    expected = {
        "ann": (3, 1 + third, (1 + 1 + 5) / 3, 85, 85 / 300, 6 + third, 295 / 300, 47 / 60),
        "bob": (2, third, (2 + 1) / 2, 60, 60 / 200, 4 + third, 210 / 200, 7 / 12),
        "cid": (2, 1, (3 + 1) / 2, 60, 60 / 200, 5, 260 / 200, 8 / 15),
        "dee": (2, third, (1 + 2) / 2, 50, 50 / 200, 3 + 5 / 6, 220 / 200, 9 / 20),
        "eve": (2, 0, (4 + 2) / 2, 30, 30 / 200, 1.5, 140 / 200, 9 / 20),
        "fay": (1, 0, 4, 15, 0.15, 0, 0.75, 0.2),
    }
    assert set(by_name(lines)) == set(expected)
    for line in lines:
        said = (*line[1:9],)
        assert said == pytest.approx(expected[line.player], abs=2e-6), line.player
    assert [(line.rank, line.player) for line in lines] == [
        (1, "ann"),
        (2, "cid"),
        (3, "bob"),
        (4, "dee"),
        (5, "eve"),
        (6, "fay"),
    ]
    assert by_name(lines)["ann"][-6:] == (2, 0, 0, 0, 1, 0)


@pytest.mark.parametrize(
    ("rank", "tied", "each"),
    [
        (1, 1, Fraction(4)),
        (1, 2, Fraction(3)),
        (1, 3, Fraction(7, 3)),
        (1, 4, Fraction(7, 4)),
        (1, 5, Fraction(7, 5)),
        (1, 6, Fraction(7, 6)),
        (2, 2, Fraction(3, 2)),
        (2, 3, Fraction(1)),
        (3, 2, Fraction(1, 2)),
        (4, 3, Fraction(0)),
        (6, 1, Fraction(0)),
    ],
)
def test_ties_share_the_points_of_the_places_they_take(
    rank: int, tied: int, each: Fraction
) -> None:
    assert Fraction(points_of(rank, tied, parse_points("4,2,1,0")), 60_000) == each


def test_points_and_tie_breaks_are_read() -> None:
    assert parse_points("3") == (3000,)
    assert parse_points("2.5,1,0.125") == (2500, 1000, 125)
    assert parse_tie_break("") == ()
    assert parse_tie_break("Money,share") == ("money", "share")
    for bad in ("", "1,", "x", "-1", "1.2345", "1,2,3,4,5,6,7", "1e3", "٣"):
        with pytest.raises(ValueError, match="points"):
            parse_points(bad)
    with pytest.raises(ValueError, match="wins, share"):
        parse_tie_break("wins,luck")


# ann and bob have a win and a second place each, cid two third ones: 6, 6 and 2 points.
# ann's win was in the game with more money.
EVEN = [
    game(("ann", 60), ("bob", 20), ("cid", 10)),
    game(("bob", 30), ("ann", 20), ("cid", 10)),
]


@pytest.mark.parametrize(
    ("order", "expected"),
    [
        ("", [(1, "ann"), (1, "bob"), (3, "cid")]),
        ("wins", [(1, "ann"), (1, "bob"), (3, "cid")]),
        ("wins,rank,games,mean-points", [(1, "ann"), (1, "bob"), (3, "cid")]),
        ("money", [(1, "ann"), (2, "bob"), (3, "cid")]),
        ("mean-money", [(1, "ann"), (2, "bob"), (3, "cid")]),
        # 200 + 100 against 66.7 + 150.
        ("wins,share", [(1, "ann"), (2, "bob"), (3, "cid")]),
    ],
)
def test_what_decides_between_equal_points(order: str, expected: list[tuple[int, str]]) -> None:
    sums = Tally(tie_break=parse_tie_break(order))
    for one in EVEN:
        sums.add(one)
    assert [(line.rank, line.player) for line in sums.lines()] == expected


def test_each_tie_break_decides_by_itself() -> None:
    """Without points the first tie-break is what ranks."""
    games = [
        game(("ann", 50), ("bob", 40), ("cid", 10)),
        game(("ann", 10), ("bob", 90), ("cid", 8), ("dee", 7)),
        game(("bob", 10), ("cid", 100)),
    ]
    first = {}
    for word in TIE_BREAKS:
        sums = Tally(parse_points("0"), (word,))
        for one in games:
            sums.add(one)
        first[word] = [line.player for line in sums.lines() if line.rank == 1]
    assert first == {
        "wins": ["ann", "bob", "cid"],
        "share": ["bob"],  # 120, 313, 18: 150.4 a game; ann 92.4, cid 81.3, dee 24.3
        "money": ["bob"],
        "rank": ["ann"],  # 1 2: 1.5; bob 2 1 2; cid 3 3 1; dee 4
        "mean-points": ["ann", "bob", "cid", "dee"],
        "mean-money": ["bob"],
        "games": ["bob", "cid"],
    }


def test_seats() -> None:
    sums = Tally(by="seat")
    for one in (THREE, FOUR, FIVE):
        sums.add(one)
    lines = sums.lines()
    assert [(line.player, line.games, line.rank) for line in lines] == [
        ("1", 3, None),
        ("2", 3, None),
        ("3", 3, None),
        ("4", 2, None),
        ("5", 1, None),
    ]
    # Seat 1: ann 50 of 100 among three, ann a third of a win among four, cid among five.
    assert lines[0].wins == 2.333333
    assert lines[0].even_wins == pytest.approx(47 / 60, abs=1e-6)
    assert lines[0].adjusted_share == pytest.approx((1.5 + 1.2 + 2) / 3, abs=1e-6)
    assert lines[3][-6:] == (0, 0, 0, 2, 0, 0)


def test_the_first_merger_against_the_final_rank() -> None:
    sums = Tally(by="first-merger")
    sums.add(game(("ann", 50), ("bob", 30), ("cid", 20), merger={"bob": "first", "ann": "second"}))
    sums.add(game(("ann", 10), ("bob", 30), ("cid", 20), merger={"bob": "first", "cid": "first"}))
    sums.add(game(("ann", 50), ("bob", 30), ("cid", 20)))
    lines = sums.lines()
    assert [(line.player, line.games, line.wins, line[-6:]) for line in lines] == [
        ("first", 3, 1, (1, 2, 0, 0, 0, 0)),
        ("second", 1, 1, (1, 0, 0, 0, 0, 0)),
        ("unpaid", 2, 0, (0, 0, 2, 0, 0, 0)),
        ("none", 3, 1, (1, 1, 1, 0, 0, 0)),
    ]


def test_heats() -> None:
    cup = Tournament(Tally)
    for heat in ("round 10", "round 2", "", "round 2"):
        cup.add(THREE, heat)
    tables = list(cup.tables())
    assert [(heat, sums.games) for heat, sums in tables] == [
        ("", 1),
        ("round 2", 2),
        ("round 10", 1),
        (None, 4),
    ]
    assert {line.heat for line in tables[1][1].lines("round 2")} == {"round 2"}


def test_a_player_is_a_name_and_not_a_handle() -> None:
    small = table(SMALL.read_text())
    other = [row._replace(player="zed") for row in small]
    lines = tally([small, other])
    assert [(line.player, line.games) for line in lines] == [("bob", 2), ("Ann Lee", 2), ("cid", 2)]


@pytest.mark.parametrize("count", [1, 2, 3, 6])
def test_nobody_has_money(count: int) -> None:
    row = table(SMALL.read_text())[0]
    poor = [row._replace(name=str(n), total=0, rank=1) for n in range(count)]
    lines = tally([poor, poor, poor])
    assert {line.wins for line in lines} == {round(3 / count, 6)}
    assert {line.adjusted_share for line in lines} == {1}
    assert {line.even_wins for line in lines} == {round(3 / count, 6)}


NAMES = st.lists(
    st.sampled_from(["ann", "bob", "cid", "dee", "eve", "fay", "gus"]),
    min_size=1,
    max_size=6,
    unique=True,
)


@st.composite
def games(draw: st.DrawFn) -> list[Row]:
    names = draw(NAMES)
    totals = draw(st.lists(st.integers(0, 9), min_size=len(names), max_size=len(names)))
    return game(*zip(names, totals, strict=True))


@examples(200)
@given(games(), st.lists(st.integers(0, 9_000), min_size=1, max_size=6))
def test_the_points_of_a_game_are_those_of_its_places(table: list[Row], points: list[int]) -> None:
    sums = Tally(points)
    sums.add(table)
    lines = sums.lines()
    assert sum(line.points for line in lines) == pytest.approx(
        sum(points[: len(table)]) / 1000, abs=1e-5
    )
    assert sum(line.wins for line in lines) == pytest.approx(1, abs=1e-5)
    assert sum(line.even_wins for line in lines) == pytest.approx(1, abs=1e-5)
    assert sum(line.mean_share for line in lines) == pytest.approx(1, abs=1e-5)
    assert sum(line.adjusted_share for line in lines) == pytest.approx(len(table), abs=1e-4)


@examples(100)
@given(st.lists(games(), max_size=8), st.randoms(use_true_random=False), st.sampled_from(list(BY)))
def test_the_order_of_the_games_changes_nothing(
    played: list[list[Row]], random: object, by: str
) -> None:
    def lines(some: list[list[Row]]) -> list[Line]:
        sums = Tally(by=by)
        for one in some:
            sums.add(one)
        return sums.lines()

    other = played[:]
    random.shuffle(other)  # type: ignore[attr-defined]
    found = lines(played)
    assert lines(other) == found
    for line in found:
        assert sum(line[-6:]) == line.games
    if by == "player":
        assert [line.points for line in found] == sorted((x.points for x in found), reverse=True)
        assert all(a.rank <= b.rank for a, b in pairwise(found))  # type: ignore[operator]


def test_a_tally_keeps_players_not_games() -> None:
    small = table(SMALL.read_text())
    sums = Tally()
    for _ in range(100):
        sums.add(small)
    assert [(line.player, line.games, line.wins) for line in sums.lines()] == [
        ("bob", 100, 100),
        ("Ann Lee", 100, 0),
        ("cid", 100, 0),
    ]
    assert len(sums._sums) == 3
