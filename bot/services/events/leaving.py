"""Withdrawing after the close: drawn again while there is time, otherwise results stand and the rest is lost.

GO-28.1 before the first call, GO-28.4 after it. Whom staff take out is told why (AIJE-D01-2).
"""

from __future__ import annotations

from contextlib import suppress

from bot.domain.community import Person, Place
from bot.domain.entering.entries import Entrant
from bot.domain.entering.sayings import RemovalTold, RemovedByStaff
from bot.domain.events import sayings
from bot.domain.events.appearances import has_appeared
from bot.domain.events.draw_views import PlayerLeft
from bot.domain.events.tournament import Phase, Tournament, phase
from bot.domain.ids import EntrantId, GuildId, PersonId, TournamentId
from bot.domain.permissions import Act
from bot.domain.playing.summons import Matter, MatterKind
from bot.domain.typed_text import checked_reason
from bot.errors import AlreadyDone, NotFound, NotNow, Outdated, Subject
from bot.services import access, event_log, quotas, recusal, summons
from bot.services.events import event
from bot.services.events.departing import comes_to, may_be_redrawn
from bot.services.events.hooks import EVENT_HOOKS
from bot.services.events.tournaments import find_unfinished
from bot.services.sides import NotRegistered, OnlyTheCaptain, as_entered, entry_of
from bot.services.speaking import promise, write_to
from bot.services.timetable import tournament_subject
from bot.services.wishes import repeatable
from bot.storage import contests, entrants, people, tournaments
from bot.storage.context import ActorQuery, ActorTx, Query, Tx


def leavable(tx: ActorQuery, tournament_id: TournamentId, person_id: PersonId | None = None) -> PlayerLeft | None:
    """What leaving would mean now, before it is confirmed; None while the close is still to come.

    Then leaving is free and needs no confirmation. Raises NotRegistered for who does not play, AlreadyDone for who
    left before.
    """
    tournament = find_unfinished(tx, tx.guild_id, tournament_id)
    if phase(tournament) not in {Phase.DRAWING, Phase.RUNNING}:
        return None
    person = _person(tx, person_id, tournament)
    return _leave(tx, tournament, person, _starter(tx, tournament, person))


def is_under_way(tx: Query, guild_id: GuildId, tournament_id: TournamentId) -> bool:
    """Whether whoever leaves now leaves an event whose confirmation is closed; raises NotFound."""
    return phase(find_unfinished(tx, guild_id, tournament_id)) in {Phase.DRAWING, Phase.RUNNING}


def removable(tx: ActorQuery, tournament_id: TournamentId, entrant_id: EntrantId) -> PlayerLeft:
    """The starter whom staff is about to take out; raises before a reason is asked."""
    staff = people.of_member(tx, tx.guild_id, tx.actor.member_id)
    access.require(tx, staff, Act.TAKE_OUT_PLAYER)
    entrant = entrants.load(tx, entrant_id)
    if entrant is None or entrant.tournament_id != tournament_id:
        raise NotFound(what=Subject.ENTRANT)
    if staff is not None and staff.person_id != entrant.person_id:
        with suppress(recusal.AloneInEvent):
            _refuse_stake(tx, staff, tournament_id, entrant.person_id)
    left = leavable(tx, tournament_id, entrant.person_id)
    if left is None:
        raise NotNow
    return left


def _refuse_stake(tx: ActorQuery, staff: Person, tournament_id: TournamentId, person_id: PersonId) -> None:
    recusal.refuse(tx, staff.person_id, Act.TAKE_OUT_PLAYER, person_id, event=tournament_id)


@repeatable
def leave(
    tx: ActorTx,
    tournament_id: TournamentId,
    person_id: PersonId | None = None,
    reason: str | None = None,
    cost: str | None = None,
) -> PlayerLeft:
    """Takes a starter out of an event whose confirmation is closed; staff names person and reason, others leave.

    `cost` is what was read before: Outdated where leaving costs something else by now.

    Before the first call organisers are offered a redraw (GO-28.1); otherwise the match in play and those to come are
    walkovers for the opponents (GO-28.4).
    """
    by = access.recognise(tx)
    tournament = find_unfinished(tx, tx.guild_id, tournament_id)
    if phase(tournament) not in {Phase.DRAWING, Phase.RUNNING}:
        raise NotNow
    person = _person(tx, person_id, tournament)
    why = None
    if person.person_id != by.person_id:
        access.require(tx, by, Act.TAKE_OUT_PLAYER)
        _refuse_stake(tx, by, tournament_id, person.person_id)
        why = checked_reason(reason or "", 300)
    entrant = _starter(tx, tournament, person)
    left = _leave(tx, tournament, person, entrant)
    if cost is not None and cost != left.cost:
        raise Outdated
    entrants.withdraw(tx, entrant.entrant_id, tx.pressed_at)
    event_log.record(tx, tournament, "leave", by, why=why, entrant=entrant.entrant_id)
    _tell(tx, tournament, sayings.PlayerLeft(entrant.entrant_id, why), may_redraw=left.may_redraw)
    if why is not None:
        _tell_reason(tx, left, RemovedByStaff(entrant.entrant_id, why), by)
    event.proceed_all(tx, tournament.guild_id, first=tournament_id)
    return left


def withdraw_expelled(tx: Tx, person: Person) -> None:
    """Takes who was expelled out of every event that runs; it counts as a withdrawal (AIJE-A02-2, GO-28.4)."""
    for tournament in tournaments.all_unfinished(tx, person.guild_id):
        if phase(tournament) not in {Phase.DRAWING, Phase.RUNNING}:
            continue
        entrant = entrants.of_person(tx, tournament.tournament_id, person.person_id)
        if entrant is None or not entrants.withdraw(tx, entrant.entrant_id, tx.now):
            continue
        event_log.record(tx, tournament, "leave", entrant=entrant.entrant_id)
        told, may_redraw = sayings.PlayerLeft(entrant.entrant_id), may_be_redrawn(tx, tournament)
        _tell(tx, tournament, told, may_redraw=may_redraw)
        event.proceed_all(tx, tournament.guild_id, first=tournament.tournament_id)


def _tell(tx: Tx, tournament: Tournament, told: sayings.PlayerLeft, *, may_redraw: bool) -> None:
    """Tells everybody, or calls who runs the event, as long as the draw can be made again (GO-28.1)."""
    promise(tx, tournament.guild_id, Place.COMMITTEE if may_redraw else Place.MATCHES, told)
    if may_redraw:
        subject = tournament_subject(tournament.tournament_id)
        matter = Matter(MatterKind.PLAYER_LEFT, subject, tournament.tournament_id, tournament.start_at)
        summons.call(tx, tournament.guild_id, matter)


def _tell_reason(tx: Tx, left: PlayerLeft, letter: RemovedByStaff, staff: Person) -> None:
    """Writes to the player why; in an official event everybody reads it, though a new draw is possible (AIJE-D01-2)."""
    tournament = left.tournament
    if left.may_redraw and tournament.rulebook.official:
        told = RemovalTold(letter.entrant_id, letter.reason, staff.person_id)
        tx.enqueue(tournament.guild_id, Place.ANNOUNCEMENTS, told)
    if quotas.rings(tx, staff, left.person, f"removal:{tournament.tournament_id}"):
        write_to(tx, tournament.guild_id, left.person, letter)


def open_lists(tx: Tx, person: Person, by: PersonId | None) -> None:
    """Takes the person off every list that is still open, and out of teams; nobody becomes a no-show by it."""
    for tournament in tournaments.all_unfinished(tx, person.guild_id):
        if tournament.check_in_closed_at is not None:
            continue
        entrant = entry_of(tx, tournament.tournament_id, person.person_id)
        if entrant is not None and entrant.person_id != person.person_id:
            for one in EVENT_HOOKS.of(tournament.rulebook):
                one.step_out(tx, tournament, entrant, person.person_id, by)
            continue
        if entrant is None or not entrants.withdraw(tx, entrant.entrant_id, tx.now):
            continue
        tx.touch(tournament_subject(tournament.tournament_id))
        event_log.record(tx, tournament, "withdraw", by, entrant=entrant.entrant_id)


def _leave(tx: Query, tournament: Tournament, person: Person, entrant: Entrant) -> PlayerLeft:
    """Who leaves, as the entrant appears, and what it comes to."""
    own = [match.contest for match in contests.of_entrant(tx, entrant.entrant_id)]
    return PlayerLeft(
        tournament,
        as_entered(person, entrant),
        may_be_redrawn(tx, tournament, leaving=1),
        after=comes_to(tx, tournament, entrant),
        counts_as_absent=not has_appeared(own, entrant.entrant_id),
    )


def _person(tx: ActorQuery, person_id: PersonId | None, tournament: Tournament) -> Person:
    me = people.of_member(tx, tx.guild_id, tx.actor.member_id) if person_id is None else None
    found = me if person_id is None else people.load(tx, person_id)
    if found is None or found.guild_id != tx.guild_id:
        raise NotRegistered(name=tournament.name)
    return found


def _starter(tx: Query, tournament: Tournament, person: Person) -> Entrant:
    starting = entrants.with_outcome(tx, tournament.tournament_id, "starter")
    entrant = next((one for one in starting if one.person_id == person.person_id), None)
    if entrant is None:
        _refuse_member(tx, tournament, person)
        raise NotRegistered(name=tournament.name)
    if entrant.withdrawn_at is not None:
        raise AlreadyDone
    return entrant


def _refuse_member(tx: Query, tournament: Tournament, person: Person) -> None:
    """Raises OnlyTheCaptain for a member of a team: it leaves as a whole, by its captain's word."""
    team = entry_of(tx, tournament.tournament_id, person.person_id)
    captain = None if team is None else people.load(tx, team.person_id)
    if captain is not None and captain.person_id != person.person_id:
        raise OnlyTheCaptain(captain=captain.name)
