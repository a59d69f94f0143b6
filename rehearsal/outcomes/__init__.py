"""What must come out of each rule: data beside this module, written from the regulations and not from the rulebooks."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any, Final

Outcome = dict[str, Any]
"""One rule's table: `asks`, `events`, and what the text fixes."""

_FOLDER: Final = Path(__file__).parent
_PRESETS: Final = "presets"
HOUSE: Final = "house"


@cache
def regulations() -> dict[str, dict[str, Outcome]]:
    """Every regulation by the name of its file: its rules by id."""
    files = (path for path in sorted(_FOLDER.glob("*.toml")) if path.stem != _PRESETS)
    return {path.stem: tomllib.loads(path.read_text(encoding="utf-8")) for path in files}


def of(rule: str) -> Outcome:
    """What must come out of a rule."""
    return next(rules[rule] for rules in regulations().values() if rule in rules)


@cache
def presets() -> dict[str, tuple[str, str] | None]:
    """Each preset's regulation and the event of it that is played; None where the house made the rules."""
    told = tomllib.loads((_FOLDER / f"{_PRESETS}.toml").read_text(encoding="utf-8"))
    found: dict[str, tuple[str, str] | None] = dict.fromkeys(told.pop(HOUSE))
    for regulation, events in told.items():
        found |= {name: (regulation, event) for event, names in events.items() for name in names}
    return found


def governing(preset: str) -> tuple[dict[str, Outcome], str]:
    """The rules that govern the preset's event, by id, and the name of that event; no rules for a file of its own."""
    placed = presets().get(preset)
    if placed is None:
        return {}, ""
    regulation, event = placed
    return {rule: told for rule, told in regulations()[regulation].items() if event in told.get("events", ())}, event
