"""A recogniser made from `notation/grammar.ebnf` and the reader accept the same lines."""

import random
import re
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import pytest

from acquire_cli.notation.findings import ERROR
from acquire_cli.notation.reader import read_games
from acquire_cli.notation.record import Record
from acquire_cli.records.canon import canonical
from acquire_cli.records.replay import check
from tests.notation.ebnf import matches, references, rules

ROOT = Path(__file__).parents[2]
CORPUS = sorted(
    path
    for folder in ("games", "notation/cases", "tests/rules/cases")
    for path in (ROOT / folder).rglob("*.acq")
)
# What the form of a line tells; E-header-twice and the limits are not the grammar's.
SYNTAX = {
    "E-magic",
    "E-version",
    "E-utf8",
    "E-control",
    "E-header",
    "E-header-late",
    "E-token",
    "E-order",
    "E-token-twice",
    "E-number",
    "E-handle",
    "E-irregular",
    "E-after-result",
}
SEED = 20_261_129
MUTANTS = 6_000
MAGIC = re.compile(rb"[ \t]*acquire[ \t]+[0-9]{1,6}[ \t]*\r*", re.IGNORECASE)
JUNK = [
    *"#:=+-x^.,?!@%~ \t0169afFIiLlsStTkKnN_é\u00a0\u212a\u0663\x00\x1b\r",
    "\n", " ..", " end", "pass", " 6F", "x7B,8C ", " T:bob-s2", " T^5C", "result: ", "players: ",
    " x-a: b\n", "acquire 1\n", "\ufeff", " s2", " k", "+L", " ixt ", "\n\n", "# ", "1 ann ", "7) ",
    "~", " ~.", " ~bob+500", " ~+LLLL", " ~-L", " ~end", " ~x", " ~x7B", " ~^",
]  # fmt: skip


def test_no_rule_refers_to_itself_and_none_is_left_over() -> None:
    named = references()
    known = set(rules()) | {"player"}
    roots = {"file", "game", "canonical-game", "canonical-position"}
    roots |= {name for name in rules() if name.endswith("-value")}
    roots |= {"preface-line", "close-line"}
    reached: set[str] = set()
    todo = list(roots)
    while todo:
        name = todo.pop()
        if name not in reached:
            reached.add(name)
            assert name in known, name
            todo += named.get(name, set())
    assert reached - {"player"} == set(rules())


def games(data: bytes) -> Iterator[tuple[str, Record]]:
    """The text of each game as the reader cuts them, and what the reader makes of it."""
    lines = [line.removeprefix(b"\xef\xbb\xbf") for line in re.findall(rb"[^\n]*\n|[^\n]+\Z", data)]
    starts = [at for at, line in enumerate(lines) if MAGIC.fullmatch(line.rstrip(b"\n"))]
    ends = [*starts[1:], len(lines)][: len(starts)]
    opened = [r for r in read_games(BytesIO(data)) if all(f.code != "E-magic" for f in r.findings)]
    assert len(opened) == len(starts)
    for at, end, record in zip(starts, ends, opened, strict=True):
        assert record.line == at + 1
        yield b"".join(lines[at:end]).decode("utf-8", "surrogateescape"), record


def compare(data: bytes) -> int:
    """How many games of these bytes reader and grammar agree on."""
    count = 0
    for text, record in games(data):
        codes = {f.code for f in record.findings}
        # These depend on more than the form of each line.
        if codes & {"E-header-twice", "E-players", "E-line-long", "E-game-long"}:
            continue
        if not record.handles:
            continue
        accepted = not any(0xDC80 <= ord(char) <= 0xDCFF for char in text) and matches(
            "game", text, record.handles
        )
        # A comment above the first game is the file's, not the game's.
        faults = {f.code for f in record.findings if f.line >= record.line} & SYNTAX
        assert accepted == (not faults), (text, sorted(faults))
        count += 1
    return count


def test_the_corpus_is_not_empty() -> None:
    assert len(CORPUS) > 300


def test_reader_and_grammar_agree_on_the_corpus() -> None:
    assert sum(compare(path.read_bytes()) for path in CORPUS) > 300


def short(path: Path) -> bytes:
    """A record without most of its bag, which would soak up the mutations."""
    return re.sub(rb"(?m)^(bag:(?: [0-9A-Z?]+){12}).*$", rb"\1", path.read_bytes())


def mutate(data: bytes, rng: random.Random) -> bytes:
    text = data.decode("utf-8", "surrogateescape")
    for _ in range(rng.randint(1, 3)):
        at = rng.randrange(len(text) + 1)
        # Mostly among the turns.
        if rng.random() < 0.7 and "\n\n" in text:
            at = rng.randrange(text.index("\n\n"), len(text) + 1)
        way = rng.randrange(5)
        if way == 0:
            text = text[:at] + text[at + rng.randint(1, 4) :]
        elif way == 1:
            text = text[:at] + text[at : at + 1].swapcase() + text[at + 1 :]
        elif way == 2:
            other = rng.randrange(len(text) + 1)
            text = text[:at] + text[other : other + rng.randint(1, 9)] + text[at:]
        else:
            text = text[:at] + rng.choice(JUNK) + text[at:]
    return text.encode("utf-8", "surrogateescape")


def test_reader_and_grammar_agree_on_mutations() -> None:
    rng = random.Random(SEED)
    texts = [short(path) for path in CORPUS if path.stat().st_size < 20_000]
    agreed = 0
    for _ in range(MUTANTS):
        agreed += compare(mutate(rng.choice(texts), rng))
    assert agreed > MUTANTS // 2


def lines_of(path: Path) -> Iterator[tuple[Record, list[str]]]:
    with path.open("rb") as stream:
        for record in read_games(stream):
            if all(f.severity != ERROR for f in check(record)):
                lines, found = canonical(record)
                assert lines is not None, found
                yield record, lines


VALUES = {
    "ruleset": "ruleset-value",
    "rules": "rules-value",
    "bag": "tiles-value",
    "start": "start-value",
    "view": "view-value",
    "commit": "commit-value",
    "position": "position-value",
}


@pytest.mark.parametrize("part", range(4))
def test_what_is_written_is_canonical_and_accepted(part: int) -> None:
    count = 0
    for path in CORPUS[part::4]:
        for record, lines in lines_of(path):
            text = "\n".join(lines) + "\n"
            assert matches("canonical-game", text), path
            assert matches("game", text[text.index("acquire 1") :], record.handles), path
            for line in lines:
                key, colon, value = line.partition(": ")
                rule = "tiles-value" if key.startswith("hand.") else VALUES.get(key)
                if rule and colon:
                    assert matches(rule, value), (path, line)
                if key == "position":
                    assert matches("canonical-position", value), (path, line)
                if key == "result":
                    assert matches("result-value", value), (path, line)
            count += 1
    assert count > 50
