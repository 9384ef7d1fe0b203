"""Measure the engine, the reader and the start of the program in one run, and print a table.

    python bench/bench.py                  the table of the program this Python runs
    python bench/bench.py --quick          a tenth of the work, for a look
    python bench/bench.py --memory         besides, the peak memory on a file of 1 GB (minutes)
    python bench/bench.py --report OTHER   the page of results: this Python, then another

Every figure is the median of five rounds taken in turn, so that a slow spell of the machine meets
all rows alike. python-chess, where it is installed, is the anchor: games of 79 plies from text.
"""

import argparse
import contextlib
import io
import os
import platform
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from acquire_cli import app
from acquire_cli.engine.codes import OVER
from acquire_cli.engine.game import legal, play
from acquire_cli.engine.playout import Dice, play_out, shuffled
from acquire_cli.engine.setup import Start, begin
from acquire_cli.engine.state import State
from acquire_cli.engine.tables import rules_for
from acquire_cli.notation.reader import read_games
from acquire_cli.notation.resolve import Names
from acquire_cli.notation.writer import turn_text
from acquire_cli.records.canon import canonical
from acquire_cli.records.game import open_game
from acquire_cli.records.replay import advance, check
from acquire_cli.rulesets.load import load

RULES = rules_for(load("classic"))
HANDLES = ["ann", "bob", "cid", "dee"]
ROUNDS = 5
PLAIN = {name: text for name, text in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
"""As programs are started that are used more than once."""

LONG = 6.0
"""Seconds of work, about, for one process where two are compared with it."""
RUN = "from acquire_cli.app import main; raise SystemExit(main())"

TARGETS = {
    "random four-player games": (1_000, 10_000),
    "replays of a parsed record": (1_500, 10_000),
    "validate from text": (1_000, 5_000),
    "fmt from text": (1_500, 5_000),
}


def deal(dice: Dice) -> State:
    """A four-player game before its first turn."""
    start = begin(RULES, 4, shuffled(RULES.squares, dice))
    assert isinstance(start, Start)
    return start.state


def copies(s: State, count: int) -> None:
    """Copy a position, each copy let go before the next, as a search does."""
    for _ in range(count):
        s.copy()


def random_games(count: int, first: int = 0) -> int:
    """Play whole games, every decision uniform among the legal ones; the number of decisions."""
    dice = Dice(first)
    return sum(play_out(deal(dice), dice) for _ in range(count))


def corpus(count: int) -> bytes:
    """Records of sensible four-player games, as text."""
    from acquire_cli.players.player import decide, make

    out = []
    for seed in range(count):
        bag = list(range(RULES.squares))
        random.Random(f"bench {seed}").shuffle(bag)
        start = begin(RULES, 4, bag)
        assert isinstance(start, Start)
        s, order = start
        names = Names(RULES, [HANDLES[seat] for seat in order])
        players = [make("steady", str(seed), seat) for seat in range(4)]
        lines = [
            "acquire 1",
            "ruleset: classic@1",
            "players: " + " ".join(HANDLES),
            "bag: " + " ".join(names.tile[t] for t in bag),
            "",
        ]
        number = 1
        while s.phase != OVER:
            s.log = []
            turn = s.turn
            while s.phase != OVER and s.turn == turn:
                play(s, decide(players[s.actor], s))
            lines.append(turn_text(number, turn, s.log, names))
            number += 1
        out.append("\n".join(lines) + "\n")
    return "\n".join(out).encode()


def once(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def replay_all(records: list) -> None:  # type: ignore[type-arg]
    for record in records:
        game = open_game(record)[0]
        for turn in record.turns:
            advance(game, turn)


def chess_games(count: int) -> str:
    """PGN of random legal games of 79 plies."""
    import chess
    import chess.pgn

    chance = random.Random(1)
    out = []
    while len(out) < count:
        board = chess.Board()
        while len(board.move_stack) < 79 and not board.is_game_over():
            board.push(chance.choice(list(board.legal_moves)))
        if len(board.move_stack) == 79:
            out.append(str(chess.pgn.Game.from_board(board)))
    return "\n\n".join(out) + "\n"


def read_chess(text: str) -> None:
    import chess.pgn

    stream = io.StringIO(text)
    while chess.pgn.read_game(stream) is not None:
        pass


def process(*command: str) -> float:
    return once(lambda: subprocess.run(command, capture_output=True, check=True, env=PLAIN))


def starts(data: bytes) -> tuple[float, float, float]:
    """Medians in seconds of `import typer`, of `acquire validate ONE.acq`, and their ratio."""
    with tempfile.TemporaryDirectory() as folder:
        one = Path(folder, "one.acq")
        one.write_bytes(data.split(b"\nacquire 1\n", 1)[0] + b"\n")
        mine, theirs = [], []
        for _ in range(15):
            theirs.append(process(sys.executable, "-c", "import typer"))
            mine.append(process(sys.executable, "-P", "-c", RUN, "validate", "-q", str(one)))
    ratios = [a / b for a, b in zip(mine, theirs, strict=True)]
    return statistics.median(theirs), statistics.median(mine), statistics.median(ratios)


def with_two_processes(data: bytes, times: int) -> tuple[float, float, float]:
    """Medians in seconds of `acquire validate` on a file of so many times ``data``, with one
    process and with two, and of how many times as fast it is."""
    with tempfile.TemporaryDirectory() as folder:
        many = Path(folder, "many.acq")
        many.write_bytes(b"\n".join([data] * times))
        command = (sys.executable, "-P", "-c", RUN, "validate", "-q", str(many), "-j")
        pairs = [(process(*command, "1"), process(*command, "2")) for _ in range(ROUNDS)]
    ratios = [one / two for one, two in pairs]
    ones, twos = zip(*pairs, strict=True)
    return statistics.median(ones), statistics.median(twos), statistics.median(ratios)


def first_prompt() -> float:
    """The median of the seconds from `acquire play` on a terminal to the first question."""
    import pty
    import signal

    taken = []
    with tempfile.TemporaryDirectory() as folder:
        for number in range(11):
            command = ["play", f"{folder}/{number}.acq", "--players", "ann,bob:steady"]
            begun = time.perf_counter()
            child, terminal = pty.fork()
            if child == 0:
                try:
                    os.environ |= {"TERM": "xterm-256color", "COLUMNS": "80", "LINES": "24"}
                    os.execv(sys.executable, [sys.executable, "-P", "-c", RUN, *command])
                finally:  # never a second process that goes on measuring
                    os._exit(127)
            seen = b""
            while b"tile>" not in seen:
                seen += os.read(terminal, 1 << 16)
                if b"\x1b[6n" in seen:  # where is the cursor?
                    os.write(terminal, b"\x1b[1;1R")
                    seen = seen.replace(b"\x1b[6n", b"")
            taken.append(time.perf_counter() - begun)
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
            os.close(terminal)
    return statistics.median(taken)


def peak_memory(data: bytes, size: int) -> tuple[int, float]:
    """Peak memory in MB and seconds of `acquire validate` on a file of about ``size`` bytes."""
    with tempfile.TemporaryDirectory() as folder:
        big = Path(folder, "big.acq")
        with big.open("wb") as out:
            for _ in range(size // len(data) + 1):
                out.write(data + b"\n")
        # Not ru_maxrss: to that, Linux counts what the process held that started this one.
        run = (
            "from acquire_cli.app import main; main();"
            "print(open('/proc/self/status').read().split('VmHWM:')[1].split()[0])"
        )
        begun = time.perf_counter()
        done = subprocess.run(
            [sys.executable, "-P", "-c", run, "validate", "-q", str(big)],
            capture_output=True,
            text=True,
            check=True,
        )
        return int(done.stdout.split()[-1]) // 1024, time.perf_counter() - begun


def report(pythons: list[str], given: list[str]) -> None:
    """The page that is kept: when, on what, and the table of each Python, one after the other."""
    print("# Results\n")
    print("Written by `make bench-report`; `bench/bench.py` says what is measured and how. Compare")
    print("ratios within a table: they hold on other machines, figures do not.\n")
    print(f"{time.strftime('%Y-%m-%d')}, {os.cpu_count()} cores, {processor()}")
    for python in pythons:
        # A gigabyte takes minutes, and needs the same memory either way: the last one reads it.
        asked = [option for option in given if option != "--memory" or python == pythons[-1]]
        command = [python, __file__, *asked]
        table = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout
        version, _, rest = table.partition("\n")
        print(f"\n## {version}\n\n```\n{rest.strip()}\n```")


def processor() -> str:
    """What the machine calls its processor."""
    with contextlib.suppress(OSError):
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.machine()


def main() -> None:
    """Measure and print."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--quick", action="store_true", help="a tenth of the work")
    options.add_argument("--memory", action="store_true", help="also a file of 1 GB")
    options.add_argument("--report", metavar="PYTHON", help="a page on this Python and another")
    asked = options.parse_args()
    if asked.report:
        given = [option for option in ("--quick", "--memory") if getattr(asked, option[2:])]
        report([sys.executable, asked.report], given)
        return
    games = 40 if asked.quick else 400
    data = corpus(max(20, games // 4))
    records = list(read_games(io.BytesIO(data)))
    s = deal(Dice(7))
    for _ in range(120):
        s_actions = legal(s)
        play(s, s_actions[len(s_actions) // 2])
    count = 2_000 if asked.quick else 20_000
    chess_text = ""
    with contextlib.suppress(ImportError):
        chess_text = chess_games(20 if asked.quick else 60)

    rows: dict[str, list[float]] = {}
    for turn in range(ROUNDS):

        def note(name: str, count: int, seconds: float) -> None:
            rows.setdefault(name, []).append(count / seconds)

        first = turn * games
        note("random four-player games", games, once(lambda f=first: random_games(games, f)))
        note("replays of a parsed record", len(records), once(lambda: replay_all(records)))
        note(
            "validate from text",
            len(records),
            once(lambda: [check(r) for r in read_games(io.BytesIO(data))]),
        )
        note(
            "fmt from text",
            len(records),
            once(lambda: [canonical(r) for r in read_games(io.BytesIO(data))]),
        )
        note("copies of a position", count, once(lambda: copies(s, count)))
        if chess_text:
            note(
                "python-chess, 79 plies from text",
                chess_text.count("[Result"),
                once(lambda: read_chess(chess_text)),
            )
    anchor = statistics.median(rows["python-chess, 79 plies from text"]) if chess_text else 0.0
    turns = sum(len(r.turns) for r in records) / len(records)
    decisions = random_games(20) / 20
    print(app.version())
    print(f"{len(records)} records of {turns:.0f} turns; random games of {decisions:.0f} decisions")
    print()
    print(f"{'':34}{'median /s':>12}{'best /s':>12}{'x chess':>9}{'pure goal':>11}{'compiled':>10}")
    for name, figures in rows.items():
        middle, best = statistics.median(figures), max(figures)
        ratio = f"{middle / anchor:.1f}" if anchor else "-"
        goals = TARGETS.get(name, ("", ""))
        shown = [f"{goal:,}" if goal else "" for goal in goals]
        print(f"{name:34}{middle:>12,.0f}{best:>12,.0f}{ratio:>9}{shown[0]:>11}{shown[1]:>10}")
    copy = statistics.median(rows["copies of a position"])
    print(f"\none copy of a position: {1e6 / copy:.2f} µs (goal 5 pure, 1 compiled)")
    theirs, mine, ratio = starts(data)
    print(
        f"start: import typer {theirs * 1000:.0f} ms, acquire validate ONE.acq "
        f"{mine * 1000:.0f} ms, ratio {ratio:.2f} (goal 1.6)"
    )
    if not asked.quick:
        # So many that what a process costs at its beginning is a small part of it.
        times = int(LONG * statistics.median(rows["validate from text"]) / len(records))
        one, two, ratio = with_two_processes(data, times)
        print(
            f"validate, {times * len(records):,} games: {one:.2f} s, with -j 2 {two:.2f} s, "
            f"{ratio:.2f} times as fast (goal 1.8)"
        )
        print(f"first prompt of play: {first_prompt() * 1000:.0f} ms (goal 250)")
    if asked.memory:
        peak, seconds = peak_memory(data, 1 << 30)
        print(f"1 GB of games: peak memory {peak} MB (goal 100), {seconds:.0f} s")


if __name__ == "__main__":
    main()
