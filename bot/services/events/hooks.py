"""What capabilities add to an event, from its draw to its record."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Final

from bot.domain.community import Person
from bot.domain.contests import Contest, Result, Score
from bot.domain.entering.entries import Entrant
from bot.domain.events.course_views import CourseView
from bot.domain.events.ending_views import Onward
from bot.domain.events.records import Record
from bot.domain.events.told_games import ToldGame
from bot.domain.events.tournament import Tournament
from bot.domain.formats.protocol import Starter
from bot.domain.hooks import Hooks, Joined
from bot.domain.ids import ContestId, EntrantId, GuildId, PersonId, TournamentId
from bot.domain.playing.matches import Match
from bot.domain.rulebook import Rulebook
from bot.domain.standings import Sanction
from bot.storage.context import Query, Tx


class EventHooks(Hooks):
    """What one capability adds to the course of an event and to what follows from it."""

    def keeps_from_draw(self, tx: Tx, tournament: Tournament, entrant: Entrant) -> bool:
        """Asked before each draw, of each entry that was to start: whether it cannot, of which people are told here."""
        return False

    def before_draw(self, tx: Tx, tournament: Tournament, starters: Sequence[Entrant]) -> None:
        """Told before the field is drawn or drawn again: what its order hangs on is a fact from here on."""

    def club_of(self, tx: Query, person_id: PersonId) -> str | None:
        """The club of a person who enters, by the latest word on it, where clubs are kept apart."""
        return None

    def after_draw(self, tx: Tx, tournament: Tournament) -> None:
        """Told once the field is drawn."""

    def clock(self, tournament: Tournament) -> tuple[datetime, timedelta] | None:
        """From when the event is counted and how long it goes on, of one that ends by its clock."""
        return None

    def late_round(self, tx: Query, tournament: Tournament, at: datetime) -> int | None:
        """The round in which somebody new may enter at that moment, of an event that is not played in rounds."""
        return None

    def result_changed(self, tx: Tx, tournament: Tournament, contest: Contest) -> None:
        """Told of each result that was settled, corrected or taken back, before anything follows from it."""

    def held_back(
        self, tx: Query, tournament: Tournament, in_force: Sequence[Contest], now: datetime
    ) -> Collection[ContestId]:
        """Those of its matches that are not called yet, though their players are known."""
        return ()

    def next_round_waits(self, tx: Query, tournament: Tournament) -> bool:
        """Whether the next round is not paired yet, though all before it is decided."""
        return False

    def carry_on(self, tx: Tx, tournament: Tournament) -> None:
        """Takes an event that is not played in rounds as far as it goes by itself; harmless at any time."""

    def carried_on(self, tx: Tx, tournament: Tournament) -> None:
        """Told once the event has gone as far as it goes by itself; harmless at any time."""

    def course(self, tx: Query, view: CourseView, contests: Sequence[Contest]) -> CourseView:
        """How far the event is, where rounds do not say it; `contests` are known of what is played in them."""
        return view

    def as_ruled(self, match: Match, rulebook: Rulebook) -> Match:
        """The match as the capability's rules read what is on record; asked whenever one is loaded."""
        return match

    def settle_left(self, tx: Tx, tournament: Tournament, match: Match, left: Collection[EntrantId]) -> bool | None:
        """Settles an open match of which some have left, and says whether that changed it; None: they have lost it."""
        return None

    def given_up(self, tx: Query, tournament: Tournament, match: Match, result: Result, walkover: Score) -> Result:
        """The result of a match that a side has left, game by game where it is told so."""
        return result

    def step_out(
        self, tx: Tx, tournament: Tournament, entrant: Entrant, person_id: PersonId, by: PersonId | None
    ) -> None:
        """Takes somebody who enters with another out of the entry; `by` is None where nobody wished it."""

    def called_off(self, tx: Tx, tournament: Tournament) -> None:
        """Told once the event was called off."""

    def rated_when_called_off(self, tx: Tx, tournament: Tournament) -> None:
        """Told once what was played in an event that was called off is rated, corrected, or withdrawn to go on."""

    def handed_over(self, tx: Tx, tournament: Tournament, contest_id: ContestId) -> None:
        """Told once a match in play has another arbiter."""

    def after_end(self, tx: Tx, tournament: Tournament) -> None:
        """Told once the event is over and its ratings are published."""

    def onward(self, tx: Query, tournament: Tournament) -> Onward | None:
        """Whom the outcome of an event that is over invites, and where."""
        return None

    def sanctions(self, tx: Query, tournament_id: TournamentId) -> tuple[tuple[EntrantId, Sanction], ...]:
        """What was done to the places of an event that is over, in its order."""
        return ()

    def outcome_corrected(self, tx: Tx, tournament: Tournament) -> None:
        """Told once a result of an event that is over was corrected, annulled or restored."""

    def crowns(self, tx: Query, tournament: Tournament, person_id: PersonId) -> bool:
        """Whether the title goes to the person who has won the match for it."""
        return False

    def games_on_record(self, tx: Query, contest_id: ContestId, at: datetime) -> tuple[ToldGame, ...]:
        """A match game by game, as a record tells it; none where it is told by its score."""
        return ()

    def refuse_record(self, record: Record) -> None:
        """Asked of a record that is brought in: raises what it lacks for being read here as it was there."""

    def entrant_brought(
        self,
        tx: Tx,
        record: Record,
        starter: Starter,
        entrant_id: EntrantId,
        by_id: Mapping[str, Person],
        at: datetime,
    ) -> None:
        """Told of each entrant whom a record brings in."""

    def after_bringing(self, tx: Tx, guild_id: GuildId, brought: Sequence[Tournament], *, stand: bool) -> None:
        """Told once of events that came in together, in their order of time, or that were taken back as one."""


EVENT_HOOKS: Final = Joined(EventHooks)
