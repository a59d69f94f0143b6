"""Who goes on from the standings to the knock-out that follows, as the standings are now."""

from __future__ import annotations

from collections.abc import Sequence

from bot.domain.crosstable import is_round_robin
from bot.domain.events.deciders import is_followed
from bot.domain.formats import EventFacts, groups
from bot.domain.ids import EntrantId
from bot.domain.lengths import bracket_of
from bot.domain.rulebook import Rulebook
from bot.domain.standings import StandingRow


def going_on(facts: EventFacts, rulebook: Rulebook, rows: Sequence[StandingRow]) -> frozenset[EntrantId]:
    """Who would play the knock-out if the table stayed as it is, or who plays it; nobody where none follows.

    `rows` is the table as the format gives it. Who has left goes on no more.
    """
    if not is_followed(rulebook):
        return frozenset()
    bracket = bracket_of(facts, rulebook)
    if bracket is not None:
        return frozenset(one.entrant_id for one in bracket.facts.starters)
    if rulebook.traits.in_groups:
        return frozenset(groups.going_on(facts, rulebook))
    if rulebook.cut is None or is_round_robin(facts, rulebook):
        return frozenset()
    gone = facts.gone
    return frozenset([row.entrant_id for row in rows if row.entrant_id not in gone][: rulebook.cut.players])
