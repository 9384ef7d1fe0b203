"""`acquire view`."""

from pathlib import Path

import pytest

from tests.commands.inside import run

GAME = """\
acquire 1
ruleset: classic@1
players: ann bob
seed: friday-42

1 ann 3D # a word
2 bob 9D
"""
ANN = """\
acquire 1
ruleset: classic@1
players: ann bob
start: ann=7D bob=2H
hand.ann: 11C 3C 3D 7I 7C 1I
view: ann

1 ann 3D ^11E
2 bob 9D
"""


def test_a_players_view(tmp_path: Path) -> None:
    done = run("view", "ann", "-", stdin=GAME)
    assert done == (0, ANN, "")
    out = tmp_path / "ann.acq"
    assert run("view", "ANN", "-", "-o", str(out), stdin=GAME) == (0, "", "")
    assert out.read_text() == ANN
    assert run("validate", str(out)).code == 0
    assert run("fmt", "--check", str(out)).code == 0
    assert run("view", "ann", str(out)).out == ANN


def test_the_tables_view() -> None:
    done = run("view", "table", "-", stdin=GAME)
    lines = ANN.replace("view: ann", "view: table").replace(" ^11E", "").splitlines(True)
    assert done == (0, "".join(line for line in lines if "hand" not in line), "")


def test_at_a_turn_and_with_comments() -> None:
    assert run("view", "ann", "-", "--at", "1", stdin=GAME).out == ANN.replace("2 bob 9D\n", "")
    assert run("view", "ann", "-", "--at", "99", stdin=GAME).out == ANN
    assert "1 ann 3D ^11E # a word\n" in run("view", "ann", "-", "--comments", stdin=GAME).out


def test_several_games_and_files(tmp_path: Path) -> None:
    file = tmp_path / "two.acq"
    file.write_text(GAME + GAME)
    done = run("view", "ann", str(file), "missing", "-", stdin=GAME)
    assert done.code == 2
    assert done.out == "\n".join([ANN] * 3)
    assert done.err == "acquire: missing: No such file or directory\n"


def test_a_stranger_and_a_game_that_breaks_a_rule() -> None:
    other = GAME.replace("bob", "cid")
    done = run("view", "bob", "-", stdin=other + GAME)
    assert done.code == 1
    assert done.err == "acquire: <stdin>: no player of game 1 is called bob (there are ann cid)\n"
    assert done.out.startswith("acquire 1\n")
    done = run("view", "bob", "-", stdin=GAME + "3 bob 1A\n")
    assert (done.code, done.out) == (1, "")
    assert "E-turn" in done.err


@pytest.mark.parametrize("text", ["", "# nothing\n"])
def test_no_game_is_no_view(text: str) -> None:
    assert run("view", "table", "-", stdin=text) == (0, "", "")
