"""Which country each person plays for."""

from __future__ import annotations

from datetime import datetime

from bot.domain.ids import GuildId, PersonId
from bot.storage.codec import to_ms
from bot.storage.context import Query, Tx


def declare(tx: Tx, person_id: PersonId, country: str, since: datetime) -> None:
    """Writes the person's country from now on."""
    tx.execute(
        "INSERT INTO countries (person_id, country, since) VALUES (?, ?, ?)"
        " ON CONFLICT (person_id, since) DO UPDATE SET country = excluded.country",
        (person_id, country, to_ms(since)),
    )


def times_declared(tx: Query, person_id: PersonId) -> int:
    """How often a country was declared for the person."""
    row = tx.fetch_one("SELECT count(*) AS n FROM countries WHERE person_id = ?", (person_id,))
    return 0 if row is None else int(row["n"])


def of_person(tx: Query, person_id: PersonId) -> str | None:
    """The country that stands, or None while nobody has said it."""
    row = tx.fetch_one("SELECT country FROM countries WHERE person_id = ? ORDER BY since DESC LIMIT 1", (person_id,))
    return None if row is None else str(row["country"])


def at(tx: Query, guild_id: GuildId, moment: datetime) -> dict[PersonId, str]:
    """Everybody's country at the moment; who said it only later is counted with the first that was said."""
    rows = tx.fetch_all(
        "SELECT c.person_id, c.country, c.since FROM countries c JOIN people p USING (person_id)"
        " WHERE p.guild_id = ? ORDER BY c.since",
        (guild_id,),
    )
    found: dict[PersonId, str] = {}
    for row in rows:
        person_id = PersonId(row["person_id"])
        if person_id not in found or row["since"] <= to_ms(moment):
            found[person_id] = row["country"]
    return found
