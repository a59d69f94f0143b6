"""What differs on purpose: names of tables, columns and payload keys that were changed, and what is not compared."""

from __future__ import annotations

import json
import tomllib
from dataclasses import dataclass, field
from operator import itemgetter
from pathlib import Path
from typing import Any, Final

from tools.oracle.rows import order
from tools.oracle.tape import Request, Row, Rows

TABLE: Final = Path(__file__).with_name("exceptions.toml")


@dataclass(frozen=True, slots=True)
class Exceptions:
    """The table beside this module; each name of before stands with its present one."""

    tables: dict[str, str] = field(default_factory=dict)
    columns: dict[str, str] = field(default_factory=dict)
    """Of all tables ("column") or of one ("table.column", the table as it was called before)."""
    keys: dict[str, str] = field(default_factory=dict)
    """Of JSON in columns and in exported records."""
    sentences: str = ""
    """The last commit before words were changed in the catalogues: the present bot speaks with its sentences."""
    ignored: tuple[str, ...] = ()
    """Tables ("table") and columns ("table.column") that are not compared, by their present names."""

    commands: tuple[str, ...] = ()
    """New commands ("group name"), left out of the menus that Discord is told."""

    @classmethod
    def read(cls, path: Path = TABLE) -> Exceptions:
        """As the file has them."""
        found = tomllib.loads(path.read_text(encoding="utf-8"))
        renamed = found.get("renamed", {})
        tables, columns, keys = (renamed.get(kind, {}) for kind in ("tables", "columns", "keys"))
        commands, ignored = (tuple(found.get(kind, ())) for kind in ("commands", "ignored"))
        return cls(tables, columns, keys, found.get("sentences", ""), ignored, commands)

    def words(self, request: Request) -> str:
        """What the request asks for; of the JSON that it carries as files, the keys as they are called now."""
        if request.path.endswith("/commands"):
            return f"{request.place} {json.dumps(self._known(json.loads(request.said)))}"
        if not self.keys or not request.files:
            return request.words
        files = [(one.name, one.description, self._value(one.text) or one.digest) for one in request.files]
        return f"{request.place} {request.said} {files}"

    def rows(self, rows: Rows) -> Rows:
        """The rows under their present names, without what is ignored, in the order of their contents."""
        return {
            name: sorted((self._bare(name, row) for row in some), key=order)
            for name, some in self.renamed(rows).items()
            if name not in self.ignored
        }

    def renamed(self, rows: Rows) -> Rows:
        """The rows under their present names."""
        return {self.tables.get(name, name): [self._row(name, row) for row in some] for name, some in rows.items()}

    def _row(self, table: str, row: Row) -> Row:
        named = {self.columns.get(f"{table}.{key}", self.columns.get(key, key)): value for key, value in row.items()}
        return {key: self._value(value) for key, value in named.items()}

    def _bare(self, table: str, row: Row) -> Row:
        """The columns in the order of their names: where a column stands in its table is nobody's business."""
        return {key: value for key, value in sorted(row.items()) if f"{table}.{key}" not in self.ignored}

    def _known(self, value: Any, above: str = "") -> Any:
        """The menus of commands without those that are new, by name, as Discord shows them."""
        match value:
            case dict():
                return {key: self._known(one, above) for key, one in value.items()}
            case list():
                named = ((f"{above} {_name(one)}".strip(), one) for one in value)
                known = ((name, self._known(one, name)) for name, one in named if name not in self.commands)
                is_menu = not above or _is_group(value)
                return [one for _, one in (sorted(known, key=itemgetter(0)) if is_menu else known)]
            case _:
                return value

    def _value(self, value: Any) -> Any:
        """JSON with its keys as they are called now; anything else as it is."""
        if not self.keys or not isinstance(value, str) or not value.startswith(("{", "[")):
            return value
        try:
            return json.dumps(self._keys(json.loads(value)), ensure_ascii=False)
        except ValueError:
            return value

    def _keys(self, value: Any) -> Any:
        match value:
            case dict():
                return {self.keys.get(key, key): self._keys(one) for key, one in value.items()}
            case list():
                return [self._keys(one) for one in value]
            case _:
                return value


def _is_group(entries: list[Any]) -> bool:
    """Whether they are commands of a group, and not options, whose order is that of typing."""
    return all(isinstance(one, dict) and one.get("type") in (1, 2) for one in entries)


def _name(entry: Any) -> str:
    """What an entry of a menu is called; empty of anything else that stands in a list."""
    return str(entry.get("name", "")) if isinstance(entry, dict) else ""
