"""The days of a match: opened when it is paired, told, reminded of, and at the end its call or what else there is."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime

from bot.domain.announcements import Delivery, Promise
from bot.domain.community import Place
from bot.domain.contests import NOTHING_MORE, Contest, ResultKind, Score
from bot.domain.deadlines import CLICKS_IN_FLIGHT, Step
from bot.domain.events.tournament import Tournament
from bot.domain.ids import ContestId, TournamentId
from bot.domain.match_times.arrangement import ABSENT, TimeEnd
from bot.domain.match_times.sayings import (
    MatchInCalendar,
    MatchOpened,
    MatchSoon,
    RoundOpened,
    SilentSideLost,
    TimeFixed,
    TimeMissed,
    TimeProposed,
    TimeUndecided,
    TimeWanted,
)
from bot.domain.playing.matches import ReportAnswer
from bot.domain.playing.sayings import MatchCalled
from bot.domain.playing.summons import MatterKind
from bot.domain.sayings import OfContest
from bot.services import summons
from bot.services.events import calling, event
from bot.services.following import stand
from bot.services.match_times import talks
from bot.services.match_times.talks import Talk, time_subject
from bot.services.playing import matches
from bot.services.speaking import promise, tell_match
from bot.storage import contests, event_pauses, match_times, outbox, panels, tournaments
from bot.storage.context import Query, Tx


def held_back(tx: Query, tournament: Tournament, in_force: Sequence[Contest], now: datetime) -> Collection[ContestId]:
    """The matches that are not called yet: all but those whose time has come."""
    calendar = talks.calendar_of(tx, tournament)
    waiting = match_times.waiting(tx, tournament.tournament_id)
    due = {one.contest_id for one in waiting if calendar.is_due(one, now)}
    return frozenset(one.contest_id for one in in_force if one.contest_id not in due)


def next_round_waits(tx: Query, tournament: Tournament, now: datetime) -> bool:
    """Whether the days of the round so far go on, and the rulebook has the next one wait for their end."""
    end = talks.rounds_end(tx, tournament)
    return end is not None and now < end


def carry_on(tx: Tx, tournament: Tournament) -> None:
    """Closes what is called, settled or gone, and opens the matches that were paired; harmless at any time."""
    tournament_id = tournament.tournament_id
    for contest_id in match_times.to_close(tx, tournament_id):
        _close(tx, contest_id)
    if calling.may_call(tournament, tx.now) and event_pauses.running(tx, tournament_id) is None:
        _open_paired(tx, tournament)


def close_all(tx: Tx, tournament: Tournament) -> None:
    """Nothing of the event is agreed on any more: it was called off."""
    for contest_id in match_times.open_of(tx, tournament.tournament_id):
        _close(tx, contest_id)
    talks.rewrite_rounds(tx, tournament)


def note_opened(tx: Tx, promised: Promise[MatchOpened], delivery: Delivery) -> None:
    """The message about a match was delivered: it is the panel, and the days count from here on."""
    contest_id = promised.saying.contest_id
    stand(tx, promised, delivery, time_subject(contest_id))
    if match_times.note_told(tx, contest_id, delivery.delivered_at):
        talks.rewrite(tx, contest_id, tx.now)
        panels.mark_stale(tx, time_subject(contest_id), tx.now)
        if (talk := talks.load(tx, contest_id)) is not None:
            talks.rewrite_rounds(tx, talk.tournament)


def note_proposed(tx: Tx, promised: Promise[TimeProposed], delivery: Delivery) -> None:
    """The other side can have read the proposal: its time to answer counts from here on."""
    if match_times.note_proposal_told(tx, promised.saying.proposal, delivery.delivered_at):
        refresh(tx, promised.saying.contest_id)


def note_fixed(tx: Tx, promised: Promise[TimeFixed], delivery: Delivery) -> None:
    """Both sides can have read the time; where it has come meanwhile, the match is called."""
    told = promised.saying
    if match_times.note_time_told(tx, told.contest_id, told.number, delivery.delivered_at):
        talk = talks.load(tx, told.contest_id)
        if talk is not None and talk.goes_on and talk.calendar.is_due(talk.arrangement, tx.now):
            event.proceed(tx, talk.tournament.tournament_id)


def note_called(tx: Tx, promised: Promise[MatchCalled], _: Delivery) -> None:
    """The match has a card of its own now, to which this one leads."""
    panels.mark_stale(tx, time_subject(promised.saying.contest_id), tx.now)


def refresh(tx: Tx, contest_id: ContestId) -> None:
    """What is due, and what the card shows, after something has changed about the time of a match."""
    talks.rewrite(tx, contest_id, tx.now)
    panels.mark_stale(tx, time_subject(contest_id), tx.now)


def take(tx: Tx, contest_id: ContestId, step: Step) -> None:
    """Takes a step of a match whose time is looked for or waited for; of any other it takes none."""
    talk = talks.load(tx, contest_id)
    if talk is None or not talk.goes_on:
        return
    match step:
        case Step.REMIND_MATCH:
            _remind(tx, talk)
        case Step.REMIND_ROUND:
            if talk.arrangement.time is None:
                _say(tx, talk, TimeWanted(contest_id))
        case Step.CALL_MATCH:
            event.proceed(tx, talk.tournament.tournament_id)
        case Step.MISS_TIME:
            _miss(tx, talk)
        case Step.END_ROUND:
            _end(tx, talk)
        case _:
            raise LookupError(f"the time of a match has no step {step}")
    refresh(tx, contest_id)


def take_round(tx: Tx, tournament_id: TournamentId) -> None:
    """The days of a round are over, or were moved by an outage or a pause; the next one begins."""
    tournament = tournaments.load(tx, tournament_id)
    if tournament is not None and next_round_waits(tx, tournament, tx.now):
        talks.rewrite_rounds(tx, tournament)
    elif tournament is not None:
        event.proceed(tx, tournament_id)


def after_pause(tx: Tx, tournament: Tournament, now: datetime) -> None:
    """Every window of the event is worked out anew."""
    for contest_id in match_times.open_of(tx, tournament.tournament_id):
        talks.rewrite(tx, contest_id, now)
        panels.mark_stale(tx, time_subject(contest_id), now)
    talks.rewrite_rounds(tx, tournament)


def lose_by_silence(tx: Tx, talk: Talk, side: int) -> None:
    """The side has lost by absence, as by the clock of a match that it did not come to."""
    contest = talk.contest
    score = lost_by(contest, side)
    result = matches.result_of(talk.followed, score, NOTHING_MORE, score, ResultKind.WALKOVER, tx.now)
    _say(tx, talk, SilentSideLost(contest.contest_id, side))
    matches.settle_as(tx, talk.followed, result, ReportAnswer.OVERRULED, None, None)


def lost_by(contest: Contest, side: int) -> Score:
    """The score of a match that the side has lost without playing."""
    return (0, contest.target) if side == 0 else (contest.target, 0)


def _open_paired(tx: Tx, tournament: Tournament) -> None:
    rounds: set[int] = set()
    for contest_id in match_times.to_open(tx, tournament.tournament_id):
        match_times.open_window(tx, contest_id, tx.now)
        tell_match(tx, tournament, MatchOpened(contest_id))
        match = contests.load(tx, contest_id)
        rounds |= set() if match is None else {match.contest.round}
    said = {one.saying for one in outbox.all_promises(tx, RoundOpened, tournament.tournament_id)}
    for number in sorted(rounds):
        opened = RoundOpened(tournament.tournament_id, number, tournament.draw_number)
        if opened not in said:
            promise(tx, tournament.guild_id, Place.ANNOUNCEMENTS, opened)


def follow_in_calendar(tx: Tx, tournament: Tournament, contest_id: ContestId) -> None:
    """The entry of the match is made, moved or taken away, as its time is or was."""
    promise(tx, tournament.guild_id, Place.MATCHES, MatchInCalendar(contest_id))


def _close(tx: Tx, contest_id: ContestId) -> None:
    match_times.close(tx, contest_id, tx.now)
    talk = talks.load(tx, contest_id)
    if talk is not None and talk.arrangement.time is not None:
        follow_in_calendar(tx, talk.tournament, contest_id)
    refresh(tx, contest_id)


def _remind(tx: Tx, talk: Talk) -> None:
    time = talk.arrangement.time
    if time is not None and tx.now < time.at:
        _say(tx, talk, MatchSoon(talk.contest.contest_id, time.number))


def _miss(tx: Tx, talk: Talk) -> None:
    """Nobody can be expected to wait any more for a call that did not come: the two agree anew, at nobody's cost."""
    time, contest_id = talk.arrangement.time, talk.contest.contest_id
    if time is None or tx.now < time.at + talk.calendar.late_by:
        return
    match_times.end_time(tx, contest_id, TimeEnd.MISSED, tx.now, None)
    matches.record(tx, talk.followed, "miss_time", None)
    _say(tx, talk, TimeMissed(contest_id, time.number))
    follow_in_calendar(tx, talk.tournament, contest_id)


def _end(tx: Tx, talk: Talk) -> None:
    """The days are over: who is absent loses, and where that is not clear the organisers are asked, once."""
    heard, one, calendar = tx.now - CLICKS_IN_FLIGHT, talk.arrangement, talk.calendar
    closes, stuck = calendar.closes_at(one, heard), calendar.is_stuck(one, tx.now)
    if one.time is not None or one.asked_at is not None or closes is None or (heard < closes and not stuck):
        return
    outcome = calendar.outcome(one, heard)
    if outcome in ABSENT:
        lose_by_silence(tx, talk, ABSENT.index(outcome))
        return
    match_times.note_asked(tx, talk.contest.contest_id, tx.now)
    matches.record(tx, talk.followed, "ask_for_time", None, outcome=outcome.value)
    asked = TimeUndecided(talk.contest.contest_id, outcome)
    promise(tx, talk.tournament.guild_id, Place.COMMITTEE, asked)
    summons.call_to_match(tx, talk.tournament, MatterKind.TIME_UNDECIDED, talk.contest.contest_id)


def _say(tx: Tx, talk: Talk, saying: OfContest) -> None:
    tell_match(tx, talk.tournament, saying)
