"""What decisions do: once a vote has passed, its effect is applied in the transaction that closes it.

An effect takes the closed vote and its count and raises nothing: what has become needless meanwhile is left alone.
Every capability adds its own line to `EFFECTS`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from bot.domain.announcements import ToMember
from bot.domain.cases.absence import AbsenceCase
from bot.domain.community import Place
from bot.domain.entering.bars import Bar, BarReason
from bot.domain.ids import BarId, CaseId, Occasion, PersonId
from bot.domain.permissions import ArbiterTitle, Office
from bot.domain.voting.bodies import concerns
from bot.domain.voting.sayings import LeaderElected, VoteMinutes
from bot.domain.voting.votes import Effect, Tally, Vote
from bot.rulebooks import procedure_files
from bot.services.cases import bars as bars_service
from bot.services.cases import expelling, file_verdicts, rating_penalties
from bot.services.entering import freed_places
from bot.services.playing import duty
from bot.services.registry import roles, titles
from bot.services.speaking import promise
from bot.services.voting import attendance, bodies, electorates
from bot.services.voting.electorates import NobodyEntitled
from bot.services.voting.vote_opening import Matter, begin
from bot.services.voting.vote_record import WITHOUT_EFFECT, record, vote_subject
from bot.storage import bars, expulsions, identities, log, offices, people, votes
from bot.storage.database import Work

Apply = Callable[[Work, Occasion, Vote, Tally], None]
_ELECTION: Final = "leader-election"


def nothing(_: Work, __: Occasion, ___: Vote, ____: Tally) -> None:
    """The decision itself is all."""


def open_election(work: Work, occasion: Occasion, vote: Vote, _: Tally) -> None:
    """The petition has its signatures: an election of the leader opens, in which the whole committee may stand.

    One that runs already serves this petition too, and one that came to its end since, or another leader, has answered
    it (AIJE-A01-2): nobody has signed against who leads now.
    """
    runs = any(one.kind.effect is Effect.ELECT_LEADER for one in votes.all_open(work, vote.guild_id))
    if runs or bodies.is_answered(work, vote):
        _in_vain(work, occasion, vote)
        return
    try:
        begin(work, occasion, vote.guild_id, procedure_files.preset(_ELECTION), Matter(vote.question), vote.opened_by)
    except NobodyEntitled:
        record(work, occasion, vote, "election_without_committee", None)


def elect_leader(work: Work, occasion: Occasion, vote: Vote, _: Tally) -> None:
    """Whoever was elected leads the committee from now on; until now the old leader served (AIJE-A01-2)."""
    if vote.elected is None:
        return
    promise(work, occasion, vote.guild_id, Place.ANNOUNCEMENTS, LeaderElected(vote.vote_id))
    if people.offices(work, vote.guild_id).get(Office.LEADER) == vote.elected:
        return
    by = vote.opened_by or vote.elected
    before = people.offices(work, vote.guild_id).get(Office.LEADER)
    people.give_office(work, vote.guild_id, Office.LEADER, vote.elected, occasion.now, by)
    for one in (before, vote.elected):
        roles.follow(work, occasion, vote.guild_id, one)
    electorates.call_signers(work, occasion, vote.guild_id)
    _note(work, occasion, vote, vote.elected, "elect_leader")


def expel_member(work: Work, occasion: Occasion, vote: Vote, _: Tally) -> None:
    """The arbiter title goes, the rating is erased, and the person never sits on the committee again (AIJE-A02-5)."""
    if vote.subject is None:
        return
    _off_committee(work, occasion, vote, vote.subject)
    for own in identities.selves(work, vote.subject):
        expelling.erase_rating(work, occasion, vote.guild_id, own)
    expulsions.exclude(work, vote.guild_id, vote.subject, vote.vote_id, occasion.now)
    _note(work, occasion, vote, vote.subject, "expel_member")


def remove_for_absences(work: Work, occasion: Occasion, vote: Vote, _: Tally) -> None:
    """The arbiter title goes; rating and the way back stay (AIJE-A02-6).

    It does not where a reason that was accepted meanwhile leaves too few absences.
    """
    if vote.subject is None:
        return
    found = attendance.of_person(work, vote.guild_id, vote.subject, occasion.now, removal=vote.vote_id)
    if not found.may_be_removed:
        _in_vain(work, occasion, vote)
    else:
        _off_committee(work, occasion, vote, vote.subject)
        _note(work, occasion, vote, vote.subject, "remove_for_absences")


def elect_aj(work: Work, occasion: Occasion, vote: Vote, _: Tally) -> None:
    """The title of Jeek arbiter is given (AIJE-B01-AJ)."""
    _give_title(work, occasion, vote, ArbiterTitle.AJ)


def approve_ai(work: Work, occasion: Occasion, vote: Vote, _: Tally) -> None:
    """The title of international arbiter is given (AIJE-B01-AI)."""
    _give_title(work, occasion, vote, ArbiterTitle.AI)


def penalty_bar(work: Work, occasion: Occasion, vote: Vote, _: Tally) -> None:
    """A bar for a time or for good takes the place of the one that came by itself (AIJE-D01-5.3).

    Nobody is barred for an absence that was justified, dropped or forgiven while the vote ran.
    """
    if vote.subject is None:
        return
    before = _bars_meant(work, occasion, vote)
    case = rating_penalties.case_meant(work, vote.subject, vote.reference) if vote.reference else None
    if not before and _is_forgiven(work, vote, vote.subject, case):
        _in_vain(work, occasion, vote)
        return
    for bar in before:
        bars.lift(work, bar.bar_id, None, vote.question, occasion.now)
    case_id = _case_of(before, case)
    if case_id is not None:
        rating_penalties.give_back_of_case(work, occasion, case_id, None, vote.question)
    reason = BarReason.UNJUSTIFIED_ABSENCE if before or case_id else BarReason.DISQUALIFIED
    imposed = _voted_bar(occasion, vote, vote.subject, reason, case_id)
    if bars_service.impose(work, occasion, imposed):
        bars_service.tell(work, occasion, vote.guild_id, [imposed])
    else:
        # The bar of this absence has been served to its end.
        _in_vain(work, occasion, vote)


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
    )


def penalty_rating(work: Work, occasion: Occasion, vote: Vote, _: Tally) -> None:
    """The walkover games of the absence are rated at the absent player's cost alone (AIJE-D01-5.3, AIJE-B02-2)."""
    if vote.subject is not None and rating_penalties.take(work, occasion, vote) is None:
        _note(work, occasion, vote, vote.subject, "no_points_to_take")
        _in_vain(work, occasion, vote)


def return_points(work: Work, occasion: Occasion, vote: Vote, _: Tally) -> None:
    """The opposite decision: the points come back, the bar that they replaced does not."""
    penalty = rating_penalties.standing_meant(work, vote)
    if penalty is None:
        _in_vain(work, occasion, vote)
    else:
        rating_penalties.give_back(work, occasion, penalty, None, vote.question)


def lift_bar(work: Work, occasion: Occasion, vote: Vote, _: Tally) -> None:
    """The bar ends; one that came from an expulsion does not before its year is over (AIJE-A02-2)."""
    held = _bars_meant(work, occasion, vote, every=True)
    able = [bar for bar in held if expulsions.of_bar(work, bar.bar_id) is None]
    for bar in able:
        bars_service.end(work, occasion, bar, vote.opened_by, vote.question)
        freed_places.restore(work, occasion, bar, vote.opened_by)
    if not able:
        _in_vain(work, occasion, vote)


def expel_player(work: Work, occasion: Occasion, vote: Vote, _: Tally) -> None:
    """Name, rating and rank leave; a tombstone stays, so that opponents' results hold (AIJE-A02-2)."""
    person = None if vote.subject is None else people.load(work, vote.subject)
    if person is None or not _concerns(work, vote, person.person_id):
        # Who has come to the committee meanwhile is expelled by its own vote (AIJE-A02-3).
        _in_vain(work, occasion, vote)
        return
    if person.discord_id is not None:
        promise(work, occasion, vote.guild_id, ToMember(person.discord_id), VoteMinutes(vote.vote_id))
    expelling.expel(work, occasion, vote, person)
    file_verdicts.note_expelled(work, occasion, vote)


def _bars_meant(work: Work, occasion: Occasion, vote: Vote, *, every: bool = False) -> list[Bar]:
    """The bars that hold and that the vote is about: the one referred to (by its id or its case's), or the person's."""
    if vote.subject is None:
        return []
    holding = bars.of_people(work, [vote.subject], occasion.now)
    if vote.reference is not None:
        return [bar for bar in holding if vote.reference in (bar.bar_id, bar.case_id)]
    return [bar for bar in holding if every or bar.reason is BarReason.UNJUSTIFIED_ABSENCE]


def _give_title(work: Work, occasion: Occasion, vote: Vote, title: ArbiterTitle) -> None:
    person = None if vote.subject is None else people.load(work, vote.subject)
    if person is None or not _can_hold(work, person.person_id, title):
        _in_vain(work, occasion, vote)
    else:
        titles.award(work, occasion, person, title, vote.opened_by or person.person_id)


def _can_hold(work: Work, person_id: PersonId, title: ArbiterTitle) -> bool:
    """Whether nothing that happened while the vote ran keeps the person from the title.

    A Jeek arbiter is elected among national ones (AIJE-B01-AJ), and who was expelled takes none (AIJE-A02-5).
    """
    if expulsions.is_excluded(work, person_id) or expelling.is_expelled(work, person_id):
        return False
    held = people.title_of(work, person_id)
    if held is None:
        return title is not ArbiterTitle.AJ
    return held.rank < title.rank


def _off_committee(work: Work, occasion: Occasion, vote: Vote, person_id: PersonId) -> None:
    """Who is off the committee, under whichever account, does not lead it either: the office is vacant then."""
    for own in identities.selves(work, person_id):
        people.end_title(work, own, occasion.now)
        titles.drop_proposals(work, occasion, vote.guild_id, own, arbiter_titles_too=True)
        if offices.leave(work, vote.guild_id, Office.LEADER, own, occasion.now):
            offices.end(work, vote.guild_id, Office.LEADER, occasion.now)
            _note(work, occasion, vote, own, "lose_leadership")
        duty.relieve(work, occasion, vote.guild_id, own)


def _concerns(work: Work, vote: Vote, subject: PersonId) -> bool:
    return concerns(vote.kind.effect, bodies.bond_of(work, vote.guild_id, subject))


def _in_vain(work: Work, occasion: Occasion, vote: Vote) -> None:
    """Notes that what the vote was about is settled otherwise by now, which its minutes say."""
    record(work, occasion, vote, WITHOUT_EFFECT, None)


def _note(work: Work, occasion: Occasion, vote: Vote, person_id: PersonId, act: str, **details: str) -> None:
    told = {"vote": vote_subject(vote.vote_id), **details}
    log.add(work, vote.guild_id, occasion.now, act, f"person:{person_id}", why=vote.question, details=told)


EFFECTS: Final[dict[Effect, Apply]] = {
    Effect.NONE: nothing,
    Effect.OPEN_ELECTION: open_election,
    Effect.ELECT_LEADER: elect_leader,
    Effect.EXPEL_PLAYER: expel_player,
    Effect.EXPEL_MEMBER: expel_member,
    Effect.REMOVE_FOR_ABSENCES: remove_for_absences,
    Effect.ELECT_AJ: elect_aj,
    Effect.APPROVE_AI: approve_ai,
    Effect.PENALTY_BAR: penalty_bar,
    Effect.PENALTY_RATING: penalty_rating,
    Effect.RETURN_POINTS: return_points,
    Effect.LIFT_BAR: lift_bar,
}
