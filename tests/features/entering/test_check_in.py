"""Confirmation before the start: when it counts, who is reminded, and what the close makes of the list."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from bot import wiring
from bot.features.entering import check_in_verbs as entering_check_in_verbs
from bot.features.entering import eligibility_verbs as entering_eligibility_verbs
from bot.features.entering import store as entering_store
from bot.features.entering import verbs as entering_verbs
from bot.features.entering.model import CheckInOpened, CheckInReminder
from bot.features.tournaments.facts_verbs import NotRegistered
from bot.features.tournaments.promises_model import TournamentCancelled
from bot.i18n.catalogue import Translator
from bot.kernel import panel_store as kernel_panel_store
from bot.kernel import time_store as kernel_time_store
from bot.kernel.errors import TooEarly, TooLate
from bot.kernel.ids import TournamentId
from bot.kernel.outages import Outage, Step
from bot.kernel.panel_store import Panel
from bot.kernel.promises import K, Promise
from bot.layout.cards import Card, render
from bot.play.entries import TOO_FEW, Phase, Tournament, phase
from bot.rulebooks.library import preset
from bot.wiring import ALL
from tests.hall.desk_of_entries import MINUTE, SECOND, at, bar, confirm, register, with_outcome, with_seats
from tests.hall.hall import GUILD, Hall

INSTANT = timedelta(milliseconds=1)


def waiting(hall: Hall, kind: type[K], tournament: Tournament) -> list[Promise[K]]:
    return hall.promised(kind, tournament.tournament_id)


def due(hall: Hall, tournament: Tournament) -> list[tuple[str, float]]:
    """What is due for the tournament, in seconds from its start."""
    rows = hall.ask(lambda tx: kernel_time_store.due_deadlines(tx, tournament.start_at + timedelta(days=999), 100))
    return [
        (row.kind, (row.due_at - tournament.start_at).total_seconds())
        for row in rows
        if row.subject == f"tournament:{tournament.tournament_id}"
    ]


def said(hall: Hall, promised: Promise[Any]) -> Card:
    """What the promise says in English."""
    composed = hall.ask(ALL[type(promised.message)], promised)
    assert composed is not None
    return composed(Translator("en-US"))


def take_next(hall: Hall, tournament: Tournament) -> None:
    """Lets the time come for the next step, and takes it."""
    rows = hall.ask(lambda tx: kernel_time_store.due_deadlines(tx, tournament.start_at + timedelta(days=999), 100))
    row = next(one for one in rows if one.subject == f"tournament:{tournament.tournament_id}")
    hall.now = max(hall.now, row.due_at)
    hall.do(wiring.take, row)


def post_panel(hall: Hall, tournament: Tournament) -> None:
    panel = Panel(f"tournament:{tournament.tournament_id}", GUILD, 5, 6, hall.now, hall.now, None)  # type: ignore[arg-type]
    hall.do(lambda tx: kernel_panel_store.save(tx, panel))


@pytest.mark.parametrize(("players", "pages"), [(0, 1), (1, 1), (64, 1), (90, 1), (91, 2), (256, 3), (1024, 12)])
def test_the_opening_calls_everybody_by_name_on_few_pages(hall: Hall, players: int, pages: int) -> None:
    tournament = hall.announce()
    hall.enter(tournament, *range(2, players + 2))
    take_next(hall, tournament)
    told = waiting(hall, CheckInOpened, tournament)
    named = [entrant for one in told for entrant in one.message.entrants or ()]
    assert len(told) == pages
    assert named == [one.entrant_id for one in hall.ask(entering_store.of_tournament, tournament.tournament_id)]
    cards = [said(hall, one) for one in told]
    assert all(len(render(card).allowed_mentions.users) <= 100 for card in cards)  # type: ignore[arg-type]
    # A round of 64, 256 and 1,024 players may cost half a call, a fifth and a tenth of one each.
    assert pages <= max(1, 0.025 * players)


def test_who_confirms_or_leaves_before_the_call_is_said_is_not_named(hall: Hall) -> None:
    tournament = hall.announce()
    hall.enter(tournament, *range(2, 94))
    take_next(hall, tournament)
    confirm(hall, tournament, *range(3, 94))
    hall.act(hall.actor(2), entering_verbs.withdraw, tournament.tournament_id)
    first, second = waiting(hall, CheckInOpened, tournament)
    assert said(hall, first).pings == frozenset()
    assert hall.ask(ALL[CheckInOpened], second) is None


def test_who_waits_for_a_seat_is_called_as_well(hall: Hall) -> None:
    rules = preset("aije-open")
    tournament = hall.announce(replace(rules, registration=replace(rules.registration, capacity=2)))
    hall.enter(tournament, 2, 3, 4)
    take_next(hall, tournament)
    (told,) = waiting(hall, CheckInOpened, tournament)
    assert said(hall, told).pings == {2, 3, 4}


@pytest.mark.rule("AIJE-D01-5", "AIJE-D01-5.1")
@pytest.mark.parametrize(
    ("pressed", "error"),
    [
        (-30 * MINUTE - INSTANT, TooEarly),
        (-30 * MINUTE, None),
        (-10 * MINUTE, None),
        (timedelta(), None),
        (INSTANT, TooLate),
        (SECOND, TooLate),
    ],
)
def test_a_press_counts_from_the_opening_to_the_close_itself(
    hall: Hall, pressed: timedelta, error: type[Exception] | None
) -> None:
    tournament = hall.announce()
    register(hall, tournament, 2)
    actor = at(hall, tournament.start_at + pressed, 2)
    if error is None:
        assert hall.act(actor, entering_check_in_verbs.check_in, tournament.tournament_id).newly
    else:
        with pytest.raises(error):
            hall.act(actor, entering_check_in_verbs.check_in, tournament.tournament_id)


def test_a_press_made_in_time_counts_although_it_arrives_after_the_close(hall: Hall) -> None:
    tournament = hall.announce()
    register(hall, tournament, 2)
    hall.now = tournament.start_at + 2 * SECOND
    assert hall.act(at(hall, tournament.start_at, 2), entering_check_in_verbs.check_in, tournament.tournament_id).newly


@pytest.mark.rule("AIJE-D01-5.1")
def test_nobody_gets_in_once_the_close_was_taken(hall: Hall) -> None:
    tournament = hall.announce()
    hall.enter(tournament, 2, 3, 4)
    hall.now = tournament.start_at - MINUTE
    confirm(hall, tournament, 2, 3)
    hall.now = tournament.start_at + 3 * SECOND
    hall.do(entering_check_in_verbs.close, hall.load(tournament))
    with pytest.raises(TooLate):
        hall.act(at(hall, tournament.start_at, 4), entering_check_in_verbs.check_in, tournament.tournament_id)


def test_a_second_press_changes_nothing(hall: Hall) -> None:
    tournament = hall.announce()
    register(hall, tournament, 2)
    hall.now = tournament.start_at - MINUTE
    confirm(hall, tournament, 2)
    first = hall.ask(entering_store.of_tournament, tournament.tournament_id)
    hall.now += SECOND
    assert not hall.act(hall.actor(2), entering_check_in_verbs.check_in, tournament.tournament_id).newly
    assert hall.ask(entering_store.of_tournament, tournament.tournament_id) == first


def test_who_is_not_on_the_list_or_left_it_cannot_confirm(hall: Hall) -> None:
    tournament = hall.announce()
    register(hall, tournament, 2)
    hall.act(hall.actor(2), entering_verbs.withdraw, tournament.tournament_id)
    hall.now = tournament.start_at - MINUTE
    for number in (2, 3):
        with pytest.raises(NotRegistered):
            hall.act(hall.actor(number), entering_check_in_verbs.check_in, tournament.tournament_id)


@pytest.mark.rule("AIJE-D01-2")
def test_who_was_barred_after_registering_cannot_confirm(hall: Hall) -> None:
    tournament = hall.announce()
    register(hall, tournament, 2)
    bar(hall, 2)
    hall.now = tournament.start_at - MINUTE
    with pytest.raises(entering_eligibility_verbs.Barred):
        confirm(hall, tournament, 2)


@pytest.mark.rule("AIJE-D01-5")
def test_check_in_opens_reminds_and_closes_by_itself(hall: Hall) -> None:
    tournament = hall.announce()
    register(hall, tournament, 2)
    assert due(hall, tournament) == [(Step.OPEN_CHECK_IN, -1800), (Step.CLOSE_CHECK_IN, 3)]
    take_next(hall, tournament)
    assert phase(hall.load(tournament)) is Phase.CHECK_IN
    assert due(hall, tournament) == [(Step.REMIND_CHECK_IN, -900), (Step.CLOSE_CHECK_IN, 3)]
    take_next(hall, tournament)
    assert due(hall, tournament) == [(Step.REMIND_CHECK_IN, -300), (Step.CLOSE_CHECK_IN, 3)]
    take_next(hall, tournament)
    assert due(hall, tournament) == [(Step.CLOSE_CHECK_IN, 3)]
    assert len(waiting(hall, CheckInReminder, tournament)) == 2


def test_opening_and_closing_bring_the_announcement_up_to_date(hall: Hall) -> None:
    tournament = hall.announce()
    hall.enter(tournament, 2, 3, 4)
    edited = []
    for step in range(4):
        post_panel(hall, tournament)
        take_next(hall, tournament)
        edited.append(len(hall.ask(kernel_panel_store.stale)))
        if step == 0:
            confirm(hall, tournament, 2, 3)
    assert edited == [1, 0, 0, 1]


def test_a_reminder_names_only_those_who_are_missing(hall: Hall) -> None:
    tournament = hall.announce(with_seats(2))
    for number in (2, 3, 4):
        register(hall, tournament, number)
    hall.now = tournament.start_at - 15 * MINUTE
    confirm(hall, tournament, 2)
    hall.do(entering_check_in_verbs.open_check_in, hall.load(tournament))
    hall.now = tournament.start_at - 5 * MINUTE
    hall.do(entering_check_in_verbs.remind, hall.load(tournament))
    (reminder,) = waiting(hall, CheckInReminder, tournament)
    (missing,) = hall.ask(entering_check_in_verbs.missing, hall.load(tournament))
    assert reminder.message.entrants == (missing.entrant_id,)
    assert missing.person_id == hall.person(3).person_id


def test_with_nobody_missing_nothing_is_said(hall: Hall) -> None:
    tournament = hall.announce()
    register(hall, tournament, 2)
    hall.now = tournament.start_at - 15 * MINUTE
    confirm(hall, tournament, 2)
    hall.do(entering_check_in_verbs.remind, hall.load(tournament))
    assert waiting(hall, CheckInReminder, tournament) == []


def test_more_names_than_a_message_holds_go_into_two_and_none_is_lost(hall: Hall) -> None:
    tournament = hall.announce()
    hall.enter(tournament, *range(2, 202))
    hall.now = tournament.start_at - 15 * MINUTE
    hall.do(entering_check_in_verbs.remind, hall.load(tournament))
    parts = [one.message.entrants for one in waiting(hall, CheckInReminder, tournament)]
    assert [len(part) for part in parts] == [90, 90, 20]
    assert [name for part in parts for name in part] == [
        one.entrant_id for one in hall.ask(entering_check_in_verbs.missing, hall.load(tournament))
    ]


def test_reminders_that_an_event_made_shortly_before_its_start_overtook_are_left_out(hall: Hall) -> None:
    tournament = hall.announce()
    register(hall, tournament, 2)
    hall.now = tournament.start_at - 10 * MINUTE
    hall.do(entering_check_in_verbs.open_check_in, hall.load(tournament))
    assert due(hall, tournament) == [(Step.REMIND_CHECK_IN, -300), (Step.CLOSE_CHECK_IN, 3)]


@pytest.mark.rule("AIJE-D01-5.1", "AIJE-D01-5.3")
def test_the_close_fills_the_seats_of_the_absent_in_order(hall: Hall) -> None:
    tournament = hall.announce(with_seats(3))
    hall.enter(tournament, 2, 3, 4, 5, 6, 7)
    hall.now = tournament.start_at - MINUTE
    confirm(hall, tournament, 7, 6, 2)
    hall.now = tournament.start_at + 3 * SECOND
    hall.do(entering_check_in_verbs.close, hall.load(tournament))
    assert with_outcome(hall, tournament, "starter") == ["P2", "P6", "P7"]
    assert with_outcome(hall, tournament, "absent") == ["P3", "P4"]
    assert with_outcome(hall, tournament, "left_over") == ["P5"]


@pytest.mark.rule("AIJE-D01-5.3")
def test_nobody_who_waited_is_a_no_show(hall: Hall) -> None:
    tournament = hall.announce(with_seats(2))
    hall.enter(tournament, 2, 3, 4, 5)
    hall.now = tournament.start_at - MINUTE
    confirm(hall, tournament, 2, 3, 4)
    hall.now = tournament.start_at + 3 * SECOND
    hall.do(entering_check_in_verbs.close, hall.load(tournament))
    assert with_outcome(hall, tournament, "absent") == []
    assert with_outcome(hall, tournament, "left_over") == ["P4", "P5"]


def test_with_too_few_the_tournament_is_called_off_and_says_why(hall: Hall) -> None:
    tournament = hall.announce()
    hall.enter(tournament, 2, 3)
    hall.now = tournament.start_at - MINUTE
    confirm(hall, tournament, 2)
    hall.now = tournament.start_at + 3 * SECOND
    hall.do(entering_check_in_verbs.close, hall.load(tournament))
    assert hall.load(tournament).cancel_reason == TOO_FEW
    assert waiting(hall, TournamentCancelled, tournament)


def test_a_rulebook_may_close_check_in_before_the_start(hall: Hall) -> None:
    rules = preset("aije-open")
    tournament = hall.announce(replace(rules, check_in=replace(rules.check_in, closes_before=10 * MINUTE)))
    register(hall, tournament, 2)
    with pytest.raises(TooLate):
        hall.act(
            at(hall, tournament.start_at - 10 * MINUTE + INSTANT, 2),
            entering_check_in_verbs.check_in,
            tournament.tournament_id,
        )
    assert hall.act(
        at(hall, tournament.start_at - 10 * MINUTE, 2), entering_check_in_verbs.check_in, tournament.tournament_id
    ).newly


def test_an_outage_across_the_close_keeps_check_in_open_for_a_while(hall: Hall) -> None:
    tournament = hall.announce()
    register(hall, tournament, 2)
    back = tournament.start_at + 20 * MINUTE
    hall.do(lambda tx: kernel_time_store.add_outage(tx, Outage(tournament.start_at - 5 * MINUTE, back)))
    assert hall.act(at(hall, back + 15 * MINUTE, 2), entering_check_in_verbs.check_in, tournament.tournament_id).newly
    with pytest.raises(TooLate):
        hall.act(at(hall, back + 15 * MINUTE + INSTANT, 2), entering_check_in_verbs.check_in, tournament.tournament_id)


def test_a_step_that_comes_twice_is_harmless(hall: Hall) -> None:
    tournament = hall.announce()
    register(hall, tournament, 2)
    hall.now = tournament.start_at - 30 * MINUTE
    for _ in range(2):
        hall.do(entering_check_in_verbs.open_check_in, hall.load(tournament))
    hall.now = tournament.start_at - 15 * MINUTE
    for _ in range(2):
        hall.do(entering_check_in_verbs.remind, hall.load(tournament))
    assert len(waiting(hall, CheckInOpened, tournament)) == 1
    assert len(waiting(hall, CheckInReminder, tournament)) == 1


def test_an_unknown_tournament_has_no_list(hall: Hall) -> None:
    assert hall.ask(entering_store.of_tournament, TournamentId("nothing")) == []
