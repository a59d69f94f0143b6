"""Ceremonies of an event: stated, recalled, who was there, and reprimands (GO-23.6)."""

from __future__ import annotations

from collections.abc import Sequence

from discord import ButtonStyle

from bot.domain.community import Person
from bot.domain.events.ceremonies import Attendance, Ceremony, CeremonyView, Reprimand
from bot.i18n import Voice
from bot.rendering.layout import DANGER, QUIET, WARNING, Card, Choice, Press
from bot.rendering.people import mention, pings
from bot.rendering.sentences import listing, moment
from bot.rendering.text import plain, quote, quoted_block

MOST_NAMED = 60
"""Players named in a reminder; more are meant, and read it without a mention."""
MOST_LISTED = 10
MOST_OFFERED = 75
"""Names to choose among, for each of three questions."""


def ceremony_notice(view: CeremonyView, voice: Voice) -> Card:
    """To everybody: a ceremony is to be held and is a duty of the players, or it was called off."""
    ceremony = view.ceremony
    key = "ceremonies.called_off" if ceremony.cancelled_at else "ceremonies.stated"
    text = voice.say(
        key, ceremony=quote(ceremony.name), name=quote(view.tournament.name), when=moment(ceremony.held_at)
    )
    return Card((text,), colour=QUIET if ceremony.cancelled_at else WARNING)


def reminder(view: CeremonyView, voice: Voice) -> Card:
    """To the players: it begins soon, with the press that says that one is there."""
    ceremony, named = view.ceremony, view.absent[:MOST_NAMED]
    text = voice.say(
        "ceremonies.reminder",
        ceremony=quote(ceremony.name),
        name=quote(view.tournament.name),
        when=moment(ceremony.held_at),
    )
    here = Press(f"ceremony-here:{ceremony.ceremony_id}", voice.say("ceremonies.here"), ButtonStyle.success, "✋")
    opening = " ".join(mention(person) for person in named)
    return Card((text,), controls=((here,),), colour=WARNING, opening=opening or None, pings=pings(named))


def all_of_event(found: Sequence[Ceremony], voice: Voice) -> Card:
    """The ceremonies of an event, each with the way to its attendance."""
    if not found:
        return Card((voice.say("ceremonies.none"),), colour=QUIET)
    lines = "\n".join(f"- **{quote(one.name)}** · {moment(one.held_at)}" for one in found[:MOST_LISTED])
    options = tuple((one.ceremony_id, plain(one.name)) for one in found[:MOST_LISTED])
    return Card((lines,), controls=(Choice("ceremony:", voice.say("ceremonies.open"), options),), colour=QUIET)


def desk(view: CeremonyView, voice: Voice) -> Card:
    """Who was there, who is excused, who was not; and what can be done about each."""
    ceremony = view.ceremony
    title = f"## {quote(ceremony.name)}\n-# {quote(view.tournament.name)} · {moment(ceremony.held_at)}"
    present, excused = (_who(view, kind) for kind in (Attendance.PRESENT, Attendance.EXCUSED))
    lines = [
        voice.count("ceremonies.present", len(present)),
        *([voice.say("ceremonies.excused", names=_names(excused, voice))] if excused else []),
        voice.say("ceremonies.absent", names=_names(view.absent, voice))
        if view.absent
        else voice.say("ceremonies.all"),
    ]
    return Card(
        (title, "\n".join(lines), voice.say("ceremonies.graver")), controls=_controls(view, voice), colour=QUIET
    )


def reprimand(view: CeremonyView, person: Person, given: Reprimand, voice: Voice) -> Card:
    """To everybody: a reprimand, with its reason."""
    text = voice.say(
        "ceremonies.reprimand_public",
        who=mention(person),
        ceremony=quote(view.ceremony.name),
        name=quote(view.tournament.name),
    )
    return Card((text, quoted_block(given.reason)), colour=DANGER, pings=pings([person]))


def _controls(view: CeremonyView, voice: Voice) -> tuple[Choice | tuple[Press, ...], ...]:
    key = view.ceremony.ceremony_id
    absent = tuple((person.person_id, plain(person.name)) for person in view.absent[:MOST_OFFERED])
    blamed = tuple((person.person_id, plain(person.name)) for person in view.to_reprimand[:MOST_OFFERED])
    menus: list[Choice | tuple[Press, ...]] = []
    if absent:
        menus.append(Choice(f"ceremony-present:{key}", voice.say("ceremonies.note_present"), absent))
        menus.append(Choice(f"ceremony-excused:{key}", voice.say("ceremonies.note_excused"), absent))
    if blamed:
        menus.append(Choice(f"reprimand:{key}", voice.say("ceremonies.reprimand"), blamed))
    off = Press(f"ceremony-off:{key}", voice.say("ceremonies.call_off"), ButtonStyle.danger)
    return (*menus, (off,))


def _who(view: CeremonyView, kind: Attendance) -> tuple[Person, ...]:
    return tuple(player for player in view.players if view.attendance.get(player.person_id) is kind)


def _names(some: Sequence[Person], voice: Voice) -> str:
    return listing([mention(person) for person in some[:MOST_NAMED]], voice) + (" …" if len(some) > MOST_NAMED else "")
