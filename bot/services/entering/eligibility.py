"""Who may not enter an event, and why (AIJE-D01-2, AIJE-B03-2)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime

from bot.domain.entering.bars import Bar, BarReason, active, bar_in_force, holds_in, keeps_out
from bot.domain.entering.entries import Entrant
from bot.domain.events.tournament import Tournament
from bot.domain.ids import PersonId, TournamentId
from bot.domain.regulation.qualifying_events import by_invitation, seats_of
from bot.domain.rulebook import Wording
from bot.errors import UserError
from bot.rulebooks.library import names, preset
from bot.services.entering.hooks import ENTRY_HOOKS
from bot.services.sides import entry_of
from bot.storage import bars, entrants, expulsions, identities, obstacles, people
from bot.storage.context import Query


class Barred(UserError):
    """The person is barred until further notice."""

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


class BarredByVote(UserError):
    """The committee has barred the person by vote; what was put to the vote is no reason."""

    question: str
    since: datetime


class BarredByVoteFor(UserError):
    """As `BarredByVote`, for a time."""

    question: str
    since: datetime
    until: datetime


class Expelled(UserError):
    """The person was expelled, and nobody lets them in again before a year is over (AIJE-A02-2)."""

    since: datetime
    readmission_from: datetime


class QualifiedElsewhere(UserError):
    """The person holds a sure seat in another event, whose players stay out of this one (AIJE-D01-2)."""

    event: Wording


class NotInvited(UserError):
    """Only who holds a seat plays in the event, and the person holds none (AIJE-D02-1, AIJE-D04-1)."""

    event: str


class PlaysAlready(UserError):
    """The same person is in the event under another account: one person has one place."""

    name: str
    event: str


def refuse_barred(
    tx: Query, tournament: Tournament, person_id: PersonId, now: datetime, *, invited_now: bool = False
) -> None:
    """Refuses who may not play, saying why, since when and until when.

    With `invited_now` an organiser enters the person, which is the invitation where no seats are given for the event.
    """
    other = tournament.rulebook.registration.refuse_qualified_for
    is_plain = not obstacles.any_against(tx, person_id, tournament.guild_id, other, now)
    own = [person_id] if is_plain else identities.selves(tx, person_id)
    if not is_plain:
        _refuse_obstacles(tx, tournament, own, now)
    if by_invitation(tournament.rulebook) and not (invited_now or is_invited(tx, tournament, person_id)):
        raise NotInvited(event=tournament.name)
    for hook in ENTRY_HOOKS.of(tournament.rulebook):
        hook.refuse_person(tx, tournament, person_id)
    _refuse_second_place(tx, tournament, own)


def _refuse_obstacles(tx: Query, tournament: Tournament, own: Sequence[PersonId], now: datetime) -> None:
    """Refuses whom a bar keeps out, or a seat elsewhere, under whichever account."""
    rules, other = tournament.rulebook.registration, tournament.rulebook.registration.refuse_qualified_for
    held, event = bars.of_people(tx, own, now), tournament.tournament_id
    _refuse_for_bars(tx, [one for one in held if keeps_out(one, event, refuses=rules.refuse_barred)], now)
    if other is not None and any(bars.has_seat(tx, tournament.guild_id, other, one) for one in own):
        raise QualifiedElsewhere(event=_title_of(other))


def refuse_second_place(tx: Query, tournament: Tournament, person_id: PersonId) -> None:
    """Refuses who has a place in the event already, under an account that staff recorded as the same person's.

    Of two places that came about before that was recorded, the earlier one stays.
    """
    _refuse_second_place(tx, tournament, identities.selves(tx, person_id))


def _refuse_second_place(tx: Query, tournament: Tournament, selves: Sequence[PersonId]) -> None:
    person_id, *others = selves
    own = None
    for other in others:
        own = own or _place(tx, tournament, person_id)
        taken = _place(tx, tournament, other)
        if taken is not None and (own is None or taken.number <= own.number):
            raise PlaysAlready(name=_name(tx, other), event=tournament.name)


def refuse_for_bars(tx: Query, person_id: PersonId, now: datetime) -> None:
    """Refuses who is barred, saying of the bar that lasts longest why, since when and until when."""
    _refuse_for_bars(tx, bars_of(tx, person_id, now), now)


def _refuse_for_bars(tx: Query, held: Iterable[Bar], now: datetime) -> None:
    """Says of the bar that lasts longest why; of an expulsion, which outlasts all, from when there is a way back."""
    in_force = [one for one in held if active(one, now)]
    ended = (expulsions.of_bar(tx, one.bar_id) for one in in_force if one.vote_id is not None)
    back = max((one.readmission_from for one in ended if one is not None), default=None)
    bar = bar_in_force(in_force, now)
    if bar is not None and back is not None:
        raise Expelled(since=bar.since, readmission_from=back)
    if bar is not None:
        raise _refusal(bar)


def is_invited(tx: Query, tournament: Tournament, person_id: PersonId) -> bool:
    """Whether a seat admits the person to the invited event, or an organiser's entry where there are no seats."""
    event = seats_of(tournament.rulebook)
    if event is not None:
        return bars.has_seat(tx, tournament.guild_id, event, person_id)
    entrant = entrants.of_person(tx, tournament.tournament_id, person_id)
    return entrant is not None and entrant.withdrawn_at is None


def may_enter(tx: Query, tournament: Tournament, person_id: PersonId, at: datetime) -> bool:
    """Whether `refuse_barred` lets the person pass at that moment."""
    return refusal_of(tx, tournament, person_id, at) is None


def refusal_of(tx: Query, tournament: Tournament, person_id: PersonId, at: datetime) -> UserError | None:
    """What `refuse_barred` says of the person at that moment; None where it says nothing."""
    try:
        refuse_barred(tx, tournament, person_id, at)
    except UserError as refusal:
        return refusal
    return None


def bars_of(tx: Query, person_id: PersonId, now: datetime, event: TournamentId | None = None) -> list[Bar]:
    """Bars in force against the person, under whichever account they fell, oldest first.

    Those from all events, and with `event` those from that one too.
    """
    held = bars.of_people(tx, identities.selves(tx, person_id), now)
    return [one for one in held if holds_in(one, event)]


def has_second_place(tx: Query, tournament: Tournament, person_id: PersonId) -> bool:
    """Whether `refuse_second_place` refuses."""
    try:
        refuse_second_place(tx, tournament, person_id)
    except PlaysAlready:
        return True
    return False


def _place(tx: Query, tournament: Tournament, person_id: PersonId) -> Entrant | None:
    entrant = entry_of(tx, tournament.tournament_id, person_id)
    return None if entrant is None or entrant.withdrawn_at is not None else entrant


def _name(tx: Query, person_id: PersonId) -> str:
    person = people.load(tx, person_id)
    return "?" if person is None else person.name


def _title_of(rulebook: str) -> Wording:
    """What people call the kind of event: the rulebook's title, where it is one of the presets."""
    return preset(rulebook).wording if rulebook in names() else Wording().filled_by(rulebook)


def _refusal(bar: Bar) -> UserError:
    match bar:
        case Bar(vote_id=str(), explanation=str(asked), until=None):
            return BarredByVote(question=asked, since=bar.since)
        case Bar(vote_id=str(), explanation=str(asked), until=datetime() as until):
            return BarredByVoteFor(question=asked, since=bar.since, until=until)
        case Bar(reason=BarReason.DISQUALIFIED, explanation=str(said), until=None):
            return Disqualified(explanation=said, since=bar.since)
        case Bar(reason=BarReason.DISQUALIFIED, explanation=str(said), until=datetime() as until):
            return DisqualifiedFor(explanation=said, since=bar.since, until=until)
        case Bar(until=None):
            return Barred(reason=bar.reason, since=bar.since)
        case _:
            return BarredFor(reason=bar.reason, since=bar.since, until=bar.until or bar.since)
