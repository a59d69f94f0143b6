"""Tables of three: who is where (OTE-2.10), and what each round added to totals, which are open to all (OTE-2.3)."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import groupby
from typing import TYPE_CHECKING, Final

from bot.domain.contests import Contest, Stage
from bot.domain.ids import EntrantId
from bot.domain.rulebook import Rulebook
from bot.domain.standings import StandingRow, TieBreakValue
from bot.domain.tables.tables_scoring import Player, loses, players
from bot.domain.tie_breaks.model import Part, Parts

if TYPE_CHECKING:  # The formats read this module, and their package holds these facts.
    from bot.domain.formats.protocol import EventFacts

TOURNAMENT_SCORE, VICTORY_POINTS, INFLUENCE = "tournament_score", "victory_points", "influence"
_TOTALS: Final[Mapping[str, Callable[[Player], Fraction]]] = {
    TOURNAMENT_SCORE: lambda player: player.score,
    VICTORY_POINTS: lambda player: Fraction(player.victory_points),
    INFLUENCE: lambda player: Fraction(player.influence),
}
"""What each total of a player is."""
_LAST: Final = Fraction(-(10**9))
"""Below any influence: of a finalist whose result was annulled."""

_Ranked = tuple[Player, Hashable]
"""A player and what separates the player from the next."""


def rank(facts: EventFacts, rulebook: Rulebook) -> tuple[StandingRow, ...]:
    """The standings, best first.

    The winner of the final is first; the other finalists follow by influence in it, level ones sharing their place and
    who stayed away last, and then everybody by tournament score. Without a final on record, active players who are
    still here share the first places.
    """
    known = players(facts, rulebook)
    final = next(iter(facts.of(Stage.FINAL)), None)
    above = _still_active(facts, known) if final is None else _finalists(final, facts, known)
    named = {player.entrant_id for player, _ in above}
    below = sorted((player for entrant, player in known.items() if entrant not in named), key=_by_score)
    rows = [*_rows(above, _first_place(final, facts), final)]
    next_place = max([row.rank_to for row in rows], default=0) + 1
    return (*rows, *_rows([(player, player.score) for player in below], next_place, None))


def _still_active(facts: EventFacts, known: Mapping[EntrantId, Player]) -> list[_Ranked]:
    gone = facts.gone
    return [(player, True) for entrant, player in known.items() if player.is_active and entrant not in gone]


def _first_place(final: Contest | None, facts: EventFacts) -> int:
    """The best place that somebody has: nobody is first after a final that nobody has won."""
    return 2 if final is not None and final.result is not None and not _winners(final, facts) else 1


def _by_score(player: Player) -> tuple[Fraction, EntrantId]:
    return -player.score, player.entrant_id


def _finalists(final: Contest, facts: EventFacts, known: Mapping[EntrantId, Player]) -> list[_Ranked]:
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

    def _after(number: int) -> Player:
        return players(facts, rulebook, number + 1)[entrant_id]

    played = [one for one in facts.contests if entrant_id in one.sides and one.result is not None and not one.is_bye]
    rounds = sorted({one.round for one in played if one.stage is not Stage.PLAY_OFF})
    return tuple(Part(number, None, total(_after(number)) - total(_after(number - 1))) for number in rounds)
