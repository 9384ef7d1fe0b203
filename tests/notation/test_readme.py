"""The events that the README of the standard lists are those that there are."""

import re
from pathlib import Path

from acquire_cli.records import events

README = (Path(__file__).parents[2] / "notation" / "README.md").read_text(encoding="utf-8")


def test_every_event_is_listed_with_its_members() -> None:
    rows = dict(re.findall(r"^\| `([a-z-]+)` \| ([^\n]+) \|$", README, re.MULTILINE))
    kinds = {kind.__struct_config__.tag: kind for kind in events.Event.__subclasses__()}
    assert {str(tag) for tag in kinds} == set(rows)
    for tag, kind in kinds.items():
        named = set(re.findall(r"`([a-z]+)`", rows[str(tag)]))
        assert set(kind.__struct_fields__) <= named, tag
