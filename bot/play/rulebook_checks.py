"""What makes a rulebook impossible to run in any format, found before an event is created with it.

Each check is pure and sees the whole rulebook. Faults of the file (a missing key, a word where a number belongs) are
found by `bot.rulebooks` and told with the same `RulebookProblem`, so that an organiser reads one kind of list;
`bot/rulebooks/library.py` joins these checks with those of features. In an arena there are no threads for
matches, and no talk lasts for ever.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator
from datetime import timedelta
from itertools import pairwise
from typing import Final

from bot.kernel.outages import write_duration
from bot.play.format_checks import (
    LONGEST_MATCH,
    MOST_GAMES,
    ProblemCode,
    RulebookProblem,
    clock_problems,
    format_problems,
    not_above_zero,
    not_odd,
    out_of_bounds,
    table_problems,
)
from bot.play.rulebook import (
    LONGEST_TALK,
    LOWEST_KYU,
    SEAT_MATCH,
    BoardRuling,
    CheckInRules,
    DisciplineRules,
    Rulebook,
    read_promotion,
    seats_of,
    settings,
)

# --- order at the board ---------------------------------------------------------------------------------------------


MOST_OFFENCES = 12
"""Each can have two prices, and a menu on Discord has 25 entries."""
OFFENCE_LENGTH = 50
_DISCIPLINE_NUMBERS = {
    "warnings_that_lose": (1, 20),
    "warning_costs": (0, 100),
    "late_costs": (0, 10),
    "colours_right_until_move": (1, 1000),
}


def discipline_problems(rulebook: Rulebook) -> Iterator[RulebookProblem]:
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
        yield RulebookProblem("discipline.when_broken_off", ProblemCode.NOT_AN_OPTION, given=given, options=allowed)


def _lists(rules: DisciplineRules) -> dict[str, tuple[str, ...]]:
    return {
        "discipline.warned": rules.warned,
        "discipline.lost_turn": rules.lost_turn,
        "discipline.lost_turn_and_warned": rules.lost_turn_and_warned,
        "discipline.warned_or_lost": rules.warned_or_lost,
    }


def _offences(rules: DisciplineRules) -> Iterator[RulebookProblem]:
    lists = _lists(rules)
    times = Counter(name for names in lists.values() for name in names)
    for key, names in lists.items():
        for name in names:
            if not name.strip():
                yield RulebookProblem(key, ProblemCode.EMPTY)
            elif not name.isprintable():
                yield RulebookProblem(key, ProblemCode.NOT_ONE_LINE, given=name)
            elif len(name) > OFFENCE_LENGTH:
                yield RulebookProblem(key, ProblemCode.TOO_LONG, given=name, limit=str(OFFENCE_LENGTH))
            elif times[name] > 1:
                yield RulebookProblem(key, ProblemCode.STANDS_TWICE, given=name)
    if times.total() > MOST_OFFENCES:
        yield RulebookProblem(
            "discipline.warned", ProblemCode.TOO_MANY, given=str(times.total()), limit=str(MOST_OFFENCES)
        )


def _repeated_prices(rules: DisciplineRules) -> Iterator[RulebookProblem]:
    """What costs more the second time has to have a price the first time, and one dearer price alone."""
    known = tuple(name for names in _lists(rules).values() for name in names)
    for key, names in (
        ("discipline.lost_when_repeated", rules.lost_when_repeated),
        ("discipline.graver_when_repeated", rules.graver_when_repeated),
    ):
        for name in names:
            if name not in known:
                yield RulebookProblem(key, ProblemCode.NOT_AN_OPTION, given=name, options=known)
    for name in set(rules.lost_when_repeated) & set(rules.graver_when_repeated):
        yield RulebookProblem("discipline.graver_when_repeated", ProblemCode.STANDS_TWICE, given=name)


def _numbers(rules: DisciplineRules) -> Iterator[RulebookProblem]:
    for field, (lowest, highest) in _DISCIPLINE_NUMBERS.items():
        number = getattr(rules, field)
        if number is None:
            continue
        if number < lowest:
            yield RulebookProblem(f"discipline.{field}", ProblemCode.TOO_LOW, given=str(number), limit=str(lowest))
        elif number > highest:
            yield RulebookProblem(f"discipline.{field}", ProblemCode.TOO_HIGH, given=str(number), limit=str(highest))


def _limits(rulebook: Rulebook, rules: DisciplineRules) -> Iterator[RulebookProblem]:
    """The clock that loses a game by absence is the walkover clock, so the limit of lateness is its time for a game."""
    lost_after = timedelta(minutes=rulebook.matches.minutes_per_walkover_game)
    for field, limit in (("late_limit", rules.late_limit), ("absence_countdown", rules.absence_countdown)):
        key = f"discipline.{field}"
        if limit is not None and limit <= timedelta(0):
            yield RulebookProblem(key, ProblemCode.NOT_ABOVE_ZERO, given=write_duration(limit))
        elif limit is not None and limit != lost_after and not (field == "late_limit" and rules.absence_countdown):
            yield RulebookProblem(
                key,
                ProblemCode.NOT_THE_SAME,
                given=write_duration(limit),
                limit=write_duration(lost_after),
                other="matches.minutes_per_walkover_game",
            )


# --- conditions of entry --------------------------------------------------------------------------------------------


_ROLE: Final = re.compile(r"[1-9][0-9]{0,19}", re.ASCII)
_LARGEST: Final = 2**63


def entry_problems(rulebook: Rulebook) -> Iterator[RulebookProblem]:
    """Faults of `[entry]` beyond its bounds; a role of another server is none, since files are made to travel."""
    rules = rulebook.entry
    if rules is None:
        return
    if rules.role is not None and not is_role(rules.role):
        yield RulebookProblem("entry.role", ProblemCode.NOT_A_ROLE, given=rules.role)
    if None not in (rules.rating_from, rules.rating_below) and (rules.rating_from or 0) >= (rules.rating_below or 0):
        given, limit = str(rules.rating_from), str(rules.rating_below)
        yield RulebookProblem(
            "entry.rating_from", ProblemCode.NOT_BELOW, given=given, limit=limit, other="entry.rating_below"
        )


def is_role(text: str) -> bool:
    """Whether a role of Discord's can have the id."""
    return _ROLE.fullmatch(text) is not None and int(text) < _LARGEST


# --- threads of matches ---------------------------------------------------------------------------------------------


def thread_problems(rulebook: Rulebook) -> Iterator[RulebookProblem]:
    """Faults of `[threads]`: a game of a lobby is over before anybody has opened its thread."""
    rules = rulebook.threads
    if rules is None:
        return
    if rulebook.traits.has_lobby:
        yield RulebookProblem("threads", ProblemCode.NOT_IN_FORMAT, given="[threads]", limit=rulebook.format)
    if rules.open_for <= timedelta(0):
        yield RulebookProblem("threads.open_for", ProblemCode.NOT_ABOVE_ZERO, given=write_duration(rules.open_for))
    elif rules.open_for > LONGEST_TALK:
        given, limit = write_duration(rules.open_for), write_duration(LONGEST_TALK)
        yield RulebookProblem("threads.open_for", ProblemCode.TOO_HIGH, given=given, limit=limit)


# --- the rulebook ---------------------------------------------------------------------------------------------------


NAME_LENGTH = 32
TITLE_LENGTH = 80
SUMMARY_LENGTH = 100
"""What Discord shows under an option of a menu."""
VERSION_LENGTH = 16
TEXT_LENGTH = 40
"""For the name of a site or a rule ID: each stands within a sentence."""
MOST_REMINDERS = 3
MOST_CITES = 100

CLASSICAL_BASE_MINUTES = (2.0, 3.0)
CLASSICAL_INCREMENT_SECONDS = (0, 5)
"""AIJE-B02-1: classical runs from 2+0 to 3+5, ends included."""

_SLUG = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*", re.ASCII)

_NUMBERS: dict[str, tuple[int, int]] = {
    "minimum_entrants": (2, 1024),
    "registration.capacity": (2, 100_000),
    "knockout.best_of": (1, LONGEST_MATCH),
    "knockout.final_best_of": (1, LONGEST_MATCH),
    "knockout.third_place_best_of": (1, LONGEST_MATCH),
    "matches.matches_per_arbiter": (0, 100),
    "matches.minutes_per_walkover_game": (1, 60),
    "rating.base_minutes": (0, 600),
    "rating.increment_seconds": (0, 600),
    "grades.lowest_kyu": (0, LOWEST_KYU),
}
_ABOVE_ZERO = (
    "check_in.opens_before",
    "matches.confirm_within",
    "matches.remind_confirm_after",
    "matches.escalate_dispute_after",
    "matches.double_absence_after",
    "absence.justify_within",
    "absence.bar_lasts",
    "outage.reopen_for",
    "adjournment.after",
    "adjournment.lasts",
)
_ODD = ("knockout.best_of", "knockout.final_best_of", "knockout.third_place_best_of")
_OF_TEAMS: dict[str, tuple[int, int]] = dict.fromkeys(_ODD, (1, MOST_GAMES))
"""A match of teams is as long in a bracket as anywhere, and that can be even."""
_TEXTS: dict[str, int] = {
    "title": TITLE_LENGTH,
    "version": VERSION_LENGTH,
    "registration.account": TEXT_LENGTH,
}
_WORDINGS: dict[str, int] = {"titles": TITLE_LENGTH, "summaries": SUMMARY_LENGTH}
"""Tables of texts by language, of which one that is empty stands for none."""


def event_problems(rulebook: Rulebook) -> Iterator[RulebookProblem]:
    """What keeps any event by the rulebook from being run, in the order of the kinds."""
    values = settings(rulebook)
    yield from _texts(rulebook)
    yield from out_of_bounds(values, _NUMBERS if rulebook.teams is None else _NUMBERS | _OF_TEAMS)
    yield from not_odd(values, _ODD if rulebook.teams is None else ())
    yield from not_above_zero(values, _ABOVE_ZERO)
    yield from _seats(rulebook)
    yield from entry_problems(rulebook)
    yield from _invitation(rulebook)
    yield from _windows(rulebook)
    yield from _time_control(rulebook)
    yield from _adjournment(rulebook)
    yield from thread_problems(rulebook)
    yield from _grades(rulebook)
    yield from discipline_problems(rulebook)
    yield from format_problems(rulebook)


def core_problems(rulebook: Rulebook) -> tuple[RulebookProblem, ...]:
    """All faults but those that features look for."""
    return (*event_problems(rulebook), *table_problems(rulebook), *clock_problems(rulebook))


def is_classical(base_minutes: float, increment_seconds: int) -> bool:
    """Whether a time control is rated (AIJE-B02-1): 2 to 3 minutes and 0 to 5 seconds a move, ends included."""
    (shortest, longest), (least, most) = CLASSICAL_BASE_MINUTES, CLASSICAL_INCREMENT_SECONDS
    return shortest <= base_minutes <= longest and least <= increment_seconds <= most


def is_slug(name: str) -> bool:
    """Whether `name` is a short word of small letters, digits and single hyphens."""
    return len(name) <= NAME_LENGTH and _SLUG.fullmatch(name) is not None


def _texts(rulebook: Rulebook) -> Iterator[RulebookProblem]:
    values = settings(rulebook)
    for key in ("name", "registration.refuse_qualified_for"):
        slug = values[key]
        if isinstance(slug, str) and not is_slug(slug):
            yield RulebookProblem(key, ProblemCode.NOT_A_SLUG, given=slug, limit=str(NAME_LENGTH))
    for key, longest in _TEXTS.items():
        text = values[key]
        if isinstance(text, str):
            yield from _one_line(key, text, longest)
    yield from _wordings(rulebook)
    for cited in rulebook.cites:
        yield from _one_line("cites", cited, TEXT_LENGTH)
    if len(rulebook.cites) > MOST_CITES:
        yield RulebookProblem("cites", ProblemCode.TOO_MANY, given=str(len(rulebook.cites)), limit=str(MOST_CITES))


def _wordings(rulebook: Rulebook) -> Iterator[RulebookProblem]:
    """Titles and lines by language that would not stand where they are shown."""
    for key, text in settings(rulebook).items():
        longest = _WORDINGS.get(key.partition(".")[0])
        if longest is not None and isinstance(text, str) and text:
            yield from _one_line(key, text, longest)


def _one_line(key: str, text: str, longest: int) -> Iterator[RulebookProblem]:
    if not text.strip():
        yield RulebookProblem(key, ProblemCode.EMPTY)
    elif any(unicodedata.category(sign) in {"Cc", "Cf", "Zl", "Zp"} for sign in text):
        yield RulebookProblem(key, ProblemCode.NOT_ONE_LINE, given=text)
    elif len(text) > longest:
        yield RulebookProblem(key, ProblemCode.TOO_LONG, given=text, limit=str(longest))


def _seats(rulebook: Rulebook) -> Iterator[RulebookProblem]:
    capacity, minimum = rulebook.registration.capacity, rulebook.minimum_entrants
    if capacity is not None and capacity < minimum:
        yield RulebookProblem(
            "registration.capacity",
            ProblemCode.BELOW_MINIMUM,
            given=str(capacity),
            limit=str(minimum),
            other="minimum_entrants",
        )


def _invitation(rulebook: Rulebook) -> Iterator[RulebookProblem]:
    """An event of invited players that would let anybody in, by its kind or by its name (AIJE-D02-1, AIJE-D03-1)."""
    if rulebook.registration.invited_only:
        return
    key, code = "registration.invited_only", ProblemCode.NOT_BY_INVITATION
    if rulebook.traits.is_series:
        yield RulebookProblem(key, code, given="false", other="title_match")
    elif seats_of(rulebook) is not None or rulebook.name == SEAT_MATCH:
        yield RulebookProblem(key, code, given="false", other="name")


def _windows(rulebook: Rulebook) -> Iterator[RulebookProblem]:
    check_in, matches, absence = rulebook.check_in, rulebook.matches, rulebook.absence
    yield from shorter_problems(
        "check_in.closes_before", check_in.closes_before, "check_in.opens_before", check_in.opens_before
    )
    yield from reminder_problems(
        "check_in.reminders_before_close",
        check_in.reminders_before_close,
        "check_in.opens_before",
        check_in_length(check_in),
    )
    yield from shorter_problems(
        "matches.remind_confirm_after", matches.remind_confirm_after, "matches.confirm_within", matches.confirm_within
    )
    yield from reminder_problems(
        "absence.reminders_before_close",
        absence.reminders_before_close,
        "absence.justify_within",
        absence.justify_within,
    )


def check_in_length(rules: CheckInRules) -> timedelta:
    """How long the check-in is open."""
    return rules.opens_before - rules.closes_before


def shorter_problems(key: str, inner: timedelta, other: str, outer: timedelta) -> Iterator[RulebookProblem]:
    """A time that does not end within another."""
    if inner >= outer:
        yield RulebookProblem(
            key, ProblemCode.NOT_SHORTER, given=write_duration(inner), limit=write_duration(outer), other=other
        )


def reminder_problems(
    key: str, reminders: tuple[timedelta, ...], other: str, window: timedelta
) -> Iterator[RulebookProblem]:
    """A reminder at the opening, at the close or twice at one moment reminds nobody."""
    if len(reminders) > MOST_REMINDERS:
        yield RulebookProblem(key, ProblemCode.TOO_MANY, given=str(len(reminders)), limit=str(MOST_REMINDERS))
    for reminder in reminders:
        if reminder <= timedelta(0):
            yield RulebookProblem(key, ProblemCode.NOT_ABOVE_ZERO, given=write_duration(reminder))
        elif window > timedelta(0):
            yield from shorter_problems(key, reminder, other, window)
    if any(later >= earlier for earlier, later in pairwise(reminders)):
        yield RulebookProblem(key, ProblemCode.NOT_LONGEST_FIRST, given=", ".join(map(write_duration, reminders)))


def _time_control(rulebook: Rulebook) -> Iterator[RulebookProblem]:
    """AIJE-B02-1: rated is classical, and an official tournament is always rated (AIJE-D01-6)."""
    rating = rulebook.rating
    if rulebook.official and not rating.rated:
        yield RulebookProblem("rating.rated", ProblemCode.OFFICIAL_NOT_RATED, other="official")
    if (rulebook.official or rating.rated) and not is_classical(rating.base_minutes, rating.increment_seconds):
        given = f"{rating.base_minutes:g}+{rating.increment_seconds}"
        yield RulebookProblem("rating.base_minutes", ProblemCode.NOT_CLASSICAL, given=given, limit="2+0, 3+5")


def _grades(rulebook: Rulebook) -> Iterator[RulebookProblem]:
    """Promotions that can be carried out: places and a grade (GO-25.3)."""
    rules = rulebook.grades
    for entry in () if rules is None else rules.promotions:
        if read_promotion(entry) is None:
            yield RulebookProblem(
                "grades.promotions", ProblemCode.NOT_AN_OPTION, given=entry, options=("1 7d", "2-6 6d")
            )


def _adjournment(rulebook: Rulebook) -> Iterator[RulebookProblem]:
    """A game between two can be adjourned (GO-14); an arena, a table of three and a match with pauses have none."""
    rules = rulebook.adjournment
    if rules is None:
        return
    if not rulebook.traits.has_matches:
        yield RulebookProblem("adjournment", ProblemCode.NOT_IN_FORMAT, given="[adjournment]", limit=rulebook.format)
    yield from reminder_problems(
        "adjournment.reminders_before_restart", rules.reminders_before_restart, "adjournment.lasts", rules.lasts
    )
