"""What an event asks of a person outside of matches: to enter, to complete an entry, to confirm; then what comes."""

from __future__ import annotations

from datetime import datetime

from bot.domain.entering.entries import Entrant
from bot.domain.events.ceremonies import HERE_AFTER
from bot.domain.events.tournament import Phase, Tournament, asks_for_club, check_in_closes_at, check_in_opens_at, phase
from bot.domain.playing.desk_views import Duty, DutyItem, Outlook, Prospect
from bot.domain.regulation.qualifying_events import by_invitation
from bot.errors import UserError
from bot.services.asked import Asked, Found
from bot.services.entering import conditions
from bot.services.entering.eligibility import refuse_barred
from bot.services.entering.hooks import ENTRY_HOOKS
from bot.services.entering.registration import waiting_place
from bot.services.sides import entry_of
from bot.services.timetable import outages_of
from bot.storage import ceremonies, entrants
from bot.storage.context import Query


def guide(tx: Query, asked: Asked, tournament: Tournament, entrant: Entrant | None) -> Found:
    """All that one event asks of who asks beside its matches, `entrant` being the entry that they play in."""
    if phase(tournament) in {Phase.ANNOUNCED, Phase.CHECK_IN}:
        yield from _before_the_close(tx, asked, tournament, entrant)
    elif phase(tournament) is Phase.DRAWING and entrant is not None:
        yield Prospect(Outlook.DRAW, tournament)
    if entrant is not None:
        yield from attending(tx, asked, tournament, entrant)
    for one in ENTRY_HOOKS.of(tournament.rulebook):
        yield from one.guidance(tx, asked, tournament, entrant)


def entrant_of(tx: Query, asked: Asked, tournament: Tournament) -> Entrant | None:
    """The entry that who asks plays in, alone or as a member of a team."""
    if asked.person is None:
        return None
    entrant = entry_of(tx, tournament.tournament_id, asked.person.person_id)
    return None if entrant is None or entrant.withdrawn_at is not None else entrant


def _before_the_close(tx: Query, asked: Asked, tournament: Tournament, entrant: Entrant | None) -> Found:
    key = tournament.tournament_id
    closes_at = check_in_closes_at(tournament, outages_of(tx, tournament))
    if asked.now > closes_at:
        return
    if entrant is not None and _owes_club(asked, tournament, entrant):
        yield DutyItem(Duty.SAY_CLUB, key, tournament, closes_at)
    if entrant is None:
        yield from _way_in(tx, asked, tournament, closes_at)
    elif (lacking := _lacking(tx, asked, tournament, entrant, closes_at)) is not None:
        yield lacking
    else:
        yield from _until_the_start(tx, asked, tournament, entrant, closes_at)


def _until_the_start(tx: Query, asked: Asked, tournament: Tournament, entrant: Entrant, closes_at: datetime) -> Found:
    """To confirm, and what comes then; nobody on the wait list is told that they play."""
    opens_at, waits = check_in_opens_at(tournament), _place_on_wait_list(tx, tournament, entrant)
    if waits is not None:
        yield Prospect(Outlook.FREE_SEAT, tournament, closes_at, n=waits)
    if entrant.checked_in_at is None and opens_at <= asked.now:
        yield DutyItem(Duty.CHECK_IN, tournament.tournament_id, tournament, closes_at)
    elif entrant.checked_in_at is None:
        yield Prospect(Outlook.CHECK_IN_OPENS, tournament, opens_at)
    elif waits is None:
        yield Prospect(Outlook.START, tournament, tournament.start_at)


def _place_on_wait_list(tx: Query, tournament: Tournament, entrant: Entrant) -> int | None:
    """The own place there, from 1; None with a seat, and where there are seats for everybody."""
    if tournament.rulebook.registration.capacity is None:
        return None
    return waiting_place(tournament, entrants.place_in_line(tx, entrant))


def _way_in(tx: Query, asked: Asked, tournament: Tournament, closes_at: datetime) -> Found:
    """The registration, or that the event asks for what who asks has not: nobody finds out by trying."""
    if not _may_enter(tx, asked, tournament):
        return
    lacking = conditions.lacks(tx.acting_as(asked.presser), tournament, asked.person)
    if lacking:
        yield Prospect(Outlook.NOT_FOR_ME, tournament, conditions.enters_from(tournament, asked.presser, lacking))
    else:
        yield DutyItem(Duty.REGISTER, tournament.tournament_id, tournament, closes_at)


def _owes_club(asked: Asked, tournament: Tournament, entrant: Entrant) -> bool:
    return asks_for_club(tournament) and entrant.club is None and asked.answers_for(entrant)


def _lacking(
    tx: Query, asked: Asked, tournament: Tournament, entrant: Entrant, closes_at: datetime
) -> DutyItem | Prospect | None:
    for one in ENTRY_HOOKS.of(tournament.rulebook):
        found = one.lacking(tx, asked, tournament, entrant, closes_at)
        if found is not None:
            return found
    return None


def attending(tx: Query, asked: Asked, tournament: Tournament, entrant: Entrant) -> Found:
    """Ceremonies that are a duty of the players, and where they say that they are there (GO-23.6)."""
    for one in ceremonies.of_tournament(tx, tournament.tournament_id):
        if asked.person is None or entrant.person_id != asked.person.person_id:
            return
        if asked.person.person_id in ceremonies.attendance(tx, one.ceremony_id):
            continue
        if one.is_open(asked.now):
            yield DutyItem(Duty.ATTEND_CEREMONY, one.ceremony_id, tournament, one.held_at + HERE_AFTER)
        elif asked.now < one.held_at:
            yield Prospect(Outlook.CEREMONY, tournament, one.held_at, called=one.name)


def _may_enter(tx: Query, asked: Asked, tournament: Tournament) -> bool:
    if by_invitation(tournament.rulebook) and asked.person is None:
        return False
    if asked.person is None:
        return True
    try:
        refuse_barred(tx, tournament, asked.person.person_id, asked.now)
    except UserError:
        return False
    return True
