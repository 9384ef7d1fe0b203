"""`acquire convert` as it is run: kinds, endings, tables, refusals, exit codes."""

import csv
import io
import json
from collections.abc import Sequence
from functools import partial
from pathlib import Path

import pytest

from acquire_cli.formats.columns import STANDINGS_HEAD, TURN_HEAD
from tests.commands import inside
from tests.formats.generated import game, remarked

FOREIGN = Path(__file__).parents[3] / "shared" / "data" / "tlstyer"
BROKEN = "acquire 1\nruleset: classic@1\nplayers: ann bob\n\n1 ann 6F\n2 bob 6F\n"


run = partial(inside.run, "convert")


def file(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


GAMES = "\n".join("\n".join(remarked(game(seed), seed)) + "\n" for seed in (1, 2, 3))


@pytest.mark.parametrize("kind", ["json", "jsonl"])
def test_there_and_back_by_the_endings(tmp_path: Path, kind: str) -> None:
    source = file(tmp_path, "a.acq", GAMES)
    made = tmp_path / f"b.{kind}"
    done = run(source, "-o", made)
    assert (done.code, done.out, done.err) == (0, "", "")
    back = run(made)
    assert (back.code, back.out) == (0, GAMES)
    assert "W-header" in back.err  # `place` is none of the notation's
    assert run(made, "--to", "json" if kind == "jsonl" else "jsonl").code == 0


def test_standard_input_is_a_record_unless_it_is_said(tmp_path: Path) -> None:
    document = run("-", stdin=GAMES.encode())
    assert document.code == 0
    assert [json.loads(line)["schema"] for line in document.out.splitlines()] == [1, 1, 1]
    assert run("-", "--from", "json", stdin=document.out.encode()).out == GAMES
    # JSON, taken for a record, is told to be none
    assert run("-", "--to", "json", stdin=document.out.encode()).code == 1


def test_an_existing_file_stays_without_force(tmp_path: Path) -> None:
    source = file(tmp_path, "a.acq", GAMES)
    target = file(tmp_path, "b.json", "mine")
    done = run(source, "-o", target)
    assert done.code == 2
    assert "File exists; --force overwrites it" in done.err
    assert target.read_text() == "mine"
    assert run(source, "-o", target, "--force").code == 0
    assert target.read_text() != "mine"


def test_a_record_that_cannot_all_be_read_is_not_held(tmp_path: Path) -> None:
    text = BROKEN.replace("2 bob 6F", "2 bob 6F $$")
    source = file(tmp_path, "a.acq", text + "\n" + GAMES)
    for kind in ("json", "jsonl"):
        done = run(source, "--to", kind)
        assert done.code == 1
        assert done.out.count('"schema"') == 3
        assert f"{source}:6:" in done.err


def test_a_game_against_the_rules_is_held_and_told_on_its_way_back(tmp_path: Path) -> None:
    document = run(file(tmp_path, "a.acq", BROKEN))
    assert document.code == 0
    made = file(tmp_path, "b.json", document.out)
    back = run(made)
    assert back.code == 1
    assert back.out == BROKEN
    assert f"{made}:1:$.turns[1]: error[E-occupied]" in back.err


def test_a_wrong_result_is_told_on_its_way_back(tmp_path: Path) -> None:
    head = "acquire 1\nruleset: classic@1\nplayers: ann bob\nstart: ann=1A bob=9I\n\n1 ann 5E\n"
    for result in ("blah 3 x", "declared ann=6000 bob=6000", "abandoned ann=1 bob=6000"):
        text = f"{head}result: {result}\n"
        made = file(tmp_path, "r.json", run(file(tmp_path, "r.acq", text)).out)
        back = run(made, "--to", "acq")
        assert (back.code, back.out) == (1, text)
        assert f"{made}:1:$.result: error[E-result]" in back.err


def test_any_json_is_findings_and_no_traceback(tmp_path: Path) -> None:
    for text in ("", "{", "[" * 50_000, '{"schema":1,"turns":[{"tile":"6F\\n7F"}]}', "\x00\xff"):
        done = run("-", "--from", "json", stdin=text.encode("latin-1"))
        assert done.code in (0, 1)
        assert "internal fault" not in done.err
        assert (done.code == 1) == ("E-json" in done.err)
        assert run("-", "--from", "jsonl", stdin=text.encode("latin-1")).code in (0, 1)


def rows(text: str) -> Sequence[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


def test_csv_has_a_row_a_turn_with_every_fact(tmp_path: Path) -> None:
    source = file(tmp_path, "a.acq", GAMES)
    done = run(source, "--to", "csv")
    assert done.code == 0
    assert done.out.splitlines()[0] == ",".join(TURN_HEAD)
    table = rows(done.out)
    turns = [line for line in GAMES.splitlines() if line[:1].isdigit()]
    assert [f"{row['number']} {row['player']} {row['tile']}" for row in table] == [
        " ".join(line.split("=")[0].split()[:3]) for line in turns
    ]
    by_line = dict(zip(turns, table, strict=True))
    merger = next(line for line in turns if "x" in line.split()[3:4] or " end" in line)
    assert by_line[merger]["end"] == ("true" if " end" in merger else "false")
    assert {row["effect"] for row in table} >= {"alone", "founds", "grows", "merges"}
    assert all(row["comment"].startswith("#") for row in table if row["comment"])
    assert all(row["cash"].isdigit() for row in table)
    lax = "acquire 1\nplayers: ann bob\nstart: ann=1A bob=12I\n1 f6\n2 f7=l lll\n"
    table = rows(run("-", "--to", "csv", stdin=lax.encode()).out)
    assert [row["player"] for row in table] == ["ann", "bob"]
    assert table[1]["founded"] == "L"
    assert table[1]["buys"] == "LLL"
    assert table[1]["cash"] == "5400"


def test_tsv_keeps_one_line_a_turn(tmp_path: Path) -> None:
    source = file(tmp_path, "a.acq", GAMES)
    lines = run(source, "--to", "tsv").out.splitlines()
    assert lines[0].split("\t") == list(TURN_HEAD)
    assert {line.count("\t") for line in lines} == {len(TURN_HEAD) - 1}
    assert any("tab\\there" in line and "\\\\ +" in line for line in lines)


def test_standings_as_a_table(tmp_path: Path) -> None:
    source = file(tmp_path, "a.acq", GAMES)
    done = run(source, "--to", "csv", "--table", "standings")
    table = rows(done.out)
    assert done.out.splitlines()[0] == ",".join(STANDINGS_HEAD)
    assert len(table) == 12
    results = [line.split()[2:] for line in GAMES.splitlines() if line.startswith("result:")]
    said = sorted(word for words in results for word in words)
    assert sorted(f"{row['player']}={row['total']}" for row in table) == said
    assert run(source, "--table", "standings").code == 2


def test_tables_hold_the_turns_before_a_fault(tmp_path: Path) -> None:
    done = run(file(tmp_path, "a.acq", BROKEN), "--to", "csv")
    assert done.code == 1
    assert len(rows(done.out)) == 1
    assert "E-occupied" in done.err


def test_usage(tmp_path: Path) -> None:
    source = file(tmp_path, "a.acq", GAMES)
    assert run(source, "--to", "acq").code == 2
    assert run(source, "--to", "yaml").code == 2
    assert run(tmp_path / "none.acq").code == 2
    assert run(source, tmp_path / "none.acq", "--to", "json").out.count('"schema"') == 3


@pytest.mark.skipif(not FOREIGN.is_dir(), reason=f"no {FOREIGN}")
def test_games_of_the_other_program_come_in(tmp_path: Path) -> None:
    done = run(FOREIGN / "games.jsonl", "--from", "tlstyer-jsonl")
    assert done.out.startswith("acquire 1\n")
    assert run("-", "--to", "json", stdin=done.out.encode()).code == 0
    text = sorted(FOREIGN.glob("text/*.txt"))[0]
    assert "E-" not in run(text, "--from", "tlstyer-text", "--to", "jsonl").err


def test_a_foreign_game_that_cannot_be_read_says_where() -> None:
    for kind in ("tlstyer-text", "tlstyer-jsonl"):
        done = run("-", "--from", kind, stdin=b"nonsense\n")
        assert (done.code, done.out) == (1, "")
        assert "<stdin>:1:" in done.err
        assert "E-foreign" in done.err
