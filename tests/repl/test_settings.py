"""The user's own defaults."""

import os
from pathlib import Path

from acquire_cli.repl.settings import Settings, read_settings


def test_no_file_is_no_complaint(tmp_path: Path) -> None:
    assert read_settings(None) == (Settings(), [])
    assert read_settings(tmp_path) == (Settings(), [])


def test_what_the_file_says(tmp_path: Path) -> None:
    (tmp_path / "play.toml").write_text('unicode = true\nplayers = "ann,bob:sharp"\n')
    assert read_settings(tmp_path) == (Settings(players="ann,bob:sharp", unicode=True), [])


def test_what_cannot_be_followed_is_said(tmp_path: Path) -> None:
    path = tmp_path / "play.toml"
    path.write_text("unicode = 1\ncolour = true\nvi = true\n")
    settings, odd = read_settings(tmp_path)
    assert settings == Settings(vi=True)
    assert ["unicode" in odd[0], "colour" in odd[1]] == [True, True]
    path.write_text("unicode =")
    assert read_settings(tmp_path)[1][0].startswith(str(path))
    path.write_bytes(b"\xff")
    assert "UTF-8" in read_settings(tmp_path)[1][0]


def test_a_strange_file_is_said_and_not_waited_for(tmp_path: Path) -> None:
    path = tmp_path / "play.toml"
    for text in (f"x = {'[' * 7000}", f"players = {'9' * 5000}", "#" * 70_000):
        path.write_text(text)
        settings, [said] = read_settings(tmp_path)
        assert settings == Settings()
        assert said.startswith(f"{path}: ")
    path.unlink()
    os.mkfifo(path)
    assert read_settings(tmp_path) == (Settings(), [f"{path}: not a regular file"])
    path.unlink()
    path.symlink_to("/dev/zero")
    assert read_settings(tmp_path) == (Settings(), [f"{path}: not a regular file"])
