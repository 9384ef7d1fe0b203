"""A game as it is read on a screen: its title, its turns with what happened, how it ended."""

from acquire_cli.display.board import Look, position_lines
from acquire_cli.display.clean import printable, wrapped
from acquire_cli.display.colour import paint
from acquire_cli.display.standings import game_lines
from acquire_cli.display.story import Storyteller
from acquire_cli.engine import codes as c
from acquire_cli.records.events import Placed, Told
from acquire_cli.records.game import Game
from acquire_cli.records.outcome import is_whole
from acquire_cli.records.standings import ending, rows
from acquire_cli.rulesets.money import money

INDENT = "    "


def title(game: Game, look: Look) -> list[str]:
    """Which game it is, and who plays, in turn order."""
    record = game.record
    lines = [paint(f"{_place(game)}: {_ruleset(game)}", "strong", look.color)]
    for key in ("event", "site", "date", "round"):
        value = record.value(key)
        if value:
            lines += wrapped(f"{key}: {printable(value)}", look.columns, "")
    players = []
    for handle in game.names.handles:
        name = printable(record.value(f"name.{handle}"))
        players.append(f"{handle} ({name})" if name and name != handle else handle)
    return lines + wrapped("turn order: " + ", ".join(players), look.columns, "")


def turn_lines(game: Game, turn: Told, look: Look, board: bool) -> list[str]:
    """A turn's line, its comments, what happened, and the cash; ``game.state`` is that after it.

    With ``board`` the whole position is drawn below.
    """
    lines = ["", *_line(turn, look)]
    lines += _story(game, turn, look)
    if board:
        return [*lines, "", *position_lines(game.state, game.names, look, marks(game, turn))]
    state = game.state
    cash = [f"{x} {money(n)}" for x, n in zip(game.names.handles, state.cash, strict=True)]
    return lines + [
        paint(line, "faint", look.color)
        for line in wrapped("Cash: " + ", ".join(cash), look.columns, INDENT)
    ]


def ending_lines(game: Game, look: Look) -> list[str]:
    """The board at the end, and the account: final, or as if scored now."""
    state = game.state
    reason, finished = ending(game)
    table = game_lines(rows(game), game.names.letters, look)
    if not is_whole(game):
        said = f"Turn {game.played + 1} is at fault. Were the game scored before it:"
    elif state.phase == c.OVER:
        said = "Final account:"
    elif finished:
        said = f"Final account ({reason}, by the record's word):"
    else:
        said = f"Were the game scored here ({reason}):"
    return ["", *position_lines(state, game.names, look), "", said, "", *table]


def position_page(game: Game, turn: Told | None, look: Look, story: bool = False) -> list[str]:
    """The position after a turn (None: the start) under the line of that turn.

    With ``story``, for a screen that cuts long lines, the turn's line is wrapped, and what happened
    comes last.
    """
    number = turn.number if turn is not None else 0
    where = f"After turn {number}" if number else "The start"
    lines = [paint(f"{where}: {_place(game)}, {_ruleset(game)}", "strong", look.color)]
    if turn is not None:
        lines += _line(turn, look, wrap=story)
    lines += ["", *position_lines(game.state, game.names, look, marks(game, turn))]
    if story and turn is not None:
        lines += ["", *_story(game, turn, look)]
    return lines


def marks(game: Game, turn: Told | None) -> list[int]:
    """The square of the tile that a turn placed."""
    if turn is None:
        return []
    return [game.names.square[event.tile] for event in turn.events if isinstance(event, Placed)]


def _place(game: Game) -> str:
    return f"{printable(game.record.file)}, game {game.record.number}"


def _ruleset(game: Game) -> str:
    ruleset = game.rules.ruleset
    rules = printable(game.record.value("rules"))
    return f"{ruleset.name}@{ruleset.revision}" + (f" with {rules}" if rules else "")


def _line(turn: Told, look: Look, wrap: bool = False) -> list[str]:
    """The turn's canonical line, which is not wrapped where a program may read it. Its comments
    stand below."""
    text = printable(turn.text)
    lines = wrapped(text, look.columns, "") if wrap else [text]
    lines = [paint(line, "strong", look.color) for line in lines]
    comments = turn.turn.after
    if turn.turn.comment is not None:
        comments = [turn.turn.comment, *comments]
    for comment in comments:
        lines += wrapped("# " + printable(comment.strip()), look.columns, INDENT)
    return lines


def _story(game: Game, turn: Told, look: Look) -> list[str]:
    state = game.state
    chains = state.rules.ruleset.chains
    teller = Storyteller({chain.letter: chain.name for chain in chains})
    prices = {chain.letter: state.rules.price[i][state.size[i]] for i, chain in enumerate(chains)}
    lines: list[str] = []
    for sentence in teller.sentences(turn.events, prices):
        lines += wrapped(sentence, look.columns, INDENT)
    return lines
