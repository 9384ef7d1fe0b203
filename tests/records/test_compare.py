"""Where two records part, by what was played."""

from hypothesis import given
from hypothesis import strategies as st

from acquire_cli.notation.findings import Finding
from acquire_cli.records.compare import Comparison, Difference, compare
from acquire_cli.records.game import open_game
from acquire_cli.records.views import TABLE, view
from tests.engine.support import examples
from tests.records.played import GAME, HANDLES, HEAD, Played, from_position, plays, read, text

FEW = examples(30)


def compared(a: str, b: str) -> Comparison:
    lists: tuple[list[Finding], list[Finding]] = ([], [])
    games = []
    for one in (a, b):
        game, found = open_game(read(one))
        assert game is not None, found
        games.append(game)
    return compare(*games, *lists)


def mirrored(c: Comparison) -> Comparison:
    heads = [Difference(d.key, d.b, d.a) for d in c.heads]
    return Comparison(
        heads, c.turn, c.b, c.a, c.before, c.after_b, c.after_a, (c.endings[1], c.endings[0])
    )


@given(plays(), st.booleans(), st.integers(0, 20))
@FEW
def test_a_game_is_the_same_as_itself_and_as_its_views(
    played: Played, whole: bool, skipped: int
) -> None:
    record = text(played, 60) if whole else from_position(played, skipped, 60)
    assert compared(record, record).same
    for who in (*HANDLES[: played.players], TABLE):
        lines, _ = view(read(record), who)
        assert lines is not None
        shown = "\n".join(lines) + "\n"
        found = compared(record, shown)
        assert found.same, (found.heads, found.turn, found.a, found.b)
        assert found.turn is None
        assert compared(shown, record).same


@given(plays(), st.integers(0, 30), st.integers(0, 2**32))
@FEW
def test_a_game_parts_from_its_beginning_where_that_stops(
    played: Played, common: int, seed: int
) -> None:
    """A game, and the same one cut off."""
    a = from_position(played, common, 30)
    lines_a = a.split("\n\n")[1].splitlines()
    if not lines_a:
        return
    cut = seed % len(lines_a)
    shorter = a.split("\n\n")[0] + "\n\n" + "".join(line + "\n" for line in lines_a[:cut])
    found = compared(a, shorter)
    assert (found.turn, found.a, found.b) == (cut + 1, lines_a[cut], None)
    assert found.after_b == found.before
    assert mirrored(compared(shorter, a)) == found


def test_spelling_parts_nothing() -> None:
    lax = (
        "ACQUIRE 1\nPlayers: ANN,BOB\nname.ann: Ann\nSeed: friday-42\n# hm\n"
        "3d # why\n2. bob d9 =6000 !?\nann 3C=t ttt\n"
    )
    assert compared(GAME, lax).same


def test_a_purchase_and_what_it_costs() -> None:
    found = compared(GAME, GAME.replace("+TTT", "+T"))
    assert (found.turn, found.a, found.b) == (3, "3 ann 3C=T +TTT", "3 ann 3C=T +T")
    assert [m.cash for m in found.before] == [6000, 6000]
    assert [m.cash for m in found.after_a] == [5400, 6000]
    assert [m.cash for m in found.after_b] == [5800, 6000]
    assert [m.net for m in found.after_a] == [9200, 6000]
    assert [ending.turns for ending in found.endings] == [3, 3]


def test_heads_that_matter() -> None:
    def heads(old: str, new: str) -> list[Difference]:
        return compared(HEAD, HEAD.replace(old, new)).heads

    assert heads("classic@1\n", "classic@1\nrules: safe=10\n") == [Difference("safe", "11", "10")]
    assert heads("classic@1", "tycoon@1")[0] == Difference("bonuses", "two", "three")
    assert heads("friday-42", "x")[-1].key == "bag"
    assert heads("bob", "cid") == [Difference("players", "ann bob", "ann cid")]
    assert [d.key for d in heads("ann bob", "ann bob cid")] == ["players"]
    assert heads("classic@1", "corporations-1999@1")[0].key == "chains"
    assert heads("players", "event: here\nplayers") == []
    assert [d.key for d in heads("classic@1\n", "classic@1\nrules: board=5x5\n")] == ["board"]


def test_hands_and_starts_of_a_table() -> None:
    table = "acquire 1\nplayers: ann bob\nstart: ann=7D bob=2H\nhand.ann: 1A 2A 3A 4A ? ?\n"
    other = table.replace("1A 2A 3A 4A ? ?", "1C 2C 3C ? ? ?")
    assert compared(table, table.replace("4A ? ?", "? ? ?")).same
    assert [d.key for d in compared(table, other).heads] == ["hand.ann"]
    assert [d.key for d in compared(table, table.replace("7D", "7E")).heads] == ["board"]
    assert [d.key for d in compared(table, table.replace("2H", "1B")).heads] == ["first", "board"]


def test_draws_that_are_told() -> None:
    table = "acquire 1\nplayers: ann bob\nstart: ann=7D bob=2H\n1 ann 3D ^4E\n"
    assert compared(table, table.replace(" ^4E", "")).same
    found = compared(table, table.replace("4E", "4F"))
    assert (found.turn, found.a, found.b) == (1, "1 ann 3D ^4E", "1 ann 3D ^4F")


def test_another_end() -> None:
    found = compared(GAME, GAME + "result: abandoned\n")
    assert found.heads == [Difference("end", "unfinished", "abandoned")]
    assert found.turn is None


def test_a_turn_that_breaks_a_rule_counts_for_nothing() -> None:
    found = compared(GAME, GAME.replace("+TTT", "+TTTT"))
    assert (found.turn, found.b) == (3, None)
    assert found.after_b == found.before
    assert found.endings[1].turns == 2
