"""What a person has to do now, the most urgent first, and what comes next when there is nothing to do."""

from __future__ import annotations

from bot.domain.cases.absence import CaseState
from bot.domain.cases.case_views import CaseView
from bot.domain.community import Presser
from bot.domain.entering.bars import bar_in_force
from bot.domain.events.tournament import Tournament
from bot.domain.permissions import Act, Standing, may
from bot.domain.playing.desk_views import Duty, DutyItem, Guidance, Obstacle, Outlook, Prospect
from bot.services import people as people_service
from bot.services import staff_guidance
from bot.services.asked import Asked, Found
from bot.services.cases import case_reading, file_guidance
from bot.services.casual import jeek_guidance
from bot.services.entering import claims, entry_guidance, seat_guidance
from bot.services.entering.eligibility import bars_of
from bot.services.playing import desk, match_guidance
from bot.services.registry import title_guidance
from bot.services.voting import vote_guidance
from bot.storage import cases, people, tournaments
from bot.storage.database import Work

_DESKS = frozenset({Standing.ORGANISER, Standing.SERVER_OWNER, Standing.PRESIDENT, Standing.LEADER})
_NEEDS_AN_ARBITER = frozenset(
    {Obstacle.NOBODY_ON_DUTY, Obstacle.NO_ARBITER_FREE, Obstacle.ALL_CONFLICTED, Obstacle.LEFT_ALONE}
)


def duties(work: Work, presser: Presser) -> Guidance:
    """All that who pressed has to do, as a player, an arbiter and an organiser, and what they wait for."""
    person = people.of_member(work, presser.guild_id, presser.member_id)
    asked = Asked(presser, person, people_service.standings(work, presser, person))
    running = tournaments.all_unfinished(work, presser.guild_id)
    found: list[DutyItem | Prospect] = [
        *match_guidance.found(work, asked),
        *_own_cases(work, asked),
        *_committee(work, asked),
        *seat_guidance.found(work, asked),
        *staff_guidance.found(work, asked),
    ]
    found += [*file_guidance.found(work, presser, person), *vote_guidance.found(work, presser, person)]
    found += title_guidance.found(work, presser, person)
    found += jeek_guidance.found(work, presser, person)
    for tournament in running:
        found += [*entry_guidance.found(work, asked, tournament), *_desk(work, asked, tournament)]
        found += [*match_guidance.of_event(work, asked, tournament), *staff_guidance.of_event(work, asked, tournament)]
    rounds = (entry_guidance.round_to_come(work, asked, tournament) for tournament in running)
    items = [item for item in found if isinstance(item, DutyItem)]
    ahead = [item for item in found if isinstance(item, Prospect)]
    urgency, nearness = tuple(Duty), tuple(Outlook)
    return Guidance(
        tuple(sorted(items, key=lambda item: (urgency.index(item.duty), item.until is None, item.until or asked.now))),
        tuple(sorted(ahead, key=lambda item: (nearness.index(item.outlook), item.at is None, item.at or asked.now))),
        tuple(one for one in rounds if one is not None),
    )


def _own_cases(work: Work, asked: Asked) -> Found:
    if asked.person is None:
        return
    for view in case_reading.cases_of_person(work, asked.person.person_id, asked.now):
        yield from _own_case(view)
    for claim in claims.concerning(work, asked.person.person_id):
        if claim.claim.decided_at is None:
            yield Prospect(Outlook.CLAIM_IS_DECIDED, claim.tournament)
    bar = bar_in_force(bars_of(work, asked.person.person_id, asked.now), asked.now)
    if bar is not None:
        yield Prospect(Outlook.BARRED, None, bar.until)


def _own_case(view: CaseView) -> Found:
    if view.case.closed_at is not None:
        return
    if view.state in {CaseState.OPEN, CaseState.AWAITING_NOTICE}:
        yield DutyItem(Duty.JUSTIFY, view.tournament.tournament_id, view.tournament, view.justify_by)
    elif view.state is CaseState.UNDER_REVIEW:
        yield Prospect(Outlook.CASE_IS_REVIEWED, view.tournament)


def _committee(work: Work, asked: Asked) -> Found:
    """What waits for the committee; nobody decides in a matter of their own."""
    if may(Act.REVIEW_CASE, asked.standings):
        waiting = [case.case_id for case in cases.open_of_guild(work, asked.presser.guild_id)]
        for view in case_reading.views(work, waiting, asked.now):
            if view.state is CaseState.UNDER_REVIEW and not asked.is_me(view.person):
                yield DutyItem(Duty.REVIEW_CASE, view.case.case_id, view.tournament, None, view.person)
    if may(Act.DECIDE_ACCOUNT_CLAIM, asked.standings):
        for claim in claims.waiting(work, asked.presser.guild_id):
            if not asked.is_me(claim.claimant) and not asked.is_me(claim.holder):
                yield DutyItem(Duty.DECIDE_CLAIM, claim.claim.claim_id, claim.tournament, None, claim.claimant)


def _desk(work: Work, asked: Asked, tournament: Tournament) -> Found:
    organises = not asked.standings.isdisjoint(_DESKS)
    referees = Standing.ARBITER in asked.standings
    if not organises and not referees:
        return
    rows = desk.obstacles(work, tournament, asked.now)
    needed = sum(row.n for row in rows if row.obstacle in _NEEDS_AN_ARBITER)
    if referees and needed and not _is_on_duty(work, asked):
        yield DutyItem(Duty.GO_ON_DUTY, "me", tournament, n=needed)
    if organises and rows:
        yield DutyItem(Duty.DESK, tournament.tournament_id, tournament, n=len(rows))


def _is_on_duty(work: Work, asked: Asked) -> bool:
    there = {arbiter for arbiter, _ in people.on_duty(work, asked.presser.guild_id)}
    return asked.person is not None and asked.person.person_id in there
