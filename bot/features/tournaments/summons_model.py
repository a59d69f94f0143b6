"""What waits for a decision of who runs an event: whom it calls, when that may be said, and how a call is read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final

from bot.kernel.ids import GuildId, MemberId, RoleId, TournamentId
from bot.people.model import Person
from bot.play.entries import Tournament
from bot.play.matches import MatchPhase

# --- what waits -----------------------------------------------------------------------------------------------------


HELD_FOR: Final = timedelta(minutes=5)
"""What comes this soon after a message is told with the next one, so that one evening does not ping all the time."""
SILENCE: Final = timedelta(minutes=10)
"""How long who created the event and staff on duty have, before the organisers' role is called."""
SHORT: Final = timedelta(minutes=15)
"""What happens by itself within this time is told at once, and to the role."""


class MatterKind(StrEnum):
    """What needs a human; its sentence is `staff.matter_KIND`."""

    BOTH_ABSENT = "both_absent"
    """Neither side came to a match that no arbiter follows."""
    DISPUTE = "dispute"
    """The sides of a match disagree, and the rulebook's time for a decision is over."""
    NOT_REPORTED = "not_reported"
    """Both sides are there, and no score was reported."""
    TABLE_MISSING = "table_missing"
    """A table waits for a player, and no clock decides there."""
    CALLED = "called"
    """A player asks for the organisers; who presses its button has taken it on."""
    TIME_UNDECIDED = "time_undecided"
    """The sides of a match did not agree on a time."""
    ARBITER_WANTED = "arbiter_wanted"
    """Matches wait for an arbiter."""
    PLAYER_LEFT = "player_left"
    """A player left after the draw, which can be made again until the first call."""
    CHECK_IN_CLOSES = "check_in_closes"
    """Somebody is missing shortly before check-in closes, and the close can be moved."""
    ROUND_ROBIN = "round_robin"
    """So few are on the list that a round robin is better, which can be taken until the close."""
    RULES_DRAFT = "rules_draft"
    """The chief arbiter has drafted rules of the event's own, which can be approved until the close."""
    EVENT_PROPOSED = "event_proposed"
    """An arbiter proposes an event, and nobody holds the office that approves it."""
    ACCOUNT_CLAIMED = "account_claimed"
    """Two people give the same account."""
    NAME_CLAIMED = "name_claimed"
    """A member says that they are somebody known by name."""
    SEATS_PROPOSED = "seats_proposed"
    """Invitations wait for an organiser's word."""
    THREADS_REFUSED = "threads_refused"
    """Matches were to have threads, which the bot may not make."""
    CANNOT_SPEAK = "cannot_speak"
    """Discord refuses messages of the bot."""
    STUCK = "stuck"
    """The event goes on with nothing that comes by itself."""
    SUSPENDED = "suspended"
    """A match was stopped, and nobody has resumed it."""
    CALL_UNREAD = "call_unread"
    """The message that calls a match cannot be delivered."""
    PLAYS_ELSEWHERE = "plays_elsewhere"
    """A match has waited long enough, and its player is still in a match of another event."""
    HOLDS_UP = "holds_up"
    """A match goes on for which one of another event has waited long enough."""
    REPEAT_TOO_FEW = "repeat_too_few"
    """Two events in a row of a repeat were called off for too few players, and it has stopped."""
    REPEAT_LOST_MAKER = "repeat_lost_maker"
    """Who made a repeat is gone, or may create events no more, and it has stopped."""
    CARD_GONE = "card_gone"
    """A card of the event was deleted while players had to press on it; who presses its button has read that."""


STANDS_WHILE: Final = {
    MatterKind.BOTH_ABSENT: frozenset({MatchPhase.UNDECIDED}),
    MatterKind.DISPUTE: frozenset({MatchPhase.DISPUTED}),
    MatterKind.NOT_REPORTED: frozenset({MatchPhase.PLAYING}),
    MatterKind.TABLE_MISSING: frozenset({MatchPhase.MISSING}),
    MatterKind.SUSPENDED: frozenset({MatchPhase.SUSPENDED}),
    MatterKind.PLAYS_ELSEWHERE: frozenset({MatchPhase.MISSING}),
    MatterKind.HOLDS_UP: frozenset({MatchPhase.MISSING, MatchPhase.PLAYING}),
    MatterKind.CALL_UNREAD: frozenset({MatchPhase.WAITING}),
    MatterKind.TIME_UNDECIDED: frozenset({MatchPhase.WAITING}),
}
"""In which phases of its match a matter waits; any other one settles it."""
SETTLED_BY: Final = {
    MatterKind.BOTH_ABSENT: "referee",
    MatterKind.DISPUTE: "referee",
    MatterKind.NOT_REPORTED: "referee",
    MatterKind.TABLE_MISSING: "referee",
    MatterKind.CALLED: "referee",
    MatterKind.TIME_UNDECIDED: "time-desk",
    MatterKind.ARBITER_WANTED: "duty-on",
    MatterKind.PLAYER_LEFT: "redraw",
    MatterKind.CHECK_IN_CLOSES: "close-more",
    MatterKind.ROUND_ROBIN: "round-robin-now",
    MatterKind.RULES_DRAFT: "rules-approve-now",
    MatterKind.EVENT_PROPOSED: "event-proposal",
    MatterKind.ACCOUNT_CLAIMED: "claim",
    MatterKind.NAME_CLAIMED: "name-card",
    MatterKind.SEATS_PROPOSED: "seats-show",
    MatterKind.THREADS_REFUSED: "desk",
    MatterKind.CANNOT_SPEAK: "say-again",
    MatterKind.STUCK: "desk",
    MatterKind.SUSPENDED: "referee",
    MatterKind.CALL_UNREAD: "match",
    MatterKind.PLAYS_ELSEWHERE: "referee",
    MatterKind.HOLDS_UP: "referee",
    MatterKind.REPEAT_TOO_FEW: "repeat",
    MatterKind.REPEAT_LOST_MAKER: "repeat",
    MatterKind.CARD_GONE: "desk",
}
"""The verb of the button that settles it; it carries what stands behind the colon of the subject, as of "vote:ID"."""
ALSO_ANSWERED_BY: Final = {MatterKind.CHECK_IN_CLOSES: ("close-now", "close-off")}
"""The verbs of the further buttons of a matter that leaves a choice."""
DECIDED_BY: Final = {MatterKind.DISPUTE: "rule"}
"""The verb of the menu of what can be decided at once, on the call itself."""
TAKEN_BY_A_PRESS: Final = frozenset({MatterKind.CALLED, MatterKind.THREADS_REFUSED, MatterKind.CARD_GONE})
"""What is over once staff have pressed its button."""
TOLD_ONCE: Final = frozenset({MatterKind.CARD_GONE, MatterKind.REPEAT_TOO_FEW, MatterKind.REPEAT_LOST_MAKER})
"""What staff have to know, and no player waits for: silence does not call the organisers' role to it."""
LAPSES: Final = frozenset(
    {MatterKind.PLAYER_LEFT, MatterKind.CHECK_IN_CLOSES, MatterKind.ROUND_ROBIN, MatterKind.RULES_DRAFT}
)
"""What nobody can do any more once its moment has come."""
UNTIL_THE_CLOSE: Final = (MatterKind.CHECK_IN_CLOSES, MatterKind.ROUND_ROBIN)
"""What is asked of the event until check-in closes, and as long as that is moved."""


@dataclass(frozen=True, slots=True)
class Matter:
    """Something that needs a human: what it is about, as "contest:ID", and when something happens by itself."""

    kind: MatterKind
    subject: str
    tournament_id: TournamentId | None
    until: datetime | None = None
    """None where nothing happens by itself."""


@dataclass(frozen=True, slots=True)
class MatterRef:
    """Which matter, as a message keeps it: "both_absent.contest:ID"."""

    kind: MatterKind
    subject: str

    @property
    def custom_id(self) -> str:
        """Of the button that settles it."""
        return f"{SETTLED_BY[self.kind]}:{self.subject.partition(':')[2]}"

    def is_answered_by(self, custom_id: str) -> bool:
        """Whether the button is one of this matter, whatever more it carries behind the thing."""
        verb, _, rest = custom_id.partition(":")
        also = ALSO_ANSWERED_BY.get(self.kind, ())
        if not also:
            return custom_id == self.custom_id
        return verb in {SETTLED_BY[self.kind], *also} and rest.partition(".")[0] == self.subject.partition(":")[2]


@dataclass(frozen=True, slots=True)
class OpenMatter:
    """A matter on record: since when, how often it was asked, when it was told, answered and settled."""

    matter: Matter
    guild_id: GuildId
    called_at: datetime
    times: int = 1
    said_at: datetime | None = None
    role_at: datetime | None = None
    """When the organisers' role was called."""
    heeded_at: datetime | None = None
    """When staff pressed its button."""
    settled_at: datetime | None = None
    told_by: tuple[str, ...] = ()
    """The calls that told it."""

    @property
    def ref(self) -> MatterRef:
        """Which one it is."""
        return MatterRef(self.matter.kind, self.matter.subject)

    def is_short(self, now: datetime) -> bool:
        """Whether something happens by itself before anybody could be asked a second time."""
        return self.matter.until is not None and self.matter.until - now <= SHORT

    @property
    def lapses_at(self) -> datetime | None:
        """When it is too late for it; None where it waits until it is settled."""
        return self.matter.until if self.settled_at is None and self.matter.kind in LAPSES else None

    def has_lapsed(self, now: datetime) -> bool:
        """Whether it is too late for it by now."""
        return self.lapses_at is not None and self.lapses_at <= now


@dataclass(frozen=True, slots=True)
class Post:
    """What one message tells: its matters, and whether it calls the organisers' role too."""

    matters: tuple[OpenMatter, ...]
    to_role: bool


def next_post_at(matters: Iterable[OpenMatter]) -> datetime | None:
    """When the next message about the matters of one event is due; None while nothing is to be said."""
    known = tuple(matters)
    return min((*_to_say_at(known), *_to_role_at(known)), default=None)


def next_step_at(matters: Iterable[OpenMatter]) -> datetime | None:
    """When the next message is due, or a matter lapses."""
    known = tuple(matters)
    moments = [next_post_at(known), *(one.lapses_at for one in known)]
    return min((at for at in moments if at is not None), default=None)


def post_at(matters: Iterable[OpenMatter], now: datetime, *, role_at_once: bool) -> Post | None:
    """What is to be said at the moment; None where it is too early, or nothing waits.

    `role_at_once`: nobody else can be reached. A message takes along what was held for the next one, and one to the
    role all that was told and not answered, so that the role is pinged once.
    """
    known = tuple(matters)
    due_at = next_post_at(known)
    if due_at is None or due_at > now:
        return None
    fresh = tuple(one for one in known if one.said_at is None and one.settled_at is None)
    to_role = role_at_once or _wants_role(known, fresh, now)
    return Post((*fresh, *filter(_is_unheeded, known)) if to_role else fresh, to_role)


def _wants_role(known: tuple[OpenMatter, ...], fresh: tuple[OpenMatter, ...], now: datetime) -> bool:
    """Whether nobody answered in time, or there is no time to wait for that."""
    late = any(at <= now for at in _to_role_at(known))
    return late or any(one.is_short(now) or one.times > 1 for one in fresh)


def _is_unheeded(matter: OpenMatter) -> bool:
    waits = matter.heeded_at is None and matter.settled_at is None and matter.matter.kind not in TOLD_ONCE
    return waits and matter.said_at is not None and matter.role_at is None


def _to_say_at(matters: tuple[OpenMatter, ...]) -> Iterator[datetime]:
    last = max((at for matter in matters for at in (matter.said_at, matter.role_at) if at is not None), default=None)
    for matter in matters:
        if matter.said_at is None and matter.settled_at is None:
            held = matter.called_at if last is None else max(matter.called_at, last + HELD_FOR)
            yield _before_short(matter, held, matter.called_at)


def _to_role_at(matters: tuple[OpenMatter, ...]) -> Iterator[datetime]:
    for matter in matters:
        if _is_unheeded(matter) and matter.said_at is not None:
            yield _before_short(matter, matter.said_at + SILENCE, matter.said_at)


def _before_short(matter: OpenMatter, at: datetime, first: datetime) -> datetime:
    """The moment, or when the matter begins to be short, where that comes before it."""
    return at if matter.matter.until is None else max(first, min(at, matter.matter.until - SHORT))


# --- what people look at --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class MatterView:
    """One matter: `people` play in its match, `called` is the name of what it is about, `link` leads to its card."""

    matter: OpenMatter
    tournament: Tournament | None = None
    people: tuple[Person, ...] = ()
    called: str = ""
    link: str | None = None
    choices: tuple[tuple[str, str], ...] = ()
    """Values with their labels, of which one decides it."""


@dataclass(frozen=True, slots=True)
class CallView:
    """A call: what waits, who is named, and who of them plays in a match that it is about."""

    matters: tuple[MatterView, ...]
    named: tuple[Person, ...]
    role: RoleId | None = None
    owner: MemberId | None = None
    """Where there is nobody else."""
    playing: tuple[Person, ...] = ()

    @property
    def others(self) -> tuple[Person, ...]:
        """Those named who play in none of the matches."""
        return tuple(one for one in self.named if one not in self.playing)

    @property
    def is_settled(self) -> bool:
        """Whether nothing waits any more."""
        return all(matter.matter.settled_at is not None for matter in self.matters)


CALL_UNREAD_AFTER: Final = timedelta(minutes=10)
"""How long Discord can hold up a call before who runs the event is asked."""
