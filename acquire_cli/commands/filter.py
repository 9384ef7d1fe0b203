"""`acquire filter`: games, or turns, by what happened in them."""

from collections.abc import Sequence
from functools import lru_cache, partial
from typing import Annotated, NamedTuple

import typer

from acquire_cli.commands import exits
from acquire_cli.commands.environment import Environment
from acquire_cli.commands.jobs import Jobs, pieces
from acquire_cli.commands.options import Files, Force, Output
from acquire_cli.commands.output import Inputs, destination
from acquire_cli.commands.report import report
from acquire_cli.commands.rulesets import Rulesets, library
from acquire_cli.notation.findings import Finding
from acquire_cli.notation.split import MAX_GAME, Piece
from acquire_cli.records.filter import ExpressionError, Filter
from acquire_cli.records.filter_facts import HEAD, LOGGED, GameFacts
from acquire_cli.records.filter_fields import language_help
from acquire_cli.rulesets.model import Ruleset

Expression = Annotated[
    str, typer.Argument(metavar="EXPR", help="What is asked; see below. Quote it for the shell.")
]
Turns = Annotated[
    bool, typer.Option("--turns", help="Ask it of every turn; print FILE:LINE:TURN for each.")
]
Count = Annotated[
    bool,
    typer.Option("--count", "-c", help="Print how many match; FILE:N a file if there are several."),
]
Names = Annotated[
    bool, typer.Option("--files", "-l", help="Print the files that have a match, once each.")
]
Invert = Annotated[bool, typer.Option("--invert", "-v", help="What does not match.")]
Dedupe = Annotated[
    bool,
    typer.Option(
        "--dedupe", help="Of games in which the same was played take the first, whatever its text."
    ),
]
Verbose = Annotated[
    bool, typer.Option("--verbose", help="Show what is wrong with the games that are looked at.")
]


def command(
    context: typer.Context,
    expression: Expression,
    files: Files,
    turns: Turns = False,
    count: Count = False,
    names: Names = False,
    invert: Invert = False,
    dedupe: Dedupe = False,
    verbose: Verbose = False,
    jobs: Jobs = 1,
    output: Output = None,
    force: Force = False,
    ruleset: Rulesets = None,
) -> int:
    """Write the games that match, as they stand, with an empty line between them."""
    environment: Environment = context.obj
    if count and names:
        environment.say("--count and --files exclude each other")
        return exits.USAGE
    try:
        asked = Filter(expression, turns)
    except ExpressionError as error:
        report(environment, [_finding(expression, error)])
        return exits.USAGE
    plan = _Plan(expression, turns, invert, dedupe, verbose, not (count or names))
    seek = partial(_seek, plan, library(environment, ruleset))
    if asked.needs == HEAD and not dedupe:
        jobs = 1  # it takes no longer than handing it out
    inputs = Inputs(environment, files)
    seen: set[bytes] = set()
    total = 0
    with (
        pieces(environment, jobs, files, seek) as sought,
        destination(environment, output, overwrite=force, records=True) as out,
    ):
        for file, stream in inputs:
            here = 0
            try:
                for found in sought.of(stream, file):
                    if found.said:
                        report(environment, found.said)
                    if found.digest is not None:
                        if found.digest in seen:
                            continue
                        seen.add(found.digest)
                    if not found.matches:
                        continue
                    here += found.matches
                    if names:
                        out.write(("<stdin>" if file == "-" else file) + "\n")
                        break
                    if not count:
                        apart = not turns and total + here > 1
                        out.write("\n" + found.text if apart else found.text)
            except OSError as error:
                inputs.refuse(file, error)
            if count:
                shown = "<stdin>" if file == "-" else file
                out.write(f"{shown}:{here}\n" if len(files) > 1 else f"{here}\n")
            total += here
    return inputs.code(exits.YES if total else exits.NO)


command.__doc__ = f"""{command.__doc__}

    The exit code is 0 when something matches, 1 when nothing does, 2 for an expression that cannot
    be read. Of a game that breaks a rule the turns before are looked at. Questions about headers
    alone (file, game, ruleset to players; player, name, seat) do not read the turns. Two games are
    the same for --dedupe when ruleset, players, start, what is known of bag and hands, and every
    action agree.

""" + "\n\n".join(  # a paragraph after backspace is not wrapped anew
    "    \b\n" + "\n".join("    " + line for line in paragraph.split("\n"))
    for paragraph in language_help().split("\n\n")
)


def _finding(expression: str, error: ExpressionError) -> Finding:
    hint = f"expected: {error.expected}" if error.expected else ""
    return Finding(
        "E-expression",
        error.message,
        "EXPR",
        1,
        error.start + 1,
        error.length,
        hint,
        expression or " ",
    )


# ---- one game: all of it may happen in another process ----


class _Plan(NamedTuple):
    """What is done with each game; ``show`` that the text of what matches is wanted."""

    expression: str
    turns: bool
    invert: bool
    dedupe: bool
    verbose: bool
    show: bool


class _Found(NamedTuple):
    """How much of a game matches, the text of that, what there is to say; where games that are the
    same count once, and this one would, the digest that tells them apart."""

    matches: int = 0
    text: str = ""
    said: Sequence[Finding] = ()
    digest: bytes | None = None


@lru_cache(maxsize=1)
def _filter(expression: str, turns: bool) -> Filter:
    """The filter of a run, made once in each process: its questions cannot be sent."""
    return Filter(expression, turns)


def _seek(plan: _Plan, known: dict[str, Ruleset], piece: Piece, file: str) -> _Found:
    if not piece.whole:
        message = f"a game of more than {MAX_GAME:,} bytes is not looked at"
        return _Found(said=[Finding("E-game-long", message, file, piece.line, game=piece.number)])
    asked = _filter(plan.expression, plan.turns)
    game = GameFacts(piece, file)
    if asked.needs > HEAD:
        needs = LOGGED if plan.dedupe else asked.needs
        game.play(known, needs, asked.looks, plan.dedupe)
    said = game.findings() if plan.verbose else []
    if plan.turns:
        lines = [
            f"{file}:{game.line_of(turn.turn)}:{turn.turn.text}\n"
            for turn in game.turns
            if asked.matches_turn(game, turn) is not plan.invert
        ]
        digest = game.digest() if plan.dedupe else None
        return _Found(len(lines), "".join(lines) if plan.show else "", said, digest)
    if asked.matches(game) is plan.invert:
        return _Found(said=said)
    digest = None
    if plan.dedupe:
        if game.record is None:
            game.play(known, LOGGED, (), True)
        digest = game.digest()
    return _Found(1, game_text(piece.raw) if plan.show else "", said, digest)


def game_text(raw: bytes) -> str:
    """A game as it stands, without blank lines around it and a byte order mark before it."""
    text = raw.decode("utf-8", "surrogateescape").removeprefix("\ufeff")
    return text.strip("\r\n") + "\n"
