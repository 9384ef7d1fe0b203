"""How far a record could be played, and what there is to say about it."""

from acquire_cli.notation.findings import ERROR, Finding
from acquire_cli.notation.record import Record
from acquire_cli.records.game import Game
from acquire_cli.records.replay import check_result


def is_whole(game: Game) -> bool:
    """Whether every turn of the record was played."""
    return game.record.broken < 0 and game.played == len(game.record.turns)


def findings(record: Record, game: Game | None, found: list[Finding]) -> list[Finding]:
    """All that is to be said about a game played as far as it goes.

    ``found`` is what opening and playing it gave. Where it stopped early, what stands below that
    place is left out; where it did not, the result is compared.
    """
    if game is None:
        return _sorted(record.findings + found)
    if is_whole(game):
        return _sorted(record.findings + found + check_result(game))
    reached = record.turns[game.played - 1].line if game.played else 0
    told = _sorted(record.findings + found)
    stops = [f.line for f in told if f.severity == ERROR and f.line > reached and _is_stop(f, game)]
    last = min(stops, default=reached)
    return [f for f in told if f.line <= last]


def findings_so_far(record: Record, game: Game, found: list[Finding]) -> list[Finding]:
    """The same where somebody only wanted to play so far."""
    reached = record.turns[game.played - 1].line if game.played else 0
    reached = reached or min((turn.line for turn in record.turns), default=1 << 60) - 1
    return _sorted([f for f in record.findings + found if f.line <= reached])


def _is_stop(finding: Finding, game: Game) -> bool:
    turns = game.record.turns
    return finding.line >= (turns[0].line if turns else finding.line)


def _sorted(found: list[Finding]) -> list[Finding]:
    return sorted(found, key=lambda f: (f.line, f.column))
