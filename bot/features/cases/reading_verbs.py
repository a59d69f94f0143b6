"""Gathering what people look at of cases, bars, case files and appeals, and what these ask of a person.

A person justifies an own absence, judges another's, or waits for an answer.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime

from bot.features.cases import appeals_verbs, barring_verbs, links_verbs, store
from bot.features.cases.committee_verbs import Contested, keys_of_person, open_until
from bot.features.cases.misconduct_model import (
    Appealable,
    AppealView,
    CorrectedRatings,
    FileState,
    FileView,
    MisconductCase,
    SignedStatement,
    Statement,
    appeal_by,
    file_state,
    reply_by,
    running_pause,
)
from bot.features.cases.model import (
    AbsenceCase,
    BarList,
    BarView,
    CaseState,
    CaseView,
    PointsView,
    justify_by,
    state,
)
from bot.features.cases.record_verbs import (
    bar_open_until,
    find,
    is_about,
    is_against,
    may_appeal_bar,
    outages_of,
    outages_of_file,
    require_judge,
    tournament_of,
)
from bot.features.cases.verdict_verbs import options
from bot.features.entering import bars_store as entering_bars_store
from bot.features.entering import store as entering_store
from bot.features.entering.eligibility_verbs import bars_of, lifters
from bot.features.entering.model import Bar, bar_in_force, holds_in
from bot.features.playing import store as playing_store
from bot.features.playing.match_views_model import MatchView
from bot.features.playing.reading_verbs import match_view
from bot.features.ratings import verbs as ratings_verbs
from bot.features.ratings.model import AmendmentView
from bot.features.rounds.model import RatingChange
from bot.features.tournaments import facts_verbs as tournaments_facts_verbs
from bot.features.tournaments import store as tournaments_store
from bot.features.tournaments.facts_verbs import bar_subject, players
from bot.features.tournaments.hooks import Asker, Found
from bot.features.tournaments.tasks_model import DeskRow, Obstacle, Task, TaskItem, Upcoming, UpcomingKind
from bot.features.voting import store as voting_store
from bot.kernel import log
from bot.kernel.context import ActorQuery, Query
from bot.kernel.errors import NotAllowed, NotFound, NotYours, Subject, UserError
from bot.kernel.ids import BarId, CaseId, ContestId, FileId, GuildId, MemberId, PersonId, TournamentId, VoteId
from bot.people import ratings_store as people_ratings_store
from bot.people import store as people_store
from bot.people.model import Capacity, Penalty, Person, SamePersonView
from bot.play.contests import winning_side
from bot.play.entries import Tournament
from bot.server import verbs as server_verbs
from bot.server.model import Act, may, whom_to_ask

# --- absences and bars ----------------------------------------------------------------------------------------------


def case_view(tx: Query, case_id: CaseId, now: datetime | None = None) -> CaseView | None:
    """One case as it stands, or None for an unknown id.

    Once it is justified or decided the moment makes no difference, and need not be given.
    """
    case = store.load(tx, case_id)
    return None if case is None else _view(tx, case, now or case.opened_at)


def views(tx: Query, case_ids: Iterable[CaseId], now: datetime) -> tuple[CaseView, ...]:
    """Several cases, in the order in which they were opened."""
    return tuple(_view(tx, case, now) for case in store.by_ids(tx, list(case_ids)))


def cases_of_person(tx: Query, person_id: PersonId, now: datetime) -> tuple[CaseView, ...]:
    """All cases of one person, before an erasure too, the latest of each first, as `/me` shows them."""
    found = (case for own in people_store.of_discord_account(tx, person_id) for case in store.all_of_person(tx, own))
    return tuple(_view(tx, case, now) for case in found)


def bars_of_person(tx: Query, person_id: PersonId, now: datetime) -> tuple[BarView, ...]:
    """The bars that hold against a person, as `/me` shows them."""
    return tuple(
        bar_view(tx, bar) for bar in entering_bars_store.of_people(tx, people_store.same_person_ids(tx, person_id), now)
    )


def open_cases(tx: ActorQuery) -> tuple[CaseView, ...]:
    """The open cases of the server, oldest first; raises NotAllowed for who has no business at the desk."""
    _require_desk(tx)
    return tuple(_view(tx, case, tx.pressed_at) for case in store.open_of_guild(tx, tx.guild_id))


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
    person = people_store.of_member(tx, tx.guild_id, tx.actor.member_id)
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
    return tuple(_view(tx, case, tx.pressed_at) for case in store.of_guild(tx, tx.guild_id, limit=100))


def bar_list(tx: Query, guild_id: GuildId, now: datetime) -> BarList:
    """Who is barred in the server, why, since when and until when: public facts."""
    return BarList(
        tuple(bar_view(tx, bar) for bar in entering_bars_store.of_guild(tx, guild_id, now)), lifters(tx, guild_id)
    )


def bar_of(tx: Query, guild_id: GuildId, bar_id: BarId) -> BarView:
    """One bar of the server with its people; raises NotFound."""
    bar = entering_bars_store.load(tx, bar_id)
    if bar is None or bar.guild_id != guild_id:
        raise NotFound(what=Subject.BAR)
    return bar_view(tx, bar)


def bar_views(tx: Query, bar_ids: Iterable[BarId]) -> tuple[BarView, ...]:
    """Several bars, in the given order; an unknown id is simply missing."""
    found = (entering_bars_store.load(tx, bar_id) for bar_id in bar_ids)
    return tuple(bar_view(tx, bar) for bar in found if bar is not None)


def bar_view(tx: Query, bar: Bar) -> BarView:
    """One bar with its people."""
    people = people_store.by_ids(tx, [one for one in (bar.person_id, bar.barred_by, bar.lifted_by) if one is not None])
    case = store.load(tx, bar.case_id) if bar.case_id else None
    expulsion = entering_bars_store.expulsion_of_bar(tx, bar.bar_id)
    return BarView(
        bar=bar,
        readmission_from=expulsion.readmission_from if expulsion else None,
        person=people[bar.person_id],
        barred_by=people.get(bar.barred_by) if bar.barred_by else None,
        lifted_by=people.get(bar.lifted_by) if bar.lifted_by else None,
        tournament=_event_of(tx, bar, case),
        lifters=lifters(tx, bar.guild_id),
        appeal_by=bar_open_until(tx, bar) if may_appeal_bar(tx, bar) else None,
        still=_still_holding(tx, bar),
        places=_places_lost(tx, bar),
        plays_on=_plays_on(tx, bar),
        barred_as=tournaments_facts_verbs.office_of(tx, bar.guild_id, bar.barred_by, bar.since, bar.tournament_id),
        voted_by=_voters(tx, bar.vote_id),
        lift_voted_by=_voters(tx, bar.lift_vote_id),
        lifted_as=tournaments_facts_verbs.office_of(tx, bar.guild_id, bar.lifted_by, bar.lifted_at or bar.since),
    )


def _event_of(tx: Query, bar: Bar, case: AbsenceCase | None) -> Tournament | None:
    """Where the absence was that the bar comes from, or the one event that it is from."""
    if case is not None:
        return tournament_of(tx, case)
    return None if bar.tournament_id is None else tournaments_store.load(tx, bar.tournament_id)


def _voters(tx: Query, vote_id: VoteId | None) -> str | None:
    vote = None if vote_id is None else voting_store.load(tx, vote_id)
    return None if vote is None else vote.kind.electorate.value


def _plays_on(tx: Query, bar: Bar) -> tuple[str, ...]:
    """The events that run with the person in them, which a bar leaves alone; an arena it does not."""
    running = [
        one
        for one in tournaments_store.all_unfinished(tx, bar.guild_id)
        if one.check_in_closed_at is not None and not one.rulebook.traits.has_lobby and holds_in(bar, one.tournament_id)
    ]
    return tuple(one.name for one in running if _plays_in(tx, one.tournament_id, bar.person_id))


def _plays_in(tx: Query, tournament_id: TournamentId, person_id: PersonId) -> bool:
    starters = entering_store.with_outcome(tx, tournament_id, "starter")
    return any(starter.person_id == person_id and starter.withdrawn_at is None for starter in starters)


def _still_holding(tx: Query, bar: Bar) -> Bar | None:
    """What holds against the person although this bar was lifted."""
    if bar.lifted_at is None:
        return None
    return bar_in_force(
        entering_bars_store.of_people(tx, people_store.same_person_ids(tx, bar.person_id), bar.lifted_at), bar.lifted_at
    )


def _places_lost(tx: Query, bar: Bar) -> tuple[str, ...]:
    lines = log.withdrawn_because(tx, bar.guild_id, bar_subject(bar.bar_id))
    lost = (tournaments_store.load(tx, line.tournament_id) for line in lines if line.tournament_id is not None)
    return tuple(dict.fromkeys(tournament.name for tournament in lost if tournament is not None))


def reviewers(tx: Query, guild_id: GuildId, case: AbsenceCase) -> tuple[Person, ...]:
    """Who may review the case: holders of an arbiter title, without the person concerned."""
    ids = [person_id for person_id in people_store.arbiters(tx, guild_id) if person_id != case.person_id]
    return tuple(people_store.by_ids(tx, ids).values())


def _require_desk(tx: ActorQuery) -> None:
    person = people_store.of_member(tx, tx.guild_id, tx.actor.member_id)
    stranger = Person(PersonId(""), tx.guild_id, tx.actor.member_id, tx.actor.name, None, tx.pressed_at)
    if not may(Act.SEE_DESK, server_verbs.capacities(tx, person or stranger)):
        raise NotAllowed(needed=whom_to_ask(Act.SEE_DESK))


def _view(tx: Query, case: AbsenceCase, now: datetime) -> CaseView:
    tournament, outages = tournament_of(tx, case), outages_of(tx, case)
    ids = [case.person_id] + ([case.verdict.by] if case.verdict else [])
    people_known = people_store.by_ids(tx, ids)
    return CaseView(
        case=case,
        tournament=tournament,
        person=people_known[case.person_id],
        state=state(case, now, tournament.rulebook, outages),
        justify_by=justify_by(case, tournament.rulebook, outages),
        decided_by=people_known.get(case.verdict.by) if case.verdict else None,
        bar=entering_bars_store.of_case(tx, case.case_id),
        decided_as=_decided_as(tx, tournament, case),
    )


def _decided_as(tx: Query, tournament: Tournament, case: AbsenceCase) -> Capacity | None:
    if case.verdict is None:
        return None
    return tournaments_facts_verbs.office_of(
        tx, tournament.guild_id, case.verdict.by, case.verdict.at, tournament.tournament_id
    )


def to_review(tx: Query, tournament: Tournament, now: datetime) -> Iterator[DeskRow]:
    """Justifications of the event's absentees that wait for a review."""
    open_cases = [case.case_id for case in store.open_of_tournament(tx, tournament.tournament_id)]
    for view in views(tx, open_cases, now):
        if view.state is CaseState.UNDER_REVIEW:
            yield DeskRow(Obstacle.REVIEW, view.case.case_id, (view.person,))


# --- case files and appeals -----------------------------------------------------------------------------------------


def file_view(tx: Query, file_id: FileId, now: datetime) -> FileView | None:
    """One case as it stands, or None for an unknown id."""
    file = store.load_file(tx, file_id)
    return None if file is None else _file_view(tx, file, now)


def reporters_view(tx: ActorQuery, file_id: FileId) -> FileView:
    """One case for who reported it; raises NotAllowed."""
    file, person = find(tx, tx.guild_id, file_id), _presser_or_stranger(tx)
    if file.reporter != person.person_id:
        server_verbs.require(tx, person, Act.JUDGE_FILE)
    return _file_view(tx, file, tx.pressed_at)


def for_judge(tx: ActorQuery, file_id: FileId) -> FileView:
    """One case for who may act in it; raises as `require_judge` does."""
    file = find(tx, tx.guild_id, file_id)
    require_judge(tx, _presser_or_stranger(tx), file)
    return _file_view(tx, file, tx.pressed_at)


def own(tx: ActorQuery, file_id: FileId) -> FileView:
    """The presser's own case; raises NotYours."""
    file = find(tx, tx.guild_id, file_id)
    person = people_store.of_member(tx, tx.guild_id, tx.actor.member_id)
    if person is None or not is_against(tx, file, person.person_id):
        raise NotYours
    return _file_view(tx, file, tx.pressed_at)


def files(tx: ActorQuery) -> tuple[FileView, ...]:
    """The cases in which the presser may act, undecided ones first; raises NotAllowed for who may act in none."""
    person = _presser_or_stranger(tx)
    server_verbs.require(tx, person, Act.JUDGE_FILE)
    found = [one for one in store.files_of_guild(tx, tx.guild_id) if _judges(tx, person, one)]
    return tuple(_file_view(tx, file, tx.pressed_at) for file in found)


def waiting_for(tx: ActorQuery) -> int:
    """How many cases of misconduct there are in which the presser may act; none for who judges none."""
    try:
        return len(files(tx))
    except NotAllowed:
        return 0


def files_against(tx: Query, person_id: PersonId, now: datetime) -> tuple[FileView, ...]:
    """The cases against a person that are not closed, latest first."""
    views = (_file_view(tx, file, now) for file in store.files_of_accused(tx, person_id))
    return tuple(view for view in views if view.state is not FileState.CLOSED)


def to_judge(tx: ActorQuery) -> tuple[FileView, ...]:
    """The cases that wait for a verdict of the presser, and those that rest until they are resumed; oldest first."""
    person, known = _presser_or_stranger(tx), store.files_of_guild(tx, tx.guild_id)
    waiting = [one for one in known if one.verdict is None or running_pause(one) is not None]
    views = (_file_view(tx, file, tx.pressed_at) for file in reversed(waiting) if _judges(tx, person, file))
    return tuple(view for view in views if view.state is FileState.UNDER_REVIEW or view.pause is not None)


def appeals_to_decide(tx: ActorQuery) -> tuple[AppealView, ...]:
    """The appeals that the presser may decide, oldest first."""
    person = _presser_or_stranger(tx)
    views = (_appeal_view(tx, waiting_appeal.appeal_id) for waiting_appeal in store.waiting_appeals(tx, tx.guild_id))
    return tuple(view for view in views if view is not None and person in view.judges)


def appeal_view(tx: Query, appeal_id: str) -> AppealView | None:
    """One appeal, or None for an unknown id."""
    return _appeal_view(tx, appeal_id)


def appeal_for(tx: ActorQuery, appeal_id: str) -> AppealView:
    """One appeal for who made it, and for those at the desk of cases; raises NotFound or NotAllowed."""
    found, person = _appeal_view(tx, appeal_id), _presser_or_stranger(tx)
    if found is None or found.appeal.guild_id != tx.guild_id:
        raise NotFound(what=Subject.CASE)
    if found.appeal.by != person.person_id:
        server_verbs.require(tx, person, Act.DECIDE_APPEAL)
    return found


def appealable(tx: ActorQuery) -> tuple[Appealable, ...]:
    """The decisions that the presser can still appeal against."""
    person = people_store.of_member(tx, tx.guild_id, tx.actor.member_id)
    if person is None:
        return ()
    found = []
    for key in keys_of_person(tx, person.person_id, tx.pressed_at):
        try:
            against = appeals_verbs.to_appeal(tx, key)
        except UserError:
            continue
        until = open_until(tx, against)
        found.append(Appealable(key, until, against.file, *_decision_parts(tx, against, tx.pressed_at)))
    return tuple(found)


def _decision_parts(
    tx: Query, against: Contested, at: datetime
) -> tuple[BarView | None, PointsView | None, MatchView | None, SamePersonView | None, AmendmentView | None]:
    """The bar, the loss of points, the match, the two people or the rating that the decision is about."""
    bar = bar_view(tx, against.bar) if against.bar else None
    points = barring_verbs.view(tx, against.points.penalty_id) if against.points else None
    ruling = match_view(tx, against.ruling.contest_id, at) if against.ruling else None
    link = links_verbs.same_person_view(tx, against.link) if against.link else None
    rating = ratings_verbs.view(tx, against.amendment.amendment_id) if against.amendment else None
    return bar, points, ruling, link, rating


def thread_members(tx: Query, file_id: FileId) -> tuple[int, list[MemberId]]:
    """The number of the case, and whom its private thread is for: the accused, and nobody who is not heard in it."""
    file = store.load_file(tx, file_id)
    if file is None:
        raise NotFound(what=Subject.CASE)
    accused = people_store.load(tx, file.accused)
    return file.number, [accused.discord_id] if accused is not None and accused.discord_id is not None else []


def corrected_ratings(tx: Query, subject: str, list_id: str) -> CorrectedRatings | None:
    """Whose rating the corrected list changed, the highest first; `subject` is a case or a corrected match."""
    file, match = store.load_file(tx, FileId(subject)), playing_store.load(tx, ContestId(subject))
    tournament_id = file.tournament_id if file else match.tournament_id if match else None
    tournament = tournaments_store.load(tx, tournament_id) if tournament_id else None
    corrected = people_ratings_store.load(tx, list_id)
    before = people_ratings_store.before(tx, corrected) if corrected else None
    if tournament is None or corrected is None or before is None:
        return None
    return CorrectedRatings(file, tournament, _changes(tx, before.rated, corrected.rated))


def _changes(
    tx: Query,
    before: Mapping[PersonId, people_ratings_store.Rated],
    after: Mapping[PersonId, people_ratings_store.Rated],
) -> tuple[RatingChange, ...]:
    moved = [line for person, line in after.items() if line.rating != before[person].rating]
    people = people_store.by_ids(tx, [line.person_id for line in moved])
    changes = (RatingChange(people[one.person_id], before[one.person_id].rating, one.rating) for one in moved)
    return tuple(sorted(changes, key=lambda change: -change.after))


def is_accused(tx: ActorQuery, file_id: FileId) -> bool:
    """Whether the case is against the presser."""
    person = people_store.of_member(tx, tx.guild_id, tx.actor.member_id)
    return person is not None and is_against(tx, find(tx, tx.guild_id, file_id), person.person_id)


def choosable(tx: ActorQuery) -> list[MisconductCase]:
    """For an autocomplete: the cases against the presser, then those in which the presser may act."""
    person = _presser_or_stranger(tx)
    found = store.files_of_accused(tx, person.person_id)
    return found + [one for one in store.files_of_guild(tx, tx.guild_id) if _judges(tx, person, one)]


def matches_of(tx: Query, guild_id: GuildId, member_id: MemberId) -> list[tuple[ContestId, str, tuple[str, ...]]]:
    """A member's latest matches for an autocomplete: the event's name and the names of the sides."""
    person = people_store.of_member(tx, guild_id, member_id)
    found = []
    for entrant in entering_store.entries_of(tx, person.person_id)[:5] if person else ():
        tournament = tournaments_store.load(tx, entrant.tournament_id)
        for match in reversed(playing_store.of_entrant(tx, entrant.entrant_id)):
            contest_id, players = match.contest.contest_id, _players(tx, match.contest.contest_id)
            if tournament is not None and len(players) > 1 and match.voided_at is None:
                found.append((contest_id, tournament.name, tuple(player.name for player in players)))
    return found


def _judges(tx: ActorQuery, person: Person, file: MisconductCase) -> bool:
    try:
        require_judge(tx, person, file)
    except UserError:
        return False
    return True


def _presser_or_stranger(tx: ActorQuery) -> Person:
    person = people_store.of_member(tx, tx.guild_id, tx.actor.member_id)
    return person or Person(PersonId(""), tx.guild_id, tx.actor.member_id, tx.actor.name, None, tx.pressed_at)


def _file_view(tx: Query, file: MisconductCase, now: datetime) -> FileView:
    outages, said = outages_of_file(tx, file), store.statements(tx, file.file_id)
    tournament = tournaments_store.load(tx, file.tournament_id) if file.tournament_id else None
    decided_by = file.verdict.by if file.verdict else None
    people_known = people_store.by_ids(tx, _ids(file, said, decided_by))
    return FileView(
        file=file,
        accused=people_known[file.accused],
        reporter=people_known.get(file.reporter) if file.reporter else None,
        tournament=tournament,
        players=_players(tx, file.contest_id),
        said=tuple(SignedStatement(one, people_known.get(one.by) if one.by else None) for one in said),
        state=file_state(file, now, outages),
        reply_by=reply_by(file, outages),
        appeal_by=appeal_by(file, outages),
        pause=running_pause(file),
        decided_by=people_known.get(decided_by) if decided_by else None,
        options=() if file.verdict else options(tx, file),
        accused_sits=people_store.title_of(tx, file.accused) is not None
        or file.accused in people_store.offices(tx, file.guild_id).values(),
        decided_as=_judge_as(tx, file),
        bar=_bar_of(tx, file),
    )


def _judge_as(tx: Query, file: MisconductCase) -> Capacity | None:
    if file.verdict is None or file.verdict.penalty is Penalty.EXPELLED:
        return None
    return tournaments_facts_verbs.office_of(tx, file.guild_id, file.verdict.by, file.verdict.at, file.tournament_id)


def _bar_of(tx: Query, file: MisconductCase) -> BarView | None:
    bar_id = None if file.verdict is None else file.verdict.bar_id
    return next(iter(bar_views(tx, [] if bar_id is None else [bar_id])), None)


def _ids(file: MisconductCase, said: list[Statement], decided_by: PersonId | None) -> list[PersonId]:
    ids = (file.accused, file.reporter, decided_by, *(one.by for one in said))
    return list({one for one in ids if one is not None})


def _players(tx: Query, contest_id: ContestId | None) -> tuple[Person, ...]:
    match = playing_store.load(tx, contest_id) if contest_id else None
    tournament = tournaments_store.load(tx, match.tournament_id) if match else None
    if match is None or tournament is None:
        return ()
    people = players(tx, tournament)
    return tuple(people[side] for side in match.contest.sides)


def _appeal_view(tx: Query, appeal_id: str) -> AppealView | None:
    appeal = store.load_appeal(tx, appeal_id)
    if appeal is None:
        return None
    against = appeals_verbs.against(tx, appeal)
    able = appeals_verbs.judges(tx, appeal.guild_id, against)
    ruled_by = [against.ruling.by] if against.ruling else []
    people = people_store.by_ids(tx, [appeal.by, *able, *ruled_by, *([appeal.decided_by] if appeal.decided_by else [])])
    bar, points, ruling, link, rating = _decision_parts(tx, against, appeal.decided_at or appeal.made_at)
    return AppealView(
        appeal=appeal,
        person=people[appeal.by],
        file=against.file,
        bar=bar,
        points=points,
        ruling=ruling,
        ruled_by=people.get(against.ruling.by) if against.ruling else None,
        link=link,
        rating=rating,
        judges=tuple(people[one] for one in able),
        decided_by=people.get(appeal.decided_by) if appeal.decided_by else None,
        decided_as=tournaments_facts_verbs.office_of(
            tx, appeal.guild_id, appeal.decided_by, appeal.decided_at or appeal.made_at
        ),
    )


def guide_to_files(tx: Query, asker: Asker) -> Found:
    """The cases about the person, what the person can appeal against, then what waits for a decision of theirs."""
    if asker.person is None:
        return
    for view in files_against(tx, asker.person.person_id, asker.now):
        yield from _own(view)
    for decision in appealable(tx.acting_as(asker.actor)):
        if not _is_in_favour(decision, asker.person):
            yield _appeal(decision)
    if asker.may(Act.JUDGE_FILE):
        for view in to_judge(tx.acting_as(asker.actor)):
            task = Task.JUDGE_FILE if view.pause is None else Task.RESUME_FILE
            yield TaskItem(task, view.file.file_id, None, None, view.accused)
        for appeal in appeals_to_decide(tx.acting_as(asker.actor)):
            yield TaskItem(Task.DECIDE_APPEAL, appeal.appeal.appeal_id, None, None, appeal.person)


# --- what case files ask of a person --------------------------------------------------------------------------------


def _is_in_favour(decision: Appealable, person: Person) -> bool:
    """Whether the decision is a ruling in the person's own favour."""
    result = None if decision.ruling is None else decision.ruling.contest.result
    winner = None if result is None else winning_side(result.score)
    if decision.ruling is None or winner is None:
        return False
    return decision.ruling.players[winner].person_id == person.person_id


def _appeal(decision: Appealable) -> TaskItem:
    """The right to appeal that is still open, by what the decision is."""
    if decision.ruling is not None:
        return TaskItem(Task.APPEAL, decision.key, decision.ruling.tournament, decision.until, called="ruling")
    if decision.points is not None:
        return TaskItem(Task.APPEAL, decision.key, decision.points.tournament, decision.until, called="points")
    if decision.file is not None:
        return TaskItem(Task.APPEAL, decision.key, until=decision.until, n=decision.file.number, called="file")
    if decision.link is not None:
        return TaskItem(Task.APPEAL, decision.key, until=decision.until, called="link")
    return TaskItem(Task.APPEAL, decision.key, until=decision.until, called="bar")


def _own(view: FileView) -> Found:
    match view.state:
        case FileState.OPENED | FileState.AWAITING_ANSWER:
            yield TaskItem(Task.REPLY_IN_FILE, view.file.file_id, None, view.reply_by)
        case FileState.UNDER_REVIEW:
            yield Upcoming(UpcomingKind.FILE_IS_DECIDED)
        case FileState.APPEALED:
            yield Upcoming(UpcomingKind.APPEAL_IS_DECIDED)
        case _:
            return


def guide(tx: Query, asker: Asker) -> Found:
    """The cases of who asks and the bar against them, then the cases that wait for them."""
    if asker.person is not None:
        for view in cases_of_person(tx, asker.person.person_id, asker.now):
            yield from _own_case(view)
        bar = bar_in_force(bars_of(tx, asker.person.person_id, asker.now), asker.now)
        if bar is not None:
            yield Upcoming(UpcomingKind.BARRED, None, bar.until)
    if asker.may(Act.REVIEW_CASE):
        yield from _to_review(tx, asker)


# --- what absences ask of a person ----------------------------------------------------------------------------------


def _own_case(view: CaseView) -> Found:
    if view.case.closed_at is not None:
        return
    if view.state in {CaseState.OPEN, CaseState.AWAITING_NOTICE}:
        yield TaskItem(Task.JUSTIFY, view.tournament.tournament_id, view.tournament, view.justify_by)
    elif view.state is CaseState.UNDER_REVIEW:
        yield Upcoming(UpcomingKind.CASE_IS_REVIEWED, view.tournament)


def _to_review(tx: Query, asker: Asker) -> Found:
    """Nobody decides in a matter of their own."""
    waiting = [case.case_id for case in store.open_of_guild(tx, asker.actor.guild_id)]
    for view in views(tx, waiting, asker.now):
        if view.state is CaseState.UNDER_REVIEW and not asker.is_me(view.person):
            yield TaskItem(Task.REVIEW_CASE, view.case.case_id, view.tournament, None, view.person)
