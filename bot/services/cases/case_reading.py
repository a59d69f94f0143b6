"""Gathering what people look at of cases and bars, in one read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime

from bot.domain.cases.absence import AbsenceCase, CaseState, justify_by, state
from bot.domain.cases.case_views import BarList, BarView, CaseList, CaseView
from bot.domain.community import Person
from bot.domain.entering.bars import Bar, bar_in_force, holds_in, who_may_lift
from bot.domain.events.tournament import Tournament
from bot.domain.ids import BarId, CaseId, GuildId, PersonId, TournamentId, VoteId
from bot.domain.permissions import Act, Capacity, may, whom_to_ask
from bot.domain.playing.desk_views import DeskRow, Obstacle
from bot.errors import NotAllowed, NotFound, Subject
from bot.services import access
from bot.services.cases.appeal_limits import bar_open_until, may_appeal_bar
from bot.services.cases.case_record import is_about, outages_of, tournament_of
from bot.services.timetable import bar_subject
from bot.storage import bars, cases, entrants, expulsions, identities, log, people, tournaments, votes
from bot.storage.context import ActorQuery, Query


def case_view(tx: Query, case_id: CaseId, now: datetime | None = None) -> CaseView | None:
    """One case as it stands, or None for an unknown id.

    Once it is justified or decided the moment makes no difference, and need not be given.
    """
    case = cases.load(tx, case_id)
    return None if case is None else _view(tx, case, now or case.opened_at)


def views(tx: Query, case_ids: Iterable[CaseId], now: datetime) -> tuple[CaseView, ...]:
    """Several cases, in the order in which they were opened."""
    return tuple(_view(tx, case, now) for case in cases.by_ids(tx, list(case_ids)))


def cases_of_person(tx: Query, person_id: PersonId, now: datetime) -> tuple[CaseView, ...]:
    """All cases of one person, before an erasure too, the latest of each first, as `/me` shows them."""
    found = (case for own in identities.of_discord_account(tx, person_id) for case in cases.all_of_person(tx, own))
    return tuple(_view(tx, case, now) for case in found)


def bars_of_person(tx: Query, person_id: PersonId, now: datetime) -> tuple[BarView, ...]:
    """The bars that hold against a person, as `/me` shows them."""
    return tuple(bar_view(tx, bar) for bar in bars.of_people(tx, identities.selves(tx, person_id), now))


def open_cases(tx: ActorQuery) -> CaseList:
    """The open cases of the server; raises NotAllowed for who has no business at the desk."""
    _require_desk(tx)
    return CaseList(tuple(_view(tx, case, tx.pressed_at) for case in cases.open_of_guild(tx, tx.guild_id)))


def case_at_desk(tx: ActorQuery, case_id: CaseId) -> CaseView:
    """One case for those at the desk; raises NotAllowed or NotFound."""
    _require_desk(tx)
    view = case_view(tx, case_id, tx.pressed_at)
    if view is None or view.tournament.guild_id != tx.guild_id:
        raise NotFound(what=Subject.CASE)
    return view


def justification_view(tx: ActorQuery, case_id: CaseId) -> tuple[CaseView, bool]:
    """One case for whom it is about, and for those at the desk, and whether it is the presser's own.

    Raises NotAllowed or NotFound.
    """
    view = case_view(tx, case_id, tx.pressed_at)
    if view is None or view.tournament.guild_id != tx.guild_id:
        raise NotFound(what=Subject.CASE)
    person = people.of_member(tx, tx.guild_id, tx.actor.member_id)
    own = person is not None and is_about(tx, view.case, person.person_id)
    if not own:
        _require_desk(tx)
    return view, own


def listed_for(tx: ActorQuery) -> tuple[CaseView, ...]:
    """As `all_cases`, and none for who has no business at the desk."""
    try:
        return all_cases(tx)
    except NotAllowed:
        return ()


def all_cases(tx: ActorQuery) -> tuple[CaseView, ...]:
    """The server's cases for an autocomplete, open ones first, then the latest; raises NotAllowed off the desk."""
    _require_desk(tx)
    return tuple(_view(tx, case, tx.pressed_at) for case in cases.of_guild(tx, tx.guild_id, limit=100))


def bar_list(tx: Query, guild_id: GuildId, now: datetime) -> BarList:
    """Who is barred in the server, why, since when and until when: public facts."""
    return BarList(tuple(bar_view(tx, bar) for bar in bars.of_guild(tx, guild_id, now)), lifters(tx, guild_id))


def bar_of(tx: Query, guild_id: GuildId, bar_id: BarId) -> BarView:
    """One bar of the server with its people; raises NotFound."""
    bar = bars.load(tx, bar_id)
    if bar is None or bar.guild_id != guild_id:
        raise NotFound(what=Subject.BAR)
    return bar_view(tx, bar)


def bar_views(tx: Query, bar_ids: Iterable[BarId]) -> tuple[BarView, ...]:
    """Several bars, in the given order; an unknown id is simply missing."""
    found = (bars.load(tx, bar_id) for bar_id in bar_ids)
    return tuple(bar_view(tx, bar) for bar in found if bar is not None)


def bar_view(tx: Query, bar: Bar) -> BarView:
    """One bar with its people."""
    known = people.by_ids(tx, [one for one in (bar.person_id, bar.barred_by, bar.lifted_by) if one is not None])
    case = cases.load(tx, bar.case_id) if bar.case_id else None
    expulsion = expulsions.of_bar(tx, bar.bar_id)
    return BarView(
        bar=bar,
        readmission_from=expulsion.readmission_from if expulsion else None,
        person=known[bar.person_id],
        barred_by=known.get(bar.barred_by) if bar.barred_by else None,
        lifted_by=known.get(bar.lifted_by) if bar.lifted_by else None,
        tournament=_event_of(tx, bar, case),
        lifters=lifters(tx, bar.guild_id),
        appeal_by=bar_open_until(tx, bar) if may_appeal_bar(tx, bar) else None,
        still=_still_holding(tx, bar),
        places=_places_lost(tx, bar),
        plays_on=_plays_on(tx, bar),
        barred_as=access.office_of(tx, bar.guild_id, bar.barred_by, bar.since, bar.tournament_id),
        voted_by=_voters(tx, bar.vote_id),
        lift_voted_by=_voters(tx, bar.lift_vote_id),
        lifted_as=access.office_of(tx, bar.guild_id, bar.lifted_by, bar.lifted_at or bar.since),
    )


def _event_of(tx: Query, bar: Bar, case: AbsenceCase | None) -> Tournament | None:
    """Where the absence was that the bar comes from, or the one event that it is from."""
    if case is not None:
        return tournament_of(tx, case)
    return None if bar.tournament_id is None else tournaments.load(tx, bar.tournament_id)


def _voters(tx: Query, vote_id: VoteId | None) -> str | None:
    vote = None if vote_id is None else votes.load(tx, vote_id)
    return None if vote is None else vote.kind.electorate.value


def _plays_on(tx: Query, bar: Bar) -> tuple[str, ...]:
    """The events that run with the person in them, which a bar leaves alone; an arena it does not."""
    running = [
        one
        for one in tournaments.all_unfinished(tx, bar.guild_id)
        if one.check_in_closed_at is not None and not one.rulebook.traits.has_lobby and holds_in(bar, one.tournament_id)
    ]
    return tuple(one.name for one in running if _plays_in(tx, one.tournament_id, bar.person_id))


def _plays_in(tx: Query, tournament_id: TournamentId, person_id: PersonId) -> bool:
    starters = entrants.with_outcome(tx, tournament_id, "starter")
    return any(one.person_id == person_id and one.withdrawn_at is None for one in starters)


def _still_holding(tx: Query, bar: Bar) -> Bar | None:
    """What holds against the person although this bar was lifted."""
    if bar.lifted_at is None:
        return None
    return bar_in_force(bars.of_people(tx, identities.selves(tx, bar.person_id), bar.lifted_at), bar.lifted_at)


def _places_lost(tx: Query, bar: Bar) -> tuple[str, ...]:
    lines = log.withdrawn_because(tx, bar.guild_id, bar_subject(bar.bar_id))
    lost = (tournaments.load(tx, line.tournament_id) for line in lines if line.tournament_id is not None)
    return tuple(dict.fromkeys(tournament.name for tournament in lost if tournament is not None))


def reviewers(tx: Query, guild_id: GuildId, case: AbsenceCase) -> tuple[Person, ...]:
    """Who may review the case: holders of an arbiter title, without the person concerned."""
    ids = [person_id for person_id in people.arbiters(tx, guild_id) if person_id != case.person_id]
    return tuple(people.by_ids(tx, ids).values())


def lifters(tx: Query, guild_id: GuildId) -> tuple[Person, ...]:
    """Who may lift a bar of the server: the leader, then the President."""
    ids = who_may_lift(people.offices(tx, guild_id))
    known = people.by_ids(tx, ids)
    return tuple(known[person_id] for person_id in ids if person_id in known)


def _require_desk(tx: ActorQuery) -> None:
    person = people.of_member(tx, tx.guild_id, tx.actor.member_id)
    stranger = Person(PersonId(""), tx.guild_id, tx.actor.member_id, tx.actor.name, None, tx.pressed_at)
    if not may(Act.SEE_DESK, access.capacities(tx, person or stranger)):
        raise NotAllowed(needed=whom_to_ask(Act.SEE_DESK))


def _view(tx: Query, case: AbsenceCase, now: datetime) -> CaseView:
    tournament, known = tournament_of(tx, case), outages_of(tx, case)
    ids = [case.person_id] + ([case.verdict.by] if case.verdict else [])
    people_known = people.by_ids(tx, ids)
    return CaseView(
        case=case,
        tournament=tournament,
        person=people_known[case.person_id],
        state=state(case, now, tournament.rulebook, known),
        justify_by=justify_by(case, tournament.rulebook, known),
        decided_by=people_known.get(case.verdict.by) if case.verdict else None,
        bar=bars.of_case(tx, case.case_id),
        decided_as=_decided_as(tx, tournament, case),
    )


def _decided_as(tx: Query, tournament: Tournament, case: AbsenceCase) -> Capacity | None:
    if case.verdict is None:
        return None
    return access.office_of(tx, tournament.guild_id, case.verdict.by, case.verdict.at, tournament.tournament_id)


def to_review(tx: Query, tournament: Tournament, now: datetime) -> Iterator[DeskRow]:
    """Justifications of the event's absentees that wait for a review."""
    open_cases = [case.case_id for case in cases.open_of_tournament(tx, tournament.tournament_id)]
    for view in views(tx, open_cases, now):
        if view.state is CaseState.UNDER_REVIEW:
            yield DeskRow(Obstacle.REVIEW, view.case.case_id, (view.person,))
