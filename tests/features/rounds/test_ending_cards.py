"""The record of an event's end: every round together, and never more than a message holds."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from functools import partial

import pytest

from bot.features.rounds import ending_cards as rounds_ending_cards
from bot.features.rounds.model import PodiumPlace, PodiumView, RatingChange, RatingsView, RecordView
from bot.i18n.catalogue import LOCALES, Translator
from bot.kernel.ids import ContestId, EntrantId, GuildId, MemberId, PersonId
from bot.layout.picture_model import PodiumPicture
from bot.people.model import Person
from bot.play.contests import Contest, Result, ResultKind, Stage
from bot.rulebooks.library import preset
from tests.features.tournaments.test_announcement import event

NOW = datetime(2026, 1, 2, 19, 30, tzinfo=UTC)
ANA, BIA = EntrantId("a"), EntrantId("b")
PEOPLE = {
    one: Person(PersonId(one), GuildId(1), MemberId(number), name, None, NOW)
    for number, (one, name) in enumerate(((ANA, "Ana"), (BIA, "Bia")), 1)
}


def contest(stage: Stage, number: int, position: int) -> Contest:
    result = Result((2, 0), (0, 0), ResultKind.PLAYED, NOW)
    key = ContestId(f"{stage}{number}{position}")
    return Contest(key, stage, number, position, (ANA, BIA), 3, None, None, None, result)


def record(*contests: Contest, kind: str = "double-elimination") -> tuple[str, ...]:
    view = RecordView(event(preset(kind)), contests, PEOPLE, None, 2, {})
    return rounds_ending_cards.record(view, Translator("en-US")).paragraphs


def test_a_round_of_two_brackets_is_told_bracket_by_bracket() -> None:
    shown = record(*(contest(stage, 1, place) for place in range(4) for stage in (Stage.MAIN, Stage.LOWER)))
    headings = [text.splitlines()[0] for text in shown[1:]]
    assert headings == ["**Lower bracket · Round 1**", "**Main bracket · Round 1**"]


def test_a_record_of_many_rounds_shows_the_last_and_says_that_the_file_holds_all() -> None:
    shown = record(*(contest(Stage.MAIN, number, 0) for number in range(1, 32)))
    assert len(shown) == rounds_ending_cards.ROUNDS_OF_A_RECORD + 2
    assert shown[1].startswith("**Main bracket · Round 31**")


def test_the_games_of_an_arena_are_no_round_and_an_extra_game_is_named_as_its_card_names_it() -> None:
    assert record(contest(Stage.MAIN, 1, 0), kind="arena")[1].startswith("**The games, in the order")
    shown = record(contest(Stage.MAIN, 1, 0), contest(Stage.PLAY_OFF, 1, 0), kind="on-the-edge")
    assert [text.splitlines()[0] for text in shown[1:]] == ["**Round 1**", "**Extra game 1**"]


@pytest.mark.parametrize("kind", [ResultKind.WALKOVER, ResultKind.WITHDRAWAL])
@pytest.mark.parametrize("locale", LOCALES)
def test_who_won_because_the_other_left_is_not_told_to_have_left(kind: ResultKind, locale: str) -> None:
    final = contest(Stage.FINAL, 1, 0)
    walked = Contest(
        final.contest_id, final.stage, 1, 0, final.sides, 3, None, None, None, Result((2, 0), (2, 0), kind, NOW)
    )
    view = PodiumView(event(preset("cup")), (PodiumPlace(1, PEOPLE[ANA], walked),), 2, None)
    drawing = rounds_ending_cards.podium(view, Translator(locale)).pictures[0].draw
    assert isinstance(drawing, partial)
    under = drawing.args[0].steps[0].detail
    assert under == Translator(locale).say(f"ending.won_by_{kind}")
    assert under.split()[0] in {"won", "venceu", "gana", "vince"}


def podium_of(*places: PodiumPlace) -> tuple[PodiumPicture | None, str]:
    """The picture of such a podium, and what it says of itself in words."""
    cup = replace(event(preset("cup")), name="Cup")
    drawings = rounds_ending_cards.podium(PodiumView(cup, places, 4, None), Translator("en-US")).pictures
    if not drawings:
        return None, ""
    draw = drawings[0].draw
    assert isinstance(draw, partial)
    return draw.args[0], drawings[0].description


def test_places_that_are_shared_are_drawn_and_told_in_words() -> None:
    picture, said = podium_of(PodiumPlace(1, PEOPLE[ANA]), PodiumPlace(1, PEOPLE[BIA]), PodiumPlace(3, PEOPLE[ANA]))
    assert picture is not None
    assert [(step.rank, step.name) for step in picture.steps] == [(1, "Ana"), (1, "Bia"), (3, "Ana")]
    assert said == "Podium of Cup, 4 players. Place 1: Ana and Bia. Place 3: Ana."


def test_the_words_behind_a_podium_say_how_the_final_was_won() -> None:
    _, said = podium_of(PodiumPlace(1, PEOPLE[ANA], contest(Stage.FINAL, 1, 0)), PodiumPlace(2, PEOPLE[BIA]))
    assert said == "Podium of Cup, 4 players. Place 1: Ana (2–0 in the final). Place 2: Bia."


@pytest.mark.parametrize("locale", LOCALES)
def test_the_words_behind_new_ratings_say_who_moved_and_who_is_new(locale: str) -> None:
    changes = (RatingChange(PEOPLE[ANA], 1500.2, 1519.6), RatingChange(PEOPLE[BIA], None, 1490))
    view = RatingsView(replace(event(preset("cup")), name="Cup"), NOW, 1500, changes)
    (drawing,) = rounds_ending_cards.ratings_published(view, Translator(locale)).pictures
    assert not set(drawing.description) & {"→", "*", ":"}
    assert all(word in drawing.description for word in ("Cup", "2", "Ana", "1500", "1520", "Bia", "1490"))
    if locale == "en-US":
        assert drawing.description == (
            "Table of the new ratings after Cup, 2 players. Ana goes from 1500 to 1520. Bia is new, with 1490."
        )


def test_where_nobody_has_won_there_is_no_podium_to_draw() -> None:
    assert podium_of(PodiumPlace(3, PEOPLE[ANA])) == (None, "")


def test_a_team_stands_there_with_a_shield() -> None:
    picture, _ = podium_of(PodiumPlace(1, replace(PEOPLE[ANA], name="Time Azul", is_team=True)))
    assert picture is not None
    assert (picture.steps[0].portrait.initials, picture.steps[0].portrait.is_crest) == ("TA", True)
