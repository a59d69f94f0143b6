"""The steps that a match takes by itself when their moment has come."""

from __future__ import annotations

from bot.domain.deadlines import Step
from bot.domain.ids import ContestId
from bot.services.playing import adjourning, matches, presence, reporting
from bot.services.playing.followed import Followed
from bot.services.playing.hooks import MATCH_HOOKS
from bot.storage.context import Tx


def take(tx: Tx, contest_id: ContestId, step: Step) -> None:
    """Takes one step of a match in play; a match that was settled, voided or suspended meanwhile takes none."""
    followed = matches.load(tx, contest_id)
    if followed is not None and _goes_on(followed):
        hooks = MATCH_HOOKS.of(followed.tournament.rulebook)
        if not any(one.takes(tx, followed, step) for one in hooks):
            _take_own(tx, followed, step)


def _take_own(tx: Tx, followed: Followed, step: Step) -> None:
    match step:
        case Step.LOSE_GAME:
            presence.lose_game(tx, followed)
        case Step.LOSE_BOTH:
            presence.lose_both(tx, followed)
        case Step.REMIND_CONFIRM:
            reporting.remind(tx, followed)
        case Step.LET_STAND:
            reporting.let_stand(tx, followed)
        case Step.ESCALATE_DISPUTE:
            reporting.escalate(tx, followed)
        case Step.ADJOURN:
            adjourning.adjourn_by_rule(tx, followed)
        case _:
            raise LookupError(f"a match has no step {step}")


def _goes_on(followed: Followed) -> bool:
    match, is_over = followed.match, followed.tournament.cancelled_at is not None
    return not is_over and match.contest.result is None and match.voided_at is None and match.suspended_at is None
