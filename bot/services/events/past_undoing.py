"""Taking past events back, all that came in together: what they did to lists and proposals goes with them."""

from __future__ import annotations

from dataclasses import replace

from bot.domain.community import Place
from bot.domain.events.sayings import EventsTakenBack
from bot.domain.events.tournament import Tournament
from bot.domain.ids import GuildId, PersonId
from bot.domain.permissions import Act
from bot.domain.undoing import Hanging
from bot.services import founding, rating_lists, recusal
from bot.services.events import past_events
from bot.services.timetable import save, tournament_subject
from bot.storage import bringings, consequences, ratings, tournaments
from bot.storage.context import Query, Tx

_NO_REASON = "-"


def hangs(tx: Query, bringing_id: str) -> Hanging | None:
    """What keeps the act from being taken back: later ratings, or a title or seats that were decided by it."""
    bringing = bringings.load(tx, bringing_id)
    if bringing is None or bringing.taken_back_at is not None:
        return Hanging.TAKEN_BACK
    lists = ratings.of_bringing(tx, bringing_id)
    if lists and ratings.is_built_on(tx, bringing.guild_id, lists[-1]):
        return Hanging.BUILT_ON
    events = [one.tournament_id for one in bringings.events_of(tx, bringing_id)]
    return Hanging.BUILT_ON if any(consequences.was_built_on(tx, one) for one in events) else None


def refuse_gain(tx: Query, person_id: PersonId, bringing_id: str) -> None:
    """Raises OwnCase where the own rating fell by the act, to which a second person had agreed.

    Where there is no association, nobody signs for files either.
    """
    bringing = bringings.load(tx, bringing_id)
    if bringing is None or not founding.is_association(tx, bringing.guild_id):
        return
    moves = bringings.moves_of(tx, bringing_id)
    fell = [one for one, before, after in moves if before is not None and after < before]
    recusal.refuse_about_oneself(tx, person_id, Act.AMEND_RATINGS, *fell)


def take_back(tx: Tx, guild_id: GuildId, bringing_id: str) -> None:
    """Calls every event of the act off, and has the lists and proposals be as they would be without them."""
    if not bringings.take_back(tx, bringing_id, tx.now):
        return
    ratings.take_back(tx, bringing_id, tx.now)
    rating_lists.follow(tx, guild_id)
    events = [_call_off(tx, one) for one in _events(tx, bringing_id)]
    past_events.follow_up(tx, guild_id, events, stand=False)
    tx.enqueue(guild_id, Place.ANNOUNCEMENTS, EventsTakenBack(bringing_id))


def _events(tx: Query, bringing_id: str) -> list[Tournament]:
    found = (tournaments.load(tx, one.tournament_id) for one in bringings.events_of(tx, bringing_id))
    return [one for one in found if one is not None]


def _call_off(tx: Tx, tournament: Tournament) -> Tournament:
    off = replace(tournament, ended_at=None, cancelled_at=tx.now, cancel_reason=_NO_REASON)
    save(tx, off)
    tx.touch(tournament_subject(tournament.tournament_id))
    return off
