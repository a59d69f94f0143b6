"""Who asks what there is to do, and when: what every part of the answer begins with."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from bot.domain.community import Person, Presser
from bot.domain.entering.entries import Entrant
from bot.domain.permissions import Act, Capacity, may
from bot.domain.playing.desk_views import DutyItem, Prospect

Found = Iterator[DutyItem | Prospect]
"""What one part of the answer has found: things to do, and things that come by themselves."""


@dataclass(frozen=True, slots=True)
class Asked:
    """Who asks, and when. A stranger has no person yet."""

    presser: Presser
    person: Person | None
    capacities: frozenset[Capacity]

    @property
    def now(self) -> datetime:
        """The moment of the press."""
        return self.presser.at

    def is_me(self, person: Person) -> bool:
        """Whether that is who asks."""
        return self.person is not None and person.person_id == self.person.person_id

    def answers_for(self, entrant: Entrant) -> bool:
        """Whether the entry is that of who asks, who does not just play for its captain."""
        return self.person is not None and entrant.person_id == self.person.person_id

    def may(self, act: Act) -> bool:
        """Whether who asks may do it by capacity alone."""
        return may(act, self.capacities)
