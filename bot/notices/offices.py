"""Notices about the two offices and about suggestions."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from bot.domain.announcements import Promise, Saying, ToMember
from bot.domain.ids import PersonId, RoleId
from bot.domain.permissions import ArbiterTitle, Office
from bot.notices.notice import Composed, Notice
from bot.rendering.registry import office_cards, role_cards
from bot.rendering.voting import suggestion_cards
from bot.services.voting import suggestions
from bot.storage import people
from bot.storage.database import Work


def _changed(work: Work, promise: Promise) -> Composed | None:
    """From the act's own details, since the registry may have changed again meanwhile."""
    told = promise.details
    person = people.load(work, PersonId(told["person"]))
    if person is None:
        return None
    change = office_cards.OfficeChange(
        what=told["what"],
        office=Office(told["office"]) if told["office"] in set(Office) else ArbiterTitle(told["office"]),
        person=person,
        by=people.load(work, PersonId(told["by"])) if "by" in told else None,
        until=datetime.fromisoformat(told["until"]) if "until" in told else None,
        reason=told.get("reason"),
    )
    return lambda voice: office_cards.changed(change, voice)


def _undone(work: Work, promise: Promise) -> Composed | None:
    told = promise.details
    person, by = people.load(work, PersonId(promise.subject)), people.load(work, PersonId(told["by"]))
    if person is None or by is None:
        return None
    what, given = told["what"], told["how"] == "given"
    holder = people.offices(work, promise.guild_id).get(Office(what)) if what in set(Office) else None
    now = people.load(work, holder) if holder else None
    return lambda voice: office_cards.undone(person, by, what, now, voice, given=given)


def _suggested(work: Work, promise: Promise) -> Composed | None:
    view = suggestions.view(work, promise.guild_id, promise.subject)
    return lambda voice: suggestion_cards.card(view, voice)


def _answered(work: Work, promise: Promise) -> Composed | None:
    view = suggestions.view(work, promise.guild_id, promise.subject)
    if isinstance(promise.target, ToMember) and view.author.discord_id is None:
        return None
    return lambda voice: suggestion_cards.decided(view, voice)


def _blocked(_: Work, promise: Promise) -> Composed | None:
    role = RoleId(int(promise.details["role"]))
    return lambda voice: role_cards.blocked(role, voice)


NOTICES: Mapping[Saying, Notice] = {
    Saying.OFFICE_CHANGED: _changed,
    Saying.APPOINTMENT_UNDONE: _undone,
    Saying.ROLES_BLOCKED: _blocked,
    Saying.SUGGESTED: _suggested,
    Saying.SUGGESTION_DECIDED: _answered,
}
