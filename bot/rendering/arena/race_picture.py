"""The picture of an arena's race, with the words behind it."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from functools import partial
from typing import Final

from bot.domain.arena.arena_race import Race, race
from bot.domain.events.standings_views import StandingsView
from bot.i18n import Voice
from bot.rendering.events.standings_words import exact_words
from bot.rendering.layout import Drawing
from bot.rendering.pictures.drawing import draw_race
from bot.rendering.pictures.model import RaceLine, RacePicture
from bot.rendering.regulation.spoken import short_duration
from bot.rendering.sentences import number
from bot.rendering.text import plain

LEADERS: Final = 5
_NAMED: Final = 20
"""Characters of a name in the words behind the picture, which are few."""
_QUARTERS: Final = (0.0, 0.25, 0.5, 0.75, 1.0)


def race_pictures(view: StandingsView, voice: Voice) -> Iterator[Drawing]:
    """How the leaders' points grew; nothing before anybody has one."""
    leaders = [row.entrant_id for row in view.rows[:LEADERS] if row.won + row.drawn + row.lost]
    found = race(view.facts, view.tournament.rulebook, leaders)
    if found is not None:
        yield Drawing("race.png", _words_behind(view, found, voice), partial(draw_race, _picture(view, found, voice)))


def _picture(view: StandingsView, found: Race, voice: Voice) -> RacePicture:
    lines = tuple(
        RaceLine(
            name=plain(view.person(one.entrant_id).name),
            points=exact_words(one.points, voice),
            climbs=tuple((round(found.share(at), 4), float(points)) for at, points in one.climbs),
        )
        for one in found.racers
    )
    return RacePicture(
        title=plain(view.tournament.name),
        subtitle=voice.say("arena.race"),
        lines=lines,
        ticks=tuple((share, _tick(found.lasts, share, voice)) for share in _QUARTERS),
        until=round(found.until, 4),
    )


def _tick(lasts: timedelta, share: float, voice: Voice) -> str:
    """Minutes since the beginning; the last one says that they are minutes."""
    return short_duration(lasts, voice) if share == 1 else number(round(lasts * share / timedelta(minutes=1), 1), voice)


def _words_behind(view: StandingsView, found: Race, voice: Voice) -> str:
    """What each leader had at half time and at the end, which is what the lines show; before it, what each has."""
    told = []
    for one in found.racers:
        half = f"{exact_words(one.points_at(found.half_time), voice)} → " if found.is_over else ""
        told.append(f"{plain(view.person(one.entrant_id).name, _NAMED)} {half}{exact_words(one.points, voice)}")
    key = "arena.race_described" if found.is_over else "arena.race_so_far"
    return voice.say(key, name=plain(view.tournament.name, 40), leaders=", ".join(told))
