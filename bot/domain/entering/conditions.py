"""Whether somebody meets an event's conditions of entry: pure, by what is known of them at that moment."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from typing import Final

from bot.domain.ids import MemberId, RoleId
from bot.domain.regulation.entry_rules import EntryRules

_EPOCH: Final = datetime(2015, 1, 1, tzinfo=UTC)
"""What Discord counts its ids from."""
_BITS_BELOW_TIME: Final = 22
_LARGEST: Final = 2**63


class Condition(StrEnum):
    """What somebody can lack, first what nobody can do anything about today."""

    RATED_TOO_HIGH = "rated_too_high"
    RATED_TOO_LOW = "rated_too_low"
    UNRATED = "unrated"
    ACCOUNT_AGE = "account_age"
    ROLE = "role"


@dataclass(frozen=True, slots=True)
class Applicant:
    """Who is to enter, as far as it is known."""

    account: MemberId | None
    """None for who has no Discord: staff's word stands for role and account."""
    roles: frozenset[RoleId]
    rating: float | None

    @property
    def whole_rating(self) -> int | None:
        """The rating as it is shown everywhere, which is what bounds are held against."""
        return None if self.rating is None else round(self.rating)


def unmet(rules: EntryRules, applicant: Applicant, at: datetime) -> tuple[Condition, ...]:
    """What the applicant lacks at the moment, in the order of `Condition`."""
    found = {_rating(rules, applicant.whole_rating)}
    if applicant.account is not None:
        found.add(Condition.ACCOUNT_AGE if at < (old_enough_at(rules, applicant.account) or at) else None)
        lacks_role = rules.role_id is not None and rules.role_id not in applicant.roles
        found.add(Condition.ROLE if lacks_role else None)
    return tuple(one for one in Condition if one in found)


def old_enough_at(rules: EntryRules, account: MemberId) -> datetime | None:
    """From when on the account is as old as it has to be; None where its age is not asked for."""
    if not rules.account_age:
        return None
    return account_made_at(account) + rules.account_age


def account_made_at(account: MemberId) -> datetime:
    """When the account was made, which its id says; a number that is no id counts as the youngest that can be."""
    counted = account if 0 < account < _LARGEST else _LARGEST - 1
    return _EPOCH + timedelta(milliseconds=counted >> _BITS_BELOW_TIME)


def _rating(rules: EntryRules, rating: int | None) -> Condition | None:
    if rating is None:
        return None if rules.rating_from is None else Condition.UNRATED
    if rules.rating_from is not None and rating < rules.rating_from:
        return Condition.RATED_TOO_LOW
    return Condition.RATED_TOO_HIGH if rules.rating_below is not None and rating >= rules.rating_below else None
