"""Many games, several processes: the same output for any number, and no process is left over."""

import errno
import os
import re
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from io import BytesIO, StringIO
from itertools import count
from multiprocessing import Pipe
from pathlib import Path

import pytest

import acquire_cli.rulesets
from acquire_cli.app import main
from acquire_cli.commands import exits, jobs
from acquire_cli.commands.environment import Environment
from acquire_cli.commands.jobs import games
from acquire_cli.notation.record import Record
from tests.commands.program import BARE, PLAIN, PYTHON, unread, wait_until

ROOT = Path(__file__).parents[2]
GAMES = sorted((ROOT / "games").glob("*.acq"))
CASES = sorted((ROOT / "notation" / "cases").rglob("*.acq"))

CALLS = """
validate FILES
validate -p --max-errors 17 FILES
validate --strict --format json FILES
validate --format jsonl --color always FILES
replay FILES
replay --boards FEW
replay --at 5 FILES
replay --at -2 --format jsonl FILES
replay --at 0 --format json FILES
replay --game 3 FILES
replay --game 999 FILES
replay --game 3 --format json FEW
replay --format json FILES
replay --format json ONE
replay --format jsonl --money corrected FILES
replay --format jsonl --events FILES
replay --format csv FILES
standings FILES
standings --summary FILES
standings --heat event --unfinished FILES
standings --format json FILES
standings --by seat --format json FILES
standings --format csv FILES
standings --format github FILES
filter players=4 FILES
filter turns>10 FILES
filter -c merged=2 FILES
filter -l merged=2 FILES
filter --turns merged=2 FILES
filter --turns --dedupe merged=2 FEW FILES
filter --dedupe --verbose turns>0 FILES FEW
filter -v --dedupe players=3 FILES
convert --to json FILES
convert --to jsonl FILES
convert --to csv FILES
convert --to tsv --table standings FILES
convert --to csv ONE JSON
fmt FILES
fmt --assert merger FILES
fmt --check FEW FILES
fmt - FEW
""".strip().splitlines()


def joined(paths: list[Path]) -> bytes:
    texts = [path.read_bytes() for path in paths]
    return b"".join(text if text.endswith(b"\n") else text + b"\n" for text in texts)


class Files:
    def __init__(self, folder: Path) -> None:
        self.one = folder / "one.acq"
        self.few = folder / "few.acq"
        self.all = [folder / "a.acq", folder / "b.acq"]
        self.json = folder / "games.json"
        self.one.write_bytes(joined(GAMES[:1]))
        self.few.write_bytes(joined(GAMES))
        mixed = [*CASES]
        for at, path in enumerate(GAMES):
            mixed.insert(at * 37, path)
        self.all[0].write_bytes(joined(mixed[::2]))
        self.all[1].write_bytes(joined(mixed[1::2]))
        out = StringIO()
        main(["convert", str(self.few)], Environment(stdout=out))
        self.json.write_text(out.getvalue())

    def arguments(self, call: str) -> list[str]:
        words = {
            "ONE": [self.one],
            "FEW": [self.few],
            "FILES": [*self.all, "missing.acq"],
            "JSON": [self.json],
        }
        return [str(word) for given in call.split() for word in words.get(given, [given])]


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Files:
    made = Files(tmp_path_factory.mktemp("jobs"))
    assert sum(path.read_bytes().count(b"acquire 1\n") for path in made.all) > 400
    return made


BAR = re.compile(r"[0-9]{1,3} %, [0-9,]+ games, [0-9,]+ a second")


class Terminal(StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize("call", CALLS)
def test_any_number_of_jobs_says_the_same(
    call: str, files: Files, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jobs, "BATCH_GAMES", 7)
    monkeypatch.setattr(jobs, "BATCH_BYTES", 9_000)
    told = []
    for number in ("1", "2", "3"):
        out, err, stdin = StringIO(), StringIO(), BytesIO(files.few.read_bytes())
        environment = Environment(stdin=stdin, stdout=out, stderr=err)
        code = main([*files.arguments(call), "-j", number], environment)
        assert code != exits.FAULT, err.getvalue()
        told.append((code, out.getvalue(), err.getvalue()))
    assert told[0] == told[1]
    assert told[0] == told[2]
    assert told[0][1] or call.startswith(("fmt --check", "replay --game 999"))


@pytest.mark.parametrize("command", ["validate", "replay", "standings --summary", "fmt"])
def test_the_file_of_o_is_the_same(command: str, files: Files, tmp_path: Path) -> None:
    texts = set()
    for number in ("1", "2"):
        path = tmp_path / f"{number}.txt"
        environment = Environment()
        main([*command.split(), "-o", str(path), "-j", number, str(files.few)], environment)
        texts.add(path.read_bytes())
    assert len(texts) == 1
    assert texts != {b""} or command == "validate"


# ---- how far it has got ----


@pytest.mark.parametrize("number", ["1", "2"])
@pytest.mark.parametrize(
    "call",
    [
        "validate FILES",
        "replay FILES",
        "replay --format json FEW",
        "standings FILES",
        "filter --turns merged=2 FILES",
        "convert --to csv FILES",
        "convert --to acq JSON",
        "fmt FILES",
    ],
)
def test_a_terminal_is_told_how_far_it_has_got(call: str, number: str, files: Files) -> None:
    arguments = [*files.arguments(call), "-j", number]
    quiet, bar = StringIO(), Terminal()
    assert main(arguments, Environment(stdout=quiet, stderr=StringIO())) == main(
        arguments, Environment(stdout=(out := StringIO()), stderr=bar, clock=Clock())
    )
    assert out.getvalue() == quiet.getvalue()
    shown = bar.getvalue().split("\r\x1b[K")
    assert any(map(BAR.fullmatch, shown))
    assert not BAR.match(shown[-1])


@pytest.mark.parametrize("call", ["validate FILES", "replay --format json FEW", "fmt FILES"])
def test_nothing_is_mixed_with_it(call: str, files: Files) -> None:
    """What stands on the terminal in the end is what would stand there without the line."""
    arguments = [*files.arguments(call), "-j", "2"]
    plain, drawn = Terminal(), Terminal()
    main(arguments, Environment(stdout=plain, stderr=plain, clock=lambda: 0.0))
    main(arguments, Environment(stdout=drawn, stderr=drawn, clock=Clock()))
    assert "\r\x1b[K" not in plain.getvalue()
    assert "a second" in drawn.getvalue() or "json" in call
    lines = []
    for line in drawn.getvalue().split("\n"):
        *taken_away, stays = line.split("\r\x1b[K")
        assert all(not text or BAR.fullmatch(text) for text in taken_away), line
        lines.append(stays)
    assert "\n".join(lines) == plain.getvalue()


def test_a_short_run_shows_nothing_of_it(files: Files) -> None:
    err = Terminal()
    main(["validate", "-q", str(files.one)], Environment(stderr=err, clock=lambda: 5.0))
    assert err.getvalue() == ""


class Clock:
    """A clock on which much time goes by between two looks."""

    def __init__(self) -> None:
        self.ticks = count()

    def __call__(self) -> float:
        return next(self.ticks) * 0.15


# ---- the mechanism ----


def name_of(record: Record) -> str:
    if record.value("event") == "bad":
        raise ZeroDivisionError("a bad one")
    if record.value("event") == "worse":
        raise UnsendableError(1, 2)
    return f"{record.file} {record.number} {record.line} {record.value('event')}"


class UnsendableError(Exception):
    def __init__(self, first: int, second: int) -> None:
        super().__init__("a worse one")


def stream(events: "list[str] | range") -> BytesIO:
    return BytesIO(b"".join(b"acquire 1\nevent: %s\n" % str(e).encode() for e in events))


@pytest.fixture(params=[1, 3])
def workers(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> "Iterator[jobs.Workers[jobs.Cut, str]]":
    monkeypatch.setattr(jobs, "BATCH_GAMES", 2)
    with games(Environment(), request.param, [], name_of) as made:
        yield made


def test_answers_come_in_order(workers: "jobs.Workers[jobs.Cut, str]") -> None:
    wanted = [f"f {n + 1} {2 * n + 1} {n}" for n in range(99)]
    assert list(workers.of(stream(range(99)), "f")) == wanted
    assert list(workers.of(stream([]), "g")) == []
    assert list(workers.of(stream([7]), "-")) == ["<stdin> 1 1 7"]


def test_who_has_had_enough_may_go_on_with_another(
    workers: "jobs.Workers[jobs.Cut, str]",
) -> None:
    assert next(iter(workers.of(stream(range(50)), "f"))) == "f 1 1 0"
    assert list(workers.of(stream(range(9)), "g"))[-1] == "g 9 17 8"


@pytest.mark.parametrize(
    ("event", "kind", "text"),
    [("bad", ZeroDivisionError, "a bad one"), ("worse", Exception, "a worse one")],
)
def test_a_fault_comes_at_its_place(
    workers: "jobs.Workers[jobs.Cut, str]", event: str, kind: type[Exception], text: str
) -> None:
    answers: list[str] = []
    with pytest.raises(kind, match=text):
        answers.extend(workers.of(stream(["0", "1", "2", event, "4"]), "f"))
    assert answers == ["f 1 1 0", "f 2 3 1", "f 3 5 2"]


def test_a_file_that_breaks_off_gives_what_came_before(
    workers: "jobs.Workers[jobs.Cut, str]",
) -> None:
    class Broken(BytesIO):
        def readline(self, size: "int | None" = -1) -> bytes:
            line = super().readline(size)
            if line == b"event: 5\n":
                raise OSError(errno.EIO, "Input/output error")
            return line

    answers: list[str] = []
    with pytest.raises(OSError, match="Input/output"):
        answers.extend(workers.of(Broken(stream(range(9)).getvalue()), "f"))
    assert answers == [f"f {n + 1} {2 * n + 1} {n}" for n in range(5)]


def test_where_no_process_can_be_started_one_does_it_all(monkeypatch: pytest.MonkeyPatch) -> None:
    from multiprocessing.process import BaseProcess

    def start(self: BaseProcess) -> None:
        raise BlockingIOError(errno.EAGAIN, "Resource temporarily unavailable")

    monkeypatch.setattr(BaseProcess, "start", start)
    with games(Environment(), 2, [], name_of) as made:
        assert list(made.of(stream([7]), "f")) == ["f 1 1 7"]


SPAWNING = """
import sys
from acquire_cli.app import main
from acquire_cli.commands import jobs
jobs.START = "spawn"
sys.exit(main())
"""


@pytest.mark.parametrize(
    "call",
    [
        "validate FEW --ruleset OWN",
        "replay --format json FEW",
        "standings FEW",
        "filter --dedupe turns>0 FEW",
        "convert --to csv FEW",
        "fmt --ruleset OWN FEW",
    ],
)
def test_processes_need_not_begin_as_copies(call: str, files: Files, tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    shipped = Path(acquire_cli.rulesets.__file__).parent / "data" / "classic.toml"
    own.write_text(shipped.read_text().replace('name = "classic"', 'name = "own"'))
    arguments = [str(own) if word == "OWN" else word for word in files.arguments(call)]
    told = [
        subprocess.run(
            [PYTHON, *start, *arguments, "-j", number],
            capture_output=True,
            env=PLAIN | {"PYTHONPATH": str(ROOT)},
            timeout=120,
            check=True,
        )
        for start, number in ((["-c", SPAWNING], "2"), (["-m", "acquire_cli"], "1"))
    ]
    assert told[0].stdout == told[1].stdout
    assert told[0].stderr == told[1].stderr


def test_one_process_answers_games_as_they_come() -> None:
    parts = [b"acquire 1\n", b"event: 0\n", b"acquire 1\n", b"event: 1\n", b""]

    class Pipe(BytesIO):
        def readline(self, size: "int | None" = -1) -> bytes:
            return parts.pop(0)

    with games(Environment(), 1, [], name_of) as made:
        assert next(iter(made.of(Pipe(), "f"))) == "f 1 1 0"
        assert parts == [b"event: 1\n", b""]


# ---- the end, before its time ----

COMMANDS = ["validate", "replay --format jsonl", "standings", "fmt", "filter turns>0"]


def children(pid: int) -> list[int]:
    text = Path(f"/proc/{pid}/task/{pid}/children").read_text()
    return [int(word) for word in text.split()]


def runs(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except (FileNotFoundError, ProcessLookupError):
        return False


def sleeps(pid: int) -> bool:
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "S"


class Program:
    """`acquire COMMAND -j 2 -`, which has been given some games and waits for more."""

    def __init__(self, command: str, text: bytes) -> None:
        self.process = subprocess.Popen(
            [PYTHON, "-m", "acquire_cli", *shlex.split(command), "-j", "2", "-"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=BARE | {"PYTHONPATH": str(ROOT)},
            cwd=ROOT,
            start_new_session=True,
        )
        assert self.process.stdin is not None
        self.process.stdin.write(text)
        self.process.stdin.flush()
        wait_until(lambda: len(children(self.process.pid)) == 2)
        self.workers = children(self.process.pid)

    def ended(self, given: bytes = b"") -> tuple[int, str]:
        """Exit code and standard error, once no process is left."""
        _, err = self.process.communicate(given, timeout=60)
        wait_until(lambda: not any(map(runs, self.workers)))
        return self.process.returncode, err.decode()


needs_proc = pytest.mark.skipif(
    sys.platform != "linux"
    or not Path(f"/proc/{os.getpid()}/task/{os.getpid()}/children").exists(),
    reason="looks for processes in /proc",
)


@needs_proc
@pytest.mark.parametrize("command", COMMANDS)
def test_ctrl_c_ends_them_all(command: str) -> None:
    program = Program(command, joined(GAMES[:2]))
    pids = [program.process.pid, *program.workers]
    wait_until(lambda: not unread(program.process.stdin) and all(map(sleeps, pids)))
    os.killpg(program.process.pid, signal.SIGINT)
    assert program.ended() == (exits.INTERRUPTED, "")


@needs_proc
def test_ctrl_c_in_the_middle_of_the_work() -> None:
    program = Program("replay --boards", joined(GAMES * 4))
    assert program.process.stdin is not None
    program.process.stdin.close()
    program.process.stdin = None
    assert program.process.stdout is not None
    assert os.read(program.process.stdout.fileno(), 1)
    os.killpg(program.process.pid, signal.SIGINT)
    begun = time.monotonic()
    assert program.ended() == (exits.INTERRUPTED, "")
    assert time.monotonic() - begun < 10


@needs_proc
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
def test_who_loses_the_one_it_works_for_ends(number: signal.Signals) -> None:
    program = Program("fmt", joined(GAMES))
    program.process.send_signal(number)
    assert program.ended() == (-number, "")


@needs_proc
@pytest.mark.parametrize("command", ["replay", "fmt"])
def test_a_closed_pipe_ends_them_all(command: str) -> None:
    program = Program(command, joined(GAMES * 5))
    assert program.process.stdin is not None
    assert program.process.stdout is not None
    program.process.stdin.close()
    program.process.stdin = None
    assert program.process.stdout.readline()
    program.process.stdout.close()
    program.process.stdout = None
    assert program.ended() == (exits.YES, "")


@needs_proc
@pytest.mark.parametrize("command", COMMANDS)
def test_a_process_that_dies_is_told_in_a_line(command: str) -> None:
    program = Program(command, joined(GAMES[:2]))
    os.kill(program.workers[0], signal.SIGKILL)
    code, err = program.ended(joined(GAMES * 8))
    assert code == exits.FAULT
    assert re.fullmatch(r"acquire: one of 2 processes was killed by signal 9; .*\n", err)


@needs_proc
def test_a_process_that_dies_leaves_no_file(tmp_path: Path) -> None:
    program = Program(f"fmt -o {shlex.quote(str(tmp_path / 'out.acq'))}", joined(GAMES[:2]))
    os.kill(program.workers[0], signal.SIGKILL)
    assert program.ended(joined(GAMES * 8))[0] == exits.FAULT
    assert list(tmp_path.iterdir()) == []


MEASURE = """
import re, resource, sys
from acquire_cli.app import main
main(["fmt", "-j", "3", sys.argv[1]])
[here] = re.findall("VmHWM: *([0-9]+) kB", open("/proc/self/status").read().replace("\\t", " "))
print(here, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss, file=sys.stderr)
"""


@needs_proc
def test_memory_does_not_grow_with_the_file(tmp_path: Path) -> None:
    game = b"acquire 1\nruleset: classic@1\nplayers: ann bob\n" + b"# remark\n" * 1000 + b"\n"
    peaks = []
    for times in (400, 4_000):
        path = tmp_path / f"{times}.acq"
        path.write_bytes(game * times)
        done = subprocess.run(
            [PYTHON, "-c", MEASURE, str(path)],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            env=PLAIN | {"PYTHONPATH": str(ROOT)},
            timeout=120,
            check=True,
        )
        peaks.append([int(word) for word in done.stderr.split()])
    assert path.stat().st_size > 30_000_000
    for small, large in zip(*peaks, strict=True):
        assert large < small + 12_000


def test_a_process_ignores_what_is_for_the_first() -> None:
    before = signal.getsignal(signal.SIGINT)
    ours, theirs = Pipe()
    ours.close()
    try:
        jobs._serve(theirs, [], jobs.Cut, lambda cut, file: 0)
        assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGINT, before)
        theirs.close()


class _Unsendable(Exception):  # noqa: N818
    def __reduce__(self) -> tuple[object, ...]:
        raise TypeError


def test_a_fault_that_cannot_be_sent_tells_where_it_was() -> None:
    try:
        raise _Unsendable("odd")
    except _Unsendable as error:
        sent = jobs._portable(error)
    assert type(sent) is RuntimeError
    assert str(sent) == "_Unsendable: odd"
    assert "test_jobs.py" in sent.__notes__[0]


def test_more_processes_than_there_can_be(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs, "MOST", 3)
    made = jobs.games(Environment(), 200, [], len)
    assert made.jobs == 3
