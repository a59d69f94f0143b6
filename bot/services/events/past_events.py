"""Past events brought in together: looked through, shown as they would be, then written in one act or not at all.

They go in by the order of their own time, whatever the order of the files. What would come of them is shown by doing it
and letting go of it, so that the preview is what the confirmation does.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Final

from bot.domain.community import Person, Place
from bot.domain.contests import Contest
from bot.domain.events import figures
from bot.domain.events.figures import Figure, Namesakes
from bot.domain.events.past_events import (
    Arrival,
    Bringing,
    BroughtEvent,
    PastEvent,
    PastFile,
    RatedFate,
    RatingMoved,
    RatingsTaken,
    doubts_of,
    end_of,
    in_order_of_time,
)
from bot.domain.events.record_views import NamesAsked
from bot.domain.events.records import Record
from bot.domain.events.sayings import EventsBrought
from bot.domain.events.tournament import Tournament
from bot.domain.ids import GuildId, PersonId
from bot.domain.regulation.qualifying_events import QualifyingEvent, seats_of
from bot.errors import UserError
from bot.rulebooks.library import fingerprint
from bot.services.events import official, past_ratings, record_bringing, record_people
from bot.services.events.hooks import EVENT_HOOKS, EventHooks
from bot.services.events.record_teams import Persons, persons_of
from bot.storage import bringings, people
from bot.storage.context import ActorTx, Query, Tx
from bot.storage.ratings import RatingList

_OWN_ID: Final = re.compile("[a-z2-7]{12}")
"""An id as a bot gives it names one event in the whole world; any other was written by hand."""


class Shown(Exception):
    """Ends a transaction that was only to show what it would do; nothing of it is written."""

    def __init__(self, arrival: Arrival) -> None:
        """What it would have done."""
        super().__init__()
        self.arrival = arrival


class SameFileTwice(UserError):
    """Two of the files hold the very same event."""

    file: str
    other: str


class BroughtBefore(UserError):
    """The event came in by an earlier act that stands."""

    file: str
    name: str


class NamesakesInFiles(UserError):
    """One file has two people of a name that stands in another file too."""

    name: str
    file: str
    other: str


def look_through(tx: ActorTx, files: Sequence[PastFile], apart: Sequence[str] = ()) -> NamesAsked:
    """Refuses what cannot come in, and notes whom the names of all files can mean; raises what `bring` raises."""
    person = record_people.require_organiser(tx)
    ordered = _in_order(files)
    _refuse(tx, tx.guild_id, ordered)
    everybody = _everybody([one for one, _ in ordered], apart)
    return record_people.look_through(tx, person, everybody, _print_of(ordered, apart))


def show(
    tx: ActorTx,
    files: Sequence[PastFile],
    taken: RatingsTaken,
    apart: Sequence[str] = (),
) -> NamesAsked:
    """Raises Shown with what `bring` would do; answers what has to be said before."""
    found = bring(tx, files, taken, apart)
    if isinstance(found, Arrival):
        raise Shown(found)
    return found


def bring(
    tx: ActorTx,
    files: Sequence[PastFile],
    taken: RatingsTaken,
    apart: Sequence[str] = (),
) -> Arrival | NamesAsked:
    """Writes every event as one that is over, in the order of time; nothing before it is said whom the names mean.

    Raises SameFileTwice, BroughtBefore, NamesakesInFiles, what `record_bringing` refuses, and FileLacksRatings.
    """
    asked = look_through(tx, files, apart)
    if asked.left:
        return asked
    person = record_people.require_organiser(tx)
    ordered = _in_order(files)
    bringing = Bringing(tx.new_id(), tx.guild_id, person.person_id, tx.now, taken)
    bringings.add(tx, bringing)
    cast = _cast_of(tx, person, [one for one, _ in ordered], apart)
    before = past_ratings.list_that_holds(tx, tx.guild_id)
    true = _as_they_come_in(tx, tx.guild_id, ordered, taken)
    written = _write(tx, person, bringing, true, cast.by_file())
    record_people.forget(tx, person)
    bringings.drop_draft(tx, person.person_id)
    events = [one for one, _ in written]
    follow_up(tx, tx.guild_id, events, stand=True)
    _log_bringing(tx, bringing, events)
    tx.enqueue(tx.guild_id, Place.ANNOUNCEMENTS, EventsBrought(bringing.bringing_id))
    shown = tuple(_event_view(one, *found) for (one, _), found in zip(ordered, written, strict=True))
    moved = _note_moves(tx, bringing, before)
    listed_at = None if before is None else before.published_at
    arrival = Arrival(shown, taken, cast.known_people(), cast.new_names(), moved, listed_at, meant=cast.fingerprint())
    return _with_doubts(arrival, [one for one, _ in ordered], cast)


def _note_moves(tx: Tx, bringing: Bringing, before: RatingList | None) -> tuple[RatingMoved, ...]:
    """The ratings that are others than before, kept for the public post."""
    moved = past_ratings.changes_since(tx, bringing.guild_id, before)
    bringings.add_moves(tx, bringing.bringing_id, [(one.person.person_id, one.before, one.after) for one in moved])
    return moved


def _as_they_come_in(
    tx: Query, guild_id: GuildId, ordered: Sequence[tuple[PastFile, str]], taken: RatingsTaken
) -> list[tuple[PastFile, str]]:
    files = official.as_was_played(tx, guild_id, [one for one, _ in ordered], taken)
    return [(file, digest) for file, (_, digest) in zip(files, ordered, strict=True)]


@dataclass(frozen=True, slots=True)
class _Cast:
    """Everybody in the files; `known` are those who were known before, `people` all of them, by their figures' keys."""

    everybody: tuple[Figure, ...]
    known: Mapping[str, Person]
    people: Mapping[str, Person]

    def known_people(self) -> tuple[Person, ...]:
        return tuple(self.known[one.key] for one in self.everybody if one.key in self.known)

    def new_names(self) -> tuple[str, ...]:
        return tuple(one.name for one in self.everybody if one.key not in self.known)

    def fingerprint(self) -> str:
        told = [(one.key, self.known[one.key].person_id if one.key in self.known else "") for one in self.everybody]
        return sha256(repr(sorted(told)).encode("utf-8", "replace")).hexdigest()[:16]

    def by_file(self) -> list[dict[str, Person]]:
        """For each file everybody in it, by their ids there."""
        count = 1 + max((number for one in self.everybody for number in one.at), default=0)
        found: list[dict[str, Person]] = [{} for _ in range(count)]
        for one in self.everybody:
            for number, file_id in one.at.items():
                found[number][file_id] = self.people[one.key]
        return found


def _cast_of(tx: Tx, organiser: Person, ordered: Sequence[PastFile], apart: Sequence[str]) -> _Cast:
    """Everybody in the files, whoever is new written down."""
    everybody = _everybody(ordered, apart)
    known = record_people.people_named(tx, organiser)
    fresh = {one.key: _newcomer(tx, organiser.guild_id, one) for one in everybody if one.key not in known}
    return _Cast(everybody, known, {**known, **fresh})


def _with_doubts(arrival: Arrival, ordered: Sequence[PastFile], cast: _Cast) -> Arrival:
    """What the organiser is to look at once more."""
    several, alike = figures.in_several(cast.everybody), figures.slips(cast.everybody)
    return replace(arrival, doubts=doubts_of(ordered), several=several, look_alikes=alike)


def _write(
    tx: Tx, person: Person, bringing: Bringing, ordered: Sequence[tuple[PastFile, str]], by_file: Sequence[Persons]
) -> list[tuple[Tournament, RatedFate]]:
    """Each event, rated where it is to be; those before the list that holds register who is not on it yet."""
    written: list[tuple[Tournament, RatedFate]] = []
    desk = past_ratings.Desk(tx, bringing)
    for number, ((file, digest), by_id) in enumerate(zip(ordered, by_file, strict=True)):
        tournament = _write_one(tx, person, file, by_id)
        fate = desk.rate(tournament, file, by_id)
        event = BroughtEvent(tournament.tournament_id, number, file.filename, digest, fate)
        bringings.add_event(tx, bringing.bringing_id, event)
        written.append((tournament, fate))
    desk.close()
    return written


def _write_one(tx: Tx, person: Person, file: PastFile, by_id: Persons) -> Tournament:
    try:
        return record_bringing.write(tx, person, file.record, file.standings, by_id)
    except record_bringing.RecordNeedsMore as refusal:
        raise record_bringing.RecordNeedsMore(name=_with_label(file).name, place=refusal.place) from None


def _in_order(files: Sequence[PastFile]) -> list[tuple[PastFile, str]]:
    """The files in the order of time, each known by its content; raises SameFileTwice."""
    digests = [_digest(one.record) for one in files]
    for at, digest in enumerate(digests):
        if digest in digests[:at]:
            raise SameFileTwice(file=files[at].filename, other=files[digests.index(digest)].filename)
    return in_order_of_time(files, digests)


def _refuse(tx: Query, guild_id: GuildId, ordered: Sequence[tuple[PastFile, str]]) -> None:
    for file, digest in ordered:
        record_bringing.refuse(tx, guild_id, _with_label(file), is_over=file.is_over)
        before = bringings.standing_with_digest(tx, guild_id, digest)
        if before is not None:
            raise BroughtBefore(file=file.filename, name=file.record.name)


def _with_label(file: PastFile) -> Record:
    """The record under the name by which a refusal tells it from the other files."""
    return replace(file.record, name=f"{file.record.name} ({file.filename})")


def _everybody(ordered: Sequence[PastFile], apart: Sequence[str]) -> tuple[Figure, ...]:
    try:
        return figures.figures([record_people.named_in(one.record) for one in ordered], apart)
    except Namesakes as found:
        file, other = ordered[found.file].filename, ordered[found.other].filename
        raise NamesakesInFiles(name=found.name, file=file, other=other) from None


def _newcomer(tx: Tx, guild_id: GuildId, figure: Figure) -> Person:
    person = Person(PersonId(tx.new_id()), guild_id, None, figure.name, None, tx.now)
    people.save(tx, person)
    return person


def _event_view(file: PastFile, tournament: Tournament, fate: RatedFate) -> PastEvent:
    record, is_official = file.record, tournament.rulebook.official
    return PastEvent(
        record.name,
        file.filename,
        end_of(record),
        record.rulebook.format,
        is_official,
        sum(len(one.sides) > 1 for one in record.facts.contests),
        None if file.champion is None else record.name_of(file.champion),
        fate,
        bool(record.draws) or any(one.voided_at is not None for one in record.contests),
        seats_of(tournament.rulebook) is QualifyingEvent.WORLD,
        record.rulebook.official and not is_official,
        tuple(dict.fromkeys(one.code for one in record.unused)),
    )


def follow_up(tx: Tx, guild_id: GuildId, events: Sequence[Tournament], *, stand: bool) -> None:
    """Tells every capability once of the events that it has a part in."""
    told: dict[EventHooks, list[Tournament]] = {}
    for tournament in events:
        for one in EVENT_HOOKS.of(tournament.rulebook):
            told.setdefault(one, []).append(tournament)
    for hook, own in told.items():
        hook.after_bringing(tx, guild_id, own, stand=stand)


def _log_bringing(tx: Tx, bringing: Bringing, events: Sequence[Tournament]) -> None:
    """One line for all, by which they are taken back."""
    details = {"events": ", ".join(one.name for one in events), "ratings": bringing.ratings.value}
    subject, by = f"bringing:{bringing.bringing_id}", bringing.brought_by
    tx.log(bringing.guild_id, "bring_events", subject, actor=by, details=details)


def _print_of(ordered: Sequence[tuple[PastFile, str]], apart: Sequence[str]) -> str:
    """By which the files are known again while their results are put right: their events and everybody in them."""
    told = [_cast(one.record) for one, _ in ordered]
    return sha256(repr((told, sorted(apart))).encode("utf-8", "surrogatepass")).hexdigest()


def _cast(record: Record) -> tuple[str, str, list[tuple[str, str]]]:
    return record.event_id, record.name, sorted((one, record.name_of(one)) for one in persons_of(record))


def _digest(record: Record) -> str:
    """By what an event is known wherever it comes from: an id that a bot gave, or else all that happened in it."""
    if _OWN_ID.fullmatch(record.event_id):
        told: object = record.event_id
    else:
        results = sorted(repr(_content_of(record, one)) for one in record.facts.contests)
        chance = [one.record.seed for one in record.draws], record.facts.lot
        told = (record.name, fingerprint(record.rulebook), end_of(record), results, chance)
    return sha256(repr(told).encode("utf-8", "surrogatepass")).hexdigest()


def _content_of(record: Record, contest: Contest) -> tuple[object, ...]:
    """A contest without the moments that the order of the file stands for."""
    result = contest.result
    score = None if result is None else (result.score, result.walkover_games, result.draws, result.particulars)
    return contest.stage, contest.group, contest.round, tuple(map(record.name_of, contest.sides)), score
