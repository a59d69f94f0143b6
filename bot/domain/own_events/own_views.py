"""Acts about the own event, with the people who are told of them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from bot.domain.community import Person
from bot.domain.events.tournament import Tournament
from bot.domain.own_events.own_acts import OwnAct
from bot.domain.permissions import Act
from bot.domain.playing.match_views import MatchView


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
