"""Series of events: their rules, the events that count, the invitations to their finals, and forms that wait."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from bot.features.seats.model import Answer
from bot.features.series.model import Circuit, FinalEvent, SeatQuestion
from bot.kernel.context import Query, Tx, to_ms
from bot.kernel.ids import GuildId, PersonId, TournamentId
from bot.kernel.tables import Codec, Part, Table
from bot.rulebooks.series_files import from_text, to_toml

_CIRCUITS: Final = Table(
    "circuits",
    Circuit,
    "circuit_id",
    rules=Codec(to_toml, from_text),
    final=Part(FinalEvent, tournament_id="final_id", seats="final_seats", named_at="final_at"),
)
_QUESTIONS: Final = Table(
    "circuit_invitations", SeatQuestion, "circuit_id, person_id", ("circuit_id",), answer_by="answer_until"
)

FORM = ("name", "places", "played", "best", "finalists")
"""The fields of the form."""


def add(tx: Tx, circuit: Circuit) -> None:
    """Writes a new series."""
    _CIRCUITS.insert(tx, circuit)


def load(tx: Query, circuit_id: str) -> Circuit | None:
    """One series, or None when the id is unknown."""
    return _CIRCUITS.fetch_one(tx, "SELECT * FROM circuits WHERE circuit_id = ?", (circuit_id,))


def of_guild(tx: Query, guild_id: GuildId) -> list[Circuit]:
    """The series of a server, those that go on first, the latest first."""
    return _CIRCUITS.fetch_all(
        tx,
        "SELECT * FROM circuits WHERE guild_id = ? ORDER BY closed_at IS NOT NULL, created_at DESC, circuit_id",
        (guild_id,),
    )


def of_event(tx: Query, tournament_id: TournamentId) -> Circuit | None:
    """The series in which the event counts."""
    return _CIRCUITS.fetch_one(
        tx,
        "SELECT c.* FROM circuits c JOIN circuit_events e USING (circuit_id) WHERE e.tournament_id = ?",
        (tournament_id,),
    )


def of_final(tx: Query, tournament_id: TournamentId) -> Circuit | None:
    """The series whose final the event is."""
    return _CIRCUITS.fetch_one(tx, "SELECT * FROM circuits WHERE final_id = ?", (tournament_id,))


def events(tx: Query, circuit_id: str) -> list[TournamentId]:
    """The events that were added, called off or not."""
    rows = tx.fetch_all(
        "SELECT tournament_id FROM circuit_events WHERE circuit_id = ? ORDER BY tournament_id", (circuit_id,)
    )
    return [TournamentId(row["tournament_id"]) for row in rows]


def events_in(tx: Query, guild_id: GuildId) -> dict[str, list[TournamentId]]:
    """As `events`, of each series of the server that has any."""
    rows = tx.fetch_all(
        "SELECT e.circuit_id, e.tournament_id FROM circuits c JOIN circuit_events e USING (circuit_id)"
        " WHERE c.guild_id = ? ORDER BY e.circuit_id, e.tournament_id",
        (guild_id,),
    )
    found: dict[str, list[TournamentId]] = {}
    for row in rows:
        found.setdefault(row["circuit_id"], []).append(TournamentId(row["tournament_id"]))
    return found


def add_event(tx: Tx, circuit_id: str, tournament_id: TournamentId, by: PersonId, at: datetime) -> bool:
    """Lets the event count; False where it counts already, be it elsewhere."""
    return bool(
        tx.execute(
            "INSERT INTO circuit_events (circuit_id, tournament_id, added_by, added_at) VALUES (?, ?, ?, ?)"
            " ON CONFLICT DO NOTHING",
            (circuit_id, tournament_id, by, to_ms(at)),
        )
    )


def remove_event(tx: Tx, circuit_id: str, tournament_id: TournamentId) -> bool:
    """Lets the event count no more; False where it did not."""
    return bool(
        tx.execute("DELETE FROM circuit_events WHERE circuit_id = ? AND tournament_id = ?", (circuit_id, tournament_id))
    )


def name_final(tx: Tx, circuit_id: str, final: FinalEvent, by: PersonId) -> None:
    """Writes which event is the final."""
    tx.execute(
        "UPDATE circuits SET final_id = ?, final_seats = ?, final_at = ?, final_by = ? WHERE circuit_id = ?",
        (final.tournament_id, final.seats, to_ms(final.named_at), by, circuit_id),
    )


def close(tx: Tx, circuit_id: str, by: PersonId, at: datetime) -> bool:
    """Ends the series; False when it was ended before."""
    return bool(
        tx.execute(
            "UPDATE circuits SET closed_at = ?, closed_by = ? WHERE circuit_id = ? AND closed_at IS NULL",
            (to_ms(at), by, circuit_id),
        )
    )


def ask(tx: Tx, circuit_id: str, person_id: PersonId, at: datetime) -> bool:
    """Writes an invitation to the final; False when the person was asked before."""
    asked = SeatQuestion(person_id, at)
    return bool(_QUESTIONS.insert(tx, asked, "ON CONFLICT DO NOTHING", circuit_id=circuit_id))


def start_clocks(tx: Tx, circuit_id: str, person_ids: Sequence[PersonId], answer_by: datetime) -> None:
    """Lets the time to answer run for those who have just been told."""
    tx.execute_many(
        "UPDATE circuit_invitations SET answer_until = ?"
        " WHERE circuit_id = ? AND person_id = ? AND answer_until IS NULL",
        [(to_ms(answer_by), circuit_id, person_id) for person_id in person_ids],
    )


def answer(tx: Tx, circuit_id: str, person_id: PersonId, given: Answer, by: PersonId | None, at: datetime) -> bool:
    """Writes an answer, and a refusal over a yes; False when nothing changes by it."""
    return bool(
        tx.execute(
            "UPDATE circuit_invitations SET answer = ?1, answered_at = ?2, answered_by = ?3"
            " WHERE circuit_id = ?4 AND person_id = ?5"
            " AND (answer IS NULL OR (answer = 'accepted' AND ?1 = 'declined'))",
            (given, to_ms(at), by, circuit_id, person_id),
        )
    )


def questions(tx: Query, circuit_id: str) -> tuple[SeatQuestion, ...]:
    """Everybody who was asked, in the order of asking."""
    return tuple(
        _QUESTIONS.fetch_all(
            tx, "SELECT * FROM circuit_invitations WHERE circuit_id = ? ORDER BY made_at, person_id", (circuit_id,)
        )
    )


def asking(tx: Query, guild_id: GuildId | None) -> list[Circuit]:
    """The series of the server, or of all, of which somebody has still to say whether they play the final."""
    return _CIRCUITS.fetch_all(
        tx,
        "SELECT * FROM circuits WHERE circuit_id IN (SELECT circuit_id FROM circuit_invitations"
        " WHERE answer IS NULL AND answer_until IS NOT NULL) AND coalesce(?1, guild_id) = guild_id ORDER BY circuit_id",
        (guild_id,),
    )


def keep_form(tx: Tx, person_id: PersonId, typed: Sequence[str], at: datetime) -> None:
    """Keeps what the person typed, in place of what they typed before."""
    tx.execute(
        "INSERT INTO circuit_forms (person_id, name, places, played, best, finalists, typed_at)"
        " VALUES (?, ?, ?, ?, ?, ?, ?)"
        " ON CONFLICT (person_id) DO UPDATE SET name = excluded.name, places = excluded.places,"
        " played = excluded.played, best = excluded.best, finalists = excluded.finalists,"
        " typed_at = excluded.typed_at",
        (person_id, *typed, to_ms(at)),
    )


def form_of(tx: Query, person_id: PersonId) -> tuple[str, ...] | None:
    """What the person typed and could not be taken."""
    row = tx.fetch_one("SELECT * FROM circuit_forms WHERE person_id = ?", (person_id,))
    return None if row is None else tuple(str(row[name]) for name in FORM)


def forget_form(tx: Tx, person_id: PersonId) -> None:
    """Lets go of what the person typed."""
    tx.execute("DELETE FROM circuit_forms WHERE person_id = ?", (person_id,))
