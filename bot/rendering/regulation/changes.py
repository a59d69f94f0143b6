"""In what two rulebooks differ, setting by setting, in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from bot.domain.rulebook import Rulebook, Setting, settings
from bot.i18n import Voice
from bot.rendering.regulation.spoken import short_duration
from bot.rendering.sentences import listing, number
from bot.rendering.text import quote


@dataclass(frozen=True, slots=True)
class Change:
    """A setting that two rulebooks have differently, by its dotted key."""

    key: str
    before: Setting
    after: Setting


def difference(before: Rulebook, after: Rulebook) -> tuple[Change, ...]:
    """Every setting in which the second rulebook differs from the first, in the order of the sheet's fields.

    A setting of a table that only one of them has is not set in the other.
    """
    old, new = settings(before), settings(after)
    keys = (*old, *(key for key in new if key not in old))
    return tuple(Change(key, old.get(key), new.get(key)) for key in keys if old.get(key) != new.get(key))


def change_lines(changes: Sequence[Change], voice: Voice) -> tuple[str, ...]:
    """A line for each change, with both values in words."""
    return tuple(_change_line(change, voice) for change in changes)


def _change_line(change: Change, voice: Voice) -> str:
    before, after = (_value(change.key, value, voice) for value in (change.before, change.after))
    return voice.say("sheet.change", key=change.key, before=before, after=after)


def _value(key: str, value: Setting, voice: Voice) -> str:
    match value:
        case None if key == "absence.bar_lasts":
            return voice.say("sheet.value.until_lifted")
        case None | ():
            return voice.say("sheet.value.unset")
        case bool():
            return voice.say("sheet.value.on" if value else "sheet.value.off")
        case timedelta():
            return short_duration(value, voice)
        case tuple():
            return listing([_value(key, entry, voice) for entry in value], voice)
        case str():
            return quote(value)
        case _:
            return number(value, voice)
