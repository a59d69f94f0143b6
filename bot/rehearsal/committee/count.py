"""The judge's own count, from the procedure's file and the ballots alone."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from fractions import Fraction
from functools import cache
from typing import Final

from bot.rehearsal.regulation import FOLDER

_UNITS: Final = {"min": timedelta(minutes=1), "h": timedelta(hours=1), "d": timedelta(days=1)}


@dataclass(frozen=True, slots=True)
class Procedure:
    """The numbers of a procedure's file."""

    form: str
    quorum: str
    threshold: str
    base: str
    lasts: timedelta
    reopen_for: timedelta
    extend_by: timedelta
    extends: bool
    cites: tuple[str, ...]


@cache
def procedure(kind: str) -> Procedure:
    """The file of the kind."""
    rules = tomllib.loads((FOLDER / "procedures" / f"{kind}.toml").read_text(encoding="utf-8"))
    lasts, reopen_for, extend_by = (_length(rules[name]) for name in ("lasts", "reopen_for", "extend_by"))
    return Procedure(
        form=rules["form"],
        quorum=rules["quorum"],
        threshold=rules["threshold"],
        base=rules["base"],
        lasts=lasts,
        reopen_for=reopen_for,
        extend_by=extend_by,
        extends=rules["without_quorum"] == "extend",
        cites=tuple(rules["cites"]),
    )


def _length(text: str) -> timedelta:
    number, unit = text.split()
    return int(number) * _UNITS[unit]


def enough(measure: str, part: int, whole: int) -> bool:
    """Whether so many of so many meet "at least 70 %" or "more than 1/2"."""
    if measure == "none":
        return True
    number = measure.removeprefix("at least ").removeprefix("more than ")
    needed = Fraction(number.removesuffix(" %")) / (100 if number.endswith("%") else 1)
    return whole > 0 and (part > needed * whole if measure.startswith("more than") else part >= needed * whole)


def count(rules: Procedure, entitled: int, ballots: Mapping[int, str], second: bool) -> tuple[str, str | None]:
    """What the ballots of the electorate come to, and who is elected."""
    said = Counter(choice for choice in ballots.values() if choice != "null")
    whole = {"not_null": said.total(), "cast": len(ballots), "electorate": entitled}[rules.base]
    if not enough(rules.quorum, said.total(), entitled):
        return "no_quorum", None
    if rules.form == "candidates":
        first, most = said.most_common(1)[0]
        return ("passed", first) if second or enough(rules.threshold, most, whole) else ("run_off", None)
    return ("passed" if enough(rules.threshold, said["yes"], whole) else "rejected"), None
