"""What a withdrawal after the draw costs: results stand, the rest is lost (GO-28.4)."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

from bot.domain.contests import Contest, Result, ResultKind, Score
from bot.domain.ids import EntrantId
from bot.domain.scores import LOVE


def lost_by_leaving(
    contest: Contest, left: Collection[EntrantId], so_far: Score, unplayed: Score, now: datetime
) -> Result | None:
    """The result of an open contest in which a side has left, or None when nobody of it has, or it is decided.

    Games already recorded stay in the score: `so_far` is the score at the moment, `unplayed` those games of it that
    were given by absence. All further games go to the side that stayed, which goes on in a bracket even where what it
    had lost before is more. Where both left, both have lost.
    """
    gone = [side in left for side in contest.sides]
    if contest.result is not None or len(gone) < 2 or not any(gone):
        return None
    if all(gone):
        return Result(LOVE, LOVE, ResultKind.DOUBLE_WALKOVER, now)
    stayed = gone.index(False)
    played = [max(0, games - given) for games, given in zip(so_far, unplayed, strict=True)]
    # Where both have lost more games by absence than there are, no game of the match was anybody's.
    lost_all = contest.play_all and sum(so_far) > contest.best_of
    score = [0, 0] if lost_all else [min(games, contest.target - 1) for games in so_far]
    score[stayed] = contest.best_of - score[1 - stayed] if contest.play_all else contest.target
    given = [games - min(games, real) for games, real in zip(score, played, strict=True)]
    sent_on = stayed if score[stayed] <= score[1 - stayed] else None
    return Result(tuple(score), tuple(given), ResultKind.WITHDRAWAL, now, paired_as_winner=sent_on)
