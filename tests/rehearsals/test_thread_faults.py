"""A cup whose matches have threads of their own is rehearsed, and its judge sees what goes wrong with them."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from bot.features.match_threads import verbs as match_threads_verbs
from bot.kernel import time_store as kernel_time_store
from bot.kernel.ids import Place
from bot.kernel.outages import Step
from bot.kernel.promises import ToPlace
from bot.people import store as people_store
from bot.server import speaking_verbs as server_speaking_verbs
from rehearsal.regulation import FOLDER
from tests.rehearsals.conftest import CupRehearsal
from tests.rehearsals.planting import Faults, Patch

FAULTS = Faults[str]()
ITS_OWN = "Each match stands in a thread of its own"
ITS_PEOPLE = "A private thread lets in its match's people alone"
CLOSED = "A thread closes once its result has stood"


@pytest.fixture
def rulebook(tmp_path: Path) -> str:
    """The ordinary cup with a private thread for each match."""
    file = tmp_path / "cup-threads.toml"
    told = (FOLDER / "cup.toml").read_text(encoding="utf-8").replace('name = "cup"', 'name = "cup-threads"', 1)
    file.write_text(f'{told}\n[threads]\nread_by = "players"\nopen_for = "5 min"\n', encoding="utf-8")
    return str(file)


@FAULTS.fault(CLOSED)
def threads_are_closed_at_once(patch: Patch) -> None:
    patch.setattr(match_threads_verbs, "_is_open", lambda _, tournament, match, *rest: match.contest.result is None)
    patch.setattr(match_threads_verbs, "_look_later", _look_at_once)


@FAULTS.fault(ITS_OWN)
def cards_stand_in_the_channel(patch: Patch) -> None:
    patch.setattr(server_speaking_verbs, "place_of", lambda *given: ToPlace(Place.MATCHES))


@FAULTS.fault(ITS_PEOPLE)
def everybody_who_is_known_is_let_in(patch: Patch) -> None:
    def everybody(tx, *rest):
        del rest
        row = tx.fetch_one("SELECT guild_id FROM guilds")
        known = people_store.by_ids(tx, [person for person, _ in people_store.names(tx, row["guild_id"])])
        return [one for one in known.values() if one.discord_id is not None]

    patch.setattr(match_threads_verbs, "_whom", everybody)


def _look_at_once(tx, tournament, contest_id):
    del tournament
    due = [(Step.CLOSE_THREAD, tx.now + timedelta(seconds=1))]
    kernel_time_store.rewrite_deadlines(tx, match_threads_verbs.thread_subject(contest_id), due)


async def test_a_cup_with_private_threads_ends_as_its_rulebook_says(cup_rehearsal: CupRehearsal, rulebook: str) -> None:
    cup, verdict = await cup_rehearsal(rulebook, seed=3, players=6)
    assert [check for check in verdict.checks if check.problems] == []
    assert {ITS_OWN, ITS_PEOPLE, CLOSED} <= {check.title for check in verdict.checks}
    assert cup.restarted_at is not None


@pytest.mark.long
@pytest.mark.parametrize("name", FAULTS)
async def test_the_rehearsal_fails_when(
    name: str, cup_rehearsal: CupRehearsal, rulebook: str, monkeypatch: Patch
) -> None:
    plant, complaint = FAULTS[name]
    plant(monkeypatch)
    _, verdict = await cup_rehearsal(rulebook, players=6)
    assert complaint in {check.title for check in verdict.checks if check.problems}
