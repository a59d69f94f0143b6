"""Notices about a round that was just paired, for the chief arbiter who watches it (GO-30)."""

from __future__ import annotations

from typing import Final

from bot.domain.announcements import Promise
from bot.domain.events.sayings import RoundPaired
from bot.errors import UserError
from bot.notices.notice import Composed, on
from bot.rendering.events import pairing_words
from bot.services.events import pairing_reading
from bot.services.playing import chief
from bot.storage.database import Work


def _watched(work: Work, promise: Promise[RoundPaired]) -> Composed | None:
    tournament_id, number = promise.saying.tournament_id, promise.saying.round
    watching = chief.deciding(work, tournament_id)
    try:
        view = pairing_reading.reasons(work, promise.guild_id, tournament_id, number)
    except UserError:
        return None
    return (lambda voice: pairing_words.watched(view, watching, voice)) if watching else None


NOTICES: Final = dict((on(RoundPaired, _watched),))
