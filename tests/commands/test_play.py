"""`acquire play` as a program: options, files, pipes, scripts."""

import os
import re
import resource
import subprocess
from io import BytesIO, StringIO
from pathlib import Path

import pytest

from acquire_cli.app import main
from acquire_cli.commands.environment import Environment
from acquire_cli.rulesets.load import names
from tests.commands.program import BARE, PLAIN, PYTHON, acquire, shell
from tests.commands.terminal import ROOT

SEATS = ("--players", "ann,bob", "--seed", "one")


def begun(tmp_path: Path, *more: str) -> Path:
    path = tmp_path / "g.acq"
    done = acquire("play", str(path), *SEATS, *more)
    assert done.returncode == 0, done.stderr
    return path


def test_a_new_game_is_in_the_file_at_once(tmp_path: Path) -> None:
    path = begun(tmp_path)
    text = path.read_text()
    assert text.startswith("acquire 1\nruleset: classic@1\nplayers: ann bob\ndate: ")
    assert "\nseed: one\nbag: " in text
    assert acquire("validate", str(path)).returncode == 0


@pytest.mark.parametrize("command", ["play", "new"])
def test_a_name_with_a_blank_is_never_two_players(tmp_path: Path, command: str) -> None:
    path = tmp_path / "g.acq"
    where = (str(path),) if command == "play" else ("--output", str(path))
    done = acquire(command, *where, "--players", "Ann Lee, Bob")
    assert done.returncode == 2
    assert "'Ann Lee' is no handle" in done.stderr
    assert not path.exists()


def test_turns_from_the_command_line(tmp_path: Path) -> None:
    path = begun(tmp_path)
    tiles = acquire("moves", "--step", str(path)).stdout.split()
    done = acquire("play", str(path), "-c", tiles[0].lower())
    assert done.returncode == 0, done.stderr
    assert f"1 bob {tiles[0]}" in done.stdout or f"1 ann {tiles[0]}" in done.stdout
    refused = acquire("play", str(path), "-c", "hand", "-c", tiles[0])
    assert refused.returncode == 1
    assert refused.stderr.startswith(f"-c:2: refused: {tiles[0]} is")
    assert acquire("validate", str(path)).returncode == 0


def test_a_script_and_standard_input(tmp_path: Path) -> None:
    path = begun(tmp_path)
    script = tmp_path / "moves.txt"
    script.write_text("# nothing here\n\n99z\n")
    done = acquire("play", str(path), "--script", str(script))
    assert done.returncode == 1
    assert done.stderr.startswith(f"{script}:3: refused: ")
    piped = acquire("play", str(path), stdin=b"99z\nstandings\n")
    assert piped.returncode == 0
    assert "refused: " in piped.stdout
    assert "player" in piped.stdout
    dash = acquire("play", str(path), "--script", "-", stdin=b"99z\n")
    assert dash.returncode == 1
    assert "\nline 1: refused: " in piped.stdout


@pytest.mark.parametrize("where", ["named", "in the folder of games"])
def test_a_script_that_cannot_be_read_begins_no_game(tmp_path: Path, where: str) -> None:
    path = tmp_path / "g.acq"
    for script in (tmp_path / "none", tmp_path):
        done = acquire(
            "play",
            *([str(path)] if where == "named" else []),
            *("--script", str(script)),
            variables={"XDG_DATA_HOME": str(tmp_path)},
        )
        assert done.returncode == 2
        assert done.stderr.startswith(f"acquire: {script}: ")
        assert list(tmp_path.iterdir()) == []


def test_a_refused_line_of_a_pipe_is_one_line_with_its_number(tmp_path: Path) -> None:
    path = begun(tmp_path)
    before = path.read_bytes()
    lines = b"# nothing\n\n1a 2a 3a\nboard\n" + b"lxt" * 90 + b"\n"
    done = acquire("play", str(path), stdin=lines)
    assert (done.returncode, done.stderr) == (0, "")
    refused = [line for line in done.stdout.splitlines() if "refused: " in line]
    assert [line.partition(": refused: ")[0] for line in refused] == ["line 3", "line 5"]
    assert path.read_bytes() == before


@pytest.mark.parametrize("ruleset", names())
def test_computers_alone_play_to_the_end(tmp_path: Path, ruleset: str) -> None:
    path = tmp_path / "g.acq"
    done = acquire("play", str(path), "-p", "ann:random,bob:random", "--ruleset", ruleset)
    assert done.returncode == 0, done.stderr
    assert "The game is over: " in done.stdout
    assert "\nresult: " in path.read_text()
    assert acquire("validate", "--strict", str(path)).returncode == 0
    again = acquire("play", str(path), stdin=b"standings\n")
    assert again.returncode == 0


def test_the_same_seed_plays_the_same_game(tmp_path: Path) -> None:
    texts = []
    for name in ("a", "b"):
        path = tmp_path / name
        acquire("play", str(path), "-p", "ann:steady,bob:random,cid:steady", "--seed", "x")
        text, dated = re.subn("^date: .*", "", path.read_text(), flags=re.MULTILINE)
        assert dated == 1  # between the two may be midnight
        texts.append(text)
    assert texts[0] == texts[1]


def test_without_a_path_the_game_goes_where_xdg_says(tmp_path: Path) -> None:
    variables = PLAIN | {"XDG_DATA_HOME": str(tmp_path)}
    done = acquire("play", *SEATS, variables=variables)
    folder = tmp_path / "acquire" / "games"
    (name,) = os.listdir(folder)
    assert f"The game is kept in {folder / name}." in done.stdout


@pytest.mark.parametrize("what", ["the folder cannot be made", "the file cannot be written"])
def test_a_game_that_can_be_kept_nowhere_is_not_begun(tmp_path: Path, what: str) -> None:
    """Nothing is lost yet; the message says how to keep it elsewhere."""
    if what == "the folder cannot be made":
        (tmp_path / "acquire").write_bytes(b"")
    else:
        # Root may write anywhere but there.
        (tmp_path / "acquire").mkdir()
        (tmp_path / "acquire" / "games").symlink_to("/proc/self")
    done = acquire("play", *SEATS, variables=PLAIN | {"XDG_DATA_HOME": str(tmp_path)})
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"acquire: {tmp_path}/acquire/games")
    assert done.stderr.endswith(": name a file elsewhere to keep the game in\n")


@pytest.mark.parametrize("file", ["missing", "empty"])
def test_whoever_begins_a_game_is_told_who_plays_and_where_it_is_kept(
    tmp_path: Path, file: str
) -> None:
    path = tmp_path / "g.acq"
    if file == "empty":
        path.write_bytes(b"\n")
    done = acquire("play", str(path), variables=PLAIN | {"USER": "dee"})
    assert done.stdout.startswith(
        "dee against three steady computer players; --players seats others.\n"
        f"The game is kept in {path}.\n"
    )
    assert path.read_text().startswith("acquire 1\n")


def test_the_name_of_a_new_game_is_not_obeyed_by_a_terminal(tmp_path: Path) -> None:
    done = acquire("play", str(tmp_path / "\x1b[31m.acq"), *SEATS)
    assert "The game is kept in" in done.stdout
    assert "\x1b" not in done.stdout


def test_seats_in_the_users_own_file_that_cannot_be_read(tmp_path: Path) -> None:
    """They are named with their file, and in the way of nobody who does without them."""
    own = tmp_path / "acquire" / "play.toml"
    own.parent.mkdir()
    own.write_text('players = "ann,bob:clever"\n')
    path = tmp_path / "g.acq"
    variables = PLAIN | {"XDG_CONFIG_HOME": str(tmp_path)}
    done = acquire("play", str(path), variables=variables)
    assert done.returncode == 2
    assert done.stderr.startswith(f"acquire: {own}: players: no computer player is called 'clever'")
    assert not path.exists()
    done = acquire("play", str(path), *SEATS, variables=variables)
    assert (done.returncode, done.stderr) == (0, "")
    done = acquire("play", str(path), variables=variables)
    assert (done.returncode, done.stderr) == (0, "")
    own.write_text('players = "ann,bob,cid"\n')
    done = acquire("play", str(tmp_path / "new.acq"), variables=variables)
    assert (done.returncode, done.stderr) == (0, "")
    assert "\nplayers: ann bob cid\n" in (tmp_path / "new.acq").read_text()
    assert "--players seats others" not in done.stdout


def test_a_path_below_home_is_below_the_home_of_the_environment(tmp_path: Path) -> None:
    out = StringIO()
    environment = Environment(
        stdin=BytesIO(b"save ~/x.acq\n"), stdout=out, variables={"HOME": str(tmp_path)}
    )
    assert main(["play", str(tmp_path / "g.acq"), *SEATS], environment) == 0
    assert f"Saved in {tmp_path / 'x.acq'}; the game goes on there." in out.getvalue()


def test_overrides_and_a_ruleset_of_ones_own(tmp_path: Path) -> None:
    path = begun(tmp_path, "--rules", "safe=9", "--rules", "cash=7000")
    assert "\nrules: cash=7000 safe=9\n" in path.read_text()
    own = tmp_path / "own.toml"
    own.write_text('name = "own"\nrevision = 1\ntitle = "Ours"\nbase = "classic"\ncash = 9000\n')
    game = tmp_path / "own.acq"
    assert acquire("play", str(game), *SEATS, "--ruleset", str(own)).returncode == 0
    assert "\nruleset: own@" in game.read_text()
    assert acquire("play", str(game)).returncode == 1
    assert acquire("play", str(game), "--ruleset", str(own)).returncode == 0


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("--players", "ann,bob:clever"), "no computer player is called 'clever'"),
        (("--players", "ann,ann"), "twice"),
        (("--players", "a,bob"), "'a' is no handle"),
        (("--players", "ann"), "this ruleset is for 2 to 6"),
        (("--rules", "safe=no"), "safe"),
        (("--rules", "safe"), "override"),
        (("--ruleset", "clasic"), "no ruleset is called 'clasic'; did you mean classic?"),
        (("--seed", ""), ""),
    ],
)
def test_what_cannot_be_begun(tmp_path: Path, arguments: tuple[str, ...], why: str) -> None:
    path = tmp_path / "g.acq"
    done = acquire("play", str(path), *arguments)
    if why:
        assert done.returncode == 2, done.stderr
        assert why in done.stderr
        assert not path.exists()


def test_a_game_under_way_is_not_begun_anew(tmp_path: Path) -> None:
    path = begun(tmp_path)
    before = path.read_bytes()
    done = acquire("play", str(path), "--seed", "two")
    assert done.returncode == 2
    assert "the game has begun" in done.stderr
    done = acquire("play", str(path), "--players", "bob,ann")
    assert done.returncode == 1
    assert path.read_bytes() == before
    done = acquire("play", str(path), "--players", "ann:random,bob:random")
    assert done.returncode == 0
    assert "The game is over" in done.stdout
    assert "\nx-players: ann=random bob=random\n" in path.read_text()


def test_a_record_that_breaks_a_rule_is_not_taken_up(tmp_path: Path) -> None:
    path = begun(tmp_path)
    with path.open("a") as stream:
        stream.write("\n1 ann 99Z\n2 bob 1A\n")
    before = path.read_bytes()
    done = acquire("play", str(path))
    assert done.returncode == 1
    assert "cannot be taken up" in done.stderr
    assert path.read_bytes() == before


def test_two_processes(tmp_path: Path) -> None:
    path = begun(tmp_path)
    first = subprocess.Popen(
        [PYTHON, "-m", "acquire_cli", "play", str(path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=PLAIN,
    )
    try:
        assert first.stdin is not None
        assert first.stdout is not None
        first.stdin.write(b"board\n")
        first.stdin.flush()
        first.stdout.readline()
        second = acquire("play", str(path))
        assert second.returncode == 2
        assert "this game is being played by another process" in second.stderr
        if Path("/proc/locks").exists():
            assert str(first.pid) in second.stderr
    finally:
        first.stdin.close()
        first.wait()
        first.stdout.close()
    assert acquire("play", str(path)).returncode == 0


def test_a_full_disk(tmp_path: Path) -> None:
    path = begun(tmp_path)
    before = path.read_bytes()
    tile = acquire("moves", "--step", str(path)).stdout.split()[0]

    def limited() -> None:
        most = resource.getrlimit(resource.RLIMIT_FSIZE)[1]
        resource.setrlimit(resource.RLIMIT_FSIZE, (100, most))

    done = subprocess.run(
        [PYTHON, "-m", "acquire_cli", "play", str(path)],
        input=f"{tile}\nstandings\nsave\n".encode(),
        capture_output=True,
        env=BARE,
        preexec_fn=limited,
        check=False,
    )
    said = done.stdout.decode()
    assert done.returncode == 2, done.stderr
    assert "NOT SAVED: " in said
    assert "File too large" in said
    assert "goes on in memory: save PATH" in said
    assert f"\n1 {'ann' if '1 ann' in said else 'bob'} {tile}\n" in said  # the record, at the end
    assert path.read_bytes() == before
    assert os.listdir(tmp_path) == ["g.acq"]


def test_a_directory_is_no_record(tmp_path: Path) -> None:
    done = acquire("play", str(tmp_path))
    assert done.returncode == 2
    assert "not a regular file" in done.stderr
    done = acquire("play", str(tmp_path / "none" / "g.acq"), *SEATS)
    assert done.returncode == 2
    assert "No such file" in done.stderr


def test_a_script_ends_where_it_cannot_save(tmp_path: Path) -> None:
    path = begun(tmp_path)
    before = path.read_bytes()
    done = acquire("play", str(path), "-c", f"save {tmp_path}/none/x.acq", "-c", "board")
    assert done.returncode == 1
    assert done.stderr.startswith("-c:1: refused: NOT SAVED: ")
    assert path.read_bytes() == before


def test_the_current_folder_is_gone(tmp_path: Path) -> None:
    script = 'mkdir "$1/here" && cd "$1/here" && rmdir "$1/here" && shift && "$@"'
    run = ("env", f"PYTHONPATH={ROOT}", PYTHON, "-m", "acquire_cli", "play")
    for record in ("g.acq", "../g.acq"):
        done = shell(script, str(tmp_path), *run, record, *SEATS)
        assert done.returncode == 2
        assert re.fullmatch(rf"acquire: {record}: No such file or directory(: .*)?\n", done.stderr)
    kept = begun(tmp_path)
    done = shell(script, str(tmp_path), *run, str(kept), "-c", "save x.acq")
    assert done.returncode == 1
    assert done.stderr == "-c:1: refused: NOT SAVED: x.acq: No such file or directory\n"


def test_a_record_without_a_name(tmp_path: Path) -> None:
    done = acquire("play", "", *SEATS, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "acquire: '': No such file or directory\n"
