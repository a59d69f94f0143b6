"""Events of other kinds, each for what it alone has: a door after the start, times by the week, decks, a final."""

from __future__ import annotations

from datetime import datetime, timedelta
from functools import partial
from typing import Final

from rehearsal.acts import entering
from rehearsal.acts.called import new_cards
from rehearsal.diary import EventDiary
from rehearsal.members import Answer, Member
from rehearsal.own import presses
from rehearsal.own.diary import OwnEvent, Scene
from rehearsal.own.go import SERIES, beside_others
from rehearsal.own.rounds import A_MOMENT, enter_now
from rehearsal.posts import Post

SWISS: Final = "Estrela"
BY_WEEKS: Final = "Farol"
OF_DECKS: Final = "Gala"
KINDS: Final = {SWISS: "swiss", BY_WEEKS: "weekly-league", OF_DECKS: "on-the-edge"}
_PLAYERS: Final = ("Otto", "Marta", "Nico", "Olivia")
_IN: Final = {SWISS: _PLAYERS, BY_WEEKS: (*_PLAYERS, "Abel"), OF_DECKS: ("Otto",)}
"""An arbiter forgets the check-in of the league."""


async def other_kinds(own: OwnEvent) -> None:
    """The organiser plays in all of them, and the other organiser in none, who calls each off in the end."""
    play, otto, second = own.play, own.play.stage.organiser, own.second
    starts_at = entering.evening(play, 2)
    swiss, weeks, decks = [await _announce(own, name, starts_at - timedelta(hours=12)) for name in KINDS]
    play.narrator.act("Other kinds", "A late entry, a time for others' match, a card, the final of a series.")
    refuse = partial(otto.type, "deck refuse", tournament=decks.event_id, card="105", reason="Too strong")
    await beside_others(
        own,
        ("judge_decks", "refuse a card", otto, refuse),
        ("name_final", "name the final", otto, partial(_final, otto, decks.event_id)),
    )
    await play.wait_until(starts_at - timedelta(hours=12, minutes=20))
    for event in (swiss, weeks):
        for player in _PLAYERS:
            await _check_in(own, event, play.stage.members[player])
    await play.wait_until(starts_at - timedelta(hours=12) + timedelta(seconds=30))
    rivals = next(one for one in _to_arrange(own, weeks) if f"<@{otto.id}>" not in one.text)
    enter = partial(otto.type, "tournament enter", tournament=swiss.event_id, member=play.stage.members["Pedro"])
    await beside_others(
        own,
        ("enter_late", "enter a friend late", otto, enter),
        ("set_match_time", "set the time of rivals", otto, partial(_set_time, otto, rivals)),
        ("replace_player", "give a rival's place to a friend", otto, partial(_replace, own, swiss)),
    )
    await _review(own)
    new_cards(play, swiss)
    for event in (swiss, weeks, decks):
        play.note(second, f"calls {event.name} off", await presses.cancel(second, event.event_id))
        event.last_call = len(play.stage.calls)
    await play.wait(minutes=1)


async def _announce(own: OwnEvent, name: str, starts_at: datetime) -> EventDiary:
    event = await entering.announce(own.play, name, starts_at, KINDS[name])
    await enter_now(own, event, *_IN[name])
    return event


async def _check_in(own: OwnEvent, event: EventDiary, member: Member) -> None:
    assert event.announcement is not None
    event.confirmed[member.id] = own.play.stage.now
    own.play.note(member, "checks in", await member.press(event.announcement, "check-in"))


async def _review(own: OwnEvent) -> None:
    """The arbiter who forgot the check-in says why, and would accept it by a button that the others alone are shown."""
    play, abel = own.play, own.play.stage.arbiter
    notice = play.stage.latest("justify", play.stage.announcements)
    play.note(abel, "tells why", await abel.fill(await abel.press(notice, "justify"), reason="The power was out"))
    await play.wait_until(play.stage.now + A_MOMENT)
    case = next(one for one in reversed(own.arbiter.inbox) if one.has("case")).subject("case")
    accept = partial(play.stage.stale_press, abel, notice, f"case-accept:{case}")
    await own.attempt(Scene.SELF, "review_case", "accept the own absence", abel, accept)


def _to_arrange(own: OwnEvent, event: EventDiary) -> list[Post]:
    """The cards of the first week."""
    stage = own.play.stage
    return [one for one in stage.posts_in(stage.matches) if one.has("time-propose") and event.name in one.text]


async def _final(member: Member, event: str) -> Answer:
    return await presses.on(
        member, await member.type("series final", series=SERIES, tournament=event), "series-final-name"
    )


async def _replace(own: OwnEvent, event: EventDiary) -> Answer:
    """Of a player whom the organiser does not meet: about the own opponent the refusal is another one."""
    stage, otto = own.play.stage, own.play.stage.organiser
    tables = [one.text for one in stage.posts_in(stage.matches) if one.has("here") and event.name in one.text]
    text = next(one for one in tables if f"<@{otto.id}>" not in one)
    rival = next(name for name in _PLAYERS if f"<@{stage.members[name].id}>" in text)
    (place,) = (await own.second.suggestions("tournament replace", "player", rival, tournament=event.event_id)).values()
    given = {"player": place, "member": stage.members["Rosa"], "reason": "Has to leave"}
    return await otto.type("tournament replace", tournament=event.event_id, **given)


async def _set_time(member: Member, card: Post) -> Answer:
    form = await presses.on(member, await member.press(card, "time-desk"), "time-set")
    return await presses.fill(member, form, when="in 48 hours", zone="UTC", why="Not before midnight")
