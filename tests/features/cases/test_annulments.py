"""What an annulled result does to an event that is still on (GO-23.1)."""

from __future__ import annotations

from datetime import timedelta

import pytest

from bot.features.cases import misconduct_verbs as cases_misconduct_verbs
from bot.features.cases import verdict_verbs as cases_verdict_verbs
from bot.features.cases.misconduct_verbs import MisconductReport
from bot.features.cases.model import FileLetter
from bot.features.playing import reports_store as playing_reports_store
from bot.features.playing import store as playing_store
from bot.features.teams.model import NamedMember
from bot.features.voting.model import Ground
from bot.people.model import Penalty
from bot.play.contests import Stage
from tests.features.cases.test_files import decide, member_of, ranks, report
from tests.foul_play import stakes
from tests.hall import squads
from tests.hall.court import LEADER, deliver, open_court
from tests.hall.hall import Hall


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
    known = {one.contest_id for one in court.ask(playing_store.of_tournament, tournament.tournament_id)}
    assert {one.contest_id for one in (*semifinals, *paired)} == known


@pytest.mark.rule("GO-23.1")
def test_what_a_member_of_a_team_did_loses_the_match_for_the_team(court: Hall) -> None:
    event = court.announce(squads.GO, "Copa")
    for captain, member in ((2, 12), (3, 13), (4, 14)):
        names = [NamedMember(name) for name in (f"P{captain}", f"T{captain}-3", f"T{captain}-4")]
        squads.add(court, captain, squads.save(court, event, captain, f"Team {captain}", *names), member)
    event = squads.begin(court, event, 2, 3, 4)
    match = next(one for one in court.open_contests(event) if stakes.plays(court, event, one, 2))
    squads.call(court, match)
    squads.play(court, event, match, "1-0", "1-0", "1-0", "1-0")
    person = court.person(12).person_id
    seen = MisconductReport(person, Ground.OUTSIDE_HELP, "It was seen", contest_id=match.contest_id)
    file = court.act(court.actor(9), cases_misconduct_verbs.report, seen)
    deliver(court, FileLetter)
    court.now += timedelta(days=4)
    court.act(court.actor(LEADER), cases_verdict_verbs.decide, file.file_id, Penalty.GAME_LOST, "Proved")
    (annulled,) = court.ask(playing_reports_store.annulments_of_file, file.file_id)
    assert annulled.entrant_id == stakes.entry(court, event, 2).entrant_id
