"""A table of plain rows: how its columns are written and read, said once.

A `Table` takes the fields of a dataclass for columns, by their names and types where nothing else is said. It writes
rows and reads them. What asks, joins, counts or decides is SQL of the store.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, fields
from datetime import datetime, timedelta
from enum import IntEnum, StrEnum
from functools import cache, cached_property
from operator import attrgetter, itemgetter
from types import NoneType, UnionType
from typing import Any, Final, Generic, Literal, NewType, TypeVar, Union, get_args, get_origin, get_type_hints

from bot.kernel.context import Parameters, Query, Tx, Value, from_ms, to_ms

M = TypeVar("M")
Writer = Callable[[Any], list[Value]]
"""Answers what a thing has in some columns, in their order."""

# --- how a field stands in its column -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Codec:
    """How a value is written and read; a function that is None leaves it as it is, and NULL is None untouched."""

    write: Callable[[Any], Value] | None = None
    read: Callable[[Any], Any] | None = None


class Part:
    """A field that is a dataclass of its own, in several columns; None where the first of them is NULL."""

    def __init__(self, model: type[object], /, **columns: Described) -> None:
        self.model = model
        self.columns = _check_fields(model, columns)


Described = str | Codec | tuple[str, Codec] | Part | None
"""Of a field: its column's name, its codec, or both; its part; None where it is given when the row is read."""

_MILLISECOND: Final = timedelta(milliseconds=1)
AS_IT_IS: Final = Codec()
MOMENT: Final = Codec(to_ms, from_ms)
LENGTH: Final = Codec(lambda length: length // _MILLISECOND, lambda ms: ms * _MILLISECOND)
"""A duration, in milliseconds."""
WORDS: Final = Codec(" ".join, lambda text: tuple(text.split()))
LINES: Final = Codec("\n".join, lambda text: tuple(text.split()))
"""Of words that hold no blank, such as links."""
JSON: Final = Codec(json.dumps, json.loads)
BITS: Final = Codec(
    lambda some: sum(1 << index for index in some),
    lambda bits: frozenset(index for index in range(16) if bits >> index & 1),
)
"""A set of small numbers."""
_BY_TYPE: Final = {
    datetime: MOMENT,
    timedelta: LENGTH,
    bool: Codec(read=bool),
    **dict.fromkeys((str, int, float, bytes), AS_IT_IS),
}


class Undescribed(TypeError):
    """A field of which nothing says how it stands in its column."""


def _check_fields(model: type[object], columns: Mapping[str, Described]) -> Mapping[str, Described]:
    """The columns, once each is seen to be of a field."""
    if unknown := columns.keys() - {one.name for one in _fields_of(model)}:
        raise Undescribed(f"{model.__name__} has no {', '.join(sorted(unknown))}")
    return columns


def _fields_of(model: Any) -> tuple[Any, ...]:
    return fields(model)


def _by_type(kind: Any) -> Codec | None:
    """The codec of a field's type; None where the type does not tell."""
    if isinstance(kind, NewType):
        return _by_type(kind.__supertype__)
    if get_origin(kind) in {Union, UnionType}:
        several = {_by_type(one) for one in get_args(kind) if one is not NoneType}
        return several.pop() if len(several) == 1 else None
    if get_origin(kind) is Literal:
        return AS_IT_IS
    if isinstance(kind, type) and issubclass(kind, StrEnum | IntEnum):
        return Codec(read={one.value: one for one in kind}.__getitem__)
    return _BY_TYPE.get(kind)


# --- rows of a model ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Field:
    """A field and its column, or the columns of its part with how the part is written and read."""

    name: str
    columns: tuple[str, ...]
    codec: Codec = AS_IT_IS
    write_part: Writer | None = None
    read_part: Callable[[Any], Any] | None = None


def _describe_fields(model: Any, columns: Mapping[str, Described]) -> Iterator[_Field]:
    """The fields of the model that stand in the table, parts last."""
    kinds = get_type_hints(model)
    parts = []
    for one in _fields_of(model):
        said = columns.get(one.name, one.name)
        if isinstance(said, Part):
            parts.append(_compose_part(one.name, said, may_miss=NoneType in get_args(kinds[one.name])))
        elif said is not None:
            column, codec = said if isinstance(said, tuple) else (said, None)
            if isinstance(column, Codec):
                column, codec = one.name, column
            codec = codec or _by_type(kinds[one.name])
            if codec is None:
                raise Undescribed(f"{model.__name__}.{one.name} is {kinds[one.name]}")
            yield _Field(one.name, (column,), codec)
    yield from parts


def _compose_part(name: str, part: Part, *, may_miss: bool) -> _Field:
    inside = [*_describe_fields(part.model, part.columns)]
    read, write = _reader(part.model, inside), _writer(inside)
    columns = _columns(inside)
    first, nothing = columns[0], [None] * len(columns)
    return _Field(
        name,
        columns,
        AS_IT_IS,
        lambda thing: [*nothing] if thing is None else write(thing),
        (lambda row: None if row[first] is None else read(row)) if may_miss else read,
    )


def _columns(some: Iterable[_Field]) -> tuple[str, ...]:
    return tuple(column for one in sorted(some, key=lambda one: one.write_part is not None) for column in one.columns)


def _several(get: Callable[..., Callable[[Any], Any]], names: Iterable[str]) -> Callable[[Any], Iterable[Any]]:
    """As `get`, answering no value and one as several."""
    some = [*names]
    if len(some) > 1:
        return get(*some)
    alone = [get(name) for name in some]
    return lambda thing: [one(thing) for one in alone]


def _codes_of(plain: Iterable[_Field], way: str) -> list[tuple[int, Callable[[Any], Any]]]:
    """The functions of the codecs that change a value, each with the place of its field."""
    return [(at, code) for at, one in enumerate(plain) if (code := getattr(one.codec, way))]


def _begins_with(model: Any, names: list[str]) -> bool:
    """Whether a thing of the model can be made of these fields by their places."""
    return names == [one.name for one in _fields_of(model) if not one.kw_only][: len(names)]


def _writer(some: Iterable[_Field]) -> Writer:
    plain, parts = [one for one in some if one.write_part is None], [one for one in some if one.write_part]
    get = _several(attrgetter, (one.name for one in plain))
    encoders = _codes_of(plain, "write")
    composed = [(attrgetter(part.name), part.write_part) for part in parts if part.write_part]

    def write(thing: Any) -> list[Value]:
        values = [*get(thing)]
        for at, encode in encoders:
            if (value := values[at]) is not None:
                values[at] = encode(value)
        for part_of, write_part in composed:
            values += write_part(part_of(thing))
        return values

    return write


def _reader(model: Callable[..., Any], some: Iterable[_Field]) -> Callable[..., Any]:
    """Makes the thing of a row that holds these columns, and others; what stands in none is given by name."""
    named = {one.name: one for one in some}
    order = [one.name for one in _fields_of(model) if one.name in named]
    parts = [(at, read_part) for at, name in enumerate(order) if (read_part := named[name].read_part)]
    plain = [named[name] for name in order if named[name].read_part is None]
    get = _several(itemgetter, _columns(plain))
    decoders = _codes_of(plain, "read")
    by_place = _begins_with(model, order)

    def read(row: Any, **given: Any) -> Any:
        values = [*get(row)]
        for at, decode in decoders:
            if (value := values[at]) is not None:
                values[at] = decode(value)
        for at, read_part in parts:
            values.insert(at, read_part(row))
        return model(*values, **given) if by_place else model(**dict(zip(order, values, strict=True)), **given)

    return read


class Table(Generic[M]):
    """A table whose rows are things of one model; `key` names the columns of its key.

    `beside` names columns that the model does not have: their values are given with the thing, as they are stored.
    """

    def __init__(
        self, name: str, model: type[M], key: str, beside: tuple[str, ...] = (), /, **columns: Described
    ) -> None:
        self.name = name
        self.key = tuple(key.split(", "))
        self.beside = beside
        self._model = model
        self._said = _check_fields(model, columns)
        self.inserting = cache(self._inserting)
        self.upserting = cache(self._upserting)
        self.updating = cache(self._updating)

    @cached_property
    def fields(self) -> tuple[_Field, ...]:
        """Those of the model that stand in the table, looked at when the first row is written or read."""
        return tuple(_describe_fields(self._model, self._said))

    @property
    def columns(self) -> tuple[str, ...]:
        """Those of the model."""
        return _columns(self.fields)

    @cached_property
    def read(self) -> Callable[..., M]:
        """Makes the thing of a row; fields without a column are given by name."""
        return _reader(self._model, self.fields)

    def fetch_one(self, tx: Query, sql: str, params: Parameters = ()) -> M | None:
        """The thing of the first row, or None."""
        row = tx.fetch_one(sql, params)
        return None if row is None else self.read(row)

    def fetch_all(self, tx: Query, sql: str, params: Parameters = ()) -> list[M]:
        """The things of all rows."""
        return tx.fetch_things(self.read, sql, params)

    def insert(self, tx: Tx, thing: M, on_conflict: str = "", /, **beside: Value) -> int:
        """Write a new row: the number of rows written."""
        sql, write = self.inserting(on_conflict, tuple(beside))
        return tx.execute(sql, (*write(thing), *beside.values()))

    def insert_all(self, tx: Tx, things: Iterable[M], on_conflict: str = "", /, **beside: Value) -> int:
        """As `insert`, a row for each."""
        sql, write = self.inserting(on_conflict, tuple(beside))
        return tx.execute_many(sql, [(*write(one), *beside.values()) for one in things])

    def upsert(self, tx: Tx, thing: M, *changed: str, **beside: Value) -> int:
        """Write a row, or these fields of the one that has its key: all of them, where none is named."""
        sql, write = self.upserting(changed, tuple(beside))
        return tx.execute(sql, (*write(thing), *beside.values()))

    def update(self, tx: Tx, thing: M, *changed: str, where: str = "") -> int:
        """Write these fields of the row that has its key, if it is so there: the number of rows changed."""
        sql, write = self.updating(changed, where)
        return tx.execute(sql, write(thing))

    def _inserting(self, on_conflict: str, beside: tuple[str, ...]) -> tuple[str, Writer]:
        columns = (*self.columns, *beside)
        values = f"({', '.join(columns)}) VALUES ({', '.join('?' * len(columns))})"
        return f"INSERT INTO {self.name} {values} {on_conflict}".rstrip(), _writer(self.fields)

    def _upserting(self, changed: tuple[str, ...], beside: tuple[str, ...]) -> tuple[str, Writer]:
        names = {field.name: field.columns for field in self.fields} | {one: (one,) for one in beside}
        columns = (column for one in changed or names for column in names[one] if column not in self.key)
        sets = ", ".join(f"{one} = excluded.{one}" for one in columns)
        return self._inserting(f"ON CONFLICT ({', '.join(self.key)}) DO UPDATE SET {sets}", beside)

    def _updating(self, changed: tuple[str, ...], where: str) -> tuple[str, Writer]:
        named = {field.name: field for field in self.fields}
        some = [named[one] for one in changed]
        key = [field for column in self.key for field in self.fields if field.columns == (column,)]
        sets = ", ".join(f"{column} = ?" for column in _columns(some))
        asked = " AND ".join((*(f"{column} = ?" for column in _columns(key)), *([where] if where else [])))
        written, found = _writer(some), _writer(key)
        sql = f"UPDATE {self.name} SET {sets} WHERE {asked}"  # noqa: S608 - names that the code has
        return sql, lambda thing: [*written(thing), *found(thing)]
