"""What a list says of who sent it: it comes in once a second person has signed it, or unopposed."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, replace
from datetime import UTC, date, datetime, timedelta

from bot.domain.community import Person
from bot.domain.ids import PersonId
from bot.domain.opening.own_rows import OwnRow, OwnRowTold
from bot.domain.opening.plans import LinePlan, OpeningPreview
from bot.domain.opening.standing import of_weight, without_weight
from bot.domain.permissions import Office
from bot.domain.signing.signatures import LIST_WAITS_FOR, Signature
from bot.services.opening import planning
from bot.services.signing import bench, signatures
from bot.storage import identities
from bot.storage.context import ActorQuery, ActorTx, Query
from bot.storage.opening_drafts import OpeningDraft

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MILLISECOND = timedelta(milliseconds=1)


def held_back(tx: Query, by: Person, draft: OpeningDraft, shown: OpeningPreview, now: datetime) -> tuple[LinePlan, ...]:
    """The rows of weight that nobody has confirmed but the person whom they are about.

    Who signs confirms what the list says of its sender, where the one rule lets them sign; the sender confirms what it
    says of who signs. Where both are one person, under whichever account, somebody else has to sign.
    """
    sender, own = identities.selves(tx, draft.person_id), identities.selves(tx, by.person_id)
    out: set[PersonId] = set()
    if not _signs(tx, by, draft, now):
        out |= set(sender)
    if by.person_id in sender or bench.are_tied(tx, draft.guild_id, by.person_id, draft.person_id, now):
        out |= set(own)
    about = (one for one in shown.plans if one.person is not None and one.person.person_id in out)
    return tuple(one for one in about if any(of_weight(change.column) for change in one.changes))


def ask(tx: ActorTx, draft: OpeningDraft, rows: Sequence[LinePlan]) -> None:
    """Has each of the rows wait for a second signature, in the name of who it is about."""
    for one in rows:
        told = json.dumps(asdict(one.line), ensure_ascii=False, default=date.isoformat)
        dated_at = (draft.dated_at - _EPOCH) // _MILLISECOND
        wish = OwnRow(told, draft.file_name, draft.file_hash, dated_at)
        if one.person is not None:
            signatures.ask(tx, one.person, wish, lapses=LIST_WAITS_FOR)


def _signs(tx: Query, by: Person, draft: OpeningDraft, now: datetime) -> bool:
    """Whether who confirms could give the second signature about the sender."""
    able = bench.who_can_sign(tx, draft.guild_id, [Office.PRESIDENT], [draft.person_id], now)
    own = identities.selves(tx, by.person_id)
    return any(one.person_id in own for one in able)


def without_rows(shown: OpeningPreview, rows: Sequence[LinePlan]) -> OpeningPreview:
    """The list as it comes in at once: of those rows only what has no weight."""
    numbers = {one.line.number for one in rows}
    plans = tuple(_without_weight(one) if one.line.number in numbers else one for one in shown.plans)
    return replace(shown, plans=plans)


def tell(tx: Query, signature: Signature, wish: OwnRow) -> OwnRowTold:
    """What the row says of its sender."""
    asker, presser = signatures.asker_presser(tx, signature, signature.asked_at)
    _, shown = plan_again(tx.acting_as(presser), signature, asker, wish)
    return OwnRowTold(wish.file_name, asker, shown.plans[0])


def about(_work: Query, _wish: OwnRow) -> str:
    """Each row about its own sender is about the same person, whatever it says."""
    return "sender"


def plan_again(
    tx: ActorQuery, signature: Signature, asker: Person, wish: OwnRow
) -> tuple[OpeningDraft, OpeningPreview]:
    """The row as a list of its own. The founding counts at the moment at which it was asked for."""
    dated_at = _EPOCH + wish.dated_at * _MILLISECOND
    text = json.dumps({"lines": [json.loads(wish.line)], "faults": [], "columns": [], "unread": []})
    draft = OpeningDraft(
        signature.signature_id,
        signature.guild_id,
        asker.person_id,
        wish.file_name,
        wish.file_hash,
        dated_at,
        text,
        signature.asked_at,
    )
    return draft, planning.plan_row(tx, asker, draft, signature.asked_at)


def _without_weight(plan: LinePlan) -> LinePlan:
    changes = tuple(one for one in plan.changes if not of_weight(one.column))
    return replace(plan, line=without_weight(plan.line), changes=changes)
