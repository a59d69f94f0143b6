"""The organiser's desk: what holds up the next step of an event, and the step itself where a press can take it."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Final

from bot.domain.events.calling import assignments
from bot.domain.events.tournament import Phase, Tournament, check_in_closes_at, check_in_opens_at, phase
from bot.domain.ids import ContestId, TournamentId
from bot.domain.permissions import Act, may
from bot.domain.playing.desk_views import DeskRow, DeskView, NameHint, Obstacle
from bot.domain.playing.obstacles_ahead import Around, Looker
from bot.domain.playing.summons import MatterKind
from bot.domain.setup_views import Page
from bot.services import access, estimating, recusal
from bot.services.entering import check_in, claims
from bot.services.event_facts import person_of
from bot.services.events import calling, event
from bot.services.events.tournaments import find
from bot.services.playing import ahead, provisional
from bot.services.playing.desk_matches import InPlay, in_play
from bot.services.playing.hooks import STAFF_HOOKS
from bot.services.server_setup import MOOT
from bot.services.sides import people_shown, players
from bot.services.timetable import outages_of
from bot.storage import (
    communities,
    contests,
    entrants,
    event_officers,
    identities,
    kept_accounts,
    matters,
    outbox,
    people,
)
from bot.storage.context import ActorQuery, ActorTx, Query


def desk_view(tx: ActorQuery, tournament_id: TournamentId, around: Around = ahead.NOTHING_AROUND) -> DeskView:
    """The desk of an event for those who run it; raises NotAllowed or NotFound."""
    person = people.of_member(tx, tx.guild_id, tx.actor.member_id)
    held = access.require(tx, person, Act.SEE_DESK)
    tournament = find(tx, tx.guild_id, tournament_id)
    playing = _playing(tx, tournament, tx.pressed_at)
    on_duty = [arbiter for arbiter, _ in people.on_duty(tx, tx.guild_id)]
    known = people.by_ids(tx, on_duty)
    to_come = ahead.of_event(tx, tournament, ahead.looker(tx, held), tx.pressed_at, around)
    return DeskView(
        tournament=tournament,
        phase=phase(tournament),
        headcount=entrants.headcount(tx, tournament_id),
        opens_at=check_in_opens_at(tournament),
        closes_at=check_in_closes_at(tournament, outages_of(tx, tournament)),
        rows=_in_order(tx, tournament, playing, tx.pressed_at, to_come),
        on_duty=tuple(known[arbiter] for arbiter in on_duty),
        in_play=playing.going_on,
        to_play=_to_play(tx, tournament, playing),
        now=tx.pressed_at,
        hints=_hints(tx, tournament, tx.pressed_at),
        may_create=may(Act.CREATE_TOURNAMENT, held),
        provisional=provisional.of_event(tx, tournament),
        estimate=estimating.of_event(tx, tournament, tx.pressed_at),
        reader=None if person is None else person.person_id,
    )


def obstacles(tx: Query, tournament: Tournament, looks: Looker, now: datetime) -> tuple[DeskRow, ...]:
    """All that waits for somebody, the most urgent first; within a kind, the longest waiting first."""
    playing = _playing(tx, tournament, now)
    return _in_order(tx, tournament, playing, now, ahead.of_event(tx, tournament, looks, now))


def call_again(tx: ActorTx, tournament_id: TournamentId) -> DeskView:
    """Takes the event as far as it goes now, as when an arbiter could not be had before; harmless at any time."""
    person = access.recognise(tx)
    access.require(tx, person, Act.SEE_DESK)
    find(tx, tx.guild_id, tournament_id)
    event.proceed(tx, tournament_id)
    return desk_view(tx, tournament_id)


def _in_order(
    tx: Query, tournament: Tournament, playing: InPlay, now: datetime, to_come: tuple[DeskRow, ...]
) -> tuple[DeskRow, ...]:
    rows = [*_of_phase(tx, tournament, now), *playing.rows, *to_come, *_of_community(tx, tournament, now)]
    if playing.paused_until is not None:
        rows.append(DeskRow(Obstacle.EVENT_PAUSED, tournament.tournament_id, until=playing.paused_until))
    order = tuple(Obstacle)
    return tuple(sorted(rows, key=lambda row: order.index(row.obstacle)))


def _playing(tx: Query, tournament: Tournament, now: datetime) -> InPlay:
    """What is played; of an arena that has ended, the disputes that are still to be decided (ARENA-4)."""
    at = phase(tournament)
    if at is Phase.RUNNING:
        return in_play(tx, tournament, now)
    left_open = in_play(tx, tournament, now).rows if at is Phase.OVER and tournament.rulebook.traits.has_lobby else ()
    return InPlay(tuple(row for row in left_open if row.obstacle is Obstacle.DISPUTE), 0)


def _to_play(tx: Query, tournament: Tournament, playing: InPlay) -> int:
    """Matches without a result; in an arena all of them are in play."""
    if tournament.rulebook.traits.has_lobby:
        return playing.going_on + len(playing.rows)
    in_force = contests.of_tournament(tx, tournament.tournament_id)
    return sum(len(one.sides) > 1 and one.result is None for one in in_force)


def _of_phase(tx: Query, tournament: Tournament, now: datetime) -> Iterator[DeskRow]:
    if phase(tournament) not in {Phase.OVER, Phase.CANCELLED} and _all_play(tx, tournament):
        yield DeskRow(Obstacle.ALL_PLAY, Page.PLACES)
    match phase(tournament):
        case Phase.CHECK_IN:
            yield from _not_confirmed(tx, tournament)
        case Phase.DRAWING:
            yield DeskRow(Obstacle.DRAW, tournament.tournament_id)
        case Phase.RUNNING if not tournament.rulebook.traits.has_lobby:
            yield from _without_arbiter(tx, tournament, now)


def _all_play(tx: Query, tournament: Tournament) -> bool:
    """Whether who organises the event plays in it, and so does everybody on record who could decide in their place.

    Other organisers stand on no record: who has that role by Discord's word alone may still be there.
    """
    event = tournament.tournament_id
    may_run = not matters.is_gone(tx, tournament.created_by)
    if may_run and not recusal.has_place(tx, event, tournament.created_by):
        return False
    community = communities.load(tx, tournament.guild_id)
    owner = None if community is None else people.of_member(tx, tournament.guild_id, community.owner_id)
    deciding = set(people.arbiters(tx, tournament.guild_id))
    deciding |= {one.person_id for one in event_officers.holding(tx, event)}
    deciding |= {one for one, _ in people.on_duty(tx, tournament.guild_id)}
    owner_plays = owner is not None and recusal.has_place(tx, event, owner.person_id)
    return owner_plays and all(recusal.has_place(tx, event, one) for one in sorted(deciding))


def _of_community(tx: Query, tournament: Tournament, now: datetime) -> Iterator[DeskRow]:
    parked = sum(reason != MOOT for _, reason in outbox.parked_promises(tx, tournament.guild_id))
    if parked:
        yield DeskRow(Obstacle.PARKED, "all", n=parked)
    for claim in claims.waiting(tx, tournament.guild_id, now):
        yield DeskRow(Obstacle.CLAIM, claim.claim.claim_id, (claim.claimant, claim.holder))
    yield from _matters(tx, tournament)
    for one in STAFF_HOOKS.of(tournament.rulebook):
        yield from one.obstacles(tx, tournament, now)


_OF_MATTERS: Final = {MatterKind.CALLED: Obstacle.CALLED, MatterKind.NOT_REPORTED: Obstacle.NOT_REPORTED}
"""What waits of a match that its own state does not show."""


def _matters(tx: Query, tournament: Tournament) -> Iterator[DeskRow]:
    """What who runs the event was called to and has not settled, however long ago; all else has a row of its own."""
    for one in matters.of_event(tx, tournament.guild_id, tournament.tournament_id):
        if one.settled_at is not None:
            continue
        match = contests.load(tx, ContestId(one.matter.subject.partition(":")[2]))
        if one.matter.kind is MatterKind.STUCK:
            yield DeskRow(Obstacle.STUCK, tournament.tournament_id)
        elif match is not None and one.matter.kind in _OF_MATTERS:
            known = people_shown(tx, entrants.by_ids(tx, match.contest.sides))
            people_in_it = tuple(known[side] for side in match.contest.sides)
            yield DeskRow(_OF_MATTERS[one.matter.kind], match.contest.contest_id, people_in_it)


def _hints(tx: Query, tournament: Tournament, now: datetime) -> tuple[NameHint, ...]:
    """Names on the list that somebody barred has held, for staff to look at and for nothing else."""
    site = tournament.rulebook.registration.account
    if site is None or phase(tournament) in {Phase.OVER, Phase.CANCELLED}:
        return ()
    found = kept_accounts.namesakes(tx, tournament.tournament_id, site, now)
    known = people.by_ids(tx, [one for holder, barred, _ in found for one in (holder, barred)])
    return tuple(
        NameHint(known[holder], known[barred], account)
        for holder, barred, account in found
        if not identities.are_one(tx, holder, barred)
    )


def _not_confirmed(tx: Query, tournament: Tournament) -> Iterator[DeskRow]:
    missing = check_in.missing(tx, tournament)
    known = people_shown(tx, missing)
    closes_at = check_in_closes_at(tournament, outages_of(tx, tournament))
    for entrant in missing:
        yield DeskRow(Obstacle.NOT_CONFIRMED, entrant.entrant_id, (known[entrant.entrant_id],), closes_at)


def _without_arbiter(tx: Query, tournament: Tournament, now: datetime) -> Iterator[DeskRow]:
    """Matches that wait for an arbiter, those of one reason together, and those whose arbiter went away."""
    given = contests.assignment_times(tx, tournament.tournament_id)
    in_force = contests.of_tournament(tx, tournament.tournament_id)
    if calling.may_call(tournament, now):
        plan = assignments(
            calling.as_given(tx, tournament, in_force, given, now),
            calling.available(tx, tournament),
            person_of(tx, tournament),
            per_arbiter=tournament.rulebook.matches.matches_per_arbiter,
            third_place_match=tournament.rulebook.knockout.third_place_match,
            bracket=tournament.rulebook.traits.is_bracket,
        )
        counted: dict[Obstacle, int] = {}
        for block in plan.blocks:
            obstacle = Obstacle(block.reason.value)
            counted[obstacle] = counted.get(obstacle, 0) + 1
        for obstacle, n in counted.items():
            yield DeskRow(obstacle, tournament.tournament_id, n=n)
    if tournament.rulebook.matches.matches_per_arbiter:
        known = players(tx, tournament)
        for one in in_force:
            if calling.is_orphan(one, given):
                yield DeskRow(Obstacle.LEFT_ALONE, one.contest_id, tuple(known[side] for side in one.sides))
