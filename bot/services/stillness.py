"""Telling people of what stands still, rung by rung, and letting it rest after the last (docs/nothing-rests.md).

Whatever can stand still has a `Watch`: how its state is found, and what is said on each rung. Its next rung is a row
of the kind TELL_STILL, either among the rows of the thing itself, whose own saving gives it (`due_steps` of the
domain), or under `still:SUBJECT`, where whoever saves the thing calls `rewrite`. The step looks at the state anew: it
may come late, twice, or for what goes on by now. A press calls `press`: time counts from it, what rested is awake.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from bot.domain.deadlines import Step
from bot.domain.ids import GuildId, TournamentId
from bot.domain.outages import Outage
from bot.domain.playing.summons import Matter, MatterKind
from bot.domain.stillness import Rung, Still, Told, due_steps, last_come, next_rung, since
from bot.services import summons
from bot.storage import deadlines, standstills
from bot.storage.context import Tx
from bot.storage.servers_away import STILL

APART: Final = STILL
"""What deadlines put before the subject of a thing whose ladder is kept apart from its own rows."""
LOOK_AGAIN: Final = timedelta(minutes=1)
"""After a press on what was told of already it is looked at anew so soon, where the press itself does not do it."""


@dataclass(frozen=True, slots=True)
class Standstill:
    """Something that stands still, and what it belongs to."""

    still: Still
    guild_id: GuildId
    tournament_id: TournamentId | None = None
    outages: tuple[Outage, ...] = ()
    """Times in which its clock stands still."""


@dataclass(frozen=True, slots=True)
class Watch:
    """How one kind of thing is looked at, and what is said of it; each function takes the id of the thing."""

    find: Callable[[Tx, str], Standstill | None]
    """What stands still of it now; None where it goes on by itself, or is over."""
    remind: Callable[[Tx, str], None]
    """Tells those who can act."""
    ask: Callable[[Tx, str, Standstill, Rung], None]
    """Asks who runs it, for the first time or again."""


def rewrite(tx: Tx, subject: str, still: Still | None, outages: Iterable[Outage] = ()) -> None:
    """Rewrites the next rung of a thing by the state that it is in; None of one that goes on by itself or is over."""
    told = None if still is None else standstills.load(tx, subject)
    due = due_steps(still, told, outages)
    deadlines.rewrite(tx, f"{APART}{subject}", ((step.kind, step.at) for step in due))


def over(tx: Tx, subject: str) -> None:
    """The thing is settled or gone: nobody is told of it any more."""
    standstills.forget(tx, subject)
    deadlines.rewrite(tx, f"{APART}{subject}", ())


def press(tx: Tx, subject: str, *, apart: bool = True) -> None:
    """Somebody has pressed on a thing that was told of: time counts from now on, and what rested is awake."""
    standstills.note_press(tx, subject, tx.now)
    row = f"{APART}{subject}" if apart else subject
    deadlines.put(tx, row, Step.TELL_STILL, tx.now + LOOK_AGAIN)


def wake(tx: Tx, subject: str) -> None:
    """As `press`, where it is not known whether anything was told of the thing."""
    told = standstills.load(tx, subject)
    if told is not None and told.rung > Rung.NOTHING:
        press(tx, subject)


def climb(tx: Tx, row: str, watch: Watch) -> None:
    """Takes the step of what stands still: says what is due now, once, and writes when the next rung comes.

    `row` is the subject of the deadline that was taken.
    """
    subject = row.removeprefix(APART)
    thing = subject.partition(":")[2]
    found = watch.find(tx, thing)
    if found is None:
        standstills.forget(tx, subject)
        return
    told = standstills.load(tx, subject)
    rung = last_come(found.still, told, found.outages, tx.now)
    if rung is not None:
        told = Told(found.still.kind, since(found.still, told), rung, tx.now)
        standstills.note(tx, subject, told)
        if rung is Rung.REMINDED:
            watch.remind(tx, thing)
        else:
            watch.ask(tx, thing, found, rung)
    ahead = next_rung(found.still, told, found.outages)
    if ahead is not None:
        deadlines.put(tx, row, Step.TELL_STILL, ahead[1])


def call_staff(tx: Tx, subject: str, found: Standstill, rung: Rung) -> None:
    """Asks who runs the event, with the button that settles the matter."""
    matter = Matter(MatterKind(found.still.kind), subject, found.tournament_id)
    summons.call(tx, found.guild_id, matter, again=rung > Rung.ASKED)
