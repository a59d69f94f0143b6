"""The judge: what members saw, and what the facts should have led to, held against what the bot made of them."""

from __future__ import annotations

from rehearsal.checks import absence, confirming, drawing, matches, rating, seen, settings
from rehearsal.hearing import Hearing
from rehearsal.tables import tables
from rehearsal.verdict import Verdict, judge_all

_AREAS = (settings, confirming, drawing, matches, rating, absence, seen)


def judge(_: object, hearing: Hearing) -> Verdict:
    """Every check with what it found."""
    checks = tuple(check for area in _AREAS for check in judge_all(area.CHECKS, hearing))
    return Verdict(checks, tables(hearing))
