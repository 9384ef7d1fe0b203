"""The manual and the program say the same: commands, options, fields, codes."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from acquire_cli.commands import topics
from acquire_cli.commands.completing import HELP, Node, tree
from acquire_cli.commands.standings_game import FIELDS
from acquire_cli.commands.standings_run import SUMMARY_FIELDS
from acquire_cli.commands.table import COMMANDS
from acquire_cli.formats.columns import TURN_HEAD
from acquire_cli.formats.csvs import EVENT_HEAD
from acquire_cli.records.events import Event
from acquire_cli.records.filter_fields import FIELDS as FILTER_FIELDS

ROOT = Path(__file__).resolve().parents[2]
PAGES = sorted((ROOT / "man").glob("*.[1-9]"))
PAGE = (ROOT / "man" / "acquire.1").read_text(encoding="utf-8")
PLAY = ROOT / "man" / "acquire-play.1"


@pytest.fixture(scope="module")
def program() -> Node:
    return tree()


def section(command: str) -> str:
    """What the page says of a command."""
    found = re.search(rf"^\.Ss {re.escape(command)}\n(.*?)(?=^\.S[sh] )", PAGE, re.M | re.S)
    assert found, f"acquire.1 says nothing of {command}"
    return found.group(1)


def options(page: str) -> set[str]:
    """The options that a part of a page has an entry for."""
    entries = re.findall(r"^\.It (Fl .*)$", page, re.M)
    return {f"-{name}" for entry in entries for name in re.findall(r"\bFl (\S+)", entry)}


def taken(node: Node) -> set[str]:
    """The options that a command and those below it take, but for help."""
    return {
        name
        for below in node.nodes()
        for option in below.options
        if option is not HELP
        for name in option.names
    }


def words(page: str) -> set[str]:
    """The words of a page's list lines and of its running ones."""
    return set(re.findall(r"[a-z][\w.-]*\w", page))


def test_the_page_has_the_commands_in_their_order() -> None:
    commands = PAGE.partition("\n.Sh COMMANDS\n")[2].partition("\n.Sh ")[0]
    assert re.findall(r"^\.Ss (\S+)$", commands, re.M) == list(COMMANDS)


@pytest.mark.parametrize("command", [name for name in COMMANDS if name != "play"])
def test_options_are_those_of_the_command(program: Node, command: str) -> None:
    node = next(child for child in program.children if child.path == (command,))
    assert options(section(command)) == taken(node)
    assert f".Ic {command}" in section(command)


def test_options_of_play_stand_in_a_page_of_their_own(program: Node) -> None:
    node = next(child for child in program.children if child.path == ("play",))
    page = PLAY.read_text(encoding="utf-8")
    assert options(page) - {"-h", "--help"} == taken(node)


def test_shared_options_are_explained_once() -> None:
    above = PAGE.partition("\n.Sh COMMANDS\n")[0]
    assert options(above) == {"-h", "--help", "-o", "--output", "--ruleset", "--color"}
    assert "Fl -version" in above


@pytest.mark.parametrize(
    "fields",
    [
        FIELDS,
        SUMMARY_FIELDS,
        EVENT_HEAD,
        TURN_HEAD,
        topics.GAME.split(),
        topics.GAME_PLAYERS.split(),
        topics.TURN.split(),
        topics.POSITION.split(),
        topics.POSITION_PLAYERS.split(),
        topics.POSITION_CHAINS.split(),
        topics.FINDINGS.split(),
        topics.MOVES.split(),
    ],
)
def test_every_field_is_explained(fields: tuple[str, ...]) -> None:
    part = PAGE.partition("\n.Sh JSON AND CSV\n")[2].partition("\n.Sh ")[0]
    assert set(fields) <= words(part)


def test_every_event_is_explained() -> None:
    for kind in Event.__subclasses__():
        entry = re.search(rf"^\.It Cm (.*, )?{kind.__struct_config__.tag}\b.*\n", PAGE, re.M)
        entry = entry or re.search(rf"^\.It Cm {kind.__struct_config__.tag} ,", PAGE, re.M)
        assert entry, kind
        said = PAGE[entry.end() :].partition("\n.It ")[0]
        assert set(kind.__struct_fields__) <= words(said), kind


def test_every_field_of_an_expression_is_named() -> None:
    part = PAGE.partition("\n.Sh EXPRESSIONS\n")[2].partition("\n.Sh ")[0]
    named = {name for name, field in FILTER_FIELDS.items() if field.help}
    assert named <= words(part)


def test_variables_are_those_of_the_help() -> None:
    part = PAGE.partition("\n.Sh ENVIRONMENT\n")[2].partition("\n.Sh ")[0]
    told = set(re.findall(r"\b[A-Z]+(?:_[A-Z]+)+\b", topics.ENVIRONMENT))
    assert told <= set(re.findall(r"\b[A-Z]+(?:_[A-Z]+)*\b", part))


def test_pages_refer_to_pages_that_are_there() -> None:
    written = {path.name for path in PAGES}
    for path in PAGES:
        for name, number in re.findall(r"^\.Xr (\S+) (\d)", path.read_text("utf-8"), re.M):
            if name.startswith("acquire"):
                assert f"{name}.{number}" in written, f"{path.name}: {name}({number})"


def test_the_formatter_finds_nothing_to_say() -> None:
    mandoc = shutil.which("mandoc")
    if mandoc is None:
        pytest.skip("mandoc is not installed")
    done = subprocess.run(
        [mandoc, "-T", "lint", "-W", "warning", *map(str, PAGES)], capture_output=True, text=True
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
