"""Every example of the specification comes to what its fence says."""

import re
from io import BytesIO
from itertools import pairwise
from pathlib import Path

import pytest

from acquire_cli.engine.bag import shuffled
from acquire_cli.engine.squares import names
from acquire_cli.engine.tables import rules_for
from acquire_cli.notation.explained import CODES
from acquire_cli.notation.parse import parse_turn
from acquire_cli.notation.position import parse_position, position_text
from acquire_cli.notation.reader import KNOWN_HEADERS, read_games
from acquire_cli.notation.turn import FIELDS, Turn
from acquire_cli.records.canon import canonical
from acquire_cli.records.replay import check
from acquire_cli.rulesets.knobs import KNOBS
from acquire_cli.rulesets.load import load

OTHER = ("E-foreign", "E-json", "E-expression")
"""Codes of the table that no record of this notation can cause."""

SPEC = (Path(__file__).parents[2] / "notation" / "spec.md").read_text(encoding="utf-8")
_FENCE = re.compile(r"^```(\w+) ?([^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
EXAMPLES = [
    (SPEC.count("\n", 0, m.start()) + 1, m.group(1), m.group(2), m.group(3))
    for m in _FENCE.finditer(SPEC)
]
RECORDS = [(line, info, text) for line, kind, info, text in EXAMPLES if kind == "acq"]


def bytes_of(text: str) -> bytes:
    return text.replace("␛", "\x1b").encode("utf-8")


def findings(text: str) -> list[str]:
    return [
        f"{f.code} {f.line}:{f.column}"
        for record in read_games(BytesIO(bytes_of(text)))
        for f in check(record)
    ]


def written(text: str) -> str:
    out = ""
    for record in read_games(BytesIO(bytes_of(text))):
        lines, found = canonical(record)
        assert lines is not None, found
        out += "\n".join(lines) + "\n"
    return out


def words(turn: Turn) -> dict[str, object]:
    out: dict[str, object] = {}
    for slot in FIELDS:
        value = getattr(turn, slot)
        if slot == "plain":  # how a turn was found, not what it says
            continue
        if slot == "clauses":
            value = [
                (x.chain, x.bank_tile, [(p.handle, p.sold, p.traded, p.kept) for p in x.parts])
                for x in value
            ]
        out[slot] = value
    return out


def test_there_are_examples_of_every_kind() -> None:
    assert {kind for _, kind, _, _ in EXAMPLES} == {"acq", "same", "position", "shuffle"}
    assert {info.split()[0] for _, info, _ in RECORDS} == {"valid", "invalid", "canonical", "lax"}
    assert len(EXAMPLES) > 15


@pytest.mark.parametrize(("line", "info", "text"), RECORDS, ids=lambda x: str(x)[:40])
def test_a_record_is_what_its_fence_says(line: int, info: str, text: str) -> None:
    kind, _, said = info.partition(" ")
    expected = said.split(", ") if kind == "invalid" else []
    silent = {"lax": "W-", "canonical": "W-irregular"}.get(kind, "-")
    warned = [f for f in findings(text) if not f.startswith(silent)]
    assert warned == expected, f"spec.md:{line}"
    if kind == "canonical":
        assert written(text) == text


def test_a_lax_record_is_written_as_the_one_below_it() -> None:
    pairs = 0
    for (_, info, text), (line, other, canon) in pairwise(RECORDS):
        if info == "lax":
            assert other == "canonical", f"spec.md:{line}"
            assert written(text) == canon, f"spec.md:{line}"
            pairs += 1
    assert pairs >= 2


SAME = [row for _, kind, _, text in EXAMPLES if kind == "same" for row in text.splitlines()]


@pytest.mark.parametrize("row", SAME)
def test_two_spellings_are_one_turn(row: str) -> None:
    left, right = (words(parse_turn(side, {"ann", "bob"})) for side in row.split(" == "))
    for slot in ("number", "handle"):  # may be left out
        if not right[slot]:
            left[slot] = right[slot]
    assert left == right


POSITIONS = [
    (info, row)
    for _, kind, info, text in EXAMPLES
    if kind == "position"
    for row in text.splitlines()
]


@pytest.mark.parametrize(("ruleset", "text"), POSITIONS)
def test_a_position_is_read_and_written_the_same(ruleset: str, text: str) -> None:
    placed = parse_position(text, rules_for(load(ruleset)))
    assert position_text(placed.state, placed.handles) == text


def test_bags_come_from_their_seeds() -> None:
    rows = [row for _, kind, _, text in EXAMPLES if kind == "shuffle" for row in text.splitlines()]
    assert rows
    for row in rows:
        head, _, tiles = row.partition(": ")
        board, _, seed = head.partition(" ")
        high, wide = map(int, board.split("x"))
        bag = [names(high, wide)[t] for t in shuffled(seed, high * wide)]
        assert bag[: len(tiles.split())] == tiles.split()


def test_every_code_header_and_knob_is_told_of() -> None:
    section = SPEC[SPEC.index("## 12.") : SPEC.index("## 13.")]
    listed = re.findall(r"`([EW]-[a-z0-9-]+)`", section[section.index("The codes,") :])
    assert sorted([*listed, *OTHER]) == sorted(CODES), "a new code: in a record, or elsewhere?"
    for code in listed:
        assert SPEC.count(f"`{code}`") > 1, f"{code} is listed, but nothing says when it is given"
    headers = SPEC[SPEC.index("## 4.") : SPEC.index("## 5.")]
    for key in KNOWN_HEADERS:
        key = f"{key}.HANDLE" if key in ("name", "hand") else key
        assert f"`{key}:`" in headers, key
    for knob in KNOBS:
        words = "`, `".join(knob.words)
        assert f"| `{knob.key}` | {'`' + words + '`' if words else knob.allowed} |" in SPEC
