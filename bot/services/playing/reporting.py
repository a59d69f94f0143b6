"""A score from its report to its settling: confirmed or disputed by the other side, or left to stand."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Concatenate, ParamSpec

from bot.domain.announcements import Delivery, Promise
from bot.domain.community import Person, Place, Presser
from bot.domain.contests import NOTHING_MORE, Particulars, ResultKind, Score
from bot.domain.events.event_kinds import stays_on
from bot.domain.ids import ChannelId, ContestId, GuildId, MessageId, Occasion, PersonId
from bot.domain.permissions import Act
from bot.domain.playing.match_state import MatchPhase
from bot.domain.playing.match_views import MatchView, Reported
from bot.domain.playing.matches import Counter, Report, ReportAnswer
from bot.domain.playing.sayings import ConfirmReminder, DisputeEscalated
from bot.domain.playing.summons import MatterKind
from bot.domain.typed_text import checked_reason
from bot.errors import AlreadyDone, NotYours, Outdated, UserError
from bot.services import access, summons
from bot.services.following import stand
from bot.services.playing import guessing, matches, ruled_draws, ruling
from bot.services.playing.followed import Followed
from bot.services.playing.hooks import MATCH_HOOKS, Word
from bot.services.playing.match_reading import view_as_left, view_of
from bot.services.playing.matches import ImpossibleScore, SeatedOut, refuse_suspended
from bot.services.sides import entry_of
from bot.services.speaking import promise, tell_match
from bot.services.timetable import contest_subject
from bot.storage import ending_wishes, event_officers, outbox, panels, reports
from bot.storage.database import Work
from bot.storage.panels import NOT_SEEN, Panel

P = ParamSpec("P")
LATE = timedelta(minutes=1)
"""A reminder that takes longer to be delivered was held up by Discord."""


class StillMissing(UserError):
    """Somebody is still waited for, so no score can have been played."""


class OwnReport(UserError):
    """Who reported a score cannot confirm it as well."""


class ToldGameByGame(UserError):
    """In a match for a title, and in a stay-on challenge, each game is told for itself (AIJE-D03, GO-26.6)."""


class DisputeIsOpen(UserError):
    """The score is disputed, and the arbiter decides."""


class CalledAlready(UserError):
    """Who runs the event was called to this match already, and nobody of them has pressed yet."""


@dataclass(frozen=True, slots=True)
class _Speaker:
    """Who says how a match ended, and for which side of it."""

    followed: Followed
    person: Person
    side: int


def report(
    work: Work,
    occasion: Occasion,
    presser: Presser,
    contest_id: ContestId,
    score: Score,
    particulars: Particulars = NOTHING_MORE,
) -> Reported:
    """Takes a score: an arbiter's settles at once, a player's waits for the other side.

    The same from both sides is a confirmation, something else a dispute. `particulars` is what the format tells beyond
    the score; who tells something else of it tells something else.
    """
    followed = matches.in_play(work, presser.guild_id, contest_id)
    person = access.recognise(work, occasion, presser)
    entrant = entry_of(work, followed.match.tournament_id, person.person_id)
    side = matches.side_in(followed.match, entrant)
    matches.require(work, presser, person, Act.REPORT_RESULT, followed.match, plays=side is not None)
    _refuse_told_by_game(followed, plays=side is not None)
    if side is None:
        return ruling.rule(work, occasion, presser, contest_id, score, None, particulars)
    matches.refuse_mere_member(work, entrant, person)
    _refuse_seated_out(followed, side)
    guessing.refuse_unguessed(work, followed)
    _refuse_unplayed(work, followed, occasion.now, score, particulars)
    speaker, said = _Speaker(followed, person, side), Counter(score, particulars)
    return _take(work, occasion, speaker, said, min(presser.at, occasion.now))


def _take(work: Work, occasion: Occasion, speaker: _Speaker, said: Counter, at: datetime) -> Reported:
    """Writes what the side tells, or sets it against what the other one has told."""
    followed, given = speaker.followed, speaker.followed.match.report
    if given is None or (given.answer is not ReportAnswer.DISPUTED and _is_own(work, speaker, given)):
        left = _replace(work, occasion, followed, speaker.person, said, at)
        return Reported(view_as_left(work, left, occasion.now), said.score, settled=False)
    if given.answer is not ReportAnswer.DISPUTED and _of(given) != said:
        left = _contradict(work, occasion, speaker, given, said)
        return Reported(view_as_left(work, left, occasion.now), said.score, settled=False, disputed=True)
    if given.answer is ReportAnswer.DISPUTED:
        _said_again(work, occasion, speaker, given, said)
    else:
        _settle(work, occasion, followed, given, ReportAnswer.CONFIRMED, speaker.person.person_id)
    return Reported(view_of(work, followed.contest_id, occasion.now), said.score, settled=True)


def confirm(work: Work, occasion: Occasion, presser: Presser, contest_id: ContestId, report_id: str) -> None:
    """The other side agrees, and the score stands."""
    speaker, open_report = _answering(work, occasion, presser, contest_id, report_id)
    if open_report.answer is ReportAnswer.DISPUTED:
        raise DisputeIsOpen
    _settle(work, occasion, speaker.followed, open_report, ReportAnswer.CONFIRMED, speaker.person.person_id)


def accept_other(work: Work, occasion: Occasion, presser: Presser, contest_id: ContestId, report_id: str) -> None:
    """One of two who reported differently agrees with the other after all, and that score stands."""
    speaker, open_report = _spoken_of(work, occasion, presser, contest_id, report_id)
    if open_report.answer is not ReportAnswer.DISPUTED or open_report.counter is None:
        raise DisputeIsOpen
    accepted = open_report.counter if _is_own(work, speaker, open_report) else _of(open_report)
    _said_again(work, occasion, speaker, open_report, accepted)


def doubt(work: Work, occasion: Occasion, presser: Presser, contest_id: ContestId, report_id: str) -> None:
    """The other side begins to write a dispute: the report stays open for that; raises what `dispute` would."""
    speaker, open_report = _answering(work, occasion, presser, contest_id, report_id)
    if open_report.answer is ReportAnswer.DISPUTED:
        raise DisputeIsOpen
    at = min(presser.at, occasion.now)
    if reports.note_doubted(work, report_id, at):
        left = _with_report(speaker.followed, replace(open_report, doubted_at=at))
        matches.reschedule(work, left, occasion.now)


def dispute(
    work: Work, occasion: Occasion, presser: Presser, contest_id: ContestId, report_id: str, why: str
) -> MatchView:
    """The other side disagrees: the score waits for the arbiter, and with it what hangs on it."""
    speaker, open_report = _answering(work, occasion, presser, contest_id, report_id)
    by, said = speaker.person.person_id, checked_reason(why)
    if not reports.dispute(work, open_report.report_id, by, said, occasion.now):
        raise AlreadyDone
    matches.record(work, occasion, speaker.followed, "dispute_report", by, why.strip())
    left = _with_report(speaker.followed, replace(_as_disputed(open_report, by, occasion.now), dispute=said))
    matches.reschedule(work, left, occasion.now)
    _call_for_dispute(work, occasion, left)
    return view_as_left(work, left, occasion.now)


def _call_for_dispute(work: Work, occasion: Occasion, followed: Followed) -> None:
    """Where no arbiter follows the match, who runs the event is called to the dispute at once."""
    if followed.match.contest.arbiter is None:
        summons.call_to_match(work, occasion, followed.tournament, MatterKind.DISPUTE, followed.contest_id)
    for one in MATCH_HOOKS.of(followed.tournament.rulebook):
        one.follow_dispute(work, occasion, followed)


def call_arbiter(work: Work, occasion: Occasion, presser: Presser, contest_id: ContestId) -> MatchView:
    """A player asks for the arbiter, or for who runs the event where nobody follows the match.

    Raises CalledAlready while a call of them waits.
    """
    followed = matches.in_play(work, presser.guild_id, contest_id)
    person = access.recognise(work, occasion, presser)
    if matches.side_of(work, followed.match, person.person_id) is None:
        raise NotYours
    matches.require_captain(work, followed.match, person)
    if followed.match.contest.arbiter is None:
        _call_staff(work, occasion, followed)
    matches.record(work, occasion, followed, "call_arbiter", person.person_id)
    return view_of(work, contest_id, occasion.now)


def _call_staff(work: Work, occasion: Occasion, followed: Followed) -> None:
    if summons.is_waiting(work, MatterKind.CALLED, contest_subject(followed.contest_id)):
        raise CalledAlready
    summons.call_to_match(work, occasion, followed.tournament, MatterKind.CALLED, followed.contest_id)


def remind(work: Work, occasion: Occasion, followed: Followed) -> None:
    """Takes the step of the reminder: whoever has to answer is named, once.

    Not in an arena, where a message a game would crowd out the pairs: who comes to the lobby is shown the report.
    """
    waiting = followed.match.report
    if waiting is None or waiting.answer is not None or waiting.reminded_at is not None:
        return
    reports.note_reminded(work, waiting.report_id, occasion.now)
    if not followed.tournament.rulebook.traits.has_lobby:
        tell_match(work, occasion, followed.tournament, ConfirmReminder(followed.contest_id))
    matches.reschedule_own(work, followed, occasion.now)


def extend_time_to_answer(
    work: Work, occasion: Occasion, promised: Promise[ConfirmReminder], delivery: Delivery
) -> None:
    """Gives who has to answer the time from the reminder on, where Discord took it late."""
    followed = matches.load(work, promised.saying.contest_id)
    waiting = None if followed is None else followed.match.report
    if followed is None or waiting is None or waiting.answer is not None or waiting.reminded_at is None:
        return
    stand(work, promised, delivery, f"{reports.REMINDER}:{waiting.report_id}")
    panels.mark_stale(work, f"{reports.LINE}:{waiting.report_id}", delivery.delivered_at)
    if delivery.delivered_at - waiting.reminded_at > LATE:
        reports.note_reminded(work, waiting.report_id, delivery.delivered_at)
        matches.reschedule_own(work, followed, occasion.now)


def tell_in_public(
    work: Work,
    occasion: Occasion,
    presser: Presser,
    verb: Callable[Concatenate[Work, Occasion, Presser, P], Reported],
    where: ChannelId,
    /,
    *args: P.args,
    **kwargs: P.kwargs,
) -> Reported:
    """Has a score told by the verb, whose public answer will stand in that channel."""
    taken = verb(work, occasion, presser, *args, **kwargs)
    report_id = asked_about(taken)
    if report_id is not None:
        expect_line(work, occasion, presser.guild_id, report_id, where)
    return taken


def asked_about(taken: Reported) -> str | None:
    """The report to which the public answer asks for a word; None where it asks for nothing."""
    told = taken.view.match.report
    return None if told is None or taken.settled or taken.disputed else told.report_id


def expect_line(work: Work, occasion: Occasion, guild_id: GuildId, report_id: str, channel_id: ChannelId) -> None:
    """Notes, before it is said, in which channel the public answer to a report will stand.

    Where the process ends before `note_line`, the keeper of live messages finds it there by the id of the report.
    """
    panel = f"{reports.LINE}:{report_id}"
    panels.save(work, Panel(panel, guild_id, channel_id, NOT_SEEN, occasion.now, occasion.now, None))


def note_line(
    work: Work, occasion: Occasion, guild_id: GuildId, report_id: str, where: tuple[ChannelId, MessageId]
) -> None:
    """Notes where the public answer to a report stands: it is drawn anew once the report is answered."""
    panel, (channel_id, message_id) = f"{reports.LINE}:{report_id}", where
    panels.save(work, Panel(panel, guild_id, channel_id, message_id, occasion.now, occasion.now, None))
    report = reports.load(work, report_id)
    if report is None or not report.awaits_answer:
        panels.mark_stale(work, panel, occasion.now)


def show_open(work: Work, occasion: Occasion) -> None:
    """Has every card drawn anew that asks for an answer: a crash may have come between a report and its card."""
    for contest_id in reports.open_everywhere(work):
        panels.mark_stale(work, contest_subject(contest_id), occasion.now)


def let_stand(work: Work, occasion: Occasion, followed: Followed) -> None:
    """Takes the step of a report that nobody answered in the rulebook's time: it stands.

    Not while Discord does not take the reminder: who has to answer has its time from when it can be read.
    """
    waiting = followed.match.report
    if waiting is None or waiting.answer is not None:
        return
    if outbox.is_on_its_way(work, ConfirmReminder, followed.contest_id):
        reports.note_reminded(work, waiting.report_id, occasion.now)
        matches.reschedule_own(work, followed, occasion.now)
        return
    panels.mark_stale(work, contest_subject(followed.contest_id), occasion.now)
    _settle(work, occasion, followed, waiting, ReportAnswer.STOOD, None)


def escalate(work: Work, occasion: Occasion, followed: Followed) -> None:
    """Takes the step of a dispute that nobody decided in the rulebook's time: who runs the event is called.

    Where the event has a chief arbiter or a deputy, they are asked by name (GO-30).
    """
    waiting = followed.match.report
    if waiting is None or waiting.answer is not ReportAnswer.DISPUTED or waiting.escalated_at is not None:
        return
    reports.note_escalated(work, waiting.report_id, occasion.now)
    tournament = followed.tournament
    if event_officers.holding(work, tournament.tournament_id):
        promise(work, occasion, tournament.guild_id, Place.COMMITTEE, DisputeEscalated(followed.contest_id))
    else:
        summons.call_to_match(work, occasion, tournament, MatterKind.DISPUTE, followed.contest_id)
    matches.reschedule_own(work, followed, occasion.now)


def _refuse_unplayed(work: Work, followed: Followed, now: datetime, score: Score, told: Particulars) -> None:
    refuse_suspended(followed)
    ruled_draws.refuse_told(work, followed, score)
    state = followed.state(now)
    if state.phase in {MatchPhase.MISSING, MatchPhase.UNDECIDED}:
        raise StillMissing
    judged = matches.is_judged(work, followed, score, told, Word.PLAYER)
    whole = matches.in_full(followed, score, told)
    if not judged and whole not in state.reportable(followed.match.contest.length):
        raise ImpossibleScore(score=matches.score_words(score))


def _refuse_told_by_game(followed: Followed, *, plays: bool) -> None:
    rulebook = followed.tournament.rulebook
    if rulebook.traits.is_series or (plays and stays_on(rulebook)):
        raise ToldGameByGame


def _refuse_seated_out(followed: Followed, side: int) -> None:
    """Who was not at the table has no say in how its game ended."""
    if side in followed.match.away:
        raise SeatedOut


def _answering(
    work: Work, occasion: Occasion, presser: Presser, contest_id: ContestId, report_id: str
) -> tuple[_Speaker, Report]:
    """The report that the person may answer, which is never one of the own side."""
    speaker, open_report = _spoken_of(work, occasion, presser, contest_id, report_id)
    if _is_own(work, speaker, open_report):
        raise OwnReport
    return speaker, open_report


def _spoken_of(
    work: Work, occasion: Occasion, presser: Presser, contest_id: ContestId, report_id: str
) -> tuple[_Speaker, Report]:
    """The open report, for who plays in the match; a card that shows an older one is told to be out of date."""
    followed = matches.in_play(work, presser.guild_id, contest_id)
    person = access.recognise(work, occasion, presser)
    entrant = entry_of(work, followed.match.tournament_id, person.person_id)
    side = matches.side_in(followed.match, entrant)
    if side is None:
        raise NotYours
    matches.require(work, presser, person, Act.ANSWER_REPORT, followed.match, plays=True)
    matches.refuse_mere_member(work, entrant, person)
    _refuse_seated_out(followed, side)
    refuse_suspended(followed)
    open_report = followed.match.report
    if open_report is None or open_report.report_id != report_id:
        raise Outdated
    return _Speaker(followed, person, side), open_report


def _is_own(work: Work, speaker: _Speaker, given: Report) -> bool:
    """Whether the report is of the person's own side: a team that has another captain since says nothing twice."""
    if given.person_id == speaker.person.person_id:
        return True
    return matches.side_of(work, speaker.followed.match, given.person_id) == speaker.side


def _of(given: Report) -> Counter:
    return Counter(given.score, given.particulars)


def _with_report(followed: Followed, report: Report) -> Followed:
    """The match with its open report as it was just written."""
    return followed.having(replace(followed.match, report=report))


def _as_disputed(given: Report, by: PersonId, at: datetime) -> Report:
    return replace(given, answer=ReportAnswer.DISPUTED, answered_by=by, answered_at=at)


def _contradict(work: Work, occasion: Occasion, speaker: _Speaker, given: Report, said: Counter) -> Followed:
    """Two reports that differ are a dispute at once: neither of them comes to stand by silence."""
    followed, by = speaker.followed, speaker.person.person_id
    reports.contradict(work, given.report_id, by, said, occasion.now)
    score = matches.score_words(said.score, said.particulars)
    matches.record(work, occasion, followed, "dispute_report", by, score=score)
    left = _with_report(followed, replace(_as_disputed(given, by, occasion.now), counter=said))
    matches.reschedule(work, left, occasion.now)
    _call_for_dispute(work, occasion, left)
    return left


def _said_again(work: Work, occasion: Occasion, speaker: _Speaker, given: Report, said: Counter) -> None:
    """What one of the two says once their reports differ: the other's score settles the match, all else waits."""
    followed, person, own = speaker.followed, speaker.person, _is_own(work, speaker, given)
    if given.counter is None or given.answered_by is None or not (own or given.answered_by == person.person_id):
        raise DisputeIsOpen
    mine, other = (_of(given), given.counter) if own else (given.counter, _of(given))
    if said == mine:
        raise AlreadyDone
    if said != other:
        raise DisputeIsOpen
    author = given.answered_by if own else given.person_id
    reports.close(work, given.report_id, ReportAnswer.WITHDRAWN, person.person_id, occasion.now)
    told = other.particulars
    agreed = Report(occasion.ids.fresh(), followed.contest_id, author, other.score, given.reported_at, particulars=told)
    reports.add(work, agreed)
    anew = matches.find(work, followed.tournament.guild_id, followed.contest_id)
    _settle(work, occasion, anew, agreed, ReportAnswer.CONFIRMED, person.person_id)


def _replace(
    work: Work, occasion: Occasion, followed: Followed, person: Person, said: Counter, at: datetime
) -> Followed:
    """Writes the report in place of the reporter's own earlier one; the same score again changes nothing."""
    before = followed.match.report
    if before is not None and _of(before) == said:
        raise AlreadyDone
    if before is not None:
        reports.close(work, before.report_id, ReportAnswer.WITHDRAWN, person.person_id, occasion.now)
    score, told = said.score, said.particulars
    given = Report(occasion.ids.fresh(), followed.contest_id, person.person_id, score, at, particulars=told)
    reports.add(work, given)
    if followed.match.is_told:
        # They have played on: who would have ended it before is not held to that once a score is disputed.
        ending_wishes.forget(work, followed.contest_id)
    matches.record(work, occasion, followed, "report", person.person_id, score=matches.score_words(score, told))
    left = _with_report(followed, given)
    matches.reschedule(work, left, occasion.now)
    return left


def _settle(
    work: Work, occasion: Occasion, followed: Followed, given: Report, answer: ReportAnswer, by: PersonId | None
) -> None:
    walkover = followed.state(occasion.now).walkover
    result = matches.result_of(followed, given.score, given.particulars, walkover, ResultKind.PLAYED, occasion.now)
    matches.settle_as(work, occasion, followed, result, answer, by, None)
