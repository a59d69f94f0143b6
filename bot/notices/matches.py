"""Notices about a match from its call to its settled score, and its card as a live message."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime

from bot.domain.announcements import Promise, Saying
from bot.domain.ids import ContestId, GuildId
from bot.domain.playing.match_state import MatchPhase
from bot.domain.playing.match_views import MatchView, Told
from bot.domain.tables.table_views import TableView
from bot.i18n import Voice
from bot.notices.notice import Composed, Notice
from bot.rendering.layout import Card
from bot.rendering.playing import match_card, match_notes
from bot.services.playing.match_reading import match_view
from bot.storage.database import Work


def panel(work: Work, subject: str, now: datetime) -> tuple[Composed, GuildId] | None:
    """The match's card as it has to look now."""
    view = match_view(work, ContestId(subject), now)
    if view is None:
        return None
    return lambda voice: match_card.card(view, voice), view.tournament.guild_id


def _while(layout: Callable[[MatchView, Voice], Card], *phases: MatchPhase) -> Notice:
    """A notice that has something to say while the match is in one of the phases."""

    def notice(work: Work, promise: Promise) -> Composed | None:
        view = match_view(work, ContestId(promise.subject), promise.promised_at)
        if view is None or view.state.phase not in phases:
            return None
        return lambda voice: layout(view, voice)

    return notice


def _corrected(work: Work, promise: Promise) -> Composed | None:
    view = match_view(work, ContestId(promise.subject), promise.promised_at)
    if view is None:
        return None
    return lambda voice: match_notes.corrected(view, promise.details["before"], voice)


def _note(work: Work, promise: Promise) -> Composed | None:
    view = match_view(work, ContestId(promise.subject), promise.promised_at)
    if view is None:
        return None
    what, side = Told(promise.details["what"]), int(promise.details["side"])
    return lambda voice: match_notes.from_arbiter(view, what, side, None, voice)


def _nobody_came(work: Work, promise: Promise) -> Composed | None:
    """Of two sides neither came; of a table somebody is still missing."""
    view = match_view(work, ContestId(promise.subject), promise.promised_at)
    awaited = MatchPhase.UNDECIDED if view is None or view.part(TableView) is None else MatchPhase.MISSING
    if view is None or view.state.phase is not awaited:
        return None
    layout = match_notes.both_absent if view.part(TableView) is None else match_notes.still_missing
    return lambda voice: layout(view, voice)


_ALIVE = tuple(phase for phase in MatchPhase if phase is not MatchPhase.VOID)

NOTICES: Mapping[Saying, Notice] = {
    Saying.MATCH_CALLED: _while(match_card.card, *_ALIVE),
    Saying.CONFIRM_REMINDER: _while(match_notes.reminder, MatchPhase.REPORTED),
    Saying.DISPUTE_ESCALATED: _while(match_notes.escalated, MatchPhase.DISPUTED),
    Saying.MATCH_NOTE: _note,
    Saying.BOTH_ABSENT: _nobody_came,
    Saying.RESULT_CORRECTED: _corrected,
    Saying.CONTEST_VOIDED: _while(match_notes.taken_out, MatchPhase.VOID),
}
