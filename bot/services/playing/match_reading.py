"""Gathering what people look at of matches from the facts, in one read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from bot.domain.community import Community, Person
from bot.domain.contests import Contest, ResultKind, Stage
from bot.domain.events.tournament import Tournament
from bot.domain.formats.knockout import last_round
from bot.domain.formats.protocol import EventFacts, Starter
from bot.domain.ids import ContestId, EntrantId, GuildId, MemberId, TournamentId
from bot.domain.lengths import bracket_of, in_bracket
from bot.domain.outages import paused_until
from bot.domain.parts import Parts
from bot.domain.playing.adjournments import NO_PAUSE
from bot.domain.playing.lateness import late_starts
from bot.domain.playing.match_steps import both_lose_at, stands_at
from bot.domain.playing.match_views import Confirmed, ListedMatch, MatchPlace, MatchView
from bot.domain.playing.matches import Beside, Match
from bot.domain.playing.rulings import is_just_over
from bot.domain.regulation.discipline_rules import discipline_of
from bot.domain.regulation.format_rules import TableRules
from bot.domain.rulebook import Rulebook
from bot.errors import NotFound, Subject
from bot.services.event_facts import facts
from bot.services.playing.followed import Followed
from bot.services.playing.games import colours_of
from bot.services.playing.hooks import MATCH_HOOKS
from bot.services.playing.matches import confirmed_by_both, find, load
from bot.services.sides import as_entered as shown_as
from bot.services.sides import people_shown
from bot.storage import (
    accounts,
    adjournments,
    communities,
    confirmed_results,
    contests,
    entrants,
    event_officers,
    guesses,
    people,
    recordings,
    teams,
    tournaments,
    warnings,
)
from bot.storage.context import Query


def view_of(tx: Query, contest_id: ContestId, now: datetime) -> MatchView:
    """What the card of the match shows; raises NotFound."""
    view = match_view(tx, contest_id, now)
    if view is None:
        raise NotFound(what=Subject.MATCH)
    return view


def match_view(tx: Query, contest_id: ContestId, now: datetime) -> MatchView | None:
    """What the card of a match shows at the moment; None for an unknown id or a bye."""
    followed = load(tx, contest_id)
    community = None if followed is None else communities.load(tx, followed.tournament.guild_id)
    if followed is None or community is None or len(followed.match.contest.sides) < 2:
        return None
    return _view(tx, followed, community, now)


def view_as_left(tx: Query, followed: Followed) -> MatchView:
    """As `view_of`, for a verb that has the match as it stands after what it wrote."""
    community = communities.load(tx, followed.tournament.guild_id)
    if community is None:
        raise NotFound(what=Subject.MATCH)
    return _view(tx, followed, community, tx.now)


def find_view(tx: Query, guild_id: GuildId, contest_id: ContestId, now: datetime) -> MatchView:
    """As `view_of`, for a match of this server; raises NotFound for any other."""
    return view_of(tx, find(tx, guild_id, contest_id).contest_id, now)


def mine(tx: Query, guild_id: GuildId, member_id: MemberId, now: datetime) -> list[MatchView]:
    """The matches in play in which the member plays or which the member follows, own ones first."""
    person = people.of_member(tx, guild_id, member_id)
    if person is None:
        return []
    played = [match for entrant in _latest_entries(tx, person) for match in contests.of_entrant(tx, entrant)]
    followed = contests.open_of_arbiter(tx, person.person_id)
    wanted = dict.fromkeys(match.contest.contest_id for match in (*played, *followed) if _is_called(match.contest))
    views = (match_view(tx, contest_id, now) for contest_id in wanted)
    return [view for view in views if view is not None and view.tournament.ended_at is None]


def _latest_entries(tx: Query, person: Person) -> list[EntrantId]:
    entries = [one.entrant_id for one in entrants.entries_of(tx, person.person_id)[:5]]
    return entries + [one for one in teams.teams_of(tx, person.person_id)[:5] if one not in entries]


def _is_called(contest: Contest) -> bool:
    """Whether it was called and has no result yet."""
    return contest.called_at is not None and contest.result is None


def match_list(tx: Query, guild_id: GuildId, *, settled: bool, at: datetime | None = None) -> list[ListedMatch]:
    """Matches of the server's running tournaments that were called: those with a score, or those without.

    Of those with a score also a match for a title that ended shortly before `at`, which can still be corrected.
    """
    found: list[ListedMatch] = []
    just_over = [one for one in tournaments.of_guild(tx, guild_id) if at is not None and is_just_over(one, at)]
    for tournament in (*tournaments.all_unfinished(tx, guild_id), *(just_over if settled else ())):
        if tournament.drawn_at is None:
            continue
        found += _listed_of(tx, tournament, settled=settled)
    return found


def _listed_of(tx: Query, tournament: Tournament, *, settled: bool) -> list[ListedMatch]:
    in_force = [one for one in contests.of_tournament(tx, tournament.tournament_id) if not one.is_bye]
    wanted = [one for one in in_force if (one.result is not None) is settled]
    who = _people_of(tx, tournament.tournament_id)
    places = Places.of(tx, tournament)
    return [ListedMatch(one, places.place(one), tuple(who[side] for side in one.sides)) for one in wanted]


_PAUSED = frozenset({Beside.PAUSES, Beside.TIME_NOTES})
_BESIDE = frozenset({Stage.LOWER, Stage.PLACEMENT, Stage.PLAY_OFF})


@dataclass(frozen=True, slots=True)
class Places:
    """Where the contests of one event stand, in its table or its bracket."""

    facts: EventFacts
    rulebook: Rulebook

    @classmethod
    def of(cls, tx: Query, tournament: Tournament) -> Places:
        """The places of an event as it is now; of a knock-out its size says all, of an arena a game's own number."""
        if tournament.rulebook.traits.has_lobby:
            return cls(EventFacts(()), tournament.rulebook)
        if tournament.rulebook.traits.is_bracket:
            field = entrants.starters(tx, tournament.tournament_id)
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
        found = bracket_of(self.facts, self.rulebook)
        own, starters = (contest, self.facts.starters) if found is None else (found.own(contest), found.facts.starters)
        to_final = last_round(max(2, len(starters))) - own.round
        matches = 1 if contest.stage in {Stage.FINAL, Stage.THIRD_PLACE} else 1 << max(0, to_final)
        return MatchPlace(contest.position + 1, matches, to_final)

    def _beside(self, contest: Contest) -> MatchPlace:
        """In a bracket that is no single tree: its finals follow each other, the rest has rounds."""
        lives = self.rulebook.traits.is_bracket and self.rulebook.knockout.lives > 1
        if contest.stage is Stage.FINAL:
            number = contest.round - last_round(max(2, len(self.facts.starters)))
            return MatchPlace(max(1, number), 1, 0, in_lives=lives)
        return MatchPlace(contest.position + 1, 0, 0, in_table=True, in_lives=lives)


def _view(tx: Query, followed: Followed, community: Community, now: datetime) -> MatchView:
    match, tournament = followed.match, followed.tournament
    players, arbiter = _people(tx, match.contest)
    report, beside, contest_id = match.report, match.beside, match.contest.contest_id
    return MatchView(
        match=match,
        state=followed.state(now),
        tournament=tournament,
        community=community,
        players=players,
        accounts=_accounts(tx, tournament, players),
        arbiter=arbiter,
        place=_place(tx, tournament, match.contest),
        report_stands_at=None if report is None else stands_at(report, tournament.rulebook, followed.outages),
        both_lose_at=both_lose_at(match, tournament.rulebook, followed.outages),
        recordings=tuple(recordings.of_contest(tx, contest_id)) if Beside.RECORDINGS in beside else (),
        reason=_reason(match),
        confirmed=_confirmation(tx, match, tournament),
        chiefs=_chiefs(tx, tournament) if Beside.OFFICERS in beside else (),
        colours=colours_of(tournament.rulebook),
        late=late_starts(match, now, tournament.rulebook, followed.outages),
        warnings=tuple(warnings.of_contest(tx, contest_id)) if Beside.WARNINGS in beside else (),
        guess=guesses.of_contest(tx, contest_id) if Beside.GUESS in beside else None,
        sessions=NO_PAUSE if beside.isdisjoint(_PAUSED) else adjournments.of_contest(tx, contest_id),
        paused_until=paused_until(now, followed.outages),
        parts=parts_of(tx, followed, now),
    )


def parts_of(tx: Query, followed: Followed, now: datetime) -> Parts:
    """What the capabilities of its event have to show of a match."""
    hooks = MATCH_HOOKS.of(followed.tournament.rulebook)
    return Parts(tuple(part for one in hooks for part in one.parts(tx, followed, now)))


def _place(tx: Query, tournament: Tournament, contest: Contest) -> MatchPlace:
    """Where the contest stands; in a table its own numbers say it, and nothing else is read."""
    in_table = not in_bracket(contest, tournament.rulebook)
    places = Places(EventFacts(()), tournament.rulebook) if in_table else Places.of(tx, tournament)
    return places.place(contest)


def _confirmation(tx: Query, match: Match, tournament: Tournament) -> Confirmed:
    result = match.contest.result
    if result is None or not discipline_of(tournament.rulebook).confirmed_is_final:
        return Confirmed.NOT_ASKED
    if confirmed_results.is_confirmed(tx, match.contest.contest_id, result.settled_at):
        return Confirmed.BY_ALL
    return Confirmed.BY_PLAYERS if confirmed_by_both(tx, match) else Confirmed.NOT_ASKED


def _chiefs(tx: Query, tournament: Tournament) -> tuple[Person, ...]:
    holding = event_officers.holding(tx, tournament.tournament_id)
    known = people.by_ids(tx, [one.person_id for one in holding])
    return tuple(known[one.person_id] for one in holding)


def _reason(match: Match) -> str | None:
    """Why the score that stands is what it is; reasons of the house itself are words of the record, not of people."""
    result = match.contest.result
    return None if result is None or result.kind is ResultKind.WITHDRAWAL else match.reason


def _people(tx: Query, contest: Contest) -> tuple[tuple[Person, ...], Person | None]:
    """Who plays, as they appear, and who follows the match."""
    entries = {one.entrant_id: one for one in entrants.by_ids(tx, contest.sides)}
    behind = [one.person_id for one in entries.values()]
    known = people.by_ids(tx, [*behind, *([contest.arbiter] if contest.arbiter else [])])
    playing = (entries[side] for side in contest.sides if side in entries)
    players = tuple(shown_as(known[one.person_id], one) for one in playing)
    return players, None if contest.arbiter is None else known[contest.arbiter]


def _people_of(tx: Query, tournament_id: TournamentId) -> dict[EntrantId, Person]:
    return people_shown(tx, entrants.of_tournament(tx, tournament_id))


def _accounts(tx: Query, tournament: Tournament, players: Sequence[Person]) -> tuple[str | None, ...]:
    """Under which name each of them plays on the event's site; None where there is no site, or nobody has told it."""
    site = tournament.rulebook.registration.account
    held = {} if site is None else accounts.of_people(tx, [one.person_id for one in players], site)
    return tuple(held[one.person_id].name if one.person_id in held else None for one in players)
