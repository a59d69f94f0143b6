"""Rulebooks that differ from the Open: in one setting, or in everything that hypothesis can think of."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

from hypothesis import strategies as st

from bot.domain.format_rules import Seeding
from bot.domain.rulebook import (
    AbsenceRules,
    CheckInRules,
    DrawRules,
    DrawSalt,
    FormatName,
    KnockoutRules,
    MatchRules,
    OutageRules,
    RatingRules,
    RegistrationRules,
    Reviewers,
    Rulebook,
    Setting,
    WhenUnanswered,
)

MINUTE = timedelta(minutes=1)
HOUR = timedelta(hours=1)
DAY = timedelta(days=1)

OTHER_VALUES: dict[str, Setting] = {
    "name": "my-cup",
    "title": "Copa de Sábado",
    "version": "2",
    "official": False,
    "format": FormatName.ROUND_ROBIN,
    "minimum_entrants": 4,
    "cites": ("AIJE-D01-1",),
    "registration.capacity": 64,
    "registration.account": None,
    "registration.refuse_barred": False,
    "registration.refuse_qualified_for": "aije-candidates",
    "check_in.opens_before": 45 * MINUTE,
    "check_in.closes_before": 7 * MINUTE,
    "check_in.reminders_before_close": (12 * MINUTE,),
    "knockout.best_of": 7,
    "knockout.final_best_of": 11,
    "knockout.third_place_match": False,
    "knockout.third_place_best_of": 13,
    "knockout.byes_by_rating": False,
    "knockout.lives": 2,
    "knockout.seeding": Seeding.SEEDED,
    "knockout.placement_matches": True,
    "matches.matches_per_arbiter": 3,
    "matches.minutes_per_walkover_game": 3,
    "matches.confirm_within": 11 * MINUTE,
    "matches.remind_confirm_after": 6 * MINUTE,
    "matches.escalate_dispute_after": 21 * MINUTE,
    "absence.justify_within": 48 * HOUR,
    "absence.reminders_before_close": (25 * HOUR, 2 * HOUR),
    "absence.reviewers": Reviewers.COMMITTEE,
    "absence.when_unanswered": WhenUnanswered.ACCEPTED_ON_RECEIPT,
    "absence.bar_when_unjustified": False,
    "absence.bar_lasts": 90 * DAY,
    "rating.rated": False,
    "rating.initial": 1900.0,
    "rating.k": 24.0,
    "rating.base_minutes": 2.5,
    "rating.increment_seconds": 5,
    "draw.salt": DrawSalt.BEACON,
    "draw.beacon_delay": 2 * MINUTE,
    "outage.reopen_for": 16 * MINUTE,
}
"""For each setting of the Open a value that it does not have."""


def changed(rulebook: Rulebook, key: str, value: Setting) -> Rulebook:
    """The rulebook with one setting, by its dotted key, set to another value."""
    table, _, name = key.rpartition(".")
    if not table:
        return replace(rulebook, **{name: value})  # type: ignore[arg-type]
    return replace(rulebook, **{table: replace(getattr(rulebook, table), **{name: value})})


def lengths() -> st.SearchStrategy[int]:
    return st.integers(0, 11).map(lambda half: 2 * half + 1)


def durations(longest: timedelta = 30 * DAY) -> st.SearchStrategy[timedelta]:
    return st.integers(1, int(longest.total_seconds())).map(lambda seconds: timedelta(seconds=seconds))


def reminders(window: timedelta) -> st.SearchStrategy[tuple[timedelta, ...]]:
    if window <= 2 * timedelta(seconds=1):
        return st.just(())
    inside = durations(window - timedelta(seconds=1))
    return st.lists(inside, max_size=3, unique=True).map(lambda found: tuple(sorted(found, reverse=True)))


def slugs() -> st.SearchStrategy[str]:
    return st.from_regex(r"[a-z0-9]{1,8}(-[a-z0-9]{1,8}){0,2}", fullmatch=True)


def lines(longest: int) -> st.SearchStrategy[str]:
    visible = st.characters(exclude_categories=["C", "Z"])
    return st.text(visible, min_size=1, max_size=longest).filter(lambda text: text != "none")


@st.composite
def sound_rulebooks(draw: st.DrawFn) -> Rulebook:
    """Any rulebook that the checks let pass."""
    rated = draw(st.booleans())
    minimum = draw(st.integers(2, 64))
    closes = draw(durations())
    opens = closes + draw(durations())
    confirm = draw(durations()) + timedelta(seconds=1)
    justify = draw(durations())
    salt = draw(st.sampled_from(DrawSalt))
    return Rulebook(
        name=draw(slugs()),
        title=draw(lines(80)),
        version=draw(lines(16)),
        official=rated and draw(st.booleans()),
        format=FormatName.KNOCKOUT,
        minimum_entrants=minimum,
        registration=RegistrationRules(
            capacity=draw(st.none() | st.integers(minimum, 1024)),
            account=draw(st.none() | lines(40)),
            refuse_barred=draw(st.booleans()),
            refuse_qualified_for=draw(st.none() | slugs().filter(lambda slug: slug != "none")),
        ),
        check_in=CheckInRules(opens, closes, draw(reminders(opens - closes))),
        knockout=KnockoutRules(
            draw(lengths()), draw(lengths()), draw(st.booleans()), draw(lengths()), draw(st.booleans())
        ),
        matches=MatchRules(
            matches_per_arbiter=draw(st.integers(0, 100)),
            minutes_per_walkover_game=draw(st.integers(1, 60)),
            confirm_within=confirm,
            remind_confirm_after=draw(durations(confirm - timedelta(seconds=1))),
            escalate_dispute_after=draw(durations()),
        ),
        absence=AbsenceRules(
            justify_within=justify,
            reminders_before_close=draw(reminders(justify)),
            reviewers=draw(st.sampled_from(Reviewers)),
            when_unanswered=draw(st.sampled_from(WhenUnanswered)),
            bar_when_unjustified=draw(st.booleans()),
            bar_lasts=draw(st.none() | durations(3650 * DAY)),
        ),
        rating=RatingRules(
            rated=rated,
            initial=draw(st.floats(0, 10_000)),
            k=draw(st.floats(0.001, 400)),
            base_minutes=draw(st.floats(2, 3) if rated else st.floats(0.001, 600)),
            increment_seconds=draw(st.integers(0, 5) if rated else st.integers(0, 600)),
        ),
        draw=DrawRules(salt, draw(durations()) if salt is DrawSalt.BEACON else timedelta(0)),
        outage=OutageRules(draw(durations())),
        cites=tuple(draw(st.lists(lines(40), max_size=5))),
    )
