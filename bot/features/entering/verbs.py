"""Entering a tournament and leaving it before the close (AIJE-D01-1, AIJE-D01-2, AIJE-D01-5.2).

It is noted who was there to confirm and could not: pressed Check in and was refused, or mended a team (AIJE-D01-5.3).
When a role that an event asks for is deleted, who answers for the event reads it, since no player can register.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from typing import Final

from bot.features.course.rounds_verbs import known_club, late_round
from bot.features.entering import eligibility_verbs, other_events_verbs, store
from bot.features.entering.eligibility_verbs import refuse_barred
from bot.features.entering.model import (
    AccountHeld,
    ConditionsAsked,
    EnteredByStaff,
    EntryNameAsked,
    EntryRoleDeleted,
    Registered,
    RemovalTold,
    Removed,
    RemovedByStaff,
)
from bot.features.tournaments import facts_verbs as tournaments_facts_verbs
from bot.features.tournaments import recusal_verbs as tournaments_recusal_verbs
from bot.features.tournaments import store as tournaments_store
from bot.features.tournaments import summons_verbs as tournaments_summons_verbs
from bot.features.tournaments.facts_verbs import (
    NotRegistered,
    arena_subject,
    find_unfinished,
    outages_of,
    tournament_subject,
)
from bot.features.tournaments.hooks import ENTRY_HOOKS, parts_of_entry, tell_of_place
from bot.features.tournaments.recusal_verbs import AloneInEvent, repeatable
from bot.features.tournaments.verbs import only_for
from bot.i18n.names import checked_name, checked_reason
from bot.kernel import log
from bot.kernel.context import ActorQuery, ActorTx, Query, Tx
from bot.kernel.errors import NotFound, RefusedAt, Subject, UserError
from bot.kernel.ids import EntrantId, GuildId, MemberId, PersonId, Place, RoleId, TournamentId
from bot.people import account_store as people_account_store
from bot.people import ratings_store as people_ratings_store
from bot.people import store as people_store
from bot.people import verbs as people_verbs
from bot.people.model import Person
from bot.people.store import same_person_ids
from bot.play.entries import Entrant, Tournament, asks_for_club, check_in_closes_at, check_in_opens_at
from bot.play.points import OF_PEOPLE
from bot.play.rulebook import Lateness, entered_by_organisers
from bot.server import verbs as server_verbs
from bot.server.model import Act
from bot.server.speaking_verbs import write_to

# --- entering and leaving -------------------------------------------------------------------------------------------


class TeamsOnly(UserError):
    """Teams enter the event: their captain registers them."""

    name: str


@only_for(*OF_PEOPLE, refusal=TeamsOnly)
def asked_account(tx: ActorQuery, tournament_id: TournamentId) -> str | None:
    """The site whose account name has to be asked of this person before registering, or None."""
    tournament = open_for_entries(tx, tournament_id, staff=False)
    site = tournament.rulebook.registration.account
    if site is None:
        return None
    person = people_store.of_member(tx, tx.guild_id, tx.actor.member_id)
    if person is None:
        eligibility_verbs.refuse_entry(tx, tournament, None)
        return site
    refuse_barred(tx, tournament, person.person_id, tx.pressed_at)
    eligibility_verbs.refuse_entry(tx, tournament, person)
    return site if people_account_store.account_of_person(tx, person.person_id, site) is None else None


@only_for(*OF_PEOPLE, refusal=TeamsOnly)
def register(tx: ActorTx, tournament_id: TournamentId, account_name: str | None = None) -> Registered | AccountHeld:
    """Enters who pressed; while confirmation is open the entry is confirmed at once."""
    tournament = open_for_entries(tx, tournament_id, staff=False)
    person = server_verbs.recognise(tx)
    refuse_barred(tx, tournament, person.person_id, tx.pressed_at)
    eligibility_verbs.refuse_entry(tx, tournament, person)
    held = eligibility_verbs.settle(tx, tournament, person, account_name)
    if held is not None:
        return held
    entry = admit(tx, tournament, person, tx.pressed_at, by=person)
    store.note_own_word(tx, entry.entrant.entrant_id, given=True)
    entry = replace(entry, also_in=other_events_verbs.of_entrant(tx, tournament, person.person_id))
    return replace(entry, namesakes=people_verbs.namesakes(tx, person, account_name)) if entry.newly else entry


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
) -> Registered | AccountHeld | EntryNameAsked | ConditionsAsked:
    """Enters somebody else: a member of the server with these roles, or a person who is not in it, by name.

    A name or an account that can be somebody's who is known is asked about first, unless it is said that nobody of them
    is meant (`is_new`).

    While confirmation is open this confirms too, those who were on the list before included: nobody else could do it
    for who is not in the server.
    """
    staff = server_verbs.recognise(tx)
    server_verbs.require(tx, staff, Act.ENTER_OTHER_PERSON)
    tournament = open_for_entries(tx, tournament_id, staff=True)
    meant = checked_name(member[1] if member else name)
    is_new = is_new and member is None
    alike = () if member or is_new else others_alike(tx, tournament, meant, account_name)
    if alike:
        return EntryNameAsked(tournament, meant, alike)
    if is_new:
        person = server_verbs.newcomer(tx, tx.guild_id, meant)
    else:
        person = _whoever(tx, tournament, member, meant, account_name)
    lacking = eligibility_verbs.somebody_lacks(tx, tournament, (person, staff), roles)
    if lacking:
        return ConditionsAsked(tournament, person, lacking)
    return enter_by_staff(tx, tournament, (person, staff), account_name)


@only_for(*OF_PEOPLE, refusal=TeamsOnly)
@repeatable
def enter_known(
    tx: ActorTx, tournament_id: TournamentId, person_id: PersonId
) -> Registered | AccountHeld | ConditionsAsked:
    """Enters the one who was meant by a name; raises NotFound."""
    staff = server_verbs.recognise(tx)
    tournament, person = whom_to_enter(tx, tournament_id, person_id)
    lacking = eligibility_verbs.somebody_lacks(tx, tournament, (person, staff))
    if lacking:
        return ConditionsAsked(tournament, person, lacking)
    return enter_by_staff(tx, tournament, (person, staff), None)


def enter_by_staff(
    tx: ActorTx, tournament: Tournament, whom_and_by: tuple[Person, Person], account_name: str | None
) -> Registered | AccountHeld:
    """Puts the person on the list by the word of staff, whose right was asked for before."""
    person, staff = whom_and_by
    if late_round(tx, tournament, tx.pressed_at) is not None and person != staff:
        server_verbs.require(tx, staff, Act.ENTER_LATE)
        tournaments_recusal_verbs.refuse_in_event(tx, staff.person_id, Act.ENTER_LATE, tournament)
    invites = entered_by_organisers(tournament.rulebook)
    refuse_barred(tx, tournament, person.person_id, tx.pressed_at, invited_now=invites)
    held = eligibility_verbs.settle(tx, tournament, person, account_name)
    if held is not None:
        return held
    entry = _confirm(tx, admit(tx, tournament, person, tx.pressed_at, by=staff), tx.pressed_at)
    if entry.newly and person != staff:
        store.note_own_word(tx, entry.entrant.entrant_id, given=False)
        if server_verbs.invite(tx, staff, person, entry_matter(tournament)):
            write_to(tx, tx.guild_id, person, EnteredByStaff(entry.entrant.entrant_id))
    return replace(entry, person=person)


def entry_matter(tournament: Tournament) -> str:
    return f"entry:{tournament.tournament_id}"


def whom_to_enter(tx: ActorQuery, tournament_id: TournamentId, person_id: PersonId) -> tuple[Tournament, Person]:
    """The event that takes entries, and who is to be entered; raises NotAllowed, and NotFound."""
    server_verbs.refuse_without(tx, Act.ENTER_OTHER_PERSON)
    tournament, person = open_for_entries(tx, tournament_id, staff=True), people_store.load(tx, person_id)
    if person is None or person.guild_id != tx.guild_id:
        raise NotFound(what=Subject.PERSON)
    return tournament, person


def withdraw(tx: ActorTx, tournament_id: TournamentId) -> Tournament:
    """Leaves the list before the close, without penalty (AIJE-D01-5.2); twice is harmless."""
    tournament = find_unfinished(tx, tx.guild_id, tournament_id)
    _refuse_late_withdrawal(tx, tournament, tx.pressed_at)
    person = server_verbs.recognise(tx)
    entrant = store.of_person(tx, tournament_id, person.person_id)
    if entrant is None:
        raise NotRegistered(name=tournament.name)
    if store.withdraw(tx, entrant.entrant_id, tx.pressed_at):
        store.end_reminder(tx, entrant.entrant_id)
        tournaments_facts_verbs.record(tx, tournament, "withdraw", person, entrant=entrant.entrant_id)
        _tell_left(tx, tournament, person.person_id, person.person_id)
    return tournament


@repeatable
def remove(tx: ActorTx, entrant_id: EntrantId, reason: str) -> Removed:
    """Staff takes somebody off the list before the close, for a reason that the person is told; twice is harmless.

    In an official event everybody is told the reason (AIJE-D01-2).
    """
    staff = server_verbs.recognise(tx)
    found = removable(tx, entrant_id)
    _refuse_stake(tx, staff, found)
    why = checked_reason(reason, 300)
    if store.withdraw(tx, entrant_id, tx.pressed_at):
        removed = found.entrant.entrant_id
        tournaments_facts_verbs.record(tx, found.tournament, "remove", staff, why=why, entrant=removed)
        tx.touch(tournament_subject(found.tournament.tournament_id))
        _tell_left(tx, found.tournament, found.person.person_id, staff.person_id)
        if found.is_told_to_all and found.person.person_id != staff.person_id:
            told = RemovalTold(entrant_id, why, staff.person_id)
            tx.enqueue(tx.guild_id, Place.ANNOUNCEMENTS, told)
        matter = f"removal:{found.tournament.tournament_id}"
        if found.person.person_id != staff.person_id and server_verbs.rings(tx, staff, found.person, matter):
            write_to(tx, tx.guild_id, found.person, RemovedByStaff(entrant_id, why))
    return found


def _tell_left(tx: Tx, tournament: Tournament, person_id: PersonId, by: PersonId) -> None:
    for hook in ENTRY_HOOKS.of(tournament.rulebook):
        hook.left_list(tx, tournament, person_id, by)


def removable(tx: ActorQuery, entrant_id: EntrantId) -> Removed:
    """The entry that staff is about to take off the list; raises before a reason is asked."""
    staff = people_store.of_member(tx, tx.guild_id, tx.actor.member_id)
    server_verbs.require(tx, staff, Act.TAKE_OUT_PLAYER)
    entrant = store.load(tx, entrant_id)
    person = None if entrant is None else people_store.load(tx, entrant.person_id)
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
        tournaments_recusal_verbs.refuse(tx, staff.person_id, act, found.person.person_id, event=event)


def admit(
    tx: Tx,
    tournament: Tournament,
    person: Person,
    at: datetime,
    by: Person,
    *,
    confirms: bool = True,
    why: str | None = None,
) -> Registered:
    """Puts the person on the list, at its end; who stands on it already keeps the place.

    While confirmation is open this confirms too, unless the entry is not complete with it, as one without its deck.
    `why` is what staff say of somebody late.
    """
    known = store.of_person(tx, tournament.tournament_id, person.person_id)
    if known is not None and known.withdrawn_at is None and not _missed_the_start(tx, tournament, known):
        return entry_with_place(tx, tournament, known, at, newly=False)
    if (late := late_round(tx, tournament, at)) is not None:
        return _admit_late(tx, tournament, person, at, by, (late, why))
    entrant_id = known.entrant_id if known else EntrantId(tx.new_id())
    complete = confirms and is_complete(tx, tournament, entrant_id)
    entrant = Entrant(
        entrant_id=entrant_id,
        tournament_id=tournament.tournament_id,
        person_id=person.person_id,
        number=store.next_number(tx, tournament.tournament_id),
        registered_at=at,
        checked_in_at=at if complete and confirmation_is_open(tx, tournament, at) else None,
        club=_club(tx, tournament, person, known),
    )
    _write(tx, entrant, known, by)
    tournaments_facts_verbs.record(tx, tournament, "register", by, entrant=entrant.entrant_id)
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
        store.add(tx, entrant, by.person_id)
    else:
        moments = (entrant.registered_at, entrant.checked_in_at)
        store.enter_again(tx, entrant.entrant_id, entrant.number, *moments, entrant.enters_in, by.person_id)


def _missed_the_start(tx: Query, tournament: Tournament, known: Entrant) -> bool:
    """Whether the entry was not drawn, by the own withdrawal or absence, in an event that takes people late."""
    takes_them = tournament.rulebook.traits.has_lobby or tournament.rulebook.check_in.late is not Lateness.NONE
    return takes_them and tournament.drawn_at is not None and not store.is_starter(tx, known.entrant_id)


def _admit_late(
    tx: Tx, tournament: Tournament, person: Person, at: datetime, by: Person, late: tuple[int, str | None]
) -> Registered:
    """Enters somebody new into a running Swiss, from that round on, with what staff say of it.

    Who was on the list and missed the start is taken in an arena, and where the rulebook lets people come late; nobody
    who has left the event, by another account neither.
    """
    number, why = late
    known = store.of_person(tx, tournament.tournament_id, person.person_id)
    own = (store.of_person(tx, tournament.tournament_id, one) for one in same_person_ids(tx, person.person_id))
    if any(one is not None and not _missed_the_start(tx, tournament, one) for one in own):
        raise RefusedAt("error.RegistrationClosed", at=check_in_closes_at(tournament, outages_of(tx, tournament)))
    entrant = Entrant(
        entrant_id=EntrantId(tx.new_id()) if known is None else known.entrant_id,
        tournament_id=tournament.tournament_id,
        person_id=person.person_id,
        number=store.next_number(tx, tournament.tournament_id),
        registered_at=at,
        checked_in_at=at,
        enters_in=number,
        club=_club(tx, tournament, person, known),
    )
    known_grade = people_ratings_store.grade_of_person(tx, person.person_id)
    _write(tx, entrant, known, by)
    tx.touch(arena_subject(tournament.tournament_id))
    store.decide_outcome(tx, entrant.entrant_id, "starter")
    if known_grade is not None and tournament.rulebook.grades is not None:
        store.note_grade(tx, entrant.entrant_id, str(known_grade))
    tournaments_facts_verbs.record(tx, tournament, "enter_late", by, why=why, entrant=entrant.entrant_id)
    tell_of_place(tx, tournament, person.person_id)
    return entry_with_place(tx, tournament, entrant, at, newly=True)


def entry_with_place(tx: Query, tournament: Tournament, entrant: Entrant, at: datetime, *, newly: bool) -> Registered:
    """The entry as it stands, with its place in line."""
    place = store.place_in_line(tx, entrant)
    return Registered(
        entrant=entrant,
        tournament=tournament,
        place=place,
        waiting=waiting_place(tournament, place),
        newly=newly,
        check_in_opens_at=check_in_opens_at(tournament),
        check_in_is_open=confirmation_is_open(tx, tournament, at),
        is_complete=is_complete(tx, tournament, entrant.entrant_id),
        grade=None
        if tournament.rulebook.grades is None
        else people_ratings_store.grade_of_person(tx, entrant.person_id),
        club_asked=asks_for_club(tournament),
        reminded=not newly and store.is_wanted(tx, entrant.entrant_id, entrant.person_id),
        parts=parts_of_entry(tx, tournament),
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


def open_for_entries(tx: ActorQuery, tournament_id: TournamentId, *, staff: bool | None = None) -> Tournament:
    """The tournament, when it still takes entries at the moment of the press; raises RegistrationClosed.

    Who comes too late reads how they can still come in, and staff who would enter them what they can do; with None
    nobody is to come in, as where a team changes.
    """
    tournament = find_unfinished(tx, tx.guild_id, tournament_id)
    closes_at = check_in_closes_at(tournament, outages_of(tx, tournament))
    closed = tournament.check_in_closed_at is not None or tx.pressed_at > closes_at
    if closed and late_round(tx, tournament, tx.pressed_at) is None:
        if staff is not None:
            refuse_late(tx, tournament, staff=staff)
        raise RefusedAt("error.RegistrationClosed", at=closes_at)
    return tournament


def refuse_late(tx: ActorQuery, tournament: Tournament, *, staff: bool) -> None:
    """Has who comes after the close told how they can still come in, or what staff can do for them; returns if not."""
    for one in ENTRY_HOOKS.of(tournament.rulebook):
        one.refuse_late(tx, tournament, staff=staff)


def _refuse_late_withdrawal(tx: Query, tournament: Tournament, at: datetime) -> None:
    closes_at = check_in_closes_at(tournament, outages_of(tx, tournament))
    if tournament.check_in_closed_at is not None or at > closes_at:
        # Leaving without penalty was possible until the close (AIJE-D01-5.2).
        raise RefusedAt("error.WithdrawalClosed", at=closes_at)


def _confirm(tx: Tx, entry: Registered, at: datetime) -> Registered:
    if not is_complete(tx, entry.tournament, entry.entrant.entrant_id):
        return entry
    if entry.check_in_is_open and store.check_in(tx, entry.entrant.entrant_id, at):
        return replace(entry, entrant=replace(entry.entrant, checked_in_at=at))
    return entry


def others_alike(tx: Query, tournament: Tournament, name: str, account: str | None) -> tuple[Person, ...]:
    """Whom the name can mean beside the one of that very name who was entered before without being in the server."""
    alike = people_verbs.find_meant(tx, tournament, name, account)
    return alike if people_verbs.in_question(tx, tournament, name, account, alike) else ()


def _whoever(
    tx: Tx, tournament: Tournament, member: tuple[MemberId, str] | None, name: str, account: str | None
) -> Person:
    """The person meant, a member of the server or somebody outside; whoever is not known becomes known."""
    if member is not None:
        return server_verbs.somebody(tx, tournament.guild_id, member)
    known = people_verbs.outsider(tx, tournament, name, account)
    return known or server_verbs.newcomer(tx, tournament.guild_id, name)


# --- who tried to confirm -------------------------------------------------------------------------------------------


TRIED: Final = "try_to_check_in"
MENDED: Final = "mend_team"


def note(tx: Tx, tournament: Tournament, entrant: Entrant, by: PersonId, act: str) -> None:
    """Puts it on the log, once for each entry; who was there is not absent, whatever was lacking."""
    if entrant.entrant_id not in entries_noted(tx, tournament):
        tournaments_facts_verbs.record(tx, tournament, act, by, entrant=entrant.entrant_id)


def entries_noted(tx: Query, tournament: Tournament) -> frozenset[EntrantId]:
    """The entries of which it is on the log since the start was last moved."""
    moved = [at for at, _ in log.starts_before(tx, tournament.tournament_id)]
    since = max(moved, default=tournament.created_at)
    return log.entrants_with(tx, tournament.tournament_id, (TRIED, MENDED), since)


# --- a role that was deleted ----------------------------------------------------------------------------------------


def note_deleted(tx: Tx, guild_id: GuildId, role: RoleId) -> None:
    """Writes to who answers for the events that take entries by that role; their desks say it too."""
    for one in tournaments_store.all_unfinished(tx, guild_id):
        rules = one.rulebook.entry
        asks = rules is not None and rules.role_id == role and one.check_in_closed_at is None
        reader = tournaments_summons_verbs.answering(tx, one) if asks else None
        if reader is not None:
            write_to(tx, guild_id, reader, EntryRoleDeleted(one.tournament_id))
