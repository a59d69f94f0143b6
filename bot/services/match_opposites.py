"""The opposites of acts about a match that players of the event take back, where its sole organiser has done them.

Staff has verbs of its own for each of them (`/match correct`, **There**, a warning taken back), so `/undo` has none.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Final

from bot.domain.community import Person
from bot.domain.contests import Contest
from bot.domain.events.event_kinds import EventKind, kind_of
from bot.domain.formats import FORMATS
from bot.domain.ids import ContestId
from bot.domain.undoing import Hanging
from bot.services.event_facts import facts
from bot.services.events import event
from bot.services.playing import matches, warnings
from bot.services.playing.correcting import CORRECTED
from bot.services.playing.followed import Followed
from bot.services.playing.hooks import Turn
from bot.services.timetable import contest_subject
from bot.storage import absence_clocks, contests
from bot.storage import warnings as stored
from bot.storage.context import Query, Tx
from bot.storage.log import Entry

RULED_IN: Final = frozenset({EventKind.SINGLES, EventKind.COUNTED})
"""Where a result leads to nothing but the matches that follow from it."""


@dataclass(frozen=True, slots=True)
class Opposite:
    """What keeps an act of the log from being turned back, and how it is."""

    hangs: Callable[[Query, Followed, Entry], Hanging | None]
    turn_back: Callable[[Tx, Followed, Entry, Person], None]


def hangs(tx: Query, entry: Entry) -> Hanging | None:
    """What keeps the act from being turned back."""
    followed = _match(tx, entry)
    if followed is None or followed.match.voided_at is not None:
        return Hanging.CLOSED
    if followed.tournament.cancelled_at is not None or followed.tournament.ended_at is not None:
        return Hanging.CLOSED
    return OPPOSITES[entry.act].hangs(tx, followed, entry)


def turn_back(tx: Tx, entry: Entry, person: Person) -> None:
    """Does the opposite, in the name of the person, and draws the card anew."""
    followed = _match(tx, entry)
    if followed is None:
        raise LookupError(entry.subject)
    OPPOSITES[entry.act].turn_back(tx, followed, entry, person)
    matches.reschedule_own(tx, followed)
    tx.touch(contest_subject(followed.contest_id))
    event.proceed(tx, followed.tournament.tournament_id)


def _match(tx: Query, entry: Entry) -> Followed | None:
    return matches.load(tx, ContestId(entry.subject.partition(":")[2]))


# --- a ruling -----------------------------------------------------------------------------------------------------


def _ruling_hangs(tx: Query, followed: Followed, entry: Entry) -> Hanging | None:
    result = followed.match.contest.result
    if result is None or result.settled_at != entry.at:
        return Hanging.TAKEN_BACK
    if kind_of(followed.tournament.rulebook) not in RULED_IN:
        return Hanging.CLOSED
    later = following(tx, followed)
    others = contests.paired_since(tx, followed.tournament.tournament_id, entry.at)
    others -= {one.contest_id for one in later}
    return (
        Hanging.BUILT_ON
        if others or any(one.result is not None and one.result.settled_at > entry.at for one in later)
        else None
    )


def following(tx: Query, followed: Followed) -> tuple[Contest, ...]:
    """The matches to which the result has led, as another winner would take them back."""
    contest, rulebook = followed.match.contest, followed.tournament.rulebook
    if contest.result is None:
        return ()
    other = replace(contest.result, score=contest.result.score[::-1])
    return FORMATS[rulebook.format].reopened_by(facts(tx, followed.tournament), rulebook, contest, other)


def _take_ruling_back(tx: Tx, followed: Followed, _: Entry, __: Person) -> None:
    be_played_on(tx, followed)


def be_played_on(tx: Tx, followed: Followed) -> None:
    """The match goes on without a score and with nobody waited for; what it has led to counts no more."""
    event.void(tx, followed.tournament, following(tx, followed), CORRECTED)
    contests.unsettle(tx, followed.contest_id, tx.now)
    matches.turn(tx, followed, Turn.GOES_ON, tx.now)


# --- the score between games --------------------------------------------------------------------------------------


def _score_hangs(_: Query, followed: Followed, entry: Entry) -> Hanging | None:
    if followed.match.contest.result is not None or followed.match.report is not None or "before" not in entry.details:
        return Hanging.CLOSED
    noted = matches.score_words(followed.match.running)
    return None if noted == entry.details["score"] else Hanging.TAKEN_BACK


def _note_before(tx: Tx, followed: Followed, entry: Entry, __: Person) -> None:
    contests.note_score(tx, followed.contest_id, tuple(map(int, entry.details["before"].split())))


# --- a side that is waited for ------------------------------------------------------------------------------------


def _wait_hangs(_: Query, followed: Followed, entry: Entry) -> Hanging | None:
    if followed.match.contest.result is not None:
        return Hanging.CLOSED
    clocks = [one for one in followed.match.clocks if one.side == int(entry.details["side"])]
    own = clocks[-1] if clocks else None
    return None if own is not None and own.started_at == entry.at and own.ended_at is None else Hanging.TAKEN_BACK


def _was_there(tx: Tx, followed: Followed, entry: Entry, __: Person) -> None:
    absence_clocks.was_there(tx, followed.contest_id, int(entry.details["side"]))


# --- a warning ----------------------------------------------------------------------------------------------------


def _warning_hangs(tx: Query, followed: Followed, entry: Entry) -> Hanging | None:
    given = stored.load(tx, entry.details.get("warning", ""))
    if given is None or given.taken_back_at is not None:
        return Hanging.TAKEN_BACK
    return Hanging.BUILT_ON if warnings.game_hangs_on(followed, given, entry.at) else None


def _take_warning_back(tx: Tx, followed: Followed, entry: Entry, person: Person) -> None:
    given = stored.load(tx, entry.details["warning"])
    if given is not None:
        warnings.end(tx, followed, given, person.person_id, entry.why or "-")


OPPOSITES: Final[Mapping[str, Opposite]] = {
    "settle_match": Opposite(_ruling_hangs, _take_ruling_back),
    "record_score": Opposite(_score_hangs, _note_before),
    "wait_for": Opposite(_wait_hangs, _was_there),
    "warn": Opposite(_warning_hangs, _take_warning_back),
}
"""By the log's words."""
