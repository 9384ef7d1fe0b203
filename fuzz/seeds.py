"""Where fuzzing begins: real records, cases, documents, and what people type."""

import re
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
CASES = Path(__file__).resolve().parent / "cases"


def seeds(target: str) -> list[bytes]:
    """The seeds of a target, and the cases that fuzzing has found for it."""
    found = [path.read_bytes() for path in sorted((CASES / target).glob("*"))]
    return [*found, *dict.fromkeys(_SEEDS[target]())]


def _records() -> Iterator[bytes]:
    for folder in ("games", "notation/cases/valid", "notation/cases/invalid", "tests/rules/cases"):
        for path in sorted((ROOT / folder).glob("*.acq")):
            data = path.read_bytes()
            if len(data) < 6_000:
                yield data


def _positions() -> Iterator[bytes]:
    for data in _records():
        for line in data.split(b"\n"):
            if line.startswith(b"position: "):
                for which in range(4):
                    yield bytes([which]) + line[10:]


def _json() -> Iterator[bytes]:
    from acquire_cli.formats.record_json import document_text, lines_text
    from acquire_cli.notation.reader import read_games

    for data in _records():
        for record in read_games(BytesIO(data)):
            if not record.findings and len(data) < 2_500:
                yield document_text(record).encode("utf-8", "replace")
                yield lines_text(record).encode("utf-8", "replace")


def _foreign() -> Iterator[bytes]:
    # That program's games are not part of the project; a copy without them has only what follows.
    folder = ROOT.parent / "shared" / "data" / "tlstyer"
    for path in sorted(folder.glob("text/*.txt")):
        yield path.read_bytes()
    for path in folder.glob("games.jsonl"):
        yield from path.read_bytes().splitlines()
    yield b'{"players":2,"tileBag":[[0,0],[1,1]],"actions":[[0],[1,3,3]],"scores":[[6000,6000]]}\n'
    yield b'{"players":["a","b"],"tileBag":[0,1,2,3],"actions":[[0,1]],"scores":[],"final":true}\n'


def _expressions() -> Iterator[bytes]:
    text = (ROOT / "tests/records/test_filter.py").read_text()
    text += (ROOT / "man/acquire.1").read_text() + (ROOT / "README.md").read_text()
    for quote in "'\"":
        for part in text.split(quote)[1::2]:
            if 2 < len(part) < 120 and any(sign in part for sign in "<>=~"):
                yield part.encode()


def _rulesets() -> Iterator[bytes]:
    import acquire_cli.rulesets

    data = Path(acquire_cli.rulesets.__file__).parent / "data"
    for path in sorted(data.rglob("*.toml")):
        yield re.sub(rb'name = "[a-z0-9-]+"', b'name = "own"', path.read_bytes())
    yield b'base = "classic"\nsafe = { value = 5, origin = "text", note = "x" }\nboard = "5x5"\n'


def _sessions() -> Iterator[bytes]:
    yield b"\x00board\n1a\n5g=l lll\n12g\n-\n6h\nend\nundo\nredo\nmoves\nhint\nlog 3\nquit\n"
    yield b"\x01# why\n!!\n@1:2\n%+3\n=5400\npass\nx\n..\n+\ni\nixt\ns1t2\nann-s2,bob-k1\nanyway\n"
    for at, data in enumerate(_records()):
        if at % 5 == 0:
            yield b"\xff" + data


_SEEDS = {
    "records": _records,
    "positions": _positions,
    "json": _json,
    "foreign": _foreign,
    "expressions": _expressions,
    "rulesets": _rulesets,
    "sessions": _sessions,
}
