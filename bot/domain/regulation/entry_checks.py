"""What is wrong with conditions of entry: a role that is none, and ratings that nobody can have."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from bot.domain.regulation.rulebook_problems import Problem, ProblemCode
from bot.domain.rulebook import Rulebook

_ROLE: Final = re.compile(r"[1-9][0-9]{0,19}", re.ASCII)
_LARGEST: Final = 2**63


def entry_problems(rulebook: Rulebook) -> Iterator[Problem]:
    """Faults of `[entry]` beyond its bounds; a role of another server is none, since files are made to travel."""
    rules = rulebook.entry
    if rules is None:
        return
    if rules.role is not None and not is_role(rules.role):
        yield Problem("entry.role", ProblemCode.NOT_A_ROLE, given=rules.role)
    if None not in (rules.rating_from, rules.rating_below) and (rules.rating_from or 0) >= (rules.rating_below or 0):
        given, limit = str(rules.rating_from), str(rules.rating_below)
        yield Problem("entry.rating_from", ProblemCode.NOT_BELOW, given=given, limit=limit, other="entry.rating_below")


def is_role(text: str) -> bool:
    """Whether a role of Discord's can have the id."""
    return _ROLE.fullmatch(text) is not None and int(text) < _LARGEST
