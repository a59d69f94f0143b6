"""Who is who: names that turn out to be members, accounts on game sites, and staff's word that two people are one.

A name is linked by staff, or claimed by the member and confirmed by staff, who also decides second claims to
accounts.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

from bot.features.cases import links_cards as cases_links_cards
from bot.features.cases import links_verbs as cases_links_verbs
from bot.features.entering import accounts_verbs as entering_accounts_verbs
from bot.features.entering import cards as entering_cards
from bot.features.entering import eligibility_verbs as entering_eligibility_verbs
from bot.features.entering.model import AccountHeld
from bot.features.profile.cards import known_person
from bot.features.tournaments.facts_verbs import account_claim_subject, claim_subject
from bot.i18n.catalogue import Translator
from bot.kernel.ids import PersonId
from bot.layout.cards import Card
from bot.people import verbs as people_verbs
from bot.people.model import Account, Person
from bot.people.verbs import one_meant
from bot.server.model import Act
from cogs.commands import (
    MOST_SUGGESTIONS,
    AccountOption,
    KnownMember,
    KnownPerson,
    Member,
    Option,
    Pairs,
    as_typed,
    command,
    finds,
    person_meant,
    suggests,
)
from cogs.request import Request
from cogs.routing import on_press, with_pages
from cogs.subjects import CLAIM, NAME_CLAIM, OTHER_WORDS, PERSON, SAME_PERSON, Audience, Text, pair

LINK_REASON = Text("reason", "links.form_why", "links.form_why_how", long=True, limit=cases_links_verbs.REASON_LIMIT)


# --- names that turn out to be members ------------------------------------------------------------------------------


@finds(Audience.EVERYBODY)
async def unlinked_names(request: Request, typed: str) -> Pairs:
    """People who are known by name alone, by a part of it."""
    found = await request.look(people_verbs.unlinked_like, typed, MOST_SUGGESTIONS)
    return [(known_person(one, request.translator), one.person.person_id) for one in found]


UnlinkedName = Annotated[PersonId, Option(person_meant, unlinked_names)]


@command("link", Act.LINK_DISCORD)
async def link(request: Request, person: UnlinkedName, member: Member) -> Card:
    """Shows what linking the two would do, with the press that does it."""
    return cases_links_cards.preview(await request.do(cases_links_verbs.consider, person, member), request.translator)


@on_press("link-who", PERSON, Act.LINK_DISCORD)
async def ask_member(request: Request, person_id: PersonId) -> Card:
    """Asks which member somebody known by name is."""
    return cases_links_cards.asked_member(
        await request.ask(cases_links_verbs.find_unlinked, person_id), request.translator
    )


@on_press("link-member", PERSON, Act.LINK_DISCORD)
async def show_plan(request: Request, person_id: PersonId) -> Card | None:
    """Shows what linking the chosen member would do."""
    for member in request.members().items():
        return await link(request, person_id, KnownMember(*member))
    return await ask_member(request, person_id)


@on_press("link-sure", pair(PERSON, PERSON), Act.LINK_DISCORD)
async def ask_why(request: Request, person_id: PersonId, member: PersonId) -> None:
    """Asks how staff knows that the two are one."""
    await request.do(cases_links_verbs.consider, person_id, member)
    await request.open_form(f"linked:{person_id}.{member}", "links.form_title", LINK_REASON)


@on_press("linked", pair(PERSON, PERSON), Act.LINK_DISCORD)
async def submit(request: Request, person_id: PersonId, member: PersonId) -> Card:
    """Links the two for the reason that was typed."""
    done = await request.do(cases_links_verbs.link, person_id, member, request.text("reason"))
    return cases_links_cards.receipt(done, request.translator)


@command("claim", Audience.EVERYBODY)
@on_press("name-mine", PERSON, Audience.EVERYBODY)
async def claim(request: Request, name: UnlinkedName) -> Card:
    """Says that the presser is somebody known by name."""
    return cases_links_cards.claim_receipt(await request.do(cases_links_verbs.claim, name), request.translator)


@on_press("name-card", NAME_CLAIM, Act.LINK_DISCORD)
async def show_claim(request: Request, claim_id: str) -> Card:
    """Shows who says to be whom, to those who may decide it."""
    return cases_links_cards.claim(await request.ask(cases_links_verbs.decidable, claim_id), request.translator)


@on_press("name-grant", NAME_CLAIM, Act.LINK_DISCORD)
async def ask_grant(request: Request, claim_id: str) -> None:
    """Asks how staff knows that it is so."""
    await request.ask(cases_links_verbs.decidable, claim_id)
    await request.open_form(f"name-granted:{claim_id}", "links.form_title", LINK_REASON)


@on_press("name-refuse", NAME_CLAIM, Act.LINK_DISCORD)
async def ask_refusal(request: Request, claim_id: str) -> None:
    """Asks why it is not so; the claimant reads it."""
    await request.ask(cases_links_verbs.decidable, claim_id)
    why = Text("reason", "links.form_refuse_why", long=True, limit=cases_links_verbs.REASON_LIMIT)
    await request.open_form(f"name-refused:{claim_id}", "links.form_refuse_title", why)


@on_press("name-granted", NAME_CLAIM, Act.LINK_DISCORD, live=claim_subject)
async def grant_name(request: Request, claim_id: str) -> Card:
    """Links the claimant to the name."""
    return await _decide_claim(request, claim_id, granted=True)


@on_press("name-refused", NAME_CLAIM, Act.LINK_DISCORD, live=claim_subject)
async def refuse_name(request: Request, claim_id: str) -> Card:
    """Leaves the name as it is."""
    return await _decide_claim(request, claim_id, granted=False)


async def _decide_claim(request: Request, claim_id: str, *, granted: bool) -> Card:
    found = await request.do(cases_links_verbs.decide, claim_id, request.text("reason"), granted=granted)
    return cases_links_cards.claim(found, request.translator)


REASON = Text(
    "reason", "claims.form_reason", "claims.form_reason_why", long=True, limit=entering_accounts_verbs.REASON_LIMIT
)


# --- accounts on game sites -----------------------------------------------------------------------------------------


@suggests(Audience.EVERYBODY)
async def sites(request: Request) -> Pairs:
    """Sites on which events of the server are played."""
    return [(site, site) for site in await request.look(entering_eligibility_verbs.sites)]


Site = Annotated[str, Option(as_typed, sites)]


@on_press("account-name", OTHER_WORDS, Audience.EVERYBODY)
async def ask_name(request: Request, site: str) -> None:
    """Asks for the account's name."""
    account = Text("account", "registration.form_account", said={"site": site}, limit=64)
    await request.open_form(f"account-named:{site}", "claims.form_title", account)


@on_press("account-named", OTHER_WORDS, Audience.EVERYBODY)
async def take_name(request: Request, site: str) -> Card:
    """Notes the account that was typed."""
    return _answer(
        await request.do(entering_eligibility_verbs.change_own, site, request.text("account")), None, request.translator
    )


@on_press("claim-grant", CLAIM, Act.DECIDE_ACCOUNT_CLAIM)
async def grant(request: Request, claim_id: str) -> None:
    """Asks whether the account is to move; a reason may be left out."""
    await request.ask(entering_accounts_verbs.decidable, claim_id)
    await request.open_form(f"claim-granted:{claim_id}", "claims.form_granted", replace(REASON, required=False))


@on_press("claim-refuse", CLAIM, Act.DECIDE_ACCOUNT_CLAIM)
async def refuse(request: Request, claim_id: str) -> None:
    """Asks why the account stays where it is."""
    await request.ask(entering_accounts_verbs.decidable, claim_id)
    await request.open_form(f"claim-refused:{claim_id}", "claims.form_refused", REASON)


@on_press("claim-granted", CLAIM, Act.DECIDE_ACCOUNT_CLAIM, live=account_claim_subject)
async def submit_grant(request: Request, claim_id: str) -> Card:
    """Moves the account."""
    return await _decide(request, claim_id, granted=True)


@on_press("claim-refused", CLAIM, Act.DECIDE_ACCOUNT_CLAIM, live=account_claim_subject)
async def submit_refusal(request: Request, claim_id: str) -> Card:
    """Leaves the account where it is."""
    return await _decide(request, claim_id, granted=False)


async def _decide(request: Request, claim_id: str, *, granted: bool) -> Card:
    found = await request.do(entering_accounts_verbs.decide, claim_id, request.text("reason"), granted=granted)
    return entering_cards.decision(found, request.translator)


def _answer(named: Account | AccountHeld, person: Person | None, translator: Translator) -> Card:
    if isinstance(named, AccountHeld):
        return entering_cards.account_held(named, translator)
    return entering_cards.named_account(named, person, translator)


@command("account", Audience.EVERYBODY)
async def account(
    request: Request,
    name: str | None = None,
    site: Site | None = None,
    member: Member | None = None,
    person: KnownPerson | None = None,
) -> Card:
    """Shows the accounts of who typed, or notes another name; staff does the same for somebody else."""
    who = one_meant(member, person) if member or person else None
    if name is None:
        return entering_cards.accounts(await request.ask(entering_eligibility_verbs.of, who), request.translator)
    if who is None or (member is not None and member.member_id == request.member_id):
        return _answer(await request.do(entering_eligibility_verbs.change_own, site, name), None, request.translator)
    other, noted = await request.do(entering_eligibility_verbs.change_other, who, site, name)
    return _answer(noted, other, request.translator)


# --- two people who are one -----------------------------------------------------------------------------------------


@suggests(Audience.EVERYBODY)
async def some_links(request: Request) -> Pairs:
    """The words that hold in the server, by either name."""
    views = await request.look(cases_links_verbs.views)
    return [(" = ".join(person.name for person in view.people), view.link.link_id) for view in views]


SomeLink = Annotated[str, Option(as_typed, some_links)]
"""What was typed: nobody learns whether there is such a word before their right to undo it is known."""


@command("same-person record", Act.LINK_PEOPLE)
async def record(
    request: Request,
    one: AccountOption,
    reason: str,
    other: AccountOption | None = None,
    person: KnownPerson | None = None,
) -> Card:
    """Records that two people are one; either may have left the server, as who evades a bar has."""
    second = one_meant(other, person)
    link = await request.do(cases_links_verbs.record, (one, second), reason)
    view = await request.look(cases_links_verbs.of_server, link.link_id)
    return cases_links_cards.told_recorded(view, request.translator)


@command("same-person undo", Act.UNLINK_PEOPLE)
async def undo(request: Request, link: SomeLink, reason: str) -> Card:
    """Ends it, and puts back what it took as far as possible."""
    link_id = await request.read_subject(SAME_PERSON, link)
    return cases_links_cards.told_undone(await request.do(cases_links_verbs.undo, link_id, reason), request.translator)


@command("same-person list", Audience.EVERYBODY)
@with_pages("same-persons", Audience.EVERYBODY)
async def show_list(request: Request, page: int) -> Card:
    """Shows who is recorded as one person with whom."""
    return cases_links_cards.link_list(await request.look(cases_links_verbs.views), page, request.translator)
