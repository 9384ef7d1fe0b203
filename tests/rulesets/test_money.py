"""One way of writing money for people, everywhere; plain digits for programs and in records."""

import re

import pytest

from acquire_cli.rulesets.money import money
from tests.commands.program import acquire

GAME = "games/classic-4p-declared.acq"
PEOPLE = (
    ("replay", GAME),
    ("replay", "--at", "30", GAME),
    ("standings", GAME),
    ("standings", GAME, GAME, "--format", "github"),
    ("diff", GAME, "games/classic-4p-table.acq"),
)
PROGRAMS = (
    ("replay", GAME, "--format", "json"),
    ("replay", GAME, "--format", "csv"),
    ("standings", GAME, "--format", "json"),
    ("standings", GAME, GAME, "--format", "csv"),
    ("standings", GAME, GAME, "--format", "tsv"),
    ("fmt", "--assert", "turn", GAME),
)
RECORD = re.compile(r"(?m)^(?:[AB]  )?[0-9]+ [a-z]+ .*$|\d{4}-\d\d-\d\d|^(?:date|event|site).*$")


@pytest.mark.parametrize(
    ("dollars", "text"),
    [(0, "0"), (900, "900"), (1200, "1,200"), (1_234_500, "1,234,500"), (-1200, "-1,200")],
)
def test_thousands_have_a_comma(dollars: int, text: str) -> None:
    assert money(dollars) == text
    assert money(dollars + 0.4) == text


@pytest.mark.parametrize("arguments", PEOPLE)
def test_people_read_commas(arguments: tuple[str, ...]) -> None:
    shown = RECORD.sub("", acquire(*arguments).stdout)  # the turns themselves stay as they are
    assert re.search(r"\b\d{1,2},\d{3}\b", shown)
    assert not re.findall(r"\$\d|\b\d{4,}\b", shown)


@pytest.mark.parametrize("arguments", PROGRAMS)
def test_programs_and_records_read_digits(arguments: tuple[str, ...]) -> None:
    out = acquire(*arguments).stdout
    assert re.search(r"\b[1-9]\d{3,4}\b", out)
    if "csv" not in arguments and "json" not in arguments:
        assert not re.search(r"\d,\d{3}\b", re.sub(r"#.*", "", out))
