"""Results told and changed beside the usual way: corrections, counts, bare scores, and the arbiter's confirmation.

Correcting an old result shows first what it would reopen, then, once confirmed, does all of it in one transaction.
Boards, counts, the games of a title match and what an arena asks for have verbs of their own, so that a bare score
tells nothing that the event decides by more than that. A result that the arbiter confirmed after both players is
final (GO-16.4).
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from datetime import datetime

from bot.features.course import ending_verbs as course_ending_verbs
from bot.features.course import verbs as course_verbs
from bot.features.course.ending_verbs import rated_matches
from bot.features.course.facts_verbs import facts
from bot.features.playing import board_store, reporting_verbs, reports_store, ruling_verbs, store, verbs
from bot.features.playing.hooks import ScoreWord, match_strategy
from bot.features.playing.match_views_model import Correction, MatchContext, MatchView, Reported
from bot.features.playing.model import ResultCorrected, is_just_over
from bot.features.playing.reading_verbs import view_of
from bot.features.playing.ruling_verbs import kind_of, refuse_replaying_own
from bot.features.tournaments.facts_verbs import contest_subject
from bot.features.tournaments.promises_model import Podium, RatingsCorrected, RecordResults
from bot.features.tournaments.recusal_verbs import AloneInEvent, repeatable
from bot.features.tournaments.verbs import only_for
from bot.i18n.names import checked_reason
from bot.kernel.context import ActorQuery, ActorTx, Query, Tx
from bot.kernel.errors import AlreadyDone, NotNow, Outdated, Refused, RefusedFor, RefusedText, UserError
from bot.kernel.ids import ContestId, GuildId, Place
from bot.people import store as people_store
from bot.people.model import Person
from bot.play.contests import (
    LOVE,
    NOTHING_MORE,
    Contest,
    Particulars,
    Result,
    ResultKind,
    Score,
    possible_results,
    split,
    told_score,
)
from bot.play.counts import black_number, is_counted, outcome, score_of
from bot.play.entries import Tournament
from bot.play.formats import FORMATS
from bot.play.points import EventKind
from bot.play.rating import RatedMatch
from bot.play.rulebook import discipline_of
from bot.server import verbs as server_verbs
from bot.server.model import Act
from bot.server.speaking_verbs import tell_match

# --- correcting an old result ---------------------------------------------------------------------------------------


CORRECTED = "corrected"
"""The reason on record of contests that a correction took out of the event."""


class BracketStands(UserError):
    """The event is over and matches hang on this one: what was played since stands (GO-23.1)."""

    name: str


def correctable(tx: ActorQuery, contest_id: ContestId) -> tuple[Score, ...]:
    """The scores that a settled match could have had instead; refuses who may not correct it."""
    person = people_store.of_member(tx, tx.guild_id, tx.actor.member_id)
    if person is None:
        raise NotNow
    match_context = _open_to(tx, contest_id)
    # Who is alone picks a reason once all is said (`cogs/own_events.py`).
    with suppress(AloneInEvent):
        verbs.require(tx, person, Act.CORRECT_RESULT, match_context.match)
    _refuse_final(tx, match_context)
    return scores_instead(match_context)


def scores_instead(match_context: MatchContext) -> tuple[Score, ...]:
    """Every score that the settled match could have had but the one that stands.

    Of a table, and of the boards of teams, nobody can list them.
    """
    if match_context.at_table or match_context.tournament.rulebook.teams is not None:
        return ()
    result = match_context.match.contest.result
    scores = possible_results(match_context.match.contest.length, binding(match_context))
    return tuple(score for score in scores if result is None or split(score) != (result.score, result.draws))


def preview_correction(
    tx: ActorQuery, contest_id: ContestId, score: Score, particulars: Particulars = NOTHING_MORE
) -> Correction:
    """What the correction would void and have played anew; nothing is changed yet."""
    correctable(tx, contest_id)
    found = preview(tx, _open_to(tx, contest_id), score, tx.pressed_at, particulars)
    person = people_store.of_member(tx, tx.guild_id, tx.actor.member_id)
    if person is not None:
        refuse_replaying_own(tx, person.person_id, Act.CORRECT_RESULT, found.reopened)
    return found


def refuse_unchangeable(tx: Query, guild_id: GuildId, contest_id: ContestId, at: datetime) -> None:
    """Raises what keeps every other score of the match from being written."""
    match_context = find_settled(tx, guild_id, contest_id, over=True)
    if match_context.at_table or match_context.tournament.rulebook.teams is not None:
        # Nobody can list these; one with the same winner and other boards, or other influence, there always is.
        return
    for score in scores_instead(match_context):
        try:
            preview(tx, match_context, score, at)
        except BracketStands:
            continue
        return
    raise BracketStands(name=match_context.tournament.name)


def preview(
    tx: Query, match_context: MatchContext, score: Score, at: datetime, particulars: Particulars = NOTHING_MORE
) -> Correction:
    """As `preview_correction`, whoever asks; raises BracketStands where an event that is over would be reopened."""
    judged = match_strategy(match_context).judges(tx, match_context, score, particulars, ScoreWord.CORRECTION)
    if not judged and score not in _possible(match_context, particulars):
        raise RefusedText("error.ImpossibleScore", text=verbs.score_words(score))
    before, reopened = _may_reopen(tx, match_context, _result(match_context, score, at, particulars))
    if reopened and match_context.tournament.ended_at is not None:
        raise BracketStands(name=match_context.tournament.name)
    views = tuple(view_of(tx, one.contest_id, at) for one in reopened if len(one.sides) > 1)
    return Correction(view_of(tx, match_context.contest_id, at), before, score, views, particulars)


@repeatable
def correct(
    tx: ActorTx,
    contest_id: ContestId,
    score: Score,
    reopened: int,
    reason: str,
    particulars: Particulars = NOTHING_MORE,
) -> Correction:
    """Corrects a settled score and voids what hung on it; `reopened` is how many matches the preview named.

    Raises Outdated when it would be another number by now, so that nobody reopens more than was seen.
    """
    match_context, person = _correcting(tx, contest_id)
    why = checked_reason(reason)
    result = match_context.match.contest.result
    if result is not None and _says(result, match_context, score, particulars):
        raise AlreadyDone
    shown = preview(tx, match_context, score, tx.now, particulars)
    refuse_replaying_own(tx, person.person_id, Act.CORRECT_RESULT, shown.reopened)
    return apply(tx, match_context, score, reopened, person, why, particulars)


def apply(
    tx: Tx,
    match_context: MatchContext,
    score: Score,
    reopened: int,
    person: Person,
    why: str,
    particulars: Particulars = NOTHING_MORE,
) -> Correction:
    """Corrects the score whoever decided it; who may was asked before. Raises as `preview`, or Outdated.

    Where the event is over and nothing hangs on the match, its ratings and its podium are published anew.
    """
    contest_id = match_context.contest_id
    done = preview(tx, match_context, score, tx.now, particulars)
    if len(done.reopened) != reopened:
        raise Outdated
    corrected = _result(match_context, score, tx.now, particulars)
    corrected = match_strategy(match_context).decide(tx, match_context, corrected)
    _, taken_back = _reopen(tx, match_context, corrected)
    rated = rated_matches(tx, match_context.tournament)
    course_verbs.void(tx, match_context.tournament, taken_back, CORRECTED)
    store.settle(tx, tx.new_id(), contest_id, corrected, person.person_id, why)
    tx.touch(contest_subject(contest_id))
    _tell(tx, match_context, done, person, why)
    course_verbs.after_result(tx, match_context.tournament, match_context.match.contest)
    if match_context.tournament.ended_at is not None:
        _publish_anew(tx, match_context.tournament, contest_id, rated)
    return done


def publish_late(tx: Tx, tournament: Tournament, contest_id: ContestId) -> None:
    """A match that the end of its event left open has its first result: the table and the ratings are told anew."""
    _publish_anew(tx, tournament, contest_id, rated_matches(tx, tournament, without=contest_id))


def _publish_anew(tx: Tx, tournament: Tournament, contest_id: ContestId, before: tuple[RatedMatch, ...]) -> None:
    guild_id = tournament.guild_id
    tx.enqueue(guild_id, Place.ANNOUNCEMENTS, Podium(tournament.tournament_id))
    tx.enqueue(guild_id, Place.RECORD, RecordResults(tournament.tournament_id))
    list_id = course_ending_verbs.correct(tx, tournament, before, rated_matches(tx, tournament))
    if list_id is not None:
        tx.enqueue(guild_id, Place.ANNOUNCEMENTS, RatingsCorrected(contest_id, list_id))
    course_ending_verbs.follow(tx, tournament)


def _tell(tx: Tx, match_context: MatchContext, done: Correction, by: Person, why: str) -> None:
    """Writes the correction into the log and tells both players what was and what is."""
    before, after = _words_of(done.before), verbs.score_words(done.score, done.particulars)
    verbs.record(tx, match_context, "correct_result", by.person_id, why, before=before, score=after)
    tell_match(tx, match_context.tournament, ResultCorrected(match_context.contest_id, before))


def _correcting(tx: ActorTx, contest_id: ContestId) -> tuple[MatchContext, Person]:
    match_context = _open_to(tx, contest_id)
    person = server_verbs.recognise(tx)
    verbs.require(tx, person, Act.CORRECT_RESULT, match_context.match)
    _refuse_final(tx, match_context)
    return match_context, person


def _open_to(tx: ActorQuery, contest_id: ContestId) -> MatchContext:
    """As `find_settled`, for a correction that nobody has appealed for."""
    match_context = find_settled(tx, tx.guild_id, contest_id, over=True)
    if match_context.tournament.ended_at is not None and not is_just_over(match_context.tournament, tx.pressed_at):
        raise RefusedFor("error.RatingsArePublished", name=match_context.tournament.name)
    return match_context


def _refuse_final(tx: Query, match_context: MatchContext) -> None:
    """What both players and the arbiter have confirmed is changed by the verdict of a case alone (GO-16.4)."""
    result = match_context.match.contest.result
    if result is not None and reports_store.is_confirmed(tx, match_context.contest_id, result.settled_at):
        # Both players and the arbiter have confirmed the result (GO-16.4).
        raise RefusedText(
            "error.ResultIsFinal",
            text=verbs.score_words(told_score(result, drawable=match_context.match.contest.drawable)),
        )


def find_settled(tx: Query, guild_id: GuildId, contest_id: ContestId, *, over: bool = False) -> MatchContext:
    """A match with a score that can still be corrected, also of an event that is `over`; raises what is in the way."""
    match_context = verbs.find(tx, guild_id, contest_id)
    if match_context.match.voided_at is not None:
        raise Refused("error.MatchWasVoided")
    ended = match_context.tournament.ended_at is not None and not over
    if ended or match_context.tournament.cancelled_at is not None:
        raise RefusedFor("error.RatingsArePublished", name=match_context.tournament.name)
    if match_context.match.contest.result is None:
        raise NotNow
    return match_context


def _words_of(result: Result) -> str:
    return verbs.score_words(result.score, result.particulars)


def _possible(match_context: MatchContext, particulars: Particulars) -> tuple[Score, ...]:
    """As `scores_instead`; another count may leave the winner as it was (GO-9)."""
    if particulars.count is None:
        return scores_instead(match_context)
    return possible_results(match_context.match.contest.length, binding(match_context))


def _says(result: Result, match_context: MatchContext, score: Score, particulars: Particulars) -> bool:
    """Whether the result is what is told already."""
    if match_context.at_table:
        return (result.score, result.influence) == (score, particulars.influence)
    if particulars.boards:
        return result.boards == particulars.boards
    return (result.score, result.draws) == split(score) and particulars.count in {None, result.count}


def _may_reopen(tx: Query, match_context: MatchContext, corrected: Result) -> tuple[Result, tuple[Contest, ...]]:
    """The result that stands, and what the right one voids, whichever way a lot falls that is still due for it."""
    contest, found = match_context.match.contest, dict[ContestId, Contest]()
    if contest.result is None:
        raise NotNow
    for one in match_strategy(match_context).outcomes(tx, match_context, corrected):
        _, reopened = _reopen(tx, match_context, one)
        found |= {voided.contest_id: voided for voided in reopened}
    return contest.result, tuple(found.values())


def _reopen(tx: Query, match_context: MatchContext, corrected: Result) -> tuple[Result, tuple[Contest, ...]]:
    contest = match_context.match.contest
    if contest.result is None:
        raise NotNow
    known = facts(tx, match_context.tournament)
    played = FORMATS[match_context.tournament.rulebook.format]
    return contest.result, played.reopened_by(known, match_context.tournament.rulebook, contest, corrected)


def binding(match_context: MatchContext) -> Score:
    """The walkover games of the settled score stand in every other, except where both sides had lost all."""
    result = match_context.match.contest.result
    if result is None:
        raise NotNow
    full = min(result.walkover_games) >= match_context.match.contest.target
    return LOVE if full else result.walkover_games


def _result(match_context: MatchContext, score: Score, at: datetime, particulars: Particulars) -> Result:
    """The right result; when the match was first told stays, and of a draw that stays one its moves (ARENA-4, -6)."""
    if match_context.at_table:
        made = verbs.result_of(match_context, score, particulars, (0,) * len(score), ResultKind.PLAYED, at)
    else:
        bound = binding(match_context)
        made = verbs.result_of(match_context, score, particulars, bound, kind_of(score, bound), at)
    before = match_context.match.contest.result
    if before is None:
        return made
    moves = before.moves if made.draws and made.moves is None else made.moves
    return replace(made, reported_at=before.told_at, moves=moves)


# --- matches that end by a count ------------------------------------------------------------------------------------


@only_for(EventKind.COUNTED)
def match_to_count(tx: ActorTx, contest_id: ContestId) -> tuple[MatchView, bool]:
    """The match for who tells its count, and whether a player does; refuses everybody else before anything is asked."""
    match_context = _require_counted(verbs.in_play(tx, tx.guild_id, contest_id))
    person = server_verbs.recognise(tx)
    plays = verbs.side_of(tx, match_context.match, person.person_id) is not None
    if not plays:
        verbs.require_to_look(tx, person, Act.RULE_RESULT, match_context.match)
    return view_of(tx, contest_id, tx.now), plays


@only_for(EventKind.COUNTED)
def report_count(tx: ActorTx, contest_id: ContestId, text: str) -> Reported:
    """A player tells the count (GO-9); the other side confirms or disputes it. Raises ImpossibleCount."""
    match_context = _require_counted(verbs.in_play(tx, tx.guild_id, contest_id))
    reporting_verbs.refuse_unguessed(tx, match_context)
    score, told = _result_of_count(tx, match_context, text)
    return reporting_verbs.report(tx, contest_id, score, told)


@only_for(EventKind.COUNTED)
def rule_count(tx: ActorTx, contest_id: ContestId, text: str, reason: str | None) -> Reported:
    """The arbiter settles the match by the count; overruling a report takes a reason. Raises ImpossibleCount."""
    match_context = _require_counted(verbs.in_play(tx, tx.guild_id, contest_id))
    score, told = _result_of_count(tx, match_context, text)
    return ruling_verbs.rule(tx, contest_id, score, reason, told)


@only_for(EventKind.COUNTED)
def preview_count(tx: ActorQuery, contest_id: ContestId, text: str) -> Correction:
    """What another count would change of a settled match; nothing is changed yet."""
    match_context = _require_counted(verbs.find(tx, tx.guild_id, contest_id))
    score, told = _result_of_count(tx, match_context, text)
    return preview_correction(tx, contest_id, score, told)


@only_for(EventKind.COUNTED)
def correct_count(tx: ActorTx, contest_id: ContestId, text: str, reopened: int, reason: str) -> Correction:
    """Corrects the count of a settled match, and with it the winner where that follows; as `correcting.correct`."""
    match_context = _require_counted(verbs.find(tx, tx.guild_id, contest_id))
    score, told = _result_of_count(tx, match_context, text)
    return correct(tx, contest_id, score, reopened, reason, told)


def _require_counted(match_context: MatchContext) -> MatchContext:
    if not is_counted(match_context.tournament.rulebook, match_context.match.contest):
        raise NotNow
    return match_context


def _result_of_count(tx: Query, match_context: MatchContext, text: str) -> tuple[Score, Particulars]:
    """The result that follows from the number; of a settled match with the warnings that it was settled with."""
    black, contest = black_number(text), match_context.match.contest
    until = None if contest.result is None else contest.result.settled_at
    given = board_store.warnings_of_contest(tx, contest.contest_id)
    found = outcome(match_context.tournament.rulebook, contest, black, given, until)
    return score_of(found, contest), Particulars(count=float(black))


@only_for(EventKind.SINGLES, EventKind.COUNTED)
def report_score(tx: ActorTx, contest_id: ContestId, score: Score) -> Reported:
    """A score from one of the two, or by the arbiter's word."""
    return reporting_verbs.report(tx, contest_id, score)


@only_for(EventKind.SINGLES, EventKind.COUNTED, EventKind.ARENA)
def rule_score(tx: ActorTx, contest_id: ContestId, score: Score, reason: str | None) -> Reported:
    """The arbiter settles the match by its score; of an arena, a game that its players dispute."""
    return ruling_verbs.rule(tx, contest_id, score, reason)


# --- bare scores ----------------------------------------------------------------------------------------------------


@only_for(EventKind.TABLES)
def report_table(tx: ActorTx, contest_id: ContestId, score: Score, particulars: Particulars) -> Reported:
    """Who won at a table, with everybody's influence."""
    return reporting_verbs.report(tx, contest_id, score, particulars)


@only_for(EventKind.TABLES)
def rule_table(
    tx: ActorTx, contest_id: ContestId, score: Score, reason: str | None, particulars: Particulars
) -> Reported:
    """The arbiter says how a game at a table ended."""
    return ruling_verbs.rule(tx, contest_id, score, reason, particulars)


# --- the arbiter's confirmation -------------------------------------------------------------------------------------


@repeatable
def confirm_result(tx: ActorTx, contest_id: ContestId) -> MatchView:
    """Confirms the result that both players have confirmed; NotNow for one that a ruling or the time has settled."""
    match_context = verbs.find(tx, tx.guild_id, contest_id)
    person = server_verbs.recognise(tx)
    verbs.require(tx, person, Act.RULE_RESULT, match_context.match)
    result = match_context.match.contest.result
    if match_context.tournament.cancelled_at is not None or match_context.tournament.ended_at is not None:
        raise RefusedFor("error.TournamentIsOver", name=match_context.tournament.name)
    if result is None or not discipline_of(match_context.tournament.rulebook).confirmed_is_final:
        raise NotNow
    if not verbs.confirmed_by_both(tx, match_context.match):
        raise NotNow
    if not reports_store.confirm_result(tx, contest_id, result.settled_at, person.person_id, tx.now):
        raise AlreadyDone
    verbs.record(tx, match_context, "confirm_result", person.person_id)
    tx.touch(contest_subject(contest_id))
    return view_of(tx, contest_id, tx.now)
