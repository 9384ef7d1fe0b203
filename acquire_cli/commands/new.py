"""`acquire new`: the head of a new record."""

import re
from typing import Annotated, Optional

import typer

from acquire_cli.commands import exits
from acquire_cli.commands.environment import Environment
from acquire_cli.commands.options import Force, Output
from acquire_cli.commands.output import destination
from acquire_cli.notation.findings import Finding
from acquire_cli.notation.record import Record

Players = Annotated[
    str,
    typer.Option("--players", "-p", metavar="A,B,...", help="Handles in seat order: ann,bob,cid."),
]
Seed = Annotated[
    Optional[str],  # noqa: UP045  read at run time by typer
    typer.Option("--seed", "-s", metavar="TEXT", help="What the bag is made from. [default: new]"),
]
RulesetName = Annotated[
    str,
    typer.Option("--ruleset", "-r", metavar="NAME|FILE", help="The ruleset to play by."),
]
Override = Annotated[
    Optional[list[str]],  # noqa: UP045
    typer.Option("--rules", metavar="KEY=VALUE", help="Override a value; can be repeated."),
]
Named = Annotated[
    Optional[list[str]],  # noqa: UP045
    typer.Option("--name", metavar="HANDLE=NAME", help="A player's full name; can be repeated."),
]
Table = Annotated[
    bool, typer.Option("--table", help="A record of a game on a table: no seed and no bag.")
]
Event = Annotated[Optional[str], typer.Option("--event", metavar="TEXT", help="The event.")]  # noqa: UP045
Site = Annotated[Optional[str], typer.Option("--site", metavar="TEXT", help="The place.")]  # noqa: UP045
Round = Annotated[Optional[str], typer.Option("--round", metavar="TEXT", help="The round.")]  # noqa: UP045
Date = Annotated[
    Optional[str],  # noqa: UP045
    typer.Option("--date", metavar="DATE", help="The date as YYYY-MM-DD, or today."),
]
Nonce = Annotated[
    Optional[list[str]],  # noqa: UP045
    typer.Option(
        "--nonce",
        metavar="HANDLE=WORD",
        help="A player's word for the seed, one of each player; the seed is all of them.",
    ),
]
Commit = Annotated[
    bool,
    typer.Option(
        "--commit", help="Promise the bag without showing it; the whole goes to --secret FILE."
    ),
]
Secret = Annotated[
    Optional[str],  # noqa: UP045
    typer.Option(
        "--secret",
        metavar="FILE",
        help="Where the dealer keeps the record with bag and salt; never overwritten.",
    ),
]


def command(
    context: typer.Context,
    players: Players,
    seed: Seed = None,
    nonce: Nonce = None,
    commit: Commit = False,
    secret: Secret = None,
    ruleset: RulesetName = "classic",
    rules: Override = None,
    name: Named = None,
    event: Event = None,
    site: Site = None,
    date: Date = None,
    round: Round = None,
    table: Table = False,
    output: Output = None,
    force: Force = False,
) -> int:
    """Print the head of a new record: ruleset, players, seed and the bag that follows from it.

    With --commit the head is one for everybody, without seed and bag but with the digest of the
    bag and a salt; the dealer's own record, on which the game is played and which is published
    after it, goes to --secret. An existing file is only overwritten with --force.
    """
    environment: Environment = context.obj
    problem = _excluded(seed, table, nonce, commit, secret, output)
    if problem:
        environment.say(problem)
        return exits.USAGE
    if date == "today":
        date = environment.now().strftime("%Y-%m-%d")
    if seed is None and not table and not nonce:
        from secrets import token_hex

        seed = token_hex(8)
    headers = [
        ("ruleset", ruleset),
        ("rules", " ".join(rules or ())),
        ("players", " ".join(players.split())),
        ("event", event),
        ("site", site),
        ("date", date),
        ("round", round),
    ]
    if nonce:
        seed, problem = _mixed(players, nonce)
        if problem:
            environment.say(problem)
            return exits.USAGE
    headers.append(("seed", seed))
    for entry in name or ():
        handle, equals, text = entry.partition("=")
        if not equals:
            environment.say(f"--name takes HANDLE=NAME, not {entry!r}")
            return exits.USAGE
        headers.append((f"name.{handle.strip().lower()}", text))
    _record, found, lines = _head(environment, headers, ruleset)
    if lines is None:
        for finding in found:
            environment.say(finding.message + (f" ({finding.hint})" if finding.hint else ""))
        return exits.USAGE
    with destination(environment, output, overwrite=force, records=True) as out:
        if commit:
            lines = _sealed(environment, lines, ruleset, secret or "-")
        out.write("\n".join(lines) + "\n")
    return exits.YES


def _excluded(
    seed: str | None,
    table: bool,
    nonce: list[str] | None,
    commit: bool,
    secret: str | None,
    output: str | None,
) -> str:
    """Which of the options exclude each other, as a sentence."""
    if table and seed is not None:
        return "a table record has no seed: --table and --seed exclude each other"
    if table and (nonce or commit):
        return "a table record has no bag: --table goes with neither --nonce nor --commit"
    if seed is not None and nonce:
        return "the seed is made of the players' words: --seed and --nonce exclude each other"
    if commit and secret is None:
        return "--commit needs --secret FILE, where the bag and the salt are kept"
    if secret is not None and not commit:
        return "--secret belongs to --commit"
    if commit and secret == "-" and (output is None or output == "-"):
        return "the secret and the head cannot both go to standard output"
    if secret is not None and output is not None and _same(secret, output):
        return "the secret and the head cannot both go to one file"
    return ""


def _mixed(players: str, nonce: list[str]) -> tuple[str | None, str]:
    """The seed of the players' words, or what is wrong with them."""
    from acquire_cli.notation.record import listed_handles
    from acquire_cli.records.fairplay import MixError, mixed

    words: dict[str, str] = {}
    for entry in nonce:
        handle, equals, word = entry.partition("=")
        handle = handle.strip().lower()
        if not equals:
            return None, f"--nonce takes HANDLE=WORD, not {entry!r}"
        if handle in words:
            return None, f"--nonce: {handle} has two words"
        words[handle] = word.strip()
    try:
        listed = listed_handles(" ".join(players.lower().split()))
        return mixed([found.group() for found in listed], words), ""
    except MixError as error:
        return None, f"--nonce: {error}"


def _same(path: str, other: str) -> bool:
    import os

    return os.path.realpath(path) == os.path.realpath(other)


def _sealed(environment: Environment, lines: list[str], ruleset: str, secret: str) -> list[str]:
    """Write the dealer's record with its salt to ``secret``; the head that everybody may see."""
    from io import BytesIO
    from secrets import token_hex

    from acquire_cli.commands.rulesets import library
    from acquire_cli.notation.reader import read_games
    from acquire_cli.notation.record import Record
    from acquire_cli.records.canon import canonical
    from acquire_cli.records.fairplay import digest
    from acquire_cli.records.views import TABLE, view
    from acquire_cli.rulesets.load import is_path

    known = library(environment, [ruleset]) if is_path(ruleset) else {}

    def read(text: str) -> Record:
        return next(read_games(BytesIO(text.encode("utf-8", "surrogateescape")), "new"))

    salt = token_hex(16)
    bag = next(line for line in lines if line.startswith("bag: "))[5:].split()
    text = "\n".join([*lines, f"commit: sha256:{digest(bag, salt)} {salt}"]) + "\n"
    whole = canonical(read(text), known)[0]
    shown = view(read(text), TABLE, known)[0]
    assert whole is not None
    assert shown is not None
    _keep(environment, secret, "\n".join(whole) + "\n")
    return shown


def _keep(environment: Environment, secret: str, text: str) -> None:
    """A new file that only its owner can read; one that exists may hold the bag of another game."""
    if secret == "-":
        environment.stdout.write(text)
        return
    import errno
    import os
    from contextlib import suppress

    from acquire_cli.commands.signals import stopping_tidily

    if os.path.lexists(secret):
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), secret)
    with stopping_tidily():
        try:
            handle = os.open(secret, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with open(handle, "w", encoding="utf-8", errors="surrogateescape", newline="\n") as out:
                out.write(text)
                out.flush()
                os.fsync(out.fileno())
        except FileExistsError:  # somebody was faster
            raise
        except BaseException as error:
            with suppress(OSError):
                os.unlink(secret)
            if isinstance(error, OSError):
                raise OSError(error.errno, error.strerror, secret) from error
            raise


def _head(
    environment: Environment, headers: list[tuple[str, str | None]], ruleset: str
) -> tuple[Record | None, list[Finding], list[str] | None]:
    """Read the headers back as a record, so that nothing is written that cannot be read."""
    from io import BytesIO

    from acquire_cli.commands.rulesets import library
    from acquire_cli.notation.findings import ERROR
    from acquire_cli.notation.reader import read_games
    from acquire_cli.records.canon import canonical
    from acquire_cli.rulesets.load import is_path

    known = {}
    if is_path(ruleset):
        known = library(environment, [ruleset])
        headers[0] = ("ruleset", next(iter(known)))
    text = "acquire 1\n"
    for key, value in headers:
        if value is None or (not value.strip() and key not in ("seed", "players")):
            continue
        if re.search(r"[\x00-\x1f\x7f]", value):
            bad = Finding("E-control", f"{key}: a control character has no place in a record")
            return None, [bad], None
        text += f"{key}: {value.strip()}\n"
    data = text.encode("utf-8", "surrogateescape")
    record = next(read_games(BytesIO(data), "new"))
    lines, found = canonical(record, known)
    found = [f for f in found if f.severity == ERROR]
    return record, found, None if found else lines
