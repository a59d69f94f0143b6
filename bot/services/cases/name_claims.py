"""Members who say that they are somebody known by name: staff decides, and nobody about themselves."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from bot.domain.cases.discord_links import LinkPlan, NameClaim, NameClaimView
from bot.domain.cases.sayings import NameClaimDecided, NameClaimed
from bot.domain.community import Person
from bot.domain.ids import GuildId, PersonId
from bot.domain.permissions import Act
from bot.domain.playing.desk_views import DeskRow, Duty, DutyItem, Obstacle, Outlook, Prospect
from bot.domain.playing.summons import Matter, MatterKind
from bot.domain.quotas import QUOTAS, Counted
from bot.domain.typed_text import checked_reason
from bot.errors import AlreadyDone, NotFound, Subject, UserError
from bot.services import access, quotas, recusal, summons
from bot.services.asked import Asked, Found
from bot.services.cases import discord_links
from bot.services.speaking import tell_committee, tell_member
from bot.services.timetable import claim_subject
from bot.storage import name_claims, people
from bot.storage.context import ActorQuery, ActorTx, Query, Tx

_MOST: Final = QUOTAS[Counted.NAME_CLAIM].most
REASON_LIMIT: Final = 300


class TooManyNames(UserError):
    """The member has claimed as many names lately as one may."""

    n: int


def claim(tx: ActorTx, person_id: PersonId) -> NameClaimView:
    """Says that who presses is the person known by that name; staff is asked, and until then nothing changes.

    Raises NotFound, NobodyThere, HasDiscord for a name that is a member's, AlreadyOnePerson, TooManyNames, and
    AlreadyDone while the same claim waits.
    """
    claimant = access.recognise(tx)
    found = discord_links.plan(tx, tx.guild_id, person_id, claimant, tx.now)
    fresh = tx.new_id()
    made = NameClaim(fresh, tx.guild_id, person_id, claimant.person_id, tx.now)
    # Each claim is a card that staff has to decide.
    quotas.spend(tx, claimant, Counted.NAME_CLAIM, lambda _: TooManyNames(n=_MOST))
    if not name_claims.add(tx, made):
        raise AlreadyDone
    details = {"person": person_id, "other": claimant.person_id}
    tx.log(made.guild_id, "claim_name", claim_subject(fresh), actor=claimant.person_id, details=details)
    tell_committee(tx, made.guild_id, NameClaimed(fresh))
    summons.call(tx, made.guild_id, Matter(MatterKind.NAME_CLAIMED, claim_subject(fresh), None))
    return NameClaimView(made, found.person.name, claimant, found)


def decidable(tx: ActorQuery, claim_id: str) -> NameClaimView:
    """The claim, for who may decide it; raises before a reason is asked."""
    staff = people.of_member(tx, tx.guild_id, tx.actor.member_id)
    access.require(tx, staff, Act.LINK_DISCORD)
    found = view(tx, tx.guild_id, claim_id, tx.pressed_at)
    if found.claim.decided_at is not None:
        raise AlreadyDone
    if staff is not None:
        both = found.claim.person, found.claim.claimant
        recusal.refuse(tx, staff.person_id, Act.LINK_DISCORD, *both)
    return found


def decide(tx: ActorTx, claim_id: str, reason: str, *, granted: bool) -> NameClaimView:
    """Links the two or refuses it, with a reason; the claimant is told, and other claims to the name are refused."""
    staff = access.recognise(tx)
    found = decidable(tx, claim_id)
    why = checked_reason(reason, REASON_LIMIT)
    if granted:
        _grant(tx, staff, found, why)
    else:
        _settle(tx, found.claim, staff, why, granted=False)
    return view(tx, tx.guild_id, claim_id, tx.now)


def view(tx: Query, guild_id: GuildId, claim_id: str, now: datetime) -> NameClaimView:
    """The claim with its people, and what granting it would do now; raises NotFound."""
    found = name_claims.load(tx, claim_id)
    if found is None or found.guild_id != guild_id:
        raise NotFound(what=Subject.PERSON)
    return _view(tx, found, now)


def guide(tx: Query, asked: Asked) -> Found:
    """One's own claims that wait, and those of others that wait for who asks."""
    if asked.person is not None:
        for own in name_claims.of_claimant(tx, asked.person.person_id):
            if own.decided_at is None:
                yield Prospect(Outlook.NAME_IS_DECIDED, None)
    if asked.may(Act.LINK_DISCORD):
        for one in name_claims.waiting(tx, asked.presser.guild_id):
            found = _view(tx, one, asked.now)
            if not asked.is_me(found.claimant):
                yield DutyItem(Duty.DECIDE_NAME, one.claim_id, None, None, found.claimant, called=found.name)


def rows(tx: Query, guild_id: GuildId, now: datetime) -> list[DeskRow]:
    """Claims that wait, for the desk of an event: who it is decides about rating and places."""
    found = [_view(tx, one, now) for one in name_claims.waiting(tx, guild_id)]
    return [DeskRow(Obstacle.NAME_CLAIM, one.claim.claim_id, (one.claimant,)) for one in found]


def _grant(tx: ActorTx, staff: Person, found: NameClaimView, why: str) -> None:
    made = found.claim
    planned = discord_links.plan(tx, made.guild_id, made.person, found.claimant, tx.now)
    discord_links.refuse(tx, staff, planned)
    _settle(tx, made, staff, why, granted=True)
    discord_links.carry_out(tx, planned, why)
    for other in name_claims.of_name(tx, made.person):
        _settle(tx, other, staff, why, granted=False)


def _settle(tx: Tx, made: NameClaim, staff: Person, why: str, *, granted: bool) -> None:
    if not name_claims.decide(tx, made.claim_id, staff.person_id, why, tx.now, granted=granted):
        raise AlreadyDone
    act, subject = "grant_name" if granted else "refuse_name", claim_subject(made.claim_id)
    details = {"person": made.person, "other": made.claimant}
    tx.log(made.guild_id, act, subject, actor=staff.person_id, why=why, details=details)
    tx.touch(subject)
    summons.settle(tx, subject)
    if not granted:
        # Who is granted it reads the letter of the link.
        tell_member(tx, made.guild_id, made.claimant, NameClaimDecided(made.claim_id))


def _view(tx: Query, found: NameClaim, now: datetime) -> NameClaimView:
    ids = [found.person, found.claimant, *([found.decided_by] if found.decided_by else [])]
    known = people.by_ids(tx, ids)
    person, claimant = known[found.person], known[found.claimant]
    # Once it is linked the member bears the person's entry, and the name stands on the one that rests.
    swapped = person.discord_id is not None and claimant.discord_id is None
    return NameClaimView(
        claim=found,
        name=claimant.name if swapped else person.name,
        claimant=person if swapped else claimant,
        plan=_plan(tx, found, claimant, now) if found.decided_at is None else None,
        decided_by=known.get(found.decided_by) if found.decided_by else None,
    )


def _plan(tx: Query, found: NameClaim, claimant: Person, now: datetime) -> LinkPlan | None:
    """What granting it would do now; None where nothing can come of it any more."""
    try:
        return discord_links.plan(tx, found.guild_id, found.person, claimant, now)
    except UserError:
        return None
