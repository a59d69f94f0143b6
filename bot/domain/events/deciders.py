"""Contests and lots that come after the regular rounds to decide something: which they are, and who is level.

A play-off or a lot separates who is level; finals between brackets, matches for places and the knock-out after a table
follow from the rulebook. All of them are told to everybody when they are paired.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import assert_never

from bot.domain.contests import Contest, Stage
from bot.domain.formats import FORMATS, EventFacts, groups
from bot.domain.ids import EntrantId
from bot.domain.lengths import in_bracket
from bot.domain.ranking import ties_to_break
from bot.domain.regulation.format_rules import GroupRules, RankingRules
from bot.domain.regulation.format_traits import Bracket
from bot.domain.rulebook import Rulebook
from bot.domain.standings import StandingRow


class Decider(StrEnum):
    """What contests decide that come after the regular rounds, in the order in which they are told."""

    PLAY_OFF = "play_off"
    """Who is first of those whom no tie-break separates (GO-27.3)."""
    BRACKET = "bracket"
    """The knock-out that follows a table."""
    FINAL = "final"
    """Between the last ones of two brackets, where there is more than one life (GO-26.1)."""
    FINAL_AGAIN = "final_again"
    """The same two once more, since both still have a life (GO-26.1)."""
    PLACEMENT = "placement"
    """A place below the third (GO-26.1)."""


@dataclass(frozen=True, slots=True)
class Tie:
    """Entrants whom no tie-break separates, and the places that they share; `group` is 0 outside of groups."""

    first: int
    last: int
    entrants: tuple[EntrantId, ...]
    group: int = 0


def open_deciders(facts: EventFacts, rulebook: Rulebook) -> Mapping[Decider, tuple[Contest, ...]]:
    """The contests without a result that decide something, by what they decide.

    None for tables of three, whose rounds tell of their extra games, and none of a plain round.
    """
    if rulebook.traits.at_tables:
        return {}
    found: dict[Decider, list[Contest]] = {}
    first = _first_of_bracket(facts, rulebook)
    for contest in facts.contests:
        decider = _decides(contest, facts, rulebook, first)
        if decider is not None and contest.result is None and len(contest.sides) > 1:
            found.setdefault(decider, []).append(contest)
    return {one: tuple(found[one]) for one in Decider if one in found}


def ties(facts: EventFacts, rulebook: Rulebook) -> tuple[Tie, ...]:
    """Who is level on places that may not be shared, table by table, best places first (GO-27.1)."""
    ranking = replace(rulebook.ranking or RankingRules(), decisive_places=decisive_places(rulebook))
    strict = replace(rulebook, ranking=ranking)
    return tuple(
        Tie(rows[0].rank_from, rows[0].rank_to, tuple(row.entrant_id for row in rows), group)
        for group, table in _tables(facts, rulebook)
        for rows in ties_to_break(table, strict)
    )


def decisive_places(rulebook: Rulebook) -> int:
    """How many places from the top of a table may not be shared: those of the rulebook, and those that go on."""
    own = (rulebook.ranking or RankingRules()).decisive_places
    if rulebook.traits.in_groups:
        return max(own, (rulebook.groups or GroupRules()).advance)
    return own if rulebook.cut is None else max(own, rulebook.cut.players)


def is_followed(rulebook: Rulebook) -> bool:
    """Whether a knock-out follows the table."""
    match rulebook.traits.bracket:
        case Bracket.WHOLE:
            return False
        case Bracket.FOLLOWS:
            return True
        case Bracket.BY_CUT:
            return rulebook.cut is not None
        case other:
            assert_never(other)


def _decides(contest: Contest, facts: EventFacts, rulebook: Rulebook, first: int | None) -> Decider | None:
    match contest.stage:
        case Stage.PLAY_OFF:
            return Decider.PLAY_OFF
        case Stage.PLACEMENT:
            return Decider.PLACEMENT
        case Stage.FINAL if rulebook.traits.is_bracket and rulebook.knockout.lives > 1:
            return Decider.FINAL_AGAIN if _met_before(contest, facts) else Decider.FINAL
        case _:
            return Decider.BRACKET if contest.round == first and in_bracket(contest, rulebook) else None


def _met_before(contest: Contest, facts: EventFacts) -> bool:
    """Whether the same two have played a final before."""
    return any(
        one.stage is Stage.FINAL and one.round < contest.round and set(one.sides) == set(contest.sides)
        for one in facts.contests
    )


def _first_of_bracket(facts: EventFacts, rulebook: Rulebook) -> int | None:
    """The round in which the knock-out after a table begins; None where none follows, and while none is on record."""
    if not is_followed(rulebook):
        return None
    rounds = (one.round for one in facts.contests if one.stage is not Stage.PLAY_OFF and in_bracket(one, rulebook))
    return min(rounds, default=None)


def _tables(facts: EventFacts, rulebook: Rulebook) -> Iterator[tuple[int, Sequence[StandingRow]]]:
    if rulebook.traits.in_groups:
        yield from enumerate(groups.group_tables(facts, rulebook), start=1)
    else:
        # Who is level is asked of what was played, whatever verdicts did to the final order since.
        yield 0, FORMATS[rulebook.format].standings(replace(facts, sanctions=()), rulebook)
