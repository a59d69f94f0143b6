"""Creating, moving, renaming and cancelling a tournament."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta

from bot.domain.community import Person, Place
from bot.domain.entering.entries import Entrant
from bot.domain.events.draw import commitment
from bot.domain.events.sayings import (
    CommitmentRecorded,
    ScheduledEvent,
    TournamentAnnounced,
    TournamentCancelled,
    TournamentChanged,
)
from bot.domain.events.start_changes import StartOutcome
from bot.domain.events.tournament import Tournament, check_in_opens_at
from bot.domain.ids import GuildId, PersonId, TournamentId
from bot.domain.permissions import Act
from bot.domain.regulation.qualifying_events import SEAT_MATCH
from bot.domain.rulebook import DrawSalt, Rulebook
from bot.domain.switches import needed_by
from bot.domain.typed_text import checked_name, checked_reason
from bot.errors import NotFound, NotFoundByName, Subject, UserError
from bot.rulebooks.library import fingerprint
from bot.services import access, event_log, recusal, switching
from bot.services.events import called_off, fixed_starts, official
from bot.services.events.hooks import EVENT_HOOKS
from bot.services.naming import batches
from bot.services.speaking import look_for_decisions, promise
from bot.services.timetable import (
    arena_subject,
    contest_subject,
    reschedule_letters,
    save,
    tournament_subject,
)
from bot.services.wishes import repeatable
from bot.storage import contests, drafts, entrants, people, start_changes, tournaments
from bot.storage.context import ActorQuery, ActorTx, Query, Tx

FURTHEST_START = timedelta(days=2 * 365)


class StartInThePast(UserError):
    """The start lies before the present moment."""

    start_at: datetime


class StartTooFar(UserError):
    """The start is more than two years away: most likely a slip of the year."""

    start_at: datetime


class StartTooSoon(UserError):
    """Check-in would close before it could begin."""

    closes_at: datetime


class MovedTooClose(UserError):
    """Whoever registered for a later start would be absent from one that check-in no longer announces in time."""

    earliest: datetime


class CheckInHasClosed(UserError):
    """The confirmation is over, so the start cannot be moved any more."""

    closed_at: datetime


class NoBeacon(UserError):
    """The rulebook's draw wants a public random number, and this bot has no source of any."""

    name: str


class SeatMatchByHand(UserError):
    """A match for a seat is arranged, which enters both; nobody could register for one that is created by hand."""


class TournamentIsOver(UserError):
    """The tournament ended or was cancelled."""

    name: str


def create(tx: ActorTx, name: str, rulebook: Rulebook, start_at: datetime) -> Tournament:
    """Creates and announces a tournament that keeps its own frozen rulebook and a commitment to its draw."""
    access.community(tx, tx.guild_id)
    person = access.recognise(tx)
    access.require(tx, person, Act.CREATE_TOURNAMENT)
    refuse_seat_match(rulebook)
    return created_by(tx, person, name, rulebook, start_at)


def refuse_seat_match(rulebook: Rulebook) -> None:
    """Raises SeatMatchByHand: a match for a seat has its players by the invitations, and nobody could enter it."""
    if rulebook.name == SEAT_MATCH:
        raise SeatMatchByHand


def created_by(tx: Tx, person: Person, name: str, rulebook: Rulebook, start_at: datetime) -> Tournament:
    """As `create`, in the name of a person who may, or whose event the President approved (AIJE-B01-AN).

    Whether it is official is judged here, by every way to it, and the list's numbers are taken.
    """
    refuse_beacon(rulebook)
    rulebook = official.as_played(tx, person.guild_id, rulebook)
    secret = tx.new_secret()
    tournament = Tournament(
        tournament_id=TournamentId(tx.new_id()),
        guild_id=person.guild_id,
        name=checked_name(name),
        rulebook=rulebook,
        rulebook_hash=fingerprint(rulebook),
        start_at=checked_start(start_at, tx.now, rulebook),
        created_at=tx.now,
        created_by=person.person_id,
        commitment=commitment(secret),
    )
    tournaments.add(tx, tournament, secret)
    save(tx, tournament)
    switching.switch_on_needed(tx, person, needed_by(rulebook))
    event_log.record(tx, tournament, "create_tournament", person)
    for saying in (TournamentAnnounced(tournament.tournament_id), ScheduledEvent(tournament.tournament_id)):
        tx.enqueue(tournament.guild_id, Place.ANNOUNCEMENTS, saying)
    tx.enqueue(tournament.guild_id, Place.RECORD, CommitmentRecorded(tournament.tournament_id))
    look_for_decisions(tx, tournament.guild_id)
    return tournament


@repeatable
def edit(tx: ActorTx, tournament_id: TournamentId, name: str | None, start_at: datetime | None) -> Tournament:
    """Renames the tournament, moves its start, or both; all that hangs on the start moves with it.

    Raises StartIsFixed for an official event in which somebody has registered (`fixed_starts`).
    """
    person = access.recognise(tx)
    access.require(tx, person, Act.EDIT_TOURNAMENT)
    before = find_unfinished(tx, tx.guild_id, tournament_id)
    if movable_start(before, start_at, tx.now) not in {None, before.start_at}:
        access.require(tx, person, Act.MOVE_START)
        recusal.refuse_in_event(tx, person.person_id, Act.MOVE_START, before)
        fixed_starts.refuse(tx, person, before)
    return change(tx, person, before, name, start_at)


def change(tx: Tx, person: Person, before: Tournament, name: str | None, start_at: datetime | None) -> Tournament:
    """As `edit`, where it was asked before who may."""
    after = replace(before, name=checked_name(name) if name else before.name)
    if start_at is not None and start_at != before.start_at:
        after = at_another_start(tx, after, start_at)
    if after == before:
        return before
    save(tx, after)
    # Who is alone confirms a draft in vain, and it is done once a reason is picked: nobody is reminded of it then.
    drafts.drop_of_event(tx, person.person_id, before.tournament_id)
    if after.start_at != before.start_at:
        start_changes.end(tx, before.tournament_id, StartOutcome.LAPSED, person.person_id, tx.now)
        reschedule_letters(tx, after)
    _record_edit(tx, before, after, person.person_id)
    _tell_change(tx, before, after)
    return after


def at_another_start(tx: Tx, before: Tournament, start_at: datetime) -> Tournament:
    """The tournament at its new start. Check-in opens anew; who confirmed for another evening has to confirm again."""
    start = movable_start(before, start_at, tx.now) or before.start_at
    after = replace(before, start_at=start, check_in_opened_at=None, reminded=frozenset())
    if tx.now < check_in_opens_at(after):
        entrants.clear_check_ins(tx, after.tournament_id)
    return after


def _tell_change(tx: Tx, before: Tournament, after: Tournament) -> None:
    """A message that names everyone on the list where the start has moved, as many to a message as it can hold."""
    moved = after.start_at != before.start_at
    subject, place = after.tournament_id, Place.ANNOUNCEMENTS
    concerned = [one for one in entrants.of_tournament(tx, subject) if moved and one.withdrawn_at is None]
    for named in batches(tx, concerned) or [()]:
        promise(tx, after.guild_id, place, TournamentChanged(subject, moved, named))
    promise(tx, after.guild_id, place, ScheduledEvent(subject))
    tx.touch(tournament_subject(subject))


@repeatable
def cancel(tx: ActorTx, tournament_id: TournamentId, reason: str) -> Tournament:
    """Calls the tournament off, with a reason that everyone reads; nobody is punished for it."""
    person = access.recognise(tx)
    access.require(tx, person, Act.CANCEL_TOURNAMENT)
    before = find_unfinished(tx, tx.guild_id, tournament_id)
    recusal.refuse_in_event(tx, person.person_id, Act.CANCEL_TOURNAMENT, before)
    recusal.refuse_while_waited_for(tx, person.person_id, Act.CANCEL_TOURNAMENT, before)
    return call_off(tx, before, checked_reason(reason), person)


def cancellable(tx: ActorQuery, tournament_id: TournamentId) -> Tournament:
    """The tournament, when who pressed may call it off; raises before a reason is asked."""
    person = people.of_member(tx, tx.guild_id, tx.actor.member_id)
    access.require(tx, person, Act.CANCEL_TOURNAMENT)
    tournament = find_unfinished(tx, tx.guild_id, tournament_id)
    own = None if person is None else person.person_id
    recusal.refuse_where_others_can(tx, own, Act.CANCEL_TOURNAMENT, tournament)
    return tournament


def call_off(tx: Tx, before: Tournament, reason: str, person: Person | None) -> Tournament:
    """Ends the tournament without a result, and names whoever would play to tell them; what was played counts.

    `person` is None where the rule itself does (too few entrants).
    """
    after = replace(before, cancelled_at=tx.now, cancel_reason=reason)
    save(tx, after)
    event_log.record(tx, after, "cancel_tournament", person, why=reason)
    place, subject = Place.ANNOUNCEMENTS, after.tournament_id
    for named in batches(tx, _would_play(tx, after)) or [()]:
        promise(tx, after.guild_id, place, TournamentCancelled(subject, named))
    promise(tx, after.guild_id, place, ScheduledEvent(subject))
    for panel in (tournament_subject(after.tournament_id), arena_subject(after.tournament_id)):
        tx.touch(panel)
    for match in contests.in_play(tx, after.tournament_id):
        tx.touch(contest_subject(match.contest.contest_id))
    called_off.count_what_was_played(tx, after)
    for one in EVENT_HOOKS.of(after.rulebook):
        one.called_off(tx, after)
    return after


def _would_play(tx: Query, tournament: Tournament) -> list[Entrant]:
    """Who counts on the event: everyone on the list, and once confirmation is over those who confirmed."""
    listed = [one for one in entrants.of_tournament(tx, tournament.tournament_id) if one.withdrawn_at is None]
    return [one for one in listed if tournament.check_in_closed_at is None or one.checked_in_at is not None]


def find_meant(tx: Query, guild_id: GuildId, typed: str) -> TournamentId:
    """The id of the server's tournament that was chosen or typed, by its id or its name; raises NotFoundByName."""
    known = tournaments.load(tx, TournamentId(typed))
    if known is not None and known.guild_id == guild_id:
        return known.tournament_id
    wanted = " ".join(typed.split()).casefold()
    for tournament in tournaments.of_guild(tx, guild_id):
        if tournament.name.casefold() == wanted:
            return tournament.tournament_id
    raise NotFoundByName(what=Subject.TOURNAMENT, name=typed)


def find(tx: Query, guild_id: GuildId, tournament_id: TournamentId) -> Tournament:
    """The tournament of this server; raises NotFound for a foreign or unknown id."""
    tournament = tournaments.load(tx, tournament_id)
    if tournament is None or tournament.guild_id != guild_id:
        raise NotFound(what=Subject.TOURNAMENT)
    return tournament


def find_unfinished(tx: Query, guild_id: GuildId, tournament_id: TournamentId) -> Tournament:
    """As `find`, and raises TournamentIsOver where it ended or was cancelled."""
    tournament = find(tx, guild_id, tournament_id)
    if tournament.ended_at is not None or tournament.cancelled_at is not None:
        raise TournamentIsOver(name=tournament.name)
    return tournament


def refuse_beacon(rulebook: Rulebook) -> None:
    """Refuses rules whose draw wants a public random number, since none can be fetched; nothing is put in its place."""
    if rulebook.draw.salt is DrawSalt.BEACON:
        raise NoBeacon(name=rulebook.name)


def movable_start(tournament: Tournament, start_at: datetime | None, now: datetime) -> datetime | None:
    """The new start, checked; None moves nothing.

    Raises CheckInHasClosed once the confirmation is over, and MovedTooClose for an earlier start that leaves less than
    the whole confirmation to those who signed up for a later one (AIJE-D01-5.3).
    """
    if start_at is None:
        return None
    if tournament.check_in_closed_at is not None:
        raise CheckInHasClosed(closed_at=tournament.check_in_closed_at)
    start, earliest = checked_start(start_at, now, tournament.rulebook), now + tournament.rulebook.check_in.opens_before
    if start < min(earliest, tournament.start_at):
        raise MovedTooClose(earliest=min(earliest, tournament.start_at))
    return start


def checked_start(start_at: datetime, now: datetime, rulebook: Rulebook) -> datetime:
    """The start, when check-in can still be held before it and it is within two years.

    Raises StartInThePast, StartTooSoon or StartTooFar.
    """
    if start_at <= now:
        raise StartInThePast(start_at=start_at)
    closes_at = start_at - rulebook.check_in.closes_before
    if closes_at <= now:
        raise StartTooSoon(closes_at=closes_at)
    if start_at > now + FURTHEST_START:
        raise StartTooFar(start_at=start_at)
    return start_at


def _record_edit(tx: Tx, before: Tournament, after: Tournament, by: PersonId) -> None:
    """The log's line, with both starts where the event has moved."""
    moved = before.start_at != after.start_at
    tx.log(
        after.guild_id,
        "edit_tournament",
        tournament_subject(after.tournament_id),
        actor=by,
        tournament_id=after.tournament_id,
        details={"from": str(before.start_at), "to": str(after.start_at)} if moved else None,
    )
