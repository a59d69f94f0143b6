"""Notices about ceremonies."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from bot.domain.announcements import Promise, Saying
from bot.domain.events.ceremonies import CeremonyView
from bot.domain.ids import PersonId
from bot.i18n import Voice
from bot.notices.notice import Composed, Notice
from bot.rendering.events import ceremony_cards
from bot.rendering.layout import Card
from bot.services.events import ceremonies
from bot.storage import people
from bot.storage.database import Work


def _about(layout: Callable[[CeremonyView, Voice], Card]) -> Notice:
    def notice(work: Work, promise: Promise) -> Composed | None:
        view = ceremonies.view(work, promise.guild_id, promise.subject)
        return lambda voice: layout(view, voice)

    return notice


def _reminder(work: Work, promise: Promise) -> Composed | None:
    view = ceremonies.view(work, promise.guild_id, promise.subject)
    return None if view.ceremony.cancelled_at else lambda voice: ceremony_cards.reminder(view, voice)


def _reprimanded(work: Work, promise: Promise) -> Composed | None:
    person = people.load(work, PersonId(promise.details["person"]))
    given = None if person is None else ceremonies.given_to(work, promise.subject, person.person_id)
    view = ceremonies.view(work, promise.guild_id, promise.subject)
    if person is None or given is None:
        return None
    return lambda voice: ceremony_cards.reprimanded(view, person, given, voice)


NOTICES: Mapping[Saying, Notice] = {
    Saying.CEREMONY_STATED: _about(ceremony_cards.stated),
    Saying.CEREMONY_REMINDER: _reminder,
    Saying.REPRIMANDED: _reprimanded,
}
