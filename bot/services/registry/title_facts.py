"""Reading what counts for titles: who won what against whom, and what a tournament was by its players (AIJE-B01)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from bot.domain.contests import Contest, Result
from bot.domain.countries import Scope, scope
from bot.domain.events.tournament import Tournament
from bot.domain.formats import FORMATS, EventFacts
from bot.domain.formats.knockout import loser, winner
from bot.domain.ids import ContestId, EntrantId, GuildId, PersonId, TournamentId
from bot.domain.likeness import look
from bot.domain.registry.arbiter_titles import ArbiterRecord
from bot.domain.registry.earlier import NOTHING_EARLIER, counts_from
from bot.domain.registry.title_rules import TitleNumbers, in_force
from bot.domain.registry.titles import STRONGEST, PlayerRecord, Proof
from bot.domain.scores import rated_games, winning_side
from bot.rulebooks.title_numbers import title_numbers
from bot.services.event_facts import facts, person_of
from bot.storage import (
    contests,
    countries,
    entrants,
    expulsions,
    opening_lists,
    people,
    ratings,
    teams,
    titles,
    tournaments,
)
from bot.storage.context import Query


def numbers(moment: datetime) -> TitleNumbers:
    """The settings that hold at the moment (AIJE-B01-7)."""
    return in_force(title_numbers(), moment)


def scope_of(tx: Query, tournament: Tournament) -> Scope:
    """What the tournament is by the countries of those who really played in it (AIJE-B01-4)."""
    moment = tournament.ended_at or tournament.start_at
    where = countries.at(tx, tournament.guild_id, moment)
    who = person_of(tx, tournament)
    there = {
        who[side]
        for contest in contests.of_tournament(tx, tournament.tournament_id)
        if _was_played(contest)
        for side in contest.sides
    }
    return scope(where.get(person) for person in there)


def player_records(
    tx: Query, guild_id: GuildId, wanted: Iterable[PersonId], now: datetime
) -> dict[PersonId, PlayerRecord]:
    """What counts for the master titles of those people."""
    desk = _Desk(tx, guild_id, now)
    return {person: desk.record(person) for person in wanted}


def arbiter_record(tx: Query, guild_id: GuildId, person_id: PersonId) -> ArbiterRecord:
    """What counts for the person's arbiter titles."""
    held, earlier = titles.arbiter_since(tx, person_id), opening_lists.earlier_of(tx, person_id)
    return ArbiterRecord(
        rating=ratings.of_people(tx, guild_id, [person_id]).get(person_id),
        title=held[0] if held else None,
        since=counts_from(held[1], earlier.as_arbiter) if held else None,
        passed=titles.passed_exams(tx, person_id),
        refereed=tuple(_refereed_proofs(tx, person_id)),
        refereed_before=earlier.refereed,
        excluded=expulsions.is_excluded(tx, person_id),
    )


def _refereed_proofs(tx: Query, person_id: PersonId) -> Iterable[Proof]:
    for tournament_id in titles.refereed_events(tx, person_id):
        tournament = tournaments.load(tx, tournament_id)
        if tournament is None or tournament.ended_at is None:
            continue
        if scope_of(tx, tournament) is Scope.INTERNATIONAL:
            yield Proof(tournament.ended_at, tournament_id)


@dataclass(frozen=True, slots=True)
class _Won:
    """A match won on the overall score (AIJE-B01-5), one in which games were played."""

    against: PersonId
    at: datetime
    tournament: Tournament

    @property
    def proof(self) -> Proof:
        return Proof(self.at, self.tournament.tournament_id, self.against)


class _Desk:
    """What all records of a server share is read once, and each event only when somebody's record needs it."""

    def __init__(self, tx: Query, guild_id: GuildId, now: datetime) -> None:
        self._tx = tx
        self._rated = ratings.ratings(tx, guild_id)
        self._country = countries.at(tx, guild_id, now)
        self._players = Counter(self._country[one] for one in self._rated if one in self._country)
        self._arbiters = people.arbiters(tx, guild_id)
        self._masters = [one for one in titles.all_of(tx, guild_id) if one.title in STRONGEST]
        self._champions = titles.world_titles(tx, guild_id)
        self._earlier = opening_lists.earlier_in(tx, guild_id)
        self._events: dict[TournamentId, _Event | None] = {}

    def record(self, person_id: PersonId) -> PlayerRecord:
        country = self._country.get(person_id)
        played = self._events_played(person_id)
        won = [match for event in played for match in event.won_by(person_id)]
        return PlayerRecord(
            rating=self._rated.get(person_id),
            country=country,
            compatriots=0 if country is None else self._players[country],
            victories=self._victories(person_id, played),
            world_titles=self._world_titles(person_id),
            champions_beaten=tuple(match.proof for match in won if self._was_champion(match)),
            masters_beaten=_one_each(match.proof for match in won if self._was_master(match)),
            arbiter=self._arbiters.get(person_id),
        )

    def _victories(self, person_id: PersonId, played: Iterable[_Event]) -> tuple[Proof, ...]:
        """Those that an opening list tells of come first; one that came in with its record as well is one."""
        earlier = self._earlier.get(person_id, NOTHING_EARLIER).victories
        before, told = (Proof(one.won_at, event=one.event) for one in earlier), {look(one.event) for one in earlier}
        won = (event for event in played if event.is_victory_of(person_id))
        return (*before, *(event.victory for event in won if look(event.tournament.name) not in told))

    def _world_titles(self, person_id: PersonId) -> tuple[Proof, ...]:
        return tuple(Proof(one.won_at) for one in self._champions if one.person_id == person_id)

    def _events_played(self, person_id: PersonId) -> list[_Event]:
        entries = entrants.entries_of(self._tx, person_id)
        teams_of = (entrants.load(self._tx, one) for one in teams.teams_of(self._tx, person_id))
        where = {one.tournament_id for one in (*entries, *teams_of) if one is not None}
        found = (self._event(one) for one in sorted(where))
        return sorted((event for event in found if event is not None), key=lambda event: event.tournament.start_at)

    def _event(self, tournament_id: TournamentId) -> _Event | None:
        if tournament_id not in self._events:
            tournament = tournaments.load(self._tx, tournament_id)
            known = tournament is not None and self._counts(tournament)
            self._events[tournament_id] = _Event.read(self._tx, tournament) if tournament and known else None
        return self._events[tournament_id]

    def _counts(self, tournament: Tournament) -> bool:
        """Whether what was played in it counts: of an event that was called off where it was rated (AIJE-D01-6)."""
        if tournament.cancelled_at is not None:
            return ratings.of_tournament(self._tx, tournament.tournament_id) is not None
        return tournament.drawn_at is not None

    def _was_champion(self, match: _Won) -> bool:
        """Reigning or former, when the match was played, and in an official tournament."""
        crowned = any(one.person_id == match.against and one.won_at <= match.at for one in self._champions)
        return match.tournament.rulebook.official and crowned

    def _was_master(self, match: _Won) -> bool:
        return any(
            held.person_id == match.against and held.since <= match.at and (held.until is None or match.at < held.until)
            for held in self._masters
        )


@dataclass(frozen=True, slots=True)
class _Event:
    """A tournament with its matches and, once it has ended, who came first."""

    tournament: Tournament
    contests: tuple[Contest, ...]
    who: Mapping[EntrantId, PersonId]
    first: frozenset[PersonId]
    annulled: Collection[tuple[ContestId, EntrantId]]
    """Matches whose result is lost for a side: fraud wins nothing (GO-23.1)."""

    @classmethod
    def read(cls, tx: Query, tournament: Tournament) -> _Event:
        known, who = facts(tx, tournament), person_of(tx, tournament)
        played = FORMATS[tournament.rulebook.format]
        rows = () if tournament.ended_at is None else played.standings(known, tournament.rulebook)
        first = frozenset(one for row in rows if row.rank_to == 1 for one in _behind(known, who, row.entrant_id))
        return cls(tournament, known.contests, who, first, known.annulled)

    @property
    def victory(self) -> Proof:
        return Proof(self.tournament.ended_at or self.tournament.start_at, self.tournament.tournament_id)

    def is_victory_of(self, person_id: PersonId) -> bool:
        return self.tournament.rulebook.official and person_id in self.first

    def won_by(self, person_id: PersonId) -> Iterable[_Won]:
        for contest in self.contests:
            if contest.result is None:
                continue
            if contest.result.boards:
                yield from self._won_on_boards(contest, contest.result, person_id)
            elif (beaten := self._beaten(contest, person_id)) is not None:
                yield _Won(self.who[beaten], contest.called_at or contest.result.settled_at, self.tournament)

    def _beaten(self, contest: Contest, person_id: PersonId) -> EntrantId | None:
        """Whom the person has beaten in the match, unless the win was annulled."""
        won, lost = (winner(contest), loser(contest)) if _was_won(contest) else (None, None)
        if won is None or self.who[won] != person_id or (contest.contest_id, won) in self.annulled:
            return None
        return lost

    def _won_on_boards(self, contest: Contest, result: Result, person_id: PersonId) -> Iterable[_Won]:
        """Boards on which the person alone beat one other; who wins a match of teams has beaten no one person."""
        for board in result.boards:
            for side, seat in enumerate(board.players):
                other = board.players[1 - side]
                ahead = board.score[side] > board.score[1 - side] and sum(rated_games(board)) > 0
                stands = (contest.contest_id, contest.sides[side]) not in self.annulled
                if ahead and stands and seat == (person_id,) and len(other) == 1:
                    yield _Won(other[0], contest.called_at or result.settled_at, self.tournament)


def _behind(known: EventFacts, who: Mapping[EntrantId, PersonId], entrant_id: EntrantId) -> tuple[PersonId, ...]:
    """Who has won with the entrant: of a team every member (AIJE-D05-4)."""
    return known.starter(entrant_id).members or (who[entrant_id],)


def _was_played(contest: Contest) -> bool:
    return contest.result is not None and sum(rated_games(contest.result)) > 0


def _was_won(contest: Contest) -> bool:
    """Whether somebody came out ahead; a drawn match nobody has won."""
    return _was_played(contest) and contest.result is not None and winning_side(contest.result.score) is not None


def _one_each(proofs: Iterable[Proof]) -> tuple[Proof, ...]:
    """The first match against each different person."""
    found: dict[PersonId | None, Proof] = {}
    for proof in proofs:
        found.setdefault(proof.person_id, proof)
    return tuple(found.values())
