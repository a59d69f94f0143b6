"""Staff who play in their own events, and try each act about themselves."""

from __future__ import annotations

from typing import Final

from rehearsal.acts import opening
from rehearsal.own import bodies, events, go, kinds, themselves
from rehearsal.own.checks import judge
from rehearsal.own.diary import OwnEvent, prepare
from rehearsal.script import Script

NAME: Final = "own-event"
RULEBOOK: Final = "cup"
"""Of its first event."""


async def perform(own: OwnEvent) -> None:
    """All acts, one after the other."""
    await opening.opening(own.play)
    await own.play.wait(minutes=1)
    await events.bring_people_in(own)
    cup = await events.before_the_start(own)
    await events.the_own_match(own, cup)
    await events.beside_another(own, cup)
    await events.the_next_one(own, cup)
    await go.the_one_of_go(own)
    await kinds.other_kinds(own)
    await bodies.one_under_two_names(own)
    await bodies.a_past_event(own)
    official = await events.the_official_one(own)
    await events.the_own_clock(own, official)
    await themselves.about_themselves(own, official)
    await bodies.waiting_for_them(own)
    await own.play.wait(hours=3)
    official.last_call = len(own.play.stage.calls)


SCRIPT: Final = Script(
    "{players} members, among them all who organise or hold an office, who try each act about themselves",
    prepare,
    perform,
    judge,
    subject="staff who play",
)
