"""Entries and what became of each place at the close of confirmation, seeds by hand, reminders, and obstacles.

What can be on record against an entry is one question: with most people nothing is.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Sequence
from datetime import datetime
from typing import Final

from bot.features.entering.model import EntryNumbers
from bot.features.tournaments.model import Headcount
from bot.kernel.context import Query, Tx, from_ms, to_ms, to_ms_or_none
from bot.kernel.ids import EntrantId, GuildId, MemberId, PersonId, TournamentId
from bot.kernel.tables import Codec, Table
from bot.people import store as people_store
from bot.people.model import Person
from bot.people.store import TIES
from bot.play.entries import Entrant
from bot.play.rulebook import read_grade

# --- entries --------------------------------------------------------------------------------------------------------


_ENTRANTS: Final = Table("entrants", Entrant, "entrant_id", ("entered_by",), grade=Codec(str, read_grade))


def add(tx: Tx, entrant: Entrant, entered_by: PersonId) -> None:
    """Writes a new entry."""
    _ENTRANTS.insert(tx, entrant, entered_by=entered_by)


def entered_by(tx: Query, entrant_ids: Collection[EntrantId]) -> dict[EntrantId, PersonId]:
    """Who put each of the entries on the list, the person or another."""
    rows = tx.fetch_all(
        "SELECT entrant_id, entered_by FROM entrants WHERE entrant_id IN (SELECT value FROM json_each(?))"
        " ORDER BY number, entrant_id",
        (json.dumps(list(entrant_ids)),),
    )
    return {EntrantId(row["entrant_id"]): PersonId(row["entered_by"]) for row in rows}


def without_discord(tx: Query, tournament_id: TournamentId) -> list[Entrant]:
    """Who is on the list by name alone, in the order of registration; a team has its captain's word."""
    return _ENTRANTS.fetch_all(
        tx,
        "SELECT e.* FROM entrants e JOIN people p USING (person_id) WHERE e.tournament_id = ?"
        " AND e.withdrawn_at IS NULL AND e.team_name IS NULL AND p.discord_id IS NULL ORDER BY e.number",
        (tournament_id,),
    )


def next_number(tx: Query, tournament_id: TournamentId) -> int:
    """The number that the next entry gets: the order of registration, from 1."""
    row = tx.fetch_one(
        "SELECT coalesce(max(number), 0) + 1 AS number FROM entrants WHERE tournament_id = ?", (tournament_id,)
    )
    return 1 if row is None else int(row["number"])


def of_tournament(tx: Query, tournament_id: TournamentId) -> list[Entrant]:
    """All entries, withdrawn ones too, in the order of registration."""
    return _ENTRANTS.fetch_all(tx, "SELECT * FROM entrants WHERE tournament_id = ? ORDER BY number", (tournament_id,))


def of_person(tx: Query, tournament_id: TournamentId, person_id: PersonId) -> Entrant | None:
    """The person's entry in the tournament, withdrawn or not, or None."""
    return _ENTRANTS.fetch_one(
        tx, "SELECT * FROM entrants WHERE tournament_id = ? AND person_id = ?", (tournament_id, person_id)
    )


def of_member(
    tx: Query, tournament_id: TournamentId, guild_id: GuildId, member_id: MemberId
) -> tuple[Person, Entrant] | None:
    """The person behind a member of the server with their entry in the tournament, withdrawn or not; or None."""
    row = tx.fetch_one(
        "SELECT * FROM people p JOIN entrants e USING (person_id)"
        " WHERE p.guild_id = ? AND p.discord_id = ? AND e.tournament_id = ?",
        (guild_id, member_id, tournament_id),
    )
    return None if row is None else (people_store.person_in(row), _ENTRANTS.read(row))


def load(tx: Query, entrant_id: EntrantId) -> Entrant | None:
    """One entry, or None when the id is unknown."""
    return _ENTRANTS.fetch_one(tx, "SELECT * FROM entrants WHERE entrant_id = ?", (entrant_id,))


def by_ids(tx: Query, entrant_ids: Collection[EntrantId]) -> list[Entrant]:
    """The entries asked for, in any order; an unknown id is simply missing."""
    return _ENTRANTS.fetch_all(
        tx,
        "SELECT * FROM entrants WHERE entrant_id IN (SELECT value FROM json_each(?)) ORDER BY entrant_id",
        (json.dumps(list(entrant_ids)),),
    )


def on_list(tx: Query, tournament_id: TournamentId, skipped: int, limit: int) -> list[Entrant]:
    """A stretch of those who did not withdraw, in the order of registration."""
    return _ENTRANTS.fetch_all(
        tx,
        "SELECT * FROM entrants WHERE tournament_id = ? AND withdrawn_at IS NULL ORDER BY number LIMIT ? OFFSET ?",
        (tournament_id, limit, skipped),
    )


def names_on_list(tx: Query, tournament_id: TournamentId) -> Iterator[tuple[EntrantId, str]]:
    """The names of those who did not withdraw, as they appear, in the order of registration."""
    rows = tx.fetch_all(
        "SELECT entrant_id, coalesce(team_name, name) AS shown FROM entrants JOIN people USING (person_id)"
        " WHERE tournament_id = ? AND withdrawn_at IS NULL ORDER BY number",
        (tournament_id,),
    )
    return ((EntrantId(row["entrant_id"]), str(row["shown"])) for row in rows)


def entries_of(tx: Query, person_id: PersonId) -> list[Entrant]:
    """All entries of one person, latest first."""
    return _ENTRANTS.fetch_all(
        tx, "SELECT * FROM entrants WHERE person_id = ? ORDER BY registered_at DESC, entrant_id", (person_id,)
    )


def places_of(tx: Query, person_ids: Collection[PersonId]) -> list[Entrant]:
    """Where these people, or teams of theirs, are on the list or play, the latest first."""
    return _ENTRANTS.fetch_all(
        tx,
        "SELECT * FROM entrants WHERE entrant_id IN"
        " (SELECT entrant_id FROM entrants WHERE person_id IN (SELECT value FROM json_each(?1))"
        " UNION SELECT entrant_id FROM team_members WHERE person_id IN (SELECT value FROM json_each(?1)))"
        " AND withdrawn_at IS NULL AND (outcome IS NULL OR outcome = 'starter')"
        " ORDER BY registered_at DESC, entrant_id",
        (json.dumps(list(person_ids)),),
    )


def check_in(tx: Tx, entrant_id: EntrantId, at: datetime, *, own_word: bool = False) -> bool:
    """Notes that the entrant confirmed, by a press of the own or not; False when that was noted before, or it left."""
    return bool(
        tx.execute(
            "UPDATE entrants SET checked_in_at = ?1, own_word = CASE WHEN own_word > ?2 THEN own_word ELSE ?2 END"
            " WHERE entrant_id = ?3 AND checked_in_at IS NULL AND withdrawn_at IS NULL",
            (to_ms(at), int(own_word), entrant_id),
        )
    )


def note_own_word(tx: Tx, entrant_id: EntrantId, *, given: bool) -> None:
    """Notes whether the person has said by any press that they want to play."""
    tx.execute(
        "UPDATE entrants SET own_word = ? WHERE entrant_id = ? AND own_word <> ?", (int(given), entrant_id, int(given))
    )


def without_own_word(tx: Query, tournament_id: TournamentId) -> frozenset[EntrantId]:
    """Whom others put on the list, and who have pressed nothing since."""
    rows = tx.fetch_all("SELECT entrant_id FROM entrants WHERE tournament_id = ? AND own_word = 0", (tournament_id,))
    return frozenset(EntrantId(row["entrant_id"]) for row in rows)


def withdraw(tx: Tx, entrant_id: EntrantId, at: datetime) -> bool:
    """Notes that the entrant left; False when that was noted before."""
    return bool(
        tx.execute(
            "UPDATE entrants SET withdrawn_at = ? WHERE entrant_id = ? AND withdrawn_at IS NULL",
            (to_ms(at), entrant_id),
        )
    )


def come_back(tx: Tx, entrant_id: EntrantId) -> None:
    """The entrant has not left, as far as the event goes on."""
    tx.execute("UPDATE entrants SET withdrawn_at = NULL WHERE entrant_id = ?", (entrant_id,))


def enter_again(
    tx: Tx,
    entrant_id: EntrantId,
    number: int,
    at: datetime,
    checked_in_at: datetime | None,
    enters_in: int | None = None,
    by: PersonId | None = None,
) -> None:
    """Takes back who had withdrawn, at the end of the list; into an arena that runs also who had missed its start.

    `by` is who enters them now; None where they only have their place back.
    """
    tx.execute(
        "UPDATE entrants SET withdrawn_at = NULL, number = ?, registered_at = ?, checked_in_at = ?,"
        " enters_in = coalesce(?, enters_in), entered_by = coalesce(?, entered_by) WHERE entrant_id = ?",
        (number, to_ms(at), to_ms_or_none(checked_in_at), enters_in, by, entrant_id),
    )


def give_to(tx: Tx, entrant_id: EntrantId, person_id: PersonId) -> None:
    """Makes the person the one who answers for the entry, as the new captain of a team."""
    tx.execute("UPDATE entrants SET person_id = ? WHERE entrant_id = ?", (person_id, entrant_id))


def take_over(tx: Tx, place: Entrant, out: Entrant, stand_in: Person) -> None:
    """Who stood in the entry `out` holds the place from now on, and who held it has that entry, as one who left.

    No two entries of an event are one person's, so that a person who is made for this holds the place for a moment.
    """
    people_store.save(tx, stand_in)
    by = entered_by(tx, [place.entrant_id, out.entrant_id])
    words = without_own_word(tx, place.tournament_id)
    give_to(tx, place.entrant_id, stand_in.person_id)
    _give(tx, out, place.person_id, by[place.entrant_id], own_word=place.entrant_id not in words)
    _give(tx, place, out.person_id, by[out.entrant_id], own_word=out.entrant_id not in words)
    tx.execute("DELETE FROM people WHERE person_id = ?", (stand_in.person_id,))


def _give(tx: Tx, entrant: Entrant, person_id: PersonId, by: PersonId, *, own_word: bool) -> None:
    give_to(tx, entrant.entrant_id, person_id)
    tx.execute(
        "UPDATE entrants SET entered_by = ?, own_word = ? WHERE entrant_id = ?",
        (by, int(own_word), entrant.entrant_id),
    )


def say_club(tx: Tx, entrant_id: EntrantId, club: str | None) -> None:
    """Notes the club that the entrant plays for; None is no club."""
    tx.execute("UPDATE entrants SET club = ? WHERE entrant_id = ?", (club, entrant_id))


def note_grade(tx: Tx, entrant_id: EntrantId, grade: str | None) -> None:
    """Notes the grade with which the entrant is drawn."""
    tx.execute("UPDATE entrants SET grade = ? WHERE entrant_id = ?", (grade, entrant_id))


def take_back_check_in(tx: Tx, entrant_id: EntrantId) -> None:
    """Takes the confirmation of one entry back."""
    tx.execute("UPDATE entrants SET checked_in_at = NULL WHERE entrant_id = ?", (entrant_id,))


def clear_check_ins(tx: Tx, tournament_id: TournamentId) -> int:
    """Takes back every confirmation, as when the start moved away from them; answers how many there were."""
    return tx.execute(
        "UPDATE entrants SET checked_in_at = NULL WHERE tournament_id = ? AND checked_in_at IS NOT NULL",
        (tournament_id,),
    )


def open_again(tx: Tx, tournament_id: TournamentId) -> None:
    """Takes back what the close decided, and every confirmation: the list is as before check-in."""
    clear_check_ins(tx, tournament_id)
    tx.execute("UPDATE entrants SET outcome = NULL WHERE tournament_id = ?", (tournament_id,))


def playing_in(tx: Query, person_id: PersonId) -> list[TournamentId]:
    """Tournaments under way, from the close of confirmation to the end, in which the person has a place.

    Whoever plays for a team has one with it, its captain too.
    """
    rows = tx.fetch_all(
        "SELECT DISTINCT t.tournament_id, t.start_at FROM entrants e JOIN tournaments t USING (tournament_id)"
        " WHERE (e.person_id = ? OR e.entrant_id IN (SELECT entrant_id FROM team_members WHERE person_id = ?))"
        " AND e.outcome = 'starter' AND t.ended_at IS NULL AND t.cancelled_at IS NULL"
        " ORDER BY t.start_at, t.tournament_id",
        (person_id, person_id),
    )
    return [TournamentId(row["tournament_id"]) for row in rows]


def placed_in(tx: Query, person_id: PersonId) -> list[TournamentId]:
    """As `playing_in`, with the events whose confirmation is open and on whose list the person or the team stands."""
    rows = tx.fetch_all(
        "SELECT DISTINCT t.tournament_id, t.start_at FROM entrants e JOIN tournaments t USING (tournament_id)"
        " WHERE (e.person_id = ? OR e.entrant_id IN (SELECT entrant_id FROM team_members WHERE person_id = ?))"
        " AND (e.outcome = 'starter' OR (e.withdrawn_at IS NULL AND t.check_in_opened_at IS NOT NULL"
        " AND t.check_in_closed_at IS NULL)) AND t.ended_at IS NULL AND t.cancelled_at IS NULL"
        " ORDER BY t.start_at, t.tournament_id",
        (person_id, person_id),
    )
    return [TournamentId(row["tournament_id"]) for row in rows]


def entered_in(tx: Query, person_ids: Collection[PersonId]) -> list[TournamentId]:
    """Events that are not over and in which one of them, or a team of theirs, is on the list or plays."""
    rows = tx.fetch_all(
        "SELECT DISTINCT t.tournament_id, t.start_at FROM entrants e JOIN tournaments t USING (tournament_id)"
        " WHERE e.entrant_id IN (SELECT entrant_id FROM entrants WHERE person_id IN (SELECT value FROM json_each(?1))"
        " UNION SELECT entrant_id FROM team_members WHERE person_id IN (SELECT value FROM json_each(?1)))"
        " AND e.withdrawn_at IS NULL AND (e.outcome IS NULL OR e.outcome = 'starter')"
        " AND t.ended_at IS NULL AND t.cancelled_at IS NULL ORDER BY t.start_at, t.tournament_id",
        (json.dumps(list(person_ids)),),
    )
    return [TournamentId(row["tournament_id"]) for row in rows]


def decide_outcome(tx: Tx, entrant_id: EntrantId, outcome: str) -> None:
    """Writes what became of the place at the close: 'starter', 'absent' or 'left_over'."""
    tx.execute("UPDATE entrants SET outcome = ? WHERE entrant_id = ?", (outcome, entrant_id))


def with_outcome(tx: Query, tournament_id: TournamentId, outcome: str) -> list[Entrant]:
    """Entries with the given outcome, in the order of registration."""
    return _ENTRANTS.fetch_all(
        tx, "SELECT * FROM entrants WHERE tournament_id = ? AND outcome = ? ORDER BY number", (tournament_id, outcome)
    )


def starters_who_left(tx: Query, tournament_id: TournamentId) -> list[EntrantId]:
    """Those of the field who have left the event since, in the order of registration."""
    rows = tx.fetch_all(
        "SELECT entrant_id FROM entrants WHERE tournament_id = ? AND outcome = 'starter'"
        " AND withdrawn_at IS NOT NULL ORDER BY number",
        (tournament_id,),
    )
    return [EntrantId(row["entrant_id"]) for row in rows]


def people_behind(tx: Query, tournament_id: TournamentId) -> dict[EntrantId, PersonId]:
    """Who is behind each of the field, in the order of registration: of a team, its captain."""
    rows = tx.fetch_all(
        "SELECT entrant_id, person_id FROM entrants WHERE tournament_id = ? AND outcome = 'starter' ORDER BY number",
        (tournament_id,),
    )
    return {EntrantId(row["entrant_id"]): PersonId(row["person_id"]) for row in rows}


def starters(tx: Query, tournament_id: TournamentId) -> list[EntrantId]:
    """The field, in the order of registration."""
    rows = tx.fetch_all(
        "SELECT entrant_id FROM entrants WHERE tournament_id = ? AND outcome = 'starter' ORDER BY number",
        (tournament_id,),
    )
    return [EntrantId(row["entrant_id"]) for row in rows]


def stayed_out(tx: Query, entrant_id: EntrantId) -> bool:
    """Whether the close decided that the entry does not start."""
    row = tx.fetch_one(
        "SELECT 1 FROM entrants WHERE entrant_id = ? AND outcome IS NOT NULL AND outcome <> 'starter'", (entrant_id,)
    )
    return row is not None


def is_starter(tx: Query, entrant_id: EntrantId) -> bool:
    """Whether the place became one of the field, whoever holds it."""
    row = tx.fetch_one("SELECT 1 FROM entrants WHERE entrant_id = ? AND outcome = 'starter'", (entrant_id,))
    return row is not None


def still_playing(tx: Query, tournament_id: TournamentId) -> int:
    """How many of the field have not left."""
    row = tx.fetch_one(
        "SELECT count(*) AS n FROM entrants WHERE tournament_id = ? AND outcome = 'starter' AND withdrawn_at IS NULL",
        (tournament_id,),
    )
    return 0 if row is None else int(row["n"])


def present(tx: Query, tournament_id: TournamentId, entrant_ids: Collection[EntrantId], others: int) -> list[Entrant]:
    """Of these starters those who have not left, and of all the others who have not left so many."""
    named = json.dumps(list(entrant_ids))
    rows = tx.fetch_all(
        "SELECT * FROM entrants WHERE entrant_id IN (SELECT value FROM json_each(?)) AND tournament_id = ?"
        " AND outcome = 'starter' AND withdrawn_at IS NULL ORDER BY number",
        (named, tournament_id),
    )
    rows += tx.fetch_all(
        "SELECT * FROM entrants WHERE tournament_id = ? AND outcome = 'starter' AND withdrawn_at IS NULL"
        " AND entrant_id NOT IN (SELECT value FROM json_each(?)) ORDER BY number LIMIT ?",
        (tournament_id, named, others),
    )
    return [_ENTRANTS.read(row) for row in rows]


def headcount(tx: Query, tournament_id: TournamentId) -> Headcount:
    """How many are on the list and how many confirmed, wait list included."""
    row = tx.fetch_one(
        "SELECT count(*) AS registered, count(checked_in_at) AS checked_in FROM entrants"
        " WHERE tournament_id = ? AND withdrawn_at IS NULL",
        (tournament_id,),
    )
    return Headcount(0, 0) if row is None else Headcount(row["registered"], row["checked_in"])


def numbers_in(tx: Query, tournament_ids: Collection[TournamentId]) -> dict[TournamentId, EntryNumbers]:
    """How many there are in each of the events, of those that anybody has entered."""
    rows = tx.fetch_all(
        "SELECT tournament_id, count(*) FILTER (WHERE withdrawn_at IS NULL) AS registered,"
        " count(*) FILTER (WHERE outcome = 'starter') AS starters, max(number) AS highest,"
        " min(registered_at) FILTER (WHERE number > 8) AS above_8_at,"
        " min(registered_at) FILTER (WHERE number > 16) AS above_16_at,"
        " min(registered_at) FILTER (WHERE number > 32) AS above_32_at"
        " FROM entrants WHERE tournament_id IN (SELECT value FROM json_each(?))"
        " GROUP BY tournament_id ORDER BY tournament_id",
        (json.dumps(list(tournament_ids)),),
    )
    return {
        TournamentId(row["tournament_id"]): EntryNumbers(
            registered=row["registered"],
            starters=row["starters"],
            highest=row["highest"],
            grown_at=tuple(
                from_ms(row[name]) for name in ("above_8_at", "above_16_at", "above_32_at") if row[name] is not None
            ),
        )
        for row in rows
    }


def place_in_line(tx: Query, entrant: Entrant) -> int:
    """The entrant's place among those who did not withdraw, from 1; beyond the capacity it is the wait list."""
    row = tx.fetch_one(
        "SELECT count(*) AS place FROM entrants WHERE tournament_id = ? AND withdrawn_at IS NULL AND number <= ?",
        (entrant.tournament_id, entrant.number),
    )
    return 0 if row is None else int(row["place"])


def replace_hand_seeds(tx: Tx, tournament_id: TournamentId, order: Sequence[EntrantId]) -> None:
    """Writes the order, the first best, in place of the one that stood; an empty one is none."""
    tx.execute("DELETE FROM hand_seeds WHERE tournament_id = ?", (tournament_id,))
    tx.execute_many(
        "INSERT INTO hand_seeds (tournament_id, entrant_id, seed) VALUES (?, ?, ?)",
        [(tournament_id, entrant_id, seed) for seed, entrant_id in enumerate(order, start=1)],
    )


def hand_seeds_of_tournament(tx: Query, tournament_id: TournamentId) -> tuple[EntrantId, ...]:
    """Everybody whom organisers have seeded by hand, the first best; who has left since too."""
    rows = tx.fetch_all("SELECT entrant_id FROM hand_seeds WHERE tournament_id = ? ORDER BY seed", (tournament_id,))
    return tuple(EntrantId(row["entrant_id"]) for row in rows)


# --- seeds by hand --------------------------------------------------------------------------------------------------


def keep_typed(tx: Tx, tournament_id: TournamentId, person_id: PersonId, typed: str, at: datetime) -> None:
    """Keeps what the person typed, in place of what they typed before."""
    tx.execute(
        "INSERT INTO seed_forms (tournament_id, person_id, typed, typed_at) VALUES (?, ?, ?, ?)"
        " ON CONFLICT (tournament_id, person_id) DO UPDATE SET typed = excluded.typed, typed_at = excluded.typed_at",
        (tournament_id, person_id, typed, to_ms(at)),
    )


def typed_by(tx: Query, tournament_id: TournamentId, person_id: PersonId) -> str | None:
    """What the person typed and could not be taken."""
    row = tx.fetch_one(
        "SELECT typed FROM seed_forms WHERE tournament_id = ? AND person_id = ?", (tournament_id, person_id)
    )
    return None if row is None else str(row["typed"])


def forget_typed(tx: Tx, tournament_id: TournamentId, person_id: PersonId) -> None:
    """Lets go of what the person typed."""
    tx.execute("DELETE FROM seed_forms WHERE tournament_id = ? AND person_id = ?", (tournament_id, person_id))


def ask_for_reminder(tx: Tx, entrant_id: EntrantId, person_id: PersonId, at: datetime) -> bool:
    """Notes the wish, in the place of a former captain's; False when the person had it before."""
    return bool(
        tx.execute(
            "INSERT INTO reminders (entrant_id, person_id, asked_at) VALUES (?, ?, ?)"
            " ON CONFLICT (entrant_id) DO UPDATE SET person_id = excluded.person_id, asked_at = excluded.asked_at"
            " WHERE reminders.person_id <> excluded.person_id",
            (entrant_id, person_id, to_ms(at)),
        )
    )


def end_reminder(tx: Tx, entrant_id: EntrantId) -> bool:
    """Takes the wish back; False when there was none."""
    return bool(tx.execute("DELETE FROM reminders WHERE entrant_id = ?", (entrant_id,)))


# --- reminders ------------------------------------------------------------------------------------------------------


def is_wanted(tx: Query, entrant_id: EntrantId, person_id: PersonId) -> bool:
    """Whether the person asked for it, and nobody else who answered for the entry before."""
    found = "SELECT 1 FROM reminders WHERE entrant_id = ? AND person_id = ?"
    return tx.fetch_one(found, (entrant_id, person_id)) is not None


def reminders_of_unconfirmed(tx: Query, tournament_id: TournamentId) -> list[tuple[EntrantId, PersonId]]:
    """Who asked, is on the list and has not confirmed, in the order of registration."""
    rows = tx.fetch_all(
        "SELECT e.entrant_id, e.person_id FROM reminders r"
        " JOIN entrants e ON e.entrant_id = r.entrant_id AND e.person_id = r.person_id"
        " WHERE e.tournament_id = ? AND e.withdrawn_at IS NULL AND e.checked_in_at IS NULL ORDER BY e.number",
        (tournament_id,),
    )
    return [(EntrantId(row["entrant_id"]), PersonId(row["person_id"])) for row in rows]


def any_against(tx: Query, person_id: PersonId, guild_id: GuildId, seat_in: str | None, now: datetime) -> bool:
    """Whether the person is one with somebody else, is barred now, or has a sure seat in that kind of event."""
    row = tx.fetch_one(
        f"SELECT EXISTS (SELECT 1 FROM ({TIES}) t WHERE other <> one)"  # noqa: S608 - a constant
        " OR EXISTS (SELECT 1 FROM bars WHERE person_id = ?2 AND lifted_at IS NULL AND since <= ?3"
        " AND (until IS NULL OR until > ?3))"
        " OR EXISTS (SELECT 1 FROM seats WHERE guild_id = ?4 AND event = ?5 AND person_id = ?2 AND until IS NULL)"
        " AS found",
        (json.dumps([person_id]), person_id, to_ms(now), guild_id, seat_in),
    )
    return row is None or bool(row["found"])
