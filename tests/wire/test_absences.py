"""The comparison of outages on record with what was done to the bot, and what it must find."""

from __future__ import annotations

import pytest

from tests.wire.recorded_evening import breaches_of, recorded
from wire.chaos.absences import HEARTBEAT_S, SLACK_S, Absences, Bar, Barred, Began, Recorded, breaches
from wire.chaos.pace import Pace

FIRST, NOW = 100.0, 5000.0
KILLED = Barred(Bar.PROCESS, 1000.0, 1100.0)
OF_IT = Recorded("process", 990.0, 1100.0)


def unlike(recorded: list[Recorded], *barred: Barred, taken: tuple[float, ...] = ()) -> list[str]:
    found = Absences()
    found.barred, found.taken = list(barred), list(taken)
    return list(breaches(recorded, found, Began(FIRST, FIRST, None), NOW))


def test_an_outage_for_each_act_and_an_act_for_each_outage_is_no_breach() -> None:
    start = Barred(Bar.PROCESS, 0.0, FIRST)
    taken_away = Barred(Bar.REMOVED, 2000.0, 2100.0)
    assert unlike([OF_IT, Recorded("removed", 2000.0, 2100.0)], start, KILLED, taken_away) == []


def test_an_outage_without_a_cause_is_named() -> None:
    (found,) = unlike([OF_IT, Recorded("frozen", 3000.0, 3066.0)], KILLED)
    assert found.startswith("an outage of 66 s (frozen, from 3000 on): for 66 s of it nothing was done to the bot")


def test_a_missing_outage_is_named() -> None:
    (found,) = unlike([OF_IT], KILLED, Barred(Bar.UNAVAILABLE, 3000.0, 3200.0))
    assert found.startswith("200 s in which no press could be taken (unavailable, from 3000 on) are not on record")
    assert found.endswith("(done: unavailable 3000 to 3200; on record: nothing)")


@pytest.mark.parametrize(("since", "until"), [(1000 - HEARTBEAT_S - 4 * SLACK_S, 1100.0), (990.0, 1100 + 4 * SLACK_S)])
def test_an_outage_that_begins_too_early_or_ends_too_late_is_named(since: float, until: float) -> None:
    (found,) = unlike([Recorded("process", since, until)], KILLED)
    assert "nothing was done to the bot" in found


@pytest.mark.parametrize(("since", "until"), [(1030.0, 1100.0), (990.0, 1080.0)])
def test_an_outage_that_begins_too_late_or_ends_too_early_is_named(since: float, until: float) -> None:
    (found,) = unlike([Recorded("process", since, until)], KILLED)
    assert "are not on record" in found


def test_an_outage_that_names_another_cause_is_named() -> None:
    (found,) = unlike([Recorded("connection", 990.0, 1100.0)], KILLED)
    assert found.endswith("what was done then was process (process 1000 to 1100)")


def test_a_press_that_was_taken_in_an_outage_is_named() -> None:
    (found,) = unlike([OF_IT], KILLED, taken=(1050.0,))
    assert found.endswith("a press was taken in it")


def test_a_life_shorter_than_a_heartbeat_may_be_part_of_the_outage_and_a_longer_one_may_not() -> None:
    short = (KILLED, Barred(Bar.PROCESS, 1110.0, 1200.0))
    assert unlike([Recorded("process", 990.0, 1200.0)], *short) == []
    long = (KILLED, Barred(Bar.PROCESS, 1190.0, 1300.0))
    assert unlike([Recorded("process", 990.0, 1300.0)], *long) != []


def test_what_befalls_a_server_before_it_is_set_up_is_no_outage() -> None:
    early = Absences()
    early.barred = [Barred(Bar.REMOVED, 200.0, 300.0)]
    assert list(breaches([], early, Began(FIRST, FIRST, known=400.0), NOW)) == []
    assert list(breaches([], early, Began(FIRST, FIRST, known=150.0), NOW)) != []


def test_a_death_before_the_bot_can_have_noted_that_it_lives_is_no_outage() -> None:
    found = Absences()
    found.barred = [KILLED]
    assert list(breaches([], found, Began(FIRST, 1200.0, None), NOW)) == []
    assert list(breaches([], found, Began(FIRST, 900.0, None), NOW)) != []


@pytest.mark.long
@pytest.mark.timeout(500)  # the first to ask plays the evening, on a busy machine a slow one
def test_an_evening_with_one_death_has_no_outage_but_that(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Everything else is quiet in it, so that any other outage on record would be invented."""
    evening = recorded(tmp_path_factory.getbasetemp())
    assert breaches_of(evening) == []
    causes = [cause for (cause,) in evening.rows("SELECT cause FROM outages")]
    if causes != ["process"] and (busy := Pace().too_slow()):
        pytest.skip(f"a bot that waits for its turn is away indeed: {busy}")
    assert causes == ["process"]
