"""A stranger's evening holds, and the right check complains when the bot breaks what a stranger was promised."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from bot.features.course import calling_verbs as course_calling_verbs
from bot.features.desk import verbs as desk_verbs
from bot.features.entering import check_in_verbs as entering_check_in_verbs
from bot.features.guidance import staff_worker as guidance_staff_worker
from bot.features.tournaments import draft_verbs as tournaments_draft_verbs
from bot.features.tournaments import summons_model as tournaments_summons_model
from bot.features.tournaments import verbs as tournaments_verbs
from bot.features.tournaments.tasks_model import Obstacle
from bot.kernel.context import Tx
from bot.kernel.promises import OfContest
from bot.play.entries import Tournament
from bot.server import speaking_verbs as server_speaking_verbs
from cogs import setup as cogs_setup
from rehearsal.acts.playing import Table
from rehearsal.friday.checks import IN_ALL, MORE_OF_A_PLAYER
from rehearsal.friday.director import FridayDirector
from rehearsal.friday.show import NAME, NAME_WITH_PLAYER
from rehearsal.posts import Post
from tests.rehearsals.conftest import played_in
from tests.rehearsals.planting import Faults, Patch

FAULTS = Faults[str]()
_QUIET = "The organiser is pinged, and nobody more often than needed"
_SLEEPS = "An organiser who sleeps is called by name, and then the role"


@FAULTS.fault("Letters come in time to who asked for them, and to nobody else")
def no_letter_is_written_before_the_start(patch: Patch) -> None:
    patch.setattr(entering_check_in_verbs, "write", lambda *_: None)


@FAULTS.fault("The dispute waits on the desk, and the organiser's word is what stands")
def a_dispute_does_not_stand_on_the_desk(patch: Patch) -> None:
    left = {phase: one for phase, one in desk_verbs._OBSTACLES.items() if one is not Obstacle.DISPUTE}
    patch.setattr(desk_verbs, "_OBSTACLES", left)


@FAULTS.fault(_SLEEPS)
def who_sleeps_is_called_and_the_role_is_not(patch: Patch) -> None:
    patch.setattr(tournaments_summons_model, "_to_role_at", lambda _: iter(()))


@FAULTS.fault(_SLEEPS)
def the_role_is_called_before_who_sleeps_could_wake(patch: Patch) -> None:
    patch.setattr(tournaments_summons_model, "SILENCE", timedelta(minutes=1))


@FAULTS.fault(_QUIET)
def who_was_pinged_is_written_to_as_well(patch: Patch) -> None:
    patch.setattr(guidance_staff_worker, "pings_role", lambda *_: False)


@FAULTS.fault(_QUIET)
def each_match_is_called_twice(patch: Patch) -> None:
    def twice(tx: Tx, tournament: Tournament, message: OfContest) -> None:
        for _ in range(2):
            server_speaking_verbs.tell_match(tx, tournament, message)

    patch.setattr(course_calling_verbs, "tell_match", twice)


@FAULTS.fault("The opening of check-in pings once who is registered")
def the_opening_names_nobody(patch: Patch) -> None:
    patch.setattr(entering_check_in_verbs, "_call_by_name", lambda *_: None)


@FAULTS.fault("Quick start sets an ordinary server up")
def a_channel_is_made_beside_the_one_that_is_there(patch: Patch) -> None:
    patch.setattr(cogs_setup, "_channels_there", lambda *_: {})


@FAULTS.fault("The cup is what was typed into the form")
def the_seats_are_not_taken_from_the_form(patch: Patch) -> None:
    patch.setattr(tournaments_draft_verbs, "_seats", lambda _: None)


@FAULTS.fault("What is told of the cup goes with it")
def what_is_told_is_lost_on_the_way(patch: Patch) -> None:
    patch.setattr(tournaments_verbs, "change_poster", lambda *_, **__: None)


async def test_a_stranger_s_cup_comes_to_its_podium_in_five_acts_and_two(tmp_path: Path) -> None:
    ended = await played_in(tmp_path, NAME, seed=2, language="pt-BR")
    assert [check for check in ended.verdict.checks if check.problems] == []
    acts = [row[-1] for row in ended.verdict.tables[0][2]]
    assert acts == [5, 1, 1, *[2] * 6, 3], "the organiser, who forgets, who comes late, and who asked for letters"


@pytest.mark.parametrize(
    "seed",
    [pytest.param(6, id="own match"), pytest.param(2, id="match of the next opponent", marks=pytest.mark.long)],
)
async def test_who_runs_the_cup_alone_plays_and_wins_it_with_two_acts_more_at_most(tmp_path: Path, seed: int) -> None:
    ended = await played_in(tmp_path, NAME_WITH_PLAYER, seed=seed, language="es-ES")
    assert [check for check in ended.verdict.checks if check.problems] == []
    assert ended.memory.organising == IN_ALL + 1, "the reason that is picked"


@pytest.mark.long
async def test_the_judge_counts_what_it_takes_an_organiser_who_plays(tmp_path: Path, monkeypatch: Patch) -> None:
    opens = FridayDirector._open_desk

    async def looks_again(director: FridayDirector, table: Table) -> Post:
        for _ in range(MORE_OF_A_PLAYER):
            await opens(director, table)
        return await opens(director, table)

    monkeypatch.setattr(FridayDirector, "_open_desk", looks_again)
    ended = await played_in(tmp_path, NAME_WITH_PLAYER, seed=2, language="es-ES")
    assert "Who runs the cup and plays does two acts more at most" in {
        check.title for check in ended.verdict.checks if check.problems
    }


@pytest.mark.long
@pytest.mark.parametrize("name", FAULTS)
async def test_the_evening_fails_when(name: str, tmp_path: Path, monkeypatch: Patch) -> None:
    plant, complaint = FAULTS[name]
    plant(monkeypatch)
    ended = await played_in(tmp_path, NAME, seed=2, language="it")
    assert complaint in {check.title for check in ended.verdict.checks if check.problems}
