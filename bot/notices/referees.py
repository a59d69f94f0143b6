"""Notices about the chief arbiter of an event and what is asked of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from bot.domain.announcements import Promise, Saying
from bot.domain.events.event_officers import EventRole, RefereesView
from bot.domain.ids import ContestId, PersonId, TournamentId
from bot.i18n import Voice
from bot.notices.notice import Composed, Notice
from bot.rendering.layout import Card
from bot.rendering.playing import chief_cards
from bot.services.playing import chief
from bot.services.playing.match_reading import match_view
from bot.storage import people
from bot.storage.database import Work


def _about(layout: Callable[[RefereesView, Voice], Card]) -> Notice:
    """A notice that needs the event's referees alone."""

    def notice(work: Work, promise: Promise) -> Composed | None:
        view = chief.view(work, promise.guild_id, TournamentId(promise.subject))
        return lambda voice: layout(view, voice)

    return notice


def _named(work: Work, promise: Promise) -> Composed | None:
    view = chief.view(work, promise.guild_id, TournamentId(promise.subject))
    person = people.load(work, PersonId(promise.details["person"]))
    role = EventRole(promise.details["role"])
    return None if person is None else lambda voice: chief_cards.named(view, person, role, voice)


def _relieved(work: Work, promise: Promise) -> Composed | None:
    view = chief.view(work, promise.guild_id, TournamentId(promise.subject))
    person = people.load(work, PersonId(promise.details["person"]))
    return None if person is None else lambda voice: chief_cards.relieved(view, person, voice)


def _passed_up(work: Work, promise: Promise) -> Composed | None:
    view = match_view(work, ContestId(promise.subject), promise.promised_at)
    by = people.load(work, PersonId(promise.details["by"]))
    if view is None:
        return None
    return lambda voice: chief_cards.passed_up(view, by, promise.details["question"], voice)


NOTICES: Mapping[Saying, Notice] = {
    Saying.CHIEF_NAMED: _named,
    Saying.ARBITER_RELIEVED: _relieved,
    Saying.PASSED_UP: _passed_up,
    Saying.REPORT_WANTED: _about(chief_cards.report_wanted),
    Saying.CLOSING_REPORT: _about(chief_cards.closing_report),
}
