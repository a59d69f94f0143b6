"""A challenge: who may challenge whom, and the match that it makes."""

from __future__ import annotations

from datetime import datetime

from bot.domain.community import Person
from bot.domain.entering.entries import Entrant
from bot.domain.events.tournament import Phase, Tournament, phase
from bot.domain.formats import EventFacts, ladder
from bot.domain.ids import ContestId, EntrantId, TournamentId
from bot.domain.ladder.ladder_views import Challenged, LadderView, Rung
from bot.domain.lengths import length_of
from bot.errors import NotNow, UserError
from bot.services import access, event_log
from bot.services.entering.eligibility import refuse_second_place
from bot.services.event_facts import facts
from bot.services.events import event
from bot.services.events.tournaments import find_unfinished
from bot.services.sides import NotRegistered, players
from bot.storage import contests, entrants, event_pauses, people
from bot.storage.context import ActorQuery, ActorTx, Query


class NotALadder(UserError):
    """Nobody is challenged in the tournament."""

    name: str


class LeftTheLadder(UserError):
    """The person played in the ladder and is out of it."""

    name: str


class LadderTimeIsUp(UserError):
    """The ladder's time is up: no challenge is taken any more."""

    ended_at: datetime


class LadderPaused(UserError):
    """The event is paused: a match would be made and could not be called."""

    until: datetime


class MatchToPlayFirst(UserError):
    """Who wants to challenge has a match without a result."""


class OpponentPlays(UserError):
    """Who is challenged has a match without a result."""

    other: str


class OutOfReach(UserError):
    """Who is challenged stands below, or more places above than the rulebook allows, or has left."""

    n: int


class MetTooRecently(UserError):
    """The two have met, and the rulebook lets some time pass before they meet again."""

    until: datetime


class NobodyFree(UserError):
    """Everybody within reach plays, has just been met, or there is nobody above."""

    n: int


def choose(tx: ActorQuery, tournament_id: TournamentId) -> LadderView:
    """Whom who pressed can challenge now; raises what `challenge` raises, and NobodyFree."""
    tournament = _ladder(tx, tournament_id)
    person = people.of_member(tx, tx.guild_id, tx.actor.member_id)
    entrant = _own_entry(tx, tournament, person)
    _refuse_in_pause(tx, tournament_id)
    known = facts(tx, tournament, tx.pressed_at)
    refuse_now(tournament, known, entrant.entrant_id, tx.pressed_at)
    view = view_of(tx, tournament, known, entrant.entrant_id, tx.pressed_at)
    if not view.free:
        raise NobodyFree(n=ladder.rules_of(tournament.rulebook).reach)
    return view


def challenge(tx: ActorTx, tournament_id: TournamentId, challenged: EntrantId) -> Challenged:
    """Makes the match and has it called as any other.

    Raises NotALadder, NotNow before the start, NotRegistered, LeftTheLadder, LadderPaused, LadderTimeIsUp,
    MatchToPlayFirst, OpponentPlays, OutOfReach and MetTooRecently.
    """
    tournament = _ladder(tx, tournament_id)
    person = access.recognise(tx)
    own = _own_entry(tx, tournament, person).entrant_id
    refuse_second_place(tx, tournament, person.person_id)
    _refuse_in_pause(tx, tournament_id)
    known = facts(tx, tournament, tx.pressed_at)
    refuse_now(tournament, known, own, tx.pressed_at)
    other = _opponent(tx, tournament, known, (own, challenged), tx.pressed_at)
    number = contests.next_position(tx, tournament_id)
    new = ladder.challenge(tournament.rulebook, (own, challenged), number)
    contest_id, length = ContestId(tx.new_id()), length_of(new, tournament.rulebook)
    contests.add(tx, tournament_id, tournament.draw_number, contest_id, new, length, tx.now)
    event_log.record(tx, tournament, "challenge", by=person.person_id, contest=contest_id, entrant=challenged)
    event.proceed(tx, tournament_id)
    called = contest_id in contests.assignment_times(tx, tournament_id)
    return Challenged(tournament, new.position + 1, other, called)


def view_of(tx: Query, tournament: Tournament, known: EventFacts, own: EntrantId, at: datetime) -> LadderView:
    """The ladder as that player has it."""
    who, places = players(tx, tournament), ladder.order(known)
    free = ladder.free_within_reach(known, tournament.rulebook, own, at)
    rungs = {one: Rung(place, one, who[one]) for place, one in enumerate(places, start=1)}
    return LadderView(tournament, rungs[own], tuple(rungs[one] for one in free), end_of(tournament, known))


def end_of(tournament: Tournament, known: EventFacts) -> datetime:
    """When the time of a drawn ladder is up."""
    return ladder.ends_at(known, tournament.rulebook) or tournament.start_at


def refuse_now(tournament: Tournament, known: EventFacts, own: EntrantId, at: datetime) -> None:
    """Raises what keeps a player from challenging anybody."""
    if phase(tournament) is not Phase.RUNNING or at < tournament.start_at:
        raise NotNow
    if at > end_of(tournament, known):
        raise LadderTimeIsUp(ended_at=end_of(tournament, known))
    if own in ladder.busy(known):
        raise MatchToPlayFirst


def _refuse_in_pause(tx: Query, tournament_id: TournamentId) -> None:
    pause = event_pauses.running(tx, tournament_id)
    if pause is not None:
        raise LadderPaused(until=pause.until)


def _opponent(
    tx: Query, tournament: Tournament, known: EventFacts, sides: tuple[EntrantId, EntrantId], at: datetime
) -> Person:
    """Who is challenged; raises what keeps the two from meeting now."""
    own, challenged = sides
    other = players(tx, tournament).get(challenged)
    if other is None or challenged not in ladder.within_reach(known, tournament.rulebook, own):
        raise OutOfReach(n=ladder.rules_of(tournament.rulebook).reach)
    if challenged in ladder.busy(known):
        raise OpponentPlays(other=other.name)
    again = ladder.again_from(known, tournament.rulebook, own, challenged)
    if again is not None and at < again:
        raise MetTooRecently(until=again)
    return other


def _ladder(tx: ActorQuery, tournament_id: TournamentId) -> Tournament:
    tournament = find_unfinished(tx, tx.guild_id, tournament_id)
    if not ladder.is_ladder(tournament.rulebook):
        raise NotALadder(name=tournament.name)
    return tournament


def _own_entry(tx: Query, tournament: Tournament, person: Person | None) -> Entrant:
    """The person's entry, where it started and is still in it."""
    entrant = None if person is None else entrants.of_person(tx, tournament.tournament_id, person.person_id)
    if entrant is None or not entrants.is_starter(tx, entrant.entrant_id):
        raise NotRegistered(name=tournament.name)
    if entrant.withdrawn_at is not None:
        raise LeftTheLadder(name=tournament.name)
    return entrant
