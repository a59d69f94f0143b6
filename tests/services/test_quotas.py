"""What one person can have the bot keep has an end, and is told in a sentence."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta

import pytest

from bot.domain.ids import MemberId
from bot.domain.team_play.team_views import NamedMember
from bot.errors import KeptEnough, Subject
from bot.rulebooks.library import preset
from bot.services.entering import account_names
from bot.services.quotas import MOST, refuse_more
from bot.services.registry import exams, grades
from bot.services.team_play import team_entries
from bot.storage.work import Work
from tests.services.hall import Hall
from tests.services.squads import GO

SECOND = timedelta(seconds=1)

ONCE = {
    "absence_cases": "tournament_id person_id reason",
    "absence_clocks": "contest_id side started_at",
    "arena_scores": "entrant_id",
    "ballots": "vote_id person_id",
    "board_clocks": "contest_id side board started_at",
    "ceremony_attendance": "ceremony_id person_id",
    "closing_reports": "tournament_id person_id",
    "confirmed_results": "contest_id settled_at",
    "contest_sides": "contest_id side",
    "circuit_forms": "person_id",
    "circuit_invitations": "circuit_id person_id",
    "cup_forms": "person_id",
    "drafts": "person_id",
    "ending_wishes": "contest_id ending side",
    "faces": "person_id",
    "hidden_faces": "person_id",
    "entrants": "tournament_id person_id",
    "erasures": "person_id",
    "game_claims": "contest_id",
    "guesses": "contest_id",
    "jeek_moves": "game_id number",
    "line_ups": "contest_id side board person_id",
    "match_thread_members": "contest_id person_id",
    "match_threads": "contest_id",
    "panels": "panel",
    "match_windows": "contest_id",
    "people": "guild_id discord_id",
    "person_zones": "person_id",
    "rating_sheets": "person_id",
    "record_draft_files": "person_id number",
    "record_drafts": "person_id",
    "rehearsals": "guild_id",
    "record_names": "asked_by file_id",
    "poster_forms": "person_id",
    "reminders": "entrant_id",
    "round_absences": "entrant_id round",
    "seat_invitations": "round_id asked person_id",
    "start_agreements": "change_id person_id",
    "table_absences": "contest_id side",
    "team_members": "entrant_id person_id",
    "time_note_confirmations": "contest_id entry side",
    "title_holders": "tournament_id",
    "vote_candidates": "vote_id position",
    "vote_drafts": "person_id",
    "vote_electors": "vote_id position",
    "vote_excuses": "vote_id person_id",
    "vote_recusals": "vote_id person_id",
}
"""One row for a person, a side or a question of something that others have made; the columns that see to it."""

COUNTED = {
    "accounts": Subject.ACCOUNT,
    "countries": Subject.COUNTRY,
    "decks": Subject.DECK,
    "file_statements": Subject.MESSAGE,
    "grades": Subject.GRADE,
    "recordings": Subject.RECORDING,
    "team_places": Subject.INVITATION,
}
"""A number of `services/quotas.py`."""

WAITING = {
    "account_claims": "`TooManyClaims` of one person in some days",
    "appeals": "one against each decision, and who decides on it decides on the next",
    "case_files": "`TooManyReports` while the committee has decided on none",
    "jeek_games": "`ChallengeWaits`: one at a time",
    "name_claims": "`TooManyNames` of one person in some days",
    "reports": "one at a time, answered by the other side or by an arbiter before the next",
    "suggestions": "`SuggestionsWait` while the leader has answered none",
}
"""So many at a time: the next one waits for what somebody else does about the last, or for its end."""

PRESSES = {
    "dispute_proofs": "of a dispute that is open, `EnoughProof` of one person and of all",
    "jeek_pauses": "of a game on its clock",
    "lobby": "of an arena, which lasts as long as its rulebook says",
    "match_proposals": "of a match whose time is agreed on, so many of a side as the rulebook says",
    "match_stops": "of a match that is played",
    "match_times": "of such a match, moved as often as the rulebook says",
    "series_games": "of a match that is played",
    "stay_on_words": "of a match that is played",
    "time_notes": "of a game that is adjourned",
}
"""A short row a press, without anything typed but a reason, and only while that match or event runs."""

BY_STAFF = """
    hand_seeds seed_forms sign_up_answers sign_up_drafts sign_up_entries sign_up_lists
    adjournments annulments arbiter_titles bars bringings brought_events case_terms ceremonies circuit_events circuits
    committee_exclusions
    contests discord_links draws duty earlier_facts earlier_victories event_officers event_pauses event_posters
    event_proposals event_rules exams expulsions file_pauses file_verdicts forbidden_pairs game_sheets guilds
    former_case_terms gone_staff
    kept_accounts kept_channels linked_facts master_titles matters mirror_roles offices opening_acts opening_answers
    opening_drafts opening_lists procedures rating_amendments rating_lists rating_penalties ratings refused_cards
    reliefs reprimands results role_holders role_reaches rulebooks same_persons seat_matches seat_rounds seats stand_ins
    start_changes
    title_proposals tournaments votes warnings world_titles
"""
"""Written by who holds an office, a title or the right to organise, or by what follows from the rules."""

OF_THE_BOT = """
    attempts card_gaps deadlines log migrations outages outbox servers_away standstills told_commands tombstones
    vital_signs
"""
"""The log has a short line an act, and the outbox a letter: as many as there are acts, which nothing counts."""


def unique_columns(work: Work, table: str) -> list[set[str]]:
    """The columns of each key of the table."""
    own = {row["name"] for row in work.fetch_all(f"SELECT name FROM pragma_table_info('{table}') WHERE pk > 0")}
    found = [own]
    for row in work.fetch_all(f"SELECT name FROM pragma_index_list('{table}') WHERE [unique] = 1"):
        columns = work.fetch_all(f"SELECT name FROM pragma_index_info('{row['name']}')")
        found.append({one["name"] for one in columns})
    return found


def tables(work: Work) -> set[str]:
    return {row["name"] for row in work.fetch_all("SELECT name FROM sqlite_master WHERE type = 'table'")} - {
        "sqlite_sequence"
    }


def test_every_kind_of_row_that_a_member_can_have_kept_has_a_bound(hall: Hall) -> None:
    kinds = [set(ONCE), set(COUNTED), set(WAITING), set(PRESSES), set(BY_STAFF.split()), set(OF_THE_BOT.split())]
    bounded = set[str]().union(*kinds)
    assert sum(map(len, kinds)) == len(bounded), "a table stands in one list"
    assert hall.ask(tables) - bounded == set(), "say what bounds the rows of a new table"
    assert bounded - hall.ask(tables) == set()
    assert set(COUNTED.values()) == set(MOST)


DROPPED_FIRST = {"drafts", "vote_drafts"}
"""What the person had before goes with the next one."""


@pytest.mark.parametrize("table", sorted(set(ONCE) - DROPPED_FIRST))
def test_what_is_kept_once_has_a_key_that_sees_to_it(hall: Hall, table: str) -> None:
    wanted = set(re.findall(r"\w+", ONCE[table]))
    assert any(key and key <= wanted for key in hall.ask(unique_columns, table))


@pytest.mark.parametrize("what", MOST)
def test_as_many_as_are_kept_may_be_handed_in_and_not_one_more(what: Subject) -> None:
    for kept in range(MOST[what]):
        refuse_more(what, kept)
    with pytest.raises(KeptEnough) as refused:
        refuse_more(what, MOST[what])
    assert refused.value.limit == MOST[what]


def name_oneself(hall: Hall, number: int) -> object:
    return hall.do(account_names.change_own, hall.presser(2), "Jeek Online", f"name{number}")


def move(hall: Hall, number: int) -> object:
    return hall.do(exams.declare_country, hall.presser(2), ("BR", "PT")[number % 2])


def declare(hall: Hall, number: int) -> object:
    (event,) = hall.ask(lambda work: work.fetch_all("SELECT tournament_id FROM tournaments"))
    return hall.do(grades.declare, hall.presser(2), event["tournament_id"], f"{number % 2 + 3}d")


@pytest.mark.parametrize(
    ("what", "act"),
    [
        (Subject.ACCOUNT, name_oneself),
        (Subject.COUNTRY, move),
        (Subject.GRADE, declare),
    ],
)
def test_a_member_who_does_it_again_and_again_is_stopped(
    hall: Hall, what: Subject, act: Callable[[Hall, int], object]
) -> None:
    if what is Subject.GRADE:
        hall.announce(preset("go-swiss"), "Go")
    else:
        hall.enter(hall.announce(), 3)
    for number in range(MOST[what]):
        hall.now += SECOND
        act(hall, number)
    with pytest.raises(KeptEnough) as refused:
        act(hall, MOST[what])
    assert refused.value.what is what


def test_a_captain_asks_no_endless_row_of_people_into_a_team(hall: Hall) -> None:
    cup = hall.announce(GO, "Go")
    captain = NamedMember("P2")
    view = hall.do(team_entries.save, hall.presser(2), cup.tournament_id, "Azul", [captain])

    def ask_and_drop(number: int) -> None:
        hall.do(
            team_entries.add_members, hall.presser(2), view.entrant.entrant_id, {MemberId(100 + number): f"Q{number}"}
        )
        hall.do(team_entries.save, hall.presser(2), cup.tournament_id, "Azul", [captain])

    for number in range(MOST[Subject.INVITATION]):
        ask_and_drop(number)
    with pytest.raises(KeptEnough) as refused:
        ask_and_drop(MOST[Subject.INVITATION])
    assert refused.value.what is Subject.INVITATION
