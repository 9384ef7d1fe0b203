"""`acquire validate`: what is counted is what is shown."""

from pathlib import Path

import pytest

from tests.commands.inside import run

TEXT = "acquire 1\nruleset: classic@1\nplayers: ann bob\nwon: 1\n?\nlost: 1\n"


@pytest.mark.parametrize(
    ("most", "said"),
    [
        (0, "2 games, 2 errors, 4 warnings; 2 games with errors"),
        (1, "1 game, 1 error, 1 warning; stopped there"),
        (2, "2 games, 2 errors, 3 warnings; 2 games with errors; stopped there"),
        (3, "2 games, 2 errors, 4 warnings; 2 games with errors"),
    ],
)
def test_what_comes_after_the_last_error_asked_for_is_neither_shown_nor_counted(
    most: int, said: str, tmp_path: Path
) -> None:
    path = tmp_path / "F"
    path.write_text(TEXT + "\n" + TEXT)
    done = run("validate", "--max-errors", str(most), path)
    assert (done.code, done.err) == (1, f"acquire: {said}\n")
    counted = [int(word) for word in said.replace(",", "").split() if word.isdigit()]
    assert [done.out.count(": error["), done.out.count(": warning[")] == counted[1:3]
