"""Tables of three: active players go on by winning, who has lost may stay among the inactive (OTE-2.1 to OTE-2.10).

A contest has two to four sides and is one game; the winner's score is 1, and `Result.influence` is everybody's at the
end. The tables of a round are of stage main and share its number, active ones first; the final is position 0 of its
round, beside the inactive players' last tables; extra games are play-offs with rounds of their own. A lone inactive
player has a contest of one side, a rest.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count

from bot.domain.contests import Contest, NewContest, Result, Stage, last_round_of, sides_of
from bot.domain.events.draw import Stream
from bot.domain.formats.knockout import VACANT, all_decided
from bot.domain.formats.opening import FEWEST_STARTERS
from bot.domain.formats.protocol import EventFacts
from bot.domain.ids import EntrantId
from bot.domain.pairing.history import is_there
from bot.domain.rulebook import Rulebook
from bot.domain.standings import StandingRow
from bot.domain.tables.tables_final import MOST_AT_ONE_TABLE, Call, call, extra_round, seats_of_extra_game, went_through
from bot.domain.tables.tables_ranking import rank
from bot.domain.tables.tables_scoring import Player, loses, players, rules_of, sizes

REST = "rest"
_ROUND_STAGES = frozenset({Stage.MAIN, Stage.FINAL})


@dataclass(frozen=True, slots=True)
class _Step:
    """What can be paired now: the free players of a round, with what is known of everybody before it."""

    round: int
    known: Mapping[EntrantId, Player]
    free: frozenset[EntrantId]
    """Present, and in no contest of the round yet."""
    final: Call | None
    """Of the final's round, while there is no final on record."""


def needs_draw(facts: EventFacts, rulebook: Rulebook) -> bool:
    """Whether a round, or an extra round at several tables, is to be drawn now: each has a lot of its own."""
    step = _next_step(facts, rulebook)
    if step is None:
        return False
    return step.final is None or step.final.is_settled or len(step.final.pool) > MOST_AT_ONE_TABLE


def advance(facts: EventFacts, rulebook: Rulebook, stream: Stream | None) -> tuple[NewContest, ...]:
    """The next round once the one before is decided: tables, extra games for the final, or the final and what is
    played beside it.

    A table that was voided is made anew of those who have none in the round. Raises ValueError with fewer than two
    starters, or without a stream where `needs_draw` says so.
    """
    if len(facts.starters) < FEWEST_STARTERS:
        raise ValueError("tables need two starters")
    step = _next_step(facts, rulebook)
    if step is None:
        return ()
    if step.final is not None and not step.final.is_settled:
        return tuple(_extra_games(facts, rulebook, step.final, stream))
    if stream is None:
        raise ValueError("each round of tables needs a stream of randomness")
    final = () if step.final is None else step.final.through
    tables = _tables(replace(step, free=step.free.difference(final)), rulebook, stream)
    return (*_final(step, final, rulebook), *_place(facts, step, tables, rulebook))


def standings(facts: EventFacts, rulebook: Rulebook) -> tuple[StandingRow, ...]:
    """The table: the final decides the first three, the tournament score all others (OTE-2.10); empty before a draw.

    Until there is a final, active players share the first places.
    """
    return rank(facts, rulebook) if facts.contests else ()


def is_over(facts: EventFacts, rulebook: Rulebook) -> bool:
    """Whether the final and all tables beside it are decided, or nobody is left who could play one."""
    if not facts.contests or not all_decided(facts.contests):
        return False
    return _next_step(facts, rulebook) is None


def reopened_by(facts: EventFacts, rulebook: Rulebook, contest: Contest, correction: Result) -> tuple[Contest, ...]:
    """The later contests in which somebody would sit with the wrong status.

    Where one active player takes another's place, the two tables of the next round at which they sit, and what was
    drawn after that round. Where the number of active players changes, or the final was being filled, all that was
    drawn later. Corrected influence alone moves nobody.
    """
    corrected = replace(contest, result=correction)
    match contest.stage:
        case Stage.PLAY_OFF:
            return () if went_through(contest) == went_through(corrected) else _after_extra_game(facts, contest)
        case Stage.FINAL:
            return ()
        case _:
            return _after_table(facts, rulebook, contest, corrected)


def _after_table(facts: EventFacts, rulebook: Rulebook, contest: Contest, corrected: Contest) -> tuple[Contest, ...]:
    known = players(facts, rulebook, contest.round)
    active = frozenset(entrant for entrant, player in known.items() if player.is_active)
    before, after = active & loses(contest, facts), active & loses(corrected, facts)
    later = _drawn_after(facts, contest)
    swapped = len(before - after) == len(after - before) == 1
    if swapped and all(one.stage is Stage.MAIN for one in later):
        moved = before ^ after
        return tuple(one for one in later if one.round > contest.round + 1 or not moved.isdisjoint(one.sides))
    return later if before != after else ()


def _drawn_after(facts: EventFacts, table: Contest) -> tuple[Contest, ...]:
    return tuple(one for one in facts.contests if one.stage is not Stage.MAIN or one.round > table.round)


def extra_game_seats(facts: EventFacts, rulebook: Rulebook, contest: Contest) -> int:
    """How many leave this extra game for the final, each on reaching its influence (OTE-2.8)."""
    final = facts.of(Stage.FINAL)
    number = final[0].round if final else last_round_of(facts.of(Stage.MAIN)) + 1
    present = _present(facts, number)
    return seats_of_extra_game(facts, rulebook, players(facts, rulebook, number), present, contest)


def final_call(facts: EventFacts, rulebook: Rulebook) -> Call | None:
    """Who has a seat in the final and who plays for one, once it is called and before it is paired; None otherwise."""
    number = last_round(facts) + 1
    if number == 1 or not all_decided(facts.of(*_ROUND_STAGES)):
        return None
    step = _step(facts, rulebook, number)
    return step.final if step.free else None


def last_round(facts: EventFacts) -> int:
    """The last round of tables on record, the final's included; 0 before the first."""
    return last_round_of(facts.of(*_ROUND_STAGES))


def influence_to_win(contest: Contest, rulebook: Rulebook) -> int:
    """What a player needs at this table, whatever its size (OTE-2.4); in an extra game, to leave it (OTE-2.8)."""
    rules = rules_of(rulebook)
    return rules.extra_game_influence if contest.stage is Stage.PLAY_OFF else rules.influence_to_win


def _next_step(facts: EventFacts, rulebook: Rulebook) -> _Step | None:
    """The round to be paired now; None while one is being played, and when all is played."""
    last = last_round(facts)
    step = _step(facts, rulebook, last)
    if last and step.free:
        return _unless_waiting(facts, step)
    if not all_decided(facts.contests):
        return None
    played_without_final = bool(last) and step.final is not None
    if played_without_final or facts.of(Stage.FINAL):
        return None
    step = _step(facts, rulebook, last + 1)
    return _unless_waiting(facts, step) if step.free else None


def _unless_waiting(facts: EventFacts, step: _Step) -> _Step | None:
    """The step, but for a final that waits for extra games."""
    waits = step.final is not None and not step.final.is_settled
    return None if waits and not all_decided(facts.of(Stage.PLAY_OFF)) else step


def _step(facts: EventFacts, rulebook: Rulebook, number: int) -> _Step:
    known = players(facts, rulebook, number)
    free = frozenset(_present(facts, number) - _seated_in(facts, number))
    return _Step(number, known, free, _call(facts, rulebook, number, known, free))


def _call(
    facts: EventFacts, rulebook: Rulebook, number: int, known: Mapping[EntrantId, Player], free: Collection[EntrantId]
) -> Call | None:
    """The call to the final, when round `number` is its round and has none yet (OTE-2.8).

    A round in which active players sit already is not the final's, even if some of them have left since.
    """
    active = {entrant for entrant, player in known.items() if player.is_active}
    under_way = not active.isdisjoint(_seated_in(facts, number))
    too_many = len(active - facts.gone) > rules_of(rulebook).seats
    if number == 1 or facts.of(Stage.FINAL) or under_way or too_many:
        return None
    return call(facts, rulebook, known, free)


def _seated_in(facts: EventFacts, number: int) -> frozenset[EntrantId]:
    """Who has a table in the round, or is in the final that is played beside them."""
    return sides_of(one for one in facts.contests if _is_of(one, number))


def _is_of(contest: Contest, number: int) -> bool:
    return contest.stage in _ROUND_STAGES and contest.round == number


def _present(facts: EventFacts, number: int) -> set[EntrantId]:
    return {one.entrant_id for one in facts.starters if is_there(one, number)}


def _tables(step: _Step, rulebook: Rulebook, stream: Stream) -> Iterator[tuple[EntrantId, ...]]:
    """Who sits together: all at random in round 1, then the active and the inactive among themselves."""
    lots = stream.shuffle(sorted(step.free))
    seats = rules_of(rulebook).seats
    if step.round == 1:
        yield from _cut(lots, sizes(len(lots), seats))
        return
    active = [entrant for entrant in lots if step.known[entrant].is_active]
    inactive = [step.known[entrant] for entrant in lots if not step.known[entrant].is_active]
    yield from _cut(_off_numbered_first(active, step.known, seats), sizes(len(active), seats))
    by_points = sorted(inactive, key=lambda player: (-player.victory_points, -player.influence))
    yield from _cut([player.entrant_id for player in by_points], sizes(len(by_points), seats))


def _off_numbered_first(lots: Sequence[EntrantId], known: Mapping[EntrantId, Player], seats: int) -> list[EntrantId]:
    """The lots, but tables of other than three first take who was at none yet (OTE-2.6)."""
    needed = sum(size for size in sizes(len(lots), seats) if size != seats)
    fresh = [entrant for entrant in lots if not known[entrant].had_off_number]
    again = [entrant for entrant in lots if known[entrant].had_off_number]
    chosen = [*fresh, *again][:needed]
    return [*chosen, *(entrant for entrant in lots if entrant not in chosen)]


def _cut(ordered: Sequence[EntrantId], lengths: Sequence[int]) -> Iterator[tuple[EntrantId, ...]]:
    first = 0
    for length in lengths:
        yield tuple(ordered[first : first + length])
        first += length


def _final(step: _Step, sides: tuple[EntrantId, ...], rulebook: Rulebook) -> Iterator[NewContest]:
    if sides:
        reason = VACANT if len(sides) == 1 else None
        yield NewContest(Stage.FINAL, step.round, 0, sides, _best_of(rulebook), reason)


def _place(
    facts: EventFacts, step: _Step, tables: Iterator[tuple[EntrantId, ...]], rulebook: Rulebook
) -> Iterator[NewContest]:
    """The tables at the positions that the round has free; the first of the final's round is the final's."""
    taken = {one.position for one in facts.contests if _is_of(one, step.round)}
    has_final = step.final is not None or facts.of(Stage.FINAL)
    free = (position for position in count(1 if has_final else 0) if position not in taken)
    for sides in tables:
        reason = REST if len(sides) == 1 else None
        yield NewContest(Stage.MAIN, step.round, next(free), sides, _best_of(rulebook), reason)


def _extra_games(facts: EventFacts, rulebook: Rulebook, state: Call, stream: Stream | None) -> Iterator[NewContest]:
    """One game of all who are level, or several tables by lot where they are too many for one."""
    number, pool = extra_round(facts) + 1, sorted(state.pool)
    lengths: tuple[int, ...] = (len(pool),)
    if len(pool) > MOST_AT_ONE_TABLE:
        if stream is None:
            raise ValueError("extra games at several tables need a stream of randomness")
        pool, lengths = stream.shuffle(pool), sizes(len(pool), rules_of(rulebook).seats)
    for position, sides in enumerate(_cut(pool, lengths)):
        yield NewContest(Stage.PLAY_OFF, number, position, sides, _best_of(rulebook))


def _after_extra_game(facts: EventFacts, contest: Contest) -> tuple[Contest, ...]:
    """The later extra rounds, the final, and the tables of its round."""
    final = next((one.round for one in facts.contests if one.stage is Stage.FINAL), None)
    return tuple(
        one
        for one in facts.contests
        if (one.stage is Stage.PLAY_OFF and one.round > contest.round) or (final is not None and _is_of(one, final))
    )


def _best_of(rulebook: Rulebook) -> int:
    return 1 if rulebook.games is None else rulebook.games.best_of
