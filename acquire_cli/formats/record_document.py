"""A record as one JSON document, without loss.

A record that was canonical comes back byte for byte; any other comes back in canonical form, with
every comment, unknown header, mark and assertion.
"""

from typing import TypeVar

from acquire_cli.formats.record_form import (
    SCHEMA,
    Adjustment,
    Assertion,
    Disposition,
    Document,
    HeaderLine,
    Holder,
    TurnLine,
)
from acquire_cli.notation.findings import ERROR, Finding
from acquire_cli.notation.record import Record
from acquire_cli.notation.turn import Clause, Irregular, Turn

AnyTurn = TypeVar("AnyTurn", bound=TurnLine)


def unheld(record: Record) -> list[Finding]:
    """What keeps a record from being held in JSON: lines that could not be read."""
    return [found for found in record.findings if found.severity == ERROR]


def document_of(record: Record) -> Document:
    """The document of a record of which every line could be read."""
    return Document(
        schema=SCHEMA,
        preface=record.preface,
        headers=header_lines(record),
        comments=record.opening,
        turns=[turn_line(turn, TurnLine) for turn in record.turns],
        result=None if record.result is None else record.result.value,
        closing=record.closing,
    )


def header_lines(record: Record) -> list[HeaderLine]:
    """The headers as they stand."""
    return [HeaderLine(header.key, header.value, header.above) for header in record.headers]


def turn_line(turn: Turn, form: type[AnyTurn]) -> AnyTurn:
    """A turn as an object of ``form``."""
    made = form(
        turn.number or None,
        turn.handle or None,
        turn.redraws,
        turn.tile or None,
        turn.founded or None,
        turn.survivor or None,
    )
    if turn.survivor:
        made.defunct = turn.defunct
    if turn.clauses:
        made.dispositions = [_disposition(clause) for clause in turn.clauses]
    made.buys = turn.buys
    made.end = turn.declared
    made.aside = turn.aside
    made.looked = turn.looked
    made.drew = turn.drew
    if turn.cash:
        made.asserted = [Assertion(amount, handle or None) for handle, amount in turn.cash]
    if turn.glyph:
        made.mark = turn.glyph  # type: ignore[assignment]
    if turn.clock:
        made.clock = turn.clock[1:]
    if turn.evaluation:
        made.evaluation = turn.evaluation[1:]
    made.open = turn.open
    made.comment = turn.comment
    made.comments = turn.after
    if turn.irregular is not None:
        _mark_irregular(made, turn.irregular)
    return made


def _mark_irregular(made: TurnLine, marked: Irregular) -> None:
    said = (
        ("pass", marked.passed),
        ("buys", marked.bought),
        ("end", marked.declared),
        ("kept", marked.kept),
        ("draws", marked.undrawn),
    )
    made.irregular = [what for what, true in said if true]  # type: ignore[misc]
    made.adjusted = [
        Adjustment(handle or None, money or None, given or None, taken or None)
        for handle, money, given, taken in marked.moved
    ]
    made.left = list(marked.left)


def _disposition(clause: Clause) -> Disposition:
    return Disposition(
        clause.chain or None,
        clause.bank_tile or None,
        [
            Holder(
                part.handle or None, part.sold, part.traded, part.kept if part.kept >= 0 else None
            )
            for part in clause.parts
        ],
    )
