"""An act about an event by somebody who plays in it, because nobody else is there who could."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any, ClassVar, Final

from bot.domain.ids import ContestId, GuildId, PersonId, TournamentId
from bot.domain.own_events.grounds import OwnGround
from bot.domain.permissions import Act
from bot.domain.regulation.qualifying_events import SEAT_MATCH, seats_of
from bot.domain.rulebook import Rulebook
from bot.domain.signing.signatures import Signed, Wish

STAFF_FOR: Final = timedelta(days=30)
"""So long somebody who has run an event here counts as one who could decide."""
AGREE_WITHIN: Final = timedelta(minutes=15)
ANSWER_WITHIN: Final = timedelta(hours=24)
"""So long those who could decide instead have for it, before the event is under way; then it is `AGREE_WITHIN`."""
ASK_HOLDS_FOR: Final = timedelta(hours=24)
"""So long who had no answer may decide themself; then the others are asked anew."""
TO_OBJECT: Final = timedelta(minutes=10)
FINAL_AT_THE_CLOSE: Final = frozenset({Act.TAKE_OUT_PLAYER, Act.SEED_BY_HAND})
"""Acts that nobody takes back once confirmation is closed: done alone, they leave players the time to object."""
FEW_PLAYERS: Final = 6
"""With fewer players than these one objection is enough."""


class OwnEnding(StrEnum):
    """How an act about the own event, or the wish for one, came to its end."""

    OBJECTED = "objected"
    """Players objected, and it was taken back."""
    STANDS = "stands"
    """Players objected when it could not be taken back any more."""
    AGREED = "agreed"
    REPLAYED = "replayed"
    """The opponent did not agree in time: the match is played again."""
    LOT = "lot"
    """The same, where it had been played again before: a lot has decided."""
    LAPSED = "lapsed"
    """The opponent did not agree in time, and the match goes on."""


@dataclass(frozen=True, slots=True)
class OwnAct:
    """What the person wants to do, or has done, in an event in which they play."""

    act_id: str
    guild_id: GuildId
    tournament_id: TournamentId
    contest_id: ContestId | None
    """The person's own match, of which it is; None for an act about the event or another match."""
    person_id: PersonId
    act: Act
    verb: str
    given: Mapping[str, Any]
    is_owner: bool
    is_organiser: bool
    asked_at: datetime
    ground: OwnGround | None = None
    agree_by: datetime | None = None
    done_at: datetime | None = None
    line: int | None = None
    """The line of the log by which it can be taken back; None where nothing takes it back."""
    needed: int = 1
    """How many objections undo it, as it was when it was done."""
    ended_at: datetime | None = None
    ending: OwnEnding | None = None


@dataclass(frozen=True, slots=True)
class OwnEventWished(Wish):
    """An act about an event in which its asker plays, and on which ratings, seats or titles hang."""

    kind: ClassVar[Signed] = Signed.OWN_EVENT

    act_id: str


def answers_by(asked_at: datetime, *, under_way: bool) -> datetime:
    """Until when who was asked to decide instead has time: while clocks run, as long as an opponent has to agree."""
    return asked_at + (AGREE_WITHIN if under_way else ANSWER_WITHIN)


def objections_needed(sides: int) -> int:
    """How many sides undo it: two, or one where fewer than six can object."""
    return 1 if sides < FEW_PLAYERS else 2


def moves_the_association(rulebook: Rulebook) -> bool:
    """Whether ratings, seats or titles hang on the event; the points of a series are none of these."""
    seats = seats_of(rulebook) is not None or rulebook.name == SEAT_MATCH
    return rulebook.rating.rated or rulebook.official or seats
