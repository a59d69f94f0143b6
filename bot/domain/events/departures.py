"""What leaving a running event comes to, format by format (GO-28.2, GO-28.3, GO-28.4)."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace
from datetime import datetime
from enum import StrEnum

from bot.domain.contests import Contest, Result, ResultKind, Score
from bot.domain.crosstable import is_round_robin, table_contests, voided_entrants
from bot.domain.formats.protocol import EventFacts
from bot.domain.ids import ContestId, EntrantId
from bot.domain.lengths import in_bracket
from bot.domain.rulebook import Rulebook
from bot.domain.scores import LOVE


class AfterLeaving(StrEnum):
    """What becomes of the results of who leaves, and of the matches that were to come."""

    REST_IS_LOST = "rest_is_lost"
    """Results stand; whoever was still to be met wins without playing (GO-28.4, GO-28.2 from half of the games on)."""
    PAIRED_NO_MORE = "paired_no_more"
    """Results stand, and nobody is paired against who left (GO-28.3)."""
    ALL_IS_VOID = "all_is_void"
    """Fewer than half of the games were played: no result counts, for nobody (GO-28.2)."""
    HANGS_ON_REPORT = "hangs_on_report"
    """With a reported match that waits for its answer half of the games are played, without it they are not."""


def after_leaving(
    facts: EventFacts, rulebook: Rulebook, entrant_id: EntrantId, reported: Collection[ContestId] = ()
) -> AfterLeaving:
    """What it comes to that the entrant leaves now, or has left.

    `reported` are the open matches with a report on the table: they are left to their players, all others are lost.
    """
    left = _without(facts, entrant_id)
    matches = table_contests(left, rulebook)
    lost = _open_matches(matches, entrant_id)
    waiting = [one for one in lost if one.contest_id in reported]
    played = [one for one in matches if one not in lost]
    if entrant_id in voided_entrants(left, rulebook, [*played, *waiting]):
        return AfterLeaving.ALL_IS_VOID
    if waiting and entrant_id in voided_entrants(left, rulebook, played):
        return AfterLeaving.HANGS_ON_REPORT
    return AfterLeaving.PAIRED_NO_MORE if _pairs_anew(facts, rulebook) else AfterLeaving.REST_IS_LOST


def _without(facts: EventFacts, entrant_id: EntrantId) -> EventFacts:
    starters = (replace(one, withdrawn=True) if one.entrant_id == entrant_id else one for one in facts.starters)
    return replace(facts, starters=tuple(starters))


def _open_matches(matches: Iterable[Contest], entrant_id: EntrantId) -> list[Contest]:
    return [one for one in matches if one.result is None and entrant_id in one.sides and not one.is_bye]


def lost_by_leaving(
    contest: Contest, left: Collection[EntrantId], so_far: Score, unplayed: Score, now: datetime
) -> Result | None:
    """The result of an open contest in which a side has left, or None when nobody of it has, or it is decided.

    Games already recorded stay in the score: `so_far` is the score at the moment, `unplayed` those games of it that
    were given by absence. All further games go to the side that stayed, which goes on in a bracket even where what it
    had lost before is more. Where both left, both have lost (GO-28.4).
    """
    gone = [side in left for side in contest.sides]
    if contest.result is not None or contest.is_bye or not any(gone):
        return None
    if all(gone):
        return Result(LOVE, LOVE, ResultKind.DOUBLE_WALKOVER, now)
    stayed = gone.index(False)
    score = _to_who_stayed(contest, stayed, so_far)
    played = [max(0, games - given) for games, given in zip(so_far, unplayed, strict=True)]
    given = tuple(games - min(games, real) for games, real in zip(score, played, strict=True))
    sent_on = stayed if score[stayed] <= score[1 - stayed] else None
    return Result(score, given, ResultKind.WITHDRAWAL, now, paired_as_winner=sent_on)


def _to_who_stayed(contest: Contest, stayed: int, so_far: Score) -> Score:
    """The score once all further games are given to the side that stayed."""
    # Where both have lost more games by absence than there are, no game of the match was anybody's.
    lost_all = contest.play_all and sum(so_far) > contest.best_of
    score = [0, 0] if lost_all else [min(games, contest.target - 1) for games in so_far]
    score[stayed] = contest.best_of - score[1 - stayed] if contest.play_all else contest.target
    return tuple(score)


def _pairs_anew(facts: EventFacts, rulebook: Rulebook) -> bool:
    """Whether the next opponents are still to be found, as in a Swiss before its bracket, or without rounds."""
    traits = rulebook.traits
    if traits.by_score:
        return not any(in_bracket(one, rulebook) for one in facts.contests)
    return not traits.in_rounds or (traits.all_play_all and not is_round_robin(facts, rulebook))
