"""Files that are written: what is lost on the way never ends in one that looks whole."""

import os
import tempfile
from pathlib import Path

import pytest

from acquire_cli.commands import output
from acquire_cli.commands.environment import GuardedFile, OutputError
from tests.commands.inside import run
from tests.commands.program import PYTHON, acquire, shell
from tests.hostile.sizes import took

ROOT = Path(__file__).parents[2]
GAME = (ROOT / "games" / "classic-4p-declared.acq").read_text()
LONG = f"acquire 1\nruleset: classic@1\nplayers: ann bob\nx-a: {'y' * 65_600}\n1 ann 2B\n"


def calls() -> list[str]:
    return [
        "fmt A B -o OUT --force",
        "convert A B --to json -o OUT --force",
        "view table A B -o OUT --force",
        "annotate --notes A B -o OUT --force",
        "filter turns>0 A B -o OUT --force",
        "moves A B -o OUT --force",
        "replay A B -o OUT --force",
        "standings A B -o OUT --force",
    ]


@pytest.mark.parametrize("call", calls())
def test_a_write_that_fails_once_leaves_the_old_file(
    call: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A disk that is full for a moment and then is not: the file would look whole."""
    (tmp_path / "A").write_text(GAME + "\n" + GAME)
    (tmp_path / "B").write_text("\n".join(GAME.splitlines()[:20]) + "\n")  # not over yet
    (tmp_path / "OUT").write_text("old\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(output, "BUFFER", 16)
    failed = []

    def write(self: GuardedFile, data: bytes) -> int:
        if not failed:
            failed.append(len(data))
            raise OutputError(28)
        return len(data)

    monkeypatch.setattr(GuardedFile, "write", write)
    done = run(*call.split())
    assert failed
    assert done.code == 2
    assert done.err.strip().endswith("OUT: No space left on device")
    assert (tmp_path / "OUT").read_text() == "old\n"
    assert not list(tmp_path.glob(".acquire-*"))


def test_a_full_device_is_named_and_not_the_input(tmp_path: Path) -> None:
    (tmp_path / "A").write_text(GAME)
    done = acquire("fmt", "A", "-o", "/dev/full", "--force", cwd=tmp_path)
    assert done.returncode == 2
    assert done.stderr == "acquire: /dev/full: No space left on device\n"


@pytest.mark.parametrize("text", [LONG, GAME + "\n" + LONG, LONG + "\n" + GAME])
def test_a_line_too_long_to_be_held_is_not_given_up(text: str, tmp_path: Path) -> None:
    path = tmp_path / "F"
    path.write_text(text)
    for words in (("-o", path, "--force"), ("-w",), ("-o", tmp_path / "NEW")):
        done = run("fmt", path, *words)
        assert done.code in (1, 2)
        assert "E-line-long" in done.err or "too long" in done.err
        assert path.read_text() == text
        assert not (tmp_path / "NEW").exists()


NOT_OURS = [
    f"acquire 2\n# {'y' * 65_600}\n",
    f"{'y' * 65_600}\nx\nacquire 1\n",
    f"# {'y' * 65_600}\n" + LONG.replace("y" * 65_600, "y"),
]


@pytest.mark.parametrize("text", NOT_OURS)
def test_a_long_line_of_a_game_that_is_not_read_is_not_given_up_either(
    text: str, tmp_path: Path
) -> None:
    path = tmp_path / "F"
    path.write_text(text + "\n" + GAME)
    for words in ((), ("-o", "-"), ("-o", "/dev/null")):
        done = run("fmt", path, *words)
        assert (done.code, done.out) == (2, "")
        assert done.err.endswith("game 1 is too long to be passed on, the output ends before it\n")
    new = tmp_path / "NEW"
    done = run("fmt", path, "-o", new)
    assert (done.code, new.exists()) == (2, False)
    assert done.err.endswith(f"game 1 is too long to be passed on, {new} is not written\n")
    done = run("fmt", path, "-w")
    assert (done.code, path.read_text()) == (2, text + "\n" + GAME)
    assert done.err.endswith("game 1 is too long to be held, the file is left alone\n")


MANY = "\n" * 20_000 + "{}\n" * 10_000
NO_GAME = {
    "comments": "# mine\n",
    "blanks": "  \n\n",
    "a byte order mark": "\ufeff",
    "a long comment": f"# {'x' * 70_000}\n",
    "a long line of blanks": f"{' ' * 70_000}\n",
}
TOO_MUCH = {
    "a long line": f"{'x' * 70_000}\n",
    "many comments above": "# c\n" * 30_000 + GAME,
    "text below many empty lines": MANY.format(*["x"] * 10_000),
    "a turn below many empty lines": MANY.format(*["1 ann 2B"] * 10_000) + GAME,
    "text below, and a game": MANY.format(*["#"] * 9_999, "x") + GAME,
}


@pytest.mark.parametrize("what", NO_GAME)
def test_a_file_without_a_game_is_left_alone(what: str, tmp_path: Path) -> None:
    path = tmp_path / "F"
    path.write_text(NO_GAME[what])
    for command in (("fmt", "-w"), ("annotate", "--notes", "-w")):
        done = run(*command, path)
        assert (done.code, done.out, done.err) == (0, "", "")
        assert path.read_text() == NO_GAME[what]


@pytest.mark.parametrize("what", TOO_MUCH)
def test_what_is_too_much_to_be_held_is_said_and_not_dropped(what: str, tmp_path: Path) -> None:
    path = tmp_path / "F"
    path.write_text(TOO_MUCH[what])
    assert run("validate", path).code == 1
    for command in (("fmt", "-w"), ("annotate", "--notes", "-w"), ("fmt",), ("fmt", "-j", "2")):
        done = run(*command, path)
        assert (done.code, done.out) == (2, "")
        assert "game 1 is too long to be" in done.err
        assert path.read_text() == TOO_MUCH[what]


@pytest.mark.parametrize("fails", ["write", "seek", "close"])
def test_no_room_for_a_text_that_waits_is_said(
    fails: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "F"
    path.write_text(GAME.replace(" +", "  +"))

    failed = []

    def full(*arguments: object) -> int:
        if failed and fails == "close":  # once more, as the object is put away
            return 0
        failed.append(fails)
        raise OSError(28, os.strerror(28))

    monkeypatch.setattr(tempfile.SpooledTemporaryFile, fails, full)
    done = run("fmt", "-w", path)
    assert failed
    if fails == "close":
        assert (done.code, done.err, path.read_text()) == (0, "", GAME)
        return
    assert done.code == 2
    said = f"no room for its new text in {tempfile.gettempdir()}: No space left on device"
    assert done.err == f"acquire: {path}: {said}\n"
    assert path.read_text() != GAME


def test_line_ends_of_a_game_that_is_left_alone_stay(tmp_path: Path) -> None:
    path = tmp_path / "F"
    path.write_bytes(b"acquire 1\r\nruleset: classic@1\r\nplayers: ann bob\r\n\r\n1 ann 99Z\r\n")
    assert run("fmt", path).out.encode() == path.read_bytes()
    assert run("fmt", path, "-w").code == 1
    assert b"\r\n1 ann 99Z\r\n" in path.read_bytes()


def test_a_file_that_cannot_be_written_back_does_not_keep_the_next(tmp_path: Path) -> None:
    untidy = GAME.replace(" +", "  +")
    for name in ("A", "C"):
        (tmp_path / name).write_text(untidy)
    os.mkfifo(tmp_path / "B")
    (tmp_path / "G").write_text(untidy)
    script = f'cat "$4" > "$2" & exec "{PYTHON}" -m acquire_cli fmt -w "$1" "$2" "$3"'
    done = shell(script, *(str(tmp_path / name) for name in "ABCG"))
    assert done.returncode == 2
    said = f"acquire: {tmp_path / 'B'}: no regular file, so it cannot be written back\n"
    assert done.stderr == said
    assert [(tmp_path / name).read_text() for name in "AC"] == [GAME, GAME]


def test_writing_back_holds_a_game_and_not_the_file(tmp_path: Path) -> None:
    """A file of a thousand games needs hardly more memory than one of a game."""
    untidy = GAME.replace(" +", "  +")
    count = 2_000_000 // len(untidy)
    (tmp_path / "ONE").write_text(untidy)
    (tmp_path / "MANY").write_text("\n".join([untidy] * count))
    one = took(tmp_path, "fmt", "-w", "ONE")
    many = took(tmp_path, "fmt", "-w", "MANY")
    assert (one.code, many.code) == (0, 0)
    assert many.memory < one.memory + 3e6
    assert (tmp_path / "MANY").read_text() == "\n".join([GAME] * count)
    assert run("fmt", "--check", tmp_path / "MANY").code == 0


def test_what_is_no_regular_file_is_not_written_back(tmp_path: Path) -> None:
    fifo = str(tmp_path / "F")
    os.mkfifo(fifo)
    script = 'cat "$2" > "$1" & exec "$0" -m acquire_cli fmt -w "$1"'
    (tmp_path / "G").write_text(GAME.replace(" +", "  +"))
    done = shell(script.replace('"$0"', f'"{PYTHON}"'), fifo, str(tmp_path / "G"))
    assert done.returncode == 2
    assert done.stderr.endswith("F: no regular file, so it cannot be written back\n")


def test_a_number_of_columns_beyond_counting() -> None:
    done = acquire(
        "standings",
        str(ROOT / "games" / "classic-4p-declared.acq"),
        variables={"PATH": os.environ["PATH"], "COLUMNS": "9" * 5_000},
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_a_script_without_end(tmp_path: Path) -> None:
    done = acquire("play", "x.acq", "--players", "ann,bob", "--script", "/dev/zero", cwd=tmp_path)
    assert done.returncode == 2
    assert done.stderr == "acquire: /dev/zero: a script has at most 16,000,000 bytes\n"
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("call", ["fmt F", "annotate --notes F"])
@pytest.mark.parametrize("strange", ["\xa0", "\u2028", "\x0c", "\x0b", "# \x1b"])
@pytest.mark.parametrize("where", ["above", "below"])
def test_a_line_that_makes_a_game_invalid_is_passed_on(
    call: str, strange: str, where: str, tmp_path: Path
) -> None:
    """Left out, it would leave a game that is valid."""
    game = "acquire 1\nruleset: classic@1\nplayers: ann bob\nstart: ann=1A bob=9I\n1 ann 5E\n"
    text = f"{strange}\n{game}" if where == "above" else f"{game}{strange}\n"
    (tmp_path / "F").write_text(text, encoding="utf-8")
    done = run(*[str(tmp_path / word) if word == "F" else word for word in call.split()])
    assert done.code == 1
    assert f"{strange}\n" in done.out
    assert run("validate", "-", stdin=done.out).code == 1
