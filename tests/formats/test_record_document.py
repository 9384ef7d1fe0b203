"""JSON of records: there and back without loss, true to its schema, and any bytes survived."""

import json
import re
from collections.abc import Iterable
from io import BytesIO
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from acquire_cli.formats import record_json
from acquire_cli.formats.document_record import record_of, text_of
from acquire_cli.formats.record_document import document_of, unheld
from acquire_cli.formats.record_json import (
    MAX_DEPTH,
    Read,
    document_text,
    lines_text,
    read_documents,
    read_lines,
    schema,
)
from acquire_cli.notation.explained import CODES
from acquire_cli.notation.reader import read_games
from acquire_cli.notation.record import Record
from acquire_cli.notation.turn import FIELDS, Turn
from acquire_cli.records.canon import canonical
from tests.formats.generated import RULESETS, game, remarked

ROOT = Path(__file__).parents[2]
FOLDERS = ("tests/rules/cases", "notation/cases", "games")
FILES = sorted(path for folder in FOLDERS for path in (ROOT / folder).rglob("*.acq"))
SCHEMA = json.loads((ROOT / "notation" / "record.schema.json").read_text(encoding="utf-8"))


def records(text: str | bytes) -> list[Record]:
    raw = text.encode() if isinstance(text, str) else text
    return list(read_games(BytesIO(raw), "game.acq"))


def back(text: str, read: Any = read_documents) -> list[Read]:
    return list(read(BytesIO(text.encode("utf-8")), "game.json"))


# ---- the schema: as much of JSON Schema as it uses ----


def mismatches(value: Any, form: dict[str, Any], path: str = "$") -> Iterable[str]:
    if "$ref" in form:
        yield from mismatches(value, SCHEMA["$defs"][form["$ref"].rpartition("/")[2]], path)
    if "anyOf" in form and all(list(mismatches(value, one, path)) for one in form["anyOf"]):
        yield f"{path}: {value!r} fits none of {form['anyOf']}"
    if "enum" in form and value not in form["enum"]:
        yield f"{path}: {value!r} is none of {form['enum']}"
    kind = form.get("type")
    types = {"object": dict, "array": list, "string": str, "integer": int, "boolean": bool}
    if kind == "null":
        if value is not None:
            yield f"{path}: {value!r} is not null"
    elif kind and (not isinstance(value, types[kind]) or (kind == "integer" and value is True)):
        yield f"{path}: {value!r} is no {kind}"
    elif kind == "object":
        assert form["additionalProperties"] is False
        for key in form.get("required", ()):
            if key not in value:
                yield f"{path}: {key} is missing"
        for key, inner in value.items():
            if key in form["properties"]:
                yield from mismatches(inner, form["properties"][key], f"{path}.{key}")
            else:
                yield f"{path}: {key} is unknown"
    elif kind == "array":
        for at, inner in enumerate(value):
            yield from mismatches(inner, form["items"], f"{path}[{at}]")
    elif kind == "string" and "pattern" in form and not re.search(form["pattern"], value):
        yield f"{path}: {value!r} does not match {form['pattern']}"
    elif kind == "integer" and not form.get("minimum", value) <= value <= form.get(
        "maximum", value
    ):
        yield f"{path}: {value!r} is out of range"


def line_form(line: dict[str, Any]) -> dict[str, Any]:
    name = {"game": "GameLine", "turn": "TurnOfGame", "result": "ResultLine"}[line["type"]]
    return {"$ref": f"#/$defs/{name}"}


def test_the_schema_that_ships_is_the_one_that_is_read_by() -> None:
    assert schema() == SCHEMA


def test_the_checker_of_this_test_sees_what_is_wrong() -> None:
    good = json.loads(document_text(records("\n".join(game(1)))[0]))
    assert not list(mismatches(good, SCHEMA))
    for path, value in (
        (("schema",), 2),
        (("turns", 0, "tile"), "6f"),
        (("turns", 0, "number"), "1"),
        (("turns", 0, "other"), 1),
        (("headers", 0, "key"), "Ruleset"),
        (("result",), 7),
        (("turns", 0, "mark"), "!!!"),
        (("turns", 0, "number"), 0),
    ):
        bad = json.loads(json.dumps(good))
        inner = bad
        for step in path[:-1]:
            inner = inner[step]
        inner[path[-1]] = value
        assert list(mismatches(bad, SCHEMA)), path
        [read] = back(json.dumps(bad))
        assert read.record is None
        assert read.found[0].code == "E-json"
    del good["schema"]
    assert list(mismatches(good, SCHEMA))


# ---- there and back ----


def same_again(record: Record) -> None:
    """Both forms of a record fit the schema and give back what the record is in canonical text."""
    held = document_of(record)
    document = document_text(record)
    lines = lines_text(record)
    # That puts what is owed into the record.
    wanted, found = canonical(record, judged=True)
    assert document.count("\n") == 1
    assert not list(mismatches(json.loads(document), SCHEMA))
    for line in lines.splitlines():
        value = json.loads(line)
        assert not list(mismatches(value, line_form(value)))
    for [read] in (back(document), back(lines, read_lines)):
        assert read.found == []
        assert read.record is not None
        assert document_of(read.record) == held
        text, again = text_of(read.record)
        assert [one.code for one in again] == [one.code for one in found]
        if wanted is not None:
            assert text == wanted
        else:
            [reread] = records("\n".join(text).encode())
            assert len(reread.turns) == len(record.turns)


def test_there_are_files_to_try() -> None:
    assert len(FILES) > 300
    assert {path.parts[-2] for path in FILES} >= {"cases", "games", "valid", "invalid"}


@pytest.mark.parametrize("folder", FOLDERS)
def test_every_record_of_the_repository_comes_back(folder: str) -> None:
    held = 0
    for path in FILES:
        if path.is_relative_to(ROOT / folder):
            for record in records(path.read_bytes()):
                if not unheld(record):
                    same_again(record)
                    held += 1
    assert held > 10


def test_a_thousand_games_come_back_byte_for_byte() -> None:
    for seed in range(1000):
        lines = list(game(seed, RULESETS[seed % len(RULESETS)], 2 + seed % 5))
        if seed % 2:
            lines = remarked(tuple(lines), seed)
        [record] = records("\n".join(lines))
        text = document_text(record) if seed % 4 < 2 else lines_text(record)
        [read] = back(text, read_documents if seed % 4 < 2 else read_lines)
        assert read.found == []
        assert read.record is not None
        written, found = text_of(read.record)
        assert written == lines, seed
        assert [one for one in found if one.code != "W-header"] == []
        if seed % 50 < 2:
            same_again(record)


LAX = """acquire 1
PLAYERS: ann, bob
Start:  bob=9I ann=c5
x-note:
# of the opening
1: f6
bob G6 =4200 ?!   # comma
3  a7 ++
"""


def test_what_was_written_is_kept_and_canonical_text_comes_out() -> None:
    text = LAX.replace("++", "+ ..")
    [record] = records(text)
    document = json.loads(document_text(record))
    assert document["headers"][1] == {"key": "start", "value": "bob=9I ann=c5"}
    assert document["turns"] == [
        {"number": 1, "tile": "6F"},
        {
            "player": "bob",
            "tile": "6G",
            "asserted": [{"cash": 4200}],
            "mark": "?!",
            "comment": " comma",
        },
        {"number": 3, "tile": "7A", "buys": "", "open": True},
    ]
    assert document["comments"] == [" of the opening"]
    same_again(record)


def test_every_word_of_a_turn_has_its_place() -> None:
    line = (
        "7 ann x1A,2A x3A 6F=L IxTC T^5C:bob-s2t2k1,cid-k3 C^?:dee-s1 +IIL end x7B ^7C,? "
        "=4200 =bob:-300 ?! @0:12 %+0.5 .. #  why"
    )
    [record] = records(f"acquire 1\nplayers: ann bob cid dee\n\n{line}\n# below\n")
    [turn] = json.loads(document_text(record))["turns"]
    named = {"handle": "player", "clauses": "dispositions", "declared": "end", "glyph": "mark"}
    named |= {"cash": "asserted", "after": "comments"}
    # Words that do not go together with the others.
    later = {"line", "text", "looked", "irregular", "plain"}
    slots = {name for name in vars(Turn) if name[0] != "_" and not callable(vars(Turn)[name])}
    assert {named.get(slot, slot) for slot in slots - later} == set(turn)
    [read] = back(document_text(record))
    assert read.record is not None
    assert read.record.turns[0].text == line
    [record] = records("acquire 1\nplayers: ann bob\n\n1 ann 6F + x ..\n")
    [turn] = json.loads(document_text(record))["turns"]
    assert turn == {"number": 1, "player": "ann", "tile": "6F", "buys": "", "looked": True} | {
        "open": True
    }
    [read] = back(document_text(record))
    assert read.record is not None
    assert read.record.turns[0].text == "1 ann 6F + x .."


TILES = ["6F", "06F", "6f", "99Z", "41A", ".", "0A", "?"]
TEXTS = ["ann", "a", "Ann", "b7", "L", "l", "LL", "TLC", "Ö", *TILES]
LISTS: list[Any] = [["1A"], ["2A", "1A"], ["?"], ["."], [], [1]]
WORDS = st.sampled_from([0, 1, 7, 10**9, True, None, "", "T L", *TEXTS, *LISTS])


@settings(max_examples=400, deadline=None)
@given(
    st.dictionaries(
        st.sampled_from(["number", "player", "tile", "founded", "buys", "end", "aside", "open"]),
        WORDS,
    ),
    st.booleans(),
)
def test_a_plain_turn_is_read_as_by_its_whole_form(words: dict[str, Any], common: bool) -> None:
    """The short way takes what the patterns take, and gives the same turn."""
    if common:
        words = {"number": 7, "player": "ann", "tile": "6F", "end": True, "buys": "TL"} | words
    raw = json.dumps(words).encode()
    plain = record_json._plain(record_json._plain_turn, raw)
    if plain is None:
        return
    head = record_json.Head(schema=1)
    [whole] = record_of(head, [record_json._turn(raw)], None, []).turns
    # How a turn was found is no part of what it says.
    said = [slot for slot in FIELDS if slot != "plain"]
    assert {slot: getattr(plain, slot) for slot in said} == {
        slot: getattr(whole, slot) for slot in said
    }


def test_what_most_turns_are_is_read_the_short_way() -> None:
    for words in (
        {"number": 7, "player": "ann", "tile": "6F"},
        {"number": 7, "player": "ann", "tile": ".", "buys": "LLT", "end": True},
        {"number": 7, "player": "ann", "tile": "6F", "founded": "L", "aside": ["7B", "8B"]},
    ):
        plain = record_json._plain(record_json._plain_turn, json.dumps(words).encode())
        assert plain is not None
        line = json.dumps({"type": "turn"} | words).encode()
        again = record_json._plain(record_json._plain_line, line)
        assert {slot: getattr(again, slot) for slot in FIELDS} == {
            slot: getattr(plain, slot) for slot in FIELDS
        }


def test_what_broke_a_rule_has_its_place() -> None:
    words = "1 ann ~. ~+500 ~bob-3 ~bob+LT ~-L ~+IIIIL ~x7B,8C ~x x1A ^1B ~^ =1"
    [record] = records(f"acquire 1\nplayers: ann bob\n\n{words}\n2 bob 6F ~end\n")
    turns = json.loads(document_text(record))["turns"]
    assert turns[0]["irregular"] == ["pass", "buys", "kept", "draws"]
    assert turns[0]["left"] == ["7B", "8C"]
    assert turns[0]["adjusted"] == [
        {"money": 500},
        {"player": "bob", "money": -3},
        {"player": "bob", "given": "LT"},
        {"taken": "L"},
    ]
    assert (turns[1]["end"], turns[1]["irregular"]) == (True, ["end"])
    [read] = back(document_text(record))
    assert read.record is not None
    assert [turn.text for turn in read.record.turns] == [words, "2 bob 6F ~end"]
    assert [turn.irregular for turn in read.record.turns] == [t.irregular for t in record.turns]


@pytest.mark.parametrize(
    "turn",
    [
        {"irregular": ["pass"], "tile": "6F"},
        {"irregular": ["end"], "tile": "6F"},
        {"irregular": ["buys"], "tile": "6F"},
        {"irregular": ["buys"], "tile": "6F", "buys": ""},
        {"irregular": ["draws", "draws"], "tile": "6F"},
        {"irregular": ["aside"], "tile": "6F"},
        {"adjusted": [{}], "tile": "6F"},
        {"adjusted": [{"money": 0}], "tile": "6F"},
        {"adjusted": [{"money": 1, "given": "L", "player": "ann"}], "tile": "6F"},
        {"adjusted": [{"given": "L"}], "tile": "6F"},
        {"left": ["?"], "tile": "6F"},
    ],
)
def test_what_broke_no_rule_has_none(turn: dict[str, Any]) -> None:
    head = [{"key": "players", "value": "ann bob"}]
    [read] = back(json.dumps({"schema": 1, "headers": head, "turns": [turn]}))
    assert read.record is None
    assert [finding.code for finding in read.found] == ["E-json"]


def test_documents_may_be_laid_out_in_any_way() -> None:
    documents = [json.loads(document_text(records("\n".join(game(seed)))[0])) for seed in (1, 2)]
    whole = [list(game(1)), list(game(2))]
    for text in (
        "\n".join(json.dumps(one, indent=2) for one in documents),
        "".join(json.dumps(one) for one in documents),
        "\ufeff\n\n" + "\r\n".join(json.dumps(one, indent="\t") for one in documents),
        json.dumps(documents[0]) + " " + json.dumps(documents[1], indent=1),
    ):
        reads = back(text)
        assert [text_of(read.record)[0] for read in reads if read.record] == whole


# ---- what is wrong ----


def test_a_rule_that_is_broken_is_told_with_its_path() -> None:
    document = json.loads(document_text(records("\n".join(game(3)))[0]))
    document["turns"][4]["tile"] = document["turns"][0]["tile"]
    [read] = back("\n" + json.dumps(document))
    assert read.record is not None
    text, found = text_of(read.record)
    assert [(f.file, f.code) for f in read.placed(found)] == [
        ("game.json:2:$.turns[4]", "E-occupied")
    ]
    assert text[12].startswith(f"5 {document['turns'][4]['player']}")
    document["headers"][0]["value"] = "nothing@1"
    [read] = back(json.dumps(document))
    assert read.record is not None
    placed = read.placed(text_of(read.record)[1])
    assert [(f.file, f.code) for f in placed] == [("game.json:1:$.headers[0]", "E-ruleset")]


def test_in_lines_the_place_is_the_line() -> None:
    lines = lines_text(records("\n".join(game(3)))[0]).splitlines()
    turn = json.loads(lines[5])
    lines[5] = json.dumps(turn | {"tile": json.loads(lines[1])["tile"]})
    [read] = back("\n".join(lines), read_lines)
    assert read.record is not None
    [found] = read.placed(text_of(read.record)[1])
    assert (found.file, found.code) == ("game.json:6:$", "E-occupied")


@pytest.mark.parametrize(
    ("text", "place", "message"),
    [
        ("x", (1, 1), "an object is expected here"),
        ("[]", (1, 1), "an object is expected here"),
        ("{}", (1, 1), "missing required field `schema`"),
        ('{"schema":2}', (1, 1), "$.schema"),
        ('{"schema":1,\n "turns":[{]}', (2, 12), "malformed"),
        ('{"schema":1,"turns":[{"tile":6}]}', (1, 1), "$.turns[0].tile"),
        ('{"schema":1,"other":6}', (1, 1), "other"),
        ('{"schema":1', (1, 12), "truncated"),
        ('{"schema":1,"headers":[{"key":"a\nb', (1, 33), ""),
        ('{"schema":1,"headers":[{"key":"date","value":"x\\ny"}]}', (1, 1), "$.headers[0]"),
        ('{"schema":1,"headers":[{"key":"date","value":"y\\n"}]}', (1, 1), "$.headers[0]"),
        ('{"schema":1,"headers":[{"key":"result","value":"y"}]}', (1, 1), "$.headers[0].key"),
        ('{"schema":1,"turns":[{"tile":"6F\\n"}]}', (1, 1), "$.turns[0]"),
        ('{"schema":1,"turns":[{"clock":"1\\n"}]}', (1, 1), "$.turns[0]"),
        ('{"schema":1,"closing":["\\n"]}', (1, 1), "$.closing"),
        ('{"schema":1,"turns":[{"dispositions":[{}]}]}', (1, 1), "$.turns[0]"),
        ('{"schema":1,"turns":[{"comments":["\\u009b"]}]}', (1, 1), "$.turns"),
        ("[" * 100_000, (1, 1), ""),
        ('{"a":' * 100_000, (1, 1), f"more than {MAX_DEPTH} lists"),
        ('{"schema":1,"turns":' + "[" * 100_000, (1, 1), f"more than {MAX_DEPTH} lists"),
    ],
)
def test_json_that_is_none_is_told_with_its_place(
    text: str, place: tuple[int, int], message: str
) -> None:
    [read] = back(text)
    [found] = read.found
    assert read.record is None
    assert found.code == "E-json"
    assert (found.line, found.column) == place
    assert message in found.message


def test_one_bad_document_does_not_hide_the_next() -> None:
    good = document_text(records("\n".join(game(1)))[0])
    reads = back(f'{good}{{"schema":9}}\n{good}nonsense\nmore of it\n{good}')
    assert [read.record is not None for read in reads] == [True, False, True, False, True]
    assert [read.line for read in reads] == [1, 2, 3, 4, 6]


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ('{"type":"turn","number":1}', 1, "a line of type game"),
        ('{"type":"game","schema":1}\n{"type":"result","value":""}\n{"type":"turn"}', 3, "after"),
        ('{"type":"game","schema":1}\n{"type":"turn","tile":1}', 2, "$.tile"),
        ('{"type":"game","schema":1}\n{"type":"other"}', 2, "other"),
        ('{"type":"game","schema":1}\n{"number":1}', 2, "type"),
        ('{"type":"game","schema":1}\n\n{"type":"turn","comment":"\\n"}', 3, "($.comment)"),
        ('{"type":"game","schema":1}\nnot json', 2, "malformed"),
    ],
)
def test_lines_that_are_none_are_told(text: str, line: int, message: str) -> None:
    [read] = back(text, read_lines)
    assert read.record is None
    assert read.found[0].line == line
    assert message in read.found[0].message


def test_size_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(record_json, "MAX_DOCUMENT", 1000)
    for text in ('{"schema":1,' + " " * 2000, '{"schema":1,\n' * 200, "x" * 3000):
        assert any("1" in read.found[0].message for read in back(text))
    long = '{"type":"game","schema":1}\n' + " " * 2000
    assert back(long, read_lines)[-1].found


@settings(max_examples=150, deadline=None)
@given(st.binary(max_size=300))
def test_any_bytes_are_findings(raw: bytes) -> None:
    for read in (read_documents, read_lines):
        for one in read(BytesIO(raw), "x"):
            assert one.record is not None or one.found
            assert all(f.code in CODES and f.line > 0 for f in one.found)


@settings(max_examples=150, deadline=None)
@given(st.integers(0, 10**9), st.booleans())
def test_damaged_json_is_a_game_or_findings(seed: int, as_lines: bool) -> None:
    rng = Random(seed)
    [record] = records("\n".join(remarked(game(5), 5)))
    raw = bytearray((lines_text if as_lines else document_text)(record).encode())
    for _ in range(rng.randrange(1, 5)):
        at = rng.randrange(len(raw))
        raw[at : at + rng.randrange(3)] = rng.choice(
            (b"", b'"', b"\\", b"{", b"]", b"\n", b"\xff", b"9", b"null", b"\\ud800", b"\x00")
        )
    for one in (read_lines if as_lines else read_documents)(BytesIO(bytes(raw)), "x"):
        if one.record is None:
            assert one.found
            continue
        text, found = text_of(one.record)
        assert len("\n".join(text).split("\n")) == len(text)
        one.placed(found)
