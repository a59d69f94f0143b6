"""Creating, moving, renaming and cancelling tournaments."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta

import pytest

from bot.features.course import ending_verbs as course_ending_verbs
from bot.features.entering import check_in_verbs as entering_check_in_verbs
from bot.features.entering import store as entering_store
from bot.features.tournaments import draft_verbs as tournaments_draft_verbs
from bot.features.tournaments import facts_verbs as tournaments_facts_verbs
from bot.features.tournaments import store as tournaments_store
from bot.features.tournaments import verbs as tournaments_verbs
from bot.features.tournaments.promises_model import ScheduledEvent, TournamentAnnounced, TournamentChanged
from bot.kernel import log
from bot.kernel import panel_store as kernel_panel_store
from bot.kernel.errors import Missing, NotAllowed, NotFound, NotFoundByName, NotYours, Outdated, TooLong
from bot.kernel.panel_store import Panel
from bot.play.entries import Phase, Tournament, check_in_opens_at, phase
from bot.rulebooks.library import fingerprint, preset
from tests.hall.desk_of_entries import MINUTE, SECOND, confirm, with_seats
from tests.hall.hall import GUILD, Hall, unofficial
from tests.refusals import refuses

HOUR = timedelta(hours=1)
DAY = timedelta(days=1)


def edit(hall: Hall, tournament: Tournament, name: str | None = None, start: datetime | None = None) -> None:
    hall.act(hall.actor(1), tournaments_verbs.edit, tournament.tournament_id, name, start)


def test_an_event_keeps_its_own_rulebook_and_its_hash(hall: Hall) -> None:
    rules = with_seats(8)
    tournament = hall.load(hall.announce(rules))
    kept = unofficial(rules)
    assert (tournament.rulebook, tournament.rulebook_hash) == (kept, fingerprint(kept))


def test_creating_commits_to_the_draw_and_promises_announcement_and_event(hall: Hall) -> None:
    tournament = hall.announce()
    assert len(tournament.commitment) == 64
    assert [len(hall.promised(one, tournament.tournament_id)) for one in (TournamentAnnounced, ScheduledEvent)] == [
        1,
        1,
    ]


def test_only_organisers_create_move_and_cancel(hall: Hall) -> None:
    tournament = hall.announce()
    with pytest.raises(NotAllowed):
        hall.act(hall.actor(2), tournaments_verbs.create, "Mine", preset("aije-open"), hall.now + DAY)
    with pytest.raises(NotAllowed):
        hall.act(hall.actor(2), tournaments_verbs.edit, tournament.tournament_id, "Mine", None)
    with pytest.raises(NotAllowed):
        hall.act(hall.actor(2), course_ending_verbs.cancel, tournament.tournament_id, "no")


@pytest.mark.parametrize(
    ("after", "error"),
    [(timedelta(), "error.StartInThePast"), (-DAY, "error.StartInThePast"), (800 * DAY, "error.StartTooFar")],
)
def test_a_start_has_to_lie_ahead_and_within_two_years(
    hall: Hall, after: timedelta, error: str | type[Exception]
) -> None:
    with refuses(error):
        hall.act(hall.actor(1), tournaments_verbs.create, "Open", preset("aije-open"), hall.now + after)


def test_a_start_leaves_time_to_confirm(hall: Hall) -> None:
    rules = preset("aije-open")
    early = replace(rules, check_in=replace(rules.check_in, closes_before=10 * MINUTE))
    with refuses("error.StartTooSoon"):
        hall.act(hall.actor(1), tournaments_verbs.create, "Open", early, hall.now + 10 * MINUTE)


@pytest.mark.parametrize(("name", "error"), [("", Missing), (" \n ", Missing), ("x" * 81, TooLong)])
def test_a_name_has_one_to_eighty_characters(hall: Hall, name: str, error: str | type[Exception]) -> None:
    with refuses(error):
        hall.act(hall.actor(1), tournaments_verbs.create, name, preset("aije-open"), hall.now + DAY)


@pytest.mark.parametrize("name", ["🏆🎉 Copa 👩‍👩‍👧", "بطولة الشطرنج", "@everyone <@1> # shout", "x" * 80])
def test_any_name_that_people_think_of_is_kept(hall: Hall, name: str) -> None:
    assert hall.load(hall.announce(name=name)).name == name


def test_moving_the_start_moves_what_hangs_on_it(hall: Hall) -> None:
    tournament = hall.announce()
    edit(hall, tournament, start=tournament.start_at + DAY)
    moved = hall.load(tournament)
    assert check_in_opens_at(moved) == check_in_opens_at(tournament) + DAY
    assert len(hall.promised(TournamentChanged, tournament.tournament_id)) == 1
    assert len(hall.promised(ScheduledEvent, tournament.tournament_id)) == 2


def test_a_move_names_everyone_on_the_list_and_a_new_name_nobody(hall: Hall) -> None:
    tournament = hall.announce(unofficial(preset("aije-open")))
    hall.enter(tournament, *range(2, 102))
    edit(hall, tournament, name="Another")
    edit(hall, tournament, start=tournament.start_at + DAY)
    renamed, *moved = hall.promised(TournamentChanged, tournament.tournament_id)
    assert (renamed.message.moved, renamed.message.entrants) == (False, ())
    assert [len(one.message.entrants) for one in moved] == [90, 10]


def test_check_in_that_was_open_opens_again_at_its_new_time(hall: Hall) -> None:
    tournament = hall.announce(unofficial(preset("aije-open")))
    hall.enter(tournament, 2)
    hall.now = tournament.start_at - 10 * MINUTE
    hall.do(entering_check_in_verbs.open_check_in, hall.load(tournament))
    edit(hall, tournament, start=tournament.start_at + DAY)
    moved = hall.load(tournament)
    assert (phase(moved), moved.reminded) == (Phase.ANNOUNCED, frozenset())


def test_who_confirmed_for_another_evening_has_to_confirm_again(hall: Hall) -> None:
    tournament = hall.announce(unofficial(preset("aije-open")))
    hall.enter(tournament, 2)
    hall.now = tournament.start_at - 10 * MINUTE
    confirm(hall, tournament, 2)
    edit(hall, tournament, start=tournament.start_at + 5 * MINUTE)
    assert hall.ask(entering_store.headcount, tournament.tournament_id).checked_in == 1
    edit(hall, tournament, start=tournament.start_at + HOUR)
    assert hall.ask(entering_store.headcount, tournament.tournament_id).checked_in == 0


def test_after_the_close_the_start_stays(hall: Hall) -> None:
    tournament = hall.announce()
    hall.enter(tournament, 2, 3)
    hall.now = tournament.start_at - MINUTE
    confirm(hall, tournament, 2, 3)
    hall.now = tournament.start_at + 3 * SECOND
    hall.do(entering_check_in_verbs.close, hall.load(tournament))
    with refuses("error.CheckInHasClosed"):
        edit(hall, tournament, start=tournament.start_at + DAY)
    edit(hall, tournament, name="Still to be renamed")
    assert hall.load(tournament).name == "Still to be renamed"


def test_an_edit_that_changes_nothing_says_nothing(hall: Hall) -> None:
    tournament = hall.announce()
    edit(hall, tournament, name=tournament.name, start=tournament.start_at)
    assert hall.promised(TournamentChanged, tournament.tournament_id) == []


def test_edits_and_cancelling_bring_the_announcement_up_to_date(hall: Hall) -> None:
    tournament = hall.announce()
    panel = Panel(f"tournament:{tournament.tournament_id}", GUILD, 5, 6, hall.now, hall.now, None)  # type: ignore[arg-type]
    hall.do(lambda tx: kernel_panel_store.save(tx, panel))
    edit(hall, tournament, name="Another")
    assert len(hall.ask(kernel_panel_store.stale)) == 1
    hall.do(lambda tx: kernel_panel_store.save(tx, panel))
    hall.act(hall.actor(1), course_ending_verbs.cancel, tournament.tournament_id, "no hall")
    assert len(hall.ask(kernel_panel_store.stale)) == 1


def test_cancelling_needs_a_reason_and_happens_once(hall: Hall) -> None:
    tournament = hall.announce()
    with pytest.raises(Missing):
        hall.act(hall.actor(1), course_ending_verbs.cancel, tournament.tournament_id, " ")
    hall.act(hall.actor(1), course_ending_verbs.cancel, tournament.tournament_id, "no hall")
    with refuses("error.TournamentIsOver"):
        hall.act(hall.actor(1), course_ending_verbs.cancel, tournament.tournament_id, "again")
    assert hall.load(tournament).cancel_reason == "no hall"


def test_every_change_is_in_the_log_with_who_and_why(hall: Hall) -> None:
    tournament = hall.announce()
    edit(hall, tournament, start=tournament.start_at + DAY)
    hall.act(hall.actor(1), course_ending_verbs.cancel, tournament.tournament_id, "no hall")
    lines = hall.ask(log.of_tournament, tournament.tournament_id)
    assert [(line.act, line.why) for line in lines] == [
        ("create_tournament", None),
        ("edit_tournament", None),
        ("cancel_tournament", "no hall"),
    ]
    assert lines[1].details["from"] == str(tournament.start_at)
    assert {line.actor for line in lines} == {hall.person(1).person_id}


def test_a_tournament_is_meant_by_its_id_or_by_its_name(hall: Hall) -> None:
    tournament = hall.announce(name="Copa de Verão")
    for typed in (tournament.tournament_id, "copa  de verão "):
        assert hall.ask(tournaments_facts_verbs.find_meant, GUILD, typed) == tournament.tournament_id
    with pytest.raises(NotFoundByName):
        hall.ask(tournaments_facts_verbs.find_meant, GUILD, "Copa de Inverno")
    with pytest.raises(NotFoundByName):
        hall.ask(tournaments_facts_verbs.find_meant, GUILD + 1, tournament.tournament_id)  # type: ignore[arg-type]


def test_another_servers_tournament_is_not_found(hall: Hall) -> None:
    with pytest.raises(NotFound):
        hall.ask(tournaments_facts_verbs.find, GUILD + 1, hall.announce().tournament_id)  # type: ignore[arg-type]


def test_nothing_is_created_before_the_preview_is_confirmed(hall: Hall) -> None:
    (draft,) = hall.act(hall.actor(1), tournaments_draft_verbs.of_new, "Open", preset("aije-open"), (hall.now + DAY,))
    assert hall.ask(tournaments_store.all_unfinished, GUILD) == []
    made = hall.act(hall.actor(1), tournaments_draft_verbs.confirm, draft.draft_id)
    assert isinstance(made, Tournament)
    assert hall.load(made).name == "Open"


def test_a_second_confirmation_creates_no_second_tournament(hall: Hall) -> None:
    (draft,) = hall.act(hall.actor(1), tournaments_draft_verbs.of_new, "Open", preset("aije-open"), (hall.now + DAY,))
    hall.act(hall.actor(1), tournaments_draft_verbs.confirm, draft.draft_id)
    with pytest.raises(Outdated):
        hall.act(hall.actor(1), tournaments_draft_verbs.confirm, draft.draft_id)
    assert len(hall.ask(tournaments_store.all_unfinished, GUILD)) == 1


def test_a_start_that_comes_twice_is_drafted_twice_and_created_once(hall: Hall) -> None:
    starts = (hall.now + DAY, hall.now + DAY + HOUR)
    first, second = hall.act(hall.actor(1), tournaments_draft_verbs.of_new, "Open", preset("aije-open"), starts)
    made = hall.act(hall.actor(1), tournaments_draft_verbs.confirm, second.draft_id)
    assert made.start_at == starts[1]
    with pytest.raises(Outdated):
        hall.act(hall.actor(1), tournaments_draft_verbs.confirm, first.draft_id)


def test_a_draft_belongs_to_who_typed_it(hall: Hall) -> None:
    (draft,) = hall.act(hall.actor(1), tournaments_draft_verbs.of_new, "Open", preset("aije-open"), (hall.now + DAY,))
    with pytest.raises(NotYours):
        hall.act(hall.actor(2, organiser=True), tournaments_draft_verbs.confirm, draft.draft_id)


def test_a_preview_confirmed_too_late_creates_nothing(hall: Hall) -> None:
    (draft,) = hall.act(hall.actor(1), tournaments_draft_verbs.of_new, "Open", preset("aije-open"), (hall.now + HOUR,))
    hall.now += 2 * HOUR
    with refuses("error.StartInThePast"):
        hall.act(hall.actor(1), tournaments_draft_verbs.confirm, draft.draft_id)


def test_events_that_start_at_the_same_moment_are_listed_by_their_names(hall: Hall) -> None:
    for name in ("Cup C", "Cup A", "Cup D", "Cup B"):
        hall.announce(name=name)
    later = hall.act(
        hall.actor(1), tournaments_verbs.create, "Cup E", preset("aije-open"), hall.now + timedelta(hours=2)
    )
    listed = hall.ask(tournaments_store.of_guild, GUILD)
    assert [one.name for one in listed] == [later.name, "Cup A", "Cup B", "Cup C", "Cup D"]
