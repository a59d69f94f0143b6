"""Taking one's own acts back: each by its opposite, and only where nothing later hangs on it."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import Final

from bot.domain.community import Person, Place, Presser
from bot.domain.entering.sayings import EnteredByStaff
from bot.domain.ids import BarId, EntrantId, MemberId, Occasion, PersonId
from bot.domain.permissions import Act
from bot.domain.undoing import APPOINTING, TAKES, UNDO_WITHIN, Hanging, PlaceBack, UndoLine
from bot.domain.voting.sayings import Suggested
from bot.errors import NotFound, NotYours, Subject, UserError
from bot.services import access, event_undoing, log_reading, match_opposites, quotas, recusal, taken_out
from bot.services.cases import barring, discord_links, rating_amendments, same_person
from bot.services.circuit import circuits
from bot.services.entering import freed_places, registration
from bot.services.events import past_undoing
from bot.services.opening import taking_back
from bot.services.playing import pausing
from bot.services.registry import unnaming
from bot.services.sign_ups import taking_in
from bot.services.speaking import promise, write_to
from bot.services.timetable import tournament_subject
from bot.services.wishes import repeatable
from bot.storage import (
    appeals,
    bars,
    consequences,
    entrants,
    log,
    opening_lists,
    panels,
    people,
    same_persons,
    suggestions,
    tournaments,
)
from bot.storage import rating_amendments as amendments
from bot.storage.database import Work
from bot.storage.log import Entry

MOST = 10
_OF_SERIES: Final = frozenset({"add_to_series", "remove_from_series"})
_OF_AN_EVENT: Final = event_undoing.OF_EVENTS | {"pause_event"}
_LINKING: Final = frozenset({"link_people", "link_discord"})
_ABOUT_SOMEBODY: Final = frozenset({"amend_ratings", "bar", "lift_bar"}) | _LINKING
"""The acts whose opposite is refused to whoever has a stake in it."""


_OF_PLAYERS_ALONE: Final = {
    **dict.fromkeys(match_opposites.OPPOSITES, match_opposites),
    **dict.fromkeys(taken_out.ACTS, taken_out),
}
"""Acts that players take back by objecting; for staff each has a verb of its own."""


class SomethingHangs(UserError):
    """The act cannot be taken back, because of what came after it."""

    what: Hanging


def mine(work: Work, presser: Presser) -> tuple[UndoLine, ...]:
    """The presser's own acts of the last days that can be taken back, or what keeps them from it; latest first."""
    person = people.of_member(work, presser.guild_id, presser.member_id)
    if person is None:
        return ()
    since = presser.at - UNDO_WITHIN
    found = log.acts_of(work, presser.guild_id, person.person_id, tuple(TAKES), since)[:MOST]
    return tuple(
        UndoLine(entry.sequence, log_reading.log_line(work, entry), _hanging(work, presser, entry)) for entry in found
    )


@repeatable
def undo(work: Work, occasion: Occasion, presser: Presser, sequence: int) -> UndoLine:
    """Takes the act back, openly and on record.

    Raises NotYours, NotAllowed, SomethingHangs, and what the opposite act would raise for a stake in it.
    """
    person = access.recognise(work, occasion, presser)
    entry = log.line(work, presser.guild_id, sequence)
    if entry is None or entry.act not in TAKES:
        raise NotFound(what=Subject.MESSAGE)
    if entry.actor != person.person_id:
        raise NotYours
    access.require(work, presser, person, _act_needed(work, presser, entry))
    hangs = _hanging(work, presser, entry)
    if hangs is not None:
        raise SomethingHangs(what=hangs)
    _refuse_stake(work, presser, person, entry)
    places = _turn_back(work, occasion, presser, person, entry)
    _note(work, occasion, entry, person.person_id)
    return UndoLine(sequence, log_reading.log_line(work, entry), Hanging.TAKEN_BACK, places)


def undo_for_players(work: Work, occasion: Occasion, presser: Presser, sequence: int) -> bool:
    """Takes an act back because players of the event object, however old; False where something later hangs on it."""
    entry = log.line(work, presser.guild_id, sequence)
    decider = None if entry is None or entry.actor is None else people.load(work, entry.actor)
    if entry is None or decider is None or log.is_undone(work, entry.sequence):
        return False
    apart = _OF_PLAYERS_ALONE.get(entry.act)
    if apart is not None:
        if apart.hangs(work, entry) is not None:
            return False
        apart.turn_back(work, occasion, entry, decider)
    elif not can_be_undone(work, entry, presser.at):
        return False
    else:
        _turn_back(work, occasion, presser, decider, entry)
    _note(work, occasion, entry, None)
    return True


def can_be_undone(work: Work, entry: Entry, now: datetime) -> bool:
    """Whether nothing later hangs on the act, however old it is, and nothing has taken it back."""
    by_nobody = Presser(entry.guild_id, MemberId(0), "", "", is_owner=False, is_organiser=False, at=now)
    return not log.is_undone(work, entry.sequence) and _hanging_on(work, by_nobody, entry) is None


def _note(work: Work, occasion: Occasion, entry: Entry, by: PersonId | None) -> None:
    """Writes that the act of the line was taken back; `by` is None where players objected."""
    log.add(
        work,
        entry.guild_id,
        occasion.now,
        "undo",
        entry.subject,
        actor=by,
        tournament_id=entry.tournament_id,
        details={**entry.details, "line": str(entry.sequence), "undone": entry.act},
    )


def _act_needed(work: Work, presser: Presser, entry: Entry) -> Act:
    """What one must be allowed to do: lifting a bar, where taking the act back would end one for somebody."""
    _, _, subject = entry.subject.partition(":")
    match entry.act:
        case act if act in _LINKING:
            both = [PersonId(entry.details[key]) for key in ("person", "other") if key in entry.details]
            return Act.LIFT_BAR if barring.reaches_beyond(work, both, presser.at) else TAKES[act]
        case "bring_opening_list":
            return Act.LIFT_BAR if taking_back.lifts_bars(work, subject) else TAKES[entry.act]
        case act:
            return TAKES[act]


def _refuse_stake(work: Work, presser: Presser, person: Person, entry: Entry) -> None:
    """Taking a decision about somebody, or about an event, back is deciding anew: one may play there by now."""
    tournament = None if entry.tournament_id is None else tournaments.load(work, entry.tournament_id)
    if tournament is not None:
        act = TAKES[entry.act]
        recusal.refuse_in_event(work, presser, person.person_id, act, tournament)
        match = event_undoing.match_of(work, entry)
        if match is not None:
            recusal.refuse_in_match(work, presser, person.person_id, act, match)
    if entry.act in _OF_SERIES:
        circuits.refuse_stake_in_line(work, presser, person, entry)
    if entry.act == "bring_events":
        past_undoing.refuse_gain(work, person.person_id, entry.subject.partition(":")[2])
    if entry.act not in _ABOUT_SOMEBODY:
        return
    concerned = [PersonId(entry.details[key]) for key in ("person", "other") if key in entry.details]
    recusal.refuse(work, presser, person.person_id, TAKES[entry.act], *concerned)
    if entry.act == "link_people":
        same_person.refuse_voter(work, person, concerned)


def _hanging(work: Work, presser: Presser, entry: Entry) -> Hanging | None:
    if log.is_undone(work, entry.sequence) or entry.at < presser.at - UNDO_WITHIN:
        return Hanging.TAKEN_BACK
    return _hanging_on(work, presser, entry)


def _hanging_on(work: Work, presser: Presser, entry: Entry) -> Hanging | None:
    """What keeps an act that stands from being taken back, by its kind."""
    _, _, subject = entry.subject.partition(":")
    match entry.act:
        case "bar":
            return _bar_hangs(work, BarId(subject))
        case "lift_bar":
            return _lift_hangs(work, presser, BarId(subject))
        case act if act in _LINKING:
            return _link_hangs(work, act, subject)
        case act if act in APPOINTING:
            return unnaming.hangs(work, entry)
        case act if act in _OF_AN_EVENT:
            return _event_hangs(work, presser, entry)
        case "amend_ratings" | "bring_events" | "bring_opening_list":
            return _many_hang(work, entry.act, subject)
        case "enter_list" | "remove" | "add_to_series" | "remove_from_series":
            return _entries_hang(work, presser, entry)
        case _:
            return _answer_hangs(work, entry, subject)


def _event_hangs(work: Work, presser: Presser, entry: Entry) -> Hanging | None:
    if entry.act != "pause_event":
        return event_undoing.hangs(work, presser, entry)
    return None if pausing.of_line(work, entry, presser.at) is not None else Hanging.TAKEN_BACK


def _answer_hangs(work: Work, entry: Entry, suggestion_id: str) -> Hanging | None:
    found = suggestions.load(work, suggestion_id)
    return None if found is not None and found.decided_at == entry.at else Hanging.TAKEN_BACK


def _bar_hangs(work: Work, bar_id: BarId) -> Hanging | None:
    bar = bars.load(work, bar_id)
    if bar is None or bar.lifted_at is not None:
        return Hanging.TAKEN_BACK
    if opening_lists.brought_bar(work, bar.person_id, bar_id):
        return Hanging.WITH_LIST
    if bar.case_id is not None or consequences.was_decided(work, bar_id, bar.person_id, bar.since):
        return Hanging.DECISION
    return Hanging.APPEAL if consequences.was_appealed(work, bar_id) else None


def _many_hang(work: Work, act: str, subject: str) -> Hanging | None:
    """What keeps an act of many parts from being taken back."""
    if act == "bring_opening_list":
        return taking_back.hangs(work, subject)
    return past_undoing.hangs(work, subject) if act == "bring_events" else _amendments_hang(work, subject)


def _amendments_hang(work: Work, list_id: str) -> Hanging | None:
    made = amendments.of_list(work, list_id)
    if all(one.returned_at is not None for one in made):
        return Hanging.TAKEN_BACK
    appealed = any(appeals.of_amendment(work, one.amendment_id) is not None for one in made)
    return Hanging.APPEAL if appealed else None


def _link_hangs(work: Work, act: str, link_id: str) -> Hanging | None:
    if act == "link_discord":
        return discord_links.hangs(work, link_id)
    link = same_persons.load(work, link_id)
    if link is None or link.undone_at is not None:
        return Hanging.TAKEN_BACK
    return None if appeals.of_link(work, link_id) is None else Hanging.APPEAL


def _lift_hangs(work: Work, presser: Presser, bar_id: BarId) -> Hanging | None:
    bar = bars.load(work, bar_id)
    if bar is None or bar.lifted_at is None:
        return Hanging.TAKEN_BACK
    if consequences.was_decided(work, bar_id, bar.person_id, bar.lifted_at):
        return Hanging.DECISION
    if bar.until is not None and bar.until <= presser.at:
        return Hanging.CLOSED
    return Hanging.ENTRY if consequences.has_entered_since(work, bar.person_id, bar.lifted_at) else None


def _entries_hang(work: Work, presser: Presser, entry: Entry) -> Hanging | None:
    """What keeps people or events from being taken off a list again, or from being put back on it."""
    if entry.act in _OF_SERIES:
        return circuits.hangs(work, entry)
    if entry.act == "remove":
        return _removal_hangs(work, presser, EntrantId(entry.details["entrant"]))
    return taking_in.hangs(work, presser, entry.subject.partition(":")[2])


def _removal_hangs(work: Work, presser: Presser, entrant_id: EntrantId) -> Hanging | None:
    entrant = entrants.load(work, entrant_id)
    if entrant is None or entrant.withdrawn_at is None:
        return Hanging.TAKEN_BACK
    try:
        registration.open_for_entries(work, presser, entrant.tournament_id)
    except UserError:
        return Hanging.CLOSED
    return None


def _turn_back(work: Work, occasion: Occasion, presser: Presser, person: Person, entry: Entry) -> tuple[PlaceBack, ...]:
    """Does the opposite; answers what became of the places that it had freed."""
    _, _, subject = entry.subject.partition(":")
    match entry.act:
        case "bar":
            return _lift_bar(work, occasion, person, entry, BarId(subject))
        case act if act in _LINKING:
            return _unlink(work, occasion, person, entry)
        case "lift_bar":
            _bar_again(work, occasion, BarId(subject))
        case act if act in APPOINTING:
            unnaming.turn_back(work, occasion, person, entry)
        case act if act in _OF_SERIES:
            circuits.turn_back(work, occasion, entry, person)
        case act if act in event_undoing.OF_EVENTS:
            event_undoing.turn_back(work, occasion, entry, person)
        case "pause_event":
            pausing.take_back(work, occasion, entry, person)
        case "amend_ratings" | "bring_events" | "bring_opening_list" | "enter_list":
            _take_back_all(work, occasion, person, entry, subject)
        case "remove":
            _enter_again(work, occasion, presser, person, EntrantId(entry.details["entrant"]))
        case _:
            suggestions.reopen(work, subject)
            promise(work, occasion, presser.guild_id, Place.COMMITTEE, Suggested(subject))
    return ()


def _unlink(work: Work, occasion: Occasion, person: Person, entry: Entry) -> tuple[PlaceBack, ...]:
    _, _, subject = entry.subject.partition(":")
    if entry.act == "link_discord":
        discord_links.turn_back(work, occasion, subject, person)
        return ()
    link = same_persons.load(work, subject)
    return () if link is None else same_person.end(work, occasion, link, person.person_id, entry.why or "-")


def _take_back_all(work: Work, occasion: Occasion, person: Person, entry: Entry, subject: str) -> None:
    """Takes back an act of many parts."""
    if entry.act == "bring_events":
        past_undoing.take_back(work, occasion, person.guild_id, subject)
    elif entry.act == "bring_opening_list":
        taking_back.take_back(work, occasion, person, subject)
    elif entry.act == "enter_list":
        taking_in.take_back(work, occasion, subject)
    else:
        rating_amendments.take_back(work, occasion, subject, person.person_id, entry.why or "-")


def _lift_bar(work: Work, occasion: Occasion, person: Person, entry: Entry, bar_id: BarId) -> tuple[PlaceBack, ...]:
    bar = bars.load(work, bar_id)
    if bar is None:
        return ()
    barring.end(work, occasion, bar, person.person_id, entry.why or "-")
    return freed_places.restore(work, occasion, bar, person.person_id)


def _bar_again(work: Work, occasion: Occasion, bar_id: BarId) -> None:
    """A bar as the one that was lifted, from now on: the old one stays on record with its lifting."""
    old = bars.load(work, bar_id)
    if old is None:
        return
    again = replace(
        old,
        bar_id=BarId(occasion.ids.fresh()),
        since=occasion.now,
        lifted_at=None,
        lifted_by=None,
        lift_reason=None,
    )
    barring.impose(work, occasion, again)
    barring.tell(work, occasion, again.guild_id, [again])


def _enter_again(work: Work, occasion: Occasion, presser: Presser, staff: Person, entrant_id: EntrantId) -> None:
    entrant = entrants.load(work, entrant_id)
    person = None if entrant is None else people.load(work, entrant.person_id)
    if entrant is None or person is None:
        return
    tournament = registration.open_for_entries(work, presser, entrant.tournament_id)
    registration.admit(work, occasion, tournament, person, presser.at, by=staff)
    panels.mark_stale(work, tournament_subject(tournament.tournament_id), occasion.now)
    # Taking off and entering again calls the person once a day, as entering them does.
    if quotas.rings(work, occasion, staff, person, registration.entry_matter(tournament)):
        write_to(work, occasion, presser.guild_id, person, EnteredByStaff(entrant_id))
