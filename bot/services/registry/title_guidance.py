"""What titles and proposed events ask of a person: a decision, an answer to an offer, the country they play for."""

from __future__ import annotations

from collections.abc import Iterator

from bot.domain.community import Person, Presser
from bot.domain.ids import GuildId
from bot.domain.permissions import Act, may
from bot.domain.playing.desk_views import Duty, DutyItem
from bot.services import people as people_service
from bot.storage import countries, event_proposals, identities, people, proposals, ratings
from bot.storage.database import Work


def found(work: Work, presser: Presser, person: Person | None) -> Iterator[DutyItem]:
    """Proposals that wait for the person's word, and the country that is not known of who stands on the list."""
    if person is None:
        return
    held = people_service.standings(work, presser, person)
    if may(Act.APPROVE_TOURNAMENT, held):
        for event in event_proposals.waiting(work, presser.guild_id):
            yield DutyItem(Duty.APPROVE_EVENT, event.proposal_id, other=people.load(work, event.by))
    yield from _titles(work, presser.guild_id, person, decides=may(Act.DECIDE_TITLE, held))
    registered = person.person_id in ratings.ratings(work, presser.guild_id)
    if registered and countries.of_person(work, person.person_id) is None:
        yield DutyItem(Duty.NAME_COUNTRY, "me")


def _titles(work: Work, guild_id: GuildId, person: Person, *, decides: bool) -> Iterator[DutyItem]:
    """What is offered to the person, and what others are proposed for where the person decides."""
    own = identities.selves(work, person.person_id)
    for title in proposals.open_of_guild(work, guild_id):
        if title.approved_at is not None and title.person_id == person.person_id:
            yield DutyItem(Duty.ANSWER_OFFER, title.proposal_id)
        elif title.approved_at is None and title.person_id not in own and decides:
            yield DutyItem(Duty.DECIDE_TITLE, title.proposal_id, other=people.load(work, title.person_id))
