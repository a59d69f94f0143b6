"""Who plays for the title, how the match ends, and who holds it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rehearsal.cups.seats.standing import of_everybody
from rehearsal.hearing import Hearing, same
from rehearsal.moving import papers
from rehearsal.moving.checks import Rows
from rehearsal.moving.diary import Move
from rehearsal.moving.facts import read
from rehearsal.moving.title import NEEDED


def pair(hearing: Hearing, move: Move) -> tuple[int, int]:
    """The champion on record, and the first of the Candidates by the judge's own count."""
    assert move.candidates is not None
    (champion,) = move.ids(papers.CHAMPION)
    return champion, of_everybody(move.candidates.event_id, hearing.facts)[0]


def challenger(hearing: Hearing, move: Move) -> Iterator[str]:
    """Champion and winner of the Candidates are asked and play; of last year's Candidates nobody is."""
    assert move.title is not None
    wanted = [hearing.name(one) for one in pair(hearing, move)]
    entries = hearing.facts.of(move.title.event_id).values()
    plays = (hearing.name(one.member) for one in entries if one.outcome == "starter")
    yield from same("playing for the title", plays, wanted)
    asked = (row["name"] for row in read(move.play.stage.path)["asked"] if row["round_of"] == "title")
    yield from same("asked to play for the title", asked, wanted)


def the_match(hearing: Hearing, move: Move) -> Iterator[str]:
    """It ends as its games say, when somebody has ten."""
    assert move.title is not None
    entries = hearing.facts.of(move.title.event_id)
    (match,) = (one for one in hearing.facts.pairings if one.event_id == move.title.event_id)
    if match.outcome is None:
        yield "there is no result"
        return
    wanted = tuple(move.won[entries[side].member or 0] for side in match.sides)
    if match.outcome.score != wanted or max(wanted) != NEEDED:
        yield f"{match.outcome.score} stands instead of {wanted}"


def the_crown(hearing: Hearing, move: Move) -> Iterator[str]:
    """Who has won the match holds the title by it; the one on record before it stays on record."""
    assert move.title is not None
    found = [(row["name"], row["tournament_id"]) for row in read(move.play.stage.path)["crowned"]]
    best = max(move.won, key=lambda member: move.won[member])
    wanted = [(papers.CHAMPION, None), (hearing.name(best), move.title.event_id)]
    if found != wanted:
        yield f"{found} instead of {wanted}"


CHECKS: Final[Rows] = (
    ("AIJE-D02-2, AIJE-D03-1", "The first of the Candidates plays against the champion for the title", challenger),
    ("AIJE-D03-1", "The match for the title ends as its games say", the_match),
    ("AIJE-D03-1", "Who has won it holds the title", the_crown),
)
