"""What hangs on an act: decisions that it carried out, appeals against it, entries made since."""

from __future__ import annotations

from datetime import datetime

from bot.domain.ids import BarId, PersonId, TournamentId
from bot.storage.codec import to_ms
from bot.storage.context import Query


def was_decided(tx: Query, bar_id: BarId, person_id: PersonId, at: datetime) -> bool:
    """Whether the bar was imposed or lifted at that moment by a vote, a verdict, an expulsion or a granted appeal."""
    return _exists(
        tx,
        "SELECT 1 FROM votes WHERE subject_id = :person AND closed_at = :at"
        " UNION SELECT 1 FROM file_verdicts WHERE bar_id = :bar"
        " UNION SELECT 1 FROM expulsions WHERE bar_id = :bar"
        " UNION SELECT 1 FROM appeals WHERE person_id = :person AND decided_at = :at",
        {"person": person_id, "at": to_ms(at), "bar": bar_id},
    )


def was_appealed(tx: Query, bar_id: BarId) -> bool:
    """Whether somebody appealed against the bar."""
    return _exists(tx, "SELECT 1 FROM appeals WHERE bar_id = :bar", {"bar": bar_id})


def has_entered_since(tx: Query, person_id: PersonId, at: datetime) -> bool:
    """Whether the person has entered an event since the moment, and not left it."""
    return _exists(
        tx,
        "SELECT 1 FROM entrants WHERE person_id = :person AND registered_at >= :at AND withdrawn_at IS NULL",
        {"person": person_id, "at": to_ms(at)},
    )


def was_built_on(tx: Query, tournament_id: TournamentId) -> bool:
    """Whether a title or a grade was decided after the event, or invitations went out that follow from it."""
    return _exists(
        tx,
        "SELECT 1 FROM title_proposals WHERE tournament_id = :event AND outcome = 'done'"
        " UNION SELECT 1 FROM grades WHERE tournament_id = :event AND origin = 'promotion' AND confirmed_at IS NOT NULL"
        " UNION SELECT 1 FROM seat_rounds WHERE league_id = :event AND confirmed_at IS NOT NULL"
        " UNION SELECT 1 FROM seat_rounds WHERE open_id = :event AND confirmed_at IS NOT NULL"
        " UNION SELECT 1 FROM seat_rounds WHERE candidates_id = :event AND confirmed_at IS NOT NULL",
        {"event": tournament_id},
    )


def was_accused_since(tx: Query, person_id: PersonId, at: datetime) -> bool:
    """Whether a case about the person was opened since the moment: of misconduct, or of an absence."""
    return _exists(
        tx,
        "SELECT 1 FROM case_files WHERE accused_id = :person AND opened_at >= :at"
        " UNION ALL SELECT 1 FROM absence_cases WHERE person_id = :person AND opened_at >= :at",
        {"person": person_id, "at": to_ms(at)},
    )


def was_voted_on_since(tx: Query, person_id: PersonId, at: datetime) -> bool:
    """Whether a vote opened since the moment that is about the person, or in which the person stands."""
    return _exists(
        tx,
        "SELECT 1 FROM votes WHERE subject_id = :person AND opened_at >= :at"
        " UNION ALL SELECT 1 FROM vote_candidates JOIN votes USING (vote_id)"
        " WHERE person_id = :person AND opened_at >= :at",
        {"person": person_id, "at": to_ms(at)},
    )


def _exists(tx: Query, query: str, values: dict[str, str | int]) -> bool:
    return tx.fetch_one(f"{query} LIMIT 1", values) is not None
