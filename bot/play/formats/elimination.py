"""Knock-outs as a rulebook has them: of one life or more, with or without a match for every place (GO-26.1).

With one, the losers of a round form a small knock-out of their own for the places behind those who went on, and so do
its losers in turn. Its contests have the first of those places as their group. Who lost to nobody, as when both sides
stayed away, has no match for a place.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from bot.kernel.ids import EntrantId
from bot.play.contests import Contest, NewContest, Result, Stage, StandingRow
from bot.play.draw import Stream
from bot.play.formats import knockout, lives
from bot.play.formats.protocol import FEWEST_STARTERS, EventFacts, contests_undone, seeded_opening
from bot.play.rulebook import Rulebook

needs_draw = knockout.needs_draw


def advance(facts: EventFacts, rulebook: Rulebook, stream: Stream | None) -> tuple[NewContest, ...]:
    """As `knockout.advance`, in every bracket that the rulebook has."""
    if rulebook.knockout.lives > 1:
        return lives.advance(facts, rulebook, stream)
    if not rulebook.knockout.placement_matches:
        return knockout.advance(facts, rulebook, stream)
    return (*knockout.advance(_main_facts(facts), rulebook, stream), *_for_places(facts, rulebook))


def standings(facts: EventFacts, rulebook: Rulebook) -> tuple[StandingRow, ...]:
    """The table by how far everyone came, or by when the last life went."""
    if rulebook.knockout.lives > 1:
        return lives.standings(facts, rulebook)
    rows = knockout.standings(_main_facts(facts), rulebook)
    return _with_places(facts, rows, rulebook) if rulebook.knockout.placement_matches else rows


def is_over(facts: EventFacts, rulebook: Rulebook) -> bool:
    """Whether nothing is left to play, for no place."""
    if rulebook.knockout.lives > 1:
        return lives.is_over(facts, rulebook)
    over = knockout.is_over(_main_facts(facts), rulebook)
    decided = all(knockout.is_decided(contest) for contest in facts.contests)
    return over and decided and (not rulebook.knockout.placement_matches or not _for_places(facts, rulebook))


def reopened_by(facts: EventFacts, rulebook: Rulebook, contest: Contest, correction: Result) -> tuple[Contest, ...]:
    """The contests that the corrected result would void: none when the same side still wins."""
    if knockout.winner(replace(contest, result=correction)) == knockout.winner(contest):
        return ()
    if rulebook.knockout.lives > 1:
        return lives.reopened_by(facts, rulebook, contest, correction)
    if not rulebook.knockout.placement_matches:
        return knockout.reopened_by(facts, rulebook, contest, correction)
    number = knockout.first_round(facts.drawn_for)
    first = tuple(one for one in facts.contests if one.round == number and one.stage is not Stage.PLACEMENT)
    return contests_undone(facts, first, contest, correction, lambda known: advance(known, rulebook, None))


# --- a match for every place ----------------------------------------------------------------------------------------

VACANT = "vacant"


@dataclass(frozen=True, slots=True)
class _Small:
    """A knock-out for the places from `first` on, between the losers of one round in the order of their matches."""

    first: int
    entrants: tuple[EntrantId, ...]
    facts: EventFacts


def _main_facts(facts: EventFacts) -> EventFacts:
    """The bracket without the matches for lower places."""
    return replace(facts, contests=tuple(contest for contest in facts.contests if contest.stage is not Stage.PLACEMENT))


def _for_places(facts: EventFacts, rulebook: Rulebook) -> tuple[NewContest, ...]:
    """The matches for places that can be decided now and are not on record."""
    found: list[NewContest] = []
    for small in _all(facts, rulebook):
        found += [_as_recorded(new, small.first, rulebook) for new in _due(small, rulebook)]
    return tuple(found)


def _with_places(facts: EventFacts, rows: tuple[StandingRow, ...], rulebook: Rulebook) -> tuple[StandingRow, ...]:
    """The rows of the bracket, those of a small knock-out on the places that they have played for."""
    better = {row.entrant_id: row for row in rows}
    for small in _all(facts, rulebook):
        for row in knockout.standings(small.facts, _plain(rulebook)):
            of_main = better[row.entrant_id]
            ranks = (row.rank_from + small.first - 1, row.rank_to + small.first - 1)
            better[row.entrant_id] = replace(of_main, rank_from=ranks[0], rank_to=ranks[1])
    return tuple(sorted(better.values(), key=lambda row: (row.rank_to, row.rank_from, row.entrant_id)))


def _plain(rulebook: Rulebook) -> Rulebook:
    """A small knock-out has its places played for by others of its kind."""
    rules = replace(rulebook.knockout, third_place_match=False, final_best_of=rulebook.knockout.best_of)
    return replace(rulebook, knockout=rules)


def _all(facts: EventFacts, rulebook: Rulebook) -> Iterator[_Small]:
    """Every small knock-out whose entrants are known, those of the main bracket first."""
    main = _main_facts(facts)
    for number, expected in _rounds(main, _plain(rulebook)):
        if expected < FEWEST_STARTERS or knockout.last_round(main.drawn_for) - number == 1:
            # The losers of the semi-finals have the match for third place.
            continue
        first = (1 << (knockout.last_round(main.drawn_for) - number)) + 1
        yield from _below(facts, main, number, first, _plain(rulebook))


def _below(facts: EventFacts, bracket: EventFacts, number: int, first: int, rulebook: Rulebook) -> Iterator[_Small]:
    """The small knock-out of a round's losers, and those that come from it."""
    losers = tuple(one for contest in _of_round(bracket, number) if (one := knockout.loser(contest)) is not None)
    if len(losers) < FEWEST_STARTERS:
        return
    known = {starter.entrant_id: starter for starter in facts.starters}
    mine = [replace(one, stage=Stage.MAIN, group=0) for one in facts.contests if _is_of(one, first)]
    small = EventFacts(tuple(known[loser] for loser in losers), tuple(mine))
    yield _Small(first, losers, small)
    rounds = knockout.last_round(len(losers))
    for lower, _ in _rounds(small, rulebook):
        if lower < rounds:
            yield from _below(facts, small, lower, first + (1 << (rounds - lower)), rulebook)


def _rounds(bracket: EventFacts, rulebook: Rulebook) -> Iterator[tuple[int, int]]:
    """The rounds that are decided as a whole, with the matches of each."""
    last = knockout.last_round(bracket.drawn_for)
    if not bracket.contests:
        return
    missing = {new.round for new in knockout.advance(bracket, rulebook, None)}
    for number in range(knockout.first_round(bracket.drawn_for), last):
        contests = _of_round(bracket, number)
        if number in missing or not contests or not all(knockout.is_decided(contest) for contest in contests):
            return
        yield number, sum(len(contest.sides) > 1 for contest in contests)


def _of_round(bracket: EventFacts, number: int) -> list[Contest]:
    mine = [
        contest for contest in bracket.contests if contest.round == number and contest.stage is not Stage.THIRD_PLACE
    ]
    return sorted(mine, key=lambda one: one.position)


def _is_of(contest: Contest, first: int) -> bool:
    return contest.stage is Stage.PLACEMENT and contest.group == first


def _due(small: _Small, rulebook: Rulebook) -> tuple[NewContest, ...]:
    """The opening, as far as it is not on record, and what follows from it."""
    first = knockout.first_round(len(small.entrants))
    known = {contest.position for contest in small.facts.contests if contest.round == first}
    opening = tuple(
        NewContest(Stage.MAIN, first, position, place.sides, 1, place.bye_reason)
        for position, place in enumerate(seeded_opening(small.entrants))
        if position not in known
    )
    return (*opening, *(knockout.advance(small.facts, _plain(rulebook), None) if small.facts.contests else ()))


def _as_recorded(new: NewContest, first: int, rulebook: Rulebook) -> NewContest:
    reason = VACANT if len(new.sides) == 1 else None
    return replace(new, stage=Stage.PLACEMENT, group=first, best_of=rulebook.knockout.best_of, bye_reason=reason)
