"""A hall to play events in: the services over a real database file, with a clock that the test moves."""

from __future__ import annotations

import atexit
import sqlite3
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Concatenate, Final, ParamSpec, TypeVar, cast
from uuid import uuid4

from bot.features.course import verbs as course_verbs
from bot.features.entering import check_in_verbs as entering_check_in_verbs
from bot.features.entering import verbs as entering_verbs
from bot.features.playing import reading_verbs as playing_reading_verbs
from bot.features.playing import store as playing_store
from bot.features.playing import verbs as playing_verbs
from bot.features.playing.match_views_model import Arrival, MatchView, Reported
from bot.features.rounds import drawing_verbs as rounds_drawing_verbs
from bot.features.tournaments import store as tournaments_store
from bot.features.tournaments import verbs as tournaments_verbs
from bot.features.tournaments.facts_verbs import person_of
from bot.kernel import outbox
from bot.kernel.context import ActorQuery, ActorTx, Ids, Query, Tx, Work
from bot.kernel.ids import Actor, Community, ContestId, EntrantId, GuildId, MemberId, PersonId
from bot.kernel.promises import K, Promise
from bot.people import store as people_store
from bot.people.model import ArbiterTitle, Person
from bot.play.contests import Contest, Result, ResultKind, Score, Stage
from bot.play.entries import Tournament
from bot.play.rulebook import Rulebook
from bot.rulebooks.library import fingerprint, preset
from bot.server import store as server_store
from bot.server import verbs as server_verbs
from tests import empty_database, on_postgres

P = ParamSpec("P")
T = TypeVar("T")

GUILD = GuildId(1)
PLAYERLESS = MemberId(1)
"""The organiser, who plays nowhere."""


def go_on(tx: Tx, contest_id: ContestId) -> None:
    """What follows from the result that the contest has now."""
    match_context = playing_verbs.load(tx, contest_id)
    assert match_context is not None
    course_verbs.after_result(tx, match_context.tournament, match_context.match.contest)


_TRANSACTION: Final = ("BEGIN IMMEDIATE", "COMMIT", ("ROLLBACK",))
_SAVEPOINT: Final = ("SAVEPOINT unit", "RELEASE unit", ("ROLLBACK TO unit", "RELEASE unit"))
"""How a unit of work begins, is kept and is taken back: by itself, and within what the end takes back."""
_IDLE: Final[dict[bool, list[sqlite3.Connection]]] = {False: [], True: []}
"""Databases of halls that are over, open and as empty as on their first day: SQLite reads the schema of each once.

Files, and those on a server.
"""


@atexit.register
def _close_all() -> None:
    for one in (*_IDLE[False], *_IDLE[True]):
        one.close()
    if _folder.cache_info().currsize:
        _folder().cleanup()


@cache
def _folder() -> TemporaryDirectory[str]:
    return TemporaryDirectory(prefix="halls")


def _opened(path: Path) -> sqlite3.Connection:
    empty_database.put(path)
    return empty_database.connect(path)


def _lent(*, on_server: bool) -> sqlite3.Connection:
    """Within a transaction. Who looks at more than rows asks for what a file alone has."""
    if on_server:
        return cast("sqlite3.Connection", on_postgres.begun(_IDLE[True].pop() if _IDLE[True] else None))
    connection = _IDLE[False].pop() if _IDLE[False] else _opened(Path(_folder().name, f"{uuid4()}.db"))
    connection.execute("BEGIN IMMEDIATE")
    return connection


class Hall:
    """One community with an organiser. Members are known by a number from 2 on, their name is "P" and the number.

    Without a path it is held in a database that other halls had before, within one transaction that its end takes
    back: a transaction of the hall is a savepoint of that one, which an error undoes in the same way. That is a file,
    or a database on a server.
    """

    def __init__(self, path: Path | None = None, *, on_server: bool = on_postgres.IS_ASKED) -> None:
        self._is_lent, self._on_server = path is None, on_server
        if path is not None:
            self._connection = _opened(path)
        else:
            self._connection = _lent(on_server=on_server)
        self._work = Work(self._connection, set())
        self._units = 0
        self.now = datetime(2026, 3, 1, 18, tzinfo=UTC)
        self.do(lambda tx: server_store.save(tx, Community(GUILD, PLAYERLESS, "en-US", "UTC", set_up_at=self.now)))

    def close(self) -> None:
        """Lets go of the file."""
        if self._is_lent:
            self._connection.execute("ROLLBACK")
            _IDLE[self._on_server].append(self._connection)
        else:
            self._connection.close()

    def do(self, verb: Callable[Concatenate[Tx, P], T], /, *args: P.args, **kwargs: P.kwargs) -> T:
        """Runs a verb in a transaction of its own, which an error undoes."""
        self._units += 1
        begin, keep, take_back = _SAVEPOINT if self._is_lent else _TRANSACTION
        self._connection.execute(begin)
        try:
            value = verb(Tx(self._work, self.now, Ids(self._units.to_bytes(8, "big"))), *args, **kwargs)
        except BaseException:
            for word in take_back:
                self._connection.execute(word)
            raise
        self._connection.execute(keep)
        self._holds_what_is_read(value)
        return value

    def act(self, actor: Actor, verb: Callable[Concatenate[ActorTx, P], T], /, *args: P.args, **kwargs: P.kwargs) -> T:
        """As `do`, for what somebody does."""
        return self.do(lambda tx: verb(tx.acting_as(actor), *args, **kwargs))

    def _holds_what_is_read(self, value: object) -> None:
        """The view of a match that a verb answers with is the one that anybody reads after it."""
        view = value.view if isinstance(value, Reported | Arrival) else value
        if isinstance(view, MatchView):
            assert view == playing_reading_verbs.match_view(Query(self._work, self.now), view.contest_id, self.now)

    def ask(self, query: Callable[Concatenate[Query, P], T], /, *args: P.args, **kwargs: P.kwargs) -> T:
        """Runs a query."""
        return query(Query(self._work, self.now), *args, **kwargs)

    def ask_as(
        self, actor: Actor, query: Callable[Concatenate[ActorQuery, P], T], /, *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """As `ask`, for what somebody may see."""
        return self.ask(lambda tx: query(tx.acting_as(actor), *args, **kwargs))

    def actor(self, number: int, *, organiser: bool | None = None) -> Actor:
        """Member `number` as they press now; number 1 organises."""
        organises = number == PLAYERLESS if organiser is None else organiser
        return Actor(GUILD, MemberId(number), f"P{number}", "en-US", False, organises, self.now)

    def person(self, number: int) -> Person:
        """The member's person; a stranger becomes known."""
        return self.act(self.actor(number), server_verbs.recognise)

    def arbiter(self, number: int, title: ArbiterTitle = ArbiterTitle.AN) -> Person:
        """Gives the member an arbiter title."""
        person = self.person(number)
        self.do(lambda tx: people_store.give_title(tx, person.person_id, title, self.now, person.person_id))
        return person

    def announce(self, rulebook: Rulebook | None = None, name: str = "Open") -> Tournament:
        """A tournament that starts in an hour."""
        rules = rulebook or preset("aije-open")
        return self.act(self.actor(1), tournaments_verbs.create, name, rules, self.now + timedelta(hours=1))

    def announce_of_before(self, rulebook: Rulebook, name: str = "Open") -> Tournament:
        """As `announce`, of before files were judged: what its file says of itself stands, official or not."""
        made = self.announce(rulebook, name)
        before = replace(made, rulebook=rulebook, rulebook_hash=fingerprint(rulebook))
        self.do(lambda tx: tournaments_store.change_rulebook(tx, before))
        return before

    def enter(self, tournament: Tournament, *numbers: int) -> None:
        """Registers the members."""
        for number in numbers:
            self.act(self.actor(number), entering_verbs.register, tournament.tournament_id, f"account{number}")

    def begin(self, tournament: Tournament, *numbers: int) -> Tournament:
        """Registers the members, has them confirm, closes and draws; time stands at the start."""
        self.enter(tournament, *numbers)
        self.now = tournament.start_at - timedelta(minutes=1)
        for number in numbers:
            self.act(self.actor(number), entering_check_in_verbs.check_in, tournament.tournament_id)
        self.now = tournament.start_at + timedelta(seconds=3)
        self.do(entering_check_in_verbs.close, self.load(tournament))
        self.do(rounds_drawing_verbs.draw_when_closed, tournament.tournament_id)
        return self.load(tournament)

    def load(self, tournament: Tournament) -> Tournament:
        """The tournament as it stands."""
        found = self.ask(tournaments_store.load, tournament.tournament_id)
        assert found is not None
        return found

    def open_contests(self, tournament: Tournament) -> list[Contest]:
        """The matches that have no result yet."""
        standing = self.ask(playing_store.of_tournament, tournament.tournament_id)
        return [one for one in standing if one.result is None and len(one.sides) == 2]

    def settle(
        self, contest: Contest, score: Score, walkover: Score = (0, 0), kind: ResultKind = ResultKind.PLAYED
    ) -> None:
        """Writes the score, a minute later, with all that it leads to."""
        self.now += timedelta(minutes=1)
        result = Result(score, walkover, kind, self.now)

        def settled(tx: Tx) -> None:
            playing_store.settle(tx, tx.new_id(), contest.contest_id, result, None, None)
            go_on(tx, contest.contest_id)

        self.do(settled)

    def play_out(self, tournament: Tournament, score: Callable[[Contest], Score] | None = None) -> Tournament:
        """Plays every match to the end; the upper side wins to love unless told."""
        while waiting := self.open_contests(tournament):
            self.settle(waiting[0], score(waiting[0]) if score else (waiting[0].target, 0))
        return self.load(tournament)

    def play_out_until(self, tournament: Tournament, stage: Stage) -> Contest:
        """Plays every match but the one of that stage, which is answered."""
        while waiting := [one for one in self.open_contests(tournament) if one.stage is not stage]:
            self.settle(waiting[0], (waiting[0].target, 0))
        (last,) = self.open_contests(tournament)
        return last

    def people_of(self, tournament: Tournament, contest: Contest) -> tuple[PersonId, ...]:
        """Who is behind the sides."""
        who: Mapping[EntrantId, PersonId] = self.ask(person_of, tournament)
        return tuple(who[side] for side in contest.sides)

    def promised(self, kind: type[K], subject: object) -> list[Promise[K]]:
        """What was promised about the subject."""
        return self.ask(outbox.all_promises, kind, subject)


def unofficial(rulebook: Rulebook) -> Rulebook:
    """The same rules for an event that is not official."""
    return replace(rulebook, official=False)
