"""Nobody decides alone about a rival: every act in which somebody can have a stake, and who decides instead."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from functools import partial

import pytest

from bot.features.cases import appeals_verbs as cases_appeals_verbs
from bot.features.cases import barring_verbs as cases_barring_verbs
from bot.features.cases import justifying_verbs as cases_justifying_verbs
from bot.features.cases import links_verbs as cases_links_verbs
from bot.features.cases import misconduct_verbs as cases_misconduct_verbs
from bot.features.cases import verdict_verbs as cases_verdict_verbs
from bot.features.cases.misconduct_verbs import MisconductReport
from bot.features.cases.model import VerdictKind
from bot.features.decks import verbs as decks_verbs
from bot.features.entering import accounts_verbs as entering_accounts_verbs
from bot.features.entering import verbs as entering_verbs
from bot.features.playing import store as playing_store
from bot.features.playing import verbs as playing_verbs
from bot.features.rounds import drawing_verbs as rounds_drawing_verbs
from bot.features.rounds import ending_verbs as rounds_ending_verbs
from bot.features.teams.model import NamedMember
from bot.features.tournaments.recusal_verbs import (
    MeetsNext,
    OpponentsCase,
    OpponentsCaseAlone,
    OwnMatch,
    PlaysInTheEvent,
)
from bot.features.voting.model import Ground
from bot.kernel.context import Query
from bot.kernel.ids import BarId, MemberId, TournamentId
from bot.people.model import ArbiterTitle, Capacity, Office, Penalty
from bot.play.contests import Contest
from bot.play.entries import Tournament
from bot.rulebooks.library import preset
from bot.server import verbs as server_verbs
from bot.server.model import Act, Stake, stake
from tests.foul_play import stakes
from tests.hall import squads
from tests.hall.court import LEADER, PRESIDENT, bar_by_verdict, case_of, give_office, justify, miss
from tests.hall.go import go_rules
from tests.hall.hall import GUILD, Hall, unofficial

RIVAL, OTHER = 2, 3
Decide = Callable[[int], object]
"""Has the member decide."""


def barred(hall: Hall) -> BarId:
    return bar_by_verdict(hall, PRESIDENT, (MemberId(RIVAL), "P2"), "why").bar_id


def bar(hall: Hall) -> Decide:
    for_a_rule = partial(cases_barring_verbs.bar_player, rule="A02-1")
    return lambda by: hall.act(hall.actor(by), for_a_rule, (MemberId(RIVAL), "P2"), "why")


def lift(hall: Hall) -> Decide:
    bar_id = barred(hall)
    return lambda by: hall.act(hall.actor(by), cases_barring_verbs.lift, bar_id, "why")


def review(hall: Hall) -> Decide:
    missed = miss(hall, RIVAL, rulebook=unofficial(preset("aije-open")))
    justify(hall, missed, RIVAL)
    case = case_of(hall, missed, RIVAL).case_id
    return lambda by: hall.act(hall.actor(by), cases_justifying_verbs.review, case, VerdictKind.DECLINED, "why")


def link(hall: Hall) -> Decide:
    both = (MemberId(RIVAL), "P2"), (MemberId(70), "P70")
    return lambda by: hall.act(hall.actor(by), cases_links_verbs.record, both, "why")


def unlink(hall: Hall) -> Decide:
    made = link(hall)(PRESIDENT)
    return lambda by: hall.act(hall.actor(by), cases_links_verbs.undo, made.link_id, "why")  # type: ignore[attr-defined]


def link_discord(hall: Hall) -> Decide:
    known = hall.do(server_verbs.newcomer, GUILD, "Known by name")
    member = (MemberId(RIVAL), "P2")
    return lambda by: hall.act(hall.actor(by), cases_links_verbs.link, known.person_id, member, "why")


def judge(hall: Hall) -> Decide:
    person = hall.person(RIVAL).person_id
    file = hall.act(hall.actor(9), cases_misconduct_verbs.report, MisconductReport(person, Ground.CONDUCT, "Seen"))
    return lambda by: hall.act(hall.actor(by), cases_verdict_verbs.decide, file.file_id, Penalty.DISMISSED, "why")


def decide_appeal(hall: Hall) -> Decide:
    hall.arbiter(93, ArbiterTitle.AJ)
    given = bar_by_verdict(hall, 93, (MemberId(RIVAL), "P2"), "why")
    made = hall.act(hall.actor(RIVAL), cases_appeals_verbs.appeal, f"bar-{given.bar_id}", "Wrong")
    return lambda by: hall.act(hall.actor(by), cases_appeals_verbs.decide, made.appeal_id, "why", granted=False)


def take_out(hall: Hall) -> Decide:
    event = hall.ask(_running)
    person = hall.person(RIVAL).person_id
    return lambda by: hall.act(hall.actor(by), rounds_drawing_verbs.leave, event, person, "why")


def claim(hall: Hall) -> Decide:
    later = hall.announce(name="Later")
    held = hall.act(hall.actor(71), entering_verbs.register, later.tournament_id, f"account{RIVAL}")
    claim_id = held.claim.claim_id  # type: ignore[union-attr]
    return lambda by: hall.act(hall.actor(by), entering_accounts_verbs.decide, claim_id, "why", granted=True)


def reprimand(hall: Hall) -> Decide:
    event = hall.announce(go_rules(), name="Go")
    hall.act(hall.actor(RIVAL), entering_verbs.register, event.tournament_id, "account2")
    held_at, key = hall.now + timedelta(minutes=10), event.tournament_id
    stated = hall.act(hall.actor(1), rounds_ending_verbs.state, key, "Opening", held_at).ceremony.ceremony_id
    hall.now = held_at + timedelta(minutes=50)
    person = hall.person(RIVAL).person_id
    return lambda by: hall.act(hall.actor(by, organiser=True), rounds_ending_verbs.reprimand, stated, person, "why")


ABOUT_PEOPLE: dict[Act, Callable[[Hall], Decide]] = {
    Act.TAKE_OUT_PLAYER: take_out,
    Act.DECIDE_ACCOUNT_CLAIM: claim,
    Act.REVIEW_CASE: review,
    Act.BAR_PLAYER: bar,
    Act.LIFT_BAR: lift,
    Act.LINK_PEOPLE: link,
    Act.UNLINK_PEOPLE: unlink,
    Act.LINK_DISCORD: link_discord,
    Act.JUDGE_FILE: judge,
    Act.DECIDE_APPEAL: decide_appeal,
    Act.REPRIMAND: reprimand,
}
OF_MATCHES = {Act.ASSIGN_ARBITER, Act.RULE_RESULT, Act.RULE_BOARD, Act.STOP_MATCH, Act.CORRECT_RESULT}


def _running(tx: Query) -> TournamentId:
    return TournamentId(tx.fetch_one("SELECT tournament_id FROM tournaments WHERE name = 'Shared'", ())[0])  # type: ignore[index]


@pytest.fixture
def shared(hall: Hall) -> Tournament:
    """An event that is still on, in which the leader plays, who holds AJ too; the President plays nowhere."""
    for office, number in ((Office.LEADER, LEADER), (Office.PRESIDENT, PRESIDENT)):
        hall.arbiter(number, ArbiterTitle.AJ)
        hall.do(give_office, office, hall.person(number).person_id)
    return hall.begin(hall.announce(name="Shared"), RIVAL, OTHER, LEADER)


def test_every_act_about_a_rival_is_tried_here() -> None:
    assert {act for act in Act if stake(act) is Stake.RIVAL} == ABOUT_PEOPLE.keys() | OF_MATCHES


@pytest.mark.rule("GO-30", "AIJE-A02-1")
@pytest.mark.parametrize("act", ABOUT_PEOPLE)
def test_who_plays_beside_somebody_decides_nothing_about_them_and_another_does(
    hall: Hall, shared: Tournament, act: Act
) -> None:
    decide = ABOUT_PEOPLE[act](hall)
    with pytest.raises(OpponentsCase) as refused:
        decide(LEADER)
    assert refused.value.event == shared.name
    assert refused.value.needed
    decide(PRESIDENT)


@pytest.mark.parametrize("act", ABOUT_PEOPLE)
def test_once_the_event_is_over_both_may_decide(hall: Hall, shared: Tournament, act: Act) -> None:
    if act is Act.TAKE_OUT_PLAYER:
        return
    decide = ABOUT_PEOPLE[act](hall)
    hall.play_out(shared)
    decide(LEADER)


@pytest.mark.rule("GO-30")
def test_the_refusal_names_only_those_who_have_no_stake_of_their_own(hall: Hall, shared: Tournament) -> None:
    decide = review(hall)
    with pytest.raises(OpponentsCase) as refused:
        decide(LEADER)
    assert refused.value.needed == (Capacity.ARBITER,)


@pytest.mark.rule("GO-30")
def test_a_clubs_only_arbiter_who_plays_is_told_who_can_name_another(hall: Hall) -> None:
    hall.arbiter(LEADER)
    event = hall.begin(hall.announce(name="Shared"), RIVAL, OTHER, LEADER)
    decide = review(hall)
    with pytest.raises(OpponentsCaseAlone) as refused:
        decide(LEADER)
    assert refused.value.event == event.name
    hall.arbiter(94)
    decide(94)


@pytest.mark.rule("OTE-1.5")
def test_who_is_on_the_list_of_an_event_refuses_no_card_of_it(hall: Hall) -> None:
    event = hall.announce(preset("on-the-edge"))
    for number in (LEADER, PRESIDENT):
        hall.arbiter(number)
    hall.enter(event, RIVAL, LEADER)
    refused = (event.tournament_id, "100", "It ends the game at once")
    with pytest.raises(PlaysInTheEvent) as told:
        hall.act(hall.actor(LEADER), decks_verbs.refuse_card, *refused)
    assert told.value.needed == (Capacity.ORGANISER, Capacity.ARBITER)
    hall.act(hall.actor(PRESIDENT), decks_verbs.refuse_card, *refused)


def _semis(hall: Hall) -> tuple[Tournament, Contest, Contest, int]:
    """A bracket of four whose first match is over, the other one, and the number of the first one's winner."""
    event = hall.begin(hall.announce(), 2, 3, 4, 5)
    won, other = hall.open_contests(event)
    hall.settle(won, (won.target, 0))
    winner = hall.people_of(event, won)[0]
    (number,) = [one for one in range(2, 6) if hall.person(one).person_id == winner]
    return event, won, other, number


def _require(hall: Hall, by: int, act: Act, contest: Contest) -> None:
    match = hall.ask(playing_store.load, contest.contest_id)
    assert match is not None
    hall.ask_as(hall.actor(by, organiser=True), playing_verbs.require, hall.person(by), act, match)


@pytest.mark.rule("AIJE-D01-6")
@pytest.mark.parametrize("act", sorted(OF_MATCHES - {Act.RULE_BOARD}))
def test_nobody_rules_on_the_match_that_gives_the_next_opponent(hall: Hall, act: Act) -> None:
    _, won, other, winner = _semis(hall)
    with pytest.raises(MeetsNext):
        _require(hall, winner, act, other)
    with pytest.raises(OwnMatch):
        _require(hall, winner, act, won)
    _require(hall, 1, act, other)


@pytest.mark.rule("AIJE-D01-6")
def test_who_meets_the_winner_next_can_still_hand_the_match_on(hall: Hall) -> None:
    _, _, other, winner = _semis(hall)
    _require(hall, winner, Act.HAND_MATCH_ON, other)


@pytest.mark.rule("AIJE-D01-6")
def test_the_other_account_of_who_plays_has_the_same_stake(hall: Hall, shared: Tournament) -> None:
    hall.arbiter(72, ArbiterTitle.AJ)
    hall.act(hall.actor(PRESIDENT), cases_links_verbs.record, ((MemberId(OTHER), "P3"), (MemberId(72), "P72")), "seen")
    with pytest.raises(OpponentsCase):
        bar(hall)(72)


@pytest.mark.rule("AIJE-D01-6")
def test_whoever_leaves_the_event_rules_on_no_match_that_was_the_own(hall: Hall) -> None:
    event, won, _, _ = _semis(hall)
    lost = hall.people_of(event, won)[1]
    (loser,) = [one for one in range(2, 6) if hall.person(one).person_id == lost]
    hall.act(hall.actor(loser), rounds_drawing_verbs.leave, event.tournament_id)
    for act in sorted(OF_MATCHES - {Act.RULE_BOARD}):
        with pytest.raises(OwnMatch):
            _require(hall, loser, act, won)


@pytest.mark.rule("AIJE-D01-6")
def test_nor_does_a_member_of_a_team_that_has_left(hall: Hall) -> None:
    event = hall.announce(squads.GO, "Copa")
    for captain, member in ((2, 12), (3, 13), (4, 14)):
        names = [NamedMember(name) for name in (f"P{captain}", f"T{captain}-3", f"T{captain}-4")]
        squads.add(hall, captain, squads.save(hall, event, captain, f"Team {captain}", *names), member)
    event = squads.begin(hall, event, 2, 3, 4)
    match = next(one for one in hall.open_contests(event) if stakes.plays(hall, event, one, 2))
    squads.call(hall, match)
    squads.play(hall, event, match, "1-0", "1-0", "1-0", "1-0")
    hall.act(hall.actor(2), rounds_drawing_verbs.leave, event.tournament_id)
    with pytest.raises(OwnMatch):
        _require(hall, 12, Act.CORRECT_RESULT, match)
