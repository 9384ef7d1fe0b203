"""Standings: how a game stands or ended, a row a player. Money is whole dollars.

What several games come to is in ``tournament``, made from these rows, so that whoever ranks a
tournament another way starts from the same.
"""

from typing import Final, NamedTuple

from acquire_cli.engine import codes as c
from acquire_cli.engine.scoring import accounts, ranks, totals
from acquire_cli.notation.findings import Finding
from acquire_cli.records.game import Game
from acquire_cli.records.replay import steps

UNFINISHED = "unfinished"
ABANDONED = "abandoned"

PAID: Final = ("unpaid", "first", "second", "third")
"""What a player was paid in the first merger: the bonus of that rank, or none."""


class Row(NamedTuple):
    """One player in one game; an unfinished game is scored as it stands.

    ``name`` is the player's name, or the handle where the record gives none. ``shares`` are those
    held by chain letter, without zeros; ``bonuses`` and ``worth`` what they bring; ``gap`` how much
    the winner has more. ``seat`` is the place in ``players:``, ``order`` that in turn order, from
    1. ``share`` is that of the table's money, times the number of players: 1 is an even share.
    ``first_merger`` is one of ``PAID``, None where nobody has been paid a bonus (or asked about).
    """

    file: str
    game: int
    ruleset: str
    reason: str
    finished: bool
    turns: int
    player: str
    name: str
    rank: int
    total: int
    cash: int
    shares: dict[str, int]
    bonuses: int
    worth: int
    gap: int
    seat: int
    order: int
    share: float
    first_merger: str | None


def play_through(game: Game, found: list[Finding]) -> None:
    """Play all the turns that can be played, and note who was paid in the first merger."""
    log: list[tuple[int, ...]] = []
    game.state.log = log
    for _ in steps(game, found, logged=False):
        if log:
            paid = _paid(log)
            if paid:
                most = sorted(paid.values(), reverse=True)
                places = {player: 1 + most.index(amount) for player, amount in paid.items()}
                game.first_paid = [places.get(player, 0) for player in range(game.state.players)]
                game.state.log = None
            log.clear()


def _paid(log: list[tuple[int, ...]]) -> dict[int, int]:
    """The bonuses of the first chain for which a player is paid one; the bank's (-1) too."""
    paid: dict[int, int] = {}
    for event in log:
        if event[0] == c.E_DEFUNCT:
            if any(player >= 0 for player in paid):
                break
            paid = {}
        elif event[0] == c.E_BONUS:
            paid[event[2]] = event[3]
    return paid if any(player >= 0 for player in paid) else {}


def rows(game: Game) -> list[Row]:
    """The table of a game as it stands in ``game.state``, the winner first, ties in turn order."""
    state = game.state
    rules = game.rules
    record = game.record
    letters = game.names.letters
    paid = [0] * state.players
    worth = [0] * state.players
    for account in accounts(state):
        for player, bonus in enumerate(account.paid):
            paid[player] += bonus
            worth[player] += account.held[player] * account.price
    total = totals(state)
    rank = ranks(total)
    money = sum(total)
    reason, finished = ending(game)
    ruleset = f"{rules.ruleset.name}@{rules.ruleset.revision}"
    out = []
    for player in sorted(range(state.players), key=lambda player: (rank[player], player)):
        handle = game.names.handles[player]
        at = player * rules.chains
        out.append(
            Row(
                record.file,
                record.number,
                ruleset,
                reason,
                finished,
                game.played,
                handle,
                record.value(f"name.{handle}").strip() or handle,
                rank[player],
                total[player],
                state.cash[player],
                {x: n for x, n in zip(letters, state.shares[at:], strict=False) if n},
                paid[player],
                worth[player],
                max(total) - total[player],
                game.order[player] + 1,
                player + 1,
                round(total[player] * state.players / money, 6) if money > 0 else 1.0,
                PAID[min(game.first_paid[player], 3)] if game.first_paid else None,
            )
        )
    return out


def ending(game: Game) -> tuple[str, bool]:
    """Why the game is over, or why it is not, and whether it is.

    Where nobody counted the hands the turns cannot show that they are empty or that all were stuck;
    there the record's word is taken.
    """
    state = game.state
    if state.phase == c.OVER:
        return c.REASON_NAMES[state.reason], True
    header = game.record.result
    words = header.value.lower().split() if header is not None else []
    if game.played < len(game.record.turns) or game.record.broken >= 0 or not words:
        return UNFINISHED, False
    if words[0] == ABANDONED:
        return ABANDONED, False
    if words[0] in ("exhausted", "stalled") and min(state.unknown) < 0:
        return words[0], True
    return UNFINISHED, False
