"""What is told of past events that come in together fits a message, however many there are."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from bot.features.past_events import cards as past_events_cards
from bot.features.past_events.model import BroughtEvents, OrderDoubt, PastEvent, RatedFate, RatingMoved, RatingsTaken
from bot.i18n.catalogue import Translator
from bot.kernel.ids import GuildId, PersonId
from bot.layout.cards import TEXT_LIMIT, Card
from bot.people.model import Person
from bot.play.rulebook import FormatName

DAY = datetime(2025, 5, 1, 20, tzinfo=UTC)
LONG = "W" * 80


def arrival(count: int, fate: RatedFate = RatedFate.IN_LIST) -> BroughtEvents:
    """As many events, each as long as it can be told."""
    somebody = Person(PersonId("x"), GuildId(1), None, LONG, None, DAY)
    event = PastEvent(LONG, LONG, DAY, FormatName.KNOCKOUT, True, 99, LONG, fate, True, True)
    return BroughtEvents(
        (event,) * count,
        RatingsTaken.COUNTED,
        (somebody,) * 40,
        (LONG,) * 40,
        (RatingMoved(somebody, 2000.0, 2010.5),) * 40,
        DAY,
        ((OrderDoubt.UNDATED, (LONG,) * 5), (OrderDoubt.SAME_MOMENT, (LONG,) * 5)),
        ((LONG, 10),) * 30,
        ((LONG, LONG),) * 30,
    )


def length(card: Card) -> int:
    return sum(len(one) for one in card.paragraphs)


@pytest.mark.parametrize("locale", ["en-US", "pt-BR", "es-ES", "it"])
@pytest.mark.parametrize("count", [1, 3, 4, 10])
def test_the_longest_of_events_fit_a_message(locale: str, count: int) -> None:
    translator = Translator(locale)
    assert length(past_events_cards.preview(arrival(count), "seen", translator)) <= TEXT_LIMIT
    assert length(past_events_cards.receipt(arrival(count), translator)) <= TEXT_LIMIT


def test_of_many_events_what_is_in_the_list_already_is_told_once() -> None:
    text = "\n".join(past_events_cards.preview(arrival(10), "seen", Translator("en-US")).paragraphs)
    assert text.count("is already in it") == 1
    assert text.count("🗂️") == 11
