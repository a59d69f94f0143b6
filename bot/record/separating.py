"""Matches of teams in a record: the score that their boards make, and who goes on where somebody has to win."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from bot.domain.contest_points import NOTHING
from bot.domain.contests import Contest, Result, Score, Stage
from bot.domain.events.records import Record, RecordedContest
from bot.domain.formats.protocol import Starter
from bot.domain.ids import EntrantId
from bot.domain.regulation.format_rules import DisputeRules
from bot.domain.rulebook import Rulebook
from bot.domain.score_words import score_words
from bot.domain.scores import split, words
from bot.domain.team_play.board_draws import count_drawn, without_a_winner
from bot.domain.team_play.board_reports import told_score
from bot.domain.team_play.disputes import games
from bot.domain.team_play.level_matches import Ratings, has_to_be_won, separation, with_winner
from bot.domain.tie_breaks.ratings import exact_rating
from bot.record.errors import Fault, FaultCode

Rated = Mapping[EntrantId, float | None]


def complete(contest: Contest, rulebook: Rulebook, rated: Rated, *, scored: bool) -> Contest:
    """A contest of teams with what its boards say and the file leaves out: the score, and who goes on.

    `scored` is whether the file tells the score itself.
    """
    result = contest.result
    if result is None or not result.boards or rulebook.teams is None:
        return contest
    if not scored:
        score, draws = split(told_score(result.boards, rulebook))
        result = replace(result, score=score, draws=draws)
    result = as_told_now(result, rulebook, contest.stage)
    if has_to_be_won(contest, rulebook) and result.paired_as_winner is None:
        result = with_winner(result, rulebook, ratings_by_side(contest, rated))
    return replace(contest, result=result)


def as_told_now(result: Result, rulebook: Rulebook, stage: Stage) -> Result:
    """The result of a file of before, which told each board that nobody has won as a drawn one, as it is told now."""
    if rulebook.teams is None or not result.boards:
        return result
    before = without_a_winner(result.boards, rulebook, stage)
    return replace(result, draws=count_drawn(result.boards, rulebook)) if result.draws == before else result


def separating_faults(one: RecordedContest, record: Record, starters: Mapping[EntrantId, Starter]) -> Iterator[Fault]:
    """A score that is not the one of its boards, and a side that goes on against them, or that nobody names."""
    contest, result = one.contest, one.contest.result
    if result is None or record.rulebook.teams is None or len(contest.sides) != len(result.score):
        return
    yield from _of_boards(one.place, result, record.rulebook)
    yield from _weights(one.place, result, record.rulebook.dispute)
    if not has_to_be_won(contest, record.rulebook):
        return
    ratings = ratings_by_side(contest, _ratings_of(contest, starters))
    found, place = separation(result, record.rulebook, ratings), f"{one.place}.paired_as_winner"
    if found.side is None and found.by is not None:
        yield Fault(place, FaultCode.NOT_SEPARATED, score_words(result, record.rulebook), str(found.by))
    elif with_winner(result, record.rulebook, ratings).paired_as_winner != result.paired_as_winner:
        side = found.side or 0
        yield Fault(place, FaultCode.WRONG_WINNER, str(result.paired_as_winner), record.name_of(contest.sides[side]))


def _ratings_of(contest: Contest, starters: Mapping[EntrantId, Starter]) -> Rated:
    return {side: starters[side].rating for side in contest.sides if side in starters}


def _of_boards(place: str, result: Result, rulebook: Rulebook) -> Iterator[Fault]:
    if not result.boards:
        return
    score, draws = split(told_score(result.boards, rulebook))
    if (score, draws) != (result.score, result.draws):
        given, wanted = words((*result.score, *_draws_part(result.draws))), words((*score, *_draws_part(draws)))
        yield Fault(f"{place}.score", FaultCode.IMPOSSIBLE_SCORE, given, wanted)


def _draws_part(draws: int) -> Score:
    return (draws,) if draws else ()


def _weights(place: str, result: Result, rules: DisputeRules | None) -> Iterator[Fault]:
    """A game that is worth another number of points than the rulebook gives it: 1, but in a dispute (OLY-2)."""
    worth = {} if rules is None else {one.modality.value: float(one.points) for one in games(rules)}
    for at, board in enumerate(result.boards):
        due = worth.get(board.modality, 1.0)
        if board.weight != due:
            yield Fault(f"{place}.boards[{at}].weight", FaultCode.WEIGHT, f"{board.weight:g}", f"{due:g}")


def ratings_by_side(contest: Contest, rated: Rated) -> Ratings:
    """The ratings of the sides in their order, none counted as nothing."""
    known = (rated.get(side) for side in contest.sides)
    return tuple(NOTHING if one is None else exact_rating(one) for one in known)
