"""The bar at the foot of the terminal: turn, player, phase, cash, bag; a cell a chain."""

from acquire_cli.display.clean import width
from acquire_cli.engine import codes as c
from acquire_cli.repl.session import Session
from acquire_cli.rulesets.money import money


def bar_lines(session: Session, columns: int) -> list[str]:
    """Two lines, three on a narrow terminal; the game's own words only, so all is printable."""
    s = session.state
    rules = s.rules
    if session.over:
        words = ["over: " + c.REASON_NAMES[s.reason]]
    else:
        words = [f"turn {session.now.number}", session.actor, c.PHASE_NAMES[s.phase]]
        words.append(f"cash {money(s.cash[s.actor])}")
    if s.bag_left >= 0:
        words.append(f"bag {s.bag_left}")
    words.append("? help")
    cells = []
    for i, letter in enumerate(session.names.letters):
        size = s.size[i]
        if not size:
            cells.append(f"{letter} - ({s.bank[i]})")
            continue
        mark = "*" if s.safe >> i & 1 else ""
        cells.append(f"{letter} {size}{mark} {money(rules.price[i][size])} ({s.bank[i]})")
    lines = ["  ".join(words)]
    line = ""
    for cell in cells:
        more = f"{line} | {cell}" if line else cell
        if line and width(more) > columns:
            lines.append(line)
            more = cell
        line = more
    return [text[:columns] for text in [*lines, line]]
