"""Promised bags and mixed seeds."""

import hashlib

import pytest

from acquire_cli.records.fairplay import BROKEN, PROVED, SEALED, MixError, digest, mixed, promise
from acquire_cli.records.replay import check
from tests.records.played import opened, read

HEAD = "acquire 1\nruleset: classic@1\nplayers: ann bob\n"


def bag() -> str:
    game = opened(HEAD + "seed: x\n")
    return " ".join(game.names.tile[t] for t in game.state.bag)


def test_the_bytes_that_are_hashed() -> None:
    text = "acquire-commit-1\npepper\n9C 5F 11B"
    assert digest(["9C", "5F", "11B"], "pepper") == hashlib.sha256(text.encode()).hexdigest()


def test_the_digest_does_not_change() -> None:
    """Pinned: a record made today is proved for ever."""
    assert digest(bag().split(), "pepper") == (
        "b9df63386375e8fdbbf5126decf7fb3eab7437ede23ddd59f690dd24617daec6"
    )


def test_a_promise_is_sealed_then_proved() -> None:
    sha = digest(bag().split(), "pepper")
    assert promise(read(HEAD + "seed: x\n")) == ""
    assert promise(read(HEAD + f"commit: sha256:{sha}\n")) == SEALED
    assert promise(read(HEAD + f"commit: sha256:{sha} pepper\nbag: 7D 2H ?\n")) == SEALED
    assert promise(read(HEAD + f"commit: sha256:{sha}\nseed: x\n")) == SEALED
    for told in ("seed: x\n", f"bag: {bag()}\n", f"bag: {bag().lower().replace(' ', ',')}\n"):
        assert promise(read(HEAD + f"commit: sha256:{sha} pepper\n" + told)) == PROVED


def test_a_promise_that_was_broken_is_a_finding() -> None:
    sha = digest(bag().split(), "pepper")
    first, second, *rest = bag().split()
    for lines in (
        f"commit: sha256:{sha} salt\nseed: x\n",
        f"commit: sha256:{sha} pepper\nseed: y\n",
        f"commit: sha256:{sha} pepper\nbag: {' '.join([second, first, *rest])}\n",
    ):
        assert promise(read(HEAD + lines)) == BROKEN
        assert [f.code for f in check(read(HEAD + lines))] == ["E-commit"]
    assert promise(read(HEAD + "commit: md5:1234\n")) == BROKEN
    assert promise(read(HEAD.replace("classic", "none") + f"commit: sha256:{sha}\n")) == BROKEN


def test_a_mixed_seed_has_every_word_in_seat_order() -> None:
    words = {"bob": "moon", "ann": "blue=é"}
    assert mixed(["ann", "bob"], words) == "ann=blue=é bob=moon"


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ({"ann": "x"}, "the word of bob is missing"),
        ({}, "the word of ann bob is missing"),
        ({"ann": "x", "bob": ""}, "the word of bob is empty"),
        ({"ann": "x", "bob": "y", "cid": "z"}, "no player is called cid"),
        ({"ann": "x bob=y", "bob": "z"}, "the word of ann has a blank"),
        ({"ann": "x\u00a0y", "bob": "z"}, "the word of ann has a blank"),
        ({"ann": "x\u200by", "bob": "z"}, "the word of ann has a blank"),
        ({"ann": "x", "bob": "\x1b[0m"}, "the word of bob has a blank"),
    ],
)
def test_words_that_cannot_be_mixed(words: dict[str, str], why: str) -> None:
    with pytest.raises(MixError, match=why):
        mixed(["ann", "bob"], words)
