"""What tests of teams do again and again: ranking people, naming teams, playing their matches."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import timedelta
from typing import TypeVar

from bot.features.course.facts_verbs import facts
from bot.features.entering import check_in_verbs as entering_check_in_verbs
from bot.features.past_events.drafts_verbs import record_of
from bot.features.playing import store as playing_store
from bot.features.rounds import drawing_verbs as rounds_drawing_verbs
from bot.features.teams import matches_verbs as teams_matches_verbs
from bot.features.teams import verbs as teams_verbs
from bot.features.teams.model import Awaiting, NamedMember, TeamView
from bot.kernel.ids import MemberId
from bot.people import ratings_store as people_ratings_store
from bot.people.ratings_store import Rated, RatingList
from bot.play.contests import Contest, Result
from bot.play.entries import Tournament
from bot.play.format_rules import LevelMatch
from bot.play.points import whole_score
from bot.play.rulebook import FormatName, KnockoutRules, Rulebook
from bot.record.reading import read_record
from bot.record.replaying import replay
from bot.record.writing import write_record
from bot.rulebooks.library import preset, problems
from tests.hall.hall import GUILD, Hall

JEEK = replace(preset("aije-teams"), matches=replace(preset("aije-teams").matches, matches_per_arbiter=0))
GO = replace(preset("go-teams"), matches=replace(preset("go-teams").matches, matches_per_arbiter=0), minimum_entrants=2)
SCHOOLS = preset("olympiad-school")


T = TypeVar("T")


def found(value: T | None) -> T:
    """The value, which is there."""
    assert value is not None
    return value


def ranked_cup(hall: Hall, rules: Rulebook = JEEK) -> Tournament:
    """A Team Tournament with a ranking: P2 to P8, the best first."""
    publish(hall, P2=2200, P3=2190, P4=2180, P5=2170, P6=2160, P7=2150, P8=2140)
    tournament: Tournament = hall.announce_of_before(rules, "Times")
    return tournament


def publish(hall: Hall, **rated: float) -> None:
    """Publishes a list of members, as `P2=2100`."""
    people = {hall.person(int(name[1:])).person_id: rating for name, rating in rated.items()}
    lines = {one: Rated(one, rating, 10) for one, rating in people.items()}
    hall.do(lambda tx: people_ratings_store.publish(tx, RatingList(tx.new_id(), GUILD, None, hall.now, lines)))


def save(hall: Hall, tournament, captain: int, name: str, *members: NamedMember):
    """The captain sends the form, and staff says yes for who has no Discord."""
    view = hall.act(hall.actor(captain), teams_verbs.save, tournament.tournament_id, name, members)
    if not view.awaiting(Awaiting.STAFF):
        return view
    return replace(hall.act(hall.actor(1), teams_verbs.take_in, view.entrant.entrant_id), newly=view.newly)


def add(hall: Hall, captain: int, view: TeamView, *numbers: int) -> TeamView:
    """The captain asks members of the server, who say yes; their account is their own name."""
    entrant_id = view.entrant.entrant_id
    picked = {MemberId(one): f"P{one}" for one in numbers}
    shown: TeamView = hall.act(hall.actor(captain), teams_verbs.add_members, entrant_id, picked)
    for one in numbers:
        done = hall.act(hall.actor(one), teams_verbs.accept, entrant_id, f"account{one}")
        assert isinstance(done, TeamView)
        shown = done
    return shown


def jeek_team(hall: Hall, tournament, captain: int, name: str):
    """A team of a captain and two outside the server, with accounts."""
    own = NamedMember(f"P{captain}", f"acc{captain}")
    return save(hall, tournament, captain, name, own, *(NamedMember(f"{name} {one}", f"{name}{one}") for one in (2, 3)))


def begin(hall: Hall, tournament, *captains: int):
    hall.now = tournament.start_at - timedelta(minutes=1)
    for captain in captains:
        hall.act(hall.actor(captain), entering_check_in_verbs.check_in, tournament.tournament_id)
    hall.now = tournament.start_at + timedelta(seconds=3)
    hall.do(entering_check_in_verbs.close, hall.load(tournament))
    hall.do(rounds_drawing_verbs.draw_when_closed, tournament.tournament_id)
    for contest in hall.open_contests(tournament):
        call(hall, contest)
    return hall.load(tournament)


def call(hall: Hall, contest) -> None:
    hall.do(lambda tx: playing_store.note_called(tx, contest.contest_id, hall.now))


def captain_of(hall: Hall, tournament, contest, side: int) -> int:
    (person,) = [
        one
        for one in (hall.person(number) for number in range(2, 10))
        if one.person_id == hall.people_of(tournament, contest)[side]
    ]
    return int(person.name[1:])


def play(hall: Hall, tournament, contest, *boards: str) -> None:
    first, second = (captain_of(hall, tournament, contest, side) for side in (0, 1))
    for captain in (first, second):
        hall.act(hall.actor(captain), teams_matches_verbs.report, contest.contest_id, boards)


def bracket(*ways: LevelMatch, rulebook: Rulebook = GO, rules: KnockoutRules | None = None) -> Rulebook:
    """The teams of a rulebook in a knock-out, level ones separated so."""
    assert rulebook.teams is not None
    length = whole_score(rulebook)
    whole = replace(
        rulebook,
        format=FormatName.KNOCKOUT,
        teams=replace(rulebook.teams, level_match=ways or (LevelMatch.BOARDS_IN_ORDER, LevelMatch.LOT)),
        knockout=replace(rules or KnockoutRules(), best_of=length, final_best_of=length, third_place_best_of=length),
        scoring=None,
        ranking=None,
        round_robin=None,
        swiss=None,
        discipline=None,
        adjournment=None,
    )
    assert problems(whole) == ()
    return whole


def entered(hall: Hall, rulebook: Rulebook, teams: int) -> Tournament:
    """So many teams of four, captains P2, P3 and so on, drawn and called."""
    tournament = hall.announce(rulebook, "Copa")
    captains = range(2, 2 + teams)
    for captain in captains:
        names = (f"P{captain}", *(f"T{captain}-{board}" for board in (2, 3, 4)))
        save(hall, tournament, captain, f"Team {captain}", *map(NamedMember, names))
    drawn: Tournament = begin(hall, tournament, *captains)
    return drawn


def play_on(hall: Hall, tournament: Tournament, boards: Callable[[Contest], Sequence[str]]) -> Tournament:
    """Plays every match that comes, until none does."""
    for _ in range(60):
        waiting = hall.open_contests(tournament)
        if not waiting:
            break
        for contest in waiting:
            hall.now += timedelta(minutes=1)
            call(hall, contest)
            play(hall, tournament, contest, *boards(contest))
    return hall.load(tournament)


def result_of(hall: Hall, tournament: Tournament, contest: Contest) -> Result:
    """What stands of the contest."""
    known = hall.ask(facts, hall.load(tournament)).contests
    result = next(one.result for one in known if one.contest_id == contest.contest_id)
    assert result is not None
    return result


def replays(hall: Hall, tournament: Tournament) -> None:
    """The event's record, written and read again, gives the same event."""
    done = replay(read_record(write_record(hall.ask(record_of, hall.load(tournament))), "cup.json"))
    assert done.difference is None
