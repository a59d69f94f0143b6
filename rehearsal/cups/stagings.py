"""Which rehearsal a cup's rulebook asks for: people alone, teams with captains, two who play for a title or a seat."""

from __future__ import annotations

from pathlib import Path

from rehearsal.cups import cup, show
from rehearsal.cups import judge as cup_judge
from rehearsal.cups.cup import Cup, Trial
from rehearsal.cups.seats import judge as seat_judge
from rehearsal.cups.seats import show as seat_show
from rehearsal.cups.seats.diary import LEAD as OF_SEATS
from rehearsal.cups.seats.diary import SeatCup, is_for_a_seat
from rehearsal.cups.teams import judge as team_judge
from rehearsal.cups.teams import show as team_show
from rehearsal.cups.teams.diary import LEAD as OF_TEAMS
from rehearsal.cups.teams.diary import TeamCup
from rehearsal.cups.teams.rules import is_for_teams
from rehearsal.cups.title import judge as title_judge
from rehearsal.cups.title import show as title_show
from rehearsal.cups.title.diary import LEAD as OF_A_TITLE
from rehearsal.cups.title.diary import TitleCup, is_for_a_title
from rehearsal.hearing import Hearing
from rehearsal.narrator import Narrator
from rehearsal.stage import Stage
from rehearsal.verdict import Verdict


def prepare(stage: Stage, path: Path, players: int | None, seed: int, narrator: Narrator) -> Cup:
    """Everybody takes their place."""
    if is_for_a_title(path):
        return title_show.prepare(stage, path, players, seed, narrator)
    if is_for_a_seat(path):
        return seat_show.prepare(stage, path, players, seed, narrator)
    gathered = team_show.prepare if is_for_teams(path) else cup.prepare
    return gathered(stage, path, players, seed, narrator)


async def rehearse(played: Cup) -> Hearing:
    """Performs; answers what is before the judge."""
    if isinstance(played, TeamCup):
        return await show.rehearse(played, team_show.perform(played))
    if isinstance(played, TitleCup):
        return await show.rehearse(played, title_show.perform(played))
    if isinstance(played, SeatCup):
        return await show.rehearse(played, seat_show.perform(played))
    return await show.rehearse(played)


def judge(trial: Trial) -> Verdict:
    """Every check with what it found."""
    if isinstance(trial.cup, TitleCup):
        return title_judge.judge(trial)
    if isinstance(trial.cup, SeatCup):
        return seat_judge.judge(trial)
    return team_judge.judge(trial) if isinstance(trial.cup, TeamCup) else cup_judge.judge(trial)


def lead(played: Cup) -> str:
    """What the report says of it at the top."""
    if isinstance(played, TitleCup):
        return OF_A_TITLE
    if isinstance(played, SeatCup):
        return OF_SEATS
    return OF_TEAMS if isinstance(played, TeamCup) else cup.LEAD
