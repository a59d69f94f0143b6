"""The rule sheet: an event's rulebook in plain sentences of the reader's language.

Every number comes from the rulebook, and every setting that a player can feel is spoken of; the sentences stand in
`sheet.po`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import timedelta

from bot.domain.durations import Unit, split_duration
from bot.domain.rulebook import DrawSalt, Rulebook, Setting, settings
from bot.i18n import Voice
from bot.rendering.sentences import listing, number
from bot.rendering.text import quoted

LONGEST_SHEET = 3500
"""Characters of titles and lines together: what fits beside an announcement's heading in one Discord message."""

_TIMES_SHOWN = 5
_UNIT_KEYS = {
    Unit.SECONDS: "duration.seconds",
    Unit.MINUTES: "duration.minutes",
    Unit.HOURS: "duration.hours",
    Unit.DAYS: "duration.days",
}


@dataclass(frozen=True, slots=True)
class Section:
    """A heading, and the sentences under it, one a line; markdown, already safe to show."""

    title: str
    lines: tuple[str, ...]


def rule_sheet(rulebook: Rulebook, voice: Voice) -> tuple[Section, ...]:
    """The settings of an event as a player reads them: at most `LONGEST_SHEET` characters in any language."""
    sections = {
        "who": _who(rulebook, voice),
        "check_in": _check_in(rulebook, voice),
        "draw": _draw(rulebook, voice),
        "matches": _matches(rulebook, voice),
        "late": _late(rulebook, voice),
        "results": _results(rulebook, voice),
        "absence": _absence(rulebook, voice),
        "rating": _rating(rulebook, voice),
        "outage": _outage(rulebook, voice),
    }
    return tuple(Section(voice.say(f"sheet.{name}.title"), tuple(lines)) for name, lines in sections.items())


def _spoken(length: timedelta, voice: Voice) -> str:
    """A duration by the one unit that its file would use: "90 minutes", which keeps the wordiest sheet short enough."""
    number_of, unit = split_duration(length)
    return voice.count(_UNIT_KEYS[unit], number_of)


def _all_spoken(lengths: Sequence[timedelta], voice: Voice) -> str:
    return listing([_spoken(length, voice) for length in lengths], voice)


def _who(rulebook: Rulebook, voice: Voice) -> Iterator[str]:
    rules = rulebook.registration
    yield voice.say("sheet.who.rulebook", title=quoted(rulebook.title), version=quoted(rulebook.version))
    yield voice.say("sheet.who.official" if rulebook.official else "sheet.who.unofficial")
    if rules.account is None:
        yield voice.say("sheet.who.everyone")
    else:
        yield voice.say("sheet.who.account", account=quoted(rules.account))
    if rules.refuse_barred:
        yield voice.say("sheet.who.barred")
    if rules.refuse_qualified_for is not None:
        yield voice.say("sheet.who.qualified", event=quoted(rules.refuse_qualified_for))
    if rules.capacity is None:
        yield voice.say("sheet.who.no_limit")
    else:
        yield voice.count("sheet.who.capacity", rules.capacity)
    yield voice.count("sheet.who.minimum", rulebook.minimum_entrants)


def _check_in(rulebook: Rulebook, voice: Voice) -> Iterator[str]:
    rules = rulebook.check_in
    opens = _spoken(rules.opens_before, voice)
    if rules.closes_before:
        yield voice.say("sheet.check_in.closes", opens=opens, closes=_spoken(rules.closes_before, voice))
    else:
        yield voice.say("sheet.check_in.closes_at_start", opens=opens)
    if rules.reminders_before_close:
        yield voice.say("sheet.check_in.reminders", times=_all_spoken(rules.reminders_before_close, voice))
    yield voice.say("sheet.check_in.missed")
    yield voice.say("sheet.check_in.leaving")


def _draw(rulebook: Rulebook, voice: Voice) -> Iterator[str]:
    yield voice.say(f"sheet.draw.{rulebook.format}")
    yield voice.say("sheet.draw.byes_by_rating" if rulebook.knockout.byes_by_rating else "sheet.draw.byes_by_lot")
    if rulebook.draw.salt is DrawSalt.BEACON:
        yield voice.say("sheet.draw.beacon", delay=_spoken(rulebook.draw.beacon_delay, voice))
    else:
        yield voice.say("sheet.draw.commitment")


def _matches(rulebook: Rulebook, voice: Voice) -> Iterator[str]:
    rules, rating = rulebook.knockout, rulebook.rating
    yield _length("sheet.matches.length", rules.best_of, voice)
    yield _length("sheet.matches.final", rules.final_best_of, voice)
    if rules.third_place_match:
        yield _length("sheet.matches.third_place", rules.third_place_best_of, voice)
    else:
        yield voice.say("sheet.matches.no_third_place")
    yield voice.say("sheet.matches.clock", base=f"{rating.base_minutes:g}", increment=rating.increment_seconds)
    if rulebook.matches.matches_per_arbiter:
        yield voice.count("sheet.matches.arbiters", rulebook.matches.matches_per_arbiter)
    else:
        yield voice.say("sheet.matches.no_arbiter")


def _wins(best_of: int) -> int:
    return best_of // 2 + 1


def _length(key: str, best_of: int, voice: Voice) -> str:
    return voice.count(key, _wins(best_of), best_of=best_of)


def _late(rulebook: Rulebook, voice: Voice) -> Iterator[str]:
    """The walkover clock with its moments worked out for each length that occurs (AIJE-D01-5.4)."""
    rules, minutes = rulebook.knockout, rulebook.matches.minutes_per_walkover_game
    yield voice.count("sheet.late.clock", minutes)
    lengths = {rules.best_of, rules.final_best_of}
    if rules.third_place_match:
        lengths.add(rules.third_place_best_of)
    for best_of in sorted(lengths):
        wins = _wins(best_of)
        times = listing(_walkover_times(minutes, wins), voice)
        yield voice.say("sheet.late.lost", best_of=best_of, times=times, score=f"{wins}\u20130")
    yield voice.say("sheet.late.playing_on")


def _walkover_times(minutes: int, games: int) -> list[str]:
    """The clock at each game lost: 2:00, 4:00, 6:00; of a long row the middle is left out, never the end."""
    times = [f"{minutes * game}:00" for game in range(1, games + 1)]
    return times if games <= _TIMES_SHOWN else [*times[:2], "…", times[-1]]


def _results(rulebook: Rulebook, voice: Voice) -> Iterator[str]:
    rules = rulebook.matches
    yield voice.say("sheet.results.report")
    yield voice.say(
        "sheet.results.unanswered",
        reminded=_spoken(rules.remind_confirm_after, voice),
        stands=_spoken(rules.confirm_within, voice),
    )
    yield voice.say("sheet.results.dispute", time=_spoken(rules.escalate_dispute_after, voice))


def _absence(rulebook: Rulebook, voice: Voice) -> Iterator[str]:
    rules = rulebook.absence
    yield voice.say("sheet.absence.window", time=_spoken(rules.justify_within, voice))
    if rules.reminders_before_close:
        yield voice.say("sheet.absence.reminders", times=_all_spoken(rules.reminders_before_close, voice))
    yield voice.say(f"sheet.absence.{rules.reviewers}")
    yield voice.say(f"sheet.absence.{rules.when_unanswered}")
    if not rules.bar_when_unjustified:
        yield voice.say("sheet.absence.no_bar")
    elif rules.bar_lasts is None:
        yield voice.say("sheet.absence.bar")
    else:
        yield voice.say("sheet.absence.bar_for", time=_spoken(rules.bar_lasts, voice))


def _rating(rulebook: Rulebook, voice: Voice) -> Iterator[str]:
    rules = rulebook.rating
    if rules.rated:
        yield voice.say("sheet.rating.rated", initial=number(rules.initial, voice), k=number(rules.k, voice))
        yield voice.say("sheet.rating.walkovers")
    else:
        yield voice.say("sheet.rating.unrated")


def _outage(rulebook: Rulebook, voice: Voice) -> Iterator[str]:
    yield voice.say("sheet.outage.reopened", time=_spoken(rulebook.outage.reopen_for, voice))
    yield voice.say("sheet.outage.unpunished")


@dataclass(frozen=True, slots=True)
class Change:
    """A setting that two rulebooks have differently, by its dotted key."""

    key: str
    before: Setting
    after: Setting


def difference(before: Rulebook, after: Rulebook) -> tuple[Change, ...]:
    """Every setting in which the second rulebook differs from the first, in the order of the sheet's fields."""
    new = settings(after)
    return tuple(Change(key, old, new.get(key)) for key, old in settings(before).items() if old != new.get(key))


def change_lines(changes: Sequence[Change], voice: Voice) -> tuple[str, ...]:
    """A line for each change, with both values in words."""
    return tuple(_change_line(change, voice) for change in changes)


def _change_line(change: Change, voice: Voice) -> str:
    before, after = (_value(change.key, value, voice) for value in (change.before, change.after))
    return voice.say("sheet.change", key=change.key, before=before, after=after)


def _value(key: str, value: Setting, voice: Voice) -> str:
    match value:
        case None if key == "absence.bar_lasts":
            return voice.say("sheet.value.until_lifted")
        case None | ():
            return voice.say("sheet.value.unset")
        case bool():
            return voice.say("sheet.value.on" if value else "sheet.value.off")
        case timedelta():
            return _spoken(value, voice)
        case tuple():
            return listing([_value(key, entry, voice) for entry in value], voice)
        case str():
            return quoted(value)
        case _:
            return number(value, voice)
