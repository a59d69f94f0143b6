"""Whose pages are on, which events are on them, and as what a person is shown. All of it pure.

The owner switches a server's pages on. From then on new events are on them, unless somebody who runs one says
otherwise; past ones come after a week, and a school's event only by choice. Who chose nothing is shown by name in
events that were created since, and by initials in older ones. Who has no Discord account, or plays by a rulebook for
pupils, is shown by initials at the most.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from itertools import count
from typing import Final

from bot.kernel.ids import ContestId, EntrantId, GuildId, PersonId, TournamentId
from bot.kernel.promises import Notified, OfGuild
from bot.people.model import Person
from bot.play.entries import Tournament
from bot.play.rulebook import Rulebook
from bot.play.teams import BoardMember

# --- servers --------------------------------------------------------------------------------------------------------


PAST_EVENTS_AFTER: Final = timedelta(days=7)
"""So long after the switch events of before it are on the pages, and their people can choose until then."""


@dataclass(frozen=True, slots=True)
class ServerPages:
    """A server whose pages were switched on, perhaps off again."""

    guild_id: GuildId
    page_id: str
    """In addresses."""
    name: str
    is_on: bool
    on_since: datetime
    switched_by: PersonId
    is_findable: bool = False
    """Whether search engines may list the pages."""
    shows_bars: bool = False


# --- events ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class EventPages:
    """What was decided of an event; None where nothing was."""

    tournament_id: TournamentId
    is_shown: bool | None = None
    decided_by: PersonId | None = None
    decided_at: datetime | None = None
    stream_id: ContestId | None = None
    """The match that is on stream."""


class PagesSwitched(OfGuild):
    """The server's owner has switched its pages on or off."""

    NOTIFIES = Notified.NOBODY
    is_on: bool


class PageSetting(StrEnum):
    """What the owner of a server may switch on for its pages beside the pages themselves."""

    FINDABLE = "findable"
    BARS = "bars"
    """What a penalty did to a place in a table."""


def is_for_pupils(rulebook: Rulebook) -> bool:
    """Whether schools send pupils: their events are on no page before somebody chose it (OLY-1)."""
    return rulebook.dispute is not None


def is_shown(pages: ServerPages | None, event: EventPages | None, tournament: Tournament, now: datetime) -> bool:
    """Whether the event is on the pages of its server."""
    return tournament.announced_at is not None and is_meant(pages, event, tournament, now)


def is_meant(pages: ServerPages | None, event: EventPages | None, tournament: Tournament, now: datetime) -> bool:
    """Whether the event is on the pages once it is announced, as its announcement says."""
    if pages is None or not pages.is_on:
        return False
    if event is not None and event.is_shown is not None:
        return event.is_shown
    if is_for_pupils(tournament.rulebook):
        return False
    return is_newer(pages, tournament) or now >= pages.on_since + PAST_EVENTS_AFTER


def is_newer(pages: ServerPages, tournament: Tournament) -> bool:
    """Whether the event was created after the switch, so that who entered was told of the pages."""
    return tournament.created_at >= pages.on_since


# --- people ---------------------------------------------------------------------------------------------------------


class ShownAs(StrEnum):
    """As what somebody is shown."""

    NAME = "name"
    INITIALS = "initials"
    """Without face, account, curve and whatever would tell that two events have the same person."""
    NOTHING = "nothing"
    """As "Player 7", by the order of registration."""


@dataclass(frozen=True, slots=True)
class PersonPages:
    """What somebody has chosen; None where nothing was."""

    person_id: PersonId
    chosen_at: datetime
    shown_as: ShownAs | None = None
    page_id: str | None = None
    """The key of the person's own page, where it is switched on."""
    calendar: str | None = None
    """SHA-256 of the secret in the address of the person's calendar."""

    @property
    def has_page(self) -> bool:
        """Whether there is a page of the person's own, which is always by name."""
        return self.page_id is not None and self.shown_as not in {ShownAs.INITIALS, ShownAs.NOTHING}


_ORDER: Final = (ShownAs.NAME, ShownAs.INITIALS, ShownAs.NOTHING)
"""From what says most of a person to what says least."""


def shown_as(person: Person, choice: PersonPages | None, pages: ServerPages, tournament: Tournament | None) -> ShownAs:
    """As what the person is shown in the event, or outside of any where it is None."""
    chosen = None if choice is None else choice.shown_as
    wanted = chosen or _unasked(pages, tournament)
    least = ShownAs.INITIALS if _is_protected(person, tournament) else ShownAs.NAME
    return max(wanted, least, key=_ORDER.index)


def unasked(pages: ServerPages, tournament: Tournament) -> ShownAs:
    """As what members who chose nothing are shown in the event."""
    return ShownAs.INITIALS if is_for_pupils(tournament.rulebook) else _unasked(pages, tournament)


def _unasked(pages: ServerPages, tournament: Tournament | None) -> ShownAs:
    """Of who chose nothing: outside of an event nobody is named who was not asked."""
    return ShownAs.NAME if tournament is not None and is_newer(pages, tournament) else ShownAs.INITIALS


def _is_protected(person: Person, tournament: Tournament | None) -> bool:
    return person.discord_id is None or (tournament is not None and is_for_pupils(tournament.rulebook))


_MOST_INITIALS: Final = 3


def initials(name: str) -> str:
    """The first letters of the first words and the last, each with a point: "Ana Lima" is "A. L."."""
    words = [word for word in name.split() if any(char.isalnum() for char in word)]
    first = [next(char for char in word if char.isalnum()).upper() for word in words]
    kept = first if len(first) <= _MOST_INITIALS else [*first[: _MOST_INITIALS - 1], first[-1]]
    return " ".join(f"{letter}." for letter in kept) or "?"


def told_apart(names: Sequence[str]) -> list[str]:
    """The same names; of those that are alike all but the first get a number: "A. L.", "A. L. 2"."""
    taken, numbers, found = set(names), dict[str, Iterator[int]](), list[str]()
    for name in names:
        if name not in numbers:
            numbers[name] = count(2)
            found.append(name)
            continue
        # A name that was typed with its number is somebody's own.
        found.append(next(one for n in numbers[name] if (one := f"{name} {n}") not in taken))
        taken.add(found[-1])
    return found


_MENTION: Final = re.compile(r"<(?:@[!&]?|#|t:|/|id:|a?:\w+:)[^>]*>")


def without_mentions(typed: str) -> str:
    """What somebody typed without what stands for an account, a role or a channel by its number on Discord."""
    while (bare := _MENTION.sub("", typed)) != typed:
        # Where one stood within another, the rest is one again.
        typed = bare
    return bare


def name_on_pages(typed: str) -> str:
    """The name of an event, a team, a series or a server as pages show it; one of mentions alone is a question mark."""
    return without_mentions(typed).strip() or "?"


@dataclass(frozen=True, slots=True)
class Shown:
    """The name on pages, how much of the person it says, and the key of the person's own page, if there is one."""

    name: str
    shown_as: ShownAs
    page: str = ""


@dataclass(frozen=True, slots=True)
class EventNames:
    """Everybody of an event: entries as they appear, and the people behind them, members of teams too."""

    entrants: Mapping[EntrantId, Shown]
    people: Mapping[PersonId, Shown]

    def of(self, entrant_id: EntrantId) -> Shown:
        """As what the entry is shown; who is on no list any more has no name."""
        return self.entrants.get(entrant_id, _NAMELESS)

    def are_named(self, entrant_id: EntrantId, members: Mapping[EntrantId, Sequence[BoardMember]]) -> bool:
        """Whether the entry is shown by name, of a team all who play in it."""
        team = (self.people[one.person_id] for one in members.get(entrant_id, ()))
        return all(one.shown_as is ShownAs.NAME for one in (self.of(entrant_id), *team))


_NAMELESS: Final = Shown("–", ShownAs.NOTHING)


@dataclass(frozen=True, slots=True)
class OnWeb:
    """An event that is on the web, as who enters is told of it."""

    guild_id: GuildId
    address: str
    unasked: ShownAs
    """As what who chose nothing is shown there."""


# --- addresses ------------------------------------------------------------------------------------------------------


def language_in_path(locale: str) -> str:
    """What stands for a language in addresses: "pt" for "pt-BR"."""
    return locale.partition("-")[0].lower()


def server_address(site: str, locale: str, page_id: str) -> str:
    """Where the pages of a server begin; `site` is the installation's address without a slash at its end."""
    return f"{site}/{language_in_path(locale)}/{page_id}/"


def event_address(site: str, locale: str, page_id: str, tournament_id: TournamentId) -> str:
    """Where an event is read."""
    return f"{server_address(site, locale, page_id)}{tournament_id}/"


def player_address(site: str, locale: str, page_id: str, person_page: str) -> str:
    """Where somebody's own page is read."""
    return f"{server_address(site, locale, page_id)}players/{person_page}/"


def calendar_address(site: str, locale: str, secret: str) -> str:
    """Where somebody's own calendar is read, by who knows the secret."""
    return f"{site}/{language_in_path(locale)}/calendar/{secret}/calendar.ics"


# --- calendars ------------------------------------------------------------------------------------------------------


def calendar_print(secret: str) -> str:
    """What is kept of the secret in the address of a calendar."""
    return hashlib.sha256(secret.encode()).hexdigest()
