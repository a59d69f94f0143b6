"""What `/mydata` tells and lets go of who was known by name before: links, claims, and what an opening list said."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from bot.features.cases import links_verbs as cases_links_verbs
from bot.features.entering import verbs as entering_verbs
from bot.features.erasure import verbs as erasure_verbs
from bot.features.registry import exams_verbs as registry_exams_verbs
from bot.kernel.ids import MemberId
from bot.people import account_store as people_account_store
from bot.people import personal_store as people_personal_store
from bot.people import store as people_store
from tests.hall.hall import GUILD, Hall
from tests.hall.moving_in import EVERYTHING, ORGANISER, OWNER, bring, person, send

MEMBER = 7
WHY = "We have met"


@pytest.fixture(autouse=True)
def listed(hall: Hall) -> None:
    """An opening list stands, with Ana, who has no Discord."""
    for one in (ORGANISER, OWNER):
        hall.person(one)
    bring(hall, EVERYTHING)


def link(hall: Hall, name: str = "Bruno") -> None:
    president = replace(hall.actor(OWNER), is_owner=True)
    hall.act(president, cases_links_verbs.link, person(hall, name), (MemberId(MEMBER), "P7"), WHY)


def exported(hall: Hall, number: int = MEMBER) -> dict[str, list[dict[str, object]]]:
    found: dict[str, list[dict[str, object]]] = json.loads(hall.ask_as(hall.actor(number), erasure_verbs.export))
    return found


def test_who_was_linked_reads_what_the_list_said_and_what_they_did_before_the_link(hall: Hall) -> None:
    event = hall.announce()
    hall.act(hall.actor(MEMBER), entering_verbs.register, event.tournament_id, "seven")
    before = hall.person(MEMBER).person_id
    bruno = person(hall, "Bruno")
    hall.act(hall.actor(MEMBER), cases_links_verbs.claim, bruno)
    link(hall)
    told = exported(hall)
    assert {one["person_id"] for one in told["earlier_facts"]} == {bruno}
    assert {one["person_id"] for one in told["people"]} == {bruno, before}
    assert [one["claimant_id"] for one in told["name_claims"]] == [before]
    (linked,) = told["discord_links"]
    assert (linked["person_id"], linked["before_id"], linked["reason"]) == (bruno, before, WHY)
    assert "register" in {one["act"] for one in told["log"]}
    assert "Clara" not in json.dumps(told, ensure_ascii=False)


def test_an_erasure_lets_go_of_what_stands_under_either_name(hall: Hall) -> None:
    hall.person(MEMBER)
    before = hall.person(MEMBER).person_id
    hall.act(hall.actor(MEMBER), registry_exams_verbs.declare_country, "BR")
    draft = send(hall, "name;club\nAna;Azul\n", OWNER)
    hall.do(lambda tx: tx.execute("UPDATE opening_drafts SET person_id = ?", (before,)))
    bruno = person(hall, "Bruno")
    link(hall)
    hall.act(hall.actor(MEMBER), erasure_verbs.erase)
    left = json.dumps(hall.ask(people_personal_store.kept_about, bruno, before), ensure_ascii=False)
    assert not {"P7", "Bruno"} & {name for _, name in hall.ask(people_store.names, GUILD)}
    for gone in ("P7", "Bruno", "Azul", '"BR"', "PT", "opening_drafts", draft):
        assert gone not in left, gone


def test_a_claim_of_who_is_gone_waits_for_nobody(hall: Hall) -> None:
    hall.person(MEMBER)
    found = hall.act(hall.actor(MEMBER), cases_links_verbs.claim, person(hall, "Bruno"))
    assert [one["claim_id"] for one in exported(hall)["name_claims"]] == [found.claim.claim_id]
    hall.act(hall.actor(MEMBER), erasure_verbs.erase)
    assert hall.ask(people_account_store.waiting_name_claims, GUILD) == []
    decided = hall.ask(cases_links_verbs.claim_view, GUILD, found.claim.claim_id, hall.now)
    assert (decided.claim.granted, decided.claimant.discord_id) == (False, None)
