"""The pages of a bracket: what is played beside the tree has pages of its own, and each final its heading."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import discord
import pytest

from bot.features.course import reading_verbs as course_reading_verbs
from bot.features.course.model import BracketView
from bot.features.rounds import cards as rounds_cards
from bot.features.rounds.bracket_cards import BracketPage, pages
from bot.i18n.catalogue import Translator
from bot.layout.bracket_layout import lives_layout
from bot.layout.bracket_words import bracket_text
from bot.layout.cards import view
from bot.play.contests import Stage
from bot.play.entries import Tournament
from bot.play.rulebook import Rulebook
from bot.rulebooks.library import preset
from tests.hall.hall import Hall

OPEN = preset("aije-open")
NO_ARBITERS = replace(OPEN, matches=replace(OPEN.matches, matches_per_arbiter=0))
LIVES = replace(NO_ARBITERS, knockout=replace(OPEN.knockout, lives=2, third_place_match=False))
PLACES = replace(NO_ARBITERS, knockout=replace(OPEN.knockout, placement_matches=True))
ENGLISH = Translator("en-US")


@pytest.fixture
def hall() -> Iterator[Hall]:
    opened = Hall()
    yield opened
    opened.close()


def begun(hall: Hall, rules: Rulebook, players: int) -> Tournament:
    return hall.begin(hall.announce(rules), *range(2, 2 + players))


def view_of(hall: Hall, tournament: Tournament) -> BracketView:
    found = hall.ask(course_reading_verbs.bracket_view, tournament.tournament_id)
    assert found is not None
    return found


def headings(page: BracketPage) -> list[str]:
    return [column.label for column in page.picture.rounds]


def after_a_reset(hall: Hall) -> Tournament:
    tournament = begun(hall, LIVES, 6)
    final = hall.play_out_until(tournament, Stage.FINAL)
    hall.settle(final, (final.target, 0))
    return hall.load(tournament)


@pytest.mark.rule("GO-26.1")
def test_both_finals_after_a_reset_have_headings_of_their_own(hall: Hall) -> None:
    (page,) = pages(view_of(hall, after_a_reset(hall)), ENGLISH)
    assert [final.label for final in page.picture.finals] == ["Final match", "Final match no. 2"]
    assert [final.place.note for final in page.picture.finals] == [None, None]


@pytest.mark.rule("GO-26.1")
def test_a_small_knock_out_of_two_lives_is_one_picture(hall: Hall) -> None:
    (page,) = pages(view_of(hall, begun(hall, LIVES, 8)), ENGLISH)
    assert [lower.title for lower in page.picture.below] == ["Lower bracket"]
    assert [len(column.places) for lower in page.picture.below for column in lower.rounds] == [2, 2, 1, 1]
    assert page.picture.finals[1].place.note == "Only if needed"
    assert page.picture.page is None


@pytest.mark.rule("GO-26.1")
def test_an_open_place_says_from_which_round_somebody_will_come_down(hall: Hall) -> None:
    (page,) = pages(view_of(hall, begun(hall, LIVES, 8)), ENGLISH)
    (lower,) = page.picture.below
    expected = [[(one.top.expected, one.bottom.expected) for one in column.places] for column in lower.rounds]
    first, second = ("↓ Round 1", "↓ Round 1"), (None, "↓ Round 2")
    assert expected == [[first, first], [second, second], [(None, None)], [(None, "↓ Round 3")]]


@pytest.mark.rule("GO-26.1")
def test_who_came_down_bears_the_round(hall: Hall) -> None:
    tournament = begun(hall, LIVES, 4)
    lost = hall.open_contests(tournament)[0].sides[1]
    for contest in hall.open_contests(tournament):
        hall.settle(contest, (contest.target, 0))
    view = view_of(hall, tournament)
    (page,) = pages(view, ENGLISH)
    place = page.picture.below[0].rounds[0].places[0]
    assert (view.person(lost).name, "↓1") in {(one.name, one.seed_text) for one in (place.top, place.bottom)}


@pytest.mark.rule("GO-26.1")
def test_a_bigger_lower_bracket_has_pages_of_its_own_with_lines(hall: Hall) -> None:
    tournament = begun(hall, LIVES, 16)
    hall.play_out_until(tournament, Stage.FINAL)
    found = pages(view_of(hall, hall.load(tournament)), ENGLISH)
    lower = [page for page in found if page.title == "Lower bracket"]
    assert [[column.feeds for column in page.picture.rounds][1] for page in lower] == [
        ((0,), (1,), (2,), (3,)),
        ((0, 1),),
    ]
    assert [page.picture.page for page in found] == [(n, len(found)) for n in range(1, len(found) + 1)]


def test_of_two_lives_nobody_is_crowned_before_the_end(hall: Hall) -> None:
    tournament = after_a_reset(hall)
    assert not any(page.picture.has_final for page in pages(view_of(hall, tournament), ENGLISH))
    over = hall.play_out(tournament)
    (page,) = pages(view_of(hall, over), ENGLISH)
    assert page.picture.has_final
    assert lives_layout(page.picture).last == lives_layout(page.picture).columns[-1][0]


@pytest.mark.rule("GO-26.1")
def test_matches_for_places_have_a_page_with_the_places(hall: Hall) -> None:
    tournament = hall.play_out(begun(hall, PLACES, 8))
    titles = [page.title for page in pages(view_of(hall, tournament), ENGLISH)]
    assert titles == ["", "Places 5 to 8", "Places 7 to 8"]


def test_the_words_of_the_bracket_name_the_lower_one(hall: Hall) -> None:
    tournament = begun(hall, LIVES, 4)
    for contest in hall.open_contests(tournament):
        hall.settle(contest, (contest.target, 0))
    said = "\n".join(rounds_cards.bracket(view_of(hall, tournament), None, None, ENGLISH).paragraphs)
    assert "Lower bracket, Round 1\n1. " in said
    assert "to be decided" not in said
    assert "↓" not in said
    assert "**Lower bracket · Round 1**" in said


def test_a_round_that_is_over_shows_the_lower_bracket_that_is_played(hall: Hall) -> None:
    tournament = begun(hall, LIVES, 4)
    for contest in hall.open_contests(tournament):
        hall.settle(contest, (contest.target, 0))
    card = rounds_cards.round_over(view_of(hall, tournament), 1, ENGLISH)
    assert "Lower bracket · Round 1" in "\n".join(card.paragraphs)
    assert len(card.pictures) == 1


def test_a_match_has_the_same_number_on_every_page_as_on_its_card(hall: Hall) -> None:
    second = pages(view_of(hall, begun(hall, NO_ARBITERS, 32)), ENGLISH)[1]
    assert [column.first for column in second.picture.rounds] == [9, 5, 3]
    assert "\n9. " in bracket_text(second.picture, ENGLISH)


def test_thirteen_players_are_one_picture_with_the_final_in_it(hall: Hall) -> None:
    (page,) = pages(view_of(hall, begun(hall, NO_ARBITERS, 13)), ENGLISH)
    assert [len(column.places) for column in page.picture.rounds] == [8, 4, 2, 1]


def test_the_last_part_says_from_which_parts_its_players_come(hall: Hall) -> None:
    last = pages(view_of(hall, begun(hall, NO_ARBITERS, 32)), ENGLISH)[-1]
    awaited = [(one.top.expected, one.bottom.expected) for one in last.picture.rounds[0].places]
    assert awaited == [("from part 1", "from part 1"), ("from part 2", "from part 2")]


def test_the_first_round_of_sixty_four_shows_its_four_parts_and_no_empty_one(hall: Hall) -> None:
    seen = view_of(hall, begun(hall, NO_ARBITERS, 64))
    card = rounds_cards.opening(seen, "Drawn", ENGLISH)
    assert [one.name for one in card.pictures] == [f"bracket-{number}.png" for number in (1, 2, 3, 4)]
    assert card.attachments == ()
    assert f"my-bracket:{seen.tournament.tournament_id}" in str(card.controls[0])


def test_the_whole_of_a_large_bracket_is_a_file_to_open_and_no_picture_in_the_message(hall: Hall) -> None:
    card = rounds_cards.bracket(view_of(hall, begun(hall, NO_ARBITERS, 64)), None, None, ENGLISH)
    (whole,) = card.attachments
    assert whole.as_file
    shown = [one for one in view(card).walk_children() if isinstance(one, discord.ui.File)]
    assert [one.url for one in shown] == ["attachment://bracket.png"]


def test_who_does_not_play_is_shown_a_part_that_is_being_played(hall: Hall) -> None:
    seen = view_of(hall, begun(hall, NO_ARBITERS, 32))
    player = seen.facts.starters[-1].entrant_id
    own, other = (rounds_cards.own_part(seen, reader, ENGLISH) for reader in (player, None))
    assert seen.person(player).name in own.paragraphs[0]
    assert "You don't play in this bracket." not in own.paragraphs[0]
    assert "You don't play in this bracket." in other.paragraphs[0]
    assert len(own.pictures) == len(other.pictures) == 1


def test_a_name_reads_as_typed_in_the_words_that_stand_for_the_picture(hall: Hall) -> None:
    tournament = begun(hall, preset("double-elimination"), 4)
    view = view_of(hall, tournament)
    named = replace(view, tournament=replace(view.tournament, name="Final: *Ana* - Bia"))
    pictures = rounds_cards.bracket(named, None, None, ENGLISH).pictures
    assert pictures
    assert all("Final: *Ana* - Bia" in one.description for one in pictures)
