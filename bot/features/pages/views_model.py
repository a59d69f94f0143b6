"""What cards about pages show: a server's pages, an event on them, what can be on stream, and a person's choices."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from bot.features.pages.model import ServerPages, ShownAs
from bot.kernel.ids import ContestId, GuildId, TournamentId
from bot.people.model import Person
from bot.play.entries import Tournament

# --- a server and its events ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PagesView:
    """The pages of a server, for who runs its events; no `address` where the installation has none."""

    guild_id: GuildId
    pages: ServerPages | None
    address: str | None
    """Where they are or would be read; None also before they were ever switched on."""
    has_site: bool
    may_switch: bool
    """Whether who looks is the owner."""
    past_from: datetime | None = None
    """When events of before the switch come, as long as that is ahead."""

    @property
    def is_on(self) -> bool:
        """Whether people without an account can read them."""
        return self.has_site and self.pages is not None and self.pages.is_on


@dataclass(frozen=True, slots=True)
class EventOnWeb:
    """An event, and whether people without an account can read of it."""

    tournament: Tournament
    address: str | None
    """None where it is not on the web."""
    is_chosen: bool
    """Whether somebody has decided it for this event alone."""
    comes_at: datetime | None = None
    """When one of before the switch comes by itself."""
    decided_by: Person | None = None


@dataclass(frozen=True, slots=True)
class DraftOnWeb:
    """Whether a new event will be on the web, as its preview says."""

    draft_id: str
    is_on: bool
    for_pupils: bool


@dataclass(frozen=True, slots=True)
class StreamMatch:
    """An open match that can be on stream."""

    contest_id: ContestId
    people: tuple[Person, ...]
    round: int


@dataclass(frozen=True, slots=True)
class StreamChoice:
    """The matches of which one can be on stream, by what they are called; and which one is."""

    tournament_id: TournamentId
    matches: tuple[StreamMatch, ...]
    present: ContestId | None


# --- people ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class OwnPages:
    """What somebody has chosen, for that person alone."""

    guild_id: GuildId
    shown_as: ShownAs | None
    """None where they have chosen nothing."""
    server: str | None
    """Where the server is read on the web; None where it is not."""
    page: str | None
    """Where the person's own page is read; None where there is none."""
    has_page: bool
    """Whether they have switched it on, whatever the server does."""
    has_calendar: bool
    """Whether their calendar has an address, whatever the server does."""


@dataclass(frozen=True, slots=True)
class NewCalendar:
    """The address of somebody's calendar, as it is shown once."""

    own: OwnPages
    address: str
    replaced: bool
    """Whether there was another one, which is dead now."""
