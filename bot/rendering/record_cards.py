"""The record of an event, handed over with what a replay of it says."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.i18n import Voice
from bot.record.errors import Fault
from bot.rendering.layout import DANGER, Card, Document
from bot.rendering.record_words import code, fault_lines
from bot.rendering.text import quoted

if TYPE_CHECKING:  # It imports pydantic, which takes a tenth of a second.
    from bot.record.exporting import Exported


def exported(found: Exported, voice: Voice) -> Card:
    """The files, what they are for, and whether the record agrees with its own facts."""
    lines = [voice.say("record.body", file=found.files[0][0]), _verdict(found, voice), voice.say("record.tables")]
    if found.has_trf:
        lines.append(voice.say("record.trf"))
    return Card(
        (f"### {voice.say('record.title', name=quoted(found.name))}", "\n".join(lines)),
        documents=tuple(Document(name, data) for name, data in found.files),
    )


def refused(file: str, faults: tuple[Fault, ...], voice: Voice) -> Card:
    """Every fault with its place; nothing was taken."""
    return Card(("\n".join(fault_lines(file, faults, voice)),), colour=DANGER)


def _verdict(found: Exported, voice: Voice) -> str:
    if found.difference is None:
        return voice.say("record.agrees")
    one, nothing = found.difference, voice.say("record.nothing")
    return voice.say(
        "record.differs",
        place=code(one.place),
        derived=quoted(one.derived) if one.derived else nothing,
        recorded=quoted(one.recorded) if one.recorded else nothing,
    )
