"""What decisions do, in the transaction that closes the vote."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from bot.features.cases import barring_verbs as cases_barring_verbs
from bot.features.cases import links_verbs as cases_links_verbs
from bot.features.cases import store as cases_store
from bot.features.entering import bars_store as entering_bars_store
from bot.features.entering import store as entering_store
from bot.features.entering.model import Bar, BarReason, a_year_after
from bot.features.voting import bodies_model as voting_bodies_model
from bot.features.voting import closing_verbs as voting_closing_verbs
from bot.features.voting import store as voting_store
from bot.features.voting import verbs as voting_verbs
from bot.features.voting.closing_verbs import VOTE_HOOKS
from bot.features.voting.electorate_verbs import OfficeMissing
from bot.features.voting.model import AGAINST, IN_FAVOUR, Ground, Vote, VoteEffect, counts_for_attendance
from bot.features.voting.procedures_model import preset
from bot.kernel.context import Tx
from bot.kernel.errors import AlreadyDone, NotAllowed
from bot.kernel.ids import BarId, ChannelId, MemberId, PersonId
from bot.kernel.outages import Step
from bot.people import ratings_store as people_ratings_store
from bot.people import store as people_store
from bot.people.model import ArbiterTitle, Office
from bot.people.ratings_store import Rated, RatingList
from bot.server import store as server_store
from tests.hall.chamber import PROOF, election
from tests.hall.court import ARBITER, LEADER, PRESIDENT, bar_by_verdict, bars_of, miss, open_court
from tests.hall.hall import GUILD, Hall
from tests.refusals import refuses

SECOND, THIRD, FOURTH = 93, 94, 95
COMMITTEE = (ARBITER, SECOND, THIRD, FOURTH)


@pytest.fixture
def hall(hall: Hall) -> Hall:
    community = hall.ask(server_store.load, GUILD)
    assert community is not None
    hall.do(lambda tx: server_store.save(tx, replace(community, committee=ChannelId(3))))
    open_court(hall)
    for number in COMMITTEE[1:]:
        hall.now += timedelta(days=1)
        hall.arbiter(number)
    hall.now += timedelta(days=1)
    return hall


def start(hall: Hall, kind: str, subject: int | None = None, by: int = LEADER, **more: object) -> Vote:
    about = None if subject is None else hall.person(subject).person_id
    matter = voting_bodies_model.VoteMatter("Why we do it", about, ground=Ground.CONDUCT, proof=PROOF, **more)  # type: ignore[arg-type]
    return hall.act(hall.actor(by), voting_verbs.open_matter, kind, matter)


def proposed(hall: Hall, kind: str, subject: int) -> Vote:
    """A vote about a title whose other requirements were looked at before."""
    person, by = hall.person(subject).person_id, hall.person(LEADER).person_id
    return hall.do(
        voting_closing_verbs.begin, GUILD, preset(kind), voting_bodies_model.VoteMatter("Why we do it", person), by
    )


def cast(hall: Hall, vote: Vote, choice: str, *numbers: int) -> Vote:
    for number in numbers:
        vote = hall.act(hall.actor(number), voting_verbs.cast, vote.vote_id, choice).vote
    return vote


def rated(hall: Hall, *numbers: int) -> None:
    """Publishes a list on which these stand."""
    lines = {hall.person(one).person_id: Rated(hall.person(one).person_id, 2100.0, 10) for one in numbers}
    hall.do(lambda tx: people_ratings_store.publish(tx, RatingList(tx.new_id(), GUILD, None, hall.now, lines)))


def ratings_now(hall: Hall) -> set[PersonId]:
    return set(hall.ask(people_ratings_store.ratings, GUILD))


def title(hall: Hall, number: int) -> ArbiterTitle | None:
    return hall.ask(people_store.title_of, hall.person(number).person_id)


@pytest.mark.rule("AIJE-B01-AJ")
def test_an_elected_arbiter_holds_the_title_and_may_vote_in_the_own_election(hall: Hall) -> None:
    cast(hall, proposed(hall, "arbiter-election", ARBITER), IN_FAVOUR, *COMMITTEE)
    assert title(hall, ARBITER) is ArbiterTitle.AJ


@pytest.mark.rule("AIJE-B01-AI")
def test_leader_and_president_approve_an_international_arbiter(hall: Hall) -> None:
    cast(hall, proposed(hall, "ai-approval", ARBITER), IN_FAVOUR, LEADER, PRESIDENT)
    assert title(hall, ARBITER) is ArbiterTitle.AI


@pytest.mark.rule("AIJE-A02-5")
def test_who_was_expelled_from_the_committee_never_comes_back_and_plays_on(hall: Hall) -> None:
    rated(hall, ARBITER, SECOND)
    cast(hall, start(hall, "member-expulsion", ARBITER), IN_FAVOUR, *COMMITTEE[1:])
    assert title(hall, ARBITER) is None
    assert ratings_now(hall) == {hall.person(SECOND).person_id}
    with refuses("error.NeverAgain"):
        start(hall, "arbiter-election", ARBITER)
    assert bars_of(hall, ARBITER) == []


@pytest.mark.rule("AIJE-A02-6")
def test_a_removal_takes_three_absences(hall: Hall) -> None:
    with refuses("error.NotMissedEnough"):
        start(hall, "absence-removal", ARBITER)


def test_who_is_no_arbiter_cannot_be_expelled_from_the_committee(hall: Hall) -> None:
    with refuses("error.NotOnCommittee"):
        start(hall, "member-expulsion", 2)
    with refuses("error.SubjectMissing"):
        start(hall, "member-expulsion")


@pytest.mark.rule("AIJE-D01-5.3", "AIJE-A02-3")
@pytest.mark.parametrize("lasts", [timedelta(days=30), None])
def test_another_penalty_takes_the_place_of_the_bar_that_came_by_itself(hall: Hall, lasts: timedelta | None) -> None:
    tournament = miss(hall, 2)
    person = hall.person(2).person_id
    first = Bar(BarId("first"), GUILD, person, BarReason.UNJUSTIFIED_ABSENCE, None, hall.now)
    hall.do(cases_barring_verbs.impose, first)
    vote = start(hall, "absence-penalty", 2, lasts=lasts)
    cast(hall, vote, IN_FAVOUR, ARBITER, SECOND, THIRD)
    cast(hall, vote, AGAINST, FOURTH)
    (bar,) = bars_of(hall, 2)
    assert (bar.bar_id != "first", bar.until) == (True, None if lasts is None else hall.now + lasts)
    assert tournament is not None


@pytest.mark.rule("AIJE-D01-5.3")
def test_half_of_the_ballots_put_no_other_penalty_in_its_place(hall: Hall) -> None:
    vote = start(hall, "absence-penalty", 2)
    cast(hall, vote, IN_FAVOUR, ARBITER, SECOND)
    assert cast(hall, vote, AGAINST, THIRD, FOURTH).outcome == "rejected"
    assert bars_of(hall, 2) == []


@pytest.mark.rule("AIJE-D01-2")
def test_one_approval_lifts_the_bar(hall: Hall) -> None:
    bar_by_verdict(hall, ARBITER, (MemberId(2), "P2"), "shouted")
    cast(hall, start(hall, "lift-bar", 2), IN_FAVOUR, PRESIDENT)
    assert bars_of(hall, 2) == []


@pytest.mark.rule("AIJE-A02-2")
def test_an_expelled_player_leaves_the_running_event_and_the_opponents_keep_their_results(hall: Hall) -> None:
    rated(hall, 2, 3)
    running = hall.begin(hall.announce(), 2, 3, 4, 5)
    expelled = hall.person(2).person_id
    cast(hall, start(hall, "player-expulsion", 2), IN_FAVOUR, LEADER, PRESIDENT)
    entrant = hall.ask(entering_store.of_person, running.tournament_id, expelled)
    assert entrant is not None
    assert entrant.withdrawn_at == hall.now
    hall.play_out(running)
    assert expelled not in ratings_now(hall)
    tombstone = hall.ask(people_store.load, expelled)
    assert tombstone is not None
    assert (tombstone.name, tombstone.discord_id) == ("former member", None)


@pytest.mark.rule("AIJE-A02-2")
def test_the_way_back_opens_a_year_later_and_not_a_second_before(hall: Hall) -> None:
    rated(hall, 2)
    cast(hall, start(hall, "player-expulsion", 2), IN_FAVOUR, LEADER, PRESIDENT)
    (bar,) = hall.ask(entering_bars_store.of_guild, GUILD, hall.now)
    back = a_year_after(hall.now)
    hall.now = back - timedelta(seconds=1)
    with refuses("error.StillExpelled"):
        hall.act(hall.actor(LEADER), cases_barring_verbs.lift, bar.bar_id, "a year")
    hall.now = back
    hall.act(hall.actor(LEADER), cases_barring_verbs.lift, bar.bar_id, "a year")
    assert hall.ask(entering_bars_store.expulsion_of_member, GUILD, MemberId(2)) is None


@pytest.mark.rule("AIJE-A02-1")
def test_where_leader_and_president_are_one_the_longest_serving_other_arbiter_signs(hall: Hall) -> None:
    leader = hall.person(LEADER).person_id
    hall.do(lambda tx: people_store.give_office(tx, GUILD, Office.PRESIDENT, leader, hall.now, leader))
    rated(hall, 2)
    vote = start(hall, "player-expulsion", 2)
    assert [one.person_id for one in vote.electors] == [hall.person(LEADER).person_id, hall.person(ARBITER).person_id]


@pytest.mark.rule("AIJE-A02-1")
def test_a_signatory_who_declares_a_recusal_is_replaced(hall: Hall) -> None:
    rated(hall, 2)
    vote = start(hall, "player-expulsion", 2)
    hall.act(hall.actor(PRESIDENT), voting_verbs.recuse, vote.vote_id)
    cast(hall, vote, IN_FAVOUR, LEADER)
    assert cast(hall, vote, IN_FAVOUR, ARBITER).outcome == "passed"


@pytest.mark.rule("AIJE-A02-1")
def test_a_vacant_office_keeps_the_procedure_from_being_opened(hall: Hall) -> None:
    rated(hall, 2)
    president = hall.person(PRESIDENT).person_id
    hall.do(lambda tx: entering_bars_store.end_offices(tx, president, hall.now))
    with pytest.raises(OfficeMissing):
        start(hall, "player-expulsion", 2)


def test_the_same_ballot_again_is_refused_and_a_late_one_too(hall: Hall) -> None:
    vote = start(hall, "member-expulsion", ARBITER)
    cast(hall, vote, IN_FAVOUR, SECOND)
    with pytest.raises(AlreadyDone):
        cast(hall, vote, IN_FAVOUR, SECOND)
    with refuses("error.VotedBefore"):
        hall.act(hall.actor(SECOND), voting_verbs.recuse, vote.vote_id)
    hall.now = vote.closes_at
    cast(hall, vote, AGAINST, SECOND)
    hall.now += timedelta(milliseconds=1)
    with refuses("error.VoteClosed"):
        cast(hall, vote, IN_FAVOUR, SECOND)


@pytest.mark.rule("AIJE-A02-4")
def test_the_leader_cancels_what_the_leader_runs_and_it_is_no_absence(hall: Hall) -> None:
    vote = start(hall, "member-expulsion", ARBITER)
    with pytest.raises(NotAllowed):
        hall.act(hall.actor(SECOND), voting_verbs.cancel, vote.vote_id, "why not")
    hall.now = vote.closes_at + timedelta(seconds=3)
    hall.do(voting_closing_verbs.take, vote.vote_id, Step.CLOSE_VOTE)
    ended = hall.act(hall.actor(LEADER), voting_verbs.cancel, vote.vote_id, "settled otherwise")
    assert (ended.outcome, counts_for_attendance(ended)) == ("cancelled", False)


def test_a_petition_is_cancelled_by_who_opened_it_and_not_by_the_leader(hall: Hall) -> None:
    hall.arbiter(LEADER)
    vote = start(hall, "petition", by=ARBITER)
    for number in (LEADER, SECOND):
        with pytest.raises(NotAllowed):
            hall.act(hall.actor(number), voting_verbs.cancel, vote.vote_id, "no")
    assert hall.act(hall.actor(ARBITER), voting_verbs.cancel, vote.vote_id, "enough").outcome == "cancelled"


@pytest.mark.rule("AIJE-A01-2")
def test_a_closing_step_that_comes_twice_or_too_early_does_nothing(hall: Hall) -> None:
    vote = election(hall)
    hall.do(voting_closing_verbs.take, vote.vote_id, Step.CLOSE_VOTE)
    assert hall.ask(voting_store.load, vote.vote_id) == vote
    elected = hall.person(THIRD).person_id
    cast(hall, vote, elected, *COMMITTEE)
    hall.do(voting_closing_verbs.take, vote.vote_id, Step.CLOSE_VOTE)
    assert hall.ask(people_store.offices, GUILD)[Office.LEADER] == elected


@pytest.mark.rule("AIJE-A02-1")
def test_no_second_signature_is_found_where_everybody_is_concerned(hall: Hall) -> None:
    for one in [hall.person(number).person_id for number in COMMITTEE]:
        hall.do(_end_title, one)
    with refuses("error.NobodyToSign"):
        start(hall, "player-expulsion", PRESIDENT)


def _end_title(tx: Tx, person_id: PersonId) -> None:
    people_store.end_title(tx, person_id, tx.now)


def linked(hall: Hall, one: int, other: int) -> None:
    both = (MemberId(one), f"P{one}"), (MemberId(other), f"P{other}")
    hall.act(hall.actor(LEADER), cases_links_verbs.record, both, "They write alike")


@pytest.mark.rule("AIJE-A02-5")
def test_an_expulsion_under_the_other_account_ends_the_title_and_the_rating_of_the_one_person(hall: Hall) -> None:
    rated(hall, ARBITER, SECOND)
    linked(hall, ARBITER, 70)
    cast(hall, start(hall, "member-expulsion", 70), IN_FAVOUR, *COMMITTEE[1:])
    assert title(hall, ARBITER) is None
    assert ratings_now(hall) == {hall.person(SECOND).person_id}


@pytest.mark.rule("AIJE-A02-2")
@pytest.mark.parametrize("named", [2, 70])
def test_an_expelled_player_is_out_rated_nowhere_and_not_missing_under_either_account(hall: Hall, named: int) -> None:
    event, playing = hall.begin(hall.announce(), 2, 3), hall.person(2).person_id
    hall.enter(hall.announce(name="Later"), 70)
    linked(hall, 2, 70)
    rated(hall, 2, 3)
    cast(hall, start(hall, "player-expulsion", named), IN_FAVOUR, LEADER, PRESIDENT)
    entry = hall.ask(entering_store.of_person, event.tournament_id, playing)
    assert entry is not None
    assert entry.withdrawn_at is not None
    assert ratings_now(hall) == {hall.person(3).person_id}
    assert hall.ask(cases_store.of_tournament, event.tournament_id) == []


@pytest.mark.rule("AIJE-D01-2")
def test_a_bar_that_a_vote_lifts_before_the_close_gives_the_place_on_the_list_back(hall: Hall) -> None:
    event = hall.announce()
    hall.enter(event, 2, 3, 4)
    bar_by_verdict(hall, PRESIDENT, (MemberId(2), "P2"), "Noise")
    cast(hall, start(hall, "lift-bar", 2), IN_FAVOUR, LEADER)
    entry = hall.ask(entering_store.of_person, event.tournament_id, hall.person(2).person_id)
    assert entry is not None
    assert entry.withdrawn_at is None


def test_somebody_does_each_effect_that_a_procedure_can_have():
    done = [*voting_closing_verbs.EFFECTS, *(effect for one in VOTE_HOOKS for effect in one.effects())]
    assert sorted(done) == sorted(VoteEffect)
