"""Entering a tournament and leaving it before the close (AIJE-D01-1, AIJE-D01-2, AIJE-D01-5.2)."""

from __future__ import annotations

from datetime import datetime

from bot.domain.accounts import account_key
from bot.domain.announcements import Saying
from bot.domain.claims import Account, AccountClaim
from bot.domain.community import Person, Place, Presser
from bot.domain.discipline import BarReason
from bot.domain.entries import Entrant
from bot.domain.ids import EntrantId, MemberId, Occasion, PersonId, TournamentId
from bot.domain.permissions import Act
from bot.domain.tournament import Tournament, check_in_closes_at, check_in_opens_at
from bot.domain.views import AccountHeld, Registered
from bot.errors import UserError
from bot.services import people as people_service
from bot.services.speaking import promise
from bot.services.timetable import outages_of, tournament_subject
from bot.services.tournaments import checked_name, unfinished
from bot.storage import accounts, bars, entrants, log, people
from bot.storage.database import Work


class RegistrationClosed(UserError):
    """The close of registration and confirmation has passed."""

    closed_at: datetime


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


class QualifiedElsewhere(UserError):
    """The person holds a sure seat in another event, whose players stay out of this one (AIJE-D01-2)."""

    event: str


class AccountNeeded(UserError):
    """The rulebook asks for an account, and the person has not named one."""

    site: str


class NotRegistered(UserError):
    """The person is not on the list of the tournament."""

    name: str


def asked_account(work: Work, presser: Presser, tournament_id: TournamentId) -> str | None:
    """The site whose account name has to be asked of this person before registering, or None."""
    tournament = unfinished(work, presser.guild_id, tournament_id)
    site = tournament.rulebook.registration.account
    if site is None:
        return None
    person = people.of_member(work, presser.guild_id, presser.member_id)
    return site if person is None or accounts.of_person(work, person.person_id, site) is None else None


def register(
    work: Work, occasion: Occasion, presser: Presser, tournament_id: TournamentId, account_name: str | None = None
) -> Registered | AccountHeld:
    """Enters who pressed; while confirmation is open the entry is confirmed at once."""
    tournament = _open_for_entries(work, presser, tournament_id)
    person = people_service.recognise(work, occasion, presser)
    return _enter(work, occasion, tournament, person, account_name, presser.at, by=person)


def enter_other(
    work: Work,
    occasion: Occasion,
    presser: Presser,
    tournament_id: TournamentId,
    member: tuple[MemberId, str] | None,
    name: str,
    account_name: str | None,
) -> Registered | AccountHeld:
    """Enters somebody else: a member of the server, or a person who is not in it, by name."""
    staff = people_service.recognise(work, occasion, presser)
    people_service.require(work, presser, staff, Act.ENTER_OTHER_PERSON)
    tournament = _open_for_entries(work, presser, tournament_id)
    person = _somebody(work, occasion, presser, member, checked_name(member[1] if member else name))
    return _enter(work, occasion, tournament, person, account_name, presser.at, by=staff)


def withdraw(work: Work, occasion: Occasion, presser: Presser, tournament_id: TournamentId) -> Tournament:
    """Leaves the list before the close, without penalty (AIJE-D01-5.2); twice is harmless."""
    tournament = _open_for_entries(work, presser, tournament_id)
    person = people_service.recognise(work, occasion, presser)
    _leave(work, occasion, tournament, person, presser.at, by=person)
    return tournament


def withdraw_other(
    work: Work, occasion: Occasion, presser: Presser, tournament_id: TournamentId, person_id: PersonId
) -> Entrant:
    """Takes somebody else off the list before the close."""
    staff = people_service.recognise(work, occasion, presser)
    people_service.require(work, presser, staff, Act.ENTER_OTHER_PERSON)
    tournament = _open_for_entries(work, presser, tournament_id)
    person = people.load(work, person_id)
    if person is None or person.guild_id != presser.guild_id:
        raise NotRegistered(name=tournament.name)
    return _leave(work, occasion, tournament, person, presser.at, by=staff)


def refuse_barred(work: Work, tournament: Tournament, person_id: PersonId, now: datetime) -> None:
    """Refuses who may not play, saying why, since when and until when (AIJE-D01-2, AIJE-B03-2)."""
    rules = tournament.rulebook.registration
    if rules.refuse_barred:
        for bar in bars.of_people(work, accounts.shared_with(work, person_id), now):
            if bar.reason is BarReason.DISQUALIFIED and bar.explanation:
                raise Disqualified(explanation=bar.explanation, since=bar.since)
            if bar.until is not None:
                raise BarredFor(reason=bar.reason, since=bar.since, until=bar.until)
            raise Barred(reason=bar.reason, since=bar.since)
    other = rules.refuse_qualified_for
    if other is not None and bars.has_seat(work, tournament.guild_id, other, person_id):
        raise QualifiedElsewhere(event=other)


def confirmation_is_open(work: Work, tournament: Tournament, at: datetime) -> bool:
    """Whether a press at this moment confirms: from the opening to the close, the close itself included."""
    closes_at = check_in_closes_at(tournament, outages_of(work, tournament))
    return check_in_opens_at(tournament) <= at <= closes_at


def _open_for_entries(work: Work, presser: Presser, tournament_id: TournamentId) -> Tournament:
    tournament = unfinished(work, presser.guild_id, tournament_id)
    closes_at = check_in_closes_at(tournament, outages_of(work, tournament))
    if tournament.check_in_closed_at is not None or presser.at > closes_at:
        raise RegistrationClosed(closed_at=tournament.check_in_closed_at or closes_at)
    return tournament


def _enter(
    work: Work,
    occasion: Occasion,
    tournament: Tournament,
    person: Person,
    account_name: str | None,
    at: datetime,
    by: Person,
) -> Registered | AccountHeld:
    refuse_barred(work, tournament, person.person_id, at)
    held = _settle_account(work, occasion, tournament, person, account_name)
    if held is not None:
        return held
    refuse_barred(work, tournament, person.person_id, at)
    checked_in_at = at if confirmation_is_open(work, tournament, at) else None
    known = entrants.of_person(work, tournament.tournament_id, person.person_id)
    if known is not None and known.withdrawn_at is None:
        return _registered(work, tournament, known, newly=False)
    number = entrants.next_number(work, tournament.tournament_id)
    entrant = Entrant(
        entrant_id=known.entrant_id if known else EntrantId(occasion.ids.fresh()),
        tournament_id=tournament.tournament_id,
        person_id=person.person_id,
        number=number,
        registered_at=at,
        checked_in_at=checked_in_at,
        withdrawn_at=None,
    )
    if known is None:
        entrants.add(work, entrant, by.person_id)
    else:
        entrants.enter_again(work, known.entrant_id, number, at, checked_in_at)
    _record(work, occasion, tournament, "register", entrant, by)
    return _registered(work, tournament, entrant, newly=True)


def _settle_account(
    work: Work, occasion: Occasion, tournament: Tournament, person: Person, account_name: str | None
) -> AccountHeld | None:
    site = tournament.rulebook.registration.account
    if site is None:
        return None
    if account_name is None:
        if accounts.of_person(work, person.person_id, site) is None:
            raise AccountNeeded(site=site)
        return None
    key = account_key(account_name)
    holder = accounts.holder(work, tournament.guild_id, site, key)
    name = " ".join(account_name.split())
    if holder is None:
        accounts.hold(work, Account(tournament.guild_id, site, key, name, person.person_id, occasion.now))
        return None
    if holder.person_id == person.person_id:
        return None
    refuse_barred(work, tournament, holder.person_id, occasion.now)
    claim = AccountClaim(
        claim_id=occasion.ids.fresh(),
        guild_id=tournament.guild_id,
        site=site,
        key=key,
        name=name,
        claimant=person.person_id,
        holder=holder.person_id,
        tournament_id=tournament.tournament_id,
        claimed_at=occasion.now,
    )
    newly = accounts.add_claim(work, claim)
    if newly:
        promise(work, occasion, tournament.guild_id, Place.COMMITTEE, Saying.ACCOUNT_CLAIMED, claim.claim_id)
        log.add(work, tournament.guild_id, occasion.now, "claim_account", claim.claim_id, actor=person.person_id)
    return AccountHeld(claim, newly)


def _somebody(
    work: Work, occasion: Occasion, presser: Presser, member: tuple[MemberId, str] | None, name: str
) -> Person:
    known = people.of_member(work, presser.guild_id, member[0]) if member else None
    if known is not None:
        return known
    person = Person(
        person_id=PersonId(occasion.ids.fresh()),
        guild_id=presser.guild_id,
        discord_id=member[0] if member else None,
        name=member[1][:100] if member else name,
        language=None,
        known_since=occasion.now,
    )
    people.save(work, person)
    return person


def _leave(work: Work, occasion: Occasion, tournament: Tournament, person: Person, at: datetime, by: Person) -> Entrant:
    entrant = entrants.of_person(work, tournament.tournament_id, person.person_id)
    if entrant is None:
        raise NotRegistered(name=tournament.name)
    if entrants.withdraw(work, entrant.entrant_id, at):
        _record(work, occasion, tournament, "withdraw", entrant, by)
    return entrant


def _registered(work: Work, tournament: Tournament, entrant: Entrant, *, newly: bool) -> Registered:
    place = entrants.place_in_line(work, entrant)
    capacity = tournament.rulebook.registration.capacity
    waiting = place - capacity if capacity is not None and place > capacity else None
    return Registered(entrant, tournament, place, waiting, newly, check_in_opens_at(tournament))


def _record(work: Work, occasion: Occasion, tournament: Tournament, act: str, entrant: Entrant, by: Person) -> None:
    log.add(
        work,
        tournament.guild_id,
        occasion.now,
        act,
        tournament_subject(tournament.tournament_id),
        actor=by.person_id,
        tournament_id=tournament.tournament_id,
        details={"entrant": entrant.entrant_id},
    )
