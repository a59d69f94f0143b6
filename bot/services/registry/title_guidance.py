"""What titles and grades ask of a person: a decision, an answer to an offer, the country they play for."""

from __future__ import annotations

from collections.abc import Collection

from bot.domain.community import Person
from bot.domain.ids import PersonId
from bot.domain.permissions import Act
from bot.domain.playing.desk_views import Duty, DutyItem
from bot.domain.registry.grades import GradeRecord
from bot.domain.registry.proposals import Proposal
from bot.services.asked import Asked, Found
from bot.services.registry import grades as grade_verbs
from bot.storage import countries, grades, identities, people, proposals, ratings
from bot.storage.context import Query


def guide(tx: Query, asked: Asked) -> Found:
    """Titles and grades that wait for the person, and the country that is not known of who is on the rating list."""
    person = asked.person
    if person is None:
        return
    yield from _proposals(tx, asked, person)
    registered = bool(ratings.of_people(tx, asked.presser.guild_id, [person.person_id]))
    if registered and countries.of_person(tx, person.person_id) is None:
        yield DutyItem(Duty.NAME_COUNTRY, "me")


def _proposals(tx: Query, asked: Asked, person: Person) -> Found:
    """What is offered to the person, and what others are proposed for where the person decides."""
    titles = proposals.open_of_guild(tx, asked.presser.guild_id)
    waiting = grades.waiting_in(tx, asked.presser.guild_id)
    own = identities.selves(tx, person.person_id) if titles or waiting else []
    for title in titles:
        yield from _title(tx, asked, title, own)
    for grade in waiting:
        if grade.person_id not in own:
            yield from _grade(tx, asked, grade)


def _title(tx: Query, asked: Asked, title: Proposal, own: Collection[PersonId]) -> Found:
    if title.approved_at is not None and asked.person is not None and title.person_id == asked.person.person_id:
        yield DutyItem(Duty.ANSWER_OFFER, title.proposal_id)
    elif title.approved_at is None and title.person_id not in own and asked.may(Act.DECIDE_TITLE):
        yield DutyItem(Duty.DECIDE_TITLE, title.proposal_id, other=people.load(tx, title.person_id))


def _grade(tx: Query, asked: Asked, waits: GradeRecord) -> Found:
    view = grade_verbs.view(tx, waits.grade_id)
    if view is not None and asked.may(grade_verbs.act_of(view)):
        named = str(waits.grade)
        yield DutyItem(Duty.DECIDE_GRADE, waits.grade_id, view.tournament, other=view.person, called=named)
