"""What a list of sign-ups says line by line, before anybody asks who is meant."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from bot.domain.ids import MemberId
from bot.errors import UserError


class SignUpColumn(StrEnum):
    """The columns that a list may have; a list of names alone needs no heading."""

    NAME = "name"
    DISCORD = "discord"
    ACCOUNT = "account"
    CLUB = "club"
    SEED = "seed"


class SignUpTrouble(StrEnum):
    """Why a line enters nobody."""

    NAME_MISSING = "name_missing"
    TOO_LONG = "too_long"
    MORE_CELLS = "more_cells"
    NO_ACCOUNT = "no_account"
    """What stands there can be no account."""
    NO_SEED = "no_seed"
    SEED_TWICE = "seed_twice"
    TWICE = "twice"
    """The person is on the list before."""
    ACCOUNT_TWICE = "account_twice"
    ACCOUNT_MISSING = "account_missing"
    ACCOUNT_HELD = "account_held"
    ACCOUNT_OTHER = "account_other"
    """The person is known by another account there."""
    BARRED = "barred"
    QUALIFIED_ELSEWHERE = "qualified_elsewhere"
    NOT_INVITED = "not_invited"
    PLAYS_ALREADY = "plays_already"
    """The same person is in the event under another account of Discord."""
    CONDITION = "condition"
    """The rating or the account does not go with what the event asks for."""
    HAS_LEFT = "has_left"
    """The person was on the event's list and is off it: by the own press, or by staff's word."""


@dataclass(frozen=True, slots=True)
class SignUpFault:
    """What is wrong with a line: where, what stands there, and what else the sentence names."""

    line: int
    column: SignUpColumn | None
    trouble: SignUpTrouble
    given: str = ""
    other: str = ""


@dataclass(frozen=True, slots=True)
class SignUpLine:
    """One person of the list. `number` counts the lines of the file, its heading included."""

    number: int
    name: str
    """Empty where Discord alone says who it is."""
    member_id: MemberId | None = None
    account: str | None = None
    club: str | None = None
    seed: int | None = None
    user_name: str | None = None
    """What stands for Discord and is no number and no mention: nobody can be found by it."""


@dataclass(frozen=True, slots=True)
class SignUpFile:
    """A list as it was read."""

    lines: tuple[SignUpLine, ...]
    """Those without a fault."""
    faults: tuple[SignUpFault, ...]
    unread: tuple[str, ...]
    """Headings that mean nothing here."""
    file_hash: str
    heading: str = ""
    """The first line, where it was taken for a heading by one word, which could be somebody's name."""


class SignUpsUnreadable(UserError):
    """The file is no table: no CSV text, and no JSON list of objects."""

    file: str


class SignUpColumnMissing(UserError):
    """No heading means a name; `found` are the headings that there are."""

    found: str
    example: str


class SignUpColumnTwice(UserError):
    """Two headings mean one column."""

    first: str
    second: str


class SignUpsEmpty(UserError):
    """There is nobody on the list."""
