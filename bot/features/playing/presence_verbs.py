"""Being there: the call that starts both clocks, the press that ends one, and what absence costs (AIJE-D01-5.4).

A match that stands still is told to its players, then asked of who runs the event; after a day the players can end
it: both sides agree, and both lose it, or the lot says who goes on.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime
from typing import Final

from bot.features.entering import store as entering_store
from bot.features.playing import adjourning_verbs, board_store, reporting_verbs, reports_store, store, verbs
from bot.features.playing.hooks import MATCH_HOOKS, Coming, match_strategy
from bot.features.playing.match_views_model import Agreed, Arrival, MatchContext
from bot.features.playing.model import (
    BothAbsent,
    LotOffered,
    ResultWanted,
    StaffSilent,
    asked_to_agree,
    both_lose_at,
    ending_of,
)
from bot.features.playing.reading_verbs import view_as_left, view_of
from bot.features.playing.verbs import refuse_suspended
from bot.features.tournaments import recusal_verbs as tournaments_recusal_verbs
from bot.features.tournaments import summons_verbs as tournaments_summons_verbs
from bot.features.tournaments.facts_verbs import contest_subject
from bot.features.tournaments.hooks import Standstill, Watch
from bot.features.tournaments.promises_model import MatchCalled, MatchLetter
from bot.features.tournaments.recusal_verbs import repeatable
from bot.features.tournaments.summons_model import Matter, MatterKind
from bot.kernel import outbox
from bot.kernel import time_store as kernel_time_store
from bot.kernel.context import ActorTx, Query, Tx
from bot.kernel.errors import AlreadyDone, NotNow, NotYours, Refused, RefusedText
from bot.kernel.ids import ContestId, PersonId
from bot.kernel.outages import CLICKS_IN_FLIGHT, Rung, Step
from bot.kernel.promises import Delivery, Promise
from bot.people.model import Person
from bot.play.contests import NOTHING_MORE, Result, ResultKind
from bot.play.matches import (
    Ending,
    MatchPhase,
    ReportAnswer,
    both_have_lost,
    games_each,
    has_lost,
    only_the_clock_runs,
    score_so_far,
    side_lost_by_absence,
)
from bot.server import verbs as server_verbs
from bot.server.model import Act
from bot.server.speaking_verbs import tell_match, tell_member

# --- being there ----------------------------------------------------------------------------------------------------


def start_clocks(tx: Tx, promised: Promise[MatchCalled], delivery: Delivery) -> None:
    """Starts both clocks when the players could read the call; a card that is only posted anew starts nothing."""
    contest_id = promised.message.contest_id
    match_context = verbs.load(tx, contest_id)
    if (
        match_context is None
        or match_context.match.contest.called_at is not None
        or match_context.match.contest.result is not None
    ):
        return
    store.note_called(tx, contest_id, delivery.delivered_at)
    hooks = tuple(MATCH_HOOKS.of(match_context.tournament.rulebook))
    waited_for = (
        side
        for side in range(len(match_context.match.contest.sides))
        if not any(hook.waits_for_word(tx, match_context, side) for hook in hooks)
    )
    start_clocks_of(tx, match_context, waited_for, delivery.delivered_at)


def start_clocks_of(tx: Tx, match_context: MatchContext, sides: Iterable[int], at: datetime) -> None:
    """Starts the clocks of these sides, but of those who are there, or at a table no more."""
    there = {clock.side for clock in match_context.match.clocks}.union(match_context.match.away)
    missing = [side for side in range(len(match_context.match.contest.sides)) if side not in there]
    begin_at = verbs.clocks_begin_at(tx, match_context, missing, at)
    for side in sides:
        if side in missing:
            board_store.start_absence_clock(tx, match_context.contest_id, side, begin_at, match_context.match.running)
    verbs.reschedule_own(tx, match_context)


def here(tx: ActorTx, contest_id: ContestId) -> Arrival:
    """Notes that who pressed is there, by the moment of the press; who comes late plays on from the score so far.

    Who answers for a player without Discord says it for them.
    """
    match_context = verbs.find(tx, tx.guild_id, contest_id)
    person = server_verbs.recognise(tx)
    side = verbs.side_of(tx, match_context.match, person.person_id)
    if side is not None:
        return _say_here(tx, match_context, side, person)
    answered = verbs.sides_answered(tx, match_context, person)
    if not answered:
        raise NotYours
    missing = {one.side for one in match_context.state(tx.now).missing}
    return here_for(tx, match_context, next((one for one in answered if one in missing), answered[0]), person)


def here_for(tx: ActorTx, match_context: MatchContext, side: int, by: Person) -> Arrival:
    """Notes that the side is there, by the word of who answers for it, whose right was asked for before."""
    waits_for_clock = match_context.match.contest.called_at is not None and match_context.match.contest.result is None
    if waits_for_clock and all(clock.side != side for clock in match_context.match.clocks):
        # The message with which the side's clock starts is on its way.
        refuse_suspended(match_context)
        arrival = _arrive_before_the_call(tx, match_context, side, by.person_id)
        verbs.reschedule_own(tx, match_context)
    else:
        arrival = _say_here(tx, match_context, side, by)
    tx.touch(contest_subject(match_context.contest_id))
    return replace(arrival, player=arrival.view.players[side])


def _say_here(tx: ActorTx, match_context: MatchContext, side: int, person: Person) -> Arrival:
    _refuse_the_loser(match_context, side)
    if side in match_context.match.away and match_context.match.contest.result is None:
        raise Refused("error.SeatedOut")
    _refuse_kept_away(tx, match_context, side, tx.pressed_at)
    if _is_being_called(tx, match_context):
        return _arrive_before_the_call(tx, match_context, side, person.person_id)
    verbs.refuse_not_in_play(match_context)
    refuse_suspended(match_context)
    return _comes(tx, match_context, Coming(side, person.person_id, tx.pressed_at, is_own=True))


@repeatable
def mark_present(tx: ActorTx, contest_id: ContestId, side: int) -> Arrival:
    """The arbiter sees that a side is there and stops its clock; once both lost all, that it was there all along."""
    match_context = verbs.in_play(tx, tx.guild_id, contest_id)
    person = server_verbs.recognise(tx)
    verbs.require(tx, person, Act.STOP_MATCH, match_context.match)
    if verbs.side_of(tx, match_context.match, person.person_id) == side:
        tournaments_recusal_verbs.refuse_while_waited_for(
            tx, person.person_id, Act.STOP_MATCH, match_context.tournament
        )
    refuse_suspended(match_context)
    _refuse_kept_away(tx, match_context, side, tx.pressed_at)
    if match_context.state(tx.now).phase is MatchPhase.UNDECIDED:
        board_store.was_there(tx, contest_id, side)
        verbs.record(tx, match_context, "was_there", person.person_id, side=str(side))
        return _note(tx, match_context, side, 0)
    return _comes(tx, match_context, Coming(side, person.person_id, tx.pressed_at, is_own=False))


@repeatable
def wait_for(tx: ActorTx, contest_id: ContestId, side: int) -> Arrival:
    """The arbiter notes that a side is missing between games: its clock starts again, from the score so far."""
    match_context = verbs.in_play(tx, tx.guild_id, contest_id)
    person = server_verbs.recognise(tx)
    verbs.require(tx, person, Act.STOP_MATCH, match_context.match)
    refuse_suspended(match_context)
    state, rulebook = match_context.state(tx.now), match_context.tournament.rulebook
    begun = state.phase is MatchPhase.PLAYING and only_the_clock_runs(match_context.match.contest, rulebook)
    # Once games are told one by one, an absent player's next game is the arbiters' to award (AIJE-D03-5).
    told = match_strategy(match_context).has_told_games(tx, match_context)
    if match_context.match.report is not None or begun or told:
        raise NotNow
    score = state.score
    if not board_store.start_absence_clock(tx, contest_id, side, tx.now, score):
        raise AlreadyDone
    verbs.record(tx, match_context, "wait_for", person.person_id, side=str(side))
    return _note(tx, match_context, side, 0)


def lose_game(tx: Tx, match_context: MatchContext) -> None:
    """Takes the step of a lost game: the card shows it; when nothing is left to lose, the match is settled."""
    # Only what was lost before the grace for clicks counts here: a press of the last seconds may be on its way.
    heard = tx.now - CLICKS_IN_FLIGHT
    rules = match_context.tournament.rulebook.matches
    tx.touch(contest_subject(match_context.contest_id))
    if side_lost_by_absence(match_context.match, heard, rules, match_context.outages) is not None:
        _settle_walkover(tx, match_context, heard)
        return
    if both_have_lost(match_context.match, heard, rules, match_context.outages):
        _ask_arbiter(tx, match_context)
    verbs.reschedule_own(tx, match_context)


def lose_both(tx: Tx, match_context: MatchContext) -> None:
    """Takes the step of a match to which neither side came and that nobody has decided: both lose it."""
    at = both_lose_at(match_context.match, match_context.tournament.rulebook, match_context.outages)
    if at is None or tx.now < at + CLICKS_IN_FLIGHT:
        verbs.reschedule_own(tx, match_context)
        return
    tx.touch(contest_subject(match_context.contest_id))
    result = verbs.by_absence(tx, match_context)
    verbs.settle_as(tx, match_context, result, ReportAnswer.OVERRULED, None, None)


def decides(match_context: MatchContext, now: datetime) -> bool:
    """Whether the step of a lost game settles the match at the moment, or ends its clocks; else it shows the game."""
    heard, rules = now - CLICKS_IN_FLIGHT, match_context.tournament.rulebook.matches
    return side_lost_by_absence(match_context.match, heard, rules, match_context.outages) is not None or both_have_lost(
        match_context.match, heard, rules, match_context.outages
    )


def _refuse_kept_away(tx: Query, match_context: MatchContext, side: int, at: datetime) -> None:
    for one in MATCH_HOOKS.of(match_context.tournament.rulebook):
        one.keeps_away(tx, match_context, side, at)


def _comes(tx: Tx, match_context: MatchContext, coming: Coming) -> Arrival:
    if match_strategy(match_context).comes(tx, match_context, coming):
        return Arrival(view_of(tx, match_context.contest_id, tx.now), coming.side, 0, newly=True)
    return _arrive(tx, match_context, coming.side, coming.at, coming.by)


def _arrive(tx: Tx, match_context: MatchContext, side: int, at: datetime, by: PersonId) -> Arrival:
    rules, target = match_context.tournament.rulebook.matches, match_context.match.contest.target
    running = next(
        (clock for clock in match_context.match.clocks if clock.side == side and clock.ended_at is None), None
    )
    if running is None:
        if match_context.state(at).phase is MatchPhase.UNDECIDED:
            raise Refused("error.BothStayedAway")
        return Arrival(view_as_left(tx, match_context), side, 0, newly=False)
    if not match_context.at_table and has_lost(match_context.match, side, at, rules, match_context.outages):
        _refuse_late(match_context, at)
    board_store.end_absence_clock(tx, match_context.contest_id, side, at)
    verbs.record(tx, match_context, "here", by, side=str(side))
    lost = 0 if match_context.at_table else games_each(running, at, rules, target, match_context.outages)
    return _note(tx, match_context, side, lost)


def _note(tx: Tx, match_context: MatchContext, side: int, lost: int) -> Arrival:
    left = verbs.reschedule_own(tx, match_context)
    return Arrival(view_as_left(tx, left), side, lost, newly=True)


def _is_being_called(tx: Query, match_context: MatchContext) -> bool:
    """Whether the call is decided and on its way, whatever Discord has made of it so far."""
    contest = match_context.match.contest
    stands = contest.called_at is None and contest.result is None and match_context.match.voided_at is None
    over = match_context.tournament.cancelled_at is not None or match_context.tournament.ended_at is not None
    return stands and not over and outbox.is_on_its_way(tx, MatchCalled, match_context.contest_id)


def _arrive_before_the_call(tx: Tx, match_context: MatchContext, side: int, by: PersonId) -> Arrival:
    """Who comes from another card, while Discord holds up the call, is there: no clock starts for that side."""
    newly = all(clock.side != side for clock in match_context.match.clocks)
    if newly:
        board_store.start_absence_clock(tx, match_context.contest_id, side, tx.now, match_context.match.running)
        board_store.end_absence_clock(tx, match_context.contest_id, side, tx.now)
        verbs.record(tx, match_context, "here", by, side=str(side))
    return Arrival(view_of(tx, match_context.contest_id, tx.now), side, 0, newly=newly)


def _refuse_late(match_context: MatchContext, at: datetime) -> None:
    rules = match_context.tournament.rulebook.matches
    if both_have_lost(match_context.match, at, rules, match_context.outages):
        raise Refused("error.BothStayedAway")
    raise RefusedText(
        "error.LostByAbsence",
        text=verbs.score_words(score_so_far(match_context.match, at, rules, match_context.outages)),
    )


def _refuse_the_loser(match_context: MatchContext, side: int) -> None:
    result = match_context.match.contest.result
    if result is None:
        return
    score = verbs.result_words(result)
    if result.kind is ResultKind.WALKOVER and result.score[side] < max(result.score):
        raise RefusedText("error.LostByAbsence", text=score)
    raise RefusedText("error.MatchIsOver", text=score)


def _settle_walkover(tx: Tx, match_context: MatchContext, at: datetime) -> None:
    state = match_context.state(at)
    made = verbs.result_of(match_context, state.score, NOTHING_MORE, state.walkover, ResultKind.WALKOVER, tx.now)
    result = replace(made, reported_at=match_strategy(match_context).walked_over_at(tx, match_context))
    verbs.settle_as(tx, match_context, result, ReportAnswer.OVERRULED, None, None)


def _ask_arbiter(tx: Tx, match_context: MatchContext) -> None:
    """Stops the clocks, which have nothing left to take, and asks who decides the match.

    Where no arbiter follows the match and the event has no chief, who runs the event is called.
    """
    asked = [
        board_store.end_absence_clock(tx, match_context.contest_id, clock.side, tx.now)
        for clock in match_context.match.clocks
        if clock.ended_at is None
    ]
    if asked and verbs.has_officials(tx, match_context):
        tell_match(tx, match_context.tournament, BothAbsent(match_context.contest_id))
        verbs.reschedule_own(tx, match_context)
    elif asked:
        stopped = verbs.reschedule_own(tx, match_context)
        ends = both_lose_at(stopped.match, stopped.tournament.rulebook, stopped.outages)
        about = contest_subject(match_context.contest_id)
        matter = Matter(MatterKind.BOTH_ABSENT, about, stopped.tournament.tournament_id, ends)
        tournaments_summons_verbs.call(tx, stopped.tournament.guild_id, matter)


# --- endings without staff ------------------------------------------------------------------------------------------


def agree(tx: ActorTx, contest_id: ContestId, ending: Ending) -> Agreed:
    """Notes that a side agrees to the ending; once all have, the match ends so.

    Raises StaffAreAskedFirst before who runs the event was silent for a day, AnswerTheReport while a score waits for
    its answer, OnlyStaffCanEnd, LotNotOffered and AlreadyDone.
    """
    match_context = verbs.in_play(tx, tx.guild_id, contest_id)
    person = server_verbs.recognise(tx)
    side = _agreeing_side(tx, match_context, person)
    if side in match_context.match.away:
        raise Refused("error.SeatedOut")
    _refuse(tx, match_context, ending)
    if not reports_store.add_ending_wish(tx, contest_id, ending, side, person.person_id, tx.now):
        raise AlreadyDone
    verbs.record(tx, match_context, "agree_to_end", person.person_id, ending=ending.value)
    if not _all_agree(tx, match_context, ending):
        return Agreed(view_of(tx, contest_id, tx.now), side, ending, ended=False)
    return _conclude(tx, match_context, side, ending)


def _agreeing_side(tx: ActorTx, match_context: MatchContext, person: Person) -> int:
    """The own side, of a team for its captain; or the one without Discord for which the person answers."""
    side = verbs.side_of(tx, match_context.match, person.person_id)
    if side is not None:
        verbs.require_captain(tx, match_context.match, person)
        return side
    answered = verbs.sides_answered(tx, match_context, person)
    if len(answered) != 1:
        raise NotYours
    return answered[0]


def is_open(tx: Query, match_context: MatchContext) -> bool:
    """Whether its players may end it: who runs the event was silent for a day since the match was called."""
    called_at = match_context.match.contest.called_at
    told = outbox.all_promises(tx, StaffSilent, match_context.contest_id)
    return called_at is not None and any(one.promised_at >= called_at for one in told)


def _refuse(tx: Query, match_context: MatchContext, ending: Ending) -> None:
    possible = ending_of(match_context.match.contest, match_context.tournament.rulebook)
    if possible is None:
        raise Refused("error.OnlyStaffCanEnd")
    if not is_open(tx, match_context):
        raise Refused("error.StaffAreAskedFirst")
    if match_context.state(tx.now).phase is MatchPhase.REPORTED:
        raise Refused("error.AnswerTheReport")
    if ending is Ending.LOT and not (possible is ending and _all_agree(tx, match_context, Ending.WITHOUT_RESULT)):
        raise Refused("error.LotNotOffered")


def _all_agree(tx: Query, match_context: MatchContext, ending: Ending) -> bool:
    return reports_store.sides(tx, match_context.contest_id, ending).issuperset(_sides_asked(match_context, tx.now))


def _sides_asked(match_context: MatchContext, now: datetime) -> tuple[int, ...]:
    missing = [one.side for one in match_context.state(now).missing]
    return asked_to_agree(match_context.match, missing, at_table=match_context.at_table)


def _conclude(tx: Tx, match_context: MatchContext, side: int, ending: Ending) -> Agreed:
    contest_id = match_context.contest_id
    if (
        ending is Ending.WITHOUT_RESULT
        and ending_of(match_context.match.contest, match_context.tournament.rulebook) is Ending.LOT
    ):
        tell_match(tx, match_context.tournament, LotOffered(contest_id))
        return Agreed(view_of(tx, contest_id, tx.now), side, ending, ended=False, to_lot=True)
    sides, asked = match_context.match.contest.sides, _sides_asked(match_context, tx.now)
    if ending is Ending.LOT:
        nothing = (0,) * len(sides)
        paired = verbs.lot(tx, match_context, [sides[one] for one in asked])
        result = Result(nothing, nothing, ResultKind.DOUBLE_WALKOVER, tx.now, paired_as_winner=paired)
    else:
        result = verbs.without_result(tx, match_context)
    absent = tuple(one for one in range(len(sides)) if one not in asked)
    result = replace(result, kind=_kind_of(match_context, tx), absent=absent)
    verbs.settle_as(tx, match_context, result, ReportAnswer.OVERRULED, None, None)
    return Agreed(view_of(tx, contest_id, tx.now), side, ending, ended=True)


def _kind_of(match_context: MatchContext, tx: Query) -> ResultKind:
    """Sides that came lose at the board: who was there is asked for no reason of an absence (AIJE-D01-5.3)."""
    state, there = match_context.state(tx.now), len(match_context.match.contest.sides) - len(match_context.match.away)
    nobody_came = match_context.at_table and len(state.missing) == there
    stayed_away = state.phase is MatchPhase.UNDECIDED or nobody_came
    return ResultKind.DOUBLE_WALKOVER if stayed_away else ResultKind.BOTH_LOST


# --- a match that stands still --------------------------------------------------------------------------------------


def find(tx: Query, contest_id: str) -> Standstill | None:
    """What stands still of the match now."""
    match_context = verbs.load(tx, ContestId(contest_id))
    return None if match_context is None else _standstill(tx, match_context)


def _standstill(tx: Query, match_context: MatchContext) -> Standstill | None:
    due = set(kernel_time_store.deadlines_of_subject(tx, contest_subject(match_context.contest_id))) - {Step.TELL_STILL}
    still = verbs.of_match(tx, match_context, tx.now, goes_on=bool(due))
    if still is None:
        return None
    tournament = match_context.tournament
    return Standstill(still, tournament.guild_id, tournament.tournament_id, match_context.outages)


def _remind(tx: Tx, contest_id: str) -> None:
    """Both players are asked how it ended, once."""
    match_context = verbs.load(tx, ContestId(contest_id))
    if match_context is not None:
        tell_match(tx, match_context.tournament, ResultWanted(match_context.contest_id))


def _ask(tx: Tx, contest_id: str, standstill: Standstill, rung: Rung) -> None:
    """Who runs the event; after a day of silence the players read what they can do by themselves."""
    tournaments_summons_verbs.call_staff(tx, contest_subject(ContestId(contest_id)), standstill, rung)
    match_context = verbs.load(tx, ContestId(contest_id))
    if rung is Rung.AFTER_A_DAY and match_context is not None and match_context.match.contest.called_at is not None:
        tell_match(tx, match_context.tournament, StaffSilent(match_context.contest_id))


WATCH: Final = Watch(find, _remind, _ask)


# --- steps by themselves --------------------------------------------------------------------------------------------


def take(tx: Tx, contest_id: ContestId, step: Step) -> None:
    """Takes one step of a match in play; a match that was settled, voided or suspended meanwhile takes none."""
    match_context = verbs.load(tx, contest_id)
    if (
        match_context is not None
        and _goes_on(match_context)
        and not match_strategy(match_context).takes(tx, match_context, step)
    ):
        _take_own(tx, match_context, step)


def _take_own(tx: Tx, match_context: MatchContext, step: Step) -> None:
    match step:
        case Step.LOSE_GAME:
            lose_game(tx, match_context)
        case Step.LOSE_BOTH:
            lose_both(tx, match_context)
        case Step.REMIND_CONFIRM:
            reporting_verbs.remind(tx, match_context)
        case Step.LET_STAND:
            reporting_verbs.let_stand(tx, match_context)
        case Step.ESCALATE_DISPUTE:
            reporting_verbs.escalate(tx, match_context)
        case Step.ADJOURN:
            adjourning_verbs.adjourn_by_rule(tx, match_context)
        case _:
            raise LookupError(f"a match has no step {step}")


def _goes_on(match_context: MatchContext) -> bool:
    match, is_over = match_context.match, match_context.tournament.cancelled_at is not None
    return not is_over and match.contest.result is None and match.voided_at is None and match.suspended_at is None


def tell_called(tx: Tx, promised: Promise[MatchCalled]) -> None:
    """Writes to whoever plays a match that is called for the first time, and asked for it."""
    match = store.load(tx, promised.message.contest_id)
    if match is None or match.contest.called_at is not None:
        return
    for entrant in entering_store.by_ids(tx, match.contest.sides):
        if entering_store.is_wanted(tx, entrant.entrant_id, entrant.person_id):
            told = MatchLetter(promised.message.contest_id)
            tell_member(tx, promised.guild_id, entrant.person_id, told)
