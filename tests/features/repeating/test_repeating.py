"""Repeats over a real file: what is announced when and in whose name, what is skipped, moved, missed, and what ends."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from bot import wiring
from bot.features.course import ending_verbs
from bot.features.entering import check_in_verbs as entering_check_in_verbs
from bot.features.repeating import store, verbs
from bot.features.repeating.model import RepeatMissed, RepeatView, Rhythm, StopReason
from bot.features.setup import verbs as setup_verbs
from bot.features.tournaments import draft_store, draft_verbs, summons_store
from bot.features.tournaments import store as tournaments_store
from bot.features.tournaments import verbs as tournaments_verbs
from bot.features.tournaments.model import Draft, Poster
from bot.features.tournaments.promises_model import EventTomorrow, StaffCalled, TournamentAnnounced
from bot.features.tournaments.summons_model import MatterKind, MatterRef
from bot.kernel import time_store as kernel_time_store
from bot.kernel.errors import AlreadyDone, NotAllowed, Outdated, RefusedAt, RefusedFor, UserError
from bot.kernel.ids import Community, PersonId, RoleId, TournamentId
from bot.kernel.outages import Step
from bot.people import store as people_store
from bot.people.model import ArbiterTitle
from bot.play.entries import TOO_FEW, Tournament
from bot.rulebooks.library import preset
from bot.server import store as server_store
from bot.server import verbs as server_verbs
from bot.server.bounds_model import BOUNDS, Bounded, ServerFull
from tests.hall.hall import GUILD, PLAYERLESS, Hall

CUP = preset("cup")
BERLIN = ZoneInfo("Europe/Berlin")
DAY = timedelta(days=1)
ORGANISER, OTHER = 1, 9


def wall(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=BERLIN).astimezone(UTC)


def shown(at: datetime) -> str:
    return f"{at.astimezone(BERLIN):%Y-%m-%d %H:%M}"


@pytest.fixture
def here() -> Iterator[Hall]:
    """A hall in Berlin, twelve days before the clocks go back."""
    hall = Hall()
    hall.now = wall("2026-10-13 12:00")
    hall.do(
        lambda tx: server_store.save(tx, Community(GUILD, PLAYERLESS, "en-US", "Europe/Berlin", set_up_at=hall.now))
    )
    yield hall
    hall.close()


def friday_cup(hall: Hall, name: str = "Friday Cup", at: str = "2026-10-16 20:00") -> Tournament:
    return hall.act(hall.actor(ORGANISER), tournaments_verbs.create, name, CUP, wall(at))


def weekly(hall: Hall, model: Tournament, days: int = 5, until: date | None = None, times: int | None = None) -> str:
    """The id of a weekly repeat of the event, made by the organiser."""
    made = hall.act(
        hall.actor(ORGANISER), verbs.make, model.tournament_id, Rhythm.WEEKLY, days, until=until, times=times
    )
    return made.repeat.repeat_id


def view(hall: Hall, repeat_id: str) -> RepeatView:
    found = hall.ask(verbs.view, repeat_id)
    assert found is not None
    return found


def let_come(hall: Hall, until: datetime) -> None:
    """Takes all steps up to the moment, oldest first, and stands there."""
    while rows := hall.ask(lambda tx: kernel_time_store.due_deadlines(tx, until, 1)):
        hall.now = max(hall.now, rows[0].due_at)
        hall.do(wiring.take, rows[0])
    hall.now = max(hall.now, until)


def wake_at(hall: Hall, moment: datetime) -> None:
    """The bot was away until the moment: what is due is taken then."""
    hall.now = moment
    let_come(hall, moment)


def events(hall: Hall) -> list[Tournament]:
    """The server's events in the order of their starts."""
    return sorted(hall.ask(tournaments_store.of_guild, GUILD), key=lambda one: one.start_at)


def starts(hall: Hall) -> list[str]:
    return [shown(one.start_at) for one in events(hall)]


def due(hall: Hall, repeat_id: str) -> datetime | None:
    return hall.ask(kernel_time_store.deadlines_of_subject, f"repeat:{repeat_id}").get(Step.ANNOUNCE_NEXT)


def is_called(hall: Hall, repeat_id: str, kind: MatterKind) -> bool:
    found = hall.ask(summons_store.load, MatterRef(kind, f"repeat:{repeat_id}"))
    return found is not None and found.settled_at is None


def fill(hall: Hall, tournament: Tournament) -> None:
    """Two play it: it is not called off."""
    hall.enter(tournament, 2, 3)
    hall.now = tournament.start_at - timedelta(minutes=20)
    let_come(hall, hall.now)
    for number in (2, 3):
        hall.act(hall.actor(number), entering_check_in_verbs.check_in, tournament.tournament_id)
    let_come(hall, tournament.start_at + timedelta(minutes=1))


# --- what comes by itself -------------------------------------------------------------------------------------------


def test_three_fridays_are_announced_at_eight_over_the_change_of_the_clocks_one_at_a_time(here: Hall) -> None:
    repeat_id = weekly(here, friday_cup(here), times=3)
    for at in ("2026-10-16", "2026-10-23", "2026-10-30"):
        assert starts(here)[-1] == f"{at} 20:00"
        fill(here, events(here)[-1])
        let_come(here, here.now + 6 * DAY)
    assert starts(here) == [f"{day} 20:00" for day in ("2026-10-16", "2026-10-23", "2026-10-30", "2026-11-06")]
    let_come(here, here.now + 30 * DAY)
    assert len(events(here)) == 4
    assert due(here, repeat_id) is None
    assert view(here, repeat_id).next is None


def test_each_is_announced_so_many_days_before_at_its_own_hour(here: Hall) -> None:
    repeat_id = weekly(here, friday_cup(here), days=6)
    assert due(here, repeat_id) == wall("2026-10-17 20:00")
    let_come(here, wall("2026-10-17 20:00") - timedelta(seconds=1))
    assert len(events(here)) == 1
    let_come(here, wall("2026-10-17 20:00"))
    assert len(events(here)) == 2
    assert due(here, repeat_id) == wall("2026-10-24 20:00")


def test_with_ten_days_before_the_next_waits_until_the_one_before_has_begun(here: Hall) -> None:
    repeat_id = weekly(here, friday_cup(here), days=10)
    assert due(here, repeat_id) == wall("2026-10-16 20:00")
    fill(here, events(here)[0])
    assert starts(here) == ["2026-10-16 20:00", "2026-10-23 20:00"]
    assert due(here, repeat_id) == wall("2026-10-23 20:00")


def test_where_the_one_before_was_moved_the_step_comes_again_once_it_begins(here: Hall) -> None:
    model = friday_cup(here)
    repeat_id = weekly(here, model, days=10)
    here.act(here.actor(ORGANISER), tournaments_verbs.edit, model.tournament_id, None, wall("2026-10-18 20:00"))
    let_come(here, wall("2026-10-16 20:00"))
    assert len(events(here)) == 1
    assert due(here, repeat_id) == wall("2026-10-18 20:00")


def test_each_has_the_rules_the_text_and_the_host_and_is_announced_to_all(here: Hall) -> None:
    model = friday_cup(here)
    here.do(lambda tx: tournaments_store.add_poster(tx, "poster", model.created_by, Poster("Bring a cake"), tx.now))
    here.do(lambda tx: tournaments_store.give_event(tx, model.tournament_id, "poster"))
    weekly(here, model, days=7)
    let_come(here, wall("2026-10-16 20:01"))
    made = events(here)[-1]
    assert (made.name, made.rulebook, made.created_by) == (model.name, model.rulebook, model.created_by)
    assert made.poster_id == "poster"
    assert made.commitment != model.commitment
    assert here.promised(TournamentAnnounced, made.tournament_id)


def test_the_role_that_hears_of_the_first_one_is_called_a_day_before_each(here: Hall) -> None:
    model = friday_cup(here)
    here.do(lambda tx: tournaments_store.add_poster(tx, "poster", model.created_by, Poster(role_id=RoleId(7)), tx.now))
    here.do(tournaments_verbs.give_poster, model, "poster")
    weekly(here, here.load(model))
    let_come(here, wall("2026-10-22 20:01"))
    assert [len(here.promised(EventTomorrow, one.tournament_id)) for one in events(here)] == [1, 1]


def test_a_number_in_the_name_counts_on(here: Hall) -> None:
    weekly(here, friday_cup(here, "Friday Cup #9"), times=2)
    for _ in range(3):
        fill(here, events(here)[-1])
        let_come(here, here.now + 6 * DAY)
    assert [one.name for one in events(here)] == ["Friday Cup #9", "Friday Cup #10", "Friday Cup #11"]


def test_a_step_that_is_taken_twice_announces_once(here: Hall) -> None:
    repeat_id = weekly(here, friday_cup(here))
    let_come(here, wall("2026-10-18 20:00"))
    here.do(verbs.take, repeat_id, Step.ANNOUNCE_NEXT)
    assert len(events(here)) == 2


def test_an_error_on_the_way_leaves_neither_an_event_nor_a_date(here: Hall) -> None:
    repeat_id = weekly(here, friday_cup(here))
    here.now = wall("2026-10-18 20:00")

    def fails(tx: object) -> None:
        verbs.take(tx, repeat_id, Step.ANNOUNCE_NEXT)  # type: ignore[arg-type]
        raise OSError("disk")

    with pytest.raises(OSError, match="disk"):
        here.do(fails)
    assert len(events(here)) == 1
    assert here.ask(store.dates, repeat_id) == {}
    let_come(here, here.now)
    assert len(events(here)) == 2


# --- the bot was away -----------------------------------------------------------------------------------------------


def test_after_an_outage_it_is_announced_late_while_its_check_in_still_lies_ahead(here: Hall) -> None:
    weekly(here, friday_cup(here))
    fill(here, events(here)[0])
    wake_at(here, wall("2026-10-23 18:00"))
    assert starts(here) == ["2026-10-16 20:00", "2026-10-23 20:00"]


def test_what_can_be_announced_no_more_is_left_out_and_said_once_however_many_there_were(here: Hall) -> None:
    repeat_id = weekly(here, friday_cup(here))
    fill(here, events(here)[0])
    wake_at(here, wall("2026-11-06 19:59"))
    assert starts(here) == ["2026-10-16 20:00"]
    (told,) = here.promised(RepeatMissed, repeat_id)
    assert (told.message.number, told.message.dates) == (1, 3)
    assert due(here, repeat_id) == wall("2026-11-08 20:00")
    let_come(here, wall("2026-11-08 20:00"))
    assert starts(here)[-1] == "2026-11-13 20:00"
    assert len(here.promised(RepeatMissed, repeat_id)) == 1


def test_after_a_long_outage_the_next_one_is_announced_in_the_same_step(here: Hall) -> None:
    repeat_id = weekly(here, friday_cup(here))
    fill(here, events(here)[0])
    wake_at(here, wall("2026-10-26 12:00"))
    assert starts(here)[-1] == "2026-10-30 20:00"
    (told,) = here.promised(RepeatMissed, repeat_id)
    assert told.message.dates == 1


# --- one date alone -------------------------------------------------------------------------------------------------


def test_a_date_that_is_skipped_is_not_announced_and_the_following_is(here: Hall) -> None:
    repeat_id = weekly(here, friday_cup(here))
    after = here.act(here.actor(ORGANISER), verbs.skip, repeat_id, 1)
    assert [one.is_skipped for one in after.ahead[:2]] == [True, False]
    fill(here, events(here)[0])
    let_come(here, wall("2026-10-26 12:00"))
    assert starts(here) == ["2026-10-16 20:00", "2026-10-30 20:00"]


def test_two_who_skip_at_once_skip_one_date(here: Hall) -> None:
    repeat_id = weekly(here, friday_cup(here))
    here.act(here.actor(ORGANISER), verbs.skip, repeat_id, 1)
    with pytest.raises(AlreadyDone):
        here.act(here.actor(OTHER, organiser=True), verbs.skip, repeat_id, 1)
    assert [one.number for one in view(here, repeat_id).ahead if one.is_skipped] == [1]


def test_a_skip_is_taken_back_while_there_is_time(here: Hall) -> None:
    repeat_id = weekly(here, friday_cup(here))
    organiser = here.actor(ORGANISER)
    here.act(organiser, verbs.skip, repeat_id, 1)
    here.act(organiser, verbs.hold, repeat_id, 1)
    assert due(here, repeat_id) == wall("2026-10-18 20:00")
    here.act(organiser, verbs.skip, repeat_id, 1)
    here.now = wall("2026-10-23 19:50")
    with pytest.raises(RefusedAt, match="RepeatTooLate"):
        here.act(here.actor(ORGANISER), verbs.hold, repeat_id, 1)


def test_one_date_is_moved_and_the_pattern_stays(here: Hall) -> None:
    repeat_id = weekly(here, friday_cup(here))
    after = here.act(here.actor(ORGANISER), verbs.change, repeat_id, 1, wall("2026-10-24 18:00"))
    assert [shown(one.start_at) for one in after.ahead[:2]] == ["2026-10-24 18:00", "2026-10-30 20:00"]
    fill(here, events(here)[0])
    let_come(here, wall("2026-10-26 12:00"))
    assert starts(here) == ["2026-10-16 20:00", "2026-10-24 18:00", "2026-10-30 20:00"]


def test_a_date_never_moves_behind_the_one_after_it_nor_to_a_time_of_which_nobody_would_read(here: Hall) -> None:
    repeat_id = weekly(here, friday_cup(here))
    for start, refused in (("2026-10-30 20:00", "RepeatOutOfOrder"), ("2026-10-13 12:20", "RepeatTooLate")):
        with pytest.raises(RefusedAt, match=refused):
            here.act(here.actor(ORGANISER), verbs.change, repeat_id, 1, wall(start))
    with pytest.raises(UserError):
        here.act(here.actor(ORGANISER), verbs.change, repeat_id, 1, here.now - DAY)


def test_what_is_announced_is_moved_and_called_off_as_any_event(here: Hall) -> None:
    repeat_id = weekly(here, friday_cup(here))
    let_come(here, wall("2026-10-18 20:00"))
    for refused in (
        lambda: here.act(here.actor(ORGANISER), verbs.skip, repeat_id, 1),
        lambda: here.act(here.actor(ORGANISER), verbs.change, repeat_id, 1, wall("2026-10-24 18:00")),
    ):
        with pytest.raises(UserError, match="RepeatAnnounced"):
            refused()


def test_a_number_that_is_no_date_is_refused(here: Hall) -> None:
    repeat_id = weekly(here, friday_cup(here), times=2)
    for number in (0, 3, 10**9):
        with pytest.raises(Outdated):
            here.act(here.actor(ORGANISER), verbs.skip, repeat_id, number)


# --- the whole ------------------------------------------------------------------------------------------------------


def test_an_end_by_a_day_or_by_a_count_ends_it_and_the_earlier_of_both_counts(here: Hall) -> None:
    model = friday_cup(here)
    repeat_id = weekly(here, model, until=date(2026, 11, 1), times=5)
    assert [shown(one.start_at) for one in view(here, repeat_id).ahead] == ["2026-10-23 20:00", "2026-10-30 20:00"]


def test_an_end_before_the_first_date_is_refused(here: Hall) -> None:
    with pytest.raises(RefusedAt, match="RepeatIsOver"):
        weekly(here, friday_cup(here), until=date(2026, 10, 20))


def test_of_an_event_that_was_over_long_ago_the_dates_begin_now(here: Hall) -> None:
    model = friday_cup(here)
    fill(here, model)
    here.now = wall("2027-01-05 12:00")
    repeat_id = weekly(here, model, until=date(2027, 1, 20))
    assert [shown(one.start_at) for one in view(here, repeat_id).ahead] == ["2027-01-08 20:00", "2027-01-15 20:00"]
    let_come(here, here.now)
    assert starts(here)[-1] == "2027-01-08 20:00"


def test_once_it_is_stopped_nothing_more_is_announced_and_what_is_announced_stays(here: Hall) -> None:
    repeat_id = weekly(here, friday_cup(here))
    let_come(here, wall("2026-10-18 20:00"))
    here.act(here.actor(ORGANISER), verbs.stop, repeat_id)
    fill(here, events(here)[-1])
    let_come(here, here.now + 30 * DAY)
    assert [one.cancel_reason for one in events(here)] == [TOO_FEW, None]
    with pytest.raises(AlreadyDone):
        here.act(here.actor(ORGANISER), verbs.stop, repeat_id)
    with pytest.raises(RefusedFor, match="RepeatStopped"):
        here.act(here.actor(ORGANISER), verbs.skip, repeat_id, 5)


def test_who_lets_it_go_on_hosts_it_from_then_on_from_the_next_date_that_is_left(here: Hall) -> None:
    repeat_id = weekly(here, friday_cup(here), times=3)
    here.act(here.actor(ORGANISER), verbs.stop, repeat_id)
    here.now = wall("2026-10-26 12:00")
    here.act(here.actor(OTHER, organiser=True), verbs.go_on, repeat_id)
    let_come(here, here.now)
    made = events(here)[-1]
    assert (shown(made.start_at), made.created_by) == ("2026-10-30 20:00", here.person(OTHER).person_id)
    here.act(here.actor(ORGANISER), verbs.stop, repeat_id)
    here.now = wall("2026-11-06 19:55")
    with pytest.raises(RefusedFor, match="RepeatEnded"):
        here.act(here.actor(ORGANISER), verbs.go_on, repeat_id)


def test_other_clocks_of_the_server_move_what_is_due(here: Hall) -> None:
    repeat_id = weekly(here, friday_cup(here))
    here.act(here.actor(ORGANISER), setup_verbs.choose_zone, "America/New_York")
    later = due(here, repeat_id)
    assert later is not None
    assert later - wall("2026-10-18 20:00") == timedelta(hours=6)
    assert view(here, repeat_id).zone == "America/New_York"


@pytest.mark.rule("AIJE-B01-6")
def test_an_official_event_never_repeats_by_itself(here: Hall) -> None:
    model = here.announce()
    with pytest.raises(RefusedFor, match="NeverRepeats"):
        weekly(here, model)


def test_an_event_of_a_repeat_is_not_repeated_once_more(here: Hall) -> None:
    model = friday_cup(here)
    weekly(here, model)
    let_come(here, wall("2026-10-18 20:00"))
    for one in (model, events(here)[-1]):
        with pytest.raises(RefusedFor, match="RepeatsAlready"):
            weekly(here, one)


def test_no_server_has_more_of_them_than_its_cards_can_show(here: Hall) -> None:
    for number in range(BOUNDS[Bounded.RUNNING_REPEATS].most):
        weekly(here, friday_cup(here, f"Cup {number}"))
    with pytest.raises(ServerFull):
        weekly(here, friday_cup(here, "One more"))


def test_a_player_can_do_nothing_to_it(here: Hall) -> None:
    model = friday_cup(here)
    repeat_id = weekly(here, model)
    player = here.actor(2)
    for press in (
        lambda: here.act(player, verbs.make, model.tournament_id, Rhythm.WEEKLY, 5),
        lambda: here.act(player, verbs.skip, repeat_id, 1),
        lambda: here.act(player, verbs.change, repeat_id, 1, wall("2026-10-24 18:00")),
        lambda: here.act(player, verbs.stop, repeat_id),
        lambda: here.ask_as(player, verbs.to_change, repeat_id, 1),
    ):
        with pytest.raises(NotAllowed):
            press()


# --- it stops by itself ---------------------------------------------------------------------------------------------


def test_two_in_a_row_with_too_few_players_stop_it_and_organisers_are_called(here: Hall) -> None:
    repeat_id = weekly(here, friday_cup(here))
    fill(here, events(here)[0])
    let_come(here, wall("2026-10-23 20:01"))
    assert view(here, repeat_id).repeat.is_running
    let_come(here, wall("2026-10-30 20:01"))
    found = view(here, repeat_id)
    assert (found.repeat.stop, found.waits) == (StopReason.TOO_FEW, True)
    assert is_called(here, repeat_id, MatterKind.REPEAT_TOO_FEW)
    let_come(here, here.now + 30 * DAY)
    assert len(events(here)) == 3
    calls = here.ask(summons_store.load, MatterRef(MatterKind.REPEAT_TOO_FEW, f"repeat:{repeat_id}"))
    assert calls is not None
    (call_id,) = calls.told_by
    assert here.promised(StaffCalled, call_id)


def test_one_that_is_played_between_two_that_were_off_keeps_it_going(here: Hall) -> None:
    repeat_id = weekly(here, friday_cup(here))
    fill(here, events(here)[0])
    let_come(here, wall("2026-10-26 12:00"))
    fill(here, events(here)[-1])
    let_come(here, wall("2026-11-06 20:01"))
    assert view(here, repeat_id).repeat.is_running


def test_one_that_staff_call_off_is_not_one_that_too_few_came_to(here: Hall) -> None:
    repeat_id = weekly(here, friday_cup(here))
    fill(here, events(here)[0])
    let_come(here, wall("2026-10-24 12:00"))
    let_come(here, wall("2026-10-25 20:00"))
    last = events(here)[-1]
    here.act(here.actor(ORGANISER), ending_verbs.cancel, last.tournament_id, "No power")
    assert view(here, repeat_id).repeat.is_running


def test_after_it_goes_on_two_more_have_to_be_off_before_it_stops_again(here: Hall) -> None:
    repeat_id = weekly(here, friday_cup(here))
    fill(here, events(here)[0])
    let_come(here, wall("2026-10-30 20:01"))
    here.act(here.actor(ORGANISER), verbs.go_on, repeat_id)
    assert not is_called(here, repeat_id, MatterKind.REPEAT_TOO_FEW)
    let_come(here, wall("2026-11-06 20:01"))
    assert view(here, repeat_id).repeat.is_running
    let_come(here, wall("2026-11-13 20:01"))
    assert view(here, repeat_id).repeat.stop is StopReason.TOO_FEW


@pytest.mark.parametrize(
    ("is_there", "why"), [(False, StopReason.MAKER_GONE), (True, StopReason.NO_RIGHT)], ids=["gone", "no right"]
)
def test_without_its_maker_it_stops_and_another_organiser_takes_it_over(
    here: Hall, *, is_there: bool, why: StopReason
) -> None:
    repeat_id = weekly(here, friday_cup(here))
    here.now = wall("2026-10-18 20:00")
    here.do(verbs.note_maker, repeat_id, is_there=is_there, organises=False)
    let_come(here, here.now)
    assert len(events(here)) == 1
    assert view(here, repeat_id).repeat.stop is why
    assert is_called(here, repeat_id, MatterKind.REPEAT_LOST_MAKER)
    here.act(here.actor(OTHER, organiser=True), verbs.go_on, repeat_id)
    let_come(here, here.now)
    assert events(here)[-1].created_by == here.person(OTHER).person_id


def test_who_creates_events_by_a_title_needs_no_right_of_discord(here: Hall) -> None:
    repeat_id = weekly(here, friday_cup(here))
    maker = here.person(ORGANISER).person_id
    here.do(lambda tx: people_store.give_title(tx, maker, ArbiterTitle.AI, tx.now, maker))
    here.do(verbs.note_maker, repeat_id, is_there=True, organises=False)
    assert view(here, repeat_id).repeat.is_running


def test_a_maker_whose_data_was_erased_is_gone(here: Hall) -> None:
    repeat_id = weekly(here, friday_cup(here))
    maker = here.person(ORGANISER)
    here.do(lambda tx: people_store.save(tx, replace(maker, discord_id=None)))
    let_come(here, wall("2026-10-18 20:00"))
    assert view(here, repeat_id).repeat.stop is StopReason.MAKER_GONE
    assert len(events(here)) == 1


def test_who_leaves_it_stopped_is_asked_no_more(here: Hall) -> None:
    repeat_id = weekly(here, friday_cup(here))
    here.do(verbs.note_maker, repeat_id, is_there=False, organises=False)
    here.act(here.actor(ORGANISER), verbs.stop, repeat_id)
    found = view(here, repeat_id)
    assert (found.waits, found.repeat.stop) == (False, StopReason.MAKER_GONE)
    assert not is_called(here, repeat_id, MatterKind.REPEAT_LOST_MAKER)


# --- once more ------------------------------------------------------------------------------------------------------


def drafts(hall: Hall, number: int = ORGANISER) -> list[Draft]:
    return hall.ask(draft_store.drafts_of_person, hall.person(number).person_id)


def test_again_is_a_draft_by_the_same_rules_with_the_same_text_a_week_later(here: Hall) -> None:
    model = friday_cup(here, "Friday Cup #3")
    here.do(lambda tx: tournaments_store.add_poster(tx, "poster", model.created_by, Poster("Bring a cake"), tx.now))
    here.do(lambda tx: tournaments_store.give_event(tx, model.tournament_id, "poster"))
    fill(here, model)
    offer = here.ask_as(here.actor(ORGANISER), verbs.offer_again, model.tournament_id)
    assert (offer.name, shown(offer.start_at)) == ("Friday Cup #4", "2026-10-23 20:00")
    here.act(here.actor(ORGANISER), verbs.play_again, model.tournament_id, offer.name, "typed", (offer.start_at,))
    (draft,) = drafts(here)
    assert draft.poster_id == "poster"
    made = here.act(here.actor(ORGANISER), draft_verbs.confirm, draft.draft_id)
    assert isinstance(made, Tournament)
    made = here.load(made)
    assert (made.rulebook, made.poster_id, made.name) == (model.rulebook, "poster", "Friday Cup #4")


def test_of_an_hour_that_comes_twice_there_is_a_draft_for_each(here: Hall) -> None:
    model = friday_cup(here)
    both = (wall("2026-10-25 02:30"), wall("2026-10-25 02:30") + timedelta(hours=1))
    made = here.act(here.actor(ORGANISER), verbs.play_again, model.tournament_id, "Night Cup", "25/10 2:30", both)
    assert [one.start_at for one in made] == list(both)


@pytest.mark.rule("AIJE-B01-6")
def test_again_on_an_official_event_is_official_as_the_first_was(here: Hall) -> None:
    model = here.announce()
    (draft,) = here.act(
        here.actor(ORGANISER), verbs.play_again, model.tournament_id, "Open 2", "typed", (here.now + 7 * DAY,)
    )
    made = here.act(here.actor(ORGANISER), draft_verbs.confirm, draft.draft_id)
    assert isinstance(made, Tournament)
    assert made.rulebook.official


@pytest.mark.rule("AIJE-B01-AN")
def test_again_by_a_national_arbiter_waits_for_the_president(here: Hall) -> None:
    model = here.announce()
    here.arbiter(5)
    (draft,) = here.act(here.actor(5), verbs.play_again, model.tournament_id, "Open 2", "typed", (here.now + 7 * DAY,))
    with pytest.raises(UserError):
        # Without a committee there is nobody before whom it could be brought.
        here.act(here.actor(5), draft_verbs.confirm, draft.draft_id)


def test_a_player_is_offered_no_other_one_like_it(here: Hall) -> None:
    model = friday_cup(here)
    fill(here, model)
    here.act(here.actor(ORGANISER), ending_verbs.cancel, model.tournament_id, "No power")
    assert here.ask_as(here.actor(ORGANISER), verbs.is_offered, model.tournament_id)
    assert not here.ask_as(here.actor(2), verbs.is_offered, model.tournament_id)
    assert not here.ask_as(
        here.actor(ORGANISER), verbs.is_offered, friday_cup(here, "Next", "2026-10-23 20:00").tournament_id
    )
    with pytest.raises(NotAllowed):
        here.ask_as(here.actor(2), verbs.offer_again, model.tournament_id)


def test_an_event_of_another_server_is_unknown_here(here: Hall) -> None:
    for press in (
        lambda: here.ask_as(here.actor(ORGANISER), verbs.offer_again, TournamentId("none")),
        lambda: here.act(here.actor(ORGANISER), verbs.skip, "none", 1),
    ):
        with pytest.raises(UserError):
            press()


def test_its_maker_is_known_by_the_person_and_not_the_account(here: Hall) -> None:
    repeat_id = weekly(here, friday_cup(here))
    found = here.ask(verbs.maker_of, repeat_id)
    assert found is not None
    person: PersonId = here.act(here.actor(ORGANISER), server_verbs.recognise).person_id
    assert found[0].made_by == person
