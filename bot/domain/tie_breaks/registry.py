"""Every tie-break by its name in a rulebook, and the chain that a rulebook makes of them."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from bot.domain.regulation.format_rules import Level, RankingRules
from bot.domain.regulation.format_traits import FormatTraits, Table
from bot.domain.rulebook import Rulebook
from bot.domain.tie_breaks import boards, encounters, opponents, own, ratings
from bot.domain.tie_breaks.model import TieBreak


def _by_score(traits: FormatTraits) -> bool:
    """Where opponents differ, so that their points say something."""
    return traits.by_score


def _of_rounds(traits: FormatTraits) -> bool:
    """Where everybody has a game in each round."""
    return traits.counts_rounds


def _of_opponents(traits: FormatTraits) -> bool:
    """Where a table counts games against one opponent each."""
    return traits.table in {Table.ROUNDS, Table.GAMES}


_OPPONENTS: Final = {
    "sonneborn_berger": TieBreak(opponents.sonneborn_berger, ("GO-27.1",), fits=_of_rounds),
    "buchholz": TieBreak(opponents.buchholz(), fits=_by_score),
    "buchholz_cut_1": TieBreak(opponents.buchholz(1), fits=_by_score),
    "buchholz_cut_2": TieBreak(opponents.buchholz(2), fits=_by_score),
    "median_buchholz": TieBreak(opponents.buchholz(1, 1), fits=_by_score),
    "opponents_scores": TieBreak(opponents.opponents_scores, ("GO-27.1S",), fits=_by_score),
    "total_score": TieBreak(opponents.total_score, ("GO-27.1S",), fits=_by_score),
}
_RATINGS: Final = {
    "performance_arena": TieBreak(ratings.performance_arena, ("ARENA-2",), fits=_of_opponents),
    "performance_fide": TieBreak(ratings.performance_fide, fits=_of_opponents),
    "average_rating_of_opponents": TieBreak(ratings.average_rating_of_opponents, fits=_of_opponents),
    "ratings_sum": TieBreak(ratings.ratings_sum, ("AIJE-D05-4",)),
}
_OWN: Final = {
    "points": TieBreak(own.per_round(own.points_of), ("GO-27.1", "AIJE-D02-2")),
    "wins": TieBreak(own.per_round(own.win_of), ("OLY-5",)),
    "games_won": TieBreak(own.per_round(own.games_of), ("AIJE-D02-2",)),
    "progressive": TieBreak(own.progressive, fits=_of_rounds),
    "longest_unbeaten_run": TieBreak(own.longest_unbeaten_run, ("AIJE-D05-4",), fits=_of_rounds),
    "warnings": TieBreak(own.warnings, ("GO-27.1", "GO-24"), higher_is_better=False),
    "forfeits": TieBreak(own.per_round(own.forfeit_of), higher_is_better=False),
    "lot": TieBreak(own.lot, ("GO-27.1",), higher_is_better=False),
}
_ENCOUNTERS: Final = {
    "direct_encounter": TieBreak(
        encounters.among_tied(own.points_of), ("AIJE-D02-2", "AIJE-D04-2", "AIJE-D05-4", "OLY-5"), among_tied=True
    ),
    "games_won_in_encounter": TieBreak(encounters.among_tied(own.games_of), ("AIJE-D05-4",), among_tied=True),
    "play_off": TieBreak(encounters.play_off, ("GO-27.1", "GO-27.3", "AIJE-D02-2"), among_tied=True),
}
_BOARDS: Final = {
    "board_points": TieBreak(own.per_round(boards.worth_of), ("GO-27.2",)),
    "balance": TieBreak(own.per_round(boards.balance_of), ("OLY-5",)),
    "living_points": TieBreak(boards.in_modality("living"), ("OLY-5",)),
    "giant_points": TieBreak(boards.in_modality("giant"), ("OLY-5",)),
    **{
        name: TieBreak(boards.on_board(number), ("GO-27.2",))
        for number, name in enumerate(boards.names_in_order(boards.MOST_BOARDS), start=1)
    },
}

TIE_BREAKS: Final[Mapping[str, TieBreak]] = MappingProxyType(_OWN | _ENCOUNTERS | _OPPONENTS | _RATINGS | _BOARDS)
"""The registry: each entry with the rules that name it."""
NAMES: Final = frozenset({*TIE_BREAKS, boards.IN_ORDER})
"""What a rulebook's `ranking.order` may hold."""
_DECIDERS: Final[Mapping[Level, tuple[str, ...]]] = MappingProxyType(
    {Level.SHARED: (), Level.LOT: ("lot",), Level.PLAY_OFF: ("play_off",)}
)


def chain(rulebook: Rulebook) -> tuple[str, ...]:
    """The names of `ranking.order`, `boards_in_order` spelt out board by board."""
    size = 0 if rulebook.teams is None else rulebook.teams.size
    order = (rulebook.ranking or RankingRules()).order
    spelt = [boards.names_in_order(size) if name == boards.IN_ORDER else (name,) for name in order]
    return tuple(name for names in spelt for name in names)


def deciders(rulebook: Rulebook) -> tuple[str, ...]:
    """What separates those whom the chain leaves level on a place that may not be shared (GO-27.1, GO-27.3)."""
    rules = rulebook.ranking or RankingRules()
    known = chain(rulebook)
    return tuple(name for name in _DECIDERS[rules.level] if name not in known and rules.decisive_places)
