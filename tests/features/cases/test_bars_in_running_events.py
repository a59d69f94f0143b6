"""A bar while an event runs ends the part in it; an expulsion says from when there is a way back."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from functools import partial

import pytest

from bot.features.cases import barring_verbs as cases_barring_verbs
from bot.features.course.facts_verbs import facts
from bot.features.entering import eligibility_verbs as entering_eligibility_verbs
from bot.features.entering import store as entering_store
from bot.features.playing import arbiters_verbs as playing_arbiters_verbs
from bot.features.voting import verbs as voting_verbs
from bot.features.voting.bodies_model import VoteMatter
from bot.features.voting.model import IN_FAVOUR, Ground
from bot.i18n.catalogue import LOCALES, Translator
from bot.kernel.ids import ChannelId, MemberId, TournamentId
from bot.layout.sentences import sentence
from bot.play.contests import ResultKind
from bot.play.entries import Tournament
from bot.rulebooks.library import preset
from bot.server import store as server_store
from tests.hall.chamber import PROOF
from tests.hall.court import ARBITER, LEADER, PRESIDENT, open_court
from tests.hall.desk_of_entries import confirm, register
from tests.hall.hall import GUILD, Hall

OPEN = replace(preset("aije-open"), matches=replace(preset("aije-open").matches, matches_per_arbiter=0))


@pytest.fixture
def hall(hall: Hall) -> Hall:
    community = hall.ask(server_store.load, GUILD)
    assert community is not None
    hall.do(lambda tx: server_store.save(tx, replace(community, committee=ChannelId(3))))
    open_court(hall)
    return hall


def bar(hall: Hall, number: int, event: TournamentId | None = None) -> None:
    member = (MemberId(number), f"P{number}")
    verb = partial(cases_barring_verbs.bar_player, rule="AIJE-A02-1", event=event)
    hall.act(hall.actor(ARBITER), verb, member, "used a program")


def plays(hall: Hall, event: Tournament, number: int) -> bool:
    entrant = hall.ask(entering_store.of_person, event.tournament_id, hall.person(number).person_id)
    return entrant is not None and entrant.withdrawn_at is None


@pytest.mark.rule("AIJE-D01-2", "AIJE-B01-AJ")
@pytest.mark.parametrize("named", [True, False], ids=["from the event", "from all events"])
def test_a_bar_by_the_events_own_arbiter_ends_the_part_in_it_and_the_match_is_a_walkover(
    hall: Hall, named: bool
) -> None:
    hall.act(hall.actor(ARBITER), playing_arbiters_verbs.go_on)
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
    matter = VoteMatter("harm", person.person_id, ground=Ground.CONDUCT, proof=PROOF)
    vote = hall.act(hall.actor(LEADER), voting_verbs.open_matter, "player-expulsion", matter)
    for number in (LEADER, PRESIDENT):
        hall.act(hall.actor(number), voting_verbs.cast, vote.vote_id, IN_FAVOUR)
    expelled_at, hall.now = hall.now, hall.now + timedelta(days=3)
    event = hall.announce(OPEN, "Next")
    with pytest.raises(entering_eligibility_verbs.Expelled) as refused:
        register(hall, event, 2)
    a_year_later = expelled_at.replace(year=expelled_at.year + 1)
    assert refused.value.readmission_from == a_year_later
    assert f"<t:{int(a_year_later.timestamp())}" in sentence(refused.value, Translator(language))


@pytest.mark.rule("AIJE-D01-2")
def test_a_barred_person_who_was_not_expelled_reads_of_no_expulsion(hall: Hall) -> None:
    bar(hall, 2)
    event = hall.announce(OPEN)
    with pytest.raises(entering_eligibility_verbs.Disqualified):
        register(hall, event, 2)
    register(hall, event, 3)
    hall.now = event.start_at - timedelta(minutes=1)
    confirm(hall, event, 3)
