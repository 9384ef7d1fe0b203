"""A user's own file: what it may hold, and that a bad one gives every problem and no traceback."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from acquire_cli.rulesets import load
from acquire_cli.rulesets.knobs import BY_KEY
from acquire_cli.rulesets.model import Origin, Ruleset, RulesetError

CHAINS = 'chains = [["A", "Ace", "low", "red"], ["B", "Bay", "low", "blue"]]\n'
CHART = """
[chart]
sizes = ["2", "3+"]
[chart.low]
price = [100, 200]
two.first = [1000, 2000]
two.second = [500, 1000]
"""


@pytest.fixture
def own(tmp_path: Path) -> Path:
    return tmp_path / "own.toml"


def good(path: Path, text: str) -> Ruleset:
    path.write_text(text, encoding="utf-8")
    return load.load_file(path)


def bad(path: Path, data: str | bytes) -> RulesetError:
    path.write_bytes(data if isinstance(data, bytes) else data.encode())
    with pytest.raises(RulesetError) as caught:
        load.load_file(path)
    error = caught.value
    assert error.where == str(path)
    assert error.problems
    assert str(path) in str(error)
    return error


def keys(error: RulesetError) -> list[str]:
    return [problem.key for problem in error.problems]


def test_plain_values_on_a_base(own: Path) -> None:
    ruleset = good(own, 'base = "three-bonus"\nsafe = 12\ndead = "never"\n')
    expected = {**load.values(load.load("three-bonus")), "safe": 12, "dead": "never"}
    assert load.values(ruleset) == expected
    assert (ruleset.name, ruleset.revision, ruleset.title) == ("own", 1, "own")
    assert ruleset.chains == load.load("three-bonus").chains
    origins = load.origins(str(own))
    assert origins["safe"] == Origin("file", "")
    assert origins["end"] == Origin("default", "as in three-bonus")


def test_the_long_form(own: Path) -> None:
    ruleset = good(
        own,
        'base = "classic"\nname = "other"\nrevision = 3\ntitle = "Ours"\n'
        'safe = { value = 12, origin = "text", note = "our sheet" }\nend = { note = "kept" }\n',
    )
    assert (ruleset.name, ruleset.revision, ruleset.title) == ("other", 3, "Ours")
    assert (ruleset.safe, ruleset.end) == (12, 41)
    assert load.origins(str(own))["safe"] == Origin("text", "our sheet")
    assert load.origins(str(own))["end"] == Origin("file", "kept")


def test_without_a_base(own: Path) -> None:
    ruleset = good(own, CHAINS + CHART)
    assert load.values(ruleset) == load.values(load.load("classic"))
    assert "".join(chain.letter for chain in ruleset.chains) == "AB"
    assert [(b.low, b.high, b.price) for b in ruleset.chart[0]] == [(2, 2, 100), (3, 108, 200)]
    assert load.origins(str(own))["cash"].origin == "default"


def test_chains_go_in_the_order_of_the_tiers(own: Path) -> None:
    ruleset = good(
        own,
        'base = "classic"\nchains = [["Z", "Zed", "expensive", "red"],'
        ' ["Y", "Why", "cheap", "red"], ["B", "Bay", "medium", "blue"],'
        ' ["A", "Ace", "medium", "blue"]]\n',
    )
    assert "".join(chain.letter for chain in ruleset.chains) == "YBAZ"


def test_bonuses_and_board_choose_from_the_chart(own: Path) -> None:
    ruleset = good(own, 'base = "classic"\nbonuses = "three"\nboard = "5x5"\n')
    assert ruleset.tables == load.load("classic").tables
    assert (ruleset.chart[0][-1].high, ruleset.chart[0][0].second) == (25, 1500)


def test_a_file_is_read_anew_each_time(own: Path) -> None:
    assert good(own, 'base = "classic"\nsafe = 5\n').safe == 5
    assert good(own, 'base = "classic"\nsafe = 6\n').safe == 6


def test_example_of_the_manual(own: Path) -> None:
    page = Path(__file__).resolve().parents[2] / "man" / "acquire-rulesets.7"
    parts = page.read_text(encoding="utf-8").split(".Bd -literal -offset indent\n")
    (text,) = [p.partition(".Ed")[0] for p in parts if "[chains]" in p.partition(".Ed")[0]]
    ruleset = good(own, text)
    assert (ruleset.name, ruleset.rows, ruleset.cols, ruleset.end) == ("pocket", 6, 8, 20)
    assert [brackets[-1].price for brackets in ruleset.chart] == [700, 800, 800]
    assert ruleset.chart[0][-1].high == 48


def test_the_manual_knows_every_knob_and_ruleset() -> None:
    page = Path(__file__).resolve().parents[2] / "man" / "acquire-rulesets.7"
    words = page.read_text(encoding="utf-8").split()
    for name in (*load.names(), *BY_KEY, *(w for knob in BY_KEY.values() for w in knob.words)):
        assert name in words, name


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", ["chart", "chains"]),
        ("safe = 12", ["chart", "chains"]),
        ('base = "own"', ["base"]),
        ('base = ["classic"]', ["base"]),
        ("base = true", ["base"]),
        ("safe = true", ["safe"]),
        ("safe = 11.0", ["safe"]),
        ('safe = "11"', ["safe"]),
        ("safe = 1979-05-27", ["safe"]),
        ("safe = nan", ["safe"]),
        ("safe = [11]", ["safe"]),
        ("safe = [{a = [[{}]]}]", ["safe"]),
        ("safe = { valu = 11 }", ["safe.valu"]),
        ("safe = { value = { value = 11 } }", ["safe"]),
        ('safe = { value = 11, origin = "hearsay", note = 5 }', ["safe.origin", "safe.note"]),
        ('safe = { value = 11, note = "a\\u001b[31mb" }', ["safe.note"]),
        ('safe = { value = 11, origin = ["text"] }', ["safe.origin"]),
        ("cash = 6050", ["cash"]),
        ('board = "40x40"', ["board"]),
        ('board = "26x40"\nsafe = 1\nsaef = 2\ndead = "yes"', ["safe", "dead", "saef"]),
        ("min_players = 2", ["min_players"]),
        ('"a\\u0000b" = 2', ["'a\\x00b'"]),
        ("min-players = 4\nmax-players = 3", ["min-players"]),
        ('sole-holder = "first+third"', ["sole-holder"]),
        ("revision = 0", ["revision"]),
        ("revision = true", ["revision"]),
        ('title = "two\\nlines"', ["title"]),
        ("title = 7", ["title"]),
        ('name = "classic"', ["name"]),
        ('name = "Own Rules"', ["name"]),
        ("name = 7", ["name"]),
        ('name = ""', ["name"]),
        ('chart = "nobody"', ["chart"]),
        ("chart = 3", ["chart"]),
        ("chart = { value = [] }", ["chart"]),
        ("[chart.low]\nprice = 3", ["chart.sizes", "chart.low.price", "chart.low"]),
        ("chains = 3", ["chains"]),
        ('chains = [["A", "Ace", "cheap", "red"]]', ["chains"]),
        ('chains = [["A", "Ace", "cheap", "red"], 5]', ["chains.2"]),
        ('chains = [["A", "Ace", "cheap", "red"], ["B", "Bay", "dear", "red"]]', ["chains"]),
        ('chains = [["A", "Ace", "cheap", "red"], ["A", "ace", "cheap", "red"]]', ["chains"] * 2),
        (
            'chains = [["O", "Ace", "cheap", "red"], ["x", "", 5, "mauve"], ["AB", 1, [], {}]]',
            ["chains.1"]
            + ["chains.2"] * 3
            + ["chains.2 name"]
            + ["chains.3"] * 3
            + ["chains.3 name"],
        ),
    ],
)
def test_every_problem_at_once(own: Path, text: str, expected: list[str]) -> None:
    needs = "" if expected == ["chart", "chains"] or "base =" in text else 'base = "classic"\n'
    error = bad(own, needs + text)
    assert sorted(keys(error)) == sorted(expected)
    assert error.line == 0


def test_eight_chains_and_an_x(own: Path) -> None:
    rows = [f'["{c}", "{c}{c}", "cheap", "red"]' for c in "ABCDEFGH"]
    assert keys(bad(own, f'base = "classic"\nchains = [{", ".join(rows)}]')) == ["chains"]
    rows[0] = '["X", "Xen", "cheap", "red"]'
    assert keys(bad(own, f'base = "classic"\nchains = [{", ".join(rows[:3])}]')) == ["chains.1"]


def test_a_bonus_table_that_the_chart_lacks(own: Path) -> None:
    error = bad(own, 'bonuses = "three"\nsafe = 1\n' + CHAINS + CHART)
    assert keys(error) == ["safe", "bonuses"]
    assert error.problems[1].allowed == "two"


@pytest.mark.parametrize(
    ("data", "line"),
    [
        (b"safe = 10\nend =\n", 2),
        (b"safe = 10\nsafe = 11\n", 2),
        (b"\n\nsafe 10", 3),
        (b"[chains", 1),
        (b'a = "', 1),
        (b"a = [\n1,\n", 3),
        (b"safe = 10\n# \xff\n", 2),
        (b"a = 1\nb = \0\n", 2),
        (b"\xef\xbb\xbfsafe = 1", 1),
        (b"\xfe\xff\0a", 1),
        (b"a = " + b"9" * 5000, 0),
        (b"a = " + b"[" * 9000, 0),
        (b"a = " + b"{b=" * 4000, 0),
        (b"#" * 17_000, 0),
        (b"#" * 2_000_000, 0),
    ],
)
def test_no_toml(own: Path, data: bytes, line: int) -> None:
    error = bad(own, data)
    assert len(error.problems) == 1
    assert error.line == line
    if line:
        assert str(error).startswith(f"{own}:{line}: ")


def test_long_keys_and_values_are_given_back_short(own: Path) -> None:
    error = bad(
        own, f'base = "classic"\n{"k" * 900} = 1\ntitle = "{"t" * 900}"\nsafe = 1{"0" * 99}'
    )
    assert all(len(problem.key) + len(problem.message) < 120 for problem in error.problems)


def test_deep_tables_are_refused_or_read(own: Path) -> None:
    assert bad(own, "safe." + ".".join("a" * 7000) + " = 1").problems


@pytest.mark.parametrize("path", ["/", "/nowhere/at/all.toml", "a\0b.toml", "", "\udcff.toml"])
def test_what_is_no_file(path: str) -> None:
    with pytest.raises(RulesetError) as caught:
        load.load_file(path)
    assert "cannot be read" in caught.value.problems[0].message


@pytest.mark.skipif(os.name == "nt", reason="a device of Unix")
def test_a_device_without_end() -> None:
    with pytest.raises(RulesetError) as caught:
        load.load_file("/dev/zero")
    assert caught.value.problems[0].message == "is too large"


def test_names_and_paths() -> None:
    assert [load.is_path(word) for word in ("classic", "./classic", "a.toml", "b/c")] == [
        False,
        True,
        True,
        True,
    ]
