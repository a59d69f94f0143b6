"""Which results a game at a table of three can have, and which of them only an arbiter may say (OTE-2.3, OTE-2.4)."""

from __future__ import annotations

import re
from typing import Final

from bot.domain.contests import Particulars, Score
from bot.domain.formats.tables import extra_game_seats, influence_to_win
from bot.domain.tables.table_state import FARTHEST, can_be, leave_by_extra_game, short_of, winners
from bot.errors import UserError
from bot.services.event_facts import facts
from bot.services.playing.followed import Followed
from bot.services.playing.matches import ImpossibleScore, score_words
from bot.storage.context import Query

_SIGNS: Final = {0x2212: "-", 0x2013: "-", 0x2014: "-"}
"""A true minus sign and dashes, which some keyboards make of a hyphen."""
_WHOLE: Final = re.compile(r"[+-]?\d{1,4}")


class TooLittleInfluence(UserError):
    """The winner has less than wins the game; an arbiter may say that it stands (OTE-2.4)."""

    told: int
    needed: int


class NotEnoughGotThrough(UserError):
    """So many leave this extra game for the final, and no others (OTE-2.8)."""

    n: int


def leave(tx: Query, followed: Followed) -> int:
    """How many the game marks as winners: one, or in an extra game as many as seats are played for."""
    contest = followed.match.contest
    if not leave_by_extra_game(contest):
        return 1
    return max(1, extra_game_seats(facts(tx, followed.tournament), followed.tournament.rulebook, contest))


def refuse_impossible(tx: Query, followed: Followed, score: Score, told: Particulars) -> None:
    """Raises ImpossibleScore for what cannot have happened at the table, whoever says it."""
    contest = followed.match.contest
    if not can_be(contest, score, told, followed.match.away, leave(tx, followed)):
        raise ImpossibleScore(score=score_words(score, told))


def refuse_short(tx: Query, followed: Followed, score: Score, told: Particulars) -> None:
    """As `refuse_impossible`, and what players may not say: a winner below the influence that wins, too few through."""
    contest, wanted = followed.match.contest, leave(tx, followed)
    if leave_by_extra_game(contest) and len(winners(score)) != wanted:
        raise NotEnoughGotThrough(n=wanted)
    refuse_impossible(tx, followed, score, told)
    needed = influence_to_win(contest, followed.tournament.rulebook)
    below = short_of(score, told, needed)
    if below is not None:
        raise TooLittleInfluence(told=below, needed=needed)


class NoInfluence(UserError):
    """What was typed as somebody's influence is no whole number."""

    text: str
    name: str


def read_influence(typed: str, name: str) -> int:
    """The number that was typed, with any sign that keyboards make; raises NoInfluence."""
    text = typed.strip().translate(_SIGNS)
    if not _WHOLE.fullmatch(text) or abs(int(text)) > FARTHEST:
        raise NoInfluence(text=typed, name=name)
    return int(text)
