"""The steps that a match takes by itself when their moment has come."""

from __future__ import annotations

from bot.domain.deadlines import Step
from bot.domain.ids import ContestId, Occasion
from bot.services.playing import adjourning, matches, presence, reporting
from bot.services.playing.followed import Followed
from bot.services.playing.hooks import MATCH_HOOKS
from bot.storage.database import Work


def take(work: Work, occasion: Occasion, contest_id: ContestId, step: Step) -> None:
    """Takes one step of a match in play; a match that was settled, voided or suspended meanwhile takes none."""
    followed = matches.load(work, contest_id)
    if followed is not None and _goes_on(followed):
        hooks = MATCH_HOOKS.of(followed.tournament.rulebook)
        if not any(one.takes(work, occasion, followed, step) for one in hooks):
            _take_own(work, occasion, followed, step)


def _take_own(work: Work, occasion: Occasion, followed: Followed, step: Step) -> None:
    match step:
        case Step.LOSE_GAME:
            presence.lose_game(work, occasion, followed)
        case Step.LOSE_BOTH:
            presence.lose_both(work, occasion, followed)
        case Step.REMIND_CONFIRM:
            reporting.remind(work, occasion, followed)
        case Step.LET_STAND:
            reporting.let_stand(work, occasion, followed)
        case Step.ESCALATE_DISPUTE:
            reporting.escalate(work, occasion, followed)
        case Step.ADJOURN:
            adjourning.adjourn_by_rule(work, occasion, followed)
        case _:
            raise LookupError(f"a match has no step {step}")


def _goes_on(followed: Followed) -> bool:
    match, is_over = followed.match, followed.tournament.cancelled_at is not None
    return not is_over and match.contest.result is None and match.voided_at is None and match.suspended_at is None
