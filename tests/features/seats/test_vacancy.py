"""Where a seat can be given: never more of them than places, and never past who has a place by right."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.features.seats.model import (
    PLACES,
    InvitationStage,
    Qualification,
    SeatMatch,
    VacancyWay,
    for_the_title,
    vacancy,
)
from bot.kernel.ids import PersonId
from bot.play.rulebook import QualifyingEvent

LEAGUE, WORLD = QualifyingEvent.LEAGUE, QualifyingEvent.WORLD
PEOPLE = [PersonId(one) for one in "abcdefgh"]
STRANGER = PersonId("z")
NOTHING = Qualification((), (), second_counts_twice=False)


@pytest.mark.rule("AIJE-D02-1", "AIJE-D03-1", "AIJE-D04-1")
@given(
    st.sampled_from(list(QualifyingEvent)),
    st.sampled_from(list(InvitationStage)),
    st.permutations(PEOPLE),
    st.none() | st.sampled_from(PEOPLE),
    st.booleans(),
)
def test_in_whatever_order_people_ask_there_are_never_more_seats_than_places(
    event: QualifyingEvent, stage: InvitationStage, asking: list[PersonId], champion: PersonId | None, by_vote: bool
) -> None:
    held: list[PersonId] = []
    now = NOTHING if stage is InvitationStage.STANDS else None
    for person in asking:
        if vacancy(event, stage, held, now, NOTHING, champion).is_open_to([person], by_vote=by_vote):
            held.append(person)
    assert len(held) <= PLACES[event]
    if stage is InvitationStage.NONE and event is WORLD and champion is not None:
        assert champion in held


@pytest.mark.rule("AIJE-D03-1")
@pytest.mark.parametrize("stage", [InvitationStage.PLAYED, InvitationStage.LEFT])
def test_places_for_the_title_that_nobody_is_invited_to_are_the_committees(stage: InvitationStage) -> None:
    found = vacancy(WORLD, stage, ())
    assert found.way is VacancyWay.VOTE
    assert not found.is_open_to([STRANGER])
    assert found.is_open_to([STRANGER], by_vote=True)


@pytest.mark.rule("AIJE-D03-1")
@pytest.mark.parametrize("stage", [InvitationStage.NONE, InvitationStage.STANDS])
def test_with_a_committee_no_place_for_the_title_is_given_by_hand_but_the_champions(stage: InvitationStage) -> None:
    found = vacancy(WORLD, stage, (), champion=PEOPLE[0], committee=True)
    assert not found.is_open_to([STRANGER])
    assert found.is_open_to([STRANGER], by_vote=True)
    assert found.is_open_to([PEOPLE[0]]) is (stage is InvitationStage.NONE)
    assert vacancy(LEAGUE, stage, (), committee=True).is_open_to([STRANGER])


@pytest.mark.parametrize("event", list(QualifyingEvent))
def test_nothing_is_given_while_the_invitations_wait(event: QualifyingEvent) -> None:
    found = vacancy(event, InvitationStage.WAITS, ())
    assert not found.is_open_to([STRANGER])
    assert not found.is_open_to([STRANGER], by_vote=True)


@pytest.mark.rule("AIJE-D04-1")
def test_a_match_for_a_seat_keeps_its_place() -> None:
    matches = (SeatMatch(1, PEOPLE[6], PEOPLE[7]), SeatMatch(2, None, None))
    standing = Qualification((), matches, second_counts_twice=False)
    assert not vacancy(LEAGUE, InvitationStage.STANDS, PEOPLE[:5], standing).is_open_to([STRANGER])
    assert vacancy(LEAGUE, InvitationStage.STANDS, PEOPLE[:4], standing).is_open_to([STRANGER])


@pytest.mark.rule("AIJE-D03-1")
def test_where_the_champion_alone_is_left_one_place_is_given() -> None:
    found = vacancy(WORLD, InvitationStage.STANDS, (), for_the_title(PEOPLE[0], ()))
    assert found.held == {PEOPLE[0]}
    assert found.is_open_to([STRANGER])
