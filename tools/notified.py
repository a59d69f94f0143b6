"""`python -m tools.notified`: plays an evening and counts whom Discord notifies, by what each person is in it.

`rehearsal/notified.py` says what counts.
"""

from __future__ import annotations

import argparse
import asyncio
import tempfile
from pathlib import Path
from typing import Any, Final

from rich.console import Console

from rehearsal import notified, regulation
from rehearsal.narrator import Narrator
from rehearsal.script import Casting, Played, rehearse
from rehearsal.scripts import NAMED, script_for
from rehearsal.stage import Stage

PLAYERS: Final = 18
"""Sixteen who start, one who forgets and one who leaves."""


def table(played: Played) -> list[notified.Line]:
    """For each part in the evening: how many have it, their pings and their letters."""
    stage, cast = played.play.stage, played.play.cast
    players = {one.member.id for one in cast.players}
    staff = {stage.organiser.id, stage.owner.id}
    arbiters = {one.id for one in cast.referees} - players
    rest = {one.id for one in stage.members.values()} - players - staff - arbiters
    parts = {"organisers": staff, "arbiters": arbiters, "players": players, "others": rest}
    return list(notified.lines(notified.count(stage), parts))


async def play(rulebook: str, players: int | None, seed: int) -> list[notified.Line]:
    """The table of one rehearsal."""
    script, path = _script(rulebook)
    with tempfile.TemporaryDirectory() as folder:
        async with Stage.open(Path(folder) / "arbiter.db", seed=seed, set_up=False) as stage:
            narrator = Narrator(Console(quiet=True), quiet=True)
            return table(await rehearse(script, Casting(stage, path, players, seed, narrator)))


def _script(rulebook: str) -> tuple[Any, Path]:
    if rulebook in NAMED:
        script, by = NAMED[rulebook]
        return script, regulation.find(by)
    path = regulation.find(rulebook)
    return script_for(path), path


def main() -> None:
    """Prints the table as Markdown."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rulebook", default="cup")
    parser.add_argument("--players", type=int, default=None)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    players = PLAYERS if asked.players is None and asked.rulebook not in NAMED else asked.players
    print("| who | people | pings each | letters each |\n|---|---|---|---|")
    for row in asyncio.run(play(asked.rulebook, players, asked.seed)):
        print("| " + " | ".join(map(str, row)) + " |")


if __name__ == "__main__":
    main()
