"""Rulebooks that differ from the Open: in one setting, or in everything that hypothesis can think of."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from enum import StrEnum

from hypothesis import strategies as st

from bot.play.format_checks import LONGEST_DRAWABLE
from bot.play.format_rules import (
    CutRules,
    GamesRules,
    GroupRules,
    Level,
    RankingRules,
    RoundRobinRules,
    ScoringRules,
    Seeding,
    SwissRules,
    ToldAtEnd,
)
from bot.play.late import allowed
from bot.play.rating import STARTING
from bot.play.rulebook import (
    LONGEST_TALK,
    AbsenceRules,
    CheckInRules,
    DrawRules,
    DrawSalt,
    EndlessRepetition,
    EntryRules,
    FormatName,
    KnockoutRules,
    Lateness,
    MatchRules,
    OutageRules,
    RatingRules,
    Readers,
    RegistrationRules,
    Reviewers,
    Rulebook,
    Setting,
    ThreadRules,
    WhenUnanswered,
    Wording,
)

MINUTE = timedelta(minutes=1)
HOUR = timedelta(hours=1)
DAY = timedelta(days=1)

OTHER_VALUES: dict[str, Setting] = {
    "name": "my-cup",
    "title": "Copa de Sábado",
    "titles.en": "Saturday Cup",
    "titles.pt": "Copa de Sábado",
    "titles.es": "Copa del sábado",
    "titles.it": "Coppa del sabato",
    "summaries.en": "On Saturdays",
    "summaries.pt": "Aos sábados",
    "summaries.es": "Los sábados",
    "summaries.it": "Di sabato",
    "version": "2",
    "official": False,
    "format": FormatName.ROUND_ROBIN,
    "minimum_entrants": 4,
    "cites": ("AIJE-D01-1",),
    "registration.capacity": 64,
    "registration.account": None,
    "registration.refuse_barred": False,
    "registration.refuse_qualified_for": "aije-candidates",
    "registration.invited_only": True,
    "registration.seeds_by_hand": True,
    "registration.substitutes": True,
    "check_in.opens_before": 45 * MINUTE,
    "check_in.closes_before": 7 * MINUTE,
    "check_in.reminders_before_close": (12 * MINUTE,),
    "check_in.extend_check_in": True,
    "check_in.late": Lateness.FIRST_SCORE,
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
    "matches.double_absence_after": 22 * MINUTE,
    "matches.waits_for_other_events": True,
    "absence.justify_within": 48 * HOUR,
    "absence.reminders_before_close": (25 * HOUR, 2 * HOUR),
    "absence.reviewers": Reviewers.COMMITTEE,
    "absence.when_unanswered": WhenUnanswered.ACCEPTED_ON_RECEIPT,
    "absence.bar_when_unjustified": False,
    "absence.bar_lasts": 90 * DAY,
    "absence.also_when_called_off": False,
    "absence.ask_why": False,
    "rating.rated": False,
    "rating.base_minutes": 2.5,
    "rating.increment_seconds": 5,
    "outage.reopen_for": 16 * MINUTE,
}
"""For each setting of the Open a value that it does not have."""


_INSTEAD_OF_NOTHING: dict[str, Setting] = {
    "capacity": 64,
    "swiss_above": 7,
    "rounds": 7,
    "out_after": 2,
    "top_ranked": 7,
    "warnings_that_lose": 3,
    "colours_right_until_move": 7,
    "bar_lasts": 7 * DAY,
    "late_limit": 7 * MINUTE,
    "double_absence_after": 7 * MINUTE,
    "line_up_within": 7 * MINUTE,
    "absence_countdown": 7 * MINUTE,
    "after": 7 * MINUTE,
    "endless_repetition": EndlessRepetition.DRAW,
    "role": "123456789012345678",
    "rating_from": 1200,
    "rating_below": 1600,
}


def another(key: str, value: Setting) -> Setting:
    """A value of the same kind that the setting does not have, be it sound or not."""
    found: Setting = "plain" if key == "ranking.unplayed" else "another-one"
    match value:
        case bool():
            found = not value
        case StrEnum():
            options = list(type(value))
            found = options[(options.index(value) + 1) % len(options)]
        case int() | float():
            found = value + 2
        case timedelta():
            found = 2 * value + MINUTE
        case None:
            found = _INSTEAD_OF_NOTHING.get(key.rpartition(".")[2], found)
        case tuple():
            one: tuple[str, ...] | tuple[timedelta, ...] = ("7",)
            if key.endswith(("reminders_before_close", "reminders_before_restart")):
                one = (7 * MINUTE,)
            found = value[1:] if value else one
        case _:
            pass
    return found


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


def wordings(longest: int) -> st.SearchStrategy[Wording]:
    one = st.just("") | lines(longest)
    return st.builds(Wording, one, one, one, one)


def points() -> st.SearchStrategy[float]:
    """Halves and quarters, of which there is no end of ways to write a table."""
    return st.integers(1, 40).map(lambda quarters: quarters / 4)


@st.composite
def scorings(draw: st.DrawFn) -> ScoringRules:
    win, draw_points, loss = sorted((draw(points()), draw(points()), draw(points())), reverse=True)
    return ScoringRules(win, draw_points, loss, bye=draw(st.sampled_from([0.0, win])), by_games=draw(st.booleans()))


@st.composite
def rankings(draw: st.DrawFn, names: tuple[str, ...]) -> RankingRules:
    order = tuple(draw(st.lists(st.sampled_from(names), min_size=1, max_size=6, unique=True)))
    level = draw(st.sampled_from(Level))
    places = 0 if level is Level.SHARED else draw(st.integers(0, 2))
    return RankingRules(order, level, places, draw(lengths()), draw(st.sampled_from(["fide-c07-2026", "plain"])))


@st.composite
def games(draw: st.DrawFn) -> GamesRules:
    best_of, play_all = draw(lengths()), draw(st.booleans())
    draws = best_of <= LONGEST_DRAWABLE and draw(st.booleans())
    report = draw(st.sampled_from([ToldAtEnd.GAMES, ToldAtEnd.RESULT])) if best_of == 1 else ToldAtEnd.GAMES
    return GamesRules(best_of, play_all, draws, colours=draw(st.booleans()), report=report)


EVERYWHERE = ("points", "wins", "games_won", "direct_encounter", "sonneborn_berger", "performance_fide", "lot")
IN_A_SWISS = (*EVERYWHERE, "buchholz", "median_buchholz", "opponents_scores", "progressive")


@st.composite
def formats(draw: st.DrawFn) -> dict[str, object]:
    """A format with the tables that it asks for."""
    name = draw(st.sampled_from([FormatName.ROUND_ROBIN, FormatName.SWISS, FormatName.GROUPS, FormatName.KNOCKOUT]))
    if name is FormatName.KNOCKOUT:
        return {"format": name}
    swiss = SwissRules(draw(st.integers(1, 30)), draw(st.booleans()), draw(st.integers(0, 1)))
    above = None if name is not FormatName.ROUND_ROBIN else draw(st.none() | st.integers(2, 40))
    scoring = draw(scorings())
    found: dict[str, object] = {
        "format": name,
        "games": draw(games()),
        "scoring": scoring if above is None else replace(scoring, bye=scoring.win),
        "ranking": draw(rankings(IN_A_SWISS if name is FormatName.SWISS else EVERYWHERE)),
    }
    if name is FormatName.SWISS:
        return found | {"swiss": swiss, "cut": draw(st.none() | st.integers(2, 16).map(CutRules))}
    every = RoundRobinRules(draw(st.integers(1, 10)), draw(st.booleans()), draw(st.booleans()), above)
    if name is FormatName.GROUPS:
        size = draw(st.integers(2, 24))
        return found | {"round_robin": every, "groups": GroupRules(size, draw(st.integers(1, size - 1)))}
    return found | {"round_robin": every, "swiss": None if above is None else swiss}


@st.composite
def sound_rulebooks(draw: st.DrawFn) -> Rulebook:
    """Any rulebook that the checks let pass."""
    played = draw(formats())
    bracket = played["format"] in {FormatName.KNOCKOUT, FormatName.GROUPS} or played.get("cut") is not None
    rated = draw(st.booleans())
    minimum = draw(st.integers(2, 64))
    closes = draw(durations())
    opens = closes + draw(durations())
    confirm = draw(durations()) + timedelta(seconds=1)
    justify = draw(durations())
    rulebook = Rulebook(
        name=draw(slugs()),
        title=draw(lines(80)),
        version=draw(lines(16)),
        official=rated and draw(st.booleans()),
        format=FormatName.KNOCKOUT,
        minimum_entrants=minimum,
        registration=RegistrationRules(
            capacity=draw(st.none() | st.integers(max(minimum, 64), 1024)),
            account=draw(st.none() | lines(40)),
            refuse_barred=draw(st.booleans()),
            refuse_qualified_for=draw(st.none() | slugs().filter(lambda slug: slug != "none")),
        ),
        check_in=CheckInRules(
            opens,
            closes,
            draw(reminders(opens - closes)),
            draw(st.booleans()),
            draw(st.sampled_from(allowed(FormatName(str(played["format"])).traits))),
        ),
        knockout=draw(brackets(alone=played["format"] is FormatName.KNOCKOUT)) if bracket else KnockoutRules(),
        matches=MatchRules(
            matches_per_arbiter=draw(st.integers(0, 100)),
            minutes_per_walkover_game=draw(st.integers(1, 60)),
            confirm_within=confirm,
            remind_confirm_after=draw(durations(confirm - timedelta(seconds=1))),
            escalate_dispute_after=draw(durations()),
            double_absence_after=draw(st.none() | durations()),
            waits_for_other_events=draw(st.booleans()),
        ),
        absence=AbsenceRules(
            justify_within=justify,
            reminders_before_close=draw(reminders(justify)),
            reviewers=draw(st.sampled_from(Reviewers)),
            when_unanswered=draw(st.sampled_from(WhenUnanswered)),
            bar_when_unjustified=draw(st.booleans()),
            bar_lasts=draw(st.none() | durations(3650 * DAY)),
            also_when_called_off=draw(st.booleans()),
            ask_why=draw(st.booleans()),
        ),
        rating=RatingRules(
            rated=rated,
            initial=STARTING.initial,
            k=STARTING.k,
            base_minutes=draw(st.floats(2, 3) if rated else st.floats(0.001, 600)),
            increment_seconds=draw(st.integers(0, 5) if rated else st.integers(0, 600)),
        ),
        draw=DrawRules(DrawSalt.NONE),
        outage=OutageRules(draw(durations())),
        cites=tuple(draw(st.lists(lines(40), max_size=5))),
        entry=draw(st.none() | conditions()),
        threads=draw(st.none() | threads()),
        titles=draw(st.none() | wordings(80)),
        summaries=draw(st.none() | wordings(100)),
    )
    return replace(rulebook, **played)  # type: ignore[arg-type]


@st.composite
def threads(draw: st.DrawFn) -> ThreadRules:
    """Who reads the thread of a match, and how long it stays open."""
    return ThreadRules(draw(st.sampled_from(Readers)), draw(durations(LONGEST_TALK)))


@st.composite
def conditions(draw: st.DrawFn) -> EntryRules:
    """Conditions that somebody can meet."""
    least, above = draw(st.none() | st.integers(0, 4999)), draw(st.none() | st.integers(1, 5000))
    below = None if above is None else above + (least or 0)
    role = draw(st.none() | st.integers(1, 2**63 - 1).map(str))
    return EntryRules(role, least, below, draw(st.just(timedelta(0)) | durations()))


@st.composite
def brackets(draw: st.DrawFn, *, alone: bool) -> KnockoutRules:
    """A knock-out that is the whole event, or one that follows a table, which seeds it."""
    if not alone:
        third = draw(st.booleans())
        return KnockoutRules(draw(lengths()), draw(lengths()), third, draw(lengths()), seeding=Seeding.SEEDED)
    lives = draw(st.integers(1, 3))
    by_rating = draw(st.booleans())
    return KnockoutRules(
        draw(lengths()),
        draw(lengths()),
        lives == 1 and draw(st.booleans()),
        draw(lengths()),
        by_rating,
        lives,
        draw(st.sampled_from(Seeding)) if by_rating else Seeding.DRAWN,
        lives == 1 and draw(st.booleans()),
    )
