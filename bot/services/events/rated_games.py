"""The matches of an event as the rating counts them: who played how many games of it, in order of their ends."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime

from bot.domain.contests import Contest, Result, Stage
from bot.domain.events.appearances import was_there
from bot.domain.events.tournament import Tournament
from bot.domain.ids import ContestId, EntrantId, PersonId
from bot.domain.rating import RatedMatch, matches_of
from bot.domain.scores import rated_games
from bot.services.event_facts import person_of
from bot.storage import annulments, contests
from bot.storage.context import Query


def rated_matches(
    tx: Query, tournament: Tournament, until: datetime | None = None, without: ContestId | None = None
) -> tuple[RatedMatch, ...]:
    """The event's matches as the rating counts them, in the order in which they ended (AIJE-B02-2).

    Games given by an absence are left out, and a match of nothing else is missing; so is every voided contest, and
    every match whose result was annulled for a side: nothing honest was played in it (GO-23.1). Tables of three have no
    Elo. With `until` those alone that had ended before that moment; `without` leaves a contest out.
    """
    if tournament.rulebook.traits.at_tables:
        return ()
    person, in_force = person_of(tx, tournament), _contests_in_force(tx, tournament)
    history = contests.results_history(tx, [one.contest_id for one in in_force])
    matches: list[RatedMatch] = []
    for contest in sorted(in_force, key=lambda one: _turn(one, history[one.contest_id])):
        in_time = until is None or _turn(contest, history[contest.contest_id])[0] < until
        if in_time and contest.contest_id != without:
            matches += matches_of(contest, [person[side] for side in contest.sides])
    return tuple(matches)


def came(tx: Query, tournament: Tournament) -> frozenset[PersonId]:
    """Who came to a match of the event, if only to win it because nobody else did; a bye is no match (AIJE-B03-1)."""
    person = person_of(tx, tournament)
    return frozenset(one for contest in _contests_in_force(tx, tournament) for one in _came(contest, person))


def _came(contest: Contest, person: Mapping[EntrantId, PersonId]) -> Iterator[PersonId]:
    """The sides that were there; of two teams those at whose boards a game was played or given to them."""
    boards = () if contest.result is None else contest.result.boards
    for side, entrant_id in enumerate(contest.sides):
        if not boards and was_there(contest, side):
            yield person[entrant_id]
        for board in boards:
            if board.walkover_games[side] > 0 or sum(rated_games(board)) > 0:
                yield from board.players[side]


def _contests_in_force(tx: Query, tournament: Tournament) -> list[Contest]:
    """The contests with a result that was not annulled."""
    void = {contest_id for contest_id, _ in annulments.of_tournament(tx, tournament.tournament_id)}
    known = contests.of_tournament(tx, tournament.tournament_id)
    return [one for one in known if one.result is not None and one.contest_id not in void]


def _turn(contest: Contest, scores: Iterable[tuple[Result, str | None]]) -> tuple[datetime, int, bool, int]:
    """When the match ended: a score that was corrected later ended its match when it was first settled."""
    called_at, all_of_them = contest.called_at, [result.settled_at for result, _ in scores]
    settled = [at for at in all_of_them if called_at is None or at >= called_at]
    # A clock that was set back meanwhile may show none of them after the call; the event must end all the same.
    return min(settled or all_of_them), contest.round, contest.stage is not Stage.THIRD_PLACE, contest.position
