"""How long an event will take: by matches, by who follows them, by the length of games, and by what it has shown."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.kernel.ids import ContestId, EntrantId
from bot.play import estimates
from bot.play.contests import Contest, Length, Result, ResultKind, Stage
from bot.play.estimates import Pace, ends_at, expected_games, nominal, pace_of, pretend
from bot.play.format_rules import ClockRules
from bot.play.rulebook import Rulebook
from bot.rulebooks.library import preset

NOW = datetime(2026, 11, 28, 20, tzinfo=UTC)
OPEN = preset("aije-open")
SINGLE = replace(OPEN, knockout=replace(OPEN.knockout, third_place_match=False, final_best_of=5))


def lasts(rulebook: Rulebook, entrants: int, at_once: int | None = None, factor: float | None = None) -> timedelta:
    end = ends_at(pretend(entrants), rulebook, Pace(at_once, factor), NOW)
    assert end is not None
    return end - NOW


def match(number: int, minutes: float | None, rulebook: Rulebook = SINGLE) -> Contest:
    """A match that was called at NOW, and settled so many minutes later."""
    sides = (EntrantId(f"entrant{2 * number:06}"), EntrantId(f"entrant{2 * number + 1:06}"))
    ended = None if minutes is None else NOW + timedelta(minutes=minutes)
    result = None if ended is None else Result((3, 0), (0, 0), ResultKind.PLAYED, ended)
    best_of = rulebook.knockout.best_of
    return Contest(ContestId(f"m{number}"), Stage.MAIN, 1, number, sides, best_of, None, None, NOW, result)


@pytest.mark.parametrize(("target", "games"), [(1, 1.0), (2, 2.5), (3, 4.125), (5, 7.5390625)])
def test_two_equals_play_so_many_games_on_average(target: int, games: float) -> None:
    assert expected_games(target) == pytest.approx(games)


def test_a_knock_out_takes_as_many_matches_in_a_row_as_it_has_rounds() -> None:
    one = nominal(Length(5), Stage.MAIN, SINGLE)
    assert [lasts(SINGLE, players) // one for players in (2, 4, 8, 16, 32)] == [1, 2, 3, 4, 5]


def test_where_one_match_can_be_followed_at_once_they_are_played_one_by_one() -> None:
    one = nominal(Length(5), Stage.MAIN, SINGLE)
    assert lasts(SINGLE, 8, at_once=1) == 7 * one


def test_what_is_in_play_counts_from_its_call_and_is_never_over_in_the_past() -> None:
    one = nominal(Length(5), Stage.MAIN, SINGLE)
    facts = replace(pretend(2), contests=(match(0, None),))
    half = NOW + one / 2
    assert ends_at(facts, SINGLE, Pace(None), half) == NOW + one
    late = ends_at(facts, SINGLE, Pace(None), NOW + 3 * one)
    assert late is not None
    assert timedelta(0) <= late - (NOW + 3 * one) < timedelta(minutes=1)


def test_an_event_that_goes_slower_than_its_clock_is_told_so() -> None:
    one = nominal(Length(5), Stage.MAIN, SINGLE)
    slow = [match(number, 2 * one / timedelta(minutes=1)) for number in range(3)]
    pace = pace_of(slow, SINGLE, None)
    assert pace.factor == pytest.approx(2.0)
    assert lasts(SINGLE, 4, factor=pace.factor) == 4 * one


def test_two_matches_say_nothing_of_the_pace() -> None:
    assert pace_of([match(0, 90), match(1, 90)], SINGLE, None).factor is None


def test_walkovers_say_nothing_of_the_pace() -> None:
    given = [match(number, 1) for number in range(5)]
    walkovers = [replace(one, result=replace(one.result, kind=ResultKind.WALKOVER)) for one in given if one.result]
    assert pace_of(walkovers, SINGLE, None).factor is None


@pytest.mark.parametrize("name", ["arena", "ladder", "aije-world"])
def test_what_ends_by_its_own_clock_or_calendar_is_not_estimated(name: str) -> None:
    assert ends_at(pretend(2 if name == "aije-world" else 8), preset(name), Pace(None), NOW) is None


def test_games_of_no_known_length_are_taken_for_a_quarter_of_an_hour() -> None:
    timeless = replace(SINGLE, rating=replace(SINGLE.rating, base_minutes=0, increment_seconds=0))
    assert not estimates.names_time(timeless)
    assert estimates.game_length(timeless) == estimates.ASSUMED


def test_a_clock_of_the_rulebook_counts_before_the_rating_s_time() -> None:
    hour = replace(SINGLE, clock=ClockRules(base=timedelta(hours=1)))
    assert lasts(hour, 8) > 8 * lasts(SINGLE, 8)


def test_of_an_event_too_large_to_be_played_through_nothing_is_told() -> None:
    assert ends_at(pretend(estimates.MOST_CONTESTS + 1), SINGLE, Pace(None), NOW) is None
    assert ends_at(pretend(60), preset("aije-candidates"), Pace(None), NOW) is None


@given(
    st.sampled_from(["aije-open", "double-elimination", "swiss-cut", "aije-teams", "on-the-edge"]), st.integers(4, 24)
)
def test_more_arbiters_never_make_it_later(name: str, entrants: int) -> None:
    ends = [lasts(preset(name), entrants, at_once) for at_once in (1, 4, None)]
    assert ends == sorted(ends, reverse=True)


def test_who_looks_again_and_again_has_it_worked_out_once_until_something_is_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[datetime] = []
    played_out = estimates._Pretence.played_out

    def counted(self: estimates._Pretence) -> datetime | None:
        asked.append(self.now)
        return played_out(self)

    monkeypatch.setattr(estimates._Pretence, "played_out", counted)
    at = NOW + timedelta(days=400, seconds=1)
    facts = replace(pretend(16), began_at=at)
    ends = {ends_at(facts, SINGLE, Pace(None), at + timedelta(seconds=second)) for second in range(59)}
    assert len(asked) == len(ends) == 1
    ends_at(replace(facts, contests=(match(0, None),)), SINGLE, Pace(None), at)
    ends_at(facts, SINGLE, Pace(None), at + timedelta(minutes=1))
    assert len(asked) == 3
