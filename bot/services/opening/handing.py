"""Handing a list on to those who may bring titles, offices and bars in; letting go of one; telling of one that came."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from typing import Final

from bot.domain.announcements import ToMember
from bot.domain.ids import MemberId, PersonId
from bot.domain.opening.plans import OpeningTold
from bot.domain.opening.sayings import OpeningListWaits
from bot.domain.permissions import Act, ArbiterTitle, Office
from bot.domain.registry.earlier import Brought, BroughtKind
from bot.domain.registry.titles import MasterTitle
from bot.errors import AlreadyDone, Outdated
from bot.services import access
from bot.services.opening import drafts
from bot.services.speaking import look_for_decisions
from bot.storage import log, opening_drafts, opening_lists, people
from bot.storage.context import ActorTx, Query

_HELD: Final[Mapping[BroughtKind, type[Office] | type[ArbiterTitle] | type[MasterTitle]]] = {
    BroughtKind.OFFICE: Office,
    BroughtKind.ARBITER_TITLE: ArbiterTitle,
    BroughtKind.MASTER_TITLE: MasterTitle,
}


def hand_over(tx: ActorTx, draft_id: str) -> tuple[MemberId, ...]:
    """Writes to the server's owner and the President that a list asks for their word, once; answers to whom."""
    person = drafts.require_bringer(tx)
    draft = drafts.find(tx, draft_id)
    subject = f"opening_draft:{draft_id}"
    if log.was_done(tx, tx.guild_id, "hand_over_opening_list", subject):
        raise AlreadyDone
    president = people.offices(tx, tx.guild_id).get(Office.PRESIDENT)
    holder = None if president is None else people.load(tx, president)
    owner = access.community(tx, tx.guild_id).owner_id
    asked = dict.fromkeys(
        one for one in (owner, holder.discord_id if holder else None) if one and one != tx.actor.member_id
    )
    for member in asked:
        tx.enqueue(tx.guild_id, ToMember(member), OpeningListWaits(draft.draft_id))
    look_for_decisions(tx, tx.guild_id)
    tx.log(tx.guild_id, "hand_over_opening_list", subject, actor=person.person_id)
    return tuple(asked)


def drop(tx: ActorTx, draft_id: str) -> None:
    """Lets go of a list that was not confirmed: its asker does, or who could confirm all of it."""
    person = drafts.require_bringer(tx)
    draft = drafts.find(tx, draft_id)
    if draft.person_id != person.person_id:
        access.require(tx, person, Act.BRING_TITLES_AND_BARS)
    if not opening_drafts.drop(tx, draft_id):
        raise Outdated


def told_of(tx: Query, list_id: str) -> OpeningTold | None:
    """A list that came in and stands, as everybody reads of it."""
    opening = opening_lists.load(tx, list_id)
    by = None if opening is None else people.load(tx, opening.brought_by)
    if opening is None or by is None or opening.undone_at is not None:
        return None
    acts, concerned = defaultdict[BroughtKind, list[Brought]](list), list[PersonId]()
    for one in opening_lists.acts_of(tx, list_id):
        acts[one.kind].append(one)
        concerned.append(one.person_id)
    known = people.by_ids(tx, concerned)
    return OpeningTold(
        dated_at=opening.dated_at,
        by=by,
        officers=tuple((known[one.person_id], held(one.what)) for kind, held in _HELD.items() for one in acts[kind]),
        champions=tuple((known[one.person_id], one.what) for one in acts[BroughtKind.WORLD_TITLE]),
        bars=len(acts[BroughtKind.BAR]),
    )
