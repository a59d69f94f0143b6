"""Words of rounds and tables: places and tie-breaks, reasons of a board, results, and how to check a lot.

A board of a Swiss round is told by points, floats, colours and clubs. Where there are more results than a post holds,
a file beside it has all of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Final

from bot.features.course.cards import EVENT_CARD_STRATEGIES
from bot.features.course.model import ReasonsView, StandingsView
from bot.i18n.catalogue import Translator
from bot.kernel.ids import EntrantId
from bot.layout.cards import QUIET, Button, Card, Document
from bot.layout.sentences import listing, member_name, number, plain, quote
from bot.people.cards import mention, pings, short_mention
from bot.people.model import Person
from bot.play.contests import Contest, ResultKind, Sanction, StandingRow, TieBreakValue
from bot.play.course import worth as worth_of
from bot.play.pairing import ByeReason, ColourReason, PairedBoard, PairingReason
from bot.play.points import counts_games, exact, score_words
from bot.play.rulebook import Rulebook
from bot.play.series import CircuitRow, CircuitRules, Gain

# --- lines of a table -----------------------------------------------------------------------------------------------


COLUMNS = 4
"""Values of the chain that are shown beside wins, draws and losses."""
_RATINGS = frozenset({"performance_arena", "performance_fide", "average_rating_of_opponents", "ratings_sum"})
"""Values that are ratings."""


def value_words(value: TieBreakValue, translator: Translator) -> str:
    """A value as people write it: halves as ½, other fractions with two decimals, a dash where there is none."""
    if value.value is None:
        return "–"
    # Ratings are told as whole numbers everywhere; how one came about says more, where more is asked.
    return str(round(value.value)) if value.name in _RATINGS else exact_words(value.value, translator)


def exact_words(value: Fraction, translator: Translator) -> str:
    """The number in halves or quarters where it is one, otherwise rounded to two decimals."""
    if value.denominator == 2:
        whole = int(value)
        sign = "-" if value < 0 and whole == 0 else ""
        return f"{sign}{whole or ''}½"
    return number(round(float(value), 2), translator)


def result_columns(view: StandingsView) -> tuple[str, ...]:
    """The columns of results: draws only where there can be any, as of an even number of games of two teams."""
    rulebook, games = view.tournament.rulebook, view.tournament.rulebook.games
    level = rulebook.teams is not None and counts_games(rulebook)
    return ("won", "drawn", "lost") if games is not None and (games.draws or level) else ("won", "lost")


def result_counts(view: StandingsView, row: StandingRow) -> tuple[str, ...]:
    """How many were won, drawn and lost, in the order of the columns."""
    counted = {"won": row.won, "drawn": row.drawn, "lost": row.lost}
    return tuple(str(counted[key]) for key in result_columns(view))


def place_words(row: StandingRow | CircuitRow) -> str:
    """ "3", or "3–5" where several share it."""
    return str(row.rank_from) if row.rank_from == row.rank_to else f"{row.rank_from}–{row.rank_to}"


def group_words(view: StandingsView, row: StandingRow, translator: Translator) -> list[str]:
    """The entrant's group, while groups are played."""
    number_ = view.groups.get(row.entrant_id)
    return [] if number_ is None else [translator.say("standings.group", n=number_)]


def under_headings(
    view: StandingsView, rows: Sequence[StandingRow], translator: Translator
) -> Iterator[tuple[str, StandingRow]]:
    """Each row with the heading before it: the group where one begins, otherwise none."""
    before: list[str] = []
    for row in rows:
        group = group_words(view, row, translator)
        yield "" if group == before else group[0], row
        before = group


def shown_values(view: StandingsView, row: StandingRow) -> list[TieBreakValue]:
    """The values that are shown: the first of the chain that apply to anybody."""
    applied = {value.name for one in view.rows for value in one.values if value.value is not None}
    return [value for value in row.values if value.name in applied or value == row.values[0]][:COLUMNS]


def row_marks(view: StandingsView, row: StandingRow, translator: Translator) -> list[str]:
    """What else a row needs to be understood: byes, who has left, and whose place a verdict has lowered (GO-23.6)."""
    gone = any(starter.withdrawn for starter in view.facts.starters if starter.entrant_id == row.entrant_id)
    lowered = (row.entrant_id, Sanction.LOWERED) in view.facts.sanctions
    return [
        *_source_marks(view, row, translator),
        *(translator.say(key) for key, holds in (("standings.left", gone), ("standings.lowered", lowered)) if holds),
    ]


def _source_marks(view: StandingsView, row: StandingRow, translator: Translator) -> Iterator[str]:
    """What gave points, or did not, beside games that were played: without it wins and points would not agree."""
    one = view.sources_of(row.entrant_id)
    if one.byes:
        yield translator.count("standings.byes", one.byes)
    if one.absences:
        yield translator.count("standings.rounds_missed", one.absences)
    walkovers = [f"{sign}{n}" for sign, n in (("+", one.forfeits_won), ("\N{MINUS SIGN}", one.forfeits_lost)) if n]
    if walkovers:
        yield f"{translator.say('draw.walkover')} {' '.join(walkovers)}"
    if one.doubled:
        yield f"🔥 +{exact_words(one.doubled, translator)}"
    if one.idle_draws:
        yield translator.count("standings.idle_draws", one.idle_draws)


def scoring_words(view: StandingsView, translator: Translator) -> str:
    """What a win, a draw and the rest are worth, so that the points can be added up; empty where none are counted."""
    rules = worth_of(view.tournament.rulebook)
    if rules is None:
        return ""
    worth = [("won", rules.win), ("drawn", rules.draw), ("lost", rules.loss)]
    told = [
        f"{translator.say(f'standings.short_{key}')} {exact_words(exact(value), translator)}"
        for key, value in worth
        if value
    ]
    shown = [view.sources_of(row.entrant_id) for row in view.rows]
    if any(one.byes for one in shown):
        told.append(translator.say("standings.bye_worth", points=exact_words(exact(rules.bye), translator)))
    if any(one.absences for one in shown):
        told.append(translator.say("standings.miss_worth", points=exact_words(exact(rules.absence), translator)))
    key = "standings.game_worth" if rules.by_games else "standings.match_worth"
    return translator.say(key, worth=" · ".join(told))


def moves(places: Mapping[EntrantId, int], row: StandingRow) -> str:
    """How many places the row has gone up or down, by a sign that needs no colour; empty where it was not there."""
    before = places.get(row.entrant_id)
    if before is None:
        return ""
    gained = before - row.rank_from
    return "=" if not gained else f"{'▲' if gained > 0 else '▼'}{abs(gained)}"


def lasts_through(view: StandingsView) -> frozenset[EntrantId]:
    """The last who goes on of each table, below whom a line is drawn; nobody where no knock-out follows."""
    if all(row.entrant_id in view.through for row in view.rows):
        return frozenset()
    last = {view.groups.get(row.entrant_id): row.entrant_id for row in view.rows if row.entrant_id in view.through}
    return frozenset(last.values())


def cut_words(view: StandingsView, rows: Sequence[StandingRow], translator: Translator) -> str:
    """What the line across the table means, where it is on the page."""
    if lasts_through(view).isdisjoint(row.entrant_id for row in rows):
        return ""
    return translator.count("standings.cut_lines" if view.groups else "standings.cut_line", len(view.through))


# --- a series -------------------------------------------------------------------------------------------------------


def gain_words(gain: Gain | None, translator: Translator) -> str:
    """What an event gave, in brackets where it does not count."""
    if gain is None:
        return "–"
    points = exact_words(gain.points, translator)
    return points if gain.counts else f"({points})"


def rules_line(rules: CircuitRules, translator: Translator) -> str:
    """How many events count, what parts those who are level, and who plays the final."""
    best = translator.count("series.best", rules.best) if rules.best else translator.say("series.all_count")
    level = [translator.say(f"series.level.{one.value}") for one in rules.level]
    ties = translator.say("series.ties", ties=listing(level, translator)) if level else translator.say("series.no_ties")
    final = (
        translator.count("series.finalists", rules.finalists) if rules.finalists else translator.say("series.no_final")
    )
    return f"{best} {ties} {final}"


def points_line(rules: CircuitRules, translator: Translator) -> str:
    """What the places give."""
    told: list[str] = []
    at = 1
    for points in dict.fromkeys(rules.places):
        last = len(rules.places) - rules.places[::-1].index(points)
        told.append(f"{at if last == at else f'{at}–{last}'}: {points}")
        at = last + 1
    shared = translator.say(f"series.shared.{rules.shared.value}")
    left = translator.say("series.left_keep" if rules.withdrawn else "series.left_lose")
    return f"{translator.say('series.points', points=' · '.join(told), played=rules.played)} {shared} {left}"


# --- reasons of a board ---------------------------------------------------------------------------------------------


_LONGEST_NAME = 32
_ROOM = 3400
_SAID_OF_COLOURS = frozenset({ColourReason.ALTERNATED, ColourReason.HIGHER_RANKED, ColourReason.STRONGER})


def reasons_for_chiefs(view: ReasonsView, chiefs: Sequence[Person], translator: Translator) -> Card:
    """To the chief arbiter and the deputies: the round that was just paired, with its reasons (GO-30)."""
    card = reasons(view, translator)
    names = listing([mention(chief) for chief in chiefs], translator)
    key = "rounds.watch_first" if view.number == 1 else "rounds.watch"
    return replace(card, paragraphs=(translator.say(key, names=names), *card.paragraphs), pings=pings(chiefs))


def reasons(view: ReasonsView, translator: Translator) -> Card:
    """Board by board, who meets whom and why; what does not fit in a message is left to the record."""
    title = translator.say("rounds.reasons", round=view.number, name=quote(view.tournament.name))
    lines: list[str] = []
    room = _ROOM
    for at_board, board in enumerate(view.pairing.boards, 1):
        line = _line(view, at_board, board, translator)
        room -= len(line) + 1
        if room < 0:
            lines.append(translator.count("standings.and_more", len(view.pairing.boards) - at_board + 1))
            break
        lines.append(line)
    footer = translator.say("rounds.same" if view.same else "rounds.corrected_since")
    return Card((title, "\n".join(lines), f"-# {footer}"), colour=QUIET)


def looked_up(view: ReasonsView, translator: Translator) -> Card:
    """The round as somebody looks it up, with the way to the rounds beside it."""
    key, turns = view.tournament.tournament_id, []
    if view.number > 1:
        turns.append(Button(f"pairings-of:{key}/{view.number - 1}", translator.say("rounds.earlier"), emoji="◀️"))
    if view.number < view.rounds:
        turns.append(Button(f"pairings-of:{key}/{view.number + 1}", translator.say("rounds.later"), emoji="▶️"))
    return replace(reasons(view, translator), controls=(tuple(turns),) if turns else ())


def _line(view: ReasonsView, number: int, board: PairedBoard, translator: Translator) -> str:
    sides = [
        f"{short_mention(view.people[side], _LONGEST_NAME)} ({exact_words(points, translator)})"
        for side, points in zip(board.sides, board.reason.points, strict=False)
    ]
    return f"{number}. {' – '.join(sides)}: {'; '.join(_reason_lines(board.reason, translator))}"


def _reason_lines(reason: PairingReason, translator: Translator) -> Iterator[str]:
    if reason.bye is not None:
        yield _rest(reason.bye, translator)
        return
    yield (
        translator.say("rounds.why_float", gap=exact_words(reason.gap, translator))
        if reason.gap
        else translator.say("rounds.why_equal")
    )
    if reason.rematch:
        yield translator.say("rounds.why_rematch")
    if reason.same_club:
        yield translator.say("rounds.why_same_club")
    if reason.looked_ahead:
        yield translator.say("rounds.why_looked_ahead")
    if reason.colours in _SAID_OF_COLOURS:
        yield translator.say(f"rounds.colours_{reason.colours.value}")
    if any(reason.denied):
        yield translator.say("rounds.why_denied")


def _rest(bye: ByeReason, translator: Translator) -> str:
    return translator.say(f"rounds.bye_{bye.value}")


# --- results of a round ---------------------------------------------------------------------------------------------


TEXT_OF_RESULTS: Final = 900
"""Characters: what comes next stands below them in the same post, and matters more."""
_LONGEST_RESULT_NAME: Final = 32


def result_line(contest: Contest, names: Sequence[str], rulebook: Rulebook, translator: Translator) -> str:
    """Who met whom and how it ended, and how it came about where it was not played; a bye with its one name."""
    if len(names) == 1:
        return translator.say("tables.rests" if contest.bye_reason == "rest" else "ending.bye", name=names[0])
    result = contest.result
    if result is None:
        return " – ".join(names)
    line = EVENT_CARD_STRATEGIES.of(rulebook).result_line(contest, names)
    line = line or f"{names[0]} **{score_words(result, rulebook)}** {names[1]}"
    if result.kind is ResultKind.PLAYED and result.paired_as_winner is not None:
        line += f" · ⚖️ {names[result.paired_as_winner]}"
    return line if result.kind is ResultKind.PLAYED else f"{line} · {member_name(result.kind, translator)}"


def results(
    contests: Sequence[Contest], people: Mapping[EntrantId, Person], rulebook: Rulebook, translator: Translator
) -> tuple[str, tuple[Document, ...]]:
    """The results under their heading, matches before byes, nobody pinged; nothing where there are none."""
    ordered = _in_order(contests)
    shown: list[str] = []
    room = TEXT_OF_RESULTS
    for one in ordered:
        names = [quote(people[side].name, _LONGEST_RESULT_NAME) for side in one.sides]
        line = f"- {result_line(one, names, rulebook, translator)}"
        room -= len(line) + 1
        if room < 0:
            break
        shown.append(line)
    left_out = len(ordered) - len(shown)
    if not left_out:
        return "\n".join([translator.say("standings.results"), *shown]) if shown else "", ()
    more = translator.count("standings.more_in_file", left_out)
    told = [result_line(one, [plain(people[side].name) for side in one.sides], rulebook, translator) for one in ordered]
    file = Document("results.txt", ("\n".join(told).replace("**", "") + "\n").encode())
    return "\n".join([translator.say("standings.results"), *shown, more]), (file,)


def _in_order(contests: Sequence[Contest]) -> list[Contest]:
    """What has ended: a match of the round that is still to play, as one for the third place, has no result to list."""
    ended = (contest for contest in contests if contest.is_bye or contest.result is not None)
    return sorted(ended, key=lambda one: (one.is_bye, one.group, one.position))


# --- checking a lot -------------------------------------------------------------------------------------------------


def how_to_check(table: StandingsView, number: int, translator: Translator) -> str:
    """Where the numbers of a lot stand, and how it is run again."""
    return translator.say(
        "deciding.how_to_check", number=number, verify=_verify(translator), record=_record(table, translator)
    )


def drawn_by_lot(table: StandingsView, number: int | None, translator: Translator) -> tuple[str, ...]:
    """The line below a round that a lot has paired; nothing where no lot was drawn for it."""
    if number is None:
        return ()
    record = _record(table, translator)
    return ("-# " + translator.say("deciding.round_by_lot", number=number, verify=_verify(translator), record=record),)


def _verify(translator: Translator) -> str:
    return translator.say("tournament.verify")


def _record(table: StandingsView, translator: Translator) -> str:
    record = table.community.record
    return translator.say("deciding.record") if record is None else f"<#{record}>"
