"""The arbiter's word: the result, the score between games, a double walkover, the recording, the mic (AIJE-D01-6).

A game that cannot go on as it was is ruled by the chief arbiter where there is one (GO-17, GO-20). Notes say the time
used, and set the clocks when one of them fails (GO-12, GO-14). In technical trouble a match is suspended and resumed;
a game, or all of it, is played again (AIJE-D01-6).
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta

from bot.features.course import calling_verbs as course_calling_verbs
from bot.features.course import verbs as course_verbs
from bot.features.playing import adjourning_verbs, board_store, reports_store, store, verbs
from bot.features.playing.adjourning_verbs import AFTER_EVERY_PRESS
from bot.features.playing.board_model import (
    BoardLine,
    NoteKind,
    TimeNote,
    TimeUsed,
    read_used,
    split_equally,
    time_played,
)
from bot.features.playing.hooks import MatchTurn, ScoreWord, match_strategy
from bot.features.playing.match_views_model import ArbiterAct, MatchContext, MatchView, Reported
from bot.features.playing.model import (
    BoardChoice,
    BoardOutcome,
    ClocksSet,
    MatchNote,
    TimesDoubted,
    TimesNoted,
    choices,
)
from bot.features.playing.reading_verbs import view_as_left, view_of
from bot.features.playing.verbs import lose_game, paired_as_winner, refuse_suspended, set_report_aside
from bot.features.tournaments import recusal_verbs as tournaments_recusal_verbs
from bot.features.tournaments import store as tournaments_store
from bot.features.tournaments.facts_verbs import contest_subject
from bot.features.tournaments.recusal_verbs import (
    AloneInEvent,
    OwnMatch,
    _entries,
    may_watch,
    refuse_in_match,
    repeatable,
)
from bot.features.tournaments.verbs import only_for
from bot.i18n.names import check_text, checked_reason, is_link
from bot.kernel.context import ActorQuery, ActorTx, Query, Tx
from bot.kernel.errors import (
    AlreadyDone,
    NotFound,
    NotNow,
    NotYours,
    Outdated,
    Refused,
    RefusedFor,
    RefusedText,
    Subject,
    UserError,
)
from bot.kernel.ids import ContestId, PersonId
from bot.people import store as people_store
from bot.people.model import CountedByAccount, Person
from bot.play.contests import LOVE, NOTHING_MORE, Particulars, Result, ResultKind, Score, running_scores, split
from bot.play.matches import MatchPhase, ReportAnswer, both_have_lost, colours_are_put_right, has_late_limit
from bot.play.points import EventKind, boards_at_once
from bot.play.rulebook import discipline_of
from bot.server import verbs as server_verbs
from bot.server.model import Act, Stake, stake
from bot.server.speaking_verbs import tell_match


def refuse_replaying_own(tx: Query, decider: PersonId, act: Act, reopened: Iterable[MatchView]) -> None:
    """Raises OwnMatch where a correction would have a match of the decider played again, as one that was lost."""
    for view in reopened if stake(act) is not Stake.NONE else ():
        own = _entries(tx, view.tournament.tournament_id, decider)
        if not own.keys().isdisjoint(view.contest.sides):
            raise OwnMatch


# --- the arbiter's word ---------------------------------------------------------------------------------------------


LINK_LIMIT = 300


class NoRecordingLink(UserError):
    """What was given as a recording is no web address."""


def desk(tx: ActorTx, contest_id: ContestId) -> MatchView:
    """The match for who may rule on it, for a reason that is asked later too; refuses everybody else at once."""
    with suppress(AloneInEvent):
        ruling_on(tx, contest_id)
    return view_of(tx, contest_id, tx.now)


def tell_players(tx: ActorTx, contest_id: ContestId, act: ArbiterAct, side: int) -> None:
    """Promises the players the word of an arbiter who acted from a channel that they may not see."""
    match_context = verbs.find(tx, tx.guild_id, contest_id)
    tell_match(tx, match_context.tournament, MatchNote(contest_id, act, side))


def answers_for_all(tx: ActorQuery, match_context: MatchContext, person: Person) -> bool:
    """Whether neither side has Discord, and the person answers for both and decides the match: one word settles it."""
    answered = verbs.sides_answered(tx, match_context, person)
    if len(answered) < len(match_context.match.contest.sides):
        return False
    try:
        verbs.require_to_look(tx, person, Act.RULE_RESULT, match_context.match)
    except UserError:
        return False
    return True


def needs_reason(tx: ActorQuery, contest_id: ContestId, score: Score, particulars: Particulars = NOTHING_MORE) -> bool:
    """Whether the score, given by who does not play, would overrule the one that a player reported."""
    match_context = verbs.find(tx, tx.guild_id, contest_id)
    person = people_store.of_member(tx, tx.guild_id, tx.actor.member_id)
    plays = person is not None and verbs.side_of(tx, match_context.match, person.person_id) is not None
    given = match_context.match.report
    if person is not None and not plays and match_context.match.contest.arbiter != person.person_id:
        answers = bool(verbs.sides_answered(tx, match_context, person))
        plays = answers and not answers_for_all(tx, match_context, person)
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
    match_context, person = ruling_on(tx, contest_id)
    state = match_context.state(tx.now)
    length = match_context.match.contest.length
    judged = match_strategy(match_context).judges(tx, match_context, score, particulars, ScoreWord.ARBITER)
    if not judged and match_strategy(match_context).in_full(match_context, score, particulars) not in state.rulable(
        length
    ):
        raise RefusedText("error.ImpossibleScore", text=verbs.score_words(score))
    why, binding = _reason(match_context, score, particulars, reason), state.binding(length)
    kind, answer = kind_of(score, binding), _answer(match_context, score, particulars)
    result = verbs.result_of(match_context, score, particulars, binding, kind, tx.now)
    verbs.settle_as(tx, match_context, result, answer, person.person_id, why)
    return Reported(view_as_left(tx, verbs.as_left(tx, match_context)), score, settled=True)


@repeatable
def double_walkover(tx: ActorTx, contest_id: ContestId) -> MatchView:
    """Both sides lose the match, since both are absent: the arbiter's decision (AIJE-D01-5.4)."""
    match_context, person = ruling_on(tx, contest_id)
    if not _nobody_is_there(match_context, tx.now):
        raise NotNow
    result = verbs.by_absence(tx, match_context)
    verbs.settle_as(tx, match_context, result, ReportAnswer.OVERRULED, person.person_id, None)
    return view_of(tx, contest_id, tx.now)


@only_for(EventKind.SINGLES, EventKind.COUNTED)
@repeatable
def record_score(tx: ActorTx, contest_id: ContestId, score: Score) -> MatchView:
    """Notes the score between games; the card shows it, and nothing below it can be reported."""
    match_context, person = ruling_on(tx, contest_id)
    state = match_context.state(tx.now)
    if state.missing or match_context.at_table:
        raise NotNow
    if score not in running_scores(match_context.match.contest.length, state.walkover, state.forfeits):
        raise RefusedText("error.ImpossibleScore", text=verbs.score_words(score))
    store.note_score(tx, contest_id, score)
    told, before = verbs.score_words(score), " ".join(map(str, match_context.match.running))
    verbs.record(tx, match_context, "record_score", person.person_id, score=told, before=before)
    return view_of(tx, contest_id, tx.now)


def add_recording(tx: ActorTx, contest_id: ContestId, link: str) -> MatchView:
    """Keeps the link to a recording with the match, during it or afterwards; the same link twice is kept once."""
    match_context = verbs.find(tx, tx.guild_id, contest_id)
    person = server_verbs.recognise(tx)
    verbs.require(tx, person, Act.ADD_RECORDING, match_context.match)
    server_verbs.keep(tx, person, CountedByAccount.RECORDING, Subject.RECORDING, contest_id)
    reports_store.add_recording(tx, contest_id, checked_link(link), person.person_id, tx.now)
    verbs.record(tx, match_context, "add_recording", person.person_id)
    return view_of(tx, contest_id, tx.now)


def successors(tx: ActorQuery, contest_id: ContestId) -> list[Person]:
    """The arbiters of the server who could take the match over, by name."""
    match_context = verbs.in_play(tx, tx.guild_id, contest_id)
    known = people_store.arbiters(tx, tx.guild_id)
    able = [one for one in known if one != match_context.match.contest.arbiter and _may_follow(tx, match_context, one)]
    people = people_store.by_ids(tx, able)
    return [people[one] for one in able]


@repeatable
def hand_over(tx: ActorTx, contest_id: ContestId, arbiter: PersonId) -> MatchView:
    """Gives the mic to another arbiter, who is told; never to one whom the match concerns (AIJE-D01-6)."""
    match_context, person = ruling_on(tx, contest_id, Act.HAND_MATCH_ON)
    if match_context.match.contest.arbiter != person.person_id:
        # To hand on what one does not follow is to choose who does.
        refuse_in_match(tx, person.person_id, Act.ASSIGN_ARBITER, match_context.match)
    if match_context.match.contest.arbiter == arbiter:
        raise AlreadyDone
    other = people_store.load(tx, arbiter)
    if other is None or arbiter not in people_store.arbiters(tx, tx.guild_id):
        raise NotFound(what=Subject.ARBITER)
    if not _may_follow(tx, match_context, arbiter):
        # The arbiter plays in the match, or meets one of its players next (AIJE-D01-6).
        raise RefusedFor("error.CannotFollow", name=other.name)
    course_calling_verbs.hand_over(tx, match_context.tournament, contest_id, arbiter)
    return view_of(tx, contest_id, tx.now)


def _nobody_is_there(match_context: MatchContext, now: datetime) -> bool:
    """Whether every side is waited for, or has been until nothing was left to lose."""
    state = match_context.state(now)
    waited_for = {missing.side for missing in state.missing}
    if match_context.at_table:
        return bool(waited_for) and waited_for.union(match_context.match.away) == set(range(len(state.score)))
    rulebook = match_context.tournament.rulebook
    # Before a limit of lateness nobody has lost yet, and each may still come (GO-22).
    both_wait = waited_for == {0, 1} and not has_late_limit(rulebook)
    return both_wait or both_have_lost(match_context.match, now, rulebook.matches, match_context.outages)


def ruling_on(tx: ActorTx, contest_id: ContestId, act: Act = Act.RULE_RESULT) -> tuple[MatchContext, Person]:
    """The match in play and who rules on it: its arbiter or the organisers, never one who plays in it."""
    match_context = verbs.in_play(tx, tx.guild_id, contest_id)
    person = server_verbs.recognise(tx)
    verbs.require(tx, person, act, match_context.match)
    return match_context, person


def kind_of(score: Score, walkover: Score) -> ResultKind:
    """A score that absence alone has made is a walkover; any other was played."""
    return ResultKind.WALKOVER if score == walkover else ResultKind.PLAYED


def checked_link(link: str) -> str:
    """The address without spare white space; raises NoRecordingLink, Missing or TooLong."""
    tidy = check_text(link, Subject.NAME, LINK_LIMIT)
    if not is_link(tidy):
        raise NoRecordingLink
    return tidy


def _reason(match_context: MatchContext, score: Score, particulars: Particulars, reason: str | None) -> str | None:
    given = match_context.match.report
    if reason is None and (given is None or (given.score, given.particulars) == (score, particulars)):
        return None
    return checked_reason(reason or "")


def _answer(match_context: MatchContext, score: Score, particulars: Particulars) -> ReportAnswer:
    given = match_context.match.report
    same = given is not None and (given.score, given.particulars) == (score, particulars)
    return ReportAnswer.CONFIRMED if same else ReportAnswer.OVERRULED


def _may_follow(tx: Query, match_context: MatchContext, arbiter: PersonId) -> bool:
    relieved = tournaments_store.reliefs(tx, match_context.tournament.tournament_id)
    return all(one.person_id != arbiter for one in relieved) and may_watch(
        tx, match_context.tournament, match_context.match.contest, arbiter
    )


# --- rulings on a game ----------------------------------------------------------------------------------------------


_DRAWN: Score = (0, 0, 1)


def page(tx: ActorTx, contest_id: ContestId) -> tuple[MatchView, tuple[BoardChoice, ...]]:
    """What can be ruled for the game under way, for who decides it; raises NotNow where the rulebook has nothing.

    Raises RuledBoardByBoard in a match of teams: there a ruling is one of a board, which is told with the boards.
    """
    match_context = to_look_at(tx, contest_id)
    return view_of(tx, contest_id, tx.now), _choices_offered(match_context)


@repeatable
def decide(tx: ActorTx, contest_id: ContestId, number: int, reason: str) -> tuple[MatchView, BoardChoice]:
    """Rules as chosen, `number` in the order of the page, with a reason; Outdated for one that is not offered."""
    match_context, person = deciding(tx, contest_id)
    offered, why = _choices_offered(match_context), checked_reason(reason)
    if number >= len(offered):
        raise Outdated
    choice = offered[number]
    details = {"cause": choice.cause.value, "outcome": choice.outcome.value}
    verbs.record(tx, match_context, "rule_board", person.person_id, why, **details)
    _carry_out(tx, match_context, choice, person, why)
    tx.touch(contest_subject(contest_id))
    return view_of(tx, contest_id, tx.now), choice


@repeatable
def wrong_colours(tx: ActorTx, contest_id: ContestId, moves: int) -> tuple[MatchView, bool]:
    """The players took the colours the wrong way round, so many moves ago: whether they are put right (GO-17.1).

    From the move after the rulebook's last one the game stands; later pairing goes by the colours as fixed either way.
    """
    match_context, person = ruling_on(tx, contest_id)
    rules = discipline_of(match_context.tournament.rulebook)
    if rules.colours_right_until_move is None:
        raise NotNow
    right = colours_are_put_right(moves, rules)
    details = {"moves": str(moves), "put_right": "yes" if right else "no"}
    verbs.record(tx, match_context, "wrong_colours", person.person_id, **details)
    return view_of(tx, contest_id, tx.now), right


def deciding(tx: ActorTx, contest_id: ContestId) -> tuple[MatchContext, Person]:
    """The match in play and who rules on its board: the chief arbiter or a deputy; where there is none, its arbiter."""
    match_context = verbs.in_play(tx, tx.guild_id, contest_id)
    person = server_verbs.recognise(tx)
    has_chief = bool(tournaments_store.holding(tx, match_context.tournament.tournament_id))
    verbs.require(tx, person, Act.RULE_BOARD if has_chief else Act.RULE_RESULT, match_context.match)
    return match_context, person


def to_look_at(tx: ActorTx, contest_id: ContestId) -> MatchContext:
    """As `deciding`, before anything is decided: who is alone may look."""
    with suppress(AloneInEvent):
        deciding(tx, contest_id)
    return verbs.in_play(tx, tx.guild_id, contest_id)


def _choices_offered(match_context: MatchContext) -> tuple[BoardChoice, ...]:
    if boards_at_once(match_context.tournament.rulebook):
        # Several boards are played side by side, so that nothing is ruled for the game of the match (GO-17.5, GO-17.6).
        raise Refused("error.RuledBoardByBoard")
    offered = choices(match_context.match.contest, match_context.tournament.rulebook)
    if not offered:
        raise NotNow
    return offered


def _carry_out(tx: Tx, match_context: MatchContext, choice: BoardChoice, by: Person, why: str) -> None:
    match choice.outcome:
        case BoardOutcome.SIDE_LOST if choice.side is not None:
            lose_game(tx, match_context, choice.side, by.person_id, why)
        case BoardOutcome.DRAWN:
            _settle(tx, match_context, _DRAWN, ResultKind.PLAYED, by.person_id, why)
        case BoardOutcome.NO_RESULT:
            _settle(tx, match_context, LOVE, ResultKind.NO_RESULT, by.person_id, why)
        case BoardOutcome.BOTH_LOST:
            _settle(tx, match_context, LOVE, ResultKind.BOTH_LOST, by.person_id, why)
        case _:
            set_report_aside(tx, match_context, by.person_id)
            verbs.reschedule_own(tx, match_context)


def _settle(tx: Tx, match_context: MatchContext, score: Score, kind: ResultKind, by: PersonId, why: str) -> None:
    paired = paired_as_winner(tx, match_context) if kind is ResultKind.BOTH_LOST else None
    games, draws = split(score)
    result = Result(games, LOVE, kind, tx.now, draws=draws, paired_as_winner=paired)
    verbs.settle_as(tx, match_context, result, ReportAnswer.OVERRULED, by, why)


# --- notes of time used ---------------------------------------------------------------------------------------------


_WITH_CLOCKS = frozenset({MatchPhase.PLAYING, MatchPhase.SUSPENDED, MatchPhase.REPORTED, MatchPhase.DISPUTED})


@dataclass(frozen=True, slots=True)
class ClockPage:
    """What can be done when a clock fails: the note that there is, and the time that both clocks together have run."""

    view: MatchView
    played: timedelta

    @property
    def note(self) -> TimeNote | None:
        """The note by which the clocks are set."""
        return self.view.sessions.note


@repeatable
def note(
    tx: ActorTx,
    contest_id: ContestId,
    written: tuple[BoardLine, ...],
    reason: str | None = None,
) -> MatchView:
    """The arbiter notes what each side has used of an adjourned game; both sides are asked to confirm it (GO-14).

    A note that is there already is put right with a reason, and confirmed anew. Raises UnreadableTime, NotAdjourned.
    """
    match_context = verbs.in_play(tx, tx.guild_id, contest_id)
    person = server_verbs.recognise(tx)
    verbs.require(tx, person, Act.STOP_MATCH, match_context.match)
    known = board_store.sessions_of_contest(tx, contest_id)
    if not known.adjournments:
        raise Refused("error.NotAdjourned")
    why = None if known.note is None else checked_reason(reason or "")
    boards = _boards(match_context, written)
    act = "note_times" if known.note is None else "correct_times"
    _write(tx, match_context, NoteKind.READ, boards, person.person_id, why, act)
    return view_of(tx, contest_id, tx.now)


def confirm(tx: ActorTx, contest_id: ContestId, entry: int) -> MatchView:
    """A side finds the note right; with both it is confirmed. Outdated for a note that another has followed."""
    match_context, person_id, side = _answering(tx, contest_id, entry)
    if not board_store.confirm_adjournment(tx, contest_id, entry, side, person_id, tx.now):
        raise AlreadyDone
    verbs.record(tx, match_context, "confirm_times", person_id, side=str(side))
    tx.touch(contest_subject(contest_id))
    return view_of(tx, contest_id, tx.now)


def doubt(tx: ActorTx, contest_id: ContestId, entry: int) -> MatchView:
    """A side finds the note wrong: its arbiter is asked to look at the clocks with both."""
    match_context, person_id, side = _answering(tx, contest_id, entry)
    known = board_store.sessions_of_contest(tx, contest_id).note
    if known is not None and side in known.confirmed:
        raise AlreadyDone
    verbs.record(tx, match_context, "doubt_times", person_id, side=str(side))
    tell_match(tx, match_context.tournament, TimesDoubted(contest_id, person_id))
    return view_of(tx, contest_id, tx.now)


def clock_page(tx: ActorTx, contest_id: ContestId) -> ClockPage:
    """What can be done about a clock that fails, for who decides it: the chief arbiter where there is one (GO-12)."""
    match_context = to_look_at(tx, contest_id)
    _refuse_no_clock(match_context, tx.now)
    known = board_store.sessions_of_contest(tx, contest_id)
    until = known.running.adjourned_at if known.running is not None else tx.now
    first = known.adjournments[0].adjourned_at if known.adjournments else until
    played = time_played(match_context.match, known.adjournments, first)
    return ClockPage(view_of(tx, contest_id, tx.now), played)


@repeatable
def go_by_note(tx: ActorTx, contest_id: ContestId, entry: int) -> MatchView:
    """The clocks are set by the note that there is (GO-14). Raises NoNote, and Outdated for an older one."""
    match_context, person_id = _failing(tx, contest_id)
    known = board_store.sessions_of_contest(tx, contest_id).note
    if known is None:
        raise Refused("error.NoNote")
    if known.entry != entry:
        raise Outdated
    verbs.record(tx, match_context, "set_clocks_by_note", person_id)
    tell_match(tx, match_context.tournament, ClocksSet(contest_id, entry))
    return view_of(tx, contest_id, tx.now)


@repeatable
def split_clock(tx: ActorTx, contest_id: ContestId, board: str, total: str) -> MatchView:
    """No note is to be found, so the time used on the board is split equally (GO-14). Raises NoteExists."""
    match_context, person_id = _failing(tx, contest_id)
    played, known = read_used(total), board_store.sessions_of_contest(tx, contest_id).note
    if played is None:
        raise RefusedText("error.UnreadableTime", text=total)
    number = int(board) if board.isdecimal() else 0
    if number not in _numbers(match_context):
        raise RefusedText("error.UnreadableTime", text=board)
    if known is not None and known.of(number) is not None:
        # There is a note of the time used, so it is not split: the clocks are set by the note (GO-14).
        raise Refused("error.NoteExists")
    others = () if known is None else known.boards
    boards = tuple(sorted((*others, TimeUsed(number, split_equally(played))), key=lambda one: one.board))
    _write(tx, match_context, NoteKind.SPLIT, boards, person_id, None, "split_times")
    return view_of(tx, contest_id, tx.now)


@repeatable
def rule_times(tx: ActorTx, contest_id: ContestId, written: tuple[BoardLine, ...], reason: str) -> MatchView:
    """Who decides says what each side has used, with a reason, since a clock failed or ran wrong (GO-12)."""
    match_context, person_id = _failing(tx, contest_id)
    boards, why = _boards(match_context, written), checked_reason(reason)
    _write(tx, match_context, NoteKind.RULED, boards, person_id, why, "rule_times")
    return view_of(tx, contest_id, tx.now)


def _answering(tx: ActorTx, contest_id: ContestId, entry: int) -> tuple[MatchContext, PersonId, int]:
    """A player of the match, of teams its captain, who answers the note that counts."""
    match_context = verbs.in_play(tx, tx.guild_id, contest_id)
    person = server_verbs.recognise(tx)
    side = verbs.side_of(tx, match_context.match, person.person_id)
    if side is None:
        raise NotYours
    verbs.require_captain(tx, match_context.match, person)
    known = board_store.sessions_of_contest(tx, contest_id).note
    if known is None or known.entry != entry:
        raise Outdated
    return match_context, person.person_id, side


def _failing(tx: ActorTx, contest_id: ContestId) -> tuple[MatchContext, PersonId]:
    match_context, person = deciding(tx, contest_id)
    _refuse_no_clock(match_context, tx.now)
    return match_context, person.person_id


def _refuse_no_clock(match_context: MatchContext, now: datetime) -> None:
    rulebook = match_context.tournament.rulebook
    if rulebook.clock is None or match_context.state(now).phase not in _WITH_CLOCKS:
        raise NotNow


def _boards(match_context: MatchContext, written: Iterable[BoardLine]) -> tuple[TimeUsed, ...]:
    found: dict[int, TimeUsed] = {}
    numbers = _numbers(match_context)
    for line in written:
        first, second = read_used(line.first), read_used(line.second)
        if line.board not in numbers or line.board in found or first is None or second is None:
            raise RefusedText("error.UnreadableTime", text=line.line)
        found[line.board] = TimeUsed(line.board, (first, second))
    if not found:
        raise RefusedText("error.UnreadableTime", text="")
    return tuple(found[board] for board in sorted(found))


def _numbers(match_context: MatchContext) -> frozenset[int]:
    """The boards of the match; 1 alone where it has none."""
    rules = match_context.tournament.rulebook.teams
    return frozenset(range(1, (1 if rules is None else rules.size) + 1))


def _write(
    tx: Tx,
    match_context: MatchContext,
    kind: NoteKind,
    boards: tuple[TimeUsed, ...],
    by: PersonId,
    reason: str | None,
    act: str,
) -> None:
    entry = board_store.next_entry(tx, match_context.contest_id)
    written = TimeNote(entry, kind, boards, tx.now, by, reason)
    board_store.add_note(tx, match_context.contest_id, written)
    verbs.record(tx, match_context, act, by, reason)
    tx.touch(contest_subject(match_context.contest_id))
    tell_match(tx, match_context.tournament, TimesNoted(match_context.contest_id, entry))


# --- technical trouble ----------------------------------------------------------------------------------------------


@repeatable
def suspend(tx: ActorTx, contest_id: ContestId, reason: str) -> MatchView:
    """Stops the match: its clocks end, an open report is set aside, and nothing comes by itself until it resumes."""
    match_context, person = _stopping(tx, contest_id)
    why = checked_reason(reason)
    if match_context.match.suspended_at is not None:
        raise AlreadyDone
    tournaments_recusal_verbs.refuse_while_waited_for(tx, person.person_id, Act.STOP_MATCH, match_context.tournament)
    missing = match_context.state(tx.now).missing
    rests = tx.at(tx.now + AFTER_EVERY_PRESS)
    verbs.close(rests, match_context, ReportAnswer.OVERRULED, person.person_id)
    store.suspend(tx, contest_id, rests.now)
    sides = " ".join(str(one.side) for one in missing)
    verbs.record(tx, match_context, "suspend_match", person.person_id, why, missing=sides)
    verbs.reschedule_own(tx, match_context)
    return view_of(tx, contest_id, tx.now)


@repeatable
def resume(tx: ActorTx, contest_id: ContestId) -> MatchView:
    """Takes the match up again: who was missing when it stopped is waited for anew, from the score of that moment."""
    match_context, person = _stopping(tx, contest_id)
    stopped_at = match_context.match.suspended_at
    if stopped_at is None:
        raise AlreadyDone
    score = match_context.state(tx.now).score
    store.resume(tx, contest_id, tx.now)
    reports_store.forget_ending_wishes(tx, contest_id)
    # A clock that the suspension ended carries its very moment, which no press can have.
    waited_for = [clock.side for clock in match_context.match.clocks if clock.ended_at == stopped_at]
    begin_at = verbs.clocks_begin_at(tx, match_context, waited_for, tx.now)
    for side in waited_for:
        board_store.start_absence_clock(tx, contest_id, side, begin_at, score)
    match_strategy(match_context).turns(tx, match_context, MatchTurn.GOES_ON, tx.now)
    adjourning_verbs.over(tx, contest_id, person.person_id)
    verbs.record(tx, match_context, "resume_match", person.person_id)
    verbs.reschedule_own(tx, match_context)
    course_verbs.proceed(tx, match_context.tournament.tournament_id)  # Who left meanwhile loses what goes on.
    return view_of(tx, contest_id, tx.now)


@repeatable
def annul_game(tx: ActorTx, contest_id: ContestId, reason: str) -> MatchView:
    """The game under way counts for nothing and is played again, same colours; the score so far stands."""
    match_context, person = _stopping(tx, contest_id)
    refuse_suspended(match_context)
    verbs.record(tx, match_context, "annul_game", person.person_id, checked_reason(reason))
    return view_of(tx, contest_id, tx.now)


@repeatable
def annul_match(tx: ActorTx, contest_id: ContestId, reason: str) -> MatchView:
    """All that happened in the match counts for nothing: it is called again, from nothing to nothing.

    Where a side has left the event it is not called again, but lost by that. Raises OwnClockRuns.
    """
    match_context, person = _stopping(tx, contest_id)
    tournaments_recusal_verbs.refuse_while_waited_for(tx, person.person_id, Act.STOP_MATCH, match_context.tournament)
    call_anew(tx, match_context, person.person_id, checked_reason(reason))
    return view_of(tx, contest_id, tx.now)


def call_anew(tx: Tx, match_context: MatchContext, by: PersonId | None, why: str | None) -> None:
    """As `annul_match`; `by` is None where a rule has the match played again."""
    contest_id = match_context.contest_id
    verbs.close(tx, match_context, ReportAnswer.OVERRULED, by)
    board_store.forget_absence_clock(tx, contest_id)
    reports_store.forget_ending_wishes(tx, contest_id)
    match_strategy(match_context).turns(tx, match_context, MatchTurn.ANEW, tx.now)
    adjourning_verbs.over(tx, contest_id, by)
    store.call_again(tx, contest_id)
    verbs.tell_moved(tx, verbs.as_left(tx, match_context))
    tx.touch(contest_subject(contest_id))
    verbs.record(tx, match_context, "annul_match", by, why)
    course_verbs.proceed(tx, match_context.tournament.tournament_id)


def _stopping(tx: ActorTx, contest_id: ContestId) -> tuple[MatchContext, Person]:
    match_context = verbs.in_play(tx, tx.guild_id, contest_id)
    person = server_verbs.recognise(tx)
    verbs.require(tx, person, Act.STOP_MATCH, match_context.match)
    return match_context, person
