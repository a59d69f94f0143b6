"""The part of the rule sheet that says what is played in an event of any format: games, teams, decks, clocks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.domain.events.event_kinds import stays_on
from bot.domain.grades import Grade, Kind
from bot.domain.regulation.discipline_rules import discipline_of
from bot.domain.regulation.format_rules import (
    AdjournmentRules,
    DeckRules,
    DisputeRules,
    GamesRules,
    LineUp,
    Report,
    TeamRules,
    TimeSystem,
)
from bot.domain.regulation.grade_rules import GradeRules
from bot.domain.rulebook import Rulebook
from bot.domain.team_play.board_reports import draws_possible
from bot.i18n import Voice
from bot.rendering.game_names import spoken as spoken_game
from bot.rendering.regulation.spoken import all_spoken, named_list, spoken
from bot.rendering.sentences import listing, number
from bot.rendering.team_play import team_sheet
from bot.rendering.text import quoted

_NAMES_SHOWN = 12


def games(rulebook: Rulebook, voice: Voice) -> Iterator[str]:
    """What a match is outside a bracket, and what is played."""
    rules, teams = rulebook.games, rulebook.teams
    if rules is None:
        return
    if teams is None and not (rulebook.traits.is_series or rulebook.traits.at_tables):
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
