"""The rehearsal of a move holds in another language too, and fails where list, past, seats or ratings count wrongly."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.features.cases import links_verbs as cases_links_verbs
from bot.features.seats import model as seats_model
from bot.features.seats import reading_verbs as seats_reading_verbs
from bot.features.seats import verbs as seats_verbs
from bot.people import ratings_store as people_ratings_store
from bot.people import store as people_store
from bot.play.rating import rate_event
from rehearsal.moving import papers
from tests.rehearsals.conftest import played_in
from tests.rehearsals.planting import Faults, Patch

ALONE, AMONG_OTHERS = True, False
"""Whether no other check complains, since the play goes on as it should."""
FAULTS = Faults[str, bool]()
ASKED = "Who is asked follows from both standings and from who declined"
RATED = "Each rating follows from the list, from what was played, and from the correction"
LINKED = "A name is linked to the member who it is"


@FAULTS.fault("Matches for a seat are best of five between the next of both", ALONE)
def those_whom_a_place_has_passed_to_change_opponents(patch: Patch) -> None:
    real = seats_model._matches

    def crossed(*given: Any) -> Any:
        one, other = real(*given)
        return replace(one, open_side=other.open_side), replace(other, open_side=one.open_side)

    patch.setattr(seats_model, "_matches", crossed)


@FAULTS.fault(RATED, ALONE)
def somebody_of_the_list_begins_with_the_first_rating(patch: Patch) -> None:
    patch.setattr("bot.features.course.ending_verbs.rate_event", lambda _, *given: rate_event({}, *given))


@FAULTS.fault("The first of the Candidates plays against the champion for the title", ALONE)
def the_second_of_the_candidates_challenges(patch: Patch) -> None:
    def second(champion: Any, standing: Any, *given: Any) -> Any:
        return seats_model.for_the_title(champion, standing[1:], *given)

    patch.setattr(seats_reading_verbs, "for_the_title", second)


@FAULTS.fault(LINKED, AMONG_OTHERS)
def somebody_else_of_the_list_is_linked(patch: Patch) -> None:
    real = cases_links_verbs._by_name_alone

    def another(tx: Any, guild_id: Any, person_id: Any) -> Any:
        real(tx, guild_id, person_id)
        found = tx.fetch_one("SELECT person_id FROM people WHERE discord_id IS NULL AND person_id <> ?", (person_id,))
        return people_store.load(tx, found["person_id"])

    patch.setattr(cases_links_verbs, "_by_name_alone", another)


@FAULTS.fault("Bars and titles of the list are in force", AMONG_OTHERS)
def a_bar_of_the_list_is_told_and_not_given(patch: Patch) -> None:
    patch.setattr("bot.features.cases.barring_verbs.impose", lambda *given: None)


@FAULTS.fault(ASKED, AMONG_OTHERS)
def the_leagues_fourth_has_the_seat_of_the_opens_first(patch: Patch) -> None:
    real = seats_model._sure_of_league
    patch.setattr(
        seats_model, "_sure_of_league", lambda earlier, *given: real(replace(earlier, open=earlier.league), *given)
    )


@FAULTS.fault(RATED, ALONE)
def the_next_event_rates_on_from_the_number_before_the_correction(patch: Patch) -> None:
    real = people_ratings_store.current

    def before(tx: Any, guild_id: Any) -> Any:
        found = real(tx, guild_id)
        asked = "SELECT 1 FROM rating_amendments WHERE list_id = ?"
        return people_ratings_store.before(tx, found) if found and tx.fetch_one(asked, (found.list_id,)) else found

    patch.setattr(people_ratings_store, "current", before)


@FAULTS.fault(LINKED, AMONG_OTHERS)
def a_link_that_is_taken_back_stays(patch: Patch) -> None:
    patch.setattr(cases_links_verbs, "turn_back", lambda *given: None)


@FAULTS.fault("Silence lets a place pass when the time is over", AMONG_OTHERS)
def staffs_word_for_somebody_is_heard_as_the_opposite(patch: Patch) -> None:
    real = seats_verbs.note_answer

    def heard(tx: Any, found: Any, invitation: Any, by: Any, at: Any, *, accept: bool) -> None:
        real(tx, found, invitation, by, at, accept=accept is (by.person_id == invitation.person_id))

    patch.setattr(seats_verbs, "note_answer", heard)


@FAULTS.fault("What is forbidden is refused with the exact place", AMONG_OTHERS)
def who_has_no_rating_leads_a_team(patch: Patch) -> None:
    patch.setattr("bot.play.teams._leader", lambda _: ())


@FAULTS.fault("Who is barred is passed over in public", AMONG_OTHERS)
def who_is_barred_by_the_list_is_asked(patch: Patch) -> None:
    patch.setattr(seats_verbs, "_shut_out", lambda *given: ())


@FAULTS.fault("Who played in the past is who stands on the list", ALONE)
def a_name_in_a_team_makes_somebody_new(patch: Patch) -> None:
    patch.setattr("bot.people.verbs.outsider", lambda *given: None)


@FAULTS.fault("Nobody of the list is lost in the season", AMONG_OTHERS)
def who_has_no_discord_falls_off_the_list(patch: Patch) -> None:
    real = people_ratings_store.publish

    def without(tx: Any, published: Any) -> None:
        here = {one for one in published.rated if getattr(people_store.load(tx, one), "discord_id", None) is not None}
        kept = published.rated if published.tournament_id is None else {one: published.rated[one] for one in here}
        real(tx, replace(published, rated=kept))

    patch.setattr(people_ratings_store, "publish", without)


@FAULTS.fault("Who has won it holds the title", ALONE)
def nobody_is_crowned(patch: Patch) -> None:
    patch.setattr("bot.features.title_match.holder_verbs.crown", lambda *given: None)


@pytest.mark.long
async def test_an_association_moves_in_and_plays_a_season_to_the_title_in_portuguese(tmp_path: Path) -> None:
    ended = await played_in(tmp_path, "moving-in", 1, language="pt-BR")
    assert [(one.title, one.problems) for one in ended.verdict.checks if one.problems] == []
    told: Any = ended.script.outcome(ended.memory, ended.hearing, ended.verdict)
    assert len(told["ratings"]) == papers.PEOPLE
    assert {one["player"] for one in told["bars"]} == {papers.BARRED}


@pytest.mark.long
@pytest.mark.parametrize("name", FAULTS)
async def test_the_rehearsal_of_a_move_finds_the_fault(tmp_path: Path, monkeypatch: Patch, name: str) -> None:
    plant, complaint, alone = FAULTS[name]
    plant(monkeypatch)
    ended = await played_in(tmp_path, "moving-in", 1)
    found = {one.title for one in ended.verdict.checks if one.problems}
    assert complaint in found
    assert not alone or found == {complaint}
