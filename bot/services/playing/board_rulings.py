"""Rulings on a game that cannot go on as it was, by the chief arbiter where there is one (GO-17, GO-20)."""

from __future__ import annotations

from contextlib import suppress

from bot.domain.community import Person
from bot.domain.contests import Result, ResultKind, Score
from bot.domain.events.event_kinds import boards_at_once
from bot.domain.ids import ContestId, PersonId
from bot.domain.permissions import Act
from bot.domain.playing.board_rulings import BoardChoice, BoardOutcome, choices
from bot.domain.playing.lateness import colours_are_put_right
from bot.domain.playing.match_views import MatchView
from bot.domain.playing.matches import ReportAnswer
from bot.domain.regulation.discipline_rules import discipline_of
from bot.domain.scores import LOVE, split
from bot.domain.typed_text import checked_reason
from bot.errors import NotNow, Outdated, UserError
from bot.services import access
from bot.services.playing import matches
from bot.services.playing.double_losses import paired_as_winner
from bot.services.playing.followed import Followed
from bot.services.playing.lost_games import lose_game, set_report_aside
from bot.services.playing.match_reading import view_of
from bot.services.playing.ruling import ruling_on
from bot.services.recusal import AloneInEvent
from bot.services.timetable import contest_subject
from bot.services.wishes import repeatable
from bot.storage import event_officers
from bot.storage.context import ActorTx, Tx

_DRAWN: Score = (0, 0, 1)


class RuledBoardByBoard(UserError):
    """Several boards are played side by side, so that nothing is ruled for the game of the match (GO-17.5, GO-17.6)."""


class NoNumberOfMoves(UserError):
    """What was given as the moves that were played is no number."""


def page(tx: ActorTx, contest_id: ContestId) -> tuple[MatchView, tuple[BoardChoice, ...]]:
    """What can be ruled for the game under way, for who decides it; raises NotNow where the rulebook has nothing.

    Raises RuledBoardByBoard in a match of teams: there a ruling is one of a board, which is told with the boards.
    """
    followed = to_look_at(tx, contest_id)
    return view_of(tx, contest_id, tx.now), _choices_offered(followed)


@repeatable
def decide(tx: ActorTx, contest_id: ContestId, number: int, reason: str) -> tuple[MatchView, BoardChoice]:
    """Rules as chosen, `number` in the order of the page, with a reason; Outdated for one that is not offered."""
    followed, person = deciding(tx, contest_id)
    offered, why = _choices_offered(followed), checked_reason(reason)
    if number >= len(offered):
        raise Outdated
    choice = offered[number]
    details = {"cause": choice.cause.value, "outcome": choice.outcome.value}
    matches.record(tx, followed, "rule_board", person.person_id, why, **details)
    _carry_out(tx, followed, choice, person, why)
    tx.touch(contest_subject(contest_id))
    return view_of(tx, contest_id, tx.now), choice


@repeatable
def wrong_colours(tx: ActorTx, contest_id: ContestId, moves: int) -> tuple[MatchView, bool]:
    """The players took the colours the wrong way round, so many moves ago: whether they are put right (GO-17.1).

    From the move after the rulebook's last one the game stands; later pairing goes by the colours as fixed either way.
    """
    followed, person = ruling_on(tx, contest_id)
    rules = discipline_of(followed.tournament.rulebook)
    if rules.colours_right_until_move is None:
        raise NotNow
    right = colours_are_put_right(moves, rules)
    details = {"moves": str(moves), "put_right": "yes" if right else "no"}
    matches.record(tx, followed, "wrong_colours", person.person_id, **details)
    return view_of(tx, contest_id, tx.now), right


def deciding(tx: ActorTx, contest_id: ContestId) -> tuple[Followed, Person]:
    """The match in play and who rules on its board: the chief arbiter or a deputy; where there is none, its arbiter."""
    followed = matches.in_play(tx, tx.guild_id, contest_id)
    person = access.recognise(tx)
    has_chief = bool(event_officers.holding(tx, followed.tournament.tournament_id))
    matches.require(tx, person, Act.RULE_BOARD if has_chief else Act.RULE_RESULT, followed.match)
    return followed, person


def to_look_at(tx: ActorTx, contest_id: ContestId) -> Followed:
    """As `deciding`, before anything is decided: who is alone may look."""
    with suppress(AloneInEvent):
        deciding(tx, contest_id)
    return matches.in_play(tx, tx.guild_id, contest_id)


def _choices_offered(followed: Followed) -> tuple[BoardChoice, ...]:
    if boards_at_once(followed.tournament.rulebook):
        raise RuledBoardByBoard
    offered = choices(followed.match.contest, followed.tournament.rulebook)
    if not offered:
        raise NotNow
    return offered


def _carry_out(tx: Tx, followed: Followed, choice: BoardChoice, by: Person, why: str) -> None:
    match choice.outcome:
        case BoardOutcome.SIDE_LOST if choice.side is not None:
            lose_game(tx, followed, choice.side, by.person_id, why)
        case BoardOutcome.DRAWN:
            _settle(tx, followed, _DRAWN, ResultKind.PLAYED, by.person_id, why)
        case BoardOutcome.NO_RESULT:
            _settle(tx, followed, LOVE, ResultKind.NO_RESULT, by.person_id, why)
        case BoardOutcome.BOTH_LOST:
            _settle(tx, followed, LOVE, ResultKind.BOTH_LOST, by.person_id, why)
        case _:
            set_report_aside(tx, followed, by.person_id)
            matches.reschedule_own(tx, followed)


def _settle(tx: Tx, followed: Followed, score: Score, kind: ResultKind, by: PersonId, why: str) -> None:
    paired = paired_as_winner(tx, followed) if kind is ResultKind.BOTH_LOST else None
    games, draws = split(score)
    result = Result(games, LOVE, kind, tx.now, draws=draws, paired_as_winner=paired)
    matches.settle_as(tx, followed, result, ReportAnswer.OVERRULED, by, why)
