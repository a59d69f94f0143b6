"""Records brought in by an organiser who answers what is asked: everybody is who bears the very name."""

from __future__ import annotations

from bot.domain.events.record_views import Arrival, NamesAsked
from bot.domain.events.records import Record
from bot.record.deriving import derive
from bot.services.events import record_bringing, record_people
from tests.services.hall import Hall


def brought(hall: Hall, record: Record, by: int = 1) -> Arrival:
    """The record is in; a name that nobody bears to the letter is somebody new."""
    presser, standings = hall.presser(by), derive(record).standings
    found = hall.do(record_bringing.bring, presser, record, standings, None)
    while isinstance(found, NamesAsked):
        if found.same:
            hall.do(record_people.say_same, presser, found.seen)
        for one in found.alike:
            hall.do(record_people.say_who, presser, one.name_id, None)
        found = hall.do(record_bringing.bring, presser, record, standings, None)
    return found
