"""Casual games of Jeek: challenging, accepting, playing on buttons, and the flag that falls by itself."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime

from bot.domain.community import Person, Presser
from bot.domain.deadlines import Step
from bot.domain.ids import ChannelId, JeekId, MemberId, MessageId, Occasion
from bot.domain.jeek import Colour, square
from bot.domain.jeek_clock import Clock, read_clock
from bot.domain.jeek_games import (
    Ending,
    JeekGame,
    JeekPhase,
    begin,
    due_steps,
    ended,
    flag_at,
    placed,
)
from bot.domain.jeek_views import JeekView
from bot.domain.outages import Outage
from bot.errors import AlreadyDone, NotFound, Subject, UserError
from bot.services import people as people_service
from bot.services.officers import acquainted
from bot.storage import deadlines, jeek, outages, panels, people
from bot.storage.database import Work
from bot.storage.panels import Panel


class ChallengedSelf(UserError):
    """The person named as opponent is the challenger."""


class ChallengedBot(UserError):
    """The opponent named is a program."""


class AlreadyAtBoard(UserError):
    """The person plays a game whose clock runs."""


class OpponentAtBoard(UserError):
    """The opponent plays a game whose clock runs."""


class ChallengeWaits(UserError):
    """A challenge of the person's own is open: one at a time, so that nobody is pestered."""

    until: datetime


class ChallengedByThem(UserError):
    """The opponent has challenged the person already."""


class ChallengeLapsed(UserError):
    """Nobody accepted in time, or the challenge was declined or taken back."""

    closed_at: datetime


class BoardOutOfSight(UserError):
    """The bot cannot see the channel, so it could not show there that a clock reached 0."""


class NotChallenged(UserError):
    """The challenge is for somebody else."""


class NotAtBoard(UserError):
    """The person does not play this game."""


class NotYourTurn(UserError):
    """The opponent is to move."""


class JeekOver(UserError):
    """The game has ended."""


@dataclass(frozen=True, slots=True)
class Opponent:
    """The member who was named, as Discord knows them."""

    member_id: MemberId
    name: str
    is_bot: bool


def jeek_subject(game_id: JeekId) -> str:
    """How deadlines and panels name a game."""
    return f"jeek:{game_id}"


def challenge(
    work: Work, occasion: Occasion, presser: Presser, opponent: Opponent, clock: str, wished: Colour | None
) -> JeekView:
    """Notes the challenge; the clock is written as "2+0", and no wish leaves colours to the lot.

    Raises ClockUnread, ChallengedSelf, ChallengedBot, AlreadyAtBoard, OpponentAtBoard, ChallengeWaits and
    ChallengedByThem.
    """
    people_service.community(work, presser.guild_id)
    if opponent.member_id == presser.member_id:
        raise ChallengedSelf
    if opponent.is_bot:
        raise ChallengedBot
    read = read_clock(clock)
    challenger = people_service.recognise(work, occasion, presser)
    challenged = acquainted(work, occasion, presser.guild_id, opponent.member_id, opponent.name)
    return _challenge(work, occasion, challenger, challenged, read, wished)


def rematch(work: Work, occasion: Occasion, presser: Presser, game_id: JeekId) -> JeekView:
    """Challenges the opponent of a game that is over, with the same clock and the other colours.

    Raises NotAtBoard, and what `challenge` raises.
    """
    view = load(work, presser, game_id)
    person = people_service.recognise(work, occasion, presser)
    had = view.game.colour_of(person.person_id)
    if had is None:
        raise NotAtBoard
    other = view.challenged if person.person_id == view.game.challenger else view.challenger
    return _challenge(work, occasion, person, other, view.game.clock, had.other)


def _challenge(
    work: Work, occasion: Occasion, challenger: Person, challenged: Person, clock: Clock, wished: Colour | None
) -> JeekView:
    _refuse_busy(work, occasion.now, challenger, AlreadyAtBoard())
    _refuse_busy(work, occasion.now, challenged, OpponentAtBoard())
    for waiting in jeek.unfinished_of(work, challenger.person_id):
        if waiting.phase(occasion.now) is not JeekPhase.CHALLENGED:
            continue
        if waiting.challenger == challenger.person_id:
            raise ChallengeWaits(until=waiting.open_until)
        if waiting.challenger == challenged.person_id:
            raise ChallengedByThem
    game = JeekGame(
        game_id=JeekId(occasion.ids.fresh()),
        guild_id=challenger.guild_id,
        challenger=challenger.person_id,
        challenged=challenged.person_id,
        clock=clock,
        wished=wished,
        challenged_at=occasion.now,
    )
    jeek.save(work, game)
    return JeekView(game, challenger, challenged)


def accept(
    work: Work, occasion: Occasion, presser: Presser, game_id: JeekId, channel_id: ChannelId, message_id: MessageId
) -> JeekView:
    """Begins the game; the message that was pressed is its board from now on, and White's clock will run.

    Raises NotChallenged, AlreadyDone, ChallengeLapsed, AlreadyAtBoard and OpponentAtBoard.
    """
    view = load(work, presser, game_id)
    person = people_service.recognise(work, occasion, presser)
    if person.person_id != view.game.challenged:
        raise NotChallenged
    _refuse_unless_open(view.game, presser.at)
    _refuse_busy(work, occasion.now, view.challenged, AlreadyAtBoard())
    _refuse_busy(work, occasion.now, view.challenger, OpponentAtBoard())
    lot = occasion.ids.secret()[0]
    _save(work, begin(view.game, max(presser.at, view.game.challenged_at), lot))
    where = jeek_subject(game_id), presser.guild_id, channel_id, message_id, occasion.now, occasion.now
    panels.save(work, Panel(*where, stale_at=None))
    return load(work, presser, game_id)


def decline(work: Work, occasion: Occasion, presser: Presser, game_id: JeekId) -> JeekView:
    """The challenged says no, or the challenger takes the challenge back. Raises NotChallenged and ChallengeLapsed."""
    view = load(work, presser, game_id)
    person = people_service.recognise(work, occasion, presser)
    if person.person_id not in (view.game.challenged, view.game.challenger):
        raise NotChallenged
    _refuse_unless_open(view.game, presser.at)
    ending = Ending.DECLINED if person.person_id == view.game.challenged else Ending.WITHDRAWN
    _save(work, ended(view.game, ending, None, occasion.now))
    return load(work, presser, game_id)


def choose(work: Work, occasion: Occasion, presser: Presser, game_id: JeekId, index: int) -> JeekView:
    """Marks a square for the move to come, or takes the mark away. Raises NotAtBoard, JeekOver and NotYourTurn."""
    return _act(work, occasion, presser, game_id, lambda game, _: replace(game, chosen=game.chosen ^ square(index)))


def clear(work: Work, occasion: Occasion, presser: Presser, game_id: JeekId) -> JeekView:
    """Takes every mark away. Raises as `choose` does."""
    return _act(work, occasion, presser, game_id, lambda game, _: replace(game, chosen=0))


def place(work: Work, occasion: Occasion, presser: Presser, game_id: JeekId) -> JeekView:
    """Plays the marked squares (AIJE-C01-1, AIJE-C01-2). Raises as `choose` does, and the move's `IllegalMove`."""
    return _act(work, occasion, presser, game_id, lambda game, at: placed(game, game.chosen, at))


def resign(work: Work, occasion: Occasion, presser: Presser, game_id: JeekId) -> JeekView:
    """Gives the game to the opponent, whoever's turn it is. Raises NotAtBoard and JeekOver."""
    game, colour = at_board(work, presser, game_id)
    if not _flag_fell(work, game, presser.at):
        _save(work, ended(game, Ending.RESIGNED, colour, presser.at))
    panels.mark_stale(work, jeek_subject(game_id), occasion.now)
    return load(work, presser, game_id)


def at_board(work: Work, presser: Presser, game_id: JeekId) -> tuple[JeekGame, Colour]:
    """The game in play and the presser's colour in it; raises NotFound, NotAtBoard and JeekOver."""
    game = load(work, presser, game_id).game
    person = people.of_member(work, presser.guild_id, presser.member_id)
    colour = None if person is None else game.colour_of(person.person_id)
    if colour is None:
        raise NotAtBoard
    if game.phase(presser.at) is not JeekPhase.PLAYING:
        raise JeekOver
    return game, colour


def load(work: Work, presser: Presser, game_id: JeekId) -> JeekView:
    """The game of this server with its players; raises NotFound."""
    view = view_of(work, game_id)
    if view is None or view.game.guild_id != presser.guild_id:
        raise NotFound(what=Subject.MATCH)
    return view


def view_of(work: Work, game_id: JeekId) -> JeekView | None:
    """The game with its players, or None for an unknown id."""
    game = jeek.load(work, game_id)
    if game is None:
        return None
    known = people.by_ids(work, [game.challenger, game.challenged])
    return JeekView(game, known[game.challenger], known[game.challenged], _outages(work, game))


def is_playing(work: Work, person: Person) -> bool:
    """Whether a clock runs in a game of the person."""
    return any(game.started_at is not None for game in jeek.unfinished_of(work, person.person_id))


def take(work: Work, occasion: Occasion, game_id: JeekId, step: Step) -> None:
    """The flag falls by itself (AIJE-C01-3); a game that was decided meanwhile takes no step."""
    game = jeek.load(work, game_id)
    if game is None or game.ended_at is not None or step is not Step.FLAG_FALLS:
        return
    if _flag_fell(work, game, occasion.now):
        panels.mark_stale(work, jeek_subject(game_id), occasion.now)
    else:
        _reschedule(work, game)


def after_outage(work: Work, occasion: Occasion) -> None:
    """Moves the fall of every flag by the time in which nobody could press."""
    for game in jeek.in_play(work):
        _reschedule(work, game)
        panels.mark_stale(work, jeek_subject(game.game_id), occasion.now)


def _act(
    work: Work,
    occasion: Occasion,
    presser: Presser,
    game_id: JeekId,
    change: Callable[[JeekGame, datetime], JeekGame],
) -> JeekView:
    """What only the side to move does; a press after the clock reached 0 finds the game lost on time."""
    del occasion
    game, colour = at_board(work, presser, game_id)
    if colour is not game.to_move:
        raise NotYourTurn
    if not _flag_fell(work, game, presser.at):
        # Two people's clocks of Discord may differ by milliseconds: no move is earlier than the one before.
        earliest = game.turns[-1].made_at if game.turns else presser.at
        _save(work, change(game, max(presser.at, earliest)))
    return load(work, presser, game_id)


def _flag_fell(work: Work, game: JeekGame, at: datetime) -> bool:
    """Settles the game if the clock of the side to move had reached 0 by the moment (AIJE-C01-3)."""
    falls_at = flag_at(game, _outages(work, game))
    if at < falls_at:
        return False
    _save(work, ended(game, Ending.TIME, game.to_move, falls_at))
    return True


def _refuse_unless_open(game: JeekGame, at: datetime) -> None:
    match game.phase(at):
        case JeekPhase.PLAYING | JeekPhase.OVER:
            raise AlreadyDone
        case JeekPhase.LAPSED:
            raise ChallengeLapsed(closed_at=game.open_until)
        case JeekPhase.CLOSED:
            raise ChallengeLapsed(closed_at=game.ended_at or game.open_until)


def _refuse_busy(work: Work, at: datetime, person: Person, error: UserError) -> None:
    for game in jeek.unfinished_of(work, person.person_id):
        # A flag whose step is still to come keeps nobody from the next game.
        if game.started_at is not None and at < flag_at(game, _outages(work, game)):
            raise error


def _outages(work: Work, game: JeekGame) -> tuple[Outage, ...]:
    return () if game.started_at is None else outages.since(work, game.started_at)


def _save(work: Work, game: JeekGame) -> None:
    jeek.save(work, game)
    _reschedule(work, game)


def _reschedule(work: Work, game: JeekGame) -> None:
    due = due_steps(game, _outages(work, game))
    deadlines.rewrite(work, jeek_subject(game.game_id), ((step.kind, step.at) for step in due))
