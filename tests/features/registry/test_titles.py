"""Titles as the community lives them: proposed after a tournament, confirmed by an office, told to everybody."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import timedelta

import pytest

from bot.features.playing import store as playing_store
from bot.features.registry import exams_verbs as registry_exams_verbs
from bot.features.registry import officers_verbs as registry_officers_verbs
from bot.features.registry import store as registry_store
from bot.features.registry import titles_verbs as registry_titles_verbs
from bot.features.registry.model import ChampionNamed, OfficersNamed, TitleChanged, TitleOffered, TitleProposed
from bot.features.registry.titles_model import ChangeKind, MasterTitle, PlayerRecord, ProposalOutcome, TitleProposal
from bot.features.tournaments.recusal_verbs import OwnCase
from bot.features.voting import verbs as voting_verbs
from bot.features.voting.model import Ground
from bot.kernel.context import Tx
from bot.kernel.errors import AlreadyDone, NotAllowed, NotYours, Outdated
from bot.kernel.ids import ChannelId, MemberId, PersonId
from bot.people import ratings_store as people_ratings_store
from bot.people import store as people_store
from bot.people.model import ArbiterTitle, Penalty
from bot.people.ratings_store import Rated, RatingList
from bot.play.contests import ResultKind
from bot.rulebooks.library import preset
from bot.server import store as server_store
from bot.server.setup_model import NamedOfficers
from tests.features.cases import test_files
from tests.hall.court import ARBITER, LEADER, PRESIDENT, open_court, waiting
from tests.hall.hall import GUILD, Hall, unofficial

NM, CMA, MA, IM, GM = MasterTitle
OPEN = preset("aije-open")


@pytest.fixture
def hall(hall: Hall) -> Hall:
    open_court(hall)
    return hall


def rate(hall: Hall, listed: Mapping[int, float]) -> None:
    """Publishes a list on which these members stand."""
    lines = {hall.person(n).person_id: Rated(hall.person(n).person_id, rating, 5) for n, rating in listed.items()}
    hall.now += timedelta(minutes=1)
    hall.do(lambda tx: people_ratings_store.publish(tx, RatingList(tx.new_id(), GUILD, None, hall.now, lines)))


def settle_titles(hall: Hall, listed: Mapping[int, float]) -> None:
    """A tournament ends, after which those ratings stand."""
    rate(hall, listed)
    event = hall.announce(name="Cup")
    hall.do(registry_titles_verbs.propose, event)


def open_proposals(hall: Hall) -> set[tuple[str, ChangeKind, str]]:
    known = hall.ask(registry_store.open_proposals_of_guild, GUILD)
    names = hall.ask(people_store.by_ids, [one.person_id for one in known])
    return {(names[one.person_id].name, one.kind, one.title.value) for one in known}


def only(hall: Hall) -> TitleProposal:
    (proposal,) = hall.ask(registry_store.open_proposals_of_guild, GUILD)
    return proposal


def decide(hall: Hall, by: int, proposal: TitleProposal, *, confirm: bool = True) -> TitleProposal:
    return hall.act(hall.actor(by), registry_titles_verbs.decide, proposal.proposal_id, confirm=confirm)


def held(hall: Hall, number: int) -> set[MasterTitle]:
    return set(hall.ask(registry_store.titles_of, hall.person(number).person_id))


def give(hall: Hall, number: int, *some: MasterTitle) -> None:
    person = hall.person(number).person_id
    for title in some:
        hall.do(_give, person, title)


def _give(tx: Tx, person: PersonId, title: MasterTitle) -> None:
    registry_store.give_title(tx, person, title, tx.now, person)


def record(hall: Hall, number: int) -> PlayerRecord:
    person = hall.person(number).person_id
    return hall.ask(registry_titles_verbs.player_records, GUILD, [person], hall.now)[person]


@pytest.mark.rule("AIJE-B01-3", "AIJE-B01-CMA", "AIJE-B01-MA")
def test_what_the_new_ratings_reach_is_proposed_once_and_changes_nothing_by_itself(hall: Hall) -> None:
    settle_titles(hall, {2: 2310, 3: 2200, 4: 2199.999})
    grant = ChangeKind.GRANT
    assert open_proposals(hall) == {("P2", grant, "CMA"), ("P2", grant, "MA"), ("P3", grant, "CMA")}
    hall.do(registry_titles_verbs.propose, hall.announce(name="Cup 2"))
    assert len(open_proposals(hall)) == len(waiting(hall, TitleProposed)) == 3
    assert held(hall, 2) == set()


@pytest.mark.rule("AIJE-B01-3")
@pytest.mark.parametrize("by", [LEADER, PRESIDENT])
def test_leader_or_president_confirm_and_everybody_hears_of_it(hall: Hall, by: int) -> None:
    settle_titles(hall, {2: 2200})
    assert decide(hall, by, only(hall)).outcome is ProposalOutcome.DONE
    assert held(hall, 2) == {CMA}
    assert len(waiting(hall, TitleChanged)) == 2


@pytest.mark.rule("AIJE-B01-3")
def test_nobody_else_confirms_and_nobody_in_the_own_matter(hall: Hall) -> None:
    settle_titles(hall, {LEADER: 2200})
    for number in (ARBITER, 2, 1):
        with pytest.raises(NotAllowed):
            decide(hall, number, only(hall))
    with pytest.raises(OwnCase):
        decide(hall, LEADER, only(hall))
    decide(hall, PRESIDENT, only(hall))
    assert held(hall, LEADER) == {CMA}


def test_a_second_click_confirms_nothing_twice(hall: Hall) -> None:
    settle_titles(hall, {2: 2200})
    proposal = only(hall)
    decide(hall, LEADER, proposal)
    with pytest.raises(AlreadyDone):
        decide(hall, PRESIDENT, proposal)


@pytest.mark.rule("AIJE-B01-3")
def test_falling_below_opens_a_proposal_of_loss_that_a_recovery_drops(hall: Hall) -> None:
    give(hall, 2, NM, CMA)
    settle_titles(hall, {2: 2199.9})
    loss = only(hall)
    assert (loss.kind, loss.title) == (ChangeKind.LOSS, CMA)
    settle_titles(hall, {2: 2201})
    assert open_proposals(hall) == set()
    with pytest.raises(Outdated):
        decide(hall, LEADER, loss)
    assert held(hall, 2) == {NM, CMA}


@pytest.mark.rule("AIJE-B01-3", "AIJE-B01-NM")
def test_a_confirmed_loss_takes_the_title_and_never_national_master(hall: Hall) -> None:
    give(hall, 2, NM, CMA)
    settle_titles(hall, {2: 1800})
    decide(hall, LEADER, only(hall))
    settle_titles(hall, {2: 1700})
    assert held(hall, 2) == {NM}
    assert open_proposals(hall) == set()


@pytest.mark.rule("AIJE-B01-6", "AIJE-B01-GM")
@pytest.mark.parametrize("official", [True, False])
def test_only_official_tournaments_count_as_victories(hall: Hall, official: bool) -> None:
    tournament = hall.play_out(hall.begin(hall.announce(OPEN if official else unofficial(OPEN)), 2, 3, 4, 5))
    winners = [number for number in (2, 3, 4, 5) if record(hall, number).victories]
    assert len(winners) == (1 if official else 0)
    assert all(proof.tournament_id == tournament.tournament_id for n in winners for proof in record(hall, n).victories)


@pytest.mark.rule("AIJE-B01-NM")
@pytest.mark.parametrize(("compatriots", "proposed"), [(11, True), (10, False)])
def test_a_victory_with_more_than_ten_registered_compatriots_makes_a_national_master(
    hall: Hall, compatriots: int, proposed: bool
) -> None:
    numbers = range(2, 2 + compatriots)
    for number in numbers:
        hall.act(hall.actor(number), registry_exams_verbs.declare_country, "BR")
    rate(hall, dict.fromkeys(numbers, 2100.0))
    hall.play_out(hall.begin(hall.announce(), 2, 3))
    assert any(title == "NM" for _, _, title in open_proposals(hall)) is proposed


@pytest.mark.rule("AIJE-B01-IM", "AIJE-B01-5")
@pytest.mark.parametrize(
    ("score", "walkover", "counts"), [((3, 2), (0, 0), 1), ((3, 0), (3, 0), 0), ((2, 3), (0, 0), 0)]
)
def test_a_match_is_won_on_the_overall_score_of_games_that_were_played(
    hall: Hall, score: tuple[int, int], walkover: tuple[int, int], counts: int
) -> None:
    rules = replace(OPEN, knockout=replace(OPEN.knockout, final_best_of=5))
    tournament = hall.begin(hall.announce(rules), 2, 3)
    (final,) = hall.open_contests(tournament)
    first, second = (person for person in hall.people_of(tournament, final))
    hall.do(lambda tx: registry_store.give_title(tx, second, IM, hall.now - timedelta(days=1), second))
    hall.settle(final, score, walkover, ResultKind.WALKOVER if any(walkover) else ResultKind.PLAYED)
    found = hall.ask(registry_titles_verbs.player_records, GUILD, [first], hall.now)[first]
    assert len(found.masters_beaten) == counts


@pytest.mark.rule("AIJE-B01-IM")
@pytest.mark.parametrize(("since", "until", "counts"), [(-2, None, 1), (2, None, 0), (-2, -1, 0), (-2, 1, 1)])
def test_an_opponent_counts_by_the_title_held_when_the_match_was_played(
    hall: Hall, since: int, until: int | None, counts: int
) -> None:
    tournament = hall.begin(hall.announce(), 2, 3)
    (final,) = hall.open_contests(tournament)
    first, second = hall.people_of(tournament, final)
    played_at = hall.now + timedelta(minutes=1)
    hall.do(lambda tx: registry_store.give_title(tx, second, GM, played_at + timedelta(hours=since), first))
    if until is not None:
        hall.do(lambda tx: registry_store.end_title(tx, second, GM, played_at + timedelta(hours=until), "lost"))
    hall.settle(final, (final.target, 0))
    found = hall.ask(registry_titles_verbs.player_records, GUILD, [first], hall.now)[first]
    assert len(found.masters_beaten) == counts


@pytest.mark.rule("AIJE-B01-IM")
@pytest.mark.parametrize(("official", "crowned_first", "counts"), [(True, True, 1), (False, True, 0), (True, False, 0)])
def test_a_champion_beaten_counts_in_an_official_tournament_after_the_title_was_won(
    hall: Hall, official: bool, crowned_first: bool, counts: int
) -> None:
    def crown() -> None:
        hall.act(hall.actor(PRESIDENT), registry_exams_verbs.crown, (MemberId(3), "P3"), "World 2026")

    if crowned_first:
        crown()
    tournament = hall.begin(hall.announce(OPEN if official else unofficial(OPEN)), 2, 3)
    (final,) = hall.open_contests(tournament)
    sides = hall.people_of(tournament, final)
    beaten = sides.index(hall.person(3).person_id)
    score = (final.target, 0) if beaten == 1 else (0, final.target)
    hall.settle(final, score)
    if not crowned_first:
        hall.now += timedelta(minutes=1)
        crown()
    assert len(record(hall, 2).champions_beaten) == counts


@pytest.mark.rule("AIJE-B01-IM")
def test_a_world_title_is_recorded_once_by_an_office_and_told(hall: Hall) -> None:
    member = (MemberId(2), "P2")
    with pytest.raises(NotAllowed):
        hall.act(hall.actor(ARBITER), registry_exams_verbs.crown, member, "World 2026")
    with pytest.raises(OwnCase):
        hall.act(hall.actor(LEADER), registry_exams_verbs.crown, (MemberId(LEADER), "P90"), "World 2026")
    hall.act(hall.actor(LEADER), registry_exams_verbs.crown, member, "World 2026")
    with pytest.raises(AlreadyDone):
        hall.act(hall.actor(PRESIDENT), registry_exams_verbs.crown, (MemberId(3), "P3"), "World 2026")
    assert len(record(hall, 2).world_titles) == 1
    assert len(waiting(hall, ChampionNamed)) == 2


def offer(hall: Hall, number: int) -> TitleProposal:
    """The arbiter title ANP, which the leader has approved for somebody with master titles."""
    found = hall.do(registry_titles_verbs.award, hall.person(number), ArbiterTitle.ANP, hall.person(LEADER).person_id)
    assert found is not None
    return found


@pytest.mark.rule("AIJE-B01-2")
def test_a_first_arbiter_title_lays_master_titles_down_once_the_candidate_has_said_so(hall: Hall) -> None:
    give(hall, 2, NM, CMA, MA)
    offered = offer(hall, 2)
    assert hall.ask(people_store.title_of, hall.person(2).person_id) is None
    assert len(waiting(hall, TitleOffered)) == 1
    with pytest.raises(NotYours):
        hall.act(hall.actor(LEADER), registry_titles_verbs.answer_offer, offered.proposal_id, take=True)
    hall.act(hall.actor(2), registry_titles_verbs.answer_offer, offered.proposal_id, take=True)
    assert held(hall, 2) == {NM}
    view = hall.ask(registry_exams_verbs.proposal_view, offered.proposal_id, hall.now)
    assert view is not None
    assert view.lays_down == (CMA, MA)


@pytest.mark.rule("AIJE-B01-2")
def test_national_master_rests_beside_an_arbiter_title_and_comes_back_with_its_end(hall: Hall) -> None:
    give(hall, 2, NM, CMA)
    hall.act(hall.actor(2), registry_titles_verbs.answer_offer, offer(hall, 2).proposal_id, take=True)
    person = hall.person(2)
    assert hall.ask(registry_exams_verbs.page, GUILD, person, hall.now).rests(NM)
    hall.do(lambda tx: people_store.end_title(tx, person.person_id, hall.now))
    page = hall.ask(registry_exams_verbs.page, GUILD, person, hall.now)
    assert (page.rests(NM), set(page.masters)) == (False, {NM})


@pytest.mark.rule("AIJE-B01-2")
def test_who_keeps_the_master_titles_becomes_no_arbiter(hall: Hall) -> None:
    give(hall, 2, CMA)
    offered = offer(hall, 2)
    hall.act(hall.actor(2), registry_titles_verbs.answer_offer, offered.proposal_id, take=False)
    assert (held(hall, 2), hall.ask(people_store.title_of, hall.person(2).person_id)) == ({CMA}, None)
    with pytest.raises(AlreadyDone):
        hall.act(hall.actor(2), registry_titles_verbs.answer_offer, offered.proposal_id, take=True)


@pytest.mark.rule("AIJE-B01-2")
def test_the_owner_naming_a_master_as_arbiter_only_asks(hall: Hall) -> None:
    community = hall.ask(server_store.load, GUILD)
    assert community is not None
    hall.do(lambda tx: server_store.save(tx, replace(community, announcements=ChannelId(5), record=ChannelId(6))))
    give(hall, 2, CMA)
    owner = replace(hall.actor(1), is_owner=True)
    named = NamedOfficers({}, {MemberId(2): "P2"}, ArbiterTitle.AN)
    hall.act(owner, registry_officers_verbs.name, named)
    assert hall.ask(people_store.title_of, hall.person(2).person_id) is None
    assert waiting(hall, OfficersNamed) == []
    hall.act(hall.actor(2), registry_titles_verbs.answer_offer, only(hall).proposal_id, take=True)
    assert hall.ask(people_store.title_of, hall.person(2).person_id) is ArbiterTitle.AN


@pytest.mark.rule("AIJE-B01-2")
def test_an_arbiter_who_plays_strongly_is_proposed_for_nothing(hall: Hall) -> None:
    settle_titles(hall, {ARBITER: 2600})
    assert open_proposals(hall) == set()


@pytest.mark.rule("AIJE-B01-2")
def test_becoming_an_arbiter_drops_what_waited_of_master_titles(hall: Hall) -> None:
    settle_titles(hall, {2: 2200})
    waiting_one = only(hall)
    hall.do(registry_titles_verbs.award, hall.person(2), ArbiterTitle.ANP, hall.person(LEADER).person_id)
    with pytest.raises(Outdated):
        decide(hall, LEADER, waiting_one)


@pytest.mark.rule("AIJE-A02-2")
def test_who_leaves_the_system_keeps_no_title_and_no_proposal(hall: Hall) -> None:
    give(hall, 2, NM, CMA)
    settle_titles(hall, {2: 1800})
    hall.do(registry_titles_verbs.erase, GUILD, hall.person(2).person_id)
    assert (held(hall, 2), open_proposals(hall)) == (set(), set())


@pytest.mark.rule("AIJE-B01-AJ", "AIJE-B01-AI")
@pytest.mark.parametrize("kind", ["arbiter-election", "ai-approval"])
def test_no_vote_opens_on_a_title_whose_candidate_lacks_what_it_asks_for(hall: Hall, kind: str) -> None:
    community = hall.ask(server_store.load, GUILD)
    assert community is not None
    hall.do(lambda tx: server_store.save(tx, replace(community, committee=ChannelId(7))))
    candidate = hall.arbiter(60).person_id
    rate(hall, {60: 2199})
    by = LEADER if kind == "arbiter-election" else PRESIDENT
    with pytest.raises(registry_titles_verbs.CandidateLacks):
        hall.act(hall.actor(by), voting_verbs.open_vote, kind, "Shall it be?", candidate)


@pytest.mark.rule("AIJE-B01-AJ")
def test_who_has_refereed_an_international_tournament_may_be_voted_on(hall: Hall) -> None:
    for number, country in ((2, "BR"), (3, "JP")):
        hall.act(hall.actor(number), registry_exams_verbs.declare_country, country)
    candidate = hall.arbiter(60).person_id
    tournament = hall.begin(hall.announce(), 2, 3)
    (final,) = hall.open_contests(tournament)
    hall.do(lambda tx: playing_store.assign(tx, final.contest_id, candidate, hall.now))
    hall.settle(final, (final.target, 0))
    rate(hall, {60: 2000})
    hall.ask(registry_titles_verbs.refuse_unfit, GUILD, candidate, ArbiterTitle.AJ, hall.now)


@pytest.mark.rule("GO-23.1", "AIJE-B01-IM", "AIJE-B01-GM")
def test_a_final_won_by_fraud_is_neither_a_match_nor_a_tournament_won(hall: Hall) -> None:
    give(hall, 3, IM)
    give(hall, 2, IM)
    hall.now += timedelta(days=1)
    tournament, final = test_files.played(hall, 2, 3)
    cheat = test_files.member_of(hall, hall.people_of(tournament, final)[0])
    before = record(hall, cheat)
    assert (len(before.masters_beaten), len(before.victories)) == (1, 1)
    file = test_files.report(hall, cheat, ground=Ground.PROGRAM_HELP, contest=final.contest_id)
    test_files.decide(hall, file, Penalty.GAME_LOST)
    after = record(hall, cheat)
    assert (len(after.masters_beaten), len(after.victories)) == (0, 0)
