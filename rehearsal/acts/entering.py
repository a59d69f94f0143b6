"""From the announcement of an event to the close of its check-in."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Final
from zoneinfo import ZoneInfo

from rehearsal.acts.opening import TIME_ZONE, bring_list
from rehearsal.cast import Character, Player
from rehearsal.diary import EventDiary
from rehearsal.members import Answer, Member
from rehearsal.play import Agenda, Play
from rehearsal.posts import Post

SOON = timedelta(minutes=1)
INITIAL: Final = 2000
SEATS: Final = 6
"""Of the League and of the Candidates."""
_SEATED: Final = {"aije-champions-league": "league", "aije-candidates": "candidates", "aije-world": "world"}
"""The events of invited seats, each as its commands call it."""
Also = Callable[[Agenda, datetime, datetime], None]
"""Puts further deeds on the agenda of a check-in, which opens at the first moment and closes at the second."""


def evening(play: Play, days: int) -> datetime:
    """Eight in the evening of the server's own time, in so many days."""
    there = play.stage.now.astimezone(ZoneInfo(TIME_ZONE)) + timedelta(days=days)
    return there.replace(hour=20, minute=0, second=0, microsecond=0).astimezone(UTC)


async def announce(play: Play, name: str, starts_at: datetime, rulebook: str | None = None) -> EventDiary:
    """The organiser types the event, by the play's rulebook or another, looks at its preview and confirms it."""
    event = EventDiary(name, first_call=len(play.stage.calls))
    play.diary.events.append(event)
    organiser = play.stage.organiser
    typed = starts_at.astimezone(ZoneInfo(TIME_ZONE)).strftime("%Y-%m-%d %H:%M")
    preview = await organiser.type("tournament create", rulebook=rulebook or play.rules.name, name=name, start=typed)
    play.note(organiser, f"types /tournament create for {name}, {typed} in {TIME_ZONE}", preview)
    play.note(organiser, "confirms the preview", await organiser.press(preview.post, "draft-confirm"))
    event.announcement = play.stage.latest("register", play.stage.announcements)
    event.event_id = next(one for one in event.announcement.offered if one.startswith("register:")).partition(":")[2]
    return event


async def invite(play: Play, players: Sequence[Player], registered: Sequence[Player] = ()) -> None:
    """The organiser gives seats by hand, since no earlier event says who has one; for the latecomer none is left."""
    await _bring_in(play, [player for player in players if player not in registered])
    for player in players:
        if player not in _latecomers(players):
            await _seat(play, player.member, "give")


async def _seat(play: Play, member: Member, act: str) -> None:
    """The organiser gives a seat, or takes it."""
    organiser = play.stage.organiser
    typed = {"member": member, "event": _SEATED[play.rules.name], "reason": "No earlier event says who plays."}
    answer = await organiser.type(f"seats {act}", **typed)
    play.note(organiser, f"{act}s {member.name}'s seat", answer)


def _latecomers(players: Sequence[Player]) -> list[Player]:
    """Who comes when somebody has left, where seats are fewer than players."""
    late = [player for player in players if player.character is Character.LAST_MINUTE]
    return late if len(players) > SEATS else []


async def _bring_in(play: Play, players: Sequence[Player]) -> None:
    """The owner brings them in with their ratings, since only who is registered has a seat."""
    lines = [f"{player.member.name};{player.member.id};{INITIAL}" for player in players]
    await bring_list(play, play.stage.owner, ("players.csv", "\n".join(("name;discord;rating", *lines)).encode()))


async def knock(play: Play, event: EventDiary) -> None:
    """Somebody who was given no seat tries to enter."""
    stranger, post = play.stage.organiser, event.announcement
    assert post is not None
    event.knocked = play.note(stranger, "tries to enter without a seat", await ask_for_a_place(stranger, post))


async def ask_for_a_place(member: Member, post: Post) -> Answer:
    """Presses the button, and names the account where it is asked for."""
    return await _name_account(member, await member.press(post, "register"))


async def _name_account(member: Member, answer: Answer) -> Answer:
    """The account is asked the first time only."""
    return answer if answer.result.modal is None else await member.fill(answer, account=f"{member.name}_jo")


async def register(play: Play, event: EventDiary, players: Iterable[Player]) -> None:
    """Everybody registers in the days before, each in their own time; an eighth of them by command."""
    agenda = Agenda(play)
    for number, player in enumerate(players):
        agenda.after(play.seconds(60, 36 * 3600), partial(sign_up, play, event, player, by_command=number % 8 == 3))
    await agenda.all()


async def sign_up(play: Play, event: EventDiary, player: Player, *, by_command: bool = False) -> None:
    """One registration: the account is asked the first time only."""
    member, post = player.member, event.announcement
    assert post is not None
    event.registered[member.id] = play.stage.now
    if by_command:
        answer = await member.type("register", tournament=event.event_id)
    else:
        answer = await member.press(post, "register")
    play.note(member, "registers", await _name_account(member, answer))
    if _check_in_is_open(play, event):
        event.confirmed[member.id] = play.stage.now


def _check_in_is_open(play: Play, event: EventDiary) -> bool:
    assert event.announcement is not None
    return play.stage.again(event.announcement).has("check-in")


async def check_in(
    play: Play, event: EventDiary, players: Iterable[Player], starts_at: datetime, also: Also | None = None
) -> None:
    """Half an hour of presses, until the start closes it; who forgets forgets. `also` plans what else is done then."""
    play.narrator.act(f"{event.name}: check-in", "It opens by itself; reminders name only those who are missing.")
    opens_at = starts_at - play.rules.opens_before
    closes_at = starts_at - play.rules.closes_before
    await play.wait_until(opens_at + timedelta(seconds=1))
    play.narrator.clock(play.stage.now)
    agenda = Agenda(play)
    for player in players:
        _plan(play, event, player, agenda, opens_at, closes_at)
    if also is not None:
        also(agenda, opens_at, closes_at)
    await agenda.all()
    await play.wait_until(closes_at + timedelta(seconds=10))
    play.narrator.clock(play.stage.now)


def _plan(
    play: Play, event: EventDiary, player: Player, agenda: Agenda, opens_at: datetime, closes_at: datetime
) -> None:
    window = int((closes_at - opens_at).total_seconds())
    moment = opens_at + play.seconds(window // 30, window * 9 // 10)
    match player.character:
        case Character.FORGETS | Character.EXPLAINS:
            return
        case Character.TOO_LATE:
            agenda.at(closes_at + SOON, partial(_come_too_late, play, event, player))
        case Character.LAST_MINUTE:
            agenda.at(opens_at + timedelta(seconds=window * 2 // 3), partial(sign_up, play, event, player))
        case Character.LEAVES:
            agenda.at(min(moment, opens_at + timedelta(seconds=window * 3 // 5)), partial(_leave, play, event, player))
        case _:
            agenda.at(moment, partial(confirm, play, event, player))


async def confirm(play: Play, event: EventDiary, player: Player) -> None:
    """Presses Check in; somebody presses it twice."""
    assert event.announcement is not None
    event.confirmed[player.member.id] = play.stage.now
    if player.character is Character.LATE:
        answers = await play.stage.double_click(player.member, event.announcement, "check-in")
        play.note(player.member, "presses Check in twice at once", answers[-1])
        return
    play.note(player.member, "checks in", await player.member.press(event.announcement, "check-in"))


async def _leave(play: Play, event: EventDiary, player: Player) -> None:
    assert event.announcement is not None
    event.withdrew[player.member.id] = play.stage.now
    play.diary.shown.add(player.character)
    play.note(player.member, "withdraws", await player.member.press(event.announcement, "withdraw"))
    for latecomer in _latecomers(play.cast.players) if play.rules.name in _SEATED else ():
        await _seat(play, player.member, "take")
        await _seat(play, latecomer.member, "give")


async def _come_too_late(play: Play, event: EventDiary, player: Player) -> None:
    """A click on the announcement as it still stands on a phone that slept: the button is gone meanwhile."""
    assert event.announcement is not None
    answers = await play.stage.stale_press(player.member, event.announcement, f"check-in:{event.event_id}")
    event.came_too_late[player.member.id] = answers
    play.diary.shown.add(player.character)
    play.note(player.member, "wants to check in a minute after the close", answers)
