"""From the table of a ruleset file to a ruleset: settle each key, cross-check, build.

Problems are collected, never raised one by one; :mod:`acquire_cli.rulesets.load` raises them all
together.
"""

from __future__ import annotations

from typing import Any

from acquire_cli.rulesets import charts
from acquire_cli.rulesets.knobs import BY_KEY, KNOBS, label, shown, squares
from acquire_cli.rulesets.knobs import field as field_of
from acquire_cli.rulesets.model import COLOURS, Chain, Chart, Origin, Problem, Ruleset, Tables

OWN_KEYS = ("name", "revision", "title", "base", "chains", "chart")
ORIGINS = ("text", "default", "file")


class Draft:
    """A ruleset on the way: what is settled so far, and where each value comes from."""

    def __init__(self) -> None:
        self.name = ""
        self.revision = 1
        self.title = ""
        self.knobs: dict[str, int | str] = {}
        self.chains: tuple[Chain, ...] = ()
        self.prices: charts.Prices | None = None
        self.origins: dict[str, Origin] = {}

    def heir(self) -> Draft:
        """Start another ruleset from this one; every value becomes an inherited default."""
        heir = Draft()
        heir.knobs = dict(self.knobs)
        heir.chains, heir.prices = self.chains, self.prices
        heir.origins = dict.fromkeys(self.origins, Origin("default", f"as in {self.name}"))
        return heir


def entry(key: str, raw: object, problems: list[Problem]) -> tuple[object, Origin]:
    """Take a value apart: plain, or the long form ``{ value, origin, note }``; None is no value."""
    if not isinstance(raw, dict):
        return raw, Origin("file", "")
    for part in raw:
        if part not in ("value", "origin", "note"):
            problems.append(Problem(f"{key}.{label(part)}", "is not known", "value, origin, note"))
    origin, note = raw.get("origin", "file"), raw.get("note", "")
    if origin not in ORIGINS:
        problems.append(Problem(f"{key}.origin", f"{shown(origin)} is not known", "text, default"))
        origin = "file"
    return raw.get("value"), Origin(str(origin), line(f"{key}.note", note, 0, 200, problems))


def line(key: str, raw: object, least: int, most: int, problems: list[Problem]) -> str:
    """Read one printable line of ``least..most`` characters; ``""`` where it is none."""
    if isinstance(raw, str) and least <= len(raw) <= most and raw.isprintable():
        return raw
    allowed = f"one line of {least} to {most} printable characters"
    problems.append(Problem(key, f"{shown(raw)} is no such text", allowed))
    return ""


def read_knobs(table: dict[str, object], draft: Draft, problems: list[Problem]) -> None:
    """Settle every knob that the table sets, and by default those that nothing has set."""
    for knob in KNOBS:
        if knob.key in table:
            value, origin = entry(knob.key, table[knob.key], problems)
            if value is None and knob.key in draft.knobs:
                draft.origins[knob.key] = origin
            elif problem := knob.check(value):
                problems.append(problem)
            elif isinstance(value, (int, str)):
                draft.knobs[knob.key] = value
                draft.origins[knob.key] = origin
        elif knob.key not in draft.knobs:
            draft.knobs[knob.key] = knob.default
            draft.origins[knob.key] = Origin("default", "not set")
    for key in table:
        if key not in BY_KEY and key not in OWN_KEYS:
            allowed = ", ".join((*OWN_KEYS, *BY_KEY))
            problems.append(Problem(label(key), "is not known", allowed))


def read_chains(raw: object, draft: Draft, problems: list[Problem]) -> None:
    """Settle the chains: two to seven rows of letter, name, tier and colour."""
    found = len(problems)
    rows, origin = entry("chains", raw, problems)
    draft.origins["chains"] = origin
    if rows is None and draft.chains:
        return
    if not isinstance(rows, list) or not 2 <= len(rows) <= 7:
        problems.append(Problem("chains", f"{shown(rows)} will not do", "two to seven chains"))
        return
    chains = [_chain(f"chains.{place}", row, problems) for place, row in enumerate(rows, 1)]
    for part, values in (
        ("letter", [chain.letter for chain in chains if chain]),
        ("name", [chain.name.casefold() for chain in chains if chain]),
    ):
        for value in sorted({value for value in values if values.count(value) > 1}):
            problems.append(
                Problem("chains", f"the {part} {shown(value)} stands twice", "one each")
            )
    if len(problems) == found:
        draft.chains = tuple(chain for chain in chains if chain)


def _chain(key: str, row: object, problems: list[Problem]) -> Chain | None:
    if not isinstance(row, list) or len(row) != 4:
        problems.append(Problem(key, f"{shown(row)} is no chain", "[letter, name, tier, colour]"))
        return None
    letter, name, tier, colour = row
    if not (isinstance(letter, str) and len(letter) == 1 and "A" <= letter <= "Z") or (
        letter in "OX"
    ):
        problems.append(Problem(key, f"{shown(letter)} is no letter of a chain", "A-Z, not O or X"))
        letter = ""
    if not isinstance(tier, str):
        problems.append(Problem(key, f"{shown(tier)} is no tier", "a tier of the chart"))
        tier = ""
    if colour not in COLOURS:
        problems.append(Problem(key, f"{shown(colour)} is no colour", ", ".join(COLOURS)))
        colour = ""
    name = line(f"{key} name", name, 1, 24, problems)
    return Chain(letter, name, tier, str(colour)) if letter and name and tier and colour else None


def finish(draft: Draft, problems: list[Problem]) -> Ruleset | None:
    """Cross-check a settled draft and build the ruleset; None where there is a problem."""
    check_pairs(draft.knobs, problems)
    chains = draft.chains
    tables: Tables = ()
    chart: Chart | None = None
    if draft.prices is not None and chains:
        ranks = list(draft.prices.tiers)
        for tier in sorted({chain.tier for chain in chains}.difference(ranks)):
            allowed = ", ".join(ranks)
            problems.append(Problem("chains", f"{shown(tier)} is no tier of the chart", allowed))
            chains = tuple(chain for chain in chains if chain.tier != tier)
        chains = tuple(sorted(chains, key=lambda chain: ranks.index(chain.tier)))
        tables = draft.prices.tables(tuple(chain.tier for chain in chains))
        chart = pick(tables, draft.knobs, problems)
    if problems or chart is None:
        return None
    return Ruleset(
        draft.name,
        draft.revision,
        draft.title,
        chains=chains,
        chart=chart,
        tables=tables,
        **fields(draft.knobs),
    )


def check_pairs(knobs: dict[str, int | str], problems: list[Problem]) -> None:
    """Judge the knobs that depend on one another."""
    low, high = knobs.get("min-players", 1), knobs.get("max-players", 6)
    if isinstance(low, int) and isinstance(high, int) and low > high:
        problems.append(
            Problem("min-players", f"{low} is more than max-players {high}", f"1..{high}")
        )
    if knobs.get("sole-holder") == "first+third" and knobs.get("bonuses") == "two":
        problems.append(Problem("sole-holder", "first+third needs three bonuses", "first+second"))


def pick(tables: Tables, knobs: dict[str, int | str], problems: list[Problem]) -> Chart | None:
    """Choose the chart of the bonus table that is played, fitted to the board."""
    word = knobs.get("bonuses")
    size = squares(str(knobs.get("board")))
    for name, chart in tables:
        if name == word:
            return charts.clip(chart, size[0] * size[1]) if size else None
    if word is not None:
        allowed = ", ".join(name for name, _ in tables)
        problems.append(Problem("bonuses", f"the chart has no table {shown(word)}", allowed))
    return None


def fields(knobs: dict[str, int | str]) -> dict[str, Any]:
    """Turn knobs by key into the fields of a Ruleset that hold them."""
    given = {field_of(key): value for key, value in knobs.items() if key != "board"}
    rows, cols = squares(str(knobs["board"])) or (0, 0)
    return {"rows": rows, "cols": cols, **given}
