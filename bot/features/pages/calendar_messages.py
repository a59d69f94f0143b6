"""The calendars of a server, of a series and of a player, as `Public…` objects in one language."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from bot.features.pages import calendar_verbs, store
from bot.features.pages.calendar_model import CalendarSlot, event_uid, match_uid
from bot.features.pages.calendar_verbs import EventSlot, MatchSlot, PlayerSlots
from bot.features.pages.model import EventNames, name_on_pages
from bot.features.pages.naming_verbs import names_in_event
from bot.features.pages.public_model import PublicAppointment, PublicCalendar
from bot.features.tournaments.rulebook_cards import label_of
from bot.i18n.catalogue import Translator
from bot.kernel.context import ActorQuery, Query
from bot.kernel.errors import NotFound, Subject
from bot.kernel.ids import TournamentId
from bot.people import store as people_store
from bot.people.model import Person


def server_calendar(tx: Query, server_key: str, translator: Translator) -> PublicCalendar | None:
    """All events of the server that are on its pages; None where those are off."""
    found = calendar_verbs.of_server(tx, server_key)
    return None if found is None else _calendar(found[0].name, server_key, found[1], (), translator)


def series_calendar(tx: Query, server_key: str, series_key: str, translator: Translator) -> PublicCalendar | None:
    """The events of the series that are on the pages; None where none is."""
    found = calendar_verbs.of_series(tx, server_key, series_key)
    return None if found is None else _calendar(name_on_pages(found[0].name), server_key, found[1], (), translator)


def player_calendar(tx: Query, secret: str, translator: Translator) -> PublicCalendar | None:
    """What the person plays in and when, by the secret of the address; None for a wrong or revoked one."""
    found = calendar_verbs.of_secret(tx, secret)
    return None if found is None else _of_player(tx, found, translator)


def own_calendar(tx: Query, person: Person, translator: Translator) -> PublicCalendar:
    """The same as a file for the person alone, where there are no pages too."""
    return _of_player(tx, calendar_verbs.of_person(tx, person), translator)


def asked_calendar(tx: ActorQuery, translator: Translator) -> tuple[PublicCalendar, str | None]:
    """The presser's own, and where pages are read, if anywhere; raises NotFound for a stranger."""
    person = people_store.of_member(tx, tx.guild_id, tx.actor.member_id)
    if person is None:
        raise NotFound(what=Subject.PERSON)
    return own_calendar(tx, person, translator), store.address(tx)


def _of_player(tx: Query, found: PlayerSlots, translator: Translator) -> PublicCalendar:
    events = {one.event.tournament.tournament_id: one.event.tournament for one in found.matches}
    names = {key: names_in_event(tx, found.pages, one, translator) for key, one in events.items()}
    matches = [_match(one, names, translator) for one in found.matches]
    return _calendar(name_on_pages(found.person.plain_name), found.pages.page_id, found.events, matches, translator)


def _calendar(
    name: str,
    server: str,
    events: Iterable[EventSlot],
    matches: Iterable[PublicAppointment],
    translator: Translator,
) -> PublicCalendar:
    every = [*(_event(one, translator) for one in events), *matches]
    in_order = sorted(every, key=lambda one: (one.begins_at, one.uid))
    return PublicCalendar(name, translator.locale, tuple(in_order), server)


def _event(one: EventSlot, translator: Translator) -> PublicAppointment:
    key = one.tournament.tournament_id
    kind = name_on_pages(label_of(one.tournament.rulebook, translator))
    return _appointment(event_uid(key), name_on_pages(one.tournament.name), one.slot, kind, key if one.has_page else "")


def _match(one: MatchSlot, names: Mapping[TournamentId, EventNames], translator: Translator) -> PublicAppointment:
    event = one.event.tournament
    shown = names[event.tournament_id].entrants
    sides = " – ".join(shown[side].name for side in one.contest.sides)
    title = translator.say("threads.name", sides=sides, event=name_on_pages(event.name))
    key = event.tournament_id if one.event.has_page else ""
    kind = name_on_pages(label_of(event.rulebook, translator))
    return _appointment(match_uid(one.contest.contest_id), title, one.slot, kind, key, one.contest.contest_id)


def _appointment(uid: str, title: str, slot: CalendarSlot, text: str, event: str, match: str = "") -> PublicAppointment:
    return PublicAppointment(
        uid=uid,
        title=title,
        begins_at=slot.begins_at,
        ends_at=slot.ends_at,
        is_off=slot.is_off,
        sequence=slot.sequence,
        changed_at=slot.changed_at,
        text=text,
        event=event,
        match=match if event else "",
    )
