"""Challenges to a casual game of Jeek: made, accepted, declined, taken back, and the one for a rematch."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from bot.domain.casual.jeek import Colour
from bot.domain.casual.jeek_clock import Clock, read_clock
from bot.domain.casual.jeek_games import Ending, JeekGame, JeekPhase, begin, end, flag_at
from bot.domain.casual.jeek_views import JeekView
from bot.domain.community import Person
from bot.domain.ids import ChannelId, JeekId, MemberId, MessageId
from bot.domain.quotas import Counted
from bot.errors import AlreadyDone, UserError
from bot.services import access, quotas
from bot.services.casual import jeek
from bot.services.timetable import jeek_subject
from bot.storage import jeek as games
from bot.storage import panels
from bot.storage.context import ActorTx, Query, Tx
from bot.storage.panels import Panel

_MATTER: Final = "jeek"


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


@dataclass(frozen=True, slots=True)
class Opponent:
    """The member who was named, as Discord knows them."""

    member_id: MemberId
    name: str
    is_bot: bool


def challenge(tx: ActorTx, opponent: Opponent, clock: str, wished: Colour | None) -> JeekView:
    """Notes the challenge; the clock is written as "2+0", and no wish leaves colours to the lot.

    Raises ClockUnread, ChallengedSelf, ChallengedBot, AlreadyAtBoard, OpponentAtBoard, ChallengeWaits and
    ChallengedByThem.
    """
    access.community(tx, tx.guild_id)
    if opponent.member_id == tx.actor.member_id:
        raise ChallengedSelf
    if opponent.is_bot:
        raise ChallengedBot
    read = read_clock(clock)
    challenger = access.recognise(tx)
    challenged = access.somebody(tx, tx.guild_id, (opponent.member_id, opponent.name))
    return _challenge(tx, challenger, challenged, read, wished)


def rematch(tx: ActorTx, game_id: JeekId) -> JeekView:
    """Challenges the opponent of a game that is over, with the same clock and the other colours.

    Raises NotAtBoard, and what `challenge` raises.
    """
    view = jeek.load(tx, game_id)
    person = access.recognise(tx)
    had = view.game.colour_of(person.person_id)
    if had is None:
        raise jeek.NotAtBoard
    other = view.challenged if person.person_id == view.game.challenger else view.challenger
    return _challenge(tx, person, other, view.game.clock, had.other)


def _challenge(tx: Tx, challenger: Person, challenged: Person, clock: Clock, wished: Colour | None) -> JeekView:
    _refuse_busy(tx, tx.now, challenger, AlreadyAtBoard())
    _refuse_busy(tx, tx.now, challenged, OpponentAtBoard())
    for waiting in games.unfinished_of(tx, challenger.person_id):
        if waiting.phase(tx.now) is JeekPhase.CHALLENGED and waiting.challenger == challenged.person_id:
            raise ChallengedByThem
    game_id = JeekId(tx.new_id())
    quotas.spend(tx, challenger, Counted.CHALLENGE, lambda until: ChallengeWaits(until=until), thing=game_id)
    calls = quotas.invite(tx, challenger, challenged, _MATTER)
    game = JeekGame(
        game_id=game_id,
        guild_id=challenger.guild_id,
        challenger=challenger.person_id,
        challenged=challenged.person_id,
        clock=clock,
        wished=wished,
        challenged_at=tx.now,
    )
    games.save(tx, game)
    return JeekView(game, challenger, challenged, calls=calls)


def accept(tx: ActorTx, game_id: JeekId, channel_id: ChannelId, message_id: MessageId) -> JeekView:
    """Begins the game; the message that was pressed is its board from now on, and White's clock will run.

    Raises NotChallenged, AlreadyDone, ChallengeLapsed, AlreadyAtBoard and OpponentAtBoard.
    """
    view = jeek.load(tx, game_id)
    person = access.recognise(tx)
    if person.person_id != view.game.challenged:
        raise NotChallenged
    _refuse_unless_open(view.game, tx.pressed_at)
    _refuse_busy(tx, tx.now, view.challenged, AlreadyAtBoard())
    _refuse_busy(tx, tx.now, view.challenger, OpponentAtBoard())
    quotas.note_taken(tx, view.challenger, view.challenged, _MATTER)
    lot = tx.new_secret()[0]
    jeek.save(tx, begin(view.game, max(tx.pressed_at, view.game.challenged_at), lot))
    where = jeek_subject(game_id), tx.guild_id, channel_id, message_id, tx.now, tx.now
    panels.save(tx, Panel(*where, stale_at=None))
    return jeek.load(tx, game_id)


def decline(tx: ActorTx, game_id: JeekId) -> JeekView:
    """The challenged says no, or the challenger takes the challenge back. Raises NotChallenged and ChallengeLapsed."""
    view = jeek.load(tx, game_id)
    person = access.recognise(tx)
    if person.person_id not in (view.game.challenged, view.game.challenger):
        raise NotChallenged
    _refuse_unless_open(view.game, tx.pressed_at)
    ending = Ending.DECLINED if person.person_id == view.game.challenged else Ending.WITHDRAWN
    jeek.save(tx, end(view.game, ending, None, tx.now))
    return jeek.load(tx, game_id)


def _refuse_unless_open(game: JeekGame, at: datetime) -> None:
    match game.phase(at):
        case JeekPhase.PLAYING | JeekPhase.OVER:
            raise AlreadyDone
        case JeekPhase.LAPSED:
            raise ChallengeLapsed(closed_at=game.open_until)
        case JeekPhase.CLOSED:
            raise ChallengeLapsed(closed_at=game.ended_at or game.open_until)


def _refuse_busy(tx: Query, at: datetime, person: Person, error: UserError) -> None:
    for game in games.unfinished_of(tx, person.person_id):
        # A flag whose step is still to come keeps nobody from the next game.
        if game.started_at is not None and at < flag_at(game, jeek.outages_of(tx, game)):
            raise error
