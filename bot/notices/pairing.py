"""Notices about a round that was just paired, for the chief arbiter who watches it (GO-30)."""

from __future__ import annotations

from collections.abc import Mapping

from bot.domain.announcements import Promise, Saying
from bot.domain.ids import TournamentId
from bot.errors import UserError
from bot.notices.notice import Composed, Notice
from bot.rendering.events import pairing_words
from bot.services.events import pairing_reading
from bot.services.playing import chief
from bot.storage.database import Work


def _watched(work: Work, promise: Promise) -> Composed | None:
    tournament_id, number = TournamentId(promise.subject), int(promise.details["round"])
    watching = chief.deciding(work, tournament_id)
    try:
        view = pairing_reading.reasons(work, promise.guild_id, tournament_id, number)
    except UserError:
        return None
    return (lambda voice: pairing_words.watched(view, watching, voice)) if watching else None


NOTICES: Mapping[Saying, Notice] = {Saying.ROUND_PAIRED: _watched}
