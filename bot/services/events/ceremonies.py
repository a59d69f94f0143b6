"""Stated ceremonies of an event: the players are reminded, attendance is noted, absence is reprimanded (GO-23.6)."""

from __future__ import annotations

from datetime import datetime

from bot.domain.community import Person, Place
from bot.domain.deadlines import Step
from bot.domain.events.ceremonies import Attendance, Ceremony, CeremonyView, Reprimand
from bot.domain.events.sayings import CeremonyReminder, CeremonyStated, Reprimanded
from bot.domain.ids import GuildId, PersonId, TournamentId
from bot.domain.local_times import MomentInThePast
from bot.domain.permissions import Act
from bot.domain.regulation.discipline_rules import discipline_of
from bot.domain.typed_text import checked_reason
from bot.errors import AlreadyDone, NotFound, NotNow, NotYours, Subject, UserError
from bot.services import access, recusal
from bot.services.event_log import record
from bot.services.events.tournaments import find, find_unfinished
from bot.services.speaking import promise_publicly
from bot.services.wishes import repeatable
from bot.storage import ceremonies, deadlines, entrants, people, tournaments
from bot.storage.context import ActorTx, Query, Tx

NAME_LIMIT = 80


class NoCeremonies(UserError):
    """The rulebook of the event makes no ceremony a duty."""

    name: str


def ceremony_subject(ceremony_id: str) -> str:
    """How deadlines name a ceremony."""
    return f"ceremony:{ceremony_id}"


def state(tx: ActorTx, tournament_id: TournamentId, name: str, held_at: datetime) -> CeremonyView:
    """States a ceremony of the event: announced now, recalled an hour before."""
    tournament = find_unfinished(tx, tx.guild_id, tournament_id)
    staff = _require(tx, tournament_id, Act.STATE_CEREMONY)
    if not discipline_of(tournament.rulebook).ceremonies_are_a_duty:
        raise NoCeremonies(name=tournament.name)
    if held_at <= tx.now:
        raise MomentInThePast(moment=held_at, now=tx.now)
    stated = Ceremony(
        ceremony_id=tx.new_id(),
        tournament_id=tournament_id,
        name=checked_reason(name, NAME_LIMIT),
        held_at=held_at,
        stated_at=tx.now,
        stated_by=staff.person_id,
    )
    ceremonies.add(tx, stated)
    if stated.reminds_at > tx.now:
        due = [(Step.REMIND_CEREMONY, stated.reminds_at)]
        deadlines.rewrite(tx, ceremony_subject(stated.ceremony_id), due)
    record(tx, tournament, "state_ceremony", staff.person_id)
    tx.enqueue(tournament.guild_id, Place.ANNOUNCEMENTS, CeremonyStated(stated.ceremony_id))
    return view(tx, tx.guild_id, stated.ceremony_id)


def call_off(tx: ActorTx, ceremony_id: str) -> Ceremony:
    """Calls a ceremony off, which is announced; nobody has to come."""
    ceremony = _load(tx, tx.guild_id, ceremony_id)
    staff = _require(tx, ceremony.tournament_id, Act.STATE_CEREMONY)
    if ceremony.held_at <= tx.now:
        raise NotNow
    if not ceremonies.cancel(tx, ceremony_id, tx.now):
        raise AlreadyDone
    deadlines.rewrite(tx, ceremony_subject(ceremony_id), ())
    tournament = find(tx, tx.guild_id, ceremony.tournament_id)
    record(tx, tournament, "call_off_ceremony", staff.person_id)
    tx.enqueue(tournament.guild_id, Place.ANNOUNCEMENTS, CeremonyStated(ceremony_id))
    return ceremony


def take(tx: Tx, ceremony_id: str, step: Step) -> None:
    """Takes the step of the reminder, once."""
    ceremony = ceremonies.load(tx, ceremony_id)
    tournament = None if ceremony is None else tournaments.load(tx, ceremony.tournament_id)
    if ceremony is None or tournament is None or step is not Step.REMIND_CEREMONY:
        return
    over = tournament.cancelled_at is not None or ceremony.cancelled_at is not None
    if not over and ceremonies.note_reminded(tx, ceremony_id, tx.now):
        tx.enqueue(tournament.guild_id, Place.ANNOUNCEMENTS, CeremonyReminder(ceremony_id))


def here(tx: ActorTx, ceremony_id: str) -> Ceremony:
    """A player says to be there; NotYours for who does not play, NotNow outside the time around it."""
    ceremony = _load(tx, tx.guild_id, ceremony_id)
    person = access.recognise(tx)
    if all(one.person_id != person.person_id for one in _players(tx, ceremony.tournament_id)):
        raise NotYours
    if not ceremony.is_open(tx.pressed_at):
        raise NotNow
    if not ceremonies.note(tx, ceremony_id, person.person_id, Attendance.PRESENT, person.person_id, tx.pressed_at):
        raise AlreadyDone
    return ceremony


def desk(tx: ActorTx, ceremony_id: str) -> CeremonyView:
    """Who was there and who was not, for who notes it."""
    ceremony = _load(tx, tx.guild_id, ceremony_id)
    _require(tx, ceremony.tournament_id, Act.NOTE_ATTENDANCE)
    return view(tx, tx.guild_id, ceremony_id)


@repeatable
def note(tx: ActorTx, ceremony_id: str, person_id: PersonId, attendance: Attendance) -> CeremonyView:
    """An arbiter notes that a player was there, or was absent with good reason."""
    ceremony = _load(tx, tx.guild_id, ceremony_id)
    staff = _require(tx, ceremony.tournament_id, Act.NOTE_ATTENDANCE)
    event = find(tx, tx.guild_id, ceremony.tournament_id)
    recusal.refuse_in_event(tx, staff.person_id, Act.NOTE_ATTENDANCE, event)
    _refuse_early(ceremony, tx, attendance)
    if all(one.person_id != person_id for one in _players(tx, ceremony.tournament_id)):
        raise NotFound(what=Subject.PERSON)
    before = ceremonies.attendance(tx, ceremony_id).get(person_id)
    if not ceremonies.note(tx, ceremony_id, person_id, attendance, staff.person_id, tx.now):
        raise AlreadyDone
    was, noted, by = None if before is None else before.value, attendance.value, staff.person_id
    record(tx, event, "note_attendance", by, person_id, ceremony=ceremony_id, noted=noted, before=was)
    return view(tx, tx.guild_id, ceremony_id)


def reprimand(tx: ActorTx, ceremony_id: str, person_id: PersonId, reason: str) -> CeremonyView:
    """Reprimands in public who was absent without good reason; once the ceremony was held (GO-23.6)."""
    ceremony = _load(tx, tx.guild_id, ceremony_id)
    staff = _require(tx, ceremony.tournament_id, Act.REPRIMAND)
    recusal.refuse(tx, staff.person_id, Act.REPRIMAND, person_id)
    why = checked_reason(reason)
    if ceremony.held_at > tx.now:
        raise NotNow
    if all(one.person_id != person_id for one in view(tx, tx.guild_id, ceremony_id).absent):
        raise NotFound(what=Subject.PERSON)
    given = Reprimand(ceremony_id, person_id, why, tx.now, staff.person_id)
    if not ceremonies.reprimand(tx, given):
        raise AlreadyDone
    tournament = find(tx, tx.guild_id, ceremony.tournament_id)
    record(tx, tournament, "reprimand", staff.person_id, person_id, why)
    promise_publicly(tx, tx.guild_id, Reprimanded(ceremony_id, person_id))
    return view(tx, tx.guild_id, ceremony_id)


def listing(tx: Query, guild_id: GuildId, tournament_id: TournamentId) -> tuple[Ceremony, ...]:
    """The ceremonies of the event, by their moment."""
    find(tx, guild_id, tournament_id)
    return tuple(ceremonies.of_tournament(tx, tournament_id))


def view(tx: Query, guild_id: GuildId, ceremony_id: str) -> CeremonyView:
    """The ceremony with everyone whose duty it is; raises NotFound."""
    ceremony = _load(tx, guild_id, ceremony_id)
    return CeremonyView(
        ceremony=ceremony,
        tournament=find(tx, guild_id, ceremony.tournament_id),
        community=access.community(tx, guild_id),
        players=_players(tx, ceremony.tournament_id),
        attendance=ceremonies.attendance(tx, ceremony_id),
        reprimanded=frozenset(one.person_id for one in ceremonies.reprimands(tx, ceremony_id)),
    )


def given_to(tx: Query, ceremony_id: str, person_id: PersonId) -> Reprimand | None:
    """The reprimand of one person for the ceremony, if there is one."""
    return next((one for one in ceremonies.reprimands(tx, ceremony_id) if one.person_id == person_id), None)


def _refuse_early(ceremony: Ceremony, tx: Query, attendance: Attendance) -> None:
    """Nobody was there before it was held; an excuse is heard at any time."""
    if attendance is Attendance.PRESENT and ceremony.held_at > tx.now:
        raise NotNow


def _players(tx: Query, tournament_id: TournamentId) -> tuple[Person, ...]:
    """Who plays in the event, by name: the starters, or before the close everybody on the list."""
    starting = entrants.with_outcome(tx, tournament_id, "starter") or entrants.of_tournament(tx, tournament_id)
    known = people.by_ids(tx, [one.person_id for one in starting if one.withdrawn_at is None])
    return tuple(sorted(known.values(), key=lambda person: (person.name.casefold(), person.person_id)))


def _load(tx: Query, guild_id: GuildId, ceremony_id: str) -> Ceremony:
    ceremony = ceremonies.load(tx, ceremony_id)
    tournament = None if ceremony is None else tournaments.load(tx, ceremony.tournament_id)
    if ceremony is None or tournament is None or tournament.guild_id != guild_id:
        raise NotFound(what=Subject.TOURNAMENT)
    return ceremony


def _require(tx: ActorTx, tournament_id: TournamentId, act: Act) -> Person:
    person = access.recognise(tx)
    standings = access.capacities_in(tx, tournament_id, person.person_id)
    access.require(tx, person, act, *standings)
    return person
