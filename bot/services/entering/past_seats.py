"""Invitations after past events came in or went: from the latest of them, and never what their own time has decided.

What follows is the same in whatever order the files come, in one act or in several. A match for a seat that came in
gives its seat; one that was never played is still to be played, unless the event that it was for is over. Seats in an
event that has been played end, as they would have at its end (AIJE-D01-2, AIJE-D02-1, AIJE-D04-1).
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from bot.domain.entering.seats import RoundOf, SeatRound
from bot.domain.events.tournament import Tournament
from bot.domain.ids import GuildId, TournamentId
from bot.domain.regulation.qualifying_events import SEAT_MATCH, QualifyingEvent, seats_of
from bot.errors import UserError
from bot.services.entering import seat_corrections, seat_invitations, seats_reading, vacancies
from bot.services.event_facts import person_of
from bot.storage import bringings, seats, tournaments
from bot.storage.context import Query, Tx

_SOURCES = {RoundOf.LEAGUE: seat_invitations.STANDINGS_OF, RoundOf.TITLE: (QualifyingEvent.CANDIDATES,)}


def after_bringing(tx: Tx, guild_id: GuildId, brought: Sequence[Tournament], *, stand: bool) -> None:
    """Ends the seats in what was played, and brings the invitations in line with the events that stand by now."""
    played = [one for one in brought if one.rulebook.official]
    for tournament in played if stand else ():
        _end_named(tx, tournament)
    for kind in RoundOf:
        _propose(tx, guild_id, kind)
        for found in (seats.proposed_round(tx, guild_id, kind), seats.round_in_force(tx, guild_id, kind)):
            if found is not None:
                _follow(tx, found, stand=stand)
    for tournament in () if stand else played:
        _open_named(tx, tournament)


def _end_named(tx: Tx, tournament: Tournament) -> None:
    """Seats that were given by hand for the event end with it."""
    event = seats_of(tournament.rulebook)
    if event is not None:
        seats.end_named(tx, tournament.guild_id, event, _end_of(tournament), tx.now)


def _open_named(tx: Tx, tournament: Tournament) -> None:
    """With an event taken back they are there again, where a place is left for them (AIJE-B03-1).

    They were given by hand or by the committee's vote, and either holds as before.
    """
    event, guild_id = seats_of(tournament.rulebook), tournament.guild_id
    brought_at = bringings.brought_at(tx, tournament.tournament_id)
    if event is None or brought_at is None:
        return
    for person_id in seats.named_until(tx, guild_id, event, brought_at):
        try:
            vacancies.refuse(tx, guild_id, event, person_id, tx.now, by_vote=True)
        except UserError:
            continue
        seats.open_named(tx, guild_id, event, person_id, brought_at)


def _propose(tx: Tx, guild_id: GuildId, kind: RoundOf) -> None:
    """Proposes what follows from the latest events, unless an organiser has decided on that before."""
    latest = [seats.last_event(tx, guild_id, name) for name in _SOURCES[kind]]
    sources = tuple(one for one in latest if one is not None)
    follows = len(sources) == len(latest) and not seats.was_decided(tx, kind, sources)
    if follows and kind is RoundOf.TITLE:
        follows = QualifyingEvent.WORLD not in _kinds_of(_later(tx, guild_id, sources))
    waits = seats.proposed_round(tx, guild_id, kind)
    if not follows:
        seat_invitations.lapse(tx, guild_id, kind)
    elif waits is None or waits.sources != sources:
        seat_invitations.propose_round(tx, guild_id, kind, sources)


def _follow(tx: Tx, found: SeatRound, *, stand: bool) -> None:
    """What was played since the round's own events, and the seats that matches have given."""
    later = _later(tx, found.guild_id, found.sources)
    for event in found.round_of.events:
        seats.note_played(tx, found.round_id, event, tx.now if event in _kinds_of(later) else None)
    for tournament in later:
        if tournament.rulebook.name == SEAT_MATCH and found.round_of is RoundOf.LEAGUE:
            _note_seat_match(tx, found, tournament)
    tx.touch(seats_reading.seats_subject(found.round_id))
    again = seats.load(tx, found.round_id)
    if again is not None and again.stands:
        (seat_invitations.follow if stand else seat_corrections.follow)(tx, again)


def _later(tx: Query, guild_id: GuildId, sources: Sequence[TournamentId]) -> list[Tournament]:
    """What was played since the latest of these events, they themselves left out."""
    known = (tournaments.load(tx, one) for one in sources)
    since = max(_end_of(one) for one in known if one is not None)
    found = (tournaments.load(tx, one) for one in seats.ended_since(tx, guild_id, since) if one not in sources)
    return [one for one in found if one is not None]


def _kinds_of(some: Sequence[Tournament]) -> set[QualifyingEvent | None]:
    return {seats_of(one.rulebook) for one in some if one.rulebook.official}


def _note_seat_match(tx: Tx, found: SeatRound, tournament: Tournament) -> None:
    """Has the match decide the seat, where those two are to play for one; it may have decided what lapsed since."""
    before = seats.round_of_match(tx, tournament.tournament_id)
    if before is not None and (before.closed_at is None or before.confirmed_at is not None):
        return
    players = set(person_of(tx, tournament).values())
    arranged = {match.number for _, match in seats_reading.arranged_matches(tx, found)}
    for match in seats_reading.qualification(tx, found).matches:
        if match.number not in arranged and len(match.sides) == len(players) and set(match.sides) == players:
            seats.arrange(tx, found.round_id, match, tournament.tournament_id)


def _end_of(tournament: Tournament) -> datetime:
    if tournament.ended_at is None:
        raise LookupError(tournament.tournament_id)
    return tournament.ended_at
