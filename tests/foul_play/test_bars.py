"""Escaping a bar or the case of an absence, tried as somebody would who wants to play on."""

from __future__ import annotations

from datetime import timedelta
from functools import partial

import pytest

from bot import wiring
from bot.features.cases import appeals_verbs as cases_appeals_verbs
from bot.features.cases import barring_verbs as cases_barring_verbs
from bot.features.cases import justifying_verbs as cases_justifying_verbs
from bot.features.cases import links_verbs as cases_links_verbs
from bot.features.cases import misconduct_verbs as cases_misconduct_verbs
from bot.features.cases import reading_verbs as cases_reading_verbs
from bot.features.cases import store as cases_store
from bot.features.cases import verdict_verbs as cases_verdict_verbs
from bot.features.cases.misconduct_model import MisconductCase
from bot.features.cases.misconduct_verbs import MisconductReport
from bot.features.cases.model import AbsenceCase, AbsenceNotice, AbsenceReason, CaseThread, FileLetter, VerdictKind
from bot.features.entering import bars_store as entering_bars_store
from bot.features.entering import check_in_verbs as entering_check_in_verbs
from bot.features.entering import store as entering_store
from bot.features.entering.eligibility_verbs import BarredByVote, Disqualified, DisqualifiedFor, Expelled
from bot.features.entering.eligibility_verbs import bars_of as bars_of_person
from bot.features.erasure import verbs as erasure_verbs
from bot.features.registry import officers_verbs as registry_officers_verbs
from bot.features.rounds import drawing_verbs as rounds_drawing_verbs
from bot.features.teams import staff_verbs as teams_staff_verbs
from bot.features.tournaments.recusal_verbs import StandsInForThem
from bot.features.voting import verbs as voting_verbs
from bot.features.voting.model import IN_FAVOUR, Ground
from bot.kernel.context import Tx
from bot.kernel.ids import ChannelId, MemberId, MessageId, PersonId
from bot.kernel.promises import Delivery
from bot.people.model import Office, Penalty
from bot.play.contests import Contest, ResultKind, Score
from bot.play.entries import Tournament
from bot.play.rulebook import seats_of
from bot.rulebooks.library import preset
from tests.hall import squads
from tests.hall.chamber import COMMITTEE, open_chamber, publish, start
from tests.hall.court import (
    ARBITER,
    LEADER,
    PRESIDENT,
    bar_by_verdict,
    bars_of,
    case_of,
    deliver,
    justify,
    let_pass,
    miss,
    waiting,
)
from tests.hall.desk_of_entries import MINUTE
from tests.hall.hall import GUILD, Hall
from tests.refusals import refuses

ANA, BOB = 4, 5
FOR_A_RULE = partial(cases_barring_verbs.bar_player, rule="A02-1")
"""As AJ and AI bar (AIJE-B01-AJ)."""
FIELD = range(20, 26)
LEAVER = FIELD[0]


@pytest.fixture
def hall(hall: Hall) -> Hall:
    open_chamber(hall)
    return hall


def member(number: int) -> tuple[MemberId, str]:
    return MemberId(number), f"P{number}"


# --- one's own delegate -------------------------------------------------------------------------------------------


@pytest.mark.rule("AIJE-D01-2")
def test_a_barred_leader_is_not_freed_by_the_own_stand_in(hall: Hall) -> None:
    bar = bar_by_verdict(hall, PRESIDENT, member(LEADER), "Threats")
    hall.act(hall.actor(LEADER), registry_officers_verbs.name_stand_in, Office.LEADER, member(BOB), 1, "A holiday")
    with pytest.raises(StandsInForThem):
        hall.act(hall.actor(BOB), cases_barring_verbs.lift, bar.bar_id, "A favour")
    assert bars_of(hall, LEADER)
    other = bar_by_verdict(hall, PRESIDENT, member(ANA), "Threats")
    hall.act(hall.actor(BOB), cases_barring_verbs.lift, other.bar_id, "Served")
    hall.now += timedelta(days=1)
    hall.act(hall.actor(PRESIDENT), cases_barring_verbs.lift, bar.bar_id, "Served")


@pytest.mark.rule("AIJE-D01-5.3")
def test_nor_is_the_leaders_absence_justified_by_it(hall: Hall) -> None:
    event = miss(hall, LEADER)
    let_pass(hall, timedelta(hours=1))
    justify(hall, event, LEADER)
    hall.act(hall.actor(LEADER), registry_officers_verbs.name_stand_in, Office.LEADER, member(BOB), 3, "A holiday")
    case_id = case_of(hall, event, LEADER).case_id
    with pytest.raises(StandsInForThem):
        hall.act(hall.actor(BOB), cases_justifying_verbs.review, case_id, VerdictKind.ACCEPTED)
    hall.act(hall.actor(ARBITER), cases_justifying_verbs.review, case_id, VerdictKind.DECLINED, "No")
    assert bars_of(hall, LEADER)


# --- coming back --------------------------------------------------------------------------------------------------


@pytest.mark.rule("AIJE-A02-2", "AIJE-A02-5")
def test_a_readmission_ends_the_expulsion_and_no_other_decision(hall: Hall) -> None:
    voted = start(hall, "member-expulsion", COMMITTEE[1])
    for number in COMMITTEE:
        if number != COMMITTEE[1]:
            hall.act(hall.actor(number), voting_verbs.cast, voted.vote_id, IN_FAVOUR)
    bar_by_verdict(hall, PRESIDENT, member(COMMITTEE[1]), "Threats, for good")
    publish(hall, {COMMITTEE[1]: 2000})
    expulsion = start(hall, "player-expulsion", COMMITTEE[1])
    for number in (LEADER, PRESIDENT):
        hall.act(hall.actor(number), voting_verbs.cast, expulsion.vote_id, IN_FAVOUR)
    hall.now += timedelta(days=400)
    hall.act(hall.actor(PRESIDENT), cases_verdict_verbs.readmit, member(COMMITTEE[1]), "A year has passed")
    back = hall.person(COMMITTEE[1]).person_id
    assert [one.explanation for one in hall.ask(bars_of_person, back, hall.now)] == ["Threats, for good"]
    assert hall.ask(entering_bars_store.is_excluded, back)


# --- a captain who is replaced ------------------------------------------------------------------------------------


@pytest.mark.rule("AIJE-D01-5.3", "AIJE-D05-1")
def test_whoever_is_given_a_team_that_never_came_does_not_answer_for_it(hall: Hall) -> None:
    event = squads.ranked_cup(hall)
    away = squads.jeek_team(hall, event, 2, "First").entrant.entrant_id
    for captain, name in ((5, "Second"), (6, "Third")):
        squads.jeek_team(hall, event, captain, name)
    squads.begin(hall, event, 2, 5, 6)
    hall.act(hall.actor(1), teams_staff_verbs.hand_over, away, member(9))
    while waiting := hall.open_contests(event):
        one = waiting[0]
        given = (0, one.target) if one.sides[0] == away else (one.target, 0)
        if away in one.sides:
            hall.settle(one, given, given, ResultKind.WALKOVER)
        else:
            hall.settle(one, (one.target, 0))
    assert hall.load(event).ended_at is not None
    charged = [
        number for number in (2, 5, 6, 9) if hall.ask(cases_store.of_person, event.tournament_id, own(hall, number))
    ]
    assert charged == [2]


def own(hall: Hall, number: int) -> PersonId:
    return hall.person(number).person_id


# --- leaving between the close and the first match ----------------------------------------------------------------


def closed(hall: Hall, rulebook: str) -> Tournament:
    """An event whose field has confirmed; nothing is drawn yet."""
    rules = preset(rulebook)
    event, seats = hall.announce(rules), seats_of(rules)
    for number in FIELD if seats else ():
        hall.do(seat, seats or "", hall.person(number).person_id)
    hall.enter(event, *FIELD)
    hall.now = event.start_at - MINUTE
    for number in FIELD:
        hall.act(hall.actor(number), entering_check_in_verbs.check_in, event.tournament_id)
    hall.now = event.start_at + timedelta(seconds=3)
    hall.do(entering_check_in_verbs.close, hall.load(event))
    return hall.load(event)


def seat(tx: Tx, event: str, person: PersonId) -> None:
    entering_bars_store.give_seat(tx, GUILD, event, person, tx.now, person)


def play_out(hall: Hall, event: Tournament) -> Tournament:
    """To the end, whoever registered earlier winning, so that nobody is level."""
    order = {one.entrant_id: one.number for one in hall.ask(entering_store.of_tournament, event.tournament_id)}

    def earlier(contest: Contest) -> Score:
        return (contest.target, 0) if order[contest.sides[0]] < order[contest.sides[1]] else (0, contest.target)

    return hall.play_out(hall.load(event), earlier)


def case_after(hall: Hall, event: Tournament) -> AbsenceCase | None:
    assert play_out(hall, event).ended_at is not None
    return hall.ask(cases_store.of_person, event.tournament_id, hall.person(LEAVER).person_id)


@pytest.mark.rule("AIJE-D01-5.2", "AIJE-D01-5.3", "AIJE-B03-2")
@pytest.mark.parametrize("rulebook", ["aije-open", "aije-candidates"])
def test_who_confirms_and_leaves_before_the_draw_has_not_played(hall: Hall, rulebook: str) -> None:
    event = closed(hall, rulebook)
    left_at = hall.now
    hall.act(hall.actor(LEAVER), rounds_drawing_verbs.leave, event.tournament_id)
    hall.do(rounds_drawing_verbs.draw_when_closed, event.tournament_id)
    case = case_after(hall, event)
    assert case is not None
    assert (case.reason, case.event_at) == (AbsenceReason.CONFIRMED_NEVER_PLAYED, left_at)


@pytest.mark.rule("AIJE-D01-5.3", "GO-28.1")
@pytest.mark.parametrize("erases", [False, True])
def test_a_friends_redraw_makes_nobody_present_who_left(hall: Hall, *, erases: bool) -> None:
    event = closed(hall, "aije-open")
    hall.do(rounds_drawing_verbs.draw_when_closed, event.tournament_id)
    gone = hall.person(LEAVER).person_id
    told = hall.ask_as(hall.actor(LEAVER), rounds_drawing_verbs.leavable, event.tournament_id)
    assert told is not None
    assert (told.counts_as_absent, told.may_redraw) == (True, True)
    if erases:
        hall.act(hall.actor(LEAVER), erasure_verbs.erase)
    else:
        hall.act(hall.actor(LEAVER), rounds_drawing_verbs.leave, event.tournament_id)
    hall.act(hall.actor(1), rounds_drawing_verbs.redraw, event.tournament_id, "Somebody left")
    play_out(hall, event)
    assert hall.ask(cases_store.of_person, event.tournament_id, gone) is not None
    let_pass(hall, timedelta(hours=80))
    assert hall.ask(bars_of_person, hall.person(LEAVER).person_id, hall.now)


@pytest.mark.rule("AIJE-D01-5.3")
def test_who_was_taken_out_before_a_match_has_not_stayed_away(hall: Hall) -> None:
    event = closed(hall, "aije-open")
    person = hall.person(LEAVER).person_id
    hall.act(hall.actor(1), rounds_drawing_verbs.leave, event.tournament_id, person, "Entered twice")
    hall.do(rounds_drawing_verbs.draw_when_closed, event.tournament_id)
    assert case_after(hall, event) is None


def test_where_staying_away_costs_nothing_nobody_is_asked_why(hall: Hall) -> None:
    event = hall.announce(preset("go-round-robin"))
    hall.enter(event, *FIELD)
    hall.now = event.start_at - MINUTE
    for number in FIELD:
        hall.act(hall.actor(number), entering_check_in_verbs.check_in, event.tournament_id)
    hall.now = event.start_at + timedelta(seconds=3)
    hall.do(entering_check_in_verbs.close, hall.load(event))
    hall.act(hall.actor(LEAVER), rounds_drawing_verbs.leave, event.tournament_id)
    hall.do(rounds_drawing_verbs.draw_when_closed, event.tournament_id)
    assert case_after(hall, event) is None


# --- another account, an erasure, the last second -----------------------------------------------------------------


def verdict(hall: Hall, accused: PersonId, event: Tournament | None, penalty: Penalty) -> MisconductCase:
    said = MisconductReport(
        accused, Ground.CONDUCT, "It was seen", tournament_id=event.tournament_id if event else None
    )
    file = hall.act(hall.actor(BOB), cases_misconduct_verbs.report, said)
    for promise in waiting(hall, FileLetter):
        told = Delivery(promise.outbox_id, ChannelId(5), MessageId(int(hall.now.timestamp())), hall.now)
        hall.do(wiring.note_delivery, told)
    hall.now += timedelta(days=4)
    return hall.act(hall.actor(LEADER), cases_verdict_verbs.decide, file.file_id, penalty, "Proved")


@pytest.mark.rule("AIJE-D01-2")
def test_who_plays_under_two_accounts_is_out_with_both(hall: Hall) -> None:
    event = hall.begin(hall.announce(), *FIELD)
    hall.act(hall.actor(LEADER), cases_links_verbs.record, (member(20), member(21)), "They write alike")
    hall.act(hall.actor(LEADER), cases_links_verbs.record, (member(20), member(50)), "They write alike")
    file = verdict(hall, own(hall, 50), event, Penalty.DISQUALIFIED)
    assert still_in(hall, event) == [22, 23, 24, 25]
    made = hall.act(hall.actor(50), cases_appeals_verbs.appeal, f"file-{file.file_id}", "Not me")
    hall.act(hall.actor(PRESIDENT), cases_appeals_verbs.decide, made.appeal_id, "Right", granted=True)
    assert still_in(hall, event) == list(FIELD)


def still_in(hall: Hall, event: Tournament) -> list[int]:
    found = [hall.ask(entering_store.of_person, event.tournament_id, own(hall, number)) for number in FIELD]
    return [number for number, one in zip(FIELD, found, strict=True) if one is not None and one.withdrawn_at is None]


@pytest.mark.parametrize("how", ["file", "expulsion", "penalty"])
def test_an_erasure_before_the_decision_leaves_it_to_who_comes_back(hall: Hall, how: str) -> None:
    publish(hall, {ANA: 2000})
    before = own(hall, ANA)
    if how == "file":
        said = MisconductReport(before, Ground.CONDUCT, "It was seen")
        file = hall.act(hall.actor(BOB), cases_misconduct_verbs.report, said)
        hall.act(hall.actor(ANA), erasure_verbs.erase)
        for promise in waiting(hall, CaseThread):
            told = Delivery(promise.outbox_id, ChannelId(5), MessageId(int(hall.now.timestamp())), hall.now)
            hall.do(wiring.note_delivery, told)
        hall.now += timedelta(days=4)
        hall.act(hall.actor(LEADER), cases_verdict_verbs.decide, file.file_id, Penalty.BARRED, "Proved")
    elif how == "expulsion":
        vote = start(hall, "player-expulsion", ANA)
        hall.act(hall.actor(ANA), erasure_verbs.erase)
        for number in (LEADER, PRESIDENT):
            hall.act(hall.actor(number), voting_verbs.cast, vote.vote_id, IN_FAVOUR)
    else:
        vote = start(hall, "absence-penalty", ANA)
        hall.act(hall.actor(ANA), erasure_verbs.erase)
        for number in COMMITTEE:
            hall.act(hall.actor(number), voting_verbs.cast, vote.vote_id, IN_FAVOUR)
    hall.now += timedelta(days=2)
    hall.do(erasure_verbs.forget_what_is_over)
    assert own(hall, ANA) != before
    with pytest.raises((Disqualified, BarredByVote, Expelled)):
        hall.enter(hall.announce(), ANA)


def test_an_erasure_before_the_letter_ends_no_case_and_who_comes_back_is_heard(hall: Hall) -> None:
    said = MisconductReport(own(hall, ANA), Ground.CONDUCT, "It was seen")
    file = hall.act(hall.actor(BOB), cases_misconduct_verbs.report, said)
    hall.act(hall.actor(ANA), erasure_verbs.erase)
    with refuses("error.StillToAnswer"):
        hall.act(hall.actor(LEADER), cases_verdict_verbs.decide, file.file_id, Penalty.BARRED, "Proved")
    hall.person(ANA)
    hall.act(hall.actor(ANA), cases_misconduct_verbs.reply, file.file_id, "It was another")
    hall.act(hall.actor(LEADER), cases_verdict_verbs.decide, file.file_id, Penalty.BARRED, "Proved")
    with pytest.raises(Disqualified):
        hall.enter(hall.announce(), ANA)
    made = hall.act(hall.actor(ANA), cases_appeals_verbs.appeal, f"file-{file.file_id}", "It was another")
    hall.act(hall.actor(PRESIDENT), cases_appeals_verbs.decide, made.appeal_id, "So it was", granted=True)
    hall.enter(hall.announce(), ANA)


@pytest.mark.rule("AIJE-D01-5.3")
def test_who_is_erased_and_comes_back_in_time_still_says_why_they_were_missing(hall: Hall) -> None:
    event = miss(hall, ANA)
    deliver(hall, AbsenceNotice)
    case = case_of(hall, event, ANA)
    hall.act(hall.actor(ANA), erasure_verbs.erase)
    hall.person(ANA)
    assert [one.case.case_id for one in hall.ask(cases_reading_verbs.cases_of_person, own(hall, ANA), hall.now)] == [
        case.case_id
    ]
    hall.act(hall.actor(ARBITER), cases_justifying_verbs.justify, case.case_id, "Did not feel like it")
    with pytest.raises(cases_justifying_verbs.OwnWordsMayCome):
        hall.act(hall.actor(LEADER), cases_justifying_verbs.review, case.case_id, VerdictKind.DECLINED, "No")
    found = hall.ask_as(hall.actor(ANA), cases_justifying_verbs.case_to_justify, event.tournament_id)
    hall.act(hall.actor(ANA), cases_justifying_verbs.justify, found.case_id, "A fever")
    view, is_own = hall.ask_as(hall.actor(ANA), cases_reading_verbs.justification_view, case.case_id)
    assert (view.case.case_id, is_own) == (case.case_id, True)
    with refuses("error.OwnWordsStand"):
        hall.act(hall.actor(ARBITER), cases_justifying_verbs.justify, case.case_id, "Did not feel like it")
    let_pass(hall, timedelta(days=4))
    assert bars_of(hall, ANA) == []


@pytest.mark.rule("AIJE-D01-2")
def test_a_friends_short_bar_keeps_no_longer_one_back(hall: Hall) -> None:
    soon, later = hall.now + timedelta(hours=1), hall.now + timedelta(days=30)
    for until in (soon, later, None):
        hall.act(hall.actor(ARBITER), FOR_A_RULE, member(ANA), "Threats", until)
        with pytest.raises(cases_barring_verbs.AlreadyBarred):
            hall.act(hall.actor(ARBITER), FOR_A_RULE, member(ANA), "Threats", until)
    with pytest.raises(Disqualified):
        hall.enter(hall.announce(), ANA)


@pytest.mark.parametrize(("early", "may"), [(timedelta(milliseconds=1), False), (timedelta(0), True)])
def test_a_bar_ends_at_its_moment_and_not_a_millisecond_before(hall: Hall, early: timedelta, *, may: bool) -> None:
    event, until = hall.announce(), hall.now + timedelta(minutes=10)
    bar_by_verdict(hall, LEADER, member(ANA), "Threats", until)
    hall.now = until - early
    if may:
        hall.enter(event, ANA)
    else:
        with pytest.raises(DisqualifiedFor):
            hall.enter(event, ANA)
