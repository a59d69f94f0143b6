"""Who may not enter an event, and why (AIJE-D01-2, AIJE-B03-2)."""

from __future__ import annotations

from datetime import datetime

from bot.domain.cases.discipline import Bar, BarReason
from bot.domain.events.tournament import Tournament
from bot.domain.ids import PersonId
from bot.errors import UserError
from bot.rulebooks.library import names, preset
from bot.storage import accounts, bars
from bot.storage.database import Work


class Barred(UserError):
    """The person, or somebody who held the same account, is barred until further notice."""

    reason: BarReason
    since: datetime


class BarredFor(UserError):
    """As `Barred`, for a time."""

    reason: BarReason
    since: datetime
    until: datetime


class Disqualified(UserError):
    """As `Barred`, by an arbiter or the committee, for a stated reason (AIJE-D01-2)."""

    explanation: str
    since: datetime


class DisqualifiedFor(UserError):
    """As `Disqualified`, for a time."""

    explanation: str
    since: datetime
    until: datetime


class QualifiedElsewhere(UserError):
    """The person holds a sure seat in another event, whose players stay out of this one (AIJE-D01-2)."""

    event: str


class NotInvited(UserError):
    """Only who holds a seat plays in the event, and the person holds none (AIJE-D02-1, AIJE-D04-1)."""

    event: str


class AccountBarred(UserError):
    """The account belongs to somebody who is barred, and the bar holds for everyone who names it."""

    account: str
    reason: BarReason
    since: datetime


def refuse_barred(work: Work, tournament: Tournament, person_id: PersonId, now: datetime) -> None:
    """Refuses who may not play, saying why, since when and until when."""
    rules = tournament.rulebook.registration
    if rules.refuse_barred:
        for bar in bars_of(work, person_id, now):
            raise _refusal(bar)
    other = rules.refuse_qualified_for
    if other is not None and bars.has_seat(work, tournament.guild_id, other, person_id):
        raise QualifiedElsewhere(event=_titled(other))
    kind = tournament.rulebook.name
    if rules.invited_only and not bars.has_seat(work, tournament.guild_id, kind, person_id):
        raise NotInvited(event=tournament.rulebook.title)


def may_enter(work: Work, tournament: Tournament, person_id: PersonId, at: datetime) -> bool:
    """Whether `refuse_barred` lets the person pass at that moment."""
    try:
        refuse_barred(work, tournament, person_id, at)
    except UserError:
        return False
    return True


def refuse_account_of_barred(
    work: Work, tournament: Tournament, holder: PersonId, account_name: str, now: datetime
) -> None:
    """Refuses an account whose holder is barred: a second claim to it does not slip past the bar."""
    if tournament.rulebook.registration.refuse_barred:
        for bar in bars_of(work, holder, now):
            raise AccountBarred(account=account_name, reason=bar.reason, since=bar.since)


def bars_of(work: Work, person_id: PersonId, now: datetime) -> list[Bar]:
    """Bars in force against the person or anybody who ever shared an account with the person, oldest first."""
    return bars.of_people(work, accounts.shared_with(work, person_id), now)


def _titled(rulebook: str) -> str:
    """What people call the kind of event: the rulebook's title, where it is one of the presets."""
    return preset(rulebook).title if rulebook in names() else rulebook


def _refusal(bar: Bar) -> UserError:
    match bar:
        case Bar(reason=BarReason.DISQUALIFIED, explanation=str(said), until=None):
            return Disqualified(explanation=said, since=bar.since)
        case Bar(reason=BarReason.DISQUALIFIED, explanation=str(said), until=datetime() as until):
            return DisqualifiedFor(explanation=said, since=bar.since, until=until)
        case Bar(until=None):
            return Barred(reason=bar.reason, since=bar.since)
        case _:
            return BarredFor(reason=bar.reason, since=bar.since, until=bar.until or bar.since)
