"""What somebody has begun waits for a time, and tells no longer of who asked to be forgotten."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest

from bot import wiring
from bot.features.course import ending_verbs as course_ending_verbs
from bot.features.entering import list_verbs as entering_list_verbs
from bot.features.entering import store as entering_store
from bot.features.erasure import verbs as erasure_verbs
from bot.features.sign_ups import verbs as sign_ups_verbs
from bot.features.tournaments import cards as tournaments_cards
from bot.features.tournaments import draft_verbs as tournaments_draft_verbs
from bot.features.tournaments.model import Draft
from bot.i18n.catalogue import LOCALES, Translator
from bot.i18n.moments import AmbiguousLocalTime, DateOrder, parse_local
from bot.kernel import time_store as kernel_time_store
from bot.kernel.context import Query
from bot.kernel.errors import Outdated
from bot.kernel.ids import GuildId, PersonId
from bot.kernel.outages import Step
from bot.people import store as people_store
from bot.people.lists_model import LineMeans
from bot.rulebooks.library import preset
from tests import sql_reading
from tests.features.sign_ups.test_sign_ups import look, send
from tests.features.tournaments.test_poster_forms import TOLD, confirm, drafted, fill_in, kept, shown
from tests.hall import moving_in
from tests.hall.hall import PLAYERLESS, Hall

MONTH, DAY = timedelta(days=30), timedelta(days=1)


def list_of_sign_ups(hall: Hall) -> None:
    hall.person(2)
    draft = send(hall, hall.announce(preset("cup")), "P2\nAna")
    hall.act(hall.actor(1), sign_ups_verbs.say_who, draft, LineMeans(1, None))


def order_by_hand(hall: Hall) -> None:
    cup = hall.announce(preset("cup"))
    hall.enter(cup, 2, 3)
    hall.act(hall.actor(1), entering_list_verbs.keep_typed, cup.tournament_id, "P2\nP3")


def event_with_poster(hall: Hall) -> None:
    fill_in(hall, drafted(hall))


def poster_form(hall: Hall) -> None:
    draft = drafted(hall)
    hall.act(hall.actor(PLAYERLESS), tournaments_draft_verbs.keep_poster, draft.draft_id, TOLD, drops_picture=True)


@pytest.mark.parametrize(
    ("begin", "tables"),
    [
        (list_of_sign_ups, ("sign_up_drafts", "sign_up_answers")),
        (lambda hall: moving_in.send(hall, "name\nAna"), ("opening_drafts",)),
        (order_by_hand, ("seed_forms",)),
        (event_with_poster, ("drafts", "event_posters")),
        (poster_form, ("drafts", "poster_forms", "event_posters")),
    ],
)
def test_what_nobody_has_touched_for_a_month_is_let_go(
    hall: Hall, begin: Callable[[Hall], object], tables: tuple[str, ...]
) -> None:
    begin(hall)
    assert [kept(hall, one) for one in tables] == [1] * len(tables)
    hall.now += MONTH - timedelta(hours=1)
    hall.do(erasure_verbs.forget_what_is_over)
    assert [kept(hall, one) for one in tables] == [1] * len(tables)
    hall.now += timedelta(hours=2)
    hall.do(erasure_verbs.forget_what_is_over)
    assert [kept(hall, one) for one in tables] == [0] * len(tables)


def test_what_an_event_tells_does_not_age(hall: Hall) -> None:
    event = confirm(hall, fill_in(hall, drafted(hall)))
    hall.now += 2 * MONTH
    hall.do(erasure_verbs.forget_what_is_over)
    assert shown(hall, event) == TOLD


def test_every_table_of_drafts_and_forms_has_its_age(hall: Hall) -> None:
    """A table that is added later is let go too, or says here why not."""

    def tables(tx: Query) -> list[str]:
        rows = tx.fetch_all("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
        return [row["name"] for row in rows if row["name"].endswith(("drafts", "forms", "sheets"))]

    schema = sql_reading.connection().execute("SELECT tbl_name FROM sqlite_master WHERE name LIKE '%_by_age'")
    aged = {name for (name,) in schema}
    otherwise = {"poster_forms", "game_sheets"}  # The first goes with its poster, the second is a choice that stays.
    assert set(hall.ask(tables)) - aged == otherwise


def test_a_look_is_taken_every_day(hall: Hall) -> None:
    hall.do(erasure_verbs.forget_what_is_over)
    for _ in range(3):
        (due,) = (
            one for one in hall.ask(kernel_time_store.due_deadlines, hall.now + DAY, 9) if one.kind == Step.FORGET
        )
        hall.now += DAY
        assert due.due_at == hall.now
        hall.do(wiring.take, due)


def test_who_is_erased_leaves_the_lists_that_others_have_waiting(hall: Hall) -> None:
    hall.person(2)
    draft = send(hall, hall.announce(preset("cup")), "P2\nAna\nP 2")
    hall.act(hall.actor(2), erasure_verbs.erase)
    assert [one.line.name for one in look(hall, draft).entering] == ["Ana"]
    assert kept(hall, "sign_up_answers") == 0


def test_who_is_erased_is_named_in_no_heading_of_a_list_that_waits(hall: Hall) -> None:
    """Two headings could be meant, so that the whole line is told."""
    hall.person(2)
    draft = send(hall, hall.announce(preset("cup")), "Nick,P2\nAna")
    assert look(hall, draft).heading == "Nick, P2"
    hall.act(hall.actor(2), erasure_verbs.erase)
    assert look(hall, draft).heading == ""
    assert "P2" not in hall.ask(lambda tx: tx.fetch_all("SELECT content FROM sign_up_drafts"))[0]["content"]


def test_somebody_else_of_the_same_name_stays_on_the_list(hall: Hall) -> None:
    hall.person(2)
    draft = send(hall, hall.announce(preset("cup")), "P2\nAna")
    hall.act(hall.actor(1), sign_ups_verbs.say_who, draft, LineMeans(1, None))
    hall.act(hall.actor(2), erasure_verbs.erase)
    assert [one.line.name for one in look(hall, draft).entering] == ["P2", "Ana"]


def test_an_opening_list_that_waits_tells_no_more_of_who_is_erased(hall: Hall) -> None:
    member = hall.person(2)
    moving_in.known_as(hall, member, moving_in.DISCORD)
    moving_in.send(hall, f"name;discord\nAnother;{moving_in.DISCORD}\nAna;\nP2;{moving_in.DISCORD + 1}\n")
    hall.do(lambda tx: erasure_verbs.lay_to_rest(tx, member.person_id))
    (row,) = hall.ask(lambda tx: tx.fetch_all("SELECT content FROM opening_drafts"))
    assert "Another" not in row["content"]
    assert str(moving_in.DISCORD + 1) in row["content"]
    assert "Ana" in row["content"]


def test_an_order_that_was_typed_tells_no_more_of_who_is_erased(hall: Hall) -> None:
    cup = hall.announce(preset("cup"))
    hall.enter(cup, 2, 3)
    hall.act(hall.actor(1), entering_list_verbs.keep_typed, cup.tournament_id, "1. P2\n2. P3\n3. P22")
    hall.act(hall.actor(2), erasure_verbs.erase)
    assert hall.ask(entering_store.typed_by, cup.tournament_id, hall.person(1).person_id) == "2. P3\n3. P22"


def test_what_an_erased_organiser_told_goes_by_itself_within_a_day_of_the_events_end(hall: Hall) -> None:
    event = confirm(hall, fill_in(hall, drafted(hall)))
    hall.act(hall.actor(PLAYERLESS), erasure_verbs.erase)
    for told in (TOLD, TOLD, None):
        if told is None:
            hall.act(hall.actor(PLAYERLESS), course_ending_verbs.cancel, event.tournament_id, "no hall")
        hall.now += DAY
        for due in hall.ask(kernel_time_store.due_deadlines, hall.now, 20):
            if due.kind == Step.FORGET:
                hall.do(wiring.take, due)
        assert shown(hall, event) == told
    assert kept(hall) == 0
    left = [one for one in hall.ask(kernel_time_store.due_deadlines, hall.now + DAY, 20) if one.kind == Step.FORGET]
    assert [one.subject for one in left] == ["kept:members"]


def test_a_draft_that_was_let_go_is_told_to_be_out_of_date(hall: Hall) -> None:
    draft = drafted(hall)
    hall.now += 2 * MONTH
    hall.do(erasure_verbs.forget_what_is_over)
    assert hall.ask(lambda tx: tx.fetch_all("SELECT 1 FROM drafts")) == []
    with pytest.raises(Outdated):
        hall.act(hall.actor(PLAYERLESS), tournaments_draft_verbs.confirm, draft.draft_id)
    assert hall.ask(people_store.load, hall.person(PLAYERLESS).person_id) is not None


@pytest.mark.parametrize("locale", LOCALES)
def test_an_hour_that_comes_twice_is_told_apart_by_its_distance_from_utc(locale: str) -> None:
    with pytest.raises(AmbiguousLocalTime) as twice:
        parse_local("25/10/2026 02:30", "Europe/Rome", DateOrder.DAY_FIRST, now=datetime(2026, 10, 1, tzinfo=UTC))
    both = (twice.value.first, twice.value.second)
    drafts = [Draft("d", GuildId(1), PersonId("p"), one, start_at=one) for one in both]
    offsets = (twice.value.first_offset, twice.value.second_offset)
    card = tournaments_cards.which_moment(drafts, offsets, Translator(locale))
    labels = [press.label for row in card.controls if isinstance(row, tuple) for press in row]
    assert [label.partition("UTC")[2] for label in labels] == ["+02:00", "+01:00"]
