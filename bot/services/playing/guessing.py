"""Guessing who has the first colour: made by a press, once, and open to everybody's check (GO-10)."""

from __future__ import annotations

from dataclasses import replace

from bot.domain.events.guessing import Guess, Parity
from bot.domain.ids import ContestId, GuildId
from bot.domain.permissions import Act
from bot.domain.playing.match_views import MatchView
from bot.domain.playing.matches import Beside
from bot.errors import AlreadyDone, NotNow, UserError
from bot.services import access
from bot.services.playing import matches
from bot.services.playing.followed import Followed
from bot.services.playing.match_reading import view_of
from bot.services.timetable import contest_subject
from bot.services.wishes import repeatable
from bot.storage import guesses
from bot.storage.context import ActorTx, Query


class NotGuessedYet(UserError):
    """Nobody has said odd or even yet, so it is open who has the first colour; `guesser` is who says it."""

    guesser: str


class TheOtherGuesses(UserError):
    """The one who hides the stones pressed: the opponent says odd or even."""

    guesser: str


@repeatable
def guess(tx: ActorTx, contest_id: ContestId, said: Parity) -> MatchView:
    """Takes the guess: from the side that guesses, or for it from the arbiter. Who is right has the first colour.

    Raises TheOtherGuesses for who hides the stones, AlreadyDone for a second word.
    """
    followed = matches.in_play(tx, tx.guild_id, contest_id)
    person = access.recognise(tx)
    known = guesses.of_contest(tx, contest_id)
    if known is None:
        raise NotNow
    side = matches.side_of(tx, followed.match, person.person_id)
    if side == known.hider:
        raise TheOtherGuesses(guesser=_name(tx, followed, known.guesser))
    if side is None:
        matches.require(tx, person, Act.RULE_RESULT, followed.match)
    made = replace(known, said=said, said_at=tx.now, said_by=person.person_id)
    first = made.first_side
    if known.said is not None or first is None:
        raise AlreadyDone
    if not guesses.make(tx, contest_id, said, first, person.person_id, tx.now):
        raise AlreadyDone
    tx.touch(contest_subject(contest_id))
    matches.record(tx, followed, "guess_colour", person.person_id, said=said.value, first=str(first))
    return view_of(tx, contest_id, tx.now)


def proof(tx: Query, guild_id: GuildId, contest_id: ContestId) -> Guess:
    """What the guess of a match of this server hangs on; raises NotFound, and NotNow where nothing is guessed."""
    known = guesses.of_contest(tx, matches.find(tx, guild_id, contest_id).contest_id)
    if known is None:
        raise NotNow
    return known


def refuse_unguessed(tx: Query, followed: Followed) -> None:
    """Raises NotGuessedYet for a game that nobody can have begun."""
    known = guesses.of_contest(tx, followed.contest_id) if Beside.GUESS in followed.match.beside else None
    if known is not None and known.said is None:
        raise NotGuessedYet(guesser=_name(tx, followed, known.guesser))


def _name(tx: Query, followed: Followed, side: int) -> str:
    return view_of(tx, followed.contest_id, followed.match.created_at).players[side].name
