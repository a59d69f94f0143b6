"""What people look at of a deciding pairing or a lot: facts gathered, without text and without Discord."""

from __future__ import annotations

from dataclasses import dataclass

from bot.domain.contests import Contest
from bot.domain.events.deciders import Decider, Tie
from bot.domain.events.draw_views import BracketView
from bot.domain.events.standings_views import StandingsView
from bot.domain.ids import EntrantId


@dataclass(frozen=True, slots=True)
class DeciderView:
    """Contests that were just paired to decide something; `ties` of a play-off alone, `bracket` of a knock-out."""

    table: StandingsView
    decider: Decider
    contests: tuple[Contest, ...]
    ties: tuple[Tie, ...] = ()
    bracket: BracketView | None = None


@dataclass(frozen=True, slots=True)
class LotView:
    """A lot within the running event: over the field for those who are level, or between the sides of one contest."""

    table: StandingsView
    number: int
    """Of the draw."""
    ties: tuple[Tie, ...]
    between: tuple[EntrantId, ...] = ()
    """Both sides of a contest that both have lost (GO-17.5)."""
    chosen: EntrantId | None = None
    """Of those two, whom the lot pairs on."""
    level: bool = False
    """Whether the two are teams whose boards were level, and not two who both lost (GO-27.2)."""
    agreed: bool = False
    """Whether those who played it have agreed on the lot, since nobody decided."""
    disputed: bool = False
    """Whether they told different scores twice, and nobody was left who could decide."""
