"""Votes with their frozen electorates, ballots, kinds of procedure of a server's own, suggestions, and absences."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from bot.features.voting.bodies_model import Suggestion
from bot.features.voting.model import Ballot, Elector, Excuse, Ground, ProcedureKind, Recusal, Vote, VoteOutcome
from bot.features.voting.procedures_model import from_text, to_toml
from bot.kernel.context import Query, Tx, from_ms_or_none, to_ms
from bot.kernel.ids import GuildId, PersonId, VoteId
from bot.kernel.tables import LINES, WORDS, Codec, Table

# --- votes ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class VoteDraft:
    """What was typed of a vote whose representatives are still to be chosen."""

    draft_id: str
    guild_id: GuildId
    person_id: PersonId
    kind: str
    question: str
    subject: PersonId | None
    ground: Ground | None = None
    proof: tuple[str, ...] = ()


_VOTES: Final = Table(
    "votes",
    Vote,
    "vote_id",
    ("kind",),
    kind=("rules", Codec(to_toml, from_text)),
    subject="subject_id",
    candidates=None,
    electors=None,
    recused=None,
    proof=LINES,
    lot=WORDS,
)
_ELECTORS: Final = Table("vote_electors", Elector, "vote_id, person_id", ("vote_id", "position"))
_RECUSALS: Final = Table("vote_recusals", Recusal, "vote_id, person_id", ("vote_id", "recused_at"))
_BALLOTS: Final = Table("ballots", Ballot, "vote_id, person_id", ("vote_id",))
_DRAFTS: Final = Table("vote_drafts", VoteDraft, "draft_id", ("drafted_at",), subject="subject_id", proof=LINES)
_SUGGESTIONS: Final = Table("suggestions", Suggestion, "suggestion_id", text="suggestion")
_EXCUSES: Final = Table("vote_excuses", Excuse, "vote_id, person_id")


def add(tx: Tx, vote: Vote) -> None:
    """Writes a vote that opens now, with its electorate, recusals and candidates."""
    _VOTES.insert(tx, vote, kind=vote.kind.name)
    _add_candidates(tx, vote)
    for elector in vote.electors:
        add_elector(tx, vote.vote_id, elector)
    for recusal in vote.recused:
        recuse(tx, vote.vote_id, recusal, vote.opened_at)


def _add_candidates(tx: Tx, vote: Vote) -> None:
    tx.execute_many(
        "INSERT INTO vote_candidates (vote_id, position, person_id) VALUES (?, ?, ?)",
        [(vote.vote_id, position, one) for position, one in enumerate(vote.candidates)],
    )


def add_elector(tx: Tx, vote_id: VoteId, elector: Elector) -> None:
    """Adds one to those entitled, after the others; who is among them already stays as before."""
    tx.execute(
        "INSERT INTO vote_electors (vote_id, position, person_id, why)"
        " SELECT ?1, count(*), ?2, ?3 FROM vote_electors WHERE vote_id = ?1"
        " ON CONFLICT (vote_id, person_id) DO NOTHING",
        (vote_id, elector.person_id, elector.why),
    )


def recuse(tx: Tx, vote_id: VoteId, recusal: Recusal, at: datetime) -> bool:
    """Writes that the person has no vote in it; False when that was so before."""
    return bool(_RECUSALS.insert(tx, recusal, "ON CONFLICT DO NOTHING", vote_id=vote_id, recused_at=to_ms(at)))


def strike(tx: Tx, vote_id: VoteId, person_ids: Iterable[PersonId], at: datetime) -> None:
    """Notes who lost the office that entitled them, as it was found at the close."""
    tx.execute_many(
        "UPDATE vote_electors SET struck_at = ? WHERE vote_id = ? AND person_id = ? AND struck_at IS NULL",
        [(to_ms(at), vote_id, one) for one in person_ids],
    )


def move(tx: Tx, vote: Vote) -> None:
    """Writes until when the vote is open, how often it was extended, when it reminded and whom it asked."""
    changed = ("closes_at", "extensions", "reminded_at", "asked_from", "asked")
    _VOTES.update(tx, vote, *changed, where="closed_at IS NULL")


def close(tx: Tx, vote: Vote) -> bool:
    """Writes how the vote ended; False when it had ended before."""
    changed = ("closed_at", "outcome", "elected", "lot", "cancelled_by", "cancel_reason")
    return bool(_VOTES.update(tx, vote, *changed, where="closed_at IS NULL"))


def load(tx: Query, vote_id: VoteId) -> Vote | None:
    """One vote, open or closed."""
    row = tx.fetch_one("SELECT * FROM votes WHERE vote_id = ?", (vote_id,))
    return None if row is None else _vote(tx, row)


def all_open(tx: Query, guild_id: GuildId) -> list[Vote]:
    """The server's votes that are open, the first to close first."""
    rows = tx.fetch_all(
        "SELECT * FROM votes WHERE guild_id = ? AND closed_at IS NULL ORDER BY closes_at, vote_id", (guild_id,)
    )
    return [_vote(tx, row) for row in rows]


def servers_with_open(tx: Query) -> list[GuildId]:
    """The servers in which a vote is open, the first to close first."""
    rows = tx.fetch_all("SELECT guild_id FROM votes WHERE closed_at IS NULL ORDER BY closes_at, vote_id")
    return [GuildId(row["guild_id"]) for row in rows]


def all_closed(tx: Query, guild_id: GuildId) -> list[Vote]:
    """Votes of a server that came to an end, the latest first."""
    rows = tx.fetch_all(
        "SELECT * FROM votes WHERE guild_id = ? AND closed_at IS NOT NULL ORDER BY closed_at DESC, vote_id", (guild_id,)
    )
    return [_vote(tx, row) for row in rows]


def about(tx: Query, person_id: PersonId, kind: str) -> list[Vote]:
    """Votes of that kind about the person, the latest first."""
    rows = tx.fetch_all(
        "SELECT * FROM votes WHERE subject_id = ? AND kind = ? ORDER BY opened_at DESC, vote_id", (person_id, kind)
    )
    return [_vote(tx, row) for row in rows]


def last_ended(tx: Query, guild_id: GuildId, kind: str, outcome: VoteOutcome) -> datetime | None:
    """When a vote of that kind last came to that outcome in the server."""
    row = tx.fetch_one(
        "SELECT max(closed_at) AS at FROM votes WHERE guild_id = ? AND kind = ? AND outcome = ?",
        (guild_id, kind, outcome),
    )
    return None if row is None else from_ms_or_none(row["at"])


def cast(tx: Tx, vote_id: VoteId, ballot: Ballot) -> bool:
    """Puts the ballot in place of the person's earlier one; False when nothing changed by it.

    Of two presses that arrive in the wrong order the later one counts.
    """
    newer = (
        "ON CONFLICT (vote_id, person_id) DO UPDATE SET choice = excluded.choice, cast_at = excluded.cast_at"
        " WHERE excluded.choice <> ballots.choice AND excluded.cast_at >= ballots.cast_at"
    )
    return bool(_BALLOTS.insert(tx, ballot, newer, vote_id=vote_id))


def take_off(tx: Tx, vote_id: VoteId, candidate: PersonId) -> None:
    """Takes a candidate off an open election; a ballot for them becomes null, which tells nobody that it was cast."""
    tx.execute("DELETE FROM vote_candidates WHERE vote_id = ? AND person_id = ?", (vote_id, candidate))
    tx.execute("UPDATE ballots SET choice = 'null' WHERE vote_id = ? AND choice = ?", (vote_id, candidate))


def ballots(tx: Query, vote_id: VoteId) -> list[Ballot]:
    """Every present ballot, in no order that tells anything."""
    return _BALLOTS.fetch_all(tx, "SELECT * FROM ballots WHERE vote_id = ? ORDER BY person_id", (vote_id,))


def ballot_of(tx: Query, vote_id: VoteId, person_id: PersonId) -> Ballot | None:
    """The person's own ballot, which is shown to nobody else."""
    return _BALLOTS.fetch_one(tx, "SELECT * FROM ballots WHERE vote_id = ? AND person_id = ?", (vote_id, person_id))


def voters(tx: Query, vote_id: VoteId) -> frozenset[PersonId]:
    """Who has cast a ballot, whatever it says."""
    rows = tx.fetch_all("SELECT person_id FROM ballots WHERE vote_id = ?", (vote_id,))
    return frozenset(PersonId(row["person_id"]) for row in rows)


def keep_kind(tx: Tx, guild_id: GuildId, kind: ProcedureKind, at: datetime, by: PersonId) -> None:
    """Keeps a kind of the server's own under its name, in place of the one before."""
    tx.execute(
        "INSERT INTO procedures (guild_id, name, rules, saved_at, saved_by) VALUES (?, ?, ?, ?, ?)"
        " ON CONFLICT (guild_id, name) DO UPDATE SET rules = excluded.rules, saved_at = excluded.saved_at,"
        " saved_by = excluded.saved_by",
        (guild_id, kind.name, to_toml(kind), to_ms(at), by),
    )


def kind_of_server(tx: Query, guild_id: GuildId, name: str) -> ProcedureKind | None:
    """A kind of the server's own."""
    row = tx.fetch_one("SELECT rules FROM procedures WHERE guild_id = ? AND name = ?", (guild_id, name))
    return None if row is None else from_text(row["rules"])


def kinds_of_server(tx: Query, guild_id: GuildId) -> list[ProcedureKind]:
    """The kinds of the server's own, by name."""
    rows = tx.fetch_all("SELECT rules FROM procedures WHERE guild_id = ? ORDER BY name", (guild_id,))
    return [from_text(row["rules"]) for row in rows]


def _vote(tx: Query, row: sqlite3.Row) -> Vote:
    vote_id = VoteId(row["vote_id"])
    return _VOTES.read(
        row,
        candidates=_candidates(tx, vote_id),
        electors=_electors(tx, vote_id),
        recused=_recusals(tx, vote_id),
    )


def _candidates(tx: Query, vote_id: VoteId) -> tuple[PersonId, ...]:
    rows = tx.fetch_all("SELECT person_id FROM vote_candidates WHERE vote_id = ? ORDER BY position", (vote_id,))
    return tuple(PersonId(row["person_id"]) for row in rows)


def _electors(tx: Query, vote_id: VoteId) -> tuple[Elector, ...]:
    return tuple(_ELECTORS.fetch_all(tx, "SELECT * FROM vote_electors WHERE vote_id = ? ORDER BY position", (vote_id,)))


def _recusals(tx: Query, vote_id: VoteId) -> tuple[Recusal, ...]:
    return tuple(
        _RECUSALS.fetch_all(
            tx, "SELECT * FROM vote_recusals WHERE vote_id = ? ORDER BY recused_at, person_id", (vote_id,)
        )
    )


def keep_draft(tx: Tx, draft: VoteDraft, at: datetime) -> None:
    """Keeps what was typed until the representatives are chosen, in place of what the person typed before."""
    tx.execute("DELETE FROM vote_drafts WHERE person_id = ?", (draft.person_id,))
    _DRAFTS.insert(tx, draft, drafted_at=to_ms(at))


def take_draft(tx: Query, draft_id: str) -> VoteDraft | None:
    """The draft, which is gone by it: a second press finds nothing."""
    return _DRAFTS.fetch_one(
        tx,
        "DELETE FROM vote_drafts WHERE draft_id = ?"
        " RETURNING draft_id, guild_id, person_id, kind, question, subject_id, ground, proof",
        (draft_id,),
    )


def add_suggestion(tx: Tx, suggestion: Suggestion) -> None:
    """Writes a new suggestion."""
    _SUGGESTIONS.insert(tx, suggestion)


# --- suggestions and absences ---------------------------------------------------------------------------------------


def next_number(tx: Query, guild_id: GuildId) -> int:
    """The number of the server's next suggestion."""
    row = tx.fetch_one("SELECT coalesce(max(number), 0) + 1 AS n FROM suggestions WHERE guild_id = ?", (guild_id,))
    return 1 if row is None else int(row["n"])


def load_suggestion(tx: Query, suggestion_id: str) -> Suggestion | None:
    """The suggestion with this id, or None."""
    return _SUGGESTIONS.fetch_one(tx, "SELECT * FROM suggestions WHERE suggestion_id = ?", (suggestion_id,))


def suggestions_of_guild(tx: Query, guild_id: GuildId) -> list[Suggestion]:
    """The server's suggestions, those without an answer first, then the newest."""
    return _SUGGESTIONS.fetch_all(
        tx, "SELECT * FROM suggestions WHERE guild_id = ? ORDER BY approved IS NOT NULL, number DESC", (guild_id,)
    )


def decide_suggestion(
    tx: Tx, suggestion_id: str, *, approved: bool, by: PersonId, reason: str | None, at: datetime
) -> bool:
    """Writes the answer; False when there was one before."""
    return bool(
        tx.execute(
            "UPDATE suggestions SET approved = ?, decided_by = ?, decided_at = ?, reason = ?"
            " WHERE suggestion_id = ? AND approved IS NULL",
            (int(approved), by, to_ms(at), reason, suggestion_id),
        )
    )


def reopen_suggestion(tx: Tx, suggestion_id: str) -> bool:
    """Takes the answer back; False when there was none."""
    return bool(
        tx.execute(
            "UPDATE suggestions SET approved = NULL, decided_by = NULL, decided_at = NULL, reason = NULL"
            " WHERE suggestion_id = ? AND approved IS NOT NULL",
            (suggestion_id,),
        )
    )


def give_excuse(tx: Tx, excuse: Excuse) -> bool:
    """Writes the reason; False when the person has given one for that vote before."""
    return bool(_EXCUSES.insert(tx, excuse, "ON CONFLICT DO NOTHING"))


def decide_excuse(tx: Tx, vote_id: VoteId, person_id: PersonId, accepted: bool, by: PersonId, at: datetime) -> bool:
    """Writes the answer; False when it was answered before."""
    return bool(
        tx.execute(
            "UPDATE vote_excuses SET accepted = ?, decided_by = ?, decided_at = ?"
            " WHERE vote_id = ? AND person_id = ? AND decided_at IS NULL",
            (int(accepted), by, to_ms(at), vote_id, person_id),
        )
    )


def excuses_of_guild(tx: Query, guild_id: GuildId) -> dict[tuple[VoteId, PersonId], Excuse]:
    """Every reason that was given in the server, by vote and person."""
    found = _EXCUSES.fetch_all(
        tx,
        "SELECT e.* FROM vote_excuses e JOIN votes v USING (vote_id) WHERE v.guild_id = ?"
        " ORDER BY e.vote_id, e.person_id",
        (guild_id,),
    )
    return {(excuse.vote_id, excuse.person_id): excuse for excuse in found}
