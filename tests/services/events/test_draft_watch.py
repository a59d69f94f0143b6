"""What is begun and not confirmed, drafted and not decided: who hears of it, and when."""

from __future__ import annotations

from datetime import timedelta

from bot.domain.events.drafts import Draft
from bot.domain.events.sayings import DraftWaits
from bot.rulebooks.library import preset
from bot.services.events import drafts
from bot.storage import deadlines
from tests.services.calls import pass_time
from tests.services.hall import PLAYERLESS, Hall


def preview(hall: Hall, days: int = 20) -> Draft:
    """The preview of a cup that its organiser has not confirmed."""
    start = hall.now + timedelta(days=days)
    (draft,) = hall.act(hall.presser(PLAYERLESS), drafts.of_new, "Friday cup", preset("cup"), (start,))
    return draft


def test_who_has_begun_an_event_reads_of_it_once_a_day_later(hall: Hall) -> None:
    draft = preview(hall)
    pass_time(hall, hours=23)
    assert hall.promised(DraftWaits, draft.draft_id) == []
    pass_time(hall, days=12)
    assert len(hall.promised(DraftWaits, draft.draft_id)) == 1
    assert hall.ask(deadlines.subjects, "still") == []


def test_what_was_confirmed_or_dropped_is_not_recalled(hall: Hall) -> None:
    draft = preview(hall)
    hall.act(hall.presser(PLAYERLESS), drafts.drop, draft.draft_id)
    pass_time(hall, days=3)
    assert hall.promised(DraftWaits, draft.draft_id) == []


def test_a_preview_whose_start_has_passed_recalls_nobody(hall: Hall) -> None:
    start = hall.now + timedelta(hours=3)
    (draft,) = hall.act(hall.presser(PLAYERLESS), drafts.of_new, "Friday cup", preset("cup"), (start,))
    pass_time(hall, days=3)
    assert hall.promised(DraftWaits, draft.draft_id) == []
