"""Who stands on a list twice, as whoever fills a form in a second time: the first line counts."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from bot.domain.entering.accounts import account_key
from bot.domain.likeness import sound
from bot.domain.sign_ups.lines import SignUpColumn, SignUpFault, SignUpLine, SignUpTrouble


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
