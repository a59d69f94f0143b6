"""Why an entrant has a value in the standings, whatever the format: the steps that the value is made of."""

from __future__ import annotations

from bot.domain import ranking
from bot.domain.arena import arena_scoring
from bot.domain.crosstable import is_round_robin
from bot.domain.formats import groups, swiss
from bot.domain.formats.protocol import EventFacts
from bot.domain.ids import EntrantId
from bot.domain.rulebook import FormatName, Rulebook
from bot.domain.tables.tables_ranking import explain_total
from bot.domain.tie_breaks import TIE_BREAKS, Parts


def explain(facts: EventFacts, rulebook: Rulebook, entrant_id: EntrantId, name: str) -> Parts | None:
    """The steps of one value, from the contests that count in its table: an arena's, a group's, a Swiss's rounds.

    None where the entry does not apply to the entrant, and for what no tie-break counts, as in a bracket. Raises
    KeyError for a stranger.
    """
    if rulebook.traits.at_tables:
        return explain_total(facts, rulebook, entrant_id, name)
    if name not in TIE_BREAKS:
        return None
    match rulebook.format:
        case FormatName.ARENA:
            return ranking.explain(facts, rulebook, entrant_id, name, arena_scoring.table(facts, rulebook))
        case FormatName.GROUPS:
            pool = next((one for one in groups.pools_of(facts, rulebook) if entrant_id in one.order), None)
            if pool is None:
                raise KeyError(entrant_id)
            own = pool.facts(facts)
            return ranking.explain(own, rulebook, entrant_id, name, contests=pool.matches(own))
        case FormatName.SWISS | FormatName.ROUND_ROBIN if not is_round_robin(facts, rulebook):
            return ranking.explain(swiss.table_facts(facts, rulebook), rulebook, entrant_id, name)
        case _:
            return ranking.explain(facts, rulebook, entrant_id, name)
