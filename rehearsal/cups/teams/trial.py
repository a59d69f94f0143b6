"""What is before the judge of an event of teams."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime
from fractions import Fraction
from typing import Final

from rehearsal.cups.checks.rounds import Field
from rehearsal.cups.count import as_of, find_void
from rehearsal.cups.cup import Trial
from rehearsal.cups.teams import count, facts
from rehearsal.cups.teams.count import Line
from rehearsal.cups.teams.diary import TeamCup
from rehearsal.cups.teams.rules import TeamRules
from rehearsal.facts import Pairing

_FEW: Final = 4
_FEW_IN_A_BRACKET: Final = 8


class TeamField(Field):
    """The event's teams and matches as they stand in the file."""

    def __init__(self, trial: Trial) -> None:
        super().__init__(trial)
        assert isinstance(trial.cup, TeamCup)
        self.trial = trial
        self.cup: TeamCup = trial.cup
        self.teams = facts.read(trial.hearing.play.stage.path)
        self.ratings = _rated_before(trial, self.event.event_id)
        """The published list with which everybody began, by person."""

    @property
    def language(self) -> str:
        """The server's."""
        return self.hearing.play.stage.language

    @property
    def has_room(self) -> bool:
        """Whether there are matches enough for what is tried in one without a scene: a bracket has few of them."""
        return len(self.starters) > (_FEW_IN_A_BRACKET if self.cup.teams.bracket else _FEW)

    def team(self, side: str) -> str:
        """A team's name."""
        return self.teams.teams.get(side, side)

    def person(self, person_id: str) -> str:
        """Somebody's name, as it stands on record."""
        return self.teams.people.get(person_id, person_id)

    def rating(self, person_id: str) -> float | None:
        """The published rating with which somebody began, or None."""
        return self.ratings.get(person_id)

    def rating_of(self, side: str) -> Fraction:
        """A team's total rating, as the event began."""
        some = (self.rating(one.person_id) for one in self.teams.members.get(side, ()))
        return sum((Fraction(one) for one in some if one is not None), Fraction(0))

    def rules_of(self, one: Pairing) -> TeamRules:
        """What holds of a match: a play-off has a length of its own."""
        return self.cup.teams.in_a_play_off if one.stage == "play_off" else self.cup.teams

    def lines(self, at: datetime) -> dict[str, Line]:
        """Everybody's matches as they stood at the moment."""
        found = count.lines(that_count(self, at), self.starters, self.teams, self.rules, self.cup.teams, at)
        for side, line in found.items():
            line.ratings = self.rating_of(side)
        return found

    def matches_played(self) -> Iterable[tuple[Pairing, facts.Stood]]:
        """Every match between two with the result that stands."""
        for one in self.pairings:
            standing = [two for two in self.teams.results.get(one.contest_id, ()) if two.until is None]
            if len(one.sides) == 2 and standing:
                yield one, standing[-1]


def that_count(field: Field, at: datetime) -> list[Pairing]:
    """The matches of the table without those of a team that left so early that all its results are void (GO-28.2)."""
    table = [as_of(one, at) for one in field.table if one.created_at <= at]
    void = find_void(table, field.rules, field.entries, at, field.groups)
    return [one for one in field.table if void.isdisjoint(one.sides)]


def _rated_before(trial: Trial, event_id: str) -> dict[str, float]:
    """The list that was published last before the event's own."""
    found: dict[str, float] = {}
    for listed_for, listed in trial.hearing.facts.ratings:
        if listed_for == event_id:
            break
        found = {person: rating for person, (rating, _) in listed.items()}
    return found


def points(cup: TeamCup) -> Callable[[Field, datetime], dict[str, Fraction]]:
    """The points of each team at a moment, for the checks that every table is held to."""

    def at(field: Field, moment: datetime) -> dict[str, Fraction]:
        known = facts.read(cup.play.stage.path)
        found = count.lines(that_count(field, moment), field.starters, known, field.rules, cup.teams, moment)
        return {side: line.points for side, line in found.items()}

    return at


Finder = Callable[[TeamField], Iterable[str]]
Rows = tuple[tuple[str, str, Finder], ...]
