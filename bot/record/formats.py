"""What a record needs to know of each format; readers, checkers and writers ask here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final, assert_never

from bot.kernel.ids import EntrantId
from bot.play import pairing
from bot.play.contests import Contest, NewContest, Result, Stage
from bot.play.crosstable import is_round_robin
from bot.play.draw import Stream
from bot.play.format_rules import FormatTraits, GroupRules, RoundRobinRules, Seeding, TitleMatchRules
from bot.play.formats import swiss
from bot.play.formats.arena import tallies
from bot.play.formats.groups import dealt
from bot.play.formats.knockout import first_round, last_round
from bot.play.formats.ladder import ONLY_ROUND, order, reach_at
from bot.play.formats.protocol import EventFacts
from bot.play.formats.tables import players
from bot.play.pairing import PairedBoard
from bot.play.points import REST
from bot.play.records import Record, RecordedContest
from bot.play.rulebook import FormatName, Rulebook
from bot.record import protocol
from bot.record.model import MOST_ROUNDS
from bot.record.placing import (
    ContestDraft,
    Settled,
    at_berger,
    bracket_of,
    follow,
    group,
    in_rounds,
    rounds_of_groups,
    seat,
    with_cut,
    with_play_offs,
    with_positions,
)
from bot.record.protocol import (
    BRACKET,
    POOLS,
    FideReport,
    MeetingReason,
    Meetings,
    Names,
    Paired,
    Plan,
    Pools,
    RecordedFormat,
    Sides,
    after_table,
    berger_reason,
    of_board,
    of_bracket,
)

# --- swiss ----------------------------------------------------------------------------------------------------------
# A Swiss in a record: its rounds, the play-offs of those whom the table leaves level, the knock-out behind a cut.


def _always_paired(_facts: EventFacts, _rulebook: Rulebook) -> bool:
    return True


def _prepare(drafts: Sequence[ContestDraft], rulebook: Rulebook, names: Names) -> Sequence[ContestDraft]:
    return with_cut(drafts, rulebook, names) if rulebook.cut is not None and len(names) > 1 else drafts


def _decide_swiss(
    _drafts: Sequence[ContestDraft],
    at_table: tuple[ContestDraft, ...],
    facts: EventFacts,
    rulebook: Rulebook,
    settled: Settled,
) -> tuple[ContestDraft, ...]:
    """The play-offs at their places."""
    return with_play_offs(at_table, facts, rulebook, settled)


def _plan_swiss(record: Record) -> Plan:
    """The rounds of the table, and a knock-out where there is a cut."""
    bracket = protocol.stages_of_knockout(record) if record.rulebook.cut is not None else frozenset[Stage]()
    stages = {Stage.MAIN, Stage.PLAY_OFF}
    return Plan(stages=stages, last=swiss.rounds(record.facts, record.rulebook), groups=(), bracket=bracket)


def _explain_swiss(record: Record, contests: Sequence[NewContest], stream: Stream | None) -> tuple[Paired, ...]:
    """The reasons of the pairing, and beyond the table those of play-offs and of a knock-out."""
    boards = _boards_of(record, contests, stream)
    return tuple(
        of_board(new, boards[new.position]) if _is_on_board(new, boards) else after_table(record, new)
        for new in contests
    )


def _boards_of(record: Record, contests: Sequence[NewContest], stream: Stream | None) -> Mapping[int, PairedBoard]:
    """The boards of the round by position, with the reasons of the pairing."""
    rulebook, facts = record.rulebook, record.facts
    rounds = [
        contest
        for contest in contests
        if contest.stage is Stage.MAIN and contest.round <= swiss.rounds(facts, rulebook)
    ]
    if not rounds:
        return {}
    return dict(enumerate(swiss.pairing_of(facts, rulebook, rounds[0].round, stream).boards))


def _is_on_board(new: NewContest, boards: Mapping[int, PairedBoard]) -> bool:
    """Whether the contest is the one that was paired there."""
    return new.position in boards and boards[new.position].sides == new.sides


SWISS: Final = RecordedFormat(
    most_entrants=protocol.MOST_ENTRANTS,
    sides=protocol.PAIR_OR_BYE,
    report=FideReport(kind="Individual: Swiss-System", has_last_round=True),
    best_of=protocol.best_of,
    is_paired=_always_paired,
    last_round_off=swiss.rounds,
    prepared=_prepare,
    placed=protocol.round_by_round,
    decided=_decide_swiss,
    plan=_plan_swiss,
    pools=protocol.no_pools,
    meetings=protocol.any_meetings,
    has_place=protocol.any_place,
    explained=_explain_swiss,
)


# --- round robin ----------------------------------------------------------------------------------------------------
# A round robin in a record: by its Berger table, or in any order by hand; of too large a field it is a Swiss.


def _is_paired(facts: EventFacts, rulebook: Rulebook) -> bool:
    return not is_round_robin(facts, rulebook)


def _last_round_off_round_robin(facts: EventFacts, rulebook: Rulebook) -> int | None:
    return swiss.rounds(facts, rulebook) if _is_paired(facts, rulebook) else None


def _place_round_robin(drafts: Sequence[ContestDraft], _rulebook: Rulebook, names: Names) -> tuple[ContestDraft, ...]:
    known = in_rounds(drafts, bye=REST)
    return with_positions(at_berger(known, names) if len(names) > 1 else known)


def _plan_round_robin(record: Record) -> Plan:
    """By hand rounds are numbered as their author likes, as many as there are games."""
    if not is_round_robin(record.facts, record.rulebook):
        return _plan_swiss(record)
    return Plan(stages={Stage.MAIN, Stage.PLAY_OFF}, last=None, groups=(), bracket=())


def _pools_round_robin(record: Record) -> Pools:
    is_pool = is_round_robin(record.facts, record.rulebook)
    return {(Stage.MAIN, 0): len(record.facts.starters)} if is_pool else {}


def _meetings_round_robin(record: Record) -> Meetings | None:
    if not is_round_robin(record.facts, record.rulebook):
        return None
    return Meetings(times=(record.rulebook.round_robin or RoundRobinRules()).times, stages=POOLS)


def _explain_round_robin(record: Record, contests: Sequence[NewContest], stream: Stream | None) -> tuple[Paired, ...]:
    is_pool = is_round_robin(record.facts, record.rulebook)
    boards = {} if is_pool else _boards_of(record, contests, stream)
    table = _table(len(record.facts.starters), max((contest.round for contest in contests), default=0))

    def reason(new: NewContest) -> Paired:
        if _is_on_board(new, boards):
            return of_board(new, boards[new.position])
        return _of_table(new, table) if new.stage is Stage.MAIN else after_table(record, new)

    return tuple(map(reason, contests))


def _table(size: int, last: int) -> Mapping[tuple[int, int], tuple[int, ...]]:
    """The numbers of the Berger table by round and position, as far as the contests need it."""
    if not last:
        return {}
    cycles = (last - 1) // len(pairing.rounds(size)) + 1
    numbered = enumerate(pairing.rounds(size, cycles), start=1)
    return {(number, position): tuple(game) for number, games in numbered for position, game in enumerate(games)}


def _of_table(new: NewContest, table: Mapping[tuple[int, int], tuple[int, ...]]) -> Paired:
    numbers = " - ".join(map(str, table[new.round, new.position]))
    return Paired(new, berger_reason(new), {"numbers": numbers, "round": str(new.round)})


ROUND_ROBIN: Final = RecordedFormat(
    most_entrants=1_000,
    sides=protocol.PAIR_OR_BYE,
    report=FideReport(kind="Individual: Round-Robin", has_last_round=False),
    best_of=protocol.best_of,
    is_paired=_is_paired,
    last_round_off=_last_round_off_round_robin,
    prepared=protocol.as_told,
    placed=_place_round_robin,
    decided=_decide_swiss,
    plan=_plan_round_robin,
    pools=_pools_round_robin,
    meetings=_meetings_round_robin,
    has_place=protocol.any_place,
    explained=_explain_round_robin,
)


# --- knockout -------------------------------------------------------------------------------------------------------
# A knock-out in a record: its bracket follows from who met whom, whatever the file leaves out.


def _best_of_knockout(stage: Stage, rulebook: Rulebook) -> int:
    own = protocol.own_length(stage, rulebook)
    return rulebook.knockout.best_of if own is None else own


def _place_knockout(drafts: Sequence[ContestDraft], rulebook: Rulebook, names: Names) -> tuple[ContestDraft, ...]:
    if rulebook.knockout.lives == 1 and len(names) > 1:
        return bracket_of(drafts, len(names))
    return protocol.round_by_round(drafts, rulebook, names)


def _decide_knockout(
    drafts: Sequence[ContestDraft],
    at_table: tuple[ContestDraft, ...],
    facts: EventFacts,
    rulebook: Rulebook,
    settled: Settled,
) -> tuple[ContestDraft, ...]:
    return follow(drafts, facts, rulebook, settled) if rulebook.knockout.lives > 1 else at_table


def _plan_knockout(record: Record) -> Plan:
    return Plan(stages=protocol.stages_of_knockout(record), last=None, groups=(), bracket=())


def _has_place_knockout(contest: Contest, record: Record) -> bool:
    """The bracket of one life is known to the last place before anybody has played."""
    field = record.facts.drawn_for
    if record.rulebook.knockout.lives > 1 or contest.stage not in BRACKET or not field:
        return True
    last = last_round(field)
    return first_round(field) <= contest.round <= last and contest.position < 1 << (last - contest.round)


def _explain_knockout(record: Record, contests: Sequence[NewContest], _stream: Stream | None) -> tuple[Paired, ...]:
    by_hand = any(starter.seed is not None for starter in record.facts.starters)
    is_seeded = by_hand or record.rulebook.knockout.seeding is Seeding.SEEDED
    opening = first_round(record.facts.drawn_for)
    first, by_seed = (
        (MeetingReason.SEEDED, MeetingReason.SEEDED) if is_seeded else (MeetingReason.LOT, MeetingReason.SEEDS)
    )
    return tuple(of_bracket(new, follows=new.round > opening, first=first, by_seed=by_seed) for new in contests)


KNOCKOUT: Final = RecordedFormat(
    most_entrants=16_384,
    sides=protocol.PAIR_OR_BYE,
    report=None,
    best_of=_best_of_knockout,
    is_paired=protocol.never_paired,
    last_round_off=protocol.no_rounds_off,
    prepared=protocol.as_told,
    placed=_place_knockout,
    decided=_decide_knockout,
    plan=_plan_knockout,
    pools=protocol.no_pools,
    meetings=protocol.any_meetings,
    has_place=_has_place_knockout,
    explained=_explain_knockout,
)


# --- groups ---------------------------------------------------------------------------------------------------------
# Groups and the knock-out behind them in a record; who was in which group follows from who has met.


def _place_groups(drafts: Sequence[ContestDraft], _rulebook: Rulebook, _names: Names) -> tuple[ContestDraft, ...]:
    return with_positions(in_rounds(drafts, in_group=Stage.GROUP, bye=REST))


def _plan_groups(record: Record) -> Plan:
    """Before the knock-out a contest of no group is told by itself, with what to write there."""
    return Plan(
        stages={Stage.GROUP, Stage.PLAY_OFF, Stage.MAIN},
        last=rounds_of_groups(record.rulebook, len(record.facts.starters)),
        groups=_groups(record),
        bracket=protocol.stages_of_knockout(record),
    )


def _groups(record: Record) -> frozenset[int]:
    """The groups that the field is dealt to, and those in which somebody has met somebody."""
    played = {
        contest.group for contest in record.facts.contests if contest.stage is Stage.GROUP and len(contest.sides) > 1
    }
    return frozenset(range(1, len(_dealt(record)) + 1)) | played


def _pools_groups(record: Record) -> Pools:
    if len(record.facts.starters) < 2:
        return {}
    return {(Stage.GROUP, group): len(members) for group, members in enumerate(_dealt(record), start=1)}


def _dealt(record: Record) -> Sequence[Sequence[EntrantId]]:
    size = (record.rulebook.groups or GroupRules()).size
    return dealt([starter.entrant_id for starter in record.facts.starters], size)


def _meetings_groups(record: Record) -> Meetings:
    return Meetings(times=(record.rulebook.round_robin or RoundRobinRules()).times, stages=POOLS)


def _explain_groups(record: Record, contests: Sequence[NewContest], _stream: Stream | None) -> tuple[Paired, ...]:
    return tuple(_in_group(new) if new.stage is Stage.GROUP else after_table(record, new) for new in contests)


def _in_group(new: NewContest) -> Paired:
    return Paired(new, berger_reason(new), {"group": str(new.group)})


GROUPS: Final = RecordedFormat(
    most_entrants=protocol.MOST_ENTRANTS,
    sides=protocol.PAIR_OR_BYE,
    report=None,
    best_of=protocol.best_of,
    is_paired=protocol.never_paired,
    last_round_off=protocol.no_rounds_off,
    prepared=group,
    placed=_place_groups,
    decided=protocol.as_placed,
    plan=_plan_groups,
    pools=_pools_groups,
    meetings=_meetings_groups,
    has_place=protocol.any_place,
    explained=_explain_groups,
)


# --- arena ----------------------------------------------------------------------------------------------------------
# An arena in a record: one round in which everybody meets whoever waits, as often as there is time.


def _explain_arena(record: Record, contests: Sequence[NewContest], _stream: Stream | None) -> tuple[Paired, ...]:
    return tuple(_pair_by_waiting(record, new) for new in contests)


def _pair_by_waiting(record: Record, new: NewContest) -> Paired:
    scores = tallies(record.facts, record.rulebook, set(new.sides))
    points = " - ".join(str(scores[side].points) for side in new.sides)
    since = {one.entrant_id: one.since for one in record.facts.waiting}
    waited = " - ".join(since[side].isoformat() for side in new.sides if side in since)
    return Paired(new, MeetingReason.WAITED, {"points": points, "since": waited})


ARENA: Final = RecordedFormat(
    most_entrants=protocol.MOST_ENTRANTS,
    sides=protocol.PAIR,
    report=None,
    best_of=protocol.best_of,
    is_paired=protocol.never_paired,
    last_round_off=protocol.no_rounds_off,
    prepared=protocol.as_told,
    placed=protocol.in_one_round,
    decided=protocol.as_placed,
    plan=protocol.main_alone,
    pools=protocol.no_pools,
    meetings=protocol.any_meetings,
    has_place=protocol.of_first_round,
    explained=_explain_arena,
)


# --- tables ---------------------------------------------------------------------------------------------------------
# Tables of three in a record: active and inactive players, extra games for seats of the final, the final (OTE).


def _best_of_tables(stage: Stage, rulebook: Rulebook) -> int:
    """The final is a table like the others, and none of a knock-out."""
    return protocol.best_of(Stage.MAIN if stage is Stage.FINAL else stage, rulebook)


def _last_round_off_tables(_facts: EventFacts, _rulebook: Rulebook) -> int:
    """Only play says how many rounds it takes."""
    return MOST_ROUNDS


def _place_tables(drafts: Sequence[ContestDraft], _rulebook: Rulebook, _names: Names) -> tuple[ContestDraft, ...]:
    return with_positions(in_rounds(drafts, bye=REST))


def _decide_tables(
    drafts: Sequence[ContestDraft],
    at_table: tuple[ContestDraft, ...],
    facts: EventFacts,
    rulebook: Rulebook,
    settled: Settled,
) -> tuple[ContestDraft, ...]:
    """As the file says where it says of any game when in the event it was."""
    is_told = any(draft.told.stage is not None or draft.told.round is not None for draft in drafts)
    return at_table if is_told else seat(drafts, facts, rulebook, settled)


def _plan_tables(_record: Record) -> Plan:
    return Plan(stages={Stage.MAIN, Stage.PLAY_OFF, Stage.FINAL}, last=None, groups=(), bracket=())


def _explain_tables(record: Record, contests: Sequence[NewContest], _stream: Stream | None) -> tuple[Paired, ...]:
    known = players(record.facts, record.rulebook, contests[0].round) if contests else {}
    active = frozenset(side for side, player in known.items() if player.is_active)
    return tuple(Paired(new, _reason(new, active)) for new in contests)


def _reason(new: NewContest, active: frozenset[EntrantId]) -> MeetingReason:
    """By who had not lost when the round of tables was made."""
    if new.stage is Stage.FINAL:
        return MeetingReason.FINAL_TABLE
    if new.stage is Stage.PLAY_OFF:
        return MeetingReason.LEVEL
    if new.bye_reason is not None:
        return MeetingReason.REST
    return MeetingReason.ACTIVE if active.issuperset(new.sides) else MeetingReason.INACTIVE


TABLES: Final = RecordedFormat(
    most_entrants=protocol.MOST_ENTRANTS,
    sides=Sides(fewest=1, most=None),
    report=None,
    best_of=_best_of_tables,
    is_paired=protocol.never_paired,
    last_round_off=_last_round_off_tables,
    prepared=protocol.as_told,
    placed=_place_tables,
    decided=_decide_tables,
    plan=_plan_tables,
    pools=protocol.no_pools,
    meetings=protocol.any_meetings,
    has_place=protocol.any_place,
    explained=_explain_tables,
)


# --- title match ----------------------------------------------------------------------------------------------------
# A match for a title in a record: one contest, told game by game (AIJE-D03).


def _best_of_title_match(_stage: Stage, rulebook: Rulebook) -> int:
    return (rulebook.title_match or TitleMatchRules()).best_of


def _place_title_match(drafts: Sequence[ContestDraft], _rulebook: Rulebook, _names: Names) -> tuple[ContestDraft, ...]:
    return with_positions(in_rounds(drafts, stage=Stage.FINAL))


def _plan_title_match(_record: Record) -> Plan:
    return Plan(stages={Stage.FINAL}, last=None, groups=(), bracket=())


def _meetings_title_match(_record: Record) -> Meetings:
    return Meetings(times=1, stages=BRACKET)


def _explain_title_match(_record: Record, contests: Sequence[NewContest], _stream: Stream | None) -> tuple[Paired, ...]:
    return tuple(Paired(new, MeetingReason.TITLE) for new in contests)


TITLE_MATCH: Final = RecordedFormat(
    most_entrants=protocol.MOST_ENTRANTS,
    sides=protocol.PAIR,
    report=None,
    best_of=_best_of_title_match,
    is_paired=protocol.never_paired,
    last_round_off=protocol.no_rounds_off,
    prepared=protocol.as_told,
    placed=_place_title_match,
    decided=protocol.as_placed,
    plan=_plan_title_match,
    pools=protocol.no_pools,
    meetings=_meetings_title_match,
    has_place=protocol.of_first_round,
    explained=_explain_title_match,
)


# --- ladder ---------------------------------------------------------------------------------------------------------
# A ladder in a record: one round of challenges, each of which was within reach when it was made.


def _has_place_ladder(contest: Contest, record: Record) -> bool:
    """Whether the first side could challenge the second when it did.

    The places are those of the results that stood then. Who has left by the end is not counted between the two: when
    they left, a file by hand does not say, and the others' places among each other do not hang on it.
    """
    if contest.round != ONLY_ROUND or not _is_of_two(contest):
        return False
    known = record.facts.by_entrant
    if any(side not in known for side in contest.sides):
        return False
    passed_over = {starter.entrant_id for starter in record.facts.starters if starter.withdrawn}.difference(
        contest.sides
    )
    places = [one for one in order(_facts_before(contest, record)) if one not in passed_over]
    return reach_at(record.rulebook, places, contest.sides)


def _is_of_two(contest: Contest) -> bool:
    """No other contest is a challenge: it is refused by itself, and moves nobody before that."""
    return len(contest.sides) == len({*contest.sides}) == protocol.PAIR.most


def _facts_before(contest: Contest, record: Record) -> EventFacts:
    """Everybody, and the results as they stood when the challenge was made; without moments, those before it."""
    standing = [one for one in record.contests if one.voided_at is None and _is_of_two(one.contest)]
    starters = tuple(replace(starter, withdrawn=False) for starter in record.facts.starters)
    before = tuple(replace(one.contest, result=_result_before(one, contest)) for one in standing)
    return replace(record.facts, starters=starters, contests=before, annulled=frozenset())


def _result_before(one: RecordedContest, contest: Contest) -> Result | None:
    if contest.created_at is not None:
        return one.at(contest.created_at)
    return one.contest.result if one.contest.position < contest.position else None


def _explain_ladder(_record: Record, _found: Sequence[NewContest], _stream: Stream | None) -> tuple[Paired, ...]:
    return ()


LADDER: Final = RecordedFormat(
    most_entrants=protocol.MOST_ENTRANTS,
    sides=protocol.PAIR,
    report=None,
    best_of=protocol.best_of,
    is_paired=protocol.never_paired,
    last_round_off=protocol.no_rounds_off,
    prepared=protocol.as_told,
    placed=protocol.in_one_round,
    decided=protocol.as_placed,
    plan=protocol.main_alone,
    pools=protocol.no_pools,
    meetings=protocol.any_meetings,
    has_place=_has_place_ladder,
    explained=_explain_ladder,
)


# --- all of them ----------------------------------------------------------------------------------------------------


def format_of(rulebook: Rulebook) -> RecordedFormat:
    """The rulebook's format, as records know it."""
    return recorded_format(rulebook.format)


def recorded_format(name: FormatName) -> RecordedFormat:
    """The format of that name, as records know it."""
    match name:
        case FormatName.KNOCKOUT:
            return KNOCKOUT
        case FormatName.ROUND_ROBIN:
            return ROUND_ROBIN
        case FormatName.SWISS:
            return SWISS
        case FormatName.GROUPS:
            return GROUPS
        case FormatName.ARENA:
            return ARENA
        case FormatName.TABLES:
            return TABLES
        case FormatName.TITLE_MATCH:
            return TITLE_MATCH
        case FormatName.LADDER:
            return LADDER
        case _:
            assert_never(name)


def traits_by_name(name: str) -> FormatTraits:
    """Of the format that a file names.

    Of a name that no format has those of a Swiss, so that what else is wrong with the rulebook is told as well.
    """
    return (FormatName(name) if name in set(FormatName) else FormatName.SWISS).traits
