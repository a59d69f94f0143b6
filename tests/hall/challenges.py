"""What tests of challenges in which the winner stays on do again and again: two teams, their orders, their games."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from typing import TypeVar

from bot.features.playing import reading_verbs as playing_reading_verbs
from bot.features.teams import boards_verbs as teams_boards_verbs
from bot.features.teams import stay_on_verbs as teams_stay_on_verbs
from bot.features.teams.model import NamedMember, StayOnView
from bot.features.teams.stay_on_verbs import TeamGameTold
from bot.kernel.ids import PersonId
from bot.play.contests import Contest
from bot.play.entries import Tournament
from bot.play.format_rules import LineUp
from bot.play.rulebook import Rulebook
from bot.play.teams import most_games
from bot.rulebooks.library import preset
from tests.hall.hall import Hall
from tests.hall.squads import begin, call, captain_of, save

T = TypeVar("T")


def found(value: T | None) -> T:
    """The value, which is there."""
    assert value is not None
    return value


def rules(size: int = 3, line_up: LineUp = LineUp.FREE) -> Rulebook:
    """The preset with smaller teams and no arbiters to wait for."""
    known = preset("go-challenge")
    within = found(known.teams).line_up_within if line_up is LineUp.FREE else None
    return replace(
        known,
        teams=replace(found(known.teams), size=size, line_up=line_up, line_up_within=within),
        games=replace(found(known.games), best_of=most_games(size)),
        matches=replace(known.matches, matches_per_arbiter=0),
    )


class Challenge:
    """A called match of two teams of three: A is led by P2, with A2, A3 and A4; B by P3 in the same way."""

    def __init__(self, hall: Hall, rulebook: Rulebook | None = None, third: str = "") -> None:
        self.hall = hall
        tournament = hall.announce(rulebook or rules(), "Challenge")
        captains = {2: "A", 3: "B"} | ({4: third} if third else {})
        size = found(tournament.rulebook.teams).size
        for captain, name in captains.items():
            members = (f"P{captain}", *(f"{name}{one}" for one in range(2, size + 2)))
            save(hall, tournament, captain, name, *map(NamedMember, members))
        self.tournament: Tournament = begin(hall, tournament, *captains)
        self.contest: Contest
        self.captains: tuple[int, ...]
        self.follow(hall.open_contests(self.tournament)[0])

    def follow(self, contest: Contest) -> Challenge:
        """The same for another match of the event, which is called where it was not yet."""
        if contest.called_at is None:
            call(self.hall, contest)
        self.contest = contest
        self.captains = tuple(captain_of(self.hall, self.tournament, contest, side) for side in (0, 1))
        self.hall.do(lambda tx: teams_boards_verbs.start_time(tx, contest.contest_id))
        return self

    def joins(self, number: int, name: str) -> None:
        """A member of a team, named by the captain, is that member of the server."""
        self.hall.do(lambda tx: tx.execute("UPDATE people SET discord_id = ? WHERE name = ?", (number, name)))

    @property
    def view(self) -> StayOnView:
        return found(
            self.hall.ask(playing_reading_verbs.view_of, self.contest.contest_id, self.hall.now).part(StayOnView)
        )

    @property
    def score(self) -> tuple[int, ...]:
        return found(self.view.state).score

    @property
    def at_board(self) -> list[str]:
        """The names of who plays now."""
        shown = self.view
        return [shown.people[one].name for one in found(found(shown.state).at_board)]

    def members(self, side: int) -> list[str]:
        """The registered order of the side."""
        captain, size = self.captains[side], found(self.tournament.rulebook.teams).size
        letter = {2: "A", 3: "B", 4: "C"}[captain]
        return [f"P{captain}", *(f"{letter}{one}" for one in range(2, size + 2))]

    def order(self, side: int, *names: str) -> None:
        """The captain names the order, by default the registered one."""
        size = found(self.tournament.rulebook.teams).size
        named = [(one,) for one in names or self.members(side)[:size]]
        self.hall.act(
            self.hall.actor(self.captains[side]), teams_stay_on_verbs.name_order, self.contest.contest_id, named
        )

    def opened(self) -> Challenge:
        """Both orders are named."""
        self.order(0)
        self.order(1)
        return self

    def tell(self, actor: int, winner: int | None, mark: int | None = None) -> TeamGameTold:
        """Somebody says who won the game under way."""
        self.hall.now += timedelta(minutes=1)
        entries = self.view.entries if mark is None else mark
        return self.hall.act(self.hall.actor(actor), teams_stay_on_verbs.tell, self.contest.contest_id, entries, winner)

    def won(self, *winners: int) -> TeamGameTold:
        """The losers' captains tell the games, one after another."""
        told = [self.tell(self.captains[1 - winner], winner) for winner in winners]
        return told[-1]

    def names(self, some: Sequence[tuple[PersonId, ...]]) -> list[str]:
        """The names of people known by their ids."""
        known = self.view.people
        return [known[one].name for seat in some for one in seat if one in known]
