"""An owner who is alone moves in with people, their ratings and last year's event."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from bot.features.past_events.model import RatingsTaken
from rehearsal.acts import opening
from rehearsal.cast import Cast, Character, Player
from rehearsal.members import Answer, File, Member
from rehearsal.moving import papers
from rehearsal.moving.alone.checks import judge
from rehearsal.moving.alone.diary import (
    ELSEWHERE,
    FORGOTTEN,
    HERE,
    IN_TIME,
    LESS,
    OWN,
    PAST,
    PLAYED,
    TITLE,
    TOO_LATE,
    Alone,
)
from rehearsal.posts import Post
from rehearsal.script import Casting, Script

NAME: Final = "moving-alone"
EVENTS: Final = "aije-open"
_LOCALES: Final = ("pt-BR", "es-ES", "it", "en-US")


def prepare(casting: Casting) -> Alone:
    """Four members who hold nothing, and whoever owns the server."""
    stage = casting.stage
    stage.organiser = stage.owner
    people = [stage.member(name, _LOCALES[at % 4]) for at, name in enumerate(HERE)]
    players = tuple(Player(one, Character.STEADY, 1, regular=False) for one in people)
    return Alone(casting.play(Cast(players, ())), people)


async def perform(alone: Alone) -> None:
    """All acts, one after the other."""
    await set_up(alone)
    await first_day(alone)
    await founding_done(alone)
    await the_title_too_early(alone)
    await after_a_week(alone)
    await the_title(alone)
    await after_the_founding(alone)


async def set_up(alone: Alone) -> None:
    """Quick start, the association's commands, and a channel for what its committee will decide."""
    play, owner = alone.play, alone.owner
    panel = await opening.quick_start(play)
    await opening.switch_on(play, "association")
    await owner.press(panel, "setup-page:places")
    play.note(owner, "names a channel", await owner.choose(panel, "setup-channel:committee", play.stage.committee))


def _list(name: str, ratings: dict[str, int], *more: str) -> File:
    """A list of people with their ratings, none of them by their account of Discord."""
    lines = (f"{one};;{rating};;BR" for one, rating in ratings.items())
    return name, "\n".join(("name;discord;rating;master_title;country", *lines, *more)).encode()


async def first_day(alone: Alone) -> None:
    """Everybody comes in at once but the owner, whose own row and own past event wait in public."""
    play, owner = alone.play, alone.owner
    play.narrator.act("Alone", "Nobody else holds an office or a title: what concerns the owner waits in public.")
    here = (f"{one.name};{one.id};{HERE[one.name]};;BR" for one in alone.people)
    await opening.bring_list(play, owner, _list("club.csv", ELSEWHERE, *here, f"{owner.name};{owner.id};{OWN};;BR"))
    alone.remember("own row")
    if (asked := _post_of(alone, "own row")) is not None:
        alone.refused["own row"] = await _object(alone, owner, asked)
    await play.wait(minutes=5)
    await _the_past(alone)
    await play.wait(days=1)
    await opening.bring_list(play, owner, _list("forgotten.csv", FORGOTTEN))


async def _the_past(alone: Alone) -> None:
    """Last year's Open, which the owner has won."""
    play, owner = alone.play, alone.owner
    shown = await owner.type(
        "tournament import", file=papers.past_open(PAST, play.stage.now - timedelta(days=60), *PLAYED)
    )
    play.note(owner, "sends a past event in", shown)
    for pressed in ("record-same", f"record-ratings:{RatingsTaken.LEFT}", "record-bring"):
        if shown.posts and play.stage.again(shown.post).has(pressed):
            play.note(owner, f"presses {pressed}", await owner.press(shown.post, pressed))
    await play.wait(minutes=1)
    _post_of(alone, "past")


def _post_of(alone: Alone, what: str) -> Post | None:
    """The message by which everybody is asked since the last one, if there is any."""
    stage, known = alone.play.stage, {one.message_id for one in alone.posts.values()}
    found = [one for one in stage.posts_in(stage.announcements) if one.has("sign-object")]
    fresh = [one for one in found if one.message_id not in known]
    if fresh:
        alone.posts[what] = fresh[-1]
    return alone.posts.get(what)


async def _object(alone: Alone, member: Member, post: Post) -> Answer:
    """Presses Object, and says why where that is asked."""
    asked = await member.press(post, "sign-object")
    told = asked if asked.result.modal is None else await member.fill(asked, reason="It was never played for")
    return alone.play.note(member, "objects", told)


async def founding_done(alone: Alone) -> None:
    """The owner says that moving in is done; a member may not, and twice is once."""
    play, owner = alone.play, alone.owner
    await play.wait(days=1)
    play.narrator.act("Founding is done", "Seven days are left for lists of any kind.")
    template = play.note(owner, "looks at the template", await owner.type("association import"))
    card = play.note(owner, "opens the founding", await owner.press(template.post, "founding"))
    alone.remember("done")
    play.note(owner, "presses Founding is done", await owner.press(card.post, "founding-done"))
    await play.wait(minutes=1)
    again = await play.stage.stale_press(owner, card.post, "founding-done")
    alone.refused["again"] = play.note(owner, "presses it a second time", again)
    await opening.bring_list(play, owner, _list("in-time.csv", IN_TIME))


async def the_title_too_early(alone: Alone) -> None:
    """While the own row waits, another one about the owner does not wait beside it."""
    alone.refused["a title beside it"] = await _bring_title(alone, TITLE)
    await alone.play.wait(minutes=1)


async def _bring_title(alone: Alone, title: str) -> Answer:
    """A list that gives the owner the title."""
    return await opening.bring_list(alone.play, alone.owner, _title_list(alone, title))


def _title_list(alone: Alone, title: str) -> File:
    return _list("title.csv", {}, f"{alone.owner.name};{alone.owner.id};;{title};")


async def the_title(alone: Alone) -> None:
    """A list that gives the owner a title waits in public too, and one objection ends it for thirty days."""
    play = alone.play
    play.narrator.act("The own title", "One member objects, and it is over.")
    await _bring_title(alone, TITLE)
    await play.wait(minutes=1)
    alone.remember("objected")
    if (asked := _post_of(alone, "title")) is not None:
        await _object(alone, alone.people[0], asked)
    sent = _title_list(alone, LESS)
    shown = play.note(alone.owner, "sends another title in", await alone.owner.type("association import", file=sent))
    alone.asked_again = shown.post


async def after_a_week(alone: Alone) -> None:
    """Nobody objected to the own row and to the past event: the one is in, the other may come in."""
    play, owner = alone.play, alone.owner
    await play.wait(days=6)
    play.narrator.act("After a week", "What nobody objected to comes in.")
    letters = [one for one in owner.inbox if one.has("record-agreed")]
    if letters:
        play.note(owner, "brings the past in", await owner.press(letters[-1], "record-agreed"))
    await play.wait(minutes=1)


async def after_the_founding(alone: Alone) -> None:
    """When the seven days are over a list brings people alone."""
    play, owner = alone.play, alone.owner
    await play.wait(days=3)
    play.narrator.act("Founded", "A list brings people, and no rating.")
    alone.remember("after")
    await opening.bring_list(play, owner, _list("later.csv", TOO_LATE))
    await play.wait(minutes=1)


SCRIPT: Final = Script(
    "one owner alone moves in with people, their ratings and last year's event",
    prepare,
    perform,
    judge,
    subject="moving in by one owner alone",
)
