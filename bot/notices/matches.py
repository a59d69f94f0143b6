"""Notices about a match from its call to its settled score, and its card as a live message."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Final

from bot.domain.announcements import Promise
from bot.domain.events.sayings import ContestVoided
from bot.domain.ids import ContestId, GuildId
from bot.domain.playing.match_state import MatchPhase
from bot.domain.playing.match_views import MatchView
from bot.domain.playing.sayings import (
    BothAbsent,
    ConfirmReminder,
    DisputeEscalated,
    MatchCalled,
    MatchNote,
    ResultCorrected,
)
from bot.domain.sayings import OfContest
from bot.domain.tables.table_views import TableView
from bot.i18n import Voice
from bot.notices.notice import Composed, Notice, on
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

    def notice(work: Work, promise: Promise[OfContest]) -> Composed | None:
        view = match_view(work, promise.saying.contest_id, promise.promised_at)
        if view is None or view.state.phase not in phases:
            return None
        return lambda voice: layout(view, voice)

    return notice


def _corrected(work: Work, promise: Promise[ResultCorrected]) -> Composed | None:
    view = match_view(work, promise.saying.contest_id, promise.promised_at)
    if view is None:
        return None
    return lambda voice: match_notes.corrected(view, promise.saying.before, voice)


def _note(work: Work, promise: Promise[MatchNote]) -> Composed | None:
    view = match_view(work, promise.saying.contest_id, promise.promised_at)
    if view is None:
        return None
    what, side = promise.saying.what, promise.saying.side
    return lambda voice: match_notes.from_arbiter(view, what, side, None, voice)


def _nobody_came(work: Work, promise: Promise[BothAbsent]) -> Composed | None:
    """Of two sides neither came; of a table somebody is still missing."""
    view = match_view(work, promise.saying.contest_id, promise.promised_at)
    awaited = MatchPhase.UNDECIDED if view is None or view.part(TableView) is None else MatchPhase.MISSING
    if view is None or view.state.phase is not awaited:
        return None
    layout = match_notes.both_absent if view.part(TableView) is None else match_notes.still_missing
    return lambda voice: layout(view, voice)


_ALIVE = tuple(phase for phase in MatchPhase if phase is not MatchPhase.VOID)

NOTICES: Final = dict(
    (
        on(MatchCalled, _while(match_card.card, *_ALIVE)),
        on(ConfirmReminder, _while(match_notes.reminder, MatchPhase.REPORTED)),
        on(DisputeEscalated, _while(match_notes.escalated, MatchPhase.DISPUTED)),
        on(MatchNote, _note),
        on(BothAbsent, _nobody_came),
        on(ResultCorrected, _corrected),
        on(ContestVoided, _while(match_notes.taken_out, MatchPhase.VOID)),
    )
)
