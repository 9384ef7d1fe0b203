"""What is fuzzed: bytes in, and nothing may come out but findings of our own.

Each target takes any bytes and returns; whatever it raises is a fault of the program. Besides not
raising, what can be read has to stay as it is when it is written and read again.
"""

from collections.abc import Callable, Iterator
from functools import cache
from io import BytesIO
from pathlib import Path

from acquire_cli.display.findings import finding_text
from acquire_cli.engine import codes as c
from acquire_cli.engine.game import legal, play
from acquire_cli.engine.setup import Start, begin
from acquire_cli.engine.tables import rules_for
from acquire_cli.formats import documents
from acquire_cli.formats.document_record import text_of
from acquire_cli.formats.encode import line
from acquire_cli.formats.record_json import document_text, lines_text, read_documents, read_lines
from acquire_cli.formats.tlstyer import ForeignGame
from acquire_cli.formats.tlstyer_lines import read_jsonl
from acquire_cli.formats.tlstyer_record import to_record
from acquire_cli.formats.tlstyer_text import read_text
from acquire_cli.notation.findings import ERROR, Finding
from acquire_cli.notation.position import position_text
from acquire_cli.notation.reader import read_games
from acquire_cli.notation.record import Record
from acquire_cli.notation.split import read_whole, split
from acquire_cli.records.canon import canonical
from acquire_cli.records.events import told
from acquire_cli.records.filter import ExpressionError, Filter
from acquire_cli.records.filter_facts import LOGGED, GameFacts
from acquire_cli.records.game import open_game
from acquire_cli.records.notes import Request, annotated
from acquire_cli.records.replay import check
from acquire_cli.records.standings import rows
from acquire_cli.records.views import TABLE, view
from acquire_cli.repl.completing import completions
from acquire_cli.repl.opening import OpeningError, new_game, resume
from acquire_cli.repl.seats import parse_seats
from acquire_cli.repl.session import Session
from acquire_cli.rulesets import load
from acquire_cli.rulesets.model import RulesetError

ROOT = Path(__file__).resolve().parents[1]


def shown(found: list[Finding]) -> list[str]:
    """The codes of the errors; each finding has to be one that can be shown."""
    for finding in found:
        assert finding.line >= 0  # 0 where it lies in a document, by its path
        assert finding.column >= 1
        assert finding.length >= 1
        for text in finding_text(finding).split("\n"):
            assert text.isprintable(), text
    return [finding.code for finding in found if finding.severity == ERROR]


def again(data: bytes) -> list[Record]:
    """Records are changed by what is done with them: each use reads them anew."""
    return list(read_games(BytesIO(data), "F"))


def records(data: bytes) -> None:
    """The reader, the checks, and everything that is done with a record."""
    one = again(data)
    pieces = [read_whole(piece, "F") for piece in split(BytesIO(data)) if piece.whole]
    assert [record.raw for record in pieces] == [record.raw for record in one]
    errors = [shown(check(record)) for record in one]
    for record, wrong in zip(again(data), errors, strict=True):
        _canonical(record, wrong)
    for record in again(data):
        game, found = open_game(record)
        if game is not None:
            for turn in told(game, found):
                line(documents.turn_line(game, turn))
            line(documents.result(game))
            rows(game)
        shown(found)
    for record, wrong in zip(again(data), errors, strict=True):
        for who in (TABLE, *record.handles[:1]):
            lines, found = view(record, who)
            shown(found)
            assert lines is None or not wrong or all(code == "E-assert" for code in wrong) or lines
    for record in again(data):
        lines, found = annotated(record, Request(notes=True))
        shown(found)


def _canonical(record: Record, errors: list[str]) -> None:
    lines, found = canonical(record)
    shown(found)
    if lines is None:
        assert errors
        return
    text = "\n".join(lines) + "\n"
    [same] = again(text.encode("utf-8", "surrogateescape"))
    twice, found = canonical(same)
    assert twice is not None, (text, found)
    assert twice == lines, (lines, twice)
    if not errors:
        [same] = again(text.encode())
        assert not shown(check(same)), text


POSITION_HEADS = (
    "ruleset: classic@1\nplayers: ann bob\n",
    "ruleset: tycoon@1\nrules: board=4x4 safe=2 dead=optional\nplayers: ann bob cid\n",
    "ruleset: grand-hotel@1\nrules: bank-holder=always\nplayers: ann bob\n",
    "ruleset: whole-hand@1\nrules: board=26x40 hand=12\nplayers: a1 b1 c1 d1 e1 f1\n",
)


def positions(data: bytes) -> None:
    """The position reader: what it takes is written and read again as the same."""
    if not data:
        return
    head = "acquire 1\n" + POSITION_HEADS[data[0] % len(POSITION_HEADS)] + "position: "
    raw = head.encode() + data[1:].replace(b"\n", b" ").replace(b"\r", b" ") + b"\n"
    for record in again(raw):
        errors = shown(check(record))
        game, found = open_game(record)
        if game is None or errors:
            assert shown(found) or errors
            continue
        text = position_text(game.state, game.names.handles)
        [second] = again(f"{head}{text}\n".encode())
        other, found = open_game(second)
        assert other is not None, (text, found)
        assert position_text(other.state, other.names.handles) == text
        for action in legal(game.state)[:50]:
            assert play(game.state.copy(), action) == c.OK


def json_documents(data: bytes) -> None:
    """Records as JSON, in both forms."""
    for read in (read_documents, read_lines):
        for item in read(BytesIO(data), "F"):
            shown(item.found)
            if item.record is None:
                assert item.found
                continue
            lines, found = text_of(item.record)
            shown(item.placed(found))
            text = "\n".join(lines) + "\n"
            back = again(text.encode("utf-8", "surrogateescape"))
            assert len(back) == 1, text
            if not shown(check(back[0])):
                [whole] = again(text.encode())
                _json_and_back(whole)


def _json_and_back(record: Record) -> None:
    """The JSON of a good record gives its JSON again."""
    for write, read in ((document_text, read_documents), (lines_text, read_lines)):
        text = write(record)
        [item] = read(BytesIO(text.encode()), "F")
        assert item.record is not None, (text, item.found)
        assert write(item.record) == text


def foreign(data: bytes) -> None:
    """Other programs' games."""
    for game in _foreign_games(data):
        lines, found = to_record(game)
        shown(found)
        if lines and not any(one.severity == ERROR for one in found):
            [record] = again("\n".join(lines).encode())
            assert not shown(check(record)), lines


def _foreign_games(data: bytes) -> Iterator[ForeignGame]:
    yield read_text(BytesIO(data), "F")
    yield from read_jsonl(BytesIO(data), "F")


@cache
def _asked() -> tuple[bytes, ...]:
    games = sorted((ROOT / "games").glob("*-2p-*.acq"))[:2]
    return (*[path.read_bytes() for path in games], b"acquire 1\nplayers: ann bob\n1 ann 2B\n")


def expressions(data: bytes) -> None:
    """Questions to `filter`: answered, or refused with a place in the text."""
    text = data.decode("utf-8", "surrogateescape")
    for turns in (False, True):
        try:
            asked = Filter(text, turns)
        except ExpressionError as error:
            assert 0 <= error.start <= len(text)
            assert error.length >= 1
            continue
        for raw in _asked():
            for piece in split(BytesIO(raw)):
                game = GameFacts(piece, "F")
                game.play({}, LOGGED, asked.looks)
                if not turns:
                    asked.matches(game)
                    continue
                for turn in game.turns:
                    asked.matches_turn(game, turn)


def rulesets(data: bytes) -> None:
    """Ruleset files: what is accepted can be played."""
    try:
        ruleset = load._settle(load.parse(data, "own.toml"), "own.toml", "")[0]
    except RulesetError as error:
        assert str(error)
        assert error.problems
        return
    rules = rules_for(ruleset)
    start = begin(rules, ruleset.min_players, list(range(rules.squares)))
    if isinstance(start, Start):
        s = start.state
        for _ in range(60):
            actions = legal(s)
            if not actions:
                assert s.phase == c.OVER
                break
            assert play(s, actions[len(actions) // 2]) == c.OK


@cache
def _begun(which: int) -> bytes:
    names = load.names()
    seats = parse_seats(("ann,bob", "ann,bob:random,cid", "ann")[which % 3])
    if len(seats) == 1:
        seats = parse_seats("ann,bob:random")
    session = new_game(seats, names[which % len(names)], [], str(which), "2026-01-01", {}).session
    return session.text().encode()


def sessions(data: bytes) -> None:
    """The prompt: lines typed at a game; and any bytes as the record to be taken up."""
    if not data:
        return
    try:
        session = resume(_begun(data[0] % 12) if data[0] < 200 else data[1:], "F", {}).session
    except OpeningError as error:
        assert error.lines
        return
    for raw in data[1:4_000].split(b"\n")[:40]:
        _let_computers_move(session)
        typed = raw.decode("utf-8", "surrogateescape")
        if typed.lstrip().startswith(("save", "hint", "h")):
            continue  # one writes files, the other thinks for long
        before = session.text()
        reply = session.do(typed)
        assert reply.changed or session.text() == before
        if typed.isprintable():
            completions(session, typed)
    found = check(list(read_games(BytesIO(session.text().encode("utf-8", "surrogateescape"))))[-1])
    assert not [f for f in found if f.severity == ERROR and f.code != "E-seed"], session.text()


def _let_computers_move(session: Session) -> None:
    for _ in range(50):
        if not session.waiting:
            return
        session.step()


TARGETS: dict[str, Callable[[bytes], None]] = {
    "records": records,
    "positions": positions,
    "json": json_documents,
    "foreign": foreign,
    "expressions": expressions,
    "rulesets": rulesets,
    "sessions": sessions,
}
