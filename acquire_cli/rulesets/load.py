"""Loading rulesets: those that ship by name, a user's own by path, either with overrides.

Shipped rulesets are one TOML file each in ``data``; adding one is adding a file. They are read as
what they are: on top of a started command line ``tomllib`` takes 3 ms and a ruleset 2 ms, and a
faster form beside the files, or a reader of our own for them, would be a second truth to keep.
Nothing is imported or read until a ruleset is asked for, and each is read once.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import replace
from functools import cache, lru_cache

from acquire_cli.rulesets import build, charts
from acquire_cli.rulesets.build import Draft
from acquire_cli.rulesets.knobs import BY_KEY, KNOBS, digits, field, label, shown
from acquire_cli.rulesets.model import Origin, Problem, Ruleset, RulesetError

DATA = os.path.join(os.path.dirname(os.path.abspath(__file__)), "data")
MAX_BYTES = 16_384
"""Several times what a ruleset needs, and little enough that no nonsense takes long to refuse: a
key of many dots costs ``tomllib`` the square of its length."""


def names() -> tuple[str, ...]:
    """Name the rulesets that ship, in alphabetical order."""
    return _stems(DATA)


def load(name: str) -> Ruleset:
    """Load a ruleset that ships. Raises RulesetError for a name that is none."""
    return _shipped(name)[0]


def load_file(path: str | os.PathLike[str]) -> Ruleset:
    """Load a user's own file. Raises RulesetError with all that is wrong with it."""
    return _file(os.fspath(path))[0]


def find(name_or_path: str) -> Ruleset:
    """Load by name, or by path where the word has a slash or ends in ``.toml``."""
    return _found(name_or_path)[0]


def origins(name_or_path: str) -> dict[str, Origin]:
    """Say where each value comes from: by knob, in the order of the knobs, then chains, chart."""
    return explained(name_or_path)[1]


def explained(name_or_path: str) -> tuple[Ruleset, dict[str, Origin]]:
    """Give a ruleset and its origins from one reading of it."""
    ruleset, draft = _found(name_or_path)
    return ruleset, {key: draft.origins[key] for key in (*BY_KEY, "chains", "chart")}


def meant(name: str) -> str:
    """Say which ruleset may have been meant by a name that is none: ``; did you mean classic?``."""
    from difflib import get_close_matches

    near = [] if name in names() else get_close_matches(name.lower(), names(), 1)
    return f"; did you mean {near[0]}?" if near else ""


def is_path(word: str) -> bool:
    """Tell a path from a name."""
    return "/" in word or os.sep in word or word.endswith(".toml")


def override(ruleset: Ruleset, words: Mapping[str, str]) -> Ruleset:
    """Set single knobs, as the ``rules:`` of a record do. Raises RulesetError.

    ``bonuses`` chooses the bonus table of the ruleset's chart, ``board`` fits the chart to the
    new number of squares. The order of the words does not matter; the name and the revision stay.
    """
    return _override(ruleset, tuple(words.items())) if words else ruleset


@lru_cache(maxsize=64)
def _override(ruleset: Ruleset, words: tuple[tuple[str, str], ...]) -> Ruleset:
    problems: list[Problem] = []
    knobs = values(ruleset)
    for key, word in words:
        knob = BY_KEY.get(key)
        if knob is None:
            problems.append(Problem(label(key), "is no knob", ", ".join(BY_KEY)))
            continue
        value = knob.parse(word)
        if isinstance(value, Problem):
            problems.append(value)
        else:
            knobs[key] = value
    build.check_pairs(knobs, problems)
    tables = ruleset.tables or ((ruleset.bonuses, ruleset.chart),)
    chart = build.pick(tables, knobs, problems)
    if problems or chart is None:
        raise RulesetError(tuple(problems))
    return replace(ruleset, chart=chart, **build.fields(knobs))


def values(ruleset: Ruleset) -> dict[str, int | str]:
    """Give the knobs of a ruleset by key, in canonical order."""
    board = f"{ruleset.rows}x{ruleset.cols}"
    return {
        knob.key: board if knob.key == "board" else getattr(ruleset, field(knob.key))
        for knob in KNOBS
    }


@cache
def _stems(folder: str) -> tuple[str, ...]:
    return tuple(sorted(f[:-5] for f in os.listdir(folder) if f.endswith(".toml")))


@cache
def _shipped(name: str) -> tuple[Ruleset, Draft]:
    if name not in names():
        message = f"no ruleset is called {shown(name)}{meant(name)}"
        raise RulesetError((Problem("", message, ", ".join(names())),))
    path = os.path.join(DATA, f"{name}.toml")
    return _settle(_table(path), path, name)


def _found(word: str) -> tuple[Ruleset, Draft]:
    return _file(word) if is_path(word) else _shipped(word)


def _file(path: str) -> tuple[Ruleset, Draft]:
    return _settle(_table(path), path, "")


@cache
def _prices(name: str) -> charts.Prices:
    path = os.path.join(DATA, "charts", f"{name}.toml")
    problems: list[Problem] = []
    prices = charts.read(_table(path), problems)
    if prices is None:
        raise RulesetError(tuple(problems), path)
    return prices


def _table(path: str) -> dict[str, object]:
    """Read the TOML of a file. Raises RulesetError for whatever cannot be read."""
    try:
        with open(path, "rb") as stream:
            data = stream.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise RulesetError((Problem("", f"cannot be read: {reason}"),), path) from None
    return parse(data, path)


def parse(data: bytes, where: str) -> dict[str, object]:
    """Read TOML from bytes. Raises RulesetError, with the line of a syntax error."""
    import tomllib

    if len(data) > MAX_BYTES:
        raise RulesetError((Problem("", "is too large", f"up to {MAX_BYTES} bytes"),), where)
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        at = data.count(b"\n", 0, error.start) + 1
        raise RulesetError((Problem("", "is not UTF-8 text"),), where, at) from None
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise RulesetError((Problem("", "is nested too deeply"),), where) from None
    except ValueError as error:
        message, _, tail = str(error).partition(" (at ")
        at = digits(tail.removeprefix("line ").partition(",")[0]) or 0
        if tail.startswith("end of document"):
            at = text.count("\n") + 1
        raise RulesetError((Problem("", f"no TOML: {message}"),), where, at) from None


def _settle(table: dict[str, object], where: str, shipped: str) -> tuple[Ruleset, Draft]:
    """Settle a file's table, on top of its base, into a ruleset and its draft."""
    problems: list[Problem] = []
    draft = _base(table.get("base"), shipped, problems)
    stem = os.path.basename(where).removesuffix(".toml")
    draft.name = _name(table.get("name", stem), shipped, problems)
    draft.title = build.line("title", table.get("title", draft.name), 0, 72, problems)
    revision = table.get("revision", 1)
    if isinstance(revision, int) and not isinstance(revision, bool) and 1 <= revision <= 9999:
        draft.revision = revision
    else:
        problems.append(Problem("revision", f"{shown(revision)} is no revision", "1..9999"))
    build.read_knobs(table, draft, problems)
    if "chart" in table:
        _chart(table["chart"], draft, problems)
    elif draft.prices is None:
        problems.append(Problem("chart", "is missing", "a chart's name or table, or a base"))
    if "chains" in table:
        build.read_chains(table["chains"], draft, problems)
    elif not draft.chains:
        problems.append(Problem("chains", "is missing", "a list of chains, or a base"))
    ruleset = build.finish(draft, problems)
    if ruleset is None:
        raise RulesetError(tuple(problems), where)
    return ruleset, draft


def _base(base: object, shipped: str, problems: list[Problem]) -> Draft:
    if base is None:
        return Draft()
    if not isinstance(base, str) or base not in names() or base == shipped:
        near = meant(base) if isinstance(base, str) else ""
        message = f"no ruleset to begin with is called {shown(base)}{near}"
        problems.append(Problem("base", message, ", ".join(names())))
        base = "classic"
    return _shipped(base)[1].heir()


def _name(name: object, shipped: str, problems: list[Problem]) -> str:
    allowed = "letters a-z, digits and hyphens, a letter first, at most 32"
    if (
        not isinstance(name, str)
        or not name.isascii()
        or not name[:1].isalpha()
        or not name.replace("-", "").isalnum()
        or name != name.lower()
        or len(name) > 32
    ):
        problems.append(Problem("name", f"{shown(name)} is no name", allowed))
        return ""
    if name != shipped and (shipped or name in names()):
        problems.append(Problem("name", f"{name} is taken", "a name of its own"))
    return name


def _chart(raw: object, draft: Draft, problems: list[Problem]) -> None:
    """Settle the chart: the name of one that ships, or a table of the file's own."""
    known = _stems(os.path.join(DATA, "charts"))
    if isinstance(raw, dict) and "value" not in raw and (raw.keys() - {"origin", "note"}):
        own = {key: value for key, value in raw.items() if key not in ("origin", "note")}
        said = {key: value for key, value in raw.items() if key in ("origin", "note")}
        draft.origins["chart"] = build.entry("chart", said, problems)[1]
        draft.prices = charts.read(own, problems)
        return
    value, draft.origins["chart"] = build.entry("chart", raw, problems)
    if value is None and draft.prices is not None:
        return
    if isinstance(value, str) and value in known:
        draft.prices = _prices(value)
    else:
        problems.append(Problem("chart", f"{shown(value)} is no chart", ", ".join(known)))
