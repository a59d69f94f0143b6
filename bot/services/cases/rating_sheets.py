"""A file of right ratings: shown first, kept, and put right by one press, as it was shown or not at all."""

from __future__ import annotations

from bot.domain.cases.rating_amendments import AmendmentView, SheetPreview, heading_of
from bot.domain.typed_text import checked_reason
from bot.errors import Outdated
from bot.services import access
from bot.services.cases import rating_amendments
from bot.storage import people, rating_sheets
from bot.storage.context import ActorTx
from bot.storage.rating_sheets import RatingSheet


def keep(tx: ActorTx, text: str, reason: str) -> SheetPreview:
    """Keeps the file in place of the last one and answers what it would change; raises what `look_at` raises."""
    why = checked_reason(reason)
    found = SheetPreview(rating_amendments.look_at(tx, text), why, heading=heading_of(text))
    person = access.recognise(tx)
    rating_sheets.keep(tx, person.person_id, RatingSheet(text, why), tx.now)
    return found


def confirm(tx: ActorTx, seen: str) -> tuple[AmendmentView, ...] | SheetPreview:
    """Puts the ratings right as the card showed; where something has changed since, shows it anew and writes nothing.

    Raises Outdated for a second press, and what `look_at` raises.
    """
    person = people.of_member(tx, tx.guild_id, tx.actor.member_id)
    sheet = None if person is None else rating_sheets.of_person(tx, person.person_id)
    if person is None or sheet is None:
        raise Outdated
    wanted = rating_amendments.look_at(tx, sheet.content)
    found = SheetPreview(wanted, sheet.reason, has_moved=True, heading=heading_of(sheet.content))
    if found.seen != seen:
        return found
    rating_sheets.drop(tx, person.person_id)
    return rating_amendments.correct_list(tx, sheet.content, sheet.reason)
