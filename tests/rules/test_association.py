"""Votes, titles, ratings and absences: the worked examples of the association's rules, tried on what decides them."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Final

import pytest

from bot.features.cases.model import may_still_justify
from bot.features.entering.model import who_may_lift
from bot.features.registry.titles_model import MasterTitle, check, may_be_examined_from
from bot.features.tournaments.arbiters_model import may_run
from bot.features.voting import procedures_model as voting_procedures_model
from bot.features.voting.model import Presence, VoteOutcome, VotingRecord
from bot.i18n.countries import scope
from bot.kernel.ids import EntrantId, PersonId, VoteId
from bot.people.model import ArbiterTitle, Capacity, Office
from bot.play.contests import ResultKind
from bot.play.deciders import has_appeared, never_played
from bot.play.points import Outcome as Ending
from bot.play.points import outcomes
from bot.play.rating import STARTING, after_match
from bot.play.rulebook_checks import is_classical
from bot.rulebooks.library import preset
from bot.rulebooks.strict_tables import title_numbers
from bot.server.model import Act, may
from tests.features.cases.test_absence import NOTICE, TOLD
from tests.features.registry.test_titles_model import record
from tests.features.voting.test_votes import decided
from tests.play.crosstables import match
from tests.rules.written import Facts, examples, fixed

NUMBERS: Final = title_numbers()[-1]
OPEN: Final = preset("aije-open")
OFFICES: Final = {Office.LEADER: PersonId("leader"), Office.PRESIDENT: PersonId("president")}
STANDINGS: Final = {
    "leader": Capacity.LEADER,
    "president": Capacity.PRESIDENT,
    "organiser": Capacity.ORGANISER,
    "AJ": Capacity.JEEK_ARBITER,
}
NOT_ENOUGH, PASSED = VoteOutcome.NO_QUORUM, VoteOutcome.PASSED


@pytest.mark.parametrize("told", examples("AIJE-A01-2"))
def test_half_of_the_committee_and_a_little_more_opens_an_election(told: Facts) -> None:
    kind = voting_procedures_model.preset("petition")
    assert kind.threshold.is_met(told["signed"], told["committee"]) is told["opens"]


@pytest.mark.parametrize("told", examples("AIJE-A02-1"))
def test_a_player_is_expelled_by_both_or_not_at_all(told: Facts) -> None:
    yes = told["leader"] + told["president"]
    assert (decided("player-expulsion", 2, yes=yes, no=2 - yes) is PASSED) is told["expelled"]


@pytest.mark.parametrize("told", examples("AIJE-A02-3"))
def test_seventy_of_a_hundred_entitled_are_a_quorum(told: Facts) -> None:
    found = decided("member-expulsion", told["electorate"], yes=told["not_null"])
    assert (found is not NOT_ENOUGH) is told["reached"]


@pytest.mark.parametrize("told", examples("AIJE-A02-4"))
def test_without_a_quorum_nothing_is_decided(told: Facts) -> None:
    expected = {"no quorum": NOT_ENOUGH, "carried": PASSED}[told["outcome"]]
    given = {"yes": told["in_favour"], "no": told["against"], "null": told["null"]}
    assert decided("member-expulsion", told["electorate"], **given) is expected


@pytest.mark.parametrize("told", examples("AIJE-A02-5"))
def test_an_expulsion_needs_more_than_fifty_one_of_a_hundred(told: Facts) -> None:
    given, yes = told["not_null"], told["in_favour"]
    assert (decided("member-expulsion", given, yes=yes, no=given - yes) is PASSED) is told["carried"]


@pytest.mark.parametrize("told", examples("AIJE-A02-6"))
def test_three_votes_missed_are_the_leaders_matter(told: Facts) -> None:
    missed = tuple((VoteId(f"v{number}"), Presence.UNJUSTIFIED) for number in range(told["missed"]))
    attended = ((VoteId("a"), Presence.ATTENDED), (VoteId("e"), Presence.EXCUSED), (VoteId("p"), Presence.PENDING))
    assert VotingRecord(PersonId("p"), missed + attended).may_be_removed is told["may_be_expelled"]


@pytest.mark.parametrize("told", examples("AIJE-B01-AJ"))
def test_a_jeek_arbiter_is_elected_by_fifty_one_of_a_hundred(told: Facts) -> None:
    given, yes = told["not_null"], told["in_favour"]
    found = decided("arbiter-election", told["electorate"], yes=yes, no=given - yes)
    assert (found is PASSED) is told["elected"]


@pytest.mark.parametrize("told", examples("OLY-6"))
def test_a_simple_majority_decides_what_is_not_written(told: Facts) -> None:
    found = decided("open-question", told["yes"] + told["no"], yes=told["yes"], no=told["no"])
    assert (found is PASSED) is told["carried"]


@pytest.mark.parametrize("told", examples("AIJE-B01-1"))
def test_three_weeks_lie_between_two_exams(told: Facts) -> None:
    free = may_be_examined_from(NOTICE, NUMBERS.arbiter)
    assert free is not None
    assert (free <= NOTICE + timedelta(days=told["days"])) is told["may"]


@pytest.mark.rule("AIJE-B01-ANP")
def test_a_provisional_arbiter_runs_smaller_events_alone() -> None:
    most = fixed("AIJE-B01-ANP", "smaller_event")
    assert [may_run(ArbiterTitle.ANP, most + more, NUMBERS.arbiter.smaller_event) for more in (0, 1)] == [True, False]
    assert may_run(ArbiterTitle.AN, most + 1, NUMBERS.arbiter.smaller_event)


@pytest.mark.parametrize("told", examples("AIJE-B01-4"))
def test_countries_make_a_tournament_what_it_is(told: Facts) -> None:
    assert scope(told["countries"]).value == told["scope"]


@pytest.mark.parametrize("told", examples("AIJE-B01-5"))
def test_a_match_is_won_by_its_score(told: Facts) -> None:
    played = match(1, "AB", (told["own"], told["other"]), best_of=5)
    assert (outcomes(played, OPEN)[0] is Ending.WON) is told["won"]


@pytest.mark.parametrize("told", examples("AIJE-B01-NM"))
def test_national_masters(told: Facts) -> None:
    facts = record(told["rating"], "BR", told["players"], victories=told["wins"])
    assert check(MasterTitle.NM, facts, NUMBERS.master).met is told["earned"]


@pytest.mark.parametrize("told", examples("AIJE-B01-IM"))
def test_international_masters(told: Facts) -> None:
    feats = {"champions_beaten": told["champions"], "masters_beaten": told["masters"]}
    facts = record(told["rating"], world_titles=told["world_titles"], **feats)
    assert check(MasterTitle.IM, facts, NUMBERS.master).met is told["earned"]


@pytest.mark.parametrize("told", examples("AIJE-B01-GM"))
def test_grandmasters(told: Facts) -> None:
    assert check(MasterTitle.GM, record(told["rating"], victories=told["wins"]), NUMBERS.master).met is told["earned"]


@pytest.mark.parametrize("told", examples("AIJE-B02-1"))
def test_only_classical_time_is_rated(told: Facts) -> None:
    base, increment = map(int, told["control"].split("+"))
    assert is_classical(base, increment) is told["rated"]


@pytest.mark.rule("AIJE-B02-2")
def test_a_list_begins_with_the_numbers_of_the_association() -> None:
    assert STARTING.initial == fixed("AIJE-B02-2", "initial")
    assert STARTING.k == fixed("AIJE-B02-2", "k")


@pytest.mark.parametrize("told", examples("AIJE-B02-2"))
def test_the_winner_takes_what_the_loser_gives(told: Facts) -> None:
    first, second = after_match(told["a"], told["b"], told["won"], told["lost"], fixed("AIJE-B02-2", "k"))
    assert first - told["a"] == pytest.approx(told["gain"], abs=5e-5)
    assert second - told["b"] == pytest.approx(-told["gain"], abs=5e-5)


@pytest.mark.parametrize("told", examples("AIJE-B03-1"))
def test_who_was_there_has_competed_and_who_was_not_has_not(told: Facts) -> None:
    contests = [
        match(number, "AB", score, kind, best_of=5)
        for number, (score, kind, happened) in enumerate(
            (
                ((3, 0), ResultKind.PLAYED, told["games_played"]),
                ((3, 0), ResultKind.WALKOVER, told["won_by_walkover"]),
                ((0, 3), ResultKind.WALKOVER, told["lost_by_walkover"]),
            ),
            start=1,
        )
        if happened
    ]
    assert has_appeared(contests, EntrantId("A")) is told["registered"]
    assert (EntrantId("A") not in never_played(contests, third_place_to_come=False)) is told["registered"]


@pytest.mark.parametrize("told", examples("AIJE-D01-2"))
def test_the_leader_or_the_president_lifts_a_bar_and_nobody_else(told: Facts) -> None:
    capacity = STANDINGS.get(told["office"], Capacity.ARBITER)
    assert may(Act.LIFT_BAR, frozenset({capacity})) is told["lifts"]
    assert (told["office"] in who_may_lift(OFFICES)) is told["lifts"]


@pytest.mark.parametrize("told", examples("AIJE-D01-5.3"))
def test_an_excuse_is_in_time_for_seventy_two_hours(told: Facts) -> None:
    moment = NOTICE + timedelta(minutes=told["minutes"])
    assert may_still_justify(replace(TOLD), moment, OPEN, ()) is told["in_time"]
