"""What is said of staff's word that two people are one: to everybody, to the two, and to who recorded it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from discord import ButtonStyle

from bot.domain.cases.same_person import SamePersonView
from bot.i18n import Voice
from bot.rendering import drawn_rows
from bot.rendering.cases.case_cards import paging
from bot.rendering.layout import ACCENT, WARNING, Card, Press
from bot.rendering.people import mention, pings
from bot.rendering.sentences import listing, moment
from bot.rendering.text import quote, quoted_block

LINKS_ON_A_PAGE: Final = 10


def link_notice(view: SamePersonView, voice: Voice, *, pinged: bool) -> Card:
    """Tells everybody that the two are one, who says so and why, and what follows."""
    said = f"{voice.say('same_person.recorded', **_names(view))}\n{quoted_block(view.link.reason)}"
    return Card(
        (said, voice.say("same_person.means"), voice.say("same_person.may_be_appealed")),
        colour=WARNING,
        pings=pings(view.people) if pinged else frozenset(),
    )


def letter(view: SamePersonView, voice: Voice) -> Card:
    """Tells either of the two the same, what it has led to, and how to have it undone."""
    said = [f"{voice.say('same_person.you_recorded', **_names(view))}\n{quoted_block(view.link.reason)}"]
    said.append(voice.say("same_person.means"))
    said += _led_to(view, voice)
    if view.appeal_by is None:
        return Card(tuple(said), colour=WARNING)
    appeal = Press(f"appeal:same-{view.link.link_id}", voice.say("files.appeal"), ButtonStyle.primary)
    said.append(voice.say("same_person.you_may_appeal", until=moment(view.appeal_by), button=appeal.label))
    return Card(tuple(said), controls=((appeal,),), colour=WARNING)


def undone(view: SamePersonView, voice: Voice, *, pinged: bool) -> Card:
    """Tells that the two are two people after all, and why."""
    by = mention(view.undone_by) if view.undone_by else "?"
    said = voice.say("same_person.undone", **{**_names(view), "by": by})
    return Card(
        (f"{said}\n{quoted_block(view.link.undo_reason or '')}",),
        colour=ACCENT,
        pings=pings(view.people) if pinged else frozenset(),
    )


def told_recorded(view: SamePersonView, voice: Voice) -> Card:
    """What who recorded it is told: what it has led to, what is left to decide, and the way back."""
    return Card((voice.say("same_person.told_recorded", **_names(view)), *_led_to(view, voice)))


def told_undone(view: SamePersonView, voice: Voice) -> Card:
    """What the officer is told, with what became of the places."""
    places = [voice.say(f"undo.place_{one.state}", name=quote(one.event)) for one in view.back]
    return Card((voice.say("same_person.told_undone", **_names(view)), *places))


def link_list(views: Sequence[SamePersonView], page: int, voice: Voice) -> Card:
    """Who is recorded as one person with whom, by whom and why; `page` counts from 0."""
    title = voice.say("same_person.list_title")
    if not views:
        return Card((title, voice.say("same_person.list_none")))
    last = (len(views) - 1) // LINKS_ON_A_PAGE
    page = min(max(page, 0), last)
    shown = views[page * LINKS_ON_A_PAGE : (page + 1) * LINKS_ON_A_PAGE]
    lines = "\n".join(drawn_rows.texts(shown, _line, voice))
    return Card((title, lines), controls=paging("same-persons", page, last, voice))


def _line(view: SamePersonView, voice: Voice) -> str:
    since = f"<t:{int(view.link.recorded_at.timestamp())}:D>"
    return f"{voice.say('same_person.list_line', since=since, **_names(view))}\n{quoted_block(view.link.reason, 150)}"


def _led_to(view: SamePersonView, voice: Voice) -> list[str]:
    said = []
    if view.is_barred:
        said.append(voice.say("same_person.barred"))
    if view.places:
        said.append(voice.say("same_person.places", names=listing([quote(name) for name in view.places], voice)))
    if view.both_play_in:
        names = listing([quote(name) for name in view.both_play_in], voice)
        said.append(voice.say("same_person.both_play", names=names))
    return said


def _names(view: SamePersonView) -> dict[str, str]:
    one, other = map(mention, view.people)
    return {"one": one, "other": other, "by": mention(view.recorded_by)}
