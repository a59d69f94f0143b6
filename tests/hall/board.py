"""What tests of matches do again and again: have a match called, press, let time pass with its steps."""

from __future__ import annotations

from datetime import timedelta

from bot import wiring
from bot.features.playing import arbiters_verbs as playing_arbiters_verbs
from bot.features.playing import presence_verbs as playing_presence_verbs
from bot.features.playing import reporting_verbs as playing_reporting_verbs
from bot.features.playing import store as playing_store
from bot.features.playing.match_views_model import MatchView
from bot.features.playing.model import ConfirmReminder
from bot.features.playing.reading_verbs import match_view
from bot.features.tournaments.facts_verbs import contest_subject
from bot.features.tournaments.promises_model import MatchCalled
from bot.kernel import outbox
from bot.kernel import time_store as kernel_time_store
from bot.kernel.ids import Actor, ChannelId, ContestId, MessageId
from bot.kernel.promises import Delivery, K, Message, Promise
from bot.play.contests import Contest, Score, Stage
from bot.play.entries import Tournament
from bot.play.rulebook import Rulebook
from tests.hall.hall import Hall

ARBITER, OTHER_ARBITER, STRANGER = 50, 51, 60


class Board:
    """One match in play: the sides are members' numbers, in the order of the contest."""

    def __init__(self, hall: Hall, tournament: Tournament, contest_id: ContestId) -> None:
        self.hall = hall
        self.tournament = tournament
        self.contest_id = contest_id
        self.called_at = hall.now
        self.discord_takes_messages = True

    @property
    def view(self) -> MatchView:
        """What the card shows now."""
        view = self.hall.ask(match_view, self.contest_id, self.hall.now)
        assert view is not None
        return view

    @property
    def numbers(self) -> tuple[int, int]:
        """The members who play."""
        first, second = (int(player.discord_id or 0) for player in self.view.players)
        return first, second

    def actor(self, side: int) -> Actor:
        """The player of the side, pressing now."""
        return self.hall.actor(self.numbers[side])

    def here(self, *sides: int) -> None:
        """The players press I'm here."""
        for side in sides:
            self.hall.act(self.actor(side), playing_presence_verbs.here, self.contest_id)

    def report(self, side: int, score: Score) -> None:
        """The player reports a score."""
        self.hall.act(self.actor(side), playing_reporting_verbs.report, self.contest_id, score)

    def confirm(self, side: int) -> None:
        """The player confirms the score that stands on the card."""
        self.hall.act(self.actor(side), playing_reporting_verbs.confirm, self.contest_id, self.report_id)

    @property
    def report_id(self) -> str:
        """The open report's id."""
        assert self.view.match.report is not None
        return self.view.match.report.report_id

    def wait(self, *others: str, **length: float) -> None:
        """Lets time pass, taking the match's steps at their moments, and those of the other subjects."""
        until = self.hall.now + timedelta(**length)
        subjects = {contest_subject(self.contest_id), *others}
        while mine := [
            due for due in self.hall.ask(kernel_time_store.due_deadlines, until, 1000) if due.subject in subjects
        ]:
            self.hall.now = max(self.hall.now, mine[0].due_at)
            self.hall.do(wiring.take, mine[0])
            if self.discord_takes_messages:
                self.deliver(ConfirmReminder)
        self.hall.now = until

    def deliver(self, kind: type[Message]) -> None:
        """Has Discord take what was promised of that kind about the match."""
        for promise in self.said(kind):
            message = MessageId(int(self.hall.now.timestamp()))
            self.hall.do(wiring.note_delivery, Delivery(promise.outbox_id, ChannelId(7), message, self.hall.now))

    def said(self, kind: type[K]) -> list[Promise[K]]:
        """What was promised about the match."""
        return self.hall.ask(outbox.all_promises, kind, self.contest_id)


def deliver_calls(hall: Hall) -> None:
    """Has Discord take every call now, which starts the clocks."""
    for promise in hall.ask(outbox.waiting, 1000):
        if isinstance(promise.message, MatchCalled):
            message = MessageId(int(hall.now.timestamp()) + len(promise.subject))
            hall.do(wiring.note_delivery, Delivery(promise.outbox_id, ChannelId(7), message, hall.now))


def first_match(hall: Hall, *, players: int = 8, stage: Stage | None = None, rulebook: Rulebook | None = None) -> Board:
    """An event with an arbiter on duty and its first match, or the one of that stage, called a moment ago."""
    hall.arbiter(ARBITER)
    hall.act(hall.actor(ARBITER), playing_arbiters_verbs.go_on)
    tournament = hall.begin(hall.announce(rulebook), *range(2, 2 + players))
    contest = hall.play_out_until(tournament, stage) if stage else None
    hall.now += timedelta(seconds=1)
    deliver_calls(hall)
    called = contest or next(one for one in hall.open_contests(tournament) if assigned(hall, one))
    return Board(hall, tournament, called.contest_id)


def assigned(hall: Hall, contest: Contest) -> bool:
    """Whether the match was given to an arbiter."""
    match = hall.ask(playing_store.load, contest.contest_id)
    return match is not None and match.assigned_at is not None
