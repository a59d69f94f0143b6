"""What tests of matches with times of their own do again and again: a league is on, days pass, its people agree."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path

from bot import wiring
from bot.features.match_times import verbs as match_times_verbs
from bot.features.match_times.model import TimeProposal, TimesView
from bot.features.match_times.verbs import times_view
from bot.features.playing import outage_verbs as playing_outage_verbs
from bot.features.playing import store as playing_store
from bot.kernel import outbox
from bot.kernel import time_store as kernel_time_store
from bot.kernel.context import Query
from bot.kernel.ids import Actor, ChannelId, ContestId, MessageId
from bot.kernel.promises import Delivery, K, Message
from bot.play.contests import Contest, Result
from bot.play.entries import Tournament
from bot.play.rulebook import MatchTimesRules, Rulebook
from bot.rulebooks.library import preset
from tests.hall.hall import Hall
from tests.hall.outages import wake_up

DAY, HOUR = timedelta(days=1), timedelta(hours=1)
PLAYERS = (2, 3)


def league(**changed: object) -> Rulebook:
    """The preset, with other settings of its times; two may play it."""
    known = preset("weekly-league")
    rules = replace(known.match_times or MatchTimesRules(), **changed)  # type: ignore[arg-type]
    return replace(known, match_times=rules, minimum_entrants=2)


class Week:
    """A league whose first round is open; the first match of it, whose sides are 0 and 1."""

    def __init__(
        self, path: Path, rulebook: Rulebook | None = None, players: tuple[int, ...] = PLAYERS, *, told: bool = True
    ) -> None:
        self.hall = Hall(path / "arbiter.sqlite3")
        self.muted: set[type[Message]] = set()
        self.event: Tournament = self.hall.begin(self.hall.announce(rulebook or league()), *players)
        self.contest: Contest = self.hall.open_contests(self.event)[0]
        if told:
            self.deliver()

    @property
    def key(self) -> ContestId:
        """The match."""
        return self.contest.contest_id

    @property
    def view(self) -> TimesView:
        """What its card shows now."""
        view = self.hall.ask(times_view, self.key, self.hall.now)
        assert view is not None
        return view

    @property
    def result(self) -> Result | None:
        """The result of the match, once it has one."""
        match = self.hall.ask(playing_store.load, self.key)
        assert match is not None
        return match.contest.result

    @property
    def is_settled(self) -> bool:
        """Whether the match has a result."""
        return self.result is not None

    @property
    def called_at(self) -> datetime | None:
        """When it was called."""
        match = self.hall.ask(playing_store.load, self.key)
        assert match is not None
        return match.assigned_at

    def actor(self, side: int) -> Actor:
        """Who plays on that side, pressing now."""
        return self.hall.actor(int(self.view.players[side].discord_id or 0))

    def propose(self, side: int, ahead: timedelta, instead_of: TimeProposal | None = None) -> TimeProposal:
        """Proposes a time so far ahead, of which the other side is told at once."""
        at = self.hall.now + ahead
        before = {one.proposal_id for one in self.view.arrangement.proposals}
        key = None if instead_of is None else instead_of.proposal_id
        self.hall.act(self.actor(side), match_times_verbs.propose, self.key, at, key)
        self.deliver()
        return next(one for one in self.view.arrangement.proposals if one.proposal_id not in before)

    def accept(self, side: int, proposal: TimeProposal) -> None:
        """Accepts it."""
        self.hall.act(self.actor(side), match_times_verbs.accept, self.key, proposal.proposal_id)
        self.deliver()

    def decline(self, side: int, proposal: TimeProposal) -> None:
        """Declines it."""
        self.hall.act(self.actor(side), match_times_verbs.decline, self.key, proposal.proposal_id)
        self.deliver()

    def agree(self, ahead: timedelta) -> None:
        """The two agree on a time so far ahead."""
        self.accept(1, self.propose(0, ahead))

    def pass_time(self, length: timedelta) -> None:
        """Time passes, and every step on the way is taken."""
        self.hall.do(playing_outage_verbs.note_alive)
        end = self.hall.now + length
        while (due := self.hall.ask(kernel_time_store.earliest_deadline)) is not None and due <= end:
            self.hall.now = max(self.hall.now, due)
            self.take_due()
        self.hall.now = end
        self.hall.do(playing_outage_verbs.note_alive)

    def sleep(self, length: timedelta) -> None:
        """The bot is away, and then takes up what is due."""
        self.hall.do(playing_outage_verbs.note_alive)
        self.hall.now += length
        self.hall.do(wake_up)
        self.take_due()

    def take_due(self) -> None:
        """Takes every step whose moment has come."""
        while found := self.hall.ask(kernel_time_store.due_deadlines, self.hall.now, 100):
            for one in found:
                self.hall.do(wiring.take, one)
            self.deliver()

    def deliver(self) -> None:
        """Has Discord take all that waits to be said, but for what it does not take now."""
        for promise in self.hall.ask(outbox.waiting, 1000):
            if type(promise.message) in self.muted:
                continue
            message = MessageId(int(self.hall.now.timestamp()) * 1000 + len(promise.subject))
            self.hall.do(wiring.note_delivery, Delivery(promise.outbox_id, ChannelId(7), message, self.hall.now))

    def said(self, kind: type[K], subject: object = None) -> list[K]:
        """What was promised about the match, or about something else."""
        return [one.message for one in self.hall.promised(kind, self.key if subject is None else subject)]

    def steps(self) -> dict[str, datetime]:
        """What is due for the match's time."""
        return {
            str(kind): at
            for kind, at in self.hall.ask(kernel_time_store.deadlines_of_subject, f"match-time:{self.key}").items()
        }

    def do(self, verb: Callable[..., object], *given: object) -> object:
        """Has a service do something, and Discord tell it."""
        done = self.hall.do(verb, *given)
        self.deliver()
        return done

    def act(self, actor: Actor, verb: Callable[..., object], *given: object) -> object:
        """As `do`, for what somebody does."""
        done = self.hall.act(actor, verb, *given)
        self.deliver()
        return done

    def rows(self, sql: str) -> list[dict[str, object]]:
        """What stands in the file."""
        return self.hall.ask(lambda tx: _rows(tx, sql))


def _rows(tx: Query, sql: str) -> list[dict[str, object]]:
    return [dict(row) for row in tx.fetch_all(sql)]
