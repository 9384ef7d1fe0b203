"""CSV and TSV: cells as the forms want them, the turns' short way the same as the long one."""

import csv
from io import BytesIO, StringIO

import pytest
from hypothesis import given
from hypothesis import strategies as st

from acquire_cli.formats import columns
from acquire_cli.formats.columns import CSV, TSV, TURN_HEAD, Form, turn_lines
from acquire_cli.formats.escape import escaped
from acquire_cli.notation.reader import read_games
from acquire_cli.records.game import open_game
from tests.formats.generated import RULESETS, game, remarked

CELLS = st.lists(
    st.text(st.sampled_from('a, ";\t\n\r\\é\x9b\u2028')) | st.integers(), min_size=2, max_size=5
)


@given(CELLS)
def test_a_row_of_csv_is_one_that_the_standard_library_reads(cells: list[str | int]) -> None:
    line = CSV.line(cells)
    assert line.count("\n") == 1
    [row] = csv.reader(StringIO(line), strict=True)
    assert row == [escaped(str(cell)) for cell in cells]


@given(CELLS)
def test_a_row_of_tsv_has_a_tab_between_cells_and_nowhere_else(cells: list[str | int]) -> None:
    line = TSV.line(cells)
    assert line.count("\n") == 1
    row = line[:-1].split("\t")
    assert len(row) == len(cells)
    for text, cell in zip(row, cells, strict=True):
        assert "\\" in text or text == str(cell)


def lines(text: list[str], form: Form, file: str) -> list[str]:
    [record] = read_games(BytesIO("\n".join(text).encode()), file)
    opened, found = open_game(record)
    assert opened is not None
    return list(turn_lines(opened, found, form))


@pytest.mark.parametrize("form", [CSV, TSV])
def test_the_short_way_writes_what_the_long_one_does(
    form: Form, monkeypatch: pytest.MonkeyPatch
) -> None:
    for seed in range(40):
        text = list(game(seed, RULESETS[seed % len(RULESETS)], 2 + seed % 5))
        if seed % 2:
            text = list(remarked(tuple(text), seed))
        file = ("games.acq", 'a "b", c.acq', "t\tb.acq")[seed % 3]
        short = lines(text, form, file)
        with monkeypatch.context() as patch:
            patch.setattr(columns, "_says_all", lambda *_: False)
            assert lines(text, form, file) == short
        if form is CSV:
            assert {len(row) for row in csv.reader(short, strict=True)} == {len(TURN_HEAD)}


def test_tiles_set_aside_in_another_order_are_put_in_order() -> None:
    ordered = list(game(1))
    lax = [line.replace(" x2C,6C", " x6C,2C") for line in ordered]
    assert lax != ordered
    assert lines(lax, CSV, "a.acq") == lines(ordered, CSV, "a.acq")
