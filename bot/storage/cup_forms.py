"""What organisers filled into the form of a new cup and have not created yet."""

from __future__ import annotations

from datetime import datetime

from bot.domain.events.cup_forms import CupForm
from bot.domain.ids import PersonId
from bot.storage.codec import to_ms
from bot.storage.context import Query, Tx


def save(tx: Tx, person_id: PersonId, form: CupForm, typed_at: datetime) -> None:
    """Keeps the form as it was filled in, in place of what the person typed before."""
    tx.execute(
        "INSERT INTO cup_forms (person_id, name, kind, start, best_of, seats, typed_at) VALUES (?, ?, ?, ?, ?, ?, ?)"
        " ON CONFLICT (person_id) DO UPDATE SET name = excluded.name, kind = excluded.kind, start = excluded.start,"
        " best_of = excluded.best_of, seats = excluded.seats, typed_at = excluded.typed_at",
        (person_id, form.name, form.kind, form.start, form.best_of, form.seats, to_ms(typed_at)),
    )


def of_person(tx: Query, person_id: PersonId) -> CupForm | None:
    """What the person filled in last; None where nothing waits."""
    row = tx.fetch_one("SELECT * FROM cup_forms WHERE person_id = ?", (person_id,))
    if row is None:
        return None
    return CupForm(row["name"], row["kind"], row["start"], row["best_of"], row["seats"])


def drop(tx: Tx, person_id: PersonId) -> None:
    """Forgets what the person filled in."""
    tx.execute("DELETE FROM cup_forms WHERE person_id = ?", (person_id,))
