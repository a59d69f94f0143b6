"""What teams add to the cards of the core."""

from __future__ import annotations

from collections.abc import Iterable

from bot.domain.contests import Contest
from bot.domain.events.standings_views import StandingsView
from bot.domain.rulebook import Rulebook
from bot.i18n import Voice
from bot.rendering.events.hooks import EventCardHooks
from bot.rendering.regulation.hooks import SheetHooks
from bot.rendering.team_play import order_words, team_sheet


class TeamCards(EventCardHooks, SheetHooks):
    """Of events of teams, whether board by board or by challenges in which the winner stays on."""

    def applies(self, rulebook: Rulebook) -> bool:
        """Where the rulebook has the table `[teams]`."""
        return rulebook.teams is not None

    def in_bracket(self, rulebook: Rulebook, voice: Voice) -> Iterable[str] | None:
        """A match of teams is as long in a bracket as anywhere."""
        return team_sheet.bracket(rulebook, voice)

    def sections(self, rulebook: Rulebook, voice: Voice) -> Iterable[tuple[str, Iterable[str]]]:
        """Who makes a team, and how two teams meet."""
        return (("format_sheet.teams_title", team_sheet.teams(rulebook, voice)),)

    def below_pairings(self, view: StandingsView, voice: Voice) -> Iterable[str]:
        """Which side begins on which board."""
        return order_words.of_round(view.tournament.rulebook, voice)

    def match_length(self, rulebook: Rulebook, contest: Contest, voice: Voice) -> str | None:
        """So many boards."""
        return team_sheet.match_length(rulebook, contest, voice)
