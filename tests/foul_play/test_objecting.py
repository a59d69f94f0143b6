"""What players take back by objecting: each act that the sole organiser can do alone, and its opposite."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from bot.features.decks import store as decks_store
from bot.features.desk import verbs as desk_verbs
from bot.features.entering import store as entering_store
from bot.features.entering import verbs as entering_verbs
from bot.features.match_times import staff_verbs as match_times_staff_verbs
from bot.features.own_events import verbs as own_events_verbs
from bot.features.own_events.model import DoneInOwnEvent, OwnEnding, OwnWishView
from bot.features.playing import adjourning_verbs as playing_adjourning_verbs
from bot.features.playing import arbiters_verbs as playing_arbiters_verbs
from bot.features.playing import presence_verbs as playing_presence_verbs
from bot.features.playing import ruling_verbs as playing_ruling_verbs
from bot.features.playing import store as playing_store
from bot.features.rounds import drawing_verbs as rounds_drawing_verbs
from bot.features.rounds import ending_verbs as rounds_ending_verbs
from bot.features.rounds import store as rounds_store
from bot.features.rounds.model import Attendance
from bot.features.tournaments import store as tournaments_store
from bot.features.tournaments.recusal_verbs import OwnClockRuns
from bot.features.undoing import verbs as undoing_verbs
from bot.kernel.ids import Actor, MemberId
from bot.play.contests import Contest
from bot.play.entries import Tournament
from bot.server.model import Hanging
from tests.features.course.test_small_swiss import go, take
from tests.features.decks.test_decks import EDGE, refuse
from tests.features.rounds.test_ceremonies import ANA, ARBITER
from tests.features.rounds.test_rounds import begun
from tests.foul_play import stakes
from tests.foul_play.organising import ALONE, Try, alone, board, cup, decide, keep, opponent, pause
from tests.foul_play.test_own_event import lapse
from tests.hall.board import Board
from tests.hall.go import go_rules
from tests.hall.hall import PLAYERLESS, Hall
from tests.hall.weeks import DAY, Week


@pytest.fixture
def week(tmp_path: Path) -> Iterator[Week]:
    found = Week(tmp_path)
    yield found
    found.hall.close()


def other(hall: Hall, tournament: Tournament) -> Contest:
    """The match of two others, whose winner meets the organiser."""
    return stakes.match_without(hall, tournament, ALONE)


def resume(hall: Hall, tournament: Tournament, actor: Actor) -> object:
    return hall.act(actor, playing_adjourning_verbs.resume, tournament.tournament_id)


def rule(hall: Hall, tournament: Tournament, actor: Actor) -> object:
    found = other(hall, tournament)
    return hall.act(actor, playing_ruling_verbs.rule, found.contest_id, (found.target, 0), "The stream shows it")


def note_score(hall: Hall, tournament: Tournament, actor: Actor) -> object:
    return hall.act(actor, playing_ruling_verbs.record_score, other(hall, tournament).contest_id, (1, 0))


def wait_for(hall: Hall, tournament: Tournament, actor: Actor) -> object:
    return hall.act(actor, playing_presence_verbs.wait_for, other(hall, tournament).contest_id, 0)


def relieve(hall: Hall, tournament: Tournament, actor: Actor) -> object:
    return hall.act(
        actor, playing_arbiters_verbs.relieve_in_event, tournament.tournament_id, MemberId(60), "Never there"
    )


def object_to(hall: Hall, tournament: Tournament, tried: Try, *, by: int = 2) -> OwnEnding | None:
    """The organiser does it for a reason, and a player of few objects."""
    done = decide(hall, alone(hall, tournament, tried))
    assert done.line is not None
    hall.now += timedelta(seconds=5)
    return hall.act(hall.actor(by), own_events_verbs.object_to, done.act_id).ending


@pytest.fixture
def playing(hall: Hall) -> Tournament:
    """A cup of four with the organiser in it, in which everybody has come to the matches."""
    tournament = cup(hall, 2, 3, 4)
    for one in hall.open_contests(tournament):
        found = Board(hall, tournament, one.contest_id)
        waited_for = [clock.side for clock in found.view.match.clocks if clock.ended_at is None]
        found.here(*waited_for)
    hall.now += timedelta(minutes=1)
    stakes.win(hall, tournament, stakes.match_of(hall, tournament, ALONE), ALONE)
    hall.now += timedelta(minutes=1)
    return tournament


def test_a_pause_that_was_ended_goes_on(hall: Hall) -> None:
    tournament = cup(hall, 2, 3, 4)
    decide(hall, alone(hall, tournament, pause))
    before = hall.ask(tournaments_store.running_pause, tournament.tournament_id)
    hall.now += timedelta(minutes=5)
    assert object_to(hall, tournament, resume) is OwnEnding.OBJECTED
    running = hall.ask(tournaments_store.running_pause, tournament.tournament_id)
    assert running is not None
    assert before is not None
    assert running.until == before.until
    hall.act(hall.actor(30, organiser=True), playing_adjourning_verbs.resume, tournament.tournament_id)
    hall.play_out(tournament)


def test_a_ruling_in_the_match_of_rivals_is_taken_back_and_they_play_on(hall: Hall, playing: Tournament) -> None:
    contest = other(hall, playing)
    assert object_to(hall, playing, rule) is OwnEnding.OBJECTED
    found = hall.ask(playing_store.load, contest.contest_id)
    assert found is not None
    assert found.contest.result is None
    hall.play_out(playing)
    assert hall.load(playing).ended_at is not None


def test_a_ruling_stands_once_the_next_match_was_played(hall: Hall, playing: Tournament) -> None:
    done = decide(hall, alone(hall, playing, rule))
    stakes.win(hall, playing, stakes.match_of(hall, playing, ALONE), ALONE)
    assert hall.act(hall.actor(2), own_events_verbs.object_to, done.act_id).ending is OwnEnding.STANDS


def test_a_score_between_games_is_the_one_of_before(hall: Hall, playing: Tournament) -> None:
    contest = other(hall, playing)
    assert object_to(hall, playing, note_score) is OwnEnding.OBJECTED
    found = hall.ask(playing_store.load, contest.contest_id)
    assert found is not None
    assert found.running == (0, 0)


def test_a_rival_who_was_called_missing_has_lost_nothing(hall: Hall, playing: Tournament) -> None:
    contest = other(hall, playing)
    assert object_to(hall, playing, wait_for) is OwnEnding.OBJECTED
    found = hall.ask(playing_store.load, contest.contest_id)
    assert found is not None
    assert all(one.ended_at is not None for one in found.clocks)
    assert [one.ended_at for one in found.clocks][-1] == found.clocks[-1].started_at


def test_an_arbiter_who_was_relieved_may_follow_matches_again(hall: Hall) -> None:
    hall.arbiter(60)
    tournament = cup(hall, 2, 3, 4)
    assert object_to(hall, tournament, relieve) is OwnEnding.OBJECTED
    assert hall.ask(tournaments_store.reliefs, tournament.tournament_id) == []


def take_out(hall: Hall, tournament: Tournament, actor: Actor) -> object:
    rival = hall.people_of(tournament, other(hall, tournament))[0]
    return hall.act(actor, rounds_drawing_verbs.leave, tournament.tournament_id, rival, "Asked to")


def test_a_rival_who_was_taken_out_of_an_event_under_way_is_in_it_again(hall: Hall, playing: Tournament) -> None:
    contest = other(hall, playing)
    rival = contest.sides[0]
    by = next(one for one in (2, 3, 4) if stakes.entry(hall, playing, one).entrant_id not in contest.sides)
    assert object_to(hall, playing, take_out, by=by) is OwnEnding.OBJECTED
    back, match = hall.ask(entering_store.load, rival), hall.ask(playing_store.load, contest.contest_id)
    assert back is not None
    assert back.withdrawn_at is None
    assert match is not None
    assert match.contest.result is None
    hall.play_out(playing)
    assert hall.load(playing).ended_at is not None


def test_a_rival_stays_out_once_the_next_match_was_played(hall: Hall, playing: Tournament) -> None:
    done = decide(hall, alone(hall, playing, take_out))
    stakes.win(hall, playing, stakes.match_of(hall, playing, ALONE), ALONE)
    by = next(one for one in (2, 3, 4) if stakes.entry(hall, playing, one).withdrawn_at is None)
    assert hall.act(hall.actor(by), own_events_verbs.object_to, done.act_id).ending is OwnEnding.STANDS


def test_what_cannot_be_undone_is_said_to_be_so_before(hall: Hall, playing: Tournament) -> None:
    def annul(hall: Hall, tournament: Tournament, actor: Actor) -> object:
        return hall.act(actor, playing_ruling_verbs.annul_match, other(hall, tournament).contest_id, "The game broke")

    told = alone(hall, playing, annul)
    view: OwnWishView = hall.ask_as(hall.actor(ALONE), own_events_verbs.asking, keep(hall, told).act_id)
    assert not view.undoable
    assert decide(hall, told).line is None


def test_calling_what_is_ready_takes_no_reason(hall: Hall, playing: Tournament) -> None:
    hall.act(hall.actor(ALONE), desk_verbs.call_again, playing.tournament_id)
    assert hall.promised(DoneInOwnEvent, playing.tournament_id) == []


def test_who_is_waited_for_has_the_own_match_neither_called_anew_nor_the_own_clock_stopped(hall: Hall) -> None:
    tournament = cup(hall, 2, 3, 4, is_there=False)
    own = board(hall, tournament)

    def call_anew(hall: Hall, tournament: Tournament, actor: Actor) -> object:
        return hall.act(actor, playing_ruling_verbs.annul_match, own.contest_id, "Again")

    def mark_oneself(hall: Hall, tournament: Tournament, actor: Actor) -> object:
        return hall.act(actor, playing_presence_verbs.mark_present, own.contest_id, own.numbers.index(ALONE))

    for tried in (call_anew, mark_oneself):
        asked = decide(hall, alone(hall, tournament, tried))
        with pytest.raises(OwnClockRuns):
            hall.act(hall.actor(opponent(own)), own_events_verbs.agree, asked.act_id)
        lapse(hall, asked)


# --- by `/undo` ---------------------------------------------------------------------------------------------------


def take_back(hall: Hall, number: int = 1) -> None:
    hall.now += timedelta(seconds=5)
    line, *_ = hall.ask_as(hall.actor(number), undoing_verbs.mine)
    assert line.hangs is None
    hall.act(hall.actor(number), undoing_verbs.undo, line.sequence)
    again, *_ = hall.ask_as(hall.actor(number), undoing_verbs.mine)
    assert again.hangs is Hanging.TAKEN_BACK


def test_what_was_noted_of_a_ceremony_is_as_before(hall: Hall) -> None:
    hall.arbiter(ARBITER)
    event = hall.announce(go_rules())
    hall.enter(event, ANA)
    held_at = hall.now + timedelta(hours=1)
    stated = hall.act(
        hall.actor(1), rounds_ending_verbs.state, event.tournament_id, "Opening", held_at
    ).ceremony.ceremony_id
    person = hall.person(ANA).person_id
    hall.act(hall.actor(ARBITER), rounds_ending_verbs.note, stated, person, Attendance.EXCUSED)
    hall.now = held_at + timedelta(minutes=1)
    hall.act(hall.actor(ARBITER), rounds_ending_verbs.note, stated, person, Attendance.PRESENT)
    take_back(hall, ARBITER)
    assert hall.ask(rounds_store.attendance, stated) == {person: Attendance.EXCUSED}


def test_a_card_that_was_refused_is_allowed_again(hall: Hall) -> None:
    event = hall.announce(EDGE)
    refuse(hall, event, "100")
    take_back(hall)
    assert hall.ask(decks_store.refusals, event.tournament_id) == ()


def test_a_swiss_that_was_to_be_a_round_robin_is_one_again(hall: Hall) -> None:
    event = hall.announce(go(rounds=5))
    take(hall, event)
    take_back(hall)
    assert hall.load(event).rulebook == event.rulebook
    assert hall.load(event).rulebook_hash == event.rulebook_hash


def test_who_was_entered_late_is_taken_off_again_until_the_first_round(hall: Hall) -> None:
    event = begun(hall)
    member = (MemberId(9), "P9")
    hall.act(hall.actor(1), entering_verbs.enter_other, event.tournament_id, member, "", "account9")
    take_back(hall)
    found = hall.ask(entering_store.of_person, event.tournament_id, hall.person(9).person_id)
    assert found is not None
    assert found.withdrawn_at is not None


def test_more_days_and_a_time_that_was_lifted_are_as_before(week: Week) -> None:
    before = week.view.arrangement.until
    until = week.hall.now + 9 * DAY
    week.act(week.hall.actor(PLAYERLESS), match_times_staff_verbs.prolong, week.key, until, "Holidays")
    take_back(week.hall, PLAYERLESS)
    assert week.view.arrangement.until == before
    at = week.hall.now + 4 * DAY
    week.act(week.hall.actor(PLAYERLESS), match_times_staff_verbs.set_time, week.key, at, "The hall is free")
    week.act(week.hall.actor(PLAYERLESS), match_times_staff_verbs.lift_time, week.key, "It is not")
    take_back(week.hall, PLAYERLESS)
    assert week.view.arrangement.time is not None
    assert week.view.arrangement.time.at == at
