"""Accounts on game sites: one's own, those that staff puts right, and second claims that staff decides."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

from bot.domain.community import Person
from bot.domain.entering.claims import Account
from bot.domain.entering.views import AccountHeld
from bot.domain.permissions import Act
from bot.i18n import Voice
from bot.rendering.entering import claim_cards, entries
from bot.rendering.layout import Card
from bot.services.entering import account_names, claims
from bot.services.known_people import one_meant
from bot.services.timetable import account_claim_subject
from cogs.audience import Audience
from cogs.choosing import KnownPerson
from cogs.commands import command
from cogs.forms import Text
from cogs.options import Member, Option, Pairs, as_typed, suggests
from cogs.press import Press
from cogs.routing import on_press
from cogs.subjects import CLAIM, OTHER_WORDS

REASON = Text("reason", "claims.form_reason", "claims.form_reason_why", long=True, limit=claims.REASON_LIMIT)


@suggests(Audience.EVERYBODY)
async def sites(press: Press) -> Pairs:
    """Sites on which events of the server are played."""
    return [(site, site) for site in await press.look(account_names.sites)]


Site = Annotated[str, Option(as_typed, sites)]


@on_press("account-name", OTHER_WORDS, Audience.EVERYBODY)
async def ask_name(press: Press, site: str) -> None:
    """Asks for the account's name."""
    account = Text("account", "registration.form_account", said={"site": site}, limit=64)
    await press.open_form(f"account-named:{site}", "claims.form_title", account)


@on_press("account-named", OTHER_WORDS, Audience.EVERYBODY)
async def take_name(press: Press, site: str) -> Card:
    """Notes the account that was typed."""
    return _answer(await press.do(account_names.change_own, site, press.text("account")), None, press.voice)


@on_press("claim-grant", CLAIM, Act.DECIDE_ACCOUNT_CLAIM)
async def grant(press: Press, claim_id: str) -> None:
    """Asks whether the account is to move; a reason may be left out."""
    await press.ask(claims.decidable, claim_id)
    await press.open_form(f"claim-granted:{claim_id}", "claims.form_granted", replace(REASON, required=False))


@on_press("claim-refuse", CLAIM, Act.DECIDE_ACCOUNT_CLAIM)
async def refuse(press: Press, claim_id: str) -> None:
    """Asks why the account stays where it is."""
    await press.ask(claims.decidable, claim_id)
    await press.open_form(f"claim-refused:{claim_id}", "claims.form_refused", REASON)


@on_press("claim-granted", CLAIM, Act.DECIDE_ACCOUNT_CLAIM, live=account_claim_subject)
async def submit_grant(press: Press, claim_id: str) -> Card:
    """Moves the account."""
    return await _decide(press, claim_id, granted=True)


@on_press("claim-refused", CLAIM, Act.DECIDE_ACCOUNT_CLAIM, live=account_claim_subject)
async def submit_refusal(press: Press, claim_id: str) -> Card:
    """Leaves the account where it is."""
    return await _decide(press, claim_id, granted=False)


async def _decide(press: Press, claim_id: str, *, granted: bool) -> Card:
    found = await press.do(claims.decide, claim_id, press.text("reason"), granted=granted)
    return claim_cards.decision(found, press.voice)


def _answer(named: Account | AccountHeld, person: Person | None, voice: Voice) -> Card:
    if isinstance(named, AccountHeld):
        return entries.account_held(named, voice)
    return claim_cards.named_account(named, person, voice)


@command("account", Audience.EVERYBODY)
async def account(
    press: Press,
    name: str | None = None,
    site: Site | None = None,
    member: Member | None = None,
    person: KnownPerson | None = None,
) -> Card:
    """Shows the accounts of who typed, or notes another name; staff does the same for somebody else."""
    who = one_meant(member, person) if member or person else None
    if name is None:
        return claim_cards.accounts(await press.ask(account_names.of, who), press.voice)
    if who is None or (member is not None and member.member_id == press.member_id):
        return _answer(await press.do(account_names.change_own, site, name), None, press.voice)
    other, noted = await press.do(account_names.change_other, who, site, name)
    return _answer(noted, other, press.voice)
