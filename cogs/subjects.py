"""What stands behind the verb of a press, and in options of commands: each declares it, and one place reads it."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from bot.domain.ids import (
    BarId,
    CaseId,
    ContestId,
    EntrantId,
    FileId,
    JeekId,
    NameId,
    PersonId,
    PlaceId,
    TournamentId,
    VoteId,
)
from bot.domain.things import Thing
from bot.errors import Outdated
from cogs.takes import Named, Several, Takes, among, made_of, matching, pair, plainly, the, triple

_COUNT: Final = re.compile(r"[0-9]{1,9}")
LARGEST: Final = 2**63 - 1
"""What SQLite and Discord take as an id."""
_WORD: Final = re.compile(r"[\w+-]{0,90}", re.ASCII)

NOTHING: Final[Several[()]] = Several(lambda _: ((), ()))
"""The verb says it all; what older cards carry behind it is not read."""

APPEAL: Final = the(Thing.APPEAL, str)
BAR: Final = the(Thing.BAR, BarId)
CASE: Final = the(Thing.CASE, CaseId)
CEREMONY: Final = the(Thing.CEREMONY, str)
CLAIM: Final = the(Thing.CLAIM, str)
DRAFT: Final = the(Thing.DRAFT, str)
ENTRANT: Final = the(Thing.ENTRANT, EntrantId)
EVENT: Final = the(Thing.EVENT, TournamentId)
EVENT_PROPOSAL: Final = the(Thing.EVENT_PROPOSAL, str)
FILE: Final = the(Thing.FILE, FileId)
GRADE: Final = the(Thing.GRADE, str)
JEEK_GAME: Final = the(Thing.JEEK_GAME, JeekId)
MATCH: Final = the(Thing.MATCH, ContestId)
NAME_CLAIM: Final = the(Thing.NAME_CLAIM, str)
OPENING_DRAFT: Final = the(Thing.OPENING_DRAFT, str)
OWN_ACT: Final = the(Thing.OWN_ACT, str)
PERSON: Final = the(Thing.PERSON, PersonId)
PEOPLE: Final = pair(PERSON, PERSON)
SAME_PERSON: Final = the(Thing.SAME_PERSON, str)
PLACE: Final = the(Thing.PLACE, PlaceId)
RECORD_NAME: Final = the(Thing.RECORD_NAME, NameId)
SEAT_ROUND: Final = the(Thing.SEAT_ROUND, str)
SERIES: Final = the(Thing.SERIES, str)
SIGNATURE: Final = the(Thing.SIGNATURE, str)
SIGN_UPS: Final = the(Thing.SIGN_UPS, str)
SUGGESTION: Final = the(Thing.SUGGESTION, str)
TITLE_PROPOSAL: Final = the(Thing.TITLE_PROPOSAL, str)
VOTE: Final = the(Thing.VOTE, VoteId)
VOTE_DRAFT: Final = the(Thing.VOTE_DRAFT, str)
WARNING: Final = the(Thing.WARNING, str)


def _snowflake(text: str) -> int:
    if not re.fullmatch(r"[0-9]{1,19}", text) or int(text) > LARGEST:
        raise Outdated
    return int(text)


NUMBER: Final = matching(_COUNT, int)
PAGE: Final = plainly(lambda text: int(text) if _COUNT.fullmatch(text) else 0)
"""A page that nobody can mean is the first one."""
SNOWFLAKE: Final = plainly(_snowflake)
"""An id of Discord's own: a channel, a role, a member."""
_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_MILLISECOND: Final = timedelta(milliseconds=1)


def _moment(number: int) -> datetime:
    try:
        return _EPOCH + number * _MILLISECOND
    except OverflowError:
        raise Outdated from None


MOMENT: Final = made_of(SNOWFLAKE, _moment)
"""A moment, in milliseconds; the inverse of `written_moment`."""


def written_moment(moment: datetime) -> int:
    """A moment, written as MOMENT reads it."""
    return (moment - _EPOCH) // _MILLISECOND


WORD: Final = matching(_WORD, str)
"""A short text of our own that the service looks up; it may be empty."""
SIDE: Final = among({str(side): side for side in range(4)})
OTHER_WORDS: Final = plainly(str)
"""A text that people wrote, such as the name of a site or of a person."""


def _log_line(text: str) -> tuple[int, tuple[Named, ...]]:
    number, _ = SNOWFLAKE.read(text)
    return number, (Named(Thing.LOG_LINE, str(number)),)


LOG_LINE: Final = Takes(_log_line)

_DECISIONS: Final[dict[str, Takes[Any]]] = {
    "file": FILE,
    "bar": BAR,
    "points": the(Thing.PENALTY, str),
    "rating": the(Thing.AMENDMENT, str),
    "match": MATCH,
    "same": SAME_PERSON,
}


def _decision(text: str) -> tuple[str, tuple[Named, ...]]:
    kind, _, key = text.partition("-")
    if kind not in _DECISIONS:
        raise Outdated
    _, named = _DECISIONS[kind].read(key)
    return text, named


_CASES: Final[dict[str, Takes[Any]]] = {"case": CASE, "file": FILE}


def _any_case(text: str) -> tuple[tuple[str, str], tuple[Named, ...]]:
    kind, _, key = text.partition("-")
    if kind not in _CASES:
        raise Outdated
    _, named = _CASES[kind].read(key)
    return (kind, key), named


ANY_CASE: Final = Takes(_any_case)
"""A case of absence or of misconduct: which of the two, and its id."""

DECISION: Final = Takes(_decision)
"""What can be appealed against: a file, a bar, points, a rating, a match or a word that two are one, by its key."""

MARKED: Final = pair(MATCH, NUMBER)
"""A match, and how many words were on record when its card was made (or which note, or which ruling it offered)."""
REPORTED: Final = pair(MATCH, WORD)
"""A match, and the report of it that the card showed."""
SIDED: Final = pair(MATCH, SIDE)
SCORE: Final = matching(re.compile(r"[0-9]{1,4}(?:-[0-9]{1,4}){1,2}"), lambda text: tuple(map(int, text.split("-"))))
MARKS: Final = matching(re.compile(r"[01]{2,4}"), lambda text: tuple(map(int, text)))
"""Who won at a table, a digit a side."""
CORRECTED: Final = triple(MATCH, SCORE, NUMBER)
"""A match, its right score, and how many matches the correction was seen to reopen."""
EXCUSE: Final = pair(VOTE, PERSON)
"""Why somebody missed a vote."""
BOARDS: Final = matching(re.compile(r"[^.]{0,90}"), lambda text: tuple(text.split("_")) if text else ())
"""What was told of each board, "3-1_2-2_+-"; nothing where a control had no room for them."""
