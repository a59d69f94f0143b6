"""Every door to a seat, walked by who wants one for a friend: the command, a list, a file, an undo, the vote.

Nobody gets a seat who is not registered (AIJE-B03-1), and nobody who plays for seats gives one alone.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Final

import pytest

from bot.features.entering import bars_store as entering_bars_store
from bot.features.entering import verbs as entering_verbs
from bot.features.entering.eligibility_verbs import NotInvited
from bot.features.seats import by_hand_verbs as seats_by_hand_verbs
from bot.features.signing.model import SignatureView
from bot.features.voting import desk_verbs as voting_desk_verbs
from bot.features.voting.bodies_model import VoteMatter
from bot.kernel.ids import ChannelId, MemberId, PersonId
from bot.people import store as people_store
from bot.people.model import Office
from bot.play.rulebook import QualifyingEvent
from bot.rulebooks.library import preset
from bot.server import store as server_store
from tests.features.seats.test_past_seats import DAY, MARCH, a_league
from tests.features.seats.test_past_seats_in_any_order import undo, world
from tests.features.sign_ups.test_sign_ups import look, send
from tests.foul_play.test_seats_with_a_signature import hold_seat
from tests.hall import moving_in
from tests.hall.arrivals import brought_together
from tests.hall.hall import GUILD, Hall
from tests.hall.registered import register
from tests.house.reading import functions, planted, python_files, text, tree
from tests.house.rooms import DECIDING, modules_of
from tests.refusals import refuses

LEAGUE, CANDIDATES, WORLD = QualifyingEvent.LEAGUE, QualifyingEvent.CANDIDATES, QualifyingEvent.WORLD
OWNER, PLAYER, FRIEND, LEADER = 1, 2, 8, 20
WRITERS: Final = {
    "bot/features/seats/by_hand_verbs.py _give": "by hand, by a signature or by the vote: `vacancies.refuse` first",
    "bot/features/seats/verbs.py _open_named": "by an undo: `vacancies.refuse` first",
    "bot/features/seats/verbs.py _seat": "what follows from the standings, in which nobody chooses",
}
"""Every function that writes a seat, and what lets nobody in by it."""
_WRITES: Final = {"give_seat", "open_named", "seats_store.give", "store.give"}


def writers() -> Iterator[str]:
    """The functions of the bot in which a seat is written."""
    for file in (*modules_of(*DECIDING), *python_files("cogs/")):
        if any(one.rpartition(".")[2] in text(file) for one in _WRITES):
            yield from (f"{file} {function.name}" for function in functions(tree(file)) if _writes_a_seat(function))


def _writes_a_seat(function: ast.AST) -> bool:
    called = {ast.unparse(node.func) for node in ast.walk(function) if isinstance(node, ast.Call)}
    return any(one in _WRITES or one.rpartition(".")[2] in _WRITES for one in called)


def test_every_door_to_a_seat_is_listed_with_what_guards_it() -> None:
    assert set(writers()) == set(WRITERS)


@pytest.mark.plants
@pytest.mark.parametrize("call", ["bars.give_seat(tx, guild_id)", "seats_store.give(tx, guild_id)"])
def test_a_new_door_to_a_seat_is_found(call: str) -> None:
    with planted({"bot/features/planted/verbs.py": f"def open_door(tx, guild_id):\n    {call}\n"}):
        assert set(writers()) - set(WRITERS) == {"bot/features/planted/verbs.py open_door"}


# --- who is not registered -------------------------------------------------------------------------------------------


def seated(hall: Hall, event: QualifyingEvent) -> set[PersonId]:
    return set(hall.ask(entering_bars_store.seats, GUILD, event))


def by_command(hall: Hall, event: QualifyingEvent) -> None:
    with refuses("error.SeatForRegistered"):
        hall.act(hall.actor(OWNER), seats_by_hand_verbs.give, (MemberId(FRIEND), "P8"), event, "A good player")


def by_entering_them(hall: Hall, event: QualifyingEvent) -> None:
    tournament = hall.announce_of_before(preset(event))
    who = (MemberId(FRIEND), "P8")
    with pytest.raises(NotInvited):
        hall.act(hall.actor(OWNER), entering_verbs.enter_other, tournament.tournament_id, who, "", "account8")


def by_a_list_of_sign_ups(hall: Hall, event: QualifyingEvent) -> None:
    tournament = hall.announce_of_before(preset(event))
    hall.person(FRIEND)
    sign_ups = send(hall, tournament, "P8")
    assert look(hall, sign_ups).entering == ()


def by_an_opening_list(hall: Hall, event: QualifyingEvent) -> None:
    del event
    moving_in.bring(hall, "name;rating\nRui;2100\n")


def by_a_file(hall: Hall, event: QualifyingEvent) -> None:
    """A match for the title of last year, that the friend won, is history."""
    del event
    brought_together(hall, world())


def by_the_vote(hall: Hall, event: QualifyingEvent) -> None:
    del event
    leader, community = hall.person(LEADER).person_id, hall.ask(server_store.load, GUILD)
    assert community is not None
    hall.do(lambda tx: server_store.save(tx, replace(community, committee=ChannelId(3))))
    hall.do(lambda tx: people_store.give_office(tx, GUILD, Office.LEADER, leader, tx.now, leader))
    hall.arbiter(LEADER)
    with refuses("error.SeatForRegistered"):
        hall.act(
            hall.actor(LEADER),
            voting_desk_verbs.ask,
            "title-place",
            VoteMatter("A good one"),
            hall.person(FRIEND).person_id,
        )


def by_an_undo(hall: Hall, event: QualifyingEvent) -> None:
    """A seat from before the rule, of somebody unregistered, does not come back with the event that is taken back."""
    del event
    brought_together(hall, a_league("Old League", MARCH))
    hall.now = MARCH + 50 * DAY
    friend = hall.person(FRIEND).person_id
    hall.do(lambda tx: entering_bars_store.give_seat(tx, GUILD, LEAGUE, friend, tx.now, friend))
    hall.now = MARCH + 200 * DAY
    brought_together(hall, a_league("League", MARCH + 100 * DAY))
    undo(hall)


DOORS: Final[dict[str, Callable[[Hall, QualifyingEvent], None]]] = {
    "the command": by_command,
    "entering them": by_entering_them,
    "a list of sign-ups": by_a_list_of_sign_ups,
    "an opening list": by_an_opening_list,
    "a file": by_a_file,
    "the vote": by_the_vote,
    "an undo": by_an_undo,
}


@pytest.mark.rule("AIJE-B03-1")
@pytest.mark.parametrize("event", list(QualifyingEvent))
@pytest.mark.parametrize("door", DOORS)
def test_nobody_gets_a_seat_unregistered_by_any_door(hall: Hall, event: QualifyingEvent, door: str) -> None:
    DOORS[door](hall, event)
    assert seated(hall, event) == set()


@pytest.mark.parametrize("verb", [seats_by_hand_verbs.give, seats_by_hand_verbs.take])
@pytest.mark.parametrize("event", [LEAGUE, CANDIDATES])
def test_who_plays_for_seats_gives_and_takes_none_alone(
    hall: Hall, event: QualifyingEvent, verb: Callable[..., object]
) -> None:
    hold_seat(hall, PLAYER, event)
    register(hall, FRIEND)
    if verb is seats_by_hand_verbs.take:
        hold_seat(hall, FRIEND, event)
    before = seated(hall, event)
    waits = hall.act(hall.actor(PLAYER, organiser=True), verb, (MemberId(FRIEND), "P8"), event, "A good player")
    assert isinstance(waits, SignatureView)
    assert seated(hall, event) == before
