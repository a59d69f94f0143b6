"""What the bot has promised to say: the kinds of message, to whom they go, and what they are about.

A promise holds ids and decisions, never text: the sentence is made from the facts when it is said, in the language of
whoever reads it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from bot.domain.community import Place
from bot.domain.ids import ChannelId, GuildId, MemberId, MessageId, OutboxId


class Saying(StrEnum):
    """The kinds of message. The comment says what the subject id is."""

    OFFICERS_NAMED = "officers_named"  # the guild's id
    TOURNAMENT_ANNOUNCED = "tournament_announced"  # a tournament; this message becomes its panel
    TOURNAMENT_CHANGED = "tournament_changed"  # a tournament; details: what changed
    TOURNAMENT_CANCELLED = "tournament_cancelled"  # a tournament
    EVENT_PROPOSED = "event_proposed"  # a proposed event, to the committee; becomes its panel
    EVENT_DECIDED = "event_decided"  # a proposed event, to the arbiter who proposed it
    SCHEDULED_EVENT = "scheduled_event"  # a tournament; creates, moves or deletes Discord's own event
    CHECK_IN_OPENED = "check_in_opened"  # a tournament
    CHECK_IN_REMINDER = "check_in_reminder"  # a tournament; one message that names who is missing
    ROUND_ROBIN_OFFERED = "round_robin_offered"  # a tournament with few players, to the committee
    ROUND_ROBIN_TAKEN = "round_robin_taken"  # a tournament that is a round robin if few start
    CHECK_IN_CLOSED = "check_in_closed"  # a tournament; starters, absentees, what comes next
    DRAWN = "drawn"  # a tournament; details: draw number
    RECORD_DRAW = "record_draw"  # a tournament; details: draw number
    LINK_REVEALED = "link_revealed"  # a tournament, to the record; details: draw number, of a round or a lot
    PAIR_FORBIDDEN = "pair_forbidden"  # a tournament, to the record; details: first, second
    PLAYER_LEFT = "player_left"  # an entrant who left after the close; details: may a redraw still be made
    MATCH_CALLED = "match_called"  # a contest; delivery starts the walkover clock
    COLOURS_ASKED = "colours_asked"  # a tournament for a title, to its champion; becomes a panel
    PLAY_GOES_ON = "play_goes_on"  # a contest whose pause is over; details: stop
    ADJOURNED = "adjourned"  # a contest; details: pause
    ADJOURNMENT_REMINDER = "adjournment_reminder"  # a contest that goes on soon; details: pause
    ADJOURNMENT_OVER = "adjournment_over"  # a contest that goes on; details: pause
    TIMES_NOTED = "times_noted"  # a contest; details: entry, of the note that both sides are asked to confirm
    CLOCKS_SET = "clocks_set"  # a contest in which a clock failed; details: entry, of the note that sets them
    TIMES_DOUBTED = "times_doubted"  # a contest, to its arbiter; details: by, who finds the note wrong
    LINE_UPS_OPEN = "line_ups_open"  # a contest; details: sides whose line-up was set by the limit
    CONFIRM_REMINDER = "confirm_reminder"  # a contest
    MATCH_NOTE = "match_note"  # a contest; details: what its arbiter did from another channel, and to which side
    DISPUTE_ESCALATED = "dispute_escalated"  # a contest
    ARBITER_WANTED = "arbiter_wanted"  # a tournament; details: the situation, and how many matches wait in it
    MATCH_HANDED_OVER = "match_handed_over"  # a contest, to its new arbiter
    CHIEF_NAMED = "chief_named"  # a tournament; details: person, role
    ARBITER_RELIEVED = "arbiter_relieved"  # a tournament; details: person
    ROUND_PAIRED = "round_paired"  # a tournament, to its chief arbiter; details: round
    RULES_DRAFTED = "rules_drafted"  # a tournament, to its organisers; details: number of the draft
    RULES_DECIDED = "rules_decided"  # a tournament whose own rules were approved or declined; details: number
    PASSED_UP = "passed_up"  # a contest, to the chief arbiter; details: by, question
    REPORT_WANTED = "report_wanted"  # a tournament that is over, to its chief arbiter
    CLOSING_REPORT = "closing_report"  # a tournament that is over
    CEREMONY_STATED = "ceremony_stated"  # a ceremony, to be held or called off
    CEREMONY_REMINDER = "ceremony_reminder"  # a ceremony
    REPRIMANDED = "reprimanded"  # a ceremony; details: person
    BOTH_ABSENT = "both_absent"  # a contest
    RESULT_CORRECTED = "result_corrected"  # a contest
    CONTEST_VOIDED = "contest_voided"  # a contest
    ROUND_OVER = "round_over"  # a tournament; details: round
    DECIDER_PAIRED = "decider_paired"  # a tournament; details: what it decides, contests, who is level
    LOT_DRAWN = "lot_drawn"  # a tournament; details: draw number, who was level, or the contest and whom it named
    PODIUM = "podium"  # a tournament
    RATINGS_PUBLISHED = "ratings_published"  # a tournament
    RECORD_RESULTS = "record_results"  # a tournament
    ABSENCE_NOTICE = "absence_notice"  # a tournament; details: cases; delivery starts the 72 hours
    ABSENCE_LETTER = "absence_letter"  # a case; the direct message beside the notice
    ABSENCE_REMINDER = "absence_reminder"  # a tournament; details: cases; after an outage "extended", down_from, up_at
    CASE_FOR_REVIEW = "case_for_review"  # a case, to the committee; becomes its panel; details: "reminder"
    ABSENCES_UNJUSTIFIED = "absences_unjustified"  # a tournament, to the committee; details: cases
    CASE_DECIDED = "case_decided"  # a case
    BARRED = "barred"  # a bar; details: bars, where one message tells of several
    BAR_LIFTED = "bar_lifted"  # a bar
    SAME_PERSON = "same_person"  # a word that two are one; details: reader (first or second), in a letter
    SAME_PERSON_UNDONE = "same_person_undone"  # the same
    POINTS_TAKEN = "points_taken"  # a rating penalty; details: bar ("fell" where a bar ended by it)
    POINTS_RETURNED = "points_returned"  # a rating penalty
    FILE_OPENED = "file_opened"  # a case file, to the committee; becomes its panel
    CASE_THREAD = "case_thread"  # a case file; opens the private thread with the accused; delivery starts the reply
    FILE_LETTER = "file_letter"  # a case file, to the accused; delivery starts the reply where no thread could be made
    FILE_NOTE = "file_note"  # a case file, to its thread or the accused; details: what happened
    FILE_DECIDED = "file_decided"  # a case file; details: reader (reporter), where it is who reported
    APPEAL_MADE = "appeal_made"  # an appeal, to the committee; becomes its panel
    APPEAL_DECIDED = "appeal_decided"  # an appeal
    RATINGS_CORRECTED = "ratings_corrected"  # a case file, or a contest whose result was corrected; details: list
    ACCOUNT_CLAIMED = "account_claimed"  # an account claim, to the committee
    CLAIM_DECIDED = "claim_decided"  # an account claim; details: reader (claimant, holder or committee)
    ENTERED_BY_STAFF = "entered_by_staff"  # an entrant, whom somebody else put on the list
    CARD_REFUSED = "card_refused"  # an entrant whose deck holds the card; details: card, reason, closed
    CARD_RULED_OUT = "card_ruled_out"  # a tournament; details: card, reason
    MEMBER_LEFT = "member_left"  # a team, to its captain; details: person
    MEMBER_BARRED = "member_barred"  # a team, to its captain; details: person, is_out
    MEMBER_DROPPED = "member_dropped"  # a team, to who is out of it; details: person, by (nobody where a bar did it)
    TEAM_INVITES = "team_invites"  # a team, to the channel; details: people, who are asked to play for it
    TEAM_INVITATION = "team_invitation"  # a team, to a member who is asked to play for it
    PLACE_ANSWERED = "place_answered"  # a team, to its captain; details: person, answer
    TEAM_TAKEN_OFF = "team_taken_off"  # a team that had too few at the close, to its captain
    REMOVED_BY_STAFF = "removed_by_staff"  # an entrant; details: reason
    SHUT_OUT_AT_CLOSE = "shut_out_at_close"  # an entrant; details: person, who could not play
    VOTE_OPENED = "vote_opened"  # a vote, to the committee; becomes its panel
    VOTE_LETTER = "vote_letter"  # a vote that is open, to each representative who has a voice in it
    VOTE_REMINDER = "vote_reminder"  # a vote; names who has not voted
    VOTE_EXTENDED = "vote_extended"  # a vote; details: "why" (quorum, outage), down_from, up_at
    CANDIDATE_STOOD_DOWN = "candidate_stood_down"  # a vote; details: person
    LEADER_ELECTED = "leader_elected"  # a vote that is over, for everybody
    VOTE_MINUTES = "vote_minutes"  # a vote that is over; for the record and the committee
    VOTE_EXCUSE = "vote_excuse"  # "VOTE.PERSON": why somebody missed a vote, for the leader to answer
    VOTES_MISSED = "votes_missed"  # a person who missed three votes; details: votes
    TITLE_PROPOSED = "title_proposed"  # a proposal, to the committee
    TITLE_OFFERED = "title_offered"  # a proposal, to its candidate in public; accepting lays master titles down
    TITLE_CHANGED = "title_changed"  # a proposal that was carried out
    CHAMPION_NAMED = "champion_named"  # a person; details: event, unplayed
    TITLE_MOVED = "title_moved"  # a match for the title; details: event, lost, won, holder; renamed, left for the staff
    OFFICE_CHANGED = "office_changed"  # the guild's id; details: what, office, person, by, until, reason
    APPOINTMENT_UNDONE = "appointment_undone"  # a person; details: by, what (office or title), how (given, taken)
    MIRROR_ROLES = "mirror_roles"  # "GUILD.MEMBER"; no message: the member's roles follow the registry
    ROLES_BLOCKED = "roles_blocked"  # the guild's id; details: role
    GRADE_WAITS = "grade_waits"  # a grade that was declared or proposed, to the committee
    GRADE_DECIDED = "grade_decided"  # a grade, to its player, or of a promotion to everybody
    SUGGESTED = "suggested"  # a suggestion, to the committee
    SUGGESTION_DECIDED = "suggestion_decided"  # a suggestion
    SEATS_PROPOSED = "seats_proposed"  # a round of invitations, to the committee; becomes its panel
    SEATS_OFFERED = "seats_offered"  # a round of invitations; details: who is asked; delivery starts the clock
    SEATS_FILLED = "seats_filled"  # a round of invitations whose seats all have their players
    TITLE_NOT_GIVEN = "title_not_given"  # an event; details: event, person (who won without a place in the match)
    SEAT_PASSED_OVER = "seat_passed_over"  # a round of invitations; details: what, asked, person (who is or was barred)
    SEAT_BY_HAND = "seat_by_hand"  # a person; details: event, why, given
    SEAT_VACANT = "seat_vacant"  # a round of invitations; details: vacant, after (how many were asked)
    SEATS_LOST = "seats_lost"  # a round of invitations; details: lost, who has no seat after a correction
    ARENA_LOBBY = "arena_lobby"  # a tournament; its lobby, which becomes a panel
    ARENA_PAIRED = "arena_paired"  # a tournament; details: first and last game; delivery starts the countdown
    ARENA_AWAITED = "arena_awaited"  # a contest; details: side, asked for the first move; delivery starts the clock
    ARENA_FROZEN = "arena_frozen"  # a tournament whose time is up
    JEEK_BOARD = "jeek_board"  # a casual game of Jeek whose board was lost; becomes its panel
    OUTAGE = "outage"  # a tournament, or the guild; what was late, what was extended
    CLOCK_WRONG = "clock_wrong"  # the guild; details: seconds, by which the machine's clock is ahead of Discord's time
    CANNOT_WORK = "cannot_work"  # the guild; details: what the bot could not do, and the fix


@dataclass(frozen=True, slots=True)
class ToPlace:
    """A message for one of the community's channels."""

    place: Place


@dataclass(frozen=True, slots=True)
class ToChannel:
    """A message for a channel that is known by its id."""

    channel_id: ChannelId


@dataclass(frozen=True, slots=True)
class ToMember:
    """A direct message; never the only way in which something is said."""

    member_id: MemberId


Target = ToPlace | ToChannel | ToMember


@dataclass(frozen=True, slots=True)
class Promise:
    """One message to be said after the commit."""

    outbox_id: OutboxId
    guild_id: GuildId
    target: Target
    saying: Saying
    subject: str
    promised_at: datetime
    details: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Delivery:
    """Where and when a promise was kept."""

    outbox_id: OutboxId
    channel_id: ChannelId
    message_id: MessageId
    delivered_at: datetime
