"""What features add: to an event from its entries to its record, to what there is to do, to steps of time."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from bot.features.tournaments.model import BroughtCard, CourseView, Onward, SeriesListed, SeriesSheet
from bot.features.tournaments.summons_model import MatterKind
from bot.features.tournaments.tasks_model import TaskItem, Upcoming
from bot.kernel.context import ActorQuery, Query, Tx
from bot.kernel.ids import Actor, ContestId, EntrantId, GuildId, PersonId, RoleId, Switch, TournamentId
from bot.kernel.log import Entry
from bot.kernel.outages import Outage, Rung, Step, Still
from bot.kernel.promises import Message, OfTournament
from bot.people.model import Capacity, Person
from bot.play.contests import Contest, Result, Sanction, Score
from bot.play.entries import Closing, Entrant, Tournament
from bot.play.formats.protocol import Starter
from bot.play.matches import Match
from bot.play.plugs import Hooks, Joined, Parts, Strategies, Strategy
from bot.play.records import Record
from bot.play.rulebook import Rulebook
from bot.play.title_games import ToldGame
from bot.server.model import Act, Hanging, may

# --- entering -------------------------------------------------------------------------------------------------------


class EntryHooks(Hooks):
    """What one feature adds from the registration to the close of confirmation."""

    def is_complete(self, tx: Query, tournament: Tournament, entrant_id: EntrantId) -> bool:
        """Whether nothing has still to be handed in before the entry of one person can be confirmed."""
        return True

    def refuse_person(self, tx: Query, tournament: Tournament, person_id: PersonId) -> None:
        """Asked before somebody is put on the list, and at the close: raises what keeps the person out."""

    def came_to_play(self, tx: Tx, tournament: Tournament, person_id: PersonId) -> None:
        """Told once somebody has a place who had none, in a team too, by whatever way."""

    def left_list(self, tx: Tx, tournament: Tournament, person_id: PersonId, by: PersonId) -> None:
        """Told once somebody has left the list, or was taken off it, before the close."""

    def everybody_asked(self, tx: Tx, tournament: Tournament) -> None:
        """Told once everybody was asked to confirm."""

    def refuse_late(self, tx: ActorQuery, tournament: Tournament, *, staff: bool) -> None:
        """Asked where somebody comes after the close: raises what they read, or staff who would enter them."""

    def refuse_check_in(self, tx: ActorQuery, tournament: Tournament, entrant: Entrant) -> None:
        """Asked before an entry is confirmed: raises what keeps it from that."""

    def keeps_from_start(self, tx: Tx, tournament: Tournament, entrant: Entrant, closed_at: datetime) -> bool:
        """Asked at the close, of each entry on the list: whether it cannot start, which is no absence of its people."""
        return False

    def check_in_closed(self, tx: Tx, tournament: Tournament, closing: Closing) -> None:
        """Told once it is decided who starts and who was absent; the event may have been called off by it."""

    def lacking(
        self, tx: Query, asker: Asker, tournament: Tournament, entrant: Entrant, closes_at: datetime
    ) -> TaskItem | Upcoming | None:
        """What the entry lacks before it can be confirmed, as who asks has to see to it or waits for it."""
        return None

    def entry_parts(self, tx: Query, tournament: Tournament) -> Iterable[object]:
        """What the answer to who has entered tells of the event beside the entry, each a value of a type of its own."""
        return ()

    def open_decks(
        self, tx: Query, tournament: Tournament, contests: Sequence[Contest]
    ) -> Mapping[EntrantId, tuple[BroughtCard, ...]]:
        """The decks of its entrants that are no secret any more."""
        return {}

    def guidance(
        self, tx: Query, asker: Asker, tournament: Tournament, entrant: Entrant | None
    ) -> Iterator[TaskItem | Upcoming]:
        """What the event asks of a person beyond what every event does."""
        return iter(())


ENTRY_HOOKS: Final = Joined(EntryHooks)


def parts_of_entry(tx: Query, tournament: Tournament) -> Parts:
    """What features tell who has entered of the event."""
    return Parts(
        tuple(part for hook in ENTRY_HOOKS.of(tournament.rulebook) for part in hook.entry_parts(tx, tournament))
    )


def tell_of_place(tx: Tx, tournament: Tournament, person_id: PersonId) -> None:
    """Has the features of the event follow that the person has a place in it."""
    for hook in ENTRY_HOOKS.of(tournament.rulebook):
        hook.came_to_play(tx, tournament, person_id)


# --- events ---------------------------------------------------------------------------------------------------------


class EventHooks(Hooks):
    """What one feature adds to the course of an event and to what follows from it."""

    def created(self, tx: Tx, tournament: Tournament, by: PersonId, *, on_web: bool) -> None:
        """Told once an event was created, where the author of its draft chose whether it is on the web."""

    def repeated(self, tx: Tx, tournament: Tournament, before: Tournament) -> None:
        """Told once an event was created that follows that one by itself."""

    def address(self, tx: Query, tournament: Tournament) -> str | None:
        """Where people without an account can read of the event; None where they cannot."""
        return None

    def before_draw(self, tx: Tx, tournament: Tournament, starters: Sequence[Entrant]) -> None:
        """Told before the field is drawn or drawn again: what its order hangs on is a fact from here on."""

    def club_of(self, tx: Query, person_id: PersonId) -> str | None:
        """The club of a person who enters, by the latest word on it, where clubs are kept apart."""
        return None

    def result_changed(self, tx: Tx, tournament: Tournament, contest: Contest) -> None:
        """Told of each result that was settled, corrected or taken back, before anything follows from it."""

    def held_back(
        self, tx: Query, tournament: Tournament, in_force: Sequence[Contest], now: datetime
    ) -> Collection[ContestId]:
        """Those of its matches that are not called yet, though their players are known."""
        return ()

    def next_round_waits(self, tx: Query, tournament: Tournament) -> bool:
        """Whether the next round is not paired yet, though all before it is decided."""
        return False

    def matches_called(self, tx: Tx, tournament: Tournament, contests: Sequence[ContestId]) -> None:
        """Told once these matches are called together."""

    def carried_on(self, tx: Tx, tournament: Tournament) -> None:
        """Told once the event has gone as far as it goes by itself; harmless at any time."""

    def called_off(self, tx: Tx, tournament: Tournament) -> None:
        """Told once the event was called off."""

    def rated_when_called_off(self, tx: Tx, tournament: Tournament) -> None:
        """Told once what was played in an event that was called off is rated, corrected, or withdrawn to go on."""

    def handed_over(self, tx: Tx, tournament: Tournament, contest_id: ContestId) -> None:
        """Told once a match in play has another arbiter."""

    def after_end(self, tx: Tx, tournament: Tournament) -> None:
        """Told once the event is over and its ratings are published."""

    def onward(self, tx: Query, tournament: Tournament) -> Onward | None:
        """Whom the outcome of an event that is over invites, and where."""
        return None

    def sanctions(self, tx: Query, tournament_id: TournamentId) -> tuple[tuple[EntrantId, Sanction], ...]:
        """What was done to the places of an event that is over, in its order."""
        return ()

    def outcome_corrected(self, tx: Tx, tournament: Tournament) -> None:
        """Told once a result of an event that is over was corrected, annulled or restored."""

    def after_bringing(self, tx: Tx, guild_id: GuildId, brought: Sequence[Tournament], *, stand: bool) -> None:
        """Told once of events that came in together, in their order of time, or that were taken back as one."""


class EventStrategy(Strategy):
    """How events of one kind of contest are run, from the registration to the record."""

    # --- entering ----------------------------------------------------------------------------------------------------

    def fits(self, tx: Query, tournament: Tournament, entrant: Entrant) -> bool:
        """Asked of an entry that is confirmed: whether it could start as things are now."""
        return True

    def before_close(self, tx: Tx, tournament: Tournament) -> None:
        """Told an hour before the registration closes: what is lacking can still be mended."""

    def check_in_opened(self, tx: Tx, tournament: Tournament) -> None:
        """Told once everybody was asked to confirm."""

    def after_reminder(self, tx: Tx, tournament: Tournament) -> None:
        """Told once those who had not confirmed were reminded."""

    # --- draw and course ---------------------------------------------------------------------------------------------

    def keeps_from_draw(self, tx: Tx, tournament: Tournament, entrant: Entrant) -> bool:
        """Asked before each draw, of each entry that was to start: whether it cannot, of which people are told here."""
        return False

    def after_draw(self, tx: Tx, tournament: Tournament) -> None:
        """Told once the field is drawn."""

    def clock(self, tournament: Tournament) -> tuple[datetime, timedelta] | None:
        """From when the event is counted and how long it goes on, of one that ends by its clock."""
        return None

    def late_round(self, tx: Query, tournament: Tournament, at: datetime) -> int | None:
        """The round in which somebody new may enter at that moment, of an event that is not played in rounds."""
        return None

    def carry_on(self, tx: Tx, tournament: Tournament) -> None:
        """Takes an event that is not played in rounds as far as it goes by itself; harmless at any time."""

    def course(self, tx: Query, view: CourseView, contests: Sequence[Contest]) -> CourseView:
        """How far the event is, where rounds do not say it; `contests` are known of what is played in them."""
        return view

    def as_ruled(self, match: Match, rulebook: Rulebook) -> Match:
        """The match as the feature's rules read what is on record; asked whenever one is loaded."""
        return match

    def settle_left(
        self, tx: Tx, tournament: Tournament, match: Match, withdrawn: Collection[EntrantId]
    ) -> bool | None:
        """Settles an open match of which some have left, and says whether that changed it; None: they have lost it."""
        return None

    def given_up(self, tx: Query, tournament: Tournament, match: Match, result: Result, walkover: Score) -> Result:
        """The result of a match that a side has left, game by game where it is told so."""
        return result

    def step_out(
        self, tx: Tx, tournament: Tournament, entrant: Entrant, person_id: PersonId, by: PersonId | None
    ) -> None:
        """Takes somebody who enters with another out of the entry; `by` is None where nobody wished it."""

    def crowns(self, tx: Query, tournament: Tournament, person_id: PersonId) -> bool:
        """Whether the title goes to the person who has won the match for it."""
        return False

    def games_on_record(self, tx: Query, contest_id: ContestId, at: datetime) -> tuple[ToldGame, ...]:
        """A match game by game, as a record tells it; none where it is told by its score."""
        return ()

    def refuse_record(self, record: Record) -> None:
        """Asked of a record that is brought in: raises what it lacks for being read here as it was there."""

    def entrant_brought(
        self,
        tx: Tx,
        record: Record,
        starter: Starter,
        entrant_id: EntrantId,
        by_id: Mapping[str, Person],
        at: datetime,
    ) -> None:
        """Told of each entrant whom a record brings in."""


EVENT_HOOKS: Final = Joined(EventHooks)
EVENT_STRATEGIES: Final = Strategies(EventStrategy)


def event_strategy(tournament: Tournament) -> EventStrategy:
    """How the event is run."""
    return EVENT_STRATEGIES.of(tournament.rulebook)


# --- who asks what there is to do -----------------------------------------------------------------------------------


Found = Iterator[TaskItem | Upcoming]
"""What one part of the answer has found: things to do, and things that come by themselves."""


@dataclass(frozen=True, slots=True)
class Asker:
    """Who asks, and when. A stranger has no person yet."""

    actor: Actor
    person: Person | None
    capacities: frozenset[Capacity]

    @property
    def now(self) -> datetime:
        """The moment of the press."""
        return self.actor.at

    def is_me(self, person: Person) -> bool:
        """Whether that is who asks."""
        return self.person is not None and person.person_id == self.person.person_id

    def answers_for(self, entrant: Entrant) -> bool:
        """Whether the entry is that of who asks, who does not just play for its captain."""
        return self.person is not None and entrant.person_id == self.person.person_id

    def may(self, act: Act) -> bool:
        """Whether who asks may do it by capacity alone."""
        return may(act, self.capacities)


# --- what stands still ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Standstill:
    """Something that stands still, and what it belongs to."""

    still: Still
    guild_id: GuildId
    tournament_id: TournamentId | None = None
    outages: tuple[Outage, ...] = ()
    """Times in which its clock stands still."""


@dataclass(frozen=True, slots=True)
class Watch:
    """How one kind of thing is looked at, and what is said of it; each function takes the id of the thing."""

    find: Callable[[Tx, str], Standstill | None]
    """What stands still of it now; None where it goes on by itself, or is over."""
    remind: Callable[[Tx, str], None]
    """Tells those who can act."""
    ask: Callable[[Tx, str, Standstill, Rung], None]
    """Asks who runs it, for the first time or again."""


# --- clocks, duty and steps -----------------------------------------------------------------------------------------


Taker = Callable[[Tx, str, Step], None]
"""Takes a due step of the thing with that id."""


@dataclass(frozen=True, slots=True)
class CardClock:
    """A clock that waits for presses on a card, and so stands still while that card is gone."""

    said_as: type[Message]
    """As what the card is posted; the first field is the id in its name."""
    looked_at_before: frozenset[Step]
    """The steps of the card's own subject that are taken only once it was seen that the card stands."""
    runs_in: Callable[[Query, str], TournamentId | None]
    """The event of the card with that id; None where no clock waits for it at present."""
    rewrite: Callable[[Tx, str], None]
    """Rewrites what is due for the card with that id."""
    decides: Callable[[Query, str, Step, datetime], bool] = lambda *_: True
    """Whether such a step settles anything at the moment; the edit of one that only redraws the card finds it gone."""


class TaskHooks(Hooks):
    """What one feature asks of people."""

    def tasks(self, tx: Query, asker: Asker) -> Iterator[TaskItem | Upcoming]:
        """What who asks has to do, and what they wait for, beside running events."""
        return iter(())


class StepHooks(Hooks):
    """What one feature does by itself at its time."""

    def takers(self) -> Mapping[str, Taker]:
        """Who takes its steps, by what the subject of the deadline is."""
        return {}

    def card_clocks(self) -> Mapping[str, CardClock]:
        """Its clocks that wait for a card, by the kind of card (what stands before the colon)."""
        return {}

    def shown_by(self, kind: MatterKind) -> type[OfTournament] | None:
        """The message about the event that tells more of such a matter than a line can."""
        return None

    def called(self, tx: Query, subject: str) -> str:
        """What a matter about such a thing of its own is called by; empty for all others."""
        return ""

    def decided_among(self, tx: Query, kind: MatterKind, subject: str) -> tuple[tuple[str, str], ...]:
        """What the call to such a matter offers to decide it, as values with their labels; nothing of all others."""
        return ()

    def after_outage(self, tx: Tx, outage: Outage, *, is_news: bool) -> None:
        """Moves its windows and steps by an outage that has ended; who is concerned is told where it is news."""

    def after_pause(self, tx: Tx, tournament: Tournament) -> None:
        """Moves the event's own windows and steps, beside those of its matches, since it was paused or goes on."""


class KeeperHooks(Hooks):
    """What one feature asks and tells where it changes by which rules cases are heard, and who reads them."""

    def refuse_concerned(self, tx: ActorQuery, person: Person | None) -> None:
        """Raises for who has a case open, and so keeps out of it."""

    def tell_role(self, tx: Tx, by: Person, shown: str, before: RoleId, after: RoleId | None) -> None:
        """Told of another role in the place of one that shows an office or a title."""

    def tell_procedure(self, tx: Tx, by: Person, texts: tuple[str, str], name: str) -> None:
        """Told of another kind of vote under the name, by its file before and after."""


@dataclass(frozen=True, slots=True)
class Undoing:
    """What keeps an act of the log from being turned back, and how it is."""

    hangs: Callable[[Query, Entry], Hanging | None]
    turn_back: Callable[[Tx, Entry, Person], None]
    refuse_stake: Callable[[ActorQuery, Person, Entry], None] = lambda *_: None
    """Raises for whom the opposite concerns, beside who plays in the event of the line."""


class ServerHooks(Hooks):
    """What one feature does in a server, beside its events."""

    def running(self, tx: Query, guild_id: GuildId) -> Mapping[Switch, int]:
        """How much runs there that began with the commands of a switch."""
        return {}

    def clocks_changed(self, tx: Tx, guild_id: GuildId) -> None:
        """Told once the server goes by the clocks of another time zone."""

    def opposites(self) -> Mapping[str, Undoing]:
        """How acts of its own are taken back, by the log's words."""
        return {}

    def series(self, tx: Query, guild_id: GuildId) -> Sequence[SeriesListed]:
        """The series of events there, those that go on first."""
        return ()

    def series_sheet(self, tx: Query, guild_id: GuildId, key: str) -> SeriesSheet | None:
        """Of what the table of one of them is made; None of a key that it does not know."""
        return None


DUTY_HOOKS: Final = Joined(TaskHooks)
SERVER_HOOKS: Final = Joined(ServerHooks)
STEP_HOOKS: Final = Joined(StepHooks)
KEEPER_HOOKS: Final = Joined(KeeperHooks)
