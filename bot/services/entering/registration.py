"""Entering a tournament and leaving it before the close (AIJE-D01-1, AIJE-D01-2, AIJE-D01-5.2)."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from datetime import datetime

from bot.domain.community import Person, Place
from bot.domain.entering.entries import Entrant
from bot.domain.entering.sayings import EnteredByStaff, RemovalTold, RemovedByStaff
from bot.domain.entering.views import AccountHeld, ConditionsAsked, NameAsked, Registered, Removed
from bot.domain.events.event_kinds import OF_PEOPLE
from bot.domain.events.tournament import Tournament, asks_for_club, check_in_closes_at, check_in_opens_at
from bot.domain.ids import EntrantId, MemberId, PersonId, RoleId, TournamentId
from bot.domain.permissions import Act
from bot.domain.regulation.qualifying_events import entered_by_organisers
from bot.domain.typed_text import checked_name, checked_reason
from bot.errors import NotFound, Subject, UserError
from bot.services import access, event_log, known_people, quotas, recusal
from bot.services.entering import account_names, conditions
from bot.services.entering.eligibility import refuse_barred
from bot.services.entering.hooks import ENTRY_HOOKS, tell_of_place
from bot.services.event_kinds import only_for
from bot.services.events.apart import known_club
from bot.services.events.rounds import late_round
from bot.services.events.tournaments import find_unfinished
from bot.services.recusal import AloneInEvent
from bot.services.sides import NotRegistered
from bot.services.speaking import write_to
from bot.services.timetable import arena_subject, outages_of, tournament_subject
from bot.services.wishes import repeatable
from bot.storage import accounts, entrants, grades, people, reminders
from bot.storage.context import ActorQuery, ActorTx, Query, Tx
from bot.storage.identities import selves


class TeamsOnly(UserError):
    """Teams enter the event: their captain registers them."""

    name: str


class RegistrationClosed(UserError):
    """The close of registration and confirmation has passed."""

    closed_at: datetime


class WithdrawalClosed(UserError):
    """Leaving without penalty was possible until the close (AIJE-D01-5.2)."""

    closed_at: datetime


@only_for(*OF_PEOPLE, refusal=TeamsOnly)
def asked_account(tx: ActorQuery, tournament_id: TournamentId) -> str | None:
    """The site whose account name has to be asked of this person before registering, or None."""
    tournament = open_for_entries(tx, tournament_id)
    site = tournament.rulebook.registration.account
    if site is None:
        return None
    person = people.of_member(tx, tx.guild_id, tx.actor.member_id)
    if person is None:
        conditions.refuse_entry(tx, tournament, None)
        return site
    refuse_barred(tx, tournament, person.person_id, tx.pressed_at)
    conditions.refuse_entry(tx, tournament, person)
    return site if accounts.of_person(tx, person.person_id, site) is None else None


@only_for(*OF_PEOPLE, refusal=TeamsOnly)
def register(tx: ActorTx, tournament_id: TournamentId, account_name: str | None = None) -> Registered | AccountHeld:
    """Enters who pressed; while confirmation is open the entry is confirmed at once."""
    tournament = open_for_entries(tx, tournament_id)
    person = access.recognise(tx)
    refuse_barred(tx, tournament, person.person_id, tx.pressed_at)
    conditions.refuse_entry(tx, tournament, person)
    held = account_names.settle(tx, tournament, person, account_name)
    if held is not None:
        return held
    entry = admit(tx, tournament, person, tx.pressed_at, by=person)
    entrants.note_own_word(tx, entry.entrant.entrant_id, given=True)
    return replace(entry, namesakes=known_people.namesakes(tx, person, account_name)) if entry.newly else entry


@only_for(*OF_PEOPLE, refusal=TeamsOnly)
@repeatable
def enter_other(
    tx: ActorTx,
    tournament_id: TournamentId,
    member: tuple[MemberId, str] | None,
    name: str,
    account_name: str | None,
    *,
    is_new: bool = False,
    roles: frozenset[RoleId] = frozenset(),
) -> Registered | AccountHeld | NameAsked | ConditionsAsked:
    """Enters somebody else: a member of the server with these roles, or a person who is not in it, by name.

    A name or an account that can be somebody's who is known is asked about first, unless it is said that nobody of them
    is meant (`is_new`).

    While confirmation is open this confirms too, those who were on the list before included: nobody else could do it
    for who is not in the server.
    """
    staff = access.recognise(tx)
    access.require(tx, staff, Act.ENTER_OTHER_PERSON)
    tournament = open_for_entries(tx, tournament_id)
    meant = checked_name(member[1] if member else name)
    is_new = is_new and member is None
    alike = () if member or is_new else _others_alike(tx, tournament, meant, account_name)
    if alike:
        return NameAsked(tournament, meant, alike)
    if is_new:
        person = access.newcomer(tx, tx.guild_id, meant)
    else:
        person = _whoever(tx, tournament, member, meant, account_name)
    lacking = conditions.somebody_lacks(tx, tournament, (person, staff), roles)
    if lacking:
        return ConditionsAsked(tournament, person, lacking)
    return enter_by_staff(tx, tournament, (person, staff), account_name)


@only_for(*OF_PEOPLE, refusal=TeamsOnly)
@repeatable
def enter_known(
    tx: ActorTx, tournament_id: TournamentId, person_id: PersonId
) -> Registered | AccountHeld | ConditionsAsked:
    """Enters the one who was meant by a name; raises NotFound."""
    staff = access.recognise(tx)
    tournament, person = whom_to_enter(tx, tournament_id, person_id)
    lacking = conditions.somebody_lacks(tx, tournament, (person, staff))
    if lacking:
        return ConditionsAsked(tournament, person, lacking)
    return enter_by_staff(tx, tournament, (person, staff), None)


def enter_by_staff(
    tx: ActorTx, tournament: Tournament, whom_and_by: tuple[Person, Person], account_name: str | None
) -> Registered | AccountHeld:
    """Puts the person on the list by the word of staff, whose right was asked for before."""
    person, staff = whom_and_by
    if late_round(tx, tournament, tx.pressed_at) is not None and person != staff:
        access.require(tx, staff, Act.ENTER_LATE)
        recusal.refuse_in_event(tx, staff.person_id, Act.ENTER_LATE, tournament)
    invites = entered_by_organisers(tournament.rulebook)
    refuse_barred(tx, tournament, person.person_id, tx.pressed_at, invited_now=invites)
    held = account_names.settle(tx, tournament, person, account_name)
    if held is not None:
        return held
    entry = _confirm(tx, admit(tx, tournament, person, tx.pressed_at, by=staff), tx.pressed_at)
    if entry.newly and person != staff:
        entrants.note_own_word(tx, entry.entrant.entrant_id, given=False)
        if quotas.invite(tx, staff, person, entry_matter(tournament)):
            write_to(tx, tx.guild_id, person, EnteredByStaff(entry.entrant.entrant_id))
    return replace(entry, person=person)


def entry_matter(tournament: Tournament) -> str:
    return f"entry:{tournament.tournament_id}"


def whom_to_enter(tx: ActorQuery, tournament_id: TournamentId, person_id: PersonId) -> tuple[Tournament, Person]:
    """The event that takes entries, and who is to be entered; raises NotAllowed, and NotFound."""
    access.refuse_without(tx, Act.ENTER_OTHER_PERSON)
    tournament, person = open_for_entries(tx, tournament_id), people.load(tx, person_id)
    if person is None or person.guild_id != tx.guild_id:
        raise NotFound(what=Subject.PERSON)
    return tournament, person


def withdraw(tx: ActorTx, tournament_id: TournamentId) -> Tournament:
    """Leaves the list before the close, without penalty (AIJE-D01-5.2); twice is harmless."""
    tournament = find_unfinished(tx, tx.guild_id, tournament_id)
    _refuse_late_withdrawal(tx, tournament, tx.pressed_at)
    person = access.recognise(tx)
    entrant = entrants.of_person(tx, tournament_id, person.person_id)
    if entrant is None:
        raise NotRegistered(name=tournament.name)
    if entrants.withdraw(tx, entrant.entrant_id, tx.pressed_at):
        reminders.end(tx, entrant.entrant_id)
        event_log.record(tx, tournament, "withdraw", person, entrant=entrant.entrant_id)
        _tell_left(tx, tournament, person.person_id, person.person_id)
    return tournament


@repeatable
def remove(tx: ActorTx, entrant_id: EntrantId, reason: str) -> Removed:
    """Staff takes somebody off the list before the close, for a reason that the person is told; twice is harmless.

    In an official event everybody is told the reason (AIJE-D01-2).
    """
    staff = access.recognise(tx)
    found = removable(tx, entrant_id)
    _refuse_stake(tx, staff, found)
    why = checked_reason(reason, 300)
    if entrants.withdraw(tx, entrant_id, tx.pressed_at):
        removed = found.entrant.entrant_id
        event_log.record(tx, found.tournament, "remove", staff, why=why, entrant=removed)
        tx.touch(tournament_subject(found.tournament.tournament_id))
        _tell_left(tx, found.tournament, found.person.person_id, staff.person_id)
        if found.is_told_to_all and found.person.person_id != staff.person_id:
            told = RemovalTold(entrant_id, why, staff.person_id)
            tx.enqueue(tx.guild_id, Place.ANNOUNCEMENTS, told)
        matter = f"removal:{found.tournament.tournament_id}"
        if found.person.person_id != staff.person_id and quotas.rings(tx, staff, found.person, matter):
            write_to(tx, tx.guild_id, found.person, RemovedByStaff(entrant_id, why))
    return found


def _tell_left(tx: Tx, tournament: Tournament, person_id: PersonId, by: PersonId) -> None:
    for hook in ENTRY_HOOKS.of(tournament.rulebook):
        hook.left_list(tx, tournament, person_id, by)


def removable(tx: ActorQuery, entrant_id: EntrantId) -> Removed:
    """The entry that staff is about to take off the list; raises before a reason is asked."""
    staff = people.of_member(tx, tx.guild_id, tx.actor.member_id)
    access.require(tx, staff, Act.TAKE_OUT_PLAYER)
    entrant = entrants.load(tx, entrant_id)
    person = None if entrant is None else people.load(tx, entrant.person_id)
    if entrant is None or person is None or person.guild_id != tx.guild_id:
        raise NotFound(what=Subject.ENTRANT)
    tournament = find_unfinished(tx, tx.guild_id, entrant.tournament_id)
    _refuse_late_withdrawal(tx, tournament, tx.pressed_at)
    if staff is not None:
        with suppress(AloneInEvent):
            _refuse_stake(tx, staff, Removed(tournament, entrant, person))
    return Removed(tournament, entrant, person)


def _refuse_stake(tx: ActorQuery, staff: Person, found: Removed) -> None:
    """Refuses who plays beside the person; the own entry everybody may take off."""
    if staff.person_id != found.person.person_id:
        act, event = Act.TAKE_OUT_PLAYER, found.tournament.tournament_id
        recusal.refuse(tx, staff.person_id, act, found.person.person_id, event=event)


def admit(
    tx: Tx,
    tournament: Tournament,
    person: Person,
    at: datetime,
    by: Person,
    *,
    confirms: bool = True,
) -> Registered:
    """Puts the person on the list, at its end; who stands on it already keeps the place.

    While confirmation is open this confirms too, unless the entry is not complete with it, as one without its deck.
    """
    known = entrants.of_person(tx, tournament.tournament_id, person.person_id)
    if known is not None and known.withdrawn_at is None and not _missed_the_start(tx, tournament, known):
        return entry_with_place(tx, tournament, known, at, newly=False)
    if (late := late_round(tx, tournament, at)) is not None:
        return _admit_late(tx, tournament, person, at, by, late)
    entrant_id = known.entrant_id if known else EntrantId(tx.new_id())
    complete = confirms and is_complete(tx, tournament, entrant_id)
    entrant = Entrant(
        entrant_id=entrant_id,
        tournament_id=tournament.tournament_id,
        person_id=person.person_id,
        number=entrants.next_number(tx, tournament.tournament_id),
        registered_at=at,
        checked_in_at=at if complete and confirmation_is_open(tx, tournament, at) else None,
        club=_club(tx, tournament, person, known),
    )
    _write(tx, entrant, known, by)
    event_log.record(tx, tournament, "register", by, entrant=entrant.entrant_id)
    tell_of_place(tx, tournament, person.person_id)
    return entry_with_place(tx, tournament, entrant, at, newly=True)


def _club(tx: Query, tournament: Tournament, person: Person, known: Entrant | None) -> str | None:
    """Who comes back has the club that was said before, or none where that was said."""
    return known_club(tx, tournament, person.person_id) if known is None else known.club


def is_complete(tx: Query, tournament: Tournament, entrant_id: EntrantId) -> bool:
    """Whether nothing has still to be handed in before the entry can be confirmed."""
    return all(one.is_complete(tx, tournament, entrant_id) for one in ENTRY_HOOKS.of(tournament.rulebook))


def _write(tx: Tx, entrant: Entrant, known: Entrant | None, by: Person) -> None:
    if known is None:
        entrants.add(tx, entrant, by.person_id)
    else:
        moments = (entrant.registered_at, entrant.checked_in_at)
        entrants.enter_again(tx, entrant.entrant_id, entrant.number, *moments, entrant.enters_in)


def _missed_the_start(tx: Query, tournament: Tournament, known: Entrant) -> bool:
    """Whether the entry was none of the field of an arena that was drawn since, by the own withdrawal or absence."""
    drawn = tournament.rulebook.traits.has_lobby and tournament.drawn_at is not None
    return drawn and not entrants.is_starter(tx, known.entrant_id)


def _admit_late(tx: Tx, tournament: Tournament, person: Person, at: datetime, by: Person, number: int) -> Registered:
    """Enters somebody new into a running Swiss, from that round on; who was on the list before stays off it.

    An arena takes who was on the list and missed the start too, but nobody who has left it, by another account neither.
    """
    known = entrants.of_person(tx, tournament.tournament_id, person.person_id)
    own = (entrants.of_person(tx, tournament.tournament_id, one) for one in selves(tx, person.person_id))
    if any(one is not None and not _missed_the_start(tx, tournament, one) for one in own):
        raise RegistrationClosed(closed_at=check_in_closes_at(tournament, outages_of(tx, tournament)))
    entrant = Entrant(
        entrant_id=EntrantId(tx.new_id()) if known is None else known.entrant_id,
        tournament_id=tournament.tournament_id,
        person_id=person.person_id,
        number=entrants.next_number(tx, tournament.tournament_id),
        registered_at=at,
        checked_in_at=at,
        enters_in=number,
        club=_club(tx, tournament, person, known),
    )
    known_grade = grades.of_person(tx, person.person_id)
    _write(tx, entrant, known, by)
    tx.touch(arena_subject(tournament.tournament_id))
    entrants.decide_outcome(tx, entrant.entrant_id, "starter")
    if known_grade is not None and tournament.rulebook.grades is not None:
        entrants.note_grade(tx, entrant.entrant_id, str(known_grade))
    event_log.record(tx, tournament, "enter_late", by, entrant=entrant.entrant_id)
    tell_of_place(tx, tournament, person.person_id)
    return entry_with_place(tx, tournament, entrant, at, newly=True)


def entry_with_place(tx: Query, tournament: Tournament, entrant: Entrant, at: datetime, *, newly: bool) -> Registered:
    """The entry as it stands, with its place in line."""
    place = entrants.place_in_line(tx, entrant)
    return Registered(
        entrant=entrant,
        tournament=tournament,
        place=place,
        waiting=waiting_place(tournament, place),
        newly=newly,
        check_in_opens_at=check_in_opens_at(tournament),
        check_in_is_open=confirmation_is_open(tx, tournament, at),
        is_complete=is_complete(tx, tournament, entrant.entrant_id),
        grade=None if tournament.rulebook.grades is None else grades.of_person(tx, entrant.person_id),
        club_asked=asks_for_club(tournament),
        reminded=not newly and reminders.is_wanted(tx, entrant.entrant_id, entrant.person_id),
    )


def waiting_place(tournament: Tournament, place: int) -> int | None:
    """The place on the wait list, from 1, of who is at this place in line; None with a seat."""
    capacity = tournament.rulebook.registration.capacity
    return place - capacity if capacity is not None and place > capacity else None


def confirmation_is_open(tx: Query, tournament: Tournament, at: datetime) -> bool:
    """Whether a press at this moment confirms: from the opening to the close, the close itself included."""
    if at < check_in_opens_at(tournament):
        return False
    return at <= check_in_closes_at(tournament, outages_of(tx, tournament))


def open_for_entries(tx: ActorQuery, tournament_id: TournamentId) -> Tournament:
    """The tournament, when it still takes entries at the moment of the press; raises RegistrationClosed."""
    tournament = find_unfinished(tx, tx.guild_id, tournament_id)
    closes_at = check_in_closes_at(tournament, outages_of(tx, tournament))
    closed = tournament.check_in_closed_at is not None or tx.pressed_at > closes_at
    if closed and late_round(tx, tournament, tx.pressed_at) is None:
        raise RegistrationClosed(closed_at=closes_at)
    return tournament


def _refuse_late_withdrawal(tx: Query, tournament: Tournament, at: datetime) -> None:
    closes_at = check_in_closes_at(tournament, outages_of(tx, tournament))
    if tournament.check_in_closed_at is not None or at > closes_at:
        raise WithdrawalClosed(closed_at=closes_at)


def _confirm(tx: Tx, entry: Registered, at: datetime) -> Registered:
    if not is_complete(tx, entry.tournament, entry.entrant.entrant_id):
        return entry
    if entry.check_in_is_open and entrants.check_in(tx, entry.entrant.entrant_id, at):
        return replace(entry, entrant=replace(entry.entrant, checked_in_at=at))
    return entry


def _others_alike(tx: Query, tournament: Tournament, name: str, account: str | None) -> tuple[Person, ...]:
    """Whom the name can mean beside the one of that very name who was entered before without being in the server."""
    alike = known_people.find_meant(tx, tournament, name, account)
    return alike if known_people.in_question(tx, tournament, name, account, alike) else ()


def _whoever(
    tx: Tx, tournament: Tournament, member: tuple[MemberId, str] | None, name: str, account: str | None
) -> Person:
    """The person meant, a member of the server or somebody outside; whoever is not known becomes known."""
    if member is not None:
        return access.somebody(tx, tournament.guild_id, member)
    known = known_people.outsider(tx, tournament, name, account)
    return known or access.newcomer(tx, tournament.guild_id, name)
