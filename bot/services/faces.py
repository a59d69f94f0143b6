"""How people look in pictures: faces that are kept small, fetched for who is shown, and hidden by who wants to."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from bot.domain.community import Person
from bot.domain.ids import GuildId, MemberId, PersonId
from bot.domain.people_views import Faces
from bot.errors import NotFound, Subject
from bot.services import access
from bot.storage import discord_links, faces, people
from bot.storage.context import ActorQuery, ActorTx, Query, Tx
from bot.storage.faces import KeptFace

MOST_KEPT: Final = 2000
"""Some five kilobytes each."""
KEPT_FOR: Final = timedelta(days=90)


@dataclass(frozen=True, slots=True)
class Shown:
    """A member who is about to be shown, and the face that is kept of them."""

    person_id: PersonId
    guild_id: GuildId
    member_id: MemberId
    kept: KeptFace | None


def faces_of(tx: Query, some: Iterable[Person]) -> Faces:
    """What is known of how these people look."""
    everybody = tuple(some)
    return Faces(
        pictures=faces.pictures(tx, {one.person_id for one in everybody if one.discord_id is not None}),
        buried=people.buried_among(tx, {one.person_id for one in everybody if one.discord_id is None}),
    )


def to_be_shown(tx: Query, guild_id: GuildId, some: Sequence[MemberId | str]) -> list[Shown]:
    """Those of the members and people, by their ids, who have an account and do not hide their face."""
    found = (people.of_member(tx, guild_id, one) if isinstance(one, int) else _by_id(tx, one) for one in some)
    here = {one.person_id: one for one in found if one is not None and one.guild_id == guild_id}
    return [
        Shown(one.person_id, guild_id, one.discord_id, faces.load(tx, one.person_id))
        for one in here.values()
        if one.discord_id is not None and not faces.is_hidden(tx, one.person_id)
    ]


def _by_id(tx: Query, person_id: str) -> Person | None:
    return people.load(tx, PersonId(person_id))


def keep(tx: Tx, shown: Shown, avatar: str, picture: bytes | None) -> bool:
    """Keeps the face that was fetched; False where the person has gone, or hidden it, in the meantime."""
    person = people.load(tx, shown.person_id)
    if person is None or person.discord_id != shown.member_id or faces.is_hidden(tx, shown.person_id):
        return False
    faces.keep(tx, shown.person_id, avatar, picture, tx.now)
    faces.drop_oldest(tx, tx.now - KEPT_FOR, MOST_KEPT)
    return True


def let_go(tx: Tx, shown: Shown) -> None:
    """Lets go of the face of somebody who has taken it off Discord."""
    faces.drop(tx, shown.person_id)


def hides(tx: ActorQuery) -> bool:
    """Whether the presser wants to be shown without a face."""
    person = people.of_member(tx, tx.guild_id, tx.actor.member_id)
    return person is not None and faces.is_hidden(tx, person.person_id)


def hide(tx: ActorTx) -> None:
    """Shows the presser without a face from now on, and lets go of the one that is kept."""
    person = access.recognise(tx)
    faces.hide(tx, person.person_id, tx.now)
    faces.drop(tx, person.person_id)


def show(tx: ActorTx) -> None:
    """Shows the presser with their face again."""
    person = access.recognise(tx)
    faces.show(tx, discord_links.own_entries(tx, person.person_id))


def own_picture(tx: ActorQuery) -> bytes | None:
    """The picture that is kept of the presser; raises NotFound for a stranger."""
    person = people.of_member(tx, tx.guild_id, tx.actor.member_id)
    if person is None:
        raise NotFound(what=Subject.PERSON)
    return faces.pictures(tx, {person.person_id}).get(person.person_id)
