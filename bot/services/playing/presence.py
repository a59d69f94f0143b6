"""Being there: the call that starts both clocks, the press that ends one, and what absence costs (AIJE-D01-5.4)."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from bot.domain.announcements import Delivery, Promise
from bot.domain.contests import NOTHING_MORE, ResultKind
from bot.domain.deadlines import CLICKS_IN_FLIGHT
from bot.domain.ids import ContestId, PersonId
from bot.domain.permissions import Act
from bot.domain.playing.absence_clocks import games_each
from bot.domain.playing.lateness import only_the_clock_runs
from bot.domain.playing.match_state import MatchPhase, both_have_lost, has_lost, score_so_far, side_lost_by_absence
from bot.domain.playing.match_steps import both_lose_at
from bot.domain.playing.match_views import Arrival
from bot.domain.playing.matches import ReportAnswer
from bot.domain.playing.sayings import BothAbsent, MatchCalled
from bot.domain.playing.summons import Matter, MatterKind
from bot.errors import AlreadyDone, NotNow, NotYours, UserError
from bot.services import access, recusal, summons
from bot.services.playing import double_losses, matches
from bot.services.playing.followed import Followed
from bot.services.playing.hooks import MATCH_HOOKS, Coming
from bot.services.playing.match_reading import view_as_left, view_of
from bot.services.playing.matches import MatchIsOver, SeatedOut, refuse_suspended
from bot.services.speaking import tell_match
from bot.services.timetable import contest_subject
from bot.services.wishes import repeatable
from bot.storage import absence_clocks, contests, outbox
from bot.storage.context import ActorTx, Query, Tx


class LostByAbsence(UserError):
    """The person came after the absence had cost the whole match."""

    score: str


class BothStayedAway(UserError):
    """Neither side came in time: the arbiter decides how it goes on."""


def start_clocks(tx: Tx, promised: Promise[MatchCalled], delivery: Delivery) -> None:
    """Starts both clocks when the players could read the call; a card that is only posted anew starts nothing."""
    contest_id = promised.saying.contest_id
    followed = matches.load(tx, contest_id)
    if followed is None or followed.match.contest.called_at is not None or followed.match.contest.result is not None:
        return
    contests.note_called(tx, contest_id, delivery.delivered_at)
    there = {clock.side for clock in followed.match.clocks}
    for side in range(len(followed.match.contest.sides)):
        if side in followed.match.away or side in there:
            continue
        absence_clocks.start(tx, contest_id, side, delivery.delivered_at, followed.match.running)
    matches.reschedule_own(tx, followed)


def here(tx: ActorTx, contest_id: ContestId) -> Arrival:
    """Notes that who pressed is there, by the moment of the press; who comes late plays on from the score so far."""
    followed = matches.find(tx, tx.guild_id, contest_id)
    person = access.recognise(tx)
    side = matches.side_of(tx, followed.match, person.person_id)
    if side is None:
        raise NotYours
    _refuse_the_loser(followed, side)
    if side in followed.match.away and followed.match.contest.result is None:
        raise SeatedOut
    _refuse_kept_away(tx, followed, side, tx.pressed_at)
    if _is_being_called(tx, followed):
        return _arrive_before_the_call(tx, followed, side, person.person_id)
    matches.refuse_not_in_play(followed)
    refuse_suspended(followed)
    return _comes(tx, followed, Coming(side, person.person_id, tx.pressed_at, is_own=True))


@repeatable
def mark_present(tx: ActorTx, contest_id: ContestId, side: int) -> Arrival:
    """The arbiter sees that a side is there and stops its clock; once both lost all, that it was there all along."""
    followed = matches.in_play(tx, tx.guild_id, contest_id)
    person = access.recognise(tx)
    matches.require(tx, person, Act.STOP_MATCH, followed.match)
    if matches.side_of(tx, followed.match, person.person_id) == side:
        recusal.refuse_while_waited_for(tx, person.person_id, Act.STOP_MATCH, followed.tournament)
    refuse_suspended(followed)
    _refuse_kept_away(tx, followed, side, tx.pressed_at)
    if followed.state(tx.now).phase is MatchPhase.UNDECIDED:
        absence_clocks.was_there(tx, contest_id, side)
        matches.record(tx, followed, "was_there", person.person_id, side=str(side))
        return _note(tx, followed, side, 0)
    return _comes(tx, followed, Coming(side, person.person_id, tx.pressed_at, is_own=False))


@repeatable
def wait_for(tx: ActorTx, contest_id: ContestId, side: int) -> Arrival:
    """The arbiter notes that a side is missing between games: its clock starts again, from the score so far."""
    followed = matches.in_play(tx, tx.guild_id, contest_id)
    person = access.recognise(tx)
    matches.require(tx, person, Act.STOP_MATCH, followed.match)
    refuse_suspended(followed)
    state, rulebook = followed.state(tx.now), followed.tournament.rulebook
    begun = state.phase is MatchPhase.PLAYING and only_the_clock_runs(followed.match.contest, rulebook)
    # Once games are told one by one, an absent player's next game is the arbiters' to award (AIJE-D03-5).
    told = any(one.has_told_games(tx, followed) for one in MATCH_HOOKS.of(rulebook))
    if followed.match.report is not None or begun or told:
        raise NotNow
    score = state.score
    if not absence_clocks.start(tx, contest_id, side, tx.now, score):
        raise AlreadyDone
    matches.record(tx, followed, "wait_for", person.person_id, side=str(side))
    return _note(tx, followed, side, 0)


def lose_game(tx: Tx, followed: Followed) -> None:
    """Takes the step of a lost game: the card shows it; when nothing is left to lose, the match is settled."""
    # Only what was lost before the grace for clicks counts here: a press of the last seconds may be on its way.
    heard = tx.now - CLICKS_IN_FLIGHT
    rules = followed.tournament.rulebook.matches
    tx.touch(contest_subject(followed.contest_id))
    if side_lost_by_absence(followed.match, heard, rules, followed.outages) is not None:
        _settle_walkover(tx, followed, heard)
        return
    if both_have_lost(followed.match, heard, rules, followed.outages):
        _ask_arbiter(tx, followed)
    matches.reschedule_own(tx, followed)


def lose_both(tx: Tx, followed: Followed) -> None:
    """Takes the step of a match to which neither side came and that nobody has decided: both lose it."""
    at = both_lose_at(followed.match, followed.tournament.rulebook, followed.outages)
    if at is None or tx.now < at + CLICKS_IN_FLIGHT:
        matches.reschedule_own(tx, followed)
        return
    tx.touch(contest_subject(followed.contest_id))
    result = double_losses.by_absence(tx, followed)
    matches.settle_as(tx, followed, result, ReportAnswer.OVERRULED, None, None)


def decides(followed: Followed, now: datetime) -> bool:
    """Whether the step of a lost game settles the match at the moment, or ends its clocks; else it shows the game."""
    heard, rules = now - CLICKS_IN_FLIGHT, followed.tournament.rulebook.matches
    return side_lost_by_absence(followed.match, heard, rules, followed.outages) is not None or both_have_lost(
        followed.match, heard, rules, followed.outages
    )


def _refuse_kept_away(tx: Query, followed: Followed, side: int, at: datetime) -> None:
    for one in MATCH_HOOKS.of(followed.tournament.rulebook):
        one.keeps_away(tx, followed, side, at)


def _comes(tx: Tx, followed: Followed, coming: Coming) -> Arrival:
    if any(one.comes(tx, followed, coming) for one in MATCH_HOOKS.of(followed.tournament.rulebook)):
        return Arrival(view_of(tx, followed.contest_id, tx.now), coming.side, 0, newly=True)
    return _arrive(tx, followed, coming.side, coming.at, coming.by)


def _arrive(tx: Tx, followed: Followed, side: int, at: datetime, by: PersonId) -> Arrival:
    rules, target = followed.tournament.rulebook.matches, followed.match.contest.target
    running = next((clock for clock in followed.match.clocks if clock.side == side and clock.ended_at is None), None)
    if running is None:
        if followed.state(at).phase is MatchPhase.UNDECIDED:
            raise BothStayedAway
        return Arrival(view_as_left(tx, followed), side, 0, newly=False)
    if not followed.at_table and has_lost(followed.match, side, at, rules, followed.outages):
        _refuse_late(followed, at)
    absence_clocks.end(tx, followed.contest_id, side, at)
    matches.record(tx, followed, "here", by, side=str(side))
    lost = 0 if followed.at_table else games_each(running, at, rules, target, followed.outages)
    return _note(tx, followed, side, lost)


def _note(tx: Tx, followed: Followed, side: int, lost: int) -> Arrival:
    left = matches.reschedule_own(tx, followed)
    return Arrival(view_as_left(tx, left), side, lost, newly=True)


def _is_being_called(tx: Query, followed: Followed) -> bool:
    """Whether the call is decided and on its way, whatever Discord has made of it so far."""
    contest = followed.match.contest
    stands = contest.called_at is None and contest.result is None and followed.match.voided_at is None
    over = followed.tournament.cancelled_at is not None or followed.tournament.ended_at is not None
    return stands and not over and outbox.is_on_its_way(tx, MatchCalled, followed.contest_id)


def _arrive_before_the_call(tx: Tx, followed: Followed, side: int, by: PersonId) -> Arrival:
    """Who comes from another card, while Discord holds up the call, is there: no clock starts for that side."""
    newly = all(clock.side != side for clock in followed.match.clocks)
    if newly:
        absence_clocks.start(tx, followed.contest_id, side, tx.now, followed.match.running)
        absence_clocks.end(tx, followed.contest_id, side, tx.now)
        matches.record(tx, followed, "here", by, side=str(side))
    return Arrival(view_of(tx, followed.contest_id, tx.now), side, 0, newly=newly)


def _refuse_late(followed: Followed, at: datetime) -> None:
    rules = followed.tournament.rulebook.matches
    if both_have_lost(followed.match, at, rules, followed.outages):
        raise BothStayedAway
    raise LostByAbsence(score=matches.score_words(score_so_far(followed.match, at, rules, followed.outages)))


def _refuse_the_loser(followed: Followed, side: int) -> None:
    result = followed.match.contest.result
    if result is None:
        return
    score = matches.result_words(result)
    if result.kind is ResultKind.WALKOVER and result.score[side] < max(result.score):
        raise LostByAbsence(score=score)
    raise MatchIsOver(score=score)


def _settle_walkover(tx: Tx, followed: Followed, at: datetime) -> None:
    state = followed.state(at)
    made = matches.result_of(followed, state.score, NOTHING_MORE, state.walkover, ResultKind.WALKOVER, tx.now)
    since = (one.walked_over_at(tx, followed) for one in MATCH_HOOKS.of(followed.tournament.rulebook))
    result = replace(made, reported_at=next((moment for moment in since if moment is not None), None))
    matches.settle_as(tx, followed, result, ReportAnswer.OVERRULED, None, None)


def _ask_arbiter(tx: Tx, followed: Followed) -> None:
    """Stops the clocks, which have nothing left to take, and asks who decides the match.

    Where no arbiter follows the match and the event has no chief, who runs the event is called.
    """
    asked = [
        absence_clocks.end(tx, followed.contest_id, clock.side, tx.now)
        for clock in followed.match.clocks
        if clock.ended_at is None
    ]
    if asked and matches.has_officials(tx, followed):
        tell_match(tx, followed.tournament, BothAbsent(followed.contest_id))
        matches.reschedule_own(tx, followed)
    elif asked:
        stopped = matches.reschedule_own(tx, followed)
        ends = both_lose_at(stopped.match, stopped.tournament.rulebook, stopped.outages)
        about = contest_subject(followed.contest_id)
        matter = Matter(MatterKind.BOTH_ABSENT, about, stopped.tournament.tournament_id, ends)
        summons.call(tx, stopped.tournament.guild_id, matter)
