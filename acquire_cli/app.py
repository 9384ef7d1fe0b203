"""The command line as a whole: find the command, run it, turn whatever happens into an exit code.

Start-up is the point of the shape: the only module imported for `acquire validate FILE` besides
typer is `commands/validate.py` and what it asks for. All commands are loaded only where all are
needed: for help, for an unknown name.
"""

import sys
from collections.abc import Callable, Iterable, Sequence
from errno import EPIPE
from typing import TYPE_CHECKING, Any

from acquire_cli import __version__
from acquire_cli.commands import exits
from acquire_cli.commands.environment import Environment, OutputError, discard
from acquire_cli.commands.signals import answering_interrupts
from acquire_cli.commands.table import COMMANDS, module_of

if TYPE_CHECKING:
    import typer
    from typer.core import TyperCommand

PROGRAM = "acquire"
DESCRIPTION = "Play, record, check, replay and rank games of Acquire."
EPILOG = "Topics, commands and error codes are explained by: acquire help TOPIC"


def main(argv: Sequence[str] | None = None, environment: Environment | None = None) -> int:
    """Run the command line `argv`, without the program's name, and return the exit code.

    Raises nothing.
    """
    arguments = list(sys.argv[1:] if argv is None else argv)
    surroundings = Environment.of_process() if environment is None else environment
    # Help is printed by typer, to sys.stdout: it shall meet a full disk and a closed pipe like
    # everything else.
    before, sys.stdout = sys.stdout, surroundings.stdout
    try:
        with answering_interrupts():
            code = _guarded(lambda: _dispatch(arguments, surroundings), surroundings)
            flushed = _guarded(lambda: _flush(surroundings), surroundings)
    except KeyboardInterrupt:  # a second one, while the first was being answered
        return exits.INTERRUPTED
    finally:
        sys.stdout = before
    return max(code, flushed)


def version() -> str:
    """`acquire 0.1.0 (pure Python 3.11.7)`; `compiled` when the engine is."""
    from importlib.util import find_spec

    engine = find_spec("acquire_cli.engine.state")
    pure = engine is None or (engine.origin or "").endswith(".py")
    python = ".".join(map(str, sys.version_info[:3]))
    return f"{PROGRAM} {__version__} ({'pure' if pure else 'compiled,'} Python {python})"


def build(names: Iterable[str]) -> "typer.Typer":
    """The typer app with the commands `names`, in that order."""
    from importlib import import_module

    import typer

    app = typer.Typer(
        name=PROGRAM,
        help=DESCRIPTION,
        epilog=EPILOG,
        no_args_is_help=True,
        add_completion=False,
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
    )

    def show_version(context: typer.Context, value: bool) -> None:
        if value:
            context.obj.stdout.write(version() + "\n")
            raise typer.Exit(exits.YES)

    @app.callback()
    def root(
        version: bool = typer.Option(
            False, "--version", is_eager=True, callback=show_version, help="Show the version."
        ),
    ) -> None:
        pass

    for name in names:
        command = import_module(module_of(name)).command
        if isinstance(command, typer.Typer):
            for below in command.registered_commands:
                below.cls = _command_class()
            app.add_typer(command, name=name, short_help=COMMANDS[name])
        else:
            app.command(name, short_help=COMMANDS[name], cls=_command_class())(command)
    return app


def _command_class() -> "type[TyperCommand]":
    """Commands whose usage shows a required argument as it is named, without typer's braces."""
    from typer.core import TyperCommand

    class Command(TyperCommand):
        def collect_usage_pieces(self, ctx: Any) -> list[str]:
            pieces = super().collect_usage_pieces(ctx)
            return [piece[1:-1] if piece[:1] == "{" else piece for piece in pieces]

    return Command


def _dispatch(arguments: list[str], environment: Environment) -> int:
    from typer.main import get_command

    if arguments[:1] == ["help"] and len(arguments) > 1 and arguments[1] in COMMANDS:
        arguments = [*arguments[1:], "--help"]
    known = bool(arguments) and arguments[0] in COMMANDS
    group: Any = get_command(build(arguments[:1] if known else COMMANDS))
    # Typer lists groups after commands; help lists them as the table does.
    group.commands = {name: group.commands[name] for name in COMMANDS if name in group.commands}
    # Not group.main(): that answers a closed pipe with exit code 1, and it is no error.
    with group.make_context(PROGRAM, arguments, obj=environment) as context:
        answer = group.invoke(context)
    return answer if isinstance(answer, int) else exits.YES


def _flush(environment: Environment) -> int:
    environment.stdout.flush()
    return exits.YES


def _guarded(step: Callable[[], int], environment: Environment) -> int:
    """Run `step`; whatever it raises becomes a message and an exit code."""
    try:
        return step()
    except OutputError as error:
        discard(environment.stdout)
        if error.errno == EPIPE:
            return exits.YES  # the reader has seen enough
        environment.say(f"cannot write to standard output: {error}")
        return exits.UNWRITABLE
    except KeyboardInterrupt:
        return exits.INTERRUPTED
    except MemoryError:
        environment.say("there is not enough memory")
        return exits.UNREADABLE
    except SystemExit as stop:
        return stop.code if isinstance(stop.code, int) else exits.YES
    except Exception as error:
        return _explain(error, environment)


def _explain(error: Exception, environment: Environment) -> int:
    """The exit code of an exception that reached the top, after saying what there is to say."""
    import typer

    if isinstance(error.__cause__, KeyboardInterrupt):  # it came as a class was made
        return exits.INTERRUPTED
    if isinstance(error, typer.Exit):
        return error.exit_code
    if isinstance(error, typer.Abort):
        return exits.INTERRUPTED
    if isinstance(error, typer.BadParameter) or hasattr(error, "format_message"):
        return _explain_usage(error, environment)
    if isinstance(error, OSError) and error.filename is not None:
        environment.say(f"{_text(error.filename)}: {error.strerror or type(error).__name__}")
        return exits.UNREADABLE
    what = " ".join(str(error).split())
    name = type(error).__name__
    environment.say(f"internal fault: {name}{': ' if what else ''}{what}; please report")
    if environment.debug:
        import traceback

        environment.show("".join(traceback.format_exception(error)).rstrip("\n"))
    return exits.FAULT


def _explain_usage(error: Any, environment: Environment) -> int:
    """A usage error of typer's: its own classes are private, so it is known by what it can do."""
    message: str = error.format_message()
    if message.startswith("Usage:"):  # no argument at all: the message is the help
        environment.show(message)
        return exits.USAGE
    message = " ".join(message.split())
    for theirs, ours in _WORDING.items():
        message = message.replace(theirs, ours)
    environment.say(message)
    context = getattr(error, "ctx", None)
    path = context.command_path if context is not None else PROGRAM
    environment.show(f"Try '{path} --help'.")
    return exits.USAGE


_WORDING = {
    " is not a valid int.": " is no whole number.",
    " is not a valid int range.": " is no whole number.",
    " is not a valid float.": " is no number.",
}
"""What typer says in words of Python's, and how it is said here."""


def _text(filename: Any) -> str:
    text = filename.decode(errors="replace") if isinstance(filename, bytes) else str(filename)
    return text or "''"
