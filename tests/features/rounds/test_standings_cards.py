"""The table of an event in words and as a picture, whatever stands on it: it is legible, and fits one message."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from fractions import Fraction

import pytest

from bot.features.course.model import Explained, RoundView, StandingsView, WhyView
from bot.features.rounds import standings_cards as rounds_standings_cards
from bot.features.tournaments.sheet_cards import tie_break_name
from bot.i18n.catalogue import LOCALES, Translator
from bot.kernel.ids import Community, ContestId, EntrantId, GuildId, MemberId, PersonId, Theme, TournamentId
from bot.layout.cards import TEXT_LIMIT, Card, Choice
from bot.layout.event_pictures import draw_table
from bot.layout.picture_model import TablePicture
from bot.people.model import Person
from bot.play.contests import Contest, Sanction, Stage, StandingRow, TieBreakValue
from bot.play.entries import Tournament
from bot.play.formats.protocol import EventFacts, Starter
from bot.play.ranking import TIE_BREAKS
from bot.play.rulebook import Rulebook
from bot.play.tie_breaks import StepReason, TieBreakStep
from bot.rulebooks.library import preset

NOW = datetime(2026, 1, 2, 19, 30, tzinfo=UTC)
GUILD = GuildId(1)
GO = preset("go-swiss")
ENGLISH = Translator("en-US")
MOST_MENTIONS = 100


def row(number: int, *values: Fraction | None, shared: int = 0) -> StandingRow:
    names = ("points", "opponents_scores", "warnings", "play_off")
    chain = tuple(TieBreakValue(name, value) for name, value in zip(names, values, strict=False))
    place = number - shared
    return StandingRow(place, number if shared else place, EntrantId(f"e{number}"), Stage.MAIN, 3, chain, 3, 2, 1, 0)


def table(
    *rows: StandingRow, rulebook: Rulebook = GO, name: str = "Ana", withdrawn: frozenset[int] = frozenset()
) -> StandingsView:
    people = {
        one.entrant_id: Person(PersonId(f"p{n}"), GUILD, MemberId(10**18 + n), name, None, NOW)
        for n, one in enumerate(rows, 1)
    }
    starters = tuple(Starter(one.entrant_id, None, withdrawn=n in withdrawn) for n, one in enumerate(rows, 1))
    event = Tournament(
        tournament_id=TournamentId("t" * 12),
        guild_id=GUILD,
        name="Cup",
        rulebook=rulebook,
        rulebook_hash="0" * 64,
        start_at=NOW,
        created_at=NOW,
        created_by=PersonId("p"),
        commitment="f" * 64,
        drawn_at=NOW,
    )
    return StandingsView(event, Community(GUILD, MemberId(2), "en-US", "UTC"), EventFacts(starters), rows, people)


def text(card: Card) -> str:
    return "\n".join(card.paragraphs)


def picture(view: StandingsView) -> TablePicture:
    drawing = rounds_standings_cards.standings(view, None, 0, ENGLISH).pictures[0]
    found: TablePicture = drawing.draw.args[0]  # type: ignore[attr-defined]
    return found


def test_halves_are_written_as_halves() -> None:
    view = table(row(1, Fraction(5, 2), Fraction(1, 2)), row(2, Fraction(0), Fraction(13, 4)))
    said = text(rounds_standings_cards.standings(view, None, 0, ENGLISH))
    assert "**2½** · 2–1–0 · OPts ½" in said
    assert "**0** · 2–1–0 · OPts 3.25" in said


def test_a_shared_place_is_written_with_both_ends() -> None:
    shared = replace(row(1, Fraction(2)), rank_to=2)
    view = table(shared, replace(row(2, Fraction(2)), rank_from=1))
    assert [one.cells[0] for one in picture(view).rows] == ["1–2", "1–2"]


def test_a_value_that_applies_to_nobody_has_no_column() -> None:
    view = table(
        row(1, Fraction(2), Fraction(1), Fraction(0), None), row(2, Fraction(1), Fraction(1), Fraction(0), None)
    )
    assert [column.label for column in picture(view).columns] == ["#", "Player", "W", "D", "L", "Pts", "OPts", "Warn"]
    assert "PO" not in text(rounds_standings_cards.standings(view, None, 0, ENGLISH))


def test_draws_have_a_column_only_where_there_can_be_any() -> None:
    view = table(row(1, Fraction(2)), rulebook=preset("aije-champions-league"))
    assert [column.label for column in picture(view).columns][:4] == ["#", "Player", "W", "L"]


def test_a_line_is_drawn_below_the_last_who_go_on_and_says_what_it_means() -> None:
    rows = [row(number, Fraction(9 - number)) for number in range(1, 5)]
    view = replace(table(*rows), through=frozenset({EntrantId("e1"), EntrantId("e2")}))
    assert [one.cut for one in picture(view).rows] == [False, True, False, False]
    assert picture(view).footer == "The first 2 go on to the knock-out · Points: W 2 · D 1"
    assert not any(one.cut for one in picture(table(*rows)).rows)
    lines = text(rounds_standings_cards.standings(view, None, 0, ENGLISH)).splitlines()
    assert lines[3].startswith("-# ┄")
    assert lines[6].endswith("┄ The first 2 go on to the knock-out")


def test_who_left_is_marked() -> None:
    view = table(row(1, Fraction(2)), row(2, Fraction(1)), withdrawn=frozenset({2}))
    assert [one.mark for one in picture(view).rows] == ["", "left"]
    assert text(rounds_standings_cards.standings(view, None, 0, ENGLISH)).count("left") == 1


@pytest.mark.rule("GO-23.6")
@pytest.mark.parametrize("locale", LOCALES)
def test_who_comes_a_place_lower_by_a_verdict_is_marked_wherever_the_place_is_read(locale: str) -> None:
    first, second = row(1, Fraction(1)), row(2, Fraction(2))
    sanctions = ((second.entrant_id, Sanction.LOWERED), (first.entrant_id, Sanction.PRIZE_WITHHELD))
    plain_table, translator = table(first, second), Translator(locale)
    view = replace(plain_table, facts=replace(plain_table.facts, sanctions=sanctions))
    mark = f" · {translator.say('standings.lowered')}"
    assert [
        one.endswith(mark)
        for one in text(rounds_standings_cards.standings(view, None, 0, translator)).splitlines()[1:3]
    ] == [
        False,
        True,
    ]
    drawn = rounds_standings_cards.standings(view, None, 0, translator).pictures[0].draw.args[0].rows  # type: ignore[attr-defined]
    assert [one.mark for one in drawn] == ["", translator.say("standings.lowered")]
    reasons = [text(rounds_standings_cards.explanation(WhyView(view, one, ()), translator)) for one in (first, second)]
    assert [mark in one for one in reasons] == [False, True]


@pytest.mark.parametrize("locale", LOCALES)
def test_a_long_name_leaves_room_in_the_picture_for_the_mark_behind_it(locale: str) -> None:
    rows = [row(n, Fraction(25, 2), Fraction(301, 2), Fraction(12), Fraction(1)) for n in (1, 2)]
    view = table(*rows, name="Bartholomew of the Lower Meadows", withdrawn=frozenset({1}))
    view = replace(view, facts=replace(view.facts, sanctions=((EntrantId("e2"), Sanction.LOWERED),)))
    drawing = rounds_standings_cards.standings(view, None, 0, Translator(locale)).pictures[0]
    drawn: TablePicture = drawing.draw.args[0]  # type: ignore[attr-defined]
    for at, one in enumerate(drawn.rows):
        other = replace(one, mark=one.mark[:-1] + "x")
        changed = replace(drawn, rows=(*drawn.rows[:at], other, *drawn.rows[at + 1 :]))
        assert draw_table(changed) != draw_table(drawn), f"the end of {one.mark} is cut off"


def test_the_reader_stands_out() -> None:
    view = table(row(1, Fraction(2)), row(2, Fraction(1)), row(3, Fraction(0)))
    drawing = rounds_standings_cards.standings(view, EntrantId("e3"), 0, ENGLISH).pictures[0]
    assert [one.emphasised for one in drawing.draw.args[0].rows] == [True, False, True]  # type: ignore[attr-defined]


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("page", range(5))
def test_a_hundred_rows_are_turned_page_by_page(page: int, locale: str) -> None:
    rows = [row(n, Fraction(201 - n, 2), Fraction(n), Fraction(0), Fraction(1)) for n in range(1, 101)]
    card = rounds_standings_cards.standings(table(*rows, name="*" * 32), None, page, Translator(locale))
    assert len(text(card)) <= TEXT_LIMIT
    assert text(card).count("<@") == rounds_standings_cards.ROWS_ON_A_PAGE
    choice = next(one for one in card.controls if isinstance(one, Choice))
    assert next(value for value, _ in choice.options) == f"e{page * 20 + 1}"
    assert all(len(label) <= 100 for _, label in choice.options)


def test_a_picture_of_long_names_is_drawn() -> None:
    view = table(*(row(n, Fraction(n)) for n in range(20, 0, -1)), name="M" * 80)
    drawing = rounds_standings_cards.standings(view, None, 0, ENGLISH).pictures[0]
    assert drawing.draw(Theme.DARK).startswith(b"\x89PNG")


@pytest.mark.parametrize("locale", LOCALES)
def test_the_reasons_of_a_long_event_fit_one_message_and_break_at_a_line(locale: str) -> None:
    rows = tuple(row(n, Fraction(9), Fraction(40), Fraction(0), Fraction(1)) for n in range(1, 31))
    parts = tuple(TieBreakStep(n, EntrantId(f"e{n}"), Fraction(9, 2), StepReason.NOT_PLAYED) for n in range(1, 31))
    view = table(*rows)
    explained = tuple(Explained(value, parts) for value in rows[0].values * 4)
    card = rounds_standings_cards.explanation(WhyView(view, rows[0], explained), Translator(locale))
    assert len(text(card)) <= TEXT_LIMIT
    assert text(card).count("<@") == text(card).count(">")
    assert text(card).splitlines()[-1].startswith("…")


def test_a_rest_says_why_nobody_is_met() -> None:
    view = table(row(1, Fraction(2)))
    rest = Contest(ContestId("c"), Stage.MAIN, 1, 0, (EntrantId("e1"),), 1, "rest", None, None, None)
    for locale in LOCALES:
        assert "<@" in rounds_standings_cards.pairings(view, [rest], Translator(locale))


def test_the_last_round_promises_no_further_match() -> None:
    view = table(row(1, Fraction(2)))
    said = text(rounds_standings_cards.round_over(RoundView(view, 3, ()), ENGLISH))
    ended = replace(view, tournament=replace(view.tournament, ended_at=NOW))
    assert "last round" not in said
    assert "last round" in text(rounds_standings_cards.round_over(RoundView(ended, 3, ()), ENGLISH))


def test_a_round_of_a_great_field_names_no_more_people_than_a_message_may() -> None:
    rows = [row(n, Fraction(1)) for n in range(1, 201)]
    pairs = tuple(
        Contest(
            ContestId(f"c{n}"),
            Stage.MAIN,
            1,
            n,
            (EntrantId(f"e{2 * n + 1}"), EntrantId(f"e{2 * n + 2}")),
            1,
            None,
            None,
            None,
            None,
        )
        for n in range(100)
    )
    card = rounds_standings_cards.round_drawn(RoundView(table(*rows), 1, pairs), ENGLISH)
    assert text(card).count("<@") <= MOST_MENTIONS
    assert "…and 60 more." in text(card)


@pytest.mark.parametrize(("per_arbiter", "waits"), [(1, True), (0, False)])
def test_only_where_an_arbiter_follows_each_match_do_calls_wait_for_one(per_arbiter: int, waits: bool) -> None:
    watched = replace(GO, matches=replace(GO.matches, matches_per_arbiter=per_arbiter))
    one = table(row(1, Fraction(1)), row(2, Fraction(0)), rulebook=watched)
    card = rounds_standings_cards.round_drawn(RoundView(one, 1, ()), ENGLISH)
    assert ("arbiter" in text(card)) is waits


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("name", sorted(TIE_BREAKS))
def test_every_tie_break_has_a_name_and_a_column_in_every_language(name: str, locale: str) -> None:
    assert all(tie_break_name(name, Translator(locale), short=short) for short in (False, True))
