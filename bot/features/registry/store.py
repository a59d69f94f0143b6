"""Titles, exams, proposals, appointments, roles, and what procedures and lists have decided about people.

What a procedure here has decided is kept so that no list of an earlier time can say otherwise. Of an appointment or
title it is known what was before and what has come since.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Collection
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from bot.features.registry.titles_model import (
    NOTHING_EARLIER,
    ChangeKind,
    EarlierFacts,
    MasterTitle,
    ProposalOutcome,
    TimeAsArbiter,
    TitleProposal,
    Victory,
    title_named,
)
from bot.kernel.context import Query, Tx, from_ms, from_ms_or_none, to_ms
from bot.kernel.ids import GuildId, PersonId, RoleId, TournamentId
from bot.kernel.tables import Codec, Table
from bot.people.model import ArbiterTitle, Founding, Office

# --- titles and exams -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class HeldTitle:
    """A master title on record; `until` is None while it is held, or rests beside an arbiter title."""

    person_id: PersonId
    title: MasterTitle
    since: datetime
    until: datetime | None = None
    ended_why: str | None = None


_TITLES: Final = Table("master_titles", HeldTitle, "person_id, title, since", ("given_by",))
_PROPOSALS: Final = Table("title_proposals", TitleProposal, "proposal_id", title=Codec(read=title_named))
_FOUNDINGS: Final = Table("foundings", Founding, "guild_id")


def give_title(tx: Tx, person_id: PersonId, title: MasterTitle, since: datetime, given_by: PersonId) -> bool:
    """Records the title from now on; False when it is held already."""
    return bool(
        tx.execute(
            "INSERT INTO master_titles (person_id, title, since, given_by) SELECT ?1, ?2, ?3, ?4"
            " WHERE NOT EXISTS"
            " (SELECT 1 FROM master_titles WHERE person_id = ?1 AND title = ?2 AND until IS NULL)"
            " ON CONFLICT (person_id, title, since) DO UPDATE SET until = NULL, ended_why = NULL,"
            " given_by = excluded.given_by",
            (person_id, title, to_ms(since), given_by),
        )
    )


def end_title(tx: Tx, person_id: PersonId, title: MasterTitle, until: datetime, why: str) -> bool:
    """Ends a title that is held: 'lost', 'laid_down' or 'erased'; False when it was not held."""
    return bool(
        tx.execute(
            "UPDATE master_titles SET until = ?, ended_why = ? WHERE person_id = ? AND title = ? AND until IS NULL",
            (to_ms(until), why, person_id, title),
        )
    )


def all_titles_of(tx: Query, guild_id: GuildId) -> list[HeldTitle]:
    """Every master title that anybody of the server holds or held, earliest first."""
    return _TITLES.fetch_all(
        tx,
        "SELECT m.* FROM master_titles m JOIN people p USING (person_id) WHERE p.guild_id = ?"
        " ORDER BY m.since, m.person_id, m.title",
        (guild_id,),
    )


def held_by(tx: Query, guild_id: GuildId) -> dict[PersonId, dict[MasterTitle, datetime]]:
    """Who holds which master titles and since when, those that rest included."""
    found: dict[PersonId, dict[MasterTitle, datetime]] = {}
    for one in all_titles_of(tx, guild_id):
        if one.until is None:
            found.setdefault(one.person_id, {})[one.title] = one.since
    return found


def titles_of(tx: Query, person_id: PersonId) -> dict[MasterTitle, datetime]:
    """The master titles of one person with since when, lowest first, a resting NM included."""
    rows = tx.fetch_all(
        "SELECT title, since FROM master_titles WHERE person_id = ? AND until IS NULL ORDER BY title", (person_id,)
    )
    found = {MasterTitle(row["title"]): from_ms(row["since"]) for row in rows}
    return {title: found[title] for title in MasterTitle if title in found}


def arbiter_since(tx: Query, person_id: PersonId) -> tuple[ArbiterTitle, datetime] | None:
    """The arbiter title held today, and since when."""
    row = tx.fetch_one("SELECT title, since FROM arbiter_titles WHERE person_id = ? AND until IS NULL", (person_id,))
    return None if row is None else (ArbiterTitle(row["title"]), from_ms(row["since"]))


def add_exam(
    tx: Tx,
    exam_id: str,
    person_id: PersonId,
    title: ArbiterTitle,
    sat_at: datetime,
    examiner: PersonId,
    *,
    passed: bool,
) -> None:
    """Records an exam that was sat."""
    tx.execute(
        "INSERT INTO exams (exam_id, person_id, title, sat_at, passed, examiner_id) VALUES (?, ?, ?, ?, ?, ?)",
        (exam_id, person_id, title, to_ms(sat_at), int(passed), examiner),
    )


def last_exam(tx: Query, person_id: PersonId) -> datetime | None:
    """When the person last sat an exam, passed or not."""
    row = tx.fetch_one("SELECT max(sat_at) AS sat_at FROM exams WHERE person_id = ?", (person_id,))
    return None if row is None else from_ms_or_none(row["sat_at"])


def passed_exams(tx: Query, person_id: PersonId) -> frozenset[ArbiterTitle]:
    """The exams passed since an arbiter title last ended: an exam leads to a title once."""
    rows = tx.fetch_all(
        "SELECT DISTINCT title FROM exams e WHERE person_id = ? AND passed = 1 AND NOT EXISTS"
        " (SELECT 1 FROM arbiter_titles a WHERE a.person_id = e.person_id AND a.until >= e.sat_at)",
        (person_id,),
    )
    return frozenset(ArbiterTitle(row["title"]) for row in rows)


def refereed_events(tx: Query, person_id: PersonId) -> list[TournamentId]:
    """Tournaments that have ended in which the person followed a match to its result, earliest first."""
    rows = tx.fetch_all(
        "SELECT DISTINCT t.tournament_id, t.ended_at FROM contests c JOIN results r USING (contest_id)"
        " JOIN tournaments t USING (tournament_id) WHERE c.arbiter_id = ? AND c.voided_at IS NULL"
        " AND r.superseded_at IS NULL AND t.ended_at IS NOT NULL ORDER BY t.ended_at, t.tournament_id",
        (person_id,),
    )
    return [TournamentId(row["tournament_id"]) for row in rows]


def add_proposal(tx: Tx, proposal: TitleProposal) -> bool:
    """Writes a proposal; False while one about the same person and title is open."""
    once = "ON CONFLICT (person_id, title) WHERE decided_at IS NULL DO NOTHING"
    return bool(_PROPOSALS.insert(tx, proposal, once))


def load_proposal(tx: Query, proposal_id: str) -> TitleProposal | None:
    """One proposal, decided or not."""
    return _PROPOSALS.fetch_one(tx, "SELECT * FROM title_proposals WHERE proposal_id = ?", (proposal_id,))


def open_proposals_of_guild(tx: Query, guild_id: GuildId) -> list[TitleProposal]:
    """The proposals that wait, oldest first."""
    return _PROPOSALS.fetch_all(
        tx,
        "SELECT * FROM title_proposals WHERE guild_id = ? AND decided_at IS NULL ORDER BY proposed_at, proposal_id",
        (guild_id,),
    )


# --- proposals ------------------------------------------------------------------------------------------------------


def last_declined(
    tx: Query, person_id: PersonId, kind: ChangeKind, title: MasterTitle | ArbiterTitle
) -> datetime | None:
    """When such a proposal was last declined."""
    row = tx.fetch_one(
        "SELECT max(decided_at) AS declined_at FROM title_proposals"
        " WHERE person_id = ? AND kind = ? AND title = ? AND outcome = 'declined'",
        (person_id, kind, title),
    )
    return None if row is None else from_ms_or_none(row["declined_at"])


def approve(tx: Tx, proposal_id: str, by: PersonId, at: datetime) -> bool:
    """Notes the authorised person's yes where the candidate's is still wanted; False when that was noted before."""
    return bool(
        tx.execute(
            "UPDATE title_proposals SET approved_at = ?, approved_by = ?"
            " WHERE proposal_id = ? AND approved_at IS NULL AND decided_at IS NULL",
            (to_ms(at), by, proposal_id),
        )
    )


def decide_proposal(tx: Tx, proposal_id: str, outcome: ProposalOutcome, by: PersonId | None, at: datetime) -> bool:
    """Closes the proposal, `by` None where it lapses; False when it was closed before."""
    return bool(
        tx.execute(
            "UPDATE title_proposals SET decided_at = ?, decided_by = ?, outcome = ?"
            " WHERE proposal_id = ? AND decided_at IS NULL",
            (to_ms(at), by, outcome, proposal_id),
        )
    )


# --- appointments ---------------------------------------------------------------------------------------------------


_OF_ONES_OWN: Final = (
    "'name_account', 'claim_account', 'declare_country', 'suggest', 'appeal', 'justify', 'report', 'reply_in_file',"
    " 'excuse_absence', 'undo', 'erase_person', 'exam', 'propose_title'"
)
"""Acts that anybody may do, whatever they hold."""


def holder_before(tx: Query, guild_id: GuildId, office: Office, at: datetime) -> PersonId | None:
    """Whose time in the office ended at that moment."""
    row = tx.fetch_one(
        "SELECT person_id FROM offices WHERE guild_id = ? AND office = ? AND until = ? ORDER BY since, person_id",
        (guild_id, office, to_ms(at)),
    )
    return None if row is None else PersonId(row["person_id"])


def title_before(tx: Query, person_id: PersonId, at: datetime) -> ArbiterTitle | None:
    """The person's arbiter title that ended at that moment."""
    row = tx.fetch_one(
        "SELECT title FROM arbiter_titles WHERE person_id = ? AND until = ? ORDER BY since", (person_id, to_ms(at))
    )
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


# --- opening lists --------------------------------------------------------------------------------------------------


def brought_titles(tx: Query, guild_id: GuildId) -> set[tuple[PersonId, MasterTitle]]:
    """Who holds which master title since a list that stands has brought it."""
    rows = tx.fetch_all(
        "SELECT a.person_id, a.what FROM opening_acts a JOIN opening_lists l USING (list_id)"
        " JOIN master_titles m ON m.person_id = a.person_id AND m.title = a.what AND m.since = a.since"
        " WHERE l.guild_id = ? AND l.undone_at IS NULL AND a.kind = 'master_title' AND m.until IS NULL"
        " ORDER BY a.person_id, a.what",
        (guild_id,),
    )
    return {(PersonId(row["person_id"]), MasterTitle(row["what"])) for row in rows}


def earlier_of(tx: Query, person_id: PersonId) -> EarlierFacts:
    """What counts of one person's time before the first day."""
    return _earlier(tx, "f.person_id = ?", person_id).get(person_id, NOTHING_EARLIER)


def earlier_in(tx: Query, guild_id: GuildId) -> dict[PersonId, EarlierFacts]:
    """The same of everybody of the server of whom a list says something."""
    return _earlier(tx, "l.guild_id = ?", guild_id)


def _earlier(tx: Query, whose: str, value: str | int) -> dict[PersonId, EarlierFacts]:
    found: dict[PersonId, EarlierFacts] = {}
    for row in tx.fetch_all(
        "SELECT f.*, l.dated_at FROM earlier_facts f JOIN opening_lists l USING (list_id)"  # noqa: S608 - constants
        f" WHERE {whose} AND l.undone_at IS NULL ORDER BY l.brought_at, f.list_id, f.person_id",
        (value,),
    ):
        person_id = PersonId(row["person_id"])
        found[person_id] = _once_it_spoke(found.get(person_id, NOTHING_EARLIER), row)
    for row in tx.fetch_all(
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


# --- what was decided here ------------------------------------------------------------------------------------------


def has_lifted_bar(tx: Query, same_person_ids: Collection[PersonId]) -> bool:
    """Whether a bar that was imposed here was lifted here, of one of these; one of a list is that list's matter."""
    return any(
        tx.fetch_one(
            "SELECT 1 FROM bars b WHERE b.person_id = ? AND b.lifted_at IS NOT NULL AND NOT EXISTS (SELECT 1 FROM"
            " opening_acts a WHERE a.person_id = b.person_id AND a.kind = 'bar' AND a.what = b.bar_id) LIMIT 1",
            (one,),
        )
        for one in same_person_ids
    )


def has_lost_arbiter_title(tx: Query, same_person_ids: Collection[PersonId]) -> bool:
    """Whether one of these has held an arbiter title here that ended."""
    return any(
        tx.fetch_one("SELECT 1 FROM arbiter_titles WHERE person_id = ? AND until IS NOT NULL LIMIT 1", (one,))
        for one in same_person_ids
    )


def has_lost_title(tx: Query, same_person_ids: Collection[PersonId], title: MasterTitle) -> bool:
    """Whether one of these has held the master title here, and lost it or laid it down."""
    return any(
        tx.fetch_one(
            "SELECT 1 FROM master_titles WHERE person_id = ? AND title = ? AND until IS NOT NULL LIMIT 1", (one, title)
        )
        for one in same_person_ids
    )


def has_corrected_rating(tx: Query, same_person_ids: Collection[PersonId]) -> bool:
    """Whether the rating of one of these was put right here by hand, or lowered as a penalty."""
    return any(
        tx.fetch_one(f"SELECT 1 FROM {table} WHERE person_id = ? LIMIT 1", (one,))  # noqa: S608 - two constants
        for one in same_person_ids
        for table in ("rating_amendments", "rating_penalties")
    )


def was_voted_on(tx: Query, same_person_ids: Collection[PersonId]) -> bool:
    """Whether the committee has decided a vote about one of these, either way."""
    return any(
        tx.fetch_one("SELECT 1 FROM votes WHERE subject_id = ? AND outcome IN ('passed', 'rejected') LIMIT 1", (one,))
        for one in same_person_ids
    )


def first_title_match(tx: Query, guild_id: GuildId) -> datetime | None:
    """When a match here first gave the title of champion of the world; None where none has."""
    row = tx.fetch_one(
        "SELECT min(won_at) AS first FROM world_titles WHERE guild_id = ? AND tournament_id IS NOT NULL", (guild_id,)
    )
    return None if row is None or row["first"] is None else from_ms(row["first"])


def has_elected_leader(tx: Query, guild_id: GuildId) -> bool:
    """Whether the committee has elected its leader here."""
    return (
        tx.fetch_one("SELECT 1 FROM votes WHERE guild_id = ? AND elected IS NOT NULL LIMIT 1", (guild_id,)) is not None
    )


def load_founding(tx: Query, guild_id: GuildId) -> Founding | None:
    """The server's, or None while nothing has begun its end."""
    row = tx.fetch_one("SELECT * FROM foundings WHERE guild_id = ?", (guild_id,))
    return None if row is None else Founding(guild_id, from_ms(row["ends_from"]), row["ended_by"])


def begin_founding(tx: Tx, founding: Founding) -> bool:
    """Writes that it comes to its end; False where that was written before."""
    return bool(_FOUNDINGS.insert(tx, founding, "ON CONFLICT (guild_id) DO NOTHING"))


def rests_on_list(tx: Query, guild_id: GuildId) -> bool:
    """Whether a list of what there was before stands."""
    row = tx.fetch_one("SELECT 1 FROM opening_lists WHERE guild_id = ? AND undone_at IS NULL LIMIT 1", (guild_id,))
    return row is not None


# --- roles ----------------------------------------------------------------------------------------------------------


Shown = Office | ArbiterTitle


def choose_mirror_roles(tx: Tx, guild_id: GuildId, shown: Shown, role: RoleId | None) -> None:
    """Has the role show that office or title from now on; None takes the mirror away."""
    tx.execute(
        "DELETE FROM mirror_roles WHERE guild_id = ? AND (stands_for = ? OR role_id = ?)", (guild_id, shown, role)
    )
    if role is not None:
        tx.execute("INSERT INTO mirror_roles (guild_id, stands_for, role_id) VALUES (?, ?, ?)", (guild_id, shown, role))


def mirror_roles_of_guild(tx: Query, guild_id: GuildId) -> dict[Shown, RoleId]:
    """The roles that the server has chosen."""
    rows = tx.fetch_all(
        "SELECT stands_for, role_id FROM mirror_roles WHERE guild_id = ? ORDER BY stands_for", (guild_id,)
    )
    return {_mirrored_as(row["stands_for"]): RoleId(row["role_id"]) for row in rows}


def _mirrored_as(text: str) -> Shown:
    return Office(text) if text in set(Office) else ArbiterTitle(text)
