"""What the rehearsal of tables of three ends with: the table, and every game with everybody's influence."""

from __future__ import annotations

from collections.abc import Iterator

from rehearsal.cups.checks.tables import Tables
from rehearsal.cups.count import write_points
from rehearsal.cups.cup import Trial
from rehearsal.cups.tables_count import through, totals, winner
from rehearsal.facts import Pairing
from rehearsal.tables import calls_spent
from rehearsal.verdict import Table

_ORDER = {"main": 0, "play_off": 1, "final": 2}


def tables(trial: Trial) -> Iterator[Table]:
    """As in the other cups: what was played, by the judge's count."""
    try:
        field = Tables(trial)
    except (IndexError, KeyError):
        return
    known = totals(field.pairings, field.starters, field.numbers)
    totalled = (
        (field.name(one), write_points(known[one].score), known[one].victory, known[one].influence)
        for one in _rank(field)
    )
    yield "By the judge's count", ("Player", "Tournament score", "Victory points", "Influence"), tuple(totalled)
    order = sorted(field.pairings, key=lambda one: (_ORDER[one.stage], one.round, one.position))
    games = tuple((_stage(one), _line(field, one)) for one in order if len(one.sides) > 1)
    yield "Tables", ("Stage", "Who sat there, with the influence at the end"), games
    yield calls_spent(trial.hearing, ("Event", "Calls"))


def _rank(field: Tables) -> list[str]:
    """The winner of the final, the other finalists by influence in it, and everybody else by score (OTE-2.10)."""
    known = totals(field.pairings, field.starters, field.numbers)
    final = field.final
    influence = dict(zip(final.sides, final.outcome.influence, strict=True)) if final and final.outcome else {}
    won = winner(final) if final else None
    inside = sorted(influence, key=lambda side: (side != won, -influence[side]))
    return [*inside, *sorted(set(known) - set(inside), key=lambda side: (-known[side].score, side))]


def _stage(one: Pairing) -> str:
    named = {"main": "round", "play_off": "extra game"}
    return f"{named[one.stage]} {one.round}" if one.stage in named else one.stage


def _line(field: Tables, one: Pairing) -> str:
    if one.outcome is None:
        return f"{field.names(one.sides)}: no result"
    influence = one.outcome.influence or ("",) * len(one.sides)
    won = through(one)
    return " · ".join(
        f"{'🏆 ' if side in won else '🚪 ' if at in one.outcome.absent else ''}{field.name(side)} {own}".rstrip()
        for at, (side, own) in enumerate(zip(one.sides, influence, strict=True))
    )
