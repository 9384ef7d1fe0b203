"""`-o FILE` never writes over a file that exists unless `--force` says so, whatever the command."""

from pathlib import Path

import pytest

from tests.commands.inside import run

GAMES = Path(__file__).resolve().parents[2] / "games"
FILES = {
    "GAME": str(GAMES / "classic-4p-declared.acq"),
    "OTHER": str(GAMES / "tycoon-3p-declared.acq"),
}
CALLS = [
    "annotate --notes GAME",
    "convert --to json GAME",
    "diff GAME OTHER",
    "filter turns>0 GAME",
    "fmt GAME",
    "moves --at 2 GAME",
    "new -p ann,bob --seed x",
    "replay GAME",
    "rules list",
    "rules show classic",
    "rules diff classic tycoon",
    "standings GAME",
    "validate GAME",
    "view table GAME",
]


def words(call: str) -> list[str]:
    return [FILES.get(word, word) for word in call.split()]


@pytest.mark.parametrize("call", CALLS, ids=lambda call: " ".join(call.split()[:2]))
def test_a_file_that_exists_is_only_written_over_when_asked(call: str, tmp_path: Path) -> None:
    out = tmp_path / "out"
    out.write_text("mine\n")
    done = run(*words(call), "-o", str(out))
    assert done.code == 2
    assert f"{out}: File exists; --force overwrites it" in done.err
    assert out.read_text() == "mine\n"
    assert [path.name for path in tmp_path.iterdir()] == ["out"]
    done = run(*words(call), "-o", str(out), "--force")
    assert done.code in (0, 1)
    assert out.read_text() != "mine\n"


@pytest.mark.parametrize("call", CALLS, ids=lambda call: " ".join(call.split()[:2]))
def test_a_device_is_no_file_to_lose(call: str) -> None:
    assert run(*words(call), "-o", "/dev/null").code in (0, 1)
