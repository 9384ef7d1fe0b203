"""`acquire rules` as a user runs it."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from acquire_cli.rulesets import load

ROOT = Path(__file__).resolve().parents[2]


def rules(*arguments: str) -> tuple[int, str, str]:
    done = subprocess.run(
        [sys.executable, "-m", "acquire_cli", "rules", *arguments],
        capture_output=True,
        text=True,
        encoding="utf-8",
        cwd=ROOT,
        check=False,
    )
    return done.returncode, done.stdout, done.stderr


def test_list() -> None:
    code, out, err = rules("list")
    assert (code, err) == (0, "")
    listed = [line.split("@")[0] for line in out.splitlines()[2:]]
    assert listed == list(load.names())
    assert max(map(len, out.splitlines())) <= 80
    code, out, _ = rules("list", "--format", "json")
    assert [entry["name"] for entry in json.loads(out)["rulesets"]] == list(load.names())


@pytest.mark.parametrize("name", load.names())
def test_show_says_everything_within_80_columns(name: str) -> None:
    code, out, err = rules("show", name)
    assert (code, err) == (0, "")
    assert max(map(len, out.splitlines())) <= 80
    rows = {line.split()[0]: line.split() for line in out.splitlines() if line[:1].strip()}
    origins = load.origins(name)
    for key, value in load.values(load.load(name)).items():
        assert rows[key][1:3] == [str(value), origins[key].origin]
    for chain in load.load(name).chains:
        assert f"{chain.letter} {chain.name} ({chain.colour})" in out
    last = "1200  12000/8200/6000" if load.load(name).bonuses == "three" else "1200  12000/6000"
    assert out.splitlines()[-1].startswith("41+")
    assert out.splitlines()[-1].endswith(last)


def test_show_as_json() -> None:
    code, out, _ = rules("show", "three-bonus", "--format", "json")
    document = json.loads(out)
    assert code == 0
    assert (document["schema"], document["name"], document["revision"]) == (1, "three-bonus", 1)
    values = {entry["key"]: entry for entry in document["values"]}
    assert values["shares"] == {
        "key": "shares",
        "value": 24,
        "origin": "text",
        "note": load.origins("three-bonus")["shares"].note,
    }
    assert [chain["letter"] for chain in document["chains"]["value"]] == list("WSFIACT")
    assert document["chart"]["value"]["cheap"][0] == {
        "low": 2,
        "high": 2,
        "price": 200,
        "first": 2000,
        "second": 1500,
        "third": 1000,
    }


def test_output_to_a_file_whose_ending_decides(tmp_path: Path) -> None:
    for ending in ("json", "txt"):
        path = tmp_path / f"classic.{ending}"
        assert rules("show", "classic", "-o", str(path)) == (0, "", "")
        assert path.read_text(encoding="utf-8").startswith("{" if ending == "json" else "classic@1")


def test_diff() -> None:
    assert rules("diff", "classic", "classic") == (0, "", "")
    code, out, err = rules("diff", "classic", "grand-hotel")
    assert (code, err) == (1, "")
    assert [line.split() for line in out.splitlines()[2:]] == [
        ["start-order", "rows", "columns"],
        ["all-safe-end", "on-board", "seven"],
        ["dead", "once", "optional"],
        ["bank-holder", "never", "two-players"],
    ]
    code, out, _ = rules("diff", "classic", "three-bonus", "--format", "json")
    differences = {
        entry["key"]: (entry["a"], entry["b"]) for entry in json.loads(out)["differences"]
    }
    assert code == 1
    assert differences["chart cheap 41+"] == ("1000 10000/5000", "1000 10000/7000/5000")
    assert differences["chains cheap"][0] == "L Luxor (red), T Tower (yellow)"
    assert "cash" not in differences
    code, out, _ = rules("diff", "classic", "classic", "--format", "json")
    assert (code, json.loads(out)["differences"]) == (0, [])


def test_a_file_of_ones_own(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_text('base = "classic"\nsafe = 12\nboard = "9x13"\n', encoding="utf-8")
    assert rules("show", str(path))[0] == 0
    code, out, _ = rules("diff", "classic", str(path))
    assert code == 1
    assert [line.split()[0] for line in out.splitlines()[2:]] == ["board", "safe"]


def test_a_bad_file_says_every_problem(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_text('base = "classic"\nsafe = 1\ndead = "now"\n', encoding="utf-8")
    for arguments in (("show", str(path)), ("diff", "classic", str(path))):
        code, out, err = rules(*arguments)
        assert (code, out) == (2, "")
        assert err.splitlines() == [
            f"{path}: safe: 1 is out of range (allowed: 2..9999)",
            f"{path}: dead: 'now' is not known"
            " (allowed: once, optional, repeat, whole-hand, never)",
        ]
    path.write_text("safe = 10\nsafe =\n", encoding="utf-8")
    assert rules("show", str(path))[2].startswith(f"{path}:2: ")


def test_an_unknown_name() -> None:
    code, out, err = rules("show", "clasic")
    assert (code, out) == (2, "")
    assert "; did you mean classic?" in err
    assert all(name in err for name in load.names())
    code, _, err = rules("diff", "zzz", "qqq")
    assert code == 2
    assert "mean" not in err
    assert len(err.splitlines()) == 2
