"""What is kept about a person, and what an erasure lets go."""

from __future__ import annotations

import inspect
import json
import re
from datetime import datetime, timedelta

import pytest

from bot import wiring
from bot.features.cases import barring_verbs as cases_barring_verbs
from bot.features.cases.model import BarLifted
from bot.features.entering import store as entering_store
from bot.features.entering import verbs as entering_verbs
from bot.features.entering.eligibility_verbs import Barred, Disqualified
from bot.features.erasure import verbs as erasure_verbs
from bot.features.profile import verbs as profile_verbs
from bot.features.registry import exams_verbs as registry_exams_verbs
from bot.features.teams.model import MemberLeft, NamedMember
from bot.features.undoing import verbs as undoing_verbs
from bot.kernel import log
from bot.kernel import time_store as kernel_time_store
from bot.kernel.context import Query, Tx
from bot.kernel.errors import NotAllowed, NotFound
from bot.kernel.ids import BarId, MemberId
from bot.kernel.log import Sought
from bot.kernel.outages import Step
from bot.kernel.promises import ToMember
from bot.people import account_store as people_account_store
from bot.people import personal_store as people_personal_store
from bot.people import ratings_store as people_ratings_store
from bot.people import store as people_store
from bot.people.model import ArbiterTitle, Office
from bot.play.contests import ResultKind
from bot.play.entries import Tournament
from bot.server.model import LogPage
from tests.hall import squads
from tests.hall.court import bar_by_verdict, give_office, let_pass
from tests.hall.hall import GUILD, Hall

NAMES_OF_PEOPLE = re.compile(
    r".*person.*|.*_by|.*(accused|reporter|claimant|holder|examiner|actor|arbiter|subject|author|member|voter|elected)_?id"
    r"|elected"
)
KNOWN_OTHERWISE = {
    ("own_acts", "agree_by"),  # A moment.
    ("discord_links", "discord_id"),
    ("erasures", "discord_id"),
    ("expulsions", "discord_id"),
    ("people", "discord_id"),
}


def test_the_export_covers_every_column_that_refers_to_a_person(hall: Hall) -> None:
    def uncovered(tx: Query) -> list[tuple[str, str]]:
        columns = tx.fetch_all(
            "SELECT t.name AS named, c.name AS col FROM sqlite_master t, pragma_table_info(t.name) c"
            " WHERE t.type = 'table'"
        )
        covered = people_personal_store.columns_about_people(tx)
        return [
            (row["named"], row["col"])
            for row in columns
            if (NAMES_OF_PEOPLE.fullmatch(row["col"]) or row["col"] == "discord_id")
            and row["col"] not in covered.get(row["named"], ())
            and (row["named"], row["col"]) not in KNOWN_OTHERWISE
        ]

    assert hall.ask(uncovered) == []


@pytest.fixture
def over(hall: Hall) -> Tournament:
    """An Open of eight that was played out."""
    return hall.play_out(hall.begin(hall.announce(), *range(2, 10)))


def kept(hall: Hall, number: int) -> dict[str, list[dict[str, object]]]:
    found: dict[str, list[dict[str, object]]] = json.loads(hall.ask_as(hall.actor(number), erasure_verbs.export))
    return found


def test_an_export_holds_ones_own_and_neither_others_nor_the_secrets_of_draws(hall: Hall, over: Tournament) -> None:
    mine = kept(hall, 2)
    assert mine["people"][0]["name"] == "P2"
    assert [row["account_name"] for row in mine["accounts"]] == ["account2"]
    assert {"entrants", "log", "ratings"} <= mine.keys()
    text = json.dumps(kept(hall, 1))
    assert "secret" not in text
    others = [hall.person(number).person_id for number in range(3, 10)]
    assert not any(one in json.dumps(mine) for one in others)
    assert over.tournament_id in text


def test_neither_who_was_barred_nor_who_barred_reads_the_others_id(hall: Hall) -> None:
    judge = hall.arbiter(20, ArbiterTitle.AJ).person_id
    bar_by_verdict(hall, 20, (MemberId(2), "P2"), "Threats")
    barred = hall.person(2).person_id
    assert judge not in json.dumps(kept(hall, 2)["bars"] + kept(hall, 2)["log"])
    assert kept(hall, 2)["bars"][0]["explanation"] == "Threats"
    assert barred not in json.dumps(kept(hall, 20))


def test_a_stranger_has_nothing_to_export_or_erase(hall: Hall) -> None:
    with pytest.raises(NotFound):
        hall.ask_as(hall.actor(99), erasure_verbs.export)
    with pytest.raises(NotFound):
        hall.act(hall.actor(99), erasure_verbs.erase)


@pytest.mark.rule("AIJE-A02-2")
def test_an_erased_player_is_a_former_member_and_opponents_keep_results_and_ratings(
    hall: Hall, over: Tournament
) -> None:
    gone, rest = hall.person(2), [hall.person(number) for number in range(3, 10)]
    before = hall.ask(people_ratings_store.current, GUILD)
    pages = [hall.ask(profile_verbs.player_page, GUILD, one, hall.now) for one in rest]
    hall.now += timedelta(minutes=1)
    hall.act(hall.actor(2), erasure_verbs.erase)
    after = hall.ask(people_ratings_store.current, GUILD)
    assert before is not None
    assert after is not None
    assert {one: line for one, line in before.rated.items() if one != gone.person_id} == dict(after.rated)
    again = [hall.ask(profile_verbs.player_page, GUILD, one, hall.now) for one in rest]
    assert [page.career.tally for page in again] == [page.career.tally for page in pages]
    tombstone = hall.ask(people_store.load, gone.person_id)
    assert tombstone is not None
    assert (tombstone.name, tombstone.discord_id, tombstone.language) == ("former member", None, None)
    assert "P2" not in [person.name for person in hall.ask(profile_verbs.names_like, GUILD, "")]


def test_nothing_that_was_typed_is_left(hall: Hall, over: Tournament) -> None:
    person = hall.person(2)
    hall.act(hall.actor(2), registry_exams_verbs.declare_country, "BR")
    hall.act(hall.actor(2), erasure_verbs.erase)
    left = json.dumps(hall.ask(people_personal_store.kept_about, person.person_id))
    assert "account2" not in left
    assert "P2" not in left
    assert hall.ask(people_account_store.all_accounts_of_person, person.person_id) == []
    assert "countries" not in left
    lines = hall.ask(log.find, GUILD, Sought(person.person_id), 50)
    assert {"register", "check_in", "erase_person"} <= {line.act for line in lines}


def test_no_letter_keeps_the_account_of_who_was_let_go(hall: Hall, over: Tournament) -> None:
    def letters(tx: Query) -> list[str]:
        return [row["target"] for row in tx.fetch_all("SELECT target FROM outbox WHERE target LIKE 'member:%'")]

    for number in (2, 3):
        member = hall.person(number).discord_id
        assert member is not None
        hall.do(write_to, member)
    hall.act(hall.actor(2), erasure_verbs.erase)
    assert hall.ask(letters) == [f"member:{hall.person(3).discord_id}"]


def write_to(tx: Tx, member: MemberId) -> None:
    """A letter that was delivered."""
    tx.enqueue(GUILD, ToMember(member), BarLifted(BarId("bar")))
    tx.execute("UPDATE outbox SET state = 'delivered'")


def test_a_later_press_makes_the_acquaintance_anew(hall: Hall, over: Tournament) -> None:
    before = hall.person(2).person_id
    hall.act(hall.actor(2), erasure_verbs.erase)
    assert hall.person(2).person_id != before
    assert over.ended_at is not None


@pytest.mark.rule("AIJE-A02-2", "GO-28.4")
def test_an_erasure_is_a_withdrawal_where_one_plays(hall: Hall) -> None:
    tournament = hall.begin(hall.announce(), *range(2, 10))
    person = hall.person(2)
    meant = hall.ask_as(hall.actor(2), erasure_verbs.consider)
    assert meant.playing == ("Open",)
    hall.act(hall.actor(2), erasure_verbs.erase)
    entry = hall.ask(entering_store.of_person, tournament.tournament_id, person.person_id)
    assert entry is not None
    assert entry.withdrawn_at is not None
    hall.play_out(tournament)
    assert hall.load(tournament).ended_at is not None


def test_an_erasure_before_check_in_frees_the_place_and_is_no_absence(hall: Hall) -> None:
    tournament = hall.announce()
    hall.enter(tournament, 2, 3)
    person = hall.person(2)
    hall.act(hall.actor(2), erasure_verbs.erase)
    entry = hall.ask(entering_store.of_person, tournament.tournament_id, person.person_id)
    assert entry is not None
    assert entry.withdrawn_at is not None


def test_a_bar_holds_for_who_was_erased_and_came_back(hall: Hall) -> None:
    hall.arbiter(20, ArbiterTitle.AJ)
    bar_by_verdict(hall, 20, (MemberId(2), "P2"), "Threats")
    assert hall.ask_as(hall.actor(2), erasure_verbs.consider).account_stays
    hall.act(hall.actor(2), erasure_verbs.erase)
    tournament = hall.announce()
    with pytest.raises(Disqualified):
        hall.act(hall.actor(2), entering_verbs.register, tournament.tournament_id, "another")


@pytest.mark.rule("AIJE-D01-5.3", "AIJE-B03-2")
def test_who_stayed_away_and_erased_everything_before_the_case_is_barred_on_coming_back(hall: Hall) -> None:
    tournament = hall.begin(hall.announce(), 2, 3, 4)
    (match,) = hall.open_contests(tournament)
    absent = next(n for n in (2, 3, 4) if hall.person(n).person_id == hall.people_of(tournament, match)[1])
    hall.act(hall.actor(absent), erasure_verbs.erase)
    hall.person(absent)
    if hall.open_contests(tournament):
        hall.settle(match, (3, 0), (3, 0), ResultKind.WALKOVER)
    let_pass(hall, timedelta(days=5))
    with pytest.raises(Barred):
        hall.enter(hall.announce(name="Next"), absent)


def test_the_account_of_who_left_a_running_event_is_let_go_after_its_end(hall: Hall) -> None:
    tournament = hall.begin(hall.announce(), *range(2, 10))
    played = hall.open_contests(tournament)[0]
    hall.settle(played, (3, 1))
    number = next(n for n in range(2, 10) if hall.person(n).person_id == hall.people_of(tournament, played)[1])
    hall.act(hall.actor(number), erasure_verbs.erase)
    assert hall.do(erasure_verbs.forget_what_is_over) == 0
    hall.play_out(tournament)
    assert hall.do(erasure_verbs.forget_what_is_over) == 1


def test_the_accounts_number_goes_once_the_bar_is_lifted(hall: Hall) -> None:
    hall.arbiter(20, ArbiterTitle.AJ)
    bar = bar_by_verdict(hall, 20, (MemberId(2), "P2"), "Threats")
    hall.act(hall.actor(2), erasure_verbs.erase)
    assert hall.do(erasure_verbs.forget_what_is_over) == 0
    hall.do(cases_barring_verbs.end, bar, None, "A mistake")
    assert hall.do(erasure_verbs.forget_what_is_over) == 1
    assert hall.do(erasure_verbs.forget_what_is_over) == 0


def test_the_accounts_number_goes_by_itself_within_a_day_of_the_bars_end(hall: Hall) -> None:
    hall.arbiter(20, ArbiterTitle.AJ)
    bar = bar_by_verdict(hall, 20, (MemberId(2), "P2"), "Threats")
    hall.act(hall.actor(2), erasure_verbs.erase)
    assert looks_again(hall) == hall.now + timedelta(days=1)
    hall.do(cases_barring_verbs.end, bar, None, "A mistake")
    hall.now += timedelta(days=1)
    for due in hall.ask(kernel_time_store.due_deadlines, hall.now, 10):
        hall.do(wiring.take, due)
    assert hall.ask(lambda tx: tx.fetch_all("SELECT 1 FROM erasures WHERE discord_id IS NOT NULL")) == []
    assert looks_again(hall) == hall.now + timedelta(days=1)


def looks_again(hall: Hall) -> datetime | None:
    due = hall.ask(kernel_time_store.due_deadlines, hall.now + timedelta(days=9), 10)
    return next((one.due_at for one in due if one.kind == Step.FORGET), None)


def test_an_erasure_ends_offices_and_the_arbiter_title(hall: Hall) -> None:
    person = hall.arbiter(20)
    key = person.person_id
    hall.do(give_office, Office.LEADER, key)
    hall.now += timedelta(minutes=1)
    assert hall.ask_as(hall.actor(20), erasure_verbs.consider).offices == (Office.LEADER,)
    hall.act(hall.actor(20), erasure_verbs.erase)
    assert hall.ask(people_store.offices, GUILD) == {}
    assert hall.ask(people_store.arbiters, GUILD) == {}


def test_the_log_takes_no_other_change(hall: Hall, over: Tournament) -> None:
    for sql in ("UPDATE log SET act = 'nothing'", "UPDATE log SET why = 'else'", "UPDATE log SET actor_id = NULL"):
        with pytest.raises(Exception, match="append-only"):
            hall.do(_execute, sql)
    assert over


def looked_up(hall: Hall, number: int, *, by: int = 1, tournament: Tournament | None = None) -> LogPage:
    key = tournament.tournament_id if tournament else None
    return hall.ask_as(hall.actor(by), undoing_verbs.look_up, (MemberId(number), "P"), key, None)


def test_the_log_finds_who_did_what_by_person_and_tournament(hall: Hall, over: Tournament) -> None:
    page = looked_up(hall, 2, tournament=over)
    assert page.lines
    assert all("P2" in {person.name for person in (*line.about, *filter(None, [line.actor]))} for line in page.lines)
    assert all(line.tournament == "Open" for line in page.lines)
    assert list(page.lines) == sorted(page.lines, key=lambda line: line.at, reverse=True)


def test_the_log_is_turned_page_by_page(hall: Hall, over: Tournament) -> None:
    first = hall.ask_as(hall.actor(1), undoing_verbs.look_up, None, over.tournament_id, None)
    second = hall.ask_as(hall.actor(1), undoing_verbs.turn, 2, None, over.tournament_id, None)
    assert first.pages > 1
    assert second.page == 2
    assert first.lines[-1].at >= second.lines[0].at
    assert hall.ask_as(hall.actor(1), undoing_verbs.turn, 999, None, over.tournament_id, None).page == first.pages


def test_the_log_finds_a_match(hall: Hall, over: Tournament) -> None:
    (contest_id, names), *_ = hall.ask_as(hall.actor(1), undoing_verbs.matches_of, over.tournament_id, "")
    page = hall.ask_as(hall.actor(1), undoing_verbs.look_up, None, None, contest_id)
    assert {frozenset(person.name for person in line.about) for line in page.lines} <= {frozenset(names.split(" – "))}


def test_the_log_is_closed_to_players(hall: Hall, over: Tournament) -> None:
    with pytest.raises(NotAllowed):
        looked_up(hall, 2, by=2, tournament=over)


def _execute(tx: Tx, sql: str) -> None:
    tx.execute(sql)


def test_a_member_of_a_team_is_told_before_that_the_team_goes_without_them(hall: Hall) -> None:
    cup = hall.announce(squads.GO, "Copa")
    lions = squads.add(hall, 2, squads.save(hall, cup, 2, "Lions", NamedMember("P2"), NamedMember("Bia")), 12)
    assert hall.ask_as(hall.actor(12), erasure_verbs.consider).playing == ("Copa",)
    hall.act(hall.actor(12), erasure_verbs.erase)
    assert len(hall.promised(MemberLeft, lions.entrant.entrant_id)) == 1


# What an erasure does with a new table


PLAYED = """
ballots board_clocks brought_ratings contests decks duty earlier_victories entrants event_officers jeek_games line_ups
rating_amendments ratings results round_absences seat_matches start_agreements stay_on_words table_absences team_members
team_outs team_places warnings
"""
"""What was played stands in tables, records and ratings."""
DECIDED = """
arbiter_titles bars case_files ceremony_attendance circuit_invitations committee_exclusions exams expulsions
file_statements master_titles offices own_act_objections own_acts rating_penalties reliefs reports reprimands
same_persons seat_invitations seat_rounds signature_people stand_ins title_holders title_proposals vote_candidates
vote_electors vote_recusals votes world_titles
"""
"""What was decided has its effect, and is the community's to look up."""
UNDER_WAY = """
circuit_forms closing_reports event_posters event_proposals match_thread_members reminders staff_asks
"""
"""What is under way needs who made it, who is asked and who waits."""
NAMELESS = frozenset((PLAYED + DECIDED + UNDER_WAY).split())
"""Tables of which an erasure leaves the rows, to somebody without a name."""


def undecided(tx: Query) -> list[str]:
    """Tables about a person of which nobody has said what an erasure does with their rows."""
    forgotten = set(re.findall(r"(?:DELETE FROM|UPDATE) (\w+)", inspect.getsource(people_personal_store)))
    about = {
        table
        for table, columns in people_personal_store.columns_about_people(tx).items()
        if not all(re.fullmatch(r".*_by|examiner_id|arbiter_id|actor_id", column) for column in columns)
    }
    return sorted(about - forgotten - NAMELESS)


def test_each_table_about_people_says_what_an_erasure_does_with_it(hall: Hall) -> None:
    assert hall.ask(undecided) == []


@pytest.mark.plants
def test_a_new_table_of_which_nobody_has_decided_that_is_found(hall: Hall) -> None:
    hall._connection.execute("CREATE TABLE kudos (person_id TEXT REFERENCES people, given_by TEXT)")
    assert hall.ask(undecided) == ["kudos"]


def test_no_table_is_said_to_keep_its_rows_that_is_gone_or_about_nobody(hall: Hall) -> None:
    assert NAMELESS - hall.ask(people_personal_store.columns_about_people).keys() == set()
