"""A ladder: whoever is free challenges somebody above, and who wins from below takes the place."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import timedelta
from typing import Final

from bot.domain.regulation.format_rules import ABOVE_ZERO, Report, within
from bot.domain.regulation.format_traits import Bracket, Contests, FormatTraits, Table


@dataclass(frozen=True, slots=True)
class LadderRules:
    """Challenges up to so many places, for so long."""

    reach: int = field(default=3, metadata=within(1, 64))
    """Places above the own one up to which somebody can be challenged."""
    lasts: timedelta = field(default=timedelta(hours=3), metadata=ABOVE_ZERO)
    """From the start on; a match that was challenged in time is played to its end."""
    again_after: timedelta = timedelta(0)
    """How long the same two wait before one of them can challenge the other anew."""
    report_within: timedelta | None = field(default=None, metadata=ABOVE_ZERO)
    """Time after which a match that nobody has reported is void; None: it waits for its result."""


LADDER: Final = FormatTraits(
    contests=Contests.MATCHES,
    bracket=Bracket.BY_CUT,
    table=Table.OWN,
    all_play_all=False,
    in_groups=False,
    by_score=False,
    in_rounds=False,
    opening_lot=True,
    ends_by_itself=True,
    needs=("games", "ladder"),
    may_have=(),
    reports=(Report.GAMES, Report.RESULT),
)
