"""What votes do to offices and arbiter titles (AIJE-A01-2, AIJE-A02-6, AIJE-B01)."""

from __future__ import annotations

from typing import Final

from bot.domain.community import Place
from bot.domain.ids import Occasion, PersonId
from bot.domain.permissions import ArbiterTitle, Office
from bot.domain.voting.sayings import LeaderElected, OffCommittee
from bot.domain.voting.votes import Effect, Vote
from bot.services.entering import seats_by_hand
from bot.services.playing import arbiter_duty
from bot.services.registry import roles, title_awards
from bot.services.speaking import promise, tell_member
from bot.services.voting import attendance, electorates
from bot.services.voting.hooks import Apply
from bot.services.voting.vote_record import in_vain, note
from bot.storage import expulsions, identities, offices, people
from bot.storage.database import Work

TITLES: Final = {Effect.ELECT_AJ: ArbiterTitle.AJ, Effect.APPROVE_AI: ArbiterTitle.AI}
"""The arbiter titles that are voted on."""


def elect_leader(work: Work, occasion: Occasion, vote: Vote) -> None:
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
    note(work, occasion, vote, vote.elected, "elect_leader")


def remove_for_absences(work: Work, occasion: Occasion, vote: Vote) -> None:
    """The arbiter title goes; rating and the way back stay (AIJE-A02-6).

    It does not where a reason that was accepted meanwhile leaves too few absences.
    """
    if vote.subject is None:
        return
    found = attendance.of_person(work, vote.guild_id, vote.subject, occasion.now, removal=vote.vote_id)
    if not found.may_be_removed:
        in_vain(work, occasion, vote)
    else:
        take_off_committee(work, occasion, vote, vote.subject)
        note(work, occasion, vote, vote.subject, "remove_for_absences")
        tell_member(work, occasion, vote.guild_id, vote.subject, OffCommittee(vote.vote_id))


def give_title(work: Work, occasion: Occasion, vote: Vote) -> None:
    """The title that was voted on is given (AIJE-B01-AI, AIJE-B01-AJ)."""
    title = TITLES[vote.kind.effect]
    person = None if vote.subject is None else people.load(work, vote.subject)
    if person is None or not _can_hold(work, person.person_id, title):
        in_vain(work, occasion, vote)
    else:
        title_awards.award(work, occasion, person, title, vote.opened_by or person.person_id)


def give_title_place(work: Work, occasion: Occasion, vote: Vote) -> None:
    """The vacant place in the match for the title is the person's, who says no as anybody does (AIJE-D03-1)."""
    person = None if vote.subject is None else people.load(work, vote.subject)
    by = None if person is None else people.load(work, vote.opened_by or person.person_id)
    if person is None or by is None or not seats_by_hand.give_by_vote(work, occasion, person, by, vote.question):
        in_vain(work, occasion, vote)


def take_off_committee(work: Work, occasion: Occasion, vote: Vote, person_id: PersonId) -> None:
    """Who is off the committee, under whichever account, does not lead it either: the office is vacant then."""
    for own in identities.selves(work, person_id):
        people.end_title(work, own, occasion.now)
        title_awards.drop_proposals(work, occasion, vote.guild_id, own, arbiter_titles_too=True)
        if offices.leave(work, vote.guild_id, Office.LEADER, own, occasion.now):
            offices.end(work, vote.guild_id, Office.LEADER, occasion.now)
            note(work, occasion, vote, own, "lose_leadership")
        arbiter_duty.relieve(work, occasion, vote.guild_id, own)


def _can_hold(work: Work, person_id: PersonId, title: ArbiterTitle) -> bool:
    """Whether nothing that happened while the vote ran keeps the person from the title.

    A Jeek arbiter is elected among national ones (AIJE-B01-AJ), and who was expelled takes none (AIJE-A02-5).
    """
    if expulsions.is_excluded(work, person_id) or expulsions.of_person(work, person_id) is not None:
        return False
    held = people.title_of(work, person_id)
    if held is None:
        return title is not ArbiterTitle.AJ
    return held.rank < title.rank


EFFECTS: Final[dict[Effect, Apply]] = {
    Effect.ELECT_LEADER: elect_leader,
    Effect.REMOVE_FOR_ABSENCES: remove_for_absences,
    Effect.TITLE_PLACE: give_title_place,
    **dict.fromkeys(TITLES, give_title),
}
