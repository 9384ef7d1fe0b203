"""Which draws the line of a turn tells."""

from acquire_cli.notation.findings import ERROR
from acquire_cli.records.game import open_game
from acquire_cli.records.lines import turn_lines
from tests.records.played import read

HEAD = "acquire 1\nruleset: classic\nplayers: ann bob\n"


def lines(header: str) -> list[str]:
    """Every way to play the first turn of a record, draws told where they tell anything."""
    game, found = open_game(read(HEAD + header + "\n"))
    assert game is not None
    assert not [finding for finding in found if finding.severity == ERROR]
    return list(turn_lines(game.state, game.names, 1, [], draws=True))


def test_the_first_square_of_the_board_is_a_tile_that_was_drawn() -> None:
    told = lines(
        "rules: board=2x2 hand=1\nposition: 2/2 ann place ann:6000:-:2B bob:6000:-:1B bag:1A,2A"
    )
    assert told == ["1 ann 2B ^1A"]


def test_the_first_square_of_the_board_is_a_tile_that_the_bank_drew() -> None:
    told = lines(
        "rules: board=4x7 hand=1 bank-holder=always\n"
        "position: 1AA1CCx/xxxxxxx/xxxxxxx/xxxxxxx ann place ann:0:C2:4A bob:0:A1C1:- bag:1A"
    )
    assert "1 ann 4A CxA A^1A:bob-k1" in told
    assert "1 ann 4A AxC C^1A:ann-t2,bob-k1" in told


def test_an_unknown_tile_drawn_to_a_counted_hand_is_not_told() -> None:
    """Also where the hand is known after the turn, for the tile drawn was dead and has left it."""
    told = lines(
        "rules: board=3x12\n"
        "position: CCCCCCCCCCC1/12/AAAAAAAAAAAA ann place "
        "ann:6000:-:12A,12B,1B,2B,3B,4B bob:6000:-:?,?,?,?,?,? bag:?"
    )
    assert "1 ann 12A x1B,2B,3B,4B,5B,12B" in told
    assert not [line for line in told if "^" in line]
