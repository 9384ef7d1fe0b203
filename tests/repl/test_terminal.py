"""A few real terminals, 80 by 24 unless said otherwise; the pictures are kept beside this file.

A picture that differs is written beside the kept one as ``.new``, to be looked at.
"""

import os
import re
import shutil
import signal
import time
from pathlib import Path

import pytest

from tests.commands.program import processor_seconds
from tests.commands.terminal import ROOT, Terminal
from tests.repl.support import MERGER, POSITION, at

KEPT = Path(__file__).parent / "pictures"
ALONE = ("--players", "ann,bob:random,cyd:random", "--seed", "friday")


def looks_like(played: Terminal, name: str) -> None:
    kept = KEPT / f"{name}.txt"
    new = kept.with_suffix(".new")
    picture = kept.read_text() if kept.exists() else "nothing\n"
    try:
        played.until(lambda shown: shown == picture)
    except AssertionError:
        new.write_text(played.text())
        raise AssertionError(f"{name}:\n{played.text()}\nis not\n{picture}") from None
    new.unlink(missing_ok=True)


def asked(shown: str) -> bool:
    """Whether the last line asks for a tile, and nothing is typed yet."""
    return shown.rstrip().endswith(" tile>")


def merging(tmp_path: Path, seats: str = "bob=random cid=random") -> str:
    text = MERGER.format(position=POSITION) + (f"x-players: {seats}\n" if seats else "")
    (tmp_path / "m.acq").write_text(text)
    return "m.acq"


def test_the_first_screen(tmp_path: Path) -> None:
    with Terminal(tmp_path, "play", "g.acq", *ALONE) as played:
        looks_like(played, "first")
        played.press("\x04")
        assert played.ended() == 0
    assert (tmp_path / "g.acq").exists()


def test_a_merger_with_its_menu(tmp_path: Path) -> None:
    with Terminal(tmp_path, "play", merging(tmp_path)) as played:
        played.until("1 ann tile> ")
        played.press("6f\r")
        played.until("1 ann dispose> ")
        played.press("\t")
        looks_like(played, "merger")
        played.press("\x03s2t2\r")
        looks_like(played, "buying")
        played.press("iii\r")
        played.until(lambda shown: re.search(r"4 ann tile>$", shown, re.MULTILINE) is not None)
        played.press("quit\r")
        assert played.ended() == 0
    assert "1 ann 6F IxT T:ann-s2t2" in (tmp_path / "m.acq").read_text()


def test_refusals_and_help(tmp_path: Path) -> None:
    with Terminal(tmp_path, "play", merging(tmp_path)) as played:
        played.until("1 ann tile> ")
        played.press("3a\rbord\r?\r")
        looks_like(played, "help")
        played.press("12\x03\x04")
        assert played.ended() == 0


def test_several_people(tmp_path: Path) -> None:
    with Terminal(tmp_path, "play", merging(tmp_path, "")) as played:
        shown = played.until("Press Enter when only ann looks.")
        assert "6F" not in shown
        played.press("\r")
        played.until("1 ann tile> ")
        played.press("6f\r")
        played.until("1 ann dispose> ")
        played.press("s4\r")
        asked = "bob is next. Press Enter when only bob looks."
        played.until(lambda shown: shown.strip() == asked)
        assert b"\x1b[3J" in played.raw
        played.press("\r")
        looks_like(played, "bob")
        played.press("\x1b[A")  # the other's history is not to be had
        played.press("s3\r")
        played.until("Press Enter when only cid looks.")
        played.press("\x04")
        assert played.ended() == 0
    assert (tmp_path / "m.acq").read_text().endswith("1 ann 6F IxT T:ann-s4,bob-s3 ..\n")


@pytest.mark.parametrize("way", ["quit\r", "\x04"])
@pytest.mark.parametrize("plain", [False, True])
def test_no_hand_stays_on_a_shared_screen(tmp_path: Path, way: str, plain: bool) -> None:
    arguments = ["--plain"] if plain else []
    with Terminal(tmp_path, "play", merging(tmp_path, ""), *arguments) as played:
        played.until("Press Enter when only ann looks.")
        played.press("\r")
        played.until("1 ann tile> ")
        played.press("hand\r")
        played.until("12H  alone")
        played.press(way)
        assert played.ended() == 0
        assert played.text().strip() == "Saved in m.acq."


def test_who_plays_alone_keeps_the_screen(tmp_path: Path) -> None:
    with Terminal(tmp_path, "play", merging(tmp_path)) as played:
        played.until("1 ann tile> ")
        played.press("hand\rquit\r")
        assert played.ended() == 0
        assert "12H  alone" in played.text()


def test_a_plain_terminal_tells_the_next_what_the_others_did(tmp_path: Path) -> None:
    with Terminal(tmp_path, "play", merging(tmp_path, ""), "--plain") as played:
        played.until("Press Enter when only ann looks.")
        played.press("\r")
        played.until("1 ann tile> ")
        played.press("6f s4\r")
        played.until("Press Enter when only bob looks.")
        played.press("\r")
        played.until(lambda shown: "\n1 ann 6F IxT T:ann-s4 ..\n" in shown and "dispose>" in shown)
        played.press("\x04")
        assert played.ended() == 0


def test_a_finished_game_shows_how_it_ended(tmp_path: Path) -> None:
    game = "classic-2p-exhausted.acq"
    shutil.copy(ROOT / "games" / game, tmp_path)
    with Terminal(tmp_path, "play", game, rows=40) as played:
        shown = played.until("over> ")
        assert "The game is over: exhausted." in shown
        assert "emil wins by " in shown
        played.press("\x04")
        assert played.ended() == 0


@pytest.mark.parametrize("size", [(24, 60), (40, 132)])
def test_other_sizes(tmp_path: Path, size: tuple[int, int]) -> None:
    rows, columns = size
    with Terminal(tmp_path, "play", merging(tmp_path), rows=rows, columns=columns) as played:
        looks_like(played, f"size-{rows}x{columns}")


def test_the_window_changes_its_size(tmp_path: Path) -> None:
    """The bar and what is said from then on have the new width."""
    with Terminal(tmp_path, "play", merging(tmp_path)) as played:
        played.until("C - (25)\nI 4 600 (20)\n")
        played.resize(30, 60)
        played.until("1 ann tile> ")
        before = len(played.raw)
        played.press("board\r")
        played.until(lambda shown: re.search(rb"cid +[67],", played.raw[before:]))
        said = re.sub(rb"\x1b\[[0-9;?]*[A-Za-z]", b"", played.raw[before:]).split(b"\n")
        board = [line for line in said if re.match(rb"[A-I] +[.A-Z\[]", line)]
        assert len(board) == 9
        assert max(map(len, board)) <= 61  # made for that width, not cut by it
        played.resize(30, 100)
        played.until("C - (25) | I 4 600 (20)\n")
        played.press("moves\r" + "z" * 50 + "\r")
        played.until(f"refused: '{'z' * 50}' is no command and no turn\n")
        played.press("\x04")
        assert played.ended() == 0


def test_colour_and_none(tmp_path: Path) -> None:
    with Terminal(tmp_path, "play", merging(tmp_path)) as played:
        played.until("1 ann tile> ")
        assert b"\x1b[48;5;" in played.raw
    with Terminal(tmp_path, "play", merging(tmp_path), variables={"NO_COLOR": "1"}) as played:
        played.until("1 ann tile> ")
        played.press("6f s2t2 iil")
        played.until("6f s2t2 iil")
        assert not re.search(rb"\x1b\[[0-9;]*(3[0-8]|4[0-8]|9[0-7])[0-9;]*m", played.raw)


def test_marks_that_are_typed_are_spelt_out(tmp_path: Path) -> None:
    """What turns the line round or hides in it reaches the terminal in letters, as elsewhere."""
    with Terminal(tmp_path, "play", merging(tmp_path)) as played:
        played.until("1 ann tile> ")
        played.press("a\u202eb\u200bc\u2066d")
        played.until("tile> a\\u202eb\\u200bc\\u2066d")
        played.press("\r")
        played.until("refused: ")
        played.press("\x04")
        assert played.ended() == 0
    for mark in "\u202e\u200b\u2066":
        assert mark.encode() not in played.raw


def test_a_dumb_terminal(tmp_path: Path) -> None:
    with Terminal(tmp_path, "play", merging(tmp_path), variables={"TERM": "dumb"}) as played:
        played.until("1 ann tile> ")
        played.press("3a\n")
        played.until(lambda shown: "refused: 3A is not in the hand" in shown and asked(shown))
        assert b"\x1b" not in played.raw
        played.press("\x03")
        played.until(lambda shown: "tile> ^C" in shown and asked(shown))
        played.press("6f s4 iii\n")
        played.until("4 ann tile> ")
        played.press("\x04")
        assert played.ended() == 0
        assert b"\x1b" not in played.raw


def test_plain_lines(tmp_path: Path) -> None:
    with Terminal(tmp_path, "play", merging(tmp_path), "--plain") as played:
        looks_like(played, "plain")
        assert b"\x1b" not in played.raw


def test_the_history_is_kept_for_one_person_alone(tmp_path: Path) -> None:
    with Terminal(tmp_path, "play", merging(tmp_path), "--unicode") as played:
        shown = played.until("1 ann tile> ")
        assert "·" in shown
        played.press("standings\r")
        played.until("gap")
        played.press("\x04")
        played.ended()
    history = tmp_path / ".local" / "state" / "acquire" / "history"
    assert "standings" in history.read_text()
    assert os.stat(history).st_mode & 0o077 == 0
    with Terminal(tmp_path, "play", merging(tmp_path)) as played:
        played.until("1 ann tile> ")
        # The file is read beside the first picture: a key may come before it.
        for _ in range(30):
            if "1 ann tile> standings" in played.text():
                break
            played.press("\x1b[A")
            played.quiet(0.3)
        played.until("1 ann tile> standings", 1)
    assert at((tmp_path / "m.acq").read_text()).now.number == 1


def test_the_first_prompt_comes_soon(tmp_path: Path) -> None:
    """Processor time to it and out again, coarsely; a busy machine must not matter."""
    used = []
    for name in ("one", "two", "three"):
        with Terminal(tmp_path, "play", f"{name}.acq", *ALONE, bare=True) as played:
            played.until("tile> ")
            played.press("\x04")
            played.ended()
            used.append((processor_seconds("-c", "import typer"), played.seconds))
    typer, ours = (min(times) for times in zip(*used, strict=True))
    assert ours <= 9 * typer


def test_interrupts_between_prompts_show_nothing(tmp_path: Path) -> None:
    """They clear the line that was being worked on, whenever they come."""
    with Terminal(tmp_path, "play", "g.acq", *ALONE, bare=True) as played:
        played.until("tile> ")
        for number in range(40):
            played.press("s9999\r")
            time.sleep(number / 2000)
            os.kill(played.pid, signal.SIGINT)
            while played.read(0.06):
                pass
        os.kill(played.pid, signal.SIGINT)
        before = len(played.raw)
        played.press("\x03board\r")
        played.until(lambda shown: re.search(b"price safe.*tile>", played.raw[before:], re.S))
        played.press("\x04")
        assert played.ended() == 0
    for word in (b"Traceback", b"Exception"):
        assert word not in played.raw, played.raw[played.raw.find(word) - 200 :]


def test_an_interrupt_while_a_line_is_worked_on_loses_no_game(tmp_path: Path) -> None:
    (tmp_path / "away").mkdir()
    with Terminal(
        tmp_path, "play", "away/g.acq", "--players", "ann,bob:random", "--seed", "one", bare=True
    ) as played:
        played.until("tile> ")
        shutil.rmtree(tmp_path / "away")
        played.press("12e\r")
        played.until("3 ann tile>")
        assert b"NOT SAVED" in played.raw
        for number in range(12):
            played.press("hint\r")
            time.sleep(0.005 * number)
            os.kill(played.pid, signal.SIGINT)
            while played.read(0.06):
                pass
        # Whatever is still on its way, the end of input ends it once the line is empty.
        played.press("\x03\x04")
        assert played.ended() == 2
    shown = played.raw.decode().replace("\r", "")
    assert "The game is NOT SAVED. Its record, to be copied:" in shown
    assert "acquire 1\n" in shown.partition("to be copied:")[2]


def test_a_stop_as_an_interrupted_prompt_ends_shows_nothing(tmp_path: Path) -> None:
    """In the middle of putting the event loop away."""
    (tmp_path / "sitecustomize.py").write_text(
        "import asyncio.base_events, signal\n"
        "loop = asyncio.base_events.BaseEventLoop\n"
        "def ending(self, before=loop.shutdown_asyncgens):\n"
        "    signal.raise_signal(signal.SIGTERM)\n"
        "    return before(self)\n"
        "loop.shutdown_asyncgens = ending\n"
    )
    path = f"{tmp_path}{os.pathsep}{ROOT}"
    variables = {"PYTHONPATH": path}
    with Terminal(tmp_path, "play", "g.acq", *ALONE, variables=variables, bare=True) as played:
        played.until("tile> ")
        os.kill(played.pid, signal.SIGINT)
        assert played.ended() == 128 + signal.SIGTERM
    for word in (b"Traceback", b"Exception"):
        assert word not in played.raw, played.raw
