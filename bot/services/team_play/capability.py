"""What teams add to the core."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from bot.domain.community import Presser
from bot.domain.entering.entries import Closing, Entrant
from bot.domain.events.tournament import Tournament
from bot.domain.ids import Occasion
from bot.domain.playing.desk_views import DutyItem, Prospect
from bot.domain.rulebook import Rulebook
from bot.services.asked import Asked, Found
from bot.services.entering.hooks import EntryHooks
from bot.services.playing.followed import Followed
from bot.services.playing.hooks import MatchHooks
from bot.services.team_play import rosters, stay_on_reading, team_closing, team_guidance, team_reading, teams
from bot.storage.database import Work


class TeamPlay(EntryHooks, MatchHooks):
    """Events between teams."""

    def applies(self, rulebook: Rulebook) -> bool:
        """Whether teams enter the event."""
        return rulebook.teams is not None

    # --- entering ----------------------------------------------------------------------------------------------------

    def refuse_check_in(self, work: Work, tournament: Tournament, entrant: Entrant, presser: Presser) -> None:
        """A team that is not whole, or with a member who may not play, cannot confirm."""
        teams.refuse_incomplete(work, tournament, entrant, presser)

    def check_in_opened(self, work: Work, occasion: Occasion, tournament: Tournament) -> None:
        """Whoever has not answered a team is reminded with it."""
        rosters.remind(work, occasion, tournament)

    def reminded(self, work: Work, occasion: Occasion, tournament: Tournament) -> None:
        """As when it opened."""
        rosters.remind(work, occasion, tournament)

    def keeps_from_start(
        self, work: Work, occasion: Occasion, tournament: Tournament, entrant: Entrant, closed_at: datetime
    ) -> bool:
        """A team that has too few without those who are barred, or who have not answered."""
        return team_closing.keeps_from_start(work, occasion, tournament, entrant, closed_at)

    def check_in_closed(self, work: Work, occasion: Occasion, tournament: Tournament, closing: Closing) -> None:
        """Everybody of a team that starts has a board from then on."""
        team_closing.seat(work, occasion, tournament, closing.starters)

    def lacking(
        self, work: Work, asked: Asked, tournament: Tournament, entrant: Entrant, closes_at: datetime
    ) -> DutyItem | Prospect | None:
        """Members, or something of theirs."""
        return team_guidance.lacking(work, asked, tournament, entrant, closes_at)

    def guidance(self, work: Work, asked: Asked, tournament: Tournament, entrant: Entrant | None) -> Found:
        """Invitations to answer, and the team that one plays in."""
        return team_guidance.found(work, asked, tournament, entrant)

    # --- playing -----------------------------------------------------------------------------------------------------

    def parts(self, work: Work, followed: Followed, now: datetime) -> Iterator[object]:
        """The boards, and where the winner stays on, the game under way."""
        for one in (team_reading.team_view(work, followed, now), stay_on_reading.stay_on_view(work, followed, now)):
            if one is not None:
                yield one
