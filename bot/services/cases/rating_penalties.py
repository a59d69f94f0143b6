"""Rating points that the committee takes for an unjustified absence, and their way back (AIJE-D01-5.3, AIJE-B02-2)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime

from bot.domain.cases.absence import AbsenceCase
from bot.domain.cases.case_views import PointsView
from bot.domain.cases.no_shows import UNJUSTIFIED
from bot.domain.cases.rating_penalties import GamesGiven, RatingPenalty, points_for
from bot.domain.cases.sayings import BarThen, PointsReturned, RatingPointsTaken
from bot.domain.events.tournament import Tournament
from bot.domain.ids import CaseId, GuildId, PersonId
from bot.domain.rating import rate_event
from bot.domain.rulebook import Rulebook
from bot.domain.sayings import Saying
from bot.domain.voting.votes import Vote
from bot.errors import UserError
from bot.services import access, rating_lists
from bot.services.cases.appeal_limits import points_open_until
from bot.services.cases.case_record import tournament_of
from bot.services.entering import freed_places, seat_invitations
from bot.services.event_facts import person_of
from bot.services.events.rated_games import rated_matches
from bot.services.speaking import promise_publicly, tell_member
from bot.services.timetable import bar_subject
from bot.storage import appeals, bars, cases, contests, identities, people, rating_penalties, ratings
from bot.storage.context import Query, Tx
from bot.storage.ratings import Rated, RatingList


class NoUnjustifiedAbsence(UserError):
    """Nobody can be made to pay for an absence that was justified, dropped, or is still to be decided."""


class NothingToTake(UserError):
    """The person is not on the rating list, or the event was not rated: no points can be taken."""


class PointsTaken(UserError):
    """A vote has taken points for this absence before."""


def refuse_unfit(tx: Query, guild_id: GuildId, subject: PersonId, reference: str | None) -> None:
    """Refuses a vote on points that nobody could take."""
    case = case_meant(tx, subject, reference)
    if case is None:
        raise NoUnjustifiedAbsence
    if rating_penalties.of_case(tx, case.case_id) is not None:
        raise PointsTaken
    if not ratings.of_people(tx, guild_id, [subject]) or not tournament_of(tx, case).rulebook.rating.rated:
        raise NothingToTake


def case_meant(tx: Query, subject: PersonId, reference: str | None) -> AbsenceCase | None:
    """The unjustified absence that a vote is about: the one referred to, or the person's latest.

    None is left where an appeal has undone what came of it.
    """
    known = (case for case in cases.all_of_person(tx, subject) if is_punishable(tx, case))
    return next((case for case in known if reference in (None, case.case_id)), None)


def is_punishable(tx: Query, case: AbsenceCase) -> bool:
    """Whether the absence was found unjustified, and no appeal has said otherwise since (AIJE-D01-5.3)."""
    if case.close_reason not in UNJUSTIFIED or case.closed_at is None:
        return False
    return not appeals.granted_of_case(tx, case.case_id, case.closed_at)


def take(tx: Tx, vote: Vote) -> RatingPenalty | None:
    """Takes the points in a new list, in place of the bar that came by itself; None where nothing is left to take."""
    case = None if vote.subject is None else case_meant(tx, vote.subject, vote.reference)
    current = ratings.current(tx, vote.guild_id)
    if case is None or current is None or case.person_id not in current.rated:
        return None
    tournament = tournament_of(tx, case)
    given = tuple(_games_given(tx, tournament, case))
    games = sum(one.games for one in given)
    points = points_for(given, tournament.rulebook.rating.k) if tournament.rulebook.rating.rated else 0
    if not points or rating_penalties.of_case(tx, case.case_id) is not None:
        return None
    penalty = RatingPenalty(
        penalty_id=tx.new_id(),
        guild_id=vote.guild_id,
        person_id=case.person_id,
        case_id=case.case_id,
        vote_id=vote.vote_id,
        games=games,
        points=points,
        list_id=_publish(tx, current, case.person_id, -points, games),
        taken_at=tx.now,
    )
    rating_penalties.add(tx, penalty)
    _note(tx, penalty, "take_points", None, vote.question)
    bar = BarThen.FELL if _end_bar(tx, case, vote) else BarThen.NONE
    _tell(tx, penalty, RatingPointsTaken(penalty.penalty_id, bar))
    return penalty


def give_back(tx: Tx, penalty: RatingPenalty, by: PersonId | None, reason: str) -> RatingPenalty | None:
    """Gives the points back in a new list and says so; None where it was done before.

    Whoever left the list meanwhile, by an expulsion, does not come back to it.
    """
    if not rating_penalties.give_back(tx, penalty.penalty_id, by, reason, tx.now):
        return None
    current = ratings.current(tx, penalty.guild_id)
    if current is not None and penalty.person_id in current.rated:
        _publish(tx, current, penalty.person_id, penalty.points, -penalty.games)
    returned = replace(penalty, returned_at=tx.now, returned_by=by, return_reason=reason)
    _note(tx, returned, "return_points", by, reason)
    _tell(tx, returned, PointsReturned(penalty.penalty_id))
    return returned


def give_back_of_case(tx: Tx, case_id: CaseId, by: PersonId | None, reason: str) -> None:
    """Gives back what was taken for that absence, if anything."""
    penalty = rating_penalties.of_case(tx, case_id)
    if penalty is not None:
        give_back(tx, penalty, by, reason)


def standing_meant(tx: Query, vote: Vote) -> RatingPenalty | None:
    """The penalty that stands and that a vote is about: the one referred to, by its id or its case's, or the latest."""
    known = [] if vote.subject is None else rating_penalties.of_person(tx, vote.subject)
    in_force = (one for one in known if one.returned_at is None)
    return next((one for one in in_force if vote.reference in (None, one.penalty_id, one.case_id)), None)


def view(tx: Query, penalty_id: str) -> PointsView | None:
    """One penalty with its people and the rating before and after, or None for an unknown id."""
    penalty = rating_penalties.load(tx, penalty_id)
    published = ratings.load(tx, penalty.list_id) if penalty else None
    case = cases.load(tx, penalty.case_id) if penalty else None
    if penalty is None or published is None or case is None:
        return None
    known = people.by_ids(tx, [one for one in (penalty.person_id, penalty.returned_by) if one is not None])
    returner = known.get(penalty.returned_by) if penalty.returned_by else None
    after = published.rated[penalty.person_id].rating
    return PointsView(
        penalty,
        known[penalty.person_id],
        tournament_of(tx, case),
        after,
        returner,
        access.office_of(tx, penalty.guild_id, penalty.returned_by, penalty.returned_at or penalty.taken_at),
        _open_until(tx, penalty),
    )


def _open_until(tx: Query, penalty: RatingPenalty) -> datetime | None:
    if penalty.returned_at is not None or appeals.of_points(tx, penalty.penalty_id) is not None:
        return None
    return points_open_until(tx, penalty)


def views_of(tx: Query, person_id: PersonId) -> tuple[PointsView, ...]:
    """What was taken from a person, latest first, with what was given back."""
    found = (view(tx, one.penalty_id) for one in rating_penalties.of_person(tx, person_id))
    return tuple(one for one in found if one is not None)


def _games_given(tx: Query, tournament: Tournament, case: AbsenceCase) -> Iterator[GamesGiven]:
    """The games that the absence gave away, each match by the ratings before it.

    Who was not in the draw gave away one first match, against an opponent with the initial rating.
    """
    rules, known = tournament.rulebook.rating, _listed_before(tx, tournament)
    own_rating, person = known.get(case.person_id, rules.initial), person_of(tx, tournament)
    found = False
    for contest in contests.of_tournament(tx, tournament.tournament_id):
        sides = [person[side] for side in contest.sides]
        if contest.result is None or len(sides) != 2 or case.person_id not in sides:
            continue
        other = 1 - sides.index(case.person_id)
        before = rated_matches(tx, tournament, until=contest.result.settled_at)
        then = {**known, **rate_event(known, before, rules.initial, rules.k)}
        if games := contest.result.walkover_games[other]:
            found = True
            yield GamesGiven(games, then.get(case.person_id, own_rating), then.get(sides[other], rules.initial))
    if not found:
        yield GamesGiven(_first_match(tournament.rulebook), own_rating, rules.initial)


def _first_match(rulebook: Rulebook) -> int:
    """How many games are lost with a first match that is lost by absence."""
    games = rulebook.games
    best_of = rulebook.knockout.best_of if games is None else games.best_of
    return best_of if games is not None and games.play_all else best_of // 2 + 1


def _listed_before(tx: Query, tournament: Tournament) -> dict[PersonId, float]:
    """The ratings with which the event began."""
    published = ratings.of_tournament(tx, tournament.tournament_id)
    base = ratings.before(tx, published) if published else ratings.current(tx, tournament.guild_id)
    return {person: line.rating for person, line in base.rated.items()} if base else {}


def _publish(tx: Tx, current: RatingList, person_id: PersonId, points: float, games: int) -> str:
    """A new dated list in which one line differs; answers its id."""
    line, list_id = current.rated[person_id], tx.new_id()
    moved = Rated(person_id, line.rating + points, max(0, line.games + games))
    rated = {**current.rated, person_id: moved}
    rating_lists.publish(tx, RatingList(list_id, current.guild_id, None, tx.now, rated))
    return list_id


def _end_bar(tx: Tx, case: AbsenceCase, vote: Vote) -> bool:
    """Ends the bar that the points take the place of; the message about them says so."""
    bar = bars.of_case(tx, case.case_id)
    if bar is None or not bars.lift(tx, bar.bar_id, None, vote.question, tx.now, vote.vote_id):
        return False
    subject, details = bar_subject(bar.bar_id), {"person": bar.person_id}
    tx.log(bar.guild_id, "lift_bar", subject, why=vote.question, details=details)
    seat_invitations.after_bar(tx, bar.guild_id, identities.selves(tx, bar.person_id))
    freed_places.restore(tx, bar, None)
    return True


def _note(tx: Tx, penalty: RatingPenalty, act: str, by: PersonId | None, why: str) -> None:
    details = {"vote": f"vote:{penalty.vote_id}", "points": f"{penalty.points:.6f}", "games": str(penalty.games)}
    subject = f"person:{penalty.person_id}"
    tx.log(penalty.guild_id, act, subject, actor=by, why=why, details=details)


def _tell(tx: Tx, penalty: RatingPenalty, saying: Saying) -> None:
    promise_publicly(tx, penalty.guild_id, saying)
    tell_member(tx, penalty.guild_id, penalty.person_id, saying)
