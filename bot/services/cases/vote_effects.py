"""What votes do to bars, ratings and who was expelled (AIJE-A02-2, AIJE-A02-5, AIJE-D01-5.3)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.domain.cases.absence import AbsenceCase
from bot.domain.entering.bars import Bar, BarReason
from bot.domain.ids import BarId, CaseId, PersonId
from bot.domain.voting.bodies import concerns
from bot.domain.voting.sayings import Expelled, OffCommittee
from bot.domain.voting.votes import Effect, Vote
from bot.services.cases import barring, expelling, misconduct_verdicts, rating_penalties
from bot.services.entering import freed_places
from bot.services.registry.vote_effects import take_off_committee
from bot.services.speaking import tell_member, write_to
from bot.services.voting import bodies
from bot.services.voting.hooks import Apply
from bot.services.voting.vote_record import in_vain, note
from bot.storage import bars, expulsions, identities, people
from bot.storage.context import Query, Tx


def expel_player(tx: Tx, vote: Vote) -> None:
    """Name, rating and rank leave; a tombstone stays, so that opponents' results hold (AIJE-A02-2)."""
    person = None if vote.subject is None else people.load(tx, vote.subject)
    if person is None or not _concerns(tx, vote, person.person_id):
        # Who has come to the committee meanwhile is expelled by its own vote (AIJE-A02-3).
        in_vain(tx, vote)
        return
    write_to(tx, vote.guild_id, person, Expelled(vote.vote_id, person.language))
    expelling.expel(tx, vote, person)
    misconduct_verdicts.note_expelled(tx, vote)


def expel_member(tx: Tx, vote: Vote) -> None:
    """The arbiter title goes, the rating is erased, and the person never sits on the committee again (AIJE-A02-5)."""
    if vote.subject is None:
        return
    take_off_committee(tx, vote, vote.subject)
    for own in identities.selves(tx, vote.subject):
        expelling.erase_rating(tx, vote.guild_id, own)
    expulsions.exclude(tx, vote.guild_id, vote.subject, vote.vote_id, tx.now)
    note(tx, vote, vote.subject, "expel_member")
    tell_member(tx, vote.guild_id, vote.subject, OffCommittee(vote.vote_id))


def penalty_bar(tx: Tx, vote: Vote) -> None:
    """A bar for a time or for good takes the place of the one that came by itself (AIJE-D01-5.3).

    Nobody is barred for an absence that was justified, dropped or forgiven while the vote ran.
    """
    if vote.subject is None:
        return
    before = _bars_meant(tx, vote)
    case = rating_penalties.case_meant(tx, vote.subject, vote.reference) if vote.reference else None
    if not before and _is_forgiven(tx, vote, vote.subject, case):
        in_vain(tx, vote)
        return
    for bar in before:
        bars.lift(tx, bar.bar_id, None, vote.question, tx.now, vote.vote_id)
    case_id = _case_of(before, case)
    if case_id is not None:
        rating_penalties.give_back_of_case(tx, case_id, None, vote.question)
    reason = BarReason.UNJUSTIFIED_ABSENCE if before or case_id else BarReason.DISQUALIFIED
    imposed = _voted_bar(tx, vote, vote.subject, reason, case_id)
    if barring.impose(tx, imposed):
        barring.tell(tx, vote.guild_id, [imposed])
    else:
        # The bar of this absence has been served to its end.
        in_vain(tx, vote)


def _is_forgiven(tx: Query, vote: Vote, subject: PersonId, case: AbsenceCase | None) -> bool:
    """Whether the absence that the vote is about was justified or dropped, or its bar lifted, while the vote ran."""
    gone = vote.reference is not None and case is None
    return gone or bars.forgiven_since(tx, subject, vote.opened_at, vote.reference)


def _case_of(before: Sequence[Bar], case: AbsenceCase | None) -> CaseId | None:
    if before:
        return before[0].case_id
    return None if case is None else case.case_id


def _voted_bar(tx: Tx, vote: Vote, subject: PersonId, reason: BarReason, case_id: CaseId | None) -> Bar:
    return Bar(
        bar_id=BarId(tx.new_id()),
        guild_id=vote.guild_id,
        person_id=subject,
        reason=reason,
        explanation=vote.question,
        since=tx.now,
        until=None if vote.effect_lasts is None else tx.now + vote.effect_lasts,
        case_id=case_id,
        barred_by=vote.opened_by,
        vote_id=vote.vote_id,
    )


def penalty_rating(tx: Tx, vote: Vote) -> None:
    """The walkover games of the absence are rated at the absent player's cost alone (AIJE-D01-5.3, AIJE-B02-2)."""
    if vote.subject is not None and rating_penalties.take(tx, vote) is None:
        note(tx, vote, vote.subject, "no_points_to_take")
        in_vain(tx, vote)


def return_points(tx: Tx, vote: Vote) -> None:
    """The opposite decision: the points come back, the bar that they replaced does not."""
    penalty = rating_penalties.standing_meant(tx, vote)
    if penalty is None:
        in_vain(tx, vote)
    else:
        rating_penalties.give_back(tx, penalty, None, vote.question)


def lift_bar(tx: Tx, vote: Vote) -> None:
    """The bar ends; one that came from an expulsion does not before its year is over (AIJE-A02-2)."""
    held = _bars_meant(tx, vote, every=True)
    able = [bar for bar in held if expulsions.of_bar(tx, bar.bar_id) is None]
    for bar in able:
        barring.end(tx, bar, vote.opened_by, vote.question, vote.vote_id)
        freed_places.restore(tx, bar, vote.opened_by)
    if not able:
        in_vain(tx, vote)


def _bars_meant(tx: Query, vote: Vote, *, every: bool = False) -> list[Bar]:
    """The bars that hold and that the vote is about: the one referred to (by its id or its case's), or the person's."""
    if vote.subject is None:
        return []
    holding = bars.of_people(tx, [vote.subject], tx.now)
    if vote.reference is not None:
        return [bar for bar in holding if vote.reference in (bar.bar_id, bar.case_id)]
    return [bar for bar in holding if every or bar.reason is BarReason.UNJUSTIFIED_ABSENCE]


def _concerns(tx: Query, vote: Vote, subject: PersonId) -> bool:
    return concerns(vote.kind.effect, bodies.bond_of(tx, vote.guild_id, subject))


EFFECTS: Final[dict[Effect, Apply]] = {
    Effect.EXPEL_PLAYER: expel_player,
    Effect.EXPEL_MEMBER: expel_member,
    Effect.PENALTY_BAR: penalty_bar,
    Effect.PENALTY_RATING: penalty_rating,
    Effect.RETURN_POINTS: return_points,
    Effect.LIFT_BAR: lift_bar,
}
