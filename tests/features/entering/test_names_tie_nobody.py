"""A name on a game's site is typed by anybody: it bars nobody, recuses nobody and takes nobody's place."""

from __future__ import annotations

from contextlib import suppress
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.features.cases import barring_verbs as cases_barring_verbs
from bot.features.cases import misconduct_verbs as cases_misconduct_verbs
from bot.features.desk import verbs as desk_verbs
from bot.features.entering import accounts_verbs as entering_accounts_verbs
from bot.features.entering import eligibility_verbs as entering_eligibility_verbs
from bot.features.entering import store as entering_store
from bot.features.entering import verbs as entering_verbs
from bot.features.entering.model import AccountHeld, Registered
from bot.features.tournaments import recusal_verbs as tournaments_recusal_verbs
from bot.features.voting import electorate_verbs as voting_electorate_verbs
from bot.features.voting import procedures_model as voting_procedures_model
from bot.features.voting.model import Elector, Ground
from bot.kernel.errors import UserError
from bot.kernel.ids import BarId, MemberId, PersonId
from bot.people import account_store as people_account_store
from bot.people import store as people_store
from bot.play.entries import Tournament
from bot.server.model import Act
from tests.hall.court import LEADER, PRESIDENT, bar_by_verdict, open_court
from tests.hall.desk_of_entries import names, register
from tests.hall.hall import GUILD, Hall
from tests.refusals import refuses

MALLORY, ANA = 2, 3
MEMBERS = (2, 3, 4, 5)
MINUTE = timedelta(minutes=1)
ABOUT_A_MEMBER = voting_procedures_model.preset("member-expulsion")


@pytest.fixture
def hall(hall: Hall) -> Hall:
    open_court(hall)
    return hall


def disqualify(hall: Hall, number: int, by: int = LEADER) -> str:
    member = (MemberId(number), f"P{number}")
    return bar_by_verdict(hall, by, member, "Threats").bar_id


def call_oneself(hall: Hall, number: int, name: str) -> None:
    hall.now += MINUTE
    hall.act(hall.actor(number), entering_eligibility_verbs.change_own, None, name)


def test_mallory_held_the_name_that_ana_plays_under_and_his_bar_is_his_alone(hall: Hall) -> None:
    event, later = hall.announce(), hall.announce(name="Later")
    call_oneself(hall, MALLORY, "ana_99")
    call_oneself(hall, MALLORY, "mallory")
    assert isinstance(register(hall, event, ANA, "ana_99"), Registered)
    disqualify(hall, MALLORY)
    assert names(hall, event) == (["P3"], [])
    assert isinstance(register(hall, later, ANA, "ana_99"), Registered)
    with pytest.raises(entering_eligibility_verbs.Disqualified):
        register(hall, later, MALLORY, "mallory")


def test_mallory_held_the_names_of_leader_and_president_and_both_decide_about_him(hall: Hall) -> None:
    hall.announce()
    for officer in (LEADER, PRESIDENT):
        call_oneself(hall, MALLORY, f"name{officer}")
        call_oneself(hall, MALLORY, "mallory")
        call_oneself(hall, officer, f"name{officer}")
    bar_id = disqualify(hall, MALLORY)
    about = hall.person(MALLORY).person_id
    expulsion = voting_procedures_model.preset("player-expulsion")
    electors, recused = hall.ask(voting_electorate_verbs.freeze, GUILD, expulsion, about, (), hall.now)
    assert {one.person_id for one in electors} == {hall.person(one).person_id for one in (LEADER, PRESIDENT)}
    assert recused == ()
    hall.act(hall.actor(PRESIDENT), cases_barring_verbs.lift, BarId(bar_id), "He apologised")


def test_who_had_somebodys_name_before_can_be_reported_by_them(hall: Hall) -> None:
    hall.announce()
    call_oneself(hall, MALLORY, "ana_99")
    call_oneself(hall, MALLORY, "mallory")
    call_oneself(hall, ANA, "ana_99")
    accused = hall.act(hall.actor(ANA), cases_misconduct_verbs.about, (MemberId(MALLORY), "P2"), Ground.CONDUCT)
    assert accused.person_id == hall.person(MALLORY).person_id


# --- what was somebody's when a bar fell ------------------------------------------------------------------------


def barred_with_a_name(hall: Hall) -> Tournament:
    event = hall.announce()
    register(hall, event, MALLORY, "mallory")
    hall.now += MINUTE
    disqualify(hall, MALLORY)
    hall.now += MINUTE
    return event


def test_who_is_barred_does_not_let_the_own_account_go(hall: Hall) -> None:
    barred_with_a_name(hall)
    with refuses("error.AccountKept"):
        call_oneself(hall, MALLORY, "somebody_else")


def test_nobody_takes_the_account_of_who_is_barred_but_by_staff(hall: Hall) -> None:
    event = barred_with_a_name(hall)
    held = register(hall, event, ANA, "MALLORY")
    assert isinstance(held, AccountHeld)
    hall.act(hall.actor(1), entering_accounts_verbs.decide, held.claim.claim_id, "Proved on the site", granted=True)
    assert names(hall, event) == (["P3"], [])
    call_oneself(hall, ANA, "ana_99")


def test_an_account_that_staff_has_changed_stays_out_of_reach_of_others(hall: Hall) -> None:
    event = barred_with_a_name(hall)
    hall.act(hall.actor(1), entering_eligibility_verbs.change_other, (MemberId(MALLORY), "Mallory"), None, "renamed")
    assert isinstance(register(hall, event, ANA, "mallory"), AccountHeld)
    hall.act(hall.actor(MALLORY), entering_eligibility_verbs.change_own, None, "mallory")
    held = hall.ask_as(hall.actor(MALLORY), entering_eligibility_verbs.of, (MemberId(MALLORY), "Mallory")).accounts
    assert [one.name for one in held] == ["mallory"]


def test_a_name_that_was_let_go_before_the_bar_is_free(hall: Hall) -> None:
    event = hall.announce()
    call_oneself(hall, MALLORY, "ana_99")
    call_oneself(hall, MALLORY, "mallory")
    disqualify(hall, MALLORY)
    assert isinstance(register(hall, event, ANA, "ana_99"), Registered)


def test_once_the_bar_is_lifted_the_account_is_free(hall: Hall) -> None:
    event = hall.announce()
    register(hall, event, MALLORY, "mallory")
    bar_id = disqualify(hall, MALLORY)
    hall.act(hall.actor(LEADER), cases_barring_verbs.lift, BarId(bar_id), "Enough")
    call_oneself(hall, MALLORY, "another")
    assert isinstance(register(hall, event, ANA, "mallory"), Registered)


# --- the hint ---------------------------------------------------------------------------------------------------


def test_a_name_that_somebody_barred_had_is_a_hint_for_staff_and_nothing_else(hall: Hall) -> None:
    event = hall.announce()
    call_oneself(hall, MALLORY, "ana_99")
    call_oneself(hall, MALLORY, "mallory")
    register(hall, event, ANA, "ana_99")
    assert hall.ask_as(hall.actor(1), desk_verbs.desk_view, event.tournament_id).hints == ()
    disqualify(hall, MALLORY)
    view = hall.ask_as(hall.actor(1), desk_verbs.desk_view, event.tournament_id)
    assert [(one.person.name, one.barred.name, one.account) for one in view.hints] == [("P3", "P2", "ana_99")]
    assert all(ANA not in [person.discord_id for person in row.people] for row in view.rows)


# --- whatever anybody does --------------------------------------------------------------------------------------

ACTS = st.lists(
    st.tuples(
        st.sampled_from(MEMBERS),
        st.sampled_from(("account", "account", "register", "register", "leave", "granted", "refused", "bar", "lift")),
        st.sampled_from(("a", "b", "c", "d")),
    ),
    min_size=3,
    max_size=12,
)
BY_STAFF = frozenset({"granted", "refused", "bar", "lift"})


def rights(hall: Hall, event: Tournament, number: int) -> tuple[object, ...]:
    """What the member may do, and what is theirs, but for the place in line."""
    own = hall.person(number).person_id
    others = [hall.person(one).person_id for one in MEMBERS if one != number]
    entry = hall.ask(entering_store.of_person, event.tournament_id, own)
    return (
        hall.ask(people_store.same_person_ids, own),
        hall.ask(entering_eligibility_verbs.may_enter, event, own, hall.now),
        hall.ask(entering_eligibility_verbs.bars_of, own, hall.now),
        None if entry is None else entry.withdrawn_at,
        [own in {one.person_id for one in electors_about(hall, other)} for other in others],
        [decides_about(hall, own, other) for other in others],
    )


def electors_about(hall: Hall, subject: PersonId) -> tuple[Elector, ...]:
    return hall.ask(voting_electorate_verbs.freeze, GUILD, ABOUT_A_MEMBER, subject, (), hall.now)[0]


def decides_about(hall: Hall, decider: PersonId, concerned: PersonId) -> bool:
    try:
        hall.ask(tournaments_recusal_verbs.refuse_about_oneself, decider, Act.JUDGE_FILE, concerned)
    except tournaments_recusal_verbs.OwnCase:
        return False
    return True


def names_held(hall: Hall, number: int) -> list[str]:
    return [one.key for one in hall.ask(people_account_store.all_accounts_of_person, hall.person(number).person_id)]


def act(hall: Hall, event: Tournament, number: int, what: str, name: str) -> None:
    actor, waiting = hall.actor(number), hall.ask(entering_accounts_verbs.waiting, GUILD, hall.now)
    holding = hall.ask(entering_eligibility_verbs.bars_of, hall.person(number).person_id, hall.now)
    match what:
        case "account":
            hall.act(actor, entering_eligibility_verbs.change_own, None, name)
        case "register":
            hall.act(actor, entering_verbs.register, event.tournament_id, name)
        case "leave":
            hall.act(actor, entering_verbs.withdraw, event.tournament_id)
        case "granted" | "refused" if waiting:
            hall.act(
                hall.actor(1),
                entering_accounts_verbs.decide,
                waiting[0].claim.claim_id,
                "looked",
                granted=what == "granted",
            )
        case "bar":
            disqualify(hall, number)
        case "lift" if holding:
            hall.act(hall.actor(LEADER), cases_barring_verbs.lift, holding[0].bar_id, "Enough")


@given(ACTS)
def test_no_act_with_names_changes_what_another_may_do(acts: list[tuple[int, str, str]]) -> None:
    hall = Hall()
    open_court(hall)
    event = hall.announce()
    for number in MEMBERS:
        hall.arbiter(number)
    for number, what, name in acts:
        hall.now += timedelta(seconds=1)
        others = [one for one in MEMBERS if one != number]
        claimants = [one.claimant.discord_id for one in hall.ask(entering_accounts_verbs.waiting, GUILD, hall.now)]
        before = {one: rights(hall, event, one) for one in others}
        held = {one: names_held(hall, one) for one in others}
        with suppress(UserError):
            act(hall, event, number, what, name)
        moved = claimants[:1] if what == "granted" else []
        assert {one: rights(hall, event, one) for one in others if one not in moved} == {
            one: had for one, had in before.items() if one not in moved
        }
        if what not in BY_STAFF:
            assert {one: names_held(hall, one) for one in others} == held
    hall.close()
