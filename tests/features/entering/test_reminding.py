"""Letters to who asked for them: a day and an hour before the start, at the opening, and once the match is called."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import pytest

from bot import wiring
from bot.features.course import ending_verbs as course_ending_verbs
from bot.features.entering import check_in_verbs as entering_check_in_verbs
from bot.features.entering import verbs as entering_verbs
from bot.features.guidance import verbs as guidance_verbs
from bot.features.playing import arbiters_verbs as playing_arbiters_verbs
from bot.features.tournaments import verbs as tournaments_verbs
from bot.features.tournaments.facts_verbs import NotRegistered, contest_subject
from bot.i18n.catalogue import Translator
from bot.kernel import outbox
from bot.kernel import time_store as kernel_time_store
from bot.kernel.context import Tx
from bot.kernel.ids import MemberId
from bot.kernel.outages import Cause, Step, TimeLost
from bot.kernel.promises import Promise, ToMember
from bot.layout.cards import Button, Card
from bot.play.entries import Tournament
from bot.rulebooks.library import preset
from bot.wiring import ALL
from tests.hall.board import ARBITER, Board, deliver_calls
from tests.hall.hall import Hall
from tests.hall.outages import wake_up

DAY, HOUR, MINUTE = timedelta(days=1), timedelta(hours=1), timedelta(minutes=1)


@pytest.fixture
def event(hall: Hall) -> Tournament:
    """An event that starts in three days, with two on its list."""
    tournament = hall.announce()
    start = hall.now + 3 * DAY
    hall.act(hall.actor(1), tournaments_verbs.edit, tournament.tournament_id, None, start)
    hall.enter(tournament, 2, 3)
    return hall.load(tournament)


def pass_to(hall: Hall, moment: datetime) -> None:
    """Time goes on to the moment, and every step on the way is taken at its own."""
    while rows := hall.ask(kernel_time_store.due_deadlines, moment, 1):
        hall.now = max(hall.now, rows[0].due_at)
        hall.do(wiring.take, rows[0])
    hall.now = moment


def letters(hall: Hall, kind: str = "event_reminder") -> list[Promise[Any]]:
    waiting = hall.ask(outbox.waiting, 500)
    return [one for one in waiting if one.name == kind]


def deliver(hall: Hall) -> None:
    """Whatever was promised so far is said."""
    hall.do(_say_all)


def _say_all(tx: Tx) -> None:
    for one in outbox.waiting(tx, 500):
        outbox.park(tx, one.outbox_id, "moot")


def readers(hall: Hall) -> list[MemberId]:
    return [one.target.member_id for one in letters(hall) if isinstance(one.target, ToMember)]


def read(hall: Hall, promised: Promise[Any], locale: str = "en-US") -> Card | None:
    composed = hall.ask(ALL[type(promised.message)], promised)
    return None if composed is None else composed(Translator(locale))


def presses(card: Card) -> Iterator[str]:
    for row in card.controls:
        yield from (one.custom_id.partition(":")[0] for one in row if isinstance(one, Button))  # type: ignore[union-attr]


def test_only_who_asked_is_written_to_and_three_times(hall: Hall, event: Tournament) -> None:
    hall.act(hall.actor(2), entering_check_in_verbs.ask, event.tournament_id)
    for before in (DAY, HOUR, 30 * MINUTE):
        pass_to(hall, event.start_at - before - MINUTE)
        assert readers(hall) == []
        pass_to(hall, event.start_at - before)
        assert readers(hall) == [2]
        deliver(hall)
    pass_to(hall, event.start_at - MINUTE)
    assert readers(hall) == []


@pytest.mark.parametrize("locale", ["en-US", "pt-BR", "es-ES", "it"])
def test_each_letter_has_the_button_to_confirm_and_the_way_out(hall: Hall, event: Tournament, locale: str) -> None:
    hall.act(hall.actor(2), entering_check_in_verbs.ask, event.tournament_id)
    for before, key in ((DAY, "opens"), (30 * MINUTE, "")):
        pass_to(hall, event.start_at - before)
        card = read(hall, letters(hall)[-1], locale)
        assert card is not None
        assert list(presses(card)) == ["check-in", "withdraw", "remind-not"]
        opens = f"<t:{int((event.start_at - 30 * MINUTE).timestamp())}:F>"
        assert (opens in card.paragraphs[0]) is bool(key)


def test_a_moment_that_is_past_is_skipped(hall: Hall, event: Tournament) -> None:
    pass_to(hall, event.start_at - 2 * HOUR)
    asked = hall.act(hall.actor(2), entering_check_in_verbs.ask, event.tournament_id)
    assert asked.moments == (event.start_at - HOUR, event.start_at - 30 * MINUTE)
    pass_to(hall, event.start_at - 2 * HOUR + MINUTE)
    assert readers(hall) == []


def test_who_asks_during_check_in_hears_of_the_match_alone(hall: Hall, event: Tournament) -> None:
    pass_to(hall, event.start_at - 20 * MINUTE)
    assert hall.act(hall.actor(2), entering_check_in_verbs.ask, event.tournament_id).moments == ()
    pass_to(hall, event.start_at - MINUTE)
    assert readers(hall) == []


def test_asking_twice_is_one_wish_and_ending_it_twice_is_harmless(hall: Hall, event: Tournament) -> None:
    for _ in range(2):
        assert hall.act(hall.actor(2), entering_check_in_verbs.ask, event.tournament_id).wanted
    pass_to(hall, event.start_at - DAY)
    assert readers(hall) == [2]
    deliver(hall)
    for _ in range(2):
        assert not hall.act(hall.actor(2), entering_check_in_verbs.end, event.tournament_id).wanted
    pass_to(hall, event.start_at - MINUTE)
    assert readers(hall) == []


@pytest.mark.parametrize("ending", ["withdraw", "check_in", "cancel", "remove"])
def test_nothing_is_written_to_who_has_left_or_confirmed_or_of_what_is_off(
    hall: Hall, event: Tournament, ending: str
) -> None:
    hall.act(hall.actor(2), entering_check_in_verbs.ask, event.tournament_id)
    pass_to(hall, event.start_at - 30 * MINUTE)
    promised = letters(hall)[-1]
    assert read(hall, promised) is not None
    match ending:
        case "withdraw":
            hall.act(hall.actor(2), entering_verbs.withdraw, event.tournament_id)
        case "check_in":
            hall.act(hall.actor(2), entering_check_in_verbs.check_in, event.tournament_id)
        case "cancel":
            hall.act(hall.actor(1), course_ending_verbs.cancel, event.tournament_id, "No hall")
        case _:
            entrant = promised.message.entrant_id
            hall.act(hall.actor(1), entering_verbs.remove, entrant, "A twin")
    assert read(hall, promised) is None


def test_an_event_that_is_called_off_writes_nothing_more(hall: Hall, event: Tournament) -> None:
    hall.act(hall.actor(2), entering_check_in_verbs.ask, event.tournament_id)
    hall.act(hall.actor(1), course_ending_verbs.cancel, event.tournament_id, "No hall")
    pass_to(hall, event.start_at)
    assert readers(hall) == []


def test_who_withdraws_and_comes_back_has_to_ask_again(hall: Hall, event: Tournament) -> None:
    hall.act(hall.actor(2), entering_check_in_verbs.ask, event.tournament_id)
    hall.act(hall.actor(2), entering_verbs.withdraw, event.tournament_id)
    with pytest.raises(NotRegistered):
        hall.act(hall.actor(2), entering_check_in_verbs.ask, event.tournament_id)
    hall.enter(event, 2)
    pass_to(hall, event.start_at - MINUTE)
    assert readers(hall) == []


@pytest.mark.parametrize("by", [timedelta(days=-1), timedelta(days=-2, hours=-12), timedelta(hours=5), 9 * DAY])
def test_the_letters_move_with_the_event(hall: Hall, event: Tournament, by: timedelta) -> None:
    hall.act(hall.actor(2), entering_check_in_verbs.ask, event.tournament_id)
    start = event.start_at + by
    hall.do(tournaments_verbs.change, hall.person(1), hall.load(event), None, start)
    written = []
    for before in (DAY, HOUR, 30 * MINUTE):
        if start - before > hall.now:
            pass_to(hall, start - before - MINUTE)
            assert readers(hall) == []
            pass_to(hall, start - before)
        written.append(len(readers(hall)))
        deliver(hall)
    assert written == [int(by > timedelta(days=-2)), 1, 1]


def test_a_letter_of_an_event_that_has_moved_is_written_again_before_the_new_start(
    hall: Hall, event: Tournament
) -> None:
    hall.act(hall.actor(2), entering_check_in_verbs.ask, event.tournament_id)
    pass_to(hall, event.start_at - HOUR)
    deliver(hall)
    later = event.start_at + 7 * DAY
    hall.do(tournaments_verbs.change, hall.person(1), hall.load(event), None, later)
    deliver(hall)
    pass_to(hall, later - DAY)
    assert readers(hall) == [2]


def test_after_an_outage_over_several_letters_the_last_one_says_it_all(hall: Hall, event: Tournament) -> None:
    hall.act(hall.actor(2), entering_check_in_verbs.ask, event.tournament_id)
    down = event.start_at - DAY - HOUR
    hall.now = event.start_at - 20 * MINUTE
    hall.do(wake_up, [TimeLost(down, Cause.PROCESS)])
    pass_to(hall, hall.now)
    assert len(readers(hall)) == 1


def test_a_letter_that_an_outage_kept_is_written_once_it_is_over(hall: Hall, event: Tournament) -> None:
    hall.act(hall.actor(2), entering_check_in_verbs.ask, event.tournament_id)
    hall.now = event.start_at - 20 * HOUR
    pass_to(hall, hall.now)
    assert readers(hall) == [2]


def test_a_letter_that_discord_has_not_taken_is_not_said_beside_the_next(hall: Hall, event: Tournament) -> None:
    hall.act(hall.actor(2), entering_check_in_verbs.ask, event.tournament_id)
    pass_to(hall, event.start_at - 30 * MINUTE)
    assert len(readers(hall)) == 1


def test_the_step_of_a_start_that_moved_waits_for_the_new_moment(hall: Hall, event: Tournament) -> None:
    hall.act(hall.actor(2), entering_check_in_verbs.ask, event.tournament_id)
    hall.now = event.start_at - 2 * DAY
    hall.do(entering_check_in_verbs.take, event.tournament_id, Step.WRITE_DAY_BEFORE)
    assert readers(hall) == []
    pass_to(hall, event.start_at - DAY)
    assert readers(hall) == [2]


def test_the_hour_before_and_an_opening_at_the_same_moment_are_one_letter(hall: Hall) -> None:
    rules = preset("aije-open")
    tournament = hall.announce(replace(rules, check_in=replace(rules.check_in, opens_before=HOUR)))
    hall.act(hall.actor(1), tournaments_verbs.edit, tournament.tournament_id, None, hall.now + 2 * HOUR)
    hall.enter(tournament, 2)
    hall.act(hall.actor(2), entering_check_in_verbs.ask, tournament.tournament_id)
    pass_to(hall, hall.load(tournament).start_at - MINUTE)
    assert len(readers(hall)) == 1


def test_what_there_is_to_do_offers_the_letters_and_the_way_out(hall: Hall, event: Tournament) -> None:
    assert [one.wanted for one in hall.ask_as(hall.actor(2), guidance_verbs.tasks).reminders] == [False]
    hall.act(hall.actor(2), entering_check_in_verbs.ask, event.tournament_id)
    assert [one.wanted for one in hall.ask_as(hall.actor(2), guidance_verbs.tasks).reminders] == [True]
    assert hall.ask_as(hall.actor(9), guidance_verbs.tasks).reminders == ()


def called(hall: Hall) -> Board:
    """The first match of an event, in which everybody wants letters."""
    hall.arbiter(ARBITER)
    hall.act(hall.actor(ARBITER), playing_arbiters_verbs.go_on)
    tournament = hall.announce()
    hall.enter(tournament, 2, 3)
    for number in (2, 3):
        hall.act(hall.actor(number), entering_check_in_verbs.ask, tournament.tournament_id)
    tournament = hall.begin(tournament, 2, 3)
    hall.now += timedelta(seconds=1)
    (contest,) = hall.open_contests(tournament)
    return Board(hall, tournament, contest.contest_id)


def test_a_call_is_written_to_who_asked_and_is_not_there_yet(hall: Hall) -> None:
    board = called(hall)
    assert letters(hall, "match_letter") == []
    deliver_calls(hall)
    written = letters(hall, "match_letter")
    assert sorted(one.target.member_id for one in written if isinstance(one.target, ToMember)) == [2, 3]
    for locale in ("en-US", "pt-BR", "es-ES", "it"):
        card = read(hall, written[0], locale)
        assert card is not None
        assert list(presses(card)) == ["here"]
        assert "https://discord.com/channels/" in card.paragraphs[1]
    board.here(0, 1)
    assert [read(hall, one) for one in written] == [None, None]


def test_a_card_that_is_posted_anew_writes_no_second_letter(hall: Hall) -> None:
    board = called(hall)
    deliver_calls(hall)
    hall.do(lambda tx: wiring.repost(tx, contest_subject(board.contest_id)))
    deliver_calls(hall)
    assert len(letters(hall, "match_letter")) == 2


def test_who_wants_no_more_letters_gets_none_of_the_match(hall: Hall) -> None:
    board = called(hall)
    hall.act(hall.actor(2), entering_check_in_verbs.end, board.tournament.tournament_id)
    deliver_calls(hall)
    assert len(letters(hall, "match_letter")) == 1
