"""The numbers of the rating list: who changes them, from when they count, and what keeps its own (AIJE-B02-2)."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.features.past_events.drafts_verbs import record_of
from bot.features.registry import cards as registry_cards
from bot.features.registry import grades_verbs as registry_grades_verbs
from bot.features.registry.grades_verbs import TermsOutOfBounds, TermsUnchanged
from bot.features.registry.model import RatingTermsChanged, TermsView
from bot.features.signing import store as signing_store
from bot.features.signing import verbs as signing_verbs
from bot.features.signing.model import Signature, WishOutcome
from bot.features.tournaments import facts_verbs as tournaments_facts_verbs
from bot.i18n.catalogue import LOCALES, Translator
from bot.kernel.errors import NotAllowed, Outdated
from bot.kernel.ids import Actor
from bot.people import ratings_store as people_ratings_store
from bot.people.model import Office
from bot.play.rating import STARTING, DatedTerms, RatingTerms, in_force
from bot.record.reading import read_record
from bot.record.replaying import replay
from bot.record.writing import write_record
from bot.rulebooks.library import preset
from bot.wiring import ALL
from tests.hall.court import LEADER, PRESIDENT, give_office, open_court
from tests.hall.hall import GUILD, Hall
from tests.refusals import refuses

OPEN: Final = preset("aije-open")
OWNER: Final = 1


@pytest.fixture
def court(hall: Hall) -> Hall:
    open_court(hall)
    return hall


def owner(hall: Hall) -> Actor:
    return replace(hall.actor(OWNER), is_owner=True)


def ask(hall: Hall, by: Actor, k: float | None = None, initial: float | None = None) -> TermsView | None:
    return hall.act(by, registry_grades_verbs.change, k, initial)


def waiting(hall: Hall) -> Signature:
    (found,) = hall.ask(signing_store.open_of_guild, GUILD)
    return found


def sign(hall: Hall, by: int) -> None:
    hall.act(hall.actor(by), signing_verbs.sign, waiting(hall).signature_id)


def numbers(hall: Hall) -> RatingTerms:
    return hall.ask(tournaments_facts_verbs.present, GUILD)


@pytest.mark.rule("AIJE-B02-2")
def test_a_new_list_has_the_numbers_of_the_association(hall: Hall) -> None:
    assert numbers(hall) == STARTING


def test_the_owner_of_a_server_without_a_committee_changes_them_from_the_next_event_on(hall: Hall) -> None:
    before = hall.announce(name="Before")
    shown = ask(hall, owner(hall), k=32, initial=1500)
    assert shown is not None
    assert shown.present == numbers(hall) == RatingTerms(1500, 32)
    after = hall.announce(name="After")
    kept = [(one.rulebook.rating.initial, one.rulebook.rating.k) for one in (hall.load(before), after)]
    assert kept == [(2000, 16), (1500, 32)]
    assert after.rulebook.official


def test_both_numbers_are_played_by_and_the_record_says_the_same_again(hall: Hall) -> None:
    ask(hall, owner(hall), k=32, initial=1500)
    event = hall.begin(hall.announce(), 2, 3)
    ask(hall, owner(hall), k=64, initial=100)
    (match,) = hall.open_contests(event)
    hall.settle(match, (match.target, 0))
    first, second = hall.people_of(event, match)
    found = hall.ask(people_ratings_store.ratings, GUILD)
    assert found == {first: 1500 + 16 * match.target, second: 1500 - 16 * match.target}
    text = write_record(hall.ask(record_of, hall.load(event)))
    assert replay(read_record(text, "open.json")).difference is None


def test_leader_and_president_change_them_together(court: Hall) -> None:
    assert ask(court, court.actor(LEADER), k=20) is None
    assert numbers(court) == STARTING
    sign(court, PRESIDENT)
    assert numbers(court) == RatingTerms(2000, 20)
    (dated,) = court.ask(registry_grades_verbs.terms_view, GUILD).dated
    assert (dated.chosen_by, dated.signed_by) == (court.person(LEADER).person_id, court.person(PRESIDENT).person_id)


@pytest.mark.parametrize("by", [LEADER, 2, 92])
def test_neither_the_asker_nor_a_player_nor_an_arbiter_signs_while_the_other_officer_is_there(
    court: Hall, by: int
) -> None:
    ask(court, court.actor(LEADER), k=20)
    with refuses("error.OwnWish", "error.NotTheSigner"):
        sign(court, by)
    assert numbers(court) == STARTING


def test_the_owner_and_organisers_do_not_change_them_where_officers_are(court: Hall) -> None:
    for by in (owner(court), court.actor(OWNER), court.actor(92)):
        with pytest.raises(NotAllowed):
            ask(court, by, k=20)


def test_one_person_in_both_offices_does_not_change_them_alone(hall: Hall) -> None:
    person = hall.person(5).person_id
    for office in Office:
        hall.do(give_office, office, person)
    ask(hall, hall.actor(5), k=20)
    assert numbers(hall) == STARTING
    with refuses("error.OwnWish"):
        sign(hall, 5)


def test_what_nobody_signs_in_seven_days_lapses(court: Hall) -> None:
    ask(court, court.actor(LEADER), k=20)
    found = waiting(court)
    assert found.until == court.now + timedelta(days=7)
    court.now += timedelta(days=7, minutes=1)
    with pytest.raises(Outdated):
        sign(court, PRESIDENT)
    assert numbers(court) == STARTING


def test_what_was_asked_for_before_others_were_chosen_holds_no_more(court: Hall) -> None:
    ask(court, court.actor(LEADER), k=20)
    first = waiting(court).signature_id
    ask(court, court.actor(PRESIDENT), k=24)
    second = next(one for one in court.ask(signing_store.open_of_guild, GUILD) if one.signature_id != first)
    court.act(court.actor(LEADER), signing_verbs.sign, second.signature_id)
    with pytest.raises(Outdated):
        court.act(court.actor(PRESIDENT), signing_verbs.sign, first)
    assert numbers(court) == RatingTerms(2000, 24)
    known = court.ask(signing_store.load, first)
    assert known is not None
    assert known.outcome is None


def test_who_asked_and_is_no_officer_any_more_changes_nothing(court: Hall) -> None:
    ask(court, court.actor(LEADER), k=20)
    court.now += timedelta(minutes=1)
    court.do(give_office, Office.LEADER, court.person(7).person_id)
    with pytest.raises(NotAllowed):
        sign(court, PRESIDENT)
    assert numbers(court) == STARTING


@pytest.mark.parametrize(("k", "initial"), [(7.9, None), (64.1, None), (None, 99), (None, 4001), (float("nan"), None)])
def test_no_list_has_other_numbers_than_8_to_64_and_100_to_4000(
    hall: Hall, k: float | None, initial: float | None
) -> None:
    with pytest.raises(TermsOutOfBounds):
        ask(hall, owner(hall), k, initial)


def test_the_same_numbers_again_are_no_change(hall: Hall) -> None:
    with pytest.raises(TermsUnchanged):
        ask(hall, owner(hall), 16, 2000)


@pytest.mark.parametrize("locale", LOCALES)
def test_everybody_reads_both_numbers_and_those_of_before(hall: Hall, locale: str) -> None:
    ask(hall, owner(hall), k=32)
    told = hall.promised(RatingTermsChanged, GUILD)
    assert len(told) == 2
    composed = hall.ask(ALL[RatingTermsChanged], told[0])
    assert composed is not None
    said = "\n".join(composed(Translator(locale)).paragraphs)
    assert "K = 32" in said
    assert "K = 16" in said
    shown = "\n".join(
        registry_cards.card(hall.ask(registry_grades_verbs.terms_view, GUILD), Translator(locale)).paragraphs
    )
    assert "K = 32" in shown


@given(st.lists(st.integers(0, 100), min_size=1, unique=True), st.integers(0, 100))
def test_what_held_at_a_moment_is_the_latest_that_had_begun(begun: list[int], at: int) -> None:
    day = datetime(2026, 1, 1, tzinfo=UTC)
    dated = [DatedTerms(RatingTerms(2000 + one, 16), day + timedelta(days=one)) for one in sorted(begun)]
    found = in_force(dated, day + timedelta(days=at)).initial - 2000
    assert found == max((one for one in begun if one <= at), default=min(begun))


def test_a_signed_wish_is_ended_as_signed(court: Hall) -> None:
    ask(court, court.actor(PRESIDENT), initial=1800)
    key = waiting(court).signature_id
    sign(court, LEADER)
    known = court.ask(signing_store.load, key)
    assert known is not None
    assert known.outcome is WishOutcome.SIGNED
