"""Accounts of game sites: who holds one, who held it, and second claims that staff decides."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Collection
from datetime import datetime

from bot.domain.entering.claims import Account, AccountClaim
from bot.domain.ids import GuildId, PersonId
from bot.storage.codec import from_ms, from_ms_or_none, to_ms
from bot.storage.context import Query, Tx


def of_person(tx: Query, person_id: PersonId, site: str) -> Account | None:
    """The account that the person holds on the site today."""
    row = tx.fetch_one(
        "SELECT * FROM accounts WHERE person_id = ? AND site = ? AND held_until IS NULL", (person_id, site)
    )
    return None if row is None else _account(row)


def of_people(tx: Query, some: Collection[PersonId], site: str) -> dict[PersonId, Account]:
    """The accounts that these people hold now on the site, by who holds them."""
    rows = tx.fetch_all(
        "SELECT * FROM accounts WHERE person_id IN (SELECT value FROM json_each(?)) AND site = ? AND held_until IS NULL"
        " ORDER BY person_id",
        (json.dumps(list(some)), site),
    )
    return {one.person_id: one for one in map(_account, rows)}


def all_of_person(tx: Query, person_id: PersonId) -> list[Account]:
    """The accounts that the person holds today, one a site, in the order of the sites."""
    rows = tx.fetch_all("SELECT * FROM accounts WHERE person_id = ? AND held_until IS NULL ORDER BY site", (person_id,))
    return [_account(row) for row in rows]


def sites(tx: Query, guild_id: GuildId) -> list[str]:
    """The sites of which somebody in the server holds an account."""
    rows = tx.fetch_all(
        "SELECT DISTINCT site FROM accounts WHERE guild_id = ? AND held_until IS NULL ORDER BY site", (guild_id,)
    )
    return [str(row["site"]) for row in rows]


def names(tx: Query, guild_id: GuildId) -> list[tuple[PersonId, str]]:
    """Every account that is held in the server, by who holds it."""
    rows = tx.fetch_all(
        "SELECT person_id, account_name FROM accounts WHERE guild_id = ? AND held_until IS NULL"
        " ORDER BY person_id, site, account_key",
        (guild_id,),
    )
    return [(PersonId(row["person_id"]), str(row["account_name"])) for row in rows]


def holder(tx: Query, guild_id: GuildId, site: str, key: str) -> Account | None:
    """The account as its present holder has it, or None when it is free."""
    row = tx.fetch_one(
        "SELECT * FROM accounts WHERE guild_id = ? AND site = ? AND account_key = ? AND held_until IS NULL",
        (guild_id, site, key),
    )
    return None if row is None else _account(row)


def hold(tx: Tx, account: Account) -> None:
    """Gives the account to the person; what the person held on that site before is let go."""
    tx.execute(
        "UPDATE accounts SET held_until = ? WHERE held_until IS NULL AND site = ? AND guild_id = ?"
        " AND (person_id = ? OR account_key = ?)",
        (to_ms(account.held_from), account.site, account.guild_id, account.person_id, account.key),
    )
    tx.execute(
        "INSERT INTO accounts (guild_id, site, account_key, account_name, person_id, held_from)"
        " VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (guild_id, site, account_key, person_id, held_from)"
        " DO UPDATE SET held_until = NULL, account_name = excluded.account_name",
        (
            account.guild_id,
            account.site,
            account.key,
            account.name,
            account.person_id,
            to_ms(account.held_from),
        ),
    )


def names_had(tx: Query, person_id: PersonId, site: str) -> int:
    """How many names the person was ever known by on the site, given anew ones counted again."""
    row = tx.fetch_one("SELECT count(*) AS n FROM accounts WHERE person_id = ? AND site = ?", (person_id, site))
    return 0 if row is None else int(row["n"])


def add_claim(tx: Tx, claim: AccountClaim) -> bool:
    """Writes a second claim; False when the same person's claim to it is open already."""
    return bool(
        tx.execute(
            "INSERT INTO account_claims (claim_id, guild_id, site, account_key, account_name, claimant_id, holder_id,"
            " tournament_id, claimed_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
            (
                claim.claim_id,
                claim.guild_id,
                claim.site,
                claim.key,
                claim.name,
                claim.claimant,
                claim.holder,
                claim.tournament_id,
                to_ms(claim.claimed_at),
            ),
        )
    )


def load_claim(tx: Query, claim_id: str) -> AccountClaim | None:
    """One claim with its decision, if there is one."""
    row = tx.fetch_one("SELECT * FROM account_claims WHERE claim_id = ?", (claim_id,))
    return None if row is None else _claim(row)


def open_claims(tx: Query, guild_id: GuildId) -> list[AccountClaim]:
    """Claims that nobody decided, oldest first."""
    rows = tx.fetch_all(
        "SELECT * FROM account_claims WHERE guild_id = ? AND decided_at IS NULL ORDER BY claimed_at, claim_id",
        (guild_id,),
    )
    return [_claim(row) for row in rows]


def claims_of(tx: Query, person_id: PersonId) -> list[AccountClaim]:
    """Claims that the person made, or that were made to an account of the person, the latest first."""
    rows = tx.fetch_all(
        "SELECT * FROM account_claims WHERE claimant_id = ?1 OR holder_id = ?1 ORDER BY claimed_at DESC, claim_id",
        (person_id,),
    )
    return [_claim(row) for row in rows]


def decide_claim(tx: Tx, claim_id: str, *, granted: bool, by: PersonId, reason: str | None, at: datetime) -> bool:
    """Writes the decision; False when somebody decided before."""
    return bool(
        tx.execute(
            "UPDATE account_claims SET granted = ?, decided_by = ?, reason = ?, decided_at = ?"
            " WHERE claim_id = ? AND decided_at IS NULL",
            (int(granted), by, reason, to_ms(at), claim_id),
        )
    )


def _account(row: sqlite3.Row) -> Account:
    return Account(
        guild_id=row["guild_id"],
        site=row["site"],
        key=row["account_key"],
        name=row["account_name"],
        person_id=PersonId(row["person_id"]),
        held_from=from_ms(row["held_from"]),
    )


def _claim(row: sqlite3.Row) -> AccountClaim:
    return AccountClaim(
        claim_id=row["claim_id"],
        guild_id=row["guild_id"],
        site=row["site"],
        key=row["account_key"],
        name=row["account_name"],
        claimant=PersonId(row["claimant_id"]),
        holder=PersonId(row["holder_id"]),
        tournament_id=row["tournament_id"],
        claimed_at=from_ms(row["claimed_at"]),
        decided_at=from_ms_or_none(row["decided_at"]),
        granted=None if row["granted"] is None else bool(row["granted"]),
        decided_by=row["decided_by"],
        reason=row["reason"],
    )
