"""`acquire help`: topics, codes, and what happens for a word it does not know."""

import io
import json
import re
from pathlib import Path

import pytest

from acquire_cli.app import main
from acquire_cli.commands import topics
from acquire_cli.commands.environment import PACKAGE, Environment, shipped
from acquire_cli.commands.table import COMMANDS
from acquire_cli.notation.explained import CODES

CASES = shipped("notation") / "cases"


def run(*arguments: str) -> tuple[int, str, str]:
    out, err = io.StringIO(), io.StringIO()
    code = main(arguments, Environment(stdout=out, stderr=err))
    return code, out.getvalue(), err.getvalue()


def test_without_a_topic_it_lists_them_all() -> None:
    code, out, err = run("help")
    assert (code, err) == (0, "")
    assert [line.split()[0] for line in out.splitlines() if line.startswith("  ")] == list(
        topics.TOPICS
    )


@pytest.mark.parametrize("topic", topics.TOPICS)
def test_every_topic_has_a_text_that_fits_a_terminal(topic: str) -> None:
    code, out, err = run("help", topic)
    assert (code, err) == (0, "")
    assert out.endswith("\n")
    assert not out.endswith("\n\n")
    assert max(map(len, out.splitlines())) <= 80


def test_commands_are_those_of_the_table() -> None:
    lines = run("help", "commands")[1].splitlines()
    assert [line.split()[1] for line in lines if line.startswith("acquire ")] == list(COMMANDS)


def test_a_topic_is_found_in_any_case() -> None:
    assert run("help", "Exit-Codes") == run("help", "exit-codes")


def test_unknown_topic_suggests_and_exits_2() -> None:
    code, out, err = run("help", "exitcodes")
    assert (code, out) == (2, "")
    assert err.startswith("acquire: no help on 'exitcodes'; do you mean exit-codes?\n")


def test_nothing_near_suggests_nothing() -> None:
    assert run("help", "qqqq")[2].startswith("acquire: no help on 'qqqq'\n")


def test_error_codes_are_looked_up_in_the_table_of_findings(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Entry:
        title = "a title"
        text = "A longer text."
        example = "1 ann 6F\n2 bob 6F"
        mend = "Do something."

    monkeypatch.setattr(topics, "_codes", lambda: {"E-made-up": Entry()})
    made_up = (
        "E-made-up: a title\n\nA longer text.\n\nFor example:\n  1 ann 6F\n  2 bob 6F\n\n"
        "To mend it: Do something.\n"
    )
    expected = (0, made_up, "")
    assert run("help", "E-made-up") == expected
    assert run("help", "e-MADE-up") == expected
    assert "do you mean E-made-up?" in run("help", "E-made-u")[2]


def test_every_code_is_explained() -> None:
    listed = run("help", "findings")[1]
    for code in CODES:
        exit_code, out, err = run("help", code)
        assert (exit_code, err) == (0, "")
        title, _, text = out.partition("\n\n")
        assert title.startswith(f"{code}: ")
        assert text.strip()
        assert max(map(len, out.splitlines())) <= 80
        assert f"\n{code} " in "\n" + listed


def test_every_code_that_a_case_names_is_explained() -> None:
    named = set()
    for path in CASES.rglob("*.json"):
        named |= set(re.findall(r'"([EW]-[a-z0-9-]+)"', path.read_text(encoding="utf-8")))
    assert len(named) > 30
    assert named <= set(CODES)


def test_every_code_that_the_program_names_is_explained() -> None:
    named = set()
    for path in PACKAGE.rglob("*.py"):
        named |= set(re.findall(r'"([EW]-[a-z0-9-]+)"', path.read_text(encoding="utf-8")))
    assert named == set(CODES)


def test_fields_are_those_that_are_written() -> None:
    """The lists of names in the topic are the keys of what the commands write."""
    game = str(shipped("games") / "classic-4p-unfinished.acq")
    document = json.loads(run("replay", "--format", "json", game)[1])
    assert list(document) == topics.GAME.split()
    assert list(document["players"][0]) == topics.GAME_PLAYERS.split()
    assert list(document["turns"][0]) == topics.TURN.split()
    assert list(document["result"]) == ["reason", "finished", "players"]
    line = json.loads(run("replay", "--format", "jsonl", game)[1].splitlines()[0])
    assert list(line) == ["file", "game", *topics.TURN.split()]
    position = json.loads(run("replay", "--at", "3", "--format", "json", game)[1])
    assert list(position) == topics.POSITION.split()
    assert list(position["players"][0]) == topics.POSITION_PLAYERS.split()
    assert list(position["chains"][0]) == topics.POSITION_CHAINS.split()
    move = json.loads(run("moves", "--step", "--format", "jsonl", game)[1].splitlines()[0])
    assert list(move) == topics.MOVES.split()


def test_fields_of_a_finding(tmp_path: Path) -> None:
    record = tmp_path / "bad.acq"
    record.write_text("acquire 1\n")
    found = json.loads(run("validate", "--format", "json", str(record))[1])
    assert list(found[0]) == topics.FINDINGS.split()
