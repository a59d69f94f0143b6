"""What votes do to bars, ratings and who was expelled (AIJE-A02-2, AIJE-A02-5, AIJE-D01-5.3)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.domain.cases.absence import AbsenceCase
from bot.domain.entering.bars import Bar, BarReason
from bot.domain.ids import BarId, CaseId, Occasion, PersonId
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
from bot.storage.database import Work


def expel_player(work: Work, occasion: Occasion, vote: Vote) -> None:
    """Name, rating and rank leave; a tombstone stays, so that opponents' results hold (AIJE-A02-2)."""
    person = None if vote.subject is None else people.load(work, vote.subject)
    if person is None or not _concerns(work, vote, person.person_id):
        # Who has come to the committee meanwhile is expelled by its own vote (AIJE-A02-3).
        in_vain(work, occasion, vote)
        return
    write_to(work, occasion, vote.guild_id, person, Expelled(vote.vote_id, person.language))
    expelling.expel(work, occasion, vote, person)
    misconduct_verdicts.note_expelled(work, occasion, vote)


def expel_member(work: Work, occasion: Occasion, vote: Vote) -> None:
    """The arbiter title goes, the rating is erased, and the person never sits on the committee again (AIJE-A02-5)."""
    if vote.subject is None:
        return
    take_off_committee(work, occasion, vote, vote.subject)
    for own in identities.selves(work, vote.subject):
        expelling.erase_rating(work, occasion, vote.guild_id, own)
    expulsions.exclude(work, vote.guild_id, vote.subject, vote.vote_id, occasion.now)
    note(work, occasion, vote, vote.subject, "expel_member")
    tell_member(work, occasion, vote.guild_id, vote.subject, OffCommittee(vote.vote_id))


def penalty_bar(work: Work, occasion: Occasion, vote: Vote) -> None:
    """A bar for a time or for good takes the place of the one that came by itself (AIJE-D01-5.3).

    Nobody is barred for an absence that was justified, dropped or forgiven while the vote ran.
    """
    if vote.subject is None:
        return
    before = _bars_meant(work, occasion, vote)
    case = rating_penalties.case_meant(work, vote.subject, vote.reference) if vote.reference else None
    if not before and _is_forgiven(work, vote, vote.subject, case):
        in_vain(work, occasion, vote)
        return
    for bar in before:
        bars.lift(work, bar.bar_id, None, vote.question, occasion.now, vote.vote_id)
    case_id = _case_of(before, case)
    if case_id is not None:
        rating_penalties.give_back_of_case(work, occasion, case_id, None, vote.question)
    reason = BarReason.UNJUSTIFIED_ABSENCE if before or case_id else BarReason.DISQUALIFIED
    imposed = _voted_bar(occasion, vote, vote.subject, reason, case_id)
    if barring.impose(work, occasion, imposed):
        barring.tell(work, occasion, vote.guild_id, [imposed])
    else:
        # The bar of this absence has been served to its end.
        in_vain(work, occasion, vote)


def _is_forgiven(work: Work, vote: Vote, subject: PersonId, case: AbsenceCase | None) -> bool:
    """Whether the absence that the vote is about was justified or dropped, or its bar lifted, while the vote ran."""
    gone = vote.reference is not None and case is None
    return gone or bars.forgiven_since(work, subject, vote.opened_at, vote.reference)


def _case_of(before: Sequence[Bar], case: AbsenceCase | None) -> CaseId | None:
    if before:
        return before[0].case_id
    return None if case is None else case.case_id


def _voted_bar(occasion: Occasion, vote: Vote, subject: PersonId, reason: BarReason, case_id: CaseId | None) -> Bar:
    return Bar(
        bar_id=BarId(occasion.ids.fresh()),
        guild_id=vote.guild_id,
        person_id=subject,
        reason=reason,
        explanation=vote.question,
        since=occasion.now,
        until=None if vote.effect_lasts is None else occasion.now + vote.effect_lasts,
        case_id=case_id,
        barred_by=vote.opened_by,
        vote_id=vote.vote_id,
    )


def penalty_rating(work: Work, occasion: Occasion, vote: Vote) -> None:
    """The walkover games of the absence are rated at the absent player's cost alone (AIJE-D01-5.3, AIJE-B02-2)."""
    if vote.subject is not None and rating_penalties.take(work, occasion, vote) is None:
        note(work, occasion, vote, vote.subject, "no_points_to_take")
        in_vain(work, occasion, vote)


def return_points(work: Work, occasion: Occasion, vote: Vote) -> None:
    """The opposite decision: the points come back, the bar that they replaced does not."""
    penalty = rating_penalties.standing_meant(work, vote)
    if penalty is None:
        in_vain(work, occasion, vote)
    else:
        rating_penalties.give_back(work, occasion, penalty, None, vote.question)


def lift_bar(work: Work, occasion: Occasion, vote: Vote) -> None:
    """The bar ends; one that came from an expulsion does not before its year is over (AIJE-A02-2)."""
    held = _bars_meant(work, occasion, vote, every=True)
    able = [bar for bar in held if expulsions.of_bar(work, bar.bar_id) is None]
    for bar in able:
        barring.end(work, occasion, bar, vote.opened_by, vote.question, vote.vote_id)
        freed_places.restore(work, occasion, bar, vote.opened_by)
    if not able:
        in_vain(work, occasion, vote)


def _bars_meant(work: Work, occasion: Occasion, vote: Vote, *, every: bool = False) -> list[Bar]:
    """The bars that hold and that the vote is about: the one referred to (by its id or its case's), or the person's."""
    if vote.subject is None:
        return []
    holding = bars.of_people(work, [vote.subject], occasion.now)
    if vote.reference is not None:
        return [bar for bar in holding if vote.reference in (bar.bar_id, bar.case_id)]
    return [bar for bar in holding if every or bar.reason is BarReason.UNJUSTIFIED_ABSENCE]


def _concerns(work: Work, vote: Vote, subject: PersonId) -> bool:
    return concerns(vote.kind.effect, bodies.bond_of(work, vote.guild_id, subject))


EFFECTS: Final[dict[Effect, Apply]] = {
    Effect.EXPEL_PLAYER: expel_player,
    Effect.EXPEL_MEMBER: expel_member,
    Effect.PENALTY_BAR: penalty_bar,
    Effect.PENALTY_RATING: penalty_rating,
    Effect.RETURN_POINTS: return_points,
    Effect.LIFT_BAR: lift_bar,
}
