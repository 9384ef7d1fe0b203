"""Any bytes give findings, never an exception, in linear time, and the next game is read."""

import re
import time
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from acquire_cli.notation.explained import CODES
from acquire_cli.notation.findings import Finding
from acquire_cli.notation.reader import MAX_LINE, MAX_LINES, read_games
from acquire_cli.records.replay import check

ROOT = Path(__file__).parents[2]
RECORDS = [
    path.read_bytes()
    for folder in ("games", "notation/cases/valid", "tests/rules/cases")
    for path in sorted((ROOT / folder).glob("*.acq"))
    if path.stat().st_size < 12_000
]
GOOD = b"acquire 1\nruleset: classic@1\nplayers: ann bob\nstart: ann=1A bob=9I\n\n1 ann 5E\n"


def findings(data: bytes) -> list[Finding]:
    found = [f for record in read_games(BytesIO(data)) for f in check(record)]
    for f in found:
        assert f.code in CODES
        assert min(f.line, f.column, f.length) >= 1
        assert f.line <= data.count(b"\n") + 1
    return found


def test_there_are_records() -> None:
    assert len(RECORDS) > 200
    assert findings(GOOD) == []


@settings(max_examples=300, deadline=None)
@given(st.binary(max_size=4_000))
def test_random_bytes(data: bytes) -> None:
    findings(data)
    findings(b"acquire 1\n" + data)
    findings(GOOD + data)


_WORDS = (
    "acquire 1\n|ruleset: |classic@1|players: |ann |bob |start: |ann=1A |bag: |seed: x\n|\n|# |"
    "6F |6F=L |1 |2 |ann |+LLL |IxT |T:ann-s2 |T^5C |end |x7B |^7B,? |=5400 |! |@1 |.. |. |? |"
    "position: |12/|12/12/12/12/12/12/12/12/12 |place |dispose@6F:IxT^5C:ann |ann:6000:L2:? |"
    "bag:? |idle:1 |rules: |safe=2 |dead=whole-hand |board=2x2 |result: |declared |view: |99|"
    "hand.ann: |first: |commit: sha256:|\ufeff|\x1b|\udcff|é|\u0663|\t|,|-|=|:"
)
_SOUP = st.lists(st.sampled_from(re.split(r"\|", _WORDS)), max_size=60)


@settings(max_examples=400, deadline=None)
@given(_SOUP, st.booleans())
def test_words_of_the_notation_in_any_order(words: list[str], opened: bool) -> None:
    data = "".join(words).encode("utf-8", "surrogateescape")
    findings(b"acquire 1\nplayers: ann bob\n" + data if opened else data)


@settings(max_examples=400, deadline=None)
@given(st.data())
def test_mutations_of_records(data: st.DataObject) -> None:
    record = data.draw(st.sampled_from(RECORDS))
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(record)))
        cut = data.draw(st.integers(0, 20))
        record = record[:at] + data.draw(st.binary(max_size=12)) + record[at + cut :]
    findings(record)


@pytest.mark.parametrize(
    "broken",
    [
        b"acquire 2\nwhat is this\n",
        b"acquire 1\n",
        b"acquire 1\nplayers: a b\n1 a 1A\n",
        b"acquire 1\nruleset: none@1\nplayers: ann bob\n",
        GOOD + b"2 bob 1A\n3 nobody 1A\n",
        GOOD + b"\xff\xfe\n\x00\x1b[2J\n",
        GOOD + b"x" * (MAX_LINE * 3) + b"\n",
        GOOD + b"# more\n" * (MAX_LINES + 10),
        b"acquire 1\nplayers: ann bob\nposition: nonsense\n",
        GOOD.rstrip(b"\n") + b"\n\n\n",
        b"\xef\xbb\xbf" + GOOD.replace(b"\n", b"\r\n"),
    ],
)
def test_games_after_a_broken_one_are_read(broken: bytes) -> None:
    for mark in (b"", b"\xef\xbb\xbf"):
        records = list(read_games(BytesIO(broken + mark + GOOD + GOOD)))
        assert [check(record) for record in records[-2:]] == [[], []]
        assert [len(record.turns) for record in records[-2:]] == [1, 1]


def test_what_stands_before_the_first_game_holds_no_control_characters() -> None:
    found = findings(b"# \x1b[2J\n# \xff\n# \xc2\x9b\n" + GOOD)
    assert [(f.code, f.line, f.column) for f in found] == [
        ("E-control", 1, 3),
        ("E-utf8", 2, 3),
        ("E-control", 3, 3),
    ]


HEAD = b"acquire 1\nruleset: classic@1\nplayers: ann bob\n"
START = b"start: ann=1A bob=9I\n"
GROWING: dict[str, Callable[[int], bytes]] = {
    "games": lambda n: GOOD * n,
    "comments below a turn": lambda n: GOOD + b"# x\n" * min(15_000, 20 * n),
    "headers": lambda n: HEAD + b"".join(b"x-%d: y\n" % k for k in range(10 * n)),
    "one header with blanks": lambda n: HEAD + b"x-a: b" + b" " * (60 * n) + b"c\n",
    "handles": lambda n: b"acquire 1\nplayers: " + b" ".join(b"a%d" % k for k in range(7 * n)),
    "names of handles": lambda n: (
        b"acquire 1\nplayers: "
        + b" ".join(b"a%d" % k for k in range(7 * n))
        + b"\n"
        + b"".join(b"name.b%d: x\n" % k for k in range(10 * n))
    ),
    "a bag of nonsense": lambda n: HEAD + b"bag: " + b"1A " * (20 * n) + b"\n",
    "overrides": lambda n: HEAD + b"rules: " + b" ".join(b"k%d=1" % k for k in range(8 * n)),
    "purchases": lambda n: HEAD + START + b"1 ann 5E" + b" L" * (30 * n) + b"\n",
    "draws": lambda n: HEAD + START + b"1 ann 5E" + b" ^?" * (20 * n) + b"\n",
    "clauses": lambda n: HEAD + START + b"1 ann 5E IxT" + b" T:ann-s2" * (6 * n) + b"\n",
    "one long word": lambda n: HEAD + START + b"1 ann " + b"s1" * (30 * n) + b"!\n",
    "tiles of a position": lambda n: HEAD + b"position: 12 ann place " + b"a:1:-:9?," * (7 * n),
    "bytes that are no text": lambda n: HEAD + b"\xff\n" * (15 * n),
    "broken turns": lambda n: HEAD + START + b"1 ann what?\n" * (15 * n),
    "lines too long": lambda n: HEAD + b"y" * (2_000 * n) + b"\n" + GOOD,
}


@pytest.mark.parametrize("kind", GROWING)
def test_time_is_linear(kind: str) -> None:
    def seconds(n: int) -> float:
        data = GROWING[kind](n)
        best = 9e9
        for _ in range(3):
            begun = time.process_time()
            for record in read_games(BytesIO(data)):
                check(record)
            best = min(best, time.process_time() - begun)
        return best

    seconds(50)
    for _ in range(4):  # a busy machine gets more than one chance
        small, large = seconds(500), seconds(1_000)
        if large <= 3 * small + 0.01:
            return
    raise AssertionError(f"{kind}: {small:.4f} s, twice as much takes {large:.4f} s")
