"""The judge's own count, from the procedure's file and the ballots alone."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from datetime import timedelta
from fractions import Fraction
from functools import cache
from itertools import count as numbers
from typing import Any, Final

from bot.kernel.files import FileKind
from bot.rulebooks.strict_tables import parse
from rehearsal.regulation import FOLDER

_UNITS: Final = {"min": timedelta(minutes=1), "h": timedelta(hours=1), "d": timedelta(days=1)}
_LINKS: Final = 64
"""How often a secret is hashed until it is the commitment that stands on the card."""


@dataclass(frozen=True, slots=True)
class Procedure:
    """The numbers of a procedure's file."""

    form: str
    electorate: str
    quorum: str
    threshold: str
    base: str
    lasts: timedelta
    reminders: tuple[timedelta, ...]
    reopen_for: timedelta
    extend_by: timedelta
    extends: bool
    cites: tuple[str, ...]


@cache
def procedure(kind: str) -> Procedure:
    """The file of the kind."""
    path = FOLDER / "procedures" / f"{kind}.toml"
    rules: dict[str, Any] = dict(parse(path.read_bytes(), path.name, FileKind.PROCEDURE))
    lasts, reopen_for, extend_by = (_length(rules[name]) for name in ("lasts", "reopen_for", "extend_by"))
    return Procedure(
        form=rules["form"],
        electorate=rules["electorate"],
        quorum=rules["quorum"],
        threshold=rules["threshold"],
        base=rules["base"],
        lasts=lasts,
        reminders=tuple(map(_length, rules["reminders"])),
        reopen_for=reopen_for,
        extend_by=extend_by,
        extends=rules["without_quorum"] == "extend",
        cites=tuple(rules["cites"]),
    )


def has_to_be_attended(rules: Procedure) -> bool:
    """Whether missing it is an absence: petitions, approvals and questions to representatives are no duty."""
    return rules.form in {"yes_no", "candidates"} and rules.electorate != "representatives"


def _length(text: str) -> timedelta:
    number, unit = text.split()
    return int(number) * _UNITS[unit]


def fraction(measure: str) -> Fraction:
    """The part that "at least 70 %" or "more than 1/2" speaks of."""
    number = measure.removeprefix("at least ").removeprefix("more than ")
    return Fraction(number.removesuffix(" %")) / (100 if number.endswith("%") else 1)


def share(measure: str) -> str:
    """The same as minutes write it: in percent where that is a whole number."""
    percent = fraction(measure) * 100
    return f"{percent} %" if percent.denominator == 1 else str(fraction(measure))


def enough(measure: str, part: int, whole: int) -> bool:
    """Whether so many of so many meet "at least 70 %" or "more than 1/2"."""
    if measure == "none":
        return True
    needed = fraction(measure) * whole
    return whole > 0 and (part > needed if measure.startswith("more than") else part >= needed)


@dataclass(frozen=True, slots=True)
class Counted:
    """What ballots come to: the outcome, who is elected, and between whom a lot has to decide."""

    outcome: str
    elected: str | None = None
    level: tuple[str, ...] = ()


def whole(rules: Procedure, entitled: int, ballots: Mapping[int, str]) -> int:
    """What the threshold is a part of."""
    said = sum(choice != "null" for choice in ballots.values())
    return {"not_null": said, "cast": len(ballots), "electorate": entitled}[rules.base]


def count(rules: Procedure, entitled: int, ballots: Mapping[int, str], second: bool) -> Counted:
    """What the ballots of the electorate come to."""
    said = Counter(choice for choice in ballots.values() if choice != "null")
    if not enough(rules.quorum, said.total(), entitled):
        return Counted("no_quorum")
    base = whole(rules, entitled, ballots)
    if rules.form == "candidates":
        return _result_of_election(rules, said, base, second)
    return Counted("passed" if enough(rules.threshold, said["yes"], base) else "rejected")


def _result_of_election(rules: Procedure, said: Counter[str], base: int, second: bool) -> Counted:
    """Who has enough votes, or the most on a second ballot, where a lot decides between those who are level."""
    most = max(said.values())
    first = tuple(candidate for candidate, votes in said.items() if votes == most)
    if second:
        return Counted("passed", level=first) if len(first) > 1 else Counted("passed", first[0])
    return Counted("passed", first[0]) if enough(rules.threshold, most, base) else Counted("run_off")


def lot(secret: bytes, vote_id: str, candidates: Collection[str]) -> tuple[str, list[str]]:
    """The commitment that the secret was under, and the order of the lot, as docs/fair-draw.md describes them."""
    chain = [secret]
    for _ in range(_LINKS):
        chain.append(hashlib.sha256(chain[-1]).digest())
    listed = json.dumps([{"id": one, "rating": None} for one in sorted(candidates)], separators=(",", ":"))
    hashed = hashlib.sha256(listed.encode()).hexdigest()
    public = "\n".join(["arbiter-draw-v1", vote_id, "1", chain[-2].hex(), hashed, ""])
    blocks = _blocks(hashlib.sha256(public.encode()).digest())
    order = sorted(candidates)
    for last in range(len(order) - 1, 0, -1):
        fair = 2**256 - 2**256 % (last + 1)
        chosen = next(block for block in blocks if block < fair) % (last + 1)
        order[last], order[chosen] = order[chosen], order[last]
    return chain[-1].hex(), order


def _blocks(seed: bytes) -> Iterator[int]:
    for number in numbers():
        yield int.from_bytes(hashlib.sha256(seed + number.to_bytes(8, "big")).digest(), "big")
