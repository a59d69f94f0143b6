"""The event's own rules: drafted by the chief, approved by the organisers; and the chief's redraw (GO-30)."""

from __future__ import annotations

from datetime import timedelta

import pytest

from bot.features.playing import arbiters_verbs as playing_arbiters_verbs
from bot.features.rounds import drawing_verbs as rounds_drawing_verbs
from bot.features.tournaments import proposal_verbs as tournaments_proposal_verbs
from bot.features.tournaments.arbiters_model import EventRole
from bot.features.tournaments.promises_model import RoundPaired, RulesDecided
from bot.kernel.errors import AlreadyDone, Missing, NotAllowed, NotFound, Outdated
from bot.kernel.ids import MemberId
from bot.play.entries import Tournament
from bot.rulebooks.library import preset
from tests.hall.go import go_rules
from tests.hall.hall import GUILD, Hall
from tests.refusals import refuses

CHIEF, ORGANISER, STRANGER = 52, 1, 9


@pytest.fixture
def tournament(hall: Hall) -> Tournament:
    """An announced event with a chief arbiter."""
    found = hall.announce(go_rules())
    hall.arbiter(CHIEF)
    hall.act(hall.actor(ORGANISER), playing_arbiters_verbs.name, found.tournament_id, MemberId(CHIEF), EventRole.CHIEF)
    return found


def draft(hall: Hall, tournament: Tournament, text: str = "Lunch at one.", by: int = CHIEF) -> int:
    return hall.act(hall.actor(by), tournaments_proposal_verbs.draft, tournament.tournament_id, text).rules.number


def decide(hall: Hall, tournament: Tournament, number: int, why: str | None = None, by: int = ORGANISER) -> None:
    hall.act(hall.actor(by), tournaments_proposal_verbs.decide, tournament.tournament_id, number, why)


@pytest.mark.rule("GO-30")
def test_the_chief_drafts_and_the_organisers_approve(hall: Hall, tournament: Tournament) -> None:
    for nobody in (ORGANISER, STRANGER):
        with pytest.raises(NotAllowed):
            draft(hall, tournament, by=nobody)
    number = draft(hall, tournament)
    assert hall.ask(tournaments_proposal_verbs.in_force, tournament.tournament_id) is None
    with pytest.raises(NotAllowed):
        decide(hall, tournament, number, by=CHIEF)
    decide(hall, tournament, number)
    assert hall.ask(tournaments_proposal_verbs.in_force, tournament.tournament_id) == "Lunch at one."
    assert len(hall.promised(RulesDecided, tournament.tournament_id)) == 2
    with pytest.raises(AlreadyDone):
        decide(hall, tournament, number)


@pytest.mark.rule("GO-30")
def test_a_declined_draft_has_its_reason_and_the_rules_before_it_stay(hall: Hall, tournament: Tournament) -> None:
    with pytest.raises(NotFound):
        hall.ask(tournaments_proposal_verbs.rules_view, GUILD, tournament.tournament_id)
    decide(hall, tournament, draft(hall, tournament))
    number = draft(hall, tournament, "Lunch at two.")
    with pytest.raises(Missing):
        decide(hall, tournament, number, " ")
    decide(hall, tournament, number, "the kitchen closes")
    view = hall.ask(tournaments_proposal_verbs.rules_view, GUILD, tournament.tournament_id, number)
    assert (view.rules.approved, view.rules.reason) == (False, "the kitchen closes")
    assert hall.ask(tournaments_proposal_verbs.in_force, tournament.tournament_id) == "Lunch at one."


def test_a_new_draft_takes_the_place_of_one_that_waits(hall: Hall, tournament: Tournament) -> None:
    draft(hall, tournament)
    number = draft(hall, tournament, "Lunch at two.")
    with pytest.raises(Outdated):
        decide(hall, tournament, number + 1)
    decide(hall, tournament, number)
    assert hall.ask(tournaments_proposal_verbs.in_force, tournament.tournament_id) == "Lunch at two."
    with pytest.raises(Missing):
        draft(hall, tournament, " ")


@pytest.mark.rule("GO-30")
def test_the_chief_presides_over_the_first_draw_and_has_it_made_anew_with_a_reason(
    hall: Hall, tournament: Tournament
) -> None:
    hall.enter(tournament, 2, 3, 4, 5)
    drawn = hall.begin(tournament, 2, 3, 4, 5)
    with refuses("error.RulesAreFixed"):
        draft(hall, drawn)
    with pytest.raises(NotAllowed):
        hall.act(hall.actor(STRANGER), rounds_drawing_verbs.redraw, drawn.tournament_id, "why not")
    hall.now += timedelta(seconds=1)
    again = hall.act(
        hall.actor(CHIEF), rounds_drawing_verbs.redraw, drawn.tournament_id, "a player was missing on the list"
    )
    assert again.draw_number == 2
    assert hall.ask(rounds_drawing_verbs.verify_draws, GUILD, drawn.tournament_id).holds


@pytest.mark.rule("GO-30")
def test_the_chief_sees_every_round_of_a_swiss_with_its_reasons_once_it_is_paired(hall: Hall) -> None:
    swiss = hall.announce(preset("go-swiss"), "Suizo")
    hall.arbiter(CHIEF)
    hall.act(hall.actor(ORGANISER), playing_arbiters_verbs.name, swiss.tournament_id, MemberId(CHIEF), EventRole.CHIEF)
    swiss = hall.begin(swiss, 2, 3, 4, 5)
    for contest in hall.open_contests(swiss):
        hall.settle(contest, (1, 0))
    told = [one.message.round for one in hall.promised(RoundPaired, swiss.tournament_id)]
    assert told == [1, 2]
    assert hall.promised(RoundPaired, hall.begin(hall.announce(), 12, 13, 14).tournament_id) == []
