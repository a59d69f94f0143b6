"""Places that a bar, or a word that two are one, had freed: given back when it is undone before check-in closes."""

from __future__ import annotations

from collections.abc import Collection

from bot.domain.entering.bars import Bar
from bot.domain.entering.entries import Entrant
from bot.domain.entering.sayings import EnteredByStaff
from bot.domain.events.tournament import Tournament
from bot.domain.ids import EntrantId, GuildId, PersonId
from bot.domain.undoing import PlaceBack, PlaceState
from bot.services import event_log
from bot.services.entering import eligibility
from bot.services.entering.hooks import tell_of_place
from bot.services.speaking import tell_member
from bot.services.timetable import bar_subject, tournament_subject
from bot.storage import entrants, log, tournaments
from bot.storage.context import Query, Tx


def restore(tx: Tx, bar: Bar, by: PersonId | None) -> tuple[PlaceBack, ...]:
    """Puts the person back on each list that the bar took them off, in the old place, or says why not.

    `by` is None where the bar falls by itself.
    """
    return restore_lost_to(tx, bar.guild_id, bar_subject(bar.bar_id), by)


def restore_lost_to(
    tx: Tx,
    guild_id: GuildId,
    because: str,
    by: PersonId | None,
    only: Collection[PersonId] | None = None,
) -> tuple[PlaceBack, ...]:
    """As `restore`, of what the log says was lost to that; `only` these people's places where it is given."""
    found = []
    for entry in log.withdrawn_because(tx, guild_id, because):
        entrant = entrants.load(tx, EntrantId(entry.details["entrant"]))
        tournament = tournaments.load(tx, entrant.tournament_id) if entrant else None
        if entrant is None or tournament is None or entrant.withdrawn_at is None:
            continue
        if only is not None and entrant.person_id not in only:
            continue
        found.append(PlaceBack(tournament.name, _back(tx, tournament, entrant, by)))
    return tuple(found)


def _back(tx: Tx, tournament: Tournament, entrant: Entrant, by: PersonId | None) -> PlaceState:
    """What becomes of one place; nobody who has a seat by now loses it."""
    lost = _kept_from(tx, tournament, entrant)
    if lost is not None:
        return lost
    capacity = tournament.rulebook.registration.capacity
    listed = [one for one in entrants.of_tournament(tx, tournament.tournament_id) if one.withdrawn_at is None]
    full = capacity is not None and len(listed) >= capacity
    number = entrants.next_number(tx, tournament.tournament_id) if full else entrant.number
    entrants.enter_again(tx, entrant.entrant_id, number, entrant.registered_at, entrant.checked_in_at)
    _tell(tx, tournament, entrant, by)
    return PlaceState.WAITS if full else PlaceState.BACK


def _kept_from(tx: Query, tournament: Tournament, entrant: Entrant) -> PlaceState | None:
    """Why the place cannot be had again; None where it can."""
    if tournament.cancelled_at is not None or tournament.check_in_closed_at is not None:
        return PlaceState.CLOSED
    if eligibility.bars_of(tx, entrant.person_id, tx.now, tournament.tournament_id):
        return PlaceState.BARRED
    if eligibility.has_second_place(tx, tournament, entrant.person_id):
        return PlaceState.TAKEN
    if not eligibility.may_enter(tx, tournament, entrant.person_id, tx.now):
        return PlaceState.PASSED_ON
    return None


def _tell(tx: Tx, tournament: Tournament, entrant: Entrant, by: PersonId | None) -> None:
    tx.touch(tournament_subject(tournament.tournament_id))
    tell_member(tx, tournament.guild_id, entrant.person_id, EnteredByStaff(entrant.entrant_id))
    event_log.record(tx, tournament, "register", by, entrant=entrant.entrant_id)
    tell_of_place(tx, tournament, entrant.person_id)
