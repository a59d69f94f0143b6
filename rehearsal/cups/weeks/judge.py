"""The judge of a league by the week: what holds of every cup, and what this one adds."""

from __future__ import annotations

from typing import Final

from rehearsal.checks import matches, seen
from rehearsal.cups import judge as cup_judge
from rehearsal.cups.checks import threads
from rehearsal.cups.cup import Trial
from rehearsal.cups.weeks import checks
from rehearsal.cups.weeks.checks import Weeks
from rehearsal.cups.weeks.diary import WeekCup
from rehearsal.hearing import Hearing
from rehearsal.verdict import Verdict, judge_all

_APART: Final[frozenset[object]] = frozenset({seen.calls, matches.calls, threads.few_calls})
"""Times take calls of their own, in threads too, and who is silent is never called: both have a check here instead."""


def judge(cup: WeekCup, hearing: Hearing) -> Verdict:
    """Every check with what it found."""
    trial = Trial(hearing, cup)
    own = judge_all(checks.CHECKS, Weeks(trial, cup))
    return Verdict((*cup_judge.checks(trial, _APART), *own), tuple(cup_judge.tables(trial)))
