"""Events in which somebody who decides plays too."""

from __future__ import annotations

from datetime import timedelta

from bot.domain.contests import Contest
from bot.domain.entering.entries import Entrant
from bot.domain.events.tournament import Tournament
from bot.services.entering import check_in
from bot.services.playing import arbiter_duty
from bot.storage import contests, entrants
from tests.services.board import deliver_calls
from tests.services.hall import Hall

PLAYING_ARBITER, ARBITER = 50, 51


def entry(hall: Hall, tournament: Tournament, number: int) -> Entrant:
    """The member's entry."""
    found = hall.ask(entrants.of_person, tournament.tournament_id, hall.person(number).person_id)
    assert found is not None
    return found


def running(hall: Hall, *numbers: int) -> Tournament:
    """An Open of these, called, with an arbiter on duty who does not play."""
    hall.arbiter(ARBITER)
    hall.act(hall.presser(ARBITER), arbiter_duty.go_on)
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
    found = hall.ask(contests.load, contest.contest_id)
    return None if found is None else found.contest.arbiter


def confirming(hall: Hall, tournament: Tournament, *numbers: int) -> None:
    """Confirmation opens, and these confirm; time stands a minute before the close."""
    hall.enter(tournament, *numbers)
    hall.now = tournament.start_at - timedelta(minutes=5)
    hall.do(check_in.open_check_in, hall.load(tournament))
    hall.now = tournament.start_at - timedelta(minutes=1)
    for number in numbers:
        hall.act(hall.presser(number), check_in.check_in, tournament.tournament_id)
