"""`acquire play`: a game at the prompt, new or taken up from its record."""

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext, suppress
from errno import EFBIG
from functools import partial
from io import BytesIO
from typing import TYPE_CHECKING, Annotated, Optional

import typer

from acquire_cli.commands import exits
from acquire_cli.commands.environment import Environment, discard_if_stuck
from acquire_cli.commands.options import Color

if TYPE_CHECKING:
    from acquire_cli.display.board import Look
    from acquire_cli.repl.opening import Opened
    from acquire_cli.repl.plain import Lines
    from acquire_cli.repl.seats import Seat
    from acquire_cli.repl.store import Store
    from acquire_cli.rulesets.model import Ruleset

LONGEST_SCRIPT = 16_000_000
"""Bytes of a script: some hundred thousand lines."""

RecordPath = Annotated[
    Optional[str],  # noqa: UP045  read at run time by typer
    typer.Argument(
        metavar="[RECORD]",
        help="The record: taken up where it stops, or begun. Without one a new file is made.",
    ),
]
Players = Annotated[
    Optional[str],  # noqa: UP045
    typer.Option(
        "--players",
        "-p",
        metavar="LIST",
        help="Who plays, in seat order: ann,bob:steady,cid:sharp; a computer is random, steady "
        "or sharp, a person human or nothing.",
    ),
]
Seed = Annotated[
    Optional[str],  # noqa: UP045
    typer.Option("--seed", metavar="TEXT", help="Deal the bag from this."),
]
RulesetOption = Annotated[
    Optional[str],  # noqa: UP045
    typer.Option("--ruleset", metavar="NAME|FILE", help="The rules. [default: classic]"),
]
Rules = Annotated[
    Optional[list[str]],  # noqa: UP045
    typer.Option("--rules", metavar="KEY=VALUE", help="Override one value; can be repeated."),
]
ScriptFile = Annotated[
    Optional[str],  # noqa: UP045
    typer.Option("--script", metavar="FILE", help="Play the lines of FILE, then stop; - is stdin."),
]
Turns = Annotated[
    Optional[list[str]],  # noqa: UP045
    typer.Option("--turn", "-c", metavar="LINE", help="Play this line, then stop; repeatable."),
]


def command(
    context: typer.Context,
    record: RecordPath = None,
    players: Players = None,
    seed: Seed = None,
    ruleset: RulesetOption = None,
    rules: Rules = None,
    script: ScriptFile = None,
    turns: Turns = None,
    tutor: Annotated[
        bool, typer.Option("--tutor", help="Warn before a move that is clearly worse.")
    ] = False,
    plain: Annotated[
        bool, typer.Option("--plain", help="Plain lines only, as a screen reader likes them.")
    ] = False,
    unicode: Annotated[
        bool, typer.Option("--unicode", help="Signs beyond ASCII on the board.")
    ] = False,
    color: Color = None,
) -> int:
    """Play at the prompt: people at one keyboard, computer players, or both.

    The record is the save file: every step is in it before the next is asked for. Without a
    terminal the same lines are read from standard input. Type ? for help.
    """
    environment: Environment = context.obj
    from acquire_cli.repl.settings import read_settings
    from acquire_cli.repl.store import StoreError

    settings, odd = read_settings(environment.config_dir)
    for line in odd:
        environment.say(line)
    plain = plain or settings.plain
    try:
        sources = _sources(environment, script, turns)
    except OSError as error:
        environment.say(f"{script}: {error.strerror or error}")
        return exits.UNREADABLE
    try:
        store, opened = _open(
            environment,
            record,
            players,
            settings.players,
            seed,
            ruleset,
            rules,
            _look(environment, plain, unicode or settings.unicode),
        )
    except _CannotPlayError as error:
        for line in error.lines:
            environment.show(line) if "\n" in line else environment.say(line)
        return error.code
    except StoreError as error:
        environment.say(str(error))
        return exits.UNREADABLE
    session = opened.session
    session.plain = plain
    if tutor or settings.tutor:
        from acquire_cli.repl.tutor import Tutor

        session.tutor = Tutor(session.seed)
    return _talk(environment, store, opened, sources, plain, settings.vi)


class _CannotPlayError(Exception):
    def __init__(self, *lines: str, code: int = exits.USAGE) -> None:
        super().__init__(*lines)
        self.lines = lines
        self.code = code


def _look(environment: Environment, plain: bool, unicode: bool) -> "Look":
    from acquire_cli.display.board import Look

    columns = max(40, environment.width if environment.stdout_is_terminal else 80)
    return Look(environment.color and not plain, "·" if unicode else ".", columns)


def _open(
    environment: Environment,
    record: str | None,
    players: str | None,
    usual: str,
    seed: str | None,
    ruleset: str | None,
    rules: list[str] | None,
    look: "Look",
) -> "tuple[Store, Opened]":
    """The file and the game, new or taken up."""
    from acquire_cli.repl.store import Store

    name, library = _ruleset(ruleset)
    seats = None if players is None else _seats(players, "--players")
    if record == "-":
        raise _CannotPlayError("a game is kept in a file; standard input is none")
    store = None
    if record is not None:
        with suppress(FileNotFoundError):
            store = Store.open(record)
    if store is not None and store.data.strip():
        return store, _resume(store, library, look, seats, seed, rules, name, ruleset)
    notes: list[str] = []
    if seats is None:
        seats = _seats_by_default(environment, usual, notes)
    opened = _new(environment, seats, name, rules, seed, library, look)
    data = opened.session.text().encode("utf-8", "surrogateescape")
    if store is None:
        store = _begun(environment, record, data)
    else:
        store.write(data)
    opened.notes += [*notes, f"The game is kept in {store.path}."]
    return store, opened


def _seats(text: str, source: str) -> "list[Seat]":
    from acquire_cli.repl.seats import SeatsError, parse_seats

    try:
        return parse_seats(text)
    except SeatsError as error:
        raise _CannotPlayError(f"{source}: {error}") from None


def _seats_by_default(environment: Environment, usual: str, notes: list[str]) -> "list[Seat]":
    """Who plays a new game where no option says so: as in play.toml, or one against computers."""
    folder = environment.config_dir
    if usual and folder is not None:
        from acquire_cli.repl.settings import settings_path

        return _seats(usual, f"{settings_path(folder)}: players")
    from acquire_cli.repl.seats import default_seats

    variables = environment.variables
    seats = default_seats(variables.get("USER") or variables.get("LOGNAME") or "")
    notes.append(
        f"{seats[0].handle} against three steady computer players; --players seats others."
    )
    return seats


def _begun(environment: Environment, record: str | None, data: bytes) -> "Store":
    """A new file with the record in it. Raises StoreError."""
    from acquire_cli.repl.store import Store, StoreError

    if record is not None:
        return Store.create(record, data)
    folder = environment.data_dir
    if folder is None:
        raise _CannotPlayError("there is no home to keep the game in: name a file")
    try:
        return Store.begin(str(folder / "games"), environment.now().strftime("%Y-%m-%d"), data)
    except StoreError as error:
        raise StoreError(f"{error}: name a file elsewhere to keep the game in") from None


def _ruleset(word: str | None) -> "tuple[str, dict[str, Ruleset]]":
    """The word for the record's header, and the rulesets known besides those shipped."""
    if word is None:
        return "classic", {}
    from acquire_cli.rulesets.load import find, is_path
    from acquire_cli.rulesets.model import RulesetError

    try:
        ruleset = find(word)
    except RulesetError as error:
        raise _CannotPlayError(*str(error).splitlines()) from None
    return ruleset.name, {ruleset.name: ruleset} if is_path(word) else {}


def _resume(
    store: "Store",
    library: "dict[str, Ruleset]",
    look: "Look",
    seats: "list[Seat] | None",
    seed: str | None,
    rules: list[str] | None,
    name: str,
    ruleset: str | None,
) -> "Opened":
    from acquire_cli.repl import opening

    if seed is not None or rules or (ruleset is not None and name not in library):
        raise _CannotPlayError(
            f"{store.path}: the game has begun; --seed, --rules, --ruleset NAME begin a new one"
        )
    try:
        return opening.resume(store.data, store.path, library, look, seats)
    except opening.OpeningError as error:
        raise _CannotPlayError(
            f"{store.path}: the game cannot be taken up", "\n".join(error.lines), code=exits.NO
        ) from None


def _new(
    environment: Environment,
    seats: "list[Seat]",
    ruleset: str,
    rules: list[str] | None,
    seed: str | None,
    library: "dict[str, Ruleset]",
    look: "Look",
) -> "Opened":
    from acquire_cli.repl import opening

    if seed is None:
        from secrets import token_hex

        seed = token_hex(4)
    words = [word for entry in rules or () for word in entry.split()]
    date = environment.now().strftime("%Y-%m-%d")
    try:
        return opening.new_game(seats, ruleset, words, seed, date, library, look)
    except opening.OpeningError as error:
        raise _CannotPlayError(*error.lines) from None


def _sources(
    environment: Environment, script: str | None, turns: list[str] | None
) -> "list[Lines] | None":
    """Scripts, or None for a conversation."""
    from acquire_cli.repl.plain import Lines, decoded

    if script is None and not turns:
        return None
    sources: list[Lines] = []
    if script == "-":
        if environment.stdin is not None:
            sources.append(Lines("<stdin>", decoded(environment.stdin)))
    elif script is not None:
        with open(script, "rb") as stream:
            text = stream.read(LONGEST_SCRIPT + 1)
        if len(text) > LONGEST_SCRIPT:
            raise OSError(EFBIG, f"a script has at most {LONGEST_SCRIPT:,} bytes", script)
        sources.append(Lines(script, decoded(BytesIO(text))))
    if turns:
        sources.append(Lines("-c", iter(turns)))
    return sources


def _talk(
    environment: Environment,
    store: "Store",
    opened: "Opened",
    sources: "list[Lines] | None",
    plain: bool,
    vi: bool,
) -> int:
    from acquire_cli.repl import keys
    from acquire_cli.repl.loop import Loop, Screen
    from acquire_cli.repl.plain import Lines, Pipe, PlainTerminal, Script, decoded
    from acquire_cli.repl.signals import Signals

    session = opened.session
    signals = Signals()
    screen: Screen
    waiting: Callable[[str], None] | None = None
    keyboard: AbstractContextManager[None] = nullcontext()
    terminals = environment.stdin_is_terminal and environment.stdout_is_terminal
    if sources is not None:
        screen = Script(sources, environment.stdout, environment.stderr)
    elif not terminals:
        stdin = environment.stdin
        lines = [] if stdin is None else [Lines("<stdin>", decoded(stdin))]
        screen = Pipe(lines, environment.stdout, environment.stderr)
    elif plain or environment.variables.get("TERM", "dumb") in ("dumb", ""):
        assert environment.stdin is not None
        screen = PlainTerminal(
            environment.stdin, environment.stdout, lambda: environment.height, signals
        )
    else:
        from acquire_cli.repl.terminal import Terminal

        state = environment.state_dir
        screen = terminal = Terminal(
            session,
            environment.stdout,
            color=environment.color,
            history=None if state is None else state / "history",
            vi=vi,
            signals=signals,
        )
        waiting = terminal.thinking
        assert environment.stdin is not None
        keyboard = keys.kept(environment.stdin.fileno())
    stuck = partial(discard_if_stuck, environment.stdout)
    loop = Loop(session, store, screen, waiting, signals, environment.home, opened.notes, stuck)
    try:
        with signals, keyboard:  # a terminal is left as it was found
            if opened.unlike_file:
                loop.save()
            return loop.run()
    finally:
        if loop.store is not None:
            loop.store.close()
