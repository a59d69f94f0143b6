"""The heartbeat: when the bot was last alive, which outages lay between, and what they keep open longer."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

from bot.domain.community import Place
from bot.domain.events.tournament import Phase, Tournament, check_in_closes_at, check_in_opens_at, phase, takes_entries
from bot.domain.outages import Cause, Lost, Outage, is_news, without
from bot.domain.own_sayings import ClockWrong, OutageTold
from bot.domain.setup_views import OutageView
from bot.services import outage_messages
from bot.services.hooks import STEP_HOOKS
from bot.services.playing import matches
from bot.services.speaking import promise, tell_committee
from bot.services.timetable import outages_of, reschedule, tournament_subject
from bot.storage import communities, contests, outages, tournaments
from bot.storage.context import Query, Tx

SHORTEST: Final = timedelta(milliseconds=1)
"""What the database can tell apart."""


def note_alive(tx: Tx) -> None:
    """Notes that the bot is alive now."""
    outages.note_alive(tx, tx.now)


def wake_up(tx: Tx, lost: Sequence[Lost] = (Lost(None, Cause.PROCESS),)) -> list[Outage]:
    """Records the outages of the whole process that have ended, and moves every open window that they touched."""
    seen, now = outages.last_seen(tx), tx.now
    outages.note_alive(tx, now)
    found = []
    for one in lost:
        since, until = one.since or seen, one.until or now
        if since is not None and until - since >= SHORTEST:
            found.append(record(tx, Outage(since, until, one.cause)))
    return found


def settle_earlier(tx: Tx) -> None:
    """Records at a start what earlier processes have left; before the first of all nobody could have pressed."""
    if outages.last_seen(tx) is not None:
        wake_up(tx)


def record(tx: Tx, ended: Outage) -> Outage:
    """Writes an outage that has ended, and moves every open window that it touched; answers it as it stands now.

    The windows are derived from the outages on record, however short; here their deadlines are rewritten, and where it
    is news who is concerned is told, and cards are drawn anew.
    """
    outage = outages.add(tx, ended)
    news = is_news(outage)
    reached = tournaments.reached_by(tx, outage)
    in_play = contests.events_in_play(tx, [one.tournament_id for one in reached])
    for tournament in reached:
        if tournament.first_call_at is None:  # Once matches are called, all that is due is theirs.
            reschedule(tx, tournament)
        if tournament.tournament_id in in_play:
            matches.reschedule_all(tx, tournament, show=news)
        if phase(tournament) is Phase.CHECK_IN:
            tx.touch(tournament_subject(tournament.tournament_id))
        if news and concerns(tournament, outage):
            _tell(tx, tournament, outage)
    for one in STEP_HOOKS:
        one.after_outage(tx, outage, is_news=news)
    return outage


def note_clock(tx: Tx, off: timedelta | None) -> None:
    """Notes how far the machine's clock is ahead of Discord's time, and tells every server's organisers of it."""
    outages.note_clock(tx, off)
    if off is None:
        return
    for community in communities.every(tx):
        guild_id, seconds = community.guild_id, int(off.total_seconds())
        tell_committee(tx, guild_id, ClockWrong(guild_id, seconds))


def concerns(tournament: Tournament, outage: Outage) -> bool:
    """Whether anybody can have missed anything: confirmation was open or should have been, or matches were on."""
    match phase(tournament):
        case Phase.DRAWING | Phase.RUNNING:
            return True
        case Phase.ANNOUNCED | Phase.CHECK_IN:
            return outage.up_at > max(check_in_opens_at(tournament), tournament.created_at)
        case _:
            return False


def outage_view(tx: Query, tournament: Tournament, outage: Outage) -> OutageView:
    """What the outage did to the tournament: what was late, what is open longer, which clocks stood still."""
    known = outages_of(tx, tournament)
    others = without(known, outage)
    closes_at = check_in_closes_at(tournament, known)
    moved = takes_entries(tournament) and closes_at != check_in_closes_at(tournament, others)
    stood_still = len(others) < len(known)
    return OutageView(
        name=tournament.name,
        down_from=outage.down_from,
        up_at=outage.up_at,
        cause=outage.cause,
        check_in_until=closes_at if moved else None,
        clocks_stood_still=stood_still and _was_played(tournament, outage.up_at),
        clocks_went_on=outage.cause is Cause.REMOVED and not stood_still,
    )


def _was_played(tournament: Tournament, at: datetime) -> bool:
    return tournament.first_call_at is not None and tournament.first_call_at < at and tournament.ended_at is None


def _tell(tx: Tx, tournament: Tournament, outage: Outage) -> None:
    messages = outage_messages.messages_of(tx, OutageTold, tournament.tournament_id, outage)
    if messages:
        outage_messages.redraw(tx, messages)
        return
    place = Place.MATCHES if phase(tournament) is Phase.RUNNING else Place.ANNOUNCEMENTS
    said = OutageTold(tournament.tournament_id, down_from=outage.down_from, up_at=outage.up_at, cause=outage.cause)
    promise(tx, tournament.guild_id, place, said)
