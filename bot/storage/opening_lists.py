"""Opening lists that were brought in, what they say of the time before them, and what came with each."""

from __future__ import annotations

import sqlite3
from dataclasses import replace

from bot.domain.ids import GuildId, PersonId
from bot.domain.opening.earlier import NOTHING_EARLIER, EarlierFacts, TimeAsArbiter, Victory
from bot.storage.codec import from_ms, from_ms_or_none
from bot.storage.database import Work


def earlier_of(work: Work, person_id: PersonId) -> EarlierFacts:
    """What counts of one person's time before the first day."""
    return _earlier(work, "f.person_id = ?", person_id).get(person_id, NOTHING_EARLIER)


def earlier_in(work: Work, guild_id: GuildId) -> dict[PersonId, EarlierFacts]:
    """The same of everybody of the server of whom a list says something."""
    return _earlier(work, "l.guild_id = ?", guild_id)


def _earlier(work: Work, whose: str, value: str | int) -> dict[PersonId, EarlierFacts]:
    found: dict[PersonId, EarlierFacts] = {}
    for row in work.fetch_all(
        "SELECT f.*, l.dated_at FROM earlier_facts f JOIN opening_lists l USING (list_id)"  # noqa: S608 - constants
        f" WHERE {whose} AND l.undone_at IS NULL ORDER BY l.brought_at, f.list_id, f.person_id",
        (value,),
    ):
        person_id = PersonId(row["person_id"])
        found[person_id] = _once_it_spoke(found.get(person_id, NOTHING_EARLIER), row)
    for row in work.fetch_all(
        "SELECT f.person_id, f.event, f.won_at FROM earlier_victories f JOIN opening_lists l USING (list_id)"  # noqa: S608
        f" WHERE {whose} AND l.undone_at IS NULL ORDER BY f.won_at, f.event, f.person_id",
        (value,),
    ):
        person_id = PersonId(row["person_id"])
        known = found.get(person_id, NOTHING_EARLIER)
        won = Victory(row["event"], from_ms(row["won_at"]))
        found[person_id] = replace(known, victories=(*known.victories, won))
    return found


def _once_it_spoke(before: EarlierFacts, row: sqlite3.Row) -> EarlierFacts:
    """What stands once a later list has spoken."""
    months, since = row["arbiter_months"], from_ms_or_none(row["registered_since"])
    served = None if months is None else TimeAsArbiter(months, row["arbiter_days"], from_ms(row["dated_at"]))
    return replace(
        before,
        registered_since=since or before.registered_since,
        club=row["club"] or before.club,
        as_arbiter=served or before.as_arbiter,
        refereed=before.refereed if row["refereed"] is None else row["refereed"],
    )
