"""The rehearsal of a ladder fails, and says why, when places, reach or the end are not what the rulebook makes."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from bot.features.ladder import model as ladder_model
from bot.features.ladder import verbs as ladder_verbs
from bot.features.playing import store as playing_store
from bot.play.formats import ladder
from rehearsal.cups.ladder.diary import LadderCup
from tests.rehearsals.conftest import CupRehearsal
from tests.rehearsals.planting import Faults, Patch

FAULTS = Faults[str]()
_TEN = timedelta(minutes=10)


@FAULTS.fault("The places are those that the scores make")
def who_wins_changes_places_with_the_loser(patch: Patch) -> None:
    def swapped(places, contest, facts):
        won = ladder._winner(contest, facts.annulled)
        if won is not None:
            lost = contest.sides[1 - contest.sides.index(won)]
            below, above = places.index(won), places.index(lost)
            if above < below:
                places[above], places[below] = won, lost

    patch.setattr(ladder, "_take_place", swapped)


@FAULTS.fault("Nobody challenges beyond reach")
def whoever_stands_above_can_be_challenged(patch: Patch) -> None:
    plain = ladder.rules_of
    patch.setattr(ladder, "rules_of", lambda rulebook: _reaching(plain(rulebook)))


def _reaching(rules):
    return type(rules)(reach=64, lasts=rules.lasts, again_after=rules.again_after)


@FAULTS.fault("Nobody plays two at once")
def who_plays_can_challenge_and_be_challenged(patch: Patch) -> None:
    patch.setattr(ladder, "busy", lambda facts: frozenset())


@FAULTS.fault("Nobody is challenged once the time is up")
def the_time_is_never_up(patch: Patch) -> None:
    patch.setattr(ladder_verbs, "end_of", lambda tournament, known: tournament.start_at + timedelta(days=1))
    plain = ladder.ends_at
    patch.setattr(ladder, "ends_at", lambda *given: (plain(*given) or given[0].now) + timedelta(minutes=20))


@FAULTS.fault("A match that nobody reports is void in time")
def a_match_is_void_without_a_reminder(patch: Patch) -> None:
    plain = ladder_model.clock_from
    patch.setattr(ladder_verbs, "clock_from", lambda *given, **said: _never_reminding(plain(*given, **said)))


def _never_reminding(clock):
    return replace(clock, remind_at=clock.void_at + timedelta(hours=1))


@FAULTS.fault("A match that nobody reports is void in time")
def a_match_is_void_ten_minutes_early(patch: Patch) -> None:
    plain = ladder_model.clock_from
    patch.setattr(
        ladder_verbs, "clock_from", lambda since, within, *more, **said: plain(since, within - _TEN, *more, **said)
    )


@FAULTS.fault("No number of a match is given twice")
def the_number_of_a_void_match_is_given_again(patch: Patch) -> None:
    def of_those_that_stand(tx, tournament_id):
        return max((one.position for one in playing_store.of_tournament(tx, tournament_id)), default=-1) + 1

    patch.setattr(playing_store, "next_position", of_those_that_stand)


@pytest.mark.long
@pytest.mark.parametrize("name", FAULTS)
async def test_the_rehearsal_of_a_ladder_fails_when(name: str, cup_rehearsal: CupRehearsal, monkeypatch: Patch) -> None:
    plant, complaint = FAULTS[name]
    plant(monkeypatch)
    _, verdict = await cup_rehearsal("ladder")
    assert complaint in {check.title for check in verdict.checks if check.problems}


@pytest.mark.long
@pytest.mark.parametrize("seed", [1, 2, 3])
async def test_an_evening_on_the_ladder_ends_as_the_rulebook_says(seed: int, cup_rehearsal: CupRehearsal) -> None:
    cup, verdict = await cup_rehearsal("ladder", seed)
    assert [check for check in verdict.checks if check.problems] == []
    assert isinstance(cup, LadderCup)
    assert cup.climbed > 5
    assert cup.tried
    assert cup.untold
