"""Matches that end by a count: the number of the first colour is told, and the rulebook names winner and margin."""

from __future__ import annotations

from bot.domain.contests import Particulars, Score
from bot.domain.events.event_kinds import EventKind
from bot.domain.ids import ContestId
from bot.domain.permissions import Act
from bot.domain.playing.count_reports import is_counted, outcome, score_of
from bot.domain.playing.go_counting import black_number
from bot.domain.playing.match_views import Correction, MatchView, Reported
from bot.errors import NotNow
from bot.services import access
from bot.services.event_kinds import only_for
from bot.services.playing import correcting, guessing, matches, reporting, ruling
from bot.services.playing.followed import Followed
from bot.services.playing.match_reading import view_of
from bot.storage import warnings
from bot.storage.context import ActorQuery, ActorTx, Query


@only_for(EventKind.COUNTED)
def match_to_count(tx: ActorTx, contest_id: ContestId) -> tuple[MatchView, bool]:
    """The match for who tells its count, and whether a player does; refuses everybody else before anything is asked."""
    followed = _require_counted(matches.in_play(tx, tx.guild_id, contest_id))
    person = access.recognise(tx)
    plays = matches.side_of(tx, followed.match, person.person_id) is not None
    if not plays:
        matches.require_to_look(tx, person, Act.RULE_RESULT, followed.match)
    return view_of(tx, contest_id, tx.now), plays


@only_for(EventKind.COUNTED)
def report(tx: ActorTx, contest_id: ContestId, text: str) -> Reported:
    """A player tells the count (GO-9); the other side confirms or disputes it. Raises ImpossibleCount."""
    followed = _require_counted(matches.in_play(tx, tx.guild_id, contest_id))
    guessing.refuse_unguessed(tx, followed)
    score, told = _result_of_count(tx, followed, text)
    return reporting.report(tx, contest_id, score, told)


@only_for(EventKind.COUNTED)
def rule(tx: ActorTx, contest_id: ContestId, text: str, reason: str | None) -> Reported:
    """The arbiter settles the match by the count; overruling a report takes a reason. Raises ImpossibleCount."""
    followed = _require_counted(matches.in_play(tx, tx.guild_id, contest_id))
    score, told = _result_of_count(tx, followed, text)
    return ruling.rule(tx, contest_id, score, reason, told)


@only_for(EventKind.COUNTED)
def preview(tx: ActorQuery, contest_id: ContestId, text: str) -> Correction:
    """What another count would change of a settled match; nothing is changed yet."""
    followed = _require_counted(matches.find(tx, tx.guild_id, contest_id))
    score, told = _result_of_count(tx, followed, text)
    return correcting.preview_correction(tx, contest_id, score, told)


@only_for(EventKind.COUNTED)
def correct(tx: ActorTx, contest_id: ContestId, text: str, reopened: int, reason: str) -> Correction:
    """Corrects the count of a settled match, and with it the winner where that follows; as `correcting.correct`."""
    followed = _require_counted(matches.find(tx, tx.guild_id, contest_id))
    score, told = _result_of_count(tx, followed, text)
    return correcting.correct(tx, contest_id, score, reopened, reason, told)


def _require_counted(followed: Followed) -> Followed:
    if not is_counted(followed.tournament.rulebook, followed.match.contest):
        raise NotNow
    return followed


def _result_of_count(tx: Query, followed: Followed, text: str) -> tuple[Score, Particulars]:
    """The result that follows from the number; of a settled match with the warnings that it was settled with."""
    black, contest = black_number(text), followed.match.contest
    until = None if contest.result is None else contest.result.settled_at
    given = warnings.of_contest(tx, contest.contest_id)
    found = outcome(followed.tournament.rulebook, contest, black, given, until)
    return score_of(found, contest), Particulars(count=float(black))
