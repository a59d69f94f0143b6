"""Game sheets as files: those that come with the bot, and reading and writing a community's own.

A sheet is a text: the title, a line on draws if there is something to say, and a heading over each part.

    # Pente
    draws: board_full, agreed_hopeless

    ## aim
    Five in a row, or five pairs captured.

A bundled game is a folder of `bot/games` with `game.toml` (what is true in every language, with the `[board]` table)
and a sheet for each language. A community writes its headings in any of the bot's languages; the caller tells what
they are.
"""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from hashlib import sha256
from importlib.resources import files
from math import cos, radians, sin
from typing import Final

from bot.kernel.files import BOUNDS, FileKind, refuse_lines
from bot.play.game_sheets import (
    LONGEST_TEXT,
    LONGEST_TITLE,
    MOST_LINES,
    NEEDED,
    Arc,
    Blocked,
    Circle,
    DrawRule,
    Game,
    GameDraft,
    GameId,
    GameSheet,
    Point,
    Section,
    SheetFault,
    SheetProblem,
    StartingBoard,
    grid,
    in_order,
)
from bot.rulebooks.library import SheetRefused

# --- the shape of a board -------------------------------------------------------------------------------------------


Numbers = Sequence[Sequence[float]]


def board(table: Mapping[str, object]) -> StartingBoard:
    """The board of a `[board]` table.

    `grid` gives the lines of a grid by its points a side; `spokes` the angles of lines through the centre of `circles`;
    `rings` says on which of those a point stands at each spoke, and `first` and `second` may name whole spokes.
    """
    lines = [tuple(map(_point, _pairs(one))) for one in _table(table, "lines")]
    size = _row(table, "grid")
    if size:
        lines = [*grid(int(size[0]), int(size[1])), *lines]
    radii, reach = _row(table, "rings"), _row(table, "reach")
    for angle in _row(table, "spokes"):
        lines.append((_at(angle + 180, reach[0]), _at(angle, reach[0])))
    around = [_at(angle + half, one) for angle in _row(table, "spokes") for half in (0, 180) for one in radii]
    return StartingBoard(
        tuple(lines),
        tuple(_circle(one) for one in _table(table, "circles")),
        tuple(_arc(one) for one in _table(table, "arcs")),
        (*map(_point, _table(table, "points")), *around),
        _side(table, "first", radii),
        _side(table, "second", radii),
        str(table.get("columns", "")),
        str(table.get("rows", "")),
    )


def _side(table: Mapping[str, object], key: str, radii: Sequence[float]) -> tuple[Point, ...]:
    """The pieces of a side: each on its own point, and one on every ring of the spokes that it holds."""
    by_spoke = [_at(angle, radius) for angle in _row(table, f"{key}_spokes") for radius in radii]
    return (*map(_point, _table(table, key)), *by_spoke)


def _at(angle: float, radius: float) -> Point:
    return round(radius * cos(radians(angle)), 3), round(radius * sin(radians(angle)), 3)


def _table(table: Mapping[str, object], key: str) -> Numbers:
    found = table.get(key, [])
    return found if isinstance(found, list) else []


def _row(table: Mapping[str, object], key: str) -> Sequence[float]:
    found = table.get(key, [])
    return found if isinstance(found, list) else []


def _pairs(flat: Sequence[float]) -> Numbers:
    """A line is written as x, y, x, y and so on."""
    return [flat[at : at + 2] for at in range(0, len(flat), 2)]


def _point(pair: Sequence[float]) -> Point:
    return float(pair[0]), float(pair[1])


def _circle(three: Sequence[float]) -> Circle:
    return float(three[0]), float(three[1]), float(three[2])


def _arc(five: Sequence[float]) -> Arc:
    return float(five[0]), float(five[1]), float(five[2]), float(five[3]), float(five[4])


# --- sheets ---------------------------------------------------------------------------------------------------------


LARGEST_FILE: Final = BOUNDS[FileKind.SHEET].size
"""Bytes."""
OWN_DRAWS: Final = tuple(rule for rule in DrawRule if rule is not DrawRule.RULED_QUIET)
"""What a community's own sheet may say of draws; numbers of quiet moves it tells in its own words."""
NO_DRAWS: Final = "none"
PLAIN_HEADINGS: Final[Mapping[str, Section]] = {section.value: section for section in Section}

_FOLDER = files("bot") / "games"
_DRAWS = re.compile(r"draws\s*:\s*(.*)", re.IGNORECASE)
_HEADING = re.compile(r"#{2,}\s*(.*?)\s*#*\s*")
_ID_LENGTH: Final = 40
_GIVEN_LENGTH: Final = 60


@cache
def bundled_games() -> tuple[GameId, ...]:
    """The ids of the games that come with the bot, in alphabetical order."""
    return tuple(sorted(GameId(one.name) for one in _FOLDER.iterdir() if (one / "game.toml").is_file()))


@cache
def languages(game_id: GameId) -> tuple[str, ...]:
    """The languages in which a bundled game has a sheet."""
    names = (one.name for one in (_FOLDER / game_id).iterdir())
    return tuple(sorted(name.removesuffix(".md") for name in names if name.endswith(".md")))


@cache
def game(game_id: GameId) -> Game:
    """A bundled game; raises FileNotFoundError for another id."""
    table = tomllib.loads((_FOLDER / game_id / "game.toml").read_text("utf-8"))
    quiet = table.get("quiet_moves")
    return Game(
        game_id,
        frozenset(map(DrawRule, table["draws"])),
        Blocked(table["blocked"]),
        None if quiet is None else (quiet[0], quiet[1]),
        tuple(table.get("colours", ())),
        tuple(table["cites"]),
        board(table["board"]) if "board" in table else None,
    )


@cache
def sheet(game_id: GameId, language: str) -> GameSheet:
    """A bundled game's sheet in one of the bot's languages."""
    file = f"{language}.md"
    draft = read((_FOLDER / game_id / file).read_bytes(), file)
    return GameSheet(game(game_id), language, draft.title, draft.sections)


@lru_cache(maxsize=256)
def own_sheet(game_id: GameId, language: str, text: str) -> GameSheet:
    """A community's sheet, from the text that `to_text` wrote of it."""
    draft = read(text.encode(), "")
    blocked = Blocked.DRAWS if DrawRule.BLOCKED in draft.draws else Blocked.SILENT
    return GameSheet(Game(game_id, draft.draws, blocked), language, draft.title, draft.sections, is_own=True)


def read(source: bytes, file: str, headings: Mapping[str, Section] = PLAIN_HEADINGS) -> GameDraft:
    """What a file says; `headings` are the known ones in small letters. Raises SheetRefused with every problem."""
    text = _decode(source, file)
    refuse_lines(text, BOUNDS[FileKind.SHEET])
    lines = [line.rstrip() for line in text.split("\n")]
    draft = _GameFileReading(headings)
    for number, line in enumerate(lines, 1):
        draft.take(number, line)
    found = draft.problems()
    if found:
        raise SheetRefused(file, tuple(sorted(found, key=lambda one: one.line or len(lines) + 1)))
    return GameDraft(
        draft.title, in_order((section, "\n".join(told)) for section, told in draft.sections()), draft.draws
    )


def too_large(size: int) -> SheetProblem | None:
    """The problem of a file of so many bytes, or None."""
    return SheetProblem(SheetFault.TOO_LARGE, limit=LARGEST_FILE // 1024) if size > LARGEST_FILE else None


def to_text(draft: GameDraft | GameSheet, headings: Mapping[Section, str] | None = None) -> str:
    """The sheet as a file that reads back as the same, under headings of the reader's language where given."""
    draws = draft.draws if isinstance(draft, GameDraft) else draft.game.draws
    rules = [rule for rule in OWN_DRAWS if rule in draws or (rule is DrawRule.RULED and DrawRule.RULED_QUIET in draws)]
    parts = [f"# {draft.title}\ndraws: {', '.join(rules) or NO_DRAWS}"]
    parts += [f"## {headings[one] if headings else one}\n{told}" for one, told in draft.sections]
    return "\n\n".join(parts) + "\n"


def id_of(title: str) -> GameId:
    """The id that a title gives; one without Latin letters or figures gets a fingerprint instead."""
    known = by_title().get(title.casefold())
    if known is not None:
        return known
    bare = unicodedata.normalize("NFKD", title).encode("ascii", "ignore").decode().lower()
    slug = re.sub(r"[^a-z0-9]+", "-", bare).strip("-")[:_ID_LENGTH].rstrip("-")
    return GameId(slug or f"game-{sha256(title.casefold().encode()).hexdigest()[:8]}")


@cache
def by_title() -> Mapping[str, GameId]:
    """The bundled games by each of their titles, in small letters."""
    return {
        read(path.read_bytes(), path.name).title.casefold(): game_id
        for game_id in bundled_games()
        for path in (_FOLDER / game_id).iterdir()
        if path.name.endswith(".md")
    }


def _decode(source: bytes, file: str) -> str:
    found = too_large(len(source))
    if found is not None:
        raise SheetRefused(file, (found,))
    try:
        text = source.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise SheetRefused(file, (SheetProblem(SheetFault.NOT_UTF8),)) from None
    text = text.replace("\r\n", "\n").replace("\r", "\n").replace("\t", " ")
    for number, line in enumerate(text.split("\n"), 1):
        if any(unicodedata.category(char) == "Cc" for char in line):
            raise SheetRefused(file, (SheetProblem(SheetFault.NOT_TEXT, number),))
    return text


class _GameFileReading:
    """A file as it is read line by line: what it said so far, and what was wrong with it."""

    def __init__(self, headings: Mapping[str, Section]) -> None:
        self.title = ""
        self.draws = frozenset({DrawRule.RULED})
        self._headings = headings
        self._told: dict[Section, list[str]] = {}
        self._begun: dict[Section, int] = {}
        self._under: list[str] | None = None
        self._found: list[SheetProblem] = []

    def take(self, number: int, line: str) -> None:
        """Reads one line of the file."""
        heading = _HEADING.fullmatch(line)
        if number == 1:
            self._take_title(line)
        elif heading is not None:
            self._begin(number, heading[1])
        elif self._under is not None:
            self._under.append(line)
        elif (said := _DRAWS.fullmatch(line)) is not None:
            self._take_draws(number, said[1])
        elif line.strip():
            self._found.append(SheetProblem(SheetFault.TEXT_OUTSIDE, number, line.strip()[:_GIVEN_LENGTH]))

    def sections(self) -> Iterator[tuple[Section, list[str]]]:
        """The lines of each section, empty ones at its ends left out."""
        for section, lines in self._told.items():
            yield section, "\n".join(lines).strip("\n").split("\n")

    def problems(self) -> list[SheetProblem]:
        """All that is wrong with what was read."""
        found, told = self._found, dict(self.sections())
        if not any(map(str.isalnum, self.title)):
            found.append(SheetProblem(SheetFault.NO_TITLE, 1))
        if len(self.title) > LONGEST_TITLE:
            found.append(SheetProblem(SheetFault.TITLE_TOO_LONG, 1, limit=LONGEST_TITLE))
        found += self._sections_at_fault(told)
        length = sum(_units(line) + 1 for lines in told.values() for line in lines)
        if length > LONGEST_TEXT:
            found.append(SheetProblem(SheetFault.TOO_LONG, given=str(length), limit=LONGEST_TEXT))
        if sum(map(len, told.values())) > MOST_LINES:
            found.append(SheetProblem(SheetFault.TOO_MANY_LINES, limit=MOST_LINES))
        return found

    def _sections_at_fault(self, told: Mapping[Section, list[str]]) -> Iterator[SheetProblem]:
        for section, lines in told.items():
            if not any(map(_is_seen, lines)):
                yield SheetProblem(SheetFault.EMPTY_SECTION, self._begun[section], section=section)
        yield from (SheetProblem(SheetFault.MISSING_SECTION, section=one) for one in NEEDED if one not in told)

    def _take_title(self, line: str) -> None:
        self.title = line.lstrip("# ").strip()

    def _take_draws(self, number: int, said: str) -> None:
        words = [word.strip().lower() for word in said.split(",")]
        self.draws = frozenset(rule for rule in OWN_DRAWS if rule.value in words)
        known = {*OWN_DRAWS, NO_DRAWS}
        wrong = [word for word in words if word not in known] or ([said] if NO_DRAWS in words and self.draws else [])
        self._found += [SheetProblem(SheetFault.UNKNOWN_DRAW, number, word[:_GIVEN_LENGTH]) for word in wrong]

    def _begin(self, number: int, heading: str) -> None:
        section = self._headings.get(heading.casefold()) or PLAIN_HEADINGS.get(heading.casefold())
        self._under = []
        if section is None:
            self._found.append(SheetProblem(SheetFault.UNKNOWN_HEADING, number, heading[:_GIVEN_LENGTH]))
        elif section in self._told:
            self._found.append(SheetProblem(SheetFault.HEADING_TWICE, number, heading[:_GIVEN_LENGTH]))
        else:
            self._told[section], self._begun[section] = self._under, number


def _is_seen(line: str) -> bool:
    return any(map(str.isalnum, line))


def _units(text: str) -> int:
    """As Discord's clients count: two for a character beyond the basic plane."""
    return len(text) + sum(char > "\uffff" for char in text)
