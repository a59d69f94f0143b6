"""Round robin: everybody meets everybody, once or several times (GO-26.2, AIJE-D02-2, AIJE-D04-2).

A pool meets by a Berger table, be it the whole event or one group. Rounds are created one by one, each when the one
before is decided. Numbers follow the ratings or are drawn, as the rulebook says; they are read back from the contests
on record, so nothing else need be stored. What was paired stands. Above the size that the rulebook sets the event is
a Swiss (AIJE-D05-3).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from bot.kernel.ids import EntrantId
from bot.play import pairing
from bot.play.contests import Contest, NewContest, Result, Stage, StandingRow
from bot.play.crosstable import is_round_robin, voided_entrants
from bot.play.draw import Stream
from bot.play.format_rules import RoundRobinRules
from bot.play.formats import swiss
from bot.play.formats.knockout import all_decided, is_decided
from bot.play.formats.protocol import EventFacts, Seeding, Starter, Strength
from bot.play.points import REST
from bot.play.ranking import rank
from bot.play.rulebook import Rulebook

# --- pools ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Pool:
    """Entrants in the order of their numbers, who play in one stage and group."""

    stage: Stage
    group: int
    order: tuple[EntrantId, ...]

    def facts(self, facts: EventFacts) -> EventFacts:
        """The event as if there were this pool alone, its play-offs included."""
        members = set(self.order)
        return replace(
            facts,
            starters=tuple(starter for starter in facts.starters if starter.entrant_id in members),
            contests=tuple(contest for contest in facts.contests if self._has(contest)),
        )

    def table(self, facts: EventFacts, rulebook: Rulebook) -> tuple[StandingRow, ...]:
        """The pool's own table, its play-offs looked at where places may not be shared."""
        own = self.facts(facts)
        return rank(own, rulebook, contests=self.matches(own))

    def matches(self, facts: EventFacts) -> tuple[Contest, ...]:
        """The contests of the Berger table."""
        return tuple(
            contest for contest in facts.contests if (contest.stage, contest.group) == (self.stage, self.group)
        )

    def _has(self, contest: Contest) -> bool:
        return contest.stage in {self.stage, Stage.PLAY_OFF} and contest.group == self.group


def strength(starter: Starter) -> Strength:
    """Sorts the strongest first, the unrated last."""
    return starter.strength


def seeding(starter: Starter) -> Seeding:
    """Sorts as numbers are given: by hand first, then by strength."""
    return starter.seeding


def _by_hand(starter: Starter) -> tuple[bool, int]:
    return starter.by_hand


def drawn_numbers(starters: Iterable[Starter], stream: Stream | None, *, by_lot: bool) -> tuple[EntrantId, ...]:
    """Numbers by lot, or by rating with equal and unrated ones by lot (AIJE-D04-2); without a stream by id instead.

    Whom organisers have seeded by hand comes first, in that order.
    """
    order = sorted(starters, key=lambda starter: starter.entrant_id)
    lots = order if stream is None else stream.shuffle(order)
    return tuple(lot.entrant_id for lot in sorted(lots, key=_by_hand if by_lot else seeding))


def hangs_on_lot(starters: Sequence[Starter], *, by_lot: bool) -> bool:
    """Whether numbers need a lot: all of them, or those of equal strength."""
    return by_lot or max(Counter(seeding(starter) for starter in starters).values(), default=0) > 1


def read_numbers(contests: Iterable[Contest], size: int) -> Mapping[int, EntrantId]:
    """The numbers that the contests of one pool on record show, by their round, place and sides.

    A rest that took the place of a match, since the opponent had left, shows nothing. None at all where the contests
    follow no Berger table, as in a record written by hand.
    """
    single, numbers = pairing.rounds(size), dict[int, EntrantId]()
    for contest in contests:
        cycle, number = divmod(contest.round - 1, len(single))
        game = dict(enumerate(single[number])).get(contest.position, ())
        if len(game) == len(contest.sides):
            numbers.update(zip(game[::-1] if cycle % 2 else game, contest.sides, strict=True))
    return numbers if len(set(numbers.values())) == len(numbers) else {}


def pool_schedule(pool: Pool, rulebook: Rulebook) -> tuple[tuple[tuple[EntrantId, ...], ...], ...]:
    """Every round of the pool with its matches, the first colour first; one side alone rests."""
    rules = rulebook.round_robin or RoundRobinRules()
    return tuple(
        tuple(tuple(pool.order[number - 1] for number in game) for game in games)
        for games in pairing.rounds(len(pool.order), rules.times)
    )


def contests_due(pool: Pool, facts: EventFacts, rulebook: Rulebook) -> tuple[NewContest, ...]:
    """The next round, once the one before is decided, and any place of an earlier one that was voided.

    Nothing where the contests on record follow no Berger table. Against an entrant who has left, the others' matches
    are created all the same and lost by whoever left; where leaving early has voided all results, the opponent rests
    (GO-28.2). Two who both left meet no more.
    """
    matches = pool.matches(facts)
    if _is_free(pool, matches, rulebook):
        return ()
    for number, games in enumerate(_still_played(pool, facts, rulebook), start=1):
        known = _of_round(matches, number)
        taken = {one.position for one in known}
        free = [place for place in games if place not in taken]
        if free or not all_decided(known):
            return tuple(_contest(pool, rulebook, number, place, games[place]) for place in free)
    return ()


def _of_round(matches: Iterable[Contest], number: int) -> list[Contest]:
    return [match for match in matches if match.round == number]


def _still_played(pool: Pool, facts: EventFacts, rulebook: Rulebook) -> Iterator[dict[int, tuple[EntrantId, ...]]]:
    """The rounds of the table by their places, with who takes part now that some may have left."""
    void, gone = voided_entrants(pool.facts(facts), rulebook, pool.matches(facts)), facts.gone
    for games in pool_schedule(pool, rulebook):
        there = enumerate(_there(game, void, gone) for game in games)
        yield {place: sides for place, sides in there if sides}


def is_played_out(pool: Pool, facts: EventFacts, rulebook: Rulebook) -> bool:
    """Whether all matches are on record and decided, play-offs apart."""
    matches = pool.matches(facts)
    if not all_decided(matches) or contests_due(pool, facts, rulebook):
        return False
    times, size = (rulebook.round_robin or RoundRobinRules()).times, len(pool.order)
    met = sum(len(match.sides) > 1 for match in matches)
    return not _is_free(pool, matches, rulebook) or 2 * met >= times * size * (size - 1)


def final_rows(pool: Pool, facts: EventFacts, rulebook: Rulebook) -> tuple[StandingRow, ...]:
    """The pool's table once it is played out, otherwise none: only then it is known who is level."""
    return pool.table(facts, rulebook) if is_played_out(pool, facts, rulebook) else ()


def _is_free(pool: Pool, matches: Iterable[Contest], rulebook: Rulebook) -> bool:
    """Whether the contests on record are of other pairs than the Berger table's."""
    table = {
        (number, place): game
        for number, games in enumerate(pool_schedule(pool, rulebook), start=1)
        for place, game in enumerate(games)
    }
    return any(not set(match.sides).issubset(table.get((match.round, match.position), ())) for match in matches)


def _there(game: tuple[EntrantId, ...], void: Iterable[EntrantId], gone: Iterable[EntrantId]) -> tuple[EntrantId, ...]:
    """Who of a game of the table takes part: nobody where all have left, nor any whose results are void."""
    if set(game).issubset(gone):
        return ()
    return tuple(one for one in game if one not in set(void))


def _contest(pool: Pool, rulebook: Rulebook, number: int, place: int, sides: tuple[EntrantId, ...]) -> NewContest:
    best_of = rulebook.knockout.best_of if rulebook.games is None else rulebook.games.best_of
    reason = REST if len(sides) == 1 else None
    return NewContest(pool.stage, number, place, sides, best_of, reason, pool.group)


# --- the format -----------------------------------------------------------------------------------------------------


FEWEST_STARTERS = 2


def needs_draw(facts: EventFacts, rulebook: Rulebook) -> bool:
    """Whether the numbers of the table hang on a lot, or places in the end."""
    if not is_round_robin(facts, rulebook):
        return swiss.needs_draw(facts, rulebook)
    if facts.contests:
        return _lot_is_due(facts, rulebook)
    return hangs_on_lot(facts.starters, by_lot=_rules(rulebook).drawn_order)


def advance(facts: EventFacts, rulebook: Rulebook, stream: Stream | None) -> tuple[NewContest, ...]:
    """The next round when the one before is decided, and after the last the play-offs that the rulebook asks for.

    Raises ValueError for fewer than two starters, and when a first round needs a stream and has none.
    """
    if not is_round_robin(facts, rulebook):
        return swiss.advance(facts, rulebook, stream)
    if len(facts.starters) < FEWEST_STARTERS:
        raise ValueError("a round robin needs two starters")
    if not facts.contests:
        return contests_due(_draw_pool(facts, rulebook, stream), facts, rulebook)
    pool = pool_of(facts)
    due = contests_due(pool, facts, rulebook)
    return due or swiss.due(final_rows(pool, facts, rulebook), facts, rulebook)


def schedule(facts: EventFacts, rulebook: Rulebook) -> tuple[tuple[tuple[EntrantId, ...], ...], ...]:
    """The whole table as it was drawn, round by round: both sides of a match, the first colour first; one side rests.

    Empty before the draw, and in a Swiss, where nobody knows it.
    """
    if not facts.contests or not is_round_robin(facts, rulebook):
        return ()
    return pool_schedule(pool_of(facts), rulebook)


def standings(facts: EventFacts, rulebook: Rulebook) -> tuple[StandingRow, ...]:
    """The table by the rulebook's chain; empty before the draw."""
    if not is_round_robin(facts, rulebook):
        return swiss.standings(facts, rulebook)
    return pool_of(facts).table(facts, rulebook) if facts.contests else ()


def is_over(facts: EventFacts, rulebook: Rulebook) -> bool:
    """Whether every match is decided and no place that matters is left to a play-off or a lot."""
    if not is_round_robin(facts, rulebook):
        return swiss.is_over(facts, rulebook)
    if not facts.contests or not all(is_decided(contest) for contest in facts.contests):
        return False
    played_out = is_played_out(pool_of(facts), facts, rulebook)
    return played_out and not advance(facts, rulebook, None) and not _lot_is_due(facts, rulebook)


def reopened_by(facts: EventFacts, rulebook: Rulebook, contest: Contest, correction: Result) -> tuple[Contest, ...]:
    """The unplayed play-offs that the correction makes needless; pairings stand."""
    if not is_round_robin(facts, rulebook):
        return swiss.reopened_by(facts, rulebook, contest, correction)
    later = with_correction(facts, contest, correction)
    return swiss.needless(final_rows(pool_of(later), later, rulebook), later, rulebook)


def with_correction(facts: EventFacts, contest: Contest, correction: Result) -> EventFacts:
    """The facts as they are with the other result."""
    contests = (replace(one, result=correction) if one == contest else one for one in facts.contests)
    return replace(facts, contests=tuple(contests))


def pool_of(facts: EventFacts) -> Pool:
    """The field in the order of its numbers, as the contests on record show it.

    A number that none of them shows, as after the only match of two entrants was voided, goes by strength.
    """
    matches = [contest for contest in facts.contests if contest.stage is Stage.MAIN]
    known = read_numbers(matches, len(facts.starters))
    shown = set(known.values())
    left = iter(sorted((starter for starter in facts.starters if starter.entrant_id not in shown), key=_by_strength))
    numbers = range(1, len(facts.starters) + 1)
    return Pool(Stage.MAIN, 0, tuple(known[n] if n in known else next(left).entrant_id for n in numbers))


def _by_strength(starter: Starter) -> tuple[Strength, EntrantId]:
    return strength(starter), starter.entrant_id


def _rules(rulebook: Rulebook) -> RoundRobinRules:
    return rulebook.round_robin or RoundRobinRules()


def _draw_pool(facts: EventFacts, rulebook: Rulebook, stream: Stream | None) -> Pool:
    if stream is None and needs_draw(facts, rulebook):
        raise ValueError("the numbers of the table need a stream of randomness")
    order = drawn_numbers(facts.starters, stream, by_lot=_rules(rulebook).drawn_order)
    return Pool(Stage.MAIN, 0, order)


def _lot_is_due(facts: EventFacts, rulebook: Rulebook) -> bool:
    return swiss.lot_is_due(final_rows(pool_of(facts), facts, rulebook), facts, rulebook)
