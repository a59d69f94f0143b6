"""What organisers tell of an event, on its cards and in the calendar, and what stands around the form for it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from discord import ButtonStyle

from bot.domain.events.posters import DESCRIPTION_LIMIT, PRIZE_LIMIT, Poster
from bot.errors import UserError
from bot.i18n import Voice
from bot.rendering.layout import DANGER, TEXT_LIMIT, Card, Drawing, Press
from bot.rendering.sentences import sentence
from bot.rendering.text import block_within, plain, plain_block, quote

PICTURE_NAME: Final = "event.jpg"
_SPARE: Final = 400
"""Characters that a card grows by after it is made, when its commands become mentions."""
CALENDAR_LIMIT: Final = 1000
"""What Discord takes as the description of a scheduled event."""


def poster_press(draft_id: str, voice: Voice) -> Press:
    """Opens the form."""
    return Press(f"poster:{draft_id}", voice.say("posters.about"), emoji="🖼️")


def with_poster(card: Card, poster: Poster | None, name: str, voice: Voice) -> Card:
    """The card with what is told below its first paragraph, as far as there is room, and the picture above all."""
    if poster is None:
        return card
    title, *rest = card.paragraphs
    facts = "\n".join(_facts(poster, voice))
    others = (*card.paragraphs, *(line.text for line in card.lines), *card.closing, card.opening or "", facts)
    room = TEXT_LIMIT - _SPARE - sum(map(len, others))
    description = block_within(poster.description, min(room, 4 * DESCRIPTION_LIMIT)) if poster.description else ""
    told = tuple(one for one in (description, facts) if one)
    return replace(card, paragraphs=(title, *told, *rest), pictures=(*_picture(poster, name, voice), *card.pictures))


def on_preview(card: Card, poster: Poster | None, name: str, voice: Voice) -> Card:
    """As `with_poster`, on the preview of a change, which says too where nothing is told any more."""
    if poster == Poster():
        return replace(card, paragraphs=(*card.paragraphs, voice.say("posters.cleared")))
    return with_poster(card, poster, name, voice)


def _facts(poster: Poster, voice: Voice) -> Iterator[str]:
    if poster.prize:
        yield voice.say("posters.prize_line", prize=quote(poster.prize, PRIZE_LIMIT))
    if poster.stream:
        yield voice.say("posters.stream_line", address=f"<{poster.stream}>")


def _picture(poster: Poster, name: str, voice: Voice) -> Iterator[Drawing]:
    if poster.picture is not None:
        alt = voice.say("posters.alt", name=plain(name))
        picture = poster.picture
        yield Drawing(PICTURE_NAME, alt, lambda _: picture, on_top=True)


def in_calendar(poster: Poster) -> str:
    """What the calendar says of the event, in no language: marks stand for words; the description yields to them."""
    facts = [f"🏆 {plain_block(poster.prize, PRIZE_LIMIT)}"] if poster.prize else []
    facts += [f"📺 {poster.stream}"] if poster.stream else []
    room = CALENDAR_LIMIT - sum(len(fact) + 2 for fact in facts)
    return "\n\n".join([*([plain_block(poster.description, room)] if poster.description else []), *facts])


def refusal(error: UserError, draft_id: str, voice: Voice) -> Card:
    """Why the form was not taken, with the buttons that open it again as it was filled in, and lead to the preview."""
    again = Press(f"poster:{draft_id}", voice.say("cups.again"), ButtonStyle.primary, "✏️")
    back = Press(f"draft:{draft_id}", voice.say("posters.back"))
    said = f"{sentence(error, voice)}\n-# {voice.say('cups.kept')}"
    return Card((said,), controls=((again, back),), colour=DANGER)
