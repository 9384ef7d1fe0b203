"""The command line as a whole, run as a process: help, wrong usage, broken streams, faults."""

import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from acquire_cli import __version__
from tests.commands.program import (
    BARE,
    PLAIN,
    PYTHON,
    acquire,
    probe,
    probe_source,
    processor_seconds,
    shell,
)

RUN = (PYTHON, "-m", "acquire_cli")
needs_full = pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")


def test_version_names_program_engine_and_python() -> None:
    done = acquire("--version")
    python = ".".join(map(str, sys.version_info[:3]))
    assert done.stdout in (
        f"acquire {__version__} (pure Python {python})\n",
        f"acquire {__version__} (compiled, Python {python})\n",
    )
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("flag", ["-h", "--help"])
def test_help_lists_every_command_of_the_table(flag: str) -> None:
    from acquire_cli.commands.table import COMMANDS

    done = acquire(flag)
    assert done.returncode == 0
    assert done.stderr == ""
    for name in COMMANDS:
        assert f"\n  {name} " in done.stdout


def test_every_command_of_the_table_has_help() -> None:
    from acquire_cli.commands.table import COMMANDS

    for name in COMMANDS:
        done = acquire(name, "-h")
        assert (done.returncode, done.stderr) == (0, "")
        assert done.stdout.startswith(f"Usage: acquire {name} ")
        assert acquire("help", name).stdout == done.stdout


def test_no_argument_shows_help_as_a_usage_error() -> None:
    done = acquire()
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.startswith("Usage: acquire ")


def test_unknown_command_suggests_and_exits_2() -> None:
    done = acquire("elp")
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.startswith("acquire: No such command 'elp'")
    assert "help" in done.stderr.splitlines()[0].removeprefix("acquire: No such command 'elp'")
    assert done.stderr.endswith("Try 'acquire --help'.\n")


def test_unknown_option_names_the_command_to_ask() -> None:
    done = acquire("help", "--nope")
    assert done.returncode == 2
    assert "--nope" in done.stderr
    assert done.stderr.endswith("Try 'acquire help --help'.\n")


def test_usage_messages_never_carry_control_sequences() -> None:
    done = acquire("\x1b[31mred")
    assert done.returncode == 2
    assert "\x1b" not in done.stderr


@needs_full
@pytest.mark.parametrize("arguments", [["--version"], ["--help"], ["help"], ["help", "--help"]])
def test_full_disk_is_one_line_and_exit_2(arguments: list[str]) -> None:
    done = shell('"$@" > /dev/full', *RUN, *arguments)
    assert done.returncode == 2
    assert done.stderr == "acquire: cannot write to standard output: No space left on device\n"


@needs_full
def test_full_disk_in_the_middle_of_much_output() -> None:
    body = "for _ in range(100000): environment.stdout.write('x' * 80 + chr(10))"
    done = shell('"$@" > /dev/full', PYTHON, "-c", probe_source(body), "probe")
    assert done.returncode == 2
    assert done.stderr == "acquire: cannot write to standard output: No space left on device\n"


@needs_full
def test_full_disk_outweighs_an_answer() -> None:
    body = "environment.stdout.write('x')\nreturn 1"
    done = shell('"$@" > /dev/full', PYTHON, "-c", probe_source(body), "probe")
    assert done.returncode == 2


@needs_full
def test_full_disk_for_messages_leaves_the_exit_code_alone() -> None:
    done = shell('"$@" 2> /dev/full', *RUN, "elp")
    assert done.returncode == 2


def test_closed_standard_output_is_an_error_like_a_full_disk() -> None:
    done = shell('"$@" >&-', *RUN, "--version")
    assert done.returncode == 2
    assert done.stderr == "acquire: cannot write to standard output: Bad file descriptor\n"


def test_closed_standard_error_is_survived() -> None:
    done = shell('"$@" 2>&-', *RUN, "elp")
    assert (done.returncode, done.stdout, done.stderr) == (2, "", "")


@pytest.mark.parametrize("reader", ["head -1", "true", "sh -c 'exec <&-; sleep 0.3'"])
def test_closed_pipe_is_no_error(reader: str) -> None:
    body = "for _ in range(100000): environment.stdout.write('x' * 80 + chr(10))"
    script = f'{{ "$@"; echo "rc $?" >&2; }} | {reader} > /dev/null'
    done = shell(script, PYTHON, "-c", probe_source(body), "probe")
    assert done.stderr == "rc 0\n"


def test_closed_pipe_is_no_error_for_help_either() -> None:
    done = shell('{ sleep 0.3; "$@"; echo "rc $?" >&2; } | true', *RUN, "--help")
    assert done.stderr == "rc 0\n"


def test_a_pipe_that_does_not_block_is_waited_for() -> None:
    body = (
        "import os\nos.set_blocking(1, False)\n"
        "for _ in range(10000): environment.stdout.write('x' * 79 + chr(10))"
    )
    script = '{ "$@"; echo "rc $?" >&2; } | { sleep 0.5; wc -c; }'
    done = shell(script, PYTHON, "-c", probe_source(body), "probe")
    assert (done.stdout.strip(), done.stderr) == ("800000", "rc 0\n")


def test_internal_fault_is_one_line_and_exit_70() -> None:
    done = probe("raise ValueError('two\\nlines')")
    assert done.returncode == 70
    assert done.stdout == ""
    assert done.stderr == "acquire: internal fault: ValueError: two lines; please report\n"


def test_internal_fault_shows_where_when_asked() -> None:
    done = probe("raise RecursionError", variables={**PLAIN, "ACQUIRE_DEBUG": "1"})
    assert done.returncode == 70
    assert done.stderr.startswith("acquire: internal fault: RecursionError; please report\n")
    assert "Traceback (most recent call last):" in done.stderr


def test_a_file_error_that_nobody_caught_names_the_file() -> None:
    done = probe("open('/no/such/file')")
    assert done.returncode == 2
    assert done.stderr == "acquire: /no/such/file: No such file or directory\n"


@pytest.mark.parametrize(("answer", "code"), [("None", 0), ("0", 0), ("1", 1), ("2", 2)])
def test_what_a_command_returns_is_the_exit_code(answer: str, code: int) -> None:
    done = probe(f"return {answer}")
    assert (done.returncode, done.stdout, done.stderr) == (code, "", "")


def test_interrupt_exits_130_and_keeps_what_was_written() -> None:
    body = (
        "import time\nenvironment.stdout.write('begun')\nenvironment.say('ready')\ntime.sleep(30)"
    )
    process = subprocess.Popen(
        [PYTHON, "-c", probe_source(body), "probe"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=PLAIN,
    )
    assert process.stderr is not None
    assert process.stderr.readline() == b"acquire: ready\n"
    time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=20)
    assert (process.returncode, out, err) == (130, b"begun", b"")


INTERRUPTS = {
    "as a class is made": """
class Named:
    def __set_name__(self, owner, name):
        signal.raise_signal(2)
import signal
class Odd:
    named = Named()
""",
    "in code that is made as the program runs": """
eval("__import__('signal').raise_signal(2)")
""",
    "as an object is put away": """
import signal, time
class Odd:
    def __del__(self):
        signal.raise_signal(2)
odd = Odd()
del odd
time.sleep(20)
environment.say("it went on")
""",
}


@pytest.mark.parametrize("where", INTERRUPTS)
def test_an_interrupt_wherever_it_comes(tmp_path: Path, where: str) -> None:
    body = "environment.stdout.write('begun')" + INTERRUPTS[where]
    (tmp_path / "odd.py").write_text(probe_source(body))
    done = subprocess.run(
        [PYTHON, "-m", "odd", "probe"],  # a module's end is not that of a script
        cwd=tmp_path,
        env=PLAIN,
        capture_output=True,
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (130, b"begun", b"")


def test_runs_from_another_folder_without_home_or_locale(tmp_path: Path) -> None:
    bare = {"PATH": PLAIN["PATH"], "LC_ALL": "C"}
    done = acquire("help", "environment", variables=bare, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert list(tmp_path.iterdir()) == []


def test_output_is_utf8_in_any_locale() -> None:
    body = r"environment.stdout.write('Z\xfcrich \u2603\n')"
    for locale in ("C", "POSIX", "en_US.ISO-8859-1"):
        done = probe(body, variables={**PLAIN, "LC_ALL": locale, "PYTHONUTF8": "0"})
        assert (done.returncode, done.stdout) == (0, "Zürich ☃\n")


def test_color_of_a_command_reaches_its_environment() -> None:
    body = "environment.stdout.write(str(environment.color))"
    assert probe(body).stdout == "False"
    assert probe(body, "--color", "always").stdout == "True"
    forced = {**PLAIN, "FORCE_COLOR": "1"}
    assert probe(body, variables=forced).stdout == "True"
    assert probe(body, "--color", "never", variables=forced).stdout == "False"
    wrong = probe(body, "--color", "sometimes")
    assert wrong.returncode == 2
    assert "sometimes" in wrong.stderr


def test_one_command_imports_neither_the_others_nor_the_heavy_libraries() -> None:
    source = (
        "import sys\nfrom acquire_cli.app import main\nmain(['help', 'exit-codes'])\n"
        "heavy = {'rich', 'tabulate', 'prompt_toolkit', 'msgspec', 'json', 'logging', 'tempfile',"
        " 'pydantic', 'asyncio'}\n"
        "commands = {m for m in sys.modules if m.startswith('acquire_cli.')}\n"
        "print(sorted(heavy & set(sys.modules)), sorted(commands), file=sys.stderr)\n"
    )
    done = subprocess.run(
        [PYTHON, "-c", source], capture_output=True, text=True, env=BARE, check=True
    )
    heavy, loaded = done.stderr.split("] [")
    assert heavy == "["
    assert "acquire_cli.commands.help" in loaded
    for room in ("engine", "rulesets", "notation", "records", "commands.rules"):
        assert f"acquire_cli.{room}" not in loaded


GAME = str(Path(__file__).parents[2] / "games" / "classic-4p-declared.acq")


@pytest.mark.parametrize(
    ("arguments", "most"), [(("help", "exit-codes"), 1.6), (("validate", "-q", GAME), 2.0)]
)
def test_starting_costs_little_more_than_importing_typer(
    arguments: tuple[str, ...], most: float
) -> None:
    """So many times the processor time for a whole run, coarsely; the least of several, in turns.
    `make bench` measures it finely."""

    runs = [
        (
            processor_seconds("-c", "import typer"),
            processor_seconds("-m", "acquire_cli", *arguments),
        )
        for _ in range(9)
    ]
    typer, ours = (min(times) for times in zip(*runs, strict=True))
    assert ours <= most * typer


@pytest.mark.parametrize(
    "arguments",
    [("replay", "--at", "x"), ("annotate", "--at", "1.5"), ("validate", "-j", "two")],
)
def test_a_number_that_is_none_is_said_in_plain_words(arguments: tuple[str, ...]) -> None:
    done = acquire(*arguments, "no.acq")
    assert done.returncode == 2
    assert f"'{arguments[-1]}' is no whole number.\n" in done.stderr


@pytest.mark.parametrize(
    "arguments",
    [
        ("rules", "show"),
        ("rules", "diff", "tycoon"),
        ("new", "-p", "ann,bob", "-r"),
        ("play", "--ruleset"),
    ],
)
def test_a_ruleset_that_is_none_has_the_same_hint_everywhere(arguments: tuple[str, ...]) -> None:
    done = acquire(*arguments, "clasic")
    assert (done.returncode, done.stdout) == (2, "")
    assert "; did you mean classic?" in done.stderr
    assert "founder-cash, grand-hotel" in done.stderr


def test_a_record_with_a_ruleset_that_is_none_has_it_too() -> None:
    record = b"acquire 1\nruleset: Clasic@1\nplayers: ann bob\n"
    assert (
        "no ruleset is called clasic; did you mean classic?"
        in acquire("validate", "-", stdin=record).stdout
    )
