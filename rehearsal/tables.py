"""What a rehearsal ends with: podium, results, ratings, bars, REST calls."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rehearsal.checks.rating import places
from rehearsal.checks.seen import most_calls
from rehearsal.hearing import Hearing
from rehearsal.verdict import Table

_SPENT = ("Event", "Matches", "Calls", "Allowed")
_ROUNDS = {"main": "round", "lower": "lower round"}


def tables(hearing: Hearing) -> tuple[Table, ...]:
    """The tables in the order in which they are read."""
    return (
        ("Podium", ("Event", "Champion", "Second", "Third"), tuple(_podiums(hearing))),
        matches(hearing),
        ("Ratings", ("Player", "Rating", "Games"), tuple(_ratings(hearing))),
        ("Bars", ("Player", "Since", "Reason", "Lifted"), tuple(_bars(hearing))),
        calls_spent(hearing),
    )


def _podiums(hearing: Hearing) -> Iterator[tuple[object, ...]]:
    for _, event in hearing.events_held():
        named = [hearing.name(member) for member in places(hearing, event)]
        yield event.name, *(named + ["–"] * 3)[:3]


def matches(hearing: Hearing, title: str = "Matches") -> Table:
    """Every contest between two that has a result."""
    return title, ("Event", "Stage", "Player", "Score", "Player", "By absence"), tuple(_results(hearing))


def _results(hearing: Hearing) -> Iterator[tuple[object, ...]]:
    for _, event in hearing.events_held():
        entries = hearing.entries(event)
        for one in sorted(hearing.pairings(event), key=lambda one: one.stage == "play_off"):
            if len(one.sides) == 2 and one.outcome is not None:
                first, second = (hearing.name(entries[side].member) for side in one.sides)
                absent = "–".join(map(str, one.outcome.walkover)) if any(one.outcome.walkover) else ""
                drawn = f" (½×{one.outcome.draws})" if one.outcome.draws else ""
                score = "–".join(map(str, one.outcome.score)) + drawn
                stage = f"{_ROUNDS[one.stage]} {one.round}" if one.stage in _ROUNDS else one.stage.replace("_", " ")
                yield event.name, stage, first, score, second, absent


def _ratings(hearing: Hearing) -> Iterator[tuple[object, ...]]:
    if hearing.facts.ratings:
        _, listed = hearing.facts.ratings[-1]
        ranked = sorted(listed.items(), key=lambda item: (-item[1][0], hearing.person_name(item[0])))
        yield from ((hearing.person_name(person), f"{rating:.1f}", games) for person, (rating, games) in ranked)


def _bars(hearing: Hearing) -> Iterator[tuple[object, ...]]:
    for bar in sorted(hearing.facts.bars, key=lambda one: hearing.person_name(one.person_id)):
        lifted = "" if bar.lifted_at is None else f"{bar.lifted_at:%Y-%m-%d}"
        yield hearing.person_name(bar.person_id), f"{bar.since:%Y-%m-%d %H:%M}", bar.reason.replace("_", " "), lifted


def calls_spent(hearing: Hearing, columns: Sequence[str] = _SPENT) -> Table:
    """How many calls each event cost, and how many it may."""
    lines = (dict(zip(_SPENT, line, strict=True)) for line in _calls(hearing))
    return "REST calls that the bot started", tuple(columns), tuple(tuple(map(one.get, columns)) for one in lines)


def _calls(hearing: Hearing) -> Iterator[tuple[object, ...]]:
    for remembered, event in hearing.events_held():
        matches = sum(len(one.sides) == 2 for one in hearing.pairings(event))
        yield event.name, matches, remembered.last_call - remembered.first_call, f"{most_calls(hearing, event):.0f}"
    yield "in all", "", len(hearing.play.stage.calls), ""
