"""Who is in two events whose hours can meet is told so, and so is who runs them."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from bot.features.course import ending_verbs as course_ending_verbs
from bot.features.desk import verbs as desk_verbs
from bot.features.entering import cards as entering_cards
from bot.features.entering import verbs as entering_verbs
from bot.features.entering.model import Registered
from bot.features.tournaments import words_cards as tournaments_words_cards
from bot.features.tournaments.model import Draft
from bot.features.tournaments.tasks_model import Around, DeskRow, Obstacle
from bot.i18n.catalogue import LOCALES, Translator
from bot.people import account_store as people_account_store
from bot.people.model import SamePerson
from bot.play.entries import Tournament
from bot.rulebooks.library import canonical, preset
from tests.hall.hall import GUILD, Hall

CUP = preset("cup")
BESIDE = {Obstacle.EVENT_BESIDE, Obstacle.IN_BOTH}


def enter(hall: Hall, event: Tournament, number: int) -> Registered:
    entry = hall.act(hall.actor(number), entering_verbs.register, event.tournament_id)
    assert isinstance(entry, Registered)
    return entry


def told(hall: Hall, event: Tournament, number: int) -> list[str]:
    return [one.name for one in enter(hall, event, number).also_in]


def rows(hall: Hall, event: Tournament) -> list[DeskRow]:
    found = hall.ask_as(hall.actor(1), desk_verbs.desk_view, event.tournament_id).rows
    return [one for one in found if one.obstacle in BESIDE]


def text(entry: Registered, locale: str = "en-US") -> str:
    return "\n".join(entering_cards.registration(entry, Translator(locale)).paragraphs)


# --- registering ----------------------------------------------------------------------------------------------------


def test_who_registers_for_a_second_event_at_the_same_hours_reads_which_and_when(hall: Hall) -> None:
    first = hall.announce(CUP, "Blitz")
    assert told(hall, first, 2) == []
    hall.now += timedelta(minutes=30)
    second = hall.announce(CUP, "Rapid")
    entry = enter(hall, second, 2)
    assert [one.name for one in entry.also_in] == ["Blitz"]
    assert f"<t:{int(first.start_at.timestamp())}" in text(entry)
    assert "the later match waits" in text(entry)
    assert told(hall, first, 2) == ["Rapid"], "and so in the other one, asked again"


def test_where_one_of_them_does_not_wait_nothing_of_that_is_promised(hall: Hall) -> None:
    hall.enter(hall.announce(preset("aije-open"), "Open"), 2)
    assert "the later match waits" not in text(enter(hall, hall.announce(CUP, "Rapid"), 2))


def test_an_event_of_another_day_is_not_spoken_of(hall: Hall) -> None:
    hall.enter(hall.announce(CUP, "Blitz"), 2)
    hall.now += timedelta(days=1)
    assert told(hall, hall.announce(CUP, "Rapid"), 2) == []


def test_an_event_whose_players_agree_on_times_meets_nothing(hall: Hall) -> None:
    hall.enter(hall.announce(preset("weekly-league"), "League"), 2)
    assert told(hall, hall.announce(CUP, "Rapid"), 2) == []


def test_who_left_the_other_event_is_not_in_it(hall: Hall) -> None:
    other = hall.announce(CUP, "Blitz")
    hall.enter(other, 2)
    hall.act(hall.actor(2), entering_verbs.withdraw, other.tournament_id)
    assert told(hall, hall.announce(CUP, "Rapid"), 2) == []


def test_an_event_that_was_called_off_is_none(hall: Hall) -> None:
    other = hall.announce(CUP, "Blitz")
    hall.enter(other, 2)
    hall.act(hall.actor(1), course_ending_verbs.cancel, other.tournament_id, "storm")
    assert told(hall, hall.announce(CUP, "Rapid"), 2) == []


def test_a_second_account_is_the_same_person(hall: Hall) -> None:
    hall.enter(hall.announce(CUP, "Blitz"), 2)
    mine, other = hall.person(2).person_id, hall.person(3).person_id
    link = SamePerson("link", GUILD, mine, other, "told", hall.now, hall.person(1).person_id)
    hall.do(people_account_store.add_same_person, link)
    assert told(hall, hall.announce(CUP, "Rapid"), 3) == ["Blitz"]


# --- organisers -----------------------------------------------------------------------------------------------------


def test_the_preview_names_what_else_is_on_then(hall: Hall) -> None:
    other = hall.announce(CUP, "Blitz")
    hall.enter(other, 2, 3)
    draft = Draft(
        draft_id="draft",
        guild_id=GUILD,
        person_id=hall.person(1).person_id,
        drafted_at=hall.now,
        name="Rapid",
        rulebook=canonical(CUP),
        start_at=other.start_at + timedelta(minutes=20),
    )
    found = hall.ask_as(hall.actor(1), desk_verbs.foresee, draft, Around()).obstacles
    (row,) = [one for one in found if one.obstacle in BESIDE]
    assert (row.obstacle, row.called, row.n, row.starts_at) == (Obstacle.EVENT_BESIDE, "Blitz", 2, other.start_at)
    later = replace(draft, start_at=other.start_at + timedelta(days=1))
    found = hall.ask_as(hall.actor(1), desk_verbs.foresee, later, Around()).obstacles
    assert [one for one in found if one.obstacle in BESIDE] == []


def test_the_desk_names_who_is_in_both_and_nobody_else(hall: Hall) -> None:
    first, second = hall.announce(CUP, "Blitz"), hall.announce(CUP, "Rapid")
    hall.enter(first, 2, 3)
    hall.enter(second, 4)
    assert rows(hall, first) == []
    hall.enter(second, 2)
    (row,) = rows(hall, first)
    assert (row.called, row.n, [one.discord_id for one in row.people]) == ("Rapid", 1, [2])
    assert not row.needs(None), "nothing is asked of staff"


def test_the_desk_says_it_while_both_are_played(hall: Hall) -> None:
    first, second = hall.announce(CUP, "Blitz"), hall.announce(CUP, "Rapid")
    for event in (first, second):
        hall.enter(event, 2, 3, 4, 5)
    begun = hall.begin(first, 2, 3, 4, 5)
    (row,) = rows(hall, begun)
    assert (row.called, row.n) == ("Rapid", 4)


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("kind", sorted(BESIDE))
def test_each_row_says_the_name_and_the_start(hall: Hall, kind: Obstacle, locale: str) -> None:
    row = DeskRow(kind, "x", (hall.person(2),), n=1, called="Blitz", starts_at=hall.now)
    line = tournaments_words_cards.line(row, Translator(locale))
    assert "Blitz" in line.text
    assert f"<t:{int(hall.now.timestamp())}" in line.text
    assert line.press is None
