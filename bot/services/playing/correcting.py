"""Correcting an old result: first what it would reopen, then, once confirmed, all of it in one transaction."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from datetime import datetime

from bot.domain.community import Person, Place, Presser
from bot.domain.contests import NOTHING_MORE, Contest, Particulars, Result, ResultKind, Score
from bot.domain.events.sayings import Podium, RatingsCorrected, RecordResults
from bot.domain.events.tournament import Tournament
from bot.domain.formats import FORMATS
from bot.domain.ids import ContestId, GuildId, Occasion
from bot.domain.permissions import Act
from bot.domain.playing.match_views import Correction
from bot.domain.playing.rulings import is_just_over
from bot.domain.playing.sayings import ResultCorrected
from bot.domain.rating import RatedMatch
from bot.domain.scores import LOVE, possible_results, split, told_score
from bot.domain.typed_text import checked_reason
from bot.errors import AlreadyDone, NotNow, Outdated, UserError
from bot.services import access
from bot.services.event_facts import facts
from bot.services.events import corrected_outcomes, event, rating_corrections
from bot.services.events.rated_games import rated_matches
from bot.services.playing import matches
from bot.services.playing.followed import Followed
from bot.services.playing.hooks import RESULT_HOOKS, Word
from bot.services.playing.match_reading import view_of
from bot.services.playing.matches import ImpossibleScore, MatchWasVoided
from bot.services.playing.ruling import kind_of
from bot.services.recusal import AloneInEvent, refuse_replaying_own
from bot.services.speaking import promise, tell_match
from bot.services.timetable import contest_subject
from bot.services.wishes import repeatable
from bot.storage import confirmed_results, contests, panels, people
from bot.storage.database import Work

CORRECTED = "corrected"
"""The reason on record of contests that a correction took out of the event."""


class RatingsArePublished(UserError):
    """The event ended and its rating list is out: a published list is a decision that no correction takes back."""

    name: str


class ResultIsFinal(UserError):
    """Both players and the arbiter have confirmed the result (GO-16.4)."""

    score: str


class BracketStands(UserError):
    """The event is over and matches hang on this one: what was played since stands (GO-23.1)."""

    name: str


def correctable(work: Work, presser: Presser, contest_id: ContestId) -> tuple[Score, ...]:
    """The scores that a settled match could have had instead; refuses who may not correct it."""
    person = people.of_member(work, presser.guild_id, presser.member_id)
    if person is None:
        raise NotNow
    followed = _open_to(work, presser, contest_id)
    # Who is alone picks a reason once all is said (`cogs/own_events.py`).
    with suppress(AloneInEvent):
        matches.require(work, presser, person, Act.CORRECT_RESULT, followed.match)
    _refuse_final(work, followed)
    return scores_instead(followed)


def scores_instead(followed: Followed) -> tuple[Score, ...]:
    """Every score that the settled match could have had but the one that stands.

    Of a table, and of the boards of teams, nobody can list them.
    """
    if followed.at_table or followed.tournament.rulebook.teams is not None:
        return ()
    result = followed.match.contest.result
    scores = possible_results(followed.match.contest.length, binding(followed))
    return tuple(score for score in scores if result is None or split(score) != (result.score, result.draws))


def preview_correction(
    work: Work, presser: Presser, contest_id: ContestId, score: Score, particulars: Particulars = NOTHING_MORE
) -> Correction:
    """What the correction would void and have played anew; nothing is changed yet."""
    correctable(work, presser, contest_id)
    found = preview(work, _open_to(work, presser, contest_id), score, presser.at, particulars)
    person = people.of_member(work, presser.guild_id, presser.member_id)
    if person is not None:
        refuse_replaying_own(work, person.person_id, Act.CORRECT_RESULT, found.reopened)
    return found


def refuse_unchangeable(work: Work, guild_id: GuildId, contest_id: ContestId, at: datetime) -> None:
    """Raises what keeps every other score of the match from being written."""
    followed = find_settled(work, guild_id, contest_id, over=True)
    if followed.at_table or followed.tournament.rulebook.teams is not None:
        # Nobody can list these; one with the same winner and other boards, or other influence, there always is.
        return
    for score in scores_instead(followed):
        try:
            preview(work, followed, score, at)
        except BracketStands:
            continue
        return
    raise BracketStands(name=followed.tournament.name)


def preview(
    work: Work, followed: Followed, score: Score, at: datetime, particulars: Particulars = NOTHING_MORE
) -> Correction:
    """As `preview_correction`, whoever asks; raises BracketStands where an event that is over would be reopened."""
    judged = matches.is_judged(work, followed, score, particulars, Word.CORRECTION)
    if not judged and score not in _possible(followed, particulars):
        raise ImpossibleScore(score=matches.score_words(score))
    before, reopened = _may_reopen(work, followed, _result(followed, score, at, particulars))
    if reopened and followed.tournament.ended_at is not None:
        raise BracketStands(name=followed.tournament.name)
    views = tuple(view_of(work, one.contest_id, at) for one in reopened if len(one.sides) > 1)
    return Correction(view_of(work, followed.contest_id, at), before, score, views, particulars)


@repeatable
def correct(
    work: Work,
    occasion: Occasion,
    presser: Presser,
    contest_id: ContestId,
    score: Score,
    reopened: int,
    reason: str,
    particulars: Particulars = NOTHING_MORE,
) -> Correction:
    """Corrects a settled score and voids what hung on it; `reopened` is how many matches the preview named.

    Raises Outdated when it would be another number by now, so that nobody reopens more than was seen.
    """
    followed, person = _correcting(work, occasion, presser, contest_id)
    why = checked_reason(reason)
    result = followed.match.contest.result
    if result is not None and _says(result, followed, score, particulars):
        raise AlreadyDone
    shown = preview(work, followed, score, occasion.now, particulars)
    refuse_replaying_own(work, person.person_id, Act.CORRECT_RESULT, shown.reopened)
    return apply(work, occasion, followed, score, reopened, person, why, particulars)


def apply(
    work: Work,
    occasion: Occasion,
    followed: Followed,
    score: Score,
    reopened: int,
    person: Person,
    why: str,
    particulars: Particulars = NOTHING_MORE,
) -> Correction:
    """Corrects the score whoever decided it; who may was asked before. Raises as `preview`, or Outdated.

    Where the event is over and nothing hangs on the match, its ratings and its podium are published anew.
    """
    contest_id = followed.contest_id
    done = preview(work, followed, score, occasion.now, particulars)
    if len(done.reopened) != reopened:
        raise Outdated
    corrected = _result(followed, score, occasion.now, particulars)
    corrected = matches.decide_result(work, occasion, followed, corrected)
    _, taken_back = _reopen(work, followed, corrected)
    rated = rated_matches(work, followed.tournament)
    event.void(work, occasion, followed.tournament, taken_back, CORRECTED)
    contests.settle(work, occasion.ids.fresh(), contest_id, corrected, person.person_id, why)
    panels.mark_stale(work, contest_subject(contest_id), occasion.now)
    _tell(work, occasion, followed, done, person, why)
    event.after_result(work, occasion, followed.tournament, followed.match.contest)
    if followed.tournament.ended_at is not None:
        _publish_anew(work, occasion, followed.tournament, contest_id, rated)
    return done


def publish_late(work: Work, occasion: Occasion, tournament: Tournament, contest_id: ContestId) -> None:
    """A match that the end of its event left open has its first result: the table and the ratings are told anew."""
    _publish_anew(work, occasion, tournament, contest_id, rated_matches(work, tournament, without=contest_id))


def _publish_anew(
    work: Work, occasion: Occasion, tournament: Tournament, contest_id: ContestId, before: tuple[RatedMatch, ...]
) -> None:
    guild_id = tournament.guild_id
    promise(work, occasion, guild_id, Place.ANNOUNCEMENTS, Podium(tournament.tournament_id))
    promise(work, occasion, guild_id, Place.RECORD, RecordResults(tournament.tournament_id))
    list_id = rating_corrections.correct(work, occasion, tournament, before, rated_matches(work, tournament))
    if list_id is not None:
        promise(work, occasion, guild_id, Place.ANNOUNCEMENTS, RatingsCorrected(contest_id, list_id))
    corrected_outcomes.follow(work, occasion, tournament)


def _tell(work: Work, occasion: Occasion, followed: Followed, done: Correction, by: Person, why: str) -> None:
    """Writes the correction into the log and tells both players what was and what is."""
    before, after = _words_of(done.before), matches.score_words(done.score, done.particulars)
    matches.record(work, occasion, followed, "correct_result", by.person_id, why, before=before, score=after)
    tell_match(work, occasion, followed.tournament, ResultCorrected(followed.contest_id, before))


def _correcting(work: Work, occasion: Occasion, presser: Presser, contest_id: ContestId) -> tuple[Followed, Person]:
    followed = _open_to(work, presser, contest_id)
    person = access.recognise(work, occasion, presser)
    matches.require(work, presser, person, Act.CORRECT_RESULT, followed.match)
    _refuse_final(work, followed)
    return followed, person


def _open_to(work: Work, presser: Presser, contest_id: ContestId) -> Followed:
    """As `find_settled`, for a correction that nobody has appealed for."""
    followed = find_settled(work, presser.guild_id, contest_id, over=True)
    if followed.tournament.ended_at is not None and not is_just_over(followed.tournament, presser.at):
        raise RatingsArePublished(name=followed.tournament.name)
    return followed


def _refuse_final(work: Work, followed: Followed) -> None:
    """What both players and the arbiter have confirmed is changed by the verdict of a case alone (GO-16.4)."""
    result = followed.match.contest.result
    if result is not None and confirmed_results.is_confirmed(work, followed.contest_id, result.settled_at):
        raise ResultIsFinal(score=matches.score_words(told_score(result, drawable=followed.match.contest.drawable)))


def find_settled(work: Work, guild_id: GuildId, contest_id: ContestId, *, over: bool = False) -> Followed:
    """A match with a score that can still be corrected, also of an event that is `over`; raises what is in the way."""
    followed = matches.find(work, guild_id, contest_id)
    if followed.match.voided_at is not None:
        raise MatchWasVoided
    ended = followed.tournament.ended_at is not None and not over
    if ended or followed.tournament.cancelled_at is not None:
        raise RatingsArePublished(name=followed.tournament.name)
    if followed.match.contest.result is None:
        raise NotNow
    return followed


def _words_of(result: Result) -> str:
    return matches.score_words(result.score, result.particulars)


def _possible(followed: Followed, told: Particulars) -> tuple[Score, ...]:
    """As `scores_instead`; another count may leave the winner as it was (GO-9)."""
    if told.count is None:
        return scores_instead(followed)
    return possible_results(followed.match.contest.length, binding(followed))


def _says(result: Result, followed: Followed, score: Score, told: Particulars) -> bool:
    """Whether the result is what is told already."""
    if followed.at_table:
        return (result.score, result.influence) == (score, told.influence)
    if told.boards:
        return result.boards == told.boards
    return (result.score, result.draws) == split(score) and told.count in {None, result.count}


def _may_reopen(work: Work, followed: Followed, corrected: Result) -> tuple[Result, tuple[Contest, ...]]:
    """The result that stands, and what the right one voids, whichever way a lot falls that is still due for it."""
    contest, found = followed.match.contest, dict[ContestId, Contest]()
    if contest.result is None:
        raise NotNow
    for one in _outcomes(work, followed, corrected):
        _, reopened = _reopen(work, followed, one)
        found |= {voided.contest_id: voided for voided in reopened}
    return contest.result, tuple(found.values())


def _outcomes(work: Work, followed: Followed, corrected: Result) -> tuple[Result, ...]:
    """What the right result can become, as the capabilities of the event say."""
    found: tuple[Result, ...] = (corrected,)
    for one in RESULT_HOOKS.of(followed.tournament.rulebook):
        found = tuple(outcome for result in found for outcome in one.outcomes(work, followed, result))
    return found


def _reopen(work: Work, followed: Followed, corrected: Result) -> tuple[Result, tuple[Contest, ...]]:
    contest = followed.match.contest
    if contest.result is None:
        raise NotNow
    known = facts(work, followed.tournament)
    played = FORMATS[followed.tournament.rulebook.format]
    return contest.result, played.reopened_by(known, followed.tournament.rulebook, contest, corrected)


def binding(followed: Followed) -> Score:
    """The walkover games of the settled score stand in every other, except where both sides had lost all."""
    result = followed.match.contest.result
    if result is None:
        raise NotNow
    full = min(result.walkover_games) >= followed.match.contest.target
    return LOVE if full else result.walkover_games


def _result(followed: Followed, score: Score, at: datetime, told: Particulars) -> Result:
    """The right result; when the match was first told stays, and of a draw that stays one its moves (ARENA-4, -6)."""
    if followed.at_table:
        made = matches.result_of(followed, score, told, (0,) * len(score), ResultKind.PLAYED, at)
    else:
        bound = binding(followed)
        made = matches.result_of(followed, score, told, bound, kind_of(score, bound), at)
    before = followed.match.contest.result
    if before is None:
        return made
    moves = before.moves if made.draws and made.moves is None else made.moves
    return replace(made, reported_at=before.told_at, moves=moves)
