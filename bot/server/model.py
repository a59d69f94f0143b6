"""Who may do what and who has a stake in it: two tables over all acts; and a server's switches, log and undoing.

The first table is asked by every verb and told to Discord's interface. The second says whose interest each act
touches and who keeps out of it for that; it has no default (AIJE-A02-1, AIJE-D01-6, OTE-1.5, GO-30). A switch brings
commands of one server alone. An act of staff can be taken back as long as nothing later hangs on it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from bot.kernel.ids import (
    GuildId,
    PersonId,
    Switch,
)
from bot.people.model import Capacity, Office, Penalty, Person, PlaceBack
from bot.play.rulebook import SEAT_MATCH, Rulebook, seats_of

# --- who may do what ------------------------------------------------------------------------------------------------


BY_OFFICE: Final = (
    Capacity.PRESIDENT,
    Capacity.LEADER,
    Capacity.CHIEF_ARBITER,
    Capacity.INTERNATIONAL_ARBITER,
    Capacity.JEEK_ARBITER,
    Capacity.NATIONAL_ARBITER,
    Capacity.ARBITER,
)
"""What somebody decides by, the highest first, as it is told beside the name."""


class Act(StrEnum):
    """Everything that is not open to all."""

    SET_UP = "set_up"
    SET_UP_HEARINGS = "set_up_hearings"
    """Say in which channel cases are read, and how long somebody is heard."""
    MIRROR_OFFICES = "mirror_offices"
    """Choose which roles of Discord's show offices and titles."""
    NAME_OFFICERS = "name_officers"
    CREATE_TOURNAMENT = "create_tournament"
    PROPOSE_TOURNAMENT = "propose_tournament"
    """Create an event that the President has to approve (AIJE-B01-AN)."""
    APPROVE_TOURNAMENT = "approve_tournament"
    REPEAT_TOURNAMENT = "repeat_tournament"
    """Have an event come back by itself, leave out or move a date that is not announced yet, and stop that."""
    EDIT_TOURNAMENT = "edit_tournament"
    """Change what an event is called and what is said about it."""
    MOVE_START = "move_start"
    """Move the start, and with it the confirmation of places."""
    EXTEND_CHECK_IN = "extend_check_in"
    """Leave check-in open for 15 minutes more."""
    CUT_CHECK_IN_SHORT = "cut_check_in_short"
    """Close check-in before its time, with those who are there."""
    SEED_BY_HAND = "seed_by_hand"
    KEEP_APART = "keep_apart"
    """Say which pairs are not to meet, or the club of somebody else (GO-26.3)."""
    CHANGE_FORMAT = "change_format"
    """Have a Swiss with few players be a round robin (GO-26.2)."""
    NAME_HOLDER = "name_holder"
    """Say who holds the title that a match is for, and so chooses colours (AIJE-D03-2)."""
    CONFIRM_GRADE = "confirm_grade"
    CONFIRM_GRADE_AS_ORGANISER = "confirm_grade_as_organiser"
    CANCEL_TOURNAMENT = "cancel_tournament"
    OPEN_AGAIN = "open_again"
    """Have an event take place after all that is off as too few were there."""
    PAUSE_TOURNAMENT = "pause_tournament"
    """Stop the clocks of a running event for a time, and let them run again."""
    RUN_SERIES = "run_series"
    """Make a series of events, close it, and ask whom a corrected table puts into its final."""
    COUNT_IN_SERIES = "count_in_series"
    """Let an event count in a series, or count no more."""
    NAME_FINAL = "name_final"
    """Name the final of a series, or answer for somebody without Discord who is asked to play it."""
    GIVE_SEATS = "give_seats"
    """Confirm, give and take invitations to the association's events (AIJE-B03-1)."""
    BRING_PAST_EVENTS = "bring_past_events"
    """Bring events that are over as files, with the ratings that follow."""
    MANAGE_RULEBOOKS = "manage_rulebooks"
    APPROVE_RULEBOOK = "approve_rulebook"
    """Approve a changed file of an official event; the President those that a national arbiter has saved."""
    MANAGE_GAME_SHEETS = "manage_game_sheets"
    ENTER_OTHER_PERSON = "enter_other_person"
    ENTER_LATE = "enter_late"
    """Enter somebody in an event that has begun."""
    REPLACE_PLAYER = "replace_player"
    """Give the place of who leaves an event under way to somebody else."""
    TAKE_OUT_PLAYER = "take_out_player"
    """End somebody else's part in an event under way, or give the team another captain."""
    JUDGE_DECKS = "judge_decks"
    """Look at decks, and refuse a card with a reason (OTE-1.5)."""
    DECIDE_ACCOUNT_CLAIM = "decide_account_claim"
    REDRAW = "redraw"
    SEE_DESK = "see_desk"
    GO_ON_DUTY = "go_on_duty"
    ASSIGN_ARBITER = "assign_arbiter"
    REPORT_RESULT = "report_result"
    ANSWER_REPORT = "answer_report"
    RULE_RESULT = "rule_result"
    SET_MATCH_TIME = "set_match_time"
    """Set or lift the time of a match, give the two more days, or end it where they agreed on none."""
    BRING_PROOF = "bring_proof"
    """Bring files to a dispute, and look at those that were."""
    HAND_MATCH_ON = "hand_match_on"
    """Give it to another arbiter, or ask the chief what to do."""
    STOP_MATCH = "stop_match"
    """Suspend, resume or annul, for technical trouble (AIJE-D01-6)."""
    CORRECT_RESULT = "correct_result"
    ADD_RECORDING = "add_recording"
    REVIEW_CASE = "review_case"
    BAR_PLAYER = "bar_player"
    LIFT_BAR = "lift_bar"
    LINK_PEOPLE = "link_people"
    """Record that two people are one: a bar of one holds for the other by it."""
    UNLINK_PEOPLE = "unlink_people"
    DECIDE_TITLE = "decide_title"
    RECORD_EXAM = "record_exam"
    NAME_CHAMPION = "name_champion"
    AMEND_RATINGS = "amend_ratings"
    """Put ratings right by hand; the President where no international arbiter is there who may (AIJE-B01-AI)."""
    ENTER_RATING = "enter_rating"
    """Give a rating to somebody who was forgotten when the association moved in; the other officer signs it."""
    SET_RATING_TERMS = "set_rating_terms"
    """Say by which numbers the list goes on (AIJE-B02-2); the owner where no officer is there."""
    DECLARE_COUNTRY = "declare_country"
    """Say where somebody without Discord plays for."""
    LINK_DISCORD = "link_discord"
    """Say that somebody known by name is a member of the server, or decide who says so of themself."""
    LINK_OFFICER = "link_officer"
    """The same of who holds an office or an arbiter title, and so a say here."""
    BRING_OPENING_LIST = "bring_opening_list"
    """Bring along the people of an association, with their ratings, clubs and accounts."""
    BRING_TITLES_AND_BARS = "bring_titles_and_bars"
    """Bring titles, championships, offices and bars along with them."""
    FINISH_FOUNDING = "finish_founding"
    """Say that moving in is done."""
    JUDGE_FILE = "judge_file"
    """Decide a case of misconduct, pause it, add evidence to it."""
    DECIDE_APPEAL = "decide_appeal"
    ANSWER_SUGGESTION = "answer_suggestion"
    SEE_LOG = "see_log"
    NAME_CHIEF = "name_chief"
    RELIEVE_ARBITER = "relieve_arbiter"
    FILE_REPORT = "file_report"
    STATE_CEREMONY = "state_ceremony"
    NOTE_ATTENDANCE = "note_attendance"
    REPRIMAND = "reprimand"
    RULE_BOARD = "rule_board"
    """Decide on a position that was disturbed or a game that was broken off, where there is a chief (GO-17.5)."""
    DRAFT_EVENT_RULES = "draft_event_rules"
    """Write the event's own rules, for the organisers' approval (GO-30)."""
    APPROVE_EVENT_RULES = "approve_event_rules"
    ANSWER_BY_NAME = "answer_by_name"
    """Say for a player without Discord that they are here, and how their match ended."""
    OBJECT_TO_ACT = "object_to_act"
    """Object to what who runs an event alone, and plays in it, has decided about it."""
    SWITCH_PAGES = "switch_pages"
    """Show the server to people without an account, or no more, and say how much."""
    SHOW_EVENT = "show_event"
    """Put an event on the web, or take it off."""
    CHOOSE_STREAM = "choose_stream"
    """Say which match is on stream."""
    SOLVE_JEEK = "solve_jeek"
    """Be told who wins a position of Jeek with best play: to a player it would be help (AIJE-A02-1)."""


_ORGANISING: Final = frozenset({Capacity.ORGANISER, Capacity.SERVER_OWNER})
_RUNNING_ANY_EVENT: Final = _ORGANISING | {Capacity.INTERNATIONAL_ARBITER}
_OFFICES: Final = frozenset({Capacity.LEADER, Capacity.PRESIDENT})
_REFEREEING: Final = frozenset({Capacity.MATCH_ARBITER, Capacity.CHIEF_ARBITER})

HARDEST: Final[Mapping[Capacity, Penalty]] = MappingProxyType(
    {
        Capacity.ARBITER: Penalty.BOTH_LOST,
        # Out of the own event, whatever the title (AIJE-D01-2).
        Capacity.EVENT_ARBITER: Penalty.DISQUALIFIED,
        # Suspending begins here (AIJE-B01-AJ), and what is harder than that.
        Capacity.JEEK_ARBITER: Penalty.BARRED,
        Capacity.LEADER: Penalty.BARRED,
        Capacity.PRESIDENT: Penalty.BARRED,
    }
)
"""The hardest sanction that each may give alone; whoever may give one may give every milder one. None alone expels."""


def givers(penalty: Penalty) -> frozenset[Capacity]:
    """The capacities of which one suffices for the sanction."""
    return frozenset(one for one, hardest in HARDEST.items() if hardest.severity >= penalty.severity)


_SUFFICES: Final[Mapping[Act, frozenset[Capacity]]] = MappingProxyType(
    {
        Act.SET_UP: _ORGANISING,
        Act.SET_UP_HEARINGS: _OFFICES | {Capacity.SERVER_OWNER},
        Act.MIRROR_OFFICES: _ORGANISING | _OFFICES,
        Act.NAME_OFFICERS: frozenset({Capacity.SERVER_OWNER}),
        Act.CREATE_TOURNAMENT: _RUNNING_ANY_EVENT,
        Act.PROPOSE_TOURNAMENT: frozenset({Capacity.NATIONAL_ARBITER}),
        Act.APPROVE_TOURNAMENT: frozenset({Capacity.PRESIDENT}),
        Act.REPEAT_TOURNAMENT: _RUNNING_ANY_EVENT,
        Act.EDIT_TOURNAMENT: _RUNNING_ANY_EVENT,
        Act.MOVE_START: _RUNNING_ANY_EVENT,
        Act.EXTEND_CHECK_IN: _RUNNING_ANY_EVENT | {Capacity.ARBITER},
        Act.CUT_CHECK_IN_SHORT: _RUNNING_ANY_EVENT | {Capacity.ARBITER},
        Act.SEED_BY_HAND: _RUNNING_ANY_EVENT,
        Act.KEEP_APART: _RUNNING_ANY_EVENT,
        Act.CHANGE_FORMAT: _RUNNING_ANY_EVENT,
        Act.NAME_HOLDER: _RUNNING_ANY_EVENT,
        Act.CONFIRM_GRADE: _ORGANISING | {Capacity.ARBITER},
        Act.CONFIRM_GRADE_AS_ORGANISER: _RUNNING_ANY_EVENT,
        Act.CANCEL_TOURNAMENT: _RUNNING_ANY_EVENT,
        Act.OPEN_AGAIN: _RUNNING_ANY_EVENT,
        Act.PAUSE_TOURNAMENT: _RUNNING_ANY_EVENT,
        Act.RUN_SERIES: _RUNNING_ANY_EVENT,
        Act.COUNT_IN_SERIES: _RUNNING_ANY_EVENT,
        Act.NAME_FINAL: _RUNNING_ANY_EVENT,
        Act.GIVE_SEATS: _RUNNING_ANY_EVENT,
        Act.BRING_PAST_EVENTS: _RUNNING_ANY_EVENT,
        Act.MANAGE_RULEBOOKS: _ORGANISING,
        Act.APPROVE_RULEBOOK: frozenset({Capacity.INTERNATIONAL_ARBITER, Capacity.PRESIDENT}),
        Act.MANAGE_GAME_SHEETS: _ORGANISING,
        Act.ENTER_OTHER_PERSON: _ORGANISING | {Capacity.ARBITER},
        Act.ENTER_LATE: _ORGANISING | {Capacity.ARBITER},
        Act.REPLACE_PLAYER: _ORGANISING | {Capacity.ARBITER},
        Act.TAKE_OUT_PLAYER: _ORGANISING | {Capacity.ARBITER},
        Act.JUDGE_DECKS: _ORGANISING | {Capacity.ARBITER, Capacity.CHIEF_ARBITER},
        Act.DECIDE_ACCOUNT_CLAIM: _ORGANISING | {Capacity.ARBITER},
        Act.REDRAW: _ORGANISING | {Capacity.CHIEF_ARBITER},
        Act.SEE_DESK: _ORGANISING | _OFFICES | {Capacity.ARBITER},
        # Organisers only while nobody in the server holds a title (`bot/features/playing/arbiters_verbs.py`).
        Act.GO_ON_DUTY: _ORGANISING | {Capacity.ARBITER},
        Act.ASSIGN_ARBITER: _ORGANISING,
        Act.REPORT_RESULT: frozenset({Capacity.PLAYER_OF_MATCH, Capacity.MATCH_ARBITER}),
        Act.ANSWER_REPORT: frozenset({Capacity.PLAYER_OF_MATCH}),
        Act.RULE_RESULT: _ORGANISING | _REFEREEING,
        Act.SET_MATCH_TIME: _ORGANISING | _REFEREEING,
        Act.BRING_PROOF: _ORGANISING | _REFEREEING | {Capacity.PLAYER_OF_MATCH},
        Act.HAND_MATCH_ON: _ORGANISING | _REFEREEING,
        Act.STOP_MATCH: _ORGANISING | _REFEREEING,
        Act.CORRECT_RESULT: _ORGANISING | _REFEREEING,
        Act.ADD_RECORDING: _ORGANISING | _REFEREEING | {Capacity.PLAYER_OF_MATCH},
        Act.REVIEW_CASE: frozenset({Capacity.ARBITER, Capacity.LEADER}),
        # The event's own arbiter from that event (AIJE-D01-2), AJ and AI for a rule that was broken (AIJE-B01-AJ). The
        # leader and the President bar by a case, in which the person is heard (`HARDEST`).
        Act.BAR_PLAYER: frozenset({Capacity.EVENT_ARBITER, Capacity.JEEK_ARBITER}),
        Act.LIFT_BAR: _OFFICES,
        # It spreads a bar as far as imposing one does, and ends as a bar does.
        Act.LINK_PEOPLE: givers(Penalty.BARRED),
        Act.UNLINK_PEOPLE: _OFFICES,
        Act.DECIDE_TITLE: _OFFICES,
        Act.RECORD_EXAM: _OFFICES | {Capacity.JEEK_ARBITER},
        Act.NAME_CHAMPION: _OFFICES,
        Act.AMEND_RATINGS: frozenset({Capacity.INTERNATIONAL_ARBITER, Capacity.PRESIDENT}),
        Act.ENTER_RATING: _OFFICES,
        Act.SET_RATING_TERMS: _OFFICES | {Capacity.SERVER_OWNER},
        Act.DECLARE_COUNTRY: _ORGANISING | _OFFICES | {Capacity.ARBITER},
        Act.LINK_DISCORD: _ORGANISING | _OFFICES | {Capacity.ARBITER},
        # Else whoever may link lets a friend act as the President.
        Act.LINK_OFFICER: frozenset({Capacity.SERVER_OWNER, Capacity.PRESIDENT}),
        Act.BRING_OPENING_LIST: _ORGANISING | {Capacity.PRESIDENT},
        Act.BRING_TITLES_AND_BARS: frozenset({Capacity.SERVER_OWNER, Capacity.PRESIDENT}),
        Act.FINISH_FOUNDING: frozenset({Capacity.SERVER_OWNER, Capacity.PRESIDENT}),
        Act.JUDGE_FILE: _OFFICES | {Capacity.ARBITER},
        Act.DECIDE_APPEAL: _OFFICES,
        Act.ANSWER_SUGGESTION: frozenset({Capacity.LEADER}),
        Act.SEE_LOG: _ORGANISING | _OFFICES | {Capacity.ARBITER},
        Act.NAME_CHIEF: _RUNNING_ANY_EVENT,
        Act.RELIEVE_ARBITER: _ORGANISING | {Capacity.CHIEF_ARBITER},
        Act.FILE_REPORT: frozenset({Capacity.CHIEF_ARBITER}),
        Act.DRAFT_EVENT_RULES: frozenset({Capacity.CHIEF_ARBITER}),
        Act.APPROVE_EVENT_RULES: _RUNNING_ANY_EVENT,
        Act.RULE_BOARD: frozenset({Capacity.CHIEF_ARBITER}),
        Act.STATE_CEREMONY: _RUNNING_ANY_EVENT | {Capacity.CHIEF_ARBITER},
        Act.NOTE_ATTENDANCE: _ORGANISING | {Capacity.ARBITER, Capacity.CHIEF_ARBITER},
        Act.REPRIMAND: _ORGANISING | {Capacity.CHIEF_ARBITER},
        # Whoever entered the player may as well, by whatever right that was (`bot/features/by_name/verbs.py`).
        Act.ANSWER_BY_NAME: _ORGANISING | {Capacity.ARBITER, Capacity.CHIEF_ARBITER},
        Act.OBJECT_TO_ACT: frozenset({Capacity.PLAYER_OF_EVENT}),
        Act.SWITCH_PAGES: frozenset({Capacity.SERVER_OWNER}),
        Act.SHOW_EVENT: _RUNNING_ANY_EVENT,
        Act.CHOOSE_STREAM: _RUNNING_ANY_EVENT,
        Act.SOLVE_JEEK: _ORGANISING | _OFFICES | {Capacity.ARBITER},
    }
)


OF_A_THING: Final = frozenset(
    {Capacity.MATCH_ARBITER, Capacity.PLAYER_OF_MATCH, Capacity.EVENT_ARBITER, Capacity.CHIEF_ARBITER}
    | {Capacity.PLAYER_OF_EVENT}
)
"""Standings that somebody has in one match or event, and so knows only who looks at that."""


def is_known_before(act: Act) -> bool:
    """Whether who may can be told before anything is known of the match or the event."""
    return who_may(act).isdisjoint(OF_A_THING)


def may(act: Act, capacities: frozenset[Capacity]) -> bool:
    """Whether one of the person's capacities suffices for the act."""
    return not who_may(act).isdisjoint(capacities)


def who_may(act: Act) -> frozenset[Capacity]:
    """The capacities of which one suffices."""
    return _SUFFICES[act]


def whom_to_ask(act: Act) -> tuple[Capacity, ...]:
    """The capacities that an error names: all that suffice, in the order of `Capacity`; the owner where nobody else."""
    others = tuple(one for one in Capacity if one in who_may(act) and one is not Capacity.SERVER_OWNER)
    return others or (Capacity.SERVER_OWNER,)


# --- who has a stake ------------------------------------------------------------------------------------------------


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
            "bot.features.cases.committee_verbs:refuse_concerned",
            "Who has an open case keeps out; what is open keeps its time.",
        ),
        Act.NAME_OFFICERS: _by_rule(
            Interest.PERSON,
            "bot.features.registry.officers_verbs:_refuse_held",
            "An office or a title that somebody holds ends by a procedure.",
        ),
        Act.MIRROR_OFFICES: _by_rule(
            Interest.HEARINGS,
            "bot.features.cases.committee_verbs:refuse_concerned",
            "Another role in the place of one is for who may set up how cases are heard.",
        ),
        Act.CREATE_TOURNAMENT: _nobody("An event that is new has no players yet."),
        Act.PROPOSE_TOURNAMENT: _nobody("An event that is new has no players yet."),
        Act.APPROVE_TOURNAMENT: _nobody("An event that is new has no players yet."),
        Act.REPEAT_TOURNAMENT: _nobody("A date that is not announced yet has no players."),
        Act.EDIT_TOURNAMENT: _nobody("The name, the text and the picture of an event give nobody a place or a game."),
        Act.MOVE_START: _EVENT,
        Act.EXTEND_CHECK_IN: _nobody("More minutes are the same for everybody who may still check in."),
        # Else a player shuts out a rival who is two minutes away.
        Act.CUT_CHECK_IN_SHORT: _EVENT,
        Act.SEED_BY_HAND: _EVENT,
        Act.KEEP_APART: _EVENT,
        Act.CHANGE_FORMAT: _EVENT,
        Act.NAME_HOLDER: _EVENT,
        # A grade that is confirmed holds in every event alike, and in a small club everybody plays.
        Act.CONFIRM_GRADE: _OWN,
        Act.CONFIRM_GRADE_AS_ORGANISER: _OWN,
        Act.CANCEL_TOURNAMENT: _EVENT,
        Act.OPEN_AGAIN: _nobody("Everybody on the list keeps the place, and confirms anew."),
        Act.PAUSE_TOURNAMENT: _EVENT,
        Act.RUN_SERIES: _nobody("A series that is new counts no event, and one that is closed keeps its table."),
        Act.COUNT_IN_SERIES: Row(Interest.SEATS, Stake.EVENT),
        Act.NAME_FINAL: Row(Interest.SEATS, Stake.EVENT),
        # Who plays in the event, or for a seat in it, asks for a signature too.
        Act.GIVE_SEATS: Row(Interest.SEATS, Stake.SELF, rule="bot.features.seats.reading_verbs:plays_for"),
        Act.BRING_PAST_EVENTS: _by_rule(
            Interest.RATINGS,
            "bot.features.past_events.verbs:needs_second",
            "Files in which the sender plays wait for another.",
        ),
        Act.MANAGE_RULEBOOKS: _nobody("Every event keeps its own copy of its rules."),
        Act.MANAGE_GAME_SHEETS: _nobody("A sheet that explains a game gives nobody a place or a game."),
        Act.ENTER_OTHER_PERSON: _nobody("Places go in the order of entry, and a new entry takes nobody's place."),
        Act.ENTER_LATE: _EVENT,
        # Else a player chooses whom they meet.
        Act.REPLACE_PLAYER: _EVENT,
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
            Interest.RATINGS, "bot.features.signing.verbs:ask", "It counts for events to come, and two officers sign."
        ),
        Act.FINISH_FOUNDING: _nobody("It closes the door of lists for everybody alike."),
        Act.DECLARE_COUNTRY: _nobody("A country is said of a person without Discord, and gives no rating or seat."),
        Act.LINK_DISCORD: _PERSON,
        Act.LINK_OFFICER: _OWN,
        Act.BRING_OPENING_LIST: _by_rule(
            Interest.RATINGS,
            "bot.features.opening.verbs:held_back",
            "A row about its own sender waits for another to sign.",
        ),
        Act.BRING_TITLES_AND_BARS: _by_rule(
            Interest.PERSON,
            "bot.features.opening.verbs:held_back",
            "A row about its own sender waits for another to sign.",
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
        Act.ANSWER_BY_NAME: _by_rule(
            Interest.PERSON,
            "bot.features.by_name.verbs:_refuse_opponent",
            "It is the player's own word, which the other side confirms or disputes; who plays against them has none.",
        ),
        # No objection of the own: it would be one of two.
        Act.OBJECT_TO_ACT: Row(Interest.EVENT, Stake.SELF),
        Act.SWITCH_PAGES: _nobody("Pages show what everybody in the server sees, of everybody alike."),
        Act.SHOW_EVENT: _nobody("Who reads of an event on the web changes nothing in it."),
        Act.CHOOSE_STREAM: _nobody("A stream shows of a match what its page shows as well."),
        Act.SOLVE_JEEK: _nobody("Who plays a game of Jeek is never told how to win it."),
    }
)
"""Every act with its row: an act that is new gets one, or the program does not start."""


def stake(act: Act) -> Stake:
    """What keeps out of it."""
    return ROWS[act].stake


# --- switches -------------------------------------------------------------------------------------------------------


OF_OFFICERS: Final = frozenset({Switch.ASSOCIATION, Switch.CASES})
"""What a President and a leader of the committee act by."""


def in_order(switches: Iterable[Switch]) -> tuple[Switch, ...]:
    """The switches as the panel shows them."""
    wanted = frozenset(switches)
    return tuple(one for one in Switch if one in wanted)


NEEDS: Final[Mapping[str, tuple[Switch, ...]]] = MappingProxyType(
    {
        # The ranking, titles (AIJE-B01) and bars (AIJE-D01-2) follow from an official event.
        "official": (Switch.ASSOCIATION, Switch.CASES),
        "rating.rated": (Switch.ASSOCIATION,),
        "title_match": (Switch.ASSOCIATION,),
        # To ask why needs no command: the person answers and an arbiter decides by buttons, on cards and on /me. A bar
        # does, since it is listed, lifted, and its case reopened.
        "absence.bar_when_unjustified": (Switch.CASES,),
        # Cheating, leaving, a missed ceremony: each can go into a case (GO-23.1, GO-23.2, GO-23.6).
        "discipline": (Switch.CASES, Switch.GO),
        # What the rules of a dispute leave open, a committee votes on (OLY-6).
        "dispute": (Switch.CASES,),
        "registration.invited_only": (Switch.SEATS,),
        "registration.refuse_qualified_for": (Switch.SEATS,),
        "registration.account": (Switch.ACCOUNTS,),
        "teams": (Switch.TEAMS,),
        "deck": (Switch.DECKS,),
        "grades": (Switch.GO,),
        "adjournment": (Switch.GO,),
        "swiss.keep_clubs_apart": (Switch.GO,),
    }
)
"""What each setting or table of a rulebook needs, where it says something; a setting that is not here needs nothing."""


def needed_by(rulebook: Rulebook) -> frozenset[Switch]:
    """What the people of an event by the rulebook type beside the commands of every server."""
    return frozenset(switch for key, needed in NEEDS.items() if _says(rulebook, key) for switch in needed)


def _says(rulebook: Rulebook, key: str) -> bool:
    """Whether the table is there, or the setting is on or names something."""
    table, _, name = key.partition(".")
    found = getattr(rulebook, table)
    if name and found is not None:
        found = getattr(found, name)
    return found is not None and found is not False


# --- an organiser's own acts ----------------------------------------------------------------------------------------


STAFF_FOR: Final = timedelta(days=30)
"""So long somebody who has run an event here counts as one who could decide."""
AGREE_WITHIN: Final = timedelta(minutes=15)
ANSWER_WITHIN: Final = timedelta(hours=24)
"""So long those who could decide instead have for it, before the event is under way; then it is `AGREE_WITHIN`."""
ASK_HOLDS_FOR: Final = timedelta(hours=24)
"""So long who had no answer may decide themself; then the others are asked anew."""


def answers_by(asked_at: datetime, *, under_way: bool) -> datetime:
    """Until when who was asked to decide instead has time: while clocks run, as long as an opponent has to agree."""
    return asked_at + (AGREE_WITHIN if under_way else ANSWER_WITHIN)


def moves_the_association(rulebook: Rulebook) -> bool:
    """Whether ratings, seats or titles hang on the event; the points of a series are none of these."""
    seats = seats_of(rulebook) is not None or rulebook.name == SEAT_MATCH
    return rulebook.rating.rated or rulebook.official or seats


@dataclass(frozen=True, slots=True)
class StandIn:
    """Somebody who acts for the holder of an office until a moment; the holder keeps the office."""

    stand_in_id: str
    guild_id: GuildId
    office: Office
    person_id: PersonId
    since: datetime
    until: datetime
    named_by: PersonId
    reason: str


# --- the log --------------------------------------------------------------------------------------------------------


LINES_ON_A_PAGE: Final = 12


@dataclass(frozen=True, slots=True)
class LogLine:
    """One line. `actor` is None where a rule acted by itself, or where who acted is kept in confidence."""

    at: datetime
    act: str
    actor: Person | None
    is_confidential: bool
    about: tuple[Person, ...]
    tournament: str | None
    why: str | None


@dataclass(frozen=True, slots=True)
class LogPage:
    """One page, the latest line first. `sought` goes from page to page inside the buttons."""

    lines: tuple[LogLine, ...]
    page: int
    pages: int
    sought: str


# --- taking acts back -----------------------------------------------------------------------------------------------


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
    "let_in_late": Act.ENTER_LATE,
    "replace_player": Act.REPLACE_PLAYER,
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


@dataclass(frozen=True, slots=True)
class UndoLine:
    """An act of the asker; `hangs` None where it can be taken back."""

    sequence: int
    line: LogLine
    hangs: Hanging | None
    places: tuple[PlaceBack, ...] = ()
    """Once a bar, or a word that two are one, was taken back: what became of the places that it had freed."""
