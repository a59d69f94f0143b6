"""Moving an official event's start after people have registered, tried by who runs it and plays in it."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta

import pytest

from bot.features.cases import links_verbs as cases_links_verbs
from bot.features.entering import check_in_verbs as entering_check_in_verbs
from bot.features.entering import verbs as entering_verbs
from bot.features.entering.model import Registered
from bot.features.registry import officers_verbs as registry_officers_verbs
from bot.features.tournaments import draft_cards as tournaments_draft_cards
from bot.features.tournaments import draft_verbs as tournaments_draft_verbs
from bot.features.tournaments import verbs as tournaments_verbs
from bot.features.tournaments.promises_model import StartChangeAsked, StartStays, TournamentChanged
from bot.i18n.catalogue import Translator
from bot.kernel.errors import AlreadyDone, NotAllowed, Outdated
from bot.kernel.ids import Actor, MemberId
from bot.people.model import Office, Person
from bot.play.entries import Tournament
from bot.rulebooks.library import preset
from tests.foul_play import stakes
from tests.hall.court import LEADER, PRESIDENT, open_court
from tests.hall.desk_of_entries import MINUTE
from tests.hall.hall import Hall
from tests.refusals import refuses

ORGANISER, ANA, BOB = 1, 2, 3
LATER = timedelta(hours=2)


@pytest.fixture
def hall(hall: Hall) -> Hall:
    open_court(hall)
    return hall


def official(hall: Hall, *players: int) -> Tournament:
    tournament = hall.announce(preset("aije-open"))
    hall.enter(tournament, *players)
    return tournament


def organiser(hall: Hall, number: int = ORGANISER) -> Actor:
    return replace(hall.actor(number), is_organiser=True)


def edit(hall: Hall, tournament: Tournament, number: int = ORGANISER, *, to: datetime | None = None) -> Tournament:
    """As the command and the press under its preview do."""
    hall.now += MINUTE
    start = to or tournament.start_at + LATER
    (draft,) = hall.act(
        organiser(hall, number), tournaments_draft_verbs.of_change, tournament.tournament_id, None, (start,)
    )
    hall.act(organiser(hall, number), tournaments_draft_verbs.confirm, draft.draft_id)
    return hall.load(tournament)


def agree(hall: Hall, tournament: Tournament, number: int, start: datetime | None = None) -> Tournament:
    hall.now += MINUTE
    about = (tournament.tournament_id, start or tournament.start_at + LATER)
    hall.act(hall.actor(number), tournaments_draft_verbs.agree, *about)
    return hall.load(tournament)


def test_an_organiser_does_not_move_it_alone_by_any_way(hall: Hall) -> None:
    tournament = official(hall, ANA, BOB)
    with pytest.raises(tournaments_verbs.StartIsFixed):
        hall.act(organiser(hall), tournaments_verbs.edit, tournament.tournament_id, None, tournament.start_at + LATER)
    assert edit(hall, tournament).start_at == tournament.start_at
    (asked,) = hall.promised(StartChangeAsked, tournament.tournament_id)
    assert len(asked.message.entrants) == 2


def test_it_moves_when_the_last_one_registered_agrees_and_not_before(hall: Hall) -> None:
    tournament = official(hall, ANA, BOB)
    edit(hall, tournament)
    assert agree(hall, tournament, ANA).start_at == tournament.start_at
    with pytest.raises(AlreadyDone):
        agree(hall, tournament, ANA)
    with refuses("error.NotOnTheList"):
        agree(hall, tournament, 9)
    assert agree(hall, tournament, BOB).start_at == tournament.start_at + LATER
    assert len(hall.promised(TournamentChanged, tournament.tournament_id)) == 1
    with pytest.raises(Outdated):
        agree(hall, tournament, BOB)


def test_who_registers_after_it_was_asked_has_to_agree_too_and_who_leaves_has_not(hall: Hall) -> None:
    tournament = official(hall, ANA, BOB)
    edit(hall, tournament)
    hall.enter(tournament, 5)
    hall.act(hall.actor(BOB), entering_verbs.withdraw, tournament.tournament_id)
    assert agree(hall, tournament, ANA).start_at == tournament.start_at
    assert agree(hall, tournament, 5).start_at == tournament.start_at + LATER


def test_an_organiser_who_plays_has_agreed_by_asking_and_nobody_else_by_it(hall: Hall) -> None:
    tournament = official(hall, ORGANISER, ANA)
    edit(hall, tournament)
    assert agree(hall, tournament, ANA).start_at == tournament.start_at + LATER


def test_a_press_under_an_older_post_agrees_to_no_other_start(hall: Hall) -> None:
    tournament = official(hall, ANA, BOB)
    edit(hall, tournament)
    edit(hall, tournament, to=tournament.start_at + 2 * LATER)
    with pytest.raises(Outdated):
        agree(hall, tournament, ANA)
    agree(hall, tournament, ANA, tournament.start_at + 2 * LATER)


def test_a_second_account_that_is_known_does_not_agree_for_somebody_else(hall: Hall) -> None:
    tournament = official(hall, ANA, BOB)
    hall.now += MINUTE
    both = (MemberId(ANA), "P2"), (MemberId(7), "P7")
    hall.act(hall.actor(PRESIDENT), cases_links_verbs.record, both, "They write alike")
    edit(hall, tournament)
    assert agree(hall, tournament, 7).start_at == tournament.start_at
    assert agree(hall, tournament, BOB).start_at == tournament.start_at + LATER


@pytest.mark.parametrize("officer", [LEADER, PRESIDENT])
def test_an_officer_who_does_not_play_decides(hall: Hall, officer: int) -> None:
    tournament = official(hall, ANA, BOB)
    edit(hall, tournament)
    about = (tournament.tournament_id, tournament.start_at + LATER)
    with pytest.raises(NotAllowed):
        hall.act(organiser(hall), tournaments_draft_verbs.allow, *about)
    hall.act(hall.actor(officer), tournaments_draft_verbs.allow, *about)
    assert hall.load(tournament).start_at == tournament.start_at + LATER


def test_an_officer_who_leaves_it_is_read_by_all_and_the_event_goes_on(hall: Hall) -> None:
    tournament = official(hall, ANA, BOB)
    edit(hall, tournament)
    about = (tournament.tournament_id, tournament.start_at + LATER)
    hall.act(hall.actor(LEADER), tournaments_verbs.leave, *about)
    assert len(hall.promised(StartStays, tournament.tournament_id)) == 1
    with pytest.raises(Outdated):
        agree(hall, tournament, ANA)
    assert hall.load(tournament).start_at == tournament.start_at


def test_an_officer_who_plays_does_not_and_nor_does_the_stand_in(hall: Hall) -> None:
    tournament = official(hall, LEADER, ANA)
    hall.now += MINUTE
    hall.act(hall.actor(LEADER), registry_officers_verbs.name_stand_in, Office.LEADER, (MemberId(60), "P60"), 5, "Away")
    for number in (LEADER, 60):
        assert edit(hall, tournament, number).start_at == tournament.start_at
        with refuses("error.OfficerPlays"):
            hall.act(
                hall.actor(number),
                tournaments_draft_verbs.allow,
                tournament.tournament_id,
                tournament.start_at + LATER,
            )


def test_once_check_in_has_closed_nobody_agrees_to_another_start(hall: Hall) -> None:
    tournament = official(hall, ANA, BOB)
    edit(hall, tournament)
    hall.now = tournament.start_at + timedelta(seconds=3)
    hall.do(entering_check_in_verbs.close, hall.load(tournament))
    with pytest.raises(Outdated):
        agree(hall, tournament, ANA)


def test_before_anybody_registers_and_in_a_cup_of_friends_it_moves_as_ever(hall: Hall) -> None:
    tournament = official(hall)
    assert edit(hall, tournament).start_at == tournament.start_at + LATER
    cup = hall.announce(preset("cup"))
    hall.enter(cup, ANA, BOB)
    assert edit(hall, cup).start_at == cup.start_at + LATER


def test_waiting_for_a_rival_to_leave_helps_nobody_who_is_still_there(hall: Hall) -> None:
    tournament = official(hall, ANA, BOB, 5)
    edit(hall, tournament)
    assert stakes.entry(hall, tournament, BOB).withdrawn_at is None
    for number in (ANA, 5):
        assert agree(hall, tournament, number).start_at == tournament.start_at


def by_name(hall: Hall, tournament: Tournament, name: str) -> Person:
    """Registers somebody without Discord, as an organiser does."""
    hall.now += MINUTE
    event = tournament.tournament_id
    entry = hall.act(organiser(hall), entering_verbs.enter_other, event, None, name, name.lower(), is_new=True)
    assert isinstance(entry, Registered)
    assert entry.person is not None
    return entry.person


def test_who_has_no_discord_is_counted_apart_and_an_officer_decides(hall: Hall) -> None:
    tournament = official(hall, ANA, BOB)
    dora = by_name(hall, tournament, "Dora")
    edit(hall, tournament)
    for number in (ANA, BOB):
        assert agree(hall, tournament, number).start_at == tournament.start_at
    view = hall.ask(tournaments_verbs.open_view, tournament.tournament_id)
    assert view is not None
    assert (view.agreed, view.entered, view.waiting, view.silent) == (2, 3, (), (dora,))
    said = " ".join(tournaments_draft_cards.agreement_receipt(view, Translator("en-US")).paragraphs)
    assert "2 of 3 have agreed" in said
    assert "No Discord: Dora" in said
    about = (tournament.tournament_id, tournament.start_at + LATER)
    hall.act(hall.actor(LEADER), tournaments_draft_verbs.allow, *about)
    assert hall.load(tournament).start_at == tournament.start_at + LATER


def test_neither_who_entered_them_nor_an_account_that_is_linked_speaks_for_who_has_no_discord(hall: Hall) -> None:
    tournament = official(hall, ANA)
    dora = by_name(hall, tournament, "Dora")
    hall.now += MINUTE
    hall.act(hall.actor(PRESIDENT), cases_links_verbs.record, (dora.person_id, (MemberId(7), "P7")), "They write alike")
    edit(hall, tournament)
    with refuses("error.AgreesForNobody"):
        agree(hall, tournament, 7)
    with refuses("error.NotOnTheList"):
        agree(hall, tournament, ORGANISER)
    assert agree(hall, tournament, ANA).start_at == tournament.start_at
