"""Titles given and taken: the bot proposes, an authorised person confirms, and everybody hears of it (AIJE-B01).

Proposals follow from who won what against whom, and from what a tournament was by its players. One that was declined
is repeated only when there is something new (AIJE-B01-3). After an exam passed early, the title is proposed when its
time is over, with no event needed for it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime

from bot.features.course.facts_verbs import facts
from bot.features.entering import bars_store as entering_bars_store
from bot.features.entering import store as entering_store
from bot.features.entering import teams_store as entering_teams_store
from bot.features.playing import arbiters_verbs as playing_arbiters_verbs
from bot.features.playing import reports_store as playing_reports_store
from bot.features.playing import store as playing_store
from bot.features.registry import roles_verbs, store, titles_model
from bot.features.registry.model import TitleChanged, TitleOffered, TitleProposed
from bot.features.registry.roles_verbs import refuse_excluded
from bot.features.registry.titles_model import (
    EXAMINED,
    NOTHING_EARLIER,
    STRONGEST,
    ArbiterRecord,
    ChangeKind,
    MasterTitle,
    PlayerRecord,
    ProposalOutcome,
    Requirement,
    RequirementKind,
    TitleCheck,
    TitleProof,
    TitleProposal,
    changes,
    check,
    check_arbiter,
    counts_from,
    lowest_rating,
    rating_requirement,
)
from bot.features.tournaments import recusal_verbs as tournaments_recusal_verbs
from bot.features.tournaments import store as tournaments_store
from bot.features.tournaments.facts_verbs import person_of
from bot.i18n.countries import Scope, scope
from bot.i18n.names import look
from bot.kernel import time_store as kernel_time_store
from bot.kernel.context import ActorTx, Query, Tx
from bot.kernel.errors import AlreadyDone, NotFound, NotYours, Outdated, Subject, UserError
from bot.kernel.ids import ContestId, EntrantId, GuildId, PersonId, Place, TournamentId
from bot.kernel.outages import Step
from bot.people import ratings_store as people_ratings_store
from bot.people import store as people_store
from bot.people.model import ArbiterTitle, Person
from bot.play.contests import Contest, Result, rated_games, winning_side
from bot.play.entries import Tournament
from bot.play.formats import FORMATS
from bot.play.formats.knockout import loser, winner
from bot.play.formats.protocol import EventFacts
from bot.play.rating import TitleNumbers, title_numbers_in_force
from bot.rulebooks.strict_tables import title_numbers
from bot.server import verbs as server_verbs
from bot.server.model import Act
from bot.server.speaking_verbs import promise_publicly, tell_committee

# --- what counts for titles -----------------------------------------------------------------------------------------


def numbers(moment: datetime) -> TitleNumbers:
    """The settings that hold at the moment (AIJE-B01-7)."""
    return title_numbers_in_force(title_numbers(), moment)


def scope_of(tx: Query, tournament: Tournament) -> Scope:
    """What the tournament is by the countries of those who really played in it (AIJE-B01-4)."""
    moment = tournament.ended_at or tournament.start_at
    where = people_store.at(tx, tournament.guild_id, moment)
    who = person_of(tx, tournament)
    there = {
        who[side]
        for contest in playing_store.of_tournament(tx, tournament.tournament_id)
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
    held, earlier = store.arbiter_since(tx, person_id), store.earlier_of(tx, person_id)
    return ArbiterRecord(
        rating=people_ratings_store.of_people(tx, guild_id, [person_id]).get(person_id),
        title=held[0] if held else None,
        since=counts_from(held[1], earlier.as_arbiter) if held else None,
        passed=store.passed_exams(tx, person_id),
        refereed=tuple(_refereed_proofs(tx, person_id)),
        refereed_before=earlier.refereed,
        excluded=entering_bars_store.is_excluded(tx, person_id),
    )


def _refereed_proofs(tx: Query, person_id: PersonId) -> Iterable[TitleProof]:
    for tournament_id in store.refereed_events(tx, person_id):
        tournament = tournaments_store.load(tx, tournament_id)
        if tournament is None or tournament.ended_at is None:
            continue
        if scope_of(tx, tournament) is Scope.INTERNATIONAL:
            yield TitleProof(tournament.ended_at, tournament_id)


@dataclass(frozen=True, slots=True)
class _Won:
    """A match won on the overall score (AIJE-B01-5), one in which games were played."""

    against: PersonId
    at: datetime
    tournament: Tournament

    @property
    def proof(self) -> TitleProof:
        return TitleProof(self.at, self.tournament.tournament_id, self.against)


class _Desk:
    """What all records of a server share is read once, and each event only when somebody's record needs it."""

    def __init__(self, tx: Query, guild_id: GuildId, now: datetime) -> None:
        self._tx = tx
        self._rated = people_ratings_store.ratings(tx, guild_id)
        self._country = people_store.at(tx, guild_id, now)
        self._players = Counter(self._country[one] for one in self._rated if one in self._country)
        self._arbiters = people_store.arbiters(tx, guild_id)
        self._masters = [one for one in store.all_titles_of(tx, guild_id) if one.title in STRONGEST]
        self._champions = people_store.world_titles(tx, guild_id)
        self._earlier = store.earlier_in(tx, guild_id)
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

    def _victories(self, person_id: PersonId, played: Iterable[_Event]) -> tuple[TitleProof, ...]:
        """Those that an opening list tells of come first; one that came in with its record as well is one."""
        earlier = self._earlier.get(person_id, NOTHING_EARLIER).victories
        before, told = (
            (TitleProof(one.won_at, event=one.event) for one in earlier),
            {look(one.event) for one in earlier},
        )
        won = (event for event in played if event.is_victory_of(person_id))
        return (*before, *(event.victory for event in won if look(event.tournament.name) not in told))

    def _world_titles(self, person_id: PersonId) -> tuple[TitleProof, ...]:
        return tuple(TitleProof(champion.won_at) for champion in self._champions if champion.person_id == person_id)

    def _events_played(self, person_id: PersonId) -> list[_Event]:
        entries = entering_store.entries_of(self._tx, person_id)
        teams_of = (entering_store.load(self._tx, one) for one in entering_teams_store.teams_of(self._tx, person_id))
        where = {one.tournament_id for one in (*entries, *teams_of) if one is not None}
        found = (self._event(one) for one in sorted(where))
        return sorted((event for event in found if event is not None), key=lambda event: event.tournament.start_at)

    def _event(self, tournament_id: TournamentId) -> _Event | None:
        if tournament_id not in self._events:
            tournament = tournaments_store.load(self._tx, tournament_id)
            known = tournament is not None and self._counts(tournament)
            self._events[tournament_id] = _Event.read(self._tx, tournament) if tournament and known else None
        return self._events[tournament_id]

    def _counts(self, tournament: Tournament) -> bool:
        """Whether what was played in it counts: of an event that was called off where it was rated (AIJE-D01-6)."""
        if tournament.cancelled_at is not None:
            return people_ratings_store.of_tournament(self._tx, tournament.tournament_id) is not None
        return tournament.drawn_at is not None

    def _was_champion(self, match: _Won) -> bool:
        """Reigning or former, when the match was played, and in an official tournament."""
        crowned = any(
            champion.person_id == match.against and champion.won_at <= match.at for champion in self._champions
        )
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
    def victory(self) -> TitleProof:
        return TitleProof(self.tournament.ended_at or self.tournament.start_at, self.tournament.tournament_id)

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


def _one_each(proofs: Iterable[TitleProof]) -> tuple[TitleProof, ...]:
    """The first match against each different person."""
    found: dict[PersonId | None, TitleProof] = {}
    for proof in proofs:
        found.setdefault(proof.person_id, proof)
    return tuple(found.values())


# --- what is due ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TitleDue:
    """A title that the record asks to give or take, with the facts behind it."""

    person_id: PersonId
    kind: ChangeKind
    check: TitleCheck

    @property
    def title(self) -> MasterTitle | ArbiterTitle:
        """The title in question."""
        return self.check.title


def due(tx: Query, guild_id: GuildId, now: datetime, only: Collection[PersonId] | None = None) -> list[TitleDue]:
    """All that the record asks for, declined or not; of those people alone where some are named."""
    return [*_of_players(tx, guild_id, now, only), *_of_arbiters(tx, guild_id, now, only)]


def rests(tx: Query, one: TitleDue) -> bool:
    """Whether the same was declined and nothing has changed since: no new fact, and the rating on the same side.

    A rating that only moves is no change: it has to fall below what the title asks for and reach it again, or the other
    way round for a loss.
    """
    declined = store.last_declined(tx, one.person_id, one.kind, one.title)
    if declined is None:
        return False
    if one.kind is ChangeKind.GRANT:
        news = any(proof.at > declined for asked in one.check.requirements for proof in _proofs(asked))
    else:
        news = playing_reports_store.is_any_since(tx, one.person_id, declined)
    return not news and not _rating_crossed(tx, one, declined)


def _of_players(tx: Query, guild_id: GuildId, now: datetime, only: Collection[PersonId] | None) -> Iterator[TitleDue]:
    rules = numbers(now).master
    held, brought = store.held_by(tx, guild_id), store.brought_titles(tx, guild_id)
    rated = people_ratings_store.ratings(tx, guild_id)
    strong = {person for person, rating in rated.items() if rating > lowest_rating(rules) - 1}
    looked_at = (strong | set(held)) if only is None else (strong | set(held)) & set(only)
    records = player_records(tx, guild_id, sorted(looked_at), now)
    for person, record in records.items():
        own = {title for title in held.get(person, ()) if (person, title) in brought}
        for change in changes(held.get(person, ()), record, rules, own):
            yield TitleDue(person, change.kind, check(change.title, record, rules))


def _of_arbiters(tx: Query, guild_id: GuildId, now: datetime, only: Collection[PersonId] | None) -> Iterator[TitleDue]:
    """Of arbiter titles, AI alone asks for a rating; the exams, votes and events of the others are past facts."""
    needed, rated = numbers(now).arbiter.international_rating, people_ratings_store.ratings(tx, guild_id)
    for person, title in people_store.arbiters(tx, guild_id).items():
        if title is not ArbiterTitle.AI or person not in rated or (only is not None and person not in only):
            continue
        found = rating_requirement(rated[person], needed)
        if not found.met:
            yield TitleDue(person, ChangeKind.LOSS, TitleCheck(title, (found,)))


def _rating_crossed(tx: Query, one: TitleDue, declined: datetime) -> bool:
    """Whether a list since then had the rating on the other side of what the title asks for."""
    bounds = [asked.needed for asked in one.check.requirements if asked.kind is RequirementKind.RATING]
    wanted = one.kind is ChangeKind.LOSS
    since = people_ratings_store.after(tx, one.person_id, declined)
    return any(rating_requirement(rating, bound).met is wanted for bound in bounds if bound for rating in since)


def _proofs(asked: Requirement) -> Iterator[TitleProof]:
    yield from asked.proofs
    for way in asked.one_of:
        yield from way.proofs


# --- giving and taking ----------------------------------------------------------------------------------------------


_VOTED = frozenset({RequirementKind.ELECTED, RequirementKind.APPROVED})


class CandidateLacks(UserError):
    """The title asks for more than its candidate has."""

    name: str
    title: str


def proposal_subject(proposal_id: str) -> str:
    """How panels name a proposal."""
    return f"proposal:{proposal_id}"


def propose(tx: Tx, tournament: Tournament) -> None:
    """After a tournament: proposes every grant and loss that the record asks for, and drops what it no longer does.

    Read from the ratings that the tournament's end published (AIJE-B01-3). What was declined comes back only when
    something has changed since.
    """
    found = due(tx, tournament.guild_id, tx.now)
    _drop_undue(tx, tournament.guild_id, {(one.person_id, one.kind, one.title) for one in found})
    for one in found:
        if not rests(tx, one):
            _add(tx, tournament.guild_id, one.person_id, one.kind, one.title, tournament.tournament_id)
    provisional = [
        one for one, title in people_store.arbiters(tx, tournament.guild_id).items() if title is ArbiterTitle.ANP
    ]
    for person_id in provisional:
        propose_examined(tx, tournament.guild_id, person_id, tournament)


def _drop_undue(tx: Tx, guild_id: GuildId, wanted: Collection[tuple[object, ...]]) -> None:
    """Open proposals that the record does not ask for any more lapse; who sat an exam waits for the next one."""
    for proposal in store.open_proposals_of_guild(tx, guild_id):
        follows = isinstance(proposal.title, MasterTitle) or proposal.kind is ChangeKind.LOSS
        if follows and (proposal.person_id, proposal.kind, proposal.title) not in wanted:
            _lapse(tx, proposal)


def propose_examined(tx: Tx, guild_id: GuildId, person_id: PersonId, tournament: Tournament | None = None) -> bool:
    """Proposes the next arbiter title that an exam leads to, when all of it is met; False when nothing is proposed.

    What was declined is proposed again only after another exam.
    """
    if not store.passed_exams(tx, person_id):
        return False
    record = arbiter_record(tx, guild_id, person_id)
    rules = numbers(tx.now).arbiter
    for title in EXAMINED:
        held = record.title is not None and record.title.rank >= title.rank
        if held or not titles_model.check_arbiter(title, record, rules, tx.now).met:
            continue
        declined = store.last_declined(tx, person_id, ChangeKind.GRANT, title)
        sat = store.last_exam(tx, person_id)
        if declined is None or (sat is not None and declined < sat):
            after = None if tournament is None else tournament.tournament_id
            return _add(tx, guild_id, person_id, ChangeKind.GRANT, title, after)
    return False


def decide(tx: ActorTx, proposal_id: str, *, confirm: bool) -> TitleProposal:
    """The leader or the President confirms or declines; nobody does in a matter of their own.

    A first arbiter title of somebody who holds master titles waits for that person's own word (AIJE-B01-2). Raises
    CandidateLacks and Outdated for what the record does not ask for any more.
    """
    officer = server_verbs.recognise(tx)
    server_verbs.require(tx, officer, Act.DECIDE_TITLE)
    proposal = _open(tx, tx.guild_id, proposal_id)
    tournaments_recusal_verbs.refuse(tx, officer.person_id, Act.DECIDE_TITLE, proposal.person_id)
    if confirm:
        _refuse_undue(tx, proposal, tx.now)
    if confirm and proposal.approved_at is None and _would_lay_down(tx, proposal):
        store.approve(tx, proposal_id, officer.person_id, tx.now)
        _log_title(tx, proposal, "approve_title", officer.person_id)
        tx.enqueue(proposal.guild_id, Place.ANNOUNCEMENTS, TitleOffered(proposal_id))
    elif confirm and proposal.approved_at is not None:
        raise AlreadyDone
    elif confirm:
        _carry_out(tx, proposal, officer.person_id, officer.person_id)
    else:
        _close(tx, proposal, ProposalOutcome.DECLINED, officer.person_id)
    return _again(tx, proposal_id)


def answer_offer(tx: ActorTx, proposal_id: str, *, take: bool) -> TitleProposal:
    """The candidate takes the arbiter title and lays the master titles down, or keeps them (AIJE-B01-2)."""
    candidate = server_verbs.recognise(tx)
    proposal = _open(tx, tx.guild_id, proposal_id)
    if proposal.person_id != candidate.person_id:
        raise NotYours
    if proposal.approved_by is None:
        raise Outdated
    if take:
        _carry_out(tx, proposal, proposal.approved_by, candidate.person_id)
    else:
        _close(tx, proposal, ProposalOutcome.DECLINED, candidate.person_id)
    tx.touch(proposal_subject(proposal_id))
    return _again(tx, proposal_id)


def must_be_asked(tx: Query, person_id: PersonId) -> bool:
    """Whether an arbiter title would cost the person master titles: then only the person's own word gives it."""
    return people_store.title_of(tx, person_id) is None and bool(store.titles_of(tx, person_id))


def award(tx: Tx, person: Person, title: ArbiterTitle, given_by: PersonId) -> TitleProposal | None:
    """Gives an arbiter title that a vote or an office has decided, and says so; offers it to a holder of master titles.

    None when an open proposal says the same already.
    """
    fresh = tx.new_id()
    proposal = TitleProposal(fresh, person.guild_id, person.person_id, ChangeKind.GRANT, title, None, tx.now)
    if not store.add_proposal(tx, proposal):
        return None
    if must_be_asked(tx, person.person_id):
        store.approve(tx, fresh, given_by, tx.now)
        tx.enqueue(person.guild_id, Place.ANNOUNCEMENTS, TitleOffered(fresh))
    else:
        _carry_out(tx, proposal, given_by, given_by)
    return _again(tx, fresh)


def _add(
    tx: Tx,
    guild_id: GuildId,
    person_id: PersonId,
    kind: ChangeKind,
    title: MasterTitle | ArbiterTitle,
    after: TournamentId | None,
) -> bool:
    """Stores the proposal and brings it to the committee, unless the same one waits already."""
    proposal = TitleProposal(tx.new_id(), guild_id, person_id, kind, title, after, tx.now)
    if not store.add_proposal(tx, proposal):
        return False
    _log_title(tx, proposal, "propose_title", None)
    tell_committee(tx, guild_id, TitleProposed(proposal.proposal_id))
    return True


def _refuse_undue(tx: Query, proposal: TitleProposal, at: datetime) -> None:
    """What was proposed has to be due when it is confirmed too: a correction may lie between (AIJE-B01-3)."""
    if isinstance(proposal.title, ArbiterTitle) and proposal.kind is ChangeKind.GRANT:
        refuse_excluded(tx, proposal.person_id)
        refuse_unfit(tx, proposal.guild_id, proposal.person_id, proposal.title, at)
        return
    found = due(tx, proposal.guild_id, at, [proposal.person_id])
    if (proposal.kind, proposal.title) not in [(one.kind, one.title) for one in found]:
        raise Outdated


def _would_lay_down(tx: Query, proposal: TitleProposal) -> bool:
    takes_up = isinstance(proposal.title, ArbiterTitle) and proposal.kind is ChangeKind.GRANT
    return takes_up and must_be_asked(tx, proposal.person_id)


def _carry_out(tx: Tx, proposal: TitleProposal, given_by: PersonId, decided_by: PersonId) -> None:
    """Gives or takes the title; `given_by` is who vouches for it, `decided_by` whose word was the last.

    Raises NeverAgain for who was expelled from the committee since it was proposed (AIJE-A02-5).
    """
    match proposal.title:
        case ArbiterTitle() as title if proposal.kind is ChangeKind.LOSS:
            _step_down(tx, proposal, title, given_by)
        case ArbiterTitle() as title:
            refuse_excluded(tx, proposal.person_id)
            take_up(tx, proposal.guild_id, proposal.person_id, title, given_by)
        case MasterTitle() as title if proposal.kind is ChangeKind.LOSS:
            store.end_title(tx, proposal.person_id, title, tx.now, "lost")
        case MasterTitle() as title:
            if people_store.title_of(tx, proposal.person_id) is not None:
                raise Outdated
            store.give_title(tx, proposal.person_id, title, tx.now, given_by)
    _close(tx, proposal, ProposalOutcome.DONE, decided_by)
    promise_publicly(tx, proposal.guild_id, TitleChanged(proposal.proposal_id))
    _follow_up(tx, proposal)


def _follow_up(tx: Tx, proposal: TitleProposal) -> None:
    """With a master title given, lower ones need no decision; with one lost, lower ones are proposed that are met."""
    found = due(tx, proposal.guild_id, tx.now, [proposal.person_id])
    for waiting in store.open_proposals_of_guild(tx, proposal.guild_id):
        is_own = waiting.person_id == proposal.person_id and isinstance(waiting.title, MasterTitle)
        if is_own and (waiting.kind, waiting.title) not in [(one.kind, one.title) for one in found]:
            _lapse(tx, waiting)
    for one in found if proposal.kind is ChangeKind.LOSS else ():
        if not rests(tx, one):
            _add(tx, proposal.guild_id, one.person_id, one.kind, one.title, proposal.tournament_id)


def _step_down(tx: Tx, proposal: TitleProposal, title: ArbiterTitle, by: PersonId) -> None:
    """The arbiter title that was held before it is held again; who had none is an arbiter no more (AIJE-B01-3)."""
    held, person_id = store.arbiter_since(tx, proposal.person_id), proposal.person_id
    if held is None or held[0] is not title:
        raise Outdated
    before = store.title_before(tx, person_id, held[1])
    if before is not None:
        people_store.give_title(tx, person_id, before, tx.now, by)
        roles_verbs.follow(tx, proposal.guild_id, person_id)
    else:
        people_store.end_title(tx, person_id, tx.now)
        playing_arbiters_verbs.relieve(tx, proposal.guild_id, person_id, by=by)


def take_up(tx: Tx, guild_id: GuildId, person_id: PersonId, title: ArbiterTitle, given_by: PersonId) -> None:
    """Records an arbiter title; every master title but NM ends with it, and NM rests (AIJE-B01-2). Says nothing."""
    people_store.give_title(tx, person_id, title, tx.now, given_by)
    roles_verbs.follow(tx, guild_id, person_id)
    for master in store.titles_of(tx, person_id):
        if not master.is_permanent:
            store.end_title(tx, person_id, master, tx.now, "laid_down")
    drop_proposals(tx, guild_id, person_id)


def erase(tx: Tx, guild_id: GuildId, person_id: PersonId) -> None:
    """Ends every master title of somebody who leaves the system, NM too, and drops what was proposed. Says nothing."""
    for master in store.titles_of(tx, person_id):
        store.end_title(tx, person_id, master, tx.now, "erased")
    drop_proposals(tx, guild_id, person_id, arbiter_titles_too=True)


def refuse_unfit(tx: Query, guild_id: GuildId, person_id: PersonId, title: ArbiterTitle, at: datetime) -> None:
    """Raises CandidateLacks where a vote on the title would come too early: all but the vote itself has to be met."""
    record = arbiter_record(tx, guild_id, person_id)
    found = titles_model.check_arbiter(title, record, numbers(at).arbiter, at)
    if any(not requirement.met and requirement.kind not in _VOTED for requirement in found.requirements):
        person = people_store.load(tx, person_id)
        raise CandidateLacks(name=person.name if person else "?", title=title.value)


def drop_proposals(tx: Tx, guild_id: GuildId, person_id: PersonId, *, arbiter_titles_too: bool = False) -> None:
    """Lets lapse what is proposed about the person and waits: of master titles, or of arbiter titles as well."""
    for waiting in store.open_proposals_of_guild(tx, guild_id):
        if waiting.person_id == person_id and (arbiter_titles_too or isinstance(waiting.title, MasterTitle)):
            _lapse(tx, waiting)


def _lapse(tx: Tx, proposal: TitleProposal) -> None:
    store.decide_proposal(tx, proposal.proposal_id, ProposalOutcome.LAPSED, None, tx.now)
    tx.touch(proposal_subject(proposal.proposal_id))


def _close(tx: Tx, proposal: TitleProposal, outcome: ProposalOutcome, by: PersonId) -> None:
    if not store.decide_proposal(tx, proposal.proposal_id, outcome, by, tx.now):
        raise AlreadyDone
    act = f"{proposal.kind.value}_title" if outcome is ProposalOutcome.DONE else "decline_title"
    _log_title(tx, proposal, act, by)


def _log_title(tx: Tx, proposal: TitleProposal, act: str, by: PersonId | None) -> None:
    tx.log(
        proposal.guild_id,
        act,
        f"person:{proposal.person_id}",
        actor=by,
        tournament_id=proposal.tournament_id,
        details={"title": proposal.title.value, "kind": proposal.kind.value, "proposal": proposal.proposal_id},
    )


def _open(tx: Query, guild_id: GuildId, proposal_id: str) -> TitleProposal:
    proposal = store.load_proposal(tx, proposal_id)
    if proposal is None or proposal.guild_id != guild_id:
        raise NotFound(what=Subject.PERSON)
    if proposal.outcome is ProposalOutcome.LAPSED:
        raise Outdated
    if proposal.decided_at is not None:
        raise AlreadyDone
    return proposal


def _again(tx: Query, proposal_id: str) -> TitleProposal:
    proposal = store.load_proposal(tx, proposal_id)
    if proposal is None:
        raise LookupError(proposal_id)
    return proposal


# --- exams that wait for their time ---------------------------------------------------------------------------------


def exam_subject(person_id: PersonId) -> str:
    """How deadlines name the exam that somebody passed early."""
    return f"exam:{person_id}"


def wait(tx: Tx, guild_id: GuildId, person_id: PersonId) -> None:
    """Writes down when the time as ANP of who has passed the exam for AN is over (AIJE-B01-AN); twice is harmless."""
    record = arbiter_record(tx, guild_id, person_id)
    if ArbiterTitle.AN not in record.passed:
        return
    found = check_arbiter(ArbiterTitle.AN, record, numbers(tx.now).arbiter, tx.now)
    moments = [
        requirement.due_at
        for requirement in found.requirements
        if not requirement.met and requirement.due_at is not None
    ]
    due = [(Step.PROPOSE_TITLE, max(moments))] if moments else []
    kernel_time_store.rewrite_deadlines(tx, exam_subject(person_id), due)


def take(tx: Tx, person_id: PersonId) -> None:
    """The time is over: proposes the title where nothing else is missing, or waits on where it is longer by now."""
    person = people_store.load(tx, person_id)
    if person is not None and not propose_examined(tx, person.guild_id, person_id):
        wait(tx, person.guild_id, person_id)
