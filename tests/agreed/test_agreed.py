"""Games and small cases that others have worked out, in every ruleset, to the dollar after every
turn. They are not part of the project: a copy without the folder beside it skips them.
"""

from pathlib import Path

import pytest

from tests.replaying import differences

AGREED = Path(__file__).parents[3] / "shared" / "data" / "agreed"
GAMES = sorted(AGREED.glob("games/*.acq"))
CASES = sorted(AGREED.glob("cases/*.acq"))

needs_them = pytest.mark.skipif(
    not AGREED.is_dir(), reason=f"the agreed records are not part of the project; no {AGREED}"
)


@needs_them
def test_they_are_there_with_their_twins() -> None:
    assert GAMES
    assert CASES
    for folder in ("games", "cases"):
        twins = {path.stem for path in AGREED.glob(f"{folder}/*.json")}
        assert twins == {path.stem for path in AGREED.glob(f"{folder}/*.acq")}


@needs_them
@pytest.mark.parametrize(
    "path", [*GAMES, *CASES], ids=lambda path: f"{path.parent.name}/{path.stem}"
)
def test_an_agreed_record_comes_to_what_is_agreed(path: Path) -> None:
    assert differences(path) == []
