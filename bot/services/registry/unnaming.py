"""Taking back an appointment or a title that was a mistake, as long as nobody has acted by it."""

from __future__ import annotations

from bot.domain.community import Person
from bot.domain.ids import GuildId, PersonId
from bot.domain.permissions import ArbiterTitle, Office
from bot.domain.registry.sayings import AppointmentUndone, NoTitle, Undone
from bot.domain.registry.titles import MasterTitle
from bot.domain.undoing import Hanging
from bot.services.playing import arbiter_duty
from bot.services.registry import exclusions, roles, title_awards
from bot.services.speaking import promise_publicly
from bot.services.voting import electorates
from bot.storage import appointments, expulsions, offices, people, titles
from bot.storage.context import Query, Tx
from bot.storage.log import Entry


def hangs(tx: Query, entry: Entry) -> Hanging | None:
    """What keeps the appointment, the title or its loss from being taken back."""
    person_id = _person(entry)
    if not _still_so(tx, entry, person_id):
        return Hanging.TAKEN_BACK
    if appointments.was_voted(tx, person_id, entry.at) or expulsions.is_excluded(tx, person_id):
        return Hanging.DECISION
    if _gives(entry) and appointments.has_acted_since(tx, entry.guild_id, person_id, entry.at):
        return Hanging.ACTED
    if isinstance(_title(entry), MasterTitle) and appointments.has_played_since(tx, person_id, entry.at):
        return Hanging.PLAYED
    return None


def turn_back(tx: Tx, by: Person, entry: Entry) -> None:
    """Puts back what was before, from now on, and says so wherever the appointment was read."""
    person_id = _person(entry)
    if "office" in entry.details:
        _office_back(tx, by, entry)
        electorates.call_signers(tx, entry.guild_id)
    elif isinstance(title := _title(entry), MasterTitle):
        _master_back(tx, by, entry, title)
    else:
        _arbiter_back(tx, by, entry)
    roles.follow(tx, entry.guild_id, person_id)
    how = Undone.GIVEN if _gives(entry) else Undone.TAKEN
    undone = AppointmentUndone(person_id, by.person_id, _what(tx, entry), how)
    promise_publicly(tx, entry.guild_id, undone)


def _office_back(tx: Tx, by: Person, entry: Entry) -> None:
    office, guild_id = Office(entry.details["office"]), entry.guild_id
    before = appointments.holder_before(tx, guild_id, office, entry.at)
    if before is not None and _is_here(tx, guild_id, before):
        people.give_office(tx, guild_id, office, before, tx.now, by.person_id)
        roles.follow(tx, guild_id, before)
    else:
        offices.leave(tx, guild_id, office, _person(entry), tx.now)
        offices.end(tx, guild_id, office, tx.now)


def _master_back(tx: Tx, by: Person, entry: Entry, title: MasterTitle) -> None:
    if _gives(entry):
        titles.end(tx, _person(entry), title, tx.now, "erased")
    else:
        titles.give(tx, _person(entry), title, tx.now, by.person_id)


def _arbiter_back(tx: Tx, by: Person, entry: Entry) -> None:
    """The title before, if any; with a first one that goes, the master titles laid down for it come back."""
    person_id, before = _person(entry), appointments.title_before(tx, _person(entry), entry.at)
    if before is not None:
        exclusions.refuse_excluded(tx, person_id)
        title_awards.take_up(tx, entry.guild_id, person_id, before, by.person_id)
        return
    people.end_title(tx, person_id, tx.now)
    arbiter_duty.relieve(tx, entry.guild_id, person_id, by=by.person_id)
    for title in appointments.laid_down(tx, person_id, entry.at):
        titles.give(tx, person_id, title, tx.now, by.person_id)


def _still_so(tx: Query, entry: Entry, person_id: PersonId) -> bool:
    """Whether what the act did is what stands today."""
    if "office" in entry.details:
        office = Office(entry.details["office"])
        since = offices.since(tx, entry.guild_id).get(office)
        return people.offices(tx, entry.guild_id).get(office) == person_id and since == entry.at
    title = _title(entry)
    if isinstance(title, MasterTitle):
        return (title in titles.titles_of(tx, person_id)) is _gives(entry)
    since = offices.titled_since(tx, entry.guild_id).get(person_id)
    if title is None:
        return since is None and appointments.title_before(tx, person_id, entry.at) is not None
    if entry.act == "loss_title":
        return people.title_of(tx, person_id) is not title
    return people.title_of(tx, person_id) is title and since == entry.at


def _gives(entry: Entry) -> bool:
    return entry.act != "loss_title" and entry.details.get("title") != "none"


def _title(entry: Entry) -> ArbiterTitle | MasterTitle | None:
    word = entry.details.get("title", "none")
    if word == "none":
        return None
    return ArbiterTitle(word) if word in set(ArbiterTitle) else MasterTitle(word)


def _what(tx: Query, entry: Entry) -> Office | ArbiterTitle | MasterTitle | NoTitle:
    if "office" in entry.details:
        return Office(entry.details["office"])
    return _title(entry) or appointments.title_before(tx, _person(entry), entry.at) or NoTitle.NONE


def _person(entry: Entry) -> PersonId:
    return PersonId(entry.subject.partition(":")[2])


def _is_here(tx: Query, guild_id: GuildId, person_id: PersonId) -> bool:
    person = people.load(tx, person_id)
    return person is not None and person.guild_id == guild_id and person.discord_id is not None
