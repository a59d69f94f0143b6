"""The judge: what members saw, and what the facts should have led to, held against what the bot made of them."""

from __future__ import annotations

from rehearsal.checks import absence, confirming, drawing, matches, rating, seen, settings
from rehearsal.hearing import Hearing
from rehearsal.tables import tables
from rehearsal.verdict import Check, Verdict

_AREAS = (settings, confirming, drawing, matches, rating, absence, seen)


def judge(hearing: Hearing) -> Verdict:
    """Every check with what it found; a check that cannot even be made has failed."""
    checks = tuple(
        Check(rule, title, tuple(_found(find, hearing))) for area in _AREAS for rule, title, find in area.CHECKS
    )
    return Verdict(checks, tables(hearing))


def _found(find: object, hearing: Hearing) -> list[str]:
    assert callable(find)
    try:
        return list(find(hearing))
    except Exception as error:  # noqa: BLE001 - whatever the bot left behind, the verdict is said and not thrown
        return [f"cannot be checked: {type(error).__name__}: {error}"]
