"""The environment: colour, width, folders, and text made safe for a terminal."""

import io
import os
import subprocess
import time
from pathlib import Path

import pytest

from acquire_cli.commands.environment import (
    ColorChoice,
    Environment,
    PatientFile,
    printable,
    shipped,
)
from acquire_cli.display.clean import printable_lines
from tests.commands.program import PLAIN, PYTHON


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("choice", "variables", "terminal", "color"),
    [
        ("auto", {}, True, True),
        ("auto", {}, False, False),
        ("auto", {"NO_COLOR": "1"}, True, False),
        ("auto", {"NO_COLOR": ""}, True, True),
        ("auto", {"NO_COLOR": "1", "FORCE_COLOR": "1"}, True, False),
        ("auto", {"TERM": "dumb"}, True, False),
        ("auto", {"TERM": "dumb", "CLICOLOR_FORCE": "1"}, False, True),
        ("auto", {"CLICOLOR": "0"}, True, False),
        ("auto", {"FORCE_COLOR": "0"}, False, False),
        ("auto", {"FORCE_COLOR": "3"}, False, True),
        ("always", {"NO_COLOR": "1", "TERM": "dumb"}, False, True),
        ("never", {"FORCE_COLOR": "1"}, True, False),
    ],
)
def test_color(choice: ColorChoice, variables: dict[str, str], terminal: bool, color: bool) -> None:
    environment = Environment(stdout=Terminal() if terminal else io.StringIO(), variables=variables)
    environment.color_choice = choice
    assert environment.color is color


@pytest.mark.parametrize(
    ("columns", "width"), [("132", 132), ("", 80), ("0", 80), ("-3", 80), ("wide", 80), ("²", 80)]
)
def test_width_is_columns_or_80(columns: str, width: int) -> None:
    assert Environment(variables={"COLUMNS": columns}).width == width


def test_folders_follow_xdg() -> None:
    environment = Environment(
        variables={"HOME": "/home/ann", "XDG_STATE_HOME": "/state", "XDG_DATA_HOME": "not/absolute"}
    )
    assert environment.config_dir == Path("/home/ann/.config/acquire")
    assert environment.data_dir == Path("/home/ann/.local/share/acquire")
    assert environment.state_dir == Path("/state/acquire")


def test_without_home_the_folders_are_somewhere_or_nowhere() -> None:
    for variables in ({}, {"HOME": ""}, {"HOME": "relative"}):
        folder = Environment(variables=variables).config_dir
        assert folder is None or folder.is_absolute()


def test_without_home_and_without_a_user_there_is_no_folder(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    import pwd

    def nobody(uid: int) -> None:
        raise KeyError(uid)

    monkeypatch.setattr(pwd, "getpwuid", nobody)
    monkeypatch.delenv("HOME", raising=False)
    assert Environment().state_dir is None


def test_terminals_are_asked_one_by_one() -> None:
    environment = Environment(stdout=Terminal())
    assert environment.stdout_is_terminal
    assert not environment.stderr_is_terminal
    assert not environment.stdin_is_terminal
    gone = io.StringIO()
    gone.close()
    assert not Environment(stdout=gone).stdout_is_terminal


def test_messages_are_one_line_and_spelt_out() -> None:
    err = io.StringIO()
    Environment(stderr=err).say("evil\x1b[2J\nname\udc80")
    assert err.getvalue() == "acquire: evil\\x1b[2J\\nname\\udc80\n"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Ann Lee", "Ann Lee"),
        ("Zürich ☃", "Zürich ☃"),
        ("a\tb", "a\\tb"),
        ("\x9b31m", "\\x9b31m"),
        ("a\u202eb", "a\\u202eb"),
        ("\x7f", "\\x7f"),
    ],
)
def test_printable(text: str, shown: str) -> None:
    assert printable(text) == shown


@pytest.mark.parametrize("name", ["notation", "games"])
def test_shipped_folders_are_found(name: str) -> None:
    assert shipped(name).is_dir()


def test_several_lines_keep_their_ends_and_tabs() -> None:
    assert printable_lines("a\tb\nc\x1b\u2028\n") == "a\tb\nc\\x1b\\u2028\n"


LONG = "no format 'foo'; there are " + ", ".join(f"format{n}" for n in range(40))


@pytest.mark.parametrize("columns", [40, 80, 132])
def test_a_long_message_is_broken_between_words_on_a_terminal(columns: int) -> None:
    err = Terminal()
    environment = Environment(stderr=err, variables={"COLUMNS": str(columns)})
    environment.say(LONG)
    environment.show("  short\n  " + LONG)
    lines = err.getvalue().splitlines()
    assert max(map(len, lines)) <= columns
    assert "  short" in lines
    assert " ".join(" ".join(lines).split()) == f"acquire: {LONG} short {LONG}"


def test_elsewhere_a_message_is_one_line() -> None:
    err = io.StringIO()
    Environment(stderr=err, variables={"COLUMNS": "80"}).say(LONG + "\nmore")
    assert err.getvalue() == f"acquire: {LONG}\\nmore\n"


def test_standard_input_that_blocks_nobody_is_waited_for() -> None:
    """Whoever shares it may have set it so; what comes later is no less of it."""
    out, into = os.pipe()
    os.set_blocking(out, False)
    text = b"acquire 1\nruleset: classic@1\nplayers: ann bob\n\n1 ann 99Z\n"
    process = subprocess.Popen(
        [PYTHON, "-m", "acquire_cli", "validate", "-"],
        stdin=out,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=PLAIN,
    )
    os.close(out)
    for part in (text[:20], text[20:]):
        time.sleep(0.7)
        os.write(into, part)
    os.close(into)
    said, err = process.communicate(timeout=30)
    assert (process.returncode, err) == (1, b"acquire: 1 game, 1 error\n")
    assert b"E-no-square" in said


def test_what_cannot_be_read_of_standard_input_is_said_of_it() -> None:
    out, into = os.pipe()
    stream = io.BufferedReader(PatientFile(out, "rb", closefd=False))
    os.close(out)
    with pytest.raises(OSError, match="Bad file descriptor") as error:
        stream.read(1)
    assert error.value.filename == "standard input"
    os.close(into)
