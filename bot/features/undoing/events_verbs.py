"""Taking back what was decided about an event or a match: each by its opposite, as long as nothing was built on it.

Acts about a match are taken back for players who object, where the sole organiser has done them: staff has verbs of
its own for each of them (`/match correct`, **There**, a warning taken back), so `/undo` has none. A player whom the
sole organiser has taken out of an event under way is put back the same way.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from bot.features.course import ending_verbs as course_ending_verbs
from bot.features.course import store as course_store
from bot.features.course import verbs as course_verbs
from bot.features.course.facts_verbs import facts
from bot.features.entering import store as entering_store
from bot.features.match_times import store as match_times_store
from bot.features.match_times import verbs as match_times_verbs
from bot.features.match_times.model import Arrangement, DaysProlonged, MatchTime, TimeEnd, TimeFixed
from bot.features.playing import adjourning_verbs as playing_adjourning_verbs
from bot.features.playing import board_store as playing_board_store
from bot.features.playing import store as playing_store
from bot.features.playing import verbs as playing_verbs
from bot.features.playing import warnings_verbs as playing_warnings_verbs
from bot.features.playing.correcting_verbs import CORRECTED
from bot.features.playing.hooks import MatchTurn, match_strategy
from bot.features.playing.match_views_model import MatchContext
from bot.features.rounds import store as rounds_store
from bot.features.rounds.model import Attendance
from bot.features.tournaments import store as tournaments_store
from bot.features.tournaments import verbs as tournaments_verbs
from bot.features.tournaments.facts_verbs import contest_subject, reschedule_letters, save, tournament_subject
from bot.features.tournaments.model import EventPause
from bot.features.tournaments.promises_model import PairForbidden, ScheduledEvent, TournamentChanged
from bot.kernel import log
from bot.kernel.context import ActorQuery, Query, Tx
from bot.kernel.errors import UserError
from bot.kernel.ids import ContestId, EntrantId, PersonId, Place
from bot.kernel.log import Entry
from bot.people.model import Person
from bot.play.contests import Contest
from bot.play.entries import Phase, Tournament, phase
from bot.play.estimates import as_swiss
from bot.play.formats import FORMATS
from bot.play.matches import Match
from bot.play.points import EventKind, kind_of
from bot.play.records import holding
from bot.rulebooks.library import fingerprint
from bot.server.model import Hanging
from bot.server.speaking_verbs import batches, tell_match


@dataclass(frozen=True, slots=True)
class Opposite:
    """What keeps an act of the log from being turned back, and how it is."""

    hangs: Callable[[Query, Tournament, Entry, datetime], Hanging | None]
    turn_back: Callable[[Tx, Tournament, Entry, Person], None]


# --- a pause that was ended ---------------------------------------------------------------------------------------


def _resume_hangs(tx: Query, tournament: Tournament, entry: Entry, now: datetime) -> Hanging | None:
    return (
        None if playing_adjourning_verbs.ended_by_line(tx, tournament, entry, now) is not None else Hanging.TAKEN_BACK
    )


def _pause_again(tx: Tx, tournament: Tournament, entry: Entry, person: Person) -> None:
    before = playing_adjourning_verbs.ended_by_line(tx, tournament, entry, tx.now)
    if before is not None:
        playing_adjourning_verbs.begin(tx, tournament, person, before.reason, before.until)


# --- an arbiter who was relieved ----------------------------------------------------------------------------------


def _relief_hangs(tx: Query, tournament: Tournament, entry: Entry, _: datetime) -> Hanging | None:
    relieved = {
        (relief.person_id, relief.relieved_at) for relief in tournaments_store.reliefs(tx, tournament.tournament_id)
    }
    return None if (entry.details["person"], entry.at) in relieved else Hanging.TAKEN_BACK


def _call_back(tx: Tx, tournament: Tournament, entry: Entry, person: Person) -> None:
    """The arbiter has the duty and the role of before; the matches stay with who follows them by now."""
    del person
    tournaments_store.take_relief_back(tx, tournament.tournament_id, PersonId(entry.details["person"]), entry.at)
    course_verbs.proceed_all(tx, tournament.guild_id, first=tournament.tournament_id)


# --- who was at a ceremony ----------------------------------------------------------------------------------------


def _note_hangs(tx: Query, _: Tournament, entry: Entry, __: datetime) -> Hanging | None:
    noted = rounds_store.attendance(tx, entry.details["ceremony"])
    return None if noted.get(PersonId(entry.details["person"])) == entry.details["noted"] else Hanging.TAKEN_BACK


def _note_as_before(tx: Tx, _: Tournament, entry: Entry, person: Person) -> None:
    before = entry.details.get("before")
    noted = None if before is None else Attendance(before)
    about, ceremony = PersonId(entry.details["person"]), entry.details["ceremony"]
    rounds_store.note_back(tx, ceremony, about, noted, person.person_id, tx.now)


# --- a late entry -------------------------------------------------------------------------------------------------


def _entry_hangs(tx: Query, _: Tournament, entry: Entry, __: datetime) -> Hanging | None:
    entrant = entering_store.load(tx, EntrantId(entry.details["entrant"]))
    if entrant is None or entrant.withdrawn_at is not None:
        return Hanging.TAKEN_BACK
    return Hanging.CLOSED if playing_store.was_ever_paired(tx, entrant.entrant_id) else None


def _take_off(tx: Tx, tournament: Tournament, entry: Entry, person: Person) -> None:
    del person
    entering_store.withdraw(tx, EntrantId(entry.details["entrant"]), tx.now)
    tx.touch(tournament_subject(tournament.tournament_id))
    course_verbs.proceed_all(tx, tournament.guild_id, first=tournament.tournament_id)


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
    tournaments_store.change_rulebook(tx, after)
    tx.touch(tournament_subject(event_id))


# --- the time of a match ------------------------------------------------------------------------------------------


def _arrangement(tx: Query, entry: Entry) -> Arrangement | None:
    """What is on record about the time of the match, as long as it is not called."""
    contest_id = ContestId(entry.subject.partition(":")[2])
    match, found = playing_store.load(tx, contest_id), match_times_store.load(tx, contest_id)
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


EVENT_OPPOSITES: Final[Mapping[str, Opposite]] = {
    "resume_event": Opposite(_resume_hangs, _pause_again),
    "relieve_arbiter": Opposite(_relief_hangs, _call_back),
    "note_attendance": Opposite(_note_hangs, _note_as_before),
    "enter_late": Opposite(_entry_hangs, _take_off),
    "take_round_robin": Opposite(_round_robin_hangs, _be_swiss_again),
    "prolong_days": Opposite(_days_hang, _shorten),
    "lift_time": Opposite(_lift_hangs, _fix_again),
}
"""By the log's words."""


_PAIRS: Final = frozenset({"forbid_pair", "allow_pair"})
_CHIEFS: Final = frozenset({"name_chief", "name_deputy"})
_OF_MATCHES: Final = frozenset({"assign_arbiter", "set_time", "prolong_days", "lift_time"})
_OF_ITS_COURSE: Final = frozenset({"cancel_tournament", "edit_tournament", "seed_by_hand"})
OF_EVENTS: Final = _OF_ITS_COURSE | _PAIRS | _CHIEFS | _OF_MATCHES | EVENT_OPPOSITES.keys()


def match_of(tx: Query, entry: Entry) -> Match | None:
    """The match that the line of the log is about; None for a line about an event or a person."""
    kind, _, subject = entry.subject.partition(":")
    return playing_store.load(tx, ContestId(subject)) if kind == "contest" and entry.act in _OF_MATCHES else None


def hangs(tx: ActorQuery, entry: Entry) -> Hanging | None:
    """What keeps the act from being taken back."""
    tournament = None if entry.tournament_id is None else tournaments_store.load(tx, entry.tournament_id)
    if tournament is None or tournament.ended_at is not None:
        return Hanging.CLOSED
    if entry.act == "cancel_tournament":
        return _cancelling_hangs(tx, tournament, entry)
    if tournament.cancelled_at is not None:
        return Hanging.CLOSED
    if entry.act == "edit_tournament":
        return _move_hangs(tournament, entry, tx.pressed_at)
    if entry.act in EVENT_OPPOSITES:
        return EVENT_OPPOSITES[entry.act].hangs(tx, tournament, entry, tx.pressed_at)
    return _HANGS[entry.act](tx, tournament, entry)


def turn_back(tx: Tx, entry: Entry, person: Person) -> None:
    """Does the opposite, in the name of the person."""
    tournament = None if entry.tournament_id is None else tournaments_store.load(tx, entry.tournament_id)
    if tournament is None:
        raise LookupError(entry.subject)
    match entry.act:
        case "cancel_tournament":
            _take_up_again(tx, tournament, entry, person)
        case "edit_tournament":
            _move_back(tx, tournament, entry)
        case "seed_by_hand":
            before = tuple(EntrantId(one) for one in entry.details["before"].split())
            entering_store.replace_hand_seeds(tx, tournament.tournament_id, before)
            tx.touch(tournament_subject(tournament.tournament_id))
        case act if act in EVENT_OPPOSITES:
            EVENT_OPPOSITES[act].turn_back(tx, tournament, entry, person)
        case act if act in _PAIRS:
            _turn_pair(tx, tournament, entry, person)
        case act if act in _CHIEFS:
            chief = PersonId(entry.details["person"])
            tournaments_store.end_role(tx, tournament.tournament_id, chief, tx.now)
        case _:
            _turn_match(tx, tournament, entry, person)


def _cancelling_hangs(tx: Query, tournament: Tournament, entry: Entry) -> Hanging | None:
    if tournament.cancelled_at != entry.at:
        return Hanging.TAKEN_BACK
    # An arena has its time by the clock, and matches with times of their own have lost theirs.
    apart = tournament.rulebook.traits.has_lobby or tournament.rulebook.match_times is not None
    return Hanging.CLOSED if apart else course_ending_verbs.hangs(tx, tournament)


def _match_hangs(tx: Query, _: Tournament, entry: Entry) -> Hanging | None:
    match = match_of(tx, entry)
    if match is None or match.contest.result is not None or match.voided_at is not None:
        return Hanging.CLOSED
    if entry.act == "assign_arbiter":
        return None if match.contest.arbiter == entry.details["person"] else Hanging.TAKEN_BACK
    arrangement = match_times_store.load(tx, match.contest.contest_id)
    time = None if arrangement is None else arrangement.time
    if match.contest.called_at is not None:
        return Hanging.CLOSED
    return None if time is not None and time.fixed_at == entry.at else Hanging.TAKEN_BACK


def _pair(entry: Entry) -> tuple[EntrantId, EntrantId]:
    return EntrantId(entry.details["first"]), EntrantId(entry.details["second"])


def _pair_hangs(tx: Query, tournament: Tournament, entry: Entry) -> Hanging | None:
    is_forbidden = frozenset(_pair(entry)) in holding(
        course_store.forbidden_pairs_of_tournament(tx, tournament.tournament_id)
    )
    return None if is_forbidden == (entry.act == "forbid_pair") else Hanging.TAKEN_BACK


def _seeds_hang(tx: Query, tournament: Tournament, entry: Entry) -> Hanging | None:
    if tournament.check_in_closed_at is not None or "before" not in entry.details:
        return Hanging.CLOSED
    lines = [one for one in log.of_tournament(tx, tournament.tournament_id) if one.act == "seed_by_hand"]
    return None if lines[-1].sequence == entry.sequence else Hanging.TAKEN_BACK


def _chief_hangs(tx: Query, tournament: Tournament, entry: Entry) -> Hanging | None:
    held = {one.person_id for one in tournaments_store.holding(tx, tournament.tournament_id)}
    return None if PersonId(entry.details["person"]) in held else Hanging.TAKEN_BACK


_HANGS: Final[Mapping[str, Callable[[Query, Tournament, Entry], Hanging | None]]] = {
    "seed_by_hand": _seeds_hang,
    **dict.fromkeys(_PAIRS, _pair_hangs),
    **dict.fromkeys(_CHIEFS, _chief_hangs),
    **dict.fromkeys(_OF_MATCHES, _match_hangs),
}


def _move_hangs(tournament: Tournament, entry: Entry, now: datetime) -> Hanging | None:
    if "from" not in entry.details or str(tournament.start_at) != entry.details["to"]:
        return Hanging.TAKEN_BACK
    try:
        tournaments_verbs.movable_start(tournament, datetime.fromisoformat(entry.details["from"]), now)
    except UserError:
        return Hanging.CLOSED
    return None


def _take_up_again(tx: Tx, tournament: Tournament, entry: Entry, person: Person) -> None:
    """The event goes on as if it had been paused meanwhile: all windows and clocks get that time back."""
    lost = EventPause(tournament.tournament_id, entry.at, person.person_id, entry.why or "-", tx.now)
    if lost.until > lost.paused_at and tournaments_store.begun_at(tx, tournament.tournament_id, entry.at) is None:
        tournaments_store.begin_pause(tx, lost)
        tournaments_store.end_pause(tx, lost, tx.now, None)
    after = replace(tournament, cancelled_at=None, cancel_reason=None)
    save(tx, after)
    course_ending_verbs.withdraw_list(tx, after)
    reschedule_letters(tx, after)
    playing_verbs.reschedule_all(tx, after, show=True)
    tx.touch(tournament_subject(after.tournament_id))
    tx.enqueue(after.guild_id, Place.ANNOUNCEMENTS, ScheduledEvent(after.tournament_id))
    course_verbs.proceed_all(tx, after.guild_id, first=after.tournament_id)


def _move_back(tx: Tx, tournament: Tournament, entry: Entry) -> None:
    after = tournaments_verbs.at_another_start(tx, tournament, datetime.fromisoformat(entry.details["from"]))
    save(tx, after)
    reschedule_letters(tx, after)
    listed = [one for one in entering_store.of_tournament(tx, after.tournament_id) if one.withdrawn_at is None]
    for named in batches(tx, listed) or [()]:
        changed = TournamentChanged(after.tournament_id, True, named)
        tx.enqueue(after.guild_id, Place.ANNOUNCEMENTS, changed)
    tx.enqueue(after.guild_id, Place.ANNOUNCEMENTS, ScheduledEvent(after.tournament_id))
    tx.touch(tournament_subject(after.tournament_id))


def _turn_pair(tx: Tx, tournament: Tournament, entry: Entry, person: Person) -> None:
    event_id, pair = tournament.tournament_id, _pair(entry)
    if entry.act == "forbid_pair":
        course_store.lift_forbidden_pair(tx, event_id, pair, person.person_id, tx.now)
    else:
        course_store.add_forbidden_pair(tx, event_id, pair, entry.why or "-", person.person_id, tx.now)
    tx.enqueue(tournament.guild_id, Place.RECORD, PairForbidden(event_id, *pair))


def _turn_match(tx: Tx, tournament: Tournament, entry: Entry, person: Person) -> None:
    contest_id = ContestId(entry.subject.partition(":")[2])
    if entry.act == "assign_arbiter":
        playing_store.hand_over(tx, contest_id, None)
    else:
        match_times_store.end_time(tx, contest_id, TimeEnd.LIFTED, tx.now, person.person_id)
    tx.touch(contest_subject(contest_id))
    course_verbs.proceed_all(tx, tournament.guild_id, first=tournament.tournament_id)


RULED_IN: Final = frozenset({EventKind.SINGLES, EventKind.COUNTED})
"""Where a result leads to nothing but the matches that follow from it."""


@dataclass(frozen=True, slots=True)
class MatchOpposite:
    """What keeps an act of the log from being turned back, and how it is."""

    hangs: Callable[[Query, MatchContext, Entry], Hanging | None]
    turn_back: Callable[[Tx, MatchContext, Entry, Person], None]


def match_hangs(tx: Query, entry: Entry) -> Hanging | None:
    """What keeps the act from being turned back."""
    match_context = _match(tx, entry)
    if match_context is None or match_context.match.voided_at is not None:
        return Hanging.CLOSED
    if match_context.tournament.cancelled_at is not None or match_context.tournament.ended_at is not None:
        return Hanging.CLOSED
    return MATCH_OPPOSITES[entry.act].hangs(tx, match_context, entry)


def turn_match_back(tx: Tx, entry: Entry, person: Person) -> None:
    """Does the opposite, in the name of the person, and draws the card anew."""
    match_context = _match(tx, entry)
    if match_context is None:
        raise LookupError(entry.subject)
    MATCH_OPPOSITES[entry.act].turn_back(tx, match_context, entry, person)
    playing_verbs.reschedule_own(tx, match_context)
    tx.touch(contest_subject(match_context.contest_id))
    course_verbs.proceed(tx, match_context.tournament.tournament_id)


def _match(tx: Query, entry: Entry) -> MatchContext | None:
    return playing_verbs.load(tx, ContestId(entry.subject.partition(":")[2]))


# --- a ruling -----------------------------------------------------------------------------------------------------


def _ruling_hangs(tx: Query, match_context: MatchContext, entry: Entry) -> Hanging | None:
    result = match_context.match.contest.result
    if result is None or result.settled_at != entry.at:
        return Hanging.TAKEN_BACK
    if kind_of(match_context.tournament.rulebook) not in RULED_IN:
        return Hanging.CLOSED
    later = following(tx, match_context)
    others = playing_store.paired_since(tx, match_context.tournament.tournament_id, entry.at)
    others -= {one.contest_id for one in later}
    return (
        Hanging.BUILT_ON
        if others or any(one.result is not None and one.result.settled_at > entry.at for one in later)
        else None
    )


def following(tx: Query, match_context: MatchContext) -> tuple[Contest, ...]:
    """The matches to which the result has led, as another winner would take them back."""
    contest, rulebook = match_context.match.contest, match_context.tournament.rulebook
    if contest.result is None:
        return ()
    other = replace(contest.result, score=contest.result.score[::-1])
    return FORMATS[rulebook.format].reopened_by(facts(tx, match_context.tournament), rulebook, contest, other)


def _take_ruling_back(tx: Tx, match_context: MatchContext, _: Entry, __: Person) -> None:
    be_played_on(tx, match_context)


def be_played_on(tx: Tx, match_context: MatchContext) -> None:
    """The match goes on without a score and with nobody waited for; what it has led to counts no more."""
    course_verbs.void(tx, match_context.tournament, following(tx, match_context), CORRECTED)
    playing_store.unsettle(tx, match_context.contest_id, tx.now)
    match_strategy(match_context).turns(tx, match_context, MatchTurn.GOES_ON, tx.now)


# --- the score between games --------------------------------------------------------------------------------------


def _score_hangs(_: Query, match_context: MatchContext, entry: Entry) -> Hanging | None:
    if (
        match_context.match.contest.result is not None
        or match_context.match.report is not None
        or "before" not in entry.details
    ):
        return Hanging.CLOSED
    noted = playing_verbs.score_words(match_context.match.running)
    return None if noted == entry.details["score"] else Hanging.TAKEN_BACK


def _note_before(tx: Tx, match_context: MatchContext, entry: Entry, __: Person) -> None:
    playing_store.note_score(tx, match_context.contest_id, tuple(map(int, entry.details["before"].split())))


# --- a side that is waited for ------------------------------------------------------------------------------------


def _wait_hangs(_: Query, match_context: MatchContext, entry: Entry) -> Hanging | None:
    if match_context.match.contest.result is not None:
        return Hanging.CLOSED
    clocks = [clock for clock in match_context.match.clocks if clock.side == int(entry.details["side"])]
    own = clocks[-1] if clocks else None
    return None if own is not None and own.started_at == entry.at and own.ended_at is None else Hanging.TAKEN_BACK


def _was_there(tx: Tx, match_context: MatchContext, entry: Entry, __: Person) -> None:
    playing_board_store.was_there(tx, match_context.contest_id, int(entry.details["side"]))


# --- a warning ----------------------------------------------------------------------------------------------------


def _warning_hangs(tx: Query, match_context: MatchContext, entry: Entry) -> Hanging | None:
    given = playing_board_store.load_warning(tx, entry.details.get("warning", ""))
    if given is None or given.taken_back_at is not None:
        return Hanging.TAKEN_BACK
    return Hanging.BUILT_ON if playing_warnings_verbs.game_hangs_on(match_context, given, entry.at) else None


def _take_warning_back(tx: Tx, match_context: MatchContext, entry: Entry, person: Person) -> None:
    given = playing_board_store.load_warning(tx, entry.details["warning"])
    if given is not None:
        playing_warnings_verbs.end(tx, match_context, given, person.person_id, entry.why or "-")


MATCH_OPPOSITES: Final[Mapping[str, MatchOpposite]] = {
    "settle_match": MatchOpposite(_ruling_hangs, _take_ruling_back),
    "record_score": MatchOpposite(_score_hangs, _note_before),
    "wait_for": MatchOpposite(_wait_hangs, _was_there),
    "warn": MatchOpposite(_warning_hangs, _take_warning_back),
}
"""By the log's words."""


ACTS: Final = frozenset({"leave"})


def taking_out_hangs(tx: Query, entry: Entry) -> Hanging | None:
    """What keeps the player out: another match was played or paired by it since."""
    entrant = entering_store.load(tx, EntrantId(entry.details["entrant"]))
    tournament = None if entry.tournament_id is None else tournaments_store.load(tx, entry.tournament_id)
    if tournament is None or not _goes_on(tournament):
        return Hanging.CLOSED
    if entrant is None or entrant.withdrawn_at is None:
        return Hanging.TAKEN_BACK
    return Hanging.BUILT_ON if _is_built_on(tx, tournament, entry) else None


def _goes_on(tournament: Tournament) -> bool:
    """Whether the event is under way, and its results lead to nothing but matches."""
    under_way = phase(tournament) in {Phase.DRAWING, Phase.RUNNING}
    return under_way and kind_of(tournament.rulebook) in RULED_IN


def _is_built_on(tx: Query, tournament: Tournament, entry: Entry) -> bool:
    given, following = _given_up(tx, tournament, entry), _following(tx, tournament, entry)
    played = any(one.result is not None and one.result.settled_at > entry.at for one in following)
    others = playing_store.paired_since(tx, tournament.tournament_id, entry.at) - {one.contest_id for one in following}
    later = any(one.result is not None and one.result.settled_at > entry.at for one in given)
    return bool(played or others or later)


def bring_player_back(tx: Tx, entry: Entry, _: Person) -> None:
    """The player is in the event again, and the matches that were lost by it go on."""
    tournament = None if entry.tournament_id is None else tournaments_store.load(tx, entry.tournament_id)
    if tournament is None:
        raise LookupError(entry.subject)
    entering_store.come_back(tx, EntrantId(entry.details["entrant"]))
    gone = {one.contest_id for one in _following(tx, tournament, entry)}
    for one in _given_up(tx, tournament, entry):
        if one.contest_id in gone:
            continue
        match_context = _find(tx, one.contest_id)
        be_played_on(tx, match_context)
        playing_verbs.reschedule_own(tx, match_context)
        tx.touch(contest_subject(one.contest_id))
    tx.touch(tournament_subject(tournament.tournament_id))
    course_verbs.proceed(tx, tournament.tournament_id)


def _given_up(tx: Query, tournament: Tournament, entry: Entry) -> list[Contest]:
    """The player's matches that were settled since, those too that they would only have reached by them."""
    entrant_id = EntrantId(entry.details["entrant"])
    own = [one for one in playing_store.of_tournament(tx, tournament.tournament_id) if entrant_id in one.sides]
    return [one for one in own if one.result is not None and one.result.settled_at >= entry.at]


def _following(tx: Query, tournament: Tournament, entry: Entry) -> list[Contest]:
    lost = _given_up(tx, tournament, entry)
    return [later for one in lost for later in following(tx, _find(tx, one.contest_id))]


def _find(tx: Query, contest_id: ContestId) -> MatchContext:
    found = playing_verbs.load(tx, contest_id)
    if found is None:
        raise LookupError(contest_id)
    return found
