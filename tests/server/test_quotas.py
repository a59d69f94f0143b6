"""What one person or one server can have the bot keep has an end, and is told in a sentence."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from datetime import timedelta

import pytest

from bot.features.course import ending_verbs as course_ending_verbs
from bot.features.desk import verbs as desk_verbs
from bot.features.entering import eligibility_verbs as entering_eligibility_verbs
from bot.features.erasure import verbs as erasure_verbs
from bot.features.registry import exams_verbs as registry_exams_verbs
from bot.features.registry import grades_verbs as registry_grades_verbs
from bot.features.tournaments import draft_verbs
from bot.features.tournaments import store as tournaments_store
from bot.features.tournaments import verbs as tournaments_verbs
from bot.features.tournaments.cards import preview
from bot.features.tournaments.tasks_model import Foresight
from bot.i18n.catalogue import LOCALES, Translator
from bot.kernel.context import Query
from bot.kernel.errors import KeptEnough, Subject
from bot.people.model import QUOTAS, CountedByAccount
from bot.rulebooks.library import preset
from bot.server.verbs import MOST, refuse_more
from tests.hall.hall import GUILD, Hall
from tests.refusals import refuses

SECOND = timedelta(seconds=1)

ONCE = {
    "absence_cases": "tournament_id person_id reason",
    "absence_clocks": "contest_id side started_at",
    "account_keys": "guild_id",
    "agreed_files": "signature_id",
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
    "own_act_objections": "act_id person_id",
    "page_events": "tournament_id",
    "page_people": "person_id",
    "page_servers": "guild_id",
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
    "resting_ratings": "guild_id account",
    "round_absences": "entrant_id round",
    "rulebook_waits": "guild_id name",
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
    "staff_asks": "tournament_id person_id act subject",
}
"""One row for a person, a side or a question of something that others have made; the columns that see to it."""

COUNTED = {
    "account_claims": CountedByAccount.ACCOUNT_CLAIM,
    "case_files": CountedByAccount.REPORT,
    "decks": CountedByAccount.DECK,
    "file_statements": CountedByAccount.STATEMENT,
    "jeek_games": CountedByAccount.CHALLENGE,
    "name_claims": CountedByAccount.NAME_CLAIM,
    "recordings": CountedByAccount.RECORDING,
    "suggestions": CountedByAccount.SUGGESTION,
    "team_places": CountedByAccount.TEAM_PLACE,
}
"""A number of `domain/quotas.py`: so many by one Discord account, over an erasure too."""

SAID_AND_SHOWN = {
    CountedByAccount.ANSWER,
    CountedByAccount.CALL,
    CountedByAccount.INVITATION,
    CountedByAccount.SHARE,
    CountedByAccount.WISH,
}
"""Counted by the account too, of what leaves no row but in the outbox or none at all."""

FREED = {
    "accounts": Subject.ACCOUNT,
    "countries": Subject.COUNTRY,
    "grades": Subject.GRADE,
}
"""A number of `services/quotas.py` for one person, whose rows an erasure deletes: no more of them is ever kept."""

WAITING = {
    "appeals": "one against each decision, and who decides on it decides on the next",
    "reports": "one at a time, answered by the other side or by an arbiter before the next",
}
"""So many at a time: the next one waits for what somebody else does about the last."""

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
    adjournments annulments arbiter_titles bars bringings brought_events brought_ratings case_terms ceremonies
    circuit_events circuits committee_exclusions contests discord_links draws duty earlier_facts
    earlier_victories event_officers event_pauses event_posters event_proposals event_rules exams expulsions
    file_pauses file_verdicts forbidden_pairs former_case_terms foundings game_sheets gone_staff guilds
    hand_seeds kept_accounts kept_channels linked_facts master_titles matters mirror_roles offices opening_acts
    opening_answers opening_drafts opening_lists own_acts procedures rating_amendments rating_lists
    rating_penalties rating_terms ratings refused_cards reliefs repeat_dates repeats reprimands results
    role_holders role_reaches rulebook_approvals rulebooks same_persons seat_matches seat_rounds seats seed_forms
    sign_up_answers
    sign_up_drafts sign_up_entries sign_up_lists signature_people signatures stand_ins start_changes
    substitutions team_outs title_proposals tournaments votes warnings world_titles
"""
"""Written by who holds an office, a title or the right to organise, or by what follows from the rules."""

OF_THE_BOT = """
    account_counts attempts card_gaps deadlines log migrations outages outbox page_site servers_away standstills
    told_commands tombstones machine shard_signs
"""
"""The log has a short line an act, and the outbox a letter: as many as there are acts, which nothing counts. What is
counted of an account is no more than it may do, and goes when it counts no more."""


def unique_columns(tx: Query, table: str) -> list[set[str]]:
    """The columns of each key of the table."""
    own = {row["name"] for row in tx.fetch_all(f"SELECT name FROM pragma_table_info('{table}') WHERE pk > 0")}
    found = [own]
    for row in tx.fetch_all(f"SELECT name FROM pragma_index_list('{table}') WHERE [unique] = 1"):
        columns = tx.fetch_all(f"SELECT name FROM pragma_index_info('{row['name']}')")
        found.append({one["name"] for one in columns})
    return found


def tables(tx: Query) -> set[str]:
    return {row["name"] for row in tx.fetch_all("SELECT name FROM sqlite_master WHERE type = 'table'")} - {
        "sqlite_sequence"
    }


def test_every_kind_of_row_that_a_member_can_have_kept_has_a_bound(hall: Hall) -> None:
    told: list[Iterable[str]] = [ONCE, COUNTED, FREED, WAITING, PRESSES, BY_STAFF.split(), OF_THE_BOT.split()]
    kinds = [set(one) for one in told]
    bounded = set[str]().union(*kinds)
    assert sum(map(len, kinds)) == len(bounded), "a table stands in one list"
    assert hall.ask(tables) - bounded == set(), "say what bounds the rows of a new table"
    assert bounded - hall.ask(tables) == set()
    assert set(FREED.values()) == set(MOST)
    assert set(COUNTED.values()) | SAID_AND_SHOWN == set(QUOTAS) == set(CountedByAccount)


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
    return hall.act(hall.actor(2), entering_eligibility_verbs.change_own, "Jeek Online", f"name{number}")


def move(hall: Hall, number: int) -> object:
    return hall.act(hall.actor(2), registry_exams_verbs.declare_country, ("BR", "PT")[number % 2])


def declare(hall: Hall, number: int) -> object:
    (event,) = hall.ask(lambda tx: tx.fetch_all("SELECT tournament_id FROM tournaments"))
    return hall.act(hall.actor(2), registry_grades_verbs.declare, event["tournament_id"], f"{number % 2 + 3}d")


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


@pytest.mark.parametrize("table", FREED)
def test_an_erasure_deletes_the_rows_whose_number_hangs_on_the_person(hall: Hall, table: str) -> None:
    tournament = hall.announce(preset("go-swiss"), "Go")
    person = hall.person(2).person_id
    hall.enter(hall.announce(), 2)
    move(hall, 1)
    hall.act(hall.actor(2), registry_grades_verbs.declare, tournament.tournament_id, "3d")

    def rows(tx: Query) -> int:
        return len(tx.fetch_all(f"SELECT 1 FROM {table} WHERE person_id = ?", (person,)))

    assert hall.ask(rows) > 0
    hall.act(hall.actor(2), erasure_verbs.erase)
    assert hall.ask(rows) == 0


def test_a_server_may_have_so_many_open_events_and_is_told_before(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tournaments_verbs, "MOST_OPEN", 12)
    left: list[int | None] = []
    for number in range(12):
        rules, start = preset("cup"), hall.now + timedelta(days=1)
        (draft,) = hall.act(hall.actor(1), draft_verbs.of_new, f"Cup {number}", rules, (start,))
        left.append(hall.ask_as(hall.actor(1), desk_verbs.foresee, draft, desk_verbs.NOTHING_AROUND).events_left)
        hall.act(hall.actor(1), draft_verbs.confirm, draft.draft_id)
    assert left == [None, None, *range(10, 0, -1)]
    last, *_ = hall.ask(tournaments_store.all_unfinished, GUILD)
    begins = hall.now + timedelta(days=1)
    with refuses("error.EventsEnough"):
        hall.act(hall.actor(1), draft_verbs.of_new, "One more", preset("cup"), (begins,))
    with refuses("error.EventsEnough"):
        hall.act(hall.actor(1), tournaments_verbs.create, "One more", preset("cup"), begins)
    hall.act(hall.actor(1), course_ending_verbs.cancel, last.tournament_id, "Too many")
    assert hall.announce(name="One more")


@pytest.mark.parametrize("locale", LOCALES)
def test_the_preview_says_how_many_events_are_left(hall: Hall, locale: str) -> None:
    (draft,) = hall.act(hall.actor(1), draft_verbs.of_new, "Cup", preset("cup"), (hall.now + timedelta(days=1),))
    for few in (None, 3):
        card = preview(draft, preset("cup"), None, Foresight(events_left=few), Translator(locale))
        assert ("⚠️" in card.paragraphs[0]) is (few is not None)
