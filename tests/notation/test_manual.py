"""acquire-notation(5): its records are valid, and no header or phase is left out."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from acquire_cli.engine.codes import PHASE_NAMES
from acquire_cli.notation.reader import KNOWN_HEADERS
from tests.notation.test_spec import findings

PAGE = Path(__file__).parents[2] / "man" / "acquire-notation.5"
TEXT = PAGE.read_text(encoding="utf-8")
RECORDS = [
    block.replace("\\(ha", "^")
    for block in re.findall(r"^\.Bd -literal.*?\n(.*?)^\.Ed$", TEXT, re.MULTILINE | re.DOTALL)
    if block.startswith("acquire 1\n")
]


def test_its_records_are_valid() -> None:
    assert len(RECORDS) == 2
    for record in RECORDS:
        assert findings(record) == []


def test_it_names_every_header_and_phase() -> None:
    for key in KNOWN_HEADERS:
        assert re.search(rf"^\.(It )?Cm .*?\b{key}\b", TEXT, re.MULTILINE), key
    for phase in PHASE_NAMES:
        assert re.search(rf"^\.Cm .*?\b{phase}\b", TEXT, re.MULTILINE), phase


@pytest.mark.skipif(shutil.which("mandoc") is None, reason="mandoc is not installed")
def test_it_is_clean() -> None:
    done = subprocess.run(
        ["mandoc", "-Tlint", "-W", "warning", str(PAGE)], capture_output=True, text=True
    )
    assert (done.returncode, done.stdout) == (0, "")
