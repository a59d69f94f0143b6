"""The page of a server: what runs, what comes and what is over, page by page, as far as it is shown."""

from __future__ import annotations

from datetime import timedelta

import pytest

from bot.features.course import ending_verbs as course_ending_verbs
from bot.features.pages.model import ShownAs
from bot.features.pages.public_model import LARGEST_ARCHIVE, EventState, PublicServer
from bot.features.pages.server_messages import public_ranking, public_series, public_server
from bot.i18n.catalogue import LOCALES, Translator
from bot.rulebooks.library import preset
from tests.features.pages.kept import announce, choose, decide, many, play, switch_on
from tests.features.pages.shown import ENGLISH, KEY, page
from tests.hall.hall import Hall
from tests.hall.watching import statements


def server(hall: Hall, page: int = 1) -> PublicServer:
    """The page of the hall's server."""
    found = hall.ask(public_server, KEY, page, ENGLISH)
    assert found is not None
    return found


def test_what_runs_what_comes_and_what_is_over_stand_apart(hall: Hall) -> None:
    switch_on(hall)
    over = play(hall, 2, 3, name="Yesterday")
    running = hall.begin(announce(hall, "Now"), 2, 3, 4)
    coming = announce(hall, "Tomorrow")
    hall.enter(coming, 2, 3)
    found = server(hall)
    assert [one.key for one in found.running] == [running.tournament_id]
    assert [one.key for one in found.over] == [over.tournament_id]
    (line,) = found.coming
    assert (line.name, line.state, line.entrants, line.winner) == ("Tomorrow", EventState.ANNOUNCED, 2, "")
    assert (found.name, found.page, found.pages) == ("The Hall", 1, 1)


def test_who_has_won_is_told_by_the_name_that_the_events_page_shows(hall: Hall) -> None:
    switch_on(hall)
    play(hall, 2, 3)
    assert [one.winner for one in server(hall).over] == ["P2"]
    choose(hall, 2, ShownAs.INITIALS)
    assert [one.winner for one in server(hall).over] == ["P."]


def test_a_winner_has_the_same_number_behind_the_initials_in_the_list_and_in_the_event(hall: Hall) -> None:
    switch_on(hall)
    event = play(hall, 2, 3)
    hall.do(lambda tx: tx.execute("UPDATE entrants SET number = 9 WHERE number = 1"))
    for number in (2, 3):
        choose(hall, number, ShownAs.INITIALS)
    assert [one.winner for one in server(hall).over] == [one.name for one in page(hall, event).podium if one.rank == 1]
    assert [one.winner for one in server(hall).over] == ["P. 2"]


def test_an_event_that_is_not_on_the_web_is_in_no_list(hall: Hall) -> None:
    switch_on(hall)
    hidden = play(hall, 2, 3)
    decide(hall, hidden, is_shown=False)
    hall.announce(preset("cup"), "Not announced")
    found = server(hall)
    assert (found.running, found.coming, found.over) == ((), (), ())
    decide(hall, hidden, is_shown=True)
    assert len(server(hall).over) == 1


def test_past_events_come_a_week_after_the_switch(hall: Hall) -> None:
    play(hall, 2, 3)
    switch_on(hall)
    assert server(hall).over == ()
    hall.now += timedelta(days=7)
    assert len(server(hall).over) == 1


def test_an_event_that_was_called_off_is_in_the_archive(hall: Hall) -> None:
    switch_on(hall)
    event = announce(hall)
    hall.act(hall.actor(1), course_ending_verbs.cancel, event.tournament_id, "No hall")
    assert [one.state for one in server(hall).over] == [EventState.CALLED_OFF]


def test_the_archive_has_pages_the_latest_first(hall: Hall) -> None:
    switch_on(hall)
    made = many(hall, LARGEST_ARCHIVE + 2, off_at=hall.now)
    first, last = server(hall, 1), server(hall, 2)
    assert (first.pages, len(first.over), len(last.over)) == (2, LARGEST_ARCHIVE, 2)
    assert first.over[0].key == made[-1].tournament_id
    assert last.over[-1].key == made[0].tournament_id
    assert [hall.ask(public_server, KEY, page, ENGLISH) for page in (0, 3)] == [None, None]


def test_a_server_whose_pages_are_off_has_none_at_all(hall: Hall) -> None:
    assert hall.ask(public_server, KEY, 1, ENGLISH) is None
    switch_on(hall)
    play(hall, 2, 3)
    switch_on(hall, is_on=False)
    assert hall.ask(public_server, KEY, 1, ENGLISH) is None
    assert hall.ask(public_ranking, KEY, "", 1, ENGLISH) is None
    assert hall.ask(public_series, KEY, "any", ENGLISH) is None


def test_a_list_of_thirty_events_takes_no_more_statements_than_one_of_three(hall: Hall) -> None:
    switch_on(hall)
    many(hall, 3, "Few")
    counted = []
    for more in (0, 30):
        if more:
            many(hall, more, "More")
        with statements(hall) as ran:
            server(hall)
        counted.append(len(ran))
    assert counted[0] == counted[1] < 15


def test_an_event_that_is_over_takes_nine_statements_for_who_has_won_it(hall: Hall) -> None:
    switch_on(hall)
    counted = []
    for _ in range(3):
        play(hall, 2, 3)
        with statements(hall) as ran:
            server(hall)
        counted.append(len(ran))
    assert counted[2] - counted[1] == counted[1] - counted[0] <= 9


@pytest.mark.parametrize("language", LOCALES)
def test_the_page_speaks_each_language(hall: Hall, language: str) -> None:
    switch_on(hall)
    announce(hall)
    found = hall.ask(public_server, KEY, 1, Translator(language))
    assert found is not None
    assert all(one.kind for one in found.coming)
