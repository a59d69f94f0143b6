"""Taking one's own acts back: each by its opposite, and only where nothing later hangs on it."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import Final

from bot.domain.community import Person, Presser
from bot.domain.entering.sayings import EnteredByStaff
from bot.domain.ids import BarId, EntrantId, MemberId, PersonId
from bot.domain.permissions import Act
from bot.domain.undoing import APPOINTING, TAKES, UNDO_WITHIN, Hanging, PlaceBack, UndoLine
from bot.domain.voting.sayings import Suggested
from bot.errors import NotFound, NotYours, Subject, UserError
from bot.features.sign_ups import taking_in_verbs as sign_ups_taking_in_verbs
from bot.services import access, event_undoing, log_reading, match_opposites, quotas, recusal, taken_out
from bot.services.cases import barring, discord_links, rating_amendments, same_person
from bot.services.circuit import circuits
from bot.services.entering import freed_places, registration
from bot.services.events import past_undoing
from bot.services.opening import taking_back
from bot.services.playing import pausing
from bot.services.registry import unnaming
from bot.services.speaking import tell_committee, write_to
from bot.services.timetable import tournament_subject
from bot.services.wishes import repeatable
from bot.storage import (
    appeals,
    bars,
    consequences,
    entrants,
    log,
    opening_lists,
    people,
    same_persons,
    suggestions,
    tournaments,
)
from bot.storage import rating_amendments as amendments
from bot.storage.context import ActorQuery, ActorTx, Query, Tx
from bot.storage.log import Entry

MOST = 10
_OF_SERIES: Final = frozenset({"add_to_series", "remove_from_series"})
_OF_AN_EVENT: Final = event_undoing.OF_EVENTS | {"pause_event"}
_LINKING: Final = frozenset({"link_people", "link_discord"})
_ABOUT_SOMEBODY: Final = frozenset({"amend_ratings", "bar", "lift_bar"}) | _LINKING
"""The acts whose opposite is refused to whoever has a stake in it."""


_OF_PLAYERS_ALONE: Final = {
    **dict.fromkeys(match_opposites.OPPOSITES, (match_opposites.hangs, match_opposites.turn_back)),
    **dict.fromkeys(taken_out.ACTS, (taken_out.hangs, taken_out.turn_back)),
}
"""Acts that players take back by objecting; for staff each has a verb of its own."""


class SomethingHangs(UserError):
    """The act cannot be taken back, because of what came after it."""

    what: Hanging


def mine(tx: ActorQuery) -> tuple[UndoLine, ...]:
    """The presser's own acts of the last days that can be taken back, or what keeps them from it; latest first."""
    person = people.of_member(tx, tx.guild_id, tx.actor.member_id)
    if person is None:
        return ()
    since = tx.pressed_at - UNDO_WITHIN
    found = log.acts_of(tx, tx.guild_id, person.person_id, tuple(TAKES), since)[:MOST]
    return tuple(UndoLine(entry.sequence, log_reading.log_line(tx, entry), _hanging(tx, entry)) for entry in found)


@repeatable
def undo(tx: ActorTx, sequence: int) -> UndoLine:
    """Takes the act back, openly and on record.

    Raises NotYours, NotAllowed, SomethingHangs, and what the opposite act would raise for a stake in it.
    """
    person = access.recognise(tx)
    entry = log.line(tx, tx.guild_id, sequence)
    if entry is None or entry.act not in TAKES:
        raise NotFound(what=Subject.MESSAGE)
    if entry.actor != person.person_id:
        raise NotYours
    access.require(tx, person, _act_needed(tx, entry))
    hangs = _hanging(tx, entry)
    if hangs is not None:
        raise SomethingHangs(what=hangs)
    _refuse_stake(tx, person, entry)
    places = _turn_back(tx, person, entry)
    _note(tx, entry, person.person_id)
    return UndoLine(sequence, log_reading.log_line(tx, entry), Hanging.TAKEN_BACK, places)


def undo_for_players(tx: ActorTx, sequence: int) -> bool:
    """Takes an act back because players of the event object, however old; False where something later hangs on it."""
    entry = log.line(tx, tx.guild_id, sequence)
    decider = None if entry is None or entry.actor is None else people.load(tx, entry.actor)
    if entry is None or decider is None or log.is_undone(tx, entry.sequence):
        return False
    apart = _OF_PLAYERS_ALONE.get(entry.act)
    if apart is not None:
        hangs, turn_back = apart
        if hangs(tx, entry) is not None:
            return False
        turn_back(tx, entry, decider)
    elif not can_be_undone(tx, entry, tx.pressed_at):
        return False
    else:
        _turn_back(tx, decider, entry)
    _note(tx, entry, None)
    return True


def can_be_undone(tx: Query, entry: Entry, now: datetime) -> bool:
    """Whether nothing later hangs on the act, however old it is, and nothing has taken it back."""
    by_nobody = Presser(entry.guild_id, MemberId(0), "", "", is_owner=False, is_organiser=False, at=now)
    return not log.is_undone(tx, entry.sequence) and _hanging_on(tx.acting_as(by_nobody), entry) is None


def _note(tx: Tx, entry: Entry, by: PersonId | None) -> None:
    """Writes that the act of the line was taken back; `by` is None where players objected."""
    tx.log(
        entry.guild_id,
        "undo",
        entry.subject,
        actor=by,
        tournament_id=entry.tournament_id,
        details={**entry.details, "line": str(entry.sequence), "undone": entry.act},
    )


def _act_needed(tx: ActorQuery, entry: Entry) -> Act:
    """What one must be allowed to do: lifting a bar, where taking the act back would end one for somebody."""
    _, _, subject = entry.subject.partition(":")
    match entry.act:
        case act if act in _LINKING:
            both = [PersonId(entry.details[key]) for key in ("person", "other") if key in entry.details]
            return Act.LIFT_BAR if barring.reaches_beyond(tx, both, tx.pressed_at) else TAKES[act]
        case "bring_opening_list":
            return Act.LIFT_BAR if taking_back.lifts_bars(tx, subject) else TAKES[entry.act]
        case act:
            return TAKES[act]


def _refuse_stake(tx: ActorQuery, person: Person, entry: Entry) -> None:
    """Taking a decision about somebody, or about an event, back is deciding anew: one may play there by now."""
    tournament = None if entry.tournament_id is None else tournaments.load(tx, entry.tournament_id)
    if tournament is not None:
        act = TAKES[entry.act]
        recusal.refuse_in_event(tx, person.person_id, act, tournament)
        match = event_undoing.match_of(tx, entry)
        if match is not None:
            recusal.refuse_in_match(tx, person.person_id, act, match)
    if entry.act in _OF_SERIES:
        circuits.refuse_stake_in_line(tx, person, entry)
    if entry.act == "bring_events":
        past_undoing.refuse_gain(tx, person.person_id, entry.subject.partition(":")[2])
    if entry.act not in _ABOUT_SOMEBODY:
        return
    concerned = [PersonId(entry.details[key]) for key in ("person", "other") if key in entry.details]
    recusal.refuse(tx, person.person_id, TAKES[entry.act], *concerned)
    if entry.act == "link_people":
        same_person.refuse_voter(tx, person, concerned)


def _hanging(tx: ActorQuery, entry: Entry) -> Hanging | None:
    if log.is_undone(tx, entry.sequence) or entry.at < tx.pressed_at - UNDO_WITHIN:
        return Hanging.TAKEN_BACK
    return _hanging_on(tx, entry)


def _hanging_on(tx: ActorQuery, entry: Entry) -> Hanging | None:
    """What keeps an act that stands from being taken back, by its kind."""
    _, _, subject = entry.subject.partition(":")
    match entry.act:
        case "bar":
            return _bar_hangs(tx, BarId(subject))
        case "lift_bar":
            return _lift_hangs(tx, BarId(subject))
        case act if act in _LINKING:
            return _link_hangs(tx, act, subject)
        case act if act in APPOINTING:
            return unnaming.hangs(tx, entry)
        case act if act in _OF_AN_EVENT:
            return _event_hangs(tx, entry)
        case "amend_ratings" | "bring_events" | "bring_opening_list":
            return _many_hang(tx, entry.act, subject)
        case "enter_list" | "remove" | "add_to_series" | "remove_from_series":
            return _entries_hang(tx, entry)
        case _:
            return _answer_hangs(tx, entry, subject)


def _event_hangs(tx: ActorQuery, entry: Entry) -> Hanging | None:
    if entry.act != "pause_event":
        return event_undoing.hangs(tx, entry)
    return None if pausing.of_line(tx, entry, tx.pressed_at) is not None else Hanging.TAKEN_BACK


def _answer_hangs(tx: Query, entry: Entry, suggestion_id: str) -> Hanging | None:
    found = suggestions.load(tx, suggestion_id)
    return None if found is not None and found.decided_at == entry.at else Hanging.TAKEN_BACK


def _bar_hangs(tx: Query, bar_id: BarId) -> Hanging | None:
    bar = bars.load(tx, bar_id)
    if bar is None or bar.lifted_at is not None:
        return Hanging.TAKEN_BACK
    if opening_lists.brought_bar(tx, bar.person_id, bar_id):
        return Hanging.WITH_LIST
    if bar.case_id is not None or consequences.was_decided(tx, bar_id, bar.person_id, bar.since):
        return Hanging.DECISION
    return Hanging.APPEAL if consequences.was_appealed(tx, bar_id) else None


def _many_hang(tx: Query, act: str, subject: str) -> Hanging | None:
    """What keeps an act of many parts from being taken back."""
    if act == "bring_opening_list":
        return taking_back.hangs(tx, subject)
    return past_undoing.hangs(tx, subject) if act == "bring_events" else _amendments_hang(tx, subject)


def _amendments_hang(tx: Query, list_id: str) -> Hanging | None:
    made = amendments.of_list(tx, list_id)
    if all(one.returned_at is not None for one in made):
        return Hanging.TAKEN_BACK
    appealed = any(appeals.of_amendment(tx, one.amendment_id) is not None for one in made)
    return Hanging.APPEAL if appealed else None


def _link_hangs(tx: Query, act: str, link_id: str) -> Hanging | None:
    if act == "link_discord":
        return discord_links.hangs(tx, link_id)
    link = same_persons.load(tx, link_id)
    if link is None or link.undone_at is not None:
        return Hanging.TAKEN_BACK
    return None if appeals.of_link(tx, link_id) is None else Hanging.APPEAL


def _lift_hangs(tx: ActorQuery, bar_id: BarId) -> Hanging | None:
    bar = bars.load(tx, bar_id)
    if bar is None or bar.lifted_at is None:
        return Hanging.TAKEN_BACK
    if consequences.was_decided(tx, bar_id, bar.person_id, bar.lifted_at):
        return Hanging.DECISION
    if bar.until is not None and bar.until <= tx.pressed_at:
        return Hanging.CLOSED
    return Hanging.ENTRY if consequences.has_entered_since(tx, bar.person_id, bar.lifted_at) else None


def _entries_hang(tx: ActorQuery, entry: Entry) -> Hanging | None:
    """What keeps people or events from being taken off a list again, or from being put back on it."""
    if entry.act in _OF_SERIES:
        return circuits.hangs(tx, entry)
    if entry.act == "remove":
        return _removal_hangs(tx, EntrantId(entry.details["entrant"]))
    return sign_ups_taking_in_verbs.hangs(tx, entry.subject.partition(":")[2])


def _removal_hangs(tx: ActorQuery, entrant_id: EntrantId) -> Hanging | None:
    entrant = entrants.load(tx, entrant_id)
    if entrant is None or entrant.withdrawn_at is None:
        return Hanging.TAKEN_BACK
    try:
        registration.open_for_entries(tx, entrant.tournament_id)
    except UserError:
        return Hanging.CLOSED
    return None


def _turn_back(tx: ActorTx, person: Person, entry: Entry) -> tuple[PlaceBack, ...]:
    """Does the opposite; answers what became of the places that it had freed."""
    _, _, subject = entry.subject.partition(":")
    match entry.act:
        case "bar":
            return _lift_bar(tx, person, entry, BarId(subject))
        case act if act in _LINKING:
            return _unlink(tx, person, entry)
        case "lift_bar":
            _bar_again(tx, BarId(subject))
        case act if act in APPOINTING:
            unnaming.turn_back(tx, person, entry)
        case act if act in _OF_SERIES:
            circuits.turn_back(tx, entry, person)
        case act if act in event_undoing.OF_EVENTS:
            event_undoing.turn_back(tx, entry, person)
        case "pause_event":
            pausing.take_back(tx, entry, person)
        case "amend_ratings" | "bring_events" | "bring_opening_list" | "enter_list":
            _take_back_all(tx, person, entry, subject)
        case "remove":
            _enter_again(tx, person, EntrantId(entry.details["entrant"]))
        case _:
            suggestions.reopen(tx, subject)
            tell_committee(tx, tx.guild_id, Suggested(subject))
    return ()


def _unlink(tx: Tx, person: Person, entry: Entry) -> tuple[PlaceBack, ...]:
    _, _, subject = entry.subject.partition(":")
    if entry.act == "link_discord":
        discord_links.turn_back(tx, subject, person)
        return ()
    link = same_persons.load(tx, subject)
    return () if link is None else same_person.end(tx, link, person.person_id, entry.why or "-")


def _take_back_all(tx: Tx, person: Person, entry: Entry, subject: str) -> None:
    """Takes back an act of many parts."""
    if entry.act == "bring_events":
        past_undoing.take_back(tx, person.guild_id, subject)
    elif entry.act == "bring_opening_list":
        taking_back.take_back(tx, person, subject)
    elif entry.act == "enter_list":
        sign_ups_taking_in_verbs.take_back(tx, subject)
    else:
        rating_amendments.take_back(tx, subject, person.person_id, entry.why or "-")


def _lift_bar(tx: Tx, person: Person, entry: Entry, bar_id: BarId) -> tuple[PlaceBack, ...]:
    bar = bars.load(tx, bar_id)
    if bar is None:
        return ()
    barring.end(tx, bar, person.person_id, entry.why or "-")
    return freed_places.restore(tx, bar, person.person_id)


def _bar_again(tx: Tx, bar_id: BarId) -> None:
    """A bar as the one that was lifted, from now on: the old one stays on record with its lifting."""
    old = bars.load(tx, bar_id)
    if old is None:
        return
    again = replace(
        old,
        bar_id=BarId(tx.new_id()),
        since=tx.now,
        lifted_at=None,
        lifted_by=None,
        lift_reason=None,
    )
    barring.impose(tx, again)
    barring.tell(tx, again.guild_id, [again])


def _enter_again(tx: ActorTx, staff: Person, entrant_id: EntrantId) -> None:
    entrant = entrants.load(tx, entrant_id)
    person = None if entrant is None else people.load(tx, entrant.person_id)
    if entrant is None or person is None:
        return
    tournament = registration.open_for_entries(tx, entrant.tournament_id)
    registration.admit(tx, tournament, person, tx.pressed_at, by=staff)
    tx.touch(tournament_subject(tournament.tournament_id))
    # Taking off and entering again calls the person once a day, as entering them does.
    if quotas.rings(tx, staff, person, registration.entry_matter(tournament)):
        write_to(tx, tx.guild_id, person, EnteredByStaff(entrant_id))
