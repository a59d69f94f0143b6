"""What is begun and not confirmed, drafted and not decided: who hears of it, and when."""

from __future__ import annotations

from datetime import timedelta

from bot.features.tournaments import draft_verbs as tournaments_draft_verbs
from bot.features.tournaments.model import Draft
from bot.features.tournaments.promises_model import DraftWaits
from bot.kernel import time_store as kernel_time_store
from bot.rulebooks.library import preset
from tests.hall.calls import pass_time
from tests.hall.hall import PLAYERLESS, Hall


def preview(hall: Hall, days: int = 20) -> Draft:
    """The preview of a cup that its organiser has not confirmed."""
    start = hall.now + timedelta(days=days)
    (draft,) = hall.act(hall.actor(PLAYERLESS), tournaments_draft_verbs.of_new, "Friday cup", preset("cup"), (start,))
    return draft


def test_who_has_begun_an_event_reads_of_it_once_a_day_later(hall: Hall) -> None:
    draft = preview(hall)
    pass_time(hall, hours=23)
    assert hall.promised(DraftWaits, draft.draft_id) == []
    pass_time(hall, days=12)
    assert len(hall.promised(DraftWaits, draft.draft_id)) == 1
    assert hall.ask(kernel_time_store.subjects, "still") == []


def test_what_was_confirmed_or_dropped_is_not_recalled(hall: Hall) -> None:
    draft = preview(hall)
    hall.act(hall.actor(PLAYERLESS), tournaments_draft_verbs.drop, draft.draft_id)
    pass_time(hall, days=3)
    assert hall.promised(DraftWaits, draft.draft_id) == []


def test_a_preview_whose_start_has_passed_recalls_nobody(hall: Hall) -> None:
    start = hall.now + timedelta(hours=3)
    (draft,) = hall.act(hall.actor(PLAYERLESS), tournaments_draft_verbs.of_new, "Friday cup", preset("cup"), (start,))
    pass_time(hall, days=3)
    assert hall.promised(DraftWaits, draft.draft_id) == []
