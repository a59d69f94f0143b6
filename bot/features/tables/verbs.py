"""Games at tables of three: possible results, seating out, leaving, waiting, and how they are shown.

Some results only an arbiter may say (OTE-2.3, OTE-2.4), and the arbiter's word alone seats a missing player out of a
table, and back. When a player leaves during a game the others play on, and one left alone has won; in an extra game
for the final so has everybody, once no more are left than there are seats (OTE-2.8). No clock decides at a table that
waits: the people who can decide are asked, once a table.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from typing import Final

from bot.features.course.facts_verbs import facts
from bot.features.playing import board_store as playing_board_store
from bot.features.playing import store as playing_store
from bot.features.playing import verbs as playing_verbs
from bot.features.playing.match_views_model import MatchContext, MatchView, TableView
from bot.features.playing.model import BothAbsent
from bot.features.playing.reading_verbs import view_of
from bot.features.playing.verbs import has_officials, refuse_suspended, score_words
from bot.features.tables.model import (
    FARTHEST,
    can_be,
    effect_order,
    leave_by_extra_game,
    marks,
    missing_since_long,
    short_of,
    winners,
)
from bot.features.tournaments import facts_verbs as tournaments_facts_verbs
from bot.features.tournaments import store as tournaments_store
from bot.features.tournaments import summons_store as tournaments_summons_store
from bot.features.tournaments import summons_verbs as tournaments_summons_verbs
from bot.features.tournaments.facts_verbs import contest_subject
from bot.features.tournaments.recusal_verbs import repeatable
from bot.features.tournaments.summons_model import MatterKind, MatterRef
from bot.features.tournaments.verbs import only_for
from bot.kernel import outbox
from bot.kernel import time_store as kernel_time_store
from bot.kernel.context import ActorTx, Query, Tx
from bot.kernel.errors import NotNow, RefusedCount, RefusedText, UserError
from bot.kernel.ids import ContestId, EntrantId, PersonId
from bot.kernel.outages import CLICKS_IN_FLIGHT, Due, Step
from bot.play.contests import NOTHING_MORE, Particulars, Result, ResultKind, Score
from bot.play.entries import Tournament
from bot.play.formats.tables import extra_game_seats, influence_to_win, players
from bot.play.matches import Match, ReportAnswer
from bot.play.points import EventKind
from bot.server import verbs as server_verbs
from bot.server.model import Act
from bot.server.speaking_verbs import tell_committee, tell_match

# --- results --------------------------------------------------------------------------------------------------------


_SIGNS: Final = {0x2212: "-", 0x2013: "-", 0x2014: "-"}
"""A true minus sign and dashes, which some keyboards make of a hyphen."""
_WHOLE: Final = re.compile(r"[+-]?\d{1,4}")


class TooLittleInfluence(UserError):
    """The winner has less than wins the game; an arbiter may say that it stands (OTE-2.4)."""

    told: int
    needed: int


def leave(tx: Query, match_context: MatchContext) -> int:
    """How many the game marks as winners: one, or in an extra game as many as seats are played for."""
    contest = match_context.match.contest
    if not leave_by_extra_game(contest):
        return 1
    return max(1, extra_game_seats(facts(tx, match_context.tournament), match_context.tournament.rulebook, contest))


def refuse_impossible(tx: Query, match_context: MatchContext, score: Score, particulars: Particulars) -> None:
    """Raises ImpossibleScore for what cannot have happened at the table, whoever says it."""
    contest = match_context.match.contest
    if not can_be(contest, score, particulars, match_context.match.away, leave(tx, match_context)):
        raise RefusedText("error.ImpossibleScore", text=score_words(score, particulars))


def refuse_short(tx: Query, match_context: MatchContext, score: Score, particulars: Particulars) -> None:
    """As `refuse_impossible`, and what players may not say: a winner below the influence that wins, too few through."""
    contest, wanted = match_context.match.contest, leave(tx, match_context)
    if leave_by_extra_game(contest) and len(winners(score)) != wanted:
        # So many leave this extra game for the final, and no others (OTE-2.8).
        raise RefusedCount("error.NotEnoughGotThrough", n=wanted)
    refuse_impossible(tx, match_context, score, particulars)
    needed = influence_to_win(contest, match_context.tournament.rulebook)
    below = short_of(score, particulars, needed)
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


# --- seating out ----------------------------------------------------------------------------------------------------


@only_for(EventKind.TABLES)
@repeatable
def seat_out(tx: ActorTx, contest_id: ContestId, side: int) -> MatchView:
    """The arbiter has a table play without a player who is missing, and who has lost by that.

    Where one player is left, the game is that player's; an extra game, of as many as there are seats. NotNow for who is
    there, or while a report waits.
    """
    match_context = playing_verbs.in_play(tx, tx.guild_id, contest_id)
    person = server_verbs.recognise(tx)
    playing_verbs.require(tx, person, Act.STOP_MATCH, match_context.match)
    refuse_suspended(match_context)
    missing = {one.side for one in match_context.state(tx.now).missing}
    left = [
        one for one in range(len(match_context.match.contest.sides)) if one not in (*match_context.match.away, side)
    ]
    if (
        not match_context.at_table
        or match_context.match.report is not None
        or side not in missing
        or set(left) <= missing
    ):
        raise NotNow
    _out(tx, match_context, side, person.person_id)
    if len(left) <= leave(tx, match_context):
        _give_to(tx, match_context, left, person.person_id)
    return view_of(tx, contest_id, tx.now)


def _out(tx: Tx, match_context: MatchContext, side: int, by: PersonId) -> None:
    playing_board_store.add_table_absence(tx, match_context.contest_id, side, by, tx.now)
    playing_board_store.end_absence_clock(tx, match_context.contest_id, side, tx.now)
    tx.touch(contest_subject(match_context.contest_id))
    playing_verbs.record(tx, match_context, "seat_out", by, side=str(side))
    playing_verbs.reschedule_own(tx, match_context)


def take_back(tx: Tx, match_context: MatchContext, side: int, by: PersonId) -> None:
    """The table plays with the player after all, as long as nobody has reported."""
    if match_context.match.report is not None:
        raise NotNow
    playing_board_store.remove_table_absence(tx, match_context.contest_id, side)
    playing_verbs.record(tx, match_context, "here", by, side=str(side))
    playing_verbs.reschedule_own(tx, match_context)


def _give_to(tx: Tx, match_context: MatchContext, winners: list[int], by: PersonId) -> None:
    """Settles a game of a table at which nobody is left who could play against them."""
    known = playing_verbs.load(tx, match_context.contest_id) or match_context
    score = marks(winners, len(known.match.contest.sides))
    result = playing_verbs.result_of(known, score, NOTHING_MORE, score, ResultKind.WALKOVER, tx.now)
    playing_verbs.settle_as(tx, known, result, ReportAnswer.OVERRULED, by, None)


# --- leaving --------------------------------------------------------------------------------------------------------


LEFT = "left"


def settle(tx: Tx, tournament: Tournament, match: Match, withdrawn: Collection[EntrantId]) -> bool:
    """Seats out who left, and gives the game to whom nobody is left to play; False where nothing changed."""
    contest_id, sides = match.contest.contest_id, match.contest.sides
    newly = [side for side, entrant in enumerate(sides) if entrant in withdrawn and side not in match.away]
    gone = sorted({*match.away, *newly})
    stay = sorted(set(range(len(sides))).difference(gone))
    if newly:
        _seat_out(tx, tournament, match, newly)
    if len(stay) > _seats(tx, tournament, match):
        return bool(newly)
    score, nothing = marks(stay, len(sides)), (0,) * len(sides)
    kind = ResultKind.WITHDRAWAL if stay else ResultKind.DOUBLE_WALKOVER
    result = Result(score, score if stay else nothing, kind, tx.now, absent=tuple(gone))
    playing_store.settle(tx, tx.new_id(), contest_id, result, None, LEFT)
    for side in stay:
        playing_board_store.end_absence_clock(tx, contest_id, side, tx.now)
    kernel_time_store.rewrite_deadlines(tx, contest_subject(contest_id), ())
    return True


def _seat_out(tx: Tx, tournament: Tournament, match: Match, sides: Iterable[int]) -> None:
    contest_id = match.contest.contest_id
    for side in sides:
        playing_board_store.add_table_absence(tx, contest_id, side, None, tx.now)
        playing_board_store.end_absence_clock(tx, contest_id, side, tx.now)
    tx.touch(contest_subject(contest_id))
    tournaments_facts_verbs.record(tx, tournament, "settle_by_withdrawal", why=LEFT, contest_id=contest_id)


def _seats(tx: Query, tournament: Tournament, match: Match) -> int:
    """How many the game can mark as winners."""
    if not leave_by_extra_game(match.contest):
        return 1
    return max(1, extra_game_seats(facts(tx, tournament), tournament.rulebook, match.contest))


# --- a table that waits ---------------------------------------------------------------------------------------------


def is_asked(tx: Query, contest_id: ContestId) -> bool:
    """Whether somebody was asked already."""
    called = MatterRef(MatterKind.TABLE_MISSING, contest_subject(contest_id))
    return tournaments_summons_store.load(tx, called) is not None or bool(
        outbox.all_promises(tx, BothAbsent, contest_id)
    )


def due(tx: Query, match_context: MatchContext) -> Iterator[Due]:
    """When somebody is asked about who is missing, unless that was done: asking is done once."""
    at = missing_since_long(match_context.match, match_context.tournament.rulebook, match_context.outages)
    if at is not None and not is_asked(tx, match_context.contest_id):
        yield Due(Step.LOSE_GAME, at + CLICKS_IN_FLIGHT)


def ask(tx: Tx, match_context: MatchContext) -> None:
    """Asks the table's arbiter beside its card, else the chief, or calls who runs the event."""
    if is_asked(tx, match_context.contest_id):
        return
    told = BothAbsent(match_context.contest_id)
    if match_context.match.contest.arbiter is not None:
        tell_match(tx, match_context.tournament, told)
    elif has_officials(tx, match_context):
        tell_committee(tx, match_context.tournament.guild_id, told)
    else:
        tournaments_summons_verbs.call_to_match(
            tx, match_context.tournament, MatterKind.TABLE_MISSING, match_context.contest_id
        )
    playing_verbs.look(tx, match_context)


# --- what people look at --------------------------------------------------------------------------------------------


def table_view(tx: Query, match_context: MatchContext) -> TableView:
    """In which set each player of a table began the game; players of an extra game have all lost before."""
    contest, rulebook = match_context.match.contest, match_context.tournament.rulebook
    extra = leave_by_extra_game(contest)
    people = players(facts(tx, match_context.tournament), rulebook, contest.round)
    active = tuple(not extra and side in people and people[side].is_active for side in contest.sides)
    right = leave(tx, match_context)
    effects = effect_order(contest, _seed(tx, match_context), right) if extra else ()
    return TableView(active, influence_to_win(contest, rulebook), right, extra, effects)


def _seed(tx: Query, match_context: MatchContext) -> str:
    """The seed of the draw that made the match, or what the event's draws are bound to where none did."""
    drawn, number = tournaments_store.draws(tx, match_context.tournament.tournament_id), match_context.match.draw_number
    return drawn[number - 1].seed if 0 < number <= len(drawn) else match_context.tournament.commitment
