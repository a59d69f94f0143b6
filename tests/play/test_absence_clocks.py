"""The walkover clock."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.kernel.outages import Outage
from bot.play.contests import possible_scores
from bot.play.matches import (
    AbsenceClock,
    Absences,
    absences,
    both_absent,
    next_game_lost_at,
    walkover_games,
    walkover_score,
)
from bot.rulebooks.library import preset

RULES = preset("aije-open").matches
SECOND = timedelta(seconds=1)
CALL = datetime(2026, 5, 1, 20, tzinfo=UTC)
BEST_OF_5, BEST_OF_9 = 3, 5


def after(clock: str) -> datetime:
    """The moment at "minutes:seconds" after the call."""
    minutes, seconds = clock.split(":")
    return CALL + timedelta(minutes=int(minutes), seconds=int(seconds))


def outage(down: str, up: str) -> Outage:
    return Outage(after(down), after(up))


def missing(side: int = 0, since: str = "0:00", until: str | None = None, score: tuple[int, int] = (0, 0)):
    return AbsenceClock(side, after(since), None if until is None else after(until), score)


@pytest.mark.rule("AIJE-D01-5.4")
@pytest.mark.parametrize(
    ("target", "late", "games"),
    [
        (BEST_OF_5, "0:00", 0),
        (BEST_OF_5, "1:59", 0),
        (BEST_OF_5, "2:00", 1),
        (BEST_OF_5, "3:59", 1),
        (BEST_OF_5, "4:00", 2),
        (BEST_OF_5, "5:00", 2),
        (BEST_OF_5, "5:59", 2),
        (BEST_OF_5, "6:00", 3),
        (BEST_OF_5, "60:00", 3),
        (BEST_OF_9, "6:00", 3),
        (BEST_OF_9, "8:00", 4),
        (BEST_OF_9, "9:59", 4),
        (BEST_OF_9, "10:00", 5),
        (BEST_OF_9, "60:00", 5),
    ],
)
def test_every_two_full_minutes_late_cost_a_game(target, late, games):
    came = missing(until=late)
    still_missing = missing()
    assert walkover_games(came, after("99:00"), RULES, target, ()) == games
    assert walkover_games(still_missing, after(late), RULES, target, ()) == games


@pytest.mark.rule("AIJE-D01-5.4")
def test_who_comes_five_minutes_late_plays_on_from_two_games_down():
    clocks = [missing(0, until="5:00")]
    assert walkover_score(clocks, after("30:00"), RULES, BEST_OF_5, ()) == (0, 2)
    assert absences(clocks, after("30:00"), RULES, BEST_OF_5, ()) is Absences.PLAY_ON
    assert (3, 2) in possible_scores(5, (0, 2))


@pytest.mark.rule("AIJE-D01-5.4")
@pytest.mark.parametrize(
    ("target", "now", "outcome"),
    [
        (BEST_OF_5, "5:59", Absences.PLAY_ON),
        (BEST_OF_5, "6:00", Absences.LOST_BY_SIDE_1),
        (BEST_OF_9, "9:59", Absences.PLAY_ON),
        (BEST_OF_9, "10:00", Absences.LOST_BY_SIDE_1),
    ],
)
def test_a_match_is_lost_when_the_last_game_of_it_is(target, now, outcome):
    assert absences([missing(1)], after(now), RULES, target, ()) is outcome


@pytest.mark.rule("AIJE-D01-5.4")
@pytest.mark.parametrize(("score", "late", "games"), [((1, 2), "9:00", 1), ((2, 0), "9:00", 3), ((0, 2), "1:59", 0)])
def test_between_games_the_clock_starts_again_and_games_won_count(score, late, games):
    clock = missing(0, since="40:00", until=f"{40 + int(late[0])}{late[1:]}", score=score)
    assert walkover_games(clock, after("99:00"), RULES, BEST_OF_5, ()) == games


@pytest.mark.rule("AIJE-D01-5.4")
def test_games_lost_at_the_call_and_between_games_add_up():
    clocks = [missing(0, until="2:30"), missing(0, since="30:00", score=(1, 1))]
    assert walkover_score(clocks, after("34:00"), RULES, BEST_OF_5, ()) == (0, 3)
    assert absences(clocks, after("33:59"), RULES, BEST_OF_5, ()) is Absences.PLAY_ON
    assert absences(clocks, after("34:00"), RULES, BEST_OF_5, ()) is Absences.LOST_BY_SIDE_0


@pytest.mark.parametrize(
    ("known", "now", "games", "following"),
    [
        ([], "1:00", 0, "2:00"),
        ([], "2:00", 1, "4:00"),
        ([outage("1:00", "2:00")], "2:30", 0, "3:00"),
        ([outage("1:00", "2:00")], "3:00", 1, "5:00"),
        ([outage("3:00", "9:00")], "9:30", 1, "10:00"),
        ([outage("3:00", "9:00")], "10:00", 2, "12:00"),
        ([outage("-5:00", "1:00")], "2:30", 0, "3:00"),
    ],
)
def test_a_clock_stands_still_while_the_bot_is_down(known, now, games, following):
    assert walkover_games(missing(), after(now), RULES, BEST_OF_5, known) == games
    assert next_game_lost_at(missing(), after(now), RULES, BEST_OF_5, known) == after(following)


@pytest.mark.rule("AIJE-D01-5.4")
@pytest.mark.parametrize(("clock", "now"), [(missing(until="1:00"), "1:00"), (missing(), "6:00"), (missing(), "7:00")])
def test_no_game_is_lost_any_more_by_who_came_or_has_lost_the_match(clock, now):
    assert next_game_lost_at(clock, after(now), RULES, BEST_OF_5, ()) is None


@given(st.integers(0, 900), st.lists(st.tuples(st.integers(-60, 600), st.integers(1, 300)), max_size=3))
def test_at_the_next_moment_and_not_before_one_more_game_is_lost(seconds, slept):
    now = CALL + timedelta(seconds=seconds)
    moments = [(CALL + timedelta(seconds=down), timedelta(seconds=lasted)) for down, lasted in slept]
    known = [Outage(down, down + lasted) for down, lasted in moments if down + lasted <= now]
    lost = walkover_games(missing(), now, RULES, BEST_OF_5, known)
    following = next_game_lost_at(missing(), now, RULES, BEST_OF_5, known)
    assert (following is None) is (lost == BEST_OF_5)
    if following is not None:
        assert following > now
        assert walkover_games(missing(), following, RULES, BEST_OF_5, known) == lost + 1
        just_before = following - timedelta(seconds=1)
        assert walkover_games(missing(), just_before, RULES, BEST_OF_5, known) == lost


@pytest.mark.rule("AIJE-D01-5.4")
@pytest.mark.parametrize(
    ("clocks", "now", "outcome"),
    [
        ([missing(0), missing(1)], "5:59", Absences.PLAY_ON),
        ([missing(0), missing(1)], "6:00", Absences.ARBITER_DECIDES),
        ([missing(0, until="7:00"), missing(1)], "8:00", Absences.ARBITER_DECIDES),
        ([missing(0), missing(1, since="3:00")], "6:00", Absences.ARBITER_DECIDES),
        ([missing(0), missing(1, since="3:00", until="6:30")], "6:30", Absences.LOST_BY_SIDE_0),
        ([missing(0, until="5:00"), missing(1)], "6:00", Absences.LOST_BY_SIDE_1),
        ([missing(0, until="5:00"), missing(1, until="5:30")], "9:00", Absences.PLAY_ON),
    ],
)
def test_when_both_stay_away_the_arbiter_decides(clocks, now, outcome):
    assert absences(clocks, after(now), RULES, BEST_OF_5, ()) is outcome


@pytest.mark.parametrize(
    ("clocks", "both"),
    [
        ([missing(0), missing(1)], True),
        ([missing(0), missing(1, until="0:30")], False),
        ([missing(0), missing(1, until="1:00")], False),
        ([missing(0), missing(1, until="1:01")], True),
        ([missing(0), missing(1, since="3:00")], False),
        ([missing(0)], False),
        ([], False),
    ],
)
def test_both_are_absent_while_both_clocks_run(clocks, both):
    assert both_absent(clocks, after("1:00")) is both


@pytest.mark.rule("AIJE-D01-5.4")
@given(st.integers(0, 900), st.sets(st.integers(-60, 900), max_size=400))
def test_nobody_loses_a_game_by_a_second_in_which_nobody_could_press(seconds, dark):
    """Second by second: what counts is how many of them were light, whatever the pattern."""
    known = [Outage(CALL + SECOND * one, CALL + SECOND * (one + 1)) for one in dark]
    light = sum(one not in dark for one in range(seconds))
    lost = walkover_games(missing(), CALL + SECOND * seconds, RULES, BEST_OF_5, known)
    assert lost == min(BEST_OF_5, light // (60 * RULES.minutes_per_walkover_game))
