"""A casual game of Jeek: challenges, presses on its board, pauses, the flag, and what an arbiter asks about a game.

Pauses are taken at any moment, and end by themselves, or sooner by both (AIJE-D03-4).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from bot.features.jeek import store
from bot.features.jeek.games_model import (
    Checked,
    JeekEnding,
    JeekGame,
    JeekPhase,
    JeekView,
    PauseAct,
    PausePress,
    begin,
    due_steps,
    end,
    flag_at,
    pauses_of_game,
    place_stone,
    side_of,
)
from bot.features.jeek.model import (
    JeekClock,
    JeekColour,
    best_play,
    read_clock,
    read_moves,
    read_squares,
    review,
    square,
)
from bot.features.tournaments.facts_verbs import jeek_subject
from bot.features.tournaments.hooks import Asker, Found
from bot.features.tournaments.tasks_model import Task, TaskItem, Upcoming, UpcomingKind
from bot.kernel import panel_store as kernel_panel_store
from bot.kernel import time_store as kernel_time_store
from bot.kernel.context import ActorQuery, ActorTx, Query, Tx
from bot.kernel.errors import (
    AlreadyDone,
    NotFound,
    NotNow,
    Outdated,
    Refused,
    RefusedAt,
    RefusedCount,
    Subject,
    UserError,
)
from bot.kernel.ids import ChannelId, GuildId, JeekId, MemberId, MessageId, PersonId
from bot.kernel.outages import Outage, Step
from bot.kernel.panel_store import Panel
from bot.people import store as people_store
from bot.people.model import CountedByAccount, Person
from bot.play.title_games import refusal
from bot.server import verbs as server_verbs
from bot.server.model import Act, may

# --- play -----------------------------------------------------------------------------------------------------------


def choose(tx: ActorTx, game_id: JeekId, index: int) -> JeekView:
    """Marks a square for the move to come, or takes the mark away. Raises NotAtBoard, JeekOver and NotYourTurn."""
    return _act(tx, game_id, lambda game, _: replace(game, chosen=game.chosen ^ square(index)))


def clear(tx: ActorTx, game_id: JeekId) -> JeekView:
    """Takes every mark away. Raises as `choose` does."""
    return _act(tx, game_id, lambda game, _: replace(game, chosen=0))


def place(tx: ActorTx, game_id: JeekId) -> JeekView:
    """Plays the marked squares (AIJE-C01-1, AIJE-C01-2). Raises as `choose` does, and the move's `IllegalMove`."""
    return _act(tx, game_id, lambda game, at: place_stone(game, game.chosen, at))


def resign(tx: ActorTx, game_id: JeekId) -> JeekView:
    """Gives the game to the opponent, whoever's turn it is. Raises NotAtBoard and JeekOver."""
    game, colour = at_board(tx, game_id)
    if not flag_fell(tx, game, tx.pressed_at):
        save(tx, end(game, JeekEnding.RESIGNED, colour, tx.pressed_at))
    tx.touch(jeek_subject(game_id))
    return load(tx, game_id)


def at_board(tx: ActorQuery, game_id: JeekId) -> tuple[JeekGame, JeekColour]:
    """The game in play and the presser's colour in it; raises NotFound, NotAtBoard and JeekOver."""
    game = load(tx, game_id).game
    person = people_store.of_member(tx, tx.guild_id, tx.actor.member_id)
    colour = None if person is None else game.colour_of(person.person_id)
    if colour is None:
        raise Refused("error.NotAtBoard")
    if game.phase(tx.pressed_at) is not JeekPhase.PLAYING:
        raise Refused("error.JeekOver")
    return game, colour


def where(tx: ActorQuery, game_id: JeekId) -> Panel:
    """The message on which the presser plays; raises as `at_board` does, and NotFound where there is none."""
    at_board(tx, game_id)
    found = kernel_panel_store.load(tx, jeek_subject(game_id))
    if found is None:
        raise NotFound(what=Subject.MESSAGE)
    return found


def load(tx: ActorQuery, game_id: JeekId) -> JeekView:
    """The game of this server with its players; raises NotFound."""
    view = view_of(tx, game_id, tx.pressed_at)
    if view is None or view.game.guild_id != tx.guild_id:
        raise NotFound(what=Subject.MATCH)
    return view


def view_of(tx: Query, game_id: JeekId, at: datetime) -> JeekView | None:
    """The game with its players as it stands at the moment, or None for an unknown id."""
    game = store.load(tx, game_id)
    if game is None:
        return None
    people = people_store.by_ids(tx, [game.challenger, game.challenged])
    return JeekView(game, people[game.challenger], people[game.challenged], outages_of(tx, game), at)


def is_playing(tx: Query, person: Person) -> bool:
    """Whether a clock runs in a game of the person."""
    return any(game.started_at is not None for game in store.unfinished_of(tx, person.person_id))


def take(tx: Tx, game_id: JeekId, step: Step) -> None:
    """The flag falls by itself (AIJE-C01-3), and a pause ends; a game that was decided meanwhile takes no step."""
    game = store.load(tx, game_id)
    if game is None or game.ended_at is not None or step not in {Step.FLAG_FALLS, Step.END_PAUSE}:
        return
    if step is Step.END_PAUSE or flag_fell(tx, game, tx.now):
        tx.touch(jeek_subject(game_id))
    else:
        _reschedule(tx, game)


def after_outage(tx: Tx, guild_id: GuildId, *, show: bool) -> None:
    """Moves the fall of the server's flags by the time in which nobody could press; `show` draws the boards anew."""
    for game in store.in_play(tx, guild_id):
        _reschedule(tx, game)
        if show:
            tx.touch(jeek_subject(game.game_id))


def _act(tx: ActorTx, game_id: JeekId, change: Callable[[JeekGame, datetime], JeekGame]) -> JeekView:
    """What only the side to move does; a press after the clock reached 0 finds the game lost on time."""
    game, colour = at_board(tx, game_id)
    if colour is not game.to_move:
        raise Refused("error.NotYourTurn")
    _refuse_paused(tx, game, tx.pressed_at)
    if not flag_fell(tx, game, tx.pressed_at):
        # Two people's clocks of Discord may differ by milliseconds: no move is earlier than the one before.
        earliest = game.turns[-1].made_at if game.turns else tx.pressed_at
        save(tx, change(game, max(tx.pressed_at, earliest)))
    return load(tx, game_id)


def _refuse_paused(tx: Query, game: JeekGame, at: datetime) -> None:
    pauses = pauses_of_game(game, outages_of(tx, game)).pauses
    until = pauses.resumes_at(at)
    if until is not None:
        # Both clocks stand: nobody plays before the pause is over (AIJE-D03-4).
        raise RefusedAt("error.JeekPaused", at=until)


def flag_fell(tx: Tx, game: JeekGame, at: datetime) -> bool:
    """Settles the game if the clock of the side to move had reached 0 by the moment (AIJE-C01-3)."""
    falls_at = flag_at(game, outages_of(tx, game))
    if at < falls_at:
        return False
    save(tx, end(game, JeekEnding.TIME, game.to_move, falls_at))
    return True


def outages_of(tx: Query, game: JeekGame) -> tuple[Outage, ...]:
    """The times in which the game's clocks stood still."""
    return () if game.started_at is None else kernel_time_store.outages_since(tx, game.guild_id, game.started_at)


def save(tx: Tx, game: JeekGame) -> None:
    """Writes the game and, in the same transaction, when its flag falls."""
    store.save(tx, game)
    _reschedule(tx, game)


def _reschedule(tx: Tx, game: JeekGame) -> None:
    due = due_steps(game, outages_of(tx, game))
    kernel_time_store.rewrite_deadlines(tx, jeek_subject(game.game_id), ((step.kind, step.at) for step in due))


# --- challenges -----------------------------------------------------------------------------------------------------


_MATTER: Final = "jeek"


@dataclass(frozen=True, slots=True)
class Opponent:
    """The member who was named, as Discord knows them."""

    member_id: MemberId
    name: str
    is_bot: bool


def challenge(tx: ActorTx, opponent: Opponent, clock: str, wished: JeekColour | None) -> JeekView:
    """Notes the challenge; the clock is written as "2+0", and no wish leaves colours to the lot.

    Raises ClockUnread, ChallengedSelf, ChallengedBot, AlreadyAtBoard, OpponentAtBoard, ChallengeWaits and
    ChallengedByThem.
    """
    server_verbs.community(tx, tx.guild_id)
    if opponent.member_id == tx.actor.member_id:
        raise Refused("error.ChallengedSelf")
    if opponent.is_bot:
        raise Refused("error.ChallengedBot")
    read = read_clock(clock)
    challenger = server_verbs.recognise(tx)
    challenged = server_verbs.somebody(tx, tx.guild_id, (opponent.member_id, opponent.name))
    return _challenge(tx, challenger, challenged, read, wished)


def rematch(tx: ActorTx, game_id: JeekId) -> JeekView:
    """Challenges the opponent of a game that is over, with the same clock and the other colours.

    Raises NotAtBoard, and what `challenge` raises.
    """
    view = load(tx, game_id)
    person = server_verbs.recognise(tx)
    had = view.game.colour_of(person.person_id)
    if had is None:
        raise Refused("error.NotAtBoard")
    other = view.challenged if person.person_id == view.game.challenger else view.challenger
    return _challenge(tx, person, other, view.game.clock, had.other)


def _challenge(tx: Tx, challenger: Person, challenged: Person, clock: JeekClock, wished: JeekColour | None) -> JeekView:
    _refuse_busy(tx, tx.now, challenger, Refused("error.AlreadyAtBoard"))
    _refuse_busy(tx, tx.now, challenged, Refused("error.OpponentAtBoard"))
    for waiting in store.unfinished_of(tx, challenger.person_id):
        if waiting.phase(tx.now) is JeekPhase.CHALLENGED and waiting.challenger == challenged.person_id:
            raise Refused("error.ChallengedByThem")
    game_id = JeekId(tx.new_id())
    server_verbs.spend(
        tx,
        challenger,
        CountedByAccount.CHALLENGE,
        lambda until: RefusedAt("error.ChallengeWaits", at=until),
        thing=game_id,
    )
    calls = server_verbs.invite(tx, challenger, challenged, _MATTER)
    game = JeekGame(
        game_id=game_id,
        guild_id=challenger.guild_id,
        challenger=challenger.person_id,
        challenged=challenged.person_id,
        clock=clock,
        wished=wished,
        challenged_at=tx.now,
    )
    store.save(tx, game)
    return JeekView(game, challenger, challenged, calls=calls)


def accept(tx: ActorTx, game_id: JeekId, channel_id: ChannelId, message_id: MessageId) -> JeekView:
    """Begins the game; the message that was pressed is its board from now on, and White's clock will run.

    Raises NotChallenged, AlreadyDone, ChallengeLapsed, AlreadyAtBoard and OpponentAtBoard.
    """
    view = load(tx, game_id)
    person = server_verbs.recognise(tx)
    if person.person_id != view.game.challenged:
        raise Refused("error.NotChallenged")
    _refuse_unless_open(view.game, tx.pressed_at)
    _refuse_busy(tx, tx.now, view.challenged, Refused("error.AlreadyAtBoard"))
    _refuse_busy(tx, tx.now, view.challenger, Refused("error.OpponentAtBoard"))
    server_verbs.note_taken(tx, view.challenger, view.challenged, _MATTER)
    lot = tx.new_secret()[0]
    save(tx, begin(view.game, max(tx.pressed_at, view.game.challenged_at), lot))
    where = jeek_subject(game_id), tx.guild_id, channel_id, message_id, tx.now, tx.now
    kernel_panel_store.save(tx, Panel(*where, stale_at=None))
    return load(tx, game_id)


def decline(tx: ActorTx, game_id: JeekId) -> JeekView:
    """The challenged says no, or the challenger takes the challenge back. Raises NotChallenged and ChallengeLapsed."""
    view = load(tx, game_id)
    person = server_verbs.recognise(tx)
    if person.person_id not in (view.game.challenged, view.game.challenger):
        raise Refused("error.NotChallenged")
    _refuse_unless_open(view.game, tx.pressed_at)
    ending = JeekEnding.DECLINED if person.person_id == view.game.challenged else JeekEnding.WITHDRAWN
    save(tx, end(view.game, ending, None, tx.now))
    return load(tx, game_id)


def _refuse_unless_open(game: JeekGame, at: datetime) -> None:
    match game.phase(at):
        case JeekPhase.PLAYING | JeekPhase.OVER:
            raise AlreadyDone
        case JeekPhase.LAPSED:
            raise RefusedAt("error.ChallengeLapsed", at=game.open_until)
        case JeekPhase.CLOSED:
            raise RefusedAt("error.ChallengeLapsed", at=game.ended_at or game.open_until)


def _refuse_busy(tx: Query, at: datetime, person: Person, error: UserError) -> None:
    for game in store.unfinished_of(tx, person.person_id):
        # A flag whose step is still to come keeps nobody from the next game.
        if game.started_at is not None and at < flag_at(game, outages_of(tx, game)):
            raise error


# --- pauses ---------------------------------------------------------------------------------------------------------


def pause(tx: ActorTx, game_id: JeekId, mark: int, at_once: int) -> JeekView:
    """Stops both clocks, whoever is to move; `mark` is how many presses about pauses the board knew of.

    Raises NotAtBoard, JeekOver, Outdated for an older board, and TooFewPauses.
    """
    game, colour = at_board(tx, game_id)
    if len(game.presses) != mark or at_once < 1:
        raise Outdated
    if not flag_fell(tx, game, tx.pressed_at):
        state = pauses_of_game(game, outages_of(tx, game))
        if refusal(state.pauses, side_of(colour), at_once) is not None:
            # The player has not so many pauses left (AIJE-D03-4).
            raise RefusedCount("error.TooFewPauses", n=state.pauses_left(colour))
        _press(tx, game, PausePress(PauseAct.PAUSE, colour, tx.pressed_at, at_once))
    return load(tx, game_id)


def ready(tx: ActorTx, game_id: JeekId) -> JeekView:
    """The player would play on; once both would, the clocks run again.

    Raises NotAtBoard, JeekOver, NotNow where no pause runs any more, and AlreadyDone.
    """
    game, colour = at_board(tx, game_id)
    state = pauses_of_game(game, outages_of(tx, game))
    if state.running(tx.pressed_at) is None:
        raise NotNow
    if colour in state.ready:
        raise AlreadyDone
    _press(tx, game, PausePress(PauseAct.READY, colour, tx.pressed_at))
    return load(tx, game_id)


def _press(tx: Tx, game: JeekGame, pressed: PausePress) -> None:
    """No press is earlier than the one before, though two people's clocks of Discord may differ by milliseconds."""
    at = max([pressed.at, *(one.at for one in game.presses[-1:]), *(one.made_at for one in game.turns[-1:])])
    save(tx, replace(game, presses=(*game.presses, replace(pressed, at=at))))


# --- what a game asks of a person -----------------------------------------------------------------------------------


def guide(tx: Query, asker: Asker) -> Found:
    """The game in which the person is to move, with the moment at which the clock reaches 0, or waits for a move."""
    person, actor = asker.person, asker.actor
    if person is None:
        return
    for game in store.unfinished_of(tx, person.person_id):
        view = view_of(tx, game.game_id, actor.at)
        if view is not None:
            yield from _of_game(game, view, person.person_id, actor.at)


def _of_game(game: JeekGame, view: JeekView, person_id: PersonId, at: datetime) -> Iterator[TaskItem | Upcoming]:
    match game.phase(at):
        case JeekPhase.CHALLENGED if game.challenged == person_id:
            yield Upcoming(UpcomingKind.CHALLENGED, None, game.open_until, view.challenger)
        case JeekPhase.PLAYING if at < view.flag_at:
            other = view.challenged if person_id == game.challenger else view.challenger
            if game.colour_of(person_id) is game.to_move:
                yield TaskItem(Task.MOVE_IN_JEEK, game.game_id, None, view.flag_at, other)
            else:
                yield Upcoming(UpcomingKind.OPPONENT_MOVES, None, view.flag_at, other)


# --- an arbiter's question ------------------------------------------------------------------------------------------


def check(tx: ActorQuery, moves: str, squares: str) -> Checked:
    """Plays the moves by the rules (AIJE-C01-1, AIJE-C01-2), from the empty board or from the squares given.

    Everybody learns what is legal. Who wins with best play is for arbiters who do not play just now: to players it
    would be help from a program, which AIJE-A02-1 counts as unsporting. Raises SquaresUnread and NothingToCheck.
    """
    if not moves.strip() and not squares.strip():
        raise Refused("error.NothingToCheck")
    before = read_squares(squares) if squares.strip() else 0
    found = review(read_moves(moves) if moves.strip() else (), before)
    person = people_store.of_member(tx, tx.guild_id, tx.actor.member_id)
    playing = person is not None and is_playing(tx, person)
    told = may(Act.SOLVE_JEEK, server_verbs.capacities(tx, person)) and not playing
    return Checked(found, best_play(found.position) if told else None, playing)
