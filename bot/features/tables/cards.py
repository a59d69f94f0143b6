"""Cards of tables of three: who sits where and in which set, who won, influence, and the call to the final.

The call to the final says why.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from discord import ButtonStyle

from bot.features.course.model import RoundView, StandingsView
from bot.features.playing import cards as playing_cards
from bot.features.playing.arbiter_cards import hand_over, side_presses, stopping
from bot.features.playing.match_views_model import MatchView, TableView
from bot.features.playing.words_cards import asked, cards_of, heading, sees_it_so
from bot.features.rounds import cards as rounds_cards
from bot.features.rounds.standings_cards import in_front, round_pictures, table_presses
from bot.features.rounds.words_cards import drawn_by_lot, results
from bot.features.tables.model import winners
from bot.i18n.catalogue import Translator
from bot.kernel.ids import EntrantId
from bot.layout.cards import ACCENT, Button, Card, Choice
from bot.layout.sentences import listing, moment_relative, number, plain, quote, quoted_block
from bot.people.cards import mention
from bot.play.contests import NOTHING_MORE, Contest, Particulars, Result, ResultKind, Score, Stage
from bot.play.format_rules import TableRules
from bot.play.formats.protocol import EventFacts
from bot.play.formats.tables import FinalSeats, final_call, last_round, players, rules_of, victory_points, went_through
from bot.play.matches import MatchPhase
from bot.play.rulebook import Rulebook

# --- the game -------------------------------------------------------------------------------------------------------


def length(table: TableView, translator: Translator) -> str:
    """What wins the game, or leaves an extra game for the final."""
    if table.extra:
        return translator.count("tables.length_extra", table.leave, needed=table.influence_to_win)
    return translator.count("tables.length", table.influence_to_win)


def status(view: MatchView, table: TableView, side: int, translator: Translator) -> str:
    """In which set the player of a side begins the game, or that the table plays on alone; once it is over, nothing."""
    if view.contest.result is not None:
        return ""
    if side in _away(view):
        return f" · {translator.say('tables.is_away')}"
    if table.extra:
        return ""
    return f" · {translator.say('tables.is_active' if table.active[side] else 'tables.is_inactive')}"


def score_line(view: MatchView, score: Score, particulars: Particulars = NOTHING_MORE) -> str:
    """The table in one line, who won first: "🏆 @Ana **16** · @Bia **3** · @Caio **-2**"."""
    won, away = winners(score), particulars.absent or _away(view)
    order = sorted(
        range(len(view.players)), key=lambda side: (side not in won, side in away, -_at(particulars, side), side)
    )
    return " · ".join(
        f"{'🏆 ' if side in won else '🚪 ' if side in away else ''}{mention(view.players[side])}"
        f"{f' **{particulars.influence[side]}**' if particulars.influence and side not in away else ''}"
        for side in order
    )


def others(view: MatchView, translator: Translator) -> str:
    """Who may answer the open report: everybody of the table but the reporter and who is away."""
    report = view.match.report
    asked = [
        player
        for side, player in enumerate(view.players)
        if side not in _away(view) and (report is None or player.person_id != report.person_id)
    ]
    return listing([mention(player) for player in asked], translator)


def reporter(view: MatchView) -> str:
    """Who reported the open result."""
    report = view.match.report
    return next((mention(player) for player in view.players if report and player.person_id == report.person_id), "")


def lines(view: MatchView, table: TableView, judge: str, translator: Translator) -> list[str]:
    """Where the game stands, and what comes next for whom."""
    match view.state.phase:
        case MatchPhase.WAITING:
            waits = translator.say("tables.waiting", arbiter=judge)
            return _missing(view, judge, translator) if view.answered_by else [waits]
        case MatchPhase.MISSING:
            return _missing(view, judge, translator)
        case MatchPhase.PLAYING:
            return [
                translator.say("tables.playing_extra" if table.extra else "tables.playing"),
                *_effects(view, table, translator),
            ]
        case MatchPhase.REPORTED:
            return _report_lines(view, translator)
        case MatchPhase.DISPUTED:
            return _dispute_lines(view, judge, translator)
        case MatchPhase.SUSPENDED:
            return [translator.say("matches.suspended", arbiter=judge)]
        case MatchPhase.SETTLED:
            return _result_lines(view, table, translator)
        case _:
            return [translator.say("matches.void")]


def winner_choice(view: MatchView, table: TableView, verb: str, placeholder: str) -> Choice:
    """A menu of who won; of an extra game everybody who got through is chosen at once."""
    sides = [side for side in range(len(view.players)) if side not in _away(view)]
    options = tuple((str(side), plain(view.players[side].name)) for side in sides)
    return Choice(f"{verb}:{view.contest_id}", placeholder, options, most=min(table.leave, len(options)))


def asked_who(table: TableView, translator: Translator, *, again: bool = False) -> str:
    """What the menu of winners asks."""
    if table.extra:
        return translator.say("tables.who_got_through")
    return translator.say("tables.who_won_again" if again else "tables.who_won")


def best(contest: Contest) -> str:
    """Everybody's influence at a table, highest first: how a final was decided."""
    result = contest.result
    return "" if result is None else " · ".join(map(str, sorted(result.influence, reverse=True)))


def _away(view: MatchView) -> tuple[int, ...]:
    result = view.contest.result
    return view.match.away if result is None else result.absent


def _at(particulars: Particulars, side: int) -> int:
    return particulars.influence[side] if particulars.influence else 0


def _effects(view: MatchView, table: TableView, translator: Translator) -> list[str]:
    """Whose effects are settled first when the cards of who leaves an extra game change some (OTE-2.8)."""
    order = [mention(view.players[side]) for side in table.effects if side not in _away(view)]
    return [translator.say("tables.effects", order=" → ".join(order))] if len(order) > 1 else []


def _missing(view: MatchView, judge: str, translator: Translator) -> list[str]:
    sides = [one.side for one in view.state.missing] or list(range(len(view.players)))
    names = listing([mention(view.players[side]) for side in sides], translator)
    pressing = listing([asked(view, side, translator) for side in sides], translator)
    minutes = view.tournament.rulebook.matches.minutes_per_walkover_game
    return [
        translator.say("tables.missing", names=names),
        translator.count("tables.next_here", minutes, names=pressing, arbiter=judge),
    ]


def _report_lines(view: MatchView, translator: Translator) -> list[str]:
    report, until = view.match.report, view.report_stands_at
    if report is None or until is None:
        return []
    score = score_line(view, report.score, report.particulars)
    return [
        translator.say("matches.reported", reporter=reporter(view), score=score),
        translator.say("tables.next_answer", other=others(view, translator), until=moment_relative(until)),
    ]


def _dispute_lines(view: MatchView, judge: str, translator: Translator) -> list[str]:
    report = view.match.report
    if report is None:
        return []
    by = [mention(player) for player in view.players if player.person_id == report.answered_by]
    score = score_line(view, report.score, report.particulars)
    return [
        translator.say("matches.disputed", reporter=reporter(view), score=score, other=listing(by, translator)),
        *sees_it_so(view, report, listing(by, translator), translator),
        translator.say("tables.decides", arbiter=judge),
    ]


def _result_lines(view: MatchView, table: TableView, translator: Translator) -> list[str]:
    result = view.contest.result
    if result is None:
        return []
    found = [f"🏁 {score_line(view, result.score, result.particulars)}", *_points(view, table, result, translator)]
    found.append(_outcome(view, table, result, translator))
    if view.reason is not None:
        found += [translator.say("matches.because"), quoted_block(view.reason)]
    return found


def _points(view: MatchView, table: TableView, result: Result, translator: Translator) -> list[str]:
    """The victory points of the game, for who got any (OTE-2.3)."""
    if table.extra:
        return []
    given = victory_points(result, table.active, rules_of(view.tournament.rulebook))
    parts = [
        f"{mention(view.players[side])} {translator.count('tables.points', points)}"
        for side, points in enumerate(given)
        if points
    ]
    return ["-# " + " · ".join(parts)] if parts else []


def _outcome(view: MatchView, table: TableView, result: Result, translator: Translator) -> str:
    won = [mention(view.players[side]) for side in winners(result.score)]
    if result.kind is ResultKind.NO_RESULT:
        return translator.say("matches.no_result")
    if not won:
        return translator.say("tables.nobody_wins")
    if table.extra:
        return translator.say("tables.got_through", names=listing(won, translator))
    if view.contest.stage is Stage.FINAL:
        return translator.say("tables.wins_final", name=won[0])
    active = table.active[winners(result.score)[0]]
    return translator.say("tables.wins_active" if active else "tables.wins_inactive", name=won[0])


# --- the rounds and the final ---------------------------------------------------------------------------------------


LINES_IN_A_PART = 20


def round_drawn(view: RoundView, translator: Translator) -> Card:
    """The first round as it was drawn, and what comes now."""
    table, where = view.table, rounds_cards.channel(view.table.community, translator)
    said = (
        translator.say("tables.paired", name=quote(table.tournament.name)),
        "\n".join(_tables(table, view.number, translator)),
        translator.say("tables.next", channel=where, here=translator.say("matches.here")),
    )
    return Card(said, controls=(table_presses(table, translator),), colour=ACCENT)


def round_over(view: RoundView, translator: Translator) -> Card:
    """A round is over: after extra games (round 0) what they have decided, else what comes next."""
    table, name = view.table, quote(view.table.tournament.name)
    lot = drawn_by_lot(table, view.lot, translator)
    if view.number == 0:
        said = [translator.say("tables.extra_over", name=name), *_after_extra_games(table, translator), *lot]
        return Card(tuple(said), controls=(table_presses(table, translator),), colour=ACCENT)
    title = translator.say("standings.round_over", name=name, round=view.number)
    ended, documents = results(view.contests, table.people, table.tournament.rulebook, translator)
    follows = _upcoming(view, translator) or [translator.say("standings.nothing_left")]
    return Card(
        tuple(filter(None, (title, ended, in_front(view, translator), *follows, *lot))),
        controls=(table_presses(table, translator),),
        pictures=round_pictures(view, translator),
        documents=documents,
        colour=ACCENT,
    )


def _tables(view: StandingsView, number_: int, translator: Translator) -> list[str]:
    """Who sits where in a round: the unbeaten and the others apart, or the final and what is played beside it."""
    final, rest = (_of_round(view, number_, stage) for stage in (Stage.FINAL, Stage.MAIN))
    if number_ == 1:
        return _part(translator.say("tables.everybody", n=1), view, rest, translator)
    people = players(view.facts, view.tournament.rulebook, number_)
    active = [one for one in rest if people[one.sides[0]].is_active]
    inactive = [one for one in rest if one not in active]
    title = translator.say("tables.inactive_last" if final else "tables.inactive_tables")
    return [
        *(_final(view, one, translator) for one in final),
        *_part(translator.say("tables.active_tables"), view, active, translator),
        *_part(title, view, inactive, translator),
    ]


def _of_round(view: StandingsView, number_: int, stage: Stage) -> list[Contest]:
    return [contest for contest in view.facts.contests if contest.round == number_ and contest.stage is stage]


def _upcoming(view: RoundView, translator: Translator) -> list[str]:
    """What follows a round: the next tables, the call to the final, or the final itself."""
    found = final_call(view.table.facts, view.table.tournament.rulebook)
    if found is not None and found.pool:
        return [_call(view.table, found, translator)]
    upcoming = _tables(view.table, view.number + 1, translator)
    return [*upcoming, translator.say("tables.ranking")] if _has_final(view.table.facts) else upcoming


def _after_extra_games(view: StandingsView, translator: Translator) -> list[str]:
    """What follows extra games: who got through, and the final, or the next extra game."""
    through, said = _got_through(view), []
    if through:
        said.append(
            translator.say("tables.got_through", names=listing([_name(view, one) for one in through], translator))
        )
    found = final_call(view.facts, view.tournament.rulebook)
    if found is not None and found.pool:
        return [*said, _level(view, found, translator)]
    return [*said, *_tables(view, last_round(view.facts), translator), translator.say("tables.ranking")]


def _got_through(view: StandingsView) -> list[EntrantId]:
    """Whom the last extra games have let through."""
    decided = [
        contest for contest in view.facts.contests if contest.stage is Stage.PLAY_OFF and contest.result is not None
    ]
    last = max((one.round for one in decided), default=0)
    return [side for one in decided if one.round == last for side in went_through(one)]


def pairing(view: StandingsView, contest: Contest, translator: Translator) -> str:
    """One table: its number, and who sits there."""
    names = [_name(view, side) for side in contest.sides]
    if len(names) == 1:
        return f"- {translator.say('tables.rests', name=names[0])}"
    return f"{contest.position + 1}. {' · '.join(names)}"


def result_line(contest: Contest, names: Sequence[str]) -> str:
    """A table in a list of results: who won first, everybody with the influence at the end."""
    result = contest.result
    if result is None:
        return " · ".join(names)
    won, away, told = winners(result.score), result.absent, result.influence or (0,) * len(names)
    order = sorted(range(len(names)), key=lambda side: (side not in won, side in away, -told[side], side))
    return " · ".join(
        f"{'🏆 ' if side in won else '🚪 ' if side in away else ''}{names[side]}"
        f"{f' **{told[side]}**' if result.influence and side not in away else ''}"
        for side in order
    )


def _part(title: str, view: StandingsView, contests: Sequence[Contest], translator: Translator) -> list[str]:
    """Tables under a title; nothing where there are none."""
    ordered = sorted(contests, key=lambda contest: (len(contest.sides) == 1, contest.position))
    shown = [pairing(view, one, translator) for one in ordered[:LINES_IN_A_PART]]
    left_out = len(contests) - len(shown)
    more = [translator.count("draw.and_more", left_out)] if left_out > 0 else []
    return ["\n".join([title, *shown, *more])] if shown else []


def _final(view: StandingsView, final: Contest, translator: Translator) -> str:
    lines = [
        translator.say("tables.final_begins"),
        *(f"- {_seat(view, final, side, translator)}" for side in final.sides),
    ]
    if len(final.sides) == 1:
        lines.append(translator.say("tables.alone"))
    return "\n".join(lines)


def _seat(view: StandingsView, final: Contest, side: EntrantId, translator: Translator) -> str:
    """Who sits in the final, and why."""
    known = players(view.facts, view.tournament.rulebook, final.round)[side]
    if known.is_active:
        return translator.say("tables.seat_unbeaten", name=_name(view, side))
    if side in _through_extra_games(view.facts):
        return translator.say("tables.seat_by_extra", name=_name(view, side))
    return translator.say("tables.seat_by_score", name=_name(view, side), score=_score(known.score, translator))


def _call(view: StandingsView, found: FinalSeats, translator: Translator) -> str:
    """The call with seats that are still played for: how many are free, who has one, who is level."""
    people = players(view.facts, view.tournament.rulebook)
    unbeaten = [one for one in found.through if people[one].is_active]
    free = rules_of(view.tournament.rulebook).seats - len(unbeaten)
    lines = [translator.count("tables.call", free, round=last_round(view.facts))]
    for one in found.through:
        key = "tables.seat_unbeaten" if people[one].is_active else "tables.seat_by_score"
        lines.append(f"- {translator.say(key, name=_name(view, one), score=_score(people[one].score, translator))}")
    return "\n".join([*lines, _level(view, found, translator)])


def _level(view: StandingsView, found: FinalSeats, translator: Translator) -> str:
    rules = rules_of(view.tournament.rulebook)
    people = players(view.facts, view.tournament.rulebook)
    return translator.count(
        "tables.level",
        found.seats,
        names=listing([_name(view, one) for one in found.pool], translator),
        score=_score(people[found.pool[0]].score, translator),
        needed=rules.extra_game_influence,
    )


def _through_extra_games(facts: EventFacts) -> set[EntrantId]:
    return {side for contest in facts.contests if contest.stage is Stage.PLAY_OFF for side in went_through(contest)}


def _has_final(facts: EventFacts) -> bool:
    return any(contest.stage is Stage.FINAL for contest in facts.contests)


def _name(view: StandingsView, entrant: EntrantId) -> str:
    return mention(view.person(entrant))


def _score(score: Fraction, translator: Translator) -> str:
    return f"{int(score)}½" if score.denominator == 2 and score > 0 else number(float(score), translator)


# --- the arbiter's desk ---------------------------------------------------------------------------------------------


def desk(view: MatchView, table: TableView, translator: Translator) -> Card:
    """What the arbiter of a table can do: say who won, who is there, whom the others play without."""
    key, away = view.contest_id, view.match.away
    missing, controls = (
        [one.side for one in view.state.missing],
        [stopping(view, translator), hand_over(view, translator)],
    )
    come = side_presses(view, "present", "matches.is_here", sorted((*missing, *away)), translator)
    out = side_presses(view, "table-out", "tables.seat_out", missing, translator)
    if len({*missing, *away}) == len(view.players):
        out = [Button(f"both-lose:{key}", translator.say("matches.double_walkover"), ButtonStyle.danger)]
    choice = winner_choice(view, table, "table-rule", translator.say("tables.decide"))
    ruling = () if view.state.phase is MatchPhase.SUSPENDED else (choice,)
    return Card(
        (
            heading(view, translator),
            playing_cards.players(view, translator),
            playing_cards.situation(view, translator),
            f"-# {translator.say('matches.desk_hint')}",
            *(line for one in cards_of(view) for line in one.hints(view, translator)),
        ),
        controls=(*ruling, *(tuple(row) for row in (come, out) if row), *controls),
        colour=ACCENT,
    )


def right_winner(view: MatchView, table: TableView, translator: Translator) -> Card:
    """Who won a table that is settled already; nothing is changed by choosing."""
    choice = winner_choice(view, table, "table-right", translator.say("tables.right_winner"))
    said = (heading(view, translator), playing_cards.situation(view, translator), translator.say("tables.choose_right"))
    return Card(said, controls=(choice,))


def table_code(score: Score, particulars: Particulars) -> str:
    """What a control carries of a table's result: the winners' marks, then everybody's influence, "100_16_3_-2"."""
    return "_".join(("".join(map(str, score)), *map(str, particulars.influence)))


# --- the rule sheet -------------------------------------------------------------------------------------------------


def how_played(rulebook: Rulebook, translator: Translator) -> Iterator[str]:
    """Who sits down together, what the games are worth, and the final (OTE-2.1 to OTE-2.10)."""
    rules = rulebook.tables or TableRules()
    yield translator.count("format_sheet.tables", rules.influence_to_win, seats=rules.seats)
    yield translator.say("format_sheet.active")
    yield translator.say(
        "format_sheet.victory_points",
        active=_points_each(rules.active_points, translator),
        inactive=_points_each(rules.inactive_points, translator),
    )
    yield translator.count("format_sheet.tables_final", rules.extra_game_influence)


def _points_each(points: Sequence[int], translator: Translator) -> str:
    return listing([number(one, translator) for one in points], translator)
