"""What tests of decisions do again and again: a committee that votes, and a rating list."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import timedelta

from bot.features.voting import verbs as voting_verbs
from bot.features.voting.bodies_model import VoteMatter
from bot.features.voting.closing_verbs import begin
from bot.features.voting.model import IN_FAVOUR, Ground, Vote
from bot.features.voting.procedures_model import preset
from bot.kernel.ids import ChannelId, PersonId
from bot.people import ratings_store as people_ratings_store
from bot.people.ratings_store import Rated, RatingList
from bot.server import store as server_store
from tests.hall.court import ARBITER, LEADER, PRESIDENT, open_court
from tests.hall.hall import GUILD, Hall

COMMITTEE = (ARBITER, 93, 94, 95)


def open_chamber(hall: Hall) -> None:
    """A community with a committee of four beside its leader and President."""
    community = hall.ask(server_store.load, GUILD)
    assert community is not None
    hall.do(lambda tx: server_store.save(tx, replace(community, committee=ChannelId(3))))
    open_court(hall)
    for number in COMMITTEE[1:]:
        hall.now += timedelta(days=1)
        hall.arbiter(number)


PROOF = ("https://proof.test/1",)
"""What an expulsion of a player is proved with (AIJE-A02-1)."""


def start(hall: Hall, kind: str, subject: int, reference: str | None = None) -> Vote:
    """A vote that the leader opens."""
    about = hall.person(subject).person_id
    matter = VoteMatter("Why we do it", about, reference, ground=Ground.CONDUCT, proof=PROOF)
    return hall.act(hall.actor(LEADER), voting_verbs.open_matter, kind, matter)


def election(hall: Hall) -> Vote:
    """An election of the leader, as a petition that came through opens it (AIJE-A01-2)."""
    by = hall.person(PRESIDENT).person_id
    return hall.do(begin, GUILD, preset("leader-election"), VoteMatter("Who leads?"), by)


def passes(hall: Hall, kind: str, subject: int, reference: str | None = None) -> Vote:
    """A vote in which everyone of the committee is in favour."""
    vote = start(hall, kind, subject, reference)
    for number in COMMITTEE:
        vote = hall.act(hall.actor(number), voting_verbs.cast, vote.vote_id, IN_FAVOUR).vote
    return vote


def publish(hall: Hall, listed: Mapping[int, float]) -> None:
    """Publishes a list: ratings by member, ten games each."""
    lines: dict[PersonId, Rated] = {}
    for number, rating in listed.items():
        person = hall.person(number).person_id
        lines[person] = Rated(person, rating, 10)
    hall.do(lambda tx: people_ratings_store.publish(tx, RatingList(tx.new_id(), GUILD, None, hall.now, lines)))


def rating_of(hall: Hall, number: int) -> float:
    """The member's rating on the current list."""
    return hall.ask(people_ratings_store.ratings, GUILD)[hall.person(number).person_id]
