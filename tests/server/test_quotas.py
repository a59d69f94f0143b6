"""What one person or one server can have the bot keep has an end, and is told in a sentence."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import replace
from datetime import timedelta
from typing import Final

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
from bot.server import bounds_verbs
from bot.server.bounds_model import BOUNDS, Bounded
from bot.server.bounds_store import _COUNTED
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

BY_SERVER = {
    "bringings": Bounded.PAST_EVENTS,
    "brought_events": Bounded.PAST_EVENTS,
    "circuits": Bounded.SERIES,
    "event_posters": Bounded.EVENT_PICTURES,
    "event_proposals": Bounded.PROPOSALS,
    "event_rules": Bounded.EVENT_RULES,
    "game_sheets": Bounded.GAME_SHEETS,
    "opening_drafts": Bounded.WAITING_FILES,
    "opening_lists": Bounded.OPENING_LISTS,
    "procedures": Bounded.PROCEDURES,
    "rating_lists": Bounded.ALL_RATING_LISTS,
    "repeats": Bounded.REPEATS,
    "rulebook_approvals": Bounded.APPROVALS,
    "rulebooks": Bounded.RULEBOOKS,
    "sign_up_drafts": Bounded.WAITING_FILES,
    "sign_up_entries": Bounded.LISTED,
    "signatures": Bounded.SIGNATURES,
    "tournaments": Bounded.EVENTS,
    "votes": Bounded.ALL_VOTES,
}
"""A bound of the server: of an event only `event_rules`. Rating lists of events are as many as these."""

BESIDE = {
    "case_files": Bounded.CASES,
    "contests": Bounded.PAST_MATCHES,
    "dispute_proofs": Bounded.PROOFS,
    "drafts": Bounded.EVENT_DRAFTS,
    "entrants": Bounded.PAST_PLAYERS,
    "people": Bounded.OUTSIDERS,
    "record_drafts": Bounded.WAITING_FILES,
    "sign_up_lists": Bounded.LISTED,
}
"""A bound of the server beside what another list says of them."""

HANGS_ON = {
    "annulments": "case_files",
    "brought_ratings": "bringings",
    "circuit_events": "tournaments",
    "contests": "tournaments",
    "draws": "tournaments",
    "earlier_facts": "opening_lists",
    "earlier_victories": "opening_lists",
    "file_verdicts": "case_files",
    "hand_seeds": "entrants",
    "linked_facts": "discord_links",
    "opening_acts": "opening_lists",
    "opening_answers": "opening_drafts",
    "rating_amendments": "rating_lists",
    "ratings": "rating_lists",
    "refused_cards": "tournaments",
    "reliefs": "tournaments",
    "repeat_dates": "repeats",
    "reprimands": "ceremonies",
    "seat_matches": "tournaments",
    "seed_forms": "tournaments",
    "sign_up_answers": "sign_up_drafts",
    "signature_people": "signatures",
}
"""As many as the rules, a file or a form give to a row of that table, which has a bound or stands in another list."""

ONCE_A_SERVER = """
    case_terms committee_exclusions foundings gone_staff guilds kept_channels matters mirror_roles role_holders
    role_reaches
"""
"""One for a server, a place, a role, a person or a thing that waits, and the next word on it takes its place."""

BY_STAFF = """
    adjournments arbiter_titles bars ceremonies discord_links duty event_officers event_pauses exams expulsions
    file_pauses forbidden_pairs former_case_terms kept_accounts master_titles offices own_acts rating_penalties
    rating_terms results same_persons seat_rounds seats sign_up_lists stand_ins start_changes substitutions
    team_outs title_proposals warnings world_titles
"""
"""A short row a press of who holds an office, a title or the right to organise, with nothing typed but a reason: some
200 bytes, as the line of the log beside it."""

OF_THE_BOT = """
    account_counts attempts card_gaps deadlines log machine migrations outages outbox overtaken page_site
    servers_away shard_signs standstills told_commands tombstones
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


LISTS: Final[tuple[Iterable[str], ...]] = (
    ONCE,
    COUNTED,
    FREED,
    WAITING,
    PRESSES,
    BY_SERVER,
    HANGS_ON,
    ONCE_A_SERVER.split(),
    BY_STAFF.split(),
    OF_THE_BOT.split(),
)


def without_bound(hall: Hall) -> set[str]:
    """The tables of which no list says what bounds their rows."""
    return hall.ask(tables) - set[str]().union(*LISTS)


def uncounted() -> set[str]:
    """The tables that are said to have a bound of the server, and that its count does not look at."""
    said = BY_SERVER | BESIDE
    return {table for table, what in said.items() if table not in re.findall(r"(?:FROM|JOIN) (\w+)", _COUNTED[what])}


def loose(hall: Hall) -> set[str]:
    """The tables that are said to hang on another one without a reference to it."""

    def owners(tx: Query, table: str) -> set[str]:
        rows = tx.fetch_all(f"SELECT [table] AS owner FROM pragma_foreign_key_list('{table}')")
        return {row["owner"] for row in rows}

    return {table for table, owner in HANGS_ON.items() if owner not in hall.ask(owners, table)}


def test_what_has_a_bound_of_its_server_is_counted_by_it_and_the_rest_hangs_on_it(hall: Hall) -> None:
    assert (uncounted(), loose(hall)) == (set(), set())
    assert set(BY_SERVER.values()) | set(BESIDE.values()) | OF_A_TIME == set(Bounded)


OF_A_TIME = {
    Bounded.NEW_EVENTS,
    Bounded.OPEN_EVENTS,
    Bounded.OPEN_SERIES,
    Bounded.RATING_LISTS,
    Bounded.RUNNING_REPEATS,
    Bounded.VOTES,
}
"""Bounds of what is open, or of a day, beside one of all that is kept of it."""


@pytest.mark.plants
def test_a_new_table_without_a_bound_is_found(hall: Hall) -> None:
    hall._connection.execute("CREATE TABLE wishes (wish_id TEXT PRIMARY KEY, wish TEXT NOT NULL)")
    assert without_bound(hall) == {"wishes"}


@pytest.mark.plants
def test_a_bound_that_counts_another_table_is_found(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(BY_SERVER, "rulebooks", Bounded.GAME_SHEETS)
    monkeypatch.setitem(HANGS_ON, "ratings", "votes")
    assert (uncounted(), loose(hall)) == ({"rulebooks"}, {"ratings"})


def test_every_kind_of_row_that_a_member_can_have_kept_has_a_bound(hall: Hall) -> None:
    kinds = [set(one) for one in LISTS]
    assert sum(map(len, kinds)) == len(set[str]().union(*kinds)), "a table stands in one list"
    assert without_bound(hall) == set(), "say what bounds the rows of a new table"
    assert set[str]().union(*kinds) - hall.ask(tables) == set()
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
    bounds = {**BOUNDS, Bounded.OPEN_EVENTS: replace(BOUNDS[Bounded.OPEN_EVENTS], most=20)}
    monkeypatch.setattr(bounds_verbs, "BOUNDS", bounds)
    left: list[int | None] = []
    for number in range(20):
        rules, start = preset("cup"), hall.now + timedelta(days=1)
        (draft,) = hall.act(hall.actor(1), draft_verbs.of_new, f"Cup {number}", rules, (start,))
        left.append(hall.ask_as(hall.actor(1), desk_verbs.foresee, draft, desk_verbs.NOTHING_AROUND).events_left)
        hall.act(hall.actor(1), draft_verbs.confirm, draft.draft_id)
    assert left == [*[None] * 18, 2, 1]
    last, *_ = hall.ask(tournaments_store.all_unfinished, GUILD)
    begins = hall.now + timedelta(days=1)
    with refuses("error.ServerFull"):
        hall.act(hall.actor(1), draft_verbs.of_new, "One more", preset("cup"), (begins,))
    with refuses("error.ServerFull"):
        hall.act(hall.actor(1), tournaments_verbs.create, "One more", preset("cup"), begins)
    hall.act(hall.actor(1), course_ending_verbs.cancel, last.tournament_id, "Too many")
    assert hall.announce(name="One more")


@pytest.mark.parametrize("locale", LOCALES)
def test_the_preview_says_how_many_events_are_left(hall: Hall, locale: str) -> None:
    (draft,) = hall.act(hall.actor(1), draft_verbs.of_new, "Cup", preset("cup"), (hall.now + timedelta(days=1),))
    for few in (None, 3):
        card = preview(draft, preset("cup"), None, Foresight(events_left=few), Translator(locale))
        assert ("⚠️" in card.paragraphs[0]) is (few is not None)
