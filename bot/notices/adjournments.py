"""Notices of an adjourned game: the pause, its end, and the note of the time used (GO-14)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from bot.domain.announcements import Promise
from bot.domain.playing.match_views import MatchView
from bot.domain.playing.sayings import (
    Adjourned,
    AdjournmentOver,
    AdjournmentReminder,
    ClocksSet,
    OfNote,
    OfPause,
    TimesDoubted,
    TimesNoted,
)
from bot.domain.sayings import OfContest
from bot.i18n import Voice
from bot.notices.notice import Composed, Notice, on
from bot.rendering.layout import Card
from bot.rendering.playing import adjournment_cards
from bot.services.playing.match_reading import match_view
from bot.storage import people
from bot.storage.database import Work


def _open(work: Work, promise: Promise[OfContest]) -> MatchView | None:
    """The match as long as it is played."""
    view = match_view(work, promise.saying.contest_id, promise.promised_at)
    over = view is None or view.contest.result is not None or view.match.voided_at is not None
    return None if over else view


def _in_pause(layout: Callable[[MatchView, Voice], Card]) -> Notice:
    """A notice that has something to say while the pause runs that it was promised for."""

    def notice(work: Work, promise: Promise[OfPause]) -> Composed | None:
        view = _open(work, promise)
        pause = None if view is None else view.sessions.running
        if view is None or pause is None or pause.number != promise.saying.pause:
            return None
        return lambda voice: layout(view, voice)

    return notice


def _goes_on(work: Work, promise: Promise[AdjournmentOver]) -> Composed | None:
    view = _open(work, promise)
    if view is None or view.sessions.running is not None:
        return None
    return lambda voice: adjournment_cards.goes_on(view, voice)


def _of_note(layout: Callable[[MatchView, Voice], Card]) -> Notice:
    """A notice about the note that counts; of one that another has followed there is nothing to say."""

    def notice(work: Work, promise: Promise[OfNote]) -> Composed | None:
        view = _open(work, promise)
        note = None if view is None else view.sessions.note
        if view is None or note is None or note.entry != promise.saying.entry:
            return None
        return lambda voice: layout(view, voice)

    return notice


def _doubted(work: Work, promise: Promise[TimesDoubted]) -> Composed | None:
    view, by = _open(work, promise), people.load(work, promise.saying.by)
    return None if view is None else lambda voice: adjournment_cards.doubted(view, by, voice)


NOTICES: Final = dict(
    (
        on(Adjourned, _in_pause(adjournment_cards.adjourned)),
        on(AdjournmentReminder, _in_pause(adjournment_cards.reminder)),
        on(AdjournmentOver, _goes_on),
        on(TimesNoted, _of_note(adjournment_cards.noted)),
        on(ClocksSet, _of_note(adjournment_cards.set_by_note)),
        on(TimesDoubted, _doubted),
    )
)
