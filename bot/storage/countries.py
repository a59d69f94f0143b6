"""Which country each person plays for."""

from __future__ import annotations

from datetime import datetime

from bot.domain.ids import GuildId, PersonId
from bot.storage.codec import to_ms
from bot.storage.database import Work


def declare(work: Work, person_id: PersonId, country: str, since: datetime) -> None:
    """Writes the person's country from now on."""
    work.execute(
        "INSERT INTO countries (person_id, country, since) VALUES (?, ?, ?)"
        " ON CONFLICT (person_id, since) DO UPDATE SET country = excluded.country",
        (person_id, country, to_ms(since)),
    )


def times_declared(work: Work, person_id: PersonId) -> int:
    """How often a country was declared for the person."""
    row = work.fetch_one("SELECT count(*) AS n FROM countries WHERE person_id = ?", (person_id,))
    return 0 if row is None else int(row["n"])


def of_person(work: Work, person_id: PersonId) -> str | None:
    """The country that stands, or None while nobody has said it."""
    row = work.fetch_one("SELECT country FROM countries WHERE person_id = ? ORDER BY since DESC LIMIT 1", (person_id,))
    return None if row is None else str(row["country"])


def at(work: Work, guild_id: GuildId, moment: datetime) -> dict[PersonId, str]:
    """Everybody's country at the moment; who said it only later is counted with the first that was said."""
    rows = work.fetch_all(
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
