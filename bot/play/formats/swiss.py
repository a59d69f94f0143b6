"""Swiss: equal or near scores meet, nobody twice (GO-26.3), with elimination where the rulebook says so (GO-26.4).

Rounds are numbered from 1 and paired one by one, each once the one before is decided, by `bot.play.pairing_engine`.
What was paired stands: a corrected older result changes scores, and with them only the rounds to come. Entrants who
leave keep their results and are paired no more (GO-28.3). With a cut, the knock-out of `bot.play.formats.cut`
follows.

Play-offs and lots separate those whom no tie-break separates on places that may not be shared (GO-27.3). Play-offs
have a stage of their own and count for nothing but that order. `group` tells the tables of an event apart: 0, or the
number of a group.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from bot.kernel.ids import ContestId, EntrantId
from bot.play import pairing, pairing_engine
from bot.play.contests import Contest, NewContest, Result, ResultKind, Stage, StandingRow, last_round_of
from bot.play.crosstable import Crosstable, crosstable
from bot.play.draw import Stream
from bot.play.format_rules import Level, RankingRules, SwissRules
from bot.play.formats import cut
from bot.play.formats.knockout import all_decided, is_decided
from bot.play.formats.protocol import EventFacts, Starter
from bot.play.pairing import PairingTask, RoundPairing
from bot.play.ranking import rank, ties_to_break
from bot.play.rulebook import Rulebook
from bot.play.tie_breaks import able_pairs

# --- play-offs and lots ---------------------------------------------------------------------------------------------


Sides = tuple[EntrantId, ...]


def due(rows: Sequence[StandingRow], facts: EventFacts, rulebook: Rulebook, group: int = 0) -> tuple[NewContest, ...]:
    """The next play-off matches that a finished table asks for, each a match of its own length (GO-27.3).

    Those who are level all meet each other, a round at a time, and once more while they stay level. Two who have both
    left play no more, and where nobody came to the last matches the tie stands.
    """
    rules = rulebook.ranking or RankingRules()
    if rules.level is not Level.PLAY_OFF:
        return ()
    played = on_record(facts, group)
    pairs = [pair for rows_level in ties_to_break(rows, rulebook) for pair in _next(_ids(rows_level), facts, played)]
    number = last_round_of(played) + 1
    return tuple(
        NewContest(Stage.PLAY_OFF, number, position, pair, rules.play_off_best_of, group=group)
        for position, pair in enumerate(pairs)
    )


def lot_is_due(rows: Sequence[StandingRow], facts: EventFacts, rulebook: Rulebook) -> bool:
    """Whether a lot has to separate places of a finished table that may not be shared (GO-27.1).

    One lot is over the whole field, so that a second is never due: whom the first leaves level share the place.
    """
    by_lot = (rulebook.ranking or RankingRules()).level is Level.LOT
    return by_lot and not facts.lot and bool(ties_to_break(rows, rulebook))


def needless(rows: Sequence[StandingRow], facts: EventFacts, rulebook: Rulebook, group: int = 0) -> tuple[Contest, ...]:
    """The play-offs on record that are not decided and that the table does not ask for, as after a correction.

    `rows` is empty while the table is not finished: then it asks for none.
    """
    ties = [set(_ids(level)) for level in ties_to_break(rows, rulebook)]
    waiting = [one for one in on_record(facts, group) if not is_decided(one)]
    return tuple(one for one in waiting if not any(tied.issuperset(one.sides) for tied in ties))


def on_record(facts: EventFacts, group: int) -> tuple[Contest, ...]:
    """The play-offs of one table of the event."""
    return tuple(contest for contest in facts.contests if (contest.stage, contest.group) == (Stage.PLAY_OFF, group))


def _ids(rows: Sequence[StandingRow]) -> Sides:
    return tuple(sorted(row.entrant_id for row in rows))


def _next(tied: Sides, facts: EventFacts, played: Sequence[Contest]) -> Sequence[Sides]:
    """The first round of a Berger table of those who are level in which a pair has met less often than is due."""
    own = _between(tied, played)
    met = Counter(frozenset(one.sides) for one in own)
    able = set(able_pairs(tied, facts.gone))
    fewest = min((met[pair] for pair in able), default=0)
    if not all_decided(own) or (fewest and _nobody_came(own)):
        return ()
    pairs = _first_round(tied, {pair for pair in able if met[pair] == fewest})
    return [pair[::-1] for pair in pairs] if fewest % 2 else pairs


def _between(tied: Sides, played: Sequence[Contest]) -> list[Contest]:
    return [one for one in played if set(tied).issuperset(one.sides)]


def _first_round(tied: Sides, missing: Collection[frozenset[EntrantId]]) -> Sequence[Sides]:
    """The pairs that are missing of the first round of a Berger table that has one."""
    for games in pairing.rounds(len(tied)):
        pairs = [tuple(tied[number - 1] for number in game) for game in games]
        if due := [pair for pair in pairs if frozenset(pair) in missing]:
            return due
    return ()


def _nobody_came(own: Sequence[Contest]) -> bool:
    """Whether all of the last round of play-offs were lost by both sides by not being there."""
    last = [one for one in own if one.round == last_round_of(own)]
    return all(one.result is not None and one.result.kind is ResultKind.DOUBLE_WALKOVER for one in last)


# --- the format -----------------------------------------------------------------------------------------------------


PAIRING = "pairing"
FEWEST = 2


@dataclass(frozen=True, slots=True)
class Field:
    """A Swiss as far as it has come: its rounds on record, and everyone's line from them."""

    facts: EventFacts
    rulebook: Rulebook
    contests: tuple[Contest, ...]
    lines: Crosstable
    numbered: tuple[Starter, ...]
    rounds: int
    lost_by_all: frozenset[ContestId]

    @property
    def rules(self) -> SwissRules:
        """The rulebook's own, or the defaults."""
        return self.rulebook.swiss or SwissRules()

    @property
    def last(self) -> int:
        """The last round on record, 0 before the first."""
        return max((contest.round for contest in self.contests), default=0)

    @property
    def colours(self) -> bool:
        """Whether the pairing gives colours."""
        return self.rulebook.games is not None and self.rulebook.games.colours


def rounds(facts: EventFacts, rulebook: Rulebook) -> int:
    """How many rounds are played at most: as the rulebook says, or as many as a knock-out of that field would have.

    No pair meets twice: there are no more rounds than opponents, and the bye of an odd field; an event on record that
    has played more keeps them. With elimination it is a knock-out of as many lives, in which pairs may return, and it
    ends when fewer than two are left (GO-26.4).
    """
    rules = rulebook.swiss or SwissRules()
    if rules.rounds is not None:
        starters = len(facts.starters)
        most = max(1, starters - 1 + starters % 2)
        has_more = rulebook.cut is None and any(
            contest.stage is Stage.MAIN and contest.round > most for contest in facts.contests
        )
        return rules.rounds if rules.out_after is not None or has_more else min(rules.rounds, most)
    lives = rules.out_after or 1
    return lives * max(1, (sum(starter.enters_in <= 1 for starter in facts.starters) - 1).bit_length()) + lives - 1


def table_facts(facts: EventFacts, rulebook: Rulebook) -> EventFacts:
    """The facts without the contests of a bracket that follows the rounds; play-offs of the table stay."""
    number = rounds(facts, rulebook)
    kept = (contest for contest in facts.contests if contest.stage is Stage.PLAY_OFF or _is_of_rounds(contest, number))
    return replace(facts, contests=tuple(kept))


def needs_draw(facts: EventFacts, rulebook: Rulebook) -> bool:
    """Whether something is by lot: the pairs, the colours or the order of equal ratings in round 1, or places in the
    end."""
    if facts.contests:
        return _lot_is_due(facts, rulebook)
    rules, games = rulebook.swiss or SwissRules(), rulebook.games
    strengths = Counter(pairing.seeding(starter) for starter in facts.starters)
    return rules.drawn_first_round or (games is not None and games.colours) or max(strengths.values(), default=0) > 1


def advance(facts: EventFacts, rulebook: Rulebook, stream: Stream | None) -> tuple[NewContest, ...]:
    """The next round once the one before is decided; after the last the play-offs that are asked for, then a cut.

    Raises ValueError for fewer than two starters, and when the first round needs a stream and has none.
    """
    if len(facts.starters) < FEWEST:
        raise ValueError("a Swiss needs two starters")
    if not _are_decided(facts, rulebook):
        return ()
    field = _field(facts, rulebook)
    number = _next_round(field)
    if number is None:
        return _after_rounds(field)
    paired = _pair(field, number, stream)
    return tuple(_contest(field, number, position, board) for position, board in enumerate(paired.boards))


def pairing_of(facts: EventFacts, rulebook: Rulebook, number: int, stream: Stream | None = None) -> RoundPairing:
    """Round `number` with the reason of each board, from the rounds on record before it.

    Raises ValueError when it is the first round, something of it is by lot, and there is no stream.
    """
    before = replace(facts, contests=tuple(contest for contest in facts.contests if contest.round < number))
    return _pair(_field(before, rulebook), number, stream)


def standings(facts: EventFacts, rulebook: Rulebook) -> tuple[StandingRow, ...]:
    """The table by the rulebook's ranking; with a bracket on record, its players first, by how far they came."""
    if not facts.contests:
        return ()
    table = _table(facts, rulebook)
    return table if rulebook.cut is None else cut.standings(facts, rulebook, table, rounds(facts, rulebook))


def is_over(facts: EventFacts, rulebook: Rulebook) -> bool:
    """Whether every round is played, or nobody is left to play, and no place that matters is open; with a cut, whether
    its bracket is over."""
    if not facts.contests or not all(is_decided(contest) for contest in facts.contests):
        return False
    field = _field(facts, rulebook)
    if _next_round(field) is not None or needs_draw(facts, rulebook) or _after_rounds(field):
        return False
    return rulebook.cut is None or cut.is_over(facts, rulebook, _seeds(field), field.rounds)


def reopened_by(facts: EventFacts, rulebook: Rulebook, contest: Contest, correction: Result) -> tuple[Contest, ...]:
    """Nothing in the rounds, for what was paired stands; play-offs that become needless, and what of a bracket hangs on
    the result."""
    corrected = replace(contest, result=correction)
    later = replace(facts, contests=tuple(corrected if one == contest else one for one in facts.contests))
    gone = needless(_final_rows(_field(later, rulebook)), later, _strict(rulebook))
    if rulebook.cut is None:
        return gone
    seeds = _seeds(_field(later, rulebook))
    return (*gone, *cut.reopened_by(facts, rulebook, contest, correction, seeds, rounds(facts, rulebook)))


def _strict(rulebook: Rulebook) -> Rulebook:
    """The rulebook with the places that go on among the decisive ones, where ties are separated at all."""
    if rulebook.cut is None:
        return rulebook
    ranking = rulebook.ranking or RankingRules()
    return replace(
        rulebook, ranking=replace(ranking, decisive_places=max(ranking.decisive_places, rulebook.cut.players))
    )


def _table(facts: EventFacts, rulebook: Rulebook) -> tuple[StandingRow, ...]:
    """The table of the rounds, whatever a bracket says."""
    strict = _strict(rulebook)
    return rank(table_facts(facts, strict), strict)


def _final_rows(field: Field) -> tuple[StandingRow, ...]:
    """The table once no round follows, otherwise none: only then it is known who is level."""
    over = _are_decided(field.facts, field.rulebook) and _next_round(field) is None
    return _table(field.facts, field.rulebook) if over else ()


def _lot_is_due(facts: EventFacts, rulebook: Rulebook) -> bool:
    if (rulebook.ranking or RankingRules()).level is not Level.LOT or not _are_decided(facts, rulebook):
        return False
    return lot_is_due(_final_rows(_field(facts, rulebook)), facts, _strict(rulebook))


def _after_rounds(field: Field) -> tuple[NewContest, ...]:
    """The next play-offs of the finished table; once it stands, the bracket of a cut."""
    facts, rulebook = field.facts, field.rulebook
    next_ones = due(_final_rows(field), facts, _strict(rulebook))
    if next_ones or rulebook.cut is None or _lot_is_due(facts, rulebook):
        return next_ones
    if not all(is_decided(one) for one in on_record(facts, 0)):
        return ()
    return cut.advance(facts, rulebook, _seeds(field), field.rounds)


def _is_of_rounds(contest: Contest, number: int) -> bool:
    return contest.stage is Stage.MAIN and contest.round <= number


def _of_rounds(facts: EventFacts, rulebook: Rulebook) -> tuple[Contest, ...]:
    number = rounds(facts, rulebook)
    return tuple(contest for contest in facts.contests if _is_of_rounds(contest, number))


def _are_decided(facts: EventFacts, rulebook: Rulebook) -> bool:
    """Whether no contest of the rounds is open. Cheap, since it is asked at every result."""
    return all(is_decided(one) for one in _of_rounds(facts, rulebook))


def _field(facts: EventFacts, rulebook: Rulebook) -> Field:
    contests = _of_rounds(facts, rulebook)
    first = [contest for contest in contests if contest.round == 1]
    return Field(
        facts,
        rulebook,
        contests,
        crosstable(facts, rulebook, contests),
        pairing.by_pairing_number(facts, first),
        rounds(facts, rulebook),
        pairing.lost_by_all(contests),
    )


def _next_round(field: Field) -> int | None:
    """The next round that somebody can play in; None when the rounds are over."""
    for number in range(field.last + 1, field.rounds + 1):
        alive = [one for one in field.numbered if not one.withdrawn and not _is_out(field, one)]
        if len(alive) < FEWEST:
            return None
        if _present(field, number):
            return number
    return None


def _is_out(field: Field, starter: Starter) -> bool:
    limit = field.rules.out_after
    return limit is not None and pairing.losses(field.lines[starter.entrant_id], field.lost_by_all) >= limit


def _present(field: Field, number: int) -> tuple[Starter, ...]:
    """Who is paired in a round. With elimination they are even: when those who stay are odd in number, the best placed
    of those who leave plays one round more (GO-26.4)."""
    there = [starter for starter in field.numbered if pairing.is_there(starter, number)]
    if field.rules.out_after is None:
        return tuple(there)
    out = {starter.entrant_id for starter in there if _is_out(field, starter)}
    if (len(there) - len(out)) % 2:
        out -= {_best_placed(out, field, number)}
    return tuple(starter for starter in there if starter.entrant_id not in out)


def _best_placed(leaving: Collection[EntrantId], field: Field, number: int) -> EntrantId | None:
    """Of those who have played the round before, the best of the table; first whoever has not had a round more yet."""
    just = {side for contest in field.contests if contest.round == number - 1 for side in contest.sides}
    placed = [row.entrant_id for row in _table(field.facts, field.rulebook)]
    able = [entrant for entrant in placed if entrant in leaving and entrant in just]
    return min(able, key=lambda entrant: _has_stayed(field, entrant), default=None)


def _has_stayed(field: Field, entrant: EntrantId) -> bool:
    """Whether the entrant had as many losses as put one out before the last round, and played it all the same."""
    line, limit = field.lines[entrant], field.rules.out_after
    before = replace(line, encounters=line.encounters[:-1])
    return limit is not None and pairing.losses(before, field.lost_by_all) >= limit


def _pair(field: Field, number: int, stream: Stream | None) -> RoundPairing:
    if number > 1:
        return pairing_engine.pair(_task(field, number, field.numbered, first_has_first=_first_had_first(field)))
    if stream is None and needs_draw(field.facts, field.rulebook):
        raise ValueError("the first round needs a stream of randomness")
    drawn = _drawn_order(field, stream)
    first_has_first = stream is None or not field.colours or stream.below(2) == 0
    return pairing_engine.pair(_task(field, number, drawn, first_has_first=first_has_first))


def _task(field: Field, number: int, order: Sequence[Starter], *, first_has_first: bool) -> PairingTask:
    present = {starter.entrant_id for starter in _present(field, number)}
    starters = [starter for starter in order if starter.entrant_id in present]
    is_last = number == field.rounds
    most = pairing.most_points(field.rulebook, number - 1)
    topscore = most / 2 if is_last else most + 1
    return PairingTask(
        pairing.players(starters, field.lines, field.contests, field.rulebook, topscore=topscore),
        rounds_left=field.rounds - number + 1 if field.rules.out_after is None else 1,
        colours=field.colours,
        first_has_first=first_has_first,
        keep_clubs_apart=field.rules.keep_clubs_apart,
        forbidden=field.facts.forbidden,
    )


def _drawn_order(field: Field, stream: Stream | None) -> list[Starter]:
    """The pairing numbers of round 1: by lot throughout, or by strength with the lot among equals, and by hand before.

    Who entered later was not there when the lots were drawn, and takes none when they are drawn again.
    """
    if stream is None:
        return list(field.numbered)
    there = (starter for starter in field.facts.starters if starter.enters_in <= 1)
    lots = stream.shuffle(sorted(there, key=lambda starter: starter.entrant_id))
    return sorted(lots, key=_by_hand if field.rules.drawn_first_round else pairing.seeding)


def _by_hand(starter: Starter) -> tuple[bool, int]:
    return starter.by_hand


def _first_had_first(field: Field) -> bool:
    """The lot of round 1, as its first board shows it."""
    numbers = {starter.entrant_id: at for at, starter in enumerate(field.numbered)}
    first = [
        contest
        for contest in field.contests
        if contest.round == 1 and contest.position == 0 and len(contest.sides) == FEWEST
    ]
    return not first or numbers[first[0].sides[0]] < numbers[first[0].sides[1]]


def _contest(field: Field, number: int, position: int, board: pairing.PairedBoard) -> NewContest:
    games = field.rulebook.games
    best_of = field.rulebook.knockout.best_of if games is None else games.best_of
    reason = PAIRING if board.reason.bye is not None else None
    return NewContest(Stage.MAIN, number, position, board.sides, best_of, reason)


def _seeds(field: Field) -> tuple[EntrantId, ...]:
    """The table from the top without those who left: the first so many of it go on."""
    gone = {starter.entrant_id for starter in field.facts.starters if starter.withdrawn}
    table = _table(field.facts, field.rulebook)
    return tuple(row.entrant_id for row in table if row.entrant_id not in gone)
