"""A match of a ladder that nobody reports: both are reminded, and in time its challenge counts for nobody."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from bot import wiring
from bot.features.ladder import model as ladder_model
from bot.features.ladder import verbs as ladder_verbs
from bot.features.ladder.model import ChallengeVoided, ReportClock, ScoreWanted
from bot.features.ladder.verbs import UNREPORTED
from bot.features.playing import adjourning_verbs as playing_adjourning_verbs
from bot.features.playing import outage_verbs as playing_outage_verbs
from bot.features.playing import presence_verbs as playing_presence_verbs
from bot.features.playing import reporting_verbs as playing_reporting_verbs
from bot.features.playing import ruling_verbs as playing_ruling_verbs
from bot.features.playing import store as playing_store
from bot.features.playing.match_views_model import MatchView
from bot.features.playing.reading_verbs import match_view
from bot.features.tournaments.facts_verbs import contest_subject
from bot.features.tournaments.promises_model import ContestVoided, MatchCalled
from bot.kernel import outbox
from bot.kernel import time_store as kernel_time_store
from bot.kernel.ids import ChannelId, ContestId, MessageId
from bot.kernel.outages import CLICKS_IN_FLIGHT, Step
from bot.kernel.promises import Delivery
from bot.play.contests import Contest, ResultKind
from bot.play.entries import Phase, Tournament, phase
from bot.play.matches import MatchPhase
from bot.rulebooks.library import preset
from tests.features.ladder.test_challenging import LADDER, PLAYERS, begin, challenge, entrant, order
from tests.hall.arena_hall import found
from tests.hall.hall import PLAYERLESS, Hall
from tests.hall.outages import wake_up
from tests.refusals import refuses

WITHIN, REST = timedelta(minutes=45), timedelta(minutes=15)
SECOND = timedelta(seconds=1)


@pytest.fixture
def hall() -> Iterator[Hall]:
    hall = Hall()
    yield hall
    hall.close()


class Pair:
    """Two of a ladder whose match was called a moment ago."""

    def __init__(self, hall: Hall, tournament: Tournament, contest: Contest, members: tuple[int, int]) -> None:
        self.hall, self.tournament, self.contest_id, self.members = hall, tournament, contest.contest_id, members
        self.holds_up_reminders = False
        deliver(hall)

    @property
    def view(self) -> MatchView:
        return found(self.hall.ask(match_view, self.contest_id, self.hall.now))

    @property
    def clock(self) -> ReportClock:
        return found(self.view.part(ReportClock))

    def come(self, *sides: int) -> None:
        for side in sides or (0, 1):
            self.hall.act(self.hall.actor(self.members[side]), playing_presence_verbs.here, self.contest_id)

    def report(self, side: int = 0) -> None:
        self.hall.act(self.hall.actor(self.members[side]), playing_reporting_verbs.report, self.contest_id, (2, 0))

    def wait(self, **length: float) -> None:
        """Time passes with the match's own steps, and Discord takes every message but a reminder that it holds up."""
        end = self.hall.now + timedelta(**length)
        while mine := [
            one for one in self.hall.ask(kernel_time_store.due_deadlines, end, 100) if one.subject == subject(self)
        ]:
            self.hall.now = max(self.hall.now, mine[0].due_at)
            self.hall.do(wiring.take, mine[0])
            if not self.holds_up_reminders:
                deliver(self.hall, ScoreWanted)
        self.hall.now = end

    def is_void(self) -> bool:
        return self.view.state.phase is MatchPhase.VOID

    def due(self, step: Step) -> datetime:
        return self.hall.ask(kernel_time_store.deadlines_of_subject, subject(self))[step]


def subject(pair: Pair) -> str:
    return contest_subject(pair.contest_id)


def deliver(hall: Hall, *kinds: type) -> None:
    for promise in hall.ask(outbox.waiting, 1000):
        if isinstance(promise.message, kinds or (MatchCalled,)):
            where = Delivery(promise.outbox_id, ChannelId(7), MessageId(hash(promise.outbox_id) % 10**9), hall.now)
            hall.do(wiring.note_delivery, where)


def pair_of(hall: Hall, tournament: Tournament | None = None) -> Pair:
    tournament = tournament or begin(hall)
    above, below = order(hall, tournament)[1:3]
    return Pair(hall, tournament, challenge(hall, tournament, below, above), (below, above))


def playing(hall: Hall) -> Pair:
    pair = pair_of(hall)
    pair.come()
    return pair


def test_both_are_reminded_and_in_the_end_the_match_is_void_and_both_are_free(hall: Hall) -> None:
    pair = playing(hall)
    pair.wait(minutes=29)
    assert hall.promised(ScoreWanted, pair.contest_id) == []
    pair.wait(minutes=2)
    assert len(hall.promised(ScoreWanted, pair.contest_id)) == 1
    pair.wait(minutes=14)
    assert not pair.is_void()
    pair.wait(seconds=3)
    assert pair.is_void()
    assert hall.promised(ChallengeVoided, pair.contest_id)
    assert not hall.promised(ContestVoided, pair.contest_id)
    known = hall.ask(playing_store.all_voided, pair.tournament.tournament_id)
    assert known[pair.contest_id][1] == UNREPORTED
    with refuses("error.MatchWasVoided"):
        pair.report()


def test_a_void_challenge_counts_for_nobody_and_its_number_is_not_given_again(hall: Hall) -> None:
    pair = playing(hall)
    places = order(hall, pair.tournament)
    pair.wait(minutes=46)
    below, above = pair.members
    again = hall.act(
        hall.actor(below),
        ladder_verbs.challenge,
        pair.tournament.tournament_id,
        entrant(hall, pair.tournament, above),
    )
    assert again.number == 2
    assert order(hall, pair.tournament) == places


def test_a_match_without_the_setting_waits_for_its_result(hall: Hall) -> None:
    rules = replace(found(LADDER.ladder), report_within=None)
    pair = pair_of(hall, hall.begin(hall.announce(replace(LADDER, ladder=rules)), *PLAYERS))
    pair.come()
    pair.wait(hours=9)
    assert not pair.is_void()
    assert pair.view.part(ReportClock) is None


def test_nothing_is_void_whose_call_nobody_could_read(hall: Hall) -> None:
    tournament = begin(hall)
    above, below = order(hall, tournament)[1:3]
    contest = challenge(hall, tournament, below, above)
    assert set(hall.ask(kernel_time_store.deadlines_of_subject, contest_subject(contest.contest_id))) == {
        Step.TELL_STILL
    }


def test_the_time_starts_anew_when_the_late_player_comes_and_never_runs_before(hall: Hall) -> None:
    pair = pair_of(hall)
    pair.come(0)
    pair.wait(minutes=15)
    assert pair.view.part(ReportClock) is None
    pair.come(1)
    assert pair.clock.void_at == hall.now + WITHIN
    pair.come(0)
    pair.wait(minutes=44)
    assert not pair.is_void()


def test_an_open_report_keeps_the_match_and_a_dispute_too(hall: Hall) -> None:
    pair = playing(hall)
    pair.wait(minutes=44)
    pair.report()
    assert pair.view.part(ReportClock) is None
    hall.act(
        hall.actor(pair.members[1]),
        playing_reporting_verbs.dispute,
        pair.contest_id,
        found(pair.view.match.report).report_id,
        "No",
    )
    pair.wait(hours=9)
    assert pair.view.state.phase is MatchPhase.DISPUTED


def test_a_click_that_was_made_before_the_end_counts(hall: Hall) -> None:
    pair = playing(hall)
    end = pair.clock.void_at
    pair.wait(minutes=45, seconds=2)
    late = replace(hall.actor(pair.members[0]), at=end - SECOND)
    hall.act(late, playing_reporting_verbs.report, pair.contest_id, (2, 0))
    pair.wait(seconds=5)
    assert pair.view.state.phase is MatchPhase.REPORTED
    assert pair.due(Step.LET_STAND)


def test_a_stopped_match_is_never_void_and_has_its_whole_time_once_it_goes_on(hall: Hall) -> None:
    pair = playing(hall)
    pair.wait(minutes=31)
    hall.act(hall.actor(PLAYERLESS), playing_ruling_verbs.suspend, pair.contest_id, "Power cut")
    assert pair.view.part(ReportClock) is None
    pair.wait(hours=2)
    hall.act(hall.actor(PLAYERLESS), playing_ruling_verbs.resume, pair.contest_id)
    assert pair.clock.void_at == hall.now + WITHIN
    pair.wait(minutes=31)
    assert len(hall.promised(ScoreWanted, pair.contest_id)) == 2
    pair.wait(minutes=15)
    assert pair.is_void()


def test_a_report_that_was_closed_without_a_result_gives_the_whole_time_again(hall: Hall) -> None:
    pair = playing(hall)
    pair.wait(minutes=40)
    pair.report()
    hall.act(hall.actor(PLAYERLESS), playing_ruling_verbs.suspend, pair.contest_id, "Wait")
    hall.act(hall.actor(PLAYERLESS), playing_ruling_verbs.resume, pair.contest_id)
    assert timedelta() <= pair.clock.void_at - (hall.now + WITHIN) < SECOND


def test_a_match_that_is_annulled_has_its_whole_time_after_its_new_call(hall: Hall) -> None:
    pair = playing(hall)
    pair.wait(minutes=40)
    hall.act(hall.actor(PLAYERLESS), playing_ruling_verbs.annul_match, pair.contest_id, "Wrong rules")
    assert pair.view.part(ReportClock) is None
    deliver(hall)
    pair.come()
    assert pair.clock.void_at == hall.now + WITHIN


def test_an_outage_and_a_pause_are_not_counted(hall: Hall) -> None:
    pair = playing(hall)
    end = pair.clock.void_at
    hall.do(playing_outage_verbs.note_alive)
    hall.now += timedelta(minutes=20)
    hall.do(wake_up)
    assert pair.due(Step.VOID_UNREPORTED) == end + timedelta(minutes=20) + CLICKS_IN_FLIGHT
    hall.act(hall.actor(PLAYERLESS), playing_adjourning_verbs.pause, pair.tournament.tournament_id, "No power", None)
    hall.now += timedelta(minutes=30)
    hall.act(hall.actor(PLAYERLESS), playing_adjourning_verbs.resume, pair.tournament.tournament_id)
    assert pair.due(Step.VOID_UNREPORTED) == end + timedelta(minutes=50) + CLICKS_IN_FLIGHT
    assert pair.due(Step.REMIND_REPORT) == end - REST + timedelta(minutes=50)


def test_a_reminder_that_nobody_could_read_voids_nothing(hall: Hall) -> None:
    pair = playing(hall)
    pair.holds_up_reminders = True
    pair.wait(hours=3)
    assert not pair.is_void()
    assert len(hall.promised(ScoreWanted, pair.contest_id)) == 1
    deliver(hall, ScoreWanted)
    assert pair.clock.void_at == hall.now + REST
    pair.wait(minutes=16)
    assert pair.is_void()


def test_two_who_never_came_are_asked_for_no_score_and_are_free_in_the_end(hall: Hall) -> None:
    pair = pair_of(hall)
    pair.wait(minutes=30)
    assert pair.view.state.phase is MatchPhase.UNDECIDED
    pair.wait(minutes=46)
    result = pair.view.contest.result
    assert result is not None
    assert result.kind is ResultKind.DOUBLE_WALKOVER
    assert hall.promised(ScoreWanted, pair.contest_id) == []


def test_the_void_of_the_last_match_after_the_time_ends_the_ladder(hall: Hall) -> None:
    tournament = begin(hall)
    hall.now += timedelta(hours=2, minutes=50)
    pair = pair_of(hall, tournament)
    pair.come()
    pair.wait(minutes=46)
    assert phase(hall.load(tournament)) is Phase.OVER


def test_a_step_that_comes_twice_or_for_a_settled_match_changes_nothing(hall: Hall) -> None:
    pair = playing(hall)
    pair.wait(minutes=31)
    (step,) = (
        one for one in hall.ask(kernel_time_store.due_deadlines, hall.now + WITHIN, 100) if one.subject == subject(pair)
    )
    pair.report()
    hall.act(
        hall.actor(pair.members[1]),
        playing_reporting_verbs.confirm,
        pair.contest_id,
        found(pair.view.match.report).report_id,
    )
    hall.now += WITHIN
    hall.do(wiring.take, step)
    assert pair.view.state.phase is MatchPhase.SETTLED
    assert hall.promised(ChallengeVoided, ContestId(pair.contest_id)) == []


@pytest.mark.parametrize("within", [timedelta(seconds=1), timedelta(seconds=10), timedelta(minutes=45)])
def test_both_are_reminded_at_a_moment_that_a_clock_can_ring_at(within: timedelta) -> None:
    """A moment between two milliseconds was stored before itself, and its step came too early without end."""
    since = datetime(2026, 1, 1, tzinfo=UTC)
    clock = ladder_model.clock_from(since, within, preset("ladder"), (), reminded_at=None, to_players=True)
    assert clock.remind_at.microsecond % 1000 == 0
    assert since < clock.remind_at < clock.void_at == since + within
