"""What will stop an event that is still to come: who looks, what is known outside the file, channels that are shut.

Each obstacle is a `DeskRow`, shown alike by the preview of a draft and by the desk.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Final

from bot.features.tournaments.arbiters_model import Provisional
from bot.kernel.ids import ChannelId, Community, GuildId, PersonId, Place, RoleId, Switch
from bot.people.model import Capacity, Person
from bot.play.entries import Tournament
from bot.play.estimates import Lasting
from bot.play.rulebook import Rulebook
from bot.server.setup_model import IN_A_CHANNEL, Right, Server, SetupPage, needed_places

# --- rows of a desk -------------------------------------------------------------------------------------------------


class Obstacle(StrEnum):
    """What holds up the next step, the most urgent first."""

    PARKED = "parked"
    """Messages that Discord refused: clocks that hang on them do not start."""
    EVENT_PAUSED = "event_paused"
    """Staff have stopped its clocks for a time."""
    CHECK_IN_CLOSES = "check_in_closes"
    """Somebody is missing shortly before the close, and who runs the event says what becomes of it."""
    CALLED = "called"
    """A player asks for who runs the event."""
    DISPUTE = "dispute"
    UNDECIDED = "undecided"
    """Both sides stayed away: the arbiter decides."""
    NOBODY_ON_DUTY = "nobody_on_duty"
    NO_ARBITER_FREE = "no_arbiter_free"
    ALL_CONFLICTED = "all_conflicted"
    NO_TIME = "no_time"
    """The days of a match are over, its sides did not agree on a time, and the organisers say what becomes of it."""
    LEFT_ALONE = "left_alone"
    """In play, and its arbiter went off duty."""
    NOT_REPORTED = "not_reported"
    """Both sides were there long ago, and no score was reported."""
    STUCK = "stuck"
    """Nothing of the event comes by itself any more."""
    SUSPENDED = "suspended"
    SAME_PERSON = "same_person"
    """Two who play are one by staff's recorded word, and somebody has to decide who of them goes on."""
    ADJOURNED = "adjourned"
    """Goes on by itself at a stated moment (GO-14)."""
    ABSENT = "absent"
    DECK_REFUSED = "deck_refused"
    """The next game of a player waits for another deck."""
    UNANSWERED = "unanswered"
    """A report that the other side has not answered."""
    NOT_DELIVERED = "not_delivered"
    """Given to an arbiter, but its call is not out yet."""
    CLAIM = "claim"
    NAME_CLAIM = "name_claim"
    """A member says that they are somebody known by name."""
    TEAM_PLACES = "team_places"
    """Somebody of a team has not said yes, or has no Discord to say it with."""
    BY_NAME = "by_name"
    """Players without Discord, for whom somebody has to press."""
    NOT_CONFIRMED = "not_confirmed"
    LATE = "late"
    """Missed check-in, and can still be let in; the event goes on without them as well."""
    REPLACEABLE = "replaceable"
    """A player has left, and somebody else may have the place; the event goes on without them as well."""
    CHANNEL_GONE = "channel_gone"
    """A channel in which the event speaks was deleted, or the bot cannot see it."""
    CHANNEL_CLOSED = "channel_closed"
    """The bot lacks a right there, so that the next message would fail."""
    ROLE_SILENT = "role_silent"
    """Discord does not ping the organisers' role, so that a call of them reaches nobody."""
    NO_THREADS = "no_threads"
    """Its matches are to have threads, which the bot may not make: they will stand in the channel."""
    ALL_PLAY = "all_play"
    """Everybody on record who could decide a match plays in the event, who organises it too."""
    ENTRY_ROLE_GONE = "entry_role_gone"
    """The event asks for a role that the server has not: nobody can register."""
    NO_ARBITER_NAMED = "no_arbiter_named"
    """Matches are to be followed by arbiters, and nobody in the server is one."""
    NO_ARBITER_HERE = "no_arbiter_here"
    """The arbiters who are named are known by name alone, and nobody else may follow matches."""
    NO_DUTY_YET = "no_duty_yet"
    """The start comes near, and none of the arbiters is on duty."""
    TOO_LARGE = "too_large"
    """All who are arbiters here are provisional, and the event outgrows them (AIJE-B01-ANP); `n` is their limit."""
    NIGHT = "night"
    """All of check-in falls in the night, by the server's clocks."""
    NIGHT_ABROAD = "night_abroad"
    """By the clocks of the countries for which some of the entrants play."""
    EVENT_BESIDE = "event_beside"
    """Another event of the server is on at the hours of a draft."""
    IN_BOTH = "in_both"
    """So many are in this event and in another one whose hours can meet."""
    REVIEW = "review"
    DRAW = "draw"
    VACANT_PRESIDENT = "vacant_president"
    VACANT_LEADER = "vacant_leader"
    """Nobody holds the office, and what only its holder may do has to wait."""


class Mend(StrEnum):
    """How who looks can mend an obstacle, where that hangs on who looks, and on what."""

    CHOOSE_CONDITIONS = "choose_conditions"
    """Of a draft: who may enter."""
    ENTER_SOMEBODY = "enter_somebody"
    GO_ON_DUTY = "go_on_duty"
    NAME_ARBITERS = "name_arbiters"
    CHOOSE_CHANNEL = "choose_channel"
    CHOOSE_ROLE = "choose_role"
    PING_ROLE = "ping_role"
    """Lets the organisers' role be pinged."""
    MOVE_START = "move_start"
    MORE_TIME = "more_time"
    """Leaves check-in open for longer."""
    CLOSE_NOW = "close_now"
    """Closes check-in with those who are there."""
    CHANGE_DRAFT = "change_draft"
    """Of what was typed and not created yet: the form once more."""


OFFERED: Final = frozenset({Obstacle.LATE, Obstacle.REPLACEABLE})
"""What can be done and need not: the event goes on without it as well."""
AHEAD: Final = frozenset(
    {
        Obstacle.CHECK_IN_CLOSES,
        Obstacle.CHANNEL_GONE,
        Obstacle.CHANNEL_CLOSED,
        Obstacle.ROLE_SILENT,
        Obstacle.NO_THREADS,
        Obstacle.ENTRY_ROLE_GONE,
        Obstacle.NO_ARBITER_NAMED,
        Obstacle.NO_ARBITER_HERE,
        Obstacle.NO_DUTY_YET,
        Obstacle.TOO_LARGE,
        Obstacle.NIGHT,
        Obstacle.NIGHT_ABROAD,
        Obstacle.EVENT_BESIDE,
        Obstacle.IN_BOTH,
    }
)
"""What is told before an event begins: their button is the row's `mend`, and without one another has to mend it."""
PRESSED_BY_PLAYERS: Final = frozenset({Obstacle.NOT_CONFIRMED, Obstacle.ABSENT, Obstacle.UNANSWERED})
"""A player has only to press; without it the event goes on by its own clock."""
DECIDED_BY_OTHERS: Final = frozenset({Obstacle.DISPUTE, Obstacle.UNDECIDED, Obstacle.SUSPENDED})
"""Staff who play in the match do not decide it."""


@dataclass(frozen=True, slots=True)
class DeskRow:
    """One thing that waits. `subject` is what its button carries: a match, case, claim, entrant or tournament."""

    obstacle: Obstacle
    subject: str
    people: tuple[Person, ...] = ()
    until: datetime | None = None
    n: int = 1
    held_up: tuple[StrEnum, ...] = ()
    """What cannot be done in the community meanwhile, as of an office that nobody holds."""
    mend: Mend | None = None
    place: Place | None = None
    channel: ChannelId | None = None
    rights: tuple[Right, ...] = ()
    """What the bot lacks in the channel."""
    role: RoleId | None = None
    zone: str = ""
    """By whose clocks it is meant."""
    called: str = ""
    """The name of another event that it is about."""
    starts_at: datetime | None = None
    """When that one starts."""

    @property
    def waits_for_players(self) -> bool:
        """Whether players have only to press; staff press for those who have no Discord."""
        return self.obstacle in PRESSED_BY_PLAYERS and all(person.discord_id is not None for person in self.people)

    def needs(self, reader: PersonId | None) -> bool:
        """Whether the reader, for whom the row was made, can settle it now."""
        if self.obstacle in OFFERED or self.waits_for_players or (self.obstacle in AHEAD and self.mend is None):
            return False
        own = self.obstacle in DECIDED_BY_OTHERS and reader in {person.person_id for person in self.people}
        return not own


class Task(StrEnum):
    """What a person can have to do: first what nobody else can do for them, the most urgent first."""

    __said_as__ = "duty"

    COME = "come"
    """The match is called, and a clock runs."""
    MOVE_IN_JEEK = "move_in_jeek"
    """A clock runs in a casual game too."""
    ANSWER_REPORT = "answer_report"
    CONFIRM_GAME = "confirm_game"
    """The opponent says how a game of a match for a title ended."""
    RULE = "rule"
    DECIDE_ABSENCE = "decide_absence"
    DECIDE_PASSED_UP = "decide_passed_up"
    """An arbiter has passed a question up to the chief arbiter."""
    NAME_LINE_UP = "name_line_up"
    ANSWER_TIME = "answer_time"
    """The other side proposes a time for the match."""
    PROPOSE_TIME = "propose_time"
    REPORT = "report"
    CONFIRM_TIMES = "confirm_times"
    """The arbiter's note of the time used, which both sides confirm (GO-14)."""
    RESUME = "resume"
    COMPLETE_TEAM = "complete_team"
    ANSWER_TEAM = "answer_team"
    """A team asks the person to play for it."""
    HAND_IN_DECK = "hand_in_deck"
    CORRECT_DECK = "correct_deck"
    CHOOSE_COLOURS = "choose_colours"
    """The champion's first and last colour (AIJE-D03-2)."""
    ATTEND_CEREMONY = "attend_ceremony"
    CHECK_IN = "check_in"
    FIND_OPPONENT = "find_opponent"
    """Nobody is paired without an act of their own; which one, the kind of event says."""
    CONFIRM_RESULT = "confirm_result"
    """Both players have confirmed it, and the arbiter's word makes it final (GO-16.4)."""
    JUSTIFY = "justify"
    REPLY_IN_FILE = "reply_in_file"
    """A case of misconduct about the person, who is heard in it."""
    ANSWER_INVITATION = "answer_invitation"
    """A seat is offered, or a match for one; `called` is what is asked."""
    ANSWER_FINAL = "answer_final"
    """A seat in the final of a series is offered; `called` is the series."""
    VOTE = "vote"
    """A vote is open in which the person has not voted."""
    EXCUSE_VOTE = "excuse_vote"
    """A vote was missed, and the reason can still be given (AIJE-A02-6)."""
    SETTLE_VOTE = "settle_vote"
    """A vote stays below its quorum, and who runs it closes it or calls it off (AIJE-A02-4)."""
    GO_ON_DUTY = "go_on_duty"
    """From here on another of the staff can do it as well."""
    DESK = "desk"
    FOLLOW = "follow"
    DECIDE_CLAIM = "decide_claim"
    DECIDE_NAME = "decide_name"
    """A member says that they are somebody known by name; `called` is the name."""
    REVIEW_CASE = "review_case"
    JUDGE_FILE = "judge_file"
    RESUME_FILE = "resume_file"
    """A case of misconduct is paused, and its times stand still until somebody resumes it."""
    DECIDE_APPEAL = "decide_appeal"
    APPROVE_EVENT = "approve_event"
    APPROVE_RULEBOOK = "approve_rulebook"
    """A changed file of an official event waits; `called` is its name, `other` who saved it (AIJE-B01-AI)."""
    CONFIRM_OPENING = "confirm_opening"
    """An opening list was handed on whose titles, offices and bars its asker may not bring in; `called` is the file."""
    SIGN = "sign"
    """An act of another needs this person's signature; it waits until a moment, and lapses."""
    DECIDE_TITLE = "decide_title"
    DECIDE_GRADE = "decide_grade"
    """A grade of Go waits; `called` is the grade (GO-25.3)."""
    ANSWER_EXCUSE = "answer_excuse"
    PROPOSE_REMOVAL = "propose_removal"
    """Somebody has missed three votes without reason (AIJE-A02-6)."""
    ANSWER_SUGGESTION = "answer_suggestion"
    CONFIRM_SEATS = "confirm_seats"
    ANSWER_FOR_OTHER = "answer_for_other"
    """Somebody without Discord is invited, and nobody has said yet what they answer."""
    ANSWER_BY_NAME = "answer_by_name"
    """Players without Discord, whom the person has entered, wait for a press; `n` is how many."""
    ARRANGE_SEAT_MATCH = "arrange_seat_match"
    FILL_FINAL = "fill_final"
    """Nobody is left for seats in the final of a series; `called` is the series."""
    NAME_FOR_TITLE = "name_for_title"
    """A place in the match for the title is vacant, and nobody is next (AIJE-D03-1)."""
    NAME_CHAMPION = "name_champion"
    """Nobody knows who holds the title that is played for."""
    NOTE_CEREMONY = "note_ceremony"
    """A ceremony was held, and not of everybody is noted whether they were there."""
    FILE_REPORT = "file_report"
    """The chief arbiter's closing report."""
    SET_UP = "set_up"
    NAME_OFFICERS = "name_officers"
    FINISH_FOUNDING = "finish_founding"
    """An association has been brought in, and it is not said yet that this is done."""
    SEE_REPEAT = "see_repeat"
    """A repeat has stopped by itself; `called` is the event that it is of."""
    FINISH_DRAFT = "finish_draft"
    """A tournament that was typed and never confirmed."""
    ANSWER_OFFER = "answer_offer"
    """An arbiter title is offered, for which master titles would be laid down."""
    REGISTER = "register"
    APPEAL = "appeal"
    """A right that is open for a time: `called` is what the decision is, as "bar"."""
    SAY_CLUB = "say_club"
    """The event keeps members of a club apart, and nobody knows the person's."""
    NAME_COUNTRY = "name_country"
    """Titles hang on where people play for, and nobody knows it of this person."""


OF_PLAYERS: Final = frozenset(
    {
        Task.COME,
        Task.MOVE_IN_JEEK,
        Task.ANSWER_REPORT,
        Task.CONFIRM_GAME,
        Task.NAME_LINE_UP,
        Task.ANSWER_TIME,
        Task.PROPOSE_TIME,
        Task.REPORT,
        Task.CONFIRM_TIMES,
        Task.COMPLETE_TEAM,
        Task.ANSWER_TEAM,
        Task.HAND_IN_DECK,
        Task.CORRECT_DECK,
        Task.CHOOSE_COLOURS,
        Task.ATTEND_CEREMONY,
        Task.CHECK_IN,
        Task.FIND_OPPONENT,
        Task.JUSTIFY,
        Task.REPLY_IN_FILE,
        Task.ANSWER_INVITATION,
        Task.ANSWER_FINAL,
        Task.ANSWER_OFFER,
        Task.REGISTER,
        Task.APPEAL,
        Task.SAY_CLUB,
        Task.NAME_COUNTRY,
    }
)
"""What somebody has to do as a player, or about themselves."""
OF_OFFICES: Final = frozenset(
    {
        Task.DECIDE_CLAIM,
        Task.DECIDE_NAME,
        Task.REVIEW_CASE,
        Task.JUDGE_FILE,
        Task.RESUME_FILE,
        Task.DECIDE_APPEAL,
        Task.APPROVE_RULEBOOK,
        Task.CONFIRM_OPENING,
        Task.SIGN,
        Task.DECIDE_TITLE,
        Task.DECIDE_GRADE,
        Task.ANSWER_EXCUSE,
        Task.ANSWER_SUGGESTION,
        Task.CONFIRM_SEATS,
        Task.ANSWER_FOR_OTHER,
        Task.ARRANGE_SEAT_MATCH,
        Task.FILL_FINAL,
        Task.NAME_FOR_TITLE,
        Task.NAME_CHAMPION,
        Task.NOTE_CEREMONY,
        Task.FILE_REPORT,
    }
)
"""What waits for who holds an office or runs an event, and has no clock of its own: they are reminded of it."""


@dataclass(frozen=True, slots=True)
class TaskItem:
    """One thing to do. `subject` is what its button carries; `other` is the opponent, the absentee or the claimant."""

    task: Task
    subject: str
    tournament: Tournament | None = None
    until: datetime | None = None
    other: Person | None = None
    n: int = 1
    called: str = ""
    """What it is about, where a word tells it: a ceremony's name, what an invitation asks."""

    @property
    def ref(self) -> str:
        """How messages and the ladder of what stands still name it."""
        return f"{self.task.value}.{self.subject}"


class UpcomingKind(StrEnum):
    """What a person can be waiting for, the nearest first."""

    __said_as__ = "outlook"

    EVENT_RESUMES = "event_resumes"
    """Staff have paused the event, which goes on by itself."""
    CHALLENGED = "challenged"
    """To a casual game of Jeek; the challenge itself carries the buttons."""
    OPPONENT_MOVES = "opponent_moves"
    OPPONENT_COMES = "opponent_comes"
    OPPONENT_ANSWERS = "opponent_answers"
    PAUSE_ENDS = "pause_ends"
    """A pause or an adjournment runs, and play goes on by itself."""
    ARBITER_DECIDES = "arbiter_decides"
    MATCH_RESUMES = "match_resumes"
    TEAM_PLAYS = "team_plays"
    """The match of a team, whose captain tells the result."""
    TIME_IS_ANSWERED = "time_is_answered"
    """The other side has a proposal to answer."""
    ORGANISERS_DECIDE = "organisers_decide"
    """What becomes of a match whose sides did not agree on a time."""
    MATCH_OPENS = "match_opens"
    """It is paired, and both sides are about to be asked for a time."""
    MATCH_IS_CALLED = "match_is_called"
    NEXT_ROUND = "next_round"
    ROUND_MISSED = "round_missed"
    NEXT_OPPONENT = "next_opponent"
    NO_MORE_MATCHES = "no_more_matches"
    """Of an event that goes on: out of its bracket, or all rounds are played."""
    MISSED_CHECK_IN = "missed_check_in"
    NO_SEAT = "no_seat"
    """The wait list of an event was too long."""
    TAKEN_OUT = "taken_out"
    """By staff or by a rule, out of an event that goes on; `called` is the reason that was given."""
    REPLACED = "replaced"
    """By `other`, who has the place now; `called` is the reason that was given."""
    CEREMONY = "ceremony"
    SEAT_MATCH = "seat_match"
    SERIES_PLACE = "series_place"
    """Where somebody stands in a series; `n` is the place, `left` the events that are still to be played."""
    DRAW = "draw"
    START = "start"
    FREE_SEAT = "free_seat"
    """On the wait list: the seats that are free at the close go to it in its order; `n` is the own place."""
    CAPTAIN_COMPLETES = "captain_completes"
    """The team cannot confirm yet; its captain has to act."""
    CHECK_IN_OPENS = "check_in_opens"
    IN_TEAM = "in_team"
    """As a member of somebody's team; `called` is its name."""
    SITS_OUT = "sits_out"
    """In a team, `called`, that goes on without the person, since a bar keeps them out."""
    CLAIM_IS_DECIDED = "claim_is_decided"
    NAME_IS_DECIDED = "name_is_decided"
    CASE_IS_REVIEWED = "case_is_reviewed"
    FILE_IS_DECIDED = "file_is_decided"
    APPEAL_IS_DECIDED = "appeal_is_decided"
    BARRED = "barred"
    NOT_FOR_ME = "not_for_me"
    """An event asks for what the person has not: a role, a rating, an older account."""


@dataclass(frozen=True, slots=True)
class Upcoming:
    """One thing that comes without the person's doing, and when, where that is known."""

    outlook: UpcomingKind
    tournament: Tournament | None = None
    at: datetime | None = None
    other: Person | None = None
    n: int = 0
    """The round, where it has one, or the place on the wait list."""
    called: str = ""
    left: int = 0


# --- obstacles ahead ------------------------------------------------------------------------------------------------


IN_A_HEARING = (Right.CREATE_PRIVATE_THREADS, Right.SEND_MESSAGES_IN_THREADS)
"""What the private threads take in which the accused of a case are heard, under the channel of the matches."""


def no_zones(_: str) -> Sequence[str]:
    """Where nobody knows the clocks of any country."""
    return ()


@dataclass(frozen=True, slots=True)
class Around:
    """What no file of ours says: the server as Discord shows it to the bot, and a country's time zones."""

    server: Server | None = None
    zones_of: Callable[[str], Sequence[str]] = no_zones


@dataclass(frozen=True, slots=True)
class Looker:
    """Who looks, by what they can do about it."""

    held: frozenset[Capacity]
    may_go_on_duty: bool
    """Not on duty yet, and could be given matches."""
    server_roles: frozenset[RoleId] | None = None
    """The roles of the server, where Discord has told them."""
    person_id: PersonId | None = None


@dataclass(frozen=True, slots=True)
class Outline:
    """An event as far as it is known before it begins: as a draft has it, or as it was announced."""

    guild_id: GuildId
    rulebook: Rulebook
    start_at: datetime
    opens_at: datetime
    closes_at: datetime
    size: int | None
    """Entrants on the list, or as many as a draft has room for; None where nothing bounds them."""
    tournament: Tournament | None = None
    draft_id: str = ""


@dataclass(frozen=True, slots=True)
class Foresight:
    """What a draft says of the event before there is one: who may not follow it, how long it takes, what stops it."""

    provisional: Provisional | None = None
    lasting: Lasting | None = None
    obstacles: tuple[DeskRow, ...] = ()
    guessed_zone: str | None = None
    """By whose clocks the start of a new event was read, where nobody has confirmed them for the server."""
    may_choose_zone: bool = False
    events_left: int | None = None
    """How many more events may be open with this one, where they are few."""


def closed_channels(community: Community, server: Server, mend: Mend | None) -> Iterator[DeskRow]:
    """A row for each channel in which an event speaks and the bot cannot; one channel may serve for several."""
    told: set[ChannelId] = set()
    for place in needed_places(community):
        channel_id = community.channel(place)
        if channel_id is None or channel_id in told:
            continue
        channel = server.channels.get(channel_id)
        rights = () if channel is None else _missing(community, channel_id, channel.rights)
        if channel is not None and not rights:
            continue
        told.add(channel_id)
        kind = Obstacle.CHANNEL_CLOSED if rights else Obstacle.CHANNEL_GONE
        yield DeskRow(kind, SetupPage.PLACES, mend=mend, place=place, channel=channel_id, rights=rights)


def _missing(community: Community, channel_id: ChannelId, rights: frozenset[Right]) -> tuple[Right, ...]:
    hears = Switch.CASES in community.switches and channel_id == community.channel(Place.MATCHES)
    return tuple(one for one in (*IN_A_CHANNEL, *(IN_A_HEARING if hears else ())) if one not in rights)
