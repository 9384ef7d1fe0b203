"""What can be completed on a command line: the commands as a tree, each word of it with its kind.

The tree is read from the commands; what stands in the place of a word is told by the metavar that
help shows for it, in the one table of kinds below.
"""

from collections.abc import Iterator
from enum import Enum
from typing import Any, Final, NamedTuple


class Kind(Enum):
    """What a word is."""

    WORDS = "words"
    """One of some words."""
    FLAG = "flag"
    """An option that takes no word."""
    RECORDS = "records"
    """A record's file."""
    RULESET = "ruleset"
    """A ruleset: one of some words, or a file of one's own."""
    TOML = "toml"
    """A ruleset's file."""
    HANDLES = "handles"
    """A player of the records on the line, or one of some words."""
    FILES = "files"
    """Any file."""
    FREE = "free"
    """Something that cannot be guessed."""


ARGUMENTS: Final[dict[str, Kind]] = {
    "FILE...": Kind.RECORDS,
    "A": Kind.RECORDS,
    "B": Kind.RECORDS,
    "[RECORD]": Kind.RECORDS,
    "NAME|FILE": Kind.RULESET,
    "HANDLE|table": Kind.HANDLES,
    "TOPIC": Kind.WORDS,
    "SHELL": Kind.WORDS,
    "EXPR": Kind.FREE,
}
"""By the metavar of an argument."""

OPTIONS: Final[dict[str, Kind]] = {
    "FILE": Kind.FILES,
    "NAME|FILE": Kind.RULESET,
    "KEY=VALUE": Kind.WORDS,
    "FORMAT": Kind.WORDS,
    "KEY": Kind.WORDS,
    "A,B,...": Kind.FREE,
    "LIST": Kind.FREE,
    "HANDLE=NAME": Kind.FREE,
    "HANDLE=WORD": Kind.FREE,
    "LINE": Kind.FREE,
    "TEXT": Kind.FREE,
    "N": Kind.FREE,
    "DATE": Kind.FREE,
    "K": Kind.FREE,
    "MARK": Kind.FREE,
}
"""By the metavar of an option."""

ANY_FILES: Final = ("convert",)
"""Commands whose files are not records alone."""

RULESET_FILE: Final = "--ruleset"
"""The option whose FILE is a ruleset's."""


class Word(NamedTuple):
    """An argument, or an option with the names it goes by and the word behind it.

    ``words`` are those that are known beforehand; one that ends in ``=`` is only begun by it.
    ``many``: an argument that takes all words from there on, an option that can be repeated.
    """

    names: tuple[str, ...]
    kind: Kind
    words: tuple[str, ...]
    many: bool
    title: str
    help: str


class Node(NamedTuple):
    """A command: ``path`` is what is typed to get there, without the program's name."""

    path: tuple[str, ...]
    help: str
    options: tuple[Word, ...]
    arguments: tuple[Word, ...]
    children: "tuple[Node, ...]"

    def nodes(self) -> "Iterator[Node]":
        """This command and all below it."""
        yield self
        for child in self.children:
            yield from child.nodes()


HELP: Final = Word(("-h", "--help"), Kind.FLAG, (), False, "", "Show help and exit")
VERSION: Final = Word(("--version",), Kind.FLAG, (), False, "", "Show the version")


def tree() -> Node:
    """The whole program."""
    from importlib import import_module

    import typer.main

    from acquire_cli.commands.table import COMMANDS, module_of

    children = []
    for name, summary in COMMANDS.items():
        command = import_module(module_of(name)).command
        if not isinstance(command, typer.Typer):
            alone = typer.Typer(add_completion=False, rich_markup_mode=None)
            alone.command(name)(command)
            command = alone
        children.append(_node(typer.main.get_command(command), (name,), summary))
    return Node((), "", (VERSION, HELP), (), tuple(children))


def _node(command: Any, path: tuple[str, ...], summary: str) -> Node:
    words = [_word(parameter, path) for parameter in command.params]
    return Node(
        path,
        summary,
        (*(word for word in words if word.names), HELP),
        tuple(word for word in words if not word.names),
        tuple(
            _node(child, (*path, name), child.short_help or "")
            for name, child in getattr(command, "commands", {}).items()
        ),
    )


def _word(parameter: Any, path: tuple[str, ...]) -> Word:
    option = parameter.param_type_name == "option"
    names = tuple(sorted((*parameter.opts, *parameter.secondary_opts), key=len)) if option else ()
    many = parameter.nargs != 1 or bool(getattr(parameter, "multiple", False))
    about = " ".join((parameter.help or "").partition(". ")[0].split()).rstrip(".")
    about = about.partition(" [default")[0]
    title = (parameter.metavar or parameter.name or "").strip("[].").lower()
    choices = tuple(getattr(parameter.type, "choices", ()))
    if getattr(parameter, "is_flag", False):
        kind = Kind.FLAG
    elif choices:
        kind = Kind.WORDS
    else:
        kind = kind_of(names, parameter.metavar)
    if kind is Kind.RECORDS and path[0] in ANY_FILES:
        kind = Kind.FILES
    words = choices or _words(kind, parameter.metavar)
    return Word(names, kind, words, many, title, about)


def kind_of(names: tuple[str, ...], metavar: str | None) -> Kind:
    """What stands in the place of ``metavar``."""
    if not names:
        return ARGUMENTS.get(metavar or "", Kind.FILES)
    if metavar == "FILE" and RULESET_FILE in names:
        return Kind.TOML
    return OPTIONS.get(metavar or "", Kind.FREE)


def _words(kind: Kind, metavar: str | None) -> tuple[str, ...]:
    if kind is Kind.RULESET:
        from acquire_cli.rulesets.load import names

        return names()
    if kind is Kind.HANDLES:
        return ("table",)
    if metavar == "KEY=VALUE":
        return tuple(_overrides())
    if metavar == "KEY":
        return ("event", "round", "date", "site")
    if metavar == "FORMAT":
        from acquire_cli.commands.standings import OWN
        from acquire_cli.display.tables import formats

        return (*OWN, *formats())
    if metavar == "TOPIC":
        from acquire_cli.commands.topics import known

        return known()
    return ()


def _overrides() -> Iterator[str]:
    from acquire_cli.rulesets.knobs import KNOBS

    for knob in KNOBS:
        words = getattr(knob, "words", ())
        yield from (f"{knob.key}={word}" for word in words) if words else (f"{knob.key}=",)
