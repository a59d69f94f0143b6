"""Notices of an adjourned game: the pause, its end, and the note of the time used (GO-14)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from bot.domain.announcements import Promise, Saying
from bot.domain.ids import ContestId, PersonId
from bot.domain.playing.match_views import MatchView
from bot.i18n import Voice
from bot.notices.notice import Composed, Notice
from bot.rendering.layout import Card
from bot.rendering.playing import adjournment_cards
from bot.services.playing.match_reading import match_view
from bot.storage import people
from bot.storage.database import Work


def _open(work: Work, promise: Promise) -> MatchView | None:
    """The match as long as it is played."""
    view = match_view(work, ContestId(promise.subject), promise.promised_at)
    over = view is None or view.contest.result is not None or view.match.voided_at is not None
    return None if over else view


def _in_pause(layout: Callable[[MatchView, Voice], Card]) -> Notice:
    """A notice that has something to say while the pause runs that it was promised for."""

    def notice(work: Work, promise: Promise) -> Composed | None:
        view = _open(work, promise)
        pause = None if view is None else view.sessions.running
        if view is None or pause is None or str(pause.number) != promise.details["pause"]:
            return None
        return lambda voice: layout(view, voice)

    return notice


def _goes_on(work: Work, promise: Promise) -> Composed | None:
    view = _open(work, promise)
    if view is None or view.sessions.running is not None:
        return None
    return lambda voice: adjournment_cards.goes_on(view, voice)


def _of_note(layout: Callable[[MatchView, Voice], Card]) -> Notice:
    """A notice about the note that counts; of one that another has followed there is nothing to say."""

    def notice(work: Work, promise: Promise) -> Composed | None:
        view = _open(work, promise)
        note = None if view is None else view.sessions.note
        if view is None or note is None or str(note.entry) != promise.details["entry"]:
            return None
        return lambda voice: layout(view, voice)

    return notice


def _doubted(work: Work, promise: Promise) -> Composed | None:
    view, by = _open(work, promise), people.load(work, PersonId(promise.details["by"]))
    return None if view is None else lambda voice: adjournment_cards.doubted(view, by, voice)


NOTICES: Mapping[Saying, Notice] = {
    Saying.ADJOURNED: _in_pause(adjournment_cards.adjourned),
    Saying.ADJOURNMENT_REMINDER: _in_pause(adjournment_cards.reminder),
    Saying.ADJOURNMENT_OVER: _goes_on,
    Saying.TIMES_NOTED: _of_note(adjournment_cards.noted),
    Saying.CLOCKS_SET: _of_note(adjournment_cards.set_by_note),
    Saying.TIMES_DOUBTED: _doubted,
}
