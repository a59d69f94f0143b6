"""More details of a new cup: what its first form has no room for, chosen in menus, so that nothing can be mistyped."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import Final

from bot.domain.regulation.details import CHECK_INS, FINALS, Details
from bot.domain.regulation.format_rules import Level
from bot.domain.regulation.thread_rules import Talk
from bot.errors import Outdated
from bot.i18n import Voice
from bot.rendering.layout import Card
from bot.rendering.regulation.rulebook_names import games_of
from bot.rendering.sentences import duration
from bot.services import cup_details
from cogs.audience import Audience
from cogs.forms import Asked, Menu, Verbatim
from cogs.press import Press
from cogs.routing import on_press
from cogs.subjects import DRAFT
from cogs.tournaments import offer_drafts

_MINUTE: Final = timedelta(minutes=1)
_PLAYED: Final = {"yes": True, "no": False}
_ASKED: Final = ("final", "third", "level", "check_in", "talk")
_OFFERED: Final = frozenset[str]({*_PLAYED, *Level, *Talk})


@on_press("cup-details", DRAFT, Audience.ADDRESSED)
async def open_details(press: Press, draft_id: str) -> None:
    """Opens the form with what stands in the draft."""
    standing = await press.ask(cup_details.details_of_draft, draft_id)
    await press.open_form(f"cup-detailed:{draft_id}", "cups.details", *_fields(standing, press.voice))


@on_press("cup-detailed", DRAFT, Audience.ADDRESSED, update=True)
async def take_details(press: Press, draft_id: str) -> Card:
    """Shows the preview with what was chosen."""
    draft = await press.do(cup_details.choose, draft_id, _details(press))
    return await offer_drafts(press, (draft,), ())


def _fields(standing: Details, voice: Voice) -> Iterator[Asked]:
    """A menu for each detail that the kind of event knows, each with what stands there now."""
    yield from _of_bracket(standing, voice)
    if standing.level is not None:
        ways = {str(one): f"cups.level_{one}" for one in Level}
        yield Menu("level", "cups.level", "cups.level_hint", values=ways, required=True, chosen=str(standing.level))
    if standing.check_in is not None:
        times = {str(one // _MINUTE): Verbatim(duration(one, voice)) for one in sorted({*CHECK_INS, standing.check_in})}
        yield Menu(
            "check_in",
            "cups.check_in",
            "cups.check_in_hint",
            values=times,
            required=True,
            chosen=str(standing.check_in // _MINUTE),
        )
    if standing.talk is not None:
        places = {str(one): f"cups.talk_{one}" for one in Talk}
        yield Menu("talk", "cups.talk", "cups.talk_hint", values=places, required=True, chosen=str(standing.talk))


def _of_bracket(standing: Details, voice: Voice) -> Iterator[Asked]:
    if standing.final is not None:
        lengths = {str(one): Verbatim(games_of(one, voice)) for one in sorted({*FINALS, standing.final})}
        yield Menu(
            "final",
            "cups.final_field",
            "cups.final_field_hint",
            values=lengths,
            required=True,
            chosen=str(standing.final),
        )
    if standing.third_place is not None:
        played = {"yes": "cups.third_played", "no": "cups.third_unplayed"}
        yield Menu("third", "cups.third", values=played, required=True, chosen="yes" if standing.third_place else "no")


def _details(press: Press) -> Details:
    """What was chosen; what was not asked is None. Raises Outdated for what no menu of ours offers."""
    final, third, level, minutes, talk = (press.choice_in(name) for name in _ASKED)
    if not _OFFERED.issuperset(filter(None, (third, level, talk))):
        raise Outdated
    return Details(
        final=press.number(final) if final else None,
        third_place=_PLAYED[third] if third else None,
        level=Level(level) if level else None,
        check_in=press.number(minutes) * _MINUTE if minutes else None,
        talk=Talk(talk) if talk else None,
    )
