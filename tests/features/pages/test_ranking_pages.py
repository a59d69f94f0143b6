"""Rating lists by date, and series, on the pages: who is named there, and what of whom."""

from __future__ import annotations

from datetime import datetime

import pytest

from bot.features.erasure import verbs as erasure_verbs
from bot.features.pages.model import PAST_EVENTS_AFTER, ShownAs
from bot.features.pages.public_model import LARGEST_LIST, WHOLE, PublicRanking, PublicSeries, PublicSeriesLine
from bot.features.pages.server_messages import public_ranking, public_series, public_server
from bot.features.series import finals_verbs as series_finals_verbs
from bot.features.series import verbs as series_verbs
from bot.i18n.catalogue import LOCALES, Translator
from bot.kernel.context import to_ms
from bot.kernel.ids import PersonId
from bot.people import ratings_store as people_ratings_store
from bot.people import store as people_store
from bot.people.model import Person
from bot.people.ratings_store import Rated, RatingList
from bot.play.entries import Tournament
from bot.rulebooks.library import preset
from tests.features.pages.kept import DAY, announce, choose, decide, page_of, play, switch_on
from tests.features.pages.shown import ENGLISH, KEY
from tests.features.series.test_circuits import RULES
from tests.hall import squads
from tests.hall.hall import GUILD, Hall
from tests.hall.watching import statements


def ranking(hall: Hall, key: str = "", page: int = 1) -> PublicRanking:
    """A page of a list, of the one in force where none is named."""
    found = hall.ask(public_ranking, KEY, key, page, ENGLISH)
    assert found is not None
    return found


def publish(hall: Hall, **rated: float) -> datetime:
    """A list of members is published, and a day passes."""
    at = hall.now
    squads.publish(hall, **rated)
    hall.now += DAY
    return at


# --- rating lists ---------------------------------------------------------------------------------------------------


def test_who_chose_nothing_stands_on_the_list_by_initials_and_without_a_page(hall: Hall) -> None:
    switch_on(hall)
    publish(hall, P2=2100, P3=2000, P4=2000, P5=1900)
    choose(hall, 2, page=True)
    choose(hall, 3, ShownAs.INITIALS, page=True)
    choose(hall, 4, ShownAs.NOTHING, page=True)
    told = [(one.place, one.name, one.page, one.rating) for one in ranking(hall).lines]
    assert told[0] == (1, "P2", page_of(2), "2100")
    assert {one[:3] for one in told[1:3]} == {(2, "P.", ""), (2, "A player", "")}
    assert told[3] == (4, "P. 2", "", "1900")


def test_the_lists_of_before_are_read_by_their_dates(hall: Hall) -> None:
    switch_on(hall)
    choose(hall, 2)
    dates = [publish(hall, P2=2100 + step, P3=2000) for step in (0, -20, 35)]
    now = ranking(hall)
    assert [at for _, at in now.others] == dates[::-1]
    assert [(one.name, one.moved) for one in now.lines] == [("P2", "+55"), ("P.", "")]
    first = ranking(hall, now.others[-1][0])
    assert (first.published_at, first.lines[0].rating, first.lines[0].moved) == (dates[0], "2100", "")


def test_a_list_of_several_pages_is_read_as_a_whole_too(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    switch_on(hall)
    publish(hall, P2=2100, P3=2000, P4=1900)
    assert hall.ask(public_ranking, KEY, "", WHOLE, ENGLISH) is None
    monkeypatch.setattr("bot.features.pages.server_verbs.LARGEST_LIST", 2)
    whole = ranking(hall, page=WHOLE)
    assert (whole.page, whole.pages, len(whole.lines)) == (WHOLE, 2, 3)
    assert whole.lines == (*ranking(hall).lines, *ranking(hall, page=2).lines)


def test_who_is_not_named_cannot_be_followed_from_list_to_list_by_figures(hall: Hall) -> None:
    switch_on(hall)
    choose(hall, 2)
    for step in (0, -20):
        publish(hall, P2=2100 + step, P3=2000)
    now = ranking(hall)
    assert [(one.name, one.rating, one.games) for one in now.lines] == [("P2", "2080", 10), ("P.", "2000", 10)]
    before = ranking(hall, now.others[-1][0])
    assert [(one.name, one.rating, one.games) for one in before.lines] == [("P2", "2100", 10), ("P.", "", None)]
    assert (now.note, "Older lists" in before.note) == ("", True)


def test_the_event_before_a_list_is_named_as_long_as_it_is_on_the_web(hall: Hall) -> None:
    switch_on(hall)
    event = play(hall, 2, 3, 4, 5, name="Open", rulebook=preset("aije-open"))
    assert ranking(hall).because_of == "Open"
    decide(hall, event, is_shown=False)
    assert ranking(hall).because_of == ""


def test_a_list_of_another_server_one_that_was_taken_back_and_one_without_such_a_page_are_not_there(hall: Hall) -> None:
    switch_on(hall)
    assert hall.ask(public_ranking, KEY, "", 1, ENGLISH) is None
    publish(hall, P2=2100)
    key = ranking(hall).key
    for wanted, page in (("other", 1), (key, 0), (key, 2)):
        assert hall.ask(public_ranking, KEY, wanted, page, ENGLISH) is None
    hall.do(people_ratings_store.withdraw, key, hall.now)
    assert hall.ask(public_ranking, KEY, key, 1, ENGLISH) is None
    found = hall.ask(public_server, KEY, 1, ENGLISH)
    assert found is not None
    assert not found.has_ranking


def test_a_long_list_has_pages_and_few_statements(hall: Hall) -> None:
    switch_on(hall)
    people = [
        Person(PersonId(f"someone{number:04}"), GUILD, None, f"Ana L{number}", "en-US", hall.now)
        for number in range(LARGEST_LIST + 3)
    ]
    lines = {one.person_id: Rated(one.person_id, 2000 - at, 9) for at, one in enumerate(people)}
    for one in people:
        hall.do(people_store.save, one)
    hall.do(lambda tx: people_ratings_store.publish(tx, RatingList(tx.new_id(), GUILD, None, hall.now, lines)))
    with statements(hall) as ran:
        last = ranking(hall, page=2)
    assert len(ran) < 12
    assert (last.pages, [one.place for one in last.lines]) == (2, [101, 102, 103])
    assert [one.name for one in last.lines] == ["A. L. 101", "A. L. 102", "A. L. 103"]


def test_who_was_erased_is_nobody_on_the_lists_of_before(hall: Hall) -> None:
    switch_on(hall)
    choose(hall, 2, page=True)
    publish(hall, P2=2100, P3=2000)
    old = ranking(hall).key
    hall.act(hall.actor(2), erasure_verbs.erase)
    assert [(one.name, one.page, one.moved) for one in ranking(hall, old).lines] == [
        ("A player", "", ""),
        ("P.", "", ""),
    ]
    assert [one.name for one in ranking(hall).lines] == ["P."]


# --- series ---------------------------------------------------------------------------------------------------------


class Season:
    """A series whose events are on the web, unless it is said otherwise."""

    def __init__(self, hall: Hall) -> None:
        switch_on(hall)
        self.hall = hall
        self.key = hall.act(hall.actor(1), series_verbs.create, RULES).circuit.circuit_id

    def play(self, *numbers: int, name: str = "Cup") -> Tournament:
        """An event that counts."""
        event = play(self.hall, *numbers, name=name)
        self.hall.act(self.hall.actor(1), series_verbs.add_event, self.key, event.tournament_id)
        return event

    def seen(self, language: str = "en-US") -> PublicSeries | None:
        """The series as its page shows it."""
        return self.hall.ask(public_series, KEY, self.key, Translator(language))

    def page(self) -> PublicSeries:
        """As `seen`, of one that has a page."""
        found = self.seen()
        assert found is not None
        return found


def on_server(hall: Hall) -> tuple[PublicSeriesLine, ...]:
    """The series on the page of the server."""
    found = hall.ask(public_server, KEY, 1, ENGLISH)
    assert found is not None
    return found.series


def test_a_series_has_its_table_its_rules_and_its_events(hall: Hall) -> None:
    season = Season(hall)
    choose(hall, 2, page=True)
    event = season.play(2, 3, 4)
    found = season.page()
    assert [one.key for one in found.events] == [event.tournament_id]
    assert [one.title for one in found.table.headings] == ["Cup", ""]
    assert {row.cells[-1] for row in found.table.rows} == {"10", "6", "4"}
    assert [row.goes_on for row in found.table.rows] == [True, True, False]
    assert {(row.name, row.page) for row in found.table.rows} == {("P2", page_of(2)), ("P.", ""), ("P. 2", "")}
    assert all("{" not in line and "<" not in line for line in found.rules)
    (line,) = on_server(hall)
    assert (line.key, line.played, line.is_closed) == (season.key, 1, False)


def test_an_event_that_is_on_no_page_counts_in_no_table(hall: Hall) -> None:
    season = Season(hall)
    season.play(2, 3)
    hidden = season.play(2, 4)
    assert len(season.page().table.rows) == 3
    decide(hall, hidden, is_shown=False)
    found = season.page()
    assert len(found.table.rows) == 2
    assert {row.cells[-1] for row in found.table.rows} == {"10", "6"}
    assert found.table.note.startswith("Only the events on this site count here.")


def test_a_series_joins_no_two_events_of_who_is_not_named_in_both(hall: Hall) -> None:
    season = Season(hall)
    season.play(2, 3, 4)
    season.play(2, 3, 4)
    choose(hall, 2, ShownAs.INITIALS)
    choose(hall, 3, ShownAs.NOTHING)
    found = season.page()
    assert {row.name: row.cells for row in found.table.rows} == {
        "P.": ("–", "–", "–"), "A player": ("–", "–", "–"), "P. 2": ("4", "4", "8"),
    }  # fmt: skip
    assert "Points are shown only for players" in found.table.note


def test_the_sum_in_a_series_does_not_tell_the_event_in_which_somebody_is_not_named(hall: Hall) -> None:
    season = Season(hall)
    season.play(2, 3)
    hall.now += DAY
    hall.do(lambda tx: tx.execute("UPDATE page_servers SET on_since = ?", (to_ms(hall.now),)))
    season.play(2, 3)
    hall.now += PAST_EVENTS_AFTER
    choose(hall, 3)
    assert {row.name: row.cells for row in season.page().table.rows} == {"P.": ("–",) * 3, "P3": ("6", "6", "12")}


def test_a_series_of_which_no_event_is_on_the_web_has_no_page(hall: Hall) -> None:
    season = Season(hall)
    assert season.seen() is None
    event = season.play(2, 3)
    assert season.seen() is not None
    decide(hall, event, is_shown=False)
    assert season.seen() is None
    assert on_server(hall) == ()


def test_the_final_stands_apart_once_it_is_on_the_web(hall: Hall) -> None:
    season = Season(hall)
    season.play(2, 3)
    final = announce(hall, "Final", preset("cup"))
    hall.act(hall.actor(1), series_finals_verbs.name_final, season.key, final.tournament_id, None)
    assert season.page().final is not None
    decide(hall, final, is_shown=False)
    assert season.page().final is None


@pytest.mark.parametrize("language", LOCALES)
def test_a_series_speaks_each_language(hall: Hall, language: str) -> None:
    season = Season(hall)
    decide(hall, season.play(2, 3), is_shown=False)
    season.play(3, 4)
    found = season.seen(language)
    assert found is not None
    assert found.table.note
    assert len(found.rules) == 2
