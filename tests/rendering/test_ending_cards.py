"""The record of an event's end: every round together, and never more than a message holds."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import partial

import pytest

from bot.domain.community import Person
from bot.domain.contests import Contest, Result, ResultKind, Stage
from bot.domain.events.ending_views import PodiumPlace, PodiumView, RecordView
from bot.domain.ids import ContestId, EntrantId, GuildId, MemberId, PersonId
from bot.i18n import LOCALES, Voice
from bot.rendering.events import ending_cards
from bot.rulebooks.library import preset
from tests.rendering.test_announcement import event

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
    return ending_cards.record(view, Voice("en-US")).paragraphs


def test_a_round_of_two_brackets_is_told_bracket_by_bracket() -> None:
    shown = record(*(contest(stage, 1, place) for place in range(4) for stage in (Stage.MAIN, Stage.LOWER)))
    headings = [text.splitlines()[0] for text in shown[1:]]
    assert headings == ["**Lower bracket · Round 1**", "**Main bracket · Round 1**"]


def test_a_record_of_many_rounds_shows_the_last_and_says_that_the_file_holds_all() -> None:
    shown = record(*(contest(Stage.MAIN, number, 0) for number in range(1, 32)))
    assert len(shown) == ending_cards.ROUNDS_OF_A_RECORD + 2
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
    drawing = ending_cards.podium(view, Voice(locale)).pictures[0].draw
    assert isinstance(drawing, partial)
    under = drawing.args[0].first.detail
    assert under == Voice(locale).say(f"ending.won_by_{kind}")
    assert under.split()[0] in {"won", "venceu", "gana", "vince"}
