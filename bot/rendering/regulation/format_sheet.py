"""The part of the rule sheet that says what is played in an event of any format: matches, games, clocks, lateness."""

from __future__ import annotations

from collections.abc import Iterator

from bot.domain.contests import Length
from bot.domain.events.event_kinds import counts_games, draws_possible
from bot.domain.hooks import first
from bot.domain.lengths import match_lengths
from bot.domain.regulation.discipline_rules import discipline_of
from bot.domain.regulation.format_checks import has_bracket
from bot.domain.regulation.format_rules import AdjournmentRules, GamesRules, Report, TimeSystem
from bot.domain.rulebook import Rulebook
from bot.i18n import Voice
from bot.rendering.game_names import speakable_name as spoken_game
from bot.rendering.regulation import table_sheet
from bot.rendering.regulation.hooks import SHEETS
from bot.rendering.regulation.spoken import all_spoken, named_list, short_duration
from bot.rendering.sentences import listing, number

_TIMES_SHOWN = 5
_OF_ONE_GAME = {
    "sheet.matches.length": "sheet.matches.length_of_one_game",
    "format_sheet.bracket_length": "format_sheet.bracket_length_of_one_game",
    "sheet.matches.final": "sheet.matches.final_of_one_game",
    "sheet.matches.third_place": "sheet.matches.third_place_of_one_game",
}
"""What is said of a length where one game is no "best of"."""


def matches(rulebook: Rulebook, voice: Voice) -> Iterator[str]:
    """How long a match is, what is played in it, by which clock, and who follows it."""
    rating = rulebook.rating
    yield from _games(rulebook, voice)
    if has_bracket(rulebook):
        yield from _bracket_lengths(rulebook, voice)
    if rating.base_minutes or rating.increment_seconds or rulebook.clock is not None:
        yield voice.say("sheet.matches.clock", base=f"{rating.base_minutes:g}", increment=rating.increment_seconds)
    else:
        yield voice.say("format_sheet.no_clock")
    yield from periods(rulebook, voice)
    yield from _adjournment(rulebook.adjournment, voice)
    if rulebook.matches.matches_per_arbiter:
        yield voice.count("sheet.matches.arbiters", rulebook.matches.matches_per_arbiter)
    else:
        yield voice.say("sheet.matches.no_arbiter")
    if rulebook.threads is not None:
        key = "sheet.matches.private_thread" if rulebook.threads.is_private else "sheet.matches.thread"
        yield voice.say(key, open=short_duration(rulebook.threads.open_for, voice))


def _bracket_lengths(rulebook: Rulebook, voice: Voice) -> Iterator[str]:
    rules, is_all = rulebook.knockout, rulebook.traits.is_bracket
    own = first(one.in_bracket(rulebook, voice) for one in SHEETS.of(rulebook))
    if own is not None:
        yield from own
        return
    yield _best_of("sheet.matches.length" if is_all else "format_sheet.bracket_length", rules.best_of, voice)
    yield _best_of("sheet.matches.final", rules.final_best_of, voice)
    if rules.third_place_match:
        yield _best_of("sheet.matches.third_place", rules.third_place_best_of, voice)
    elif rules.lives == 1:
        yield voice.say("sheet.matches.no_third_place")


def _wins(best_of: int) -> int:
    return best_of // 2 + 1


def _best_of(key: str, best_of: int, voice: Voice) -> str:
    if best_of == 1:
        return voice.say(_OF_ONE_GAME[key])
    return voice.count(key, _wins(best_of), best_of=best_of)


def late(rulebook: Rulebook, voice: Voice) -> Iterator[str]:
    """The walkover clock with its moments worked out for each length that occurs (AIJE-D01-5.4), or what a game has in
    its place: the limit of lateness (GO-22), the first move of an arena (ARENA-5), the arbiter at a table of three."""
    order, minutes = discipline_of(rulebook), rulebook.matches.minutes_per_walkover_game
    yield from table_sheet.late_for_start(order, voice)
    if rulebook.traits.has_lobby:
        return
    if rulebook.traits.at_tables:
        yield voice.say("format_sheet.seated_out")
        return
    yield from _both_absent(rulebook, voice)
    lengths = match_lengths(rulebook)
    if order.late_limit is None and order.absence_countdown is None:
        yield voice.count("sheet.late.clock", minutes)
    elif all(length.best_of == 1 for length in lengths):
        return
    for length in lengths:
        yield _walkover_line(length, rulebook, voice)
    yield voice.say("sheet.late.playing_on")


def _both_absent(rulebook: Rulebook, voice: Voice) -> Iterator[str]:
    """When both lose a match to which neither came; nothing where that is left to the arbiter (AIJE-D01-5.4)."""
    after = rulebook.matches.double_absence_after
    if after is not None:
        yield voice.say("sheet.late.both_absent", time=short_duration(after, voice))


def _walkover_line(length: Length, rulebook: Rulebook, voice: Voice) -> str:
    if length.best_of == 1:
        return voice.say("sheet.late.lost_game", time=f"{rulebook.matches.minutes_per_walkover_game}:00")
    times = listing(_walkover_times(rulebook.matches.minutes_per_walkover_game, length.target), voice)
    key = "sheet.late.lost"
    if length.play_all:
        boards = rulebook.teams is not None and not counts_games(rulebook)
        key = "format_sheet.lost_of_boards" if boards else "format_sheet.lost_of_all"
    return voice.say(key, best_of=length.best_of, times=times, score=f"{length.target}\u20130")


def _walkover_times(minutes: int, games: int) -> list[str]:
    """The clock at each game lost: 2:00, 4:00, 6:00; of a long row the middle is left out, never the end."""
    times = [f"{minutes * game}:00" for game in range(1, games + 1)]
    return times if games <= _TIMES_SHOWN else [*times[:2], "…", times[-1]]


def _games(rulebook: Rulebook, voice: Voice) -> Iterator[str]:
    """What a match is outside a bracket, and what is played."""
    rules = rulebook.games
    if rules is None:
        return
    yield from _kind_of_match(rulebook, rules, voice)
    if rules.sheets and rulebook.dispute is None:
        names = named_list([spoken_game(name) for name in rules.sheets], voice)
        yield voice.say("format_sheet.games", names=names)
    if rules.compensation:
        yield voice.say("format_sheet.compensation", stones=number(rules.compensation, voice))


def _kind_of_match(rulebook: Rulebook, rules: GamesRules, voice: Voice) -> Iterator[str]:
    if rulebook.teams is None and not (rulebook.traits.is_series or rulebook.traits.at_tables):
        yield _length(rules, voice)
    said = {"draws": _may_be_drawn(rulebook, rules), "colours": rules.colours, "guessing": rules.guessing}
    for key, holds in said.items():
        if holds:
            yield voice.say(f"format_sheet.{key}")


def _may_be_drawn(rulebook: Rulebook, rules: GamesRules) -> bool:
    teams = rulebook.teams
    return rules.draws and (teams is None or draws_possible(rulebook, teams.board_games))


def periods(rulebook: Rulebook, voice: Voice) -> Iterator[str]:
    """What comes after the base time (GO-12)."""
    rules = rulebook.clock
    if rules is None:
        return
    lasts = short_duration(rules.period_lasts, voice)
    if rules.system is TimeSystem.PERIODS:
        long = 2 * rules.period_lasts
        used = rules.periods_used(long)
        yield voice.count(
            "format_sheet.periods", rules.periods, time=lasts, long=short_duration(long, voice), used=used
        )
    elif rules.system is TimeSystem.BLOCKS:
        yield voice.count("format_sheet.blocks", rules.block_moves, time=lasts)
    else:
        yield voice.say("format_sheet.sudden_death")
    chief = discipline_of(rulebook).chief_arbiter
    yield voice.say("format_sheet.clock_fails" if chief else "format_sheet.clock_fails_arbiter")


def _adjournment(rules: AdjournmentRules | None, voice: Voice) -> Iterator[str]:
    """When a game is adjourned, for how long, and what becomes of its time (GO-14)."""
    if rules is None:
        return
    lasts = short_duration(rules.lasts, voice)
    if rules.after is None:
        yield voice.say("format_sheet.adjourned", lasts=lasts)
    else:
        yield voice.say("format_sheet.adjourned_after", after=short_duration(rules.after, voice), lasts=lasts)
    if rules.reminders_before_restart:
        yield voice.say("format_sheet.adjourned_reminders", times=all_spoken(rules.reminders_before_restart, voice))
    yield voice.say("format_sheet.adjourned_note")


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
