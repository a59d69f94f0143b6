"""The judge of a cup: the general checks of an event, and what a table or a bracket of more lives adds."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rehearsal.checks import confirming, matches, rating, seen, settings
from rehearsal.cups import tables_told
from rehearsal.cups.checks import arena, decks, record, rounds, tables, telling
from rehearsal.cups.checks.rounds import Field, Finder, Rows
from rehearsal.cups.count import written
from rehearsal.cups.cup import Trial
from rehearsal.hearing import Finder as GeneralFinder
from rehearsal.hearing import Hearing
from rehearsal.tables import calls, results
from rehearsal.verdict import Check, Table, Verdict

_GENERAL: Final = (settings, confirming, matches, rating, seen)
_OF_THE_OPEN: Final = frozenset({rating.podium, rating.registered})
"""What holds of an official knock-out alone."""


_CALLED: Final = frozenset(find for _, _, find in matches.CHECKS)


def _left_out(trial: Trial) -> frozenset[object]:
    """General checks that say nothing here: an arena calls no match to an arbiter, and a table is no match of two."""
    rules = trial.cup.rules
    beside = frozenset({*_CALLED, seen.calls}) if rules.arena is not None or rules.tables is not None else frozenset()
    return _OF_THE_OPEN | beside


def _its_own(trial: Trial) -> Rows:
    """What the format adds to the general checks."""
    if trial.cup.rules.tables is None:
        of_arena = arena.CHECKS if trial.cup.rules.arena is not None else ()
        return (*rounds.CHECKS, *telling.CHECKS, *of_arena, *record.CHECKS)
    of_decks = decks.CHECKS if trial.cup.rules.deck is not None else ()
    return (*tables.CHECKS, *of_decks, *rounds.DRAWS, *record.CHECKS)


def judge(trial: Trial, beside: frozenset[object] = frozenset()) -> Verdict:
    """Every check with what it found, those apart that stand `beside`; one that cannot even be made has failed."""
    own = [Check(rule, title, tuple(_found(find, trial))) for rule, title, find in _its_own(trial)]
    general = [
        Check(rule, title, tuple(_heard(find, trial.hearing)))
        for area in _GENERAL
        for rule, title, find in area.CHECKS
        if find not in _left_out(trial) | beside
    ]
    return Verdict((*general, *own), tuple(_tables(trial)))


def _found(find: Finder, trial: Trial) -> list[str]:
    try:
        return list(find(trial))
    except Exception as error:  # noqa: BLE001 - whatever the bot left behind, the verdict is said and not thrown
        return [f"cannot be checked: {type(error).__name__}: {error}"]


def _heard(find: GeneralFinder, hearing: Hearing) -> list[str]:
    try:
        return list(find(hearing))
    except Exception as error:  # noqa: BLE001 - as above
        return [f"cannot be checked: {type(error).__name__}: {error}"]


def _tables(trial: Trial) -> Iterator[Table]:
    """The final table as it was told, the contests, the calls."""
    if trial.cup.rules.tables is not None:
        yield from tables_told.tables(trial)
        return
    try:
        field = Field(trial)
    except (IndexError, KeyError):
        return
    looks = [look for look in trial.cup.looks if look.after_round < 0]
    if looks:
        end = looks[-1].at
        own = field.points(end)
        by_member = {field.entries[side].member: value for side, value in own.items()}
        lines = [
            (
                f"{first}–{last}" if last > first else first,
                trial.hearing.name(member),
                written(by_member[member]) if field.rules.has_points else "",
            )
            for first, last, member, _ in telling.rows(looks[-1].answer.text)
        ]
        yield "The table", ("Place", "Player", "Points, counted by the judge"), tuple(lines)
    yield "Matches", ("Event", "Stage", "Player", "Score", "Player", "By absence"), tuple(results(trial.hearing))
    headings: tuple[str, ...] = ("Event", "Matches", "Calls", "Allowed")
    spent = tuple(calls(trial.hearing))
    if trial.cup.rules.arena is not None:
        headings, spent = headings[:3], tuple(one[:3] for one in spent)
    yield "REST calls that the bot started", headings, spent
