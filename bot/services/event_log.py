"""The log's lines of acts that concern an event as a whole, and perhaps somebody in it."""

from __future__ import annotations

from bot.domain.community import Person
from bot.domain.events.tournament import Tournament
from bot.domain.ids import ContestId, PersonId
from bot.services import stillness
from bot.services.timetable import contest_subject, tournament_subject
from bot.storage.context import Tx


def record(
    tx: Tx,
    tournament: Tournament,
    act: str,
    by: Person | PersonId | None = None,
    about: PersonId | None = None,
    why: str | None = None,
    *,
    contest_id: ContestId | None = None,
    **details: str | None,
) -> None:
    """Writes who did what to the event, or to a match of it, about whom, and why; nobody did what came by itself.

    A detail that is None is none.
    """
    if by is not None and contest_id is None and tournament.drawn_at is not None:
        stillness.wake(tx, tournament_subject(tournament.tournament_id))
    told = {"person": about, **details} if about else details
    tx.log(
        tournament.guild_id,
        act,
        tournament_subject(tournament.tournament_id) if contest_id is None else contest_subject(contest_id),
        actor=by.person_id if isinstance(by, Person) else by,
        tournament_id=tournament.tournament_id,
        why=why,
        details={key: value for key, value in told.items() if value is not None},
    )
