"""Accounts as their holders see them, and second claims as staff and the people concerned see them."""

from __future__ import annotations

from discord import ButtonStyle

from bot.domain.community import Person
from bot.domain.entering.claims import Account, ClaimView
from bot.domain.entering.views import AccountsHeld
from bot.i18n import Voice
from bot.rendering.layout import QUIET, WARNING, Card, Press
from bot.rendering.people import mention
from bot.rendering.sentences import moment
from bot.rendering.text import quote, quoted_block

SITES_ON_A_CARD = 5


def claim(found: ClaimView, voice: Voice) -> Card:
    """For the committee: who wants whose account, what would follow, and the two answers; once decided, the answer."""
    if found.claim.decided_at is not None:
        return decision(found, voice)
    lines = [
        voice.say(
            "claims.claimed",
            claimant=mention(found.claimant),
            holder=mention(found.holder),
            account=quote(found.claim.name),
            site=quote(found.claim.site),
        ),
        voice.say("claims.at", at=moment(found.claim.claimed_at)),
    ]
    if found.tournament is not None:
        lines.append(voice.say("claims.wants_to_enter", name=quote(found.tournament.name)))
    if found.holder_is_barred:
        lines.append(voice.say("claims.holder_is_barred"))
    lines.append(voice.say("claims.how_to_decide"))
    subject = found.claim.claim_id
    grant = Press(f"claim-grant:{subject}", voice.say("claims.grant"), ButtonStyle.success)
    refuse = Press(f"claim-refuse:{subject}", voice.say("claims.refuse"), ButtonStyle.danger)
    return Card(("\n".join(lines),), controls=((grant, refuse),), colour=WARNING)


def decision(found: ClaimView, voice: Voice) -> Card:
    """For the committee: what was decided, by whom and why."""
    said = voice.say(
        "claims.granted" if found.claim.granted else "claims.refused",
        claimant=mention(found.claimant),
        account=quote(found.claim.name),
        by=mention(found.decided_by) if found.decided_by else "?",
    )
    return _with_reason(found, said, QUIET)


def told_claimant(found: ClaimView, voice: Voice) -> Card:
    """For the claimant: the answer, and what comes next."""
    account = quote(found.claim.name)
    if not found.claim.granted:
        return _with_reason(found, voice.say("claims.you_refused", account=account), WARNING)
    lines = [voice.say("claims.you_granted", account=account)]
    if found.tournament is not None:
        key = "claims.you_entered" if found.entered else "claims.you_not_entered"
        lines.append(voice.say(key, name=quote(found.tournament.name)))
    return Card(("\n".join(lines),))


def told_holder(found: ClaimView, voice: Voice) -> Card:
    """For who held the account: it belongs to another now, and how to name the right one."""
    said = voice.say("claims.you_lost", account=quote(found.claim.name), site=quote(found.claim.site))
    return _with_reason(found, said, WARNING)


def accounts(held: AccountsHeld, voice: Voice) -> Card:
    """The accounts of a person; who looks at the own has a button for each site to name or change one."""
    by_site = {account.site: account for account in held.accounts}
    if not held.sites:
        return Card((voice.say("claims.no_sites"),))
    lines = "\n".join(_account_line(site, by_site.get(site), voice) for site in held.sites)
    if not held.own:
        name = mention(held.person) if held.person else "?"
        return Card((voice.say("claims.accounts_of", person=name), lines))
    presses = tuple(
        Press(f"account-name:{site}", voice.say("claims.change" if site in by_site else "claims.name", site=site))
        for site in held.sites[:SITES_ON_A_CARD]
    )
    return Card((lines, voice.say("claims.wrong")), controls=(presses,))


def named_account(account: Account, person: Person | None, voice: Voice) -> Card:
    """The account is on record from now on, of the reader or of somebody whom staff put right."""
    name, site = quote(account.name), quote(account.site)
    if person is None:
        return Card((voice.say("claims.named", account=name, site=site),))
    return Card((voice.say("claims.named_other", person=mention(person), account=name, site=site),))


def _account_line(site: str, account: Account | None, voice: Voice) -> str:
    if account is None:
        return voice.say("claims.none", site=quote(site))
    return voice.say("claims.own", site=quote(site), account=quote(account.name))


def _with_reason(found: ClaimView, said: str, colour: int) -> Card:
    reason = found.claim.reason
    return Card((said, quoted_block(reason)) if reason else (said,), colour=colour)
