"""`acquire filter` as it is run: what it prints, counts and answers."""

import io
import tracemalloc
from functools import partial
from pathlib import Path

import pytest

from acquire_cli.app import main
from acquire_cli.commands.environment import Environment
from acquire_cli.records import filter_facts
from tests.commands import inside
from tests.commands.inside import Done
from tests.formats.generated import game, remarked

run = partial(inside.run, "filter")


TEXTS = ["\n".join(remarked(game(seed), seed)) + "\n" for seed in range(10)]
BROKEN = "acquire 1\nruleset: classic@1\nplayers: ann bob\nx-me: 1\n\n1 ann 6F\n2 bob 6F\n"


@pytest.fixture
def games(tmp_path: Path) -> Path:
    path = tmp_path / "a.acq"
    path.write_text("\n\n".join(TEXTS), encoding="utf-8")
    return path


def test_games_come_out_as_they_stand(games: Path) -> None:
    done = run("event='club 3'", games)
    assert done == Done(0, TEXTS[3], "")
    assert run("event='club 1' or event='club 2'", games).out == "\n".join(
        [TEXTS[1], TEXTS[2], TEXTS[8], TEXTS[9]]
    )
    assert run("event~club", games, "-v") == Done(1, "", "")


def test_odd_bytes_and_line_ends_stay(tmp_path: Path) -> None:
    path = tmp_path / "odd.acq"
    odd = b"# \xff above\r\nACQUIRE  1\r\nplayers: ANN bob\r\n\r\n 1 ann  F6 # \x1b[31m\r\nx\r\n"
    path.write_bytes(b"\xef\xbb\xbf" + odd + b"\r\n\r\n" + TEXTS[1].encode())
    done = run("player=ann and players=2", path)
    assert done.out.encode("utf-8", "surrogateescape") == odd.rstrip() + b"\n"


def test_the_answer_is_the_exit_code(games: Path, tmp_path: Path) -> None:
    assert run("founded=T", games).code == 0
    assert run("merged=7", games).code == 1
    assert run("merged=", games).code == 2
    assert run("founded=T", tmp_path / "none.acq", games).code == 2
    assert run("founded=T", games, "-c", "-l").code == 2
    assert run("founded=T").code == 2


def test_a_bad_expression_is_shown_with_a_caret(games: Path) -> None:
    done = run("founded=T and tum.buys=LLL", games)
    assert done.out == ""
    assert done.err.splitlines() == [
        "EXPR:1:15: error[E-expression] nothing is called tum.buys",
        "  founded=T and tum.buys=LLL",
        "                ^^^^^^^^",
        "  = expected: turn.buys or turn.bonus or buys",
    ]


def test_turns_come_with_their_file_and_line(games: Path) -> None:
    lines = games.read_text(encoding="utf-8").splitlines()
    done = run("merged>=2 and rank=1", games, "--turns")
    assert done.code == 0
    for line in done.out.splitlines():
        file, number, text = line.split(":", 2)
        assert file == str(games)
        assert lines[int(number) - 1] == text
        assert text.split()[3][1] == "x"
    everything = run("number>0", games, "--turns").out.splitlines()
    rest = run("merged>=2 and rank=1", games, "--turns", "--invert").out.splitlines()
    assert sorted(done.out.splitlines() + rest) == sorted(everything)
    assert len(everything) == sum(line[:1].isdigit() for line in lines)
    piped = run("number=1", "-", "--turns", stdin=TEXTS[0].encode())
    assert piped.out.startswith("<stdin>:")


def test_counts_and_names(games: Path, tmp_path: Path) -> None:
    other = tmp_path / "b.acq"
    other.write_text(TEXTS[3], encoding="utf-8")
    assert run("event='club 3'", games, "-c").out == "1\n"
    assert run("event='club 1'", games, other, "-c").out == f"{games}:2\n{other}:0\n"
    assert run("event='club 1'", games, other, "-l").out == f"{games}\n"
    assert run("event='club 3'", games, other, "-l").out == f"{games}\n{other}\n"
    assert run("number<3", other, "--turns", "--count").out == "2\n"
    assert run("merged=7", games, "-c") == Done(1, "0\n", "")


def test_games_in_which_the_same_was_played_come_once(games: Path, tmp_path: Path) -> None:
    other = tmp_path / "b.acq"
    plain = ["\n".join(game(seed)) + "\n" for seed in (3, 11)]
    lax = plain[0].lower().replace("=", " = ", 0).replace(" +", "   +").replace("\n", "\r\n")
    other.write_text(plain[1] + lax, encoding="utf-8", newline="")
    for expression in ("event~club", "turns>0", "turn.number=1"):
        done = run(expression, games, other, "--dedupe", "-c")
        assert done.out == f"{games}:10\n{other}:1\n"
    assert run("event~club", other, games, other, "--dedupe", "-c").out.endswith(f"{other}:0\n")
    turns = run("number=1", games, other, "--dedupe", "--turns").out
    assert len(turns.splitlines()) == 11


def test_broken_games_are_told_with_verbose_only(games: Path, tmp_path: Path) -> None:
    path = tmp_path / "broken.acq"
    path.write_text("\n" + BROKEN + TEXTS[1], encoding="utf-8")
    assert run("turns=1 and broken", path).out == BROKEN
    assert run("turns=1", path).err == ""
    told = run("turns=1", path, "--verbose")
    assert told.code == 0
    assert f"{path}:8:" in told.err
    assert "E-occupied" in told.err


def test_questions_about_headers_play_nothing(games: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def play(*_: object) -> None:
        raise AssertionError("a header was asked for, and the game was played")

    monkeypatch.setattr(filter_facts.GameFacts, "play", play)
    monkeypatch.setattr(filter_facts, "read_whole", play)
    assert run("player=ann and name~a and date>=2020 and not header.x-table=77", games).code == 0


def test_a_game_too_large_is_told_and_the_others_are_looked_at(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("acquire_cli.notation.split.MAX_GAME", 20_000)
    path = tmp_path / "large.acq"
    path.write_text("acquire 1\n" + "# remark\n" * 60_000 + TEXTS[2], encoding="utf-8")
    done = run("game>0", path)
    assert done.out == TEXTS[2]
    assert f"{path}:1:1: error[E-game-long]" in done.err


def test_memory_does_not_grow_with_the_file(tmp_path: Path) -> None:
    class Endless(io.RawIOBase):
        """So many games, made as they are read."""

        def __init__(self, count: int) -> None:
            self.left = count

        def read1(self, size: int = -1) -> bytes:
            self.left -= 1
            return (TEXTS[self.left % 10] * 20).encode() if self.left >= 0 else b""

    def peak(count: int) -> int:
        tracemalloc.start()
        out = io.StringIO()
        environment = Environment(stdin=Endless(count), stdout=out)  # type: ignore[arg-type]
        assert main(["filter", "date=1999 or header.xy=z", "-"], environment) == 1
        used = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return used

    peak(1)
    small = peak(4)
    assert peak(40) < small + 1_000_000


def test_help_holds_the_language() -> None:
    out = run("--help").out
    for text in ("EXPR    =", "turn.founded", "position~LL/LL", "--dedupe", "exit code"):
        assert text in out
