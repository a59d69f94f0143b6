"""What everybody in an arena has reached, without counting every game at every look."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from bot.domain.arena.arena_scoring import Reached, counts, ends_at, reached_by, tallies
from bot.domain.events.tournament import Tournament
from bot.domain.ids import EntrantId
from bot.services.event_facts import facts_of_some
from bot.storage import arena_scores
from bot.storage.context import Query, Tx


def count_anew(tx: Tx, tournament: Tournament) -> None:
    """Counts for whom a result was told or changed, in the transaction that did it.

    Who has a result that was told too late is left out: whether it counts hangs on the end, and outages move that.
    """
    concerned = arena_scores.to_count(tx, tournament.tournament_id)
    if not concerned:
        return
    known = facts_of_some(tx, tournament, concerned)
    end = ends_at(known, tournament.rulebook)
    late = {side for one in known.contests if one.result is not None and not counts(one, end) for side in one.sides}
    scores = tallies(known, tournament.rulebook, set(concerned) - late)
    arena_scores.write(tx, {who: reached_by(score) for who, score in scores.items()})


def scores(tx: Query, tournament: Tournament) -> Mapping[EntrantId, Reached]:
    """Of every starter, by the order of entry: as counted, or from the own games where that has to be done."""
    found = arena_scores.of_tournament(tx, tournament.tournament_id)
    open_ones = _count(tx, tournament, [who for who, one in found.items() if one is None])
    return {who: open_ones[who] if one is None else one for who, one in found.items()}


def _count(tx: Query, tournament: Tournament, some: Collection[EntrantId]) -> Mapping[EntrantId, Reached]:
    if not some:
        return {}
    scores = tallies(facts_of_some(tx, tournament, some), tournament.rulebook, some)
    return {who: reached_by(score) for who, score in scores.items()}
