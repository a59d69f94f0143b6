"""The judge of a match for a title: the general checks of an event, and what this one adds."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Final

from rehearsal.checks import confirming, matches, rating, seen, settings
from rehearsal.cups.checks import record, rounds
from rehearsal.cups.cup import Trial
from rehearsal.cups.title import checks
from rehearsal.cups.title.diary import TitleCup
from rehearsal.tables import calls, results
from rehearsal.verdict import Check, Table, Verdict

_GENERAL: Final = (settings, confirming, matches, rating, seen)
_OF_A_BRACKET: Final = frozenset({rating.podium})
"""What holds of a knock-out alone."""


def judge(trial: Trial) -> Verdict:
    """Every check with what it found; a check that cannot even be made has failed."""
    hearing, cup = trial.hearing, trial.cup
    assert isinstance(cup, TitleCup)
    found: list[Check] = []
    for area in _GENERAL:
        for rule, title, find in area.CHECKS:
            if find not in _OF_A_BRACKET:
                found.append(Check(rule, title, _made(find, hearing)))
    for rule, title, judged in checks.CHECKS:
        found.append(Check(rule, title, _made(judged, hearing, cup)))
    for rule, title, tried in (*rounds.DRAWS, *record.CHECKS):
        found.append(Check(rule, title, _made(tried, trial)))
    return Verdict(tuple(found), tuple(_tables(trial, cup)))


def _made(find: Callable[..., Iterable[str]], *given: object) -> tuple[str, ...]:
    try:
        return tuple(find(*given))
    except Exception as error:  # noqa: BLE001 - whatever the bot left behind, the verdict is said and not thrown
        return (f"cannot be checked: {type(error).__name__}: {error}",)


def _tables(trial: Trial, cup: TitleCup) -> Iterator[Table]:
    """The result, every game, the calls."""
    hearing = trial.hearing
    yield "The match", ("Event", "Stage", "Player", "Score", "Player", "By absence"), tuple(results(hearing))
    games = (
        (one.number, hearing.name(one.winner) if one.winner else "", one.how.replace("_", " ")) for one in cup.lived
    )
    yield "Games", ("Game", "Won by", "How"), tuple(games)
    yield "REST calls that the bot started", ("Event", "Matches", "Calls", "Allowed"), tuple(calls(hearing))
