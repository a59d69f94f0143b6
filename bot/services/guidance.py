"""What a person has to do now, the most urgent first, and what comes next when there is nothing to do."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from bot.domain.absence import CaseState
from bot.domain.case_views import CaseView
from bot.domain.community import Person, Presser
from bot.domain.desk_views import Duty, DutyItem, Guidance, Obstacle, Outlook, Prospect
from bot.domain.discipline import bar_in_force
from bot.domain.entries import Entrant
from bot.domain.formats import FORMATS
from bot.domain.lengths import has_table
from bot.domain.match_state import MatchPhase
from bot.domain.match_views import MatchView
from bot.domain.permissions import Act, Standing, may
from bot.domain.rulebook import FormatName
from bot.domain.tournament import Phase, Tournament, check_in_closes_at, check_in_opens_at, phase
from bot.errors import UserError
from bot.services import (
    arena_guidance,
    case_reading,
    claims,
    deck_checks,
    desk,
    file_guidance,
    jeek_guidance,
    title_guidance,
    vote_guidance,
)
from bot.services import people as people_service
from bot.services.eligibility import refuse_barred
from bot.services.event_facts import facts
from bot.services.match_reading import match_view, mine
from bot.services.sides import entry_of
from bot.services.timetable import outages_of
from bot.storage import accounts, bars, cases, contests, people, tournaments
from bot.storage.database import Work

Found = Iterator[DutyItem | Prospect]
_DESKS = frozenset({Standing.ORGANISER, Standing.SERVER_OWNER, Standing.PRESIDENT, Standing.LEADER})
_NEEDS_AN_ARBITER = frozenset(
    {Obstacle.NOBODY_ON_DUTY, Obstacle.NO_ARBITER_FREE, Obstacle.ALL_CONFLICTED, Obstacle.LEFT_ALONE}
)


@dataclass(frozen=True, slots=True)
class _Asked:
    """Who asks, and when. A stranger has no person yet."""

    presser: Presser
    person: Person | None
    standings: frozenset[Standing]

    @property
    def now(self) -> datetime:
        return self.presser.at

    def is_me(self, person: Person) -> bool:
        return self.person is not None and person.person_id == self.person.person_id


def duties(work: Work, presser: Presser) -> Guidance:
    """All that who pressed has to do, as a player, an arbiter and an organiser, and what they wait for."""
    person = people.of_member(work, presser.guild_id, presser.member_id)
    asked = _Asked(presser, person, people_service.standings(work, presser, person))
    running = tournaments.unfinished(work, presser.guild_id)
    found: list[DutyItem | Prospect] = [*_matches(work, asked), *_own_cases(work, asked), *_committee(work, asked)]
    found += [*file_guidance.found(work, presser, person), *vote_guidance.found(work, presser, person)]
    found += title_guidance.found(work, presser, person)
    found += jeek_guidance.found(work, presser, person)
    for tournament in running:
        found += [*_entry(work, asked, tournament), *_desk(work, asked, tournament)]
    items = [item for item in found if isinstance(item, DutyItem)]
    ahead = [item for item in found if isinstance(item, Prospect)]
    urgency, nearness = tuple(Duty), tuple(Outlook)
    return Guidance(
        tuple(sorted(items, key=lambda item: (urgency.index(item.duty), item.until is None, item.until or asked.now))),
        tuple(sorted(ahead, key=lambda item: (nearness.index(item.outlook), item.at is None, item.at or asked.now))),
    )


def _matches(work: Work, asked: _Asked) -> Found:
    for view in mine(work, asked.presser.guild_id, asked.presser.member_id, asked.now):
        if view.tournament.cancelled_at is not None:
            continue
        side = next((index for index, player in enumerate(view.players) if asked.is_me(player)), None)
        yield from _as_arbiter(view) if side is None else _as_player(view, side)


def _as_player(view: MatchView, side: int) -> Found:
    key, tournament, state = view.contest_id, view.tournament, view.state
    report = view.match.report
    missing = {one.side: one for one in state.missing}
    # At a table the others are several: whoever is waited for stands for them.
    others = [one for one in range(len(view.players)) if one != side and one not in view.match.away]
    far = next((one for one in others if one in missing), others[0] if others else side)
    other = view.players[far]
    match state.phase:
        case MatchPhase.MISSING if side in missing:
            yield DutyItem(Duty.COME, key, tournament, missing[side].next_at, other)
        case MatchPhase.MISSING:
            yield Prospect(Outlook.OPPONENT_COMES, tournament, missing[far].next_at if far in missing else None, other)
        case MatchPhase.PLAYING:
            yield DutyItem(Duty.REPORT, key, tournament, None, other)
        case MatchPhase.REPORTED if report is not None and report.person_id == view.players[side].person_id:
            yield Prospect(Outlook.OPPONENT_ANSWERS, tournament, view.report_stands_at, other)
        case MatchPhase.REPORTED:
            yield DutyItem(Duty.ANSWER_REPORT, key, tournament, view.report_stands_at, other)
        case MatchPhase.DISPUTED | MatchPhase.UNDECIDED:
            yield Prospect(Outlook.ARBITER_DECIDES, tournament, None, other)
        case MatchPhase.SUSPENDED:
            yield Prospect(Outlook.MATCH_RESUMES, tournament, None, other)
        case _:
            yield Prospect(Outlook.MATCH_IS_CALLED, tournament, None, other)


def _as_arbiter(view: MatchView) -> Found:
    asked_for = {
        MatchPhase.DISPUTED: Duty.RULE,
        MatchPhase.UNDECIDED: Duty.DECIDE_ABSENCE,
        MatchPhase.SUSPENDED: Duty.RESUME,
    }
    duty = asked_for.get(view.state.phase, Duty.FOLLOW)
    yield DutyItem(duty, view.contest_id, view.tournament, None, view.players[0])


def _own_cases(work: Work, asked: _Asked) -> Found:
    if asked.person is None:
        return
    for view in case_reading.cases_of_person(work, asked.person.person_id, asked.now):
        yield from _own_case(view)
    for claim in claims.concerning(work, asked.person.person_id):
        if claim.claim.decided_at is None:
            yield Prospect(Outlook.CLAIM_IS_DECIDED, claim.tournament)
    bar = bar_in_force(bars.of_people(work, accounts.shared_with(work, asked.person.person_id), asked.now), asked.now)
    if bar is not None:
        yield Prospect(Outlook.BARRED, None, bar.until)


def _own_case(view: CaseView) -> Found:
    if view.case.closed_at is not None:
        return
    if view.state in {CaseState.OPEN, CaseState.AWAITING_NOTICE}:
        yield DutyItem(Duty.JUSTIFY, view.tournament.tournament_id, view.tournament, view.justify_by)
    elif view.state is CaseState.UNDER_REVIEW:
        yield Prospect(Outlook.CASE_IS_REVIEWED, view.tournament)


def _committee(work: Work, asked: _Asked) -> Found:
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


def _entry(work: Work, asked: _Asked, tournament: Tournament) -> Found:
    entrant = _entrant(work, asked, tournament)
    if phase(tournament) in {Phase.ANNOUNCED, Phase.CHECK_IN}:
        yield from _before_the_close(work, asked, tournament, entrant)
    elif phase(tournament) is Phase.DRAWING and entrant is not None:
        yield Prospect(Outlook.DRAW, tournament)
    elif phase(tournament) is Phase.RUNNING and entrant is not None:
        is_arena = tournament.rulebook.format is FormatName.ARENA
        between = arena_guidance.found(work, asked.presser, tournament) if is_arena else None
        yield from between or _between_matches(work, asked, tournament, entrant)


def _before_the_close(work: Work, asked: _Asked, tournament: Tournament, entrant: Entrant | None) -> Found:
    key = tournament.tournament_id
    opens_at, closes_at = check_in_opens_at(tournament), check_in_closes_at(tournament, outages_of(work, tournament))
    if asked.now > closes_at:
        return
    if entrant is None:
        if _may_enter(work, asked, tournament):
            yield DutyItem(Duty.REGISTER, key, tournament, closes_at)
    elif not deck_checks.is_admitted(work, tournament, entrant.entrant_id):
        yield DutyItem(Duty.HAND_IN_DECK, key, tournament, closes_at)
    elif entrant.checked_in_at is not None:
        yield Prospect(Outlook.START, tournament, tournament.start_at)
    elif opens_at <= asked.now:
        yield DutyItem(Duty.CHECK_IN, key, tournament, closes_at)
    else:
        yield Prospect(Outlook.CHECK_IN_OPENS, tournament, opens_at)


def _between_matches(work: Work, asked: _Asked, tournament: Tournament, entrant: Entrant) -> Found:
    """The match that waits for its call, or the opponent who is not known yet; nothing for who is out or in play."""
    unsettled = [
        match.contest
        for match in contests.of_entrant(work, entrant.entrant_id)
        if match.contest.result is None and len(match.contest.sides) > 1
    ]
    for contest in unsettled:
        view = None if contest.called_at is not None else match_view(work, contest.contest_id, asked.now)
        if view is not None:
            other = next(player for player in view.players if not asked.is_me(player))
            at = tournament.start_at if tournament.start_at > asked.now else None
            yield Prospect(Outlook.MATCH_IS_CALLED, tournament, at, other)
    if not unsettled:
        rows = FORMATS[tournament.rulebook.format].standings(facts(work, tournament), tournament.rulebook)
        still_in = {1, 3} if tournament.rulebook.knockout.third_place_match else {1}
        mine = next((row for row in rows if row.entrant_id == entrant.entrant_id), None)
        waits = mine is not None and mine.is_shared and mine.rank_from in still_in
        if waits or has_table(tournament.rulebook):
            yield Prospect(Outlook.NEXT_OPPONENT, tournament)


def _desk(work: Work, asked: _Asked, tournament: Tournament) -> Found:
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


def _entrant(work: Work, asked: _Asked, tournament: Tournament) -> Entrant | None:
    if asked.person is None:
        return None
    entrant = entry_of(work, tournament.tournament_id, asked.person.person_id)
    return None if entrant is None or entrant.withdrawn_at is not None else entrant


def _may_enter(work: Work, asked: _Asked, tournament: Tournament) -> bool:
    if asked.person is None:
        return True
    try:
        refuse_barred(work, tournament, asked.person.person_id, asked.now)
    except UserError:
        return False
    return True


def _is_on_duty(work: Work, asked: _Asked) -> bool:
    there = {arbiter for arbiter, _ in people.on_duty(work, asked.presser.guild_id)}
    return asked.person is not None and asked.person.person_id in there
