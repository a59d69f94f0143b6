"""What people look at of the time of a match: who plays, what was proposed, and until when there is time."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from bot.domain.community import Person
from bot.domain.events.tournament import Tournament
from bot.domain.ids import ContestId
from bot.domain.match_times.arrangement import Arrangement, Proposal
from bot.domain.playing.match_views import MatchView


@dataclass(frozen=True, slots=True)
class TimesView:
    """A match with the talk about its time, as its card shows it."""

    match: MatchView
    arrangement: Arrangement
    goes_on: bool
    """Whether a time is still looked for or waited for."""
    ends_at: datetime | None
    """The end of the days of the match; None while its sides were not told of it."""
    closes_at: datetime | None
    """Until when the sides can agree: later, where somebody has still time to answer."""
    latest: datetime | None
    open_proposals: tuple[Proposal, ...]
    answer_by: tuple[datetime, ...]
    """Until when each of them can be answered at least."""
    left: tuple[int, int]
    """Proposals that each side has left."""
    moves_left: int
    link: str | None = None
    """To the match's own card, once it is called."""

    @property
    def contest_id(self) -> ContestId:
        """The match."""
        return self.match.contest_id

    @property
    def tournament(self) -> Tournament:
        """Its event."""
        return self.match.tournament

    @property
    def players(self) -> tuple[Person, ...]:
        """Who plays, in the order of the sides."""
        return self.match.players

    def owing(self) -> tuple[Person, ...]:
        """Who has to act now: who has something to answer, and where nothing is proposed, both."""
        if not self.open_proposals:
            return self.players
        answering = {1 - one.side for one in self.open_proposals}
        return tuple(self.players[side] for side in sorted(answering))
