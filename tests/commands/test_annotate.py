"""`acquire annotate`."""

import os
import stat
from pathlib import Path

import pytest

from tests.commands.inside import run

HEAD = "acquire 1\nruleset: classic@1\nplayers: ann bob\nseed: friday-42\n"
GAME = HEAD + "1 ann 3D\n2 bob 9D\n3 ann 3C=T +TTT\n"


def test_to_standard_output_in_canonical_form() -> None:
    done = run("annotate", "-", "--at", "3", "-m", "bold", "--mark", "!?", "--cash", stdin=GAME)
    assert (done.code, done.err) == (0, "")
    assert done.out.endswith("\n3 ann 3C=T +TTT =5400 !? # bold\n")
    assert run("fmt", "-", stdin=done.out).out == done.out
    again = run(
        "annotate", "-", "--at", "3", "-m", "bold", "--mark", "!?", "--cash", stdin=done.out
    )
    assert again == done


def test_write_keeps_the_mode_and_twice_is_once(tmp_path: Path) -> None:
    file = tmp_path / "a.acq"
    file.write_text(GAME)
    file.chmod(0o640)
    for _ in range(2):
        assert run("annotate", "-w", "--at", "1", "-m", "so", str(file)) == (0, "", "")
        assert file.read_text().count("1 ann 3D # so\n") == 1
        assert stat.S_IMODE(file.stat().st_mode) == 0o640
    before = file.stat().st_ino
    assert run("annotate", "-w", "--notes", str(file)).code == 0
    assert run("annotate", "-w", "--no-notes", str(file)).code == 0
    unchanged = file.stat()
    assert run("annotate", "-w", "--no-notes", str(file)).code == 0
    assert file.stat() == unchanged  # what is right already is not written
    assert before != 0
    assert os.listdir(tmp_path) == ["a.acq"]


def test_notes_of_many_files(tmp_path: Path) -> None:
    files = []
    for name in ("a.acq", "b.acq"):
        (tmp_path / name).write_text(GAME + GAME)
        files.append(str(tmp_path / name))
    done = run("annotate", "--notes", *files, "missing", "-", stdin=GAME)
    assert done.code == 2
    assert done.out.count("acquire 1\n") == 5
    assert done.err == "acquire: missing: No such file or directory\n"


def test_one_game_of_several(tmp_path: Path) -> None:
    file = tmp_path / "a.acq"
    file.write_text(GAME + GAME + GAME)
    done = run("annotate", str(file), "--at", "1", "-m", "so")
    assert (done.code, done.out) == (1, "")
    assert "holds several games" in done.err
    done = run("annotate", str(file), "--at", "1", "-m", "so", "--game", "2")
    assert done.code == 0
    assert [game.count("# so") for game in done.out.split("\n\nacquire")] == [0, 1, 0]
    assert "no game 4" in run("annotate", str(file), "--at", "1", "-m", "x", "--game", "4").err


def test_a_game_that_breaks_a_rule(tmp_path: Path) -> None:
    broken = GAME.replace("+TTT", "+TTTT")
    file = tmp_path / "a.acq"
    file.write_text(GAME + broken)
    done = run("annotate", "--notes", str(file))
    assert done.code == 1
    assert "E-too-many" in done.err
    assert "+TTTT" in done.out
    assert run("annotate", "--notes", "-w", str(file)).code == 1
    assert file.read_text() == GAME + broken


def test_a_turn_that_is_not_there_writes_nothing(tmp_path: Path) -> None:
    file = tmp_path / "a.acq"
    file.write_text(GAME)
    done = run("annotate", str(file), "--at", "9", "-m", "x", "-w")
    assert (done.code, done.out) == (1, "")
    assert done.err == "acquire: game 1 has 3 turns, none is 9\n"
    assert file.read_text() == GAME
    out = tmp_path / "out.acq"
    assert run("annotate", str(file), "--at", "9", "-m", "x", "-o", str(out)).code == 1
    assert not out.exists()
    assert run("annotate", "-", "--at", "1", "-m", "x").code == 1


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ((), "nothing to put in"),
        (("-m", "x"), "need --at N"),
        (("--cash",), "need --at N"),
        (("--at", "1"), "nothing to put in"),
        (("--at", "1", "--notes"), "--at belongs to"),
        (("--notes", "--game", "1"), "--game belongs to --at"),
        (("--at", "1", "-m", "a\x1b[2J"), "control character"),
        (("--at", "1", "-m", "a\nb"), "control character"),
        (("--at", "1", "--mark", "#"), "is no mark"),
        (("--at", "1", "-m", "x", "second.acq"), "--at is about one file"),
        (("--notes", "-w"), "--write needs files"),
        (("--notes", "-w", "-o", "x"), "exclude each other"),
    ],
)
def test_usage(options: tuple[str, ...], said: str) -> None:
    done = run("annotate", "-", *options, stdin=GAME)
    assert (done.code, done.out) == (2, "")
    assert said in done.err
    assert "\x1b" not in done.err
