"""Taking the steps that come by themselves when their moment has come."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bot.domain.deadlines import Step
from bot.domain.hooks import first
from bot.domain.ids import ContestId, GuildId, TournamentId
from bot.services import erasure, old_promises, pending_decisions, stillness, summons
from bot.services.entering import check_in, reminding, seat_invitations
from bot.services.events import ceremonies, draft_watch, drawing, event, event_watch
from bot.services.hooks import STEP_HOOKS, Taker
from bot.services.pending_decisions import Waiting
from bot.services.playing import adjourning, match_clock, match_watch, pausing
from bot.services.stillness import Watch
from bot.storage import deadlines, tournaments
from bot.storage.context import Query, Tx
from bot.storage.deadlines import Deadline

_WOKEN: Final = {"outbox": "outbox", "panel": "panels", "commands": "commands"}
"""Subjects whose step is to wake whoever waits: the notifier, the keepers of panels and of commands."""


def is_long_to_read(deadline: Deadline) -> bool:
    """Whether the step hangs on so much that it is read before, where no press waits for it."""
    return deadline.kind == Step.REMIND_DECIDERS


def read_ahead(tx: Query, deadline: Deadline) -> Mapping[str, Waiting]:
    """What such a step hangs on."""
    return pending_decisions.waiting(tx, GuildId(int(deadline.subject.partition(":")[2])), tx.now)


def take(tx: Tx, deadline: Deadline, ahead: Mapping[str, Waiting] | None = None) -> None:
    """Takes one due step, in the transaction that removes its row; a step run twice is harmless.

    `ahead` is what was read for it before, if anything was.
    """
    if not deadlines.take(tx, deadline):
        return
    kind, _, subject = deadline.subject.partition(":")
    if kind in _WOKEN:
        tx.wake(_WOKEN[kind])
    elif deadline.kind == Step.TELL_STILL:
        _climb(tx, deadline.subject)
    elif ahead is not None:
        pending_decisions.look(tx, GuildId(int(subject)), ahead)
    else:
        _taker(kind)(tx, subject, Step(deadline.kind))


def _taker(kind: str) -> Taker:
    if kind in _TAKERS:
        return _TAKERS[kind]
    found = first(one.takers().get(kind) for one in STEP_HOOKS)
    if found is None:
        raise LookupError(f"nobody takes steps of {kind}")
    return found


def _climb(tx: Tx, row: str) -> None:
    kind = row.removeprefix(stillness.APART).partition(":")[0]
    watch = _WATCHES.get(kind) or first(one.watches().get(kind) for one in STEP_HOOKS)
    if watch is None:
        raise LookupError(f"nobody watches {kind}")
    stillness.climb(tx, row, watch)


def _tournament_step(tx: Tx, tournament_id: TournamentId, step: Step) -> None:
    tournament = tournaments.load(tx, tournament_id)
    if tournament is None or tournament.cancelled_at is not None:
        return
    match step:
        case Step.OPEN_CHECK_IN:
            check_in.open_check_in(tx, tournament)
        case Step.REMIND_CHECK_IN:
            check_in.remind(tx, tournament)
        case Step.CLOSE_CHECK_IN:
            check_in.close(tx, tournament)
        case Step.DRAW:
            drawing.draw_when_closed(tx, tournament_id)
        case Step.START:
            event.proceed(tx, tournament_id)
        case _:
            raise LookupError(f"a tournament has no step {step}")


_TAKERS: Final[Mapping[str, Taker]] = {
    "adjournment": lambda tx, subject, step: adjourning.take(tx, ContestId(subject), step),
    "ceremony": ceremonies.take,
    "contest": lambda tx, subject, step: match_clock.take(tx, ContestId(subject), step),
    "decisions": pending_decisions.take,
    "kept": erasure.take,
    "letters": lambda tx, subject, step: reminding.take(tx, TournamentId(subject), step),
    "pause": lambda tx, subject, _: pausing.take(tx, TournamentId(subject)),
    "said": old_promises.take,
    "seats": seat_invitations.expire,
    "staff": summons.take,
    "tournament": lambda tx, subject, step: _tournament_step(tx, TournamentId(subject), step),
}
"""Who takes the steps of what every community has, by what the subject is."""
_WATCHES: Final[Mapping[str, Watch]] = {
    "contest": match_watch.WATCH,
    "draft": draft_watch.PREVIEWS,
    "event-proposal": draft_watch.PROPOSALS,
    "rules": draft_watch.RULES,
    "tournament": event_watch.WATCH,
}
"""What of that can stand still."""
