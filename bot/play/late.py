"""Who comes late, after the close of check-in: until when, and whose free bye becomes a match.

Before the first call of a match the field is drawn anew with who is late in it. Once a match is called nothing of the
draw changes but a bye of its first round: the late one takes the empty side there, by lot among several. A bye is free
as long as nothing follows from it, so that nobody else's match changes. Which formats have such byes says `allowed`: in
a ladder, at tables of three and in a match for a title there are none, and an arena takes newcomers by a setting of its
own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from bot.kernel.ids import EntrantId
from bot.play.contests import Contest, NewContest, Stage
from bot.play.crosstable import is_round_robin
from bot.play.draw import Stream
from bot.play.format_rules import FormatTraits, GroupRules
from bot.play.formats.groups import dealt
from bot.play.formats.knockout import next_place
from bot.play.formats.protocol import EventFacts, Starter
from bot.play.rulebook import Lateness, Rulebook

_BYES: Final = (Lateness.NONE, Lateness.FIRST_CALL, Lateness.FIRST_SCORE)
_NO_BYES: Final = (Lateness.NONE, Lateness.FIRST_CALL)
_CLOSED: Final = (Lateness.NONE,)


def allowed(traits: FormatTraits) -> tuple[Lateness, ...]:
    """Until when somebody late can come in at the most, by what the event is."""
    if traits.has_lobby or traits.is_series:
        return _CLOSED
    return _BYES if traits.in_rounds and not traits.at_tables else _NO_BYES


@dataclass(frozen=True, slots=True)
class Admission:
    """The bye that falls, and the match that is played in its place."""

    bye: Contest
    match: NewContest


def free_byes(facts: EventFacts, rulebook: Rulebook) -> tuple[Contest, ...]:
    """The byes of the first round that somebody late can turn into a match, in the order of their places."""
    if not facts.contests:
        return ()
    first = min(contest.round for contest in facts.contests)
    gone = facts.gone
    byes = (one for one in facts.contests if one.is_bye and one.round == first and gone.isdisjoint(one.sides))
    free = [one for one in byes if _is_free(one, facts, rulebook)]
    return tuple(sorted(free, key=lambda one: (one.group, one.position)))


def into_bye(facts: EventFacts, rulebook: Rulebook, late: EntrantId, stream: Stream) -> Admission:
    """Whom the late one meets, by lot among the free byes, and who comes first. Raises ValueError without any.

    `facts` are those of before, without the late one.
    """
    byes = free_byes(facts, rulebook)
    if not byes:
        raise ValueError("nobody has a free bye")
    bye = byes[stream.below(len(byes))]
    sides = tuple(stream.shuffle([*bye.sides, late]))
    return Admission(bye, NewContest(bye.stage, bye.round, bye.position, sides, bye.best_of, None, bye.group))


def _is_free(bye: Contest, facts: EventFacts, rulebook: Rulebook) -> bool:
    """Whether nothing follows from the bye yet, and the field with one more is of the same shape."""
    if rulebook.traits.is_bracket:
        return _leads_nowhere(bye, facts)
    if rulebook.traits.in_groups:
        return bye.stage is Stage.GROUP and _group_has_room(bye, facts, rulebook)
    later = any(one.round > bye.round for one in facts.contests)
    return bye.stage is Stage.MAIN and not later and _keeps_its_kind(facts, rulebook)


def _leads_nowhere(bye: Contest, facts: EventFacts) -> bool:
    """Of a bracket: whether the next place is still empty, since the other side of it is not known."""
    onward = next_place(bye, bye.round + 1)
    taken = {(one.round, one.position) for one in facts.contests if one.stage not in {Stage.LOWER, Stage.PLACEMENT}}
    return bye.stage is not Stage.THIRD_PLACE and onward is not None and tuple(onward) not in taken


def _group_has_room(bye: Contest, facts: EventFacts, rulebook: Rulebook) -> bool:
    """Whether one more fits into the group, and there are as many groups with one more as without."""
    own = [one for one in facts.contests if (one.stage, one.group) == (Stage.GROUP, bye.group)]
    size, everybody = (rulebook.groups or GroupRules()).size, [one.entrant_id for one in facts.starters]
    there = {side for one in own for side in one.sides}
    same = len(dealt(everybody, size)) == len(dealt([*everybody, EntrantId("")], size))
    return same and len(there) < size and all(one.round == bye.round for one in own)


def _keeps_its_kind(facts: EventFacts, rulebook: Rulebook) -> bool:
    """Whether a round robin stays one with one more."""
    more: Sequence[Starter] = (*facts.starters, Starter(EntrantId(""), None))
    return is_round_robin(facts, rulebook) == is_round_robin(replace(facts, starters=tuple(more)), rulebook)
