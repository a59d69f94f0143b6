"""Challenges until the time is up: who wins from below takes the place of who has lost.

There are no rounds: every contest is of round 1, its position is a running number, its first side has challenged. Who
stands where is no fact, but follows from the contests: it begins with the strongest first, by the lot where two are
level, and each upset moves the winner to the loser's place, one after the other as they were first told.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from bot.kernel.ids import ContestId, EntrantId
from bot.kernel.outages import CLICKS_IN_FLIGHT
from bot.play.contests import Contest, NewContest, Result, ResultKind, Stage, StandingRow, winning_side
from bot.play.draw import Stream
from bot.play.format_rules import Contests
from bot.play.formats.knockout import winner
from bot.play.formats.protocol import FEWEST_STARTERS, EventFacts
from bot.play.rulebook import LadderRules, Rulebook

ONLY_ROUND = 1
_UNPLAYED = frozenset({ResultKind.WALKOVER, ResultKind.DOUBLE_WALKOVER, ResultKind.WITHDRAWAL})


def rules_of(rulebook: Rulebook) -> LadderRules:
    """The settings of the ladder."""
    return rulebook.ladder or LadderRules()


def is_ladder(rulebook: Rulebook) -> bool:
    """Whether players challenge each other in events by the rulebook."""
    return rulebook.traits.contests is Contests.CHALLENGES


def needs_draw(facts: EventFacts, rulebook: Rulebook) -> bool:  # noqa: ARG001 - as every format
    """While two are level, and no lot says who of them comes first."""
    levels = {starter.strength for starter in facts.starters}
    return not facts.lot and len(levels) < len(facts.starters)


def advance(
    facts: EventFacts,
    rulebook: Rulebook,  # noqa: ARG001
    stream: Stream | None,  # noqa: ARG001
) -> tuple[NewContest, ...]:
    """None: who meets whom is decided by a challenge. Raises ValueError with fewer than two starters."""
    if len(facts.starters) < FEWEST_STARTERS:
        raise ValueError("a ladder needs two starters")
    return ()


def standings(facts: EventFacts, rulebook: Rulebook) -> tuple[StandingRow, ...]:  # noqa: ARG001
    """Everybody on the own place, with what came of the own matches; empty before the draw."""
    return tuple(_row(place, entrant, facts) for place, entrant in enumerate(order(facts), start=1))


def is_over(facts: EventFacts, rulebook: Rulebook) -> bool:
    """Whether at `facts.now` the time is up, also for presses on their way, and no match is left to play."""
    end = ends_at(facts, rulebook)
    if end is None or facts.now is None or facts.now < end + CLICKS_IN_FLIGHT:
        return False
    return all(contest.result is not None for contest in facts.contests)


def reopened_by(
    facts: EventFacts,  # noqa: ARG001
    rulebook: Rulebook,  # noqa: ARG001
    contest: Contest,  # noqa: ARG001
    correction: Result,  # noqa: ARG001
) -> tuple[Contest, ...]:
    """None: challenges stand, and the places follow anew."""
    return ()


def ends_at(facts: EventFacts, rulebook: Rulebook) -> datetime | None:
    """When nobody can be challenged any more; None where nobody knows when the event began."""
    return None if facts.began_at is None else facts.began_at + rules_of(rulebook).lasts


def order(facts: EventFacts) -> tuple[EntrantId, ...]:
    """Everybody from the first place to the last; who has left comes after all others."""
    places = _at_first(facts)
    for contest in in_order(facts):
        _take_place(places, contest, facts)
    gone = facts.gone
    return (*(place for place in places if place not in gone), *(place for place in places if place in gone))


def in_order(facts: EventFacts) -> list[Contest]:
    """The settled contests as they were first told: neither a slow answer nor a correction makes one later."""
    told = [
        (contest.result.told_at, contest.position, contest) for contest in facts.contests if contest.result is not None
    ]
    return [one for _, _, one in sorted(told, key=lambda entry: entry[:2])]


def within_reach(facts: EventFacts, rulebook: Rulebook, entrant_id: EntrantId) -> tuple[EntrantId, ...]:
    """Whom the entrant may challenge by their places, the nearest first; nobody for who has left."""
    places = [one for one in order(facts) if one not in facts.gone]
    if entrant_id not in places:
        return ()
    own = places.index(entrant_id)
    return tuple(reversed(places[max(0, own - rules_of(rulebook).reach) : own]))


def busy(facts: EventFacts) -> frozenset[EntrantId]:
    """Who has a match without a result."""
    return frozenset(side for contest in facts.contests if contest.result is None for side in contest.sides)


def again_from(facts: EventFacts, rulebook: Rulebook, one: EntrantId, other: EntrantId) -> datetime | None:
    """From when the two may meet again; None where they have not met."""
    met = [known.result for known in facts.contests if {one, other} <= set(known.sides)]
    ended = [result.told_at for result in met if result is not None]
    pause: timedelta = rules_of(rulebook).again_after
    return max(ended) + pause if ended else None


def free_within_reach(
    facts: EventFacts, rulebook: Rulebook, entrant_id: EntrantId, at: datetime
) -> tuple[EntrantId, ...]:
    """Those of them who play with nobody, and whom the entrant may meet again."""
    taken = busy(facts)
    found = ((one, again_from(facts, rulebook, entrant_id, one)) for one in within_reach(facts, rulebook, entrant_id))
    return tuple(one for one, again in found if one not in taken and (again is None or again <= at))


def challenge(rulebook: Rulebook, sides: tuple[EntrantId, EntrantId], position: int) -> NewContest:
    """The contest that a challenge makes: the challenger first."""
    best_of = 1 if rulebook.games is None else rulebook.games.best_of
    return NewContest(Stage.MAIN, ONLY_ROUND, position, sides, best_of)


def _at_first(facts: EventFacts) -> list[EntrantId]:
    lot = {entrant: at for at, entrant in enumerate(facts.lot)}
    ranked = sorted(facts.starters, key=lambda starter: (starter.strength, lot.get(starter.entrant_id, len(lot))))
    return [one.entrant_id for one in ranked]


def _take_place(places: list[EntrantId], contest: Contest, facts: EventFacts) -> None:
    """Moves who has won from below to the place of who has lost; those between move down by one."""
    won = _winner(contest, facts.annulled)
    if won is None:
        return
    lost = contest.sides[1 - contest.sides.index(won)]
    below, above = places.index(won), places.index(lost)
    if above < below:
        places.insert(above, places.pop(below))


def _winner(contest: Contest, annulled: frozenset[tuple[ContestId, EntrantId]]) -> EntrantId | None:
    """Who has won; nobody in a drawn match, in one that both have lost, and by a result that was found fraudulent."""
    result = contest.result
    if result is None or any((contest.contest_id, side) in annulled for side in contest.sides):
        return None
    if result.paired_as_winner is None and winning_side(result.score) is None:
        return None
    return winner(contest)


def _row(place: int, entrant: EntrantId, facts: EventFacts) -> StandingRow:
    own = [contest for contest in facts.contests if entrant in contest.sides and contest.result is not None]
    won, drawn, lost = (sum(_ending(one, entrant, facts) == end for one in own) for end in (1, 0, -1))
    played = sum(one.result is not None and one.result.kind not in _UNPLAYED for one in own)
    reached = ONLY_ROUND if own else 0
    return StandingRow(place, place, entrant, Stage.MAIN, reached, (), played, won, drawn, lost)


def _ending(contest: Contest, entrant: EntrantId, facts: EventFacts) -> int | None:
    """1 for a win, 0 for a draw, -1 for a loss; None where the result was found fraudulent."""
    won, result = _winner(contest, facts.annulled), contest.result
    if won is not None:
        return 1 if won == entrant else -1
    if result is None or any((contest.contest_id, side) in facts.annulled for side in contest.sides):
        return None
    return 0 if result.kind is ResultKind.PLAYED else -1


def reach_at(rulebook: Rulebook, places: Sequence[EntrantId], sides: Sequence[EntrantId]) -> bool:
    """Whether the first of the sides stands below the second, and not too far."""
    below, above = (places.index(side) for side in sides)
    return 0 < below - above <= rules_of(rulebook).reach
