"""`acquire standings`: a small game in every format, games that break a rule, broken streams."""

import csv
import io
import json
import os
from pathlib import Path

import pytest

from acquire_cli.app import main
from acquire_cli.commands.environment import Environment
from acquire_cli.commands.standings_game import FIELDS
from acquire_cli.commands.standings_run import SUMMARY_FIELDS
from acquire_cli.display.tables import formats
from tests.commands.program import PYTHON, acquire, shell

CASES = Path(__file__).parent / "cases"
AGREED = Path(__file__).parents[3] / "shared" / "data" / "agreed" / "games"
FILE = str(CASES / "small.acq")
SMALL = (CASES / "small.acq").read_text()
FAULTY = SMALL.replace("cid-k1 +T", "cid-k2 +T")


def standings(*arguments: str, stdin: str | None = None) -> tuple[int, str, str]:
    out, err = io.StringIO(), io.StringIO()
    stream = io.BytesIO(stdin.encode()) if stdin is not None else None
    code = main(("standings", *arguments), Environment(stdin=stream, stdout=out, stderr=err))
    return code, out.getvalue().replace(FILE, "small.acq"), err.getvalue()


@pytest.mark.parametrize(
    ("golden", "arguments"),
    [
        ("standings.txt", (FILE,)),
        ("standings.json", (FILE, "--format", "json")),
        ("standings.csv", (FILE, "--format", "csv")),
        ("two.txt", (FILE, FILE)),
    ],
)
def test_a_small_game_is_ranked_as_written_down(golden: str, arguments: tuple[str, ...]) -> None:
    assert standings(*arguments) == (0, (CASES / golden).read_text(), "")


def test_json_and_csv_have_the_same_names() -> None:
    rows = json.loads(standings(FILE, "--format", "json")[1])
    assert [tuple(row) for row in rows] == [FIELDS] * 3
    table = list(csv.DictReader(io.StringIO(standings(FILE, "--format", "csv")[1])))
    assert [tuple(row) for row in table] == [FIELDS] * 3
    assert [row["name"] for row in table] == ["bob", "Ann Lee", "cid"]


@pytest.mark.parametrize("format", formats())
def test_every_format_of_tabulate(format: str) -> None:
    for files in ((FILE,), (FILE, FILE)):
        code, out, err = standings(*files, "--format", format)
        assert (code, err) == (0, "")
        assert "14,700" in out or (format == "tsv" and "14700" in out)
        assert ("118.9" in out) == (len(files) > 1)


def test_a_format_that_is_not_there() -> None:
    code, out, err = standings(FILE, "--format", "papyrus")
    assert (code, out) == (2, "")
    first, second, *tables = err.splitlines()
    assert first == "acquire: no format 'papyrus'"
    assert second == "There are text, json, csv, and these tables:"
    assert ", ".join(formats()) == " ".join(line.strip() for line in tables)
    assert max(map(len, tables)) <= 78
    near = standings(FILE, "--format", "gitub")[2].splitlines()[0]
    assert near == "acquire: no format 'gitub'; did you mean github?"


@pytest.mark.parametrize(
    ("ending", "beginning"),
    [
        ("json", "["),
        ("csv", "file,game"),
        ("html", "<table>"),
        ("md", "|"),
        ("txt", FILE),
        ("tex", "\\begin{tabular}"),
    ],
)
def test_the_ending_of_the_file_decides(tmp_path: Path, ending: str, beginning: str) -> None:
    target = tmp_path / f"out.{ending}"
    assert standings(FILE, "-o", str(target)) == (0, "", "")
    assert target.read_text().startswith(beginning)


def test_only_the_sum() -> None:
    code, out, err = standings(FILE, FILE, "--summary", "--format", "json")
    assert (code, err) == (0, "")
    assert json.loads(out)[0] == {
        "player": "bob",
        "games": 2,
        "wins": 2.0,
        "mean_rank": 1.0,
        "total": 29400,
        "mean_share": 0.396226,
        "points": 8.0,
        "adjusted_share": 1.188679,
        "even_wins": 0.666667,
        "rank": 1,
        "heat": None,
        **{f"rank_{rank}": 2 * (rank == 1) for rank in range(1, 7)},
    }
    assert tuple(json.loads(out)[0]) == SUMMARY_FIELDS
    assert (
        standings(FILE, FILE, "--summary")[1]
        == (CASES / "two.txt").read_text().rpartition("games\n\n")[2]
    )


UNFINISHED = SMALL.partition("\n5 bob")[0] + "\n"


def test_unfinished_games_are_counted_when_asked() -> None:
    code, out, err = standings("-", "--summary", "--format", "csv", stdin=SMALL + UNFINISHED)
    assert (code, err) == (
        0,
        "acquire: 1 unfinished game is not counted in the summary; see --unfinished\n",
    )
    assert [row["games"] for row in csv.DictReader(io.StringIO(out))] == ["1"] * 3
    code, out, err = standings("-", "--summary", "--unfinished", stdin=SMALL + UNFINISHED)
    assert (code, err) == (0, "")
    assert [line.split()[-6] for line in out.splitlines()[1:]] == ["2", "2", "2"]
    text = standings("-", stdin=SMALL + SMALL + UNFINISHED)[1]
    assert "\nAll 2 finished games\n\nrank  player" in text
    code, out, err = standings("-", "--summary", stdin=UNFINISHED)
    assert (code, out) == (0, "")
    assert err.startswith("acquire: 1 unfinished game ")


def test_points_and_tie_breaks() -> None:
    def summary(*more: str) -> list[tuple[str, float, int]]:
        out = standings(FILE, "--summary", "--format", "json", *more)[1]
        return [(line["player"], line["points"], line["rank"]) for line in json.loads(out)]

    assert summary() == [("bob", 4, 1), ("Ann Lee", 2, 2), ("cid", 1, 3)]
    assert summary("--points", "2.5,1") == [("bob", 2.5, 1), ("Ann Lee", 1, 2), ("cid", 0, 3)]
    assert summary("--points", "0", "--tie-break", "games") == [
        ("Ann Lee", 0, 1),
        ("bob", 0, 1),
        ("cid", 0, 1),
    ]
    for wrong in (("--points", "many"), ("--tie-break", "luck"), ("--by", "luck")):
        code, out, err = standings(FILE, *wrong)
        assert (code, out) == (2, "")
        assert err.startswith("acquire: ")


@pytest.mark.parametrize(
    ("by", "column", "labels"),
    [
        ("seat", "seat", ["1", "2", "3"]),
        ("order", "order", ["1", "2", "3"]),
        ("first-merger", "first_merger", ["first", "second", "unpaid"]),
    ],
)
def test_lines_about_something_else(by: str, column: str, labels: list[str]) -> None:
    code, out, err = standings(FILE, FILE, "--by", by, "--format", "csv")
    assert (code, err) == (0, "")
    table = list(csv.DictReader(io.StringIO(out)))
    assert [row[column] for row in table] == labels
    assert list(table[0]) == [column, *SUMMARY_FIELDS[1:]]
    assert {row["rank"] for row in table} == {""}
    for form in ("text", "github"):
        assert "even" in standings(FILE, FILE, "--by", by, "--format", form)[1]


def test_heats_by_a_header() -> None:
    rounds = [SMALL.replace("players:", f"Round: {n}\nplayers:", 1) for n in (10, 9)]
    words = "".join([*rounds, SMALL])
    code, out, err = standings("-", "--heat", "round", stdin=words)
    assert (code, err) == (0, "")
    titles = [line for line in out.split("\n") if "round" in line or line.startswith("All")]
    assert titles == ["no round", "round: 9", "round: 10", "All 3 games"]
    lines = json.loads(standings("-", "--heat", "ROUND", "--format", "json", stdin=words)[1])
    assert [line["heat"] for line in lines] == ["", "", "", *["9"] * 3, *["10"] * 3, *[None] * 3]
    assert "| all" in standings("-", "--heat", "round", "--format", "github", stdin=words)[1]


def test_the_order_of_the_files_changes_nothing(tmp_path: Path) -> None:
    games = []
    for name in ("small", "other"):
        path = tmp_path / f"{name}.acq"
        path.write_text(SMALL if name == "small" else SMALL.replace("Ann Lee", "Ann"))
        games.append(str(path))
    form = ("--summary", "--format", "csv")
    assert standings(*games, *form) == standings(*games[::-1], *form)


def test_real_and_corrected_money() -> None:
    line = next(line for line in SMALL.split("\n") if line.startswith("2 bob"))
    words = line.split(" ")
    words.insert(3, "~cid+700")
    moved = SMALL.replace(line, " ".join(words)).replace("cid=8600", "cid=9300")

    def cid(*more: str) -> tuple[int, int]:
        code, out, err = standings("-", "--format", "json", *more, stdin=moved)
        assert (code, err) == (0, "")
        [row] = [row for row in json.loads(out) if row["player"] == "cid"]
        return row["cash"], row["total"]

    assert cid() == (7200, 9300)
    assert cid("--money", "corrected") == (6500, 8600)


def test_a_game_that_breaks_a_rule_is_named_and_left_out() -> None:
    code, out, err = standings("-", "--format", "json", stdin=FAULTY + SMALL)
    assert code == 1
    assert [row["game"] for row in json.loads(out)] == [2, 2, 2]
    assert err.startswith("<stdin>:12:14: error[E-parts] ")
    assert err.endswith("  the game is left out\n")
    code, out, _ = standings("-", "--format", "json", stdin=FAULTY)
    assert (code, out) == (1, "[]\n")


def test_a_result_that_differs_is_said_and_the_game_counts() -> None:
    code, out, err = standings("-", "--format", "json", stdin=SMALL.replace("bob=14700", "bob=1"))
    assert code == 1
    assert "error[E-result] bob has 14700, not 1" in err
    assert "left out" not in err
    assert len(json.loads(out)) == 3


def test_unfinished_games_are_marked() -> None:
    words = SMALL.partition("\n5 bob")[0] + "\n"
    code, out, err = standings("-", stdin=words)
    assert (code, err) == (0, "")
    assert out.startswith("<stdin>, game 1: classic@1, 4 turns, unfinished, as if scored now\n")
    assert "unfinished" in standings("-", "--format", "github", stdin=words)[1]


def test_names_are_shown_and_never_obeyed() -> None:
    evil = SMALL.replace("Ann Lee", "Ann|\u202e\u2066" + "x" * 99)
    for form in ("text", "json", "csv", *formats()):
        code, out, _ = standings("-", "--format", form, stdin=evil)
        assert code == 0
        assert all(line.isprintable() for line in out.replace("\t", "").split("\n"))
    code, out, _ = standings("-", stdin=evil)
    assert max(map(len, out.split("\n"))) <= 80


@pytest.mark.skipif(not AGREED.is_dir(), reason=f"no {AGREED}")
def test_agreed_games() -> None:
    games = sorted(str(path) for path in AGREED.glob("*.acq"))
    code, out, err = standings(*games, "--format", "json")
    assert (code, err) == (0, "")
    rows = json.loads(out)
    for path in games:
        final = json.loads(Path(path).with_suffix(".json").read_text())["final"]
        mine = [row for row in rows if row["file"] == path]
        assert {row["player"]: row["total"] for row in mine} == final["totals"]
        assert {row["player"]: row["rank"] for row in mine} == final["ranks"]
        assert {row["reason"] for row in mine} == {final["reason"]}
        assert all(row["finished"] for row in mine)
    text = standings(*games)[1]
    assert all(len(line) <= 80 or line.startswith(str(AGREED)) for line in text.split("\n"))


def test_streams(tmp_path: Path) -> None:
    done = shell('"$@" | head -1; true', PYTHON, "-m", "acquire_cli", "standings", *[FILE] * 2000)
    assert (done.stderr, len(done.stdout.splitlines())) == ("", 1)
    done = acquire("standings", "nowhere", FILE)
    assert done.returncode == 2
    assert done.stderr == "acquire: nowhere: No such file or directory\n"
    assert "14,700" in done.stdout
    if os.path.exists("/dev/full"):
        done = shell('"$@" > /dev/full', PYTHON, "-m", "acquire_cli", "standings", FILE)
        assert done.returncode == 2
        assert done.stderr == "acquire: cannot write to standard output: No space left on device\n"
