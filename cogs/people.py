"""What to do now, the ranking, and people's pages."""

from __future__ import annotations

from typing import Annotated

import discord

from bot.domain.ids import MemberId, PersonId
from bot.domain.people_views import PlayerPage
from bot.rendering import people_cards, player_cards
from bot.rendering.layout import Card
from bot.rendering.playing import desk_cards
from bot.services import guidance, profile, quotas
from cogs.audience import Audience
from cogs.commands import command, menu
from cogs.options import Member, Option, Pairs, as_typed, finds, known_member
from cogs.press import Press
from cogs.routing import on_press
from cogs.subjects import NOTHING, OTHER_WORDS, PAGE, PEOPLE, PERSON


@finds(Audience.EVERYBODY)
async def known_names(press: Press, typed: str) -> Pairs:
    """People whom the bot knows in the server, by a part of their name."""
    return [(person.name, person.person_id) for person in await press.look(profile.names_like, typed)]


Name = Annotated[str, Option(as_typed, known_names)]


@command("me", Audience.EVERYBODY)
@on_press("now", NOTHING, Audience.EVERYBODY)
@on_press("now-again", NOTHING, Audience.EVERYBODY, update=True)
async def now(press: Press) -> Card:
    """Tells the presser alone all that there is to do, whatever message carried the button."""
    return desk_cards.guidance(await press.ask(guidance.duties), press.voice)


@command("player", Audience.EVERYBODY)
async def player(
    press: Press, member: Member | None = None, name: Name | None = None, against: Member | None = None
) -> Card:
    """Shows a person's page; without an argument, the own. With `against`, what the two have played together."""
    one = press.member_id if member is None else member.member_id
    if against is not None:
        return await _meeting(press, name or one, against.member_id)
    if name and member is None:
        return await _page(press, name)
    await press.fetch_faces(one)
    page = await press.look(profile.page_of_member, one, press.at)
    if page is None:
        return people_cards.stranger(one, press.voice)
    return people_cards.player(page, press.voice, is_own=_is_own(press, page))


async def _meeting(press: Press, one: MemberId | str, other: MemberId | str) -> Card:
    await press.fetch_faces(one, other)
    return player_cards.meeting(await press.look(profile.meeting, one, other), press.voice)


async def _page(press: Press, name: str) -> Card:
    """The page of who was chosen from the offered names, or typed by name."""
    await press.fetch_faces(name)
    page = await press.look(profile.page_by_name, name, press.at)
    return people_cards.player(page, press.voice, is_own=_is_own(press, page))


def _is_own(press: Press, page: PlayerPage) -> bool:
    return page.person.discord_id == press.member_id


@menu("Player", "commands.menu_player", Audience.EVERYBODY)
async def player_of_menu(press: Press, member: discord.Member | discord.User) -> Card:
    """Shows the page of whoever's menu was opened."""
    press.note_face(member)
    return await player(press, known_member(member))


@on_press("player-share", OTHER_WORDS, Audience.EVERYBODY, public=True)
async def share_player(press: Press, name: str) -> Card:
    """Shows a person's page to everybody in the channel."""
    await press.do(quotas.share)
    page = await press.look(profile.page_by_name, name, press.at)
    return people_cards.player(page, press.server_voice, shared=True)


@on_press("player-page", PERSON, Audience.EVERYBODY)
async def page_of_person(press: Press, person_id: PersonId) -> Card:
    """Shows the presser the page of who was met."""
    return await _page(press, person_id)


@on_press("player-against", PERSON, Audience.EVERYBODY)
async def against_me(press: Press, person_id: PersonId) -> Card:
    """Shows the presser what they have played against the person."""
    return await _meeting(press, press.member_id, person_id)


@on_press("meeting-share", PEOPLE, Audience.EVERYBODY, public=True)
async def share_meeting(press: Press, one: PersonId, other: PersonId) -> Card:
    """Shows everybody in the channel what the two have played against each other."""
    await press.do(quotas.share)
    return player_cards.meeting(await press.look(profile.meeting, one, other), press.server_voice, shared=True)


@command("ranking", Audience.EVERYBODY)
async def first_page(press: Press) -> Card:
    """Shows the ranking, first page first."""
    return await ranking(press, 1)


@on_press("ranking", PAGE, Audience.EVERYBODY)
@on_press("ranking-page", PAGE, Audience.EVERYBODY, update=True)
async def ranking(press: Press, page: int) -> Card:
    """Shows the presser a page of the ranking."""
    return people_cards.ranking(await press.look(profile.ranking_page, page), press.voice)


@on_press("ranking-share", PAGE, Audience.EVERYBODY, public=True)
async def share_ranking(press: Press, page: int) -> Card:
    """Shows the page to everybody in the channel."""
    await press.do(quotas.share)
    return people_cards.ranking(await press.look(profile.ranking_page, page), press.server_voice, shared=True)
