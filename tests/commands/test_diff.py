"""`acquire diff`."""

import json
import re
from pathlib import Path

from tests.commands.inside import run

HEAD = "acquire 1\nruleset: classic@1\nplayers: ann bob\nseed: friday-42\n"
GAME = HEAD + "1 ann 3D\n2 bob 9D\n3 ann 3C=T +TTT\n"
OTHER = GAME.replace("+TTT", "+T")

TEXT = """\
A: a.acq, game 1
B: <stdin>, game 1

They part at turn 3.
A  3 ann 3C=T +TTT
B  3 ann 3C=T +T

     before         after in A         after in B
       cash    net        cash    net        cash    net
ann   6,000  6,000       5,400  9,200       5,800  9,200
bob   6,000  6,000       6,000  6,000       6,000  6,000

In the end
                A           B  B - A
       unfinished  unfinished
turns           3           3
ann         9,200       9,200     +0
bob         6,000       6,000     +0
"""


def write(folder: Path, name: str, text: str) -> str:
    path = folder / name
    path.write_text(text)
    return str(path)


def test_the_same_says_nothing(tmp_path: Path) -> None:
    a = write(tmp_path, "a.acq", GAME)
    assert run("diff", a, "-", stdin=GAME.replace("3D", "d3")) == (0, "", "")
    assert run("diff", a, "-", stdin=run("view", "table", a).out) == (0, "", "")


def test_different_games(tmp_path: Path) -> None:
    a = write(tmp_path, "a.acq", GAME)
    done = run("diff", a, "-", stdin=OTHER)
    assert (done.code, done.err) == (1, "")
    assert done.out == TEXT.replace("a.acq", a)


def test_a_head_that_differs(tmp_path: Path) -> None:
    a = write(tmp_path, "a.acq", GAME)
    done = run("diff", a, "-", stdin=GAME.replace("@1", "@1\nrules: safe=10 max-buys=4"))
    assert done.code == 1
    assert "\nmax-buys  3   |  4\nsafe      11  |  10\n\nIn the end\n" in done.out


def test_json(tmp_path: Path) -> None:
    a = write(tmp_path, "a.acq", GAME)
    out = tmp_path / "out.json"
    assert run("diff", a, "-", "-o", str(out), stdin=OTHER) == (1, "", "")
    document = json.loads(out.read_text())
    assert (document["schema"], document["same"]) == (1, False)
    [game] = document["games"]
    assert (game["turn"], game["differences"]) == (3, [])
    assert game["a"]["text"] == "3 ann 3C=T +TTT"
    assert game["b"]["after"][0] == {"player": "ann", "cash": 5800, "net": 9200}
    same = json.loads(run("diff", a, "-", "--format", "json", stdin=GAME).out)
    assert same["same"]
    assert same["games"][0]["turn"] is None


def test_several_games_go_in_pairs(tmp_path: Path) -> None:
    a = write(tmp_path, "a.acq", GAME + OTHER + GAME)
    done = run("diff", a, "-", stdin=GAME + GAME)
    assert done.code == 1
    assert done.out.startswith(f"A: {a}, game 2\nB: <stdin>, game 2\n")
    assert done.out.endswith(f"\n\nonly in A: {a}, game 3\n")
    both = run("diff", write(tmp_path, "b.acq", GAME + GAME), "-", stdin=OTHER + OTHER).out
    assert [len(part) for part in re.findall("\n+", both) if len(part) > 2] == []
    assert both.count("\n\nA: ") == 1
    assert not both.endswith("\n\n")
    assert run("diff", "-", a, stdin=GAME).out.count("only in B") == 2


def test_what_cannot_be_read_or_played(tmp_path: Path) -> None:
    a = write(tmp_path, "a.acq", GAME)
    for files in ((a, "missing"), ("missing", a)):
        done = run("diff", *files)
        assert (done.code, done.out) == (2, "")
        assert done.err == "acquire: missing: No such file or directory\n"
    assert run("diff", "-", "-").code == 2
    done = run("diff", a, "-", stdin=GAME.replace("+TTT", "+TTTT"))
    assert done.code == 2
    assert "E-too-many" in done.err
    assert "B  has no such turn" in done.out
    done = run("diff", a, "-", stdin=GAME.replace("classic", "none"))
    assert done.code == 2
    assert "E-ruleset" in done.err
    # An assertion that fails and a bag that does not follow change nothing in what was played.
    assert run("diff", a, "-", stdin=GAME + "4 bob 6B =1\n").code == 1
    assert run("diff", a, a).code == 0
