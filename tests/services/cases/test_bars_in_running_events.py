"""A bar while an event runs ends the part in it; an expulsion says from when there is a way back."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from functools import partial

import pytest

from bot.domain.contests import ResultKind
from bot.domain.events.tournament import Tournament
from bot.domain.grounds import Ground
from bot.domain.ids import ChannelId, MemberId, TournamentId
from bot.domain.voting.votes import IN_FAVOUR
from bot.i18n import LOCALES, Voice
from bot.rendering.sentences import sentence
from bot.rulebooks.library import preset
from bot.services.cases import barring
from bot.services.entering import eligibility
from bot.services.event_facts import facts
from bot.services.playing import arbiter_duty
from bot.services.voting import votes
from bot.services.voting.vote_opening import Matter
from bot.storage import communities, entrants
from tests.services.chamber import PROOF
from tests.services.court import ARBITER, LEADER, PRESIDENT, open_court
from tests.services.desk_of_entries import confirm, register
from tests.services.hall import GUILD, Hall

OPEN = replace(preset("aije-open"), matches=replace(preset("aije-open").matches, matches_per_arbiter=0))


@pytest.fixture
def hall(hall: Hall) -> Hall:
    community = hall.ask(communities.load, GUILD)
    assert community is not None
    hall.do(lambda tx: communities.save(tx, replace(community, committee=ChannelId(3))))
    open_court(hall)
    return hall


def bar(hall: Hall, number: int, event: TournamentId | None = None) -> None:
    member = (MemberId(number), f"P{number}")
    verb = partial(barring.bar_player, rule="AIJE-A02-1", event=event)
    hall.act(hall.presser(ARBITER), verb, member, "used a program")


def plays(hall: Hall, event: Tournament, number: int) -> bool:
    entrant = hall.ask(entrants.of_person, event.tournament_id, hall.person(number).person_id)
    return entrant is not None and entrant.withdrawn_at is None


@pytest.mark.rule("AIJE-D01-2", "AIJE-B01-AJ")
@pytest.mark.parametrize("named", [True, False], ids=["from the event", "from all events"])
def test_a_bar_by_the_events_own_arbiter_ends_the_part_in_it_and_the_match_is_a_walkover(
    hall: Hall, named: bool
) -> None:
    hall.act(hall.presser(ARBITER), arbiter_duty.go_on)
    event = hall.begin(hall.announce(OPEN), 2, 3, 4, 5)
    bar(hall, 2, event.tournament_id if named else None)
    assert not plays(hall, event, 2)
    person = hall.person(2).person_id
    (match,) = [one for one in hall.ask(facts, event).contests if person in hall.people_of(event, one)]
    assert match.result is not None
    assert match.result.kind in {ResultKind.WALKOVER, ResultKind.WITHDRAWAL}
    side = hall.people_of(event, match).index(person)
    assert match.result.score[side] == 0 < match.result.score[1 - side]


@pytest.mark.rule("AIJE-D01-2")
def test_a_bar_from_all_events_leaves_one_that_another_arbiter_runs_as_it_is(hall: Hall) -> None:
    event = hall.begin(hall.announce(OPEN), 2, 3, 4, 5)
    bar(hall, 2)
    assert plays(hall, event, 2)


@pytest.mark.rule("AIJE-A02-2")
@pytest.mark.parametrize("language", LOCALES)
def test_who_was_expelled_reads_at_the_next_registration_from_when_there_is_a_way_back(
    hall: Hall, language: str
) -> None:
    hall.begin(hall.announce(OPEN), 2, 3, 4, 5)
    person = hall.person(2)
    matter = Matter("harm", person.person_id, ground=Ground.CONDUCT, proof=PROOF)
    vote = hall.act(hall.presser(LEADER), votes.open_matter, "player-expulsion", matter)
    for number in (LEADER, PRESIDENT):
        hall.act(hall.presser(number), votes.cast, vote.vote_id, IN_FAVOUR)
    expelled_at, hall.now = hall.now, hall.now + timedelta(days=3)
    event = hall.announce(OPEN, "Next")
    with pytest.raises(eligibility.Expelled) as refused:
        register(hall, event, 2)
    a_year_later = expelled_at.replace(year=expelled_at.year + 1)
    assert refused.value.readmission_from == a_year_later
    assert f"<t:{int(a_year_later.timestamp())}" in sentence(refused.value, Voice(language))


@pytest.mark.rule("AIJE-D01-2")
def test_a_barred_person_who_was_not_expelled_reads_of_no_expulsion(hall: Hall) -> None:
    bar(hall, 2)
    event = hall.announce(OPEN)
    with pytest.raises(eligibility.Disqualified):
        register(hall, event, 2)
    register(hall, event, 3)
    hall.now = event.start_at - timedelta(minutes=1)
    confirm(hall, event, 3)
