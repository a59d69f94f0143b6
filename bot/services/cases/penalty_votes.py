"""The vote that puts another penalty in the place of the bar, opened from the card of an unjustified absence."""

from __future__ import annotations

from datetime import timedelta

from bot.domain.cases.absence import AbsenceCase
from bot.domain.cases.no_shows import AbsencePenalty
from bot.domain.ids import CaseId
from bot.domain.voting.votes import Vote
from bot.errors import NotFound, Subject, UserError
from bot.services.cases import rating_penalties
from bot.services.cases.case_record import tournament_of
from bot.services.cases.rating_penalties import NoUnjustifiedAbsence
from bot.services.voting import votes
from bot.storage import cases, people
from bot.storage.context import ActorQuery, ActorTx

_KINDS = {
    AbsencePenalty.BAR_FOR: "absence-penalty",
    AbsencePenalty.BAR: "absence-penalty",
    AbsencePenalty.POINTS: "rating-penalty",
}


def options(tx: ActorQuery, case_id: CaseId) -> tuple[AbsencePenalty, ...]:
    """What may be voted on for the absence, for who may open such a vote (AIJE-D01-5.3).

    Raises NotAllowed, NotFound, or NoUnjustifiedAbsence for a case that came to no penalty.
    """
    case = _find_unjustified(tx, case_id)
    by = people.of_member(tx, tx.guild_id, tx.actor.member_id)
    for name in sorted(set(_KINDS.values())):
        votes.require_runner(tx, by, votes.kind_named(tx, tx.guild_id, name), case.person_id)
    try:
        rating_penalties.refuse_unfit(tx, tx.guild_id, case.person_id, case_id)
    except UserError:
        return AbsencePenalty.BAR_FOR, AbsencePenalty.BAR
    return tuple(AbsencePenalty)


def open_vote(
    tx: ActorTx,
    case_id: CaseId,
    penalty: AbsencePenalty,
    question: str,
    lasts: timedelta | None = None,
) -> Vote:
    """Opens the vote on that penalty in the committee's channel; a bar for a time needs its length."""
    case = _find_unjustified(tx, case_id)
    if penalty is AbsencePenalty.BAR_FOR and lasts is None:
        raise votes.PenaltyLengthUnread(given="–")
    length = lasts if penalty is AbsencePenalty.BAR_FOR else None
    kind = _KINDS[penalty]
    return votes.open_vote(tx, kind, question, case.person_id, case_id, lasts=length)


def _find_unjustified(tx: ActorQuery, case_id: CaseId) -> AbsenceCase:
    case = cases.load(tx, case_id)
    if case is None or tournament_of(tx, case).guild_id != tx.guild_id:
        raise NotFound(what=Subject.CASE)
    if not rating_penalties.is_punishable(tx, case):
        raise NoUnjustifiedAbsence
    return case
