"""Members of a team as a captain writes them into a line-up: each by a name that no other of the team has."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from bot.domain.community import Person
from bot.domain.ids import PersonId
from bot.domain.likeness import alike, same_name

_BETWEEN: Final = re.compile(r"[,;\s]+")
"""What parts names in the form, and so stands in none of them."""


@dataclass(frozen=True, slots=True)
class Meant:
    """Who fits a name that was typed; `is_asked`: it is only like theirs, and has to be written so."""

    fitting: tuple[PersonId, ...]
    is_asked: bool = False


def written_names(members: Sequence[Person]) -> dict[PersonId, str]:
    """How each member is written: by the name, with a number behind it where the team has it more than once."""
    plain = [_BETWEEN.sub(" ", one.name).strip() for one in members]
    found: dict[PersonId, str] = {}
    for at, one in enumerate(members):
        shared = [other for other in range(len(plain)) if same_name(plain[other], plain[at])]
        found[one.person_id] = f"{plain[at]} ({shared.index(at) + 1})" if len(shared) > 1 else plain[at]
    return found


def find_meant(typed: str, names: Mapping[PersonId, str]) -> Meant:
    """Whom the name means: as it is written, but for signs and accents, by its beginning; or whom it is like."""
    for fits in (str.__eq__, same_name, _begins):
        found = tuple(one for one, name in names.items() if fits(name, typed))
        if found:
            return Meant(found)
    return Meant(tuple(one for one, name in names.items() if alike(name, typed)), is_asked=True)


def _begins(name: str, typed: str) -> bool:
    return bool(typed) and name.casefold().startswith(typed.casefold())
