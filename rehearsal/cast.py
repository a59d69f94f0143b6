"""The people of the rehearsal: what each is like, and how strong."""

from __future__ import annotations

import random
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from rehearsal.members import Member
from rehearsal.stage import Stage


class Character(StrEnum):
    """What somebody does that makes work for the arbiters. Everybody else is simply there in time."""

    STEADY = "steady"
    LEAVES = "leaves"
    """Withdraws during check-in, which is free (AIJE-D01-5.2)."""
    FORGETS = "forgets"
    """Does not check in, and never justifies it (AIJE-B03-2)."""
    EXPLAINS = "explains"
    """Does not check in, and justifies it in time."""
    TOO_LATE = "too_late"
    """Wants to check in a minute after the close (AIJE-D01-5)."""
    LAST_MINUTE = "last_minute"
    """Registers while check-in is open."""
    VANISHES = "vanishes"
    """Checks in, and does not come to the match (AIJE-D01-5.4)."""
    LATE = "late"
    """Comes five minutes late to a match, and so begins it at 0-2."""
    CLAIMS_TOO_MUCH = "claims_too_much"
    """Reports a win that was none: the other side disputes it, and the arbiter rules."""
    SILENT = "silent"
    """Does not answer a report, which then stands."""
    QUITS = "quits"
    """Leaves while the event runs, after a round is over (GO-28.4)."""


@dataclass(frozen=True, slots=True)
class Player:
    """A member of the cast. The stronger wins more games."""

    member: Member
    character: Character
    strength: int
    regular: bool
    """Played the season's opener, and so has a rating."""

    @property
    def name(self) -> str:
        """As the server knows the member."""
        return self.member.name


@dataclass(frozen=True, slots=True)
class Cast:
    """Everybody who takes part; `referees` hold an arbiter title, and one of them plays too where one can be spared."""

    players: tuple[Player, ...]
    referees: tuple[Member, ...]

    def of(self, member_id: int) -> Player | None:
        """The player with this Discord id, if it is one."""
        return next((player for player in self.players if player.member.id == member_id), None)

    def who(self, character: Character) -> list[Player]:
        """All with this character."""
        return [player for player in self.players if player.character is character]


_SPECIAL: Final = (
    ("Bruno", "pt-BR", Character.LATE),
    ("Chiara", "it", Character.CLAIMS_TOO_MUCH),
    ("Diego", "es-ES", Character.VANISHES),
    ("Elena", "es-ES", Character.SILENT),
    ("Fabio", "it", Character.FORGETS),
    ("Gabi", "pt-BR", Character.EXPLAINS),
    ("Hugo", "pt-BR", Character.TOO_LATE),
    ("Irene", "es-ES", Character.LEAVES),
    ("Joana", "pt-BR", Character.LAST_MINUTE),
)
_OF_A_CUP: Final = (
    ("Fabio", "it", Character.FORGETS),
    ("Irene", "es-ES", Character.LEAVES),
    ("Joana", "pt-BR", Character.LAST_MINUTE),
    ("Chiara", "it", Character.CLAIMS_TOO_MUCH),
    ("Diego", "es-ES", Character.VANISHES),
    ("Kevin", "en-US", Character.QUITS),
    ("Bruno", "pt-BR", Character.LATE),
    ("Elena", "es-ES", Character.SILENT),
)
_REGULARS: Final = (("Ana", "pt-BR"), ("Caio", "pt-BR"), ("Kevin", "en-US"), ("Livia", "it"))
_OTHERS: Final = (
    "Marta",
    "Nico",
    "Olivia",
    "Pedro",
    "Quim",
    "Rosa",
    "Sergio",
    "Teresa",
    "Ulisse",
    "Vera",
    "Wanda",
    "Yara",
)
_LOCALES: Final = ("pt-BR", "es-ES", "it", "en-US")


def others(number: int) -> list[tuple[str, str]]:
    """Names of so many members who make no work, each with the language of their client."""
    return [(_name(n), _LOCALES[n % len(_LOCALES)]) for n in range(number)]


def gather(stage: Stage, players: int, seed: int) -> Cast:
    """Lets so many players and the referees into the server; strengths come from the seed."""
    steady = [(name, locale, Character.STEADY) for name, locale in _REGULARS]
    return _cast(stage, [*steady, *_SPECIAL], players, seed)


def gather_for_a_cup(stage: Stage, players: int, seed: int, among: frozenset[Character] | None = None) -> Cast:
    """The same for an event that asks for less: the first of those who make work, and others as far as they fit."""
    some = [one for one in _OF_A_CUP if among is None or one[2] in among]
    return _cast(stage, some[:players], players, seed)


def _cast(stage: Stage, some: list[tuple[str, str, Character]], players: int, seed: int) -> Cast:
    dice = random.Random(f"cast {seed}")  # noqa: S311 - a play's dice, no secret
    names = some + [(name, locale, Character.STEADY) for name, locale in others(players - len(some))]
    strengths = list(range(1, len(names) + 1))
    dice.shuffle(strengths)
    referees = [stage.arbiter, stage.member("Raul", "pt-BR")]
    regulars = {name for name, _ in _REGULARS}
    cast = tuple(
        Player(stage.member(name, locale), character, strength, name in regulars)
        for (name, locale, character), strength in zip(names, strengths, strict=True)
    )
    plays_too = [player.member for player in cast[1:] if player.character is Character.STEADY][:1]
    return Cast(cast, (*referees, *plays_too))


def _name(number: int) -> str:
    again, which = divmod(number, len(_OTHERS))
    return _OTHERS[which] + (str(again + 1) if again else "")
