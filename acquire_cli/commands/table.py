"""The table of commands: dispatch, `acquire --help` and `acquire help commands` all read it.

The order is the order in which help lists them. A command `NAME` lives in
`acquire_cli/commands/NAME.py`, which holds either a function `command` or, for a command with
commands of its own, a `typer.Typer` of that name. Nothing is imported here: a run of one command
must not pay for the others.
"""

from typing import Final

COMMANDS: Final[dict[str, str]] = {
    "play": "Play a game at the prompt, new or taken up from its record",
    "new": "Print the head of a new record: players, seed, bag, ruleset",
    "validate": "Report every finding of every game, with place and reason",
    "replay": "Show games as they went: events, boards, money",
    "standings": "Rank the players of one game or of many",
    "view": "Write records as a player, or the table, may see them",
    "annotate": "Put comments, marks and computed notes into records",
    "fmt": "Write records in canonical text",
    "diff": "Show where two records part, and what came of it",
    "moves": "List the legal continuations of a game",
    "filter": "Pick out games, or turns, by what happened in them",
    "convert": "Turn records into JSON, CSV, TSV, and back into records",
    "rules": "List, show and compare rulesets",
    "completions": "Print a completion script for bash, zsh or fish",
    "help": "Explain a topic, a command or an error code",
}


def module_of(name: str) -> str:
    """The module that holds command `name`."""
    return "acquire_cli.commands." + name.replace("-", "_")
