"""Tables of three: winners stay active, a player who has lost may stay among the inactive (OTE-2.1 to OTE-2.10).

A contest has two to four sides and is one game; the winner's score is 1, and `Result.influence` is everybody's at the
end. The tables of a round are of stage main and share its number, active ones first; the final is position 0 of its
round, beside the inactive players' last tables; extra games, which separate level scores (OTE-2.8), are play-offs
with rounds of their own. A lone inactive player has a contest of one side, a rest. How many sit where, who has lost
and what all have gathered follows OTE-2.2 to OTE-2.4, who is where OTE-2.10; totals are open to all (OTE-2.3).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import count, groupby
from typing import Final

from bot.kernel.ids import EntrantId
from bot.play.contests import (
    Contest,
    NewContest,
    Result,
    ResultKind,
    Stage,
    StandingRow,
    TieBreakValue,
    last_round_of,
    sides_of,
)
from bot.play.draw import Stream
from bot.play.format_rules import TableRules
from bot.play.formats.knockout import VACANT, all_decided
from bot.play.formats.protocol import FEWEST_STARTERS, EventFacts
from bot.play.pairing import is_there
from bot.play.rulebook import Rulebook
from bot.play.tie_breaks import Parts, TieBreakStep

# --- seats, losses and totals ---------------------------------------------------------------------------------------


GAME_OF_TWO: Final = 2
_COUNTED_STAGES: Final = frozenset({Stage.MAIN, Stage.FINAL})
"""The extra game for a seat in the final adds to no total (OTE-2.8)."""


@dataclass(frozen=True, slots=True)
class TablePlayer:
    """What one player has gathered, and in which set that leaves the player."""

    entrant_id: EntrantId
    is_active: bool = True
    """Whether no game was lost yet (OTE-2.2)."""
    victory_points: int = 0
    influence: int = 0
    had_off_number: bool = False
    """Whether one of the games was of other than three (OTE-2.6)."""
    played: int = 0
    won: int = 0
    last_round: int = 0

    @property
    def score(self) -> Fraction:
        """The tournament score: half the influence and the victory points, halves kept (OTE-2.8)."""
        return Fraction(self.influence, 2) + self.victory_points


def rules_of(rulebook: Rulebook) -> TableRules:
    """The table of the rulebook, or its defaults."""
    return rulebook.tables or TableRules()


def sizes(players: int, seats: int = 3) -> tuple[int, ...]:
    """How many sit at each table, the tables of other than `seats` first (OTE-2.4).

    As many full tables as possible, and as many of them as needed take one more; where there are too few to take one
    each, as of five players, the rest play apart. A table of one is a player who sits out.
    """
    full, over = divmod(players, seats)
    if over > full:
        return (over, *[seats] * full)
    return (*[seats + 1] * over, *[seats] * (full - over))


def winner_side(result: Result) -> int | None:
    """The side that won the game; None when nobody did."""
    most = max(result.score)
    return result.score.index(most) if most and result.score.count(most) == 1 else None


def victory_points(result: Result, active: tuple[bool, ...], rules: TableRules) -> tuple[int, ...]:
    """What a game gives to each side, by the set in which each began it (OTE-2.3).

    The winner, the second by influence at the end, and who share that place; at a game of two the winner alone. Who
    stayed away was not in the game.
    """
    won = winner_side(result)
    second = _second_sides(result, won)
    tables = [rules.active_points if is_active else rules.inactive_points for is_active in active]
    return tuple(
        first if side == won else (alone if len(second) == 1 else tied) if side in second else 0
        for side, (first, alone, tied) in enumerate(tables)
    )


def players(facts: EventFacts, rulebook: Rulebook, before_round: int | None = None) -> Mapping[EntrantId, TablePlayer]:
    """Everybody after all rounds on record, or before one of them, in the order of the starters."""
    known = {starter.entrant_id: TablePlayer(starter.entrant_id) for starter in facts.starters}
    for number, contests in sorted(_rounds(facts).items()):
        if before_round is not None and number >= before_round:
            break
        known |= dict(_after_round(contests, known, facts, rules_of(rulebook)))
    return known


def loses(contest: Contest, facts: EventFacts) -> frozenset[EntrantId]:
    """Who has lost the game: all but the winner, and a winner whose result was annulled.

    Of a game that ended without a result, nobody.
    """
    result = contest.result
    if result is None or result.kind is ResultKind.NO_RESULT:
        return frozenset()
    won = winner_side(result)
    return frozenset(
        entrant for side, entrant in enumerate(contest.sides) if side != won or _is_annulled(contest, entrant, facts)
    )


def _second_sides(result: Result, won: int | None) -> tuple[int, ...]:
    present = [side for side in range(len(result.influence)) if side not in result.absent]
    if won is None or len(present) <= GAME_OF_TWO:
        return ()
    others = [side for side in present if side != won]
    best = max(result.influence[side] for side in others)
    return tuple(side for side in others if result.influence[side] == best)


def _rounds(facts: EventFacts) -> Mapping[int, list[Contest]]:
    rounds: dict[int, list[Contest]] = defaultdict(list)
    for contest in facts.contests:
        if contest.stage in _COUNTED_STAGES and len(contest.sides) > 1:
            rounds[contest.round].append(contest)
    return rounds


def _after_round(
    contests: list[Contest], known: Mapping[EntrantId, TablePlayer], facts: EventFacts, rules: TableRules
) -> Iterator[tuple[EntrantId, TablePlayer]]:
    for contest in contests:
        seated = [_note_seat(known[entrant], contest, rules) for entrant in contest.sides]
        points = (0,) * len(seated)
        if _counts(contest) and contest.result is not None:
            points = victory_points(contest.result, tuple(player.is_active for player in seated), rules)
        for side, player in enumerate(seated):
            after = _after_game(player, contest, side, points[side], facts) if _counts(contest) else player
            yield player.entrant_id, after


def _counts(contest: Contest) -> bool:
    return contest.result is not None and contest.result.kind is not ResultKind.NO_RESULT


def _note_seat(player: TablePlayer, contest: Contest, rules: TableRules) -> TablePlayer:
    off = len(contest.sides) != rules.seats
    return replace(player, had_off_number=player.had_off_number or off, last_round=contest.round)


def _after_game(player: TablePlayer, contest: Contest, side: int, points: int, facts: EventFacts) -> TablePlayer:
    result, lost = contest.result, player.entrant_id in loses(contest, facts)
    influence = result.influence[side] if result is not None and result.influence else 0
    stripped = _is_annulled(contest, player.entrant_id, facts)
    return replace(
        player,
        is_active=player.is_active and not lost,
        victory_points=player.victory_points + (0 if stripped else points),
        influence=player.influence + (0 if stripped else influence),
        played=player.played + 1,
        won=player.won + (not lost),
    )


def _is_annulled(contest: Contest, entrant: EntrantId, facts: EventFacts) -> bool:
    return (contest.contest_id, entrant) in facts.annulled


TOURNAMENT_SCORE, VICTORY_POINTS, INFLUENCE = "tournament_score", "victory_points", "influence"
# --- who is where ---------------------------------------------------------------------------------------------------


_TOTALS: Final[Mapping[str, Callable[[TablePlayer], Fraction]]] = {
    TOURNAMENT_SCORE: lambda player: player.score,
    VICTORY_POINTS: lambda player: Fraction(player.victory_points),
    INFLUENCE: lambda player: Fraction(player.influence),
}
"""What each total of a player is."""
_LAST: Final = Fraction(-(10**9))
"""Below any influence: of a finalist whose result was annulled."""

_Ranked = tuple[TablePlayer, Hashable]
"""A player and what separates the player from the next."""


def rank(facts: EventFacts, rulebook: Rulebook) -> tuple[StandingRow, ...]:
    """The standings, best first.

    The winner of the final is first; the other finalists follow by influence in it, level ones sharing their place and
    who stayed away last, and then everybody by tournament score. Without a final on record, active players who are
    still here share the first places.
    """
    people = players(facts, rulebook)
    final = next(iter(facts.of(Stage.FINAL)), None)
    above = _still_active(facts, people) if final is None else _finalists(final, facts, people)
    named = {player.entrant_id for player, _ in above}
    below = sorted((player for entrant, player in people.items() if entrant not in named), key=_by_score)
    rows = [*_rows(above, _first_place(final, facts), final)]
    next_place = max([row.rank_to for row in rows], default=0) + 1
    return (*rows, *_rows([(player, player.score) for player in below], next_place, None))


def _still_active(facts: EventFacts, known: Mapping[EntrantId, TablePlayer]) -> list[_Ranked]:
    gone = facts.gone
    return [(player, True) for entrant, player in known.items() if player.is_active and entrant not in gone]


def _first_place(final: Contest | None, facts: EventFacts) -> int:
    """The best place that somebody has: nobody is first after a final that nobody has won."""
    return 2 if final is not None and final.result is not None and not _winners(final, facts) else 1


def _by_score(player: TablePlayer) -> tuple[Fraction, EntrantId]:
    return -player.score, player.entrant_id


def _finalists(final: Contest, facts: EventFacts, known: Mapping[EntrantId, TablePlayer]) -> list[_Ranked]:
    """The finalists in order, with what separates them; while the final is played nothing does."""
    if final.result is None:
        return [(known[side], True) for side in sorted(final.sides)]
    won = _winners(final, facts)
    absent = final.result.absent
    keys = {
        side: (side in won, number not in absent, _influence(final, number, facts))
        for number, side in enumerate(final.sides)
    }
    return [(known[side], keys[side]) for side in sorted(sorted(keys), key=keys.__getitem__, reverse=True)]


def _winners(final: Contest, facts: EventFacts) -> frozenset[EntrantId]:
    if len(final.sides) == 1 or final.result is None:
        return frozenset(final.sides if len(final.sides) == 1 else ())
    by_lot = final.result.paired_as_winner
    if by_lot is not None:
        named = final.sides[by_lot]
        return frozenset() if (final.contest_id, named) in facts.annulled else frozenset({named})
    won = frozenset(final.sides) - loses(final, facts)
    return won if len(won) == 1 else frozenset()


def _influence(final: Contest, side: int, facts: EventFacts) -> Fraction:
    if (final.contest_id, final.sides[side]) in facts.annulled:
        return _LAST
    influence = () if final.result is None else final.result.influence
    return Fraction(influence[side]) if influence else Fraction(0)


def _rows(ordered: Sequence[_Ranked], first: int, final: Contest | None) -> Iterator[StandingRow]:
    """Rows from place `first` on; level neighbours share their places."""
    place = first
    for _, level in groupby(ordered, key=lambda line: line[1]):
        sharing = [player for player, _ in level]
        for player in sharing:
            stage, number = (Stage.MAIN, player.last_round) if final is None else (Stage.FINAL, final.round)
            yield StandingRow(
                place, place + len(sharing) - 1, player.entrant_id, stage, number,
                (
                    TieBreakValue(TOURNAMENT_SCORE, player.score),
                    TieBreakValue(VICTORY_POINTS, Fraction(player.victory_points)),
                    TieBreakValue(INFLUENCE, Fraction(player.influence)),
                ),
                player.played, player.won, 0, player.played - player.won,
            )  # fmt: skip
        place += len(sharing)


def explain_total(facts: EventFacts, rulebook: Rulebook, entrant_id: EntrantId, name: str) -> Parts | None:
    """What each round that the player has finished added to the total of that name; None for any other name.

    Raises KeyError for a stranger.
    """
    total = _TOTALS.get(name)
    if total is None:
        return None

    def _after(number: int) -> TablePlayer:
        return players(facts, rulebook, number + 1)[entrant_id]

    played = [
        contest
        for contest in facts.contests
        if entrant_id in contest.sides and contest.result is not None and not contest.is_bye
    ]
    rounds = sorted({one.round for one in played if one.stage is not Stage.PLAY_OFF})
    return tuple(TieBreakStep(number, None, total(_after(number)) - total(_after(number - 1))) for number in rounds)


# --- the final and extra games --------------------------------------------------------------------------------------


MOST_AT_ONE_TABLE: Final = 4
"""More than these play the extra round at several tables, and the winners meet again if there are too many."""


@dataclass(frozen=True, slots=True)
class FinalSeats:
    """Who has a seat in the final, and who still plays for the seats that are left."""

    through: tuple[EntrantId, ...]
    """Active players first, by id, then those called, in the order in which they got their seats."""
    pool: tuple[EntrantId, ...] = ()
    """Level for the last seats; empty where no extra game is needed."""
    seats: int = 0
    """Seats that the pool plays for."""

    @property
    def is_settled(self) -> bool:
        """Whether the final can be played."""
        return not self.pool


def call(
    facts: EventFacts,
    rulebook: Rulebook,
    known: Mapping[EntrantId, TablePlayer],
    present: Collection[EntrantId],
    before_extra: int | None = None,
) -> FinalSeats:
    """The call as it stands after the extra games on record, or before extra round `before_extra`.

    `known` are all players after the last round, `present` those who may be called: who left is not.
    """
    here = [known[entrant] for entrant in sorted(known.keys() & set(present))]
    active = tuple(player.entrant_id for player in here if player.is_active)
    state = _call_by_score(active, [player for player in here if not player.is_active], rules_of(rulebook).seats)
    for number, games in sorted(_extra_rounds(facts).items()):
        if state.is_settled or (before_extra is not None and number >= before_extra):
            break
        state = _after_extra_round(state, games)
    return state


def seats_of_extra_game(
    facts: EventFacts,
    rulebook: Rulebook,
    known: Mapping[EntrantId, TablePlayer],
    present: Collection[EntrantId],
    contest: Contest,
) -> int:
    """How many leave an extra game for the final, one after the other, each on reaching its influence (OTE-2.8).

    Where others have left the event since, so that nothing is played for any more: everybody who has a seat.
    """
    state = call(facts, rulebook, known, present, contest.round)
    if state.is_settled:
        return len(set(contest.sides).intersection(state.through))
    return state.seats if len(state.pool) <= MOST_AT_ONE_TABLE else 1


def extra_round(facts: EventFacts) -> int:
    """The number of the last extra round on record; 0 where there was none."""
    return max(_extra_rounds(facts), default=0)


def went_through(contest: Contest) -> tuple[EntrantId, ...]:
    """Who left the extra game for the final: its score marks each of them, or a lot names one."""
    if contest.result is None:
        return ()
    if contest.result.paired_as_winner is not None:
        return (contest.sides[contest.result.paired_as_winner],)
    return tuple(side for side, won in zip(contest.sides, contest.result.score, strict=True) if won)


def _call_by_score(active: tuple[EntrantId, ...], inactive: Sequence[TablePlayer], seats: int) -> FinalSeats:
    """The vacant seats to the highest scores; where more are level than seats are left, those play for them."""
    vacant = max(0, seats - len(active))
    ranked = sorted(inactive, key=lambda player: (-player.score, player.entrant_id))
    if len(ranked) <= vacant or vacant == 0:
        return FinalSeats((*active, *(player.entrant_id for player in ranked[:vacant])))
    last = ranked[vacant - 1].score
    above = tuple(player.entrant_id for player in ranked if player.score > last)
    level = tuple(player.entrant_id for player in ranked if player.score == last)
    return _settled_if_enough(FinalSeats((*active, *above), level, vacant - len(above)))


def _settled_if_enough(state: FinalSeats) -> FinalSeats:
    """With as many seats as level players there is nothing to play for, and without a seat neither."""
    if state.seats <= 0:
        return FinalSeats(state.through)
    return FinalSeats((*state.through, *state.pool)) if len(state.pool) <= state.seats else state


def _after_extra_round(state: FinalSeats, games: Sequence[Contest]) -> FinalSeats:
    """The call after a round of extra games; who stayed away from one altogether has waived the seat."""
    if any(contest.result is None and not contest.is_bye for contest in games):
        return state
    pool = _without(state.pool, sides_of(game for game in games if _nobody_came(game)))
    through = tuple(entrant for game in games for entrant in went_through(game) if entrant in pool)
    if len(through) > state.seats:
        return replace(state, pool=through)
    rest = _without(pool, through)
    return _settled_if_enough(FinalSeats((*state.through, *through), rest, state.seats - len(through)))


def _without(entrants: Iterable[EntrantId], out: Collection[EntrantId]) -> tuple[EntrantId, ...]:
    return tuple(entrant for entrant in entrants if entrant not in out)


def _nobody_came(contest: Contest) -> bool:
    result = contest.result
    return result is not None and result.kind is ResultKind.DOUBLE_WALKOVER and result.paired_as_winner is None


def _extra_rounds(facts: EventFacts) -> Mapping[int, list[Contest]]:
    rounds: dict[int, list[Contest]] = defaultdict(list)
    for contest in facts.contests:
        if contest.stage is Stage.PLAY_OFF:
            rounds[contest.round].append(contest)
    return rounds


# --- the format -----------------------------------------------------------------------------------------------------


REST = "rest"
_ROUND_STAGES = frozenset({Stage.MAIN, Stage.FINAL})


@dataclass(frozen=True, slots=True)
class _Step:
    """What can be paired now: the free players of a round, with what is known of everybody before it."""

    round: int
    known: Mapping[EntrantId, TablePlayer]
    free: frozenset[EntrantId]
    """Present, and in no contest of the round yet."""
    final: FinalSeats | None
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
    people = players(facts, rulebook, contest.round)
    active = frozenset(entrant for entrant, player in people.items() if player.is_active)
    before, after = active & loses(contest, facts), active & loses(corrected, facts)
    later = _drawn_after(facts, contest)
    swapped = len(before - after) == len(after - before) == 1
    if swapped and all(one.stage is Stage.MAIN for one in later):
        moved = before ^ after
        return tuple(one for one in later if one.round > contest.round + 1 or not moved.isdisjoint(one.sides))
    return later if before != after else ()


def _drawn_after(facts: EventFacts, table: Contest) -> tuple[Contest, ...]:
    return tuple(
        contest for contest in facts.contests if contest.stage is not Stage.MAIN or contest.round > table.round
    )


def extra_game_seats(facts: EventFacts, rulebook: Rulebook, contest: Contest) -> int:
    """How many leave this extra game for the final, each on reaching its influence (OTE-2.8)."""
    final = facts.of(Stage.FINAL)
    number = final[0].round if final else last_round_of(facts.of(Stage.MAIN)) + 1
    present = _present(facts, number)
    return seats_of_extra_game(facts, rulebook, players(facts, rulebook, number), present, contest)


def final_call(facts: EventFacts, rulebook: Rulebook) -> FinalSeats | None:
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
    people = players(facts, rulebook, number)
    free = frozenset(_present(facts, number) - _seated_in(facts, number))
    return _Step(number, people, free, _call(facts, rulebook, number, people, free))


def _call(
    facts: EventFacts,
    rulebook: Rulebook,
    number: int,
    known: Mapping[EntrantId, TablePlayer],
    free: Collection[EntrantId],
) -> FinalSeats | None:
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
    return sides_of(contest for contest in facts.contests if _is_of(contest, number))


def _is_of(contest: Contest, number: int) -> bool:
    return contest.stage in _ROUND_STAGES and contest.round == number


def _present(facts: EventFacts, number: int) -> set[EntrantId]:
    return {starter.entrant_id for starter in facts.starters if is_there(starter, number)}


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


def _off_numbered_first(
    lots: Sequence[EntrantId], known: Mapping[EntrantId, TablePlayer], seats: int
) -> list[EntrantId]:
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
    taken = {contest.position for contest in facts.contests if _is_of(contest, step.round)}
    has_final = step.final is not None or facts.of(Stage.FINAL)
    free = (position for position in count(1 if has_final else 0) if position not in taken)
    for sides in tables:
        reason = REST if len(sides) == 1 else None
        yield NewContest(Stage.MAIN, step.round, next(free), sides, _best_of(rulebook), reason)


def _extra_games(
    facts: EventFacts, rulebook: Rulebook, state: FinalSeats, stream: Stream | None
) -> Iterator[NewContest]:
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
