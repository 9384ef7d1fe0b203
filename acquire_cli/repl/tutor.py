"""The tutor: what ``sharp`` would rather do, said before a move that it finds clearly worse."""

from collections.abc import Container, Sequence

from acquire_cli.engine import codes as c
from acquire_cli.engine.game import legal, play
from acquire_cli.engine.state import State
from acquire_cli.notation.choices import action_text
from acquire_cli.notation.resolve import Names
from acquire_cli.players.player import options
from acquire_cli.players.sharp import PLAYOUTS, Sharp
from acquire_cli.players.words import action_words
from acquire_cli.repl.moment import Log, Moment
from acquire_cli.repl.speech import typed
from acquire_cli.repl.work import Happened

CLEARLY = 500.0
"""Dollars of margin that a move must throw away before the tutor speaks."""


class Tutor:
    """Judges each decision of a line, on what the deciding player can see."""

    def __init__(self, seed: str, clearly: float = CLEARLY, playouts: int = PLAYOUTS) -> None:
        self._sharp = Sharp(seed, 99, playouts=playouts)
        self._second = Sharp(seed, 98, playouts=playouts)
        self._clearly = clearly
        self._shown: list[str] = []

    def shown(self) -> list[str]:
        """The comparison behind the last doubt."""
        return self._shown or ["There is nothing to show."]

    def doubt(
        self,
        before: Moment,
        happened: Sequence[Happened],
        after: Moment,
        names: Names,
        computers: Container[int],
    ) -> list[str]:
        """What there is to say against a line, nothing where it is as good as any."""
        self._shown = []
        if not happened:
            return []
        log = tuple(event for part in happened[:1] for event in part.log)
        s = before.state.copy()
        for action in actions_of(s, log, happened[0].after):
            if s.unknown[s.actor] == 0 and s.phase not in (c.BANK, c.ASIDE):
                said = self._judged(s, action, names)
                if said:
                    return said
            if play(s, action):
                return []
        return []

    def _judged(self, s: State, action: int, names: Names) -> list[str]:
        view, actions = options(s)
        if len(actions) < 2:
            return []
        first = self._sharp.judge(view, actions)[0][0]
        if first == action:
            return []
        # What came out best on some deals has had luck with them: it is held against others.
        worse, error = self._second.compare(view, first, action)
        if worse < max(self._clearly, error):
            return []
        pair = dict(self._second.judge(view, [first, action]))
        better = typed(action_text(view, first, names))
        mine = typed(action_text(view, action, names))
        about = f"{round(worse, -2):,.0f}"
        self._shown = [
            f"{word} (to {action_words(view, which)}): {pair.get(which, 0.0):+,.0f} on average"
            for word, which in ((better, first), (mine, action))
        ]
        return [
            f"Tutor: {better} (to {action_words(view, first)}) looks better than {mine}, "
            f"by about {about}.",
            "anyway plays it, show compares, rethink or another move takes it back.",
        ]


def actions_of(s: State, log: Log, end: State) -> list[int]:
    """The decisions that lead from ``s`` along ``log``; ``end`` is where they lead."""
    s = s.copy()
    s.log = []
    out: list[int] = []
    while len(s.log) < len(log) or (s.phase != end.phase and s.phase in (c.BUY, c.END, c.ASIDE)):
        if s.phase == c.OVER:
            break
        done = len(s.log)
        action = _next_action(s, log[done:])
        if action < 0 or play(s, action):
            break
        out.append(action)
        if len(out) > 64:
            break
    return out


def _next_action(s: State, log: Log) -> int:
    phase = s.phase
    first = log[0] if log else (-1,)
    if phase == c.PLACE:
        if first[0] == c.E_PLACED:
            return first[2] << 4 | c.A_PLACE
        if first[0] == c.E_ASIDE:
            return c.A_REDRAW
        return c.A_PASS if first[0] == c.E_PASSED else -1
    if phase == c.FOUND and first[0] == c.E_FOUNDED:
        return first[2] << 4 | c.A_FOUND
    if phase == c.SURVIVOR and first[0] == c.E_MERGED:
        return first[1] << 4 | c.A_SURVIVOR
    if phase == c.NEXT and first[0] == c.E_DEFUNCT:
        return first[1] << 4 | c.A_NEXT
    if phase == c.DISPOSE and first[0] == c.E_DISPOSED:
        return (first[4] << c.DISPOSE_SHIFT | first[5]) << 4 | c.A_DISPOSE
    if phase == c.BUY:
        return (first[2] if first[0] == c.E_BOUGHT else 0) << 4 | c.A_BUY
    if phase == c.END:
        return int(first[0] == c.E_DECLARED) << 4 | c.A_END
    if phase == c.ASIDE:
        if first[0] == c.E_ASIDE and first[2] << 4 | c.A_ASIDE in legal(s):
            return first[2] << 4 | c.A_ASIDE
        return c.A_DONE
    return -1
