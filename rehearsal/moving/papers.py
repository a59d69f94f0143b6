"""What an association brings along: the list of its people, and last year's events as files."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import datetime, timedelta
from itertools import combinations
from typing import Final

from rehearsal.members import File, Member

PEOPLE: Final = 40
LEAGUE: Final = ("Ana", "Bruno", "Zeca", "Sara Núñez", "Elena", "Luca Però")
"""Last year's League, best first: the third is barred, and two have no Discord."""
OPEN: Final = ("Gabi", "Hugo", "Sara Núñez", "Luca Però")
"""Last year's Open, best first; the last two have no Discord."""
CANDIDATES: Final = ("Ana", "Chiara", "Gabi", "Diego")
"""Last year's Candidates, best first: played before the bot came, and followed by no match for the title."""
CHAMPION: Final = "Bruno"
FRESH: Final = ("Gabi", "Hugo", "Irene", "Joana", "Kevin", "Livia")
"""Who plays the first Open here."""
BARRED: Final = "Zeca"
ARBITER: Final = "Nadia Rossi"
"""Has a title, and no Discord."""
CAPTAINS: Final = ("Chiara", "Diego", "Fabio")
"""Who leads a team in the first event here; none of them has played a game under the bot."""
HERE: Final = ("Ana", "Bruno", "Chiara", "Diego", "Elena", "Fabio", *FRESH, BARRED)
"""Who is in the server by the list."""
LUCA: Final = "Luca Però"
SARA: Final = "Sara Núñez"
JOINS_AS: Final = {LUCA: "Luca P", SARA: "Sara N"}
"""Who is on the list by name alone, and in the server under another name: staff links the one, the other claims it."""
NAMESAKE: Final = "Lucas"
"""Somebody else, whom staff takes for Luca at first."""
ELSEWHERE: Final = (SARA, LUCA, ARBITER)
CORRECTED: Final = ("Ana", 2144.5)
"""Whose rating is put right in the middle of the season, and to what."""
_HEADINGS: Final = "name;discord;rating;games;country;arbiter_title;arbiter_since;bar_reason"
WHY_BARRED: Final = "Ameaças em dois torneios"


def ratings() -> dict[str, float]:
    """What the list says of everybody, by name: no two alike, and those of the first Open not in their order."""
    first = [*HERE[: -len(FRESH) - 1], "Livia", "Gabi", "Kevin", "Hugo", "Irene", "Joana", BARRED]
    return {name: 2200.5 - 10 * place for place, name in enumerate([*first, *ELSEWHERE, *others()])}


def others() -> list[str]:
    """Who is on the list and in no event of before: all of them without Discord."""
    return [f"João Conceição {number:02}" for number in range(PEOPLE - len(HERE) - len(ELSEWHERE))]


def known_as(name: str) -> str:
    """By which name somebody of the list is known in the end."""
    return JOINS_AS.get(name, name)


def opening_list(here: dict[str, Member]) -> File:
    """The list as a spreadsheet with decimal commas saves it."""
    lines = [_HEADINGS]
    for name, rating in ratings().items():
        discord = here[name].id if name in here else ""
        title = "AN;2025-06-01" if name == ARBITER else ";"
        bar = WHY_BARRED if name == BARRED else ""
        lines.append(f"{name};{discord};{rating:.1f};20;BR;{title};{bar}".replace(".", ","))
    return "associados.csv", "\r\n".join(lines).encode("cp1252")


def past_events(now: datetime) -> list[File]:
    """Last year's Candidates, Open and League, the latest first: the order of time is the bot's to find."""
    return [
        _everybody_meets("Candidates of before", "aije-candidates", now - timedelta(days=40), CANDIDATES),
        past_open("Open of before", now - timedelta(days=60), *OPEN),
        _everybody_meets("League of before", "aije-champions-league", now - timedelta(days=80), LEAGUE),
    ]


def _everybody_meets(name: str, preset: str, day: datetime, order: Sequence[str]) -> File:
    """Whoever stands before has won."""
    return _file(name, preset, day, order, results=[[one, other, "4-1"] for one, other in combinations(order, 2)])


def past_open(name: str, day: datetime, first: str, second: str, third: str, fourth: str) -> File:
    """An Open of four as a file, best first."""
    played = (
        (first, third, "semifinal", 1, 0, "3-0"),
        (second, fourth, "semifinal", 1, 1, "3-1"),
        (third, fourth, "third_place", 2, 0, "5-2"),
        (first, second, "final", 2, 0, "5-4"),
    )
    contests = [
        {"sides": [one, other], "stage": stage, "round": number, "position": position, "score": score}
        for one, other, stage, number, position, score in played
    ]
    return _file(name, "aije-open", day, (first, second, third, fourth), contests=contests)


def _file(name: str, preset: str, day: datetime, entrants: Sequence[str], **played: object) -> File:
    told = {
        "rulebook": {"preset": preset},
        "event": {"name": name, "ended_at": day.isoformat()},
        "entrants": list(entrants),
    }
    return f"{name}.json", json.dumps(told | played).encode()
