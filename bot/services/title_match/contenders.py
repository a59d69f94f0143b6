"""Who may win the world title: the champion, the challenger, and who took the place of one of them (AIJE-D03-1).

It is asked again when the title is given, since an event may have been announced before seats were asked for.
"""

from __future__ import annotations

from datetime import datetime

from bot.domain.events.tournament import Tournament
from bot.domain.formats import FORMATS
from bot.domain.ids import GuildId, PersonId
from bot.domain.regulation.qualifying_events import QualifyingEvent
from bot.services.event_facts import facts, person_of
from bot.storage import bars, seats, title_holders, titles, tournaments
from bot.storage.context import Query


def may_be_crowned(tx: Query, tournament: Tournament, person_id: PersonId) -> bool:
    """Whether the person played the match as champion, as challenger, or with a seat that had passed on."""
    began = tournament.check_in_closed_at or tournament.drawn_at or tournament.start_at
    guild_id = tournament.guild_id
    if seats.held_at(tx, guild_id, QualifyingEvent.WORLD, person_id, began):
        return True
    named = title_holders.load(tx, tournament.tournament_id)
    if named is not None and named.person_id == person_id:
        return True
    return person_id in (reigning_at(tx, guild_id, began), _first_of_candidates(tx, guild_id, began))


def plays_for_title(tx: Query, tournament: Tournament, person_id: PersonId) -> bool:
    """Whether the person has a place in the match: a seat, or from the close on a start."""
    if tournament.check_in_closed_at is not None:
        return person_id in person_of(tx, tournament).values()
    return bars.has_seat(tx, tournament.guild_id, QualifyingEvent.WORLD, person_id)


def reigning_at(tx: Query, guild_id: GuildId, at: datetime) -> PersonId | None:
    """Who held the title at that moment."""
    known = [one for one in titles.world_titles(tx, guild_id) if one.won_at < at]
    return max(known, key=lambda one: one.won_at).person_id if known else None


def _first_of_candidates(tx: Query, guild_id: GuildId, at: datetime) -> PersonId | None:
    """Who won the last Candidates before that moment (AIJE-D02-2)."""
    last = seats.last_event(tx, guild_id, QualifyingEvent.CANDIDATES, before=at)
    played = None if last is None else tournaments.load(tx, last)
    if played is None:
        return None
    rows = FORMATS[played.rulebook.format].standings(facts(tx, played), played.rulebook)
    first = [row.entrant_id for row in rows if row.rank_to == 1]
    return person_of(tx, played)[first[0]] if first else None
