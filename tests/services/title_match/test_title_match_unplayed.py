"""A match for a title that nobody plays or decides: who leads the committee is asked by name, and the title stays."""

from __future__ import annotations

from datetime import timedelta

import pytest

from bot.domain.contests import Contest
from bot.domain.playing.sayings import StaffSilent
from bot.domain.playing.without_result import Ending
from bot.i18n import LOCALES, Voice
from bot.notices import ALL
from bot.services import steps
from bot.services.events import tournaments
from bot.services.playing import without_result
from bot.services.title_match import world_titles
from bot.storage import deadlines, titles
from bot.storage.titles import WorldTitle
from tests.services import calls, title_matches
from tests.services.court import LEADER, PRESIDENT, open_court
from tests.services.hall import GUILD, Hall


def wait(hall: Hall, **length: float) -> None:
    until = hall.now + timedelta(**length)
    while due := hall.ask(deadlines.due, until, 1):
        hall.now = max(hall.now, due[0].due_at)
        hall.do(steps.take, due[0])
    hall.now = until


def silent(hall: Hall) -> Contest:
    """Both have come to the match, and for days nobody says anything more."""
    _, contest = title_matches.begun(hall)
    wait(hall, days=4)
    return contest


@pytest.mark.rule("AIJE-D03-1", "AIJE-D03-5")
def test_the_leader_is_asked_by_name_each_time_and_the_players_are_offered_no_lot(hall: Hall) -> None:
    open_court(hall)
    contest = silent(hall)
    assert len(calls.calls(hall)) > 1
    for number in range(len(calls.calls(hall))):
        people, _ = calls.pinged(hall, number)
        assert LEADER in people
        assert PRESIDENT not in people
    (told,) = hall.promised(StaffSilent, contest.contest_id)
    composed = hall.ask(ALL[StaffSilent], told)
    assert composed is not None
    for locale in LOCALES:
        verbs = {one.custom_id.partition(":")[0] for row in composed(Voice(locale)).controls for one in row}  # type: ignore[union-attr]
        assert verbs == {"call-arbiter"}
    with pytest.raises(without_result.OnlyStaffCanEnd):
        hall.act(hall.presser(title_matches.CHAMPION), without_result.agree, contest.contest_id, Ending.WITHOUT_RESULT)


def test_where_nobody_leads_the_committee_the_president_is_asked(hall: Hall) -> None:
    open_court(hall)
    hall.do(lambda tx: tx.execute("UPDATE offices SET until = 1 WHERE guild_id = ? AND office = 'leader'", (GUILD,)))
    silent(hall)
    people, _ = calls.pinged(hall)
    assert PRESIDENT in people
    assert LEADER not in people


@pytest.mark.rule("AIJE-D03-1")
def test_a_match_that_is_called_off_unplayed_leaves_the_title_where_it_was(hall: Hall) -> None:
    open_court(hall)
    tournament, _ = title_matches.begun(hall)
    champion = hall.person(title_matches.CHAMPION).person_id
    title = WorldTitle(champion, "The match before", hall.now - timedelta(days=300))
    hall.do(lambda tx: titles.crown(tx, GUILD, title, tx.now, champion))
    wait(hall, days=4)
    hall.act(hall.presser(1), tournaments.cancel, tournament.tournament_id, "Nobody played it")
    assert hall.ask(world_titles.reigning, GUILD) == champion
