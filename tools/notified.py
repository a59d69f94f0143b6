"""`python -m tools.notified`: plays an evening and counts whom Discord notifies, by what each person is in it.

Discord notifies who is both allowed and named in a message's text, and who gets a direct message. Edits notify nobody.
"""

from __future__ import annotations

import argparse
import asyncio
import re
import statistics
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from rich.console import Console

from rehearsal import regulation, simcord_seam
from rehearsal.counting import plain_path
from rehearsal.limits import MESSAGE_CALLBACKS
from rehearsal.narrator import Narrator
from rehearsal.posts import EPHEMERAL, words
from rehearsal.script import Casting, Played, rehearse
from rehearsal.scripts import NAMED, script_for
from rehearsal.stage import Stage

PLAYERS: Final = 18
"""Sixteen who start, one who forgets and one who leaves."""
_POSTED: Final = re.compile(r"^/channels/(\d+)/messages$")
_CALLBACK: Final = re.compile(r"^/interactions/\d+/[^/]+/callback$")
_USER: Final = re.compile(r"<@!?(\d+)>")
_ROLE: Final = re.compile(r"<@&(\d+)>")


@dataclass(slots=True)
class Notified:
    """How often each member was pinged in a channel, and written to."""

    pings: Counter[int] = field(default_factory=Counter)
    letters: Counter[int] = field(default_factory=Counter)


def pinged(body: Mapping[str, Any]) -> tuple[set[int], set[int]]:
    """The users and the roles that Discord notifies of a message: those both allowed and named."""
    text = "\n".join((*words(body.get("components") or ()), str(body.get("content") or "")))
    allowed = body.get("allowed_mentions") or {}
    users = {int(one) for one in allowed.get("users") or ()} & {int(one) for one in _USER.findall(text)}
    roles = {int(one) for one in allowed.get("roles") or ()} & {int(one) for one in _ROLE.findall(text)}
    return users, roles


def count(stage: Stage) -> Notified:
    """Everybody whom Discord has notified on the stage so far."""
    found, by_name = Notified(), {f"@{one.name}": one.id for one in stage.members.values()}
    for channel_id, body in _messages(stage):
        name = "" if channel_id is None else simcord_seam.channel_name(stage.env, channel_id)
        if name in by_name:
            found.letters[by_name[name]] += 1
            continue
        users, roles = pinged(body)
        carriers = {one.id for one in stage.members.values() if stage.roles_of(one) & roles}
        found.pings.update(users | carriers)
    return found


def _messages(stage: Stage) -> Iterator[tuple[int | None, Mapping[str, Any]]]:
    """Each new public message or letter; an answer that all can read has no channel of its own here."""
    for request in stage.env.http_requests:
        path, body = plain_path(request.path), request.json
        if request.method != "POST" or not isinstance(body, Mapping):
            continue
        if (posted := _POSTED.match(path)) is not None:
            yield int(posted[1]), body
        elif _CALLBACK.match(path) and body.get("type") in MESSAGE_CALLBACKS - {7}:
            data = body.get("data") or {}
            if not int(data.get("flags") or 0) & EPHEMERAL:
                yield None, data


def table(played: Played) -> Iterator[tuple[str, int, str, str]]:
    """For each part in the evening: how many have it, their pings and their letters, from the least to the most."""
    stage, found = played.play.stage, count(played.play.stage)
    players = [one.member.id for one in played.play.cast.players]
    staff = {stage.organiser.id, stage.owner.id}
    arbiters = [one.id for one in played.play.cast.referees if one.id not in players]
    rest = {one.id for one in stage.members.values()} - {*players, *staff, *arbiters}
    for part, some in (("organisers", sorted(staff)), ("arbiters", arbiters), ("players", players), ("others", rest)):
        yield (
            part,
            len(some),
            _spread([found.pings[one] for one in some]),
            _spread([found.letters[one] for one in some]),
        )


def _spread(numbers: Sequence[int]) -> str:
    if not numbers:
        return "-"
    return f"{min(numbers)} to {max(numbers)}, median {statistics.median(numbers):g}"


async def play(rulebook: str, players: int | None, seed: int) -> list[tuple[str, int, str, str]]:
    """The table of one rehearsal."""
    script, path = _script(rulebook)
    with tempfile.TemporaryDirectory() as folder:
        async with Stage.open(Path(folder) / "arbiter.db", seed=seed, set_up=False) as stage:
            narrator = Narrator(Console(quiet=True), quiet=True)
            return list(table(await rehearse(script, Casting(stage, path, players, seed, narrator))))


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
