"""Taking an act of staff back, as long as nothing later hangs on it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum
from typing import Final

from bot.domain.log_views import LogLine
from bot.domain.permissions import Act

UNDO_WITHIN: Final = timedelta(days=7)
"""Later an act is answered by its opposite, in the open."""
TAKES: Final[Mapping[str, Act]] = {
    "name_officer": Act.NAME_OFFICERS,
    "grant_title": Act.DECIDE_TITLE,
    "loss_title": Act.DECIDE_TITLE,
    "bar": Act.LIFT_BAR,
    "lift_bar": Act.LIFT_BAR,
    "link_people": Act.LINK_PEOPLE,
    "link_discord": Act.LINK_DISCORD,
    "remove": Act.ENTER_OTHER_PERSON,
    "approve_suggestion": Act.ANSWER_SUGGESTION,
    "decline_suggestion": Act.ANSWER_SUGGESTION,
    "pause_event": Act.PAUSE_TOURNAMENT,
    "cancel_tournament": Act.CANCEL_TOURNAMENT,
    "edit_tournament": Act.MOVE_START,
    "seed_by_hand": Act.SEED_BY_HAND,
    "forbid_pair": Act.KEEP_APART,
    "allow_pair": Act.KEEP_APART,
    "name_chief": Act.NAME_CHIEF,
    "name_deputy": Act.NAME_CHIEF,
    "assign_arbiter": Act.ASSIGN_ARBITER,
    "set_time": Act.SET_MATCH_TIME,
    "resume_event": Act.PAUSE_TOURNAMENT,
    "relieve_arbiter": Act.RELIEVE_ARBITER,
    "note_attendance": Act.NOTE_ATTENDANCE,
    "refuse_card": Act.JUDGE_DECKS,
    "enter_late": Act.ENTER_LATE,
    "take_round_robin": Act.CHANGE_FORMAT,
    "prolong_days": Act.SET_MATCH_TIME,
    "lift_time": Act.SET_MATCH_TIME,
    "amend_ratings": Act.AMEND_RATINGS,
    "bring_events": Act.BRING_PAST_EVENTS,
    "enter_list": Act.ENTER_OTHER_PERSON,
    "add_to_series": Act.COUNT_IN_SERIES,
    "remove_from_series": Act.COUNT_IN_SERIES,
    "bring_opening_list": Act.BRING_OPENING_LIST,
}
"""The log's words for acts that can be taken back, with what one must still be allowed to do.

Taking one of them back may end a bar, which the leader or the President does by whatever way (AIJE-D01-2).
"""


class Hanging(StrEnum):
    """What keeps an act from being taken back."""

    TAKEN_BACK = "taken_back"
    """It was taken back, or answered by its opposite, before."""
    DECISION = "decision"
    """It carried out a vote, a verdict or a granted appeal."""
    APPEAL = "appeal"
    """Somebody appealed against it."""
    ENTRY = "entry"
    """The person has entered an event since."""
    CLOSED = "closed"
    """The list is closed, or the bar would be over."""
    ACTED = "acted"
    """The person has voted, followed a match or decided something by it since."""
    BUILT_ON = "built_on"
    """Ratings were published, a title decided or invitations sent by it since."""
    RATED = "rated"
    """A rating list was published since, or another opening list came in."""
    WITH_LIST = "with_list"
    """It came with an opening list, which is taken back as a whole."""
    CASE = "case"
    """A case about one of the people was opened since."""
    PLAYED = "played"
    """A match of the person was settled since, by which others may have met a title."""


APPOINTING: Final = frozenset({"name_officer", "grant_title", "loss_title"})
"""Acts that gave or took an office or a title."""


class PlaceState(StrEnum):
    """What became of a place on a list that a bar had freed."""

    BACK = "back"
    WAITS = "waits"
    """On the list again, at its end: the seat is somebody else's by now."""
    CLOSED = "closed"
    """The event has closed its check-in, or was called off."""
    BARRED = "barred"
    """Another bar holds."""
    TAKEN = "taken"
    """The person has a place in the event under another account."""
    PASSED_ON = "passed_on"
    """The seat that admitted to the event is somebody else's by now."""


@dataclass(frozen=True, slots=True)
class PlaceBack:
    """A place on the list of an event of that name."""

    event: str
    state: PlaceState


@dataclass(frozen=True, slots=True)
class UndoLine:
    """An act of the asker; `hangs` None where it can be taken back."""

    sequence: int
    line: LogLine
    hangs: Hanging | None
    places: tuple[PlaceBack, ...] = ()
    """Once a bar, or a word that two are one, was taken back: what became of the places that it had freed."""
