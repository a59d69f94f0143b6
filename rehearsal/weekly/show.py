"""A cup that comes back every Friday: skipped once, moved once, slept over once, and played once more by hand."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from rehearsal.acts import entering, opening
from rehearsal.acts.called import new_cards
from rehearsal.cast import Cast, Character, Player
from rehearsal.diary import EventDiary
from rehearsal.own.rounds import come, play_out
from rehearsal.posts import Post
from rehearsal.script import Casting, Script
from rehearsal.weekly.checks import judge
from rehearsal.weekly.diary import (
    AWAY,
    DAYS_BEFORE,
    DESCRIPTION,
    MOVED,
    PLACES,
    SKIPPED,
    TIMES,
    ZONE,
    Fridays,
    first_friday,
)
from rehearsal.weekly.diary import NAME as CUP

NAME: Final = "weekly-friday"
RULEBOOK: Final = "cup"
NAMES: Final = ("Lia", "Milo", "Nora", "Ugo")
_LOCALES: Final = ("pt-BR", "es-ES", "it", "en-US")
_A_MOMENT: Final = timedelta(seconds=5)


def prepare(casting: Casting) -> Fridays:
    """The owner runs the evenings and does not play; four others come each time."""
    stage = casting.stage
    stage.organiser = stage.owner
    members = [stage.member(name, _LOCALES[at % 4]) for at, name in enumerate(NAMES)]
    cast = tuple(Player(one, Character.STEADY, at, regular=False) for at, one in enumerate(members, 1))
    return Fridays(casting.play(Cast(cast, ())), first_friday(stage.now))


async def perform(fridays: Fridays) -> None:
    """All acts, one after the other."""
    play = fridays.play
    await opening.quick_start(play, ZONE)
    await play.wait_until(fridays.wanted(0) - timedelta(days=2))
    event = await the_first(fridays)
    await it_repeats(fridays, event)
    await evening(fridays, event, 0)
    await the_bot_sleeps(fridays)
    for number in fridays.held[1:]:
        event = await announced(fridays, number)
        if number == SKIPPED - 1:
            await one_is_skipped(fridays)
        if number == MOVED - 1:
            await one_is_moved(fridays)
        await evening(fridays, event, number)
    await play.wait(days=16)
    await once_more(fridays)
    await play.wait(minutes=5)


def _typed(at: datetime) -> str:
    return at.astimezone(ZoneInfo(ZONE)).strftime("%Y-%m-%d %H:%M")


async def the_first(fridays: Fridays) -> EventDiary:
    """The organiser makes the cup from the form, with its places and its text."""
    play, organiser = fridays.play, fridays.play.stage.organiser
    play.narrator.act("The first evening", f"Friday at 20:00 in {ZONE}, for {PLACES} players.")
    form = await organiser.type("tournament create")
    start = _typed(fridays.wanted(0))
    preview = await organiser.fill(form, name=CUP, kind=[RULEBOOK], start=start, best_of="", seats=PLACES)
    form = await organiser.press(preview.post, "poster")
    preview = play.note(organiser, "tells of it", await organiser.fill(form, description=DESCRIPTION))
    assert preview.panel is not None
    play.note(organiser, "confirms the preview", await organiser.press(preview.panel, "draft-confirm"))
    return _opened(fridays, 0)


async def it_repeats(fridays: Fridays, event: EventDiary) -> None:
    """One command has it come back."""
    play, organiser = fridays.play, fridays.play.stage.organiser
    play.narrator.act("Every Friday", f"{TIMES} times more, announced {DAYS_BEFORE} days before.")
    typed = {"tournament": event.event_id, "announce": DAYS_BEFORE, "times": TIMES}
    fridays.made = play.note(organiser, "has it come back", await organiser.type("tournament repeat", **typed)).post


async def one_is_skipped(fridays: Fridays) -> None:
    """The organiser presses Skip the next, in doubt takes that back, and presses it again."""
    play, organiser = fridays.play, fridays.play.stage.organiser
    play.narrator.act("Skipped", "One Friday is a holiday.")
    card = (await organiser.type("tournament repeats")).post
    for verb in ("repeat-skip", "repeat-hold", "repeat-skip"):
        answer = play.note(organiser, f"presses {verb}", await organiser.press(card, verb))
        assert answer.panel is not None
        card = answer.panel
    fridays.skipped = card


async def one_is_moved(fridays: Fridays) -> None:
    """The last one is held on the Saturday."""
    play, organiser = fridays.play, fridays.play.stage.organiser
    play.narrator.act("Moved", "The last one is held on the Saturday.")
    card = (await organiser.type("tournament repeats")).post
    form = await organiser.press(card, "repeat-change")
    answer = await organiser.fill(form, start=_typed(fridays.wanted(MOVED)))
    fridays.moved = play.note(organiser, "moves the next one", answer).panel


async def the_bot_sleeps(fridays: Fridays) -> None:
    """The bot is away at the moment at which it should announce, and does it when it is back."""
    play = fridays.play
    play.narrator.act("Asleep", "The bot is away when it should announce the next one.")
    await play.wait_until(fridays.announced(1) - AWAY / 2)
    await play.stage.sleep_through(AWAY)
    fridays.woke_at = play.stage.now
    await play.wait_until(play.stage.now + _A_MOMENT)


async def announced(fridays: Fridays, number: int) -> EventDiary:
    """Waits until the event of that evening has to be there."""
    play = fridays.play
    await play.wait_until(max(play.stage.now, fridays.announced(number)) + _A_MOMENT)
    return _opened(fridays, number)


def _opened(fridays: Fridays, number: int) -> EventDiary:
    """The event that was announced last."""
    play = fridays.play
    event = EventDiary(f"{CUP} {number}", first_call=len(play.stage.calls))
    event.announcement = play.stage.latest("register", play.stage.announcements)
    event.event_id = event.announcement.subject("register")
    play.diary.events.append(event)
    fridays.events.append(event.event_id)
    return event


async def evening(fridays: Fridays, event: EventDiary, number: int) -> None:
    """Everybody registers, checks in and plays, to the podium."""
    play = fridays.play
    play.narrator.act(event.name, "Four register, check in and play.")
    for player in play.cast.players:
        await play.wait_until(play.stage.now + _A_MOMENT)
        await entering.sign_up(play, event, player)
    await entering.check_in(play, event, play.cast.players, fridays.wanted(number))
    for _ in range(2):
        cards = new_cards(play, event)
        for card in cards:
            await come(play, event, card)
        await play_out(play, event, cards)
    event.last_call = len(play.stage.calls)
    await play.wait(minutes=30)


async def once_more(fridays: Fridays) -> None:
    """After the last date Again makes one more, which its organiser sees before anybody else does."""
    play, organiser = fridays.play, fridays.play.stage.organiser
    play.narrator.act("Again", "The last date is over: the organiser presses Again.")
    shown = await organiser.type("events", tournament=fridays.events[-1])
    form = play.note(organiser, "presses Again", await organiser.press(shown.post, "again"))
    values = {label["component"]["custom_id"]: label["component"]["value"] for label in form.form["components"]}
    preview = play.note(organiser, "sends the form in as it is", await organiser.fill(form, **values))
    play.look()
    fridays.previewed = tuple(one.subject("register") for one in _announcements(fridays))
    play.note(organiser, "confirms the preview", await organiser.press(preview.post, "draft-confirm"))


def _announcements(fridays: Fridays) -> list[Post]:
    stage = fridays.play.stage
    return [one for one in stage.posts_in(stage.announcements) if one.has("register")]


SCRIPT: Final = Script(
    "a cup that comes back every Friday over a change of the clocks, with one Friday skipped",
    prepare,
    perform,
    judge,
    subject="a cup that comes back every Friday",
)
