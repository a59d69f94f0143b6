"""Who may enter a new cup, chosen under its preview and kept in the draft."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Final

from bot.domain.community import Presser
from bot.domain.events.drafts import Draft
from bot.domain.ids import RoleId
from bot.domain.regulation.entry_rules import ACCOUNT_AGES, HIGHEST_RATING, EntryRules, entry_of
from bot.domain.regulation.rulebook_problems import ProblemCode
from bot.errors import Outdated, UserError
from bot.rulebooks.checks import problems
from bot.rulebooks.library import canonical
from bot.services.cup_details import rules_of
from bot.services.events import drafts as verbs
from bot.storage import drafts
from bot.storage.context import ActorQuery, ActorTx

_NUMBER: Final = re.compile(r"\d{1,6}", re.ASCII)


class RatingUnread(UserError):
    """What stands in the field is no whole number."""

    text: str


class RatingOutOfBounds(UserError):
    """No rating is as high, or a bound has nobody below it."""

    highest: int


class RatingsCrossed(UserError):
    """Nobody has a rating that is at least the one and below the other."""

    least: int
    below: int


@dataclass(frozen=True, slots=True)
class Chosen:
    """What was filled into the form."""

    role: RoleId | None
    rating_from: str
    rating_below: str
    account_age: timedelta


def of_draft(tx: ActorQuery, draft_id: str) -> EntryRules:
    """The conditions that stand in the draft; raises as `drafts.find` does, and Outdated where an event is changed."""
    return rules_of(verbs.find(tx, draft_id)).entry or EntryRules()


def choose(tx: ActorTx, draft_id: str, chosen: Chosen) -> Draft:
    """The draft with these conditions in its rules; raises as `of_draft` does, and what is wrong with a rating.

    Raises Outdated for a role that the server has not, and for an age that is not offered.
    """
    draft = verbs.find(tx, draft_id)
    before = rules_of(draft)
    standing = before.entry or EntryRules()
    if chosen.account_age not in {*ACCOUNT_AGES, standing.account_age}:
        raise Outdated
    role = _role(tx.actor, chosen.role)
    bounds = _rating(chosen.rating_from), _rating(chosen.rating_below)
    changed = replace(before, entry=entry_of(EntryRules(role, *bounds, chosen.account_age)))
    for one in problems(changed):
        if one.code is ProblemCode.NOT_BELOW:
            raise RatingsCrossed(least=bounds[0] or 0, below=bounds[1] or 0)
        raise RatingOutOfBounds(highest=HIGHEST_RATING)
    drafts.change_rules(tx, draft_id, canonical(changed))
    return replace(draft, rulebook=canonical(changed))


def _role(presser: Presser, role: RoleId | None) -> str | None:
    """The role's id as rules have it; the one that everybody has asks for nothing."""
    if role is None or int(role) == presser.guild_id:
        return None
    if presser.server_roles is not None and role not in presser.server_roles:
        raise Outdated
    return str(role)


def _rating(text: str) -> int | None:
    typed = text.strip()
    if not typed:
        return None
    if _NUMBER.fullmatch(typed) is None:
        raise RatingUnread(text=typed)
    return int(typed)
