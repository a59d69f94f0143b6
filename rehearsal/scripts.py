"""Which rehearsal a rulebook asks for: the Open, people alone, a ladder, teams with captains, two for a title."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from rehearsal import show
from rehearsal.bad_evening import show as bad_evening_show
from rehearsal.committee import season
from rehearsal.cups import show as cup_show
from rehearsal.cups.ladder import show as ladder_show
from rehearsal.cups.ladder.diary import is_ladder
from rehearsal.cups.rules import is_cup
from rehearsal.cups.seats import show as seat_show
from rehearsal.cups.seats.diary import is_for_a_seat
from rehearsal.cups.teams import show as team_show
from rehearsal.cups.teams.rules import is_for_teams
from rehearsal.cups.title import show as title_show
from rehearsal.cups.title.diary import is_for_a_title
from rehearsal.cups.weeks import show as week_show
from rehearsal.cups.weeks.diary import has_weeks
from rehearsal.friday import show as friday_show
from rehearsal.moving import show as moving_show
from rehearsal.moving.alone import show as alone_show
from rehearsal.own import show as own_show
from rehearsal.own.few import show as few_show
from rehearsal.script import Script
from rehearsal.series import show as series_show
from rehearsal.silence import show as silence_show
from rehearsal.two_cups import show as two_cups_show
from rehearsal.weekly import show as weekly_show

NAMED: Final[dict[str, tuple[Script[Any], str]]] = {
    bad_evening_show.NAME: (bad_evening_show.SCRIPT, bad_evening_show.RULEBOOK),
    season.NAME: (season.SCRIPT, season.EVENTS),
    friday_show.NAME: (friday_show.SCRIPT, friday_show.RULEBOOK),
    friday_show.NAME_WITH_PLAYER: (friday_show.SCRIPT_WITH_PLAYER, friday_show.RULEBOOK),
    moving_show.NAME: (moving_show.SCRIPT, moving_show.EVENTS),
    alone_show.NAME: (alone_show.SCRIPT, alone_show.EVENTS),
    own_show.NAME: (own_show.SCRIPT, own_show.RULEBOOK),
    few_show.NAME: (few_show.SCRIPT, few_show.RULEBOOK),
    series_show.NAME: (series_show.SCRIPT, series_show.RULEBOOK),
    silence_show.NAME: (silence_show.SCRIPT, silence_show.RULEBOOK),
    weekly_show.NAME: (weekly_show.SCRIPT, weekly_show.RULEBOOK),
    two_cups_show.NAME: (two_cups_show.SCRIPT, two_cups_show.RULEBOOK),
}
"""What is asked for by a name of its own, and the rulebook by which it plays."""


def script_for(rulebook: Path) -> Script[Any]:
    """What is played by the rulebook."""
    if not is_cup(rulebook):
        return show.SCRIPT
    if has_weeks(rulebook):
        return week_show.SCRIPT
    if is_ladder(rulebook):
        return ladder_show.SCRIPT
    if is_for_a_title(rulebook):
        return title_show.SCRIPT
    if is_for_a_seat(rulebook):
        return seat_show.SCRIPT
    return team_show.SCRIPT if is_for_teams(rulebook) else cup_show.SCRIPT
