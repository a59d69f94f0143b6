"""Names in a record that nobody has, and names that two have."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from bot.domain.likeness import looks
from bot.record import model
from bot.record.errors import Fault, FaultCode

OfEntrant = model.Annulment | model.SanctionGiven | model.WarningGiven | model.Waiting | model.StandingLine
"""What is said of one entrant."""


def unknown_names(told: model.RecordFile) -> list[Fault]:
    """Names that nobody has, and names that two have: everything else hangs on these."""
    return [
        *_twice("entrants", (one.id for one in told.entrants)),
        *_alike(told),
        *_strangers_rated(told),
        *_strangers(told),
        *_twice("lot", told.lot),
        *_twice("annulled", (f"{one.contest}: {one.entrant}" for one in told.annulled)),
        *_twice("waiting", (one.entrant for one in told.waiting), ".entrant"),
        *_withdrawals_unsaid(told),
        *_twice("ratings", (line.player for line in told.ratings or ()), ".player"),
        *_against_themselves(told),
    ]


def _withdrawals_unsaid(told: model.RecordFile) -> Iterator[Fault]:
    """Who left at a moment, and is said not to have left."""
    for at, one in enumerate(told.entrants):
        if one.withdrawn_at is not None and "withdrawn" in one.model_fields_set and not one.withdrawn:
            yield Fault(f"entrants[{at}].withdrawn_at", FaultCode.NOT_USED, "withdrawn_at")


def _against_themselves(told: model.RecordFile) -> Iterator[Fault]:
    """A forbidden pair is of two."""
    for at, pair in enumerate(told.forbidden):
        if len(set(pair.sides)) < len(pair.sides):
            yield Fault(f"forbidden[{at}]", FaultCode.AGAINST_ITSELF, pair.sides[0])


def _twice(key: str, names: Iterable[str], part: str = "") -> Iterator[Fault]:
    """Names that stand more than once in a list of the file, `part` being where in a line."""
    seen: dict[str, int] = {}
    for at, name in enumerate(names):
        first = seen.setdefault(name, at)
        if first != at:
            yield Fault(f"{key}[{at}]{part}", FaultCode.ENTRANT_TWICE, name, f"{key}[{first}]")


def _alike(told: model.RecordFile) -> Iterator[Fault]:
    """Ids that nobody can tell apart: a result could be meant for either."""
    seen: dict[str, tuple[str, int]] = {}
    for at, one in enumerate(told.entrants):
        found = [seen.setdefault(form, (one.id, at)) for form in looks(one.id)]
        place = next((place for other, place in found if other != one.id), None)
        if place is not None:
            yield Fault(f"entrants[{at}]", FaultCode.LOOK_ALIKE, one.id, f"entrants[{place}]")


def _strangers_rated(told: model.RecordFile) -> Iterator[Fault]:
    known = {one.id for one in told.entrants}
    players = known | {one.id for team in told.entrants for one in team.members}
    for at, line in enumerate(told.ratings or ()):
        if line.player not in players:
            yield Fault(f"ratings[{at}].player", FaultCode.UNKNOWN_ENTRANT, line.player)


def _strangers(told: model.RecordFile) -> Iterator[Fault]:
    known = {one.id for one in told.entrants}
    drawn = known | {one.id for draw in told.draws for one in draw.entrants}
    places = {form: at for at, one in enumerate(told.entrants) for form in looks(one.id)}
    for place, name in _mentions(told):
        # Who left before a redraw is no entrant any more, and was one when the first draw was made.
        if name in (drawn if place.startswith("voided") else known):
            continue
        letters, shape = looks(name)
        meant = places.get(letters, places.get(shape))
        if meant is not None:
            yield Fault(place, FaultCode.LOOK_ALIKE, name, f"entrants[{meant}]")
        else:
            yield Fault(place, FaultCode.UNKNOWN_ENTRANT, name)


def _mentions(told: model.RecordFile) -> Iterator[tuple[str, str]]:
    """Every place that names an entrant."""
    yield from _of_contests("contests", told.contests)
    yield from _of_contests("voided", told.voided)
    for at, line in enumerate(told.results):
        begin = 1 if line and isinstance(line[0], int) else 0
        yield from ((f"results[{at}][{side}]", str(line[side])) for side in range(begin, len(line) - 1))
    yield from _of_lines("annulled", told.annulled)
    yield from _of_lines("sanctions", told.sanctions)
    yield from _of_lines("warnings", told.warnings)
    yield from ((f"lot[{at}]", name) for at, name in enumerate(told.lot))
    yield from _of_lines("waiting", told.waiting)
    for at, pair in enumerate(told.forbidden):
        yield from ((f"forbidden[{at}][{side}]", name) for side, name in enumerate(pair.sides))
    yield from _of_lines("standings", told.standings or ())
    if told.champion is not None:
        yield "champion", told.champion


def _of_contests(key: str, contests: Sequence[model.Contest]) -> Iterator[tuple[str, str]]:
    for at, one in enumerate(contests):
        yield from ((f"{key}[{at}].sides[{side}]", name) for side, name in enumerate(one.sides))
        for number, game in enumerate(one.games):
            for what, name in (("first", game.first), ("winner", game.winner)):
                if name:
                    yield f"{key}[{at}].games[{number}].{what}", name


def _of_lines(key: str, lines: Sequence[OfEntrant]) -> Iterator[tuple[str, str]]:
    return ((f"{key}[{at}].entrant", one.entrant) for at, one in enumerate(lines))
