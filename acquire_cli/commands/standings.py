"""`acquire standings`: who has how much, in one game or in many; unfinished ones as if scored now.

The fields of the JSON and the head of the CSV are described in acquire(1).
"""

from functools import partial
from typing import TYPE_CHECKING, Annotated, Literal, Optional

import typer

from acquire_cli.commands import exits
from acquire_cli.commands.environment import Environment
from acquire_cli.commands.jobs import Jobs, games
from acquire_cli.commands.options import Color, Files, Force, Money, Output
from acquire_cli.commands.output import destination
from acquire_cli.commands.rulesets import Rulesets, library
from acquire_cli.commands.standings_game import How, rank
from acquire_cli.commands.standings_run import Run

if TYPE_CHECKING:
    from acquire_cli.display.board import Look

OWN = ("text", "json", "csv")
ENDINGS = {
    ".json": "json",
    ".csv": "csv",
    ".html": "html",
    ".md": "github",
    ".rst": "rst",
    ".tex": "latex_booktabs",
    ".tsv": "tsv",
}
Format = Annotated[
    Optional[str],  # noqa: UP045  read at run time by typer
    typer.Option(
        "--format",
        metavar="FORMAT",
        help="text, json, csv, or a table format of tabulate: github, html, latex, psql, ... "
        "[default: by the ending of -o, else text]",
    ),
]
Summary = Annotated[
    bool, typer.Option("--summary", help="Only what all games come to, a line a player.")
]
Points = Annotated[
    str,
    typer.Option(
        "--points",
        metavar="LIST",
        help="Points of each rank in a game; ties share those of the places they take.",
    ),
]
TieBreak = Annotated[
    str,
    typer.Option(
        "--tie-break",
        metavar="LIST",
        help="What decides between equal points, in order: wins, share, money, rank, mean-points, "
        "mean-money, games. Players who are equal in all of it share a rank.",
    ),
]
By = Annotated[
    Literal["player", "seat", "order", "first-merger"],
    typer.Option(
        "--by",
        help="What the lines of the summary are about: players, seats, places in turn order, or "
        "who was paid which bonus in the first merger.",
    ),
]
Heat = Annotated[
    Optional[str],  # noqa: UP045
    typer.Option(
        "--heat",
        metavar="KEY",
        help="A summary for each value of a header (event, round, date, site, ...), then of all.",
    ),
]
Unfinished = Annotated[
    bool, typer.Option("--unfinished", help="Count unfinished games, too, as if scored now.")
]


def command(
    context: typer.Context,
    files: Files,
    format: Format = None,
    summary: Summary = False,
    points: Points = "4,2,1,0",
    tie_break: TieBreak = "wins,share",
    by: By = "player",
    heat: Heat = None,
    unfinished: Unfinished = False,
    money: Money = "real",
    jobs: Jobs = 1,
    output: Output = None,
    force: Force = False,
    ruleset: Rulesets = None,
    color: Color = None,
) -> int:
    """Rank the players of each game, and of all games together where there are several.

    All games together are those that were finished; --by and --heat show nothing else. A game that
    breaks a rule is left out and said on standard error; the exit code is 1 then.
    """
    from acquire_cli.records.tournament import Tally, Tournament, parse_points, parse_tie_break

    environment: Environment = context.obj
    style = format or _by_ending(output)
    if style not in OWN:
        from acquire_cli.display.clean import wrapped
        from acquire_cli.display.tables import formats

        if style not in formats():
            from difflib import get_close_matches

            near = get_close_matches(style, (*OWN, *formats()), 1)
            meant = f"; did you mean {near[0]}?" if near else ""
            environment.say(f"no format {style!r}{meant}")
            environment.show(f"There are {', '.join(OWN)}, and these tables:")
            for line in wrapped(", ".join(formats()), 78, "  "):
                environment.show(line)
            return exits.USAGE
    try:
        given = parse_points(points)
        order = parse_tie_break(tie_break)
    except ValueError as error:
        environment.say(str(error))
        return exits.USAGE
    tournament = Tournament(lambda: Tally(given, order, by))
    summary = summary or by != "player" or heat is not None
    run = Run(environment, files, tournament)
    run.by = by
    run.heat = heat.lower() if heat is not None else None
    run.unfinished = unfinished
    run.look = _look(environment, output)
    how = How("" if summary else style, run.heat, money == "corrected", run.look)
    ranking = partial(rank, how, library(environment, ruleset))
    with (
        games(environment, jobs, files, ranking) as ranked,
        destination(environment, output, overwrite=force) as out,
    ):
        run.out = out
        run.ranked = ranked
        if style == "json":
            run.json(summary)
        elif style == "csv":
            run.csv(summary)
        elif style == "text":
            run.text(summary)
        else:
            run.table(summary, style)
    run.say_what_is_left_out(summary or (style not in ("json", "csv") and run.seen > 1))
    return run.inputs.code(run.answer)


def _by_ending(output: str | None) -> str:
    for ending, style in ENDINGS.items():
        if output is not None and output.endswith(ending):
            return style
    return "text"


def _look(environment: Environment, output: str | None) -> "Look":
    from acquire_cli.display.board import Look

    color = environment.color and output in (None, "-")
    return Look(color, columns=max(40, environment.width))
