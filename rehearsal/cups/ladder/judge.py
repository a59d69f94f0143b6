"""The judge of a ladder: the general checks of an event, and what this one adds."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rehearsal.checks import confirming, matches, rating, seen, settings
from rehearsal.cups.checks import record
from rehearsal.cups.cup import Trial
from rehearsal.cups.ladder import checks
from rehearsal.cups.ladder.checks import Ladder
from rehearsal.cups.ladder.diary import LadderCup
from rehearsal.hearing import Hearing
from rehearsal.tables import calls_spent
from rehearsal.tables import matches as of_matches
from rehearsal.verdict import Table, Verdict, but, judge_all

_GENERAL: Final = (settings, confirming, matches, rating, seen)
_OF_A_BRACKET: Final = frozenset({rating.podium, rating.registrations})
"""What holds of an official knock-out alone."""


def judge(cup: LadderCup, hearing: Hearing) -> Verdict:
    """Every check with what it found."""
    trial = Trial(hearing, cup)
    general = (check for area in _GENERAL for check in judge_all(but(area.CHECKS, _OF_A_BRACKET), hearing))
    of_every_cup = judge_all((*checks.OF_EVERY_CUP, *record.CHECKS), trial)
    own = judge_all(checks.CHECKS, Ladder(trial, cup)) if cup.opened is not None else ()
    return Verdict((*general, *own, *of_every_cup), tuple(_tables(hearing)))


def _tables(hearing: Hearing) -> Iterator[Table]:
    """The matches, the calls."""
    yield of_matches(hearing)
    yield calls_spent(hearing)
