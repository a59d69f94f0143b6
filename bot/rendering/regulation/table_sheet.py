"""The part of the rule sheet on points, places, and order at the board."""

from __future__ import annotations

from collections.abc import Iterator

from bot.domain.regulation.discipline_rules import DisciplineRules
from bot.domain.regulation.format_rules import Level, RankingRules, ScoringRules
from bot.domain.rulebook import Rulebook
from bot.domain.tie_breaks.boards import IN_ORDER
from bot.i18n import Voice
from bot.rendering.regulation.rule_names import offence, tie_break_name
from bot.rendering.regulation.spoken import short_duration
from bot.rendering.sentences import listing, number

_OFFENCES_SHOWN = 12


def points(rulebook: Rulebook, voice: Voice) -> Iterator[str]:
    """What a match gives, what decides between those level, and what becomes of who is still level."""
    if rulebook.scoring is not None:
        yield _scoring(rulebook.scoring, voice)
        if may_be_swiss(rulebook):
            worth = {name: number(getattr(rulebook.scoring, name), voice) for name in ("bye", "absence")}
            yield voice.say("format_sheet.points_without_game", **worth)
    if rulebook.ranking is not None:
        order = [_tie_break_name(name, voice) for name in rulebook.ranking.order]
        yield voice.say("format_sheet.order", names=listing(order, voice))
        yield _level(rulebook, rulebook.ranking, _places(rulebook, rulebook.ranking), voice)
        if may_be_swiss(rulebook):
            yield voice.say(f"format_sheet.unplayed.{rulebook.ranking.unplayed.replace('-', '_')}")


def late_for_start(rules: DisciplineRules, voice: Voice) -> Iterator[str]:
    """Lateness that comes off the clock until it loses the game (GO-22)."""
    if rules.absence_countdown is not None:
        yield voice.say("format_sheet.countdown", time=short_duration(rules.absence_countdown, voice))
    if rules.late_limit is not None:
        yield voice.say("format_sheet.late_limit", time=short_duration(rules.late_limit, voice))
        if rules.late_costs:
            yield voice.count("format_sheet.late_costs", rules.late_costs)


def order_at_the_board(rules: DisciplineRules, voice: Voice) -> Iterator[str]:
    """Offences and their price, and who rules on what (GO-17, GO-20, GO-23, GO-24, GO-30)."""
    for key, names in (
        ("warned", rules.warned),
        ("lost_turn", rules.lost_turn),
        ("lost_turn_and_warned", rules.lost_turn_and_warned),
        ("warned_or_lost", rules.warned_or_lost),
        ("lost_when_repeated", rules.lost_when_repeated),
        ("graver_when_repeated", rules.graver_when_repeated),
    ):
        if names:
            told = [offence(name, voice) for name in names[:_OFFENCES_SHOWN]]
            yield voice.say(f"format_sheet.{key}", names=listing(told, voice))
    if rules.warnings_that_lose is not None:
        yield voice.count("warnings.that_lose", rules.warnings_that_lose)
    if rules.warning_costs:
        yield voice.count("warnings.costs", rules.warning_costs)
    yield from _rulings(rules, voice)
    if rules.ceremonies_are_a_duty:
        yield voice.say("format_sheet.ceremonies")
    if rules.chief_arbiter:
        yield voice.say("format_sheet.chief")


def _rulings(rules: DisciplineRules, voice: Voice) -> Iterator[str]:
    if rules.colours_right_until_move is not None:
        yield voice.say("format_sheet.wrong_colours", n=rules.colours_right_until_move)
    for key, rulings in (("when_disturbed", rules.when_disturbed), ("when_broken_off", rules.when_broken_off)):
        if rulings:
            told = [voice.say(f"format_sheet.ruling.{ruling}") for ruling in rulings]
            yield voice.say(f"format_sheet.{key}", names=" / ".join(told))
    if rules.endless_repetition is not None:
        yield voice.say(f"format_sheet.endless.{rules.endless_repetition}")


def may_be_swiss(rulebook: Rulebook) -> bool:
    """Whether there can be rounds in which somebody has no opponent, and so something to be said of them."""
    return rulebook.swiss is not None


def _scoring(rules: ScoringRules, voice: Voice) -> str:
    worth = {name: number(getattr(rules, name), voice) for name in ("win", "draw", "loss")}
    return voice.say("format_sheet.points_by_games" if rules.by_games else "format_sheet.points_by_matches", **worth)


def _tie_break_name(name: str, voice: Voice) -> str:
    return voice.say("format_sheet.boards_in_order") if name == IN_ORDER else tie_break_name(name, voice)


def _places(rulebook: Rulebook, rules: RankingRules) -> int:
    """The places that are separated: those that the rulebook names, and those that go on."""
    onward = 0 if rulebook.cut is None or rulebook.traits.in_groups else rulebook.cut.players
    in_group = 0 if rulebook.groups is None else rulebook.groups.advance
    return max(rules.decisive_places, onward, in_group)


def _level(rulebook: Rulebook, rules: RankingRules, places: int, voice: Voice) -> str:
    if rules.level is Level.SHARED or not places:
        return voice.say("format_sheet.shared")
    if rules.level is Level.LOT:
        return voice.count("format_sheet.by_lot", places)
    if rulebook.teams is not None:
        return voice.count("format_sheet.by_team_play_off", places)
    if rules.play_off_best_of == 1:
        return voice.count("format_sheet.by_play_off_game", places)
    return voice.count("format_sheet.by_play_off", places, best_of=rules.play_off_best_of)
