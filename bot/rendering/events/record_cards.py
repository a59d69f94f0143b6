"""The record of an event, handed over with what a replay of it says."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bot.domain.events.record_views import Arrival
from bot.i18n import Voice
from bot.record.errors import Fault
from bot.rendering.events.record_words import code, fault_lines
from bot.rendering.layout import DANGER, Card, Document
from bot.rendering.people import mention
from bot.rendering.text import quoted

if TYPE_CHECKING:  # They import pydantic, which takes a tenth of a second.
    from bot.record.exporting import Exported
    from bot.record.replaying import Difference

MOST_NAMES: Final = 40


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


def disagrees(file: str, difference: Difference, voice: Voice) -> Card:
    """A file whose claims do not follow from its own facts; nothing was taken."""
    said = voice.say("record.tampered", file=quoted(file))
    return Card((f"{said}\n{_difference(difference, voice)}",), colour=DANGER)


def arriving(found: Arrival, voice: Voice) -> Card:
    """What would be brought in, and who is who; nothing is written yet."""
    lines = [*_arrival(found, voice), voice.say("record.confirm")]
    return Card((f"### {voice.say('record.arriving', name=quoted(found.name))}", "\n".join(lines)))


def arrived(found: Arrival, voice: Voice) -> Card:
    """The event stands here now."""
    lines = [*_arrival(found, voice), voice.say("record.arrived_next")]
    return Card((f"### {voice.say('record.arrived', name=quoted(found.name))}", "\n".join(lines)))


def _arrival(found: Arrival, voice: Voice) -> list[str]:
    champion = voice.say("record.nobody") if found.champion is None else quoted(found.champion)
    lines = [voice.count("record.contests", found.contests, champion=champion)]
    if found.known:
        lines.append(voice.say("record.known", people=_list([mention(one) for one in found.known])))
    if found.new:
        lines.append(voice.say("record.new", people=_list([quoted(one) for one in found.new])))
    lines.append(voice.say("record.official" if found.official else "record.unrated"))
    if found.left_behind:
        lines.append(voice.say("record.left_behind"))
    return lines


def _list(names: list[str]) -> str:
    """As many as fit a message, and how many more there are."""
    hidden = len(names) - MOST_NAMES
    return ", ".join(names[:MOST_NAMES]) + (f" (+{hidden})" if hidden > 0 else "")


def _verdict(found: Exported, voice: Voice) -> str:
    return voice.say("record.agrees") if found.difference is None else _difference(found.difference, voice)


def _difference(one: Difference, voice: Voice) -> str:
    nothing = voice.say("record.nothing")
    return voice.say(
        "record.differs",
        place=code(one.place),
        derived=quoted(one.derived) if one.derived else nothing,
        recorded=quoted(one.recorded) if one.recorded else nothing,
    )
