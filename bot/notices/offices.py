"""Notices about the two offices and about suggestions."""

from __future__ import annotations

from typing import Final

from bot.domain.announcements import Promise, ToMember
from bot.domain.permissions import Office
from bot.domain.registry.sayings import AppointmentUndone, OfficeChanged, RolesBlocked, Undone
from bot.domain.voting.sayings import Suggested, SuggestionDecided
from bot.notices.notice import Composed, on
from bot.rendering.registry import office_cards, role_cards
from bot.rendering.voting import suggestion_cards
from bot.services.voting import suggestions
from bot.storage import people
from bot.storage.database import Work


def _changed(work: Work, promise: Promise[OfficeChanged]) -> Composed | None:
    """From the act's own details, since the registry may have changed again meanwhile."""
    told = promise.saying
    person = people.load(work, told.person)
    if person is None:
        return None
    change = office_cards.OfficeChange(
        what=told.what,
        office=told.office,
        person=person,
        by=people.load(work, told.by) if told.by is not None else None,
        until=told.until,
        reason=told.reason,
    )
    return lambda voice: office_cards.changed(change, voice)


def _undone(work: Work, promise: Promise[AppointmentUndone]) -> Composed | None:
    told = promise.saying
    person, by = people.load(work, told.person_id), people.load(work, told.by)
    if person is None or by is None:
        return None
    what, given = told.what, told.how is Undone.GIVEN
    holder = people.offices(work, promise.guild_id).get(what) if isinstance(what, Office) else None
    now = people.load(work, holder) if holder else None
    return lambda voice: office_cards.undone(person, by, what, now, voice, given=given)


def _suggested(work: Work, promise: Promise[Suggested]) -> Composed | None:
    view = suggestions.view(work, promise.guild_id, promise.saying.suggestion_id)
    return lambda voice: suggestion_cards.card(view, voice)


def _answered(work: Work, promise: Promise[SuggestionDecided]) -> Composed | None:
    view = suggestions.view(work, promise.guild_id, promise.saying.suggestion_id)
    if isinstance(promise.target, ToMember) and view.author.discord_id is None:
        return None
    return lambda voice: suggestion_cards.decided(view, voice)


def _blocked(_: Work, promise: Promise[RolesBlocked]) -> Composed | None:
    role = promise.saying.role
    return lambda voice: role_cards.blocked(role, voice)


NOTICES: Final = dict(
    (
        on(OfficeChanged, _changed),
        on(AppointmentUndone, _undone),
        on(RolesBlocked, _blocked),
        on(Suggested, _suggested),
        on(SuggestionDecided, _answered),
    )
)
