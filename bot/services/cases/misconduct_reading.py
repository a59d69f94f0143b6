"""Gathering what people look at of case files and appeals, in one read."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from bot.domain.cases.case_views import BarView, PointsView
from bot.domain.cases.file_views import Appealable, AppealView, CorrectedRatings, FileList, FileView, Said
from bot.domain.cases.misconduct import (
    FileState,
    MisconductCase,
    Penalty,
    Statement,
    appeal_by,
    reply_by,
    running_pause,
    state,
)
from bot.domain.cases.rating_amendments import AmendmentView
from bot.domain.cases.same_person import SamePersonView
from bot.domain.community import Person
from bot.domain.events.ending_views import RatingChange
from bot.domain.ids import ContestId, FileId, GuildId, MemberId, PersonId
from bot.domain.permissions import Act, Capacity
from bot.domain.playing.match_views import MatchView
from bot.errors import NotAllowed, NotFound, NotYours, Subject, UserError
from bot.services import access
from bot.services.cases import appealing, rating_amendments, rating_penalties, same_person
from bot.services.cases.case_reading import bar_view, bar_views
from bot.services.cases.contested import Contested, keys_of_person, open_until
from bot.services.cases.misconduct_record import find, is_against, outages_of, require_judge
from bot.services.cases.misconduct_verdicts import options
from bot.services.playing.match_reading import match_view
from bot.services.sides import players
from bot.storage import appeals, contests, entrants, misconduct_cases, people, ratings, tournaments
from bot.storage.context import ActorQuery, Query


def file_view(tx: Query, file_id: FileId, now: datetime) -> FileView | None:
    """One case as it stands, or None for an unknown id."""
    file = misconduct_cases.load(tx, file_id)
    return None if file is None else _view(tx, file, now)


def reporters_view(tx: ActorQuery, file_id: FileId) -> FileView:
    """One case for who reported it; raises NotAllowed."""
    file, person = find(tx, tx.guild_id, file_id), _presser_or_stranger(tx)
    if file.reporter != person.person_id:
        access.require(tx, person, Act.JUDGE_FILE)
    return _view(tx, file, tx.pressed_at)


def for_judge(tx: ActorQuery, file_id: FileId) -> FileView:
    """One case for who may act in it; raises as `require_judge` does."""
    file = find(tx, tx.guild_id, file_id)
    require_judge(tx, _presser_or_stranger(tx), file)
    return _view(tx, file, tx.pressed_at)


def own(tx: ActorQuery, file_id: FileId) -> FileView:
    """The presser's own case; raises NotYours."""
    file = find(tx, tx.guild_id, file_id)
    person = people.of_member(tx, tx.guild_id, tx.actor.member_id)
    if person is None or not is_against(tx, file, person.person_id):
        raise NotYours
    return _view(tx, file, tx.pressed_at)


def files(tx: ActorQuery) -> FileList:
    """The cases in which the presser may act; raises NotAllowed for who may act in none."""
    person = _presser_or_stranger(tx)
    access.require(tx, person, Act.JUDGE_FILE)
    found = [one for one in misconduct_cases.of_guild(tx, tx.guild_id) if _judges(tx, person, one)]
    return FileList(tuple(_view(tx, file, tx.pressed_at) for file in found))


def waiting_for(tx: ActorQuery) -> int:
    """How many cases of misconduct there are in which the presser may act; none for who judges none."""
    try:
        return len(files(tx).files)
    except NotAllowed:
        return 0


def files_against(tx: Query, person_id: PersonId, now: datetime) -> tuple[FileView, ...]:
    """The cases against a person that are not closed, latest first."""
    views = (_view(tx, file, now) for file in misconduct_cases.of_accused(tx, person_id))
    return tuple(view for view in views if view.state is not FileState.CLOSED)


def to_judge(tx: ActorQuery) -> tuple[FileView, ...]:
    """The cases that wait for a verdict of the presser, and those that rest until they are resumed; oldest first."""
    person, known = _presser_or_stranger(tx), misconduct_cases.of_guild(tx, tx.guild_id)
    waiting = [one for one in known if one.verdict is None or running_pause(one) is not None]
    views = (_view(tx, file, tx.pressed_at) for file in reversed(waiting) if _judges(tx, person, file))
    return tuple(view for view in views if view.state is FileState.UNDER_REVIEW or view.pause is not None)


def appeals_to_decide(tx: ActorQuery) -> tuple[AppealView, ...]:
    """The appeals that the presser may decide, oldest first."""
    person = _presser_or_stranger(tx)
    views = (_appeal_view(tx, one.appeal_id) for one in appeals.waiting(tx, tx.guild_id))
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
        access.require(tx, person, Act.DECIDE_APPEAL)
    return found


def appealable(tx: ActorQuery) -> tuple[Appealable, ...]:
    """The decisions that the presser can still appeal against."""
    person = people.of_member(tx, tx.guild_id, tx.actor.member_id)
    if person is None:
        return ()
    found = []
    for key in keys_of_person(tx, person.person_id, tx.pressed_at):
        try:
            against = appealing.to_appeal(tx, key)
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
    points = rating_penalties.view(tx, against.points.penalty_id) if against.points else None
    ruling = match_view(tx, against.ruling.contest_id, at) if against.ruling else None
    link = same_person.view(tx, against.link) if against.link else None
    rating = rating_amendments.view(tx, against.amendment.amendment_id) if against.amendment else None
    return bar, points, ruling, link, rating


def thread_members(tx: Query, file_id: FileId) -> tuple[int, list[MemberId]]:
    """The number of the case, and whom its private thread is for: the accused, and nobody who is not heard in it."""
    file = misconduct_cases.load(tx, file_id)
    if file is None:
        raise NotFound(what=Subject.CASE)
    accused = people.load(tx, file.accused)
    return file.number, [accused.discord_id] if accused is not None and accused.discord_id is not None else []


def corrected_ratings(tx: Query, subject: str, list_id: str) -> CorrectedRatings | None:
    """Whose rating the corrected list changed, the highest first; `subject` is a case or a corrected match."""
    file, match = misconduct_cases.load(tx, FileId(subject)), contests.load(tx, ContestId(subject))
    tournament_id = file.tournament_id if file else match.tournament_id if match else None
    tournament = tournaments.load(tx, tournament_id) if tournament_id else None
    corrected = ratings.load(tx, list_id)
    before = ratings.before(tx, corrected) if corrected else None
    if tournament is None or corrected is None or before is None:
        return None
    return CorrectedRatings(file, tournament, _changes(tx, before.rated, corrected.rated))


def _changes(
    tx: Query, before: Mapping[PersonId, ratings.Rated], after: Mapping[PersonId, ratings.Rated]
) -> tuple[RatingChange, ...]:
    moved = [line for person, line in after.items() if line.rating != before[person].rating]
    known = people.by_ids(tx, [line.person_id for line in moved])
    changes = (RatingChange(known[one.person_id], before[one.person_id].rating, one.rating) for one in moved)
    return tuple(sorted(changes, key=lambda change: -change.after))


def is_accused(tx: ActorQuery, file_id: FileId) -> bool:
    """Whether the case is against the presser."""
    person = people.of_member(tx, tx.guild_id, tx.actor.member_id)
    return person is not None and is_against(tx, find(tx, tx.guild_id, file_id), person.person_id)


def choosable(tx: ActorQuery) -> list[MisconductCase]:
    """For an autocomplete: the cases against the presser, then those in which the presser may act."""
    person = _presser_or_stranger(tx)
    found = misconduct_cases.of_accused(tx, person.person_id)
    return found + [one for one in misconduct_cases.of_guild(tx, tx.guild_id) if _judges(tx, person, one)]


def matches_of(tx: Query, guild_id: GuildId, member_id: MemberId) -> list[tuple[ContestId, str, tuple[str, ...]]]:
    """A member's latest matches for an autocomplete: the event's name and the names of the sides."""
    person = people.of_member(tx, guild_id, member_id)
    found = []
    for entrant in entrants.entries_of(tx, person.person_id)[:5] if person else ():
        tournament = tournaments.load(tx, entrant.tournament_id)
        for match in reversed(contests.of_entrant(tx, entrant.entrant_id)):
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
    person = people.of_member(tx, tx.guild_id, tx.actor.member_id)
    return person or Person(PersonId(""), tx.guild_id, tx.actor.member_id, tx.actor.name, None, tx.pressed_at)


def _view(tx: Query, file: MisconductCase, now: datetime) -> FileView:
    known, said = outages_of(tx, file), misconduct_cases.statements(tx, file.file_id)
    tournament = tournaments.load(tx, file.tournament_id) if file.tournament_id else None
    decided_by = file.verdict.by if file.verdict else None
    people_known = people.by_ids(tx, _ids(file, said, decided_by))
    return FileView(
        file=file,
        accused=people_known[file.accused],
        reporter=people_known.get(file.reporter) if file.reporter else None,
        tournament=tournament,
        players=_players(tx, file.contest_id),
        said=tuple(Said(one, people_known.get(one.by) if one.by else None) for one in said),
        state=state(file, now, known),
        reply_by=reply_by(file, known),
        appeal_by=appeal_by(file, known),
        pause=running_pause(file),
        decided_by=people_known.get(decided_by) if decided_by else None,
        options=() if file.verdict else options(tx, file),
        accused_sits=people.title_of(tx, file.accused) is not None
        or file.accused in people.offices(tx, file.guild_id).values(),
        decided_as=_judge_as(tx, file),
        bar=_bar_of(tx, file),
    )


def _judge_as(tx: Query, file: MisconductCase) -> Capacity | None:
    if file.verdict is None or file.verdict.penalty is Penalty.EXPELLED:
        return None
    return access.office_of(tx, file.guild_id, file.verdict.by, file.verdict.at, file.tournament_id)


def _bar_of(tx: Query, file: MisconductCase) -> BarView | None:
    bar_id = None if file.verdict is None else file.verdict.bar_id
    return next(iter(bar_views(tx, [] if bar_id is None else [bar_id])), None)


def _ids(file: MisconductCase, said: list[Statement], decided_by: PersonId | None) -> list[PersonId]:
    ids = (file.accused, file.reporter, decided_by, *(one.by for one in said))
    return list({one for one in ids if one is not None})


def _players(tx: Query, contest_id: ContestId | None) -> tuple[Person, ...]:
    match = contests.load(tx, contest_id) if contest_id else None
    tournament = tournaments.load(tx, match.tournament_id) if match else None
    if match is None or tournament is None:
        return ()
    known = players(tx, tournament)
    return tuple(known[side] for side in match.contest.sides)


def _appeal_view(tx: Query, appeal_id: str) -> AppealView | None:
    made = appeals.load(tx, appeal_id)
    if made is None:
        return None
    against = appealing.against(tx, made)
    able = appealing.judges(tx, made.guild_id, against)
    ruled_by = [against.ruling.by] if against.ruling else []
    known = people.by_ids(tx, [made.by, *able, *ruled_by, *([made.decided_by] if made.decided_by else [])])
    bar, points, ruling, link, rating = _decision_parts(tx, against, made.decided_at or made.made_at)
    return AppealView(
        appeal=made,
        person=known[made.by],
        file=against.file,
        bar=bar,
        points=points,
        ruling=ruling,
        ruled_by=known.get(against.ruling.by) if against.ruling else None,
        link=link,
        rating=rating,
        judges=tuple(known[one] for one in able),
        decided_by=known.get(made.decided_by) if made.decided_by else None,
        decided_as=access.office_of(tx, made.guild_id, made.decided_by, made.decided_at or made.made_at),
    )
