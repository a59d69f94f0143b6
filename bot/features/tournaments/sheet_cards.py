"""The rule sheet: an event's rulebook in plain sentences of the reader's language.

Every number comes from the rulebook, and every setting that a player can feel is spoken of; the keys of the sentences
begin with `sheet.`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from bot.features.tournaments.games_cards import speakable_name as spoken_game
from bot.features.tournaments.games_cards import speakable_name as spoken_name
from bot.i18n.catalogue import Translator
from bot.kernel.outages import Unit, split_duration
from bot.layout.sentences import listing, number, quote
from bot.play.contests import Length
from bot.play.course import match_lengths
from bot.play.format_checks import has_bracket
from bot.play.format_rules import (
    AdjournmentRules,
    GamesRules,
    GroupRules,
    Level,
    RankingRules,
    RoundRobinRules,
    ScoringRules,
    Seeding,
    SwissRules,
    TimeSystem,
    ToldAtEnd,
)
from bot.play.matches import LONGEST_WAIT
from bot.play.plugs import Hooks, Joined, Strategies, Strategy
from bot.play.points import counts_games, draws_possible
from bot.play.rulebook import (
    KNOWN_OFFENCES,
    SEAT_MATCH,
    DisciplineRules,
    EntryRules,
    Lateness,
    QualifyingEvent,
    Rulebook,
    by_invitation,
    discipline_of,
    seats_of,
)
from bot.play.tie_breaks import IN_ORDER

# --- durations and lists --------------------------------------------------------------------------------------------


_NAMES_SHOWN = 12
_UNIT_KEYS = {
    Unit.SECONDS: "duration.seconds",
    Unit.MINUTES: "duration.minutes",
    Unit.HOURS: "duration.hours",
    Unit.DAYS: "duration.days",
}


def short_duration(length: timedelta, translator: Translator) -> str:
    """A duration by the one unit that its file would use: "90 minutes", which keeps the wordiest sheet short enough."""
    number_of, unit = split_duration(length)
    return translator.count(_UNIT_KEYS[unit], number_of)


def all_spoken(lengths: Sequence[timedelta], translator: Translator) -> str:
    """Several of them as one phrase."""
    return listing([short_duration(length, translator) for length in lengths], translator)


def named_list(names: Sequence[str], translator: Translator) -> str:
    """Names that a file holds, quoted; of a long row the end is left to the file."""
    shown = [quote(name) for name in names[:_NAMES_SHOWN]]
    return listing(shown, translator) if len(names) <= _NAMES_SHOWN else ", ".join([*shown, "…"])


# --- who may enter --------------------------------------------------------------------------------------------------


def sheet_lines(rules: EntryRules, translator: Translator) -> Iterator[str]:
    """A sentence for each condition, and when they are looked at."""
    asked = tuple(_conditions(rules, translator))
    for name, values in asked:
        yield translator.say(f"sheet.who.entry_{name}", **values)
    if asked:
        yield translator.say("sheet.who.entry_once")


def in_one_line(rules: EntryRules, translator: Translator) -> str:
    """What is asked for, side by side."""
    return " · ".join(translator.say(f"conditions.{name}", **values) for name, values in _conditions(rules, translator))


def _conditions(rules: EntryRules, translator: Translator) -> Iterator[tuple[str, Mapping[str, str]]]:
    """The conditions by the ends of their keys, with what their sentences are filled with; a role pings nobody."""
    if rules.role_id is not None:
        yield "role", {"role": f"<@&{rules.role_id}>"}
    match rules.rating_from, rules.rating_below:
        case int() as least, int() as below:
            yield "rating_between", {"least": number(least, translator), "below": number(below, translator)}
        case int() as least, None:
            yield "rating_from", {"least": number(least, translator)}
        case None, int() as below:
            yield "rating_below", {"below": number(below, translator)}
    if rules.account_age:
        yield "account_age", {"age": short_duration(rules.account_age, translator)}


# --- names of tie-breaks and offences -------------------------------------------------------------------------------


_SIGNS = {
    "sonneborn_berger": "SB",
    "buchholz": "Bh",
    "buchholz_cut_1": "Bh-1",
    "buchholz_cut_2": "Bh-2",
    "median_buchholz": "MBh",
    "ratings_sum": "ΣR",
}
"""Headings that are the same all over the world."""


def tie_break_name(name: str, translator: Translator, *, short: bool = False) -> str:
    """What an entry of the tie-break registry is called, or its column's heading; boards have their number."""
    if short and name in _SIGNS:
        return _SIGNS[name]
    kind, board = ("board", name.split("_")[1]) if name.startswith("board_") and name != "board_points" else (name, "")
    return translator.say(f"standings.{'column' if short else 'by'}_{kind}", n=board)


def offence(name: str, translator: Translator) -> str:
    """The offence in the reader's words; what a community named itself is shown as it wrote it."""
    return translator.say(f"warnings.offence.{name}") if name in KNOWN_OFFENCES else quote(name)


# --- points, places, order at the board -----------------------------------------------------------------------------


_OFFENCES_SHOWN = 12


def points(rulebook: Rulebook, translator: Translator) -> Iterator[str]:
    """What a match gives, what decides between those level, and what becomes of who is still level."""
    if rulebook.scoring is not None:
        yield _scoring(rulebook.scoring, translator)
        if may_be_swiss(rulebook):
            worth = {name: number(getattr(rulebook.scoring, name), translator) for name in ("bye", "absence")}
            yield translator.say("format_sheet.points_without_game", **worth)
    if rulebook.ranking is not None:
        order = [_tie_break_name(name, translator) for name in rulebook.ranking.order]
        yield translator.say("format_sheet.order", names=listing(order, translator))
        yield _level(rulebook, rulebook.ranking, _places(rulebook, rulebook.ranking), translator)
        if may_be_swiss(rulebook):
            yield translator.say(f"format_sheet.unplayed.{rulebook.ranking.unplayed.replace('-', '_')}")


def late_for_start(rules: DisciplineRules, translator: Translator) -> Iterator[str]:
    """Lateness that comes off the clock until it loses the game (GO-22)."""
    if rules.absence_countdown is not None:
        yield translator.say("format_sheet.countdown", time=short_duration(rules.absence_countdown, translator))
    if rules.late_limit is not None:
        yield translator.say("format_sheet.late_limit", time=short_duration(rules.late_limit, translator))
        if rules.late_costs:
            yield translator.count("format_sheet.late_costs", rules.late_costs)


def order_at_the_board(rules: DisciplineRules, translator: Translator) -> Iterator[str]:
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
            told = [offence(name, translator) for name in names[:_OFFENCES_SHOWN]]
            yield translator.say(f"format_sheet.{key}", names=listing(told, translator))
    if rules.warnings_that_lose is not None:
        yield translator.count("warnings.that_lose", rules.warnings_that_lose)
    if rules.warning_costs:
        yield translator.count("warnings.costs", rules.warning_costs)
    yield from _rulings(rules, translator)
    if rules.ceremonies_are_a_duty:
        yield translator.say("format_sheet.ceremonies")
    if rules.chief_arbiter:
        yield translator.say("format_sheet.chief")


def _rulings(rules: DisciplineRules, translator: Translator) -> Iterator[str]:
    if rules.colours_right_until_move is not None:
        yield translator.say("format_sheet.wrong_colours", n=rules.colours_right_until_move)
    for key, rulings in (("when_disturbed", rules.when_disturbed), ("when_broken_off", rules.when_broken_off)):
        if rulings:
            told = [translator.say(f"format_sheet.ruling.{ruling}") for ruling in rulings]
            yield translator.say(f"format_sheet.{key}", names=" / ".join(told))
    if rules.endless_repetition is not None:
        yield translator.say(f"format_sheet.endless.{rules.endless_repetition}")


def may_be_swiss(rulebook: Rulebook) -> bool:
    """Whether there can be rounds in which somebody has no opponent, and so something to be said of them."""
    return rulebook.swiss is not None


def _scoring(rules: ScoringRules, translator: Translator) -> str:
    worth = {name: number(getattr(rules, name), translator) for name in ("win", "draw", "loss")}
    return translator.say(
        "format_sheet.points_by_games" if rules.by_games else "format_sheet.points_by_matches", **worth
    )


def _tie_break_name(name: str, translator: Translator) -> str:
    return translator.say("format_sheet.boards_in_order") if name == IN_ORDER else tie_break_name(name, translator)


def _places(rulebook: Rulebook, rules: RankingRules) -> int:
    """The places that are separated: those that the rulebook names, and those that go on."""
    onward = 0 if rulebook.cut is None or rulebook.traits.in_groups else rulebook.cut.players
    in_group = 0 if rulebook.groups is None else rulebook.groups.advance
    return max(rules.decisive_places, onward, in_group)


def _level(rulebook: Rulebook, rules: RankingRules, places: int, translator: Translator) -> str:
    if rules.level is Level.SHARED or not places:
        return translator.say("format_sheet.shared")
    if rules.level is Level.LOT:
        return translator.count("format_sheet.by_lot", places)
    if rulebook.teams is not None:
        return translator.count("format_sheet.by_team_play_off", places)
    if rules.play_off_best_of == 1:
        return translator.count("format_sheet.by_play_off_game", places)
    return translator.count("format_sheet.by_play_off", places, best_of=rules.play_off_best_of)


# --- what features say ------------------------------------------------------------------------------------------


class SheetHooks(Hooks):
    """What one feature says of its settings."""

    def admission(self, rulebook: Rulebook, translator: Translator) -> Iterable[str]:
        """Lines on who may enter, below those of every event."""
        return ()

    def sections(self, rulebook: Rulebook, translator: Translator) -> Iterable[tuple[str, Iterable[str]]]:
        """Sections of its own, before that on points: the key of each title, and its lines."""
        return ()


class SheetStrategy(Strategy):
    """What the sheet says of how one kind of contest is played."""

    def how_played(self, rulebook: Rulebook, translator: Translator) -> Iterable[str] | None:
        """Who meets whom, and how."""
        return None

    def in_bracket(self, rulebook: Rulebook, translator: Translator) -> Iterable[str] | None:
        """How long the matches of a bracket are, where they are not single games between two players."""
        return None


SHEETS: Final = Joined(SheetHooks)
SHEET_STRATEGIES: Final = Strategies(SheetStrategy)


# --- what is played in any format -----------------------------------------------------------------------------------


_TIMES_SHOWN = 5
_OF_ONE_GAME = {
    "sheet.matches.length": "sheet.matches.length_of_one_game",
    "format_sheet.bracket_length": "format_sheet.bracket_length_of_one_game",
    "sheet.matches.final": "sheet.matches.final_of_one_game",
    "sheet.matches.third_place": "sheet.matches.third_place_of_one_game",
}
"""What is said of a length where one game is no "best of"."""


def matches(rulebook: Rulebook, translator: Translator) -> Iterator[str]:
    """How long a match is, what is played in it, by which clock, and who follows it."""
    rating = rulebook.rating
    yield from _games(rulebook, translator)
    if has_bracket(rulebook):
        yield from _bracket_lengths(rulebook, translator)
    if rating.base_minutes or rating.increment_seconds or rulebook.clock is not None:
        yield translator.say("sheet.matches.clock", base=f"{rating.base_minutes:g}", increment=rating.increment_seconds)
    else:
        yield translator.say("format_sheet.no_clock")
    yield from periods(rulebook, translator)
    yield from _adjournment(rulebook.adjournment, translator)
    if rulebook.matches.matches_per_arbiter:
        yield translator.count("sheet.matches.arbiters", rulebook.matches.matches_per_arbiter)
    else:
        yield translator.say("sheet.matches.no_arbiter")
    if rulebook.threads is not None:
        key = "sheet.matches.private_thread" if rulebook.threads.is_private else "sheet.matches.thread"
        yield translator.say(key, open=short_duration(rulebook.threads.open_for, translator))


def _bracket_lengths(rulebook: Rulebook, translator: Translator) -> Iterator[str]:
    rules, is_all = rulebook.knockout, rulebook.traits.is_bracket
    own = SHEET_STRATEGIES.of(rulebook).in_bracket(rulebook, translator)
    if own is not None:
        yield from own
        return
    yield _best_of("sheet.matches.length" if is_all else "format_sheet.bracket_length", rules.best_of, translator)
    yield _best_of("sheet.matches.final", rules.final_best_of, translator)
    if rules.third_place_match:
        yield _best_of("sheet.matches.third_place", rules.third_place_best_of, translator)
    elif rules.lives == 1:
        yield translator.say("sheet.matches.no_third_place")


def _wins(best_of: int) -> int:
    return best_of // 2 + 1


def _best_of(key: str, best_of: int, translator: Translator) -> str:
    if best_of == 1:
        return translator.say(_OF_ONE_GAME[key])
    return translator.count(key, _wins(best_of), best_of=best_of)


def late(rulebook: Rulebook, translator: Translator) -> Iterator[str]:
    """The walkover clock with its moments worked out for each length that occurs (AIJE-D01-5.4), or what a game has in
    its place: the limit of lateness (GO-22), the first move of an arena (ARENA-5), the arbiter at a table of three."""
    order, minutes = discipline_of(rulebook), rulebook.matches.minutes_per_walkover_game
    yield from late_for_start(order, translator)
    if rulebook.traits.has_lobby:
        return
    if rulebook.traits.at_tables:
        yield translator.say("format_sheet.seated_out")
        return
    yield from _both_absent(rulebook, translator)
    if rulebook.matches.waits_for_other_events:
        yield translator.count("sheet.late.waits", LONGEST_WAIT // timedelta(minutes=1))
    lengths = match_lengths(rulebook)
    if order.late_limit is None and order.absence_countdown is None:
        yield translator.count("sheet.late.clock", minutes)
    elif all(length.best_of == 1 for length in lengths):
        return
    for length in lengths:
        yield _walkover_line(length, rulebook, translator)
    yield translator.say("sheet.late.playing_on")


def _both_absent(rulebook: Rulebook, translator: Translator) -> Iterator[str]:
    """When both lose a match to which neither came; nothing where that is left to the arbiter (AIJE-D01-5.4)."""
    after = rulebook.matches.double_absence_after
    if after is not None:
        yield translator.say("sheet.late.both_absent", time=short_duration(after, translator))


def _walkover_line(length: Length, rulebook: Rulebook, translator: Translator) -> str:
    if length.best_of == 1:
        return translator.say("sheet.late.lost_game", time=f"{rulebook.matches.minutes_per_walkover_game}:00")
    times = listing(_walkover_times(rulebook.matches.minutes_per_walkover_game, length.target), translator)
    key = "sheet.late.lost"
    if length.play_all:
        boards = rulebook.teams is not None and not counts_games(rulebook)
        key = "format_sheet.lost_of_boards" if boards else "format_sheet.lost_of_all"
    return translator.say(key, best_of=length.best_of, times=times, score=f"{length.target}\u20130")


def _walkover_times(minutes: int, games: int) -> list[str]:
    """The clock at each game lost: 2:00, 4:00, 6:00; of a long row the middle is left out, never the end."""
    times = [f"{minutes * game}:00" for game in range(1, games + 1)]
    return times if games <= _TIMES_SHOWN else [*times[:2], "…", times[-1]]


def _games(rulebook: Rulebook, translator: Translator) -> Iterator[str]:
    """What a match is outside a bracket, and what is played."""
    rules = rulebook.games
    if rules is None:
        return
    yield from _kind_of_match(rulebook, rules, translator)
    if rules.sheets and rulebook.dispute is None:
        names = named_list([spoken_game(name) for name in rules.sheets], translator)
        yield translator.say("format_sheet.games", names=names)
    if rules.compensation:
        yield translator.say("format_sheet.compensation", stones=number(rules.compensation, translator))


def _kind_of_match(rulebook: Rulebook, rules: GamesRules, translator: Translator) -> Iterator[str]:
    if rulebook.teams is None and not (rulebook.traits.is_series or rulebook.traits.at_tables):
        yield _length(rules, translator)
    said = {"draws": _may_be_drawn(rulebook, rules), "colours": rules.colours, "guessing": rules.guessing}
    for key, holds in said.items():
        if holds:
            yield translator.say(f"format_sheet.{key}")


def _may_be_drawn(rulebook: Rulebook, rules: GamesRules) -> bool:
    teams = rulebook.teams
    return rules.draws and (teams is None or draws_possible(rulebook, teams.board_games))


def periods(rulebook: Rulebook, translator: Translator) -> Iterator[str]:
    """What comes after the base time (GO-12)."""
    rules = rulebook.clock
    if rules is None:
        return
    lasts = short_duration(rules.period_lasts, translator)
    if rules.system is TimeSystem.PERIODS:
        long = 2 * rules.period_lasts
        used = rules.periods_used(long)
        yield translator.count(
            "format_sheet.periods", rules.periods, time=lasts, long=short_duration(long, translator), used=used
        )
    elif rules.system is TimeSystem.BLOCKS:
        yield translator.count("format_sheet.blocks", rules.block_moves, time=lasts)
    else:
        yield translator.say("format_sheet.sudden_death")
    chief = discipline_of(rulebook).chief_arbiter
    yield translator.say("format_sheet.clock_fails" if chief else "format_sheet.clock_fails_arbiter")


def _adjournment(rules: AdjournmentRules | None, translator: Translator) -> Iterator[str]:
    """When a game is adjourned, for how long, and what becomes of its time (GO-14)."""
    if rules is None:
        return
    lasts = short_duration(rules.lasts, translator)
    if rules.after is None:
        yield translator.say("format_sheet.adjourned", lasts=lasts)
    else:
        yield translator.say("format_sheet.adjourned_after", after=short_duration(rules.after, translator), lasts=lasts)
    if rules.reminders_before_restart:
        yield translator.say(
            "format_sheet.adjourned_reminders", times=all_spoken(rules.reminders_before_restart, translator)
        )
    yield translator.say("format_sheet.adjourned_note")


def report(rules: GamesRules | None, translator: Translator) -> str:
    """What is told when a match has ended, and by whom."""
    kind = ToldAtEnd.GAMES if rules is None else rules.report
    return translator.say("sheet.results.report" if kind is ToldAtEnd.GAMES else f"format_sheet.report.{kind}")


def _length(rules: GamesRules, translator: Translator) -> str:
    if rules.best_of == 1:
        return translator.say("format_sheet.one_game")
    if rules.play_all:
        return translator.count("format_sheet.all_games", rules.best_of)
    if rules.best_of % 2 == 0:
        return translator.count("format_sheet.even_games", rules.best_of)
    return translator.count("sheet.matches.length", rules.best_of // 2 + 1, best_of=rules.best_of)


# --- how each format is played --------------------------------------------------------------------------------------


def how_played(rulebook: Rulebook, translator: Translator) -> Iterator[str]:
    """Who meets whom, and what comes after it."""
    yield from _format(rulebook, translator)
    if rulebook.registration.seeds_by_hand:
        yield translator.say("format_sheet.by_hand")
    if rulebook.cut is not None:
        yield translator.count("format_sheet.cut", rulebook.cut.players)
    if not rulebook.traits.is_bracket and has_bracket(rulebook):
        yield from _lives(rulebook, translator)


def _format(rulebook: Rulebook, translator: Translator) -> Iterable[str]:
    own, traits = SHEET_STRATEGIES.of(rulebook).how_played(rulebook, translator), rulebook.traits
    if own is not None:
        return own
    if traits.is_bracket:
        return _knockout(rulebook, translator)
    if traits.in_groups:
        return _groups(rulebook, translator)
    if traits.all_play_all:
        return _round_robin(rulebook, translator)
    if traits.by_score:
        return _swiss(rulebook, translator)
    raise LookupError(f"nobody says how the format {rulebook.format} is played")


def _knockout(rulebook: Rulebook, translator: Translator) -> Iterator[str]:
    if rulebook.knockout.lives == 1:
        yield translator.say("sheet.draw.knockout")
    yield from _lives(rulebook, translator)
    if rulebook.knockout.seeding is Seeding.SEEDED:
        yield translator.say("format_sheet.seeded")
    else:
        yield translator.say(
            "sheet.draw.byes_by_rating" if rulebook.knockout.byes_by_rating else "sheet.draw.byes_by_lot"
        )


def _lives(rulebook: Rulebook, translator: Translator) -> Iterator[str]:
    if rulebook.knockout.lives > 1:
        yield translator.count("format_sheet.lives", rulebook.knockout.lives)
    if rulebook.knockout.placement_matches:
        yield translator.say("format_sheet.placement")


def _round_robin(rulebook: Rulebook, translator: Translator) -> Iterator[str]:
    rules = rulebook.round_robin or RoundRobinRules()
    yield from _everybody(rules, translator)
    if rules.swiss_above is not None:
        yield translator.count("format_sheet.swiss_above", rules.swiss_above)
        yield from _swiss(rulebook, translator)


def _everybody(rules: RoundRobinRules, translator: Translator) -> Iterator[str]:
    yield translator.count("format_sheet.round_robin", rules.times)
    yield translator.say("format_sheet.order_drawn" if rules.drawn_order else "format_sheet.order_rated")
    yield translator.say("format_sheet.void" if rules.void_below_half else "format_sheet.kept")


def _swiss(rulebook: Rulebook, translator: Translator) -> Iterator[str]:
    rules = rulebook.swiss or SwissRules()
    if rules.rounds is None:
        yield translator.say("format_sheet.swiss")
    else:
        yield translator.count("format_sheet.swiss_rounds", rules.rounds)
        yield translator.say("format_sheet.swiss_small", n=2 * rules.rounds)
    yield translator.say("format_sheet.first_by_lot" if rules.drawn_first_round else "format_sheet.first_by_halves")
    if rules.late_entry_until > 1:
        yield translator.say("format_sheet.late_entry", n=rules.late_entry_until)
    if rules.keep_clubs_apart:
        yield translator.say("format_sheet.clubs")
    if rules.out_after is not None:
        yield translator.count("format_sheet.out_after", rules.out_after)


def _groups(rulebook: Rulebook, translator: Translator) -> Iterator[str]:
    rules = rulebook.groups or GroupRules()
    yield translator.count("format_sheet.groups", rules.advance, size=rules.size)
    yield from _everybody(rulebook.round_robin or RoundRobinRules(), translator)


# --- the sheet ------------------------------------------------------------------------------------------------------


LONGEST_PAGE = 3700
"""Characters of titles and lines together: what fits under a heading in one Discord message."""
LONGEST_SHEET = 6000
"""The same for the whole sheet, which goes on in a second message where one does not hold it."""

_ANNUAL = frozenset({"aije-candidates", "aije-champions-league", "aije-world"})
"""Rulebooks whose events people know by a name of their own."""
_SPARE = (
    "sheet.who.entry_once",
    "sheet.outage.unpunished",
    "sheet.rating.walkovers",
    "sheet.late.playing_on",
    "format_sheet.later_cards",
    "format_sheet.active",
    "sheet.check_in.leaving",
    "sheet.check_in.missed",
    "sheet.check_in.missed_at_start",
    "sheet.who.no_limit",
    "format_sheet.kept",
    "sheet.absence.no_bar",
    "sheet.who.everyone",
    "sheet.who.unofficial",
    "sheet.draw.commitment",
    "format_sheet.commitment",
)
"""What holds by every rulebook or goes without saying, the first to be left out where a sheet would not fit."""


@dataclass(frozen=True, slots=True)
class SheetSection:
    """A heading, and the sentences under it, one a line; markdown, already safe to show."""

    title: str
    lines: tuple[str, ...]


def rule_sheet(rulebook: Rulebook, translator: Translator) -> tuple[SheetSection, ...]:
    """The settings of an event as a player reads them: at most `LONGEST_SHEET` characters in any language."""
    of_capabilities = [section for one in SHEETS.of(rulebook) for section in one.sections(rulebook, translator)]
    sections: dict[str, Iterable[str]] = {
        "sheet.who.title": _who(rulebook, translator),
        "sheet.check_in.title": _check_in(rulebook, translator),
        "sheet.draw.title" if rulebook.traits.is_bracket else "format_sheet.title": _draw(rulebook, translator),
        "sheet.matches.title": matches(rulebook, translator),
        "sheet.late.title": late(rulebook, translator),
        **dict(of_capabilities),
        "format_sheet.points_title": points(rulebook, translator),
        "sheet.results.title": _results(rulebook, translator),
        "format_sheet.order_title": order_at_the_board(discipline_of(rulebook), translator),
        "sheet.absence.title": _absence(rulebook, translator),
        "sheet.rating.title": _rating(rulebook, translator),
        "sheet.outage.title": _outage(rulebook, translator),
    }
    return _fit({translator.say(title): list(lines) for title, lines in sections.items()}, translator)


def pages(rulebook: Rulebook, translator: Translator) -> tuple[tuple[str, ...], ...]:
    """The sheet as paragraphs, message by message: one, or more for a rulebook that says much."""
    found: list[list[str]] = [[]]
    room = LONGEST_PAGE
    for section in rule_sheet(rulebook, translator):
        paragraph = f"**{section.title}**\n" + "\n".join(section.lines)
        if len(paragraph) + 1 > room and found[-1]:
            found.append([])
            room = LONGEST_PAGE
        found[-1].append(paragraph)
        room -= len(paragraph) + 1
    return tuple(map(tuple, found))


def _fit(told: dict[str, list[str]], translator: Translator) -> tuple[SheetSection, ...]:
    """The sections that have something to say, none longer than a page.

    What a sheet would be too long with is left out: first what goes without saying, then the ends of the longest
    sections, with a line that sends the reader to the file.
    """
    told = _without_spare(told, translator)
    more, is_full = translator.say("format_sheet.more"), False
    while (_size(told) > LONGEST_SHEET or _longest(told) > LONGEST_PAGE) and not is_full:
        title = max(told, key=lambda one: sum(map(len, told[one])))
        cut = [*[line for line in told[title] if line != more][:-1], more]
        is_full = cut == told[title]
        told = {**told, title: cut}
    return tuple(SheetSection(title, tuple(lines)) for title, lines in told.items() if lines)


def _without_spare(told: dict[str, list[str]], translator: Translator) -> dict[str, list[str]]:
    """The sections without as many of the spare sentences as it takes to fit, or without them all."""
    for key in _SPARE:
        if _size(told) > LONGEST_SHEET:
            line = translator.say(key)
            told = {title: [one for one in lines if one != line] for title, lines in told.items()}
    return told


def _size(told: Mapping[str, list[str]]) -> int:
    """Characters with the marks of the headings and the line ends."""
    return sum(len(title) + 5 + sum(len(line) + 1 for line in lines) for title, lines in told.items() if lines)


def _longest(told: Mapping[str, list[str]]) -> int:
    return max(_size({title: lines}) for title, lines in told.items())


def _event(rulebook: str, translator: Translator) -> str:
    """What people call the events of another rulebook, of which the sheet knows no more than its name."""
    if rulebook in _ANNUAL:
        return translator.say(f"sheet.event.{rulebook.replace('-', '_')}")
    return quote(spoken_name(rulebook))


def _who(rulebook: Rulebook, translator: Translator) -> Iterator[str]:
    rules = rulebook.registration
    yield translator.say(
        "sheet.who.rulebook", title=quote(rulebook.title_in(translator.locale)), version=quote(rulebook.version)
    )
    yield from _standing(rulebook, translator)
    yield from _open_to(rulebook, translator)
    if rules.refuse_barred and rulebook.absence.ask_why:
        yield translator.say("sheet.who.barred")
    if rules.refuse_qualified_for is not None:
        yield translator.say("sheet.who.qualified", event=_event(rules.refuse_qualified_for, translator))
    yield from _field(rulebook, translator)
    for one in SHEETS.of(rulebook):
        yield from one.admission(rulebook, translator)


def _open_to(rulebook: Rulebook, translator: Translator) -> Iterator[str]:
    """Who is invited or meets the conditions, or else everybody, and the account that is played with."""
    account, conditions = rulebook.registration.account, rulebook.entry or EntryRules()
    open_to_all = not by_invitation(rulebook) and conditions == EntryRules()
    if by_invitation(rulebook):
        yield translator.say(f"sheet.who.invited.{_invited_by(rulebook)}")
    elif account is None and open_to_all:
        yield translator.say("sheet.who.everyone")
    yield from sheet_lines(conditions, translator)
    if account is not None:
        key = "sheet.who.account" if open_to_all else "sheet.who.account_asked"
        yield translator.say(key, account=quote(account))


def _standing(rulebook: Rulebook, translator: Translator) -> Iterator[str]:
    """Whether titles hang on it; where nothing is rated nobody thinks of any."""
    if rulebook.official:
        yield translator.say("sheet.who.official")
    elif rulebook.rating.rated:
        yield translator.say("sheet.who.unofficial")


def _field(rulebook: Rulebook, translator: Translator) -> Iterator[str]:
    """How many may play, and how few are too few."""
    capacity = rulebook.registration.capacity
    yield translator.say("sheet.who.no_limit") if capacity is None else translator.count("sheet.who.capacity", capacity)
    counted = "sheet.who.minimum" if rulebook.teams is None else "sheet.who.minimum_teams"
    yield translator.count(counted, rulebook.minimum_entrants)


def _invited_by(rulebook: Rulebook) -> str:
    """Which sentence says who may enter an invited event."""
    if seats_of(rulebook) is QualifyingEvent.WORLD:
        return "world"
    if seats_of(rulebook) is not None:
        return "seats"
    return "arranged" if rulebook.name == SEAT_MATCH else "organisers"


def _check_in(rulebook: Rulebook, translator: Translator) -> Iterator[str]:
    rules = rulebook.check_in
    opens = short_duration(rules.opens_before, translator)
    if rules.closes_before:
        yield translator.say(
            "sheet.check_in.closes", opens=opens, closes=short_duration(rules.closes_before, translator)
        )
    else:
        yield translator.say("sheet.check_in.closes_at_start", opens=opens)
    if rules.reminders_before_close:
        yield translator.say("sheet.check_in.reminders", times=all_spoken(rules.reminders_before_close, translator))
    if rules.extend_check_in:
        yield translator.say("sheet.check_in.extended")
    yield translator.say("sheet.check_in.missed_at_start" if takes_latecomers(rulebook) else "sheet.check_in.missed")
    if rules.late is not Lateness.NONE:
        yield translator.say(f"sheet.check_in.late_{rules.late.value}")
    yield translator.say("sheet.check_in.leaving")
    if rulebook.registration.substitutes:
        yield translator.say("sheet.check_in.substitutes")


def takes_latecomers(rulebook: Rulebook) -> bool:
    """Whether somebody may still come in after the start."""
    if rulebook.check_in.late is not Lateness.NONE:
        return True
    later = rulebook.swiss is not None and rulebook.traits.by_score and rulebook.swiss.late_entry_until > 1
    return later or (rulebook.arena is not None and bool(rulebook.arena.late_entry_within))


def _draw(rulebook: Rulebook, translator: Translator) -> Iterator[str]:
    yield from how_played(rulebook, translator)
    if rulebook.traits.has_lobby:
        return
    yield translator.say("sheet.draw.commitment" if rulebook.traits.is_bracket else "format_sheet.commitment")


def _results(rulebook: Rulebook, translator: Translator) -> Iterator[str]:
    rules = rulebook.matches
    yield report(rulebook.games, translator)
    # In an arena nobody is reminded: who comes to the lobby is shown the report.
    in_arena = rulebook.traits.has_lobby
    yield translator.say(
        "sheet.results.unanswered_in_arena" if in_arena else "sheet.results.unanswered",
        reminded=short_duration(rules.remind_confirm_after, translator),
        stands=short_duration(rules.confirm_within, translator),
    )
    settled = "sheet.results.dispute" if rules.matches_per_arbiter else "sheet.results.dispute_to_staff"
    yield translator.say(settled, time=short_duration(rules.escalate_dispute_after, translator))
    if discipline_of(rulebook).confirmed_is_final:
        yield translator.say("format_sheet.confirmed_is_final")


def _absence(rulebook: Rulebook, translator: Translator) -> Iterator[str]:
    rules = rulebook.absence
    if not rules.ask_why:
        yield translator.say("sheet.absence.not_asked")
        return
    yield translator.say("sheet.absence.window", time=short_duration(rules.justify_within, translator))
    if rules.reminders_before_close:
        yield translator.say("sheet.absence.reminders", times=all_spoken(rules.reminders_before_close, translator))
    yield translator.say(f"sheet.absence.{rules.reviewers}")
    yield translator.say(f"sheet.absence.{rules.when_unanswered}")
    if not rules.bar_when_unjustified:
        yield translator.say("sheet.absence.no_bar")
    elif rules.bar_lasts is None:
        yield translator.say("sheet.absence.bar")
    else:
        yield translator.say("sheet.absence.bar_for", time=short_duration(rules.bar_lasts, translator))
    yield translator.say(f"sheet.absence.{'called_off_counts' if rules.also_when_called_off else 'called_off_excuses'}")


def _rating(rulebook: Rulebook, translator: Translator) -> Iterator[str]:
    rules = rulebook.rating
    if rules.rated:
        yield translator.say(
            "sheet.rating.rated", initial=number(rules.initial, translator), k=number(rules.k, translator)
        )
        yield translator.say("sheet.rating.walkovers")
    else:
        yield translator.say("sheet.rating.unrated")


def _outage(rulebook: Rulebook, translator: Translator) -> Iterator[str]:
    yield translator.say("sheet.outage.reopened", time=short_duration(rulebook.outage.reopen_for, translator))
    yield translator.say("sheet.outage.unpunished")
