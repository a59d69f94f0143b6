"""How often one Discord account may do what others have to read, answer or store."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum
from typing import Final

from bot.domain.casual.jeek_games import OPEN_FOR


class Counted(StrEnum):
    """What is counted by the account that does it."""

    ACCOUNT_CLAIM = "account_claim"
    ANSWER = "answer"
    CALL = "call"
    CHALLENGE = "challenge"
    DECK = "deck"
    INVITATION = "invitation"
    NAME_CLAIM = "name_claim"
    RECORDING = "recording"
    REPORT = "report"
    SHARE = "share"
    STATEMENT = "statement"
    SUGGESTION = "suggestion"
    TEAM_PLACE = "team_place"
    WISH = "wish"


@dataclass(frozen=True, slots=True)
class Quota:
    """`most` of them count at a time; each counts for `within`, or less where it waits for an answer and gets one."""

    most: int
    within: timedelta


_DAY: Final = timedelta(days=1)
_LONG: Final = timedelta(days=90)
QUOTAS: Final = {
    Counted.ACCOUNT_CLAIM: Quota(3, timedelta(days=7)),
    # Of a member to the captain of a team: who changes their mind again and again is heard so often a day.
    Counted.ANSWER: Quota(6, _DAY),
    # Of one person to another in one matter: the first of a day is heard, further ones are read.
    Counted.CALL: Quota(1, _DAY),
    Counted.CHALLENGE: Quota(1, OPEN_FOR),
    Counted.DECK: Quota(20, _LONG),
    Counted.INVITATION: Quota(4, _DAY),
    Counted.NAME_CLAIM: Quota(3, timedelta(days=7)),
    Counted.RECORDING: Quota(20, _LONG),
    Counted.REPORT: Quota(3, _LONG),
    Counted.SHARE: Quota(5, timedelta(minutes=10)),
    Counted.STATEMENT: Quota(30, _LONG),
    Counted.SUGGESTION: Quota(3, _LONG),
    # People whom one captain asks into the teams of one event.
    Counted.TEAM_PLACE: Quota(60, _LONG),
    # Each is told to everybody, and to who can sign.
    Counted.WISH: Quota(10, _DAY),
}
