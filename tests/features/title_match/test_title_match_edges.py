"""A match for the title when something comes between: refusals, absences, leaving, presses at once (AIJE-D03)."""

from __future__ import annotations

from datetime import timedelta

import pytest

from bot.features.entering import check_in_verbs as entering_check_in_verbs
from bot.features.playing import presence_verbs as playing_presence_verbs
from bot.features.playing import ruling_verbs as playing_ruling_verbs
from bot.features.rounds import drawing_verbs as rounds_drawing_verbs
from bot.features.title_match import store as title_match_store
from bot.features.title_match import verbs as title_match_verbs
from bot.features.title_match.model import PlayGoesOn
from bot.features.tournaments.promises_model import MatchCalled
from bot.kernel import outbox
from bot.kernel.errors import Outdated
from bot.kernel.ids import ChannelId, MessageId
from bot.kernel.promises import Delivery
from bot.people import store as people_store
from bot.people.store import WorldTitle
from bot.play.contests import Contest, ResultKind
from bot.play.entries import Tournament
from bot.wiring import note_delivery
from tests.hall.hall import GUILD, Hall
from tests.hall.title_matches import (
    CHALLENGER,
    CHAMPION,
    announced,
    begun,
    pause,
    side_of,
    state,
    take_due,
    view,
    won,
)
from tests.refusals import refuses


def reigning(hall: Hall) -> str:
    """P2 was champion before every match of this page."""
    return hall.ask(people_store.world_titles, GUILD)[-1].person_id


def crowned_before(hall: Hall) -> None:
    person = hall.person(CHAMPION).person_id
    before = WorldTitle(person, "2025", hall.now)
    hall.do(lambda tx: people_store.crown(tx, GUILD, before, tx.now, person))


def started(hall: Hall) -> tuple[Tournament, Contest]:
    crowned_before(hall)
    return begun(hall)


def confirmed_by(hall: Hall, *numbers: int) -> Tournament:
    """A match before its call, with those alone who confirmed."""
    crowned_before(hall)
    tournament = announced(hall)
    hall.now = tournament.start_at - timedelta(minutes=1)
    for number in numbers:
        hall.act(hall.actor(number), entering_check_in_verbs.check_in, tournament.tournament_id)
    hall.now = tournament.start_at + timedelta(seconds=3)
    hall.do(entering_check_in_verbs.close, hall.load(tournament))
    hall.do(rounds_drawing_verbs.draw_when_closed, tournament.tournament_id)
    return hall.load(tournament)


@pytest.mark.rule("AIJE-D03-1")
@pytest.mark.parametrize("there", [(CHALLENGER,), (CHAMPION,), ()])
def test_a_match_to_which_a_side_does_not_come_is_not_drawn_and_the_title_stays(
    hall: Hall, there: tuple[int, ...]
) -> None:
    tournament = confirmed_by(hall, *there)
    assert hall.open_contests(tournament) == []
    assert tournament.drawn_at is None
    assert reigning(hall) == hall.person(CHAMPION).person_id


@pytest.mark.rule("AIJE-D01-5.4", "AIJE-D03-1")
@pytest.mark.parametrize(("stays_away", "holds"), [(CHAMPION, CHALLENGER), (CHALLENGER, CHAMPION)])
def test_who_confirms_and_stays_away_loses_game_by_game_and_with_them_the_title(
    hall: Hall, stays_away: int, holds: int
) -> None:
    tournament = confirmed_by(hall, CHAMPION, CHALLENGER)
    contest = called(hall, tournament)
    hall.act(hall.actor(holds), playing_presence_verbs.here, contest.contest_id)
    hall.now += timedelta(minutes=21)
    take_due(hall)
    result = view(hall, contest).contest.result
    assert result is not None
    assert (result.kind, sorted(result.score)) == (ResultKind.WALKOVER, [0, 10])
    assert reigning(hall) == hall.person(holds).person_id


@pytest.mark.rule("AIJE-D01-5.4", "AIJE-D03-1")
def test_a_match_that_both_lost_by_absence_leaves_the_title_where_it_was(hall: Hall) -> None:
    tournament = confirmed_by(hall, CHAMPION, CHALLENGER)
    contest = called(hall, tournament)
    hall.now += timedelta(minutes=21)
    take_due(hall)
    hall.act(hall.actor(1), playing_ruling_verbs.double_walkover, contest.contest_id)
    assert hall.load(tournament).ended_at is not None
    assert reigning(hall) == hall.person(CHAMPION).person_id
    assert len(hall.ask(people_store.world_titles, GUILD)) == 1


@pytest.mark.rule("AIJE-D03-1")
@pytest.mark.parametrize(("leaves", "holds"), [(CHAMPION, CHALLENGER), (CHALLENGER, CHAMPION)])
def test_who_leaves_in_the_middle_loses_the_match_and_the_games_that_were_played_stand(
    hall: Hall, leaves: int, holds: int
) -> None:
    tournament, contest = started(hall)
    won(hall, contest, leaves)
    won(hall, contest, leaves)
    pause(hall, contest, holds)
    hall.act(hall.actor(leaves), rounds_drawing_verbs.leave, tournament.tournament_id)
    result = view(hall, contest).contest.result
    assert result is not None
    assert result.kind is ResultKind.WITHDRAWAL
    assert (result.score[side_of(hall, contest, leaves)], result.score[side_of(hall, contest, holds)]) == (2, 10)
    assert state(hall, contest).series.score == result.score
    assert reigning(hall) == hall.person(holds).person_id
    hall.now += timedelta(minutes=6)
    take_due(hall)
    assert not hall.promised(PlayGoesOn, contest.contest_id)


def test_both_players_press_at_once_and_one_game_is_recorded(hall: Hall) -> None:
    _, contest = started(hall)
    side, mark = side_of(hall, contest, CHAMPION), state(hall, contest).entries
    hall.act(hall.actor(CHALLENGER), title_match_verbs.tell, contest.contest_id, mark, side)
    with pytest.raises(Outdated):
        hall.act(hall.actor(CHAMPION), title_match_verbs.tell, contest.contest_id, mark, side)
    assert sum(state(hall, contest).series.score) == 1


def test_two_players_who_each_claim_the_game_leave_it_open_and_the_arbiter_decides(hall: Hall) -> None:
    _, contest = started(hall)
    won(hall, contest, CHAMPION, by=CHAMPION)
    won(hall, contest, CHALLENGER, by=CHALLENGER)
    assert state(hall, contest).series.games == ()
    assert not won(hall, contest, CHAMPION, by=1).waits
    assert state(hall, contest).claim is None


@pytest.mark.rule("AIJE-D03-5")
def test_a_ruling_on_an_earlier_game_keeps_the_word_that_waits(hall: Hall) -> None:
    _, contest = started(hall)
    won(hall, contest, CHAMPION)
    won(hall, contest, CHAMPION, by=CHAMPION)
    side, mark = side_of(hall, contest, CHALLENGER), state(hall, contest).entries
    hall.act(hall.actor(1), title_match_verbs.decide, contest.contest_id, mark, 1, side, "Lag")
    assert state(hall, contest).claim is not None
    hall.act(hall.actor(1), title_match_verbs.decide, contest.contest_id, mark + 1, 1, None, "Play it again")
    assert state(hall, contest).claim is None


@pytest.mark.rule("AIJE-D03-4", "AIJE-D03-5")
def test_a_ruling_in_a_pause_counts_and_the_pause_goes_on(hall: Hall) -> None:
    _, contest = started(hall)
    pause(hall, contest, CHAMPION)
    until = state(hall, contest).resumes_at
    hall.act(hall.actor(1), title_match_verbs.decide, contest.contest_id, 0, 1, 0, "The power went")
    after = state(hall, contest)
    assert after.series.score == (1, 0)
    assert after.resumes_at == until


@pytest.mark.rule("AIJE-D03-4")
def test_a_match_that_is_annulled_or_suspended_in_a_pause_does_not_go_on_by_itself(hall: Hall) -> None:
    _, contest = started(hall)
    pause(hall, contest, CHAMPION)
    hall.act(hall.actor(1), playing_ruling_verbs.suspend, contest.contest_id, "The site is down")
    with refuses("error.MatchIsSuspended"):
        pause(hall, contest, CHALLENGER)
    hall.now += timedelta(minutes=6)
    take_due(hall)
    assert not hall.promised(PlayGoesOn, contest.contest_id)
    hall.act(hall.actor(1), playing_ruling_verbs.resume, contest.contest_id)
    pause(hall, contest, CHALLENGER)
    hall.now += timedelta(seconds=1)
    hall.act(hall.actor(1), playing_ruling_verbs.annul_match, contest.contest_id, "All of it again")
    hall.now += timedelta(minutes=6)
    take_due(hall)
    assert not hall.promised(PlayGoesOn, contest.contest_id)
    assert hall.ask(title_match_store.stops, contest.contest_id) == []


def called(hall: Hall, tournament: Tournament) -> Contest:
    """The call is delivered, and the clocks of both run."""
    (contest,) = hall.open_contests(tournament)
    (call,) = hall.promised(MatchCalled, contest.contest_id)
    hall.do(lambda tx: outbox.mark_sending(tx, call.outbox_id))
    hall.do(note_delivery, Delivery(call.outbox_id, ChannelId(1), MessageId(1), hall.now))
    return contest
