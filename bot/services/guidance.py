"""What a person has to do now, the most urgent first, and what comes next when there is nothing to do."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator
from datetime import datetime

from bot.domain.entering.entries import Entrant
from bot.domain.events.tournament import Tournament
from bot.domain.permissions import Act, Capacity, may
from bot.domain.playing.desk_views import (
    OF_OFFICES,
    OF_PLAYERS,
    DeskRow,
    Duty,
    DutyItem,
    Guidance,
    Obstacle,
    Outlook,
    Prospect,
)
from bot.domain.playing.obstacles_ahead import Looker
from bot.errors import UserError
from bot.services import access, staff_guidance
from bot.services.asked import Asked, Found
from bot.services.entering import claims, entry_guidance, reminding, seat_guidance
from bot.services.entering.hooks import ENTRY_HOOKS
from bot.services.hooks import DUTY_HOOKS
from bot.services.playing import ahead, arbiter_duty, desk, match_guidance
from bot.storage import communities, people, tournaments
from bot.storage.context import ActorQuery, Query

_DESKS = frozenset({Capacity.ORGANISER, Capacity.SERVER_OWNER, Capacity.PRESIDENT, Capacity.LEADER})
_ROLES = {
    "organiser": frozenset({Capacity.ORGANISER, Capacity.SERVER_OWNER, Capacity.INTERNATIONAL_ARBITER}),
    "arbiter": frozenset({Capacity.ARBITER}),
    "officer": frozenset({Capacity.PRESIDENT, Capacity.LEADER}),
}
_NEEDS_AN_ARBITER = frozenset(
    {Obstacle.NOBODY_ON_DUTY, Obstacle.NO_ARBITER_FREE, Obstacle.ALL_CONFLICTED, Obstacle.LEFT_ALONE}
)

_log = logging.getLogger(__name__)


def duties(tx: ActorQuery) -> Guidance:
    """All that who pressed has to do, as a player, an arbiter and an organiser, and what they wait for."""
    person = people.of_member(tx, tx.guild_id, tx.actor.member_id)
    asked = Asked(tx.actor, person, access.capacities(tx, person))
    running = tournaments.all_unfinished(tx, tx.guild_id)
    found: list[DutyItem | Prospect] = [
        *match_guidance.guide(tx, asked),
        *_own_claims(tx, asked),
        *_others_claims(tx, asked),
        *seat_guidance.guide(tx, asked),
        *staff_guidance.guide(tx, asked),
    ]
    for one in DUTY_HOOKS:
        found += one.duties(tx, asked)
    entered = [(one, entry_guidance.entrant_of(tx, asked, one)) for one in running]
    found += _in_events(tx, asked, entered)
    rounds = (match_guidance.round_to_come(tx, asked, tournament) for tournament in running)
    return Guidance(
        _most_urgent_first([item for item in found if isinstance(item, DutyItem)], asked.now),
        _nearest_first([item for item in found if isinstance(item, Prospect)], asked.now),
        tuple(one for one in rounds if one is not None),
        tx.guild_id,
        tuple(reminding.choices(tx, asked, entered)),
        may_create=_may_create(tx, asked),
    )


def _in_events(tx: Query, asked: Asked, entered: Iterable[tuple[Tournament, Entrant | None]]) -> Found:
    """What running events ask of who asks, who has that entry in each."""
    for tournament, entrant in entered:
        yield from entry_guidance.guide(tx, asked, tournament, entrant)
        yield from _desk(tx, asked, tournament)
        yield from match_guidance.of_event(tx, asked, tournament, entrant)
        yield from staff_guidance.of_event(tx, asked, tournament)


def _may_create(tx: Query, asked: Asked) -> bool:
    """Whether who asks may begin an event, now that the server is set up."""
    if not asked.may(Act.CREATE_TOURNAMENT):
        return False
    community = communities.load(tx, asked.presser.guild_id)
    return community is not None and community.set_up_at is not None


def duties_of_staff(tx: ActorQuery) -> Guidance:
    """Of `duties` what waits for who pressed as an organiser, an arbiter or an officer."""
    found = duties(tx)
    return Guidance(tuple(one for one in found.duties if one.duty not in OF_PLAYERS), (), (), found.guild_id)


def decisions(tx: ActorQuery) -> tuple[DutyItem, ...]:
    """Of `duties` what waits for an office, without looking at matches and entries."""
    person = people.of_member(tx, tx.guild_id, tx.actor.member_id)
    asked = Asked(tx.actor, person, access.capacities(tx, person))
    running = tournaments.all_unfinished(tx, tx.guild_id)
    parts = (
        _others_claims(tx, asked),
        seat_guidance.guide(tx, asked),
        staff_guidance.guide(tx, asked),
        *(one.duties(tx, asked) for one in DUTY_HOOKS),
        *(part for tournament in running for part in _decisions_in(tx, asked, tournament)),
    )
    found = [item for part in parts for item in _as_far_as_it_can_be_read(part)]
    return tuple(one for one in found if isinstance(one, DutyItem) and one.duty in OF_OFFICES)


def _decisions_in(tx: Query, asked: Asked, tournament: Tournament) -> Iterator[Found]:
    """What an event asks of offices, whoever plays in it."""
    yield staff_guidance.of_event(tx, asked, tournament)
    yield from (one.guidance(tx, asked, tournament, None) for one in ENTRY_HOOKS.of(tournament.rulebook))


def _as_far_as_it_can_be_read(part: Found) -> Found:
    """One part of the answer: a row of it that leads nowhere any more keeps nobody from hearing of the others."""
    try:
        yield from part
    except UserError:
        _log.warning("what waits for an office could not be read to its end", exc_info=True)


def roles(tx: ActorQuery) -> frozenset[str]:
    """What who presses is here beside a player: "organiser", "arbiter", "officer"."""
    held = access.own_capacities(tx)
    found = {name for name, one in _ROLES.items() if not one.isdisjoint(held)}
    return frozenset(found | ({"arbiter"} if arbiter_duty.may_referee(tx, tx.guild_id, held) else set()))


def _most_urgent_first(items: Iterable[DutyItem], now: datetime) -> tuple[DutyItem, ...]:
    order = tuple(Duty)
    return tuple(sorted(items, key=lambda item: (order.index(item.duty), item.until is None, item.until or now)))


def _nearest_first(ahead: Iterable[Prospect], now: datetime) -> tuple[Prospect, ...]:
    order = tuple(Outlook)
    return tuple(sorted(ahead, key=lambda item: (order.index(item.outlook), item.at is None, item.at or now)))


def _own_claims(tx: Query, asked: Asked) -> Found:
    for claim in [] if asked.person is None else claims.concerning(tx, asked.person.person_id, asked.now):
        if claim.claim.decided_at is None:
            yield Prospect(Outlook.CLAIM_IS_DECIDED, claim.tournament)


def _others_claims(tx: Query, asked: Asked) -> Found:
    """Claims to an account that wait for a decision; nobody decides in a matter of their own."""
    if asked.may(Act.DECIDE_ACCOUNT_CLAIM):
        for claim in claims.waiting(tx, asked.presser.guild_id, asked.now):
            if not asked.is_me(claim.claimant) and not asked.is_me(claim.holder):
                yield DutyItem(Duty.DECIDE_CLAIM, claim.claim.claim_id, claim.tournament, None, claim.claimant)


def _desk(tx: Query, asked: Asked, tournament: Tournament) -> Found:
    organises = not asked.capacities.isdisjoint(_DESKS)
    referees = arbiter_duty.may_referee(tx, asked.presser.guild_id, asked.capacities)
    if not organises and not referees:
        return
    looks = ahead.looker(tx.acting_as(asked.presser), asked.capacities)
    rows = desk.obstacles(tx, tournament, looks, asked.now)
    if looks.may_go_on_duty:
        yield from _duty_wanted(tournament, rows)
    mine = [row for row in rows if _can_mend(row, looks)]
    if organises and mine:
        yield DutyItem(Duty.DESK, tournament.tournament_id, tournament, n=len(mine))


def _duty_wanted(tournament: Tournament, rows: Iterable[DeskRow]) -> Found:
    """Of who could go on duty: for matches that wait, or for those of the start to come."""
    needed = sum(row.n for row in rows if row.obstacle in _NEEDS_AN_ARBITER)
    if needed:
        yield DutyItem(Duty.GO_ON_DUTY, "me", tournament, n=needed)
    elif any(row.obstacle is Obstacle.NO_DUTY_YET for row in rows):
        yield DutyItem(Duty.GO_ON_DUTY, "me", tournament, tournament.start_at, called="ahead")


def _can_mend(row: DeskRow, looks: Looker) -> bool:
    """Whether who asks is waited for: a missing arbiter by those who can go on duty, or send somebody.

    At night an event goes on as it does by day.
    """
    if row.obstacle in {Obstacle.NIGHT, Obstacle.NIGHT_ABROAD}:
        return False
    if row.obstacle in _NEEDS_AN_ARBITER:
        return looks.may_go_on_duty or may(Act.ASSIGN_ARBITER, looks.held)
    return row.needs(looks.person_id)
