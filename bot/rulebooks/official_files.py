"""The five official presets: every version of them that was ever shipped, and what an approved file may change.

`official/versions.txt` has a line for each version: the preset, the version, and the fingerprint of its settings. Lines
are added and never removed, so that a copy of an older version stays what it was.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from datetime import timedelta
from functools import cache
from hashlib import sha256
from typing import Final, cast

from bot.domain.durations import read_duration
from bot.domain.regulation.official_rules import NO_CLAIM, Claim, Range, Standing, bare, differences, fixed_keys
from bot.domain.rulebook import Rulebook
from bot.rulebooks.library import FOLDER, canonical, preset

FIVE: Final = ("aije-open", "aije-candidates", "aije-world", "aije-champions-league", "aije-teams")
"""AIJE-B01-6: the official events, by the names of their presets."""

_FOLDER: Final = FOLDER / "official"
_EVERY: Final = "every"
_Table = Mapping[str, Mapping[str, Mapping[str, object]]]


def settings_print(rulebook: Rulebook) -> str:
    """SHA-256 of what the rulebook sets, without its wording and without the numbers of a rating list."""
    return sha256(canonical(bare(rulebook)).encode()).hexdigest()


@cache
def shipped_versions() -> Mapping[str, str]:
    """The preset for the fingerprint of each of its versions."""
    lines = (line.split() for line in (_FOLDER / "versions.txt").read_text("utf-8").splitlines() if line[:1].strip("#"))
    return {digest: name for name, _, digest in lines}


@cache
def free(name: str) -> Mapping[str, Range]:
    """What an approved file may change of the official preset, by key."""
    table = cast("_Table", tomllib.loads((_FOLDER / "free.toml").read_text("utf-8")))
    return {key: _range(bounds) for key, bounds in {**table[_EVERY], **table[name]}.items()}


def judge(rulebook: Rulebook, *, approved: bool) -> Standing:
    """What the file's claim is worth; `approved` says whether these very settings were approved."""
    if not rulebook.official:
        return NO_CLAIM
    if (name := shipped_versions().get(settings_print(rulebook))) is not None:
        return Standing(Claim.PRESET, name)
    return _judge_changed(rulebook, approved=approved)


def _judge_changed(rulebook: Rulebook, *, approved: bool) -> Standing:
    """By the nearest preset: the one of which the fewest fixed settings are changed, then the fewest of all."""
    found = []
    for name in FIVE:
        changed = differences(rulebook, preset(name))
        found.append((len(fixed_keys(changed, free(name))), len(changed), name, changed))
    _, _, nearest, changed = min(found, key=lambda one: one[:2])
    fixed = fixed_keys(changed, free(nearest))
    if fixed:
        return Standing(Claim.FIXED, nearest, fixed)
    return Standing(Claim.APPROVED if approved else Claim.WAITS, nearest, tuple(changed))


def _range(bounds: Mapping[str, object]) -> Range:
    return Range(_bound_of(bounds.get("from")), _bound_of(bounds.get("to")))


def _bound_of(value: object) -> float | timedelta | None:
    if value is None:
        return None
    if isinstance(value, str):
        return read_duration(value)
    return float(cast("float", value))
