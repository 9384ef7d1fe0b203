"""Writing a record anew: what may stand as it is, and what may not."""

from io import BytesIO
from pathlib import Path

import pytest

from acquire_cli.notation.reader import read_games
from acquire_cli.notation.record import Record
from acquire_cli.records import canon
from acquire_cli.records.canon import canonical
from acquire_cli.records.replay import check

GAMES = sorted((Path(__file__).parents[2] / "games").glob("*.acq"))
GAME = next(path for path in GAMES if path.stem == "classic-4p-declared")


def one(text: str) -> Record:
    [record] = read_games(BytesIO(text.encode()))
    return record


def test_a_turn_that_is_open_before_the_last_is_an_error_and_nothing_is_written() -> None:
    """As ``validate`` has it; the two dots are not dropped in silence."""
    lines = GAME.read_text().splitlines()
    first = next(at for at, line in enumerate(lines) if line.startswith("1 "))
    lines[first] += " .."
    text = "\n".join(lines) + "\n"
    assert [finding.code for finding in check(one(text))] == ["E-open"]
    written, found = canonical(one(text))
    assert written is None
    assert [finding.code for finding in found] == ["E-open"]


def test_a_warning_about_the_ruleset_is_told_once_either_way() -> None:
    """Whether the turns stand as they are, or one of them is written another way."""
    text = GAME.read_text().replace("ruleset: classic@1\n", "")
    for said in (text, text.replace("\n2 ", "\n02  ")):
        _, found = canonical(one(said))
        assert [finding.code for finding in found] == ["W-ruleset"]


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_the_short_way_and_the_long_way_write_the_same(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = path.read_text()
    short, found = canonical(one(text))
    with monkeypatch.context() as patched:
        patched.setattr(canon, "_as_it_stands", lambda game, found: None)
        assert canonical(one(text)) == (short, found)


def test_the_first_square_is_a_tile_that_is_drawn_like_any_other() -> None:
    """What a hand of which nothing is known drew is kept, be it 1A."""
    board = "/".join(["12"] * 9)
    text = (
        "acquire 1\nruleset: classic@1\nplayers: ann bob\n"
        f"position: {board} ann place ann:6000:-:?,?,?,?,?,? bob:6000:-:?,?,?,?,?,? bag:?\n\n"
        "1 ann 6F ^1A\n"
    )
    written, found = canonical(one(text))
    assert found == []
    assert written is not None
    assert written[-1] == "1 ann 6F ^1A"


@pytest.mark.parametrize("assertions", ["turn", "merger"])
@pytest.mark.parametrize("wrong", ["=1", "=iris:1", "=bob:1"])
def test_an_assertion_that_fails_stays_where_others_are_put_in(assertions: str, wrong: str) -> None:
    """Of the player, under his handle or without it, and of another who was paid."""
    turn = "37 iris 6I AxL L:iris-s1,bob-s1,tamsin-t2,yoav-s1 +FTT"
    text = GAME.read_text().replace(turn, f"{turn} {wrong}")
    written, found = canonical(one(text), assertions=assertions)
    assert [finding.code for finding in found] == ["E-assert"]
    assert written is not None
    right = "=0 =bob:900 =tamsin:3000 =yoav:800"
    told = right.replace("=bob:900", wrong) if "bob" in wrong else right.replace("=0", "=1")
    assert f"{turn} {told}" in written
    assert [finding.code for finding in check(one("\n".join(written)))] == ["E-assert"]
