"""Staff's recorded word that two people of the registry are one, and what people are shown of it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from bot.domain.community import Person
from bot.domain.ids import GuildId, PersonId
from bot.domain.undoing import PlaceBack


@dataclass(frozen=True, slots=True)
class SamePerson:
    """Two people are one: what holds against either holds against both, and together they have one place, one voice."""

    link_id: str
    guild_id: GuildId
    first: PersonId
    second: PersonId
    reason: str
    recorded_at: datetime
    recorded_by: PersonId
    undone_at: datetime | None = None
    undone_by: PersonId | None = None
    undo_reason: str | None = None

    @property
    def both(self) -> tuple[PersonId, PersonId]:
        """Whom the word is about."""
        return self.first, self.second


@dataclass(frozen=True, slots=True)
class SamePersonView:
    """The word with its people, and what it leads to at the moment."""

    link: SamePerson
    people: tuple[Person, Person]
    recorded_by: Person
    undone_by: Person | None
    is_barred: bool
    """Whether a bar holds for both because it holds for one."""
    places: tuple[str, ...]
    """The events whose open lists lost the second place of the two."""
    both_play_in: tuple[str, ...]
    """The events under way in which both have a place; an arbiter decides about them."""
    appeal_by: datetime | None
    back: tuple[PlaceBack, ...] = ()
    """Once it was undone: what became of the places that it had cost."""
