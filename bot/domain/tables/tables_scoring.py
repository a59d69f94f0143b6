"""Tables of three: how many sit where, who has lost, and what everybody has gathered (OTE-2.2 to OTE-2.4)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from bot.domain.contests import Contest, Result, ResultKind, Stage
from bot.domain.ids import EntrantId
from bot.domain.regulation.format_rules import TableRules
from bot.domain.rulebook import Rulebook

if TYPE_CHECKING:  # The formats read this module, and their package holds these facts.
    from bot.domain.formats.protocol import EventFacts

GAME_OF_TWO: Final = 2
_COUNTED_STAGES: Final = frozenset({Stage.MAIN, Stage.FINAL})
"""The extra game for a seat in the final adds to no total (OTE-2.8)."""


@dataclass(frozen=True, slots=True)
class Player:
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


def players(facts: EventFacts, rulebook: Rulebook, before_round: int | None = None) -> Mapping[EntrantId, Player]:
    """Everybody after all rounds on record, or before one of them, in the order of the starters."""
    known = {starter.entrant_id: Player(starter.entrant_id) for starter in facts.starters}
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
    contests: list[Contest], known: Mapping[EntrantId, Player], facts: EventFacts, rules: TableRules
) -> Iterator[tuple[EntrantId, Player]]:
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


def _note_seat(player: Player, contest: Contest, rules: TableRules) -> Player:
    off = len(contest.sides) != rules.seats
    return replace(player, had_off_number=player.had_off_number or off, last_round=contest.round)


def _after_game(player: Player, contest: Contest, side: int, points: int, facts: EventFacts) -> Player:
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
