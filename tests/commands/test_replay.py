"""`acquire replay`: a small game in every form, turns asked for, faults, broken streams, steps."""

import csv
import io
import json
import os
import re
import subprocess
from pathlib import Path

import pyte
import pytest

from acquire_cli.app import main
from acquire_cli.commands import walk
from acquire_cli.commands.environment import Environment
from acquire_cli.commands.walk import moved, screen
from acquire_cli.formats.documents import SCHEMA
from tests.commands.program import PLAIN, PYTHON, acquire, shell
from tests.commands.terminal import Terminal
from tests.faults.writing import GAME

CASES = Path(__file__).parent / "cases"
AGREED = Path(__file__).parents[3] / "shared" / "data" / "agreed" / "games"
SMALL = (CASES / "small.acq").read_text()
FAULTY = SMALL.replace("cid-k1 +T", "cid-k2 +T")
COLOUR = re.compile(r"\x1b\[[0-9;]*m")

LEAVE = walk.LEAVE.encode()

needs_agreed = pytest.mark.skipif(not AGREED.is_dir(), reason=f"no {AGREED}")


def replay(*arguments: str, stdin: str | None = None) -> tuple[int, str, str]:
    out, err = io.StringIO(), io.StringIO()
    stream = io.BytesIO(stdin.encode()) if stdin is not None else None
    code = main(("replay", *arguments), Environment(stdin=stream, stdout=out, stderr=err))
    return code, out.getvalue(), err.getvalue()


def small(*arguments: str) -> str:
    code, out, err = replay(str(CASES / "small.acq"), *arguments)
    assert (code, err) == (0, "")
    return out.replace(str(CASES / "small.acq"), "small.acq")


@pytest.mark.parametrize(
    ("golden", "arguments"),
    [
        ("small.txt", ()),
        ("small.json", ("--format", "json")),
        ("small.jsonl", ("--format", "jsonl")),
        ("small.csv", ("--format", "csv")),
        ("small.at4.txt", ("--at", "4")),
        ("small.at4.txt", ("--at", "-2")),
        ("small.at4.json", ("--at", "4", "--format", "json")),
        ("small.at4.json", ("--at=-2", "--format", "json")),
    ],
)
def test_a_small_game_is_replayed_as_written_down(golden: str, arguments: tuple[str, ...]) -> None:
    assert small(*arguments) == (CASES / golden).read_text()


def test_start_and_last_turn() -> None:
    start = json.loads(small("--at", "0", "--format", "json"))
    assert (start["turn"], start["text"], start["board"][0]) == (0, None, "o11")
    last = json.loads(small("--at", "-1", "--format", "json"))
    assert (last["turn"], last["phase"], last["actor"]) == (5, "over", None)
    assert last["reason"] == "declared"
    assert last == json.loads(small("--at", "5", "--format", "json"))
    assert json.loads(small("--at", "-6", "--format", "json")) == start


@pytest.mark.parametrize("at", ["6", "-7"])
def test_a_turn_that_is_not_there(at: str) -> None:
    code, out, err = replay(str(CASES / "small.acq"), "--at", at)
    assert (code, out) == (2, "")
    assert err == f"acquire: {CASES / 'small.acq'}: game 1 has 5 turns, there is no {at}\n"


def test_json_of_a_position_has_the_fields_that_are_promised() -> None:
    position = json.loads(small("--at", "4", "--format", "json"))
    assert position["schema"] == SCHEMA
    assert position["turn"] == 4
    assert position["position"].split()[0] == "/".join(position["board"])
    assert len(position["board"]) == 9
    assert all({"player", "cash", "shares", "net"} <= set(x) for x in position["players"])
    names = {"chain", "name", "size", "price", "safe", "bank"}
    assert all(names <= set(x) for x in position["chains"])


def test_lines_events_and_rows_say_the_same() -> None:
    turns = json.loads(small("--format", "json"))["turns"]
    lines = [json.loads(line) for line in small("--format", "jsonl").splitlines()]
    assert [{"file": "small.acq", "game": 1, **turn} for turn in turns] == lines
    events = [json.loads(line) for line in small("--format", "jsonl", "--events").splitlines()]
    assert [
        {"file": "small.acq", "game": 1, "turn": turn["turn"], **event}
        for turn in turns
        for event in turn["events"]
    ] == events
    rows = list(csv.DictReader(io.StringIO(small("--format", "csv"))))
    assert len(rows) == len(events)
    for row, event in zip(rows, events, strict=True):
        assert set(event) <= set(row)
        assert {name for name, text in row.items() if text} <= set(event)
        for name, value in event.items():
            if isinstance(value, str | int) and not isinstance(value, bool):
                assert row[name] == str(value)


def test_the_ending_of_the_file_decides(tmp_path: Path) -> None:
    for ending in ("json", "jsonl", "csv", "txt"):
        target = tmp_path / f"out.{ending}"
        assert small("-o", str(target)) == ""
        written = target.read_text().replace(str(CASES / "small.acq"), "small.acq")
        assert written == (CASES / f"small.{ending}").read_text()


def test_one_game_is_an_object_several_are_an_array() -> None:
    two = SMALL + SMALL
    code, out, err = replay("-", "--format", "json", stdin=two)
    assert (code, err) == (0, "")
    assert [game["game"] for game in json.loads(out)] == [1, 2]
    code, out, err = replay("-", "--format", "json", "--game", "2", stdin=two)
    assert json.loads(out)["game"] == 2
    code, out, err = replay("-", "--game", "3", stdin=two)
    assert (code, out) == (2, "")
    assert err == "acquire: <stdin>: 2 games in it, there is no game 3\n"
    code, out, err = replay("-", stdin="\n# nothing\n")
    assert (code, out, err) == (2, "", "acquire: <stdin>: there is no game in it\n")


def test_a_fault_ends_the_replay_before_its_turn() -> None:
    code, out, err = replay("-", stdin=FAULTY + SMALL)
    assert code == 1
    first, second = out.split("<stdin>, game 2")
    assert "\n3 cid 6D" in first
    assert "\n4 ann" not in first
    assert "Turn 4 is at fault" in first
    assert "\n5 bob" in second
    lines = err.split("\n")
    assert lines[0].startswith("<stdin>:12:14: error[E-parts] ")
    assert lines[1:3] == ["  4 ann 7D TxL L:bob-s1t2,cid-k2 +T", "               ^^^^^^^^^^^^^^^^^"]


@pytest.mark.parametrize(("at", "code"), [("3", 0), ("-1", 1), ("4", 1), ("5", 1), ("6", 2)])
def test_positions_of_a_game_with_a_fault(at: str, code: int) -> None:
    found, out, err = replay("-", "--at", at, "--format", "json", stdin=FAULTY)
    assert found == code
    assert bool(err) == (code > 0)
    assert ("E-parts" in err) == (code > 0)
    if at in ("3", "-1"):
        position = json.loads(out)
        assert position["turn"] == 3
        assert {x["player"]: x["cash"] for x in position["players"]} == {
            "ann": 5400,
            "bob": 5600,
            "cid": 5500,
        }
    else:
        assert out == "[]\n"


def test_faults_below_the_first_are_not_said() -> None:
    _, _, err = replay("-", stdin=FAULTY.replace("+WWW end", "+WWW nonsense"))
    assert err.count("error[") == 1
    _, _, err = replay("-", stdin="acquire 1\nnonsense\n" + SMALL.partition("\n")[2])
    assert err.count("error[") == 1


def test_an_assertion_that_fails_is_said_and_the_game_goes_on() -> None:
    code, out, err = replay("-", stdin=SMALL.replace("+LL\n", "+LL =1\n"))
    assert code == 1
    assert "E-assert" in err
    assert "Final account:" in out


def test_a_record_without_a_game_to_play() -> None:
    code, out, err = replay("-", "--format", "json", stdin="acquire 1\nruleset: none@1\n")
    assert (code, out) == (1, "[]\n")
    assert "E-ruleset" in err


def test_what_a_record_says_is_never_obeyed() -> None:
    evil = SMALL.replace("Ann Lee", "Ann\u202e\u200b").replace("one of each", "a\u2066b")
    for form in ("text", "json", "jsonl", "csv"):
        _, out, _ = replay("-", "--format", form, stdin=evil)
        assert all(line.isprintable() for line in out.split("\n"))
    document = json.loads(replay("-", "--format", "json", stdin=evil)[1])
    assert document["players"][0]["name"] == "Ann\u202e\u200b"


@pytest.mark.parametrize(
    "arguments",
    [
        ("--events",),
        ("--events", "--format", "jsonl", "--at", "1"),
        ("--boards", "--format", "json"),
        ("--boards", "--at", "1"),
        ("--at", "1", "--format", "csv"),
        ("--step",),
        ("--step", "--format", "json"),
        ("--format", "xml"),
        ("--at", "x"),
        ("--game", "0"),
    ],
)
def test_options_that_do_not_go_together(arguments: tuple[str, ...]) -> None:
    code, out, err = replay(str(CASES / "small.acq"), *arguments)
    assert (code, out) == (2, "")
    assert err.startswith("acquire: ")


def test_boards_after_every_turn() -> None:
    assert small("--boards").count("   1  2  3") == 6


def test_colour_only_where_it_is_wanted(tmp_path: Path) -> None:
    plain = small()
    coloured = small("--color", "always")
    assert plain == small("--color", "never")
    assert "\x1b[48;5;226" in coloured
    assert [COLOUR.sub("", line).rstrip() for line in coloured.split("\n")] == plain.split("\n")
    forced = PLAIN | {"FORCE_COLOR": "1"}
    file = str(CASES / "small.acq")
    assert "\x1b" in acquire("replay", file, variables=forced).stdout
    assert "\x1b" not in acquire("replay", file, variables=forced | {"NO_COLOR": "1"}).stdout


@needs_agreed
def test_agreed_games_in_80_columns() -> None:
    for path in sorted(AGREED.glob("*.acq")):
        code, out, err = replay(str(path), "--boards")
        assert (code, err) == (0, ""), path
        for line in out.split("\n"):
            assert len(line) <= 80 or re.match(r"\d+ [a-z]", line) or str(path) in line, line
        position = replay(str(path), "--at", "40")[1]
        assert len(position.splitlines()) <= 24


@needs_agreed
def test_agreed_positions() -> None:
    for path in sorted(AGREED.glob("*.acq")):
        twin = json.loads(path.with_suffix(".json").read_text())
        game = json.loads(replay(str(path), "--format", "json")[1])
        assert len(game["turns"]) == len(twin["turns"])
        for turn, known in zip(game["turns"], twin["turns"], strict=True):
            assert turn["cash"] == known["cash"]
            assert turn["position"].split()[0] == known["board"]
        last = json.loads(replay(str(path), "--at", "-1", "--format", "json")[1])
        assert {x["player"]: x["net"] for x in last["players"]} == twin["final"]["totals"]
        assert {x["chain"]: x["bank"] for x in last["chains"]} == twin["turns"][-1]["bank"]
        assert game["result"]["reason"] == twin["final"]["reason"]


def test_a_reader_that_has_seen_enough() -> None:
    file = str(CASES / "small.acq")
    for form in ("text", "json", "jsonl", "csv"):
        program = (PYTHON, "-m", "acquire_cli", "replay", *[file] * 200, "--format", form)
        done = shell('"$@" | head -1; true', *program)
        assert (done.stderr, len(done.stdout.splitlines())) == ("", 1)


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="this system has no /dev/full")
def test_a_full_disk() -> None:
    program = (PYTHON, "-m", "acquire_cli", "replay", str(CASES / "small.acq"))
    done = shell('"$@" > /dev/full', *program)
    assert done.returncode == 2
    assert done.stderr == "acquire: cannot write to standard output: No space left on device\n"


def test_missing_files_are_said_and_the_others_replayed() -> None:
    code, out, err = replay("nowhere.acq", str(CASES / "small.acq"))
    assert code == 2
    assert err == "acquire: nowhere.acq: No such file or directory\n"
    assert "Final account:" in out


def test_starting_up_asks_for_nothing_that_is_heavy() -> None:
    heavy = "tabulate", "msgspec", "prompt_toolkit", "json", "csv", "acquire_cli.engine"
    for command in ("replay", "standings"):
        script = (
            f"import typer, sys; before = set(sys.modules); import acquire_cli.commands.{command}; "
            f"print([name for name in {heavy} if name in set(sys.modules) - before])"
        )
        done = subprocess.run([PYTHON, "-c", script], capture_output=True, text=True, check=True)
        assert done.stdout == "[]\n"


# ---- walking ----


@pytest.mark.parametrize(
    ("key", "to"),
    [
        ("\x1b[C", 4),
        ("\x1b[D", 2),
        ("\x1bOC", 4),
        ("\x1b[H", 0),
        ("\x1b[F", 9),
        ("\x1b[6~", 9),
        ("\x1b[5~", 0),
        ("?", 3),
        ("", 3),
        ("\x1b[99X", 3),
    ],
)
def test_keys(key: str, to: int) -> None:
    assert moved(3, 10, key) == to


def test_a_screen_is_never_taller_or_wider_than_the_terminal() -> None:
    terminal = pyte.Screen(40, 10)
    stream = pyte.Stream(terminal)
    stream.feed(screen(["x" * 40, "y" * 60] + ["z"] * 30, 3, 9, 40, 10))
    assert terminal.display[0] == "x" * 40
    assert terminal.display[2].rstrip() == "z"
    assert terminal.display[9].startswith("3/8   left, right")
    stream.feed(screen(["short"], 4, 9, 40, 10))
    assert terminal.display[0].rstrip() == "short"
    assert [line.strip() for line in terminal.display[1:9]] == [""] * 8


def test_walking_with_the_arrow_keys() -> None:
    with Terminal(CASES, "replay", "--step", "small.acq") as terminal:
        terminal.until(lambda shown: "The start" in shown and "\n0/5 " in shown)
        terminal.press("\x1b[C\x1b[C")
        terminal.until(lambda shown: "2 bob 8D=L +LL" in shown and "\n2/5 " in shown)
        terminal.press("\x1b[F")
        terminal.until(lambda shown: "The game is over: declared." in shown and "\n5/5 " in shown)
        terminal.press("\x1b[D")
        terminal.until(lambda shown: "4 ann 7D TxL" in shown and "\n4/5 " in shown)
        terminal.press("q")
        assert terminal.ended() == 0
        assert terminal.restored()
        assert terminal.raw.endswith(LEAVE)


def drawn(terminal: Terminal, key: str) -> str:
    """The screen that a key leads to, once all of it has come."""
    before = len(terminal.raw)
    terminal.press(key)
    terminal.until(lambda shown: terminal.raw[before:].endswith(b"\x1b[?7h"))
    return terminal.text()


@pytest.mark.parametrize("rows", [24, 8])
def test_the_rest_of_a_long_page(rows: int) -> None:
    """A long line is broken, and down shows all that a merger came to before the next turn."""
    arguments = ("replay", "--step", "--at", "68", str(GAME))
    with Terminal(CASES, *arguments, rows=200) as terminal:
        page = terminal.until("68/71   left").split("\n\n\n")[0].splitlines()
        terminal.press("q")
        terminal.ended()
    turn = next(line for line in GAME.read_text().splitlines() if line.startswith("68 "))
    assert len(turn) > 80
    assert "".join(turn.split()) in "".join("".join(page).split())
    with Terminal(CASES, *arguments, rows=rows) as terminal:
        shown = terminal.until(lambda shown: "68/71   down: more" in shown)
        assert "iris sells" not in shown
        seen = shown.splitlines()
        while "down: more" in shown:
            shown = drawn(terminal, "\x1b[B")
            seen += shown.splitlines()
        assert set(page) <= set(seen)
        assert "iris sells" in "".join(seen)
        assert "68/71" in shown
        assert "69/71" in drawn(terminal, "\x1b[B")
        assert "68/71" in drawn(terminal, "\x1b[D")
        assert drawn(terminal, "\x1b[B").startswith("After turn 68") is False
        assert drawn(terminal, "\x1b[A").startswith("After turn 68")
        assert "67/71" in drawn(terminal, "\x1b[A")
        terminal.press("q")
        assert terminal.ended() == 0


def test_an_interrupt_puts_the_terminal_back() -> None:
    with Terminal(CASES, "replay", "--step", "--at", "-1", "small.acq", bare=True) as terminal:
        terminal.until("The game is over: declared.")
        terminal.press("\x03")
        assert terminal.ended() == 130
        assert terminal.restored()
        assert LEAVE in terminal.raw
