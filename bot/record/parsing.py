"""The text of a record file becomes its model, or a fault for each place of the wrong shape.

Names that nobody has, and names that two have, are faults. A file by hand may leave out what can be worked out. A
draw proves a pairing only where the file says when either was made: where draws stand in it, what is left out would
be taken on trust, so that a changed pairing needed no more than a moment less.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Final

from pydantic import BaseModel, ValidationError

from bot.i18n.names import looks
from bot.kernel.files import (
    BOUNDS,
    MOST_CONTESTS,
    MOST_LISTED,
    Excess,
    FileBeyond,
    FileKind,
    refuse_object_text,
    without_zero,
)
from bot.record import model
from bot.record.errors import GIVEN_LENGTH, LARGEST_FILE, FaultCode, RecordFault, RecordRefused, ValueKind, too_large

if TYPE_CHECKING:
    from pydantic_core import ErrorDetails


# --- the text and its model -----------------------------------------------------------------------------------------


MOST_FAULTS: Final = 100
_MODELS: Final = [var for var in vars(model).values() if isinstance(var, type) and issubclass(var, BaseModel)]
_KEYS: Final = frozenset(key for one in _MODELS for key in one.model_fields)
"""Every key of a record: the other words in pydantic's places are its own."""
_KINDS: Final[Mapping[str, ValueKind]] = {
    "int_type": ValueKind.WHOLE,
    "int_parsing": ValueKind.WHOLE,
    "int_from_float": ValueKind.WHOLE,
    "float_type": ValueKind.NUMBER,
    "finite_number": ValueKind.NUMBER,
    "string_type": ValueKind.TEXT,
    "bool_type": ValueKind.SWITCH,
    "tuple_type": ValueKind.LIST,
    "list_type": ValueKind.LIST,
    "dict_type": ValueKind.OBJECT,
    "model_type": ValueKind.OBJECT,
    "moment_type": ValueKind.MOMENT,
    "datetime_type": ValueKind.MOMENT,
    "datetime_parsing": ValueKind.MOMENT,
    "datetime_from_date_parsing": ValueKind.MOMENT,
    "datetime_object_invalid": ValueKind.MOMENT,
    "timezone_aware": ValueKind.MOMENT,
}
"""What belongs where pydantic says so; bounds have their own line."""
_BOUNDS: Final[Mapping[str, tuple[ValueKind, str]]] = {
    "greater_than_equal": (ValueKind.LEAST, "ge"),
    "less_than_equal": (ValueKind.MOST, "le"),
    "string_too_long": (ValueKind.SHORT, "max_length"),
    "string_too_short": (ValueKind.FILLED, "min_length"),
    "too_long": (ValueKind.MOST, "max_length"),
    "too_short": (ValueKind.LEAST, "min_length"),
    "enum": (ValueKind.ONE_OF, "expected"),
    "literal_error": (ValueKind.ONE_OF, "expected"),
}
_CONTESTS: Final = frozenset({"contests", "results", "voided"})
_PLACE_OF_JSON: Final = re.compile(r"line (\d+) column (\d+)")


def parse(source: str | bytes, file: str) -> model.RecordFile:
    """The model of a file; raises RecordRefused."""
    text = without_zero(_decode(source, file))
    refuse_object_text(text, BOUNDS[FileKind.RECORD])
    refuse_keys_twice(text, file)
    try:
        told = model.RecordFile.model_validate_json(text)
    except ValidationError as refused:
        found = dict.fromkeys(shape_faults(refused))
        raise RecordRefused(file, tuple(islice(found, MOST_FAULTS))) from None
    if told.arbiter_record != model.VERSION:
        wanted = str(model.VERSION)
        raise RecordRefused(file, (RecordFault("arbiter_record", FaultCode.VERSION, str(told.arbiter_record), wanted),))
    return told


def refuse_keys_twice(text: str, file: str) -> None:
    """Raises RecordRefused with the place of every key that stands twice in one object."""
    if twice := tuple(islice(_keys_twice(_load(text)), MOST_FAULTS)):
        raise RecordRefused(file, twice)


def _load(text: str) -> object:
    """The text as plain values, none of its lists too long; None where it is no JSON, whose place pydantic tells.

    Each wrong line of a list costs a hundred times as much as the line, so that they are counted first.
    """
    try:
        found: object = json.loads(text, object_pairs_hook=_object)
    except (ValueError, RecursionError):
        return None
    lists = {key: len(one) for key, one in found.items() if isinstance(one, list)} if isinstance(found, dict) else {}
    played = sum(number for key, number in lists.items() if key in _CONTESTS)
    for what, given, limit in ((Excess.CONTESTS, played, MOST_CONTESTS), (Excess.LINES, _longest(lists), MOST_LISTED)):
        if given > limit:
            raise FileBeyond(what=what, given=given, limit=limit)
    return found


def _longest(lists: Mapping[str, int]) -> int:
    return max(lists.values(), default=0)


def _decode(source: str | bytes, file: str) -> str:
    size = len(source if isinstance(source, bytes) else source.encode("utf-8", "replace"))
    if size > LARGEST_FILE:
        raise RecordRefused(file, (too_large(size),))
    if isinstance(source, str):
        return source.removeprefix("\ufeff")
    try:
        return source.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise RecordRefused(file, (RecordFault("", FaultCode.NOT_UTF8),)) from None


def shape_faults(refused: ValidationError) -> Iterator[RecordFault]:
    """One fault for each place, though a value that may be of two kinds is refused twice."""
    seen: set[str] = set()
    for error in refused.errors(include_url=False):
        fault = _fault(error)
        if fault.place not in seen:
            seen.add(fault.place)
            yield fault


def _fault(error: ErrorDetails) -> RecordFault:
    place = _place(error["loc"], whole=error["type"] in {"extra_forbidden", "missing"})
    match error["type"]:
        case "json_invalid":
            return _no_json(str(error.get("ctx", {}).get("error", "")))
        case "missing":
            return RecordFault(place, FaultCode.MISSING)
        case "extra_forbidden":
            return RecordFault(place, FaultCode.UNKNOWN_KEY, str(error["loc"][-1])[:GIVEN_LENGTH])
        case kind:
            return RecordFault(
                place, FaultCode.WRONG_KIND, _excerpt(error["input"]), _wanted_words(kind, error.get("ctx", {}))
            )


def _wanted_words(kind: str, limits: Mapping[str, object]) -> str:
    if kind in _BOUNDS:
        bound, key = _BOUNDS[kind]
        return bound.within(str(limits.get(key, "")).replace("'", ""))
    return _KINDS.get(kind, ValueKind.OTHER)


def _no_json(told: str) -> RecordFault:
    """Where the text breaks off or goes wrong, as line:column."""
    found = _PLACE_OF_JSON.search(told)
    place = f"{found[1]}:{found[2]}" if found else ""
    # Half of a pair of surrogates, or too few digits: the comma is not what is missing.
    return RecordFault(place, FaultCode.BAD_ESCAPE if "escape" in told else FaultCode.NOT_JSON)


class _Object(dict[str, object]):
    """An object of the file with the keys that stood in it more than once: JSON itself would keep the last one."""

    twice: tuple[str, ...] = ()


def _object(pairs: list[tuple[str, object]]) -> _Object:
    found = _Object(pairs)
    if len(found) < len(pairs):
        times = Counter(key for key, _ in pairs)
        found.twice = tuple(key for key in found if times[key] > 1)
    return found


def _keys_twice(loaded: object) -> Iterator[RecordFault]:
    """A key that stands twice in one object says two things, and nobody knows which was meant."""
    waiting: list[tuple[str, object]] = [("", loaded)]
    while waiting:
        place, value = waiting.pop()
        if isinstance(value, _Object):
            yield from (
                RecordFault(f"{place}.{key}".removeprefix("."), FaultCode.KEY_TWICE, key) for key in value.twice
            )
            waiting += [(f"{place}.{key}".removeprefix("."), one) for key, one in value.items()]
        elif isinstance(value, list):
            waiting += [(f"{place}[{at}]", one) for at, one in enumerate(value)]


def _place(loc: tuple[int | str, ...], *, whole: bool) -> str:
    """`("contests", 3, "score", "str")` is `contests[3].score`."""
    steps = [
        f"[{step}]" if isinstance(step, int) else f".{step[:GIVEN_LENGTH]}"
        for at, step in enumerate(loc)
        if isinstance(step, int) or step in _KEYS or (whole and at == len(loc) - 1)
    ]
    return "".join(steps).removeprefix(".")


def _excerpt(value: object) -> str:
    match value:
        case None:
            text = "null"
        case bool():
            text = "true" if value else "false"
        case dict():
            text = "{…}"
        case list() | tuple():
            text = "[…]"
        case _:
            text = str(value) or '""'
    return text if len(text) <= GIVEN_LENGTH else text[: GIVEN_LENGTH - 1] + "…"


# --- names ----------------------------------------------------------------------------------------------------------


OfEntrant = model.AnnulmentOnFile | model.SanctionGiven | model.WarningGiven | model.WaitingOnFile | model.StandingLine
"""What is said of one entrant."""


def name_faults(record: model.RecordFile) -> list[RecordFault]:
    """Names that nobody has or that two have, pairs of one name, and withdrawals that contradict themselves."""
    return [
        *_twice("entrants", (entrant.id for entrant in record.entrants)),
        *_of_former(record),
        *_alike(record),
        *_strangers_rated(record),
        *_strangers(record),
        *_twice("lot", record.lot),
        *_twice("annulled", (f"{one.contest}: {one.entrant}" for one in record.annulled)),
        *_twice("waiting", (one.entrant for one in record.waiting), ".entrant"),
        *_contradictory_withdrawals(record),
        *_twice("ratings", (line.player for line in record.ratings or ()), ".player"),
        *_against_themselves(record),
    ]


def _of_former(record: model.RecordFile) -> Iterator[RecordFault]:
    """Who held a place before and is an entrant too, or played what the place has not."""
    taken, sides = {entrant.id for entrant in record.entrants}, {one.id: one.sides for one in record.contests if one.id}
    for at, entrant in enumerate(record.entrants):
        for number, held in enumerate(entrant.former):
            place = f"entrants[{at}].former[{number}]"
            if held.id in taken:
                yield RecordFault(f"{place}.id", FaultCode.ENTRANT_TWICE, held.id, "entrants")
            taken.add(held.id)
            for index, contest in enumerate(held.played):
                if entrant.id not in sides.get(contest, ()):
                    yield RecordFault(f"{place}.played[{index}]", FaultCode.UNKNOWN_CONTEST, contest)


def _contradictory_withdrawals(record: model.RecordFile) -> Iterator[RecordFault]:
    """Who left at a moment, and is said not to have left."""
    for at, one in enumerate(record.entrants):
        if one.withdrawn_at is not None and "withdrawn" in one.model_fields_set and not one.withdrawn:
            yield RecordFault(f"entrants[{at}].withdrawn_at", FaultCode.NOT_USED, "withdrawn_at")


def _against_themselves(record: model.RecordFile) -> Iterator[RecordFault]:
    """A forbidden pair is of two."""
    for at, pair in enumerate(record.forbidden):
        if len(set(pair.sides)) < len(pair.sides):
            yield RecordFault(f"forbidden[{at}]", FaultCode.AGAINST_ITSELF, pair.sides[0])


def _twice(key: str, names: Iterable[str], part: str = "") -> Iterator[RecordFault]:
    """Names that stand more than once in a list of the file, `part` being where in a line."""
    seen: dict[str, int] = {}
    for at, name in enumerate(names):
        first = seen.setdefault(name, at)
        if first != at:
            yield RecordFault(f"{key}[{at}]{part}", FaultCode.ENTRANT_TWICE, name, f"{key}[{first}]")


def _alike(record: model.RecordFile) -> Iterator[RecordFault]:
    """Ids that nobody can tell apart: a result could be meant for either."""
    seen: dict[str, tuple[str, int]] = {}
    for at, one in enumerate(record.entrants):
        found = [seen.setdefault(form, (one.id, at)) for form in looks(one.id)]
        place = next((place for other, place in found if other != one.id), None)
        if place is not None:
            yield RecordFault(f"entrants[{at}]", FaultCode.LOOK_ALIKE, one.id, f"entrants[{place}]")


def _strangers_rated(record: model.RecordFile) -> Iterator[RecordFault]:
    known = {entrant.id for entrant in record.entrants}
    players = known | {member.id for team in record.entrants for member in team.members}
    players |= {held.id for one in record.entrants for held in one.former}
    for at, line in enumerate(record.ratings or ()):
        if line.player not in players:
            yield RecordFault(f"ratings[{at}].player", FaultCode.UNKNOWN_ENTRANT, line.player)


def _strangers(record: model.RecordFile) -> Iterator[RecordFault]:
    known = {entrant.id for entrant in record.entrants}
    drawn = known | {entrant.id for draw in record.draws for entrant in draw.entrants}
    places = {form: at for at, one in enumerate(record.entrants) for form in looks(one.id)}
    for place, name in _mentions(record):
        # Who left before a redraw is no entrant any more, and was one when the first draw was made.
        if name in (drawn if place.startswith("voided") else known):
            continue
        letters, shape = looks(name)
        meant = places.get(letters, places.get(shape))
        if meant is not None:
            yield RecordFault(place, FaultCode.LOOK_ALIKE, name, f"entrants[{meant}]")
        else:
            yield RecordFault(place, FaultCode.UNKNOWN_ENTRANT, name)


def _mentions(record: model.RecordFile) -> Iterator[tuple[str, str]]:
    """Every place that names an entrant."""
    yield from _of_contests("contests", record.contests)
    yield from _of_contests("voided", record.voided)
    for at, line in enumerate(record.results):
        begin = 1 if line and isinstance(line[0], int) else 0
        yield from ((f"results[{at}][{side}]", str(line[side])) for side in range(begin, len(line) - 1))
    yield from _of_lines("annulled", record.annulled)
    yield from _of_lines("sanctions", record.sanctions)
    yield from _of_lines("warnings", record.warnings)
    yield from ((f"lot[{at}]", name) for at, name in enumerate(record.lot))
    yield from _of_lines("waiting", record.waiting)
    for at, pair in enumerate(record.forbidden):
        yield from ((f"forbidden[{at}][{side}]", name) for side, name in enumerate(pair.sides))
    yield from _of_lines("standings", record.standings or ())
    if record.champion is not None:
        yield "champion", record.champion


def _of_contests(key: str, contests: Sequence[model.ContestOnFile]) -> Iterator[tuple[str, str]]:
    for at, one in enumerate(contests):
        yield from ((f"{key}[{at}].sides[{side}]", name) for side, name in enumerate(one.sides))
        for number, game in enumerate(one.games):
            for what, name in (("first", game.first), ("winner", game.winner)):
                if name:
                    yield f"{key}[{at}].games[{number}].{what}", name


def _of_lines(key: str, lines: Sequence[OfEntrant]) -> Iterator[tuple[str, str]]:
    return ((f"{key}[{at}].entrant", one.entrant) for at, one in enumerate(lines))


# --- what a record with draws has to say ----------------------------------------------------------------------------


def left_out(record: model.RecordFile) -> Iterator[RecordFault]:
    """Every key that is missing from a file with draws, and what nobody drew; nothing for a file by hand."""
    if not record.draws and record.commitment is None:
        return
    yield from _of_draws(record)
    if record.lot:
        yield RecordFault("lot", FaultCode.LOT_IS_DRAWN)
    for at, entrant in enumerate(record.entrants):
        if entrant.withdrawn:
            yield from _missing(f"entrants[{at}].", {"withdrawn_at": entrant.withdrawn_at})
    for at, _ in enumerate(record.results):
        yield from _missing(f"results[{at}].", {"created_at": None})
    for key, contests in (("contests", record.contests), ("voided", record.voided)):
        for at, contest in enumerate(contests):
            yield from _of_contest(contest, f"{key}[{at}]")


def _of_draws(record: model.RecordFile) -> Iterator[RecordFault]:
    yield from _missing("", {"commitment": record.commitment})
    if record.contests and not record.draws:
        yield RecordFault("draws", FaultCode.MISSING)
    for at, draw in enumerate(record.draws):
        yield from _missing(f"draws[{at}].", {"drawn_at": draw.drawn_at})


def _of_contest(one: model.ContestOnFile, place: str) -> Iterator[RecordFault]:
    known: dict[str, object] = {"id": one.id, "stage": one.stage, "round": one.round, "position": one.position}
    known |= {"created_at": one.created_at, "draw": one.draw}
    if len(one.sides) == 1:
        known["bye"] = one.bye
    yield from _missing(f"{place}.", known)
    yield from _of_result(one, place)
    for at, earlier in enumerate(one.earlier):
        yield from _of_result(earlier, f"{place}.earlier[{at}]")


def _of_result(one: model.OutcomeOnFile, place: str) -> Iterator[RecordFault]:
    if one.score is not None or one.kind is not None or one.boards:
        known = {"settled_at": one.settled_at, "kind": one.kind, "score": one.score}
        yield from _missing(f"{place}.", known)


def _missing(place: str, known: Mapping[str, object]) -> Iterator[RecordFault]:
    yield from (RecordFault(f"{place}{key}", FaultCode.MISSING) for key, value in known.items() if value is None)
