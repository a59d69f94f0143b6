"""The people of a bad evening, what each of them does to it, and what they remember."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final

from rehearsal.cast import Cast, Character, Player, others
from rehearsal.diary import EventDiary
from rehearsal.members import Answer, Member
from rehearsal.posts import Post
from rehearsal.script import Casting, Memory

CUP: Final = "Bora"
GRANDFATHER: Final = "Giacomo"
"""Has no Discord."""
LATE: Final = "Zeno"
COMES_IN: Final = "Yuri"
"""For who leaves."""
WHY_LATE: Final = "Bus"
WHY_LEFT: Final = "Taxi"
"""The reasons that the organiser types: words of every language."""
MORE_TIME: Final = timedelta(minutes=15)
"""By so much silence moves the close."""
_OTHERS: Final = 11
"""Thirteen with the late one and the grandfather."""
WAKES: Final = timedelta(minutes=3)
"""The organiser, after the start."""
COMES_LATE: Final = timedelta(minutes=2)
AWAY: Final = timedelta(minutes=4)
"""So long the bot is dead."""
SLEEPS: Final = timedelta(minutes=11)
"""The organiser, when the first two disagree."""
CALLED_WITHIN: Final = timedelta(minutes=5)
"""Who was called a moment ago is called again after this, with all that waits by then."""


class Mishap(StrEnum):
    """What goes wrong."""

    ASLEEP = "the organiser sleeps through the question before the close"
    LATE = "a player comes after the close"
    MISSING = "a player never comes to a match"
    LEAVES = "a player leaves between two matches"
    BY_NAME = "a player has no Discord"
    DISPUTE = "two tell different scores"
    KILLED = "the bot is killed"


class ByName(Member):
    """Somebody without Discord: every press is that of who answers for them."""

    def __init__(self, by: Member, name: str) -> None:
        super().__init__(by.stage, by.actor, by.locale)
        self._known_as = name

    @property
    def id(self) -> int:
        """None of Discord's."""
        return 0

    @property
    def name(self) -> str:
        """As it stands on the list."""
        return self._known_as

    async def press(self, post: Post, button: str) -> Answer:
        """To say that they are there, on the card that asks for them; the rest on the card of the match."""
        if button in {"here", "check-in"}:
            return await super().press(self.stage.latest("name-here"), "name-here")
        return await super().press(post, button)


@dataclass(frozen=True, slots=True)
class Quarrel:
    """A disputed score: in which match, since when, and when the organiser came to it."""

    contest_id: str
    at: datetime
    decided_at: datetime | None = None


@dataclass(slots=True)
class BadEvening(Memory):
    """The evening under way."""

    second: Member
    """Carries the organisers' role too, and has created nothing."""
    grandfather: ByName
    late: Member
    comes_in: Member
    """Is not on the list, and takes the place of who leaves."""
    acts: Counter[Mishap] = field(default_factory=Counter)
    """What the organiser did about each; of the disputes, about both together."""
    turned_away: Answer | None = None
    """What the late one reads who presses after the close."""
    let_in: Answer | None = None
    let_in_at: datetime | None = None
    left: Member | None = None
    """Who has won a match and leaves."""
    left_at: datetime | None = None
    replaced: Answer | None = None
    quarrels: list[Quarrel] = field(default_factory=list)
    killed_at: datetime | None = None
    back_at: datetime | None = None
    verified: Answer | None = None

    @property
    def event(self) -> EventDiary:
        """The cup."""
        return self.play.diary.events[0]

    @property
    def missing(self) -> Member:
        """Who checks in and never comes."""
        (player,) = self.play.cast.who(Character.VANISHES)
        return player.member


def prepare(casting: Casting) -> BadEvening:
    """Twelve of the server and one without Discord are on the list; two organise; nobody asks for the arbiter.

    Eleven start: of five byes one at least is free, wherever the lot puts them.
    """
    stage = casting.stage
    second = stage.member("Odile", "it", roles=[stage.organisers])
    makes_work = (Character.VANISHES, Character.CLAIMS_TOO_MUCH, Character.CLAIMS_TOO_MUCH, Character.FORGETS)
    players = [
        Player(stage.member(name, locale), character, strength, regular=False)
        for strength, ((name, locale), character) in enumerate(
            zip(others(_OTHERS), (*makes_work, *[Character.STEADY] * _OTHERS), strict=False), start=2
        )
    ]
    late, grandfather = stage.member(LATE, "es-ES"), ByName(stage.organiser, GRANDFATHER)
    comes_in = stage.member(COMES_IN, "pt-BR")
    players.append(Player(late, Character.STEADY, _OTHERS, regular=False))
    players.append(Player(grandfather, Character.STEADY, 1, regular=False))
    players.append(Player(comes_in, Character.STEADY, _OTHERS, regular=False))
    play = casting.play(Cast(tuple(players), (stage.arbiter,)))
    play.narrator.names = {**play.narrator.names, grandfather.id: GRANDFATHER}
    return BadEvening(play, second, grandfather, late, comes_in)
