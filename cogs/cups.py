"""A new cup from one form: what is typed is kept, read, and shown before it is created."""

from __future__ import annotations

from dataclasses import replace

from bot.domain.events.cup_forms import CupForm
from bot.domain.permissions import Act
from bot.errors import UserError
from bot.i18n import Voice
from bot.rendering.events import cup_cards
from bot.rendering.layout import Card
from bot.rendering.regulation.rulebook_names import summary_of, title_of
from bot.services import cup_forms, server_setup
from bot.services.events import drafts
from cogs.audience import Audience
from cogs.choosing import UsableRulebook
from cogs.commands import command
from cogs.forms import Asked, Menu, Text, Verbatim
from cogs.moments import Moment, starts_meant, zone_of
from cogs.press import Press
from cogs.routing import on_press
from cogs.setup import CITY, zone_meant
from cogs.subjects import DRAFT, NOTHING
from cogs.tournaments import offer_drafts


@on_press("cup-new", NOTHING, Audience.ADDRESSED)
async def open_form(press: Press) -> None:
    """Opens the form, filled with what waits from the last time."""
    await _open(press, "cup-typed:")


@on_press("cup-again", NOTHING, Audience.ADDRESSED)
async def open_again(press: Press) -> None:
    """Opens the form as it was filled in; its answer takes the place of the message that was pressed."""
    await _open(press, "cup-retyped:")


@on_press("cup-typed", NOTHING, Audience.ADDRESSED)
async def take_form(press: Press) -> Card:
    """Shows what will be created, or what is to be put right."""
    return await _read(press)


@on_press("cup-retyped", NOTHING, Audience.ADDRESSED, update=True)
async def take_form_again(press: Press) -> Card:
    """As `take_form`, in place of what was refused or shown before."""
    return await _read(press)


@on_press("draft-zone", DRAFT, Act.SET_UP, update=True)
async def take_zone(press: Press, draft_id: str) -> Card:
    """Takes one of the likely time zones, and reads the start by its clocks."""
    return await _read_anew(press, draft_id, press.choice())


@on_press("draft-city", DRAFT, Act.SET_UP)
async def ask_city(press: Press, draft_id: str) -> None:
    """Asks for a time zone that is not in the menu, by its city."""
    await press.ask(drafts.find, draft_id)
    await press.open_form(f"draft-city-named:{draft_id}", "setup.another_zone", CITY)


@on_press("draft-city-named", DRAFT, Act.SET_UP, update=True)
async def take_city(press: Press, draft_id: str) -> Card:
    """Takes the time zone of a city, or of an IANA name, that was typed."""
    return await _read_anew(press, draft_id, zone_meant(press))


async def _read_anew(press: Press, draft_id: str, zone: str) -> Card:
    """The server's time zone from now on is another one: what was typed is read by it."""
    await press.ask(drafts.find, draft_id)
    press.remember((await press.do(server_setup.choose_zone, zone)).community)
    return await _preview(press, (await press.ask(cup_forms.offer)).form)


@command("tournament create", Audience.ADDRESSED)
async def create(
    press: Press, rulebook: UsableRulebook | None = None, name: str | None = None, start: Moment | None = None
) -> Card | None:
    """Shows what will be created; where something was left out the form asks for it."""
    form = CupForm(name or "", rulebook or "", start or "")
    if rulebook and name and start:
        return await _preview(press, form)
    if rulebook or name or start:
        await press.do(cup_forms.keep, form)
    await _open(press, "cup-typed:")
    return None


async def begin_by(press: Press, kind: str) -> None:
    """Opens the form with that rulebook chosen; the rest is what waits from the last time."""
    waiting = (await press.ask(cup_forms.offer)).form
    await press.do(cup_forms.keep, replace(waiting, kind=kind))
    await _open(press, "cup-typed:")


async def _open(press: Press, custom_id: str) -> None:
    offer = await press.ask(cup_forms.offer)
    await press.open_form(custom_id, "cups.new", *_fields(offer, zone_of(press), press.voice))


def _fields(offer: cup_forms.Offer, zone: str, voice: Voice) -> list[Asked]:
    typed = offer.form
    return [
        Text("name", "cups.name", limit=100, default=typed.name or None),
        Menu(
            "kind",
            "cups.kind",
            values={one.name: Verbatim(title_of(one, voice)) for one in offer.kinds},
            notes={one.name: Verbatim(summary_of(one, voice)) for one in offer.kinds},
            required=True,
            chosen=offer.chosen,
        ),
        Text("start", "cups.start", "cups.start_hint", said={"zone": zone}, limit=100, default=typed.start or None),
        Text("best_of", "cups.games", "cups.games_hint", required=False, limit=40, default=typed.best_of or None),
        Text("seats", "cups.places", "cups.places_hint", required=False, limit=40, default=typed.seats or None),
    ]


async def _read(press: Press) -> Card:
    """Takes what was filled in."""
    kind = press.fields().get("kind", [])
    chosen = "" if isinstance(kind, str) else next(iter(kind), "")
    form = CupForm(press.text("name"), chosen, press.text("start"), press.text("best_of"), press.text("seats"))
    return await _preview(press, form)


async def _preview(press: Press, form: CupForm) -> Card:
    """Keeps what was typed before anything else: a refusal, or a restart right after it, loses none of it."""
    await press.do(cup_forms.keep, form)
    try:
        starts, offsets = starts_meant(press, form.start)
        made = await press.do(cup_forms.draft, form, starts)
    except UserError as error:
        return cup_cards.refusal(error, press.voice)
    return await offer_drafts(press, made, offsets)
