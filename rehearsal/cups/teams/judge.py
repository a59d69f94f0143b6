"""The judge of an event of teams: what holds of every cup, and what teams add."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Final

from rehearsal.checks import matches, rating, seen
from rehearsal.cups import judge as cup_judge
from rehearsal.cups.checks import record as cup_record
from rehearsal.cups.checks import telling, threads
from rehearsal.cups.cup import Trial
from rehearsal.cups.teams import tables
from rehearsal.cups.teams.checks import boards, bracket, endings, order, record, rosters, table
from rehearsal.cups.teams.diary import TeamCup
from rehearsal.cups.teams.trial import Finder, Rows, TeamField
from rehearsal.hearing import Hearing
from rehearsal.verdict import Table, Verdict, judge_all

_OWN: Final = (rosters, boards, endings, order, bracket, table, record)
_OTHERWISE: Final = frozenset(
    {
        rating.published_lists,
        telling.record,
        telling.results_told,
        matches.arbiters,
        seen.calls,
        threads.few_calls,
        cup_record.spreadsheet,
    }
)
"""What is counted board by board, by when matches first ended, or told by the names of teams."""


def judge(cup: TeamCup, hearing: Hearing) -> Verdict:
    """Every check with what it found."""
    trial = Trial(hearing, cup)
    own = (check for area in _OWN for check in judge_all(of_the_field(area.CHECKS), trial))
    return Verdict((*cup_judge.checks(trial, _OTHERWISE), *own), _tables(trial) or tuple(cup_judge.tables(trial)))


def of_the_field(rows: Rows) -> Iterator[tuple[str, str, Callable[[Trial], Iterable[str]]]]:
    """The same checks, which read the teams for themselves: what cannot be read is a finding of each."""
    return ((rule, title, partial(_find_in, find)) for rule, title, find in rows)


def _find_in(find: Finder, trial: Trial) -> Iterable[str]:
    return find(TeamField(trial))


def _tables(trial: Trial) -> tuple[Table, ...]:
    try:
        return tuple(tables.tables(TeamField(trial)))
    except (IndexError, KeyError):
        return ()
