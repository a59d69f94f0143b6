"""Who must notice each kind of message, and how: called in its channel, by letter, or not at all."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from datetime import UTC, datetime
from typing import ClassVar

import pytest

from bot.features.entering.model import CheckInOpened
from bot.features.guidance import calls_messages as guidance_calls_messages
from bot.features.playing.model import ChiefNamed, DisputeEscalated, MatchNote
from bot.features.registry.model import OfficersNamed
from bot.features.tournaments.promises_model import MatchCalled, Podium, TournamentCancelled
from bot.features.voting.bodies_model import VoteLetter, VoteOpened
from bot.kernel.ids import ContestId, EntrantId, GuildId, MemberId, OutboxId, PersonId, Place, RoleId, TournamentId
from bot.kernel.promises import Message, Notified, OfTournament, Promise, ToMatch, ToMember, ToPlace, name_of
from bot.layout.cards import MOST_NAMED, WITHOUT_DISCORD, Card, first_message, named_in
from bot.people.cards import pings
from bot.people.model import Person
from tests.house.test_notices import kinds

NOTICED = {
    Notified.NOBODY: """
        absences_unjustified account_claimed arbiter_wanted arena_frozen arena_lobby cannot_work card_gone
        card_ruled_out ceremony_stated check_in_closed check_in_cut_short circuit_moved clock_wrong closing_report
        commitment_recorded decider_paired done_in_own_event drawn event_paused event_resumed events_brought
        events_taken_back case_rules_changed final_filled link_revealed lot_drawn match_in_calendar mirror_roles
        name_claimed pages_switched opening_list_brought opening_list_undone outage own_act_ended pair_forbidden
        player_left podium ratings_amended ratings_corrected rating_terms_changed rulebook_approved ratings_published
        ratings_withdrawn removal_told repeat_missed
        record_draw record_results round_opened round_over round_robin_offered round_robin_taken rules_drafted
        scheduled_event seats_filled seats_proposed signature_passed_on thread_tended start_stays threads_refused
        time_undecided vote_minutes
    """,
    Notified.FOLLOWERS: "event_tomorrow tournament_announced",
    Notified.READER: """
        absence_letter amendment_returned bar_lifted card_refused case_decided claim_decided draft_waits
        entered_by_staff entry_role_deleted event_decided event_reminder expelled file_letter founding_ends
        grade_decided file_for_judge judge_wanted match_letter member_barred member_dropped member_left
        member_sits_out place_given place_taken
        name_claim_decided off_committee opening_list_waits others_asked past_events_agreed person_unlinked
        place_answered points_returned proposal_waits rating_amended rehearsal_cut_off removed_by_staff
        shut_out_at_close signature_ended signature_letter staff_written team_invitation team_taken_off team_unfit
        team_unfit_at_close tried_in_vain vote_letter
    """,
    Notified.PLAYERS: """
        adjourned adjournment_over adjournment_reminder arena_paired both_absent ceremony_reminder
        challenge_voided clocks_set contest_voided days_prolonged dispute_waits jeek_board let_in_late line_ups_open
        match_called
        match_note match_opened match_soon own_ruling_ended play_goes_on player_replaced result_corrected score_wanted
        silent_side_lost start_change_asked time_fixed time_lifted time_missed times_noted tournament_cancelled
        tournament_reopened
        tournament_changed
    """,
    Notified.ASKED: """
        agreement_asked arena_awaited by_name_asked check_in_extended check_in_opened check_in_reminder colours_asked
        confirm_reminder
        final_offered lot_offered proposal_declined result_wanted seats_offered signature_wanted staff_silent
        team_invites teams_unfit time_proposed time_wanted title_offered vote_excuse votes_missed
        wait_is_over
    """,
    Notified.CONCERNED: """
        absence_notice absence_reminder appeal_decided appointment_undone arbiter_relieved barred captain_changed
        case_thread
        champion_named chief_named entered_from_list entries_taken_back file_decided file_note leader_elected
        office_changed officers_named person_linked points_taken reprimanded rules_decided same_person
        same_person_undone seat_by_hand seat_passed_over seats_lost still_called suggestion_decided
        title_changed title_moved title_not_given
    """,
    Notified.ELECTORS: """
        candidate_stood_down vote_extended vote_opened vote_reminder
    """,
    Notified.ARBITERS: """
        match_handed_over passed_up report_wanted round_paired times_doubted
    """,
    Notified.STAFF: """
        appeal_made case_for_review decisions_wait dispute_escalated event_proposed file_opened final_overlooked
        final_vacant grade_waits lead_vacant roles_blocked rulebook_waits seat_stays_empty seat_vacant
        staff_called suggested title_proposed
        vote_below_quorum
    """,
}
"""A word for each kind of message, by whom it calls. Ask of a new one: must somebody act now, or does it harm them
not to notice it? Then it calls them. All else is silent: lists, standings, podiums, what was drawn, the record.
"""


def undeclared(some: list[type[Message]]) -> list[str]:
    """Kinds that do not say themselves whom they call."""
    return sorted(name_of(kind) for kind in some if "NOTIFIES" not in vars(kind))


def test_each_kind_of_message_says_whom_it_calls() -> None:
    assert undeclared(list(kinds())) == []
    found = {(name_of(kind), kind.NOTIFIES) for kind in kinds()}
    assert found == {(name, whom) for whom, names in NOTICED.items() for name in names.split()}


@pytest.mark.plants
def test_a_kind_that_says_nothing_of_it_is_found() -> None:
    class Unheard(OfTournament):
        """A kind whose author forgot."""

    class Copied(Podium):
        """One that leaves it to its parent."""

    class Heard(OfTournament):
        """One that says it."""

        NOTIFIES: ClassVar[Notified] = Notified.PLAYERS

    assert undeclared([Unheard, Copied, Heard]) == ["copied", "unheard"]


def test_no_kind_stands_under_two_words() -> None:
    assert max(Counter(name for names in NOTICED.values() for name in names.split()).values()) == 1


EVENT, MATCH, ANA, BEA = TournamentId("t" * 12), ContestId("c" * 12), MemberId(10**17 + 1), MemberId(10**17 + 2)
MATCHES, RECORD = ToPlace(Place.MATCHES), ToPlace(Place.RECORD)


def promised(message: Message, target: ToPlace | ToMember | ToMatch = MATCHES) -> Promise[Message]:
    return Promise(OutboxId("o" * 12), GuildId(1), target, message, datetime(2026, 3, 1, tzinfo=UTC))


def test_a_call_that_names_nobody_is_found_and_said_all_the_same(caplog: pytest.LogCaptureFixture) -> None:
    for target in (MATCHES, ToMatch(MATCH)):
        caplog.clear()
        card = guidance_calls_messages.as_declared(promised(MatchCalled(MATCH), target), Card(("A match",)))
        assert card == Card(("A match",))
        assert "match_called" in caplog.text
    caplog.clear()
    guidance_calls_messages.as_declared(promised(MatchCalled(MATCH)), Card((f"<@{ANA}>",), pings=frozenset({ANA})))
    assert caplog.text == ""


@pytest.mark.parametrize(
    ("message", "target"),
    [
        (Podium(EVENT), MATCHES),
        (VoteLetter(vote_id="v" * 12), ToMember(ANA)),  # type: ignore[arg-type]
        (MatchCalled(MATCH), ToMember(ANA)),
        (OfficersNamed(GuildId(1), by=PersonId("p" * 12)), RECORD),
    ],
)
def test_lists_letters_and_copies_in_the_record_call_nobody(
    message: Message, target: ToPlace | ToMember, caplog: pytest.LogCaptureFixture
) -> None:
    card = Card((f"<@{ANA}> <@&5>",), pings=frozenset({ANA}), role_pings=frozenset({RoleId(5)}))
    said = guidance_calls_messages.as_declared(promised(message, target), card)
    assert (said.pings, said.role_pings, said.paragraphs) == (frozenset(), frozenset(), card.paragraphs)
    assert caplog.text == ""


def test_what_stands_on_record_alone_calls_there() -> None:
    card = Card((f"<@{ANA}>",), pings=frozenset({ANA}))
    named = ChiefNamed(EVENT, PersonId("p" * 12), "chief")  # type: ignore[arg-type]
    assert guidance_calls_messages.as_declared(promised(named, RECORD), card) == card


def test_an_event_without_entrants_is_called_off_without_a_call() -> None:
    card = Card(("Off",))
    assert not guidance_calls_messages.is_unheard(promised(TournamentCancelled(EVENT)), card)
    assert guidance_calls_messages.is_unheard(promised(TournamentCancelled(EVENT, (EntrantId("e" * 12),))), card)
    assert not guidance_calls_messages.is_unheard(promised(CheckInOpened(EVENT, ())), card)
    assert guidance_calls_messages.is_unheard(promised(CheckInOpened(EVENT, (EntrantId("e" * 12),))), card)
    assert guidance_calls_messages.is_unheard(promised(VoteOpened("v" * 12)), card)  # type: ignore[arg-type]
    assert guidance_calls_messages.is_unheard(promised(DisputeEscalated(MATCH)), card)


def test_where_nobody_has_discord_another_answers_for_them() -> None:
    joe = Person(PersonId("j" * 12), GuildId(1), None, "Joe", None, datetime(2026, 3, 1, tzinfo=UTC))
    ana = replace(joe, discord_id=ANA)
    assert guidance_calls_messages.is_answered_for(Card(("Joe",), pings=pings([joe])))
    assert not guidance_calls_messages.is_answered_for(Card(("Joe, Ana",), pings=pings([joe, ana])))
    assert not guidance_calls_messages.is_unheard(promised(MatchCalled(MATCH)), Card(("Joe",), pings=pings([joe])))


def test_a_card_names_in_a_line_above_whom_its_text_does_not() -> None:
    card = Card((f"<@{ANA}>, `<@{BEA}>` is warned",), pings=frozenset({ANA, BEA, WITHOUT_DISCORD}), opening="Hear:")
    card = replace(card, role_pings=frozenset({RoleId(5)}))
    said, left = first_message(card)
    assert (said.opening, left) == (f"Hear: <@&5> <@{BEA}>", ())
    assert (said.pings, said.role_pings) == (frozenset({ANA, BEA}), card.role_pings)
    assert first_message(said) == (said, ())


@pytest.mark.parametrize(("number", "text"), [(100, ""), (101, ""), (250, ""), (104, "x" * 3000), (104, "x" * 3990)])
def test_more_than_a_hundred_are_parted_and_everybody_is_called_once(number: int, text: str) -> None:
    everybody = frozenset(MemberId(10**17 + n) for n in range(number))
    card, left = first_message(Card((text or "Vote",), pings=everybody))
    assert card.pings.isdisjoint(left)
    assert card.pings | set(left) == everybody
    assert card.pings <= named_in(card)[0]
    assert len(card.pings) <= MOST_NAMED
    assert sum(map(len, (card.opening or "", *card.paragraphs))) <= 4000


def test_a_text_that_names_more_than_a_hundred_calls_the_rest_in_the_next_message() -> None:
    everybody = [MemberId(10**17 + n) for n in range(104)]
    card = Card((" ".join(f"<@{one}>" for one in everybody),), pings=frozenset(everybody))
    said, left = first_message(card)
    assert (len(said.pings), len(left)) == (100, 4)
    assert said.pings | set(left) == card.pings
    assert MatchNote.NOTIFIES is Notified.PLAYERS
