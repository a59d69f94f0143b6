"""A small random player: any format's event from its draw to its end, and the record that it leaves."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from random import Random

from bot.kernel.ids import ContestId, EntrantId, PersonId, TournamentId
from bot.play import draw
from bot.play.contests import Contest, NewContest, Result, ResultKind, Stage, possible_results
from bot.play.course import in_bracket, length_of
from bot.play.draw import DrawRecord, listed_entrants
from bot.play.formats import FORMATS, tables
from bot.play.formats.knockout import is_decided
from bot.play.formats.protocol import EventFacts, Starter, WaitingInLobby
from bot.play.records import LOT, FormerHolder, Record, RecordedContest, RecordedDraw
from bot.play.rulebook import FormatName, Rulebook
from bot.record.objects import lot_of
from bot.record.rulebooks import read_rulebook
from tests.record.team_playing import board_by_board, with_members

NOON = datetime(2026, 5, 2, 12, tzinfo=UTC)
EVENT = TournamentId("cup")
FEWEST_AT_A_TABLE = 2

RULEBOOKS: dict[str, dict[str, object]] = {
    "knockout": {"format": "knockout", "knockout": {"best_of": 3, "third_place_match": True}},
    "two_lives": {"format": "knockout", "knockout": {"lives": 2}},
    "three_lives": {"format": "knockout", "knockout": {"lives": 3, "best_of": 3}},
    "placement": {"format": "knockout", "knockout": {"placement_matches": True, "seeding": "seeded"}},
    "round_robin": {
        "format": "round_robin",
        "games": {"best_of": 1, "draws": True, "colours": True},
        "ranking": {"order": ["points", "direct_encounter", "sonneborn_berger", "wins"]},
    },
    "round_robin_twice": {
        "format": "round_robin",
        "round_robin": {"times": 2, "drawn_order": True},
        "ranking": {"order": ["points"], "level": "lot", "decisive_places": 2},
    },
    "swiss": {
        "format": "swiss",
        "games": {"best_of": 1, "draws": True, "colours": True},
        "swiss": {"rounds": 4},
        "ranking": {"order": ["points", "buchholz_cut_1", "buchholz", "sonneborn_berger", "performance_fide"]},
        "rating": {"rated": True, "k": 16},
    },
    "swiss_cut": {
        "format": "swiss",
        "swiss": {"rounds": 3, "drawn_first_round": True},
        "ranking": {"order": ["points", "opponents_scores"], "level": "lot"},
        "cut": {"players": 4},
    },
    "groups": {
        "format": "groups",
        "groups": {"size": 3, "advance": 1},
        "ranking": {"order": ["points", "wins"], "level": "lot", "decisive_places": 1},
    },
    "title_match": {"format": "title_match", "title_match": {"best_of": 5}},
    "arena": {"format": "arena", "scoring": {"win": 2, "draw": 1, "loss": 0, "bye": 0}},
    "tables": {"format": "tables"},
    "rounds_off": {
        "format": "swiss",
        "games": {"best_of": 1, "draws": True},
        "swiss": {"rounds": 4},
        "scoring": {"win": 1, "draw": 0.5, "loss": 0, "bye": 1, "absence": 0.5},
    },
    "replaced": {"format": "round_robin", "round_robin": {"times": 2}, "rating": {"rated": True, "k": 16}},
    "replaced_in_a_cup": {"format": "knockout", "knockout": {"best_of": 3}, "rating": {"rated": True, "k": 16}},
    "play_offs": {
        "format": "swiss",
        "swiss": {"rounds": 2},
        "ranking": {"order": ["points"], "level": "play_off", "decisive_places": 2},
    },
    "four_games": {
        "format": "round_robin",
        "games": {"best_of": 4, "play_all": True, "draws": True},
        "scoring": {"win": 1, "draw": 0.5, "loss": 0, "bye": 1, "by_games": True},
        "ranking": {"order": ["points", "direct_encounter"]},
    },
    "teams": {
        "format": "round_robin",
        "games": {"draws": True},
        "teams": {"size": 3, "board_games": 4, "board_draw": 0},
        "scoring": {"win": 3, "draw": 1, "loss": 0, "bye": 3},
        "ranking": {"order": ["points", "board_points", "wins"]},
    },
    "teams_sum": {
        "format": "swiss",
        "games": {"draws": True},
        "teams": {"size": 2, "encounter": "sum", "board_games": 2},
        "scoring": {"win": 1, "draw": 0.5, "loss": 0, "bye": 1, "by_games": True},
        "swiss": {"rounds": 3},
    },
    "teams_cup": {
        "format": "knockout",
        "games": {"draws": True},
        "teams": {"size": 2, "level_match": ["boards_in_order", "lot"]},
    },
    "teams_one_more": {
        "format": "knockout",
        "games": {"draws": True},
        "knockout": {"lives": 2},
        "teams": {"size": 3, "level_match": ["games_won", "extra_game"]},
    },
}
"""One of each format, and of what makes a difference to a record."""
REPLACED = {"replaced", "replaced_in_a_cup"}
"""Those in which players give their places to others on the way."""


def rulebook(name: str) -> Rulebook:
    found, faults = read_rulebook(RULEBOOKS[name])
    assert found is not None, faults
    return found


@dataclass
class Event:
    """An event being played; every transaction has a moment of its own, as in the bot."""

    rulebook: Rulebook
    chance: Random
    starters: tuple[Starter, ...]
    at: datetime = NOON
    contests: list[RecordedContest] = field(default_factory=list)
    draws: list[RecordedDraw] = field(default_factory=list)
    withdrawn_at: dict[EntrantId, datetime] = field(default_factory=dict)
    waiting: tuple[WaitingInLobby, ...] = ()
    event_id: TournamentId = EVENT
    former: list[FormerHolder] = field(default_factory=list)

    @property
    def facts(self) -> EventFacts:
        starters = tuple(replace(one, withdrawn=one.entrant_id in self.withdrawn_at) for one in self.starters)
        standing = tuple(one.contest for one in self.contests if one.voided_at is None)
        return EventFacts(starters, standing, lot=lot_of(self.draws), waiting=self.waiting, began_at=NOON, now=self.at)

    def draw(self, purpose: str, between: Collection[EntrantId] = ()) -> DrawRecord:
        listed = [(one.entrant_id, one.rating) for one in self.starters if not between or one.entrant_id in between]
        record = draw.conduct(b"s" * 32, self.event_id, len(self.draws) + 1, listed)
        self.draws.append(RecordedDraw(record, purpose, self.at))
        return record

    def lot(self, sides: Collection[EntrantId]) -> EntrantId:
        """Who comes first by a lot between the sides of a contest."""
        return self.draw(LOT, sides).stream().shuffle(sorted(sides))[0]

    def carry_on(self) -> None:
        """All that follows by itself, in one transaction."""
        played = FORMATS[self.rulebook.format]
        while True:
            stream = None
            if not self.draws:
                stream = self.draw("field").stream()
                order = {one.entrant_id: at for at, one in enumerate(listed_entrants(self.draws[0].record.entrants))}
                self.starters = tuple(sorted(self.starters, key=lambda one: order[one.entrant_id]))
            elif played.needs_draw(self.facts, self.rulebook):
                if self.contests and self.rulebook.traits.counts_rounds:
                    self.draw("lot")
                    continue
                stream = self.draw("round").stream()
            found = played.advance(self.facts, self.rulebook, stream)
            for new in found:
                self.contests.append(RecordedContest(self.on_record(new), "", len(self.draws)))
            if not found:
                return

    def on_record(self, new: NewContest) -> Contest:
        length = length_of(new, self.rulebook)
        name = ContestId(f"c{len(self.contests)}")
        contest = Contest(
            name, new.stage, new.round, new.position, new.sides, new.best_of, new.bye_reason, None, None, None
        )
        return replace(contest, group=new.group, created_at=self.at, play_all=length.play_all, drawable=length.drawable)

    def settle(self, contest_id: ContestId, result: Result) -> None:
        self.contests = [
            replace(one, contest=replace(one.contest, result=result)) if one.contest.contest_id == contest_id else one
            for one in self.contests
        ]

    def correct(self, contest_id: ContestId, result: Result) -> None:
        """A later ruling: the earlier result stays on record, and what hangs on it is made anew."""
        before = next(one for one in self.contests if one.contest.contest_id == contest_id)
        assert before.contest.result is not None
        gone = FORMATS[self.rulebook.format].reopened_by(self.facts, self.rulebook, before.contest, result)
        self.settle(contest_id, result)
        void = {one.contest_id for one in gone}
        self.contests = [
            replace(
                one,
                earlier=(*one.earlier, before.contest.result) if one.contest.contest_id == contest_id else one.earlier,
                voided_at=self.at if one.contest.contest_id in void and one.voided_at is None else one.voided_at,
            )
            for one in self.contests
        ]

    def replace(self, entrant_id: EntrantId) -> None:
        """Somebody else takes the place: what has a score stays with who leaves it, if nobody before them played it."""
        noted = {one for held in self.former if held.entrant_id == entrant_id for one in held.played}
        played = [
            one.contest_id
            for one in self.facts.contests
            if entrant_id in one.sides and one.result is not None and one.contest_id not in noted
        ]
        person = PersonId(f"{entrant_id}-{len(self.former)}")
        self.former.append(FormerHolder(entrant_id, person, tuple(played), self.at))

    def _former_holders(self) -> tuple[FormerHolder, ...]:
        """With the contests that still stand."""
        standing = {one.contest_id for one in self.facts.contests}
        return tuple(replace(held, played=tuple(one for one in held.played if one in standing)) for held in self.former)

    def tick(self) -> None:
        self.at += timedelta(seconds=7)

    def open_contests(self) -> list[Contest]:
        return [one for one in self.facts.contests if not is_decided(one)]

    def is_over(self) -> bool:
        return FORMATS[self.rulebook.format].is_over(self.facts, self.rulebook)

    def record(self) -> Record:
        return Record(
            event_id=self.event_id,
            name="Cup",
            rulebook=self.rulebook,
            facts=replace(self.facts, waiting=(), now=self.facts.now),
            contests=tuple(self.contests),
            names={
                name: f"Player {name}" for one in self.starters for name in (one.entrant_id, *map(str, one.members))
            },
            commitment=draw.commitment(b"s" * 32),
            draws=tuple(self.draws),
            withdrawn_at=dict(self.withdrawn_at),
            rated={PersonId(one.entrant_id): one.rating for one in self.starters if not one.members}
            | {held.person_id: 1500.0 + 10 * number for number, held in enumerate(self.former)},
            ended_at=self.at,
            former=self._former_holders(),
        )


def result(event: Event, contest: Contest) -> Result:
    """Any result that the contest can end with, now and then a walkover, and one that both have lost."""
    chance = event.chance
    if event.rulebook.format is FormatName.TABLES:
        return _of_table(event, contest)
    luck = chance.random()
    if luck < 0.02 and event.rulebook.traits.counts_rounds and not in_bracket(contest, event.rulebook):
        kind = ResultKind.DOUBLE_WALKOVER if luck < 0.01 else ResultKind.BOTH_LOST
        return Result((0, 0), (0, 0), kind, event.at)
    if luck < 0.1:
        score = (contest.target, 0) if chance.random() < 0.5 else (0, contest.target)
        return Result(score, score, ResultKind.WALKOVER, event.at)
    if event.rulebook.teams is not None:
        return board_by_board(contest, event.rulebook, event.lot, chance, event.at)
    told = chance.choice(possible_results(contest.length))
    return Result(told[:2], (0, 0), ResultKind.PLAYED, event.at, draws=sum(told[2:]))


def _of_table(event: Event, contest: Contest) -> Result:
    """Of those who are there; who has left stayed away from it, and whoever is alone has it."""
    chance, sides = event.chance, range(len(contest.sides))
    absent = tuple(side for side in sides if contest.sides[side] in event.withdrawn_at)
    there = [side for side in sides if side not in absent]
    seats = 1
    if contest.stage is Stage.PLAY_OFF:
        seats = tables.extra_game_seats(event.facts, event.rulebook, contest)
    first = {*chance.sample(there, min(seats, len(there)))}
    score = tuple(int(side in first) for side in sides)
    if len(there) < FEWEST_AT_A_TABLE:
        kind = ResultKind.WITHDRAWAL if there else ResultKind.DOUBLE_WALKOVER
        return Result(score, score, kind, event.at, absent=absent)
    influence = tuple(16 if side in first else 0 if side in absent else chance.randrange(-2, 12) for side in sides)
    return Result(score, (0,) * len(sides), ResultKind.PLAYED, event.at, influence=influence, absent=absent)


def played(
    name: str, players: int, seed: int, *, leave: bool = True, correct: bool = True, event_id: TournamentId = EVENT
) -> Event:
    """An event of the named rulebook from beginning to end, with somebody who leaves and a corrected result."""
    chance = Random(sha256(f"{name}{players}{seed}".encode()).digest())
    ratings = [None if chance.random() < 0.2 else float(chance.randrange(1500, 2400)) for _ in range(players)]
    starters = tuple(Starter(EntrantId(f"e{at:02}"), rating) for at, rating in enumerate(ratings))
    rules = rulebook(name)
    if rules.scoring is not None and rules.scoring.absence:
        starters = tuple(replace(one, absent_in=_off(rules, chance)) for one in starters)
    event = Event(rules, chance, with_members(starters, rules), event_id=event_id)
    event.carry_on()
    for _ in range(400):
        if event.rulebook.format is FormatName.ARENA:
            _lobby(event)
        event.tick()
        waiting = event.open_contests()
        if waiting:
            contest = chance.choice(waiting)
            event.settle(contest.contest_id, result(event, contest))
        elif event.is_over():
            break
        if leave and chance.random() < 0.05 and not event.withdrawn_at and players > 4:
            _leave(event)
        if name in REPLACED and chance.random() < 0.2:
            event.tick()
            event.replace(chance.choice([one.entrant_id for one in event.facts.starters if not one.withdrawn]))
            event.tick()
        if correct and chance.random() < 0.08:
            _correct(event)
        event.carry_on()
        if event.rulebook.format is FormatName.ARENA and event.at > NOON + timedelta(minutes=20):
            event.at = NOON + timedelta(hours=2)
    return event


def _off(rules: Rulebook, chance: Random) -> frozenset[int]:
    """Rounds off that were announced before the first round, in which everybody plays."""
    last = 0 if rules.swiss is None else rules.swiss.rounds or 0
    return frozenset(number for number in range(2, last + 1) if chance.random() < 0.1)


def _lobby(event: Event) -> None:
    busy = {side for one in event.open_contests() for side in one.sides}
    free = [one.entrant_id for one in event.starters if one.entrant_id not in busy]
    known = {one.entrant_id: one for one in event.waiting}
    last = {side: one.contest.created_at for one in event.contests for side in one.contest.sides}
    event.waiting = tuple(
        known[one]
        if one in known and (last.get(one) or NOON) < known[one].since
        else WaitingInLobby(one, event.at + timedelta(seconds=1))
        for one in free
    )


def _leave(event: Event) -> None:
    if event.rulebook.format in {FormatName.KNOCKOUT, FormatName.TITLE_MATCH, FormatName.ARENA}:
        return
    gone = event.chance.choice(event.starters).entrant_id
    event.withdrawn_at[gone] = event.at
    for contest in event.open_contests():
        if gone in contest.sides and event.rulebook.format is FormatName.TABLES:
            if len(event.withdrawn_at.keys() & contest.sides) > len(contest.sides) - FEWEST_AT_A_TABLE:
                event.settle(contest.contest_id, _of_table(event, contest))
        elif gone in contest.sides and len(contest.sides) == 2:
            score = tuple(0 if side == gone else contest.target for side in contest.sides)
            event.settle(contest.contest_id, Result(score, score, ResultKind.WITHDRAWAL, event.at))


def _correct(event: Event) -> None:
    decided = [one for one in event.facts.contests if one.result is not None and len(one.sides) == 2]
    if not decided or event.rulebook.format in {FormatName.TABLES, FormatName.ARENA}:
        return
    contest = event.chance.choice(decided)
    event.correct(contest.contest_id, replace(result(event, contest), settled_at=event.at))
