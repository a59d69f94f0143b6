"""Who decides about whom: every procedure about every kind of person, and when a leader may be elected."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from itertools import product

import pytest

from bot.features.cases import cards as cases_cards
from bot.features.cases import links_verbs as cases_links_verbs
from bot.features.cases import reading_verbs as cases_reading_verbs
from bot.features.cases.misconduct_model import EXPELLABLE
from bot.features.cases.misconduct_verbs import GroundMissing
from bot.features.entering import bars_store as entering_bars_store
from bot.features.entering.model import a_year_after
from bot.features.voting import bodies_model as voting_bodies_model
from bot.features.voting import cards as voting_cards
from bot.features.voting import closing_verbs as voting_closing_verbs
from bot.features.voting import desk_verbs as voting_desk_verbs
from bot.features.voting import electorate_verbs as voting_electorate_verbs
from bot.features.voting import store as voting_store
from bot.features.voting import verbs as voting_verbs
from bot.features.voting.bodies_model import CONCERNS, Bond, RightBody, concerns, instead
from bot.features.voting.electorate_verbs import AnotherProcedure
from bot.features.voting.model import OF_THE_ASSOCIATION, Ground, Vote, VoteCount, VoteEffect, VoteOutcome
from bot.features.voting.procedures_model import preset
from bot.i18n.catalogue import Translator
from bot.kernel.context import Query, Tx
from bot.kernel.errors import UserError
from bot.kernel.ids import MemberId, PersonId
from bot.people import store as people_store
from bot.people.model import ArbiterTitle, Office
from tests.hall.chamber import COMMITTEE, PROOF, open_chamber, publish, rating_of, start
from tests.hall.court import ARBITER, LEADER, PRESIDENT
from tests.hall.hall import GUILD, Hall
from tests.refusals import refuses

PLAYER, STRANGER, EXPELLED = 2, 7, 3
PEOPLE = {
    PLAYER: Bond.PLAYER,
    STRANGER: Bond.STRANGER,
    EXPELLED: Bond.EXPELLED,
    ARBITER: Bond.COMMITTEE,
    LEADER: Bond.COMMITTEE,
    PRESIDENT: Bond.PLAYER,
}
ABOUT_SOMEBODY = [name for name in sorted(OF_THE_ASSOCIATION) if preset(name).needs_subject]
WRONG_BODY = ("error.AnotherProcedure", "error.ExpelledAlready", "error.NotAPlayer", "error.NotOnCommittee")


@pytest.fixture(scope="module")
def court(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    """A hall with one of each kind of person, in which votes are asked for and none stays open."""
    opened = Hall(tmp_path_factory.mktemp("bodies") / "hall.db")
    open_chamber(opened)
    publish(opened, {PLAYER: 2000, EXPELLED: 2000})
    vote = start(opened, "player-expulsion", EXPELLED)
    for number in (LEADER, PRESIDENT):
        opened.act(opened.actor(number), voting_verbs.cast, vote.vote_id, "yes")
    yield opened
    opened.close()


@pytest.fixture
def hall(hall: Hall) -> Hall:
    open_chamber(hall)
    publish(hall, {PLAYER: 2000})
    return hall


def refusal(hall: Hall, kind: str, number: int, by: int) -> UserError | None:
    """What is said to who asks for that vote; None where it opens."""
    about = hall.person(number).person_id
    try:
        matter = voting_bodies_model.VoteMatter("Why", about, ground=Ground.CONDUCT, proof=PROOF)
        vote = hall.act(hall.actor(by), voting_verbs.open_matter, kind, matter)
    except UserError as refused:
        return refused
    hall.do(voting_closing_verbs.call_off, vote, hall.person(by).person_id, "tried")
    return None


@pytest.mark.rule("AIJE-A02-1", "AIJE-A02-3", "AIJE-A02-6")
@pytest.mark.parametrize(("kind", "number"), list(product(ABOUT_SOMEBODY, PEOPLE)))
def test_a_procedure_about_somebody_to_whom_another_applies_is_refused_with_its_name(
    court: Hall, kind: str, number: int
) -> None:
    effect, bond = preset(kind).effect, PEOPLE[number]
    assert court.ask(voting_electorate_verbs.bond_of, GUILD, court.person(number).person_id) is bond
    said = refusal(court, kind, number, PRESIDENT if number == LEADER else LEADER)
    right = instead(effect, bond)
    assert (said is not None and said.key in WRONG_BODY) is not concerns(effect, bond)
    assert (said.instead if isinstance(said, AnotherProcedure) else None) is right


@pytest.mark.rule("AIJE-A02-1")
def test_each_effect_says_whom_it_may_concern_and_an_expulsion_has_one_body_for_each() -> None:
    assert set(CONCERNS) == set(VoteEffect)
    assert not CONCERNS[VoteEffect.EXPEL_PLAYER] & CONCERNS[VoteEffect.EXPEL_MEMBER]
    assert instead(VoteEffect.EXPEL_PLAYER, Bond.COMMITTEE) is RightBody.MEMBER_EXPULSION
    assert instead(VoteEffect.EXPEL_MEMBER, Bond.PLAYER) is RightBody.PLAYER_EXPULSION


@pytest.mark.rule("AIJE-A02-1", "AIJE-A02-3")
def test_two_who_sign_do_not_expel_who_has_come_to_the_committee_meanwhile(hall: Hall) -> None:
    vote = start(hall, "player-expulsion", PLAYER)
    hall.arbiter(PLAYER, ArbiterTitle.ANP)
    for number in (LEADER, PRESIDENT):
        hall.act(hall.actor(number), voting_verbs.cast, vote.vote_id, "yes")
    assert hall.ask(people_store.title_of, hall.person(PLAYER).person_id) is ArbiterTitle.ANP
    assert rating_of(hall, PLAYER) == 2000
    assert not hall.ask(entering_bars_store.all_expelled, GUILD)


@pytest.mark.rule("AIJE-A02-1", "AIJE-A02-3")
def test_another_account_of_a_member_of_the_committee_is_no_way_around_its_vote(hall: Hall) -> None:
    both = (MemberId(PLAYER), "P2"), (MemberId(COMMITTEE[1]), "P93")
    hall.act(hall.actor(LEADER), cases_links_verbs.record, both, "both played from one phone")
    with pytest.raises(AnotherProcedure) as refused:
        start(hall, "player-expulsion", PLAYER)
    assert refused.value.instead is RightBody.MEMBER_EXPULSION


@pytest.mark.rule("AIJE-A02-6", "AIJE-A02-3")
def test_a_removal_for_absences_does_nothing_where_too_few_are_left(hall: Hall) -> None:
    about, by = hall.person(ARBITER).person_id, hall.person(LEADER).person_id
    vote = hall.do(
        voting_closing_verbs.begin, GUILD, preset("absence-removal"), voting_bodies_model.VoteMatter("Why", about), by
    )
    for number in (LEADER, PRESIDENT):
        hall.act(hall.actor(number), voting_verbs.cast, vote.vote_id, "yes")
    assert hall.ask(people_store.title_of, about) is ArbiterTitle.AJ


@pytest.mark.rule("AIJE-A02-1")
@pytest.mark.parametrize("ground", [None, *(one for one in Ground if one not in EXPELLABLE)])
def test_an_expulsion_without_a_ground_of_the_regulation_is_refused(hall: Hall, ground: Ground | None) -> None:
    with pytest.raises(GroundMissing):
        expulsion(hall, ground, PROOF)


@pytest.mark.rule("AIJE-A02-1")
def test_an_expulsion_needs_proof_and_keeps_it_with_its_ground(hall: Hall) -> None:
    with refuses("error.ProofMissing"):
        expulsion(hall, Ground.CONDUCT, ())
    vote = expulsion(hall, Ground.NEGLECT, (*PROOF, *PROOF))
    assert (vote.ground, vote.proof) == (Ground.NEGLECT, PROOF)


def expulsion(hall: Hall, ground: Ground | None, proof: tuple[str, ...]) -> Vote:
    matter = voting_bodies_model.VoteMatter("again", hall.person(PLAYER).person_id, ground=ground, proof=proof)
    return hall.act(hall.actor(LEADER), voting_verbs.open_matter, "player-expulsion", matter)


def elects(hall: Hall) -> Vote:
    return hall.act(hall.actor(PRESIDENT), voting_verbs.open_vote, "leader-election", "Who leads?")


def petition(hall: Hall) -> None:
    vote = hall.act(hall.actor(ARBITER), voting_verbs.open_vote, "petition", "Time for another")
    for number in COMMITTEE[:3]:
        vote = hall.act(hall.actor(number), voting_verbs.cast, vote.vote_id, "yes").vote
    assert vote.outcome == "passed"


def running(hall: Hall) -> Vote:
    """The election that runs."""
    (vote,) = hall.ask(voting_store.all_open, GUILD)
    return vote


@pytest.mark.rule("AIJE-A01-2")
def test_the_president_alone_elects_no_other_leader(hall: Hall) -> None:
    with refuses("error.PetitionNeeded"):
        elects(hall)
    hall.do(lambda tx: entering_bars_store.end_offices(tx, hall_leader(tx), tx.now))
    assert elects(hall).candidates


def hall_leader(tx: Query) -> PersonId:
    return people_store.offices(tx, GUILD)[Office.LEADER]


@pytest.mark.rule("AIJE-A01-2")
def test_a_petition_opens_one_election_that_nobody_puts_aside_and_no_second_one(hall: Hall) -> None:
    hall.now += timedelta(days=1)
    petition(hall)
    called = running(hall)
    with refuses("error.ElectionStands"):
        hall.act(hall.actor(PRESIDENT), voting_verbs.cancel, called.vote_id, "I like our leader")
    for number in COMMITTEE:
        hall.act(hall.actor(number), voting_verbs.cast, called.vote_id, hall.person(ARBITER).person_id)
    hall.now += timedelta(days=1)
    with refuses("error.PetitionNeeded"):
        elects(hall)


@pytest.mark.rule("AIJE-A02-2", "AIJE-D01-2")
def test_the_list_of_bars_says_from_when_an_expelled_player_may_return(court: Hall) -> None:
    translator = Translator("en-US")
    told = str(cases_cards.bar_list(court.ask(cases_reading_verbs.bar_list, GUILD, court.now), 0, translator))
    back = int(a_year_after(court.now).timestamp())
    assert f"until readmitted, <t:{back}:F>" in told
    assert "at any time" not in told


@pytest.mark.rule("AIJE-A02-3")
def test_the_card_says_before_the_close_how_many_are_needed_and_who_has_no_vote(hall: Hall) -> None:
    vote = start(hall, "member-expulsion", ARBITER)
    view = hall.ask(voting_desk_verbs.view, vote.vote_id, hall.now)
    assert view is not None
    said = str(voting_cards.card(view, Translator("en-US")))
    assert "Right now: 3 of 3." in said
    assert f"<@{ARBITER}>" in said.partition("Right now")[2]


@pytest.mark.rule("AIJE-A01-2")
def test_an_election_in_which_nobody_voted_speaks_of_no_quorum(hall: Hall) -> None:
    hall.do(lambda tx: entering_bars_store.end_offices(tx, hall_leader(tx), tx.now))
    vote, translator = elects(hall), Translator("en-US")
    view = hall.ask(voting_desk_verbs.view, vote.vote_id, hall.now)
    assert view is not None
    assert "no quorum" not in str(voting_cards.extension(view, translator, slept=False))
    empty = replace(
        view, vote=replace(vote, outcome=VoteOutcome.NO_QUORUM, closed_at=hall.now), tally=VoteCount(4, 0, 0, 0)
    )
    assert "there were no votes" in str(voting_cards.minutes(empty, translator, for_record=False, to_committee=False))


@pytest.mark.rule("AIJE-A01-2")
def test_a_petition_is_answered_by_another_leader(hall: Hall) -> None:
    hall.now += timedelta(days=1)
    petition(hall)
    vote = running(hall)
    hall.do(lambda tx: entering_bars_store.end_offices(tx, hall_leader(tx), tx.now))
    # Where nobody leads, the President opens elections, and so ends them.
    hall.act(hall.actor(PRESIDENT), voting_verbs.cancel, vote.vote_id, "a slip")
    hall.now += timedelta(days=1)
    hall.do(_leads, hall.person(PLAYER).person_id)
    with refuses("error.PetitionNeeded"):
        elects(hall)


def _leads(tx: Tx, person: PersonId) -> None:
    people_store.give_office(tx, GUILD, Office.LEADER, person, tx.now, person)
