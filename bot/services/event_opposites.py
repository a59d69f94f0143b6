"""The opposites of acts about an event that can be turned back as long as nothing was built on them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from bot.domain.community import Person
from bot.domain.events.ceremonies import Attendance
from bot.domain.events.small_swiss import as_swiss
from bot.domain.events.tournament import Tournament
from bot.domain.ids import ContestId, EntrantId, PersonId
from bot.domain.undoing import Hanging
from bot.features.decks import store as decks_store
from bot.features.match_times import store as match_times_store
from bot.features.match_times import verbs as match_times_verbs
from bot.features.match_times.model import Arrangement, DaysProlonged, MatchTime, TimeFixed
from bot.rulebooks.library import fingerprint
from bot.services.events import event
from bot.services.playing import pausing
from bot.services.speaking import tell_match
from bot.services.timetable import contest_subject, tournament_subject
from bot.storage import ceremonies, contests, entrants, event_officers, tournaments
from bot.storage.context import Query, Tx
from bot.storage.log import Entry


@dataclass(frozen=True, slots=True)
class Opposite:
    """What keeps an act of the log from being turned back, and how it is."""

    hangs: Callable[[Query, Tournament, Entry, datetime], Hanging | None]
    turn_back: Callable[[Tx, Tournament, Entry, Person], None]


# --- a pause that was ended ---------------------------------------------------------------------------------------


def _resume_hangs(tx: Query, tournament: Tournament, entry: Entry, now: datetime) -> Hanging | None:
    return None if pausing.ended_by_line(tx, tournament, entry, now) is not None else Hanging.TAKEN_BACK


def _pause_again(tx: Tx, tournament: Tournament, entry: Entry, person: Person) -> None:
    before = pausing.ended_by_line(tx, tournament, entry, tx.now)
    if before is not None:
        pausing.begin(tx, tournament, person, before.reason, before.until)


# --- an arbiter who was relieved ----------------------------------------------------------------------------------


def _relief_hangs(tx: Query, tournament: Tournament, entry: Entry, _: datetime) -> Hanging | None:
    relieved = {(one.person_id, one.relieved_at) for one in event_officers.reliefs(tx, tournament.tournament_id)}
    return None if (entry.details["person"], entry.at) in relieved else Hanging.TAKEN_BACK


def _call_back(tx: Tx, tournament: Tournament, entry: Entry, person: Person) -> None:
    """The arbiter has the duty and the role of before; the matches stay with who follows them by now."""
    del person
    event_officers.take_relief_back(tx, tournament.tournament_id, PersonId(entry.details["person"]), entry.at)
    event.proceed_all(tx, tournament.guild_id, first=tournament.tournament_id)


# --- who was at a ceremony ----------------------------------------------------------------------------------------


def _note_hangs(tx: Query, _: Tournament, entry: Entry, __: datetime) -> Hanging | None:
    noted = ceremonies.attendance(tx, entry.details["ceremony"])
    return None if noted.get(PersonId(entry.details["person"])) == entry.details["noted"] else Hanging.TAKEN_BACK


def _note_as_before(tx: Tx, _: Tournament, entry: Entry, person: Person) -> None:
    before = entry.details.get("before")
    noted = None if before is None else Attendance(before)
    about, ceremony = PersonId(entry.details["person"]), entry.details["ceremony"]
    ceremonies.note_back(tx, ceremony, about, noted, person.person_id, tx.now)


# --- a card that was refused --------------------------------------------------------------------------------------


def _card_hangs(tx: Query, tournament: Tournament, entry: Entry, _: datetime) -> Hanging | None:
    refused = {one.number for one in decks_store.refusals(tx, tournament.tournament_id)}
    return None if entry.details["card"] in refused else Hanging.TAKEN_BACK


def _allow_card(tx: Tx, tournament: Tournament, entry: Entry, person: Person) -> None:
    """Lists with the card are as good as before; who had to confirm again confirms again."""
    del person
    decks_store.allow_card(tx, tournament.tournament_id, entry.details["card"])
    for match in contests.in_play(tx, tournament.tournament_id):
        tx.touch(contest_subject(match.contest.contest_id))
    tx.touch(tournament_subject(tournament.tournament_id))


# --- a late entry -------------------------------------------------------------------------------------------------


def _entry_hangs(tx: Query, _: Tournament, entry: Entry, __: datetime) -> Hanging | None:
    entrant = entrants.load(tx, EntrantId(entry.details["entrant"]))
    if entrant is None or entrant.withdrawn_at is not None:
        return Hanging.TAKEN_BACK
    return Hanging.CLOSED if contests.was_ever_paired(tx, entrant.entrant_id) else None


def _take_off(tx: Tx, tournament: Tournament, entry: Entry, person: Person) -> None:
    del person
    entrants.withdraw(tx, EntrantId(entry.details["entrant"]), tx.now)
    tx.touch(tournament_subject(tournament.tournament_id))
    event.proceed_all(tx, tournament.guild_id, first=tournament.tournament_id)


# --- a round robin in place of a Swiss ----------------------------------------------------------------------------


def _round_robin_hangs(_: Query, tournament: Tournament, entry: Entry, __: datetime) -> Hanging | None:
    if tournament.check_in_closed_at is not None or "before" not in entry.details:
        return Hanging.CLOSED
    if tournament.rulebook.round_robin is None:
        return Hanging.TAKEN_BACK
    return None if fingerprint(as_swiss(tournament.rulebook)) == entry.details["before"] else Hanging.CLOSED


def _be_swiss_again(tx: Tx, tournament: Tournament, entry: Entry, person: Person) -> None:
    del person
    rulebook, event_id = as_swiss(tournament.rulebook), tournament.tournament_id
    after = replace(tournament, rulebook=rulebook, rulebook_hash=entry.details["before"])
    tournaments.change_rulebook(tx, after)
    tx.touch(tournament_subject(event_id))


# --- the time of a match ------------------------------------------------------------------------------------------


def _arrangement(tx: Query, entry: Entry) -> Arrangement | None:
    """What is on record about the time of the match, as long as it is not called."""
    contest_id = ContestId(entry.subject.partition(":")[2])
    match, found = contests.load(tx, contest_id), match_times_store.load(tx, contest_id)
    goes_on = match is not None and match.contest.called_at is None and match.contest.result is None
    return found if goes_on and match is not None and match.voided_at is None else None


def _days_hang(tx: Query, _: Tournament, entry: Entry, __: datetime) -> Hanging | None:
    found = _arrangement(tx, entry)
    if found is None or "until" not in entry.details:
        return Hanging.CLOSED
    return None if found.until == datetime.fromisoformat(entry.details["until"]) else Hanging.TAKEN_BACK


def _shorten(tx: Tx, tournament: Tournament, entry: Entry, person: Person) -> None:
    del person
    contest_id, before = ContestId(entry.subject.partition(":")[2]), entry.details.get("before")
    match_times_store.prolong(tx, contest_id, None if before is None else datetime.fromisoformat(before))
    tell_match(tx, tournament, DaysProlonged(contest_id))
    match_times_verbs.refresh(tx, contest_id)


def _lift_hangs(tx: Query, _: Tournament, entry: Entry, now: datetime) -> Hanging | None:
    found = _arrangement(tx, entry)
    if found is None or "at" not in entry.details or datetime.fromisoformat(entry.details["at"]) <= now:
        return Hanging.CLOSED
    return None if found.time is None else Hanging.TAKEN_BACK


def _fix_again(tx: Tx, tournament: Tournament, entry: Entry, person: Person) -> None:
    contest_id, at = ContestId(entry.subject.partition(":")[2]), datetime.fromisoformat(entry.details["at"])
    time = MatchTime(0, at, tx.now, by=person.person_id, reason=entry.why)
    number = match_times_store.fix(tx, contest_id, time)
    tell_match(tx, tournament, TimeFixed(contest_id, number))
    match_times_verbs.follow_in_calendar(tx, tournament, contest_id)
    match_times_verbs.refresh(tx, contest_id)


OPPOSITES: Final[Mapping[str, Opposite]] = {
    "resume_event": Opposite(_resume_hangs, _pause_again),
    "relieve_arbiter": Opposite(_relief_hangs, _call_back),
    "note_attendance": Opposite(_note_hangs, _note_as_before),
    "refuse_card": Opposite(_card_hangs, _allow_card),
    "enter_late": Opposite(_entry_hangs, _take_off),
    "take_round_robin": Opposite(_round_robin_hangs, _be_swiss_again),
    "prolong_days": Opposite(_days_hang, _shorten),
    "lift_time": Opposite(_lift_hangs, _fix_again),
}
"""By the log's words."""
