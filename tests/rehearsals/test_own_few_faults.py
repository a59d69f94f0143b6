"""A cup of five whose only organiser plays holds, and the right check complains when the bot lets the organiser win."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from bot.features.own_events import store as own_events_store
from bot.features.own_events import verbs as own_events_verbs
from bot.features.own_events.model import OwnRulingEnded
from bot.features.tournaments import recusal_verbs as tournaments_recusal_verbs
from bot.features.undoing import verbs as undoing_verbs
from bot.server.speaking_verbs import tell_match
from rehearsal.own.few.show import NAME
from tests.rehearsals.conftest import played_in
from tests.rehearsals.planting import Faults, Patch

FAULTS = Faults[str]()
_LOT = "Without the opponent's word it is played again, and then a lot decides"


@FAULTS.fault("With fewer than six players one objection is enough")
def two_objections_are_asked_of_five(patch: Patch) -> None:
    patch.setattr(own_events_verbs, "objections_needed", lambda _: 2)


@FAULTS.fault("Who is alone is asked for a reason, whatever the way")
def who_is_alone_decides_for_no_reason(patch: Patch) -> None:
    patch.setattr(tournaments_recusal_verbs, "_go_alone", lambda *_: None)


@FAULTS.fault("What is taken back by /undo is as it was")
def nothing_is_taken_back(patch: Patch) -> None:
    patch.setattr(undoing_verbs, "undo", lambda *_: None)


@FAULTS.fault(_LOT)
def the_opponent_has_all_day(patch: Patch) -> None:
    patch.setattr(own_events_verbs, "AGREE_WITHIN", timedelta(days=1))


@FAULTS.fault(_LOT)
def a_dispute_waits_for_nothing(patch: Patch) -> None:
    patch.setattr(own_events_verbs, "wait", lambda *_: None)


@FAULTS.fault(_LOT)
def it_is_played_again_and_again(patch: Patch) -> None:
    patch.setattr(own_events_verbs, "store", _ForgetsReplays())


class _ForgetsReplays:
    def __getattr__(self, name: str) -> object:
        return (lambda *_: []) if name == "of_match" else getattr(own_events_store, name)


@FAULTS.fault("Both are told how it ended")
def nobody_reads_how_it_ended(patch: Patch) -> None:
    def asks_alone(tx: object, tournament: object, message: object) -> None:
        if not isinstance(message, OwnRulingEnded):
            tell_match(tx, tournament, message)  # type: ignore[arg-type]

    patch.setattr(own_events_verbs, "tell_match", asks_alone)


@pytest.mark.rule("AIJE-D01-6")
async def test_five_play_and_the_one_who_runs_it_decides_nothing_alone(tmp_path: Path) -> None:
    ended = await played_in(tmp_path, NAME, seed=1)
    assert [(one.title, one.problems) for one in ended.verdict.checks if one.problems] == []
    lot = [one.text for one in ended.play.witness.posts_of("announcements") if one.has("verify") and "🎲" in one.text]
    assert lot


@pytest.mark.long
@pytest.mark.parametrize("name", FAULTS)
async def test_the_cup_of_five_fails_when(name: str, tmp_path: Path, monkeypatch: Patch) -> None:
    plant, complaint = FAULTS[name]
    plant(monkeypatch)
    ended = await played_in(tmp_path, NAME, seed=1)
    assert complaint in {check.title for check in ended.verdict.checks if check.problems}
