"""An act about an event by a person who plays in it, because nobody else is there who could; and what is said of it.

One of a few reasons is picked.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any, ClassVar, Final

from bot.features.playing.match_views_model import MatchView
from bot.features.signing.model import Signed, Wish
from bot.kernel.ids import ContestId, GuildId, OwnGround, PersonId, TournamentId
from bot.kernel.promises import Notified, OfContest, OfTournament
from bot.people.model import Person
from bot.play.entries import Tournament
from bot.server.model import (
    Act,
)

# --- what is said ---------------------------------------------------------------------------------------------------


class OfOwnAct(OfTournament):
    """About one act of somebody about the event in which they play."""

    act: str


class DoneInOwnEvent(OfOwnAct):
    """To all: somebody decided about their own event, with the reason; players can object."""

    NOTIFIES = Notified.NOBODY
    ASKS_BY = ("own-object",)


class OwnActEnded(OfOwnAct):
    """To all: players objected, and the act was taken back, or could not be any more."""

    NOTIFIES = Notified.NOBODY


class OthersAsked(OfTournament):
    """To all, and by letter to who could: somebody who plays in the event asks them to decide something about it."""

    NOTIFIES = Notified.READER

    what: Act
    person: PersonId


class OfOwnRuling(OfContest):
    """About a ruling that somebody asks for in their own match."""

    act: str


class AgreementAsked(OfOwnRuling):
    """To the opponent: the organiser wants to rule in their own match, and the opponent may agree."""

    NOTIFIES = Notified.ASKED
    ASKS_BY = ("own-agree",)


class DisputeWaits(OfOwnRuling):
    """To both: one of them runs the event, so that another has to rule; until when, and what follows."""

    NOTIFIES = Notified.PLAYERS


class OwnRulingEnded(OfOwnRuling):
    """To both: what became of the ruling, and what follows."""

    NOTIFIES = Notified.PLAYERS


# --- the act --------------------------------------------------------------------------------------------------------


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


def objections_needed(sides: int) -> int:
    """How many sides undo it: two, or one where fewer than six can object."""
    return 1 if sides < FEW_PLAYERS else 2


# --- what people look at --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class OwnActView:
    """An act with who did it, and how many have objected of how many that undo it."""

    own_act: OwnAct
    tournament: Tournament
    decider: Person
    objections: int
    needed: int


@dataclass(frozen=True, slots=True)
class OwnWishView:
    """An act before its reason is picked, with what will come of it."""

    wished: OwnActView
    signers: tuple[Person, ...] | None
    """Who could sign it, where ratings, seats or titles hang on the event; None where nobody has to."""
    undoable: bool
    """Whether players can undo it afterwards."""


@dataclass(frozen=True, slots=True)
class OthersAskedView:
    """An act that somebody who plays in the event asks others for, and until when they have time."""

    tournament: Tournament
    person: Person
    act: Act
    until: datetime


@dataclass(frozen=True, slots=True)
class OwnRulingView:
    """A ruling in the own match, with the match, and who is asked to agree."""

    own_act: OwnAct
    match: MatchView
    decider: Person
    opponents: tuple[Person, ...]
