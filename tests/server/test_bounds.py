"""One server fills neither the file nor anybody's memory: as much as fits is taken, not one more, and told before."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

import pytest

from bot.features.cases import misconduct_verbs as cases_misconduct_verbs
from bot.features.course import ending_verbs as course_ending_verbs
from bot.features.entering import verbs as entering_verbs
from bot.features.evidence import verbs as evidence_verbs
from bot.features.evidence.model import ProofFile
from bot.features.past_events.model import PastFile
from bot.features.playing import arbiters_verbs as playing_arbiters_verbs
from bot.features.ratings import verbs as ratings_verbs
from bot.features.repeating import verbs as repeating_verbs
from bot.features.repeating.model import Rhythm
from bot.features.series import verbs as series_verbs
from bot.features.setup import cards as setup_cards
from bot.features.setup import verbs as setup_verbs
from bot.features.sign_ups import taking_in_verbs as sign_ups_taking_in_verbs
from bot.features.sign_ups import verbs as sign_ups_verbs
from bot.features.sign_ups.cards import known_headings
from bot.features.sign_ups.model import read
from bot.features.tournaments import draft_verbs as tournaments_draft_verbs
from bot.features.tournaments import official_verbs as tournaments_official_verbs
from bot.features.tournaments import proposal_verbs as tournaments_proposal_verbs
from bot.features.tournaments import rulebook_verbs as tournaments_rulebook_verbs
from bot.features.tournaments import store as tournaments_store
from bot.features.tournaments.arbiters_model import EventRole
from bot.features.voting import desk_verbs as voting_desk_verbs
from bot.features.voting import procedures_model
from bot.features.voting.model import Ground
from bot.i18n.catalogue import LOCALES, Translator
from bot.kernel.context import ActorTx, Query
from bot.kernel.errors import UserError
from bot.kernel.ids import GuildId, MemberId, TournamentId
from bot.layout.sentences import sentence
from bot.people.model import ArbiterTitle
from bot.play.entries import Tournament
from bot.play.game_sheets import GameDraft, Section
from bot.rulebooks.library import preset
from bot.rulebooks.series_files import preset as series_rules
from bot.server import bounds_store, bounds_verbs
from bot.server.bounds_model import BOUNDS, OF_AN_EVENT, Bound, Bounded, Room, ServerFull, ServerNearlyFull, WayOut
from bot.server.setup_model import Server, SetupFault, findings
from tests import plans, sql_reading
from tests.features.past_events.test_past_events import DAY, JULY, final
from tests.foul_play.organising import dispute
from tests.hall.arrivals import brought_together
from tests.hall.board import Board, assigned, first_match
from tests.hall.chamber import open_chamber, publish, start
from tests.hall.court import LEADER
from tests.hall.go import go_rules
from tests.hall.hall import GUILD, Hall
from tests.hall.moving_in import OWNER
from tests.hall.moving_in import bring as bring_opening_list

ANOTHER_SERVER = GuildId(2)
AI, AN, CHIEF = 80, 81, 82


@pytest.fixture
def server(hall: Hall) -> Hall:
    """A server in which everything can be done: a committee, offices, arbiters, a rating list."""
    open_chamber(hall)
    hall.arbiter(AI, ArbiterTitle.AI)
    hall.arbiter(AN, ArbiterTitle.AN)
    hall.arbiter(CHIEF)
    publish(hall, {2: 2100.0, 3: 1900.0, 4: 1800.0})
    hall.person(OWNER)
    hall.person(1)
    hall.now += timedelta(days=2)
    return hall


def cup(hall: Hall, number: int) -> Tournament:
    return hall.announce(preset("cup"), f"Cup {number}")


def called_off(hall: Hall, number: int) -> None:
    made = cup(hall, number)
    hall.act(hall.actor(1), course_ending_verbs.cancel, made.tournament_id, "Over and over")


def drafted(hall: Hall, number: int, by: int = 1, rules: str = "cup") -> str:
    start = hall.now + timedelta(days=1)
    organiser = hall.actor(by, organiser=True) if rules == "cup" else hall.actor(by)
    (made,) = hall.act(organiser, tournaments_draft_verbs.of_new, f"Cup {number}", preset(rules), (start,))
    return made.draft_id


def with_picture(hall: Hall, number: int) -> None:
    draft_id, by = drafted(hall, number), hall.actor(1)
    hall.act(by, tournaments_draft_verbs.keep_picture, draft_id, b"\xff\xd8%d" % number)
    hall.act(by, tournaments_draft_verbs.take, draft_id)
    hall.act(by, tournaments_draft_verbs.confirm, draft_id)


def drafting(hall: Hall, number: int) -> None:
    drafted(hall, number, 200 + number)


def the_event(hall: Hall) -> TournamentId:
    """The one event of the test, with a chief arbiter."""
    row = hall.ask(lambda tx: tx.fetch_one("SELECT tournament_id FROM tournaments"))
    if row is not None:
        return TournamentId(row["tournament_id"])
    made = hall.announce(go_rules())
    name = playing_arbiters_verbs.name
    hall.act(hall.actor(1), name, made.tournament_id, MemberId(CHIEF), EventRole.CHIEF)
    return made.tournament_id


def the_cup(hall: Hall) -> TournamentId:
    """The one event of the test that takes anybody."""
    row = hall.ask(lambda tx: tx.fetch_one("SELECT tournament_id FROM tournaments WHERE name = 'Cup 99'"))
    return cup(hall, 99).tournament_id if row is None else TournamentId(row["tournament_id"])


def own_rules(hall: Hall, number: int) -> None:
    event = the_event(hall)
    made = hall.act(hall.actor(CHIEF), tournaments_proposal_verbs.draft, event, f"Lunch at {number}.")
    hall.act(hall.actor(1), tournaments_proposal_verbs.decide, event, made.rules.number, None)


def proposed(hall: Hall, number: int) -> None:
    draft_id = drafted(hall, number, AN, "aije-open")
    hall.act(hall.actor(AN), tournaments_draft_verbs.confirm, draft_id)


def past(hall: Hall, number: int) -> None:
    file: PastFile = final(f"Past {number}", JULY + number * DAY, f"Ana{number}{number}", f"Zuleika{number * 7}")
    brought_together(hall, file)


def sign_ups(hall: Hall, number: int, by: int = 1) -> str:
    found = read(f"name\nNewcomer {chr(65 + number) * 5}\n".encode(), "list.csv", known_headings())
    keeping = sign_ups_verbs.keep
    return hall.act(hall.actor(by, organiser=True), keeping, the_cup(hall), found, "list.csv").draft_id


def waiting_file(hall: Hall, number: int) -> None:
    sign_ups(hall, number, 200 + number)


def listed(hall: Hall, number: int) -> None:
    draft_id = sign_ups(hall, number)
    seen = hall.ask_as(hall.actor(1), sign_ups_verbs.preview, draft_id).seen
    hall.act(hall.actor(1), sign_ups_taking_in_verbs.confirm, draft_id, seen)


def outsider(hall: Hall, number: int) -> None:
    name = f"Stranger {chr(65 + number) * 6}"
    hall.act(hall.actor(1), entering_verbs.enter_other, the_cup(hall), None, name, None, is_new=True)


def opening_list(hall: Hall, number: int) -> None:
    bring_opening_list(hall, f"name;club\nFounder {chr(65 + number) * 5};Azul\n")


def signature(hall: Hall, number: int) -> None:
    who = (MemberId(300 + number), f"P{300 + number}")
    hall.act(hall.actor(LEADER), ratings_verbs.ask, who, "1800", "Was forgotten")


def proof(hall: Hall, number: int) -> None:
    """A file in the next match that nobody has disputed."""
    if number == 0:
        for arbiter in (70, 71, 72):
            hall.arbiter(arbiter)
            hall.act(hall.actor(arbiter), playing_arbiters_verbs.go_on)
        first_match(hall)
    (event,) = hall.ask(tournaments_store.all_unfinished, GUILD)
    ready = [Board(hall, event, one.contest_id) for one in hall.open_contests(event) if assigned(hall, one)]
    found = next(one for one in ready if one.view.match.report is None)
    dispute(found)
    hall.act(found.actor(1), evidence_verbs.bring, found.contest_id, ProofFile("txt", b"seen"))


def vote(hall: Hall, number: int) -> None:
    start(hall, "player-expulsion", 2 + number)


def procedure(hall: Hall, number: int) -> None:
    kind = replace(procedures_model.preset("rating-penalty"), name=f"our-way-{number}")
    hall.act(hall.actor(LEADER), voting_desk_verbs.keep_kind, kind)


def case(hall: Hall, number: int) -> None:
    accused = hall.person(500 + number).person_id
    said = cases_misconduct_verbs.MisconductReport(accused, Ground.CONDUCT, f"what {number} said")
    hall.act(hall.actor(600 + number), cases_misconduct_verbs.report, said)


def corrected(hall: Hall, number: int) -> None:
    hall.act(hall.actor(AI), ratings_verbs.correct, (MemberId(2), "P2"), str(2000 + number), "Counted twice")


def rulebook(hall: Hall, number: int) -> None:
    hall.act(hall.actor(1), tournaments_rulebook_verbs.keep, replace(preset("cup"), name=f"our-cup-{number}"))


def approval(hall: Hall, number: int) -> None:
    known, name = preset("aije-open"), f"our-open-{number}"
    matches = replace(known.matches, confirm_within=timedelta(minutes=20 + number))
    hall.act(hall.actor(1), tournaments_rulebook_verbs.keep, replace(known, name=name, matches=matches))
    hall.act(hall.actor(AI), tournaments_official_verbs.approve, name)


def game_sheet(hall: Hall, number: int) -> None:
    texts = ((Section.AIM, "Four."), (Section.TURN, "Place."), (Section.END, "Four wins."))
    draft = GameDraft(f"Game {chr(65 + number) * 4}", texts, frozenset())
    hall.act(hall.actor(1), tournaments_rulebook_verbs.keep_sheet, draft, None)


def series(hall: Hall, _: int) -> str:
    return hall.act(hall.actor(1), series_verbs.create, series_rules("cup-series")).circuit.circuit_id


def closed_series(hall: Hall, number: int) -> None:
    hall.act(hall.actor(1), series_verbs.close, series(hall, number))


def repeat(hall: Hall, number: int) -> str:
    made = repeating_verbs.make
    return hall.act(hall.actor(1), made, cup(hall, number).tournament_id, Rhythm.WEEKLY, 5).repeat.repeat_id


def stopped_repeat(hall: Hall, number: int) -> None:
    hall.act(hall.actor(1), repeating_verbs.stop, repeat(hall, number))


WAYS: dict[Bounded, Callable[[Hall, int], object]] = {
    Bounded.OPEN_EVENTS: cup,
    Bounded.NEW_EVENTS: called_off,
    Bounded.EVENTS: called_off,
    Bounded.EVENT_PICTURES: with_picture,
    Bounded.EVENT_DRAFTS: drafting,
    Bounded.EVENT_RULES: own_rules,
    Bounded.PROPOSALS: proposed,
    Bounded.PAST_EVENTS: past,
    Bounded.PAST_PLAYERS: past,
    Bounded.PAST_MATCHES: past,
    Bounded.WAITING_FILES: waiting_file,
    Bounded.OUTSIDERS: outsider,
    Bounded.LISTED: listed,
    Bounded.OPENING_LISTS: opening_list,
    Bounded.SIGNATURES: signature,
    Bounded.PROOFS: proof,
    Bounded.VOTES: vote,
    Bounded.ALL_VOTES: vote,
    Bounded.PROCEDURES: procedure,
    Bounded.CASES: case,
    Bounded.RATING_LISTS: corrected,
    Bounded.ALL_RATING_LISTS: corrected,
    Bounded.RULEBOOKS: rulebook,
    Bounded.APPROVALS: approval,
    Bounded.GAME_SHEETS: game_sheet,
    Bounded.OPEN_SERIES: series,
    Bounded.SERIES: closed_series,
    Bounded.RUNNING_REPEATS: repeat,
    Bounded.REPEATS: stopped_repeat,
}
"""How one more of each is made, by what people press."""


def kept(hall: Hall, what: Bounded) -> int:
    """How many there are."""
    return 1_000_000 - room(hall, what, Bound(1_000_000, WayOut.WAIT, BOUNDS[what].within))


def room(hall: Hall, what: Bounded, bound: Bound, server: GuildId = GUILD) -> int:
    key = the_event(hall) if what in OF_AN_EVENT else server
    since = 0 if bound.within is None else int((hall.now - bound.within).timestamp() * 1000)
    return bound.most - hall.ask(bounds_store.count, what, key, since, bound.most)


def lower(monkeypatch: pytest.MonkeyPatch, what: Bounded, most: int) -> Bound:
    bound = replace(BOUNDS[what], most=most)
    monkeypatch.setattr(bounds_verbs, "BOUNDS", {**BOUNDS, what: bound})
    return bound


def everything(hall: Hall) -> dict[str, list[tuple[object, ...]]]:
    """Every row of every table."""

    def rows(tx: Query) -> dict[str, list[tuple[object, ...]]]:
        tables = [row["name"] for row in tx.fetch_all("SELECT name FROM sqlite_master WHERE type = 'table'")]
        return {name: sorted(map(tuple, tx.fetch_all(f"SELECT * FROM {name}")), key=repr) for name in tables}

    return hall.ask(rows)


def test_each_bound_has_a_way_to_it() -> None:
    assert set(WAYS) == set(Bounded) == set(BOUNDS)


@pytest.mark.parametrize("what", Bounded)
def test_as_much_as_fits_is_taken_and_one_more_is_refused_with_nothing_half_done(
    server: Hall, monkeypatch: pytest.MonkeyPatch, what: Bounded
) -> None:
    way = WAYS[what]
    before = kept(server, what)
    way(server, 0)
    each = kept(server, what) - before
    assert each > 0
    lower(monkeypatch, what, before + 2 * each)
    way(server, 1)
    assert kept(server, what) == before + 2 * each
    with pytest.raises(ServerFull) as refused:
        way(server, 2)
    assert refused.value.what is what
    assert refused.value.limit == before + 2 * each
    assert kept(server, what) == before + 2 * each


@pytest.mark.parametrize("what", sorted(set(Bounded) - OF_AN_EVENT))
def test_what_one_server_keeps_takes_no_room_from_another(
    server: Hall, monkeypatch: pytest.MonkeyPatch, what: Bounded
) -> None:
    WAYS[what](server, 0)
    bound = lower(monkeypatch, what, 1)
    assert server.ask(bounds_verbs.room_for, ANOTHER_SERVER, what) == Room(what, 1, bound)


@pytest.mark.parametrize("what", [Bounded.PAST_EVENTS, Bounded.LISTED, Bounded.OUTSIDERS, Bounded.RULEBOOKS])
def test_a_refusal_leaves_every_row_as_it_was(server: Hall, monkeypatch: pytest.MonkeyPatch, what: Bounded) -> None:
    draft_id = sign_ups(server, 5)
    seen = server.ask_as(server.actor(1), sign_ups_verbs.preview, draft_id).seen
    lower(monkeypatch, what, 0)
    stood = everything(server)
    ways: dict[Bounded, Callable[[], object]] = {
        Bounded.LISTED: lambda: server.act(server.actor(1), sign_ups_taking_in_verbs.confirm, draft_id, seen),
        Bounded.OUTSIDERS: lambda: server.act(server.actor(1), sign_ups_taking_in_verbs.confirm, draft_id, seen),
    }
    with pytest.raises(ServerFull):
        ways.get(what, lambda: WAYS[what](server, 1))()
    assert everything(server) == stood


def test_a_day_later_there_is_room_again(server: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    lower(monkeypatch, Bounded.NEW_EVENTS, 2)
    for number in range(2):
        called_off(server, number)
    with pytest.raises(ServerFull):
        cup(server, 2)
    server.now += timedelta(days=1) - timedelta(milliseconds=1)
    with pytest.raises(ServerFull):
        cup(server, 2)
    server.now += timedelta(milliseconds=1)
    assert cup(server, 2)


def test_past_events_that_came_in_today_are_no_events_created_today(server: Hall) -> None:
    past(server, 1)
    assert (kept(server, Bounded.NEW_EVENTS), kept(server, Bounded.EVENTS)) == (0, 1)


def test_another_file_of_the_same_person_takes_the_place_of_the_first(
    server: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    sign_ups(server, 0)
    lower(monkeypatch, Bounded.WAITING_FILES, 1)
    sign_ups(server, 1)
    with pytest.raises(ServerFull):
        sign_ups(server, 2, by=201)


def test_what_is_told_anew_of_an_event_with_a_picture_needs_no_more_room(
    server: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    with_picture(server, 1)
    lower(monkeypatch, Bounded.EVENT_PICTURES, 1)
    event = the_event(server)
    (change,) = server.act(server.actor(1), tournaments_draft_verbs.of_change, event, None, ())
    server.act(server.actor(1), tournaments_draft_verbs.keep_picture, change.draft_id, b"\xff\xd8new")


# --- told before it bites -------------------------------------------------------------------------------------------


def remarks(hall: Hall, what: Bounded, more: int = 1) -> list[UserError]:
    """What who takes so much room is told."""

    def take(tx: ActorTx) -> list[UserError]:
        known = len(tx.remarks)
        bounds_verbs.take_room(tx, GUILD, what, more)
        return [*tx.remarks[known:]]

    return hall.act(hall.actor(1), take)


def test_who_takes_some_of_the_last_tenth_is_told_how_much_is_left(
    server: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    lower(monkeypatch, Bounded.RULEBOOKS, 20)
    told: list[int] = []
    for number in range(20):
        said = remarks(server, Bounded.RULEBOOKS)
        told += [one.left for one in said if isinstance(one, ServerNearlyFull)]
        rulebook(server, number)
    assert told == [2, 1, 0]


def test_what_takes_no_room_is_told_nothing(server: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    lower(monkeypatch, Bounded.OUTSIDERS, 0)
    assert remarks(server, Bounded.OUTSIDERS, 0) == []


def test_the_doctor_says_what_is_nearly_full_and_nothing_before(server: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    assert server.ask(setup_verbs.view, GUILD, server.now).scarce == ()
    rulebook(server, 0)
    bound = lower(monkeypatch, Bounded.RULEBOOKS, 1)
    view = server.ask(setup_verbs.view, GUILD, server.now)
    assert view.scarce == (Room(Bounded.RULEBOOKS, 0, bound),)
    found = [one for one in findings(view, Server({}, frozenset(), {})) if one.fault is SetupFault.NEARLY_FULL]
    assert [one.is_advice for one in found] == [True]
    card = setup_cards.health(view, Server({}, frozenset(), {}), Translator("en-US"))
    assert "rulebooks of its own**): 0 of 1" in "\n".join(card.paragraphs)


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("what", Bounded)
def test_both_sentences_say_what_it_is_how_much_and_what_to_do(what: Bounded, locale: str) -> None:
    bound, translator = BOUNDS[what], Translator(locale)
    thing = translator.say(f"room.{what}")
    for told in (
        ServerFull(what=what, limit=bound.most, way_out=bound.way_out),
        ServerNearlyFull(what=what, left=1, limit=bound.most, way_out=bound.way_out),
    ):
        said = sentence(told, translator)
        assert thing in said
        assert str(bound.most) in re.sub(r"\D", "", said)
        assert translator.say(f"way_out.{bound.way_out}") in said


# --- how it is counted ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("what", Bounded)
def test_each_count_goes_by_an_index_and_no_further_than_the_bound(what: Bounded) -> None:
    sql = f"SELECT count(*) AS kept FROM ({bounds_store._COUNTED[what]} LIMIT :most) AS found"
    assert plans.walked(sql) == ""


@pytest.mark.parametrize("what", Bounded)
def test_each_count_begins_with_the_one_server(what: Bounded) -> None:
    """By another index it would look at what all servers have of it."""
    sql = f"EXPLAIN QUERY PLAN SELECT count(*) FROM ({bounds_store._COUNTED[what]} LIMIT 5) AS found"
    rows = sql_reading.connection().execute(sql, {"key": GUILD, "since": 0})
    steps = [detail for *_, detail in rows if detail.startswith("SEARCH")]
    assert ("(tournament_id=?" if what in OF_AN_EVENT else "(guild_id=?") in steps[0]


def test_a_count_ends_at_the_bound(server: Hall) -> None:
    for number in range(4):
        rulebook(server, number)
    assert server.ask(bounds_store.count, Bounded.RULEBOOKS, GUILD, 0, 3) == 3
