"""The judge of a series: each cup by what holds of every cup, and the series by a count of its own."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rehearsal.checks import confirming, matches, seen
from rehearsal.hearing import Hearing
from rehearsal.series import checks
from rehearsal.series.count import standings
from rehearsal.series.diary import Season
from rehearsal.tables import calls_spent
from rehearsal.tables import matches as of_matches
from rehearsal.verdict import Table, Verdict, but, judge_all

_OF_REGISTRATION: Final = (confirming.window, confirming.button, confirming.starters, confirming.reminders)


def judge(season: Season, hearing: Hearing) -> Verdict:
    """Every check with what it found."""
    found = [
        *judge_all(checks.CHECKS, hearing, season),
        *judge_all((row for row in confirming.CHECKS if row[2] in _OF_REGISTRATION), hearing),
        *judge_all(but(matches.CHECKS, {matches.arbiters}), hearing),
        *judge_all(seen.CHECKS, hearing),
    ]
    return Verdict(tuple(found), tuple(_tables(hearing, season)))


def _tables(hearing: Hearing, season: Season) -> Iterator[Table]:
    """The standings by the judge's own count, the matches, the calls."""
    events = [one for one in hearing.facts.events if one.event_id in {each.event_id for each in season.counted}]
    lines = sorted(standings(hearing, events).items(), key=lambda one: one[1][0])
    told = tuple((place, hearing.name(member), f"{float(points):g}") for member, (place, points) in lines)
    yield "The series", ("Place", "Player", "Points"), told
    yield of_matches(hearing)
    yield calls_spent(hearing)
