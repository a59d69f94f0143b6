"""What a record with draws has to say: a draw proves a pairing only where the file says when either was made.

A file by hand may leave out what can be worked out. Where draws stand in it, whatever is left out would be taken on
trust, so that a changed pairing needed no more than a moment less.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from bot.record import model
from bot.record.errors import Fault, FaultCode


def left_out(told: model.RecordFile) -> Iterator[Fault]:
    """Every key that is missing from a file with draws, and what nobody drew; nothing for a file by hand."""
    if not told.draws and told.commitment is None:
        return
    yield from _of_draws(told)
    if told.lot:
        yield Fault("lot", FaultCode.LOT_IS_DRAWN)
    for at, entrant in enumerate(told.entrants):
        if entrant.withdrawn:
            yield from _missing(f"entrants[{at}].", {"withdrawn_at": entrant.withdrawn_at})
    for at, _ in enumerate(told.results):
        yield from _missing(f"results[{at}].", {"created_at": None})
    for key, contests in (("contests", told.contests), ("voided", told.voided)):
        for at, contest in enumerate(contests):
            yield from _of_contest(contest, f"{key}[{at}]")


def _of_draws(told: model.RecordFile) -> Iterator[Fault]:
    yield from _missing("", {"commitment": told.commitment})
    if told.contests and not told.draws:
        yield Fault("draws", FaultCode.MISSING)
    for at, draw in enumerate(told.draws):
        yield from _missing(f"draws[{at}].", {"drawn_at": draw.drawn_at})


def _of_contest(one: model.Contest, place: str) -> Iterator[Fault]:
    known: dict[str, object] = {"id": one.id, "stage": one.stage, "round": one.round, "position": one.position}
    known |= {"created_at": one.created_at, "draw": one.draw}
    if len(one.sides) == 1:
        known["bye"] = one.bye
    yield from _missing(f"{place}.", known)
    yield from _of_result(one, place)
    for at, earlier in enumerate(one.earlier):
        yield from _of_result(earlier, f"{place}.earlier[{at}]")


def _of_result(one: model.Outcome, place: str) -> Iterator[Fault]:
    if one.score is not None or one.kind is not None or one.boards:
        known = {"settled_at": one.settled_at, "kind": one.kind, "score": one.score}
        yield from _missing(f"{place}.", known)


def _missing(place: str, known: Mapping[str, object]) -> Iterator[Fault]:
    yield from (Fault(f"{place}{key}", FaultCode.MISSING) for key, value in known.items() if value is None)
