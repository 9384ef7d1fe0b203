"""A game at another position is the same game."""

from acquire_cli.records.replay import steps
from tests.records.played import Played, opened, text


def test_at_changes_the_position_and_nothing_else() -> None:
    game = opened(text(Played("classic", (), 3, 7), 12))
    before = game.state.copy()
    for _ in steps(game, []):
        pass
    other = game.at(before)
    assert other.state is before
    for name in ("record", "rules", "order", "dealt", "played", "moved", "noted", "corrected"):
        assert getattr(other, name) == getattr(game, name), name
