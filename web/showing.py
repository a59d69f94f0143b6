"""What pages show of a `Public` object: which pages it has, what of it is on each, and which matches matter now."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeVar
from urllib.parse import urlsplit

from bot.features.pages.public_model import (
    LARGEST_LIST,
    WHOLE,
    MatchProgress,
    Public,
    PublicCrosstable,
    PublicDeck,
    PublicDraw,
    PublicEvent,
    PublicMatch,
    PublicPlayer,
    PublicRanking,
    PublicRound,
    PublicSeries,
    PublicServer,
    PublicStart,
    PublicTable,
)
from web.addresses import Address, AddressKind, Part
from web.drawing import bracket_pages, places_of

# --- which pages there are ------------------------------------------------------------------------------------------


ROWS_ON_A_PAGE: Final = 100
"""Of players, tables and crosstables; larger ones are cut."""
SQUARE_UNTIL: Final = 24
"""So many entrants fill a square crosstable; of more each row lists its matches."""
T = TypeVar("T")


def pages_for(rows: int) -> int:
    """How many pages so many rows take; an empty list has one."""
    return max(1, -(-rows // ROWS_ON_A_PAGE))


def parts_of(event: PublicEvent) -> list[Part]:
    """The parts of an event that have a page of their own now, in the order of the tabs."""
    wanted = {
        Part.NOW: True,
        Part.BRACKET: event.bracket is not None,
        Part.TABLE: bool(event.tables),
        Part.ROUNDS: bool(event.rounds),
        Part.CROSSTABLE: bool(event.crosstables),
        Part.PLAYERS: True,
        Part.DECKS: bool(event.decks),
        Part.RULES: bool(event.rules),
        Part.DRAW: bool(event.draws or event.commitment),
        Part.NAMES: is_cut(event),
    }
    return [part for part, is_there in wanted.items() if is_there]


def tabs_of(event: PublicEvent) -> list[Part]:
    """The parts that have a tab."""
    return [part for part in parts_of(event) if part is not Part.NAMES]


def is_cut(event: PublicEvent) -> bool:
    """Whether something of it takes several pages, so that somebody has to be looked for."""
    parts = (Part.PLAYERS, *_LOOKED_FOR)
    return any(pages_of_part(event, part) > 1 for part in parts) or any(pages_of_round(one) > 1 for one in event.rounds)


def pages_of_part(event: PublicEvent, part: Part, key: str = "") -> int:
    """How many pages the part has, or the round of the key."""
    match part:
        case Part.PLAYERS:
            return pages_for(len(event.entrants))
        case Part.TABLE:
            return pages_for(sum(len(table.rows) for table in event.tables))
        case Part.CROSSTABLE:
            return pages_for(sum(len(table.entrants) for table in event.crosstables))
        case Part.ROUNDS:
            return pages_of_round(event.rounds[round_shown(event, key)])
        case Part.BRACKET if event.bracket is not None:
            return len(bracket_pages(event.bracket))
        case Part.DRAW:
            return len(draws_by_page(event)) or 1
        case Part.DECKS:
            return len(decks_by_page(event)) or 1
        case _:
            return 1


def addresses_of(page: Public, language: str) -> Iterator[Address]:
    """Every page that the object has in the language; an object that is a page of a list has the one."""
    match page:
        case PublicStart():
            yield Address(AddressKind.START, language)
        case PublicServer():
            yield Address(AddressKind.SERVER, language, page.key, page=page.page)
        case PublicEvent():
            yield from _addresses_of_event(page, language)
        case PublicRanking():
            part = Part.NAMES if page.page == WHOLE else Part.NOW
            yield Address(AddressKind.RANKING, language, page.server, "", part, page.key, page.page or 1)
        case PublicSeries():
            yield Address(AddressKind.SERIES, language, page.server, key=page.key)
        case PublicPlayer():
            yield Address(AddressKind.PLAYER, language, page.server, key=page.key)
        case _:
            raise TypeError(type(page).__name__)


def _addresses_of_event(event: PublicEvent, language: str) -> Iterator[Address]:
    here = Address(AddressKind.EVENT, language, event.server, event.key)
    for part in parts_of(event):
        yield from (here.of_part(part).of_page(one + 1) for one in range(pages_of_part(event, part)))
    for one in event.rounds:
        here = here.of_part(Part.ROUNDS, one.key)
        yield from (here.of_page(number + 1) for number in range(pages_of_round(one)))
    for match in event.matches():
        yield Address(AddressKind.MATCH, language, event.server, event.key, key=match.key)


# --- what templates ask of an event ---------------------------------------------------------------------------------


def in_play(event: PublicEvent) -> list[PublicMatch]:
    """The matches that are being played, what the stream shows first."""
    playing = [match for match in event.matches() if match.state is MatchProgress.PLAYING]
    return sorted(playing, key=lambda match: not match.is_on_stream)


def latest_of(event: PublicEvent, most: int) -> list[PublicMatch]:
    """The matches that were decided last, the latest first."""
    decided = [
        (match.decided_at, match)
        for match in event.matches()
        if match.decided_at is not None and match.state is not MatchProgress.BYE
    ]
    return [match for _, match in sorted(decided, key=lambda one: one[0], reverse=True)[:most]]


def results_of(event: PublicEvent, entrant: str, but: str) -> list[PublicMatch]:
    """What an entrant has played in the event, the latest first, without the match of the key."""
    played = [
        match
        for match in event.matches()
        if match.key != but
        and match.state in {MatchProgress.DECIDED, MatchProgress.WALKOVER}
        and any(side.entrant == entrant for side in match.sides)
    ]
    return played[::-1]


def next_of(event: PublicEvent, most: int) -> list[PublicMatch]:
    """The next matches with an agreed time, soonest first."""
    agreed = [
        (match.agreed_at, match)
        for match in event.matches()
        if match.state is MatchProgress.WAITING and match.agreed_at is not None
    ]
    return [match for _, match in sorted(agreed, key=lambda one: one[0])[:most]]


def decided_of(event: PublicEvent) -> tuple[int, int]:
    """How many matches are over, and how many there are by now; byes do not count."""
    counted = [match for match in event.matches() if match.state is not MatchProgress.BYE]
    over = [match for match in counted if match.state in {MatchProgress.DECIDED, MatchProgress.WALKOVER}]
    return len(over), len(counted)


def found_match(event: PublicEvent, key: str) -> PublicMatch:
    """The match of the key."""
    return next(match for match in event.matches() if match.key == key)


def round_shown(event: PublicEvent, key: str) -> int:
    """Which round a page of rounds shows: the one of the key, or the first that is not over, or the last."""
    for number_, one in enumerate(event.rounds):
        is_open = any(match.state in {MatchProgress.WAITING, MatchProgress.PLAYING} for match in one.matches)
        if one.key == key or (not key and is_open):
            return number_
    return len(event.rounds) - 1


def matches_by_entrant(event: PublicEvent) -> dict[str, PublicMatch]:
    """The match that each entrant plays now or awaits."""
    found: dict[str, PublicMatch] = {}
    for match in event.matches():
        if match.state in {MatchProgress.PLAYING, MatchProgress.WAITING}:
            for side in match.sides:
                if side.entrant:
                    found.setdefault(side.entrant, match)
    return found


def latest_by_entrant(event: PublicEvent) -> dict[str, PublicMatch]:
    """The match that each entrant has played last, whose page has all of their results in the event."""
    return {
        side.entrant: match
        for match in event.matches()
        if match.state in {MatchProgress.DECIDED, MatchProgress.WALKOVER}
        for side in match.sides
    }


LATEST_IN_FORM: Final = 5


def form_of(event: PublicEvent) -> dict[str, list[str]]:
    """How each entrant's latest matches ended, the last one last; none at tables, where several may win."""
    decided = [
        (one.decided_at, one) for one in event.matches() if one.decided_at and one.state is not MatchProgress.BYE
    ]
    found: dict[str, list[str]] = {}
    for _, match in sorted(decided, key=lambda one: one[0]):
        for side in match.sides if len(match.sides) == 2 else ():
            ended = "won" if side.won else "lost" if side.out else "drawn"
            found[side.entrant] = [*found.get(side.entrant, ())[1 - LATEST_IN_FORM :], ended]
    return found


def records_of(event: PublicEvent) -> dict[str, tuple[int, int]]:
    """How many matches each entrant has won and lost."""
    found: dict[str, tuple[int, int]] = {}
    for match in event.matches():
        if match.state in {MatchProgress.DECIDED, MatchProgress.WALKOVER}:
            for side in match.sides:
                won, lost = found.get(side.entrant, (0, 0))
                found[side.entrant] = won + side.won, lost + (side.out and not side.won)
    return found


def columns_of(event: PublicEvent) -> tuple[bool, bool, bool]:
    """Whether anybody has a seed, a rating, a club."""
    shown = event.entrants
    return any(one.seed for one in shown), any(one.rating for one in shown), any(one.club for one in shown)


# --- cutting into pages ---------------------------------------------------------------------------------------------


MATCHES_ON_A_PAGE: Final = 128
"""Of a round."""
ENTRANTS_OF_DRAWS: Final = 600
"""So many lines the lists of one page of draws have together."""
CARDS_OF_DECKS: Final = 200
"""So many lines the decks of one page have together."""


def pages_of_round(one: PublicRound) -> int:
    """How many pages its matches take."""
    return max(1, -(-len(one.matches) // MATCHES_ON_A_PAGE))


def matches_on_page(one: PublicRound, page: int) -> Sequence[PublicMatch]:
    """The matches of one page of a round."""
    return one.matches[(page - 1) * MATCHES_ON_A_PAGE : page * MATCHES_ON_A_PAGE]


def draws_by_page(event: PublicEvent) -> list[list[PublicDraw]]:
    """The draws, so many on a page as their lists leave room for."""
    return _by_room(event.draws, [len(one.entrants) for one in event.draws], ENTRANTS_OF_DRAWS)


def decks_by_page(event: PublicEvent) -> list[list[PublicDeck]]:
    """The decks, so many on a page as their lists leave room for."""
    return _by_room(event.decks, [len(one.cards) for one in event.decks], CARDS_OF_DECKS)


def _by_room(some: Sequence[T], lines: Sequence[int], most: int) -> list[list[T]]:
    pages: list[list[T]] = []
    room = 0
    for one, long in zip(some, lines, strict=True):
        if not pages or long > room:
            pages.append([])
            room = most
        pages[-1].append(one)
        room -= long
    return pages


def draws_on_page(event: PublicEvent, page: int) -> list[PublicDraw]:
    """The draws of one page."""
    pages = draws_by_page(event)
    return pages[page - 1] if pages else []


def decks_on_page(event: PublicEvent, page: int) -> list[PublicDeck]:
    """The decks of one page."""
    pages = decks_by_page(event)
    return pages[page - 1] if pages else []


def on_page(rows: Sequence[T], page: int) -> Sequence[T]:
    """The rows of one page."""
    return rows[(page - 1) * ROWS_ON_A_PAGE : page * ROWS_ON_A_PAGE]


def cut_tables(tables: Sequence[PublicTable], page: int, most: int = ROWS_ON_A_PAGE) -> list[tuple[PublicTable, range]]:
    """The tables of one page, each with the numbers of its rows there."""
    found, begun = [], 0
    for table in tables:
        first, last = (page - 1) * most - begun, page * most - begun
        rows = range(max(0, first), max(0, min(last, len(table.rows))))
        if rows:
            found.append((table, rows))
        begun += len(table.rows)
    return found


@dataclass(frozen=True, slots=True)
class CrossedRow:
    """A row of a crosstable: the place, the name, and for each column what happened there."""

    place: int
    name: str
    cells: tuple[CrossedCell, ...]


@dataclass(frozen=True, slots=True)
class CrossedCell:
    """A meeting: the match, the score, and against whom where the column does not tell; `kind` is its class."""

    match: str
    score: str
    kind: str
    other: str = ""
    place: int = 0


@dataclass(frozen=True, slots=True)
class Crossed:
    """A crosstable as it is drawn."""

    title: str
    columns: tuple[tuple[str, str], ...]
    """Heading and whole name."""
    rows: tuple[CrossedRow, ...]
    is_square: bool


def crossed(event: PublicEvent, page: int) -> list[Crossed]:
    """The crosstables of one page: square ones, or of many entrants by round."""
    found, begun = [], 0
    for table in event.crosstables:
        first, last = (page - 1) * ROWS_ON_A_PAGE - begun, page * ROWS_ON_A_PAGE - begun
        rows = range(max(0, first), max(0, min(last, len(table.entrants))))
        if rows:
            found.append(_square(table, rows) if len(table.entrants) <= SQUARE_UNTIL else _by_round(event, table, rows))
        begun += len(table.entrants)
    return found


def _square(table: PublicCrosstable, rows: range) -> Crossed:
    columns = tuple((str(place + 1), name) for place, name in enumerate(table.names))
    made = tuple(
        CrossedRow(row + 1, table.names[row], tuple(_square_cell(table, row, one) for one in range(len(columns))))
        for row in rows
    )
    return Crossed(table.title, columns, made, is_square=True)


def _square_cell(table: PublicCrosstable, row: int, column: int) -> CrossedCell:
    """All meetings of a pair in one cell; it leads to the last of them."""
    meetings = table.cells[row][column]
    if row == column or not meetings:
        return CrossedCell("", "", "self" if row == column else "")
    kind = _kind(meetings[0].won, meetings[0].lost) if len(meetings) == 1 else ""
    return CrossedCell(meetings[-1].match, " ".join(one.score for one in meetings), kind)


def _by_round(event: PublicEvent, table: PublicCrosstable, rows: range) -> Crossed:
    rounds = {match.key: one.number for one in event.rounds for match in one.matches}
    columns = sorted({rounds[one.match] for row in table.cells for cell in row for one in cell if one.match in rounds})
    made = tuple(CrossedRow(row + 1, table.names[row], _row_by_round(table, row, rounds, columns)) for row in rows)
    return Crossed(table.title, tuple((str(one), "") for one in columns), made, is_square=False)


def _row_by_round(
    table: PublicCrosstable, row: int, rounds: Mapping[str, int], columns: Sequence[int]
) -> tuple[CrossedCell, ...]:
    found = {
        rounds[one.match]: CrossedCell(one.match, one.score, _kind(one.won, one.lost), table.names[other], other + 1)
        for other, cell in enumerate(table.cells[row])
        for one in cell
        if one.match in rounds
    }
    return tuple(found.get(one, CrossedCell("", "", "")) for one in columns)


def _kind(won: bool, lost: bool) -> str:
    return "won" if won else "lost" if lost else "drawn"


# --- everybody by name ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class NamedSpot:
    """Where somebody stands: on which page of which part, and in which row of it, if that can be told."""

    part: Part
    page: int
    row: str = ""


@dataclass(frozen=True, slots=True)
class LineByName:
    """A name and where it stands, the row that tells most first."""

    name: str
    spots: tuple[NamedSpot, ...]


def names_of(event: PublicEvent) -> list[tuple[str, list[LineByName]]]:
    """Everybody in the event by letter, members of teams too, and on which page of what is cut they stand."""
    cut = {part: _spots(event, part) for part in _LOOKED_FOR if pages_of_part(event, part) > 1}
    lines = []
    for number, one in enumerate(event.entrants):
        row = NamedSpot(Part.PLAYERS, number // ROWS_ON_A_PAGE + 1, f"e-{one.key}")
        others = tuple(NamedSpot(part, found[one.key]) for part, found in cut.items() if one.key in found)
        lines += [LineByName(name, (row, *others)) for name in (one.name, *(each.name for each in one.members))]
    return _by_letter(lines)


_LOOKED_FOR: Final = (Part.TABLE, Part.CROSSTABLE, Part.BRACKET)


def _spots(event: PublicEvent, part: Part) -> dict[str, int]:
    """The page of the part on which each entrant is met first."""
    found: dict[str, int] = {}
    if part is Part.BRACKET and event.bracket is not None:
        for number, drawn in enumerate(bracket_pages(event.bracket), start=1):
            for place in places_of(drawn):
                for side in place.sides:
                    found.setdefault(side.entrant, number)
        return found
    ordered = (
        [row.entrant for table in event.tables for row in table.rows]
        if part is Part.TABLE
        else [key for table in event.crosstables for key in table.entrants]
    )
    for number, key in enumerate(ordered):
        found.setdefault(key, number // ROWS_ON_A_PAGE + 1)
    return found


def names_in_list(ranking: PublicRanking) -> list[tuple[str, list[LineByName]]]:
    """Everybody on a whole rating list by letter."""
    lines = (
        LineByName(line.name, (NamedSpot(Part.NOW, number // LARGEST_LIST + 1, f"n{number + 1}"),))
        for number, line in enumerate(ranking.lines)
    )
    return _by_letter(lines)


def _by_letter(lines: Iterable[LineByName]) -> list[tuple[str, list[LineByName]]]:
    found: dict[str, list[LineByName]] = {}
    for one in sorted(lines, key=lambda line: (folded(line.name), line.name)):
        first = folded(one.name)[:1]
        found.setdefault(first.upper() if first.isalpha() else "#", []).append(one)
    return list(found.items())


def folded(name: str) -> str:
    """Without accents, as names are looked for and put in order."""
    parts = unicodedata.normalize("NFKD", name).casefold().strip()
    return "".join(one for one in parts if one.isprintable() and not unicodedata.combining(one))


# --- links of organisers --------------------------------------------------------------------------------------------


_LONGEST_ADDRESS: Final = 500


def is_https(address: str) -> bool:
    """Whether a page may link there: https, a host, and neither a name nor a password before it."""
    if len(address) > _LONGEST_ADDRESS or not address.isprintable() or set(address) & set(" \\\"'<>`"):
        return False
    try:
        parts = urlsplit(address)
    except ValueError:
        return False
    return parts.scheme == "https" and bool(parts.hostname) and "@" not in parts.netloc


def host_of(address: str) -> str:
    """Where the link leads, which its label may hide."""
    return urlsplit(address).hostname or ""
