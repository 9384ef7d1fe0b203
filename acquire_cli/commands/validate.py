"""`acquire validate`: every finding of every game, with place and reason."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Annotated, Literal, NamedTuple, Optional

import typer

from acquire_cli.commands import exits
from acquire_cli.commands.environment import Environment
from acquire_cli.commands.jobs import Jobs, games
from acquire_cli.commands.options import Color, Files, Force, Output
from acquire_cli.commands.output import Inputs, destination
from acquire_cli.commands.rulesets import Rulesets, library
from acquire_cli.notation.findings import ERROR, Finding
from acquire_cli.notation.record import Record
from acquire_cli.records.replay import check
from acquire_cli.rulesets.model import Ruleset

Format = Annotated[
    Optional[Literal["text", "json", "jsonl"]],  # noqa: UP045  read at run time by typer
    typer.Option("--format", help="How findings are written. [default: by the ending of -o]"),
]
MaxErrors = Annotated[
    int,
    typer.Option("--max-errors", metavar="N", min=0, help="Stop after N errors; 0 never stops."),
]
Strict = Annotated[bool, typer.Option("--strict", help="A warning counts as an error.")]
Position = Annotated[
    bool, typer.Option("--position", "-p", help="Show the position before a turn that is wrong.")
]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="No summary.")]


def command(
    context: typer.Context,
    files: Files,
    format: Format = None,
    max_errors: MaxErrors = 0,
    strict: Strict = False,
    position: Position = False,
    quiet: Quiet = False,
    jobs: Jobs = 1,
    output: Output = None,
    force: Force = False,
    ruleset: Rulesets = None,
    color: Color = None,
) -> int:
    """Check every game of every file: syntax, rules, cash assertions, results.

    Findings go to standard output, a summary to standard error. The exit code is 0 when there is
    no error, 1 when there is one, 2 when a file cannot be read.
    """
    environment: Environment = context.obj
    known = library(environment, ruleset)
    style = format or _by_ending(output)
    colored = environment.color and output in (None, "-")
    on_terminal = environment.stdout_is_terminal and output in (None, "-")
    columns = max(40, environment.width) if on_terminal else 0
    judge = partial(_judge, known, style, _Look(colored, columns), position)
    seen = errors = warnings = faulty = 0
    promises: dict[str, int] = {}
    gathered: list[str] = []
    inputs = Inputs(environment, files)
    with (
        games(environment, jobs, files, judge) as judged,
        destination(environment, output, overwrite=force) as out,
    ):
        for file, stream in inputs:
            try:
                for told, promised in judged.of(stream, file):
                    seen += 1
                    if promised:
                        promises[promised] = promises.get(promised, 0) + 1
                    if not told:
                        continue
                    if max_errors:
                        told = _up_to(told, max_errors - errors)
                    bad = sum(severity == ERROR for severity, _ in told)
                    errors += bad
                    warnings += len(told) - bad
                    faulty += bad > 0
                    if style == "json":
                        gathered += [text for _, text in told]
                    else:
                        out.writelines(text for _, text in told)
                    if max_errors and errors >= max_errors:
                        break
            except OSError as error:
                inputs.refuse(file, error)
            if max_errors and errors >= max_errors:
                break
        if style == "json":
            out.write("[" + ",".join(gathered) + "]\n")
    if not quiet:
        summary = f"{_count(seen, 'game')}, {_count(errors, 'error')}"
        if warnings:
            summary += f", {_count(warnings, 'warning')}"
        if faulty and seen > 1:
            summary += f"; {_count(faulty, 'game')} with errors"
        for word, number in sorted(promises.items()):
            summary += f"; {_count(number, 'commitment')} {word}"
        if max_errors and errors >= max_errors:
            summary += "; stopped there"
        environment.say(summary)
    return inputs.code(exits.NO if errors or (strict and warnings) else exits.YES)


Told = tuple[str, str]
"""The severity of a finding, and its text in the form that was asked for."""


class _Look(NamedTuple):
    """How findings are shown: in colour or not, in lines of so many columns (0: whole lines)."""

    colored: bool
    columns: int


def _judge(
    known: Mapping[str, Ruleset], style: str, look: _Look, position: bool, record: Record
) -> tuple[list[Told], str]:
    """What there is to tell of a game, and whether its commitment is proved ("" without one): that
    nothing speaks against it is not enough to say so."""
    found = check(record, known)
    told: list[Told] = []
    if found:
        write = _writer(style, look)
        told = [(finding.severity, write(finding)) for finding in found]
        if position and style == "text":
            positions = _positions(record, found, known)
            told = [
                (severity, text + positions.get(finding.turn, ""))
                for finding, (severity, text) in zip(found, told, strict=True)
            ]
    promised = ""
    if record.get("commit") is not None:
        from acquire_cli.records.fairplay import promise

        promised = promise(record, known)
    return told, promised


def _positions(
    record: Record, found: Sequence[Finding], known: Mapping[str, Ruleset]
) -> dict[int, str]:
    """The line for the position before each turn that is wrong."""
    from acquire_cli.records.replay import positions_before

    texts = positions_before(record, {f.turn for f in found if f.turn}, known)
    return {turn: f"  position: {text}\n" for turn, text in texts.items()}


def _count(number: int, what: str) -> str:
    return f"{number:,} {what}" + ("" if number == 1 else "s")


def _by_ending(output: str | None) -> str:
    for ending in ("jsonl", "json"):
        if output is not None and output.endswith("." + ending):
            return ending
    return "text"


def _up_to(told: Sequence[Told], errors: int) -> list[Told]:
    """What comes up to so many errors, the last of them included."""
    kept: list[Told] = []
    for severity, text in told:
        kept.append((severity, text))
        errors -= severity == ERROR
        if errors == 0:
            break
    return kept


def _writer(style: str, look: _Look) -> Callable[[Finding], str]:
    """Gives the text of a finding."""
    if style == "text":
        from acquire_cli.display.findings import finding_text

        return lambda finding: finding_text(finding, *look).rstrip("\n") + "\n"
    from acquire_cli.formats.escape import json_text

    end = "\n" if style == "jsonl" else ""
    return lambda finding: json_text(_fields(finding)) + end


def _fields(finding: Finding) -> dict[str, object]:
    """A finding as JSON; column and length count characters, from 1."""
    return {
        "file": finding.file,
        "game": finding.game,
        "turn": finding.turn or None,
        "line": finding.line,
        "column": finding.column,
        "length": finding.length,
        "severity": finding.severity,
        "code": finding.code,
        "message": finding.message,
        "hint": finding.hint or None,
        "text": finding.text,
    }
