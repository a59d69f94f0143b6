"""Invitations after past events came in: from the latest of them, and never what their own time has decided since.

A match for a seat that came in with them gives its seat; one that was never played is still to be played, unless the
event that it was for is over (AIJE-D02-1, AIJE-D04-1).
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from bot.domain.entering.seats import RoundOf
from bot.domain.events.tournament import Tournament
from bot.domain.ids import GuildId, Occasion, TournamentId
from bot.domain.regulation.qualifying_events import SEAT_MATCH, QualifyingEvent
from bot.services.entering import seat_invitations, seats_reading
from bot.services.event_facts import person_of
from bot.storage import panels, seats, tournaments
from bot.storage.database import Work


def after_bringing(
    work: Work, occasion: Occasion, guild_id: GuildId, brought: Sequence[Tournament], *, stand: bool
) -> None:
    """Proposes what follows from the latest events, where one of them came or went by the act."""
    touched = {one.tournament_id for one in brought if one.rulebook.official}
    league = tuple(seats.last_event(work, guild_id, name) for name in seat_invitations.STANDINGS_OF)
    if _concerns(work, guild_id, RoundOf.LEAGUE, touched, league, stand=stand):
        seat_invitations.lapse(work, occasion, guild_id, RoundOf.LEAGUE)
        seat_invitations.propose_league(work, occasion, guild_id)
        _note_what_was_played(work, occasion, guild_id, brought if stand else ())
    candidates = seats.last_event(work, guild_id, QualifyingEvent.CANDIDATES)
    if _concerns(work, guild_id, RoundOf.TITLE, touched, (candidates,), stand=stand):
        seat_invitations.lapse(work, occasion, guild_id, RoundOf.TITLE)
        if candidates is not None and not _was_played_since(work, guild_id, QualifyingEvent.WORLD, candidates):
            seat_invitations.propose_round(work, occasion, guild_id, RoundOf.TITLE, (candidates,))


def _concerns(
    work: Work,
    guild_id: GuildId,
    kind: RoundOf,
    touched: set[TournamentId],
    sources: Sequence[TournamentId | None],
    *,
    stand: bool,
) -> bool:
    """Whether the invitations of the kind follow from an event that came, or were proposed by one that went."""
    if stand:
        return not touched.isdisjoint(one for one in sources if one is not None)
    waits = seats.proposed_round(work, guild_id, kind)
    return waits is not None and not touched.isdisjoint(waits.sources)


def _note_what_was_played(work: Work, occasion: Occasion, guild_id: GuildId, brought: Sequence[Tournament]) -> None:
    """The seats that matches have given since, and the Candidates where they are over."""
    found = seats.proposed_round(work, guild_id, RoundOf.LEAGUE)
    if found is None:
        return
    since = max(_end_of(work, one) for one in found.sources)
    for tournament in brought:
        if tournament.rulebook.name == SEAT_MATCH and _end_of(work, tournament) >= since:
            _note_seat_match(work, found.round_id, tournament)
    played = seats.last_event(work, guild_id, QualifyingEvent.CANDIDATES)
    if played is not None and _end_of(work, played) >= since:
        seats.note_played(work, found.round_id, QualifyingEvent.CANDIDATES, occasion.now)
    panels.mark_stale(work, seats_reading.seats_subject(found.round_id), occasion.now)


def _note_seat_match(work: Work, round_id: str, tournament: Tournament) -> None:
    """Has the match decide the seat, where those two are to play for one."""
    found = seats.load(work, round_id)
    if found is None:
        return
    players = set(person_of(work, tournament).values())
    arranged = {match.number for _, match in seats.arranged_matches(work, round_id)}
    for match in seats_reading.qualification(work, found).matches:
        if match.number not in arranged and len(match.sides) == len(players) and set(match.sides) == players:
            seats.arrange(work, round_id, match, tournament.tournament_id)


def _was_played_since(work: Work, guild_id: GuildId, event: QualifyingEvent, since: TournamentId) -> bool:
    last = seats.last_event(work, guild_id, event)
    return last is not None and _end_of(work, last) >= _end_of(work, since)


def _end_of(work: Work, event: Tournament | TournamentId) -> datetime:
    found = event if isinstance(event, Tournament) else tournaments.load(work, event)
    if found is None or found.ended_at is None:
        raise LookupError(event)
    return found.ended_at
