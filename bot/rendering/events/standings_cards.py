"""The table of an event: in words, as a picture, and why somebody stands where."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial

from discord import ButtonStyle

from bot.domain.contests import Contest
from bot.domain.events.event_kinds import counts_games
from bot.domain.events.standings_views import Explained, RoundView, StandingsView, WhyView
from bot.domain.ids import EntrantId
from bot.domain.lengths import to_final
from bot.domain.score_words import score_words
from bot.domain.standings import Sanction, StandingRow, TieBreakValue
from bot.domain.tie_breaks import Part, Why
from bot.i18n import Voice
from bot.rendering.events import draw_cards
from bot.rendering.events.lot_words import drawn_by_lot
from bot.rendering.events.round_names import RoundOf, round_called
from bot.rendering.layout import ACCENT, QUIET, Card, Choice, Drawing, Press
from bot.rendering.people import mention
from bot.rendering.pictures.drawing import draw_table
from bot.rendering.pictures.model import Align, TableColumn, TablePicture, TableRow
from bot.rendering.sentences import number
from bot.rendering.tables import table_cards
from bot.rendering.team_play import order_words
from bot.rendering.text import plain, quoted

ROWS_ON_A_PAGE = 20
LINES_IN_A_POST = 40
COLUMNS = 4
"""Values of the chain that the picture shows beside wins, draws and losses."""
STEPS = 12
_CUT = "-# ┄┄┄┄┄┄┄┄┄┄"
"""The line below who goes on, in words; the legend says what it means."""
TEXT_OF_REASONS = 3300
_SIGNS = {
    "sonneborn_berger": "SB",
    "buchholz": "Bh",
    "buchholz_cut_1": "Bh-1",
    "buchholz_cut_2": "Bh-2",
    "median_buchholz": "MBh",
    "ratings_sum": "ΣR",
}
"""Headings that are the same all over the world."""


def standings(view: StandingsView, reader: EntrantId | None, page: int, voice: Voice) -> Card:
    """A page of the table; the reader's own line stands out."""
    pages = max(1, -(-len(view.rows) // ROWS_ON_A_PAGE))
    shown = max(0, min(page, pages - 1))
    rows = view.rows[shown * ROWS_ON_A_PAGE : (shown + 1) * ROWS_ON_A_PAGE]
    title = voice.say("standings.title", name=quoted(view.tournament.name))
    lines = _lines(view, rows, voice)
    legend = _legend(view, rows, voice) if rows else []
    return Card(
        (title, "\n".join([*lines, *legend]) if lines else voice.say("standings.empty")),
        controls=(*_turning(view, shown, pages, voice), _why_choice(view, rows, voice)) if rows else (),
        pictures=(_picture(view, rows, reader, voice),) if rows else (),
        colour=ACCENT,
    )


def round_over(view: RoundView, voice: Voice) -> Card:
    """A round is over: the top of the table, who meets whom next, and where to go."""
    table = view.table
    if table.tournament.rulebook.traits.at_tables:
        return _tables_over(view, voice)
    rows = table.rows[:ROWS_ON_A_PAGE]
    said = [voice.say("standings.round_over", name=quoted(table.tournament.name), round=view.number)]
    upcoming = [one for one in table.facts.contests if one.round == view.number + 1]
    nothing = "standings.nothing_left" if table.tournament.ended_at is None else "standings.last_round"
    said.append(pairings(table, upcoming, voice) if upcoming else voice.say(nothing))
    return Card(
        tuple(said),
        controls=((*_presses(view.table, voice),),),
        pictures=(_picture(table, rows, None, voice),) if rows else (),
        colour=ACCENT,
    )


def _tables_over(view: RoundView, voice: Voice) -> Card:
    """The same for tables of three: after extra games (round 0) what they have decided, else what comes next."""
    table, name = view.table, quoted(view.table.tournament.name)
    lot = drawn_by_lot(table, view.lot, voice)
    if view.number == 0:
        said = [voice.say("tables.extra_over", name=name), *table_cards.extra_over(table, voice), *lot]
        return Card(tuple(said), controls=(_presses(table, voice),), colour=ACCENT)
    follows = table_cards.round_over(view, voice) or [voice.say("standings.nothing_left")]
    return Card(
        (voice.say("standings.round_over", name=name, round=view.number), *follows, *lot),
        controls=(_presses(table, voice),),
        pictures=(_picture(table, table.rows[:ROWS_ON_A_PAGE], None, voice),),
        colour=ACCENT,
    )


def round_drawn(view: RoundView, voice: Voice) -> Card:
    """The first round as it was paired, and what comes now."""
    tournament = view.table.tournament
    said = voice.say("standings.paired", name=quoted(tournament.name), n=len(view.table.facts.starters))
    follows = draw_cards.follows(tournament, view.table.community, voice)
    paired = pairings(view.table, view.contests, voice)
    if tournament.rulebook.traits.at_tables:
        where = draw_cards.channel(view.table.community, voice)
        said = voice.say("tables.paired", name=quoted(tournament.name))
        follows = voice.say("tables.next", channel=where, here=voice.say("matches.here"))
        paired = "\n".join(table_cards.tables(view.table, view.number, voice))
    return Card((said, paired, follows), controls=(_presses(view.table, voice),), colour=ACCENT)


def pairings(view: StandingsView, contests: list[Contest] | tuple[Contest, ...], voice: Voice) -> str:
    """Who meets whom, the first colour first where the rulebook gives colours; byes say why."""
    lines = [_pairing(view, one, voice) for one in contests[:LINES_IN_A_POST]]
    left_out = len(contests) - len(lines)
    more = [voice.count("standings.and_more", left_out)] if left_out > 0 else []
    heading = f"**{_round_name(view, contests[0], voice)}**" if contests else ""
    return "\n".join([heading, *lines, *more, *order_words.of_round(view.tournament.rulebook, voice)])


def _round_name(view: StandingsView, contest: Contest, voice: Voice) -> str:
    """The round by its number, or as the bracket calls it once the table has led to one."""
    rulebook = view.tournament.rulebook
    before_final = to_final(contest, view.facts, rulebook)
    if before_final is None:
        return voice.say("standings.round", n=contest.round)
    lives, starters = rulebook.knockout.lives, len(view.facts.starters)
    return round_called(RoundOf(contest.stage, contest.round, 0, lives, starters, before_final), voice)


def explained(view: WhyView, voice: Voice) -> Card:
    """Where somebody stands, and how each value came about."""
    name = mention(view.table.person(view.row.entrant_id))
    title = voice.say("standings.why_title", name=name, place=_place(view.row))
    place = " · ".join([title, *_group(view.table, view.row, voice), *_marks(view.table, view.row, voice)])
    parts = [_explained(view, one, voice) for one in view.explained]
    text = _fitting([part for part in parts if part], voice)
    return Card((place, text or voice.say("standings.why_bracket")), colour=QUIET)


def _fitting(parts: list[str], voice: Voice) -> str:
    """As many lines as a message holds; what is left out is counted."""
    lines = "\n\n".join(parts).split("\n")
    kept = 0
    for at, line in enumerate(lines):
        kept += len(line) + 1
        if kept > TEXT_OF_REASONS:
            return "\n".join([*lines[:at], voice.count("standings.and_more", len(lines) - at)])
    return "\n".join(lines)


def shown(value: TieBreakValue, voice: Voice) -> str:
    """A value as people write it: halves as ½, other fractions with two decimals, a dash where there is none."""
    return "–" if value.value is None else exact(value.value, voice)


def tie_break(name: str, voice: Voice, *, short: bool = False) -> str:
    """What an entry of the tie-break registry is called, or its column's heading; boards have their number."""
    if short and name in _SIGNS:
        return _SIGNS[name]
    kind, board = ("board", name.split("_")[1]) if name.startswith("board_") and name != "board_points" else (name, "")
    return voice.say(f"standings.{'column' if short else 'by'}_{kind}", n=board)


def exact(value: Fraction, voice: Voice) -> str:
    """The number in halves or quarters where it is one, otherwise rounded to two decimals."""
    if value.denominator == 2:
        whole = int(value)
        sign = "-" if value < 0 and whole == 0 else ""
        return f"{sign}{whole or ''}½"
    return number(round(float(value), 2), voice)


def _place(row: StandingRow) -> str:
    return f"{row.rank_from}–{row.rank_to}" if row.is_shared else str(row.rank_from)


def _group(view: StandingsView, row: StandingRow, voice: Voice) -> list[str]:
    """The entrant's group, while groups are played."""
    number_ = view.groups.get(row.entrant_id)
    return [] if number_ is None else [voice.say("standings.group", n=number_)]


def _headed(view: StandingsView, rows: Sequence[StandingRow], voice: Voice) -> Iterator[tuple[str, StandingRow]]:
    """Each row with the heading before it: the group where one begins, otherwise none."""
    before: list[str] = []
    for row in rows:
        group = _group(view, row, voice)
        yield "" if group == before else group[0], row
        before = group


def _lines(view: StandingsView, rows: Sequence[StandingRow], voice: Voice) -> list[str]:
    """The lines of a page, those of each group under its name, with a line below who goes on."""
    lasts = _lasts_through(view)
    return [
        line
        for heading, row in _headed(view, rows, voice)
        for line in (
            *([f"**{heading}**"] if heading else []),
            _line(view, row, voice),
            *([_CUT] if row.entrant_id in lasts else []),
        )
    ]


def _line(view: StandingsView, row: StandingRow, voice: Voice) -> str:
    """One entrant: the first value in bold, the others by their signs, which the legend spells out."""
    told_of = _values(view, row)
    values = [shown(value, voice) for value in told_of]
    signs = [tie_break(value.name, voice, short=True) for value in told_of]
    rest = (f"{sign} {value}" for sign, value in zip(signs[1:], values[1:], strict=True))
    said = " · ".join([*(f"**{value}**" for value in values[:1]), *rest])
    line = f"{_place(row)}. {mention(view.person(row.entrant_id))} · {said}".rstrip(" ·")
    return " · ".join([line, *_marks(view, row, voice)])


def _values(view: StandingsView, row: StandingRow) -> list[TieBreakValue]:
    """The values that are shown: the first of the chain that apply to anybody."""
    applied = {value.name for one in view.rows for value in one.values if value.value is not None}
    return [value for value in row.values if value.name in applied or value == row.values[0]][:COLUMNS]


def _marks(view: StandingsView, row: StandingRow, voice: Voice) -> list[str]:
    """What else a row needs to be understood: who has left, and whose place a verdict has lowered (GO-23.6)."""
    gone = any(one.withdrawn for one in view.facts.starters if one.entrant_id == row.entrant_id)
    lowered = (row.entrant_id, Sanction.LOWERED) in view.facts.sanctions
    return [voice.say(key) for key, holds in (("standings.left", gone), ("standings.lowered", lowered)) if holds]


def _legend(view: StandingsView, rows: Sequence[StandingRow], voice: Voice) -> list[str]:
    """What the line across the table means, and what each sign of the lines stands for, the chain in its order."""
    names, cut = [value.name for value in _values(view, rows[0])], _cut_words(view, rows, voice)
    spelt = [f"{tie_break(name, voice, short=True)}: {tie_break(name, voice)}" for name in names[1:]]
    first = [f"**{tie_break(name, voice)}**" for name in names[:1]]
    signs = [f"-# {' · '.join([*first, *spelt])}"] if names else []
    return [*([f"{_CUT} {cut}"] if cut else []), *signs]


def _pairing(view: StandingsView, contest: Contest, voice: Voice) -> str:
    names = [mention(view.person(side)) for side in contest.sides]
    if len(names) == 1:
        return f"- {names[0]}: {voice.say(f'draw.why_{contest.bye_reason}')}"
    joined = " – ".join(names)
    group = f"{voice.say('standings.group', n=contest.group)} · " if contest.group else ""
    rulebook = view.tournament.rulebook
    result = "" if contest.result is None else f" · **{score_words(contest.result, rulebook)}**"
    return f"{contest.position + 1}. {group}{joined}{result}"


def _picture(view: StandingsView, rows: tuple[StandingRow, ...], reader: EntrantId | None, voice: Voice) -> Drawing:
    names, rulebook = [value.name for value in _values(view, rows[0])], view.tournament.rulebook
    picture = TablePicture(
        title=plain(view.tournament.name),
        subtitle=plain(rulebook.title),
        columns=(
            TableColumn("#", Align.END),
            TableColumn(voice.say("ending.player" if rulebook.teams is None else "teams.column")),
            *(TableColumn(voice.say(f"standings.short_{key}"), Align.END) for key in _results(view)),
            *(TableColumn(tie_break(name, voice, short=True), Align.END) for name in names),
        ),
        rows=tuple(_picture_rows(view, rows, reader, voice)),
        footer=_cut_words(view, rows, voice),
    )
    said = voice.say("standings.described", name=plain(view.tournament.name))
    return Drawing("table.png", said, partial(draw_table, picture))


def _results(view: StandingsView) -> tuple[str, ...]:
    """The columns of results: draws only where there can be any, as of an even number of games of two teams."""
    rulebook, games = view.tournament.rulebook, view.tournament.rulebook.games
    level = rulebook.teams is not None and counts_games(rulebook)
    return ("won", "drawn", "lost") if games is not None and (games.draws or level) else ("won", "lost")


def _picture_rows(
    view: StandingsView, rows: Sequence[StandingRow], reader: EntrantId | None, voice: Voice
) -> Iterator[TableRow]:
    lasts = _lasts_through(view)
    for heading, row in _headed(view, rows, voice):
        drawn = replace(_picture_row(view, row, reader, voice), cut=row.entrant_id in lasts)
        if heading:
            yield TableRow(("", heading, *("" for _ in drawn.cells[2:])), heading=True)
        yield drawn


def _picture_row(view: StandingsView, row: StandingRow, reader: EntrantId | None, voice: Voice) -> TableRow:
    counted = {"won": row.won, "drawn": row.drawn, "lost": row.lost}
    results = tuple(str(counted[key]) for key in _results(view))
    values = tuple(shown(value, voice) for value in _values(view, row))
    name, mark = plain(view.person(row.entrant_id).name), " · ".join(_marks(view, row, voice))
    stands_out = row.entrant_id == reader or row.rank_to == 1
    return TableRow((_place(row), name, *results, *values), emphasised=stands_out, mark=mark)


def _lasts_through(view: StandingsView) -> frozenset[EntrantId]:
    """The last who goes on of each table, below whom a line is drawn; nobody where no knock-out follows."""
    if all(row.entrant_id in view.through for row in view.rows):
        return frozenset()
    last = {view.groups.get(row.entrant_id): row.entrant_id for row in view.rows if row.entrant_id in view.through}
    return frozenset(last.values())


def _cut_words(view: StandingsView, rows: Sequence[StandingRow], voice: Voice) -> str:
    """What the line across the table means, where it is on the page."""
    if _lasts_through(view).isdisjoint(row.entrant_id for row in rows):
        return ""
    return voice.count("standings.cut_lines" if view.groups else "standings.cut_line", len(view.through))


def _presses(view: StandingsView, voice: Voice) -> tuple[Press, ...]:
    key = view.tournament.tournament_id
    return (
        Press(f"standings:{key}", voice.say("standings.open"), ButtonStyle.primary),
        Press(f"verify:{key}", voice.say("tournament.verify")),
    )


def _turning(view: StandingsView, page: int, pages: int, voice: Voice) -> tuple[tuple[Press, ...], ...]:
    key = view.tournament.tournament_id
    back = Press(f"standings-page:{key}/{page - 1}", voice.say("draw.before"), emoji="⬅️")
    onward = Press(f"standings-page:{key}/{page + 1}", voice.say("draw.after"), emoji="➡️")
    presses = (*((back,) if page > 0 else ()), *((onward,) if page + 1 < pages else ()))
    return (presses,) if presses else ()


def _why_choice(view: StandingsView, rows: tuple[StandingRow, ...], voice: Voice) -> Choice:
    options = tuple((row.entrant_id, " · ".join([_named(view, row), *_group(view, row, voice)])) for row in rows[:25])
    return Choice(f"standings-why:{view.tournament.tournament_id}", voice.say("standings.ask_why"), options)


def _named(view: StandingsView, row: StandingRow) -> str:
    return f"{_place(row)}. {plain(view.person(row.entrant_id).name, 70)}"


def _explained(view: WhyView, one: Explained, voice: Voice) -> str:
    title = f"**{tie_break(one.value.name, voice)}: {shown(one.value, voice)}**"
    steps = [_step(view, part, voice) for part in one.parts[:STEPS]]
    left_out = len(one.parts) - len(steps)
    return "\n".join([title, *steps, *([voice.count("standings.and_more", left_out)] if left_out else [])])


def _step(view: WhyView, part: Part, voice: Voice) -> str:
    opponent = "" if part.opponent is None else mention(view.table.person(part.opponent))
    where = "" if part.round is None else voice.say("standings.round", n=part.round)
    about = " · ".join(word for word in (where, opponent) if word)
    adds = exact(part.adds, voice)
    reason = "" if part.why is Why.COUNTED else f" · {voice.say(f'standings.why_{part.why.value}')}"
    return f"- {about}: {adds}{reason}" if about else f"- {adds}{reason}"
