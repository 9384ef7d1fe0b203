"""A user's own defaults: ``play.toml`` where XDG says, each line an option of the command."""

from pathlib import Path
from typing import Final, NamedTuple

MOST: Final = 1 << 16
"""Bytes of the file."""


class Settings(NamedTuple):
    """What the file may set."""

    players: str = ""
    plain: bool = False
    unicode: bool = False
    tutor: bool = False
    vi: bool = False


def settings_path(folder: Path) -> Path:
    """The file, in the folder for a user's own settings."""
    return folder / "play.toml"


def read_settings(folder: Path | None) -> tuple[Settings, list[str]]:
    """The settings, and what in the file cannot be followed; no file is no complaint."""
    if folder is None:
        return Settings(), []
    path = settings_path(folder)
    try:
        if path.exists() and not path.is_file():  # a pipe would be waited for
            return Settings(), [f"{path}: not a regular file"]
        if path.exists() and path.stat().st_size > MOST:
            return Settings(), [f"{path}: more than {MOST:,} bytes"]
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return Settings(), []
    except (OSError, UnicodeDecodeError) as error:
        return Settings(), [f"{path}: {getattr(error, 'strerror', None) or 'not UTF-8'}"]
    from tomllib import TOMLDecodeError, loads

    try:
        values = loads(text)
    except TOMLDecodeError as error:
        return Settings(), [f"{path}: {error}"]
    except (RecursionError, ValueError):
        return Settings(), [f"{path}: too deep, or a number too long, to be read"]
    settings = Settings()
    odd: list[str] = []
    for key, value in values.items():
        known = settings._asdict().get(key)
        if known is None or type(value) is not type(known):
            words = ", ".join(Settings._fields)
            odd.append(f"{path}: {key} is no setting of that kind (there are {words})")
            continue
        settings = settings._replace(**{key: value})
    return settings, odd
