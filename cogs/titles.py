"""Titles: who holds and lacks what, exams, proposals, champions, and where people play for."""

from __future__ import annotations

from typing import Annotated, Literal

from discord import app_commands

from bot.domain.permissions import Act, ArbiterTitle
from bot.i18n.territories import countries_like
from bot.rendering.layout import Card
from bot.rendering.registry import title_cards
from bot.services.known_people import one_meant
from bot.services.registry import exams, title_awards, title_reading
from cogs.audience import Audience
from cogs.choosing import KnownPerson
from cogs.commands import command
from cogs.forms import Text
from cogs.options import Known, Member, Option, Pairs, finds
from cogs.press import Press
from cogs.routing import on_press
from cogs.subjects import NOTHING, TITLE_PROPOSAL


@finds(Audience.EVERYBODY)
async def countries(press: Press, typed: str) -> Pairs:
    """Countries by a part of their name, in the person's language."""
    return [(name, code) for code, name in countries_like(typed, press.voice.locale)]


async def country_meant(press: Press, typed: str) -> str:
    """The country that was chosen, or typed by its name; what fits none is left as it is."""
    found = countries_like(typed, press.voice.locale)
    return found[0][0] if found and typed.strip() else typed


Country = Annotated[str, Option(country_meant, countries)]


@on_press("title-confirm", TITLE_PROPOSAL, Act.DECIDE_TITLE, live=title_awards.proposal_subject)
async def confirm(press: Press, proposal_id: str) -> Card:
    """Carries the proposal out, or asks the candidate where master titles would go."""
    return await _decide(press, proposal_id, confirm=True)


@on_press("title-decline", TITLE_PROPOSAL, Act.DECIDE_TITLE, live=title_awards.proposal_subject)
async def decline(press: Press, proposal_id: str) -> Card:
    """Leaves everything as it is."""
    return await _decide(press, proposal_id, confirm=False)


@on_press("title-take", TITLE_PROPOSAL, Audience.ADDRESSED)
async def take(press: Press, proposal_id: str) -> Card:
    """The candidate takes the arbiter title."""
    await press.do(title_awards.answer_offer, proposal_id, take=True)
    return title_cards.welcome(press.voice)


@on_press("title-keep", TITLE_PROPOSAL, Audience.ADDRESSED)
async def keep(press: Press, proposal_id: str) -> None:
    """The candidate keeps the master titles."""
    await press.do(title_awards.answer_offer, proposal_id, take=False)
    await press.say("titles.kept")


@on_press("title-proposal", TITLE_PROPOSAL, Act.DECIDE_TITLE)
async def show_proposal(press: Press, proposal_id: str) -> Card:
    """Shows one proposal of the list."""
    return title_cards.proposal(await press.ask(title_reading.proposal_at_desk, proposal_id), press.voice)


@on_press("title-offer", TITLE_PROPOSAL, Audience.ADDRESSED)
async def show_offer(press: Press, proposal_id: str) -> Card:
    """Shows the offer of an arbiter title to its candidate once more."""
    return title_cards.offer(await press.ask(title_reading.proposal_at_desk, proposal_id), press.voice)


@on_press("country-form", NOTHING, Audience.EVERYBODY)
async def ask_country(press: Press) -> None:
    """Asks where the presser plays for."""
    await press.open_form(
        "country-given:None", "now.press_name_country", Text("country", "titles.country_label", limit=60)
    )


@on_press("country-given", NOTHING, Audience.EVERYBODY)
async def take_country(press: Press) -> Card:
    """Takes the country by its name in the presser's language, or by its code."""
    return await declare_country(press, await country_meant(press, press.text("country")))


async def _decide(press: Press, proposal_id: str, *, confirm: bool) -> Card:
    await press.do(title_awards.decide, proposal_id, confirm=confirm)
    return title_cards.decision_receipt(await press.ask(title_reading.proposal_at_desk, proposal_id), press.voice)


@command("title show", Audience.EVERYBODY)
async def show_titles(press: Press, member: Member | None = None, person: KnownPerson | None = None) -> Card:
    """Shows what somebody holds, meets and lacks; without an argument, the own."""
    who = one_meant(member, person) if member or person else Known(press.member_id, press.presser.name)
    view = await press.look(title_reading.page_of, who, press.at)
    return title_cards.stranger(press.voice) if view is None else title_cards.page(view, press.voice)


@command("title proposals", Act.DECIDE_TITLE)
async def proposals(press: Press) -> Card:
    """Shows the proposals that wait for a decision."""
    return title_cards.waiting(await press.ask(title_reading.waiting), press.voice)


@command("title champion", Act.NAME_CHAMPION)
async def champion(
    press: Press,
    event: app_commands.Range[str, 1, 80],
    member: Member | None = None,
    person: KnownPerson | None = None,
) -> None:
    """Records who won a world championship."""
    await press.do(exams.crown, one_meant(member, person), event)
    await press.say("titles.champion_recorded")


@command("title country", Audience.EVERYBODY)
async def declare_country(press: Press, country: Country, person: KnownPerson | None = None) -> Card:
    """Takes where the presser plays for, or by staff who has no Discord."""
    return title_cards.country(await press.do(exams.declare_country, country, person), press.voice)


@command("title exam", Act.RECORD_EXAM)
async def record(
    press: Press,
    title: Literal["ANP", "AN"],
    passed: bool,
    member: Member | None = None,
    person: KnownPerson | None = None,
) -> Card:
    """Puts an exam on record."""
    who = one_meant(member, person)
    taken = await press.do(exams.record_exam, who, ArbiterTitle(title), passed=passed)
    return title_cards.exam(taken, press.voice)
