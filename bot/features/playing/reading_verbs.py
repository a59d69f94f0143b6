"""Gathering what people look at of matches, and what matches ask of a person.

Asked are players, a team's captain, and who follows the match.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property

from bot.features.course import rounds_verbs as course_rounds_verbs
from bot.features.course.facts_verbs import facts
from bot.features.course.model import RoundMissed
from bot.features.entering import store as entering_store
from bot.features.entering import teams_store as entering_teams_store
from bot.features.playing import board_store, reports_store, store
from bot.features.playing.board_model import NO_PAUSE
from bot.features.playing.hooks import MATCH_HOOKS, MATCH_STRATEGIES
from bot.features.playing.match_views_model import Confirmed, ListedMatch, MatchContext, MatchPlace, MatchView
from bot.features.playing.model import PassedUp, both_lose_at, is_just_over, stands_at
from bot.features.playing.verbs import confirmed_by_both, find, load
from bot.features.tournaments import by_name_verbs
from bot.features.tournaments import facts_verbs as tournaments_facts_verbs
from bot.features.tournaments import store as tournaments_store
from bot.features.tournaments.facts_verbs import as_entered as shown_as
from bot.features.tournaments.facts_verbs import entry_of, people_shown
from bot.features.tournaments.hooks import Asker, Found
from bot.features.tournaments.rulebook_verbs import colours_of
from bot.features.tournaments.tasks_model import Task, TaskItem, Upcoming, UpcomingKind
from bot.kernel import outbox
from bot.kernel.context import Query
from bot.kernel.errors import NotFound, Subject
from bot.kernel.ids import Community, ContestId, EntrantId, GuildId, MemberId, TournamentId
from bot.kernel.outages import paused_until
from bot.people import account_store as people_account_store
from bot.people import store as people_store
from bot.people.model import Capacity, Person
from bot.play.contests import Contest, ResultKind, Stage
from bot.play.course import bracket_of, has_table, in_bracket
from bot.play.entries import Entrant, Phase, Tournament, phase
from bot.play.format_rules import TableRules
from bot.play.formats import FORMATS
from bot.play.formats.knockout import is_decided, last_round
from bot.play.formats.protocol import EventFacts, Starter
from bot.play.matches import Beside, Match, MatchPhase, late_starts
from bot.play.plugs import Parts, first
from bot.play.points import stays_on
from bot.play.rulebook import Rulebook, discipline_of
from bot.server import store as server_store

# --- what people look at --------------------------------------------------------------------------------------------


def view_of(tx: Query, contest_id: ContestId, now: datetime) -> MatchView:
    """What the card of the match shows; raises NotFound."""
    view = match_view(tx, contest_id, now)
    if view is None:
        raise NotFound(what=Subject.MATCH)
    return view


def match_view(tx: Query, contest_id: ContestId, now: datetime) -> MatchView | None:
    """What the card of a match shows at the moment; None for an unknown id or a bye."""
    match_context = load(tx, contest_id)
    community = None if match_context is None else server_store.load(tx, match_context.tournament.guild_id)
    if match_context is None or community is None or len(match_context.match.contest.sides) < 2:
        return None
    return _view(tx, match_context, community, now)


def view_as_left(tx: Query, match_context: MatchContext, now: datetime | None = None) -> MatchView:
    """As `view_of`, for who has the match as it stands, as a verb after what it wrote; now, unless told."""
    community = server_store.load(tx, match_context.tournament.guild_id)
    if community is None:
        raise NotFound(what=Subject.MATCH)
    return _view(tx, match_context, community, now or tx.now)


def find_view(tx: Query, guild_id: GuildId, contest_id: ContestId, now: datetime) -> MatchView:
    """As `view_of`, for a match of this server; raises NotFound for any other."""
    return view_as_left(tx, find(tx, guild_id, contest_id), now)


def mine(tx: Query, guild_id: GuildId, member_id: MemberId, now: datetime) -> list[MatchView]:
    """The matches in play in which the member plays or which the member follows, own ones first."""
    person = people_store.of_member(tx, guild_id, member_id)
    if person is None:
        return []
    played = [match for entrant in _latest_entries(tx, person) for match in store.of_entrant(tx, entrant)]
    match_context = store.open_of_arbiter(tx, person.person_id)
    wanted = dict.fromkeys(match.contest.contest_id for match in (*played, *match_context) if _is_called(match.contest))
    views = (match_view(tx, contest_id, now) for contest_id in wanted)
    return [view for view in views if view is not None and view.tournament.ended_at is None]


def _latest_entries(tx: Query, person: Person) -> list[EntrantId]:
    entries = [one.entrant_id for one in entering_store.entries_of(tx, person.person_id)[:5]]
    return entries + [one for one in entering_teams_store.teams_of(tx, person.person_id)[:5] if one not in entries]


def _is_called(contest: Contest) -> bool:
    """Whether it was called and has no result yet."""
    return contest.called_at is not None and contest.result is None


def match_list(tx: Query, guild_id: GuildId, *, settled: bool, at: datetime | None = None) -> list[ListedMatch]:
    """Matches of the server's running tournaments that were called: those with a score, or those without.

    Of those with a score also a match for a title that ended shortly before `at`, which can still be corrected.
    """
    found: list[ListedMatch] = []
    just_over = [one for one in tournaments_store.of_guild(tx, guild_id) if at is not None and is_just_over(one, at)]
    for tournament in (*tournaments_store.all_unfinished(tx, guild_id), *(just_over if settled else ())):
        if tournament.drawn_at is None:
            continue
        found += _listed_of(tx, tournament, settled=settled)
    return found


def _listed_of(tx: Query, tournament: Tournament, *, settled: bool) -> list[ListedMatch]:
    in_force = [one for one in store.of_tournament(tx, tournament.tournament_id) if not one.is_bye]
    wanted = [one for one in in_force if (one.result is not None) is settled]
    who = _people_of(tx, tournament.tournament_id)
    places = ContestPlaces.of(tx, tournament)
    return [ListedMatch(one, places.place(one), tuple(who[side] for side in one.sides)) for one in wanted]


_PAUSED = frozenset({Beside.PAUSES, Beside.TIME_NOTES})
_BESIDE = frozenset({Stage.LOWER, Stage.PLACEMENT, Stage.PLAY_OFF})


@dataclass(frozen=True)
class ContestPlaces:
    """Where the contests of one event stand, in its table or its bracket."""

    facts: EventFacts
    rulebook: Rulebook

    @classmethod
    def of(cls, tx: Query, tournament: Tournament) -> ContestPlaces:
        """The places of an event as it is now; of a knock-out its size says all, of an arena a game's own number."""
        if tournament.rulebook.traits.has_lobby:
            return cls(EventFacts(()), tournament.rulebook)
        if tournament.rulebook.traits.is_bracket:
            field = entering_store.starters(tx, tournament.tournament_id)
            return cls(EventFacts(tuple(Starter(one, None) for one in field)), tournament.rulebook)
        return cls(facts(tx, tournament), tournament.rulebook)

    def place(self, contest: Contest) -> MatchPlace:
        """The place of the contest in its event, as people know it."""
        if not in_bracket(contest, self.rulebook):
            seats = (self.rulebook.tables or TableRules()).seats if self.rulebook.traits.at_tables else 2
            of_teams = self.rulebook.teams is not None
            number = contest.position + 1
            alone = self.rulebook.traits.has_matches and not self.rulebook.traits.in_rounds
            return MatchPlace(
                number, 0, 0, in_table=True, group=contest.group, seats=seats, of_teams=of_teams, numbered=alone
            )
        if contest.stage in _BESIDE or self.rulebook.knockout.lives > 1:
            return self._beside(contest)
        shift, last = self._tree
        to_final = last - (contest.round - shift)
        matches = 1 if contest.stage in {Stage.FINAL, Stage.THIRD_PLACE} else 1 << max(0, to_final)
        return MatchPlace(contest.position + 1, matches, to_final)

    @cached_property
    def _tree(self) -> tuple[int, int]:
        """What its rounds are behind those on record, and its last round."""
        found = bracket_of(self.facts, self.rulebook)
        shift, known = (0, self.facts) if found is None else (found.shift, found.facts)
        return shift, last_round(max(2, known.drawn_for))

    def _beside(self, contest: Contest) -> MatchPlace:
        """In a bracket that is no single tree: its finals follow each other, the rest has rounds."""
        lives = self.rulebook.traits.is_bracket and self.rulebook.knockout.lives > 1
        if contest.stage is Stage.FINAL:
            number = contest.round - last_round(max(2, self.facts.drawn_for))
            return MatchPlace(max(1, number), 1, 0, in_lives=lives)
        return MatchPlace(contest.position + 1, 0, 0, in_table=True, in_lives=lives)


def _view(tx: Query, match_context: MatchContext, community: Community, now: datetime) -> MatchView:
    match, tournament = match_context.match, match_context.tournament
    players, arbiter = _people(tx, match.contest, match_context.tournament.rulebook)
    report, beside, contest_id = match.report, match.beside, match.contest.contest_id
    return MatchView(
        match=match,
        state=match_context.state(now),
        tournament=tournament,
        community=community,
        players=players,
        accounts=_accounts(tx, tournament, players),
        arbiter=arbiter,
        place=_place(tx, tournament, match.contest),
        report_stands_at=None if report is None else stands_at(report, tournament.rulebook, match_context.outages),
        both_lose_at=both_lose_at(match, tournament.rulebook, match_context.outages),
        recordings=tuple(reports_store.recordings_of_contest(tx, contest_id)) if Beside.RECORDINGS in beside else (),
        reason=_reason(match),
        confirmed=_confirmation(tx, match, tournament),
        chiefs=_chiefs(tx, tournament) if Beside.OFFICERS in beside else (),
        colours=colours_of(tournament.rulebook),
        late=late_starts(match, now, tournament.rulebook, match_context.outages),
        warnings=tuple(board_store.warnings_of_contest(tx, contest_id)) if Beside.WARNINGS in beside else (),
        guess=board_store.guess_of_contest(tx, contest_id) if Beside.GUESS in beside else None,
        sessions=NO_PAUSE if beside.isdisjoint(_PAUSED) else board_store.sessions_of_contest(tx, contest_id),
        paused_until=paused_until(now, match_context.outages),
        parts=parts_of(tx, match_context, now),
        answered_by=_answered_by(tx, tournament, match),
    )


def _answered_by(tx: Query, tournament: Tournament, match: Match) -> dict[int, Person | None]:
    """Who presses for each side without Discord."""
    answering = by_name_verbs.answering_in(tx, tournament, match)
    return {match.contest.sides.index(one.entrant_id): person for one, person in answering.items()}


def parts_of(tx: Query, match_context: MatchContext, now: datetime) -> Parts:
    """What the features of its event have to show of a match."""
    hooks = MATCH_HOOKS.of(match_context.tournament.rulebook)
    return Parts(tuple(part for hook in hooks for part in hook.parts(tx, match_context, now)))


def _place(tx: Query, tournament: Tournament, contest: Contest) -> MatchPlace:
    """Where the contest stands; in a table its own numbers say it, and nothing else is read."""
    in_table = not in_bracket(contest, tournament.rulebook)
    places = ContestPlaces(EventFacts(()), tournament.rulebook) if in_table else ContestPlaces.of(tx, tournament)
    return places.place(contest)


def _confirmation(tx: Query, match: Match, tournament: Tournament) -> Confirmed:
    result = match.contest.result
    if result is None or not discipline_of(tournament.rulebook).confirmed_is_final:
        return Confirmed.NOT_ASKED
    if reports_store.is_confirmed(tx, match.contest.contest_id, result.settled_at):
        return Confirmed.BY_ALL
    return Confirmed.BY_PLAYERS if confirmed_by_both(tx, match) else Confirmed.NOT_ASKED


def _chiefs(tx: Query, tournament: Tournament) -> tuple[Person, ...]:
    holding = tournaments_store.holding(tx, tournament.tournament_id)
    people = people_store.by_ids(tx, [one.person_id for one in holding])
    return tuple(people[one.person_id] for one in holding)


def _reason(match: Match) -> str | None:
    """Why the score that stands is what it is; reasons of the house itself are words of the record, not of people."""
    result = match.contest.result
    return None if result is None or result.kind is ResultKind.WITHDRAWAL else match.reason


def _people(tx: Query, contest: Contest, rulebook: Rulebook) -> tuple[tuple[Person, ...], Person | None]:
    """Who plays or played, as they appear, and who follows the match."""
    entries = {one.entrant_id: one for one in entering_store.by_ids(tx, contest.sides)}
    if rulebook.registration.substitutes and contest.result is not None:
        for (_, side), person_id in store.players_noted(tx, [contest.contest_id]).items():
            entries[side] = replace(entries[side], person_id=person_id)
    behind = [entry.person_id for entry in entries.values()]
    people = people_store.by_ids(tx, [*behind, *([contest.arbiter] if contest.arbiter else [])])
    playing = (entries[side] for side in contest.sides if side in entries)
    players = tuple(shown_as(people[one.person_id], one) for one in playing)
    return players, None if contest.arbiter is None else people[contest.arbiter]


def _people_of(tx: Query, tournament_id: TournamentId) -> dict[EntrantId, Person]:
    return people_shown(tx, entering_store.of_tournament(tx, tournament_id))


def _accounts(tx: Query, tournament: Tournament, players: Sequence[Person]) -> tuple[str | None, ...]:
    """Under which name each of them plays on the event's site; None where there is no site, or nobody has told it."""
    site = tournament.rulebook.registration.account
    held = (
        {}
        if site is None
        else people_account_store.accounts_of_people(tx, [player.person_id for player in players], site)
    )
    return tuple(held[player.person_id].name if player.person_id in held else None for player in players)


# --- what matches ask of a person -----------------------------------------------------------------------------------


_AS_ARBITER = {
    MatchPhase.DISPUTED: Task.RULE,
    MatchPhase.UNDECIDED: Task.DECIDE_ABSENCE,
    MatchPhase.SUSPENDED: Task.RESUME,
}


def guide(tx: Query, asker: Asker) -> Found:
    """The matches in play of who asks, as a player or a member of a team, else as the arbiter."""
    views = mine(tx, asker.actor.guild_id, asker.actor.member_id, asker.now)
    alive = [view for view in views if view.tournament.cancelled_at is None]
    yield from _event_pauses(alive)
    for view in alive:
        side = _side(tx, asker, view)
        yield from _as_arbiter(view) if side is None else _as_player(asker, view, side)


def of_event(tx: Query, asker: Asker, tournament: Tournament, entrant: Entrant | None) -> Found:
    """What comes next for a player, and what matches ask of the chief arbiter and of arbiters who confirm results."""
    if asker.person is None:
        return
    has_rounds = not tournament.rulebook.traits.has_lobby
    if entrant is not None and has_rounds and phase(tournament) is Phase.RUNNING:
        yield from _between_matches(tx, asker, tournament, entrant)
    if tournaments_facts_verbs.capacities_in(tx, tournament.tournament_id, asker.person.person_id):
        yield from _passed_up(tx, tournament)
    if discipline_of(tournament.rulebook).confirmed_is_final and Capacity.ARBITER in asker.capacities:
        yield from _to_confirm(tx, asker, tournament)


def _event_pauses(views: Iterable[MatchView]) -> Found:
    """When events go on that staff have paused, each of them once."""
    paused = {one.tournament.tournament_id: one for one in views if one.paused_until is not None}
    return (Upcoming(UpcomingKind.EVENT_RESUMES, one.tournament, one.paused_until) for one in paused.values())


def _own_event_pause(tx: Query, asker: Asker, tournament: Tournament) -> Found:
    """The same for who has no match that tells it."""
    pause = tournaments_store.running_pause(tx, tournament.tournament_id)
    if pause is not None and pause.until > asker.now:
        yield Upcoming(UpcomingKind.EVENT_RESUMES, tournament, pause.until)


def _passed_up(tx: Query, tournament: Tournament) -> Found:
    """Matches on which an arbiter has asked the chief to decide."""
    for match in store.in_play(tx, tournament.tournament_id):
        contest = match.contest
        if contest.result is None and outbox.all_promises(tx, PassedUp, contest.contest_id):
            yield TaskItem(Task.DECIDE_PASSED_UP, contest.contest_id, tournament)


def round_to_come(tx: Query, asker: Asker, tournament: Tournament) -> RoundMissed | None:
    """The round that who asks can still announce to miss, or to play after all; None where there is none (GO-28.3)."""
    return None if asker.person is None else course_rounds_verbs.own_round(tx, tournament, asker.person.person_id)


def _between_matches(tx: Query, asker: Asker, tournament: Tournament, entrant: Entrant) -> Found:
    """The match that waits for its call, or the opponent who is not known yet; nothing for who is out or in play."""
    known = [match.contest for match in store.of_entrant(tx, entrant.entrant_id)]
    unsettled = [contest for contest in known if not is_decided(contest)]
    if all(contest.called_at is None for contest in unsettled):
        yield from _own_event_pause(tx, asker, tournament)
    for contest in unsettled:
        if contest.called_at is None:
            yield from _to_be_called(tx, asker, tournament, entrant, contest)
    if unsettled:
        return
    yield from _next_round(tx, asker, tournament, entrant)


def _next_round(tx: Query, asker: Asker, tournament: Tournament, entrant: Entrant) -> Found:
    """The round to come, or the opponent who is not known yet."""
    coming = round_to_come(tx, asker, tournament)
    if coming is not None:
        missed = UpcomingKind.ROUND_MISSED if coming.missed else UpcomingKind.NEXT_ROUND
        yield Upcoming(missed, tournament, n=coming.number)
    elif is_still_in(tx, tournament, entrant):
        yield Upcoming(UpcomingKind.NEXT_OPPONENT, tournament)
    elif tournament.rulebook.traits.is_bracket or tournament.rulebook.traits.in_rounds:
        yield Upcoming(UpcomingKind.NO_MORE_MATCHES, tournament)


def _to_be_called(tx: Query, asker: Asker, tournament: Tournament, entrant: Entrant, contest: Contest) -> Found:
    hooks = MATCH_HOOKS.of(tournament.rulebook)
    beforehand = first(hook.before_call(tx, asker, tournament, entrant, contest) for hook in hooks)
    if beforehand is not None:
        yield from beforehand
        return
    view = match_view(tx, contest.contest_id, asker.now)
    if view is not None:
        own = contest.sides.index(entrant.entrant_id)
        other = next(player for side, player in enumerate(view.players) if side != own)
        at = tournament.start_at if tournament.start_at > asker.now else None
        yield Upcoming(UpcomingKind.MATCH_IS_CALLED, tournament, at, other, contest.round)


def is_still_in(tx: Query, tournament: Tournament, entrant: Entrant) -> bool:
    """Whether another match may come by itself; in a table as long as rounds are played."""
    rules = tournament.rulebook.knockout
    if not tournament.rulebook.traits.is_bracket:
        return tournament.rulebook.traits.in_rounds and has_table(tournament.rulebook)
    rows = FORMATS[tournament.rulebook.format].standings(facts(tx, tournament), tournament.rulebook)
    still_in = {1, 3} if rules.third_place_match and rules.lives == 1 else {1}
    mine = next((row for row in rows if row.entrant_id == entrant.entrant_id), None)
    return mine is not None and mine.is_shared and (rules.placement_matches or mine.rank_from in still_in)


def _to_confirm(tx: Query, asker: Asker, tournament: Tournament) -> Found:
    """Results of own matches that both players have confirmed, and the arbiter has not (GO-16.4)."""
    for contest in store.of_tournament(tx, tournament.tournament_id):
        if asker.person is None or contest.arbiter != asker.person.person_id or contest.result is None:
            continue
        if reports_store.is_confirmed(tx, contest.contest_id, contest.result.settled_at):
            continue
        view = match_view(tx, contest.contest_id, asker.now)
        if view is not None and view.confirmed is Confirmed.BY_PLAYERS:
            yield TaskItem(Task.CONFIRM_RESULT, contest.contest_id, tournament, None, view.players[0])


def _side(tx: Query, asker: Asker, view: MatchView) -> int | None:
    """The side that who asks plays on; a member of a team plays on its side."""
    if asker.person is None:
        return None
    entrant = entry_of(tx, view.tournament.tournament_id, asker.person.person_id)
    sides = view.contest.sides
    return sides.index(entrant.entrant_id) if entrant is not None and entrant.entrant_id in sides else None


def _as_arbiter(view: MatchView) -> Found:
    task = _AS_ARBITER.get(view.state.phase, Task.FOLLOW)
    pause = view.sessions.running
    until = None if pause is None else pause.goes_on_at
    yield TaskItem(task, view.contest_id, view.tournament, until, view.players[0])


def _as_player(asker: Asker, view: MatchView, side: int) -> Found:
    if side in view.match.away:
        return
    far = _other_side(view, side)
    other, speaks = view.players[far], asker.is_me(view.players[side])
    yield from MATCH_STRATEGIES.of(view.tournament.rulebook).asks(asker, view, side, other)
    yield from _as_it_stands(view, side, far, speaks=speaks)
    yield from _note_to_confirm(view, side, other, speaks=speaks)


def _other_side(view: MatchView, side: int) -> int:
    """The opponent's. At a table the others are several: whoever is waited for stands for them."""
    missing = {one.side for one in view.state.missing}
    others = [one for one in range(len(view.players)) if one != side and one not in view.match.away]
    return next((other for other in others if other in missing), others[0] if others else side)


def _as_it_stands(view: MatchView, side: int, far: int, *, speaks: bool) -> Found:
    other, tournament = view.players[far], view.tournament
    match view.state.phase:
        case MatchPhase.MISSING:
            yield _guide_missing(view, side, far)
        case MatchPhase.PLAYING:
            yield from _in_play(view, other, speaks=speaks)
        case MatchPhase.REPORTED:
            yield from _guide_by_report(view, side, other, speaks=speaks)
        case MatchPhase.DISPUTED | MatchPhase.UNDECIDED:
            yield Upcoming(UpcomingKind.ARBITER_DECIDES, tournament, None, other)
        case MatchPhase.SUSPENDED:
            pause = view.sessions.running
            at = None if pause is None else pause.goes_on_at
            yield Upcoming(UpcomingKind.MATCH_RESUMES if at is None else UpcomingKind.PAUSE_ENDS, tournament, at, other)
        case _:
            yield Upcoming(UpcomingKind.MATCH_IS_CALLED, tournament, None, other)


def _guide_missing(view: MatchView, side: int, far: int) -> TaskItem | Upcoming:
    """Who is not there comes; who is waits for the other."""
    loses_at = {one.side: one.next_at for one in view.state.missing}
    if side in loses_at:
        return TaskItem(Task.COME, view.contest_id, view.tournament, loses_at[side], view.players[far])
    return Upcoming(UpcomingKind.OPPONENT_COMES, view.tournament, loses_at.get(far), view.players[far])


def _in_play(view: MatchView, other: Person, *, speaks: bool) -> Found:
    """The score to tell; what is told game by game, its feature asks for."""
    rulebook = view.tournament.rulebook
    if rulebook.traits.is_series or stays_on(rulebook):
        return
    if speaks:
        yield TaskItem(Task.REPORT, view.contest_id, view.tournament, None, other)
    else:
        yield Upcoming(UpcomingKind.TEAM_PLAYS, view.tournament, None, other)


def _guide_by_report(view: MatchView, side: int, other: Person, *, speaks: bool) -> Found:
    report, until = view.match.report, view.report_stands_at
    if not speaks or (report is not None and report.person_id == view.players[side].person_id):
        yield Upcoming(UpcomingKind.OPPONENT_ANSWERS, view.tournament, until, other)
    else:
        yield TaskItem(Task.ANSWER_REPORT, view.contest_id, view.tournament, until, other)


def _note_to_confirm(view: MatchView, side: int, other: Person, *, speaks: bool) -> Found:
    """The note of the time used that both sides are asked to confirm (GO-14)."""
    note = view.sessions.note
    if note is not None and side not in note.confirmed and speaks:
        yield TaskItem(Task.CONFIRM_TIMES, view.contest_id, view.tournament, None, other)
