"""The organiser's desk: what holds up the next step, and who may see it."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from bot.features.desk import cards as desk_cards
from bot.features.desk import verbs as desk_verbs
from bot.features.entering import check_in_verbs as entering_check_in_verbs
from bot.features.entering import verbs as entering_verbs
from bot.features.playing import arbiters_verbs as playing_arbiters_verbs
from bot.features.playing import store as playing_store
from bot.features.playing.match_views_model import DeskView
from bot.features.registry.model import blocked_by
from bot.features.tournaments import summons_verbs as tournaments_summons_verbs
from bot.features.tournaments.summons_model import Matter, MatterKind
from bot.features.tournaments.tasks_model import DeskRow, Obstacle
from bot.i18n.catalogue import LOCALES, Translator
from bot.kernel import outbox
from bot.kernel.errors import NotAllowed
from bot.kernel.ids import OutboxId
from bot.layout import cards as layout_cards
from bot.people import store as people_store
from bot.people.model import Office
from bot.play.entries import Tournament
from bot.server import store as server_store
from tests.hall.court import give_office
from tests.hall.hall import GUILD, Hall


def seen(hall: Hall, tournament: Tournament) -> DeskView:
    return hall.ask_as(hall.actor(1), desk_verbs.desk_view, tournament.tournament_id)


def waiting(hall: Hall, tournament: Tournament) -> list[Obstacle]:
    return [row.obstacle for row in seen(hall, tournament).rows]


def test_only_those_who_run_the_event_see_the_desk(hall: Hall) -> None:
    tournament = hall.announce()
    hall.arbiter(9)
    assert hall.ask_as(hall.actor(9), desk_verbs.desk_view, tournament.tournament_id).rows == ()
    with pytest.raises(NotAllowed):
        hall.ask_as(hall.actor(2), desk_verbs.desk_view, tournament.tournament_id)


def test_nothing_holds_up_an_event_that_waits_for_its_time(hall: Hall) -> None:
    hall.arbiter(9)
    tournament = hall.announce()
    hall.enter(tournament, 2)
    assert waiting(hall, tournament) == []


def test_during_check_in_each_who_is_missing_has_a_row_until_the_close(hall: Hall) -> None:
    hall.arbiter(9)
    hall.act(hall.actor(9), playing_arbiters_verbs.go_on)
    tournament = hall.announce()
    hall.enter(tournament, 2, 3)
    hall.now = tournament.start_at - timedelta(minutes=20)
    hall.do(entering_check_in_verbs.open_check_in, hall.load(tournament))
    hall.act(hall.actor(3), entering_check_in_verbs.check_in, tournament.tournament_id)
    (row,) = seen(hall, tournament).rows
    assert (row.obstacle, [person.name for person in row.people], row.until) == (
        Obstacle.NOT_CONFIRMED,
        ["P2"],
        tournament.start_at,
    )


@pytest.mark.rule("AIJE-D01-6")
def test_matches_that_wait_for_an_arbiter_are_counted_with_the_reason(hall: Hall) -> None:
    tournament = hall.begin(hall.announce(), 2, 3, 4, 5)
    (row,) = seen(hall, tournament).rows
    assert (row.obstacle, row.n) == (Obstacle.NOBODY_ON_DUTY, 2)
    hall.arbiter(9)
    hall.act(hall.actor(9), playing_arbiters_verbs.go_on)
    rows = {row.obstacle: row.n for row in seen(hall, tournament).rows}
    assert rows == {Obstacle.NO_ARBITER_FREE: 1, Obstacle.NOT_DELIVERED: 1}
    assert [person.name for person in seen(hall, tournament).on_duty] == ["P9"]


@pytest.mark.parametrize("locale", LOCALES)
def test_a_desk_counts_matches_that_go_well_only_where_there_are_any(hall: Hall, locale: str) -> None:
    view = seen(hall, hall.begin(hall.announce(), 2, 3, 4, 5))
    none, one = (
        "\n".join(desk_cards.desk(replace(view, in_play=count), Translator(locale)).paragraphs).splitlines()[1]
        for count in (0, 1)
    )
    assert one.startswith(none)
    assert "0" not in none


def test_calling_again_takes_the_event_as_far_as_it_goes(hall: Hall) -> None:
    arbiter = hall.arbiter(9)
    tournament = hall.begin(hall.announce(), 2, 3)
    hall.do(lambda tx: people_store.go_on_duty(tx, GUILD, arbiter.person_id, tx.now))
    view = hall.act(hall.actor(1), desk_verbs.call_again, tournament.tournament_id)
    assert [row.obstacle for row in view.rows] == [Obstacle.NOT_DELIVERED]
    assert hall.ask(playing_store.assignment_times, tournament.tournament_id)


def test_messages_that_were_refused_come_first(hall: Hall) -> None:
    tournament = hall.begin(hall.announce(), 2, 3)
    promised: list[OutboxId] = [promise.outbox_id for promise in hall.ask(outbox.waiting, 100)]
    hall.do(lambda tx: outbox.park(tx, promised[0], "Missing Access"))
    hall.do(lambda tx: outbox.park(tx, promised[1], "moot"))
    first = seen(hall, tournament).rows[0]
    assert (first.obstacle, first.n) == (Obstacle.PARKED, 1)


def test_a_second_claim_has_a_row(hall: Hall) -> None:
    hall.arbiter(9)
    tournament = hall.announce()
    hall.enter(tournament, 2)
    hall.act(hall.actor(3), entering_verbs.register, tournament.tournament_id, "account2")
    (row,) = seen(hall, tournament).rows
    assert (row.obstacle, [person.name for person in row.people]) == (Obstacle.CLAIM, ["P3", "P2"])


def test_an_event_that_ended_has_nothing_left_to_do(hall: Hall) -> None:
    tournament = hall.play_out(hall.begin(hall.announce(), 2, 3))
    view = seen(hall, tournament)
    assert (view.rows, view.in_play, view.to_play) == ((), 0, 0)


@pytest.mark.rule("AIJE-A01-1")
def test_an_office_that_nobody_holds_any_more_is_on_the_desk_with_how_much_it_blocks(hall: Hall) -> None:
    hall.arbiter(7)
    tournament = hall.announce()
    for office, number in ((Office.PRESIDENT, 8), (Office.LEADER, 9)):
        hall.do(give_office, office, hall.person(number).person_id)
    assert waiting(hall, tournament) == []
    gone = hall.person(9).person_id
    hall.do(lambda tx: server_store.leave(tx, GUILD, Office.LEADER, gone, hall.now))
    (row,) = seen(hall, tournament).rows
    assert (row.obstacle, row.n) == (Obstacle.VACANT_LEADER, len(blocked_by(Office.LEADER)))


@pytest.mark.parametrize("locale", LOCALES)
def test_a_desk_with_more_rows_than_it_shows_fits_into_one_message(hall: Hall, locale: str) -> None:
    tournament = hall.begin(hall.announce(), *range(2, 66))
    view = hall.ask_as(hall.actor(1), desk_verbs.desk_view, tournament.tournament_id)
    row = DeskRow(Obstacle.DISPUTE, tournament.tournament_id, (hall.person(2), hall.person(3)), hall.now)
    full = replace(view, rows=(row,) * 40, may_create=True)
    acts = ["tournament edit", "tournament cancel"] * 25
    card = desk_cards.with_acts(
        desk_cards.desk(full, Translator(locale)), tournament.tournament_id, acts, Translator(locale)
    )
    assert len(card.lines) == desk_cards.ROWS_ON_A_DESK
    assert layout_cards.view(card).total_children_count <= 40


def during_check_in(hall: Hall, *missing: int) -> Tournament:
    hall.arbiter(9)
    hall.act(hall.actor(9), playing_arbiters_verbs.go_on)
    tournament = hall.announce()
    hall.enter(tournament, *missing)
    hall.now = tournament.start_at - timedelta(minutes=20)
    hall.do(entering_check_in_verbs.open_check_in, hall.load(tournament))
    return tournament


@pytest.mark.parametrize("locale", LOCALES)
def test_players_who_have_not_pressed_yet_are_one_line_with_a_count(hall: Hall, locale: str) -> None:
    view = seen(hall, during_check_in(hall, 2, 3, 4, 5, 6))
    card = desk_cards.desk(view, Translator(locale))
    (line,) = card.lines
    assert "5" in line.text
    assert line.press is not None
    assert line.press.custom_id == f"desk-pending:{view.tournament.tournament_id}"
    assert Translator(locale).say("desk.clear") in card.paragraphs[1]
    assert len(desk_cards.pending(view, Translator(locale)).lines) == 5


def test_what_staff_can_settle_comes_before_players_who_have_not_pressed(hall: Hall) -> None:
    view = seen(hall, during_check_in(hall, *range(2, 9), *range(10, 30)))
    claim = DeskRow(Obstacle.CLAIM, "claim", (hall.person(2), hall.person(3)))
    card = desk_cards.desk(replace(view, rows=(*view.rows, claim)), Translator("en-US"))
    assert [line.press.custom_id.partition(":")[0] for line in card.lines if line.press] == ["claim", "desk-pending"]
    assert card.paragraphs[1].startswith("**1 thing needs you")


def test_a_player_without_discord_is_a_row_for_staff(hall: Hall) -> None:
    (row,) = seen(hall, during_check_in(hall, 2)).rows
    assert not row.needs(None)
    by_name = replace(row, people=(replace(row.people[0], discord_id=None),))
    assert by_name.needs(None)


@pytest.mark.parametrize("obstacle", [Obstacle.DISPUTE, Obstacle.UNDECIDED, Obstacle.SUSPENDED])
def test_staff_who_play_in_a_match_are_not_told_that_it_needs_them(hall: Hall, obstacle: Obstacle) -> None:
    row = DeskRow(obstacle, "match", (hall.person(2), hall.person(3)))
    assert not row.needs(hall.person(2).person_id)
    assert row.needs(hall.person(4).person_id)


@pytest.mark.parametrize(
    ("kind", "obstacle"),
    [
        (MatterKind.CALLED, Obstacle.CALLED),
        (MatterKind.NOT_REPORTED, Obstacle.NOT_REPORTED),
        (MatterKind.STUCK, Obstacle.STUCK),
    ],
)
def test_what_who_runs_the_event_was_called_to_stays_on_the_desk_until_it_is_settled(
    hall: Hall, kind: MatterKind, obstacle: Obstacle
) -> None:
    tournament = hall.begin(hall.announce(), 2, 3)
    (contest,) = hall.open_contests(tournament)
    subject = f"tournament:{tournament.tournament_id}" if kind is MatterKind.STUCK else f"contest:{contest.contest_id}"
    hall.do(tournaments_summons_verbs.call, GUILD, Matter(kind, subject, tournament.tournament_id))
    assert obstacle in waiting(hall, tournament)
    hall.do(tournaments_summons_verbs.settle, subject, kind)
    assert obstacle not in waiting(hall, tournament)
