"""A score from its report to its settling: confirmed or disputed by the other side, or left to stand.

Who has the first colour is guessed by a press, once, and open to everybody's check (GO-10).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Concatenate, ParamSpec

from bot.features.entering import store as entering_store
from bot.features.playing import board_store, reports_store, ruling_verbs, verbs
from bot.features.playing.hooks import MATCH_HOOKS, ScoreWord, match_strategy
from bot.features.playing.match_views_model import MatchContext, MatchView, Reported
from bot.features.playing.model import ConfirmReminder, DisputeEscalated
from bot.features.playing.reading_verbs import view_as_left, view_of
from bot.features.playing.verbs import refuse_suspended
from bot.features.tournaments import store as tournaments_store
from bot.features.tournaments import summons_verbs as tournaments_summons_verbs
from bot.features.tournaments.facts_verbs import contest_subject, entry_of
from bot.features.tournaments.recusal_verbs import repeatable
from bot.features.tournaments.summons_model import MatterKind
from bot.i18n.names import checked_reason
from bot.kernel import outbox
from bot.kernel import panel_store as kernel_panel_store
from bot.kernel.context import ActorTx, Query, Tx
from bot.kernel.errors import AlreadyDone, NotNow, NotYours, Outdated, Refused, RefusedFor, RefusedText
from bot.kernel.ids import ChannelId, ContestId, GuildId, MessageId, PersonId
from bot.kernel.panel_store import NOT_SEEN, Panel
from bot.kernel.promises import Delivery, Promise
from bot.people import store as people_store
from bot.people.model import Person
from bot.play.contests import NOTHING_MORE, Particulars, ResultKind, Score
from bot.play.draw import Guess, Parity
from bot.play.matches import Beside, Counter, MatchPhase, Report, ReportAnswer
from bot.play.points import stays_on
from bot.server import verbs as server_verbs
from bot.server.model import Act
from bot.server.speaking_verbs import stand, tell_committee, tell_match

# --- guesses of who begins ------------------------------------------------------------------------------------------


@repeatable
def guess(tx: ActorTx, contest_id: ContestId, said: Parity) -> MatchView:
    """Takes the guess: from the side that guesses, or for it from the arbiter. Who is right has the first colour.

    Raises TheOtherGuesses for who hides the stones, AlreadyDone for a second word.
    """
    match_context = verbs.in_play(tx, tx.guild_id, contest_id)
    person = server_verbs.recognise(tx)
    known = board_store.guess_of_contest(tx, contest_id)
    if known is None:
        raise NotNow
    side = verbs.side_of(tx, match_context.match, person.person_id)
    if side == known.hider:
        raise RefusedFor("error.TheOtherGuesses", name=_name(tx, match_context, known.guesser))
    if side is None:
        verbs.require(tx, person, Act.RULE_RESULT, match_context.match)
    made = replace(known, said=said, said_at=tx.now, said_by=person.person_id)
    first = made.first_side
    if known.said is not None or first is None:
        raise AlreadyDone
    if not board_store.make_guess(tx, contest_id, said, first, person.person_id, tx.now):
        raise AlreadyDone
    tx.touch(contest_subject(contest_id))
    verbs.record(tx, match_context, "guess_colour", person.person_id, said=said.value, first=str(first))
    return view_of(tx, contest_id, tx.now)


def proof(tx: Query, guild_id: GuildId, contest_id: ContestId) -> Guess:
    """What the guess of a match of this server hangs on; raises NotFound, and NotNow where nothing is guessed."""
    known = board_store.guess_of_contest(tx, verbs.find(tx, guild_id, contest_id).contest_id)
    if known is None:
        raise NotNow
    return known


def refuse_unguessed(tx: Query, match_context: MatchContext) -> None:
    """Raises NotGuessedYet for a game that nobody can have begun."""
    known = (
        board_store.guess_of_contest(tx, match_context.contest_id)
        if Beside.GUESS in match_context.match.beside
        else None
    )
    if known is not None and known.said is None:
        raise RefusedFor("error.NotGuessedYet", name=_name(tx, match_context, known.guesser))


def _name(tx: Query, match_context: MatchContext, side: int) -> str:
    return view_of(tx, match_context.contest_id, match_context.match.created_at).players[side].name


# --- reports --------------------------------------------------------------------------------------------------------


P = ParamSpec("P")
LATE = timedelta(minutes=1)
"""A reminder that takes longer to be delivered was held up by Discord."""


@dataclass(frozen=True, slots=True)
class _Speaker:
    """Who says how a match ended, and for which side of it."""

    match_context: MatchContext
    person: Person
    side: int


def report(
    tx: ActorTx,
    contest_id: ContestId,
    score: Score,
    particulars: Particulars = NOTHING_MORE,
) -> Reported:
    """Takes a score: an arbiter's settles at once, a player's waits for the other side.

    The same from both sides is a confirmation, something else a dispute. `particulars` is what the format tells beyond
    the score; who tells something else of it tells something else.
    """
    match_context = verbs.in_play(tx, tx.guild_id, contest_id)
    person = server_verbs.recognise(tx)
    entrant = entry_of(tx, match_context.match.tournament_id, person.person_id)
    side = verbs.side_in(match_context.match, entrant)
    if side is None and ruling_verbs.answers_for_all(tx, match_context, person):
        return ruling_verbs.rule(tx, contest_id, score, None, particulars)
    if side is None and match_context.match.contest.arbiter != person.person_id:
        entrant, (side, person) = None, _spoken_for(tx, match_context, person)
    verbs.require(tx, person, Act.REPORT_RESULT, match_context.match, plays=side is not None)
    _refuse_told_by_game(match_context, plays=side is not None)
    if side is None:
        return ruling_verbs.rule(tx, contest_id, score, None, particulars)
    verbs.refuse_mere_member(tx, entrant, person)
    _refuse_seated_out(match_context, side)
    refuse_unguessed(tx, match_context)
    _refuse_unplayed(tx, match_context, score, particulars)
    speaker, said = _Speaker(match_context, person, side), Counter(score, particulars)
    return _take(tx, speaker, said, min(tx.pressed_at, tx.now))


def _spoken_for(tx: ActorTx, match_context: MatchContext, person: Person) -> tuple[int | None, Person]:
    """The side without Discord for which the person tells the score, and whose word it is; else nobody's but theirs."""
    answered = verbs.sides_answered(tx, match_context, person)
    if not answered:
        return None, person
    given = match_context.match.report
    told = None if given is None else verbs.side_of(tx, match_context.match, given.person_id)
    side = next((one for one in answered if one != told), answered[0])
    return side, _whose_word(tx, match_context, side, person)


def _whose_word(tx: Tx, match_context: MatchContext, side: int, by: Person) -> Person:
    """Who plays on the side, for whom another speaks, as the log tells."""
    entrant = entering_store.load(tx, match_context.match.contest.sides[side])
    player = None if entrant is None else people_store.load(tx, entrant.person_id)
    if player is None:
        raise NotYours
    verbs.record(tx, match_context, "answer_by_name", by.person_id, person=player.person_id)
    return player


def _take(tx: Tx, speaker: _Speaker, counts: Counter, at: datetime) -> Reported:
    """Writes what the side tells, or sets it against what the other one has told."""
    match_context, given = speaker.match_context, speaker.match_context.match.report
    if given is None or (given.answer is not ReportAnswer.DISPUTED and _is_own(tx, speaker, given)):
        left = _replace(tx, match_context, speaker.person, counts, at)
        return Reported(view_as_left(tx, left), counts.score, settled=False)
    if given.answer is not ReportAnswer.DISPUTED and _of(given) != counts:
        left = _contradict(tx, speaker, given, counts)
        return Reported(view_as_left(tx, left), counts.score, settled=False, disputed=True)
    if given.answer is ReportAnswer.DISPUTED:
        _said_again(tx, speaker, given, counts)
    else:
        _settle(tx, match_context, given, ReportAnswer.CONFIRMED, speaker.person.person_id)
    return Reported(view_of(tx, match_context.contest_id, tx.now), counts.score, settled=True)


def confirm(tx: ActorTx, contest_id: ContestId, report_id: str) -> None:
    """The other side agrees, and the score stands."""
    speaker, open_report = _answering(tx, contest_id, report_id)
    if open_report.answer is ReportAnswer.DISPUTED:
        raise Refused("error.DisputeIsOpen")
    _settle(tx, speaker.match_context, open_report, ReportAnswer.CONFIRMED, speaker.person.person_id)


def accept_other(tx: ActorTx, contest_id: ContestId, report_id: str) -> None:
    """One of two who reported differently agrees with the other after all, and that score stands."""
    speaker, open_report = _spoken_of(tx, contest_id, report_id)
    if open_report.answer is not ReportAnswer.DISPUTED or open_report.counter is None:
        raise Refused("error.DisputeIsOpen")
    accepted = open_report.counter if _is_own(tx, speaker, open_report) else _of(open_report)
    _said_again(tx, speaker, open_report, accepted)


def doubt(tx: ActorTx, contest_id: ContestId, report_id: str) -> None:
    """The other side begins to write a dispute: the report stays open for that; raises what `dispute` would."""
    speaker, open_report = _answering(tx, contest_id, report_id)
    if open_report.answer is ReportAnswer.DISPUTED:
        raise Refused("error.DisputeIsOpen")
    at = min(tx.pressed_at, tx.now)
    if reports_store.note_doubted(tx, report_id, at):
        left = _with_report(speaker.match_context, replace(open_report, doubted_at=at))
        verbs.reschedule(tx, left, tx.now)


def dispute(tx: ActorTx, contest_id: ContestId, report_id: str, why: str) -> MatchView:
    """The other side disagrees: the score waits for the arbiter, and with it what hangs on it."""
    speaker, open_report = _answering(tx, contest_id, report_id)
    by, said = speaker.person.person_id, checked_reason(why)
    if not reports_store.dispute(tx, open_report.report_id, by, said, tx.now):
        raise AlreadyDone
    verbs.record(tx, speaker.match_context, "dispute_report", by, why.strip())
    left = _with_report(speaker.match_context, replace(_as_disputed(open_report, by, tx.now), dispute=said))
    verbs.reschedule(tx, left, tx.now)
    _call_for_dispute(tx, left)
    return view_as_left(tx, left)


def _call_for_dispute(tx: Tx, match_context: MatchContext) -> None:
    """Where no arbiter follows the match, who runs the event is called to the dispute at once."""
    if match_context.match.contest.arbiter is None:
        tournaments_summons_verbs.call_to_match(
            tx, match_context.tournament, MatterKind.DISPUTE, match_context.contest_id
        )
    for one in MATCH_HOOKS.of(match_context.tournament.rulebook):
        one.follow_dispute(tx, match_context)


def call_arbiter(tx: ActorTx, contest_id: ContestId) -> MatchView:
    """A player asks for the arbiter, or for who runs the event where nobody follows the match.

    Raises CalledAlready while a call of them waits.
    """
    match_context = verbs.in_play(tx, tx.guild_id, contest_id)
    person = server_verbs.recognise(tx)
    if verbs.side_of(tx, match_context.match, person.person_id) is None:
        raise NotYours
    verbs.require_captain(tx, match_context.match, person)
    if match_context.match.contest.arbiter is None:
        _call_staff(tx, match_context)
    verbs.record(tx, match_context, "call_arbiter", person.person_id)
    return view_of(tx, contest_id, tx.now)


def _call_staff(tx: Tx, match_context: MatchContext) -> None:
    if tournaments_summons_verbs.is_waiting(tx, MatterKind.CALLED, contest_subject(match_context.contest_id)):
        raise Refused("error.CalledAlready")
    tournaments_summons_verbs.call_to_match(tx, match_context.tournament, MatterKind.CALLED, match_context.contest_id)


def remind(tx: Tx, match_context: MatchContext) -> None:
    """Takes the step of the reminder: whoever has to answer is named, once.

    Not in an arena, where a message a game would crowd out the pairs: who comes to the lobby is shown the report.
    """
    waiting = match_context.match.report
    if waiting is None or waiting.answer is not None or waiting.reminded_at is not None:
        return
    reports_store.note_reminded(tx, waiting.report_id, tx.now)
    if not match_context.tournament.rulebook.traits.has_lobby:
        tell_match(tx, match_context.tournament, ConfirmReminder(match_context.contest_id))
    verbs.reschedule_own(tx, match_context)


def extend_time_to_answer(tx: Tx, promised: Promise[ConfirmReminder], delivery: Delivery) -> None:
    """Gives who has to answer the time from the reminder on, where Discord took it late."""
    match_context = verbs.load(tx, promised.message.contest_id)
    waiting = None if match_context is None else match_context.match.report
    if match_context is None or waiting is None or waiting.answer is not None or waiting.reminded_at is None:
        return
    stand(tx, promised, delivery, f"{reports_store.REMINDER}:{waiting.report_id}")
    tx.at(delivery.delivered_at).touch(f"{reports_store.LINE}:{waiting.report_id}")
    if delivery.delivered_at - waiting.reminded_at > LATE:
        reports_store.note_reminded(tx, waiting.report_id, delivery.delivered_at)
        verbs.reschedule_own(tx, match_context)


def tell_in_public(
    tx: ActorTx,
    verb: Callable[Concatenate[ActorTx, P], Reported],
    where: ChannelId,
    /,
    *args: P.args,
    **kwargs: P.kwargs,
) -> Reported:
    """Has a score told by the verb, whose public answer will stand in that channel."""
    taken = verb(tx, *args, **kwargs)
    report_id = asked_about(taken)
    if report_id is not None:
        expect_line(tx, tx.guild_id, report_id, where)
    return taken


def asked_about(taken: Reported) -> str | None:
    """The report to which the public answer asks for a word; None where it asks for nothing."""
    told = taken.view.match.report
    return None if told is None or taken.settled or taken.disputed else told.report_id


def expect_line(tx: Tx, guild_id: GuildId, report_id: str, channel_id: ChannelId) -> None:
    """Notes, before it is said, in which channel the public answer to a report will stand.

    Where the process ends before `note_line`, the keeper of live messages finds it there by the id of the report.
    """
    panel = f"{reports_store.LINE}:{report_id}"
    kernel_panel_store.save(tx, Panel(panel, guild_id, channel_id, NOT_SEEN, tx.now, tx.now, None))


def note_line(tx: Tx, guild_id: GuildId, report_id: str, where: tuple[ChannelId, MessageId]) -> None:
    """Notes where the public answer to a report stands: it is drawn anew once the report is answered."""
    panel, (channel_id, message_id) = f"{reports_store.LINE}:{report_id}", where
    kernel_panel_store.save(tx, Panel(panel, guild_id, channel_id, message_id, tx.now, tx.now, None))
    report = reports_store.load(tx, report_id)
    if report is None or not report.awaits_answer:
        tx.touch(panel)


def line_mark(tx: Query, report_id: str) -> str | None:
    """What the buttons of the public answer to a report carry; None where there is no such report."""
    report = reports_store.load(tx, report_id)
    return None if report is None else f"{report.contest_id}.{report.report_id}"


def show_open(tx: Tx) -> None:
    """Has every card drawn anew that asks for an answer: a crash may have come between a report and its card."""
    for contest_id in reports_store.open_everywhere(tx):
        tx.touch(contest_subject(contest_id))


def let_stand(tx: Tx, match_context: MatchContext) -> None:
    """Takes the step of a report that nobody answered in the rulebook's time: it stands.

    Not while Discord does not take the reminder: who has to answer has its time from when it can be read.
    """
    waiting = match_context.match.report
    if waiting is None or waiting.answer is not None:
        return
    if outbox.is_on_its_way(tx, ConfirmReminder, match_context.contest_id):
        reports_store.note_reminded(tx, waiting.report_id, tx.now)
        verbs.reschedule_own(tx, match_context)
        return
    tx.touch(contest_subject(match_context.contest_id))
    _settle(tx, match_context, waiting, ReportAnswer.STOOD, None)


def escalate(tx: Tx, match_context: MatchContext) -> None:
    """Takes the step of a dispute that nobody decided in the rulebook's time: who runs the event is called.

    Where the event has a chief arbiter or a deputy, they are asked by name (GO-30).
    """
    waiting = match_context.match.report
    if waiting is None or waiting.answer is not ReportAnswer.DISPUTED or waiting.escalated_at is not None:
        return
    reports_store.note_escalated(tx, waiting.report_id, tx.now)
    tournament = match_context.tournament
    if tournaments_store.holding(tx, tournament.tournament_id):
        tell_committee(tx, tournament.guild_id, DisputeEscalated(match_context.contest_id))
    else:
        tournaments_summons_verbs.call_to_match(tx, tournament, MatterKind.DISPUTE, match_context.contest_id)
    verbs.reschedule_own(tx, match_context)


def _refuse_unplayed(tx: Query, match_context: MatchContext, score: Score, particulars: Particulars) -> None:
    refuse_suspended(match_context)
    verbs.refuse_told(tx, match_context, score)
    state = match_context.state(tx.now)
    if state.phase in {MatchPhase.MISSING, MatchPhase.UNDECIDED}:
        raise Refused("error.StillMissing")
    judged = match_strategy(match_context).judges(tx, match_context, score, particulars, ScoreWord.PLAYER)
    whole = match_strategy(match_context).in_full(match_context, score, particulars)
    if not judged and whole not in state.reportable(match_context.match.contest.length):
        raise RefusedText("error.ImpossibleScore", text=verbs.score_words(score))


def _refuse_told_by_game(match_context: MatchContext, *, plays: bool) -> None:
    rulebook = match_context.tournament.rulebook
    if rulebook.traits.is_series or (plays and stays_on(rulebook)):
        # In a match for a title, and in a stay-on challenge, each game is told for itself (AIJE-D03, GO-26.6).
        raise Refused("error.ToldGameByGame")


def _refuse_seated_out(match_context: MatchContext, side: int) -> None:
    """Who was not at the table has no say in how its game ended."""
    if side in match_context.match.away:
        raise Refused("error.SeatedOut")


def _answering(tx: ActorTx, contest_id: ContestId, report_id: str) -> tuple[_Speaker, Report]:
    """The report that the person may answer, which is never one of the own side."""
    speaker, open_report = _spoken_of(tx, contest_id, report_id)
    if _is_own(tx, speaker, open_report):
        raise Refused("error.OwnReport")
    return speaker, open_report


def _spoken_of(tx: ActorTx, contest_id: ContestId, report_id: str) -> tuple[_Speaker, Report]:
    """The open report, for who plays in the match; a card that shows an older one is told to be out of date."""
    match_context = verbs.in_play(tx, tx.guild_id, contest_id)
    person = server_verbs.recognise(tx)
    entrant = entry_of(tx, match_context.match.tournament_id, person.person_id)
    side = verbs.side_in(match_context.match, entrant)
    if side is None:
        entrant, (side, person) = None, _answered_for(tx, match_context, person)
    verbs.require(tx, person, Act.ANSWER_REPORT, match_context.match, plays=True)
    verbs.refuse_mere_member(tx, entrant, person)
    _refuse_seated_out(match_context, side)
    refuse_suspended(match_context)
    open_report = match_context.match.report
    if open_report is None or open_report.report_id != report_id:
        raise Outdated
    return _Speaker(match_context, person, side), open_report


def _answered_for(tx: ActorTx, match_context: MatchContext, person: Person) -> tuple[int, Person]:
    """The side without Discord for which the person answers; where both are without, nobody answers the own word."""
    answered = verbs.sides_answered(tx, match_context, person)
    if len(answered) != 1:
        raise NotYours
    return answered[0], _whose_word(tx, match_context, answered[0], person)


def _is_own(tx: Query, speaker: _Speaker, given: Report) -> bool:
    """Whether the report is of the person's own side: a team that has another captain since says nothing twice."""
    if given.person_id == speaker.person.person_id:
        return True
    return verbs.side_of(tx, speaker.match_context.match, given.person_id) == speaker.side


def _of(given: Report) -> Counter:
    return Counter(given.score, given.particulars)


def _with_report(match_context: MatchContext, report: Report) -> MatchContext:
    """The match with its open report as it was just written."""
    return match_context.having(replace(match_context.match, report=report))


def _as_disputed(given: Report, by: PersonId, at: datetime) -> Report:
    return replace(given, answer=ReportAnswer.DISPUTED, answered_by=by, answered_at=at)


def _contradict(tx: Tx, speaker: _Speaker, given: Report, counts: Counter) -> MatchContext:
    """Two reports that differ are a dispute at once: neither of them comes to stand by silence."""
    match_context, by = speaker.match_context, speaker.person.person_id
    reports_store.contradict(tx, given.report_id, by, counts, tx.now)
    score = verbs.score_words(counts.score, counts.particulars)
    verbs.record(tx, match_context, "dispute_report", by, score=score)
    left = _with_report(match_context, replace(_as_disputed(given, by, tx.now), counter=counts))
    verbs.reschedule(tx, left, tx.now)
    _call_for_dispute(tx, left)
    return left


def _said_again(tx: Tx, speaker: _Speaker, given: Report, counts: Counter) -> None:
    """What one of the two says once their reports differ: the other's score settles the match, all else waits."""
    match_context, person, own = speaker.match_context, speaker.person, _is_own(tx, speaker, given)
    if given.counter is None or given.answered_by is None or not (own or given.answered_by == person.person_id):
        raise Refused("error.DisputeIsOpen")
    mine, other = (_of(given), given.counter) if own else (given.counter, _of(given))
    if counts == mine:
        raise AlreadyDone
    if counts != other:
        raise Refused("error.DisputeIsOpen")
    author = given.answered_by if own else given.person_id
    reports_store.close(tx, given.report_id, ReportAnswer.WITHDRAWN, person.person_id, tx.now)
    told = other.particulars
    agreed = Report(tx.new_id(), match_context.contest_id, author, other.score, given.reported_at, particulars=told)
    reports_store.add(tx, agreed)
    anew = verbs.find(tx, match_context.tournament.guild_id, match_context.contest_id)
    _settle(tx, anew, agreed, ReportAnswer.CONFIRMED, person.person_id)


def _replace(tx: Tx, match_context: MatchContext, person: Person, counts: Counter, at: datetime) -> MatchContext:
    """Writes the report in place of the reporter's own earlier one; the same score again changes nothing."""
    before = match_context.match.report
    if before is not None and _of(before) == counts:
        raise AlreadyDone
    if before is not None:
        reports_store.close(tx, before.report_id, ReportAnswer.WITHDRAWN, person.person_id, tx.now)
    score, told = counts.score, counts.particulars
    given = Report(tx.new_id(), match_context.contest_id, person.person_id, score, at, particulars=told)
    reports_store.add(tx, given)
    if match_context.match.is_told:
        # They have played on: who would have ended it before is not held to that once a score is disputed.
        reports_store.forget_ending_wishes(tx, match_context.contest_id)
    verbs.record(tx, match_context, "report", person.person_id, score=verbs.score_words(score, told))
    left = _with_report(match_context, given)
    verbs.reschedule(tx, left, tx.now)
    return left


def _settle(tx: Tx, match_context: MatchContext, given: Report, answer: ReportAnswer, by: PersonId | None) -> None:
    walkover = match_context.state(tx.now).walkover
    result = verbs.result_of(match_context, given.score, given.particulars, walkover, ResultKind.PLAYED, tx.now)
    verbs.settle_as(tx, match_context, result, answer, by, None)
