"""A file of right ratings: shown first, kept, and put right by one press, as it was shown or not at all."""

from __future__ import annotations

from bot.domain.cases.rating_amendments import AmendmentView, SheetPreview, heading_of
from bot.domain.community import Presser
from bot.domain.ids import Occasion
from bot.domain.typed_text import checked_reason
from bot.errors import Outdated
from bot.services import access
from bot.services.cases import rating_amendments
from bot.storage import people, rating_sheets
from bot.storage.database import Work
from bot.storage.rating_sheets import RatingSheet


def keep(work: Work, occasion: Occasion, presser: Presser, text: str, reason: str) -> SheetPreview:
    """Keeps the file in place of the last one and answers what it would change; raises what `look_at` raises."""
    why = checked_reason(reason)
    found = SheetPreview(rating_amendments.look_at(work, presser, text), why, heading=heading_of(text))
    person = access.recognise(work, occasion, presser)
    rating_sheets.keep(work, person.person_id, RatingSheet(text, why), occasion.now)
    return found


def confirm(work: Work, occasion: Occasion, presser: Presser, seen: str) -> tuple[AmendmentView, ...] | SheetPreview:
    """Puts the ratings right as the card showed; where something has changed since, shows it anew and writes nothing.

    Raises Outdated for a second press, and what `look_at` raises.
    """
    person = people.of_member(work, presser.guild_id, presser.member_id)
    sheet = None if person is None else rating_sheets.of_person(work, person.person_id)
    if person is None or sheet is None:
        raise Outdated
    wanted = rating_amendments.look_at(work, presser, sheet.content)
    found = SheetPreview(wanted, sheet.reason, has_moved=True, heading=heading_of(sheet.content))
    if found.seen != seen:
        return found
    rating_sheets.drop(work, person.person_id)
    return rating_amendments.correct_list(work, occasion, presser, sheet.content, sheet.reason)
