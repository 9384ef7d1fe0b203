"""The cases of the standard: each comes to what its twin says."""

import json
import re
import tomllib
from io import BytesIO
from pathlib import Path

import pytest

from acquire_cli.notation.explained import CODES
from acquire_cli.notation.reader import read_games
from acquire_cli.records.canon import canonical
from tests.notation.test_spec import OTHER
from tests.notation.twins import CASES, game_twin, twin_of

ROOT = CASES.parents[1]
RULES = ROOT / "tests" / "rules"
VALID = sorted((CASES / "valid").glob("*.acq"))
INVALID = sorted((CASES / "invalid").glob("*.acq"))


def twin(path: Path) -> dict:
    return json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))


def test_there_are_cases_and_each_has_a_twin() -> None:
    assert len(VALID) > 120
    assert len(INVALID) > 150
    for folder in ("valid", "invalid"):
        stems = {path.stem for path in (CASES / folder).glob("*.acq")}
        assert {path.stem for path in (CASES / folder).glob("*.json")} == stems
        assert all(re.fullmatch(r"[a-z0-9-]+", stem) for stem in stems)
    assert {path.suffix for path in CASES.rglob("*") if path.is_file()} == {".acq", ".json"}


@pytest.mark.parametrize("path", VALID + INVALID, ids=lambda p: f"{p.parent.name}-{p.stem}")
def test_a_case_comes_to_what_its_twin_says(path: Path) -> None:
    said = twin(path)
    assert twin_of(path) == said
    errors = [f for f in said.get("findings", ()) if f["code"].startswith("E-")]
    assert bool(errors) == (path.parent.name == "invalid")


@pytest.mark.parametrize("path", VALID, ids=lambda p: p.stem)
def test_what_is_written_of_a_case_is_canonical_and_the_same_game(path: Path) -> None:
    said = twin(path)
    data = "".join(line + "\n" for line in said["canonical"]).encode()
    lines: list[str] = []
    for record in read_games(BytesIO(data)):
        written, found = canonical(record)
        assert written is not None, found
        lines += written
    assert lines == said["canonical"]
    assert [game_twin(record) for record in read_games(BytesIO(data))] == said["games"]


def test_every_code_has_a_case() -> None:
    seen = {f["code"] for path in VALID + INVALID for f in twin(path).get("findings", ())}
    assert seen == set(CODES) - set(OTHER)


def test_every_claim_of_the_edge_cases_has_a_case() -> None:
    stems = {path.stem for path in VALID + INVALID}
    edges = tomllib.loads((RULES / "edges.toml").read_text(encoding="utf-8"))["edge"]
    for edge in edges:
        assert any(f"rule-{name}" in stems for name in edge["cases"]), edge["claim"]


HELD = [path for path in VALID + INVALID if path.stem.startswith("rule-")]


@pytest.mark.parametrize("path", HELD, ids=lambda p: p.stem)
def test_a_case_about_a_rule_agrees_with_what_was_worked_out_by_hand(path: Path) -> None:
    other = RULES / "cases" / (path.stem.removeprefix("rule-") + ".acq")
    assert path.read_bytes() == other.read_bytes()
    hand = twin(other)
    if path.parent.name == "invalid":
        line = twin(path)["findings"][0]["line"]
        text = path.read_text(encoding="utf-8").splitlines()[line - 1]
        number = re.match(r"(\d+) ", text)
        assert (int(number.group(1)) if number else 0) == hand["refused_turn"]
        return
    (game,) = twin(path)["games"]
    for mine, theirs in zip(game["turns"], hand["turns"], strict=True):
        board, _, _, *players = mine["position"].split(" ")
        assert (mine["turn"], mine["player"]) == (theirs["turn"], theirs["player"])
        if "board" in theirs:
            assert board == theirs["board"]
        if "cash" in theirs:
            assert mine["cash"] == theirs["cash"]
        if "shares" in theirs:
            held = dict(word.split(":")[0::2] for word in players if word.count(":") == 3)
            for handle, shares in theirs["shares"].items():
                said = re.findall(r"([A-Z])(\d+)", held[handle])
                assert {letter: int(count) for letter, count in said} == shares
    if hand.get("final"):
        assert game["result"]["reason"] == hand["final"]["reason"]
        assert game["result"]["totals"] == hand["final"]["totals"]
