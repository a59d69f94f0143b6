"""What votes do to offices and arbiter titles (AIJE-A01-2, AIJE-A02-6, AIJE-B01)."""

from __future__ import annotations

from typing import Final

from bot.domain.community import Place
from bot.domain.ids import PersonId
from bot.domain.permissions import ArbiterTitle, Office
from bot.domain.voting.sayings import LeaderElected, OffCommittee
from bot.domain.voting.votes import Effect, Vote
from bot.services.entering import seats_by_hand
from bot.services.playing import arbiter_duty
from bot.services.registry import roles, title_awards
from bot.services.speaking import tell_member
from bot.services.voting import attendance, electorates
from bot.services.voting.hooks import Apply
from bot.services.voting.vote_record import in_vain, note
from bot.storage import expulsions, identities, offices, people
from bot.storage.context import Query, Tx

TITLES: Final = {Effect.ELECT_AJ: ArbiterTitle.AJ, Effect.APPROVE_AI: ArbiterTitle.AI}
"""The arbiter titles that are voted on."""


def elect_leader(tx: Tx, vote: Vote) -> None:
    """Whoever was elected leads the committee from now on; until now the old leader served (AIJE-A01-2)."""
    if vote.elected is None:
        return
    tx.enqueue(vote.guild_id, Place.ANNOUNCEMENTS, LeaderElected(vote.vote_id))
    if people.offices(tx, vote.guild_id).get(Office.LEADER) == vote.elected:
        return
    by = vote.opened_by or vote.elected
    before = people.offices(tx, vote.guild_id).get(Office.LEADER)
    people.give_office(tx, vote.guild_id, Office.LEADER, vote.elected, tx.now, by)
    for one in (before, vote.elected):
        roles.follow(tx, vote.guild_id, one)
    electorates.call_signers(tx, vote.guild_id)
    note(tx, vote, vote.elected, "elect_leader")


def remove_for_absences(tx: Tx, vote: Vote) -> None:
    """The arbiter title goes; rating and the way back stay (AIJE-A02-6).

    It does not where a reason that was accepted meanwhile leaves too few absences.
    """
    if vote.subject is None:
        return
    found = attendance.of_person(tx, vote.guild_id, vote.subject, tx.now, removal=vote.vote_id)
    if not found.may_be_removed:
        in_vain(tx, vote)
    else:
        take_off_committee(tx, vote, vote.subject)
        note(tx, vote, vote.subject, "remove_for_absences")
        tell_member(tx, vote.guild_id, vote.subject, OffCommittee(vote.vote_id))


def give_title(tx: Tx, vote: Vote) -> None:
    """The title that was voted on is given (AIJE-B01-AI, AIJE-B01-AJ)."""
    title = TITLES[vote.kind.effect]
    person = None if vote.subject is None else people.load(tx, vote.subject)
    if person is None or not _can_hold(tx, person.person_id, title):
        in_vain(tx, vote)
    else:
        title_awards.award(tx, person, title, vote.opened_by or person.person_id)


def give_title_place(tx: Tx, vote: Vote) -> None:
    """The vacant place in the match for the title is the person's, who says no as anybody does (AIJE-D03-1)."""
    person = None if vote.subject is None else people.load(tx, vote.subject)
    by = None if person is None else people.load(tx, vote.opened_by or person.person_id)
    if person is None or by is None or not seats_by_hand.give_by_vote(tx, person, by, vote.question):
        in_vain(tx, vote)


def take_off_committee(tx: Tx, vote: Vote, person_id: PersonId) -> None:
    """Who is off the committee, under whichever account, does not lead it either: the office is vacant then."""
    for own in identities.selves(tx, person_id):
        people.end_title(tx, own, tx.now)
        title_awards.drop_proposals(tx, vote.guild_id, own, arbiter_titles_too=True)
        if offices.leave(tx, vote.guild_id, Office.LEADER, own, tx.now):
            offices.end(tx, vote.guild_id, Office.LEADER, tx.now)
            note(tx, vote, own, "lose_leadership")
        arbiter_duty.relieve(tx, vote.guild_id, own)


def _can_hold(tx: Query, person_id: PersonId, title: ArbiterTitle) -> bool:
    """Whether nothing that happened while the vote ran keeps the person from the title.

    A Jeek arbiter is elected among national ones (AIJE-B01-AJ), and who was expelled takes none (AIJE-A02-5).
    """
    if expulsions.is_excluded(tx, person_id) or expulsions.of_person(tx, person_id) is not None:
        return False
    held = people.title_of(tx, person_id)
    if held is None:
        return title is not ArbiterTitle.AJ
    return held.rank < title.rank


EFFECTS: Final[dict[Effect, Apply]] = {
    Effect.ELECT_LEADER: elect_leader,
    Effect.REMOVE_FOR_ABSENCES: remove_for_absences,
    Effect.TITLE_PLACE: give_title_place,
    **dict.fromkeys(TITLES, give_title),
}
