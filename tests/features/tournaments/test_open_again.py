"""An event that is off as too few were there can be opened again for a day, with its list as it was."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta

import pytest

from bot import wiring
from bot.features.course import ending_verbs
from bot.features.desk import cards as desk_cards
from bot.features.desk import verbs as desk_verbs
from bot.features.entering import store as entering_store
from bot.features.tournaments import summons_store
from bot.features.tournaments import verbs as tournaments_verbs
from bot.features.tournaments.promises_model import TournamentCancelled, TournamentReopened
from bot.i18n.catalogue import Translator
from bot.kernel import time_store as kernel_time_store
from bot.kernel.errors import AlreadyDone, NotAllowed, Refused
from bot.kernel.outages import CLICKS_IN_FLIGHT
from bot.kernel.promises import K
from bot.layout.cards import Button, Card
from bot.play.entries import Phase, Tournament, check_in_opens_at, phase
from bot.play.rulebook import Rulebook
from bot.rulebooks.library import preset
from tests.hall.desk_of_entries import MINUTE, SECOND, confirm, with_outcome
from tests.hall.hall import Hall

CUP = preset("cup")
DAY = timedelta(days=1)
QUARTER = 15 * MINUTE


def let_come(hall: Hall, until: datetime) -> None:
    """Takes all steps up to the moment, oldest first, and stands there."""
    while rows := hall.ask(lambda tx: kernel_time_store.due_deadlines(tx, until, 1)):
        hall.now = max(hall.now, rows[0].due_at)
        hall.do(wiring.take, rows[0])
    hall.now = max(hall.now, until)


def off(hall: Hall, rules: Rulebook = CUP, *, there: tuple[int, ...] = (2,)) -> Tournament:
    """An event with three on its list and one who waits, which is off by its own rule."""
    tournament = hall.announce(rules)
    hall.enter(tournament, 2, 3, 4)
    let_come(hall, tournament.start_at - 10 * MINUTE)
    confirm(hall, tournament, *there)
    let_come(hall, tournament.start_at + QUARTER + CLICKS_IN_FLIGHT)
    return hall.load(tournament)


def reopen(hall: Hall, tournament: Tournament, start_at: datetime | None = None) -> Tournament:
    at = start_at or tournament.start_at + DAY
    return hall.act(hall.actor(1), tournaments_verbs.open_again, tournament.tournament_id, at)


def said(hall: Hall, kind: type[K], tournament: Tournament) -> Card:
    promised = hall.promised(kind, tournament.tournament_id)[-1]
    composed = hall.ask(wiring.ALL[kind], promised)
    assert composed is not None
    return composed(Translator("en-US"))


def presses(card: Card) -> list[str]:
    return [one.custom_id for row in card.controls if isinstance(row, tuple) for one in row if isinstance(one, Button)]


def refusal(hall: Hall, tournament: Tournament) -> str:
    with pytest.raises(Refused) as refused:
        reopen(hall, tournament, hall.now + DAY)
    return refused.value.key


def test_the_message_that_it_is_off_has_the_button_and_says_until_when(hall: Hall) -> None:
    tournament = off(hall)
    card = said(hall, TournamentCancelled, tournament)
    assert presses(card) == [f"open-again:{tournament.tournament_id}"]
    assert tournament.cancelled_at is not None
    assert str(int((tournament.cancelled_at + DAY).timestamp())) in " ".join(card.paragraphs)


def test_opened_again_it_keeps_its_list_and_everybody_confirms_anew(hall: Hall) -> None:
    seats = replace(CUP, minimum_entrants=2, registration=replace(CUP.registration, capacity=2))
    tournament = off(hall, seats)
    order = [one.entrant_id for one in hall.ask(entering_store.of_tournament, tournament.tournament_id)]
    again = reopen(hall, tournament)
    listed = hall.ask(entering_store.of_tournament, tournament.tournament_id)
    assert [one.entrant_id for one in listed] == order
    assert not any(one.checked_in_at or one.withdrawn_at for one in listed)
    assert not any(with_outcome(hall, again, outcome) for outcome in ("starter", "absent", "left_over"))
    assert phase(hall.load(again)) is Phase.ANNOUNCED
    card = said(hall, TournamentReopened, tournament)
    assert card.pings == {2, 3, 4}
    assert "<@1>" in card.paragraphs[0]
    let_come(hall, check_in_opens_at(again))
    assert phase(hall.load(again)) is Phase.CHECK_IN
    confirm(hall, again, 2, 4)
    let_come(hall, again.start_at + CLICKS_IN_FLIGHT)
    assert with_outcome(hall, again, "starter") == ["P2", "P4"]
    assert hall.load(again).cancelled_at is None


def test_it_has_a_question_and_an_extension_of_its_own(hall: Hall) -> None:
    again = reopen(hall, off(hall))
    let_come(hall, again.start_at + CLICKS_IN_FLIGHT)
    assert hall.load(again).close_extensions == 1
    let_come(hall, again.start_at + QUARTER + CLICKS_IN_FLIGHT)
    assert hall.load(again).cancelled_at is not None


def test_a_press_at_the_end_of_the_day_counts_and_one_second_later_is_refused(hall: Hall) -> None:
    tournament = off(hall)
    assert tournament.cancelled_at is not None
    hall.now = tournament.cancelled_at + DAY + SECOND
    assert refusal(hall, tournament) == "error.OffForADay"
    hall.now = tournament.cancelled_at + DAY
    reopen(hall, tournament, hall.now + DAY)
    assert hall.load(tournament).cancelled_at is None


def test_for_that_day_the_desk_offers_it_too(hall: Hall) -> None:
    tournament = off(hall)
    hall.arbiter(9)
    views = [hall.ask_as(hall.actor(one), desk_verbs.desk_view, tournament.tournament_id) for one in (1, 9)]
    assert [one.opens_again for one in views] == [True, False]
    shown = desk_cards.desk(views[0], Translator("en-US"))
    assert f"open-again:{tournament.tournament_id}" in presses(shown)
    hall.now += DAY + SECOND
    assert not hall.ask_as(hall.actor(1), desk_verbs.desk_view, tournament.tournament_id).opens_again


def test_a_second_press_finds_it_open(hall: Hall) -> None:
    tournament = off(hall)
    reopen(hall, tournament)
    with pytest.raises(AlreadyDone):
        reopen(hall, tournament)
    assert len(hall.promised(TournamentReopened, tournament.tournament_id)) == 1


def test_who_runs_nothing_opens_nothing(hall: Hall) -> None:
    tournament = off(hall)
    with pytest.raises(NotAllowed):
        hall.act(hall.actor(3), tournaments_verbs.open_again, tournament.tournament_id, hall.now + DAY)


def test_a_start_that_has_passed_is_refused(hall: Hall) -> None:
    tournament = off(hall)
    with pytest.raises(Refused) as refused:
        reopen(hall, tournament, hall.now - MINUTE)
    assert refused.value.key == "error.StartInThePast"
    assert hall.load(tournament).cancelled_at is not None


def test_where_who_made_it_is_gone_it_stays_off(hall: Hall) -> None:
    tournament = off(hall)
    hall.do(lambda tx: summons_store.note_gone(tx, tournament.created_by, hall.now))
    assert refusal(hall, tournament) == "error.MakerIsGone"


def test_what_somebody_called_off_stays_off(hall: Hall) -> None:
    tournament = hall.announce(CUP)
    hall.enter(tournament, 2, 3, 4)
    hall.act(hall.actor(1), ending_verbs.cancel, tournament.tournament_id, "No power")
    assert presses(said(hall, TournamentCancelled, tournament)) == []
    assert refusal(hall, tournament) == "error.StaysOff"


@pytest.mark.rule("AIJE-B03-2")
def test_where_those_missing_answer_for_it_the_event_stays_off(hall: Hall) -> None:
    tournament = off(hall, replace(CUP, absence=preset("aije-open").absence))
    assert tournament.cancelled_at is not None
    assert presses(said(hall, TournamentCancelled, tournament)) == []
    assert refusal(hall, tournament) == "error.StaysOff"


def test_who_is_missing_on_another_day_is_not_absent_from_it(hall: Hall) -> None:
    again = reopen(hall, off(hall, replace(CUP, minimum_entrants=2)))
    let_come(hall, again.start_at - 10 * MINUTE)
    confirm(hall, again, 2, 3)
    let_come(hall, again.start_at + CLICKS_IN_FLIGHT)
    assert with_outcome(hall, again, "starter") == ["P2", "P3"]
    assert with_outcome(hall, again, "absent") == []
