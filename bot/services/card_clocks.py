"""Clocks that wait for presses on a card: none takes anything from anybody while the card is gone.

Without the intent for messages Discord tells the bot of no deleted message. So it is found out at the next edit, and by
a look before each step that costs somebody something. A card that is gone is posted again; from when it was last known
to stand until it stands again its clock stands still.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Final

from bot.domain.announcements import Delivery, Promise
from bot.domain.card_gaps import HELD_FOR, MOST_GAPS, CardGap
from bot.domain.deadlines import Step
from bot.domain.events.sayings import TournamentAnnounced
from bot.domain.events.tournament import takes_entries
from bot.domain.ids import ContestId, TournamentId
from bot.domain.own_sayings import CardGone
from bot.domain.playing.match_steps import goes_on
from bot.domain.playing.sayings import MatchCalled
from bot.domain.playing.summons import Matter, MatterKind
from bot.domain.sayings import Saying, write
from bot.services import refusals, summons
from bot.services.hooks import STEP_HOOKS, CardClock
from bot.services.playing import matches, presence
from bot.services.timetable import reschedule, tournament_subject
from bot.storage import card_gaps, deadlines, panels, tournaments
from bot.storage.context import Query, Tx
from bot.storage.deadlines import Deadline
from bot.storage.panels import Panel


def wants_look(deadline: Deadline) -> bool:
    """Whether the step is taken only once it was seen that its card stands."""
    kind, _, _ = deadline.subject.partition(":")
    clock = clock_of(kind)
    return clock is not None and Step(deadline.kind) in clock.looked_at_before


def decides(tx: Query, deadline: Deadline) -> bool:
    """Whether the step settles something at the moment, so that nothing of it can be left to a later look."""
    kind, _, subject = deadline.subject.partition(":")
    clock = clock_of(kind)
    return clock is not None and clock.decides(tx, subject, Step(deadline.kind), tx.now)


def clock_of(kind: str) -> CardClock | None:
    """The clock that waits for cards of the kind (what stands before the colon)."""
    return next((clock for known, clock in _clocks() if known == kind), None)


def is_gone(tx: Query, card: str) -> bool:
    """Whether the card is known to be gone, and does not stand again yet."""
    return card_gaps.running(tx, card) is not None


def wait(tx: Tx, deadline: Deadline, until: datetime) -> Deadline:
    """Puts off a step while its card is looked at; answers the row as it is now."""
    deadlines.postpone(tx, deadline, until)
    return Deadline(deadline.subject, deadline.kind, until)


def note_seen(tx: Tx, card: Panel, at: datetime) -> None:
    """Discord had the card at the moment."""
    panels.note_seen(tx, card, at)


def go_on(tx: Tx, waiting: Deadline, due_at: datetime) -> None:
    """Has a step that was put off taken now; one that was moved or taken meanwhile stays as it is."""
    tx.wake("deadlines")
    deadlines.postpone(tx, waiting, due_at)


def note_unseen(tx: Tx, card: Panel) -> None:
    """Notes that Discord did not say for long whether the card stands, so that its clock goes on without that."""
    tx.log(card.guild_id, "card_unseen", card.panel)


def note_gone(tx: Tx, card: Panel, stood_until: datetime) -> None:
    """The card is gone: its clock stands still, and who runs the event is told. A card without a clock is just gone."""
    kind, _, subject = card.panel.partition(":")
    clock = clock_of(kind)
    tournament_id = None if clock is None else clock.runs_in(tx, subject)
    if clock is None or tournament_id is None or is_gone(tx, card.panel):
        return
    stood_until = min(stood_until, tx.now)
    card_gaps.begin(tx, CardGap(card.panel, stood_until, tx.now, tx.now + HELD_FOR))
    clock.rewrite(tx, subject)
    tx.log(card.guild_id, "card_gone", card.panel, tournament_id=tournament_id)
    refusals.tell(tx, card.guild_id, CardGone(card.panel, stood_until), but_in=card.channel_id)
    _call(tx, card, tournament_id)


def _call(tx: Tx, card: Panel, tournament_id: TournamentId) -> None:
    """Calls who runs the event, once for all cards that are found to be gone within a few minutes.

    The first time that a clock runs on, the organisers' role is called too: a player may be behind it.
    """
    matter = Matter(MatterKind.CARD_GONE, tournament_subject(tournament_id), tournament_id)
    runs_on = len(card_gaps.of_card(tx, card.panel)) == MOST_GAPS + 1
    if not runs_on:
        summons.settle_told(tx, matter)
    summons.call(tx, card.guild_id, matter, again=runs_on)


def hold(tx: Tx, deadline: Deadline) -> bool:
    """Has a step wait on while its card is gone; False where the gap does not move it, so that it is to be taken.

    That is so where the clock had run out while the card still stood.
    """
    kind, _, subject = deadline.subject.partition(":")
    clock = clock_of(kind)
    if clock is None:
        return False
    card_gaps.hold(tx, deadline.subject, tx.now + HELD_FOR)
    clock.rewrite(tx, subject)
    due_at = deadlines.of_subject(tx, deadline.subject).get(deadline.kind)
    if due_at is None or due_at > tx.now:
        return True
    deadlines.postpone(tx, Deadline(deadline.subject, deadline.kind, due_at), deadline.due_at)
    return False


def note_back(tx: Tx, promised: Promise[Saying], delivery: Delivery) -> None:
    """A card that was gone stands again: its clock goes on from there."""
    kinds = (kind for kind, clock in _clocks() if clock.said_as is type(promised.saying))
    for kind in kinds:
        subject = write(promised.saying).subject
        card = f"{kind}:{subject}"
        if card_gaps.end(tx, card, delivery.delivered_at):
            clock = clock_of(kind)
            tx.log(promised.guild_id, "card_back", card)
            if clock is not None:
                clock.rewrite(tx, subject)


def _clocks() -> Iterator[tuple[str, CardClock]]:
    yield from _OF_THE_CORE.items()
    for one in STEP_HOOKS:
        yield from one.card_clocks().items()


def _match_in_play(tx: Query, contest_id: str) -> TournamentId | None:
    followed = matches.load(tx, ContestId(contest_id))
    is_over = followed is None or followed.tournament.cancelled_at is not None or not goes_on(followed.match)
    return None if followed is None or is_over else followed.tournament.tournament_id


def _rewrite_match(tx: Tx, contest_id: str) -> None:
    followed = matches.load(tx, ContestId(contest_id))
    if followed is not None and _match_in_play(tx, contest_id) is not None:
        matches.reschedule(tx, followed, tx.now)


def _settles_match(tx: Query, contest_id: str, step: Step, now: datetime) -> bool:
    """A game that is lost is derived from the clock, so only what ends the match is settled; at a table each step."""
    followed = matches.load(tx, ContestId(contest_id))
    if step is not Step.LOSE_GAME or followed is None or followed.at_table:
        return True
    return presence.decides(followed, now)


def _takes_entries(tx: Query, tournament_id: str) -> TournamentId | None:
    tournament = tournaments.load(tx, TournamentId(tournament_id))
    return tournament.tournament_id if tournament is not None and takes_entries(tournament) else None


def _rewrite_event(tx: Tx, tournament_id: str) -> None:
    tournament = tournaments.load(tx, TournamentId(tournament_id))
    if tournament is not None:
        reschedule(tx, tournament)


_OF_THE_CORE: Final[Mapping[str, CardClock]] = {
    "contest": CardClock(
        MatchCalled,
        frozenset({Step.LOSE_GAME, Step.LOSE_BOTH, Step.LET_STAND, Step.VOID_UNREPORTED}),
        _match_in_play,
        _rewrite_match,
        _settles_match,
    ),
    "tournament": CardClock(TournamentAnnounced, frozenset({Step.CLOSE_CHECK_IN}), _takes_entries, _rewrite_event),
}
