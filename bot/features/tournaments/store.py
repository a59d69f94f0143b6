"""Tournaments with their frozen rulebooks and draws, their officers, posters and pauses.

Officers are chief arbiters, deputies and arbiters relieved of a duty, with closing reports. Of posters the forms not
taken yet are kept too.
"""

from __future__ import annotations

import json
from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Final

from bot.features.tournaments.arbiters_model import ClosingReport, EventOfficer, Relief
from bot.features.tournaments.model import EventPause, Headcount, Poster
from bot.kernel.context import Query, Tx, from_ms, to_ms
from bot.kernel.ids import ContestId, EntrantId, GuildId, PersonId, PlaceId, TournamentId
from bot.kernel.outages import Outage, clock_stops
from bot.kernel.tables import BITS, Codec, Table
from bot.kernel.time_store import _OF_ALL, _OF_SERVER, _PAUSES, ANNOUNCEMENT_GONE, _outage
from bot.play.draw import DrawRecord
from bot.play.entries import Tournament
from bot.play.rulebook import Rulebook
from bot.rulebooks.library import canonical, from_canonical

_TOURNAMENTS: Final = Table(
    "tournaments",
    Tournament,
    "tournament_id",
    ("secret",),
    rulebook=Codec(canonical, from_canonical),
    reminded=BITS,
)
_DRAWS: Final = Table(
    "draws",
    DrawRecord,
    "tournament_id, number",
    ("purpose", "drawn_at", "drawn_by", "reason"),
    event_id="tournament_id",
    entrants="entrants_list",
    commitment=None,
)


def add(tx: Tx, tournament: Tournament, secret: bytes) -> None:
    """Writes a new tournament with its frozen rulebook and the secret under its commitment."""
    _TOURNAMENTS.insert(tx, tournament, secret=secret)


def load(tx: Query, tournament_id: TournamentId) -> Tournament | None:
    """The tournament with its facts, or None when the id is unknown."""
    return _TOURNAMENTS.fetch_one(tx, "SELECT * FROM tournaments WHERE tournament_id = ?", (tournament_id,))


# --- tournaments ----------------------------------------------------------------------------------------------------


def with_headcount(tx: Query, tournament_id: TournamentId) -> tuple[Tournament, Headcount] | None:
    """As `load`, with how many are on the list and how many of them confirmed, wait list included."""
    row = tx.fetch_one(
        "SELECT t.*, count(e.entrant_id) AS registered, count(e.checked_in_at) AS checked_in FROM tournaments t"
        " LEFT JOIN entrants e ON e.tournament_id = t.tournament_id AND e.withdrawn_at IS NULL"
        " WHERE t.tournament_id = ? GROUP BY t.tournament_id",
        (tournament_id,),
    )
    return None if row is None else (_TOURNAMENTS.read(row), Headcount(row["registered"], row["checked_in"]))


def guild_of(tx: Query, tournament_id: TournamentId) -> GuildId:
    """The server that the tournament is played in; raises LookupError where there is none."""
    row = tx.fetch_one("SELECT guild_id FROM tournaments WHERE tournament_id = ?", (tournament_id,))
    if row is None:
        raise LookupError(tournament_id)
    return GuildId(row["guild_id"])


def of_contest(tx: Query, contest_id: ContestId) -> Tournament | None:
    """The tournament that the match is of, or None when the match is unknown."""
    return _TOURNAMENTS.fetch_one(
        tx, "SELECT t.* FROM contests c JOIN tournaments t USING (tournament_id) WHERE c.contest_id = ?", (contest_id,)
    )


def of_entrant(tx: Query, entrant_id: EntrantId) -> Tournament | None:
    """The tournament that the entry is of, or None when the entry is unknown."""
    return _TOURNAMENTS.fetch_one(
        tx, "SELECT t.* FROM entrants e JOIN tournaments t USING (tournament_id) WHERE e.entrant_id = ?", (entrant_id,)
    )


def of_place(tx: Query, place_id: PlaceId) -> Tournament | None:
    """The tournament that the place in a team is of, or None when the place is unknown."""
    return _TOURNAMENTS.fetch_one(
        tx,
        "SELECT t.* FROM team_places p JOIN entrants e USING (entrant_id) JOIN tournaments t USING (tournament_id)"
        " WHERE p.place_id = ?",
        (place_id,),
    )


def save(tx: Tx, tournament: Tournament) -> None:
    """Writes what may change in a tournament: name, start and the steps that were taken."""
    _TOURNAMENTS.update(
        tx, tournament, "name", "start_at", "draw_number", "announced_at", "check_in_opened_at", "reminded",
        "check_in_closed_at", "close_asked_at", "close_extensions", "close_called_at", "drawn_at", "first_call_at",
        "ended_at", "cancelled_at", "cancel_reason",
    )  # fmt: skip


def change_rulebook(tx: Tx, tournament: Tournament) -> None:
    """Freezes another rulebook with a tournament that has not closed its check-in yet."""
    tx.execute(
        "UPDATE tournaments SET rulebook = ?, rulebook_hash = ? WHERE tournament_id = ? AND check_in_closed_at IS NULL",
        (canonical(tournament.rulebook), tournament.rulebook_hash, tournament.tournament_id),
    )


def of_guild(tx: Query, guild_id: GuildId, *, limit: int = 25) -> list[Tournament]:
    """The server's tournaments: those to come and those running first, then the latest that ended."""
    return _TOURNAMENTS.fetch_all(
        tx,
        "SELECT * FROM tournaments WHERE guild_id = ?"
        " ORDER BY ended_at IS NOT NULL OR cancelled_at IS NOT NULL, start_at DESC, name, tournament_id LIMIT ?",
        (guild_id, limit),
    )


def all_unfinished(tx: Query, guild_id: GuildId) -> list[Tournament]:
    """The server's tournaments that are neither ended nor cancelled, by their start."""
    return _TOURNAMENTS.fetch_all(
        tx,
        "SELECT * FROM tournaments WHERE guild_id = ? AND ended_at IS NULL AND cancelled_at IS NULL"
        " ORDER BY start_at, tournament_id",
        (guild_id,),
    )


def rules_in_use(tx: Query) -> list[tuple[GuildId, Rulebook, datetime]]:
    """Of each event anywhere that is neither over nor called off: the server, the rulebook, when it was created."""
    rows = tx.fetch_all(
        "SELECT guild_id, rulebook, created_at FROM tournaments WHERE ended_at IS NULL AND cancelled_at IS NULL"
        " ORDER BY start_at, tournament_id"
    )
    return [(row["guild_id"], from_canonical(row["rulebook"]), from_ms(row["created_at"])) for row in rows]


def ended_here(tx: Query, guild_id: GuildId) -> list[Tournament]:
    """The server's tournaments that were played here and are over, the earliest first; none that a file brought in."""
    return _TOURNAMENTS.fetch_all(
        tx,
        "SELECT * FROM tournaments t WHERE guild_id = ? AND ended_at IS NOT NULL AND cancelled_at IS NULL"
        " AND NOT EXISTS (SELECT 1 FROM brought_events b WHERE b.tournament_id = t.tournament_id)"
        " ORDER BY ended_at, tournament_id",
        (guild_id,),
    )


def by_ids(tx: Query, tournament_ids: Collection[TournamentId]) -> dict[TournamentId, Tournament]:
    """The tournaments asked for; an unknown id is simply missing."""
    found = _TOURNAMENTS.fetch_all(
        tx,
        "SELECT * FROM tournaments WHERE tournament_id IN (SELECT value FROM json_each(?)) ORDER BY tournament_id",
        (json.dumps(list(tournament_ids)),),
    )
    return {one.tournament_id: one for one in found}


def paused_in(tx: Query, guild_id: GuildId) -> frozenset[TournamentId]:
    """The server's tournaments that pause now."""
    rows = tx.fetch_all(
        "SELECT p.tournament_id FROM tournaments t CROSS JOIN event_pauses p WHERE t.guild_id = ?"
        " AND t.ended_at IS NULL AND t.cancelled_at IS NULL AND p.tournament_id = t.tournament_id"
        " AND p.resumed_at IS NULL ORDER BY p.tournament_id",
        (guild_id,),
    )
    return frozenset(TournamentId(row["tournament_id"]) for row in rows)


_REACHED: Final = (
    "FROM tournaments t WHERE t.ended_at IS NULL AND t.cancelled_at IS NULL AND NOT EXISTS (SELECT 1 FROM deadlines d"
    " WHERE d.subject = 'tournament:' || t.tournament_id AND d.kind = 'open_check_in' AND d.due_at >= ?)"
)
_IN_ORDER = "ORDER BY t.start_at, t.tournament_id"


def reached_by(tx: Query, outage: Outage, guild_id: GuildId) -> list[Tournament]:
    """The server's unfinished tournaments that the outage can have cost time, by their start.

    Left out are those whose confirmation is still to open once the outage is over: no window of theirs was open.
    """
    return _TOURNAMENTS.fetch_all(
        tx,
        f"SELECT t.* {_REACHED} AND t.guild_id = ? ORDER BY t.start_at, t.tournament_id",
        (to_ms(outage.up_at), guild_id),
    )


def servers_with_open(tx: Query) -> list[GuildId]:
    """The servers with an event that is neither over nor called off, by the first of them."""
    rows = tx.fetch_all(
        "SELECT guild_id FROM tournaments WHERE ended_at IS NULL AND cancelled_at IS NULL"
        " ORDER BY start_at, tournament_id"
    )
    return [GuildId(row["guild_id"]) for row in rows]


def secret(tx: Query, tournament_id: TournamentId) -> bytes:
    """The secret under the commitment. Only a draw may read it, to reveal its next link."""
    row = tx.fetch_one("SELECT secret FROM tournaments WHERE tournament_id = ?", (tournament_id,))
    if row is None:
        raise LookupError(tournament_id)
    return bytes(row["secret"])


def note_scheduled_event(tx: Tx, tournament_id: TournamentId, event_id: int | None) -> None:
    """Notes which of Discord's scheduled events shows the tournament, or that none does."""
    tx.execute("UPDATE tournaments SET scheduled_event = ? WHERE tournament_id = ?", (event_id, tournament_id))


def scheduled_event(tx: Query, tournament_id: TournamentId) -> int | None:
    """Discord's id of the scheduled event, if one was made."""
    row = tx.fetch_one("SELECT scheduled_event FROM tournaments WHERE tournament_id = ?", (tournament_id,))
    return None if row is None else row["scheduled_event"]


def is_scheduled_event(tx: Query, event_id: int) -> bool:
    """Whether the scheduled event is on record as some tournament's."""
    return tx.fetch_one("SELECT 1 FROM tournaments WHERE scheduled_event = ?", (event_id,)) is not None


BROUGHT: Final = "brought"
"""The reason of a draw that holds the list of an event brought from a record: nothing was drawn by it."""


class DrawPurpose(StrEnum):
    """What a draw decides; only a redraw of the field takes the place of what was drawn before."""

    FIELD = "field"
    ROUND = "round"
    LOT = "lot"
    LATE = "late"
    """Into which free bye somebody late comes; its list is the field with the late one in it."""

    @property
    def lists_the_field(self) -> bool:
        """Whether its list is who plays from then on."""
        return self in {DrawPurpose.FIELD, DrawPurpose.LATE}


@dataclass(frozen=True, slots=True)
class DrawOnRecord:
    """A draw with what it was for, and when it was made."""

    record: DrawRecord
    purpose: DrawPurpose
    drawn_at: datetime
    reason: str | None = None


def draws_made(tx: Query, tournament_id: TournamentId) -> int:
    """How many links of the event's chain are revealed."""
    row = tx.fetch_one("SELECT count(*) AS made FROM draws WHERE tournament_id = ?", (tournament_id,))
    return 0 if row is None else int(row["made"])


def add_draw(
    tx: Tx,
    record: DrawRecord,
    drawn_at: datetime,
    drawn_by: PersonId | None,
    reason: str | None,
    purpose: DrawPurpose = DrawPurpose.FIELD,
) -> None:
    """Writes a draw with its proof; a redraw says who wanted it and why, and the first stays on record."""
    _DRAWS.insert(tx, record, purpose=purpose, drawn_at=to_ms(drawn_at), drawn_by=drawn_by, reason=reason)


def draws(tx: Query, tournament_id: TournamentId) -> list[DrawRecord]:
    """Every draw of the tournament with its proof, first to last."""
    return [drawn.record for drawn in draws_with_purpose(tx, tournament_id)]


def draws_with_purpose(tx: Query, tournament_id: TournamentId) -> list[DrawOnRecord]:
    """As `draws`, with what each was for."""
    rows = tx.fetch_all(
        "SELECT d.*, t.commitment FROM draws d JOIN tournaments t USING (tournament_id)"
        " WHERE tournament_id = ? ORDER BY number",
        (tournament_id,),
    )
    return [
        DrawOnRecord(
            _DRAWS.read(row, commitment=row["commitment"]),
            DrawPurpose(row["purpose"]),
            from_ms(row["drawn_at"]),
            row["reason"],
        )
        for row in rows
    ]


# --- officers of events ---------------------------------------------------------------------------------------------


_OFFICERS: Final = Table("event_officers", EventOfficer, "tournament_id, person_id, named_at")
_RELIEFS: Final = Table("reliefs", Relief, "tournament_id, person_id")
_REPORTS: Final = Table("closing_reports", ClosingReport, "tournament_id")


def name(tx: Tx, officer: EventOfficer) -> None:
    """Writes who is named; a role of the same person, and a chief there was, have to be ended before."""
    again = (
        "ON CONFLICT (tournament_id, person_id, named_at) DO UPDATE SET role = excluded.role,"
        " named_by = excluded.named_by, ended_at = NULL"
    )
    _OFFICERS.insert(tx, officer, again)


def end_role(tx: Tx, tournament_id: TournamentId, person_id: PersonId, at: datetime) -> bool:
    """Ends the person's role in the event; False where there was none."""
    return bool(
        tx.execute(
            "UPDATE event_officers SET ended_at = ? WHERE tournament_id = ? AND person_id = ? AND ended_at IS NULL",
            (to_ms(at), tournament_id, person_id),
        )
    )


def holding(tx: Query, tournament_id: TournamentId) -> list[EventOfficer]:
    """The chief first, then the deputies in the order of their naming."""
    return _OFFICERS.fetch_all(
        tx,
        "SELECT * FROM event_officers WHERE tournament_id = ? AND ended_at IS NULL"
        " ORDER BY role <> 'chief', named_at, person_id",
        (tournament_id,),
    )


def relieve(tx: Tx, relief: Relief) -> bool:
    """Writes that an arbiter follows no more match of the event; False when it was so before."""
    return bool(_RELIEFS.insert(tx, relief, "ON CONFLICT DO NOTHING"))


def take_relief_back(tx: Tx, tournament_id: TournamentId, person_id: PersonId, relieved_at: datetime) -> None:
    """The arbiter follows matches of the event again, with the role that ended with the relief, unless it is filled."""
    moment = to_ms(relieved_at)
    tx.execute("DELETE FROM reliefs WHERE tournament_id = ? AND person_id = ?", (tournament_id, person_id))
    tx.execute(
        "UPDATE event_officers SET ended_at = NULL WHERE tournament_id = ? AND person_id = ? AND ended_at = ?"
        " AND (role <> 'chief' OR NOT EXISTS (SELECT 1 FROM event_officers AS other WHERE other.tournament_id = ?"
        " AND other.role = 'chief' AND other.ended_at IS NULL))",
        (tournament_id, person_id, moment, tournament_id),
    )


def reliefs(tx: Query, tournament_id: TournamentId) -> list[Relief]:
    """The arbiters relieved of their duty in the event, first to last."""
    return _RELIEFS.fetch_all(
        tx, "SELECT * FROM reliefs WHERE tournament_id = ? ORDER BY relieved_at, person_id", (tournament_id,)
    )


def file_report(tx: Tx, report: ClosingReport) -> bool:
    """Keeps the report of an event that is over; False when there is one."""
    return bool(_REPORTS.insert(tx, report, "ON CONFLICT DO NOTHING"))


def report_of(tx: Query, tournament_id: TournamentId) -> ClosingReport | None:
    """The report on the event, once it was filed."""
    return _REPORTS.fetch_one(tx, "SELECT * FROM closing_reports WHERE tournament_id = ?", (tournament_id,))


# --- posters --------------------------------------------------------------------------------------------------------


_UNUSED: Final = (
    " AND NOT EXISTS (SELECT 1 FROM drafts d WHERE d.poster_id = event_posters.poster_id)"
    " AND NOT EXISTS (SELECT 1 FROM poster_forms f WHERE f.poster_id = event_posters.poster_id)"
    " AND NOT EXISTS (SELECT 1 FROM event_proposals e WHERE e.poster_id = event_posters.poster_id)"
    " AND NOT EXISTS (SELECT 1 FROM tournaments t WHERE t.poster_id = event_posters.poster_id)"
)
"""What nothing tells any more."""


_POSTERS: Final = Table("event_posters", Poster, "poster_id", ("poster_id", "person_id", "made_at"))


def add_poster(tx: Tx, poster_id: str, person_id: PersonId, poster: Poster, at: datetime) -> None:
    """Writes what the person tells."""
    _POSTERS.insert(tx, poster, poster_id=poster_id, person_id=person_id, made_at=to_ms(at))


def load_poster(tx: Query, poster_id: str | None) -> Poster | None:
    """What is told, or None where nothing ever was."""
    if poster_id is None:
        return None
    return _POSTERS.fetch_one(tx, "SELECT * FROM event_posters WHERE poster_id = ?", (poster_id,))


def give_draft(tx: Tx, draft_id: str, poster_id: str | None) -> None:
    """Has the draft tell it."""
    tx.execute("UPDATE drafts SET poster_id = ? WHERE draft_id = ?", (poster_id, draft_id))


def give_event(tx: Tx, tournament_id: TournamentId, poster_id: str | None) -> None:
    """Has the event tell it."""
    tx.execute("UPDATE tournaments SET poster_id = ? WHERE tournament_id = ?", (poster_id, tournament_id))


def keep_form(tx: Tx, person_id: PersonId, tournament_id: TournamentId | None, poster_id: str) -> None:
    """Keeps what the person filled in for the event, or for a new one, in place of what they did before."""
    tx.execute(
        "INSERT INTO poster_forms (person_id, tournament_id, poster_id) VALUES (?, ?, ?) ON CONFLICT (person_id)"
        " DO UPDATE SET tournament_id = excluded.tournament_id, poster_id = excluded.poster_id",
        (person_id, tournament_id, poster_id),
    )


def form_of(tx: Query, person_id: PersonId, tournament_id: TournamentId | None) -> str | None:
    """What the person filled in for the event, or for a new one, and what was not taken yet."""
    row = tx.fetch_one("SELECT tournament_id, poster_id FROM poster_forms WHERE person_id = ?", (person_id,))
    return None if row is None or row["tournament_id"] != tournament_id else row["poster_id"]


def drop_form(tx: Tx, person_id: PersonId) -> None:
    """Lets go of what the person filled in."""
    tx.execute("DELETE FROM poster_forms WHERE person_id = ?", (person_id,))


def drop_unused(tx: Tx, person_id: PersonId) -> None:
    """Lets go of all that the person told and that nothing tells any more."""
    tx.execute(f"DELETE FROM event_posters WHERE person_id = ?{_UNUSED}", (person_id,))  # noqa: S608 - a constant


def drop_unused_before(tx: Tx, moment: datetime) -> None:
    """The same of everybody, of what was told before the moment."""
    tx.execute(f"DELETE FROM event_posters WHERE made_at < ?{_UNUSED}", (to_ms(moment),))  # noqa: S608 - a constant


def let_go(tx: Tx, person_id: PersonId) -> bool:
    """Lets go of what the person told of events that are over; True where what runs or waits still tells something."""
    tx.execute(
        "UPDATE tournaments SET poster_id = NULL WHERE (ended_at IS NOT NULL OR cancelled_at IS NOT NULL)"
        " AND poster_id IN (SELECT poster_id FROM event_posters WHERE person_id = ?)",
        (person_id,),
    )
    drop_unused(tx, person_id)
    return tx.fetch_one("SELECT 1 FROM event_posters WHERE person_id = ? LIMIT 1", (person_id,)) is not None


def author_of(tx: Query, poster_id: str | None) -> PersonId | None:
    """Who told it."""
    row = tx.fetch_one("SELECT person_id FROM event_posters WHERE poster_id = ?", (poster_id,))
    return None if row is None else PersonId(row["person_id"])


_EVENT_PAUSES: Final = Table("event_pauses", EventPause, "tournament_id, paused_at", until="until_at")


def begin_pause(tx: Tx, pause: EventPause) -> None:
    """Writes a pause that runs."""
    _EVENT_PAUSES.upsert(tx, pause, "paused_by", "reason", "until", "resumed_at", "resumed_by")


def end_pause(tx: Tx, pause: EventPause, at: datetime, by: PersonId | None) -> None:
    """Notes when the pause was over, and by whom."""
    tx.execute(
        "UPDATE event_pauses SET resumed_at = ?, resumed_by = ? WHERE tournament_id = ? AND paused_at = ?",
        (to_ms(at), by, pause.tournament_id, to_ms(pause.paused_at)),
    )


def running_pause(tx: Query, tournament_id: TournamentId) -> EventPause | None:
    """The pause that runs, or None."""
    return _EVENT_PAUSES.fetch_one(
        tx, "SELECT * FROM event_pauses WHERE tournament_id = ? AND resumed_at IS NULL", (tournament_id,)
    )


# --- pauses ---------------------------------------------------------------------------------------------------------


def begun_at(tx: Query, tournament_id: TournamentId, paused_at: datetime) -> EventPause | None:
    """The pause that began at the moment, or None."""
    return _EVENT_PAUSES.fetch_one(
        tx, "SELECT * FROM event_pauses WHERE tournament_id = ? AND paused_at = ?", (tournament_id, to_ms(paused_at))
    )


def outages_of_event(tx: Query, tournament: Tournament, moment: datetime) -> tuple[Outage, ...]:
    """As `since`, with the pauses of the event and the gaps of its announcement, in which its clocks stand still too.

    These gaps are on record only from before the close of check-in, so they move nothing that comes after it.

    How often the server has removed the bot is counted from the beginning of the event.
    """
    begun = to_ms(min(tournament.created_at, moment))
    rows = tx.fetch_all(
        f"{_OF_ALL} UNION ALL {_OF_SERVER} UNION ALL {_PAUSES} UNION ALL {ANNOUNCEMENT_GONE} ORDER BY 1, 2",
        (to_ms(moment), tournament.guild_id, begun, tournament.tournament_id),
    )
    return tuple(outage for outage in clock_stops(map(_outage, rows)) if outage.up_at > moment)
