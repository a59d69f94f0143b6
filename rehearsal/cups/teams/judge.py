"""The judge of an event of teams: what holds of every cup, and what teams add."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from rehearsal.checks import matches, rating, seen
from rehearsal.cups import judge as cup_judge
from rehearsal.cups.checks import record as cup_record
from rehearsal.cups.checks import telling
from rehearsal.cups.cup import Trial
from rehearsal.cups.teams import tables
from rehearsal.cups.teams.checks import boards, bracket, endings, order, record, rosters, table
from rehearsal.cups.teams.trial import Finder, TeamField
from rehearsal.verdict import Check, Table, Verdict

_OWN: Final = (rosters, boards, endings, order, bracket, table, record)
_OTHERWISE: Final = frozenset({rating.published, telling.record, matches.arbiters, seen.calls, cup_record.spreadsheet})
"""What is counted board by board, or by when matches first ended."""
_TITLES: Final = frozenset(
    title
    for area in (rating.CHECKS, telling.CHECKS, matches.CHECKS, seen.CHECKS, cup_record.CHECKS)
    for _, title, find in area
    if find in _OTHERWISE
)


def judge(trial: Trial) -> Verdict:
    """Every check with what it found; a check that cannot even be made has failed."""
    of_every_cup = cup_judge.judge(trial)
    general = [check for check in of_every_cup.checks if check.title not in _TITLES]
    own = [Check(rule, title, tuple(_found(find, trial))) for area in _OWN for rule, title, find in area.CHECKS]
    return replace(of_every_cup, checks=(*general, *own), tables=_tables(trial) or of_every_cup.tables)


def _tables(trial: Trial) -> tuple[Table, ...]:
    try:
        return tuple(tables.tables(TeamField(trial)))
    except (IndexError, KeyError):
        return ()


def _found(find: Finder, trial: Trial) -> list[str]:
    try:
        return list(find(TeamField(trial)))
    except Exception as error:  # noqa: BLE001 - whatever the bot left behind, the verdict is said and not thrown
        return [f"cannot be checked: {type(error).__name__}: {error}"]
