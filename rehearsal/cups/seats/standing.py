"""Where the Open and the League ended, as everybody could read it, and who won the matches for a seat."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from rehearsal import facts
from rehearsal.cups.seats.count import due, with_winners
from rehearsal.cups.seats.diary import SeatCup
from rehearsal.cups.seats.facts import invitations
from rehearsal.facts import Facts, Pairing

_ORDER: Final = ("final", "third_place")


def standings(cup: SeatCup) -> tuple[list[int], list[int]]:
    """The League and the Open, best first, by Discord id, from the results that stand."""
    known = facts.read(cup.play.stage.path)
    return of_everybody(cup.league, known), _open(cup, known)


def _of(event_id: str, known: Facts) -> list[Pairing]:
    return [one for one in known.pairings if one.event_id == event_id]


def _members(event_id: str, known: Facts) -> dict[str, int]:
    return {key: entry.member or 0 for key, entry in known.of(event_id).items()}


def _open(cup: SeatCup, known: Facts) -> list[int]:
    """Champion and runner-up, third and fourth, then who lost before.

    Those share their places, and the regulation does not say which of them is asked first: whoever was.
    """
    named, pairings = _members(cup.opened, known), _of(cup.opened, known)
    found: list[int] = []
    for stage in _ORDER:
        for one in pairings:
            if one.stage == stage and one.outcome is not None:
                best = one.outcome.score.index(max(one.outcome.score))
                found += [named[one.sides[best]], named[one.sides[1 - best]]]
    asked = list(dict.fromkeys(one.member for one in invitations(cup.play.stage.path)))
    places = {member: place for place, member in enumerate(asked)}
    behind = (one for one in named.values() if one not in found)
    return [*found, *sorted(behind, key=lambda one: places.get(one, len(places)))]


def of_everybody(event_id: str, known: Facts) -> list[int]:
    """Where all meet all: by games won, then the direct encounter, then the play-off (AIJE-D02-2, AIJE-D04-2)."""
    named, pairings = _members(event_id, known), _of(event_id, known)
    matches = [one for one in pairings if one.stage == "main" and len(one.sides) == 2]
    offs = [one for one in pairings if one.stage == "play_off"]
    return [named[side] for side in _rank(set(named), matches, offs)]


def _rank(level: set[str], matches: list[Pairing], offs: list[Pairing]) -> list[str]:
    """Best first: those who stay level by games among themselves are separated by the play-offs between them."""
    if len(level) < 2:
        return sorted(level)
    won = _games(level, matches)
    if len(set(won.values())) == 1:
        if len(level) == len({side for one in matches for side in one.sides}) or not offs:
            return sorted(level)
        beaten = _games(level, offs)
        return sorted(level, key=lambda side: (-beaten[side], side))
    among = _among(level, matches)
    found: list[str] = []
    for games in sorted(set(won.values()), reverse=True):
        sharing = {side for side in level if won[side] == games}
        inside = _among(sharing, among)
        found += _rank(sharing, inside, offs) if inside or len(sharing) < 2 else sorted(sharing)
    return found


def _among(level: Iterable[str], matches: Iterable[Pairing]) -> list[Pairing]:
    some = set(level)
    return [one for one in matches if some.issuperset(one.sides)]


def _games(level: Iterable[str], matches: Iterable[Pairing]) -> dict[str, int]:
    """Games won by each against anybody in those matches."""
    won = dict.fromkeys(level, 0)
    for one in matches:
        for side, games in zip(one.sides, one.outcome.score if one.outcome else (0, 0), strict=True):
            if side in won:
                won[side] += games
    return won


def won_by(cup: SeatCup, known: Facts) -> dict[int, int]:
    """Who won each match for a seat, by its number."""
    found: dict[int, int] = {}
    for number, event_id in cup.matches.items():
        named = _members(event_id, known)
        for one in _of(event_id, known):
            if len(one.sides) == 2 and one.outcome is not None:
                found[number] = named[one.sides[one.outcome.score.index(max(one.outcome.score))]]
    return found


def winners(cup: SeatCup, known: Facts, league: list[int], opened: list[int]) -> tuple[set[int], int]:
    """Who has a seat in the Candidates in the end, and somebody who has none."""
    found = due(league, opened, cup.champion, cup.has_declined)
    _, holders = with_winners(found, won_by(cup, known), cup.champion)
    outside = next(one for one in (*reversed(opened), *reversed(league)) if one not in holders)
    return holders, outside


def mentions(text: str) -> set[int]:
    """Everybody whom a text names."""
    return {int(found) for found in re.findall(r"<@(\d+)>", text)}
