"""Events in which somebody who decides plays too."""

from __future__ import annotations

from datetime import timedelta

from bot.features.entering import check_in_verbs as entering_check_in_verbs
from bot.features.entering import store as entering_store
from bot.features.playing import arbiters_verbs as playing_arbiters_verbs
from bot.features.playing import store as playing_store
from bot.play.contests import Contest
from bot.play.entries import Entrant, Tournament
from tests.hall.board import deliver_calls
from tests.hall.hall import Hall

PLAYING_ARBITER, ARBITER = 50, 51


def entry(hall: Hall, tournament: Tournament, number: int) -> Entrant:
    """The member's entry."""
    found = hall.ask(entering_store.of_person, tournament.tournament_id, hall.person(number).person_id)
    assert found is not None
    return found


def running(hall: Hall, *numbers: int) -> Tournament:
    """An Open of these, called, with an arbiter on duty who does not play."""
    hall.arbiter(ARBITER)
    hall.act(hall.actor(ARBITER), playing_arbiters_verbs.go_on)
    tournament = hall.begin(hall.announce(), *numbers)
    hall.now += timedelta(seconds=1)
    deliver_calls(hall)
    return tournament


def plays(hall: Hall, tournament: Tournament, contest: Contest, number: int) -> bool:
    """Whether the member plays in it."""
    return hall.person(number).person_id in hall.people_of(tournament, contest)


def match_of(hall: Hall, tournament: Tournament, number: int) -> Contest:
    """The open match of the member."""
    return next(one for one in hall.open_contests(tournament) if plays(hall, tournament, one, number))


def match_without(hall: Hall, tournament: Tournament, number: int) -> Contest:
    """An open match in which the member does not play."""
    return next(one for one in hall.open_contests(tournament) if not plays(hall, tournament, one, number))


def win(hall: Hall, tournament: Tournament, contest: Contest, number: int) -> None:
    """The member wins the match."""
    first = hall.people_of(tournament, contest)[0] == hall.person(number).person_id
    hall.settle(contest, (contest.target, 0) if first else (0, contest.target))


def lose(hall: Hall, tournament: Tournament, contest: Contest, number: int) -> None:
    """The member loses the match."""
    first = hall.people_of(tournament, contest)[0] == hall.person(number).person_id
    hall.settle(contest, (0, contest.target) if first else (contest.target, 0))


def arbiter_of(hall: Hall, contest: Contest) -> str | None:
    """Who follows the match by now."""
    found = hall.ask(playing_store.load, contest.contest_id)
    return None if found is None else found.contest.arbiter


def confirming(hall: Hall, tournament: Tournament, *numbers: int) -> None:
    """Confirmation opens, and these confirm; time stands a minute before the close."""
    hall.enter(tournament, *numbers)
    hall.now = tournament.start_at - timedelta(minutes=5)
    hall.do(entering_check_in_verbs.open_check_in, hall.load(tournament))
    hall.now = tournament.start_at - timedelta(minutes=1)
    for number in numbers:
        hall.act(hall.actor(number), entering_check_in_verbs.check_in, tournament.tournament_id)
