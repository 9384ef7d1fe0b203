"""`acquire completions`: the scripts do in their shells what they are for."""

import os
import re
import select
import shutil
import subprocess
import time
from pathlib import Path
from shlex import quote

import pytest

from acquire_cli.commands import completing
from acquire_cli.commands.completing import Kind, Node
from acquire_cli.commands.table import COMMANDS
from tests.commands.program import PLAIN, acquire
from tests.commands.terminal import at_terminal

RECORD = "acquire 1\nruleset: classic@1\nplayers: {}\nstart: ann=1B bob=5B\n"

# What is typed, the word at the cursor last, and what is offered for it.
CASES: list[tuple[list[str], set[str]]] = [
    (["val"], {"validate"}),
    (["rules", ""], {"list", "show", "diff"}),
    (["rules", "show", "cl"], {"classic"}),
    (["rules", "diff", "classic", "ty"], {"tycoon"}),
    (["help", "E-pla"], {"E-players", "E-playable"}),
    (["help", "exit"], {"exit-codes"}),
    (["validate", "--forma"], {"--format"}),
    (["validate", "--format", ""], {"text", "json", "jsonl"}),
    (["validate", "--format", "js"], {"json", "jsonl"}),
    (["validate", "--max-errors", "3", "ou"], {"our game.acq", "ours.acq"}),
    (["validate", "-q", "sh"], {"shelf"}),
    (["validate", "shelf/"], {"shelf/old.acq"}),
    (["fmt", "--ruleset", ""], {"mine.toml", "shelf"}),
    (["new", "--ruleset", "mi"], {"mine.toml"}),
    (["new", "--ruleset", "gr"], {"grand-hotel"}),
    (["standings", "--format", "lat"], {"latex", "latex_booktabs", "latex_longtable", "latex_raw"}),
    (["validate", "--output", "no"], {"notes.txt"}),
    (["convert", "no"], {"notes.txt"}),
    (["completions", "f"], {"fish"}),
]


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("completions")
    (folder / "shelf").mkdir()
    (folder / "ours.acq").write_text(RECORD.format("ann bob"))
    (folder / "our game.acq").write_text(RECORD.format("Cid, Dee"))
    (folder / "shelf" / "old.acq").write_text(RECORD.format("eve fred"))
    (folder / "mine.toml").write_text("")
    (folder / "notes.txt").write_text("")
    return folder


@pytest.fixture(scope="module")
def scripts(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the scripts, each named by its shell."""
    folder = tmp_path_factory.mktemp("scripts")
    for shell in ("bash", "zsh", "fish"):
        done = acquire("completions", shell)
        assert (done.returncode, done.stderr) == (0, "")
        (folder / shell).write_text(done.stdout)
    return folder


@pytest.fixture(scope="module")
def tree() -> Node:
    return completing.tree()


def shell(name: str) -> str:
    path = shutil.which(name)
    if path is None:
        pytest.skip(f"{name} is not installed")
    return path


# ---- the tree ----


def test_the_tree_has_every_command(tree: Node) -> None:
    assert [child.path for child in tree.children] == [(name,) for name in COMMANDS]
    assert [child.path for child in tree.nodes()][-1] == ("help",)


def test_of_every_word_it_is_known_what_it_is() -> None:
    """A new metavar goes into one of the two tables, with what shall be completed there."""
    for name in COMMANDS:
        done = acquire(name, "--help")
        for metavar in re.findall(r"^  (?:-\w, )?--[a-z-]+ ([A-Z][^\s]*)", done.stdout, re.M):
            assert metavar in completing.OPTIONS, f"{name}: {metavar}"
        arguments = done.stdout.partition("Arguments:\n")[2].partition("\n\n")[0]
        for metavar in re.findall(r"^  ([A-Z[][^\s]*)", arguments, re.M):
            assert metavar in completing.ARGUMENTS, f"{name}: {metavar}"


def test_help_words_are_all_that_help_explains(tree: Node) -> None:
    topic = next(node for node in tree.nodes() if node.path == ("help",)).arguments[0]
    assert topic.kind is Kind.WORDS
    assert {"notation", "formats", "validate", "E-turn"} <= set(topic.words)


def test_only_three_shells() -> None:
    done = acquire("completions", "tcsh")
    assert done.returncode == 2
    assert "tcsh" in done.stderr


# ---- bash ----

CALL = """
. "$1"; shift
cursor=$1; shift
COMP_WORDS=(); COMP_CWORD=0
for word; do COMP_WORDS+=("$word"); done
COMP_CWORD=$cursor
COMPREPLY=()
"$(complete -p acquire | sed 's/.*-F \\([^ ]*\\) .*/\\1/')" acquire "${COMP_WORDS[cursor]}" ''
[ ${#COMPREPLY[@]} -eq 0 ] || printf '%s\\n' "${COMPREPLY[@]}"
"""


def bash(scripts: Path, room: Path, words: list[str], cursor: int = -1) -> set[str]:
    """What bash offers for the word at the cursor; words as bash takes a line apart."""
    words = ["acquire", *words]
    at = str(cursor % len(words) if cursor < 0 else cursor + 1)
    done = subprocess.run(
        [shell("bash"), "--norc", "-c", CALL, "bash", str(scripts / "bash"), at, *words],
        cwd=room,
        env=PLAIN,
        capture_output=True,
        text=True,
        timeout=30,
    )
    assert (done.returncode, done.stderr) == (0, ""), done.stderr
    found = done.stdout.splitlines()
    assert len(found) == len(set(found))
    return set(found)


@pytest.mark.parametrize(
    ("words", "offered"),
    CASES,
    ids=lambda case: " ".join(sorted(case) if isinstance(case, set) else case),
)
def test_bash(scripts: Path, room: Path, words: list[str], offered: set[str]) -> None:
    assert bash(scripts, room, words) == offered


def test_bash_offers_the_commands_first(scripts: Path, room: Path) -> None:
    assert bash(scripts, room, [""]) == set(COMMANDS)


def test_bash_offers_players_of_the_record_on_the_line(scripts: Path, room: Path) -> None:
    assert bash(scripts, room, ["view", "", "ours.acq"], 1) == {"table", "ann", "bob"}
    assert bash(scripts, room, ["view", "", "our\\ game.acq"], 1) == {"table", "cid", "dee"}
    assert bash(scripts, room, ["view", "", "'our game.acq'"], 1) == {"table", "cid", "dee"}
    assert bash(scripts, room, ["view", "f", "shelf/old.acq"], 1) == {"fred"}
    assert bash(scripts, room, ["view", "ann", "shelf/o"]) == {"shelf/old.acq"}


def test_bash_offers_players_of_this_folder_else(scripts: Path, room: Path) -> None:
    assert bash(scripts, room, ["view", ""]) == {"table", "ann", "bob", "cid", "dee"}


def test_bash_puts_words_together_that_it_takes_apart(scripts: Path, room: Path) -> None:
    assert bash(scripts, room, ["validate", "--format", "=", "js"]) == {"json", "jsonl"}
    assert bash(scripts, room, ["validate", "--format", "="]) == {"text", "json", "jsonl"}
    assert bash(scripts, room, ["validate", "--format=js"]) == {"--format=json", "--format=jsonl"}
    assert bash(scripts, room, ["new", "--rules", "dead", "=", "o"]) == {"once", "optional"}
    assert bash(scripts, room, ["new", "--rules", "ca"]) == {"cash="}
    assert bash(scripts, room, ["validate", "--format", "=", "json", "ours"]) == {"ours.acq"}


def test_bash_offers_no_option_behind_two_dashes(scripts: Path, room: Path) -> None:
    assert bash(scripts, room, ["validate", "--", "--forma"]) == set()
    assert bash(scripts, room, ["validate", "--", "ours"]) == {"ours.acq"}


def test_bash_completes_names_with_blanks(scripts: Path, room: Path) -> None:
    assert bash(scripts, room, ["fmt", "our\\ g"]) == {"our game.acq"}
    assert bash(scripts, room, ["fmt", '"our g']) == {"our game.acq"}


@pytest.mark.parametrize("name", ["bash", "zsh", "fish"])
def test_a_record_cannot_make_a_shell_do_anything(scripts: Path, tmp_path: Path, name: str) -> None:
    evil = "players: ann $(touch done) `touch done` ;touch done; x;y \x1b[2J *\n"
    (tmp_path / "evil.acq").write_text(RECORD.format("bob") + evil)
    (tmp_path / "$(touch done).acq").write_text(RECORD.format("cid"))
    players, file = {"ann", "touch", "bob"}, "$(touch done).acq"
    if name == "bash":
        assert players <= bash(scripts, tmp_path, ["view", "", "evil.acq"], 1)
        assert players | {"cid"} <= bash(scripts, tmp_path, ["view", ""])
        assert file in bash(scripts, tmp_path, ["fmt", ""])
    elif name == "fish":
        assert players | {"cid"} <= fish(scripts, tmp_path, "acquire view ")
        assert file in fish(scripts, tmp_path, "acquire fmt ")
    else:
        lines = ["acquire view x\b", "acquire view an", "acquire view to", "acquire fmt \\$"]
        offered = ["", "ann ", "touch ", r"\$\(touch\ done\).acq "]
        wanted = [
            line.rpartition(" ")[0] + " " + word for line, word in zip(lines, offered, strict=True)
        ]
        assert zsh(scripts, tmp_path, lines) == wanted
    assert not (tmp_path / "done").exists()


# ---- fish ----


def fish(scripts: Path, room: Path, line: str) -> set[str]:
    source = 'source "$argv[1]"; complete -C "$argv[2]"'
    done = subprocess.run(
        [shell("fish"), "--no-config", "-c", source, str(scripts / "fish"), line],
        cwd=room,
        env=PLAIN | {"HOME": str(scripts)},
        capture_output=True,
        text=True,
        timeout=30,
    )
    assert (done.returncode, done.stderr) == (0, ""), done.stderr
    return {text.partition("\t")[0].rstrip("/") for text in done.stdout.splitlines()}


def test_fish(scripts: Path, room: Path) -> None:
    for words, offered in CASES:
        found = fish(scripts, room, " ".join(["acquire", *words]))
        # Other files are offered too where one is asked for.
        assert offered <= found, words
        if not any("." in word or word == "shelf" for word in offered):
            assert found == offered, words


def test_fish_offers_commands_and_players(scripts: Path, room: Path) -> None:
    assert fish(scripts, room, "acquire ") == set(COMMANDS)
    assert {"table", "ann", "bob", "cid", "dee"} <= fish(scripts, room, "acquire view ")
    assert "--format" not in fish(scripts, room, "acquire help --forma")


# ---- zsh, at a terminal of its own ----


def zsh(scripts: Path, room: Path, lines: list[str]) -> list[str]:
    """What stands on the line after Tab, for each line typed."""
    path = shell("zsh")
    out = scripts / f"buffer-{time.monotonic_ns()}"
    written = quote(str(out))
    setup = (
        f"PS1='> '; fpath=($fpath); autoload -Uz compinit && compinit -u -D; "
        f". {quote(str(scripts / 'zsh'))}; setopt no_beep; unsetopt auto_menu; "
        f'show() {{ print -r -- "$BUFFER" >> {written}; BUFFER= }}; zle -N show; '
        f"bindkey '^X' show; print -r -- ready >> {written}"
    )
    environment = PLAIN | {"TERM": "dumb", "HOME": str(scripts)}
    child, terminal, _ = at_terminal(room, [path, "-f", "-i"], environment)
    try:
        _type(terminal, setup + "\n", out, 1)
        for number, line in enumerate(lines, 2):
            _type(terminal, line + "\t\x18", out, number)
        os.write(terminal, b"exit\n")
    finally:
        os.close(terminal)
        os.waitpid(child, 0)
    return out.read_text().splitlines()[1:]


def _type(terminal: int, text: str, out: Path, lines: int) -> None:
    """Type, and wait until the file has so many lines; what is shown is read and forgotten."""
    os.write(terminal, text.encode())
    limit = time.monotonic() + 60
    while not out.exists() or len(out.read_text().splitlines()) < lines:
        assert time.monotonic() < limit, text
        if select.select([terminal], [], [], 0.05)[0]:
            os.read(terminal, 65536)


def test_zsh(scripts: Path, room: Path) -> None:
    typed = {
        "acquire vali": "acquire validate ",
        "acquire rules sh": "acquire rules show ",
        "acquire rules show cl": "acquire rules show classic ",
        "acquire rules show -d": "acquire rules show -d",  # none of zsh's own words
        "acquire view -d": "acquire view -d",
        "acquire validate --forma": "acquire validate --format=",
        "acquire fmt --assert=me": "acquire fmt --assert=merger ",
        "acquire fmt ours": "acquire fmt ours.acq ",
        "acquire fmt our\\ g": "acquire fmt our\\ game.acq ",
        "acquire view fr": "acquire view fr",
        "acquire view di": "acquire view di",
        "acquire view de": "acquire view dee ",
        "acquire view ann shelf/": "acquire view ann shelf/old.acq ",
        "acquire help exit": "acquire help exit-codes ",
        "acquire new --ruleset gr": "acquire new --ruleset grand-hotel ",
        "acquire new --rules dead=re": "acquire new --rules dead=repeat ",
    }
    for line, (want, got) in zip(
        typed, zip(typed.values(), zsh(scripts, room, list(typed)), strict=True), strict=True
    ):
        assert got.rstrip() == want.rstrip(), line
