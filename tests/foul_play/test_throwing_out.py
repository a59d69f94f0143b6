"""Tried by who wants a rival out: as an arbiter who plays, by reports, claims and cards, and what came of it."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from datetime import timedelta
from functools import partial

import pytest

from bot.features.cases import barring_verbs as cases_barring_verbs
from bot.features.cases import justifying_verbs as cases_justifying_verbs
from bot.features.cases import misconduct_verbs as cases_misconduct_verbs
from bot.features.cases.model import AbsenceNotice, VerdictKind
from bot.features.decks import verbs as decks_verbs
from bot.features.entering import accounts_verbs as entering_accounts_verbs
from bot.features.entering import check_in_verbs as entering_check_in_verbs
from bot.features.entering import eligibility_verbs as entering_eligibility_verbs
from bot.features.entering import store as entering_store
from bot.features.entering import verbs as entering_verbs
from bot.features.erasure import verbs as erasure_verbs
from bot.features.playing import arbiters_verbs as playing_arbiters_verbs
from bot.features.playing import correcting_verbs as playing_correcting_verbs
from bot.features.playing import reporting_verbs as playing_reporting_verbs
from bot.features.playing import ruling_verbs as playing_ruling_verbs
from bot.features.playing.model import ConfirmReminder
from bot.features.rounds import drawing_verbs as rounds_drawing_verbs
from bot.features.tournaments import verbs as tournaments_verbs
from bot.features.tournaments.promises_model import ArbiterWanted
from bot.features.tournaments.recusal_verbs import (
    MeetsNext,
    OpponentsCase,
    OpponentsCaseAlone,
    OwnMatch,
    PlaysInTheEvent,
)
from bot.features.voting.model import Ground
from bot.kernel.errors import KeptEnough, Outdated, RefusedText
from bot.kernel.ids import MemberId
from bot.people.model import QUOTAS, ArbiterTitle, CountedByAccount
from bot.play.entries import Tournament
from bot.play.matches import MatchPhase
from bot.rulebooks.library import preset
from tests.foul_play import stakes
from tests.foul_play.stakes import ARBITER, PLAYING_ARBITER
from tests.hall import board, court
from tests.hall.court import bar_by_verdict
from tests.hall.hall import GUILD, Hall
from tests.refusals import refuses

BESIDE = (OpponentsCase, OpponentsCaseAlone)


@pytest.mark.rule("AIJE-D01-6")
@pytest.mark.parametrize("met", [True, False])
def test_an_arbiter_who_plays_takes_no_rival_out_of_the_event(hall: Hall, met: bool) -> None:
    hall.arbiter(PLAYING_ARBITER)
    tournament = stakes.running(hall, PLAYING_ARBITER, *range(2, 9))
    found = stakes.match_of if met else stakes.match_without
    contest = found(hall, tournament, PLAYING_ARBITER)
    rival = next(one for one in hall.people_of(tournament, contest) if one != hall.person(PLAYING_ARBITER).person_id)
    with pytest.raises(BESIDE):
        hall.act(hall.actor(PLAYING_ARBITER), rounds_drawing_verbs.leave, tournament.tournament_id, rival, "noise")
    hall.act(hall.actor(ARBITER), rounds_drawing_verbs.leave, tournament.tournament_id, rival, "asked to be taken out")


def test_who_confirms_beside_a_rival_takes_nobody_off_the_list_in_the_last_minute(hall: Hall) -> None:
    hall.arbiter(PLAYING_ARBITER)
    hall.arbiter(ARBITER)
    tournament = hall.announce()
    stakes.confirming(hall, tournament, PLAYING_ARBITER, 2, 3, 4)
    rival = stakes.entry(hall, tournament, 2).entrant_id
    with pytest.raises(BESIDE):
        hall.act(hall.actor(PLAYING_ARBITER), entering_verbs.remove, rival, "noise")
    assert hall.act(hall.actor(ARBITER), entering_verbs.remove, rival, "noise").person.name == "P2"


def test_an_arbiter_bars_nobody_beside_whom_the_arbiter_plays(hall: Hall) -> None:
    hall.arbiter(PLAYING_ARBITER, ArbiterTitle.AJ)
    tournament = hall.announce()
    stakes.confirming(hall, tournament, PLAYING_ARBITER, 2, 3, 4)
    with pytest.raises(BESIDE):
        hall.act(
            hall.actor(PLAYING_ARBITER),
            partial(cases_barring_verbs.bar_player, rule="D01-6"),
            (MemberId(2), "P2"),
            "noise",
        )
    assert stakes.entry(hall, tournament, 2).withdrawn_at is None


def test_a_bar_that_is_lifted_before_the_close_gives_the_place_on_the_list_back(hall: Hall) -> None:
    court.open_court(hall)
    rules = preset("aije-open")
    tournament = hall.announce(replace(rules, registration=replace(rules.registration, capacity=4)))
    hall.enter(tournament, 2, 3, 4, 5)
    bar = bar_by_verdict(hall, court.ARBITER, (MemberId(2), "P2"), "noise")
    assert stakes.entry(hall, tournament, 2).withdrawn_at is not None
    hall.act(hall.actor(court.LEADER), cases_barring_verbs.lift_and_restore, bar.bar_id, "there was no noise")
    back = stakes.entry(hall, tournament, 2)
    assert (back.withdrawn_at, hall.ask(entering_store.place_in_line, back)) == (None, 1)


def test_a_rival_beside_whom_one_confirms_is_not_barred_by_a_declined_justification(hall: Hall) -> None:
    court.open_court(hall)
    hall.arbiter(PLAYING_ARBITER)
    missed = court.miss(hall, 2, 3, 4)
    court.let_pass(hall, timedelta(minutes=1))
    court.deliver(hall, AbsenceNotice)
    court.justify(hall, missed, 2)
    stakes.confirming(hall, hall.announce(name="Next"), PLAYING_ARBITER, 2, 5, 6)
    case_id = court.case_of(hall, missed, 2).case_id
    with pytest.raises(BESIDE):
        hall.act(hall.actor(PLAYING_ARBITER), cases_justifying_verbs.review, case_id, VerdictKind.DECLINED, "no")
    hall.act(hall.actor(court.ARBITER), cases_justifying_verbs.review, case_id, VerdictKind.ACCEPTED)


@pytest.fixture
def absent(hall: Hall) -> Tournament:
    """An event that members 2 to 4 missed; their time to justify runs."""
    court.open_court(hall)
    missed = court.miss(hall, 2, 3, 4)
    court.let_pass(hall, timedelta(minutes=1))
    court.deliver(hall, AbsenceNotice)
    return missed


@pytest.mark.rule("AIJE-D01-5.3")
def test_nobody_is_barred_within_the_time_to_justify_for_words_that_an_arbiter_wrote(
    hall: Hall, absent: Tournament
) -> None:
    case_id, judge = court.case_of(hall, absent, 2).case_id, hall.actor(court.ARBITER)
    hall.act(judge, cases_justifying_verbs.justify, case_id, "did not feel like it")
    with pytest.raises(cases_justifying_verbs.OwnWordsMayCome):
        hall.act(judge, cases_justifying_verbs.review, case_id, VerdictKind.DECLINED, "no reason")
    court.justify(hall, absent, 2, "in hospital")
    with refuses("error.OwnWordsStand"):
        hall.act(judge, cases_justifying_verbs.justify, case_id, "did not feel like it")
    assert court.bars_of(hall, 2) == []
    hall.act(hall.actor(court.ARBITER), cases_justifying_verbs.review, case_id, VerdictKind.DECLINED, "no proof")
    assert len(court.bars_of(hall, 2)) == 1


@pytest.mark.rule("AIJE-D01-5.3")
def test_what_an_arbiter_wrote_down_for_somebody_is_accepted_at_once_and_declined_once_the_time_is_over(
    hall: Hall, absent: Tournament
) -> None:
    for number in (3, 4):
        case_id = court.case_of(hall, absent, number).case_id
        hall.act(hall.actor(court.ARBITER), cases_justifying_verbs.justify, case_id, "said so at the door")
    first, second = (court.case_of(hall, absent, number).case_id for number in (3, 4))
    hall.act(hall.actor(court.ARBITER), cases_justifying_verbs.review, first, VerdictKind.ACCEPTED)
    hall.now += absent.rulebook.absence.justify_within + timedelta(minutes=10)
    hall.act(hall.actor(court.ARBITER), cases_justifying_verbs.review, second, VerdictKind.DECLINED, "no proof")
    assert (court.bars_of(hall, 3), len(court.bars_of(hall, 4))) == ([], 1)


@pytest.mark.rule("AIJE-D01-6")
def test_an_organiser_rules_on_no_match_of_who_is_met_next(hall: Hall) -> None:
    tournament = stakes.running(hall, 1, 2, 3, 4)
    stakes.win(hall, tournament, stakes.match_of(hall, tournament, 1), 1)
    hall.now += timedelta(seconds=1)
    board.deliver_calls(hall)
    (other,) = hall.open_contests(tournament)
    played = board.Board(hall, tournament, other.contest_id)
    played.here(0, 1)
    played.report(0, (3, 0))
    played.report(1, (0, 3))
    for decided in (
        lambda who: hall.act(who, playing_ruling_verbs.rule, other.contest_id, (3, 0), "I saw it"),
        lambda who: hall.act(who, playing_ruling_verbs.suspend, other.contest_id, "trouble"),
    ):
        with pytest.raises(MeetsNext):
            decided(hall.actor(1))
    hall.act(hall.actor(ARBITER), playing_ruling_verbs.rule, other.contest_id, (3, 0), "I saw it")


@pytest.mark.rule("AIJE-D01-6")
def test_a_match_is_taken_from_the_arbiter_who_by_now_meets_its_winner(hall: Hall) -> None:
    hall.arbiter(PLAYING_ARBITER)
    hall.act(hall.actor(PLAYING_ARBITER), playing_arbiters_verbs.go_on)
    tournament = hall.begin(hall.announce(), PLAYING_ARBITER, 2, 3, 4)
    other = stakes.match_without(hall, tournament, PLAYING_ARBITER)
    assert stakes.arbiter_of(hall, other) == hall.person(PLAYING_ARBITER).person_id
    hall.arbiter(ARBITER)
    hall.act(hall.actor(ARBITER), playing_arbiters_verbs.go_on)
    stakes.win(hall, tournament, stakes.match_of(hall, tournament, PLAYING_ARBITER), PLAYING_ARBITER)
    assert stakes.arbiter_of(hall, other) == hall.person(ARBITER).person_id


@pytest.mark.rule("AIJE-D01-6")
def test_where_nobody_else_is_free_that_arbiter_stays_and_all_are_asked_once_the_match_is_alone(hall: Hall) -> None:
    hall.arbiter(PLAYING_ARBITER)
    hall.act(hall.actor(PLAYING_ARBITER), playing_arbiters_verbs.go_on)
    tournament = hall.begin(hall.announce(), PLAYING_ARBITER, 2, 3, 4)
    other = stakes.match_without(hall, tournament, PLAYING_ARBITER)
    stakes.win(hall, tournament, stakes.match_of(hall, tournament, PLAYING_ARBITER), PLAYING_ARBITER)
    assert stakes.arbiter_of(hall, other) == hall.person(PLAYING_ARBITER).person_id
    assert "left_alone" not in [one.message.situation for one in court.waiting(hall, ArbiterWanted)]
    hall.act(hall.actor(PLAYING_ARBITER), playing_arbiters_verbs.go_off)
    assert stakes.arbiter_of(hall, other) is None
    asked = court.waiting(hall, ArbiterWanted)
    assert ("left_alone", (other.contest_id,)) in [(one.message.situation, one.message.waiting) for one in asked]


@pytest.mark.rule("AIJE-D01-6")
def test_an_arbiter_corrects_no_old_match_so_that_the_own_lost_one_is_played_again(hall: Hall) -> None:
    hall.arbiter(PLAYING_ARBITER)
    tournament = hall.begin(hall.announce(), PLAYING_ARBITER, *range(2, 9))
    own = stakes.match_of(hall, tournament, PLAYING_ARBITER)
    beside = next(one for one in hall.open_contests(tournament) if one.position == own.position ^ 1)
    hall.act(hall.actor(1), playing_arbiters_verbs.assign, beside.contest_id, MemberId(PLAYING_ARBITER))
    hall.settle(beside, (3, 0))
    stakes.win(hall, tournament, own, PLAYING_ARBITER)
    lost = stakes.match_of(hall, tournament, PLAYING_ARBITER)
    hall.settle(
        lost, (0, 3) if hall.people_of(tournament, lost)[0] == hall.person(PLAYING_ARBITER).person_id else (3, 0)
    )
    with pytest.raises(OwnMatch):
        hall.ask_as(hall.actor(PLAYING_ARBITER), playing_correcting_verbs.preview_correction, beside.contest_id, (0, 3))
    with pytest.raises(OwnMatch):
        hall.act(hall.actor(PLAYING_ARBITER), playing_correcting_verbs.correct, beside.contest_id, (0, 3), 1, "a slip")
    hall.act(hall.actor(1), playing_correcting_verbs.correct, beside.contest_id, (0, 3), 1, "a slip")


def test_a_player_refuses_no_card_of_the_rivals_decks(hall: Hall) -> None:
    hall.arbiter(PLAYING_ARBITER)
    tournament = hall.announce(preset("on-the-edge"))
    hall.enter(tournament, PLAYING_ARBITER, 2)
    hall.now = tournament.start_at - timedelta(minutes=1)
    _hand_in_and_confirm(hall, tournament, 2)
    with pytest.raises(PlaysInTheEvent):
        hall.act(hall.actor(PLAYING_ARBITER), decks_verbs.refuse_card, tournament.tournament_id, "105", "too strong")


@pytest.mark.rule("OTE-1.7")
def test_whose_card_is_refused_in_the_last_second_has_not_stayed_away(hall: Hall) -> None:
    tournament = hall.announce(preset("on-the-edge"))
    hall.enter(tournament, 2, 3, 4)
    hall.now = tournament.start_at - timedelta(minutes=1)
    _hand_in_and_confirm(hall, tournament, 2)
    hall.act(hall.actor(1), decks_verbs.refuse_card, tournament.tournament_id, "105", "too strong")
    hall.now = tournament.start_at + timedelta(seconds=3)
    closing = hall.do(entering_check_in_verbs.close, hall.load(tournament))
    assert stakes.entry(hall, tournament, 2).entrant_id not in {one.entrant_id for one in closing.absent}
    assert len(closing.absent) == 2


@pytest.mark.rule("AIJE-B03-2")
@pytest.mark.parametrize(
    ("by", "charged"),
    [(-timedelta(hours=10), False), (timedelta(hours=8), False), (-timedelta(minutes=20), True)],
)
def test_who_signed_up_for_another_start_has_not_stayed_away_from_the_one_it_was_moved_to(
    hall: Hall, by: timedelta, charged: bool
) -> None:
    tournament = hall.act(
        hall.actor(1), tournaments_verbs.create, "Open", preset("aije-open"), hall.now + timedelta(hours=12)
    )
    hall.enter(tournament, 2, 3, 4, 5)
    hall.now += timedelta(minutes=1)
    moved = hall.do(tournaments_verbs.change, hall.person(1), tournament, None, tournament.start_at + by)
    hall.now += timedelta(minutes=1)
    hall.enter(moved, 6)
    hall.now = moved.start_at - timedelta(minutes=1)
    for number in (3, 4, 5):
        hall.act(hall.actor(number), entering_check_in_verbs.check_in, moved.tournament_id)
    hall.now = moved.start_at + timedelta(seconds=3)
    closing = hall.do(entering_check_in_verbs.close, hall.load(moved))
    absent = {one.entrant_id for one in closing.absent}
    assert (stakes.entry(hall, moved, 2).entrant_id in absent) is charged
    assert stakes.entry(hall, moved, 6).entrant_id in absent


def test_an_arbiter_who_plays_renames_no_rivals_account(hall: Hall) -> None:
    hall.arbiter(PLAYING_ARBITER)
    stakes.running(hall, PLAYING_ARBITER, 2, 3, 4)
    with pytest.raises(BESIDE):
        hall.act(
            hall.actor(PLAYING_ARBITER),
            entering_eligibility_verbs.change_other,
            (MemberId(2), "P2"),
            None,
            "nobody_here",
        )
    hall.act(hall.actor(ARBITER), entering_eligibility_verbs.change_other, (MemberId(2), "P2"), None, "somebody_else")


def _hand_in_and_confirm(hall: Hall, tournament: Tournament, number: int) -> None:
    cards = "\n".join(str(card) for card in range(100, 140))
    hall.act(hall.actor(number), decks_verbs.submit, tournament.tournament_id, cards)
    hall.act(hall.actor(number), entering_check_in_verbs.check_in, tournament.tournament_id)


def test_a_member_has_three_claims_a_week_whatever_is_refused_or_erased(hall: Hall) -> None:
    tournament = hall.announce()
    hall.enter(tournament, 3)
    for _ in range(3):
        hall.act(hall.actor(2), entering_verbs.register, tournament.tournament_id, "account3")
        hall.act(hall.actor(2), erasure_verbs.erase)
    with refuses("error.TooManyClaims"):
        hall.act(hall.actor(2), entering_verbs.register, tournament.tournament_id, "account3")
    hall.act(hall.actor(2), entering_verbs.register, tournament.tournament_id, "account2")
    hall.now += timedelta(days=7)
    assert hall.act(hall.actor(2), entering_eligibility_verbs.change_own, None, "account3")


def test_the_same_claim_once_more_while_it_waits_is_no_other(hall: Hall) -> None:
    tournament = hall.announce()
    hall.enter(tournament, 3, 4, 5)
    for _ in range(2):
        for held in (3, 4, 5):
            hall.act(hall.actor(2), entering_verbs.register, tournament.tournament_id, f"account{held}")
    assert len(hall.ask(entering_accounts_verbs.waiting, GUILD, hall.now)) == 3


def test_reports_against_a_rival_stay_three_over_an_erasure(hall: Hall) -> None:
    rival = hall.person(3).person_id
    for number in range(3):
        hall.act(
            hall.actor(2),
            cases_misconduct_verbs.report,
            cases_misconduct_verbs.MisconductReport(rival, Ground.CONDUCT, f"cheats, {number}"),
        )
    hall.act(hall.actor(2), erasure_verbs.erase)
    with refuses("error.TooManyReports"):
        hall.act(
            hall.actor(2),
            cases_misconduct_verbs.report,
            cases_misconduct_verbs.MisconductReport(rival, Ground.CONDUCT, "cheats again"),
        )


def test_who_sees_a_claim_wait_enters_by_another_name_of_the_account(hall: Hall) -> None:
    tournament = hall.announce()
    hall.act(hall.actor(2), entering_verbs.register, tournament.tournament_id, "ana_99")
    hall.act(hall.actor(3), entering_verbs.register, tournament.tournament_id, "ana_99")
    hall.act(hall.actor(3), entering_verbs.register, tournament.tournament_id, "ana_98")
    assert stakes.entry(hall, tournament, 3).withdrawn_at is None


@pytest.fixture
def played(hall: Hall) -> board.Board:
    """A match whose sides are both there."""
    first = board.first_match(hall)
    first.here(0, 1)
    return first


def test_no_score_is_told_before_the_rival_is_there(hall: Hall) -> None:
    with_one = board.first_match(hall)
    with_one.here(0)
    with refuses("error.StillMissing"):
        with_one.report(0, (3, 0))


def test_a_score_changed_before_the_press_that_agrees_is_not_agreed_to(hall: Hall, played: board.Board) -> None:
    played.report(0, (1, 3))
    shown = played.report_id
    played.report(0, (3, 1))
    with pytest.raises(Outdated):
        hall.act(played.actor(1), playing_reporting_verbs.confirm, played.contest_id, shown)


def test_a_score_changed_shortly_before_it_stands_names_the_rival_anew_and_gives_the_whole_time(
    played: board.Board,
) -> None:
    rules = played.tournament.rulebook.matches
    played.report(0, (1, 3))
    played.wait(seconds=(rules.confirm_within - timedelta(seconds=5)).total_seconds())
    reminded = len(played.said(ConfirmReminder))
    played.report(0, (3, 1))
    played.wait(seconds=(rules.confirm_within - timedelta(seconds=5)).total_seconds())
    assert len(played.said(ConfirmReminder)) == reminded + 1
    assert played.view.state.phase is MatchPhase.REPORTED


def test_a_dispute_that_is_only_begun_holds_a_match_up_for_minutes_at_most(hall: Hall, played: board.Board) -> None:
    played.report(0, (3, 0))
    shown = played.report_id
    while played.view.contest.result is None:
        played.wait(minutes=3)
        with suppress(RefusedText):
            hall.act(played.actor(1), playing_reporting_verbs.doubt, played.contest_id, shown)
        assert hall.now - played.called_at < timedelta(minutes=30)


def test_who_reports_and_is_gone_in_the_same_second_is_still_disputed(hall: Hall, played: board.Board) -> None:
    rival, liar = played.actor(1), played.actor(0)
    played.report(0, (3, 0))
    shown = played.report_id
    hall.act(liar, erasure_verbs.erase)
    hall.act(rival, playing_reporting_verbs.dispute, played.contest_id, shown, "I won")
    assert played.view.state.phase is MatchPhase.DISPUTED


def test_a_score_changed_while_a_dispute_is_written_does_not_silence_who_tells_the_own(
    hall: Hall, played: board.Board
) -> None:
    played.report(0, (3, 0))
    shown = played.report_id
    hall.act(played.actor(1), playing_reporting_verbs.doubt, played.contest_id, shown)
    played.report(0, (3, 1))
    with pytest.raises(Outdated):
        hall.act(played.actor(1), playing_reporting_verbs.dispute, played.contest_id, shown, "I won")
    played.report(1, (0, 3))
    with refuses("error.DisputeIsOpen"):
        played.report(0, (3, 2))
    assert played.view.state.phase is MatchPhase.DISPUTED


def test_whoever_fills_a_match_with_links_leaves_room_for_the_rivals_proof(hall: Hall, played: board.Board) -> None:
    for number in range(QUOTAS[CountedByAccount.RECORDING].most):
        hall.act(
            played.actor(0), playing_ruling_verbs.add_recording, played.contest_id, f"https://noise.example/{number}"
        )
    with pytest.raises(KeptEnough):
        hall.act(played.actor(0), playing_ruling_verbs.add_recording, played.contest_id, "https://noise.example/more")
    hall.act(played.actor(1), playing_ruling_verbs.add_recording, played.contest_id, "https://proof.example/1")
    hall.act(
        hall.actor(board.ARBITER), playing_ruling_verbs.add_recording, played.contest_id, "https://proof.example/2"
    )
    assert played.view.recordings[:3] == (
        "https://noise.example/0",
        "https://proof.example/1",
        "https://proof.example/2",
    )
