"""Who may enter a new cup: a role, bounds of the rating, the age of the Discord account."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import Final

from bot.domain.ids import RoleId
from bot.domain.regulation.entry_rules import ACCOUNT_AGES, EntryRules
from bot.i18n import Voice
from bot.rendering.layout import Card
from bot.rendering.sentences import duration
from bot.services import cup_conditions
from bot.services.cup_conditions import Chosen
from cogs.audience import Audience
from cogs.forms import Asked, Menu, Role, Text, Verbatim
from cogs.press import Press
from cogs.routing import on_press
from cogs.subjects import DRAFT
from cogs.tournaments import offer_drafts

_SECOND: Final = timedelta(seconds=1)
_LONGEST_RATING: Final = 10


@on_press("cup-who", DRAFT, Audience.ADDRESSED)
async def open_conditions(press: Press, draft_id: str) -> None:
    """Opens the form with what stands in the draft."""
    standing = await press.ask(cup_conditions.of_draft, draft_id)
    known = standing.role_id if standing.role_id in (press.presser.server_roles or ()) else None
    await press.open_form(f"cup-who-chosen:{draft_id}", "conditions.title", *_fields(standing, known, press.voice))


@on_press("cup-who-chosen", DRAFT, Audience.ADDRESSED, update=True)
async def take_conditions(press: Press, draft_id: str) -> Card:
    """Shows the preview with what was chosen."""
    draft = await press.do(cup_conditions.choose, draft_id, _read_form(press))
    return await offer_drafts(press, (draft,), ())


def _fields(standing: EntryRules, role: RoleId | None, voice: Voice) -> Iterator[Asked]:
    """A field for each condition, with what stands there now; a role that is gone stands nowhere."""
    yield Role("role", "conditions.role_field", "conditions.role_hint", chosen=role)
    for name, bound in (("from", standing.rating_from), ("below", standing.rating_below)):
        yield Text(
            name,
            f"conditions.{name}_field",
            f"conditions.{name}_hint",
            required=False,
            limit=_LONGEST_RATING,
            default=None if bound is None else str(bound),
        )
    ages = sorted({*ACCOUNT_AGES, standing.account_age})
    yield Menu(
        "age",
        "conditions.age_field",
        "conditions.age_hint",
        values={str(one // _SECOND): Verbatim(duration(one, voice)) if one else "conditions.any_age" for one in ages},
        required=True,
        chosen=str(standing.account_age // _SECOND),
    )


def _read_form(press: Press) -> Chosen:
    """What was filled in; raises Outdated for what no form of ours sends."""
    role, age = (press.choice_in(name) for name in ("role", "age"))
    return Chosen(
        role=RoleId(int(role)) if role.isascii() and role.isdecimal() else None,
        rating_from=press.text("from"),
        rating_below=press.text("below"),
        account_age=press.number(age) * _SECOND,
    )
