"""A match as every verb about it needs it: loaded with its event, who asks, what is due, and its settling."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from bot.domain.community import Person, Presser
from bot.domain.contests import Result, ResultKind, Score
from bot.domain.ids import ContestId, GuildId, Occasion, PersonId
from bot.domain.match_state import MatchState, state_of
from bot.domain.match_steps import due_steps
from bot.domain.matches import Match, ReportAnswer
from bot.domain.outages import Outage
from bot.domain.permissions import Act, Standing
from bot.domain.scores import split, words
from bot.domain.tournament import Tournament
from bot.errors import NotFound, NotNow, Subject, UserError
from bot.services import event
from bot.services import people as people_service
from bot.services.timetable import contest_subject
from bot.services.tournaments import TournamentIsOver
from bot.storage import (
    absence_clocks,
    contests,
    deadlines,
    entrants,
    event_officers,
    log,
    outages,
    panels,
    reports,
    tournaments,
)
from bot.storage.database import Work


class MatchIsOver(UserError):
    """The match has a settled score."""

    score: str


class ImpossibleScore(UserError):
    """The match cannot have ended so, games lost by absence counted in."""

    score: str


class OwnMatch(UserError):
    """An arbiter or organiser plays in the match and cannot decide on it."""


class MatchIsSuspended(UserError):
    """The arbiter has stopped the match; nothing goes on until he resumes it."""


class MatchWasVoided(UserError):
    """The match is no part of the event any more: it is played again, or an earlier result was corrected."""


@dataclass(frozen=True, slots=True)
class Followed:
    """A match with its event and the outages that can have touched it."""

    match: Match
    tournament: Tournament
    outages: tuple[Outage, ...]

    @property
    def contest_id(self) -> ContestId:
        """The match's id."""
        return self.match.contest.contest_id

    def state(self, at: datetime) -> MatchState:
        """What the match is at the moment."""
        return state_of(self.match, at, self.tournament.rulebook.matches, self.outages)


def load(work: Work, contest_id: ContestId) -> Followed | None:
    """The match with all that its rules need; None for an unknown id."""
    match = contests.load(work, contest_id)
    tournament = None if match is None else tournaments.load(work, match.tournament_id)
    if match is None or tournament is None:
        return None
    return Followed(match, tournament, outages.since(work, match.created_at))


def find(work: Work, guild_id: GuildId, contest_id: ContestId) -> Followed:
    """The match of this server; raises NotFound for a foreign or unknown id, or one that was never a match."""
    followed = load(work, contest_id)
    if followed is None or followed.tournament.guild_id != guild_id or len(followed.match.contest.sides) < 2:
        raise NotFound(what=Subject.MATCH)
    return followed


def in_play(work: Work, guild_id: GuildId, contest_id: ContestId) -> Followed:
    """As `find`, for a match that was called and has no score yet; says why where it is not."""
    followed = find(work, guild_id, contest_id)
    result = followed.match.contest.result
    if followed.match.voided_at is not None:
        raise MatchWasVoided
    if result is not None:
        raise MatchIsOver(score=score_words(result.score))
    if followed.tournament.cancelled_at is not None or followed.tournament.ended_at is not None:
        raise TournamentIsOver(name=followed.tournament.name)
    if followed.match.contest.called_at is None:
        raise NotNow
    return followed


def refuse_suspended(followed: Followed) -> None:
    """Nothing goes on in a match that rests."""
    if followed.match.suspended_at is not None:
        raise MatchIsSuspended


def side_of(work: Work, match: Match, person_id: PersonId) -> int | None:
    """The side that the person plays, or None."""
    entrant = entrants.of_person(work, match.tournament_id, person_id)
    sides = match.contest.sides
    return sides.index(entrant.entrant_id) if entrant is not None and entrant.entrant_id in sides else None


def confirmed_by_both(work: Work, match: Match) -> bool:
    """Whether the result that stands is one that a player reported and the other side confirmed."""
    result = match.contest.result
    return result is not None and any(
        one.answer is ReportAnswer.CONFIRMED
        and one.closed_at == result.settled_at
        and one.answered_by != one.person_id
        and side_of(work, match, one.answered_by or one.person_id) is not None
        for one in reports.of_contest(work, match.contest.contest_id)
    )


def require(work: Work, presser: Presser, person: Person, act: Act, match: Match) -> frozenset[Standing]:
    """Refuses who may not do the act to this match; who plays it or follows it has that standing too."""
    standings = set()
    if match.contest.arbiter == person.person_id:
        standings.add(Standing.MATCH_ARBITER)
    if any(one.person_id == person.person_id for one in event_officers.holding(work, match.tournament_id)):
        standings.add(Standing.CHIEF_ARBITER)
    if side_of(work, match, person.person_id) is not None:
        standings.add(Standing.PLAYER_OF_MATCH)
        # Nobody rules on a match of their own, whatever else they are.
        if act in {Act.RULE_RESULT, Act.RULE_BOARD, Act.STOP_MATCH, Act.CORRECT_RESULT}:
            raise OwnMatch
    return people_service.require(work, presser, person, act, *standings)


def reschedule_match(work: Work, contest_id: ContestId, now: datetime) -> None:
    """Rewrites what is due for the match from its facts; doing it twice changes nothing."""
    followed = load(work, contest_id)
    if followed is None:
        return
    due = due_steps(followed.match, now, followed.tournament.rulebook, followed.outages)
    deadlines.rewrite(work, contest_subject(contest_id), ((step.kind, step.at) for step in due))


def reschedule_all(work: Work, tournament: Tournament, now: datetime) -> None:
    """As `reschedule_match`, for every match in play, as after an outage."""
    for match in contests.in_play(work, tournament.tournament_id):
        reschedule_match(work, match.contest.contest_id, now)
        panels.mark_stale(work, contest_subject(match.contest.contest_id), now)


def settle(
    work: Work,
    occasion: Occasion,
    followed: Followed,
    score: Score,
    kind: ResultKind,
    *,
    walkover: Score,
    answer: ReportAnswer,
    by: PersonId | None = None,
    reason: str | None = None,
) -> None:
    """Settles the match with the score as it is told; as `settle_as`."""
    games, draws = split(score)
    told_at = None if followed.match.report is None else followed.match.report.reported_at
    result = Result(games, walkover, kind, occasion.now, draws=draws, reported_at=told_at)
    settle_as(work, occasion, followed, result, answer, by, reason)


def settle_as(
    work: Work,
    occasion: Occasion,
    followed: Followed,
    result: Result,
    answer: ReportAnswer,
    by: PersonId | None,
    reason: str | None,
) -> None:
    """Writes the result that stands, ends all that was open in the match, and lets the event go on.

    `answer` is what becomes of an open report; `by` is None where a rule settles.
    """
    contests.settle(work, occasion.ids.fresh(), followed.contest_id, result, by, reason)
    close(work, occasion, followed, answer, by)
    score, kind = score_words((*result.score, result.draws) if result.draws else result.score), result.kind.value
    record(work, occasion, followed, "settle_match", by, reason, score=score, kind=kind)
    event.after_result(work, occasion, followed.contest_id)


def close(work: Work, occasion: Occasion, followed: Followed, answer: ReportAnswer, by: PersonId | None) -> None:
    """Ends the open report and the running clocks, and with them all that is due."""
    if followed.match.report is not None:
        reports.close(work, followed.match.report.report_id, answer, by, occasion.now)
    for clock in followed.match.clocks:
        if clock.ended_at is None:
            absence_clocks.end(work, followed.contest_id, clock.side, occasion.now)
    deadlines.rewrite(work, contest_subject(followed.contest_id), ())


def record(
    work: Work,
    occasion: Occasion,
    followed: Followed,
    act: str,
    by: PersonId | None,
    why: str | None = None,
    **details: str,
) -> None:
    """Writes one line about the match into the log."""
    log.add(
        work,
        followed.tournament.guild_id,
        occasion.now,
        act,
        contest_subject(followed.contest_id),
        actor=by,
        tournament_id=followed.tournament.tournament_id,
        why=why,
        details=details,
    )


def score_words(score: Score) -> str:
    """The score as everybody writes it, "3–1"."""
    return words(score)
