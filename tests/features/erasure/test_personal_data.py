"""What `/mydata` tells and lets go, table by table."""

from __future__ import annotations

import json

import pytest

from bot.features.cases import appeals_verbs as cases_appeals_verbs
from bot.features.cases import misconduct_verbs as cases_misconduct_verbs
from bot.features.cases.misconduct_verbs import MisconductReport
from bot.features.erasure import verbs as erasure_verbs
from bot.features.registry import exams_verbs as registry_exams_verbs
from bot.features.voting import closing_verbs as voting_closing_verbs
from bot.features.voting import record_verbs as voting_record_verbs
from bot.features.voting import store as voting_store
from bot.features.voting import verbs as voting_verbs
from bot.features.voting.model import AGAINST, IN_FAVOUR, Ground
from bot.kernel.context import Query
from bot.kernel.ids import MemberId
from bot.people import personal_store as people_personal_store
from tests.hall.chamber import COMMITTEE, open_chamber, start
from tests.hall.court import ARBITER, LEADER, PRESIDENT, bar_by_verdict
from tests.hall.hall import GUILD, Hall

PLAYER, OTHER = 2, 3

NOBODYS = {
    "annulments": "a side of a match, by its entrant",
    "contest_sides": "by the entrant",
    "outbox": "messages that were said, and nothing else",
    "panels": "where live messages stand",
}
"""Tables without a column that refers to a person, which still tell of people, and why no export needs them."""


def tables(tx: Query) -> set[str]:
    return {row["name"] for row in tx.fetch_all("SELECT name FROM sqlite_master WHERE type = 'table'")}


def columns(tx: Query, table: str) -> set[str]:
    return {row["name"] for row in tx.fetch_all(f"SELECT name FROM pragma_table_info('{table}')")}


def kept(hall: Hall, number: int) -> dict[str, list[dict[str, object]]]:
    found: dict[str, list[dict[str, object]]] = json.loads(hall.ask_as(hall.actor(number), erasure_verbs.export))
    return found


def test_every_table_with_a_person_is_exported(hall: Hall) -> None:
    covered = hall.ask(people_personal_store.columns_about_people)
    with_person = {table for table in hall.ask(tables) if "person_id" in hall.ask(columns, table)}
    assert with_person - covered.keys() == set()
    assert hall.ask(tables) >= NOBODYS.keys()
    assert not NOBODYS.keys() & with_person


@pytest.fixture
def lived(hall: Hall) -> Hall:
    """A player who has reported, was reported, appealed, suggested, declared a country; and an arbiter who voted."""
    open_chamber(hall)
    actor = hall.actor(PLAYER)
    for number in (PLAYER, OTHER):
        hall.person(number)
    accused = hall.act(actor, cases_misconduct_verbs.about, (MemberId(OTHER), "P3"), Ground.CONDUCT, None)
    hall.act(
        actor,
        cases_misconduct_verbs.report,
        MisconductReport(accused.person_id, Ground.CONDUCT, "He insulted me", ()),
    )
    own = hall.act(hall.actor(OTHER), cases_misconduct_verbs.about, (MemberId(PLAYER), "P2"), Ground.CONDUCT, None)
    hall.act(
        hall.actor(OTHER),
        cases_misconduct_verbs.report,
        MisconductReport(own.person_id, Ground.CONDUCT, "She insulted me", ()),
    )
    hall.act(actor, voting_record_verbs.suggest, "A cup of cups")
    hall.act(actor, registry_exams_verbs.declare_country, "BR")
    bar = bar_by_verdict(hall, ARBITER, (MemberId(PLAYER), "P2"), "Threats")
    made = hall.act(actor, cases_appeals_verbs.appeal, f"bar-{bar.bar_id}", "It was not me")
    hall.act(hall.actor(LEADER), cases_appeals_verbs.decide, made.appeal_id, "So it is", granted=True)
    vote = start(hall, "absence-penalty", PLAYER)
    hall.act(hall.actor(COMMITTEE[1]), voting_verbs.cast, vote.vote_id, IN_FAVOUR)
    return hall


@pytest.mark.parametrize(
    ("table", "word"),
    [
        ("case_files", "He insulted me"),
        ("appeals", "It was not me"),
        ("suggestions", "A cup of cups"),
        ("countries", "BR"),
        ("bars", "Threats"),
        ("file_statements", ""),
        ("votes", ""),
    ],
)
def test_the_own_words_and_what_is_said_of_one_are_in_the_export(lived: Hall, table: str, word: str) -> None:
    assert word in json.dumps(kept(lived, PLAYER)[table], ensure_ascii=False)


def test_the_own_ballot_is_exported_to_its_voter_alone(lived: Hall) -> None:
    assert "ballots" not in kept(lived, COMMITTEE[1]), "nobody can be made to show it while the vote runs"
    (vote,) = lived.ask(voting_store.all_open, GUILD)
    lived.do(voting_closing_verbs.call_off, vote, lived.person(LEADER).person_id, "Asked too early")
    (ballot,) = kept(lived, COMMITTEE[1])["ballots"]
    assert ballot["choice"] == IN_FAVOUR
    for other in (PLAYER, LEADER, PRESIDENT, ARBITER):
        assert "ballots" not in kept(lived, other)


def test_no_export_of_anybody_changes_by_a_ballot_while_the_vote_runs(lived: Hall) -> None:
    everybody = (PLAYER, OTHER, ARBITER, LEADER, PRESIDENT, *COMMITTEE)
    (vote,) = lived.ask(voting_store.all_open, GUILD)
    before = [kept(lived, one) for one in everybody]
    for voter, choice in ((COMMITTEE[1], AGAINST), (COMMITTEE[0], IN_FAVOUR), (COMMITTEE[0], AGAINST)):
        lived.act(lived.actor(voter), voting_verbs.cast, vote.vote_id, choice)
        assert [kept(lived, one) for one in everybody] == before


def test_after_the_close_everybody_reads_the_own_ballot_and_no_other(lived: Hall) -> None:
    (vote,) = lived.ask(voting_store.all_open, GUILD)
    cast = {COMMITTEE[1]: IN_FAVOUR, COMMITTEE[0]: AGAINST}
    lived.act(lived.actor(COMMITTEE[0]), voting_verbs.cast, vote.vote_id, AGAINST)
    lived.do(voting_closing_verbs.call_off, vote, lived.person(LEADER).person_id, "Asked too early")
    for one in (PLAYER, OTHER, ARBITER, LEADER, PRESIDENT, *COMMITTEE):
        told = [(row["person_id"], row["choice"]) for row in kept(lived, one).get("ballots", [])]
        assert told == ([(lived.person(one).person_id, cast[one])] if one in cast else [])


def test_what_was_said_by_others_in_confidence_is_not_exported(lived: Hall) -> None:
    text = json.dumps(kept(lived, OTHER), ensure_ascii=False)
    assert lived.person(PLAYER).person_id not in text


def test_an_erasure_lets_the_words_of_what_is_over_go_and_keeps_what_the_committee_answers_for(lived: Hall) -> None:
    person = lived.person(PLAYER).person_id
    key = lived.ask(lambda tx: tx.fetch_all("SELECT suggestion_id FROM suggestions"))[0]["suggestion_id"]
    lived.act(lived.actor(LEADER), voting_record_verbs.decide, key, "No", approved=False)
    lived.act(lived.actor(PLAYER), erasure_verbs.erase)
    left = json.dumps(lived.ask(people_personal_store.kept_about, person), ensure_ascii=False)
    for gone in ("It was not me", "A cup of cups", '"BR"'):
        assert gone not in left
    assert "He insulted me" in left
    assert lived.ask(lambda tx: tx.fetch_all("SELECT 1 FROM bars WHERE person_id = ?", (person,)))
