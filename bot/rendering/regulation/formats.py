"""How an event of each format is played, in sentences of the rule sheet: who meets whom, and what comes after it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import timedelta
from typing import assert_never

from bot.domain.regulation.format_checks import has_bracket
from bot.domain.regulation.format_rules import (
    ArenaRules,
    GroupRules,
    RoundRobinRules,
    Seeding,
    SwissRules,
    TableRules,
    TitleMatchRules,
)
from bot.domain.rulebook import FormatName, Rulebook
from bot.i18n import Voice
from bot.rendering.regulation.spoken import spoken
from bot.rendering.sentences import listing, number


def how_played(rulebook: Rulebook, voice: Voice) -> Iterator[str]:
    """Who meets whom, and what comes after it."""
    yield from _format(rulebook, voice)
    if rulebook.cut is not None:
        yield voice.count("format_sheet.cut", rulebook.cut.players)
    if not rulebook.traits.is_bracket and has_bracket(rulebook):
        yield from _lives(rulebook, voice)


def _format(rulebook: Rulebook, voice: Voice) -> Iterator[str]:
    match rulebook.format:
        case FormatName.KNOCKOUT:
            return _knockout(rulebook, voice)
        case FormatName.ROUND_ROBIN:
            return _round_robin(rulebook, voice)
        case FormatName.SWISS:
            return _swiss(rulebook, voice)
        case FormatName.GROUPS:
            return _groups(rulebook, voice)
        case FormatName.TITLE_MATCH:
            return _title_match(rulebook, voice)
        case FormatName.ARENA:
            return _arena(rulebook, voice)
        case FormatName.TABLES:
            return _tables(rulebook, voice)
        case other:
            assert_never(other)


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
        yield from _swiss(rulebook, voice)


def _everybody(rules: RoundRobinRules, voice: Voice) -> Iterator[str]:
    yield voice.count("format_sheet.round_robin", rules.times)
    yield voice.say("format_sheet.order_drawn" if rules.drawn_order else "format_sheet.order_rated")
    yield voice.say("format_sheet.void" if rules.void_below_half else "format_sheet.kept")


def _swiss(rulebook: Rulebook, voice: Voice) -> Iterator[str]:
    rules = rulebook.swiss or SwissRules()
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


def _title_match(rulebook: Rulebook, voice: Voice) -> Iterator[str]:
    rules = rulebook.title_match or TitleMatchRules()
    yield voice.count("format_sheet.title_match", rules.best_of // 2 + 1, best_of=rules.best_of)
    yield voice.say("format_sheet.champion_chooses" if rules.champion_chooses else "format_sheet.colour_by_lot")
    if rules.pauses_each:
        yield voice.count("format_sheet.pauses", rules.pauses_each, time=spoken(rules.pause_lasts, voice))
    else:
        yield voice.say("format_sheet.no_pauses")


def _arena(rulebook: Rulebook, voice: Voice) -> Iterator[str]:
    rules, minutes_to_answer = rulebook.arena or ArenaRules(), rulebook.matches.minutes_per_walkover_game
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


def _tables(rulebook: Rulebook, voice: Voice) -> Iterator[str]:
    rules = rulebook.tables or TableRules()
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
