"""An event at tables of three in the hall: who sits where, who tells what, and who is missing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import timedelta
from typing import TypeVar

from bot import wiring
from bot.features.playing import presence_verbs as playing_presence_verbs
from bot.features.playing import reading_verbs as playing_reading_verbs
from bot.features.playing import reporting_verbs as playing_reporting_verbs
from bot.features.playing import ruling_verbs as playing_ruling_verbs
from bot.features.playing import store as playing_store
from bot.features.playing.match_views_model import MatchView, Reported
from bot.features.playing.verbs import load
from bot.features.tables import verbs as tables_verbs
from bot.features.tables.model import marks
from bot.features.tournaments.promises_model import MatchCalled
from bot.kernel.ids import ChannelId, MemberId, MessageId
from bot.kernel.promises import Delivery, Message, Promise
from bot.people import store as people_store
from bot.play.contests import NOTHING_MORE, Contest, Particulars, Result, Stage
from bot.play.entries import Tournament
from bot.rulebooks.library import preset
from tests.hall.hall import GUILD, Hall

EDGE = replace(preset("on-the-edge"), deck=None)
"""The rulebook without its decks, which have tests of their own."""
ORGANISER = 1
T = TypeVar("T")


class Edge:
    """The event, and verbs by the number of a side."""

    def __init__(self, hall: Hall, players: int, rulebook=EDGE) -> None:
        self.hall = hall
        self.tournament: Tournament = hall.begin(hall.announce(rulebook), *range(2, 2 + players))

    def contests(self) -> list[Contest]:
        return self.hall.ask(playing_store.of_tournament, self.tournament.tournament_id)

    def open(self) -> list[Contest]:
        return [one for one in self.contests() if one.result is None and len(one.sides) > 1]

    def member(self, contest: Contest, side: int) -> int:
        person_id = self.hall.people_of(self.tournament, contest)[side]
        person = self.hall.ask(people_store.load, person_id)
        assert person is not None
        assert person.discord_id is not None
        return int(person.discord_id)

    def view(self, contest: Contest) -> MatchView:
        return self.hall.ask(playing_reading_verbs.view_of, contest.contest_id, self.hall.now)

    def call(self, contest: Contest) -> None:
        """Delivers the call."""
        for promise in self.hall.promised(MatchCalled, contest.contest_id):
            self.deliver(promise)

    def deliver(self, promise: Promise[Message]) -> None:
        delivery = Delivery(
            promise.outbox_id, ChannelId(1), MessageId(int(promise.outbox_id, 36) % 10**9), self.hall.now
        )
        self.hall.do(wiring.note_delivery, delivery)

    def here(self, contest: Contest, *sides: int) -> None:
        for side in sides:
            self.hall.act(self.actor(contest, side), playing_presence_verbs.here, contest.contest_id)

    def actor(self, contest: Contest, side: int):
        return self.hall.actor(self.member(contest, side))

    def seat(self, contest: Contest) -> None:
        """Everybody is called and comes."""
        self.call(contest)
        self.here(contest, *range(len(contest.sides)))

    def report(self, contest: Contest, by: int, won: Sequence[int], *influence: int) -> Reported:
        score = marks(won, len(contest.sides))
        told = Particulars(influence=influence) if influence else NOTHING_MORE
        return self.hall.act(self.actor(contest, by), playing_reporting_verbs.report, contest.contest_id, score, told)

    def confirm(self, contest: Contest, by: int) -> None:
        report = self.view(contest).match.report
        assert report is not None
        self.hall.act(self.actor(contest, by), playing_reporting_verbs.confirm, contest.contest_id, report.report_id)

    def rule(self, contest: Contest, won: Sequence[int], *influence: int, why: str | None = None) -> Reported:
        score = marks(won, len(contest.sides))
        told = Particulars(influence=influence) if influence else NOTHING_MORE
        return self.hall.act(
            self.hall.actor(ORGANISER), playing_ruling_verbs.rule, contest.contest_id, score, why, told
        )

    def play(self, contest: Contest, won: int = 0, influence: Sequence[int] | None = None) -> None:
        """A whole game: all come, one reports, another confirms."""
        self.hall.now += timedelta(minutes=1)
        self.seat(contest)
        if contest.stage is Stage.PLAY_OFF:
            match_context = self.hall.ask(load, contest.contest_id)
            assert match_context is not None
            through = range(self.hall.ask(tables_verbs.leave, match_context))
            self.report(contest, 0, list(through))
        else:
            told = influence or [16 if side == won else 5 - side for side in range(len(contest.sides))]
            self.report(contest, 0, [won], *told)
        self.confirm(contest, 1)

    def play_out(self, choose: Callable[[Contest], int] = lambda _: 0) -> Tournament:
        while waiting := self.open():
            self.play(waiting[0], choose(waiting[0]))
        self.tournament = self.hall.load(self.tournament)
        return self.tournament

    def result(self, contest: Contest) -> Result:
        found = next(one for one in self.contests() if one.contest_id == contest.contest_id).result
        assert found is not None
        return found


def found(value: T | None) -> T:
    """The value, which has to be there."""
    assert value is not None
    return value


def three(edge: Edge) -> Contest:
    """The table of three of the first round."""
    return next(one for one in edge.open() if len(one.sides) == 3)


def four(edge: Edge) -> Contest:
    """The first table of four."""
    return next(one for one in edge.open() if len(one.sides) == 4)


__all__ = ["EDGE", "GUILD", "Edge", "MemberId", "found", "four", "three"]
