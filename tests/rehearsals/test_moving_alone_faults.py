"""An owner who is alone moves in, and the right check complains when what waits in public, or the founding, breaks."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from bot.features.opening import planning_verbs as opening_planning_verbs
from bot.features.opening import verbs as opening_verbs
from bot.features.past_events import verbs as past_events_verbs
from bot.features.registry import roles_verbs as registry_roles_verbs
from bot.features.signing import verbs as signing_verbs
from bot.people import model as people_model
from bot.people import store as people_store
from rehearsal.moving.alone.show import NAME
from tests.rehearsals.conftest import played_in
from tests.rehearsals.planting import Faults, Patch

FAULTS = Faults[str]()
_OWN = "The own rating waits for seven days in public"
_ENDS = "The end of the founding is told at once"


@FAULTS.fault(_OWN)
def a_list_brings_the_own_rating_in_at_once(patch: Patch) -> None:
    patch.setattr(opening_verbs, "held_back", lambda *_: ())


@FAULTS.fault(_OWN)
def a_day_in_public_is_enough(patch: Patch) -> None:
    patch.setattr(signing_verbs, "IN_PUBLIC_FOR", timedelta(days=1))


@FAULTS.fault("The own past event waits for seven days in public")
def who_won_a_past_event_brings_it_in(patch: Patch) -> None:
    patch.setattr(past_events_verbs, "needs_second", lambda *_: False)


@FAULTS.fault("One objection ends what the owner would have")
def an_objection_is_written_down_and_ends_nothing(patch: Patch) -> None:
    patch.setattr("bot.features.signing.verbs.object_to", lambda tx, key, __: _seen(tx, key))


def _seen(tx: Any, key: str) -> Any:
    return signing_verbs.find_view(tx, key)


@FAULTS.fault("Nobody objects to the own wish, and a founding ends once")
def who_asked_objects(patch: Patch) -> None:
    patch.setattr(people_store, "are_one", lambda *_: False)


@FAULTS.fault("One objection ends what the owner would have")
def what_was_objected_to_is_asked_for_again(patch: Patch) -> None:
    patch.setattr(opening_planning_verbs, "REFUSED_FOR", timedelta(0))


@FAULTS.fault("Nobody objects to the own wish, and a founding ends once")
def two_rows_about_the_owner_wait_side_by_side(patch: Patch) -> None:
    patch.setattr(signing_verbs, "_refuse_twice", lambda *_: None)


@FAULTS.fault("Everybody else comes in at once until the founding is over")
def the_founding_is_over_with_the_press(patch: Patch) -> None:
    patch.setattr(registry_roles_verbs, "FOUNDING_OPEN_FOR", timedelta(0))


@FAULTS.fault("After the founding a list brings people alone")
def the_founding_never_ends(patch: Patch) -> None:
    patch.setattr(registry_roles_verbs, "FOUNDING_OPEN_FOR", timedelta(days=365))


@FAULTS.fault(_ENDS)
def nobody_is_told_that_the_days_begin(patch: Patch) -> None:
    patch.setattr(opening_verbs, "promise_publicly", lambda *_: None)


async def test_an_owner_who_is_alone_moves_in_within_a_week(tmp_path: Path) -> None:
    ended = await played_in(tmp_path, NAME, seed=1)
    assert [(one.title, one.problems) for one in ended.verdict.checks if one.problems] == []
    assert timedelta(days=7) == people_model.FOUNDING_OPEN_FOR


@pytest.mark.long
@pytest.mark.parametrize("name", FAULTS)
async def test_the_move_of_an_owner_alone_fails_when(name: str, tmp_path: Path, monkeypatch: Patch) -> None:
    plant, complaint = FAULTS[name]
    plant(monkeypatch)
    ended = await played_in(tmp_path, NAME, seed=1)
    assert complaint in {check.title for check in ended.verdict.checks if check.problems}
