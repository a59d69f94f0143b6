"""Whose interest each act touches, and who keeps out of it for that: one table over all acts, with no default.

(AIJE-A02-1, AIJE-D01-6, OTE-1.5, GO-30)
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from bot.domain.permissions import Act


class Interest(StrEnum):
    """What an act may do good or harm to."""

    NOBODY = "nobody"
    EVENT = "event"
    """Who wins an event: its course, its places, its pairs."""
    MATCH = "match"
    PERSON = "person"
    RATINGS = "ratings"
    SEATS = "seats"
    """Places in events to which the regulation or a series invites."""
    VOTE = "vote"
    HEARINGS = "hearings"
    """The settings by which cases are heard."""


class Stake(StrEnum):
    """What keeps somebody out of an act who may do it otherwise; all but the first keep out who it is about."""

    NONE = "none"
    """Nothing does, for the reason that the row says."""
    SELF = "self"
    """It is about oneself, or the own match, under whichever account."""
    RIVAL = "rival"
    """That, or about somebody beside whom one plays in an event being confirmed or under way.

    Of a match, about whom one meets next.
    """
    EVENT = "event"
    """It is about oneself, or about an event in which one plays."""


@dataclass(frozen=True, slots=True)
class Row:
    """What an act touches, and who keeps out of it."""

    interest: Interest
    stake: Stake
    why: str = ""
    """Where nobody keeps out by the table: why not."""
    rule: str = ""
    """The function that keeps people out besides, by its module in the services and its name."""


def _nobody(why: str) -> Row:
    """The act does neither good nor harm to anybody, for that reason."""
    return Row(Interest.NOBODY, Stake.NONE, why)


def _by_rule(interest: Interest, rule: str, why: str) -> Row:
    """The act touches somebody, and a rule of its own says who keeps out of it."""
    return Row(interest, Stake.NONE, why, rule)


_EVENT: Final = Row(Interest.EVENT, Stake.EVENT)
_MATCH: Final = Row(Interest.MATCH, Stake.RIVAL)
_PERSON: Final = Row(Interest.PERSON, Stake.RIVAL)
_OWN: Final = Row(Interest.PERSON, Stake.SELF)

ROWS: Final[Mapping[Act, Row]] = MappingProxyType(
    {
        Act.SET_UP: _nobody("Language, time zone, looks and commands of the server are the same for everybody."),
        Act.SET_UP_HEARINGS: _by_rule(
            Interest.HEARINGS,
            "case_keepers:refuse_concerned",
            "Who has an open case keeps out; what is open keeps its time.",
        ),
        Act.NAME_OFFICERS: _by_rule(
            Interest.PERSON,
            "registry.officers:_refuse_held",
            "An office or a title that somebody holds ends by a procedure.",
        ),
        Act.MIRROR_OFFICES: _by_rule(
            Interest.HEARINGS,
            "case_keepers:refuse_concerned",
            "Another role in the place of one is for who may set up how cases are heard.",
        ),
        Act.CREATE_TOURNAMENT: _nobody("An event that is new has no players yet."),
        Act.PROPOSE_TOURNAMENT: _nobody("An event that is new has no players yet."),
        Act.APPROVE_TOURNAMENT: _nobody("An event that is new has no players yet."),
        Act.EDIT_TOURNAMENT: _nobody("The name, the text and the picture of an event give nobody a place or a game."),
        Act.MOVE_START: _EVENT,
        Act.SEED_BY_HAND: _EVENT,
        Act.KEEP_APART: _EVENT,
        Act.CHANGE_FORMAT: _EVENT,
        Act.NAME_HOLDER: _EVENT,
        # A grade that is confirmed holds in every event alike, and in a small club everybody plays.
        Act.CONFIRM_GRADE: _OWN,
        Act.CONFIRM_GRADE_AS_ORGANISER: _OWN,
        Act.CANCEL_TOURNAMENT: _EVENT,
        Act.PAUSE_TOURNAMENT: _EVENT,
        Act.RUN_SERIES: _nobody("A series that is new counts no event, and one that is closed keeps its table."),
        Act.COUNT_IN_SERIES: Row(Interest.SEATS, Stake.EVENT),
        Act.NAME_FINAL: Row(Interest.SEATS, Stake.EVENT),
        # Who plays in the event, or for a seat in it, asks for a signature too.
        Act.GIVE_SEATS: Row(Interest.SEATS, Stake.SELF, rule="entering.vacancies:plays_for"),
        Act.BRING_PAST_EVENTS: _by_rule(
            Interest.RATINGS, "events.past_gate:needs_second", "Files in which the sender plays wait for another."
        ),
        Act.MANAGE_RULEBOOKS: _nobody("Every event keeps its own copy of its rules."),
        Act.MANAGE_GAME_SHEETS: _nobody("A sheet that explains a game gives nobody a place or a game."),
        Act.ENTER_OTHER_PERSON: _nobody("Places go in the order of entry, and a new entry takes nobody's place."),
        Act.ENTER_LATE: _EVENT,
        Act.TAKE_OUT_PLAYER: _PERSON,
        Act.JUDGE_DECKS: _EVENT,
        Act.DECIDE_ACCOUNT_CLAIM: _PERSON,
        # Else a player draws on until the bye or the opponent suits.
        Act.REDRAW: _EVENT,
        Act.SEE_DESK: _nobody("Reading changes nothing, and calling what is ready follows the rules."),
        Act.GO_ON_DUTY: _nobody("Matches come to those on duty by one rule, and the own match never does."),
        # Else a player has a friend follow the own match.
        Act.ASSIGN_ARBITER: _MATCH,
        Act.REPORT_RESULT: _nobody("A player tells the own score, and the other side confirms or disputes it."),
        Act.ANSWER_REPORT: _nobody("A player answers for the own side."),
        Act.RULE_RESULT: _MATCH,
        # Else a player sets the rivals' match for the middle of the night.
        Act.SET_MATCH_TIME: Row(Interest.MATCH, Stake.EVENT),
        Act.BRING_PROOF: _nobody("Everybody in a dispute may show what they have, and another person decides."),
        # Of a match. Who follows one and meets its winner next can still hand it on.
        Act.HAND_MATCH_ON: Row(Interest.MATCH, Stake.SELF),
        Act.STOP_MATCH: _MATCH,
        Act.CORRECT_RESULT: _MATCH,
        Act.ADD_RECORDING: _nobody("A link to a recording changes no result."),
        Act.REVIEW_CASE: _PERSON,
        Act.BAR_PLAYER: _PERSON,
        Act.LIFT_BAR: _PERSON,
        Act.LINK_PEOPLE: _PERSON,
        Act.UNLINK_PEOPLE: _PERSON,
        # Titles change nothing in an event under way, and every officer of a small association plays.
        Act.DECIDE_TITLE: _OWN,
        Act.RECORD_EXAM: _OWN,
        Act.NAME_CHAMPION: _OWN,
        # The number of a rival is no more than a seed, and in a small association every arbiter plays.
        Act.AMEND_RATINGS: Row(Interest.RATINGS, Stake.SELF),
        Act.ENTER_RATING: Row(Interest.RATINGS, Stake.SELF),
        # Of who saved the file. It counts for events to come alone, in which nobody has a place yet.
        Act.APPROVE_RULEBOOK: _OWN,
        Act.SET_RATING_TERMS: _by_rule(
            Interest.RATINGS, "signing.signatures:ask", "It counts for events to come, and two officers sign."
        ),
        Act.FINISH_FOUNDING: _nobody("It closes the door of lists for everybody alike."),
        Act.DECLARE_COUNTRY: _nobody("A country is said of a person without Discord, and gives no rating or seat."),
        Act.LINK_DISCORD: _PERSON,
        Act.LINK_OFFICER: _OWN,
        Act.BRING_OPENING_LIST: _by_rule(
            Interest.RATINGS, "opening.own_rows:held_back", "A row about its own sender waits for another to sign."
        ),
        Act.BRING_TITLES_AND_BARS: _by_rule(
            Interest.PERSON, "opening.own_rows:held_back", "A row about its own sender waits for another to sign."
        ),
        Act.JUDGE_FILE: _PERSON,
        Act.DECIDE_APPEAL: _PERSON,
        Act.ANSWER_SUGGESTION: _nobody("An answer to a suggestion carries nothing out."),
        Act.SEE_LOG: _nobody("Reading the log changes nothing."),
        Act.NAME_CHIEF: _EVENT,
        # Else a player puts one arbiter after the other off the own match.
        Act.RELIEVE_ARBITER: _EVENT,
        Act.FILE_REPORT: _nobody("A report tells of an event that is over."),
        Act.STATE_CEREMONY: _nobody("A ceremony is the same duty for everybody who plays."),
        Act.NOTE_ATTENDANCE: _EVENT,
        Act.REPRIMAND: _PERSON,
        Act.RULE_BOARD: _MATCH,
        Act.DRAFT_EVENT_RULES: _nobody("A draft of rules counts for nothing until an organiser approves it."),
        Act.APPROVE_EVENT_RULES: _EVENT,
        # No objection of the own: it would be one of two.
        Act.OBJECT_TO_ACT: Row(Interest.EVENT, Stake.SELF),
        Act.SOLVE_JEEK: _nobody("Who plays a game of Jeek is never told how to win it."),
    }
)
"""Every act with its row: an act that is new gets one, or the program does not start."""


def stake(act: Act) -> Stake:
    """What keeps out of it."""
    return ROWS[act].stake
