"""What is proposed of titles, and when again: a list is not doubted, and what was declined rests until news come."""

from __future__ import annotations

from datetime import timedelta

import pytest

from bot.features.registry import store as registry_store
from bot.features.registry.model import TitleProposed
from bot.features.registry.titles_model import ChangeKind, MasterTitle, ProposalOutcome
from bot.features.undoing import verbs as undoing_verbs
from bot.kernel import log
from bot.kernel.context import Tx
from bot.kernel.errors import NotAllowed, Outdated
from bot.kernel.ids import PersonId
from bot.people import store as people_store
from bot.people.model import ArbiterTitle
from bot.rulebooks.library import preset
from tests.features.registry.test_titles import decide, give, held, only, open_proposals, record, settle_titles
from tests.hall.court import ARBITER, LEADER, PRESIDENT, open_court, waiting
from tests.hall.hall import GUILD, Hall
from tests.hall.moving_in import OWNER, bring

NM, CMA, MA, IM, GM = MasterTitle
GRANT, LOSS = ChangeKind
AI, AJ = ArbiterTitle.AI, ArbiterTitle.AJ
OPEN = preset("aije-open")


@pytest.fixture
def hall(hall: Hall) -> Hall:
    open_court(hall)
    return hall


def decline(hall: Hall) -> None:
    decide(hall, LEADER, only(hall), confirm=False)


# ---- what was declined -----------------------------------------------------------------------------------------------


@pytest.mark.rule("AIJE-B01-3")
def test_a_declined_title_comes_back_once_the_rating_has_fallen_and_reached_it_again(hall: Hall) -> None:
    settle_titles(hall, {2: 2200})
    decline(hall)
    for rating in (2200, 2250, 2210):
        settle_titles(hall, {2: rating})
        assert open_proposals(hall) == set()
    settle_titles(hall, {2: 2199})
    assert open_proposals(hall) == set()
    settle_titles(hall, {2: 2201})
    assert open_proposals(hall) == {("P2", GRANT, "CMA")}
    assert len(waiting(hall, TitleProposed)) == 2


@pytest.mark.rule("AIJE-B01-3")
def test_a_declined_loss_comes_back_once_the_rating_has_recovered_and_fallen_again(hall: Hall) -> None:
    give(hall, 2, CMA)
    settle_titles(hall, {2: 2190})
    decline(hall)
    settle_titles(hall, {2: 2100})
    assert (open_proposals(hall), held(hall, 2)) == (set(), {CMA})
    settle_titles(hall, {2: 2200})
    settle_titles(hall, {2: 2199})
    assert open_proposals(hall) == {("P2", LOSS, "CMA")}


@pytest.mark.rule("AIJE-B01-3", "AIJE-B01-NM")
def test_a_declined_title_comes_back_with_another_tournament_won(hall: Hall) -> None:
    hall.play_out(hall.begin(hall.announce(OPEN), 2, 3))
    (first,) = (one for one in (2, 3) if record(hall, one).victories)
    for number in (first, *range(20, 31)):
        hall.do(_from_brazil, hall.person(number).person_id)
    everybody = dict.fromkeys(range(20, 31), 1900.0)
    settle_titles(hall, {**everybody, first: 2100})
    decline(hall)
    settle_titles(hall, {**everybody, first: 2101})
    assert open_proposals(hall) == set()
    event = hall.begin(hall.announce(OPEN, "Open 2"), 2, 3)
    (final,) = hall.open_contests(event)
    side = hall.people_of(event, final).index(hall.person(first).person_id)
    hall.settle(final, (5, 0) if side == 0 else (0, 5))
    assert open_proposals(hall) == {(f"P{first}", GRANT, "NM")}


# ---- lower titles ----------------------------------------------------------------------------------------------------


def test_no_lower_title_is_proposed_to_whoever_holds_a_higher_one(hall: Hall) -> None:
    give(hall, 2, MA)
    settle_titles(hall, {2: 2350})
    assert open_proposals(hall) == set()


def test_with_the_higher_of_two_titles_given_the_lower_one_needs_no_decision(hall: Hall) -> None:
    settle_titles(hall, {2: 2310})
    higher = next(one for one in hall.ask(registry_store.open_proposals_of_guild, GUILD) if one.title is MA)
    decide(hall, LEADER, higher)
    assert (held(hall, 2), open_proposals(hall)) == ({MA}, set())


def test_with_a_title_lost_the_lower_one_that_is_still_met_is_proposed_at_once(hall: Hall) -> None:
    give(hall, 2, MA)
    settle_titles(hall, {2: 2250})
    decide(hall, LEADER, only(hall))
    assert (held(hall, 2), open_proposals(hall)) == (set(), {("P2", GRANT, "CMA")})


# ---- arbiters --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AIJE-B01-3", "AIJE-B01-AI")
def test_who_was_aj_before_is_aj_again_once_the_officers_confirm_and_the_way_back_is_undo(hall: Hall) -> None:
    person = hall.arbiter(ARBITER, AJ).person_id
    hall.now += timedelta(days=1)
    hall.arbiter(ARBITER, AI)
    settle_titles(hall, {ARBITER: 2199})
    with pytest.raises(NotAllowed):
        decide(hall, 2, only(hall))
    assert decide(hall, PRESIDENT, only(hall)).outcome is ProposalOutcome.DONE
    assert hall.ask(people_store.title_of, person) is AJ
    by, since = hall.person(PRESIDENT).person_id, hall.now - timedelta(days=1)
    (line,) = hall.ask(log.acts_of, GUILD, by, ["loss_title"], since)
    hall.act(hall.actor(PRESIDENT), undoing_verbs.undo, line.sequence)
    assert hall.ask(people_store.title_of, person) is AI


@pytest.mark.rule("AIJE-B01-3", "AIJE-B01-AI")
def test_who_held_no_arbiter_title_before_holds_none_and_a_recovery_drops_the_proposal(hall: Hall) -> None:
    person = hall.person(7)
    hall.arbiter(7, AI)
    settle_titles(hall, {7: 2199})
    loss = only(hall)
    settle_titles(hall, {7: 2200})
    assert open_proposals(hall) == set()
    with pytest.raises(Outdated):
        decide(hall, LEADER, loss)
    settle_titles(hall, {7: 2199.5})
    decide(hall, LEADER, only(hall))
    assert hall.ask(people_store.title_of, person.person_id) is None


def test_nothing_is_proposed_of_an_ai_whose_rating_no_list_has(hall: Hall) -> None:
    hall.arbiter(7, AI)
    settle_titles(hall, {2: 2000})
    assert open_proposals(hall) == set()


# ---- an opening list -------------------------------------------------------------------------------------------------

SIXTY = [("GM", 2550), ("IM", 2450), ("MA", 2350), ("CMA", 2250), ("NM", 2100), ("", 1900)]
"""Ten of each: a title, if any, and a rating that is enough for it."""


def listed(ratings: list[tuple[str, int]]) -> str:
    rows = [f"{title or 'Free'} {n};{rating};BR;{title}" for title, rating in ratings for n in range(1, 11)]
    return "name;rating;country;master title\n" + "\n".join(rows) + "\n"


@pytest.mark.rule("AIJE-B01-3", "AIJE-B01-GM", "AIJE-B01-IM")
def test_the_first_open_after_a_list_of_sixty_with_titles_proposes_nothing_of_them(hall: Hall) -> None:
    hall.person(OWNER)
    bring(hall, listed(SIXTY))
    hall.play_out(hall.begin(hall.announce(OPEN), 2, 3, 4, 5))
    assert len(open_proposals(hall)) == 0


@pytest.mark.rule("AIJE-B01-3")
def test_a_title_of_the_list_is_doubted_by_the_rating_that_the_list_tells_and_once_alone(hall: Hall) -> None:
    hall.person(OWNER)
    bring(hall, "name;rating;master title\nIda;2399;IM\nGil;2400;IM\nEva;;GM\n")
    hall.play_out(hall.begin(hall.announce(OPEN), 2, 3, 4, 5))
    assert open_proposals(hall) == {("Ida", LOSS, "IM")}
    decline(hall)
    hall.play_out(hall.begin(hall.announce(OPEN, "Open 2"), 2, 3, 4, 5))
    assert open_proposals(hall) == set()


def test_a_title_that_was_earned_here_is_doubted_by_what_was_annulled(hall: Hall) -> None:
    """The feat of an IM that the bot gave has to stand: nothing of it was won before the bot knew of it."""
    give(hall, 2, IM)
    settle_titles(hall, {2: 2450})
    assert open_proposals(hall) >= {("P2", LOSS, "IM")}


def _from_brazil(tx: Tx, person: PersonId) -> None:
    people_store.declare_country(tx, person, "BR", tx.now)
