"""The judge of a cup: the general checks of an event, and what a table or a bracket of more lives adds."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rehearsal.checks import confirming, matches, rating, seen, settings
from rehearsal.cups import tables_told
from rehearsal.cups.checks import arena, decks, record, rounds, telling, threads
from rehearsal.cups.checks import tables as of_tables
from rehearsal.cups.checks.rounds import Field, Rows
from rehearsal.cups.count import write_points
from rehearsal.cups.cup import Cup, Look, Trial
from rehearsal.hearing import Hearing
from rehearsal.tables import calls_spent
from rehearsal.tables import matches as of_matches
from rehearsal.verdict import Check, Table, Verdict, but, judge_all

_GENERAL: Final = (settings, confirming, matches, rating, seen)
_OF_THE_OPEN: Final = frozenset({rating.podium, rating.registrations})
"""What holds of an official knock-out alone."""


_CALLED: Final = frozenset(find for _, _, find in matches.CHECKS)


def _left_out(trial: Trial) -> frozenset[object]:
    """General checks that say nothing here: an arena calls no match to an arbiter, a table is no match of two.

    Threads take calls of their own, which their own check counts.
    """
    rules = trial.cup.rules
    beside = frozenset({*_CALLED, seen.calls}) if rules.arena is not None or rules.tables is not None else frozenset()
    return _OF_THE_OPEN | beside | (frozenset() if rules.threads is None else frozenset({seen.calls}))


def _its_own(trial: Trial) -> Rows:
    """What the format adds to the general checks."""
    if trial.cup.rules.tables is None:
        of_arena = arena.CHECKS if trial.cup.rules.arena is not None else ()
        of_threads = threads.CHECKS if trial.cup.rules.threads is not None else ()
        return (*rounds.CHECKS, *telling.CHECKS, *of_arena, *of_threads, *record.CHECKS)
    of_decks = decks.CHECKS if trial.cup.rules.deck is not None else ()
    return (*of_tables.CHECKS, *of_decks, *rounds.DRAWS, *record.CHECKS)


def checks(trial: Trial, apart: frozenset[object] = frozenset()) -> Iterator[Check]:
    """What holds of every cup, apart from some."""
    left_out = _left_out(trial) | apart
    for area in _GENERAL:
        yield from judge_all(but(area.CHECKS, left_out), trial.hearing)
    yield from judge_all(but(_its_own(trial), left_out), trial)


def judge(cup: Cup, hearing: Hearing) -> Verdict:
    """Every check with what it found."""
    trial = Trial(hearing, cup)
    return Verdict(tuple(checks(trial)), tuple(tables(trial)))


def tables(trial: Trial) -> Iterator[Table]:
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
        yield "The table", ("Place", "Player", "Points, counted by the judge"), tuple(_lines(field, looks[-1]))
    yield of_matches(trial.hearing)
    yield calls_spent(trial.hearing, *((("Event", "Matches", "Calls"),) if trial.cup.rules.arena is not None else ()))


def _lines(field: Field, look: Look) -> Iterator[tuple[object, ...]]:
    own = {field.entries[side].member: value for side, value in field.points(look.at).items()}
    for first, last, member, _ in telling.rows(look.answer.text):
        place = f"{first}–{last}" if last > first else first
        yield place, field.hearing.name(member), write_points(own[member]) if field.rules.has_points else ""
