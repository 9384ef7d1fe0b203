"""`acquire rules`: which rulesets there are, what one says and why, how two differ.

The fields of the JSON are described in acquire-rulesets(7).
"""

from collections.abc import Callable
from typing import Annotated, Any, Literal, Optional

import typer

from acquire_cli.commands import exits
from acquire_cli.commands.environment import Environment
from acquire_cli.commands.options import Force, Output
from acquire_cli.commands.output import destination
from acquire_cli.rulesets import load
from acquire_cli.rulesets.model import Bracket, Origin, Ruleset, RulesetError

SCHEMA = 1
NOTE_WIDTH = 40
DIFF_WIDTH = 27

app = typer.Typer(
    help="Rulesets and price charts: list, show with all origins, compare.",
    epilog="The knobs and the file format: man acquire-rulesets, acquire help rulesets",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
)
command = app

Format = Annotated[
    Optional[Literal["text", "json"]],  # noqa: UP045  read at run time by typer
    typer.Option(
        "--format", help="Text for people or JSON. [default: by the ending of -o, else text]"
    ),
]
Which = Annotated[
    str, typer.Argument(metavar="NAME|FILE", help="A ruleset that ships, or the path of a file.")
]
Origins = dict[str, Origin]
Pairs = list[tuple[str, str]]


@app.command("list", short_help="Name the rulesets that ship")
def list_rulesets(
    context: typer.Context, format: Format = None, output: Output = None, force: Force = False
) -> int:
    """List the rulesets that ship, with revision and title."""
    rulesets = [load.load(name) for name in load.names()]
    document = {
        "schema": SCHEMA,
        "rulesets": [{"name": r.name, "revision": r.revision, "title": r.title} for r in rulesets],
    }
    rows = [[f"{r.name}@{r.revision}", r.title] for r in rulesets]
    head = ["name", "title"]
    _write(context.obj, format, (output, force), document, lambda: _table(rows, head) + "\n")
    return exits.YES


@app.command("show", short_help="Show every value of a ruleset, and where it comes from")
def show(
    context: typer.Context,
    ruleset: Which,
    format: Format = None,
    output: Output = None,
    force: Force = False,
) -> int:
    """Show every value of a ruleset with its origin, the rule text or a default; then its chart."""
    found = _find(context.obj, ruleset)
    if found is None:
        return exits.UNREADABLE
    _write(context.obj, format, (output, force), _document(*found), lambda: _page(*found))
    return exits.YES


@app.command("diff", short_help="Show what differs between two rulesets")
def diff(
    context: typer.Context,
    a: Which,
    b: Which,
    format: Format = None,
    output: Output = None,
    force: Force = False,
) -> int:
    """Show only what differs between two rulesets.

    The exit code is 0 where nothing does, else 1.
    """
    found = _find(context.obj, a), _find(context.obj, b)
    if found[0] is None or found[1] is None:
        return exits.UNREADABLE
    left, right = found[0][0], found[1][0]
    ours, theirs = dict(_facts(left)), dict(_facts(right))
    keys = sorted({**ours, **theirs}, key=[*ours, *theirs].index)
    rows = [
        [key, ours.get(key, "-"), theirs.get(key, "-")]
        for key in keys
        if ours.get(key) != theirs.get(key)
    ]
    names = [f"{left.name}@{left.revision}", f"{right.name}@{right.revision}"]
    document = {
        "schema": SCHEMA,
        "a": names[0],
        "b": names[1],
        "differences": [{"key": key, "a": one, "b": other} for key, one, other in rows],
    }
    lines = [[cell.replace(", ", "\n") for cell in row] for row in rows]
    widths = [None, DIFF_WIDTH, DIFF_WIDTH]
    head = ["key", *names]
    _write(
        context.obj,
        format,
        (output, force),
        document,
        lambda: _table(lines, head, widths) + "\n" if rows else "",
    )
    return exits.NO if rows else exits.YES


def _find(environment: Environment, word: str) -> tuple[Ruleset, Origins] | None:
    """Load by name or path; None, after saying all that is wrong, where that fails."""
    try:
        return load.explained(word)
    except RulesetError as error:
        if error.where:
            environment.show(str(error))
        else:
            environment.say(str(error))
    return None


def _write(
    environment: Environment,
    format: str | None,
    target: tuple[str | None, bool],
    document: dict[str, Any],
    text: Callable[[], str],
) -> None:
    output, force = target
    if format is None:
        format = "json" if output is not None and output.endswith(".json") else "text"
    if format == "json":
        from acquire_cli.formats.escape import json_text

        content = json_text(document, indent=2) + "\n"
    else:
        content = text()
    with destination(environment, output, overwrite=force) as stream:
        stream.write(content)


def _document(ruleset: Ruleset, origins: Origins) -> dict[str, Any]:
    values = load.values(ruleset)
    return {
        "schema": SCHEMA,
        "name": ruleset.name,
        "revision": ruleset.revision,
        "title": ruleset.title,
        "values": [
            {"key": key, "value": value, **origins[key]._asdict()} for key, value in values.items()
        ],
        "chains": {
            "value": [
                {"letter": c.letter, "name": c.name, "tier": c.tier, "colour": c.colour}
                for c in ruleset.chains
            ],
            **origins["chains"]._asdict(),
        },
        "chart": {
            "value": {
                tier: [{f: getattr(b, f) for f in Bracket.__slots__} for b in brackets]
                for tier, brackets in _tiers(ruleset).items()
            },
            **origins["chart"]._asdict(),
        },
    }


def _page(ruleset: Ruleset, origins: Origins) -> str:
    """The whole of `rules show`, at most 80 columns wide for rulesets of a usual kind."""
    values: Pairs = [(key, str(value)) for key, value in load.values(ruleset).items()]
    values.append(("chains", "".join(chain.letter for chain in ruleset.chains)))
    values.append(("chart", f"{len(ruleset.chart[0])} sizes"))
    rows = [[key, value, origins[key].origin, origins[key].note] for key, value in values]
    parts = [
        f"{ruleset.name}@{ruleset.revision}: {ruleset.title}",
        _table(rows, ["key", "value", "origin", "note"], [None, None, None, NOTE_WIDTH]),
        _table([[t, _chains(ruleset, t)] for t in _tiers(ruleset)], ["tier", "chains"], [None, 62]),
        *_charts(ruleset),
    ]
    return "\n\n".join(parts) + "\n"


def _charts(ruleset: Ruleset) -> list[str]:
    """The chart, sizes down and tiers across, three tiers a table so that it fits."""
    tiers = list(_tiers(ruleset).items())
    width = max(len(_bonuses(ruleset, brackets[-1])) for brackets in ruleset.chart)
    tables = []
    for start in range(0, len(tiers), 3):
        some = tiers[start : start + 3]
        rows = [
            ["", *(tier for tier, _ in some)],
            ["size", *[f"price  {'bonuses':>{width}}"] * len(some)],
            ["-----", *["-" * (7 + width)] * len(some)],
        ]
        for row in zip(*(brackets for _, brackets in some), strict=True):
            cells = [f"{b.price}  {_bonuses(ruleset, b):>{width}}" for b in row]
            rows.append([_size(row[0], row[0] is some[0][1][-1]), *cells])
        # Not as tabulate's head, which would make every column two wider than its widest cell.
        tables.append(_table(rows, [], align=["left"] + ["right"] * len(some)))
    return tables


def _facts(ruleset: Ruleset) -> Pairs:
    """All that `diff` compares, as pairs of a key and what stands there."""
    facts: Pairs = [(key, str(value)) for key, value in load.values(ruleset).items()]
    tiers = _tiers(ruleset)
    facts += [(f"chains {tier}", _chains(ruleset, tier)) for tier in tiers]
    for tier, brackets in tiers.items():
        for bracket in brackets:
            figures = f"{bracket.price} {_bonuses(ruleset, bracket)}"
            facts.append((f"chart {tier} {_size(bracket, bracket is brackets[-1])}", figures))
    return facts


def _tiers(ruleset: Ruleset) -> dict[str, tuple[Bracket, ...]]:
    """The brackets of each tier that has a chain, cheapest first."""
    pairs = zip(ruleset.chains, ruleset.chart, strict=True)
    return {chain.tier: brackets for chain, brackets in pairs}


def _chains(ruleset: Ruleset, tier: str) -> str:
    return ", ".join(f"{c.letter} {c.name} ({c.colour})" for c in ruleset.chains if c.tier == tier)


def _size(bracket: Bracket, last: bool) -> str:
    if last:
        return f"{bracket.low}+"
    return str(bracket.low) if bracket.low == bracket.high else f"{bracket.low}-{bracket.high}"


def _bonuses(ruleset: Ruleset, bracket: Bracket) -> str:
    figures = [bracket.first, bracket.second]
    if ruleset.bonuses == "three":
        figures.append(bracket.third)
    return "/".join(map(str, figures))


def _table(
    rows: list[list[str]],
    head: list[str],
    widths: list[int | None] | None = None,
    align: list[str] | None = None,
) -> str:
    from tabulate import tabulate

    text = tabulate(
        rows,
        headers=head,
        tablefmt="simple" if head else "plain",
        disable_numparse=True,
        maxcolwidths=widths,
        colalign=align,
    )
    return "\n".join(line.rstrip() for line in text.splitlines())
