"""Invitations after a correction: seats follow the standings and the champion of now (AIJE-D02-1, AIJE-D04-1)."""

from __future__ import annotations

from bot.domain.community import Place
from bot.domain.entering.sayings import LostSeat, SeatsLost
from bot.domain.entering.seats import RoundOf, SeatRound
from bot.domain.events.tournament import Tournament
from bot.domain.ids import GuildId, PersonId
from bot.services.entering import seat_invitations, seats_reading
from bot.services.speaking import promise
from bot.storage import seats
from bot.storage.context import Tx


def after_correction(tx: Tx, tournament: Tournament) -> None:
    """Brings the invitations in line with the corrected event, where they follow from it or from a match for a seat."""
    won_in = seats.round_of_match(tx, tournament.tournament_id)
    for found in seats.all_open(tx, tournament.guild_id):
        of_match = won_in is not None and won_in.round_id == found.round_id
        if of_match or tournament.tournament_id in found.sources:
            follow(tx, found)


def champion_moved(tx: Tx, guild_id: GuildId, lost: PersonId, champion: PersonId | None) -> None:
    """Whoever was taken for the champion is none: what hung on it in the invitations follows the right one."""
    for found in seats.all_open(tx, guild_id):
        if found.champion == lost:
            seats.note_champion(tx, found.round_id, champion)
            follow(tx, found)


def champion_named(tx: Tx, guild_id: GuildId, before: PersonId | None, champion: PersonId) -> None:
    """The champion was put on record by hand: invitations that nobody has decided on yet count with the right one."""
    for kind in RoundOf:
        waits = seats.proposed_round(tx, guild_id, kind)
        if waits is not None and waits.champion == before:
            seats.note_champion(tx, waits.round_id, champion)
            tx.touch(seats_reading.seats_subject(waits.round_id))


def follow(tx: Tx, before: SeatRound) -> None:
    """Seats and questions follow; who loses a seat by it is told, and the committee, who may have them on a list."""
    found = seats.load(tx, before.round_id)
    tx.touch(seats_reading.seats_subject(before.round_id))
    if found is None or not found.stands:
        return
    held = {event: seats.of_round(tx, found.round_id, event) for event in found.round_of.events}
    seat_invitations.follow(tx, found)
    lost = tuple(
        LostSeat(event, person_id)
        for event in found.round_of.events
        for person_id in sorted(held[event] - seats.of_round(tx, found.round_id, event))
    )
    for place in (Place.ANNOUNCEMENTS, Place.COMMITTEE) if lost else ():
        promise(tx, found.guild_id, place, SeatsLost(found.round_id, lost))
