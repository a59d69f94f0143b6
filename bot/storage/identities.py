"""Which people of the registry are one person: by their Discord account, or by staff's recorded word.

A name on a game's site says nothing here: anybody can type one.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from bot.domain.ids import PersonId
from bot.storage.database import Work

_OF_THE_DISCORD_ACCOUNT: Final = (
    "SELECT e.person_id AS other FROM people p JOIN expulsions e"
    " ON e.guild_id = p.guild_id AND e.discord_id = p.discord_id WHERE p.person_id = ?1"
    " UNION SELECT e.person_id FROM people p JOIN erasures e"
    " ON e.guild_id = p.guild_id AND e.discord_id = p.discord_id WHERE p.person_id = ?1"
    " UNION SELECT p.person_id FROM expulsions e JOIN people p"
    " ON p.guild_id = e.guild_id AND p.discord_id = e.discord_id WHERE e.person_id = ?1"
    " UNION SELECT p.person_id FROM erasures e JOIN people p"
    " ON p.guild_id = e.guild_id AND p.discord_id = e.discord_id WHERE e.person_id = ?1"
)
"""The former selves of who was expelled (AIJE-A02-2), or had their data erased while a bar held.

The readmission ends the expulsion's own bar, and no other decision: another bar and the way to the committee that is
closed for good hold as before (AIJE-A02-5).
"""
_BY_STAFFS_WORD: Final = (
    " UNION SELECT second_id FROM same_persons WHERE first_id = ?1 AND undone_at IS NULL"
    " UNION SELECT first_id FROM same_persons WHERE second_id = ?1 AND undone_at IS NULL"
)


def selves(work: Work, person_id: PersonId) -> list[PersonId]:
    """All whom this person is, the one asked for first: a bar of one is a bar of all, and together they have one voice.

    What ties is followed on: who is one with a second who is one with a third is one with the third.
    """
    return _tied(work, person_id, _OF_THE_DISCORD_ACCOUNT + _BY_STAFFS_WORD)


def of_discord_account(work: Work, person_id: PersonId) -> list[PersonId]:
    """The person's own entries in the registry, under the one Discord account, the one asked for first."""
    return _tied(work, person_id, _OF_THE_DISCORD_ACCOUNT)


def are_one(work: Work, one: PersonId, other: PersonId) -> bool:
    """Whether both are the same person."""
    return one == other or other in selves(work, one)


def counted_twice(work: Work, some: Iterable[PersonId]) -> set[PersonId]:
    """Of people in an order those who are one with somebody before them."""
    seen: set[PersonId] = set()
    found: set[PersonId] = set()
    for person_id in some:
        if person_id in seen:
            found.add(person_id)
        seen.update(selves(work, person_id))
    return found


def _tied(work: Work, person_id: PersonId, ties: str) -> list[PersonId]:
    found = [person_id]
    for one in found:
        others = sorted(row["other"] for row in work.fetch_all(ties, (one,)))
        found += [PersonId(other) for other in others if other not in found]
    return found
