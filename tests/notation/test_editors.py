"""The editor files under `notation/editors` colour every record as it is meant.

What a word is, is told here by a small reading of its own, which knows the players of the game; the
TextMate grammar is run by a small interpreter, the Vim file by Vim where there is one.
"""

import json
import re
import shutil
import subprocess
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
EDITORS = ROOT / "notation" / "editors"
GRAMMAR = EDITORS / "textmate" / "acquire.tmLanguage.json"
VIM = shutil.which("vim")

# ---- what each word of the corpus is ----

TILE = r"(?:\d{1,3}[a-z]|[a-z]\d{1,3})"
TILES = rf"(?:{TILE}|\?)(?:,(?:{TILE}|\?))*"
PART = r"(?:[a-z]\w{1,11}-)?(?:[stk]\d{1,4})+"
PARTS = rf"{PART}(?:,{PART})*"
FLAGS = re.ASCII | re.IGNORECASE

# In the order in which a word is tried; the second figure is the place in a turn.
WORDS = [
    (kind, place, re.compile(pattern, FLAGS))
    for kind, place, pattern in [
        ("open", 13, r"\.\."),
        ("placement", 1, rf"{TILE}(?:=[a-z])?|~?(?:[.-]|pass)"),
        ("end", 6, "~?end"),
        ("aside", 7, rf"x(?:{TILES})?|~x(?:{TILE}(?:,{TILE})*)?"),
        ("merger", 2, "[a-z]x[a-z]*"),
        ("disposition", 3, rf"[a-z](?:\^(?:{TILE}|\?))?:{PARTS}|[a-z]\^(?:{TILE}|\?)|{PARTS}"),
        ("moved", 4, r"~(?:(?:[a-z]\w{1,11})?[+-](?!0+$)\d{1,12}|[a-z]\w{1,11}[+-][a-z]+|-[a-z]+)"),
        ("buys", 5, r"\+[a-z]*|~\+[a-z]+|[a-z](?:[a-wyz][a-z]*)?"),
        ("drawn", 8, rf"\^{TILES}|~\^"),
        ("cash", 9, r"=(?:[a-z]\w{1,11}:)?-?\d{1,12}"),
        ("glyph", 10, r"!!|!\?|\?!|\?\?|!|\?"),
        ("clock", 11, "@.+"),
        ("evaluation", 12, "%.+"),
    ]
]
NUMBER = re.compile(r"0*[1-9]\d{0,8}[.:)]?", re.ASCII)
HANDLE = re.compile(r"(?!(?:bag|end|full|table)$)[a-z]\w{1,11}", FLAGS)
HEADER = re.compile(r"[ \t]*([A-Za-z][A-Za-z0-9._-]+)[ \t]*:[ \t]*", re.ASCII)
KNOWN = {"ruleset", "rules", "players", "start", "first", "view", "commit", "position", "result"}


@dataclass(frozen=True)
class Word:
    """A stretch of a line and what it is; `start` and `end` count characters from 0."""

    start: int
    end: int
    kind: str


def words(text: str, start: int = 0, blanks: str = " \t") -> list[tuple[int, str]]:
    return [(start + m.start(), m[0]) for m in re.finditer(f"[^{blanks}]+", text)]


def letters_at_the_end(text: str) -> range:
    """Where the letters behind the last + or - stand."""
    start = max(text.rfind("+"), text.rfind("-")) + 1
    return range(start, len(text) if text[start].isalpha() else start)


def inner(kind: str, at: int, text: str) -> list[Word]:
    """The tiles, chains and players inside a word of a turn."""
    out = []

    def mark(pattern: str, name: str) -> None:
        for found in re.finditer(pattern, text, FLAGS):
            out.append(Word(at + found.start(1), at + found.end(1), name))

    if kind == "placement" and text[0].isalnum() and text.lower() != "pass":
        mark(rf"^({TILE})", "tile")
        mark("=([a-z])$", "chain")
    elif kind == "merger":
        mark("^([a-z])", "chain")
        out.extend(Word(at + 2 + i, at + 3 + i, "chain") for i in range(len(text) - 2))
    elif kind == "buys":
        mark("([a-z])", "chain")
    elif kind == "moved":
        mark(r"^~(\w+)[+-]", "player")
        out.extend(Word(at + i, at + i + 1, "chain") for i in letters_at_the_end(text))
    elif kind in {"aside", "drawn"}:
        mark(rf"[x^,]({TILE})(?=,|$)", "tile")
    elif kind == "disposition":
        mark("^([a-z])[:^]", "chain")
        mark(rf"\^({TILE})", "tile")
        mark(r"([a-z]\w+)-", "player")
    elif kind == "cash":
        mark("=([a-z].*):", "player")
    return out


def turn_words(line: str, players: list[str]) -> list[Word]:
    text, sign, _ = line.partition("#")
    out = [Word(len(text), len(line), "comment")] if sign else []
    rest = words(text)
    if rest and NUMBER.fullmatch(rest[0][1]):
        at, word = rest.pop(0)
        out.append(Word(at, at + len(word), "number"))
    if rest:
        at, word = rest[0]
        placed = len(rest) > 1 and WORDS[1][2].fullmatch(rest[1][1])
        nobody = HANDLE.fullmatch(word) and not re.fullmatch(TILE, word, FLAGS) and placed
        if word.lower() in players or nobody:
            rest.pop(0)
            out.append(Word(at, at + len(word), "handle"))
    last = -1
    placed = False
    for at, word in rest:
        amount = placed and re.fullmatch(r"[stk]\d+", word, FLAGS)
        fits = (
            (kind, place)
            for kind, place, pattern in WORDS
            if pattern.fullmatch(word) and not (kind == "placement" and amount)
        )
        kind, place = next(fits, ("wrong", last))
        if kind == "aside" and last < 1:
            place = 0
        if place < last or (kind == "placement" and placed):
            return out  # Out of its place: what colour it has is nobody's promise.
        out.extend([Word(at, at + len(word), kind), *inner(kind, at, word)])
        last, placed = place, placed or kind == "placement"
    return out


def position_words(value: str, start: int) -> list[Word]:
    out = []
    names = ["rows", "player", "phase"]
    for at, word in words(value, start):
        if names:
            kind = names.pop(0)
        elif re.match("bag:", word, re.IGNORECASE):
            kind = "bag"
        elif re.fullmatch(r"idle:\d+", word, FLAGS):
            kind = "idle"
        else:
            out.append(Word(at, at + word.find(":"), "player"))
            kind = "holding"
        if kind in {"bag", "holding"}:
            column = at + word.rfind(":") + 1
            tiles = words(word[column - at :], column, ",")
            out.extend(Word(c, c + len(t), "tile") for c, t in tiles if t[-1] not in "?-")
        if kind != "holding":
            out.append(Word(at, at + len(word), kind))
    return out


def header_words(line: str) -> list[Word]:
    found = HEADER.match(line)
    assert found is not None
    key = found[1].lower()
    value = line[found.end() :].rstrip(" \t")
    start = found.end()
    out = [Word(found.start(1), found.end(1), "key")]
    if key == "bag" or (key.startswith("hand.") and len(key) > 6):
        for at, word in words(value, start, " \t,"):
            out.append(Word(at, at + len(word), "unknown" if word == "?" else "tile"))
    elif key == "position":
        out.extend(position_words(value, start))
    elif key not in KNOWN:
        out.extend([Word(start, start + len(value), "text")] if value else [])
    elif key in {"players", "first", "view"}:
        for at, word in words(value, start, " \t,"):
            free = word.lower() in {"full", "table"} and key == "view"
            out.append(Word(at, at + len(word), "view" if free else "player"))
    elif key == "start":
        for at, word in words(value, start, " \t,"):
            name, _, _ = word.partition("=")
            out.append(Word(at, at + len(name), "player"))
            out.append(Word(at + len(name) + 1, at + len(word), "tile"))
    elif key == "rules":
        for at, word in words(value, start, " \t,"):
            out.append(Word(at, at + len(word), "override"))
    elif key == "ruleset":
        name, sign, revision = value.partition("@")
        out.extend([Word(start, start + len(name), "ruleset")] if name else [])
        if sign:
            at = start + len(name) + 1
            out.append(Word(at, at + len(revision), "revision"))
    elif key == "commit":
        out.append(Word(start, start + len(value), "commitment"))
    else:
        for i, (at, word) in enumerate(words(value, start, " \t,")):
            out.append(Word(at, at + len(word), "total" if i else "reason"))
    return out


def read_line(line: str, players: list[str], turns: bool) -> tuple[list[Word], str]:
    """The words of a line, and what kind of line it is."""
    if re.fullmatch(r"[ \t]*acquire[ \t]+\d{1,6}[ \t]*", line, FLAGS):
        (at, word), (there, _) = words(line)
        version = Word(there, len(line.rstrip(" \t")), "version")
        return [Word(at, at + len(word), "magic"), version], "magic"
    if line.lstrip(" \t").startswith("#"):
        return [Word(line.index("#"), len(line), "comment")], "comment"
    found = HEADER.match(line)
    if found and found[1].lower() not in players:
        return header_words(line), found[1].lower()
    first = next(iter(words(line.partition("#")[0])), (0, ""))[1].lower()
    if turns or first[:1].isdigit() or first in players or first in {".", "-"}:
        return turn_words(line, players), "turn"
    return [], "none"


def files() -> list[Path]:
    folders = ["games", "notation/cases", "tests/rules/cases"]
    return sorted(path for folder in folders for path in (ROOT / folder).rglob("*.acq"))


def faulty(path: Path) -> set[int]:
    """The lines of a case that has findings: a header that is none has no colours to keep."""
    twin = path.with_suffix(".json")
    if path.parent.name != "invalid" or not twin.exists():
        return set()
    found = json.loads(twin.read_text(encoding="utf-8"))["findings"]
    return {one["line"] for one in found if one["code"] not in {"E-commit", "E-seed", "W-header"}}


@cache
def corpus() -> dict[tuple[str, tuple[Word, ...]], str]:
    """Every line of every record, and where it stands; equal lines once."""
    lines: dict[tuple[str, tuple[Word, ...]], str] = {}
    for path in files():
        players: list[str] = []
        turns = False
        bad = faulty(path)
        for number, raw in enumerate(path.read_bytes().split(b"\n"), 1):
            try:
                line = raw.rstrip(b"\r").decode("utf-8").removeprefix("\ufeff")
            except UnicodeDecodeError:
                continue
            if re.search("[\x00-\x08\x0a-\x1f\x7f-\x9f]", line) or len(line) > 65536:
                continue
            found, kind = read_line(line, players, turns)
            if kind == "magic":
                players, turns = [], False
            elif kind == "players" and not players and number not in bad:
                players = [line[w.start : w.end].lower() for w in found if w.kind == "player"]
            turns = turns or kind == "turn"
            if found and (kind == "turn" or number not in bad):
                lines.setdefault((line, tuple(found)), f"{path.relative_to(ROOT)}:{number}")
    return lines


def test_the_corpus_has_words_of_every_kind() -> None:
    kinds = {word.kind for _, found in corpus() for word in found}
    assert kinds == {*TEXTMATE} == {*GROUPS}
    assert len(corpus()) > 1000


# ---- TextMate ----

TEXTMATE = {
    "magic": "keyword.control.magic",
    "version": "constant.numeric.version",
    "comment": "comment.line.number-sign",
    "key": "entity.name.tag.header",
    "text": "string.unquoted.value",
    "ruleset": "entity.name.type.ruleset",
    "revision": "constant.numeric.revision",
    "override": "meta.override",
    "player": "variable.other.player",
    "tile": "constant.other.tile",
    "unknown": "constant.language.unknown",
    "view": "constant.language.view",
    "commitment": "meta.commitment",
    "rows": "string.unquoted.rows",
    "phase": "keyword.other.phase",
    "bag": "meta.bag",
    "idle": "meta.idle",
    "reason": "keyword.other.reason",
    "total": "meta.total",
    "number": "meta.number",
    "handle": "meta.handle",
    "chain": "entity.name.type.chain",
    "wrong": "invalid.illegal",
    **{kind: f"meta.{kind}" for kind, _, _ in WORDS},
}


class TextMate:
    """As much of a TextMate grammar as the file uses: match, begin and end, captures, include."""

    def __init__(self, grammar: dict) -> None:
        self.grammar = grammar
        self.compiled: dict[str, re.Pattern[str]] = {}

    def regex(self, source: str) -> re.Pattern[str]:
        if source not in self.compiled:
            self.compiled[source] = re.compile(source)
        return self.compiled[source]

    def rules(self, patterns: list[dict]) -> list[dict]:
        out = []
        for pattern in patterns:
            if "include" in pattern:
                pattern = self.grammar["repository"][pattern["include"][1:]]
            if "match" in pattern or "begin" in pattern:
                out.append(pattern)
            else:
                out.extend(self.rules(pattern["patterns"]))
        return out

    def scopes(self, line: str) -> list[set[str]]:
        """The scopes of every character of a line."""
        out: list[set[str]] = [set() for _ in line]
        self.run(line, 0, len(line), [(None, self.rules(self.grammar["patterns"]))], out)
        return out

    def run(self, line: str, at: int, end: int, stack: list, out: list[set[str]]) -> None:
        text = line[:end]
        while True:
            closing, rules = stack[-1]
            best = None
            if closing is not None:
                found = self.regex(closing["end"]).search(text, at)
                best = found and (found, None)
            for rule in rules:
                found = self.regex(rule.get("match") or rule["begin"]).search(text, at)
                if found and (best is None or found.start() < best[0].start()):
                    best = (found, rule)
            names = [one["name"] for one, _ in stack if one is not None and "name" in one]
            upto = best[0].end() if best else end
            self.put(out, at, upto, names)
            if best is None:
                return
            found, rule = best
            if rule is None:
                stack.pop()
            else:
                self.put(out, found.start(), found.end(), [rule["name"]] if "name" in rule else [])
                self.capture(line, found, rule.get("captures") or rule.get("beginCaptures"), out)
                if "begin" in rule:
                    stack.append((rule, self.rules(rule["patterns"])))
                elif found.end() == found.start():
                    raise AssertionError(f"an empty match: {rule}")
            at = upto

    def capture(self, line: str, found: re.Match, captures: dict | None, out: list) -> None:
        for index, capture in (captures or {}).items():
            start, end = found.span(int(index))
            if start < 0:
                continue
            self.put(out, start, end, [capture["name"]] if "name" in capture else [])
            if "patterns" in capture:
                self.run(line, start, end, [(None, self.rules(capture["patterns"]))], out)

    def put(self, out: list[set[str]], start: int, end: int, names: list[str]) -> None:
        for scopes in out[start:end]:
            scopes.update(scope for name in names for scope in name.split())


@cache
def textmate() -> TextMate:
    return TextMate(json.loads(GRAMMAR.read_text(encoding="utf-8")))


def has(scopes: set[str], wanted: str) -> bool:
    return any(scope == wanted or scope.startswith(f"{wanted}.") for scope in scopes)


def test_textmate_gives_every_word_its_scope() -> None:
    grammar = textmate()
    wrong = []
    for (line, found), where in corpus().items():
        scopes = grammar.scopes(line)
        for word in found:
            here = scopes[word.start : word.end]
            if not here or not all(has(one, TEXTMATE[word.kind]) for one in here):
                wrong.append(
                    f"{where}: {word.kind} {line[word.start : word.end]!r} of {line[:80]!r}"
                )
            illegal = any(has(one, "invalid") for one in here)
            if illegal and word.kind not in {"wrong", "comment", "text"}:
                wrong.append(f"{where}: {line[word.start : word.end]!r} is illegal")
    assert not wrong, "\n".join(wrong[:40])


def test_textmate_names_every_rule_once_and_uses_all() -> None:
    text = GRAMMAR.read_text(encoding="utf-8")
    grammar = json.loads(text)
    used = set(re.findall(r'"include": "#([^"]+)"', text))
    assert used == set(grammar["repository"])
    assert grammar["fileTypes"] == ["acq"]
    first = re.compile(grammar["firstLineMatch"])
    for path in (ROOT / "games").glob("*.acq"):
        lines = path.read_text(encoding="utf-8").splitlines()
        assert any(first.search(line) for line in lines)
        assert all(first.search(line) or line.startswith("#") for line in lines[:1])


# ---- Vim ----

GROUPS = {
    "magic": "Magic",
    "version": "Version",
    "comment": "Comment Remark",
    "key": "Key",
    "text": "ValueText",
    "ruleset": "RulesetName",
    "revision": "Revision",
    "override": "Override",
    "player": "ListedPlayer StartPlayer Player Who Mover Holder",
    "tile": "Tile Listed BankTile",
    "unknown": "Unknown",
    "view": "View",
    "commitment": "Commitment",
    "rows": "Rows",
    "phase": "Phase",
    "bag": "Bag",
    "idle": "Idle",
    "reason": "Reason",
    "total": "Total",
    "number": "Number",
    "handle": "Handle Own",
    "chain": "Chain About Founded Shares",
    "wrong": "Wrong",
    **{kind: kind.capitalize() for kind, _, _ in WORDS},
}

# Words inside of words: where they begin says enough.
INNER = {"tile", "chain", "player"}

ASK = """
let s:out = []
for [s:line, s:column] in json_decode(readfile($ASKED)[0])
  call add(s:out, map(synstack(s:line, s:column), 'synIDattr(v:val, "name")'))
endfor
call writefile([json_encode([&filetype, s:out])], $ANSWERS)
qall!
"""


@pytest.mark.skipif(VIM is None, reason="needs vim, and there is none on the path")
def test_vim_gives_every_word_its_group(tmp_path: Path) -> None:
    assert VIM is not None
    lines = list(corpus().items())
    record = tmp_path / "corpus.acq"
    record.write_text("".join(f"{line}\n" for (line, _), _ in lines), encoding="utf-8")
    questions = [
        (number, at, word, line, where)
        for number, ((line, found), where) in enumerate(lines, 1)
        for word in found
        for at in ({word.start} if word.kind in INNER else {word.start, word.end - 1})
    ]
    # Vim goes on from where it was asked last, but only to the right.
    questions.sort(key=lambda one: one[:2])
    asked = [[number, len(line[:at].encode()) + 1] for number, at, _, line, _ in questions]
    (tmp_path / "asked.json").write_text(json.dumps(asked) + "\n", encoding="utf-8")
    (tmp_path / "ask.vim").write_text(ASK, encoding="utf-8")
    folder = str(EDITORS / "vim").replace(",", "\\,").replace(" ", "\\ ")
    commands = [
        "set nocompatible encoding=utf-8 fileencodings=utf-8 fileformats=unix synmaxcol=0",
        "set redrawtime=60000 maxmempattern=100000",
        f"set runtimepath^={folder}",
        "filetype on",
        "syntax on",
    ]
    words_ = [part for command in commands for part in ("--cmd", command)]
    done = subprocess.run(
        [VIM, "-u", "NONE", "-i", "NONE", "-n", "-es", *words_, record, "-S", tmp_path / "ask.vim"],
        env={
            "ASKED": str(tmp_path / "asked.json"),
            "ANSWERS": str(tmp_path / "answers.json"),
            "HOME": str(tmp_path),
            "TERM": "dumb",
            "LC_ALL": "C.UTF-8",
        },
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    answers = tmp_path / "answers.json"
    assert answers.exists(), (done.returncode, done.stdout, done.stderr)
    filetype, stacks = json.loads(answers.read_text(encoding="utf-8"))
    assert filetype == "acquire"
    assert len(stacks) == len(questions)
    wrong = []
    for (_, _, word, line, where), stack in zip(questions, stacks, strict=True):
        wanted = {f"acquire{name}" for name in GROUPS[word.kind].split()}
        if not wanted & set(stack):
            wrong.append(
                f"{where}: {word.kind} {line[word.start : word.end]!r} of {line[:80]!r}: {stack}"
            )
    assert not wrong, "\n".join(wrong[:40])
