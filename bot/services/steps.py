"""Taking the steps that come by themselves when their moment has come."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bot.domain.deadlines import Step
from bot.domain.hooks import first
from bot.domain.ids import ContestId, Occasion, TournamentId
from bot.services import erasure, old_promises
from bot.services.entering import check_in, reminding, seat_invitations
from bot.services.events import ceremonies, drawing, event
from bot.services.hooks import STEP_HOOKS, Taker
from bot.services.playing import adjourning, match_clock, pausing
from bot.storage import deadlines, tournaments
from bot.storage.database import Work
from bot.storage.deadlines import Deadline

_WOKEN: Final = {"outbox": "outbox", "panel": "panels", "commands": "commands"}
"""Subjects whose step is to wake whoever waits: the notifier, the keepers of panels and of commands."""


def take(work: Work, occasion: Occasion, deadline: Deadline) -> None:
    """Takes one due step, in the transaction that removes its row; a step run twice is harmless."""
    if not deadlines.take(work, deadline):
        return
    kind, _, subject = deadline.subject.partition(":")
    if kind in _WOKEN:
        work.touched.add(_WOKEN[kind])
    else:
        _taker(kind)(work, occasion, subject, Step(deadline.kind))


def _taker(kind: str) -> Taker:
    if kind in _TAKERS:
        return _TAKERS[kind]
    found = first(one.takers().get(kind) for one in STEP_HOOKS)
    if found is None:
        raise LookupError(f"nobody takes steps of {kind}")
    return found


def _tournament_step(work: Work, occasion: Occasion, tournament_id: TournamentId, step: Step) -> None:
    tournament = tournaments.load(work, tournament_id)
    if tournament is None or tournament.cancelled_at is not None:
        return
    match step:
        case Step.OPEN_CHECK_IN:
            check_in.open_check_in(work, occasion, tournament)
        case Step.REMIND_CHECK_IN:
            check_in.remind(work, occasion, tournament)
        case Step.CLOSE_CHECK_IN:
            check_in.close(work, occasion, tournament)
        case Step.DRAW:
            drawing.draw_when_closed(work, occasion, tournament_id)
        case Step.START:
            event.proceed(work, occasion, tournament_id)
        case _:
            raise LookupError(f"a tournament has no step {step}")


_TAKERS: Final[Mapping[str, Taker]] = {
    "adjournment": lambda work, now, subject, step: adjourning.take(work, now, ContestId(subject), step),
    "ceremony": ceremonies.take,
    "contest": lambda work, now, subject, step: match_clock.take(work, now, ContestId(subject), step),
    "kept": erasure.take,
    "letters": lambda work, now, subject, step: reminding.take(work, now, TournamentId(subject), step),
    "pause": lambda work, now, subject, _: pausing.take(work, now, TournamentId(subject)),
    "said": old_promises.take,
    "seats": seat_invitations.expire,
    "tournament": lambda work, now, subject, step: _tournament_step(work, now, TournamentId(subject), step),
}
"""Who takes the steps of what every community has, by what the subject is."""
