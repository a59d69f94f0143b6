"""Records brought in by an organiser who answers what is asked: everybody is who bears the very name."""

from __future__ import annotations

from bot.features.past_events import bringing_verbs as past_events_bringing_verbs
from bot.features.past_events import verbs as past_events_verbs
from bot.features.past_events.model import BroughtEvents, NamesAsked, PastFile, RatingsTaken
from bot.play.records import Record
from bot.record.replaying import derive
from tests.hall.hall import Hall


def as_file(record: Record, filename: str = "cup.json") -> PastFile:
    """The record as it was read from a file of that name."""
    known = derive(record)
    return PastFile(filename, record, known.standings, known.champion, known.ratings, known.is_over)


def answer(hall: Hall, found: NamesAsked, by: int = 1) -> None:
    """Answers what is asked: a name that nobody bears to the letter is somebody new."""
    if found.same:
        hall.act(hall.actor(by), past_events_bringing_verbs.say_same, found.seen)
    for one in found.alike:
        hall.act(hall.actor(by), past_events_bringing_verbs.say_who, one.name_id, None)


def brought_together(
    hall: Hall, *files: PastFile, taken: RatingsTaken = RatingsTaken.COUNTED, apart: tuple[str, ...] = (), by: int = 1
) -> BroughtEvents:
    """The files are in."""
    while True:
        asked = hall.act(hall.actor(by), past_events_verbs.look_through, files, apart)
        if not asked.left:
            break
        answer(hall, asked, by)
    found = hall.act(hall.actor(by), past_events_verbs.bring, files, taken, apart)
    assert isinstance(found, BroughtEvents)
    return found


def brought(hall: Hall, record: Record, by: int = 1, taken: RatingsTaken = RatingsTaken.LEFT) -> BroughtEvents:
    """The record is in, and no list was touched unless it is said otherwise."""
    return brought_together(hall, as_file(record), taken=taken, by=by)
