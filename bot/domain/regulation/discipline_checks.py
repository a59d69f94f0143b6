"""What keeps the rules of order at the board from being followed, found with the other faults of a rulebook."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from datetime import timedelta

from bot.domain.durations import write_duration
from bot.domain.regulation.discipline_rules import BoardRuling, DisciplineRules
from bot.domain.regulation.rulebook_problems import Problem, ProblemCode
from bot.domain.rulebook import Rulebook

MOST_OFFENCES = 12
"""Each can have two prices, and a menu on Discord has 25 entries."""
OFFENCE_LENGTH = 50
_NUMBERS = {
    "warnings_that_lose": (1, 20),
    "warning_costs": (0, 100),
    "late_costs": (0, 10),
    "colours_right_until_move": (1, 1000),
}


def discipline_problems(rulebook: Rulebook) -> Iterator[Problem]:
    """The faults of the table `[discipline]`; none where there is no such table."""
    rules = rulebook.discipline
    if rules is None:
        return
    yield from _offences(rules)
    yield from _repeated_prices(rules)
    yield from _numbers(rules)
    yield from _limits(rulebook, rules)
    if any(ruling in {BoardRuling.FAIR_POINT, BoardRuling.AS_IT_IS} for ruling in rules.when_broken_off):
        allowed = tuple(map(str, (BoardRuling.DRAW, BoardRuling.REPLAY, BoardRuling.BOTH_LOSE)))
        given = ", ".join(rules.when_broken_off)
        yield Problem("discipline.when_broken_off", ProblemCode.NOT_AN_OPTION, given=given, options=allowed)


def _lists(rules: DisciplineRules) -> dict[str, tuple[str, ...]]:
    return {
        "discipline.warned": rules.warned,
        "discipline.lost_turn": rules.lost_turn,
        "discipline.lost_turn_and_warned": rules.lost_turn_and_warned,
        "discipline.warned_or_lost": rules.warned_or_lost,
    }


def _offences(rules: DisciplineRules) -> Iterator[Problem]:
    lists = _lists(rules)
    times = Counter(name for names in lists.values() for name in names)
    for key, names in lists.items():
        for name in names:
            if not name.strip():
                yield Problem(key, ProblemCode.EMPTY)
            elif not name.isprintable():
                yield Problem(key, ProblemCode.NOT_ONE_LINE, given=name)
            elif len(name) > OFFENCE_LENGTH:
                yield Problem(key, ProblemCode.TOO_LONG, given=name, limit=str(OFFENCE_LENGTH))
            elif times[name] > 1:
                yield Problem(key, ProblemCode.STANDS_TWICE, given=name)
    if times.total() > MOST_OFFENCES:
        yield Problem("discipline.warned", ProblemCode.TOO_MANY, given=str(times.total()), limit=str(MOST_OFFENCES))


def _repeated_prices(rules: DisciplineRules) -> Iterator[Problem]:
    """What costs more the second time has to have a price the first time, and one dearer price alone."""
    known = tuple(name for names in _lists(rules).values() for name in names)
    for key, names in (
        ("discipline.lost_when_repeated", rules.lost_when_repeated),
        ("discipline.graver_when_repeated", rules.graver_when_repeated),
    ):
        for name in names:
            if name not in known:
                yield Problem(key, ProblemCode.NOT_AN_OPTION, given=name, options=known)
    for name in set(rules.lost_when_repeated) & set(rules.graver_when_repeated):
        yield Problem("discipline.graver_when_repeated", ProblemCode.STANDS_TWICE, given=name)


def _numbers(rules: DisciplineRules) -> Iterator[Problem]:
    for field, (lowest, highest) in _NUMBERS.items():
        number = getattr(rules, field)
        if number is None:
            continue
        if number < lowest:
            yield Problem(f"discipline.{field}", ProblemCode.TOO_LOW, given=str(number), limit=str(lowest))
        elif number > highest:
            yield Problem(f"discipline.{field}", ProblemCode.TOO_HIGH, given=str(number), limit=str(highest))


def _limits(rulebook: Rulebook, rules: DisciplineRules) -> Iterator[Problem]:
    """The clock that loses a game by absence is the walkover clock, so the limit of lateness is its time for a game."""
    lost_after = timedelta(minutes=rulebook.matches.minutes_per_walkover_game)
    for field, limit in (("late_limit", rules.late_limit), ("absence_countdown", rules.absence_countdown)):
        key = f"discipline.{field}"
        if limit is not None and limit <= timedelta(0):
            yield Problem(key, ProblemCode.NOT_ABOVE_ZERO, given=write_duration(limit))
        elif limit is not None and limit != lost_after and not (field == "late_limit" and rules.absence_countdown):
            yield Problem(
                key,
                ProblemCode.NOT_THE_SAME,
                given=write_duration(limit),
                limit=write_duration(lost_after),
                other="matches.minutes_per_walkover_game",
            )
