"""The record of an event of teams: its files have every team, every member and every board."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, Final

from rehearsal.checks.seen import asked_again, calls_of_a_thread, looks
from rehearsal.cups.checks.record import files_of
from rehearsal.cups.checks.telling import RESULTS_TOLD, rows, untold_results
from rehearsal.cups.teams import count
from rehearsal.cups.teams.count import write_points
from rehearsal.cups.teams.trial import Rows, TeamField


def complete(field: TeamField) -> Iterator[str]:
    """The file has every team with its members, and every board of every match as it ended."""
    file: dict[str, Any] = json.loads(files_of(field.trial).get("json", b"{}"))
    text = json.dumps(file, ensure_ascii=False)
    for side in field.starters:
        names = (field.team(side), *_members(field, side))
        missing = [one for one in names if json.dumps(one, ensure_ascii=False) not in text]
        if missing:
            yield f"the file does not name {', '.join(missing)}"
    scores = sum(len(stood.boards) for _, stood in field.matches_played())
    found = sum(len(one.get("boards") or ()) for one in file.get("contests", ()))
    if found != scores:
        yield f"the file has {found} boards instead of {scores}"


def _members(field: TeamField, side: str) -> list[str]:
    return [field.person(one.person_id) for one in field.teams.members.get(side, ())]


def table(field: TeamField) -> Iterator[str]:
    """The table that spreadsheets read has the teams in the order in which the last table showed them."""
    files = files_of(field.trial)
    text = next((data.decode("utf-8") for name, data in files.items() if name.startswith("standings")), "")
    looks = [look for look in field.cup.looks if look.after_round < 0]
    by_member = {field.entries[side].member: field.team(side) for side in field.starters}
    shown = [by_member.get(member, "") for _, _, member, _ in rows(looks[-1].answer.text)] if looks else []
    places = [text.find(f",{name},") for name in shown]
    if -1 in places or places != sorted(places):
        yield f"the file does not read {', '.join(shown)}"


def results(field: TeamField) -> Iterator[str]:
    """The record has a file with every match, in the points of its boards."""
    posts = field.hearing.play.witness.posts_of("record")
    files = [one for post in posts if post.at >= field.event.start_at for one in post.pictures]
    found = [one for one in files if one.name == "results.txt"]
    if len(found) != 1:
        yield f"{len(found)} files of results in the record"
        return
    text = field.hearing.play.stage.picture(found[0].url).decode("utf-8")
    for one, stood in field.matches_played():
        first, second = map(field.team, one.sides)
        score = "–".join(map(write_points, count.totals(stood, field.cup.teams)))
        if not re.search(rf"^{first} {score} {second}\b", text, re.MULTILINE):
            yield f"{first} {score} {second} is not in the record"


def calls(field: TeamField) -> Iterator[str]:
    """No more calls than an event of teams may cost."""
    made, most = calls_spent(field)
    if made > most:
        yield f"{made} REST calls instead of {most:.0f} at the most"


def calls_spent(field: TeamField) -> tuple[int, float]:
    """The calls of the event, and how many it may start.

    1.25 a match and 40 beside, one for the commands of teams, which the server gets with its first event of the kind,
    and one for each team, which may be changed before it plays. Where orders are named
    within a time, one message more of each match says who begins. Whoever is asked to play is asked in the channel and
    by a letter, and the captain reads the answer. That a player is late, or has come, is told to everybody, and the
    card changes with each game that it costs.
    """
    remembered = field.cup.event
    played = sum(len(one.sides) == 2 for one in field.pairings)
    opened = played if field.cup.teams.named_within is not None else 0
    late = 4 * len(field.cup.scenes.late)
    each = 1.25 + calls_of_a_thread(field.rules.threads)
    most = each * played + 41 + len(field.cup.squads) + opened + 5 * field.cup.invited + late
    most += looks(field.trial.hearing, field.pairings) + asked_again(field.trial.hearing, field.pairings)
    return remembered.last_call - remembered.first_call, most


def results_told(field: TeamField) -> Iterator[str]:
    """The post at a round's end names every match of the round by its teams."""
    return untold_results(field.trial, field, field.team)


CHECKS: Final[Rows] = (
    ("the house", "Every match is in the record, in points", results),
    (*RESULTS_TOLD[:2], results_told),
    ("the house", "The bot spares Discord's API", calls),
    ("the house", "The record has every member and every board", complete),
    ("the house", "The table is the same as a file", table),
)
