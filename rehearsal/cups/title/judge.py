"""The judge of a match for a title: the general checks of an event, and what this one adds."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rehearsal.checks import confirming, matches, rating, seen, settings
from rehearsal.cups.checks import record, rounds
from rehearsal.cups.cup import Trial
from rehearsal.cups.title import checks
from rehearsal.cups.title.diary import TitleCup
from rehearsal.hearing import Hearing
from rehearsal.tables import calls_spent
from rehearsal.tables import matches as of_matches
from rehearsal.verdict import Table, Verdict, but, judge_all

_GENERAL: Final = (settings, confirming, matches, rating, seen)
_OF_A_BRACKET: Final = frozenset({rating.podium})
"""What holds of a knock-out alone."""


def judge(cup: TitleCup, hearing: Hearing) -> Verdict:
    """Every check with what it found."""
    general = (check for area in _GENERAL for check in judge_all(but(area.CHECKS, _OF_A_BRACKET), hearing))
    own = judge_all(checks.CHECKS, hearing, cup)
    of_every_cup = judge_all((*rounds.DRAWS, *record.CHECKS), Trial(hearing, cup))
    return Verdict((*general, *own, *of_every_cup), tuple(_tables(hearing, cup)))


def _tables(hearing: Hearing, cup: TitleCup) -> Iterator[Table]:
    """The result, every game, the calls."""
    yield of_matches(hearing, "The match")
    games = (
        (one.number, hearing.name(one.winner) if one.winner else "", one.how.replace("_", " ")) for one in cup.lived
    )
    yield "Games", ("Game", "Won by", "How"), tuple(games)
    yield calls_spent(hearing)
