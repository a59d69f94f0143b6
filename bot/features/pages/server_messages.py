"""A server, its rating lists and its series as `Public…` objects in one language, for whatever draws them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from bot.features.pages import server_verbs
from bot.features.pages.lines_messages import event_lines
from bot.features.pages.model import Shown, ShownAs, name_on_pages
from bot.features.pages.naming_verbs import names_outside
from bot.features.pages.public_model import (
    PublicHeading,
    PublicRanking,
    PublicRankingLine,
    PublicRow,
    PublicSeries,
    PublicSeriesLine,
    PublicServer,
    PublicTable,
)
from bot.features.pages.server_verbs import CircuitKept, RankingKept, SeriesKept
from bot.features.rounds.words_cards import exact_words, gain_words, place_words, points_line, rules_line
from bot.i18n.catalogue import Translator
from bot.kernel.context import Query
from bot.kernel.ids import PersonId
from bot.play.entries import Phase, Tournament, phase
from bot.play.series import CircuitRow


def public_server(tx: Query, server_key: str, page: int, translator: Translator) -> PublicServer | None:
    """What runs, what comes and that page of what is over; None where there are no pages, or not that one."""
    kept = server_verbs.server(tx, server_key, page)
    if kept is None:
        return None
    lines = event_lines(tx, kept.pages, (*kept.running, *kept.coming, *kept.over), translator)
    running, coming, over = (
        tuple(lines[one.tournament_id] for one in some) for some in (kept.running, kept.coming, kept.over)
    )
    return PublicServer(
        key=kept.pages.page_id,
        name=kept.pages.name,
        language=kept.community.language,
        time_zone=kept.community.time_zone,
        is_findable=kept.pages.is_findable,
        running=running,
        coming=coming,
        over=over,
        page=kept.page,
        pages=kept.of_pages,
        series=tuple(_series_line(one) for one in kept.series),
        has_ranking=kept.has_ranking,
    )


def _series_line(kept: SeriesKept) -> PublicSeriesLine:
    played = sum(phase(one) is Phase.OVER for one in kept.events)
    return PublicSeriesLine(kept.listed.key, name_on_pages(kept.listed.name), played, kept.listed.is_closed)


# --- rating lists ---------------------------------------------------------------------------------------------------


def public_ranking(
    tx: Query, server_key: str, list_key: str, page: int, translator: Translator
) -> PublicRanking | None:
    """That page of the list behind the key, of the one in force without a key; None where it may not be shown."""
    kept = server_verbs.rating_list(tx, server_key, list_key, page)
    if kept is None:
        return None
    names = names_outside(tx, kept.pages, kept.everybody, translator)
    is_latest = kept.rating_list.list_id == kept.dates[0][0]
    hides = not is_latest and any(one.shown_as is not ShownAs.NAME for one in names.values())
    return PublicRanking(
        server=kept.pages.page_id,
        server_name=kept.pages.name,
        is_findable=kept.pages.is_findable,
        key=kept.rating_list.list_id,
        published_at=kept.rating_list.published_at,
        because_of="" if kept.because_of is None else name_on_pages(kept.because_of.name),
        lines=tuple(_ranking_line(one, names[one.person.person_id], is_latest=is_latest) for one in kept.lines),
        page=kept.page,
        pages=kept.of_pages,
        others=kept.dates,
        note=translator.say("page.ranking_unnamed") if hides else "",
    )


def _ranking_line(kept: RankingKept, shown: Shown, *, is_latest: bool) -> PublicRankingLine:
    """Of who is not named only the latest list has figures, and none how they moved: these lead from list to list."""
    is_named = shown.shown_as is ShownAs.NAME
    moved = kept.moved if is_named else None
    return PublicRankingLine(
        place=kept.place,
        name=shown.name,
        page=shown.page,
        rating=str(round(kept.line.rating)) if is_named or is_latest else "",
        games=kept.line.games if is_named or is_latest else None,
        moved="" if moved is None else f"{round(moved):+d}",
    )


# --- series ---------------------------------------------------------------------------------------------------------


def public_series(tx: Query, server_key: str, series_key: str, translator: Translator) -> PublicSeries | None:
    """The series behind the key as far as its events are on the pages; None where none of them is."""
    kept = server_verbs.circuit(tx, server_key, series_key)
    if kept is None:
        return None
    sheet, final = kept.sheet, kept.sheet.final
    lines = event_lines(tx, kept.pages, (*sheet.events, *(() if final is None else (final,))), translator)
    return PublicSeries(
        key=sheet.key,
        server=kept.pages.page_id,
        server_name=kept.pages.name,
        is_findable=kept.pages.is_findable,
        name=name_on_pages(sheet.name),
        rules=(points_line(sheet.rules, translator), rules_line(sheet.rules, translator)),
        table=_table(kept, names_outside(tx, kept.pages, kept.people, translator), translator),
        events=tuple(lines[one.tournament_id] for one in sheet.events),
        final=None if final is None else lines[final.tournament_id],
        is_closed=sheet.is_closed,
    )


EVENTS_TOLD: Final = 8
"""Of which each has a column of its own: the latest."""


def _table(kept: CircuitKept, names: Mapping[PersonId, Shown], translator: Translator) -> PublicTable:
    """As in Discord, a column for each of the latest events; people stand there as on a list of no event."""
    first = max(len(kept.over) - EVENTS_TOLD, 0)
    events = kept.over[first:]
    numbered = (
        PublicHeading(str(number), name_on_pages(one.name), is_number=True)
        for number, one in enumerate(events, start=first + 1)
    )
    notes = [translator.say("page.series_partial")] if kept.is_partial else []
    notes += [translator.say("series.dropped")] if kept.rows else []
    notes += [] if all(kept.is_told(row) for row in kept.rows) else [translator.say("page.series_unnamed")]
    return PublicTable(
        title=translator.count("series.played", len(kept.over)),
        name_heading=translator.say("ending.player"),
        headings=(*numbered, PublicHeading(translator.say("series.column_points"), is_number=True, is_first=True)),
        rows=tuple(_row(kept, row, events, names[row.person_id], translator) for row in kept.rows),
        note=" ".join(notes),
    )


def _row(
    kept: CircuitKept, row: CircuitRow, events: Sequence[Tournament], shown: Shown, translator: Translator
) -> PublicRow:
    """Points are told of who is named in each event that gave any; else one line would join two events."""
    is_told = kept.is_told(row)
    gains = (row.gain_of(one.tournament_id) if is_told else None for one in events)
    return PublicRow(
        place=place_words(row),
        entrant="",
        name=shown.name,
        cells=(
            *(gain_words(one, translator) for one in gains),
            exact_words(row.points, translator) if is_told else "–",
        ),
        goes_on=row.rank_from <= kept.sheet.rules.finalists,
        page=shown.page,
    )
