"""Which matches may be called now, and by which arbiter each is followed (AIJE-D01-6)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from bot.domain.contests import Contest
from bot.domain.ids import ContestId, EntrantId, PersonId


@dataclass(frozen=True, slots=True)
class OnDuty:
    """An arbiter who can be given matches. `open_matches` are called, unfinished and his."""

    person_id: PersonId
    since: datetime
    """Since when the arbiter waits for a match: going on duty, or the end of his last one."""
    open_matches: int


@dataclass(frozen=True, slots=True)
class Call:
    """A match to be called now; `arbiter` is None where the rulebook asks for none."""

    contest_id: ContestId
    arbiter: PersonId | None


class BlockReason(StrEnum):
    """Why a match that is ready is not called."""

    NOBODY_ON_DUTY = "nobody_on_duty"
    NO_ARBITER_FREE = "no_arbiter_free"
    ALL_CONFLICTED = "all_conflicted"
    """Every arbiter on duty plays in it, or meets one of its players next: the organisers are asked."""


@dataclass(frozen=True, slots=True)
class Block:
    """A ready match that has to wait, and why."""

    contest_id: ContestId
    reason: BlockReason


@dataclass(frozen=True, slots=True)
class Assignments:
    """What can be called at once, in the order of calling, and what cannot."""

    calls: tuple[Call, ...]
    blocks: tuple[Block, ...]
