"""Who holds the title that an event is for, and the colours chosen before the start (AIJE-D03-2)."""

from __future__ import annotations

from datetime import datetime

from bot.domain.ids import PersonId, TournamentId
from bot.domain.title_match.series_views import Holder
from bot.domain.title_match.title_game import Colour, ColourChoices
from bot.storage.codec import from_ms, to_ms
from bot.storage.context import Query, Tx


def load(tx: Query, tournament_id: TournamentId) -> Holder | None:
    """The champion of the event, where somebody is."""
    row = tx.fetch_one("SELECT * FROM title_holders WHERE tournament_id = ?", (tournament_id,))
    if row is None:
        return None
    first, last = row["first_colour"], row["last_colour"]
    return Holder(
        person_id=PersonId(row["person_id"]),
        named_at=from_ms(row["named_at"]),
        named_by=None if row["named_by"] is None else PersonId(row["named_by"]),
        choices=ColourChoices(
            None if first is None else Colour(first),
            None if last is None else Colour(last),
        ),
    )


def name(tx: Tx, tournament_id: TournamentId, person_id: PersonId, at: datetime, by: PersonId | None) -> bool:
    """Names the champion, whose predecessor's choices are void; False when this person is named already."""
    return bool(
        tx.execute(
            "INSERT INTO title_holders (tournament_id, person_id, named_at, named_by) VALUES (?, ?, ?, ?)"
            " ON CONFLICT (tournament_id) DO UPDATE SET person_id = excluded.person_id, named_at = excluded.named_at,"
            " named_by = excluded.named_by, first_colour = NULL, first_chosen_at = NULL, last_colour = NULL,"
            " last_chosen_at = NULL WHERE title_holders.person_id <> excluded.person_id",
            (tournament_id, person_id, to_ms(at), by),
        )
    )


def choose_first(tx: Tx, tournament_id: TournamentId, colour: Colour, at: datetime) -> None:
    """Keeps the champion's colour of the first game."""
    tx.execute(
        "UPDATE title_holders SET first_colour = ?, first_chosen_at = ? WHERE tournament_id = ?",
        (colour, to_ms(at), tournament_id),
    )


def choose_last(tx: Tx, tournament_id: TournamentId, colour: Colour, at: datetime) -> None:
    """Keeps the champion's colour of the last game."""
    tx.execute(
        "UPDATE title_holders SET last_colour = ?, last_chosen_at = ? WHERE tournament_id = ?",
        (colour, to_ms(at), tournament_id),
    )
