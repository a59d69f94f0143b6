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
from bot.domain.ids import CaseId, GuildId, Occasion, PersonId
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
from bot.storage import appeals, bars, cases, contests, identities, log, people, rating_penalties, ratings
from bot.storage.database import Work
from bot.storage.ratings import Rated, RatingList


class NoUnjustifiedAbsence(UserError):
    """Nobody can be made to pay for an absence that was justified, dropped, or is still to be decided."""


class NothingToTake(UserError):
    """The person is not on the rating list, or the event was not rated: no points can be taken."""


class PointsTaken(UserError):
    """A vote has taken points for this absence before."""


def refuse_unfit(work: Work, guild_id: GuildId, subject: PersonId, reference: str | None) -> None:
    """Refuses a vote on points that nobody could take."""
    case = case_meant(work, subject, reference)
    if case is None:
        raise NoUnjustifiedAbsence
    if rating_penalties.of_case(work, case.case_id) is not None:
        raise PointsTaken
    if not ratings.of_people(work, guild_id, [subject]) or not tournament_of(work, case).rulebook.rating.rated:
        raise NothingToTake


def case_meant(work: Work, subject: PersonId, reference: str | None) -> AbsenceCase | None:
    """The unjustified absence that a vote is about: the one referred to, or the person's latest.

    None is left where an appeal has undone what came of it.
    """
    known = (case for case in cases.all_of_person(work, subject) if is_punishable(work, case))
    return next((case for case in known if reference in (None, case.case_id)), None)


def is_punishable(work: Work, case: AbsenceCase) -> bool:
    """Whether the absence was found unjustified, and no appeal has said otherwise since (AIJE-D01-5.3)."""
    if case.close_reason not in UNJUSTIFIED or case.closed_at is None:
        return False
    return not appeals.granted_of_case(work, case.case_id, case.closed_at)


def take(work: Work, occasion: Occasion, vote: Vote) -> RatingPenalty | None:
    """Takes the points in a new list, in place of the bar that came by itself; None where nothing is left to take."""
    case = None if vote.subject is None else case_meant(work, vote.subject, vote.reference)
    current = ratings.current(work, vote.guild_id)
    if case is None or current is None or case.person_id not in current.rated:
        return None
    tournament = tournament_of(work, case)
    given = tuple(_games_given(work, tournament, case))
    games = sum(one.games for one in given)
    points = points_for(given, tournament.rulebook.rating.k) if tournament.rulebook.rating.rated else 0
    if not points or rating_penalties.of_case(work, case.case_id) is not None:
        return None
    penalty = RatingPenalty(
        penalty_id=occasion.ids.fresh(),
        guild_id=vote.guild_id,
        person_id=case.person_id,
        case_id=case.case_id,
        vote_id=vote.vote_id,
        games=games,
        points=points,
        list_id=_publish(work, occasion, current, case.person_id, -points, games),
        taken_at=occasion.now,
    )
    rating_penalties.add(work, penalty)
    _note(work, occasion, penalty, "take_points", None, vote.question)
    bar = BarThen.FELL if _end_bar(work, occasion, case, vote) else BarThen.NONE
    _tell(work, occasion, penalty, RatingPointsTaken(penalty.penalty_id, bar))
    return penalty


def give_back(
    work: Work, occasion: Occasion, penalty: RatingPenalty, by: PersonId | None, reason: str
) -> RatingPenalty | None:
    """Gives the points back in a new list and says so; None where it was done before.

    Whoever left the list meanwhile, by an expulsion, does not come back to it.
    """
    if not rating_penalties.give_back(work, penalty.penalty_id, by, reason, occasion.now):
        return None
    current = ratings.current(work, penalty.guild_id)
    if current is not None and penalty.person_id in current.rated:
        _publish(work, occasion, current, penalty.person_id, penalty.points, -penalty.games)
    returned = replace(penalty, returned_at=occasion.now, returned_by=by, return_reason=reason)
    _note(work, occasion, returned, "return_points", by, reason)
    _tell(work, occasion, returned, PointsReturned(penalty.penalty_id))
    return returned


def give_back_of_case(work: Work, occasion: Occasion, case_id: CaseId, by: PersonId | None, reason: str) -> None:
    """Gives back what was taken for that absence, if anything."""
    penalty = rating_penalties.of_case(work, case_id)
    if penalty is not None:
        give_back(work, occasion, penalty, by, reason)


def standing_meant(work: Work, vote: Vote) -> RatingPenalty | None:
    """The penalty that stands and that a vote is about: the one referred to, by its id or its case's, or the latest."""
    known = [] if vote.subject is None else rating_penalties.of_person(work, vote.subject)
    in_force = (one for one in known if one.returned_at is None)
    return next((one for one in in_force if vote.reference in (None, one.penalty_id, one.case_id)), None)


def view(work: Work, penalty_id: str) -> PointsView | None:
    """One penalty with its people and the rating before and after, or None for an unknown id."""
    penalty = rating_penalties.load(work, penalty_id)
    published = ratings.load(work, penalty.list_id) if penalty else None
    case = cases.load(work, penalty.case_id) if penalty else None
    if penalty is None or published is None or case is None:
        return None
    known = people.by_ids(work, [one for one in (penalty.person_id, penalty.returned_by) if one is not None])
    returner = known.get(penalty.returned_by) if penalty.returned_by else None
    after = published.rated[penalty.person_id].rating
    return PointsView(
        penalty,
        known[penalty.person_id],
        tournament_of(work, case),
        after,
        returner,
        access.office_of(work, penalty.guild_id, penalty.returned_by, penalty.returned_at or penalty.taken_at),
        _open_until(work, penalty),
    )


def _open_until(work: Work, penalty: RatingPenalty) -> datetime | None:
    if penalty.returned_at is not None or appeals.of_points(work, penalty.penalty_id) is not None:
        return None
    return points_open_until(work, penalty)


def views_of(work: Work, person_id: PersonId) -> tuple[PointsView, ...]:
    """What was taken from a person, latest first, with what was given back."""
    found = (view(work, one.penalty_id) for one in rating_penalties.of_person(work, person_id))
    return tuple(one for one in found if one is not None)


def _games_given(work: Work, tournament: Tournament, case: AbsenceCase) -> Iterator[GamesGiven]:
    """The games that the absence gave away, each match by the ratings before it.

    Who was not in the draw gave away one first match, against an opponent with the initial rating.
    """
    rules, known = tournament.rulebook.rating, _listed_before(work, tournament)
    own_rating, person = known.get(case.person_id, rules.initial), person_of(work, tournament)
    found = False
    for contest in contests.of_tournament(work, tournament.tournament_id):
        sides = [person[side] for side in contest.sides]
        if contest.result is None or len(sides) != 2 or case.person_id not in sides:
            continue
        other = 1 - sides.index(case.person_id)
        before = rated_matches(work, tournament, until=contest.result.settled_at)
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


def _listed_before(work: Work, tournament: Tournament) -> dict[PersonId, float]:
    """The ratings with which the event began."""
    published = ratings.of_tournament(work, tournament.tournament_id)
    base = ratings.before(work, published) if published else ratings.current(work, tournament.guild_id)
    return {person: line.rating for person, line in base.rated.items()} if base else {}


def _publish(
    work: Work, occasion: Occasion, current: RatingList, person_id: PersonId, points: float, games: int
) -> str:
    """A new dated list in which one line differs; answers its id."""
    line, list_id = current.rated[person_id], occasion.ids.fresh()
    moved = Rated(person_id, line.rating + points, max(0, line.games + games))
    rated = {**current.rated, person_id: moved}
    rating_lists.publish(work, occasion, RatingList(list_id, current.guild_id, None, occasion.now, rated))
    return list_id


def _end_bar(work: Work, occasion: Occasion, case: AbsenceCase, vote: Vote) -> bool:
    """Ends the bar that the points take the place of; the message about them says so."""
    bar = bars.of_case(work, case.case_id)
    if bar is None or not bars.lift(work, bar.bar_id, None, vote.question, occasion.now, vote.vote_id):
        return False
    subject, details = bar_subject(bar.bar_id), {"person": bar.person_id}
    log.add(work, bar.guild_id, occasion.now, "lift_bar", subject, why=vote.question, details=details)
    seat_invitations.after_bar(work, occasion, bar.guild_id, identities.selves(work, bar.person_id))
    freed_places.restore(work, occasion, bar, None)
    return True


def _note(work: Work, occasion: Occasion, penalty: RatingPenalty, act: str, by: PersonId | None, why: str) -> None:
    details = {"vote": f"vote:{penalty.vote_id}", "points": f"{penalty.points:.6f}", "games": str(penalty.games)}
    subject = f"person:{penalty.person_id}"
    log.add(work, penalty.guild_id, occasion.now, act, subject, actor=by, why=why, details=details)


def _tell(work: Work, occasion: Occasion, penalty: RatingPenalty, saying: Saying) -> None:
    promise_publicly(work, occasion, penalty.guild_id, saying)
    tell_member(work, occasion, penalty.guild_id, penalty.person_id, saying)
