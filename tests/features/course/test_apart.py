"""Clubs that are kept apart, pairs that an organiser forbids, and rounds that anybody can pair again (GO-26.3)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.features.course import rounds_verbs as course_rounds_verbs
from bot.features.course.facts_verbs import facts
from bot.features.entering import store as entering_store
from bot.features.past_events import drafts_verbs as past_events_drafts_verbs
from bot.features.playing import store as playing_store
from bot.features.rounds import drawing_verbs as rounds_drawing_verbs
from bot.features.tournaments.facts_verbs import NotRegistered
from bot.features.tournaments.promises_model import PairForbidden
from bot.kernel.errors import AlreadyDone, Missing, NotAllowed, NotFound, TooLong
from bot.kernel.ids import EntrantId
from bot.kernel.promises import write
from bot.play.entries import Tournament
from bot.play.format_rules import SwissRules
from bot.play.rulebook import KnockoutRules, Rulebook
from bot.record.reading import read_record
from bot.record.replaying import ReplayedPart, ReplayVerdict, replay
from bot.record.writing import write_record
from tests.features.rounds.test_formats import SWISS
from tests.hall.hall import GUILD, Hall
from tests.refusals import refuses

APART = replace(SWISS, knockout=KnockoutRules(), swiss=SwissRules(rounds=3, keep_clubs_apart=True))
ORGANISER = 1


def entry(hall: Hall, tournament: Tournament, number: int) -> EntrantId:
    found = hall.ask(entering_store.of_person, tournament.tournament_id, hall.person(number).person_id)
    assert found is not None
    return found.entrant_id


def announced(hall: Hall, rulebook: Rulebook = APART) -> Tournament:
    return hall.announce(rulebook)


def say(hall: Hall, tournament: Tournament, number: int, club: str, of: int | None = None) -> str | None:
    whose = None if of is None else entry(hall, tournament, of)
    actor = hall.actor(number)
    return hall.act(actor, course_rounds_verbs.say_club, tournament.tournament_id, club, whose).club


def forbid(hall: Hall, tournament: Tournament, one: int, other: int, by: int = ORGANISER, why: str = "sisters") -> int:
    pair = entry(hall, tournament, one), entry(hall, tournament, other)
    return hall.act(hall.actor(by), course_rounds_verbs.forbid, tournament.tournament_id, pair, why).number


def begin(hall: Hall, tournament: Tournament, *numbers: int) -> Tournament:
    """Has those confirm who are registered, and draws."""
    return hall.begin(tournament, *numbers)


def pairs(hall: Hall, tournament: Tournament, number: int) -> set[frozenset[EntrantId]]:
    standing = hall.ask(playing_store.of_tournament, tournament.tournament_id)
    return {frozenset(one.sides) for one in standing if one.round == number}


def play_round(hall: Hall, tournament: Tournament) -> None:
    for contest in hall.open_contests(tournament):
        hall.settle(contest, (1, 0))


@pytest.mark.rule("GO-26.3")
def test_players_of_one_club_do_not_meet_and_the_draw_holds_when_it_is_run_again(hall: Hall) -> None:
    tournament = announced(hall)
    hall.enter(tournament, 2, 3, 4, 5)
    # By strength alone 2 meets 4 and 3 meets 5, or 2 meets 5, as the lot has it: two clubs leave one way.
    for number, club in ((2, "Norte"), (4, "norte"), (3, "Sur"), (5, " SUR ")):
        say(hall, tournament, number, club)
    tournament = begin(hall, tournament, 2, 3, 4, 5)
    clubs = {one.entrant_id: one.club for one in hall.ask(facts, tournament).starters}
    assert set(clubs.values()) == {"Norte", "Sur"}
    assert all(len({clubs[side] for side in pair}) == 2 for pair in pairs(hall, tournament, 1))
    assert hall.ask(rounds_drawing_verbs.verify_draws, GUILD, tournament.tournament_id).holds


def test_a_club_is_the_players_own_to_say_or_the_staffs_until_the_pairing(hall: Hall) -> None:
    tournament = announced(hall)
    hall.enter(tournament, 2, 3, 4, 5)
    assert say(hall, tournament, 2, "Club\nNorte ") == "Club Norte"
    with pytest.raises(AlreadyDone):
        say(hall, tournament, 2, "club norte")
    assert say(hall, tournament, 2, "") is None
    with pytest.raises(NotAllowed):
        say(hall, tournament, 2, "Sur", of=3)
    assert say(hall, tournament, ORGANISER, "Sur", of=3) == "Sur"
    with pytest.raises(TooLong):
        say(hall, tournament, 2, "x" * 81)
    with pytest.raises(NotRegistered):
        say(hall, tournament, 9, "Sur")
    begin(hall, tournament, 2, 3, 4, 5)
    with refuses("error.ClubIsFixed"):
        say(hall, tournament, ORGANISER, "Norte", of=3)


def test_nobody_is_asked_for_a_club_where_it_means_nothing(hall: Hall) -> None:
    tournament = announced(hall, SWISS)
    hall.enter(tournament, 2)
    with refuses("error.NoClubsHere"):
        say(hall, tournament, 2, "Norte")


@pytest.mark.rule("GO-26.3")
def test_a_forbidden_pair_never_meets_and_replay_and_proof_agree(hall: Hall) -> None:
    tournament = announced(hall)
    hall.enter(tournament, 2, 3, 4, 5, 6, 7)
    for one in (5, 6):
        assert forbid(hall, tournament, 2, one) == 1
    tournament = begin(hall, tournament, 2, 3, 4, 5, 6, 7)
    hall.now = hall.now.replace(microsecond=0)
    play_round(hall, tournament)
    assert forbid(hall, tournament, 3, 4) == 3
    play_round(hall, tournament)
    play_round(hall, tournament)
    first = entry(hall, tournament, 2)
    met = set().union(*(pairs(hall, tournament, number) for number in (1, 2, 3)))
    assert frozenset((first, entry(hall, tournament, 5))) not in met
    assert frozenset((first, entry(hall, tournament, 6))) not in met
    assert frozenset((entry(hall, tournament, 3), entry(hall, tournament, 4))) not in pairs(hall, tournament, 3)
    assert hall.ask(rounds_drawing_verbs.verify_draws, GUILD, tournament.tournament_id).holds
    text = write_record(
        hall.ask_as(hall.actor(ORGANISER), past_events_drafts_verbs.record_for, tournament.tournament_id)
    )
    found = replay(read_record(text, "cup.json"))
    assert found.difference is None
    assert {check.part: check.verdict for check in found.checks}[ReplayedPart.PAIRINGS] is ReplayVerdict.AGREES
    assert len(found.record.forbidden) == 3
    assert "sisters" not in text


@pytest.mark.rule("GO-26.3")
def test_a_pair_that_may_meet_again_still_explains_the_round_in_which_it_might_not(hall: Hall) -> None:
    tournament = announced(hall)
    hall.enter(tournament, 2, 3, 4, 5)
    for other in (4, 5):
        forbid(hall, tournament, 2, other)
    tournament = begin(hall, tournament, 2, 3, 4, 5)
    assert frozenset((entry(hall, tournament, 2), entry(hall, tournament, 3))) in pairs(hall, tournament, 1)
    hall.now = hall.now.replace(second=30)
    lifted = [(entry(hall, tournament, 2), entry(hall, tournament, other)) for other in (4, 5)]
    for pair in lifted:
        allowed = hall.act(hall.actor(ORGANISER), course_rounds_verbs.allow, tournament.tournament_id, pair)
        assert not allowed.forbidden
    with pytest.raises(AlreadyDone):
        hall.act(hall.actor(ORGANISER), course_rounds_verbs.allow, tournament.tournament_id, lifted[0])
    assert hall.ask(facts, tournament).forbidden == frozenset()
    assert hall.ask(rounds_drawing_verbs.verify_draws, GUILD, tournament.tournament_id).holds
    assert hall.ask(rounds_drawing_verbs.reasons, GUILD, tournament.tournament_id).same
    hall.play_out(tournament)
    record = hall.ask_as(hall.actor(ORGANISER), past_events_drafts_verbs.record_for, tournament.tournament_id)
    assert replay(read_record(write_record(record), "cup.json")).difference is None


def test_an_organiser_forbids_two_who_play_with_a_reason_before_the_last_round_is_paired(hall: Hall) -> None:
    tournament = announced(hall)
    hall.enter(tournament, 2, 3, 4, 5)
    with pytest.raises(NotAllowed):
        forbid(hall, tournament, 2, 3, by=2)
    with pytest.raises(Missing):
        forbid(hall, tournament, 2, 3, why=" ")
    with refuses("error.OneAndTheSame"):
        forbid(hall, tournament, 2, 2)
    stranger = entry(hall, tournament, 2), EntrantId("nobody")
    with pytest.raises(NotFound):
        hall.act(hall.actor(ORGANISER), course_rounds_verbs.forbid, tournament.tournament_id, stranger, "why")
    forbid(hall, tournament, 2, 3)
    with pytest.raises(AlreadyDone):
        forbid(hall, tournament, 3, 2)
    (told,) = hall.promised(PairForbidden, tournament.tournament_id)
    assert "sisters" not in write(told.message).details.values()
    begin(hall, tournament, 2, 3, 4, 5)
    play_round(hall, tournament)
    play_round(hall, tournament)
    with refuses("error.NoRoundToCome"):
        forbid(hall, tournament, 4, 5)


def test_reasons_of_pairs_are_for_organisers(hall: Hall) -> None:
    tournament = announced(hall)
    hall.enter(tournament, 2, 3)
    forbid(hall, tournament, 2, 3)
    (seen,) = hall.ask_as(hall.actor(ORGANISER), course_rounds_verbs.listing, tournament.tournament_id).pairs
    (hidden,) = hall.ask_as(hall.actor(2), course_rounds_verbs.listing, tournament.tournament_id).pairs
    assert (seen.reason, hidden.reason) == ("sisters", None)


def test_in_a_bracket_no_pair_is_forbidden(hall: Hall) -> None:
    tournament = hall.announce()
    hall.enter(tournament, 2, 3)
    with refuses("error.NobodyIsKeptApart"):
        forbid(hall, tournament, 2, 3)


def test_the_reasons_of_a_round_are_those_of_the_boards_on_record(hall: Hall) -> None:
    tournament = announced(hall)
    tournament = begin(hall, tournament, 2, 3, 4, 5, 6)
    first = hall.ask(rounds_drawing_verbs.reasons, GUILD, tournament.tournament_id)
    assert (first.number, first.same, len(first.pairing.boards), len(first.pairing.byes)) == (1, True, 3, 1)
    play_round(hall, tournament)
    second = hall.ask(rounds_drawing_verbs.reasons, GUILD, tournament.tournament_id)
    assert (second.number, second.same) == (2, True)
    assert hall.ask(rounds_drawing_verbs.reasons, GUILD, tournament.tournament_id, 1).same
    with refuses("error.NoReasons"):
        hall.ask(rounds_drawing_verbs.reasons, GUILD, tournament.tournament_id, 7)
