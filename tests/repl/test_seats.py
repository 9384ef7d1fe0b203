"""Who sits where: what may stand behind `--players` and in `x-players:`."""

import pytest

from acquire_cli.repl.seats import Seat, SeatsError, from_header, parse_seats

ANN_BOB = [Seat("ann", ""), Seat("bob", "steady")]


@pytest.mark.parametrize(
    "text", ["ann,bob:steady", "ann bob:steady", " Ann ,\tBOB:Steady, ", "ann,,bob:steady\n"]
)
def test_blanks_or_commas_separate(text: str) -> None:
    assert parse_seats(text) == ANN_BOB


def test_a_person_may_be_called_one() -> None:
    assert parse_seats("ann:human,bob:steady") == ANN_BOB
    assert parse_seats("ann:Human,bob:HUMAN") == [Seat("ann", ""), Seat("bob", "")]


@pytest.mark.parametrize("word", ["", "person", "clever", "steady:sharp"])
def test_a_computer_player_that_is_none_is_told_all_kinds_and_that_of_a_person(word: str) -> None:
    with pytest.raises(SeatsError) as caught:
        parse_seats(f"ann,bob:{word}")
    assert str(caught.value) == (
        f"no computer player is called {word!r} (there are random, steady, sharp; a person is "
        "human, or nothing: bob)"
    )


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("Ann Lee, Bob", "'Ann Lee' is no handle: a handle has no blank"),
        ("ann, bob cid:steady", "'bob cid:steady' is no handle: a handle has no blank"),
        ("", "nobody is named"),
        (" , ,", "nobody is named"),
        ("ann,ann", "ann sits at the table twice"),
        ("ann,b", "'b' is no handle"),
        ("ann,end", "'end' is no handle"),
    ],
)
def test_seats_that_cannot_be_read(text: str, why: str) -> None:
    with pytest.raises(SeatsError) as caught:
        parse_seats(text)
    assert str(caught.value).startswith(why)


@pytest.mark.parametrize(
    "value", ["bob=steady cid=sharp", "bob=steady, CID=Sharp", ",bob=steady,cid=sharp"]
)
def test_the_header_takes_commas_like_every_list(value: str) -> None:
    assert from_header(value, ["ann", "bob", "cid"]) == ({"bob": "steady", "cid": "sharp"}, [])


def test_what_of_the_header_cannot_be_followed() -> None:
    computers = from_header("bob=steady cid=human eve=steady ann=clever", ["ann", "bob", "cid"])
    assert computers == ({"bob": "steady"}, ["eve=steady", "ann=clever"])
