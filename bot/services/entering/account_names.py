"""Accounts on game sites: one belongs to one person, and a second claim goes to staff (AIJE-D01-1)."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from bot.domain.community import Person, Someone
from bot.domain.entering.accounts import account_key, clean_account
from bot.domain.entering.claims import Account, AccountClaim
from bot.domain.entering.sayings import AccountClaimed
from bot.domain.entering.views import AccountHeld, AccountsHeld
from bot.domain.events.tournament import Tournament
from bot.domain.ids import GuildId, TournamentId
from bot.domain.permissions import Act
from bot.domain.playing.summons import Matter, MatterKind
from bot.domain.quotas import QUOTAS, Counted
from bot.errors import NotFound, NotFoundByName, Subject, UserError
from bot.services import access, quotas, recusal, summons
from bot.services.speaking import tell_committee
from bot.services.timetable import account_claim_subject
from bot.storage import accounts, entrants, kept_accounts, people, tournaments
from bot.storage.context import ActorQuery, ActorTx, Query, Tx

_MOST: Final = QUOTAS[Counted.ACCOUNT_CLAIM].most


class AccountNeeded(UserError):
    """The rulebook asks for an account, and the person has not named one."""

    site: str


class AccountInPlay(UserError):
    """The person plays with the account in an event that is under way, where opponents look for it."""

    event: str


class AccountKept(UserError):
    """A bar holds against the person, and what was theirs when it fell changes hands by staff alone."""

    account: str


class TooManyClaims(UserError):
    """The member has claimed as many accounts of others lately as one may, erased data counted in."""

    n: int


class WhichSite(UserError):
    """Events here are played on several sites, and the account can be of any of them."""

    sites: tuple[str, ...]


class NoAccountsHere(UserError):
    """No event of the server has asked for an account so far."""


def settle(tx: Tx, tournament: Tournament, person: Person, typed: str | None) -> AccountHeld | None:
    """Sees to it that the person has the account that the rulebook asks for; AccountHeld when staff has to decide."""
    site = tournament.rulebook.registration.account
    if site is None:
        return None
    if typed is None:
        if accounts.of_person(tx, person.person_id, site) is None:
            raise AccountNeeded(site=site)
        return None
    named = name_account(tx, person, site, typed, tournament.tournament_id)
    return named if isinstance(named, AccountHeld) else None


def name_account(
    tx: Tx,
    person: Person,
    site: str,
    typed: str,
    tournament_id: TournamentId | None = None,
    by: Person | None = None,
) -> Account | AccountHeld:
    """Gives a free account to the person in place of the former one; one that is another's becomes a claim for staff.

    `by` is who acts for the person; only one's own change is refused while one plays with the account or is barred.
    """
    name = clean_account(typed)
    held = accounts.of_person(tx, person.person_id, site)
    if held is not None and held.key == account_key(name):
        return held
    if by is None:
        _refuse_change_in_play(tx, person, site)
        _refuse_letting_go(tx, held, tx.now)
        quotas.refuse_more(Subject.ACCOUNT, accounts.names_had(tx, person.person_id, site))
    holder = holder_of(tx, person.guild_id, site, name, tx.now)
    if holder is not None and holder.person_id != person.person_id:
        return _claim(tx, person, holder, tournament_id)
    account = Account(person.guild_id, site, account_key(name), name, person.person_id, tx.now)
    accounts.hold(tx, account)
    actor = (by or person).person_id
    details = {"person": person.person_id, "site": site}
    tx.log(person.guild_id, "name_account", account.key, actor=actor, details=details)
    return account


def holder_of(tx: Query, guild_id: GuildId, site: str, name: str, at: datetime) -> Account | None:
    """Whose the account is: who holds it, or with whom it stays although it was let go, as long as a bar is in force.

    Nobody else takes it but by a claim that staff decides.
    """
    key = account_key(clean_account(name))
    return kept_accounts.keeper(tx, guild_id, site, key, at) or accounts.holder(tx, guild_id, site, key)


def of(tx: ActorQuery, who: Someone | None = None) -> AccountsHeld:
    """One's own accounts or for staff anybody's, and the sites on which events here are played."""
    asker = people.of_member(tx, tx.guild_id, tx.actor.member_id)
    person = asker if who is None else access.find_known(tx, tx.guild_id, who)
    own = who is None or (not isinstance(who, str) and who[0] == tx.actor.member_id) or person == asker is not None
    if not own:
        access.require(tx, asker, Act.DECIDE_ACCOUNT_CLAIM)
    held = () if person is None else accounts.all_of_person(tx, person.person_id)
    return AccountsHeld(person, tuple(held), sites(tx, tx.guild_id), own=own)


def change_own(tx: ActorTx, site: str | None, typed: str) -> Account | AccountHeld:
    """Changes the account of who pressed; refused while the person plays with it in an event under way."""
    person = access.recognise(tx)
    return name_account(tx, person, _site_meant(tx, tx.guild_id, site), typed)


def change_other(tx: ActorTx, who: Someone, site: str | None, typed: str) -> tuple[Person, Account | AccountHeld]:
    """Staff puts somebody's account right, in an event under way too."""
    staff = access.recognise(tx)
    access.require(tx, staff, Act.DECIDE_ACCOUNT_CLAIM)
    person = access.find_known(tx, tx.guild_id, who)
    if person is None:
        raise NotFound(what=Subject.PERSON)
    recusal.refuse(tx, staff.person_id, Act.DECIDE_ACCOUNT_CLAIM, person.person_id)
    return person, name_account(tx, person, _site_meant(tx, tx.guild_id, site), typed, by=staff)


def sites(tx: Query, guild_id: GuildId) -> tuple[str, ...]:
    """The sites that people here hold accounts of or that an event to come asks for, in alphabetical order."""
    asked = {one.rulebook.registration.account for one in tournaments.all_unfinished(tx, guild_id)}
    return tuple(sorted({*accounts.sites(tx, guild_id), *(site for site in asked if site is not None)}))


def _site_meant(tx: Query, guild_id: GuildId, site: str | None) -> str:
    known = sites(tx, guild_id)
    if not known:
        raise NoAccountsHere
    if site is None:
        if len(known) > 1:
            raise WhichSite(sites=known)
        return known[0]
    for one in known:
        if one.casefold() == site.casefold():
            return one
    raise NotFoundByName(what=Subject.ACCOUNT, name=site)


def _refuse_letting_go(tx: Query, held: Account | None, at: datetime) -> None:
    keeper = None if held is None else kept_accounts.keeper(tx, held.guild_id, held.site, held.key, at)
    if held is not None and keeper is not None and keeper.person_id == held.person_id:
        raise AccountKept(account=held.name)


def _refuse_change_in_play(tx: Query, person: Person, site: str) -> None:
    if accounts.of_person(tx, person.person_id, site) is None:
        return
    for tournament_id in entrants.playing_in(tx, person.person_id):
        tournament = tournaments.load(tx, tournament_id)
        if tournament is not None and tournament.rulebook.registration.account == site:
            raise AccountInPlay(event=tournament.name)


def _claim(tx: Tx, person: Person, holder: Account, tournament_id: TournamentId | None) -> AccountHeld:
    claim = AccountClaim(
        claim_id=tx.new_id(),
        guild_id=holder.guild_id,
        site=holder.site,
        key=holder.key,
        name=holder.name,
        claimant=person.person_id,
        holder=holder.person_id,
        tournament_id=tournament_id,
        claimed_at=tx.now,
    )
    newly = accounts.add_claim(tx, claim)
    if newly:
        # Each claim is a card that staff has to decide; the same one once more while it waits is no other.
        quotas.spend(tx, person, Counted.ACCOUNT_CLAIM, lambda _: TooManyClaims(n=_MOST))
        tell_committee(tx, holder.guild_id, AccountClaimed(claim.claim_id))
        matter = Matter(MatterKind.ACCOUNT_CLAIMED, account_claim_subject(claim.claim_id), tournament_id)
        summons.call(tx, holder.guild_id, matter)
        tx.log(holder.guild_id, "claim_account", claim.claim_id, actor=person.person_id)
    return AccountHeld(claim, newly)
