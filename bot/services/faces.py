"""How people look in pictures: faces that are kept, and who is nobody in particular any more."""

from __future__ import annotations

from collections.abc import Iterable

from bot.domain.community import Person
from bot.domain.people_views import Faces
from bot.storage import people
from bot.storage.database import Work


def faces_of(work: Work, some: Iterable[Person]) -> Faces:
    """What is known of how these people look."""
    return Faces(buried=people.buried_among(work, {one.person_id for one in some if one.discord_id is None}))
