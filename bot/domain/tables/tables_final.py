"""Tables of three: who is called to the final, and the extra games that decide where scores are level (OTE-2.8)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from bot.domain.contests import Contest, ResultKind, Stage, sides_of
from bot.domain.ids import EntrantId
from bot.domain.rulebook import Rulebook
from bot.domain.tables.tables_scoring import Player, rules_of

if TYPE_CHECKING:  # The formats read this module, and their package holds these facts.
    from bot.domain.formats.protocol import EventFacts

MOST_AT_ONE_TABLE: Final = 4
"""More than these play the extra round at several tables, and the winners meet again if there are too many."""


@dataclass(frozen=True, slots=True)
class Call:
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
    known: Mapping[EntrantId, Player],
    present: Collection[EntrantId],
    before_extra: int | None = None,
) -> Call:
    """The call as it stands after the extra games on record, or before extra round `before_extra`.

    `known` are all players after the last round, `present` those who may be called: who left is not.
    """
    here = [known[entrant] for entrant in sorted(known.keys() & set(present))]
    active = tuple(player.entrant_id for player in here if player.is_active)
    state = _by_score(active, [player for player in here if not player.is_active], rules_of(rulebook).seats)
    for number, games in sorted(_extra_rounds(facts).items()):
        if state.is_settled or (before_extra is not None and number >= before_extra):
            break
        state = _after_extra_round(state, games)
    return state


def seats_of_extra_game(
    facts: EventFacts,
    rulebook: Rulebook,
    known: Mapping[EntrantId, Player],
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


def _by_score(active: tuple[EntrantId, ...], inactive: Sequence[Player], seats: int) -> Call:
    """The vacant seats to the highest scores; where more are level than seats are left, those play for them."""
    vacant = max(0, seats - len(active))
    ranked = sorted(inactive, key=lambda player: (-player.score, player.entrant_id))
    if len(ranked) <= vacant or vacant == 0:
        return Call((*active, *(player.entrant_id for player in ranked[:vacant])))
    last = ranked[vacant - 1].score
    above = tuple(player.entrant_id for player in ranked if player.score > last)
    level = tuple(player.entrant_id for player in ranked if player.score == last)
    return _settled_if_enough(Call((*active, *above), level, vacant - len(above)))


def _settled_if_enough(state: Call) -> Call:
    """With as many seats as level players there is nothing to play for, and without a seat neither."""
    if state.seats <= 0:
        return Call(state.through)
    return Call((*state.through, *state.pool)) if len(state.pool) <= state.seats else state


def _after_extra_round(state: Call, games: Sequence[Contest]) -> Call:
    """The call after a round of extra games; who stayed away from one altogether has waived the seat."""
    if any(contest.result is None and not contest.is_bye for contest in games):
        return state
    pool = _without(state.pool, sides_of(game for game in games if _nobody_came(game)))
    through = tuple(entrant for game in games for entrant in went_through(game) if entrant in pool)
    if len(through) > state.seats:
        return replace(state, pool=through)
    rest = _without(pool, through)
    return _settled_if_enough(Call((*state.through, *through), rest, state.seats - len(through)))


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
