"""What capabilities add beside events: what there is to do for somebody, and steps that come by themselves."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from bot.domain.community import Person
from bot.domain.deadlines import Step
from bot.domain.events.tournament import Tournament
from bot.domain.hooks import Hooks, Joined
from bot.domain.ids import RoleId, TournamentId
from bot.domain.outages import Outage
from bot.domain.playing.desk_views import DutyItem, Prospect
from bot.domain.playing.summons import MatterKind
from bot.domain.sayings import OfTournament, Saying
from bot.services.asked import Asked
from bot.services.stillness import Watch
from bot.storage.context import ActorQuery, Query, Tx

Taker = Callable[[Tx, str, Step], None]
"""Takes a due step of the thing with that id."""


@dataclass(frozen=True, slots=True)
class CardClock:
    """A clock that waits for presses on a card, and so stands still while that card is gone."""

    said_as: type[Saying]
    """As what the card is posted; the first field is the id in its name."""
    looked_at_before: frozenset[Step]
    """The steps of the card's own subject that are taken only once it was seen that the card stands."""
    runs_in: Callable[[Query, str], TournamentId | None]
    """The event of the card with that id; None where no clock waits for it at present."""
    rewrite: Callable[[Tx, str], None]
    """Rewrites what is due for the card with that id."""
    decides: Callable[[Query, str, Step, datetime], bool] = lambda *_: True
    """Whether such a step settles anything at the moment; the edit of one that only redraws the card finds it gone."""


class DutyHooks(Hooks):
    """What one capability asks of people."""

    def duties(self, tx: Query, asked: Asked) -> Iterator[DutyItem | Prospect]:
        """What who asks has to do, and what they wait for, beside running events."""
        return iter(())


class StepHooks(Hooks):
    """What one capability does by itself at its time."""

    def takers(self) -> Mapping[str, Taker]:
        """Who takes its steps, by what the subject of the deadline is."""
        return {}

    def watches(self) -> Mapping[str, Watch]:
        """What of it can stand still, by what the subject begins with."""
        return {}

    def card_clocks(self) -> Mapping[str, CardClock]:
        """Its clocks that wait for a card, by the kind of card (what stands before the colon)."""
        return {}

    def shown_by(self, kind: MatterKind) -> type[OfTournament] | None:
        """The message about the event that tells more of such a matter than a line can."""
        return None

    def after_outage(self, tx: Tx, outage: Outage, *, is_news: bool) -> None:
        """Moves its windows and steps by an outage that has ended; who is concerned is told where it is news."""

    def after_pause(self, tx: Tx, tournament: Tournament) -> None:
        """Moves the event's own windows and steps, beside those of its matches, since it was paused or goes on."""


class KeeperHooks(Hooks):
    """What one capability asks and tells where it changes by which rules cases are heard, and who reads them."""

    def refuse_concerned(self, tx: ActorQuery, person: Person | None) -> None:
        """Raises for who has a case open, and so keeps out of it."""

    def tell_role(self, tx: Tx, by: Person, shown: str, before: RoleId, after: RoleId | None) -> None:
        """Told of another role in the place of one that shows an office or a title."""

    def tell_procedure(self, tx: Tx, by: Person, texts: tuple[str, str], name: str) -> None:
        """Told of another kind of vote under the name, by its file before and after."""


DUTY_HOOKS: Final = Joined(DutyHooks)
STEP_HOOKS: Final = Joined(StepHooks)
KEEPER_HOOKS: Final = Joined(KeeperHooks)
