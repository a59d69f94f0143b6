"""`/pages`: a server on the web, its events there, what is on stream, and what each person chooses for themselves."""

from __future__ import annotations

from typing import Final

from bot.features.pages import cards as pages_cards
from bot.features.pages import people_verbs as pages_people_verbs
from bot.features.pages import verbs as pages_verbs
from bot.features.pages.cards import NO_MATCH
from bot.features.pages.model import PageSetting, ShownAs
from bot.features.pages.views_model import PagesView
from bot.kernel.ids import ContestId, TournamentId
from bot.layout.cards import Card
from bot.server.model import Act
from cogs.commands import AnyEvent, command
from cogs.desk import desk
from cogs.request import Request
from cogs.routing import on_press
from cogs.subjects import DRAFT, EVENT, MATCH, NOTHING, NUMBER, Audience, among, either, maybe, one_of, pair
from cogs.tournaments import show_preview

# --- a server -------------------------------------------------------------------------------------------------------


@command("pages", Act.SHOW_EVENT)
async def pages(request: Request, tournament: AnyEvent | None = None) -> Card:
    """Shows whether and how the server is on the web, or the event that was chosen."""
    if tournament is not None:
        return await show_event(request, tournament)
    return _card(request, await request.ask(pages_verbs.view))


@on_press("pages", NOTHING, Act.SHOW_EVENT, update=True)
async def show(request: Request) -> Card:
    """Leads back to the server's pages."""
    return _card(request, await request.ask(pages_verbs.view))


@on_press("pages-ask-on", NOTHING, Act.SWITCH_PAGES, update=True)
async def ask_on(request: Request) -> Card:
    """Says what it means to switch them on."""
    found = await request.ask(pages_verbs.to_switch)
    return pages_cards.question_on(found, request.guild.name, request.translator)


@on_press("pages-on", NOTHING, Act.SWITCH_PAGES, update=True)
async def switch_on(request: Request) -> Card:
    """Switches them on, under the name that the server has in Discord."""
    return _card(request, await request.do(pages_verbs.switch_on, request.guild.name))


@on_press("pages-ask-off", NOTHING, Act.SWITCH_PAGES, update=True)
async def ask_off(request: Request) -> Card:
    """Says what it means to switch them off."""
    return pages_cards.question_off(await request.ask(pages_verbs.to_switch_off), request.translator)


@on_press("pages-off", NOTHING, Act.SWITCH_PAGES, update=True)
async def switch_off(request: Request) -> Card:
    """Switches them off."""
    return _card(request, await request.do(pages_verbs.switch_off))


@on_press("pages-set", pair(one_of(PageSetting), NUMBER), Act.SWITCH_PAGES, update=True)
async def choose(request: Request, setting: PageSetting, is_on: int) -> Card:
    """Shows more or less, or lets search engines in or keeps them away."""
    return _card(request, await request.do(pages_verbs.choose, setting, is_on=bool(is_on)))


@on_press("pages-name", NOTHING, Act.SWITCH_PAGES, update=True)
async def rename(request: Request) -> Card:
    """Calls the server on its pages as Discord does now."""
    return _card(request, await request.do(pages_verbs.rename, request.guild.name))


def _card(request: Request, view: PagesView) -> Card:
    return pages_cards.card(view, request.guild.name, request.translator)


# --- events ---------------------------------------------------------------------------------------------------------


@on_press("draft-web", pair(DRAFT, NUMBER), Audience.ADDRESSED, update=True)
async def choose_for_draft(request: Request, draft_id: str, is_on: int) -> Card:
    """Shows the preview with the event on the web, or off it."""
    return await show_preview(request, await request.do(pages_verbs.choose_for_draft, draft_id, is_on=bool(is_on)))


@on_press("web-event", EVENT, Act.SHOW_EVENT)
async def show_event(request: Request, tournament_id: TournamentId) -> Card:
    """Shows whether the event is on the web."""
    found = await request.ask(pages_verbs.event_view, tournament_id)
    stream = await request.ask(pages_verbs.streamable, tournament_id)
    return pages_cards.event(found, stream, request.translator)


@on_press("web-event-on", EVENT, Act.SHOW_EVENT, update=True)
async def put_on(request: Request, tournament_id: TournamentId) -> Card:
    """Puts it there."""
    await request.do(pages_verbs.show_event, tournament_id, is_shown=True)
    return await show_event(request, tournament_id)


@on_press("web-event-off", EVENT, Act.SHOW_EVENT, update=True)
async def take_off(request: Request, tournament_id: TournamentId) -> Card:
    """Takes it off at once."""
    await request.do(pages_verbs.show_event, tournament_id, is_shown=False)
    return await show_event(request, tournament_id)


_NO_MATCH: Final[dict[str, ContestId | None]] = {NO_MATCH: None}
STREAMED: Final = either(among(_NO_MATCH), maybe(MATCH))
"""A match, or none."""


@on_press("stream", EVENT, Act.CHOOSE_STREAM, update=True)
async def put_on_stream(request: Request, tournament_id: TournamentId) -> Card:
    """Shows the match that was chosen on stream, or none, from the desk."""
    await request.do(pages_verbs.put_on_stream, tournament_id, await request.read_choice(STREAMED))
    return await desk(request, tournament_id)


@on_press("stream-here", EVENT, Act.CHOOSE_STREAM, update=True)
async def put_on_stream_here(request: Request, tournament_id: TournamentId) -> Card:
    """The same, from the event's own card."""
    await request.do(pages_verbs.put_on_stream, tournament_id, await request.read_choice(STREAMED))
    return await show_event(request, tournament_id)


# --- people ---------------------------------------------------------------------------------------------------------


@on_press("web-me", NOTHING, Audience.EVERYBODY)
@on_press("web-me-again", NOTHING, Audience.EVERYBODY, update=True)
async def own(request: Request) -> Card:
    """Shows the presser as what they are shown, their page and their calendar."""
    return pages_cards.own(await request.ask(pages_people_verbs.own), request.translator)


@on_press("shown-name", NOTHING, Audience.EVERYBODY)
@on_press("web-name", NOTHING, Audience.EVERYBODY, update=True)
async def by_name(request: Request) -> Card:
    """Shows the presser by name."""
    return await _choose(request, ShownAs.NAME)


@on_press("shown-initials", NOTHING, Audience.EVERYBODY)
@on_press("web-initials", NOTHING, Audience.EVERYBODY, update=True)
async def by_initials(request: Request) -> Card:
    """Shows the presser by initials."""
    return await _choose(request, ShownAs.INITIALS)


@on_press("shown-nothing", NOTHING, Audience.EVERYBODY)
@on_press("web-nothing", NOTHING, Audience.EVERYBODY, update=True)
async def by_nothing(request: Request) -> Card:
    """Shows the presser without a name."""
    return await _choose(request, ShownAs.NOTHING)


async def _choose(request: Request, shown_as: ShownAs) -> Card:
    return pages_cards.own(await request.do(pages_people_verbs.choose, shown_as), request.translator)


@on_press("web-page-on", NOTHING, Audience.EVERYBODY, update=True)
async def open_page(request: Request) -> Card:
    """Gives the presser a page of their own."""
    return pages_cards.own(await request.do(pages_people_verbs.open_page), request.translator)


@on_press("web-page-off", NOTHING, Audience.EVERYBODY, update=True)
async def close_page(request: Request) -> Card:
    """Takes it away."""
    return pages_cards.own(await request.do(pages_people_verbs.close_page), request.translator)


@on_press("web-calendar", NOTHING, Audience.EVERYBODY, update=True)
async def make_calendar(request: Request) -> Card:
    """Shows the presser, this once, the new address of their calendar."""
    return pages_cards.calendar(await request.do(pages_people_verbs.make_calendar), request.translator)


@on_press("web-calendar-file", NOTHING, Audience.EVERYBODY)
async def take_calendar(request: Request) -> Card:
    """Hands the presser their matches and events as a file, where there are no pages too."""
    # The bot writes one now and then, and starts without what it takes.
    from bot.features.pages.calendar_messages import asked_calendar  # noqa: PLC0415
    from web.calendars import calendar_text  # noqa: PLC0415

    calendar, site = await request.ask(asked_calendar, request.translator)
    return pages_cards.calendar_file(calendar_text(calendar, site), request.translator)


@on_press("web-calendar-off", NOTHING, Audience.EVERYBODY, update=True)
async def end_calendar(request: Request) -> Card:
    """Has no address lead to it any more."""
    return pages_cards.own(await request.do(pages_people_verbs.end_calendar), request.translator)
