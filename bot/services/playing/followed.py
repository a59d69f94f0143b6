"""A match as its verbs look at it: with its event, and with the time in which nobody could have pressed."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from bot.domain.card_gaps import with_gaps
from bot.domain.events.tournament import Tournament
from bot.domain.ids import ContestId
from bot.domain.outages import Outage
from bot.domain.playing.match_state import MatchState, state_of, state_without_clocks
from bot.domain.playing.matches import Match, ReportAnswer


@dataclass(frozen=True, slots=True)
class Followed:
    """A match with its event and the outages that can have touched it."""

    match: Match
    tournament: Tournament
    lost: tuple[Outage, ...]
    """When no press could be taken at all, and when the event was paused."""

    @property
    def outages(self) -> tuple[Outage, ...]:
        """Those, and the times in which the card of the match was gone: its clocks stand still in all of them."""
        return with_gaps(self.lost, self.match.gaps)

    @property
    def contest_id(self) -> ContestId:
        """The id of the match that is followed."""
        return self.match.contest.contest_id

    @property
    def at_table(self) -> bool:
        """Whether it is a game at a table of three, which no clock decides."""
        return self.tournament.rulebook.traits.at_tables

    @property
    def is_left_open(self) -> bool:
        """Whether its event has ended over a dispute in it: it counts once it is decided (ARENA-4)."""
        report, over = self.match.report, self.tournament.ended_at is not None
        disputed = report is not None and report.answer is ReportAnswer.DISPUTED
        return over and disputed and self.tournament.rulebook.traits.has_lobby

    def having(self, match: Match) -> Followed:
        """The same event with the match as a verb has just left it."""
        return replace(self, match=match)

    def state(self, at: datetime) -> MatchState:
        """What the match is at the moment."""
        if self.at_table:
            return state_without_clocks(self.match)
        return state_of(self.match, at, self.tournament.rulebook.matches, self.outages)
