"""Notices about the chief arbiter of an event and what is asked of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from bot.domain.announcements import Promise
from bot.domain.events.event_officers import RefereesView
from bot.domain.playing.sayings import ArbiterRelieved, ChiefNamed, ClosingReportFiled, PassedUp, ReportWanted
from bot.domain.sayings import OfTournament
from bot.i18n import Voice
from bot.notices.notice import Composed, Notice, on
from bot.rendering.layout import Card
from bot.rendering.playing import chief_cards
from bot.services.playing import chief
from bot.services.playing.match_reading import match_view
from bot.storage import people
from bot.storage.database import Work


def _about(layout: Callable[[RefereesView, Voice], Card]) -> Notice:
    """A notice that needs the event's referees alone."""

    def notice(work: Work, promise: Promise[OfTournament]) -> Composed | None:
        view = chief.view(work, promise.guild_id, promise.saying.tournament_id)
        return lambda voice: layout(view, voice)

    return notice


def _named(work: Work, promise: Promise[ChiefNamed]) -> Composed | None:
    view = chief.view(work, promise.guild_id, promise.saying.tournament_id)
    person = people.load(work, promise.saying.person)
    role = promise.saying.role
    return None if person is None else lambda voice: chief_cards.named(view, person, role, voice)


def _relieved(work: Work, promise: Promise[ArbiterRelieved]) -> Composed | None:
    view = chief.view(work, promise.guild_id, promise.saying.tournament_id)
    person = people.load(work, promise.saying.person)
    return None if person is None else lambda voice: chief_cards.relieved(view, person, voice)


def _passed_up(work: Work, promise: Promise[PassedUp]) -> Composed | None:
    view = match_view(work, promise.saying.contest_id, promise.promised_at)
    by = people.load(work, promise.saying.by)
    if view is None:
        return None
    return lambda voice: chief_cards.passed_up(view, by, promise.saying.question, voice)


NOTICES: Final = dict(
    (
        on(ChiefNamed, _named),
        on(ArbiterRelieved, _relieved),
        on(PassedUp, _passed_up),
        on(ReportWanted, _about(chief_cards.report_wanted)),
        on(ClosingReportFiled, _about(chief_cards.closing_report)),
    )
)
