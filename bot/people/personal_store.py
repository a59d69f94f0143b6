"""All that is kept about a person, found by the schema itself; letting go of it, and quotas by account.

Quotas count by a keyed hash of the Discord account's number. Nothing there refers to a person: it holds over an
erasure, and goes when it counts no more.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import re
import sqlite3
from collections.abc import Collection, Iterator
from datetime import datetime
from typing import Final, NewType

from bot.kernel import log
from bot.kernel.context import Query, Tx, from_ms, to_ms
from bot.kernel.ids import GuildId, MemberId, PersonId
from bot.people.model import QUOTAS, CountedByAccount, Person
from bot.people.store import same_person_ids

# --- what is kept about a person ------------------------------------------------------------------------------------


Kept = dict[str, list[dict[str, str | int | float | None]]]
"""Rows by table, each a value by column."""

BESIDES: Final = {"log": ("actor_id",), "people": ("person_id",)}
"""Columns that hold a person's id without being a reference to `people`."""
_AS_STAFF: Final = re.compile(r".*_by|examiner_id|arbiter_id|actor_id")
"""Columns that say who acted; the row is about somebody or something else."""
_WORDS: Final = (
    "DELETE FROM countries WHERE person_id = ?1",
    "DELETE FROM grades WHERE person_id = ?1",
    "DELETE FROM faces WHERE person_id = ?1",
    "DELETE FROM hidden_faces WHERE person_id = ?1",
    "DELETE FROM drafts WHERE person_id = ?1",
    "DELETE FROM cup_forms WHERE person_id = ?1",
    "DELETE FROM rehearsals WHERE person_id = ?1",
    "DELETE FROM poster_forms WHERE person_id = ?1",
    "DELETE FROM vote_drafts WHERE person_id = ?1",
    "DELETE FROM rating_sheets WHERE person_id = ?1",
    "DELETE FROM opening_answers WHERE draft_id IN (SELECT draft_id FROM opening_drafts WHERE person_id = ?1)",
    "DELETE FROM opening_answers WHERE person_id = ?1",
    "DELETE FROM opening_drafts WHERE person_id = ?1",
    "DELETE FROM sign_up_answers WHERE draft_id IN (SELECT draft_id FROM sign_up_drafts WHERE person_id = ?1)",
    "DELETE FROM sign_up_answers WHERE person_id = ?1",
    "DELETE FROM sign_up_drafts WHERE person_id = ?1",
    "DELETE FROM seed_forms WHERE person_id = ?1",
    "DELETE FROM person_zones WHERE person_id = ?1",
    "DELETE FROM page_people WHERE person_id = ?1",
    "DELETE FROM gone_staff WHERE person_id = ?1",
    "UPDATE earlier_facts SET club = NULL WHERE person_id = ?1",
    "DELETE FROM opening_acts WHERE person_id = ?1 AND kind = 'country'",
    "UPDATE discord_links SET discord_id = 0 WHERE person_id = ?1 OR before_id = ?1",
    "DELETE FROM record_names WHERE asked_by = ?1 OR same_id = ?1 OR person_id = ?1",
    "DELETE FROM agreed_files WHERE person_id = ?1",
    "DELETE FROM record_draft_files WHERE person_id = ?1",
    "DELETE FROM record_drafts WHERE person_id = ?1",
    (
        "UPDATE absence_cases SET justification = '', proof = NULL WHERE person_id = ?1"
        " AND justification IS NOT NULL AND (verdict IS NOT NULL OR closed_at IS NOT NULL)"
    ),
    "UPDATE appeals SET statement = '', links = '' WHERE person_id = ?1 AND decided_at IS NOT NULL",
    "DELETE FROM dispute_proofs WHERE person_id = ?1",
    "UPDATE suggestions SET suggestion = '–' WHERE person_id = ?1 AND decided_at IS NOT NULL",
    (
        "UPDATE forbidden_pairs SET reason = '–'"
        " WHERE first_id IN (SELECT entrant_id FROM entrants WHERE person_id = ?1)"
        " OR second_id IN (SELECT entrant_id FROM entrants WHERE person_id = ?1)"
    ),
    "UPDATE substitutions SET reason = '–' WHERE left_id = ?1",
    "UPDATE vote_excuses SET reason = '' WHERE person_id = ?1 AND decided_at IS NOT NULL",
    (
        "UPDATE log SET why = NULL WHERE actor_id = ?1 AND why IS NOT NULL"
        " AND act IN ('justify', 'dispute_report', 'excuse_absence', 'object_to_wish')"
    ),
)
"""What is let go: words that the person typed, and what else no rule needs."""
_NOTHING_REAL: Final = frozenset({"people", "accounts"})
"""Tables whose rows alone make nobody more than a name on somebody's list."""
_OF_CLOSED_VOTES: Final = (
    " AND EXISTS (SELECT 1 FROM votes v WHERE v.vote_id = ballots.vote_id AND v.closed_at IS NOT NULL)"
)
SOMEBODY_ELSE: Final = "another person"
_ID: Final = re.compile(r"[a-z2-7]{12}")


def columns_about_people(tx: Query) -> dict[str, tuple[str, ...]]:
    """The columns of each table that hold a person's id."""
    found: dict[str, list[str]] = {}
    for row in tx.fetch_all(
        "SELECT t.name AS named, k.[from] AS column_name FROM sqlite_master t, pragma_foreign_key_list(t.name) k"
        " WHERE t.type = 'table' AND k.[table] = 'people' ORDER BY t.name, k.[from]"
    ):
        found.setdefault(row["named"], []).append(row["column_name"])
    return {**{table: tuple(columns) for table, columns in found.items()}, **BESIDES}


def forget_ghost(tx: Tx, person_id: PersonId) -> bool:
    """Takes out somebody without Discord on whom nothing hangs but an account that was told; False for anybody else."""
    row = tx.fetch_one("SELECT 1 FROM people WHERE person_id = ? AND discord_id IS NULL", (person_id,))
    if row is None:
        return False
    for table, columns in columns_about_people(tx).items():
        if table in _NOTHING_REAL:
            continue
        where = " OR ".join(f"{column} = ?1" for column in columns)
        if tx.fetch_one(f"SELECT 1 FROM {table} WHERE {where} LIMIT 1", (person_id,)) is not None:  # noqa: S608
            return False
    tx.execute("DELETE FROM accounts WHERE person_id = ?", (person_id,))
    tx.execute("DELETE FROM people WHERE person_id = ?", (person_id,))
    return True


def kept_about(tx: Query, *own: PersonId) -> Kept:
    """Every row that names the person by one of these ids, others left out by name and id, as are secrets.

    Of a row in which the person only acted for somebody else's matter, ids and moments are told and no words.
    """
    found: Kept = {}
    for table, columns in sorted(columns_about_people(tx).items()):
        rows = [row for person_id in own for row in _rows_about(tx, table, columns, person_id)]
        told = dict.fromkeys(tuple(_exported_columns(row, frozenset(own), columns)) for row in rows)
        if told:
            found[table] = [dict(one) for one in told]
    return found


def _rows_about(tx: Query, table: str, columns: tuple[str, ...], person_id: PersonId) -> list[sqlite3.Row]:
    where = " OR ".join(f"{column} = :person" for column in columns)
    if table == "ballots":
        # While a vote runs nobody can be made to show how they voted, since nothing shows it.
        where = f"({where}){_OF_CLOSED_VOTES}"
    if table == "log":
        where = f"sequence IN ({log.OF_PERSON})"
    rows = tx.fetch_all(f"SELECT * FROM {table} WHERE {where} ORDER BY 1", {"person": person_id})  # noqa: S608
    # By all that each says: rows whose first column is the same would come as they lie.
    return sorted(rows, key=lambda row: [(value is not None, value) for value in row])


def _exported_columns(
    row: sqlite3.Row, own: frozenset[PersonId], columns: tuple[str, ...]
) -> Iterator[tuple[str, str | int | float | None]]:
    about_self = _is_about(row, own, columns)
    for column in row.keys():  # noqa: SIM118 - a row iterates over its values
        value = row[column]
        if isinstance(value, bytes):
            continue
        if _is_other(column, value, columns, own) or _names_another(column, value, own):
            yield column, SOMEBODY_ELSE
        elif not isinstance(value, str) or about_self or _ID.fullmatch(value):
            yield column, value


def _is_about(row: sqlite3.Row, own: frozenset[PersonId], columns: tuple[str, ...]) -> bool:
    """Whether the row is about the person, who has not only acted in it."""
    of_theirs = (column for column in columns if not _AS_STAFF.fullmatch(column))
    return any(row[column] in own for column in of_theirs) or "act" in row.keys()  # noqa: SIM118


def _is_other(column: str, value: str | float | None, columns: tuple[str, ...], own: frozenset[PersonId]) -> bool:
    """Whether the column points at somebody else."""
    return column in columns and value is not None and value not in own


def _names_another(column: str, value: str | int | float | None, own: frozenset[PersonId]) -> bool:
    """Whether a line of the log is about somebody else: by its subject, or by its details."""
    if not isinstance(value, str):
        return False
    if column == "subject":
        return value.startswith("person:") and value.removeprefix("person:") not in own
    details = json.loads(value) if column == "details" else {}
    return any(key in details and details[key] not in own for key in ("person", "other"))


def as_text(kept: Kept) -> str:
    """The rows as a JSON text that can be read by eye."""
    return json.dumps(kept, ensure_ascii=False, indent=2, sort_keys=True) + "\n"


def has_open_matter(tx: Query, person_id: PersonId, at: datetime) -> bool:
    """Whether something asks for the number: a bar in force, a case or vote to be decided, an exclusion, a start.

    Until an event is over, who left it may yet have to answer for an absence, and does not enter it anew. What a member
    has brought before staff is counted without the number, by a keyed hash.

    It may be about another account of the same person; that staff recorded both to be one asks for it too, as long as
    somebody is known by the other.
    """
    return any(_has_open_matter(tx, one, at) for one in same_person_ids(tx, person_id))


def _has_open_matter(tx: Query, person_id: PersonId, at: datetime) -> bool:
    row = tx.fetch_one(
        "SELECT EXISTS (SELECT 1 FROM bars WHERE person_id = ?1 AND lifted_at IS NULL"
        " AND (until IS NULL OR until > ?2))"
        " OR EXISTS (SELECT 1 FROM absence_cases WHERE person_id = ?1 AND closed_at IS NULL AND verdict IS NULL)"
        " OR EXISTS (SELECT 1 FROM case_files f LEFT JOIN file_verdicts v USING (file_id)"
        " WHERE f.accused_id = ?1 AND v.file_id IS NULL)"
        " OR EXISTS (SELECT 1 FROM votes WHERE subject_id = ?1 AND closed_at IS NULL)"
        " OR EXISTS (SELECT 1 FROM entrants e JOIN tournaments t USING (tournament_id)"
        " WHERE e.person_id = ?1 AND e.outcome IS NOT NULL AND t.ended_at IS NULL AND t.cancelled_at IS NULL)"
        " OR EXISTS (SELECT 1 FROM committee_exclusions WHERE person_id = ?1)"
        " OR EXISTS (SELECT 1 FROM same_persons s JOIN people p ON p.person_id = s.second_id"
        " WHERE s.first_id = ?1 AND s.undone_at IS NULL AND p.discord_id IS NOT NULL)"
        " OR EXISTS (SELECT 1 FROM same_persons s JOIN people p ON p.person_id = s.first_id"
        " WHERE s.second_id = ?1 AND s.undone_at IS NULL AND p.discord_id IS NOT NULL) AS open",
        (person_id, to_ms(at)),
    )
    return row is not None and bool(row["open"])


def note_erasure(tx: Tx, person_id: PersonId, guild_id: GuildId, member_id: MemberId | None, at: datetime) -> None:
    """Remembers that the person's data was let go, and the account's number where it is still needed."""
    tx.execute(
        "INSERT INTO erasures (person_id, guild_id, discord_id, erased_at) VALUES (?, ?, ?, ?)"
        " ON CONFLICT (person_id) DO UPDATE SET discord_id = excluded.discord_id",
        (person_id, guild_id, member_id, to_ms(at)),
    )


def forget_members_without_bars(tx: Tx, at: datetime) -> list[MemberId]:
    """Lets go of the account numbers of erased people whose bars and cases are over; answers the numbers."""
    rows = tx.fetch_all("SELECT person_id, discord_id FROM erasures WHERE discord_id IS NOT NULL ORDER BY person_id")
    over = [row for row in rows if not has_open_matter(tx, PersonId(row["person_id"]), at)]
    for row in over:
        tx.execute("UPDATE erasures SET discord_id = NULL WHERE person_id = ?", (row["person_id"],))
        _forget_accounts(tx, PersonId(row["person_id"]))
    return [MemberId(row["discord_id"]) for row in over]


def forget(tx: Tx, person_id: PersonId, at: datetime, *, accounts_too: bool) -> None:
    """Removes what no rule needs: words the person typed, country, drafts, seats of titles, accounts where asked."""
    moment = to_ms(at)
    for sql in _WORDS:
        tx.execute(sql, (person_id,))
    tx.execute("UPDATE seats SET until = ? WHERE person_id = ? AND until IS NULL", (moment, person_id))
    tx.execute("UPDATE accounts SET held_until = ? WHERE person_id = ? AND held_until IS NULL", (moment, person_id))
    tx.execute(
        "UPDATE account_claims SET granted = 0, decided_at = ?1, decided_by = ?2"
        " WHERE claimant_id = ?2 AND decided_at IS NULL",
        (moment, person_id),
    )
    tx.execute(
        "UPDATE name_claims SET granted = 0, decided_at = ?1, decided_by = ?2"
        " WHERE claimant_id = ?2 AND decided_at IS NULL",
        (moment, person_id),
    )
    if accounts_too:
        _forget_accounts(tx, person_id)


def _forget_accounts(tx: Tx, person_id: PersonId) -> None:
    for sql in (
        "DELETE FROM accounts WHERE person_id = ?1",
        "DELETE FROM kept_accounts WHERE person_id = ?1",
        "UPDATE account_claims SET account_key = '', account_name = '' WHERE claimant_id = ?1",
        (
            "UPDATE log SET subject = 'account', why = NULL WHERE act || '' = 'name_account'"
            " AND json_extract(details, '$.person') = ?1"
        ),
    ):
        tx.execute(sql, (person_id,))


# --- what an account did lately -------------------------------------------------------------------------------------


AccountMark = NewType("AccountMark", str)
"""A keyed hash of a Discord account's number, or of who has none; it says nothing without the server's key."""
_SHORT: Final = 32
"""Hexadecimal digits that are kept of the hash."""
_WAITS: Final = {
    CountedByAccount.CHALLENGE: "SELECT 1 FROM jeek_games g WHERE g.game_id = c.thing"
    " AND g.ended_at IS NULL AND g.started_at IS NULL",
    CountedByAccount.REPORT: "SELECT 1 FROM case_files f LEFT JOIN file_verdicts v USING (file_id)"
    " WHERE f.file_id = c.thing AND v.file_id IS NULL",
    CountedByAccount.SUGGESTION: "SELECT 1 FROM suggestions s WHERE s.suggestion_id = c.thing AND s.approved IS NULL",
}
"""When what was made still waits for somebody's answer."""


def mark_of(tx: Query, person: Person) -> AccountMark | None:
    """The mark of the person's account; None while nothing has been counted in the server."""
    row = tx.fetch_one("SELECT secret FROM account_keys WHERE guild_id = ?", (person.guild_id,))
    return None if row is None else _mark(bytes(row["secret"]), person)


def make_mark(tx: Tx, person: Person) -> AccountMark:
    """The mark of the person's account, with the server's key made where there is none."""
    tx.execute(
        "INSERT INTO account_keys (guild_id, secret) VALUES (?, ?) ON CONFLICT DO NOTHING",
        (person.guild_id, tx.new_secret()),
    )
    row = tx.fetch_one("SELECT secret FROM account_keys WHERE guild_id = ?", (person.guild_id,))
    if row is None:
        raise LookupError(person.guild_id)
    return _mark(bytes(row["secret"]), person)


def _mark(secret: bytes, person: Person) -> AccountMark:
    whose = person.person_id if person.discord_id is None else str(int(person.discord_id))
    return AccountMark(hmac.new(secret, whose.encode(), hashlib.sha256).hexdigest()[:_SHORT])


def add_count(tx: Tx, guild_id: GuildId, mark: AccountMark, what: CountedByAccount, scope: str, thing: str) -> None:
    """Counts one more."""
    tx.execute(
        "INSERT INTO account_counts (guild_id, account, what, scope, thing, counted_at, until)"
        " VALUES (?, ?, ?, ?, ?, ?, ?)",
        (guild_id, mark, what, scope, thing, to_ms(tx.now), to_ms(tx.now + QUOTAS[what].within)),
    )


def counting(
    tx: Query, guild_id: GuildId, marks: Collection[AccountMark], what: CountedByAccount, scope: str, now: datetime
) -> list[datetime]:
    """Until when each counts of what these accounts did, the soonest first."""
    waits = f" AND EXISTS ({_WAITS[what]})" if what in _WAITS else ""
    rows = tx.fetch_all(
        "SELECT c.until FROM json_each(?) m JOIN account_counts c ON c.guild_id = ? AND c.account = m.value"  # noqa: S608
        f" AND c.what = ? AND c.scope = ? WHERE c.until > ?{waits} ORDER BY c.until, c.sequence",
        (json.dumps(sorted(marks)), guild_id, what, scope, to_ms(now)),
    )
    return [from_ms(row["until"]) for row in rows]


def give_count_back(
    tx: Tx, guild_id: GuildId, marks: Collection[AccountMark], whats: Collection[CountedByAccount], scope: str
) -> None:
    """What these accounts did in that scope counts no more."""
    for mark in sorted(marks):
        for what in sorted(whats):
            tx.execute(
                "DELETE FROM account_counts WHERE guild_id = ? AND account = ? AND what = ? AND scope = ?",
                (guild_id, mark, what, scope),
            )


def of_account(tx: Query, guild_id: GuildId, mark: AccountMark) -> list[dict[str, str | int | float | None]]:
    """What is counted of the account, for its person's own file."""
    rows = tx.fetch_all(
        "SELECT what, counted_at, until FROM account_counts WHERE guild_id = ? AND account = ? ORDER BY sequence",
        (guild_id, mark),
    )
    return [{"what": row["what"], "counted_at": row["counted_at"], "until": row["until"]} for row in rows]


def forget_what_is_over(tx: Tx) -> None:
    """Lets go of what counts no more, and of ratings that have rested long enough."""
    for table in ("account_counts", "resting_ratings"):
        tx.execute(f"DELETE FROM {table} WHERE until <= ?", (to_ms(tx.now),))  # noqa: S608 - a constant
