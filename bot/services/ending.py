"""The end of an event: it is over once and for all, its rating list is published, and everyone is told who won."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from datetime import datetime

from bot.domain.announcements import Saying
from bot.domain.community import Place
from bot.domain.contests import Contest, Result, Stage
from bot.domain.formats import FORMATS
from bot.domain.ids import EntrantId, Occasion, PersonId, TournamentId
from bot.domain.rating import RatedMatch, rate_event
from bot.domain.rulebook import FormatName
from bot.domain.scores import rated_games
from bot.domain.tournament import Phase, Tournament, phase
from bot.services import seats, title_holders, titles
from bot.services.event_facts import facts, person_of
from bot.services.speaking import promise
from bot.services.timetable import save, tournament_subject
from bot.storage import annulments, contests, expulsions, log, panels, ratings, tournaments
from bot.storage.database import Work
from bot.storage.ratings import Rated, RatingList


def finish(work: Work, occasion: Occasion, tournament_id: TournamentId) -> None:
    """Ends an event whose format is over; while something is left to play, and a second time, nothing happens.

    The rating list is part of the same transaction as the last result, so that no restart can come between them.
    """
    tournament = tournaments.load(work, tournament_id)
    if tournament is None or phase(tournament) is not Phase.RUNNING:
        return
    if not FORMATS[tournament.rulebook.format].is_over(facts(work, tournament, occasion.now), tournament.rulebook):
        return
    save(work, replace(tournament, ended_at=occasion.now))
    panels.mark_stale(work, tournament_subject(tournament_id), occasion.now)
    _record(work, occasion, tournament, "end_tournament")
    _promise(work, occasion, tournament, Place.ANNOUNCEMENTS, Saying.PODIUM)
    if tournament.rulebook.rating.rated and _publish_ratings(work, occasion, tournament):
        _promise(work, occasion, tournament, Place.ANNOUNCEMENTS, Saying.RATINGS_PUBLISHED)
    _promise(work, occasion, tournament, Place.RECORD, Saying.RECORD_RESULTS)
    title_holders.crown(work, occasion, tournament)
    titles.propose(work, occasion, tournament)
    seats.after_event(work, occasion, tournament)


def rated_matches(work: Work, tournament: Tournament, until: datetime | None = None) -> tuple[RatedMatch, ...]:
    """The event's matches as the rating counts them, in the order in which they ended (AIJE-B02-2).

    Games given by an absence are left out, and a match of nothing else is missing; so is every voided contest, and
    every match whose result was annulled for a side: nothing honest was played in it (GO-23.1). Tables of three have no
    Elo. With `until` those alone that had ended before that moment.
    """
    if tournament.rulebook.format is FormatName.TABLES:
        return ()
    person = person_of(work, tournament)
    void = {contest_id for contest_id, _ in annulments.of_tournament(work, tournament.tournament_id)}
    known = contests.of_tournament(work, tournament.tournament_id)
    standing = [one for one in known if one.result is not None and one.contest_id not in void]
    history = contests.results_history(work, [one.contest_id for one in standing])
    matches: list[RatedMatch] = []
    for contest in sorted(standing, key=lambda one: _turn(one, history[one.contest_id])):
        if until is None or _turn(contest, history[contest.contest_id])[0] < until:
            matches += _rated(contest, person)
    return tuple(matches)


def _rated(contest: Contest, person: Mapping[EntrantId, PersonId]) -> Iterator[RatedMatch]:
    """A contest of two players, or board by board one of two teams; more sides, and groups at a board, have no Elo."""
    result = contest.result
    if result is None or len(contest.sides) != 2:
        return
    if not result.boards:
        first, second = (person[side] for side in contest.sides)
        played = [(first, second, rated_games(result))]
    else:
        seats = [(board.players, rated_games(board)) for board in result.boards]
        played = [(one[0], other[0], games) for (one, other), games in seats if len(one) == len(other) == 1]
    yield from (RatedMatch(first, second, *games) for first, second, games in played if sum(games))


def _turn(contest: Contest, scores: Iterable[tuple[Result, str | None]]) -> tuple[datetime, int, bool, int]:
    """When the match ended: a score that was corrected later ended its match when it was first settled."""
    called_at = contest.called_at
    settled = [result.settled_at for result, _ in scores if called_at is None or result.settled_at >= called_at]
    return min(settled), contest.round, contest.stage is not Stage.THIRD_PLACE, contest.position


def _publish_ratings(work: Work, occasion: Occasion, tournament: Tournament) -> bool:
    """Publishes the list that follows the last one; False when no rated game was played, or by nobody on the list.

    Who is not on it yet is registered by a first official tournament really played, and by nothing else (AIJE-B03-1).
    """
    before = ratings.current(work, tournament.guild_id)
    listed = dict(before.rated) if before else {}
    matches = rated_matches(work, tournament)
    if not matches:
        return False
    rules = tournament.rulebook.rating
    after = rate_event({person: line.rating for person, line in listed.items()}, matches, rules.initial, rules.k)
    gone = expulsions.expelled(work, tournament.guild_id)
    for person_id, rating in after.items():
        if person_id in gone:
            continue
        if person_id in listed or tournament.rulebook.official:
            earlier = listed[person_id].games if person_id in listed else 0
            listed[person_id] = Rated(person_id, rating, earlier + _games(matches, person_id))
    if not any(person_id in listed for person_id in after):
        return False
    published = RatingList(occasion.ids.fresh(), tournament.guild_id, tournament.tournament_id, occasion.now, listed)
    ratings.publish(work, published)
    _record(work, occasion, tournament, "publish_ratings", list=published.list_id)
    return True


def _games(matches: Iterable[RatedMatch], person_id: PersonId) -> int:
    return sum(match.games for match in matches if person_id in (match.first, match.second))


def _record(work: Work, occasion: Occasion, tournament: Tournament, act: str, **details: str) -> None:
    log.add(
        work,
        tournament.guild_id,
        occasion.now,
        act,
        tournament_subject(tournament.tournament_id),
        tournament_id=tournament.tournament_id,
        details=details,
    )


def _promise(work: Work, occasion: Occasion, tournament: Tournament, place: Place, saying: Saying) -> None:
    promise(work, occasion, tournament.guild_id, place, saying, tournament.tournament_id)
