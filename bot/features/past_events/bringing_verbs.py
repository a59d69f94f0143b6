"""Writing an event that is over from its record: whole, or not at all; and who is who in it.

What is stored has to give the same table again; a record that needs more than the bot keeps of such an event
(annulled results, which stand in a case) is refused, with the place in the file. Its organiser says who is who, since
a name proves nothing. What is asked is kept, so that the buttons outlive a restart; a name that can mean nobody known
is a new person.

The proofs of its draws stay in the file; what else hangs on a draw has to come out here as it did there. So the seed
of the draw that paired the file's contests is kept, by which a dispute knows its scene (OLY-4), and where the file
has an order by lot, the new ids are dealt so that a lot of our own gives the same order.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from bot.features.course import store as course_store
from bot.features.course.facts_verbs import facts
from bot.features.entering import store as entering_store
from bot.features.past_events import store
from bot.features.past_events.model import NameAsked, NamesAsked, RecordName, end_of
from bot.features.playing import store as playing_store
from bot.features.teams.guidance_verbs import Persons, captains_of, persons_of, with_seats
from bot.features.tournaments import facts_verbs as tournaments_facts_verbs
from bot.features.tournaments import store as tournaments_store
from bot.features.tournaments.facts_verbs import save
from bot.features.tournaments.hooks import EVENT_STRATEGIES, event_strategy
from bot.features.tournaments.store import BROUGHT, DrawPurpose
from bot.i18n.names import NAME_LIMIT, Likes, checked_name
from bot.kernel.context import ActorTx, Query, Tx
from bot.kernel.errors import Outdated, RefusedFor, UserError
from bot.kernel.ids import ContestId, EntrantId, GuildId, NameId, PersonId, TournamentId
from bot.people import store as people_store
from bot.people import verbs as people_verbs
from bot.people.lists_model import ASKED_AT_ONCE, AT_ONCE, digest
from bot.people.model import Person
from bot.people.store import same_person_ids
from bot.play import draw
from bot.play.contests import Length, NewContest, Result, StandingRow
from bot.play.draw import DrawRecord, Stream
from bot.play.entries import Entrant, Tournament
from bot.play.formats import FORMATS
from bot.play.formats.protocol import Starter
from bot.play.records import FIELD, LONG_AGO, Figure, NamedInFile, Record
from bot.rulebooks.library import fingerprint
from bot.server import verbs as server_verbs
from bot.server.model import Act

# --- who is who -----------------------------------------------------------------------------------------------------


def named_in(record: Record) -> tuple[NamedInFile, ...]:
    """Everybody who is a person in the file."""
    site = record.rulebook.registration.account
    return tuple(NamedInFile(one, record.name_of(one), site) for one in persons_of(record))


def look_through(tx: Tx, asker: Person, everybody: Sequence[Figure], seen: str) -> NamesAsked:
    """Notes which names of the files can mean somebody; what was said of these very files, `seen`, still holds."""
    before = {one.file_id: one for one in store.record_names_of_asker(tx, asker.person_id) if one.record == seen}
    likes = Likes(people_store.names(tx, asker.guild_id))
    rows: list[RecordName] = []
    for number, one in enumerate(everybody):
        kept = before.get(one.key)
        alike = people_verbs.among(tx, asker.guild_id, likes, one.name, one.site)
        if kept is None and alike:
            very = likes.same(one.name)
            same = _same_one(alike, [each for each in alike if each in very])
            fresh, whose = NameId(tx.new_id()), (asker.guild_id, asker.person_id, seen, number)
            kept = RecordName(fresh, *whose, one.key, one.name, one.site, same, files=frozenset(one.at))
        if kept is not None:
            rows.append(kept)
    store.keep_record_name(tx, asker.person_id, _each_once(rows))
    return next_questions(tx, asker)


def people_named(tx: Query, asker: Person) -> Mapping[str, Person]:
    """Whom the names of the files mean, by the keys of their figures; who is missing is new."""
    meant = {one.file_id: one.person_id for one in store.record_names_of_asker(tx, asker.person_id) if one.person_id}
    people = people_store.by_ids(tx, list(meant.values()))
    return {file_id: people[person_id] for file_id, person_id in meant.items()}


def forget(tx: Tx, asker: Person) -> None:
    """Lets go of what was asked: the record is in."""
    store.keep_record_name(tx, asker.person_id, ())


def next_questions(tx: Query, asker: Person) -> NamesAsked:
    """The next questions: very names together, then each other name by itself."""
    rows = store.record_names_of_asker(tx, asker.person_id)
    left = [row for row in rows if row.answered_at is None]
    same = _same(tx, left, rows)
    together = _together(tx, same)
    single = [] if same else left[:ASKED_AT_ONCE]
    alike = tuple(NameAsked(one.name_id, one.name, _alike(tx, one, _people_beside(one, rows))) for one in single)
    return NamesAsked(together, _digest_of(same), alike, len(left), len(rows) - len(left))


def _together(tx: Query, same: Sequence[RecordName]) -> tuple[NameAsked, ...]:
    """The very names with the one person whom each can mean."""
    people = people_store.by_ids(tx, [one.same_id for one in same if one.same_id])
    return tuple(NameAsked(one.name_id, one.name, (people[one.same_id],)) for one in same if one.same_id)


def say_who(tx: ActorTx, name_id: NameId, person_id: PersonId | None) -> NamesAsked:
    """One of the people whom a name looks like is meant, or nobody who is known; raises Outdated."""
    asker, rows = _asker(tx)
    row = next((one for one in rows if one.name_id == name_id and one.answered_at is None), None)
    if row is None:
        raise Outdated
    alike = _alike(tx, row, _people_beside(row, rows))
    if person_id is not None and all(one.person_id != person_id for one in alike):
        raise Outdated
    store.answer_record_name(tx, [_answer(row, person_id, tx.now)])
    return next_questions(tx, asker)


def say_same(tx: ActorTx, seen: str) -> NamesAsked:
    """All the very names that the card showed are who bears them here; raises Outdated where it showed others."""
    asker, rows = _asker(tx)
    same = _same(tx, [row for row in rows if row.answered_at is None], rows)
    if not same or _digest_of(same) != seen:
        raise Outdated
    store.answer_record_name(tx, [_answer(one, one.same_id, tx.now) for one in same])
    return next_questions(tx, asker)


def doubt(tx: ActorTx, name_ids: Collection[NameId]) -> NamesAsked:
    """Of these very names somebody else may be meant: each is asked about by itself."""
    asker, rows = _asker(tx)
    doubted = [row for row in rows if row.name_id in name_ids and row.answered_at is None]
    store.answer_record_name(tx, [replace(one, same_id=None) for one in doubted])
    return next_questions(tx, asker)


def ask_again(tx: ActorTx) -> NamesAsked:
    """Takes back all that was said of the file's names; each is asked about by itself."""
    asker, rows = _asker(tx)
    if not rows:
        raise Outdated
    store.answer_record_name(tx, [replace(row, same_id=None, person_id=None, answered_at=None) for row in rows])
    return next_questions(tx, asker)


def require_organiser(tx: ActorTx) -> Person:
    """Who brings the record in; raises NotAllowed."""
    person = server_verbs.recognise(tx)
    server_verbs.require(tx, person, Act.BRING_PAST_EVENTS)
    return person


def _asker(tx: ActorTx) -> tuple[Person, list[RecordName]]:
    person = require_organiser(tx)
    return person, store.record_names_of_asker(tx, person.person_id)


def _answer(row: RecordName, person_id: PersonId | None, at: datetime) -> RecordName:
    return replace(row, person_id=person_id, answered_at=at)


def _same_one(alike: Sequence[PersonId], same: Sequence[PersonId]) -> PersonId | None:
    """The one who bears the very name, where nobody else holds it as an account."""
    return same[0] if len(same) == 1 and alike[0] == same[0] else None


def _each_once(rows: Sequence[RecordName]) -> list[RecordName]:
    """Two of a file who bear one known name are asked about one by one: it can be either of them, or neither."""
    often = Counter((file, row.same_id) for row in rows for file in row.files)
    twice = {(file, same) for (file, same), count in often.items() if count > 1}
    return [
        replace(row, same_id=None) if any((file, row.same_id) in twice for file in row.files) else row for row in rows
    ]


def _people_beside(row: RecordName, rows: Iterable[RecordName]) -> set[PersonId]:
    """Who is meant by another name of one of the files."""
    return {one.person_id for one in rows if one.person_id is not None and not one.files.isdisjoint(row.files)}


def _same(tx: Query, left: Sequence[RecordName], rows: Sequence[RecordName]) -> list[RecordName]:
    """The next very names that can all be true: nobody plays twice in one event, under whichever account."""
    found: list[RecordName] = []
    for one in left:
        if len(found) == AT_ONCE:
            break
        own = [] if one.same_id is None else same_person_ids(tx, one.same_id)
        together = {each.same_id for each in found if not each.files.isdisjoint(one.files)}
        if own and together.isdisjoint(own) and _people_beside(one, rows).isdisjoint(own):
            found.append(one)
    return found


def _alike(tx: Query, row: RecordName, taken: Collection[PersonId]) -> tuple[Person, ...]:
    account = None if row.site is None else row.name
    found = people_verbs.fitting(tx, row.guild_id, row.site, row.name, account, taken)
    return tuple(one for one in found if set(taken).isdisjoint(same_person_ids(tx, one.person_id)))


def _digest_of(same: Sequence[RecordName]) -> str:
    return digest((one.name_id, one.same_id) for one in same)


LISTED, LOT = 1, 2
"""The numbers of the draws that an event that was brought in has."""


# --- ids and draws --------------------------------------------------------------------------------------------------


def ids_for(tx: Query, tournament: Tournament, record: Record, fresh: Callable[[], str]) -> dict[EntrantId, EntrantId]:
    """A new id for every entrant; the seed of our own lot shuffles them into the order that the file has."""
    field = [starter.entrant_id for starter in record.facts.starters]
    first = [one for one in record.facts.lot if one in set(field)]
    made = sorted(EntrantId(fresh()) for _ in field)
    order = Stream(bytes.fromhex(_lot_seed(tx, tournament))).shuffle(made)
    wanted = [*first, *(one for one in field if one not in set(first))]
    return dict(zip(wanted, order, strict=True))


def write_carriers(tx: Tx, tournament: Tournament, record: Record, written: Mapping[EntrantId, EntrantId]) -> None:
    """The list with its ratings, and the lot where the file has one. They prove nothing, and are never shown."""
    listed = [(written[starter.entrant_id], starter.rating) for starter in record.facts.starters]
    seeds = {written[starter.entrant_id]: starter.seed for starter in record.facts.starters if starter.seed is not None}
    secret = tournaments_store.secret(tx, tournament.tournament_id)
    own = draw.conduct(secret, tournament.tournament_id, LISTED, listed, seeds=seeds)
    _add(tx, tournament, replace(own, seed=_paired_by(record) or own.seed), DrawPurpose.FIELD)
    if record.facts.lot:
        _add(tx, tournament, replace(own, number=LOT, seed=_lot_seed(tx, tournament)), DrawPurpose.LOT)


def _add(tx: Tx, tournament: Tournament, carrier: DrawRecord, purpose: DrawPurpose) -> None:
    tournaments_store.add_draw(tx, carrier, tournament.start_at, tournament.created_by, BROUGHT, purpose)


def _lot_seed(tx: Query, tournament: Tournament) -> str:
    """Of the secret alone, since the list is made with the ids that it shuffles."""
    return draw.link(tournaments_store.secret(tx, tournament.tournament_id), LOT).hex()


def _paired_by(record: Record) -> str | None:
    """The seed of the draw that the file's contests follow."""
    numbers: Sequence[int] = [
        contest.draw for contest in record.contests if contest.voided_at is None and contest.draw is not None
    ]
    if numbers and 0 < numbers[0] <= len(record.draws):
        return record.draws[numbers[0] - 1].record.seed
    fields = [one.record.seed for one in record.draws if one.purpose == FIELD]
    return fields[-1] if fields else None


# --- writing the event ----------------------------------------------------------------------------------------------


Place = tuple[int, int, EntrantId, str]
"""A row of a table as it is compared: both ends of the place, who has it, every value."""


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


def write(tx: Tx, person: Person, record: Record, standings: tuple[StandingRow, ...], by_id: Persons) -> Tournament:
    """Writes the event as one that is over; `standings` is its table by the record alone, `by_id` everybody in it.

    Raises RecordNeedsMore where what was written gives another table.
    """
    tournament = _tournament(tx, person, record)
    written = _field(tx, tournament, record, by_id)
    _contests(tx, tournament, record, written, by_id)
    _refuse_another_table(tx, tournament, record, {new: old for old, new in written.items()}, standings)
    tournaments_facts_verbs.record(tx, tournament, "bring_tournament", person)
    return tournament


def refuse(tx: Query, guild_id: GuildId, record: Record, *, is_over: bool) -> None:
    """Refuses a record that cannot come in at all.

    Raises RecordNotOver, RecordHasAnnulments, RecordHasSanctions, RecordLacksCaptain, and RecordIsHere.
    """
    if not is_over:
        raise RefusedFor("error.RecordNotOver", name=record.name)
    if record.facts.annulled:
        raise RecordHasAnnulments(name=record.name, place="annulled[0]")
    if record.facts.sanctions:
        raise RecordHasSanctions(name=record.name, place="sanctions[0]")
    if record.former:
        raise RefusedFor("error.RecordHasFormer", name=record.name)
    _refuse_without_captain(record)
    EVENT_STRATEGIES.of(record.rulebook).refuse_record(record)
    here = tournaments_store.load(tx, record.event_id)
    if here is not None and here.guild_id == guild_id:
        raise RefusedFor("error.RecordIsHere", name=here.name)


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
    tournaments_store.add(tx, tournament, secret)
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
        event_strategy(tournament).entrant_brought(tx, record, starter, entrant_id, by_id, tournament.start_at)
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
    entering_store.add(tx, entrant, by)
    entering_store.decide_outcome(tx, entrant_id, "starter")
    if starter.withdrawn:
        left = record.withdrawn_at.get(starter.entrant_id, tournament.ended_at or tx.now)
        entering_store.withdraw(tx, entrant_id, left)
    for missed in sorted(starter.absent_in):
        course_store.miss_round(tx, entrant_id, missed, by, tournament.start_at)


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
        playing_store.add(tx, tournament.tournament_id, 1, contest_id, new, length, made_at)
        for result in (*one.earlier, contest.result):
            if result is not None:
                told = with_seats(_date(result, tournament.start_at + timedelta(seconds=at)), by_id)
                playing_store.settle(tx, tx.new_id(), contest_id, told, None, BROUGHT)


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
