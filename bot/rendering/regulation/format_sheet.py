"""The part of the rule sheet that says how an event of any format is played: pairing, games, teams, decks, clocks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import timedelta

from bot.domain.registry.grades import Grade, GradeRules, Kind
from bot.domain.regulation.discipline_rules import discipline_of
from bot.domain.regulation.format_checks import has_bracket
from bot.domain.regulation.format_rules import (
    AdjournmentRules,
    ArenaRules,
    DeckRules,
    DisputeRules,
    GamesRules,
    GroupRules,
    LineUp,
    Report,
    RoundRobinRules,
    Seeding,
    SwissRules,
    TableRules,
    TeamRules,
    TimeSystem,
    TitleMatchRules,
)
from bot.domain.rulebook import FormatName, Rulebook
from bot.domain.team_play.board_reports import draws_possible
from bot.domain.team_play.stay_on import stays_on
from bot.i18n import Voice
from bot.rendering.game_names import spoken as spoken_game
from bot.rendering.regulation.spoken import all_spoken, named_list, spoken
from bot.rendering.sentences import listing, number
from bot.rendering.team_play import team_sheet
from bot.rendering.text import quoted

_NAMES_SHOWN = 12
_LENGTH_TOLD = frozenset({FormatName.TITLE_MATCH, FormatName.TABLES})
"""Where it is told with the format itself."""


def how_played(rulebook: Rulebook, voice: Voice) -> Iterator[str]:
    """Who meets whom, and what comes after it."""
    match rulebook.format:
        case FormatName.KNOCKOUT:
            yield from _knockout(rulebook, voice)
        case FormatName.ROUND_ROBIN:
            yield from _round_robin(rulebook, voice)
        case FormatName.SWISS:
            yield from _swiss(rulebook.swiss or SwissRules(), voice)
        case FormatName.GROUPS:
            yield from _groups(rulebook, voice)
        case FormatName.TITLE_MATCH:
            yield from _title_match(rulebook.title_match or TitleMatchRules(), voice)
        case FormatName.ARENA:
            yield from _arena(rulebook.arena or ArenaRules(), rulebook.matches.minutes_per_walkover_game, voice)
        case FormatName.TABLES:
            yield from _tables(rulebook.tables or TableRules(), voice)
    if rulebook.cut is not None:
        yield voice.count("format_sheet.cut", rulebook.cut.players)
    if rulebook.format is not FormatName.KNOCKOUT and has_bracket(rulebook):
        yield from _lives(rulebook, voice)


def games(rulebook: Rulebook, voice: Voice) -> Iterator[str]:
    """What a match is outside a bracket, and what is played."""
    rules, teams = rulebook.games, rulebook.teams
    if rules is None:
        return
    if teams is None and rulebook.format not in _LENGTH_TOLD:
        yield _length(rules, voice)
    if rules.draws and (teams is None or draws_possible(rulebook, teams.board_games)):
        yield voice.say("format_sheet.draws")
    if rules.colours:
        yield voice.say("format_sheet.colours")
    if rules.guessing:
        yield voice.say("format_sheet.guessing")
    if rules.sheets and rulebook.dispute is None:
        names = named_list([spoken_game(name) for name in rules.sheets], _NAMES_SHOWN, voice)
        yield voice.say("format_sheet.games", names=names)
    if rules.compensation:
        yield voice.say("format_sheet.compensation", stones=number(rules.compensation, voice))


def periods(rulebook: Rulebook, voice: Voice) -> Iterator[str]:
    """What comes after the base time (GO-12)."""
    rules = rulebook.clock
    if rules is None:
        return
    lasts = spoken(rules.period_lasts, voice)
    if rules.system is TimeSystem.PERIODS:
        long = 2 * rules.period_lasts
        used = rules.periods_used(long)
        yield voice.count("format_sheet.periods", rules.periods, time=lasts, long=spoken(long, voice), used=used)
    elif rules.system is TimeSystem.BLOCKS:
        yield voice.count("format_sheet.blocks", rules.block_moves, time=lasts)
    else:
        yield voice.say("format_sheet.sudden_death")
    chief = discipline_of(rulebook).chief_arbiter
    yield voice.say("format_sheet.clock_fails" if chief else "format_sheet.clock_fails_arbiter")


def graded(rules: GradeRules | None, voice: Voice) -> Iterator[str]:
    """Which grades count, who confirms them, what they order, and what they are proposed by (GO-25.3)."""
    if rules is None:
        return
    lowest = str(Grade(Kind.KYU, rules.lowest_kyu) if rules.lowest_kyu else Grade(Kind.AMATEUR, 1))
    yield voice.say(f"format_sheet.grades_{rules.confirmed_by}", lowest=lowest)
    if rules.order_the_field:
        yield voice.say("format_sheet.grades_order")
    if rules.promotions:
        yield voice.say("format_sheet.promotions", names=listing([quoted(one) for one in rules.promotions], voice))


def adjournment(rules: AdjournmentRules | None, voice: Voice) -> Iterator[str]:
    """When a game is adjourned, for how long, and what becomes of its time (GO-14)."""
    if rules is None:
        return
    lasts = spoken(rules.lasts, voice)
    if rules.after is None:
        yield voice.say("format_sheet.adjourned", lasts=lasts)
    else:
        yield voice.say("format_sheet.adjourned_after", after=spoken(rules.after, voice), lasts=lasts)
    if rules.reminders_before_restart:
        yield voice.say("format_sheet.adjourned_reminders", times=all_spoken(rules.reminders_before_restart, voice))
    yield voice.say("format_sheet.adjourned_note")


def teams(rulebook: Rulebook, voice: Voice) -> Iterator[str]:
    """Who makes a team, and how two teams meet."""
    rules = rulebook.teams
    if rules is None:
        return
    if rulebook.dispute is not None:
        yield from _dispute(rulebook.dispute, voice)
    else:
        yield voice.say("format_sheet.teams", size=rules.size, substitutes=rules.substitutes)
    yield voice.say(f"format_sheet.encounter.{rules.encounter}")
    yield voice.say(f"format_sheet.line_up.{rules.line_up}")
    if rules.line_up_within is not None and rules.line_up is LineUp.FREE:
        yield voice.say("format_sheet.line_up_within", time=spoken(rules.line_up_within, voice))
    if stays_on(rulebook):
        yield voice.say("format_sheet.stay_on_order", win=number(rules.board_win, voice))
    elif rulebook.dispute is None:
        yield from team_sheet.worth(rulebook, rules, voice)
    yield from team_sheet.separating(rulebook, voice)
    yield from _members(rules, voice)


def _members(rules: TeamRules, voice: Voice) -> Iterator[str]:
    if rules.top_ranked is not None:
        yield voice.say("format_sheet.top_ranked", n=rules.top_ranked, most=rules.most_top_ranked)
    if rules.leader_is_highest_rated:
        yield voice.say("format_sheet.leader")
    if rules.unrated_off_board_one:
        yield voice.say("format_sheet.unrated")


def deck(rules: DeckRules | None, voice: Voice) -> Iterator[str]:
    """What a deck may hold; a card on no list may still be refused (OTE-1.5)."""
    if rules is None:
        return
    yield voice.count("format_sheet.deck", rules.fewest_cards)
    if rules.refused_prefixes:
        names = named_list(rules.refused_prefixes, _NAMES_SHOWN, voice)
        yield voice.say("format_sheet.refused_prefixes", names=names)
    for key, cards in (("refused_cards", rules.refused_cards), ("degenerate_cards", rules.degenerate_cards)):
        if cards:
            yield voice.say(f"format_sheet.{key}", names=named_list(cards, _NAMES_SHOWN, voice))
    yield voice.say("format_sheet.later_cards")


def report(rules: GamesRules | None, voice: Voice) -> str:
    """What is told when a match has ended, and by whom."""
    kind = Report.GAMES if rules is None else rules.report
    return voice.say("sheet.results.report" if kind is Report.GAMES else f"format_sheet.report.{kind}")


def _length(rules: GamesRules, voice: Voice) -> str:
    if rules.best_of == 1:
        return voice.say("format_sheet.one_game")
    if rules.play_all:
        return voice.count("format_sheet.all_games", rules.best_of)
    if rules.best_of % 2 == 0:
        return voice.count("format_sheet.even_games", rules.best_of)
    return voice.count("sheet.matches.length", rules.best_of // 2 + 1, best_of=rules.best_of)


def _knockout(rulebook: Rulebook, voice: Voice) -> Iterator[str]:
    if rulebook.knockout.lives == 1:
        yield voice.say("sheet.draw.knockout")
    yield from _lives(rulebook, voice)
    if rulebook.knockout.seeding is Seeding.SEEDED:
        yield voice.say("format_sheet.seeded")
    else:
        yield voice.say("sheet.draw.byes_by_rating" if rulebook.knockout.byes_by_rating else "sheet.draw.byes_by_lot")


def _lives(rulebook: Rulebook, voice: Voice) -> Iterator[str]:
    if rulebook.knockout.lives > 1:
        yield voice.count("format_sheet.lives", rulebook.knockout.lives)
    if rulebook.knockout.placement_matches:
        yield voice.say("format_sheet.placement")


def _round_robin(rulebook: Rulebook, voice: Voice) -> Iterator[str]:
    rules = rulebook.round_robin or RoundRobinRules()
    yield from _everybody(rules, voice)
    if rules.swiss_above is not None:
        yield voice.count("format_sheet.swiss_above", rules.swiss_above)
        yield from _swiss(rulebook.swiss or SwissRules(), voice)


def _everybody(rules: RoundRobinRules, voice: Voice) -> Iterator[str]:
    yield voice.count("format_sheet.round_robin", rules.times)
    yield voice.say("format_sheet.order_drawn" if rules.drawn_order else "format_sheet.order_rated")
    yield voice.say("format_sheet.void" if rules.void_below_half else "format_sheet.kept")


def _swiss(rules: SwissRules, voice: Voice) -> Iterator[str]:
    if rules.rounds is None:
        yield voice.say("format_sheet.swiss")
    else:
        yield voice.count("format_sheet.swiss_rounds", rules.rounds)
        yield voice.say("format_sheet.swiss_small", n=2 * rules.rounds)
    yield voice.say("format_sheet.first_by_lot" if rules.drawn_first_round else "format_sheet.first_by_halves")
    if rules.late_entry_until > 1:
        yield voice.say("format_sheet.late_entry", n=rules.late_entry_until)
    if rules.keep_clubs_apart:
        yield voice.say("format_sheet.clubs")
    if rules.out_after is not None:
        yield voice.count("format_sheet.out_after", rules.out_after)


def _groups(rulebook: Rulebook, voice: Voice) -> Iterator[str]:
    rules = rulebook.groups or GroupRules()
    yield voice.count("format_sheet.groups", rules.advance, size=rules.size)
    yield from _everybody(rulebook.round_robin or RoundRobinRules(), voice)


def _title_match(rules: TitleMatchRules, voice: Voice) -> Iterator[str]:
    yield voice.count("format_sheet.title_match", rules.best_of // 2 + 1, best_of=rules.best_of)
    yield voice.say("format_sheet.champion_chooses" if rules.champion_chooses else "format_sheet.colour_by_lot")
    if rules.pauses_each:
        yield voice.count("format_sheet.pauses", rules.pauses_each, time=spoken(rules.pause_lasts, voice))
    else:
        yield voice.say("format_sheet.no_pauses")


def _arena(rules: ArenaRules, minutes_to_answer: int, voice: Voice) -> Iterator[str]:
    yield voice.say("format_sheet.arena", time=spoken(rules.lasts, voice))
    yield voice.say(
        "format_sheet.first_move",
        time=spoken(rules.first_move_within, voice),
        press=voice.say("arena.absent"),
        answer=spoken(timedelta(minutes=minutes_to_answer), voice),
    )
    if rules.late_entry_within:
        yield voice.say("format_sheet.arena_late", time=spoken(rules.late_entry_within, voice))
    yield voice.count("format_sheet.flame", rules.doubles_after)
    yield voice.count("format_sheet.short_draw", rules.short_draw)
    yield voice.count("format_sheet.long_draw", rules.long_draw)


def _tables(rules: TableRules, voice: Voice) -> Iterator[str]:
    yield voice.count("format_sheet.tables", rules.influence_to_win, seats=rules.seats)
    yield voice.say("format_sheet.active")
    yield voice.say(
        "format_sheet.victory_points",
        active=_points(rules.active_points, voice),
        inactive=_points(rules.inactive_points, voice),
    )
    yield voice.count("format_sheet.tables_final", rules.extra_game_influence)


def _points(points: Sequence[int], voice: Voice) -> str:
    return listing([number(one, voice) for one in points], voice)


def _dispute(rules: DisputeRules, voice: Voice) -> Iterator[str]:
    yield voice.say(
        "format_sheet.category", name=quoted(rules.category), first=rules.youngest_year, last=rules.oldest_year
    )
    yield voice.say("format_sheet.pupils", starters=rules.starters, reserves=rules.reserves)
    yield voice.say("format_sheet.table_games", games=rules.table_games, points=number(rules.table_points, voice))
    for part, players, played, points in (
        ("giant", rules.giant_players, rules.giant_games, rules.giant_points),
        ("living", rules.living_players, rules.living_games, rules.living_points),
    ):
        yield voice.say(f"format_sheet.{part}_game", players=players, games=played, points=number(points, voice))
    scenes = [_scene(names, voice) for names in (rules.scene_1, rules.scene_2) if names]
    if len(scenes) > 1:
        yield voice.say("format_sheet.scenes", first=scenes[0], second=scenes[1])
    elif scenes:
        yield voice.say("format_sheet.scene", names=scenes[0])


def _scene(names: Sequence[str], voice: Voice) -> str:
    return named_list([spoken_game(name) for name in names], _NAMES_SHOWN, voice)
