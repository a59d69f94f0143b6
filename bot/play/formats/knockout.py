"""Single elimination (AIJE-D01-3, AIJE-D01-4, GO-28.4).

A field that is no power of two begins with round 0: its places are preliminary pairs and byes, in random order. Any
other field begins with round 1. Place i of a round is fed by places 2i and 2i+1 of the round before. A place whose
two feeders both produced nobody is vacant in its turn, without a contest; with one vacant feeder it is a bye.

An entrant who left is paired like everyone else, since the opponent has earned the place: results stand, and what is
left is settled as a walkover by the verbs (GO-28.4). The short way from a result to the next match looks at places
alone, and answers None wherever it cannot tell; the way from all facts is always right.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from bot.kernel.ids import ContestId, EntrantId
from bot.play.contests import Contest, NewContest, Result, ResultKind, Stage, StandingRow
from bot.play.draw import Stream
from bot.play.format_rules import Seeding
from bot.play.formats.protocol import EventFacts, FirstPlace, by_seeding, opening, seeded_opening
from bot.play.rulebook import KnockoutRules, Rulebook

# --- the format -----------------------------------------------------------------------------------------------------


VACANT = "vacant"
_NOBODY_WON: Final = (ResultKind.DOUBLE_WALKOVER, ResultKind.BOTH_LOST)


class BracketPlace(NamedTuple):
    """A place of the bracket: the final is `position` 0 of the last round."""

    round: int
    position: int

    @property
    def next(self) -> BracketPlace:
        """Where the winner goes on."""
        return BracketPlace(self.round + 1, self.position // 2)

    @property
    def feeders(self) -> tuple[BracketPlace, BracketPlace]:
        """The two places whose winners meet here, the upper one first."""
        return BracketPlace(self.round - 1, 2 * self.position), BracketPlace(self.round - 1, 2 * self.position + 1)


class PlaceOutcome(NamedTuple):
    """What a decided place produced: a winner unless it is vacant, a loser when two sides met and one of them won."""

    winner: EntrantId | None = None
    loser: EntrantId | None = None


Outcomes = dict[BracketPlace, PlaceOutcome]


def first_round(starters: int) -> int:
    """The number of the first round: 1 for a power of two, otherwise 0, the preliminary round (AIJE-D01-4)."""
    return 1 if starters.bit_count() == 1 else 0


def last_round(starters: int) -> int:
    """The number of the final's round."""
    return starters.bit_length() - 1


def stage_of(number: int, rounds: int) -> Stage:
    """The stage of round `number` when the final is played in round `rounds`."""
    if number == rounds:
        return Stage.FINAL
    if number == 0:
        return Stage.PRELIMINARY
    return Stage.SEMIFINAL if number == rounds - 1 else Stage.MAIN


def is_decided(contest: Contest) -> bool:
    """Whether it is known who goes on, nobody included: a bye, or a contest with a settled result."""
    return len(contest.sides) == 1 or contest.result is not None


def all_decided(contests: Iterable[Contest]) -> bool:
    """Whether none of the contests is open."""
    return all(map(is_decided, contests))


def winner(contest: Contest) -> EntrantId | None:
    """Who goes on: the side with more games won, or the only side; None when undecided or nobody won.

    A match is won on its overall score (AIJE-B01-5), however it came about. Where both lost, by a ruling or by staying
    away, a lot says who is paired as the winner (GO-17.5, GO-22); where teams are level, what the rulebook separates
    them by. Raises ValueError for a level score of which nothing says it.
    """
    if len(contest.sides) == 1:
        return contest.sides[0]
    result = contest.result
    if result is None:
        return None
    if result.paired_as_winner is not None:
        return contest.sides[result.paired_as_winner]
    if result.kind in _NOBODY_WON:
        return None
    if result.score.count(max(result.score)) > 1:
        raise ValueError(f"contest {contest.contest_id} has a settled score that nobody won")
    return contest.sides[result.score.index(max(result.score))]


def loser(contest: Contest) -> EntrantId | None:
    """Who lost to a winner; None when undecided, in a bye, and when both lost."""
    return _other(contest, winner(contest))


def _other(contest: Contest, won: EntrantId | None) -> EntrantId | None:
    """Who lost to that winner."""
    return next((side for side in contest.sides if won is not None and side != won), None)


def next_place(contest: Contest, rounds: int) -> BracketPlace | None:
    """Where the winner goes on when the final is played in round `rounds`; None from the final and the third place."""
    if contest.stage is Stage.THIRD_PLACE or contest.round >= rounds:
        return None
    return _place(contest).next


def descendants(facts: EventFacts, contest: Contest) -> tuple[Contest, ...]:
    """The contests on record that exist because of this one's outcome, the nearest first, the third place last."""
    rounds = last_round(facts.drawn_for)
    path: list[BracketPlace] = []
    onward = next_place(contest, rounds)
    while onward is not None and onward.round <= rounds:
        path.append(onward)
        onward = onward.next
    ahead = [other for other in facts.contests if other.stage is not Stage.THIRD_PLACE and _place(other) in path]
    third = [other for other in facts.contests if other.stage is Stage.THIRD_PLACE and path]
    return (*sorted(ahead, key=lambda other: other.round), *third)


def reopened_by(
    facts: EventFacts,
    rulebook: Rulebook,  # noqa: ARG001 - as every format
    contest: Contest,
    correction: Result,
) -> tuple[Contest, ...]:
    """The contests that the corrected result would void: none when the same side still wins."""
    if winner(replace(contest, result=correction)) == winner(contest):
        return ()
    return descendants(facts, contest)


def needs_draw(facts: EventFacts, rulebook: Rulebook) -> bool:  # noqa: ARG001 - as every format
    """Whether nothing is drawn yet: the opening draw decides the whole bracket."""
    return not facts.contests


def advance(facts: EventFacts, rulebook: Rulebook, stream: Stream | None) -> tuple[NewContest, ...]:
    """Every contest whose sides are known and that is not on record: asked again after recording them, none.

    An event without contests is drawn from the stream. Raises ValueError when that is missing, or for fewer than two
    starters.
    """
    rules, rounds = rulebook.knockout, last_round(facts.drawn_for)
    first = () if facts.contests else _first_contests(facts, rules, stream)
    outcomes = _outcomes(facts.contests) | {
        BracketPlace(new.round, new.position): PlaceOutcome(new.sides[0]) for new in first if new.bye_reason
    }
    later = [_contest(place, sides, rules, rounds) for place, sides in _pairings(facts, outcomes)]
    return (*first, *later, *_third_place(facts, rules, outcomes))


def standings(facts: EventFacts, rulebook: Rulebook) -> tuple[StandingRow, ...]:  # noqa: ARG001 - as every format
    """The table: by the round in which one lost, whoever is still in before whoever lost in the same round.

    Places follow the bracket: the loser of the final is second, losers of a quarter-final share 5 to 8. A place that
    nobody reached, as first place after a double walkover in the final, stays empty. Whose result was annulled went out
    in that contest; the others keep what they reached (GO-23.1).
    """
    rounds = last_round(facts.drawn_for)
    rows: dict[EntrantId, StandingRow] = {}
    out: set[EntrantId] = set()
    for contest in sorted(facts.contests, key=lambda one: one.round):
        annulled = {side for side in contest.sides if (contest.contest_id, side) in facts.annulled}
        for side in set(contest.sides) - out:
            rows[side] = _row(contest, side, rounds, len(facts.starters), None if side in annulled else winner(contest))
        out |= annulled
    if any(contest.stage is Stage.THIRD_PLACE for contest in facts.contests):
        rows = {side: _beside_third_place(row) for side, row in rows.items()}
    return tuple(sorted(rows.values(), key=lambda row: (row.rank_to, row.rank_from, row.entrant_id)))


def is_over(facts: EventFacts, rulebook: Rulebook) -> bool:  # noqa: ARG001 - as every format
    """Whether the final has produced a champion, or nobody, and no contest is open, the third place included."""
    outcomes = _outcomes(facts.contests)
    if not facts.contests or not all_decided(facts.contests):
        return False
    waiting = list(_pairings(facts, outcomes))
    return not waiting and BracketPlace(last_round(facts.drawn_for), 0) in outcomes


def _place(contest: Contest) -> BracketPlace:
    return BracketPlace(contest.round, contest.position)


def _first_contests(facts: EventFacts, rules: KnockoutRules, stream: Stream | None) -> tuple[NewContest, ...]:
    if stream is None:
        raise ValueError("the opening draw needs a stream of randomness")
    places = _opening_places(facts, rules, stream)
    first, rounds = first_round(facts.drawn_for), last_round(facts.drawn_for)
    return tuple(
        replace(
            _contest(BracketPlace(first, position), drawn.sides, rules, rounds),
            bye_reason=drawn.bye_reason,
        )
        for position, drawn in enumerate(places)
    )


def _opening_places(facts: EventFacts, rules: KnockoutRules, stream: Stream) -> tuple[FirstPlace, ...]:
    """The first round by lot; seeded where the rulebook or an organiser's own order says so."""
    is_seeded = rules.seeding is Seeding.SEEDED
    if not is_seeded and all(starter.seed is None for starter in facts.starters):
        return opening(facts.starters, stream, byes_by_rating=rules.byes_by_rating)
    by_strength = is_seeded or rules.byes_by_rating
    return seeded_opening(by_seeding(facts.starters, stream, by_strength=by_strength))


def _outcomes(contests: Iterable[Contest]) -> Outcomes:
    return {
        _place(contest): _outcome(contest)
        for contest in contests
        if is_decided(contest) and contest.stage is not Stage.THIRD_PLACE
    }


def _outcome(contest: Contest) -> PlaceOutcome:
    won = winner(contest)
    return PlaceOutcome(won, _other(contest, won))


def _pairings(facts: EventFacts, outcomes: Outcomes) -> Iterator[tuple[BracketPlace, tuple[EntrantId, ...]]]:
    """The places beyond the first round that can be filled now, in order; `outcomes` learns of byes and vacancies."""
    taken = {_place(contest) for contest in facts.contests if contest.stage is not Stage.THIRD_PLACE}
    for place in _later_places(facts.drawn_for):
        fed = _known_feeders(place, outcomes)
        if place in taken or len(fed) < len(place.feeders):
            continue
        sides = tuple(outcome.winner for outcome in fed if outcome.winner is not None)
        if len(sides) < len(fed):
            outcomes[place] = PlaceOutcome(*sides)
        if sides:
            yield place, sides


def _later_places(starters: int) -> Iterator[BracketPlace]:
    """Every place beyond the first round, in order."""
    rounds = last_round(starters)
    for number in range(first_round(starters) + 1, rounds + 1):
        for position in range(1 << (rounds - number)):
            yield BracketPlace(number, position)


def _known_feeders(place: BracketPlace, outcomes: Outcomes) -> list[PlaceOutcome]:
    """How the contests ended whose sides come to the place, as far as they are decided."""
    return [outcomes[feeder] for feeder in place.feeders if feeder in outcomes]


def _contest(place: BracketPlace, sides: tuple[EntrantId, ...], rules: KnockoutRules, rounds: int) -> NewContest:
    stage = stage_of(place.round, rounds)
    best_of = rules.final_best_of if stage is Stage.FINAL else rules.best_of
    return NewContest(stage, place.round, place.position, sides, best_of, VACANT if len(sides) == 1 else None)


def next_contest(upper: Contest, lower: Contest, rules: KnockoutRules, rounds: int) -> NewContest | None:
    """The contest of the two winners when the final is played in round `rounds`; None where somebody is missing."""
    sides = tuple(won for won in (winner(upper), winner(lower)) if won is not None)
    return None if len(sides) < 2 else _contest(_place(upper).next, sides, rules, rounds)


def _third_place(facts: EventFacts, rules: KnockoutRules, outcomes: Outcomes) -> tuple[NewContest, ...]:
    """The match between the semifinals' losers, once both are decided; a field of three has one semifinal and none."""
    final = BracketPlace(last_round(facts.drawn_for), 0)
    semifinals = _known_feeders(final, outcomes)
    is_due = rules.third_place_match and not facts.of(Stage.THIRD_PLACE)
    if not is_due or len(semifinals) < len(final.feeders) or final.round == 1:
        return ()
    sides = tuple(semifinal.loser for semifinal in semifinals if semifinal.loser is not None)
    if not sides:
        return ()
    reason = VACANT if len(sides) == 1 else None
    return (NewContest(Stage.THIRD_PLACE, final.round, 0, sides, rules.third_place_best_of, reason),)


def _row(contest: Contest, side: EntrantId, rounds: int, starters: int, won: EntrantId | None) -> StandingRow:
    if contest.stage is Stage.THIRD_PLACE:
        best, worst = (3, 4) if not is_decided(contest) else (3, 3) if side == won else (4, 4)
        return StandingRow(best, worst, side, contest.stage, contest.round)
    still_in = not is_decided(contest) or side == won
    reached = contest.round + 1 if side == won else contest.round
    worst = 1 << (rounds - reached + 1)
    best = 1 if still_in else worst // 2 + 1
    shown = min(reached, rounds)
    return StandingRow(best, min(worst, starters), side, stage_of(shown, rounds), shown)


def _beside_third_place(row: StandingRow) -> StandingRow:
    """With a third-place match on record, a semifinalist who is not in it (both lost by walkover) is fourth."""
    return replace(row, rank_from=4) if row.reached is Stage.SEMIFINAL and row.rank_from == 3 else row


# --- the short way to the next match --------------------------------------------------------------------------------


class Taken(NamedTuple):
    """A place of the bracket with its contest: how many sides it has, and whether it has a result."""

    contest_id: ContestId
    stage: Stage
    round: int
    position: int
    sides: int
    settled: bool

    @property
    def is_bye(self) -> bool:
        """Whether one side is alone in it."""
        return self.sides == 1

    @property
    def is_decided(self) -> bool:
        """Whether it is known who goes on."""
        return self.settled or self.is_bye


Pair = tuple[Taken, Taken]
"""Two places that lead to the same next one, the upper first."""


def applies(rulebook: Rulebook) -> bool:
    """Whether the event is one bracket in which a result leads to the next match and to nothing else."""
    rules = rulebook.knockout
    return rulebook.traits.is_bracket and rules.lives == 1 and not rules.placement_matches


def ready_pairs(taken: Sequence[Taken]) -> tuple[Pair, ...] | None:
    """The pairs of decided places whose next one is free; None from the end of the semifinals on, and before the draw.

    With the semifinals the match for the third place is paired, and with what comes after them the event is over.
    """
    places = {(one.round, one.position): one for one in taken if one.stage is not Stage.THIRD_PLACE}
    pairs = tuple(_pairs_with_a_free_place(places))
    if not pairs and all(place.is_decided for place in places.values()):
        return None
    semifinals = last_round(starters_of(taken)) - 1
    return None if any(upper.round >= semifinals for upper, _ in pairs) else pairs


def with_next(taken: Iterable[Taken], pairs: Iterable[Pair]) -> tuple[Taken, ...]:
    """The places as they are once the next match of each pair is written."""
    nexts = (
        Taken(ContestId(""), upper.stage, upper.round + 1, upper.position // 2, sides=2, settled=False)
        for upper, _ in pairs
    )
    return (*taken, *nexts)


def end_a_round(taken: Iterable[Taken], pairs: Iterable[Pair]) -> bool:
    """Whether a round is over with the last match of one of these pairs."""
    first_open = min((one.round for one in taken if not one.is_decided), default=None)
    return any(first_open is None or upper.round < first_open for upper, _ in pairs)


def _pairs_with_a_free_place(places: Mapping[tuple[int, int], Taken]) -> Iterator[Pair]:
    decided = {place: one for place, one in places.items() if one.is_decided}
    for (number, position), upper in decided.items():
        lower = decided.get((number, position + 1))
        if position % 2 == 0 and lower is not None and (number + 1, position // 2) not in places:
            yield upper, lower


def starters_of(taken: Iterable[Taken]) -> int:
    """For how many the bracket was drawn: everybody has a side in its first round, who came late too."""
    known = tuple(taken)
    first = min(one.round for one in known)
    sides = sum(one.sides for one in known if one.round == first)
    return sides - 1 if first == 0 and sides.bit_count() == 1 else sides
