"""From the invitation to the close of check-in: what the organiser does, and what each player does."""

from __future__ import annotations

import io
from datetime import datetime, timedelta
from functools import partial

from PIL import Image, ImageDraw

from rehearsal.acts import entering
from rehearsal.acts.opening import quick_start
from rehearsal.cast import Character, Player
from rehearsal.diary import EventDiary
from rehearsal.friday.evening import NAMES, SEATS, STREAM, TOLD, TYPED, Evening
from rehearsal.play import Agenda
from rehearsal.posts import Post
from rehearsal.stage import CHANNELS


async def set_up(evening: Evening) -> Post:
    """`/setup` and Quick start; answers the finished panel."""
    play = evening.play
    play.narrator.act("Invited", "A stranger's server: no officers, no arbiters, no channel of the bot.")
    evening.before = frozenset(getattr(play.stage, place).id for place in CHANNELS)
    return await quick_start(play)


async def new_cup(evening: Evening, panel: Post) -> EventDiary:
    """New cup, the form, Confirm."""
    play, owner = evening.play, evening.play.stage.owner
    play.narrator.act("New cup", "One form and one press.")
    event = EventDiary(NAMES[play.stage.language], first_call=len(play.stage.calls))
    play.diary.events.append(event)
    form = play.note(owner, "presses New cup", await owner.press(panel, "cup-new"))
    evening.made_at = play.stage.now
    typed = {"name": event.name, "start": TYPED[play.stage.language], "best_of": "3", "seats": str(SEATS)}
    preview = await owner.fill(form, kind=[play.rules.name], **typed)
    play.note(owner, f"fills in the form: {', '.join(typed.values())}", preview)
    play.note(owner, "confirms the preview", await owner.press(preview.post, "draft-confirm"))
    evening.organiser_acts = owner.acts
    event.announcement = play.stage.latest("register", play.stage.announcements)
    event.event_id = str(event.announcement.find("register")["custom_id"]).partition(":")[2]
    return event


async def tell_about_it(evening: Evening, event: EventDiary) -> None:
    """What the organiser tells of the announced cup, with a picture."""
    play, owner = evening.play, evening.play.stage.owner
    description, prize = TOLD[play.stage.language]
    form = play.note(owner, "tells about the cup", await owner.type("tournament about", tournament=event.event_id))
    typed = {"description": description, "prize": prize, "stream": STREAM}
    preview = await owner.fill(form, picture=[("banner.png", _banner())], **typed)
    play.note(owner, "fills in the form, with a picture", preview)
    play.note(owner, "confirms what is told", await owner.press(preview.post, "draft-confirm"))
    evening.organising = owner.acts
    await play.stage.advance(minutes=1)


def _banner() -> bytes:
    """A corner of a board, with a row of stones on it."""
    banner = Image.new("RGB", (1600, 640), "#1b4965")
    pen = ImageDraw.Draw(banner)
    for column, row in ((column, row) for column in range(10) for row in range(4)):
        corner = column * 160, row * 160
        if (column + row) % 2:
            pen.rectangle((*corner, corner[0] + 160, corner[1] + 160), "#2c6e91")
        if column == row + 3:
            pen.ellipse((corner[0] + 24, corner[1] + 24, corner[0] + 136, corner[1] + 136), "#ffd166")
    file = io.BytesIO()
    banner.save(file, "PNG")
    return file.getvalue()


async def sign_ups(evening: Evening, event: EventDiary) -> None:
    """Everybody but one registers by the button in the hours after, and somebody asks for letters."""
    play = evening.play
    play.narrator.act("Signing up", "By the button; somebody presses Remind me.")
    agenda = Agenda(play)
    early = [player for player in play.cast.players if player.character is not Character.LAST_MINUTE]
    for player in early:
        way = _sign_up_with_letters if player is early[-1] else _sign_up
        agenda.after(play.seconds(60, 3 * 3600), partial(way, evening, event, player))
    await agenda.all()


async def _sign_up(evening: Evening, event: EventDiary, player: Player) -> None:
    await entering.sign_up(evening.play, event, player)


async def _sign_up_with_letters(evening: Evening, event: EventDiary, player: Player) -> None:
    """Remind me stands on the answer to the registration."""
    await _sign_up(evening, event, player)
    play, member = evening.play, player.member
    answer = play.heard[-1][2]
    play.note(member, "presses Remind me", await member.press(answer.post, "remind-me"))
    evening.reminded, evening.reminded_since = member, play.stage.now
    evening.in_vain[member.id] += 1


async def check_in(evening: Evening, event: EventDiary) -> None:
    """Most confirm on the announcement, who asked for letters on the letter."""
    play, reminded = evening.play, evening.reminded
    on_the_post = [player for player in play.cast.players if player.member is not reminded]

    def by_letter(agenda: Agenda, opens_at: datetime, _: datetime) -> None:
        agenda.at(opens_at + timedelta(minutes=4), partial(_confirm_by_letter, evening, event))

    await entering.check_in(play, event, on_the_post, evening.starts_at, by_letter)
    for player in play.cast.players:
        mine = evening.organising if player.member is play.stage.organiser else 0
        evening.player_acts[player.member.id] = player.member.acts - mine


async def _confirm_by_letter(evening: Evening, event: EventDiary) -> None:
    member = evening.reminded
    assert member is not None
    letter = next(one for one in reversed(member.inbox) if one.has("check-in"))
    event.confirmed[member.id] = evening.play.stage.now
    evening.play.note(member, "checks in on the letter", await member.press(letter, "check-in"))
