"""Who is who in a record that is about to come in: its organiser says it, since a name proves nothing.

What is asked is kept, so that the buttons outlive a restart; a person whom nobody can mean is somebody new.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from hashlib import sha256
from typing import Final

from bot.domain.community import Person
from bot.domain.events.figures import Figure, Named
from bot.domain.events.record_views import NameAsked, NamesAsked, RecordName
from bot.domain.events.records import Record
from bot.domain.ids import NameId, PersonId
from bot.domain.likeness import Likes
from bot.domain.permissions import Act
from bot.errors import Outdated
from bot.services import access, known_people
from bot.services.events.record_teams import persons_of
from bot.storage import people, record_names
from bot.storage.context import ActorTx, Query, Tx
from bot.storage.identities import selves

AT_ONCE: Final = 20
"""Very names that one press confirms."""
ASKED_AT_ONCE: Final = 3


def named_in(record: Record) -> tuple[Named, ...]:
    """Everybody who is a person in the file."""
    site = record.rulebook.registration.account
    return tuple(Named(one, record.name_of(one), site) for one in persons_of(record))


def look_through(tx: Tx, asker: Person, everybody: Sequence[Figure], seen: str) -> NamesAsked:
    """Notes which names of the files can mean somebody; what was said of these very files, `seen`, still holds."""
    before = {one.file_id: one for one in record_names.of_asker(tx, asker.person_id) if one.record == seen}
    likes = Likes(people.names(tx, asker.guild_id))
    rows: list[RecordName] = []
    for number, one in enumerate(everybody):
        kept = before.get(one.key)
        alike = known_people.among(tx, asker.guild_id, likes, one.name, one.site)
        if kept is None and alike:
            very = likes.same(one.name)
            same = _same_one(alike, [each for each in alike if each in very])
            fresh, whose = NameId(tx.new_id()), (asker.guild_id, asker.person_id, seen, number)
            kept = RecordName(fresh, *whose, one.key, one.name, one.site, same, files=frozenset(one.at))
        if kept is not None:
            rows.append(kept)
    record_names.keep(tx, asker.person_id, _each_once(rows))
    return next_questions(tx, asker)


def people_named(tx: Query, asker: Person) -> Mapping[str, Person]:
    """Whom the names of the files mean, by the keys of their figures; who is missing is new."""
    meant = {one.file_id: one.person_id for one in record_names.of_asker(tx, asker.person_id) if one.person_id}
    known = people.by_ids(tx, list(meant.values()))
    return {file_id: known[person_id] for file_id, person_id in meant.items()}


def forget(tx: Tx, asker: Person) -> None:
    """Lets go of what was asked: the record is in."""
    record_names.keep(tx, asker.person_id, ())


def next_questions(tx: Query, asker: Person) -> NamesAsked:
    """The next questions: very names together, then each other name by itself."""
    rows = record_names.of_asker(tx, asker.person_id)
    left = [one for one in rows if one.answered_at is None]
    same = _same(tx, left, rows)
    together = _together(tx, same)
    single = [] if same else left[:ASKED_AT_ONCE]
    alike = tuple(NameAsked(one.name_id, one.name, _alike(tx, one, _people_beside(one, rows))) for one in single)
    return NamesAsked(together, _digest_of(same), alike, len(left), len(rows) - len(left))


def _together(tx: Query, same: Sequence[RecordName]) -> tuple[NameAsked, ...]:
    """The very names with the one person whom each can mean."""
    known = people.by_ids(tx, [one.same_id for one in same if one.same_id])
    return tuple(NameAsked(one.name_id, one.name, (known[one.same_id],)) for one in same if one.same_id)


def say_who(tx: ActorTx, name_id: NameId, person_id: PersonId | None) -> NamesAsked:
    """One of the people whom a name looks like is meant, or nobody who is known; raises Outdated."""
    asker, rows = _asker(tx)
    row = next((one for one in rows if one.name_id == name_id and one.answered_at is None), None)
    if row is None:
        raise Outdated
    alike = _alike(tx, row, _people_beside(row, rows))
    if person_id is not None and all(one.person_id != person_id for one in alike):
        raise Outdated
    record_names.answer(tx, [_answer(row, person_id, tx.now)])
    return next_questions(tx, asker)


def say_same(tx: ActorTx, seen: str) -> NamesAsked:
    """All the very names that the card showed are who bears them here; raises Outdated where it showed others."""
    asker, rows = _asker(tx)
    same = _same(tx, [one for one in rows if one.answered_at is None], rows)
    if not same or _digest_of(same) != seen:
        raise Outdated
    record_names.answer(tx, [_answer(one, one.same_id, tx.now) for one in same])
    return next_questions(tx, asker)


def doubt(tx: ActorTx, name_ids: Collection[NameId]) -> NamesAsked:
    """Of these very names somebody else may be meant: each is asked about by itself."""
    asker, rows = _asker(tx)
    doubted = [one for one in rows if one.name_id in name_ids and one.answered_at is None]
    record_names.answer(tx, [replace(one, same_id=None) for one in doubted])
    return next_questions(tx, asker)


def ask_again(tx: ActorTx) -> NamesAsked:
    """Takes back all that was said of the file's names; each is asked about by itself."""
    asker, rows = _asker(tx)
    if not rows:
        raise Outdated
    record_names.answer(tx, [replace(one, same_id=None, person_id=None, answered_at=None) for one in rows])
    return next_questions(tx, asker)


def require_organiser(tx: ActorTx) -> Person:
    """Who brings the record in; raises NotAllowed."""
    person = access.recognise(tx)
    access.require(tx, person, Act.BRING_PAST_EVENTS)
    return person


def _asker(tx: ActorTx) -> tuple[Person, list[RecordName]]:
    person = require_organiser(tx)
    return person, record_names.of_asker(tx, person.person_id)


def _answer(row: RecordName, person_id: PersonId | None, at: datetime) -> RecordName:
    return replace(row, person_id=person_id, answered_at=at)


def _same_one(alike: Sequence[PersonId], same: Sequence[PersonId]) -> PersonId | None:
    """The one who bears the very name, where nobody else holds it as an account."""
    return same[0] if len(same) == 1 and alike[0] == same[0] else None


def _each_once(rows: Sequence[RecordName]) -> list[RecordName]:
    """Two of a file who bear one known name are asked about one by one: it can be either of them, or neither."""
    often = Counter((file, one.same_id) for one in rows for file in one.files)
    twice = {(file, same) for (file, same), count in often.items() if count > 1}
    return [
        replace(one, same_id=None) if any((file, one.same_id) in twice for file in one.files) else one for one in rows
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
        own = [] if one.same_id is None else selves(tx, one.same_id)
        together = {each.same_id for each in found if not each.files.isdisjoint(one.files)}
        if own and together.isdisjoint(own) and _people_beside(one, rows).isdisjoint(own):
            found.append(one)
    return found


def _alike(tx: Query, row: RecordName, taken: Collection[PersonId]) -> tuple[Person, ...]:
    account = None if row.site is None else row.name
    found = known_people.fitting(tx, row.guild_id, row.site, row.name, account, taken)
    return tuple(one for one in found if set(taken).isdisjoint(selves(tx, one.person_id)))


def _digest_of(same: Sequence[RecordName]) -> str:
    return sha256(" ".join(f"{one.name_id}={one.same_id}" for one in same).encode()).hexdigest()[:12]
