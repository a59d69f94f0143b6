"""Past events that are brought in together: what is kept of the act, and what is asked and shown of it.

Files may wait for a second person, or in public.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from hashlib import sha256
from typing import TYPE_CHECKING, ClassVar, Final

from bot.features.signing.model import Signed, Wish
from bot.features.tournaments.model import Onward
from bot.kernel.ids import EntrantId, GuildId, NameId, PersonId, TournamentId
from bot.people.model import Person
from bot.play.contests import StandingRow
from bot.play.entries import Tournament
from bot.play.records import LONG_AGO, RatingLine, Record
from bot.play.rulebook import FormatName

if TYPE_CHECKING:
    from bot.record.replaying import Replay


# --- past events ----------------------------------------------------------------------------------------------------


MOST_FILES: Final = 10
"""Of one act: as many as one command of Discord's takes with ease."""


class RatingsTaken(StrEnum):
    """What becomes of the ratings of events that are brought in; the organiser chooses."""

    COUNTED = "counted"
    """Each event is rated from the list that holds at its end, in the order of time (AIJE-B02-2)."""
    PUBLISHED = "published"
    """What the files publish becomes the list."""
    LEFT = "left"
    """No list is touched."""


class RatedFate(StrEnum):
    """What came of one event's ratings."""

    RATED = "rated"
    IN_LIST = "in_list"
    """It ended before the list that holds: it is in it already, and is not rated again."""
    UNRATED = "unrated"
    """Its rulebook rates nothing, or nobody of the list played a rated game in it."""
    LEFT = "left"
    """The organiser left the lists alone."""


class OrderDoubt(StrEnum):
    """Why the order of time is not sure."""

    UNDATED = "undated"
    """The file says nowhere when the event was; it is taken for the last."""
    SAME_MOMENT = "same_moment"
    """Two events end at the same moment."""


@dataclass(frozen=True, slots=True)
class KeptFile:
    """A file as it was sent."""

    filename: str
    content: bytes


@dataclass(frozen=True, slots=True)
class RecordDraft:
    """What an organiser has sent and not confirmed yet."""

    ratings: RatingsTaken
    apart: tuple[str, ...]
    """Names that stand in several files and are not one person's, as `figures` writes them."""
    files: tuple[KeptFile, ...]


@dataclass(frozen=True, slots=True)
class PastFile:
    """A file that was read and agrees with itself, and what follows from it."""

    filename: str
    record: Record
    standings: tuple[StandingRow, ...]
    champion: EntrantId | None
    ratings: tuple[RatingLine, ...]
    is_over: bool


@dataclass(frozen=True, slots=True)
class Bringing:
    """The act by which past events came in."""

    bringing_id: str
    guild_id: GuildId
    brought_by: PersonId
    brought_at: datetime
    ratings: RatingsTaken
    taken_back_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class BroughtEvent:
    """An event that came with such an act; `number` is its place in the order of time, from 0."""

    tournament_id: TournamentId
    number: int
    filename: str
    digest: str
    fate: RatedFate


@dataclass(frozen=True, slots=True)
class PastEvent:
    """An event about to be brought in, or brought in."""

    name: str
    filename: str
    ended_at: datetime | None
    """None where the file says nowhere when it was."""
    format: FormatName
    official: bool
    contests: int
    champion: str | None
    fate: RatedFate
    left_behind: bool
    """Whether the file has draws or voided contests, which stay in the file."""
    for_title: bool = False
    """Whether it was a match for the title, which no file gives."""
    in_vain: bool = False
    """Its file says that it was official, and what it sets says that it was not."""
    unused: tuple[str, ...] = ()
    """Lines and columns of a report from which nothing follows here."""


@dataclass(frozen=True, slots=True)
class RatingMoved:
    """A person's rating on the list that held before, and after all events; None is no rating."""

    person: Person
    before: float | None
    after: float


@dataclass(frozen=True, slots=True)
class BroughtEvents:
    """Events about to be brought in, or brought in, in their order of time."""

    events: tuple[PastEvent, ...]
    ratings: RatingsTaken
    known: tuple[Person, ...]
    new: tuple[str, ...]
    moved: tuple[RatingMoved, ...]
    listed_at: datetime | None
    """When the rating list that held before was published."""
    doubts: tuple[tuple[OrderDoubt, tuple[str, ...]], ...] = ()
    """Each with the files that it is about."""
    several: tuple[tuple[str, int], ...] = ()
    """Names that are taken for one person each, and in how many files they stand."""
    look_alikes: tuple[tuple[str, str], ...] = ()
    """Names of the files that are a slip of the pen apart and are taken for two people."""
    meant: str = ""
    """A fingerprint of whom each name of the files means."""


@dataclass(frozen=True, slots=True)
class BroughtLine:
    """An event that came in, and who won it alone."""

    tournament: Tournament
    champion: Person | None


@dataclass(frozen=True, slots=True)
class BroughtView:
    """The act as everybody reads of it, its events in their order of time."""

    bringing: Bringing
    by: Person
    events: tuple[BroughtLine, ...]
    listed: bool
    """Whether rating lists came with it."""
    moved: tuple[RatingMoved, ...] = ()
    """Each rating that moved by it."""
    titles: tuple[tuple[Person, str], ...] = ()
    """The titles that are proposed by it."""
    onward: tuple[Onward, ...] = ()
    """Who is invited by it."""


def print_of(draft: RecordDraft) -> str:
    """By which a press says what its card showed."""
    told = sha256(repr((draft.ratings, draft.apart)).encode())
    for file in draft.files:
        told.update(sha256(file.content).digest())
    return told.hexdigest()[:16]


def end_of(record: Record) -> datetime | None:
    """When the event ended, as far as its file says: its own word, or its last result, or its beginning."""
    if record.ended_at is not None:
        return record.ended_at
    results = (contest.contest.result for contest in record.contests if contest.voided_at is None)
    settled = [result.settled_at for result in results if result is not None and result.settled_at.year > LONG_AGO.year]
    return max(settled, default=record.facts.began_at)


def in_order_of_time(files: Iterable[PastFile], digests: Sequence[str]) -> list[tuple[PastFile, str]]:
    """The files by the ends of their events, the undated last, each with its digest; the order sent means nothing."""

    def turn(one: tuple[PastFile, str]) -> tuple[bool, datetime, datetime, str]:
        file, digest = one
        end = end_of(file.record)
        began = file.record.facts.began_at
        return end is None, end or LONG_AGO, began or end or LONG_AGO, digest

    return sorted(zip(files, digests, strict=True), key=turn)


def doubts_of(ordered: Sequence[PastFile]) -> tuple[tuple[OrderDoubt, tuple[str, ...]], ...]:
    """What is not sure of the order of several events; of one alone nothing is to be ordered."""
    at: dict[datetime | None, list[str]] = {}
    for one in ordered:
        at.setdefault(end_of(one.record), []).append(one.filename)
    if len(ordered) == 1:
        return ()
    return tuple(
        (OrderDoubt.UNDATED if moment is None else OrderDoubt.SAME_MOMENT, tuple(files))
        for moment, files in at.items()
        if moment is None or len(files) > 1
    )


# --- what is asked and shown of a record ----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RecordName:
    """A name of a file that can be somebody's who is known, and whom its organiser says that it means."""

    name_id: NameId
    guild_id: GuildId
    asked_by: PersonId
    record: str
    """Which file: what was said of one holds for no other."""
    number: int
    file_id: str
    name: str
    site: str | None
    """Where the event was played, so that the name may be an account there."""
    same_id: PersonId | None
    """The one person of that very name, while nobody has said that somebody else is meant."""
    person_id: PersonId | None = None
    answered_at: datetime | None = None
    """Answered without a person it is somebody new."""
    files: frozenset[int] = frozenset({0})
    """The files, by their numbers, in which the name stands; nobody plays twice in one event."""


@dataclass(frozen=True, slots=True)
class NameAsked:
    """A name with the people whom it can mean."""

    name_id: NameId
    name: str
    alike: tuple[Person, ...]


@dataclass(frozen=True, slots=True)
class NamesAsked:
    """What an organiser is asked before a record comes in; with nothing `left` everything is said."""

    same: tuple[NameAsked, ...]
    """Names that somebody bears to the letter, as many as are confirmed by one press."""
    seen: str
    """Which these are, so that a press confirms what its card showed and nothing else."""
    alike: tuple[NameAsked, ...]
    left: int
    said: int


# --- files that wait ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PastEventsWished(Wish):
    """The files as their sender was shown them; agreed to, they come in by themselves."""

    kind: ClassVar[Signed] = Signed.PAST_EVENTS

    seen: str
    """By which the draft is known again."""
    ratings: str
    events: tuple[tuple[str, bool], ...]
    """The name of each event, and whether it is official."""
    moved: tuple[tuple[str, str, float | None, float], ...]
    """Whose rating moves: the person, or the name of who is new; from which, None for no rating, to which."""
    meant: str = ""
    """A fingerprint of whom each name means; empty where it was asked for before that was kept."""


@dataclass(frozen=True, slots=True)
class PastEventsTold:
    """The same for its card."""

    ratings: RatingsTaken
    events: tuple[tuple[str, bool], ...]
    moved: tuple[RatingMoved, ...]


def past_file(filename: str, replay: Replay) -> PastFile:
    """The file with what follows from it."""
    known = replay.derived
    return PastFile(filename, replay.record, known.standings, known.champion, known.ratings, known.is_over)
