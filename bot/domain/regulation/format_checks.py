"""Which tables a format needs and which say nothing in it, and what one table asks of another.

A rulebook that contradicts itself is refused before an event is created with it: each fault has the exact key, what
stands there and what is possible.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from bot.domain.regulation.bounds import above, write_setting
from bot.domain.regulation.format_rules import GamesRules, Level, Report, Seeding
from bot.domain.regulation.format_traits import SWISS, Bracket
from bot.domain.regulation.rulebook_problems import Problem, ProblemCode
from bot.domain.rulebook import OF_SOME_FORMATS, KnockoutRules, Rulebook, settings
from bot.domain.tie_breaks.boards import IN_ORDER
from bot.domain.tie_breaks.registry import NAMES, TIE_BREAKS

_ONE_GAME: Final = frozenset({Report.RESULT, Report.RESULT_WITH_MOVES, Report.COUNT, Report.INFLUENCE})
_TEAM_WORDS: Final = (IN_ORDER, "board_points", "ratings_sum")
_DISPUTE_WORDS: Final = ("living_points", "giant_points")
_ORDER: Final = "ranking.order"


def has_bracket(rulebook: Rulebook) -> bool:
    """Whether a knock-out is played, at once or in the end."""
    return rulebook.traits.bracket is not Bracket.BY_CUT or rulebook.cut is not None


def format_problems(rulebook: Rulebook) -> Iterator[Problem]:
    """What keeps the tables of a rulebook from going together."""
    yield from _tables(rulebook)
    yield from _games(rulebook)
    yield from _report(rulebook)
    yield from _order(rulebook)
    yield from _ties(rulebook)
    yield from _bracket(rulebook)
    yield from _cut(rulebook)
    yield from _seeds(rulebook)
    yield from _field(rulebook)


def asks(key: str, given: str, other: str, *options: str) -> Problem:
    """That the value at one key wants another value at the other key."""
    return Problem(key, ProblemCode.ASKS_FOR_OTHER, given=given, other=other, options=options)


def differs(key: str, given: str, other: str, limit: str) -> Problem:
    """That two keys tell one thing differently."""
    return Problem(key, ProblemCode.DIFFERS, given=given, limit=limit, other=other)


def _says_nothing(key: str, given: str, rulebook: Rulebook) -> Problem:
    return Problem(key, ProblemCode.NOT_IN_FORMAT, given=given, limit=rulebook.format)


def _no_table(name: str, asked_by: str) -> Problem:
    return Problem(name, ProblemCode.TABLE_MISSING, given=asked_by)


def _tables(rulebook: Rulebook) -> Iterator[Problem]:
    for name in OF_SOME_FORMATS:
        yield from _table(name, rulebook)
    if rulebook.teams is not None and rulebook.games is None and "games" not in rulebook.traits.needs:
        yield _no_table("games", "[teams]")
    if not has_bracket(rulebook) and rulebook.knockout != KnockoutRules():
        yield _says_nothing("knockout", "[knockout]", rulebook)
    yield from _swiss_of_many(rulebook)


def _table(name: str, rulebook: Rulebook) -> Iterator[Problem]:
    """A table that the format needs and the file lacks, or one that says nothing in it."""
    needed, allowed = rulebook.traits.needs, rulebook.traits.may_have
    has = getattr(rulebook, name) is not None
    if name in needed and not has:
        yield _no_table(name, f"format = {rulebook.format}")
    elif has and name not in needed and name not in allowed:
        yield _says_nothing(name, f"[{name}]", rulebook)


def _swiss_of_many(rulebook: Rulebook) -> Iterator[Problem]:
    """A round robin of many is a Swiss, where the file says of how many and how that one is played (AIJE-D05-3)."""
    rules = rulebook.round_robin
    if rules is not None and rulebook.traits.in_groups and rules.swiss_above is not None:
        yield _says_nothing("round_robin.swiss_above", write_setting(rules.swiss_above), rulebook)
    elif rulebook.traits.is_round_robin and rules is not None:
        if rules.swiss_above is not None and rulebook.swiss is None:
            yield _no_table("swiss", f"round_robin.swiss_above = {rules.swiss_above}")
        if rules.swiss_above is None and rulebook.swiss is not None:
            yield _says_nothing("swiss", "[swiss]", rulebook)
        yield from _bye_of_many(rulebook)


def _bye_of_many(rulebook: Rulebook) -> Iterator[Problem]:
    """In a round robin all rest in turn, so that a bye may be worth nothing; in a Swiss one player loses by it."""
    rules, scoring = rulebook.round_robin, rulebook.scoring
    if rules is not None and rules.swiss_above is not None and scoring is not None and not scoring.bye:
        given = write_setting(rules.swiss_above)
        yield asks(
            "round_robin.swiss_above", given, "scoring.bye", write_setting(scoring.win), write_setting(scoring.draw)
        )


def _games(rulebook: Rulebook) -> Iterator[Problem]:
    """The number of games of a contest, wherever it stands."""
    games = rulebook.games
    if games is None:
        return
    if games.best_of > 0 and games.best_of % 2 == 0 and not games.play_all and not games.draws:
        yield Problem("games.best_of", ProblemCode.NOT_ODD, given=write_setting(games.best_of))
    for key, number in _told_elsewhere(rulebook):
        if games.best_of != number:
            yield differs("games.best_of", write_setting(games.best_of), key, write_setting(number))


def _told_elsewhere(rulebook: Rulebook) -> Iterator[tuple[str, int]]:
    """The other keys that tell of how many games a contest is, with what they say."""
    if rulebook.title_match is not None:
        yield "title_match.best_of", rulebook.title_match.best_of
    if rulebook.traits.is_bracket and rulebook.teams is None:
        yield "knockout.best_of", rulebook.knockout.best_of
    if rulebook.dispute is not None:
        rules = rulebook.dispute
        yield "dispute", rules.table_games + rules.giant_games + rules.living_games


def _report(rulebook: Rulebook) -> Iterator[Problem]:
    """A kind of report that does not fit what is played (GO-9, OTE-2.3, ARENA-6, AIJE-D05-3)."""
    games = rulebook.games
    if games is None:
        return
    report = games.report
    yield from _kind_of_report(rulebook, report)
    if report in _ONE_GAME and games.best_of > 1:
        yield asks("games.report", report, "games.best_of", "1")
    yield from _compensation(games)
    yield from _guessing(rulebook, games)
    if report is Report.RESULT_WITH_MOVES and not games.draws:
        yield asks("games.report", report, "games.draws", "true")
    if rulebook.rating.rated and report is Report.INFLUENCE:
        yield asks("games.report", report, "rating.rated", "false")


def _kind_of_report(rulebook: Rulebook, report: Report) -> Iterator[Problem]:
    """A format knows its reports, and boards are told by teams, as teams tell nothing else."""
    known, teams = rulebook.traits.reports, rulebook.teams is not None
    if report not in known:
        yield Problem("games.report", ProblemCode.NOT_AN_OPTION, given=report, options=tuple(map(str, known)))
    elif teams and report is not Report.BOARDS:
        yield Problem("games.report", ProblemCode.NOT_AN_OPTION, given=report, options=(Report.BOARDS,))
    elif not teams and report is Report.BOARDS:
        yield _no_table("teams", f"games.report = {report}")


def _compensation(games: GamesRules) -> Iterator[Problem]:
    """Compensation belongs to counted games, and without it a count can be level."""
    if games.report is Report.COUNT and not games.compensation and not games.draws:
        yield asks("games.compensation", "0", "games.draws", "true")
    if games.compensation and games.report not in {Report.COUNT, Report.BOARDS}:
        yield asks("games.compensation", write_setting(games.compensation), "games.report", Report.COUNT, Report.BOARDS)


def _guessing(rulebook: Rulebook, games: GamesRules) -> Iterator[Problem]:
    """Guessing is for single games between two whose colours nobody else gives (GO-10)."""
    if not games.guessing:
        return
    if games.colours:
        yield asks("games.guessing", "true", "games.colours", "false")
    if games.best_of > 1:
        yield asks("games.guessing", "true", "games.best_of", "1")
    if rulebook.teams is not None or not rulebook.traits.has_matches:
        yield _says_nothing("games.guessing", "true", rulebook)


def _order(rulebook: Rulebook) -> Iterator[Problem]:
    """Tie-breaks that nobody knows, that say nothing here, or that look at a table which is not there."""
    if rulebook.ranking is None:
        return
    order = rulebook.ranking.order
    if not order:
        yield Problem(_ORDER, ProblemCode.EMPTY_LIST)
    for place, name in enumerate(order):
        if name in order[:place]:
            yield Problem(_ORDER, ProblemCode.STANDS_TWICE, given=name)
        else:
            yield from _tie_break(name, rulebook)


def _tie_break(name: str, rulebook: Rulebook) -> Iterator[Problem]:
    if name not in NAMES:
        options = tuple(one for one in sorted(NAMES) if _fits(one, rulebook))
        yield Problem(_ORDER, ProblemCode.NOT_AN_OPTION, given=name, options=options)
    elif not _fits(name, rulebook):
        yield _says_nothing(_ORDER, name, rulebook)
    elif (table := _looks_at(name)) is not None and getattr(rulebook, table) is None:
        yield _no_table(table, f"{_ORDER} = {name}")


def _fits(name: str, rulebook: Rulebook) -> bool:
    fits = None if name == IN_ORDER else TIE_BREAKS[name].fits
    rules = rulebook.round_robin
    may_be_swiss = rulebook.traits.is_round_robin and rules is not None and rules.swiss_above is not None
    return fits is None or fits(rulebook.traits) or (may_be_swiss and fits(SWISS))


def _looks_at(name: str) -> str | None:
    """The table that a tie-break needs."""
    if name == "warnings":
        return "discipline"
    if name in _DISPUTE_WORDS:
        return "dispute"
    return "teams" if name in _TEAM_WORDS or name.startswith("board_") else None


def _ties(rulebook: Rulebook) -> Iterator[Problem]:
    """Places that may not be shared want a way to separate them (GO-27.1, GO-27.3)."""
    rules = rulebook.ranking
    if rules is None:
        return
    if rules.decisive_places > 0 and rules.level is Level.SHARED:
        given = write_setting(rules.decisive_places)
        yield asks("ranking.decisive_places", given, "ranking.level", Level.LOT, Level.PLAY_OFF)
    if not rulebook.traits.in_rounds and rules.level is not Level.SHARED:
        yield _says_nothing("ranking.level", rules.level, rulebook)


def _bracket(rulebook: Rulebook) -> Iterator[Problem]:
    """A lower bracket finds the third place by itself, and seeding says who has the byes (GO-26.1)."""
    rules = rulebook.knockout
    if not has_bracket(rulebook):
        return
    if rules.lives > 1 and rules.third_place_match:
        yield asks("knockout.third_place_match", "true", "knockout.lives", "1")
    if rules.lives > 1 and rules.placement_matches:
        yield asks("knockout.placement_matches", "true", "knockout.lives", "1")
    if rules.seeding is Seeding.SEEDED and not rules.byes_by_rating:
        yield asks("knockout.byes_by_rating", "false", "knockout.seeding", Seeding.DRAWN)
    if not rulebook.traits.is_bracket:
        yield from _after_a_table(rules)


def _after_a_table(rules: KnockoutRules) -> Iterator[Problem]:
    """A knock-out that follows a table is seeded by it, and played with one life for the first places."""
    alone = ("format", "knockout")
    if rules.lives > 1:
        yield asks("knockout.lives", write_setting(rules.lives), *alone)
    if rules.placement_matches:
        yield asks("knockout.placement_matches", "true", *alone)
    if rules.seeding is not Seeding.SEEDED:
        yield asks("knockout.seeding", rules.seeding, *alone)


def _seeds(rulebook: Rulebook) -> Iterator[Problem]:
    """Seeds say something where a bracket is filled, groups are dealt, or the first round is paired by them."""
    traits = rulebook.traits
    if rulebook.registration.seeds_by_hand and not (traits.is_bracket or traits.in_groups or traits.by_score):
        yield _says_nothing("registration.seeds_by_hand", "true", rulebook)


def _cut(rulebook: Rulebook) -> Iterator[Problem]:
    """Where a knock-out follows, the number of rounds before it stands in the file."""
    if rulebook.cut is not None and rulebook.swiss is not None and rulebook.swiss.rounds is None:
        yield Problem("swiss.rounds", ProblemCode.NEEDS_A_VALUE, given="none", other="cut")
    if rulebook.groups is not None and rulebook.groups.advance >= rulebook.groups.size:
        given, limit = write_setting(rulebook.groups.advance), write_setting(rulebook.groups.size)
        yield Problem("groups.advance", ProblemCode.NOT_BELOW, given=given, limit=limit, other="groups.size")


def _field(rulebook: Rulebook) -> Iterator[Problem]:
    """What the number of seats leaves possible."""
    values, seats = settings(rulebook), rulebook.registration.capacity
    yield from above(values, "cut.players", "registration.capacity")
    yield from above(values, "ranking.decisive_places", "registration.capacity")
    rounds = None if rulebook.swiss is None else rulebook.swiss.rounds
    if rounds is not None and seats is not None and rounds >= seats:
        key = "registration.capacity"
        yield Problem(
            "swiss.rounds", ProblemCode.NOT_BELOW, given=write_setting(rounds), limit=write_setting(seats), other=key
        )
    if rulebook.traits.is_series:
        for key, number in (("minimum_entrants", rulebook.minimum_entrants), ("registration.capacity", seats)):
            if number != 2:
                yield differs(key, write_setting(number), "format", "2")
