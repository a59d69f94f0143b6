"""Notices about ceremonies."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from bot.domain.announcements import Promise
from bot.domain.events.ceremonies import CeremonyView
from bot.domain.events.sayings import CeremonyReminder, CeremonyStated, OfCeremony, Reprimanded
from bot.i18n import Voice
from bot.notices.notice import Composed, Notice, on
from bot.rendering.events import ceremony_cards
from bot.rendering.layout import Card
from bot.services.events import ceremonies
from bot.storage import people
from bot.storage.database import Work


def _about(layout: Callable[[CeremonyView, Voice], Card]) -> Notice:
    def notice(work: Work, promise: Promise[OfCeremony]) -> Composed | None:
        view = ceremonies.view(work, promise.guild_id, promise.saying.ceremony_id)
        return lambda voice: layout(view, voice)

    return notice


def _reminder(work: Work, promise: Promise[CeremonyReminder]) -> Composed | None:
    view = ceremonies.view(work, promise.guild_id, promise.saying.ceremony_id)
    return None if view.ceremony.cancelled_at else lambda voice: ceremony_cards.reminder(view, voice)


def _reprimanded(work: Work, promise: Promise[Reprimanded]) -> Composed | None:
    person = people.load(work, promise.saying.person)
    given = None if person is None else ceremonies.given_to(work, promise.saying.ceremony_id, person.person_id)
    view = ceremonies.view(work, promise.guild_id, promise.saying.ceremony_id)
    if person is None or given is None:
        return None
    return lambda voice: ceremony_cards.reprimanded(view, person, given, voice)


NOTICES: Final = dict(
    (
        on(CeremonyStated, _about(ceremony_cards.stated)),
        on(CeremonyReminder, _reminder),
        on(Reprimanded, _reprimanded),
    )
)
