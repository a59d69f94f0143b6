"""What capabilities add to the posts of an event."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from bot.domain.contests import Contest
from bot.domain.events.course_views import CourseView
from bot.domain.events.standings_views import RoundView, StandingsView, WhyView
from bot.domain.hooks import Hooks, Joined
from bot.domain.rulebook import Rulebook
from bot.i18n import Voice
from bot.rendering.layout import Card, Drawing


@dataclass(frozen=True, slots=True)
class Finding:
    """The verb of the button that leads to an opponent, and the name of the sentences that ask for it."""

    verb: str
    name: str


class EventCardHooks(Hooks):
    """What one capability tells of rounds, contests and results in its own words."""

    def course(self, view: CourseView, voice: Voice) -> str | None:
        """How far a running event is, where rounds do not say it."""
        return None

    def finding(self) -> Finding | None:
        """How somebody comes to an opponent, where nobody is paired without an act of their own."""
        return None

    def why_placed(self, view: WhyView, voice: Voice) -> str | None:
        """Why somebody stands where, in place of values and of a bracket."""
        return None

    def round_drawn(self, view: RoundView, voice: Voice) -> Card | None:
        """The post on the first round, where it is not pairs that are told."""
        return None

    def round_over(self, view: RoundView, voice: Voice) -> Card | None:
        """The post on a round that is over, where it is not pairs that follow."""
        return None

    def below_pairings(self, view: StandingsView, voice: Voice) -> Iterable[str]:
        """Lines below the pairs of a round."""
        return ()

    def beside_table(self, view: StandingsView, voice: Voice) -> Iterable[Drawing]:
        """Pictures beside the table: how it came about."""
        return ()

    def match_length(self, rulebook: Rulebook, contest: Contest, voice: Voice) -> str | None:
        """How long the contest is, where it is not games won by one of two players."""
        return None

    def result_line(self, contest: Contest, names: Sequence[str]) -> str | None:
        """The contest in a list of results, where it is not a score between two; `names` by side."""
        return None

    def deciding_score(self, contest: Contest) -> str | None:
        """How the match that decided a place ended, likewise."""
        return None


EVENT_CARDS: Final = Joined(EventCardHooks)
