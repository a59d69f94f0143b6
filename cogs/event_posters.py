"""About it: what is told of an event beside its rules, filled in under its preview, kept, and shown there first."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from bot.apart.readings import PICTURE
from bot.domain.events.posters import DESCRIPTION_LIMIT, PRIZE_LIMIT, STREAM_LIMIT, Poster
from bot.domain.permissions import Act
from bot.errors import UserError
from bot.rendering.events import poster_words
from bot.rendering.layout import Card
from bot.services import poster_forms
from bot.services.events import drafts
from cogs.audience import Audience
from cogs.choosing import OpenEvent
from cogs.commands import command
from cogs.forms import Asked, File, Menu, Text
from cogs.press import Press
from cogs.routing import on_press
from cogs.subjects import DRAFT
from cogs.tournaments import offer_drafts

_DROPPED: Final = "drop"


@command("tournament about", Act.EDIT_TOURNAMENT)
async def about(press: Press, tournament: OpenEvent) -> None:
    """Opens the form for an event that is announced; what is filled in is shown before it is told."""
    (draft,) = await press.do(drafts.of_change, tournament, None, ())
    await _open(press, "poster-told", draft.draft_id)


@on_press("poster", DRAFT, Audience.ADDRESSED)
async def open_form(press: Press, draft_id: str) -> None:
    """Opens the form with what was filled in before, or with what the event tells so far."""
    await _open(press, "poster-typed", draft_id)


@on_press("poster-told", DRAFT, Audience.ADDRESSED)
async def take_form(press: Press, draft_id: str) -> Card:
    """Shows the preview with what was filled in."""
    return await _take(press, draft_id)


@on_press("poster-typed", DRAFT, Audience.ADDRESSED, update=True)
async def take_form_again(press: Press, draft_id: str) -> Card:
    """As `take_form`, in place of the preview before it or of what was refused."""
    return await _take(press, draft_id)


async def _open(press: Press, verb: str, draft_id: str) -> None:
    standing = await press.ask(poster_forms.offer, draft_id)
    await press.open_form(f"{verb}:{draft_id}", "posters.about", *_fields(standing))


def _fields(standing: Poster) -> Iterator[Asked]:
    yield Text(
        "description",
        "posters.description",
        "posters.description_hint",
        long=True,
        limit=DESCRIPTION_LIMIT,
        required=False,
        default=standing.description or None,
    )
    yield Text("prize", "posters.prize", required=False, limit=PRIZE_LIMIT, default=standing.prize or None)
    yield Text(
        "stream",
        "posters.stream",
        "posters.stream_hint",
        required=False,
        limit=STREAM_LIMIT,
        default=standing.stream or None,
    )
    yield File("picture", "posters.picture", "posters.picture_hint")
    if standing.picture is not None:
        ways = {"keep": "posters.picture_stays", _DROPPED: "posters.picture_goes"}
        yield Menu("present", "posters.present", values=ways, required=True, chosen="keep")


async def _take(press: Press, draft_id: str) -> Card:
    """Keeps what was typed before anything else: a refusal, or a restart right after it, loses none of it."""
    typed = Poster(press.text("description"), press.text("prize"), press.text("stream"))
    drops = _DROPPED in press.fields().get("present", [])
    await press.do(poster_forms.keep, draft_id, typed, drops_picture=drops)
    try:
        file = press.file("picture")
        if file is not None:
            await press.do(poster_forms.keep_picture, draft_id, await press.read(PICTURE, file))
        draft = await press.do(poster_forms.take, draft_id)
    except UserError as error:
        return poster_words.refusal(error, draft_id, press.voice)
    return await offer_drafts(press, (draft,), ())
