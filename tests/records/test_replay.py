"""Positions along a record: those asked for, in one go, as far as the game gets."""

from io import BytesIO
from pathlib import Path

from acquire_cli.notation.position import position_text
from acquire_cli.notation.reader import read_games
from acquire_cli.notation.record import Record
from acquire_cli.records import replay
from acquire_cli.records.game import open_game

GAMES = sorted((Path(__file__).parents[2] / "games").glob("*.acq"))


def record_of(data: bytes) -> Record:
    [record] = read_games(BytesIO(data))
    return record


def test_positions_before_turns_are_those_that_the_game_goes_through() -> None:
    data = GAMES[0].read_bytes()
    game, found = open_game(record_of(data))
    assert game is not None
    want = [position_text(game.state, game.names.handles)]
    for _ in replay.steps(game, found):
        want.append(position_text(game.state, game.names.handles))
    assert not found
    asked = {1, 2, 7, len(want)}
    got = replay.positions_before(record_of(data), asked | {len(want) + 1})
    assert got == {number: want[number - 1] for number in asked}


def test_beyond_a_fault_there_is_no_position() -> None:
    head = b"acquire 1\nruleset: classic@1\nplayers: ann bob\nstart: ann=2B bob=6F\n\n"
    record = record_of(head + b"1 ann 2C=L\n2 bob 2C\n3 ann 5E\n")
    assert sorted(replay.positions_before(record, range(1, 9))) == [1, 2]
    assert replay.positions_before(record_of(b"acquire 1\nplayers: ann\n"), {1}) == {}


def test_a_game_is_played_once_however_many_positions_are_asked_for(monkeypatch) -> None:
    played = 0
    real = replay.advance

    def counting(game, turn):
        nonlocal played
        played += 1
        return real(game, turn)

    record = record_of(GAMES[0].read_bytes())
    monkeypatch.setattr(replay, "advance", counting)
    assert len(replay.positions_before(record, range(1, 1000))) == len(record.turns) + 1
    assert played <= len(record.turns)  # 0 where the room is compiled and looks nothing up
