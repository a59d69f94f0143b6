"""What an annulled result does to an event that is still on (GO-23.1)."""

from __future__ import annotations

import pytest

from bot.domain.cases.case_files import Ground, Penalty
from bot.domain.contests import Stage
from bot.storage import contests
from tests.services.cases.test_files import decide, member_of, ranks, report
from tests.services.court import open_court
from tests.services.hall import Hall


@pytest.fixture
def court(hall: Hall) -> Hall:
    open_court(hall)
    return hall


@pytest.mark.rule("GO-23.1")
def test_in_a_running_event_the_result_is_annulled_and_the_bracket_stands(court: Hall) -> None:
    """The pairing made since is played, the annulled win counts for nobody, and the loser is not brought back."""
    tournament = court.begin(court.announce(), 2, 3, 4, 5)
    semifinals = court.open_contests(tournament)
    for one in semifinals:
        court.settle(one, (one.target, 0))
    paired = court.open_contests(tournament)
    cheated = semifinals[0]
    cheat, victim = court.people_of(tournament, cheated)
    file = report(court, member_of(court, cheat), ground=Ground.PROGRAM_HELP, contest=cheated.contest_id)
    decide(court, file, Penalty.GAME_LOST)
    assert court.open_contests(tournament) == paired
    (final,) = [one for one in paired if one.stage is Stage.FINAL]
    assert cheat in court.people_of(tournament, final)
    assert victim not in court.people_of(tournament, final)
    court.play_out(tournament)
    over = court.load(tournament)
    assert over.ended_at is not None
    found = ranks(court, tournament)
    assert found[cheated.sides[0]] > 2
    known = {one.contest_id for one in court.ask(contests.of_tournament, tournament.tournament_id)}
    assert {one.contest_id for one in (*semifinals, *paired)} == known
