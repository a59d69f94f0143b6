"""What is said of a series: its standings after each event, and its final."""

from __future__ import annotations

from typing import Final

from bot.features.series import cards, finals_verbs
from bot.features.series.model import CircuitMoved, FinalFilled, FinalOffered, FinalOverlooked, FinalVacant
from bot.kernel.context import Query
from bot.kernel.promises import Promise
from bot.layout.cards import Composed, on


def _standings(tx: Query, promise: Promise[CircuitMoved]) -> Composed | None:
    """Nothing where the event has been taken out since, or called off."""
    view = finals_verbs.by_id(tx, promise.saying.circuit_id)
    said = promise.saying
    event = None
    if view is not None:
        event = next((one for one in view.over if one.tournament_id == said.tournament_id), None)
    if view is None or event is None:
        return None
    return lambda voice: cards.after_event(view, event, voice, corrected=said.corrected)


def _invitation(tx: Query, promise: Promise[FinalOffered]) -> Composed | None:
    """Nothing where nobody is left to be asked, or the final has begun."""
    view = finals_verbs.by_id(tx, promise.saying.circuit_id)
    if view is None or not view.asks:
        return None
    # Whose answer is known was asked before, as where a message is said again after trouble.
    still = {one.person_id for one in view.questions if one.is_open}
    waiting = tuple(one for one in promise.saying.asked if one in still)
    return (lambda voice: cards.invitation(view, waiting, voice)) if waiting else None


def _field(tx: Query, promise: Promise[FinalFilled]) -> Composed | None:
    view = finals_verbs.by_id(tx, promise.saying.circuit_id)
    return None if view is None else lambda voice: cards.complete_field(view, voice)


def _vacant(tx: Query, promise: Promise[FinalVacant]) -> Composed | None:
    view = finals_verbs.by_id(tx, promise.saying.circuit_id)
    if view is None or view.finalists is None or not view.finalists.vacant or not view.asks:
        return None
    seats = view.finalists.vacant
    return lambda voice: cards.vacant(view, seats, voice)


def _passing_over(tx: Query, promise: Promise[FinalOverlooked]) -> Composed | None:
    view = finals_verbs.by_id(tx, promise.saying.circuit_id)
    if view is None or view.finalists is None or not view.asks:
        return None
    still = [one for one in promise.saying.people if one in view.finalists.overlooked]
    return (lambda voice: cards.passing_over(view, still, voice)) if still else None


NOTICES: Final = dict(
    (
        on(CircuitMoved, _standings),
        on(FinalOffered, _invitation),
        on(FinalFilled, _field),
        on(FinalVacant, _vacant),
        on(FinalOverlooked, _passing_over),
    )
)
