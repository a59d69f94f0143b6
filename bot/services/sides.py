"""Who is shown for an entrant: the person, or the team under its own name with its captain's mention."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from bot.domain.community import Person
from bot.domain.entries import Entrant
from bot.domain.ids import EntrantId
from bot.storage import people
from bot.storage.database import Work


def shown(person: Person, entrant: Entrant) -> Person:
    """The person as the entrant appears."""
    return person if entrant.team_name is None else replace(person, name=entrant.team_name, is_team=True)


def people_shown(work: Work, some: Iterable[Entrant]) -> dict[EntrantId, Person]:
    """Everybody as they appear, by their entries."""
    entries = list(some)
    known = people.by_ids(work, [one.person_id for one in entries])
    return {one.entrant_id: shown(known[one.person_id], one) for one in entries}
