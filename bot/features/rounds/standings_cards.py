"""The table of an event: in words, as a picture, and why entrants stand where they do."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial

from discord import ButtonStyle

from bot.features.course.cards import EVENT_CARD_STRATEGIES, RoundOf, round_called
from bot.features.course.model import Explained, RoundView, StandingsView, WhyView
from bot.features.rounds import cards
from bot.features.rounds.words_cards import (
    cut_words,
    exact_words,
    group_words,
    lasts_through,
    moves,
    place_words,
    result_columns,
    result_counts,
    results,
    row_marks,
    scoring_words,
    shown_values,
    under_headings,
    value_words,
)
from bot.features.tournaments.sheet_cards import tie_break_name
from bot.i18n.catalogue import Translator
from bot.kernel.ids import EntrantId
from bot.layout.cards import ACCENT, QUIET, Button, Card, Choice, Drawing
from bot.layout.drawing import draw_table
from bot.layout.picture_model import Align, TableColumn, TablePicture, TableRow
from bot.layout.sentences import listing, plain, quote, with_value
from bot.people.cards import mention
from bot.play.contests import Contest, StandingRow
from bot.play.course import to_final
from bot.play.points import score_words
from bot.play.tie_breaks import StepReason, TieBreakStep

# --- the picture ----------------------------------------------------------------------------------------------------


_LEADERS = 3
_GROUPS = 8
"""Of which the words behind a picture name who leads."""


def table_picture(
    view: StandingsView,
    rows: tuple[StandingRow, ...],
    reader: EntrantId | None,
    translator: Translator,
    *,
    before: Mapping[EntrantId, int] | None = None,
    subtitle: str = "",
) -> Drawing:
    """The rows as a table; the reader's own line and the first place stand out.

    With the places from before the round, each row says how far it has moved.
    """
    names, rulebook = [value.name for value in shown_values(view, rows[0])], view.tournament.rulebook
    drawn = TablePicture(
        title=plain(view.tournament.name),
        subtitle=subtitle or plain(rulebook.title_in(translator.locale)),
        columns=(
            TableColumn("#", Align.END),
            *((TableColumn("±", Align.END),) if before else ()),
            TableColumn(translator.say("ending.player" if rulebook.teams is None else "teams.column")),
            *(TableColumn(translator.say(f"standings.short_{key}"), Align.END) for key in result_columns(view)),
            *(TableColumn(tie_break_name(name, translator, short=True), Align.END) for name in names),
        ),
        rows=tuple(_picture_rows(view, rows, reader, translator, before or {})),
        footer=" · ".join(filter(None, (cut_words(view, rows, translator), scoring_words(view, translator)))),
    )
    return Drawing("table.png", words_behind(view, rows, translator), partial(draw_table, drawn))


def words_behind(view: StandingsView, rows: Sequence[StandingRow], translator: Translator) -> str:
    """What the picture shows to who cannot see it: whose table, and who leads it with what."""
    counted = "ending.players" if view.tournament.rulebook.teams is None else "teams.count"
    return translator.say(
        "standings.described",
        name=plain(view.tournament.name, 60),
        count=translator.count(counted, len(view.rows)),
        leaders=_leaders(view, rows, translator),
    )


def _leaders(view: StandingsView, rows: Sequence[StandingRow], translator: Translator) -> str:
    """The first of the table, or of each of its groups."""
    groups = [
        f"{heading}: {_leader(view, row, translator)}"
        for heading, row in under_headings(view, rows, translator)
        if heading
    ]
    first = [_leader(view, row, translator) for row in rows[:_LEADERS]]
    return "; ".join(groups[:_GROUPS]) or listing(first, translator)


def _leader(view: StandingsView, row: StandingRow, translator: Translator) -> str:
    name = plain(view.person(row.entrant_id).name, 32)
    for one in shown_values(view, row)[:1]:
        return with_value(name, tie_break_name(one.name, translator), value_words(one, translator))
    return name


def _picture_rows(
    view: StandingsView,
    rows: Sequence[StandingRow],
    reader: EntrantId | None,
    translator: Translator,
    before: Mapping[EntrantId, int],
) -> Iterator[TableRow]:
    lasts = lasts_through(view)
    for heading, row in under_headings(view, rows, translator):
        drawn = replace(_picture_row(view, row, reader, translator, before), cut=row.entrant_id in lasts)
        if heading:
            ahead = ("", "") if before else ("",)
            yield TableRow((*ahead, heading, *("" for _ in drawn.cells[len(ahead) + 1 :])), heading=True)
        yield drawn


def _picture_row(
    view: StandingsView,
    row: StandingRow,
    reader: EntrantId | None,
    translator: Translator,
    before: Mapping[EntrantId, int],
) -> TableRow:
    values = tuple(value_words(value, translator) for value in shown_values(view, row))
    name, mark = plain(view.person(row.entrant_id).name), " · ".join(row_marks(view, row, translator))
    stands_out = row.entrant_id == reader or row.rank_to == 1
    ahead = (place_words(row), moves(before, row)) if before else (place_words(row),)
    return TableRow((*ahead, name, *result_counts(view, row), *values), emphasised=stands_out, mark=mark)


# --- words ----------------------------------------------------------------------------------------------------------


ROWS_ON_A_PAGE = 20
LINES_IN_A_POST = 40
STEPS = 12
LEADERS = 5
_CUT = "-# ┄┄┄┄┄┄┄┄┄┄"
"""The line below who goes on, in words; the legend says what it means."""
TEXT_OF_REASONS = 3300


def standings(view: StandingsView, reader: EntrantId | None, page: int, translator: Translator) -> Card:
    """A page of the table; the reader's own line stands out."""
    pages = max(1, -(-len(view.rows) // ROWS_ON_A_PAGE))
    shown = max(0, min(page, pages - 1))
    rows = view.rows[shown * ROWS_ON_A_PAGE : (shown + 1) * ROWS_ON_A_PAGE]
    title = translator.say("standings.title", name=quote(view.tournament.name))
    lines = _lines(view, rows, translator)
    legend = _legend(view, rows, translator) if rows else []
    return Card(
        (title, "\n".join([*lines, *legend]) if lines else translator.say("standings.empty")),
        controls=(
            *_turning(view, shown, pages, translator),
            _why_choice(view, rows, translator),
            *_rounds(view, translator),
        )
        if rows
        else (),
        pictures=_pictures(view, rows, reader, shown, translator) if rows else (),
        colour=ACCENT,
    )


def _pictures(
    view: StandingsView, rows: tuple[StandingRow, ...], reader: EntrantId | None, page: int, translator: Translator
) -> tuple[Drawing, ...]:
    """The rows, and beside the first of them how the table came about."""
    return (table_picture(view, rows, reader, translator), *(pictures_beside(view, translator) if page == 0 else ()))


def pictures_beside(view: StandingsView, translator: Translator) -> tuple[Drawing, ...]:
    """How the table came about, where there is a picture of it."""
    return tuple(EVENT_CARD_STRATEGIES.of(view.tournament.rulebook).beside_table(view, translator))


def _rounds(view: StandingsView, translator: Translator) -> tuple[tuple[Button, ...], ...]:
    """The way to the rounds and their reasons, where rounds are paired by scores."""
    if not view.tournament.rulebook.traits.by_score:
        return ()
    return ((Button(f"pairings:{view.tournament.tournament_id}", translator.say("rounds.pairings"), emoji="🔀"),),)


def round_over(view: RoundView, translator: Translator) -> Card:
    """A round is over: the top of the table, who meets whom next, and where to go."""
    table = view.table
    own = EVENT_CARD_STRATEGIES.of(table.tournament.rulebook).round_over(view, translator)
    if own is not None:
        return own
    title = translator.say("standings.round_over", name=quote(table.tournament.name), round=view.number)
    ended, documents = results(view.contests, table.people, table.tournament.rulebook, translator)
    upcoming = [contest for contest in table.facts.contests if contest.round == view.number + 1]
    nothing = "standings.nothing_left" if table.tournament.ended_at is None else "standings.last_round"
    follows = [translator.say(nothing)]
    if upcoming:
        follows = [pairings(table, upcoming, translator), cards.follows(table.tournament, table.community, translator)]
    return Card(
        tuple(filter(None, (title, ended, in_front(view, translator), *follows))),
        controls=((*table_presses(view.table, translator),),),
        pictures=round_pictures(view, translator),
        documents=documents,
        colour=ACCENT,
    )


def round_pictures(view: RoundView, translator: Translator) -> tuple[Drawing, ...]:
    """The top of the table after a round, and how far it has moved everybody."""
    rows = view.table.rows[:ROWS_ON_A_PAGE]
    if not rows:
        return ()
    after = translator.say("standings.after_round", n=view.number)
    return (table_picture(view.table, rows, None, translator, before=view.before, subtitle=after),)


def in_front(view: RoundView, translator: Translator) -> str:
    """The leaders in words, with what they have and how far the round has moved them; of groups nobody leads all."""
    if view.table.groups or not view.table.rows:
        return ""
    lines = []
    for row in view.table.rows[:LEADERS]:
        values = [f"**{value_words(one, translator)}**" for one in shown_values(view.table, row)[:1]]
        name = quote(view.table.person(row.entrant_id).name, 32)
        moved = moves(view.before, row)
        lines.append(" ".join([f"{place_words(row)}.", name, *values, *([] if moved in ("", "=") else [moved])]))
    return translator.say("standings.in_front", leaders=" · ".join(lines))


def round_drawn(view: RoundView, translator: Translator) -> Card:
    """The first round as it was paired, and what comes now."""
    tournament = view.table.tournament
    own = EVENT_CARD_STRATEGIES.of(tournament.rulebook).round_drawn(view, translator)
    if own is not None:
        return own
    text = translator.say("standings.paired", name=quote(tournament.name), n=len(view.table.facts.starters))
    follows = cards.follows(tournament, view.table.community, translator)
    paired = pairings(view.table, view.contests, translator)
    return Card((text, paired, follows), controls=(table_presses(view.table, translator),), colour=ACCENT)


def pairings(view: StandingsView, contests: list[Contest] | tuple[Contest, ...], translator: Translator) -> str:
    """Who meets whom, the first colour first where the rulebook gives colours; byes say why."""
    lines = [_pairing(view, contest, translator) for contest in contests[:LINES_IN_A_POST]]
    left_out = len(contests) - len(lines)
    more = [translator.count("standings.and_more", left_out)] if left_out > 0 else []
    heading = f"**{_round_name(view, contests[0], translator)}**" if contests else ""
    below = EVENT_CARD_STRATEGIES.of(view.tournament.rulebook).below_pairings(view, translator)
    return "\n".join([heading, *lines, *more, *below])


def _round_name(view: StandingsView, contest: Contest, translator: Translator) -> str:
    """The round by its number, or as the bracket calls it once the table has led to one."""
    rulebook = view.tournament.rulebook
    before_final = to_final(contest, view.facts, rulebook)
    if before_final is None:
        return translator.say("standings.round", n=contest.round)
    lives, starters = rulebook.knockout.lives, view.facts.drawn_for
    return round_called(RoundOf(contest.stage, contest.round, 0, lives, starters, before_final), translator)


def explanation(view: WhyView, translator: Translator) -> Card:
    """Where somebody stands, and how each value came about."""
    name = mention(view.table.person(view.row.entrant_id))
    title = translator.say("standings.why_title", name=name, place=place_words(view.row))
    place = " · ".join(
        [title, *group_words(view.table, view.row, translator), *row_marks(view.table, view.row, translator)]
    )
    parts = [_explanation_of_value(view, one, translator) for one in view.explained]
    text = _fitting([part for part in parts if part], translator)
    own = EVENT_CARD_STRATEGIES.of(view.table.tournament.rulebook).why_placed(view, translator)
    return Card((place, own or text or translator.say("standings.why_bracket")), colour=QUIET)


def _fitting(parts: list[str], translator: Translator) -> str:
    """As many lines as a message holds; what is left out is counted."""
    lines = "\n\n".join(parts).split("\n")
    kept = 0
    for at, line in enumerate(lines):
        kept += len(line) + 1
        if kept > TEXT_OF_REASONS:
            return "\n".join([*lines[:at], translator.count("standings.and_more", len(lines) - at)])
    return "\n".join(lines)


def _lines(view: StandingsView, rows: Sequence[StandingRow], translator: Translator) -> list[str]:
    """The lines of a page, those of each group under its name, with a line below who goes on."""
    lasts = lasts_through(view)
    return [
        line
        for heading, row in under_headings(view, rows, translator)
        for line in (
            *([f"**{heading}**"] if heading else []),
            _line(view, row, translator),
            *([_CUT] if row.entrant_id in lasts else []),
        )
    ]


def _line(view: StandingsView, row: StandingRow, translator: Translator) -> str:
    """One entrant: the first value in bold, the others by their signs, which the legend spells out."""
    told_of = shown_values(view, row)
    values = [value_words(value, translator) for value in told_of]
    signs = [tie_break_name(value.name, translator, short=True) for value in told_of]
    rest = (f"{sign} {value}" for sign, value in zip(signs[1:], values[1:], strict=True))
    results = ["–".join(result_counts(view, row))] if view.tournament.rulebook.scoring else []
    said = " · ".join([*(f"**{value}**" for value in values[:1]), *results, *rest])
    line = f"{place_words(row)}. {mention(view.person(row.entrant_id))} · {said}".rstrip(" ·")
    return " · ".join([line, *row_marks(view, row, translator)])


def _legend(view: StandingsView, rows: Sequence[StandingRow], translator: Translator) -> list[str]:
    """What the line across the table means, and what each sign of the lines stands for, the chain in its order."""
    names, cut = [value.name for value in shown_values(view, rows[0])], cut_words(view, rows, translator)
    spelt = [
        f"{tie_break_name(name, translator, short=True)}: {tie_break_name(name, translator)}" for name in names[1:]
    ]
    first = [f"**{tie_break_name(name, translator)}**" for name in names[:1]]
    counted = "–".join(translator.say(f"standings.short_{key}") for key in result_columns(view))
    results = [counted] if view.tournament.rulebook.scoring else []
    signs = [f"-# {' · '.join([*first, *results, *spelt])}"] if names else []
    worth = scoring_words(view, translator)
    signs += [f"-# {worth}"] if worth else []
    return [*([f"{_CUT} {cut}"] if cut else []), *signs]


def _pairing(view: StandingsView, contest: Contest, translator: Translator) -> str:
    names = [mention(view.person(side)) for side in contest.sides]
    if len(names) == 1:
        return f"- {names[0]}: {translator.say(f'draw.why_{contest.bye_reason}')}"
    joined = " – ".join(names)
    group = f"{translator.say('standings.group', n=contest.group)} · " if contest.group else ""
    rulebook = view.tournament.rulebook
    result = "" if contest.result is None else f" · **{score_words(contest.result, rulebook)}**"
    return f"{contest.position + 1}. {group}{joined}{result}"


def table_presses(view: StandingsView, translator: Translator) -> tuple[Button, ...]:
    """The way to the table, and to the proof of what was drawn."""
    key = view.tournament.tournament_id
    return (
        Button(f"standings:{key}", translator.say("standings.open"), ButtonStyle.primary),
        Button(f"verify:{key}", translator.say("tournament.verify")),
    )


def _turning(view: StandingsView, page: int, pages: int, translator: Translator) -> tuple[tuple[Button, ...], ...]:
    key = view.tournament.tournament_id
    back = Button(f"standings-page:{key}/{page - 1}", translator.say("draw.before"), emoji="⬅️")
    onward = Button(f"standings-page:{key}/{page + 1}", translator.say("draw.after"), emoji="➡️")
    presses = (*((back,) if page > 0 else ()), *((onward,) if page + 1 < pages else ()))
    return (presses,) if presses else ()


def _why_choice(view: StandingsView, rows: tuple[StandingRow, ...], translator: Translator) -> Choice:
    options = tuple(
        (row.entrant_id, " · ".join([_row_label(view, row), *group_words(view, row, translator)])) for row in rows[:25]
    )
    return Choice(f"standings-why:{view.tournament.tournament_id}", translator.say("standings.ask_why"), options)


def _row_label(view: StandingsView, row: StandingRow) -> str:
    return f"{place_words(row)}. {plain(view.person(row.entrant_id).name, 70)}"


def _explanation_of_value(view: WhyView, one: Explained, translator: Translator) -> str:
    title = f"**{tie_break_name(one.value.name, translator)}: {value_words(one.value, translator)}**"
    steps = [_step(view, part, translator) for part in one.parts[:STEPS]]
    left_out = len(one.parts) - len(steps)
    return "\n".join([title, *steps, *([translator.count("standings.and_more", left_out)] if left_out else [])])


def _step(view: WhyView, part: TieBreakStep, translator: Translator) -> str:
    opponent = "" if part.opponent is None else mention(view.table.person(part.opponent))
    where = "" if part.round is None else translator.say("standings.round", n=part.round)
    about = " · ".join(word for word in (where, opponent) if word)
    adds = exact_words(part.adds, translator)
    reason = "" if part.why is StepReason.COUNTED else f" · {translator.say(f'standings.why_{part.why.value}')}"
    return f"- {about}: {adds}{reason}" if about else f"- {adds}{reason}"
