"""Every case of the rule tables, played: board, money, shares, the end, what is refused and why."""

import pytest

from tests.replaying import differences
from tests.rules.test_tables import CASES, NAMES


@pytest.mark.parametrize("name", NAMES)
def test_a_case_comes_to_what_its_twin_says(name: str) -> None:
    assert differences(CASES / f"{name}.acq") == []
