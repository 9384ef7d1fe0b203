"""JSON and CSV text: readable by any reader, and with nothing in it that a terminal obeys."""

import csv
import io
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from acquire_cli.formats.csvs import Writer
from acquire_cli.formats.encode import array, document, documents, line
from acquire_cli.formats.escape import encodable, escaped

values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**53), 2**53)
    | st.text(st.characters(exclude_categories=["Cs"])),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.text(st.characters(exclude_categories=["Cs"])), inner, max_size=3)
    ),
    max_leaves=12,
)


@given(values)
def test_a_line_says_what_it_was_given(value: object) -> None:
    text = line(value)
    assert json.loads(text) == value
    assert text.isprintable()


@given(st.dictionaries(st.text("abc\x9b\u202e\U000e0001", min_size=1), values, max_size=4))
def test_a_document_says_what_it_was_given(value: dict[str, object]) -> None:
    text = document(value)
    assert json.loads(text) == value
    assert all(part.isprintable() for part in text.split("\n"))


@pytest.mark.parametrize("count", [0, 1, 2, 3])
def test_one_document_is_an_object_others_an_array(count: int) -> None:
    value = {"a": 1, "b": [{"c": 2}, {"c": 3}], "d": {}, "e": []}
    text = "".join(documents([document(value)] * count))
    assert json.loads(text) == (value if count == 1 else [value] * count)
    assert text.endswith("\n")
    assert json.loads("".join(array([line(value)] * count))) == [value] * count


def test_csv_cells() -> None:
    out = io.StringIO()
    writer = Writer(out, ("shares", "bonuses", "defunct", "free", "n", "name", "none"))
    row = {
        "shares": {"L": 3, "T": 2},
        "bonuses": {"L": 300},
        "defunct": ["T", "C"],
        "free": True,
        "n": -5,
        "name": 'a,"b"\x9b\n',
        "none": None,
        "more": 1,
    }
    writer.write([row])
    assert "\x9b" not in out.getvalue()
    [entry] = csv.DictReader(io.StringIO(out.getvalue()))
    assert entry == {
        "shares": "L3T2",
        "bonuses": "L=300",
        "defunct": "TC",
        "free": "true",
        "n": "-5",
        "name": 'a,"b"\\u009b\\u000a',
        "none": "",
    }


def test_names_of_files() -> None:
    assert encodable("a\udcff.acq") == "a\ufffd.acq"
    assert escaped("\U000e0001") == "\\udb40\\udc01"
