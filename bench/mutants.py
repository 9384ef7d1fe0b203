"""Mutation testing: a small change in the program at a time, and do the tests notice?

    python bench/mutants.py [MODULE ...] [--jobs 2] [--seconds 3600] [--sample 1.0] [--out FILE]

A mutant is one change in one module: a comparison, an operator, a constant, a condition, a
statement left out. Each runs in a process of its own, with those tests of its module that enter the
function that is changed, the quickest first, up to the first that fails. A mutant that no test
notices survives; ``MUTANTS.md`` says of each why, and one that it does not know is printed, and is
an exit code of 1. What is done is kept in FILE, a line a mutant, so that a run goes on where one
was stopped, and begins anew with a module that has changed; ``--again`` tries those once more that
survived. The list of mutants, and with ``--sample`` the choice among them, is the same in every
run.
"""

import argparse
import ast
import copy
import json
import os
import random
import resource
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from functools import lru_cache
from hashlib import sha256
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parents[1]

# A file at a time, the cheapest first, up to the first that fails: what is about a module alone,
# then what uses it.
_OWN = {
    "engine.bag": "notation/test_shuffle",
    "engine.irregular": "records/test_irregular",
    "engine.resume": "engine/test_claim",
    "engine.state": "engine/test_turn engine/test_view",
    "engine.tables": "engine/test_purchase engine/test_merger",
    "notation.findings": "notation/test_reader",
    "notation.irregular": "records/test_irregular",
    "notation.lexer": "notation/test_parse notation/test_spec",
    "notation.parse": "notation/test_grammar",
    "notation.position": "notation/test_refused engine/test_claim notation/test_position_text",
    "notation.reader": "notation/test_split",
    "notation.record": "notation/test_reader",
    "notation.resolve": "notation/test_refused notation/test_irregular games",
    "notation.turn": "notation/test_parse",
    "notation.writer": "games records/test_views",
}
_TOLD = (
    "engine/test_setup engine/test_refusals engine/test_claim engine/test_turn "
    "notation/test_refused rules/test_cases notation/test_cases records/test_irregular"
)
_PLAYED = (
    "engine/test_placement engine/test_turn engine/test_setup engine/test_refusals "
    "engine/test_claim engine/test_merger notation/test_refused engine/test_purchase "
    "rules/test_cases notation/test_cases engine/test_view records/test_irregular games "
    "engine/test_perft engine/test_laws"
)
_WRITTEN = (
    "notation/test_advice notation/test_refused notation/test_cases notation/test_open_turns "
    "rules/test_cases repl/test_session commands/test_annotate records/test_irregular"
)
_ROOMS = (
    ("engine", "scoring bag claim irregular resume view squares refusals history", _TOLD),
    ("engine", "game codes setup board placement purchase merger turn state tables", _PLAYED),
    ("notation", "lexer findings split irregular choices record turn position", _WRITTEN),
    ("notation", "parse reader writer resolve", _WRITTEN),
)


_SLOW = (
    "engine/test_laws",
    "notation/test_grammar",
    "notation/test_position_text",
    "records/test_views",
)
"""Parts of the paths of what takes seconds, and comes last."""


def tests_of(room: str, name: str, rest: str) -> list[str]:
    """The tests of a module, its own first, slow ones last."""
    words = f"{room}/test_{name} {_OWN.get(f'{room}.{name}', '')} {rest}".split()
    words.sort(key=lambda word: word.startswith(_SLOW))
    paths = [f"tests/{word}.py" if "/" in word else f"tests/{word}" for word in words]
    return list(dict.fromkeys(path for path in paths if (ROOT / path).exists()))


TESTS = {
    f"{room}.{name}": tests_of(room, name, rest)
    for room, modules, rest in _ROOMS
    for name in modules.split()
}
KEPT = ("engine.tables", "engine.squares", "engine.state")
"""Modules of which much is made once and used by whatever comes later."""

PATIENCE = 4
"""How many times longer than of the program itself the tests may take of a mutant, and two seconds
of processor time besides: one that makes a game endless is noticed, too."""

WAIT = 600.0
"""Seconds for a mutant that waits for something."""

EXPLAINED = ROOT / "bench" / "MUTANTS.md"
"""Where it is said of each survivor why it is none that a test should notice."""

MEMORY = 1 << 31
"""Bytes of address space for a mutant: some fill whatever there is."""


class Mutant(NamedTuple):
    module: str
    number: int
    line: int
    what: str


# ---- the changes ----

_COMPARE: dict[type, list[type]] = {
    ast.Lt: [ast.LtE, ast.GtE],
    ast.LtE: [ast.Lt, ast.Gt],
    ast.Gt: [ast.GtE, ast.LtE],
    ast.GtE: [ast.Gt, ast.Lt],
    ast.Eq: [ast.NotEq],
    ast.NotEq: [ast.Eq],
    ast.In: [ast.NotIn],
    ast.NotIn: [ast.In],
    ast.Is: [ast.IsNot],
    ast.IsNot: [ast.Is],
}
_BINARY: dict[type, type] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitOr,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
}


def changes(node: ast.AST) -> Iterator[tuple[str, ast.AST]]:
    """What a node can be changed into, with a word on it."""
    if isinstance(node, ast.Compare):
        for at, operator in enumerate(node.ops):
            for other in _COMPARE.get(type(operator), []):
                new = copy.deepcopy(node)
                new.ops[at] = other()
                yield f"{type(operator).__name__} -> {other.__name__}", new
    elif isinstance(node, ast.BoolOp):
        new = copy.deepcopy(node)
        new.op = ast.Or() if isinstance(node.op, ast.And) else ast.And()
        yield "and <-> or", new
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield "not left out", node.operand
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Invert):
        yield "~ left out", node.operand
    elif isinstance(node, ast.BinOp | ast.AugAssign) and type(node.op) in _BINARY:
        new = copy.deepcopy(node)
        new.op = _BINARY[type(node.op)]()
        yield f"{type(node.op).__name__} -> {type(new.op).__name__}", new
    elif isinstance(node, ast.Constant) and isinstance(node.value, bool):
        yield f"{node.value} -> {not node.value}", ast.Constant(not node.value)
    elif isinstance(node, ast.Constant) and isinstance(node.value, int):
        yield f"{node.value} -> {node.value + 1}", ast.Constant(node.value + 1)
    elif isinstance(node, ast.IfExp):
        yield "if always", node.body
        yield "if never", node.orelse
    elif isinstance(node, ast.Break):
        yield "break -> continue", ast.Continue()
    elif isinstance(node, ast.Continue):
        yield "continue -> break", ast.Break()


def left_out(node: ast.AST) -> bool:
    """Whether a statement can be left out."""
    if isinstance(node, ast.Expr):
        return not isinstance(node.value, ast.Constant)  # no docstrings
    return isinstance(node, ast.AugAssign) or (
        isinstance(node, ast.Assign) and not isinstance(node.targets[0], ast.Name)
    )


def mutants(module: str) -> Iterator[tuple[Mutant, ast.Module, int]]:
    """All mutants of a module, each with its whole tree and the line of its function (0: none)."""
    source = path_of(module).read_text(encoding="utf-8")
    whole = ast.parse(source)
    functions = dict(_functions(whole, 0))
    for number, (index, node, what, new) in enumerate(_all_changes(whole), 1):
        tree = ast.parse(source)
        old = next(n for at, n in enumerate(ast.walk(tree)) if at == index)
        _replace(tree, old, ast.copy_location(new, old))
        mutant = Mutant(module, number, node.lineno, what)
        yield mutant, ast.fix_missing_locations(tree), functions[node]


def _all_changes(whole: ast.Module) -> Iterator[tuple[int, Any, str, ast.AST]]:
    """Each place in the order of a walk, and each change there is; none in annotations."""
    told = {
        value
        for node in ast.walk(whole)
        for name, value in ast.iter_fields(node)
        if name in ("annotation", "returns") and value is not None
    }
    for index, node in enumerate(ast.walk(whole)):
        options = list(changes(node))
        if left_out(node):
            options.append(("statement left out", ast.Pass()))
        if hasattr(node, "lineno") and node not in told:
            for what, new in options:
                yield index, node, what, new


def _functions(node: ast.AST, line: int) -> Iterator[tuple[ast.AST, int]]:
    """Every node with the line of the function in whose body it is, 0 for what runs on import."""
    yield node, line
    for name, value in ast.iter_fields(node):
        inside = isinstance(node, ast.FunctionDef) and name == "body"
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST):
                yield from _functions(child, node.lineno if inside else line)


def _replace(tree: ast.Module, old: ast.AST, new: ast.AST) -> None:
    """Put a node in another's place."""
    for parent in ast.walk(tree):
        for name, value in ast.iter_fields(parent):
            if value is old:
                setattr(parent, name, new)
                return
            if isinstance(value, list) and any(one is old for one in value):
                value[[one is old for one in value].index(True)] = new
                return


def path_of(module: str) -> Path:
    return ROOT / "acquire_cli" / (module.replace(".", "/") + ".py")


# ---- one mutant, in a process of its own ----


class _Mutated(MetaPathFinder):
    """Gives the mutant where its module is imported."""

    def __init__(self, module: str, tree: ast.Module) -> None:
        self.name = "acquire_cli." + module
        self.path = path_of(module)
        self.tree = tree

    def find_spec(self, name: str, path: Any, target: Any = None) -> ModuleSpec | None:
        if name != self.name:
            return None
        spec = spec_from_file_location(name, self.path)
        assert spec is not None
        assert spec.loader is not None
        code = compile(self.tree, str(self.path), "exec")

        def execute(module: ModuleType) -> None:
            exec(code, module.__dict__)

        spec.loader.exec_module = execute  # type: ignore[method-assign]
        return spec


class Reached(NamedTuple):
    """What the tests of the program as it is do: their seconds, and the functions they enter."""

    seconds: dict[str, float]
    tests: dict[str, dict[int, list[str]]]


class _Watch:
    """Notes the seconds of each test, and lets what it runs be counted as its own."""

    def __init__(self, coverage: Any) -> None:
        self.coverage = coverage
        self.seconds: dict[str, float] = {}

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        self.coverage.switch_context(nodeid)
        self.seconds[nodeid] = time.process_time()

    def pytest_runtest_logfinish(self, nodeid: str) -> None:
        self.seconds[nodeid] = time.process_time() - self.seconds[nodeid]
        self.coverage.switch_context("")


class _Only:
    """Lets only some tests run, the quickest first."""

    def __init__(self, seconds: dict[str, float]) -> None:
        self.seconds = seconds

    def pytest_collection_modifyitems(self, items: list[Any]) -> None:
        items[:] = [item for item in items if item.nodeid in self.seconds]
        items.sort(key=lambda item: self.seconds[item.nodeid])


def _pytest(test: str, plugin: object) -> int:
    import pytest
    from hypothesis import Phase, settings

    # The same examples in every run, and no search for the smallest one that fails.
    quick = (Phase.explicit, Phase.generate)
    settings.register_profile("mutants", phases=quick, derandomize=True, database=None)
    settings.load_profile("mutants")
    # Nobody reads what is printed, so that nothing need be prepared for it.
    words = ["-x", "-q", "--assert=plain", "--tb=no", "--no-header", test]
    for name in ("cacheprovider", "cov", "xdist", "unraisableexception", "threadexception"):
        words += ["-p", f"no:{name}"]
    return int(pytest.main(words, plugins=[plugin]))


def watched(tests: list[str], into: Path) -> int:
    """Run tests on the program as it is and write down what they reach; 0 if they pass."""
    import coverage

    rooms = [str(ROOT / "acquire_cli" / room / "*") for room in ("engine", "notation")]
    counter = coverage.Coverage(data_file=None, config_file=False, include=rooms)
    watch = _Watch(counter)
    counter.start()
    for test in tests:
        code = _pytest(test, watch)
        if code:
            return code
    counter.stop()
    data = counter.get_data()
    reached: dict[str, dict[int, list[str]]] = {}
    for module in TESTS:
        lines = data.contexts_by_lineno(str(path_of(module)))
        reached[module] = {}
        for node in ast.walk(ast.parse(path_of(module).read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef):
                body = range(node.body[0].lineno, (node.end_lineno or 0) + 1)
                entered = {test for line in body for test in lines.get(line, ()) if test}
                reached[module][node.lineno] = sorted(entered)
    into.write_text(json.dumps(Reached(watch.seconds, reached)))
    return 0


def child(mutant: Mutant, tree: ast.Module, function: int, reached: Reached) -> int:
    """Run the tests that reach a mutant: 0 where they all pass, so that it survives."""
    sys.meta_path.insert(0, _Mutated(mutant.module, tree))
    # What is made on import, or once and kept, may matter to tests that do not enter it.
    everywhere = function == 0 or mutant.module in KEPT
    enter = set(reached.tests[mutant.module].get(function, ()))
    for path in TESTS[mutant.module]:
        chosen = {
            test: seconds
            for test, seconds in reached.seconds.items()
            if test.startswith(path) and (everywhere or test in enter)
        }
        if chosen:
            seconds = 2 + PATIENCE * sum(chosen.values())
            signal.setitimer(signal.ITIMER_PROF, seconds)
            code = _pytest(path, _Only(chosen))
            if code:
                return code
    return 0


def started(work: Callable[[], int]) -> int:
    """A process that runs tests; it has loaded what all tests need and none of the program."""
    pid = os.fork()
    if pid:
        return pid
    null = os.open(os.devnull, os.O_RDWR)
    for handle in (0, 1, 2):
        os.dup2(null, handle)
    os.setpgid(0, 0)
    os.chdir(ROOT)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    code = 1
    try:
        code = work()
    finally:
        os._exit(min(code, 100))


def reach(modules: list[str]) -> Reached:
    """What the tests of some modules reach; they must pass, or no mutant could survive."""
    tests = list(dict.fromkeys(test for module in modules for test in TESTS[module]))
    with tempfile.TemporaryDirectory() as folder:
        into = Path(folder) / "reached.json"
        _, status = os.waitpid(started(lambda: watched(tests, into)), 0)
        if os.waitstatus_to_exitcode(status):
            sys.exit(f"a test fails on the program as it is: {' '.join(tests)}")
        seconds, found = json.loads(into.read_text())
    entered = {m: {int(line): ids for line, ids in lines.items()} for m, lines in found.items()}
    return Reached(seconds, entered)


def run(modules: list[str], jobs: int, end: float, sample: float, out: Path) -> None:
    """Try all mutants that are not in ``out`` yet, until the time is up."""
    import hypothesis  # noqa: F401  loaded once, for all that are forked
    import pytest  # noqa: F401

    done = {tuple(one["mutant"][:2]) for one in read(out)}
    running: dict[int, tuple[Mutant, float]] = {}
    reached = reach(modules)

    def finish(one: bool) -> None:
        while running:
            for pid, (mutant, latest) in list(running.items()):
                there, status = os.waitpid(pid, os.WNOHANG)
                if not there and time.monotonic() > latest:  # it waits for something
                    os.killpg(pid, signal.SIGKILL)
                    there, status = os.waitpid(pid, 0)
                if not there:
                    continue
                del running[pid]
                code = os.waitstatus_to_exitcode(status)
                late = -code in (signal.SIGPROF, signal.SIGKILL)
                fate = "late" if late else "noticed" if code else "survived"
                line = {"mutant": mutant, "fate": fate, "source": digest(mutant.module)}
                with out.open("a") as lines:
                    lines.write(json.dumps(line) + "\n")
                if one:
                    return
            time.sleep(0.01)

    for module in modules:
        for mutant, tree, function in mutants(module):
            if random.Random(f"{mutant.module} {mutant.number}").random() >= sample:
                continue
            if (mutant.module, mutant.number) in done:
                continue
            if time.monotonic() > end:
                break
            if len(running) >= jobs:
                finish(one=True)
            pid = started(lambda m=mutant, t=tree, f=function: child(m, t, f, reached))  # type: ignore[misc]
            running[pid] = (mutant, time.monotonic() + WAIT)
    finish(one=False)


@lru_cache
def digest(module: str) -> str:
    """Of a module's source: what was found of another state of it no longer holds."""
    return sha256(path_of(module).read_bytes()).hexdigest()[:16]


def read(out: Path) -> list[dict[str, Any]]:
    """What has been found, the last word on each mutant."""
    found: dict[tuple[str, int], dict[str, Any]] = {}
    for line in out.read_text().splitlines() if out.exists() else ():
        one = json.loads(line)
        if one["source"] == digest(one["mutant"][0]):
            found[one["mutant"][0], one["mutant"][1]] = one
    return list(found.values())


def unexplained(found: list[dict[str, Any]]) -> dict[tuple[str, int], str]:
    """The survivors that ``MUTANTS.md`` does not know, each with the line to stand there."""
    known = EXPLAINED.read_text(encoding="utf-8").splitlines()
    out: dict[tuple[str, int], str] = {}
    for one in sorted(found, key=lambda one: one["mutant"][:2]):
        mutant = Mutant(*one["mutant"])
        source = path_of(mutant.module).read_text(encoding="utf-8").splitlines()[mutant.line - 1]
        line = f"- {mutant.module} {mutant.what}: `{source.strip()}`"
        if one["fate"] == "survived" and line not in known:
            out[mutant.module, mutant.number] = f"{line} (line {mutant.line})"
    return out


def report(out: Path) -> tuple[str, bool]:
    """The figures of each module in Markdown, and the survivors; whether all are explained."""
    found: dict[str, Counter[str]] = {}
    for one in sorted(read(out), key=lambda one: one["mutant"][:2]):
        found.setdefault(one["mutant"][0], Counter())[one["fate"]] += 1
    lines = list(unexplained(read(out)).values())
    for module, counts in found.items():
        source = ast.parse(path_of(module).read_text(encoding="utf-8"))
        counts["of"] = sum(1 for _ in _all_changes(source))
    fates = ("noticed", "late", "survived")
    table = [
        "| module | mutants | tried | noticed | too slow | survived |",
        "|---" + "|--:" * 5 + "|",
    ]
    found["all"] = sum(found.values(), Counter())
    for module, counts in found.items():
        row = (counts["of"], sum(counts[fate] for fate in fates), *(counts[fate] for fate in fates))
        table.append(f"| {module} | " + " | ".join(f"{number:,}" for number in row) + " |")
    if lines:
        lines = ["", f"Survived, and {EXPLAINED.name} does not say why:", "", *lines]
    return "\n".join([*table, *lines]), not lines


def main() -> int:
    parser = argparse.ArgumentParser(prog="mutants", description="Do the tests notice?")
    parser.add_argument("modules", nargs="*", metavar="MODULE", help=", ".join(TESTS))
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--seconds", type=float, default=3_600, help="begin no mutant after that")
    parser.add_argument("--sample", type=float, default=1.0, help="this part of the mutants")
    parser.add_argument("--out", type=Path, default=ROOT / "build" / "mutants.jsonl")
    parser.add_argument("--again", action="store_true", help="unexplained survivors once more")
    parser.add_argument("--report", action="store_true", help="only show what has been found")
    asked = parser.parse_args()
    sys.path.insert(0, str(ROOT))
    sys.dont_write_bytecode = True
    asked.out.parent.mkdir(parents=True, exist_ok=True)
    modules = asked.modules or list(TESTS)
    if asked.again:
        missed = unexplained(read(asked.out))
        left = [one for one in read(asked.out) if tuple(one["mutant"][:2]) not in missed]
        asked.out.write_text("".join(json.dumps(one) + "\n" for one in left))
    if not asked.report:
        end = time.monotonic() + asked.seconds
        run(modules, asked.jobs, end, asked.sample, asked.out)
    text, explained = report(asked.out)
    print(text)
    return 0 if explained else 1


if __name__ == "__main__":
    sys.exit(main())
