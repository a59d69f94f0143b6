"""The record of an event, handed over with what a replay of it says."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from discord import ButtonStyle

from bot.domain.events.record_views import NameAsked, NamesAsked
from bot.i18n import Voice
from bot.record.errors import Fault
from bot.rendering.events.record_words import code, fault_lines
from bot.rendering.layout import DANGER, WARNING, Card, Choice, Document, Press
from bot.rendering.people import short_mention
from bot.rendering.sentences import listing
from bot.rendering.text import plain, quote

if TYPE_CHECKING:  # They import pydantic, which takes a tenth of a second.
    from bot.record.exporting import Exported
    from bot.record.replaying import Difference


def export(found: Exported, voice: Voice) -> Card:
    """The files, what they are for, and whether the record agrees with its own facts."""
    lines = [voice.say("record.body", file=found.files[0][0]), _verdict(found, voice), voice.say("record.tables")]
    if found.has_trf:
        lines.append(voice.say("record.trf"))
    return Card(
        (f"### {voice.say('record.title', name=quote(found.name))}", "\n".join(lines)),
        documents=tuple(Document(name, data) for name, data in found.files),
    )


def refusal(file: str, faults: tuple[Fault, ...], voice: Voice) -> Card:
    """Every fault with its place; nothing was taken."""
    return Card(("\n".join(fault_lines(file, faults, voice)),), colour=DANGER)


def disagrees(file: str, difference: Difference, voice: Voice) -> Card:
    """A file whose claims do not follow from its own facts; nothing was taken."""
    said = voice.say("record.tampered", file=quote(file))
    return Card((f"{said}\n{_difference(difference, voice)}",), colour=DANGER)


def who_is_who(found: NamesAsked, voice: Voice) -> Card:
    """Whom the names of the file mean: a question for the very names together, then one for each other name."""
    again = ((Press("record-again:", voice.say("record.again")),),) if found.said else ()
    title = f"### {voice.say('record.who')}"
    asked = _same(found, voice) if found.same else _alike(found, voice)
    said = (title, voice.say("record.who_why"), *asked.paragraphs, voice.count("record.left", found.left))
    return replace(asked, paragraphs=said, controls=(*asked.controls, *again), colour=WARNING)


def _same(found: NamesAsked, voice: Voice) -> Card:
    lines = [f"{quote(one.name, 40)} → {short_mention(one.alike[0], 40)}" for one in found.same]
    others = tuple((one.name_id, plain(one.name)) for one in found.same)
    yes = Press(f"record-same:{found.seen}", voice.say("record.all_same"), ButtonStyle.success)
    menu = Choice("record-others:", voice.say("record.others"), others, most=len(others))
    return Card((voice.say("record.same"), "\n".join(lines)), controls=((yes,), menu))


def _alike(found: NamesAsked, voice: Voice) -> Card:
    lines = [
        voice.say(
            "record.alike_line",
            name=quote(one.name),
            known=listing([short_mention(known, 40) for known in one.alike], voice),
        )
        if one.alike
        else voice.say("record.nobody_alike", name=quote(one.name))
        for one in found.alike
    ]
    return Card(("\n".join(lines),), controls=tuple(_question(one, voice) for one in found.alike))


def _question(one: NameAsked, voice: Voice) -> tuple[Press, ...]:
    name = plain(one.name, 24)
    known = tuple(
        Press(
            f"record-is:{one.name_id}.{person.person_id}",
            voice.say("teams.is_this", name=name, known=plain(person.name, 24)),
        )
        for person in one.alike
    )
    return (*known, Press(f"record-new:{one.name_id}", voice.say("teams.is_new", name=name)))


def _verdict(found: Exported, voice: Voice) -> str:
    return voice.say("record.agrees") if found.difference is None else _difference(found.difference, voice)


def _difference(one: Difference, voice: Voice) -> str:
    nothing = voice.say("record.nothing")
    return voice.say(
        "record.differs",
        place=code(one.place),
        derived=quote(one.derived) if one.derived else nothing,
        recorded=quote(one.recorded) if one.recorded else nothing,
    )
