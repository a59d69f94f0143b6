"""Decks that players handed in, and cards that a judge refused."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass
from datetime import datetime

from bot.features.decks.model import JudgeRefusal
from bot.kernel.context import Query, Tx, from_ms, to_ms
from bot.kernel.ids import EntrantId, PersonId, TournamentId


@dataclass(frozen=True, slots=True)
class KeptDeck:
    """A list as it was handed in."""

    entrant_id: EntrantId
    person_id: PersonId
    text: str
    submitted_at: datetime


def add(tx: Tx, deck: KeptDeck) -> None:
    """Keeps a list as the entrant's newest."""
    tx.execute(
        "INSERT INTO decks (entrant_id, number, person_id, list, submitted_at)"
        " SELECT ?1, coalesce(max(number), 0) + 1, ?2, ?3, ?4 FROM decks WHERE entrant_id = ?1",
        (deck.entrant_id, deck.person_id, deck.text, to_ms(deck.submitted_at)),
    )


def newest(tx: Query, entrant_id: EntrantId) -> KeptDeck | None:
    """The list that counts, or None."""
    row = tx.fetch_one("SELECT * FROM decks WHERE entrant_id = ? ORDER BY number DESC LIMIT 1", (entrant_id,))
    return None if row is None else _deck(row)


def of_tournament(tx: Query, tournament_id: TournamentId) -> list[KeptDeck]:
    """The list that counts of everybody who is on the list of players, by the order of entry."""
    rows = tx.fetch_all(
        "SELECT d.* FROM decks d JOIN entrants e USING (entrant_id) WHERE e.tournament_id = ?"
        " AND e.withdrawn_at IS NULL"
        " AND d.number = (SELECT max(number) FROM decks n WHERE n.entrant_id = d.entrant_id) ORDER BY e.number",
        (tournament_id,),
    )
    return [_deck(row) for row in rows]


def every(tx: Query, tournament_id: TournamentId) -> list[KeptDeck]:
    """All lists of the event, of each player the first one first."""
    rows = tx.fetch_all(
        "SELECT d.* FROM decks d JOIN entrants e USING (entrant_id) WHERE e.tournament_id = ?"
        " ORDER BY e.number, d.number",
        (tournament_id,),
    )
    return [_deck(row) for row in rows]


def refuse_card(tx: Tx, tournament_id: TournamentId, refusal: JudgeRefusal, by: PersonId, at: datetime) -> bool:
    """Notes a judge's refusal of a card; False when it is refused already."""
    return bool(
        tx.execute(
            "INSERT INTO refused_cards (tournament_id, card, reason, refused_at, refused_by) VALUES (?, ?, ?, ?, ?)"
            " ON CONFLICT DO NOTHING",
            (tournament_id, refusal.number, refusal.ruling, to_ms(at), by),
        )
    )


def allow_card(tx: Tx, tournament_id: TournamentId, number: str) -> None:
    """Takes a judge's refusal of a card back."""
    tx.execute("DELETE FROM refused_cards WHERE tournament_id = ? AND card = ?", (tournament_id, number))


def refusals(tx: Query, tournament_id: TournamentId) -> tuple[JudgeRefusal, ...]:
    """The cards that judges of the event have refused."""
    rows = tx.fetch_all(
        "SELECT card, reason FROM refused_cards WHERE tournament_id = ? ORDER BY refused_at, card", (tournament_id,)
    )
    return tuple(JudgeRefusal(row["card"], row["reason"]) for row in rows)


def _deck(row: sqlite3.Row) -> KeptDeck:
    return KeptDeck(EntrantId(row["entrant_id"]), PersonId(row["person_id"]), row["list"], from_ms(row["submitted_at"]))
