"""The kinds of thing that a press or a command can be about; each belongs to one server."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from bot.errors import NotFound, Outdated, Subject, UserError


class Thing(StrEnum):
    """What an id in a press names."""

    APPEAL = "appeal"
    AMENDMENT = "amendment"
    """Of a rating, by hand."""
    BAR = "bar"
    CASE = "case"
    CEREMONY = "ceremony"
    CLAIM = "claim"
    DRAFT = "draft"
    ENTRANT = "entrant"
    EVENT = "event"
    EVENT_PROPOSAL = "event_proposal"
    FILE = "file"
    GRADE = "grade"
    JEEK_GAME = "jeek_game"
    LOG_LINE = "log_line"
    MATCH = "match"
    NAME_CLAIM = "name_claim"
    OWN_ACT = "own_act"
    """What somebody who plays in an event wants to do about it, or has done."""
    OPENING_DRAFT = "opening_draft"
    """An opening list that waits to be confirmed."""
    PENALTY = "penalty"
    PERSON = "person"
    SAME_PERSON = "same_person"
    PLACE = "place"
    """In a team, before it is taken."""
    RECORD_NAME = "record_name"
    """Of a record that is about to come in."""
    SEAT_ROUND = "seat_round"
    SERIES = "series"
    """Events that count together."""
    SIGNATURE = "signature"
    """An act that waits for a second person."""
    SIGN_UPS = "sign_ups"
    """A list of sign-ups that waits to be confirmed."""
    SUGGESTION = "suggestion"
    TITLE_PROPOSAL = "title_proposal"
    VOTE = "vote"
    VOTE_DRAFT = "vote_draft"
    WARNING = "warning"


_SPOKEN_OF: Final = {
    Thing.BAR: Subject.BAR,
    Thing.CASE: Subject.CASE,
    Thing.FILE: Subject.CASE,
    Thing.APPEAL: Subject.CASE,
    Thing.ENTRANT: Subject.ENTRANT,
    Thing.EVENT: Subject.TOURNAMENT,
    Thing.EVENT_PROPOSAL: Subject.TOURNAMENT,
    Thing.DRAFT: Subject.TOURNAMENT,
    Thing.JEEK_GAME: Subject.GAME,
    Thing.MATCH: Subject.MATCH,
    Thing.NAME_CLAIM: Subject.PERSON,
    Thing.PERSON: Subject.PERSON,
    Thing.SAME_PERSON: Subject.PERSON,
    Thing.SERIES: Subject.SERIES,
    Thing.SUGGESTION: Subject.SUGGESTION,
    Thing.VOTE: Subject.VOTE,
    Thing.VOTE_DRAFT: Subject.VOTE,
}


def not_here(thing: Thing) -> UserError:
    """What is said of a thing that is not there, or belongs to another server: nobody can tell one from the other."""
    spoken_of = _SPOKEN_OF.get(thing)
    return Outdated() if spoken_of is None else NotFound(what=spoken_of)
