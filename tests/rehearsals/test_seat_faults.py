"""The rehearsal of matches for seats fails, and says why, when somebody else is asked, seated or let in."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

import pytest

from bot.features.entering import store as entering_store
from bot.features.seats import model as seats_model
from bot.features.seats import store as seats_store
from bot.features.seats import verbs as seats_verbs
from bot.features.seats.model import Answer
from bot.play import rating
from bot.rulebooks import library
from rehearsal.cups.seats import checks
from rehearsal.cups.seats.count import SURE, due, with_winners
from rehearsal.cups.seats.diary import LEAGUE, MATCH, SeatCup
from rehearsal.cups.seats.standing import standings
from tests.rehearsals.conftest import CupRehearsal
from tests.rehearsals.planting import Faults, Patch

FAULTS = Faults[str]()
_SEASON: Final = 4
"""A seed of which two are left in either standings for both matches, and the champion is among the League's first."""

HELD = "The seats are theirs to whom they come"
ASKED = "Who is asked follows from both standings and from who declined"
PLAYED = "Matches for a seat are best of five between the next of both"


@FAULTS.fault(ASKED)
def a_place_that_is_declined_stays_empty(patch: Patch) -> None:
    real = seats_model._sure_of_league
    patch.setattr(seats_model, "_sure_of_league", lambda earlier, fixed, _: real(earlier, fixed, ()))


@FAULTS.fault(HELD)
def the_champion_takes_a_seat_in_the_candidates(patch: Patch) -> None:
    real = seats_model._candidates

    def without(earlier: Any, *given: Any, second: bool) -> Any:
        return real(replace(earlier, champion=None), *given, second=second)

    patch.setattr(seats_model, "_candidates", without)


@FAULTS.fault(PLAYED)
def the_opens_second_meets_the_leagues_fourth(patch: Patch) -> None:
    real = seats_model._matches

    def crossed(earlier: Any, fixed: Any, *given: Any) -> Any:
        one, other = real(earlier, fixed, *given)
        if fixed:
            # What is arranged was crossed before, and leaves the other of the Open for the other match.
            return one, other
        return replace(one, open_side=other.open_side), replace(other, open_side=one.open_side)

    patch.setattr(seats_model, "_matches", crossed)


@FAULTS.fault(PLAYED)
def a_match_for_a_seat_is_best_of_three(patch: Patch) -> None:
    real = library.preset

    def short(name: str) -> Any:
        found = real(name)
        return replace(found, knockout=replace(found.knockout, best_of=3, final_best_of=3))

    patch.setattr(seats_verbs, "preset", short)


@FAULTS.fault("Who is barred is passed over in public")
def who_is_barred_is_asked_and_seated(patch: Patch) -> None:
    patch.setattr(seats_verbs, "_shut_out", lambda *given: ())


@FAULTS.fault("Silence lets a place pass when the time is over")
def silence_is_taken_for_a_yes(patch: Patch) -> None:
    real = seats_store.answer

    def yes(tx: Any, round_id: Any, invitation: Any, given: Any, *more: Any) -> Any:
        return real(tx, round_id, invitation, Answer.ACCEPTED if given is Answer.SILENT else given, *more)

    patch.setattr(seats_store, "answer", yes)


@FAULTS.fault("Everybody is told once who plays")
def nobody_is_told_who_plays(patch: Patch) -> None:
    patch.setattr(seats_store, "note_filled", lambda *given: False)


@FAULTS.fault("Only who has a seat is let in")
def anybody_may_register(patch: Patch) -> None:
    patch.setattr("bot.features.entering.bars_store.has_seat", lambda *given: True)


@FAULTS.fault("Ratings are what the games make of them")
def a_game_of_any_of_the_events_moves_twice_as_much(patch: Patch) -> None:
    real = rating.after_match
    patch.setattr(rating, "after_match", lambda one, other, won, lost, k: real(one, other, won, lost, 2 * k))


@FAULTS.fault("Reminders name those who are missing, and nobody else")
def everybody_is_reminded_of_check_in(patch: Patch) -> None:
    patch.setattr(
        "bot.features.entering.check_in_verbs.missing",
        lambda tx, event: entering_store.of_tournament(tx, event.tournament_id),
    )


@pytest.mark.long
@pytest.mark.parametrize("name", FAULTS)
async def test_the_rehearsal_of_seats_fails_when(name: str, cup_rehearsal: CupRehearsal, monkeypatch: Patch) -> None:
    plant, complaint = FAULTS[name]
    plant(monkeypatch)
    _, verdict = await cup_rehearsal("aije-seat-match", _SEASON)
    assert complaint in {check.title for check in verdict.checks if check.problems}


@pytest.mark.long
async def test_the_season_of_faults_has_a_champion_to_leave_out_and_two_matches(
    cup_rehearsal: CupRehearsal,
) -> None:
    cup, verdict = await cup_rehearsal("aije-seat-match", _SEASON)
    assert isinstance(cup, SeatCup)
    assert [check for check in verdict.checks if check.problems] == []
    league, _ = standings(cup)
    assert cup.champion in league[:SURE]
    assert [len(sides) for sides in checks.what_is_due(cup).matches.values()] == [2, 2]


def nobody(_: int, __: str) -> bool:
    return False


@pytest.mark.rule("AIJE-D02-1", "AIJE-D04-1")
def test_the_judge_knows_who_is_asked() -> None:
    found = due([1, 2, 3, 4, 5, 6], [11, 12, 13, 14], champion=9, declined=nobody)
    assert found.league == (1, 2, 3, 11)
    assert found.matches == {1: (4, 13), 2: (5, 12)}
    assert with_winners(found, {1: 13, 2: 5}, 9) == ({1, 2, 3, 11, 13, 5}, {1, 2, 3, 11, 13})


@pytest.mark.rule("AIJE-D04-1")
def test_the_judge_passes_a_place_on_in_the_same_standings() -> None:
    said_no = {(2, LEAGUE), (12, MATCH)}
    found = due([1, 2, 3, 4, 5, 6], [1, 11, 12, 13, 14], None, lambda member, what: (member, what) in said_no)
    assert found.league == (1, 3, 4, 11)
    assert found.matches == {1: (5, 14), 2: (6, 13)}


@pytest.mark.rule("AIJE-D02-1")
def test_the_judge_leaves_the_champion_out_and_counts_the_second_match() -> None:
    found = due([1, 2, 3, 4, 5], [11, 12, 13], champion=4, declined=nobody)
    assert found.second_counts
    assert with_winners(found, {1: 4, 2: 12}, 4)[1] == {1, 2, 3, 11, 12}
