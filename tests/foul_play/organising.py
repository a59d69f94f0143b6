"""What somebody tries who organises an event alone and plays in it, and what they are told."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest

from bot.features.course import ending_verbs as course_ending_verbs
from bot.features.entering import list_verbs as entering_list_verbs
from bot.features.entering import verbs as entering_verbs
from bot.features.own_events import verbs as own_events_verbs
from bot.features.own_events.model import OwnAct
from bot.features.playing import adjourning_verbs as playing_adjourning_verbs
from bot.features.playing import reporting_verbs as playing_reporting_verbs
from bot.features.tournaments import verbs as tournaments_verbs
from bot.features.tournaments.recusal_verbs import AloneInEvent
from bot.kernel.context import Tx
from bot.kernel.ids import Actor, OwnGround, PersonId
from bot.people import account_store as people_account_store
from bot.people.model import SamePerson
from bot.play.entries import Tournament
from bot.rulebooks.library import preset
from bot.server.model import Act
from tests.foul_play import stakes
from tests.hall.board import Board, deliver_calls
from tests.hall.hall import GUILD, Hall

ALONE = 1
"""The organiser of the hall, who is the only one."""
CUP = preset("cup")
Try = Callable[[Hall, Tournament, Actor], object]


def cup(hall: Hall, *others: int, is_there: bool = True) -> Tournament:
    """A cup under way, in which its only organiser plays and has come to the match."""
    tournament = hall.begin(hall.announce(CUP, "Friday"), ALONE, *others)
    hall.now += timedelta(seconds=1)
    deliver_calls(hall)
    own = board(hall, tournament)
    if is_there and ALONE in own.numbers and any(one.ended_at is None for one in own.view.match.clocks):
        own.here(own.numbers.index(ALONE))
    return tournament


def before_the_start(hall: Hall, *others: int) -> Tournament:
    """A cup that takes entries, with its only organiser on the list."""
    tournament = hall.announce(CUP, "Friday")
    hall.enter(tournament, ALONE, *others)
    return tournament


def alone(hall: Hall, tournament: Tournament, tried: Try) -> AloneInEvent:
    """What the organiser is told who is alone."""
    with pytest.raises(AloneInEvent) as told:
        tried(hall, tournament, hall.actor(ALONE))
    return told.value


def keep(hall: Hall, told: AloneInEvent) -> OwnAct:
    """The card with the reasons is shown."""
    wish = (told.own_match, told.verb, told.given)
    return hall.act(hall.actor(ALONE), own_events_verbs.keep, told.tournament, Act(told.act), wish)  # type: ignore[arg-type]


def decide(hall: Hall, told: AloneInEvent, ground: OwnGround = OwnGround.PLAYERS_ASKED) -> OwnAct:
    """The organiser picks a reason."""
    hall.now += timedelta(seconds=1)
    return hall.act(hall.actor(ALONE), own_events_verbs.decide, keep(hall, told).act_id, ground)


def pause(hall: Hall, tournament: Tournament, actor: Actor) -> object:
    return hall.act(actor, playing_adjourning_verbs.pause, tournament.tournament_id, "The power has failed", None)


def call_off(hall: Hall, tournament: Tournament, actor: Actor) -> object:
    return hall.act(actor, course_ending_verbs.cancel, tournament.tournament_id, "I am losing")


def move(hall: Hall, tournament: Tournament, actor: Actor) -> object:
    start = tournament.start_at + timedelta(days=1)
    return hall.act(actor, tournaments_verbs.edit, tournament.tournament_id, None, start)


def seed(hall: Hall, tournament: Tournament, actor: Actor) -> object:
    form = hall.ask_as(actor, entering_list_verbs.form, tournament.tournament_id)
    return hall.act(actor, entering_list_verbs.arrange, tournament.tournament_id, "P3\nP2", form.order)


def take_off(hall: Hall, tournament: Tournament, actor: Actor) -> object:
    rival = stakes.entry(hall, tournament, 2).entrant_id
    return hall.act(actor, entering_verbs.remove, rival, "A rival less")


BEFORE: dict[str, Try] = {"move the start": move, "seed by hand": seed, "take off": take_off, "call off": call_off}
"""What can be decided about an event that takes entries."""


def link(tx: Tx, first: PersonId, second: PersonId) -> None:
    """Staff's word that two are one."""
    people_account_store.add_same_person(tx, SamePerson("link", GUILD, first, second, "seen", tx.now, first))


def board(hall: Hall, tournament: Tournament) -> Board:
    """The own match of the organiser."""
    return Board(hall, tournament, stakes.match_of(hall, tournament, ALONE).contest_id)


def opponent(found: Board) -> int:
    return next(one for one in found.numbers if one != ALONE)


def is_settled(found: Board) -> bool:
    """Whether the match has a result."""
    return found.view.match.contest.result is not None


def dispute(found: Board, *, by: int = 1) -> None:
    """One side tells that it has won, and that side `by`, the other one, disputes it."""
    target = found.view.match.contest.target
    waited_for = {found.view.match.contest.sides[one.side] for one in found.view.match.clocks if one.ended_at is None}
    found.here(*(side for side, one in enumerate(found.view.match.contest.sides) if one in waited_for))
    found.report(1 - by, (target, 0) if by else (0, target))
    hall = found.hall
    hall.act(found.actor(by), playing_reporting_verbs.dispute, found.contest_id, found.report_id, "I have won")
