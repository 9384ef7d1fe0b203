"""`acquire annotate`: comments, marks, cash assertions and computed notes."""

from collections.abc import Iterator
from functools import partial
from typing import Annotated, BinaryIO, Optional

import typer

from acquire_cli.commands import exits
from acquire_cli.commands.environment import Environment
from acquire_cli.commands.options import Files, Force, Output
from acquire_cli.commands.output import Inputs
from acquire_cli.commands.rulesets import Rulesets, library
from acquire_cli.commands.texts import Text, text_of, write_back, write_out
from acquire_cli.notation.reader import read_games
from acquire_cli.notation.record import Record
from acquire_cli.records.game import Library
from acquire_cli.records.notes import NoSuchTurn, Request, annotated, problem

At = Annotated[
    Optional[int],  # noqa: UP045  read at run time by typer
    typer.Option("--at", metavar="N", min=0, help="The turn; 0 is before the first."),
]
Which = Annotated[
    Optional[int],  # noqa: UP045
    typer.Option("--game", metavar="K", min=1, help="The K-th game, where there are several."),
]
Comment = Annotated[
    Optional[str],  # noqa: UP045
    typer.Option("--comment", "-m", metavar="TEXT", help="A comment on turn N."),
]
Marks = Annotated[
    Optional[list[str]],  # noqa: UP045
    typer.Option(
        "--mark",
        metavar="MARK",
        help="!! ! !? ?! ? ??, none, @TIME or %EVALUATION; can be repeated.",
    ),
]
Cash = Annotated[bool, typer.Option("--cash", help="Assert the player's cash after turn N.")]
Notes = Annotated[
    Optional[bool],  # noqa: UP045
    typer.Option("--notes/--no-notes", help="Compute the notes (lines #%) anew, or take them out."),
]
Write = Annotated[bool, typer.Option("--write", "-w", help="Put the text into the files.")]


def command(
    context: typer.Context,
    files: Files,
    at: At = None,
    game: Which = None,
    comment: Comment = None,
    mark: Marks = None,
    cash: Cash = False,
    notes: Notes = None,
    write: Write = False,
    output: Output = None,
    force: Force = False,
    ruleset: Rulesets = None,
) -> int:
    """Put comments, marks, cash assertions and computed notes into records, in canonical form.

    Notes say who was paid what in a merger, whose majority or lead passed to another, and who had
    no money to buy. Done twice is as done once. A game that breaks a rule is left as it stands and
    said on standard error; with --write its whole file is left alone.
    """
    environment: Environment = context.obj
    request = Request(at, comment, tuple(mark or ()), cash, notes)
    said = _usage(request, files, game, write, output) or problem(request)
    if said:
        environment.say(said)
        return exits.USAGE
    texts = partial(_texts, library(environment, ruleset), request, game)
    inputs = Inputs(environment, files)
    try:
        if write:
            return write_back(environment, inputs, texts)
        return write_out(environment, inputs, texts, output, force)
    except NoSuchTurn as error:
        environment.say(str(error))
        return exits.NO


def _usage(
    request: Request, files: list[str], game: int | None, write: bool, output: str | None
) -> str:
    """What is wrong with the options, as a sentence; "" for nothing."""
    at_a_turn = request.comment is not None or bool(request.marks) or request.cash
    if not at_a_turn and request.notes is None:
        return "nothing to put in: --comment, --mark, --cash, --notes or --no-notes"
    if at_a_turn and request.at is None:
        return "--comment, --mark and --cash need --at N, the turn"
    if request.at is not None and not at_a_turn:
        return "--at belongs to --comment, --mark or --cash"
    if request.at is not None and len(files) > 1:
        return "--at is about one file"
    if game is not None and request.at is None:
        return "--game belongs to --at"
    if write and output is not None:
        return "--write and --output exclude each other"
    if write and "-" in files:
        return "--write needs files, standard input is none"
    return ""


def _texts(
    known: Library, request: Request, game: int | None, stream: BinaryIO, file: str
) -> Iterator[Text]:
    """Each game's text, and the findings that keep it as it stands.

    A turn is one of one game: which, has to be said where there are several.
    """
    shown_as = "<stdin>" if file == "-" else file
    records = read_games(stream, shown_as)
    if request.at is None:
        for record in records:
            yield _one(record, request, known)
        return
    before = next(records, None)
    if before is None:
        raise NoSuchTurn(f"{shown_as} holds no game")
    following = next(records, None)
    if game is None and following is not None:
        raise NoSuchTurn(f"{shown_as} holds several games: which is meant? --game K")
    elsewhere = Request(notes=request.notes)
    wanted = game or 1
    done = False
    while before is not None:
        mine = before.number == wanted
        done = done or mine
        yield _one(before, request if mine else elsewhere, known)
        before, following = following, next(records, None)
    if not done:
        raise NoSuchTurn(f"{shown_as} holds no game {wanted}")


def _one(record: Record, request: Request, known: Library) -> Text:
    return text_of(record, *annotated(record, request, known))
