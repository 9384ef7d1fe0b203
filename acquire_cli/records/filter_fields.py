"""The table of what an expression can ask, and its grammar: help and manual are made from these."""

from collections.abc import Callable
from textwrap import wrap
from typing import Any, Final, NamedTuple

from acquire_cli.engine import codes as c
from acquire_cli.records.events import EFFECTS
from acquire_cli.records.filter_facts import ENDED, HEAD, LOGGED, TURNS, GameFacts, TurnFacts
from acquire_cli.records.filter_values import (
    DATE,
    FLAG,
    HANDLE,
    LETTER,
    LETTERS,
    MEANINGS,
    NUMBER,
    OPERATORS,
    POSITION,
    RULESET,
    TEXT,
    TILE,
    WORD,
)

GAME: Final = "game"
PLAYER: Final = "player"
TURN: Final = "turn"

REASONS: Final = ("declared", "exhausted", "stalled", "abandoned", "unfinished")
MARKS: Final = ("!!", "!", "!?", "?!", "?", "??")

HEADER: Final = "header."
"""What stands before the key of any header."""

GRAMMAR: Final = """\
EXPR    =  AND { "or" AND }
AND     =  NOT { "and" NOT }
NOT     =  "not" NOT  |  "(" EXPR ")"  |  FLAG  |  FIELD OPERATOR VALUE
VALUE   =  a word without blanks, quotes and parentheses,
           or text in "..." or '...'
"""

OPERATOR_HELP: Final[dict[str, str]] = {
    "=": "is",
    "!=": "is not",
    "<  <=  >  >=": "less, at most, more, at least",
    "~": "contains, in any case; for a position: has such a piece of the board",
}

PLAYERS_HELP: Final = """\
Questions about a player that are joined by `and` are about one and the same player:
`player=ann and rank=1` is won by ann, `rank=1 and seat=1` by whoever sat first. `not` beside one
of them is about that player too: `rank=1 and not player=ann`. By itself it says that there is no
such player: `not player=ann`. An `and` in parentheses of its own is about another player:
`(player=ann and rank=1) and (player=bob and rank=4)`; an `or` in parentheses is about the same.
"""

TURNS_HELP: Final = """\
`turn.` says that questions joined by `and` are about one and the same turn, in the same way:
`turn.player=ann and turn.buys=LLL`. Without `turn.` each is about a turn of its own:
`founded=T and merged>=3` has a turn that founds T and a turn that merges three chains.
With --turns the expression is asked of every turn: `turn.` may be left out, and questions about a
player are about the one whose turn it is.
"""

POSITION_HELP: Final = """\
A piece of the board (~) is rows with `/` between them that lie below each other somewhere on it;
the whole board (=) has all rows from A on. In a row a letter is a tile of that chain, `o` a loose
tile, `x` one set aside, `#` of any chain, `@` of any chain or loose, a number so many empty
squares, `.` one, `?` any square, and in a whole board `*` any run of squares. Further words are
patterns with `*` and `?` for words of the position; `*` in place of the board is any board:
`position~LL/LL`, `position~"T#"`, `position~"* ann:*:*L13*"`. It is the position after a
turn; before the first turn too, where no turn is asked about.
"""

Getter = Callable[..., Any]


class Field(NamedTuple):
    """What can be asked: of a game, of a player of it or of a turn of it.

    ``get`` takes the game, and the seat or the turn; ``needs`` is what must have been done to the
    game; ``words`` are the values of a ``WORD``.
    """

    about: str
    kind: str
    needs: int
    get: Getter
    help: str
    words: tuple[str, ...] = ()


def _header(key: str) -> Getter:
    return lambda game: game.headers.get(key, "")


def _ruleset(game: GameFacts) -> str:
    return game.headers.get("ruleset", "classic@1")


def _winners(game: GameFacts) -> tuple[str, ...]:
    return tuple(h for h, rank in zip(game.handles, game.rank, strict=False) if rank == 1)


def _tie(game: GameFacts) -> bool:
    return game.rank.count(1) > 1


def _name(game: GameFacts, seat: int) -> str:
    handle = game.handles[seat]
    return game.headers.get(f"name.{handle}", "").strip() or handle


def _by_seat(values: str) -> Getter:
    """A number of a player; none for a game that could not be played."""

    def get(game: GameFacts, seat: int) -> Any:
        listed: list[int] = getattr(game, values)
        return listed[seat] if listed else ()

    return get


def _of_mover(get: Getter) -> Getter:
    """A fact about the player whose turn it is."""
    return lambda game, turn: get(game, turn.seat)


def _tile(game: GameFacts, turn: TurnFacts) -> str:
    for event in turn.log:
        if event[0] == c.E_PLACED:
            return game.names.tile[event[2]]
    return "."


def _effect(game: GameFacts, turn: TurnFacts) -> str:
    return next((EFFECTS[event[3]] for event in turn.log if event[0] == c.E_PLACED), "")


def _founded(game: GameFacts, turn: TurnFacts) -> tuple[str, ...]:
    letters = game.names.letters
    return tuple(letters[event[2]] for event in turn.log if event[0] == c.E_FOUNDED)


def _merged(game: GameFacts, turn: TurnFacts) -> int:
    for event in turn.log:
        if event[0] == c.E_MERGED:
            return 1 + event[2].bit_count()
    return 0


def _survivor(game: GameFacts, turn: TurnFacts) -> tuple[str, ...]:
    letters = game.names.letters
    return tuple(letters[event[1]] for event in turn.log if event[0] == c.E_MERGED)


def _defunct(game: GameFacts, turn: TurnFacts) -> tuple[str, ...]:
    letters = game.names.letters
    for event in turn.log:
        if event[0] == c.E_MERGED:
            return tuple(letters[i] for i in game.names.rules.mask_chains[event[2]])
    return ()


def _buys(game: GameFacts, turn: TurnFacts) -> str:
    for event in turn.log:
        if event[0] == c.E_BOUGHT:
            return game.names.basket_letters(event[2])
    return ""


def _spent(game: GameFacts, turn: TurnFacts) -> int:
    return sum(event[3] for event in turn.log if event[0] == c.E_BOUGHT)


def _bonus(game: GameFacts, turn: TurnFacts) -> tuple[int, ...]:
    return tuple(event[3] for event in turn.log if event[0] == c.E_BONUS)


def _comment(game: GameFacts, turn: TurnFacts) -> str:
    return "\n".join([turn.turn.comment or "", *turn.turn.after])


FIELDS: Final[dict[str, Field]] = {
    "file": Field(GAME, TEXT, HEAD, lambda game: game.file, "the file"),
    "game": Field(GAME, NUMBER, HEAD, lambda game: game.number, "which game of the file, from 1"),
    "ruleset": Field(GAME, RULESET, HEAD, _ruleset, "the ruleset"),
    "event": Field(GAME, TEXT, HEAD, _header("event"), "the header"),
    "site": Field(GAME, TEXT, HEAD, _header("site"), "the header"),
    "date": Field(GAME, DATE, HEAD, _header("date"), "the header"),
    "round": Field(GAME, TEXT, HEAD, _header("round"), "the header"),
    "seed": Field(GAME, TEXT, HEAD, _header("seed"), "the header"),
    "rules": Field(GAME, TEXT, HEAD, _header("rules"), "the header: overrides of the ruleset"),
    "view": Field(GAME, TEXT, HEAD, _header("view"), "the header"),
    "players": Field(GAME, NUMBER, HEAD, lambda game: len(game.handles), "how many play"),
    "turns": Field(GAME, NUMBER, ENDED, lambda game: game.played, "how many were played"),
    "reason": Field(
        GAME, WORD, ENDED, lambda game: game.reason, "how it ended: " + ", ".join(REASONS), REASONS
    ),
    "finished": Field(GAME, FLAG, ENDED, lambda game: game.finished, "it came to its end"),
    "winner": Field(
        GAME, HANDLE, ENDED, _winners, "who has rank 1; if unfinished, were it scored now"
    ),
    "tie": Field(GAME, FLAG, ENDED, _tie, "several have rank 1"),
    "irregular": Field(
        GAME,
        FLAG,
        TURNS,
        lambda game: any(turn.turn.irregular is not None for turn in game.turns),
        "something is marked ~: it was so though a rule was broken",
    ),
    "broken": Field(
        GAME,
        FLAG,
        ENDED,
        lambda game: game.broken(),
        "it has an error; other questions are about the turns before that",
    ),
    "player": Field(PLAYER, HANDLE, HEAD, lambda game, seat: game.handles[seat], "the handle"),
    "name": Field(PLAYER, TEXT, HEAD, _name, "the name, or else the handle"),
    "seat": Field(PLAYER, NUMBER, HEAD, lambda game, seat: seat + 1, "the place in `players:`"),
    "order": Field(PLAYER, NUMBER, ENDED, _by_seat("order"), "the place in turn order, 1 begins"),
    "rank": Field(PLAYER, NUMBER, ENDED, _by_seat("rank"), "the final rank, ties share one"),
    "total": Field(PLAYER, NUMBER, ENDED, _by_seat("total"), "the money in the end"),
    "cash": Field(PLAYER, NUMBER, ENDED, _by_seat("cash"), "the cash after the last turn"),
    "turn.number": Field(TURN, NUMBER, TURNS, lambda game, turn: turn.number, "its number"),
    "turn.player": Field(
        TURN,
        HANDLE,
        TURNS,
        _of_mover(lambda game, seat: game.handles[seat]),
        "whose turn it is; so are turn.name, .seat, .order, .rank",
    ),
    "turn.name": Field(TURN, TEXT, TURNS, _of_mover(_name), ""),
    "turn.seat": Field(TURN, NUMBER, TURNS, _of_mover(lambda game, seat: seat + 1), ""),
    "turn.order": Field(TURN, NUMBER, TURNS, _of_mover(_by_seat("order")), ""),
    "turn.rank": Field(TURN, NUMBER, TURNS, _of_mover(_by_seat("rank")), ""),
    "turn.tile": Field(TURN, TILE, LOGGED, _tile, "the tile placed"),
    "turn.effect": Field(
        TURN, WORD, LOGGED, _effect, "what it did: " + ", ".join(EFFECTS), EFFECTS
    ),
    "turn.founded": Field(TURN, LETTER, LOGGED, _founded, "the chain founded"),
    "turn.merged": Field(
        TURN, NUMBER, LOGGED, _merged, "how many chains merged, the survivor among them; or 0"
    ),
    "turn.survivor": Field(TURN, LETTER, LOGGED, _survivor, "the chain that survived a merger"),
    "turn.defunct": Field(TURN, LETTER, LOGGED, _defunct, "a chain that a merger took"),
    "turn.bonus": Field(TURN, NUMBER, LOGGED, _bonus, "a bonus that was paid"),
    "turn.buys": Field(TURN, LETTERS, LOGGED, _buys, "the shares bought"),
    "turn.spent": Field(TURN, NUMBER, LOGGED, _spent, "the money they cost"),
    "turn.end": Field(
        TURN, FLAG, TURNS, lambda game, turn: turn.turn.declared, "the end is declared"
    ),
    "turn.irregular": Field(
        TURN, FLAG, TURNS, lambda game, turn: turn.turn.irregular is not None, "likewise"
    ),
    "turn.cash": Field(
        TURN, NUMBER, TURNS, lambda game, turn: turn.cash, "the player's cash after the turn"
    ),
    "turn.position": Field(TURN, POSITION, TURNS, lambda game, turn: (), "the position after it"),
    "turn.mark": Field(
        TURN, WORD, TURNS, lambda game, turn: turn.turn.glyph, " ".join(MARKS), MARKS
    ),
    "turn.comment": Field(TURN, TEXT, TURNS, _comment, "its comments"),
    "turn.text": Field(TURN, TEXT, TURNS, lambda game, turn: turn.turn.text, "the line"),
}
"""Every field by its full name, in the order in which help lists them."""

BARE: Final[dict[str, str]] = {
    name.removeprefix("turn."): name
    for name, field in FIELDS.items()
    if field.about == TURN and name.removeprefix("turn.") not in FIELDS
}
"""Fields of a turn that can be written without ``turn.``."""

_TITLES: Final = {
    GAME: "Of a game",
    PLAYER: "Of a player",
    TURN: "Of a turn",
}

EXAMPLES: Final = (
    "founded=T",
    "merged>=3 and players=4",
    "player=ann and rank=1",
    "turn.player=ann and turn.buys=LLL",
    "ruleset=classic and date>=2026-01 and not tie",
    "event~club and (reason=declared or turns>80)",
    "position~LL/LL",
)


WIDTH: Final = 76
"""How wide a line of the help is, so that it fits a terminal of eighty columns when set in."""


def _set_in(front: str, said: str) -> list[str]:
    """An entry of a list, what is said of it below itself."""
    indent = " " * len(front)
    return _wrapped(front + said, indent) if said else [front.rstrip()]


def _wrapped(text: str, indent: str = "") -> list[str]:
    return wrap(
        text,
        WIDTH,
        subsequent_indent=indent,
        break_long_words=False,
        break_on_hyphens=False,
    )


def language_help() -> str:
    """The whole language, for help and manual."""
    lines = [*GRAMMAR.splitlines(), "", "Operators", ""]
    for sign, said in OPERATOR_HELP.items():
        lines += _set_in(f"  {sign:14} ", said)
    for about, title in _TITLES.items():
        lines += ["", title, ""]
        for name, field in FIELDS.items():
            if field.about == about and field.help:
                lines += _set_in(f"  {name:14} {field.kind + ';':9} ", field.help)
        if about == GAME:
            lines += _set_in(f"  {HEADER + 'KEY':14} {TEXT + ';':9} ", "any header by its key")
    lines += ["", "What is compared", ""]
    for kind, meaning in MEANINGS.items():
        signs = " ".join(OPERATORS[kind])
        lines += _set_in(f"  {kind:9} ", meaning + (f" ({signs})" if signs else ""))
    for text in (PLAYERS_HELP, TURNS_HELP, POSITION_HELP):
        lines += ["", *_wrapped(" ".join(text.split()))]
    lines += ["", "Examples", "", *(f"  {example}" for example in EXAMPLES)]
    return "\n".join(lines)
