"""What `acquire help CODE` shows as an example is a line of a case that gives this very code."""

import json
from collections import defaultdict
from io import BytesIO
from pathlib import Path

import pytest

from acquire_cli.formats.record_json import read_documents
from acquire_cli.notation.explained import CODES
from acquire_cli.records.filter import ExpressionError, Filter

CASES = Path(__file__).parents[2] / "notation" / "cases"
WITHOUT = {"E-utf8", "E-line-long", "E-game-long", "E-commit", "E-foreign"}
"""Codes of which no line of a screen can be an example."""


def blamed() -> dict[str, set[str]]:
    """The lines at which the cases have each code."""
    out: dict[str, set[str]] = defaultdict(set)
    for path in CASES.glob("*/*.acq"):
        lines = path.read_bytes().split(b"\n")
        for finding in json.loads(path.with_suffix(".json").read_text("utf-8")).get("findings", []):
            line = lines[finding["line"] - 1].decode("utf-8", "replace")
            out[finding["code"]].add(line.strip().replace("\x1b", "␛"))
    return out


BLAMED = blamed()


@pytest.mark.parametrize("code", CODES)
def test_each_code_is_explained_shown_and_mended(code: str) -> None:
    entry = CODES[code]
    for text in (entry.text, entry.mend):
        assert text[0].isupper() or text[0] == "`"
        assert text.endswith((".", "!"))
        assert text.count("`") % 2 == 0
    assert len(entry.text) >= 40, "a title said twice"
    assert max(map(len, entry.example.split("\n"))) <= 76


@pytest.mark.parametrize("code", sorted(set(CODES) - WITHOUT - {"E-json", "E-expression"}))
def test_the_example_gives_the_code(code: str) -> None:
    lines = [line.partition("  #")[0] for line in CODES[code].example.split("\n")]
    assert BLAMED[code] & set(lines), sorted(BLAMED[code])


def test_the_codes_without_an_example_are_those_that_can_have_none() -> None:
    assert {code for code, entry in CODES.items() if not entry.example} == WITHOUT


def test_an_expression_and_a_document() -> None:
    with pytest.raises(ExpressionError):
        Filter(CODES["E-expression"].example)
    [read] = read_documents(BytesIO(CODES["E-json"].example.encode()))
    assert [finding.code for finding in read.found] == ["E-json"]
