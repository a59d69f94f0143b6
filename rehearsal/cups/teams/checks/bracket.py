"""Matches of teams that somebody has to win: who goes on although the boards are level, and who is out."""

from __future__ import annotations

import json
from collections.abc import Iterator

from rehearsal.cups.teams.facts import Stood
from rehearsal.cups.teams.level import EXTRA_GAME, LOT, separate
from rehearsal.cups.teams.rules import EXTRA
from rehearsal.cups.teams.trial import Rows, TeamField
from rehearsal.facts import PLAY_OFF, Pairing

_BESIDE = frozenset({"third_place", "placement"})


def goes_on(field: TeamField) -> Iterator[str]:
    """Level teams are separated by what the rulebook names, in its order, and nothing else (AIJE-D05-4, GO-27.2)."""
    for one, stood, title in _to_be_won(field):
        side, by = separate(stood, field.rules_of(one), [field.rating_of(key) for key in one.sides])
        more = [board for board in stood.boards if board.modality == EXTRA]
        if len(more) != (by == EXTRA_GAME):
            yield f"{title}: {len(more)} games more, and it is decided by {by}"
        if by == LOT:
            if stood.sent_on is None or not _has_lot(field, one):
                yield f"{title}: nothing separates them, and no lot was drawn"
        elif one.outcome is None or one.outcome.winner != side:
            yield f"{title}: side {side} goes on by {by}, and the result says otherwise"


def out(field: TeamField) -> Iterator[str]:
    """Whoever has lost the last life is in no later round of the bracket (GO-26.1)."""
    if field.rules.lives != 1:
        return
    rounds = [one for one in field.bracket if one.stage not in _BESIDE]
    for one in rounds:
        won = None if one.outcome is None else one.outcome.winner
        if len(one.sides) == 2 and won is not None:
            later = [two for two in rounds if two.round > one.round]
            yield from _after_the_match(field, one, won, later)


def _after_the_match(field: TeamField, one: Pairing, won: int, later: list[Pairing]) -> Iterator[str]:
    """The loser plays no more, and the winner does, as long as there are rounds."""
    playing = {side for two in later for side in two.sides}
    if one.sides[1 - won] in playing:
        yield f"{field.team(one.sides[1 - won])} lost in round {one.round}, and plays on"
    if later and one.sides[won] not in playing:
        yield f"{field.team(one.sides[won])} won in round {one.round}, and plays no more"


def _to_be_won(field: TeamField) -> Iterator[tuple[Pairing, Stood, str]]:
    """Those whose boards were told: an absence and a leaving decide by themselves."""
    bracket = {one.contest_id for one in field.bracket}
    for one, stood in field.matches_played():
        has_to = one.contest_id in bracket or one.stage == PLAY_OFF
        if has_to and stood.boards and stood.kind != "withdrawal" and not field.cup.teams.stays_on:
            yield one, stood, " – ".join(map(field.team, one.sides))


def _has_lot(field: TeamField, one: Pairing) -> bool:
    """Whether a lot between the two is on record."""
    lots = (two for two in field.hearing.facts.draws if two.event_id == field.event.event_id and two.purpose == LOT)
    return any(all(json.dumps(side) in lot.entrants for side in one.sides) for lot in lots)


CHECKS: Rows = (
    ("GO-26.1, GO-27.2", "Level teams are separated as the rulebook says", goes_on),
    ("GO-26.1", "Whoever is out plays no more", out),
)
