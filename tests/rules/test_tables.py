"""The two tables and the case files: none named that is not there, none there that is not named.

`sentences.toml` goes through the five rule texts, `edges.toml` through the decided edge cases; a
case is a record `cases/NAME.acq` and its twin `cases/NAME.json`. A key that is left out of a turn
of a twin is not checked by the case.
"""

import json
import re
import tomllib
from pathlib import Path

import pytest

HERE = Path(__file__).parent
CASES = HERE / "cases"
SOURCES = HERE.parents[2] / "shared" / "sources"
TEXTS = ("000", "001", "002", "003", "004")

NAMES = sorted(path.stem for path in CASES.glob("*.acq"))
SENTENCES = tomllib.loads((HERE / "sentences.toml").read_text(encoding="utf-8"))["sentence"]
EDGES = tomllib.loads((HERE / "edges.toml").read_text(encoding="utf-8"))["edge"]

TURN_KEYS = {"turn", "player", "board", "cash", "shares", "bank", "bag_left"}
PLAYED_KEYS = {"title", "turns", "final"}
REFUSED_KEYS = {"title", "turns", "refused_turn", "code", "reason"}
FINAL_KEYS = {"reason", "totals", "ranks"}
AT = re.compile(r"[1-9][0-9]*\.[1-9][0-9]*")
TURN_LINE = re.compile(r"([1-9][0-9]*) ([a-z]\w+) ")


def record(name: str) -> tuple[dict[str, str], list[str]]:
    """The headers and the turn lines of a case."""
    first, *lines = (CASES / f"{name}.acq").read_text(encoding="utf-8").splitlines()
    assert first == "acquire 1"
    blank = lines.index("")
    headers = dict(line.split(": ", 1) for line in lines[:blank])
    return headers, lines[blank + 1 :]


def twin(name: str) -> dict:
    return json.loads((CASES / f"{name}.json").read_text(encoding="utf-8"))


def test_there_are_cases() -> None:
    assert len(NAMES) > 300
    assert sorted(path.stem for path in CASES.glob("*.json")) == NAMES


def test_every_named_case_exists_and_every_case_is_named() -> None:
    named = {name for entry in [*SENTENCES, *EDGES] for name in entry.get("cases", ())}
    assert named == set(NAMES)


@pytest.mark.parametrize("entry", SENTENCES, ids=lambda entry: f"{entry['text']}:{entry['at']}")
def test_a_sentence_states_a_rule_or_says_why_not(entry: dict) -> None:
    assert entry["text"] in TEXTS
    assert AT.fullmatch(entry["at"])
    if "no-rule" in entry:
        assert set(entry) == {"text", "at", "no-rule"}
        assert entry["no-rule"]
    else:
        assert set(entry) == {"text", "at", "says", "cases"}
        assert all(entry.values())


def test_sentences_stand_in_order_and_once() -> None:
    order = [(entry["text"], *map(int, entry["at"].split("."))) for entry in SENTENCES]
    assert order == sorted(set(order))


@pytest.mark.parametrize("entry", EDGES, ids=lambda entry: entry["claim"])
def test_an_edge_claim_has_cases(entry: dict) -> None:
    assert set(entry) == {"claim", "says", "cases"}
    assert all(entry.values())


def test_all_twenty_edge_cases_and_the_laws_are_there() -> None:
    claims = [entry["claim"] for entry in EDGES]
    assert len(claims) == len(set(claims))
    numbers = {int(number[0]) for claim in claims if (number := re.match(r"\d+", claim))}
    assert numbers >= set(range(1, 21))
    laws = {claim for claim in claims if claim.startswith("law-")}
    words = ("tiles", "shares", "negative", "size", "touch", "money")
    assert laws == {f"law-{word}" for word in words}


@pytest.mark.parametrize("name", NAMES)
def test_a_twin_fits_its_record(name: str) -> None:
    headers, lines = record(name)
    expected = twin(name)
    refused = expected.get("refused_turn")
    assert set(expected) == (PLAYED_KEYS if refused is None else REFUSED_KEYS)
    assert expected["title"] == headers["x-case"]
    handles = set(headers["players"].split())
    for number, (line, turn) in enumerate(zip(lines, expected["turns"], strict=False), 1):
        assert {"turn", "player"} <= set(turn) <= TURN_KEYS
        written = TURN_LINE.match(line)
        assert written
        assert int(written[1]) == turn["turn"] == number
        assert written[2] == turn["player"]
        for key in ("cash", "shares"):
            assert set(turn.get(key, handles)) == handles
    if refused is None:
        assert len(expected["turns"]) == len(lines)
        final = expected["final"]
        if final is not None:
            assert set(final) == FINAL_KEYS
            assert set(final["totals"]) == set(final["ranks"]) == handles
    else:
        assert len(expected["turns"]) == max(refused - 1, 0)
        assert refused <= len(lines)
        assert expected["reason"]


@pytest.mark.parametrize("text", TEXTS)
def test_every_line_of_a_text_is_covered(text: str) -> None:
    found = list(SOURCES.glob(f"{text}_*.txt"))
    if not found:
        pytest.skip(f"the rule texts are not part of the project; {SOURCES} is not there")
    lines = found[0].read_text(encoding="utf-8").splitlines()
    written = {number for number, line in enumerate(lines, 1) if line.strip()}
    covered = {int(entry["at"].split(".")[0]) for entry in SENTENCES if entry["text"] == text}
    assert covered == written
