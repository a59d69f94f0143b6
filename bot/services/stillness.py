"""Telling people of what stands still, rung by rung, and letting it rest after the last (docs/nothing-rests.md).

Whatever can stand still has a `Watch`: how its state is found, and what is said on each rung. Whoever saves the thing
calls `rewrite` with the state that it is in; the step looks at it anew, so that it may come late, twice, or for what
goes on by now. A press calls `press`: time counts from it, and what rested is awake again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from bot.domain.deadlines import Step
from bot.domain.ids import GuildId, Occasion, TournamentId
from bot.domain.outages import Outage
from bot.domain.playing.summons import Matter, MatterKind
from bot.domain.stillness import Rung, Still, Told, due_steps, last_come, next_rung, since
from bot.services import summons
from bot.storage import deadlines, standstills
from bot.storage.database import Work

LOOK_AGAIN: Final = timedelta(minutes=1)
"""After a press on what was told of already, it is looked at anew so soon, where the press itself does not do it."""


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

    find: Callable[[Work, str, Occasion], Standstill | None]
    """What stands still of it now; None where it goes on by itself, or is over."""
    remind: Callable[[Work, Occasion, str], None]
    """Tells those who can act."""
    ask: Callable[[Work, Occasion, str, Standstill, Rung], None]
    """Asks who runs it, for the first time or again."""


def still_subject(subject: str) -> str:
    """How deadlines name the ladder of a thing."""
    return f"still:{subject}"


def rewrite(work: Work, subject: str, still: Still | None, outages: Iterable[Outage] = ()) -> None:
    """Rewrites the next rung of a thing by the state that it is in; None of one that goes on by itself or is over."""
    told = None if still is None else standstills.load(work, subject)
    due = due_steps(still, told, outages)
    deadlines.rewrite(work, still_subject(subject), ((step.kind, step.at) for step in due))


def over(work: Work, subject: str) -> None:
    """The thing is settled or gone: nobody is told of it any more."""
    standstills.forget(work, subject)
    deadlines.rewrite(work, still_subject(subject), ())


def wake(work: Work, occasion: Occasion, subject: str) -> None:
    """As `press`, of a thing whose time counts from its state: a press matters once it was told of."""
    told = standstills.load(work, subject)
    if told is not None and told.rung > Rung.NOTHING:
        press(work, occasion, subject)


def press(work: Work, occasion: Occasion, subject: str) -> None:
    """Somebody has pressed on the thing: time counts from now on, and what rested is awake."""
    told = standstills.load(work, subject)
    standstills.note_press(work, subject, occasion.now)
    if told is not None and told.rung > Rung.NOTHING:
        deadlines.rewrite(work, still_subject(subject), [(Step.TELL_STILL, occasion.now + LOOK_AGAIN)])


def climb(work: Work, occasion: Occasion, subject: str, watch: Watch) -> None:
    """Takes the step of what stands still: says what is due now, once, and writes when the next rung comes."""
    _, _, thing = subject.partition(":")
    found = watch.find(work, thing, occasion)
    if found is None:
        return
    told = standstills.load(work, subject)
    rung = last_come(found.still, told, found.outages, occasion.now)
    if rung is not None:
        standstills.note(work, subject, Told(found.still.kind, since(found.still, told), rung, occasion.now))
        if rung is Rung.REMINDED:
            watch.remind(work, occasion, thing)
        else:
            watch.ask(work, occasion, thing, found, rung)
    rewrite(work, subject, found.still, found.outages)


def call_staff(work: Work, occasion: Occasion, subject: str, found: Standstill, rung: Rung) -> None:
    """Asks who runs the event, with the button that settles the matter."""
    kind = MatterKind(found.still.kind)
    matter = Matter(kind, subject, found.tournament_id)
    summons.call(work, occasion, found.guild_id, matter, again=rung > Rung.ASKED)


def is_resting(work: Work, subject: str, still: Still) -> bool:
    """Whether everybody was told who is to be told of this state."""
    return next_rung(still, standstills.load(work, subject), ()) is None
