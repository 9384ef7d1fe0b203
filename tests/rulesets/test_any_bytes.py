"""Whatever a file holds gives a ruleset or problems, and no other exception."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from acquire_cli.rulesets import load
from acquire_cli.rulesets.knobs import BY_KEY
from acquire_cli.rulesets.model import Problem, RulesetError


def attempt(step: Callable[[], object]) -> tuple[Problem, ...] | None:
    """Problems, at least one of them, or None where all went well; other exceptions pass."""
    try:
        step()
    except RulesetError as error:
        return error.problems or (Problem("", ""),)
    return None


OWN = ["base", "name", "revision", "title", "chains", "chart", "tiers"]
SCRAP = """
value origin note sizes price two three "classic" "three" "9x12" "text" 11 0 -1 6000 true 1.5 nan
1979-05-27 [ ] { } = = = , . [chart.low] [[chains]] ["A","Ace","cheap","red"] ["2","3+"] # \'\'\'
"""
SCRAPS = [*SCRAP.split(), "\n", "\n", *BY_KEY, *OWN]


@settings(
    max_examples=300, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    st.binary(max_size=200)
    | st.text(max_size=200).map(lambda text: text.encode("utf-8", "surrogatepass"))
    | st.lists(st.sampled_from(SCRAPS), max_size=40).map(lambda parts: " ".join(parts).encode())
)
@example(b"")
@example(b'base = "classic"')
def test_any_bytes_give_a_ruleset_or_problems(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "any.toml"
    path.write_bytes(data)
    problems = attempt(lambda: load.load_file(path))
    assert problems is None or all(map(str, problems))


JUNK = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(["value", "origin", "note", "sizes", "low", "price", "two", "first"])
            | st.text(max_size=3),
            inner,
            max_size=4,
        )
    ),
    max_leaves=12,
)


@settings(max_examples=300, deadline=None)
@given(st.dictionaries(st.sampled_from([*BY_KEY, *OWN]) | st.text(max_size=4), JUNK))
def test_any_table_gives_a_ruleset_or_problems(table: dict[str, object]) -> None:
    problems = attempt(lambda: load._settle({"base": "classic", **table}, "own.toml", ""))
    assert problems is None or all(map(str, problems))
