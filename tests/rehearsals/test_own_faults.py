"""A rehearsal of staff who play holds, and the judge notices each stake that the bot drops, one after the other."""

from __future__ import annotations

from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import Final

import pytest

from bot.features.own_events import verbs as own_events_verbs
from bot.features.signing import verbs as signing_verbs
from bot.features.tournaments import recusal_verbs as tournaments_recusal_verbs
from bot.features.undoing import verbs as undoing_verbs
from bot.kernel.ids import Actor
from bot.server import model as server_model
from bot.server.model import Act, Interest, Row, Stake
from rehearsal.own.checks import CHECKS
from rehearsal.own.show import NAME
from tests.rehearsals.conftest import played_in
from tests.rehearsals.planting import Faults, Patch

NOT_PLAYED: Final = {
    Act.NAME_HOLDER: "Reached only by /title holder, in a match for the world title; foul_play/test_taking_a_title.py.",
    Act.LINK_OFFICER: "A link asks as LINK_DISCORD does, which is played; services/cases/test_discord_links.py.",
    Act.GIVE_SEATS: "None of the events has seats to give; tests/foul_play/test_seats_by_hand.py.",
    Act.CUT_CHECK_IN_SHORT: "Everybody checks in there; tests/features/entering/test_another_close.py.",
    Act.OBJECT_TO_ACT: "Tried with a fault of its own, `anybody_objects`; tests/foul_play/test_own_event.py.",
}
"""Acts with a stake that the rehearsal does not try."""
PLAYED: Final = tuple(
    act for act, row in server_model.ROWS.items() if row.stake is not Stake.NONE and act not in NOT_PLAYED
)
BY_HAND: Final = {Act.APPROVE_RULEBOOK: "bot.features.tournaments.official_verbs._has_saved"}
"""Acts of which a module asks by hand too whether they are about oneself: by what."""
FAULTS = Faults[str]()
_TWO = "Two objections end it, and one too late changes nothing"
_OWN_MATCH = "In the own match a ruling waits for the opponent"


def drop(patch: Patch, act: Act) -> None:
    """Nobody has a stake in the act any more: the table is all that is asked."""
    patch.setattr(server_model, "ROWS", {**server_model.ROWS, act: Row(Interest.NOBODY, Stake.NONE, "planted")})
    if act in BY_HAND:
        patch.setattr(BY_HAND[act], lambda *_: False)


for _act in PLAYED:
    _plant = partial(drop, act=_act)
    _plant.__name__ = f"the stake of {_act} is dropped"  # type: ignore[attr-defined]
    FAULTS[_plant.__name__] = (_plant, _act)  # type: ignore[attr-defined]


@FAULTS.fault(_TWO)
def one_objection_is_enough(patch: Patch) -> None:
    patch.setattr(own_events_verbs, "objections_needed", lambda _: 1)


@FAULTS.fault("What players undid is as it was")
def objections_take_nothing_back(patch: Patch) -> None:
    patch.setattr(undoing_verbs, "undo_for_players", lambda *_: True)


@FAULTS.fault("Only players object, and not who did it")
def anybody_objects(patch: Patch) -> None:
    patch.setattr(own_events_verbs, "is_one", lambda *_: True)


@FAULTS.fault(_OWN_MATCH)
def the_opponent_has_all_day(patch: Patch) -> None:
    patch.setattr(own_events_verbs, "AGREE_WITHIN", timedelta(days=1))


@FAULTS.fault("A wish in a rated event is signed, declined, or lapses after a day")
def a_wish_waits_for_a_week(patch: Patch) -> None:
    patch.setattr(own_events_verbs, "EVENT_WAITS_FOR", timedelta(days=7))


@FAULTS.fault("A wish in a rated event is signed, declined, or lapses after a day")
def the_own_clock_stops(patch: Patch) -> None:
    patch.setattr(tournaments_recusal_verbs, "refuse_while_waited_for", lambda *_: None)


@FAULTS.fault("Where ratings move, a reason is asked for too")
def nothing_hangs_on_a_rated_event(patch: Patch) -> None:
    def goes_alone(actor: Actor, *_: object) -> None:
        del actor

    patch.setattr(tournaments_recusal_verbs, "_go_alone", goes_alone)


@FAULTS.fault("Who can decide instead is asked, in public and by letter")
def nobody_gets_a_letter(patch: Patch) -> None:
    patch.setattr(tournaments_recusal_verbs, "who_could", lambda *_: [])


@FAULTS.fault("The asker and who plays sign nothing")
def what_was_declined_is_asked_for_again(patch: Patch) -> None:
    patch.setattr(signing_verbs, "_refuse_again", lambda *_: None)


@FAULTS.fault("The asker and who plays sign nothing")
def an_officer_who_plays_signs(patch: Patch) -> None:
    patch.setattr(signing_verbs, "who_signs", lambda bench, *_: tuple(sorted(bench.officers.values())))


def test_each_act_with_a_stake_is_played_or_has_its_reason() -> None:
    with_a_stake = {act for act, row in server_model.ROWS.items() if row.stake is not Stake.NONE}
    assert with_a_stake == {*PLAYED, *NOT_PLAYED}
    assert all(reason.endswith(".") for reason in NOT_PLAYED.values())


@pytest.mark.long
async def test_staff_who_play_decide_nothing_about_themselves(tmp_path: Path) -> None:
    ended = await played_in(tmp_path, NAME, seed=3)
    assert [check for check in ended.verdict.checks if check.problems] == []
    assert {one.act for one in ended.memory.tries} >= set(PLAYED)


@pytest.mark.long
@pytest.mark.parametrize("name", FAULTS)
async def test_the_rehearsal_of_staff_who_play_fails_when(name: str, tmp_path: Path, monkeypatch: Patch) -> None:
    plant, complaint = FAULTS[name]
    plant(monkeypatch)
    ended = await played_in(tmp_path, NAME, seed=3)
    mine = {title for _, title, _ in CHECKS}
    problems = [(check.title, one) for check in ended.verdict.checks if check.title in mine for one in check.problems]
    seen = [one for title, one in problems if complaint in {title, one.partition(":")[0]}]
    assert [one for one in seen if not one.startswith("cannot be checked")], "the check itself has to see it"
