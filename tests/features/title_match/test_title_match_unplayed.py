"""A match for a title that nobody plays or decides: who leads the committee is asked by name, and the title stays."""

from __future__ import annotations

from datetime import timedelta

import pytest

from bot import wiring
from bot.features.course import ending_verbs as course_ending_verbs
from bot.features.playing import presence_verbs as playing_presence_verbs
from bot.features.playing.model import StaffSilent
from bot.features.title_match import holder_verbs as title_match_holder_verbs
from bot.i18n.catalogue import LOCALES, Translator
from bot.kernel import time_store as kernel_time_store
from bot.people import store as people_store
from bot.people.store import WorldTitle
from bot.play.contests import Contest
from bot.play.matches import Ending
from bot.wiring import ALL
from tests.hall import calls, title_matches
from tests.hall.court import LEADER, PRESIDENT, open_court
from tests.hall.hall import GUILD, Hall
from tests.refusals import refuses


def wait(hall: Hall, **length: float) -> None:
    until = hall.now + timedelta(**length)
    while due := hall.ask(kernel_time_store.due_deadlines, until, 1):
        hall.now = max(hall.now, due[0].due_at)
        hall.do(wiring.take, due[0])
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
        verbs = {one.custom_id.partition(":")[0] for row in composed(Translator(locale)).controls for one in row}  # type: ignore[union-attr]
        assert verbs == {"call-arbiter"}
    with refuses("error.OnlyStaffCanEnd"):
        hall.act(
            hall.actor(title_matches.CHAMPION),
            playing_presence_verbs.agree,
            contest.contest_id,
            Ending.WITHOUT_RESULT,
        )


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
    hall.do(lambda tx: people_store.crown(tx, GUILD, title, tx.now, champion))
    wait(hall, days=4)
    hall.act(hall.actor(1), course_ending_verbs.cancel, tournament.tournament_id, "Nobody played it")
    assert hall.ask(title_match_holder_verbs.reigning, GUILD) == champion
