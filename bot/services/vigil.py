"""Being there: when the bot was last seen, what it slept through, and what that keeps open longer."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from bot.domain.announcements import Saying
from bot.domain.community import Place
from bot.domain.ids import Occasion
from bot.domain.outages import Outage
from bot.services.case_steps import after_outage
from bot.services.speaking import promise
from bot.services.timetable import reschedule
from bot.storage import outages, tournaments
from bot.storage.database import Work

SHORTEST: Final = timedelta(seconds=60)
"""A restart that takes less than this kept nobody from anything."""


def seen(work: Work, occasion: Occasion) -> None:
    """Notes that the bot is alive now."""
    outages.seen(work, occasion.now)


def wake_up(work: Work, occasion: Occasion) -> Outage | None:
    """Records the outage that ends now, if there was one, and moves every open window that it touched.

    The windows are derived from the outages on record; here their deadlines are rewritten, and everyone is told.
    """
    last = outages.last_seen(work)
    outages.seen(work, occasion.now)
    if last is None or occasion.now - last < SHORTEST:
        return None
    outage = Outage(last, occasion.now)
    outages.add(work, outage)
    for tournament in tournaments.unfinished(work):
        reschedule(work, tournament)
        promise(
            work,
            occasion,
            tournament.guild_id,
            Place.ANNOUNCEMENTS,
            Saying.OUTAGE,
            tournament.tournament_id,
            down_from=last.isoformat(),
            up_at=occasion.now.isoformat(),
        )
    after_outage(work, occasion, outage)
    return outage
