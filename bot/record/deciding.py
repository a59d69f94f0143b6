"""Play-offs of a record by hand: the games after the table between those whom it leaves level."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final

from bot.domain.contests import NewContest, Stage
from bot.domain.crosstable import is_round_robin
from bot.domain.formats import FORMATS, swiss
from bot.domain.formats.protocol import EventFacts
from bot.domain.regulation.format_rules import RoundRobinRules
from bot.domain.rulebook import Rulebook
from bot.record.placing import Draft, Settled

MOST_ROUNDS: Final = 64
"""Of play-offs after each other: each is worked out over the whole table."""


def with_play_offs(
    drafts: Sequence[Draft], facts: EventFacts, rulebook: Rulebook, settled: Settled
) -> tuple[Draft, ...]:
    """The drafts of a Swiss or a round robin, those of its play-offs at their places.

    `facts` are the entrants. A game beyond the table that no play-off asks for stays where it was.
    """
    if rulebook.cut is not None:
        return tuple(drafts)
    beyond = {one.place: one for one in _beyond(drafts, facts, rulebook)}
    facts = replace(facts, contests=tuple(settled(one) for one in drafts if one.place not in beyond))
    placed: dict[str, Draft] = {}
    for _ in range(MOST_ROUNDS):
        here = list(_told_play_offs(_due(facts, rulebook), beyond.values()))
        if not here:
            break
        placed |= {one.place: one for one in here}
        for one in here:
            del beyond[one.place]
        facts = replace(facts, contests=(*facts.contests, *map(settled, here)))
    return tuple(placed.get(one.place, one) for one in drafts)


def _beyond(drafts: Sequence[Draft], facts: EventFacts, rulebook: Rulebook) -> Iterator[Draft]:
    """Games of two after the last round, in a round robin those of a pair that has played all its games."""
    of_table, met = is_round_robin(facts, rulebook), Counter[frozenset[str]]()
    times, last = (rulebook.round_robin or RoundRobinRules()).times, swiss.rounds(facts, rulebook)
    for draft in drafts:
        pair = frozenset(draft.sides)
        met[pair] += draft.stage is Stage.MAIN
        told = draft.told.stage is not None or draft.told.position is not None
        if len(pair) > 1 and not told and (met[pair] > times if of_table else (draft.round or 0) > last):
            yield draft


def _told_play_offs(due: Sequence[NewContest], beyond: Iterable[Draft]) -> Iterator[Draft]:
    """The play-offs that are due, as far as the file tells them, each pair's in the order of the file."""
    waiting: dict[frozenset[str], deque[Draft]] = {frozenset(new.sides): deque() for new in due}
    for one in beyond:
        if (pair := frozenset(one.sides)) in waiting:
            waiting[pair].append(one)
    for new in due:
        games = waiting[frozenset(new.sides)]
        if games and new.stage is Stage.PLAY_OFF:
            yield _at(games.popleft(), new)


def _due(facts: EventFacts, rulebook: Rulebook) -> tuple[NewContest, ...]:
    """What comes next; nothing where a lot comes first."""
    try:
        return FORMATS[rulebook.format].advance(facts, rulebook, None)
    except ValueError:
        return ()


def _at(draft: Draft, new: NewContest) -> Draft:
    told = draft.told.model_copy(update={"group": new.group})
    return replace(draft, told=told, stage=new.stage, round=new.round, position=new.position)
