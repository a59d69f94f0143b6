"""Events in which people stop: every preset with a field that has confirmed, time that passes, and what rests then."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from datetime import timedelta

from bot import wiring
from bot.features.entering import check_in_verbs as entering_check_in_verbs
from bot.features.entering import store as entering_store
from bot.features.ladder import verbs as ladder_verbs
from bot.features.match_times.verbs import time_subject
from bot.features.playing import adjourning_verbs as playing_adjourning_verbs
from bot.features.playing import presence_verbs as playing_presence_verbs
from bot.features.playing import reporting_verbs as playing_reporting_verbs
from bot.features.playing import store as playing_store
from bot.features.rounds import drawing_verbs as rounds_drawing_verbs
from bot.features.teams.model import NamedMember
from bot.features.title_match.verbs import series_subject
from bot.features.tournaments.facts_verbs import contest_subject, tournament_subject
from bot.features.tournaments.promises_model import MatchCalled
from bot.features.tournaments.summons_verbs import APART
from bot.kernel import outbox
from bot.kernel import time_store as kernel_time_store
from bot.kernel.errors import UserError
from bot.kernel.ids import Actor, ChannelId, EntrantId, MessageId, OutboxId
from bot.kernel.outages import Rung
from bot.kernel.promises import Delivery
from bot.people import store as people_store
from bot.play.contests import Contest
from bot.play.entries import Phase, Tournament, phase
from bot.play.formats.ladder import is_ladder
from bot.play.rulebook import Rulebook
from bot.rulebooks.library import preset
from tests.hall.hall import Hall
from tests.hall.squads import publish, save
from tests.hall.title_matches import name as name_champion
from tests.hall.title_matches import seat

PLAYERS = (2, 3, 4, 5)
LONGEST = timedelta(days=90)
"""In this time every row of reminders is over."""


def open_to_all(name: str) -> Rulebook:
    """The preset as anybody can enter it: without invitations, conditions and decks, and small teams."""
    known = preset(name)
    registration = replace(known.registration, invited_only=False, account=None, refuse_qualified_for=None)
    return replace(known, name=f"open-{name}", registration=registration, entry=None, deck=None, minimum_entrants=2)


class Play:
    """One event of a preset, and the messages of it that Discord takes."""

    def __init__(self, hall: Hall, rulebook: Rulebook) -> None:
        self.hall = hall
        self.event = self._begun(rulebook)
        self._delivered: set[OutboxId] = set()

    def _begun(self, rulebook: Rulebook) -> Tournament:
        hall, numbers = self.hall, PLAYERS[:2] if rulebook.traits.is_series else PLAYERS
        if rulebook.teams is not None:
            publish(hall, **{f"P{number}": 2000 + number for number in numbers})
        event = hall.announce(rulebook)
        if rulebook.traits.is_series:
            seat(hall, *numbers)
        for number in numbers:
            if rulebook.teams is None:
                hall.enter(event, number)
            else:
                self._enter_team(event, number)
        if rulebook.traits.is_series:
            name_champion(hall, event)
        hall.now = event.start_at - timedelta(minutes=1)
        for number in numbers:
            hall.act(hall.actor(number), entering_check_in_verbs.check_in, event.tournament_id)
        hall.now = event.start_at + timedelta(seconds=3)
        hall.do(entering_check_in_verbs.close, hall.load(event))
        hall.do(rounds_drawing_verbs.draw_when_closed, event.tournament_id)
        return hall.load(event)

    def _enter_team(self, event: Tournament, captain: int) -> None:
        teams = event.rulebook.teams
        assert teams is not None
        size = teams.size + teams.substitutes
        others = (NamedMember(f"T{captain}-{number}", school_year=5) for number in range(2, size + 1))
        save(self.hall, event, captain, f"Team {captain}", NamedMember(f"P{captain}", school_year=5), *others)

    @property
    def open(self) -> list[Contest]:
        """Matches that were called and have no result."""
        return [one for one in self.contests if one.result is None and one.called_at and len(one.sides) > 1]

    @property
    def contests(self) -> list[Contest]:
        """All that stand."""
        return self.hall.ask(playing_store.of_tournament, self.event.tournament_id)

    def actor(self, entrant_id: EntrantId) -> Actor:
        """Who entered, pressing now."""
        entrant = self.hall.ask(entering_store.load, entrant_id)
        assert entrant is not None
        person = self.hall.ask(people_store.load, entrant.person_id)
        assert person is not None
        return self.hall.actor(int(person.discord_id or 0))

    def here(self, contest: Contest, *sides: int) -> None:
        """The sides say that they are there."""
        for side in sides:
            with suppress(UserError):
                self.hall.act(self.actor(contest.sides[side]), playing_presence_verbs.here, contest.contest_id)

    def quarrel(self, contest: Contest) -> None:
        """Both report, and differently."""
        for side in (0, 1):
            score = (contest.target, 0) if side == 0 else (0, contest.target)
            with suppress(UserError):
                self.hall.act(
                    self.actor(contest.sides[side]), playing_reporting_verbs.report, contest.contest_id, score
                )

    def settle(self, contest: Contest) -> None:
        """The upper side wins; who ran the event would see nothing of it."""
        score = (1,) + (0,) * (len(contest.sides) - 1) if len(contest.sides) > 2 else (contest.target, 0)
        self.hall.settle(contest, score, (0,) * len(contest.sides))

    @property
    def first_day(self) -> timedelta:
        """For how long the first round is looked at."""
        return timedelta(days=8) if self.event.rulebook.match_times else timedelta(hours=2)

    def leave(self) -> None:
        """Everybody leaves the event."""
        for number in PLAYERS:
            with suppress(UserError):
                self.hall.act(self.hall.actor(number), rounds_drawing_verbs.leave, self.event.tournament_id)

    def challenge(self) -> None:
        """In a ladder the last challenges the one above."""
        if is_ladder(self.event.rulebook):
            for number in reversed(PLAYERS):
                with suppress(UserError):
                    view = self.hall.ask_as(self.hall.actor(number), ladder_verbs.choose, self.event.tournament_id)
                    other = view.free[0].entrant_id
                    self.hall.act(self.hall.actor(number), ladder_verbs.challenge, self.event.tournament_id, other)
                    return

    def pass_time(
        self, act: Callable[[Play, Contest], None], *, calls: bool = True, longest: timedelta = LONGEST
    ) -> None:
        """Lets all come that is due of itself; players act when a match is called. `calls`: Discord takes the calls."""
        until, seen = self.hall.now + longest, set[str]()
        while self.hall.now < until:
            self.deliver(calls=calls)
            for contest in self.open:
                if contest.contest_id not in seen:
                    seen.add(contest.contest_id)
                    act(self, contest)
            due = self.hall.ask(kernel_time_store.due_deadlines, until, 1)
            if self.is_over:
                return
            if not due:
                break
            self.hall.now = max(self.hall.now, due[0].due_at)
            self.hall.do(wiring.take, due[0])
        self.hall.now = until

    def deliver(self, *, calls: bool = True) -> None:
        """Has Discord take what was promised."""
        for promise in self.hall.ask(outbox.waiting, 1000):
            if promise.outbox_id in self._delivered or (not calls and isinstance(promise.message, MatchCalled)):
                continue
            self._delivered.add(promise.outbox_id)
            message = MessageId(len(self._delivered))
            self.hall.do(wiring.note_delivery, Delivery(promise.outbox_id, ChannelId(7), message, self.hall.now))

    @property
    def is_over(self) -> bool:
        """Whether the event is over, or was called off."""
        return phase(self.hall.load(self.event)) in {Phase.OVER, Phase.CANCELLED}

    def unrest(self) -> list[str]:
        """What of the event stands still with no next moment, and without having been told to the end."""
        return [] if self.is_over else [*self._unrest_of_matches(), *self._unrest_of_event()]

    def _unrest_of_matches(self) -> Iterator[str]:
        for one in self._without_result():
            match = self.hall.ask(playing_store.load, one.contest_id)
            given = match is not None and match.assigned_at is not None
            about = contest_subject(one.contest_id)
            if self._is_due(about, time_subject(one.contest_id), series_subject(one.contest_id)) or self._rests(about):
                continue
            if self._is_due(playing_adjourning_verbs.adjournment_subject(one.contest_id)):
                continue
            if given or not (self._waits_for_arbiter() or self._arbiter_is_busy()):
                yield f"{one.stage} {one.round}.{one.position} of {self.event.rulebook.name}"

    def _unrest_of_event(self) -> Iterator[str]:
        event = self.event.tournament_id
        about = tournament_subject(event)
        others = (f"{kind}:{event}" for kind in ("pause", "arena", "ladder", "match-rounds"))
        if not self._without_result() and not self._is_due(about, *others) and not self._rests(about):
            yield f"{self.event.rulebook.name} itself"

    def _without_result(self) -> list[Contest]:
        return [one for one in self.contests if one.result is None and len(one.sides) > 1]

    def _waits_for_arbiter(self) -> bool:
        about = tournament_subject(self.event.tournament_id)
        return self._is_due(about) or self._rests(about)

    def _arbiter_is_busy(self) -> bool:
        """Whether a match of the event is in play, which its arbiter is to end first."""
        return bool(self.hall.ask(playing_store.assignment_times, self.event.tournament_id))

    def _is_due(self, *subjects: str) -> bool:
        """Whether a step of any of these, or the next word about it, is to come."""
        named = [name for subject in subjects for name in (subject, f"{APART}{subject}")]
        return any(self.hall.ask(kernel_time_store.deadlines_of_subject, name) for name in named)

    def _rests(self, subject: str) -> bool:
        """Whether it was told up to the last rung."""
        told = self.hall.ask(kernel_time_store.load_standstill, subject)
        return told is not None and told.rung is Rung.AFTER_A_WEEK
