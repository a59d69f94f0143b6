"""Which people of the registry are one person: by their Discord account, or by staff's recorded word.

A name on a game's site says nothing here: anybody can type one.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping
from typing import Final

from bot.domain.ids import GuildId, MemberId, PersonId
from bot.storage.context import Query

_OF_THE_DISCORD_ACCOUNT: Final = (
    "SELECT asked.value AS one, e.person_id AS other FROM json_each(?1) asked"
    " JOIN people p ON p.person_id = asked.value"
    " JOIN expulsions e ON e.guild_id = p.guild_id AND e.discord_id = p.discord_id"
    " UNION SELECT asked.value, e.person_id FROM json_each(?1) asked JOIN people p ON p.person_id = asked.value"
    " JOIN erasures e ON e.guild_id = p.guild_id AND e.discord_id = p.discord_id"
    " UNION SELECT asked.value, p.person_id FROM json_each(?1) asked JOIN expulsions e ON e.person_id = asked.value"
    " JOIN people p ON p.guild_id = e.guild_id AND p.discord_id = e.discord_id"
    " UNION SELECT asked.value, p.person_id FROM json_each(?1) asked JOIN erasures e ON e.person_id = asked.value"
    " JOIN people p ON p.guild_id = e.guild_id AND p.discord_id = e.discord_id"
    " UNION SELECT asked.value, l.before_id FROM json_each(?1) asked JOIN discord_links l ON l.person_id = asked.value"
    " WHERE l.undone_at IS NULL"
    " UNION SELECT asked.value, l.person_id FROM json_each(?1) asked JOIN discord_links l ON l.before_id = asked.value"
    " WHERE l.undone_at IS NULL"
)
"""The former selves of who was expelled (AIJE-A02-2), or had their data erased while a bar held; and whom a member was
here before staff said by which name they had been known.

The readmission ends the expulsion's own bar, and no other decision: another bar and the way to the committee that is
closed for good hold as before (AIJE-A02-5).
"""
_BY_STAFFS_WORD: Final = (
    " UNION SELECT asked.value, s.second_id FROM json_each(?1) asked JOIN same_persons s ON s.first_id = asked.value"
    " WHERE s.undone_at IS NULL"
    " UNION SELECT asked.value, s.first_id FROM json_each(?1) asked JOIN same_persons s ON s.second_id = asked.value"
    " WHERE s.undone_at IS NULL"
)
TIES: Final = _OF_THE_DISCORD_ACCOUNT + _BY_STAFFS_WORD
"""Each person of the list in the first parameter, as `one`, with each `other` in the registry who is the same."""


def selves(tx: Query, person_id: PersonId) -> list[PersonId]:
    """All whom this person is, the one asked for first: a bar of one is a bar of all, and together they have one voice.

    What ties is followed on: who is one with a second who is one with a third is one with the third.
    """
    return _follow_ties(tx, [person_id], TIES)[person_id]


def selves_of_each(tx: Query, some: Collection[PersonId]) -> dict[PersonId, list[PersonId]]:
    """As `selves`, of many people at once."""
    return _follow_ties(tx, some, TIES)


def everybody(tx: Query, some: Collection[PersonId]) -> set[PersonId]:
    """All whom some of the people are."""
    return {own for each in selves_of_each(tx, some).values() for own in each}


def of_discord_account(tx: Query, person_id: PersonId) -> list[PersonId]:
    """The person's own entries in the registry, under the one Discord account, the one asked for first."""
    return _follow_ties(tx, [person_id], _OF_THE_DISCORD_ACCOUNT)[person_id]


def are_one(tx: Query, one: PersonId, other: PersonId) -> bool:
    """Whether both are the same person."""
    return one == other or other in selves(tx, one)


def counted_twice(tx: Query, some: Iterable[PersonId]) -> set[PersonId]:
    """Of people in an order those who are one with somebody before them."""
    seen: set[PersonId] = set()
    found: set[PersonId] = set()
    for person_id in some:
        if person_id in seen:
            found.add(person_id)
        seen.update(selves(tx, person_id))
    return found


def _follow_ties(tx: Query, some: Collection[PersonId], ties: str) -> dict[PersonId, list[PersonId]]:
    """All whom each is, found by one statement for each step from person to person, however many are asked for."""
    others: dict[PersonId, list[PersonId]] = {}
    asked = set(some)
    while asked:
        others |= {one: [] for one in asked}
        for row in tx.fetch_all(ties, (json.dumps(sorted(asked)),)):
            others[PersonId(row["one"])].append(PersonId(row["other"]))
        asked = {other for one in asked for other in others[one]} - others.keys()
    return {one: _followed_on(one, others) for one in some}


def _followed_on(person_id: PersonId, others: Mapping[PersonId, list[PersonId]]) -> list[PersonId]:
    found = [person_id]
    for one in found:
        found += [other for other in sorted(others[one]) if other not in found]
    return found


def buried_of_member(tx: Query, guild_id: GuildId, member_id: MemberId) -> list[PersonId]:
    """Who the member was here before an expulsion or an erasure, as long as the account's number is kept for it."""
    rows = tx.fetch_all(
        "SELECT person_id FROM erasures WHERE guild_id = ?1 AND discord_id = ?2"
        " UNION SELECT person_id FROM expulsions WHERE guild_id = ?1 AND discord_id = ?2 ORDER BY person_id",
        (guild_id, member_id),
    )
    return [PersonId(row["person_id"]) for row in rows]


def kept_account(tx: Query, person_id: PersonId) -> MemberId | None:
    """The account of who was erased or expelled, as long as something needs its number."""
    row = tx.fetch_one(
        "SELECT discord_id FROM erasures WHERE person_id = ?1 AND discord_id IS NOT NULL"
        " UNION SELECT discord_id FROM expulsions WHERE person_id = ?1 AND discord_id IS NOT NULL",
        (person_id,),
    )
    return None if row is None else MemberId(row["discord_id"])
