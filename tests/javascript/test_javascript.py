"""A reader in another language, built from `notation/` alone, passes every case of the standard."""

import json
import shutil
import subprocess
from pathlib import Path
from random import Random
from typing import Any

import pytest

import acquire_cli.rulesets
from acquire_cli.records.canon import canonical
from acquire_cli.records.replay import check
from tests.notation.twins import game_twin
from tests.records.masked import masked
from tests.records.played import read

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
NOTATION = ROOT / "notation"
RULESETS = Path(acquire_cli.rulesets.__file__).parent / "data"
NODE = shutil.which("node")


def node_version() -> int:
    if NODE is None:
        return 0
    words = subprocess.run([NODE, "--version"], capture_output=True, text=True, check=False).stdout
    digits = words.strip().lstrip("v").split(".")[0]
    return int(digits) if digits.isdigit() else 0


pytestmark = pytest.mark.skipif(
    node_version() < 18, reason="needs node 18 or newer, and there is none on the path"
)


def run(script: str, *words: str | Path) -> Any:
    """The last line that a script prints; what it prints above is shown where it fails."""
    assert NODE is not None
    done = subprocess.run(
        [NODE, HERE / script, *words],
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
        timeout=300,
    )
    *above, last = done.stdout.splitlines() or [""]
    assert done.returncode == 0, "\n".join([*above, last, done.stderr])
    return json.loads(last)


def test_every_case_of_the_standard_passes() -> None:
    counts = run(
        "suite.mjs",
        NOTATION / "cases",
        RULESETS,
        NOTATION / "shuffle.json",
    )
    print(counts)
    for kind in ("valid", "invalid"):
        there = len(list((NOTATION / "cases" / kind).glob("*.acq")))
        assert counts[kind] == there > 0
    vectors = json.loads((NOTATION / "shuffle.json").read_text(encoding="utf-8"))["vectors"]
    assert counts["shuffle"] == len(vectors) > 0
    assert counts["failed"] == 0


def test_every_example_of_the_specification_passes() -> None:
    counts = run("examples.mjs", NOTATION / "spec.md", RULESETS)
    print(counts)
    kinds = {"canonical", "lax", "valid", "invalid", "same", "position", "shuffle"}
    assert all(counts.get(kind, 0) > 0 for kind in kinds)
    assert counts["failed"] == 0


def test_the_recorded_games_read_and_are_written_as_they_stand() -> None:
    games = sorted((ROOT / "games").glob("*.acq"))
    counts = run("canonical.mjs", RULESETS, *games)
    assert counts["files"] == len(games) > 0
    assert counts["failed"] == 0


def shaken(rng: Random, text: str) -> str:
    """A record with tiles after the buys in another order, told twice, others or left out."""
    lines = text.splitlines()
    at = [i for i, line in enumerate(lines) if " x" in line and line[0].isdigit()]
    if not at or "whole-hand" in text:
        return text
    line = rng.choice(at)
    words = lines[line].split()
    where = next((i for i, word in enumerate(words) if word[0] == "x"), 0)
    tiles = words[where][1:].split(",")
    how = rng.randrange(4)
    if how == 0:
        tiles.reverse()
    elif how == 1:
        tiles.append(rng.choice(tiles))
    elif how == 2:
        tiles[rng.randrange(len(tiles))] = f"{rng.randint(1, 6)}{rng.choice('ABCDE')}"
    elif len(tiles) > 1:
        tiles.pop(rng.randrange(len(tiles)))
    words[where] = "x" + ",".join(tiles)
    lines[line] = " ".join(words)
    return "\n".join(lines) + "\n"


def test_both_readers_agree_on_hands_that_are_known_in_part(tmp_path: Path) -> None:
    texts = []
    for seed in range(400):
        rng = Random(seed)
        made = masked(rng)
        if made is not None:
            texts += [made[0], shaken(rng, made[0])]
    (tmp_path / "texts.json").write_text(json.dumps(texts), encoding="utf-8")
    other = run("compare.mjs", RULESETS, tmp_path / "texts.json")
    assert len(texts) == len(other) > 300
    for text, told in zip(texts, other, strict=True):
        findings = {f"{f.code} {f.line}:{f.column}" for f in check(read(text))}
        assert findings == set(told["findings"]), text
        turns = game_twin(read(text))["turns"]
        assert turns == told["games"][0]["turns"], text
        if told["canonical"] is not None:
            assert canonical(read(text))[0] == told["canonical"], text


def test_the_runner_notices_a_difference(tmp_path: Path) -> None:
    for kind in ("valid", "invalid"):
        (tmp_path / kind).mkdir()
    for name in ("valid/known-public", "invalid/token"):
        for ending in (".acq", ".json"):
            shutil.copy(NOTATION / "cases" / f"{name}{ending}", tmp_path / f"{name}{ending}")
    for name, old, new in (
        ("valid/known-public.json", '"ann": 5400', '"ann": 5500'),
        ("invalid/token.json", '"column": 10', '"column": 11'),
    ):
        text = (tmp_path / name).read_text(encoding="utf-8")
        assert old in text
        (tmp_path / name).write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(AssertionError, match='"failed":2'):
        run(
            "suite.mjs",
            tmp_path,
            RULESETS,
            NOTATION / "shuffle.json",
        )
