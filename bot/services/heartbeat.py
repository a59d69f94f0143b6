"""The heartbeat: when the bot was last alive, which outages lay between, and what they keep open longer."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from bot.domain.community import Place
from bot.domain.events.tournament import Phase, Tournament, check_in_closes_at, check_in_opens_at, phase, takes_entries
from bot.domain.ids import Occasion
from bot.domain.outages import Outage, is_news, without
from bot.domain.own_sayings import ClockWrong, OutageTold
from bot.domain.setup_views import OutageView
from bot.services.hooks import STEP_HOOKS
from bot.services.playing import matches
from bot.services.speaking import forget_shorter, promise
from bot.services.timetable import outages_of, reschedule, tournament_subject
from bot.storage import communities, outages, panels, tournaments
from bot.storage.database import Work

SHORTEST: Final = timedelta(milliseconds=1)
"""What the database can tell apart."""


def note_alive(work: Work, occasion: Occasion) -> None:
    """Notes that the bot is alive now."""
    outages.note_alive(work, occasion.now)


def wake_up(work: Work, occasion: Occasion, since: datetime | None = None) -> Outage | None:
    """Records the outage that ends now, if there was one, and moves every open window that it touched.

    It began at the moment, or when the bot was last seen. The windows are derived from the outages on record, however
    short; here their deadlines are rewritten, and where it is news who is concerned is told, and cards are drawn anew.
    """
    last = since or outages.last_seen(work)
    outages.note_alive(work, occasion.now)
    if last is None or occasion.now - last < SHORTEST:
        return None
    outage, before = outages.add(work, Outage(last, occasion.now))
    news = is_news(outage, before)
    for tournament in tournaments.unfinished_everywhere(work):
        reschedule(work, tournament)
        matches.reschedule_all(work, tournament, occasion.now, show=news)
        if phase(tournament) is Phase.CHECK_IN:
            panels.mark_stale(work, tournament_subject(tournament.tournament_id), occasion.now)
        if news and concerns(tournament, outage):
            _tell(work, occasion, tournament, outage)
    for one in STEP_HOOKS:
        one.after_outage(work, occasion, outage, is_news=news)
    return outage


def note_clock(work: Work, occasion: Occasion, off: timedelta | None) -> None:
    """Notes how far the machine's clock is ahead of Discord's time, and tells every server's organisers of it."""
    outages.note_clock(work, off)
    if off is None:
        return
    for community in communities.every(work):
        guild_id, seconds = community.guild_id, int(off.total_seconds())
        promise(work, occasion, guild_id, Place.COMMITTEE, ClockWrong(guild_id, seconds))


def concerns(tournament: Tournament, outage: Outage) -> bool:
    """Whether anybody can have missed anything: confirmation was open or should have been, or matches were on."""
    match phase(tournament):
        case Phase.DRAWING | Phase.RUNNING:
            return True
        case Phase.ANNOUNCED | Phase.CHECK_IN:
            return outage.up_at > max(check_in_opens_at(tournament), tournament.created_at)
        case _:
            return False


def outage_view(work: Work, tournament: Tournament, outage: Outage) -> OutageView:
    """What the outage did to the tournament: what was late, what is open longer, which clocks stood still."""
    known = outages_of(work, tournament)
    others = without(known, outage)
    closes_at = check_in_closes_at(tournament, known)
    moved = takes_entries(tournament) and closes_at != check_in_closes_at(tournament, others)
    return OutageView(
        name=tournament.name,
        down_from=outage.down_from,
        up_at=outage.up_at,
        check_in_until=closes_at if moved else None,
        clocks_stood_still=_was_played(tournament, outage.up_at),
    )


def _was_played(tournament: Tournament, at: datetime) -> bool:
    return tournament.first_call_at is not None and tournament.first_call_at < at and tournament.ended_at is None


def _tell(work: Work, occasion: Occasion, tournament: Tournament, outage: Outage) -> None:
    forget_shorter(work, OutageTold, tournament.tournament_id, outage)
    place = Place.MATCHES if phase(tournament) is Phase.RUNNING else Place.ANNOUNCEMENTS
    told = OutageTold(tournament.tournament_id, down_from=outage.down_from, up_at=outage.up_at)
    promise(work, occasion, tournament.guild_id, place, told)
