"""Notes of the time that each side has used, and what becomes of the clocks when one of them fails (GO-12, GO-14)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from bot.domain.ids import ContestId, PersonId
from bot.domain.permissions import Act
from bot.domain.playing.adjournments import (
    NoteKind,
    Reading,
    TimeNote,
    TimeUsed,
    read_used,
    split_equally,
    time_played,
)
from bot.domain.playing.match_state import MatchPhase
from bot.domain.playing.match_views import MatchView
from bot.domain.playing.sayings import ClocksSet, TimesDoubted, TimesNoted
from bot.domain.typed_text import checked_reason
from bot.errors import AlreadyDone, NotNow, NotYours, Outdated, UserError
from bot.services import access
from bot.services.playing import matches
from bot.services.playing.adjourning import NotAdjourned
from bot.services.playing.board_rulings import deciding, to_look_at
from bot.services.playing.followed import Followed
from bot.services.playing.match_reading import view_of
from bot.services.speaking import tell_match
from bot.services.timetable import contest_subject
from bot.services.wishes import repeatable
from bot.storage import adjournments
from bot.storage.context import ActorTx, Tx

_WITH_CLOCKS = frozenset({MatchPhase.PLAYING, MatchPhase.SUSPENDED, MatchPhase.REPORTED, MatchPhase.DISPUTED})


class UnreadableTime(UserError):
    """What was written is no time on a clock, or no line of a board that this match has."""

    text: str


class NoteExists(UserError):
    """There is a note of the time used, so it is not split: the clocks are set by the note (GO-14)."""


class NoNote(UserError):
    """There is no note of the time used by which clocks could be set."""


@dataclass(frozen=True, slots=True)
class ClockPage:
    """What can be done when a clock fails: the note that there is, and the time that both clocks together have run."""

    view: MatchView
    played: timedelta

    @property
    def note(self) -> TimeNote | None:
        """The note by which the clocks are set."""
        return self.view.sessions.note


@repeatable
def note(
    tx: ActorTx,
    contest_id: ContestId,
    written: tuple[Reading, ...],
    reason: str | None = None,
) -> MatchView:
    """The arbiter notes what each side has used of an adjourned game; both sides are asked to confirm it (GO-14).

    A note that is there already is put right with a reason, and confirmed anew. Raises UnreadableTime, NotAdjourned.
    """
    followed = matches.in_play(tx, tx.guild_id, contest_id)
    person = access.recognise(tx)
    matches.require(tx, person, Act.STOP_MATCH, followed.match)
    known = adjournments.of_contest(tx, contest_id)
    if not known.adjournments:
        raise NotAdjourned
    why = None if known.note is None else checked_reason(reason or "")
    boards = _boards(followed, written)
    act = "note_times" if known.note is None else "correct_times"
    _write(tx, followed, NoteKind.READ, boards, person.person_id, why, act)
    return view_of(tx, contest_id, tx.now)


def confirm(tx: ActorTx, contest_id: ContestId, entry: int) -> MatchView:
    """A side finds the note right; with both it is confirmed. Outdated for a note that another has followed."""
    followed, person_id, side = _answering(tx, contest_id, entry)
    if not adjournments.confirm(tx, contest_id, entry, side, person_id, tx.now):
        raise AlreadyDone
    matches.record(tx, followed, "confirm_times", person_id, side=str(side))
    tx.touch(contest_subject(contest_id))
    return view_of(tx, contest_id, tx.now)


def doubt(tx: ActorTx, contest_id: ContestId, entry: int) -> MatchView:
    """A side finds the note wrong: its arbiter is asked to look at the clocks with both."""
    followed, person_id, side = _answering(tx, contest_id, entry)
    known = adjournments.of_contest(tx, contest_id).note
    if known is not None and side in known.confirmed:
        raise AlreadyDone
    matches.record(tx, followed, "doubt_times", person_id, side=str(side))
    tell_match(tx, followed.tournament, TimesDoubted(contest_id, person_id))
    return view_of(tx, contest_id, tx.now)


def clock_page(tx: ActorTx, contest_id: ContestId) -> ClockPage:
    """What can be done about a clock that fails, for who decides it: the chief arbiter where there is one (GO-12)."""
    followed = to_look_at(tx, contest_id)
    _refuse_no_clock(followed, tx.now)
    known = adjournments.of_contest(tx, contest_id)
    until = known.running.adjourned_at if known.running is not None else tx.now
    first = known.adjournments[0].adjourned_at if known.adjournments else until
    played = time_played(followed.match, known.adjournments, first)
    return ClockPage(view_of(tx, contest_id, tx.now), played)


@repeatable
def go_by_note(tx: ActorTx, contest_id: ContestId, entry: int) -> MatchView:
    """The clocks are set by the note that there is (GO-14). Raises NoNote, and Outdated for an older one."""
    followed, person_id = _failing(tx, contest_id)
    known = adjournments.of_contest(tx, contest_id).note
    if known is None:
        raise NoNote
    if known.entry != entry:
        raise Outdated
    matches.record(tx, followed, "set_clocks_by_note", person_id)
    tell_match(tx, followed.tournament, ClocksSet(contest_id, entry))
    return view_of(tx, contest_id, tx.now)


@repeatable
def split(tx: ActorTx, contest_id: ContestId, board: str, total: str) -> MatchView:
    """No note is to be found, so the time used on the board is split equally (GO-14). Raises NoteExists."""
    followed, person_id = _failing(tx, contest_id)
    played, known = read_used(total), adjournments.of_contest(tx, contest_id).note
    if played is None:
        raise UnreadableTime(text=total)
    number = int(board) if board.isdecimal() else 0
    if number not in _numbers(followed):
        raise UnreadableTime(text=board)
    if known is not None and known.of(number) is not None:
        raise NoteExists
    others = () if known is None else known.boards
    boards = tuple(sorted((*others, TimeUsed(number, split_equally(played))), key=lambda one: one.board))
    _write(tx, followed, NoteKind.SPLIT, boards, person_id, None, "split_times")
    return view_of(tx, contest_id, tx.now)


@repeatable
def rule_times(tx: ActorTx, contest_id: ContestId, written: tuple[Reading, ...], reason: str) -> MatchView:
    """Who decides says what each side has used, with a reason, since a clock failed or ran wrong (GO-12)."""
    followed, person_id = _failing(tx, contest_id)
    boards, why = _boards(followed, written), checked_reason(reason)
    _write(tx, followed, NoteKind.RULED, boards, person_id, why, "rule_times")
    return view_of(tx, contest_id, tx.now)


def _answering(tx: ActorTx, contest_id: ContestId, entry: int) -> tuple[Followed, PersonId, int]:
    """A player of the match, of teams its captain, who answers the note that counts."""
    followed = matches.in_play(tx, tx.guild_id, contest_id)
    person = access.recognise(tx)
    side = matches.side_of(tx, followed.match, person.person_id)
    if side is None:
        raise NotYours
    matches.require_captain(tx, followed.match, person)
    known = adjournments.of_contest(tx, contest_id).note
    if known is None or known.entry != entry:
        raise Outdated
    return followed, person.person_id, side


def _failing(tx: ActorTx, contest_id: ContestId) -> tuple[Followed, PersonId]:
    followed, person = deciding(tx, contest_id)
    _refuse_no_clock(followed, tx.now)
    return followed, person.person_id


def _refuse_no_clock(followed: Followed, now: datetime) -> None:
    rulebook = followed.tournament.rulebook
    if rulebook.clock is None or followed.state(now).phase not in _WITH_CLOCKS:
        raise NotNow


def _boards(followed: Followed, written: Iterable[Reading]) -> tuple[TimeUsed, ...]:
    found: dict[int, TimeUsed] = {}
    numbers = _numbers(followed)
    for line in written:
        first, second = read_used(line.first), read_used(line.second)
        if line.board not in numbers or line.board in found or first is None or second is None:
            raise UnreadableTime(text=line.line)
        found[line.board] = TimeUsed(line.board, (first, second))
    if not found:
        raise UnreadableTime(text="")
    return tuple(found[board] for board in sorted(found))


def _numbers(followed: Followed) -> frozenset[int]:
    """The boards of the match; 1 alone where it has none."""
    rules = followed.tournament.rulebook.teams
    return frozenset(range(1, (1 if rules is None else rules.size) + 1))


def _write(
    tx: Tx, followed: Followed, kind: NoteKind, boards: tuple[TimeUsed, ...], by: PersonId, reason: str | None, act: str
) -> None:
    entry = adjournments.next_entry(tx, followed.contest_id)
    written = TimeNote(entry, kind, boards, tx.now, by, reason)
    adjournments.add_note(tx, followed.contest_id, written)
    matches.record(tx, followed, act, by, reason)
    tx.touch(contest_subject(followed.contest_id))
    tell_match(tx, followed.tournament, TimesNoted(followed.contest_id, entry))
