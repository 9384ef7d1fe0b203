"""`acquire replay`: a game as it went, with boards and money, turn by turn or at one turn.

The fields of the JSON and the head of the CSV are described in acquire(1).
"""

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, Annotated, BinaryIO, Literal, NamedTuple, Optional

import typer

from acquire_cli.commands import exits
from acquire_cli.commands.environment import Environment
from acquire_cli.commands.jobs import Jobs, games
from acquire_cli.commands.options import Color, Files, Force, Money, Output
from acquire_cli.commands.output import Inputs, destination
from acquire_cli.commands.report import report
from acquire_cli.commands.rulesets import Rulesets, library

if TYPE_CHECKING:
    from acquire_cli.commands.jobs import Workers
    from acquire_cli.display.board import Look
    from acquire_cli.engine.state import State
    from acquire_cli.notation.findings import Finding
    from acquire_cli.notation.reader import Cut
    from acquire_cli.notation.record import Record
    from acquire_cli.records.events import Told
    from acquire_cli.records.game import Game
    from acquire_cli.rulesets.model import Ruleset

ENDINGS = ("jsonl", "json", "csv")

At = Annotated[
    Optional[int],  # noqa: UP045  read at run time by typer
    typer.Option(
        "--at",
        metavar="N",
        help="Only the position after turn N; 0 is the start, -1 the last turn.",
    ),
]
Format = Annotated[
    Optional[Literal["text", "json", "jsonl", "csv"]],  # noqa: UP045
    typer.Option("--format", help="[default: by the ending of -o, else text]"),
]
Number = Annotated[
    Optional[int],  # noqa: UP045
    typer.Option("--game", metavar="K", min=1, help="Only the K-th game of each file."),
]
Boards = Annotated[bool, typer.Option("--boards", help="Draw the board after every turn.")]
Events = Annotated[
    bool, typer.Option("--events", help="With jsonl: a line an event, not a line a turn.")
]
Walk = Annotated[
    bool, typer.Option("--step", help="Walk through one game with the arrow keys; q leaves.")
]


def command(
    context: typer.Context,
    files: Files,
    at: At = None,
    game: Number = None,
    boards: Boards = False,
    events: Events = False,
    step: Walk = False,
    money: Money = "real",
    format: Format = None,
    jobs: Jobs = 1,
    output: Output = None,
    force: Force = False,
    ruleset: Rulesets = None,
    color: Color = None,
) -> int:
    """Replay games: each turn, what happened in it, boards and money.

    A game with a fault is replayed up to it; the fault goes to standard error, and the exit code
    is 1. JSON of exactly one game is an object, else an array.
    """
    environment: Environment = context.obj
    style = format or _by_ending(output)
    problem = _usage(environment, style, at, boards, events, step, files, output)
    if problem:
        environment.say(problem)
        return exits.USAGE
    run = _Run(environment, files, game)
    known = library(environment, ruleset)
    corrected = money == "corrected"
    if step:
        return run.walk(known, at, corrected)
    look = _look(environment, output)
    tell = partial(_tell, _How(style, at, boards, events, corrected, look), known)
    with (
        games(environment, jobs, files, tell, run.cut) as told,
        destination(environment, output, overwrite=force) as out,
    ):
        run.out = out
        if style == "csv":
            from acquire_cli.formats.csvs import EVENT_HEAD, Writer

            Writer(out, EVENT_HEAD)
        texts = run.texts(told)
        if style == "json":
            from acquire_cli.formats.encode import documents

            out.writelines(documents(texts))
        elif style == "text":
            first = True
            for text in texts:
                out.write(text if first else "\n" + text)
                first = False
        else:
            out.writelines(texts)
    return run.code()


def _by_ending(output: str | None) -> str:
    for ending in ENDINGS:
        if output is not None and output.endswith("." + ending):
            return ending
    return "text"


def _usage(
    environment: Environment,
    style: str,
    at: int | None,
    boards: bool,
    events: bool,
    step: bool,
    files: list[str],
    output: str | None,
) -> str:
    """What is wrong with a combination of options."""
    if events and (style != "jsonl" or at is not None):
        return "--events goes with --format jsonl, without --at"
    if boards and (style != "text" or at is not None):
        return "--boards goes with text, without --at"
    if at is not None and style == "csv":
        return "--at has no csv; it has text, json and jsonl"
    if step:
        if style != "text" or output is not None or boards:
            return "--step shows a game on the terminal; it goes with no other form of output"
        dumb = environment.variables.get("TERM") == "dumb"
        if not environment.stdin_is_terminal or not environment.stdout_is_terminal or dumb:
            return "--step needs a terminal; --at N shows one position without"
        if "-" in files or len(files) != 1:
            return "--step walks through one file, which is not standard input"
    return ""


def _look(environment: Environment, output: str | None) -> "Look":
    from acquire_cli.display.board import EMPTY_SIGN, Look

    shown = output in (None, "-")
    dots = environment.stdout_is_terminal and environment.utf8 and shown
    sign = "·" if dots else EMPTY_SIGN
    return Look(environment.color and shown, sign, max(40, environment.width))


class _Run:
    """One run of the command: its games, and what came of them."""

    def __init__(self, environment: Environment, files: list[str], number: int | None) -> None:
        self.environment = environment
        self.inputs = Inputs(environment, files)
        self.number = number
        self.answer = exits.YES
        self.out = environment.stdout
        self.count = 0
        self.wanted = False

    def code(self) -> int:
        return self.inputs.code(self.answer)

    def complain(self, message: str) -> None:
        """Something was asked for that is not there."""
        self.environment.say(message)
        self.answer = exits.USAGE

    def cut(self, stream: BinaryIO) -> "Iterator[Cut]":
        """The games of a stream that were asked for, counted on the way."""
        from acquire_cli.notation.reader import cut_games

        self.count = 0
        self.wanted = False
        for cut in cut_games(stream):
            self.count += 1
            if self.number is None or cut.number == self.number:
                self.wanted = True
                yield cut
                if self.number is not None:
                    return

    def asked_too_much(self, shown: str) -> None:
        """Say so where a file that has been read has not the game that was asked for."""
        if not self.count:
            self.complain(f"{shown}: there is no game in it")
        elif not self.wanted:
            games = f"{self.count} game" + "s" * (self.count != 1)
            self.complain(f"{shown}: {games} in it, there is no game {self.number}")

    def texts(self, told: "Workers[Cut, _Told]") -> Iterator[str]:
        """What is told of each game; what there is to say about it follows."""
        for file, stream in self.inputs:
            try:
                for text, complaint, found in told.of(stream, file):
                    if text:
                        yield text
                    if complaint:
                        self.complain(complaint)
                    self.report(found)
            except OSError as error:
                self.inputs.refuse(file, error)
                continue
            self.asked_too_much("<stdin>" if file == "-" else file)

    def report(self, found: "list[Finding]") -> None:
        if not found:
            return
        self.out.flush()
        report(self.environment, found)
        if any(finding.severity == "error" for finding in found):
            self.answer = max(self.answer, exits.NO)

    def walk(self, known: "dict[str, Ruleset]", at: int | None, corrected: bool) -> int:
        """Walk through one game."""
        from itertools import islice

        from acquire_cli.notation.reader import read_cut

        for file, stream in self.inputs:
            try:
                chosen = [read_cut(cut, file) for cut in islice(self.cut(stream), 2)]
            except OSError as error:
                self.inputs.refuse(file, error)
                continue
            if len(chosen) > 1:
                self.complain(f"{file}: there are several games; --game K says which")
                return self.code()
            self.asked_too_much(file)
            for record in chosen:
                self._walk(record, known, at or 0, corrected)
        return self.code()

    def _walk(
        self, record: "Record", known: "dict[str, Ruleset]", at: int, corrected: bool
    ) -> None:
        from acquire_cli.commands.walk import walk
        from acquire_cli.display.game import position_page
        from acquire_cli.records.events import told
        from acquire_cli.records.game import open_game
        from acquire_cli.records.outcome import findings

        look = _look(self.environment, None)
        game, found = open_game(record, known)
        if game is not None:
            frames: list[tuple[Told | None, State]] = [(None, game.state.copy())]
            for turn in told(game, found, corrected):
                frames.append((turn, game.state.copy()))

            def page(number: int, columns: int) -> list[str]:
                turn, game.state = frames[number]
                look.columns = columns
                return position_page(game, turn, look, story=True)

            walk(self.environment, page, len(frames), at if at >= 0 else len(frames) + at)
            game.state = frames[-1][1]
        self.report(findings(record, game, found))


# ---- one game: all of it may happen in another process ----


class _How(NamedTuple):
    """How games are told."""

    style: str
    at: int | None
    boards: bool
    events: bool
    corrected: bool
    look: "Look"


class _Told(NamedTuple):
    """What is told of a game ("" nothing), what was asked for and is not there, what is wrong."""

    text: str
    complaint: str
    found: "list[Finding]"


def _tell(how: _How, known: "dict[str, Ruleset]", record: "Record") -> _Told:
    from acquire_cli.records.game import open_game
    from acquire_cli.records.outcome import findings

    game, found = open_game(record, known)
    if game is None:
        return _Told("", "", findings(record, None, found))
    if how.at is not None:
        return _tell_position(how, how.at, known, game, found)
    text = _STYLES[how.style](how, game, found)
    return _Told(text, "", findings(record, game, found))


def _text(how: _How, game: "Game", found: "list[Finding]") -> str:
    from acquire_cli.display.game import ending_lines, title, turn_lines
    from acquire_cli.records.events import told

    lines = [*title(game, how.look)]
    for turn in told(game, found, how.corrected):
        lines += turn_lines(game, turn, how.look, how.boards)
    return "\n".join([*lines, *ending_lines(game, how.look), ""])


def _json(how: _How, game: "Game", found: "list[Finding]") -> str:
    from acquire_cli.formats import documents
    from acquire_cli.formats.encode import document
    from acquire_cli.records.events import told

    whole = documents.head(game)
    whole["turns"] = [documents.turn(game, turn) for turn in told(game, found, how.corrected)]
    whole["result"] = documents.result(game)
    return document(whole)


def _jsonl(how: _How, game: "Game", found: "list[Finding]") -> str:
    from acquire_cli.formats import documents
    from acquire_cli.formats.encode import line
    from acquire_cli.records.events import told

    lines = []
    for turn in told(game, found, how.corrected):
        if how.events:
            lines += [line(entry) + "\n" for entry in documents.event_lines(game, turn)]
        else:
            lines.append(line(documents.turn_line(game, turn)) + "\n")
    return "".join(lines)


def _csv(how: _How, game: "Game", found: "list[Finding]") -> str:
    from acquire_cli.formats.csvs import EVENT_HEAD, rows_text
    from acquire_cli.formats.documents import event_lines
    from acquire_cli.records.events import told

    turns = told(game, found, how.corrected)
    return rows_text(EVENT_HEAD, (row for turn in turns for row in event_lines(game, turn)))


_STYLES = {"text": _text, "json": _json, "jsonl": _jsonl, "csv": _csv}


def _tell_position(
    how: _How, at: int, known: "dict[str, Ruleset]", game: "Game", found: "list[Finding]"
) -> _Told:
    """A game at the turn asked for; what comes after it is not judged."""
    from acquire_cli.records.events import told
    from acquire_cli.records.game import open_game
    from acquire_cli.records.outcome import findings, findings_so_far, is_whole

    record = game.record
    partly = False
    reached: tuple[Game, Told | None] | None = None
    missing = False
    if at < 0:
        last: Told | None = None
        for turn in told(game, found, how.corrected):
            last = turn
        number = game.played + at + 1
        if number == game.played:
            reached = game, last
        else:
            again, _ = open_game(record, known)
            if number < 0 or again is None:
                missing = True
            else:
                reached = again, _nth(again, number, [], how.corrected)
    else:
        turn_there = _nth(game, at, found, how.corrected)
        if at == game.played:
            partly = not is_whole(game)
            reached = game, turn_there
        else:
            missing = at > len(record.turns) + (record.broken >= 0)
    complaint = ""
    if missing:
        turns = f"{game.played} turn" + "s" * (game.played != 1)
        complaint = f"{record.file}: game {record.number} has {turns}, there is no {at}"
    text = _position(how, *reached) if reached is not None else ""
    judged = findings_so_far(record, game, found) if partly else findings(record, game, found)
    return _Told(text, complaint, judged)


def _position(how: _How, game: "Game", turn: "Told | None") -> str:
    if how.style == "text":
        from acquire_cli.display.game import position_page

        return "\n".join([*position_page(game, turn, how.look), ""])
    from acquire_cli.formats.documents import position
    from acquire_cli.formats.encode import document, line

    made = position(game, turn)
    return document(made) if how.style == "json" else line(made) + "\n"


def _nth(game: "Game", number: int, found: "list[Finding]", corrected: bool) -> "Told | None":
    """Play a game's turns up to one of them."""
    from acquire_cli.records.events import told

    if number:
        for turn in told(game, found, corrected):
            if turn.number == number:
                return turn
    return None
