"""The expressions of ``acquire filter``: read into a tree, and the tree into one question.

The grammar and the fields stand in ``filter_fields``. What binds to what:

- A question about a player holds of a game when it holds of one of its players. Those that an
  ``and`` joins are asked of the same player, and so is all that stands with them in ``not`` or in
  the parentheses of an ``or``. Where only negated ones are joined, each says that no player is so.
- An ``and`` that stands in parentheses as a member of another ``and`` is asked on its own, of a
  player of its own: else its parentheses would say nothing.
- Fields written with ``turn.`` are bound to one turn in the same way. Without ``turn.`` a field of
  a turn holds of a game when it holds of any of its turns.
- Asked of a single turn (``--turns``), everything is about that turn and its player.

Length and nesting are bounded, so that no expression is too much for the stack.
"""

import re
from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

from acquire_cli.engine.state import State
from acquire_cli.records.filter_facts import HEAD, TURNS, GameFacts, Look, TurnFacts
from acquire_cli.records.filter_fields import (
    BARE,
    FIELDS,
    GAME,
    HEADER,
    PLAYER,
    TURN,
    Field,
)
from acquire_cli.records.filter_position import Pattern, PatternError
from acquire_cli.records.filter_values import (
    OPERATORS,
    POSITION,
    TEXT,
    BadValueError,
    make_test,
)

MAX_LENGTH: Final = 20_000
MAX_DEPTH: Final = 50

_TOKEN = re.compile(r"[ \t\r\n]*(?:(\()|(\))|(!=|<=|>=|=|<|>|~)|([^\s()\"'=!<>~]+)|(\S))")
_VALUE = re.compile(r"[ \t\r\n]*(?:\"([^\"]*)\"|'([^']*)'|([^\s()\"']+))")
_BLANKS = re.compile(r"[ \t\r\n]*")
_KEY = re.compile(r"[a-z][a-z0-9_.-]+")
_KEYWORDS = ("and", "or", "not")
_MEANT = {
    "==": "=",
    "===": "=",
    "=>": ">=",
    "=<": "<=",
    "<>": "!=",
    "!==": "!=",
    "=~": "~",
    "~=": "~",
}
"""Operators of other languages, and what they are here."""


class ExpressionError(Exception):
    """An expression that cannot be read: a sentence, where it goes wrong, what was expected."""

    def __init__(self, message: str, start: int, length: int, expected: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.start = start
        self.length = length
        self.expected = expected


class Ask(NamedTuple):
    """``FIELD OPERATOR VALUE``, or a flag; ``own`` where each such question has its own turn."""

    name: str
    field: Field
    test: Callable[[Any], bool] | Pattern | None
    own: bool


class Not(NamedTuple):
    """The contrary."""

    inner: "Node"


class And(NamedTuple):
    """An ``and``; one that is a member of another stands in parentheses."""

    members: "tuple[Node, ...]"


class Or(NamedTuple):
    """An ``or``."""

    members: "tuple[Node, ...]"


Node = Ask | Not | And | Or

Question = Callable[[GameFacts, int, TurnFacts | None], bool]
"""Asked of a game, a player's seat and a turn; the last two count only where they are bound."""


class Filter:
    """An expression, ready to be asked of games, or of turns with ``by_turn``.

    ``needs`` says how far a game has to be looked into; ``looks`` are the questions to be asked of
    every position while it is played. Raises ExpressionError.
    """

    def __init__(self, text: str, by_turn: bool = False) -> None:
        self.looks: list[Look] = []
        self.needs = TURNS if by_turn else HEAD
        self._by_turn = by_turn
        tree = _Parser(text, by_turn).whole()
        bound = frozenset((PLAYER, TURN)) if by_turn else frozenset[str]()
        self._question = self._make(tree, bound)

    def matches(self, game: GameFacts) -> bool:
        """Whether a game fits."""
        return self._question(game, 0, None)

    def matches_turn(self, game: GameFacts, turn: TurnFacts) -> bool:
        """Whether a turn fits, with the player whose turn it is."""
        return self._question(game, turn.seat, turn)

    # ---- from the tree to a question ----

    def _make(self, node: Node, bound: frozenset[str]) -> Question:
        if isinstance(node, Ask):
            return self._ask(node, bound)
        if isinstance(node, Not):
            inner = self._make(node.inner, bound)
            return lambda game, seat, turn: not inner(game, seat, turn)
        if isinstance(node, Or):
            return _any([self._make(member, bound) for member in node.members])
        return self._all(node, bound)

    def _all(self, node: And, bound: frozenset[str]) -> Question:
        """An ``and``: what is about one player, or one turn, is asked of each in turn, together."""
        apart: list[Question] = []
        groups: dict[frozenset[str], list[Node]] = {}
        for member in node.members:
            if isinstance(member, And) and not self._by_turn:
                apart.append(self._make(member, frozenset()))
            else:
                groups.setdefault(_about(member) - bound, []).append(member)
        binding = {
            about
            for abouts, members in groups.items()
            for about in abouts
            if any(not isinstance(member, Not) for member in members)
        }
        inside = bound | binding
        by_player: list[Question] = []
        by_turn: list[Question] = []
        by_both: list[Question] = []
        for abouts, members in groups.items():
            made = [self._make(member, inside) for member in members]
            if abouts & binding == {PLAYER, TURN}:
                by_both += made
            elif PLAYER in abouts & binding:
                by_player += made
            elif TURN in abouts & binding:
                by_turn += made
            else:
                apart = made + apart
        if PLAYER in binding and TURN in binding and by_both:
            apart.append(_some_pair(_all(by_player), _all(by_turn), _all(by_both)))
        else:
            if by_player:
                apart.append(_some_player(_all(by_player)))
            if by_turn:
                apart.append(_some_turn(_all(by_turn)))
        return _all(apart)

    def _ask(self, ask: Ask, bound: frozenset[str]) -> Question:
        question, about = self._plain(ask)
        if about == PLAYER and PLAYER not in bound:
            return _some_player(question)
        if about == TURN and (ask.own or TURN not in bound):
            found = _some_turn(question)
            if isinstance(ask.test, Pattern):
                at = len(self.looks) - 1
                return lambda game, seat, turn: (
                    bool(game.before and game.before[at]) or found(game, seat, turn)
                )
            return found
        return question

    def _plain(self, ask: Ask) -> tuple[Question, str]:
        """The question with its player or turn given."""
        field = ask.field
        self.needs = max(self.needs, field.needs)
        get = field.get
        test = ask.test
        if isinstance(test, Pattern):
            self.looks.append(_look(test))
            at = len(self.looks) - 1
            return lambda game, seat, turn: turn is not None and turn.seen[at], TURN
        holds = bool if test is None else _of_any(test)
        if field.about == GAME:
            return lambda game, seat, turn: holds(get(game)), GAME
        if field.about == PLAYER:
            return lambda game, seat, turn: holds(get(game, seat)), PLAYER
        return lambda game, seat, turn: holds(get(game, turn)), TURN


def _look(pattern: Pattern) -> Look:
    def look(state: State, handles: Sequence[str]) -> bool:
        return pattern(state, handles)

    return look


def _of_any(test: Callable[[Any], bool]) -> Callable[[Any], bool]:
    """A fact of several values fits when one of them does."""
    return lambda fact: any(map(test, fact)) if type(fact) is tuple else test(fact)


def _about(node: Node) -> frozenset[str]:
    """What a part of an expression speaks of besides the game: a player, a turn."""
    if isinstance(node, Ask):
        if node.field.about == GAME or node.own:
            return frozenset()
        return frozenset((node.field.about,))
    if isinstance(node, Not):
        return _about(node.inner)
    out: frozenset[str] = frozenset()
    for member in node.members:
        if not (isinstance(node, And) and isinstance(member, And)):
            out |= _about(member)
    return out


def _all(questions: list[Question]) -> Question:
    if len(questions) == 1:
        return questions[0]
    if len(questions) == 2:
        first, second = questions
        return lambda game, seat, turn: first(game, seat, turn) and second(game, seat, turn)
    return lambda game, seat, turn: all(ask(game, seat, turn) for ask in questions)


def _any(questions: list[Question]) -> Question:
    return lambda game, seat, turn: any(ask(game, seat, turn) for ask in questions)


def _some_player(question: Question) -> Question:
    return lambda game, seat, turn: any(
        question(game, other, turn) for other in range(len(game.handles))
    )


def _some_turn(question: Question) -> Question:
    return lambda game, seat, turn: any(question(game, seat, other) for other in game.turns)


def _some_pair(players: Question, turns: Question, both: Question) -> Question:
    def ask(game: GameFacts, seat: int, turn: TurnFacts | None) -> bool:
        seats = [who for who in range(len(game.handles)) if players(game, who, turn)]
        found = [other for other in game.turns if turns(game, seat, other)] if seats else []
        return any(both(game, who, other) for who in seats for other in found)

    return ask


class _Parser:
    """Reads an expression from left to right."""

    def __init__(self, text: str, by_turn: bool) -> None:
        self.text = text
        self.by_turn = by_turn
        self.at = 0
        self.depth = 0

    def whole(self) -> Node:
        """The tree of the whole expression."""
        if len(self.text) > MAX_LENGTH:
            message = f"the expression has more than {MAX_LENGTH:,} characters"
            raise ExpressionError(
                message, MAX_LENGTH, 1, "a shorter one; pipe one filter into another"
            )
        node = self._or()
        if self._peek() is not None:
            raise self._expected("and, or, or the end of the expression")
        return node

    def _or(self) -> Node:
        members = [self._and()]
        while self._word() == "or":
            self._skip()
            members.append(self._and())
        return members[0] if len(members) == 1 else Or(tuple(members))

    def _and(self) -> Node:
        members = [self._not()]
        while self._word() == "and":
            self._skip()
            members.append(self._not())
        return members[0] if len(members) == 1 else And(tuple(members))

    def _not(self) -> Node:
        found = self._peek()
        if found is None:
            raise self._expected("a question such as founded=T")
        if found.group(1):
            self._deeper(found)
            self._skip()
            node = self._or()
            closing = self._peek()
            if closing is None or not closing.group(2):
                raise self._expected("and, or, or a closing parenthesis")
            self._skip()
            self.depth -= 1
            return node
        word = self._word()
        if word == "not":
            self._deeper(found)
            self._skip()
            node = Not(self._not())
            self.depth -= 1
            return node
        if not word or word in _KEYWORDS:
            raise self._expected("a question such as founded=T, not, or an opening parenthesis")
        return self._ask(found)

    def _ask(self, found: "re.Match[str]") -> Node:
        start, name = found.start(4), found.group(4).lower()
        self._skip()
        name, field, own = self._field(name, start, len(found.group(4)))
        allowed = OPERATORS[field.kind]
        following = self._peek()
        operator = following.group(3) if following is not None else None
        if not allowed:
            if operator:
                raise self._expected(f"nothing: {name} stands alone, it is so or not")
            return Ask(name, field, None, own)
        if not operator:
            raise self._expected(f"one of {' '.join(allowed)} after {name}")
        if operator not in allowed:
            message = f"{name} cannot be asked with {operator}"
            assert following is not None
            raise ExpressionError(
                message, following.start(3), len(operator), f"one of {' '.join(allowed)}"
            )
        self._skip()
        value, at, length = self._value(name, operator, allowed)
        try:
            if field.kind == POSITION:
                return Ask(name, field, Pattern(value, operator == "="), own)
            return Ask(name, field, make_test(field.kind, operator, value, field.words), own)
        except BadValueError as problem:
            raise ExpressionError(
                f"{value!r} is no value of {name}", at, length, str(problem)
            ) from None
        except PatternError as problem:
            inside = at + (self.text[at] in "\"'") + problem.start
            raise ExpressionError(
                problem.message, min(inside, at + length - 1), problem.length
            ) from None

    def _field(self, name: str, start: int, length: int) -> tuple[str, Field, bool]:
        """The field of a name, and whether each such question has a turn of its own."""
        if self.by_turn and "turn." + name in FIELDS:
            name = "turn." + name
        field = FIELDS.get(name)
        if field is not None:
            return name, field, False
        if name in BARE:
            return name, FIELDS[BARE[name]], True
        if name.startswith(HEADER) and _KEY.fullmatch(name, len(HEADER)):
            key = name[len(HEADER) :]
            return name, Field(GAME, TEXT, HEAD, lambda game: game.headers.get(key, ""), ""), False
        from difflib import get_close_matches

        near = get_close_matches(name, [*FIELDS, *BARE], n=3)
        raise ExpressionError(
            f"nothing is called {name}",
            start,
            length,
            " or ".join(near) if near else "a field; `acquire help filter` lists them",
        )

    def _value(self, name: str, operator: str, allowed: Sequence[str]) -> tuple[str, int, int]:
        """The value that stands next, its place and length."""
        before = name + operator
        found = _VALUE.match(self.text, self.at)
        blanks = _BLANKS.match(self.text, self.at)
        assert blanks is not None
        at = blanks.end()
        if found is None:
            if at < len(self.text) and self.text[at] in "\"'":
                raise ExpressionError("a quote that is not closed", at, 1, "the closing quote")
            raise self._expected(f"a value after {before}")
        bare = found.group(3)
        if bare is not None:
            if bare[0] in "=<>~":
                value = bare.lstrip("=<>~!")
                signs = operator + bare[: len(bare) - len(value)]
                meant = _MEANT.get(signs, operator)
                hint = f"a value after {before}"
                if meant in allowed:
                    hint = name + meant + (value or " and a value")
                raise ExpressionError(f"{signs} is no operator", at, 1, hint)
            if bare.lower() in _KEYWORDS:
                raise ExpressionError(
                    f"{bare} is a word of the language",
                    at,
                    len(bare),
                    f'a value after {before}, in quotes where it is this word: "{bare}"',
                )
            value = bare
        else:
            value = found.group(1) if found.group(1) is not None else found.group(2)
        self.at = found.end()
        return value, at, found.end() - at

    def _peek(self) -> "re.Match[str] | None":
        return _TOKEN.match(self.text, self.at)

    def _word(self) -> str:
        found = self._peek()
        return (found.group(4) or "").lower() if found is not None else ""

    def _skip(self) -> None:
        found = self._peek()
        assert found is not None
        self.at = found.end()

    def _deeper(self, found: "re.Match[str]") -> None:
        self.depth += 1
        if self.depth > MAX_DEPTH:
            start = found.end() - len(found.group().strip())
            message = f"more than {MAX_DEPTH} parentheses and nots within each other"
            raise ExpressionError(message, start, 1, "a flatter expression")

    def _expected(self, what: str) -> ExpressionError:
        found = self._peek()
        if found is None:
            end = len(self.text.rstrip(" \t\r\n"))
            return ExpressionError("the expression ends too early", end, 1, what)
        word = found.group().strip(" \t\r\n")
        return ExpressionError(
            f"{word!r} cannot stand here", found.end() - len(word), len(word), what
        )
