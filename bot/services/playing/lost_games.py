"""A game that the arbiter has one side lose, whatever the cause: the score goes on, or the match is settled."""

from __future__ import annotations

from datetime import datetime

from bot.domain.contests import ResultKind, Score
from bot.domain.ids import PersonId
from bot.domain.playing.matches import ReportAnswer
from bot.domain.scores import possible_results
from bot.services.playing import matches
from bot.services.playing.followed import Followed
from bot.services.playing.hooks import MATCH_HOOKS
from bot.storage import contests, reports
from bot.storage.context import Tx


def game_under_way(followed: Followed, at: datetime) -> int:
    """Its number from 1: the one after those that count at the moment."""
    return sum(followed.state(at).score) + 1


def score_without(followed: Followed, side: int, at: datetime) -> Score:
    """The score once the side has lost the game under way."""
    score = followed.state(at).score
    return tuple(games + (other != side) for other, games in enumerate(score))


def ends_match(followed: Followed, score: Score) -> bool:
    """Whether the match is over at the score, no game having been drawn."""
    length = followed.match.contest.length
    return ((*score, 0) if length.drawable else score) in possible_results(length)


def lose_game(tx: Tx, followed: Followed, side: int, by: PersonId, reason: str | None) -> None:
    """The game under way goes to the other side; where that ends the match, it is settled as by a ruling."""
    hooks = MATCH_HOOKS.of(followed.tournament.rulebook)
    if any(one.loses_game(tx, followed, side, by, reason) for one in hooks):
        return
    score = score_without(followed, side, tx.now)
    if ends_match(followed, score):
        walkover = followed.state(tx.now).walkover
        kind, answer = ResultKind.PLAYED, ReportAnswer.OVERRULED
        matches.settle(tx, followed, score, kind, walkover=walkover, answer=answer, by=by, reason=reason)
        return
    set_report_aside(tx, followed, by)
    contests.note_score(tx, followed.contest_id, score)
    matches.reschedule_own(tx, followed)


def give_back(tx: Tx, followed: Followed, loser: int, by: PersonId, at: datetime) -> None:
    """Undoes the lost game, which is the last that counts: the score is the one before it."""
    if any(one.gives_game_back(tx, followed, by, at) for one in MATCH_HOOKS.of(followed.tournament.rulebook)):
        return
    before = tuple(games - (other != loser) for other, games in enumerate(followed.state(at).score))
    contests.note_score(tx, followed.contest_id, before)


def set_report_aside(tx: Tx, followed: Followed, by: PersonId) -> None:
    """Closes an open report: it was given before the ruling, and falls with it."""
    report = followed.match.report
    if report is not None:
        reports.close(tx, report.report_id, ReportAnswer.OVERRULED, by, tx.now)
