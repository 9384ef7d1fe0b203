"""Price charts: from the columns of a TOML table to brackets, with every problem found.

A chart is a table with ``sizes`` (``["2", "3", "6-10", "41+"]``) and one table a tier, cheapest
first, each with ``price`` and the bonus tables it has: ``two.first``, ``two.second``,
``three.first``, ``three.second``, ``three.third``; every list has one figure a size, in dollars.
"""

from __future__ import annotations

from typing import NamedTuple

from acquire_cli.rulesets.knobs import digits, label, shown
from acquire_cli.rulesets.model import MAX_SQUARES, Bracket, Chart, Problem, Tables

COLUMNS: dict[str, tuple[str, ...]] = {
    "two": ("first", "second"),
    "three": ("first", "second", "third"),
}
MAX_MONEY = 1_000_000
MONEY = f"0..{MAX_MONEY}, a multiple of 100"
SIZES = "strings such as 2, 6-10, 41+, from 2 upwards without a gap, the last one open"


class Prices(NamedTuple):
    """A chart by tier: for each tier, cheapest first, its brackets under each bonus table.

    The last bracket of each is open: its ``high`` is :data:`MAX_SQUARES`.
    """

    tiers: dict[str, dict[str, tuple[Bracket, ...]]]

    def tables(self, tiers: tuple[str, ...]) -> Tables:
        """Give the chart of chains of these tiers, under each bonus table that all of them have."""
        return tuple(
            (word, tuple(self.tiers[tier][word] for tier in tiers))
            for word in COLUMNS
            if all(word in self.tiers[tier] for tier in tiers)
        )


def clip(chart: Chart, squares: int) -> Chart:
    """Fit a chart to a board: sizes beyond its squares go, the last bracket ends at them."""
    return tuple(
        tuple(
            Bracket(b.low, min(b.high, squares), b.price, b.first, b.second, b.third)
            if b.high > squares
            else b
            for b in brackets
            if b.low <= squares
        )
        for brackets in chart
    )


def read(table: dict[str, object], problems: list[Problem]) -> Prices | None:
    """Read a chart; what is wrong is added to ``problems``, and then there is no chart."""
    found = len(problems)
    spans = _spans(table.get("sizes"), problems)
    tiers: dict[str, dict[str, tuple[Bracket, ...]]] = {}
    for tier, columns in table.items():
        if tier == "sizes":
            continue
        where = f"chart.{label(tier)}"
        if not isinstance(columns, dict):
            problems.append(Problem(where, f"{shown(columns)} is no tier", "a table"))
        elif not (tier.isascii() and tier.isalpha() and tier.islower() and len(tier) <= 16):
            problems.append(Problem(where, "is no name of a tier", "up to 16 letters a-z"))
        else:
            tiers[tier] = _tier(where, columns, spans, problems)
    if not table.keys() - {"sizes"}:
        problems.append(Problem("chart", "has no tier", "a table such as [chart.cheap]"))
    return Prices(tiers) if len(problems) == found else None


def _spans(raw: object, problems: list[Problem]) -> list[tuple[int, int]]:
    if not isinstance(raw, list) or not raw:
        problems.append(Problem("chart.sizes", f"{shown(raw)} is no list of sizes", SIZES))
        return []
    spans: list[tuple[int, int]] = []
    follows = 2
    for place, size in enumerate(raw, 1):
        span = _span(size)
        if span is None or span[1] < span[0]:
            problems.append(Problem("chart.sizes", f"{shown(size)} is no size", SIZES))
            return []
        if span[0] != follows:
            fault = "leaves a gap" if span[0] > follows else "overlaps"
            problems.append(
                Problem("chart.sizes", f"{shown(size)} {fault}: size {follows} is next", SIZES)
            )
            return []
        if (span[1] == MAX_SQUARES) != (place == len(raw)):
            fault = "is not the last" if place < len(raw) else "must be open at the end"
            problems.append(Problem("chart.sizes", f"{shown(size)} {fault}", SIZES))
            return []
        spans.append(span)
        follows = span[1] + 1
    return spans


def _span(size: object) -> tuple[int, int] | None:
    if not isinstance(size, str):
        return None
    low_word, dash, high_word = size.removesuffix("+").partition("-")
    low = digits(low_word)
    if low is None or low >= MAX_SQUARES or (dash and size.endswith("+")):
        return None
    if size.endswith("+"):
        return low, MAX_SQUARES
    high = digits(high_word) if dash else low
    return None if high is None or high >= MAX_SQUARES else (low, high)


def _tier(
    where: str,
    columns: dict[str, object],
    spans: list[tuple[int, int]],
    problems: list[Problem],
) -> dict[str, tuple[Bracket, ...]]:
    for key in columns:
        if key != "price" and key not in COLUMNS:
            problems.append(Problem(f"{where}.{label(key)}", "is not known", "price, two, three"))
    price = _money(f"{where}.price", columns.get("price"), len(spans), problems)
    tables: dict[str, tuple[Bracket, ...]] = {}
    for word, names in COLUMNS.items():
        if word not in columns:
            continue
        bonus = columns[word]
        if not isinstance(bonus, dict):
            problems.append(Problem(f"{where}.{word}", f"{shown(bonus)} is no table", "a table"))
            continue
        for key in bonus:
            if key not in names:
                problems.append(
                    Problem(f"{where}.{word}.{label(key)}", "is not known", ", ".join(names))
                )
        lists = [_money(f"{where}.{word}.{n}", bonus.get(n), len(spans), problems) for n in names]
        if len(names) == 2:
            lists.append([0] * len(spans))
        tables[word] = tuple(
            Bracket(low, high, *figures)
            for (low, high), *figures in zip(spans, price, *lists, strict=False)
        )
    if not any(word in columns for word in COLUMNS):
        problems.append(Problem(where, "has no bonus table", ", ".join(COLUMNS)))
    return tables


def _money(key: str, raw: object, sizes: int, problems: list[Problem]) -> list[int]:
    if not isinstance(raw, list):
        fault = "is missing" if raw is None else f"{shown(raw)} is no list of figures"
        problems.append(Problem(key, fault, "one figure a size"))
        return []
    if sizes and len(raw) != sizes:
        problems.append(Problem(key, f"has {len(raw)} figures for {sizes} sizes", str(sizes)))
        return []
    figures: list[int] = []
    for figure in raw:
        if (
            not isinstance(figure, int)
            or isinstance(figure, bool)
            or not 0 <= figure <= MAX_MONEY
            or figure % 100
        ):
            problems.append(Problem(key, f"{shown(figure)} is no sum of money", MONEY))
        else:
            figures.append(figure)
    return figures
