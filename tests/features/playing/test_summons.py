"""Who runs an event is called to what waits for them, by name, and to no more messages than that takes."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from bot.features.playing import arbiters_verbs as playing_arbiters_verbs
from bot.features.playing import presence_verbs as playing_presence_verbs
from bot.features.playing import reporting_verbs as playing_reporting_verbs
from bot.features.playing import ruling_verbs as playing_ruling_verbs
from bot.features.setup import verbs as setup_verbs
from bot.features.tournaments import messages as tournaments_messages
from bot.features.tournaments import store as tournaments_store
from bot.features.tournaments import summons_store as tournaments_summons_store
from bot.features.tournaments import summons_verbs as tournaments_summons_verbs
from bot.features.tournaments.facts_verbs import contest_subject
from bot.features.tournaments.promises_model import StaffCalled
from bot.features.tournaments.summons_model import Matter, MatterKind, MatterRef
from bot.features.tournaments.summons_verbs import Found
from bot.i18n.catalogue import LOCALES
from bot.kernel import outbox
from bot.kernel import time_store as kernel_time_store
from bot.kernel.ids import MemberId, Place, RoleId
from bot.kernel.promises import Promise, ToMember
from bot.play.entries import Tournament
from bot.rulebooks.library import preset
from tests.hall.board import ARBITER, Board, deliver_calls
from tests.hall.calls import calls, card, kinds, letters, pass_time, pinged
from tests.hall.hall import GUILD, PLAYERLESS, Hall
from tests.refusals import refuses

ROLE = RoleId(77)
CREATOR = MemberId(PLAYERLESS)


@pytest.fixture
def alone(hall: Hall) -> Tournament:
    """An event of eight that no arbiter follows, called a moment ago, in a server with an organisers' role."""
    hall.act(hall.actor(1), setup_verbs.name_role, ROLE)
    rules = preset("aije-open")
    tournament = hall.begin(
        hall.announce(replace(rules, matches=replace(rules.matches, matches_per_arbiter=0))), *range(2, 10)
    )
    hall.now += timedelta(seconds=1)
    deliver_calls(hall)
    return tournament


def boards(hall: Hall, tournament: Tournament) -> list[Board]:
    return [Board(hall, tournament, one.contest_id) for one in hall.open_contests(tournament)]


def said(hall: Hall, number: int = -1) -> Promise[StaffCalled]:
    (promise,) = hall.promised(StaffCalled, calls(hall)[number].call_id)
    return promise


@pytest.mark.rule("AIJE-D01-5.4")
def test_where_nobody_came_who_created_the_event_is_named_and_pinged(hall: Hall, alone: Tournament) -> None:
    first, second, third, fourth = boards(hall, alone)
    for board in (second, third, fourth):
        board.here(0, 1)
    pass_time(hall, minutes=8)
    assert kinds(hall) == [[MatterKind.BOTH_ABSENT]]
    assert pinged(hall) == ({CREATOR}, set())
    told = card(hall)
    assert [line.press.custom_id for line in told.lines if line.press] == [f"referee:{first.contest_id}"]
    assert f"<@{first.numbers[0]}>" in told.lines[0].text


def test_four_matches_without_anybody_are_two_messages_and_one_to_the_role(hall: Hall, alone: Tournament) -> None:
    pass_time(hall, minutes=40)
    assert [len(one) for one in kinds(hall)] == [1, 3, 4]
    assert pinged(hall, 0) == pinged(hall, 1) == ({CREATOR}, set())
    assert pinged(hall, 2) == ({CREATOR}, {ROLE})
    pass_time(hall, hours=20)
    assert len(calls(hall)) == 3


def test_staff_on_duty_are_named_beside_who_created_the_event(hall: Hall, alone: Tournament) -> None:
    hall.arbiter(ARBITER)
    hall.act(hall.actor(ARBITER), playing_arbiters_verbs.go_on)
    pass_time(hall, minutes=8)
    assert pinged(hall, 0) == ({CREATOR, MemberId(ARBITER)}, set())


def test_a_dispute_calls_who_runs_the_event_by_name(hall: Hall, alone: Tournament) -> None:
    for board in boards(hall, alone):
        board.here(0, 1)
    board = boards(hall, alone)[0]
    board.report(0, (3, 1))
    board.report(1, (1, 3))
    pass_time(hall, minutes=9)
    assert kinds(hall) == [[MatterKind.DISPUTE]]
    assert pinged(hall) == ({CREATOR}, set())
    hall.act(hall.actor(1), playing_ruling_verbs.rule, board.contest_id, (3, 1), "seen")
    pass_time(hall, minutes=30)
    assert len(calls(hall)) == 1


def test_a_press_on_the_button_ends_the_silence_and_the_role_is_not_called(hall: Hall, alone: Tournament) -> None:
    first, *others = boards(hall, alone)
    for board in others:
        board.here(0, 1)
    pass_time(hall, minutes=8)
    hall.act(
        hall.actor(CREATOR),
        tournaments_summons_verbs.note_answer,
        said(hall).outbox_id,
        f"referee:{others[0].contest_id}",
    )
    assert hall.ask(kernel_time_store.subjects, "staff")
    hall.act(
        hall.actor(CREATOR),
        tournaments_summons_verbs.note_answer,
        said(hall).outbox_id,
        f"referee:{first.contest_id}",
    )
    pass_time(hall, minutes=40)
    assert len(calls(hall)) == 1


def test_a_player_who_presses_a_button_of_the_call_does_not_end_the_silence(hall: Hall, alone: Tournament) -> None:
    """Everybody may look at a match, and a call stands where players read it in a server without a committee."""
    first, *others = boards(hall, alone)
    for board in (first, *others):
        board.here(0, 1)
    hall.do(tournaments_summons_verbs.call_to_match, alone, MatterKind.CALL_UNREAD, first.contest_id)
    hall.act(first.actor(0), tournaments_summons_verbs.note_answer, said(hall).outbox_id, f"match:{first.contest_id}")
    pass_time(hall, minutes=12)
    assert pinged(hall) == ({CREATOR}, {ROLE})


def test_a_settled_match_is_shown_as_settled_and_asks_nobody(hall: Hall, alone: Tournament) -> None:
    first, *others = boards(hall, alone)
    for board in others:
        board.here(0, 1)
    pass_time(hall, minutes=8)
    hall.act(hall.actor(1), playing_ruling_verbs.double_walkover, first.contest_id)
    found = hall.ask(tournaments_messages.call_panel, calls(hall)[0].call_id, hall.now)
    assert found is not None
    assert hall.ask(tournaments_summons_verbs.call_view, calls(hall)[0].call_id).is_settled  # type: ignore[union-attr]
    pass_time(hall, minutes=40)
    assert len(calls(hall)) == 1


def test_what_was_settled_while_it_was_held_is_never_told(hall: Hall, alone: Tournament) -> None:
    pass_time(hall, minutes=7)
    held = [
        one for one in hall.ask(tournaments_summons_store.of_event, GUILD, alone.tournament_id) if one.said_at is None
    ]
    assert len(held) == 3
    for one in held:
        hall.do(tournaments_summons_verbs.settle, one.matter.subject)
    pass_time(hall, minutes=6)
    assert len(calls(hall)) == 1


def test_who_plays_in_the_match_is_told_too_and_the_text_says_who_else_can_decide(hall: Hall) -> None:
    hall.act(hall.actor(1), setup_verbs.name_role, ROLE)
    hall.arbiter(ARBITER)
    hall.act(hall.actor(ARBITER), playing_arbiters_verbs.go_on)
    rules = preset("aije-open")
    event = hall.announce(replace(rules, matches=replace(rules.matches, matches_per_arbiter=0)))
    hall.begin(event, 1, 2, 3, 4)
    hall.now += timedelta(seconds=1)
    deliver_calls(hall)
    pass_time(hall, minutes=20)
    about_own = [one for one in range(len(calls(hall))) if len(card(hall, one).paragraphs[0].splitlines()) > 1]
    assert about_own
    assert f"<@{ARBITER}>" in card(hall, about_own[0]).paragraphs[0].splitlines()[1]
    assert CREATOR in pinged(hall, about_own[0])[0]


def test_where_who_created_it_has_left_the_role_is_called_at_once(hall: Hall, alone: Tournament) -> None:
    pass_time(hall, minutes=7)
    hall.do(
        tournaments_summons_verbs.note_reach, said(hall, 0), Found(frozenset({hall.person(1).person_id})), role=True
    )
    assert pinged(hall, 0) == (set(), {ROLE})
    assert letters(hall) == []


def test_where_nobody_else_is_left_the_owner_is_named_and_written_to(hall: Hall, alone: Tournament) -> None:
    pass_time(hall, minutes=7)
    hall.do(
        tournaments_summons_verbs.note_reach, said(hall, 0), Found(frozenset({hall.person(1).person_id})), role=False
    )
    assert pinged(hall, 0) == ({PLAYERLESS}, set())
    assert letters(hall) == [ToMember(PLAYERLESS)]


def test_where_discord_does_not_ping_the_role_who_created_it_is_named_again_with_a_letter(
    hall: Hall, alone: Tournament
) -> None:
    pass_time(hall, minutes=17)
    (number,) = (n for n, one in enumerate(calls(hall)) if one.to_role)
    for _ in range(2):
        hall.do(tournaments_summons_verbs.note_reach, said(hall, number), Found(), role=False)
    assert pinged(hall, number) == ({CREATOR}, set())
    assert letters(hall) == [ToMember(CREATOR)]


def test_what_can_be_said_in_no_channel_is_said_by_letter(hall: Hall, alone: Tournament) -> None:
    pass_time(hall, minutes=7)
    hall.do(tournaments_summons_verbs.park, said(hall, 0), "no channel")
    assert letters(hall)[0] == ToMember(CREATOR)


def test_a_player_calls_who_runs_the_event_and_a_second_press_says_that_they_are_called(
    hall: Hall, alone: Tournament
) -> None:
    for board in boards(hall, alone):
        board.here(0, 1)
    board = boards(hall, alone)[0]
    hall.act(board.actor(0), playing_reporting_verbs.call_arbiter, board.contest_id)
    assert kinds(hall) == [[MatterKind.CALLED]]
    assert pinged(hall) == ({CREATOR}, set())
    assert hall.ask(tournaments_summons_verbs.who_is_called, GUILD, alone.tournament_id).named == (hall.person(1),)
    for side in (0, 1):
        with refuses("error.CalledAlready"):
            hall.act(board.actor(side), playing_reporting_verbs.call_arbiter, board.contest_id)
    hall.act(
        hall.actor(CREATOR),
        tournaments_summons_verbs.note_answer,
        said(hall).outbox_id,
        f"referee:{board.contest_id}",
    )
    hall.act(board.actor(1), playing_reporting_verbs.call_arbiter, board.contest_id)
    pass_time(hall, minutes=6)
    assert len(calls(hall)) == 2


def test_both_coming_after_all_settles_that_nobody_came(hall: Hall, alone: Tournament) -> None:
    first, *others = boards(hall, alone)
    for board in others:
        board.here(0, 1)
    pass_time(hall, minutes=8)
    hall.act(hall.actor(1), playing_presence_verbs.mark_present, first.contest_id, 1)
    known = hall.ask(tournaments_summons_store.open_about, contest_subject(first.contest_id))
    assert known == []


def test_what_is_called_again_names_the_role_too(hall: Hall, alone: Tournament) -> None:
    matter = Matter(MatterKind.STUCK, f"tournament:{alone.tournament_id}", alone.tournament_id)
    for _ in range(2):
        hall.do(tournaments_summons_verbs.call, GUILD, matter)
    assert len(calls(hall)) == 1
    hall.now += timedelta(days=1)
    hall.do(tournaments_summons_verbs.call, GUILD, matter, again=True)
    assert pinged(hall) == ({CREATOR}, {ROLE})


def test_an_event_that_is_called_off_calls_nobody_any_more(hall: Hall, alone: Tournament) -> None:
    matter = Matter(MatterKind.STUCK, f"tournament:{alone.tournament_id}", alone.tournament_id)
    hall.do(tournaments_summons_verbs.call, GUILD, matter)
    hall.do(lambda tx: tournaments_store.save(tx, replace(hall.load(alone), cancelled_at=tx.now, cancel_reason="rain")))
    pass_time(hall, minutes=40)
    assert len(calls(hall)) == 1


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("kind", MatterKind)
def test_every_matter_is_told_in_each_language_with_its_button_and_without_anybody_s_case(
    hall: Hall, kind: MatterKind, locale: str
) -> None:
    hall.do(tournaments_summons_verbs.call, GUILD, Matter(kind, "thing:abc", None))
    told = card(hall, locale=locale)
    assert told.lines[0].press is not None
    assert all(one.press is not None for one in told.lines)
    assert MatterRef(kind, "thing:abc").is_answered_by(told.lines[0].press.custom_id)
    assert "{" not in told.lines[0].text
    assert said(hall).target.place is Place.COMMITTEE  # type: ignore[union-attr]


def test_no_more_than_four_pings_come_of_an_evening_of_sixteen_with_a_dispute_and_a_match_without_anybody(
    hall: Hall,
) -> None:
    hall.act(hall.actor(1), setup_verbs.name_role, ROLE)
    rules = preset("aije-open")
    event = hall.begin(
        hall.announce(replace(rules, matches=replace(rules.matches, matches_per_arbiter=0))), *range(2, 18)
    )
    hall.now += timedelta(seconds=1)
    deliver_calls(hall)
    nobody, disputed, *others = boards(hall, event)
    for board in (disputed, *others):
        board.here(0, 1)
    disputed.report(0, (3, 1))
    disputed.report(1, (1, 3))
    for board in others:
        board.report(0, (3, 1))
    pass_time(hall, minutes=55)
    assert 2 <= len(calls(hall)) <= 4
    assert hall.ask(outbox.all_promises, StaffCalled, calls(hall)[0].call_id)
    assert nobody.view.contest.result is None


def test_a_dispute_that_no_arbiter_follows_calls_who_runs_the_event_at_once(hall: Hall, alone: Tournament) -> None:
    for one in boards(hall, alone):
        one.here(0, 1)
    board = boards(hall, alone)[0]
    board.report(0, (3, 1))
    hall.act(
        board.actor(1),
        playing_reporting_verbs.dispute,
        board.contest_id,
        board.report_id,
        "It was the other way round.",
    )
    pass_time(hall, seconds=1)
    assert kinds(hall) == [[MatterKind.DISPUTE]]
    assert pinged(hall) == ({CREATOR}, set())
    pass_time(hall, minutes=11)
    assert [len(one) for one in kinds(hall)] == [1, 1]
    assert pinged(hall) == ({CREATOR}, {ROLE})
    pass_time(hall, minutes=30)
    assert len(calls(hall)) == 2, "the end of the rulebook's time for a decision calls nobody twice"


def test_two_different_reports_that_no_arbiter_follows_call_who_runs_the_event(hall: Hall, alone: Tournament) -> None:
    for one in boards(hall, alone):
        one.here(0, 1)
    board = boards(hall, alone)[0]
    board.report(0, (3, 1))
    board.report(1, (1, 3))
    pass_time(hall, seconds=1)
    assert kinds(hall) == [[MatterKind.DISPUTE]]
