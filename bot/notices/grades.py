"""Notices about grades: one that waits, and one that was decided (GO-25.3)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from bot.domain.announcements import Promise
from bot.domain.registry.grade_views import GradeView
from bot.domain.registry.sayings import GradeDecided, GradeWaits, OfGrade
from bot.i18n import Voice
from bot.notices.notice import Composed, Notice, on
from bot.rendering.layout import Card
from bot.rendering.registry import grade_cards
from bot.services.registry import grades
from bot.storage.database import Work


def _about(layout: Callable[[GradeView, Voice], Card], *, waits: bool) -> Notice:
    """A notice about a grade that still waits, or that does not any more."""

    def notice(work: Work, promise: Promise[OfGrade]) -> Composed | None:
        view = grades.view(work, promise.saying.grade_id)
        if view is None or view.record.waits is not waits:
            return None
        return lambda voice: layout(view, voice)

    return notice


NOTICES: Final = dict(
    (
        on(GradeWaits, _about(grade_cards.waiting, waits=True)),
        on(GradeDecided, _about(grade_cards.decided, waits=False)),
    )
)
