"""Decks: handed in, checked, asked for before confirming, refused by a judge, and kept between few."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from datetime import timedelta

import pytest

from bot.features.course import ending_verbs as course_ending_verbs
from bot.features.decks import cards as decks_cards
from bot.features.decks import verbs as decks_verbs
from bot.features.decks.model import Reason
from bot.features.decks.plugs import NOTICES
from bot.features.entering import cards as entering_cards
from bot.features.entering import check_in_verbs as entering_check_in_verbs
from bot.features.entering import store as entering_store
from bot.features.entering import verbs as entering_verbs
from bot.features.entering.model import Registered
from bot.features.guidance import verbs as guidance_verbs
from bot.features.playing import store as playing_store
from bot.features.rounds import drawing_verbs as rounds_drawing_verbs
from bot.features.tables.model import CardRefused, CardRuledOut
from bot.features.tournaments.facts_verbs import NotRegistered
from bot.features.tournaments.tasks_model import Task
from bot.i18n.catalogue import Translator
from bot.kernel import outbox
from bot.kernel.errors import AlreadyDone, KeptEnough, Missing, NotAllowed, TooLong
from bot.layout.cards import TEXT_LIMIT
from bot.people.model import QUOTAS, CountedByAccount
from bot.play.entries import Tournament, check_in_opens_at
from bot.rulebooks.library import preset
from tests.hall.hall import Hall
from tests.refusals import refuses

EDGE = preset("on-the-edge")
LEGAL = "\n".join(f"{number}" for number in range(100, 140))
ANA, BIA, JUDGE = 2, 3, 7
LANGUAGES = ("en-US", "pt-BR", "es-ES", "it")


@pytest.fixture
def event(hall: Hall) -> Tournament:
    """An event whose confirmation is open, with two entries."""
    tournament = hall.announce(EDGE)
    hall.enter(tournament, ANA, BIA)
    hall.now = check_in_opens_at(tournament) + timedelta(minutes=1)
    return tournament


def submit(hall: Hall, event: Tournament, number: int, text: str = LEGAL):
    return hall.act(hall.actor(number), decks_verbs.submit, event.tournament_id, text)


def confirm(hall: Hall, event: Tournament, number: int) -> None:
    hall.act(hall.actor(number), entering_check_in_verbs.check_in, event.tournament_id)


def refuse(hall: Hall, event: Tournament, card: str, by: int = 1):
    return hall.act(hall.actor(by), decks_verbs.refuse_card, event.tournament_id, card, "It ends the game at once")


def entry(hall: Hall, event: Tournament, number: int):
    found = hall.ask(entering_store.of_person, event.tournament_id, hall.person(number).person_id)
    assert found is not None
    return found


@pytest.mark.rule("OTE-1.1", "OTE-1.3", "OTE-1.5")
def test_every_offending_line_is_named(hall: Hall, event: Tournament):
    done = submit(hall, event, ANA, "3 Tulpa's Secret (9)\n100\nS12\nCut-Ups Method\n2x C24")
    told = [(one.line, one.reason) for one in done.problems]
    assert told == [
        (None, Reason.TOO_FEW_CARDS),
        (1, Reason.DEGENERATE),
        (3, Reason.REFUSED_KIND),
        (4, Reason.NUMBER_MISSING),
        (5, Reason.REFUSED_CARD),
    ]
    for language in LANGUAGES:
        said = "\n".join(decks_cards.receipt(done, Translator(language)).paragraphs)
        assert all(f" {line}**" in said for line in (1, 3, 4, 5))


def test_lines_that_were_taken_for_headings_and_comments_are_told(hall: Hall, event: Tournament):
    listed = "\n".join(["Creatures:", *(str(number) for number in range(100, 160)), "// mine", "3 Tulpa's Secret (8):"])
    done = submit(hall, event, ANA, listed)
    assert done.passed_over == (1, 62, 63)
    for language in LANGUAGES:
        assert "1, 62, 63" in "\n".join(decks_cards.receipt(done, Translator(language)).paragraphs)


@pytest.mark.parametrize("line", ["@everyone <@2> **" + "*_`|" * 40, "\u202e" + "\u0301" * 150 + "x", "1 " + "Ж" * 190])
def test_a_list_of_hostile_lines_fits_one_message_and_a_file_names_them_all(hall: Hall, event: Tournament, line: str):
    done = submit(hall, event, ANA, "\n".join([line] * 10_000)[:120_000])
    for language in LANGUAGES:
        card = decks_cards.receipt(done, Translator(language))
        assert sum(map(len, card.paragraphs)) < TEXT_LIMIT
        assert "<@2>" not in "".join(card.paragraphs)
        assert card.documents[0].data.count(b"\n") == len(done.problems)


def test_a_refusal_of_everybodys_card_fits_one_message(hall: Hall, event: Tournament):
    hall.enter(event, *range(100, 300))
    for number in range(100, 300):
        submit(hall, event, number)
    done = refuse(hall, event, "105")
    assert len(done.concerned) == 200
    for language in LANGUAGES:
        assert len("".join(decks_cards.card_refusal(done, Translator(language)).paragraphs)) < TEXT_LIMIT


@pytest.mark.parametrize("text", ["\u200b", "\ufeff", "```\n```", "// nothing", "My deck:"])
def test_a_list_without_a_card_is_told_so_and_not_kept(hall: Hall, event: Tournament, text: str):
    with suppress(Missing):
        assert submit(hall, event, ANA, text).problems[0].reason is Reason.TOO_FEW_CARDS
    with refuses("error.NoDeckYet"):
        hall.ask_as(hall.actor(ANA), decks_verbs.deck_view, event.tournament_id, None)


def test_a_list_with_problems_takes_no_admitted_one_away(hall: Hall, event: Tournament):
    submit(hall, event, ANA)
    submit(hall, event, ANA, "66")
    assert hall.ask_as(hall.actor(ANA), decks_verbs.deck_view, event.tournament_id, None).text == LEGAL


def test_without_a_deck_nobody_confirms_and_with_one_everybody_does(hall: Hall, event: Tournament):
    with pytest.raises(decks_verbs.DeckNeeded):
        confirm(hall, event, ANA)
    tasks = hall.ask_as(hall.actor(ANA), guidance_verbs.tasks).tasks
    assert [one.task for one in tasks] == [Task.HAND_IN_DECK]
    assert submit(hall, event, ANA).problems == ()
    confirm(hall, event, ANA)
    assert entry(hall, event, ANA).checked_in_at is not None


def test_who_enters_while_confirmation_is_open_is_asked_for_a_deck_first(hall: Hall, event: Tournament):
    done = hall.act(hall.actor(5), entering_verbs.register, event.tournament_id, None)
    assert isinstance(done, Registered)
    assert (done.entrant.checked_in_at, done.is_complete) == (None, False)
    for language in LANGUAGES:
        assert entering_cards.registration(done, Translator(language)).controls


def test_staff_enters_nobody_past_the_deck(hall: Hall, event: Tournament):
    done = hall.act(hall.actor(1), entering_verbs.enter_other, event.tournament_id, None, "Guest", None)
    assert isinstance(done, Registered)
    assert done.entrant.checked_in_at is None


@pytest.mark.rule("OTE-1.5")
def test_a_judges_refusal_takes_the_confirmation_back_and_tells_the_player(hall: Hall, event: Tournament):
    submit(hall, event, ANA)
    submit(hall, event, BIA, "\n".join(f"{number}" for number in range(200, 240)))
    confirm(hall, event, ANA)
    confirm(hall, event, BIA)
    done = refuse(hall, event, "#105")
    assert [one.name for one in done.concerned] == [f"P{ANA}"]
    assert (entry(hall, event, ANA).checked_in_at, entry(hall, event, BIA).checked_in_at is None) == (None, False)
    with pytest.raises(decks_verbs.DeckNotAdmitted):
        confirm(hall, event, ANA)
    (letter,) = hall.ask(outbox.all_promises, CardRefused, entry(hall, event, ANA).entrant_id)
    composed = hall.ask(NOTICES[CardRefused], letter)
    assert composed is not None
    for language in LANGUAGES:
        said = "\n".join(composed(Translator(language)).paragraphs)
        assert "105" in said
        assert "It ends the game at once" in said
    submit(hall, event, ANA, LEGAL.replace("105", "305"))
    confirm(hall, event, ANA)


def test_a_card_is_refused_once_and_by_a_judge(hall: Hall, event: Tournament):
    refuse(hall, event, "105")
    with pytest.raises(AlreadyDone):
        refuse(hall, event, "0105")
    with pytest.raises(NotAllowed):
        refuse(hall, event, "106", by=ANA)
    with refuses("error.NoCardNumber"):
        refuse(hall, event, "the good one")
    hall.arbiter(JUDGE)
    assert refuse(hall, event, "106", by=JUDGE).concerned == ()


def test_a_deck_is_seen_by_its_player_and_by_arbiters_who_do_not_play(hall: Hall, event: Tournament):
    submit(hall, event, ANA)
    hall.arbiter(JUDGE)
    hall.arbiter(BIA)
    meant = entry(hall, event, ANA).entrant_id
    assert hall.ask_as(hall.actor(JUDGE), decks_verbs.deck_view, event.tournament_id, meant).size == 40
    for number in (BIA, 5):
        with refuses("error.DeckIsSecret"):
            hall.ask_as(hall.actor(number), decks_verbs.deck_view, event.tournament_id, meant)
    view = hall.ask_as(hall.actor(ANA), decks_verbs.deck_view, event.tournament_id, meant)
    for language in LANGUAGES:
        assert decks_cards.deck_card(view, Translator(language)).documents


def test_strangers_and_empty_lists_are_refused(hall: Hall, event: Tournament):
    with pytest.raises(NotRegistered):
        submit(hall, event, 9)
    with pytest.raises(Missing):
        submit(hall, event, ANA, " \n ")
    with refuses("error.UnreadableDeckFile"):
        submit(hall, event, ANA, "1\n" * 70_000)
    with refuses("error.NoDeckYet"):
        hall.ask_as(hall.actor(ANA), decks_verbs.deck_view, event.tournament_id, None)


def test_decks_are_fixed_at_the_close(hall: Hall, event: Tournament):
    hall.now = event.start_at + timedelta(seconds=1)
    for number in (ANA, 9):
        with refuses("error.DecksAreFixed"):
            submit(hall, event, number)


OTHER = "\n".join(f"{number}" for number in range(200, 240))


@pytest.fixture
def running(hall: Hall, event: Tournament) -> Tournament:
    """The event drawn and in play, the decks of Ana and of two more handed in."""
    hall.enter(event, 4)
    for number, deck in ((ANA, LEGAL), (BIA, OTHER), (4, OTHER)):
        submit(hall, event, number, deck)
        confirm(hall, event, number)
    hall.now = event.start_at + timedelta(seconds=3)
    hall.do(entering_check_in_verbs.close, hall.load(event))
    hall.do(rounds_drawing_verbs.draw_when_closed, event.tournament_id)
    return hall.load(event)


@pytest.mark.rule("OTE-1.7")
def test_a_card_found_at_the_table_is_refused_and_nobody_is_thrown_out(hall: Hall, running: Tournament):
    before = hall.ask(playing_store.of_tournament, running.tournament_id)
    done = refuse(hall, running, "105", by=hall_judge(hall))
    assert [one.name for one in done.concerned] == [f"P{ANA}"]
    assert all(entry(hall, running, number).checked_in_at is not None for number in (ANA, BIA, 4))
    assert hall.ask(playing_store.of_tournament, running.tournament_id) == before
    (letter,) = hall.ask(outbox.all_promises, CardRefused, entry(hall, running, ANA).entrant_id)
    (public,) = hall.ask(outbox.all_promises, CardRuledOut, running.tournament_id)
    for promise in (letter, public):
        composed = hall.ask(NOTICES[type(promise.message)], promise)
        assert composed is not None
        for language in LANGUAGES:
            said = "\n".join(composed(Translator(language)).paragraphs)
            assert "105" in said
            assert "It ends the game at once" in said
    for language in LANGUAGES:
        assert len(decks_cards.card_refusal(done, Translator(language)).paragraphs) == 2


@pytest.mark.rule("OTE-1.7")
def test_who_has_the_card_hands_in_another_deck_while_the_event_runs(hall: Hall, running: Tournament):
    refuse(hall, running, "105")
    assert Task.CORRECT_DECK in tasks(hall, ANA)
    assert Task.CORRECT_DECK not in tasks(hall, BIA)
    with refuses("error.DecksAreFixed"):
        submit(hall, running, BIA)
    again = submit(hall, running, ANA)
    assert [one.reason for one in again.problems] == [Reason.REFUSED_BY_JUDGE]
    corrected = submit(hall, running, ANA, LEGAL.replace("105", "305"))
    assert (corrected.problems, corrected.changes_until) == ((), None)
    for language in LANGUAGES:
        assert all(decks_cards.receipt(one, Translator(language)).paragraphs for one in (again, corrected))
    assert Task.CORRECT_DECK not in tasks(hall, ANA)
    with refuses("error.DecksAreFixed"):
        submit(hall, running, ANA)


@pytest.mark.rule("OTE-1.7")
def test_however_many_lists_were_handed_in_a_refused_one_can_be_replaced(hall: Hall, event: Tournament):
    for _ in range(QUOTAS[CountedByAccount.DECK].most):
        submit(hall, event, ANA)
    confirm(hall, event, ANA)
    hall.now = event.start_at + timedelta(seconds=1)
    refuse(hall, event, "105")
    assert submit(hall, event, ANA, LEGAL.replace("105", "305")).problems == ()


@pytest.mark.rule("OTE-1.7")
def test_who_did_not_confirm_is_not_told_of_a_card_found_at_the_table(hall: Hall, event: Tournament):
    submit(hall, event, ANA)
    hall.now = event.start_at + timedelta(seconds=1)
    assert refuse(hall, event, "105").concerned == ()
    with refuses("error.DecksAreFixed"):
        submit(hall, event, ANA, OTHER)


def test_an_event_that_is_over_refuses_no_card(hall: Hall, running: Tournament):
    hall.act(hall.actor(1), course_ending_verbs.cancel, running.tournament_id, "the hall is flooded")
    with refuses("error.TournamentIsOver"):
        refuse(hall, running, "105")


def hall_judge(hall: Hall) -> int:
    """An arbiter who does not play."""
    hall.arbiter(JUDGE)
    return JUDGE


def tasks(hall: Hall, number: int) -> list[Task]:
    return [one.task for one in hall.ask_as(hall.actor(number), guidance_verbs.tasks).tasks]


def test_an_event_without_decks_takes_none(hall: Hall):
    tournament = hall.announce(preset("aije-open"))
    hall.enter(tournament, ANA)
    with refuses("error.NoDeckHere"):
        submit(hall, tournament, ANA)


def test_an_event_that_was_called_off_opens_no_deck(hall: Hall, event: Tournament):
    submit(hall, event, ANA)
    meant = entry(hall, event, ANA).entrant_id
    hall.act(hall.actor(1), course_ending_verbs.cancel, event.tournament_id, "nobody came")
    with refuses("error.DeckIsSecret"):
        hall.ask_as(hall.actor(9), decks_verbs.deck_view, event.tournament_id, meant)


def test_a_player_cannot_fill_the_disk_with_lists(hall: Hall, event: Tournament) -> None:
    for _ in range(QUOTAS[CountedByAccount.DECK].most):
        submit(hall, event, ANA)
    with pytest.raises(KeptEnough):
        submit(hall, event, ANA)
    with pytest.raises(TooLong):
        submit(hall, event, BIA, LEGAL.replace("\n", "\n" + (" " * 190 + "\n") * 4))


@pytest.mark.rule("OTE-1.7")
def test_whoever_found_no_seat_has_no_deck_to_correct(hall: Hall) -> None:
    few = replace(EDGE, registration=replace(EDGE.registration, capacity=EDGE.minimum_entrants))
    event, seats = hall.announce(few), range(2, 2 + EDGE.minimum_entrants)
    left_over = seats.stop
    hall.enter(event, *seats, left_over)
    hall.now = check_in_opens_at(event) + timedelta(minutes=1)
    for number in (*seats, left_over):
        submit(hall, event, number, LEGAL if number == left_over else OTHER)
        confirm(hall, event, number)
    hall.now = event.start_at + timedelta(seconds=3)
    hall.do(entering_check_in_verbs.close, hall.load(event))
    hall.do(rounds_drawing_verbs.draw_when_closed, event.tournament_id)
    assert refuse(hall, event, "105").concerned == ()
    assert Task.CORRECT_DECK not in tasks(hall, left_over)
    with refuses("error.DecksAreFixed"):
        submit(hall, event, left_over, OTHER)
