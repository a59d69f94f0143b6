"""How an event comes to its end: deciding contests and lots, who came, who left, finished rounds, who goes on.

A play-off or a lot separates level entrants; finals between brackets, matches for places and the knock-out after a
table follow from the rulebook. All are told to everybody when they are paired. What leaving costs differs by format
(GO-28.2, GO-28.3, GO-28.4). Each finished round is told once, but for the last one's podium.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from typing import Final, NamedTuple, assert_never

from bot.kernel.ids import ContestId, EntrantId
from bot.play.contests import (
    LOVE,
    Contest,
    Result,
    ResultKind,
    Score,
    Stage,
    StandingRow,
    last_round_of,
    match_winner,
    rated_games,
    sides_of,
)
from bot.play.course import bracket_of, in_bracket
from bot.play.crosstable import is_round_robin, table_contests, voided_entrants
from bot.play.format_rules import BracketPart, GroupRules, RankingRules
from bot.play.formats import FORMATS, groups
from bot.play.formats.knockout import Taken, is_decided, last_round, starters_of
from bot.play.formats.protocol import EventFacts
from bot.play.ranking import ties_to_break
from bot.play.rulebook import Rulebook

# --- play-offs, lots and finals -------------------------------------------------------------------------------------


class Decider(StrEnum):
    """What contests decide that come after the regular rounds, in the order in which they are told."""

    PLAY_OFF = "play_off"
    """Who is first of those whom no tie-break separates (GO-27.3)."""
    BRACKET = "bracket"
    """The knock-out that follows a table."""
    FINAL = "final"
    """Between the last ones of two brackets, where there is more than one life (GO-26.1)."""
    FINAL_AGAIN = "final_again"
    """The same two once more, since both still have a life (GO-26.1)."""
    PLACEMENT = "placement"
    """A place below the third (GO-26.1)."""


@dataclass(frozen=True, slots=True)
class Tie:
    """Entrants whom no tie-break separates, and the places that they share; `group` is 0 outside of groups."""

    first: int
    last: int
    entrants: tuple[EntrantId, ...]
    group: int = 0


def open_deciders(facts: EventFacts, rulebook: Rulebook) -> Mapping[Decider, tuple[Contest, ...]]:
    """The contests without a result that decide something, by what they decide.

    None for tables of three, whose rounds tell of their extra games, and none of a plain round.
    """
    if rulebook.traits.at_tables:
        return {}
    found: dict[Decider, list[Contest]] = {}
    first = _first_of_bracket(facts, rulebook)
    for contest in facts.contests:
        decider = _decides(contest, facts, rulebook, first)
        if decider is not None and contest.result is None and len(contest.sides) > 1:
            found.setdefault(decider, []).append(contest)
    return {one: tuple(found[one]) for one in Decider if one in found}


def ties(facts: EventFacts, rulebook: Rulebook) -> tuple[Tie, ...]:
    """Who is level on places that may not be shared, table by table, best places first (GO-27.1)."""
    ranking = replace(rulebook.ranking or RankingRules(), decisive_places=decisive_places(rulebook))
    strict = replace(rulebook, ranking=ranking)
    return tuple(
        Tie(rows[0].rank_from, rows[0].rank_to, tuple(row.entrant_id for row in rows), group)
        for group, table in _tables(facts, rulebook)
        for rows in ties_to_break(table, strict)
    )


def decisive_places(rulebook: Rulebook) -> int:
    """How many places from the top of a table may not be shared: those of the rulebook, and those that go on."""
    own = (rulebook.ranking or RankingRules()).decisive_places
    if rulebook.traits.in_groups:
        return max(own, (rulebook.groups or GroupRules()).advance)
    return own if rulebook.cut is None else max(own, rulebook.cut.players)


def is_followed(rulebook: Rulebook) -> bool:
    """Whether a knock-out follows the table."""
    match rulebook.traits.bracket:
        case BracketPart.WHOLE:
            return False
        case BracketPart.FOLLOWS:
            return True
        case BracketPart.BY_CUT:
            return rulebook.cut is not None
        case other:
            assert_never(other)


def _decides(contest: Contest, facts: EventFacts, rulebook: Rulebook, first: int | None) -> Decider | None:
    match contest.stage:
        case Stage.PLAY_OFF:
            return Decider.PLAY_OFF
        case Stage.PLACEMENT:
            return Decider.PLACEMENT
        case Stage.FINAL if rulebook.traits.is_bracket and rulebook.knockout.lives > 1:
            return Decider.FINAL_AGAIN if _met_before(contest, facts) else Decider.FINAL
        case _:
            return Decider.BRACKET if contest.round == first and in_bracket(contest, rulebook) else None


def _met_before(contest: Contest, facts: EventFacts) -> bool:
    """Whether the same two have played a final before."""
    return any(
        one.stage is Stage.FINAL and one.round < contest.round and set(one.sides) == set(contest.sides)
        for one in facts.contests
    )


def _first_of_bracket(facts: EventFacts, rulebook: Rulebook) -> int | None:
    """The round in which the knock-out after a table begins; None where none follows, and while none is on record."""
    if not is_followed(rulebook):
        return None
    rounds = (
        contest.round
        for contest in facts.contests
        if contest.stage is not Stage.PLAY_OFF and in_bracket(contest, rulebook)
    )
    return min(rounds, default=None)


def _tables(facts: EventFacts, rulebook: Rulebook) -> Iterator[tuple[int, Sequence[StandingRow]]]:
    if rulebook.traits.in_groups:
        yield from enumerate(groups.group_tables(facts, rulebook), start=1)
    else:
        # Who is level is asked of what was played, whatever verdicts did to the final order since.
        yield 0, FORMATS[rulebook.format].standings(replace(facts, sanctions=()), rulebook)


# --- who came -------------------------------------------------------------------------------------------------------


_AT_THE_BOARD: Final = frozenset({ResultKind.NO_RESULT, ResultKind.BOTH_LOST})
"""Kinds of results to which both sides came, although neither won a game."""


def never_played(contests: Iterable[Contest], *, third_place_to_come: bool) -> dict[EntrantId, datetime]:
    """Who went out without having played one game, each with the moment of the lost match.

    A game given by an absence was not played: who lost by walkover alone has not appeared (AIJE-D01-5.3, AIJE-B03-1).
    Who still has a match to come may yet play, and who won because the other did not come was there, whatever became of
    later matches; that an opponent left says nothing of who would have met the one who left. With `third_place_to_come`
    whoever lost a semi-final has that match to come, although it is paired only when both semi-finals are over.
    """
    known = tuple(contests)
    placed = _in_match_for_third(known)
    may_have_played = {entrant for contest, side, entrant in _seats(known) if _may_yet_have_played(contest, side)}
    lost_at: dict[EntrantId, datetime] = {}
    for contest, side, entrant_id in _seats(known):
        waits = third_place_to_come and contest.stage is Stage.SEMIFINAL and entrant_id not in placed
        lost = None if waits else _given_away_at(contest, side)
        if lost is not None and entrant_id not in may_have_played:
            lost_at[entrant_id] = max(lost, lost_at.get(entrant_id, lost))
    return lost_at


def _in_match_for_third(contests: Iterable[Contest]) -> frozenset[EntrantId]:
    return sides_of(contest for contest in contests if contest.stage is Stage.THIRD_PLACE)


def _seats(contests: Iterable[Contest]) -> Iterator[tuple[Contest, int, EntrantId]]:
    """Every side of every match."""
    for contest in contests:
        if not contest.is_bye:
            yield from ((contest, side, entrant_id) for side, entrant_id in enumerate(contest.sides))


def _may_yet_have_played(contest: Contest, side: int) -> bool:
    return contest.result is None or _may_have_played(contest.result, side)


def _given_away_at(contest: Contest, side: int) -> datetime | None:
    """When a side that stayed away lost the match; None where it did not, or did not yet."""
    result = contest.result
    return result.settled_at if result is not None and _stayed_away(contest, result, side) else None


def has_appeared(contests: Iterable[Contest], entrant_id: EntrantId) -> bool:
    """Whether the entrant has sat at a board by now: then leaving is no absence any more."""
    return any(
        contest.result is not None
        and len(contest.sides) > 1
        and _may_have_played(contest.result, contest.sides.index(entrant_id))
        for contest in contests
        if entrant_id in contest.sides
    )


def was_there(contest: Contest, side: int) -> bool:
    """Whether the side came to the match: it sat at the board, or won because the other did not come (AIJE-B03-1)."""
    result = contest.result
    if result is None or len(contest.sides) < 2 or side in result.absent:
        return False
    return _may_have_played(result, side) or not _stayed_away(contest, result, side)


def _may_have_played(result: Result, side: int) -> bool:
    """Whether somebody sat there for that side: a game was played, or the side was there for the other's absence.

    Of teams the boards say it, as a level board that was played leaves no trace in the score.
    """
    if side in result.absent:
        return False
    if result.boards:
        given = any(board.walkover_games[side] for board in result.boards)
        return given or any(board.kind in _AT_THE_BOARD or sum(rated_games(board)) > 0 for board in result.boards)
    waited = result.kind is ResultKind.WALKOVER and 0 < result.score[side] == max(result.score)
    return waited or result.kind in _AT_THE_BOARD or sum(rated_games(result)) > 0


def _stayed_away(contest: Contest, result: Result, side: int) -> bool:
    """Whether the side is among those who lost a match of which nothing was played."""
    if result.kind is ResultKind.DOUBLE_WALKOVER:
        return True
    winner = result.paired_as_winner
    return side != (match_winner(result.score, contest.best_of) if winner is None else winner)


# --- leaving a running event ----------------------------------------------------------------------------------------


class AfterLeaving(StrEnum):
    """What becomes of the results of who leaves, and of the matches that were to come."""

    REST_IS_LOST = "rest_is_lost"
    """Results stand; whoever was still to be met wins without playing (GO-28.4, GO-28.2 from half of the games on)."""
    PAIRED_NO_MORE = "paired_no_more"
    """Results stand, and nobody is paired against who left (GO-28.3)."""
    ALL_IS_VOID = "all_is_void"
    """Fewer than half of the games were played: no result counts, for nobody (GO-28.2)."""
    HANGS_ON_REPORT = "hangs_on_report"
    """With a reported match that waits for its answer half of the games are played, without it they are not."""


def after_leaving(
    facts: EventFacts, rulebook: Rulebook, entrant_id: EntrantId, reported: Collection[ContestId] = ()
) -> AfterLeaving:
    """What it comes to that the entrant leaves now, or has left.

    `reported` are the open matches with a report on the table: they are left to their players, all others are lost.
    """
    left = _without(facts, entrant_id)
    matches = table_contests(left, rulebook)
    lost = _open_matches(matches, entrant_id)
    waiting = [one for one in lost if one.contest_id in reported]
    played = [match for match in matches if match not in lost]
    if entrant_id in voided_entrants(left, rulebook, [*played, *waiting]):
        return AfterLeaving.ALL_IS_VOID
    if waiting and entrant_id in voided_entrants(left, rulebook, played):
        return AfterLeaving.HANGS_ON_REPORT
    return AfterLeaving.PAIRED_NO_MORE if _pairs_anew(facts, rulebook) else AfterLeaving.REST_IS_LOST


def _without(facts: EventFacts, entrant_id: EntrantId) -> EventFacts:
    starters = (
        replace(starter, withdrawn=True) if starter.entrant_id == entrant_id else starter for starter in facts.starters
    )
    return replace(facts, starters=tuple(starters))


def _open_matches(matches: Iterable[Contest], entrant_id: EntrantId) -> list[Contest]:
    return [match for match in matches if match.result is None and entrant_id in match.sides and not match.is_bye]


def lost_by_leaving(
    contest: Contest, withdrawn: Collection[EntrantId], so_far: Score, unplayed: Score, now: datetime
) -> Result | None:
    """The result of an open contest in which a side has left, or None when nobody of it has, or it is decided.

    Games already recorded stay in the score: `so_far` is the score at the moment, `unplayed` those games of it that
    were given by absence. All further games go to the side that stayed, which goes on in a bracket even where what it
    had lost before is more. Where both left, both have lost (GO-28.4).
    """
    gone = [side in withdrawn for side in contest.sides]
    if contest.result is not None or contest.is_bye or not any(gone):
        return None
    if all(gone):
        return Result(LOVE, LOVE, ResultKind.DOUBLE_WALKOVER, now)
    stayed = gone.index(False)
    score = _to_who_stayed(contest, stayed, so_far)
    played = [max(0, games - given) for games, given in zip(so_far, unplayed, strict=True)]
    given = tuple(games - min(games, real) for games, real in zip(score, played, strict=True))
    sent_on = stayed if score[stayed] <= score[1 - stayed] else None
    return Result(score, given, ResultKind.WITHDRAWAL, now, paired_as_winner=sent_on)


def _to_who_stayed(contest: Contest, stayed: int, so_far: Score) -> Score:
    """The score once all further games are given to the side that stayed."""
    # Where both have lost more games by absence than there are, no game of the match was anybody's.
    lost_all = contest.play_all and sum(so_far) > contest.best_of
    score = [0, 0] if lost_all else [min(games, contest.target - 1) for games in so_far]
    score[stayed] = contest.best_of - score[1 - stayed] if contest.play_all else contest.target
    return tuple(score)


def _pairs_anew(facts: EventFacts, rulebook: Rulebook) -> bool:
    """Whether the next opponents are still to be found, as in a Swiss before its bracket, or without rounds."""
    traits = rulebook.traits
    if traits.by_score:
        return not any(in_bracket(contest, rulebook) for contest in facts.contests)
    return not traits.in_rounds or (traits.all_play_all and not is_round_robin(facts, rulebook))


TABLE, BRACKET, EXTRA = "table", "bracket", "extra"
"""The parts of an event whose rounds are told."""
# --- rounds that are over -------------------------------------------------------------------------------------------


_ROUNDS_OF_A_BRACKET = frozenset({Stage.PRELIMINARY, Stage.MAIN, Stage.SEMIFINAL, Stage.FINAL})

Round = tuple[str, int]
"""A part of the event, and the number of a round in it."""


class _Seen(NamedTuple):
    """What of a contest says whether its round is over."""

    round: int
    is_decided: bool
    is_bye: bool


def finished_rounds(facts: EventFacts, rulebook: Rulebook) -> list[Round]:
    """The rounds that are decided, those before them too: of the table, and of the bracket all but its last."""
    if not rulebook.traits.in_rounds:
        return []
    return _of_tables(facts) if rulebook.traits.at_tables else _of_matches(facts, rulebook)


def of_bracket(taken: Sequence[Taken]) -> list[Round]:
    """As `finished_rounds`, of one bracket of one life, from its places alone."""
    places = [_Seen(one.round, one.is_decided, one.is_bye) for one in taken if one.stage in _ROUNDS_OF_A_BRACKET]
    return _decided_rounds(BRACKET, places, last_round(starters_of(taken)))


def _of_matches(facts: EventFacts, rulebook: Rulebook) -> list[Round]:
    table = [contest for contest in facts.contests if not in_bracket(contest, rulebook)]
    bracket = [one for one in facts.of(*_ROUNDS_OF_A_BRACKET) if in_bracket(one, rulebook)]
    last = last_round_of(bracket)
    if rulebook.traits.is_bracket:
        # With more lives than one the finals are told as what they decide; the rounds of the unbeaten are all told.
        lives, rounds = rulebook.knockout.lives, facts.drawn_for.bit_length() - 1
        last = rounds if lives == 1 else rounds + 1
    return [
        *_decided_rounds(TABLE, _as_seen(table), last_round_of(table) + 1),
        *_decided_rounds(BRACKET, _as_seen(bracket), last),
    ]


def _of_tables(facts: EventFacts) -> list[Round]:
    """Rounds of tables up to the final's, which the podium tells, and the extra games on the way to it."""
    extra = facts.of(Stage.PLAY_OFF)
    rounds = [contest for contest in facts.contests if contest.stage is not Stage.PLAY_OFF]
    last = min((one.round for one in rounds if one.stage is Stage.FINAL), default=last_round_of(rounds) + 1)
    return [
        *_decided_rounds(TABLE, _as_seen(rounds), last),
        *_decided_rounds(EXTRA, _as_seen(extra), last_round_of(extra) + 1),
    ]


def _as_seen(contests: Iterable[Contest]) -> list[_Seen]:
    return [_Seen(contest.round, is_decided(contest), contest.is_bye) for contest in contests]


def _decided_rounds(part: str, contests: Sequence[_Seen], last: int) -> list[Round]:
    """The rounds of a part below `last` of which, and of those before, every contest is decided."""
    first_open = min((contest.round for contest in contests if not contest.is_decided), default=last)
    rounds = sorted(
        {contest.round for contest in contests if not contest.is_bye and contest.round < min(first_open, last)}
    )
    return [(part, number) for number in rounds]


# --- who goes on to the knock-out -----------------------------------------------------------------------------------


def going_on(facts: EventFacts, rulebook: Rulebook, rows: Sequence[StandingRow]) -> frozenset[EntrantId]:
    """Who would play the knock-out if the table stayed as it is, or who plays it; nobody where none follows.

    `rows` is the table as the format gives it. Who has left goes on no more.
    """
    if not is_followed(rulebook):
        return frozenset()
    bracket = bracket_of(facts, rulebook)
    if bracket is not None:
        return frozenset(starter.entrant_id for starter in bracket.facts.starters)
    if rulebook.traits.in_groups:
        return frozenset(groups.going_on(facts, rulebook))
    if rulebook.cut is None or is_round_robin(facts, rulebook):
        return frozenset()
    gone = facts.gone
    return frozenset([row.entrant_id for row in rows if row.entrant_id not in gone][: rulebook.cut.players])
