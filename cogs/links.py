"""Names that turn out to be members: staff links them, or the member claims the name and staff confirms it."""

from __future__ import annotations

from typing import Annotated

from bot.domain.ids import PersonId
from bot.domain.permissions import Act
from bot.rendering.cases import link_cards
from bot.rendering.layout import Card
from bot.rendering.people_cards import known_person
from bot.services import known_people
from bot.services.cases import discord_links, name_claims
from bot.services.timetable import claim_subject
from cogs.audience import Audience
from cogs.choosing import person_meant
from cogs.commands import command
from cogs.forms import Text
from cogs.options import MOST_SUGGESTIONS, Known, Member, Option, Pairs, finds
from cogs.press import Press
from cogs.routing import on_press
from cogs.subjects import NAME_CLAIM, PERSON
from cogs.takes import pair

REASON = Text("reason", "links.form_why", "links.form_why_how", long=True, limit=name_claims.REASON_LIMIT)


@finds(Audience.EVERYBODY)
async def unlinked_names(press: Press, typed: str) -> Pairs:
    """People who are known by name alone, by a part of it."""
    found = await press.look(known_people.unlinked_like, typed, MOST_SUGGESTIONS)
    return [(known_person(one, press.voice), one.person.person_id) for one in found]


UnlinkedName = Annotated[PersonId, Option(person_meant, unlinked_names)]


@command("link", Act.LINK_DISCORD)
async def link(press: Press, person: UnlinkedName, member: Member) -> Card:
    """Shows what linking the two would do, with the press that does it."""
    return link_cards.preview(await press.do(discord_links.consider, person, member), press.voice)


@on_press("link-who", PERSON, Act.LINK_DISCORD)
async def ask_member(press: Press, person_id: PersonId) -> Card:
    """Asks which member somebody known by name is."""
    return link_cards.asked_member(await press.ask(discord_links.find_unlinked, person_id), press.voice)


@on_press("link-member", PERSON, Act.LINK_DISCORD)
async def show_plan(press: Press, person_id: PersonId) -> Card | None:
    """Shows what linking the chosen member would do."""
    for member in press.members().items():
        return await link(press, person_id, Known(*member))
    return await ask_member(press, person_id)


@on_press("link-sure", pair(PERSON, PERSON), Act.LINK_DISCORD)
async def ask_why(press: Press, person_id: PersonId, member: PersonId) -> None:
    """Asks how staff knows that the two are one."""
    await press.do(discord_links.consider, person_id, member)
    await press.open_form(f"linked:{person_id}.{member}", "links.form_title", REASON)


@on_press("linked", pair(PERSON, PERSON), Act.LINK_DISCORD)
async def submit(press: Press, person_id: PersonId, member: PersonId) -> Card:
    """Links the two for the reason that was typed."""
    done = await press.do(discord_links.link, person_id, member, press.text("reason"))
    return link_cards.receipt(done, press.voice)


@command("claim", Audience.EVERYBODY)
@on_press("name-mine", PERSON, Audience.EVERYBODY)
async def claim(press: Press, name: UnlinkedName) -> Card:
    """Says that the presser is somebody known by name."""
    return link_cards.claim_receipt(await press.do(name_claims.claim, name), press.voice)


@on_press("name-card", NAME_CLAIM, Act.LINK_DISCORD)
async def show_claim(press: Press, claim_id: str) -> Card:
    """Shows who says to be whom, to those who may decide it."""
    return link_cards.claim(await press.ask(name_claims.decidable, claim_id), press.voice)


@on_press("name-grant", NAME_CLAIM, Act.LINK_DISCORD)
async def ask_grant(press: Press, claim_id: str) -> None:
    """Asks how staff knows that it is so."""
    await press.ask(name_claims.decidable, claim_id)
    await press.open_form(f"name-granted:{claim_id}", "links.form_title", REASON)


@on_press("name-refuse", NAME_CLAIM, Act.LINK_DISCORD)
async def ask_refusal(press: Press, claim_id: str) -> None:
    """Asks why it is not so; the claimant reads it."""
    await press.ask(name_claims.decidable, claim_id)
    why = Text("reason", "links.form_refuse_why", long=True, limit=name_claims.REASON_LIMIT)
    await press.open_form(f"name-refused:{claim_id}", "links.form_refuse_title", why)


@on_press("name-granted", NAME_CLAIM, Act.LINK_DISCORD, live=claim_subject)
async def grant(press: Press, claim_id: str) -> Card:
    """Links the claimant to the name."""
    return await _decide(press, claim_id, granted=True)


@on_press("name-refused", NAME_CLAIM, Act.LINK_DISCORD, live=claim_subject)
async def refuse(press: Press, claim_id: str) -> Card:
    """Leaves the name as it is."""
    return await _decide(press, claim_id, granted=False)


async def _decide(press: Press, claim_id: str, *, granted: bool) -> Card:
    found = await press.do(name_claims.decide, claim_id, press.text("reason"), granted=granted)
    return link_cards.claim(found, press.voice)
