"""What is told in public of past events that came in together, or were taken back."""

from __future__ import annotations

from bot.domain.events.past_events import BroughtLine, BroughtView
from bot.domain.events.tournament import Tournament
from bot.domain.formats import FORMATS
from bot.domain.standings import StandingRow
from bot.services.event_facts import facts
from bot.services.sides import players
from bot.storage import bringings, people, ratings, tournaments
from bot.storage.database import Work


def brought_view(work: Work, bringing_id: str) -> BroughtView | None:
    """The act with its events in their order of time, or None for an unknown id."""
    found = bringings.load(work, bringing_id)
    by = None if found is None else people.load(work, found.brought_by)
    if found is None or by is None:
        return None
    lines = []
    for event in bringings.events_of(work, bringing_id):
        tournament = tournaments.load(work, event.tournament_id)
        if tournament is not None:
            lines.append(_line(work, tournament))
    listed = bool(ratings.of_bringing(work, bringing_id))
    return BroughtView(found, by, tuple(lines), listed)


def _line(work: Work, tournament: Tournament) -> BroughtLine:
    """An event with who won it alone; of one that was taken back nobody."""
    if tournament.ended_at is None:
        return BroughtLine(tournament, None)
    who, known = players(work, tournament), facts(work, tournament)
    rows: tuple[StandingRow, ...] = tuple(FORMATS[tournament.rulebook.format].standings(known, tournament.rulebook))
    first = [row.entrant_id for row in rows if row.rank_from == row.rank_to == 1]
    return BroughtLine(tournament, who[first[0]] if first else None)
