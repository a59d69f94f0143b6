"""How the games of a match for a title ended: on the board, by resignation, on time (AIJE-D03-3), by a rule, agreed."""

from __future__ import annotations

from dataclasses import dataclass

from bot.domain.events.event_kinds import EventKind
from bot.domain.events.told_games import GameEnd
from bot.domain.ids import ContestId
from bot.domain.permissions import Act
from bot.domain.playing.match_views import MatchView
from bot.domain.title_match.series_record import GameEntry, last_words
from bot.domain.title_match.title_game import Decision
from bot.errors import AlreadyDone, Outdated, UserError
from bot.services import access
from bot.services.event_kinds import only_for
from bot.services.playing import matches
from bot.services.playing.followed import Followed
from bot.services.playing.match_reading import view_of
from bot.services.playing.matches import MatchWasVoided
from bot.services.timetable import contest_subject
from bot.services.title_match.series_reading import is_series
from bot.services.wishes import repeatable
from bot.storage import series
from bot.storage.context import ActorQuery, ActorTx, Query


class EndingIsTold(UserError):
    """A player has said how the game ended: what the other sees otherwise is for the arbiter."""


@dataclass(frozen=True, slots=True)
class EndingTold:
    """The match, and the word on the game with its ending."""

    view: MatchView
    word: GameEntry


@only_for(EventKind.TITLE_MATCH)
@repeatable
def tell_how(tx: ActorTx, contest_id: ContestId, entry: int, how: GameEnd) -> EndingTold:
    """Notes how the game of a word ended; either player may first, and the arbiter puts it right, after the match too.

    Raises Outdated for a word that holds no more or an ending that it cannot have had, EndingIsTold, and AlreadyDone.
    """
    followed = _find(tx, contest_id)
    word = _word(tx, contest_id, entry)
    if word is None or word.decision is not Decision.PLAYED or not how.fits(word.winner):
        raise Outdated
    person = access.recognise(tx)
    side = matches.side_of(tx, followed.match, person.person_id)
    if side is None:
        matches.require(tx, person, Act.RULE_RESULT, followed.match)
    if word.how is how:
        raise AlreadyDone
    if word.how is not None and side is not None:
        raise EndingIsTold
    series.note_how(tx, contest_id, entry, how)
    matches.record(tx, followed, "tell_ending", person.person_id, game=str(word.number), how=how.value)
    tx.touch(contest_subject(contest_id))
    told = _word(tx, contest_id, entry)
    return EndingTold(view_of(tx, contest_id, tx.now), told or word)


def _find(tx: ActorQuery, contest_id: ContestId) -> Followed:
    followed = matches.find(tx, tx.guild_id, contest_id)
    if followed.match.voided_at is not None:
        raise MatchWasVoided
    if not is_series(followed):
        raise Outdated
    return followed


def _word(tx: Query, contest_id: ContestId, entry: int) -> GameEntry | None:
    words = last_words(series.games(tx, contest_id)).values()
    return next((word for word in words if word.entry == entry), None)
