"""What was before an appointment or a title, and what has come of it since."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from bot.domain.ids import GuildId, PersonId
from bot.domain.permissions import ArbiterTitle, Office
from bot.domain.registry.titles import MasterTitle
from bot.storage.codec import to_ms
from bot.storage.context import Query

_OF_ONES_OWN: Final = (
    "'name_account', 'claim_account', 'declare_country', 'suggest', 'appeal', 'justify', 'report', 'reply_in_file',"
    " 'excuse_absence', 'undo', 'erase_person', 'exam', 'propose_title'"
)
"""Acts that anybody may do, whatever they hold."""


def holder_before(tx: Query, guild_id: GuildId, office: Office, at: datetime) -> PersonId | None:
    """Whose time in the office ended at that moment."""
    row = tx.fetch_one(
        "SELECT person_id FROM offices WHERE guild_id = ? AND office = ? AND until = ?", (guild_id, office, to_ms(at))
    )
    return None if row is None else PersonId(row["person_id"])


def title_before(tx: Query, person_id: PersonId, at: datetime) -> ArbiterTitle | None:
    """The person's arbiter title that ended at that moment."""
    row = tx.fetch_one("SELECT title FROM arbiter_titles WHERE person_id = ? AND until = ?", (person_id, to_ms(at)))
    return None if row is None else ArbiterTitle(row["title"])


def laid_down(tx: Query, person_id: PersonId, at: datetime) -> list[MasterTitle]:
    """The master titles that the person laid down at that moment."""
    rows = tx.fetch_all(
        "SELECT title FROM master_titles WHERE person_id = ? AND until = ? AND ended_why = 'laid_down' ORDER BY title",
        (person_id, to_ms(at)),
    )
    return [MasterTitle(row["title"]) for row in rows]


def was_voted(tx: Query, person_id: PersonId, at: datetime) -> bool:
    """Whether a vote about the person, or one that elected the person, closed at that moment."""
    return _exists(
        tx,
        "SELECT 1 FROM votes WHERE closed_at = :at AND (subject_id = :person OR elected = :person)",
        {"person": person_id, "at": to_ms(at)},
    )


def has_acted_since(tx: Query, guild_id: GuildId, person_id: PersonId, at: datetime) -> bool:
    """Whether the person was entitled in a vote, followed a match, or did anything that is not open to all since."""
    return _exists(
        tx,
        "SELECT 1 FROM vote_electors JOIN votes USING (vote_id) WHERE person_id = :person AND opened_at > :at"  # noqa: S608
        " UNION ALL SELECT 1 FROM contests WHERE arbiter_id = :person AND assigned_at > :at"
        " UNION ALL SELECT 1 FROM log WHERE guild_id = :guild AND actor_id = :person AND at > :at"
        f" AND tournament_id IS NULL AND act NOT IN ({_OF_ONES_OWN})",
        {"person": person_id, "at": to_ms(at), "guild": guild_id},
    )


def has_played_since(tx: Query, person_id: PersonId, at: datetime) -> bool:
    """Whether a match of the person was settled since: its opponent may have met a title by it."""
    return _exists(
        tx,
        "SELECT 1 FROM results JOIN contest_sides USING (contest_id) JOIN entrants USING (entrant_id)"
        " WHERE person_id = :person AND settled_at > :at",
        {"person": person_id, "at": to_ms(at)},
    )


def _exists(tx: Query, query: str, values: dict[str, str | int]) -> bool:
    return tx.fetch_one(f"{query} LIMIT 1", values) is not None
