"""Who may do what: one table, asked by every service and told to Discord's interface."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from bot.domain.cases.misconduct import Penalty


class Office(StrEnum):
    """The two offices of an association, one person each (AIJE-A01-1)."""

    PRESIDENT = "president"
    LEADER = "leader"


class ArbiterTitle(StrEnum):
    """Arbiter titles, lowest first; every holder sits on the committee (AIJE-A01-1)."""

    ANP = "ANP"
    AN = "AN"
    AJ = "AJ"
    AI = "AI"

    @property
    def rank(self) -> int:
        """0 for the lowest title."""
        return tuple(ArbiterTitle).index(self)


class Capacity(StrEnum):
    """What a person is where the act takes place. Organising is a Discord matter, offices are the registry's."""

    SERVER_OWNER = "server_owner"
    ORGANISER = "organiser"
    PRESIDENT = "president"
    LEADER = "leader"
    ARBITER = "arbiter"
    """Holds an arbiter title."""
    NATIONAL_ARBITER = "national_arbiter"
    """Holds AN or a higher title (AIJE-B01-AN)."""
    JEEK_ARBITER = "jeek_arbiter"
    """Holds AJ or AI (AIJE-B01-AJ)."""
    INTERNATIONAL_ARBITER = "international_arbiter"
    """Holds AI (AIJE-B01-AI)."""
    MATCH_ARBITER = "match_arbiter"
    """Is the arbiter of the match in question."""
    PLAYER_OF_MATCH = "player_of_match"
    EVENT_ARBITER = "event_arbiter"
    """Referees the event in question: has or had a match of it, or is its chief or a deputy (AIJE-D01-2)."""
    CHIEF_ARBITER = "chief_arbiter"
    """Is the chief arbiter of the event in question, or a deputy (GO-30)."""
    PLAYER_OF_EVENT = "player_of_event"
    """Has a place in the event in question, in a team too."""


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
    EDIT_TOURNAMENT = "edit_tournament"
    """Change what an event is called and what is said about it."""
    MOVE_START = "move_start"
    """Move the start, and with it the confirmation of places."""
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
    OBJECT_TO_ACT = "object_to_act"
    """Object to what who runs an event alone, and plays in it, has decided about it."""
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
        Act.EDIT_TOURNAMENT: _RUNNING_ANY_EVENT,
        Act.MOVE_START: _RUNNING_ANY_EVENT,
        Act.SEED_BY_HAND: _RUNNING_ANY_EVENT,
        Act.KEEP_APART: _RUNNING_ANY_EVENT,
        Act.CHANGE_FORMAT: _RUNNING_ANY_EVENT,
        Act.NAME_HOLDER: _RUNNING_ANY_EVENT,
        Act.CONFIRM_GRADE: _ORGANISING | {Capacity.ARBITER},
        Act.CONFIRM_GRADE_AS_ORGANISER: _RUNNING_ANY_EVENT,
        Act.CANCEL_TOURNAMENT: _RUNNING_ANY_EVENT,
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
        Act.TAKE_OUT_PLAYER: _ORGANISING | {Capacity.ARBITER},
        Act.JUDGE_DECKS: _ORGANISING | {Capacity.ARBITER, Capacity.CHIEF_ARBITER},
        Act.DECIDE_ACCOUNT_CLAIM: _ORGANISING | {Capacity.ARBITER},
        Act.REDRAW: _ORGANISING | {Capacity.CHIEF_ARBITER},
        Act.SEE_DESK: _ORGANISING | _OFFICES | {Capacity.ARBITER},
        # Organisers only while nobody in the server holds a title (`services/playing/arbiter_duty.py`).
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
        Act.OBJECT_TO_ACT: frozenset({Capacity.PLAYER_OF_EVENT}),
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
