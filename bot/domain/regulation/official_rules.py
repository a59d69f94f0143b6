"""Which events are official: by their settings, never by what a file says of itself (AIJE-B01-6).

A file that claims it is official where its settings are those of a shipped version of one of the five presets, or where
it was approved (AIJE-B01-AI, AIJE-B01-AN). A file that is approved changes only what the regulation leaves open.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import timedelta
from enum import StrEnum
from typing import Final

from bot.domain.community import Person
from bot.domain.rating_terms import STARTING, with_terms
from bot.domain.rulebook import Rulebook, Setting, settings


class Claim(StrEnum):
    """What a file's word that it is official is worth."""

    NONE = "none"
    """It claims nothing."""
    PRESET = "preset"
    """Its settings are those of a shipped preset."""
    APPROVED = "approved"
    WAITS = "waits"
    """It changes nothing but what is open, and can be approved."""
    FIXED = "fixed"
    """It changes what the regulation fixes: nobody can approve it."""


@dataclass(frozen=True, slots=True)
class Range:
    """What an open setting may be; None is no bound."""

    least: float | timedelta | None = None
    most: float | timedelta | None = None

    def holds(self, value: Setting) -> bool:
        """Whether the value lies within; what cannot be compared with a bound lies within none."""
        least, most = self.least, self.most
        return (least is None or _in_order(least, value)) and (most is None or _in_order(value, most))


def _in_order(lower: Setting, higher: Setting) -> bool:
    """Whether the one is not above the other."""
    match lower, higher:
        case (timedelta(), timedelta()) | (int() | float(), int() | float()):
            return lower <= higher  # type: ignore[operator]
        case _:
            return False


@dataclass(frozen=True, slots=True)
class Standing:
    """What a file's claim is worth, by the preset that it is nearest to; `keys` are the settings that differ from it.

    Where the claim is `FIXED` they are those that may not.
    """

    claim: Claim
    preset: str = ""
    keys: tuple[str, ...] = ()

    @property
    def official(self) -> bool:
        """Whether an event by the file is one of the five."""
        return self.claim in {Claim.PRESET, Claim.APPROVED}

    @property
    def in_vain(self) -> bool:
        """Whether the file claims what it is not."""
        return self.claim in {Claim.WAITS, Claim.FIXED}


NO_CLAIM: Final = Standing(Claim.NONE)


@dataclass(frozen=True, slots=True)
class ApprovalView:
    """A file as it was approved, what it changes of which official preset, and the people."""

    rulebook: Rulebook
    preset: str
    keys: tuple[str, ...]
    saved_by: Person
    approved_by: Person


@dataclass(frozen=True, slots=True)
class WaitingView:
    """A file that waits for an approval, what it changes of which official preset, and who saved it."""

    rulebook: Rulebook
    preset: str
    keys: tuple[str, ...]
    saved_by: Person


def bare(rulebook: Rulebook) -> Rulebook:
    """The rulebook without its wording and without the numbers of a list: what two official files are compared by."""
    plain = replace(rulebook, name="", title="", titles=None, summaries=None, version="", cites=())
    return with_terms(plain, STARTING)


def differences(rulebook: Rulebook, preset: Rulebook) -> dict[str, Setting]:
    """The settings that are not as in the preset, with the file's values; None for one that is left out."""
    mine, theirs = settings(bare(rulebook)), settings(bare(preset))
    return {key: mine.get(key) for key in {**mine, **theirs} if mine.get(key, ...) != theirs.get(key, ...)}


def fixed_keys(changed: Mapping[str, Setting], free: Mapping[str, Range]) -> tuple[str, ...]:
    """Those of the changed settings that the regulation does not leave open, or not so far."""
    return tuple(key for key, value in changed.items() if key not in free or not free[key].holds(value))


def held_back(rulebook: Rulebook, standing: Standing) -> Rulebook:
    """The rulebook as an event is run by it: one whose claim is in vain is an ordinary one."""
    return replace(rulebook, official=standing.official)
