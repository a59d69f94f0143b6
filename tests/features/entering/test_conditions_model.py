"""Who meets an event's conditions of entry: by role, rating and the age of the Discord account."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from bot.features.entering.model import Applicant, Condition, account_made_at, old_enough_at, unmet
from bot.kernel.ids import MemberId, RoleId
from bot.play.rulebook import EntryRules

MADE = datetime(2026, 2, 1, 12, tzinfo=UTC)
ACCOUNT = MemberId(int((MADE - datetime(2015, 1, 1, tzinfo=UTC)) / timedelta(milliseconds=1)) << 22 | 7)
MONTH = timedelta(days=30)
ROLE = RoleId(55)


def lacking(rules: EntryRules, rating: float | None = None, *roles: RoleId) -> tuple[Condition, ...]:
    return unmet(rules, Applicant(ACCOUNT, frozenset(roles), rating), MADE + timedelta(days=60))


@pytest.mark.parametrize(
    ("least", "below", "rating", "lacks"),
    [
        (1200, None, 1200.0, ()),
        (1200, None, 1199.0, (Condition.RATED_TOO_LOW,)),
        (1200, None, None, (Condition.UNRATED,)),
        (None, 1600, 1599.0, ()),
        (None, 1600, 1600.0, (Condition.RATED_TOO_HIGH,)),
        (None, 1600, None, ()),
        (1200, 1600, None, (Condition.UNRATED,)),
        (1200, 1600, 1400.0, ()),
        (0, None, 0.0, ()),
        (None, None, 9000.0, ()),
    ],
)
def test_a_rating_enters_from_the_one_bound_and_below_the_other_and_no_rating_is_below_any(
    least: int | None, below: int | None, rating: float | None, lacks: tuple[Condition, ...]
) -> None:
    assert lacking(EntryRules(rating_from=least, rating_below=below), rating) == lacks


@pytest.mark.parametrize(("rating", "enters"), [(1599.4, True), (1599.6, False), (1600.4, False)])
def test_the_rating_that_everybody_sees_is_what_counts(rating: float, enters: bool) -> None:
    assert (lacking(EntryRules(rating_below=1600), rating) == ()) is enters


def test_a_role_is_had_or_lacking() -> None:
    assert lacking(EntryRules(role="55"), None, RoleId(54)) == (Condition.ROLE,)
    assert lacking(EntryRules(role="55"), None, RoleId(54), ROLE) == ()


def test_an_account_is_old_enough_from_the_very_moment_on() -> None:
    rules = EntryRules(account_age=MONTH)
    assert account_made_at(ACCOUNT) == MADE
    assert old_enough_at(rules, ACCOUNT) == MADE + MONTH
    someone = Applicant(ACCOUNT, frozenset(), None)
    assert unmet(rules, someone, MADE + MONTH - timedelta(milliseconds=1)) == (Condition.ACCOUNT_AGE,)
    assert unmet(rules, someone, MADE + MONTH) == ()


@pytest.mark.parametrize("number", [0, -5, 2**63, 2**200])
def test_an_id_that_is_none_passes_for_no_old_account(number: int) -> None:
    stranger = Applicant(MemberId(number), frozenset(), None)
    assert unmet(EntryRules(account_age=MONTH), stranger, MADE) == (Condition.ACCOUNT_AGE,)


def test_who_has_no_discord_is_asked_for_the_rating_alone() -> None:
    rules = EntryRules(role="55", rating_from=1200, account_age=MONTH)
    assert unmet(rules, Applicant(None, frozenset(), 1300.0), MADE) == ()
    assert unmet(rules, Applicant(None, frozenset(), None), MADE) == (Condition.UNRATED,)


def test_what_nobody_can_mend_today_is_told_first() -> None:
    rules = EntryRules(role="55", rating_below=1000, account_age=timedelta(days=90))
    assert lacking(rules, 1500.0) == (Condition.RATED_TOO_HIGH, Condition.ACCOUNT_AGE, Condition.ROLE)
