"""Taking back what a person did, each act by its opposite and only where nothing later hangs on it; and the log.

The log says who did what, when and why, by person, match or tournament.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from itertools import islice
from typing import Final

from bot.features.cases import barring_verbs as cases_barring_verbs
from bot.features.cases import links_verbs as cases_links_verbs
from bot.features.cases import store as cases_store
from bot.features.entering import bars_store as entering_bars_store
from bot.features.entering import check_in_verbs as entering_check_in_verbs
from bot.features.entering import store as entering_store
from bot.features.entering import verbs as entering_verbs
from bot.features.entering.model import EnteredByStaff
from bot.features.opening import store as opening_store
from bot.features.opening import verbs as opening_verbs
from bot.features.past_events import drafts_verbs as past_events_drafts_verbs
from bot.features.playing import adjourning_verbs as playing_adjourning_verbs
from bot.features.playing import store as playing_store
from bot.features.ratings import store as ratings_store
from bot.features.ratings import verbs as ratings_verbs
from bot.features.registry import officers_verbs as registry_officers_verbs
from bot.features.sign_ups import taking_in_verbs as sign_ups_taking_in_verbs
from bot.features.tournaments import recusal_verbs as tournaments_recusal_verbs
from bot.features.tournaments import store as tournaments_store
from bot.features.tournaments.facts_verbs import find, tournament_subject
from bot.features.tournaments.hooks import SERVER_HOOKS, Undoing
from bot.features.tournaments.recusal_verbs import repeatable
from bot.features.undoing import events_verbs
from bot.features.voting import store as voting_store
from bot.features.voting.bodies_model import Suggested
from bot.kernel import log
from bot.kernel.context import ActorQuery, ActorTx, Query, Tx
from bot.kernel.errors import NotFound, NotYours, Subject, UserError
from bot.kernel.ids import Actor, BarId, ContestId, EntrantId, MemberId, PersonId, TournamentId
from bot.kernel.log import Entry, Sought
from bot.people import account_store as people_account_store
from bot.people import store as people_store
from bot.people.model import Person, PlaceBack, Someone
from bot.play.plugs import first
from bot.server import store as server_store
from bot.server import verbs as server_verbs
from bot.server.model import APPOINTING, LINES_ON_A_PAGE, TAKES, UNDO_WITHIN, Act, Hanging, LogLine, LogPage, UndoLine
from bot.server.speaking_verbs import tell_committee, write_to

# --- reading the log ------------------------------------------------------------------------------------------------


MOST_SUGGESTED: Final = 25
"""What Discord shows of a list of suggestions."""
IN_CONFIDENCE: Final = frozenset({"open_file"})
"""Acts whose doer is told to nobody here: who reports misconduct is named by a reasoned act alone."""
WORDS_IN_CONFIDENCE: Final = frozenset({"open_file", "justify", "excuse_absence", "reply_in_file"})
"""Acts whose words are for those who decide about them."""


def look_up(
    tx: ActorQuery, who: Someone | None, tournament_id: TournamentId | None, contest_id: ContestId | None
) -> LogPage:
    """The first page of what is looked for, for officers, arbiters and organisers; raises NotFound, NotAllowed."""
    person_id = None
    if who is not None:
        person = server_verbs.find_known(tx, tx.guild_id, who)
        if person is None:
            raise NotFound(what=Subject.PERSON)
        person_id = person.person_id
    return page(tx, Sought(person_id, tournament_id, contest_id), 1)


def turn(
    tx: ActorQuery, number: int, person: PersonId | None, tournament: TournamentId | None, contest: ContestId | None
) -> LogPage:
    """The page of that number of what a button names: an id that is left out narrows nothing."""
    return page(tx, Sought(person, tournament, contest), number)


def page(tx: ActorQuery, sought: Sought, number: int) -> LogPage:
    """One page; a page beyond the last is the last."""
    asker = people_store.of_member(tx, tx.guild_id, tx.actor.member_id)
    server_verbs.require(tx, asker, Act.SEE_LOG)
    pages = max(1, -(-log.count(tx, tx.guild_id, sought) // LINES_ON_A_PAGE))
    shown = min(max(number, 1), pages)
    skipped = (shown - 1) * LINES_ON_A_PAGE
    entries = log.find(tx, tx.guild_id, sought, LINES_ON_A_PAGE, skipped)
    words = ".".join([sought.person_id or "", sought.tournament_id or "", sought.contest_id or ""])
    return LogPage(tuple(log_line(tx, entry) for entry in entries), shown, pages, words)


def matches_of(tx: ActorQuery, tournament_id: TournamentId, typed: str) -> tuple[tuple[ContestId, str], ...]:
    """The first matches of a tournament whose names hold what was typed, for who may see the log."""
    server_verbs.require(tx, people_store.of_member(tx, tx.guild_id, tx.actor.member_id), Act.SEE_LOG)
    find(tx, tx.guild_id, tournament_id)
    names, wanted = people_store.names_of_entrants(tx, tournament_id), typed.casefold()
    called = (
        (contest_id, " – ".join(names[side] for side in sides))
        for contest_id, sides in playing_store.sides_of(tx, tournament_id)
    )
    return tuple(islice((one for one in called if wanted in one[1].casefold()), MOST_SUGGESTED))


def log_line(tx: Query, entry: Entry) -> LogLine:
    """The line with its people, and without what is told in confidence."""
    tournament = None if entry.tournament_id is None else tournaments_store.load(tx, entry.tournament_id)
    secret = entry.act in IN_CONFIDENCE
    actor = None if entry.actor is None or secret else people_store.load(tx, entry.actor)
    about = tuple(person for person in _about(tx, entry) if actor is None or person.person_id != actor.person_id)
    why = None if entry.act in WORDS_IN_CONFIDENCE or _is_code(entry.why) else entry.why
    return LogLine(entry.at, entry.act, actor, secret, about, tournament.name if tournament else None, why)


def _is_code(why: str | None) -> bool:
    """Whether the reason is one of the house's own words, as "bar:…" or "not_confirmed", which says nothing here."""
    return why is not None and (":" in why or "_" in why) and " " not in why


def _about(tx: Query, entry: Entry) -> tuple[Person, ...]:
    kind, _, subject = entry.subject.partition(":")
    if "entrant" in entry.details:
        return _entrants(tx, (EntrantId(entry.details["entrant"]),))
    if kind == "contest":
        contest = playing_store.load(tx, ContestId(subject))
        return () if contest is None else _entrants(tx, contest.contest.sides)
    person_id = subject if kind == "person" else entry.details.get("person")
    named = (person_id, entry.details.get("other"))
    found = (None if one is None else people_store.load(tx, PersonId(one)) for one in named)
    return tuple(one for one in found if one is not None)


def _entrants(tx: Query, sides: tuple[EntrantId, ...]) -> tuple[Person, ...]:
    found = []
    for side in sides:
        entrant = entering_store.load(tx, side)
        person = None if entrant is None else people_store.load(tx, entrant.person_id)
        if person is not None:
            found.append(person)
    return tuple(found)


# --- taking acts back -----------------------------------------------------------------------------------------------


MOST = 10
_OF_AN_EVENT: Final = events_verbs.OF_EVENTS | {"pause_event"}
_LINKING: Final = frozenset({"link_people", "link_discord"})
_ABOUT_SOMEBODY: Final = frozenset({"amend_ratings", "bar", "lift_bar"}) | _LINKING
"""The acts whose opposite is refused to whoever has a stake in it."""


_OF_PLAYERS_ALONE: Final = {
    **dict.fromkeys(events_verbs.MATCH_OPPOSITES, (events_verbs.match_hangs, events_verbs.turn_match_back)),
    **dict.fromkeys(events_verbs.ACTS, (events_verbs.taking_out_hangs, events_verbs.bring_player_back)),
}
"""Acts that players take back by objecting; for staff each has a verb of its own."""


class SomethingHangs(UserError):
    """The act cannot be taken back, because of what came after it."""

    what: Hanging


def mine(tx: ActorQuery) -> tuple[UndoLine, ...]:
    """The presser's own acts of the last days that can be taken back, or what keeps them from it; latest first."""
    person = people_store.of_member(tx, tx.guild_id, tx.actor.member_id)
    if person is None:
        return ()
    since = tx.pressed_at - UNDO_WITHIN
    found = log.acts_of(tx, tx.guild_id, person.person_id, tuple(TAKES), since)[:MOST]
    return tuple(UndoLine(entry.sequence, log_line(tx, entry), _hanging(tx, entry)) for entry in found)


@repeatable
def undo(tx: ActorTx, sequence: int) -> UndoLine:
    """Takes the act back, openly and on record.

    Raises NotYours, NotAllowed, SomethingHangs, and what the opposite act would raise for a stake in it.
    """
    person = server_verbs.recognise(tx)
    entry = log.line(tx, tx.guild_id, sequence)
    if entry is None or entry.act not in TAKES:
        raise NotFound(what=Subject.MESSAGE)
    if entry.actor != person.person_id:
        raise NotYours
    server_verbs.require(tx, person, _act_needed(tx, entry))
    hangs = _hanging(tx, entry)
    if hangs is not None:
        raise SomethingHangs(what=hangs)
    _refuse_stake(tx, person, entry)
    places = _turn_back(tx, person, entry)
    _note(tx, entry, person.person_id)
    return UndoLine(sequence, log_line(tx, entry), Hanging.TAKEN_BACK, places)


def undo_for_players(tx: ActorTx, sequence: int) -> bool:
    """Takes an act back because players of the event object, however old; False where something later hangs on it."""
    entry = log.line(tx, tx.guild_id, sequence)
    decider = None if entry is None or entry.actor is None else people_store.load(tx, entry.actor)
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
    by_nobody = Actor(entry.guild_id, MemberId(0), "", "", is_owner=False, is_organiser=False, at=now)
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
            return Act.LIFT_BAR if cases_barring_verbs.reaches_beyond(tx, both, tx.pressed_at) else TAKES[act]
        case "bring_opening_list":
            return Act.LIFT_BAR if opening_verbs.lifts_bars(tx, subject) else TAKES[entry.act]
        case act:
            return TAKES[act]


def _refuse_stake(tx: ActorQuery, person: Person, entry: Entry) -> None:
    """Taking a decision about somebody, or about an event, back is deciding anew: one may play there by now."""
    tournament = None if entry.tournament_id is None else tournaments_store.load(tx, entry.tournament_id)
    if tournament is not None:
        act = TAKES[entry.act]
        tournaments_recusal_verbs.refuse_in_event(tx, person.person_id, act, tournament)
        match = events_verbs.match_of(tx, entry)
        if match is not None:
            tournaments_recusal_verbs.refuse_in_match(tx, person.person_id, act, match)
    apart = _apart(entry)
    if apart is not None:
        apart.refuse_stake(tx, person, entry)
    if entry.act == "bring_events":
        past_events_drafts_verbs.refuse_gain(tx, person.person_id, entry.subject.partition(":")[2])
    if entry.act not in _ABOUT_SOMEBODY:
        return
    concerned = [PersonId(entry.details[key]) for key in ("person", "other") if key in entry.details]
    tournaments_recusal_verbs.refuse(tx, person.person_id, TAKES[entry.act], *concerned)
    if entry.act == "link_people":
        cases_links_verbs.refuse_voter(tx, person, concerned)


def _apart(entry: Entry) -> Undoing | None:
    """How the act is taken back, where a feature says it."""
    return first(server_hook.opposites().get(entry.act) for server_hook in SERVER_HOOKS)


def _hanging(tx: ActorQuery, entry: Entry) -> Hanging | None:
    if log.is_undone(tx, entry.sequence) or entry.at < tx.pressed_at - UNDO_WITHIN:
        return Hanging.TAKEN_BACK
    return _hanging_on(tx, entry)


def _hanging_on(tx: ActorQuery, entry: Entry) -> Hanging | None:
    """What keeps an act that stands from being taken back, by its kind."""
    apart, (_, _, subject) = _apart(entry), entry.subject.partition(":")
    match entry.act:
        case "bar":
            return _bar_hangs(tx, BarId(subject))
        case "lift_bar":
            return _lift_hangs(tx, BarId(subject))
        case act if act in _LINKING:
            return _link_hangs(tx, act, subject)
        case act if act in APPOINTING:
            return registry_officers_verbs.hangs(tx, entry)
        case act if act in _OF_AN_EVENT:
            return _event_hangs(tx, entry)
        case "amend_ratings" | "bring_events" | "bring_opening_list":
            return _many_hang(tx, entry.act, subject)
        case "enter_list" | "remove":
            return _entries_hang(tx, entry)
        case _:
            return _answer_hangs(tx, entry, subject) if apart is None else apart.hangs(tx, entry)


def _event_hangs(tx: ActorQuery, entry: Entry) -> Hanging | None:
    if entry.act != "pause_event":
        return events_verbs.hangs(tx, entry)
    return None if playing_adjourning_verbs.of_line(tx, entry, tx.pressed_at) is not None else Hanging.TAKEN_BACK


def _answer_hangs(tx: Query, entry: Entry, suggestion_id: str) -> Hanging | None:
    found = voting_store.load_suggestion(tx, suggestion_id)
    return None if found is not None and found.decided_at == entry.at else Hanging.TAKEN_BACK


def _bar_hangs(tx: Query, bar_id: BarId) -> Hanging | None:
    bar = entering_bars_store.load(tx, bar_id)
    if bar is None or bar.lifted_at is not None:
        return Hanging.TAKEN_BACK
    if opening_store.brought_bar(tx, bar.person_id, bar_id):
        return Hanging.WITH_LIST
    if bar.case_id is not None or server_store.was_decided(tx, bar_id, bar.person_id, bar.since):
        return Hanging.DECISION
    return Hanging.APPEAL if server_store.was_appealed(tx, bar_id) else None


def _many_hang(tx: Query, act: str, subject: str) -> Hanging | None:
    """What keeps an act of many parts from being taken back."""
    if act == "bring_opening_list":
        return opening_verbs.hangs(tx, subject)
    return past_events_drafts_verbs.hangs(tx, subject) if act == "bring_events" else _amendments_hang(tx, subject)


def _amendments_hang(tx: Query, list_id: str) -> Hanging | None:
    made = ratings_store.amendments_of_list(tx, list_id)
    if all(one.returned_at is not None for one in made):
        return Hanging.TAKEN_BACK
    appealed = any(cases_store.appeal_of_amendment(tx, one.amendment_id) is not None for one in made)
    return Hanging.APPEAL if appealed else None


def _link_hangs(tx: Query, act: str, link_id: str) -> Hanging | None:
    if act == "link_discord":
        return cases_links_verbs.hangs(tx, link_id)
    link = people_account_store.load_same_person(tx, link_id)
    if link is None or link.undone_at is not None:
        return Hanging.TAKEN_BACK
    return None if cases_store.appeal_of_link(tx, link_id) is None else Hanging.APPEAL


def _lift_hangs(tx: ActorQuery, bar_id: BarId) -> Hanging | None:
    bar = entering_bars_store.load(tx, bar_id)
    if bar is None or bar.lifted_at is None:
        return Hanging.TAKEN_BACK
    if server_store.was_decided(tx, bar_id, bar.person_id, bar.lifted_at):
        return Hanging.DECISION
    if bar.until is not None and bar.until <= tx.pressed_at:
        return Hanging.CLOSED
    return Hanging.ENTRY if server_store.has_entered_since(tx, bar.person_id, bar.lifted_at) else None


def _entries_hang(tx: ActorQuery, entry: Entry) -> Hanging | None:
    """What keeps people from being taken off a list again, or from being put back on it."""
    if entry.act == "remove":
        return _removal_hangs(tx, EntrantId(entry.details["entrant"]))
    return sign_ups_taking_in_verbs.hangs(tx, entry.subject.partition(":")[2])


def _removal_hangs(tx: ActorQuery, entrant_id: EntrantId) -> Hanging | None:
    entrant = entering_store.load(tx, entrant_id)
    if entrant is None or entrant.withdrawn_at is None:
        return Hanging.TAKEN_BACK
    try:
        entering_verbs.open_for_entries(tx, entrant.tournament_id)
    except UserError:
        return Hanging.CLOSED
    return None


def _turn_back(tx: ActorTx, person: Person, entry: Entry) -> tuple[PlaceBack, ...]:
    """Does the opposite; answers what became of the places that it had freed."""
    apart, (_, _, subject) = _apart(entry), entry.subject.partition(":")
    match entry.act:
        case "bar":
            return _lift_bar(tx, person, entry, BarId(subject))
        case act if act in _LINKING:
            return _unlink(tx, person, entry)
        case "lift_bar":
            _bar_again(tx, BarId(subject))
        case act if act in APPOINTING:
            registry_officers_verbs.turn_back(tx, person, entry)
        case act if act in events_verbs.OF_EVENTS:
            events_verbs.turn_back(tx, entry, person)
        case "pause_event":
            playing_adjourning_verbs.take_back(tx, entry, person)
        case "amend_ratings" | "bring_events" | "bring_opening_list" | "enter_list":
            _take_back_all(tx, person, entry, subject)
        case "remove":
            _enter_again(tx, person, EntrantId(entry.details["entrant"]))
        case _ if apart is not None:
            apart.turn_back(tx, entry, person)
        case _:
            voting_store.reopen_suggestion(tx, subject)
            tell_committee(tx, tx.guild_id, Suggested(subject))
    return ()


def _unlink(tx: Tx, person: Person, entry: Entry) -> tuple[PlaceBack, ...]:
    _, _, subject = entry.subject.partition(":")
    if entry.act == "link_discord":
        cases_links_verbs.turn_back(tx, subject, person)
        return ()
    link = people_account_store.load_same_person(tx, subject)
    return () if link is None else cases_links_verbs.end(tx, link, person.person_id, entry.why or "-")


def _take_back_all(tx: Tx, person: Person, entry: Entry, subject: str) -> None:
    """Takes back an act of many parts."""
    if entry.act == "bring_events":
        past_events_drafts_verbs.take_back(tx, person.guild_id, subject)
    elif entry.act == "bring_opening_list":
        opening_verbs.take_back(tx, person, subject)
    elif entry.act == "enter_list":
        sign_ups_taking_in_verbs.take_back(tx, subject)
    else:
        ratings_verbs.take_back(tx, subject, person.person_id, entry.why or "-")


def _lift_bar(tx: Tx, person: Person, entry: Entry, bar_id: BarId) -> tuple[PlaceBack, ...]:
    bar = entering_bars_store.load(tx, bar_id)
    if bar is None:
        return ()
    cases_barring_verbs.end(tx, bar, person.person_id, entry.why or "-")
    return entering_check_in_verbs.restore(tx, bar, person.person_id)


def _bar_again(tx: Tx, bar_id: BarId) -> None:
    """A bar as the one that was lifted, from now on: the old one stays on record with its lifting."""
    old = entering_bars_store.load(tx, bar_id)
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
    cases_barring_verbs.impose(tx, again)
    cases_barring_verbs.tell(tx, again.guild_id, [again])


def _enter_again(tx: ActorTx, staff: Person, entrant_id: EntrantId) -> None:
    entrant = entering_store.load(tx, entrant_id)
    person = None if entrant is None else people_store.load(tx, entrant.person_id)
    if entrant is None or person is None:
        return
    tournament = entering_verbs.open_for_entries(tx, entrant.tournament_id)
    entering_verbs.admit(tx, tournament, person, tx.pressed_at, by=staff)
    tx.touch(tournament_subject(tournament.tournament_id))
    # Taking off and entering again calls the person once a day, as entering them does.
    if server_verbs.rings(tx, staff, person, entering_verbs.entry_matter(tournament)):
        write_to(tx, tx.guild_id, person, EnteredByStaff(entrant_id, place_back=True))
