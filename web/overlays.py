"""Overlays for streams: what OBS lays over the picture, transparent wherever nothing is to be seen.

The address says what is shown and how large: `/overlay/SERVER/EVENT/match?width=1920&height=1080&scale=1.25`. The
stage is an SVG of that size, so that scaling needs no style of its own. A script asks for the overlay again whenever
the event has changed; without it the browser does so every few seconds.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from enum import StrEnum
from types import MappingProxyType
from typing import Final
from zoneinfo import ZoneInfo

from bot.features.pages.public_model import (
    MatchProgress,
    PublicBracket,
    PublicColumn,
    PublicEvent,
    PublicHeading,
    PublicMatch,
    PublicPlace,
    PublicRow,
    PublicTable,
)
from bot.i18n.catalogue import Translator, gettext_name
from web.addresses import FALLBACK, LANGUAGES, OVERLAYS, STATIC, is_key, relative_path, stream_path
from web.drawing import below, draw_bracket
from web.rendering import environment, print_of

# --- what is asked --------------------------------------------------------------------------------------------------


class OverlayKind(StrEnum):
    """What an overlay shows of its event."""

    MATCH = "match"
    """The match that is on stream."""
    BRACKET = "bracket"
    """The part of the bracket around what is played now."""
    NEXT = "next"
    """The matches that come next."""
    TABLE = "table"
    """The top of the table."""


class Ink(StrEnum):
    """The colour of letters; what lies under them is the other one."""

    LIGHT = "light"
    DARK = "dark"


PARAMETERS: Final = frozenset({"width", "height", "scale", "ink", "rows", "group", "lang"})
"""What behind the question mark means anything; the rest is not looked at."""


@dataclass(frozen=True, slots=True)
class OverlayLook:
    """How an overlay is shown. What cannot be is as if nobody had said it: a stream goes on."""

    width: int = 1920
    height: int = 1080
    scale: float = 1.0
    ink: Ink = Ink.LIGHT
    rows: int = 8
    group: int = 1
    language: str = FALLBACK

    @property
    def wide(self) -> int:
        """The width of the stage in its own pixels, before it is scaled."""
        return round(self.width / self.scale)

    @property
    def high(self) -> int:
        """The height of the stage in its own pixels."""
        return round(self.height / self.scale)

    @property
    def translator(self) -> Translator:
        """In whose words it is."""
        return Translator(LANGUAGES[self.language])

    def fitting(self, head: int, each: int) -> int:
        """How many rows there is room for: at most as many as are wanted, at least one."""
        return max(1, min(self.rows, (self.high - head - 2 * _MARGIN) // each))


@dataclass(frozen=True, slots=True)
class OverlayCall:
    """Which overlay is asked for."""

    server: str
    event: str
    kind: OverlayKind
    look: OverlayLook

    @property
    def path(self) -> str:
        """The address without what stands behind the question mark."""
        return overlay_path(self.server, self.event, self.kind)


def overlay_path(server: str, event: str, kind: OverlayKind) -> str:
    """Where an overlay is."""
    return f"/{OVERLAYS}/{server}/{event}/{kind}"


def read_overlay(path: str, query: Mapping[str, str]) -> OverlayCall | None:
    """The overlay that a path names; None where it names none."""
    words = path.split("/")
    if len(words) != _PARTS or words[:2] != ["", OVERLAYS] or words[4] not in {*OverlayKind}:
        return None
    if not (is_key(words[2]) and is_key(words[3])):
        return None
    return OverlayCall(words[2], words[3], OverlayKind(words[4]), _look(query))


_PARTS: Final = 5
_MARGIN: Final = 32
"""Between the edge of the stage and what is seen."""


def _look(query: Mapping[str, str]) -> OverlayLook:
    ink, language = query.get("ink", ""), query.get("lang", "")
    return OverlayLook(
        width=round(_figure(query.get("width"), 1920, 160, 7680)),
        height=round(_figure(query.get("height"), 1080, 90, 4320)),
        scale=round(_figure(query.get("scale"), 1.0, 0.25, 8.0), 2),
        ink=Ink(ink) if ink in {*Ink} else Ink.LIGHT,
        rows=round(_figure(query.get("rows"), 8, 1, 32)),
        group=round(_figure(query.get("group"), 1, 1, 64)),
        language=language if language in LANGUAGES else FALLBACK,
    )


def _figure(told: str | None, usual: float, least: float, most: float) -> float:
    """The number within its bounds; the usual one for what is none."""
    if told is None or len(told) > _LONGEST_FIGURE or not told.isascii() or not told.replace(".", "", 1).isdigit():
        return usual
    return min(max(float(told), least), most)


_LONGEST_FIGURE: Final = 8


# --- what is seen of matches ----------------------------------------------------------------------------------------


_SAID_OF: Final[Mapping[MatchProgress, str]] = MappingProxyType(
    {
        MatchProgress.WAITING: "page.overlay_soon",
        MatchProgress.PLAYING: "page.overlay_live",
        MatchProgress.UNFINISHED: "page_match.unfinished",
    }
)


def match_on_stream(event: PublicEvent) -> PublicMatch | None:
    """The match that the stream shows; None where none was chosen, or the one that was is there no more."""
    return next((one for one in event.matches() if event.on_stream and one.key == event.on_stream), None)


def state_of(match: PublicMatch, translator: Translator) -> str:
    """How far the match is, in a word."""
    return translator.say(_SAID_OF.get(match.state, "page.overlay_final"))


def matches_next(event: PublicEvent) -> list[PublicMatch]:
    """What comes next: matches that are called already, then those agreed, soonest first, then the others known."""
    called = [one for one in event.matches() if one.state is MatchProgress.PLAYING and one.key != event.on_stream]
    waiting = [
        one for one in event.matches() if one.state is MatchProgress.WAITING and all(one.entrant for one in one.sides)
    ]
    return [*sorted(called, key=lambda one: one.called_at or _NEVER), *sorted(waiting, key=_soonest)]


_NEVER: Final = datetime.max.replace(tzinfo=UTC)


def _soonest(match: PublicMatch) -> tuple[datetime, int, int]:
    return match.agreed_at or _NEVER, match.round, match.position


@dataclass(frozen=True, slots=True)
class ComingLine:
    """A line of what comes next."""

    when: str
    label: str
    names: tuple[str, ...]
    is_called: bool


def coming(event: PublicEvent, most: int, translator: Translator) -> tuple[ComingLine, ...]:
    """The next matches, as many as there is room for."""
    return tuple(
        ComingLine(
            _when(one, event.time_zone, translator),
            one.label,
            tuple(side.name or side.expected for side in one.sides),
            one.state is MatchProgress.PLAYING,
        )
        for one in matches_next(event)[:most]
    )


def _when(match: PublicMatch, zone: str, translator: Translator) -> str:
    """The agreed day and hour on the server's clocks; of what is called that it is played."""
    if match.state is MatchProgress.PLAYING:
        return translator.say("page.playing_now")
    if match.agreed_at is None:
        return ""
    from babel.dates import format_skeleton, format_time  # noqa: PLC0415  (slow to import)

    wall, locale = match.agreed_at.astimezone(ZoneInfo(zone)), gettext_name(translator.locale)
    return f"{format_skeleton('E', wall, locale=locale)} {format_time(wall, 'short', locale=locale)}"


# --- what is seen of a table ----------------------------------------------------------------------------------------


_MOST_COLUMNS: Final = 4


@dataclass(frozen=True, slots=True)
class TableTop:
    """The first rows of a table and its first columns."""

    title: str
    name_heading: str
    headings: tuple[PublicHeading, ...]
    rows: tuple[PublicRow, ...]


def top_of(table: PublicTable, most: int) -> TableTop:
    """As much of the table as a picture has room for."""
    return TableTop(table.title, table.name_heading, table.headings[:_MOST_COLUMNS], table.rows[:most])


def table_of(event: PublicEvent, group: int) -> PublicTable | None:
    """The table of the group that is wanted, or the first; None where there is none yet."""
    if not event.tables:
        return None
    return event.tables[group - 1] if group <= len(event.tables) else event.tables[0]


# --- what is seen of a bracket --------------------------------------------------------------------------------------


_ROUNDS: Final = 4
"""So many rounds are seen at once: in the first of them are eight matches at most."""
_AHEAD: Final = 2
"""So many rounds are seen behind the one that is played."""
_BESIDE_FINALS: Final = 2
"""So many rounds of each branch are seen beside the finals between branches."""


def around(bracket: PublicBracket) -> PublicBracket:
    """The part of the bracket in which is played now, with what leads there and where it leads; else its end."""
    focus = _focus(bracket)
    if focus is None:
        return _ending(bracket)
    number, column, place = focus
    columns = bracket.branches[number].columns
    last = min(len(columns) - 1, max(column + _AHEAD, _ROUNDS - 1))
    while column < last:
        onward = [one for one, feeders in enumerate(columns[column + 1].feeders) if place in feeders]
        if not onward:
            break
        column, place = column + 1, onward[0]
    is_end = column == len(columns) - 1 and len(bracket.branches) == 1
    seen = _leading_to(columns[: column + 1], place, _ROUNDS)
    return replace(
        bracket,
        branches=(replace(bracket.branches[number], columns=seen),),
        finals=(),
        third=bracket.third if is_end else None,
    )


def _focus(bracket: PublicBracket) -> tuple[int, int, int] | None:
    """Branch, column and place of what is on stream, else of what is played now or next; None where that is a final."""
    for is_wanted in (_is_on_stream, _is_played, _is_ahead):
        if any(is_wanted(one.place) for one in bracket.finals):
            return None
        for number, branch in enumerate(bracket.branches):
            for column, round_ in enumerate(branch.columns):
                for place, one in enumerate(round_.places):
                    if is_wanted(one):
                        return number, column, place
    return None


def _is_on_stream(place: PublicPlace) -> bool:
    return place.is_on_stream


def _is_played(place: PublicPlace) -> bool:
    return place.state is MatchProgress.PLAYING


def _is_ahead(place: PublicPlace) -> bool:
    return place.state is MatchProgress.WAITING and len(place.sides) > 1 and all(side.entrant for side in place.sides)


def _ending(bracket: PublicBracket) -> PublicBracket:
    """The last rounds: of one branch as many as there is room for, of several those before the finals."""
    most = _BESIDE_FINALS if bracket.finals else _ROUNDS
    branches = tuple(
        replace(branch, columns=_leading_to(branch.columns, len(branch.columns[-1].places) - 1, most))
        for branch in bracket.branches
        if branch.columns
    )
    return replace(bracket, branches=branches)


def _leading_to(columns: Sequence[PublicColumn], root: int, most: int) -> tuple[PublicColumn, ...]:
    """The tree below a place of the last column, its last rounds alone."""
    first, *others = below(columns[-most:], [root])
    return replace(first, feeders=((),) * len(first.places)), *others


# --- drawing --------------------------------------------------------------------------------------------------------


_HEAD_OF_LIST: Final = 96
_ROW: Final = 72
_ROW_OF_TABLE: Final = 56


def overlay(event: PublicEvent, call: OverlayCall) -> bytes:
    """The overlay as a page of its own, which is empty where there is nothing to be seen."""
    template = environment().get_template(f"overlay/{call.kind}.html")
    shown = {"event": event, "look": call.look, "margin": _MARGIN, **_addresses(call), **_shown(event, call)}
    return template.render(shown).encode()


def _shown(event: PublicEvent, call: OverlayCall) -> dict[str, object]:
    look, translator = call.look, call.look.translator
    match call.kind:
        case OverlayKind.MATCH:
            on_stream = match_on_stream(event)
            return {"match": on_stream, "state": "" if on_stream is None else state_of(on_stream, translator)}
        case OverlayKind.NEXT:
            lines = coming(event, look.fitting(_HEAD_OF_LIST, _ROW), translator)
            return {"title": translator.say("page.overlay_next"), "lines": lines}
        case OverlayKind.TABLE:
            table = table_of(event, look.group)
            most = look.fitting(2 * _HEAD_OF_LIST, _ROW_OF_TABLE)
            return {"table": None if table is None else top_of(table, most)}
        case OverlayKind.BRACKET:
            return {"drawing": None if event.bracket is None else draw_bracket(around(event.bracket))}


def _addresses(call: OverlayCall) -> dict[str, object]:
    """Of the style, of the script, and of the stream that says when something has changed."""
    files = {name: f"/{STATIC}/overlay.{ending}" for name, ending in (("style", "css"), ("script", "js"))}
    found = {name: f"{relative_path(call.path, path)}?{print_of(path)}" for name, path in files.items()}
    return {**found, "live": relative_path(call.path, stream_path(call.server, call.event))}
