"""Lots between the two sides of a contest, drawn again: nobody goes on by a lot that the draws do not say (GO-17.5)."""

from __future__ import annotations

from collections.abc import Iterator

from bot.domain.contests import Contest, Result, ResultKind
from bot.domain.events.draw import CHAIN_LENGTH, DrawRecord, listed_entrants
from bot.domain.events.records import LOT, Record
from bot.domain.ids import EntrantId
from bot.domain.regulation.format_rules import LevelMatch
from bot.domain.team_play.level_matches import has_to_be_won, separation
from bot.record.look_alikes import telling_name
from bot.record.pairings import Mispaired
from bot.record.separating import Rated, ratings_by_side


def misdrawn(record: Record) -> Iterator[Mispaired]:
    """Every side that goes on by lot where the lot says the other one, or where none was drawn."""
    if not record.draws:
        return
    rated = {one.entrant_id: one.rating for one in record.facts.starters}
    for one in record.contests:
        for place, result in one.results():
            if result.paired_as_winner is None or not _by_lot(record, rated, one.contest, result):
                continue
            first = _first_in_last_lot(record, one.contest, result)
            told = one.contest.sides[result.paired_as_winner]
            if first != told:
                due = "" if first is None else telling_name(record, first)
                yield Mispaired(f"{place}.paired_as_winner", telling_name(record, told), due)


def _by_lot(record: Record, rated: Rated, contest: Contest, result: Result) -> bool:
    if result.kind in {ResultKind.BOTH_LOST, ResultKind.DOUBLE_WALKOVER}:
        return True
    if not has_to_be_won(contest, record.rulebook):
        return False
    return separation(result, record.rulebook, ratings_by_side(contest, rated)).by is LevelMatch.LOT


def _first_in_last_lot(record: Record, contest: Contest, result: Result) -> EntrantId | None:
    """Who came first in the last lot between the sides that came, before the result; None where there was none.

    Once the chain has no link left, the last one speaks for every further pair.
    """
    known = [one for one in record.draws if one.drawn_at is not None and one.drawn_at <= result.settled_at]
    there = _who_came(contest, result)
    between = [one.record for one in known if one.purpose == LOT and _listed_ids(one.record) == there]
    if not between and len(record.draws) >= CHAIN_LENGTH:
        between = [record.draws[-1].record]
    return between[-1].stream().shuffle(sorted(there))[0] if between else None


def _who_came(contest: Contest, result: Result) -> set[EntrantId]:
    return {entrant for side, entrant in enumerate(contest.sides) if side not in result.absent}


def _listed_ids(drawn: DrawRecord) -> set[EntrantId]:
    return {one.entrant_id for one in listed_entrants(drawn.entrants)}
