"""The tables of an event as its page shows them: standings, groups, who met whom, the race of an arena, the podium."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from bot.features.arena.model import race as race_of
from bot.features.course.model import StandingsView
from bot.features.pages.event_model import EventRead, PlayRead
from bot.features.pages.matches_cards import score_of, won_by
from bot.features.pages.public_model import (
    PublicClimb,
    PublicCrosstable,
    PublicHeading,
    PublicMeeting,
    PublicRace,
    PublicRow,
    PublicStep,
    PublicTable,
)
from bot.features.rounds.ending_cards import decided_by
from bot.features.rounds.words_cards import (
    cut_words,
    exact_words,
    lasts_through,
    place_words,
    result_columns,
    result_counts,
    row_marks,
    scoring_words,
    shown_values,
    value_words,
)
from bot.features.tournaments.sheet_cards import tie_break_name
from bot.i18n.catalogue import Translator
from bot.kernel.ids import EntrantId
from bot.play.contests import Contest, Stage, StandingRow, TieBreakValue
from bot.play.deciders import is_followed

# --- tables ---------------------------------------------------------------------------------------------------------


def tables(read: EventRead, translator: Translator) -> tuple[PublicTable, ...]:
    """The table as it stands, or one for each group, and behind those the final order once a bracket is played."""
    play = read.play
    if play is None or play.table is None:
        return ()
    views = list(_views(play, play.table, translator))
    return tuple(_table(read, view, title, translator) for title, view in views if view.rows)


def _views(play: PlayRead, whole: StandingsView, translator: Translator) -> Iterator[tuple[str, StandingsView]]:
    if not play.groups:
        yield "", whole
        return
    for at, rows in enumerate(play.groups, start=1):
        yield translator.say("standings.group", n=at), replace(whole, rows=rows)
    if play.bracket is not None:
        yield translator.say("page.final_order"), whole


def _table(read: EventRead, view: StandingsView, title: str, translator: Translator) -> PublicTable:
    values = [value.name for value in shown_values(view, view.rows[0])]
    counts = result_columns(view)
    onward = view.through if lasts_through(view) else frozenset()
    if not read.server.shows_bars:
        # What a verdict has done to a place is told where bars are.
        view = replace(view, facts=replace(view.facts, sanctions=()))
    is_team = read.tournament.rulebook.teams is not None
    untold = _untold(read, view.facts.contests)
    told = (replace(row, values=_without(row, untold)) for row in _counted(read, view))
    rows = tuple(_row(read, view, row, values, onward, translator) for row in told)
    return PublicTable(
        title=title,
        name_heading=translator.say("teams.column" if is_team else "ending.player"),
        headings=(
            *(PublicHeading(translator.say(f"standings.short_{one}"), is_number=True) for one in counts),
            *(_heading(name, translator, is_first=name == values[0]) for name in values),
        ),
        rows=rows,
        note=" · ".join(filter(None, (cut_words(view, view.rows, translator), scoring_words(view, translator)))),
    )


OF_OPPONENTS: Final = frozenset({"performance_arena", "performance_fide", "average_rating_of_opponents"})
OF_ONESELF: Final = "ratings_sum"
"""What separates equal points by ratings: one opponent is enough to read theirs off it."""


def _untold(read: EventRead, contests: Sequence[Contest]) -> frozenset[tuple[EntrantId, str]]:
    """The values that would tell the rating of somebody who is not shown by name, which none but theirs may."""
    unnamed = {one.entrant_id for one in read.field.entrants if not read.is_named(one.entrant_id)}
    played = (one.sides for one in contests if one.result is not None)
    met = {side for sides in played if not unnamed.isdisjoint(sides) for side in sides}
    faced = ((side, name) for side in met for name in OF_OPPONENTS)
    return frozenset((*faced, *((side, OF_ONESELF) for side in unnamed)))


def _without(row: StandingRow, untold: frozenset[tuple[EntrantId, str]]) -> tuple[TieBreakValue, ...]:
    return tuple(one for one in row.values if (row.entrant_id, one.name) not in untold)


def _counted(read: EventRead, view: StandingsView) -> Iterator[StandingRow]:
    """The rows with what each has won and lost; where a bracket decides alone, its places count lives at the most."""
    if any(row.played for row in view.rows):
        yield from view.rows
        return
    bracket, rulebook = frozenset() if read.play is None else read.play.in_bracket, read.tournament.rulebook
    played = [one for one in view.facts.contests if one.result is not None and not one.is_bye]
    won_of = [(one, won_by(one, rulebook, in_bracket=one.contest_id in bracket)) for one in played]
    ends = [end for one, won in won_of for end in zip(one.sides, won, strict=True)]
    for row in view.rows:
        own = [won for side, won in ends if side == row.entrant_id]
        yield replace(row, won=sum(own), lost=len(own) - sum(own))


def _heading(name: str, translator: Translator, *, is_first: bool) -> PublicHeading:
    full = tie_break_name(name, translator)
    return PublicHeading(tie_break_name(name, translator, short=True), full, is_number=True, is_first=is_first)


def _row(
    read: EventRead,
    view: StandingsView,
    row: StandingRow,
    names: Sequence[str],
    onward: frozenset[EntrantId],
    translator: Translator,
) -> PublicRow:
    shown, values = read.shown(row.entrant_id), {value.name: value for value in row.values}
    told = (value_words(values[name], translator) if name in values else "–" for name in names)
    return PublicRow(
        place=place_words(row),
        entrant=row.entrant_id,
        name=shown.name,
        cells=(*result_counts(view, row), *told),
        goes_on=row.entrant_id in onward,
        page=shown.page,
        mark=" · ".join(row_marks(view, row, translator)),
    )


# --- who met whom ---------------------------------------------------------------------------------------------------


LARGEST_CROSSTABLE: Final = 32
"""Entrants: a wider one can be read by nobody."""


def crosstables(read: EventRead, translator: Translator) -> tuple[PublicCrosstable, ...]:
    """Of each table in which everybody meets everybody."""
    play, traits = read.play, read.tournament.rulebook.traits
    if play is None or play.table is None or not traits.all_play_all:
        return ()
    numbered = list(enumerate(play.groups, start=1)) or [(0, play.table.rows)]
    of_table = [one for one in play.facts.contests if one.contest_id not in play.in_bracket]
    return tuple(
        _crosstable(
            read, rows, _meetings(of_table, group), "" if not group else translator.say("standings.group", n=group)
        )
        for group, rows in numbered
        if 1 < len(rows) <= LARGEST_CROSSTABLE
    )


_Meetings = Mapping[tuple[EntrantId, EntrantId], list[Contest]]


def _meetings(contests: Sequence[Contest], group: int) -> _Meetings:
    """The matches of each pair, from either side."""
    found: dict[tuple[EntrantId, EntrantId], list[Contest]] = {}
    for contest in contests:
        if len(contest.sides) == 2 and (not group or (contest.stage is Stage.GROUP and contest.group == group)):
            one, other = contest.sides
            found.setdefault((one, other), []).append(contest)
            found.setdefault((other, one), []).append(contest)
    return found


def _crosstable(read: EventRead, rows: Sequence[StandingRow], met: _Meetings, title: str) -> PublicCrosstable:
    order = [row.entrant_id for row in rows]
    return PublicCrosstable(
        title=title,
        entrants=tuple(order),
        names=tuple(read.shown(one).name for one in order),
        cells=tuple(
            tuple(tuple(_meeting(read, one, own) for one in met.get((own, other), ())) for other in order)
            for own in order
        ),
    )


def _meeting(read: EventRead, contest: Contest, own: EntrantId) -> PublicMeeting:
    """The match as who stands on the left has it."""
    if contest.result is None:
        return PublicMeeting(contest.contest_id, "")
    rulebook = read.tournament.rulebook
    # A table has no matches of a bracket.
    side, won = contest.sides.index(own), won_by(contest, rulebook, in_bracket=False)
    games, behind, rest = score_of(contest, rulebook).partition(" (")
    if side:
        games = "–".join(reversed(games.split("–")))
    return PublicMeeting(contest.contest_id, f"{games}{behind}{rest}", won[side], won[1 - side])


# --- the race of an arena -------------------------------------------------------------------------------------------


LEADERS: Final = 5
_QUARTERS: Final = (0.0, 0.25, 0.5, 0.75, 1.0)


def race(read: EventRead, translator: Translator) -> PublicRace | None:
    """How the leaders' points grew; None of what is no arena, and before the first point."""
    play = read.play
    if play is None or play.table is None or not read.tournament.rulebook.traits.has_lobby:
        return None
    leaders = [row.entrant_id for row in play.table.rows[:LEADERS] if row.won + row.drawn + row.lost]
    found = race_of(play.facts, read.tournament.rulebook, leaders)
    if found is None:
        return None
    lines = tuple(
        PublicClimb(
            entrant=racer.entrant_id,
            name=read.shown(racer.entrant_id).name,
            points=exact_words(racer.points, translator),
            climbs=tuple((round(found.share(at), 4), float(points)) for at, points in racer.climbs),
        )
        for racer in found.racers
    )
    ticks = tuple((share, found.began_at + found.lasts * share) for share in _QUARTERS)
    return PublicRace(lines, ticks, round(found.until, 4))


# --- the podium -----------------------------------------------------------------------------------------------------


def podium(read: EventRead, translator: Translator) -> tuple[PublicStep, ...]:
    """Who stands on it once the event is over, and below the name how the place was won."""
    play = read.play
    return () if play is None else tuple(_step(read, play, row, translator) for row in play.podium)


def _step(read: EventRead, play: PlayRead, row: StandingRow, translator: Translator) -> PublicStep:
    shown = read.shown(row.entrant_id)
    members = read.field.members.get(row.entrant_id, ())
    return PublicStep(
        rank=row.rank_from,
        entrant=row.entrant_id,
        name=shown.name,
        detail=_how(read, play, row, translator),
        page=shown.page,
        members=tuple(read.names.people[one.person_id].name for one in members),
    )


def _how(read: EventRead, play: PlayRead, row: StandingRow, translator: Translator) -> str:
    """How the deciding match was won, or else what the table counted."""
    rulebook, match = read.tournament.rulebook, play.decisive.get(row.entrant_id)
    if match is not None:
        return decided_by(match, rulebook, translator)
    if is_followed(rulebook):
        return ""
    values = _without(row, _untold(read, play.facts.contests))
    told = next((value for value in values if value.value is not None), None)
    return "" if told is None else f"{tie_break_name(told.name, translator)} {value_words(told, translator)}"
