"""Guessing who has the first colour: made by a press, once, and open to everybody's check (GO-10)."""

from __future__ import annotations

from dataclasses import replace

from bot.domain.community import Presser
from bot.domain.events.guessing import Guess, Parity
from bot.domain.ids import ContestId, GuildId, Occasion
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
from bot.storage import guesses, panels
from bot.storage.database import Work


class NotGuessedYet(UserError):
    """Nobody has said odd or even yet, so it is open who has the first colour; `guesser` is who says it."""

    guesser: str


class TheOtherGuesses(UserError):
    """The one who hides the stones pressed: the opponent says odd or even."""

    guesser: str


@repeatable
def guess(work: Work, occasion: Occasion, presser: Presser, contest_id: ContestId, said: Parity) -> MatchView:
    """Takes the guess: from the side that guesses, or for it from the arbiter. Who is right has the first colour.

    Raises TheOtherGuesses for who hides the stones, AlreadyDone for a second word.
    """
    followed = matches.in_play(work, presser.guild_id, contest_id)
    person = access.recognise(work, occasion, presser)
    known = guesses.of_contest(work, contest_id)
    if known is None:
        raise NotNow
    side = matches.side_of(work, followed.match, person.person_id)
    if side == known.hider:
        raise TheOtherGuesses(guesser=_name(work, followed, known.guesser))
    if side is None:
        matches.require(work, presser, person, Act.RULE_RESULT, followed.match)
    made = replace(known, said=said, said_at=occasion.now, said_by=person.person_id)
    first = made.first_side
    if known.said is not None or first is None:
        raise AlreadyDone
    if not guesses.make(work, contest_id, said, first, person.person_id, occasion.now):
        raise AlreadyDone
    panels.mark_stale(work, contest_subject(contest_id), occasion.now)
    matches.record(work, occasion, followed, "guess_colour", person.person_id, said=said.value, first=str(first))
    return view_of(work, contest_id, occasion.now)


def proof(work: Work, guild_id: GuildId, contest_id: ContestId) -> Guess:
    """What the guess of a match of this server hangs on; raises NotFound, and NotNow where nothing is guessed."""
    known = guesses.of_contest(work, matches.find(work, guild_id, contest_id).contest_id)
    if known is None:
        raise NotNow
    return known


def refuse_unguessed(work: Work, followed: Followed) -> None:
    """Raises NotGuessedYet for a game that nobody can have begun."""
    known = guesses.of_contest(work, followed.contest_id) if Beside.GUESS in followed.match.beside else None
    if known is not None and known.said is None:
        raise NotGuessedYet(guesser=_name(work, followed, known.guesser))


def _name(work: Work, followed: Followed, side: int) -> str:
    return view_of(work, followed.contest_id, followed.match.created_at).players[side].name
