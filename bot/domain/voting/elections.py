"""Elections among candidates: who has the majority, who meets in the second ballot, and where a lot decides."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.domain.events import draw
from bot.domain.ids import EntrantId, PersonId, TournamentId
from bot.domain.voting.votes import Outcome, Tally, Vote, has_quorum


@dataclass(frozen=True, slots=True)
class Election:
    """What the count comes to: who is elected, or who meets in the second ballot, and the lot's order if one was."""

    outcome: Outcome
    elected: PersonId | None = None
    run_off: tuple[PersonId, ...] = ()
    lot: tuple[PersonId, ...] = ()


def decide(vote: Vote, count: Tally) -> Election:
    """More than the threshold of the ballots that are not null elects; else the first two meet again (AIJE-A01-2).

    In the second ballot whoever has more is elected. Where candidates are level and it matters, a lot decides.
    """
    if not count.not_null or not has_quorum(vote, count):
        return Election(Outcome.NO_QUORUM)
    order, lot = _rank(vote, count)
    votes = dict(count.for_candidates)
    if vote.kind.threshold.is_met(votes[order[0]], count.base(vote.kind.base)):
        return Election(Outcome.PASSED, order[0])
    if vote.ballot == 1 and len(order) > 1:
        return Election(Outcome.RUN_OFF, run_off=tuple(order[:2]), lot=lot if _matters(order, votes, 2) else ())
    return Election(Outcome.PASSED, order[0], lot=lot if _matters(order, votes, 1) else ())


def _rank(vote: Vote, count: Tally) -> tuple[list[PersonId], tuple[PersonId, ...]]:
    """The candidates by their ballots, those level in the order of the lot; and the lot's order."""
    votes = dict(count.for_candidates)
    drawn = lots(vote.secret, vote, vote.candidates)
    order = sorted(drawn, key=lambda candidate: -votes[candidate])
    return order, drawn


def _matters(order: Sequence[PersonId], votes: dict[PersonId, int], places: int) -> bool:
    """Whether the last of those who come through and the first of those who do not are level."""
    return len(order) > places and votes[order[places - 1]] == votes[order[places]]


def lots(secret: bytes, vote: Vote, candidates: Sequence[PersonId]) -> tuple[PersonId, ...]:
    """The candidates in the order of the fair draw under the vote's commitment, which was public from its opening."""
    record = draw.conduct(secret, TournamentId(vote.vote_id), 1, [(EntrantId(one), None) for one in candidates])
    return tuple(record.stream().shuffle(sorted(candidates)))
