"""Rounds of invitations, who was asked and what was answered, the matches for seats, and the seats themselves."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Final

from bot.features.seats.model import Answer, Invitation, InvitationRound, Question, SeatMatch, SeatRound
from bot.kernel.context import Query, Tx, from_ms, from_ms_or_none, to_ms, to_ms_or_none
from bot.kernel.ids import GuildId, PersonId, TournamentId
from bot.kernel.tables import Part, Table
from bot.play.rulebook import QualifyingEvent

_QUESTIONS: Final = Table(
    "seat_invitations",
    Question,
    "round_id, asked, person_id",
    ("round_id",),
    invitation=Part(Invitation),
    answer_by="answer_until",
)
_MATCHES: Final = Table(
    "seat_matches",
    SeatMatch,
    "tournament_id",
    ("tournament_id", "round_id"),
    league_side="league_person",
    open_side="open_person",
    won_by=None,
)

_PLAYED = {
    QualifyingEvent.LEAGUE: "league_played_at",
    QualifyingEvent.CANDIDATES: "candidates_played_at",
    QualifyingEvent.WORLD: "world_played_at",
}
_SOURCES = {InvitationRound.LEAGUE: ("league_id", "open_id"), InvitationRound.TITLE: ("candidates_id",)}


def add(tx: Tx, proposed: SeatRound) -> None:
    """Writes a round that is proposed."""
    from_events = dict(zip(_SOURCES[proposed.round_of], proposed.sources, strict=True))
    tx.execute(
        "INSERT INTO seat_rounds"
        " (round_id, guild_id, round_of, league_id, open_id, candidates_id, champion_id, proposed_at)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        (
            proposed.round_id,
            proposed.guild_id,
            proposed.round_of,
            from_events.get("league_id"),
            from_events.get("open_id"),
            from_events.get("candidates_id"),
            proposed.champion,
            to_ms(proposed.proposed_at),
        ),
    )


def load(tx: Query, round_id: str) -> SeatRound | None:
    """One round, or None when the id is unknown."""
    row = tx.fetch_one("SELECT * FROM seat_rounds WHERE round_id = ?", (round_id,))
    return None if row is None else _round(row)


def round_in_force(tx: Query, guild_id: GuildId, kind: InvitationRound = InvitationRound.LEAGUE) -> SeatRound | None:
    """The round of that kind whose invitations hold."""
    row = tx.fetch_one(
        "SELECT * FROM seat_rounds"
        " WHERE guild_id = ? AND round_of = ? AND confirmed_at IS NOT NULL AND closed_at IS NULL",
        (guild_id, kind),
    )
    return None if row is None else _round(row)


def proposed_round(tx: Query, guild_id: GuildId, kind: InvitationRound = InvitationRound.LEAGUE) -> SeatRound | None:
    """The round of that kind that waits for an organiser."""
    row = tx.fetch_one(
        "SELECT * FROM seat_rounds WHERE guild_id = ? AND round_of = ? AND confirmed_at IS NULL AND closed_at IS NULL",
        (guild_id, kind),
    )
    return None if row is None else _round(row)


def last_decided(tx: Query, guild_id: GuildId, kind: InvitationRound) -> SeatRound | None:
    """The latest invitations of the kind that organisers let go out, or left."""
    row = tx.fetch_one(
        "SELECT * FROM seat_rounds WHERE guild_id = ? AND round_of = ?"
        " AND (confirmed_at IS NOT NULL OR closed_by IS NOT NULL)"
        " ORDER BY proposed_at DESC, round_id DESC LIMIT 1",
        (guild_id, kind),
    )
    return None if row is None else _round(row)


def rounds_in_force(tx: Query, guild_id: GuildId) -> list[SeatRound]:
    """The rounds whose invitations hold, one of each kind at the most."""
    found = (round_in_force(tx, guild_id, kind) for kind in InvitationRound)
    return [one for one in found if one is not None]


def all_open(tx: Query, guild_id: GuildId) -> list[SeatRound]:
    """The rounds that hold, and those that wait for an organiser."""
    waiting = (proposed_round(tx, guild_id, kind) for kind in InvitationRound)
    return [*rounds_in_force(tx, guild_id), *(one for one in waiting if one is not None)]


def confirm(tx: Tx, round_id: str, by: PersonId, at: datetime) -> bool:
    """Notes that an organiser confirmed; False when the round was decided before."""
    return bool(
        tx.execute(
            "UPDATE seat_rounds SET confirmed_at = ?, confirmed_by = ?"
            " WHERE round_id = ? AND confirmed_at IS NULL AND closed_at IS NULL",
            (to_ms(at), by, round_id),
        )
    )


def close(tx: Tx, round_id: str, by: PersonId | None, at: datetime) -> bool:
    """Ends a round; False when it was ended before."""
    return bool(
        tx.execute(
            "UPDATE seat_rounds SET closed_at = ?, closed_by = ? WHERE round_id = ? AND closed_at IS NULL",
            (to_ms(at), by, round_id),
        )
    )


def note_filled(tx: Tx, round_id: str, at: datetime) -> bool:
    """Notes that every seat has its player; False when that was noted before."""
    return bool(
        tx.execute(
            "UPDATE seat_rounds SET filled_at = ? WHERE round_id = ? AND filled_at IS NULL", (to_ms(at), round_id)
        )
    )


def note_wanting(tx: Tx, round_id: str) -> None:
    """Notes that a seat is open again, so that it will be said once more when all have their players."""
    tx.execute("UPDATE seat_rounds SET filled_at = NULL WHERE round_id = ?", (round_id,))


def note_played(tx: Tx, round_id: str, event: QualifyingEvent, at: datetime | None) -> None:
    """Notes that an event for which the round invited has been played, or, by None, that it has not after all."""
    tx.execute(
        f"UPDATE seat_rounds SET {_PLAYED[event]} = ? WHERE round_id = ?",  # noqa: S608 - constants
        (to_ms_or_none(at), round_id),
    )


def note_champion(tx: Tx, round_id: str, champion: PersonId | None) -> None:
    """Writes who the champion is after all; a correction of the match for the title moved it."""
    tx.execute("UPDATE seat_rounds SET champion_id = ? WHERE round_id = ?", (champion, round_id))


def ask(tx: Tx, round_id: str, invitation: Invitation, at: datetime) -> bool:
    """Writes an invitation; False when the person was asked the same before."""
    asked = Question(invitation, at)
    return bool(_QUESTIONS.insert(tx, asked, "ON CONFLICT DO NOTHING", round_id=round_id))


def start_clocks(tx: Tx, round_id: str, answer_by: datetime) -> None:
    """Lets the time to answer run for all who have just been told."""
    tx.execute(
        "UPDATE seat_invitations SET answer_until = ? WHERE round_id = ? AND answer_until IS NULL",
        (to_ms(answer_by), round_id),
    )


def answer(tx: Tx, round_id: str, invitation: Invitation, given: Answer, by: PersonId | None, at: datetime) -> bool:
    """Writes an answer, and a refusal or a bar over a yes; False when nothing changes by it."""
    return bool(
        tx.execute(
            "UPDATE seat_invitations SET answer = ?1, answered_at = ?2, answered_by = ?3"
            " WHERE round_id = ?4 AND asked = ?5 AND person_id = ?6"
            " AND (answer IS NULL OR (answer = 'accepted' AND ?1 IN ('declined', 'shut_out')))",
            (given, to_ms(at), by, round_id, invitation.asked, invitation.person_id),
        )
    )


def ask_again(tx: Tx, round_id: str, invitation: Invitation) -> None:
    """Opens the question anew for somebody who was barred; its time runs from the next message that asks it."""
    tx.execute(
        "UPDATE seat_invitations SET answer = NULL, answered_at = NULL, answered_by = NULL, answer_until = NULL"
        " WHERE round_id = ? AND asked = ? AND person_id = ? AND answer = 'shut_out'",
        (round_id, invitation.asked, invitation.person_id),
    )


def questions(tx: Query, round_id: str) -> list[Question]:
    """Everybody who was asked, in the order of asking."""
    return _QUESTIONS.fetch_all(
        tx, "SELECT * FROM seat_invitations WHERE round_id = ? ORDER BY made_at, asked, person_id", (round_id,)
    )


def arrange(tx: Tx, round_id: str, match: SeatMatch, tournament_id: TournamentId) -> None:
    """Writes in which event a seat match is played; one that was played before counts for this round from now on."""
    _MATCHES.upsert(tx, match, tournament_id=tournament_id, round_id=round_id)


def arranged_matches(tx: Query, round_id: str) -> list[tuple[TournamentId, SeatMatch]]:
    """The seat matches that have an event, those called off too, in the order in which they were arranged."""
    rows = tx.fetch_all(
        "SELECT m.* FROM seat_matches m JOIN tournaments t USING (tournament_id) WHERE m.round_id = ?"
        " ORDER BY t.created_at, m.number, m.tournament_id",
        (round_id,),
    )
    return [(TournamentId(row["tournament_id"]), _MATCHES.read(row)) for row in rows]


def round_of_match(tx: Query, tournament_id: TournamentId) -> SeatRound | None:
    """The round for whose seat the event is played, or None."""
    row = tx.fetch_one(
        "SELECT r.* FROM seat_rounds r JOIN seat_matches m USING (round_id) WHERE m.tournament_id = ?",
        (tournament_id,),
    )
    return None if row is None else _round(row)


def last_event(tx: Query, guild_id: GuildId, rulebook: str, before: datetime | None = None) -> TournamentId | None:
    """The latest official event by that rulebook that was played to its end, by that moment where one is given."""
    row = tx.fetch_one(
        "SELECT tournament_id FROM tournaments WHERE guild_id = ?1 AND ended_at IS NOT NULL"
        " AND json_extract(rulebook, '$.name') = ?2 AND CAST(json_extract(rulebook, '$.official') AS TEXT) = '1'"
        " AND ended_at <= coalesce(CAST(?3 AS BIGINT), ended_at)"
        " ORDER BY ended_at DESC, created_at DESC, tournament_id LIMIT 1",
        (guild_id, rulebook, to_ms_or_none(before)),
    )
    return None if row is None else TournamentId(row["tournament_id"])


def ended_since(tx: Query, guild_id: GuildId, at: datetime) -> list[TournamentId]:
    """The events that were played to their end at that moment or later, in the order of their ends."""
    rows = tx.fetch_all(
        "SELECT tournament_id FROM tournaments WHERE guild_id = ? AND ended_at >= ? ORDER BY ended_at, tournament_id",
        (guild_id, to_ms(at)),
    )
    return [TournamentId(row["tournament_id"]) for row in rows]


def was_decided(tx: Query, kind: InvitationRound, sources: Sequence[TournamentId]) -> bool:
    """Whether an organiser has let invitations by these very events go out, or has left everything as it was."""
    where = " AND ".join(f"{column} = ?" for column in _SOURCES[kind])
    row = tx.fetch_one(
        f"SELECT 1 FROM seat_rounds WHERE {where} AND (confirmed_at IS NOT NULL OR closed_by IS NOT NULL) LIMIT 1",  # noqa: S608
        tuple(sources),
    )
    return row is not None


def of_round(tx: Query, round_id: str, event: QualifyingEvent) -> set[PersonId]:
    """Who holds a seat in the event by this round."""
    rows = tx.fetch_all(
        "SELECT person_id FROM seats WHERE round_id = ? AND event = ? AND until IS NULL", (round_id, event)
    )
    return {PersonId(row["person_id"]) for row in rows}


def give(
    tx: Tx,
    guild_id: GuildId,
    event: QualifyingEvent,
    person_id: PersonId,
    by: PersonId,
    at: datetime,
    round_id: str | None = None,
) -> bool:
    """Gives a sure seat; False to who holds one already."""
    return bool(
        tx.execute(
            "INSERT INTO seats (guild_id, event, person_id, since, given_by, round_id) SELECT ?1, ?2, ?3, ?4, ?5, ?6"
            " WHERE NOT EXISTS"
            " (SELECT 1 FROM seats WHERE guild_id = ?1 AND event = ?2 AND person_id = ?3 AND until IS NULL)"
            # Taken and given in one moment, as where a bar is lifted at once.
            " ON CONFLICT (guild_id, event, person_id, since) DO UPDATE SET until = NULL, round_id = excluded.round_id",
            (guild_id, event, person_id, to_ms(at), by, round_id),
        )
    )


def take_back(tx: Tx, round_id: str, event: QualifyingEvent, person_ids: Iterable[PersonId], at: datetime) -> None:
    """Ends seats of a round."""
    tx.execute_many(
        "UPDATE seats SET until = ? WHERE round_id = ? AND event = ? AND person_id = ? AND until IS NULL",
        [(to_ms(at), round_id, event, person_id) for person_id in person_ids],
    )


def named_since(tx: Query, guild_id: GuildId, event: QualifyingEvent, since: datetime) -> list[PersonId]:
    """Who holds a seat by hand that was given at that moment or later, in the order of giving."""
    rows = tx.fetch_all(
        "SELECT person_id FROM seats WHERE guild_id = ? AND event = ? AND until IS NULL AND round_id IS NULL"
        " AND since >= ? ORDER BY since, person_id",
        (guild_id, event, to_ms(since)),
    )
    return [PersonId(row["person_id"]) for row in rows]


def held_at(tx: Query, guild_id: GuildId, event: QualifyingEvent, person_id: PersonId, at: datetime) -> bool:
    """Whether the person held a seat in the event at that moment."""
    row = tx.fetch_one(
        "SELECT 1 FROM seats WHERE guild_id = ?1 AND event = ?2 AND person_id = ?3"
        " AND since <= ?4 AND (until IS NULL OR until > ?4)",
        (guild_id, event, person_id, to_ms(at)),
    )
    return row is not None


def end_all(tx: Tx, guild_id: GuildId, event: QualifyingEvent, at: datetime) -> int:
    """Ends every seat in the event, which has been played (AIJE-D01-2); answers how many there were."""
    return tx.execute(
        "UPDATE seats SET until = ? WHERE guild_id = ? AND event = ? AND until IS NULL", (to_ms(at), guild_id, event)
    )


def end_named(tx: Tx, guild_id: GuildId, event: QualifyingEvent, played_at: datetime, at: datetime) -> None:
    """Ends the seats by hand that were given before the event was played."""
    tx.execute(
        "UPDATE seats SET until = ? WHERE guild_id = ? AND event = ? AND until IS NULL AND round_id IS NULL"
        " AND since <= ?",
        (to_ms(at), guild_id, event, to_ms(played_at)),
    )


def named_until(tx: Query, guild_id: GuildId, event: QualifyingEvent, ended_at: datetime) -> list[PersonId]:
    """Whose seats by hand ended at that moment, in the order of giving."""
    rows = tx.fetch_all(
        "SELECT person_id FROM seats WHERE guild_id = ? AND event = ? AND until = ? AND round_id IS NULL"
        " ORDER BY since, person_id",
        (guild_id, event, to_ms(ended_at)),
    )
    return [PersonId(row["person_id"]) for row in rows]


def open_named(tx: Tx, guild_id: GuildId, event: QualifyingEvent, person_id: PersonId, ended_at: datetime) -> None:
    """Gives the seat by hand back that ended at that moment."""
    tx.execute(
        "UPDATE seats SET until = NULL WHERE guild_id = ? AND event = ? AND person_id = ? AND until = ?"
        " AND round_id IS NULL",
        (guild_id, event, person_id, to_ms(ended_at)),
    )


def _round(row: sqlite3.Row) -> SeatRound:
    return SeatRound(
        round_id=row["round_id"],
        guild_id=GuildId(row["guild_id"]),
        round_of=InvitationRound(row["round_of"]),
        sources=tuple(TournamentId(row[column]) for column in _SOURCES[InvitationRound(row["round_of"])]),
        champion=row["champion_id"],
        proposed_at=from_ms(row["proposed_at"]),
        confirmed_at=from_ms_or_none(row["confirmed_at"]),
        confirmed_by=row["confirmed_by"],
        filled_at=from_ms_or_none(row["filled_at"]),
        played=frozenset(event for event, column in _PLAYED.items() if row[column] is not None),
        closed_at=from_ms_or_none(row["closed_at"]),
    )
