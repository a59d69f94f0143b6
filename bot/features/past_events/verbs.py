"""Past events brought in together: looked through, shown as they would be, then written in one act or not at all.

They go in by the order of their own time, whatever the order of the files. The preview is made by doing it and
letting go of it, so it is what the confirmation does. Each moves ratings from the list that holds at its end, or as
its file publishes them. A list is a decision and is never derived again: an event that ended before the list that
holds is in it already. A person who really played in an official one and stands on no list is registered by it all
the same (AIJE-B03-1).

Where nothing of an association moves (no official event, no rating, or a server that has none), the sender of the
files confirms them. Else it is who comes first by the one rule of second signatures, without all who play in the
files, and ratings as the files publish them need more; an international arbiter who does not play in them may always
(AIJE-B01-AI).
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Final

from bot.features.course import ending_verbs as course_ending_verbs
from bot.features.course.ending_verbs import came, rated_matches
from bot.features.entering import bars_store as entering_bars_store
from bot.features.past_events import bringing_verbs, store
from bot.features.past_events.model import (
    Bringing,
    BroughtEvent,
    BroughtEvents,
    NamesAsked,
    PastEvent,
    PastEventsTold,
    PastEventsWished,
    PastFile,
    RatedFate,
    RatingMoved,
    RatingsTaken,
    RecordDraft,
    doubts_of,
    end_of,
    in_order_of_time,
    print_of,
)
from bot.features.registry import roles_verbs as registry_roles_verbs
from bot.features.signing import store as signing_store
from bot.features.signing import verbs as signing_verbs
from bot.features.signing.model import LIST_WAITS_FOR, Signature, SignatureView, Signed, WishOutcome
from bot.features.teams.guidance_verbs import Persons, captains_of, persons_of
from bot.features.tournaments import facts_verbs as tournaments_facts_verbs
from bot.features.tournaments.hooks import EVENT_HOOKS, EventHooks
from bot.features.tournaments.model import held_back
from bot.features.tournaments.official_verbs import standing
from bot.features.tournaments.promises_model import EventsBrought
from bot.kernel.context import ActorQuery, ActorTx, Query, Tx
from bot.kernel.errors import NotAllowed, Outdated, RefusedFor, UserError
from bot.kernel.ids import GuildId, PersonId, Place
from bot.people import ratings_store as people_ratings_store
from bot.people import ratings_verbs as people_ratings_verbs
from bot.people import store as people_store
from bot.people import verbs as people_verbs
from bot.people.model import ArbiterTitle, Capacity, Office, Person
from bot.people.ratings_store import Rated, RatingList
from bot.play import records
from bot.play.contests import Contest
from bot.play.entries import Tournament
from bot.play.rating import with_terms
from bot.play.records import Figure, Namesakes, RatingLine, Record
from bot.play.rulebook import QualifyingEvent, seats_of
from bot.rulebooks.library import fingerprint
from bot.server import bounds_verbs
from bot.server import verbs as server_verbs
from bot.server.bounds_model import Bounded

# --- ratings --------------------------------------------------------------------------------------------------------


def list_that_holds(tx: Query, guild_id: GuildId) -> RatingList | None:
    """The list that holds."""
    return people_ratings_store.current(tx, guild_id)


def changes_since(tx: Query, guild_id: GuildId, before: RatingList | None) -> tuple[RatingMoved, ...]:
    """Whose rating is another one than on the list that held before, the highest first."""
    now = people_ratings_store.current(tx, guild_id)
    old: Mapping[PersonId, Rated] = {} if before is None else before.rated
    lines = [] if now is None else [one for one in now.rated.values() if _rating(old, one.person_id) != one.rating]
    people = people_store.by_ids(tx, [line.person_id for line in lines])
    ordered = sorted(lines, key=lambda line: (-line.rating, line.person_id))
    return tuple(RatingMoved(people[one.person_id], _rating(old, one.person_id), one.rating) for one in ordered)


def _rating(lines: Mapping[PersonId, Rated], person_id: PersonId) -> float | None:
    return lines[person_id].rating if person_id in lines else None


class Desk:
    """Rates the events of one act, in their order of time."""

    def __init__(self, tx: Tx, bringing: Bringing) -> None:
        """The list that holds before the first of them says which are in it already."""
        self._tx, self._bringing = tx, bringing
        self._held = people_ratings_store.current(tx, bringing.guild_id)
        self._registered: dict[PersonId, float] = {}

    def rate(self, tournament: Tournament, file: PastFile, by_id: Persons) -> RatedFate:
        """Publishes the list of one event, as of its end; what is in the list already registers people alone."""
        if self._bringing.ratings is RatingsTaken.LEFT:
            return RatedFate.LEFT
        if not tournament.rulebook.rating.rated or tournament.ended_at is None:
            return RatedFate.UNRATED
        told = self._file_ratings(file, by_id)
        if self._held is not None and tournament.ended_at <= self._held.published_at:
            self._note_players(tournament, {} if told is None else told)
            return RatedFate.IN_LIST
        self.close()
        if told is not None:
            self._begin_as_told(tournament, file, by_id)
        done = course_ending_verbs.publish_ratings(
            self._tx, tournament, tournament.ended_at, told, self._bringing.bringing_id
        )
        return RatedFate.RATED if done else RatedFate.UNRATED

    def close(self) -> None:
        """Registers those who played before the list that holds and do not stand on it, as of that list."""
        current = people_ratings_store.current(self._tx, self._bringing.guild_id)
        if self._held is None or current is None or not self._registered:
            return
        fresh = {one: Rated(one, rating, 0) for one, rating in self._registered.items() if one not in current.rated}
        self._registered.clear()
        if fresh:
            self._publish(replace(self._held, rated={**current.rated, **fresh}))

    def _file_ratings(self, file: PastFile, by_id: Persons) -> dict[PersonId, float] | None:
        """The ratings after the event as its file publishes them, or None where they are to be counted."""
        if self._bringing.ratings is not RatingsTaken.PUBLISHED:
            return None
        if file.record.claims.ratings is None:
            raise RefusedFor("error.FileLacksRatings", name=file.filename)
        return {self._player(file, rating, by_id): rating.after for rating in file.ratings}

    @staticmethod
    def _player(file: PastFile, line: RatingLine, by_id: Persons) -> PersonId:
        if file.record.rulebook.teams is not None:
            return by_id[line.player].person_id
        leading = {str(entrant): person for entrant, person in captains_of(file.record).items()}
        return by_id[leading[line.player]].person_id

    def _begin_as_told(self, tournament: Tournament, file: PastFile, by_id: Persons) -> None:
        """A list with the ratings before the event where the file tells others than ours, so that its changes agree."""
        current = people_ratings_store.current(self._tx, tournament.guild_id)
        if current is None or tournament.ended_at is None:
            return
        told = {self._player(file, one, by_id): one.before for one in file.ratings}
        other = {
            one: replace(current.rated[one], rating=rating)
            for one, rating in told.items()
            if rating is not None and one in current.rated and current.rated[one].rating != rating
        }
        if other:
            self._publish(replace(current, published_at=tournament.ended_at, rated={**current.rated, **other}))

    def _publish(self, like: RatingList) -> None:
        fresh, act = self._tx.new_id(), self._bringing.bringing_id
        people_ratings_verbs.publish(self._tx, replace(like, list_id=fresh, tournament_id=None, bringing_id=act))

    def _note_players(self, tournament: Tournament, told: Mapping[PersonId, float]) -> None:
        """Who really played, and with which rating a place on the list begins (AIJE-B03-1)."""
        if not tournament.rulebook.official:
            return
        games = rated_matches(self._tx, tournament)
        played = came(self._tx, tournament) | {side for game in games for side in (game.first, game.second)}
        initial = float(tournament.rulebook.rating.initial)
        for one in sorted(played - entering_bars_store.all_expelled(self._tx, tournament.guild_id)):
            self._registered[one] = told.get(one, self._registered.get(one, initial))


def as_was_played(
    tx: Query, guild_id: GuildId, files: Sequence[PastFile], ratings_taken: RatingsTaken
) -> list[PastFile]:
    """The past events as they come in: official only in truth.

    Where their games are counted here, it is by the numbers of our list at that time, and by no file's own.
    """
    return [_as_was_played(tx, guild_id, file, ratings_taken) for file in files]


def _as_was_played(tx: Query, guild_id: GuildId, file: PastFile, ratings_taken: RatingsTaken) -> PastFile:
    rulebook = file.record.rulebook
    true = held_back(rulebook, standing(tx, guild_id, rulebook))
    if ratings_taken is RatingsTaken.COUNTED:
        true = with_terms(true, tournaments_facts_verbs.at(tx, guild_id, end_of(file.record)))
    return replace(file, record=replace(file.record, rulebook=true))


# --- looking through and writing ------------------------------------------------------------------------------------


_OWN_ID: Final = re.compile("[a-z2-7]{12}")
"""An id as a bot gives it names one event in the whole world; any other was written by hand."""


class ShownOnly(Exception):
    """Ends a transaction that was only to show what it would do; nothing of it is written."""

    def __init__(self, arrival: BroughtEvents) -> None:
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
    person = bringing_verbs.require_organiser(tx)
    ordered = _in_order(files)
    _refuse(tx, tx.guild_id, ordered)
    everybody = _everybody([one for one, _ in ordered], apart)
    return bringing_verbs.look_through(tx, person, everybody, _print_of(ordered, apart))


def show(
    tx: ActorTx,
    files: Sequence[PastFile],
    ratings_taken: RatingsTaken,
    apart: Sequence[str] = (),
) -> NamesAsked:
    """Raises Shown with what `bring` would do; answers what has to be said before."""
    found = bring(tx, files, ratings_taken, apart)
    if isinstance(found, BroughtEvents):
        raise ShownOnly(found)
    return found


def bring(
    tx: ActorTx,
    files: Sequence[PastFile],
    ratings_taken: RatingsTaken,
    apart: Sequence[str] = (),
) -> BroughtEvents | NamesAsked:
    """Writes every event as one that is over, in the order of time; nothing before it is said whom the names mean.

    Raises SameFileTwice, BroughtBefore, NamesakesInFiles, what `bringing_verbs` refuses, and FileLacksRatings.
    """
    asked = look_through(tx, files, apart)
    if asked.left:
        return asked
    person = bringing_verbs.require_organiser(tx)
    ordered = _in_order(files)
    bringing = Bringing(tx.new_id(), tx.guild_id, person.person_id, tx.now, ratings_taken)
    store.add(tx, bringing)
    cast = _cast_of(tx, person, [one for one, _ in ordered], apart)
    before = list_that_holds(tx, tx.guild_id)
    true = _as_they_come_in(tx, tx.guild_id, ordered, ratings_taken)
    written = _write(tx, person, bringing, true, cast.by_file())
    bringing_verbs.forget(tx, person)
    store.drop_draft(tx, person.person_id)
    events = [one for one, _ in written]
    follow_up(tx, tx.guild_id, events, stand=True)
    _log_bringing(tx, bringing, events)
    tx.enqueue(tx.guild_id, Place.ANNOUNCEMENTS, EventsBrought(bringing.bringing_id))
    shown = tuple(_event_view(one, *found) for (one, _), found in zip(ordered, written, strict=True))
    moved = _note_moves(tx, bringing, before)
    listed_at = None if before is None else before.published_at
    arrival = BroughtEvents(
        shown, ratings_taken, cast.known_people(), cast.new_names(), moved, listed_at, meant=cast.fingerprint()
    )
    return _with_doubts(arrival, [one for one, _ in ordered], cast)


def _take_room(tx: Tx, guild_id: GuildId, records_in: Sequence[Record]) -> None:
    """Raises ServerFull where the events, or what they bring along, do not fit."""
    coming = {
        Bounded.EVENTS: len(records_in),
        Bounded.PAST_EVENTS: len(records_in),
        Bounded.PAST_PLAYERS: sum(len(one.facts.starters) for one in records_in),
        Bounded.PAST_MATCHES: sum(len(one.contests) for one in records_in),
    }
    for what, more in coming.items():
        bounds_verbs.take_room(tx, guild_id, what, more)


def _note_moves(tx: Tx, bringing: Bringing, before: RatingList | None) -> tuple[RatingMoved, ...]:
    """The ratings that are others than before, kept for the public post."""
    moved = changes_since(tx, bringing.guild_id, before)
    store.add_moves(tx, bringing.bringing_id, [(one.person.person_id, one.before, one.after) for one in moved])
    return moved


def _as_they_come_in(
    tx: Query, guild_id: GuildId, ordered: Sequence[tuple[PastFile, str]], ratings_taken: RatingsTaken
) -> list[tuple[PastFile, str]]:
    files = as_was_played(tx, guild_id, [one for one, _ in ordered], ratings_taken)
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
    known = bringing_verbs.people_named(tx, organiser)
    bounds_verbs.take_room(tx, organiser.guild_id, Bounded.OUTSIDERS, sum(one.key not in known for one in everybody))
    fresh = {one.key: _newcomer(tx, organiser.guild_id, one) for one in everybody if one.key not in known}
    return _Cast(everybody, known, {**known, **fresh})


def _with_doubts(arrival: BroughtEvents, ordered: Sequence[PastFile], cast: _Cast) -> BroughtEvents:
    """What the organiser is to look at once more."""
    several, alike = records.in_several(cast.everybody), records.slips(cast.everybody)
    return replace(arrival, doubts=doubts_of(ordered), several=several, look_alikes=alike)


def _write(
    tx: Tx, person: Person, bringing: Bringing, ordered: Sequence[tuple[PastFile, str]], by_file: Sequence[Persons]
) -> list[tuple[Tournament, RatedFate]]:
    """Each event, rated where it is to be; those before the list that holds register who is not on it yet."""
    _take_room(tx, bringing.guild_id, [file.record for file, _ in ordered])
    written: list[tuple[Tournament, RatedFate]] = []
    desk = Desk(tx, bringing)
    for number, ((file, digest), by_id) in enumerate(zip(ordered, by_file, strict=True)):
        tournament = _write_one(tx, person, file, by_id)
        fate = desk.rate(tournament, file, by_id)
        event = BroughtEvent(tournament.tournament_id, number, file.filename, digest, fate)
        store.add_event(tx, bringing.bringing_id, event)
        written.append((tournament, fate))
    desk.close()
    return written


def _write_one(tx: Tx, person: Person, file: PastFile, by_id: Persons) -> Tournament:
    try:
        return bringing_verbs.write(tx, person, file.record, file.standings, by_id)
    except bringing_verbs.RecordNeedsMore as refusal:
        raise bringing_verbs.RecordNeedsMore(name=_with_label(file).name, place=refusal.place) from None


def _in_order(files: Sequence[PastFile]) -> list[tuple[PastFile, str]]:
    """The files in the order of time, each known by its content; raises SameFileTwice."""
    digests = [_digest(file.record) for file in files]
    for at, digest in enumerate(digests):
        if digest in digests[:at]:
            raise SameFileTwice(file=files[at].filename, other=files[digests.index(digest)].filename)
    return in_order_of_time(files, digests)


def _refuse(tx: Query, guild_id: GuildId, ordered: Sequence[tuple[PastFile, str]]) -> None:
    for file, digest in ordered:
        bringing_verbs.refuse(tx, guild_id, _with_label(file), is_over=file.is_over)
        before = store.standing_with_digest(tx, guild_id, digest)
        if before is not None:
            raise BroughtBefore(file=file.filename, name=file.record.name)


def _with_label(file: PastFile) -> Record:
    """The record under the name by which a refusal tells it from the other files."""
    return replace(file.record, name=f"{file.record.name} ({file.filename})")


def _everybody(ordered: Sequence[PastFile], apart: Sequence[str]) -> tuple[Figure, ...]:
    try:
        return records.figures([bringing_verbs.named_in(one.record) for one in ordered], apart)
    except Namesakes as found:
        file, other = ordered[found.file].filename, ordered[found.other].filename
        raise NamesakesInFiles(name=found.name, file=file, other=other) from None


def _newcomer(tx: Tx, guild_id: GuildId, figure: Figure) -> Person:
    person = Person(PersonId(tx.new_id()), guild_id, None, figure.name, None, tx.now)
    people_store.save(tx, person)
    return person


def _event_view(file: PastFile, tournament: Tournament, fate: RatedFate) -> PastEvent:
    record, is_official = file.record, tournament.rulebook.official
    return PastEvent(
        record.name,
        file.filename,
        end_of(record),
        record.rulebook.format,
        is_official,
        sum(len(contest.sides) > 1 for contest in record.facts.contests),
        None if file.champion is None else record.name_of(file.champion),
        fate,
        bool(record.draws) or any(contest.voided_at is not None for contest in record.contests),
        seats_of(tournament.rulebook) is QualifyingEvent.WORLD,
        record.rulebook.official and not is_official,
        tuple(dict.fromkeys(one.code for one in record.unused)),
    )


def follow_up(tx: Tx, guild_id: GuildId, events: Sequence[Tournament], *, stand: bool) -> None:
    """Tells every feature once of the events that it has a part in."""
    told: dict[EventHooks, list[Tournament]] = {}
    for tournament in events:
        for one in EVENT_HOOKS.of(tournament.rulebook):
            told.setdefault(one, []).append(tournament)
    for hook, own in told.items():
        hook.after_bringing(tx, guild_id, own, stand=stand)


def _log_bringing(tx: Tx, bringing: Bringing, events: Sequence[Tournament]) -> None:
    """One line for all, by which they are taken back."""
    details = {"events": ", ".join(event.name for event in events), "ratings": bringing.ratings.value}
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
        results = sorted(repr(_content_of(record, contest)) for contest in record.facts.contests)
        chance = [draw.record.seed for draw in record.draws], record.facts.lot
        told = (record.name, fingerprint(record.rulebook), end_of(record), results, chance)
    return sha256(repr(told).encode("utf-8", "surrogatepass")).hexdigest()


def _content_of(record: Record, contest: Contest) -> tuple[object, ...]:
    """A contest without the moments that the order of the file stands for."""
    result = contest.result
    score = None if result is None else (result.score, result.walkover_games, result.draws, result.particulars)
    return contest.stage, contest.group, contest.round, tuple(map(record.name_of, contest.sides)), score


# --- who confirms ---------------------------------------------------------------------------------------------------


AGREED_FOR: Final = timedelta(days=7)
"""So long the sender has to go on, where the files were agreed to and something has changed since."""
_AGREED: Final = frozenset({WishOutcome.SIGNED, WishOutcome.UNOPPOSED})


def foresee(tx: ActorTx, files: Sequence[PastFile], draft: RecordDraft) -> BroughtEvents | NamesAsked:
    """What bringing the files in would do; nothing of it stays."""
    try:
        return tx.part(lambda: show(tx, files, draft.ratings, draft.apart))
    except ShownOnly as shown:
        return shown.arrival


def is_agreed(tx: Query, person: Person, seen: str, arrival: BroughtEvents) -> bool:
    """Whether a second person, or seven days in public, have agreed to these very files, and to who is who in them."""
    asked = signing_store.latest_of(tx, person.person_id, Signed.PAST_EVENTS)
    found = (one for one in asked if one.outcome in _AGREED and tx.now < (one.ended_at or tx.now) + AGREED_FOR)
    wished = [signing_verbs.read_wish(one) for one in found if one.ended_at is not None]
    return any(one.seen == seen and one.meant in ("", arrival.meant) for one in wished)


def about(_: Query, wish: PastEventsWished) -> str:
    """The same events, with whatever results."""
    return repr(sorted(name for name, _ in wish.events))


def needs_second(tx: ActorQuery, person: Person, arrival: BroughtEvents, now: datetime) -> bool:
    """Whether the files wait for another; raises NotAllowed for who may not take ratings as the files publish them."""
    if not _moves(arrival) or not registry_roles_verbs.is_association(tx, tx.guild_id):
        return False
    out = _playing(tx, tx.guild_id, arrival)
    capacities = server_verbs.capacities(tx, person)
    plays = not people_store.everybody(tx, out).isdisjoint(people_store.same_person_ids(tx, person.person_id))
    if Capacity.INTERNATIONAL_ARBITER in capacities and not plays:
        return False
    if arrival.ratings is RatingsTaken.PUBLISHED and arrival.moved:
        _require_president(tx, capacities, out)
        return True
    return not _comes_first(tx, tx.guild_id, person, out, now)


def _playing(tx: Query, guild_id: GuildId, arrival: BroughtEvents) -> list[PersonId]:
    """Everybody in the files; who bears a name that the sender calls somebody new may be meant, and counts too."""
    return [*(one.person_id for one in arrival.known), *people_verbs.bearers(tx, guild_id, arrival.new)]


def _moves(arrival: BroughtEvents) -> bool:
    """Whether a rating moves, or seats and titles can follow."""
    return bool(arrival.moved) or any(event.official for event in arrival.events)


def _comes_first(tx: Query, guild_id: GuildId, person: Person, out: Sequence[PersonId], now: datetime) -> bool:
    """Whether the person is an officer, or, in a server without any, who signs in their place.

    Where there are officers and all of them play, nobody decides alone.
    """
    same_person_ids, officers = (
        people_store.same_person_ids(tx, person.person_id),
        people_store.offices(tx, guild_id).values(),
    )
    if officers and set(officers).isdisjoint(same_person_ids):
        return False
    return any(
        one.person_id in same_person_ids for one in signing_verbs.who_can_sign(tx, guild_id, list(Office), out, now)
    )


def ask(tx: ActorTx, person: Person, arrival: BroughtEvents, seen: str) -> SignatureView:
    """Has the files wait, with each rating that would move told to everybody."""
    there = people_store.by_ids(tx, [one.person.person_id for one in arrival.moved])
    moved = tuple(
        (one.person.person_id, "" if one.person.person_id in there else one.person.name, one.before, one.after)
        for one in arrival.moved
    )
    events = tuple((event.name, event.official) for event in arrival.events)
    wish = PastEventsWished(seen, arrival.ratings.value, events, moved, arrival.meant)
    concerned = _playing(tx, tx.guild_id, arrival)
    store.keep_longer(tx, person.person_id, tx.now)
    asked = signing_verbs.ask(tx, person, wish, concerned=concerned, lapses=LIST_WAITS_FOR)
    return signing_verbs.find_view(tx, asked.signature_id)


def agree(tx: ActorTx, signature: Signature, wish: PastEventsWished) -> None:
    """Has these very files come in by themselves; raises Outdated where the sender has others by now, or none."""
    draft = store.draft_of(tx, signature.asked_by)
    if draft is None or print_of(draft) != wish.seen:
        raise Outdated
    store.add_agreed_files(tx, signature.signature_id, signature.asked_by, tx.now)


def let_go_of_others(tx: Tx, person: Person) -> None:
    """Ends what waits for files that the sender has put aside: nobody signs what cannot come in."""
    draft = store.draft_of(tx, person.person_id)
    for one in signing_store.open_of_people(tx, [person.person_id]):
        if one.kind is Signed.PAST_EVENTS and (draft is None or signing_verbs.read_wish(one).seen != print_of(draft)):
            signing_verbs.let_go(tx, one)


def tell(tx: Query, signature: Signature, wish: PastEventsWished) -> PastEventsTold:
    """The people of the wish by what they are called now."""
    people = people_store.by_ids(tx, [PersonId(one) for one, name, _, _ in wish.moved if not name])

    def person(one: str, name: str) -> Person:
        fresh = Person(PersonId(one), signature.guild_id, None, name or "?", None, signature.asked_at)
        return people.get(PersonId(one), fresh)

    moved = (RatingMoved(person(one, name), before, after) for one, name, before, after in wish.moved)
    return PastEventsTold(RatingsTaken(wish.ratings), wish.events, tuple(moved))


def _require_president(tx: ActorQuery, capacities: frozenset[Capacity], out: Sequence[PersonId]) -> None:
    """Raises NotAllowed: with an arbiter there who may it is theirs, else the President's, else the owner's."""
    playing = people_store.everybody(tx, out)
    titles = people_store.arbiters(tx, tx.guild_id)
    if any(title is ArbiterTitle.AI and one not in playing for one, title in titles.items()):
        raise NotAllowed(needed=(Capacity.INTERNATIONAL_ARBITER,))
    vacant = Office.PRESIDENT not in people_store.offices(tx, tx.guild_id)
    if Capacity.PRESIDENT not in capacities and not (vacant and Capacity.SERVER_OWNER in capacities):
        raise NotAllowed(needed=(Capacity.SERVER_OWNER if vacant else Capacity.PRESIDENT,))
