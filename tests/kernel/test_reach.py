"""Whether calls reach the organisers' role, as the file knows it."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot import doctor
from bot.features.tournaments import summons_store as tournaments_summons_store
from bot.kernel.ids import RoleId
from tests.hall.hall import GUILD, Hall


@pytest.mark.parametrize(("reached", "well"), [(True, True), (False, False)])
def test_the_doctor_of_the_host_says_where_a_call_of_the_role_reaches_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, reached: bool, well: bool
) -> None:
    path = tmp_path / "hall.db"
    hall = Hall(path)
    hall.do(lambda tx: tournaments_summons_store.note_reach(tx, GUILD, RoleId(7), tx.now, reached=reached))
    hall.close()
    monkeypatch.setattr(doctor, "read_database", lambda: path)
    (found,) = doctor._calls()
    assert found.well is well
