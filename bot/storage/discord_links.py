"""Members who turned out to be somebody known by name: what staff has linked, and what was undone."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from datetime import datetime
from typing import Final, NamedTuple

from bot.domain.cases.discord_links import DiscordLink
from bot.domain.ids import EntrantId, JeekId, MemberId, PersonId, TournamentId
from bot.storage.codec import from_ms, from_ms_or_none, to_ms
from bot.storage.context import Query, Tx

_OWN_RESULTS: Final = (
    "ratings WHERE person_id = ?1",
    "team_members WHERE person_id = ?1",
    "team_places WHERE person_id = ?1",
    "line_ups WHERE person_id = ?1",
    "contests WHERE arbiter_id = ?1",
    "master_titles WHERE person_id = ?1",
    "world_titles WHERE person_id = ?1",
    "exams WHERE person_id = ?1",
    "seats WHERE person_id = ?1",
    "seat_invitations WHERE person_id = ?1",
    "vote_electors WHERE person_id = ?1",
    "absence_cases WHERE person_id = ?1",
    "committee_exclusions WHERE person_id = ?1",
    "stand_ins WHERE person_id = ?1",
    "event_officers WHERE person_id = ?1",
    "title_holders WHERE person_id = ?1",
    "decks WHERE person_id = ?1",
    "votes WHERE subject_id = ?1 AND closed_at IS NULL",
    "vote_candidates JOIN votes USING (vote_id) WHERE person_id = ?1 AND closed_at IS NULL",
    (
        "entrants e JOIN tournaments t USING (tournament_id) WHERE e.person_id = ?1"
        " AND (t.check_in_closed_at IS NOT NULL OR e.team_name IS NOT NULL) AND t.cancelled_at IS NULL"
        " AND (e.withdrawn_at IS NULL OR e.withdrawn_at > t.check_in_closed_at)"
    ),
)
"""What a member may have done here that nothing moves to another: matches, titles, votes, decisions about them."""


class _Held(NamedTuple):
    """A kind of thing that a member holds: where it stands, by what column each is told, and which of them go over."""

    table: str
    told_by: str
    those: str
    is_number: bool = False
    holder: str = "person_id"
    """The column that says who holds it."""


_GOES_OVER: Final[Mapping[str, _Held]] = {
    "entry": _Held(
        "entrants",
        "entrant_id",
        "withdrawn_at IS NULL AND EXISTS (SELECT 1 FROM tournaments t WHERE t.tournament_id = entrants.tournament_id"
        " AND t.check_in_closed_at IS NULL AND t.cancelled_at IS NULL)"
        " AND tournament_id NOT IN (SELECT tournament_id FROM entrants WHERE person_id = ?2)",
    ),
    "account": _Held(
        "accounts",
        "site",
        "held_until IS NULL AND site NOT IN (SELECT site FROM accounts WHERE person_id = ?2 AND held_until IS NULL)",
    ),
    "country": _Held(
        "countries", "since", "since NOT IN (SELECT since FROM countries WHERE person_id = ?2)", is_number=True
    ),
    "office": _Held("offices", "office", "until IS NULL AND person_id <> ?2"),
    "arbiter_title": _Held(
        "arbiter_titles",
        "since",
        "until IS NULL AND NOT EXISTS (SELECT 1 FROM arbiter_titles WHERE person_id = ?2 AND until IS NULL)",
        is_number=True,
    ),
    "duty": _Held(
        "duty",
        "since",
        "until IS NULL AND NOT EXISTS (SELECT 1 FROM duty WHERE person_id = ?2 AND until IS NULL)",
        is_number=True,
    ),
    "grade": _Held(
        "grades",
        "grade_id",
        "ended_at IS NULL AND NOT EXISTS (SELECT 1 FROM grades WHERE person_id = ?2 AND ended_at IS NULL)",
    ),
    "game_as_challenger": _Held(
        "jeek_games", "game_id", "ended_at IS NULL AND challenged_id <> ?2", holder="challenger_id"
    ),
    "game_as_challenged": _Held(
        "jeek_games", "game_id", "ended_at IS NULL AND challenger_id <> ?2", holder="challenged_id"
    ),
}
"""What a member holds here and keeps as the person whom the name meant, unless that one holds the same already."""


def has_own_results(tx: Query, person_id: PersonId) -> bool:
    """Whether the member has played, judged, voted or been judged here, so that two records stand side by side."""
    return any(
        tx.fetch_one(f"SELECT 1 FROM {facts} LIMIT 1", (person_id,)) is not None  # noqa: S608 - all are constants
        for facts in _OWN_RESULTS
    )


def add(tx: Tx, link: DiscordLink) -> None:
    """Writes the link: the person has the account from now on, and the entry before it rests."""
    tx.execute(
        "INSERT INTO discord_links (link_id, guild_id, person_id, discord_id, before_id, reason, linked_at, linked_by)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        (
            link.link_id,
            link.guild_id,
            link.person,
            link.member,
            link.before,
            link.reason,
            to_ms(link.linked_at),
            link.linked_by,
        ),
    )


def swap(tx: Tx, holds: PersonId, gains: PersonId) -> None:
    """Lets the second have the account, name, language and time zone of the first, and the first the second's name."""
    known = tx.fetch_one("SELECT discord_id, name, language FROM people WHERE person_id = ?", (holds,))
    other = tx.fetch_one("SELECT name FROM people WHERE person_id = ?", (gains,))
    if known is None or other is None:
        raise LookupError(holds)
    rest = "UPDATE people SET discord_id = NULL, name = ?, language = NULL WHERE person_id = ?"
    tx.execute(rest, (other["name"], holds))
    tx.execute(
        "UPDATE people SET discord_id = ?, name = ?, language = ? WHERE person_id = ?",
        (known["discord_id"], known["name"], known["language"], gains),
    )
    tx.execute("DELETE FROM person_zones WHERE person_id = ?", (gains,))
    tx.execute("UPDATE person_zones SET person_id = ? WHERE person_id = ?", (gains, holds))


def hand_over(tx: Tx, link: DiscordLink) -> None:
    """What the member holds is the person's from now on: places on open lists, accounts, offices, the duty."""
    for kind, held in _GOES_OVER.items():
        asked = f"SELECT {held.told_by} AS what FROM {held.table} WHERE {held.holder} = ?1 AND {held.those} ORDER BY 1"  # noqa: S608
        for row in tx.fetch_all(asked, (link.before, link.person)):
            tx.execute(
                "INSERT INTO linked_facts (link_id, kind, what) VALUES (?, ?, ?)",
                (link.link_id, kind, str(row["what"])),
            )
            _give(tx, link, kind, str(row["what"]), (link.before, link.person))


def hand_back(tx: Tx, link: DiscordLink) -> None:
    """What went over is the member's own again."""
    for row in tx.fetch_all(
        "SELECT kind, what FROM linked_facts WHERE link_id = ? ORDER BY kind, what", (link.link_id,)
    ):
        _give(tx, link, row["kind"], row["what"], (link.person, link.before))


def _give(tx: Tx, link: DiscordLink, kind: str, what: str, parties: tuple[PersonId, PersonId]) -> None:
    """The first of the two gives what was told to the second, and nothing that they hold beside it."""
    held, (giver, taker) = _GOES_OVER[kind], parties
    those, named = f"{held.holder} = ? AND {held.told_by} = ?", [giver, int(what) if held.is_number else what]
    if kind == "account":
        those += " AND held_until IS NULL"
    elif kind == "office":
        # Other terms of either, before the link or after it, stay whose they are.
        those += " AND since <= ? AND (until IS NULL OR until >= ?)"
        named += [to_ms(link.linked_at)] * 2
    tx.execute(f"UPDATE {held.table} SET {held.holder} = ? WHERE {those}", (taker, *named))  # noqa: S608 - constants
    if kind == "entry":
        asked = "UPDATE reminders SET person_id = ? WHERE entrant_id = ? AND person_id = ?"
        tx.execute(asked, (taker, what, giver))


def games_that_went_over(tx: Query, link_id: str) -> list[JeekId]:
    """Casual games that the member played or was asked to when staff linked the two."""
    rows = tx.fetch_all(
        "SELECT what FROM linked_facts WHERE link_id = ? AND kind IN ('game_as_challenger', 'game_as_challenged')"
        " ORDER BY what",
        (link_id,),
    )
    return [JeekId(row["what"]) for row in rows]


def has_begun_with_it(tx: Query, link_id: str) -> bool:
    """Whether an event has closed its list with a place on it that went over."""
    row = tx.fetch_one(
        "SELECT 1 FROM linked_facts f JOIN entrants e ON e.entrant_id = f.what JOIN tournaments t USING (tournament_id)"
        " WHERE f.link_id = ? AND f.kind = 'entry' AND t.check_in_closed_at IS NOT NULL LIMIT 1",
        (link_id,),
    )
    return row is not None


def entries_to_come(tx: Query, person_id: PersonId) -> list[tuple[EntrantId, TournamentId]]:
    """The person's places on lists that are open, the oldest first; one that was withdrawn is none."""
    rows = tx.fetch_all(
        "SELECT e.entrant_id, e.tournament_id FROM entrants e JOIN tournaments t USING (tournament_id)"
        " WHERE e.person_id = ? AND e.withdrawn_at IS NULL AND t.check_in_closed_at IS NULL AND t.cancelled_at IS NULL"
        " ORDER BY e.registered_at, e.entrant_id",
        (person_id,),
    )
    return [(EntrantId(row["entrant_id"]), TournamentId(row["tournament_id"])) for row in rows]


def load(tx: Query, link_id: str) -> DiscordLink | None:
    """One link, undone or not."""
    row = tx.fetch_one("SELECT * FROM discord_links WHERE link_id = ?", (link_id,))
    return None if row is None else _link(row)


def of_person(tx: Query, person_id: PersonId) -> DiscordLink | None:
    """The link that holds about who was known by name, or None."""
    row = tx.fetch_one("SELECT * FROM discord_links WHERE person_id = ? AND undone_at IS NULL", (person_id,))
    return None if row is None else _link(row)


def own_entries(tx: Query, person_id: PersonId) -> list[PersonId]:
    """The person, and whom the member was here before staff linked the two, which rests."""
    link = of_person(tx, person_id)
    return [person_id] if link is None else [person_id, link.before]


def undo(tx: Tx, link_id: str, by: PersonId, at: datetime) -> bool:
    """Ends it; False when it had ended before."""
    return bool(
        tx.execute(
            "UPDATE discord_links SET undone_at = ?, undone_by = ? WHERE link_id = ? AND undone_at IS NULL",
            (to_ms(at), by, link_id),
        )
    )


def has_acted_since(tx: Query, person_id: PersonId, since: datetime) -> bool:
    """Whether the person has done anything of record since the moment, played a casual game, or may have voted.

    While a vote runs it is told by nothing whether somebody has voted in it, and so it is enough that the person may.
    """
    row = tx.fetch_one(
        "SELECT 1 FROM log WHERE actor_id = ?1 AND at > ?2"
        " UNION ALL SELECT 1 FROM ballots WHERE person_id = ?1 AND cast_at > ?2"
        " UNION ALL SELECT 1 FROM vote_electors JOIN votes USING (vote_id) WHERE person_id = ?1 AND closed_at IS NULL"
        " UNION ALL SELECT 1 FROM jeek_games WHERE challenged_at > ?2"
        " AND (challenger_id = ?1 OR (challenged_id = ?1 AND started_at IS NOT NULL))"
        " LIMIT 1",
        (person_id, to_ms(since)),
    )
    return row is not None


def _link(row: sqlite3.Row) -> DiscordLink:
    return DiscordLink(
        link_id=row["link_id"],
        guild_id=row["guild_id"],
        person=PersonId(row["person_id"]),
        member=MemberId(row["discord_id"]),
        before=PersonId(row["before_id"]),
        reason=row["reason"],
        linked_at=from_ms(row["linked_at"]),
        linked_by=PersonId(row["linked_by"]),
        undone_at=from_ms_or_none(row["undone_at"]),
        undone_by=row["undone_by"],
    )
