"""A turn as text from its own words, whatever it leaves out: nothing is played."""

from acquire_cli.notation.turn import Clause, Irregular, Moved, Turn
from acquire_cli.notation.writer import comment_text


def words_of(turn: Turn) -> str:
    """The line of a turn from its own words, whatever it leaves out."""
    words = [str(turn.number)] if turn.number else []
    if turn.handle:
        words.append(turn.handle)
    marked = turn.irregular
    for tiles in turn.redraws:
        words.append("x" + ",".join(tiles))
    if turn.tile:
        tile = turn.tile if marked is None else "~" * marked.passed + turn.tile
        words.append(f"{tile}={turn.founded}" if turn.founded else tile)
    if turn.survivor:
        words.append(f"{turn.survivor}x{turn.defunct}")
    for clause in turn.clauses:
        words.append(clause_text(clause))
    if marked is not None:
        _bought_and_left(turn, marked, words)
    else:
        if turn.buys is not None:
            words.append("+" + turn.buys)
        if turn.declared:
            words.append("end")
    if turn.aside or turn.looked:
        words.append("x" + ",".join(turn.aside))
    if turn.drew is not None:
        words.append("^" + ",".join(turn.drew))
    if marked is not None and marked.undrawn:
        words.append("~^")
    for who, cash in turn.cash:
        words.append(f"={who}:{cash}" if who else f"={cash}")
    for mark in (turn.glyph, turn.clock, turn.evaluation):
        if mark:
            words.append(mark)
    if turn.open:
        words.append("..")
    if turn.comment is not None:
        words.append(comment_text(turn.comment))
    return " ".join(words)


def _bought_and_left(turn: Turn, marked: Irregular, words: list[str]) -> None:
    """The words between the dispositions and what is set aside, where some broke a rule."""
    words += [f"~{moved_text(moved)}" for moved in marked.moved]
    if turn.buys is not None:
        words.append("~" * marked.bought + "+" + turn.buys)
    if turn.declared:
        words.append("~" * marked.declared + "end")
    if marked.left:
        words.append("~x" + ",".join(marked.left))
    if marked.kept:
        words.append("~x")


def moved_text(moved: Moved) -> str:
    """Money or shares that moved against the rules, as they are written behind the ``~``."""
    sign = "-" if moved.money < 0 or moved.taken else "+"
    return f"{moved.handle}{sign}{abs(moved.money) or moved.given or moved.taken}"


def irregular_text(turn: Turn) -> str:
    """All that a turn marks with ``~``, without that sign."""
    marked = turn.irregular
    if marked is None:
        return ""
    words = ["."] * marked.passed + [moved_text(moved) for moved in marked.moved]
    words += ["+" + (turn.buys or "")] * marked.bought + ["end"] * marked.declared
    words += ["x" + ",".join(marked.left)] * bool(marked.left) + ["x"] * marked.kept
    return " ".join([*words, *["^"] * marked.undrawn])


def clause_text(clause: Clause) -> str:
    """What a clause tells of a chain, with the numbers that it leaves out left out."""
    text = clause.chain + ("^" + clause.bank_tile if clause.bank_tile else "")
    parts = []
    for part in clause.parts:
        shares = f"s{part.sold}" if part.sold else ""
        if part.traded:
            shares += f"t{part.traded}"
        if part.kept > 0:
            shares += f"k{part.kept}"
        elif not shares:
            shares = "s0" if part.kept else "k0"
        parts.append(f"{part.handle}-{shares}" if part.handle else shares)
    if parts:
        text += (":" if text else "") + ",".join(parts)
    return text
