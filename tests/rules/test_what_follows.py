"""Who may enter, who lifts a bar, until when an excuse counts: the outcomes, tried on the services over a real file."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import nullcontext
from datetime import timedelta
from typing import Final

import pytest

from bot.features.cases import barring_verbs as cases_barring_verbs
from bot.features.cases import store as cases_store
from bot.features.cases.model import AbsenceNotice
from bot.features.entering import check_in_verbs as entering_check_in_verbs
from bot.features.entering import eligibility_verbs as entering_eligibility_verbs
from bot.features.entering import store as entering_store
from bot.features.entering import verbs as entering_verbs
from bot.features.entering.model import AccountHeld, Registered
from bot.features.registry import store as registry_store
from bot.features.registry import titles_verbs as registry_titles_verbs
from bot.features.registry.titles_model import ChangeKind
from bot.kernel.errors import NotAllowed
from bot.kernel.ids import MemberId
from bot.people import ratings_store as people_ratings_store
from bot.people import store as people_store
from bot.people.model import ArbiterTitle
from bot.people.ratings_store import Rated, RatingList
from bot.play.entries import Tournament
from bot.rulebooks.library import preset
from rehearsal.outcomes import of, presets
from tests.hall.court import (
    LEADER,
    PRESIDENT,
    bar_by_verdict,
    bars_of,
    deliver,
    justify,
    let_pass,
    miss,
    open_court,
)
from tests.hall.hall import GUILD, Hall
from tests.refusals import refuses
from tests.rules.written import Facts, examples, fixed

ENTRIES: Final = ("AIJE-D01-1", "AIJE-D02-1", "AIJE-D03-1", "AIJE-D04-1")
STRANGER: Final = 2
TITLED: Final = 93
OFFICES: Final = {"leader": LEADER, "president": PRESIDENT, "organiser": 1}


@pytest.fixture
def hall() -> Iterator[Hall]:
    """A community with its officers on a database file of its own."""
    opened = Hall()
    open_court(opened)
    yield opened
    opened.close()


def held_to(rule: str) -> list[str]:
    """The presets whose events the rule governs, and that are announced: a match for a seat is arranged for two."""
    placed = [(name, one[1]) for name, one in presets().items() if one is not None]
    return [name for name, event in placed if event in of(rule)["events"] and event != "seat match"]


DOORS: Final = [
    pytest.param(name, of(rule)["entry"], marks=pytest.mark.rule(rule), id=f"{rule} {name}")
    for rule in ENTRIES
    for name in held_to(rule)
]


def knock(hall: Hall, event: Tournament) -> Registered | AccountHeld:
    """Somebody whom nobody knows registers."""
    return hall.act(hall.actor(STRANGER), entering_verbs.register, event.tournament_id, "account2")


@pytest.mark.parametrize(("name", "entry"), DOORS)
def test_a_stranger_is_in_where_everyone_is_and_refused_where_seats_are_given(
    hall: Hall, name: str, entry: str
) -> None:
    event = hall.announce(preset(name))
    if entry == "everyone":
        assert isinstance(knock(hall, event), Registered)
    else:
        with pytest.raises(entering_eligibility_verbs.NotInvited):
            knock(hall, event)


@pytest.mark.parametrize("told", examples("AIJE-D01-2"))
def test_a_bar_is_lifted_by_whoever_the_text_names(hall: Hall, told: Facts) -> None:
    number = OFFICES.get(told["office"], TITLED)
    if number == TITLED:
        hall.arbiter(TITLED, ArbiterTitle(told["office"]))
    bar = bar_by_verdict(hall, LEADER, (MemberId(STRANGER), "P2"), "fixed a game")
    with nullcontext() if told["lifts"] else pytest.raises(NotAllowed):
        hall.act(hall.actor(number), cases_barring_verbs.lift, bar.bar_id, "forgiven")
    assert (bars_of(hall, STRANGER) == []) is told["lifts"]


@pytest.mark.parametrize("told", examples("AIJE-D01-5.3"))
def test_an_excuse_counts_to_its_last_minute_and_later_the_bar_has_come(hall: Hall, told: Facts) -> None:
    event = miss(hall, STRANGER)
    deliver(hall, AbsenceNotice)
    let_pass(hall, timedelta(minutes=told["minutes"]))
    if told["in_time"]:
        justify(hall, event, STRANGER)
        let_pass(hall, timedelta(days=30))
        assert bars_of(hall, STRANGER) == []
        return
    assert len(bars_of(hall, STRANGER)) == 1
    with refuses("error.JustifiedTooLate"):
        justify(hall, event, STRANGER)
    with pytest.raises(entering_eligibility_verbs.Barred):
        knock(hall, hall.announce())


@pytest.mark.rule("AIJE-D01-5", "AIJE-D01-5.1", "AIJE-D01-5.2")
def test_who_left_in_time_owes_nothing_and_who_did_not_confirm_is_out(hall: Hall) -> None:
    assert (fixed("AIJE-D01-5.1", "unconfirmed"), fixed("AIJE-D01-5.2", "penalty")) == ("disqualified", "none")
    event = hall.announce()
    hall.enter(event, 2, 3, 4, 5)
    hall.act(hall.actor(5), entering_verbs.withdraw, event.tournament_id)
    hall.now = event.start_at - timedelta(minutes=1)
    for number in (2, 3):
        hall.act(hall.actor(number), entering_check_in_verbs.check_in, event.tournament_id)
    hall.now = event.start_at + timedelta(seconds=3)
    hall.do(entering_check_in_verbs.close, hall.load(event))
    starters = hall.ask(entering_store.with_outcome, event.tournament_id, "starter")
    assert {one.person_id for one in starters} == {hall.person(number).person_id for number in (2, 3)}
    absent = hall.ask(cases_store.of_tournament, event.tournament_id)
    assert [one.person_id for one in absent] == [hall.person(4).person_id]


@pytest.mark.rule("AIJE-B03-2")
def test_an_event_called_off_for_too_few_is_no_excuse(hall: Hall) -> None:
    event = miss(hall, STRANGER, 3)
    assert hall.load(event).cancelled_at is not None
    deliver(hall, AbsenceNotice)
    let_pass(hall, timedelta(hours=fixed("AIJE-B03-2", "hours"), minutes=1))
    assert bool(bars_of(hall, STRANGER)) is fixed("AIJE-B03-2", "bars_when_called_off")


@pytest.mark.parametrize("told", examples("AIJE-B01-3"))
def test_the_loss_of_ai_is_proposed_below_its_rating_and_of_no_other_arbiter_title(hall: Hall, told: Facts) -> None:
    person = hall.arbiter(TITLED, ArbiterTitle(told["arbiter"])).person_id
    rated = {person: Rated(person, told["rating"], 9)}
    hall.do(lambda tx: people_ratings_store.publish(tx, RatingList(tx.new_id(), GUILD, None, hall.now, rated)))
    hall.do(registry_titles_verbs.propose, hall.announce())
    proposed = [
        (one.person_id, one.kind, one.title.value) for one in hall.ask(registry_store.open_proposals_of_guild, GUILD)
    ]
    assert proposed == ([(person, ChangeKind.LOSS, told["arbiter"])] if told["loss_proposed"] else [])
    keeps = hall.ask(people_store.title_of, person) is ArbiterTitle(told["arbiter"])
    assert keeps is not fixed("AIJE-B01-3", "lost_by_itself")
