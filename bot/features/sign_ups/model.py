"""A list of sign-ups: how it is read, what it says line by line, and what it would do to an event's own list.

It is a table with headings, or a name a line as people paste it. Who stands on it twice, as whoever fills a form in a
second time, counts by the first line.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from hashlib import sha256
from typing import Final

from bot.i18n.names import NAME_LIMIT, sound, speakable
from bot.kernel.errors import Refused, RefusedFor, UserError
from bot.kernel.files import BOUNDS, FileKind, decode, refuse_lines
from bot.kernel.ids import EntrantId, MemberId, TournamentId
from bot.kernel.promises import Notified, OfTournament
from bot.people.lists_model import (
    HEADING_LENGTH,
    MOST_COUNTED,
    LineFault,
    Lines,
    ListPreview,
    RefusedColumn,
    RefusedHeadings,
    Table,
    find_columns,
    is_object,
    member_in,
    number_in,
    read_table,
    tidy,
    with_whole_names,
)
from bot.people.model import Person, account_key, clean_account


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
class SignUpFault(LineFault):
    """What is wrong with a line of sign-ups."""

    column: SignUpColumn | None
    trouble: SignUpTrouble


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


_LONGEST_CLUB: Final = 40
_MENTION: Final = re.compile(r"<@!?\d{15,20}>|(?<!\d)\d{17,20}(?!\d)")
_BULLET: Final = re.compile(r"\A\s*(?:[-*•·–—]\s+|\(?\d{1,4}\s*[.):°º]\s*(?=[^\W\d_]|<)|\(?\d{1,4}\)?\s*[-–—]\s+)")
"""What counts the lines of a pasted list, in front of the name: "1. Ana", "1- Ana", "2 - Bia"; no sign within it."""
_TIGHT: Final = re.compile(r"\A\s*(\d{1,4})[-–—](?=[^\W\d_])")
"""A number and a dash without a space can be a name: they count the lines only where it is the line's own number."""
Headings = Mapping[str, str]
"""Which words mean which column, without accents and capitals (`i18n_names.sound`)."""
Filled = Mapping[SignUpColumn, str]


def read(data: bytes, file: str, words: Headings) -> SignUpFile:
    """The list line by line, each with its faults; raises a UserError for what is no list at all."""
    BOUNDS[FileKind.SIGN_UPS].refuse_size(len(data))
    text = speakable(decode(data))
    names = _names_alone(text, words)
    read_as = names or read_table(data, FileKind.SIGN_UPS, RefusedFor("error.SignUpsUnreadable", name=file))
    table = names or with_whole_names(read_as, words, SignUpColumn.NAME)
    columns = {0: SignUpColumn.NAME} if names else _columns(table.headings, words)
    reading = Lines(table, columns, SignUpFault, SignUpTrouble.MORE_CELLS)
    lines = tuple(_lines(reading, plain=names is not None))
    if not lines and not reading.faults:
        raise Refused("error.SignUpsEmpty")
    doubtful = "" if is_object(text) else _doubtful(read_as, columns)
    return SignUpFile(lines, tuple(reading.faults), reading.unread, sha256(data).hexdigest(), doubtful)


def _columns(headings: Sequence[str], words: Headings) -> Mapping[int, SignUpColumn]:
    return find_columns(
        headings,
        words,
        SignUpColumn.NAME,
        lambda first, second: RefusedColumn("error.SignUpColumnTwice", first, second),
        lambda found, example: RefusedHeadings("error.SignUpColumnMissing", found, example),
    )


def _doubtful(table: Table, columns: Mapping[int, SignUpColumn]) -> str:
    """The line of headings, where a single word of it is one."""
    told = ", ".join(heading for heading in table.headings if heading.strip())
    return told[:HEADING_LENGTH] if len(columns) == 1 else ""


def _names_alone(text: str, words: Headings) -> Table | None:
    """The lines as names, where nothing says that they are a table."""
    if any(sign in text for sign in ";\t") or is_object(text):
        return None
    refuse_lines(text, BOUNDS[FileKind.SIGN_UPS])
    lines = [line.strip().strip('"') for line in text.splitlines()]
    if _has_heading(next(filter(None, lines), ""), words) or any(map(_parts_cells, lines)):
        return None
    names = _without_numbers(lines)
    return Table(("",), tuple((at, (one,)) for at, one in enumerate(names, start=1)))


def _without_numbers(lines: Iterable[str]) -> Iterator[str]:
    """The names without what counts them."""
    count = 0
    for line in lines:
        count += bool(line)
        tight = _TIGHT.match(line)
        if tight is not None and int(tight[1]) == count:
            yield line[tight.end() :]
        else:
            yield _BULLET.sub("", line)


def _has_heading(first: str, words: Headings) -> bool:
    return not _BULLET.match(first) and any(sound(one) in words for one in first.split(","))


def _parts_cells(line: str) -> bool:
    """Whether a comma parts cells: one between two names of a person has a space behind it."""
    return "," in line.replace(", ", "")


def _lines(reading: Lines[SignUpColumn, SignUpFault], *, plain: bool) -> Iterator[SignUpLine]:
    """The lines with which nothing is wrong; in a `plain` name somebody's Discord may stand too."""
    for number, filled in reading.rows():
        wrong = list(_faults(number, filled))
        reading.faults += wrong
        if not wrong:
            yield _line(number, _part_mention(filled) if plain else filled)


def _part_mention(filled: Filled) -> Filled:
    """A line of a pasted list, the mention or the number of somebody's Discord apart from the name."""
    written = filled[SignUpColumn.NAME]
    found = _MENTION.search(written)
    if found is None:
        return filled
    name = " ".join((written[: found.start()] + " " + written[found.end() :]).split()).strip(" ()-–,:")
    return {SignUpColumn.NAME: name, SignUpColumn.DISCORD: found[0]}


def _line(number: int, of: Filled) -> SignUpLine:
    discord = of.get(SignUpColumn.DISCORD, "")
    member = member_in(discord)
    return SignUpLine(
        number=number,
        name=tidy(of.get(SignUpColumn.NAME, "")),
        member_id=member,
        account=of.get(SignUpColumn.ACCOUNT),
        club=tidy(of.get(SignUpColumn.CLUB, "")) or None,
        seed=_seed(of[SignUpColumn.SEED]) if SignUpColumn.SEED in of else None,
        user_name=discord[:HEADING_LENGTH] if discord and member is None else None,
    )


def _faults(number: int, of: Filled) -> Iterable[SignUpFault]:
    name, club = tidy(of.get(SignUpColumn.NAME, "")), tidy(of.get(SignUpColumn.CLUB, ""))
    account, seed = of.get(SignUpColumn.ACCOUNT), of.get(SignUpColumn.SEED)
    if not sound(name) and member_in(of.get(SignUpColumn.DISCORD, "")) is None:
        yield SignUpFault(number, SignUpColumn.NAME, SignUpTrouble.NAME_MISSING)
    for column, text, limit in ((SignUpColumn.NAME, name, NAME_LIMIT), (SignUpColumn.CLUB, club, _LONGEST_CLUB)):
        if len(text) > limit:
            yield SignUpFault(number, column, SignUpTrouble.TOO_LONG, text[:HEADING_LENGTH], str(limit))
    if account is not None and not _is_account(account):
        yield SignUpFault(number, SignUpColumn.ACCOUNT, SignUpTrouble.NO_ACCOUNT, account[:HEADING_LENGTH])
    if seed is not None and _seed(seed) is None:
        yield SignUpFault(number, SignUpColumn.SEED, SignUpTrouble.NO_SEED, seed[:HEADING_LENGTH])


def _is_account(cell: str) -> bool:
    try:
        clean_account(cell)
    except UserError:
        return False
    return True


def _seed(cell: str) -> int | None:
    """A whole number above nothing."""
    found = number_in(cell)
    return None if found is None or not 0 < found <= MOST_COUNTED or found != int(found) else int(found)


class Effect(StrEnum):
    """What a line would do."""

    ENTERS = "enters"
    WAITS = "waits"
    """Enters behind the last seat."""
    CHECKS_IN = "checks_in"
    """Is on the list already without being on Discord, and check-in is open: nobody else can confirm for the person."""
    NOTHING = "nothing"
    """Is on the list already."""


ENTERING = frozenset({Effect.ENTERS, Effect.WAITS})


@dataclass(frozen=True, slots=True)
class SignUpPlan:
    """A line with the person who is meant, None for somebody new, and what it would do."""

    line: SignUpLine
    person: Person | None
    effect: Effect

    @property
    def has_discord(self) -> bool:
        """Whether the person can press for themselves."""
        return self.line.member_id is not None or (self.person is not None and self.person.discord_id is not None)


@dataclass(frozen=True, slots=True, kw_only=True)
class SignUpPreview(ListPreview):
    """A list of sign-ups as it would come in now."""

    tournament_id: TournamentId | None
    """None for an event that is not created yet."""
    event: str
    plans: tuple[SignUpPlan, ...]
    faults: tuple[SignUpFault, ...]
    user_names: int
    """Lines in which a name stands where Discord's number belongs."""
    asks_for_account: bool
    asks_for_club: bool
    takes_seeds: bool
    """Whether organisers order the field of the event by hand."""
    heading: str = ""
    """The first line, where it was taken for a heading and could be a name."""

    def of(self, *effects: Effect) -> tuple[SignUpPlan, ...]:
        """The lines that would do that, in the order of the list."""
        return tuple(plan for plan in self.plans if plan.effect in effects)

    @property
    def entering(self) -> tuple[SignUpPlan, ...]:
        """Those who would come on the list."""
        return self.of(*ENTERING)

    @property
    def can_be_confirmed(self) -> bool:
        """Whether nothing is left to be asked, and something would come of it."""
        does_something = bool(self.seeded) or any(plan.effect is not Effect.NOTHING for plan in self.plans)
        return not self.questions and does_something

    @property
    def seeded(self) -> tuple[SignUpPlan, ...]:
        """Those to whom the list gives a seed that counts, the first best."""
        told = [(plan.line.seed, plan) for plan in self.plans if plan.line.seed is not None]
        return tuple(one for _, one in sorted(told, key=lambda each: each[0])) if self.takes_seeds else ()


@dataclass(frozen=True, slots=True)
class SignUpsBrought:
    """What came of a confirmed list."""

    event: str
    tournament_id: TournamentId
    entered: int
    waiting: int
    """Of them."""
    confirmed: int
    """Others, who were checked in."""


def without_doubles(lines: Iterable[SignUpLine]) -> tuple[tuple[SignUpLine, ...], tuple[SignUpFault, ...]]:
    """The lines without those that mean somebody of an earlier one, and what is said of these.

    Two of one name are two people where Discord or their accounts tell them apart.
    """
    kept: list[SignUpLine] = []
    faults: list[SignUpFault] = []
    by_member: dict[int, SignUpLine] = {}
    by_name: dict[str, list[SignUpLine]] = defaultdict(list)
    for line in lines:
        before = by_member.get(line.member_id or 0)
        before = before or next((one for one in by_name[sound(line.name)] if _can_be_one(one, line)), None)
        if before is not None:
            given, other = line.name or str(line.member_id), str(before.number)
            faults.append(SignUpFault(line.number, SignUpColumn.NAME, SignUpTrouble.TWICE, given, other))
            continue
        kept.append(line)
        if line.member_id is not None:
            by_member[line.member_id] = line
        if line.name:
            by_name[sound(line.name)].append(line)
    return tuple(kept), tuple(faults)


def _can_be_one(one: SignUpLine, other: SignUpLine) -> bool:
    """Whether nothing but the name says who they are, or not of both."""
    if one.member_id is not None and other.member_id is not None:
        return one.member_id == other.member_id
    accounts = [account_key(line.account) for line in (one, other) if line.account is not None]
    return len(set(accounts)) < 2


class EnteredFromList(OfTournament):
    """To everybody: organisers have put these people on the list, who are named once, on as many pages as it takes."""

    NOTIFIES = Notified.CONCERNED
    ASKS_BY = ("withdraw",)
    entrants: tuple[EntrantId, ...] = ()


class EntriesTakenBack(OfTournament):
    """To everybody: a list of sign-ups was taken back, and these people are off the event's list again."""

    NOTIFIES = Notified.CONCERNED
    entrants: tuple[EntrantId, ...] = ()
