"""The numbers behind titles: dated settings, since ratings inflate (AIJE-B01-7)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta


@dataclass(frozen=True, slots=True)
class MasterNumbers:
    """What master titles ask for. Ratings are lower bounds that belong to the title."""

    country_players_above: int
    """A country's National Masters begin with more players than this (AIJE-B01-NM)."""
    national_rating: float
    candidate_rating: float
    master_rating: float
    international_rating: float
    masters_beaten: int
    """Different holders of IM or GM beaten in a match (AIJE-B01-IM)."""
    grandmaster_rating: float
    grandmaster_victories: int


@dataclass(frozen=True, slots=True)
class ArbiterNumbers:
    """What arbiter titles ask for, and how far the lowest of them reaches."""

    exam_every: timedelta
    """From one exam of a candidate to the next (AIJE-B01-1)."""
    provisional_months: int
    """Calendar months as ANP before AN (AIJE-B01-AN)."""
    jeek_refereed: int
    international_refereed: int
    international_rating: float
    smaller_event: int
    """Entrants of the largest event that an ANP runs alone (AIJE-B01-ANP)."""


@dataclass(frozen=True, slots=True)
class TitleNumbers:
    """One dated table of settings; it holds from the beginning of its day, UTC, until a later table begins."""

    in_force_from: date
    master: MasterNumbers
    arbiter: ArbiterNumbers


def in_force(dated: Sequence[TitleNumbers], moment: datetime) -> TitleNumbers:
    """The table that holds at the moment; before the first table began, the first."""
    in_order = sorted(dated, key=lambda numbers: numbers.in_force_from)
    begun = [numbers for numbers in in_order if numbers.in_force_from <= moment.date()]
    return begun[-1] if begun else in_order[0]
