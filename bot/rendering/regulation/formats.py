"""How an event of each format is played, in sentences of the rule sheet: who meets whom, and what comes after it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from bot.domain.hooks import first
from bot.domain.regulation.format_checks import has_bracket
from bot.domain.regulation.format_rules import (
    GroupRules,
    RoundRobinRules,
    Seeding,
    SwissRules,
)
from bot.domain.rulebook import Rulebook
from bot.i18n import Voice
from bot.rendering.regulation.hooks import SHEETS


def how_played(rulebook: Rulebook, voice: Voice) -> Iterator[str]:
    """Who meets whom, and what comes after it."""
    yield from _format(rulebook, voice)
    if rulebook.registration.seeds_by_hand:
        yield voice.say("format_sheet.by_hand")
    if rulebook.cut is not None:
        yield voice.count("format_sheet.cut", rulebook.cut.players)
    if not rulebook.traits.is_bracket and has_bracket(rulebook):
        yield from _lives(rulebook, voice)


def _format(rulebook: Rulebook, voice: Voice) -> Iterable[str]:
    own, traits = first(one.how_played(rulebook, voice) for one in SHEETS.of(rulebook)), rulebook.traits
    if own is not None:
        return own
    if traits.is_bracket:
        return _knockout(rulebook, voice)
    if traits.in_groups:
        return _groups(rulebook, voice)
    if traits.all_play_all:
        return _round_robin(rulebook, voice)
    if traits.by_score:
        return _swiss(rulebook, voice)
    raise LookupError(f"nobody says how the format {rulebook.format} is played")


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
