"""A title match on its way: announced, its champion named, begun, its games told."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

from bot import wiring
from bot.features.entering import check_in_verbs as entering_check_in_verbs
from bot.features.playing import presence_verbs as playing_presence_verbs
from bot.features.playing.reading_verbs import view_of
from bot.features.rounds import drawing_verbs as rounds_drawing_verbs
from bot.features.seats import by_hand_verbs as seats_by_hand_verbs
from bot.features.title_match import holder_verbs as title_match_holder_verbs
from bot.features.title_match import verbs as title_match_verbs
from bot.features.title_match.model import SeriesView
from bot.features.tournaments.promises_model import MatchCalled
from bot.kernel import outbox
from bot.kernel import time_store as kernel_time_store
from bot.kernel.ids import ChannelId, MemberId, MessageId
from bot.kernel.promises import Delivery
from bot.play.contests import Contest
from bot.play.entries import Tournament
from bot.play.title_games import Colour
from bot.rulebooks.library import preset
from bot.wiring import note_delivery
from tests.hall.hall import Hall
from tests.hall.registered import register

WORLD = replace(preset("aije-world"), matches=replace(preset("aije-world").matches, matches_per_arbiter=0))
CHAMPION, CHALLENGER, OTHER = 2, 3, 4


def seat(hall: Hall, *numbers: int) -> None:
    """The committee gives them the places in the match, as where no Candidates were played before."""
    register(hall, *numbers)
    for number in numbers:
        hall.do(seats_by_hand_verbs.give_by_vote, hall.person(number), hall.person(1), "The first match for the title")


def announced(hall: Hall) -> Tournament:
    tournament = hall.announce_of_before(WORLD, "World Championship")
    seat(hall, CHAMPION, CHALLENGER)
    hall.enter(tournament, CHAMPION, CHALLENGER)
    name(hall, tournament)
    return tournament


def name(hall: Hall, tournament: Tournament, number: int = CHAMPION):
    member = (MemberId(number), f"P{number}")
    return hall.act(hall.actor(1), title_match_holder_verbs.name_champion, tournament.tournament_id, member)


def choose(hall: Hall, tournament: Tournament, which, colour: Colour, number: int = CHAMPION):
    return hall.act(hall.actor(number), title_match_holder_verbs.choose, tournament.tournament_id, which, colour)


def start(hall: Hall, tournament: Tournament, late: timedelta = timedelta(seconds=1)) -> Contest:
    """Confirms, draws, calls; the champion is there at once, the challenger so late."""
    hall.now = tournament.start_at - timedelta(minutes=1)
    for number in (CHAMPION, CHALLENGER):
        hall.act(hall.actor(number), entering_check_in_verbs.check_in, tournament.tournament_id)
    hall.now = tournament.start_at + timedelta(seconds=3)
    hall.do(entering_check_in_verbs.close, hall.load(tournament))
    hall.do(rounds_drawing_verbs.draw_when_closed, tournament.tournament_id)
    (contest,) = hall.open_contests(tournament)
    (call,) = hall.promised(MatchCalled, contest.contest_id)
    hall.do(lambda tx: outbox.mark_sending(tx, call.outbox_id))
    hall.do(note_delivery, Delivery(call.outbox_id, ChannelId(1), MessageId(1), hall.now))
    hall.act(hall.actor(CHAMPION), playing_presence_verbs.here, contest.contest_id)
    hall.now += late
    hall.act(hall.actor(CHALLENGER), playing_presence_verbs.here, contest.contest_id)
    return contest


def begun(hall: Hall) -> tuple[Tournament, Contest]:
    tournament = announced(hall)
    return tournament, start(hall, tournament)


def view(hall: Hall, contest: Contest):
    return hall.ask(view_of, contest.contest_id, hall.now)


def state(hall: Hall, contest: Contest) -> SeriesView:
    found: SeriesView | None = view(hall, contest).part(SeriesView)
    assert found is not None
    return found


def side_of(hall: Hall, contest: Contest, number: int) -> int:
    return [player.discord_id for player in view(hall, contest).players].index(number)


def won(hall: Hall, contest: Contest, number: int, by: int = 1):
    """The member has won the game under way; the organiser says so unless told."""
    hall.now += timedelta(minutes=4)
    mark = state(hall, contest).entries
    return hall.act(hall.actor(by), title_match_verbs.tell, contest.contest_id, mark, side_of(hall, contest, number))


def pause(hall: Hall, contest: Contest, number: int, at_once: int = 1):
    return hall.act(
        hall.actor(number), title_match_verbs.pause, contest.contest_id, state(hall, contest).stops, at_once
    )


def take_due(hall: Hall) -> None:
    for due in hall.ask(kernel_time_store.due_deadlines, hall.now, 50):
        hall.do(wiring.take, due)
