"""A small version of the strength table; the games are the same on every machine."""

from acquire_cli.engine.scoring import totals
from acquire_cli.players.player import Player, make
from acquire_cli.players.sharp import Sharp
from tests.players.support import dealt, played


def share(challenger: str, field: str, games: int) -> float:
    """The challenger's share of the wins at a table of four, his seat going round."""

    def new(name: str, seed: str, seat: int) -> Player:
        return Sharp(seed, seat, playouts=24) if name == "sharp" else make(name, seed, seat)

    won = 0.0
    for number in range(games):
        seed = f"strength-{number}"
        seat = number % 4
        start = dealt(seed)
        played(start, [new(challenger if k == seat else field, seed, k) for k in start.order])
        money = totals(start.state)
        top = max(money)
        if money[start.order.index(seat)] == top:
            won += 1 / money.count(top)
    return won / games


def test_steady_beats_three_random_players() -> None:
    assert share("steady", "random", 40) >= 0.9


def test_random_does_not_beat_three_steady_players() -> None:
    assert share("random", "steady", 12) <= 0.1


def test_sharp_holds_its_own_with_a_tenth_of_its_playouts() -> None:
    assert share("sharp", "steady", 8) > 0.25
