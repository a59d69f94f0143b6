"""Rows of the database, read with plain SQL; what they mean is up to who asked for them."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from typing import Final, cast

from bot.kernel.addresses import DatabasePlace, ServerAddress
from bot.kernel.database import connect_to_look

DECISIONS: Final = {
    "people": "SELECT person_id, discord_id, name FROM people",
    "votes": "SELECT * FROM votes ORDER BY opened_at, ballot, vote_id",
    "candidates": "SELECT vote_id, person_id FROM vote_candidates ORDER BY position",
    "electors": "SELECT vote_id, person_id FROM vote_electors",
    "recusals": "SELECT vote_id, person_id, why FROM vote_recusals",
    "ballots": "SELECT vote_id, person_id, choice FROM ballots",
    "excuses": "SELECT * FROM vote_excuses",
    "outages": "SELECT down_from, up_at FROM outages ORDER BY down_from",
    "offices": "SELECT * FROM offices ORDER BY since",
    "stand_ins": "SELECT * FROM stand_ins ORDER BY since",
    "arbiters": "SELECT * FROM arbiter_titles ORDER BY since",
    "masters": "SELECT * FROM master_titles ORDER BY since",
    "proposals": "SELECT * FROM title_proposals ORDER BY proposed_at",
    "exams": "SELECT * FROM exams ORDER BY sat_at",
    "countries": "SELECT * FROM countries",
    "excluded": "SELECT person_id FROM committee_exclusions",
    "expelled": "SELECT person_id, discord_id FROM expulsions",
    "bars": "SELECT * FROM bars ORDER BY since, person_id",
    "files": "SELECT * FROM case_files ORDER BY number",
    "verdicts": "SELECT * FROM file_verdicts ORDER BY decided_at",
    "annulments": "SELECT * FROM annulments",
    "suggestions": "SELECT * FROM suggestions ORDER BY number",
    "roles": "SELECT * FROM mirror_roles",
    "log": "SELECT * FROM log ORDER BY sequence",
    "ratings": "SELECT list_id, tournament_id, published_at, person_id, rating FROM rating_lists"
    " JOIN ratings USING (list_id) ORDER BY published_at, list_id, person_id",
}
"""What the association decided; `committee.record` makes sense of it."""
TEAMS: Final = {
    "teams": "SELECT entrant_id, team_name FROM entrants WHERE team_name IS NOT NULL",
    "people": "SELECT person_id, name FROM people",
    "contests": "SELECT contest_id, draw_number FROM contests",
    "members": "SELECT * FROM team_members ORDER BY entrant_id, board = 0, board, joined_at",
    "line_ups": "SELECT * FROM line_ups ORDER BY contest_id, side, board, person_id",
    "results": "SELECT * FROM results ORDER BY settled_at, result_id",
}
"""Teams, line-ups and every result that ever stood; `cups.teams.facts` makes sense of them."""
THREADS: Final = {
    "threads": "SELECT contest_id, thread_id, closed_at FROM match_threads",
    "cards": "SELECT subject, channel_id FROM outbox WHERE kind = 'match_called' AND state = 'delivered'",
    "people": "SELECT person_id, discord_id FROM people",
}
"""Which match has which thread, and where its card stands; `cups.checks.threads` makes sense of them."""
SEATS: Final = {
    "held": "SELECT event, discord_id FROM seats JOIN people USING (person_id) WHERE until IS NULL",
    "invited": "SELECT * FROM seat_invitations JOIN people USING (person_id) JOIN seat_rounds USING (round_id)"
    " WHERE round_of = 'league' ORDER BY made_at, asked, person_id",
}
"""Who holds which seat, and who was asked what; `cups.seats.facts` makes sense of them."""
LANGUAGES: Final = {
    "known": "SELECT discord_id FROM people WHERE language IS NOT NULL",
}
"""Whose language the bot has learned."""
TITLES: Final = {
    "crowned": "SELECT discord_id, event FROM world_titles JOIN people USING (person_id) WHERE lost_at IS NULL",
    "chosen": "SELECT first_colour AS first, last_colour AS last FROM title_holders ORDER BY named_at",
}
"""Who is world champion, and which colours the champion chose before a match for the title."""
STRANGERS: Final = {
    "server": "SELECT * FROM guilds",
    "offices": "SELECT person_id FROM offices ORDER BY since",
    "titles": "SELECT person_id FROM arbiter_titles ORDER BY since",
    "rules": "SELECT tournament_id, rulebook FROM tournaments ORDER BY created_at",
    "owner": "SELECT person_id FROM people JOIN guilds ON discord_id = owner_id",
    "told": "SELECT tournament_id, description, prize, stream, picture FROM tournaments"
    " JOIN event_posters USING (poster_id)",
}
"""How a server was set up, and by which rules its events are played; `friday.checks` makes sense of them."""

MOVING: Final = {
    "people": "SELECT person_id, name, discord_id FROM people",
    "links": "SELECT * FROM discord_links ORDER BY linked_at",
    "amended": "SELECT * FROM rating_amendments WHERE returned_at IS NULL ORDER BY made_at",
    "seats": "SELECT event, discord_id, since, until FROM seats JOIN people USING (person_id)",
    "rated": "SELECT person_id, name, rating FROM opening_lists JOIN ratings ON ratings.list_id = rating_list"
    " JOIN people USING (person_id)",
    "bars": "SELECT name, explanation FROM bars JOIN people USING (person_id) WHERE lifted_at IS NULL",
    "arbiters": "SELECT name, title FROM arbiter_titles JOIN people USING (person_id) WHERE until IS NULL",
    "rounds": "SELECT * FROM seat_rounds ORDER BY proposed_at, round_id",
    "asked": "SELECT round_of, asked, name, answer FROM seat_invitations JOIN seat_rounds USING (round_id)"
    " JOIN people USING (person_id)",
    "events": "SELECT tournament_id, name FROM tournaments",
    "byes": "SELECT entrants.tournament_id, name FROM contests JOIN contest_sides USING (contest_id)"
    " JOIN entrants USING (entrant_id) JOIN people USING (person_id) WHERE bye_reason = 'rating'",
    "crowned": "SELECT name, event, world_titles.tournament_id FROM world_titles JOIN people USING (person_id)"
    " WHERE lost_at IS NULL ORDER BY won_at",
    "entrants": "SELECT entrants.tournament_id, name FROM entrants JOIN people USING (person_id)",
}
"""What an association brought along, and what followed; `moving.facts` makes sense of them."""

ALONE: Final = {
    "lists": "SELECT brought_at, name, rating FROM opening_lists JOIN ratings ON ratings.list_id = rating_list"
    " JOIN people USING (person_id) ORDER BY brought_at",
    "people": "SELECT person_id, name, discord_id FROM people",
    "signatures": "SELECT * FROM signatures ORDER BY asked_at",
    "foundings": "SELECT ends_from, discord_id FROM foundings LEFT JOIN people ON ended_by = person_id",
    "masters": "SELECT name, title FROM master_titles JOIN people USING (person_id)",
    "entered": "SELECT tournaments.name AS event, people.name AS name FROM entrants JOIN people USING (person_id)"
    " JOIN tournaments USING (tournament_id)",
}
"""What an owner who is alone brought along, and what waited; `moving.alone.checks` makes sense of it."""

SERIES: Final = {
    "events": "SELECT tournament_id FROM circuit_events ORDER BY added_at",
    "asked": "SELECT discord_id, answer FROM circuit_invitations JOIN people USING (person_id) ORDER BY made_at",
    "entered": "SELECT tournament_id, discord_id FROM entrants JOIN people USING (person_id)"
    " WHERE withdrawn_at IS NULL",
    "columns": "SELECT m.name AS name, p.name AS part FROM sqlite_master m, pragma_table_info(m.name) p"
    " WHERE m.type = 'table' AND m.name LIKE 'circuit%'",
}
"""Which events count in a series, who was asked to its final, and its columns; `series.checks` makes sense of it."""

BAD_EVENING: Final = {
    "event": "SELECT close_extensions, cancelled_at FROM tournaments",
    "outages": "SELECT down_from, up_at FROM outages ORDER BY down_from",
    "given": "SELECT substitutions.*, one.discord_id AS gone, other.discord_id AS came FROM substitutions"
    " JOIN people AS one ON one.person_id = left_id JOIN people AS other ON other.person_id = came_id",
    "played_by": "SELECT contest_id, discord_id FROM contest_sides JOIN people ON person_id = played_by",
    "voided": "SELECT contest_id, entrant_id FROM contests JOIN contest_sides USING (contest_id)"
    " WHERE voided_at IS NOT NULL",
}
"""What became of the mishaps of a bad evening; `bad_evening.trial` makes sense of it."""
CLOCKS: Final = {"clocks": "SELECT * FROM absence_clocks ORDER BY contest_id, side, started_at"}
"""From when until when each side of a match was waited for; `two_cups.checks` makes sense of it."""

LATEST: Final = {"log": "SELECT MAX(at) AS at FROM log"}
"""When something was last done; `pretended_pages` takes it for the time."""

Rows = dict[str, list[sqlite3.Row]]
"""Rows by what they are about."""


def read(path: DatabasePlace, queries: Mapping[str, str]) -> Rows:
    """What the queries find, by what they are about."""
    with open_readonly(path) as connection:
        return {name: connection.execute(query).fetchall() for name, query in queries.items()}


def everything(path: DatabasePlace) -> list[tuple[str, tuple[object, ...]]]:
    """Every row of every table, with the table's name."""
    with open_readonly(path) as connection:
        tables = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name").fetchall()
        return [(name, tuple(row)) for (name,) in tables for row in connection.execute(f'SELECT * FROM "{name}"')]  # noqa: S608


def records_of(path: DatabasePlace) -> set[int]:
    """The channels in which the servers of the file keep their public record."""
    kept = read(path, {"servers": "SELECT record_channel FROM guilds WHERE record_channel IS NOT NULL"})
    return {row["record_channel"] for row in kept["servers"]}


@contextmanager
def open_readonly(path: DatabasePlace) -> Iterator[sqlite3.Connection]:
    """The file, or the database on a server, which nobody here writes."""
    if isinstance(path, ServerAddress):
        with closing(connect_to_look(path)) as server:
            yield cast("sqlite3.Connection", server)
        return
    with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as connection:
        connection.row_factory = sqlite3.Row
        yield connection


def moment(milliseconds: int) -> datetime:
    """A moment as the file keeps it."""
    return datetime.fromtimestamp(milliseconds / 1000, UTC)


def perhaps(milliseconds: int | None) -> datetime | None:
    """A moment that may not have come."""
    return None if milliseconds is None else moment(milliseconds)
