"""From a table of players, or from a record's bytes, to a session."""

from collections.abc import Container, Sequence
from io import BytesIO
from typing import NamedTuple

from acquire_cli.display.board import Look
from acquire_cli.display.findings import finding_text
from acquire_cli.engine import codes as c
from acquire_cli.notation.findings import ERROR, Finding
from acquire_cli.notation.lexer import BLANKS
from acquire_cli.notation.reader import read_games
from acquire_cli.notation.record import Record
from acquire_cli.notation.turn import Turn
from acquire_cli.records.canon import head_lines, turn_lines
from acquire_cli.records.game import Game, Library, open_game
from acquire_cli.records.replay import steps
from acquire_cli.repl.announced import changed
from acquire_cli.repl.moment import Moment, Point
from acquire_cli.repl.seats import HEADER, Seat, from_header, header_value
from acquire_cli.repl.session import Session
from acquire_cli.repl.work import take_up


class OpeningError(Exception):
    """A game that cannot be begun or taken up: a few lines on why."""

    def __init__(self, *lines: str) -> None:
        super().__init__(*lines)
        self.lines = lines


class Opened:
    """A session, and what is to be said about how it came about."""

    def __init__(
        self, session: Session, notes: Sequence[str] = (), unlike_file: bool = False
    ) -> None:
        """``unlike_file``: the record is another one than that of the file, and is to be saved."""
        self.session = session
        self.notes = list(notes)
        self.unlike_file = unlike_file


def new_game(
    seats: Sequence[Seat],
    ruleset: str,
    overrides: Sequence[str],
    seed: str,
    date: str,
    library: Library,
    look: Look | None = None,
) -> Opened:
    """A game dealt from a seed. Raises OpeningError."""
    lines = ["acquire 1", f"ruleset: {ruleset}"]
    if overrides:
        lines.append("rules: " + " ".join(overrides))
    lines.append("players: " + " ".join(seat.handle for seat in seats))
    lines.append("date: " + date)
    lines.append("seed: " + seed)
    noted = header_value(seats)
    if noted:
        lines.append(f"{HEADER}: {noted}")
    text = "\n".join(lines) + "\n"
    record = next(iter(read_games(BytesIO(text.encode("utf-8", "surrogatepass")))))
    game, found = open_game(record, library)
    bad = [f for f in record.findings + found if f.severity == ERROR]
    if game is None or bad:
        raise OpeningError(*[_said(finding) for finding in bad] or ["no such game can be begun"])
    head = head_lines(game)
    state = game.state
    now = Moment(state, state, (), Turn(), (), 1)
    computers = {seat.handle: seat.computer for seat in seats if seat.computer}
    session = Session(game, head, now, computers=computers, look=look)
    session.now = take_up(session.table, now)
    return Opened(session)


def _said(finding: Finding) -> str:
    return finding.message + (f" ({finding.hint})" if finding.hint else "")


def resume(
    data: bytes,
    file: str,
    library: Library,
    look: Look | None = None,
    seats: Sequence[Seat] | None = None,
) -> Opened:
    """The last game of a record's bytes, taken up where it stops. Raises OpeningError.

    ``seats`` say anew who is a computer player. A last line that was torn off while it was written
    is left out.
    """
    notes: list[str] = []
    whole = len(data)
    torn = bool(data) and not data.endswith(b"\n")
    opened = _read(data, file, library)
    if isinstance(opened, list) and torn:
        shorter = data[: data.rfind(b"\n") + 1]
        again = _read(shorter, file, library)
        if not isinstance(again, list):
            notes.append("The last line of the file was torn off; the game goes on before it.")
            opened, data = again, shorter
    if isinstance(opened, list):
        raise OpeningError(*opened)
    record, head, points, now, game = opened
    lines = data.split(b"\n")
    before = b"".join(line + b"\n" for line in lines[: record.line - 1])
    if seats is not None:
        head = _seated(head, seats, game.handles)
        computers = {seat.handle: seat.computer for seat in seats if seat.computer}
    else:
        computers, odd = from_header(record.value(HEADER), game.handles)
        if odd:
            notes.append(f"{HEADER}: {' '.join(odd)} is nobody here; a person is to play that seat")
    session = Session(
        game,
        head,
        now,
        before=before.decode("utf-8", "surrogateescape"),
        points=[_by_whom(point, game, computers) for point in points],
        computers=computers,
        closing=["#" + text for text in record.closing],
        look=look,
    )
    for player, name in session.computers.items():
        if now.state.unknown[player] and not now.over:
            handle = game.names.handles[player]
            notes.append(f"The hand of {handle} is not known: {name} waits until it is.")
    session.now = take_up(session.table, now)
    repaired = len(data) < whole
    return Opened(session, notes, unlike_file=repaired or seats is not None)


def _by_whom(point: Point, game: Game, computers: Container[str]) -> Point:
    handle = game.names.handles[point.moment.state.actor]
    return point._replace(human=handle not in computers)


class _Read(NamedTuple):
    record: Record
    head: list[str]
    points: list[Point]
    now: Moment
    game: Game


def _read(data: bytes, file: str, library: Library) -> _Read | list[str]:
    records = list(read_games(BytesIO(data), file))
    if not records:
        return ["there is no game in it"]
    record = records[-1]
    game, found = open_game(record, library)
    bad = [f for f in record.findings + found if f.severity == ERROR and f.code != "E-seed"]
    if game is None or bad:
        return [finding_text(finding) for finding in bad[:3]] or ["the game cannot be opened"]
    raw = [line.rstrip("\r") for line in record.raw]
    result = record.result
    closing_at = result.line - record.line if result is not None else len(raw)
    first = record.turns[0].line - record.line if record.turns else closing_at
    head = _stripped(raw[:first])
    body = raw[first:closing_at]
    start = game.state.copy()
    now = Moment(start, start, (), Turn(), (), 1)
    points: list[Point] = []
    problems: list[Finding] = []
    for at, step in enumerate(steps(game, problems)):
        after = game.state.copy()
        points.append(Point(now, _shown(step.log, game.dealt), True))
        line = step.turn.line - record.line - first
        follow = (
            record.turns[at + 1].line - record.line - first
            if at + 1 < len(record.turns)
            else len(body)
        )
        opened = step.turn.open and after.phase != c.OVER and after.turn == step.player
        if opened and step.log:
            lines = tuple(_stripped(body[:line]))
            words = _words(step.turn)
            now = Moment(now.state, after, tuple(step.log), words, lines, step.number)
        elif opened:
            points.pop()
            lines = tuple(_stripped(body[:line]))
            now = now._replace(lines=lines)
        else:
            lines = tuple(_stripped(body[:follow]))
            if step.turn.open:  # though nothing was left to decide: others are to follow
                lines = (*_stripped(body[:line]), *turn_lines(game, step))
            now = Moment(after, after, (), Turn(), lines, step.number + 1)
    hard = [f for f in problems if f.severity == ERROR]
    if hard:
        return [finding_text(hard[0])]
    return _Read(record, head, points, now, game)


def _words(turn: Turn) -> Turn:
    """What of an open turn the log does not hold."""
    return changed(
        Turn(),
        glyph=turn.glyph,
        clock=turn.clock,
        evaluation=turn.evaluation,
        comment=turn.comment,
        after=turn.after,
    )


def _shown(log: Sequence[tuple[int, ...]], dealt: bool) -> bool:
    return any(
        (event[0] == c.E_DREW and event[2] >= 0) or (event[0] == c.E_BANK and dealt)
        for event in log
    )


def _stripped(lines: Sequence[str]) -> list[str]:
    out = list(lines)
    while out and not out[-1].strip(BLANKS):
        out.pop()
    return out


def _seated(head: Sequence[str], seats: Sequence[Seat], handles: Sequence[str]) -> list[str]:
    if [seat.handle for seat in seats] != list(handles):
        raise OpeningError(f"the players of this game are {' '.join(handles)}, in this order")
    out = [line for line in head if not line.lower().lstrip().startswith(HEADER + ":")]
    noted = header_value(seats)
    if noted:
        at = max(i for i, line in enumerate(out) if ":" in line and not line.startswith("#")) + 1
        out.insert(at, f"{HEADER}: {noted}")
    return out
