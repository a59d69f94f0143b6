"""Writing an event that is over from its record: whole, or not at all.

What is stored has to give the same table again; a record that needs more than the bot keeps of such an event (annulled
results, which stand in a case) is refused, with the place in the file. The proofs of its draws stay in the file.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime, timedelta

from bot.domain.community import Person
from bot.domain.contests import Length, NewContest, Result
from bot.domain.entering.entries import Entrant
from bot.domain.events import draw
from bot.domain.events.past_events import end_of
from bot.domain.events.records import LONG_AGO, Record
from bot.domain.events.tournament import Tournament
from bot.domain.formats import FORMATS
from bot.domain.formats.protocol import Starter
from bot.domain.ids import ContestId, EntrantId, GuildId, PersonId, TournamentId
from bot.domain.standings import StandingRow
from bot.domain.typed_text import NAME_LIMIT, checked_name
from bot.errors import UserError
from bot.rulebooks.library import fingerprint
from bot.services import event_log
from bot.services.event_facts import facts
from bot.services.events.hooks import EVENT_HOOKS
from bot.services.events.record_carrier import ids_for, write_carriers
from bot.services.events.record_teams import Persons, captains_of, with_seats
from bot.services.timetable import save
from bot.storage import contests, entrants, fields, tournaments
from bot.storage.context import Query, Tx
from bot.storage.tournaments import BROUGHT

Place = tuple[int, int, EntrantId, str]
"""A row of a table as it is compared: both ends of the place, who has it, every value."""


class RecordNotOver(UserError):
    """Only an event in which nothing is left to play can be brought in."""

    name: str


class RecordNeedsMore(UserError):
    """By what is kept of an event that is brought in its table would be another one, from that place on."""

    name: str
    place: str


class RecordHasSanctions(UserError):
    """A case has lowered a place or withheld a prize, and a file brings no verdict in (GO-23.6)."""

    name: str
    place: str


class RecordHasAnnulments(UserError):
    """A result is annulled by a case, and a file brings none in (GO-23.1)."""

    name: str
    place: str


class RecordLacksCaptain(UserError):
    """Everybody whom the file names for a team leads another one, and nobody leads two here."""

    name: str
    team: str
    place: str


class RecordIsHere(UserError):
    """The event was played here."""

    name: str


def write(tx: Tx, person: Person, record: Record, standings: tuple[StandingRow, ...], by_id: Persons) -> Tournament:
    """Writes the event as one that is over; `standings` is its table by the record alone, `by_id` everybody in it.

    Raises RecordNeedsMore where what was written gives another table.
    """
    tournament = _tournament(tx, person, record)
    written = _field(tx, tournament, record, by_id)
    _contests(tx, tournament, record, written, by_id)
    _refuse_another_table(tx, tournament, record, {new: old for old, new in written.items()}, standings)
    event_log.record(tx, tournament, "bring_tournament", person)
    return tournament


def refuse(tx: Query, guild_id: GuildId, record: Record, *, is_over: bool) -> None:
    """Refuses a record that cannot come in at all.

    Raises RecordNotOver, RecordHasAnnulments, RecordHasSanctions, RecordLacksCaptain, and RecordIsHere.
    """
    if not is_over:
        raise RecordNotOver(name=record.name)
    if record.facts.annulled:
        raise RecordHasAnnulments(name=record.name, place="annulled[0]")
    if record.facts.sanctions:
        raise RecordHasSanctions(name=record.name, place="sanctions[0]")
    _refuse_without_captain(record)
    for one in EVENT_HOOKS.of(record.rulebook):
        one.refuse_record(record)
    here = tournaments.load(tx, record.event_id)
    if here is not None and here.guild_id == guild_id:
        raise RecordIsHere(name=here.name)


def _refuse_without_captain(record: Record) -> None:
    leading = captains_of(record)
    for at, one in enumerate(record.facts.starters):
        if one.entrant_id not in leading:
            place = f"entrants[{at}].members"
            raise RecordLacksCaptain(name=record.name, team=record.name_of(one.entrant_id), place=place)


def _tournament(tx: Tx, person: Person, record: Record) -> Tournament:
    """The event as over: nothing of it is due any more."""
    secret = tx.new_secret()
    ended_at = min(end_of(record) or tx.now, tx.now)
    began_at = min(record.facts.began_at or ended_at, ended_at)
    tournament = Tournament(
        tournament_id=TournamentId(tx.new_id()),
        guild_id=person.guild_id,
        name=checked_name(record.name[:NAME_LIMIT]),
        rulebook=record.rulebook,
        rulebook_hash=fingerprint(record.rulebook),
        start_at=began_at,
        created_at=tx.now,
        created_by=person.person_id,
        commitment=draw.commitment(secret),
    )
    tournaments.add(tx, tournament, secret)
    over = replace(
        tournament,
        draw_number=1,
        announced_at=began_at,
        check_in_opened_at=began_at,
        check_in_closed_at=began_at,
        drawn_at=began_at,
        first_call_at=began_at,
        ended_at=ended_at,
    )
    save(tx, over)
    return over


def _field(tx: Tx, tournament: Tournament, record: Record, by_id: Persons) -> Mapping[EntrantId, EntrantId]:
    """The entrants, by their ids in the file, and the list with their ratings."""
    written, leading = ids_for(tx, tournament, record, tx.new_id), captains_of(record)
    for number, starter in enumerate(record.facts.starters, start=1):
        person, entrant_id = by_id[leading[starter.entrant_id]], written[starter.entrant_id]
        _entrant(tx, tournament, record, starter, person.person_id, entrant_id, number)
        for one in EVENT_HOOKS.of(record.rulebook):
            one.entrant_brought(tx, record, starter, entrant_id, by_id, tournament.start_at)
    write_carriers(tx, tournament, record, written)
    return written


def _entrant(
    tx: Tx,
    tournament: Tournament,
    record: Record,
    starter: Starter,
    person_id: PersonId,
    entrant_id: EntrantId,
    number: int,
) -> None:
    by = tournament.created_by
    entrant = Entrant(
        entrant_id,
        tournament.tournament_id,
        person_id,
        number,
        tournament.start_at,
        tournament.start_at,
        enters_in=starter.enters_in,
        club=starter.club,
        team_name=None if record.rulebook.teams is None else record.name_of(starter.entrant_id),
    )
    entrants.add(tx, entrant, by)
    entrants.decide_outcome(tx, entrant_id, "starter")
    if starter.withdrawn:
        left = record.withdrawn_at.get(starter.entrant_id, tournament.ended_at or tx.now)
        entrants.withdraw(tx, entrant_id, left)
    for missed in sorted(starter.absent_in):
        fields.miss_round(tx, entrant_id, missed, by, tournament.start_at)


def _contests(
    tx: Tx, tournament: Tournament, record: Record, written: Mapping[EntrantId, EntrantId], by_id: Persons
) -> None:
    """Those that stand, each with its results, corrected ones first."""
    for at, one in enumerate(one for one in record.contests if one.voided_at is None):
        contest, contest_id = one.contest, ContestId(tx.new_id())
        sides = tuple(written[side] for side in contest.sides)
        new = NewContest(
            contest.stage, contest.round, contest.position, sides, contest.best_of, contest.bye_reason, contest.group
        )
        length = Length(contest.best_of, contest.play_all, contest.drawable)
        made_at = contest.created_at or tournament.start_at
        contests.add(tx, tournament.tournament_id, 1, contest_id, new, length, made_at)
        for result in (*one.earlier, contest.result):
            if result is not None:
                told = with_seats(_date(result, tournament.start_at + timedelta(seconds=at)), by_id)
                contests.settle(tx, tx.new_id(), contest_id, told, None, BROUGHT)


def _date(result: Result, at: datetime) -> Result:
    """A result without a moment of its own follows the one before."""
    return replace(result, settled_at=at) if result.settled_at.year == LONG_AGO.year else result


def _refuse_another_table(
    tx: Query,
    tournament: Tournament,
    record: Record,
    named: Mapping[EntrantId, EntrantId],
    standings: tuple[StandingRow, ...],
) -> None:
    """Holds the table of what was written, with the ids of the file, against that of the record alone."""
    rows = FORMATS[tournament.rulebook.format].standings(facts(tx, tournament), tournament.rulebook)
    own = sorted(_place(replace(row, entrant_id=named[row.entrant_id])) for row in rows)
    wanted = sorted(map(_place, standings))
    if own != wanted:
        at = next((at for at, (one, other) in enumerate(zip(own, wanted, strict=False)) if one != other), len(own))
        raise RecordNeedsMore(name=record.name, place=f"standings[{at}]")


def _place(row: StandingRow) -> Place:
    """The order of those who share a place hangs on ids, and means nothing."""
    return row.rank_from, row.rank_to, row.entrant_id, " ".join(f"{one.name}={one.value}" for one in row.values)
