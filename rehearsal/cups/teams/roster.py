"""The teams of the rehearsal: who leads them, who plays, in the order in which the captain writes them."""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

from rehearsal.cast import Character, Player
from rehearsal.cups.teams.rules import TeamRules
from rehearsal.members import Member

_TEAMS: Final = (
    "Amber", "Birch", "Coral", "Dune", "Ember", "Fern", "Grove", "Harbour", "Iris", "Juniper", "Kite", "Lagoon",
)  # fmt: skip
_SCHOOLS: Final = (
    "North", "South", "East", "West", "Lake", "Hill", "River", "Forest", "Bridge", "Mill", "Park", "Gate",
)  # fmt: skip
_FIRST: Final = (
    "Alba", "Bento", "Clara", "Davide", "Emma", "Felix", "Greta", "Heitor", "Ines", "Jorge", "Karla", "Luca", "Mina",
    "Noah", "Ofelia", "Paolo", "Rita", "Samuel", "Tania", "Ugo",
)  # fmt: skip
_TURN: Final = {Character.SILENT: 0, Character.LAST_MINUTE: 2, Character.FORGETS: 3, Character.LEAVES: 3}
"""In what order captains enter: those whose team will not start come last."""
_YEARS_BELOW: Final = 3
"""School years of which the pupils are."""


@dataclass(slots=True)
class Mate:
    """Somebody who plays for a team: a name alone, or a member of the server."""

    name: str
    member: Member | None = None
    year: int | None = None

    def line(self, rules: TeamRules) -> str:
        """As the captain writes it: with the account or the school year where the rulebook asks for one."""
        if self.year is not None:
            return f"{self.name}; {self.year}"
        return self.name if rules.account is None else f"{self.name}; {self.account}"

    @property
    def account(self) -> str:
        """The name on the game site."""
        return f"{self.name.replace(' ', '')}_jo"


@dataclass(slots=True)
class Squad:
    """A team: its captain, and everybody who plays, in the captain's order; substitutes come last."""

    captain: Player
    name: str
    people: list[Mate] = field(default_factory=list)

    @property
    def names(self) -> list[str]:
        """The names of who plays, in order."""
        return [one.name for one in self.people]

    def form_text(self, rules: TeamRules) -> str:
        """What the captain writes into the form."""
        return "\n".join(one.line(rules) for one in self.people)


def gather(players: Iterable[Player], rules: TeamRules, seed: int) -> list[Squad]:
    """A team for each captain, who plays too unless pupils do."""
    dice = random.Random(f"squads {seed}")  # noqa: S311 - a play's dice, no secret
    in_order = sorted(players, key=lambda one: _TURN.get(one.character, 1))
    return [_squad(number, player, rules, dice) for number, player in enumerate(in_order)]


def _squad(number: int, captain: Player, rules: TeamRules, dice: random.Random) -> Squad:
    again, which = divmod(number, len(_TEAMS))
    name = (_SCHOOLS if rules.is_dispute else _TEAMS)[which] + (str(again + 1) if again else "")
    squad = Squad(captain, name, [] if rules.is_dispute else [Mate(captain.name, captain.member)])
    while len(squad.people) < rules.most:
        squad.people.append(_mate(number + len(squad.people), name, rules, dice))
    if number % 3 == 2 and not rules.is_dispute and rules.line_up == "by_rating":
        # The captain writes somebody else first: the ratings seat them all the same.
        squad.people[0], squad.people[1] = squad.people[1], squad.people[0]
    return squad


def _mate(number: int, team: str, rules: TeamRules, dice: random.Random) -> Mate:
    year = None if rules.oldest_year is None else rules.oldest_year - dice.randrange(_YEARS_BELOW)
    again, which = divmod(number, len(_FIRST))
    return Mate(f"{_FIRST[which]}{again + 1 if again else ''} {team}", year=year)


def of_character(squads: Iterable[Squad], character: Character) -> Squad | None:
    """The team whose captain has the character."""
    return next((one for one in squads if one.captain.character is character), None)
