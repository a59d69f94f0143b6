"""Accounts of game sites that somebody held when a bar fell: without staff they change hands neither way."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from bot.domain.entering.claims import Account
from bot.domain.ids import BarId, GuildId, PersonId, TournamentId
from bot.storage.codec import from_ms, to_ms
from bot.storage.context import Query, Tx
from bot.storage.identities import selves


def keep(tx: Tx, bar_id: BarId, people: Iterable[PersonId]) -> None:
    """Notes all that these people hold today: as long as the bar is in force it stays with them."""
    tx.execute_many(
        "INSERT INTO kept_accounts (bar_id, guild_id, site, account_key, account_name, person_id, held_from)"
        " SELECT ?1, guild_id, site, account_key, account_name, person_id, held_from FROM accounts"
        " WHERE person_id = ?2 AND held_until IS NULL ON CONFLICT DO NOTHING",
        [(bar_id, person_id) for person_id in people],
    )


def keeper(tx: Query, guild_id: GuildId, site: str, key: str, at: datetime) -> Account | None:
    """The account as the one has it with whom it stays at that moment, or None where no bar holds it fast."""
    rows = tx.fetch_all(
        "SELECT k.*, b.person_id AS barred_id FROM kept_accounts k JOIN bars b USING (bar_id)"
        " WHERE k.guild_id = ?1 AND k.site = ?2 AND k.account_key = ?3"
        " AND b.lifted_at IS NULL AND (b.until IS NULL OR b.until > ?4) ORDER BY k.bar_id",
        (guild_id, site, key, to_ms(at)),
    )
    for row in rows:
        # The word by which the bar had come to this person may have been undone since.
        if row["person_id"] in selves(tx, PersonId(row["barred_id"])):
            return Account(
                guild_id=guild_id,
                site=site,
                key=key,
                name=row["account_name"],
                person_id=PersonId(row["person_id"]),
                held_from=from_ms(row["held_from"]),
            )
    return None


def release(tx: Tx, guild_id: GuildId, site: str, key: str) -> None:
    """Lets the account go for good, as when staff has decided whose it is."""
    tx.execute("DELETE FROM kept_accounts WHERE guild_id = ? AND site = ? AND account_key = ?", (guild_id, site, key))


def namesakes(tx: Query, tournament_id: TournamentId, site: str, at: datetime) -> list[tuple[PersonId, PersonId, str]]:
    """Who is on the event's list under a name that somebody barred held before: the two, and the name.

    It proves nothing and does nothing: a name is free to whoever types it.
    """
    rows = tx.fetch_all(
        "SELECT DISTINCT held.person_id AS now_with, former.person_id AS barred, held.account_name AS account, e.number"
        " FROM entrants e JOIN accounts held ON held.person_id = e.person_id AND held.held_until IS NULL"
        " JOIN accounts former ON former.guild_id = held.guild_id AND former.site = held.site"
        " AND former.account_key = held.account_key AND former.person_id <> held.person_id"
        " JOIN bars b ON b.person_id = former.person_id"
        " WHERE e.tournament_id = ?1 AND e.withdrawn_at IS NULL AND held.site = ?2"
        " AND b.lifted_at IS NULL AND (b.until IS NULL OR b.until > ?3) ORDER BY e.number, former.person_id",
        (tournament_id, site, to_ms(at)),
    )
    return [(PersonId(row["now_with"]), PersonId(row["barred"]), row["account"]) for row in rows]
