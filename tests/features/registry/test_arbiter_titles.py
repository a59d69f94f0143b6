"""Arbiter titles: exams, times, tournaments refereed, and which events each may run (AIJE-B01)."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from bot.features.registry.titles_model import (
    ArbiterRecord,
    RequirementKind,
    TitleProof,
    check_arbiter,
    may_be_examined_from,
    may_examine,
    months_after,
)
from bot.features.tournaments.arbiters_model import may_run
from bot.kernel.ids import TournamentId
from bot.people.model import ArbiterTitle
from bot.rulebooks.strict_tables import title_numbers

NUMBERS = title_numbers()[0].arbiter
DAY = datetime(2026, 3, 15, 12, tzinfo=UTC)
SECOND = timedelta(seconds=1)
ANP, AN, AJ, AI = ArbiterTitle


def missing(title: ArbiterTitle, record: ArbiterRecord, now: datetime = DAY) -> set[RequirementKind]:
    return {one.kind for one in check_arbiter(title, record, NUMBERS, now).requirements if not one.met}


def refereed(count: int) -> tuple[TitleProof, ...]:
    return tuple(TitleProof(DAY, TournamentId(f"t{n}")) for n in range(count))


@pytest.mark.rule("AIJE-B01-ANP", "AIJE-B03-1", "AIJE-A02-5")
def test_a_provisional_arbiter_is_registered_not_excluded_and_examined() -> None:
    fit = ArbiterRecord(2000, passed=frozenset({ANP}))
    assert missing(ANP, fit) == set()
    assert missing(ANP, replace(fit, passed=frozenset())) == {RequirementKind.EXAM}
    assert missing(ANP, replace(fit, rating=None)) == {RequirementKind.REGISTERED}
    assert missing(ANP, replace(fit, excluded=True)) == {RequirementKind.NOT_EXCLUDED}


@pytest.mark.rule("AIJE-B01-AN")
@pytest.mark.parametrize(
    ("now", "complete"),
    [
        (datetime(2026, 6, 15, 12, tzinfo=UTC), True),
        (datetime(2026, 6, 15, 12, tzinfo=UTC) - SECOND, False),
    ],
)
def test_a_national_arbiter_was_provisional_for_three_months_to_the_second(now: datetime, complete: bool) -> None:
    record = ArbiterRecord(2000, ANP, DAY, passed=frozenset({AN}))
    assert (missing(AN, record, now) == set()) is complete


@pytest.mark.rule("AIJE-B01-AN")
def test_a_national_arbiter_passed_the_exam_of_that_title() -> None:
    record = ArbiterRecord(2000, ANP, DAY - timedelta(days=200), passed=frozenset({ANP}))
    assert missing(AN, record) == {RequirementKind.EXAM}
    assert RequirementKind.TIME_AS_ANP in missing(AN, ArbiterRecord(2000, passed=frozenset({AN})))


@pytest.mark.parametrize(
    ("since", "until"),
    [
        (datetime(2026, 11, 30, tzinfo=UTC), datetime(2027, 2, 28, tzinfo=UTC)),
        (datetime(2027, 11, 30, tzinfo=UTC), datetime(2028, 2, 29, tzinfo=UTC)),
        (datetime(2026, 10, 1, tzinfo=UTC), datetime(2027, 1, 1, tzinfo=UTC)),
    ],
)
def test_months_are_those_of_the_calendar(since: datetime, until: datetime) -> None:
    assert months_after(since, 3) == until


@pytest.mark.rule("AIJE-B01-AJ")
@pytest.mark.parametrize(
    ("title", "tournaments", "lacks"),
    [
        (AN, 1, {RequirementKind.ELECTED}),
        (AN, 0, {RequirementKind.ELECTED, RequirementKind.REFEREED}),
        (ANP, 1, {RequirementKind.ELECTED, RequirementKind.IS_AN}),
        (AJ, 1, set()),
    ],
)
def test_a_jeek_arbiter_is_an_refereed_one_international_and_was_elected(
    title: ArbiterTitle, tournaments: int, lacks: set[RequirementKind]
) -> None:
    assert missing(AJ, ArbiterRecord(2000, title, DAY, refereed=refereed(tournaments))) == lacks


@pytest.mark.rule("AIJE-B01-AI")
@pytest.mark.parametrize(
    ("rating", "tournaments", "lacks"),
    [
        (2200, 3, set()),
        (2199.999, 3, {RequirementKind.RATING}),
        (2200, 2, {RequirementKind.REFEREED}),
    ],
)
def test_an_international_arbiter_has_2200_refereed_three_internationals_and_was_approved(
    rating: float, tournaments: int, lacks: set[RequirementKind]
) -> None:
    record = ArbiterRecord(rating, AJ, DAY, refereed=refereed(tournaments))
    assert missing(AI, record) == lacks | {RequirementKind.APPROVED}


@pytest.mark.rule("AIJE-B01-1")
def test_the_next_exam_comes_21_days_after_the_last() -> None:
    assert may_be_examined_from(DAY, NUMBERS) == DAY + timedelta(days=21)
    assert may_be_examined_from(None, NUMBERS) is None


@pytest.mark.rule("AIJE-B01-AJ")
def test_aj_and_ai_examine_for_the_titles_that_have_an_exam() -> None:
    able = {(examiner, title) for examiner in ArbiterTitle for title in ArbiterTitle if may_examine(examiner, title)}
    assert able == {(AJ, ANP), (AJ, AN), (AI, ANP), (AI, AN)}


@pytest.mark.rule("AIJE-B01-ANP", "AIJE-B01-AN", "AIJE-B01-AJ", "AIJE-B01-AI")
@pytest.mark.parametrize(
    ("title", "entrants", "may"), [(ANP, 16, True), (ANP, 17, False), (AN, 1024, True), (AJ, 17, True), (AI, 17, True)]
)
def test_a_provisional_arbiter_runs_events_of_up_to_sixteen(title: ArbiterTitle, entrants: int, may: bool) -> None:
    assert may_run(title, entrants, NUMBERS.smaller_event) is may
