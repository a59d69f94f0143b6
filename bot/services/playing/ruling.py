"""The arbiter's word: the result, the score between games, a double walkover, the recording, the mic (AIJE-D01-6)."""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime

from bot.domain.community import Person
from bot.domain.contests import NOTHING_MORE, Particulars, ResultKind, Score
from bot.domain.events.event_kinds import EventKind
from bot.domain.ids import ContestId, PersonId
from bot.domain.permissions import Act
from bot.domain.playing.lateness import has_late_limit
from bot.domain.playing.match_state import both_have_lost
from bot.domain.playing.match_views import MatchView, Reported, Told
from bot.domain.playing.matches import ReportAnswer
from bot.domain.playing.sayings import MatchNote
from bot.domain.quotas import Counted
from bot.domain.scores import running_scores
from bot.domain.typed_text import check_text, checked_reason, is_link
from bot.errors import AlreadyDone, NotFound, NotNow, Subject, UserError
from bot.services import access, quotas
from bot.services.event_kinds import only_for
from bot.services.events import calling
from bot.services.playing import double_losses, matches
from bot.services.playing.followed import Followed
from bot.services.playing.hooks import Word
from bot.services.playing.match_reading import view_as_left, view_of
from bot.services.playing.matches import ImpossibleScore
from bot.services.recusal import AloneInEvent, may_watch, refuse_in_match
from bot.services.speaking import tell_match
from bot.services.wishes import repeatable
from bot.storage import contests, event_officers, people, recordings
from bot.storage.context import ActorQuery, ActorTx, Query

LINK_LIMIT = 300


class NoRecordingLink(UserError):
    """What was given as a recording is no web address."""


class CannotFollow(UserError):
    """The arbiter plays in the match, or meets one of its players next (AIJE-D01-6)."""

    name: str


def desk(tx: ActorTx, contest_id: ContestId) -> MatchView:
    """The match for who may rule on it, for a reason that is asked later too; refuses everybody else at once."""
    with suppress(AloneInEvent):
        ruling_on(tx, contest_id)
    return view_of(tx, contest_id, tx.now)


def tell_players(tx: ActorTx, contest_id: ContestId, what: Told, side: int) -> None:
    """Promises the players the word of an arbiter who acted from a channel that they may not see."""
    followed = matches.find(tx, tx.guild_id, contest_id)
    tell_match(tx, followed.tournament, MatchNote(contest_id, what, side))


def needs_reason(tx: ActorQuery, contest_id: ContestId, score: Score, particulars: Particulars = NOTHING_MORE) -> bool:
    """Whether the score, given by who does not play, would overrule the one that a player reported."""
    followed = matches.find(tx, tx.guild_id, contest_id)
    person = people.of_member(tx, tx.guild_id, tx.actor.member_id)
    plays = person is not None and matches.side_of(tx, followed.match, person.person_id) is not None
    given = followed.match.report
    return not plays and given is not None and (given.score, given.particulars) != (score, particulars)


@repeatable
def rule(
    tx: ActorTx,
    contest_id: ContestId,
    score: Score,
    reason: str | None,
    particulars: Particulars = NOTHING_MORE,
) -> Reported:
    """Settles the match by the arbiter's or the organisers' word; overruling a report takes a reason."""
    followed, person = ruling_on(tx, contest_id)
    state = followed.state(tx.now)
    length = followed.match.contest.length
    judged = matches.is_judged(tx, followed, score, particulars, Word.ARBITER)
    if not judged and matches.in_full(followed, score, particulars) not in state.rulable(length):
        raise ImpossibleScore(score=matches.score_words(score))
    why, binding = _reason(followed, score, particulars, reason), state.binding(length)
    kind, answer = kind_of(score, binding), _answer(followed, score, particulars)
    result = matches.result_of(followed, score, particulars, binding, kind, tx.now)
    matches.settle_as(tx, followed, result, answer, person.person_id, why)
    return Reported(view_as_left(tx, matches.as_left(tx, followed)), score, settled=True)


@repeatable
def double_walkover(tx: ActorTx, contest_id: ContestId) -> MatchView:
    """Both sides lose the match, since both are absent: the arbiter's decision (AIJE-D01-5.4)."""
    followed, person = ruling_on(tx, contest_id)
    if not _nobody_is_there(followed, tx.now):
        raise NotNow
    result = double_losses.by_absence(tx, followed)
    matches.settle_as(tx, followed, result, ReportAnswer.OVERRULED, person.person_id, None)
    return view_of(tx, contest_id, tx.now)


@only_for(EventKind.SINGLES, EventKind.COUNTED)
@repeatable
def record_score(tx: ActorTx, contest_id: ContestId, score: Score) -> MatchView:
    """Notes the score between games; the card shows it, and nothing below it can be reported."""
    followed, person = ruling_on(tx, contest_id)
    state = followed.state(tx.now)
    if state.missing or followed.at_table:
        raise NotNow
    if score not in running_scores(followed.match.contest.length, state.walkover, state.forfeits):
        raise ImpossibleScore(score=matches.score_words(score))
    contests.note_score(tx, contest_id, score)
    told, before = matches.score_words(score), " ".join(map(str, followed.match.running))
    matches.record(tx, followed, "record_score", person.person_id, score=told, before=before)
    return view_of(tx, contest_id, tx.now)


def add_recording(tx: ActorTx, contest_id: ContestId, link: str) -> MatchView:
    """Keeps the link to a recording with the match, during it or afterwards; the same link twice is kept once."""
    followed = matches.find(tx, tx.guild_id, contest_id)
    person = access.recognise(tx)
    matches.require(tx, person, Act.ADD_RECORDING, followed.match)
    quotas.keep(tx, person, Counted.RECORDING, Subject.RECORDING, contest_id)
    recordings.add(tx, contest_id, checked_link(link), person.person_id, tx.now)
    matches.record(tx, followed, "add_recording", person.person_id)
    return view_of(tx, contest_id, tx.now)


def successors(tx: ActorQuery, contest_id: ContestId) -> list[Person]:
    """The arbiters of the server who could take the match over, by name."""
    followed = matches.in_play(tx, tx.guild_id, contest_id)
    known = people.arbiters(tx, tx.guild_id)
    able = [one for one in known if one != followed.match.contest.arbiter and _may_follow(tx, followed, one)]
    found = people.by_ids(tx, able)
    return [found[one] for one in able]


@repeatable
def hand_over(tx: ActorTx, contest_id: ContestId, arbiter: PersonId) -> MatchView:
    """Gives the mic to another arbiter, who is told; never to one whom the match concerns (AIJE-D01-6)."""
    followed, person = ruling_on(tx, contest_id, Act.HAND_MATCH_ON)
    if followed.match.contest.arbiter != person.person_id:
        # To hand on what one does not follow is to choose who does.
        refuse_in_match(tx, person.person_id, Act.ASSIGN_ARBITER, followed.match)
    if followed.match.contest.arbiter == arbiter:
        raise AlreadyDone
    other = people.load(tx, arbiter)
    if other is None or arbiter not in people.arbiters(tx, tx.guild_id):
        raise NotFound(what=Subject.ARBITER)
    if not _may_follow(tx, followed, arbiter):
        raise CannotFollow(name=other.name)
    calling.hand_over(tx, followed.tournament, contest_id, arbiter)
    return view_of(tx, contest_id, tx.now)


def _nobody_is_there(followed: Followed, now: datetime) -> bool:
    """Whether every side is waited for, or has been until nothing was left to lose."""
    state = followed.state(now)
    waited_for = {missing.side for missing in state.missing}
    if followed.at_table:
        return bool(waited_for) and waited_for.union(followed.match.away) == set(range(len(state.score)))
    rulebook = followed.tournament.rulebook
    # Before a limit of lateness nobody has lost yet, and each may still come (GO-22).
    both_wait = waited_for == {0, 1} and not has_late_limit(rulebook)
    return both_wait or both_have_lost(followed.match, now, rulebook.matches, followed.outages)


def ruling_on(tx: ActorTx, contest_id: ContestId, act: Act = Act.RULE_RESULT) -> tuple[Followed, Person]:
    """The match in play and who rules on it: its arbiter or the organisers, never one who plays in it."""
    followed = matches.in_play(tx, tx.guild_id, contest_id)
    person = access.recognise(tx)
    matches.require(tx, person, act, followed.match)
    return followed, person


def kind_of(score: Score, walkover: Score) -> ResultKind:
    """A score that absence alone has made is a walkover; any other was played."""
    return ResultKind.WALKOVER if score == walkover else ResultKind.PLAYED


def checked_link(link: str) -> str:
    """The address without spare white space; raises NoRecordingLink, Missing or TooLong."""
    tidy = check_text(link, Subject.NAME, LINK_LIMIT)
    if not is_link(tidy):
        raise NoRecordingLink
    return tidy


def _reason(followed: Followed, score: Score, told: Particulars, reason: str | None) -> str | None:
    given = followed.match.report
    if reason is None and (given is None or (given.score, given.particulars) == (score, told)):
        return None
    return checked_reason(reason or "")


def _answer(followed: Followed, score: Score, told: Particulars) -> ReportAnswer:
    given = followed.match.report
    same = given is not None and (given.score, given.particulars) == (score, told)
    return ReportAnswer.CONFIRMED if same else ReportAnswer.OVERRULED


def _may_follow(tx: Query, followed: Followed, arbiter: PersonId) -> bool:
    relieved = event_officers.reliefs(tx, followed.tournament.tournament_id)
    return all(one.person_id != arbiter for one in relieved) and may_watch(
        tx, followed.tournament, followed.match.contest, arbiter
    )
