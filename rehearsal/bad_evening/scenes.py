"""From the announcement to the start, and what the organiser does who has slept through it."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from functools import partial
from typing import Final

from rehearsal.acts import entering
from rehearsal.bad_evening.diary import CUP, GRANDFATHER, MORE_TIME, WHY_LATE, WHY_LEFT, BadEvening, Mishap
from rehearsal.cast import Character, Player
from rehearsal.members import Member
from rehearsal.play import Agenda

_PRESSES_AT: Final = timedelta(minutes=4)
"""The organiser for the grandfather, after check-in opened; then sleep comes."""
_STEPS: Final = timedelta(seconds=10)


async def announced(evening: BadEvening) -> datetime:
    """The cup is announced; twelve register, and the organiser enters one by name. Answers its start."""
    play, organiser = evening.play, evening.play.stage.organiser
    starts_at = entering.evening(play, days=2)
    event = await entering.announce(play, CUP, starts_at)
    before = organiser.acts
    answer = await organiser.type("tournament enter", tournament=event.event_id, name=GRANDFATHER)
    play.note(organiser, f"enters {GRANDFATHER}, who has no Discord", answer)
    evening.acts[Mishap.BY_NAME] += organiser.acts - before
    event.registered[evening.grandfather.id] = play.stage.now
    await entering.register(play, event, _with_discord(evening))
    return starts_at


def _with_discord(evening: BadEvening) -> list[Player]:
    """All who register themselves."""
    others = (evening.grandfather, evening.comes_in)
    return [one for one in evening.play.cast.players if one.member not in others]


async def check_in(evening: BadEvening, starts_at: datetime) -> None:
    """One is there by the organiser's press when it should close; the others come in the time that silence gives."""
    play, event = evening.play, evening.event
    play.narrator.act("Check-in", "The organiser falls asleep, and nobody of the server has checked in yet.")
    opens_at = starts_at - play.rules.opens_before
    agenda = Agenda(play)
    agenda.at(opens_at + _PRESSES_AT, partial(_for_the_grandfather, evening))
    for player in _in_time(evening):
        agenda.at(starts_at + play.seconds(60, 12 * 60), partial(entering.confirm, play, event, player))
    await agenda.all()
    await play.wait_until(starts_at + MORE_TIME + _STEPS)
    play.narrator.clock(play.stage.now)


def _in_time(evening: BadEvening) -> Iterable[Player]:
    """All but the late one, and one who forgets it."""
    forgets = evening.play.cast.who(Character.FORGETS)
    return (one for one in _with_discord(evening) if one.member is not evening.late and one not in forgets)


async def _for_the_grandfather(evening: BadEvening) -> None:
    play, grandfather, event = evening.play, evening.grandfather, evening.event
    assert event.announcement is not None
    before = grandfather.acts
    event.confirmed[grandfather.id] = play.stage.now
    answer = await grandfather.press(event.announcement, "check-in")
    play.note(play.stage.organiser, f"says that {GRANDFATHER} is here", answer)
    evening.acts[Mishap.BY_NAME] += grandfather.acts - before


async def comes_too_late(evening: BadEvening) -> None:
    """The late one presses on the announcement as it still stands on the phone."""
    play, event, late = evening.play, evening.event, evening.late
    assert event.announcement is not None
    evening.turned_away = await play.stage.stale_press(late, event.announcement, f"check-in:{event.event_id}")
    play.note(late, "wants to check in after the close", evening.turned_away)


async def lets_in(evening: BadEvening) -> None:
    """The organiser, to whom the late one has written, lets them in by one command."""
    play, event, organiser = evening.play, evening.event, evening.play.stage.organiser
    before = organiser.acts
    evening.let_in_at = event.confirmed[evening.late.id] = play.stage.now
    typed = {"tournament": event.event_id, "reason": WHY_LATE, "member": evening.late}
    evening.let_in = await organiser.type("tournament late", **typed)
    play.note(organiser, "wakes up, and lets the late one in", evening.let_in)
    evening.acts[Mishap.LATE] += organiser.acts - before


async def replaces(evening: BadEvening, leaver: Member) -> None:
    """Who has won a match has to go home, and the organiser gives the place to somebody by one command."""
    play, event, organiser = evening.play, evening.event, evening.play.stage.organiser
    offered = await organiser.suggestions("tournament replace", "player", leaver.name, tournament=event.event_id)
    before = organiser.acts
    evening.left_at = play.stage.now
    typed = {"tournament": event.event_id, "reason": WHY_LEFT, "player": offered[leaver.name]}
    evening.replaced = await organiser.type("tournament replace", member=evening.comes_in, **typed)
    play.note(organiser, f"gives {leaver.name}'s place to {evening.comes_in.name}", evening.replaced)
    evening.acts[Mishap.LEAVES] += organiser.acts - before
