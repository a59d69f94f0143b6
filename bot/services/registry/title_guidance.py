"""What titles and proposed events ask of a person: a decision, an answer to an offer, the country they play for."""

from __future__ import annotations

from bot.domain.community import Person
from bot.domain.permissions import Act
from bot.domain.playing.desk_views import Duty, DutyItem
from bot.services.asked import Asked, Found
from bot.storage import countries, identities, people, proposals, ratings
from bot.storage.database import Work


def guide(work: Work, asked: Asked) -> Found:
    """Proposals that wait for the person's word, and the country that is not known of who stands on the list."""
    person = asked.person
    if person is None:
        return
    yield from _titles(work, asked, person)
    registered = bool(ratings.of_people(work, asked.presser.guild_id, [person.person_id]))
    if registered and countries.of_person(work, person.person_id) is None:
        yield DutyItem(Duty.NAME_COUNTRY, "me")


def _titles(work: Work, asked: Asked, person: Person) -> Found:
    """What is offered to the person, and what others are proposed for where the person decides."""
    own = identities.selves(work, person.person_id)
    for title in proposals.open_of_guild(work, asked.presser.guild_id):
        if title.approved_at is not None and title.person_id == person.person_id:
            yield DutyItem(Duty.ANSWER_OFFER, title.proposal_id)
        elif title.approved_at is None and title.person_id not in own and asked.may(Act.DECIDE_TITLE):
            yield DutyItem(Duty.DECIDE_TITLE, title.proposal_id, other=people.load(work, title.person_id))
