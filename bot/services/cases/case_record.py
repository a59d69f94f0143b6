"""Writing a case: its facts, all that is due for it, its line in the log, and who may be told of it in one message."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from bot.domain.cases.absence import AbsenceCase
from bot.domain.cases.no_shows import all_due_steps
from bot.domain.community import Person
from bot.domain.events.tournament import Tournament
from bot.domain.ids import CaseId, PersonId, TournamentId
from bot.domain.outages import Outage
from bot.storage import cases, deadlines, identities, outages, people, tournaments
from bot.storage.context import Query, Tx

NAMES_IN_A_MESSAGE: Final = 90
"""Discord lets a message of this kind hold a hundred mentions."""
_ROOM: Final = 3000
_MENTION: Final = 25
"""Characters that a mention takes; a name without an account may take twice its length, since its marks are escaped."""


def case_subject(case_id: CaseId) -> str:
    """How deadlines, panels and the log name a case."""
    return f"case:{case_id}"


def notices_subject(tournament_id: TournamentId) -> str:
    """How deadlines name the notice that a tournament's absentees wait for."""
    return f"absences:{tournament_id}"


def outages_of(tx: Query, case: AbsenceCase) -> tuple[Outage, ...]:
    """Every outage that can have touched the time to justify."""
    return outages.since(tx, tournaments.guild_of(tx, case.tournament_id), case.event_at)


def tournament_of(tx: Query, case: AbsenceCase) -> Tournament:
    """The tournament that the person was missing from."""
    tournament = tournaments.load(tx, case.tournament_id)
    if tournament is None:
        raise LookupError(case.tournament_id)
    return tournament


def is_about(tx: Query, case: AbsenceCase, person_id: PersonId) -> bool:
    """Whether the person was missing, as whom the Discord account was known before an erasure too."""
    return case.person_id in identities.of_discord_account(tx, person_id)


def save(tx: Tx, tournament: Tournament, case: AbsenceCase) -> AbsenceCase:
    """Writes the case and, in the same transaction, all that is due for it; answers the case."""
    cases.save(tx, case)
    due = all_due_steps(case, tournament.rulebook, outages_of(tx, case))
    deadlines.rewrite(tx, case_subject(case.case_id), ((step.kind, step.at) for step in due))
    return case


def record(
    tx: Tx,
    tournament: Tournament,
    case: AbsenceCase,
    act: str,
    *,
    by: PersonId | None = None,
    why: str | None = None,
) -> None:
    """Writes the log's line of something that happened in the case."""
    tx.log(
        tournament.guild_id,
        act,
        case_subject(case.case_id),
        actor=by,
        tournament_id=tournament.tournament_id,
        why=why,
        details={"person": case.person_id},
    )


def batches(tx: Query, some: Iterable[AbsenceCase]) -> Iterator[list[AbsenceCase]]:
    """The cases in groups whose people fit into one message each."""
    waiting = list(some)
    known = people.by_ids(tx, [case.person_id for case in waiting])
    batch: list[AbsenceCase] = []
    room = _ROOM
    for case in waiting:
        width = _width(known[case.person_id])
        if batch and (len(batch) == NAMES_IN_A_MESSAGE or width > room):
            yield batch
            batch, room = [], _ROOM
        batch.append(case)
        room -= width
    if batch:
        yield batch


def _width(person: Person) -> int:
    return _MENTION if person.discord_id is not None else 10 + 2 * len(person.name)
