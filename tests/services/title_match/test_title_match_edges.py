"""A match for the title when something comes between: refusals, absences, leaving, presses at once (AIJE-D03)."""

from __future__ import annotations

from datetime import timedelta

import pytest

from bot.domain.announcements import Delivery
from bot.domain.contests import Contest, ResultKind
from bot.domain.events.tournament import Tournament
from bot.domain.ids import ChannelId, MessageId
from bot.domain.playing.sayings import MatchCalled
from bot.domain.title_match.sayings import PlayGoesOn
from bot.errors import Outdated
from bot.services.deliveries import note_delivery
from bot.services.entering import check_in
from bot.services.events import drawing, leaving
from bot.services.playing import presence, ruling, stopping
from bot.services.playing.matches import MatchIsSuspended
from bot.services.title_match import series
from bot.storage import outbox, titles
from bot.storage import series as record
from bot.storage.titles import WorldTitle
from tests.services.hall import GUILD, Hall
from tests.services.title_matches import (
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


def reigning(hall: Hall) -> str:
    """P2 was champion before every match of this page."""
    return hall.ask(titles.world_titles, GUILD)[-1].person_id


def crowned_before(hall: Hall) -> None:
    person = hall.person(CHAMPION).person_id
    before = WorldTitle(person, "2025", hall.now)
    hall.do(lambda tx: titles.crown(tx, GUILD, before, tx.now, person))


def started(hall: Hall) -> tuple[Tournament, Contest]:
    crowned_before(hall)
    return begun(hall)


def confirmed_by(hall: Hall, *numbers: int) -> Tournament:
    """A match before its call, with those alone who confirmed."""
    crowned_before(hall)
    tournament = announced(hall)
    hall.now = tournament.start_at - timedelta(minutes=1)
    for number in numbers:
        hall.act(hall.presser(number), check_in.check_in, tournament.tournament_id)
    hall.now = tournament.start_at + timedelta(seconds=3)
    hall.do(check_in.close, hall.load(tournament))
    hall.do(drawing.draw_when_closed, tournament.tournament_id)
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
    hall.act(hall.presser(holds), presence.here, contest.contest_id)
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
    hall.act(hall.presser(1), ruling.double_walkover, contest.contest_id)
    assert hall.load(tournament).ended_at is not None
    assert reigning(hall) == hall.person(CHAMPION).person_id
    assert len(hall.ask(titles.world_titles, GUILD)) == 1


@pytest.mark.rule("AIJE-D03-1")
@pytest.mark.parametrize(("leaves", "holds"), [(CHAMPION, CHALLENGER), (CHALLENGER, CHAMPION)])
def test_who_leaves_in_the_middle_loses_the_match_and_the_games_that_were_played_stand(
    hall: Hall, leaves: int, holds: int
) -> None:
    tournament, contest = started(hall)
    won(hall, contest, leaves)
    won(hall, contest, leaves)
    pause(hall, contest, holds)
    hall.act(hall.presser(leaves), leaving.leave, tournament.tournament_id)
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
    hall.act(hall.presser(CHALLENGER), series.tell, contest.contest_id, mark, side)
    with pytest.raises(Outdated):
        hall.act(hall.presser(CHAMPION), series.tell, contest.contest_id, mark, side)
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
    hall.act(hall.presser(1), series.decide, contest.contest_id, mark, 1, side, "Lag")
    assert state(hall, contest).claim is not None
    hall.act(hall.presser(1), series.decide, contest.contest_id, mark + 1, 1, None, "Play it again")
    assert state(hall, contest).claim is None


@pytest.mark.rule("AIJE-D03-4", "AIJE-D03-5")
def test_a_ruling_in_a_pause_counts_and_the_pause_goes_on(hall: Hall) -> None:
    _, contest = started(hall)
    pause(hall, contest, CHAMPION)
    until = state(hall, contest).resumes_at
    hall.act(hall.presser(1), series.decide, contest.contest_id, 0, 1, 0, "The power went")
    after = state(hall, contest)
    assert after.series.score == (1, 0)
    assert after.resumes_at == until


@pytest.mark.rule("AIJE-D03-4")
def test_a_match_that_is_annulled_or_suspended_in_a_pause_does_not_go_on_by_itself(hall: Hall) -> None:
    _, contest = started(hall)
    pause(hall, contest, CHAMPION)
    hall.act(hall.presser(1), stopping.suspend, contest.contest_id, "The site is down")
    with pytest.raises(MatchIsSuspended):
        pause(hall, contest, CHALLENGER)
    hall.now += timedelta(minutes=6)
    take_due(hall)
    assert not hall.promised(PlayGoesOn, contest.contest_id)
    hall.act(hall.presser(1), stopping.resume, contest.contest_id)
    pause(hall, contest, CHALLENGER)
    hall.now += timedelta(seconds=1)
    hall.act(hall.presser(1), stopping.annul_match, contest.contest_id, "All of it again")
    hall.now += timedelta(minutes=6)
    take_due(hall)
    assert not hall.promised(PlayGoesOn, contest.contest_id)
    assert hall.ask(record.stops, contest.contest_id) == []


def called(hall: Hall, tournament: Tournament) -> Contest:
    """The call is delivered, and the clocks of both run."""
    (contest,) = hall.open_contests(tournament)
    (call,) = hall.promised(MatchCalled, contest.contest_id)
    hall.do(lambda tx: outbox.mark_sending(tx, call.outbox_id))
    hall.do(note_delivery, Delivery(call.outbox_id, ChannelId(1), MessageId(1), hall.now))
    return contest
