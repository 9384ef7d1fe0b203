"""`acquire new --commit` and `--nonce`, and what `validate` says after the bag is shown."""

import stat
from pathlib import Path

import pytest

import acquire_cli
from tests.commands.inside import run

NEW = ("new", "-p", "ann,bob")


def test_a_committed_game_from_head_to_proof(tmp_path: Path) -> None:
    secret = tmp_path / "dealer.acq"
    head = run(*NEW, "--commit", "--secret", str(secret))
    assert (head.code, head.err) == (0, "")
    whole = secret.read_text()
    assert stat.S_IMODE(secret.stat().st_mode) == 0o600
    # What everybody gets is what the table may see of the dealer's record.
    assert run("view", "table", str(secret)).out == head.out
    assert "commit: sha256:" in head.out
    for hidden in ("bag:", "seed:", whole.split("commit: sha256:")[1].split()[1]):
        assert hidden in whole
        assert hidden not in head.out
    assert run("fmt", "--check", str(secret)).code == 0
    assert run("validate", "-", stdin=head.out).err.endswith("; 1 commitment sealed\n")
    assert run("validate", str(secret)).err.endswith("0 errors; 1 commitment proved\n")
    first = whole.split("bag: ")[1].split()[0]
    other = whole.replace(f"bag: {first} ", "bag: ", 1).rstrip() + f" {first}\n"
    broken = run("validate", "-", stdin=other)
    assert broken.code == 1
    assert "E-commit" in broken.out
    assert "1 commitment broken" in broken.err


def test_no_two_salts_are_the_same(tmp_path: Path) -> None:
    heads = {
        run(*NEW, "-s", "x", "--commit", "--secret", str(tmp_path / name)).out for name in "abc"
    }
    assert len(heads) == 3


def test_a_secret_is_never_overwritten(tmp_path: Path) -> None:
    secret = tmp_path / "dealer.acq"
    secret.write_text("of another game")
    done = run(*NEW, "--commit", "--secret", str(secret), "--force")
    assert (done.code, done.out) == (2, "")
    assert done.err == f"acquire: {secret}: File exists\n"
    assert secret.read_text() == "of another game"
    link = tmp_path / "link.acq"
    link.symlink_to(tmp_path / "nowhere")
    assert run(*NEW, "--commit", "--secret", str(link)).code == 2
    assert not (tmp_path / "nowhere").exists()


def test_no_secret_is_left_where_the_head_cannot_be_written(tmp_path: Path) -> None:
    head = tmp_path / "head.acq"
    head.write_text("old")
    secret = tmp_path / "dealer.acq"
    assert run(*NEW, "--commit", "--secret", str(secret), "-o", str(head)).code == 2
    assert not secret.exists()
    assert head.read_text() == "old"


def test_the_secret_to_standard_output_and_the_head_to_a_file(tmp_path: Path) -> None:
    head = tmp_path / "head.acq"
    done = run(*NEW, "--commit", "--secret", "-", "-o", str(head))
    assert done.code == 0
    assert "bag: " in done.out
    assert run("view", "table", "-", stdin=done.out).out == head.read_text()


def test_a_ruleset_of_ones_own_can_be_committed_to(tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    shipped = Path(acquire_cli.__file__).parent / "rulesets" / "data" / "classic.toml"
    own.write_text(shipped.read_text().replace('"classic"', '"own"', 1))
    secret = tmp_path / "dealer.acq"
    done = run(*NEW, "-r", str(own), "--commit", "--secret", str(secret))
    assert done.code == 0, done.err
    assert run("validate", "--ruleset", str(own), str(secret)).err.endswith("1 commitment proved\n")


def test_a_seed_of_all_words() -> None:
    done = run(*NEW, "--nonce", "BOB=moon", "--nonce", "ann=blue")
    assert done.code == 0
    assert "\nseed: ann=blue bob=moon\nbag: " in done.out
    # The same bag as that of anybody who writes the seed by hand.
    assert run(*NEW, "-s", "ann=blue bob=moon").out == done.out
    assert run("validate", "-", stdin=done.out).code == 0
    forged = done.out.replace("moon", "sun")
    assert "E-seed" in run("validate", "-", stdin=forged).out


def test_words_and_a_promise_together(tmp_path: Path) -> None:
    secret = tmp_path / "s"
    words = ("--nonce", "ann=blue", "--nonce", "bob=moon")
    head = run(*NEW, *words, "--commit", "--secret", str(secret))
    assert "moon" not in head.out
    assert "seed: ann=blue bob=moon\n" in secret.read_text()


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--commit",), "--commit needs --secret"),
        (("--secret", "x"), "--secret belongs to --commit"),
        (("--commit", "--secret", "-"), "cannot both go to standard output"),
        (("--table", "--commit", "--secret", "x"), "a table record has no bag"),
        (("--table", "--nonce", "ann=x"), "a table record has no bag"),
        (("--seed", "x", "--nonce", "ann=x"), "--seed and --nonce exclude"),
        (("--nonce", "ann"), "--nonce takes HANDLE=WORD"),
        (("--nonce", "ann=x"), "the word of bob is missing"),
        (("--nonce", "ann=x", "--nonce", "ann=y"), "ann has two words"),
        (("--nonce", "ann=x", "--nonce", "cid=y"), "no player is called cid"),
        (("--nonce", "ann=x", "--nonce", "bob="), "the word of bob is empty"),
        (("--nonce", "ann=x", "--nonce", "bob=a b"), "the word of bob has a blank"),
    ],
)
def test_what_does_not_go_together(options: tuple[str, ...], said: str) -> None:
    done = run(*NEW, *options)
    assert (done.code, done.out) == (2, "")
    assert said in done.err
    assert not Path("x").exists()


def test_the_secret_and_the_head_are_two_files(tmp_path: Path) -> None:
    path = tmp_path / "one.acq"
    link = tmp_path / "link"
    link.symlink_to(path)
    for other in (path, link, tmp_path / "x" / ".." / "one.acq"):
        (tmp_path / "x").mkdir(exist_ok=True)
        done = run(*NEW, "--commit", "--secret", str(path), "-o", str(other), "--force")
        assert (done.code, done.out) == (2, "")
        assert "the secret and the head cannot both go to one file" in done.err
        assert not path.exists()
